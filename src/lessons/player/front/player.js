// The player: a run and its certificate, round by round. `mount` draws it into an element and returns how to load runs.
// The scenes are those of `scenes/`: `front.py`, which joins the modules, lists them as SCENES by their names.

import { escapeText } from "./markup.js";
import { at, expectedSoFar, frameOf, frames, jump } from "./run.js";
import { follow, squeeze } from "./squeeze.js";
import { hypothesisButtons, ledgerRows, showLedger, showRests } from "./ledger.js";

// How a run is played: by which step, and how long each frame is shown, in milliseconds.
const PACES = [
  { name: "mistakes", by: "next", ms: 1100 },
  { name: "mistakes, slowly", by: "next", ms: 2500 },
  { name: "mistakes, fast", by: "next", ms: 350 },
  { name: "every round", by: "step", ms: 250 },
];
const ICONS = {
  start: "M4 4v12M16 4L7 10l9 6z",
  back: "M13 4L5 10l8 6",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  step: "M7 4l8 6-8 6",
  next: "M4 4l7 6-7 6zM14 4v12",
};
const icon = (name) => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
const button = (name, label) =>
  `<button type="button" class="mb-${name}" aria-label="${label}" title="${label}">${icon(name)}</button>`;
let players = 0;

const PARTS = [
  "theorem", "formula", "verdict", "count", "link", "choices", "says", "reason", "slider", "zoom", "whole", "buttons",
  "play", "start", "back", "step", "next", "hypotheses", "rests",
];
const FRAME = (id) => `
  <header>
    <b class="mb-theorem"></b>
    <span class="mb-math mb-formula"></span>
    <span class="mb-verdict"></span>
    <span class="mb-count"></span>
    <button type="button" class="mb-link">Copy link</button>
  </header>
  <div class="mb-choices"></div>
  <div class="mb-hurt" hidden></div>
  <div class="mb-panels">
    <div class="mb-panel mb-scene"><div class="mb-title"></div><svg role="img"></svg></div>
    <div class="mb-panel mb-squeeze">
      <div class="mb-title"></div>
      <div class="mb-views">
        <button type="button" class="mb-zoom" aria-pressed="false">Zoom in</button>
        <button type="button" class="mb-whole">Back to the squeeze</button>
      </div>
      <svg role="img"></svg>
      <p class="mb-reason"></p>
    </div>
    <div class="mb-panel mb-drive">
      <div class="mb-buttons" role="toolbar" aria-label="Move" aria-orientation="vertical">
        ${button("start", "To the start")}${button("back", "Step back")}${button("play", "Play")}
        ${button("step", "Step")}${button("next", "Next mistake")}
      </div>
      <label class="mb-pace"><span>Pace</span>
        <select>${PACES.map(({ name }, i) => `<option value="${i}">${name}</option>`).join("")}</select>
      </label>
      <input type="range" class="mb-slider" min="0" step="1" aria-label="Round" aria-describedby="${id}-keys">
      <p class="mb-says" aria-live="polite"></p>
      <p class="mb-keys" id="${id}-keys">Left and right: a round; with Shift: a mistake; Home and End; up and down: from
        button to button.</p>
    </div>
    <div class="mb-panel mb-ledger">
      <div class="mb-title" id="${id}-ledger">The lines of the proof</div>
      <div class="mb-hypotheses" role="group" aria-label="Hypotheses: which lines hang on it"></div>
      <p class="mb-rests" aria-live="polite"></p>
      <table role="table" aria-labelledby="${id}-ledger">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">line</th>
            <th role="columnheader" scope="col" class="mb-bars">as bars</th>
            <th role="columnheader" scope="col">two sides</th>
            <th role="columnheader" scope="col">slack</th>
          </tr>
        </thead>
        <tbody role="rowgroup"></tbody>
      </table>
    </div>
  </div>`;

