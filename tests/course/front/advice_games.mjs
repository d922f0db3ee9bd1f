// Random games among the advisers of GAME, each to its end, as JSON: what the page plays and measures.
import { readFileSync } from "node:fs";

const front = new URL("../../../src/mistakebound/course/player/front/", import.meta.url);
const { afterTelling, beginning, canErr, measured, prediction, weightsOf } = await import(new URL("advice.js", front));
const game = JSON.parse(readFileSync(process.env.GAME, "utf8"));

let seed = 3;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const sign = () => (random() < 0.5 ? -1 : 1);

function play(opponent, { m }) {
  const states = [beginning(game.names.length)], rounds = [];
  while (canErr(opponent, m, states.at(-1))) {
    const now = states.at(-1), x = game.names.map(sign), y = sign();
    const next = afterTelling(opponent, m, now, x, y);
    rounds.push({ x, y, said: prediction(opponent, now, x), refused: next === null });
    if (next && next !== now) states.push(next);
  }
  const ends = states.map((state) => ({ ...state, w: weightsOf(opponent, state), measured: measured(opponent, state) }));
  return { opponent: opponent.name, m, rounds, states: ends };
}

console.log(JSON.stringify(game.opponents.flatMap((opponent) => opponent.goals.flatMap((goal) =>
  Array.from({ length: Number(process.env.GAMES) }, () => play(opponent, goal))))));
