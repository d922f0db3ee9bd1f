"""The numbers of chapters, of the things that each chapter counts, and of references to these."""

import re
from itertools import chain

import pytest
import yaml
from chapters import chapters

from tests.book.checks import page, source_files, toc_documents
from tests.book.smallbook import build

#: "Theorem 6.2" and the like.
CAPTION = re.compile(r"([A-Z][a-z]+\.?) (\d+(?:\.\d+)?)")


def captions(path):
    """{place: (kind, number)} of a built page, in its order."""
    found = {}
    for caption in page(path).select(".caption-number"):
        place = caption.find_parent(lambda tag: tag.name in ("figure", "div") and tag.get("id"))["id"]
        found[place] = CAPTION.fullmatch(caption.get_text().strip()).groups()
    return found


def complaints(chapter, pages):
    """The kinds of captions on these pages whose numbers are not 1, 2, 3, ... after the number of their chapter."""
    numbers = {}
    for kind, number in chain.from_iterable(found.values() for found in pages):
        numbers.setdefault(kind, []).append(number)
    before = f"{chapter}." if chapter else ""
    for kind, found in numbers.items():
        if found != [f"{before}{i}" for i in range(1, len(found) + 1)]:
            yield f"{before} {kind} {', '.join(found)}"


@pytest.fixture(scope="module")
def numbers(root, html):
    """{page: its captions}."""
    return {name: captions(html / f"{name}.html") for name in toc_documents(root)}


def test_each_kind_runs_through_its_chapter(root, numbers):
    others = dict(numbers)
    for chapter, pages in enumerate(chapters(root).values(), start=1):
        assert list(complaints(chapter, [others.pop(name) for name in pages])) == []
    assert list(complaints(None, others.values())) == []
    kinds = {kind for found in numbers.values() for kind, _ in found.values()}
    assert {"Theorem", "Definition", "Algorithm", "Exercise", "Fig."} <= kinds


def test_the_core_of_a_chapter_is_called_by_its_number_and_no_other_page_or_section(root, html):
    cores = {pages[0]: f"{number} " for number, pages in enumerate(chapters(root).values(), start=1)}
    for name in toc_documents(root):
        shown = page(html / f"{name}.html").select("article .section-number")
        wanted = [("h1", cores[name])] if name in cores else []
        assert [(number.parent.name, number.get_text()) for number in shown] == wanted
    welcome = page(html / "book" / "welcome.html")
    for lists in (".bd-links a", ".chapter-map svg a", ".chapter-map li a"):
        named = [link.get_text() for link in welcome.select(lists)]
        assert {sum(text.lstrip().startswith(number) for text in named) for number in cores.values()} == {1}


def test_the_other_pages_of_a_chapter_have_its_title_up_to_the_colon(root, html):
    def title(name):
        return page(html / f"{name}.html").h1.find(string=True, recursive=False).casefold()

    for core, *others, lab in chapters(root).values():
        name = title(core).partition(":")[0]
        assert {title(other).rpartition(":")[0] for other in others} == {name}
        assert title(lab) == f"lab: {name}"


def test_a_reference_has_the_number_of_its_target(root, html, numbers):
    seen = 0
    for name in numbers:
        path = html / f"{name}.html"
        for link in page(path).select("article a.reference.internal[href*='#']"):
            to, _, place = link["href"].partition("#")
            target = (path.parent / to).resolve() if to else path
            caption = numbers.get(target.relative_to(html).with_suffix("").as_posix(), {}).get(place)
            said = CAPTION.match(link.get_text().strip())
            if caption and said:
                assert said[2] == caption[1], f"{name}: {link.get_text()}"
                seen += 1
    assert seen > 500


def test_nobody_types_such_a_number(root):
    kinds = r"Axiom|Theorem|Lemma|Algorithm|Definition|Corollary|Example|Proposition|Exercise|Fig(?:ure|\.)"
    typed = re.compile(rf"\b(?:{kinds}) \d+\.\d+")
    paths = [*source_files(root), *root.glob("book/**/*.yml"), *root.glob("notebooks/assignments/source/**/*.ipynb")]
    assert [found for path in paths for found in typed.findall(path.read_text("utf-8"))] == []


@pytest.mark.filterwarnings("ignore:nodes.Node.traverse:PendingDeprecationWarning")  # sphinx-multitoc-numbering does
def test_an_insertion_renumbers_one_chapter(root, tmp_path):
    """Even if only the page that changed is read again."""
    contents = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))
    pages = [{"file": "a", "sections": [{"file": "a-exercises"}]}, {"file": "b"}]
    contents |= {"root": "index", "parts": [contents["parts"][0] | {"chapters": pages}]}

    def box(kind, *labels):
        return "".join(f"```{{{kind}}}\n:label: {label}\n\nText.\n```\n" for label in labels)

    pages = {
        "index": "# Book\n" + box("prf:theorem", "thm-0"),
        "a": "# A\n## Part\n" + box("prf:theorem", "thm-1", "thm-2") + box("exercise", "ex-1"),
        "a-exercises": "# Exercises\n" + box("exercise", "ex-2") + box("prf:theorem", "thm-3"),
        "b": "# B\n" + box("exercise", "ex-3") + "{ref}`ex-2`, {prf:ref}`thm-3`\n",
    }

    def said(folder, **changed):
        """The numbers of all boxes, and what the last page calls two of them."""
        folder.mkdir(exist_ok=True)
        (folder / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
        extensions = "sphinx_external_toc", "sphinx_proof", "sphinx_exercise", "contents", "shown"
        html, warnings = build(folder, *extensions, pages=changed)
        assert warnings == ""
        found = {place: number for name in pages for place, (_, number) in captions(html / f"{name}.html").items()}
        return found, [link.get_text() for link in page(html / "b.html").select("p > a.internal")]

    before, references = said(tmp_path / "book", **pages)
    assert " ".join(before.values()) == "1 1.1 1.2 1.1 1.2 1.3 2.1"
    assert references == ["Exercise 1.2", "Theorem 1.3"]
    pages["a"] += box("exercise", "ex-new")
    after, references = said(tmp_path / "book", a=pages["a"])
    assert {place for place in before if after[place] != before[place]} == {"ex-2"}
    assert references == ["Exercise 1.3", "Theorem 1.3"]
    assert (after, references) == said(tmp_path / "anew", **pages)
