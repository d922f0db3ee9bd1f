"""Link a term's first use on each page of a chapter to the glossary, and the glossary to each chapter's first use.

A plural counts as a use, and so does a term with a capital at a sentence's beginning; the longest term wins. Titles,
links, code, formulas and captions do not change. Paper and slides have no such links. A link carries the meaning of its
term, and `course.js` shows it.
"""

import re
from functools import cache

from chapters import chapters, core_of, to_read
from checks import said
from docutils import nodes
from formulas import in_words
from prooflines import listed
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

GLOSSARY = "book/glossary"
#: Uses inside one of these are not linked.
KEPT = (
    nodes.title, nodes.rubric, nodes.caption, nodes.reference, pending_xref, nodes.literal, nodes.math, nodes.raw,
    nodes.FixedTextElement, said,
)  # fmt: skip


def pattern(terms):
    """Make a pattern for any of the terms; group 1 is the term itself, without a plural's ending."""
    longest_first = sorted(terms, key=len, reverse=True)
    words = "|".join(f"[{term[0]}{term[0].upper()}]{re.escape(term[1:])}" for term in longest_first)
    return re.compile(rf"(?<![\w-])({words})(s|es)?(?![\w-])")


def above(node):
    """Yield the elements around a node."""
    while node.parent is not None:
        node = node.parent
        yield node


def first_uses(document, terms):
    """Find each term's first use: map pieces of text to (term, match)."""
    uses, wanted, found = {}, set(terms), pattern(terms)
    for text in document.findall(nodes.Text):
        if any(isinstance(element, KEPT) for element in above(text)):
            continue
        for use in found.finditer(text):
            term = use[1] if use[1] in terms else use[1][0].lower() + use[1][1:]
            if term in wanted:
                wanted.remove(term)
                uses.setdefault(text, []).append((term, use))
    return uses


def places_of_terms(env):
    """Map each term to its place in the glossary."""
    return {term: place for (kind, term), (_, place) in env.get_domain("std").objects.items() if kind == "term"}


def pages_of_chapters(env):
    """Return the pages of each chapter, without its lab, in the order of the book."""
    return [to_read(env.srcdir, name) for name in chapters(env.srcdir)]


def places_used(env):
    """Map each page of a chapter to the places of its terms; only pages that were read again are worked out again."""
    terms = places_of_terms(env)
    kept = env.first_terms if getattr(env, "terms", None) == terms else {}
    env.terms, env.first_terms = terms, {}
    for page in (page for pages in pages_of_chapters(env) for page in pages):
        read, places = kept.get(page, (None, []))
        if read != env.all_docs[page]:
            uses = first_uses(env.get_doctree(page), terms).values()
            places = [terms[term] for found in uses for term, _ in found]
        env.first_terms[page] = env.all_docs[page], places
    return {page: places for page, (_, places) in env.first_terms.items()}


@cache
def meanings(env):
    """Map places of the glossary to the meanings of their terms, without the place of the definition."""
    items = env.get_doctree(GLOSSARY).findall(nodes.definition_list_item)
    return {item[0]["ids"][0]: meaning(item[-1][0]) for item in items}


def meaning(paragraph):
    for formula in list(paragraph.findall(nodes.math)):
        formula.replace_self(nodes.Text(in_words(formula.astext())))
    return re.sub(r" \([^()]*\)\.$", ".", paragraph.astext())


class LinkTerms(SphinxPostTransform):
    default_priority = 5  # before references are resolved: here and for the glossary, chapters are as they were read
    builders = ("html", "epub")

    def run(self):
        if GLOSSARY not in self.env.found_docs:
            return
        if self.env.docname == GLOSSARY:
            self.say_where_used()
        elif any(self.env.docname in pages for pages in pages_of_chapters(self.env)):
            terms = places_of_terms(self.env)
            for text, uses in first_uses(self.document, terms).items():
                self.link(text, uses, terms)

    def uri(self, page, place):
        return f"{self.app.builder.get_relative_uri(self.env.docname, page)}#{place}"

    def link(self, text, uses, terms):
        pieces, done = [], 0
        for term, use in uses:
            link = nodes.reference("", use[0], refuri=self.uri(GLOSSARY, terms[term]), internal=True)
            link["classes"], link["ids"] = ["to-glossary"], [f"use-{terms[term]}"]
            link["reftitle"] = meanings(self.env)[terms[term]]
            pieces += [nodes.Text(text[done : use.start()]), link]
            done = use.end()
        text.parent.replace(text, [*pieces, nodes.Text(text[done:])])

    def say_where_used(self):
        """List the chapters below each definition, each with a link to the first use."""
        used, there = {}, places_used(self.env)
        for pages in pages_of_chapters(self.env):
            first = {}
            for page in pages:
                for place in there[page]:
                    first.setdefault(place, page)
            for place, page in first.items():
                used.setdefault(place, []).append(page)
        for item in self.document.findall(nodes.definition_list_item):
            place = item[0]["ids"][0]
            if place in used:
                links = listed((self.to_use(page, place) for page in used[place]), " · ").children
                item[-1] += nodes.paragraph("", "", nodes.Text("In: "), *links, classes=["used-in"])

    def to_use(self, page, place):
        title = self.env.titles[core_of(self.app.srcdir, page)].astext()
        uri = self.uri(page, f"use-{place}")
        if self.app.builder.name == "epub":  # its pages leave out players
            uri = uri.partition("#")[0]
        return nodes.reference("", title, refuri=uri, internal=True)


def setup(app):
    app.add_post_transform(LinkTerms)
