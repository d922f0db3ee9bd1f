"""The views, tested by what they put on the Axes: the numbers of the certificate, and readable words.

The labs draw every view, and nbval compares their pictures with the stored ones.
"""

import io
import os
import subprocess
import sys
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

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
from mistakebound.certificates.core import RUN, Line, Theorem
from mistakebound.certificates.expressions import constant
from mistakebound.course import plots
from mistakebound.errors import MistakeBoundError
from mistakebound.theorems.winnow import kl_0

X = np.array([[2, 1], [-1, 2], [1, -2], [-2, -1], [3, 1], [-1, -3]])
Y = np.array([1, 1, -1, -1, 1, -1])
U = np.array([1, 2])
AND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
CORNERS = np.array([[0, 0], [1, 0], [0.5, np.sqrt(3) / 2]])


def perceptron(X=X, y=Y, u=U):
    return mb.NOVIKOFF.check(mb.play(mb.Perceptron(), X, y, passes=20), u=u)


def far_below():
    """A bound of 401 on a run of two mistakes."""
    return perceptron([[1, 20], [1, -20]], [1, 1], u=[1, 0])


def orthonormal():
    """The run that meets the bound."""
    return perceptron(np.eye(9, dtype=int), np.ones(9, dtype=int), u=np.ones(9))


def no_updates(theorem=mb.NOVIKOFF):
    return theorem.check(mb.play(mb.Perceptron(ties=1), [[1, 0], [0, 1]], [1, 1]), u=[1, 1])


def xor():
    """XOR, which no comparator separates: the theorem does not apply, and its curves never meet."""
    return perceptron([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1], u=[1, 1])


def corners(degree=2):
    """XOR, with a polynomial kernel."""
    xor = mb.streams.xor(c=None)
    learner = mb.KernelPerceptron(mb.kernels.Polynomial(degree))
    return mb.play(learner, xor.X, xor.y, passes=3)


def biased(c=1):
    trace = mb.play(mb.Perceptron(), mb.fold_bias(AND, c), [-1, -1, -1, 1], passes=None)
    return mb.NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3)


def halving():
    """A run of Halving, whose curves fall."""
    C = mb.concepts.thresholds(31)
    return mb.HALVING.check(mb.play(mb.Halving(C), [[15], [7], [3]], [1, 1, 1]), concepts=C)


def coins():
    C = mb.concepts.thresholds(3)
    trace = mb.play(mb.RandomizedMajority(C, 0.5), [[0], [1], [2], [1]], [1, -1, -1, 1])
    return mb.RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5)


def hedge():
    return mb.HEDGE.check(mb.Hedge(0.5).run([[0, 1, 0.5], [1, 0, 0], [0.2, 0, 1], [0, 1, 0]]))


def broken():
    """A learner that is not the theorem's, with a theorem that does not check this."""

    class TooBold(mb.Perceptron):
        def update(self, state, x, y):
            return state + 3 * y * x

    trace = mb.play(TooBold(), [[1, 0], [0, 1], [1, 1]], [1, 1, -1], passes=2)
    lines = tuple(line for line in mb.NOVIKOFF.lines if line.name in ("growth", "cauchy-schwarz"))
    return replace(mb.NOVIKOFF, states="", hypotheses=(), lines=lines, bounds="growth").check(trace, u=[1, 1], gamma=1)


def vote():
    """A theorem about every run on three draws."""
    return mb.VOTE.check(mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], rounds=3))


def winnow(u=(0.2, 0.6, 0.2), prior=(0.1, 0.1, 0.8)):
    """Three experts, hardest examples first."""
    stream = mb.streams.experts(60, u, margin=0.3, seed=3)
    order = np.argsort(np.abs(stream.X @ stream.u))
    learner = mb.Winnow(eta=mb.tuned_step(0.3, 1), prior=prior)
    trace = mb.play(learner, stream.X[order], stream.y[order], passes=None, max_passes=100)
    return mb.WINNOW.check(trace, u=stream.u, gamma=0.3, radius=1)


