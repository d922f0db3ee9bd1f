"""One loop for all targets: draw arguments, call, judge, count; reduce a fault to the smallest arguments."""

import signal
from collections import Counter
from contextlib import contextmanager

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from tools.fuzz.judge import Target, judge

SECONDS = 3  # of the processor: nothing here is worth more


def feed(target: Target, executed: Counter, accepted: Counter, examples, seed, seconds=SECONDS):
    """Feed a target with a number of arguments; raise an AssertionError that shows the smallest faulty ones."""
    last = {}

    @seeded(seed)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck),
              phases=[Phase.generate, Phase.shrink], print_blob=False, report_multiple_bugs=False)  # fmt: skip
    @given(target.arguments)
    def once(arguments):
        nonlocal last
        last = arguments
        executed[target.name] += 1
        with _alarm(seconds):
            accepted[target.name] += judge(target, arguments)

    try:
        once()
    except Exception as fault:
        shown = "\n".join(f"    {name} = {argument!r}" for name, argument in last.items())
        raise AssertionError(f"  {fault}\n  with\n{shown}") from fault


@contextmanager
def _alarm(seconds):
    def ring(signum, frame):
        raise AssertionError(f"it takes more than {seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
