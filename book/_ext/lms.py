"""The bank of questions for learning platforms, with the numbers of a class: `make questions SEED=2027-spring`.

Moodle XML is for Moodle, QTI 1.2 for Canvas and most others, GIFT for programs that read text. All have the same
questions, with a category for each chapter and every answer's reason as feedback. Both platforms set the formulas.
"""

import re
import sys
from html import escape
from pathlib import Path
from string import ascii_uppercase
from xml.etree.ElementTree import Element, SubElement, tostring
from zipfile import ZipFile, ZipInfo

from bank import CHECKS, questions
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

BOOK = "Learning from Mistakes"
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"


class Renderer(IPythonRenderer):
    r"""Formulas between \( and \), which Moodle and Canvas set."""

    def inline_math(self, body):
        return rf"\({escape(body)}\)"

    def block_math(self, body):
        return rf"\[{escape(body)}\]"


def html(markdown):
    r"""Write a text of the bank as one line of HTML.

    >>> html("Is $a < b$?")
    '<p>Is \\(a &lt; b\\)?</p>'
    """
    return " ".join(MarkdownWithMath(renderer=Renderer()).render(markdown).split())


def add(parent, path, text=None, **attributes):
    """Add an element below another, and those on the way to it; return the element."""
    *way, last = path.split("/")
    for tag in way:
        parent = SubElement(parent, tag)
    element = SubElement(parent, last, attributes)
    element.text = text
    return element


def moodle(bank):
    """Write {chapter: questions} as Moodle XML."""
    quiz = Element("quiz")
    for chapter, asked in bank.items():
        add(add(quiz, "question", type="category"), "category/text", f"$course$/{BOOK}/{chapter}")
        for each in asked:
            question = add(quiz, "question", type="multichoice")
            add(question, "name/text", f"{chapter}: {each.name}")
            add(add(question, "questiontext", format="html"), "text", html(each.text))
            for tag, text in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "ABCD")):
                add(question, tag, text)
            for choice in each.choices:
                answer = add(question, "answer", fraction="100" if choice.right else "0", format="html")
                add(answer, "text", html(choice.text))
                add(add(answer, "feedback", format="html"), "text", html(choice.why))
    return tostring(quiz, "utf-8", xml_declaration=True)


def gift(bank):
    """Write {chapter: questions} as GIFT, one question on each line; signs with a meaning in GIFT are escaped."""

    def text(markdown):
        return re.sub(r"([\\~=#{}:])", r"\\\1", html(markdown))

    lines = []
    for chapter, asked in bank.items():
        lines.append(f"$CATEGORY: {BOOK}/{chapter}")
        for each in asked:
            answers = (f"{'=' if it.right else '~'}{text(it.text)}#{text(it.why)}" for it in each.choices)
            lines.append(f"::{chapter} {each.name}::[html]{text(each.text)} {{{' '.join(answers)}}}")
    return "\n\n".join([*lines, ""]).encode()


def material(parent, markdown):
    add(parent, "material/mattext", html(markdown), texttype="text/html")


def condition(processing, letter, **attributes):
    """Add the consequence of a choice."""
    found = add(processing, "respcondition", **attributes)
    add(found, "conditionvar/varequal", letter, respident="choice")
    return found


def item(section, name, question):
    """Write a question as QTI."""
    element = add(section, "item", ident=name, title=question.name)
    field = add(element, "itemmetadata/qtimetadata/qtimetadatafield")
    add(field, "fieldlabel", "question_type")
    add(field, "fieldentry", "multiple_choice_question")
    presentation = add(element, "presentation")
    material(presentation, question.text)
    choices = add(add(presentation, "response_lid", ident="choice", rcardinality="Single"), "render_choice")
    processing = add(element, "resprocessing")
    add(processing, "outcomes/decvar", minvalue="0", maxvalue="100", varname="SCORE", vartype="Decimal")
    for letter, choice in zip(ascii_uppercase, question.choices, strict=False):
        material(add(choices, "response_label", ident=letter), choice.text)
        say = condition(processing, letter, **{"continue": "Yes"})
        add(say, "displayfeedback", feedbacktype="Response", linkrefid=f"{letter}_fb")
        material(add(add(element, "itemfeedback", ident=f"{letter}_fb"), "flow_mat"), choice.why)
    give = condition(processing, ascii_uppercase[question.right], **{"continue": "No"})
    add(give, "setvar", "100", action="Set", varname="SCORE")


def assessment(chapter, asked):
    """Write the questions of a chapter as QTI 1.2."""
    root = Element("questestinterop", xmlns=QTI)
    section = add(add(root, "assessment", ident=chapter, title=f"{BOOK}: {chapter}"), "section", ident="root_section")
    for each in asked:
        item(section, f"{chapter}-{each.name}", each)
    return tostring(root, "utf-8", xml_declaration=True)


def manifest(chapters):
    """List the contents of the package."""
    root = Element("manifest", identifier="learning-from-mistakes", xmlns=PACKAGE)
    add(root, "metadata/schema", "IMS Content")
    add(root, "organizations")
    resources = add(root, "resources")
    for chapter in chapters:
        resource = add(resources, "resource", identifier=chapter, type="imsqti_xmlv1p2", href=f"{chapter}.xml")
        add(resource, "file", href=f"{chapter}.xml")
    return tostring(root, "utf-8", xml_declaration=True)


def export(folder, seed):
    """Write the bank in all three forms; return the paths."""
    bank = {path.stem: questions(path.stem, seed) for path in sorted(CHECKS.glob("*.yml"))}
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in ("moodle.xml", "questions.gift", "qti.zip")]
    paths[0].write_bytes(moodle(bank))
    paths[1].write_bytes(gift(bank))
    with ZipFile(paths[2], "w") as package:
        package.writestr(ZipInfo("imsmanifest.xml"), manifest(bank))
        for chapter, asked in bank.items():
            package.writestr(ZipInfo(f"{chapter}.xml"), assessment(chapter, asked))
    return paths


if __name__ == "__main__":
    for path in export(Path(sys.argv[1]), sys.argv[2]):
        print(path)
