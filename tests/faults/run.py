"""Faults of the course: each is made in a copy of it, one at a time, and its check must see it (`make faults`).

A check that has never been seen to fail may be unable to. The faults are in the YAML files beside this one, lists of

    - name: a sentence that says what is wrong
      kind: its row in the table in CONTRIBUTING.md (may be left out: then the name of the file of faults)
      file: the file that is changed, from the root
      find: text that stands in it exactly once
      replace: what is put in its place
      check: [pytest's arguments; the fewer tests, the better]
      says: text that the failing check prints (may be left out)
      regenerate: [labs that are run and saved anew after the change, before the check (may be left out)]
      needs: book (only if the check reads the built pages; then the file may be one of them)

The check must pass in a copy without the fault, and fail in a copy with it: tests that fail, not tests that cannot be
collected or set up.

    python -m tests.faults.run [words]    all faults, or those whose file of faults, kind or name has a match for words
"""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).parents[2]
AT_A_TIME = 2
SECONDS = 600  # for one check
KEYS = {"name", "file", "find", "replace", "check"}
OPTIONAL = {"kind", "says", "regenerate", "needs"}


def read(folder):
    """{name: fault} of every file of faults in a folder; `from` is the file's name."""
    faults = {}
    for path in sorted(folder.glob("*.yml")):
        for fault in yaml.safe_load(path.read_text("utf-8")) or []:
            wrong = (KEYS - fault.keys()) | (fault.keys() - KEYS - OPTIONAL)
            if wrong or fault["name"] in faults:
                reason = f"lacks or should not have {sorted(wrong)}" if wrong else "is there twice"
                raise ValueError(f"{path.name}: {fault.get('name')!r} {reason}")
            faults[fault["name"]] = {"kind": path.stem, "from": path.stem} | fault
    return faults


def changed(text, fault):
    """The text with the fault in it."""
    if (times := text.count(fault["find"])) != 1:
        raise ValueError(f"{fault['file']} has the text to find {times} times, not once: {fault['find']!r}")
    if fault["find"] == fault["replace"]:
        raise ValueError("nothing is changed")
    return text.replace(fault["find"], fault["replace"])


def copy(root, to, with_book):
    """Copy the course as it is now: what is in the repository or could be; and the built pages, if asked."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)
    if with_book:
        shutil.copytree(root / "_build", to / "_build", ignore=shutil.ignore_patterns(".*", "jupyter_execute"))


def run(folder, *arguments):
    """Run Python in a copy of the course: what it imports is the copy's. Return the exit code and what was printed."""
    paths = os.pathsep.join(str(folder / path) for path in ["src", ".", "book/_ext"])
    command = [sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, cwd=folder, env=environment, timeout=SECONDS, **both)
    return done.returncode, done.stdout


def check(folder, arguments):
    """Run a check in a copy; return pytest's exit code and what it printed."""
    return run(folder, "-m", "pytest", "-x", "-vv", "--no-header", "-p", "no:cacheprovider", *arguments)


def passes(root, arguments, needs):
    """What is wrong with a check where there is no fault, if anything."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "course"
        copy(root, folder, needs == "book")
        code, printed = check(folder, arguments)
    if code:
        return f"the check does not pass without the fault:\n{printed}"
    return "" if re.search(r"\d+ passed", printed) else f"the check runs no test:\n{printed}"


def verdict(code, printed, says):
    """Whether a check saw a fault: `caught`, or why not."""
    if code == 0:
        return "missed"
    if code != 1 or not re.search(r"\d+ failed", printed):
        return f"missed: the check fails for another reason:\n{printed}"
    if says not in printed:
        return f"missed: the check fails, but does not say {says!r}:\n{printed}"
    return "caught"


def attempt(root, fault):
    """Make one fault in a copy and ask its check; return the verdict."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "course"
        copy(root, folder, "needs" in fault)
        path = folder / fault["file"]
        path.write_text(changed(path.read_text("utf-8"), fault), encoding="utf-8")
        for lab in fault.get("regenerate", []):
            code, printed = run(folder, "-m", "tests.notebooks.canonical", lab)
            if code:
                return f"error: {lab} cannot be made anew:\n{printed}"
        return verdict(*check(folder, fault["check"]), fault.get("says", ""))


def ask(root, question, faults):
    """Yield the name of each fault of one check, and the verdict; the check is first asked where there is no fault."""
    *arguments, needs = question
    wrong = passes(root, arguments, needs)
    for name, fault in faults.items():
        try:
            yield name, f"error: {wrong}" if wrong else attempt(root, fault)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            yield name, f"error: {error}"


def attempt_all(root, faults):
    """Print the verdict on each fault as it is known, and return the names of those that were caught."""
    asked = {}  # check -> its faults
    for name, fault in faults.items():
        asked.setdefault((*fault["check"], fault.get("needs")), {})[name] = fault
    caught = []
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for said in pool.map(lambda item: list(ask(root, *item)), asked.items()):
            for name, verdict in said:
                print(f"{faults[name]['from']}: {name}: {verdict}", flush=True)
            caught += [name for name, verdict in said if verdict == "caught"]
    return caught


def table(faults, caught):
    """A line a kind: caught / tried."""
    tried = Counter(fault["kind"] for fault in faults.values())
    seen = Counter(faults[name]["kind"] for name in caught)
    return [f"| {kind} | {seen[kind]} / {tried[kind]} |" for kind in sorted(tried)]


def main(root, folder, words=""):
    """Try the faults of a folder in the course at root; return the number that no check caught."""
    faults = read(folder)
    faults = {
        name: fault
        for name, fault in faults.items()
        if re.search(words, f"{fault['from']}: {fault['kind']}: {name}", re.IGNORECASE)
    }
    if not faults:
        raise ValueError(f"no fault has a match for {words!r}")
    caught = attempt_all(root, faults)
    print(*table(faults, caught), sep="\n")
    missed = [name for name in faults if name not in caught]
    for name in missed:
        print(f"not caught: {name}")
    print(f"{len(faults)} faults, {len(caught)} caught, {len(missed)} missed")
    return len(missed)


if __name__ == "__main__":
    sys.exit(bool(main(ROOT, Path(__file__).parent, *sys.argv[1:])))
