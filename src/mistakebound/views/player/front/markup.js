// Words and shapes as strings of markup, and the few numbers that every picture needs.

export const escapeText = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

const attribute = ([name, value]) =>
  ` ${name}="${typeof value === "number" ? Math.round(value * 100) / 100 : escapeText(value)}"`;

// An element; children are markup already.
export const tag = (name, attributes = {}, ...children) =>
  `<${name}${Object.entries(attributes).map(attribute).join("")}>${children.join("")}</${name}>`;

export const words = (x, y, text, look = {}) => tag("text", { x, y, ...look }, escapeText(text));

export const path = (points, look) => {
  let pen = "M";
  let d = "";
  for (const point of points) {
    if (point === null) { pen = "M"; continue; } // a gap
    d += `${pen}${point[0].toFixed(1)},${point[1].toFixed(1)}`;
    pen = "L";
  }
  return d && tag("path", { d, fill: "none", "stroke-linejoin": "round", ...look });
};

export const arrow = ([x, y], [tipX, tipY], colour, width) => {
  const length = Math.hypot(tipX - x, tipY - y);
  if (length < 1) return "";
  const [dx, dy] = [(tipX - x) / length, (tipY - y) / length];
  const head = Math.min(4 + 2.2 * width, length);
  const [bx, by] = [tipX - head * dx, tipY - head * dy];
  const corner = (side) => `${(bx - side * head * 0.42 * dy).toFixed(1)},${(by + side * head * 0.42 * dx).toFixed(1)}`;
  return tag("line", { x1: x, y1: y, x2: bx, y2: by, stroke: colour, "stroke-width": width })
    + tag("polygon", { points: `${tipX.toFixed(1)},${tipY.toFixed(1)} ${corner(1)} ${corner(-1)}`, fill: colour });
};

// Circles are positive and squares negative.
export const mark = (x, y, positive, size, look = {}) => positive
  ? tag("circle", { cx: x, cy: y, r: size, fill: "var(--mb-pos)", ...look })
  : tag("rect", { x: x - 0.9 * size, y: y - 0.9 * size, width: 1.8 * size, height: 1.8 * size, fill: "var(--mb-neg)", ...look });

// Round numbers between two ends, about `count` of them.
export const ticks = (low, high, count, whole = false) => {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].find((m) => m * power >= rough * 0.999) * power;
  if (whole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
};
