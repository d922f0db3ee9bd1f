"""The completions after `mb.` and after a module's name, and the error for any other name."""

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
