"""A show: runs to choose among. A page without a kernel carries all of them; a notebook plays each when asked.

def planted(margin=0.12, order="hardest first"):
    ...
    return trace, cert

Show(planted, margin=[0.06, 0.12, 0.24], order=["as drawn", "hardest first"])
"""

import inspect
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from mistakebound.errors import MistakeBoundError

from .data import run_data
from .front import player_html

__all__ = ["Show"]


class Show:
    """Runs to choose among by controls with a few values each.

    Parameters
    ----------
    run : callable
        ``run(**choice)`` plays one run and returns ``(trace, cert)``, or ``(trace, cert, scene)``.
    **controls : sequence
        The values of each parameter of `run`. The show begins with the default in `run`, or else the first value.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course import Show
    >>> def hadamard(n=8):
    ...     stream = mb.streams.hadamard(n)
    ...     trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    ...     return trace, mb.NOVIKOFF.check(trace, u=stream.u)
    >>> show = Show(hadamard, n=[4, 8, 16])
    >>> show.start, show.data((2,))["bound"]
    ((1,), 16)
    """

    def __init__(self, run: Callable[..., Any], /, **controls: Sequence[Any]) -> None:
        self.run = run
        self.controls = {name: list(values) for name, values in controls.items()}
        for name, values in self.controls.items():
            if not values:
                raise MistakeBoundError(f"the control {name!r} has no values: give it at least one.")
        parameters = inspect.signature(run).parameters
        defaults = [parameters[name].default if name in parameters else None for name in self.controls]
        self.start = tuple(
            values.index(default) if default in values else 0
            for values, default in zip(self.controls.values(), defaults, strict=True)
        )

    def choices(self) -> list[tuple[int, ...]]:
        """Return every choice, as a tuple with the index of each control's value."""
        return list(product(*(range(len(values)) for values in self.controls.values())))

    def play(self, choice: tuple[int, ...]) -> Any:
        """Play the run of a choice: ``(trace, cert)`` or ``(trace, cert, scene)``."""
        values = zip(self.controls.items(), choice, strict=True)
        return self.run(**{name: values[i] for (name, values), i in values})

    def data(self, choice: tuple[int, ...]) -> dict[str, Any]:
        """Return the player's data for a choice."""
        return run_data(*self.play(choice))

    @property
    def head(self) -> dict[str, Any]:
        """The player's data for the controls."""
        controls = [{"name": name.replace("_", " "), "values": [_text(v) for v in values]}
                    for name, values in self.controls.items()]  # fmt: skip
        return {"controls": controls, "start": list(self.start)}

    def html(self) -> str:
        """Return the whole show as HTML, for a page without a kernel."""
        return player_html(self.head, map(self.data, self.choices()))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from .widget import TracePlayer

        return TracePlayer(show=self)._repr_mimebundle_(**kwargs)


def _text(value: Any) -> str:
    """A number in a few digits; anything else as `str` prints it, even a Fraction, like 1/3."""
    return f"{value:g}" if isinstance(value, int | float | np.number) else str(value)