def rounding():
    """A run in which Winnow ends at its comparator, up to rounding."""
    digits = mb.streams.hadamard(8).X[[1, 2, 4]]
    u = np.prod((2 + np.array([[1], [-1], [-1]]) * digits) / 4, axis=0)
    trace = mb.play(mb.Winnow(eta=mb.tuned_step(0.5, 1)), digits, [1, -1, -1])
    return mb.WINNOW_TUNED.check(trace, u=u, gamma=0.5, radius=1)


def boxes():
    learner = mb.Consistent(mb.concepts.singletons(8), order="random", seed=4)
    return mb.play(learner, np.arange(7)[:, None], -np.ones(7, dtype=int))


def switches(n=40):
    X = np.array([[1, 0] + (n - 2) * [bit] for bit in (1, 0)])
    return mb.play(mb.Elimination(n, "all"), X, [1, 1])


def tree(labels=(), C=None, points=None):
    C = C or mb.concepts.thresholds(7)
    return plots.mistake_tree(C, mb.mistake_tree(C), labels, points)


def mistakes(cert):
    return plots.mistakes(cert.trace, cert)


GUESTS = mb.ConceptClass([[0, 0], [0, 1], [1, 0], [1, 1]], names=["neither", "glasses", "hat", "both of them"])
SERIES = {"last": [0.5, 0.1, 0.2], "vote": [0.3, 0.2, np.nan], "promised": [0.4, 0.21, 0.2]}
COUNTS = {"Winnow": ([12, 27, 49], [41.4, 82.9, 124.3]), "other": ([1, 2, 9], [10, 20, 90])}
GAME = mb.multiplicative_weights([[2, -1], [-1, 1]], [1, 1], rounds=200, signed=False)
PLANE = [[0.5, 1], [2, 1], [0.5, -2]], [1, 1, -1]
PIXELS = {"few": [0, 2, 0, -1] + 60 * [0], "all": [1, 1, 1, 1e-12] + 60 * [-1]}

