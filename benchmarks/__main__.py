"""Run the benchmarks, print their ratios, and write them with the machine into `results.json`: `make bench`."""

import json
import os
import platform
import re
from importlib.metadata import version
from pathlib import Path

from . import finite, growth, margins, perceptron, start, winnow

MODULES = perceptron, margins, winnow, finite, start, growth
RESULTS = Path(__file__).with_name("results.json")
LIBRARIES = "mistakebound", "numpy", "scipy", "scikit-learn", "river"


def processor():
    """The name of the processor's model, from Linux or else from Python."""
    info = Path("/proc/cpuinfo")
    model = info.is_file() and re.search(r"model name\s*: (.*)", info.read_text("utf-8"))
    return model[1] if model else platform.processor() or platform.machine()


def machine():
    """Describe the machine, without its name, and the load on it."""
    return {
        "processor": processor(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "system": platform.system(),
        "Python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def written(machine, rows):
    """Return the file's text, with a line for each row, so that one changed row is one changed line."""
    lines = ",\n".join("    " + json.dumps(row._asdict(), ensure_ascii=False) for row in rows)
    described = json.dumps(machine, indent=2).replace("\n", "\n  ")
    return f'{{\n  "machine": {described},\n  "rows": [\n{lines}\n  ]\n}}\n'


def main():
    described, rows = machine(), []
    for module in MODULES:
        for row in module.rows():
            print(*row, sep=" | ", flush=True)
            rows.append(row)
    RESULTS.write_text(written(described, rows), "utf-8")


if __name__ == "__main__":
    main()
