"""The book's own Sphinx extensions, each on a book of a page or two."""

import sys
from io import StringIO
from pathlib import Path
from shutil import rmtree
from types import ModuleType, SimpleNamespace

import pytest
from mend import keep_bars
from nbformat import v4, write
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import docutils_namespace, patch_docutils


def claim(name, label, formula, reason):
    return SimpleNamespace(name=name, label=label, formula=formula, reason=reason)


@pytest.fixture(autouse=True)
def theorems(monkeypatch):
    """A module with one theorem, in the place of the package."""
    module = ModuleType("theorems_of_a_test")
    module.NOVIKOFF = SimpleNamespace(
        name="NOVIKOFF",
        hypotheses=(claim("margin", "H1", r"y\langle u,x\rangle\ge\gamma", "A margin."),),
        lines=(
            claim("progress", "NO1", r"\langle u,w_t\rangle\ge t\gamma", r"Each adds $\gamma$ at least."),
            claim("cauchy_schwarz", "NO6", r"\langle u,w\rangle\le\|u\|\|w\|", "Cauchy and Schwarz."),
        ),
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)


def build(folder, *extensions, **pages):
    """Build pages of Markdown; return the folder of HTML and the warnings."""
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    settings = {
        "extensions": ["myst_nb", *extensions],
        "root_doc": "index",
        "numfig": True,
        "nb_execution_mode": "cache" if "labs" in extensions else "force",
        "nb_execution_cache_path": str(folder / "cache"),
        "nb_execution_timeout": 600,
        "exclude_patterns": ["cache", "jupyter_execute"],
    }
    if "prooflines" in extensions:
        settings["prooflines_module"] = "theorems_of_a_test"
    warnings = StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(folder, None, folder / "html", folder / "trees", "html", settings, StringIO(), warnings)
        app.build()
    return folder / "html", warnings.getvalue()


def test_a_theorem_is_printed(tmp_path):
    text = "# A\n```{hypotheses} NOVIKOFF\n```\n```{proof-lines} NOVIKOFF\n:only: cauchy_schwarz progress\n```\n"
    other = "---\norphan: true\n---\n# B\nBy {line}`NOVIKOFF.cauchy_schwarz`."
    html, warnings = build(tmp_path, "prooflines", index=text, other=other)
    page = (html / "index.html").read_text("utf-8")
    assert warnings == ""
    places = [page.index(f'id="novikoff-{name}"') for name in ("margin", "cauchy-schwarz", "progress")]
    assert places == sorted(places)
    assert r"\(\gamma\)</span> at least." in page
    assert "<strong>cauchy schwarz</strong>" in page
    link = 'href="index.html#novikoff-cauchy-schwarz"><span class="std std-ref">cauchy schwarz</span>'
    assert link in (html / "other.html").read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "```{proof-lines} NOVIKOF\n```",
        "```{proof-lines} NOVIKOFF\n:only: progress growth\n```",
        "```{hypotheses} NOVIKOFF\n:only: progress\n```",
        "{line}`NOVIKOFF.growth`",
        "{line}`NOVIKOFF`",
    ],
)
def test_a_name_that_does_not_exist_stops_the_build(tmp_path, text):
    with pytest.raises(ExtensionError, match=r"index: .* has no"):
        build(tmp_path, "prooflines", index=f"# A\n{text}")


def test_a_link_to_a_line_that_no_page_prints_is_a_warning(tmp_path):
    _, warnings = build(tmp_path, "prooflines", index="# A\nBy {line}`NOVIKOFF.progress`.")
    assert "undefined label: 'novikoff-progress'" in warnings


LAB = """\
import matplotlib.pyplot as plt, ipywidgets
from myst_nb import glue
figure, axes = plt.subplots()
glue("squeeze", figure, display=False)
plt.close()
ipywidgets.interact(lambda k: print("k is", k), k=(0, 8));"""


def write_lab(path, *sources):
    """A lab of these cells, of which the first is a solution."""
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "orphan": True}
    cells = [v4.new_markdown_cell("# Lab"), *map(v4.new_code_cell, sources)]
    cells[1].metadata.tags = ["solution"]
    write(v4.new_notebook(cells=cells, metadata=metadata), path)


@pytest.fixture
def lab(tmp_path):
    """A folder with a lab that glues one figure, without showing it, and has one slider."""
    write_lab(tmp_path / "lab.ipynb", LAB)
    return tmp_path


def glued(key="squeeze", alt=":alt: Two curves that meet."):
    return f"# A\n```{{glue:figure}} lab.ipynb::{key}\n:name: fig\n{alt}\n\nA *caption*.\n```\n"


