"""Other people's work that the site serves, and its licences.

`{licences}` prints the list in `book/licences.yml`, `{licences} wheels` the packages for the browser, with their own
metadata. The site also serves the texts of the licences: below `_static/licences`, and within each wheel.
"""

import json
from importlib.metadata import distribution, distributions
from pathlib import Path

import yaml
from docutils import nodes
from kernel import LOCK
from lite import FETCHED
from live import wanted
from sphinx.util.docutils import SphinxDirective
from statements import table

BOOK = Path(__file__).parents[1]
ENTRIES = yaml.safe_load((BOOK / "licences.yml").read_text("utf-8"))
NPM = json.loads((BOOK / "_live" / "editor" / "package.json").read_text())["dependencies"]
OWN_WORDS = ("LICEN", "COPYING")  # the beginnings of a licence's file name
LIVE = ("lite/", "_static/live/")  # entries that only a site with Python for the browser has


def served():
    """The entries for the files that this edition of the site has."""
    return [entry for entry in ENTRIES if wanted() or {file.startswith(LIVE) for file in entry["files"]} != {True}]


def source(name):
    """The name and version of a distribution or of an npm package; for Pyodide, the source that `kernel.py` found."""
    if name == "pyodide":
        lock = FETCHED / LOCK
        return json.loads(lock.read_text())["info"]["from"] if lock.is_file() else "not in this edition"
    return f"{name} {NPM.get(name) or distribution(name).version}"


def texts(entry):
    """The files with the licence of an entry, in the book or in its distribution."""
    if "text" in entry:
        return [BOOK.parent / entry["text"]]
    inside = [file for file in distribution(entry["from"]).files if ".dist-info" in str(file)]
    return [Path(file.locate()) for file in inside if file.name.upper().startswith(OWN_WORDS)]


def address(entry):
    """The text's address on the site."""
    return entry.get("all", f"_static/licences/{Path(entry.get('text', entry['from'])).stem}.txt")


def said(wheel):
    """Read a wheel's metadata: name, version, licence."""
    [of] = (found.metadata for found in distributions(path=[str(wheel)]))
    classified = [line.rpartition(" :: ")[2] for line in of.get_all("Classifier", []) if line.startswith("License ::")]
    in_short = of.get("License", "") if len(of.get("License", "")) < 40 else ""  # some wheels have the whole text here
    licence = of.get("License-Expression") or in_short or ", ".join(classified) or "in its file LICENSE"
    return of["Name"], of["Version"], licence


class Licences(SphinxDirective):
    optional_arguments = 1

    def rows(self):
        if self.arguments:
            yield "Package", "Version", "Licence"
            for wheel in sorted(FETCHED.glob("*.whl"), key=lambda path: path.name.lower()):
                yield said(wheel)
            return
        root = "../" * (self.env.docname.count("/"))
        yield "What", "Licence", "From", "Text"
        for entry in served():
            text = nodes.reference("", "text", refuri=root + address(entry))
            yield entry["name"], entry["licence"], source(entry["from"]), text

    def run(self):
        head, *body = self.rows()
        return [table(head, *body) if body else nodes.paragraph("", "This edition of the site has none.")]


def write_texts(app, exception):
    """Write the texts into the site."""
    if exception or app.builder.format != "html":
        return
    for entry in served():
        if "all" not in entry:
            target = Path(app.outdir, address(entry))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("\n\n".join(file.read_text("utf-8") for file in texts(entry)), "utf-8")


def setup(app):
    app.add_directive("licences", Licences)
    app.connect("build-finished", write_texts)
