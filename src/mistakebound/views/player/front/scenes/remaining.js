// What is left: the concepts (or literals), what each says of the example shown, and those that it rules out.

import { tag, words } from "../markup.js";

// Bit i of a string of hexadecimal digits.
export const bitOf = (hex, i) => (parseInt(hex[i >> 2], 16) >> (3 - (i & 3))) & 1;

export function remaining(scene, run, now, width) {
  const N = scene.names.length;
  const longest = Math.max(...scene.names.map((name) => name.length));
  const side = (width - 4) / Math.ceil(Math.sqrt(N / 0.85));
  const columns = Math.min(N, Math.floor((width - 4) / (7.6 * longest + 22)));
  const named = columns > 0 && Math.ceil(N / columns) * 28 < 1.4 * Math.max(width, 300);
  const [w, h] = named ? [(width - 4) / columns, 28] : [side, side];
  const perRow = Math.round((width - 4) / w);
  const before = now.update ? now.updates - 1 : now.updates; // the state that predicted
  const i = now.frame - 1;
  let [cells, plus, minus] = ["", 0, 0];
  for (let k = 0; k < N; k++) {
    const [x, y] = [2 + (k % perRow) * w, 46 + Math.floor(k / perRow) * h];
    const gone = scene.gone[k] >= 0 && scene.gone[k] <= before;
    const out = scene.gone[k] === now.updates && now.update;
    const says = i < 0 ? null : bitOf(scene.values[i], k);
    if (!gone && says !== null) says ? plus++ : minus++;
    cells += cell(x, y, w, h, named ? scene.names[k] : "", gone, out, says);
  }
  const rows = Math.ceil(N / perRow);
  const left = scene.gone.filter((g) => g < 0 || g > now.updates).length;
  return { picture: heading(scene, now, i, left, plus, minus) + cells, height: 54 + rows * h };
}

function cell(x, y, w, h, name, gone, out, says) {
  const colour = says === null ? "mute" : says ? "pos" : "neg";
  const box = { x: x + 1.5, y: y + 1.5, width: w - 3, height: h - 3, rx: 3 };
  if (gone) return tag("rect", { ...box, fill: "none", stroke: "var(--mb-rule)" }) + label(x, y, w, h, name, "mb-gone");
  return tag("rect", { ...box, fill: `var(--mb-${colour})`, "fill-opacity": out ? 0.08 : 0.24, stroke: `var(--mb-${colour})`, "stroke-width": out ? 1 : 1.6, "stroke-dasharray": out ? "3 2" : "none" })
    + (out && !name ? tag("path", { d: `M${x + 4},${y + h - 4}L${x + w - 4},${y + 4}`, stroke: "var(--mb-ink)", "stroke-width": 1.6 }) : "")
    + label(x, y, w, h, name, out ? "mb-gone" : "mb-word");
}

const label = (x, y, w, h, name, look) => (name ? words(x + w / 2, y + h / 2 + 4.5, name, { "text-anchor": "middle", class: `${look} mb-name` }) : "");

function heading(scene, now, i, left, plus, minus) {
  if (i < 0) return words(2, 16, `${left} ${scene.noun}, before the first round`, { class: "mb-word" });
  const label = scene.labels[i] > 0 ? "+1" : "−1";
  const [yes, no] = scene.noun === "literals" ? ["are true", "are false"] : ["say +1", "say −1"];
  return `<text x="2" y="16" class="mb-word"><tspan class="mb-pos">${plus} ${yes}</tspan>, <tspan class="mb-neg">${minus} ${no}</tspan></text>`
    + words(2, 35, `the label is ${label}; ${left} ${left === 1 ? scene.noun.slice(0, -1) : scene.noun} left`, { class: "mb-word" });
}
