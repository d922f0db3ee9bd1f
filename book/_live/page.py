"""Run the cells of pages in the browser: source in, outputs out, each at once.

A cell's outputs are sent as they are made, as pairs of a kind and a value: "text", "error", "html", "image" or
"sliders". IPython and ipywidgets are missing: stand-ins at the end have the parts in use. Other packages are fetched at
their first import.
"""

import ast
import inspect
import io
import json
import linecache
import sys
import traceback
from base64 import b64encode
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from importlib.machinery import PathFinder
from types import ModuleType, SimpleNamespace

send = print  # the worker replaces this
here = None  # the page whose cell runs


class Said(io.TextIOBase):
    """A stream that sends printed text."""

    def write(self, text):
        send("text", text)
        return len(text)


def show(value):
    """Send the display of a cell's last value."""
    if hasattr(value, "savefig"):
        show_figure(value)
    elif hasattr(value, "_repr_mimebundle_"):
        send("html", value._repr_mimebundle_()["text/html"])
    elif hasattr(value, "_repr_html_"):
        send("html", value._repr_html_())
    elif value is not None:
        print(repr(value))


def show_figure(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png", bbox_inches="tight")
    words = " ".join(ax.get_label() for ax in figure.axes if ax.get_label())
    send("image", json.dumps({"png": b64encode(file.getvalue()).decode(), "alt": words}))


def show_figures():
    """Send pyplot's open figures, as a notebook shows them at the end of a cell."""
    if "matplotlib.pyplot" in sys.modules:
        import matplotlib.pyplot as plt

        for number in plt.get_fignums():
            show_figure(plt.figure(number))
        plt.close("all")


def interact(function, /, **choices):
    """Do what `mistakebound.course.interact` does with sliders on the page, which sends their values."""
    parameters = inspect.signature(function).parameters
    controls, values = [], {}
    for name, choice in choices.items():
        values[name] = choice if isinstance(choice, list) else sliders.values(*choice)
        start, words = values[name].index(parameters[name].default), [str(value) for value in values[name]]
        controls.append({"name": name, "menu": isinstance(choice, list), "values": words, "start": start})
    here.moved.append((function, values))
    send("sliders", json.dumps({"which": len(here.moved) - 1, "controls": controls}))


def told(error):
    """Return the lines of the cell that led to an error, and the error's message."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("cell ")]
    return "".join([*traceback.format_list(frames), *traceback.format_exception_only(error)])


class Page:
    """A page's state: the names that its cells have made, and the functions that its sliders call."""

    def __init__(self):
        self.names = {"__name__": "__main__"}
        self.moved = []

    def run(self, source, number):
        """Run a cell; return the outcome."""
        return self.guarded(lambda: self.execute(source, f"cell {number}"))

    def move(self, which, places):
        """Call the function of these sliders with the values at their places."""
        function, values = self.moved[which]
        chosen = {name: values[name][i] for name, i in zip(values, json.loads(places), strict=True)}
        return self.guarded(lambda: function(**chosen))

    def guarded(self, job):
        """Do a job, and send what it prints and draws, and the error that may end it."""
        global here
        here = self
        try:
            with redirect_stdout(Said()) as said, redirect_stderr(said):
                job()
                show_figures()
        except BaseException as error:
            send("error", told(error))
            return "stopped" if isinstance(error, KeyboardInterrupt) else "failed"
        return "done"

    def execute(self, source, place):
        linecache.cache[place] = len(source), None, source.splitlines(keepends=True), place
        tree = ast.parse(source, place)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, place, "exec"), self.names)
        if last:
            value = eval(compile(ast.Expression(last.value), place, "eval"), self.names)
            if not source.rstrip().endswith(";"):
                show(value)


class Fetched:
    """Find a package that the worker has or fetches, at its first import."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and unpack(name):
            PathFinder.invalidate_caches()
            return PathFinder.find_spec(name)


def stand_in(name, **contents):
    """Make a module with the parts that labs and the package use."""
    sys.modules[name] = ModuleType(name)
    vars(sys.modules[name]).update(contents)


def shell():
    """The parts of IPython that plots need, once Matplotlib is there."""
    from matplotlib.figure import Figure

    return SimpleNamespace(
        display_formatter=SimpleNamespace(formatters={"image/png": {Figure}}),
        events=SimpleNamespace(register=lambda *event: None),
    )


if sys.platform == "emscripten":
    from js import unpack

    sys.meta_path.append(Fetched)

stand_in("IPython", get_ipython=shell, version_info=(9, 0))
stand_in("IPython.display", display=show)
stand_in("IPython.utils.capture", capture_output=None)
stand_in("matplotlib_inline.backend_inline", set_matplotlib_formats=lambda *formats, **settings: None)
stand_in("ipywidgets", interactive=object)
stand_in("anywidget", __getattr__=lambda name: import_module("traitlets").HasTraits)

from mistakebound.course import sliders  # noqa: E402

sliders.interact = interact
