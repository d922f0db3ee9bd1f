"""Shared checks of theorems: the picture of a bound is true, and a theorem names the hypothesis that fails."""

import numpy as np
import pytest
from hypothesis import reject

import mistakebound as mb
from mistakebound.certificates.core import Theorem
from tools.lies.honest import HONEST, THEOREMS

# Hypothesis would print all fields of the theorem of a test that fails, thousands of lines.
Theorem._repr_pretty_ = lambda theorem, printer, _: printer.text(theorem.name)

for_every_theorem = pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)


def honest(theorem, seed):
    """An honest case; reject the seed if it draws numbers that are refused, for example with a margin of nearly 0."""
    try:
        return HONEST[theorem.name](np.random.default_rng(seed))
    except mb.MistakeBoundError:
        reject()


def check_squeeze(cert):
    """Check that the measured values lie between the curves, and that these meet no later than at the bound."""
    curve, t = cert.squeeze, cert.squeeze.places
    assert t[0] == 0 and t[-1] == pytest.approx(float(cert.counted))
    room = 1e-9 * np.maximum(np.abs(curve.lower(t)), np.abs(curve.upper(t))).max() + 1e-12
    for values in curve.inner.values():
        assert len(values) == len(t) and not np.isnan(values[1:]).any()
        inside = ~np.isnan(values)
        assert np.all(curve.lower(t)[inside] <= values[inside] + room)
        assert np.all(values[inside] <= curve.upper(t)[inside] + room)
    assert curve.lower(curve.meets) == pytest.approx(curve.upper(curve.meets))
    assert cert.counted <= curve.meets * (1 + 1e-9)


def failing(cert):
    """The hypotheses that fail."""
    return [name for name, checked in cert.hypotheses.items() if checked.answer < 0]


def assert_does_not_apply(cert, name, message=None):
    """Assert that the hypothesis `name` fails, and the theorem says that it does not apply."""
    assert not cert.applies
    assert name in failing(cert)
    with pytest.raises(mb.DoesNotApply, match=message):
        cert.require()
    assert f"does not apply to this run ({', '.join(failing(cert))})" in repr(cert)


def assert_undecided(cert, name, message=None):
    """Assert that rounding hides whether the hypothesis `name` holds, and that the theorem says so, and what to do."""
    assert not cert.applies and cert[name].answer == 0
    assert "is undecided at this precision (" in repr(cert)
    with pytest.raises(mb.Undecided, match=message or "mb.exactly"):
        cert.require()


def signs(scores):
    return np.where(np.array(scores > 0, dtype=bool), 1, -1)
