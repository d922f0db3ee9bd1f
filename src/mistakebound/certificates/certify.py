"""A certificate as a file for Coq: the run, and the claim that the learner of the theorem's proof makes it.

Legend: X examples (n, d) and u comparator, as whole numbers; y labels (n,); C a class; T the literals of a target.

The file needs `proofs/` of the repository, compiled. Coq runs the learner again and checks the hypotheses: anyone who
accepts the file trusts Coq, but need trust neither Python nor this package. Floats are taken at their exact rational
values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ..arrays import dense
from ..errors import MistakeBoundError, shown
from ..kernels import Linear, Polynomial
from .core import Certificate
from .measure import examples

__all__ = ["write_coq"]


def write_coq(cert: Certificate) -> str:
    """Write the run of a certificate and its bound as a file for Coq, which runs the learner of the proof again.

    The file needs the compiled proofs of the repository: ``coqc -Q _coq MB run.v``. If Coq prints nothing but the
    axioms, it accepts the file, and you need trust neither Python nor this package.

    Raises
    ------
    MistakeBoundError
        If `certificate` is not one, or Coq lacks the learner of its theorem.
    DoesNotApply, BrokenBound
        As `Certificate.require`.

    Examples
    --------
    >>> import mistakebound as mb
    >>> run = mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1], passes=None)
    >>> text = mb.write_coq(mb.NOVIKOFF.check(run, u=[1, 0]))
    >>> print(text.partition("Definition data")[2].partition("(*")[0])
     : list zexample := [([2; 1], true);
    ([-1; 1], false)].
    <BLANKLINE>
    """
    if not isinstance(cert, Certificate):
        raise MistakeBoundError(f"write_coq takes a certificate, such as a theorem's check returns, not {shown(cert)}.")
    if cert.theorem.name not in WRITERS:
        raise MistakeBoundError(f"{cert.theorem.name} has no run in Coq: {', '.join(WRITERS)} have.")
    learner, write = WRITERS[cert.theorem.name]
    kind = type(cert.trace.learner)
    if f"{kind.__module__}.{kind.__name__}" != f"mistakebound.learners.{learner}":
        about = learner.rpartition(".")[2]
        raise MistakeBoundError(f"in Coq {cert.theorem.name} is about {about}, not {shown(cert.trace.learner)}.")
    return write(_as_coq_plays(cert.require()))


def _as_coq_plays(cert: Certificate) -> Certificate:
    """The certificate, if Coq can play its run: all rounds of it, from the start."""
    trace = cert.trace
    if trace.X is None:
        raise MistakeBoundError("the data of this run were streamed and not kept: play on arrays; Coq plays again.")
    first, start = trace.states[0], trace.learner.start(trace.X.shape[1])
    if not all(map(np.array_equal, *((each if isinstance(each, tuple) else (each,)) for each in (first, start)))):
        raise MistakeBoundError(
            "the run begins with a state of its own, but Coq begins at the start: play without state."
        )
    return cert


def _comment(cert: Any) -> str:
    """The theorem and the run, in signs that neither close a comment nor open one, or a string in it."""
    said = f"{cert.theorem.title}: {cert.trace!r}"
    return said.replace("*)", "* )").replace("(*", "( *").replace('"', "'")


# --- the Perceptron, and with a kernel -----------------------------------------------------------------------------


def _perceptron(cert: Any) -> str:
    trace, (X, y) = cert.trace, examples(cert.trace)
    X, u = _whole(dense(X)), _whole(cert.q.u[None])[0]
    data = _list((_pair(_list(x), label) for x, label in zip(X, y, strict=True)), ";\n")
    return f"""(* {_comment(cert)}.
   Examples and comparator are multiplied until they are whole. *)
From Coq Require Import Reals ZArith List Bool.
From MB Require Import Vectors Learner Perceptron Certify.
Import ListNotations.
Open Scope Z_scope.

Definition data : list zexample := {data}.
{_shown(trace, updated="zexample")}
Definition u : list Z := {_list(u)}.
Definition tie : tie_rule := {_tie(trace.learner.ties)}.

