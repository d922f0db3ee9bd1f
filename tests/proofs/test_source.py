"""The parts that `coqsource` reads in a file of proofs."""

from coqsource import File, Module, read, sentences

TEXT = """
(** A file. (* With a comment in it. *) Lemma none : no. *)
From Coq Require Import Reals.
Definition twice (x : R) := x + x.
Module FIRST.
(** Without a counterpart here: *uniform-start*. *)
Section Lines.
Variables (d U : nat).
Hypothesis radius : forall t, (1 <= t <= U)%nat ->
  norm t <= 1.5.
Lemma growth : forall t, norm t <= 2.
Proof.
  intros t. (* a step. *) Lemma_like. { apply x. }
  - exact y.
Qed.
End Lines.
Theorem theorem d : 1 <= INR d.  Proof. auto. Qed.
End FIRST.
Module SECOND.
Definition growth : norm 1 <= 2 := FIRST.growth 1 radius.
Definition shift := FIRST.growth 2.
End SECOND.
Lemma after : True. Proof. exact I. Qed.
"""


def test_what_a_file_says():
    assert read(TEXT) == File(
        outside=Module(
            {}, {"after": ": True"}, ["From Coq Require Import Reals", "Definition twice (x : R) := x + x"], [], set()
        ),
        modules={
            "FIRST": Module(
                {"radius": ": forall t, (1 <= t <= U)%nat -> norm t <= 1.5"},
                {"growth": ": forall t, norm t <= 2", "theorem": "d : 1 <= INR d"},
                ["Variables (d U : nat)"],
                ["theorem"],
                {"uniform-start"},
            ),
            "SECOND": Module(
                {},
                {"growth": ": norm 1 <= 2 := FIRST.growth 1 radius"},
                ["Definition shift := FIRST.growth 2"],
                [],
                set(),
            ),
        },
        gaps=[],
    )


def test_a_definition_that_a_proof_makes_is_read_with_it():
    made = "Definition half : R. Proof. exact (1 / 2). Defined."
    text = f"{made} Let small : half < 1. Proof. lra. Qed. Lemma a : 1 = 1."
    assert list(sentences(text)) == [made.removesuffix(". Defined."), "Let small : half < 1", "Lemma a : 1 = 1"]
    assert read(f"Definition half : R. Admitted. {text}").gaps == ["Admitted"]


def test_comments_and_proofs_are_no_sentences():
    assert not any("none" in sentence or "intros" in sentence for sentence in sentences(TEXT))
