"""Faults of the course: each is made in a copy of it, one at a time, and its check must see it (`make faults`).

A check that has never been seen to fail may be unable to. The faults are in `faults.yml`, a list of

    - name: a sentence that says what is wrong
      file: the file that is changed, from the root
      find: text that is in it exactly once
      replace: what is put in its place
      check: [pytest's arguments; the fewer tests, the better]
      says: text that the failing check prints (may be left out)
      needs: book (only if the check reads the built pages; then the file may be one of them)

The check must pass in a copy without the fault, and fail in a copy with it: tests that fail, not tests that cannot be
collected or set up.

    python -m tools.faults.run [words]    all faults, or those whose name has these words
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).parents[2]
AT_A_TIME = 2
SECONDS = 600  # for one check


def copy(to, with_book):
    """Copy the course as it is now: what is in the repository or could be; and the built pages, if asked."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    if with_book:
        shutil.copytree(ROOT / "_build", to / "_build", ignore=shutil.ignore_patterns(".*", "jupyter_execute"))


def check(folder, arguments):
    """Run a check in a copy, which imports what is there; pytest's exit code and what it printed."""
    paths = os.pathsep.join(str(folder / path) for path in ["src", ".", "book/_ext"])
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-vv", "--no-header", "-p", "no:cacheprovider", *arguments]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, cwd=folder, env=environment, timeout=SECONDS, **both)
    return done.returncode, done.stdout


def attempt(fault):
    """Ask the check of one fault in a copy of the course, without it and with it; the verdict."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "course"
        copy(folder, "needs" in fault)
        path = folder / fault["file"]
        text = path.read_text("utf-8")
        if (times := text.count(fault["find"])) != 1:
            return f"error: the text to find is there {times} times, not once"
        code, printed = check(folder, fault["check"])
        if code or not re.search(r"\d+ passed", printed):
            return f"error: the check does not pass without the fault:\n{printed}"
        path.write_text(text.replace(fault["find"], fault["replace"]), encoding="utf-8")
        code, printed = check(folder, fault["check"])
    if code == 0:
        return "missed"
    if code != 1 or not re.search(r"\d+ failed", printed):
        return f"error: the check fails for another reason:\n{printed}"
    if fault.get("says", "") not in printed:
        return f"missed: the check fails, but does not say {fault['says']!r}:\n{printed}"
    return "caught"


def judge(fault):
    """The verdict, also where the course is not what the fault asks for."""
    try:
        return attempt(fault)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"error: {error}"


def read():
    """The faults of `faults.yml`."""
    return yaml.safe_load(Path(__file__).with_name("faults.yml").read_text("utf-8"))


def main(words=""):
    """Try the faults; the number that no check caught."""
    faults = [fault for fault in read() if words in fault["name"]]
    if not faults:
        raise ValueError(f"no fault has the words {words!r}")
    missed = 0
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for fault, verdict in zip(faults, pool.map(judge, faults), strict=True):
            print(f"{fault['name']}: {verdict}", flush=True)
            missed += verdict != "caught"
    print(f"{len(faults)} faults, {len(faults) - missed} caught, {missed} missed")
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
