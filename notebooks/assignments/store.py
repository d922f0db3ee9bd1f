"""The store of everything ever handed in, one file for each submission, written once and never changed.

A file's name has the time of the submission and a digest of its content. If that time is unknown, the name has the time
at which the submission was first seen, and says so.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from written import digest, name

FORM = "%Y%m%dT%H%M%SZ"


def replace(path, content):
    """Write a file so that, even if this process is killed, it is the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def identity(notebook):
    """A digest of what a student wrote: the cells, without their outputs."""
    cells = notebook["cells"]
    return digest([[each["cell_type"], each["source"], name(each), each.get("attachments") or {}] for each in cells])


@dataclass(frozen=True)
class Kept:
    """A submission in the store; `moment` is the time of submission if that is `known`, or else of its first sight."""

    path: Path
    digest: str
    moment: datetime
    known: bool

    @classmethod
    def at(cls, path):
        moment, short, *seen = path.stem.split("-")
        return cls(path, short, datetime.strptime(moment, FORM).replace(tzinfo=UTC), not seen)

    @property
    def said(self):
        """The time of submission in words; nothing if it is unknown."""
        return f"{self.moment:%Y-%m-%d %H:%M:%S} UTC" if self.known else ""

    def load(self):
        return json.loads(self.path.read_text("utf-8"))


class Store:
    """The submissions of a class, in a folder for each student and assignment."""

    def __init__(self, folder):
        self.folder = folder

    def keep(self, submission, seen=None):
        """Keep a submission, unless the store has it; return whether it is new. It was first seen now, or at `seen`."""
        short = identity(submission.notebook)
        place = self.folder / submission.student / submission.assignment
        stamp = f"{(submission.time or seen or datetime.now(UTC)).astimezone(UTC).strftime(FORM)}-{short}"
        known = [*place.glob(f"*-{short}*.json")]
        path = place / f"{stamp}{'' if submission.time else '-seen'}.json"
        if path in known or (known and not submission.time):
            return False
        held = {each: getattr(submission, each) for each in ("source", "late", "notebook")}
        replace(path, json.dumps(held).encode())
        return True

    def places(self):
        """Return (assignment, student) for everything handed in."""
        return sorted({(path.parent.name, path.parts[-3]) for path in self.folder.glob("*/*/*.json")})

    def history(self, assignment, student):
        """Return a student's submissions in the order of their times, without those that repeat the last one."""
        kept = [*map(Kept.at, (self.folder / student / assignment).glob("*.json"))]
        timed = {each.digest for each in kept if each.known}
        kept = sorted((each for each in kept if each.known or each.digest not in timed), key=lambda each: each.moment)
        return [next(group) for _, group in groupby(kept, key=lambda each: each.digest)]
