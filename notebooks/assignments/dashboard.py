"""A picture of a class in an assignment: the points for each exercise and test, and the most frequent error messages.

If a theorem object found a broken line of a proof, the message is in the object's own words.
"""

from collections import Counter
from html import escape

from pages import titles
from written import is_graded, name

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{assignment}: the class</title>
<style>
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
table {{ border-collapse: collapse; width: 100%; }}
td {{ padding: .3rem .6rem; border-top: 1px solid #ddd; vertical-align: top; }}
meter {{ width: 10rem; height: 1rem; }} code {{ overflow-wrap: anywhere; }}
</style></head>
<body><h1>{assignment}: {students} graded</h1>
<table>
{rows}
</table></body></html>
"""


def failures(notebook):
    """Return the first line of each failed test's message, {cell: words}."""
    return {
        name(cell): f"{output.ename}: {output.evalue}".splitlines()[0]
        for cell in notebook.cells
        if is_graded(cell) and cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "error"
    }


def row(title, scores, points, said):
    """Make a line of the picture, without a bar while somebody's work is unread: the bar would omit that work."""
    unread, share = scores.count(None), sum(filter(None, scores)) / (len(scores) * points or 1)
    (words, times), *_ = [*Counter(said).most_common(1), ("", 0)]
    commonest = f"{times} of {len(scores)}: <code>{escape(words)}</code>" if times else ""
    bar = f"{unread} of {len(scores)} to read"
    if not unread:
        bar = f'<meter min="0" max="1" value="{share:.3f}">{share:.0%}</meter> {share:.0%}'
    return f"<tr><td>{escape(title)}</td><td>{bar}</td><td>{commonest}</td></tr>"


def dashboard(course, assignment, scores, worth):
    """Make the page of an assignment from the scores, {student: {cell: score}}, and the worth of each cell."""
    failed = [failures(course.load("autograded", assignment, student)) for student in scores]
    rows = [
        row(
            title,
            [mine[cell] for mine in scores.values()],
            worth[cell],
            [said[cell] for said in failed if cell in said],
        )
        for cell, title in titles(course.load("release", assignment).cells).items()
    ]
    return PAGE.format(assignment=assignment, students=len(scores), rows="\n".join(rows))
