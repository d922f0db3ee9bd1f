"""For every test of the repository: what nbval must do besides."""

pytest_plugins = ["tests.notebooks.plugin"]
