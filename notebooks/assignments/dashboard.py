"""A picture of a class in an assignment: what each exercise and test earned, and what its failed tests say most often.

Where a theorem object found a line of a proof broken, that is said in the object's own words.
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
    """What the first line of each failed test says, {cell: words}."""
    return {
        name(cell): f"{output.ename}: {output.evalue}".splitlines()[0]
        for cell in notebook.cells
        if is_graded(cell) and cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "error"
    }


def row(title, scores, points, said):
    """A line of the picture; no bar while somebody's work is still to be read, since it would show the others only."""
    unread, share = scores.count(None), sum(filter(None, scores)) / (len(scores) * points or 1)
    (words, times), *_ = [*Counter(said).most_common(1), ("", 0)]
    commonest = f"{times} of {len(scores)}: <code>{escape(words)}</code>" if times else ""
    bar = f"{unread} of {len(scores)} to read"
    if not unread:
        bar = f'<meter min="0" max="1" value="{share:.3f}">{share:.0%}</meter> {share:.0%}'
    return f"<tr><td>{escape(title)}</td><td>{bar}</td><td>{commonest}</td></tr>"


def dashboard(course, assignment, scores, worth):
    """The page of an assignment, from what was earned, {student: {cell: score}}, and what each cell is worth."""
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
