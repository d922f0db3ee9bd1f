"""An `interact` that also calls its callback at the ends and in the middle of each control, errors and all.

`tests/notebooks/plugin.py` puts it into the kernels that nbval starts, so that a lab whose sliders start well and fail
elsewhere is red; `test_cleancopy.py` tries all of a lab's sliders once more when the lab has been run to its end.
"""

from IPython.utils.capture import capture_output

from mistakebound.views import sliders

interact = sliders.interact
tried = []


def values_of(control):
    """What to try of a control: every choice of a menu, the ends and the middle of a slider."""
    if not isinstance(control, tuple):
        return list(control)
    values = sliders.values(*control)
    return [values[0], values[len(values) // 2], values[-1]]


def try_everywhere(callback, **controls):
    """Call the callback with one control at a time away from its default; what it shows is dropped."""
    for name, control in controls.items():
        for value in values_of(control):
            with capture_output():
                callback(**{name: value})


def trying(callback, **controls):
    try_everywhere(callback, **controls)
    tried.append((callback, controls))
    interact(callback, **controls)


def try_again():
    """A later cell may have given another meaning to a name that a callback uses."""
    for callback, controls in tried:
        try_everywhere(callback, **controls)


def install():
    """Let `mistakebound.interact` try its callback everywhere before it shows it."""
    sliders.interact = trying
