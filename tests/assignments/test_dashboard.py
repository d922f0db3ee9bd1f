"""The picture of a class: the points earned, and the most frequent messages of failed tests."""

import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_output

import mistakebound as mb
from course import Course, save
from dashboard import dashboard
from tests.assignments.desk import worth
from written import is_test, name

ASSIGNMENT = "perceptron"


def objection(line):
    """What a theorem object says of a run with a margin that is claimed too large; `line` tells two apart."""
    stream = mb.streams.hadamard(4)
    trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    with pytest.raises(mb.MistakeBoundError) as found:
        mb.NOVIKOFF.check(trace, u=stream.u, gamma=2).require()
    return new_output("error", ename=type(found.value).__name__, evalue=f"{line}: {found.value}\n<b>", traceback=[])


@pytest.mark.audit
def test_the_commonest_words_of_each_test_and_its_share_of_points(tmp_path):
    course = Course(tmp_path, "2027-spring")
    course.prepare()
    course.make_release(ASSIGNMENT)
    points = worth(course.load("release", ASSIGNMENT))
    test = next(name(cell) for cell in course.load("release", ASSIGNMENT).cells if is_test(cell))
    scores = {}
    for student, line in {"Ada": "growth", "Bea": "margin", "Cem": "growth", "Dan": None}.items():
        notebook = course.load("release", ASSIGNMENT)
        for cell in notebook.cells:
            if name(cell) == test and line:
                cell.outputs = [objection(line)]
        save(notebook, course.path("autograded", ASSIGNMENT, student))
        scores[student] = dict.fromkeys(points, None) | {test: 0 if line else points[test]}
    page = BeautifulSoup(dashboard(course, ASSIGNMENT, scores, points), "html.parser")
    assert page.h1.text == "perceptron: 4 graded"
    first, *others = page.select("tr")
    assert first.meter["value"] == "0.250"
    assert first.select("td")[2].text.startswith("2 of 4: DoesNotApply: growth: ")
    assert "<b>" not in str(first)
    assert len(others) == len(points) - 1 and all("to read" in row.text for row in others)
