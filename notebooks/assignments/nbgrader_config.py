"""nbgrader's settings for every course; a course's own `nbgrader_config.py` begins with them and may change them."""

import sys
from pathlib import Path

here = str(Path(__file__).parent)
if here not in sys.path:
    sys.path.insert(0, here)

import nbgrader  # noqa: E402
from nbconvert.preprocessors import ClearMetadataPreprocessor  # noqa: E402
from nbgrader.preprocessors import (  # noqa: E402
    CheckCellMetadata,
    ClearOutput,
    IgnorePattern,
    LimitOutput,
    LockCells,
    SaveAutoGrades,
)

from execution import LimitedExecute  # noqa: E402
from pages import Reading, Unread, markdown  # noqa: E402

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "learning-from-mistakes"

c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\nraise NotImplementedError"}
c.ClearSolutions.text_stub = "*Your answer here.*"

# nbgrader's own lists, with LimitedExecute for its Execute. The rules (rules.py) decide the cost of lateness.
c.Autograde.autograde_preprocessors = [
    LimitedExecute,
    IgnorePattern,
    ClearMetadataPreprocessor,
    LimitOutput,
    SaveAutoGrades,
    CheckCellMetadata,
]
c.GenerateFeedback.preprocessors = [Unread]
# The pages for students and for readers of proofs; with `c.HTMLExporter.preprocessors = []` they are whole notebooks.
forms = Path(nbgrader.__file__).with_name("server_extensions") / "formgrader" / "templates"
c.HTMLExporter.extra_template_basedirs = [str(Path(here, "templates")), str(forms)]
c.HTMLExporter.filters = {"markdown2html": markdown}
c.HTMLExporter.preprocessors = [Reading]
c.GenerateSolution.preprocessors = [LockCells, ClearOutput, LimitedExecute]

c.LimitedExecute.timeout = 60  # seconds a cell: far more than an answer needs, even on a slow machine
c.LimitedExecute.shutdown_kernel = "immediate"  # it has nothing to save
# nbgrader treats any text on stderr as a failure, even a harmless warning.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = "."
