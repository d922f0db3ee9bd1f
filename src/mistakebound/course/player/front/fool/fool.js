// Fool the Perceptron, on the first page: pick a point; the learner answers; you say "wrong!"; it learns.

import { chart, disc, HALF, HIGH } from "./board.js";
import {
  answer, bestGame, fool, mostAnywhere, mostInDisc, places, plus, polar, size, snap, START, turnOf, UNIT, wall, written,
} from "./rules.js";

const GAPS = [0.3, 0.2];
const COLOUR = { 1: "blue", 0: "no idea", "-1": "orange" };
const STEP = 50; // of the keyboard's cursor, in thousandths
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const BEST = "mistakebound-fool";

const BOARD = `
  <header>
    <b>Fool the Perceptron</b>
    <p>Pick a point. It guesses a colour, you say “wrong!”, it learns.</p>
    <fieldset><legend>Gap</legend>${GAPS.map((gap) => `
      <label><input type="radio" name="fool-gap" value="${gap}"><span>${gap}</span></label>`).join("")}
    </fieldset>
  </header>
  <div class="fool-panels">
    <div class="fool-left">
      <div class="fool-disc" tabindex="0" role="application" aria-label="The disc" aria-describedby="fool-keys">
        <svg viewBox="${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}" aria-hidden="true"></svg>
      </div>
      <p class="fool-keys" id="fool-keys">Keys: arrows (Shift: finer), Enter picks, N: next gold</p>
    </div>
    <div class="fool-right">
      <p class="fool-count"><b></b> <span></span></p>
      <svg class="fool-chart" viewBox="0 0 460 ${HIGH}" role="img"></svg>
      <p class="fool-says" aria-live="polite"></p>
      <p class="fool-buttons">
        <a class="fool-proof" hidden>Watch this game as a proof</a>
        <button type="button" class="fool-again">Again</button>
        <button type="button" class="fool-best"></button>
      </p>
    </div>
    <ul class="fool-legend">
      <li class="fool-green"><b>You</b>: one line must fit all you say, with a gap that no point is in. Its arrow
        <i>u</i> may point anywhere in the green arc. In the chart: how far <i>w</i> has come along it.</li>
      <li class="fool-black"><b>The learner</b>: its line, and its arrow <i>w</i> at a third of its length. Once all
        green is in its bracket, it is safe. In the chart: that length.</li>
      <li class="fool-gold"><b>Room</b>: where it can still be fooled. In the chart: what is left.</li>
    </ul>
  </div>`;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (ms) => new Promise((done) => setTimeout(done, calm() ? 0 : ms));
const often = (n) => ["", "once", "twice"][n] ?? `${n} times`;
const hundredths = (v) => (v / UNIT).toFixed(2).replace("-", "−");

// The most that this reader has reached, by gap; a browser may keep nothing.
function kept() {
  try { return JSON.parse(localStorage.getItem(BEST)) ?? {}; } catch { return {}; }
}
function keep(gap, n) {
  const best = kept();
  if (n <= (best[gap] ?? 0)) return;
  try { localStorage.setItem(BEST, JSON.stringify({ ...best, [gap]: n })); } catch { /* played all the same */ }
}

