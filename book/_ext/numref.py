"""Faster numbered references: Sphinx unpickles a whole page for each reference that leads to it."""

from functools import cache

from sphinx.domains.std import StandardDomain


class ReadOnce:
    """The environment for references, which read each page's tree only once because they do not change it."""

    def __init__(self, env):
        self.env = env
        self.get_doctree = cache(env.get_doctree)

    def __getattr__(self, name):
        return getattr(self.env, name)


class NumberedOnce(StandardDomain):
    """Sphinx's own domain of labels and numbered references."""

    trees = None

    def resolve_xref(self, env, *reference):
        self.trees = self.trees or ReadOnce(env)  # by now every page has been read
        return super().resolve_xref(self.trees, *reference)


def setup(app):
    app.add_domain(NumberedOnce, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
