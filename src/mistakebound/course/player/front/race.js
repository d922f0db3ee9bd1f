// The race: two learners on one stream. Bet on the learner that errs less, and watch; the page carries all mistakes.

import { choice, chosen, line, paint, plural, pressed, words } from "./markup.js";
import { key, makeChart, series } from "./squeeze.js";

const LANES = ["line", "pos"];
const LASTS = 4000; // the length of a race, in milliseconds

const TRACK = ({ controls, start }, names) => `
  <header><b>The race</b><span class="mb-count"></span></header>
  <div class="mb-choices">${controls.map(({ name, values }, i) => choice(name, values, start[i])).join("")}</div>
  <div class="mb-panels">
    <div class="mb-panel mb-bet">
      <div class="mb-title">Who errs less?</div>
      <ul>${LANES.map((lane) => `<li class="mb-${lane}"></li>`).join("")}</ul>
      <div class="mb-answers">${names.map((name, i) => pressed("answer", `Bet on ${name}`, `data-bet="${i}"`)).join("")}</div>
      <p class="mb-says" aria-live="polite"></p>
      <p class="mb-keys">Line: mistakes so far. Dashed: a bound, if it is near.</p>
    </div>
    <div class="mb-panel mb-squeeze"><div class="mb-title">Mistakes so far</div><svg role="img"></svg></div>
  </div>`;

export function playRace(root, game) {
  const { controls, races } = game, names = Object.keys(races[0]);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "The race");
  root.innerHTML = TRACK(game, names);
  const find = (name) => root.querySelector(name);
  const [says, picture] = [find(".mb-says"), find(".mb-squeeze svg")];
  const choices = find(".mb-choices");
  let runs, rounds, round = 0, turn = 0, bets = 0, won = 0;

  // The rounds of a run's mistakes, counted from 1.
  const mistakesOf = ({ gaps }) => gaps.map((_, i) => gaps.slice(0, i + 1).reduce((a, b) => a + b));

  function choose() {
    turn += 1;
    round = 0;
    const place = [...choices.children].map(chosen).reduce((at, value, i) => at * controls[i].values.length + value, 0);
    rounds = game.rounds[place];
    runs = names.map((name) => races[place][name]).map((run) => ({ ...run, mistakes: mistakesOf(run) }));
    says.textContent = "Bet, then watch: a bound is a promise, not a forecast.";
    draw();
  }

  const soFar = ({ mistakes }) => mistakes.filter((at) => at <= round).length;

  function draw() {
    root.querySelectorAll("li").forEach((lane, i) => {
      lane.textContent = `${names[i]}: ${round ? `${soFar(runs[i])} so far, ` : ""}bound ${runs[i].bound}`;
    });
    find(".mb-count").textContent = `round ${round} of ${rounds} · bets won: ${won} of ${bets}`;
    const most = Math.max(...runs.map(({ mistakes }) => mistakes.length));
    const near = runs.map(({ bound }) => bound).filter((bound) => bound <= 2 * most);
    const top = 1.25 * Math.max(most, ...near);  // the names stand there
    const chart = makeChart("race", picture.clientWidth || 320, [0, rounds], [0, top], "rounds");
    const curves = runs.map(({ mistakes }) =>
      [[0, 0], ...mistakes.filter((at) => at <= round).map((at, i) => [at, i + 1]), [round, soFar({ mistakes })]]);
    const walls = near.map((bound) => {
      const i = runs.findIndex((run) => run.bound === bound), [from, to] = [0, rounds].map((at) => [at, bound]);
      return line(chart.place(from), chart.place(to), { stroke: paint(LANES[i]), "stroke-dasharray": "4 3" })
        + words(chart.left + 4, chart.place(to)[1] - 4, `bound ${runs[i].bound}`, { class: `mb-word mb-${LANES[i]} mb-halo` });
    });
    picture.setAttribute("height", chart.height);
    picture.setAttribute("width", "100%");
    picture.setAttribute("aria-label", `After round ${round}: ${names.map((name, i) => `${name} ${soFar(runs[i])}`).join(", ")}.`);
    picture.innerHTML = chart.axes + walls.join("")
      + curves.map((curve, i) => series(chart, curve, curve, LANES[i], false)).join("") + key(chart, names.map((text, i) => ({ text, colour: LANES[i] })));
  }

  async function run(bet) {
    const mine = (turn += 1), began = performance.now(), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    says.textContent = `You bet on ${names[bet]}.`;
    do {
      round = calm ? rounds : Math.min(rounds, Math.max(1, Math.round((rounds * (performance.now() - began)) / LASTS)));
      draw();
      await new Promise(requestAnimationFrame);
      if (mine !== turn) return;
    } while (round < rounds);
    const counts = runs.map(soFar), least = Math.min(...counts);
    bets += 1;
    won += counts[bet] === least ? 1 : 0;
    const told = names.map((name, i) => `${name} made ${plural(counts[i], "mistake")} (bound ${runs[i].bound})`).join(", and ");
    says.textContent = `After ${rounds} rounds ${told}. You ${counts[bet] === least ? "won" : "lost"} your bet on ${names[bet]}. ${lesson(counts)}`;
    draw();
  }

  // Say whether the bounds foretold which learner errs less.
  function lesson(counts) {
    const [first, second] = counts, [low, high] = runs.map(({ bound }) => bound);
    if (first === second) return "Both erred equally often.";
    return (first < second) === (low < high) ? "The better learner has the smaller bound."
      : "The better learner has the larger bound: a bound is about the worst stream, not about this one.";
  }

  choices.addEventListener("change", choose);
  root.addEventListener("click", ({ target }) => {
    if (target.dataset.bet !== undefined) run(Number(target.dataset.bet));
  });
  new ResizeObserver(draw).observe(find(".mb-squeeze"));
  choose();
}
