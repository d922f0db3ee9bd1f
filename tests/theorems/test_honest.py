"""All theorems on the same runs: honest ones keep every line, and a lie is refused, with the hypothesis that it breaks.

The honest runs are those of `tools/lies/honest.py`; `make lies` searches on.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st

import mistakebound as mb
from tests.theorems.checking import check_squeeze, failing, for_every_theorem, honest
from tests.theorems.test_sides import SIDES
from tools.lies.falsify import BY_HAND, REFUSALS, breaking, complaints, other_runs
from tools.lies.falsify import given as a_run
from tools.lies.honest import THEOREMS
from tools.lies.search import search

SEED, CHANGES = 0, 3  # of the short search
TRIES = 24  # each rule is broken on two choices of labels
seeds = st.integers(0, 2**32 - 1)
for_every_trace = pytest.mark.parametrize(
    "theorem", [theorem for theorem in THEOREMS if theorem.run is mb.Trace], ids=lambda theorem: theorem.name
)
pytestmark = pytest.mark.filterwarnings("ignore")  # overflow, and learners that break the protocol


# --- the bound holds, and so does every line -------------------------------------------------------------------------


@for_every_theorem
@example(16502)  # of WINNOW_ZHANG: a margin that is thin beside the rounding of its scores
@given(seeds)
def test_no_honest_run_breaks_a_line(theorem, seed):
    """Rounding may hide whether a hypothesis holds, but no hypothesis fails."""
    case = honest(theorem, seed)
    try:
        cert = theorem.check(case.run(), **case.parameters)
        assert failing(cert) == []
        if not cert.undecided:
            assert cert.require().within_bound
            if cert.squeeze:
                check_squeeze(cert)
    except mb.MistakeBoundError as refused:  # a margin that is nearly 0, or numbers too far apart
        assert not isinstance(refused, (mb.BrokenBound, mb.DoesNotApply)), refused


@for_every_trace
@given(seeds)
def test_exact_numbers_and_floats_have_the_same_certificate(theorem, seed):
    """As floats, in CSR or by columns, whole numbers make the same run, with the same bound."""
    case = honest(theorem, seed)
    if not isinstance(case.X, np.ndarray) or case.X.dtype.kind != "i":
        return
    cert = theorem.check(case.run(), **case.parameters)
    for X in (case.X.astype(float), sp.csr_array(case.X), np.asfortranarray(case.X)):
        other = theorem.check(replace(case, X=X).run(), **case.parameters)
        assert other.trace.updates.tolist() == cert.trace.updates.tolist()
        assert float(other.counted) == pytest.approx(float(cert.counted))
        assert float(other.bound) == pytest.approx(float(cert.bound))


@for_every_trace
def test_a_certificate_of_a_run_without_updates_prints(theorem):
    case, none = honest(theorem, 0), np.array([], dtype=int)
    run = case.run()
    quiet = replace(run, updates=none, mistakes=none, recorded_states=run.states[:1], final_state=run.states[0])
    assert theorem.title in repr(theorem.check(quiet, **case.parameters))


@pytest.mark.parametrize(
    ("theorem", "seed"),
    [(mb.NOVIKOFF_BIAS, 47), (mb.NOVIKOFF_BIAS, 54), (mb.ENTROPIC_SVM, 10), (mb.ENTROPIC_SVM, 40),
     (mb.WINNOW_TUNED, 200280)],
)  # fmt: skip
def test_honest_runs_that_were_once_refused(theorem, seed):
    """Labels were signs of rounded scores, a solution and its objectives are slightly off, or a margin is thin."""
    assert list(search(theorem, seed, Counter(), 0)) == []


# --- lies ------------------------------------------------------------------------------------------------------------


@for_every_theorem
def test_no_certificate_is_fooled(theorem):
    tried = Counter()
    assert list(search(theorem, SEED, tried, CHANGES)) == []
    assert tried[theorem.name, "none"] == 1


@for_every_theorem
def test_a_broken_hypothesis_is_named(theorem):
    """By the error, and by the first line of what is printed."""
    broken = set()
    for _, make in islice(chain(BY_HAND.get(theorem.name, ()), other_runs(*a_run(theorem))), TRIES):
        with suppress(*REFUSALS):
            run, parameters = make()
            cert = theorem.check(run, **parameters)
            if new := set(failing(cert)) - broken:
                broken |= new
                assert f"does not apply to this run ({', '.join(failing(cert))})" in repr(cert)
                with pytest.raises(mb.DoesNotApply) as caught:
                    cert.require()
                assert f": {failing(cert)[0]} (" in str(caught.value)
    assert broken or theorem in (mb.HEDGE, mb.HEDGE_FIRST_ORDER)  # whose other runs are refused


class Drifts:
    """A learner that learns an example longer by one part in a million."""

    def update(self, state, x, y):
        return super().update(state, x * 1.000001, y)


@pytest.mark.parametrize("name", ["MARGIN_FRACTION", "KERNEL", "BREGMAN", "WINNOW", "WINNOW_UNNORMALISED"])
def test_a_drift_of_a_millionth_breaks_an_update_rule(name):
    run, parameters = a_run(getattr(mb, name))
    other = mb.play(breaking(Drifts, run.learner), run.X.astype(float), run.y, passes=run.n_passes)
    assert not getattr(mb, name).check(other, **parameters)["update-rule"].holds


@pytest.mark.audit
@pytest.mark.parametrize("name", SIDES)
def test_each_claim_is_false_on_some_run(name):
    """Or a list gives the reason why not, and has no other entries."""
    assert list(complaints(getattr(mb, name))) == []
