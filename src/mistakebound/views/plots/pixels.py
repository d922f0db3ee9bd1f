"""Weights on the pixels of an image, as images."""

from __future__ import annotations

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.colors import LinearSegmentedColormap

from .look import PALETTE, STYLE, TEXT, describe

SIGNS = LinearSegmentedColormap.from_list("signs", [PALETTE["neg"], PALETTE["paper"], PALETTE["pos"]])


def pixels(weights):
    """Weights on 8 x 8 pixels, one image for each name: blue for positive, orange for negative, white for none.

    Parameters
    ----------
    weights : dict
        {name: vector (64,)}; each image has a scale of its own.
    """
    with plt.rc_context(STYLE):
        axes = plt.figure(figsize=(3.1 * len(weights), 3.3)).subplots(1, len(weights), squeeze=False)
        for ax, (name, values) in zip(axes[0], weights.items(), strict=True):
            image = np.asarray(values, dtype=float).reshape(8, 8)
            largest = np.abs(image).max() or 1.0
            ax.imshow(image, cmap=SIGNS, vmin=-largest, vmax=largest)
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set(visible=True, color=PALETTE["mute"])
            used = int((np.abs(image) > 1e-9 * largest).sum())
            ax.set_title(f"{name}: {used} pixels", color=TEXT["ink"], loc="center")
            positive = int((image > 1e-9 * largest).sum())
            describe(ax, f"{name}: {used} of {image.size} pixels have a weight, {positive} of them a positive one.")
        return axes[0]
