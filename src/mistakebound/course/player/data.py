"""A run and its certificate as plain data for the front end: every number comes from the trace or the certificate.

Legend: T rounds, K events (rounds in which the learner erred or changed), k one of these, t the count that is bounded.

Numbers that a reader sees are printed by the certificates' `number`, which removes rounding noise; numbers that only
place a mark are rounded by `short`.
"""

import math
from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np

from mistakebound.certificates.claims import Checked
from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import number, plain
from mistakebound.errors import MistakeBoundError, NotRecorded
from mistakebound.trace import Step, Trace

from .. import scenes
from ..scenes import Scene

__all__ = ["run_data", "shown"]

#: Points at which a guaranteed curve is drawn; they are closer at the start, where a root is steep.
CURVE = np.linspace(0, 1, 49) ** 2
#: The scenes that also show the example of a round in which nothing happens.
QUIET = (scenes.Plane, scenes.Remaining, scenes.Experts)


def run_data(trace: Trace, cert: Certificate, scene: Scene | None = None) -> dict[str, Any]:
    """Return all that the player shows of a run, as a JSON-safe dict.

    Parameters
    ----------
    trace : Trace
    cert : Certificate
        Of this trace.
    scene : Scene, optional
        The scene beside the squeeze; by default the learner's (`mistakebound.course.scenes`).

    Raises
    ------
    MistakeBoundError
        If the certificate is about another run, or about all runs that chance can bring.
    NotRecorded
        If the data were streamed, or the run was played with ``record="updates"``.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course import run_data
    >>> trace = mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1], passes=None)
    >>> run = run_data(trace, mb.NOVIKOFF.check(trace, u=[1, 0]))
    >>> run["bound"], run["mistakes"], run["scene"]["kind"]
    (5, [0], 'plane')
    >>> [claim["name"] for claim in run["proof"]].index("growth"), run["lines"][4]["slack"]
    (4, [0])
    """
    if not isinstance(trace, Trace):
        raise MistakeBoundError(f"the player shows one run, a Trace, not {trace!r}.")
    if not isinstance(cert, Certificate):
        raise MistakeBoundError(f"cert is {cert!r}: pass what a theorem's check returns.")
    if cert.trace is not trace:
        raise MistakeBoundError(f"the certificate is about another run, {cert.trace!r}: pass that run, cert.trace.")
    if trace.X is None:
        raise NotRecorded(
            "the data of this run were streamed in chunks and not kept, but the player shows every round: "
            "play on arrays."
        )
    events = np.union1d(trace.updates, trace.mistakes)
    last = np.arange(trace.n_rounds)[-1:]
    rounds = np.union1d(events, [*(events[events > 0] - 1), *last]).astype(int)
    scene = scenes.scene_of(trace, cert, rounds) if scene is None else scene
    if not isinstance(scene, QUIET):
        rounds = np.union1d(events, last)
    told = _told(trace, cert, rounds, scene)
    sentences, undecided = list(dict.fromkeys(told)), _answered(cert, 0)
    return {
        "theorem": cert.theorem.title,
        **_formula(cert.theorem.formula),
        "learner": type(trace.learner).__name__,
        "counts": cert.theorem.counts,
        "noun": cert.noun,
        "bound": shown(number(cert.bound)),
        "verdict": scenes.verdict(cert),
        "n_rounds": trace.n_rounds,
        "rounds": rounds.tolist(),
        "events": events.tolist(),
        "updates": trace.updates.tolist(),
        "mistakes": trace.mistakes.tolist(),
        "hypotheses": list(cert.hypotheses) if cert.theorem.uses else [],
        "broken": _answered(cert, -1),
        "proof": [_claim(checked) | {"rests": cert.theorem.uses.get(name, [])} for name, checked in cert.lines.items()],
        "lines": [_line(checked, events) for checked in cert.lines.values()],
        "squeeze": None if cert.squeeze is None else _squeeze(cert),
        "sentences": sentences,
        "told": [sentences.index(sentence) for sentence in told],
        "scene": _scene(scene),
    } | ({"undecided": undecided} if undecided else {})


