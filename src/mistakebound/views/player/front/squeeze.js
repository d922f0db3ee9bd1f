// Two guaranteed curves and the run between them; and, in the same frame, the two sides of one line of the proof.

import { path, tag, ticks, words } from "./markup.js";
import { numbersOf, value } from "./run.js";

const COLOURS = ["line", "pos", "hot"];
const LABEL = 15; // the height of a label

export function squeeze(run, now, width, zoomed = false) {
  const { t, lower, upper, inner, meets } = run.squeeze;
  const last = inner[0].values.length - 1;
  const whole = t[t.length - 1];
  const end = zoomed ? Math.min(whole, Math.max(1.6 * last, 2)) : whole;
  const shown = t.map((_, i) => i).filter((i) => t[i] <= end);
  if (shown.length < t.length) shown.push(shown.length);
  const curves = [lower, upper].map((curve) => shown.map((i) => [t[i], curve.values[i]]));
  const runs = inner.map(({ values }) => values.map((y, i) => [i, y]).filter(([, y]) => y !== null));
  const inside = [...curves.flat(), ...runs.flat()].filter(([x]) => x <= end).map(([, y]) => y);
  const plane = chart(now.id, width, [0, end * (zoomed ? 1 : 1.06)], inside, `${run.noun}s t`);
  const rising = curves[0].at(-1)[1] > curves[0][0][1] || curves[1].at(-1)[1] > curves[1][0][1];

  let picture = band(plane, curves);
  for (const curve of curves) picture += path(curve.map(plane.place), { stroke: "var(--mb-mute)", "stroke-width": 1.8 });
  if (meets !== null && meets <= end) picture += noRoom(plane, meets, curves[1], run.squeeze.meets_at, rising);
  picture += nameCurve(plane, curves[1], (rising ? 0.42 : 0.5) * end, upper.label, true) + nameCurve(plane, curves[0], 0.6 * end, lower.label, false);
  const ends = [];
  runs.forEach((points, i) => {
    const past = points.filter(([x]) => x <= now.counted);
    const colour = COLOURS[i % COLOURS.length];
    picture += series(plane, points, past, colour, last <= 40);
    if (past.length) ends.push({ at: plane.place(past.at(-1)), text: inner[i].label, colour });
  });
  const name = rising || ends.length > 1 ? nameEnds : nameFall;
  return { picture: plane.axes + tag("g", { "clip-path": `url(#${now.id}-chart)` }, picture) + name(plane, ends), height: plane.height };
}

export function follow(run, i, now, width) {
  const line = run.lines[i];
  const sides = ["lhs", "rhs"].map((side) => line[side].split(" ").map((text, i) => [i + 1, value(text)]));
  const finite = sides.map((points) => points.filter(([, y]) => Number.isFinite(y)));
  const plane = chart(now.id, width, [0, Math.max(...finite.flat().map(([x]) => x), 1) * 1.06], finite.flat().map(([, y]) => y), "t");
  const [numbers, colours] = [numbersOf(run, i, now.event), ["pos", "mute"]];
  let picture = "";
  const ends = [];
  finite.forEach((points, side) => {
    const past = run.proof[i].always ? points : points.filter(([x]) => x <= now.event);
    picture += series(plane, points, past, colours[side], points.length <= 40);
    if (past.length) ends.push({ at: plane.place(past.at(-1)), text: side ? "right side" : "left side", colour: colours[side] });
  });
  if (numbers?.broken && ends.length) picture += tag("circle", { cx: ends[0].at[0], cy: ends[0].at[1], r: 8, fill: "none", stroke: "var(--mb-neg)", "stroke-width": 2 });
  return { picture: plane.axes + picture + nameEnds(plane, ends), height: plane.height };
}

