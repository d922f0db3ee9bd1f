// The squeeze: two guaranteed curves and the run between them; or, in the same frame, the two sides of a proof's line.

import { circle, line, paint, path, tag, ticks, words } from "./markup.js";
import { expectedSoFar, figure, numbersOf, value } from "./run.js";

const COLOURS = ["line", "pos", "hot"];
const SIDES = [{ text: "left side", colour: "pos" }, { text: "right side", colour: "mute" }];
const LABEL = 19; // the height of a label
const LETTER = 8.6; // the largest width of a letter in a label
const DOTTED = 40; // a run with more points has no dots

export function squeeze(run, now, width, zoomed = false) {
  const { t, lower, upper, inner, meets, counter, at: places } = run.squeeze;
  const last = places.at(-1);
  const reached = expectedSoFar(run, now) ?? places[now.counted];
  const end = zoomed ? Math.min(t.at(-1), Math.max(1.6 * last, 2)) : t.at(-1);
  const beyond = t.findIndex((at) => at > end);
  const shown = t.slice(0, beyond < 0 ? t.length : beyond + 1);
  const curves = [lower, upper].map((curve) => shown.map((at, i) => [at, curve.values[i]]));
  const runs = inner.map(({ values }) => values.map((y, i) => [places[i], y]).filter(([, y]) => y !== null));
  const heights = [...curves.flat(), ...runs.flat()].filter(([x]) => x <= end).map(([, y]) => y);
  const chart = makeChart(now.id, width, [0, end * (zoomed ? 1 : 1.06)], heights, `${run.squeeze.counts} ${counter}`);
  const rising = curves.some((curve) => curve.at(-1)[1] > curve[0][1]);

  let picture = band(chart, curves);
  for (const curve of curves) {
    picture += path(curve.map(chart.place), { stroke: paint("mute"), "stroke-width": 1.8 });
  }
  const noRoomAt = `${counter} = ${figure(meets)}`;
  if (meets <= end) picture += noRoom(chart, meets, curves[1], noRoomAt, rising);
  const lines = [...curves, ...runs].map((points) => points.map(chart.place));
  const candidates = (rising ? [0.42, 0.6, 0.3, 0.75] : [0.5, 0.3, 0.7, 0.18, 0.85]).map((part) => part * end);
  picture += nameCurve(chart, curves[1], candidates, upper.label, true, lines);
  picture += nameCurve(chart, curves[0], candidates.reverse(), lower.label, false, lines);
  const names = inner.map(({ label }, i) => ({ text: label, colour: COLOURS[i % COLOURS.length], look: "mb-math" }));
  runs.forEach((points, i) => {
    const past = points.filter(([x]) => x <= reached);
    picture += series(chart, points, past, names[i].colour, points.length <= DOTTED);
  });
  const clipped = tag("g", { "clip-path": `url(#${now.id}-chart)` }, picture);
  return { picture: chart.axes + clipped + key(chart, names), height: chart.height };
}

export function follow(run, i, now, width) {
  const sides = ["lhs", "rhs"].map((side) =>
    run.lines[i][side].map((number, k) => [k + 1, value(number ?? NaN)]).filter(([, y]) => Number.isFinite(y)));
  const all = sides.flat();
  const end = Math.max(...all.map(([x]) => x), 1) * 1.06;
  const chart = makeChart(now.id, width, [0, end], all.map(([, y]) => y), "t");
  const past = sides.map((points) => (run.proof[i].always ? points : points.filter(([x]) => x <= now.event)));
  let picture = sides.map((points, side) => series(chart, points, past[side], SIDES[side].colour, points.length <= DOTTED)).join("");
  if (numbersOf(run, i, now.event)?.broken && past[0].length) {
    picture += circle(chart.place(past[0].at(-1)), 8, { fill: "none", stroke: paint("neg"), "stroke-width": 2 });
  }
  return { picture: chart.axes + picture + key(chart, SIDES), height: chart.height };
}

// Axes for x in a range and for the given values of y, and the place of a point.
export function makeChart(id, width, [x0, x1], ys, name) {
  const height = Math.round(Math.min(320, Math.max(230, 0.56 * width)));
  const [left, right, top, bottom] = [38, width - 8, 12 + LABEL, height - 38];
  const [low, high] = spread(ys);
  const X = (x) => left + ((right - left) * (x - x0)) / (x1 - x0);
  const Y = (y) => bottom - ((bottom - top) * (y - low)) / (high - low);
  const frame = tag("rect", { x: left, y: 0, width: right - left, height: bottom + 1 });
  let axes = tag("clipPath", { id: `${id}-chart` }, frame);
  for (const y of ticks(low, high, 4)) {
    axes += line([left, Y(y)], [right, Y(y)], { stroke: paint("rule") });
    axes += words(left - 6, Y(y) + 4, figure(y), { "text-anchor": "end", class: "mb-tick" });
  }
  axes += line([left, bottom], [right, bottom], { stroke: paint("mute") });
  for (const x of ticks(x0, x1, width < 360 ? 4 : 6, true)) {
    axes += words(X(x), bottom + 16, x, { "text-anchor": "middle", class: "mb-tick" });
  }
  axes += words(right, bottom + 33, name, { "text-anchor": "end", class: "mb-tick" });
  return { axes, place: ([x, y]) => [X(x), Y(y)], left, right, top, bottom, height };
}

