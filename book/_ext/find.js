// Finds the places of the book that match a reader's words, among the records of search.py: in a page, and in Node.

globalThis.makeSearch = (() => {
  const STOP = new Set((
    "a about after all am an and any are as at be by can choose choosing could do does explain find for from give " +
    "got has have help how i if in into is it its make makes many me mean means meaning much my need not of on or " +
    "our should show so such tell than that the their them there they this to too us use used using versus vs was we were " +
    "what when where which who why will with would you your"
  ).split(" "));
  // The weight of a word in the title of each kind, and elsewhere. Among equal finds the first kind comes first.
  const TITLE = {
    term: 9, statement: 8, definition: 8, page: 9.5, symbol: 2, section: 6, lab: 4, exercise: 4, work: 3, aside: 3, name: 3,
  };
  const KINDS = Object.keys(TITLE);
  const [CALLED, PLACE, TEXT] = [7, 2, 1];
  const NAMED = 14; // the weight of a name that is exactly the typed words
  const LAST = { lab: 0.8, exercise: 0.8, work: 0.6, aside: 0.6, name: 0.6 }; // these come last: factors of their scores
  const EXCERPT = 26;

  // --- words

  // A text in one spelling: R² or R^2 or R^{2}, wₜ or w_t, Gábor or Gabor; √ is a word, too.
  const plain = (text) => text.replace(/[¹²³⁰-ⁿʰ-ʸᴬ-ᵡᶜ-ᶿ]+/g, "^$&").normalize("NFKD").toLowerCase()
    .replace(/\p{M}|[’']s\b/gu, "").replaceAll("√", " sqrt ").replace(/([_^])\{/g, "$1")
    .replace(/_(?=[\p{L}\p{N}](?![\p{L}\p{N}_]))|\^(?![\p{L}\p{N}])/gu, "");
  const wordsOf = (text) => plain(text).match(/\d+\.\d+|[\p{L}\p{N}_][\p{L}\p{N}_^]*/gu) ?? [];
  const content = (words) => (words.every((word) => STOP.has(word)) ? words : words.filter((word) => !STOP.has(word)));
  // "converges", "convergence" and "converged" are one word; "separable" and "separability" too, Novikov and Novikoff.
  const stem = (word) => word.replace(/(?<=..[^s])s$/, "").replace(/abilit(?:y|ie)$/, "able")
    .replace(/(?<=..[eo])ff$/, "v").replace(/(?<=...)(?:ation|ence|ing|ed|er|e)$/, "");

  // Whether two different words become equal if one letter is changed, left out or added, or two are swapped.
  function isSlip(a, b) {
    let same = 0;
    while (same < a.length && a[same] === b[same]) same++;
    const [s, t] = [a.slice(same), b.slice(same)];
    const swapped = s.length > 1 && s[0] === t[1] && s[1] === t[0] && s.slice(2) === t.slice(2);
    return swapped || s.slice(1) === t.slice(1) || s.slice(1) === t || s === t.slice(1);
  }

  // --- the index

  // The names of a record: "Theorem 6.1 (Block, Novikoff)" without its number, its parts, and these after "proof".
  function namesOf({ kind, title, called, place }) {
    const bare = title.replace(/ ?\d+(\.\d+)?\.? ?/, " ");
    const split = bare.split(/, (?:or )?|\(| and |: a(?= )/).filter((part) => !part.startsWith("with "));
    const parts = [bare, ...split, ...called.replace(/\w+: /g, "").split("; ")];
    const more = kind === "statement" ? parts.map((part) => `proof ${part}`) : [`${bare} ${place}`];
    return [...parts, ...more].map((name) => new Set(content(wordsOf(name)).map(stem))).filter((name) => name.size);
  }

  // The records with their names, the weight of each word in each record, and the words, the most frequent first.
  function makeIndex(records) {
    const index = new Map(), counts = new Map();
    records.forEach((record, i) => {
      const { title, called, place, words } = record;
      for (const [text, weight] of [[title, TITLE[record.kind]], [called, CALLED], [place, PLACE], [words, TEXT]]) {
        for (const word of wordsOf(text)) {
          if (!index.has(word)) index.set(word, new Map());
          const found = index.get(word);
          found.set(i, Math.max(found.get(i) ?? 0, weight));
          counts.set(word, (counts.get(word) ?? 0) + 1);
        }
      }
    });
    const known = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).map((word) => [word, stem(word)]);
    return { records: records.map((record) => ({ ...record, names: namesOf(record) })), index, known };
  }

  // --- what is asked

  // The words of a query as the book has them: γ for gamma, known TeX, no synonyms, and slips of one letter
  // mended.
  function understand(query, { known, index, letters }, synonyms) {
    const spelt = query.replace(/(\\?)(?<![A-Za-z])([A-Za-z]{2,})(?![A-Za-z])/g, (found, tex, word) =>
      letters[word.toLowerCase()] ?? (tex ? (index.has(word) ? ` ${word}` : " ") : found));
    let asked = ` ${wordsOf(spelt).join(" ")} `;
    for (const [typed, meant] of synonyms) asked = asked.replace(` ${typed} `, ` ${meant} `);
    // A word that the book has, or the most frequent word of which it is a form or a slip.
    const mend = (word) => {
      const own = stem(word);
      if (index.has(word) || !/^[a-z]{4,}$/.test(word) || known.some(([other]) => other.startsWith(word))) return word;
      const [other, root] = known.find(([other, root]) => root === own || isSlip(word, other)) ?? [word, own];
      return root === own ? word : other;
    };
    return asked.trim().split(" ").map(mend);
  }

  // Each record that has a word, or a longer word with this beginning, and the weight there.
  function matches(word, { index, known }) {
    const found = new Map(), own = stem(word);
    const likeness = (other, root) =>
      other === word ? 1 : root === own ? 0.9 : word.length > 1 && other.startsWith(word) ? 0.6 : 0;
    for (const [other, root] of known) {
      const like = likeness(other, root);
      if (like) for (const [i, weight] of index.get(other)) found.set(i, Math.max(found.get(i) ?? 0, like * weight));
    }
    return found;
  }

  // --- order

  // How well a name fits the typed words, from 0 to 1; the last word may be unfinished.
  function fit(name, typed) {
    const same = typed.filter((word) => name.has(word)).length;
    const last = typed.at(-1);
    const begun = !name.has(last) && last.length > 2 && [...name].some((word) => word.startsWith(last)) ? 0.8 : 0;
    return (same + begun) / (name.size + typed.length - same - begun);
  }

  // The fit of a record's names: code must match exactly, a theorem may match its object; a symbol should match in case.
  function named({ kind, title, called, names }, typed, query) {
    if (kind === "name") return title === query.replace(/^mb\./, "") ? 1.5 : 0;
    if (called.startsWith(`${query}: `)) return 1.5;
    const whole = Math.max(0, ...names.map((name, i) => fit(name, typed) * (i ? 0.97 : 1)));
    const inItsCase = kind === "symbol" && query.includes(title) ? 0.1 : 0;
    return kind === "symbol" && whole < 1 ? 0 : whole + inItsCase; // several symbols together are not a name
  }

  // The records that have any of the words, the best first; a word counts more if fewer records have it.
  function search(query, book, synonyms) {
    const asked = understand(query, book, synonyms);
    const words = content(asked);
    const typed = words.map(stem);
    const found = words.map((word) => matches(word, book));
    const rare = found.map((records) => Math.log(1 + book.records.length / (1 + records.size)));
    const all = rare.reduce((a, b) => a + b, 0);
    const mean = (values) => rare.reduce((sum, weight, k) => sum + weight * values[k], 0) / all;
    const scored = [...new Set(found.flatMap((records) => [...records.keys()]))].map((i) => {
      const record = book.records[i];
      const counts = found.map((records) => records.get(i) ?? 0);
      const score = mean(counts) * mean(counts.map(Math.sign)) ** 2 + NAMED * named(record, typed, query) ** 2;
      const equal = KINDS.indexOf(record.kind) / 100 + record.title.length / 10000;
      return { record, score: score * (LAST[record.kind] ?? 1) - equal, hasAll: counts.every((count) => count) };
    });
    const finds = scored.sort((a, b) => b.score - a.score).map(({ record }) => record);
    return { asked: asked.join(" "), count: scored.filter(({ hasAll }) => hasAll).length, finds, typed };
  }

  // The part of a text with most of the typed words, as [word, whether it was typed].
  function excerpt({ words }, typed) {
    const isTyped = (piece) => wordsOf(piece).some((word) => typed.includes(stem(word)));
    const pieces = words.split(" ").map((piece) => [piece, isTyped(piece)]);
    const hits = pieces.map(([, hit], i) => pieces.slice(i, i + EXCERPT).filter(([, other]) => other).length + hit / 2);
    const first = Math.max(0, hits.indexOf(Math.max(...hits)) - 4);
    return pieces.slice(first, first + EXCERPT);
  }

  return ({ records, synonyms, letters }) => {
    const book = { ...makeIndex(records), letters };
    return (query, most = 20) => {
      const { finds, typed, ...said } = search(query.trim(), book, synonyms);
      return { ...said, finds: finds.slice(0, most).map((find) => ({ ...find, excerpt: excerpt(find, typed) })) };
    };
  };
})();
