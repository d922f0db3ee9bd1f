"""Put a player into a page, with the runs that its reader can choose among; the static figures stay, folded.

    ::::{player} perceptron
    :::{glue:figure} ../notebooks/perceptron.ipynb::squeeze
    ...
    :::
    ::::

`book/players/perceptron.py` holds the runs, as SHOW. Only a page that has a player loads the player's script and style.
Without JavaScript the figures are open and take the player's place. The players of a page are `#player-1`,
`#player-2` and so on, and a link to one can say what it shows (`front/page.js`).
"""

import os
from pathlib import Path
from runpy import run_path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mistakebound.views.player.front import page_script, style

MARK = 'class="mistakebound-view'
SCRIPT, STYLE = "player.js", "player.css"


class Player(SphinxDirective):
    """The player of a show, and below it what the directive contains."""

    required_arguments = 1
    has_content = True
    finds = "SHOW"

    def run(self):
        path = Path(self.env.srcdir, "book", "players", f"{self.arguments[0]}.py")
        self.env.note_dependency(str(path))
        show = run_path(str(path))[self.finds]
        shown = [nodes.raw("", f'<div class="full-width player-place">{show.html()}</div>', format="html")]
        if self.content:
            figures = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, figures)
            unfolded = '<details class="player-figures" open><summary>The same in still pictures</summary>'
            shown += [nodes.raw("", unfolded, format="html"), *figures, nodes.raw("", "</details>", format="html")]
        return shown


class NatureGame(Player):
    """The GAME of a file in book/players."""

    finds = "GAME"


def load_where_needed(app, pagename, templatename, context, doctree):
    if MARK in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer", priority=100)  # before MathJax, which takes its time
        app.add_css_file(STYLE)


def write_front_end(app, exception):
    if exception or app.builder.format != "html":
        return
    for name, text in ((SCRIPT, page_script()), (STYLE, style())):
        Path(app.outdir, "_static", name).write_text(text, encoding="utf-8")


def setup(app):
    os.environ["MISTAKEBOUND_PLAYER"] = "page"  # for the labs that the book runs: see mistakebound.views.player.widget
    app.add_directive("player", Player)
    app.add_directive("nature-game", NatureGame)
    app.connect("html-page-context", load_where_needed)
    app.connect("build-finished", write_front_end)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