// The ends of an axis for these values; the axis begins at 0 if that is not far away.
function spread(ys) {
  let [low, high] = [Math.min(...ys), Math.max(...ys)];
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  if (low > 0 && low < 0.4 * high) low = 0;
  const room = high - low;
  return [low - (low === 0 ? 0.02 : 0.06) * room, high + 0.09 * room];
}

// The room between two curves.
function band(chart, [lower, upper]) {
  const above = upper.filter(([, y], i) => lower[i][1] <= y);
  const below = lower.filter(([, y], i) => y <= upper[i][1]).reverse();
  return path([...above, ...below].map(chart.place), { fill: paint("gold"), "fill-opacity": 0.14, stroke: "none" });
}

// The run: its past in full colour, its future faint.
export function series(chart, points, past, colour, dots) {
  const look = { stroke: paint(colour), "stroke-width": 2.4 };
  const places = past.map(chart.place);
  let drawn = path(points.map(chart.place), { ...look, "stroke-opacity": 0.22 }) + path(places, look);
  if (dots) drawn += places.map((place) => circle(place, 2.8, { fill: paint(colour) })).join("");
  if (past.length) {
    drawn += circle(places.at(-1), 4.6, { fill: paint(colour), stroke: paint("paper"), "stroke-width": 1.5 });
  }
  return drawn;
}

// A curve's formula, at the first of these places where it covers nothing; if possible, not between the curves.
function nameCurve(chart, curve, places, text, outside, lines) {
  if (!Number.isNaN(Number(text))) return ""; // the axis shows the number
  const found = [outside, !outside].flatMap((side) => places.map((x) => placeName(chart, curve, x, text, side)));
  const [x, y] = found.find((place) => !lines.some((line) => touches(line, place, LETTER * text.length))) ?? found[0];
  return words(x, y, text, { class: "mb-math mb-mute mb-halo" });
}

// The place where the name begins.
function placeName(chart, curve, x, text, outside) {
  const i = Math.max(1, curve.findIndex(([at]) => at >= x));
  const slope = curve[i][1] - curve[i - 1][1];
  const above = outside || slope === 0;
  const wide = LETTER * text.length, points = curve.map(chart.place), [px, py] = points[i];
  const start = slope === 0 ? px - wide / 2 : slope > 0 === above ? px - wide - 7 : px + 7;
  const left = Math.min(Math.max(start, chart.left), chart.right - wide);
  // clear of the curve over the name's whole width, even after a shift
  const along = points.filter(([at]) => left <= at && at <= left + wide).map(([, at]) => at);
  const y = above ? Math.min(py, ...along) - 8 : Math.max(py, ...along) + 17;
  return [left, Math.min(Math.max(y, chart.top + 8), chart.bottom - 6)];
}

// Whether a line through points runs through a name.
const touches = (points, [left, y], wide) => points.slice(1).some(([x1, y1], i) => {
  const [x0, y0] = points[i];
  return Array.from({ length: 9 }, (_, k) => [x0 + ((x1 - x0) * k) / 8, y0 + ((y1 - y0) * k) / 8])
    .some(([at, height]) => left < at && at < left + wide && y - 11 < height && height < y + 3);
});

// The mark where the curves meet.
function noRoom(chart, meets, upper, place, rising) {
  const i = Math.max(1, upper.findIndex(([t]) => t >= meets));
  const [[t0, y0], [t1, y1]] = [upper[i - 1], upper[i]];
  const [x, y] = chart.place([meets, y0 + ((y1 - y0) * (meets - t0)) / (t1 - t0)]);
  const [from, to] = rising ? [chart.bottom, y] : [chart.top, chart.bottom];
  const left = x > (chart.left + chart.right) / 2;
  const text = `${chart.right < 380 ? "" : "no room left: "}${place}`;
  const look = { "text-anchor": left ? "end" : "start", class: "mb-word mb-neg" };
  return line([x, from], [x, to], { stroke: paint("neg"), "stroke-dasharray": "4 3" })
    + circle([x, y], 4, { fill: paint("neg") })
    + words(x + (left ? -7 : 7), rising ? chart.bottom - 8 : chart.top + 10, text, look);
}

// The key to the colours, in rows above the curves.
export function key(chart, entries) {
  let [x, y] = [chart.left, LABEL - 4];
  return entries.map(({ text, colour, look = "mb-word" }) => {
    const wide = 26 + LETTER * text.length;
    if (x > chart.left && x + wide > chart.right) [x, y] = [chart.left, y + LABEL];
    const [from, at] = [x, y - 4];
    x += wide;
    return line([from, at], [from + 14, at], { stroke: paint(colour), "stroke-width": 3 })
      + words(from + 19, y, text, { class: `${look} mb-${colour}` });
  }).join("");
}