#: A call, and words of its alternative text; nbval compares the whole text where a lab shows the view.
PICTURES = {
    "mistakes": (lambda: mistakes(biased()), "over 36 rounds: 18 in all; the bound on updates is 51."),
    "mistakes, far below": (lambda: mistakes(far_below()), "2 in all; the bound on updates is 401."),
    "mistakes, no bound": (lambda: mistakes(xor()), "updates is ∞; does not apply (positive-margin)."),
    "squeeze": (lambda: plots.squeeze(orthonormal()), "The run ends at t = 9, where ⟨u, wₜ⟩ = 9 and ‖u‖ ‖wₜ‖ = 9."),
    "squeeze, far below": (lambda: plots.squeeze(far_below()), "meet at t = 401. The run ends at t = 2, where"),
    "squeeze, never": (lambda: plots.squeeze(xor()), "which never meet. "),
    "squeeze, falling": (lambda: plots.squeeze(halving()), "which meet at M = 5. The run ends at M = 3, where"),
    "squeeze, undefined": (lambda: plots.squeeze(no_updates(mb.NOVIKOFF_COSINE)), "ends at t = 0, where Φₜ = nan."),
    "squeeze, rounding": (lambda: plots.squeeze(rounding()), "KL(u‖wₜ) = 0."),
    "ledger": (lambda: plots.ledger(perceptron()), "at update 2 of 2: shift 7 = 7; progress 7 ≥ 7; "),
    "ledger, nothing": (lambda: plots.ledger(no_updates()), "update 0 of 0: nothing to compare."),
    "ledger, outside": (lambda: plots.ledger(xor()), "; does not apply (positive-margin): "),
    "ledger, broken": (lambda: plots.ledger(broken(), 1), "growth 9 ≤ 2 (broken); cauchy-schwarz 3 ≤ 4.243."),
    "plane": (
        lambda: plots.plane(biased().trace, 3, u=[2, 2, -3]),
        "1 positive (circles) and 3 negative examples (squares) in the plane, at update 3 of 18: the negative",
    ),
    "plane, start": (lambda: plots.plane(no_updates().trace), "2 positive (circles) and 0 negative"),
    "boundary": (lambda: plots.boundary(corners(), 2), "after 2 of 4 updates: 2 of them are ringed"),
    "boundary, start": (lambda: plots.boundary(perceptron().trace, 0), "after 0 of"),
    "distances": (lambda: plots.distances([[0, 2], [3, 4], [-1, -1]], [1, 1, -1], u=[0, 5]), "distance 1 on its own"),
    "distances, biased": (
        lambda: plots.distances(AND, [-1, -1, -1, 1], u=[2, 2], bias=-3),
        "at the distance 0.3536 on its own side, and the origin is at the distance 1.061 from it.",
    ),
    "distances, wrong": (lambda: plots.distances(X, Y, u=[-1, 0]), "is at the distance -3 on its own side."),
    "remaining": (lambda: plots.remaining(boxes()), "after 7 updates, 3 of them mistakes: 8, 7, 6, 5, 4, 3, 2, 1."),
    "remaining, literals": (lambda: plots.remaining(switches()), "2 of them mistakes: 80, 40, 2."),
    "growth": (lambda: plots.growth([10, 100, 1000], COUNTS, "experts $N$"), "other goes from 1 to 9 mistakes"),
    "curves": (
        lambda: plots.curves([1, 10, 100], SERIES, "rounds $t$", "test error", guaranteed={"promised"}, log=True),
        "last goes from 0.5 to 0.2; vote goes from 0.3 to 0.2; promised goes from 0.4 to 0.2.",
    ),
    "errors": (lambda: plots.errors({"last": [0.1, 0.3], "vote": [0.02, 0.04]}), "on average: last 20.0%, vote 3.0%."),
    "tree": (lambda: tree([1], GUESTS, ["hat?", "glasses?"]), "glasses, hat, both of them; walk hat? +1."),
    "tree, turned leaves": (lambda: tree(C=mb.concepts.monotone_conjunctions(4)), "x1 ∧ x2"),
    "simplex": (lambda: plots.simplex(winnow()), "in 6 updates from (0.1, 0.1, 0.8) to (0.14, 0.357, 0.503)."),
    "link": (lambda: plots.link(mb.potentials.SquaredNorm(4), [2, 1], "p = 4"), "point along (1.94, 0.2425)."),
    "link, start": (lambda: plots.link(mb.potentials.Euclidean(), [[0, 0]]), "along (0, 0)."),
    "chord": (lambda: plots.chord(winnow(), t=2), "is Z = 0.967; the chord above it is at 1.01."),
    "game": (lambda: plots.game(GAME, value=0.2), "After 200 rounds the value is between"),
    "norms": (
        lambda: plots.norms(*PLANE, mb.sparse_svm(*PLANE), mb.hard_margin_svm(*PLANE)),
        "at (0, 1), the smallest circle at (0.4, 0.8).",
    ),
    "pixels": (lambda: plots.pixels(PIXELS)[0], "all: 63 of 64 pixels have a weight, 3 of them a positive one."),
}  # fmt: skip


def words(ax):
    """All that is written on the Axes."""
    return [text.get_text() for text in ax.findobj(Text) if text.get_text() and text.get_visible()]


def said(ax, text):
    return any(text in line for line in words(ax))


def lines(ax, colour):
    return [line for line in ax.lines if line.get_color() == plots.PALETTE[colour]]


def points_of(ax):
    return [collection for collection in ax.collections if isinstance(collection, PathCollection)]


@pytest.fixture(autouse=True)
def closed():
    with mpl.rc_context():
        yield
    plt.close("all")


# --- every view --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draw", "alt"), PICTURES.values(), ids=PICTURES)
def test_a_view_says_what_it_shows_and_its_words_are_large_finite_and_inside(draw, alt):
    settings = dict(mpl.rcParams)
    ax = draw()
    assert dict(mpl.rcParams) == settings and plt.get_fignums() == []
    assert alt in plots.alt_text(ax.figure)
    ax.figure.draw_without_rendering()
    width, height = ax.figure.bbox.size
    # those of ticks outside the limits exist, but are not drawn
    ticks = {label for axis in ax.figure.findobj(Axis) for label in axis.get_ticklabels(which="both")}
    for text in ax.figure.findobj(Text):
        if text.get_text() and text.get_visible():
            assert text.get_fontsize() >= 10 and "nan" not in text.get_text()
            box = text.get_window_extent()
            inside = box.x0 > -1 and box.y0 > -1 and box.x1 < width + 1 and box.y1 < height + 1
            assert inside or text in ticks, text


