"""What is installed is what uv.lock names, file by file; whatever else installs the course has its versions."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")


@pytest.mark.parametrize("file", ["requirements.txt", ".binder/requirements.txt"])
def test_what_pip_installs_is_what_the_lock_names(file):
    _, command, *pins = (ROOT / file).read_text().splitlines()
    again = [UV, *command.split()[2:-2], "--offline"]  # all but "#", "uv" and the file's name
    made = subprocess.run(again, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "uv export" in command and made[2:] == pins, "make lock"


@pytest.mark.audit
def test_a_file_with_another_hash_is_not_installed(tmp_path):
    for name in ("Makefile", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src")
    before, name, after = (ROOT / "uv.lock").read_text().partition('\nname = "tqdm"\n')
    (tmp_path / "uv.lock").write_text(before + name + after.replace('hash = "sha256:', 'hash = "sha256:0000', 2))
    made = subprocess.run(["make", "VENV=venv", "venv/installed-fast"], cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode and "tqdm" in made.stderr and "hash" in made.stderr.lower(), made.stderr
    assert not (tmp_path / "venv/installed-fast").exists()
