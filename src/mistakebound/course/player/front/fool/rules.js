// Fool the Perceptron: the rules. The disc has radius 1; coordinates are whole thousandths, so that scores, ties and
// weights are exact. A fan holds the directions u that still fit the answers: ⟨u, y x⟩ ≥ gap for every example.
// The learner counts and learns from mistakes and ties alike.

import { answerOf, learnt } from "../learners.js";

export const UNIT = 1000;
const NEAR = 1e-9;

export const size = ([x, y]) => Math.hypot(x, y);
export const turnOf = ([x, y]) => Math.atan2(y, x);
export const polar = (turn, r = 1) => [r * Math.cos(turn), r * Math.sin(turn)];
export const plus = ([a, b], [c, d], by = 1) => [a + by * c, b + by * d];
const times = ([a, b], [c, d]) => a * c + b * d;
// The same direction, written as the angle nearest to another.
export const beside = (turn, other) => turn - 2 * Math.PI * Math.round((turn - other) / (2 * Math.PI));

export const START = { t: 0, w: [0, 0], fan: { lo: -Math.PI, hi: Math.PI, all: true }, shown: [] };
export const middle = ({ lo, hi }) => (lo + hi) / 2;

// The part of a fan in which ⟨u, a⟩ ≥ gap, which is again an arc; null if it is empty.
function narrow(fan, a, gap) {
  const part = (gap * UNIT) / size(a);
  if (!(part <= 1 + NEAR)) return null;
  const half = Math.acos(Math.min(1, part));
  if (fan.all) return { lo: turnOf(a) - half, hi: turnOf(a) + half };
  const to = beside(turnOf(a), middle(fan));
  const [lo, hi] = [Math.max(fan.lo, to - half), Math.min(fan.hi, to + half)];
  if (lo > hi + NEAR) return null;
  return lo <= hi ? { lo, hi } : { lo: (lo + hi) / 2, hi: (lo + hi) / 2 };
}

// The learner's answer: 1, -1, or 0 if it has no idea.
export const answer = ({ w }, x) => answerOf(w, x);

// The game after "wrong!" at x; null if no line with its gap would then fit all answers.
export function fool(state, x, gap) {
  const said = answer(state, x);
  if (size(x) > UNIT) return null;
  for (const y of said ? [-said] : [1, -1]) {
    const a = [y * x[0], y * x[1]];
    const fan = narrow(state.fan, a, gap);
    if (fan) return { t: state.t + 1, w: learnt(state.w, x, y), fan, shown: [...state.shown, { x, y, said }] };
  }
  return null;
}

// The least and the greatest ⟨u, w⟩ for u in the fan, in radii.
export function progress({ w, fan }) {
  const length = size(w) / UNIT;
  if (fan.all) return [-length, length];
  const ends = [fan.lo, fan.hi].map((u) => times(w, polar(u)) / UNIT);
  const inside = Math.abs(beside(turnOf(w), middle(fan)) - middle(fan)) <= (fan.hi - fan.lo) / 2;
  return [Math.min(...ends), inside ? length : Math.max(...ends)];
}

// The most that ⟨u, w⟩ can be if another mistake is possible: u is at an angle of at least arcsin(gap) from w.
export const allowed = (length, gap) => length * Math.sqrt(1 - gap ** 2);

// The wall: the most mistakes in all, from here. Each adds at least the gap to ⟨u, w⟩, and at most 1 to ‖w‖².
export function wall(state, gap) {
  const least = progress(state)[0];
  let k = 0;
  while (least + k * gap <= allowed(Math.hypot(size(state.w) / UNIT, Math.sqrt(k)), gap) + NEAR) k += 1;
  return state.t + k;
}

export const mostAnywhere = (gap) => Math.floor(1 / gap ** 2 + NEAR);
export const mostInDisc = (gap) => Math.floor(1 / (2 * gap ** 2) + NEAR) + 1;

// The arcs of the rim with signed examples that still fool the learner: behind w, and above the gap of some u.
export function openArcs({ w, lo, hi }, gap) {
  const [to, half] = [beside(turnOf(w), (lo + hi) / 2), Math.acos(gap)];
  return [[to + Math.PI / 2, hi + half], [lo - half, to - Math.PI / 2]].filter(([from, end]) => from <= end);
}

const rounded = (x) => x.map((v) => Math.round(v) || 0);
const inside = (x) => rounded(polar(turnOf(x), Math.min(size(x), UNIT - 1)));
const around = (x, radius, n) => Array.from({ length: n }, (_, i) => inside(plus(x, polar((2 * Math.PI * i) / n, radius))));
// Points that are closer together at the rim, where the last room is.
const GRID = [...Array(19).keys()].flatMap((k) => around([0, 0], 50 * (k + 1), 120)).concat(around([0, 0], UNIT, 360));
const EASY = 0.06; // a visible arc of the rim, in radians

// The middle of each arc where the learner can be fooled, and the opposite point, the same example with the other sign.
export function tips(state, gap) {
  if (!state.t) return [[0, UNIT - 1]];
  const middles = openArcs({ w: state.w, ...state.fan }, gap).map((arc) => (arc[0] + arc[1]) / 2);
  return middles.flatMap((turn) => [turn, turn + Math.PI]).map((turn) => inside(polar(turn, UNIT)));
}

// Makes a function from x to the nearest point where the learner can be fooled and, if possible, fooled again later: a
// click in the middle of the disc must not end the game. At the end of the game the function returns null.
export function picker(state, gap) {
  const fools = (x) => fool(state, x, gap);
  const goesOn = (x) => {
    const next = fools(x);
    return next && openArcs({ w: next.w, ...next.fan }, gap).some(([from, end]) => end - from > EASY);
  };
  const points = tips(state, gap).flatMap((x) => [x, ...[1, 2, 4].flatMap((r) => around(x, r, 16))]).concat(GRID);
  const may = points.some(goesOn) ? goesOn : fools, open = points.filter(may);
  const far = (x, y) => size(plus(x, y, -1));
  return (x) => {
    const here = inside(x);
    return may(here) ? here : open.reduce((a, b) => (a && far(a, here) <= far(b, here) ? a : b), null);
  };
}

// A longest game in the disc: back and forth between both ends of the gap (the exercise "In the plane").
export function bestGame(gap) {
  const [most, high] = [mostInDisc(gap), Math.round(gap * UNIT) + 1];
  const far = Math.floor(Math.sqrt(UNIT ** 2 - high ** 2));
  const [even, odd] = [2, 1].map((k) => (high ** 2 * (most - 1 - ((most - 1 - k) % 2))) / far);
  const first = Math.round((odd + far - even) / 2);
  return Array.from({ length: most }, (_, i) => (i ? [far, i % 2 ? -high : high] : [first, high]));
}

// A game as part of an address; and back, as its states, or null if it breaks the rules.
export const written = (gap, { shown }) => new URLSearchParams({ gap, fool: shown.flatMap(({ x }) => x).join("_") });

export function read({ gap, fool: picks = "" }) {
  const numbers = picks.split("_").map(Number);
  const states = [START];
  if (!(gap > 0 && gap < 1) || numbers.length % 2 || !numbers.every(Number.isInteger)) return null;
  for (let i = 0; i < numbers.length; i += 2) {
    const next = fool(states.at(-1), [numbers[i], numbers[i + 1]], Number(gap));
    if (!next) return null;
    states.push(next);
  }
  return states;
}
