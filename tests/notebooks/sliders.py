"""An `interact` that also calls its callback where a reader may move the controls, and records its outputs there.

The text that a callback prints, and the words and data of its pictures become a digest for each value of each control,
and for some combinations. `make notebooks` stores them in the metadata of the slider's cell. nbval then compares them
at the ends and in the middle of each control (`plugin.py`), `make audit` all of them (`test_cleancopy.py`).
"""

from contextlib import redirect_stdout
from hashlib import sha256
from inspect import signature
from io import StringIO
from itertools import islice, product, zip_longest
from random import Random
from unittest.mock import patch

import numpy as np
from IPython.display import display

from mistakebound.course import plots, sliders

MIME = "application/vnd.mistakebound.sliders+json"
COMBINATIONS, EVERYDAY = 12, 3  # how many are stored, and compared every day
CORNERS = 64  # how many are tried at most when a lab is saved
GRID = 1000 / 3**0.5  # steps that a picture's data is rounded to; irrational, so that no fraction lies between two

interact = sliders.interact
tried = []


def values_of(control):
    return sliders.values(*control) if isinstance(control, tuple) else list(control)


def ends_and_middle(control):
    """The places where a slider is tried every day; of a menu, every choice."""
    last = len(values_of(control)) - 1
    return {0, (last + 1) // 2, last} if isinstance(control, tuple) else set(range(last + 1))


def places(controls):
    """{name: settings}: one control at a time away from its default, then combinations, always the same."""
    found = {name: [{name: value} for value in values_of(control)] for name, control in controls.items()}
    draw = Random(0)
    everywhere = {name: values_of(control) for name, control in controls.items()}
    if len(controls) > 1:
        found["combinations"] = [
            {name: draw.choice(values) for name, values in everywhere.items()} for _ in range(COMBINATIONS)
        ]
    return found


def corners(controls):
    """Combinations with each control at one of its ends, where a function fails if it fails anywhere."""
    ends = [(values_of(control)[0], values_of(control)[-1]) for control in controls.values()]
    return [dict(zip(controls, chosen, strict=True)) for chosen in islice(product(*ends), CORNERS)]


def everyday(controls):
    """{name: which of its settings are tried every day}"""
    return {name: ends_and_middle(control) for name, control in controls.items()} | {
        "combinations": set(range(EVERYDAY))
    }


def data_of(figure):
    """The data of lines and points, each rounded to a grid of its width, without another processor's last digits."""
    for ax in figure.axes:
        for drawn in [*(line.get_xydata() for line in ax.lines), *(group.get_offsets() for group in ax.collections)]:
            columns = np.ma.filled(drawn, np.nan).astype(float).reshape(-1, 2)
            width = np.nanmax(np.where(np.isfinite(columns), np.abs(columns), 0), axis=0, initial=1e-9)
            yield (np.round(columns / width * GRID) + 0.0).tolist()


def outcome(callback, setting, draw=False):
    """The callback's prints and pictures, as words; with `draw`, its pictures are also drawn completely."""
    printed, shown = StringIO(), []
    try:
        with redirect_stdout(printed), patch("IPython.display.display", shown.append):
            callback(**setting)
        for figure in shown if draw else []:
            figure.canvas.draw()
    except Exception as error:
        error.add_note(f"The slider's function was called with {setting}.")
        raise
    pictures = [f"{plots.alt_text(figure)} {list(data_of(figure))}" for figure in shown]
    return "\n".join([printed.getvalue(), *pictures])


def digest(words):
    return sha256(words.encode()).hexdigest()[:6]


def all_digests(callback, controls):
    """{name: a digest for each of its settings, in order}"""
    return {
        name: " ".join(digest(outcome(callback, setting)) for setting in settings)
        for name, settings in places(controls).items()
    }


def differences(callback, controls, stored, every):
    """The settings at which a callback's output differs from the stored one."""
    for name, settings in places(controls).items():
        digests = stored.get(name, "").split()
        chosen = range(len(settings)) if every else everyday(controls)[name]
        for number, (setting, known) in enumerate(zip_longest(settings, digests)):
            if setting is None or known is None:
                yield f"{name}: {len(digests)} values are stored, the control has {len(settings)}"
                break
            if number in chosen:
                words = outcome(callback, setting, draw=not every)
                if digest(words) != known:
                    yield f"{setting}: not what is stored, but {words[:300]!r}"


def compare(callback, controls, stored, every=False):
    found = list(differences(callback, controls, stored, every))
    told = "\n".join(found[:5])
    assert not found, f"{callback.__name__}{signature(callback)}, {len(found)} settings; 'make notebooks':\n{told}"


def record():
    """Make `interact` also store, among its cell's outputs, a digest of what the callback shows at every setting."""

    def recording(callback, **controls):
        for setting in corners(controls):
            outcome(callback, setting)
        display({MIME: all_digests(callback, controls)}, raw=True)
        interact(callback, **controls)

    sliders.interact = recording


def expect(stored, every=False):
    """Make `interact` first check that its callback shows what is stored."""

    def comparing(callback, **controls):
        compare(callback, controls, stored, every)
        tried.append((callback, controls, stored))
        interact(callback, **controls)

    sliders.interact = comparing


def try_again():
    """Try the callbacks again, because a later cell may have redefined a name that they use."""
    for callback, controls, stored in tried:
        compare(callback, controls, stored)
