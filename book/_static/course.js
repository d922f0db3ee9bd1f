// On a phone a table that is too wide is set tighter; if it is still too wide, it is stacked: row under row, each cell
// beside the head of its column.
const PHONE = 768;
const TABLES = ".pst-scrollable-table-container > table, .cell_output .text_html > table";
const ROLES = { thead: "rowgroup", tbody: "rowgroup", tr: "row", "thead th": "columnheader", "tbody th": "rowheader", td: "cell" };
function stack(table) {
  table.setAttribute("role", "table");  // some browsers drop the role of a table that is displayed as something else
  for (const [part, role] of Object.entries(ROLES)) {
    for (const element of table.querySelectorAll(part)) element.setAttribute("role", role);
  }
  const heads = [...table.tHead.rows[0].cells];
  for (const cell of table.querySelectorAll("td:not(:empty, :has(> .head))")) {
    const [head, content] = [document.createElement("span"), document.createElement("div")];
    head.className = "head";
    head.ariaHidden = "true";  // screen readers read the heads anyway
    head.append(...heads[cell.cellIndex].cloneNode(true).childNodes);
    content.append(...cell.childNodes);
    cell.append(head, content);
  }
}
function fitTables() {
  const tables = [...document.querySelectorAll(TABLES)].filter((table) => table.tHead);
  const isWide = ({ parentElement: box }) => innerWidth < PHONE && box.scrollWidth > box.clientWidth + 1;
  for (const table of tables) table.classList.remove("tight", "stacked");
  const wide = tables.filter(isWide);
  for (const table of wide) table.classList.add("tight");
  const wider = wide.filter(isWide);
  wider.forEach(stack);
  for (const table of wider) table.classList.replace("tight", "stacked");
}

// On a phone a formula that is a little too wide is set smaller; LEAST of its size is still easy to read.
const FORMULAS = "article div.math", LEAST = 0.7;
function fitFormulas() {
  const formulas = [...document.querySelectorAll(FORMULAS)];
  for (const formula of formulas) formula.style.fontSize = "";
  const shares = formulas.map((formula) => {
    return innerWidth < PHONE ? formula.clientWidth / formula.scrollWidth : 1;
  });
  formulas.forEach((formula, i) => {
    if (shares[i] < 1) formula.style.fontSize = `${Math.max(LEAST, 0.98 * shares[i])}em`;
  });
}

// A box that is still too wide scrolls. Then the keyboard must reach it.
// The theme also decides this for code and tables after the window's size has changed, but perhaps too early, while a
// sidebar still slides in.
const MAY_BE_WIDE = [
  "div.math", "span.math.long", "article pre", ".cell_output .text_html", ".pst-scrollable-table-container",
].join();
function makeWideBoxesReachable() {
  const boxes = [...document.querySelectorAll(MAY_BE_WIDE)];
  const wide = boxes.map((box) => box.scrollWidth > box.clientWidth);  // all before the first change: one layout
  boxes.forEach((box, i) => {
    if (wide[i]) box.tabIndex = 0;
    else if (!box.matches("pre")) box.removeAttribute("tabindex");  // code that is not too wide may be too high
  });
}

function fit() {
  fitTables();
  fitFormulas();
  makeWideBoxesReachable();
}
addEventListener("load", fit);
const articleSize = new ResizeObserver(fit);  // its size also changes when something is unfolded
addEventListener("load", () => document.querySelectorAll("article").forEach((article) => articleSize.observe(article)));
// Formulas change their width once more when their fonts have arrived.
document.fonts.addEventListener("loadingdone", fit);

