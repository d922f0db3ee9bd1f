// Fool the Perceptron: its two pictures, as markup. Green is what fits your answers, black the learner, gold where the
// learner can still be fooled; your answers are blue circles and orange squares.
// A view is a state of the game, or lies between two states: { t, w, lo, hi, all, wall, shown }.

import { arrow, circle, line, mark, paint, path, tag, words } from "../markup.js";
import { allowed, middle, openArcs, plus, polar, progress, size, turnOf, UNIT } from "./rules.js";

const RADIUS = 168; // the disc's, in pixels
const LENGTH = 1 / 3; // the length of the arrow of w, as a part of the true length
const FIRST_LINE = 1.2; // the direction of the first line
export const HALF = 212; // half the side of the picture

const put = ([x, y]) => [RADIUS * x, -RADIUS * y];
const arc = (lo, hi, r = 1, n = 72) => Array.from({ length: n + 1 }, (_, i) => polar(lo + ((hi - lo) * i) / n, r));
const draw = (points, look) => path(points.map(put), { "stroke-linecap": "round", ...look });
const fill = (points, colour, opacity, look) => draw(points, { fill: paint(colour), "fill-opacity": opacity, ...look });
const name = (place, text, colour) => {
  const [x, y] = put(place);
  return words(x, y + 6, text, { class: `mb-halo mb-math mb-${colour}`, "text-anchor": "middle" });
};

// The outline of the points a with ⟨u, a⟩ less than the gap for every u that fits: there the learner cannot be fooled.
function shut({ lo, hi }, gap) {
  const sharp = hi - lo < Math.PI;
  const reach = sharp ? 4 : Math.min(4, gap * Math.tan(Math.PI - (hi - lo) / 2));
  const end = (u, side) => plus(polar(u, gap), polar(u + (side * Math.PI) / 2, reach));
  const behind = sharp ? [polar((lo + hi) / 2 + Math.PI, 4)] : [];
  return [end(lo, -1), ...arc(lo, hi, gap), end(hi, 1), ...behind];
}

const outline = (points) => `M${points.map((x) => put(x).map((v) => v.toFixed(1))).join("L")}Z`;

// Where the learner answers blue, where orange, and in gold where it can be fooled.
function ground(view, gap) {
  const { w } = view, to = turnOf(w);
  if (!size(w)) return fill(arc(-Math.PI, Math.PI), "gold", 0.3);
  const half = (turn) => arc(turn - Math.PI / 2, turn + Math.PI / 2);
  const square = [[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]];
  const d = [square, shut(view, gap)].map(outline).join("");
  const gold = { fill: paint("gold"), "fill-opacity": 0.45, "fill-rule": "evenodd" };
  const open = tag("path", { d, ...gold, "clip-path": "url(#fool-behind)" });
  return fill(half(to), "pos", 0.1) + fill(half(to + Math.PI), "neg", 0.1)
    + tag("clipPath", { id: "fool-behind" }, draw(half(to + Math.PI), {}))
    + open + tag("g", { transform: "rotate(180)" }, open) + openRim(view, gap);
}

function openRim(view, gap) {
  const look = { stroke: paint("gold"), "stroke-width": 7 };
  const both = ([a, b]) => draw(arc(a, b), look) + draw(arc(a + Math.PI, b + Math.PI), look);
  return openArcs(view, gap).map(both).join("");
}

// A line, with its gap, that fits all answers so far; before the first answer, any line.
function strip(u, gap, first) {
  const chord = (s) => [-1, 1].map((side) => polar(u + side * Math.acos(s)));
  const edge = { stroke: paint("line"), "stroke-width": 1.4, "stroke-dasharray": "1 5" };
  const ends = [u, u + Math.PI].flatMap((to) => arc(to + Math.acos(gap), to + Math.PI - Math.acos(gap), 1, 12));
  const notes = first ? ["one line like this must fit:", "no point in its gap"] : ["", "a line that fits your answers"];
  return fill(ends, "line", 0.13, { stroke: "none" }) + draw(chord(gap), edge) + draw(chord(-gap), edge)
    + draw(chord(0), { stroke: paint("line"), "stroke-width": 1.8, "stroke-dasharray": "7 5" })
    + notes.map((note, i) => along(u, (i - 0.5) * gap, note)).join("");
}

