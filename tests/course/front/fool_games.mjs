// Random games of Fool the Perceptron, each to its end, and the longest ones, as JSON: what the page plays and draws,
// and the run that it hands to the player, in the words of the run in TEMPLATE.
import { readFileSync } from "node:fs";

const front = new URL("../../../src/mistakebound/course/player/front/", import.meta.url);
const { answer, bestGame, fool, mostAnywhere, mostInDisc, picker, polar, progress, read, START, wall, written } =
  await import(new URL("fool/rules.js", front));
const { fooledRun } = await import(new URL("fooled.js", front));
const template = JSON.parse(readFileSync(process.env.TEMPLATE, "utf8"));

let seed = 1;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const anywhere = () => polar(2 * Math.PI * random(), 1000 * Math.sqrt(random()));

// Clicks anywhere, each at the point that the page makes of it, until it finds none.
function randomGame(gap) {
  const states = [START];
  for (;;) {
    const now = states.at(-1), x = picker(now, gap)(anywhere());
    if (!x) return states;
    states.push(fool(now, x, gap));
  }
}

const best = (gap) => read({ gap, fool: bestGame(gap).flat().join("_") });

function told(gap, states) {
  const query = written(gap, states.at(-1)).toString();
  const end = states.at(-1);
  return {
    gap, query,
    best: mostInDisc(gap), bound: mostAnywhere(gap),
    shown: end.shown,
    weights: states.map(({ w }) => w),
    fans: states.map(({ fan }) => [fan.lo, fan.hi]),
    progress: states.map(progress),
    walls: states.map((state) => wall(state, gap)),
    left: Array.from({ length: 200 }, anywhere).map((x) => x.map(Math.round)).filter((x) => fool(end, x, gap)),
    answers: end.shown.map(({ x }, i) => answer(states[i], x)),
    run: fooledRun(template, Object.fromEntries(new URLSearchParams(query))),
  };
}

const GAPS = [0.2, 0.3, 0.5];
const games = GAPS.flatMap((gap) => Array.from({ length: Number(process.env.GAMES) }, () => told(gap, randomGame(gap))));
const refused = ["0_0", "900_900", "100", "a_b", "500_500_500_500"].map((picks) => read({ gap: 0.2, fool: picks }));
console.log(JSON.stringify({ games, best: [0.2, 0.3].map((gap) => told(gap, best(gap))), refused }));