def png(name):
    """A view as the bytes of its picture."""
    buffer = io.BytesIO()
    PICTURES[name][0]().figure.savefig(buffer, format="png")
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["mistakes", "squeeze", "ledger", "plane"])
def test_a_view_looks_the_same_under_any_settings(name):
    first = png(name)
    mpl.rcParams.update({"font.size": 20, "axes.facecolor": "red", "lines.linewidth": 9, "xtick.labelsize": 4})
    assert png(name) == first


def test_two_threads_draw_at_once():
    """A cell and a slider's callback may do this: each draws on its own, and the settings stay as before."""
    before = dict(mpl.rcParams)
    with ThreadPoolExecutor(2) as threads:
        axes = list(threads.map(lambda _: PICTURES["squeeze"][0](), range(12)))
    assert dict(mpl.rcParams) == before
    assert len({ax.figure for ax in axes}) == 12 and {len(ax.figure.findobj()) for ax in axes} == {
        len(PICTURES["squeeze"][0]().figure.findobj())
    }


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plots.squeeze(vote()), r"vote .* has no squeeze: .*plots\.ledger"),
        (lambda: plots.ledger(vote(), 4), "there is no draw 4: this run has 3 draws"),
        (lambda: plots.ledger(biased(), 19), "there is no update 19: this run has 18 updates"),
        (lambda: plots.ledger(biased(), 0), "update is 0: it must be a whole number of at least 1"),
        (lambda: plots.ledger(halving(), 4), "there is no mistake 4: this run has 3 mistakes"),
        (lambda: plots.plane(biased().trace, 19), "there is no update 19"),
        (lambda: plots.boundary(corners(), 5), "there is no update 5: this run has 4 updates"),
        (lambda: plots.boundary(biased().trace), "boundary draws a learner with a score, on examples of two features"),
        (lambda: plots.chord(winnow(), 7), "there is no update 7"),
        (lambda: plots.chord(perceptron()), "has no line 'chord'"),
        (lambda: plots.chord(winnow(u=(1 / 3, 1 / 3, 1 / 3), prior=None)), "no update 1: this run has 0 updates"),
        (lambda: plots.link(mb.potentials.Euclidean(), [1, 2, 3]), "z has 3 entries"),
        (lambda: plots.distances(np.eye(3), [1, 1, 1], [1, 1, 1]), "these examples have 3 features"),
        (lambda: plots.distances(X, Y, [0, 0]), "u is the zero vector"),
        (lambda: plots.norms(np.eye(3), [1, 1, 1], None, None), "these examples have 3 features"),
        (lambda: tree(C=mb.concepts.thresholds(63)), "the tree has depth 6: use a depth from 1 to 5"),
        (lambda: tree(C=mb.concepts.singletons(1)), "the tree has depth 0"),
        (lambda: tree((1, 1), mb.concepts.singletons(3)), "there are 2 labels, but the tree has depth 1"),
        (lambda: tree((0,)), "label"),
    ],
)
def test_what_cannot_be_drawn_says_why(draw, message):
    with pytest.raises(MistakeBoundError, match=message):
        draw()


def test_a_figure_of_several_views_has_the_words_of_all():
    figure, (left, right) = plt.subplots(1, 2)
    assert plots.mistakes(perceptron().trace, ax=left) is left
    plots.mistakes(xor().trace, ax=right)
    assert plots.alt_text(figure) == f"{left.get_label()} {right.get_label()}"


