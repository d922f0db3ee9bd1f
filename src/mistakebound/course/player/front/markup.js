// Words and shapes as strings of markup, and a few numbers that every picture needs.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeText = (text) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);

export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const pressed = (name, text, attributes = "") =>
  `<button type="button" class="mb-${name}" ${attributes}>${escapeText(text)}</button>`;

export const options = (texts, first = 0) => texts.map((text, i) =>
  `<option value="${i}"${i === first ? " selected" : ""}>${escapeText(text)}</option>`).join("");

// A choice among a few texts: two become buttons, more a list. `chosen` reads the choice; its event is `change`.
let choices = 0;
export function choice(name, texts, first = 0, look = "mb-choice") {
  if (texts.length !== 2) return `<label class="${look}">${escapeText(name)} <select>${options(texts, first)}</select></label>`;
  const group = `mb-choice-${++choices}`;
  return `<fieldset class="${look}"><legend>${escapeText(name)}</legend>${texts.map((text, i) => `<label>
    <input type="radio" name="${group}" value="${i}"${i === first ? " checked" : ""}><span>${escapeText(text)}</span></label>`).join("")}</fieldset>`;
}
export const chosen = (place) => Number(place.querySelector("select, input:checked").value);

// A plain-text formula with letters like those of the page's formulas; words such as ln are upright.
const [SMALL, LARGE, GREEK] = [0x1d44e - 97, 0x1d434 - 65, 0x1d6fc - 0x3b1];
const leaning = (letter) => {
  if (letter === "h" || letter === "ϕ") return letter === "h" ? "ℎ" : "𝜙";
  const code = letter.codePointAt(0);
  return String.fromCodePoint(code + (code > 0x3b0 ? GREEK : code > 96 ? SMALL : LARGE));
};
const lean = (text) => text.replace(/(?<![A-Za-z&])[A-Za-z](?![A-Za-z;])|[α-ωϕ]/g, leaning);
const INDICES = { "₀": 0, "₁": 1, "₂": 2, "₋": "−", "ₜ": "t", "ₛ": "s", "ᵢ": "i", "ⱼ": "j", "ₖ": "k" };
const INDEX = new RegExp(`([${Object.keys(INDICES).join("")}]+)`);
const set = (formula, lowered = (index) => `<sub>${index}</sub>`) => escapeText(formula).split(INDEX).map((part, i) =>
  (i % 2 ? lowered(lean([...part].map((sign) => INDICES[sign]).join(""))) : lean(part))).join("");
const ROOT = '<tspan font-family="serif">√</tspan>'; // the root of the formulas' font hangs below the line
const lower = (index) => `<tspan dy="3" font-size="75%">${index}</tspan><tspan dy="-3">&#8203;</tspan>`;

const attribute = ([name, value]) =>
  ` ${name}="${typeof value === "number" ? Math.round(value * 100) / 100 : escapeText(value)}"`;

// An element; its children are markup already.
export const tag = (name, attributes = {}, ...children) =>
  `<${name}${Object.entries(attributes).map(attribute).join("")}>${children.join("")}</${name}>`;

// A colour of the style sheet.
export const paint = (name) => `var(--mb-${name})`;

export const words = (x, y, text, look = {}) =>
  tag("text", { x, y, ...look }, look.class?.includes("mb-math") ? set(text, lower).replace("√", ROOT) : escapeText(text));

export const line = ([x1, y1], [x2, y2], look) => tag("line", { x1, x2, y1, y2, ...look });

export const circle = ([cx, cy], r, look) => tag("circle", { cx, cy, r, ...look });

// A broken line through points; null is a gap.
export const path = (points, look) => {
  let pen = "M";
  let d = "";
  for (const point of points) {
    if (point === null) {
      pen = "M";
    } else {
      d += `${pen}${point[0].toFixed(1)},${point[1].toFixed(1)}`;
      pen = "L";
    }
  }
  return d && tag("path", { d, fill: "none", "stroke-linejoin": "round", ...look });
};

export const arrow = (tail, tip, colour, width) => {
  const [dx, dy] = [tip[0] - tail[0], tip[1] - tail[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return "";
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(4 + 2.2 * width, length);
  const base = [tip[0] - head * ux, tip[1] - head * uy];
  const corner = (side) => [base[0] - side * head * 0.42 * uy, base[1] + side * head * 0.42 * ux];
  const points = [tip, corner(1), corner(-1)].map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return line(tail, base, { stroke: colour, "stroke-width": width }) + tag("polygon", { points, fill: colour });
};

// Positive examples are circles, negative ones squares.
export const mark = ([x, y], positive, size, look = {}) => {
  if (positive) return circle([x, y], size, { fill: paint("pos"), ...look });
  const side = 1.8 * size;
  return tag("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, fill: paint("neg"), ...look });
};

// Round numbers between two ends, about `count` of them.
export const ticks = (low, high, count, whole = false) => {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].find((m) => m * power >= rough * 0.999) * power;
  if (whole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
};

// The formula as a page of the book sets it, or else in plain text.
export const formulaOf = ({ math, formula, label }) => math ?? set(formula ?? label);
