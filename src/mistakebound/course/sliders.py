"""Sliders: a function that prints and draws, called again whenever a control moves.

def planted(margin=0.12, order="hardest first"):
    ...

interact(planted, margin=(0.05, 0.5, 0.01), order=["hardest first", "as drawn"])
"""

import os
import struct
from base64 import b64decode
from collections.abc import Callable
from decimal import Decimal
from inspect import Parameter
from threading import RLock
from typing import Any

import ipywidgets
from IPython.display import display
from IPython.utils.capture import capture_output

from mistakebound.errors import MistakeBoundError

__all__ = ["interact"]

LINE = 18  # the height of a printed line in a notebook, in pixels


def interact(callback: Callable[..., Any], /, **controls: Any) -> None:
    """Show sliders for a function that draws: ipywidgets' `interact`, without jumps, overlaps or rounding.

    The output keeps the largest height that it has needed, so that the page does not jump. Callbacks never overlap,
    whatever the notebook's threads do. A slider runs over a list of values, and each reaches the callback as written
    here: a slider of floats would turn 0.12 into 0.12000000000000001, and draw everything twice.

    Parameters
    ----------
    callback : callable
        Called as ``callback(**values)``, first with its defaults; it prints, and draws with `plots`.
    **controls : tuple or list
        For each parameter ``(low, high)``, both whole numbers, or ``(low, high, step)`` for a slider; or a list of
        values for a menu.

    Raises
    ------
    MistakeBoundError
        If a default is not among the values of its control.

    Examples
    --------
    >>> from mistakebound.course import interact
    >>> interact(lambda rate=0.25: None, rate=(0, 1, 0.1))
    Traceback (most recent call last):
        ...
    mistakebound.errors.MistakeBoundError: the default 0.25 is not a value of the control (0, 1, 0.1): use such a value.
    """
    display(Sliders(callback, {}, **controls))


def values(low: float, high: float, step: float = 1) -> list[float]:
    """All values of a slider, computed in decimals, so that each is the number that its digits show."""
    kind = type(low + high + step)
    first, last, by = (Decimal(str(end)) for end in (low, high, step))
    return [kind(first + i * by) for i in range(int((last - first) / by) + 1)]


class Sliders(ipywidgets.interactive):  # type: ignore[misc]  # which has no types
    """The controls, and below them the callback's output."""

    turn = RLock()
    room = 0  # pixels
    begun = False

    @classmethod
    def widget_from_tuple(cls, control: Any) -> Any:
        return ipywidgets.SelectionSlider(options=values(*control))

    @classmethod
    def widget_from_abbrev(cls, control: Any, default: Any = Parameter.empty) -> Any:
        widget = super().widget_from_abbrev(control, default)
        if default is not Parameter.empty and widget.value != default:  # ipywidgets would silently start elsewhere
            raise MistakeBoundError(
                f"the default {default!r} is not a value of the control {control!r}: use such a value."
            )
        return widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        html = '<p class="sliders">This cell has sliders; the page shows where they start.</p>'
        return super()._repr_mimebundle_(**kwargs) | {"text/html": html}

    def update(self, *_: Any) -> None:
        with self.turn:
            if self.begun:
                super().update()
            else:
                self.begin()

    def begin(self) -> None:
        """Call back for the first time, and hand over all its output at once; a page gets the output unchanged.

        If the output came message by message, nbclient would answer each message while the cell still runs. An answer
        sent just when the kernel replies hides this reply, and nbclient waits for ever (jupyter/nbclient, issue 312).
        """
        self.begun = True
        self.out.observe(self.keep_room, "outputs")
        try:
            with capture_output() as shown:
                self.f(**{widget._kwarg: widget.value for widget in self.kwargs_widgets})
                ipywidgets.widgets.interaction.show_inline_matplotlib_plots()
        except BaseException:
            shown.show()
            raise
        if os.environ.get("MISTAKEBOUND_PLAYER") == "page":
            shown.show()
            return
        for text, append in ((shown.stdout, self.out.append_stdout), (shown.stderr, self.out.append_stderr)):
            if text:
                append(text)
        for output in shown.outputs:
            self.out.append_display_data(output)

    def keep_room(self, change: Any) -> None:
        """Reserve the height of the outputs that the notebook shows now, if they are higher than all before."""
        self.room = max(self.room, sum(map(height, change.new)))
        self.out.layout.min_height = f"{self.room}px"


def height(output: Any) -> int:
    """The approximate height of an output in pixels."""
    png = output.get("data", {}).get("image/png")
    return struct.unpack(">I", b64decode(png[:32])[20:])[0] if png else LINE * output.get("text", "").count("\n")