// Words along that line, `below` its middle, and never upside down.
function along(u, below, note) {
  const turn = 90 - (u * 180) / Math.PI, upright = Math.cos((turn * Math.PI) / 180) < 0 ? turn + 180 : turn;
  const look = { class: "mb-line mb-small", "text-anchor": "middle", transform: `rotate(${upright})` };
  return words(0, RADIUS * below + 4, note, look);
}

// On the rim: the directions that still fit, those that the point aimed at would leave, and the learner's bracket.
function rim({ w, lo, hi, all, next }, gap) {
  const look = { stroke: paint("line"), "stroke-width": 7 };
  let picture = draw(arc(lo, hi, 1.085), { ...look, "stroke-opacity": next ? 0.3 : 1 });
  if (next) picture += draw(arc(next.fan.lo, next.fan.hi, 1.085), look);
  if (!all) picture += name(polar((lo + hi) / 2, 1.2), "u", "line");
  if (!size(w)) return picture;
  const [to, half] = [turnOf(w), Math.asin(gap)];
  const bracket = [polar(to - half, 1.115), ...arc(to - half, to + half, 1.15), polar(to + half, 1.115)];
  return picture + draw(bracket, { stroke: paint("ink"), "stroke-width": 2 });
}

function learner({ w }) {
  if (!size(w)) return "";
  const to = turnOf(w), tip = polar(to, (LENGTH * size(w)) / UNIT);
  return draw([polar(to - Math.PI / 2), polar(to + Math.PI / 2)], { stroke: paint("ink"), "stroke-width": 2.4 })
    + arrow([0, 0], put(tip), paint("ink"), 3) + name(plus(tip, polar(to + 0.9, 0.12)), "w", "ink");
}

const spot = (x) => put(x.map((v) => v / UNIT));

function answers(shown) {
  const places = new Map();
  shown.forEach(({ x, y }) => places.set(x.join(), { x, y, n: (places.get(x.join())?.n ?? 0) + 1 }));
  const often = ([px, py], n) => words(px - 12, py + 5, `×${n}`, { class: "mb-halo", "text-anchor": "end" });
  const edge = { stroke: paint("paper"), "stroke-width": 1.5 };
  const drawn = ({ x, y, n }) => mark(spot(x), y > 0, 6.5, edge) + (n > 1 ? often(spot(x), n) : "");
  return [...places.values()].map(drawn).join("");
}

function bubble(x, text) {
  const [px, py] = spot(x), wide = 7.4 * text.length + 20;
  const left = Math.max(-HALF + 2, Math.min(HALF - 2 - wide, px - wide / 2)), top = py < -130 ? py + 16 : py - 44;
  return tag("rect", { x: left, y: top, width: wide, height: 28, rx: 14, fill: paint("paper"), stroke: paint("mute") })
    + words(left + wide / 2, top + 19, text, { "text-anchor": "middle" });
}

// `aim` is the point under the pointer, `says` the words beside it, `next` the game after it, if the point is allowed.
export function disc(view, gap, { aim, says, next } = {}) {
  const { lo, hi, all, shown } = view;
  const line = next ? middle(next.fan) : all ? FIRST_LINE : (lo + hi) / 2;
  let picture = fill(arc(-Math.PI, Math.PI), "soft", 1) + ground(view, gap) + strip(line, gap, all && !next)
    + rim({ ...view, next }, gap) + learner(view) + answers(shown);
  const hint = { class: "mb-halo mb-gold", "text-anchor": "middle" };
  if (all && !aim) picture += words(0, -96, "gold: pick here to fool it", hint);
  if (aim) picture += circle(spot(aim), 6.5, { fill: "none", stroke: paint("ink"), "stroke-width": 2 });
  return picture + (aim && says ? bubble(aim, says) : "");
}

