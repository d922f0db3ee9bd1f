"""The shows of the book's pages, and checks of what a player shows of a run: no complaints means that it is sound."""

import re
from functools import cache
from pathlib import Path
from runpy import run_path

import numpy as np

from mistakebound.course import scenes

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.joinpath("book", "players").glob("*.py"))


@cache
def names_of(path):
    return run_path(str(path))


#: Of a chapter each; another file has a game alone.
PLAYERS = [path for path in FILES if "SHOW" in names_of(path)]
PERCEPTRON = next(path for path in PLAYERS if path.stem == "perceptron")


def show_of(path):
    return names_of(path)["SHOW"]


def game_of(path):
    return names_of(path).get("GAME")


def address_of(path, what="player"):
    """The page with the player of a file, or with its game."""
    has = re.compile(rf"\{{{what}\}} {path.stem}$", re.MULTILINE)
    return next(f"book/{page.stem}.html" for page in ROOT.glob("book/*.md") if has.search(page.read_text("utf-8")))


def agrees(text, value, noise=0.0):
    """Whether a number, shown in four digits, is this value up to rounding."""
    shown = float(str(text).replace("∞", "inf").replace("−", "-"))
    value = float(value)
    if not np.isfinite(value):
        return shown == value
    return abs(shown - value) <= 5.001e-4 * abs(value) + noise


def entry(line, round):
    """The line's entry with the least slack in the last round that has one, up to this round, found naively."""
    if line.rounds is None:
        return line.tightest
    rounds = [r for r in line.rounds if r <= round]
    entries = [i for i, r in enumerate(line.rounds) if rounds and r == rounds[-1]]
    return min(entries, key=lambda i: line.slack[i]) if entries else None


def line_complaints(cert, round, name, lhs, relation, rhs, slack):
    """Check that the two sides and the slack of a line, as shown after a round, are the certificate's."""
    line = cert.lines[name]
    i = entry(line, round)
    if i is None:
        if (lhs, rhs) != (None, None):
            yield f"{name} speaks of no round up to {round}, but {lhs} {relation} {rhs} is shown"
        return
    if relation != line.relation:
        yield f"{name}: {relation} is shown for {line.relation}"
    for side, text, value in (("lhs", lhs, line.lhs[i]), ("rhs", rhs, line.rhs[i]), ("slack", slack, line.slack[i])):
        if not agrees(text, value, line._noise[i]):
            yield f"{name}, {side} after round {round}: {text} is shown for {value}"


def run_complaints(run, trace, cert):
    """Check that everything that the player shows of a run is the trace's or the certificate's."""
    if not agrees(run["bound"], cert.bound):
        yield f"the bound {run['bound']} is shown for {cert.bound}"
    for name in ("updates", "mistakes"):
        if run[name] != getattr(trace, name).tolist():
            yield f"the {name} are not those of the run"
    events = sorted({*trace.updates.tolist(), *trace.mistakes.tolist()})
    if run["events"] != events or not set(events) <= set(run["rounds"]):
        yield "a round in which something happens is not shown"
    if len(run["told"]) != len(run["rounds"]) + 1:
        yield "there is not one sentence for each frame"
    if [claim["name"] for claim in run["proof"]] != list(cert.lines):
        yield "the lines are not those of the proof"
    for claim, line in zip(run["proof"], run["lines"], strict=True):
        columns = [line[side] for side in ("lhs", "rhs", "slack")]
        rounds = [None] if claim["always"] else events
        if [len(column) for column in columns] != 3 * [len(rounds)]:
            yield f"{claim['name']} does not have a number for each event"
            continue
        for round, lhs, rhs, slack in zip(rounds, *columns, strict=True):
            yield from line_complaints(cert, round, claim["name"], lhs, line["relation"], rhs, slack)
        wrong = [k for k, round in enumerate(rounds, 1)
                 if (i := entry(cert.lines[claim["name"]], round)) is not None
                 and not cert.lines[claim["name"]].entries_hold[i]]  # fmt: skip
        if line["broken"] != wrong:
            yield f"{claim['name']} is broken at {wrong}, and shown so at {line['broken']}"
    if (run["squeeze"] is None) != (cert.squeeze is None):
        yield "a squeeze is shown that the theorem does not have, or the other way round"
    elif cert.squeeze:
        yield from squeeze_complaints(run["squeeze"], cert.squeeze)
    kind = run["scene"]["kind"]
    if kind != "tree":
        scene = scenes.along(cert) if kind == "along" else scenes.scene_of(trace, cert, np.array(run["rounds"]))
        yield from scene_complaints(run["scene"], scene)


def scene_complaints(shown, scene):
    """Check that every part of the scene is there: numbers in a few digits, Boolean rows packed."""
    for name, part in vars(scene).items():
        if name != "told" and not same(shown[name], part):
            yield f"{name} of the scene is {shown[name]}"


def same(shown, part):
    if isinstance(part, tuple):
        return len(shown) == len(part) and all(map(same, shown, part))
    if isinstance(part, float):
        return np.isclose(shown, part, rtol=5.001e-3, atol=0)
    if not isinstance(part, np.ndarray):
        return shown == part
    if part.dtype == bool:
        rows = [np.frombuffer(bytes.fromhex(row), np.uint8) for row in shown]
        shown = [np.unpackbits(row, count=part.shape[1]) for row in rows]
    return len(shown) == len(part) and (not len(part) or np.allclose(shown, part, rtol=5.001e-3, atol=0))


def squeeze_complaints(shown, squeeze):
    for name in ("lower", "upper"):
        for t, value in zip(shown["t"], shown[name]["values"], strict=True):
            true = float(np.broadcast_to(getattr(squeeze, name)(np.array([float(t)])), 1)[0])
            if abs(value - true) > 2e-3 * max(1e-3, abs(true), max(map(abs, shown[name]["values"]))):
                yield f"the {name} curve is at {value} where it should be at {true}, t = {t}"
    for inner, values in zip(shown["inner"], squeeze.inner.values(), strict=True):
        for t, (value, true) in enumerate(zip(inner["values"], values, strict=True)):
            if (value is None) != bool(np.isnan(true)) or (value is not None and abs(value - true) > 1e-3 * abs(true)):
                yield f"{inner['label']} is {true} after {t}, and {value} is drawn"
    for at, true in zip(shown["at"], squeeze.places, strict=True):
        if abs(at - true) > 1e-3 * true:
            yield f"the run stands at {true}, and is drawn at {at}"
    if shown["meets"] != "∞" and abs(shown["meets"] - squeeze.meets) > 1e-3 * squeeze.meets:
        yield f"the curves meet at {squeeze.meets}, not at {shown['meets']}"
