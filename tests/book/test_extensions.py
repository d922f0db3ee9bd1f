"""The book's own Sphinx extensions, each on a book of a page or two."""

import json
import re
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import nbformat
import needed
import pytest
import ratios
import yaml
from launch import BINDER, COLAB, add_buttons, buttons, public_address
from matplotlib.image import imread
from mend import keep_bars
from nbformat import v4
from pybtex.database import parse_string
from sphinx.errors import ExtensionError

from tests.book.checks import parse
from tests.book.smallbook import ORPHAN, build, sound, write_lab
from tools import canonical

# ---------------------------------------------------------------- prooflines


def claim(name, formula, reason, at="every update t"):
    return SimpleNamespace(name=name, formula=formula, reason=reason, at=SimpleNamespace(words=at))


@pytest.fixture
def theorem(monkeypatch):
    """The settings that put a module with one theorem in the place of the package."""
    module = ModuleType("theorems_of_a_test")
    module.NOVIKOFF = SimpleNamespace(
        name="NOVIKOFF",
        title="Mistake bound",
        proof=None,
        unproved=None,
        uses={},
        builds_on=(),
        statement="Let $u$ be a comparator.\n\nThen $M$ is small.",
        labels={"margin": "H1", "progress": "1", "cauchy_schwarz": "2"},
        hypotheses=(claim("margin", r"y\langle u,x\rangle\ge\gamma", "A margin."),),
        lines=(
            claim("progress", r"\langle u,w_t\rangle\ge t\gamma", r"Each adds $\gamma$ at least."),
            claim("cauchy_schwarz", r"\langle u,w\rangle\le\|u\|\|w\|", "Cauchy and Schwarz.", "the run"),
        ),
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return {"prooflines_module": module.__name__}


def test_a_theorem_is_printed(tmp_path, theorem):
    the_theorem = sys.modules[theorem["prooflines_module"]].NOVIKOFF
    lines = "```{proof-lines} NOVIKOFF\n:only: cauchy_schwarz progress\n```\n"
    text = f"# A\n```{{statement}} NOVIKOFF\n```\n```{{hypotheses}} NOVIKOFF\n```\n{lines}"
    other = ORPHAN + "# B\nBy {line}`NOVIKOFF.cauchy_schwarz`."
    page = sound(tmp_path, "prooflines", pages={"index": text, "other": other}, **theorem)
    parsed = page("index")
    stated = parsed.select_one("p#theorem-novikoff")
    assert stated.get_text() == r"Let \(u\) be a comparator." and stated.find_next("p").get_text().startswith("Then")
    terms = parsed.select("dl.claims > dt")
    assert [term["id"] for term in terms] == ["novikoff-margin", "novikoff-progress", "novikoff-cauchy-schwarz"]
    assert [term.get_text() for term in terms[1:]] == ["progress 1 every update t", "cauchy schwarz 2 the run"]
    assert [item.name for item in parsed.select_one("details.checked dd").find_all(recursive=False)] == ["p", "div"]
    assert r"\(\gamma\) at least." in parsed.get_text()
    formulas = [formula.get_text().strip() for formula in parsed.select("dl.claims dd div.math")]
    assert formulas == [rf"\[{claim.formula}\]" for claim in the_theorem.hypotheses + the_theorem.lines]
    assert page("other").select_one('a[href="index.html#novikoff-cauchy-schwarz"]').get_text() == "cauchy schwarz"


@pytest.mark.parametrize(
    "text",
    ["```{proof-lines} NOVIKOF\n```", "```{hypotheses} NOVIKOFF\n:only: progress\n```", "{line}`NOVIKOFF.growth`"],
)
def test_a_claim_that_does_not_exist_stops_the_build(tmp_path, theorem, text):
    with pytest.raises(ExtensionError, match=r"index: .* has no"):
        build(tmp_path, "prooflines", pages={"index": f"# A\n{text}"}, **theorem)


# ---------------------------------------------------------------- live


def test_sliders_that_no_lab_has_stop_the_build(tmp_path, monkeypatch):
    monkeypatch.setenv("LIVE", "no")
    write_lab(tmp_path / "lab.ipynb", "from mistakebound.course import interact", "interact(runs, n=(1, 9))")
    pages = {"index": "# A\n```{sliders} lab.ipynb::races\n```"}
    _, warnings = build(tmp_path, "live", pages=pages)
    assert "lab.ipynb has no sliders for 'races'; it has some for: runs" in warnings


STREAM = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("page", "book/_live/page.py")
page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(page)
sent, reader = [], page.Page()
page.send, reader.names["sent"] = lambda *said: sent.append(said), sent
assert reader.run("print('begins')\\nassert sent[0] == ('text', 'begins')", 1) == "done", sent
"""


def test_a_live_cell_says_each_thing_as_it_comes(root):
    subprocess.run([sys.executable, "-c", STREAM], cwd=root, check=True)


# ---------------------------------------------------------------- shown, remade


@pytest.mark.parametrize(
    ("changed", "again"), [("# B\n\nOther words.", {"b"}), ("# Other\n\nWords.", {"b", "c"})], ids=["words", "title"]
)
def test_a_page_is_written_again_if_its_text_or_what_it_shows_has_changed(tmp_path, changed, again):
    index = "# A\n```{toctree}\nb\nc\n```"
    html, _ = build(tmp_path, "shown", pages={"index": index, "b": "# B\n\nWords.", "c": "# C\n\nSee [](b.md)."})
    for page in "bc":
        (html / f"{page}.html").write_text("as it was", "utf-8")
    _, warnings = build(tmp_path, "shown", pages={"b": changed})
    assert warnings == ""
    assert {page for page in "bc" if (html / f"{page}.html").read_text("utf-8") != "as it was"} == again


def test_a_page_is_read_again_if_another_leads_to_it_now(tmp_path):
    further = {"file": "book/easy", "sections": [{"file": "book/easy-further"}]}
    contents = {"parts": [{"caption": "Chapters", "chapters": [further, {"file": "book/hard"}]}]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
    (tmp_path / "book").mkdir()
    pages = {"index": "# A", "book/easy": "# Easy", "book/easy-further": "# Easy: further\n\n(sec-more)=\n## More\n"}
    said = {}
    for hard in ("# Hard", "# Hard\n\nSee {ref}`sec-more`."):
        html, _ = build(tmp_path, "needed", "remade", pages=pages | {"book/hard": hard})
        said[hard] = parse((html / "book" / "easy-further.html").read_text("utf-8")).em.get_text()
        needed.pages.cache_clear()
        needed.named_by.cache_clear()
        pages = {}
    assert list(said.values()) == ["Nothing later refers to this.", "Referred to later: Hard."]


# ---------------------------------------------------------------- ratios, cite


def test_a_table_that_the_file_of_results_lacks_stops_the_build(tmp_path):
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / ratios.SOURCE).write_text('{"rows": []}', "utf-8")
    with pytest.raises(ExtensionError, match="no rows of product"):
        build(tmp_path, "ratios", pages={"index": "# A\n```{ratios} product\n```"})


def test_a_figure_of_results_says_in_words_what_it_shows(root, html):
    image = parse((html / "book" / "benchmarks.html").read_text("utf-8")).select_one("figure img")
    rows = json.loads((root / ratios.SOURCE).read_text("utf-8"))["rows"]
    shown = [row for row in rows if row["table"] == "growth" and row["task"].startswith("play")]
    assert all(ratios.number(row["ratio"]) in image["alt"] and row["over"] in image["alt"] for row in shown)


def test_the_course_is_cited_as_its_file_says(tmp_path, root):
    (tmp_path / "CITATION.cff").write_bytes((root / "CITATION.cff").read_bytes())
    pages = {"index": "# A\n```{cite-course}\n```"}
    page = sound(tmp_path, "cite", pages=pages, html_baseurl="https://example.org/")
    (entry,) = parse_string(page("index").pre.get_text(), "bibtex").entries.values()
    said = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert entry.fields["title"].strip("{}") == said["title"]
    assert entry.fields["note"] == f"Version {said['version']}"
    assert entry.fields["url"] == "https://example.org/"
    assert [str(person).strip("{}") for person in entry.persons["author"]] == [said["authors"][0]["name"]]


# ---------------------------------------------------------------- atlas, theoremmap

STATED = "```{statement} NOVIKOFF\n```\n```{hypotheses} NOVIKOFF\n```\n```{proof-lines} NOVIKOFF\n```\n"
INDEX = "# Index\n```{theorem-map}\n```\n```{atlas}\n```\n```{py:class} Perceptron\n```\n```{toctree}\na\nb\n```\n"
SHARED = "# Sharing\n```{statement} SHARING\n```\n"


@pytest.fixture
def two_theorems(theorem):
    """Another one builds on the first and shares a line, and has a squeeze."""
    module = sys.modules[theorem["prooflines_module"]]
    first = module.NOVIKOFF
    first.squeeze, first.how_tight, first.formula = None, "Met by an adversary, for $\\gamma = 1$.", r"M \le 1"
    first.learner = "`Perceptron`, at any rate."
    module.SHARING = SimpleNamespace(
        name="SHARING", title="A bound that shares", proof=None, unproved="it is new",
        uses={}, statement="Then $M$ is large.",
        labels={"progress": "1"},
        hypotheses=(), lines=first.lines[:1], how_tight="Open.", formula="M = 2", learner="Any.",
        builds_on=(("NOVIKOFF", "for $R = 1$"),),
        squeeze=SimpleNamespace(quantity="sum of all", labels=["0", "S_t", "n - t"]),
    )  # fmt: skip
    return theorem


def test_the_atlas_has_every_theorem_and_all_its_names_are_links(tmp_path, two_theorems):
    pages = {"index": INDEX, "a": f"# First\n{STATED}", "b": SHARED}
    built = sound(tmp_path, "prooflines", "atlas", "theoremmap", pages=pages, **two_theorems)
    page = built("index")
    assert [heading.get_text() for heading in page.select("h3.rubric")] == ["First", "Sharing"]
    titles = page.select("dl.atlas > dt")
    assert [(dt["id"], dt.get_text(), dt.a["href"]) for dt in titles] == [
        ("atlas-novikoff", "Mistake bound NOVIKOFF", "a.html#theorem-novikoff"),
        ("atlas-sharing", "A bound that shares SHARING", "b.html#theorem-sharing"),
    ]  # fmt: skip
    first, shares = page.select("dl.atlas > dd")
    assert [a["href"] for a in first.select("a")] == [
        "#Perceptron", "a.html#novikoff-margin", "a.html#novikoff-progress", "a.html#novikoff-cauchy-schwarz",
        "#atlas-sharing",
    ]  # fmt: skip
    assert [a["href"] for a in shares.select("a")] == ["a.html#novikoff-progress", "#atlas-novikoff"]
    for says in (r"\[M \le 1\]", "Learner: Perceptron, at any rate.", "margin: A margin.", "cauchy schwarz",
                 "Tight? Met by an adversary", "Leads to A bound that shares"):  # fmt: skip
        assert says in first.get_text()
    assert r"Squeezed: sum of all, \(0 \le S_t \le n - t\)." in shares.get_text()
    assert r"Builds on Mistake bound: for \(R = 1\)." in shares.get_text()
    waits = "Not yet machine-checked for all runs, because it is new."
    assert waits in shares.get_text() and waits in built("b").get_text()


def test_the_reason_of_a_line_is_printed_once(tmp_path, two_theorems):
    module = sys.modules[two_theorems["prooflines_module"]]
    other = claim("limit", r"M\le 2", "Count.")
    module.SHARING.lines += (other,)
    module.SHARING.labels["limit"] = "2"
    pages = {"index": f"# First\n{STATED}", "b": ORPHAN + SHARED + "```{proof-lines} SHARING\n```\n"}
    page = sound(tmp_path, "prooflines", pages=pages, **two_theorems)("b")
    assert [term["id"] for term in page.select("dl.claims > dt")] == ["sharing-progress", "sharing-limit"]
    again, own = page.select("dl.claims > dd")
    assert again.p.get_text() == "As in: Mistake bound" and again.a["href"] == "index.html#novikoff-progress"
    assert again.select_one("div.math").get_text().strip() == rf"\[{module.NOVIKOFF.lines[0].formula}\]"
    assert own.select_one("div.math").get_text().strip() == rf"\[{other.formula}\]"


def test_a_line_is_printed_where_a_reader_first_meets_it(tmp_path, two_theorems):
    """Also under a theorem that builds on the one of a later page."""
    contents = "parts: [{caption: Chapters, chapters: [{file: book/easy}, {file: book/hard}]}]"
    (tmp_path / "_toc.yml").write_text(contents, "utf-8")
    (tmp_path / "book").mkdir()
    easy = f"{ORPHAN}{SHARED}```{{proof-lines}} SHARING\n```\n"
    pages = {"index": "# Index", "book/easy": easy, "book/hard": f"{ORPHAN}# Hard\n{STATED}"}
    page = sound(tmp_path, "prooflines", pages=pages, **two_theorems)
    assert page("book/easy").select_one("dl.lines > dd div.math")
    assert page("book/hard").select_one("dl.lines > dd a")["href"] == "easy.html#sharing-progress"


@pytest.mark.parametrize(
    ("pages", "complaint"),
    [
        ({"b": "# Sharing"}, "no page states SHARING"),
        ({"a": "# First\n```{statement} NOVIKOFF\n```"}, "no page prints NOV"),
        ({"index": INDEX.replace("{py:class} Perceptron", "{py:class} Winnow")}, "Perceptron is documented 0 times"),
    ],
)
def test_an_atlas_with_a_gap_stops_the_build(tmp_path, two_theorems, pages, complaint):
    whole = {"index": INDEX, "a": f"# First\n{STATED}", "b": SHARED}
    with pytest.raises(ExtensionError, match=complaint):
        build(tmp_path, "prooflines", "atlas", "theoremmap", pages=whole | pages, **two_theorems)


# ---------------------------------------------------------------- labs

STORED = {"nb_execution_mode": "off"}
LAB = """\
import matplotlib.pyplot as plt
from mistakebound.course import interact
from myst_nb import glue
figures = {name: plt.subplots(facecolor=name)[0] for name in ("red", "blue")}
plt.close("all")
glue("blue", figures["blue"], display=False)
display(*figures.values())
interact(lambda k=4: print("k is", k), k=(0, 8));"""


def stored_lab(folder, *cells):
    write_lab(folder / "lab.ipynb", *cells)
    lab = canonical.canonical(canonical.recorded(nbformat.read(folder / "lab.ipynb", as_version=4), folder))
    lab.metadata["orphan"] = True
    nbformat.write(lab, folder / "lab.ipynb")


def glued(key="blue", alt=":alt: Two curves that meet."):
    return f"# A\n```{{glue:figure}} lab.ipynb::{key}\n:name: fig\n{alt}\n\nA *caption*.\n```\n"


def test_what_a_lab_shows_on_a_page(tmp_path):
    """Its figure in a chapter, with words for it; its slider where it starts, without what would need a kernel."""
    stored_lab(tmp_path, LAB)
    pages = {"index": glued(), "other": ORPHAN + glued(alt="")}
    html, warnings = build(tmp_path, "labs", pages=pages, numfig=True, **STORED)
    [warning] = warnings.splitlines()
    assert "other.md" in warning and "write alternative text for the picture, :alt:" in warning
    page = (html / "index.html").read_text("utf-8")
    picture = imread(html / re.search(r'<img alt="Two curves that meet." src="(_images/.*?)"', page)[1])
    assert picture[0, 0].tolist() == [0, 0, 1]
    assert 'id="fig"' in page and "A <em>caption</em>." in page
    page = (html / "lab.html").read_text("utf-8")
    assert "k is 4" in page and 'class="sliders"' in page
    assert "children" not in page and "widget-state" not in page


def test_words_for_a_figure_have_the_numbers_that_the_lab_glues(tmp_path):
    stored_lab(tmp_path, LAB, "glue('mistakes', 25, display=False); glue('low', -8000., display=False)")
    pages = {"index": glued(alt=":alt: Two curves that meet at {mistakes:.1f}, {low:,d} below.")}
    page = sound(tmp_path, "labs", pages=pages, **STORED)
    assert "at 25.0, -8,000 below" in page("index").img["alt"]
    gone = {"number 'mistake'": glued(alt=":alt: They meet at {mistake:d}."), "figure 'plane'": glued("plane")}
    for says, page in gone.items():
        with pytest.raises(ExtensionError, match=f"lab glues no {says}"):
            build(tmp_path, "labs", pages={"index": page}, **STORED)


def test_what_cells_show_below_a_question_is_folded_with_the_words_that_tell_it(tmp_path):
    def words(text):
        return nbformat.v4.new_markdown_cell(text)

    lab = [
        words("# Lab\n\n**Predict.** Which?\n\nThink."), shows("one"), shows("two"),
        words("As it must.\n\nNow another:"), shows("three"),
        words("**Will it?** **Predict.**"), shows("four"), words("It does.\n\n**Your turn.** Try."),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=lab), tmp_path / "lab.ipynb")
    html, _ = build(tmp_path, "labs", pages={"index": "# A\n"}, **STORED)
    page = parse((html / "lab.html").read_text("utf-8"))
    folds = [" ".join(fold.get_text().split()) for fold in page.select("details.outcome")]
    assert folds == ["Show the outcome one", "Show the outcome two As it must.", "Show the outcome four It does."]


def shows(text):
    output = nbformat.v4.new_output("stream", text=text)
    return nbformat.v4.new_code_cell(f"print({text!r})", outputs=[output], execution_count=1)


# ---------------------------------------------------------------- mend


def test_what_other_tools_leave_is_mended(tmp_path):
    text = '# A\n```python\n>>> 1 + 1\n2\n\n```\n<span class="pasted-text">-8,000,000.5, 1</span>\n'
    html, _ = build(tmp_path, "mend", pages={"index": text})
    page = (html / "index.html").read_text("utf-8")
    assert "</span>\n</pre>" in page and ">−8\u00a0000\u00a0000.5, 1</span>" in page


def test_what_has_an_anchor_has_a_link_to_it(tmp_path, theorem):
    text = """# A
```{prf:definition} Margin
:label: def-margin
How far.
```
```{exercise}
:label: ex-how
How far?
```
```{proof-lines} NOVIKOFF
```
"""
    extensions = ("sphinx_proof", "sphinx_exercise", "prooflines", "mend")
    page = sound(tmp_path, *extensions, pages={"index": text}, **theorem)("index")
    links = {link["href"]: link.parent for link in page.select("div.admonition a.headerlink, dt a.headerlink")}
    assert list(links) == ["#def-margin", "#ex-how", "#novikoff-progress", "#novikoff-cauchy-schwarz"]
    assert [parent.get_text() for parent in links.values()][:2] == ["Definition 1  (Margin)#", "Exercise 1 #"]


def test_bars_of_a_docstring_are_kept():
    lines = ["|V| is `a|b`, ``||v||``,", ">>> print('|')", "|", "", "so |V|.", r".. math:: \|v\| = |V|", "   |x|"]
    keep_bars(None, "module", "halving", None, None, lines)
    assert lines[0] == r"\|V\| is `a|b`, ``||v||``,"
    assert lines[1:] == [">>> print('|')", "|", "", r"so \|V\|.", r".. math:: \|v\| = |V|", "   |x|"]


def test_letters_of_a_docstring_have_their_indices():
    lines = ["R^2 + c^2 of 2F_n, w_{t-1} and ||x||_1^2 in {0, 1}^n; not n_rounds, X_train, `x_t`.", ">>> x_t"]
    keep_bars(None, "module", "halving", None, None, lines)
    assert lines[0] == r"R² + c² of 2Fₙ, wₜ₋₁ and \|\|x\|\|₁² in {0, 1}ⁿ; not n_rounds, X_train, `x_t`."
    assert lines[1] == ">>> x_t"


@pytest.mark.parametrize("repository", ["", "https://github.com/somebody/mistakes"])
def test_the_pages_of_a_chapter_lead_to_each_other_and_the_lab_to_a_clean_copy(tmp_path, repository):
    for folder in ("book", "notebooks"):
        (tmp_path / folder).mkdir()
    solution = v4.new_code_cell("6 * 7", metadata={"tags": ["solution"]})
    write_lab(tmp_path / "notebooks/one.ipynb", solution, "print(8 * 9)")
    chapter = {"file": "book/one", "sections": [{"file": "book/three"}, {"file": "notebooks/one"}]}
    contents = {"format": "jb-book", "root": "index", "parts": [{"caption": "Chapters", "chapters": [chapter]}]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
    titles = {"one": "One & all", "two": "Two", "three": "Three"}
    pages = {"index": "# A", **{f"book/{name}": f"{ORPHAN}# {title}" for name, title in titles.items()}}
    options = {"html_theme": "sphinx_book_theme", "html_theme_options": {"repository_url": repository}}
    html, _ = build(tmp_path, "sphinx_book_theme", "labs", pages=pages, **options, **STORED)
    names = ("book/one.html", "book/two.html", "book/three.html", "notebooks/one.html")
    core, alone, further, lab = (parse((html / name).read_text("utf-8")) for name in names)
    assert [link["href"] for link in core.select(".lead-on a")] == ["three.html", "../notebooks/one.html"]
    assert [link["href"] for link in further.select(".lead-on a")] == ["one.html", "../notebooks/one.html"]
    assert further.select_one(".lead-on")["data-core"] == core.select_one(".lead-on")["data-core"] == "one.html"
    assert not alone.select(".lead-on")
    to_chapter, _, copy, *whole = lab.select(".lead-on a")
    assert [link["href"] for link in whole] == [repository] * bool(repository)
    assert (to_chapter.text, to_chapter["href"]) == ("One & all", "../book/one.html")
    copied = nbformat.read((html / "notebooks" / copy["href"]).resolve(), as_version=4)
    title, *install, code = (cell.source for cell in copied.cells)
    assert (title, code) == ("# Lab", "print(8 * 9)")
    assert [f"git+{repository}" in cell for cell in install] == [True] * bool(repository)


# ---------------------------------------------------------------- about, launch


@pytest.fixture
def themed(root, tmp_path, monkeypatch):
    """Builds a page and a lab in the course's theme, with a git remote and settings of the environment: both pages."""
    settings = {
        "html_theme": "sphinx_book_theme",
        "html_title": "Learning from Mistakes",
        "nb_execution_mode": "off",
        "templates_path": [str(root / "book/_templates")],
    }

    def run(remote=None, BASE_URL="", JUPYTERHUB_URL=""):
        monkeypatch.setenv("BASE_URL", BASE_URL)
        monkeypatch.setenv("JUPYTERHUB_URL", JUPYTERHUB_URL)
        git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-C", tmp_path]
        subprocess.run([*git, "init", "--quiet"], check=True)
        if remote:
            subprocess.run([*git, "remote", "add", "origin", remote], check=True)
            subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "Clean copies"], check=True)
            subprocess.run([*git, "update-ref", "refs/remotes/origin/labs", "HEAD"], check=True)
        (tmp_path / "book").mkdir()
        (tmp_path / "book/questions.yml").write_text("index: What is asked?\nlab: Is 1 < 2?\n", encoding="utf-8")
        write_lab(tmp_path / "lab.ipynb")
        index = "# Index\n```{toctree}\nlab\n```\n"
        html, _ = build(tmp_path, "sphinx_book_theme", "about", "launch", pages={"index": index}, **settings)
        return [parse((html / name).read_text("utf-8")) for name in ("index.html", "lab.html")]

    return run


