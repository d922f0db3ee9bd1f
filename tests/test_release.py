"""A release describes itself in the same way everywhere, and names nothing that does not exist."""

import re
import tomllib
from pathlib import Path

import yaml

from tests.book.checks import bib_keys

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION, URLS = PROJECT["version"], PROJECT["urls"]
NAME = "learning-from-mistakes"  # of the repository, in any address of it
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
PAPER = (ROOT / "paper.md").read_text("utf-8")


def test_the_version_is_everywhere_the_same():
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)[1]
    assert CITATION["version"] == VERSION == newest


def test_pages_name_the_addresses_of_the_project():
    """No earlier address of the project is left, such as the placeholder."""
    clones, named = set(), set()
    for page in (*ROOT.glob("*.md"), *(ROOT / "book").glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        text = page.read_text("utf-8")
        clones |= set(re.findall(r"git clone (?!-)(\S+)", text))
        named |= {address for address in re.findall(r"https?://[^\s)>`]+", text) if NAME in address}
    assert clones == {URLS["Repository"]}
    assert URLS["Issues"] in named and named <= set(URLS.values())


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
