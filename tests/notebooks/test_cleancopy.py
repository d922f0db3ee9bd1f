"""What a student opens gives nothing away, runs, and is never written over."""

import subprocess
from contextlib import nullcontext

import cleancopy
import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from nbformat import v4

from tests.notebooks.canonical import execute
from tests.notebooks.plugin import TRY_SLIDERS

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
    """And this search finds what it looks for: the lab itself does."""
    original = nbformat.read(path, as_version=4)
    copy = cleancopy.clean(original)
    nbformat.validate(copy)
    for found, in_copy in ((original, False), (copy, True)):
        text = nbformat.writes(found)
        assert in_copy == (not any(cell.get("outputs") for cell in found.cells))
        assert in_copy == ("myst_nb" not in text and '"tags"' not in text and '"alt"' not in text)


def run(lab, folder):
    """Run a notebook to its end, and then move its sliders."""
    before, after = v4.new_code_cell(TRY_SLIDERS), v4.new_code_cell(TRY_SLIDERS.replace("install()", "try_again()"))
    lab.cells = [before, *lab.cells, after]
    execute(lab, folder)


@pytest.mark.audit
@each_lab
def test_a_copy_runs_without_what_it_leaves_out_and_then_its_sliders_do(path, tmp_path):
    run(cleancopy.clean(nbformat.read(path, as_version=4)), tmp_path)


@pytest.mark.audit
@pytest.mark.parametrize("later", ["n = 3", "n = 0"])
def test_a_name_that_a_slider_needs_may_be_lost(later, tmp_path):
    slider = "import mistakebound as mb\nn = 1\nmb.interact(lambda x=1: print(x / n), x=(1, 3))"
    with pytest.raises(CellExecutionError, match="ZeroDivisionError") if later == "n = 0" else nullcontext():
        run(lab(v4.new_code_cell(slider), v4.new_code_cell(later)), tmp_path)


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
    """A clone with a spoiled lab, and the repository that it is a clone of."""
    def git(*command):
        who = "-c", "user.name=test", "-c", "user.email=test@localhost"
        answer = subprocess.run(["git", *who, "-C", clone, *command], check=True, capture_output=True, text=True)
        return answer.stdout

    clone, remote = tmp_path / "clone", tmp_path / "remote"
    subprocess.run(["git", "init", "--quiet", "--bare", remote], check=True)
    subprocess.run(["git", "clone", "--quiet", remote, clone], check=True, capture_output=True)
    (clone / "notebooks").mkdir()
    nbformat.write(spoiled(), clone / "notebooks/one.ipynb")
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
    cleancopy.fill(folder)
    assert copied((folder / "one.ipynb").read_text()) == ["print(6 * 7)"]
    (folder / "one.ipynb").write_text("mine")
    cleancopy.fill(folder)
    assert (folder / "one.ipynb").read_text() == "mine"


def test_on_binder_the_labs_themselves_are_clean(repository):
    clone, _ = repository
    cleancopy.fill(clone / "notebooks")
    assert copied((clone / "notebooks/one.ipynb").read_text()) == ["print(6 * 7)"]


def test_a_branch_of_clean_copies(repository):
    """On top of what is committed, made anew each time; the work tree and the branches of the clone are as before."""
    clone, git = repository
    for _ in range(2):
        cleancopy.push(clone, "origin")
        assert copied(git("show", "origin/labs:notebooks/one.ipynb")) == ["print(6 * 7)"]
        assert git("diff", "--name-only", "HEAD", "origin/labs").split() == ["notebooks/one.ipynb"]
        assert git("status", "--short") == "" and len(git("branch").splitlines()) == 1
