// Be nature among advisers: choose the advice, hear the learner's prediction, and tell the learner that it is wrong, as
// long as one adviser keeps your promise: to be wrong at no more than m mistakes. The learner learns from mistakes only.

import { answerOf, learnt, WEIGHTS } from "./learners.js";
import { choice, chosen, escapeText, paint, plural, pressed, tag } from "./markup.js";
import { squeeze } from "./squeeze.js";

// --- the rules: t mistakes, and c, the sum of the advice at them, each times the sign of the right answer

export const beginning = (n) => ({ t: 0, c: Array(n).fill(0) });
export const weightsOf = ({ learner, eta }, { c }) => WEIGHTS[learner](c, eta);
export const prediction = (opponent, state, x) => answerOf(weightsOf(opponent, state), x) || opponent.ties;

// The number of mistakes at which each adviser was wrong.
export const wrongs = ({ t, c }) => c.map((v) => (t - v) / 2);

// The state after "it was y"; null if this answer breaks the promise.
export function afterTelling(opponent, m, state, x, y) {
  if (prediction(opponent, state, x) === y) return state;
  const next = { t: state.t + 1, c: learnt(state.c, x, y) };
  return Math.min(...wrongs(next)) <= m ? next : null;
}

// Whether the learner can be made to err once more: by all advisers together, if one may still be wrong, or by one
// against all others, when each of these says whatever its weight turns against that one.
export function canErr(opponent, m, state) {
  const w = weightsOf(opponent, state), none = w.map(() => -1);
  const rows = w.map((_, j) => w.map((v, i) => (i === j || v < 0 ? 1 : -1)));
  return [none, ...rows].some((x) => ![state, null].includes(afterTelling(opponent, m, state, x, 1)));
}

const sum = (values) => values.reduce((a, b) => a + b);
// The quantities that each learner's proof measures; `best` is an adviser that was wrong least often.
const MEASURED = {
  Perceptron: ({ c }, best) => [c[best], Math.hypot(...c)],
  Winnow: ({ c }, best, eta) => [Math.log(sum(c.map((v) => Math.exp(eta * (v - c[best])))))],
  WeightedMajority: ({ t, c }, best, eta) => [Math.log(sum(c.map((v) => Math.exp(eta * (v - t)))))],
};
export function measured({ learner, eta }, state) {
  const least = wrongs(state), best = least.indexOf(Math.min(...least));
  return MEASURED[learner](state, best, eta);
}

// --- the board

const SIGN = { 1: "+", 0: "nothing", "-1": "−" };
const often = (n) => ["never", "once", "twice"][n] ?? `${n} times`;

const ADVISERS = ({ noun, names, rows, opponents }) => `
  <header>
    <b>Be nature</b>
    ${choice("against", opponents.map(({ name }) => name), 0, "mb-whom")}
    <span class="mb-promise"></span>
    <span class="mb-count"></span>
  </header>
  <div class="mb-panels">
    <div class="mb-panel mb-ask">
      <div class="mb-title">What the ${noun}s say</div>
      <div class="mb-advisers">${names.map((_, i) => pressed("adviser", "", `data-adviser="${i}"`)).join("")}</div>
      <div class="mb-rows" role="group" aria-label="Rows of the Hadamard matrix" ${rows.length ? "" : "hidden"}>Rows
        ${rows.map((_, i) => pressed("row", i + 1, `data-row="${i}"`)).join("")}</div>
      <div class="mb-answers">
        <p class="mb-heard" aria-live="polite"></p>
        ${[1, -1].map((y) => pressed("answer", `It was ${SIGN[y]}`, `data-label="${y}"`)).join("")}
      </div>
      <p class="mb-says" aria-live="polite"></p>
    </div>
    <div class="mb-panel mb-squeeze"><div class="mb-title"></div><svg role="img"></svg></div>
    <div class="mb-panel mb-past">
      <p class="mb-keys">Press a letter to flip its advice. Bar: its weight. ×: wrong at a mistake. Struck out: it can no
        longer keep your promise. Gold: room for mistakes.${rows.length ? " Dashed row: no mistake possible." : ""}</p>
      ${pressed("again", "New game")} ${pressed("best", "")}
    </div>
  </div>`;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A weight as a bar, which starts in the middle if weights can be negative.
