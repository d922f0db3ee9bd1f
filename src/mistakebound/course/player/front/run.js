// A run at one of its frames. Frame 0 is before the first round; each later frame is a round that is shown: the learner
// errs or changes in it, or it is the last of a series of rounds in which nothing happens.

const upTo = (rounds, round) => {
  let n = 0;
  while (n < rounds.length && rounds[n] <= round) n++;
  return n;
};

export const frames = (run) => run.rounds.length + 1;

export function at(run, frame) {
  const round = frame === 0 ? -1 : run.rounds[frame - 1];
  const updates = upTo(run.updates, round);
  const mistakes = upTo(run.mistakes, round);
  return {
    frame,
    round,
    updates, // how many so far
    mistakes,
    event: upTo(run.events, round),
    update: updates > 0 && run.updates[updates - 1] === round, // whether this round is one
    mistake: mistakes > 0 && run.mistakes[mistakes - 1] === round,
    counted: run.counts === "updates" ? updates : mistakes,
    says: run.sentences[run.told[frame]],
  };
}

// The count so far if the bound is on an expectation, to which each round adds a part.
export const expectedSoFar = (run, now) =>
  run.counts.startsWith("expected") && run.squeeze ? run.squeeze.at[now.round + 1] : null;

// The frame of a round, counted from 1 as readers do, or of the next round that is shown.
export function frameOf(run, round) {
  const place = run.rounds.findIndex((shown) => shown + 1 >= round);
  return round < 1 ? 0 : place < 0 ? run.rounds.length : place + 1;
}

// The numbers of a line of the proof after an event; null before the line's first entry.
export function numbersOf(run, i, event) {
  const line = run.lines[i];
  const column = run.proof[i].always ? 0 : event - 1;
  const [lhs, rhs, slack] = ["lhs", "rhs", "slack"].map((side) => line[side][column] ?? null);
  const [broken, undecided] = ["broken", "undecided"].map((answer) => line[answer]?.includes(column + 1));
  return lhs === null ? null : { lhs, rhs, slack, broken, undecided };
}

// The value of a number; JSON has infinity as a word.
export const value = (number) => (typeof number === "string" ? Number(number.replace("∞", "Infinity")) : number);

// A number in a few digits, as the package writes it, but with a true minus sign; a number no larger than the noise
// becomes 0. A word, such as ∞, stays.
export const figure = (value, noise = 0, digits = 4) => inDigits(value, noise, digits).replaceAll("-", "−");

function inDigits(value, noise, digits) {
  if (typeof value === "string") return value;
  if (Math.abs(value) <= noise) return "0";
  const steady = Number(value.toPrecision(12));
  if (Number.isInteger(steady) && Math.abs(steady) < 1e9) return String(steady);
  const short = toEven(steady, digits), size = Math.abs(short);
  if (size >= 1e-4 && size < 10 ** digits) return String(short);
  return short.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

// A value rounded to `digits` digits; as in Python, a value half-way goes to the even digit.
function toEven(value, digits) {
  const exact = value.toExponential(60), cut = exact.indexOf(".") + digits;
  const even = /^50*e/.test(exact.slice(cut)) && exact[cut - 1] % 2 === 0;
  return Number(even ? exact.slice(0, cut) + exact.slice(exact.indexOf("e")) : value.toPrecision(digits));
}
