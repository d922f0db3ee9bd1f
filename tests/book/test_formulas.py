"""Formulas appear before any script runs: they are set when the book is built, in a font with all their signs."""

import re
import shutil
from contextlib import ExitStack
from html import unescape
from io import BytesIO
from unicodedata import category, decomposition

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from formulas import in_line
from matplotlib.image import imread
from sphinx.errors import ExtensionError

from tests.book.browser import Visit, serve
from tests.book.checks import parse
from tests.book.smallbook import build

TEXT = r"""# One half $\frac12$

At ($x
<1$), and

$$a \le \bar b$$

$$
a &= b \\
&= \textstyle\sum_i c_i
$$

$$c = d$$ (numbered)
"""
SETTINGS = {"myst_enable_extensions": ["dollarmath"], "html_math_renderer": "mathml"}


def test_pages_hold_formulas_as_mathml_with_their_tex(tmp_path):
    html, warnings = build(tmp_path, "formulas", "mend", pages={"index": TEXT}, **SETTINGS)
    page = parse((html / "index.html").read_text("utf-8"))
    assert warnings == ""
    assert [tex.get_text() for tex in page.select(":is(p, div.math) annotation")] == [
        "x\n<1", r"a \le \bar b", "\\begin{aligned}a &= b \\\\\n&= \\textstyle\\sum_i c_i\\end{aligned}", "c = d",
    ]  # fmt: skip
    assert [formula.get("display") for formula in page.select("p math, div.math math")] == [None, *3 * ["block"]]
    assert len(page.select("mtr")) == 2
    assert page.select_one(".eqno").get_text() == "(1)"
    [together] = page.select(".nobreak")
    assert together.math and re.fullmatch(r"\(.*\),", together.get_text(), re.S)
    assert not page.select("script[src*=mathjax i]")


@pytest.mark.parametrize("wrong", [r"\fraction12", "x_{1", r"\begin{cases}x"])
def test_a_formula_that_cannot_be_set_stops_the_build(tmp_path, wrong):
    with pytest.raises(ExtensionError, match="index: .*" + re.escape(wrong.replace("\\", "\\\\"))):
        build(tmp_path, "formulas", pages={"index": f"# A\nBefore ${wrong}$ and after."}, **SETTINGS)


# ---------------------------------------------------------------- the font

#: What a letter that stands alone is drawn as.
LETTERS = (*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C))
ITALIC = {chr(int(of.split()[1], 16)): chr(code) for code in LETTERS if (of := decomposition(chr(code)))}
ITALIC["h"] = "ℎ"


def signs(formulas):
    """What the font must have for these, with √, which is in no text; what is not drawn apart."""
    for name, options, text in re.findall(r"<(mi|mn|mo|mtext|msqrt|mroot)\b([^>]*)>([^<]*)", "".join(formulas)):
        text = unescape(text)
        if name in ("msqrt", "mroot"):
            yield "√"
        elif name == "mi" and len(text) == 1 and "mathvariant" not in options:
            yield ITALIC.get(text, text)
        else:
            yield from (sign for sign in text if category(sign) not in ("Cc", "Cf", "Mn"))


@pytest.fixture(scope="module")
def glyphs(root):
    return {chr(code) for code in TTFont(root / "book" / "_static" / "formulas.woff2").getBestCmap()}


def test_the_font_has_every_sign_of_the_site(html, glyphs):
    pages = (path.read_text("utf-8") for path in html.rglob("*.html"))
    needed = set(signs({formula for page in pages for formula in re.findall("<math.*?</math>", page, re.S)}))
    assert {"√", "𝑤", "𝛾", "∑"} <= needed
    assert needed - glyphs == set()


# ---------------------------------------------------------------- in a browser

SIZE = 40
DRAWN = f"""<!doctype html><meta charset="utf-8"><style>@font-face {{ font-family: Formulas; src: url(formulas.woff2) }}
math {{ font: {SIZE}px Formulas }} p {{ margin: 30px }}</style>"""


@pytest.fixture
def drawn(browser, root, tmp_path):
    """A page with formulas, in their font, open in a browser."""
    with ExitStack() as opened:

        def draw(*formulas):
            (tmp_path / "page.html").write_text(DRAWN + "".join(f"<p>{in_line(tex)}" for tex in formulas), "utf-8")
            shutil.copy(root / "book" / "_static" / "formulas.woff2", tmp_path)
            site = opened.enter_context(serve(tmp_path))
            return opened.enter_context(Visit(browser, site, "page.html")).page

        yield draw


@pytest.mark.audit
def test_a_large_bracket_stays_large_below_an_exponent(drawn):
    page = drawn(r"\Big(x\Big)", r"\Big(x\Big)^2", r"\Big(x\Big)_i", r"\big\|x\big\|_2^2", r"\big\|x\big\|")
    heights = page.evaluate("""[...document.querySelectorAll("math")].map(formula =>
        [...formula.querySelectorAll("mo")].map(bracket => bracket.getBoundingClientRect().height))""")
    assert all(left == right for left, right in heights)


@pytest.mark.audit
def test_a_bar_stands_above_its_letter(drawn):
    for letter in "bγw":
        page = drawn(rf"\bar {letter}")
        inked = np.flatnonzero(imread(BytesIO(page.screenshot()))[..., :3].min(axis=(1, 2)) < 0.5)
        assert np.diff(inked).max() > 0.1 * SIZE, letter


@pytest.mark.audit
def test_formulas_need_no_script(browser, site):
    with Visit(browser, site, "book/perceptron.html", java_script_enabled=False) as visit:
        formula = visit.page.locator("#thm-novikoff math").nth(1)  # the first is a letter
        assert formula.bounding_box()["height"] > 10
        assert not visit.page.locator("annotation").first.is_visible()


CHOOSE = "([first, last]) => getSelection().setBaseAndExtent(first, 0, last, 1)"


@pytest.mark.audit
def test_formulas_are_copied_as_tex(browser, site):
    """Whole, also where only their first letter, or their last, was chosen; other text as ever."""
    with Visit(browser, site, "book/perceptron.html", permissions=["clipboard-read", "clipboard-write"]) as visit:

        def copied(chosen):
            ends = visit.page.locator(chosen).first, visit.page.locator(chosen).last
            visit.page.evaluate(CHOOSE, [end.element_handle() for end in ends])
            visit.page.keyboard.press("Control+c")
            return visit.page.evaluate("navigator.clipboard.readText()")

        words = copied("#theorem-novikoff mi")
        assert words.startswith(r"$u$ be a vector that is not zero, and let $\gamma > 0$ and $R$ be numbers. Suppose")
        assert words.endswith(r"for every learning rate $\eta > 0$")
        displayed = visit.page.locator("#novikoff-shift + dd annotation").text_content()
        assert copied("#novikoff-shift + dd mi") == f"$${displayed}$$"
        assert copied("#in-one-minute h2") == "In one minute"
        assert visit.complaints == []


WIDE = "[...document.querySelectorAll('div.math, span.math.long')].filter((box) => box.scrollWidth > box.clientWidth)"


@pytest.mark.audit
def test_wide_formulas_scroll_by_themselves_and_the_keyboard_reaches_them(browser, site):
    with Visit(browser, site, "book/one-proof.html", viewport={"width": 320, "height": 640}) as visit:
        assert visit.page.evaluate(f"{WIDE}.some((box) => box.matches('div'))")
        assert visit.page.evaluate(f"{WIDE}.some((box) => box.matches('span'))")
        visit.page.wait_for_function(f"{WIDE}.every((box) => box.tabIndex === 0)")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 320
