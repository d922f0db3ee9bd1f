// A game of the first page as a run of the player.

import { UNIT, middle, polar, read } from "./fool/rules.js";
import { replay } from "./learners.js";
import { isOurs, runOf } from "./proof.js";

// The run of the game in an address, with the words of another run; null without a game, or if the proofs differ.
export function fooledRun(template, where) {
  const states = where.fool && read(where);
  if (!states || !isOurs(template)) return null;
  const { shown, fan } = states.at(-1);
  const examples = shown.map(({ x, y }) => ({ x: x.map((v) => v / UNIT), y }));
  const promise = { u: polar(middle(fan)), gamma: Number(where.gap), radius: 1 };
  const run = runOf(template, replay(examples, {}, 1), examples, promise);
  return { ...run, promise, theorem: `Your game: ${template.theorem}` };
}
