"""For every test of the repository: what nbval must do besides, and what is not collected."""

from importlib.util import find_spec

pytest_plugins = ["tests.notebooks.plugin"]

# Not modules: nbgrader, JupyterHub and the reader's browser run them, with names of their own.
collect_ignore = [
    "book/_live/page.py",
    "notebooks/assignments/nbgrader_config.py",
    "notebooks/assignments/hub/jupyterhub_config.py",
    "notebooks/assignments/hub/students/nbgrader_config.py",
]
if not find_spec("numba"):  # the extra [fast]
    collect_ignore.append("src/mistakebound/learners/fast.py")
