"""Where the pages lead: the values of labs that they print, the places and sources that they refer to, as read.

Whether a sentence has the value that it speaks of, and leads to the place that it names, no program can tell. So each
paragraph is read once beside what its targets are, and its targets are stored in `targets.yml`; where another stands
today the test is red until the paragraph has been read again. Words may change as they like.

    make targets                    print the paragraphs whose targets have not been read as they now are
    make targets READ="halving"     say that this page has been read
"""

import json
import re
import sys
from difflib import unified_diff
from pathlib import Path

import yaml
from myst_nb.core.variables import format_plain_text

ROOT = Path(__file__).parents[2]
STORED = Path(__file__).with_name("targets.yml")
#: A role, a link, a glued number in the words for a figure, or a directive that shows something of a lab or a theorem.
TARGET = re.compile(
    r"(?<!`)\{(?!math\}|code\})[a-z:]+\}`(?P<role>[^`]+)`|\]\((?P<link>[^)\s]+)\)|\{(?P<said>[\w-]+:[,.\d]*[dfg])\}|"
    r"^`{3,}\{(?:statement|hypotheses|glue:figure|player|sliders)\} (?P<shown>.+)$",
    re.M,
)


def target(found):
    """What a match leads to: without the words that a link has for it, and without the labs' folder."""
    said = found["role"] or found["link"] or found["said"] or found["shown"]
    return re.sub(r"^.*<(.*)>$", r"\1", said.replace("\n", " ")).replace("../notebooks/", "").replace(".ipynb::", "::")


def paragraphs(text):
    """(the targets of a paragraph in their order, the paragraph) for each that has some."""
    for paragraph in re.split(r"\n\s*\n", text):
        if targets := [target(found) for found in TARGET.finditer(paragraph)]:
            yield " ".join(targets), paragraph


def read_pages(root):
    """{page: the targets of its paragraphs} as they are now."""
    read = {path.stem: [targets for targets, _ in paragraphs(path.read_text("utf-8"))] for path in pages(root)}
    return {page: targets for page, targets in read.items() if targets}


def pages(root):
    return sorted(Path(root, "book").glob("*.md"))


def complaints(now, stored):
    """Each target that is not where it was read, and each that is gone."""
    for page in {**now, **stored}:
        changed = list(unified_diff(stored.get(page, []), now.get(page, []), lineterm="", n=0))[2:]
        if lines := [line for line in changed if not line.startswith("@@")]:
            yield f"{page}: read what has changed (make targets): {'; '.join(lines)}"


def misnamed(root):
    """Each link whose words are the title of another page than the one that it leads to."""
    names = {re.search(r"^# (.*)$", path.read_text("utf-8"), re.M)[1]: path.name for path in pages(root)}
    for path in pages(root):
        for words, place in re.findall(r"(?<!!)\[([^\[\]]+)\]\(([^)\s#]+\.md)\)", path.read_text("utf-8")):
            if names.get(words.strip("*"), place) != place:
                yield f"{path.name}: [{words}] leads to {place}"


# ---------------------------------------------------------------- what the targets are


def values(root):
    """{lab::key: value} of every number or word that a lab glues, as its outputs are stored."""
    found = {}
    for lab in Path(root, "notebooks").glob("*.ipynb"):
        for cell in json.loads(lab.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                key = output.get("metadata", {}).get("scrapbook", {}).get("name")
                if key and (text := output["data"].get("application/papermill.record/text/plain")):
                    found[f"{lab.stem}::{key}"] = "".join(text)
    return found


def titles(root):
    """{label: title} of the sections, boxes and exercises; a source's is its author and year."""
    found = {}
    for path in pages(root):
        text = path.read_text("utf-8")
        found[path.name] = re.search(r"^# (.*)$", text, re.M)[1]
        found |= dict(re.findall(r"^\(([\w-]+)\)=\n+#* ?(.{1,60})", text, re.M))
        for title, label in re.findall(r"^`{3,}\{[\w:]+\}(.*)\n(?::class:.*\n)?:label: (.*)$", text, re.M):
            found[label] = title.strip() or "exercise"
    bibliography = Path(root, "book", "references.bib").read_text("utf-8")
    for entry in re.split(r"^@\w+\{", bibliography, flags=re.M)[1:]:
        fields = dict(re.findall(r"^\s*(author|year) *= *[{\"](.*)[}\"]", entry, re.M))
        found[entry.partition(",")[0]] = f"{fields.get('author')}, {fields.get('year')}"
    return found


def explained(paragraph, known):
    """A paragraph with what its targets are in the place of their names."""

    def say(found):
        name = target(found)
        key, _, form = name.rpartition(":")
        if key in known and re.fullmatch(r"[,.\d]*[a-z]?", form):
            return f"[{key.partition('::')[2]} = {format_plain_text(known[key], form)}]"
        says = f"{name}: {known[name]}" if name in known else name
        return f"]({says})" if found["link"] else f"[{says}]"

    return TARGET.sub(say, paragraph)


def main(*read):
    stored = yaml.safe_load(STORED.read_text("utf-8")) if STORED.exists() else {}
    now = read_pages(ROOT)
    if unknown := [page for page in read if page not in now]:
        sys.exit(f"There is no {', '.join(unknown)}; there are {', '.join(now)}")
    if read:
        kept = {page: now[page] if page in read else stored[page] for page in now if page in read or page in stored}
        STORED.write_text(yaml.safe_dump(kept, allow_unicode=True, width=1000), encoding="utf-8")
        return
    known = values(ROOT) | titles(ROOT)
    for path in pages(ROOT):
        old = set(stored.get(path.stem, []))
        for targets, paragraph in paragraphs(path.read_text("utf-8")):
            if targets not in old:
                print(f"{path.stem}: {explained(paragraph.strip(), known)}\n")
    print("\n".join(complaints(now, stored)) or "Every target has been read as it is.")


if __name__ == "__main__":
    main(*sys.argv[1:])