def properties(page):
    """What a page tells social media."""
    return {tag["property"].removeprefix("og:"): tag["content"] for tag in page.find_all("meta", property=True)}


def test_a_page_asks_its_question_and_the_next_one(themed):
    index, lab = themed()
    assert properties(lab) == {}, "they need the site's address"
    assert lab.find("meta", attrs={"name": "description"})["content"] == "Is 1 < 2?"
    foot = index.select_one(".around-next")
    assert "Is 1 < 2?" in foot.text
    assert foot.a["href"] == "lab.html"
    assert lab.select_one(".around-next") is None
    assert lab.select_one(".around-back a")["href"] == "index.html"


def launch_links(page):
    return {a.get_text(strip=True): a["href"] for a in page.select(".dropdown-launch-buttons a")}


def test_where_the_host_and_the_repository_are_known(themed):
    """A card has a picture, and a lab has buttons that open it elsewhere."""
    index, lab = themed("git@github.com:somebody/mistakes.git", "https://books.example/mistakes", "https://hub.example")
    card = properties(lab)
    assert "Two curves" in card.pop("image:alt")
    assert card == {
        "type": "article", "site_name": "Learning from Mistakes", "title": "Lab", "description": "Is 1 < 2?",
        "image": "https://books.example/mistakes/_static/squeeze.png", "url": "https://books.example/mistakes/lab.html",
    }  # fmt: skip
    assert launch_links(index) == {}
    assert launch_links(lab) == {
        "Binder": f"{BINDER}/v2/gh/somebody/mistakes/labs?urlpath=lab/tree/lab.ipynb",
        "JupyterHub": "https://hub.example/hub/user-redirect/git-pull?"
        "repo=https%3A//github.com/somebody/mistakes&urlpath=lab/tree/mistakes/lab.ipynb&branch=labs",
        "Colab": f"{COLAB}/github/somebody/mistakes/blob/labs/lab.ipynb",
    }


