"""Whatever is in the clone, such as a class's folder, the book reads only what its table of contents lists."""

from tests.book.smallbook import build, write_lab

#: What a class, and whoever holds it, may leave behind.
STRAYS = (
    "courses/2027/hub/homes/ada/.local/share/cache/halving.ipynb",
    "courses/2027/received/Ada Byron/halving/halving.ipynb",
    "labs/halving.ipynb",
    ".venv/share/halving.ipynb",
    "submissions/ada/halving.ipynb",
    "book/halving.ipynb",  # beside the chapter of that name
    "book/halving [1].md",
    "book/*.ipynb",
    "book/deep/.down/halving.ipynb",
    "notebooks/halving (1).ipynb",
    "notebooks/halving.md",
    "notebooks/assignments/source/halving/halving.ipynb",
    "halving.ipynb",
)
WORD = "xqzvkw"  # which a stray writes where it runs, and says


def test_a_class_in_the_clone_is_neither_run_nor_shown(tmp_path):
    contents = "root: book/index\nentries: [{file: book/halving}, {file: notebooks/halving}]\n"
    (tmp_path / "_toc.yml").write_text(contents, encoding="utf-8")
    for stray in STRAYS:
        (tmp_path / stray).parent.mkdir(parents=True, exist_ok=True)
        if stray.endswith(".md"):
            (tmp_path / stray).write_text(f"# {WORD}", encoding="utf-8")
        else:
            write_lab(tmp_path / stray, f"open({str(tmp_path / WORD)!r}, 'w')", f"print({WORD!r})")
    write_lab(tmp_path / "notebooks/halving.ipynb", "print(6 * 7)")
    pages = {"book/index": "# The book", "book/halving": "# A chapter"}
    extensions = "sphinx_external_toc", "contents"
    settings = {"nb_execution_mode": "force", "root_doc": "book/index", "html_copy_source": False}
    html, warnings = build(tmp_path, *extensions, pages=pages, **settings)
    assert warnings == ""
    assert not (tmp_path / WORD).exists()
    built = {page.relative_to(html).as_posix() for page in html.glob("*/**/*.html")}
    assert built == {"book/index.html", "book/halving.html", "notebooks/halving.html"}
    assert "A chapter" in (html / "book/halving.html").read_text("utf-8")
    assert "42" in (html / "notebooks/halving.html").read_text("utf-8")
    assert not [page for page in html.rglob("*") if page.is_file() and WORD.encode() in page.read_bytes()]
