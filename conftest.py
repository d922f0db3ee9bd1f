"""Settings for all tests of the repository: the number of examples, nbval's plugin, and files that are not tests."""

from pathlib import Path

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.notebooks.plugin"]

# `--hypothesis-profile` chooses the depth. A push must not turn red by chance or on a busy machine; a nightly run may,
# and then prints how to reproduce the failure.
steady = {"derandomize": True, "suppress_health_check": [HealthCheck.too_slow], "deadline": None}
settings.register_profile("daily", max_examples=20, **steady)
settings.register_profile("ci", max_examples=100, **steady)
settings.register_profile("nightly", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("daily")

# These files are not modules: nbgrader, JupyterHub and the reader's browser run them with names that only they have.
collect_ignore = [
    "book/_live/page.py",
    "notebooks/assignments/nbgrader_config.py",
    "notebooks/assignments/hub/jupyterhub_config.py",
    "notebooks/assignments/hub/students/nbgrader_config.py",
]
# A notebook that somebody left among the sources is not run either: the table of contents lists the labs.
here = Path(__file__).parent
contents = (here / "_toc.yml").read_text("utf-8") if (here / "_toc.yml").exists() else ""
labs = [name for name in contents.split() if name.startswith("notebooks/")]
collect_ignore += [str(path) for path in here.glob("notebooks/*.ipynb") if f"notebooks/{path.stem}" not in labs]
collect_ignore_glob = ["book/*.ipynb"]
