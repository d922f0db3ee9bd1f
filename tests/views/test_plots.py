"""The views are tested by what they put on the Axes: the numbers of the certificate, and words that can be read."""

import io
import os
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from functools import partial
from itertools import pairwise
from types import SimpleNamespace

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.axis import Axis
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.contour import ContourSet
from matplotlib.text import Annotation, Text
from nbclient import NotebookClient

import mistakebound as mb
from mistakebound import plots
from mistakebound.errors import MistakeBoundError
from mistakebound.theorems.core import Line, Squeeze, Theorem
from mistakebound.theorems.display import plain

X = np.array([[2, 1], [-1, 2], [1, -2], [-2, -1], [3, 1], [-1, -3]])
Y = np.array([1, 1, -1, -1, 1, -1])
U = np.array([1, 2])
AND = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]])
CORNERS = np.array([[0, 0], [1, 0], [0.5, np.sqrt(3) / 2]])


def run(X=X, y=Y, **learner):
    return mb.play(mb.Perceptron(**learner), X, y, passes=20)


def perceptron(X=X, y=Y, u=U, **given):
    return mb.NOVIKOFF.check(run(X, y), u=u, **given)


def far_below():
    """A bound of 401 on a run of two mistakes."""
    return perceptron([[1, 20], [1, -20]], [1, 1], u=[1, 0])


def orthonormal(d=9):
    """The run that meets the bound."""
    return perceptron(np.eye(d, dtype=int), np.ones(d, dtype=int), u=np.ones(d, dtype=int))


def no_updates():
    return mb.NOVIKOFF.check(mb.play(mb.Perceptron(ties=1), [[1, 0], [0, 1]], [1, 1]), u=[1, 1])


def one_update():
    return perceptron([[2, 1], [1, 2]], [1, 1], u=[1, 1])


def xor():
    """No comparator separates it: the theorem does not apply, and its curves never meet."""
    return perceptron([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1], u=[1, 1])


def cosine():
    """Undefined at t = 0."""
    return mb.NOVIKOFF_COSINE.check(run(), u=U)


def cosine_of_no_updates():
    """Nothing of it is defined."""
    return mb.NOVIKOFF_COSINE.check(no_updates().trace, u=[1, 1])


def biased():
    return mb.NOVIKOFF_BIAS.check(mb.play(mb.Perceptron(), AND, [-1, -1, -1, 1], passes=None), u=[2, 2], bias=-3)


def halving(sizes=(64, 30, 14, 6, 2, 1), slack=0, counts="mistakes"):
    """A theorem about mistakes, whose curves fall; the sizes of the version space are made up."""
    V = np.array(sizes)
    M = len(V) - 1
    theorem = Theorem(
        name="HALVING",
        title="Halving",
        statement=r"M \le \log_2|C|",
        source="none",
        counts=counts,
        measure=lambda trace: SimpleNamespace(V=V, expected=1.5),
        hypotheses=(),
        lines=(
            Line("halved", "HA1", r"|V_t| \le \tfrac12 |V_{t-1}|", "", lambda q: (2 * q.V[1:], q.V[:-1] + slack)),
            Line("alive", "HA2", r"1 \le |V_t|", "", lambda q: (1, q.V), rounds=None),
            Line("late", "HA3", r"|V_t| \le 10", "", lambda q: (q.V[3:], 10), rounds=lambda q: q.updates[2:]),
            Line("twice", "HA4", r"1 \le 3", "", lambda q: (1, [3, 2] * M), rounds=lambda q: q.updates.repeat(2)),
        ),
        bound=lambda q: np.log2(q.V[0]),
        squeeze=lambda q: Squeeze(
            lower=lambda t: 0 * t,
            upper=lambda t: np.log2(q.V[0]) - t,
            lower_label="0",
            upper_label=r"\log_2|C| - t",
            inner={r"\log_2|V_t|": np.log2(q.V)},
            meets=np.log2(q.V[0]),
            quantity="size of the version space, as a logarithm to base two",
        ),
    )
    return theorem.check(mb.play(mb.Perceptron(), np.eye(M, dtype=int), np.ones(M, dtype=int)))


SQUEEZED = pytest.mark.parametrize(
    "certificate",
    [perceptron, far_below, orthonormal, no_updates, one_update, xor, cosine, cosine_of_no_updates, biased, halving],
)


def views(cert):
    """Every view of a certificate, as functions of the Axes."""
    yield lambda ax=None: plots.mistakes(cert.trace, ax=ax)
    yield lambda ax=None: plots.mistakes(cert.trace, cert, ax=ax)
    yield lambda ax=None: plots.squeeze(cert, ax=ax)
    yield lambda ax=None: plots.ledger(cert, ax=ax)
    if cert.trace.X.shape[1] < 4:
        yield lambda ax=None: plots.plane(cert.trace, u=np.arange(1, 1 + cert.trace.X.shape[1]), ax=ax)


def words(ax):
    """All that is written on the Axes."""
    return [text.get_text() for text in ax.findobj(Text) if text.get_text() and text.get_visible()]


def said(ax, text):
    return any(text in line for line in words(ax))


def named(ax, formula):
    """Whether a formula stands there, in LaTeX or as plain text."""
    return said(ax, f"${formula}$") or said(ax, plain(formula))


def png(ax):
    buffer = io.BytesIO()
    ax.figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def lines(ax, colour):
    return [line for line in ax.lines if line.get_color() == plots.PALETTE[colour]]


@pytest.fixture(autouse=True)
def closed():
    with mpl.rc_context():
        yield
    plt.close("all")


