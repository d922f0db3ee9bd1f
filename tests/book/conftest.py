"""The book that the tests look at: its sources, and its pages as `make book` built them."""

import pytest


@pytest.fixture(scope="session")
def root(pytestconfig):
    return pytestconfig.rootpath


@pytest.fixture(scope="session")
def html(root):
    folder = root / "_build" / "html"
    if not (root / "_build" / "book.log").is_file():
        pytest.fail("the book is not built, or its build failed: run 'make book' first", pytrace=False)
    return folder