function bar(weight, largest, signed) {
  const half = signed ? 24 : 48, high = (half * Math.abs(weight)) / largest;
  return tag("svg", { viewBox: "0 0 20 48", "aria-hidden": "true" },
    tag("rect", { x: 2, width: 16, y: weight > 0 ? half - high : half, height: high, fill: paint("line") }),
    tag("rect", { x: 0, width: 20, y: half - 0.5, height: 1, fill: paint("mute") }));
}

export function playAdvice(root, game) {
  const { noun, names } = game;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", `Be nature among ${noun}s`);
  root.innerHTML = ADVISERS(game);
  const find = (name) => root.querySelector(`.mb-${name}`);
  const all = (name) => [...root.querySelectorAll(`.mb-${name}`)];
  const [whom, promise, picture] = [find("whom"), find("promise"), root.querySelector(".mb-squeeze svg")];
  let opponent, goal, states, x, show = 0;

  const now = () => states.at(-1);
  const after = (y) => afterTelling(opponent, goal.m, now(), x, y);
  const keepers = () => wrongs(now()).flatMap((n, i) => (n <= goal.m ? [i] : []));

  function choose() {
    opponent = game.opponents[chosen(whom)];
    promise.innerHTML = choice(`the best ${noun} is wrong`, opponent.goals.map(({ m }) => often(m)));
    promise.hidden = opponent.goals.length === 1;
    begin();
  }

  function begin() {
    show += 1;
    goal = opponent.goals[chosen(promise)];
    states = [beginning(names.length)];
    x = names.map((_, i) => (i % 2 ? -1 : 1));
    const kept = goal.m ? `wrong at no more than ${goal.m} of its mistakes` : "right at each of its mistakes";
    draw(`Make ${opponent.name} err as often as you can: flip what the ${noun}s say, then tell it what was right. Your
      promise: one ${noun} is ${kept}.`);
  }

  function answer(y) {
    const said = prediction(opponent, now(), x), next = after(y);
    if (!next) return draw(`“It was ${SIGN[y]}” would break your promise: no ${noun} could keep it.`);
    if (next === now()) return draw(`It said ${SIGN[y]} and was right, so nothing changes. Flip some advice.`);
    states.push(next);
    const heard = said ? `It said ${SIGN[said]}` : "It had no idea";
    draw(`Mistake ${next.t}: ${heard.toLowerCase()}, the truth was ${SIGN[y]}. ${over() ? verdict() : `${
      plural(keepers().length, noun)} can still keep your promise.`}`);
    if (over() && next.t === goal.most) {
      root.dispatchEvent(new CustomEvent("mistakebound-won", { bubbles: true, detail: opponent.name }));
    }
  }

  const over = () => !canErr(opponent, goal.m, now());

  function verdict() {
    const { t } = now(), [keeper] = keepers();
    const others = game.opponents.filter((other) => other !== opponent);
    return `No room is left: only ${names[keeper]} can keep your promise, and it has more weight than all others
      together. So ${opponent.name} now says what ${names[keeper]} says, and never errs again. You forced ${
      plural(t, "mistake")}${t === goal.most ? ", the most that anyone can" : `; ${goal.most} can be forced`}. The bound is ${
      goal.bound}.${others.map(({ name, goals }) => ` Against ${name}, ${goals[0].most} can be forced.`).join("")}`;
  }

  function draw(said) {
    const { t } = now(), most = goal.most;
    find("count").textContent = `${plural(t, "mistake")} · most ${most} · bound ${goal.bound}`;
    const heard = prediction(opponent, now(), x);
    find("says").textContent = said;
    find("heard").textContent = heard ? `It says ${SIGN[heard]}.` : "It has no idea.";
    find("best").textContent = `Show me ${most}`;
    drawAdvisers();
    all("row").forEach((row, i) => {
      const shut = [1, -1].every((y) => [now(), null].includes(afterTelling(opponent, goal.m, now(), game.rows[i], y)));
      row.classList.toggle("mb-shut", shut);
      row.setAttribute("aria-pressed", `${game.rows[i]}` === `${x}`);
      row.setAttribute("aria-label", `Row ${i + 1}${shut ? ", no mistake is possible there" : ""}`);
    });
    all("answer").forEach((button) => button.setAttribute("aria-disabled", String(!after(Number(button.dataset.label)))));
    drawSqueeze();
  }

  function drawAdvisers() {
    const w = weightsOf(opponent, now()), wrong = wrongs(now()), signed = opponent.learner === "Perceptron";
    const largest = Math.max(...w.map(Math.abs), signed ? 1 : 0);
    all("adviser").forEach((button, i) => {
      button.classList.toggle("mb-out", wrong[i] > goal.m);
      const [says, errors] = [SIGN[x[i]], wrong[i] ? `×${wrong[i]}` : ""], out = wrong[i] > goal.m ? ", out" : "";
      const weight = Number((w[i] / (signed ? 1 : sum(w))).toPrecision(2));
      button.setAttribute("aria-label", `${names[i]} ${says} ${errors}, weight ${weight}${out}`);
      button.innerHTML = `<b>${escapeText(names[i])}</b>${bar(w[i], largest, signed)}
        <span class="mb-${x[i] > 0 ? "plus" : "minus"}">${says}</span> <small>${errors || "&nbsp;"}</small>`;
    });
  }

  function drawSqueeze() {
    const { t } = now(), { inner, quantity } = goal.squeeze;
    const values = states.map((state) => measured(opponent, state));
    const curves = {
      ...goal.squeeze, at: values.map((_, i) => i),
      inner: inner.map(({ label }, k) => ({ label, values: values.map((at) => at[k]) })),
    };
    const drawn = squeeze({ counts: "mistakes", squeeze: curves },
      { id: `advice-${names.length}`, counted: t }, picture.clientWidth || 320);
    find("squeeze").firstElementChild.textContent = `The squeeze: ${quantity}`;
    picture.setAttribute("height", drawn.height);
    picture.setAttribute("width", "100%");
    picture.setAttribute("aria-label", `Two guaranteed curves meet at ${goal.bound} mistakes. After ${t}: ${
      inner.map(({ label }, k) => `${label} is ${values[t][k].toFixed(2)}`).join(", ")}.`);
    picture.innerHTML = drawn.picture;
  }

  // Replay a longest game, which the package has found.
  async function showBest() {
    begin();
    const mine = show;
    for (const { x: row, y } of goal.moves) {
      x = row;
      draw("");
      await new Promise((done) => setTimeout(done, calm() ? 0 : 900));
      if (mine !== show) return;
      answer(y);
      await new Promise((done) => setTimeout(done, calm() ? 0 : 1100));
      if (mine !== show) return;
    }
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button"), { adviser, row, label } = button?.dataset ?? {};
    if (!button) return;
    if (!button.matches(".mb-best")) show += 1;
    if (adviser !== undefined) x = x.map((v, i) => (i === Number(adviser) ? -v : v));
    if (row !== undefined) x = [...game.rows[row]];
    if (adviser !== undefined || row !== undefined) draw("");
    else if (label !== undefined) answer(Number(label));
    else if (button.matches(".mb-again")) begin();
    else showBest();
  });
  whom.addEventListener("change", choose);
  promise.addEventListener("change", begin);
  new ResizeObserver(drawSqueeze).observe(find("squeeze"));
  choose();
}