# --- the house ---------------------------------------------------------------------------------------------------


def test_what_few_runs_need_is_loaded_when_it_is_needed_and_the_views_change_no_setting():
    """A reader waits for every import at each start of a notebook."""
    code = """
import sys
import mistakebound
mistakebound.Show
assert not {"anywidget", "matplotlib", "numba", "scipy.optimize"} & set(sys.modules)
assert {"Show", "TracePlayer", "play", "player", "plots", "run_data"} <= set(dir(mistakebound))
assert mistakebound.TracePlayer.__name__ == "TracePlayer"
import matplotlib
before = dict(matplotlib.rcParams)
from mistakebound import plots
assert dict(matplotlib.rcParams) == before
"""
    paths = os.pathsep.join(sys.path)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": paths})


@pytest.mark.parametrize("certificate", [no_updates, biased, halving])
def test_every_view_returns_its_axes_leaves_settings_and_inputs_alone_and_draws_the_same_bytes_again(certificate):
    cert = certificate()
    held = [cert.trace.X, cert.trace.y, cert.trace.weights, *cert.squeeze.inner.values()]
    copies = [array.copy() for array in held]
    for view in views(cert):
        own = view()
        assert len(plt.get_fignums()) == 1 and own in own.figure.axes
        _, (left, right) = plt.subplots(1, 2)
        assert view(ax=right) is right
        assert plt.get_fignums() == [1, 2]
        assert right.has_data() and not left.has_data()
        first = png(view())
        mpl.rcParams.update({"font.size": 20, "axes.facecolor": "red", "lines.linewidth": 9, "xtick.labelsize": 4})
        before = dict(mpl.rcParams)
        assert png(view()) == first
        assert dict(mpl.rcParams) == before
        mpl.rcdefaults()
        plt.close("all")
    for old, new in zip(copies, held, strict=True):
        np.testing.assert_array_equal(old, new)


def test_style_is_the_look_of_every_figure_after_it():
    plots.style()
    assert {key: mpl.rcParams[key] for key in ("figure.dpi", "axes.facecolor")} == {
        "figure.dpi": 110,
        "axes.facecolor": plots.PALETTE["paper"],
    }
    figure, ax = plt.subplots()
    assert not ax.spines["top"].get_visible()
    assert to_rgb(figure.get_facecolor()) == to_rgb(plots.PALETTE["paper"])


