"""Every `make` command that a page prints is one that the Makefile has, with variables that it reads."""

import re
import shlex
import subprocess
from itertools import chain

import pytest

from tests.book.conftest import root

__all__ = ["root"]
BLOCK = re.compile(r"```(?:shell|sh)\n(.*?)```", flags=re.DOTALL)
SPAN = re.compile(r"`(make [^`\n]+)`")
COMMAND = re.compile(r"^((?:\w+=\S+ )*)make ([^#\n]+)", flags=re.MULTILINE)
PAGES = ["README.md", "CONTRIBUTING.md", "docs/maintainers/*.md", "book/*.md"]


def commands(text):
    """The words after `make`, and what is set before it, for each command on a page."""
    code = chain(BLOCK.findall(text), SPAN.findall(text))
    return [shlex.split(before + words) for before, words in COMMAND.findall("\n".join(code).replace("\\\n", ""))]


def complaints(text, makefile):
    """The words of a page's commands that are neither a target nor a variable of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, flags=re.MULTILINE))
    variables = set(re.findall(r"\$\((\w+)\)", makefile)) | {"JUPYTERHUB_URL", "BASE_URL"}  # two that the book reads
    for words in commands(text):
        for word in words:
            known = word.split("=")[0] in variables if "=" in word else word in targets
            if not known:
                yield f"make {' '.join(words)}: {word}"


@pytest.fixture(scope="module")
def makefile(root):
    return (root / "Makefile").read_text()


def test_commands_on_pages_are_commands_of_the_makefile(root, makefile):
    pages = [path for pattern in PAGES for path in sorted(root.glob(pattern))]
    wrong = {path.name: list(complaints(path.read_text(), makefile)) for path in pages}
    assert len(wrong) > 10 and not any(wrong.values()), wrong


def test_the_first_hour_takes_five_commands(root):
    lines = "".join(BLOCK.findall((root / "book" / "first-hour.md").read_text())).splitlines()
    assert [line.split()[1] for line in lines] == ["clone", "serve", "assignments", "hub", "release"]


def test_make_alone_lists_a_few_commands_for_each(root):
    listed = subprocess.run(["make"], cwd=root, capture_output=True, text=True, check=True).stdout
    groups = [re.findall(r"^  make (\S+) +(.*)$", group, re.M) for group in listed.split("To ")[1:]]
    assert [len(group) <= most for group, most in zip(groups, (8, 10, 10), strict=True)] == [True] * 3
    assert not [name for name, says in chain(*groups) if not says], "no command of the Makefile"
