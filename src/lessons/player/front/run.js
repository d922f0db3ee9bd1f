// A run at one of its frames. Frame 0 is before the first round; each frame after it is one of the rounds shown.

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

// What the bound counts so far, if that is an expectation: each round adds a part of it.
export const expectedSoFar = (run, now) =>
  run.counts.startsWith("expected") && run.squeeze ? run.squeeze.at[now.round + 1] : null;

// The frame of a round, counted from 1 as readers do, or of the next one that is shown.
export function frameOf(run, round) {
  const place = run.rounds.findIndex((shown) => shown + 1 >= round);
  return round < 1 ? 0 : place < 0 ? run.rounds.length : place + 1;
}

// The next frame, in a direction, whose round is one of these; the end of the run if there is none.
export function jump(run, frame, rounds, direction) {
  const wanted = new Set(rounds);
  const last = frames(run) - 1;
  for (let f = frame + direction; f > 0 && f <= last; f += direction) if (wanted.has(run.rounds[f - 1])) return f;
  return direction > 0 ? last : 0;
}

// The numbers of a line of the proof after an event, as the certificate writes them; null before its first.
export function numbersOf(run, i, event) {
  const line = run.lines[i];
  const column = run.proof[i].always ? 0 : event - 1;
  if (column < 0) return null;
  const [lhs, rhs, slack] = ["lhs", "rhs", "slack"].map((side) => line[side].split(" ")[column]);
  const [broken, undecided] = ["broken", "undecided"].map((answer) => line[answer]?.includes(column + 1));
  return !lhs || lhs === "–" ? null : { lhs, rhs, slack, broken, undecided };
}

export const value = (text) => Number(text.replace("∞", "Infinity"));
