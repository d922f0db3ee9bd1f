"""Whatever the built site serves is listed in book/licences.yml, with a licence and its text."""

from fnmatch import fnmatch
from pathlib import Path

import pytest
from licences import ENTRIES, address

SITE = Path(__file__).parents[2] / "_build" / "html"


def unlisted(files, entries):
    """Those of the files that no entry names; a wheel speaks for itself."""
    patterns = [pattern for entry in entries for pattern in entry["files"]] + ["_static/live/python/*.whl"]
    return [file for file in files if not any(fnmatch(file, pattern) for pattern in patterns)]


@pytest.fixture(scope="module")
def served():
    return sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*") if path.is_file())


def test_every_file_has_a_licence(served):
    assert unlisted(served, ENTRIES) == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_every_entry_is_served(entry, served):
    if not (SITE / "lite").exists() and any("lite/" in file or "live/" in file for file in entry["files"]):
        pytest.skip("made with LIVE=no")
    if entry["files"]:  # reveal.js comes with the slides only
        assert any(fnmatch(file, pattern) for file in served for pattern in entry["files"])
    assert len((SITE / address(entry)).read_text("utf-8")) > 200, "its licence"
