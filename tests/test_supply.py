"""The installed files are those of uv.lock, one by one; every other way to install the course has its versions."""

import filecmp
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kernel
import pytest

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")


@pytest.mark.parametrize("file", ["requirements.txt", ".binder/requirements.txt"])
def test_what_pip_installs_is_what_the_lock_names(file):
    _, command, *pins = (ROOT / file).read_text().splitlines()
    again = [UV, *command.split()[2:-2], "--offline"]  # all but "#", "uv" and the file's name
    made = subprocess.run(again, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "uv export" in command and made[2:] == pins, "make lock"


def test_an_action_is_pinned_by_its_full_version_or_a_commit():
    text = "".join(path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml"))
    pins = re.findall(r"uses: \S+@(\S+)", text)
    assert pins and [pin for pin in pins if not re.fullmatch(r"v\d+\.\d+\.\d+|[0-9a-f]{40}", pin)] == []


def test_a_release_of_pyodide_in_a_folder_gives_the_same_python(tmp_path, monkeypatch):
    live = Path(sys.prefix, "live")
    if not live.is_dir():
        pytest.skip("made with LIVE=no")
    monkeypatch.setattr(kernel, "fetch", lambda folder: [])  # all wheels are in this release
    monkeypatch.setattr(kernel, "PYODIDE", live)
    kernel.make(tmp_path / "made")
    names = {path.name for path in live.iterdir() if path.is_file()}
    assert filecmp.cmpfiles(live, tmp_path / "made", names - {kernel.LOCK}, shallow=False)[1:] == ([], [])
    locks = [json.loads((folder / kernel.LOCK).read_text()) for folder in (live, tmp_path / "made")]
    assert [lock["info"].pop("from").split()[0] for lock in locks][1] == "Pyodide's" and locks[0] == locks[1]
    monkeypatch.setattr(kernel, "PYODIDE", tmp_path)
    with pytest.raises(SystemExit, match="must be the folder of an unpacked release"):
        kernel.make(tmp_path / "made")


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