def test_a_notebook_shows_the_view_describes_it_and_stores_no_version():
    cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1]), u=[1, 0])
    setup = """
import mistakebound as mb
from mistakebound import plots
cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1]), u=[1, 0])
"""
    cells = [f"{setup}plots.mistakes(cert.trace);", "plots.style()\nplots.squeeze(cert);", "plots.ledger(cert);"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    plain, squeeze, styled = [cell.outputs[0] for cell in notebook.cells]
    assert squeeze.metadata["image/png"]["alt"] == plots.alt_text(plots.squeeze(cert).figure)
    assert [b"Software" in b64decode(out.data["image/png"]) for out in (plain, squeeze, styled)] == [True, False, False]


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("name", plots.TEXT)
def test_words_stand_out_from_the_paper(name):
    assert (1 + 0.05) / (luminance(plots.TEXT[name]) + 0.05) >= 4.5


def test_every_formula_of_every_theorem_can_be_shown():
    theorems = [value for value in vars(mb).values() if isinstance(value, Theorem)]
    formulas, sides = {claim.formula for theorem in theorems for claim in theorem.lines}, lambda q: (1, 2)
    lines = tuple(Line(f"line-{i}", f"L{i}", formula, "", sides, rounds=None) for i, formula in enumerate(formulas))
    cert = replace(mb.NOVIKOFF, lines=lines).check(run(), u=U)
    plots.ledger(cert).figure.draw_without_rendering()  # a missing glyph or macro would warn or raise
    assert len(lines) > 50


# --- the mistakes ------------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([-1, 1])), min_size=1, max_size=30))
def test_the_step_line_is_the_cumulative_count(rows):
    data = np.array(rows)
    trace = mb.play(mb.Perceptron(), data[:, :2], data[:, 2])
    (line,) = plots.mistakes(trace).lines
    assert line.get_drawstyle() == "steps-post"
    played = np.searchsorted(line.get_xdata(), np.arange(1, trace.n_rounds + 1), side="right") - 1
    np.testing.assert_array_equal(line.get_ydata()[played], trace.cumulative_mistakes)
    plt.close("all")


@pytest.mark.parametrize(
    ("certificate", "in_reach", "told"),
    [
        (biased, True, ["bound 51", "18 mistakes"]),
        (far_below, False, ["bound 401, 200 times as high"]),
        (xor, False, ["no bound", "does not apply (positive-margin)"]),
        (partial(halving, counts="expected mistakes"), True, ["bound 6 on expected mistakes"]),
    ],
)
def test_a_bound_is_a_line_where_it_is_in_reach_and_told_otherwise(certificate, in_reach, told):
    cert = certificate()
    ax = plots.mistakes(cert.trace, cert)
    assert [line.get_ydata() for line in lines(ax, "neg")] == ([[cert.bound] * 2] if in_reach else [])
    assert in_reach == (ax.get_ylim()[1] > cert.bound) and ax.get_ylim()[1] > cert.mistakes
    for text in told:
        assert said(ax, text)
    arrows = [text for text in ax.texts if isinstance(text, Annotation) and text.arrow_patch]
    assert len(arrows) == (not in_reach and cert.bound < np.inf)


def test_updates_are_drawn_where_the_bound_counts_them_and_they_are_not_the_mistakes():
    trace = mb.play(mb.MarginPerceptron(threshold=10), X, Y, passes=3)
    assert trace.n_updates > trace.n_mistakes
    ax = plots.mistakes(trace, mb.MARGIN_PERCEPTRON.check(trace, u=U))
    assert [line.get_ydata()[-1] for line in ax.lines[:2]] == [trace.n_mistakes, trace.n_updates]
    assert said(ax, f"{trace.n_updates} updates")
    assert len(plots.mistakes(trace).lines) == 1


# --- the squeeze -------------------------------------------------------------------------------------------------


@SQUEEZED
def test_the_curves_the_run_and_where_no_room_is_left_are_those_of_the_certificate(certificate):
    cert = certificate()
    picture = cert.squeeze
    ax = plots.squeeze(cert)
    pictures = [ax, *ax.child_axes]
    for axes in pictures:
        lower, upper, *inner = axes.lines
        t = lower.get_xdata()
        np.testing.assert_array_equal(lower.get_ydata(), np.broadcast_to(picture.lower(t), t.shape))
        np.testing.assert_array_equal(upper.get_ydata(), np.broadcast_to(picture.upper(t), t.shape))
        for line, values in zip(inner, picture.inner.values(), strict=False):
            np.testing.assert_array_equal(line.get_xdata(), np.arange(len(values)))
            np.testing.assert_array_equal(line.get_ydata(), values)
            assert axes.get_xlim()[1] > len(values) - 1
            low, high = axes.get_ylim()
            assert all(low < value < high for value in values if np.isfinite(value))
        assert axes.collections  # the room between the curves
    assert named(ax, picture.lower_label) and named(ax, picture.upper_label)
    for formula, values in picture.inner.items():
        assert named(ax, formula) == bool(np.isfinite(values).any())
    meets = picture.meets
    if np.isinf(meets):
        assert lines(ax, "neg") == []
        assert said(ax, "the curves never meet") and said(ax, "does not apply")
        return
    vertical, point = lines(ax, "neg")
    np.testing.assert_array_equal(vertical.get_xdata(), [meets] * 2)
    assert point.get_xdata() == [meets]
    np.testing.assert_allclose(point.get_ydata(), cert.squeeze.lower(np.array([meets])), atol=1e-12)
    assert said(ax, "no room left") and not said(ax, "does not apply")


@pytest.mark.parametrize("certificate", [far_below, lambda: halving([2**40, 2**38, 2**35])])
def test_a_short_run_is_enlarged_where_no_curve_is(certificate):
    cert = certificate()
    ax = plots.squeeze(cert)
    ax.figure.draw_without_rendering()
    (inset,) = ax.child_axes
    assert cert.counted < inset.get_xlim()[1] < 3 * cert.counted
    for line in ax.lines[:2]:
        assert not inset.bbox.count_contains(ax.transData.transform(line.get_xydata()))


@pytest.mark.parametrize("certificate", [orthonormal, no_updates])
def test_a_long_run_and_one_without_updates_are_not_enlarged(certificate):
    assert plots.squeeze(certificate()).child_axes == []


NEAR_THE_END, EARLY, IN_THE_INSET, DEEP = [9, 4, 2, 1], [112, 28, 4, 2, 1], [2**40, 2**38, 2**35], [2**40, 2**18, 1]


def covered(ax):
    """The lines that run through the name of what falls between the curves."""
    ax.figure.draw_without_rendering()
    ax = (ax.child_axes or [ax])[0]
    (name,) = (text for text in ax.texts if r"$\log_2|V_t|$" in text.get_text())
    box = name.get_window_extent()
    points = {line: ax.transData.transform(dense(line.get_xydata())) for line in ax.lines[:3]}
    return [line for line, places in points.items() if box.count_contains(places)]


def dense(places):
    """A broken line as many points."""
    along = np.linspace(0, len(places) - 1, 20 * len(places))
    return np.column_stack([np.interp(along, np.arange(len(places)), column) for column in places.T])


@pytest.mark.parametrize("sizes", [NEAR_THE_END, EARLY, IN_THE_INSET, DEEP, [64, 32, 16, 8, 4, 2, 1], [8, 1]], ids=str)
def test_the_name_of_what_falls_covers_no_line(sizes):
    assert covered(plots.squeeze(halving(sizes))) == []


def test_what_is_nowhere_defined_has_no_name_and_what_is_in_part_has_one():
    for sizes, defined in (([8.0, np.nan, np.nan], True), ([np.nan] * 3, False)):
        cert = halving()
        picture = replace(cert.squeeze, inner={r"\log_2|V_t|": np.log2(sizes)})
        drawn = replace(cert, theorem=replace(cert.theorem, squeeze=lambda q, picture=picture: picture))
        ax = plots.squeeze(drawn)
        assert said((ax.child_axes or [ax])[0], r"$\log_2|V_t|$") == defined
        ax.figure.draw_without_rendering()


def test_a_name_on_lines_is_seen():
    ax = plots.squeeze(halving(NEAR_THE_END))
    (name,) = (text for text in ax.texts if r"$\log_2|V_t|$" in text.get_text())
    name.xy, name.xyann = (3, 0), (8, 9)
    assert len(covered(ax)) >= 1


def test_a_theorem_without_a_squeeze_says_what_to_draw_instead():
    cert = replace(mb.NOVIKOFF, squeeze=None).check(run(), u=U)
    with pytest.raises(MistakeBoundError, match=r"Perceptron .* names no squeeze: .*plots\.ledger"):
        plots.squeeze(cert)
    plots.ledger(cert)
    with pytest.raises(MistakeBoundError, match=r"vote .* names no squeeze: .*plots\.ledger"):
        plots.squeeze(vote())


# --- the ledger --------------------------------------------------------------------------------------------------


def vote():
    """A theorem about every run on three draws."""
    return mb.VOTE.check(mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], rounds=3))


