"""What a page shows of the sources of others: it is read again when that would come out otherwise.

    this = made(self.env, chapter, name)  # chapter(folder of the book, name), now and before each later build
"""

from hashlib import sha256
from importlib import import_module

MADE = "made of other pages"  # in the environment's metadata of a page


def digest(make, root, *arguments):
    return sha256(repr(make(root, *arguments)).encode()).hexdigest()


def made(env, make, *arguments):
    """What a function of a module makes for the page that is being read."""
    noted = env.metadata[env.docname].setdefault(MADE, {})
    noted[make.__module__, make.__name__, *arguments] = digest(make, env.srcdir, *arguments)
    return make(env.srcdir, *arguments)


def outdated(app, env, added, changed, removed):
    def same(noted):
        return all(digest(getattr(import_module(module), name), app.srcdir, *arguments) == before
                   for (module, name, *arguments), before in noted.items())  # fmt: skip

    there = env.found_docs if added | changed | removed else ()
    return [page for page in there if not same(env.metadata[page].get(MADE, {}))]


def setup(app):
    app.connect("env-get-outdated", outdated)
