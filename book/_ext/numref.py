"""Numbered references: Sphinx would unpickle a whole page anew for each one that leads to it."""

from functools import cache

from sphinx.domains.std import StandardDomain


class ReadOnce:
    """The environment as a reference sees it, with each page's tree read once: a reference only looks at it."""

    def __init__(self, env):
        self.env = env
        self.get_doctree = cache(env.get_doctree)

    def __getattr__(self, name):
        return getattr(self.env, name)


class NumberedOnce(StandardDomain):
    """Sphinx's own domain of labels and numbered references."""

    trees = None

    def resolve_xref(self, env, *reference):
        self.trees = self.trees or ReadOnce(env)  # every page has been read by now
        return super().resolve_xref(self.trees, *reference)


def setup(app):
    app.add_domain(NumberedOnce, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
