"""Watch Winnow's bound at the comparator of an SVM: with three experts, all weights form a triangle."""

import numpy as np

import mistakebound as mb
from mistakebound import streams
from mistakebound.course import Show


def experts(comparator="sparse SVM", margin=0.1):
    """Sixty examples of three experts' advice, the hardest first; Winnow's step is tuned to the comparator's margin."""
    stream = streams.experts(60, [0.9, 0.1, 0], margin=margin, seed=3)
    order = np.argsort(np.abs(stream.X @ stream.u))
    X, y = stream.X[order], stream.y[order]
    sparse = comparator == "sparse SVM"
    svm = mb.sparse_svm(X, y, signed=False) if sparse else mb.entropic_svm(X, y)
    trace = mb.play(mb.Winnow(mb.tuned_step(1 / svm.v.sum(), np.abs(X).max())), X, y, passes=None)
    return trace, (mb.SPARSE_SVM if sparse else mb.ENTROPIC_SVM).check(trace, v=svm.v, alpha=svm.alpha)


SHOW = Show(experts, comparator=["sparse SVM", "entropic SVM"], margin=[0.05, 0.1, 0.2])