def bars(ax):
    """(left bar, right bar) of each row that has them."""
    return list(zip(ax.patches[::2], ax.patches[1::2], strict=True))


@pytest.mark.parametrize("t", [1, 7, 18, None])
def test_each_row_has_the_sides_of_its_line_at_the_update(t):
    cert = biased()
    ax = plots.ledger(cert, t)
    assert said(ax, f"update {t or 18} of 18")
    assert len(bars(ax)) == len(cert.lines)
    for line, (left, right) in zip(cert.lines.values(), bars(ax), strict=True):
        entry = line.tightest if line.rounds is None else (t or 18) - 1
        sides = float(line.lhs[entry]), float(line.rhs[entry])
        largest = max(map(abs, sides))
        assert (left.get_width(), right.get_width()) == pytest.approx([side / largest for side in sides])
        assert line.name in words(ax)
        assert said(ax, f"{line.relation} {sides[1]:.4g}")
    assert not said(ax, "broken")


def test_bars_of_negative_sides_go_left_of_zero():
    cert = xor()
    ax = plots.ledger(cert)
    line = cert["sandwich"]
    left, right = bars(ax)[list(cert.lines).index("sandwich")]
    assert left.get_x() == right.get_x() > 0
    assert left.get_width() / right.get_width() == pytest.approx(line.lhs[-1] / line.rhs[-1])
    assert left.get_x() + left.get_width() == pytest.approx(0)
    assert right.get_x() + right.get_width() == pytest.approx(1)


def test_a_broken_line_stands_out():
    cert = halving([64, 40, 14, 6, 8, 1])
    assert [bool(held) for held in cert["halved"].entries_hold] == [False, True, True, False, True]
    for t, broken in ((1, True), (2, False), (4, True), (5, False)):
        ax = plots.ledger(cert, t)
        assert words(ax).count("broken") == broken
        assert ax.patches[0].get_facecolor() == to_rgba(plots.PALETTE["neg" if broken else "pos"])
        assert said(ax, "broken (halved)")  # above the picture, at every update
        assert ("halved 80 ≤ 64 (broken)" in plots.alt_text(ax.figure)) == (t == 1)


def test_a_line_of_the_run_shows_its_tightest_entry_and_a_later_one_waits():
    cert = halving()
    ax = plots.ledger(cert, 1)
    assert "alive 1 ≤ 1" in plots.alt_text(ax.figure)
    assert "twice 1 ≤ 2" in plots.alt_text(ax.figure)
    assert words(ax).count("nothing to compare") == 1
    assert "late 6 ≤ 10" in plots.alt_text(plots.ledger(cert, 3).figure)


def test_infinite_and_undefined_sides_are_drawn_too():
    cert = xor()
    left, right = bars(plots.ledger(cert))[list(cert.lines).index("bound")]
    assert (left.get_width(), right.get_width()) == (1, 1)
    undefined = halving(slack=np.array([0, 0, 0, 0, np.nan]))
    ax = plots.ledger(undefined)
    assert "broken" in words(ax)


@pytest.mark.parametrize("t", [1, 3, None])
def test_a_theorem_on_random_examples_has_its_lines_at_a_draw(t):
    cert = vote()
    ax = plots.ledger(cert, t)
    assert said(ax, f"draw {t or 3} of 3")
    assert len(bars(ax)) == len(cert.lines)
    left, right, _ = cert["unseen"].numbers((t or 3) - 1)
    assert f"unseen {left} = {right};" in plots.alt_text(ax.figure)


@pytest.mark.parametrize(
    ("certificate", "t", "message"),
    [
        (vote, 4, "there is no draw 4: this run has 3 draws"),
        (biased, 19, "there is no update 19: this run has 18 updates"),
        (biased, 0, "update is 0: it must be a whole number of at least 1"),
        (biased, 1.5, "update is 1.5: it must be a whole number"),
        (halving, 6, "there is no mistake 6: this run has 5 mistakes"),
        (no_updates, 1, "there is no update 1: this run has 0 updates"),
    ],
)
def test_there_must_be_such_an_update(certificate, t, message):
    with pytest.raises(MistakeBoundError, match=message):
        plots.ledger(certificate(), t)
    assert plt.get_fignums() == []


# --- the plane ---------------------------------------------------------------------------------------------------


def points_of(ax):
    """Circles, squares, ring."""
    return [collection for collection in ax.collections if isinstance(collection, PathCollection)]


def boundary(ax, style):
    """Two points of the straight line drawn in a style."""
    (line,) = [line for line in ax.lines if line.get_linestyle() == style]
    return np.array([line.get_xy1(), line.get_xy2()])


@pytest.mark.parametrize("t", [1, 2, 3, 7, 12, 18])
@pytest.mark.parametrize("c", [1, 3])
def test_the_boundaries_are_where_the_scores_are_zero(t, c):
    trace = mb.play(mb.Perceptron(), mb.fold_bias(AND[:, :2], c), [-1, -1, -1, 1], passes=None)
    t = min(t, trace.n_updates)
    ax = plots.plane(trace, t, u=[2, 2, -3 / c])
    for w, style in ((trace.weights[t], "-"), (trace.weights[t - 1], "--"), (np.array([2, 2, -3 / c]), ":")):
        if np.any(w[:2]):
            np.testing.assert_allclose(mb.fold_bias(boundary(ax, style), c) @ w, 0, atol=1e-9)
        else:
            assert style not in [line.get_linestyle() for line in ax.lines]


