"""The widget without a kernel: its traits are the run's data, and a choice plays another run."""


import pytest

import mistakebound as mb
from mistakebound.views.player.show import Show


def hadamard(n=4):
    stream = mb.streams.hadamard(n)
    trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    return trace, mb.NOVIKOFF.check(trace, u=stream.u)


def test_one_run():
    trace, cert = hadamard()
    player = mb.TracePlayer(trace, cert)
    assert player.run == mb.run_data(trace, cert)
    assert player.head == {"controls": [], "start": []}
    assert repr(player) == "<TracePlayer of the Perceptron mistake bound: 4 rounds, 4 mistakes, bound 4>"


def test_a_choice_plays_another_run():
    show = Show(hadamard, n=[2, 4, 8])
    player = mb.TracePlayer(show=show)
    assert player.choice == [1] and player.run["bound"] == "4"
    seen = []
    player.observe(lambda change: seen.append(change.new["bound"]), "run")
    player.choice = [2]
    player.choice = [0]
    assert seen == ["8", "2"]
    assert player.run == show.data((0,))


def test_an_error_in_a_run_is_not_swallowed():
    def run(n=1):
        if n > 1:
            raise ZeroDivisionError
        return hadamard()

    player = mb.TracePlayer(show=Show(run, n=[1, 2]))
    with pytest.raises(ZeroDivisionError):
        player.choice = [1]


def test_how_it_shows_itself(monkeypatch):
    player = mb.TracePlayer(*hadamard())
    data, *_ = player._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data and data["text/plain"] == repr(player)
    monkeypatch.setenv("MISTAKEBOUND_PLAYER", "page")
    bundle = player._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"} and 'mistakebound-player"' in bundle["text/html"]
    assert mb.Show(hadamard, n=[2, 4])._repr_mimebundle_()["text/html"].count("mistakebound-player") == 1
