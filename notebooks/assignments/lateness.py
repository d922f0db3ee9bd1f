"""What a late submission costs: nothing, unless a course's settings say otherwise."""

from datetime import timedelta
from math import ceil

from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Float


class PerDay(LateSubmissionPlugin):
    """A part of the points for each day begun; without it nbgrader's own `penalty_method`, for example 'zero'.

    >>> [PerDay(part=0.1).late_submission_penalty("", 30, hours * 3600) for hours in (1, 24, 25, 1000)]
    [3.0, 3.0, 6.0, 30]
    """

    part = Float(0, help="This part of the points earned is deducted for each day begun.").tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        if not self.part:
            return super().late_submission_penalty(student_id, score, total_seconds_late)
        return score * min(1, self.part * ceil(timedelta(seconds=total_seconds_late) / timedelta(days=1)))