def test_points_ring_and_arrows():
    trace = run()
    assert trace.n_updates > 1
    ax = plots.plane(trace, u=U)
    circles, squares, ring = points_of(ax)
    np.testing.assert_array_equal(circles.get_offsets(), X[Y == 1])
    np.testing.assert_array_equal(squares.get_offsets(), X[Y == -1])
    np.testing.assert_array_equal(ring.get_offsets(), trace.update_X[-1:])
    update, before, after, comparator = [text for text in ax.texts if isinstance(text, Annotation) and text.arrow_patch]
    scale = np.linalg.norm(after.xy) / np.linalg.norm(trace.weights[-1])
    np.testing.assert_allclose(after.xy, scale * trace.weights[-1])
    np.testing.assert_allclose(before.xy, scale * trace.weights[-2])
    np.testing.assert_allclose([update.xyann, update.xy], [before.xy, after.xy])
    np.testing.assert_allclose(comparator.xy / np.linalg.norm(comparator.xy), U / np.linalg.norm(U))
    assert {f"$w_{{{trace.n_updates}}}$", "$u$"} <= set(words(ax))


def test_the_tint_is_the_predicted_label():
    trace = run()
    ax = plots.plane(trace)
    (tint,) = [collection for collection in ax.collections if isinstance(collection, ContourSet)]
    negative, positive = tint.get_paths()
    scores = X @ trace.final_state
    assert [positive.contains_point(x) for x in X] == list(scores > 0)
    assert [negative.contains_point(x) for x in X] == list(scores < 0)


def test_before_the_first_update_there_is_no_boundary():
    ax = plots.plane(run(), step=0)
    assert len(ax.lines) == 0
    assert said(ax, "update 0 of")
    assert plots.plane(no_updates().trace).lines[:] == []


# --- what remains ------------------------------------------------------------------------------------------------

BOXES = mb.concepts.singletons(8)
SWITCHES = mb.Formula(5, [1, -2])


def boxes(learner):
    return mb.play(learner, np.arange(7)[:, None], -np.ones(7, dtype=int))


def switches(n_variables=5):
    X = np.array([[1, 0] + (n_variables - 2) * [bit] for bit in (1, 0)])
    return mb.play(mb.Elimination(n_variables, "all"), X, [1, 1])


def cells(ax):
    """The colour of each cell, row by row."""
    (mesh,) = ax.collections
    return mesh.to_rgba(mesh.get_array())


def test_a_cell_is_filled_while_its_concept_is_in_the_version_space():
    trace = boxes(mb.Consistent(BOXES, order="random", seed=4))
    ax = plots.remaining(trace, target=7)
    left = np.arange(8) >= np.arange(8)[:, None]  # round t rules out box t
    shown = cells(ax)
    np.testing.assert_allclose(shown[~left], np.tile(to_rgba(plots.PALETTE["rule"]), (28, 1)))
    np.testing.assert_allclose(shown[:, :7][left[:, :7]], np.tile(to_rgba(plots.PALETTE["pos"]), (28, 1)))
    np.testing.assert_allclose(shown[:, 7], np.tile(to_rgba(plots.PALETTE["line"]), (8, 1)))
    assert {"8", "5", "1", "x = 3"} <= set(words(ax))
    (crosses,) = lines(ax, "neg")
    np.testing.assert_array_equal(crosses.get_ydata(), 1 + trace.mistakes)
    assert 0 < trace.n_mistakes < trace.n_updates


def test_literals_have_their_names_and_the_target_its_colour():
    trace = switches()
    ax = plots.remaining(trace, target=SWITCHES)
    assert {"x1", "x5", "¬x1", "¬x5"} <= set(words(ax))
    green = np.all(np.isclose(cells(ax), to_rgba(plots.PALETTE["line"])), axis=-1)
    np.testing.assert_array_equal(green, np.tile(SWITCHES.mask, (3, 1)))
    assert plots.alt_text(ax.figure) == (
        "The literals that are left, at first and after 2 updates, 2 of them mistakes: 10, 5, 2."
    )


# --- growth ------------------------------------------------------------------------------------------------------


def test_mistakes_and_bounds_are_drawn_as_given_on_logarithmic_axes():
    sizes, counts = [10, 100, 1000], {"Winnow": ([12, 27, 49], [41.4, 82.9, 124.3]), "other": ([1, 2, 9], [10, 20, 90])}
    ax = plots.growth(sizes, counts, "experts $N$")
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_xlabel()) == ("log", "log", "experts $N$")
    for (mistakes, bounds), colour in zip(counts.values(), ("pos", "neg"), strict=True):
        dashed, solid = lines(ax, colour)
        assert (solid.get_linestyle(), dashed.is_dashed()) == ("-", True)
        assert list(solid.get_xdata()) == sizes and list(dashed.get_xdata()) == sizes
        assert list(solid.get_ydata()) == mistakes and list(dashed.get_ydata()) == bounds
    assert plots.alt_text(ax.figure) == (
        "Mistakes as experts N grows from 10 to 1000: Winnow goes from 12 to 49 mistakes, its bound from 41.4 to 124.3"
        "; other goes from 1 to 9 mistakes, its bound from 10 to 90."
    )
    ax = plots.growth([1, 10], {"play": ([1, 0.1], [2, 0.2])}, "rounds", what="gap")
    assert ax.get_ylabel() == "gap" and plots.alt_text(ax.figure).startswith("Gap as rounds grows")


