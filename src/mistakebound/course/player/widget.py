"""The player as a widget: the front end draws `run`, and a changed `choice` makes Python play another run.

With `MISTAKEBOUND_PLAYER=page` in the environment, the widget displays HTML instead, for pages that load its script.
"""

import os
from typing import Any

import anywidget
import traitlets

from mistakebound.certificates.core import Certificate
from mistakebound.trace import Trace

from ..scenes import Scene
from .data import run_data
from .front import player_html, style, widget_module

__all__ = ["TracePlayer"]


class TracePlayer(anywidget.AnyWidget):
    """Watch a run and its proof, from update to update: the scene, the squeeze, and every line of the proof.

    Parameters
    ----------
    trace : Trace
    cert : Certificate
        Of this trace.
    scene : Scene, optional
        The scene beside the squeeze; by default the learner's (`mistakebound.course.scenes`).
    show : Show, optional
        Runs to choose among instead; a `Show` at the end of a cell makes this player by itself.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course import TracePlayer
    >>> stream = mb.streams.hadamard(4)
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    >>> TracePlayer(trace, mb.NOVIKOFF.check(trace, u=stream.u))
    <TracePlayer of the Perceptron mistake bound: 4 rounds, 4 mistakes, bound 4>
    """

    _esm = widget_module()
    _css = style()
    head = traitlets.Dict().tag(sync=True)
    choice = traitlets.List().tag(sync=True)
    run = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        trace: Trace | Any = None,
        cert: Certificate | Any = None,
        scene: Scene | None = None,
        *,
        show: Any = None,
    ) -> None:
        if show is None:
            super().__init__(head={"controls": [], "start": []}, run=run_data(trace, cert, scene))
        else:
            super().__init__(head=show.head, choice=list(show.start), run=show.data(show.start))
            self.observe(lambda change: self.set_trait("run", show.data(change.new)), "choice")
        self._show = show

    def __repr__(self) -> str:
        run = self.run
        theorem = run["theorem"]
        return (
            f"<TracePlayer of the {theorem}: {run['n_rounds']} rounds, {len(run['mistakes'])} mistakes, "
            f"bound {run['bound']}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        if os.environ.get("MISTAKEBOUND_PLAYER") == "page":
            html = self._show.html() if self._show else player_html(self.head, [self.run])
            return {"text/html": html, "text/plain": repr(self)}
        return super()._repr_mimebundle_(**kwargs)
