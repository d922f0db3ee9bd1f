"""A student's copy gives nothing away, runs, and is never overwritten."""

import re
import subprocess

import cleancopy
import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from nbformat import v4

from tests.notebooks.canonical import execute, recorded
from tests.notebooks.plugin import expect_sliders, has_sliders, with_sliders

LABS = sorted(cleancopy.LABS.glob("*.ipynb"))
each_lab = pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
REPOSITORY = "https://github.com/somebody/mistakes"


def lab(*cells):
    title = v4.new_markdown_cell("# Lab\n\nThe chapter [One](../book/one.md).")
    return v4.new_notebook(cells=[title, *cells])


def spoiled():
    """A lab with everything that a copy leaves out."""
    output = v4.new_output("stream", text="42\n")
    alt = {"mystnb": {"image": {"alt": "The curves meet at 42."}}}
    return lab(
        v4.new_code_cell("print(6 * 7)", outputs=[output], execution_count=1, metadata=alt),
        v4.new_markdown_cell("It is 42.", metadata={"tags": ["solution"]}),
        v4.new_code_cell("from myst_nb import glue", metadata={"tags": ["remove-cell"]}),
    )


def test_a_copy_holds_the_questions_only():
    lab, code = cleancopy.clean(spoiled()).cells
    assert "../book/one.md" in lab.source
    assert (code.source, code.outputs, code.execution_count, code.metadata) == ("print(6 * 7)", [], None, {})
    assert spoiled().cells[1].outputs, "the lab itself is as before"


@each_lab
def test_no_lab_gives_anything_away(path):
    """The search finds what it looks for, because the lab itself has it."""
    original = nbformat.read(path, as_version=4)
    copy = cleancopy.clean(original)
    nbformat.validate(copy)
    for found, in_copy in ((original, False), (copy, True)):
        text = nbformat.writes(found)
        assert in_copy == (not any(cell.get("outputs") for cell in found.cells))
        assert in_copy == ("myst_nb" not in text and '"tags"' not in text and '"alt"' not in text)


def run(lab, folder, stored):
    """Run a notebook to its end, trying its sliders at all settings in their cells, and once more at the end.

    `stored` are the cells with stored outputs.
    """
    known = iter([cell for cell in stored if has_sliders(cell)])
    cells = []
    for cell in lab.cells:
        cells += [v4.new_code_cell(expect_sliders(next(known), every=True))] if has_sliders(cell) else []
        cells.append(cell)
    lab.cells = [*cells, v4.new_code_cell(with_sliders("try_again()"))]
    execute(lab, folder)


@pytest.mark.audit
@each_lab
def test_a_copy_runs_without_what_it_leaves_out_and_then_its_sliders_do(path, tmp_path):
    original = nbformat.read(path, as_version=4)
    run(cleancopy.clean(original), tmp_path, original.cells)


SLIDER = "from mistakebound.course import interact\nn = 1\n"
SLIDER += "interact(lambda x=1: print(1 / ((x - 4 * n) or {})), x=(1, 9))"


@pytest.fixture(scope="module")
def slider(tmp_path_factory):
    """A cell with a slider, and its outputs at all settings."""
    return recorded(lab(v4.new_code_cell(SLIDER.format(1))), tmp_path_factory.mktemp("lab")).cells[1]


@pytest.mark.audit
@pytest.mark.parametrize(
    ("source", "later", "error"),
    [
        (SLIDER.format(0), "n = 1", "called with {'x': 4}"),  # fails in between
        (SLIDER.format(2), "n = 1", "{'x': 4}: not what is stored, but '0.5"),  # says something else there
        (SLIDER.format(1), "n = 2", "{'x': 1}: not what is stored"),  # a name got another meaning
    ],
)
def test_what_a_slider_does_where_nobody_looks_is_seen(slider, source, later, error, tmp_path):
    with pytest.raises(CellExecutionError, match=re.escape(error)):
        run(lab(v4.new_code_cell(source), v4.new_code_cell(later)), tmp_path, [slider])


def test_a_copy_that_leaves_the_repository_knows_the_way_back(tmp_path):
    """It installs the package where there is none, and only there; its chapter is on the pages."""
    copy = cleancopy.clean(spoiled(), REPOSITORY, "https://books.example/")
    title, install, _ = copy.cells
    assert "](https://books.example/book/one.html)" in title.source
    pip = v4.new_code_cell("get_ipython().register_magic_function(print, magic_name='pip')")
    hide = v4.new_code_cell("import sys; sys.modules['mistakebound'] = None")
    notebook = v4.new_notebook(cells=[pip, install, hide, v4.new_code_cell(install.source)])
    _, there, _, missing = execute(notebook, tmp_path).cells
    assert there.outputs == []
    assert missing.outputs[0].text == f'install --quiet "mistakebound[labs] @ git+{REPOSITORY}"\n'


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A clone with a spoiled lab, and the repository from which it was cloned."""
    def git(*command):
        who = "-c", "user.name=test", "-c", "user.email=test@localhost"
        answer = subprocess.run(["git", *who, "-C", clone, *command], check=True, capture_output=True, text=True)
        return answer.stdout

    clone, remote = tmp_path / "clone", tmp_path / "remote"
    subprocess.run(["git", "init", "--quiet", "--bare", remote], check=True)
    subprocess.run(["git", "clone", "--quiet", remote, clone], check=True, capture_output=True)
    (clone / "notebooks").mkdir()
    nbformat.write(spoiled(), clone / "notebooks/one.ipynb")
    (clone / "_toc.yml").write_text("root: README\nchapters:\n- file: notebooks/one\n")
    (clone / "README.md").write_text("Read me.")
    git("add", "--all")
    git("commit", "--quiet", "--message", "A lab")
    monkeypatch.setattr(cleancopy, "LABS", clone / "notebooks")
    return clone, git


def copied(text):
    return [cell.source for cell in nbformat.reads(text, as_version=4).cells[1:]]


def test_work_that_is_there_stays(repository):
    clone, _ = repository
    folder = clone / "labs"
    nbformat.write(spoiled(), clone / "notebooks/ada one (1).ipynb")
    cleancopy.fill(folder)
    assert [path.name for path in folder.iterdir()] == ["one.ipynb"], "a student's is handed to nobody"
    assert copied((folder / "one.ipynb").read_text()) == ["print(6 * 7)"]
    (folder / "one.ipynb").write_text("mine")
    cleancopy.fill(folder)
    assert (folder / "one.ipynb").read_text() == "mine"


def test_on_binder_the_labs_themselves_are_clean(repository):
    clone, _ = repository
    cleancopy.fill(clone / "notebooks")
    assert copied((clone / "notebooks/one.ipynb").read_text()) == ["print(6 * 7)"]


def test_a_branch_of_clean_copies(repository):
    """It is made again each time, on top of the last commit; work tree and branches of the clone stay as before."""
    clone, git = repository
    for _ in range(2):
        cleancopy.push(clone, "origin")
        assert copied(git("show", "origin/labs:notebooks/one.ipynb")) == ["print(6 * 7)"]
        assert git("diff", "--name-only", "HEAD", "origin/labs").split() == ["notebooks/one.ipynb"]
        assert git("status", "--short") == "" and len(git("branch").splitlines()) == 1
