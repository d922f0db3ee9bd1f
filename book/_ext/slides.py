"""A deck of slides for each chapter, taken from its pages: `make slides`.

Nothing is written twice. After Sphinx has resolved a chapter, `deck` picks from it the contents of slides:

- *In one minute* up to its first formula;
- every definition, algorithm, theorem, corollary and proposition, whole;
- hypotheses and lines of proofs, a few on each slide, with the sentence that introduces them;
- every figure, one of many lines of a proof in parts, and every table that fits;
- the lists of *Watch the proof* and *What to remember*;
- the exercises, by number, title, kind and time; before them each question of the bank, the right answer in the speaker
  notes.

A short sentence right before one of these stays with it. All other prose becomes speaker notes of the slide before;
solutions, folded boxes and the history are left out, and links become plain text.
"""

import os
import shutil
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase

from chapters import chapter_of, number_of, numbered, to_read
from checks import choice, writing
from docutils import nodes
from slidecuts import cut
from slidetext import markdown
from sphinx.addnodes import toctree
from sphinx.errors import ExtensionError
from sphinx_exercise.nodes import exercise_enumerable_node, solution_node
from sphinx_proof.nodes import (
    algorithm_node,
    corollary_node,
    definition_node,
    lemma_node,
    proof_node,
    proposition_node,
    theorem_node,
)
from sphinx_revealjs.builders import RevealjsHTMLBuilder

BOXES = (algorithm_node, corollary_node, definition_node, lemma_node, proposition_node, theorem_node)
LEFT_OUT = (
    solution_node, nodes.Admonition, nodes.comment, nodes.literal_block, nodes.raw, nodes.table, nodes.target, toctree
)  # fmt: skip
LISTS = ("Watch the proof", "What to remember")  # the sections whose lists are slides
EXERCISES = "Exercises"
CLAIMS = {"hypotheses": 5, "lines": 3}  # how many a slide
SHORT = 400  # characters of prose that may introduce a slide
STYLES = ("reveal.css", "formulas.css", "slides.css")
ROWS, COLUMNS = 11, 6  # rows of a table that fits, including its head


class speaker_notes(nodes.General, nodes.Element):
    """Notes that the audience does not see."""


def slide(title, *blocks):
    return nodes.section("", title.deepcopy(), *blocks)


class Section:
    """The slides of one section of a chapter; `loose` is the prose since the last slide."""

    def __init__(self, title):
        self.title = title
        self.slides = []
        self.loose = []

    def add(self, block):
        """Add a slide, with the text right before it as its introduction if that is short; a figure has its caption."""
        lead = [] if isinstance(block, nodes.figure) else last_sentence(self.loose)
        del self.loose[len(self.loose) - len(lead) :]
        self.note()
        self.slides.append(slide(self.title, *lead, block))

    def note(self):
        """Make the prose since the last slide that slide's notes; before the first slide, drop the prose."""
        if self.slides and self.loose:
            self.slides[-1] += speaker_notes("", *self.loose)
        self.loose = []

    def shows(self, block):
        """Tell whether a block is a slide without changes."""
        if isinstance(block, nodes.table):
            rows = list(block.findall(nodes.row))
            return len(rows) <= ROWS and len(rows[0]) <= COLUMNS
        if isinstance(block, nodes.bullet_list):
            return self.title.astext() in LISTS
        return isinstance(block, (*BOXES, nodes.figure))

    def take(self, block):
        """Put one block of the chapter in its place."""
        if self.shows(block):
            self.add(block)
        elif isinstance(block, nodes.definition_list) and "claims" in block["classes"]:
            for items in parts(block):
                self.add(items)
        elif isinstance(block, proof_node):
            for part in block[0].children:
                self.take(part)
        elif block.get("design_component", "").startswith("grid"):
            for part in block.children:
                self.take(part)
        elif not isinstance(block, LEFT_OUT):
            self.loose.append(block)


def last_sentence(prose):
    """Return the last paragraph, with the formulas and words that it continues; nothing if that is long."""
    first = len(prose) - 1
    while first > 0 and (isinstance(prose[first], nodes.math_block) or prose[first].astext()[:1].islower()):
        first -= 1
    sentence = prose[max(first, 0) :]
    whole = all(isinstance(block, (nodes.paragraph, nodes.math_block)) for block in sentence)
    return sentence if whole and sum(len(block.astext()) for block in sentence) <= SHORT else []


