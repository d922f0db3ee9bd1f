// The player: a run and its certificate, round by round. `mount` draws it into an element and returns how to load runs.

import { escapeText } from "./markup.js";
import { at, frames, jump } from "./run.js";
import { follow, squeeze } from "./squeeze.js";
import { ledgerRows, showLedger } from "./ledger.js";
import { plane } from "./scenes/plane.js";
import { remaining } from "./scenes/remaining.js";
import { simplex } from "./scenes/simplex.js";
import { tree } from "./scenes/tree.js";
import { weights } from "./scenes/weights.js";

const SCENES = {
  plane: [plane, "The plane"],
  remaining: [remaining, "What is left"],
  simplex: [simplex, "The triangle of weights"],
  tree: [tree, "The mistake tree"],
  weights: [weights, "The weights"],
};
const EVENT_MS = 1100; // how long a round is shown in which something happens, and one in which nothing does
const QUIET_MS = 110;
const ICONS = {
  start: "M4 4v12M16 4L7 10l9 6z", back: "M13 4L5 10l8 6", play: "M6 4l10 6-10 6z", pause: "M7 4v12M13 4v12",
  step: "M7 4l8 6-8 6", next: "M4 4l7 6-7 6zM14 4v12",
};
const icon = (name) => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
const button = (name, label) => `<button type="button" class="mb-${name}" aria-label="${label}" title="${label}">${icon(name)}</button>`;
let players = 0;

const FRAME = (id) => `
  <header><b class="mb-theorem"></b> <span class="mb-math mb-statement"></span> <span class="mb-verdict"></span>
    <span class="mb-count"></span></header>
  <div class="mb-choices"></div>
  <div class="mb-panels">
    <div class="mb-panel mb-scene"><div class="mb-title"></div><svg role="img"></svg></div>
    <div class="mb-panel mb-squeeze"><div class="mb-title"></div><div class="mb-views"><button type="button" class="mb-zoom" aria-pressed="false">Zoom in</button>
      <button type="button" class="mb-whole">Back to the squeeze</button></div><svg role="img"></svg><p class="mb-reason"></p></div>
    <div class="mb-panel mb-drive">
      <div class="mb-buttons">${button("start", "To the start")}${button("back", "Step back")}${button("play", "Play")}${button("step", "Step")}${button("next", "Next mistake")}</div>
      <label class="mb-speed"><span>Speed</span> <select><option value="0.5">½</option><option value="1" selected>1</option><option value="2">2</option><option value="4">4</option></select></label>
      <input type="range" class="mb-slider" min="0" step="1" aria-label="Round" aria-describedby="${id}-keys">
      <p class="mb-says" aria-live="polite"></p>
      <p class="mb-keys" id="${id}-keys">Arrow keys: a round; with Shift: a mistake; Home and End.</p>
    </div>
    <div class="mb-panel mb-ledger"><div class="mb-title" id="${id}-ledger">The lines of the proof</div>
      <table role="table" aria-labelledby="${id}-ledger"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">line</th>
      <th role="columnheader" scope="col" class="mb-bars">as bars</th><th role="columnheader" scope="col">two sides</th><th role="columnheader" scope="col">slack</th></tr></thead><tbody role="rowgroup"></tbody></table></div>
  </div>`;

