// Three weights that sum to one, as a point of a triangle; around u, where the proof says that it must be.

import { path, tag, words } from "../markup.js";

export function simplex(scene, run, now, width) {
  const side = Math.min(width - 76, 400);
  const height = Math.round(side * Math.sqrt(3) / 2) + 56;
  const [left, top] = [(width - side) / 2, 26];
  const bottom = top + (side * Math.sqrt(3)) / 2;
  const place = ([b, c]) => [left + side * (b + c / 2), bottom - (side * c * Math.sqrt(3)) / 2];
  const closed = (points) => [...points, points[0]].map(place);
  const corners = [[0, 0], [1, 0], [0, 1]];

  let picture = path(closed(corners), { stroke: "var(--mb-mute)", "stroke-width": 1.4 });
  scene.allowed.forEach((line, t) => {
    if (line.length && t !== now.updates) picture += path(closed(line), { stroke: "var(--mb-gold)", "stroke-opacity": 0.4 });
  });
  const room = scene.allowed[now.updates];
  if (room.length) picture += path(closed(room), { fill: "var(--mb-gold)", "fill-opacity": 0.16, stroke: "var(--mb-gold)", "stroke-width": 2.2 });
  picture += words(left - 4, bottom + 18, "all on w₁", { class: "mb-tick" })
    + words(left + side + 4, bottom + 18, "all on w₂", { "text-anchor": "end", class: "mb-tick" })
    + words(left + side / 2, top - 10, "all on w₃", { "text-anchor": "middle", class: "mb-tick" });
  const steps = scene.path.map(place);
  picture += path(steps, { stroke: "var(--mb-pos)", "stroke-opacity": 0.22, "stroke-width": 2 });
  picture += path(steps.slice(0, now.updates + 1), { stroke: "var(--mb-pos)", "stroke-width": 2.4 });
  for (const [x, y] of steps.slice(0, now.updates + 1)) picture += tag("circle", { cx: x, cy: y, r: 3.2, fill: "var(--mb-pos)" });
  const [ux, uy] = place(scene.u);
  picture += star(ux, uy, 9) + words(ux + 13, uy + 4, "u", { class: "mb-math mb-line mb-halo" });
  const [x, y] = steps[now.updates];
  picture += tag("circle", { cx: x, cy: y, r: 6, fill: "var(--mb-pos)", stroke: "var(--mb-paper)", "stroke-width": 2 })
    + words(x - 10, y - 8, "w", { "text-anchor": "end", class: "mb-math mb-pos mb-halo" });
  return { picture, height };
}

function star(x, y, r) {
  const points = [...Array(10)].map((_, i) => {
    const [angle, radius] = [(Math.PI * i) / 5, i % 2 ? 0.42 * r : r];
    return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return tag("polygon", { points: points.join(" "), fill: "var(--mb-line)", stroke: "var(--mb-paper)", "stroke-width": 1 });
}
