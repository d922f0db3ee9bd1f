// Hurt the proof: move an example, u or eta, and the run is replayed at once. The promise stays: the margin and the
// radius of the original run. The ledger then shows what breaks, and a sentence says so.

import { replay } from "./learners.js";
import { LAST_DIGITS, boundOf, dot, isOurs, runOf } from "./proof.js";
import { figure } from "./run.js";
import { eye } from "./scenes/plane.js";

const PASSES = 20; // if no line separates the examples, no pass is ever clean
const CONSTANT = 1; // the value of the constant feature when the promise forgets the bias
const REACH = 26; // the reach of a thumb, in pixels
const BEYOND = 1.25; // how far out an example can be moved, in radii
const TABLE = `
  <button type="button" class="mb-hurt-on">Hurt the proof</button>
  <div class="mb-hurt-table" role="group" aria-label="Hurt the proof" hidden>
    <label>Move <select class="mb-hurt-what"></select></label>
    <label class="mb-hurt-turn">direction of u <input type="range" min="-180" max="180" step="1"></label>
    <label class="mb-hurt-x">across <input type="range" step="0.01"></label>
    <label class="mb-hurt-y">up <input type="range" step="0.01"></label>
    <label>learning rate η <input type="range" class="mb-hurt-eta" min="0.1" max="3" step="0.1"></label>
    <label>a tie is <select class="mb-hurt-ties">
      <option value="0">a mistake</option>
      <option value="1">answered +1</option><option value="-1">answered −1</option>
    </select></label>
    <label><input type="checkbox" class="mb-hurt-always"> learns when right</label>
    <label><input type="checkbox" class="mb-hurt-bias"> forgets the bias</label>
    <button type="button" class="mb-hurt-reset">Reset</button>
    <p class="mb-hurt-says" aria-live="polite"></p>
    <p class="mb-keys">Drag an example or u in the picture, or choose it and use the sliders. The margin and the radius
      stay as promised. This page replays these runs; unlike the others, they are not certified by the package.</p>
  </div>`;

