"""For every test of the repository: what nbval must do besides."""

pytest_plugins = ["tests.notebooks.plugin"]

# Not a module: nbgrader runs it, with names of its own.
collect_ignore = ["notebooks/assignments/nbgrader_config.py"]
