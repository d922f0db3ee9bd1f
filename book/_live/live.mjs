// Makes a page live: Python starts in a worker; readers can edit and run cells, and move sliders, even in a chapter.

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const button = (text, onclick) => make("button", { type: "button", textContent: text, onclick });
const megabytes = (bytes) => Math.round(bytes / 1e6);
const KEPT = `live-${pageOf(location)}`;  // the browser keeps a reader's changes in this page under this name
const PATIENCE = 4000;  // milliseconds that Python may take to stop
const STAYS = "The page stays as it was, and the lab can still be opened as a notebook or downloaded.";

let plan, told, progress, stop, offer, edit, cells;  // the page's needs; the four parts of its status; its cells
let worker, awake, ran;  // Python; the promise of its start; the number of cells that it has run
let answers = new Map(), asked = 0;  // those who wait for Python; the number of questions so far

// A browser may refuse to keep anything.
function ifKept(act) {
  try { return act(); } catch { return undefined; }
}
let visit = Number(ifKept(() => sessionStorage.live) ?? 0);

function say(text, part) {
  told.textContent = text;
  offer.hidden = true;
  progress.hidden = part === undefined;
  progress.value = part ?? 0;
}

// Say something, with a button for a remedy.
function propose(text, action, onclick) {
  say(text);
  Object.assign(offer, { hidden: false, textContent: action, onclick });
}

// --- Python ---------------------------------------------------------------------------------------------------------

// The worker of this visit, or a new one. Some browsers keep a worker from one page to the next, if every page of the
// visit, live or not, holds it.
export function hold() {
  const options = { type: "module", name: `Python ${visit}`, extendedLifetime: true };
  return new (window.SharedWorker ?? Worker)(new URL("worker.mjs", import.meta.url), options);
}

const wake = () => (awake ??= startPython());

function startPython() {
  ran = 0;
  ifKept(() => { sessionStorage.live = visit; });
  const held = hold();
  worker = held.port ?? held;
  held.onerror = () => answers.forEach(({ hear }) => hear({ failed: "worker.mjs", absent: true }));
  worker.onmessage = ({ data }) => {
    const { bytes } = data;
    if (bytes) say(`Fetching Python: ${megabytes(bytes)} of ${megabytes(plan.bytes)} MB`, bytes / plan.bytes);
    else if (data.says) say(data.says, 1);
    else answers.get(data.id)?.hear(data);
  };
  return ask("start", [plan]);
}

// Ask Python something: `draw` gets the kind and the value of each output; the promise resolves to the outcome.
function ask(call, given, draw) {
  const id = ++asked, address = URL.createObjectURL(new Blob());  // revoking it stops Python: see worker.mjs
  const answer = new Promise((resolve, reject) => answers.set(id, {
    address,
    hear({ kind, value, failed, absent, done, outcome }) {
      if (kind) draw(kind, value);
      if (failed) reject(Object.assign(new Error(failed), { absent }));
      if (done) resolve(outcome);
    },
  }));
  worker.postMessage({ id, call, given, address });
  stop.hidden = call === "start";
  return answer.finally(() => {
    answers.delete(id);
    URL.revokeObjectURL(address);
    stop.hidden = answers.size === 0;
  });
}

function interrupt() {
  const stopped = [...answers.keys()];
  answers.forEach(({ address }) => URL.revokeObjectURL(address));
  setTimeout(() => {
    if (!stopped.some((id) => answers.has(id))) return;
    const anew = () => end("Python has forgotten everything and starts again with the next run.");
    propose("Python is inside a library and stops when that returns.", "Restart Python", anew);
  }, PATIENCE);
}

addEventListener("pagehide", ({ persisted }) => {
  interrupt();
  if (!persisted) worker?.postMessage({ call: "leave" });
});

function end(words) {
  if (!worker) return;
  worker.onmessage = undefined;
  worker.postMessage({ call: "end" });
  worker.terminate?.();
  [worker, awake, answers] = [undefined, undefined, new Map()];
  visit++;  // a shared worker ends only when it reads the message, perhaps never: the next one must be another
  ifKept(() => { sessionStorage.live = visit; });
  stop.hidden = true;
  cells?.forEach((cell) => cell.rest());
  say(words);
}

