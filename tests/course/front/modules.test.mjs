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
