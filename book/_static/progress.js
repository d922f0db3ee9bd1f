// This browser keeps what a reader has done: sections read, exercises ticked and answers typed, changed live cells,
// scores of games, and the way through the book. All names begin with OURS; the map of the chapters shows the state. A reader
// can save it as a file, load it, even in another browser, and delete it.
const OURS = "mistakebound-";
function kept(name) {
  try { return JSON.parse(localStorage.getItem(OURS + name)) ?? {}; } catch { return {}; }
}
function keep(name, key, value) {
  const all = { ...kept(name), [key]: value };
  if (value === undefined) delete all[key];
  try { localStorage.setItem(OURS + name, JSON.stringify(all)); } catch { /* nothing is kept, and nothing marked */ }
}
const pageOf = (address) => new URL(address, location).pathname.split("/").slice(-2).join("/");
// All pages of a chapter are kept under the address of its core.
const chapter = () => pageOf(document.querySelector("[data-core]")?.dataset.core ?? location);
const here = (id) => `${chapter()}#${id}`;
const create = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// --- the map --------------------------------------------------------------------------------------------------------

function showProgress(map) {
  const [read, ticked, won] = ["read", "ticked", "won"].map((name) => Object.keys(kept(name)));
  const pages = [...read, ...ticked].map(pageOf);
  for (const link of map.querySelectorAll("a")) {
    const page = pageOf(link.getAttribute("href"));
    if (!pages.includes(page)) continue;
    const exercises = ticked.filter((one) => pageOf(one) === page).length;
    (link.querySelector("tspan:last-child") ?? link).append(` ✓${exercises || ""}`);
  }
  const fooled = Number(localStorage.getItem(`${OURS}fool`));
  const note = create("p", { className: "visits" });
  const said = create("span", { role: "status" });
  const load = create("input", { type: "file", accept: ".json", hidden: true, onchange: () => loadProgress(load.files[0], said) });
  if (ourNames().length) {
    note.append(
      "✓ marks a chapter of which you have read a section; the number after it counts ticked exercises. "
        + `Sections read: ${read.length}; exercises ticked: ${ticked.length}; games won: ${won.length}`
        + `${fooled ? `; the Perceptron was fooled ${fooled} times` : ""}. Only this browser knows. `,
      create("button", { textContent: "Save it as a file", onclick: saveProgress }), " ",
      create("button", { textContent: "Forget it all", onclick() {
        if (!confirm("Forget all that this browser keeps of your reading: progress, answers and edits?")) return;
        ourNames().forEach((name) => localStorage.removeItem(name));
        location.reload();
      } }), " ",
    );
  }
  note.append(create("button", { textContent: "Load your progress from a file", onclick: () => load.click() }), load, " ", said);
  map.append(note);
}

const ourNames = () => Object.keys(localStorage).filter((name) => name.startsWith(OURS));
function saveProgress() {
  const all = Object.fromEntries(ourNames().map((name) => [name, JSON.parse(localStorage[name])]));
  const href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }));
  create("a", { href, download: "learning-from-mistakes.json" }).click();
  URL.revokeObjectURL(href);
}

// A file's entries are added to the kept ones; where both have an entry, the file wins.
async function loadProgress(file, said) {
  try {
    const all = Object.entries(JSON.parse(await file.text()));
    if (!all.length || !all.every(([name]) => name.startsWith(OURS))) throw new Error("another file");
    for (const [name, what] of all) {
      const both = typeof what === "object" ? { ...kept(name.slice(OURS.length)), ...what } : what;
      localStorage.setItem(name, JSON.stringify(both));
    }
    location.reload();
  } catch {
    said.textContent = `${file.name} was not saved here: choose a file that “Save it as a file” has made.`;
  }
}

// --- the way --------------------------------------------------------------------------------------------------------

// A reader is on a way through the book after following one of its links, in the table of the ways or at the end of a
// core. From then on the end of a core shows only the next core of this way.
addEventListener("click", ({ target }) => {
  const place = target.closest?.("a")?.closest(".ways tr, [data-way]");
  if (place) keep("way", "name", place.dataset.way ?? place.querySelector("strong").textContent);
});
function showWay() {
  const { name } = kept("way");
  for (const next of document.querySelectorAll("[data-way]")) next.hidden = name !== undefined && next.dataset.way !== name;
}

// --- sections and exercises -----------------------------------------------------------------------------------------

// A section is read when its beginning and its end have been on the screen; the list of sections at the side marks it.
function watchSections() {
  const mark = (id) => document.querySelector(`.page-toc a[href="#${CSS.escape(id)}"]`)?.classList.add("read");
  const unseen = new Map();  // the observed places, with their sections
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const { id } = unseen.get(target);
      unseen.delete(target);
      seen.unobserve(target);
      if ([...unseen.values()].some((section) => section.id === id)) continue;
      keep("read", here(id), true);
      mark(id);
    }
  });
  for (const section of document.querySelectorAll("article section section[id]")) {
    if (here(section.id) in kept("read")) mark(section.id);
    else for (const place of [section.firstElementChild, section.lastElementChild]) if (place) unseen.set(place, section);
  }
  for (const place of unseen.keys()) seen.observe(place);
}

function addTick(exercise) {
  const box = create("input", { type: "checkbox", checked: here(exercise.id) in kept("ticked") });
  box.addEventListener("change", () => keep("ticked", here(exercise.id), box.checked || undefined));
  exercise.querySelector(".admonition-title").append(create("label", { className: "tick" }, box, " done"));
}

// --- answers --------------------------------------------------------------------------------------------------------