// `show`: controls and where they start; `choose(choice)` is called when the reader changes a control.
// With `share(where)` the reader can copy a link: it gets what is seen, by names, and says how that went.
export function mount(root, show, choose, share) {
  const id = `mb-player-${++players}`;
  const find = (name) => root.querySelector(name);
  root.innerHTML = FRAME(id);
  root.setAttribute("role", "group");
  const parts = Object.fromEntries(PARTS.map((name) => [name, find(`.mb-${name}`)]));
  const [body, pace] = [find(".mb-ledger tbody"), find(".mb-pace select")];
  const pictures = { scene: find(".mb-scene svg"), squeeze: find(".mb-squeeze svg") };
  const titles = { scene: find(".mb-scene .mb-title"), squeeze: find(".mb-squeeze .mb-title") };
  const widths = new Map();
  const state = { run: null, frame: 0, followed: null, chosen: null, zoomed: false, timer: null };

  const lastFrame = () => frames(state.run) - 1;
  // What is followed if no line is: the squeeze, or the last line of a proof that has none.
  const noLine = () => (state.run.squeeze ? null : state.run.lines.length - 1);

  // `where`: the round and the line to begin with; else about where the last run was.
  function load(run, where = {}) {
    const part = state.run ? state.frame / lastFrame() : 0;
    pause();
    const sameProof = run.proof === state.run?.proof;
    state.run = run;
    state.followed = run.lines[state.followed] ? state.followed : noLine();
    state.frame = Math.round(part * lastFrame());
    if (where.round >= 0) state.frame = frameOf(run, Number(where.round));
    const line = run.proof.findIndex(({ name }) => name === where.line);
    if (line >= 0) state.followed = line;
    parts.theorem.textContent = run.theorem;
    parts.formula.textContent = run.formula;
    parts.verdict.textContent = run.verdict;
    parts.slider.max = lastFrame();
    root.setAttribute("aria-label", `Watch the proof: ${run.theorem}`);
    if (!sameProof) {  // else its bars move
      body.innerHTML = ledgerRows(run);
      rove(body);
    }
    parts.hypotheses.innerHTML = hypothesisButtons(run);
    if (!run.hypotheses.includes(state.chosen)) state.chosen = null;
    if (run.hypotheses.length) rove(parts.hypotheses);
    // Jupyter: the arrow keys are ours, whichever of our controls has the focus.
    for (const control of root.querySelectorAll("button, input, select")) {
      control.dataset.lmSuppressShortcuts = "true";
    }
    draw();
  }

  // --- drawing

  function draw() {
    const now = { ...at(state.run, state.frame), id };
    drawCounts(now);
    drawScene(now);
    drawSqueeze(now);
    showLedger(body.rows, state.run, now, state.followed);
    drawRests();
  }

  function drawRests() {
    const { run, followed, chosen } = state;
    parts.rests.textContent = showRests(body.rows, parts.hypotheses.children, run, followed, chosen);
    parts.rests.hidden = !parts.rests.textContent;
  }

  function drawCounts(now) {
    const { noun, n_rounds: rounds, bound } = state.run;
    const round = now.frame ? `round ${now.round + 1} of ${rounds}` : "before the first round";
    const expected = expectedSoFar(state.run, now);
    const count = expected === null
      ? `${noun} ${now.counted} of ${state.run[`${noun}s`].length}`
      : `expected ${expected} of ${state.run.squeeze.at.at(-1)}`;
    parts.count.textContent = `${round} · ${count} · bound ${bound}`;
    parts.slider.value = now.frame;
    parts.slider.setAttribute("aria-valuetext", `${round}, ${count}`);
    parts.says.textContent = now.says;
  }

  function drawScene(now) {
    const { scene } = state.run;
    const { title } = drawPicture(pictures.scene, (width) => SCENES[scene.kind](scene, state.run, now, width));
    titles.scene.textContent = title;
    pictures.scene.setAttribute("aria-label", `${title}. ${now.says}`);
  }

  function drawSqueeze(now) {
    const { run, followed } = state;
    const line = run.proof[followed];
    const zoomed = !line && state.zoomed && worthZooming(run);
    drawPicture(pictures.squeeze, (width) =>
      line ? follow(run, followed, now, width) : squeeze(run, now, width, zoomed));
    const { quantity, upper, lower, meets_at: meets } = run.squeeze ?? {};
    pictures.squeeze.setAttribute("aria-label", line
      ? `The two sides of ${line.name} after each event.`
      : `${upper.label} above, ${lower.label} below, which meet at ${meets}.`);
    titles.squeeze.textContent = line ? `${line.formula} (${line.at})` : "The squeeze";
    titles.squeeze.classList.toggle("mb-math", Boolean(line));
    parts.reason.textContent = line ? line.reason : quantity[0].toUpperCase() + quantity.slice(1);
    parts.whole.hidden = followed === noLine();
    parts.zoom.hidden = Boolean(line) || !worthZooming(run);
    parts.zoom.setAttribute("aria-pressed", String(state.zoomed));
  }

  function drawPicture(svg, make) {
    const width = widths.get(svg);
    const drawn = make(width);
    svg.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", drawn.height);
    svg.innerHTML = drawn.picture;
    return drawn;
  }

  // Measured here only: while a step draws, it would make the browser lay the page out again.
  function measure() {
    let changed = false;
    for (const svg of Object.values(pictures)) {
      const width = Math.max(220, Math.floor(svg.parentElement.clientWidth - 28));
      changed ||= widths.get(svg) !== width;
      widths.set(svg, width);
    }
    return changed;
  }

  // --- moving

  function go(frame) {
    state.frame = Math.min(Math.max(frame, 0), lastFrame());
    draw();
  }

  function play() {
    if (state.frame === lastFrame()) go(0);
    parts.says.setAttribute("aria-live", "off"); // else every round is read out
    showPlayButton("pause", "Pause");
    tick();
  }

  function tick() {
    const { by, ms } = PACES[pace.value];
    state.timer = setTimeout(() => {
      go(steps[by](state.frame));
      state.frame === lastFrame() ? pause() : tick();
    }, ms);
  }

  function pause() {
    clearTimeout(state.timer);
    state.timer = null;
    parts.says.setAttribute("aria-live", "polite");
    showPlayButton("play", "Play");
  }

  function showPlayButton(name, label) {
    parts.play.innerHTML = icon(name);
    parts.play.setAttribute("aria-label", label);
    parts.play.title = label;
  }

  function followLine(line) {
    state.followed = line;
    state.chosen = null;
    draw();
  }

  const events = () => (state.run.mistakes.length ? state.run.mistakes : state.run.updates);
  const steps = {
    start: () => 0,
    end: lastFrame,
    back: (frame) => frame - 1,
    step: (frame) => frame + 1,
    next: (frame) => jump(state.run, frame, events(), 1),
    last: (frame) => jump(state.run, frame, events(), -1),
    slide: () => Number(parts.slider.value),
  };
  function move(name) {
    pause();
    go(steps[name](state.frame));
  }
  for (const name of ["start", "back", "step", "next"]) parts[name].addEventListener("click", () => move(name));
  parts.play.addEventListener("click", () => (state.timer ? pause() : play()));
  parts.slider.addEventListener("input", () => move("slide"));
  parts.zoom.addEventListener("click", () => {
    state.zoomed = !state.zoomed;
    draw();
  });
  parts.whole.addEventListener("click", () => {
    followLine(noLine());
    parts.slider.focus();
  });
  body.addEventListener("click", (event) => {
    const line = event.target.closest(".mb-follow")?.dataset.line;
    if (line !== undefined) followLine(Number(line) === state.followed ? noLine() : Number(line));
  });
  parts.hypotheses.addEventListener("click", ({ target }) => {
    const name = target.closest(".mb-hypothesis")?.textContent;
    if (!name) return;
    state.chosen = name === state.chosen ? null : name;
    drawRests();
  });
  root.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
    const [left, right] = event.shiftKey ? ["last", "next"] : ["back", "step"];
    const name = { ArrowLeft: left, ArrowRight: right, Home: "start", End: "end" }[event.key];
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    move(name);
  });

  rove(parts.buttons, parts.play);
  const chosen = makeControls(parts.choices, show, choose);
  parts.link.hidden = !share;
  parts.link.addEventListener("click", async () => {
    const { round } = at(state.run, state.frame);
    const line = state.followed === noLine() ? {} : { line: state.run.proof[state.followed].name };
    parts.says.textContent = await share({ ...chosen(), round: round + 1, ...line });
  });
  measure();
  const resized = new ResizeObserver(() => {
    if (measure() && state.run) draw();
  });
  resized.observe(root);
  return { load, round: () => at(state.run, state.frame).round, stop() { pause(); resized.disconnect(); } };
}