# --- curves and errors -------------------------------------------------------------------------------------------


SERIES = {"last": [0.5, 0.1, 0.2], "vote": [0.3, 0.2, np.nan], "promised": [0.4, 0.21, 0.2]}


@pytest.mark.parametrize("log", [False, True, "x"])
def test_curves_are_drawn_as_given_and_named_at_their_ends(log):
    ax = plots.curves([1, 10, 100], SERIES, "rounds $t$", "test error", guaranteed={"promised"}, log=log)
    assert [line.is_dashed() for line in ax.lines] == [False, False, True]
    for line, values in zip(ax.lines, SERIES.values(), strict=True):
        assert list(line.get_xdata()) == [1, 10, 100]
        assert np.array_equal(line.get_ydata(), values, equal_nan=True)
    scales = {False: ("linear", "linear"), True: ("log", "log"), "x": ("log", "linear")}
    assert (ax.get_xscale(), ax.get_yscale()) == scales[log]
    assert plots.alt_text(ax.figure) == (
        "Test error as rounds t grows from 1 to 100: last goes from 0.5 to 0.2; vote goes from 0.3 to 0.2; "
        "promised goes from 0.4 to 0.2."
    )


def test_errors_have_a_dot_each_and_a_bar_at_their_mean():
    ax = plots.errors({"last": [0.1, 0.3], "vote": [0.02, 0.04]})
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [list(line.get_xdata()) for line in dots] == [[0.1, 0.3], [0.02, 0.04]]
    bars = [segments.get_segments()[0][0][0] for segments in ax.collections]
    assert bars == pytest.approx([0.2, 0.03])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["last", "vote"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1], "the first stands at the top"
    assert plots.alt_text(ax.figure) == "Test error on 2 splits, on average: last 20.0%, vote 3.0%."


# --- mistake trees -----------------------------------------------------------------------------------------------


def drawn_tree(C=None, labels=(), **look):
    C = C or mb.concepts.thresholds(7)
    return plots.mistake_tree(C, mb.mistake_tree(C), labels, **look)


def test_a_mistake_tree_shows_every_point_label_and_leaf():
    ax = drawn_tree()
    assert sorted(words(ax)) == sorted(
        [str(j) for j in range(7)] + [f"x ≥ {j}" for j in range(8)] + 7 * ["+"] + 7 * ["−"]
    )
    at = {text.get_text(): text.get_position() for text in ax.texts}
    by_place = sorted(range(8), key=lambda j: at[f"x ≥ {j}"][0])
    assert by_place == [7, 6, 5, 4, 3, 2, 1, 0]  # all answers − on the left, all + on the right
    assert at["3"][1] > at["5"][1] == at["1"][1] > at["6"][1]
    assert at["5"][0] < at["3"][0] < at["1"][0]


@pytest.mark.parametrize("labels", [(), (1,), (-1, 1), (-1, 1, -1)])
def test_a_walk_down_the_tree_is_thick(labels):
    ax = drawn_tree(labels=labels)
    thick = [line for line in ax.lines if line.get_linewidth() > 2]
    assert len(ax.lines) == 14 and len(thick) == len(labels)
    steps = sorted((line.get_xydata() for line in thick), key=lambda ends: -ends[0, 1])
    assert [int(np.sign(ends[1, 0] - ends[0, 0])) for ends in steps] == list(labels)
    assert all(tuple(low[1]) == tuple(high[0]) for low, high in pairwise(steps))
    bold = [text.get_text() for text in ax.texts if text.get_weight() == "bold" and "x" in text.get_text()]
    assert bold == (["x ≥ 5"] if len(labels) == 3 else [])
    assert ("walk" in plots.alt_text(ax.figure)) == bool(labels)


def test_a_mistake_tree_with_names_of_points_and_long_leaves():
    C = mb.ConceptClass([[0, 0], [0, 1], [1, 0], [1, 1]], names=["neither", "glasses", "hat", "both of them"])
    ax = drawn_tree(C, [1], points=["hat?", "glasses?"])
    assert plots.alt_text(ax.figure) == (
        "A mistake tree of 2 levels, at the root hat?; leaves neither, glasses, hat, both of them; walk hat? +1."
    )
    ax = drawn_tree(mb.concepts.monotone_conjunctions(4))
    assert "0111" in words(ax)
    assert {text.get_rotation() for text in ax.texts if "∧" in text.get_text()} == {90}


@pytest.mark.parametrize(
    ("C", "labels", "message"),
    [
        (mb.concepts.thresholds(63), (), "the tree has depth 6: trees of depth 1 to 5"),
        (mb.concepts.singletons(1), (), "the tree has depth 0"),
        (mb.concepts.singletons(3), (1, 1), "there are 2 labels, but the tree has depth 1"),
        (mb.concepts.thresholds(7), (0,), "label"),
    ],
)
def test_trees_and_walks_that_cannot_be_drawn(C, labels, message):
    with pytest.raises(MistakeBoundError, match=message):
        drawn_tree(C, labels)
    assert plt.get_fignums() == []


# --- Winnow: the simplex and the chord ---------------------------------------------------------------------------


def winnow(u=(0.2, 0.6, 0.2), prior=(0.1, 0.1, 0.8), step=1.0):
    """Three experts, hardest examples first."""
    stream = mb.streams.experts(60, u, margin=0.3, seed=3)
    order = np.argsort(np.abs(stream.X @ stream.u))
    learner = mb.Winnow(eta=step * mb.tuned_step(0.3, 1), prior=prior)
    trace = mb.play(learner, stream.X[order], stream.y[order], passes=None, max_passes=100)
    return mb.WINNOW.check(trace, u=stream.u, s=0.3, radius=1)


