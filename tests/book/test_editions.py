"""The students' edition holds no solution.

A word that occurs nowhere else is planted wherever a solution can be: in the text, the formula, the code, the picture
and the label of a solution, in a lab's cells and their outputs, in a docstring.
"""

import re
import subprocess
import sys
import zlib
from types import ModuleType

import pytest
import solutions
from nbformat import v4
from sphinx.errors import ExtensionError

from tests.book.smallbook import build, write_lab

pytestmark = pytest.mark.audit
CANARY = "xqzvkw"
CHAPTER = f"""\
# A chapter

```{{exercise}} A question
:label: ex-question

*Warm-up, easy, 5 minutes.* How many?
```

````{{solution}} ex-question
:label: solution-{CANARY}
:class: dropdown

In words {CANARY}, as a formula $x_{{{CANARY}}}$, and as code:

```python
>>> "{CANARY}"
```
![Two curves: {CANARY}]({CANARY}.svg)
{{glue:text}}`lab.ipynb::answer:s`
````

```{{eval-rst}}
.. autoclass:: package_of_a_test.Adversary
```

```{{toctree}}
lab
```
"""
CELLS = [
    v4.new_markdown_cell(f"The answer, {CANARY}.", metadata={"tags": ["solution"]}),
    v4.new_code_cell(f"answer = '{CANARY}'; print(answer)", metadata={"tags": ["solution"]}),
    "from myst_nb import glue; glue('answer', answer, display=False); print('The end')",
]


class Adversary:
    __doc__ = f"What it does.\n\nHow it does it: {CANARY}.\n"


def search(folder, word):
    """The built files that hold a word, also where it is packed."""
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        if path.name == "objects.inv":
            content = zlib.decompress(content.split(b"\n", 4)[4])
        if word.encode() in content or word in path.name:
            yield path.relative_to(folder).as_posix()


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """Builds one edition of the small book; returns the folder of output and the warnings."""
    module = ModuleType("package_of_a_test")
    module.Adversary = Adversary
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(solutions, "SOLVED", {"package_of_a_test.Adversary"})
    (tmp_path / f"{CANARY}.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    write_lab(tmp_path / "lab.ipynb", *CELLS)
    settings = {"nb_execution_mode": "force", "nb_merge_streams": True, "html_copy_source": False,
                "html_theme": "sphinx_book_theme"}  # fmt: skip

    def run(name):
        monkeypatch.setenv("SOLUTIONS", name)
        pages, extensions = {"index": CHAPTER}, ["sphinx.ext.autodoc", "sphinx_exercise", "search", "solutions"]
        return build(tmp_path, *extensions, pages=pages, **settings)

    return run


def test_the_students_edition_holds_no_solution(edition):
    html, warnings = edition("hidden")
    assert warnings == ""
    assert list(search(html, CANARY)) == []
    assert list(search(html.parent / "trees", CANARY)) == []
    assert "How many?" in (html / "index.html").read_text("utf-8")
    assert "What it does." in (html / "index.html").read_text("utf-8")
    assert "The end" in (html / "lab.html").read_text("utf-8")


WELCOME = """\
# Welcome
To all.

```{teachers}
To [teachers](teach.md): solutions are folded.
```
"""


@pytest.mark.parametrize("name", ["shown", "hidden"])
def test_pages_and_sentences_for_teachers_are_in_one_edition(tmp_path, monkeypatch, name):
    monkeypatch.setenv("SOLUTIONS", name)
    monkeypatch.setattr(solutions, "TEACHERS", {"teach"})
    (tmp_path / "_toc.yml").write_text("root: index\nentries: [{file: teach}, {file: other}]\n", encoding="utf-8")
    pages = {"index": WELCOME, "teach": "# Grading", "other": "# Other"}
    html, warnings = build(tmp_path, "sphinx_external_toc", "solutions", pages=pages, html_copy_source=False)
    assert warnings == ""
    for word in ("Grading", "teachers", "folded", "teach.html"):
        assert bool(list(search(html, word))) == (name == "shown"), word
    assert "To all." in (html / "index.html").read_text("utf-8")
    assert "other.html" in (html / "index.html").read_text("utf-8")


def test_an_edition_that_does_not_exist_stops_the_build(edition):
    with pytest.raises(ExtensionError, match="SOLUTIONS is 'hide'"):
        edition("hide")


@pytest.mark.parametrize("command", ["book", "slides", "serve", "budget"])
def test_editions_are_built_apart(root, command):
    """No command that forgets which edition it is for puts solutions where the students' pages are."""

    def folders(*edition):
        asked = ["make", "--dry-run", "--always-make", command, *edition]
        plan = subprocess.run(asked, cwd=root, text=True, capture_output=True, check=True).stdout
        return set(re.findall(r"--path-output (\S+)", plan))

    assert folders() == folders("SOLUTIONS=shown") == {"./"}
    assert folders("SOLUTIONS=hidden") == {"./students/"}
