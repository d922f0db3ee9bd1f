"""Grades follow the settings, and submissions are ordered by their times."""

from datetime import UTC, datetime, timedelta

import pytest
from traitlets import TraitError

from rules import Grade, Rules
from store import Store

WORTH = {"test": 30, "proof": 10}
DUE = "2027-05-07 23:59 Europe/Paris"


def grade(rules, code, proof, days=0.0):
    return Grade({"test": code, "proof": proof}, WORTH, {"proof"}, timedelta(days=days), rules)


def test_code_and_proofs_are_weighted_and_the_worst_is_dropped():
    rules = Rules(proofs_weight=0.4, dropped=1)
    grades = {"one": grade(rules, 30, 5), "two": grade(rules, 15, 10), "three": None}
    assert [grades[each].share for each in ("one", "two")] == pytest.approx([0.6 + 0.2, 0.3 + 0.4])
    share, dropped = rules.total(grades)
    assert (share, dropped) == (pytest.approx(0.75), ["three"])
    assert Rules().total(grades)[0] == pytest.approx((0.8 + 0.7) / 3)
    assert rules.total({"one": grades["one"]}) == (pytest.approx(0.8), []), "the only one is not dropped"


def test_the_example_of_the_page_on_a_term():
    """Ann: 25 hours late with the second, and nothing for the third."""
    rules = Rules(proofs_weight=0.5, late_per_day=0.1, dropped=1, proofs_to_pass=0.5)
    halving, perceptron = grade(rules, 24, 8), grade(rules, 27, 5, 25 / 24)
    assert (halving.points, perceptron.points, perceptron.deducted) == pytest.approx((32, 25.6, 6.4))
    assert (halving.share, perceptron.share) == pytest.approx((0.8, 0.56))
    share, dropped = rules.total({"halving": halving, "perceptron": perceptron, "winnow": None})
    assert (share, dropped) == (pytest.approx(0.68), ["winnow"])
    assert rules.proofs({"halving": halving, "perceptron": perceptron}) == (13, 20, True)
    assert rules.proofs({"halving": halving, "winnow": None}, {"winnow": 10}) == (8, 20, False)


def test_without_a_weight_a_point_is_a_point():
    assert grade(Rules(), 30, 5).share == pytest.approx(35 / 40)
    assert grade(Rules(), 30, None).unread == 10


@pytest.mark.parametrize(("days", "lost"), [(0, 0), (0.01, 0.1), (1, 0.1), (1.01, 0.2), (30, 1)])
def test_lateness_costs_a_part_for_each_day_begun(days, lost):
    late = grade(Rules(late_per_day=0.1), 20, 5, days)
    assert (late.deducted, late.points, late.share) == pytest.approx((25 * lost, 25 * (1 - lost), 25 / 40 * (1 - lost)))


def test_an_extension_is_for_one():
    rules = Rules(deadlines={"small": DUE}, extensions={("Ada", "small"): "2027-05-09 23:59 Europe/Paris"})
    moment = datetime(2027, 5, 8, 21, 59, tzinfo=UTC)
    assert [rules.late(moment, "small", each) for each in ("Ada", "Bea")] == [timedelta(0), timedelta(days=1)]
    assert rules.late(None, "small", "Bea") == rules.late(moment, "other", "Bea") == timedelta(0)


@pytest.mark.parametrize("wrong", [{"deadlines": {"small": "08.05.2027 23:59 CET"}}, {"counts": "oldest"}])
def test_a_rule_that_has_no_meaning_is_refused(wrong):
    with pytest.raises((ValueError, TraitError), match=r"two readings|'newest' or 'newest in time'|oldest"):
        Rules(**wrong).checked()


class Handed:
    """A submission."""

    student, assignment, source, late = "Ada", "small", "ada.ipynb", False

    def __init__(self, words, time=None):
        self.time = time and datetime(2025, 5, time, tzinfo=UTC)
        self.notebook = {"cells": [{"cell_type": "markdown", "source": words, "metadata": {}, "attachments": {}}]}


def words(store):
    return [each.load()["notebook"]["cells"][0]["source"] for each in store.history("small", "Ada")]


def test_time_decides_and_not_the_order_of_commands(tmp_path):
    store = Store(tmp_path)
    assert [store.keep(Handed(*each)) for each in (("second", 6), ("third", 7), ("first", 5))] == [True] * 3
    assert words(store) == ["first", "second", "third"]
    assert [store.keep(Handed(*each)) for each in (("second", 6), ("first",))] == [False] * 2
    assert store.keep(Handed("fourth")) and not store.keep(Handed("fourth"))
    assert words(store) == ["first", "second", "third", "fourth"], "without a time it came when it was first seen"
    assert store.keep(Handed("fourth", 4))
    assert words(store) == ["fourth", "first", "second", "third"], "now its time is known"
    assert store.places() == [("small", "Ada")]


def test_of_two_downloads_without_times_the_one_that_was_packed_later_counts(tmp_path):
    store = Store(tmp_path)
    for each, day in (("new", 9), ("old", 8), ("new", 7)):
        store.keep(Handed(each), datetime(2025, 5, day, tzinfo=UTC))
    assert words(store) == ["old", "new"]


def test_what_is_handed_in_again_is_as_old_as_it_was(tmp_path):
    store = Store(tmp_path)
    for each in (("one", 5), ("one", 9), ("two", 10), ("one", 11)):
        store.keep(Handed(*each))
    assert [each.moment.day for each in store.history("small", "Ada")] == [5, 10, 11]


def test_the_newest_in_time_counts_if_the_settings_say_so(tmp_path):
    store, due = Store(tmp_path), {"deadlines": {"small": DUE.replace("2027", "2025")}}
    for each in (("early", 6), ("late", 9)):
        store.keep(Handed(*each))
    history = store.history("small", "Ada")
    assert Rules(**due).choose(history, "small", "Ada").moment.day == 9
    assert Rules(**due, counts="newest in time").choose(history, "small", "Ada").moment.day == 6
    assert Rules(**due, counts="newest in time").choose(history[1:], "small", "Ada").moment.day == 9, "if all are late"
