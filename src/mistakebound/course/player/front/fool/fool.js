// Fool the Perceptron, on the first page: pick a point; the learner answers; you say "wrong!"; the learner learns.

import { chart, disc, HALF, HIGH, limit } from "./board.js";
import {
  answer, bestGame, fool, mostInDisc, picker, plus, polar, size, START, tips, turnOf, UNIT, wall, written,
} from "./rules.js";

const GAP = 0.2, MOST = mostInDisc(GAP);
const COLOUR = { 1: "blue", 0: "no idea", "-1": "orange" };
const STEP = 50; // the keyboard's step, in thousandths
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const BEST = "mistakebound-fool";

const BOARD = `
  <header>
    <b>Fool the Perceptron</b>
    <p>Pick a point. It guesses a colour, you say “wrong!”, it learns.</p>
  </header>
  <div class="fool-panels">
    <div class="fool-disc" tabindex="0" role="application" aria-label="The disc" aria-describedby="fool-keys">
      <svg viewBox="${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}" aria-hidden="true"></svg>
    </div>
    <div class="fool-right">
      <p class="fool-count"><b></b> <span></span></p>
      <svg class="fool-chart" viewBox="0 0 460 ${HIGH}" role="img"></svg>
      <p class="fool-says" aria-live="polite"></p>
      <p class="fool-buttons">
        <button type="button" class="fool-best">See all ${MOST}</button>
        <a class="fool-proof">Watch this game as a proof</a>
        <button type="button" class="fool-again">Again</button>
      </p>
    </div>
    <p class="fool-legend"><b class="fool-green">Green</b>: the lines that fit your answers, and their arrows <i>u</i>.
      <b class="fool-black">Black</b>: its line and its arrow <i>w</i>, at a third of its length.
      <b class="fool-gold">Gold</b>: where it can be fooled. <span class="fool-keys" id="fool-keys">Keys: arrows (Shift: finer),
      Enter picks, N: next gold.</span></p>
  </div>`;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (ms) => new Promise((done) => setTimeout(done, calm() ? 0 : ms));
const often = (n) => ["", "once", "twice"][n] ?? `${n} times`;
const hundredths = (v) => (v / UNIT).toFixed(2).replace("-", "−");

// This reader's best score; a browser may keep nothing.
function kept() {
  try { return Number(localStorage.getItem(BEST)) || 0; } catch { return 0; }
}
function keep(n) {
  try { localStorage.setItem(BEST, Math.max(n, kept())); } catch { /* the game goes on without a score */ }
}

