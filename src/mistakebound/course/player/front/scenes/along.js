// The plane through u and w, in any dimension: how far w has come along u, and how far w is from the line of u. After t
// mistakes w is at least t steps along, and ‖w‖² is at most t reach². The corner of this room moves on a half circle.

import { arrow, circle, line, paint, path, words } from "../markup.js";
import { named } from "./plane.js";

export function along(scene, run, now, width) {
  const { step, reach } = scene, t = now.updates;
  const across = reach ** 2 / step; // the diameter of the half circle
  const [left, right, top] = [12, width - 26, 18];
  const scale = (right - left) / across, bottom = top + Math.ceil(scale * across / 2) + 4;
  const place = ([x, y]) => [left + scale * x, bottom - scale * y];
  const arc = (from, to, centre, radius) => Array.from({ length: 49 }, (_, i) => {
    const angle = from + ((to - from) * i) / 48;
    return place([centre + radius * Math.cos(angle), radius * Math.sin(angle)]);
  });

  let picture = path(arc(Math.PI, 0, across / 2, across / 2), { stroke: paint("mute"), "stroke-dasharray": "2 4" });
  const far = reach * Math.sqrt(t), least = step * t;
  if (t && least < far) {
    const room = [place([least, 0]), ...arc(Math.acos(least / far), 0, 0, far), place([least, 0])];
    picture += path(room, { fill: paint("gold"), "fill-opacity": 0.22, stroke: paint("gold"), "stroke-width": 2 });
  }
  picture += line(place([0, 0]), [width, bottom], { stroke: paint("line"), "stroke-dasharray": "1 5", "stroke-linecap": "round" })
    + arrow(place([0, 0]), place([across, 0]), paint("line"), 1.6)
    + words(right + 4, bottom - 8, "u", { class: "mb-math mb-line mb-halo" });
  const steps = scene.path.map(place), past = steps.slice(0, t + 1);
  picture += path(steps, { stroke: paint("pos"), "stroke-opacity": 0.22, "stroke-width": 2 });
  picture += path(past, { stroke: paint("pos"), "stroke-width": 2.2 });
  if (now.update) picture += arrow(past.at(-2), past.at(-1), paint("hot"), 3.4);
  picture += named(place([0, 0]), past.at(-1), "w", "ink", 2.4) + circle(past.at(-1), 4, { fill: paint("pos") });
  picture += words(left, bottom + 18, `along u: at least ${t} steps`, { class: "mb-tick" });
  const legend = "Across: how far w has come along u; up: how far it is off u. Gold: where the proof lets w be now. Dotted: where w would be if no step were wasted.";
  return { title: "The plane through u and w", legend, picture, height: bottom + 26 };
}
