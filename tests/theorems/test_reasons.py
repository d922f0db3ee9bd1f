"""The reason of a claim says "at least" where its formula does, and "at most" likewise; or it speaks of something else.

So a reason that says the contrary of its line is seen: where the words were those of the formula they no longer are,
and where they were others, `OTHERWISE` holds which. Other pairs of words, such as more and less, nothing compares.
"""

import re
from dataclasses import replace

import pytest

import mistakebound as mb
from mistakebound.theorems.core import Theorem

SAYS = {"at least": ">", "no less than": ">", "at most": "<", "no more than": "<"}

# Reasons that speak of a part of a side, or of what is taken off it: claim, and what they say, in this order.
OTHERWISE = {
    "ADABOOST.gain": ">",
    "ADABOOST.training-error": ">",
    "ADABOOST.floor": ">",
    "AGNOSTIC.experts": "<",
    "AGNOSTIC.count": "><<",
    "BREGMAN.margin-term": ">",
    "BREGMAN.progress": ">",
    "BREGMAN.floor": ">",
    "BREGMAN_HINGE.shortfall": ">",
    "BREGMAN_HINGE.bound": ">",
    "COMMITTEE_WINNOW.margin-term": ">",
    "COMMITTEE_WINNOW.progress": ">",
    "COMMITTEE_WINNOW.bound": ">",
    "HALVING.halving": ">",
    "HEDGE.best": ">",
    "HINGE.quadratic": ">",
    "LITTLESTONE.progress": ">",
    "LONGEST_SURVIVOR.ends": "<<",
    "MULTIPLICATIVE_WEIGHTS.best-column": ">",
    "PNORM.margin-term": ">",
    "PNORM.floor": ">",
    "VOTE.majority": ">",
    "WINNOW1.fall": ">",
    "WINNOW2.fall": ">",
    "WINNOW_DOUBLED.split-mass": "<",
    "WINNOW_UNIFORM.bound": "<>",
    "WINNOW_UNIT.progress": ">",
    "WINNOW_ZHANG.progress": ">",
}


def otherwise(theorems):
    """{claim: what its reason says} where that is not what the formula says; of claims in several theorems, one."""
    found, seen = {}, set()
    for theorem in sorted(theorems, key=lambda theorem: theorem.name):
        for claim in theorem.hypotheses + theorem.lines:
            said = "".join(SAYS[words] for words in re.findall("|".join(SAYS), claim.reason))
            if set(said) - {claim.relation[0]} and claim.reason not in seen:
                found[f"{theorem.name}.{claim.name}"] = said
            seen.add(claim.reason)
    return found


def test_reasons_say_what_formulas_say():
    theorems = [value for value in vars(mb).values() if isinstance(value, Theorem)]
    assert otherwise(theorems) == OTHERWISE


@pytest.mark.parametrize(
    ("theorem", "name", "said"),
    [(mb.NOVIKOFF, "progress", "<<"), (mb.NOVIKOFF, "growth", ">"), (mb.ADABOOST, "gain", None)],
)
def test_a_reason_turned_round_is_seen(theorem, name, said):
    turned = {"at least": "at most", "at most": "at least"}
    line = next(line for line in theorem.lines if line.name == name)
    line = replace(line, reason=re.sub("|".join(turned), lambda words: turned[words[0]], line.reason))
    claim = f"{theorem.name}.{name}"
    assert otherwise([replace(theorem, lines=(line,))]).get(claim) == said != OTHERWISE.get(claim)
