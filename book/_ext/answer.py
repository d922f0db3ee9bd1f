"""A field in an exercise, which the page answers: see book/answers/says.py.

    :::{answer} stubborn
    How many mistakes are made on the second example?
    :::

calls the function `stubborn` in the chapter's file of book/answers. Text after an empty line is in the field at first.
The page's script reads numbers and lists. The script itself answers a number; the browser's Python answers the rest.
"""

import inspect
import json
import sys
from base64 import b64encode
from dataclasses import asdict
from html import escape
from runpy import run_path

import live
from chapters import chapter_of
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

sys.path.append(str(live.SAYS.parent))
FORM = """<form class="answer"{data}>
<label for="{id}">{question}</label>
{field}
<button>Answer</button>
<noscript><p>This field needs JavaScript.</p></noscript>
<p class="answer-says" role="status"></p>
</form>"""
NUMBER = '<input id="{id}" inputmode="decimal" autocomplete="off" size="12">'
LINES = """<textarea id="{id}" rows="{rows}" autocapitalize="off" autocomplete="off" spellcheck="false">
{start}</textarea>"""
ABSENT = "This copy of the book has no Python for the browser, so that it cannot answer here."


class Answer(SphinxDirective):
    required_arguments = 1
    has_content = True

    def run(self):
        path = live.SAYS.with_name(f"{chapter_of(self.env.srcdir, self.env.docname)}.py")
        for file in (path, live.SAYS):
            self.env.note_dependency(str(file))
        name = self.arguments[0]
        check = run_path(str(path)).get(name)
        if check is None:
            raise self.error(f"{path.name} has no function {name!r}")
        question, _, start = "\n".join(self.content).partition("\n\n")
        return [nodes.raw("", form(check, question.replace("\n", " "), start, path), format="html")]


def form(check, question, start, path):
    """Return the field for a check, or a sentence that says why there is no field."""
    words = {"id": f"answer-{check.__name__}", "question": escape(question)}
    parameters = inspect.signature(check).parameters
    if not parameters:
        # somebody who looks at the page's source should not see the answer
        data = b64encode(json.dumps(asdict(check()), default=float).encode()).decode()
        return FORM.format(data=f' data-number="{data}"', field=NUMBER.format(**words), **words)
    if not live.wanted():
        return f'<p class="answer">{words["question"]} <em>{ABSENT}</em></p>'
    source = path.read_text("utf-8")
    given = {
        "plan": json.dumps(live.plan(f"../{live.FOLDER}/python/", live.FIELD)),
        "source": source,
        "call": check.__name__,
    } | ({"list": "yes"} if "rows" in parameters else {})
    data = "".join(f' data-{key}="{escape(value)}"' for key, value in given.items())
    field = LINES.format(rows=start.count("\n") + 4, start=escape(start), **words)
    return FORM.format(data=data, field=field, **words)


def setup(app):
    app.add_directive("answer", Answer)
