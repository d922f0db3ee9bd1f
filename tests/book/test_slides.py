"""The decks: taken from the chapters word for word, complete, and every slide fits on the screen."""

import numpy as np
import pytest
import slidecuts
from bs4 import BeautifulSoup
from PIL import Image

from tests.book import checks
from tests.book.browser import Visit, serve
from tests.book.smallbook import build

pytestmark = pytest.mark.audit
SMALLEST = 15  # pixels on a slide 1280 wide; FLOOR in slides.js
BOXES = ".proof.theorem, .proof.corollary, .proof.proposition, .proof.lemma, .proof.definition, .proof.algorithm"


def parse(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def words(tag):
    return " ".join(tag.get_text().split())


def boxes(page):
    """The words of each definition, algorithm and theorem of a page or a deck."""
    return [words(box.select_one("[class*=-content]")) for box in page.select(BOXES)]


def missing(chapter, deck):
    """What a chapter states and its deck does not, word for word; a list in a folded box is only for reference, and
    links to a machine-checked proof are the page's."""
    for besides in chapter.select(".dropdown, .machine-checked"):
        besides.decompose()
    stated = [*boxes(chapter), *(words(claim.find_next_sibling("dd")) for claim in chapter.select("dl.claims > dt"))]
    shown = {*boxes(deck), *(words(claim) for claim in deck.select("dl.claims > dd"))}
    return [statement for statement in stated if statement not in shown]


def test_a_deck_states_what_its_chapter_states(root, html, decks, chapter):
    deck = parse(decks / f"{chapter}.html")
    pages = [parse(html / f"{page}.html") for page in checks.chapter_pages(root, chapter)]
    assert boxes(pages[0])
    assert [statement for page in pages for statement in missing(page, deck)] == []
    shown = {image["alt"] for page in pages for image in page.select("figure img")}
    assert shown == {image["alt"] for image in deck.select("img")}

    slides = deck.select(".slides section > section")[1:]  # all but the title's
    assert (decks / f"{chapter}.md").read_text("utf-8").count("\n## ") == len(slides)
    assert not deck.select(".solution")
    assert len(deck.select("ul.exercises li")) >= 6

    numbers = [words(number) for page in pages for number in page.select(".caption-number")]
    listed = [f"Exercise {words(item).split()[0]}" for item in deck.select("ul.exercises li")]
    assert listed == [number for number in numbers if number.startswith("Exercise")]
    assert {words(number) for number in deck.select(".caption-number")} == {
        number for number in numbers if not number.startswith(("Example", "Exercise"))
    }
    assert not deck.select(".section-number")
    pages[0].h1.select_one(".headerlink").decompose()
    assert words(deck.h1) == words(pages[0].h1)


@pytest.mark.parametrize(
    "check", [checks.external_complaints, checks.alt_complaints, checks.id_complaints, checks.markup_complaints]
)
def test_pages(decks, check):
    assert list(check(decks)) == []


@pytest.fixture(scope="module")
def site(decks):
    """The address of a server of the slides."""
    with serve(decks) as address:
        yield address


LOOKS = """() => [...Array(Reveal.getTotalSlides()).keys()].map((number) => {
  Reveal.slide(number);
  const slide = Reveal.getCurrentSlide(), top = document.querySelector(".slide-number").getBoundingClientRect().top;
  return {
    fits: slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth &&
      [...slide.children].every((part) => part.getBoundingClientRect().bottom <= top),
    size: parseFloat(getComputedStyle(slide).fontSize),
    notes: [...slide.querySelectorAll("aside.notes")].some((notes) => notes.offsetHeight),
  };
})"""


def looks(page):
    """What is seen on each slide of an open deck."""
    page.wait_for_selector("html[data-fitted]")
    return page.evaluate(LOOKS)


def test_every_slide_fits(browser, site, chapter):
    with Visit(browser, site, f"{chapter}.html", viewport={"width": 1280, "height": 720}) as visit:
        seen = looks(visit.page)
        assert len(seen) > 10
        wrong = [n for n, look in enumerate(seen, 1) if not look["fits"] or look["size"] <= SMALLEST]
        assert wrong == []
        assert not any(look["notes"] for look in seen)
        assert visit.complaints == []


@pytest.mark.parametrize(("lines", "shown"), [(3, []), (4, []), (5, [2, 3]), (11, [3, 4, 4])])
def test_a_picture_of_many_lines_is_cut_between_them(tmp_path, lines, shown):
    """Each part has the head, and its lines follow those of the part before."""
    grey = np.full((50 + 30 * lines, 99), 255, np.uint8)
    grey[:40, 5] = 7
    for line in range(lines):
        grey[60 + 30 * line, 5] = line
        grey[77 + 30 * line : 79 + 30 * line, 3:97] = 220
    Image.fromarray(grey).convert("RGB").save(tmp_path / "lines.png")
    found = [np.asarray(Image.open(path).convert("L")) for path in slidecuts.parts(tmp_path / "lines.png")]
    assert [(part[:40, 5] == 7).all() for part in found] == [True] * len(shown)
    assert [len(part) for part in found] == [49 + 30 * some for some in shown]
    assert [int(row[5]) for part in found for row in part[60::30]] == (list(range(lines)) if shown else [])


BOOK = """\
# A book

```{toctree}
:caption: Chapters
chapter
```

```{toctree}
:caption: Reference
notation
```
"""
CHAPTER = """\
# A chapter

## In one minute

How often?

$$M \\le 1$$

Never more.

## The theorem

A sentence.

```{prf:theorem} Named
:label: thm-named

Let $C$ be [finite](https://example.org/).
```

Some prose.

```{prf:proof}
It is short.
```

| a | b |
|:--|:--|
| 1 | 2 |

- a list
- of prose

## What to remember

- Nothing.

## Exercises

```{exercise} A question
:label: ex-question

*Prove, hard, 1 hour.* Is it so?
```

```{solution} ex-question
Yes.
```

## History and references

Long ago.
"""


MARKDOWN = [
    "In one minute\n\nHow often?\n\n$$\nM \\le 1\n$$\n\n::: notes\n\nNever more.\n\n:::",
    "The theorem\n\nA sentence.\n\n**Theorem 1 (Named).**\n\nLet $C$ be finite.\n\n::: notes\n\nSome prose.\n\n:::",
    "The theorem\n\nProof. It is short.\n\n| a | b |\n|:--|:--|\n| 1 | 2 |\n\n"
    "::: notes\n\n-   a list\n-   of prose\n\n:::",
]


@pytest.mark.filterwarnings("ignore:.*css_files:sphinx.deprecation.RemovedInSphinx90Warning")  # sphinx-revealjs does
def test_a_deck_from_a_chapter(tmp_path):
    pages = {"index": BOOK, "chapter": CHAPTER, "notation": "# Notation\n"}
    settings = {"myst_enable_extensions": ["dollarmath"], "html_title": "A book", "nb_execution_mode": "off"}
    decks, warnings = build(
        tmp_path, "sphinx_proof", "sphinx_exercise", "slides", pages=pages, builder="slides", **settings
    )
    assert warnings == ""
    assert not (decks / "notation.html").exists()
    assert [link["href"] for link in parse(decks / "index.html").select(".slides a")] == ["chapter.html"]

    head, *slides = (decks / "chapter.md").read_text("utf-8").split("\n\n## ")
    assert head == "---\ntitle: 'A chapter'\nsubtitle: 'A book'\n---"
    assert slides[:3] == MARKDOWN
    assert slides[3:] == ["What to remember\n\n-   Nothing.", "Exercises\n\n-   1 A question *Prove, hard, 1 hour.*\n"]
    deck = parse(decks / "chapter.html").select_one(".slides")
    notes = [words(aside.extract()) for aside in deck.select("aside.notes")]
    assert notes == ["Never more.", "Some prose.", "a list of prose"]
    assert [words(slide) for slide in deck.select("section > section")] == [
        "A chapter A book",
        "In one minute How often? \\[M \\le 1\\]",
        "The theorem A sentence. Theorem 1 (Named) Let \\(C\\) be finite.",
        "The theorem Proof. It is short. a b 1 2",
        "What to remember Nothing.",
        "Exercises 1 A question Prove, hard, 1 hour.",
    ]
