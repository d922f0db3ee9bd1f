"""What completes after `mb.` and after the name of a module."""

import pytest

import mistakebound as mb


def test_the_package_completes_to_what_it_has():
    assert {"Perceptron", "plots", "TracePlayer", "streams"} <= set(dir(mb))
    assert all(hasattr(mb, name) for name in dir(mb))


@pytest.mark.parametrize("name", ["adversaries", "concepts", "player", "plots", "streams", "teaching"])
def test_a_module_completes_to_its_own_names(name):
    module = getattr(mb, name)
    assert dir(module) == sorted(module.__all__)
