"""The player shows the certificate's numbers: every number, of every run of every page."""

import json
from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.course import Show, TracePlayer, run_data
from tests.course.shows import PLAYERS, game_of, run_complaints, show_of
from tests.learning import Own


def played(show, choice):
    trace, cert, *scene = show.play(choice)
    return run_data(trace, cert, *scene), trace, cert


@pytest.mark.parametrize("path", PLAYERS, ids=lambda path: path.stem)
def test_every_run_of_a_page_and_its_size(path):
    show = show_of(path)
    for choice in show.choices():
        run, trace, cert = played(show, choice)
        assert list(run_complaints(run, trace, cert)) == [], choice
        assert choice != show.start or (cert.applies and cert.holds)
        assert json.loads(json.dumps(run, allow_nan=False)) == run
    html = show.html() + (game_of(path).html() if game_of(path) else "")
    assert len(html.encode()) < 150_000


def test_a_broken_line_and_a_bound_that_does_not_apply_are_shown():
    class TooBold(mb.Perceptron):
        def update(self, state, x, y):
            return state + 3 * y * x

    trace = mb.play(TooBold(), [[1, 0], [0, 1], [1, 1]], [1, 1, -1], passes=2)
    cert = mb.NOVIKOFF.check(trace, u=[1, 1], gamma=1)
    run = run_data(trace, cert)
    assert run["verdict"].startswith("does not apply (") and "update-rule" in run["verdict"]
    assert any(line["broken"] for line in run["lines"])
    assert list(run_complaints(run, trace, cert)) == []


def test_what_rounding_hides_is_not_broken():
    trace = mb.play(mb.Perceptron(), [[0.1, 0.3]], [1])
    run = run_data(trace, mb.NOVIKOFF.check(trace, u=[3.0, -1.0]))
    assert (run["broken"], run["undecided"]) == ([], ["positive-margin"])
    assert run["verdict"] == "undecided at this precision (positive-margin)"


def test_a_quantity_that_ceases_to_be_finite():
    """No concept of the class given to the theorem survives, and the logarithm of their number falls from log 3."""
    every, few = mb.ConceptClass([[0, 0], [0, 1], [1, 0], [1, 1]]), mb.ConceptClass([[0, 0], [1, 0], [1, 1]])
    trace = mb.play(mb.Halving(every), [[0], [1]], [-1, 1])
    cert = mb.HALVING.check(trace, concepts=few)
    run = run_data(trace, cert)
    assert "log₂ |V| falls from 1.585 to −∞." in run["sentences"][-1]
    assert run["squeeze"]["inner"][0]["values"] == [1.585, None]


def test_a_run_shows_its_mistakes_and_one_round_of_those_between():
    """If the scene shows no example, only the mistakes and the end of the run are shown."""
    quiet = "each prediction is right, and nothing changes."
    for constant, rounds in ((0, [0, 7, 8, 19]), (1, [0, 8, 19])):
        X = np.tile([[1.0, 0.5, 0, 0]], (20, 1))
        X[8] = [0, 0, -1, constant]
        X = X if constant else X[:, [0, 2]]
        trace = mb.play(mb.Perceptron(), X, np.where(np.arange(20) == 8, -1, 1))
        run = run_data(trace, mb.NOVIKOFF.check(trace, u=[1, 0, 1, 0] if constant else [1, 1]))
        assert run["rounds"] == rounds
        told = [run["sentences"][i] for i in run["told"]]
        assert told[-1] == f"Rounds 10 to 20: {quiet} This is the last round."
        assert [words.startswith("Mistake") for words in told[1:-1]] == [round in (0, 8) for round in rounds[:-1]]
        assert constant or told[2] == f"Rounds 2 to 8: {quiet}"


def streamed():
    trace = mb.play(mb.Perceptron(), [(np.eye(2), np.ones(2, dtype=int))])
    return trace, mb.NOVIKOFF.check(trace, u=[1, 1])


def of_another_run():
    trace, other = (mb.play(mb.Perceptron(), np.eye(2, dtype=int), [1, -1]) for _ in range(2))
    return trace, mb.NOVIKOFF.check(other, u=[1, -1])


