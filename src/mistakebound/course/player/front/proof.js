// A run of the Perceptron in the plane, played in the page, as a run of the player. The words of the proof come from a
// certified run with the same theorem; this module works out the numbers, and a test compares them with a
// certificate's. A promise is what the theorem is told: {u, gamma, radius}.

import { TIE } from "./learners.js";
import { plural } from "./markup.js";
import { figure } from "./run.js";

// As in a certificate: the rounding of a side, relative to the size of its terms.
export const LAST_DIGITS = 64 * Number.EPSILON;
const POINTS = Array.from({ length: 49 }, (_, i) => (i / 48) ** 2);

export const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
export const boundOf = ({ u, gamma, radius }) => (dot(u, u) * radius ** 2) / gamma ** 2;

// The quantities that the theorem measures after each update, and their sums so far.
function measure(updates, u) {
  let [sum, before] = [0, { uw: 0, ww: 0 }];
  return updates.map(({ x, y, before: old, w }, i) => {
    const xx = dot(x, x);
    sum += xx;
    const found = { t: i + 1, ux: y * dot(u, x), wx: y * dot(old, x), xx, sum, before, uw: dot(u, w), ww: dot(w, w) };
    before = found;
    return found;
  });
}

// The two sides of each line, at the learning rate eta.
const sidesOf = ({ u, gamma, radius }, eta) => ({
  shift: (q) => [q.uw, q.before.uw + eta * q.ux],
  progress: (q) => [q.uw, q.before.uw + eta * gamma],
  "growth-identity": (q) => [q.ww, q.before.ww + 2 * eta * q.wx + eta ** 2 * q.xx],
  "mistake-term": (q) => [q.ww, q.before.ww + eta ** 2 * q.xx],
  growth: (q) => [q.ww, q.before.ww + (eta * radius) ** 2],
  "total-progress": (q) => [q.uw, eta * gamma * q.t],
  "total-length": (q) => [q.ww, eta ** 2 * q.sum],
  "total-growth": (q) => [q.ww, (eta * radius) ** 2 * q.t],
  "cauchy-schwarz": (q) => [q.uw, Math.sqrt(dot(u, u) * q.ww)],
  sandwich: (q) => [eta * gamma * q.t, Math.sqrt(dot(u, u) * q.t) * eta * radius],
  bound: (q) => [q.t, boundOf({ u, gamma, radius })],
});

// The hypotheses that a run can break here, each with a test for an update that breaks it.
const HYPOTHESES = ({ u, gamma, radius }) => ({
  mistake: (q) => q.wx > 2 * TIE * Math.sqrt(q.before.ww * q.xx),
  radius: (q) => q.xx > radius ** 2 * (1 + LAST_DIGITS),
  margin: (q) => q.ux < gamma - LAST_DIGITS * Math.sqrt(dot(u, u) * q.xx),
});

// Whether this module works out the proof of a run.
export const isOurs = ({ proof, scene, hypotheses }) =>
  scene.kind === "plane" && !scene.constant && hypotheses.includes("margin")
  && proof.every(({ name }) => name in sidesOf({ u: [0, 0] }, 1));

function ledgerLine(relation, pairs) {
  const room = ([lhs, rhs]) => (relation === "=" ? -Math.abs(rhs - lhs) : relation === "≤" ? rhs - lhs : lhs - rhs);
  const noise = ([lhs, rhs]) => TIE * Math.max(Math.abs(lhs), Math.abs(rhs)); // of sums over a run
  const column = (number) => pairs.map((pair) => (Math.abs(number(pair)) <= noise(pair) ? 0 : number(pair)));
  const broken = pairs.flatMap((pair, k) => (room(pair) < -noise(pair) ? [k + 1] : []));
  return { lhs: column(([lhs]) => lhs), relation, rhs: column(([, rhs]) => rhs), slack: column(room), broken };
}

// --- in words

const signed = (label) => (label > 0 ? "+1" : "−1");

function event({ x, y, said, wrong }, number) {
  if (!wrong) return `The prediction, ${signed(said)}, is right; nevertheless the learner learns from the example.`;
  const point = x.map((v) => figure(v, TIE, 2)).join(", ");
  return `Mistake ${number}: the prediction for (${point}) is ${signed(said)}, but the label is ${signed(y)}.`;
}

function moved(label, values, t) {
  const noise = TIE * Math.max(...values.map(Math.abs));
  const [was, is] = [t - 1, t].map((k) => figure(values[k], noise));
  return `${label} ${was === is ? `is ${is}` : `${values[t - 1] < values[t] ? "rises" : "falls"} from ${was} to ${is}`}`;
}