// A number as people type it: 12, -0.5, 5,9, 2 154, 2,154, 1/3 or 33 %. Groups of three digits after a comma are thousands.
// Returns both sides of a fraction, the number of typed decimals (infinite for 1/3), and whether commas were dropped.
function readNumber(text) {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, " ").trim();
  const [, whole, percent] = /^(.*?)( ?%)?$/.exec(plain);
  const sides = whole.split(/ ?\/ ?/).map((side) => {
    const digits = side.replace(/^[+-] ?/, "");
    const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits);
    const spaced = /^[1-9]\d{0,2}( \d{3})+([.,]\d+)?$/.test(digits);
    if (!grouped && !spaced && !/^(\d+[.,]?\d*|[.,]\d+)$/.test(digits)) return {};
    const written = digits.replace(grouped ? /,/g : / /g, "").replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "");
    return { written: (side[0] === "-" ? "-" : "") + written, decimals: written.split(".")[1]?.length ?? 0, grouped };
  });
  const [above, below = { written: percent ? "100" : "1" }] = sides;
  if (sides.length > (percent ? 1 : 2) || !above.written || !Number(below.written)) return undefined;
  return {
    above: above.written, below: below.written, amount: Number(above.written) / Number(below.written),
    decimals: sides.length > 1 ? Infinity : above.decimals + (percent ? 2 : 0), grouped: sides.some((side) => side.grouped),
  };
}

// A list as people type it, ((1, 0), +1), ((0, 1), -1), for Python, with numbers as "above/below". Numbers are separated
// by commas, or by semicolons: then a number may contain a comma.
function readList(text) {
  const between = text.includes(";") ? ";" : ",";
  const words = new RegExp(`[^()[\\]${between}]+`, "g");
  let strange = false;
  const json = text.replace(words, (word) => {
    const found = word.trim() && readNumber(word);
    strange ||= found === undefined;
    return found ? JSON.stringify(`${found.above}/${found.below}`) : "";
  }).replaceAll("(", "[").replaceAll(")", "]").replaceAll(";", ",").replace(/,$/, "");
  try {
    const list = JSON.parse(`[${json}]`);
    const [only] = list;  // brackets around everything mean nothing, except around a single row
    const around = list.length === 1 && Array.isArray(only) && new Set(only.map(Array.isArray)).size === 1;
    return strange ? undefined : around ? only : list;
  } catch { return undefined; }
}

const EMPTY = "The field is empty. Type an answer first.";
const NO_NUMBER = "This is not a number. Type one such as 12, 0.5 or 1/3.";
const NO_LIST = "This is not a list of numbers. Put commas between numbers, and write decimals with a point or as fractions: (1, 0.5), (1/3, -2).";

// The verdict on a number, from the fields of a `Number` (book/answers/says.py).
function compare(text, { value, decimals, floor, guess, right, below, above, also, known }) {
  const given = readNumber(text);
  if (!given) return [false, NO_NUMBER];
  const { amount } = given;
  const rounds = (target) => Math.abs(amount - target) <= 0.5 * 10 ** -given.decimals + 1e-9;
  if (guess) return [true, Math.abs(amount - value) <= 0.5 ? right : amount < value ? below : above];
  const enough = given.decimals >= (floor ? 1 : decimals);
  const said = (pairs) => pairs.find(([target]) => amount === target || (enough && rounds(target)))?.[1];
  const praise = said([[value, right], ...also]) || (floor && amount === Math.floor(value) && right);
  if (praise) return [true, praise];
  const few = decimals > 0 && !enough && rounds(value) && `Give at least ${decimals} decimal${decimals > 1 ? "s" : ""}.`;
  const strange = decimals === 0 && (amount < 0 || (!floor && !Number.isInteger(amount))) && "The answer is one of 0, 1, 2, …";
  const read = given.grouped ? ` (${text.trim()} is read as ${amount}.)` : "";
  return [false, (said(known) || few || strange || (amount < value ? below : above)) + read];
}

async function askPython(form, text) {
  const { source, call, list } = form.dataset;
  const given = list ? readList(text) : text;
  if (given === undefined) return [false, NO_LIST];
  const { printedBy, why } = await fetchLive();
  if (why) return [false, why];
  const printed = await printedBy(form, `${source}\nfrom says import say\nsay(${call}, ${JSON.stringify(given)})`);
  return printed && JSON.parse(printed.trim().split("\n").at(-1));
}

function fromBase64(text) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));
}

function openField(form) {
  const [field, said] = ["input, textarea", ".answer-says"].map((part) => form.querySelector(part));
  const before = kept("typed")[here(field.id)];
  if (before !== undefined) field.value = before;
  field.addEventListener("input", () => {
    keep("typed", here(field.id), field.value);
    said.textContent = "";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    said.textContent = "";
    const verdict = !text.trim() ? [false, EMPTY]
      : form.dataset.number ? compare(text, fromBase64(form.dataset.number)) : await askPython(form, text);
    if (!verdict || field.value !== text) return;
    const [right, words] = verdict;
    said.className = `answer-says ${right ? "right" : "wrong"}`;
    said.textContent = `${right ? "✓" : "Not yet."} ${words}`;
    const tick = form.closest(".exercise").querySelector(".tick input");
    if (right && !tick.checked) tick.click();
  });
}

addEventListener("mistakebound-won", ({ detail }) => keep("won", here(detail), true));
addEventListener("load", () => {
  showWay();
  document.querySelectorAll(".chapter-map").forEach(showProgress);
  document.querySelectorAll("article .exercise[id]").forEach(addTick);
  document.querySelectorAll("form.answer").forEach(openField);
  watchSections();
});
