// A quasi-additive learner, twice: the plane of its weights w, and the plane of z, to which each mistake adds a signed
// example. The potential is constant on the line through z; w is at right angles to this line.

import { arrow, circle, line, paint, path, tag, words } from "../markup.js";
import { named, plane, unit } from "./plane.js";

export function link(scene, run, now, width) {
  const size = Math.min((width - GAP) / 2, 200);
  const under = (name) => words(size / 2, size + 18, name, { class: "mb-tick", "text-anchor": "middle" });
  const weights = plane(scene, run, now, size).picture + under("the weights w");
  const memory = drawMemory(scene, now, size) + under("the memory z");
  const picture = tag("g", {}, weights) + tag("g", { transform: `translate(${size + GAP} 0)` }, memory);
  const legend = "Left: circles are +1, squares −1; green: u, hidden from the learner. Right: z, the sum of the signed mistakes; gold: its level line.";
  return { title: "One memory, two planes", legend, picture, height: Math.round(size) + 26 };
}

function drawMemory({ z, levels, weights }, now, size) {
  const half = 1.3 * Math.max(...z.map(([x, y]) => Math.hypot(x, y))) || 1;
  const place = ([x, y]) => [(size / 2) * (1 + x / half), (size / 2) * (1 - y / half)];
  const t = now.updates;
  const frame = { x: 1, y: 1, width: size - 2, height: size - 2, rx: 4 };
  const axes = line([0, size / 2], [size, size / 2], RULE) + line([size / 2, 0], [size / 2, size], RULE);
  let ground = axes + path(z.map(place), { stroke: paint("pos"), "stroke-opacity": 0.22, "stroke-width": 2 });
  if (levels[t].length) ground += path([...levels[t], levels[t][0]].map(place), LEVEL);

  let picture = tag("clipPath", { id: `${now.id}-memory` }, tag("rect", frame))
    + tag("g", { "clip-path": `url(#${now.id}-memory)` }, ground)
    + tag("rect", { ...frame, fill: "none", stroke: paint("rule") });
  picture += path(z.slice(0, t + 1).map(place), { stroke: paint("pos"), "stroke-width": 2 });
  if (now.update) picture += arrow(place(z[t - 1]), place(z[t]), paint("hot"), 3.4);
  const [x, y] = z[t];
  const [dx, dy] = unit(weights[t]);
  const tip = [x + 0.3 * half * dx, y + 0.3 * half * dy];
  if (dx || dy) picture += named(place(z[t]), place(tip), "w", "ink", 2.4);
  return picture + circle(place(z[t]), 4.5, { fill: paint("pos"), stroke: paint("paper"), "stroke-width": 1.5 });
}

const GAP = 12;
const RULE = { stroke: paint("rule"), "stroke-width": 1 };
const LEVEL = { stroke: paint("gold"), "stroke-width": 2.2, fill: paint("gold"), "fill-opacity": 0.12 };