// --- the squeeze: how many mistakes there can be ------------------------------------------------------------------

const WIDE = 460;
export const HIGH = 216;
const FOOT = HIGH - 44;

// For each mistake so far: the progress of w along the u that fit, and the most progress that allows another mistake.
function bars({ states }, gap, X, Y) {
  return states.slice(1).map((state) => {
    const [low, high] = progress(state), length = size(state.w) / UNIT, x = X(state.t);
    const top = Y(length), bottom = Math.max(Y(allowed(length, gap)), top + 4);
    return tag("rect", { x: x - 6, y: top, width: 12, height: bottom - top, fill: paint("ink") })
      + line([x, Y(low)], [x, Y(high)], { stroke: paint("line"), "stroke-width": 5, "stroke-linecap": "round" });
  }).join("");
}

export function chart(view, gap) {
  const end = 1 / gap ** 2;
  const X = (s) => 14 + (426 * s) / (1.04 * end), Y = (v) => FOOT - (FOOT - 34) * v * gap;
  return room(view, gap, X, Y) + wallAt(view, end, X) + promises(gap, end, X, Y) + bars(view, gap, X, Y);
}

const curve = (from, to, f, X, Y) =>
  Array.from({ length: 61 }, (_, i) => from + (to - from) * (i / 60) ** 2).map((s) => [X(s), Y(f(s))]);

// The room that is left: between the progress that is sure, and the most progress that allows another mistake.
function room(view, gap, X, Y) {
  const { t, w, wall } = view, least = t ? Math.max(progress({ w, fan: view })[0], 0) : 0;
  const most = (s) => allowed(Math.hypot(size(w) / UNIT, Math.sqrt(s - t)), gap);
  const sure = (s) => Math.min(least + gap * (s - t), most(s));
  const edge = [...curve(t, wall, most, X, Y), ...curve(t, wall, sure, X, Y).reverse()];
  return path(edge, { fill: paint("gold"), "fill-opacity": 0.45 });
}

// The theorem's two curves.
function promises(gap, end, X, Y) {
  const thin = { stroke: paint("mute"), "stroke-width": 1.6 };
  const step = end > 12 ? 5 : 1, ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
  const above = { class: "mb-halo mb-mute", "text-anchor": "end" }, below = { class: "mb-halo mb-line" };
  return path(curve(0, end, Math.sqrt, X, Y), thin)
    + path(curve(0, end, (s) => gap * s, X, Y), { ...thin, stroke: paint("line") })
    + line([X(0), FOOT], [X(1.04 * end), FOOT], thin)
    + words(X(0.3 * end), Y(Math.sqrt(0.3 * end)) - 10, "its length, at most", above)
    + words(X(0.56 * end), Y(0.56 * end * gap) + 22, "its progress, at least", below)
    + ticks.map((s) => words(X(s), FOOT + 19, s, { class: "mb-tick", "text-anchor": "middle" })).join("")
    + words(WIDE - 4, FOOT + 37, "times fooled", { class: "mb-tick", "text-anchor": "end" });
}

// The same words for the limit in the chart and beside it.
export function limit({ wall, states }) {
  const most = Math.round(wall);
  return most < states.length ? "and never again" : `at most ${most} times`;
}

function wallAt(view, end, X) {
  const left = view.wall > 0.5 * end, x = X(view.wall);
  const look = { class: "mb-halo mb-strong", "text-anchor": left ? "end" : "start" };
  return line([x, FOOT], [x, 10], { stroke: paint("ink"), "stroke-width": 2 })
    + words(x + (left ? -8 : 8), 22, limit(view), look);
}
