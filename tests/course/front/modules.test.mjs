import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const front = new URL("../../../src/mistakebound/course/player/front/", import.meta.url);
const load = (name) => import(new URL(name, front));
const { escapeText, formulaOf, tag, words } = await load("markup.js");
const { at, figure, frameOf, frames } = await load("run.js");
const { against, ledgerRows } = await load("ledger.js");
const { squeeze, follow } = await load("squeeze.js");
const scenes = {};
for (const file of readdirSync(new URL("scenes/", front))) Object.assign(scenes, await load(`scenes/${file}`));
const runs = JSON.parse(readFileSync(process.env.RUNS, "utf8"));

const tiny = {
  rounds: [0, 1, 2, 3],
  events: [1, 3],
  updates: [1, 3],
  mistakes: [3],
  counts: "mistakes",
  sentences: ["start", "quiet", "first", "last"],
  told: [0, 1, 2, 1, 3],
  proof: [{ name: "a", formula: "x < y & z", always: false }, { name: "b", formula: "1 ≤ 2", always: true }],
  lines: [
    { lhs: [null, 3], relation: "≤", rhs: [null, "∞"], slack: [null, "∞"], broken: [2] },
    { lhs: [1], relation: "≤", rhs: [2], slack: [1], broken: [] },
  ],
};

test("a frame says what has happened so far", () => {
  assert.equal(frames(tiny), 5);
  const states = [
    { frame: 0, round: -1, updates: 0, mistakes: 0, event: 0, update: false, mistake: false, counted: 0, says: "start" },
    { frame: 2, round: 1, updates: 1, mistakes: 0, event: 1, update: true, mistake: false, counted: 0, says: "first" },
    { frame: 3, round: 2, updates: 1, mistakes: 0, event: 1, update: false, mistake: false, counted: 0, says: "quiet" },
    { frame: 4, round: 3, updates: 2, mistakes: 1, event: 2, update: true, mistake: true, counted: 1, says: "last" },
  ];
  for (const state of states) assert.deepEqual(at(tiny, state.frame), state);
});

test("a round has its frame, or the next one that is shown", () => {
  assert.deepEqual([0, 1, 4, 9].map((round) => frameOf(tiny, round)), [0, 1, 4, 4]);
  assert.deepEqual([2, 5, 6].map((round) => frameOf({ rounds: [2, 4] }, round)), [1, 2, 2]);
});

test("a number reads as the package writes it", () => {
  const words = JSON.parse(process.env.WORDS);
  assert.ok(words.length > 100);
  for (const [number, word] of words) assert.equal(figure(number), word);
});

test("words are escaped", () => {
  assert.equal(escapeText('<b a="1">&'), "&lt;b a=&quot;1&quot;&gt;&amp;");
  assert.equal(tag("text", { x: 1.23456, y: "<" }, "a"), '<text x="1.23" y="&lt;">a</text>');
  assert.match(ledgerRows(tiny), /𝑥 &lt; 𝑦 &amp; 𝑧/u);
});

test("a formula is set as the page has it, or with leaning letters", () => {
  assert.equal(formulaOf({ math: "<math></math>", formula: "x" }), "<math></math>");
  assert.equal(formulaOf({ formula: "ln Wₜ ≤ hβ + Φ(ϕ) − KL(u‖w)" }), "ln 𝑊<sub>𝑡</sub> ≤ ℎ𝛽 + Φ(𝜙) − KL(𝑢‖𝑤)");
  assert.match(words(0, 0, "γt", { class: "mb-math" }), />𝛾𝑡</u);
});

test("a line is broken, undecided, or rests on what is", () => {
  const run = { broken: ["a"], undecided: ["b"], proof: [["a", "b"], ["b"], []].map((rests) => ({ rests })) };
  assert.deepEqual([0, 1, 2].map((i) => against(run, i)), ["not promised", "promise undecided", ""]);
  assert.deepEqual([{ broken: true }, { undecided: true }].map((numbers) => against(run, 0, numbers)), ["broken", "undecided"]);
});

test("there is a run of every scene", () => {
  const kinds = readdirSync(new URL("scenes/", front)).map((file) => file.replace(".js", ""));
  assert.deepEqual([...new Set(runs.map((run) => run.scene.kind))].sort(), kinds.sort());
});

for (const run of runs) {
  test(`the ${run.scene.kind} and the squeeze are drawn at every frame and width`, () => {
    for (let frame = 0; frame < frames(run); frame++) {
      const now = { ...at(run, frame), id: "p" };
      for (const width of [230, 520]) {
        const scene = scenes[run.scene.kind](run.scene, run, now, width);
        assert.ok(scene.title);
        const pictures = [scene, squeeze(run, now, width), squeeze(run, now, width, true)];
        if (frame % 10 === 0) pictures.push(...run.proof.map((_, i) => follow(run, i, now, width)));
        for (const { picture, height } of pictures) {
          assert.ok(height > 40 && height < 900);
          assert.doesNotMatch(picture, /NaN|undefined|Infinity|null/);
        }
      }
    }
  });
}

// ---- what is drawn at a frame is the data of that frame