def _answered(cert: Certificate, answer: int) -> list[str]:
    """Names of the hypotheses with this answer: -1 if they fail, 0 if rounding hides whether they hold."""
    return [name for name, checked in cert.hypotheses.items() if checked.answer == answer]


def _claim(checked: Checked) -> dict[str, Any]:
    """The words and the formula of a line of the proof, which are the same for every run."""
    claim = checked.claim
    words = {"name": claim.name, "at": claim.at.words, "reason": claim.reason, "always": checked.rounds is None}
    return words | _formula(claim.formula)


def _formula(tex: str) -> dict[str, str]:
    """A formula in plain text and in TeX; a page of the book turns the TeX into MathML."""
    return {"formula": plain(tex), "tex": tex}


def _line(checked: Checked, events: np.ndarray) -> dict[str, Any]:
    """The numbers of a line after each event, as columns; one number if the line is about the whole run."""
    entries = [checked.entry_at(round) for round in (events if checked.rounds is not None else [-1])]
    numbers = [(None,) * 3 if i is None else tuple(map(shown, checked.numbers(i))) for i in entries]
    lhs, rhs, slack = map(list, zip(*numbers, strict=True)) if numbers else ([], [], [])
    broken, undecided = (
        [k for k, i in enumerate(entries, start=1) if i is not None and checked.answers[i] == answer]
        for answer in (-1, 0)
    )
    row = {"lhs": lhs, "relation": checked.relation, "rhs": rhs, "slack": slack, "broken": broken}
    return row | ({"undecided": undecided} if undecided else {})


def _squeeze(cert: Certificate) -> dict[str, Any]:
    """The two guaranteed curves as points, and the measured quantities between them."""
    picture = cert.squeeze
    meets = float(picture.meets)
    t = CURVE * (max(picture.places[-1], meets if math.isfinite(meets) else 0) or 1)
    lower, upper = (np.array(np.broadcast_to(curve(t), t.shape)) for curve in (picture.lower, picture.upper))
    for curve in (lower, upper):  # the rounding of a zero differs between processors
        curve[np.abs(curve) < 1e-12 * np.abs(curve).max(initial=0, where=np.isfinite(curve))] = 0
    return {
        "quantity": picture.quantity,
        "counter": picture.counter,
        "counts": cert.theorem.counts if _expects(cert) else f"{cert.noun}s",
        "at": short(picture.places),
        "meets": shown(number(meets)),
        "t": short(t),
        "lower": {"label": plain(picture.lower_label), "values": short(lower)},
        "upper": {"label": plain(picture.upper_label), "values": short(upper)},
        "inner": [{"label": plain(tex), "tex": tex, "values": short(values)} for tex, values in picture.inner.items()],
    }


def _scene(scene: Scene) -> dict[str, Any]:
    """The parts of a scene, and the name of the drawing of the front end that takes them."""
    kind = type(scene).__name__.lower()
    digits = 6 if kind == "plane" else 3  # the page replays a run in the plane, and its bound needs four digits
    parts = {field.name: getattr(scene, field.name) for field in fields(scene) if field.name != "told"}
    return {"kind": kind} | {name: _packed(part, digits) for name, part in parts.items()}


def _packed(part: Any, digits: int) -> Any:
    """Keep words and whole numbers, round other numbers, and write a Boolean row in hexadecimal digits."""
    if part is None or isinstance(part, str):
        return part
    if isinstance(part, tuple):
        return [_packed(each, digits) for each in part]
    part = np.asarray(part)
    if part.dtype == bool:
        return [np.packbits(row).tobytes().hex() for row in part]
    return part.tolist() if part.dtype.kind == "i" else short(part, digits)


def shown(word: str) -> float | int | str:
    """Return the number that a reader sees as this word, or the word itself if JSON has no such number.

    Examples
    --------
    >>> shown("0.25"), shown("18"), shown("∞")
    (0.25, 18, '∞')
    """
    value = float(word.replace("∞", "inf"))
    return word if not math.isfinite(value) else int(value) if value.is_integer() else value


