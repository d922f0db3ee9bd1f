(** A run of a learner for a finite class, computed inside Coq.

    These learners compute already: their theorems speak of lists and whole numbers. Here is what a file that
    [mb.write_coq(cert)] writes in Python says besides: concepts as rows of a table, learning from every example that rules a
    concept out, and the learner that predicts with the first concept that is left. *)
From Coq Require Import List ZArith Bool Lia.
From MB Require Export MistakeBound Halving.
Import ListNotations.
Open Scope Z_scope.

(** The concept with these labels; points are numbers. *)
Definition row (labels : list bool) : concept nat := fun x => nth x labels false.

Section Runs.
Context {X : Type}.

(** Further rounds to learn from: those that rule a concept out; or none. *)
Definition refuting (C : list (concept X)) (past : list (round X)) (e : example X) : bool :=
  negb (forallb (fun c => agrees c e) (space C past)).
Definition none (past : list (round X)) (e : example X) : bool := false.

(** The first concept that agrees with all that was learned from. *)
Definition first (C : list (concept X)) (past : list (round X)) (_ : X) : concept X :=
  hd (fun _ => false) (space C past).

Lemma first_is_left C past x : space C past <> [] -> In (first C past x) (space C past).
Proof. unfold first. destruct (space C past); [congruence | intros _; left; reflexivity]. Qed.
End Runs.

(** * Elimination *)

Module ELIMINATION_RUN.
Import ELIMINATION.

(** What is computed: the target's literals are distinct, none of them is the negation of another, the learner starts
    with them, and each label is the target's. *)
Fixpoint distinct (T : list literal) : bool :=
  match T with [] => true | l :: T => negb (holds T l) && distinct T end.
Definition fits (n : nat) (is_all : bool) (c : connective) (T : list literal) (es : list (example point)) : bool :=
  distinct T && forallb (holds (start n is_all)) T && forallb (fun l => negb (holds T (fst l, negb (snd l)))) T
  && forallb (fun e : example point => Bool.eqb (snd e) (formula c T (fst e))) es.

Theorem theorem : forall (n : nat) (is_all : bool) (c : connective) (T : list literal) (es : list (example point)),
  fits n is_all c T es = true ->
  size (mistakes (play (elimination c n is_all) never es)) <= Z.of_nat n - size T + Z.b2z is_all.
Proof.
  intros n is_all c T es F. unfold fits in F. rewrite !andb_true_iff, !forallb_forall in F.
  destruct F as [[[D S] A] L]. apply ELIMINATION.theorem.
  - clear - D. induction T as [|l T IH]; simpl in D; constructor; apply andb_prop in D as [N D]; [|auto].
    intros I. apply holds_In in I. rewrite I in N. discriminate.
  - intros l I. apply holds_In, S, I.
  - intros j [P Q]. specialize (A _ P). apply holds_In in Q. cbn [fst snd negb] in A. rewrite Q in A. discriminate.
  - intros x y I. apply eqb_prop. exact (L _ I).
Qed.
End ELIMINATION_RUN.