def test_a_notebook_shows_the_view_describes_it_and_stores_no_version():
    setup = "import mistakebound as mb\nfrom mistakebound.course import plots\n"
    draw = "plots.mistakes(mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1]));"
    cells = [nbformat.v4.new_code_cell(cell) for cell in (setup + draw, f"plots.style()\n{draw}")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    plain, styled = [cell.outputs[0] for cell in notebook.cells]
    assert plain.metadata["image/png"]["alt"] == "Cumulative mistakes over 2 rounds: 1 in all."
    assert [b"Software" in b64decode(out.data["image/png"]) for out in (plain, styled)] == [True, False]


def test_what_few_runs_need_is_loaded_when_it_is_needed_and_the_views_change_no_setting():
    """A reader waits for every import at each start of a notebook."""
    code = """
import sys
from mistakebound import course
assert course.Show
assert not {"anywidget", "matplotlib", "scipy.optimize"} & set(sys.modules)
import matplotlib
before = dict(matplotlib.rcParams)
from mistakebound.course import plots
assert dict(matplotlib.rcParams) == before
"""
    paths = os.pathsep.join(sys.path)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": paths})


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("name", plots.TEXT)
def test_words_stand_out_from_the_paper(name):
    assert (1 + 0.05) / (luminance(plots.TEXT[name]) + 0.05) >= 4.5


@pytest.mark.audit
def test_every_formula_of_every_theorem_can_be_shown():
    theorems = [value for value in vars(mb).values() if isinstance(value, Theorem)]
    formulas = {claim.formula for theorem in theorems for claim in theorem.lines}
    lines = tuple(Line(f"line-{i}", constant("eta", formula) <= 2, "", RUN) for i, formula in enumerate(formulas))
    cert = replace(mb.NOVIKOFF, states="", lines=lines, bounds="line-0").check(perceptron().trace, u=U)
    plots.ledger(cert).figure.draw_without_rendering()  # a missing glyph or macro would warn or raise
    assert len(lines) > 50


# --- the numbers on the Axes -------------------------------------------------------------------------------------


@settings(max_examples=settings.default.max_examples // 5)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([-1, 1])), min_size=1, max_size=30))
def test_the_step_line_is_the_cumulative_count(rows):
    data = np.array(rows)
    trace = mb.play(mb.Perceptron(), data[:, :2], data[:, 2])
    (line,) = plots.mistakes(trace).lines
    assert line.get_drawstyle() == "steps-post"
    played = np.searchsorted(line.get_xdata(), np.arange(1, trace.n_rounds + 1), side="right") - 1
    np.testing.assert_array_equal(line.get_ydata()[played], trace.cumulative_mistakes)


def test_updates_are_drawn_where_the_bound_counts_them_and_they_are_not_the_mistakes():
    trace = mb.play(mb.MarginPerceptron(threshold=10), X, Y, passes=3)
    assert trace.n_updates > trace.n_mistakes
    ax = plots.mistakes(trace, mb.MARGIN_PERCEPTRON.check(trace, u=U))
    assert [line.get_ydata()[-1] for line in ax.lines[:2]] == [trace.n_mistakes, trace.n_updates]


@pytest.mark.parametrize(
    "certificate", [perceptron, far_below, orthonormal, no_updates, xor, biased, halving, coins, hedge]
)
def test_the_curves_the_run_and_where_no_room_is_left_are_those_of_the_certificate(certificate):
    cert = certificate()
    picture = cert.squeeze
    ax = plots.squeeze(cert)
    assert len(ax.child_axes) == (certificate is far_below)  # a short run is enlarged
    for axes in [ax, *ax.child_axes]:
        lower, upper, *inner = axes.lines
        t = lower.get_xdata()
        np.testing.assert_array_equal(lower.get_ydata(), np.broadcast_to(picture.lower(t), t.shape))
        np.testing.assert_array_equal(upper.get_ydata(), np.broadcast_to(picture.upper(t), t.shape))
        for line, values in zip(inner, picture.inner.values(), strict=False):
            np.testing.assert_array_equal(line.get_ydata(), values)
            np.testing.assert_array_equal(line.get_xdata(), picture.places)
            low, high = axes.get_ylim()
            assert axes.get_xlim()[1] > picture.places[-1] and low < min(values) and max(values) < high
    if certificate is xor:
        assert lines(ax, "neg") == [] and said(ax, "the curves never meet")
        return
    _, point = lines(ax, "neg")
    assert point.get_xdata() == [picture.meets] and said(ax, "no room left")
    np.testing.assert_allclose(point.get_ydata(), picture.lower(np.array([picture.meets])), atol=1e-12)


@pytest.mark.parametrize(
    ("certificate", "t"), [(biased, 1), (biased, 18), (xor, 80), (broken, 1), (vote, 2), (coins, 2), (hedge, 3)]
)
def test_each_row_of_the_ledger_has_the_sides_of_its_line_at_the_update(certificate, t):
    cert = certificate()
    ax = plots.ledger(cert, t)
    bars = [bar for (bar,) in ax.containers]
    for line, left, right in zip(cert.lines.values(), bars[::2], bars[1::2], strict=True):
        entry = line.tightest if line.rounds is None else t - 1
        sides = np.array([line.lhs[entry], line.rhs[entry]], dtype=float)
        finite = [0, *sides[np.isfinite(sides)]]
        scale = max(finite) - min(finite) or 1
        assert (left.get_width(), right.get_width()) == pytest.approx(np.minimum(sides / scale, 1))
        assert left.get_x() == right.get_x() == pytest.approx(-min(finite) / scale)
        assert left.get_facecolor() == to_rgba(plots.PALETTE["pos" if line.entries_hold[entry] else "neg"])
    assert ("broken" in words(ax)) == (certificate is broken)
    noun = {vote: "draw", coins: "round", hedge: "round"}.get(certificate, "update")
    assert said(ax, f"{noun} {t} of")


def boundary(ax, style):
    """Two points of the straight line that is drawn in the given style."""
    (line,) = [line for line in ax.lines if line.get_linestyle() == style]
    return np.array([line.get_xy1(), line.get_xy2()])


@pytest.mark.parametrize("t", [2, 3, 7, 18])
@pytest.mark.parametrize("c", [1, 3])
def test_the_boundaries_of_the_plane_are_where_the_scores_are_zero(t, c):
    trace = biased(c).trace
    t, u = min(t, trace.n_updates), np.array([2, 2, -3 / c])
    ax = plots.plane(trace, t, u=u)
    for w, style in ((trace.weights[t], "-"), (trace.weights[t - 1], "--"), (u, ":")):
        if np.any(w[:2]):
            np.testing.assert_allclose(mb.fold_bias(boundary(ax, style), c) @ w, 0, atol=1e-9)
        else:
            assert style not in [line.get_linestyle() for line in ax.lines]


def test_points_ring_arrows_and_tint_of_the_plane():
    trace = perceptron().trace
    ax = plots.plane(trace, u=U)
    for shown, points in zip(points_of(ax), (X[Y == 1], X[Y == -1], trace.update_X[-1:]), strict=True):
        np.testing.assert_array_equal(shown.get_offsets(), points)
    update, before, after, comparator = [text for text in ax.texts if isinstance(text, Annotation) and text.arrow_patch]
    scale = np.linalg.norm(after.xy) / np.linalg.norm(trace.weights[-1])
    np.testing.assert_allclose([before.xy, after.xy], scale * trace.weights[-2:])
    np.testing.assert_allclose([update.xyann, update.xy], [before.xy, after.xy])
    np.testing.assert_allclose(comparator.xy / np.linalg.norm(comparator.xy), U / np.linalg.norm(U))
    assert {f"$w_{{{trace.n_updates}}}$", "$u$"} <= set(words(ax))
    (tint,) = [collection for collection in ax.collections if isinstance(collection, ContourSet)]
    for side, path in zip((-1, 1), tint.get_paths(), strict=True):
        assert [path.contains_point(x) for x in X] == list(side * (X @ trace.final_state) > 0)
    np.testing.assert_allclose(tint.get_facecolor(), [to_rgba(plots.PALETTE[side], 0.1) for side in ("neg", "pos")])


def test_a_cell_is_filled_while_its_concept_is_in_the_version_space():
    trace = boxes()
    ax = plots.remaining(trace, target=7)
    colours = np.array([to_rgba(plots.PALETTE[name]) for name in ("rule", "pos", "line")])
    left = np.arange(8) >= np.arange(8)[:, None]  # round t rules out box t
    (mesh,) = ax.collections
    np.testing.assert_allclose(mesh.to_rgba(mesh.get_array()), colours[left * (1 + (np.arange(8) == 7))])
    assert {"8", "5", "1", "x = 3"} <= set(words(ax))
    (crosses,) = lines(ax, "neg")
    np.testing.assert_array_equal(crosses.get_ydata(), 1 + trace.mistakes)
    assert 0 < trace.n_mistakes < trace.n_updates


def test_a_mistake_tree_shows_every_point_label_and_leaf_and_the_walk_down_it():
    ax = tree((-1, 1, -1))
    expected = [str(j) for j in range(7)] + [f"x ≥ {j}" for j in range(8)] + 7 * ["+"] + 7 * ["−"]
    assert sorted(words(ax)) == sorted(expected)
    at = {text.get_text(): text.get_position() for text in ax.texts}
    assert sorted(range(8), key=lambda j: at[f"x ≥ {j}"][0]) == [7, 6, 5, 4, 3, 2, 1, 0]  # all answers − on the left
    assert at["3"][1] > at["5"][1] == at["1"][1] > at["6"][1]
    thick = [line.get_xydata() for line in ax.lines if line.get_linewidth() > 2]
    assert len(ax.lines) == 14 and [int(np.sign(end[0] - start[0])) for start, end in thick] == [-1, 1, -1]
    assert all(tuple(low[1]) == tuple(high[0]) for low, high in pairwise(thick))
    assert [text.get_text() for text in ax.texts if text.get_weight() == "bold" and "x" in text.get_text()] == ["x ≥ 5"]


def corner_weights(points):
    """The weights shown by points of the triangle."""
    return np.linalg.solve(np.vstack([CORNERS.T, np.ones(3)]), np.vstack([points.T, np.ones(len(points))])).T


def test_the_simplex_shows_the_path_and_what_the_proof_allows():
    cert = winnow()
    ax = plots.simplex(cert)
    path, star = (next(line for line in ax.lines if line.get_marker() == marker) for marker in "o*")
    assert np.allclose(corner_weights(path.get_xydata()), cert.trace.weights)
    assert np.allclose(corner_weights(star.get_xydata()), cert.q.u)
    levels = lines(ax, "gold")
    assert len(levels) == 11  # 21 fit below the start: every second is drawn
    for t, line in enumerate(levels):
        drawn = corner_weights(line.get_xydata())
        drawn = drawn[drawn.min(axis=1) > 0.05]  # at the sides it is steep
        level = kl_0.value(cert.q) - 2 * t * cert.q.C
        assert len(drawn) > 20 and np.allclose([mb.kl(cert.q.u, w) for w in drawn], level, rtol=0.02)


def test_the_chord_shows_factors_their_mean_and_the_chord_above_it():
    cert = winnow()
    ax = plots.chord(cert, t=2)
    (discs,) = points_of(ax)
    a = cert.q.eta * cert.trace.update_y[1] * cert.trace.update_X[1]
    assert np.allclose(discs.get_offsets(), np.column_stack([a, np.exp(a)]))
    assert np.argmax(discs.get_sizes()) == np.argmax(cert.trace.weights[1])
    mean, ring = (next(line for line in ax.lines if line.get_marker() == marker) for marker in "Do")
    assert np.isclose(mean.get_ydata()[0], cert.trace.weights[1] @ np.exp(a))
    (straight,) = lines(ax, "mute")
    assert np.isclose(np.interp(ring.get_xdata()[0], *straight.get_xydata().T), ring.get_ydata()[0])


@pytest.mark.parametrize(("log", "x", "y"), [(True, "log", "log"), ("x", "log", "linear"), ("y", "linear", "log")])
def test_one_axis_alone_may_be_logarithmic(log, x, y):
    ax = plots.curves([1, 10, 100], SERIES, "rounds", "test error", log=log)
    assert (ax.get_xscale(), ax.get_yscale()) == (x, y)
    assert ax.get_xlim()[1] == pytest.approx(100 * 100**0.3 if x == "log" else 100 + 0.3 * 99)
