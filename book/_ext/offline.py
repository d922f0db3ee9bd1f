"""Whatever a page needs is served from the site itself: MathJax with its fonts, from the package that carries them."""

import shutil
from importlib.metadata import files
from pathlib import Path

# The renderer, the fonts it asks for, and the TeX extensions it loads when a formula first uses one.
MATHJAX = ("tex-chtml.js", "output/chtml/fonts/woff-v2/*", "input/tex/extensions/*.js")


def mathjax_files():
    """(file, path below the MathJax folder) of everything in MATHJAX."""
    for file in files("sphinx-mathjax-offline"):
        inner = Path(*file.parts[3:]) if file.parts[1:3] == ("static", "mathjax") else None
        if inner and any(inner.match(pattern) for pattern in MATHJAX):
            yield file.locate(), inner


def copy_mathjax(app, exception):
    """Copy MathJax beside the other static files; `mathjax_path` in _config.yml points at it."""
    if exception or app.builder.format != "html":
        return
    for source, inner in mathjax_files():
        target = Path(app.outdir, "_static", "mathjax", inner)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def setup(app):
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
