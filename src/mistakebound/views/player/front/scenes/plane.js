// A linear learner in the plane: the examples, the boundary and its weights, before the round and after it.

import { arrow, mark, path, tag, words } from "../markup.js";

export function plane(scene, run, now, width) {
  const size = Math.min(width, 470);
  const { points, labels, constant: c, u } = scene;
  const centre = c ? middle(points) : [0, 0];
  const half = 1.14 * Math.max(...points.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))) || 1;
  const [cx, cy, r] = [width / 2, size / 2, size / 2 - 2];
  const place = ([x, y]) => [cx + (r * (x - centre[0])) / half, cy - (r * (y - centre[1])) / half];
  const after = scene.weights[now.updates];
  const before = now.update ? scene.weights[now.updates - 1] : null;
  const longest = Math.max(...scene.weights.map(([x, y]) => Math.hypot(x, y))) || 1;
  const reach = (w) => { // the tip of the weights, on one scale for the whole run
    const [x, y] = foot(w, c, centre, half);
    return [[x, y], [x + (0.62 * half * w[0]) / longest, y + (0.62 * half * w[1]) / longest]].map(place);
  };

  let picture = tag("clipPath", { id: `${now.id}-disc` }, tag("circle", { cx, cy, r }));
  let inside = tag("circle", { cx, cy, r, fill: "var(--mb-neg)", "fill-opacity": 0.09 }) + side(after, c, centre, half, place);
  if (u) inside += boundary(u, c, centre, half, place, { stroke: "var(--mb-line)", "stroke-width": 1.4, "stroke-dasharray": "1 5", "stroke-linecap": "round" });
  if (before) inside += boundary(before, c, centre, half, place, { stroke: "var(--mb-mute)", "stroke-width": 1.4, "stroke-dasharray": "5 4" });
  inside += boundary(after, c, centre, half, place, { stroke: "var(--mb-ink)", "stroke-width": 2.2 });
  picture += tag("g", { "clip-path": `url(#${now.id}-disc)` }, inside);
  const small = points.length > 60 ? 3.4 : 4.2;
  points.forEach((point, i) => { picture += mark(...place(point), labels[i] > 0, small); });
  if (now.frame) {
    const i = now.round % points.length;
    picture += mark(...place(points[i]), labels[i] > 0, small + 2.6, { stroke: now.update ? "var(--mb-gold)" : "var(--mb-mute)", "stroke-width": 3 });
  }
  if (before) {
    const [, tip] = reach(before);
    const [, newTip] = c ? reach(before).map((p, k) => (k ? shifted(p, before, after, longest, half, r) : p)) : reach(after);
    picture += arrow(reach(before)[0], tip, "var(--mb-mute)", 1.6) + arrow(tip, newTip, "var(--mb-hot)", 3.4);
  }
  if (u) picture += named(place(centre), place([centre[0] + 0.86 * half * unit(u)[0], centre[1] + 0.86 * half * unit(u)[1]]), "u", "line", 2.4);
  picture += named(...reach(after), "w", "ink", 2.8);
  return { picture, height: size };
}

const unit = ([x, y]) => [x / (Math.hypot(x, y) || 1), y / (Math.hypot(x, y) || 1)];

function middle(points) {
  const range = (k) => points.map((point) => point[k]);
  return [0, 1].map((k) => (Math.min(...range(k)) + Math.max(...range(k))) / 2);
}

const score = (w, c, [x, y]) => w[0] * x + w[1] * y + (c ? c * w[2] : 0);

// Where the arrow of the weights stands: on the boundary, next to the centre, if that is near enough.
function foot(w, c, centre, half) {
  const square = w[0] ** 2 + w[1] ** 2;
  if (!c || !square) return centre;
  const k = score(w, c, centre) / square;
  return Math.hypot(k * w[0], k * w[1]) < half / 2 ? [centre[0] - k * w[0], centre[1] - k * w[1]] : centre;
}

const shifted = ([x, y], before, after, longest, half, r) =>
  [x + (0.62 * r * (after[0] - before[0])) / longest, y - (0.62 * r * (after[1] - before[1])) / longest];

// Two points far out on the boundary, or none if there is no boundary.
function ends(w, c, centre, half) {
  const square = w[0] ** 2 + w[1] ** 2;
  if (!square) return null;
  const k = score(w, c, centre) / square;
  const [x, y] = [centre[0] - k * w[0], centre[1] - k * w[1]];
  const [dx, dy] = unit([-w[1], w[0]]);
  return [[x + 3 * half * dx, y + 3 * half * dy], [x - 3 * half * dx, y - 3 * half * dy]];
}

function boundary(w, c, centre, half, place, look) {
  const line = ends(w, c, centre, half);
  return line ? path(line.map(place), look) : "";
}

function side(w, c, centre, half, place) {
  const line = ends(w, c, centre, half);
  if (!line) return "";
  const [dx, dy] = unit(w);
  const far = ([x, y]) => [x + 6 * half * dx, y + 6 * half * dy];
  return path([line[0], line[1], far(line[1]), far(line[0])].map(place), { fill: "var(--mb-paper)", stroke: "none" })
    + path([line[0], line[1], far(line[1]), far(line[0])].map(place), { fill: "var(--mb-pos)", "fill-opacity": 0.13, stroke: "none" });
}

function named(tail, tip, name, colour, width) {
  const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
  if (length < 2) return "";
  const [dx, dy] = [(tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length];
  return arrow(tail, tip, `var(--mb-${colour})`, width)
    + words(tip[0] + 11 * dx - 5 * dy, tip[1] + 11 * dy + 5 * dx + 5, name, { "text-anchor": "middle", class: `mb-math mb-${colour} mb-halo` });
}
