"""A page is written if its own text has changed, or anything that pages show of each other.

That is what other pages can ask for: titles, numbers and labels, what labs glue, meanings of terms and their first
uses. One fingerprint of all of it is kept beside what Sphinx has read; if it is another, every page is written again.
"""

from hashlib import sha256
from pathlib import Path

from docutils import nodes
from terms import GLOSSARY, places_used

KEPT = "shown"
#: What the environment knows of all pages, and for which references and the table of contents ask.
KNOWN = ("titles", "tocs", "toc_secnumbers", "toc_fignumbers", "toctree_includes", "proof_list",
         "sphinx_exercise_registry")  # fmt: skip
DOMAINS = {"std": ("objects", "labels", "anonlabels"), "math": ("objects",), "py": ("objects", "modules")}


def plain(value):
    """Text that is the same in each build. Of a box only its head can be seen elsewhere.

    >>> plain({"b": {3, 1}, "a": nodes.title("", "A")})
    "[('a', '<title>\\\\n    A\\\\n'), ('b', '[1, 3]')]"
    """
    match value:
        case nodes.title() | nodes.bullet_list():
            return value.pformat()
        case nodes.Element():
            return value.starttag() + plain([child for child in value.children if isinstance(child, nodes.title)])
        case dict():
            return str(sorted((str(key), plain(one)) for key, one in value.items()))
        case set() | frozenset():
            return str(sorted(value, key=repr))
        case list() | tuple():
            return str([plain(one) for one in value])
    return str(value)


def fingerprint(app, env):
    known = {name: getattr(env, name) for name in KNOWN if hasattr(env, name)}
    known |= {f"{domain}.{name}": env.domaindata[domain][name]
              for domain, names in DOMAINS.items() if domain in env.domaindata for name in names}  # fmt: skip
    if "cite" in env.domaindata:
        cited = {target.key for ref in env.domaindata["cite"]["citation_refs"] for target in ref.targets}
        known["cited"] = cited, {one.key: one.citation_id for one in env.domaindata["cite"]["citations"]}
    said = [plain(known), plain(places_used(env))]
    if GLOSSARY in env.found_docs:
        said.append(env.get_doctree(GLOSSARY).pformat())
    glued = sorted(Path(env.mystnb_config.output_folder).rglob("*.json"))
    return sha256("\0".join([*said, *(path.read_text("utf-8") for path in glued)]).encode()).hexdigest()


def pages_to_write(app, env):
    """Besides those that have been read anew, and those that are not there."""
    kept = Path(app.doctreedir, KEPT)
    env.shown = fingerprint(app, env) if app.builder.name == "html" else ""
    env.shown_changed = not kept.is_file() or kept.read_text() != env.shown
    return env.found_docs if env.shown_changed else []


def keep(app, exception):
    if not exception and app.builder.name == "html":
        Path(app.doctreedir, KEPT).write_text(app.env.shown)


def setup(app):
    app.connect("env-get-updated", pages_to_write, priority=900)  # once Sphinx has numbered everything again
    app.connect("build-finished", keep)