def short(values: Any, digits: int = 4) -> Any:
    """Round numbers, or nested lists of them, to the few digits that place a mark; NaN and infinity become None."""
    values = np.asarray(values, dtype=float)
    if values.ndim:
        return [short(value, digits) for value in values]
    value = float(f"{values:.{digits}g}")
    return None if not math.isfinite(value) else int(value) if value.is_integer() else value


# --- in words ----------------------------------------------------------------------------------------------------


def _told(trace: Trace, cert: Certificate, rounds: np.ndarray, scene: Scene) -> list[str]:
    """A sentence or two for each frame: before the first round, and after each round shown.

    Nothing happens in the rounds between these.
    """
    changes = dict(zip(trace.updates.tolist(), scene.told, strict=True)) if scene.told else {}
    told = [f"Before the first round. {_room(cert, -1)}".strip()]
    for before, round in pairwise([-1, *rounds.tolist()]):
        step = trace[round]
        if step.mistake or step.update:
            words = [_event(trace, step), changes.get(round), _progress(cert, round)]
            told.append(" ".join(filter(None, words)))
        elif before + 1 < round:
            told.append(f"Rounds {before + 2} to {round + 1}: each prediction is right, and nothing changes.")
        else:
            told.append(f"The prediction, {_sign(step.y)}, is right, and nothing changes.")
    told[-1] += " This is the last round."
    return told


def _event(trace: Trace, step: Step) -> str:
    """Say what the learner did in a round in which it erred or changed."""
    if not step.mistake:
        return f"The prediction, {_sign(step.y)}, is right; nevertheless the learner learns from the example."
    i = int(np.searchsorted(trace.mistakes, step.round))
    x, said = f" for {scenes.point(step.x)}" if len(step.x) <= 5 else "", _sign(step.prediction)
    learnt = "" if step.update else " The learner does not learn from it."
    return f"Mistake {i + 1}: the prediction{x} is {said}, but the label is {_sign(step.y)}.{learnt}"


def _progress(cert: Certificate, round: int) -> str:
    """Say how the squeezed quantities moved and what room is left; nothing if the bound does not count this round."""
    t = _reached(cert, round)
    if t == _reached(cert, round - 1):
        return ""
    inner = cert.squeeze.inner if cert.squeeze else {}
    moves = [_move(plain(label), *scenes.numbers(values)[t - 1 : t + 1]) for label, values in inner.items()]
    return f"{' and '.join(moves)}. {_room(cert, round)}" if moves else _room(cert, round)


def _reached(cert: Certificate, round: int) -> int:
    """The index of the squeeze's place after a round."""
    if _expects(cert):
        return round + 1
    return int(np.searchsorted(getattr(cert.trace, cert.theorem.counts), round, side="right"))


def _move(label: str, before: str, after: str) -> str:
    if before == after or "nan" in (before, after):
        return f"{label} is {after.replace('-', '−')}"
    was, now = (float(words.replace("∞", "inf")) for words in (before, after))
    return f"{label} {'rises' if now > was else 'falls'} from {before} to {after}".replace("-", "−")


def _room(cert: Certificate, round: int) -> str:
    """Say how many more mistakes or updates the theorem allows after a round, or which hypotheses are broken."""
    if broken := cert.broken_after(round):
        return f"Broken: {', '.join(broken)}. So nothing is promised."
    if not math.isfinite(cert.bound):
        return "There is no bound."
    t = _reached(cert, round)
    if _expects(cert):
        if t and cert.squeeze is None:
            return ""
        so_far = f", {number(cert.squeeze.places[t])} of them so far" if t else ""
        return f"At most {number(cert.bound)} mistakes are expected{so_far}."
    if cert.room is None:
        return f"The bound is {number(cert.bound)}."
    return f"{'That' if cert.room[t] < 0 else 'There'} is {cert.room_in_words(t)}."


def _expects(cert: Certificate) -> bool:
    """Tell whether the bound is on an expectation, to which each round adds a part."""
    return cert.theorem.counts.startswith("expected")


def _sign(label: int) -> str:
    return "+1" if label > 0 else "−1"