def many_runs():
    return mb.every_run(mb.Perceptron(), np.eye(2, dtype=int), [1, -1], rounds=2), None


class Unseen(Own):
    def weights(self, state):
        return state


def without_scene():
    trace = mb.play(Unseen(), [[1, 2], [2, -1]], [1, -1])
    return trace, mb.NOVIKOFF.check(trace, u=[1, 1])


@pytest.mark.parametrize("show", [run_data, TracePlayer], ids=["data", "widget"])
@pytest.mark.parametrize(
    ("run", "message"),
    [
        (streamed, r"the data of this run were streamed .*: play on arrays"),
        (of_another_run, r"the certificate is about another run, <Trace of Perceptron"),
        (many_runs, r"one run, a Trace, not <AllRuns of Perceptron"),
        (without_scene, r"Unseen.* names no scene"),
    ],
)
def test_a_run_that_cannot_be_shown_says_why(run, message, show):
    with pytest.raises(mb.MistakeBoundError, match=message):
        show(*run())


def test_a_control_has_values_of_any_kind_and_at_least_one():
    values = ["as drawn", 0.25, 1e6, None, Fraction(1, 3)]
    (control,) = Show(lambda choice=None: choice, choice=values).head["controls"]
    assert control == {"name": "choice", "values": ["as drawn", "0.25", "1e+06", "None", "1/3"]}
    with pytest.raises(mb.MistakeBoundError, match="'margin' has no values"):
        Show(lambda margin: None, margin=[])


def test_equal_runs_are_carried_once():
    def run(n=2, colour="blue"):
        stream = mb.streams.hadamard(n)
        trace = mb.play(mb.Perceptron(), stream.X, stream.y)
        return trace, mb.NOVIKOFF.check(trace, u=stream.u)

    html = Show(run, n=[2, 4], colour=["blue", "red"]).html()
    show = json.loads(html.partition('json">')[2].partition("</script>")[0].replace(r"<\/", "</"))
    assert len(show["runs"]) == 2 and show["which"] == [0, 0, 1, 1] and len(show["proofs"]) == 1


def test_the_sentences_tell_what_happened_what_moved_and_what_room_is_left():
    X, y = [[1, 1], [-1, 1], [2, -1]], [1, -1, 1]
    trace = mb.play(mb.Perceptron(), X, y)
    run = run_data(trace, mb.NOVIKOFF.check(trace, u=[1, 0]))
    assert [run["sentences"][i] for i in run["told"]] == [
        "Before the first round. There is room for at most 5 mistakes.",
        "Mistake 1: the prediction for 11 is −1, but the label is +1. ⟨u, wₜ⟩ rises from 0 to 1 and ‖u‖ ‖wₜ‖ rises "
        "from 0 to 1.414. There is room for 3 more mistakes.",
        "Mistake 2: the prediction for (−1, 1) is +1, but the label is −1. ⟨u, wₜ⟩ rises from 1 to 2 and ‖u‖ ‖wₜ‖ "
        "rises from 1.414 to 2. There is room for 1 more mistake.",
        "The prediction, +1, is right, and nothing changes. This is the last round.",
    ]
    C = mb.concepts.dictators(3)
    trace = mb.play(mb.RandomizedMajority(C, 0.5, seed=1), [[0, 0, 1], [1, 1, 1], [1, 0, 1]], [1, 1, -1])
    run = run_data(trace, mb.RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5))
    assert run["sentences"][run["told"][1]] == (
        "The prediction, +1, is right; nevertheless the learner learns from the example. 2 of 3 experts were wrong, "
        "with 2 of the total weight 3. The regret so far is 0.6667. ln W falls from 1.099 to 0.6931. At most 3.584 "
        "mistakes are expected, 0.6667 of them so far."
    )
    trace = mb.play(mb.MarginPerceptron(threshold=3), X, y, passes=None)
    run = run_data(trace, mb.MARGIN_PERCEPTRON.check(trace, u=[1, 0]))
    assert run["sentences"][run["told"][0]].endswith(" updates.")  # some of them are no mistakes
