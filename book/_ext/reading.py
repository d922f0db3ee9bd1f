"""The core of the package, in the order in which to read it, with its true length.

    ```{reading-order}
    certificates.claims certificates.core
    ```

is a table of these modules of `mistakebound`: the lines of each, the lines read so far, and the first sentence of its
docstring. A module imports only from those above it (`tests/test_layers.py`).
"""

from pathlib import Path

from sphinx.util.docutils import SphinxDirective

import mistakebound

PACKAGE = Path(mistakebound.__file__).parent


def path_of(module):
    """Return the file of a module or package, by its name within `mistakebound`."""
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


class ReadingOrder(SphinxDirective):
    has_content = True

    def run(self):
        rows, read = ["| module | lines | so far | what it holds |", "|:--|--:|--:|:--|"], 0
        for module in " ".join(self.content).split():
            self.env.note_dependency(str(path_of(module)))
            text = path_of(module).read_text("utf-8")
            lines, first = text.count("\n"), text.split("\n")[0].lstrip('r"').rstrip('"')
            read += lines
            rows.append(f"| `{module}` | {lines} | {read:,} | {first} |")
        return self.parse_text_to_nodes("\n".join(rows))


def setup(app):
    app.add_directive("reading-order", ReadingOrder)
