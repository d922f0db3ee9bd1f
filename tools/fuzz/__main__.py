"""Feed the public face for some minutes: ``python -m tools.fuzz 60 [words in a target's name]``.

It prints each fault with its smallest example, and at the end the executions of each target; exits 1 after a fault.
"""

import resource
import sys
import time
from collections import Counter

from tools.fuzz.feed import feed
from tools.fuzz.targets import TARGETS

ROUND = 50  # executions of a target before the next one's turn
MEMORY = 6 << 30  # so that what asks for too much is refused by the system, not ended


def main(minutes=60.0, words=""):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end, seed = time.monotonic() + 60 * float(minutes), 0
    targets = [target for target in TARGETS if words in target.name]
    executed, accepted, faults = Counter(), Counter(), {}
    while (time.monotonic() < end and len(faults) < len(targets)) or seed == 0:
        for target in targets:
            if target.name in faults or (time.monotonic() > end and seed):
                continue
            try:
                feed(target, executed, accepted, examples=ROUND, seed=seed)
            except AssertionError as fault:
                faults[target.name] = fault
                print(f"\nFAULT {target.name}, seed {seed}\n{fault}", flush=True)
        seed += 1
    print(f"\n{'target':45}{'executed':>10}{'accepted':>10}")
    for target in targets:
        counts = f"{executed[target.name]:10,}{accepted[target.name]:10,}"
        print(f"{target.name:45}{counts}{'  FAULT' * (target.name in faults)}")
    print(
        f"{sum(executed.values()):,} executions of {len(targets)} targets, {len(faults)} faults, seeds 0 to {seed - 1}"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
