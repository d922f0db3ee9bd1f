"""The page of the theorems against their objects, both ways, and the page of the sources against their inventory."""

import re
from collections import Counter

import pytest
from prooflines import anchor

import mistakebound
from mistakebound.certificates.core import Theorem
from tests.book.checks import parse
from tests.book.test_errata import by_source

THEOREMS = {anchor("atlas", value.name): value for value in vars(mistakebound).values() if isinstance(value, Theorem)}


def words(tag):
    return " ".join(tag.get_text().split())


def atlas_complaints(html):
    """Every object has one entry, one name in the picture, one in the list, and nothing else has; an entry is whole."""
    page = parse(html)
    for part in ("dl.atlas > dt", ".theorem-map svg a", ".theorem-map > ul a"):
        found = Counter(tag.get("id") or tag["href"].removeprefix("#") for tag in page.select(part))
        yield from (f"{part}: {name} is there {found[name]} times" for name in THEOREMS if found[name] != 1)
        yield from (f"{part}: {name} is no theorem" for name in found if name not in THEOREMS)
    for term in page.select("dl.atlas > dt"):
        if theorem := THEOREMS.get(term["id"]):
            yield from (f"{theorem.name} lacks {part}" for part in lacking(theorem, term))


def lacking(theorem, term):
    """What the object has and its entry has not."""
    entry = term.find_next_sibling("dd")
    if words(term) != f"{theorem.title} {theorem.name}":
        yield "its name"
    if theorem.formula not in entry.select_one("div.math").get_text():
        yield "its bound"
    labels = {words(label): label.find_parent("p") for label in entry.select("p > strong")}
    expected = {"Learner:", "Lines:", "Tight?"} | ({"Squeezed:"} if theorem.squeeze else set())
    yield from expected - labels.keys()
    asked = [words(item.a) for item in entry.select("details.checked li")]
    if asked != [claim.name.replace("_", " ") for claim in theorem.hypotheses]:
        yield "a hypothesis"
    if "Lines:" in labels and [words(link) for link in labels["Lines:"].select("a")] != [
        claim.name.replace("_", " ") for claim in theorem.lines
    ]:
        yield "a line"
    on = [p.a["href"] for p in entry.select("p") if p.strong and words(p.strong) == "Builds on"]
    if on != [f"#{anchor('atlas', name)}" for name, _ in theorem.builds_on]:
        yield "what it builds on"


#: How many items the inventory has of each document, and the letter before their numbers.
ITEMS = {"Note": ("N", 21), "Slides": ("S", 55), "Winnow note": ("W", 19), "Scribe notes": ("L", 21), "Post": ("P", 10)}


def source_complaints(html, errata):
    """Every item of every document has its row, which leads into the course; those of the Errata are its own."""
    page = parse(html)
    listed = by_source(errata)
    for name, (letter, number) in ITEMS.items():
        rows = page.select_one(f"#sec-so-{name.lower().replace(' ', '-')}").find_parent("section").select("tbody tr")
        found = {words(row.td): row.select("td:last-child a") for row in rows}
        yield from (f"{name} has no {letter}{i}" for i in range(1, number + 1) if f"{letter}{i}" not in found)
        if len(rows) != number:
            yield f"{name} has {len(rows)} rows"
        for item, links in found.items():
            if all("errata.html" in link["href"] for link in links):
                yield f"{item} leads to no place of the course"
        addresses = " ".join(link["href"] for links in found.values() for link in links)
        linked = {int(entry) for entry in re.findall(r"#erratum-e(\d+)", addresses)}
        if linked != set(listed[name]):
            yield f"{name} and the Errata disagree about {sorted(linked ^ set(listed[name]))}"


@pytest.fixture(scope="module")
def atlas(html):
    return (html / "book" / "theorems.html").read_text("utf-8")


@pytest.fixture(scope="module")
def sources(html):
    return (html / "book" / "sources.html").read_text("utf-8")


@pytest.fixture(scope="module")
def errata(root):
    return (root / "book" / "errata.md").read_text("utf-8")


def test_the_atlas_says_what_the_objects_say(atlas):
    assert list(atlas_complaints(atlas)) == []


def test_every_item_of_the_sources_has_its_place(sources, errata):
    assert list(source_complaints(sources, errata)) == []