// Say what went wrong, with a remedy; `again` repeats the request.
function fail({ message, absent }, again) {
  const why = absent ? `Python could not be fetched: ${message} is missing. If you are online, this site may lack the file.`
    : /memory/i.test(message) ? "Python needs more memory than this browser allows."
      : `Python does not run here (${message}).`;
  end("");
  propose(`${why} ${STAYS}`, "Try again", again);
}

// --- Python's outputs -----------------------------------------------------------------------------------------------

const draw = {
  text(box, text) {
    if (!box.lastElementChild?.matches("pre.text")) box.append(make("pre", { className: "text" }));
    box.lastElementChild.textContent += text;
  },
  error: (box, textContent) => box.append(make("pre", { className: "error", textContent })),
  image: (box, { png, alt }) => box.append(make("img", { src: `data:image/png;base64,${png}`, alt })),
  html(box, innerHTML) {
    const shown = make("div", { className: "output text_html", innerHTML });
    box.append(shown);
    shown.querySelector(".mistakebound-player")?.dispatchEvent(new Event("mistakebound-show", { bubbles: true }));
  },
  sliders: (box, { which, controls }) => box.append(slide(which, controls)),
};

// New outputs replace the old ones, whose height stays reserved until all are there, so that the page does not jump.
async function redraw(box, call, given) {
  const fresh = make("div");
  box.style.minHeight = `${box.offsetHeight}px`;
  const outcome = await ask(call, given, (kind, value) => {
    if (!fresh.isConnected) box.replaceChildren(fresh);
    draw[kind](fresh, kind === "text" || kind === "html" || kind === "error" ? value : JSON.parse(value));
  });
  if (!fresh.isConnected) box.replaceChildren();
  await Promise.allSettled([...fresh.querySelectorAll("img")].map((image) => image.decode()));
  box.style.minHeight = "";
  return outcome;
}

function slide(which, controls) {
  const box = make("div"), inputs = [];
  let moving = false, again = false;
  async function move() {  // one call at a time, and always the last one
    again = moving;
    if (moving) return;
    moving = true;
    await redraw(box, "move", [which, JSON.stringify(inputs.map((input) => Number(input.value)))])
      .catch((problem) => fail(problem, () => runTo(cells.length)));
    moving = false;
    if (again) move();
  }
  const rows = controls.map(({ name, menu, values, start }) => {
    const input = menu
      ? make("select", {}, ...values.map((text, i) => new Option(text, i)))
      : make("input", { type: "range", max: values.length - 1 });
    const said = make("output");
    const tell = () => { if (!menu) said.textContent = input.ariaValueText = values[input.value]; };
    input.addEventListener("input", () => { tell(); move(); });
    input.value = start;
    inputs.push(input);
    tell();
    return make("label", {}, make("span", { textContent: name }), input, said);
  });
  move();
  return make("div", { className: "live-sliders" }, ...rows, box);
}

// --- cells ----------------------------------------------------------------------------------------------------------

// A reader's changes are kept by the cell's number, with the original text.
function liven(element, number) {
  const printed = element.querySelector(".cell_input pre"), original = printed.textContent.trimEnd();
  const [before, changed] = kept(KEPT)[number] ?? [];
  const output = element.querySelector(".cell_output") ?? make("div", { className: "cell_output" });
  if (!output.isConnected) element.append(output);
  const run = button("Run", () => runTo(number));
  const stored = [...output.childNodes];
  const reset = button("Reset", () => {
    change(original);
    output.replaceChildren(...stored);
    say(`Cell ${number} is as it was.`);
  });
  const state = make("span", { role: "status" });
  run.ariaLabel = `Run cell ${number}`;
  reset.hidden = true;
  printed.hidden = true;  // it stays for the button that copies code
  const change = edit(printed.parentElement, original, `Code of cell ${number}`, () => runTo(number), (text) => {
    printed.textContent = text;
    reset.hidden = text === original;
    older.remove();
    keep(KEPT, number, text === original ? undefined : [original, text]);
  });
  const older = button("This cell is newer than yours: show yours", () => change(changed));
  element.querySelector(".cell_input").after(make("div", { className: "live-tools" }, run, reset, state));
  if (before === original) change(changed);
  else if (before !== undefined) reset.after(older);
  element.querySelector("p.sliders")?.replaceChildren(button("Move these sliders", () => runTo(number)));
  const rest = () => { state.textContent = ""; };
  const outcome = element.querySelector("details.outcome");
  return {
    rest,
    show() { if (outcome) outcome.open = true; },
    async run() {
      state.textContent = "running";
      return redraw(output, "run", [printed.textContent, number]).finally(rest);
    },
  };
}

