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

const number = (text) => {
  const [above, below = 1, ...more] = text.replace("−", "-").split("/").map((part) => (part.trim() ? Number(part) : NaN));
  return more.length ? NaN : above / below;
};

// What is said of a number: the fields of a `Number` of book/answers/says.py.
function compare(text, { value, within, guess, right, below, above, known }) {
  const given = number(text);
  if (Number.isNaN(given)) return [false, "This is no number. Type one such as 12, 0.5 or 1/3."];
  if (Math.abs(given - value) <= within) return [true, right];
  return [guess, new Map(known).get(given) ?? (given < value ? below : above)];
}

async function askPython(form, text) {
  const { printedBy, why } = await fetchLive();
  if (why) return [false, why];
  const { source, call } = form.dataset;
  const printed = await printedBy(form, `${source}\nfrom says import say\nsay(${call}, ${JSON.stringify(text)})`);
  return printed && JSON.parse(printed.trim().split("\n").at(-1));
}

function fromBase64(text) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));
}

function openField(form) {
  const [field, said] = ["input, textarea", ".answer-says"].map((part) => form.querySelector(part));
  const id = form.closest(".exercise").id;
  const before = kept("typed")[here(id)];
  if (before !== undefined) field.value = before;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    keep("typed", here(id), text);
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