def corner_weights(points):
    """The weights that points of the triangle stand for."""
    return np.linalg.solve(np.vstack([CORNERS.T, np.ones(3)]), np.vstack([points.T, np.ones(len(points))])).T


def test_the_simplex_shows_the_path_and_what_the_proof_allows():
    cert = winnow()
    ax = plots.simplex(cert)
    path = next(line for line in ax.lines if line.get_marker() == "o")
    assert np.allclose(corner_weights(path.get_xydata()), cert.trace.weights)
    star = next(line for line in ax.lines if line.get_marker() == "*")
    assert np.allclose(corner_weights(star.get_xydata()), cert.q.u)
    levels = lines(ax, "gold")
    assert len(levels) == 11  # 21 fit below the start: every second is drawn
    for t, line in enumerate(levels):
        drawn = corner_weights(line.get_xydata())
        drawn = drawn[drawn.min(axis=1) > 0.05]  # at the sides it is steep
        level = cert.q.kl[0] - 2 * t * cert.q.C
        assert len(drawn) > 20 and np.allclose([mb.kl(cert.q.u, w) for w in drawn], level, rtol=0.02)
    assert said(ax, "6 updates")
    assert "in 6 updates from (0.1, 0.1, 0.8) to (0.14, 0.357, 0.503)" in plots.alt_text(ax.figure)


def test_the_simplex_of_a_committee_has_its_vote():
    trace = mb.play(mb.Winnow(eta=0.3), [[1, 1, -1], [1, 1, 1]], [1, 1])
    ax = plots.simplex(mb.COMMITTEE_WINNOW.check(trace, u=[1, 1, 0]))
    star = next(line for line in ax.lines if line.get_marker() == "*")
    assert np.allclose(corner_weights(star.get_xydata()), [0.5, 0.5, 0])


def test_the_chord_shows_factors_their_mean_and_the_chord_above_it():
    cert = winnow()
    ax = plots.chord(cert, t=2)
    (discs,) = points_of(ax)
    x, y = cert.trace.update_X[1], cert.trace.update_y[1]
    factors = np.exp(cert.q.eta * y * x)
    assert np.allclose(discs.get_offsets(), np.column_stack([cert.q.eta * y * x, factors]))
    assert np.argmax(discs.get_sizes()) == np.argmax(cert.trace.weights[1])
    mean, ring = (next(line for line in ax.lines if line.get_marker() == marker) for marker in "Do")
    assert np.isclose(mean.get_ydata()[0], cert.trace.weights[1] @ factors)
    straight = next(
        line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_ls() == "-" and line.get_xdata()[0] < 0
    )
    assert np.isclose(np.interp(ring.get_xdata()[0], *straight.get_xydata().T), ring.get_ydata()[0])
    assert "at update 2 of 6" in plots.alt_text(ax.figure)


@pytest.mark.parametrize(
    ("view", "cert", "message"),
    [
        (plots.simplex, vote, "simplex draws Winnow on three features"),
        (plots.chord, perceptron, "has no line 'chord'"),
        (lambda cert: plots.chord(cert, t=7), winnow, "there is no update 7"),
        (plots.chord, lambda: winnow(u=(1 / 3, 1 / 3, 1 / 3), prior=None), "no updates"),
    ],
)
def test_what_has_no_simplex_and_no_chord(view, cert, message):
    with pytest.raises(MistakeBoundError, match=message):
        view(cert())


# --- margins -----------------------------------------------------------------------------------------------------


def test_the_game_shows_both_guarantees_and_the_value_between_them():
    run = mb.multiplicative_weights([[2, -1], [-1, 1]], [1, 1], rounds=200, signed=False)
    ax = plots.game(run, value=0.2)
    upper, lower = (line.get_ydata() for line in ax.lines[:2])
    assert np.array_equal(upper, run.upper) and np.array_equal(lower, run.lower)
    assert ax.get_xscale() == "log" and said(ax, "value 0.2")
    assert plots.alt_text(ax.figure).endswith("it is 0.2.")


def test_norms_touch_the_feasible_set():
    X, y = [[0.5, 1], [2, 1], [0.5, -2]], [1, 1, -1]
    ax = plots.norms(X, y, mb.sparse_svm(X, y), mb.hard_margin_svm(X, y))
    diamond, circle = ax.patches
    assert np.allclose(np.abs(diamond.get_xy()).sum(axis=1), 1)
    assert np.isclose(circle.get_radius(), np.hypot(0.4, 0.8))
    assert "at (0, 1), the smallest circle at (0.4, 0.8)" in plots.alt_text(ax.figure)
    with pytest.raises(MistakeBoundError, match="these examples have 3 features"):
        plots.norms(np.eye(3), [1, 1, 1], mb.sparse_svm(np.eye(3), [1, 1, 1]), mb.hard_margin_svm(np.eye(3), [1, 1, 1]))


def test_pixels_count_what_is_used():
    first, second = plots.pixels({"few": [0, 2, 0, -1] + 60 * [0], "all": [1, 1, 1, 1e-12] + 60 * [-1]})
    assert first.get_title(loc="center") == "few: 2 pixels" and second.get_title(loc="center") == "all: 63 pixels"
    assert plots.alt_text(first.figure).startswith("few: 2 of 64 pixels have a weight, 1 of them a positive one. all: ")
    assert first.images[0].get_clim() == (-2, 2)


# --- in words ----------------------------------------------------------------------------------------------------