// Copy a formula as its TeX, and always the whole formula, even if only a part of it was selected.
document.addEventListener("copy", (event) => {
  const range = getSelection().rangeCount && getSelection().getRangeAt(0).cloneRange();
  if (!range) return;
  const formulaAt = (node) => (node.closest ? node : node.parentElement).closest("math");
  if (formulaAt(range.startContainer)) range.setStartBefore(formulaAt(range.startContainer));
  if (formulaAt(range.endContainer)) range.setEndAfter(formulaAt(range.endContainer));
  const copy = document.createElement("div");
  copy.append(range.cloneContents());
  const formulas = copy.querySelectorAll("math");
  if (!formulas.length) return;
  event.clipboardData.setData("text/html", copy.innerHTML);
  for (const formula of formulas) {
    const dollars = formula.matches("[display]") ? "$$" : "$";
    formula.replaceWith(dollars + formula.querySelector("annotation").textContent + dollars);
  }
  document.body.append(copy);  // only text on the page has lines
  event.clipboardData.setData("text/plain", copy.innerText);
  copy.remove();
  event.preventDefault();
});

// Paper is white: print the light colours, whatever the colours on the screen.
addEventListener("beforeprint", () => {
  const root = document.documentElement, theme = root.dataset.theme;
  const folded = document.querySelectorAll("details.outcome:not([open])");
  root.dataset.theme = "light";
  folded.forEach((outcome) => { outcome.open = true; });
  addEventListener("afterprint", () => {
    root.dataset.theme = theme;
    folded.forEach((outcome) => { outcome.open = false; });
  }, {once: true});
});

// In a lab, the outcome of a question is folded until its reader asks for it; or for all.
addEventListener("DOMContentLoaded", () => {
  const outcomes = document.querySelectorAll("details.outcome");
  if (!outcomes.length) return;
  const note = Object.assign(document.createElement("p"), { className: "outcomes" });
  const all = Object.assign(document.createElement("button"), { textContent: "Show all outcomes", onclick() {
    outcomes.forEach((outcome) => { outcome.open = true; });
    note.remove();
  } });
  note.append("Outcomes stay folded, so that you can predict them first. ", all);
  document.querySelector("p.lead-on, article h1:not(:has(~ p.lead-on))").after(note);
});

// A link to a place in a folded box unfolds the box.
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}
addEventListener("load", unfoldTarget);
addEventListener("hashchange", unfoldTarget);

// A page lists what has moved from it to other pages (book/_ext/moved.py), so that an old link leads on.
function followMoved() {
  const place = decodeURIComponent(location.hash.slice(1)), list = document.getElementById("moved");
  if (!place || !list || document.getElementById(place)) return;
  const [page] = Object.entries(JSON.parse(list.textContent)).find(([, places]) => places.includes(place)) ?? [];
  if (page) location.replace(page + location.search + location.hash);
}
addEventListener("DOMContentLoaded", followMoved);
addEventListener("hashchange", followMoved);

// Without a mouse to show a heading's link, a touch of the heading shows it.
document.addEventListener("click", ({ target }) => {
  if (!matchMedia("(hover: none)").matches) return;
  target.closest(":has(> a.headerlink)")?.querySelector(":scope > a.headerlink").focus({ preventScroll: true });
});

// A term shows its meaning under the mouse or the keyboard's focus; a finger's first touch shows it, the second follows
// the link. Without this script the browser shows the title.
addEventListener("DOMContentLoaded", () => {
  for (const term of document.querySelectorAll("a.to-glossary[title]")) {
    term.dataset.means = term.title;
    term.removeAttribute("title");
    term.addEventListener("pointerdown", ({ pointerType }) => { term.dataset.by = pointerType; });
    term.addEventListener("click", (event) => {
      if (term.dataset.by !== "touch" || term.dataset.shown) return;
      event.preventDefault();
      term.focus();
      term.dataset.shown = "yes";
    });
    term.addEventListener("keydown", ({ key }) => { if (key === "Escape") term.blur(); });
    term.addEventListener("blur", () => delete term.dataset.shown);
  }
});

