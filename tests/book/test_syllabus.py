"""The promises to a class, such as objectives, minutes, plans and exams; points and minutes add up."""

import re

import pytest
import syllabus
from aims import HEAD, PACE, Exercise, chapter

from tests.book.checks import exercises
from tests.book.smallbook import build

SMALL = f"""# One

```{{aims}}
:needs: *vectors*
- Prove $M \\le 1$.
- Compute it.
- Refute it.
```

{"word " * 400}

````{{admonition}} Folded
:class: dropdown

{"folded " * 400}
````

"""
CONTENTS = """\
format: jb-book
root: index
parts:
  - caption: Chapters
    chapters: [{file: book/one, sections: [{file: book/more}, {file: book/exercises}]}]
"""
FURTHER = f"# More\n\n## A part\n\n{'word ' * 800}\n"
EXERCISES = f"""# Exercises

{"word " * 400}

```{{exercise}} A question
:label: ex-one

*Prove, easy, 25 minutes.* How many?
```

```{{exercise}} Another
:label: ex-two

*Code, hard, 2 hours.* How many?
```

```{{exercise}} A project
:label: ex-three

*Research-like, hard, half a day.* How many?
```
"""


def test_a_head_is_read_and_its_time_counted(tmp_path):
    (tmp_path / "_toc.yml").write_text(CONTENTS, "utf-8")
    (tmp_path / "book").mkdir()
    pages = {"index": "# A", "book/one": SMALL, "book/more": FURTHER, "book/exercises": EXERCISES}
    extensions = ("sphinx_external_toc", "aims", "sphinx_exercise")
    html, warnings = build(tmp_path, *extensions, pages=pages)
    assert warnings == ""
    this = chapter(tmp_path, "one")
    assert (this.title, this.needs, len(this.aims), this.core, this.further) == ("One", "*vectors*", 3, 5, 10)
    assert this.exercises == {
        "ex-one": Exercise("Prove", 25), "ex-two": Exercise("Code", 120), "ex-three": Exercise("Research-like", 240)
    }  # fmt: skip
    page = " ".join((html / "book/one.html").read_text("utf-8").split())
    assert "You need</strong> <em>vectors</em>" in page
    assert "Reading, 5 min, and 10 min for what is further; 2 exercises of 25 to 120 minutes, 2.5 h for all of" in page
    assert "for all of them, and 1 of half a day; the lab" in page


def test_a_chapter_has_three_objectives_and_a_time_for_each_exercise(root, chapter):
    this = syllabus.chapter(root, chapter.rpartition("/")[2])
    assert len(this.aims) == 3
    assert len(HEAD.search((root / f"{chapter}.md").read_text("utf-8"))[0].splitlines()) <= 8
    assert set(this.exercises) == {label for label, _, _ in exercises(root / f"{chapter}-exercises.md")}


@pytest.mark.parametrize("sessions", syllabus.PLANS)
def test_a_plan_has_its_sessions_and_its_minutes_add_up(sessions):
    steps = list(syllabus.steps(sessions))
    assert len(steps) == sessions
    assert all(step.home and step.reading for step in steps)
    for name in {name for step in steps for name, _ in step.chapters.values()}:
        assert 0 < sum(dict(step.chapters.values()).get(name, 0) for step in steps) <= 1
    assert len([step for step in steps if step.given]) >= 4
    said = re.search(r"In all ([\d.]+)\sh", syllabus.table(sessions))[1]
    assert float(said) * 60 - 30 < sum(90 + step.reading + step.home + step.given for step in steps) <= float(said) * 60


@pytest.mark.parametrize("sessions", syllabus.PLANS)
def test_a_handout_stands_alone(sessions):
    text = syllabus.handout(sessions)
    assert not re.search(r"\]\((?!https?:)|\{(plan|aims|ref|numref)\}|until the next", text)
    titles = syllabus.titles()
    assert all(f"*{titles[label]}*" in text for step in syllabus.steps(sessions) for label in step.exercises)
    for name in {name for step in syllabus.steps(sessions) for name, _ in step.chapters.values()}:
        this = chapter(syllabus.ROOT, name)
        assert all(syllabus.INNER_LINK.sub(r"\1", aim.strip()) in text for aim in this.aims)
    assert "## Marking" in text and "make syllabus" not in text


def test_an_assignment_says_how_long_it_takes_and_its_points(root):
    for folder in sorted((root / "notebooks/assignments/source").iterdir()):
        time, points = syllabus.assignment(folder.name)
        assert 60 <= time <= 120 and f"{points} points" in next(folder.glob("*.ipynb")).read_text("utf-8")


EXAM = re.compile(
    r"^## The \w+ exam.*?(\d+) minutes, (\d+) points(.*?)^### Solutions[^\n]*\n(.*?)(?=^## |\Z)", re.M | re.S
)
QUESTION = re.compile(r"^\*\*(\d)\..*?(?=^\*\*\d\.|\Z)", re.M | re.S)
FORMULA_OR_CODE = re.compile(r"\$[^$]*\$|^```.*?^```", re.M | re.S)


def test_points_of_an_exam_add_up(root):
    exams = EXAM.findall((root / "book/exams.md").read_text("utf-8"))
    assert len(exams) == 2
    for _, total, asked, solved in exams:
        asked = {number: int(points) for number, points in re.findall(r"^\*\*(\d)\..*?\((\d+) points\)", asked, re.M)}
        given = {}
        for question in QUESTION.finditer(FORMULA_OR_CODE.sub("", solved)):
            given[question[1]] = sum(map(int, re.findall(r"\((\d+)(?: points)?\)", question[0])))
        assert given == asked and sum(asked.values()) == int(total)


def test_shares_and_rubrics_add_up(root):
    text = (root / "book/syllabus.md").read_text("utf-8")
    marking, projects = (text.split(f"## {title}\n")[1].split("\n## ")[0] for title in ("Marking", "Projects"))
    columns = zip(*(row.split("|")[2:5] for row in marking.splitlines() if "%" in row or "–" in row), strict=True)
    assert [sum(map(int, re.findall(r"\d+", " ".join(column)))) for column in columns] == [100, 100, 100]
    assert sum(map(int, re.findall(r"^\| \*\*\w+\*\* \((\d+)\)", projects, re.M))) == 20
    assert "Twenty points" in projects
    assert f"counted at {PACE} words a minute" in text
