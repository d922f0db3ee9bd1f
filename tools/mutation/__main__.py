"""Mutation testing: `make mutation` makes one small change of the package at a time, and prints those no test noticed.

The tool is mutmut, configured in `pyproject.toml`. Here it is run for one group of modules after another, each in a
folder of its own with the tests that mirror these modules. Its output is a report to read: some changes make no
difference that a test could see.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GROUPS = yaml.safe_load((HERE / "groups.yml").read_text("utf-8"))
NOTICED = {"killed", "timeout", "segfault"}


def lay_out(name, group):
    """The folder in which mutmut works on a group: the repository, with a configuration narrowed to the group."""
    folder = ROOT / "_build" / "mutation" / name
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("src", "tests", "tools", "book"):
        if not (folder / part).exists():
            (folder / part).symlink_to(ROOT / part)
    narrowed = {
        "only_mutate": [f"src/{pattern}" for pattern in group["mutate"]],
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
    """Run a command of mutmut in a folder, without other plugins of pytest, because there are many mutants."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "tools.mutation.quick"}
    command = [Path(sys.executable).with_name("mutmut"), *words]
    return subprocess.run(command, cwd=folder, env=environment, text=True, check=True, **options)


def attempt(folder, ending):
    """Try the mutants whose number ends in this digit; return {name: result} for those that were tried."""
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)  # which test calls which function
    mutmut(folder, "run", *([f"*{ending}"] if ending else []))
    said = mutmut(folder, "results", "--all", "true", capture_output=True).stdout
    results = dict(line.strip().split(": ") for line in said.splitlines())
    return {name: how for name, how in results.items() if name.endswith(ending) and how != "not checked"}


def main():
    parser = argparse.ArgumentParser(prog="make mutation", description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(GROUPS))
    parser.add_argument("--sample", default="", metavar="DIGIT", help="only mutants whose number ends in this")
    options = parser.parse_args()
    for group in options.groups or GROUPS:
        folder, start = lay_out(group, GROUPS[group]), time.monotonic()
        tried = attempt(folder, options.sample)
        for name, how in tried.items():
            if how not in NOTICED:
                print(f"\n{how}:", mutmut(folder, "show", name, capture_output=True).stdout, sep="\n")
        ends = Counter(how in NOTICED for how in tried.values())
        print(f"{group}: {len(tried)} tried, {ends[True]} noticed, {ends[False]} not, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
