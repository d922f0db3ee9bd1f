"""Print a chapter's questions of the bank (`bank.py`), each answer folded with its reason:

    ```{checks}
    ```

No script is needed: the answers are `details` of one name, so that a browser shows one at a time. In the PDF, what is
right is said at the end.
"""

from string import ascii_uppercase

from bank import questions
from chapters import chapter_of
from docutils import nodes
from sphinx.addnodes import only
from sphinx.util.docutils import SphinxDirective

SEED = "book"  # a class has numbers of its own: make questions
LEAD = "**Check yourself.** One answer to each question is right; open one, and it says why."


class choice(nodes.General, nodes.Element):
    """An answer that unfolds: a `said`, and why it is right or wrong."""


class said(nodes.TextElement):
    """What an answer says, always in sight."""


def visit_choice(self, node):
    self.body.append(self.starttag(node, "details", name=node["question"]))


def depart_choice(self, node):
    self.body.append("</details>\n")


def visit_said(self, node):
    only_formulas = all(isinstance(part, nodes.math) for part in node.children)
    word = '<span class="visually-hidden">Answer </span>' if only_formulas else ""  # no button is named by MathML alone
    self.body.append(f"<summary>{word}")


def depart_said(self, node):
    self.body.append("</summary>\n")


def skip(self, node):
    pass


def letter(question):
    return ascii_uppercase[question.right]


class Checks(SphinxDirective):
    """All questions of the page's chapter, in order."""

    def run(self):
        bank = questions(chapter_of(self.env.srcdir, self.env.docname), SEED)
        key = " ".join(f"{number}{letter(each)}" for number, each in enumerate(bank, start=1))
        asked = nodes.enumerated_list("", *map(self.ask, bank), enumtype="arabic", classes=["checks"])
        answers = only("", nodes.paragraph("", f"The answers: {key}."), expr="latex")
        return [*self.parse_text_to_nodes(LEAD), asked, answers]

    def ask(self, question):
        """A question, and its answers as a list of its own."""
        answers = [nodes.list_item("", self.answer(question.name, each)) for each in question.choices]
        choices = nodes.enumerated_list("", *answers, enumtype="upperalpha", prefix="", suffix=".")
        return nodes.list_item("", *self.parse_text_to_nodes(question.text), choices)

    def answer(self, question, each):
        text = said("", "", *self.parse_text_to_nodes(each.text)[0].children)
        verdict = "**Right.**" if each.right else "**No.**"
        why = only("", *self.parse_text_to_nodes(f"{verdict} {each.why}"), expr="html")
        return choice("", text, why, question=f"check-{question}", classes=["right" if each.right else "wrong"])


def setup(app):
    app.add_node(choice, html=(visit_choice, depart_choice), latex=(skip, skip))
    app.add_node(said, html=(visit_said, depart_said), latex=(skip, skip))
    app.add_directive("checks", Checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
