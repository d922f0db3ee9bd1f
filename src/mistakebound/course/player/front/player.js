// The player: a run and its certificate, from update to update. `mount` draws a player into an element and returns
// functions that drive it. `front.py`, which joins the modules, lists the scenes of `scenes/` as SCENES by their names.

import { choice, chosen, escapeText, formulaOf } from "./markup.js";
import { at, expectedSoFar, figure, frameOf, frames } from "./run.js";
import { follow, squeeze } from "./squeeze.js";
import { hypothesisButtons, ledgerRows, showLedger, showRests } from "./ledger.js";

const PACES = { normal: 1100, slow: 2500, fast: 350 }; // milliseconds for each frame
const ICONS = {
  start: "M4 4v12M16 4L7 10l9 6z",
  back: "M13 4L5 10l8 6",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  step: "M7 4l8 6-8 6",
  end: "M16 4v12M4 4l9 6-9 6z",
};
const icon = (name) => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
const button = (name, label) =>
  `<button type="button" class="mb-${name}" aria-label="${label}" title="${label}">${icon(name)}</button>`;
const CURVES = "Grey: guaranteed by the proof. Coloured: this run. Where grey meets grey, no room is left.";
const EXAMPLES = ["experts", "link", "plane", "remaining"]; // the scenes that show an example
let players = 0;

