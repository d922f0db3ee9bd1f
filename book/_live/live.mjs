// Makes a page live: Python starts in a worker; a lab's cells can be edited and run, and sliders move, also in a chapter.

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const button = (text, onclick) => make("button", { type: "button", textContent: text, onclick });
const megabytes = (bytes) => Math.round(bytes / 1e6);
const STAYS = "The page stays as it was, and the lab can still be opened as a notebook or downloaded.";

let plan, told, progress, cells;  // what the page needs; its row: words and a bar; its cells
let worker, answers, asked, ran;  // Python; who waits for it, how often it was asked, how many cells it has run

function say(text, part) {
  told.textContent = text;
  progress.hidden = part === undefined;
  progress.value = part ?? 0;
}

// --- Python ---------------------------------------------------------------------------------------------------------

function wake() {
  [answers, asked, ran] = [new Map(), 0, 0];
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onerror = () => answers.forEach((answer) => answer({ failed: "its worker does not load" }));
  worker.onmessage = ({ data }) => {
    const { bytes } = data;
    if (bytes) say(`Fetching Python: ${megabytes(bytes)} of ${megabytes(plan.bytes)} MB`, bytes / plan.bytes);
    else if (data.says) say(data.says, 1);
    else answers.get(data.id)?.(data);
  };
  return ask("start", [plan]);
}

// `hear` is told each output, by its kind and value; resolves when Python is done.
function ask(call, given, hear) {
  const id = ++asked;
  const answer = new Promise((resolve, reject) => answers.set(id, ({ kind, value, failed, done }) => {
    if (kind) hear(kind, value);
    if (failed) reject(new Error(failed));
    if (done) resolve();
  }));
  worker.postMessage({ id, call, given });
  return answer.finally(() => answers.delete(id));
}

function end(words) {
  worker?.terminate();
  worker = undefined;
  cells?.forEach((cell) => cell.rest());
  say(words);
}

function fail({ message }) {
  const memory = "Python needs more memory than this browser gives.";
  end(`${/memory/i.test(message) ? memory : `Python does not run here (${message}).`} ${STAYS}`);
}

// --- what Python says -----------------------------------------------------------------------------------------------

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

// New outputs take the place of the old ones, which keep their room until all have come: so the page does not jump.
async function redraw(box, call, given) {
  const fresh = make("div");
  box.style.minHeight = `${box.offsetHeight}px`;
  await ask(call, given, (kind, value) => {
    if (!fresh.isConnected) box.replaceChildren(fresh);
    draw[kind](fresh, kind === "text" || kind === "html" || kind === "error" ? value : JSON.parse(value));
  });
  if (!fresh.isConnected) box.replaceChildren();
  await Promise.allSettled([...fresh.querySelectorAll("img")].map((image) => image.decode()));
  box.style.minHeight = "";
}

function slide(which, controls) {
  const box = make("div"), inputs = [];
  let moving = false, again = false;
  async function move() {  // one call at a time, the last one always
    again = moving;
    if (moving) return;
    moving = true;
    await redraw(box, "move", [which, JSON.stringify(inputs.map((input) => Number(input.value)))]).catch(fail);
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

function liven(element, number) {
  const printed = element.querySelector(".cell_input pre"), original = printed.innerHTML;
  const textbox = { role: "textbox", ariaMultiLine: "true", ariaLabel: `Code of cell ${number}`, tabIndex: 0 };
  const code = make("code", { innerHTML: original, contentEditable: "plaintext-only", ...textbox });
  printed.replaceChildren(code);
  const output = element.querySelector(".cell_output") ?? make("div", { className: "cell_output" });
  element.append(output);
  const run = button("Run", () => runTo(number));
  const stop = button("Stop", () => end("Stopped: Python has forgotten all, and starts anew with the next run."));
  const reset = button("Reset", () => { code.innerHTML = original; reset.hidden = true; });
  const state = make("span", { role: "status" });
  stop.hidden = reset.hidden = true;
  run.ariaLabel = `Run cell ${number}`;
  code.addEventListener("input", () => { reset.hidden = false; });
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
    event.preventDefault();
    runTo(number);
  });
  element.querySelector(".cell_input").after(make("div", { className: "live-tools" }, run, stop, reset, state));
  element.querySelector("p.sliders")?.replaceChildren(button("Move these sliders", () => runTo(number)));
  const rest = () => { stop.hidden = true; state.textContent = ""; };
  return {
    rest,
    async run() {
      stop.hidden = false;
      state.textContent = "running";
      await redraw(output, "run", [code.textContent, number]);
      rest();
    },
  };
}

// The cells that lead to a lab's sliders, in a chapter: only the last of them shows what it has.
function behind(row, sources) {
  const box = make("div", { className: "cell_output" });
  row.after(box);
  return sources.map((source, i) => ({
    rest() {},
    run() {
      box.hidden = i + 1 < sources.length;
      return redraw(box, "run", [source, i + 1]);
    },
  }));
}

// Run a cell, and before it those above that have not been run.
async function runTo(number) {
  try {
    if (!worker) await wake();
    for (let i = Math.min(ran, number - 1); i < number; i++) {
      say(`Running cell ${i + 1} of ${cells.length}`, i / number);
      await cells[i].run();
      ran = Math.max(ran, i + 1);
    }
    say(plan.cells ? "The sliders move." : `Cells 1 to ${ran} have run.`);
  } catch (problem) {
    fail(problem);
  }
}

// What the buttons on the page call, once; the one in a cell with sliders goes on to run that cell.
export async function begin(row, wanted) {
  plan = JSON.parse(row.dataset.plan);
  plan.files = new URL(plan.files, document.baseURI).href;
  [told, progress] = [make("span", { role: "status" }), make("progress", { ariaLabel: "How much has come" })];
  row.querySelector(".live-start").replaceWith(told, progress);
  if (!window.WebAssembly) return say(`This browser has no WebAssembly, which Python needs here. ${STAYS}`);
  try {
    await wake();
  } catch (problem) {
    return fail(problem);
  }
  if (plan.cells) {
    cells = behind(row, plan.cells);
    return runTo(cells.length);
  }
  row.classList.add("live-on");
  const elements = [...document.querySelectorAll("article .cell:has(.cell_input)")];
  cells = elements.map((element, i) => liven(element, i + 1));
  progress.after(button("Run all", () => runTo(cells.length)));
  say("This page is live: change a cell, run it (Shift and Enter), move its sliders.");
  if (wanted) runTo(elements.indexOf(wanted) + 1);
}