function playFool(root) {
  root.innerHTML = BOARD;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Fool the Perceptron, a game");
  const find = (name) => root.querySelector(`.fool-${name}`);
  const [board, picture, graph] = [find("disc"), find("disc svg"), find("chart")];
  let gap = 0.2, states = [START], aim = null, cursor = [0, 0], turn = 0, busy = false, helped = false;
  const now = () => states.at(-1);
  const over = () => !places(now(), gap).length;
  const wallOf = (state) => (places(state, gap).length ? wall(state, gap) : state.t);
  const viewOf = (state) => ({ ...state.fan, t: state.t, w: state.w, shown: state.shown, wall: wallOf(state) });

  function paintAll(view = viewOf(now()), look = {}) {
    picture.innerHTML = disc(view, gap, look);
    graph.innerHTML = chart({ ...view, states: look.states ?? states }, gap);
  }

  const say = (words) => { find("says").innerHTML = words; };

  // What stands in words about the game as it is.
  function tell() {
    const { t, shown } = now(), most = mostInDisc(gap), done = over(), best = kept()[gap];
    const score = t ? `Fooled ${often(t)}.` : "Not fooled yet.";
    find("count b").textContent = score;
    find("count span").textContent = `Most here: ${most}${best ? `; you: ${best}` : ""}.`;
    find("best").textContent = `Show me ${most}`;
    find("proof").hidden = !done;
    find("proof").href = `${root.dataset.proof}?${written(gap, { shown })}#player-1`;
    find("again").hidden = !t;
    root.classList.toggle("fool-over", done);
    graph.setAttribute("aria-label", "Two curves, the least progress and the greatest length, meet at "
      + `${mostAnywhere(gap)}. ${score} From here, at most ${wallOf(now())} in all.`);
  }

  // What the pointer or the cursor is at: the answer, and what "wrong!" would leave.
  function look() {
    if (!aim) return paintAll();
    const next = fool(now(), aim, gap), guess = COLOUR[answer(now(), aim)];
    const says = next ? `“${guess}”` : over() ? "no room left" : "no line would fit you";
    board.style.cursor = next ? "crosshair" : "default";
    paintAll(undefined, { aim, next, says });
    return next ? `it says ${guess}; Enter: “wrong!”` : says;
  }

  function tween(from, to, ms, look) {
    const began = performance.now(), mine = turn;
    const moved = ["t", "lo", "hi", "wall"];
    const between = (s) => Object.fromEntries(moved.map((k) => [k, from[k] + (to[k] - from[k]) * s]));
    return new Promise((done) => requestAnimationFrame(function frame(time) {
      if (mine !== turn) return done();
      const s = Math.min(1, Math.max(0, (time - began) / ms)), soft = s * s * (3 - 2 * s);
      paintAll({ ...to, ...between(soft), w: plus(from.w, plus(to.w, from.w, -1), soft) }, look);
      return s < 1 ? requestAnimationFrame(frame) : done();
    }));
  }

  // One round. The game has moved on at once; what follows shows it.
  async function pick(x) {
    const before = now(), next = fool(before, x, gap), from = viewOf(before), old = states;
    if (!next) return say(over() ? ending() : "Here no line with its gap would fit all you said. Pick in the gold.");
    const mine = (turn += 1), { said, y } = next.shown.at(-1);
    if (before.fan.all) [from.lo, from.hi] = [turnOf(next.w) - Math.PI, turnOf(next.w) + Math.PI];
    states = [...old, next];
    busy = true;
    if (over() && !helped) keep(gap, next.t);
    say(over() ? ending() : told(next, said, y));
    tell();
    paintAll(from, { states: old, aim: x, says: `“${COLOUR[said]}!”` });
    await pause(450);
    if (!calm() && mine === turn) await tween(from, viewOf(next), 600, { aim: x, says: "wrong!" });
    if (mine !== turn) return;
    [aim, busy] = [null, false];
    paintAll();
  }

  function told(state, said, y) {
    const heard = said ? `It said ${COLOUR[said]}; you said ${COLOUR[y]}.` : `It had no idea; you said ${COLOUR[y]}.`;
    const [was, most] = [wall(states.at(-2), gap), wall(state, gap)];
    return `${heard} It adds what it learnt to <i>w</i>, and turns. ${was - most > 1
      ? `That taught it much: from here nobody passes ${most}; it was ${was}.` : `From here nobody passes ${most}.`}`;
  }

  function ending() {
    const { t } = now(), [most, anywhere] = [mostInDisc(gap), mostAnywhere(gap)];
    const why = "its progress has caught up with its length, and every line that fits you answers as it does.";
    return t === most
      ? `<b>${t}, the most in this disc:</b> ${why} In more dimensions you could go on, until the two curves meet at
        ${anywhere}.`
      : `<b>${t}, and it is safe:</b> ${why} The curves only promise that by ${anywhere}. To last longer, pick far out,
        just beside the gap.`;
  }

  function again() {
    turn += 1;
    [states, aim, busy, helped, cursor] = [[START], null, false, false, [0, 0]];
    const bound = Number((1 / gap ** 2).toPrecision(3));
    say(`One promise binds you: some straight line through the centre fits all you say, with an empty gap of ${gap} on
      both sides. The disc has radius 1, so nobody passes (1/${gap})² = ${bound}, in any dimension; in this disc
      ${mostInDisc(gap)}.`);
    tell();
    paintAll();
  }

  async function showBest() {
    again();
    helped = true;
    for (const x of bestGame(gap)) {
      const mine = turn + 1;
      await Promise.all([pick(x), pause(gap < 0.25 ? 750 : 1200)]);
      if (turn !== mine) return;
    }
  }

  // --- controls

  function pointAt({ clientX, clientY }) {
    const box = board.getBoundingClientRect(), scale = (2 * HALF * UNIT) / (box.width * 168);
    return [(clientX - box.left - box.width / 2) * scale, (box.top + box.height / 2 - clientY) * scale];
  }
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || busy) return;
    const x = pointAt(event);
    aim = size(x) < 1.06 * UNIT ? snap(now(), x, gap) : null;
    look();
  });
  board.addEventListener("pointerleave", () => { aim = null; if (!busy) paintAll(); });
  board.addEventListener("click", (event) => {
    const x = pointAt(event);
    if (size(x) < 1.15 * UNIT) pick(snap(now(), x, gap));
  });
  board.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key], spots = places(now(), gap);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") pick(snap(now(), cursor, gap));
    else if (step) moveTo(plus(cursor, step, event.shiftKey ? STEP / 5 : STEP));
    else if (event.key.toLowerCase() === "n" && spots.length) {
      moveTo(spots[(spots.findIndex((x) => `${x}` === `${cursor}`) + 1) % spots.length]);
    } else return;
    event.preventDefault();
  });
  function moveTo(x) {
    turn += 1;
    aim = cursor = size(x) > UNIT ? polar(turnOf(x), UNIT - 1).map(Math.round) : x;
    busy = false;
    say(`${hundredths(cursor[0])} across, ${hundredths(cursor[1])} up: ${look()}.`);
  }

  find("again").addEventListener("click", () => { again(); board.focus({ preventScroll: true }); });
  find("best").addEventListener("click", showBest);
  root.querySelectorAll("input").forEach((input) => { input.checked = Number(input.value) === gap; });
  root.querySelector("fieldset").addEventListener("change", ({ target }) => { gap = Number(target.value); again(); });
  again();
}

export function mountFool() {
  document.querySelectorAll(".mistakebound-fool").forEach(playFool);
}
