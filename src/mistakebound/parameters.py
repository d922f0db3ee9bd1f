"""Parameters with their allowed values: a field of a frozen dataclass carries its check.

A field declares its allowed values, as in ``eta: Number = positive(1)``; `Parameters`, the base of all classes with
such fields, runs each check once, when the object is made. A field whose default is None may be left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any

from .arrays import plain_number
from .checks import MOST_BYTES, check_kind, check_number, check_positive, check_share, check_whole, one_of
from .errors import MistakeBoundError, no_attribute, shown
from .types import Number

__all__ = ["Parameters", "checked", "choice", "finite", "instance", "length", "positive", "share", "whole"]


class Parameters:
    """Base of the frozen dataclasses whose fields carry their checks; it keeps what a check returns."""

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if "check" in each.metadata and not (value is None and each.default is None):
                object.__setattr__(self, each.name, each.metadata["check"](value, name=each.name))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(f"a {type(self).__name__}", name, dir(self))


def checked(check: Callable[..., Any], default: Any = MISSING) -> Any:
    """A field whose ``check(value, name=...)`` returns the value to keep, or raises."""
    return field(default=default, metadata={"check": check})


def finite(default: Any = MISSING, least: Number = 0) -> Any:
    """A field for a finite number of at least `least`."""
    return checked(partial(check_number, least=least), default)


def positive(default: Any = MISSING, above: Number = 0) -> Any:
    """A field for a finite number greater than `above`."""
    return checked(partial(check_positive, above=above), default)


def share(default: Any = MISSING) -> Any:
    """A field for a number strictly between 0 and 1."""
    return checked(check_share, default)


def whole(default: Any = MISSING, least: int = 1) -> Any:
    """A field for a whole number of at least `least`."""
    return checked(partial(check_whole, least=least), default)


def length(default: Any = MISSING) -> Any:
    """A field for the length of an array that is small enough to hold."""
    return checked(partial(check_whole, most=MOST_BYTES // 8), default)


def instance(kind: type, default: Any = MISSING) -> Any:
    """A field for an object of class `kind`."""
    return checked(partial(check_kind, kind=kind), default)


def choice(*allowed: str | int, default: Any = MISSING) -> Any:
    """A field for one of the allowed words and labels."""

    def check(value: Any, name: str) -> Any:
        if not one_of(value, *allowed):
            *most, last = [repr(each) if isinstance(each, str) else f"{each:+d}" for each in allowed]
            raise MistakeBoundError(f"{name} is {shown(value)}: it must be {', '.join(most)} or {last}.")
        return plain_number(value)

    return checked(check, default)
