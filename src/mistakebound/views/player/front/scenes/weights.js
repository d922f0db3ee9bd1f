// The weights of a linear learner, a bar each, and the comparator beside them as ticks, each on a scale of its own.

import { tag, words } from "../markup.js";

export function weights(scene, run, now, width) {
  const height = Math.round(Math.min(0.86 * width, 380));
  const [left, right, top, bottom] = [6, width - 6, 26, height - 44];
  const all = scene.weights;
  const now_ = all[now.updates];
  const d = now_.length;
  const low = Math.min(0, ...all.map((w) => Math.min(...w)));
  const high = Math.max(...all.map((w) => Math.max(...w))) || 1;
  const Y = (w) => bottom - ((bottom - top) * (w - low)) / (high - low);
  const X = (j) => left + ((right - left) * j) / d;
  const bar = Math.max(1, (0.72 * (right - left)) / d);
  const before = now.update ? all[now.updates - 1] : null;
  const example = now.update ? scene.examples[now.updates - 1] : null;
  const most = scene.u ? Math.max(...scene.u.map(Math.abs)) || 1 : 1;
  const scale = Math.max(Math.abs(high), Math.abs(low));

  let picture = "";
  for (let j = 0; j < d; j++) {
    const [x, y, zero] = [X(j) + ((right - left) / d - bar) / 2, Y(now_[j]), Y(0)];
    const colour = example && example[j] > 0 ? "pos" : example && example[j] < 0 ? "neg" : "mute";
    picture += tag("rect", { x, y: Math.min(y, zero), width: bar, height: Math.abs(zero - y), fill: `var(--mb-${colour})`, "fill-opacity": colour === "mute" ? 0.55 : 0.9 });
    if (before && before[j] !== now_[j]) picture += tag("line", { x1: x - 1, x2: x + bar + 1, y1: Y(before[j]), y2: Y(before[j]), stroke: "var(--mb-ink)", "stroke-width": 1.6, "stroke-dasharray": "3 2" });
    if (scene.u && scene.u[j]) {
      const mark = Y((0.92 * scale * scene.u[j]) / most);
      picture += tag("line", { x1: x - 1.5, x2: x + bar + 1.5, y1: mark, y2: mark, stroke: "var(--mb-line)", "stroke-width": 3 });
    }
    if (d <= 20) picture += words(x + bar / 2, bottom + 16, j + 1, { "text-anchor": "middle", class: "mb-tick" });
  }
  picture += tag("line", { x1: left, x2: right, y1: Y(0), y2: Y(0), stroke: "var(--mb-mute)" });
  picture += words(left, 14, "weights w", { class: "mb-word" });
  if (scene.u) picture += tag("line", { x1: right - 108, x2: right - 92, y1: 10, y2: 10, stroke: "var(--mb-line)", "stroke-width": 3 }) + words(right, 14, "comparator u", { "text-anchor": "end", class: "mb-word mb-line" });
  const legend = `<tspan class="mb-pos">blue: raised</tspan>, <tspan class="mb-neg">orange: lowered</tspan>${width < 330 ? "" : ", dashes: before"}`;
  if (example) picture += tag("text", { x: right, y: height - 4, "text-anchor": "end", class: "mb-tick" }, legend);
  if (d > 20) picture += words((left + right) / 2, bottom + 16, `${d} features`, { "text-anchor": "middle", class: "mb-tick" });
  return { picture, height };
}
