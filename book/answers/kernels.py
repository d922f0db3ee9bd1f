"""The answers of the chapter on kernels."""

import numpy as np
from says import Number, claim

import mistakebound as mb


def line():
    """ex-ke-line: the mistakes of the kernel Perceptron until a pass is clean."""
    learner, points, labels = mb.KernelPerceptron(mb.kernels.Polynomial(2)), [[-1], [0], [1]], [1, -1, 1]
    trace = mb.play(learner, points, labels, passes=None)
    first = mb.play(learner, points, labels).n_mistakes
    counts = np.ravel(learner.expansion(trace.final_state)[0]).tolist()
    tie = f"A score of 0 is a mistake too: {claim(mb.KERNEL, 'mistake')}"
    return Number(
        trace.n_mistakes,
        right=f"Yes, with the counts {counts}. Each score is a sum over them: {claim(mb.KERNEL, 'dual-score')}",
        below=f"Too few. {tie}",
        above=f"Too many. Was the score positive at one of them? {claim(mb.KERNEL, 'mistake')}",
        known=(
            (first, f"So many in the first pass, and it is not yet clean: {claim(mb.KERNEL, 'dual-score')}"),
            (trace.n_mistakes - 1, tie),
        ),
    )
