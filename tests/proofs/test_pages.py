"""Pages show the proofs as they are: coqdoc's pages, excerpts, and exercises."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.proofs import exercises
from tests.proofs.pages import WIDTH, linked, outdated, tidy, wrapped


def sources(root):
    return {path.name: path.read_bytes() for path in (root / "proofs").glob("*.v")}


def committed(root):
    return {path.name: path.read_text("utf-8") for path in (root / "book" / "_proofs").iterdir()}


def test_each_file_has_its_page(root):
    pages = committed(root)
    assert list(outdated(pages, sources(root))) == []
    edited = pages | {"Halving.html": pages["Halving.html"].replace("≤", "&lt;", 1)}
    assert list(outdated(edited, sources(root))) == [
        "book/_proofs/Halving.html is not the page of proofs/Halving.v: make coqdoc"
    ]


def test_no_line_of_code_is_wider_than_its_page(root):
    code = (block for page in committed(root).values() for block in re.findall(r"<pre>(.*?)</pre>", page, re.S))
    lines = (unescape(re.sub(r"<[^>]*>", "", line)) for block in code for line in block.split("\n"))
    assert [line for line in lines if len(line) > WIDTH] == []


def test_a_line_is_broken_where_it_divides():
    line = "<b>Lemma</b> growth t : (1 &lt;= t &lt;= U)%nat -&gt; a (t - 1) j * exp (eta * a t j) &lt;= largest (a t)."
    assert wrapped(line) == line.replace("-&gt; ", "-&gt;\n  ")
    proof = "  intros t T. pose proof (mistake_term t T). pose proof (radius_square t T). field."
    assert wrapped(proof) == proof.replace(" field", "\n  field")
    assert wrapped(proof[:74]) == proof[:74]


def test_a_final_statement_is_no_wider_than_its_page(root):
    statements = (found for text in sources(root).values()
                  for found in re.findall(r"^Theorem theorem.*?\.$", text.decode(), re.M | re.S))  # fmt: skip
    assert [line for statement in statements for line in statement.split("\n") if len(line) > 78] == []


COQDOC = """<h1 class="libtitle">Library MB.One</h1>

<div class="code">
</div>

<div class="doc">
A title.

<div class="paragraph"> </div>

 What <span class="inlinecode"><span class="id" title="var">t</span></span> is; and *mistakes-update*.
</div>
<div class="doc">
<a id="lab7"></a><h1 class="section">One &amp; all</h1>

</div>
<div class="code">
<span class="id" title="keyword">Lemma</span> <a id="ONE.growth" class="idref" href="#ONE.growth"><span class="id" \
title="lemma">growth</span></a> <a id="t:3" class="idref" href="#t:3"><span class="id" title="binder">t</span></a> : \
<a class="idref" href="MB.Two.html#norm"><span class="id" title="definition">norm</span></a> \
<a class="idref" href="MB.One.html#t:3"><span class="id" title="variable">t</span></a>.<br/>
&nbsp;&nbsp;<span class="comment">(*&nbsp;why&nbsp;*)</span> <span class="id" title="tactic">auto</span>.<br/>

<br/>
</div>
"""
TIDIED = """<p>A title.</p>
<p>What <code>t</code> is; and <em>mistakes-update</em>.</p>
<h2 id="section-one-amp-all">One &amp; all</h2>
<div class="highlight"><pre><span class="k">Lemma</span> <span class="nf" id="ONE.growth">growth</span> t : \
<a href="Two.html#norm">norm</a> t.
  <span class="c">(* why *)</span> <span class="nb">auto</span>.
</pre></div>
"""


def test_a_page_is_in_the_form_of_the_books_code():
    assert tidy(COQDOC) == TIDIED


def test_a_link_to_no_place_is_none():
    pages = {"One.html": '<b id="here"></b>'}
    page = '<a href="One.html#here">here</a> <a href="One.html#gone">gone</a> <a href="One.html">all</a>'
    assert linked(page, pages) == '<a href="One.html#here">here</a> gone <a href="One.html">all</a>'


def test_excerpts_are_in_the_proofs(root):
    files = [text.decode() for text in sources(root).values()]
    blocks = exercises.code((root / "book" / "proofs.md").read_text("utf-8"))
    assert len(blocks) == 3 and all(exercises.is_in(block, files) for block in blocks)
    assert not any(exercises.is_in(block.replace("<=", "<"), files) for block in blocks)


EXERCISES = exercises.formal(Path(__file__).parents[2])


@pytest.mark.parametrize("label", EXERCISES)
def test_a_formal_exercise_is_solved_as_it_is_asked(label):
    assert list(exercises.complaints(label, *EXERCISES[label])) == []
