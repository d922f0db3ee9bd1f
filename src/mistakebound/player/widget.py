"""The player as a widget: the front end draws `run`, and a changed `choice` plays another one in Python.

`MISTAKEBOUND_PLAYER=page` in the environment makes it show itself as HTML instead, for pages that load its script.
"""

from __future__ import annotations

import os

import anywidget
import traitlets

from .front import style, widget_module
from .show import Show

__all__ = ["TracePlayer"]


class TracePlayer(anywidget.AnyWidget):
    """Watch a run and its proof, round by round: the scene, the squeeze, and every line of the proof.

    Parameters
    ----------
    trace : Trace
    cert : Certificate
        Of this trace.
    scene : Scene, optional
        What to show beside the squeeze; by default what suits the learner.
    show : Show, optional
        Runs to choose among instead; a `Show` that a cell returns makes this player by itself.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.hadamard(4)
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    >>> mb.TracePlayer(trace, mb.NOVIKOFF.check(trace, u=stream.u))
    <TracePlayer of the Perceptron mistake bound: 4 rounds, 4 mistakes, bound 4>
    """

    _esm = widget_module()
    _css = style()
    head = traitlets.Dict().tag(sync=True)
    choice = traitlets.List().tag(sync=True)
    run = traitlets.Dict().tag(sync=True)

    def __init__(self, trace=None, cert=None, scene=None, *, show=None):
        self._show = Show(lambda: (trace, cert, scene)) if show is None else show
        start = list(self._show.start)
        super().__init__(head=self._show.head, choice=start, run=self._show.data(start))

    @traitlets.observe("choice")
    def _play(self, change):
        self.run = self._show.data(change.new)

    def __repr__(self):
        run = self.run
        theorem = run["theorem"]
        return (
            f"<TracePlayer of the {theorem}: {run['n_rounds']} rounds, {len(run['mistakes'])} mistakes, "
            f"bound {run['bound']}>"
        )

    def _repr_mimebundle_(self, **kwargs):
        if os.environ.get("MISTAKEBOUND_PLAYER") == "page":
            return {"text/html": self._show.html(), "text/plain": repr(self)}
        return super()._repr_mimebundle_(**kwargs)