const numbers = (text, ...names) => names.map((name) => Number(text.match(new RegExp(` ${name}="([^"]*)"`))[1]));
const drawn = (picture, element, look = "") =>
  [...picture.matchAll(new RegExp(`<${element}\\b[^>]*${look}[^>]*>`, "g"))].map(([found]) => found);
const discs = (picture, r) => drawn(picture, "circle", ` r="${r}"`).map((found) => numbers(found, "cx", "cy"));

// Places on the page against values: one map for all frames, to the right and upwards as the values grow.
function onScale(pairs, growing, what) {
  const sorted = pairs.filter(([value]) => Number.isFinite(value)).sort(([a], [b]) => a - b);
  if (sorted.length < 2 || sorted.at(-1)[0] === sorted[0][0]) return;
  const [[a, x], [b, y]] = [sorted[0], sorted.at(-1)], slope = (y - x) / (b - a);
  assert.ok(slope * growing > 0, `${what} runs the wrong way`);
  for (const [value, place] of sorted) assert.ok(Math.abs(x + slope * (value - a) - place) < 0.1, `${what}: ${value} is at ${place}`);
}

const points = (pairs, what) => [0, 1].forEach((axis) =>
  onScale(pairs.map(([data, place]) => [data[axis], place[axis]]), axis ? -1 : 1, `${what}, axis ${axis}`));

const WIDTH = 520;
const each = (run) => Array.from({ length: frames(run) }, (_, frame) => ({ ...at(run, frame), id: "p" }));
const pictures = (run) => each(run).map((now) => [now, scenes[run.scene.kind](run.scene, run, now, WIDTH).picture]);

// The last disc is where the run is now, and some path goes through as many points as there were steps.
function dots(run, r, data) {
  points(pictures(run).map(([now, picture]) => [data[now.updates], discs(picture, r).at(-1)]), run.scene.kind);
  for (const [now, picture] of pictures(run)) {
    const steps = drawn(picture, "path").map((found) => found.match(/[ML]/g).length);
    assert.ok(steps.includes(now.updates + 1) && steps.includes(data.length), `round ${now.round}: the past`);
  }
}


const DRAWN = {
  simplex: (run) => dots(run, 6, run.scene.path.map(([b, c]) => [b + c / 2, c])),
  along: (run) => dots(run, 4, run.scene.path),
  link: (run) => dots(run, 4.5, run.scene.z),
  weights: (run) => onScale(pictures(run).flatMap(([now, picture]) => drawn(picture, "rect").map((bar, j) => {
    const [y, tall] = numbers(bar, "y", "height"), value = run.scene.weights[now.updates][j];
    return [value, value > 0 ? y : y + tall];
  })), -1, "weights"),
  experts: (run) => pictures(run).forEach(([now, picture]) => {
    const { weights } = run.scene, after = weights[now.updates], before = weights[now.update ? now.updates - 1 : now.updates];
    const bars = drawn(picture, "rect", 'fill-opacity="0.9"').map((bar) => numbers(bar, "height")[0]);
    onScale([[0, 0], [Math.max(...before), Math.max(...drawn(picture, "rect").map((bar) => numbers(bar, "height")[0]))],
      ...bars.map((tall, k) => [after[k], tall])], 1, "experts");
    assert.equal(drawn(picture, "rect", "stroke-dasharray").length, after.filter((weight, k) => weight < before[k]).length);
  }),
  remaining: (run) => pictures(run).filter(([now]) => now.frame).forEach(([now, picture]) => {
    const [plus, minus, left] = picture.match(/>\d+ (?!,)|; \d+ /g).map((found) => parseInt(found.slice(1), 10));
    const label = run.scene.labels[now.frame - 1];
    assert.ok(picture.includes(`the label is ${label > 0 ? "+" : "−"}1`));
    assert.equal(left, now.update ? (label > 0 ? plus : minus) : plus + minus, `round ${now.round}: what is left`);
  }),
  tree: (run) => pictures(run).forEach(([now, picture]) => {
    assert.equal(drawn(picture, "line", 'stroke-width="3.4"').length, now.round + 1);
    assert.equal(drawn(picture, "line", "mb-hot").length, Math.min(now.frame, 1));
  }),
  plane: (run) => pictures(run).forEach(([now, picture]) => {
    assert.equal((picture.match(/mb-gold/g) ?? []).length > 0, now.update, `round ${now.round}: gold means an update`);
  }),
};

for (const run of runs) {
  test(`the ${run.scene.kind} shows the data of its frame`, () => DRAWN[run.scene.kind](run));
  test(`the squeeze and the lines of the ${run.scene.kind} show the numbers of their frame`, () => {
    const ends = (now, picture, series) => discs(picture, 4.6).map((place, i) => [series[i], place]);
    const { inner, at: places } = run.squeeze ?? { inner: [] };
    points(each(run).flatMap((now) => inner.length && !run.counts.startsWith("expected")
      ? ends(now, squeeze(run, now, WIDTH).picture, inner.map(({ values }) => [places[now.counted], values[now.counted]])) : []), "squeeze");
    run.proof.forEach((line, i) => points(each(run).filter((now) => now.event && !line.always).flatMap((now) =>
      ends(now, follow(run, i, now, WIDTH).picture, [run.lines[i].lhs, run.lines[i].rhs].map((side) => [now.event, side[now.event - 1]]))), line.name));
  });
}
