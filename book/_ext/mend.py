"""Mend other tools' faults in a page's body. The theme's faults are mended in book/_templates."""

import re

import unicodeit

MENDED = {
    # sphinx-exercise: the space between two words is part of the link
    'Solution to<a class="reference internal" href="': 'Solution to <a class="reference internal" href="',
    '"> Exercise ': '">Exercise ',
    # sphinx-proof, sphinx-exercise: the same ids in every box
    ' id="proof"': "",
    ' id="proof-content"': "",
    ' id="exercise-content"': "",
    ' id="solution-content"': "",
    # sphinx-proof: a proof's first word looks like the text after it
    '<div class="proof admonition">\n<p>Proof. ': '<div class="proof admonition">\n<p><em>Proof.</em> ',
    # docutils: a deprecated role, and a role that its own list of citations must not contain
    'role="doc-biblioentry"': 'role="listitem"',
    # myst-nb: a hyphen as the minus sign of a number from a lab
    '<span class="pasted-text">-': '<span class="pasted-text">−',
    # doctest: an empty line at the end of a Python session in Markdown
    "\n\n</pre>": "\n</pre>",
}


#: A formula in a line, with the bracket before and the punctuation after it.
FORMULA = re.compile(r'([(\[“]*)(<span class="math [^"]*">.*?</span>)([)\]”’.,;:?!-]*)', re.S)
#: myst-nb: a number from a lab, in groups of three digits with commas between them.
GROUPED = re.compile(r'<span class="pasted-text">−?\d{1,3}(,\d{3})+')
#: numpydoc: a citation whose name contains a hash of the docstring.
HASHED = re.compile(r"\[R[0-9a-f]{12}-(\d+)\]")
#: sphinx-proof, sphinx-exercise and the claims of prooflines.py have anchors without a link that a reader could copy.
ANCHORED = re.compile(
    r'(?:<div class="(?:proof|exercise) [^"]*"|<dt) id="([^"]+)">'
    r'(?:\s*<p class="admonition-title">|<strong>).*?(?=</p>|</dt>)', re.S
)  # fmt: skip
LINK = r'\g<0><a class="headerlink" href="#\1" title="Link to this place">#</a>'
#: In a docstring: a letter with an index or an exponent, not in code.
SCRIPT = re.compile(r"``.*?``|`[^`]*`|(?:(?<![A-Za-z_.])[A-Za-z]|[)}|‖])(?:[_^](?:\w|\{[\w,+-]+\})(?!\w))+")
CODE_OR_BAR = re.compile(r"(``.*?``|`[^`]*`|\\\|)|\|")


def hold_together(found):
    """Let no line end between a formula and its punctuation."""
    before, formula, after = found.groups()
    return f'<span class="nobreak">{found[0]}</span>' if before or after else formula


def mend(app, pagename, templatename, context, doctree):
    body = context.get("body", "")
    for wrong, right in MENDED.items():
        body = body.replace(wrong, right)
    body = GROUPED.sub(lambda found: found[0].replace(",", "\u00a0"), body)
    if app.builder.add_permalinks:
        body = ANCHORED.sub(LINK, body)
    context["body"] = HASHED.sub(r"[\1]", FORMULA.sub(hold_together, body))


def small_letters(text):
    """Write an index or exponent in Unicode; keep it in code, or if Unicode has no small sign, as in L_{t,i}."""
    small = unicodeit.replace(text)
    return text if "`" in text or "_" in small else small


def keep_bars(app, what, name, obj, options, lines):
    """In a docstring read |C| as a size, not as a substitution, and F_n as a letter with an index; leave code alone."""
    verbatim = False
    for i, line in enumerate(lines):
        verbatim = bool(line.strip()) and (verbatim or line.lstrip().startswith((">>>", ".. math::")))
        if not verbatim:
            line = SCRIPT.sub(lambda found: small_letters(found[0]), line)
            lines[i] = CODE_OR_BAR.sub(lambda found: found[1] or r"\|", line)


def setup(app):
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("html-page-context", mend)
    app.connect("autodoc-process-docstring", keep_bars)
