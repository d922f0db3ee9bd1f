"""Each claim of each theorem is false on some run, or a list gives the reason why not, and has no other entries."""


import pytest

import mistakebound as mb
from tests.theorems.falsify import IDENTITIES, TRUE_OF_ALL_RUNS, breaking, complaints, given
from tests.theorems.test_sides import SIDES


@pytest.mark.audit
@pytest.mark.parametrize("name", SIDES)
def test_each_claim_is_false_on_some_run(name):
    assert list(complaints(getattr(mb, name))) == []


def test_the_lists_name_claims():
    claims = {f"{name}.{claim}" for name in SIDES for claim in getattr(mb, name).labels}
    assert IDENTITIES.keys() | TRUE_OF_ALL_RUNS.keys() <= claims


class Drifts:
    """A learner that learns an example longer by one part in a million."""

    def update(self, state, x, y):
        return super().update(state, x * 1.000001, y)


@pytest.mark.parametrize("name", ["MARGIN_FRACTION", "KERNEL", "BREGMAN", "WINNOW", "WINNOW_UNNORMALISED"])
def test_a_drift_of_a_millionth_breaks_an_update_rule(name):
    run, parameters = given(getattr(mb, name))
    other = mb.play(breaking(Drifts, run.learner), run.X.astype(float), run.y, passes=run.n_passes)
    assert not getattr(mb, name).check(other, **parameters)["update-rule"].holds
