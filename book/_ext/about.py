"""What a page says about itself and about the page after it.

`book/questions.yml` has one sentence for each page: the question that the page answers. This question describes the
page, and is at the foot of the page before. Whole addresses of the site are written only if the host is known:
`BASE_URL`. Then sphinxext-opengraph gives each page a social card, with this description and the course's picture.
"""

import os
from html import escape
from pathlib import Path

import yaml

QUESTIONS = "book/questions.yml"
CARD = {
    "ogp_type": "article",
    "ogp_image": "_static/squeeze.png",
    "ogp_image_alt": "Two curves that start together and meet again: there no room is left for another mistake.",
    "ogp_social_cards": {"enable": False},  # no pictures of titles
    "ogp_custom_meta_tags": ['<meta name="twitter:card" content="summary_large_image">'],
}


def describe(app, pagename, templatename, context, doctree):
    """Give a page its description, and its foot the next page's question."""
    questions = app.env.about_questions
    following = app.builder.relations.get(pagename, (None, None, None))[2]
    context["next_question"] = questions.get(following)
    if description := questions.get(pagename):
        tag = f'\n<meta name="description" content="{escape(description)}">\n'
        context["metatags"] = context.get("metatags", "") + tag
        context["meta"] = {**(context["meta"] or {}), "og:description": escape(description)}


def read_questions(app, env, docnames):
    env.about_questions = yaml.safe_load(Path(app.srcdir, QUESTIONS).read_text("utf-8"))


def set_base(app, config):
    base = os.environ.get("BASE_URL", "")
    config.html_baseurl = base and base.rstrip("/") + "/"
    for name, value in {**CARD, "ogp_site_url": config.html_baseurl, "ogp_site_name": config.html_title}.items():
        setattr(config, name, value)


def setup(app):
    app.connect("config-inited", set_base)
    app.connect("env-before-read-docs", read_questions)
    app.connect("html-page-context", describe)
    if os.environ.get("BASE_URL"):
        app.setup_extension("sphinxext.opengraph")  # after `describe`