// `show`: controls and where they start; `choose(choice)` is called when the reader changes a control.
export function mount(root, show, choose) {
  const id = `mb-player-${++players}`;
  const find = (name) => root.querySelector(name);
  root.innerHTML = FRAME(id);
  root.setAttribute("role", "group");
  const parts = Object.fromEntries(["theorem", "statement", "verdict", "count", "says", "reason", "slider", "zoom", "whole", "play", "start", "back", "step", "next"].map((name) => [name, find(`.mb-${name}`)]));
  const [body, speed] = [find(".mb-ledger tbody"), find(".mb-speed select")];
  const pictures = [find(".mb-scene svg"), find(".mb-squeeze svg")];
  const widths = new Map();
  const state = { run: null, frame: 0, followed: null, zoomed: false, timer: null };

  function load(run) {
    const share = state.run ? state.frame / (frames(state.run) - 1) : null;
    pause();
    state.run = run;
    state.followed = run.lines[state.followed] ? state.followed : noLine();
    state.frame = share === null ? beginning(run) : Math.round(share * (frames(run) - 1));
    parts.theorem.textContent = run.theorem;
    parts.statement.textContent = run.statement;
    parts.verdict.textContent = run.verdict;
    parts.slider.max = frames(run) - 1;
    root.setAttribute("aria-label", `Watch the proof: ${run.theorem}`);
    find(".mb-scene .mb-title").textContent = SCENES[run.scene.kind][1];
    body.innerHTML = ledgerRows(run);
    // Jupyter: the arrow keys are ours, whichever of our controls has the focus.
    for (const control of root.querySelectorAll("button, input, select")) control.dataset.lmSuppressShortcuts = "true";
    draw();
  }

  // What is followed if no line is: the squeeze, or the last line of a proof that has none.
  const noLine = () => (state.run.squeeze ? null : state.run.lines.length - 1);

  function draw() {
    const { run, frame, followed } = state;
    const now = { ...at(run, frame), id };
    parts.slider.value = frame;
    const { noun } = run;
    const round = frame ? `round ${now.round + 1} of ${run.n_rounds}` : "before the first round";
    parts.count.textContent = `${round} · ${noun} ${now.counted} of ${run[`${noun}s`].length} · bound ${run.bound}`;
    parts.slider.setAttribute("aria-valuetext", `${round}, ${now.counted} ${noun}s`);
    parts.says.textContent = now.says;
    const [scene, title] = SCENES[run.scene.kind];
    picture(pictures[0], (width) => scene(run.scene, run, now, width), `${title}. ${now.says}`);
    const line = run.proof[followed];
    find(".mb-squeeze .mb-title").textContent = line ? line.formula : "The squeeze";
    find(".mb-squeeze .mb-title").classList.toggle("mb-math", Boolean(line));
    parts.reason.textContent = line ? line.reason : run.squeeze.quantity[0].toUpperCase() + run.squeeze.quantity.slice(1);
    parts.whole.hidden = followed === noLine();
    parts.zoom.hidden = Boolean(line) || !worthZooming(run);
    parts.zoom.setAttribute("aria-pressed", String(state.zoomed));
    picture(pictures[1], (width) => (line ? follow(run, followed, now, width) : squeeze(run, now, width, state.zoomed && worthZooming(run))),
      line ? `The two sides of ${line.name} after each event.` : `${run.squeeze.upper.label} above, ${run.squeeze.lower.label} below, which meet at ${run.squeeze.meets_at}.`);
    showLedger(body.rows, run, now, followed);
  }

  function picture(svg, make, label) {
    const width = widths.get(svg);
    const drawn = make(width);
    svg.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", drawn.height);
    svg.setAttribute("aria-label", label);
    svg.innerHTML = drawn.picture;
  }

  // Measured here only: while a step draws, it would make the browser lay the page out again.
  function measure() {
    for (const svg of pictures) widths.set(svg, Math.max(220, Math.floor(svg.parentElement.clientWidth - 28)));
  }

  const go = (frame) => {
    state.frame = Math.min(Math.max(frame, 0), frames(state.run) - 1);
    draw();
  };

  function play() {
    if (state.frame === frames(state.run) - 1) go(0);
    parts.says.setAttribute("aria-live", "off"); // else every round is read out
    parts.play.innerHTML = icon("pause");
    parts.play.setAttribute("aria-label", "Pause");
    parts.play.title = "Pause";
    tick();
  }

  function tick() {
    const { update, mistake } = at(state.run, state.frame);
    state.timer = setTimeout(() => {
      go(state.frame + 1);
      state.frame === frames(state.run) - 1 ? pause() : tick();
    }, (update || mistake ? EVENT_MS : QUIET_MS) / Number(speed.value));
  }

  function pause() {
    clearTimeout(state.timer);
    state.timer = null;
    parts.says.setAttribute("aria-live", "polite");
    parts.play.innerHTML = icon("play");
    parts.play.setAttribute("aria-label", "Play");
    parts.play.title = "Play";
  }

  const by = (step) => () => { pause(); go(step(state.frame)); };
  const events = () => (state.run.mistakes.length ? state.run.mistakes : state.run.updates);
  const moves = {
    start: by(() => 0),
    end: by(() => frames(state.run) - 1),
    back: by((frame) => frame - 1),
    step: by((frame) => frame + 1),
    next: by((frame) => jump(state.run, frame, events(), 1)),
    last: by((frame) => jump(state.run, frame, events(), -1)),
  };
  for (const name of ["start", "back", "step", "next"]) parts[name].addEventListener("click", moves[name]);
  parts.play.addEventListener("click", () => (state.timer ? pause() : play()));
  parts.slider.addEventListener("input", by(() => Number(parts.slider.value)));
  parts.zoom.addEventListener("click", () => { state.zoomed = !state.zoomed; draw(); });
  parts.whole.addEventListener("click", () => { state.followed = noLine(); draw(); parts.slider.focus(); });
  body.addEventListener("click", (event) => {
    const line = event.target.closest(".mb-follow")?.dataset.line;
    if (line === undefined) return;
    state.followed = Number(line) === state.followed ? noLine() : Number(line);
    draw();
  });
  root.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
    const moved = { ArrowRight: event.shiftKey ? "next" : "step", ArrowLeft: event.shiftKey ? "last" : "back", Home: "start", End: "end" }[event.key];
    if (!moved) return;
    event.preventDefault();
    event.stopPropagation();
    moves[moved]();
  });
  makeControls(find(".mb-choices"), show, choose);
  measure();
  const seen = new ResizeObserver(() => {
    const before = pictures.map((svg) => widths.get(svg));
    measure();
    if (state.run && pictures.some((svg, i) => widths.get(svg) !== before[i])) draw();
  });
  seen.observe(root);
  return { load, stop() { pause(); seen.disconnect(); } };
}

// Half-way through the mistakes.
function beginning({ mistakes, events, rounds }) {
  const shown = mistakes.length ? mistakes : events;
  return shown.length ? rounds.indexOf(shown[Math.floor((shown.length - 1) / 2)]) + 1 : 0;
}

const worthZooming = (run) => run.squeeze.inner[0].values.length - 1 < 0.5 * run.squeeze.t.at(-1);

function makeControls(place, show, choose) {
  const controls = show.controls ?? [];
  place.hidden = controls.length === 0;
  place.innerHTML = controls.map(({ name, values }, i) => `<label>${escapeText(name)} <select>${values.map((value, k) =>
    `<option value="${k}"${k === show.start[i] ? " selected" : ""}>${escapeText(value)}</option>`).join("")}</select></label>`).join("");
  const selects = [...place.querySelectorAll("select")];
  place.addEventListener("change", () => choose(selects.map((select) => Number(select.value))));
}
