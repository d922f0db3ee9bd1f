"""The rules of a class, from its settings, and the grades that follow."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from traitlets import Dict, Enum, Float, Integer, Unicode
from traitlets.config import Configurable

from times import parse


class Rules(Configurable):
    """A course's settings about grades."""

    package = Unicode("mistakebound[labs]", help="What students install with pip.").tag(config=True)
    zone = Unicode(help="The zone of times in a download that have none: 'Europe/Paris'.").tag(config=True)
    columns = Dict(help="The platform's column of an assignment: {'perceptron': 'Homework 3 (55)'}.").tag(config=True)
    deadlines = Dict(help="When an assignment is due: {'perceptron': '2027-05-07 23:59 Europe/Paris'}.").tag(
        config=True
    )
    extensions = Dict(help="The same for one student: {('Ada Who', 'perceptron'): '...'}.").tag(config=True)
    counts = Enum(["newest", "newest in time"], "newest", help="Which of several submissions counts.").tag(config=True)
    late_per_day = Float(0, help="The part of the points deducted for each day begun.").tag(config=True)
    proofs_weight = Float(None, allow_none=True, help="The part of a grade that its proofs make up.").tag(config=True)
    dropped = Integer(0, help="How many of a student's worst assignments are dropped.").tag(config=True)
    proofs_to_pass = Float(0, help="The part of all points for proofs that a student needs.").tag(config=True)

    def checked(self):
        """Check that all times of the rules are readable, and return the rules."""
        for said in (*self.deadlines.values(), *self.extensions.values()):
            parse(said, self.zone)
        return self

    def due(self, assignment, student):
        """Return when a student's work is due; None if the settings have no date."""
        said = self.extensions.get((student, assignment), self.deadlines.get(assignment))
        return parse(said, self.zone) if said else None

    def choose(self, history, assignment, student):
        """Return the submission that counts in a history, which is not empty."""
        due = self.due(assignment, student)
        if self.counts == "newest in time" and due:
            history = [each for each in history if not each.known or each.moment <= due] or history
        return history[-1]

    def late(self, moment, assignment, student):
        """Return how late a submission is; nothing if it is in time, or if its time is unknown."""
        due = self.due(assignment, student)
        return max(moment - due, timedelta(0)) if moment and due else timedelta(0)

    def total(self, grades):
        """Return (share of all points, dropped assignments) for {assignment: grade, or None without a grade}."""
        shares = {each: grade.share if grade else 0 for each, grade in grades.items()}
        worst = sorted(shares, key=shares.get)[: min(self.dropped, len(shares) - 1)]
        kept = [share for each, share in shares.items() if each not in worst]
        return sum(kept) / len(kept), sorted(worst)

    def proofs(self, grades, worth=()):
        """Return (points for proofs, possible points, whether they suffice); `worth` has the points of missing work."""
        parts = [grade.part(proofs=True) if grade else (0, worth[each]) for each, grade in grades.items()]
        earned, possible = (sum(part[place] for part in parts) for place in (0, 1))
        return earned, possible, earned >= self.proofs_to_pass * possible


@dataclass
class Grade:
    """A student's grade in an assignment; points that a person must still give count as zero.

    >>> rules = Rules(late_per_day=0.1, proofs_weight=0.5)
    >>> grade = Grade({"test": 18, "proof": 5}, {"test": 30, "proof": 10}, {"proof"}, timedelta(hours=25), rules)
    >>> grade.earned, round(grade.deducted, 1), round(grade.points, 1), round(grade.share, 2)
    (23, 4.6, 18.4, 0.44)
    """

    scores: dict
    worth: dict
    proofs: set
    late: timedelta
    rules: Rules

    def part(self, proofs):
        """Return (earned, possible) points in the proofs, or in everything else."""
        cells = [each for each in self.worth if (each in self.proofs) == proofs]
        return sum(self.scores[each] or 0 for each in cells), sum(self.worth[each] for each in cells)

    @property
    def earned(self):
        return self.part(True)[0] + self.part(False)[0]

    @property
    def lost(self):
        """The part of the points that lateness costs."""
        return min(1, self.rules.late_per_day * ceil(self.late / timedelta(days=1)))

    @property
    def deducted(self):
        return self.earned * self.lost

    @property
    def points(self):
        return self.earned - self.deducted

    @property
    def share(self):
        """The share of a full grade, with the proofs weighted as the rules say."""
        (proofs, of_proofs), (code, of_code) = self.part(True), self.part(False)
        weight = self.rules.proofs_weight
        if weight is None:
            weight = of_proofs / (of_proofs + of_code)
        return (weight * proofs / of_proofs + (1 - weight) * code / of_code) * (1 - self.lost)

    @property
    def unread(self):
        """The points that depend on text that a person must still read."""
        return sum(self.worth[each] for each, score in self.scores.items() if score is None)
