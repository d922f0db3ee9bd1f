"""For every test of the repository: what nbval must do besides, and what is not collected."""

from importlib.util import find_spec
from pathlib import Path

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
# Nor is a notebook run that somebody left among the sources: the table of contents names the labs.
here = Path(__file__).parent
contents = (here / "_toc.yml").read_text("utf-8") if (here / "_toc.yml").exists() else ""
labs = [name for name in contents.split() if name.startswith("notebooks/")]
collect_ignore += [str(path) for path in here.glob("notebooks/*.ipynb") if f"notebooks/{path.stem}" not in labs]
collect_ignore_glob = ["book/*.ipynb"]
