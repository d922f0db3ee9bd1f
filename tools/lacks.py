"""What a new learner, theorem, field or letter still lacks, and where to write it: `python -m tools.lacks`, in seconds.

`make test` begins with it. Each line says what is missing, then the file and the place in it.
"""

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("book/_ext", "book/answers") if str(ROOT / folder) not in sys.path]

import mistakebound as mb  # noqa: E402
import mistakebound.learners  # noqa: E402
import mistakebound.theorems  # noqa: E402
from mistakebound.certificates.core import Theorem  # noqa: E402
from mistakebound.certificates.proved import PLACES, UNPROVED  # noqa: E402
from tests.book import test_answers, test_fields, test_letters  # noqa: E402
from tests.book.checks import bib_keys  # noqa: E402
from tests.learners.test_contract import LEARNERS  # noqa: E402
from tests.proofs.mutants import read_mutants  # noqa: E402
from tests.test_met import APPROACHED, MET  # noqa: E402
from tests.theorems.test_sides import SIDES  # noqa: E402
from tools.lies.honest import HONEST  # noqa: E402


def public(package: ModuleType) -> Iterator[tuple[str, str, object]]:
    """(module, name, value) of what the modules of a package define for others."""
    for found in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{found.name}")
        yield from ((found.name, name, getattr(module, name)) for name in getattr(module, "__all__", ()))


def is_base(each: type) -> bool:
    """Whether other learners of the package are derived from it."""
    return any(other.__module__.startswith("mistakebound.") for other in each.__subclasses__())


def of_learners(classes: dict[str, list[type]]) -> Iterator[str]:
    """{module: its learners}."""
    documented = Path(ROOT, "book", "api.md").read_text("utf-8")
    tried = {type(learner) for learner, *_ in LEARNERS}
    for module, found in classes.items():
        if f"automodule:: mistakebound.learners.{module}\n" not in documented:
            yield f"learners/{module}.py is on no page: an automodule in book/api.md"
        for each in found:
            if each.__name__ not in mb.__all__:
                yield f"{each.__name__} is not in the package's face: src/mistakebound/__init__.py, import and __all__"
            if each not in tried:
                yield f"{each.__name__} keeps no promise that is tested: tests/learners/test_contract.py, LEARNERS"


def of_theorem(theorem: Theorem, module: str) -> Iterator[str]:
    """What its object, its proof, its page and its tests lack."""
    name = theorem.name
    book = "\n".join(path.read_text("utf-8") for path in sorted(Path(ROOT, "book").glob("*.md")))
    if name not in mb.__all__:
        yield "is not in the package's face: src/mistakebound/__init__.py, import and __all__"
    if f"automodule:: mistakebound.theorems.{module}\n" not in book:
        yield "is not documented: an automodule in book/api.md"
    if theorem.source not in bib_keys(ROOT):
        yield f"has the source {theorem.source}: an entry in book/references.bib"
    if (stated := len(re.findall(rf"\{{statement\}} {name}$", book, re.M))) != 1:
        yield f"is stated {stated} times: one directive {{statement}} {name} in its chapter"
    lines = re.findall(rf"\{{proof-lines\}} {name}$", book, re.M)
    if not lines and not theorem.builds_on:
        yield f"has no line on a page: a directive {{proof-lines}} {name} in its chapter"
    if name not in SIDES:
        yield "is worked out by nothing else: a function for it in tests/theorems/test_sides.py"
    if name not in HONEST:
        yield "has no honest runs: a function in tools/lies/honest.py that draws a Case for it"
    shown = {"attained": MET, "approached": APPROACHED}.get(theorem.tight[0])
    if shown is not None and name not in shown:
        yield f"says that its bound is {theorem.tight[0]}: a run in tests/test_met.py"
    yield from of_proof(theorem)


def of_proof(theorem: Theorem) -> Iterator[str]:
    if theorem.name in UNPROVED:
        return
    if theorem.name not in PLACES:
        yield "is in no list of proofs: certificates/proved.py, PROVED; or UNPROVED with the reason, if it waits"
        return
    if Counter(mutant["theorem"] for _, mutant in read_mutants(ROOT).values())[theorem.name] < 2:
        yield "lacks two changes that Coq must refuse: proofs/mutants/"
    needed = Path(ROOT, "proofs", "Needed.v").read_text("utf-8")  # a hypothesis, or what the statement says of a letter
    if not re.search(rf"^Example {theorem.name.lower()}_", needed, re.M):
        yield "shows of no hypothesis that it is needed: an Example in proofs/Needed.v"


def of_fields(fields: list[tuple[str, str]]) -> Iterator[str]:
    """(chapter, name) of each field."""
    for chapter, name in fields:
        place = f"the field {name} of {chapter}"
        if name not in test_answers.checks(chapter):
            yield f"{place} has no function: book/answers/{chapter}.py"
        code = {field for field, *_ in test_fields.CODE}
        free = {"right": code, "wrong": code | test_fields.PREDICTIONS}
        for answers, words in zip(test_answers.TYPED.get((chapter, name), ({}, {})), free, strict=True):
            if not answers and (chapter, name) not in free[words]:
                yield f"{place} is never given a {words} answer: tests/book/test_answers.py, TYPED"
        if (chapter, name) not in test_fields.TRIED:
            yield f"{place} is worked out by nothing else: tests/book/test_fields.py, WHOLE, BROKEN or CODE"


def lacks() -> Iterator[str]:
    """All that anything lacks."""
    classes: dict[str, list[type]] = {}
    for module, _, value in public(mistakebound.learners):
        if inspect.isclass(value) and mb.Learner in value.__mro__ and not is_base(value):
            classes.setdefault(module, []).append(value)
    yield from of_learners(classes)
    for module, _, value in public(mistakebound.theorems):
        if isinstance(value, Theorem):
            yield from (f"{value.name} {lack}" for lack in of_theorem(value, module))
    yield from of_fields(test_answers.fields())
    letters = test_letters.complaints(test_letters.read_table(ROOT), test_letters.read_pages(ROOT))
    yield from (f"{lack}: book/notation.md, the table of letters" for lack in letters)


if __name__ == "__main__":
    found = list(lacks())
    sys.exit("\n".join(found) or 0)