// The cells that lead to a lab's sliders, in a chapter: only the last cell shows its output.
function behind(row, sources) {
  const box = make("div", { className: "cell_output" });
  row.after(box);
  return sources.map((source, i) => ({
    rest() {},
    show() {},
    run() {
      box.hidden = i + 1 < sources.length;
      return redraw(box, "run", [source, i + 1]);
    },
  }));
}

// Run a cell, after all cells above that have not run yet.
// The outputs of those cells stay folded: the reader may not have answered their questions yet.
async function runTo(number) {
  try {
    await wake();
    cells[number - 1].show();
    for (let i = Math.min(ran, number - 1); i < number; i++) {
      say(`Running cell ${i + 1} of ${cells.length}`, i / number);
      const outcome = await cells[i].run();
      if (outcome === "stopped") return say(`Stopped in cell ${i + 1}. Python still knows what ran before.`);
      if (outcome === "failed") return say(`Cell ${i + 1} ended with an error.`);
      ran = Math.max(ran, i + 1);
    }
    say(plan.cells ? "You can move the sliders." : `Cells 1 to ${ran} have run.`);
  } catch (problem) {
    fail(problem, () => runTo(number));
  }
}

function runAll() {
  cells.forEach((cell) => cell.show());
  return runTo(cells.length);
}

function prepare(element) {
  plan = JSON.parse(element.dataset.plan);
  plan.files = new URL(plan.files, document.baseURI).href;
  if (told) return;
  [told, progress] = [make("span", { role: "status" }), make("progress", { ariaLabel: "How much has arrived" })];
  [stop, offer] = [button("Stop", interrupt), button("")];
  stop.hidden = true;
}

// Fetch Python before it is needed; report failures only when it is.
export function expect(element) {
  prepare(element);
  if (window.WebAssembly) wake().catch(() => {});
}

// The text that a cell prints, for a field of an exercise; nothing if the cell did not finish. Meanwhile the field has
// the page's status, and keeps it if the reader must do something.
export async function printedBy(field, source) {
  const home = told?.parentElement, before = home === field ? "" : told?.textContent;
  if (!plan) prepare(field);
  field.append(told, progress, stop, offer);
  let printed = "";
  try {
    if (!worker) say("Fetching Python", 0);
    await wake();
    say("Running");
    const outcome = await ask("run", [source, "answer"], (kind, value) => { printed += kind === "text" ? value : ""; });
    if (outcome !== "done") return say(outcome === "stopped" ? "Stopped." : "That ended with an error.");
    say(before ?? "");
    home?.append(told, progress, stop, offer);
    return printed;
  } catch (problem) {
    return new Promise((resolve) => fail(problem, () => resolve(printedBy(field, source))));
  }
}

// The buttons on the page call this once; the button in a cell with sliders then runs that cell.
export function begin(row, clicked) {
  prepare(row);
  const wanted = clicked.closest(".cell");
  clicked.replaceWith(told, progress, stop, offer);  // until the page is live, its status is where the reader clicked
  if (!window.WebAssembly) return say(`This browser has no WebAssembly, which Python needs here. ${STAYS}`);
  start(row, wanted);
}

async function start(row, wanted) {
  say("Fetching Python", 0);
  try {
    if (!plan.cells) ({ edit } = await fetchEditor());
    await wake();
  } catch (problem) {
    return fail(problem, () => start(row, wanted));
  }
  if (plan.cells) {
    cells = behind(row, plan.cells);
    return runTo(cells.length);
  }
  row.querySelector(".live-start")?.remove();
  row.prepend(told, progress, stop, offer, button("Run all", runAll));
  row.classList.add("live-on");
  const elements = [...document.querySelectorAll("article .cell:has(.cell_input)")];
  cells = elements.map((element, i) => liven(element, i + 1));
  say("This page is live: change a cell, run it (Shift and Enter), move its sliders. Tab indents; Escape, then Tab, leaves a cell.");
  if (wanted) runTo(elements.indexOf(wanted) + 1);
}

const fetchEditor = () => import("./editor.mjs").catch(() => Promise.reject({ message: "editor.mjs", absent: true }));
