"""Print a chapter's questions from the bank (`bank.py`); each answer unfolds its reason:

    ```{checks}
    ```

No script is needed: the answers are `details` with one name, so that a browser opens one at a time. The PDF has the
right answers with their reasons at the end of the page (`pdf.py`).
"""

from string import ascii_uppercase

from bank import questions
from chapters import chapter_of
from docutils import nodes
from sphinx.addnodes import only
from sphinx.util.docutils import SphinxDirective

SEED = "book"  # a class gets its own numbers: make questions
LEAD = "**Check yourself.** One answer to each question is right; "
HOW = {"html": "open one, and it says why.", "latex": "the answers follow the exercises, and say why."}


class choice(nodes.General, nodes.Element):
    """An answer that unfolds: a `said`, and the reason why it is right or wrong."""


class said(nodes.TextElement):
    """The text of an answer, which is always visible."""


def visit_choice(self, node):
    self.body.append(self.starttag(node, "details", name=node["question"]))


def visit_said(self, node):
    only_formulas = all(isinstance(part, nodes.math) for part in node.children)
    word = '<span class="visually-hidden">Answer </span>' if only_formulas else ""  # MathML cannot name a button
    self.body.append(f"<summary>{word}")


def writing(text):
    """Return a visitor that writes a text into the page, whatever the node."""
    return lambda self, node: self.body.append(text)


class Checks(SphinxDirective):
    """All questions of the page's chapter, in order."""

    def run(self):
        bank = questions(chapter_of(self.env.srcdir, self.env.docname), SEED)
        leads = [only("", *self.parse_text_to_nodes(LEAD + how), expr=where) for where, how in HOW.items()]
        asked = nodes.enumerated_list("", *map(self.ask, bank), enumtype="arabic", classes=["checks"])
        answers = nodes.enumerated_list("", *map(self.reason, bank), enumtype="arabic")
        return [*leads, asked, only("", answers, expr="latex", classes=["answers"])]

    def reason(self, question):
        """The right answer's letter, and the reason."""
        right = f"**{ascii_uppercase[question.right]}.** {question.choices[question.right].why}"
        return nodes.list_item("", *self.parse_text_to_nodes(right))

    def ask(self, question):
        """Make a question, and a list of its answers."""
        answers = [nodes.list_item("", self.answer(question.name, each)) for each in question.choices]
        choices = nodes.enumerated_list("", *answers, enumtype="upperalpha", prefix="", suffix=".")
        return nodes.list_item("", *self.parse_text_to_nodes(question.text), choices)

    def answer(self, question, each):
        words = f"−{each.text[1:]}" if each.text.startswith("-") else each.text
        text = said("", "", *self.parse_text_to_nodes(words)[0].children)
        verdict = "**Right.**" if each.right else "**No.**"
        why = only("", *self.parse_text_to_nodes(f"{verdict} {each.why}"), expr="html")
        return choice("", text, why, question=f"check-{question}", classes=["right" if each.right else "wrong"])


def setup(app):
    on_paper = writing(""), writing("")
    app.add_node(choice, html=(visit_choice, writing("</details>\n")), latex=on_paper)
    app.add_node(said, html=(visit_said, writing("</summary>\n")), latex=on_paper)
    app.add_directive("checks", Checks)
