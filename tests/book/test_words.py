"""Words agree with what is beside them: which way a quantity goes, whose numbers a row has, where a link leads."""

import json
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from chapters import chapter_of, source

from tests.book.numbers import FIGURE, descriptions

pytestmark = pytest.mark.pages
ROOT = Path(__file__).parents[2]
GLUED = re.compile(r"\{glue:text\}`\S*?([\w-]+)\.ipynb::([\w-]+)(?::[^`]*)?`")
WORDS = (("fall", "drop", "shrink", "decrease", "sink"), ("rise", "grow", "increase", "climb"))
GOES = re.compile(
    rf"\b({'|'.join(sum(WORDS, ()))})s?\b(?: [\w-]+){{0,5}}?,?(?: here)? from (\S+?)(?: [^.;,]{{0,40}}?)? to"
    r" (?:about )?(\S+)"
)
RECORD = "application/papermill.record/text/plain"
NUMBER = re.compile(r"-?\d[\d ,]*(?:\.\d+)?(?:e[+-]?\d+)?")
FRACTION = re.compile(r"\\t?frac(?:(\d)(\d)|\{(\d+)\}\{(\d+)\})")


@cache
def glued(lab):
    """Map each key to the number, as text, that a lab stores under it."""
    cells = json.loads(Path(ROOT, "notebooks", f"{lab}.ipynb").read_text("utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return {output["metadata"]["scrapbook"]["name"]: "".join(output["data"].get(RECORD, ""))
            for output in outputs if "scrapbook" in output.get("metadata", {})}  # fmt: skip


def with_numbers(text, lab):
    """A text with the numbers of labs in the place of their keys; in words for a picture those of one lab."""
    text = GLUED.sub(lambda found: glued(found[1]).get(found[2], found[0]), text)
    own = glued(lab) if lab else {}
    return re.sub(r"\{([\w-]+):[,.\d]*[dfg]\}", lambda found: own.get(found[1], found[0]), text)


def value(written):
    """The number that is written, in digits or as a fraction; None if it is another thing."""
    bare = FRACTION.sub(lambda found: str(float(Fraction(*(int(part) for part in found.groups() if part)))), written)
    bare = bare.strip("$*.,;:)").replace("−", "-").replace("\\,", "").replace(",", "")
    return float(bare) if NUMBER.fullmatch(bare) else None


def wrong_ways(text):
    """Where words say that a quantity falls, or rises, from one number to another, and it does not."""
    for found in GOES.finditer(text.replace("\n", " ")):
        start, end = value(found[2]), value(found[3])
        if start is not None and end is not None and (start > end) != (found[1] in WORDS[0]):
            yield found[0]


def texts():
    """{page, or lab: its words}."""
    for path in sorted(Path(ROOT, "book").glob("*.md")):
        figure = re.search(r"\{glue:figure\} \S*?([\w-]+)\.ipynb::", path.read_text("utf-8"))
        yield path.name, with_numbers(path.read_text("utf-8"), figure and figure[1])
    for path in sorted(Path(ROOT, "notebooks").rglob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                yield path.name, "".join(cell["source"])


def test_what_falls_is_less_in_the_end_and_what_rises_more():
    assert [(name, said) for name, text in texts() for said in wrong_ways(text)] == []


def test_whoever_divides_what_is_printed_gets_the_bound_that_is_printed():
    found = re.findall(r"perceptron\.ipynb::digits_(gamma|R2|bound):(\S+?)`", source(ROOT, "perceptron"))
    printed = {key: float(format(float(glued("perceptron")[f"digits_{key}"]), digits)) for key, digits in found}
    assert round(printed["R2"] / printed["gamma"] ** 2) == printed["bound"]


# ---------------------------------------------------------------- rows of what a lab gives

TABLE = re.compile(r"(?:^\|[^\n]*\n)+", re.M)
CLAIM = re.compile(r"\{line\}`(\w+)\.([\w-]+)`")


def keys_of(table):
    """[[the words of the key of a lab, or None]] of the cells of a table, by its rows."""
    found = []
    for line in table.splitlines():
        cells = [[set(key.split("_")) for _, key in GLUED.findall(cell)] for cell in line.split(" | ")]
        found.append([cell[0] if len(cell) == 1 else None for cell in cells] if sum(map(bool, cells)) > 1 else [])
    return found


def mixed(text):
    """Keys in tables that have a word of another row or of another column, beside those of their own."""
    for table in TABLE.findall(text):
        cells = {(i, j): key for i, row in enumerate(keys_of(table)) for j, key in enumerate(row) if key}
        common = set.intersection(*cells.values()) if cells else set()
        for (i, j), key in cells.items():
            row = set.intersection(*(other for (k, _), other in cells.items() if k == i))
            column = set.intersection(*(other for (_, k), other in cells.items() if k == j))
            others = [other for (k, m), other in cells.items() if k != i and m != j]
            if stray := (key - row - column - common) & set().union(*others):
                yield f"{'_'.join(sorted(key))} has {', '.join(sorted(stray))} of another row or column"


def misnamed(text):
    """Rows whose keys name a hypothesis that another row of the table is about."""
    for table in TABLE.findall(text):
        about = set(CLAIM.findall(table))
        for line in table.splitlines():
            own = CLAIM.findall(line)
            for theorem in {theorem for theorem, _ in own}:
                for _, key in GLUED.findall(line):
                    named = theorem, re.sub(r"^break_|_(?:bound|mistakes|expected)$", "", key).replace("_", "-")
                    if named in about.difference(own):
                        yield f"{key} beside {', '.join(name for _, name in own)}"


def exchanged(text):
    """Numbers that a sentence gives to the wrong learner, or calls a bound although another number is the bound."""
    for sentence in re.split(r"(?<=[.;:])\s|\n\n", re.sub(r"^\|.*$", "", text, flags=re.M)):
        keys, said = [set(key.split("_")) for _, key in GLUED.findall(sentence)], GLUED.sub("", sentence)
        places = {word: said.find(word.capitalize()) for word in set().union(*keys)}
        for one, other in pairwise(keys):
            for a, b in product(one - other, other - one):
                if min(places[a], places[b]) >= 0 and places[a] > places[b] and said.count(b.capitalize()) == 1:
                    yield f"{a} before {b}: {sentence}"
        called = [set(found[2].split("_")) for found in re.finditer(rf"\bbound is (?:{GLUED.pattern})", sentence)]
        if any("bound" not in key for key in called) and sum("bound" in key for key in keys) >= len(called):
            yield f"no bound: {sentence}"


PAGES = sorted(Path(ROOT, "book").glob("*.md"))


def test_a_row_has_the_numbers_of_its_own_run():
    texts = {path.name: path.read_text("utf-8") for path in PAGES}
    wrong = {name: [*mixed(text), *misnamed(text), *exchanged(text)] for name, text in texts.items()}
    assert {name: said for name, said in wrong.items() if said} == {}


# ---------------------------------------------------------------- links

LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?:\./)?([\w-]+)\.md(?:#([\w-]+))?\)")
REFERENCE = re.compile(r"\{ref\}`([^`<]+?) ?<([\w-]+)>`")
HEADING = re.compile(r"(?:^\(([\w-]+)\)=\n)?^(#+) ([^\n]+)", re.M)


def home(page):
    return chapter_of(ROOT, f"book/{page}")


def plain(words):
    return " ".join(re.findall(r"\w+", words.lower()))


@cache
def titles():
    """{words of a title: the pages that it is of}, and {label: (page, title)}."""
    of_pages, labels = {}, {}
    for path in PAGES:
        for label, level, title in HEADING.findall(path.read_text("utf-8")):
            if len(level) == 1:
                of_pages.setdefault(plain(title), set()).add(path.stem)
            if label:
                labels[label] = path.stem, plain(title)
    return of_pages, labels


def misleading(text, here):
    """Links with the title of another page than they lead to; in small letters, any page of its chapter will do."""
    of_pages, labels = titles()
    for words, page, _ in LINK.findall(text):
        there = of_pages.get(plain(words), {page})
        if page not in there and (home(page) not in map(home, there) or words.strip("*")[0].isupper()):
            yield f"[{words}] leads to {page}.md"
    sections = {}
    for label, (_, title) in labels.items():
        sections.setdefault(title, set()).add(label)
    for words, label in REFERENCE.findall(text):
        there = labels.get(label, (here,))[0]
        if label not in sections.get(plain(words), {label}) and there not in of_pages.get(plain(words), ()):
            yield f"“{words}” leads to {label}"


def test_no_link_has_the_title_of_another_page_or_section():
    assert [(path.name, said) for path in PAGES for said in misleading(path.read_text("utf-8"), path.stem)] == []


# ---------------------------------------------------------------- what runs one way

FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<!\$)\$([^$]+)\$(?!\$)", re.S)
APART = re.compile(r"[,;:&]|\\\\|\\q?quad|\\iff|\\\w*[rR]ightarrow|\\implies|\\l(?:and|or)\b|\\mid|\\(?:begin|end)")
UP, DOWN = re.compile(r"\\leq?(?![a-z])|<|\\subseteq"), re.compile(r"\\geq?(?![a-z])|>|\\supseteq")
NUMBERED = re.compile(r"(\D+?)\s*\$?(\d+)\$?")


def bare(tex):
    """A formula without what is in brackets or braces."""
    while (less := re.sub(r"\\text\{[^{}]*\}", ";", tex)) != tex or (
        less := re.sub(r"\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]", "", tex)
    ) != tex:
        tex = less
    return tex


def turned(text):
    """Chains of relations that go up and down, headings that do not count on, classes with two names."""
    chains = (part for found in FORMULA.finditer(text) for part in APART.split(bare(found[1] or found[2])))
    yield from (f"up and down: {part.strip()}" for part in chains if UP.search(part) and DOWN.search(part))
    for table in TABLE.findall(text):
        cells = table.splitlines()[0].strip("|").split("|")
        counted = [found.groups() for cell in cells if (found := NUMBERED.fullmatch(cell.strip()))]
        for (one, i), (other, j) in pairwise(counted):
            if one == other and int(j) != int(i) + 1:
                yield f"{other} {j} after {i}"
    classes = {*re.findall(r"SEED=(\d{4}-\w+)", text), *re.findall(r"courses/(\d{4}-\w+)", text)}
    yield from [f"classes {classes}"] * (len(classes) > 1)


def test_what_runs_one_way_is_not_turned():
    texts = {path.name: path.read_text("utf-8") for path in PAGES if path.stem != "errata"}  # which quotes others
    assert [(name, said) for name, text in texts.items() for said in turned(text)] == []


# ---------------------------------------------------------------- pictures

CURVE = re.compile(r"goes from (-?\d\S*?) to (-?\d[\d.e-]*\d|\d)")
VERBS = [re.compile(rf"\b(?:{'|'.join(words)})(?:s|ing)?\b") for words in WORDS]


def directions(drawn):
    """Whether something falls, and whether something rises, in a figure of a lab, as its description states."""
    if squeeze := re.search(r"at least (.*?) and at most (.*?), which meet", drawn):
        return "−" in squeeze[2], bool(re.search(r"√|γt", squeeze[1] + squeeze[2]))
    ends = [tuple(map(float, found)) for found in CURVE.findall(drawn)]
    return any(a > b for a, b in ends), any(a < b for a, b in ends)


def told_otherwise(figures, described):
    """Pictures whose words name only a direction in which nothing goes; *up and down* names both directions."""
    for lab, key, words in figures:
        moves = directions(described.get((lab, key), ""))
        said = ["up and down" in words or bool(verbs.search(words)) for verbs in VERBS]
        if sum(moves) == sum(said) == 1 and tuple(said) != moves:
            yield words


def test_what_falls_in_a_picture_falls_in_its_words():
    figures = [found.groups() for path in PAGES for found in FIGURE.finditer(path.read_text("utf-8"))]
    assert len(figures) > 60
    assert [*told_otherwise(figures, descriptions(ROOT))] == []


# ---------------------------------------------------------------- digits

#: What no page has: a label other than +1, a letter to the sixth power or more, times of exercises such as 23 minutes.
NEVER = re.compile(
    r"(?:(?<=\$)|(?<=, )|(?<=[,(]))\+[02-9](?=[$,)}\\])|(?<=[A-Za-z|}])\^[6-9](?!\d)"
    r"|\*[A-Z][\w-]+, \w+, \d*[1-46-9] minutes"
)
STEP, ITEM = re.compile(r"^\W*(Step|Round) (\d+)\b", re.M), re.compile(r"^(\d+)\. ", re.M)
ITEMS = re.compile(r"(?:^\d+\. [^\n]*\n(?:(?!\d+\. )[^\n]+\n|\n(?= {2,}|\d+\. ))*)+", re.M)


def miscounted(text):
    """Digits that cannot be right, and steps or items of a list whose numbers do not follow each other."""
    yield from NEVER.findall(text)
    lists = [[int(number) for number in ITEM.findall(items)] for items in ITEMS.findall(text)]
    for word in ("Step", "Round"):
        lists.append([int(number) for said, number in STEP.findall(text) if said == word])
    yield from (str(found) for found in lists if found and found != [*range(found[0], found[0] + len(found))])


def test_digits_are_what_they_can_be():
    texts = {path.name: path.read_text("utf-8") for path in PAGES}
    assert [(name, said) for name, text in texts.items() for said in miscounted(text)] == []
