"""For every test of the repository: how many examples, what nbval must do besides, and what is not collected."""

from pathlib import Path

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.notebooks.plugin"]

# Depth is chosen by `--hypothesis-profile`. A push must not turn red by chance, nor on a machine that is busy; a night
# may, and prints how to see it again.
steady = {"derandomize": True, "suppress_health_check": [HealthCheck.too_slow], "deadline": None}
settings.register_profile("daily", max_examples=20, **steady)
settings.register_profile("ci", max_examples=100, **steady)
settings.register_profile("nightly", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("daily")

# Not modules: nbgrader, JupyterHub and the reader's browser run them, with names of their own.
collect_ignore = [
    "book/_live/page.py",
    "notebooks/assignments/nbgrader_config.py",
    "notebooks/assignments/hub/jupyterhub_config.py",
    "notebooks/assignments/hub/students/nbgrader_config.py",
]
# Nor is a notebook run that somebody left among the sources: the table of contents names the labs.
here = Path(__file__).parent
contents = (here / "_toc.yml").read_text("utf-8") if (here / "_toc.yml").exists() else ""
labs = [name for name in contents.split() if name.startswith("notebooks/")]
collect_ignore += [str(path) for path in here.glob("notebooks/*.ipynb") if f"notebooks/{path.stem}" not in labs]
collect_ignore_glob = ["book/*.ipynb"]
