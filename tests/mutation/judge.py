"""What a run of mutmut found, held against the list of equivalent mutants."""

from fnmatch import fnmatchcase
from typing import NamedTuple

KILLED = {"killed", "timeout", "segfault"}


class Mutant(NamedTuple):
    """A change that was tried: in which function, what its lines were and what they became, and how it ended."""

    function: str
    was: str
    now: str
    status: str


def read_mutant(name, status, diff):
    """From mutmut's name of it, and from the difference that it shows."""
    mangled = name.removeprefix("mistakebound.").rpartition("__mutmut_")[0]  # module.x_function, module.xǁClassǁmethod
    module, _, function = mangled.rpartition(".x")
    function = f"{module}.{function.removeprefix('_').strip('ǁ').replace('ǁ', '.')}"
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    was, now = (" ".join(line[1:].strip() for line in lines if line[:1] == sign) for sign in "-+")
    return Mutant(function, was, now, status)


def matches(mutant, entry, to):
    """Whether a mutant is this one of the list: one occurrence of `from` became `to`."""
    old, was = entry["from"], mutant.was
    places = [i for i in range(len(was)) if was.startswith(old, i)]
    return fnmatchcase(mutant.function, entry["in"]) and any(
        was[:i] + to + was[i + len(old) :] == mutant.now for i in places
    )


def is_listed(mutant, entries):
    """Whether the list says why no test can kill it."""
    return any(matches(mutant, entry, to) for entry in entries for to in entry["to"])


def stale(tried, entries, whole):
    """What the list calls equivalent and a test has killed, or, after a whole run, what is no mutant any more."""
    for entry in entries:
        for to in entry["to"]:
            found = [mutant for mutant in tried if matches(mutant, entry, to)]
            if (found or whole) and all(mutant.status in KILLED for mutant in found):
                yield f"{entry['in']}: {entry['from']} -> {to} is {'killed' if found else 'no mutant any more'}"
