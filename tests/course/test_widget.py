"""The widget without a kernel: its traits are the run's data, and a choice plays another run."""

import pytest

import mistakebound as mb
from mistakebound.course import Show, TracePlayer


def hadamard(n=4):
    if n == 3:
        raise ZeroDivisionError
    stream = mb.streams.hadamard(n)
    trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    return trace, mb.NOVIKOFF.check(trace, u=stream.u)


def test_a_choice_plays_another_run_and_an_error_in_it_is_not_swallowed():
    show = Show(hadamard, n=[2, 4, 8, 3])
    player = TracePlayer(show=show)
    assert player.choice == [1] and player.run["bound"] == 4
    seen = []
    player.observe(lambda change: seen.append(change.new["bound"]), "run")
    player.choice = [2]
    player.choice = [0]
    assert seen == [8, 2]
    assert player.run == show.data((0,))
    with pytest.raises(ZeroDivisionError):
        player.choice = [3]


@pytest.mark.parametrize("shown", [Show(hadamard, n=[2, 4]), TracePlayer(*hadamard())], ids=["show", "run"])
def test_how_it_shows_itself(shown, monkeypatch):
    data, *_ = shown._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data and data["text/plain"].startswith("<TracePlayer of the")
    monkeypatch.setenv("MISTAKEBOUND_PLAYER", "page")
    bundle = shown._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"} and bundle["text/html"].count("mistakebound-player") == 1
