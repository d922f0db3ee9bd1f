"""LaTeX to PDF. A letter without a glyph, a reference to nothing or a line that runs over the margin is an error."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = "latexmk texlive-xetex texlive-latex-extra texlive-fonts-recommended"
#: What a log may not say. Of lines over the margin it names those by two points and more, which an eye sees.
FAULTS = re.compile(
    r"^(?:!|Missing character|LaTeX Warning: (?:Hyper reference|Reference|Citation)"
    r"|Overfull \\hbox \((?:[2-9]|\d{2,})\.\d+pt too wide\)).*", re.M
)  # fmt: skip


def faults(log):
    """What makes a PDF unfit to print, each once."""
    return list(dict.fromkeys(FAULTS.findall(log)))


def typeset(source):
    """Run XeLaTeX until nothing moves; the path of the PDF."""
    command = ["latexmk", "-xelatex", "-interaction=nonstopmode", "-silent", source.name]
    wide = os.environ | {"max_print_line": "1000"}  # a log else breaks its lines anywhere
    run = subprocess.run(command, cwd=source.parent, env=wide, stdout=subprocess.DEVNULL, check=False)
    wrong = faults(source.with_suffix(".log").read_text("utf-8", "replace"))
    if wrong or run.returncode:
        raise SystemExit("\n".join([f"{source.with_suffix('.log')}: not fit to print", *wrong]))
    return source.with_suffix(".pdf")


def main(sources, folder):
    if not (shutil.which("latexmk") and shutil.which("xelatex")):
        raise SystemExit(f"A PDF needs XeLaTeX. On Debian or Ubuntu: apt install --no-install-recommends {PACKAGES}")
    for source in sources:
        shutil.copy(typeset(source), folder)


if __name__ == "__main__":
    *sources, folder = map(Path, sys.argv[1:])
    main(sources, folder)