def test_what_a_lab_shows_on_a_page(lab):
    """Its figure in a chapter, with words for it; its slider where it starts, without what would need a kernel."""
    html, warnings = build(lab, "labs", index=glued(), other="---\norphan: true\n---\n" + glued(alt=":figclass: wide"))
    [warning] = warnings.splitlines()
    assert "other.md" in warning and "say in :alt:" in warning
    page = (html / "index.html").read_text("utf-8")
    [picture] = Path(html, "_images").iterdir()
    assert f'<img alt="Two curves that meet." src="_images/{picture.name}" />' in page
    assert 'id="fig"' in page
    assert "A <em>caption</em>." in page
    page = (html / "lab.html").read_text("utf-8")
    assert "k is 4" in page
    assert 'class="sliders"' in page
    assert "interactive(children" not in page
    assert "widget-state" not in page


MEET = """\
import time, pathlib
pathlib.Path("{mine}").touch(exist_ok=False)
while not pathlib.Path("{other}").exists():
    time.sleep(0.05)"""


@pytest.mark.parametrize("edition", ["shown", "hidden"])
def test_labs_are_run_together(tmp_path, monkeypatch, edition):
    """Each of these two waits for the other, and neither can be run twice."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setenv("SOLUTIONS", edition)
    for mine, other in (("a", "b"), ("b", "a")):
        write_lab(tmp_path / f"{mine}.ipynb", MEET.format(mine=mine, other=other), "f'{7 * 6} met'")
    html, warnings = build(tmp_path, "labs", "solutions", index="# A")
    assert warnings == ""
    for page in (html / "a.html", html / "b.html"):
        text = page.read_text("utf-8")
        assert "42 met" in text and ("touch" in text) == (edition == "shown")


def test_a_lab_is_run_again_when_only_what_it_imports_has_changed(tmp_path):
    write_lab(tmp_path / "lab.ipynb", "import answers; answers.first", "1 / answers.second")
    for first, second, failures in ((41, 1, 0), (42, 1, 0), (43, 0, 1)):
        (tmp_path / "answers.py").write_text(f"first, second = {first}, {second}  # {'of a new length' * first}\n")
        rmtree(tmp_path / "trees", ignore_errors=True)
        html, warnings = build(tmp_path, "labs", index="# A")
        assert f">{first}\n" in (html / "lab.html").read_text("utf-8")
        assert warnings.count("CellExecutionError") == failures


def test_a_figure_that_the_lab_does_not_glue_stops_the_build(lab):
    with pytest.raises(ExtensionError, match="lab glues no figure 'plane'"):
        build(lab, "labs", index=glued(key="plane"))


def test_what_other_tools_leave_is_mended(tmp_path):
    text = "# A\n```python\n>>> 1 + 1\n2\n\n```\n<span class=\"pasted-text\">-8,000,000.5, 1</span>\n"
    html, _ = build(tmp_path, "mend", index=text)
    page = (html / "index.html").read_text("utf-8")
    assert "</span>\n</pre>" in page
    assert ">−8\u00a0000\u00a0000.5, 1</span>" in page


def test_a_numbered_reference_leads_to_its_figure(tmp_path):
    (tmp_path / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    figure = "# A\n```{figure} dot.svg\n:name: fig-dot\n\nA dot.\n```\n"
    other = "---\norphan: true\n---\n# B\nIn {numref}`fig-dot`, and {numref}`Picture %s <fig-dot>`."
    html, warnings = build(tmp_path, "numref", index=figure, other=other)
    page = (html / "other.html").read_text("utf-8")
    assert warnings == ""
    assert page.count('href="index.html#fig-dot"') == 2 and "Fig. 1" in page and "Picture 1" in page


def test_bars_of_a_docstring_are_kept():
    lines = ["|V| is `a|b`, ``||v||``,", ">>> print('|')", "|", "", "so |V|.", r".. math:: \|v\| = |V|", "   |x|"]
    keep_bars(None, "module", "halving", None, None, lines)
    assert lines[0] == r"\|V\| is `a|b`, ``||v||``,"
    assert lines[1:] == [">>> print('|')", "|", "", r"so \|V\|.", r".. math:: \|v\| = |V|", "   |x|"]


def test_mathjax_is_served_from_the_site(tmp_path):
    html, warnings = build(tmp_path, "offline", index="# A\n$x$")
    assert warnings == ""
    assert (html / "_static/mathjax/tex-chtml.js").is_file()
    assert len(list((html / "_static/mathjax/output/chtml/fonts/woff-v2").glob("*.woff"))) > 20
