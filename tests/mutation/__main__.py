"""Mutation testing: `make mutation` changes the package, one small thing at a time, and some test must fail each time.

The tool is mutmut, configured in `pyproject.toml`. Here it is run for one group of modules after another, each in a
folder of its own with the tests that mirror these modules, and what survived is held against `equivalents.yml`.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import chdir
from pathlib import Path

import yaml
from mutmut.mutation.diff_apply import get_diff_for_mutant

from .judge import KILLED, is_listed, read_mutant, stale

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GROUPS = yaml.safe_load((HERE / "groups.yml").read_text("utf-8"))
EQUIVALENTS = yaml.safe_load((HERE / "equivalents.yml").read_text("utf-8"))


def lay_out(name, group):
    """The folder in which mutmut works on a group: the repository, with a configuration narrowed to the group."""
    folder = ROOT / "_build" / "mutation" / name
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("src", "tests", "book"):
        if not (folder / part).exists():
            (folder / part).symlink_to(ROOT / part)
    narrowed = {
        "only_mutate": [f"src/mistakebound/{pattern}" for pattern in group["mutate"]],
        "pytest_add_cli_args_test_selection": group["tests"],
    }
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    if "slow" in group:
        left_out = " or ".join(group["slow"])
        text = text.replace("pytest_add_cli_args = [", f'pytest_add_cli_args = ["-k", "not ({left_out})",')
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in narrowed.items())
    (folder / "pyproject.toml").write_text(text.replace("[tool.mutmut]\n", f"[tool.mutmut]\n{lines}"), "utf-8")
    return folder


def mutmut(folder, *words, **options):
    """Run its command in a folder, without the plugins of pytest that it does not name: mutants are many."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "tests.mutation.quick"}
    command = [Path(sys.executable).with_name("mutmut"), *words]
    return subprocess.run(command, cwd=folder, env=environment, text=True, check=True, **options)


def results(folder):
    """What mutmut says of each mutant of the group."""
    said = mutmut(folder, "results", "--all", "true", capture_output=True).stdout
    return dict(line.strip().split(": ") for line in said.splitlines())


def attempt(folder, ending, *options):
    """Try the mutants whose number ends so, or all that were not tried yet or survived: there may be new tests."""
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)  # which test calls which function
    if ending:
        mutmut(folder, "run", *options, f"*{ending}")
        return
    again = results(folder) if (folder / "mutants").exists() else {}
    again = [name for name, status in again.items() if status not in KILLED | {"not checked"}]
    if again:
        mutmut(folder, "run", *options, *again)
    mutmut(folder, "run", *options)


def read(folder, statuses):
    """The mutants that were tried."""
    with chdir(folder):
        for name, status in statuses.items():
            if status != "not checked":
                path = Path("src", *name.split(".")[:-1]).with_suffix(".py")
                yield read_mutant(name, status, get_diff_for_mutant(name, path=path))


def report(name, made, tried, entries, whole, seconds):
    """Print what is wrong and a line of the table; whether all is well. Of a sample only survivors count against it."""
    alive = [mutant for mutant in tried if mutant.status not in KILLED]
    unknown = [mutant for mutant in alive if not is_listed(mutant, entries)]
    for mutant in unknown:
        print(f"\n{mutant.function}, {mutant.status}:\n  - {mutant.was}\n  + {mutant.now}")
    outdated = [*stale(tried, entries, whole)]
    print(*outdated, sep="\n")
    ends = Counter(mutant.status for mutant in tried)
    timed_out = len(tried) - len(alive) - ends["killed"]
    cells = [name, made, len(tried), ends["killed"], timed_out, len(alive) - len(unknown), len(unknown)]
    print("", *cells, f"{seconds:.0f} s", "", sep=" | ")
    return not unknown and not (whole and outdated)


def main():
    parser = argparse.ArgumentParser(prog="make mutation", description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(GROUPS))
    parser.add_argument("--sample", default="", metavar="DIGIT", help="only mutants whose number ends in this")
    parser.add_argument("--report", action="store_true", help="do not run: say again what the last runs found")
    parser.add_argument("--jobs", help="mutants at a time")
    options = parser.parse_args()
    well = True
    for name in options.groups or GROUPS:
        folder, start = lay_out(name, GROUPS[name]), time.monotonic()
        if not options.report:
            attempt(folder, options.sample, *(["--max-children", options.jobs] if options.jobs else []))
        statuses = {name: how for name, how in results(folder).items() if name.endswith(options.sample)}
        tried = [*read(folder, statuses)]
        whole = len(tried) == len(statuses) and not options.sample
        entries, seconds = EQUIVALENTS.get(name, []), time.monotonic() - start
        well &= report(name, len(statuses), tried, entries, whole, seconds)
    sys.exit(not well)


if __name__ == "__main__":
    main()