const worthZooming = (run) => run.squeeze.at.at(-1) < 0.5 * run.squeeze.t.at(-1);

// Of the buttons of a group Tab reaches one; up and down lead to the others.
function rove(group, first = group.querySelector("button")) {
  const buttons = [...group.querySelectorAll("button")];
  const settle = (reached) => buttons.forEach((button) => { button.tabIndex = button === reached ? 0 : -1; });
  buttons.forEach((button, i) => {
    button.addEventListener("focus", () => settle(button));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      buttons.at((i + step) % buttons.length).focus();
    });
  });
  settle(first);
}

// Draws them, and returns what says which values are chosen, by the names of the controls.
function makeControls(place, { controls = [], start }, choose) {
  const option = (value, k, chosen) =>
    `<option value="${k}"${k === chosen ? " selected" : ""}>${escapeText(value)}</option>`;
  place.hidden = controls.length === 0;
  place.innerHTML = controls.map(({ name, values }, i) => {
    const options = values.map((value, k) => option(value, k, start[i]));
    return `<label>${escapeText(name)} <select>${options.join("")}</select></label>`;
  }).join("");
  const selects = [...place.querySelectorAll("select")];
  place.addEventListener("change", () => choose(selects.map((select) => Number(select.value))));
  return () => Object.fromEntries(controls.map(({ name, values }, i) => [name, values[selects[i].value]]));
}
