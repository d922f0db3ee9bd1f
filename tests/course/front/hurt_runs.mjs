// Random runs of the Perceptron as the page replays them when a reader hurts the proof, as JSON, in the words of the
// run in TEMPLATE: some keep the promise, some break it, some examples lie on the wrong side.
import { readFileSync } from "node:fs";

const front = new URL("../../../src/mistakebound/course/player/front/", import.meta.url);
const { TIE, replay } = await import(new URL("learners.js", front));
const { LAST_DIGITS, runOf } = await import(new URL("proof.js", front));
const template = JSON.parse(readFileSync(process.env.TEMPLATE, "utf8"));

let seed = 7;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const between = (low, high) => Number((low + (high - low) * random()).toFixed(3));
const one = (things) => things[Math.floor(things.length * random())];

function randomRun() {
  const turn = between(-3, 3), u = [Math.cos(turn), Math.sin(turn)];
  const constant = one([[], [], [1]]);
  const examples = Array.from({ length: one([1, 5, 30, 110]) }, () => {
    const x = [between(-1, 1), between(-1, 1)], score = x[0] * u[0] + x[1] * u[1];
    return { x: [...x, ...constant], y: (score > 0) === (random() < 0.98) ? 1 : -1 };
  });
  const how = { eta: one([1, 0.5, 3.7, 40]), ties: one([0, 1, -1]), always: random() < 0.3 };
  const promise = { u: [...u, ...constant.map(() => 0)], gamma: one([0.01, 0.1, 0.5]), radius: one([0.7, 1, 1.5]) };
  const rounds = replay(examples, how, 4);
  const run = runOf(template, rounds, examples, promise, how.eta);
  return { examples, how, promise, passes: rounds.length / examples.length, run };
}

const runs = Array.from({ length: Number(process.env.RUNS) }, randomRun);
console.log(JSON.stringify({ rounding: LAST_DIGITS, tie: TIE, runs }));
