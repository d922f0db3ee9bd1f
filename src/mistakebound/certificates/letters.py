r"""The letters of the bounds for linear learners: each means the same in all bounds, on pages, on runs and in Coq.

Legend: d features, j one of them; u comparator, gamma its margin, R radius; x example, y label, a = y x the signed
example; w weights, eta learning rate, theta threshold, t updates so far.
"""

from .expressions import constant, state, update
from .functions import Indices

d, t = (constant(name, kind="nat") for name in "dt")
j = Indices("j", d, "feature")
u, gamma, R = constant("u"), constant("gamma", r"\gamma"), constant("R", coq="Rad")
x, y, a = (update(name) for name in "xya")
w, eta, theta = state("w"), constant("eta", r"\eta"), constant("theta", r"\theta")
