"""What a release says of itself: everywhere the same, and nothing that is not there."""

import json
import re
import tomllib
from pathlib import Path

import yaml

from tests.book.checks import bib_keys

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
PAPER = (ROOT / "paper.md").read_text("utf-8")


def test_the_version_is_everywhere_the_same():
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)[1]
    assert CITATION["version"] == VERSION == newest


def test_zenodo_says_what_the_citation_says():
    zenodo = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
    told = {key: zenodo[key] for key in ("title", "keywords", "license")}
    assert told == {key: CITATION[key] for key in told}
    assert zenodo["description"] == CITATION["abstract"] and zenodo["creators"] == CITATION["authors"]


def test_the_paper_cites_what_the_bibliography_has():
    head = yaml.safe_load(PAPER.split("---\n")[1])
    assert (ROOT / head["bibliography"]).is_file()
    assert [author["name"] for author in head["authors"]] == [author["name"] for author in CITATION["authors"]]
    cited = set(re.findall(r"@([\w:-]+)", PAPER.split("---\n", 2)[2]))
    assert cited and cited <= bib_keys(ROOT)


def test_a_key_of_the_bibliography_has_the_year_of_its_source():
    text = (ROOT / "book" / "references.bib").read_text("utf-8")
    years = re.findall(r"^@\w+\{[^\d,]+(\d{4})\w*,.*?^\s*year *= *[{\"]?(\d{4})", text, re.M | re.S)
    assert len(years) == len(bib_keys(ROOT)) and [in_key for in_key, year in years if in_key != year] == []


def test_pages_for_maintainers_name_files_that_exist():
    for page in (ROOT / "docs").rglob("*.md"):
        for name in re.findall(r"`((?:\.github|book|docs|notebooks|src|tests)/[\w./-]+)`", page.read_text("utf-8")):
            assert "NAME" in name or (ROOT / name).exists(), f"{page.name} names {name}"
