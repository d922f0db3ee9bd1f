"""The book that the tests look at: its sources, and its pages and slides as `make book` and `make slides` built them.

Tests in a browser need Debian's `chromium-headless-shell` (or another Chromium on the path). Where there is none they
are skipped, except in CI, where they are required.
"""

import os

import pytest

from tests.book.browser import PROGRAMS, find_program, launch, serve
from tests.book.checks import chapters


def pytest_generate_tests(metafunc):
    if "chapter" in metafunc.fixturenames:
        metafunc.parametrize("chapter", chapters(metafunc.config.rootpath))


def pytest_itemcollected(item):
    """What a changed sentence can fail: the tests that read the book as it is, and not in a browser."""
    used = set(getattr(item, "fixturenames", ()))
    if used & {"root", "html", "chapter"} and not used & {"browser", "tmp_path", "decks"}:
        item.add_marker("pages")


@pytest.fixture(scope="session")
def root(pytestconfig):
    return pytestconfig.rootpath


@pytest.fixture(scope="session")
def html(root):
    folder = root / "_build" / "html"
    if not (root / "_build" / "book.log").is_file():
        pytest.fail("the book is not built, or its build failed: run 'make book' first", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def decks(root):
    if not (root / "_build" / "slides.log").is_file():
        pytest.fail("the slides are not built, or their build failed: run 'make slides' first", pytrace=False)
    return root / "_build" / "slides"


@pytest.fixture(scope="module")
def browser():
    program = find_program()
    if program is None:
        message = f"none of {', '.join(PROGRAMS)} is on the path"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    with launch(program) as chromium:
        yield chromium


@pytest.fixture(scope="module")
def site(html):
    """The address of a server of the built pages."""
    with serve(html) as address:
        yield address