(* For every learning rate, these are the updates in order, this is the number of mistakes, and the bound holds: the
   square of the comparator's length, times that of the longest example, divided by that of the margin.
   (Z.to_nat, INR and IZR change the type of a number, not its value.) *)
Theorem run : forall eta : R, (eta > 0)%R ->
  perceptron_updates tie {X.shape[1]} eta (map real_example es) = map real_example updated /\\
  perceptron_mistakes tie {X.shape[1]} eta (map real_example es) = Z.to_nat {trace.n_mistakes} /\\
  (INR (Z.to_nat {trace.n_mistakes}) <= IZR {u @ u} * IZR {max((X * X).sum(axis=1))} / IZR {min(y * (X @ u))} ^ 2)%R.
Proof.
  assert (length updated = Z.to_nat {trace.n_mistakes}) as M by (vm_compute; reflexivity).
  assert (zdot u u = {u @ u}) as Uu by (vm_compute; reflexivity). rewrite <- M, <- Uu.
  apply (PERCEPTRON_RUN.theorem tie {X.shape[1]} es updated); vm_compute; reflexivity.
Qed.
Print Assumptions run.
"""


def _kernel(cert: Any) -> str:
    trace, (X, y), kernel = cert.trace, examples(cert.trace), cert.trace.learner.kernel
    if type(kernel) not in (Linear, Polynomial):
        raise MistakeBoundError(f"in Coq a kernel is Linear or Polynomial, not {shown(kernel)}.")
    p, c = (kernel.degree, kernel.c) if isinstance(kernel, Polynomial) else (1, 0)
    alpha = _whole(cert.q.alpha[None])[0]
    points = dense(X).astype(object)
    whole = _whole(np.hstack([points, np.array([[c, 1]] * len(points), dtype=object)]))
    points, c = whole[:, :-2], whole[0, -2] * whole[0, -1]  # <x, z> and c are multiplied by the same number
    table = (points @ points.T + c) ** p
    data = _list((_pair(_list(x), label) for x, label in zip(points, y, strict=True)), ";\n")
    uu, R2, g = alpha @ table @ alpha, max(table.diagonal()), min(y * (table @ alpha))
    d, M, power = X.shape[1], trace.n_mistakes, f"(Z.to_nat {p})"
    return f"""(* {_comment(cert)}.
   Examples, comparator and c are multiplied until they are whole. *)
From Coq Require Import Reals ZArith List Bool.
From MB Require Import Vectors Learner Kernels Certify CertifyKernel.
Import ListNotations.
Open Scope Z_scope.

Definition data : list zexample := {data}.
{_shown(trace, updated="zexample")}
Definition u : list (Z * list Z) := combine {_list(alpha)} (map fst data).
Definition tie : tie_rule := {_tie(trace.learner.ties)}.

(* With the kernel (<x, z> + {c})^{p}, and for every learning rate, these are the updates in order, this is the
   number of mistakes, and the bound holds. (Z.to_nat, INR and IZR change the type of a number, not its value.) *)
Theorem run : forall eta : R, (eta > 0)%R ->
  kernel_updates tie (polynomial {d} {c} {power}) eta (map real_example es) = map real_example updated /\\
  kernel_mistakes tie (polynomial {d} {c} {power}) eta (map real_example es) = Z.to_nat {M} /\\
  (INR (Z.to_nat {M}) <= IZR {uu} * IZR {R2} / IZR {g} ^ 2)%R.
Proof.
  assert (length updated = Z.to_nat {M}) as M by (vm_compute; reflexivity).
  assert (zsquare {c} {power} u = {uu}) as Uu by (vm_compute; reflexivity). rewrite <- M, <- Uu.
  apply (KERNEL_RUN.theorem tie {d} {c} {power} es updated); vm_compute; reflexivity.