// Axes for x in a range and for the given values of y, and the place of a point.
function chart(id, width, [x0, x1], ys, name) {
  const height = Math.round(Math.min(320, Math.max(200, 0.56 * width)));
  const [left, right, top, bottom] = [38, width - 8, 12, height - 38];
  let [low, high] = [Math.min(...ys), Math.max(...ys)];
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  if (low > 0 && low < 0.4 * high) low = 0;
  const room = high - low;
  [low, high] = [low - (low === 0 ? 0.02 : 0.06) * room, high + 0.09 * room];
  const X = (x) => left + ((right - left) * (x - x0)) / (x1 - x0);
  const Y = (y) => bottom - ((bottom - top) * (y - low)) / (high - low);
  let axes = tag("clipPath", { id: `${id}-chart` }, tag("rect", { x: left, y: 0, width: right - left, height: bottom + 1 }));
  for (const y of ticks(low, high, 4)) {
    axes += tag("line", { x1: left, x2: right, y1: Y(y), y2: Y(y), stroke: "var(--mb-rule)" })
      + words(left - 6, Y(y) + 4, y, { "text-anchor": "end", class: "mb-tick" });
  }
  axes += tag("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "var(--mb-mute)" });
  for (const x of ticks(x0, x1, width < 360 ? 4 : 6, true)) axes += words(X(x), bottom + 16, x, { "text-anchor": "middle", class: "mb-tick" });
  axes += words(right, bottom + 33, name, { "text-anchor": "end", class: "mb-tick" });
  return { axes, place: ([x, y]) => [X(x), Y(y)], X, Y, left, right, top, bottom, height };
}

function band(plane, [lower, upper]) {
  const open = lower.map((_, i) => i).filter((i) => lower[i][1] <= upper[i][1]);
  const outline = [...open.map((i) => upper[i]), ...open.reverse().map((i) => lower[i])].map(plane.place);
  return path(outline, { fill: "var(--mb-gold)", "fill-opacity": 0.14, stroke: "none" });
}

// The run: what is past in colour, what is to come faintly.
function series(plane, points, past, colour, dots) {
  const line = (part, look) => path(part.map(plane.place), { stroke: `var(--mb-${colour})`, "stroke-width": 2.4, ...look });
  let drawn = line(points, { "stroke-opacity": 0.22 }) + line(past, {});
  if (dots) for (const [x, y] of past.map(plane.place)) drawn += tag("circle", { cx: x, cy: y, r: 2.8, fill: `var(--mb-${colour})` });
  if (past.length) {
    const [x, y] = plane.place(past.at(-1));
    drawn += tag("circle", { cx: x, cy: y, r: 4.6, fill: `var(--mb-${colour})`, stroke: "var(--mb-paper)", "stroke-width": 1.5 });
  }
  return drawn;
}

// A curve's formula, on the side of it where the other curve is not.
function nameCurve(plane, curve, x, text, outside) {
  if (!Number.isNaN(Number(text))) return ""; // a number stands at the axis
  const i = Math.max(1, curve.findIndex(([at]) => at >= x));
  const slope = curve[i][1] - curve[i - 1][1];
  const above = outside || slope === 0;
  const anchor = slope === 0 ? "middle" : slope > 0 === above ? "end" : "start";
  const [px, py] = plane.place(curve[i]);
  const wide = 8 * text.length;
  const room = { end: [plane.left + wide, plane.right], start: [plane.left, plane.right - wide], middle: [plane.left + wide / 2, plane.right - wide / 2] }[anchor];
  const at = Math.min(Math.max(px + (anchor === "start" ? 7 : anchor === "end" ? -7 : 0), room[0]), room[1]);
  return words(at, py + (above ? -8 : 17), text, { "text-anchor": anchor, class: "mb-math mb-mute mb-halo" });
}

function noRoom(plane, meets, upper, number, rising) {
  const i = Math.max(1, upper.findIndex(([t]) => t >= meets));
  const [[t0, y0], [t1, y1]] = [upper[i - 1], upper[i]];
  const [x, y] = plane.place([meets, y0 + ((y1 - y0) * (meets - t0)) / (t1 - t0)]);
  const left = x > (plane.left + plane.right) / 2;
  return tag("line", { x1: x, x2: x, y1: rising ? plane.bottom : plane.top, y2: rising ? y : plane.bottom, stroke: "var(--mb-neg)", "stroke-dasharray": "4 3" })
    + tag("circle", { cx: x, cy: y, r: 4, fill: "var(--mb-neg)" })
    + words(x + (left ? -7 : 7), rising ? plane.bottom - 8 : plane.top + 10, `${plane.right < 380 ? "" : "no room left: "}t = ${number}`, { "text-anchor": left ? "end" : "start", class: "mb-word mb-neg" });
}

// The names of what runs between, beside the last point, one above the other.
function nameEnds(plane, ends) {
  const sorted = [...ends].sort((a, b) => a.at[1] - b.at[1]);
  const height = (sorted.length - 1) * LABEL;
  let next = -Infinity;
  return sorted.map(({ at: [x, y], text, colour }, i) => {
    const wanted = sorted.length === 1 ? y - 9 : Math.max(sorted[0].at[1], y) - height / 2 + (i ? 6 : -2) + (i ? LABEL / 2 : 0);
    next = Math.max(wanted, next + LABEL);
    const top = Math.min(Math.max(next, plane.top + 8), plane.bottom - 6 - (sorted.length - 1 - i) * LABEL);
    const leftwards = x + 10 + 8 * text.length > plane.right;
    return words(x + (leftwards ? -9 : 9), top + 4, text, { "text-anchor": leftwards ? "end" : "start", class: `mb-math mb-${colour} mb-halo` });
  }).join("");
}

// The name of a run that falls: below it and to the left, where nothing else is.
function nameFall(plane, ends) {
  return ends.map(({ at: [x, y], text, colour }) => {
    const right = Math.max(x - 7, plane.left + 8 + 8 * text.length);
    return words(right, Math.min(y + 22, plane.bottom - 6), text, { "text-anchor": "end", class: `mb-math mb-${colour} mb-halo` });
  }).join("");
}
