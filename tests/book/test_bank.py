"""The bank of questions is complete, computed, hard to guess, and the same in each form for learning platforms."""

import re
from html import unescape
from itertools import product
from math import prod
from random import Random
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from bank import CHECKS, TOOLS, decisions, draw, questions, read
from bs4 import BeautifulSoup
from chapters import source
from hypothesis import settings
from lms import QTI, export, html

from tests.book.checks import chapters
from tests.book.smallbook import build
from tests.weakened import Watched

SEEDS = ("book", "2026-autumn")


@pytest.fixture(scope="module")
def drawn(root):
    """{seed: {chapter: questions}}"""
    names = [chapter.rpartition("/")[2] for chapter in chapters(root)]
    return {seed: {name: questions(name, seed) for name in names} for seed in SEEDS}


def test_each_chapter_asks_and_each_answer_says_why(drawn):
    for bank in drawn.values():
        assert bank.keys() == {path.stem for path in CHECKS.glob("*.yml")}
        for asked in bank.values():
            assert len(asked) >= 8
            for question in asked:
                assert 3 <= len(question.choices) <= 5
                assert sum(choice.right for choice in question.choices) == 1
                assert all(choice.why.endswith((".", ")")) for choice in question.choices), question.name


class Chosen:
    """Stands for `Random`: takes what is at given places, the first where none is given, and counts the places."""

    def __init__(self, places=()):
        self.places, self.sizes = iter(places), []

    def choice(self, given):
        self.sizes.append(len(given))
        return given[next(self.places, 0)]

    def randrange(self, below):
        return self.choice(range(below))

    def randint(self, first, last):
        return self.choice(range(first, last + 1))

    def shuffle(self, given):
        pass


@pytest.mark.parametrize("stem", [path.stem for path in sorted(CHECKS.glob("*.yml"))])
def test_an_answer_is_true_and_all_others_are_false_whatever_is_drawn(stem):
    """All draws, if they are few enough for the profile; else as many seeds: at night 200."""
    most = settings().max_examples // 5
    for name, parts in read(stem).items():
        first = Chosen()
        draw(name, parts, first)
        few = prod(first.sizes) <= most
        draws = map(Chosen, product(*map(range, first.sizes))) if few else (Random(f"{n} {name}") for n in range(most))
        for each in draws:
            try:
                draw(name, parts, each)
            except Exception as error:
                error.add_note(f"in the question {name!r} of {stem}.yml")
                raise


@pytest.mark.parametrize("stem", [path.stem for path in sorted(CHECKS.glob("*.yml"))])
def test_no_decision_could_be_stricter(stem, monkeypatch):
    watched = Watched()
    monkeypatch.setattr("bank.TOOLS", TOOLS | watched.names)
    for name, parts in read(stem).items():
        code = {key: watched.rewritten(f"({parts[key]}\n)" if key == "decided" else parts[key])
                for key in ("given", "decided") if key in parts}  # fmt: skip
        for seed in range(4):
            draw(name, parts | code, Random(f"{seed} {name}"))
    assert watched.weak() == []


NUMBER = re.compile(r"\d+(?:\.\d+)?")


def numbers(text):
    return NUMBER.findall(re.sub(r"\\tfrac(\d)", r" \1 ", text))


def test_a_number_of_a_text_is_computed_or_said_again(root):
    """A digit, in its question; a longer number, in its chapter or another question. 0, 1 and 2 may be there once."""
    once = []
    for stem in (path.stem for path in sorted(CHECKS.glob("*.yml"))):
        chapter = numbers(source(root, stem)) + numbers((CHECKS / f"{stem}.yml").read_text("utf-8"))
        for name, parts in read(stem).items():
            texts = [str(parts["ask"]), *map(str, parts["answers"]), *map(str, parts["answers"].values())]
            said = numbers(" ".join([*texts, parts.get("given", ""), parts["decided"]]))
            typed = {number for text in texts for number in numbers(re.sub(r"\{\{.*?\}\}", "", text))}
            once += [
                f"{stem}, {name}: {number}"
                for number in typed - {*"012"}
                if (said if len(number) == 1 else chapter).count(number) < 2
            ]
    assert once == []


