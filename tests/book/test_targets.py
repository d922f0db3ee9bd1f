"""Every glued value, reference and citation is where somebody has read it; and another one is found."""

import re
from pathlib import Path

import pytest
import yaml

from tests.book.targets import STORED, TARGET, complaints, explained, misnamed, paragraphs, read_pages, titles, values

ROOT = Path(__file__).parents[2]
PAGES = read_pages(ROOT)
READ = yaml.safe_load(STORED.read_text("utf-8"))


@pytest.mark.parametrize("page", {**PAGES, **READ})
def test_the_targets_of_a_page_have_been_read(page):
    now, stored = ({page: pages[page]} if page in pages else {} for pages in (PAGES, READ))
    assert list(complaints(now, stored)) == []


def test_a_link_that_is_called_as_a_page_leads_to_it():
    assert list(misnamed(ROOT)) == []


@pytest.mark.parametrize("page", [page for page, targets in PAGES.items() if len(set(targets)) > 1])
def test_two_exchanged_targets_are_found(page):
    """The first and the last of a page that are different."""
    text = (ROOT / "book" / f"{page}.md").read_text("utf-8")
    first, *_, last = TARGET.finditer(text)
    assert first[0] != last[0]
    between = text[first.end() : last.start()]
    changed = text[: first.start()] + last[0] + between + first[0] + text[last.end() :]
    now = {page: [targets for targets, _ in paragraphs(changed)]}
    assert len(list(complaints(now, {page: READ[page]}))) == 1


TEXT = """# One

(sec-two)=
## Two

At most {glue:text}`../notebooks/one.ipynb::bound:.1f` mistakes, by {line}`NOVIKOFF.growth`; see [here](two.md),
{ref}`sec-two` and {ref}`the second <sec-two>`. What $x$ and `{ref}` are is said by {cite:t}`novikoff1962`.

```{glue:figure} ../notebooks/one.ipynb::squeeze
:alt: A line that ends at {bound:.1f}.
```

```{statement} NOVIKOFF
```
"""


def test_a_target_is_what_a_paragraph_shows_or_leads_to():
    (_, paragraph), *_ = found = list(paragraphs(TEXT))
    words = "one::bound:.1f NOVIKOFF.growth two.md sec-two sec-two novikoff1962"
    assert [targets for targets, _ in found] == [words, "one::squeeze bound:.1f", "NOVIKOFF"]
    known = {"one::bound": "7.25", "two.md": "Two", "sec-two": "The second"}
    said = explained(paragraph, known).replace("\n", " ")
    assert "At most [bound = 7.2] mistakes, by [NOVIKOFF.growth]; " in said
    assert "see [here](two.md: Two), [sec-two: The second]" in said


def test_words_may_change_and_targets_may_not():
    read = {"one": [targets for targets, _ in paragraphs(TEXT)]}
    for old, new, found in [
        ("At most", "No more than", 0),
        ("::bound", "::bounds", 1),
        ("{bound:", "{bounds:", 1),
        ("](two.md)", "](three.md)", 1),
        ("novikoff1962", "rosenblatt1958", 1),
        ("{statement} NOVIKOFF", "{statement} HINGE", 1),
    ]:
        now = {"one": [targets for targets, _ in paragraphs(TEXT.replace(old, new))]}
        assert len(list(complaints(now, read))) == found, new
    assert len(list(complaints({}, read))) == len(list(complaints(read, {}))) == 1


def test_a_link_with_the_name_of_another_page_is_found(tmp_path):
    (tmp_path / "book").mkdir()
    text = "# One\n[Two](one.md), [One](one.md), [*One*](two.md), [second](two.md)\n"
    (tmp_path / "book" / "one.md").write_text(text)
    (tmp_path / "book" / "two.md").write_text("# Two\n")
    assert list(misnamed(tmp_path)) == ["one.md: [Two] leads to one.md", "one.md: [*One*] leads to two.md"]


def test_whoever_reads_is_shown_what_targets_are():
    known = values(ROOT) | titles(ROOT)
    shown = {word for targets in PAGES.values() for paragraph in targets for word in paragraph.split()}
    glued = {re.sub(r":[^:]*$", "", word) for word in shown if re.search(r"::[\w-]+:", word)}
    assert len(glued) > 500 and glued <= known.keys()
    assert known["sec-tight"] and known["halving.md"] == "Halving" and "1962" in known["novikoff1962"]
