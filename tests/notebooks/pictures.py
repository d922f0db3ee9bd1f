"""Distances between pictures.

The same Matplotlib draws the same pixels, except for another processor's last digits. Another version sets type and
spaces differently; then pictures are compared as if seen from a distance, and their words as text.
"""

import re
from base64 import b64decode
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

#: Root mean square, of 255: a line or marker that moved by a few pixels is far above.
TOLERANCE = 0.5
CELLS = (48, 32)
#: The same picture by another Matplotlib stays below 4, another picture is above 5.5.
TOLERANCE_AFAR = 5.0
REQUIREMENTS = Path(__file__).parents[2] / "requirements.txt"
PINNED = re.search(r"^matplotlib==(\d+\.\d+\.)", REQUIREMENTS.read_text(), re.MULTILINE)[1]


def opened(png):
    return Image.open(BytesIO(b64decode(png)))


def root_mean_square(a, b):
    return float(np.sqrt(np.mean((np.asarray(a, float) - np.asarray(b, float)) ** 2)))


def distance(png, other):
    """The distance between the pixels of two base64 PNGs; infinite for different sizes."""
    if png.split() == other.split():
        return 0.0
    a, b = opened(png).convert("RGBA"), opened(other).convert("RGBA")
    return float("inf") if a.size != b.size else root_mean_square(a, b)


def distance_afar(png, other):
    """The distance between two base64 PNGs seen as a few grey cells."""
    a, b = (opened(picture).convert("L").resize(CELLS, Image.Resampling.BOX) for picture in (png, other))
    return root_mean_square(a, b)


def measure(drawn_with=None):
    """The distance and the tolerance for pictures drawn with this version of Matplotlib, or with the installed one."""
    same = (drawn_with or version("matplotlib")).startswith(PINNED)
    return (distance, TOLERANCE) if same else (distance_afar, TOLERANCE_AFAR)
