// The search page: asks Pagefind's index (search.py), and takes a word that nothing has for one that is a letter away.

const HERE = new URL(".", document.currentScript.src);
const SITE = new URL("../../", HERE);
const KINDS = ["page", "definition", "statement", "section", "lab", "exercise", "name"];
// How much a word counts in the title of each kind, and in what else is known of a find. In its text it counts about 1.
const WEIGHTS = {
  page: 9, definition: 7, statement: 7, called: 7, section: 4, lab: 3, exercise: 3, name: 2, place: 0.5, address: 0,
};
const AT_ONCE = 20;
const MORE_WORDS = 3;

// --- slips

// Whether two different words become the same by one letter changed, left out or added, or by two exchanged.
function isSlip(a, b) {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [s, t] = [a.slice(same), b.slice(same)];
  const swapped = s.length > 1 && s[0] === t[1] && s[1] === t[0] && s.slice(2) === t.slice(2);
  return swapped || s.slice(1) === t.slice(1) || s.slice(1) === t || s === t.slice(1);
}

// A word that begins no word of the book becomes the most frequent one that it may be a slip for.
function mend(word, known) {
  const plain = word.toLowerCase();
  if (!/^[a-z]{4,}$/.test(plain) || known.some((other) => other.startsWith(plain))) return word;
  return known.find((other) => isSlip(plain, other)) ?? word;
}

// --- order

const wordsOf = (text) => text.toLowerCase().replace(/[’']s\b/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
const content = (text) => wordsOf(text).filter((word) => !["a", "an", "of", "the"].includes(word));
const label = /^(?:\p{Lu}\p{L}+ \d+ |\d+\. )/u; // Theorem 15, or the number of a lab's section

// How many words a name has that are not the query's, if all of the query's begin words of it; many are as good as any.
function wordsMore(name, asked) {
  const typed = content(asked);
  if (!typed.every((word) => wordsOf(name).some((other) => other.startsWith(word)))) return MORE_WORDS;
  return Math.min(MORE_WORDS, content(name.replace(label, "")).filter((word) => !typed.includes(word)).length);
}

// A find that the query names comes before those that only speak of it. Code is named by its very letters; a title may
// join several names by commas.
function order(finds, asked) {
  const place = ({ kind, title, called }) => {
    if (kind === "name") return title === asked ? 0 : MORE_WORDS;
    const names = [title, ...title.split(/, (?:or )?|\(/), ...called.split(": ")];
    return Math.min(...names.map((name) => wordsMore(name, asked)));
  };
  const key = (find) => 10 * place(find) + (place(find) === 0 ? KINDS.indexOf(find.kind) : 0);
  return finds.map((find) => [key(find), find]).sort(([a], [b]) => a - b).map(([, find]) => find);
}

// --- what is shown

function element(name, text, look = "") {
  const made = document.createElement(name);
  made.className = look;
  made.textContent = text;
  return made;
}

function item({ title, place, address, excerpt }) {
  const link = element("a", title);
  link.href = new URL(address, SITE);
  const words = element("p", "");
  words.innerHTML = excerpt; // which Pagefind has escaped, but for its marks
  const made = element("li", "");
  made.append(link, " ", element("span", place, "search-place"), words);
  return made;
}

async function read(result) {
  const { meta, excerpt } = await result.data();
  const kind = KINDS.find((name) => name in meta);
  return { called: "", place: "", ...meta, kind, title: meta[kind], excerpt };
}

function tell(query, asked, found) {
  if (!found) return query && `Nothing has “${query}”.`;
  const slip = asked === query ? "" : `Nothing has “${query}”. `;
  const shown = found > AT_ONCE ? `, the first ${AT_ONCE}` : "";
  return `${slip}${found} ${found === 1 ? "place" : "places"} with “${asked}”${shown}:`;
}

async function start() {
  const [field, said, list] = [".bd-search-container input", "#search-said", "#search-results"]
    .map((name) => document.querySelector(name));
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.focus();
  const pagefind = await import(new URL("pagefind.js", HERE));
  await pagefind.options({ excerptLength: 26, ranking: { metaWeights: WEIGHTS } });
  const known = await (await fetch(new URL("words.json", HERE))).json();

  async function search() {
    const query = field.value.trim();
    const asked = query.split(/\s+/).map((word) => mend(word, known)).join(" ");
    const found = await pagefind.debouncedSearch(asked);
    if (!found) return; // more has been typed
    const finds = await Promise.all(found.results.slice(0, AT_ONCE).map(read));
    if (field.value.trim() !== query) return;
    said.textContent = tell(query, asked, query && found.results.length);
    list.replaceChildren(...(query ? order(finds, asked).map(item) : []));
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
  }

  field.addEventListener("input", search);
  if (field.value) search();
}

if (location.protocol === "file:") {
  document.querySelector("#search-said").textContent = "The search works on pages from a server: make serve.";
} else {
  start();
}
