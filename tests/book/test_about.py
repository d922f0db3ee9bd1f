"""What a page says about itself and about the next one, and the buttons that open a lab elsewhere."""

import shutil
import subprocess
from io import StringIO

import pytest
from launch import BINDER, COLAB, public_address
from nbformat import v4, write
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests.book.checks import parse

SETTINGS = {
    "extensions": ["myst_nb", "sphinx_book_theme", "about", "launch"],
    "exclude_patterns": ["book", "html"],
    "html_theme": "sphinx_book_theme",
    "html_title": "Learning from Mistakes",
    "nb_execution_mode": "off",
    "root_doc": "index",
}


@pytest.fixture
def build(root, tmp_path, monkeypatch):
    """Builds a book of a page and a lab in the course's theme, with a git remote and settings of the environment."""

    def build(remote=None, **environment):
        for name in ("BASE_URL", "JUPYTERHUB_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        subprocess.run(["git", "-C", tmp_path, "init", "--quiet", "--initial-branch=main"], check=True)
        if remote:
            subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", remote], check=True)
        (tmp_path / "book" / "_static").mkdir(parents=True)
        shutil.copy(root / "book/_static/squeeze.png", tmp_path / "book/_static")
        (tmp_path / "book/questions.yml").write_text("index: What is asked?\nlab: Is 1 < 2?\n", encoding="utf-8")
        (tmp_path / "index.md").write_text("# Index\n```{toctree}\nlab\n```\n", encoding="utf-8")
        metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        write(v4.new_notebook(cells=[v4.new_markdown_cell("# Lab")], metadata=metadata), tmp_path / "lab.ipynb")
        templates = {"templates_path": [str(root / "book/_templates")]}
        with patch_docutils(), docutils_namespace():
            html, trees = tmp_path / "html", tmp_path / "trees"
            Sphinx(tmp_path, None, html, trees, "html", SETTINGS | templates, StringIO(), StringIO()).build()
        names = ("index.html", "lab.html")
        return [parse((html / name).read_text("utf-8")) for name in names]

    return build


def properties(page):
    """What a page tells social media."""
    return {tag["property"].removeprefix("og:"): tag["content"] for tag in page.find_all("meta", property=True)}


def test_a_page_asks_its_question_and_the_next_one(build, tmp_path):
    index, lab = build()
    assert properties(lab) == {
        "type": "article", "site_name": "Learning from Mistakes", "title": "Lab", "description": "Is 1 < 2?",
    }  # fmt: skip
    assert lab.find("meta", attrs={"name": "description"})["content"] == "Is 1 < 2?"
    foot = index.select_one(".around-next")
    assert "Is 1 < 2?" in foot.text
    assert foot.a["href"] == "lab.html"
    assert lab.select_one(".around-next") is None
    assert lab.select_one(".around-back a")["href"] == "index.html"
    assert (tmp_path / "html/_static/card.png").stat().st_size > 10_000


def test_where_the_host_is_known_a_card_has_a_picture(build):
    _, lab = build(BASE_URL="https://books.example/mistakes")
    card = properties(lab)
    assert card["image"] == "https://books.example/mistakes/_static/card.png"
    assert card["url"] == "https://books.example/mistakes/lab.html"
    assert "Two curves" in card["image:alt"]


REPOSITORY = "https://github.com/somebody/mistakes"


def launch_links(page):
    return {a.get_text(strip=True): a["href"] for a in page.select(".dropdown-launch-buttons a")}


def test_labs_open_where_the_repository_is_public(build):
    index, lab = build("git@github.com:somebody/mistakes.git", JUPYTERHUB_URL="https://hub.example")
    assert launch_links(index) == {}
    assert launch_links(lab) == {
        "Binder": f"{BINDER}/v2/gh/somebody/mistakes/main?urlpath=lab/tree/lab.ipynb",
        "JupyterHub": "https://hub.example/hub/user-redirect/git-pull?"
        "repo=https%3A//github.com/somebody/mistakes&urlpath=lab/tree/mistakes/lab.ipynb&branch=main",
        "Colab": f"{COLAB}/github/somebody/mistakes/blob/main/lab.ipynb",
    }


def test_colab_opens_nothing_from_elsewhere_and_no_hub_is_made_up(build):
    _, lab = build("https://gitlab.com/somebody/mistakes")
    assert launch_links(lab) == {"Binder": f"{BINDER}/v2/gl/somebody%2Fmistakes/main?urlpath=lab/tree/lab.ipynb"}


@pytest.mark.parametrize("remote", [None, "/srv/git/mistakes.git", "https://git.example/somebody/mistakes"])
def test_no_public_repository_no_button(build, remote):
    _, lab = build(remote)
    assert "launch" not in str(lab.select(".bd-header-article, .dropdown"))


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        (REPOSITORY, REPOSITORY),
        (f"{REPOSITORY}.git", REPOSITORY),
        (f"{REPOSITORY}/", REPOSITORY),
        ("https://x-access-token:secret@github.com/somebody/mistakes.git", REPOSITORY),
        ("git@github.com:somebody/mistakes.git", REPOSITORY),
        ("ssh://git@github.com/somebody/mistakes", REPOSITORY),
        ("https://gitlab.com/somebody/mistakes.git", "https://gitlab.com/somebody/mistakes"),
        ("https://notgithub.com/somebody/mistakes", None),
        ("https://github.com.evil.example/somebody/mistakes", None),
        ("https://github.com/somebody", None),
        ("/srv/github.com/mistakes/x", None),
        ("", None),
    ],
)
def test_public_addresses(remote, address):
    assert public_address(remote) == address
