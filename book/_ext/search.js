// Shows finds while a reader types, in the dialog of Ctrl+K and on the search page. `find.js` makes the finds.
// Enter opens the first place; the down key moves from the field through the places.

(() => {
  const SITE = new URL("../../", document.currentScript.src);
  const PAGE = ".bd-search-container";
  const find = makeSearch(bookIndex);

  function element(name, look, ...content) {
    const made = document.createElement(name);
    made.className = look;
    made.append(...content);
    return made;
  }

  function item({ title, place, address, excerpt }) {
    const link = element("a", "", title);
    link.href = new URL(address, SITE);
    const words = excerpt.flatMap(([word, hit]) => [hit ? element("mark", "", word) : word, " "]);
    return element("li", "", link, " ", element("span", "search-place", place), element("p", "", ...words));
  }

  function tell(query, { asked, count, finds }) {
    if (!finds.length) return query.length > 1 ? `Nothing has “${query}”.` : "";
    if (!count) return "No place has all of these words.";
    const shown = count > finds.length ? `, the first ${finds.length}` : "";
    return `${count} ${count === 1 ? "place" : "places"} with “${asked}”${shown}.`;
  }

  function attach(form) {
    const field = form.querySelector("input");
    const [said, list] = [element("p", "search-said"), element("ol", "search-results")];
    said.role = "status";
    form.after(said, list);
    const links = () => [...list.querySelectorAll("a")];

    function show() {
      const query = field.value.trim();
      const found = find(query);
      said.textContent = tell(query, found);
      list.replaceChildren(...found.finds.map(item));
      list.scrollTop = 0;
      if (form.closest(PAGE)) history.replaceState(null, "", `?q=${encodeURIComponent(query)}`);
    }

    function move(event) {
      if (event.key === "Escape") form.closest("dialog")?.close(); // the theme closes the dialog from the field only
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const stops = [field, ...links()];
      const next = stops[stops.indexOf(document.activeElement) + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }

    function open(event) {
      const [first] = links();
      if (!first) return;
      event.preventDefault();
      if (matchMedia("(pointer: coarse)").matches) field.blur(); // hide a phone's keyboard to show the places
      else first.click();
    }

    field.addEventListener("input", show);
    form.addEventListener("submit", open);
    for (const part of [form, list]) part.addEventListener("keydown", move);
    list.addEventListener("click", ({ target }) => { if (target.closest("a")) form.closest("dialog")?.close(); });
    if (form.closest(PAGE)) field.value = new URLSearchParams(location.search).get("q") ?? field.value;
    if (field.value) show();
  }

  document.querySelectorAll("form.bd-search").forEach(attach);
})();
