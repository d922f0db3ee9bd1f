// What is left: the concepts (or literals), what each says of the example shown, and those that it rules out.

import { escapeText, tag, words } from "../markup.js";

// Bit i of a string of hexadecimal digits.
export const bitOf = (hex, i) => (parseInt(hex[i >> 2], 16) >> (3 - (i & 3))) & 1;

export function remaining(scene, run, now, width) {
  const N = scene.names.length;
  const longest = Math.max(...scene.names.map((name) => name.length));
  const named = N <= 64 && (longest <= 3 || (width - 4) / Math.ceil(N / Math.floor(420 / 22)) >= 8 * longest + 8 || N * 22 * Math.max(1, Math.ceil((8 * longest + 30) / width)) < 420);
  const columns = named ? Math.max(1, Math.floor((width - 4) / (7.6 * longest + 26))) : Math.ceil(Math.sqrt((N * width) / 300));
  const [w, h] = [(width - 4) / columns, named ? 24 : Math.min((width - 4) / columns, 34)];
  const before = now.update ? now.updates - 1 : now.updates; // the state that predicted
  const i = now.frame ? now.round % scene.labels.length : -1;
  let [cells, plus, minus] = ["", 0, 0];
  for (let k = 0; k < N; k++) {
    const [x, y] = [2 + (k % columns) * w, 46 + Math.floor(k / columns) * h];
    const gone = scene.gone[k] >= 0 && scene.gone[k] <= before;
    const out = scene.gone[k] === now.updates && now.update;
    const says = i < 0 ? null : bitOf(scene.values[i], k);
    if (!gone && says !== null) says ? plus++ : minus++;
    cells += cell(x, y, w, h, named ? scene.names[k] : "", gone, out, says);
  }
  const rows = Math.ceil(N / columns);
  const left = scene.gone.filter((g) => g < 0 || g > now.updates).length;
  return { picture: heading(scene, now, i, left, plus, minus, width) + cells, height: 54 + rows * h };
}

function cell(x, y, w, h, name, gone, out, says) {
  const colour = says === null ? "mute" : says ? "pos" : "neg";
  const box = { x: x + 1.5, y: y + 1.5, width: w - 3, height: h - 3, rx: 3 };
  if (gone) return tag("rect", { ...box, fill: "none", stroke: "var(--mb-rule)" }) + label(x, y, w, h, name, "mb-gone");
  return tag("rect", { ...box, fill: `var(--mb-${colour})`, "fill-opacity": out ? 0.08 : 0.24, stroke: `var(--mb-${colour})`, "stroke-width": out ? 1 : 1.6, "stroke-dasharray": out ? "3 2" : "none" })
    + (out ? tag("path", { d: `M${x + 4},${y + h - 4}L${x + w - 4},${y + 4}`, stroke: "var(--mb-ink)", "stroke-width": 1.6 }) : "")
    + label(x, y, w, h, name, "mb-word");
}

const label = (x, y, w, h, name, look) => (name ? words(x + w / 2, y + h / 2 + 4.5, name, { "text-anchor": "middle", class: `${look} mb-name` }) : "");

function heading(scene, now, i, left, plus, minus, width) {
  if (i < 0) return words(2, 16, `${left} ${scene.noun}, before the first round`, { class: "mb-word" });
  const label = scene.labels[i] > 0 ? "+1" : "−1";
  const yes = scene.noun === "literals" ? ["true", "false"] : ["say +1", "say −1"];
  return `<text x="2" y="16" class="mb-word"><tspan class="mb-pos">${plus} ${yes[0]}</tspan>, <tspan class="mb-neg">${minus} ${yes[1]}</tspan></text>`
    + words(2, 35, `label ${escapeText(label)}; ${left} ${scene.noun} left`, { class: "mb-word" })
    + tag("rect", { x: width - 2 - 0, y: 8, width: 0, height: 0 });
}
