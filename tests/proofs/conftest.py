"""The proofs: as text; and compiled, as `make proofs` and `make mutants` have them."""

import pytest
from coqsource import read_all


@pytest.fixture(scope="session")
def root(pytestconfig):
    return pytestconfig.rootpath


@pytest.fixture(scope="session")
def files(root):
    return read_all(root / "proofs")


@pytest.fixture(scope="session")
def compiled(root):
    folder = root / "_coq"
    if not (folder / "made").is_file():
        pytest.fail("the proofs are not compiled: run 'make proofs'", pytrace=False)
    return folder
