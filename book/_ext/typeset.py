"""Turn LaTeX into PDF. A letter without a glyph, a reference to nothing or a line over the margin is an error."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib

PACKAGES = "latexmk texlive-xetex texlive-latex-extra texlive-fonts-recommended"
FONTS = Path(matplotlib.get_data_path(), "fonts", "ttf")
#: Sphinx's settings for everything that becomes a PDF.
SETTINGS = {
    "latex_engine": "xelatex",
    "latex_use_xindy": False,
    "latex_domain_indices": False,
    "latex_table_style": ["booktabs"],
    "latex_elements": {
        "papersize": "a4paper",
        "extraclassoptions": "openany,oneside",
        "fncychap": "",
        "maxlistdepth": "9",  # the map of the theorems is a nested list
        "fontpkg": "",
        "preamble": (Path(__file__).parents[1] / "_pdf" / "preamble.tex").read_text("utf-8"),
    },
}
#: Words that must not be in a log. It names lines that run over the margin by at least two points, which an eye sees.
FAULTS = re.compile(
    r"^(?:!|Missing character|LaTeX Warning: (?:Hyper reference|Reference|Citation)"
    r"|Overfull \\hbox \((?:[2-9]|\d{2,})\.\d+pt too wide\)).*", re.M
)  # fmt: skip


def faults(log):
    """Return the faults that make a PDF unfit to print, each once."""
    return list(dict.fromkeys(FAULTS.findall(log)))


def typeset(source):
    """Run XeLaTeX until nothing moves; return the path of the PDF."""
    for font in FONTS.glob("DejaVuSans*.ttf"):
        shutil.copy(font, source.parent)
    command = ["latexmk", "-xelatex", "-interaction=nonstopmode", "-silent", source.name]
    options = {"max_print_line": "1000", "LATEXOPTS": "", "XINDYOPTS": ""}  # otherwise a log breaks its lines anywhere
    run = subprocess.run(
        command, cwd=source.parent, env=os.environ | options, stdout=subprocess.DEVNULL, check=False
    )
    wrong = faults(source.with_suffix(".log").read_text("utf-8", "replace"))
    if wrong or run.returncode:
        raise SystemExit("\n".join([f"{source.with_suffix('.log')}: not fit to print", *wrong]))
    return source.with_suffix(".pdf")


def need_tex():
    if not (shutil.which("latexmk") and shutil.which("xelatex")):
        raise SystemExit(
            f"A PDF needs XeLaTeX. Install it; on Debian or Ubuntu: apt install --no-install-recommends {PACKAGES}"
        )


if __name__ == "__main__":
    need_tex()
    for name in sys.argv[1:]:
        typeset(Path(name))