const PARTS = [
  "theorem", "formula", "verdict", "count", "link", "choices", "says", "reason", "slider", "zoom", "whole", "buttons",
  "play", "start", "back", "step", "end", "hypotheses", "rests", "legend", "predict", "predicts", "guess",
];
const FRAME = (id) => `
  <header>
    <b class="mb-theorem"></b>
    <span class="mb-math mb-formula"></span>
    <span class="mb-verdict"></span>
    <span class="mb-count"></span>
  </header>
  <div class="mb-tools">
    <div class="mb-choices"></div>
    <label class="mb-predicts"><input type="checkbox" class="mb-predict"> Predict each step</label>
    <div class="mb-hurt" hidden></div>
    <button type="button" class="mb-link">Copy link</button>
  </div>
  <div class="mb-panels">
    <div class="mb-panel mb-scene"><div class="mb-title"></div><svg role="img"></svg><p class="mb-legend"></p></div>
    <div class="mb-panel mb-squeeze">
      <div class="mb-title"></div>
      <div class="mb-views">
        <button type="button" class="mb-zoom"></button>
        <button type="button" class="mb-whole">Back to the squeeze</button>
      </div>
      <svg role="img"></svg>
      <p class="mb-reason"></p>
    </div>
    <div class="mb-panel mb-drive">
      <div class="mb-buttons" role="toolbar" aria-label="Move" aria-orientation="vertical">
        ${button("start", "To the start")}${button("back", "Step back")}${button("play", "Play")}
        ${button("step", "Step")}${button("end", "To the end")}
      </div>
      ${choice("Pace", Object.keys(PACES), 0, "mb-pace")}
      <input type="range" class="mb-slider" min="0" step="1" aria-label="Step" aria-describedby="${id}-keys">
      <div class="mb-guess" role="group" aria-label="Predict" hidden>
        <p aria-live="polite"></p>
        <button type="button" value="err">It will err</button> <button type="button" value="">It will be right</button>
      </div>
      <p class="mb-says" aria-live="polite"></p>
      <p class="mb-keys" id="${id}-keys">Keys: ← →: one step; Home, End: to the ends; ↑ ↓: from button to button.</p>
    </div>
    <div class="mb-panel mb-premises">
      <div class="mb-title">Hypotheses: press one to see what rests on it</div>
      <div class="mb-hypotheses" role="group" aria-label="Hypotheses"></div>
      <p class="mb-rests" aria-live="polite"></p>
    </div>
    <div class="mb-panel mb-ledger">
      <div class="mb-title" id="${id}-ledger">The lines of the proof</div>
      <p class="mb-legend">Now: left side (blue), right side, and the slack between them. Press a line to draw it.</p>
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

// `show` has the controls and their starts; a reader's change calls `choose(choice)`. With `share(where)` the reader
// can copy a link: the function gets the names of what is in view, and returns a sentence about the outcome.
export function mount(root, show, choose, share) {
  const player = new Player(root, `mb-player-${++players}`);
  player.listen(makeControls(player.parts.choices, show, choose), share);
  return {
    load: (run, where) => player.load(run, where),
    round: () => at(player.run, player.frame).round,
    stop: () => player.stop(),
  };
}

class Player {
  run = null;
  frame = 0;
  followed = null; // the line whose two sides are drawn in place of the squeeze
  chosen = null; // the hypothesis whose lines are lit
  zoomed = false;
  guesses = { made: 0, right: 0 };
  timer = null;
  widths = new Map(); // the widths of the pictures

  constructor(root, id) {
    const find = (name) => root.querySelector(name);
    root.innerHTML = FRAME(id);
    root.setAttribute("role", "group");
    Object.assign(this, { root, id });
    this.parts = Object.fromEntries(PARTS.map((name) => [name, find(`.mb-${name}`)]));
    [this.body, this.pace] = [find(".mb-ledger tbody"), find(".mb-pace")];
    this.pictures = { scene: find(".mb-scene svg"), squeeze: find(".mb-squeeze svg") };
    this.titles = { scene: find(".mb-scene .mb-title"), squeeze: find(".mb-squeeze .mb-title") };
    this.measure();
    this.resized = new ResizeObserver(() => {
      if (this.measure() && this.run) this.draw();
    });
    this.resized.observe(root);
  }

  stop() {
    this.pause();
    this.resized.disconnect();
  }

  get lastFrame() {
    return frames(this.run) - 1;
  }

  // If no line is followed, show the squeeze (null), or the last line of a proof without a squeeze.
  get noLine() {
    return this.run.squeeze ? null : this.run.lines.length - 1;
  }

  // `where` gives the round and the line to begin with; by default begin about where the last run was.
  load(run, where = {}) {
    const { root, parts, body } = this;
    const part = this.run ? this.frame / this.lastFrame : 0;
    this.pause();
    const sameProof = run.proof === this.run?.proof;
    this.run = run;
    this.followed = run.lines[this.followed] ? this.followed : this.noLine;
    this.frame = where.round >= 0 ? frameOf(run, Number(where.round)) : Math.round(part * this.lastFrame);
    const line = run.proof.findIndex(({ name }) => name === where.line);
    if (line >= 0) this.followed = line;
    root.dataset.scene = run.scene.kind;
    for (const name of ["theorem", "verdict"]) parts[name].textContent = run[name];
    parts.formula.innerHTML = formulaOf(run);
    parts.slider.max = this.lastFrame;
    parts.predicts.hidden = !EXAMPLES.includes(run.scene.kind);
    this.guesses = { made: 0, right: 0 };
    root.setAttribute("aria-label", `Watch the proof: ${run.theorem}`);
    if (!sameProof) {  // the bars of the same proof move to their new places
      body.innerHTML = ledgerRows(run);
      rove(body);
    }
    parts.hypotheses.innerHTML = hypothesisButtons(run);
    if (!run.hypotheses.includes(this.chosen)) this.chosen = null;
    if (run.hypotheses.length) rove(parts.hypotheses);
    // In Jupyter the arrow keys are ours, whichever of our controls has the focus.
    for (const control of root.querySelectorAll("button, input, select")) {
      control.dataset.lmSuppressShortcuts = "true";
    }
    this.draw();
  }

  // --- drawing

  draw() {
    const now = { ...at(this.run, this.frame), id: this.id };
    this.drawCounts(now);
    this.drawScene(now, this.predicting ? { ...now, frame: now.frame + 1, round: this.run.rounds[now.frame], update: false } : now);
    this.drawSqueeze(now);
    showLedger(this.body.rows, this.run, now, this.followed);
    this.drawRests();
  }

  drawRests() {
    const { rests, hypotheses } = this.parts;
    rests.textContent = showRests(this.body.rows, hypotheses.children, this.run, this.followed, this.chosen);
    rests.hidden = !rests.textContent;
  }

  drawCounts(now) {
    const { run, parts } = this;
    const round = now.frame ? `round ${now.round + 1} of ${run.n_rounds}` : "before the first round";
    const expected = expectedSoFar(run, now);
    const count = expected === null
      ? `${run.noun} ${now.counted} of ${run[`${run.noun}s`].length}`
      : `expected ${expected} of ${run.squeeze.at.at(-1)}`;
    parts.count.textContent = `${round} · ${count} · bound ${figure(run.bound)}`;
    parts.slider.value = now.frame;
    parts.slider.setAttribute("aria-valuetext", `${round}, ${count}`);
    parts.says.innerHTML = this.inWords(now.says);
  }

  // The reader predicts each round before it is shown, from its example and the state that will predict.
  get predicting() {
    return this.parts.predict.checked && !this.parts.predicts.hidden && this.frame < this.lastFrame;
  }

  // `seen` is `now`, or the next round if the reader is to predict it.
  drawScene(now, seen) {
    const { scene } = this.run;
    const { title, legend } = this.drawPicture("scene", (width) => SCENES[scene.kind](scene, this.run, seen, width));
    this.parts.guess.hidden = seen === now;
    if (seen !== now) this.parts.guess.firstElementChild.textContent = `Next: ${this.exampleOf(seen)}.`;
    this.titles.scene.textContent = title;
    this.parts.legend.textContent = legend;
    this.pictures.scene.setAttribute("aria-label", `${title}. ${now.says}`);
  }

  // Set the quantities of the squeeze in a sentence as formulas.
  inWords(sentence) {
    const set = (words, curve) => words.replaceAll(escapeText(curve.label), `<span class="mb-math">${formulaOf(curve)}</span>`);
    return (this.run.squeeze?.inner ?? []).reduce(set, escapeText(sentence));
  }

  // The example that the scene shows, in words.
  exampleOf({ round }) {
    const { points, labels } = this.run.scene;
    if (!points) return [...this.pictures.scene.querySelectorAll(".mb-word:not(.mb-name)")].map((text) => text.textContent).join("; ");
    const i = round % points.length;
    return `the ringed example (${points[i].map((v) => figure(v, 0, 2)).join(", ")}), labelled ${labels[i] > 0 ? "+1" : "−1"}`;
  }

  guess(err) {
    this.move("step");
    const { mistake, says } = at(this.run, this.frame), { guesses, parts } = this;
    guesses.made += 1;
    guesses.right += err === mistake ? 1 : 0;
    parts.says.innerHTML = `${err === mistake ? "As" : "Not as"} you predicted: ${guesses.right} of ${guesses.made} right. ${this.inWords(says)}`;
  }

  drawSqueeze(now) {
    const { run, followed, parts } = this;
    const line = run.proof[followed];
    const zoomed = !line && this.zoomed && worthZooming(run);
    this.drawPicture("squeeze", (width) => (line ? follow(run, followed, now, width) : squeeze(run, now, width, zoomed)));
    const { quantity, upper, lower, meets } = run.squeeze ?? {};
    this.pictures.squeeze.setAttribute("aria-label", line
      ? `The two sides of ${line.name} after each event.`
      : `${upper.label} above, ${lower.label} below, which meet at ${figure(meets)}.`);
    this.titles.squeeze.innerHTML = line ? `<span class="mb-math">${formulaOf(line)}</span> (${line.at})` : "The squeeze";
    parts.reason.textContent = line ? line.reason : `${quantity[0].toUpperCase()}${quantity.slice(1)}.
      ${CURVES}`;
    parts.whole.hidden = followed === this.noLine;
    parts.zoom.hidden = Boolean(line) || !worthZooming(run);
    parts.zoom.textContent = this.zoomed ? "Zoom out" : "Zoom in";
  }

  drawPicture(name, make) {
    const svg = this.pictures[name];
    const width = this.widths.get(svg);
    const drawn = make(width);
    svg.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", drawn.height);
    svg.innerHTML = drawn.picture;
    return drawn;
  }

  // Measure here only: measuring while a step draws would make the browser lay the page out again.
  measure() {
    let changed = false;
    for (const svg of Object.values(this.pictures)) {
      const width = Math.max(220, Math.floor(svg.parentElement.clientWidth - 28));
      changed ||= this.widths.get(svg) !== width;
      this.widths.set(svg, width);
    }
    return changed;
  }

  // --- moving

  go(frame) {
    this.frame = Math.min(Math.max(frame, 0), this.lastFrame);
    this.draw();
  }

  // The frame to which a step leads.
  next(step) {
    const { frame } = this;
    switch (step) {
      case "start": return 0;
      case "end": return this.lastFrame;
      case "back": return frame - 1;
      case "step": return frame + 1;
      case "slide": return Number(this.parts.slider.value);
    }
  }

  move(step) {
    this.pause();
    this.go(this.next(step));
  }

  play() {
    if (this.frame === this.lastFrame) this.go(0);
    this.parts.says.setAttribute("aria-live", "off"); // or a screen reader would read out every round
    this.showPlayButton("pause", "Pause");
    this.tick();
  }

  tick() {
    this.timer = setTimeout(() => {
      this.go(this.next("step"));
      if (this.frame === this.lastFrame) this.pause();
      else this.tick();
    }, Object.values(PACES)[chosen(this.pace)]);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.parts.says.setAttribute("aria-live", "polite");
    this.showPlayButton("play", "Play");
  }

  showPlayButton(name, label) {
    const { play } = this.parts;
    play.innerHTML = icon(name);
    play.setAttribute("aria-label", label);
    play.title = label;
  }

  followLine(line) {
    this.followed = line;
    this.chosen = null;
    this.draw();
  }

  // --- what the reader does; `values()` returns the chosen values by the names of the controls

  listen(values, share) {
    const { parts, root } = this;
    for (const name of ["start", "back", "step", "end"]) parts[name].addEventListener("click", () => this.move(name));
    parts.play.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    parts.slider.addEventListener("input", () => this.move("slide"));
    parts.predict.addEventListener("change", () => this.draw());
    parts.guess.addEventListener("click", ({ target }) => {
      if (target.matches("button")) this.guess(target.value === "err");
    });
    root.addEventListener("keydown", (event) => this.press(event));
    rove(parts.buttons, parts.play);
    this.listenToTheProof();
    parts.link.hidden = !share;
    parts.link.addEventListener("click", async () => {
      const { round } = at(this.run, this.frame);
      const line = this.followed === this.noLine ? {} : { line: this.run.proof[this.followed].name };
      parts.says.textContent = await share({ ...values(), round: round + 1, ...line });
    });
  }

  listenToTheProof() {
    const { parts } = this;
    parts.zoom.addEventListener("click", () => {
      this.zoomed = !this.zoomed;
      this.draw();
    });
    parts.whole.addEventListener("click", () => {
      this.followLine(this.noLine);
      parts.slider.focus();
    });
    this.body.addEventListener("click", (event) => {
      const line = event.target.closest(".mb-follow")?.dataset.line;
      if (line !== undefined) this.followLine(Number(line) === this.followed ? this.noLine : Number(line));
    });
    parts.hypotheses.addEventListener("click", ({ target }) => {
      const name = target.closest(".mb-hypothesis")?.textContent;
      if (!name) return;
      this.chosen = name === this.chosen ? null : name;
      this.drawRests();
    });
  }

  press(event) {
    if (event.target.matches("select, [type=radio]") || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: "back", ArrowRight: "step", Home: "start", End: "end" }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(step);
  }
}

const worthZooming = (run) => run.squeeze.at.at(-1) < 0.5 * run.squeeze.t.at(-1);

// Tab reaches one button of a group; up and down lead to the others.
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

// Draws the controls, and returns a function for the chosen values by the names of the controls.
function makeControls(place, { controls = [], start }, choose) {
  place.hidden = controls.length === 0;
  place.innerHTML = controls.map(({ name, values }, i) => choice(name, values, start[i])).join("");
  const made = () => [...place.children].map(chosen);
  place.addEventListener("change", () => choose(made()));
  return () => Object.fromEntries(made().map((value, i) => [controls[i].name, controls[i].values[value]]));
}
