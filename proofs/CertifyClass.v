(** A run of a learner for a finite class, computed inside Coq.

    These learners compute already: their theorems speak of lists and whole numbers. Here is what a file that
    [cert.coq()] writes in Python says besides: concepts as rows of a table, learning from every example that rules a
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
