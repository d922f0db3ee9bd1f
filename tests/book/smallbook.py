"""A book of a page or two, built in this process, to see what one extension does."""

from io import StringIO

from nbformat import v4, write
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests.book.checks import parse

ORPHAN = "---\norphan: true\n---\n"  # how a page begins that no other lists


def write_lab(path, *cells):
    """A notebook of these cells; text is code."""
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "orphan": True}
    cells = [v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    write(v4.new_notebook(cells=[v4.new_markdown_cell("# Lab"), *cells], metadata=metadata), path)


def build(folder, *extensions, pages, builder="html", **settings):
    """Build the pages, {name: Markdown}, with what else is in the folder; return the folder of output and the warnings.

    The output is in `_build/html` of the folder, what Sphinx keeps in `_build/trees`.
    """
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    own = {"extensions": ["myst_nb", *extensions], "root_doc": "index", "exclude_patterns": ["_build"]}
    output, warnings = folder / "_build", StringIO()
    with patch_docutils(), docutils_namespace():
        Sphinx(folder, None, output / "html", output / "trees", builder, own | settings, StringIO(), warnings).build()
    return output / "html", warnings.getvalue()


def sound(folder, *extensions, **options):
    """Build pages without a warning; return a function that parses the page of a name."""
    html, warnings = build(folder, *extensions, **options)
    assert warnings == ""
    return lambda name: parse((html / f"{name}.html").read_text("utf-8"))
