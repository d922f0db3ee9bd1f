"""Each claim of each theorem is false on some run, or a list says why on none; and the lists say no more than that."""

from dataclasses import replace

import pytest

import mistakebound as mb
from mistakebound.theorems import perceptron as p
from mistakebound.theorems.core import RUN, Line
from mistakebound.theorems.expressions import number
from tests.theorems.falsify import IDENTITIES, TRUE_OF_ALL_RUNS, breaking, complaints, given
from tests.theorems.test_sides import SIDES


@pytest.mark.audit
@pytest.mark.parametrize("name", SIDES)
def test_each_claim_is_false_on_some_run(name):
    assert list(complaints(getattr(mb, name))) == []


def test_the_lists_name_claims():
    claims = {f"{name}.{claim}" for name in SIDES for claim in getattr(mb, name).labels}
    assert IDENTITIES.keys() | TRUE_OF_ALL_RUNS.keys() <= claims


@pytest.mark.parametrize(
    ("claim", "complaint"),
    [
        (Line("none", number(0) <= 1, "", RUN), "NOVIKOFF.none: nothing makes it false"),
        (Line("none", p.t <= p.t, ""), "NOVIKOFF.none: nothing makes it false"),
        (Line("none", p.norm_u >= 0, "", RUN), "NOVIKOFF.none: no run makes it false"),
        (
            Line("cauchy-schwarz", p.eta * p.gamma <= 1, "", RUN),
            "NOVIKOFF.cauchy-schwarz: not true of all runs: u changed",
        ),
    ],
)
def test_a_claim_that_cannot_be_false_is_named(claim, complaint):
    lines = [line for line in mb.NOVIKOFF.lines if line.name != claim.name]
    assert list(complaints(replace(mb.NOVIKOFF, lines=(*lines, claim)))) == [complaint]


class Drifts:
    """It learns an example that is longer by a part in a million."""

    def update(self, state, x, y):
        return super().update(state, x * 1.000001, y)


@pytest.mark.parametrize("name", ["MARGIN_FRACTION", "KERNEL", "BREGMAN", "WINNOW", "WINNOW_UNNORMALISED"])
def test_a_drift_of_a_millionth_breaks_an_update_rule(name):
    run, parameters = given(getattr(mb, name))
    other = mb.play(breaking(Drifts, run.learner), run.X.astype(float), run.y, passes=run.n_passes)
    assert not getattr(mb, name).check(other, **parameters)["update-rule"].holds