// Adds the table to a player; the player calls `offer(run)` for each run that the package played.
export function hurtTheProof(root, player) {
  const place = root.querySelector(".mb-hurt"), picture = root.querySelector(".mb-scene svg");
  place.innerHTML = TABLE;
  const find = (name) => place.querySelector(`.mb-hurt-${name}`);
  const [what, eta, ties, always, bias, table] = ["what", "eta", "ties", "always", "bias", "table"].map(find);
  const [turn, across, up] = ["turn", "x", "y"].map((name) => find(name).querySelector("input"));
  let original, promise, examples, held, shown, waiting = false;

  function reset() {
    const { points, labels, u } = original.scene;
    examples = points.map((x, i) => ({ x, y: labels[i] }));
    const scores = examples.map(({ x, y }) => y * dot(u, x));
    promise = { u, gamma: Math.min(...scores), radius: Math.max(...points.map((x) => Math.hypot(...x))), ...original.promise };
    held = null;
    [eta.value, ties.value, always.checked, bias.checked] = [1, 0, false, false];
    what.innerHTML = '<option value="">u</option>' + examples.map(({ y }, i) =>
      `<option value="${i}">example ${i + 1} (${y > 0 ? "+1" : "−1"})</option>`).join("");
    for (const slider of [across, up]) [slider.max, slider.min] = [1, -1].map((side) => side * BEYOND * promise.radius);
    showHeld();
  }

  // Shows the controls of the held thing: an example's two coordinates, or the direction of u.
  function showHeld() {
    what.value = held ?? "";
    find("turn").hidden = held !== null;
    for (const name of ["x", "y"]) find(name).hidden = held === null;
    if (held === null) turn.value = Math.round((180 / Math.PI) * Math.atan2(promise.u[1], promise.u[0]));
    else [across.value, up.value] = examples[held].x;
  }

  function move(to) {
    if (held === null) {
      const length = Math.hypot(...promise.u), far = Math.hypot(...to) || 1;
      promise.u = to.map((v) => (v * length) / far);
    } else {
      const far = Math.max(1, Math.hypot(...to) / (BEYOND * promise.radius));
      examples[held] = { ...examples[held], x: to.map((v) => v / far) };
    }
  }

  function again() {
    const how = { eta: Number(eta.value), ties: Number(ties.value), always: always.checked };
    // The learner sees one more feature, which the promise does not know.
    const seen = examples.map(({ x, y }) => ({ x: bias.checked ? [...x, CONSTANT] : x, y }));
    const rounds = replay(seen, how, how.always ? 3 : PASSES);
    shown = runOf(original, rounds, seen, { ...promise, u: bias.checked ? [...promise.u, 0] : promise.u }, how.eta);
    const { gamma, radius } = promise;
    Object.assign(shown.scene, { held, gamma, half: 1.14 * BEYOND * radius });
    shown.theorem = `Hurt: ${original.theorem}`;
    player.load(shown, { round: player.round() + 1 });
    find("says").textContent = [holding(), running(), falling()].join(" ");
  }

  // --- in words

  function holding() {
    if (bias.checked) {
      return `Each example has the constant feature ${CONSTANT}, which the radius ${figure(promise.radius)} does not count.`;
    }
    if (held === null) return `The promise: a margin of ${figure(promise.gamma)} from the line of u.`;
    const { x, y } = examples[held], score = y * dot(promise.u, x);
    const near = score < promise.gamma - LAST_DIGITS, far = Math.hypot(...x) > promise.radius + LAST_DIGITS;
    const broken = [
      near && `its signed score ${figure(score)} is below the margin ${figure(promise.gamma)}`,
      far && `it is longer than the radius ${figure(promise.radius)}`,
    ].filter(Boolean).join(", and ");
    const used = shown.updates.some((i) => i % examples.length === held);
    const spared = broken && !used ? "; the learner never learns from it, so the proof does not use it" : "";
    return `Example ${held + 1}: ${broken || "it keeps the promise"}${spared}.`;
  }

  function running() {
    const { updates, noun, n_rounds: rounds } = shown, n = updates.length;
    const stopped = !(updates.at(-1) >= rounds - examples.length), passes = rounds / examples.length;
    return `${n} ${noun}${n === 1 ? "" : "s"} in ${passes} pass${passes === 1 ? "" : "es"}; the learner ${
      stopped ? "no longer" : "still"} changes.`;
  }

  function falling() {
    const bound = figure(boundOf(promise));
    if (!shown.broken.length) return `All hypotheses hold: no more than ${bound} ${shown.noun}s.`;
    const red = shown.proof.filter((_, i) => shown.lines[i].broken.length).map(({ name }) => name);
    const lines = red.length ? `These lines fail: ${red.join(", ")}.` : "No line fails yet.";
    return `Broken: ${shown.broken.join(", ")}. ${lines}
      The bound ${bound} rests on ${shown.broken.length > 1 ? "them" : "it"}, and falls: nothing is promised.`;
  }

  // --- controls

  const on = () => !table.hidden;
  function turnOn(open) {
    table.hidden = !open;
    find("on").textContent = open ? "Mend the proof" : "Hurt the proof";
    picture.classList.toggle("mb-hurting", open);
    if (!open) return player.load(original, { round: player.round() + 1 });
    reset();
    again();
  }
  find("on").addEventListener("click", () => turnOn(!on()));
  find("reset").addEventListener("click", () => { reset(); again(); });
  what.addEventListener("change", () => {
    held = what.value === "" ? null : Number(what.value);
    showHeld();
    again();
  });
  table.addEventListener("input", ({ target }) => {
    if (target === what) return;
    if (target === turn) move([Math.cos, Math.sin].map((part) => part((turn.value * Math.PI) / 180)));
    if (target === across || target === up) move([across, up].map((slider) => Number(slider.value)));
    again();
  });
  place.addEventListener("keydown", (event) => event.stopPropagation()); // arrows move a slider here, not the run

  // The thing that a pointer takes: the nearest example, or the tip of u.
  function taken({ offsetX, offsetY }) {
    const view = seen(), tip = view.tip(promise.u);
    const away = (x) => Math.hypot(view.place(x)[0] - offsetX, view.place(x)[1] - offsetY);
    const things = [[away(tip), null], ...examples.map(({ x }, i) => [away(x), i])];
    const [distance, thing] = things.reduce((a, b) => (b[0] < a[0] ? b : a));
    return distance < REACH ? { thing } : null;
  }
  const seen = () => eye(shown.scene, picture.clientWidth);
  let dragged = false;
  picture.addEventListener("pointerdown", (event) => {
    const take = on() && taken(event);
    if (!take) return;
    [held, dragged] = [take.thing, true];
    picture.setPointerCapture(event.pointerId);
    showHeld();
    again();
  });
  picture.addEventListener("pointermove", (event) => {
    if (!dragged || waiting) return;
    const { left, top } = picture.getBoundingClientRect();
    const to = seen().find([event.clientX - left, event.clientY - top]);
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      move(to);
      showHeld();
      again();
    });
  });
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { dragged = false; });

  return {
    // A reader who is hurting one run goes on with the new one, if that is possible.
    offer(run) {
      place.hidden = !isOurs(run);
      original = run;
      if (on()) turnOn(!place.hidden);
    },
  };
}
