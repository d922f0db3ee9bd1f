(** The least and the largest of the finitely many numbers f 0, ..., f (d - 1), for d >= 1. *)
From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

Fixpoint least (d : nat) (f : nat -> R) : R := match d with O => f O | S n => Rmin (least n f) (f n) end.
Fixpoint largest (d : nat) (f : nat -> R) : R := match d with O => f O | S n => Rmax (largest n f) (f n) end.

(** The least of natural numbers: a number of errors, say. *)
Fixpoint fewest (d : nat) (f : nat -> nat) : nat := match d with O => f O | S n => Nat.min (fewest n f) (f n) end.

Lemma least_le d f i : (i < d)%nat -> least d f <= f i.
Proof.
  induction d as [|d IH]; intros I; [lia|]. simpl.
  destruct (Nat.eq_dec i d) as [->|D]; [apply Rmin_r|].
  apply Rle_trans with (least d f); [apply Rmin_l | apply IH; lia].
Qed.

Lemma largest_ge d f i : (i < d)%nat -> f i <= largest d f.
Proof.
  induction d as [|d IH]; intros I; [lia|]. simpl.
  destruct (Nat.eq_dec i d) as [->|D]; [apply Rmax_r|].
  apply Rle_trans with (largest d f); [apply IH; lia | apply Rmax_l].
Qed.

Lemma fewest_le d f i : (i < d)%nat -> (fewest d f <= f i)%nat.
Proof.
  induction d as [|d IH]; intros I; [lia|]. simpl.
  destruct (Nat.eq_dec i d) as [->|D]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.

(** The least and the largest are among the numbers. *)
Lemma least_is d f : (1 <= d)%nat -> exists i, (i < d)%nat /\ least d f = f i.
Proof.
  induction d as [|[|d] IH]; intros D; [lia | exists O; split; [lia | apply Rmin_left; lra] |].
  destruct (IH ltac:(lia)) as (i & I & E). change (least (S (S d)) f) with (Rmin (least (S d) f) (f (S d))).
  apply Rmin_case; [exists i | exists (S d)]; auto.
Qed.

Lemma largest_is d f : (1 <= d)%nat -> exists i, (i < d)%nat /\ largest d f = f i.
Proof.
  induction d as [|[|d] IH]; intros D; [lia | exists O; split; [lia | apply Rmax_left; lra] |].
  destruct (IH ltac:(lia)) as (i & I & E). change (largest (S (S d)) f) with (Rmax (largest (S d) f) (f (S d))).
  apply Rmax_case; [exists i | exists (S d)]; auto.
Qed.

Lemma fewest_is d f : (1 <= d)%nat -> exists i, (i < d)%nat /\ fewest d f = f i.
Proof.
  induction d as [|[|d] IH]; intros D; [lia | exists O; split; [lia | apply Nat.min_id] |].
  destruct (IH ltac:(lia)) as (i & I & E). change (fewest (S (S d)) f) with (Nat.min (fewest (S d) f) (f (S d))).
  destruct (Nat.le_ge_cases (fewest (S d) f) (f (S d))).
  - exists i. split; [lia|]. rewrite Nat.min_l; assumption.
  - exists (S d). split; [lia|]. apply Nat.min_r; assumption.
Qed.

Lemma fewest_ext d f g : (1 <= d)%nat -> (forall i, (i < d)%nat -> f i = g i) -> fewest d f = fewest d g.
Proof.
  induction d as [|[|d] IH]; intros D H; [lia | simpl; rewrite (H O); lia |].
  change (Nat.min (fewest (S d) f) (f (S d)) = Nat.min (fewest (S d) g) (g (S d))).
  rewrite IH, (H (S d)) by (auto; lia). reflexivity.
Qed.
