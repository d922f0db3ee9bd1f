"""The numbers printed in the chapter on the Perceptron follow from others printed there."""

import re

import nbformat
from chapters import source


def printed(root, key):
    """A number of the lab as the chapter prints it."""
    chapter = source(root, "perceptron")
    digits = re.search(rf"perceptron\.ipynb::{key}:(\S+?)`", chapter)[1]
    cells = nbformat.read(root / "notebooks/perceptron.ipynb", as_version=4).cells
    outputs = (out for cell in cells for out in cell.get("outputs", []))
    glued = {out.metadata.scrapbook.name: out.data for out in outputs if "scrapbook" in out.get("metadata", {})}
    return float(format(float(glued[key]["application/papermill.record/text/plain"]), digits))


def test_the_margin_and_the_radius_have_the_places_that_the_bound_needs(root):
    """Whoever divides what is printed gets the bound that is printed."""
    margin, square, bound = (printed(root, f"digits_{key}") for key in ("gamma", "R2", "bound"))
    assert round(square / margin**2) == bound
