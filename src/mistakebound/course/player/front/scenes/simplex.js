// Three weights that sum to one, as a point of a triangle; the region around u where the proof says w must be.

import { circle, paint, path, tag, words } from "../markup.js";

export function simplex(scene, run, now, width) {
  const side = Math.min(width - 76, 400);
  const tall = (side * Math.sqrt(3)) / 2;
  const [left, top] = [(width - side) / 2, 26];
  const bottom = top + tall;
  const place = ([b, c]) => [left + side * (b + c / 2), bottom - tall * c];
  const closed = (points, look) => path([...points, points[0]].map(place), look);

  let picture = closed([[0, 0], [1, 0], [0, 1]], { stroke: paint("mute"), "stroke-width": 1.4 });
  scene.allowed.forEach((line, t) => {
    if (line.length && t !== now.updates) picture += closed(line, { stroke: paint("gold"), "stroke-opacity": 0.4 });
  });
  const room = scene.allowed[now.updates];
  const filled = { fill: paint("gold"), "fill-opacity": 0.16, stroke: paint("gold"), "stroke-width": 2.2 };
  if (room.length) picture += closed(room, filled);
  picture += words(left - 4, bottom + 18, "all on w₁", { class: "mb-tick" })
    + words(left + side + 4, bottom + 18, "all on w₂", { "text-anchor": "end", class: "mb-tick" })
    + words(left + side / 2, top - 10, "all on w₃", { "text-anchor": "middle", class: "mb-tick" });

  const steps = scene.path.map(place);
  const past = steps.slice(0, now.updates + 1);
  picture += path(steps, { stroke: paint("pos"), "stroke-opacity": 0.22, "stroke-width": 2 });
  picture += path(past, { stroke: paint("pos"), "stroke-width": 2.4 });
  for (const step of past) picture += circle(step, 3.2, { fill: paint("pos") });
  const [ux, uy] = place(scene.u);
  picture += star(ux, uy, 9) + words(ux + 13, uy + 4, "u", { class: "mb-math mb-line mb-halo" });
  const [x, y] = past.at(-1);
  picture += circle([x, y], 6, { fill: paint("pos"), stroke: paint("paper"), "stroke-width": 2 })
    + words(x - 10, y - 8, "w", { "text-anchor": "end", class: "mb-math mb-pos mb-halo" });
  const legend = "Each point is three weights that sum to one. Star: u, hidden from the learner. Gold: where the proof says that w must be.";
  return { title: "The triangle of weights", legend, picture, height: Math.round(tall) + 56 };
}

function star(x, y, r) {
  const points = [...Array(10)].map((_, i) => {
    const [angle, radius] = [(Math.PI * i) / 5, i % 2 ? 0.42 * r : r];
    return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  const look = { fill: paint("line"), stroke: paint("paper"), "stroke-width": 1 };
  return tag("polygon", { points: points.join(" "), ...look });
}
