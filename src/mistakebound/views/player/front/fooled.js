// A game of the first page as a run of the player. The words are those of a run of the page, whose theorem is the same;
// the numbers are those of the theorem's lines, worked out here, and compared with the certificate's by a test.

import { UNIT, middle, mostAnywhere, polar, read } from "./fool/rules.js";

const TOLERANCE = 1e-9;
const POINTS = Array.from({ length: 49 }, (_, i) => (i / 48) ** 2);

// A number in a few digits, as the package writes it; what is no larger than the noise reads 0.
function figure(value, noise = 0, digits = 4) {
  if (Math.abs(value) <= noise) return "0";
  const steady = Number(value.toPrecision(12));
  if (Number.isInteger(steady)) return String(steady);
  const short = toEven(steady, digits);
  return Math.abs(short) >= 1e-4 ? String(short) : short.toExponential().replace(/e-(\d)$/, "e-0$1");
}

// Rounded to so many digits; half-way, as Python does, to the even one.
function toEven(value, digits) {
  const exact = value.toExponential(60), cut = exact.indexOf(".") + digits;
  const even = /^50*e/.test(exact.slice(cut)) && exact[cut - 1] % 2 === 0;
  return Number(even ? exact.slice(0, cut) + exact.slice(exact.indexOf("e")) : value.toPrecision(digits));
}

// After each mistake: what the theorem measures, and its sums until then.
function measure(states, u) {
  const inner = ([a, b], [c, d]) => a * c + b * d;
  let [sum, before] = [0, { uw: 0, ww: 0 }];
  return states.slice(1).map(({ t, w, shown }, i) => {
    const a = shown.at(-1).x.map((v) => (v * shown.at(-1).y) / UNIT);
    const [old, now] = [states[i].w, w].map((each) => each.map((v) => v / UNIT));
    const [ux, wx, xx] = [inner(u, a), inner(old, a), inner(a, a)];
    sum += xx;
    const found = { t, ux, wx, xx, sum, before, uw: inner(u, now), ww: inner(now, now) };
    before = found;
    return found;
  });
}

// The two sides of each line, for u of length 1, rate 1 and radius 1.
const SIDES = (gap) => ({
  shift: (q) => [q.uw, q.before.uw + q.ux],
  progress: (q) => [q.uw, q.before.uw + gap],
  "growth-identity": (q) => [q.ww, q.before.ww + 2 * q.wx + q.xx],
  "mistake-term": (q) => [q.ww, q.before.ww + q.xx],
  growth: (q) => [q.ww, q.before.ww + 1],
  "total-progress": (q) => [q.uw, gap * q.t],
  "total-length": (q) => [q.ww, q.sum],
  "total-growth": (q) => [q.ww, q.t],
  "cauchy-schwarz": (q) => [q.uw, Math.sqrt(q.ww)],
  sandwich: (q) => [gap * q.t, Math.sqrt(q.t)],
  bound: (q) => [q.t, 1 / gap ** 2],
});

function ledgerLine(relation, pairs) {
  const room = ([lhs, rhs]) => (relation === "=" ? -Math.abs(rhs - lhs) : relation === "≤" ? rhs - lhs : lhs - rhs);
  const noise = ([lhs, rhs]) => TOLERANCE * Math.max(Math.abs(lhs), Math.abs(rhs));
  const column = (number) => pairs.map((pair) => figure(number(pair), noise(pair))).join(" ");
  const broken = pairs.flatMap((pair, k) => (room(pair) < -noise(pair) ? [k + 1] : []));
  return { lhs: column(([lhs]) => lhs), relation, rhs: column(([, rhs]) => rhs), slack: column(room), broken };
}

function tell({ x, y, said }, q, gap, labels) {
  const point = x.map((v) => figure(v / UNIT, 0, 2).replace("-", "−")).join(", ");
  const label = (sign) => (sign > 0 ? "+1" : "−1");
  const moves = [[q.before.uw, q.uw], [Math.sqrt(q.before.ww), Math.sqrt(q.ww)]].map(([before, after], i) => {
    const [was, is] = [before, after].map((v) => figure(v, TOLERANCE));
    return `${labels[i]} ${was === is ? `is ${is}` : `${before < after ? "rises" : "falls"} from ${was} to ${is}`}`;
  });
  const room = mostAnywhere(gap) - q.t;
  return `Mistake ${q.t}: the prediction for (${point}) is ${label(-y)}, the label ${label(y)}. ${moves.join(" and ")}. `
    + `There is room for ${room} more mistake${room === 1 ? "" : "s"}.`;
}

function squeezeOf(squeeze, found, gap) {
  const meets = 1 / gap ** 2, t = POINTS.map((part) => part * meets);
  const inner = [found.map(({ uw }) => uw), found.map(({ ww }) => Math.sqrt(ww))];
  return {
    ...squeeze, meets, meets_at: figure(meets), t, counts: "mistakes",
    at: [0, ...found.map((q) => q.t)],
    lower: { ...squeeze.lower, values: t.map((s) => gap * s) },
    upper: { ...squeeze.upper, values: t.map(Math.sqrt) },
    inner: squeeze.inner.map(({ label }, i) => ({ label, values: [0, ...inner[i]] })),
  };
}

// The run of the game that an address has, with the words of another run; null if there is none or it has other lines.
export function fooledRun(template, where) {
  const states = where.fool && read(where), gap = Number(where.gap), sides = SIDES(gap);
  if (!states || template.proof.some(({ name }) => !sides[name])) return null;
  const { shown, fan } = states.at(-1), u = polar(middle(fan)), rounds = shown.map((_, i) => i);
  const found = measure(states, u);
  const labels = template.squeeze.inner.map(({ label }) => label);
  const sentences = [
    `Before the first round. There is room for at most ${mostAnywhere(gap)} mistakes.`,
    ...shown.map((example, i) => tell(example, found[i], gap, labels)),
  ];
  sentences.push(`${sentences.pop()} This is the last round.`);
  return {
    ...template, theorem: `Your game: ${template.theorem}`, noun: "mistake", bound: figure(1 / gap ** 2), verdict: "",
    n_rounds: shown.length,
    rounds, events: rounds, updates: rounds, mistakes: rounds, sentences, told: sentences.map((_, i) => i),
    lines: template.proof.map(({ name }, i) => ledgerLine(template.lines[i].relation, found.map(sides[name]))),
    squeeze: squeezeOf(template.squeeze, found, gap),
    scene: {
      kind: "plane", constant: 0, u,
      points: shown.map(({ x }) => x.map((v) => v / UNIT)),
      labels: shown.map(({ y }) => y),
      weights: states.map(({ w }) => w.map((v) => v / UNIT)),
    },
  };
}
