"""The Makefile has every `make` command that a page prints, and reads its variables."""

import json
import os
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


def make(root, *words):
    """Not as a part of the make that may have started these tests."""
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(["make", *words], cwd=root, env=alone, capture_output=True, text=True, check=False)


def test_the_workflow_of_the_night_runs_every_part(root):
    """The workflow makes an entry of each part in the Makefile's two lists."""
    lists = dict(line.split("=") for line in make(root, "--silent", "nightly-parts").stdout.splitlines())
    assert all(json.loads(parts) for parts in lists.values())
    workflow = (root / ".github" / "workflows" / "nightly.yml").read_text()
    assert re.findall(r"part: \$\{\{ fromJSON\(needs.list.outputs.(\w+)\)", workflow) == list(lists)


def test_one_red_part_of_the_night_hides_no_other(root):
    done = make(root, "nightly", "PARTS=help no-such-part nightly-parts")
    table = [line.split()[:2] for line in done.stdout.splitlines()[-3:]]
    assert table == [["help", "green"], ["no-such-part", "red"], ["nightly-parts", "green"]] and done.returncode
    assert make(root, "nightly", "PARTS=help").returncode == 0


def test_the_tests_that_the_makefile_names_are_there(root, makefile):
    named = re.findall(r"(tests/\S+\.py)::(\w+)", makefile)
    assert named and not [name for path, name in named if f"def {name}(" not in (root / path).read_text()]
