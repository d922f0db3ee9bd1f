(** The Perceptron in practice: on data that no hyperplane separates, and with updates on narrow escapes.

    The learner is that of Perceptron.v, and so are the runs: any finite list of examples, any rule for ties, any rate
    r > 0. FREUND_SCHAPIRE, FRESH_FEATURES and HINGE ask nothing of the comparator u. They choose any margin
    gamma > 0, and charge for what u falls short of it on the examples of the updates. The margin Perceptron, in
    MARGIN_PERCEPTRON and MARGIN_FRACTION, changes its weights wherever the signed score is at most a threshold
    eta > 0, right or wrong.

    Vectors have [dim] entries here: d is the shortfall. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Learner Perceptron.
Import ListNotations.
Open Scope R_scope.

(** * By how much u falls short *)

Definition falls_short (dim : nat) (u : vec) (gamma : R) (x : vec) (y : bool) : R := Rmax 0 (gamma - y * dot dim u x).

(** In update t of those on the examples [us]: d_t of the printed theorems, whose M is the length of [us]. *)
Definition shortfalls (dim : nat) (u : vec) (gamma : R) (us : list example) (t : nat) : R :=
  falls_short dim u gamma (x_of us t) (y_of us t).

(** The root of f(1)^2 + ... + f(t)^2, which is the length of a vector. *)
Definition root_of_squares (t : nat) (f : nat -> R) : R := sqrt (total t (fun s => f s ^ 2)).

Lemma root_of_squares_square t f : root_of_squares t f ^ 2 = total t (fun s => f s ^ 2).
Proof.
  unfold root_of_squares. rewrite <- Rsqr_pow2. apply Rsqr_sqrt. unfold total.
  rewrite <- (Rmult_0_r (INR t)), <- sum_const. apply sum_le. intros. apply pow2_ge_0.
Qed.

(** The sum of t numbers is their inner product with t ones. *)
Lemma total_le_root t f : total t f <= root_of_squares t f * sqrt (INR t).
Proof.
  pose proof (cauchy_schwarz t (fun s => f (S s)) (fun _ => 1)) as C. unfold root_of_squares, total, norm, dot in *.
  rewrite sum_const in C. rewrite (sum_ext t _ (fun s => f (S s))) in C by (intros; ring).
  rewrite (sum_ext t (fun i => f (S i) * f (S i)) (fun s => f (S s) ^ 2)) in C by (intros; ring).
  replace (INR t * (1 * 1)) with (INR t) in C by ring. exact C.
Qed.

(** Sums over some of the updates are at most those over all, if no summand is negative. *)
Lemma total_mono t U f : (forall s, 0 <= f s) -> (t <= U)%nat -> total t f <= total U f.
Proof.
  intros P L. unfold total. induction L as [|U L IH]; [lra|]. rewrite sum_S. pose proof (P (S U)). lra.
Qed.

(** * Inseparable data: Freund and Schapire's bound *)

Module FREUND_SCHAPIRE.

Lemma mistake_driven tie dim r es :
  (perceptron_mistakes tie dim r es <= length (perceptron_updates tie dim r es))%nat.
Proof. apply NOVIKOFF.mistake_driven. Qed.

Section Lines.
Variables (dim U : nat) (u : vec) (r gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Variable any_margin : gamma > 0.
Local Notation "⟨ v , z ⟩" := (dot dim v z).
Local Notation "‖ v ‖" := (norm dim v) (at level 20).
Local Notation d := (fun t => falls_short dim u gamma (x t) (y t)).
Local Notation D := (root_of_squares U d).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis rate : r > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (r * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.

Lemma progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= ⟨u, w (t - 1)⟩ + r * (gamma - d t).
Proof.
  intros t T. cbv beta. rewrite (update_rule t T), dot_step. unfold falls_short.
  pose proof (Rmax_r 0 (gamma - y t * ⟨u, x t⟩)). nra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= r * (gamma * INR t - total t d).
Proof.
  intros t T. pose proof (add_up_ge U (fun t => ⟨u, w t⟩) (fun t => r * (gamma - d t)) progress t ltac:(lia)) as A.
  cbv beta in A. rewrite (dot_of_length_0 dim u (w 0) start) in A.
  replace (total t (fun t => r * (gamma - d t))) with (r * (gamma * INR t - total t d)) in A; [lra|].
  unfold total. rewrite sum_mult. f_equal. rewrite (Rmult_comm gamma), <- sum_const.
  pose proof (sum_plus t (fun s => gamma - d (S s)) (fun s => d (S s))) as P.
  rewrite (sum_ext t _ (fun _ => gamma)) in P by (intros; ring). cbv beta in *. lra.
Qed.

Lemma shortfall : forall t, (1 <= t <= U)%nat -> total t d <= D * sqrt (INR t).
Proof.
  intros t T. apply Rle_trans with (root_of_squares t d * sqrt (INR t)); [apply total_le_root|].
  apply Rmult_le_compat_r; [apply sqrt_pos|]. apply sqrt_le_1_alt, total_mono; [|lia]. intros. apply pow2_ge_0.
Qed.

Lemma growth_identity : forall t, (1 <= t <= U)%nat ->
  ‖w t‖ ^ 2 = ‖w (t - 1)‖ ^ 2 + 2 * r * y t * ⟨w (t - 1), x t⟩ + r ^ 2 * ‖x t‖ ^ 2.
Proof. eapply NOVIKOFF.growth_identity; eauto. Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + r ^ 2 * ‖x t‖ ^ 2.
Proof. eapply NOVIKOFF.mistake_term; eauto. Qed.

Lemma growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + r ^ 2 * Rad ^ 2.
Proof. eapply NOVIKOFF.growth; eauto. Qed.

Lemma total_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= r ^ 2 * Rad ^ 2 * INR t.
Proof. eapply NOVIKOFF.total_growth; eauto. Qed.

Lemma cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * ‖w t‖.
Proof. eapply NOVIKOFF.cauchy_schwarz; eauto. Qed.

Lemma ceiling : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * r * Rad * sqrt (INR t).
Proof.
  intros t T. assert (‖w t‖ <= r * Rad * sqrt (INR t)) by (eapply NOVIKOFF.root_of_growth; eauto).
  pose proof (cauchy_schwarz t T). pose proof (norm_pos dim u). nra.
Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat -> gamma * sqrt (INR t) <= ‖u‖ * Rad + D.
Proof.
  intros t T. pose proof (total_progress t T) as A. pose proof (shortfall t T) as B. pose proof (ceiling t T) as C.
  assert (0 < INR t) as P by (apply lt_0_INR; lia).
  pose proof (sqrt_lt_R0 _ P) as Q. pose proof (sqrt_sqrt (INR t) ltac:(lra)) as E.
  apply Rmult_le_reg_l with (r * sqrt (INR t)); [nra|].
  replace (r * sqrt (INR t) * (gamma * sqrt (INR t))) with (r * (gamma * INR t)) by (rewrite <- E at 1; ring).
  nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= (‖u‖ * Rad + D) ^ 2 / gamma ^ 2.
Proof.
  intros t T. pose proof (sandwich t T). pose proof (sqrt_pos (INR t)). apply le_div; [nra|].
  replace (INR t * gamma ^ 2) with ((gamma * sqrt (INR t)) ^ 2)
    by (rewrite <- (sqrt_sqrt (INR t) (pos_INR t)) at 2; ring).
  apply pow_incr. nra.
Qed.
End Lines.

(** Every u and every gamma > 0; D is the root of d_1^2 + ... + d_M^2 over the updates. *)
Theorem theorem : forall (tie : tie_rule) (dim : nat) (r : R) (es : list example) (u : vec) (gamma Rad : R),
  r > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm dim x <= Rad) ->
  let us := perceptron_updates tie dim r es in
  let D := root_of_squares (length us) (shortfalls dim u gamma us) in
  INR (perceptron_mistakes tie dim r es) <= (norm dim u * Rad + D) ^ 2 / gamma ^ 2.
Proof.
  intros tie dim r es u gamma Rad Hr Hg HR us D. apply NOVIKOFF.bound_mistakes.
  - apply le_div; [nra|]. rewrite Rmult_0_l. apply pow2_ge_0.
  - apply bound with (r := r) (w := w_of r us);
      eauto using w_start, w_update, update_after_mistake, update_shown.
Qed.
End FREUND_SCHAPIRE.
