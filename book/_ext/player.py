"""Put a player into a page, with the runs that its reader can choose among, above the folded static figures; or a game.

    ::::{player} perceptron
    :::{glue:figure} ../notebooks/perceptron.ipynb::squeeze
    ...
    :::
    ::::

`book/players/perceptron.py` holds the runs, as SHOW. Only a page that has a player loads the player's script and style.
Without JavaScript the figures are open and take the player's place. The players of a page are `#player-1`,
`#player-2` and so on, and a link to a player can set what it shows (`front/page.js`).

    ```{fool} perceptron.html
    [Start: ...](sec-matches){.start}
    ```

is Fool the Perceptron, with a link into the course. Its argument is the page whose player shows a game as a proof.
"""

import json
import re
from pathlib import Path
from runpy import run_path

from docutils import nodes
from formulas import mathml
from sphinx.util.docutils import SphinxDirective

from mistakebound.course.player.front import fool_html, fool_script, fool_style, page_script, style

# The files needed by a page that has one of these classes.
NEEDS = {
    "mistakebound-view": ["player.css"],
    "mistakebound-player": ["player.js"],
    "mistakebound-game": ["player.js"],
    "mistakebound-fool": ["fool.js", "fool.css"],
}
TEX = re.compile(r'"tex":("(?:[^"\\]|\\.)*")')
RELATION = re.compile(r" (?=(?:\\le|\\ge|=) )")
ANNOTATION = re.compile(r"</?semantics>|<annotation.*?</annotation>")
DRAWN = re.compile(r'class="(mistakebound-view[^"]*)"')
TEXTS = {"player.js": page_script, "player.css": style, "fool.js": fool_script, "fool.css": fool_style}


class Player(SphinxDirective):
    """The player of a show, and below it the content of the directive."""

    required_arguments = 1
    has_content = True
    finds = "SHOW"

    def run(self):
        path = Path(self.env.srcdir, "book", "players", f"{self.arguments[0]}.py")
        self.env.note_dependency(str(path))
        show = run_path(str(path))[self.finds]
        shown = [nodes.raw("", f'<div class="full-width player-place">{show.html()}</div>', format="html")]
        if self.content:
            unfolded = '<details class="player-figures" open><summary>The same in still pictures</summary>'
            shown += [nodes.raw("", unfolded, format="html"), *self.parse_content_to_nodes()]
            shown.append(nodes.raw("", "</details>", format="html"))
        return shown


class NatureGame(Player):
    """The GAME of a file in book/players."""

    finds = "GAME"


class FoolThePerceptron(SphinxDirective):
    """The game of the first page, with the content of the directive inside."""

    required_arguments = 1
    has_content = True

    def run(self):
        way = nodes.container("", *self.parse_content_to_nodes())
        head = f'<div class="full-width player-place">{fool_html(self.arguments[0])}'
        return [nodes.raw("", head, format="html"), way, nodes.raw("", "</div></div>", format="html")]


def parts(tex):
    """The two sides of a formula, between which a line may end."""
    sides = RELATION.split(tex, maxsplit=1)
    return sides if all(side.count("{") == side.count("}") for side in sides) else [tex]


def set_formulas(app, pagename, templatename, context, doctree):
    """Set the formulas in a page's players, which carry their TeX, like those of the page.

    The result contains no "<", so that programs that read the page do not find formulas there.
    """

    def made(found):
        formula = " ".join(ANNOTATION.sub("", mathml(part)) for part in parts(json.loads(found[1])))
        return '"math":' + json.dumps(formula, ensure_ascii=False).replace("<", r"\u003c")

    if "mistakebound-player" in context.get("body", ""):
        context["body"] = TEX.sub(made, context["body"])


def load_where_needed(app, pagename, templatename, context, doctree):
    classes = set(re.findall(r"mistakebound-\w+", " ".join(DRAWN.findall(context.get("body", "")))))
    for name in sorted({name for found in classes for name in NEEDS[found]}):
        if name.endswith(".js"):
            app.add_js_file(name, loading_method="defer")
        else:
            app.add_css_file(name)


def write_front_end(app, exception):
    if exception or app.builder.format != "html":
        return
    for name, text in TEXTS.items():
        Path(app.outdir, "_static", name).write_text(text(), encoding="utf-8")


def setup(app):
    app.add_directive("player", Player)
    app.add_directive("nature-game", NatureGame)
    app.add_directive("fool", FoolThePerceptron)
    app.connect("html-page-context", load_where_needed)
    app.connect("html-page-context", set_formulas)
    app.connect("build-finished", write_front_end)
