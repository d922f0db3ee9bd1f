// The weights of a linear learner as bars, and the comparator as ticks, each on its own scale;
// or the signed counts of a kernel learner, a bar for each example.

import { line, paint, tag, words } from "../markup.js";

const NUMBERED = 20; // with more weights there is no room for numbers
const GREEN = { stroke: paint("line"), "stroke-width": 3 };

export function weights(scene, run, now, width) {
  const height = Math.round(Math.min(0.86 * width, 380));
  const [left, right, top, bottom] = [6, width - 6, 26, height - 44];
  const w = scene.weights[now.updates];
  const before = now.update ? scene.weights[now.updates - 1] : w;
  const example = now.update ? scene.examples[now.updates - 1] : null;
  const low = Math.min(0, ...scene.weights.map((each) => Math.min(...each)));
  const high = Math.max(...scene.weights.map((each) => Math.max(...each))) || 1;
  const Y = (value) => bottom - ((bottom - top) * (value - low)) / (high - low);
  const column = (right - left) / w.length;
  const bar = Math.max(1, 0.72 * column);
  const longest = scene.u ? Math.max(...scene.u.map(Math.abs)) || 1 : 1;
  const reach = (0.92 * Math.max(Math.abs(high), Math.abs(low))) / longest; // the comparator's scale

  let picture = "";
  w.forEach((value, j) => {
    const x = left + column * j + (column - bar) / 2;
    const across = (at, beyond, look) => line([x - beyond, at], [x + bar + beyond, at], look);
    const colour = example?.[j] > 0 ? "pos" : example?.[j] < 0 ? "neg" : "mute";
    const look = { fill: paint(colour), "fill-opacity": colour === "mute" ? 0.55 : 0.9 };
    const [y, zero] = [Y(value), Y(0)];
    picture += tag("rect", { x, y: Math.min(y, zero), width: bar, height: Math.abs(zero - y), ...look });
    if (before[j] !== value) {
      picture += across(Y(before[j]), 1, { stroke: paint("ink"), "stroke-width": 1.6, "stroke-dasharray": "3 2" });
    }
    if (scene.u?.[j]) picture += across(Y(reach * scene.u[j]), 1.5, GREEN);
    if (w.length <= NUMBERED) {
      picture += words(x + bar / 2, bottom + 16, j + 1, { "text-anchor": "middle", class: "mb-tick" });
    }
  });
  picture += line([left, Y(0)], [right, Y(0)], { stroke: paint("mute") });
  picture += words(left, 14, scene.bars, { class: "mb-word" });
  if (scene.u) {
    picture += line([right - 108, 10], [right - 92, 10], GREEN)
      + words(right, 14, "comparator u", { "text-anchor": "end", class: "mb-word mb-line" });
  }
  if (example) picture += colours(right, height - 4, width);
  if (w.length > NUMBERED) {
    const look = { "text-anchor": "middle", class: "mb-tick" };
    picture += words((left + right) / 2, bottom + 16, `${w.length} ${scene.places}`, look);
  }
  const legend = `Bars: the ${scene.bars}; green ticks: the comparator u, hidden from the learner, on a scale of its own.`;
  return { title: scene.title, legend, picture, height };
}

function colours(x, y, width) {
  const said = tag("tspan", { class: "mb-pos" }, "blue: raised")
    + ", " + tag("tspan", { class: "mb-neg" }, "orange: lowered") + (width < 330 ? "" : ", dashes: before");
  return tag("text", { x, y, "text-anchor": "end", class: "mb-tick" }, said);
}
