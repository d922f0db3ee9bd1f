"""Make a PDF of each notebook of a folder, with formulas set and the stored outputs: `make handouts`."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.application import Sphinx
from typeset import SETTINGS, need_tex, typeset


def handouts(notebooks, folder):
    """Write the PDFs into `folder`. Nothing runs, so only stored outputs are printed."""
    found = {path.stem: path for path in sorted(notebooks.glob("*/*.ipynb"))}
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        pages, tex = Path(place, "pages"), Path(place, "tex")
        pages.mkdir()
        for path in found.values():
            shutil.copy(path, pages)
        settings = SETTINGS | {
            "extensions": ["myst_nb"],
            "myst_enable_extensions": ["amsmath", "dollarmath"],
            "nb_execution_mode": "off",
            "project": "Learning from Mistakes",
            "root_doc": next(iter(found)),
            "latex_documents": [(name, f"{name}.tex", "", "Learning from Mistakes", "howto") for name in found],
        }
        Sphinx(pages, None, tex, tex / "doctrees", "latex", settings, status=None).build()
        for name in found:
            shutil.copy(typeset(tex / f"{name}.tex"), folder)


if __name__ == "__main__":
    need_tex()
    handouts(*map(Path, sys.argv[1:]))
