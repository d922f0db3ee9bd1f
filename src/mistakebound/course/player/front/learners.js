// The learners that play in a page: their predictions and their updates. Every game uses this module.

export const TIE = 1e-12; // a score this near to 0, relative to its terms, is a tie, as in Python

// The prediction, 1 or -1; 0 at a tie.
export function answerOf(w, x) {
  let [score, terms] = [0, 0];
  w.forEach((v, i) => { score += v * x[i]; terms += Math.abs(v * x[i]); });
  return Math.abs(score) <= TIE * terms ? 0 : Math.sign(score);
}

export const learnt = (w, x, y, eta = 1) => w.map((v, i) => v + eta * y * x[i]);

// The weights of a learner after updates with the sum c of signed examples: it adds them, or multiplies a weight by
// e^eta if its feature was right and by e^-eta if wrong. A factor that all weights share changes no prediction.
const multiplied = (c, eta) => {
  const top = Math.max(...c);
  return c.map((v) => Math.exp(eta * (v - top)));
};
export const WEIGHTS = { Perceptron: (c) => c, Winnow: multiplied, WeightedMajority: multiplied };

// The Perceptron's run over examples {x, y}, until a pass is clean or for at most `passes` passes. `ties` is the
// prediction at a tie, 0 if a tie is a mistake; with `always` the learner also learns when it is right.
export function replay(examples, { eta = 1, ties = 0, always = false }, passes) {
  const rounds = [];
  let w = examples[0].x.map(() => 0);
  for (let pass = 0, clean = false; pass < passes && !clean; pass++) {
    clean = true;
    for (const { x, y } of examples) {
      const said = answerOf(w, x) || ties || -y, before = w;
      const learns = always || said !== y;
      if (learns) [w, clean] = [learnt(w, x, y, eta), false];
      rounds.push({ x, y, said, wrong: said !== y, learns, before, w });
    }
  }
  return rounds;
}