def test_alternative_text_has_the_numbers_of_the_run():
    cert = biased()
    squeeze = plots.alt_text(plots.squeeze(orthonormal()).figure)
    assert squeeze.startswith("The squeeze of alignment with u")
    assert "meet at t = 9. The run ends at t = 9, where ⟨u, wₜ⟩ = 9 and" in squeeze
    assert plots.alt_text(plots.mistakes(cert.trace, cert).figure) == (
        "Cumulative mistakes over 36 rounds: 18 in all; the bound on updates is 51."
    )
    assert "the negative example (0, 1), ringed" in plots.alt_text(plots.plane(cert.trace).figure)
    assert "which never meet" in plots.alt_text(plots.squeeze(xor()).figure)


def test_a_residue_of_rounding_is_said_to_be_0():
    digits = mb.streams.hadamard(8).X[[1, 2, 4]]
    u = np.prod((2 + np.array([[1], [-1], [-1]]) * digits) / 4, axis=0)  # Winnow ends there, but for rounding
    trace = mb.play(mb.Winnow(eta=mb.tuned_step(0.5, 1)), digits, [1, -1, -1])
    cert = mb.WINNOW_TUNED.check(trace, u=u, s=0.5, radius=1)
    assert cert.q.kl[-1] < 1e-15
    assert "KL(u‖wₜ) = 0." in plots.alt_text(plots.squeeze(cert).figure)


def test_a_figure_of_several_views_has_the_words_of_all():
    cert = perceptron()
    figure, (left, right) = plt.subplots(1, 2)
    plots.plane(cert.trace, ax=left)
    plots.squeeze(cert, ax=right)
    assert plots.alt_text(figure) == f"{left.get_label()} {right.get_label()}"
    data, metadata = figure._repr_mimebundle_()
    assert (data, metadata["image/png"]["alt"]) == ({}, plots.alt_text(figure))


@pytest.mark.parametrize(("learner", "theorem"), [(mb.Winnow1(), mb.WINNOW1), (mb.Winnow2(1.5), mb.WINNOW2)])
def test_the_sum_of_littlestones_weights_is_squeezed(learner, theorem):
    X, target = mb.concepts.cube(4), mb.Formula(4, [1, 2], "∨")
    cert = theorem.check(mb.play(learner, X, target(X), passes=3), target=target).require()
    assert cert.squeeze.inner["S"].dtype == float
    plots.squeeze(cert)


# --- readable ----------------------------------------------------------------------------------------------------


def remaining_of(n):
    single = np.vstack([1 - np.eye(n, dtype=int)[2:], np.ones((1, n), dtype=int)])
    return plots.remaining(mb.play(mb.Elimination(n), single, np.ones(len(single), dtype=int)))


CLOSE = {"Perceptron": ([10, 244], [30, 3e5]), "Winnow": ([12, 98], [41, 207])}
PICTURES = {
    **{f"{certificate.__name__} {i}": lambda certificate=certificate, i=i: list(views(certificate()))[i]()
       for certificate in (far_below, no_updates, xor, biased, halving) for i in range(4)},
    **{f"plane {certificate.__name__}": lambda certificate=certificate: list(views(certificate()))[4]()
       for certificate in (far_below, no_updates, xor, biased)},
    **{f"remaining {n}": partial(remaining_of, n) for n in (2, 8, 40)},
    "remaining both": lambda: plots.remaining(switches(40)),
    "growth": lambda: plots.growth([10, 100_000], CLOSE, "experts"),
    "curves": lambda: plots.curves([1, 10, 100], SERIES, "rounds $t$", "test error", log=True),
    "errors": lambda: plots.errors({"last": [0.1, 0.3], "vote": [0.02, 0.04]}),
    "tree": drawn_tree,
    "turned tree": lambda: drawn_tree(mb.concepts.monotone_conjunctions(4)),
    "simplex": lambda: plots.simplex(winnow()),
    "simplex at a side": lambda: plots.simplex(winnow(u=(0.5, 0.5, 0))),
    "simplex of no theorem": lambda: plots.simplex(winnow(step=3)),
    "simplex far out": lambda: plots.simplex(winnow(u=(1, 0, 0), prior=(1e-9, 0.5, 0.5))),
    "chord": lambda: plots.chord(winnow()),
    "pixels": lambda: plots.pixels({"few": np.eye(8).ravel(), "many": np.arange(64)})[0],
}  # fmt: skip


@pytest.mark.parametrize("draw", PICTURES.values(), ids=PICTURES.keys())
def test_words_are_large_finite_and_inside_the_figure(draw):
    ax = draw()
    ax.figure.draw_without_rendering()
    width, height = ax.figure.bbox.size
    # those of ticks outside the limits exist, but are not drawn
    ticks = {label for axis in ax.figure.findobj(Axis) for label in axis.get_ticklabels(which="both")}
    for text in ax.figure.findobj(Text):
        if text.get_text() and text.get_visible():
            assert text.get_fontsize() >= 10
            assert "nan" not in text.get_text()
            box = text.get_window_extent()
            inside = box.x0 > -1 and box.y0 > -1 and box.x1 < width + 1 and box.y1 < height + 1
            assert inside or text in ticks, text


@pytest.mark.parametrize("name", ["growth", "curves"])
def test_names_of_curves_that_end_close_together_do_not_cover_each_other(name):
    ax = PICTURES[name]()
    ax.figure.draw_without_rendering()
    boxes = sorted((text.get_window_extent() for text in ax.texts), key=lambda box: box.y0)
    assert len(boxes) >= 3
    for below, above in pairwise(boxes):
        assert below.y1 < above.y0 + 3