@pytest.mark.parametrize(
    ("texts", "decided", "fault"),
    [
        (["7", "8"], "shows(8)", "the answer '7' is decided as False: it must be True"),
        (["7", "7.0"], "shows(7)", "the answer '7.0' is decided as True: it must be False"),
        (["7", "none"], "shows(7)", "the answer 'none' is decided as None: it must be False, or have a reason"),
        (["7", "none"], "shows(7, '')", "the answer 'none' is decided as '': it must be False, or have a reason"),
        (["7", "8"], "7 == 7,", "2 answers have 1 decisions"),
        (["7", "8"], "shows(7, 'none of them is without a number')", "2 answers have 3 decisions"),
    ],
)
def test_an_answer_that_is_not_decided_or_decided_against_is_refused(texts, decided, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        decisions(texts, decided, {})


def test_a_seed_changes_the_numbers(drawn):
    one, other = (drawn[seed] for seed in SEEDS[:2])
    changed = [q.text + q.choices[q.right].why != p.text + p.choices[p.right].why
               for chapter in one for q, p in zip(one[chapter], other[chapter], strict=True)]  # fmt: skip
    assert sum(changed) > len(changed) / 2


def test_the_right_answer_is_not_known_by_its_length_or_its_place(drawn):
    bank = [question for asked in drawn["book"].values() for question in asked]
    longest = [len(q.choices[q.right].text) > max(len(c.text) for c in q.choices if not c.right) for q in bank]
    assert sum(longest) < len(bank) / 4
    places = [question.right for question in bank]
    assert all(places.count(place) < len(bank) / 2 for place in set(places))


def test_two_answers_that_are_the_same_are_refused():
    parts = {"given": "n = 4", "ask": "How many?", "answers": {"{{ n }}": "So.", "{{ n + 0 }}": "No."}}
    with pytest.raises(ValueError, match="two answers are the same"):
        draw("twice", parts, Random("book"))


# ------------------------------------------- on the page and on slides

BOOK = "# A book\n\n```{toctree}\n:caption: Chapters\nkernels\n```\n"
CHAPTER = "# Kernels\n\n## Exercises\n\n```{checks}\n```\n"


def made(folder, builder):
    """The chapter, with nothing but its questions, as a page or a deck; and the questions."""
    extensions = ("sphinx_proof", "sphinx_exercise", "checks", "slides")
    settings = {"myst_enable_extensions": ["dollarmath"], "html_title": "A book", "nb_execution_mode": "off"}
    output, _ = build(folder, *extensions, pages={"index": BOOK, "kernels": CHAPTER}, builder=builder, **settings)
    page = BeautifulSoup((output / "kernels.html").read_text("utf-8"), "html.parser")
    return page, questions("kernels", "book")


@pytest.mark.filterwarnings("ignore:.*css_files:sphinx.deprecation.RemovedInSphinx90Warning")
def test_an_answer_unfolds_to_its_reason_and_one_is_right(tmp_path):
    page, bank = made(tmp_path, "html")
    asked = page.select("ol.checks > li")
    assert len(asked) == len(bank)
    for each, question in zip(asked, bank, strict=True):
        answers = each.select("ol > li > details")
        assert {answer["name"] for answer in answers} == {f"check-{question.name}"}
        assert [answer["class"] == ["right"] for answer in answers] == [choice.right for choice in question.choices]
        verdicts = [answer.select_one("summary + p > strong").text for answer in answers]
        assert verdicts == ["Right." if choice.right else "No." for choice in question.choices]


@pytest.mark.filterwarnings("ignore:.*css_files:sphinx.deprecation.RemovedInSphinx90Warning")
def test_a_slide_asks_and_only_its_notes_answer(tmp_path):
    page, bank = made(tmp_path, "slides")
    slides = [
        slide for slide in page.select(".slides section > section") if slide.h2 and slide.h2.text == "Check yourself"
    ]
    assert len(slides) == len(bank)
    for slide, question in zip(slides, bank, strict=True):
        notes = slide.select_one("aside.notes").extract()
        letters = [p.text[0] for p in notes.select("p") if "Right." in p.text]
        assert letters == ["ABCDE"[question.right]]
        assert len(slide.select("ol > li")) == len(question.choices)
        assert not slide.select("details") and "Right." not in slide.text


# ------------------------------------------- read as platforms do: {name: (text, {answer: (points, why)})}


def read_moodle(path):
    quiz, chapter, found = ElementTree.parse(path).getroot(), None, {}
    for question in quiz:
        if question.get("type") == "category":
            chapter = question.findtext("category/text").rpartition("/")[2]
            continue
        assert question.findtext("single") == "true"
        assert question.findtext("name/text").startswith(f"{chapter}: ")
        found[question.findtext("name/text").replace(":", "")] = (
            question.findtext("questiontext/text"),
            {
                answer.findtext("text"): (float(answer.get("fraction")), answer.findtext("feedback/text"))
                for answer in question.findall("answer")
            },
        )
    return found


def read_gift(path):
    """By the grammar: a backslash takes its meaning from the sign after it."""
    found = {}
    for block in path.read_text("utf-8").split("\n\n"):
        if not block.startswith("::"):
            continue
        hidden = re.sub(r"\\(.)", lambda sign: chr(0xE000 + ord(sign[1])), block)
        name, text, answers = re.fullmatch(r"::(.*?)::\[html\](.*?) \{(.*)\}", hidden).groups()
        parts = re.findall(r"([=~])([^=~#]*)#([^=~#]*)", answers)

        def plain(text):
            return re.sub("[\ue000-\ue0ff]", lambda found: chr(ord(found[0]) - 0xE000), text).strip()

        choices = {plain(said): (100.0 * (sign == "="), plain(why)) for sign, said, why in parts}
        found[plain(name)] = plain(text), choices
    return found


def read_qti(path):
    """By answering: each choice is given, and the rules of the item are applied to it."""
    found, ns = {}, {"": QTI}
    with ZipFile(path) as package:
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        files = [file.get("href") for file in manifest.iter() if file.tag.endswith("}file")]
        assert sorted([*files, "imsmanifest.xml"]) == sorted(package.namelist())
        for file in files:
            for item in ElementTree.fromstring(package.read(file)).iter(f"{{{QTI}}}item"):
                says = {each.get("ident"): each.findtext(".//mattext", namespaces=ns)
                        for each in item.findall("itemfeedback", ns)}  # fmt: skip
                choices = {}
                for label in item.iter(f"{{{QTI}}}response_label"):
                    score, shown = 0.0, []
                    for rule in item.iter(f"{{{QTI}}}respcondition"):
                        if rule.findtext("conditionvar/varequal", namespaces=ns) == label.get("ident"):
                            score = float(rule.findtext("setvar", default=score, namespaces=ns))
                            shown += [each.get("linkrefid") for each in rule.findall("displayfeedback", ns)]
                    (why,) = shown
                    choices[label.findtext(".//mattext", namespaces=ns)] = score, says[why]
                text = item.findtext("presentation/material/mattext", namespaces=ns)
                found[f"{file.removesuffix('.xml')} {item.get('title')}"] = text, choices
    return found


@pytest.mark.audit
@pytest.mark.parametrize("read", [read_moodle, read_gift, read_qti])
def test_a_platform_gets_the_questions_as_they_are(tmp_path, drawn, read):
    paths = export(tmp_path, SEEDS[1])
    path = paths[[read_moodle, read_gift, read_qti].index(read)]
    assert read(path) == {
        f"{chapter} {question.name}": (
            html(question.text),
            {html(each.text): (100.0 * each.right, html(each.why)) for each in question.choices},
        )
        for chapter, asked in drawn[SEEDS[1]].items()
        for question in asked
    }


def test_formulas_are_what_platforms_set():
    assert unescape(html("$a < b$ and `x`")) == r"<p>\(a < b\) and <code>x</code></p>"
