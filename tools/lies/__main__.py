"""Search for lies for minutes: ``python -m tools.lies 20 [words in a theorem's name]``; exit with 1 if one is found."""

import sys
import time
from collections import Counter

from tools.lies.honest import THEOREMS
from tools.lies.search import KINDS, search


def main(minutes="20", words=""):
    end, seed, count, found = time.monotonic() + 60 * float(minutes), 0, Counter(), 0
    while time.monotonic() < end:
        for theorem in THEOREMS:
            if words in theorem.name:
                for finding in search(theorem, seed, count):
                    found += 1
                    print(finding, flush=True)
        seed += 1
    print(f"\n{'theorem':22}" + "".join(f"{kind:>11}" for kind in (*KINDS, "undecided")))
    for theorem in THEOREMS:
        if words in theorem.name:
            print(f"{theorem.name:22}" + "".join(f"{count[theorem.name, kind]:11,}" for kind in (*KINDS, "undecided")))
    runs = sum(count[theorem.name, kind] for theorem in THEOREMS for kind in KINDS)
    print(f"{runs:,} runs, seeds 0 to {seed - 1}, {found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
