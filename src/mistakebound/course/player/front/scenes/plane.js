// A linear learner in the plane: the examples, the boundary and the weights, before and after the round.
// A boundary is the line n · x + b = 0; an arrow shows its normal n.

import { arrow, circle, mark, paint, path, tag, words } from "../markup.js";

export function plane(scene, run, now, width) {
  const size = seenIn(width);
  const { points, labels, constant, u } = scene;
  const view = makeView(scene, width, size);
  const boundaryOf = ([x, y, bias]) => ({ normal: [x, y], offset: constant ? constant * bias : 0 });
  const after = boundaryOf(scene.weights[now.updates]);
  const before = now.update ? boundaryOf(scene.weights[now.updates - 1]) : null;
  const scale = (0.62 * view.half) / (Math.max(...scene.weights.map(([x, y]) => Math.hypot(x, y))) || 1);

  const disc = tag("clipPath", { id: `${now.id}-disc` }, circle(view.middle, view.radius));
  let ground = circle(view.middle, view.radius, { fill: paint("neg"), "fill-opacity": 0.09 }) + tint(after, view);
  if (u) ground += straight(boundaryOf(u), view, { ...DOTS, stroke: paint("line") });
  for (const gap of scene.gamma ? [scene.gamma, -scene.gamma] : []) { // the promise, to be hurt
    ground += straight({ normal: u, offset: gap }, view, { stroke: paint("line"), "stroke-opacity": 0.6 });
  }
  if (before) ground += straight(before, view, { ...DASHES, stroke: paint("mute") });
  ground += straight(after, view, { stroke: paint("ink"), "stroke-width": 2.2 });

  let picture = disc + tag("g", { "clip-path": `url(#${now.id}-disc)` }, ground);
  const small = points.length > 60 ? 3.4 : 4.2;
  points.forEach((point, i) => { picture += mark(view.place(point), labels[i] > 0, small); });
  if (now.frame) {
    const i = now.round % points.length;
    const ring = { stroke: paint(now.update ? "gold" : "mute"), "stroke-width": 3 };
    picture += mark(view.place(points[i]), labels[i] > 0, small + 2.6, ring);
  }
  if (Number.isInteger(scene.held)) {
    picture += circle(view.place(points[scene.held]), 11, { fill: "none", stroke: paint("hot"), "stroke-width": 3 });
  }
  if (before) picture += updateArrows(before, after, scale, view);
  if (u) {
    picture += named(view.place(view.centre), view.place(view.tip(u)), "u", "line", 2.4);
  }
  const foot = footOf(after, view);
  picture += named(view.place(foot), view.place(shift(foot, after.normal, scale)), "w", "ink", 2.8);
  const legend = "Circles: +1, squares: −1. Green: u, hidden from the learner. Black: its weights w. Ringed: the example shown.";
  return { title: "The plane", legend, picture, height: size };
}

const seenIn = (width) => Math.min(width, 470);

// The map between points and places of a scene with this width.
export const eye = (scene, width) => makeView(scene, width, seenIn(width));

const DOTS = { "stroke-width": 1.4, "stroke-dasharray": "1 5", "stroke-linecap": "round" };
const DASHES = { "stroke-width": 1.4, "stroke-dasharray": "5 4" };

// The visible part of the plane. Without a bias all boundaries go through 0; with a bias, show where the points are.
// `half` fixes the distance from the centre to the edge, if it is not to depend on the points.
function makeView({ points, constant, half: fixed }, width, size) {
  const range = (k) => points.map((point) => point[k]);
  const between = (k) => (Math.min(...range(k)) + Math.max(...range(k))) / 2;
  const centre = constant && !fixed ? [between(0), between(1)] : [0, 0];
  const farthest = () => Math.max(...points.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1])));
  const half = fixed ?? (1.14 * farthest() || 1);
  const [middle, radius] = [[width / 2, size / 2], size / 2 - 2];
  const place = ([x, y]) =>
    [middle[0] + (radius * (x - centre[0])) / half, middle[1] - (radius * (y - centre[1])) / half];
  const find = ([x, y]) =>
    [centre[0] + (half * (x - middle[0])) / radius, centre[1] - (half * (y - middle[1])) / radius];
  const tip = (u) => shift(centre, unit(u), 0.86 * half);
  return { centre, half, middle, radius, place, find, tip, biased: Boolean(constant) };
}

const shift = ([x, y], [dx, dy], by) => [x + by * dx, y + by * dy];
export const unit = ([x, y]) => [x / (Math.hypot(x, y) || 1), y / (Math.hypot(x, y) || 1)];

// The point of a boundary nearest to the centre; none if there is no boundary.
function nearest({ normal: [x, y], offset }, { centre }) {
  const square = x ** 2 + y ** 2;
  return square ? shift(centre, [x, y], -(x * centre[0] + y * centre[1] + offset) / square) : null;
}

// The foot of the weights' arrow: on the boundary, if that is near enough.
function footOf(boundary, view) {
  const near = nearest(boundary, view);
  if (!view.biased || !near) return view.centre;
  return Math.hypot(near[0] - view.centre[0], near[1] - view.centre[1]) < view.half / 2 ? near : view.centre;
}

// Two points far out on the boundary, or none.
function ends(boundary, view) {
  const near = nearest(boundary, view);
  if (!near) return null;
  const [dx, dy] = unit([-boundary.normal[1], boundary.normal[0]]);
  return [shift(near, [dx, dy], 3 * view.half), shift(near, [dx, dy], -3 * view.half)];
}

function straight(boundary, view, look) {
  const line = ends(boundary, view);
  return line ? path(line.map(view.place), look) : "";
}

// The side on which the prediction is +1, in its colour.
function tint(boundary, view) {
  const line = ends(boundary, view);
  if (!line) return "";
  const far = (point) => shift(point, unit(boundary.normal), 6 * view.half);
  const side = [line[0], line[1], far(line[1]), far(line[0])].map(view.place);
  return path(side, { fill: paint("paper"), stroke: "none" })
    + path(side, { fill: paint("pos"), "fill-opacity": 0.13, stroke: "none" });
}

// The weights before the update, and the step from their tip.
function updateArrows(before, after, scale, view) {
  const foot = footOf(before, view);
  const [tip, newTip] = [before, after].map(({ normal }) => view.place(shift(foot, normal, scale)));
  return arrow(view.place(foot), tip, paint("mute"), 1.6) + arrow(tip, newTip, paint("hot"), 3.4);
}

export function named(tail, tip, name, colour, width) {
  const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
  if (length < 2) return "";
  const [dx, dy] = [(tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length];
  const look = { "text-anchor": "middle", class: `mb-math mb-${colour} mb-halo` };
  return arrow(tail, tip, paint(colour), width)
    + words(tip[0] + 11 * dx - 5 * dy, tip[1] + 11 * dy + 5 * dx + 5, name, look);
}
