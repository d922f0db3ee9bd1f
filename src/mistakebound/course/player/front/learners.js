// The learners that play in a page: what they answer, and what they become. Whatever plays them asks here.

export const TIE = 1e-12; // a score this near to 0, relative to its terms, is a tie, as in Python

// 1 or -1; 0 at a tie.
export function answerOf(w, x) {
  let [score, terms] = [0, 0];
  w.forEach((v, i) => { score += v * x[i]; terms += Math.abs(v * x[i]); });
  return Math.abs(score) <= TIE * terms ? 0 : Math.sign(score);
}

export const learnt = (w, x, y, eta = 1) => w.map((v, i) => v + eta * y * x[i]);

// The weights of a learner that has learnt c in all, each example with the sign of its label: it adds, or it multiplies
// by e^eta where a feature was right and by e^-eta where it was wrong. What all weights have in common changes no answer.
const multiplied = (c, eta) => {
  const top = Math.max(...c);
  return c.map((v) => Math.exp(eta * (v - top)));
};
export const WEIGHTS = { Perceptron: (c) => c, Winnow: multiplied, WeightedMajority: multiplied };

// The Perceptron's run over examples {x, y}: again and again until a pass in which nothing is learnt, at most so often. `ties` is
// what it answers at one, 0 if that is a mistake; `always`: it learns when it is right, too.
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
