// The experts of a weighted vote: a bar for each, relative to the largest weight, coloured by the expert's label.

import { line, paint, tag, words } from "../markup.js";
import { bitOf } from "./remaining.js";

const NAMED = 14; // with more experts there is no room for names

export function experts(scene, run, now, width) {
  const height = Math.round(Math.min(0.8 * width, 380));
  const [left, right, top, bottom] = [6, width - 6, 62, height - 44];
  const example = now.frame - 1;
  const voted = scene.weights[now.update ? now.updates - 1 : now.updates];
  const after = scene.weights[now.updates];
  const most = Math.max(...voted);
  const column = (right - left) / voted.length;
  const bar = Math.max(1, 0.72 * column);

  let picture = "";
  const votes = [0, 0];
  voted.forEach((weight, k) => {
    const says = example < 0 ? null : bitOf(scene.values[example], k);
    if (says !== null) votes[says] += weight;
    const x = left + column * k + (column - bar) / 2;
    const colour = paint(says === null ? "mute" : says ? "pos" : "neg");
    const box = (value, look) => {
      const tall = ((bottom - top) * value) / most;
      return tag("rect", { x, y: bottom - tall, width: bar, height: tall, ...look });
    };
    picture += box(after[k], { fill: colour, "fill-opacity": 0.9 });
    if (after[k] < weight) {
      picture += box(weight, { fill: colour, "fill-opacity": 0.15, stroke: colour, "stroke-dasharray": "3 2" });
    }
    if (voted.length <= NAMED) {
      picture += words(x + bar / 2, bottom + 16, scene.names[k], { "text-anchor": "middle", class: "mb-tick" });
    }
  });
  picture += line([left, bottom], [right, bottom], { stroke: paint("mute") });
  picture += spoken(scene, example, votes);
  if (voted.length > NAMED) {
    const look = { "text-anchor": "middle", class: "mb-tick" };
    picture += words((left + right) / 2, bottom + 16, `${voted.length} experts`, look);
  }
  const look = { "text-anchor": "end", class: "mb-tick" };
  picture += words(right, height - 4, now.update ? "dashed: the weight lost" : "tallest bar: the largest weight", look);
  const legend = "A bar is an expert's weight: blue says +1, orange says −1.";
  return { title: "The weights of the experts", legend, picture, height };
}

function spoken(scene, example, votes) {
  if (example < 0) return words(2, 16, `${scene.names.length} experts, before the first round`, { class: "mb-word" });
  const share = (side) => `${Math.round((100 * votes[side]) / (votes[0] + votes[1]))} %`;
  const said = tag("tspan", { class: "mb-pos" }, `${share(1)} of the weight says +1`)
    + ", " + tag("tspan", { class: "mb-neg" }, `${share(0)} says −1`);
  return tag("text", { x: 2, y: 16, class: "mb-word" }, said)
    + words(2, 35, `the label is ${scene.labels[example] > 0 ? "+1" : "−1"}`, { class: "mb-word" });
}
