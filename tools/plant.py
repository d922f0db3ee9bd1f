"""Plant faults of a tired maintainer in a copy of the course: `python -m tools.plant SEED [AREA ...]`.

Each area gets ten, one a file where there are enough files; each is printed with its place. Run it in a worktree of its
own, then the everyday tests: how many of the faults do these see? Nothing here knows any test.
"""

import random
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

SWAPS = [
    ("falls", "rises"), ("larger", "smaller"), ("at most", "at least"), ("more", "fewer"), ("longer", "shorter"),
    ("first", "last"), ("before", "after"), ("every", "some"), ("never", "always"), (r"\le", r"\ge"), ("<", ">"),
    (" + ", " - "), ("==", "<="), (" and ", " or "), ("even", "odd"), ("positive", "negative"), ("True", "False"),
]  # fmt: skip
TOKENS = {one: other for pair in SWAPS for one, other in (pair, pair[::-1])}
SWAP = re.compile("|".join(rf"(?<![\w\\=]){re.escape(one)}(?![\w=>])" for one in sorted(TOKENS, key=len, reverse=True)))
NUMBER = re.compile(r"(?<![\w.#:-])\d+(?:\.\d+)?(?![\w.]*[`:\]])")
NAMED = re.compile(r"ipynb::([\w-]+)|\{(?:ref|prf:ref|line)\}`(?:[^`<]*<)?([\w.-]+)>?`")
#: Where each area's words are, and which part of a file is its own.
AREAS = {
    "chapters": ("book/*.md", r"^(?!:(?!alt)|%|`{3}).{40,}$"),
    "fields and questions": ("book/answers/*.py book/checks/*.yml", r"^.*\S.*$"),
    "assignments": ("notebooks/assignments/source/*/*.ipynb", r'^ +"(?: *assert| *return|#|[A-Z]).*$'),
    "theorems": ("src/mistakebound/theorems/*.py", r'^ +f?r?"[^"]{20,}"'),
    "scripts": ("src/mistakebound/course/player/front/**/*.js", r"^(?!\s*//).*[;{]$"),
}


def edits(line: str, rng: random.Random) -> Iterator[str]:
    """A line with one word turned, one number changed, or the first of two names in the place of the second."""
    for found in SWAP.finditer(line):
        yield line[: found.start()] + TOKENS[found[0]] + line[found.end() :]
    for found in NUMBER.finditer(line):
        changed = found[0][:-1] + str((int(found[0][-1]) + rng.randint(1, 8)) % 10)
        yield line[: found.start()] + changed + line[found.end() :]
    for one, other in pairwise(NAMED.finditer(line)):
        a, b = one.span(one.lastindex), other.span(other.lastindex)
        if line[slice(*a)] != line[slice(*b)]:
            yield line[: a[0]] + line[slice(*b)] + line[a[1] : b[0]] + line[slice(*a)] + line[b[1] :]


def plant(root: Path, area: str, number: int, rng: random.Random) -> Iterator[str]:
    patterns, own = AREAS[area]
    paths = sorted(path for pattern in patterns.split() for path in root.glob(pattern))
    for path in rng.sample(paths, len(paths))[: number or len(paths)]:
        text = path.read_text("utf-8")
        places = [found for found in re.finditer(own, text, re.M) if list(edits(found[0], rng))]
        if places:
            found = rng.choice(places)
            changed = rng.choice(list(edits(found[0], rng)))
            path.write_text(text[: found.start()] + changed + text[found.end() :], "utf-8")
            start = next(i for i in range(len(found[0])) if found[0][i] != changed[i : i + 1])
            before, after = found[0][max(0, start - 40) : start + 40], changed[start : start + 30]
            yield f"{path.relative_to(root)}: …{before}… -> …{after}…"


if __name__ == "__main__":
    seed, *areas = sys.argv[1:]
    for chosen in areas or AREAS:
        print(f"{chosen}\n  " + "\n  ".join(plant(Path.cwd(), chosen, 10, random.Random(f"{seed} {chosen}"))))