// As in `Certificate.room`: the largest m within the bound for which ⟨u, w⟩ + ηγm is at most ‖u‖ √(‖w‖² + η²R²m).
function roomLeft(promise, { t, uw, ww }, eta, noun) {
  const { u, gamma, radius } = promise, most = Math.floor(boundOf(promise) * (1 + TIE)) - t;
  const fits = (m) => uw + eta * gamma * m <= Math.sqrt(dot(u, u) * (ww + (eta * radius) ** 2 * m)) * (1 + TIE);
  let room = 0;
  while (room < most && fits(room + 1)) room += 1;
  if (room === 0) return `There is no room for ${t ? "another" : "a single"} ${noun}.`;
  return `There is room for ${t ? `${room} more ${noun}${room === 1 ? "" : "s"}` : `at most ${plural(room, noun)}`}.`;
}

// `left[t]` is the sentence about the room after t updates.
function told(rounds, shown, inner, left) {
  let [mistakes, t] = [0, 0];
  const words = shown.map((i, k) => {
    const round = rounds[i], first = k ? shown[k - 1] + 1 : 0;
    if (!round.learns) {
      return first < i ? `Rounds ${first + 1} to ${i + 1}: each prediction is right, and nothing changes.`
        : `The prediction, ${signed(round.said)}, is right, and nothing changes.`;
    }
    mistakes += round.wrong;
    t += 1;
    const moves = inner.map(({ label, values }) => moved(label, values, t)).join(" and ");
    return `${event(round, mistakes)} ${moves}. ${left[t]}`;
  });
  const sentences = [`Before the first round. ${left[0]}`, ...words];
  sentences.push(`${sentences.pop()} This is the last round.`);
  return sentences;
}

// --- the run

function squeezeOf({ lower, upper, inner, ...words }, found, promise, eta, noun) {
  const { u, gamma, radius } = promise, meets = boundOf(promise), norm = Math.sqrt(dot(u, u));
  const t = POINTS.map((part) => part * Math.max(meets, found.length));
  const values = [found.map(({ uw }) => uw), found.map(({ ww }) => norm * Math.sqrt(ww))];
  return {
    ...words, meets, t, counts: `${noun}s`,
    at: [0, ...found.map((q) => q.t)],
    lower: { ...lower, values: t.map((s) => eta * gamma * s) },
    upper: { ...upper, values: t.map((s) => norm * eta * radius * Math.sqrt(s)) },
    inner: inner.map((curve, i) => ({ ...curve, values: [0, ...values[i]] })),
  };
}

// The run with the words of `template`; `broken` lists the hypotheses that fail.
export function runOf(template, rounds, examples, promise, eta = 1) {
  const places = (name) => rounds.flatMap((round, i) => (round[name] ? [i] : []));
  const [mistakes, updates] = [places("wrong"), places("learns")];
  const noun = mistakes.length === updates.length ? "mistake" : "update";
  const found = measure(updates.map((i) => rounds[i]), promise.u);
  const fails = HYPOTHESES(promise), sides = sidesOf(promise, eta);
  const brokenIn = (some) => template.hypotheses.filter((name) => fails[name] && some.some(fails[name]));
  const broken = brokenIn(found);
  const left = [{ t: 0, uw: 0, ww: 0 }, ...found].map((q) => {
    const names = brokenIn(found.slice(0, q.t));
    return names.length ? `Broken: ${names.join(", ")}. So nothing is promised.` : roomLeft(promise, q, eta, noun);
  });
  const squeeze = squeezeOf(template.squeeze, found, promise, eta, noun);
  const shown = [...rounds.keys()].filter((i) => rounds[i].learns || (rounds[i + 1]?.learns ?? true));
  const sentences = told(rounds, shown, squeeze.inner, left);
  return {
    ...template, noun, bound: squeeze.meets, n_rounds: rounds.length, broken,
    verdict: broken.length ? `does not apply (${broken.join(", ")})` : "",
    rounds: shown, events: updates, updates, mistakes, sentences, told: sentences.map((_, i) => i),
    lines: template.proof.map(({ name }, i) => ledgerLine(template.lines[i].relation, found.map(sides[name]))),
    squeeze,
    scene: {
      kind: "plane", constant: examples[0].x[2] ?? 0, u: promise.u,
      points: examples.map(({ x }) => x.slice(0, 2)),
      labels: examples.map(({ y }) => y),
      weights: [rounds[0].before, ...updates.map((i) => rounds[i].w)],
    },
  };
}
