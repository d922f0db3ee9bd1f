// What a reader has done is kept in this browser: pages opened, sections read, exercises ticked with what was typed, and
// what games keep. All of it has names that begin with OURS; it is shown on the map of the chapters, saved as one file,
// and forgotten at once.
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
  const [pages, ticked] = [kept("visited"), Object.keys(kept("ticked")).map(pageOf)];
  const ends = [];
  for (const link of map.querySelectorAll("a")) {
    const page = pageOf(link.getAttribute("href"));
    if (!(page in pages)) continue;
    const exercises = ticked.filter((one) => one === page).length;
    const end = link.querySelector("tspan:last-child") ?? link;
    end.append(` ✓${exercises || ""}`);
    ends.push(end);
  }
  if (!ends.length) return;
  const note = create("p", { className: "visits" });
  const [read, won] = ["read", "won"].map((name) => Object.keys(kept(name)).length);
  const fooled = Object.entries(kept("fool")).map(([gap, n]) => `; Perceptron fooled at gap ${gap}: ${n}`);
  note.append(
    "✓ is where you were; the number after it counts exercises ticked. "
      + `Sections read: ${read}; exercises ticked: ${ticked.length}; games won: ${won}${fooled.join("")}. Only this browser knows. `,
    create("button", { textContent: "Save it as a file", onclick: saveProgress }), " ",
    create("button", { textContent: "Forget it all", onclick() {
      ourNames().forEach((name) => localStorage.removeItem(name));
      ends.forEach((end) => end.lastChild.remove());
      note.textContent = "Forgotten.";
    } }),
  );
  map.append(note);
}

const ourNames = () => Object.keys(localStorage).filter((name) => name.startsWith(OURS));
function saveProgress() {
  const all = Object.fromEntries(ourNames().map((name) => [name, JSON.parse(localStorage[name])]));
  const href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }));
  create("a", { href, download: "learning-from-mistakes.json" }).click();
  URL.revokeObjectURL(href);
}

// --- sections and exercises -----------------------------------------------------------------------------------------

// A section is read when its end has been on the screen; the list of sections at the side says so.
function watchSections() {
  const mark = (id) => document.querySelector(`.page-toc a[href="#${CSS.escape(id)}"]`)?.classList.add("read");
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const { id } = target.parentElement;
      keep("read", here(id), true);
      mark(id);
      seen.unobserve(target);
    }
  });
  for (const section of document.querySelectorAll("article section section[id]")) {
    if (here(section.id) in kept("read")) mark(section.id);
    else if (section.lastElementChild) seen.observe(section.lastElementChild);
  }
}

function addTick(exercise) {
  const box = create("input", { type: "checkbox", checked: here(exercise.id) in kept("ticked") });
  box.addEventListener("change", () => keep("ticked", here(exercise.id), box.checked || undefined));
  exercise.querySelector(".admonition-title").append(create("label", { className: "tick" }, box, " done"));
}

// --- answers --------------------------------------------------------------------------------------------------------

// A number as people type it: 12, -0.5, 5,9, 2 154, 2,154, 1/3 or 33 %. Groups of three digits after a comma are thousands.
// Gives both sides of a fraction, how many decimals were typed (of 1/3 all), and whether a comma was left out.
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

// A list as people type it, ((1, 0), +1), ((0, 1), -1), with numbers as "above/below", for Python. Between them are commas,
// or semicolons: then a comma may stand in a number.
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
    const [only] = list;  // brackets around all of it say nothing, but one row of them does
    const around = list.length === 1 && Array.isArray(only) && new Set(only.map(Array.isArray)).size === 1;
    return strange ? undefined : around ? only : list;
  } catch { return undefined; }
}

const NO_NUMBER = "This is not a number. Type one such as 12, 0.5 or 1/3.";
const NO_LIST = "This is not a list of numbers. Put commas between numbers, and points or fractions in them: (1, 0.5), (1/3, -2).";

// What is said of a number: the fields of a `Number` of book/answers/says.py.
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
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    keep("typed", here(field.id), text);
    said.textContent = "";
    const verdict = form.dataset.number ? compare(text, fromBase64(form.dataset.number)) : await askPython(form, text);
    if (!verdict) return;
    const [right, words] = verdict;
    said.className = `answer-says ${right ? "right" : "wrong"}`;
    said.textContent = `${right ? "✓" : "Not yet."} ${words}`;
    const tick = form.closest(".exercise").querySelector(".tick input");
    if (right && !tick.checked) tick.click();
  });
}

addEventListener("mistakebound-won", ({ detail }) => keep("won", here(detail), true));
addEventListener("load", () => {
  keep("visited", chapter(), true);
  document.querySelectorAll(".chapter-map").forEach(showProgress);
  document.querySelectorAll("article .exercise[id]").forEach(addTick);
  document.querySelectorAll("form.answer").forEach(openField);
  watchSections();
});
