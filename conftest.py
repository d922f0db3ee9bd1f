"""For every test of the repository: what nbval must do besides, and what is not collected."""

from importlib.util import find_spec

pytest_plugins = ["tests.notebooks.plugin"]

# Not a module: nbgrader runs it, with names of its own.
collect_ignore = ["notebooks/assignments/nbgrader_config.py"]
if not find_spec("numba"):  # the extra [fast]
    collect_ignore.append("src/mistakebound/learners/fast.py")
