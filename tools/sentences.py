"""Draw sentences at random from everything that people read: `python -m tools.sentences COUNT SEED [KIND ...]`.

Each sentence is printed with its kind and its place, so that somebody can mark it as *fine*, *un-idiomatic*, *hard*,
*ambiguous* or *wrong*. Each kind is drawn equally often, so that a small kind counts as much as a large one.
"""

import ast
import io
import json
import random
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "book/_ext"))

from solutions import TEACHERS  # noqa: E402

SHOWN = r"(?:[a-z]+|\{(?:code|literalinclude|mermaid|math|list-table)[^}\n]*\})\b"
FENCE = rf"^ *(?P<fence>`{{3,}}|~{{3,}})\s*{SHOWN}[^\n]*\n.*?^ *(?P=fence)\s*$"
#: Text that is not prose: programs, displayed formulas, tables, comments, and the first lines of directives.
NOT_PROSE = (
    (FENCE, ""), (r"\$\$.*?\$\$", "[formula]"), (r"<!--.*?-->|^%[^\n]*$|^---$.*?^---$", ""), (r"^ *\|[^\n]*$", ""),
    (r"^ *[`:]{3,}(?:\{[^\n]*)?$|^ *\([\w-]+\)=$", "\n"), (r"^ *:(alt|caption): ", "\n"), (r"^ *:[\w-]+:[^\n]*$", "\n"),
    (r"^ *(?:#+|[-*+]|\d+\.) ", "\n"), (r"</?[a-z][^>\n]*>", ""),
)  # fmt: skip
#: In a docstring: a session of Python, and the line under a heading.
SESSION = r"^ *(?:>>>|\.\.\. ).*?(?=^\s*$|\Z)|^ *-{3,}$"
#: The end of a sentence: a full stop before a capital, but not after an abbreviation or an initial.
END = re.compile(r"(?<![A-Z]\.)(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<=[.!?])[\"'*)]?\s+(?=[\"'*(`$]*[A-Z\d`$])")


def sentences(text: str) -> list[str]:
    """Return the sentences of a page's Markdown, each on one line."""
    for pattern, instead in NOT_PROSE:
        text = re.sub(pattern, instead, text, flags=re.M | re.S)
    blocks = (" ".join(block.split()) for block in re.split(r"\n\s*\n", text))
    return [each for block in blocks for each in END.split(block) if len(re.findall(r"[A-Za-z]{2,}", each)) >= 3]


def strings(node: ast.expr) -> str:
    """Return a message as written, with computed parts in braces."""
    if isinstance(node, ast.JoinedStr):
        return "".join(strings(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return "{" + ast.unparse(node.value) + "}"
    if isinstance(node, ast.BinOp):
        return strings(node.left) + strings(node.right)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def of_python(text: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) for the error messages, docstrings and comments of a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from (("error", strings(each)) for each in node.exc.args)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield "docstring", re.sub(SESSION, "", ast.get_docstring(node) or "", flags=re.M | re.S)
    comment: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(?:noqa|type:|fmt:|!|pragma|%%)", token.string):
            comment.append(token.string.lstrip("#: "))
        elif token.type != tokenize.NL and comment:
            yield "comment", " ".join(comment)
            comment = []


def values(data: object) -> Iterator[str]:
    """Yield the texts in a YAML file, without code."""
    if isinstance(data, dict):
        for key, each in data.items():
            if key not in {"given", "decided"}:
                yield from (key, *values(each))
    elif isinstance(data, list):
        yield from (text for each in data for text in values(each))
    elif isinstance(data, str):
        yield data


def kind_of_page(name: str) -> str:
    """A chapter's core, further or exercise page; a page for teachers; or a page of reference."""
    if f"book/{name}" in TEACHERS:
        return "teachers"
    for kind in ("further", "exercises"):
        if name.endswith(kind) or (name == "winnow-forms" and kind == "further"):
            return kind
    return "core" if Path(ROOT, "book", f"{name}-further.md").exists() or name == "welcome" else "reference"


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield (kind, place, text) for everything that people read."""
    for path in sorted(ROOT.glob("book/*.md")):
        text = path.read_text("utf-8")
        kind = kind_of_page(path.stem)
        shown = re.findall(r"^\n?```+\{(?:glue:)?figure\}[^\n]*\n(.*?)^```", text, re.M | re.S)
        yield from (("caption", path.name, each) for each in shown)
        yield kind, path.name, text
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        kind = "changelog" if path.stem == "CHANGELOG" else "readme" if path.stem == "README" else "developers"
        yield kind, path.name, path.read_text("utf-8")
    for path in [*ROOT.glob("book/checks/*.yml"), ROOT / "book/questions.yml"]:
        yield from (("bank", path.name, text) for text in values(yaml.safe_load(path.read_text("utf-8"))))
    for path in [*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("notebooks/assignments/source/**/*.ipynb")]:
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                yield ("assignment" if "assignments" in path.parts else "lab"), path.name, "".join(cell["source"])
    for folder in ("src", "book", "notebooks", "proofs", "benchmarks", "tools", "tests"):
        for path in sorted(ROOT.glob(f"{folder}/**/*.py")):
            for kind, text in of_python(path.read_text("utf-8")):
                if folder != "tests" or kind == "docstring":
                    yield ("test" if folder == "tests" else kind), str(path.relative_to(ROOT)), text


def drawn(count: int, seed: int, kinds: list[str]) -> Iterator[tuple[str, str, str]]:
    """Draw (kind, place, sentence) at random, equally many of each kind."""
    found: dict[str, set[tuple[str, str]]] = {}
    for kind, place, text in texts():
        found.setdefault(kind, set()).update((place, sentence) for sentence in sentences(text))
    chosen = kinds or sorted(found)
    rng = random.Random(seed)
    for kind in chosen:
        pool = sorted(found[kind])
        yield from ((kind, *each) for each in rng.sample(pool, min(len(pool), count // len(chosen))))


if __name__ == "__main__":
    for number, (kind, place, sentence) in enumerate(drawn(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]), 1):
        print(f"{number}. [{kind}, {place}] {sentence}")