def parts(claims):
    """Split the items of a printed theorem object into small parts of about the same size."""
    most = next(most for kind, most in CLAIMS.items() if kind in claims["classes"])
    slides = -(-len(claims) // most)
    ends = [len(claims) * slide // slides for slide in range(slides + 1)]
    for first, end in pairwise(ends):
        yield nodes.definition_list("", *claims.children[first:end], classes=claims["classes"])


def ordinary(title, blocks):
    section = Section(title)
    for block in blocks:
        section.take(block)
    section.note()
    return section.slides


def one_minute(title, blocks):
    """Take the prose up to and including the first formula, then the figures."""
    figures = [block for block in blocks if isinstance(block, nodes.figure)]
    prose = [block for block in blocks if block not in figures]
    end = next(i for i, block in enumerate(prose, start=1) if isinstance(block, nodes.math_block))
    question = slide(title, *prose[:end], speaker_notes("", *prose[end:]))
    return [question, *(slide(title, figure) for figure in figures)]


def exercise_list(title, blocks):
    """List each exercise by its number, its title and its first words: kind, difficulty, time."""
    items = nodes.bullet_list(classes=["exercises"])
    asked = []
    for block in blocks:
        if "checks" in block["classes"]:
            asked = [clicker(question) for question in block]
        if isinstance(block, exercise_enumerable_node):
            name = [nodes.Text(f"{block['number']} "), *block[0].children[1:-1]]  # without parentheses
            kind = next(block[1].findall(nodes.emphasis))
            items += nodes.list_item("", nodes.paragraph("", "", *name, nodes.Text(" "), kind))
    return [*asked, slide(title, items)]


def clicker(question):
    """Make a slide of a question with its answers, and notes with the right answer and the reason."""
    *text, answers = question.children
    shown = nodes.enumerated_list("", enumtype="upperalpha", prefix="", suffix=".", classes=["checks"])
    notes = speaker_notes()
    for letter, answer in zip(ascii_uppercase, answers.findall(choice), strict=False):
        words, *why = answer.deepcopy().children
        shown += nodes.list_item("", nodes.paragraph("", "", *words.children))
        why[0].insert(0, nodes.strong("", f"{letter}. "))
        notes += why
    return slide(nodes.title("", "Check yourself"), *text, shown, notes)


SECTIONS = {"In one minute": one_minute, EXERCISES: exercise_list, "History and references": lambda *section: []}


def sections(page):
    """Return the title and the blocks of each section of a page; all exercises are one section."""
    inner = [section for section in page.findall(nodes.section)
             if isinstance(section.parent, nodes.section) and isinstance(section[0], nodes.title)]  # fmt: skip
    if not inner:
        yield nodes.title(EXERCISES, EXERCISES), page[1:]
    for section in inner:
        yield section[0], [block for block in section[1:] if not isinstance(block, nodes.section)]


def deck(pages, book):
    """Turn a chapter, with its pages as sections, into a deck: a section with titles that has one for each slide."""
    slides = []
    for title, blocks in (section for page in pages for section in sections(page)):
        slides += SECTIONS.get(title.astext(), ordinary)(title, blocks)
    for number, node in enumerate(slides, start=1):
        node["ids"] = [f"slide-{number}"]
    return nodes.section("", pages[0][0], nodes.paragraph(book, book), *slides, ids=pages[0]["ids"])


def others(app, core):
    """Resolve the other pages of a chapter, without its lab; their numbers join those of the core."""
    for page in to_read(app.srcdir, chapter_of(app.srcdir, core))[1:]:
        for kind, numbers in app.env.toc_fignumbers.get(page, {}).items():
            app.env.toc_fignumbers[core].setdefault(kind, {}).update(numbers)
        yield next(app.env.get_and_resolve_doctree(page, app.builder).findall(nodes.section))


def note_numbers(pages, kinds):
    """Give each figure, exercise or the like its number, which usually only a page's writer knows."""
    numbers = {place: number for kind in kinds.values() for place, number in kind.items()}
    for page in pages:
        for node in page.findall(lambda node: isinstance(node, nodes.Element) and numbers.keys() & node["ids"]):
            node["number"] = ".".join(map(str, numbers[node["ids"][0]]))


def plain(tree):
    """Dissolve sections that are not slides, turn links within the book into text, and drop links to citations."""
    for node in tree.findall(nodes.inline):
        node["ids"] = []  # numbers count page by page, but a deck has several pages
    for node in list(tree.findall(nodes.section)):
        if node is not tree and node.parent is not tree:
            node.replace_self(nodes.container("", *node.children, classes=node["classes"]))
    for node in list(tree.findall(nodes.reference)):
        if tree["ids"] != ["decks"]:
            node.replace_self(node.children)


def chapters(app):
    """Return the pages that the table of contents lists as chapters."""
    trees = app.env.tocs[app.config.root_doc].findall(toctree)
    names = [name for tree in trees if tree["caption"] == "Chapters" for name in tree["includefiles"]]
    only = {f"book/{name}" for name in os.environ.get("ONLY", "").split()} or set(names)
    if unknown := only.difference(names):
        raise ExtensionError(f"ONLY names {sorted(unknown)}; use some of {names}")
    return [name for name in names if name in only]


def list_of_decks(app, title):
    items = nodes.bullet_list()
    for name in chapters(app):
        uri = app.builder.get_relative_uri(app.config.root_doc, name)
        link = nodes.reference("", numbered(app.env, name), refuri=uri)
        items += nodes.list_item("", nodes.paragraph("", "", link))
    return nodes.section("", title, items, ids=["decks"])


def make_deck(app, doctree, docname):
    """Replace a resolved core by its chapter's deck, and the first page by the list of decks."""
    if app.builder.name != Slides.name or docname not in [app.config.root_doc, *chapters(app)]:
        return
    page = next(doctree.findall(nodes.section))
    if docname == app.config.root_doc:
        tree = list_of_decks(app, page[0])
    else:
        page[0].insert(0, nodes.Text(number_of(app.env, docname)))
        app.env.toc_secnumbers.pop(docname, None)  # or it would be before the title of every slide
        pages = [page, *others(app, docname)]
        note_numbers(pages, app.env.toc_fignumbers.get(docname, {}))
        for each in pages:
            cut(app.env, docname, each)
        tree = deck(pages, app.config.html_title)
    plain(tree)
    doctree.children.clear()
    doctree += tree


class Slides(RevealjsHTMLBuilder):
    """The builder of sphinx-revealjs, for the chapters only."""

    name = "slides"

    def get_outdated_docs(self):
        return [self.config.root_doc]  # because `write` takes every chapter, every time

    def write(self, build_docnames, updated_docnames, method="update"):
        super().write(chapters(self.app), [], "specific")

    def write_doc(self, docname, doctree):
        """Write the deck, and beside it the same as Markdown, with the deck's pictures, which now have addresses."""
        super().write_doc(docname, doctree)
        if docname != self.config.root_doc:
            path = Path(self.get_outfilename(docname)).with_suffix(".md")
            path.write_text(markdown(doctree[0], BOXES, speaker_notes), "utf-8")

    def gen_additional_pages(self):
        """Write no additional pages: no search, no page for wrong addresses."""

    def copy_static_files(self):
        """Copy all files but reveal.js's themes: decks have their own, and some themes load fonts from other hosts."""
        super().copy_static_files()
        shutil.rmtree(Path(self.outdir, "_static", "revealjs", "dist", "theme"))

    def init(self):
        paths = list(self.config.revealjs_static_path)
        super().init()
        self.config.revealjs_static_path = paths  # or Sphinx would read everything again


def keep_own_files(app, pagename, templatename, context, doctree):
    """Keep only reveal.js's and the deck's files of those that extensions add to a page."""
    if app.builder.name == Slides.name:
        context["css_files"] = [file for file in context["css_files"] if any(name in str(file) for name in STYLES)]
        context["script_files"] = []


def setup(app):
    app.setup_extension("sphinx_revealjs")
    app.add_builder(Slides)
    app.add_node(speaker_notes, html=(writing('<aside class="notes">'), writing("</aside>\n")))
    app.connect("doctree-resolved", make_deck, priority=900)
    app.connect("html-page-context", keep_own_files, priority=900)
