"""The table of *Notation*, compared with the letters that theorem objects and pages print."""

import re

from chapters import chapter_of

import mistakebound
from mistakebound.certificates.core import Theorem
from tests.book.test_tables import rows_of

#: Words and names of functions; commands; letters.
TOKEN = re.compile(r"\\(?:text|mathrm|operatorname)\{[^}]*\}|\\[A-Za-z]+|[A-Za-z]")
GREEK = re.compile(r"\\(?:alpha|beta|gamma|delta|epsilon|eta|theta|lambda|pi|rho|sigma|tau|phi|ell)", re.IGNORECASE)
MATH = re.compile(r"\$\$?([^$]+)\$\$?")


def letters(tex):
    """The letters of a formula."""
    return {token for token in TOKEN.findall(tex) if len(token) == 1 or GREEK.fullmatch(token)}


def read_table(root):
    """(letter, the pages where it has this meaning; none: everywhere)."""
    return [(letter.strip("$"), re.findall(r"\(([\w-]+)\.md\)", where))
            for letter, _, where, _ in rows_of(root, "notation", " letter")]  # fmt: skip


def read_pages(root):
    """{page or chapter: (letters of the theorem objects that it states, letters of its own formulas)}."""
    theorems = [value for value in vars(mistakebound).values() if isinstance(value, Theorem)]
    claims = {theorem.name: [c.says.tex for c in theorem.hypotheses + theorem.lines] for theorem in theorems}
    found = {}
    texts = {}
    for path in (root / "book").glob("*.md"):
        texts.setdefault(chapter_of(root, f"book/{path.stem}"), []).append(path.read_text("utf-8"))
    for name, text in ((name, "\n".join(pieces)) for name, pieces in texts.items()):
        stated = [tex for name in re.findall(r"\{statement\} (\w+)", text) for tex in claims.get(name, ())]
        found[name] = letters(" ".join(stated)), letters(" ".join(MATH.findall(text)))
    return found


def complaints(table, pages):
    """Each letter that an object prints has one meaning on its page; each row is of a letter that its pages print."""
    for page, (stated, _) in pages.items():
        for letter in stated:
            own = [where for one, where in table if one == letter and page in where]
            found = own or [where for one, where in table if one == letter and not where]
            if len(found) != 1:
                yield f"{letter} has {len(found)} meanings in {page}"
    for letter, where in table:
        silent = [page for page in where if letter not in set.union(*pages[page])]
        if silent or not (where or any(letter in stated for stated, _ in pages.values())):
            yield f"nothing prints {letter} {'in ' * bool(where)}{', '.join(silent)}".strip()


def test_each_letter_has_one_meaning_where_it_is_printed(root):
    assert list(complaints(read_table(root), read_pages(root))) == []