def test_only_binder_makes_clean_copies_and_colab_reads_github_alone(monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_URL", "")
    binder = {"notebook_interface": "jupyterlab", "binderhub_url": BINDER}
    assert buttons("https://github.com/somebody/mistakes", copies="") == binder
    elsewhere = buttons("https://gitlab.com/somebody/mistakes", copies="origin/labs")
    assert elsewhere == {**binder, "colab_url": "", "jupyterhub_url": ""}


def test_no_public_repository_no_button_and_no_link(tmp_path):
    config = SimpleNamespace(html_theme_options={"repository_url": "https://github.com/executablebooks/jupyter-book"})
    add_buttons(SimpleNamespace(srcdir=tmp_path), config)
    assert config.html_theme_options == {"launch_buttons": {}, "repository_url": ""}


REPOSITORY = "https://github.com/somebody/mistakes"


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        (REPOSITORY, REPOSITORY),
        (f"{REPOSITORY}/", REPOSITORY),
        ("https://x-access-token:secret@github.com/somebody/mistakes.git", REPOSITORY),
        ("ssh://git@github.com/somebody/mistakes", REPOSITORY),
        ("https://notgithub.com/somebody/mistakes", None),
        ("https://github.com.evil.example/somebody/mistakes", None),
        ("https://github.com/somebody", None),
    ],
)
def test_public_addresses(remote, address):
    assert public_address(remote) == address
