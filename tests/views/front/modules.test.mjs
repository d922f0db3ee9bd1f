import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const front = new URL("../../../src/mistakebound/views/player/front/", import.meta.url);
const load = (name) => import(new URL(name, front));
const { escapeText, tag, ticks } = await load("markup.js");
const { at, frames, jump, numbersOf, value } = await load("run.js");
const { lengths, ledgerRows } = await load("ledger.js");
const { squeeze, follow } = await load("squeeze.js");
const SCENES = Object.fromEntries(await Promise.all(["plane", "remaining", "simplex", "tree", "weights"].map(async (name) => [name, (await load(`scenes/${name}.js`))[name]])));
const runs = JSON.parse(readFileSync(process.env.RUNS, "utf8"));

const tiny = {
  rounds: [0, 1, 2, 3], events: [1, 3], updates: [1, 3], mistakes: [3], counts: "mistakes",
  sentences: ["start", "quiet", "first", "last"], told: [0, 1, 2, 1, 3],
  proof: [{ name: "a", formula: "x < y & z", always: false }, { name: "b", formula: "1 ≤ 2", always: true }],
  lines: [{ lhs: "– 3", relation: "≤", rhs: "– ∞", slack: "– ∞", broken: [2] }, { lhs: "1", relation: "≤", rhs: "2", slack: "1", broken: [] }],
};

test("a frame says what has happened so far", () => {
  assert.equal(frames(tiny), 5);
  const state = (frame) => { const { round, updates, mistakes, event, update, mistake, counted, says } = at(tiny, frame); return [round, updates, mistakes, event, update, mistake, counted, says]; };
  assert.deepEqual(state(0), [-1, 0, 0, 0, false, false, 0, "start"]);
  assert.deepEqual(state(2), [1, 1, 0, 1, true, false, 0, "first"]);
  assert.deepEqual(state(3), [2, 1, 0, 1, false, false, 0, "quiet"]);
  assert.deepEqual(state(4), [3, 2, 1, 2, true, true, 1, "last"]);
});

test("jumps lead to the next round of a kind, or to an end", () => {
  assert.deepEqual([jump(tiny, 0, tiny.updates, 1), jump(tiny, 2, tiny.updates, 1), jump(tiny, 4, tiny.updates, 1)], [2, 4, 4]);
  assert.deepEqual([jump(tiny, 4, tiny.updates, -1), jump(tiny, 2, tiny.updates, -1)], [2, 0]);
  assert.equal(jump(tiny, 0, tiny.mistakes, 1), 4);
});

test("a line has its numbers from its first event on", () => {
  assert.equal(numbersOf(tiny, 0, 0), null);
  assert.equal(numbersOf(tiny, 0, 1), null);
  assert.deepEqual(numbersOf(tiny, 0, 2), { lhs: "3", rhs: "∞", slack: "∞", broken: true });
  assert.deepEqual(numbersOf(tiny, 1, 0), { lhs: "1", rhs: "2", slack: "1", broken: false });
  assert.deepEqual(["1e-05", "∞", "-∞", "-2.5"].map(value), [1e-5, Infinity, -Infinity, -2.5]);
});

test("bars share a zero and fill the width", () => {
  assert.deepEqual(lengths(1, 2), [[0, 0.5], [0, 1]]);
  assert.deepEqual(lengths(-1, 3), [[0, 0.25], [0.25, 0.75]]);
  assert.deepEqual(lengths(0, 0), [[0, 0], [0, 0]]);
  assert.deepEqual(lengths(4, Infinity), [[0, 1], [0, 1]]);
});

test("words are escaped", () => {
  assert.equal(escapeText('<b a="1">&'), "&lt;b a=&quot;1&quot;&gt;&amp;");
  assert.equal(tag("text", { x: 1.23456, y: "<" }, "a"), '<text x="1.23" y="&lt;">a</text>');
  assert.match(ledgerRows(tiny), /x &lt; y &amp; z/);
});

test("ticks are round and inside", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(0, 3, 6, true), [0, 1, 2, 3]);
  assert.deepEqual(ticks(-0.11, 0.32, 4), [0, 0.2]);
  for (const tick of ticks(-7, 133, 4)) assert.ok(tick >= -7 && tick <= 133);
});

for (const run of runs) {
  test(`the ${run.scene.kind} and the squeeze are drawn at every frame and width`, () => {
    for (let frame = 0; frame < frames(run); frame++) {
      const now = { ...at(run, frame), id: "p" };
      for (const width of [230, 520]) {
        const pictures = [SCENES[run.scene.kind](run.scene, run, now, width), squeeze(run, now, width), squeeze(run, now, width, true)];
        if (frame % 10 === 0) pictures.push(...run.proof.map((_, i) => follow(run, i, now, width)));
        for (const { picture, height } of pictures) {
          assert.ok(height > 40 && height < 900);
          assert.doesNotMatch(picture, /NaN|undefined|Infinity|null/);
        }
      }
    }
  });
}