Qed.
Print Assumptions run.
"""


def _whole(numbers: np.ndarray) -> np.ndarray:
    """The numbers, multiplied by the least positive number that makes all of them whole."""
    exact = [[Fraction(x if isinstance(x, Fraction) else x.item() if hasattr(x, "item") else x) for x in row]
             for row in numbers]  # fmt: skip
    factor = math.lcm(*(x.denominator for row in exact for x in row))
    return np.array([[int(x * factor) for x in row] for row in exact], dtype=object).reshape(numbers.shape)


# --- learners for finite classes ---------------------------------------------------------------------------------


def _halving(cert: Any) -> str:
    learner = f"majority_vote C (fun _ _ => {_bool(cert.trace.learner.ties)})"
    return _class_run(cert, learner, "Z.log2 (size C)", "HALVING.theorem")


def _consistent(cert: Any) -> str:
    order = cert.trace.learner.order
    if order == "random":
        raise MistakeBoundError("Coq cannot repeat a random choice: use a learner without one.")
    return _class_run(cert, "fun past x => first C past x x", "size C - 1",
                      "(CONSISTENT.theorem _ C (first C)); [apply first_is_left|]", order)  # fmt: skip


def _class_run(cert: Any, learner: str, bound: str, theorem: str, order: Any = None) -> str:
    trace, concepts = cert.trace, _same_class(cert)
    X, y = examples(trace)
    table = np.asarray(concepts.table)[slice(None) if order is None else list(order)]
    rows = _list(_list(map(_bool, values)) for values in table)
    also = "none" if getattr(trace.learner, "conservative", False) else "refuting C"
    return _finite(
        cert,
        f"""Definition point : Z -> nat := Z.to_nat.
Definition C : list (concept nat) := map row {rows}.
Definition data : list (example nat) := {_list(map(_pair, (f"point {i}" for i in _places(concepts, X)), y))}.""",
        (learner, also, bound, f"{theorem}. vm_compute. discriminate"),
    )


def _optimal(cert: Any) -> str:
    """The words for the optimal learner, with a type of its own for the points, on which the dimension depends."""
    trace, concepts = cert.trace, _same_class(cert)
    X, y = examples(trace)
    table, tie = np.asarray(concepts.table), _bool(trace.learner.ties)
    points = [f"p{i}" for i in range(table.shape[1])]
    cases = " ".join(f"| {point} => {i}" for i, point in enumerate(points))
    rows = _list(_list(map(_bool, values)) for values in table)
    where = (points[i] for i in _places(concepts, X))
    return _finite(
        cert,
        f"""Inductive point := {" | ".join(points)}.
Definition domain : list point := {_list(points)}.
Definition C : list (concept point) := map (fun labels x => row labels (match x with {cases} end)) {rows}.
Definition data : list (example point) := {_list(map(_pair, where, y))}.""",
        (f"LITTLESTONE.optimal domain C (fun _ _ => {tie})", "refuting C", "Ldim domain C",
         "(OPTIMAL_RUN.theorem point domain C); [intros []; simpl; tauto|]. vm_compute. discriminate"),
        " rewrite OPTIMAL_RUN.same_run.",
    )  # fmt: skip


def _elimination(cert: Any) -> str:
    X, y = examples(cert.trace)
    learner, target = cert.trace.learner, cert.q.target
    data = _list((_pair(f"row {_bits(x)}", label) for x, label in zip(dense(X), y, strict=True)), ";\n")
    settings = "And Or".split()[learner.connective == "∨"], learner.n, _bool(learner.literals == "all")
    if (target.connective, target.n, cert.q.b) != (learner.connective, learner.n, learner.literals == "all"):
        raise MistakeBoundError(
            "the certificate and the learner have different formulas: use the certificate of this learner."
        )
    return _finite(
        cert,
        f"""Import ELIMINATION.
Definition T : list literal := {_list(_pair(f"{abs(i) - 1}%nat", i) for i in target.literals)}.
Definition data : list (example point) := {data}.""",
        ("elimination {} {} {}".format(*settings), "never", f"{learner.n} - size T + Z.b2z {settings[2]}",
         "ELIMINATION_RUN.theorem. vm_compute. reflexivity"),
    )  # fmt: skip


def _finite(cert: Any, definitions: str, words: tuple[str, str, str, str], first: str = "") -> str:
    """The words for Coq: the learner, the rounds it also learns from, the bound, and its proof after a first step."""
    trace, (learner, also, bound, theorem), rounds = cert.trace, words, np.arange(cert.trace.n_rounds)
    return f"""(* {_comment(cert)}. *)
