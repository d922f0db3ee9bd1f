"""Mend what other tools leave wrong in a page's body. What the theme leaves is mended in book/_templates."""

import re

MENDED = {
    # sphinx-proof, sphinx-exercise: the same ids in every box
    ' id="proof"': "",
    ' id="proof-content"': "",
    ' id="exercise-content"': "",
    ' id="solution-content"': "",
    # docutils: a deprecated role, and one that its own list of citations may not hold
    'role="doc-biblioentry"': 'role="listitem"',
    # doctest: the empty line that ends a Python session in Markdown
    "\n\n</pre>": "\n</pre>",
}


CODE_OR_BAR = re.compile(r"(`[^`]*`)|\|")


def mend(app, pagename, templatename, context, doctree):
    for wrong, right in MENDED.items():
        context["body"] = context.get("body", "").replace(wrong, right)


def keep_bars(app, what, name, obj, options, lines):
    """In a docstring |C| is a size, not reStructuredText's substitution. Code and Python sessions stay as they are."""
    session = False
    for i, line in enumerate(lines):
        session = bool(line.strip()) and (session or line.lstrip().startswith(">>>"))
        if not session:
            lines[i] = CODE_OR_BAR.sub(lambda found: found[1] or r"\|", line)


def setup(app):
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("html-page-context", mend)
    app.connect("autodoc-process-docstring", keep_bars)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
