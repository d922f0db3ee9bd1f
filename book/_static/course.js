// A formula, code or a table that is wider than the page scrolls by itself. While it does, the keyboard must reach it.
// Of code and tables the theme decides that too, after the window's size has changed, but perhaps while a sidebar still
// slides in.
const MAY_BE_WIDE = [
  "mjx-container[display]", ":is(.atlas, .beside) mjx-container", "article pre", ".cell_output .text_html",
  ".pst-scrollable-table-container",
].join();
function makeWideBoxesReachable() {
  const boxes = [...document.querySelectorAll(MAY_BE_WIDE)];
  const wide = boxes.map((box) => box.scrollWidth > box.clientWidth);  // all before the first change: one layout
  boxes.forEach((box, i) => {
    if (wide[i]) box.tabIndex = 0;
    else if (!box.matches("pre")) box.removeAttribute("tabindex");  // code that is not wide may be too high
  });
}
addEventListener("load", makeWideBoxesReachable);
addEventListener("load", () => window.MathJax?.startup?.promise.then(makeWideBoxesReachable));
const articleWidth = new ResizeObserver(makeWideBoxesReachable);
addEventListener("load", () => document.querySelectorAll("article").forEach((article) => articleWidth.observe(article)));
// Formulas change their width once more when their fonts have come.
document.fonts.addEventListener("loadingdone", makeWideBoxesReachable);

// Paper is white: print the light colours, whichever are on the screen.
addEventListener("beforeprint", () => {
  const root = document.documentElement, theme = root.dataset.theme;
  root.dataset.theme = "light";
  addEventListener("afterprint", () => { root.dataset.theme = theme; }, {once: true});
});

// A link into what is folded unfolds it.
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}
addEventListener("load", unfoldTarget);
addEventListener("hashchange", unfoldTarget);

// A lab's page becomes live when its reader asks for that; nothing of it is loaded before.
document.addEventListener("click", async ({ target }) => {
  if (!target.matches(".live-start")) return;
  const row = document.querySelector(".live");
  document.querySelectorAll(".live-start").forEach((button) => { button.disabled = true; });
  try {
    (await import(new URL(target.dataset.module, document.baseURI))).begin(row, target.closest(".cell"));
  } catch {
    row.append("This page cannot become live here: it must come from a web server, such as that of make serve.");
  }
});