From Coq Require Import List ZArith Bool.
From MB Require Import CertifyClass.
Import ListNotations.
Open Scope Z_scope.

{definitions}
{_shown(trace)}

(* The learner is wrong in these rounds, and learns in these; this is the number of mistakes, and the bound holds. *)
Theorem run : let run := play ({learner}) ({also}) es in
  map wrong run = {_list(map(_bool, np.isin(rounds, trace.mistakes)))} /\\
  map learned run = {_list(map(_bool, np.isin(rounds, trace.updates)))} /\\
  size (mistakes run) = {trace.n_mistakes} /\\
  {trace.n_mistakes} <= {bound}.
Proof.
  cbv zeta.{first}
  split; [vm_compute; reflexivity|]. split; [vm_compute; reflexivity|].
  apply counted; [vm_compute; reflexivity|]. apply {theorem}.
Qed.
Print Assumptions run.
"""


def _same_class(cert: Any) -> Any:
    """Return the class of the certificate, if it is the learner's; otherwise raise."""
    if cert.q.concepts is not cert.trace.learner.concepts:
        raise MistakeBoundError(
            "the certificate and the learner have different classes: use the certificate of this learner."
        )
    return cert.q.concepts


def _places(concepts: Any, X: Any) -> list[int]:
    """The place of each row among the points of the class."""
    place = {tuple(point): i for i, point in enumerate(concepts.points.tolist())}
    return [place[tuple(row)] for row in dense(X).tolist()]


# --- learners that multiply weights --------------------------------------------------------------------------------


def _winnow(cert: Any, module: str, demoting: str, bound: str) -> str:
    """The words for Winnow1 and Winnow2, given the factor of a false alarm."""
    trace, q = cert.trace, cert.q
    return _multiplied(
        cert, dense(examples(trace)[0]),
        f"""From MB Require Import Committees.
Definition alpha : Q := {_fraction(q.alpha)}.
Definition theta : Q := {_fraction(q.theta)}.
Definition members : list bool := {_bits(np.isin(np.arange(q.n), q.members))}.""",
        f"littlestone_WHAT {q.n} (Q2R alpha) {demoting} (Q2R theta) (map real_example es)",
        bound.format(k=f"INR (Z.to_nat {q.k})", c=f"INR {q.c}", n=f"INR {q.n}"),
        (f"count {q.n} (fun j => nth j members false)", q.k),
        f"{module}.theorem {q.n} members alpha theta {q.c} es updated",
    )  # fmt: skip


def _majority(cert: Any) -> str:
    trace, learner, concepts = cert.trace, cert.trace.learner, _same_class(cert)
    if Fraction(cert.q.beta) != Fraction(learner.beta):
        raise MistakeBoundError(
            f"the certificate is about beta = {cert.q.beta}, but the learner's beta is {learner.beta}: "
            "check the theorem with the learner's beta."
        )
    X, y = examples(trace)
    advice, tie = np.array([concepts.labels(h, X) for h in range(len(concepts))]).T, _bool(learner.ties)
    errors = (advice != np.asarray(y)[:, None])[trace.updates % len(y)].sum(axis=0)
    N, best = advice.shape[1], int(errors.argmin())
    return _multiplied(
        cert, advice,
        f"""From MB Require Import Experts.
Definition beta : Q := {_fraction(Fraction(learner.beta))}.""",
        f"majority_WHAT (majority {N} {tie}) says (Q2R beta) (map real_example es)",
        f"<= (ln (INR {N}) + INR (Z.to_nat {errors[best]}) * ln (1 / Q2R beta)) / ln (2 / (1 + Q2R beta))",
        (f"qerrors {best} updated", errors[best]),
        f"MAJORITY_RUN.theorem {N} {best} {tie} beta es updated",
    )  # fmt: skip


