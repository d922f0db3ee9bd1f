"""Values computed from parts: exact if the parts are, and to the last digits where a plain sum would lose them."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace as Q

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.arrays import rowdot
from mistakebound.certificates import functions
from mistakebound.certificates.claims import RUN, UPDATES
from mistakebound.certificates.core import Line
from mistakebound.certificates.expressions import constant, state, update
from mistakebound.certificates.functions import by_logarithms, count, exp, log2, pair, so_far, sqrt, without
from mistakebound.certificates.letters import j, u, w, x
from mistakebound.concepts.bits import pack

THIRD = Fraction(1, 3)
VECTORS = Q(u=np.array([1, -2]), x=np.array([[THIRD, 1], [2, 0]]), w=np.array([[0, 0], [3, 4], [10**10, 1]]), b=THIRD)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (j.dot(u, x), [THIRD - 2, 2]),
        (j.dot(w.before, x), [0, 6]),
        (j.norm(w) ** 2, [25, 10**20 + 1]),
        (so_far(j.norm(x) ** 2), [THIRD**2 + 1, THIRD**2 + 5]),
        (j.dot(pair(u, constant("b")), pair(x, constant("b"))), [THIRD - 2 + THIRD**2, 2 + THIRD**2]),
    ],
)
def test_exact_vectors_stay_exact(expression, value):
    assert expression.value(VECTORS).tolist() == value


def test_a_length_is_compared_by_its_square():
    left, right = (j.norm(w) <= sqrt(constant("b")) * j.norm(u)).sides(VECTORS, UPDATES, squared=True)
    assert (left.tolist(), right) == ([25, 10**20 + 1], 5 * THIRD)


def test_sets_of_packed_bits_are_counted():
    V, q = state("V"), Q(V=pack(np.array([[1, 1, 1], [1, 0, 1], [1, 0, 0]], dtype=bool)))
    assert [each.value(q).tolist() for each in (count(V), count(without(V.before, V)), log2(count(V)))] == [
        [2, 1], [1, 1], [1, 0],
    ]  # fmt: skip


def test_an_entropy_is_worked_out_from_logarithms():
    logs, v = np.array([[-2000.0, 0.0], np.log([0.5, 0.5])]), state("v", ln="logs")
    near = np.array([0.5 + 1e-9, 0.5 - 1e-9])
    assert j.kl(u, v).start.value(Q(u=np.array([1, 0]), logs=logs), RUN) == 2000
    assert j.kl(u, v).value(Q(u=near, logs=logs), UPDATES) == pytest.approx(2e-18, rel=1e-6)


def test_a_rule_of_products_is_compared_by_its_logarithms():
    """Even if a weight is too small for a float; if updates are as many as features, the two must not be confused."""
    v, etas = state("v", ln="logs"), update("etas", r"\eta")
    grown = [v.before[j] * exp(sign * etas * x[j]) for sign in (1, -1)]
    rate, rows, logs = np.array([1.0, 0.5]), np.array([[-4000.0, 0.0], [1.0, 3.0]]), [np.log([0.25, 0.75])]
    for eta, row in zip(rate, rows, strict=True):
        logs.append(logs[-1] + eta * row - np.logaddexp(*(logs[-1] + eta * row)))
    drift = np.array([[0, 0], [0, 0], [0, 1e-12]])
    given = {"updates": np.arange(2), "etas": rate, "x": rows}
    q, drifts = Q(**given, logs=np.array(logs)), Q(**given, logs=logs + drift)
    right, turned = (Line("rule", by_logarithms(v[j] == each / j.sum(each), over=j), "") for each in grown)
    assert right.check(q).holds and turned.check(q).answers.tolist() == [-1, -1]
    assert right.check(drifts).answers.tolist() == [1, -1]


def test_a_whole_is_replaced_wherever_it_is_in_the_run():
    of_t = j.norm(w) ** 2
    says = (of_t <= j.norm(w).before ** 2 + 1).where({of_t: state("s")})
    assert says.tex == r"s_t \le s_{t-1} + 1"


def test_a_certificate_works_a_sum_out_once_for_all_states(monkeypatch):
    summed, q = [], Q(**vars(VECTORS), worked_out={})
    monkeypatch.setattr(functions, "rowdot", lambda A, B: summed.append(len(A)) or rowdot(A, B))
    values = [(j.norm(w) ** 2).value(q), j.norm(w).before.square(q, UPDATES), (j.norm(w) ** 2).last.value(q, RUN)]
    assert [each.tolist() for each in values[:2]] == [[25, 10**20 + 1], [0, 25]]
    assert (values[2], summed) == (10**20 + 1, [3])


def test_a_whole_may_name_how_it_is_worked_out():
    a, b, c = map(constant, "abc")
    whole = replace(a * b / c**2, by=a / c * (b / c))
    assert (whole.tex, whole.value(Q(a=1e200, b=1e200, c=1e150))) == ("a b / c^2", pytest.approx(1e100))
    assert whole.where({a: 2 * b}).value(Q(b=THIRD, c=2)) == THIRD**2 / 2
    root = replace(j.norm(u), by=sqrt(b))
    assert ((root**2).value(Q(b=THIRD)), replace(root, by=b - 1).size(Q(b=4), RUN)) == (THIRD, 4)


def test_a_quotient_of_floats_is_infinite_where_its_divisor_is_not_positive():
    a, b = map(constant, "ab")
    q = Q(a=np.array([1.0, 1.0, 0.0, 3.0]), b=np.array([0, -1, 0, 2]))
    assert (a / b).value(q).tolist() == [np.inf] * 3 + [1.5]


class Drifts(mb.Perceptron):
    """A learner whose weights grow by one part in 10^12 at each update."""

    def update(self, state, x, y):
        return super().update(state, x, y) * (1 + 1e-12)


def test_a_drift_that_one_update_would_hide_breaks_the_rule():
    assert not mb.NOVIKOFF.check(mb.play(Drifts(), np.eye(3) + 0.5, [1, 1, -1]), u=[1, 1, -3])["update-rule"].holds
