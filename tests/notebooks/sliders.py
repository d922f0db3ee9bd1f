"""An `interact` that also calls its callback at the ends and in the middle of each control, errors and all.

`tests/notebooks/plugin.py` puts it into the kernels that nbval starts, so that a lab whose sliders start well and fail
elsewhere is red.
"""

import ipywidgets
import matplotlib.pyplot as plt
from IPython.utils.capture import capture_output


def values_of(control):
    """What to try of a control, in the abbreviations of `interact`: every choice, or the ends and the middle."""
    if not isinstance(control, tuple):
        return list(control)
    low, high, *step = control
    middle = low + (high - low) / 2
    return [low, type(low + (step or [1])[0])(middle), high]


def try_everywhere(callback, **controls):
    """Call the callback with one control at a time away from its default; what it shows is dropped."""
    shown = set(plt.get_fignums())
    for name, control in controls.items():
        for value in values_of(control):
            with capture_output():
                callback(**{name: value})
            for number in set(plt.get_fignums()) - shown:
                plt.close(number)


def install():
    """Let `ipywidgets.interact` try its callback everywhere before it shows it."""
    interact = ipywidgets.interact

    def trying(callback, **controls):
        try_everywhere(callback, **controls)
        return interact(callback, **controls)

    ipywidgets.interact = trying
