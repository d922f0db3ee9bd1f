"""The book reads, and runs, only what the table of contents lists, whatever else is in the clone.

For example, the clone may hold a class's folder with students' work, below folders whose names begin with a dot, under
names that look like patterns, or beside a chapter and with its name. So the list names what is read, not what is not.
"""

SUFFIXES = {"notebooks": ".ipynb"}  # else Markdown


def read_the_contents(app, config):
    pages = config.external_site_map
    config.include_patterns = [page + SUFFIXES.get(page.partition("/")[0], ".md") for page in pages]


def setup(app):
    app.connect("config-inited", read_the_contents, priority=940)  # once the table of contents has been read
