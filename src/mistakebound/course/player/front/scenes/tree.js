// A mistake tree and a walk down it: nature asks about the point of a node, and goes where the learner is wrong.

import { line, paint, tag, words } from "../markup.js";

export function tree(scene, run, now, width) {
  const depth = depthOf(scene.tree);
  const letters = Math.max(...leaves(scene.tree).map((name) => name.length));
  const turned = letters * 7.4 > width / 2 ** depth;
  const [top, gap] = [24, Math.min(76, 300 / depth)];
  const height = top + gap * depth + (turned ? 8 * letters + 12 : 30);
  const walk = scene.labels.slice(0, Math.max(now.round + 1, 0));
  const across = (way) => way.reduce((sum, label, level) => sum + (label * 0.25) / 2 ** level, 0.5);
  const place = (way) => [width * across(way), top + gap * way.length];

  let [branches, nodes] = ["", ""];
  const draw = (node, way) => {
    const walked = way.every((label, level) => label === walk[level]);
    const at = place(way);
    if (way.length) {
      const newest = walked && way.length === walk.length;
      branches += branch(place(way.slice(0, -1)), at, way.at(-1), walked, newest);
    }
    if (typeof node === "string") {
      nodes += nameLeaf(at, node, walked, turned);
    } else {
      const [question, minus, plus] = node;
      const asked = walked && way.length === Math.max(walk.length - 1, 0);
      nodes += nameNode(at, question, walked, asked);
      draw(minus, [...way, -1]);
      draw(plus, [...way, 1]);
    }
  };
  draw(scene.tree, []);
  const legend = "Each box is a question. Thick: nature's path, which always goes where the learner is wrong.";
  return { title: "The mistake tree", legend, picture: branches + nodes, height };
}

const depthOf = (node) => (typeof node === "string" ? 0 : 1 + depthOf(node[1]));
const leaves = (node) => (typeof node === "string" ? [node] : [...leaves(node[1]), ...leaves(node[2])]);

function branch(from, to, label, walked, newest) {
  const colour = newest ? "hot" : walked ? "ink" : "rule";
  const [x, y] = [(from[0] + to[0]) / 2 + 9 * label, (from[1] + to[1]) / 2 + 3];
  const look = { "text-anchor": "middle", class: `mb-word mb-halo mb-${label > 0 ? "pos" : "neg"}` };
  return line(from, to, { stroke: paint(colour), "stroke-width": walked ? 3.4 : 1.4 })
    + words(x, y, label > 0 ? "+" : "−", look);
}

function nameNode([x, y], name, walked, asked) {
  const width = Math.max(7.6 * name.length + 12, 22);
  const stroke = paint(asked ? "gold" : walked ? "ink" : "mute");
  const look = { fill: paint("paper"), stroke, "stroke-width": asked ? 3 : 1.4 };
  return tag("rect", { x: x - width / 2, y: y - 12, width, height: 24, rx: 6, ...look })
    + words(x, y + 4.5, name, { "text-anchor": "middle", class: "mb-word mb-name" });
}

function nameLeaf([x, y], name, walked, turned) {
  const look = { class: `mb-name ${walked ? "mb-word" : "mb-tick"}` };
  if (!turned) return words(x, y + 14, name, { "text-anchor": "middle", ...look });
  const transform = `translate(${x.toFixed(1)} ${(y + 6).toFixed(1)}) rotate(-90)`;
  return words(0, 0, name, { transform, dy: 4, "text-anchor": "end", ...look });
}