def _multiplied(cert: Any, X: np.ndarray, definitions: str, run: str, bound: str, counted: Any, theorem: str) -> str:
    """The words, given the number in the bound that is counted, and its counter in Coq."""
    trace, y = cert.trace, examples(cert.trace)[1]
    data = _list((_pair(_bits(x), label) for x, label in zip(X, y, strict=True)), ";\n")
    return f"""(* {_comment(cert)}. *)
From Coq Require Import Reals ZArith List Bool QArith Qreals.
From MB Require Import Vectors Counts CertifyWeights.
Import ListNotations.

{definitions}
Definition data : list bits := {data}.
{_shown(trace, updated="bits")}

(* These are the updates in order, this is the number of mistakes, and the bound holds. (Z.to_nat, INR and Q2R change
   the type of a number, not its value.) *)
Theorem run :
  {run.replace("WHAT", "updates")} = map real_example updated /\\
  {run.replace("WHAT", "mistakes")} = Z.to_nat {trace.n_mistakes} /\\
  (INR (Z.to_nat {trace.n_mistakes}) {bound})%R.
Proof.
  assert (length updated = Z.to_nat {trace.n_mistakes}) as M by (vm_compute; reflexivity).
  assert ({counted[0]} = Z.to_nat {counted[1]}) as K by (vm_compute; reflexivity).
  destruct ({theorem}) as (U & N & B); [vm_compute; reflexivity..|].
  rewrite M in N, B. rewrite K in B. repeat split; assumption.
Qed.
Print Assumptions run.
"""


# --- words of Coq ------------------------------------------------------------------------------------------------


def _shown(trace: Any, updated: str = "") -> str:
    """The examples of all rounds, from those of one pass; and those of the updates, if their type is given."""
    shown = f"""(* The data are one pass, each example with its label: true is +1, false is -1. The run goes
   {trace.n_passes} times through it, and ends with round {trace.n_rounds}. *)
Definition es := firstn (Z.to_nat {trace.n_rounds}) (concat (repeat data (Z.to_nat {trace.n_passes})))."""
    if updated:
        places = _list(f"{i}%Z" for i in trace.updates % len(examples(trace)[1]))
        shown += f"""
(* The examples of the updates, by their places in the pass, which begin with 0. *)
Definition updated : list {updated} := map (fun i => nth (Z.to_nat i) data ([], true)) {places}."""
    return shown


def _list(items: Iterable[Any], between: str = "; ") -> str:
    return f"[{between.join(map(str, items))}]"


def _bits(x: Iterable[Any]) -> str:
    return _list(map(_bool, x))


def _fraction(x: Fraction) -> str:
    return f"({x.numerator} # {x.denominator})"


def _pair(x: Any, label: Any) -> str:
    return f"({x}, {_bool(label)})"


def _tie(ties: Any) -> str:
    return "TieMistake" if ties == "mistake" else f"TiePredicts {_bool(ties)}"


def _bool(value: Any) -> str:
    return "true" if value > 0 else "false"


#: Theorems whose learner Coq can run, that learner, and who writes the file.
WRITERS: dict[str, tuple[str, Any]] = {
    "NOVIKOFF": ("perceptron.Perceptron", _perceptron),
    "NOVIKOFF_BIAS": ("perceptron.Perceptron", _perceptron),  # of (x, c), with the comparator (u, b/c)
    "KERNEL": ("kernel.KernelPerceptron", _kernel),
    "HALVING": ("finite.Halving", _halving),
    "CONSISTENT": ("finite.Consistent", _consistent),
    "LITTLESTONE": ("finite.StandardOptimal", _optimal),
    "ELIMINATION": ("finite.Elimination", _elimination),
    "WINNOW1": ("littlestone.Winnow1", partial(
        _winnow, module="WINNOW1_RUN", demoting="0", bound="<= Q2R alpha * {k} * {c} + {n} / Q2R theta")),
    "WINNOW2": ("littlestone.Winnow2", partial(
        _winnow, module="WINNOW2_RUN", demoting="(1 / Q2R alpha)",
        bound="< Q2R alpha * {n} / ((Q2R alpha - 1) * Q2R theta) + (Q2R alpha + 1) * {k} * {c}")),
    "WEIGHTED_MAJORITY": ("finite.WeightedMajority", _majority),
}  # fmt: skip
