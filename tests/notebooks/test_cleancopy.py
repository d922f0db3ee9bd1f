"""A student's copy gives nothing away, runs, and is never overwritten."""

import subprocess

import cleancopy
import nbformat
import pytest
from nbformat import v4

from tests.notebooks.plugin import expect_sliders, has_sliders, with_sliders
from tools.canonical import execute

LABS = sorted(cleancopy.LABS.glob("*.ipynb"))
each_lab = pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
REPOSITORY = "https://github.com/somebody/mistakes"


def spoiled():
    """A lab with everything that a copy leaves out."""
    output = v4.new_output("stream", text="42\n")
    alt = {"mystnb": {"image": {"alt": "The curves meet at 42."}}}
    return v4.new_notebook(cells=[
        v4.new_markdown_cell("# Lab\n\nThe chapter [One](../book/one.md)."),
        v4.new_code_cell("print(6 * 7)", outputs=[output], execution_count=1, metadata=alt),
        v4.new_markdown_cell("It is 42.", metadata={"tags": ["solution"]}),
        v4.new_code_cell("from myst_nb import glue", metadata={"tags": ["remove-cell"]}),
    ])  # fmt: skip


def test_a_copy_holds_the_questions_only():
    lab, code = cleancopy.clean(spoiled()).cells
    assert "../book/one.md" in lab.source
    assert (code.source, code.outputs, code.execution_count, code.metadata) == ("print(6 * 7)", [], None, {})


@each_lab
def test_no_lab_gives_anything_away(path):
    copy = cleancopy.clean(nbformat.read(path, as_version=4))
    nbformat.validate(copy)
    text = nbformat.writes(copy)
    assert not any(cell.get("outputs") for cell in copy.cells)
    assert not [word for word in ("myst_nb", '"tags"', '"alt"') if word in text]


@pytest.mark.audit
@each_lab
def test_a_copy_runs_without_what_it_leaves_out_and_then_its_sliders_do(path, tmp_path):
    """Its sliders are tried at all settings in their cells, and once more at the end."""
    original = nbformat.read(path, as_version=4)
    known = iter([cell for cell in original.cells if has_sliders(cell)])
    cells = []
    for cell in cleancopy.clean(original).cells:
        cells += [v4.new_code_cell(expect_sliders(next(known), every=True))] if has_sliders(cell) else []
        cells.append(cell)
    execute(v4.new_notebook(cells=[*cells, v4.new_code_cell(with_sliders("try_again()"))]), tmp_path)


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