// A lab's page becomes live when its reader asks for that; nothing of it is loaded before a first sign that they may.
const LIVE = new URL("live/live.mjs", document.currentScript.src);
const SIGNS = ["pointerover", "focusin"], LIVELY = ".live-start, form.answer[data-source] textarea";
function expectPython({ target }) {
  if (!target.matches(LIVELY) || navigator.connection?.saveData) return;
  SIGNS.forEach((sign) => document.removeEventListener(sign, expectPython));
  fetchLive().then(({ expect }) => expect?.(target.form ?? document.querySelector(".live")));
}
SIGNS.forEach((sign) => document.addEventListener(sign, expectPython));
document.addEventListener("click", async ({ target }) => {
  if (!target.matches(".live-start")) return;
  const buttons = document.querySelectorAll(".live-start");
  buttons.forEach((button) => { button.disabled = true; });
  document.querySelector(".live-fault")?.remove();
  const { begin, why } = await fetchLive();
  if (begin) return begin(document.querySelector(".live"), target);
  const fault = Object.assign(document.createElement("span"), { className: "live-fault", role: "status" });
  target.after(fault);
  fault.textContent = why;
  buttons.forEach((button) => { button.disabled = false; });
});

// The module that makes a page live, or the reason why it is missing. Browsers do not ask again for a failed address.
let failed = "";
async function fetchLive() {
  try {
    return await import(LIVE + failed);
  } catch {
    failed = `?${Date.now()}`;
    return { why: await whyNotLive() };
  }
}

async function whyNotLive() {
  if (location.protocol === "file:") return "This page cannot become live here: it must come from a web server, such as the one that make serve starts.";
  const answer = await fetch(LIVE).catch(() => undefined);
  if (!answer) return "The site does not answer. When you are online again, click once more.";
  return `This copy of the site lacks the files that make its labs live (${answer.status} for ${LIVE.pathname}).`;
}

// A reader's own notebook of a lab, which JupyterLite keeps in this browser, stays where the lab was: the link leads to the
// new text, and beside it one leads to what is older.
addEventListener("load", async () => {
  const link = document.querySelector("a.in-lite");
  const shelf = link && `JupyterLite Storage - ${new URL("../", link.href).pathname}`;
  if (!link || !(await indexedDB.databases?.())?.some(({ name }) => name === shelf)) return;
  const opened = indexedDB.open(shelf);
  opened.onsuccess = ({ target: { result: kept } }) => {
    const files = kept.objectStoreNames.contains("files") ? kept.transaction("files").objectStore("files").getAllKeys() : {};
    files.onsuccess = () => {
      const now = new URL(link.href).searchParams.get("path"), file = now.split("/")[1];
      for (const path of files.result.filter((path) => path !== now && path.split("/").at(-1) === file)) {
        const mine = Object.assign(document.createElement("a"), { href: link.href.replace(now, path), textContent: "Open yours" });
        const words = document.createElement("span");
        words.append("You changed an older notebook of this lab in this browser. ", mine);
        link.after(words);
      }
    };
    kept.close();  // once that is answered
  };
});

// Once live, Python goes on while the pages of a visit follow one another.
if (window.SharedWorker && sessionStorage.live) import(LIVE).then(({ hold }) => hold());

// The search is loaded when a reader opens its dialog; on its own page, when something is typed or was asked for.
const SEARCH = new URL("search/", document.currentScript.src);
const SEARCH_EVENTS = { focusin: "dialog .bd-search input", input: ".bd-search input" };
function loadSearch({ type, target }) {
  if (!target.matches(SEARCH_EVENTS[type])) return;
  for (const name in SEARCH_EVENTS) removeEventListener(name, loadSearch);
  for (const name of ["index", "find", "search"]) {
    const script = document.createElement("script");
    script.async = false;  // one after the other
    script.src = new URL(`${name}.js`, SEARCH);
    document.head.append(script);
  }
}
for (const name in SEARCH_EVENTS) addEventListener(name, loadSearch);
addEventListener("load", () => {
  const field = document.querySelector(".bd-search-container input");
  field?.focus();
  if (field && new URLSearchParams(location.search).has("q")) loadSearch({ type: "input", target: field });
});