function playFool(root) {
  const way = root.firstElementChild; // the link into the course
  root.innerHTML = BOARD;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Fool the Perceptron, a game");
  const find = (name) => root.querySelector(`.fool-${name}`);
  find("right").append(way);
  const [board, picture, graph] = [find("disc"), find("disc svg"), find("chart")];
  let states = [START], snap, view, aim = null, cursor = [0, 0], turn = 0, busy = false, helped = false;
  const now = () => states.at(-1);
  const over = () => snap([0, 0]) === null;

  // Draw the picture, the chart and the score from one view, so that they cannot disagree, even while they move.
  function paintAll(seen = view, look = {}) {
    picture.innerHTML = disc(seen, GAP, look);
    graph.innerHTML = chart(seen, GAP);
    const fooled = seen.states.length - 1, score = fooled ? `Fooled ${often(fooled)}` : "Not fooled yet";
    const most = limit(seen), ahead = most.startsWith("at") ? `It can be fooled ${most}.` : "And never again.";
    find("count b").textContent = `${score}.`;
    find("count span").textContent = ahead;
    graph.setAttribute("aria-label", `Two curves, the least progress and the greatest length, leave room. ${score}. ${ahead}`);
  }

  // Make the last state the one that is shown.
  function arrive() {
    snap = picker(now(), GAP);
    const { t, w, fan, shown } = now();
    view = { ...fan, t, w, shown, states, wall: over() ? t : wall(now(), GAP) };
    if (over() && !helped) keep(t);
  }

  const say = (words) => { find("says").innerHTML = words; };

  // Say the words and offer the buttons that belong to the state shown.
  function settle(words) {
    [aim, busy] = [null, false];
    const { t, shown } = view;
    say(words);
    find("proof").hidden = !over();
    find("best").hidden = !over() || t === MOST;
    find("again").hidden = !t;
    find("proof").href = `${root.dataset.proof}?${written(GAP, { shown })}#player-1`;
    paintAll();
  }

  // Show the learner's answer where the pointer or the cursor is, and what "wrong!" would leave.
  function look() {
    const next = fool(now(), aim, GAP), guess = COLOUR[answer(now(), aim)];
    const says = next ? `“${guess}”` : "no line is left";
    board.style.cursor = next ? "crosshair" : "default";
    paintAll(view, { aim, next, says });
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

  // Play one round, at a point where the learner can be fooled; stop what is still moving.
  async function pick(x) {
    const next = x && fool(now(), x, GAP), mine = (turn += 1);
    if (!next) return;
    const { said, y } = next.shown.at(-1);
    const told = said ? `It said ${COLOUR[said]}; you said ${COLOUR[y]}.` : `It had no idea; you said ${COLOUR[y]}.`;
    const from = view.all ? { ...view, lo: turnOf(next.w) - Math.PI, hi: turnOf(next.w) + Math.PI } : view;
    states = [...states, next];
    busy = true;
    arrive();
    say(told);
    if (!calm()) {
      paintAll(from, { aim: x, says: `“${COLOUR[said]}!”` });
      await pause(450);
      if (mine === turn) await tween(from, view, 600, { aim: x, says: "wrong!" });
      if (mine !== turn) return;
    }
    settle(over() ? ending() : `${told} It adds the point to its arrow <i>w</i>, and turns.`);
  }

  function ending() {
    const { t } = now(), best = kept(), why = "No line is left that could fool it: its arrow has caught up.";
    return t === MOST ? `<b>All ${t}.</b> ${why} Nobody can fool it more often in this disc.`
      : `<b>It is safe now.</b> ${why} To last longer, pick far out, close to the gap.${best > t ? ` Your best: ${best}.` : ""}`;
  }

  function again() {
    turn += 1;
    [states, helped, cursor] = [[START], false, [0, 0]];
    arrive();
    settle("Gold is where it can be fooled. One straight line through the middle must fit all that you say.");
  }

  async function showBest() {
    again();
    helped = true;
    for (const x of bestGame(GAP)) {
      const mine = turn + 1;
      await Promise.all([pick(x), pause(750)]);
      if (turn !== mine) return;
    }
  }

  // --- controls

  function pointAt({ clientX, clientY }) {
    const box = board.getBoundingClientRect(), scale = (2 * HALF * UNIT) / (box.width * 168);
    return [(clientX - box.left - box.width / 2) * scale, (box.top + box.height / 2 - clientY) * scale];
  }
  function aimAt(x) {
    aim = snap(x) ?? polar(turnOf(x), Math.min(size(x), UNIT));
    return look();
  }
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" && !busy) aimAt(pointAt(event));
  });
  board.addEventListener("pointerleave", () => { if (!busy) paintAll(); });
  board.addEventListener("click", (event) => {
    const x = pointAt(event);
    if (over()) aimAt(x);
    else pick(snap(x));
  });
  board.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key], spots = tips(now(), GAP).map(snap).filter(Boolean);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") pick(snap(cursor));
    else if (step) moveTo(plus(cursor, step, event.shiftKey ? STEP / 5 : STEP));
    else if (event.key.toLowerCase() === "n" && spots.length) {
      moveTo(spots[(spots.findIndex((x) => `${x}` === `${cursor}`) + 1) % spots.length]);
    } else return;
    event.preventDefault();
  });
  function moveTo(x) {
    turn += 1;
    cursor = size(x) > UNIT ? polar(turnOf(x), UNIT - 1).map(Math.round) : x;
    settle(`${hundredths(cursor[0])} across, ${hundredths(cursor[1])} up: ${aimAt(cursor)}.`);
    aimAt(cursor);
  }

  find("again").addEventListener("click", () => { again(); board.focus({ preventScroll: true }); });
  find("best").addEventListener("click", showBest);
  again();
}

export function mountFool() {
  document.querySelectorAll(".mistakebound-fool").forEach(playFool);
}
