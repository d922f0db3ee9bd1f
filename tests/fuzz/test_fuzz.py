"""The public face is fed hostile arguments for a few seconds; `make fuzz` goes on for as long as asked."""

from collections import Counter

import pytest

from tests.fuzz.feed import feed
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_only_refusals_and_right_answers(target):
    feed(target, Counter(), Counter(), examples=20, seed=0)
