"""The completions after `mb.` and after a module's name, and the error for any other name."""

import pickle

import pytest

import mistakebound as mb
from mistakebound import course


@pytest.mark.parametrize(("package", "some"), [(mb, {"Perceptron", "streams"}), (course, {"TracePlayer", "plots"})])
def test_a_package_completes_to_what_it_has(package, some):
    assert some <= set(dir(package))
    assert all(hasattr(package, name) for name in dir(package))


@pytest.mark.parametrize(
    "module", [mb.adversaries, mb.concepts, mb.streams, course.player, course.plots, course.real, course.teaching]
)
def test_a_module_completes_to_its_own_names(module):
    assert dir(module) == sorted(module.__all__)


@pytest.mark.parametrize("name", ["play", "vc_dimension", "worst_case"])
def test_there_is_one_function_wherever_it_is_imported_from(name):
    function = getattr(mb, name)
    assert pickle.loads(pickle.dumps(function)) is function
    assert all(getattr(each, name) is function for each in (mb.adversaries, mb.concepts) if name in each.__all__)
