"""The book reads, and runs, what the table of contents names, whatever else lies in the clone.

That may be a class's folder, with the work of its students: below folders whose names begin with a dot, under names
that look like patterns, or beside a chapter and called like it. So what is read is listed, and not what is left out.
"""

SUFFIXES = {"notebooks": ".ipynb"}  # else Markdown


def read_the_contents(app, config):
    pages = config.external_site_map
    config.include_patterns = [page + SUFFIXES.get(page.partition("/")[0], ".md") for page in pages]


def setup(app):
    app.connect("config-inited", read_the_contents, priority=940)  # once the table of contents has been read
    return {"parallel_read_safe": True, "parallel_write_safe": True}
