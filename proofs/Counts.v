(** Counting, rounding up, and the least and the largest of finitely many numbers f 0, ..., f (d - 1), for d >= 1. *)
From Coq Require Import Reals Lra Lia ZArith List.
From MB Require Import Vectors.
Open Scope R_scope.

(** How many of the numbers 0, ..., n - 1 have the property p? *)
Fixpoint count (n : nat) (p : nat -> bool) : nat :=
  match n with O => O | S m => (count m p + if p m then 1 else 0)%nat end.

(** 1 if it is so, else 0. *)
Definition indicator (b : bool) : R := if b then 1 else 0.

Lemma indicator_pos b : 0 <= indicator b.
Proof. destruct b; simpl; lra. Qed.

Lemma count_sum n p : INR (count n p) = sum n (fun i => indicator (p i)).
Proof. induction n; simpl; [reflexivity|]. rewrite plus_INR, IHn. destruct (p n); simpl; lra. Qed.

Lemma count_le n p : (count n p <= n)%nat.
Proof. induction n; simpl; [lia|]. destruct (p n); lia. Qed.

Lemma count_ext n p q : (forall i, (i < n)%nat -> p i = q i) -> count n p = count n q.
Proof. intros H. induction n as [|n IH]; simpl; [reflexivity|]. rewrite IH, H; auto. Qed.

Lemma count_length n p : length (filter p (seq 0 n)) = count n p.
Proof. induction n as [|n IH]; [reflexivity|]. rewrite seq_S, filter_app, app_length, IH. simpl. destruct (p n); reflexivity. Qed.

Lemma count_split n p q : (forall i, (i < n)%nat -> q i = negb (p i)) -> (count n p + count n q)%nat = n.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. simpl. rewrite (H n) by lia.
  assert (count n p + count n q = n)%nat by auto. destruct (p n); simpl; lia.
Qed.

(** A bound on the number of every update is a bound on their number. *)
Lemma last_update U B : 0 <= B -> (forall t, (1 <= t <= U)%nat -> INR t <= B) -> INR U <= B.
Proof. intros P H. destruct U; [exact P | apply H; lia]. Qed.

(** The least whole number from x on. *)
Definition ceil (x : R) : Z := (- Int_part (- x))%Z.

Lemma ceil_spec x : x <= IZR (ceil x) < x + 1.
Proof. unfold ceil. rewrite opp_IZR. pose proof (base_Int_part (- x)). lra. Qed.

Lemma ceil_least x z : x <= IZR z -> (ceil x <= z)%Z.
Proof. intros H. apply Z.lt_succ_r, lt_IZR. rewrite succ_IZR. pose proof (ceil_spec x). lra. Qed.

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

Lemma le_least d f c : d <> O -> (forall i, (i < d)%nat -> c <= f i) -> c <= least d f.
Proof.
  induction d as [|d IH]; [congruence|]. intros _ H. simpl. apply Rmin_glb; [|apply H; lia].
  destruct d as [|d]; [apply H; lia | apply IH; auto].
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
