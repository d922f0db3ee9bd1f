"""What is installed is what was chosen: every distribution is pinned, with the hash of each of its files."""

import re
import shutil
import subprocess
import sysconfig
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONSTRAINTS, HASHES = ((ROOT / name).read_text() for name in ("constraints.txt", "hashes.txt"))
OWN = {"mistakebound", "pip"}  # venv brings pip


def pins(text):
    """{name: {versions}} of the lines name==version, perhaps with a condition behind."""
    found = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.!+]+)", text, re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def not_pinned(installed, pinned):
    """Those of {name: version} that are not pinned, or at another version."""
    normal = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in installed.items()}
    return {name: version for name, version in normal.items() if version not in pinned.get(name, ())}


def test_constraints_and_hashes_say_the_same():
    lines = [line.removesuffix(" \\") for line in HASHES.splitlines() if not line.startswith("    --hash=sha256:")]
    assert lines == CONSTRAINTS.splitlines(), "make constraints"


def test_every_pin_has_a_hash():
    blocks = re.split(r"^(?=\S)", HASHES, flags=re.MULTILINE)
    assert [block for block in blocks if block and "--hash=sha256:" not in block] == []


def test_everything_installed_is_pinned():
    here = [sysconfig.get_path(kind) for kind in ("purelib", "platlib")]  # not what setuptools carries within itself
    installed = {found.name: found.version for found in distributions(path=here) if found.name not in OWN}
    assert len(installed) > 100
    assert not_pinned(installed, pins(HASHES)) == {}, "make constraints"


@pytest.mark.audit
def test_a_file_with_another_hash_is_not_installed(tmp_path):
    for name in ("Makefile", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src")
    before, name, after = HASHES.partition("\ntqdm==")
    tampered = re.sub("sha256:....", "sha256:0000", after, count=2)  # the wheel's and the source's
    (tmp_path / "hashes.txt").write_text(before + name + tampered)
    venv = tmp_path / "venv"
    command = ["make", f"VENV={venv}", f"{venv}/installed-fast"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode and "tqdm" in made.stderr and "hash" in made.stderr.lower(), made.stderr
    assert not (venv / "installed-fast").exists() and not list(venv.glob("lib/python*/site-packages/tqdm"))
