// What is left: the concepts (or literals), the label each gives to the example shown, and those it rules out.

import { paint, tag, words } from "../markup.js";

// Bit i of a string of hexadecimal digits.
export const bitOf = (hex, i) => (parseInt(hex[i >> 2], 16) >> (3 - (i & 3))) & 1;

export function remaining(scene, run, now, width) {
  const example = now.frame - 1;
  const before = now.update ? now.updates - 1 : now.updates; // the state that predicted
  const grid = makeGrid(scene.names, width);
  let cells = "";
  let [plus, minus] = [0, 0];
  scene.names.forEach((name, k) => {
    const gone = scene.gone[k] >= 0 && scene.gone[k] <= before;
    const out = now.update && scene.gone[k] === now.updates;
    const says = example < 0 ? null : bitOf(scene.values[example], k);
    if (!gone && says === 1) plus++;
    if (!gone && says === 0) minus++;
    cells += cell(grid.box(k), grid.named ? name : "", gone, out, says);
  });
  const left = scene.gone.filter((t) => t < 0 || t > now.updates).length;
  const told = heading(scene, example, left, plus, minus);
  const legend = "Blue: says +1 of the example shown, or is true of it; orange: the opposite. Struck out: ruled out now; empty: ruled out before.";
  return { title: "What is left", legend, picture: told + cells, height: grid.height };
}

// A cell for each name, with room for the names if they are short enough.
function makeGrid(names, width) {
  const N = names.length;
  const longest = Math.max(...names.map((name) => name.length));
  const columns = Math.min(N, Math.floor((width - 4) / (7.6 * longest + 22)));
  const named = columns > 0 && Math.ceil(N / columns) * 28 < 1.4 * Math.max(width, 300);
  const side = (width - 4) / Math.ceil(Math.sqrt(N / 0.85));
  const [w, h] = named ? [(width - 4) / columns, 28] : [side, side];
  const perRow = Math.round((width - 4) / w);
  const box = (k) => ({ x: 2 + (k % perRow) * w, y: 46 + Math.floor(k / perRow) * h, w, h });
  return { named, box, height: 54 + Math.ceil(N / perRow) * h };
}

function cell(box, name, gone, out, says) {
  const { x, y, w, h } = box;
  const rect = { x: x + 1.5, y: y + 1.5, width: w - 3, height: h - 3, rx: 3 };
  if (gone) return tag("rect", { ...rect, fill: "none", stroke: paint("rule") }) + label(box, name, "mb-gone");
  const colour = paint(says === null ? "mute" : says ? "pos" : "neg");
  const look = out
    ? { fill: colour, "fill-opacity": 0.08, stroke: colour, "stroke-width": 1, "stroke-dasharray": "3 2" }
    : { fill: colour, "fill-opacity": 0.24, stroke: colour, "stroke-width": 1.6, "stroke-dasharray": "none" };
  const d = `M${x + 4},${y + h - 4}L${x + w - 4},${y + 4}`;
  const crossed = out && !name ? tag("path", { d, stroke: paint("ink"), "stroke-width": 1.6 }) : "";
  return tag("rect", { ...rect, ...look }) + crossed + label(box, name, out ? "mb-gone" : "mb-word");
}

function label({ x, y, w, h }, name, look) {
  return name && words(x + w / 2, y + h / 2 + 4.5, name, { "text-anchor": "middle", class: `${look} mb-name` });
}

function heading({ noun, labels }, example, left, plus, minus) {
  if (example < 0) return words(2, 16, `${left} ${noun}, before the first round`, { class: "mb-word" });
  const [yes, no] = noun === "literals" ? ["are true", "are false"] : ["say +1", "say −1"];
  const said = tag("tspan", { class: "mb-pos" }, `${plus} ${yes}`)
    + ", " + tag("tspan", { class: "mb-neg" }, `${minus} ${no}`);
  const nouns = left === 1 ? noun.slice(0, -1) : noun;
  return tag("text", { x: 2, y: 16, class: "mb-word" }, said)
    + words(2, 35, `the label is ${labels[example] > 0 ? "+1" : "−1"}; ${left} ${nouns} left`, { class: "mb-word" });
}
