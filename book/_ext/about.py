"""What a page says about itself and about the page after it, and the page for addresses that do not exist.

`book/questions.yml` has one sentence a page: the question that it answers. It is the page's description, and it stands
at the foot of the page before. An address of the site as a whole is written only if the host is known: `BASE_URL`.
"""

import os
from html import escape
from pathlib import Path

import yaml
from matplotlib.figure import Figure
from matplotlib.image import imread

QUESTIONS = "book/questions.yml"
CARD = "_static/card.png"
CARD_ALT = "Two curves that start together and meet again: where they meet, no room is left for another mistake."


def meta(**properties):
    """Open Graph's elements; a card's picture needs an absolute address."""
    return "".join(f'\n<meta property="og:{key}" content="{escape(text)}">' for key, text in properties.items())


def describe(app, pagename, templatename, context, doctree):
    """Give a page its description and its social card, and its foot the question that comes next."""
    questions = app.env.about_questions
    following = app.builder.relations.get(pagename, (None, None, None))[2]
    context["next_question"] = questions.get(following)
    description = questions.get(pagename)
    if description is None:
        return
    context["metatags"] = context.get("metatags", "") + f'\n<meta name="description" content="{escape(description)}">'
    card = {"type": "article", "site_name": app.config.html_title, "title": app.env.titles[pagename].astext()}
    card["description"] = description
    if app.config.html_baseurl:
        card |= {"url": context["pageurl"], "image": app.config.html_baseurl + CARD, "image:alt": CARD_ALT}
    context["metatags"] += meta(**card) + '\n<meta name="twitter:card" content="summary_large_image">'


def read_questions(app, env, docnames):
    env.about_questions = yaml.safe_load(Path(app.srcdir, QUESTIONS).read_text("utf-8"))


def draw_card(app, exception):
    """The course's picture and its name, in the size that social media show."""
    if exception or app.builder.format != "html":
        return
    figure = Figure(figsize=(12, 6.3), dpi=100)
    axes = figure.add_axes((0.41, 0.08, 0.56, 0.84))
    axes.imshow(imread(Path(app.srcdir, "book/_static/squeeze.png")), interpolation="lanczos")
    axes.axis("off")
    figure.text(0.04, 0.62, app.config.html_title.replace(" from ", "\nfrom "), size=33, weight="bold", va="center")
    figure.text(0.04, 0.4, "A mistake bound is\ntwo curves that meet.", size=21, color="#5a6572", va="center")
    figure.savefig(Path(app.outdir, CARD), metadata={"Software": None})


def set_base(app, config):
    base = os.environ.get("BASE_URL", "")
    config.html_baseurl = base and base.rstrip("/") + "/"


def setup(app):
    app.connect("config-inited", set_base)
    app.connect("env-before-read-docs", read_questions)
    app.connect("html-page-context", describe)
    app.connect("build-finished", draw_card)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
