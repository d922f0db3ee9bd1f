// A mistake tree and the walk down it: nature asks about the point of a node, and goes where the learner is wrong.

import { tag, words } from "../markup.js";

export function tree(scene, run, now, width) {
  const depth = depthOf(scene.tree);
  const leaf = Math.max(...leaves(scene.tree).map((name) => name.length));
  const turned = leaf * 7.4 > width / 2 ** depth;
  const [top, gap] = [24, Math.min(76, 300 / depth)];
  const height = top + gap * depth + (turned ? 8 * leaf + 12 : 30);
  const walk = scene.labels.slice(0, Math.max(now.round + 1, 0));
  const place = (path) => [width * (0.5 + path.reduce((sum, y, level) => sum + (y * 0.25) / 2 ** level, 0)), top + gap * path.length];
  let [branches, nodes] = ["", ""];

  const draw = (node, path) => {
    const walked = path.every((y, level) => y === walk[level]);
    const [x, y] = place(path);
    if (path.length) branches += branch(place(path.slice(0, -1)), [x, y], path.at(-1), walked, walked && path.length === walk.length);
    if (typeof node === "string") nodes += nameLeaf(x, y, node, walked, turned);
    else {
      nodes += nameNode(x, y, node[0], walked, walked && path.length === Math.max(walk.length - 1, 0));
      draw(node[1], [...path, -1]);
      draw(node[2], [...path, 1]);
    }
  };
  draw(scene.tree, []);
  return { picture: branches + nodes, height };
}

const depthOf = (node) => (typeof node === "string" ? 0 : 1 + depthOf(node[1]));
const leaves = (node) => (typeof node === "string" ? [node] : [...leaves(node[1]), ...leaves(node[2])]);

function branch([x0, y0], [x, y], label, walked, newest) {
  const colour = newest ? "hot" : walked ? "ink" : "rule";
  const [mx, my] = [(x0 + x) / 2 + 9 * label, (y0 + y) / 2];
  return tag("line", { x1: x0, y1: y0, x2: x, y2: y, stroke: `var(--mb-${colour})`, "stroke-width": walked ? 3.4 : 1.4 })
    + words(mx, my + 3, label > 0 ? "+" : "−", { "text-anchor": "middle", class: `mb-word mb-halo mb-${label > 0 ? "pos" : "neg"}` });
}

function nameNode(x, y, name, walked, asked) {
  const width = Math.max(7.6 * name.length + 12, 22);
  return tag("rect", { x: x - width / 2, y: y - 12, width, height: 24, rx: 6, fill: "var(--mb-paper)", stroke: `var(--mb-${asked ? "gold" : walked ? "ink" : "mute"})`, "stroke-width": asked ? 3 : 1.4 })
    + words(x, y + 4.5, name, { "text-anchor": "middle", class: "mb-word mb-name" });
}

const nameLeaf = (x, y, name, walked, turned) => turned
  ? words(0, 0, name, { transform: `translate(${x.toFixed(1)} ${(y + 6).toFixed(1)}) rotate(-90)`, dy: 4, "text-anchor": "end", class: `mb-name ${walked ? "mb-word" : "mb-tick"}` })
  : words(x, y + 14, name, { "text-anchor": "middle", class: `mb-name ${walked ? "mb-word" : "mb-tick"}` });
