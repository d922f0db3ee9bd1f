"""Clean copies of the labs, for students to work with.

A committed lab has its outputs, for the book's pages, for the tests and for code hosts. But students should predict
these first. So a copy has no outputs, no solutions, and no cells that only the book needs.

python book/_ext/cleancopy.py labs             # copy notebooks/*.ipynb into labs/, unless the copy exists
python book/_ext/cleancopy.py notebooks        # in place: on Binder
python book/_ext/cleancopy.py --push origin    # in place, on the branch `labs` of a remote: for Colab and hubs
"""

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from launch import BRANCH, ask_git, public_address
from nbformat.v4 import new_code_cell

LABS = Path(__file__).parents[2] / "notebooks"
LEFT_OUT = {"remove-cell", "solution"}  # tags
CHAPTER = re.compile(r"\]\(\.\./book/([\w-]+)\.md")

#: The cell for Colab, and for any machine that has only the notebook.
INSTALL = """\
try:
    import mistakebound
except ImportError:
    %pip install --quiet "mistakebound[labs] @ git+{}\""""


def clean(lab, repository=None, pages=None):
    """Return a clean copy of a notebook; a copy that may leave its repository installs the package from there.

    `pages` is the book's address, for the link to the chapter; without it the link leads to the chapter's source.
    """
    copy = nbformat.from_dict(lab)
    copy.cells = [cell for cell in copy.cells if not LEFT_OUT & set(cell.metadata.get("tags", []))]
    for cell in copy.cells:
        cell.metadata = {}  # alternative text would give the figure away
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        elif pages:
            cell.source = CHAPTER.sub(rf"]({pages}book/\1.html", cell.source)
    if repository:
        hidden = {"jupyter": {"source_hidden": True}}
        copy.cells.insert(1, new_code_cell(INSTALL.format(repository), id="install", metadata=hidden))
    return copy


def edition(lab):
    """A short name of what a copy of a notebook has in its cells."""
    return sha256("\0".join(cell.source for cell in clean(lab).cells).encode()).hexdigest()[:8]


def write(source, target, **options):
    nbformat.write(clean(nbformat.read(source, as_version=4), **options), target)


def fill(folder):
    """Put a copy of every lab into a folder; a copy that is there already may be somebody's work, and stays.

    The labs are those that the table of contents lists: another notebook beside them may be a student's.
    """
    folder.mkdir(exist_ok=True)
    named = (LABS.parent / "_toc.yml").read_text("utf-8").split()
    for lab in (path for path in sorted(LABS.glob("*.ipynb")) if f"notebooks/{path.stem}" in named):
        if folder.samefile(LABS) or not (folder / lab.name).exists():
            write(lab, folder / lab.name)


def push(root, remote):
    """Push a commit of clean copies on top of the last one; the work tree does not change."""

    def git(folder, *command):
        subprocess.run(["git", "-C", folder, *command], check=True)

    name, email = (ask_git(root, "log", "-1", f"--format={field}") for field in ("%an", "%ae"))
    repository = public_address(ask_git(root, "remote", "get-url", remote))
    with TemporaryDirectory() as folder:
        git(root, "worktree", "add", "--quiet", "--detach", folder)
        for lab in Path(folder, "notebooks").glob("*.ipynb"):
            write(lab, lab, repository=repository)
        who = "-c", f"user.name={name}", "-c", f"user.email={email}"
        git(folder, *who, "commit", "--quiet", "--all", "--message", "The labs without outputs and solutions")
        git(folder, "push", "--quiet", "--force", remote, f"HEAD:refs/heads/{BRANCH}")
        git(root, "worktree", "remove", "--force", folder)


if __name__ == "__main__":
    if sys.argv[1] == "--push":
        push(LABS.parent, sys.argv[2])
    else:
        fill(Path(sys.argv[1]))
