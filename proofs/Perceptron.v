(** The Perceptron.

    The learner keeps a vector of weights, at first zero, and predicts the sign of their inner product with the
    example. After a mistake, and only then, it adds the example to the weights, times its label, times a rate r > 0.
    A run is any finite list of examples, in any order, with any repetitions: a bound that holds for all of them
    holds for infinitely many examples too. A score of 0 may be called a mistake or be a prediction; the theorems
    hold for either rule.

    In each module [Lines] is the printed proof. It speaks of the updates only, numbered t = 1, ..., U: [x t] and
    [y t] are the example and the label of update t, [w t] the weights after it. Then [theorem] is about the learner
    that runs. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Learner.
Import ListNotations.
Open Scope R_scope.

(** * The learner *)

Definition mistaken (tie : tie_rule) (d : nat) (w : vec) (e : example) : bool := wrong tie (dot d w (fst e)) (snd e).
Definition update (r : R) (w : vec) (e : example) : vec := add w (scale (r * snd e) (fst e)).

(** The number of its mistakes on the examples [es], and the examples of its updates, in order. *)
Definition perceptron_mistakes tie d r (es : list example) : nat :=
  mistakes vec (mistaken tie d) (mistaken tie d) (update r) zero es.
Definition perceptron_updates tie d r (es : list example) : list example :=
  updates vec (mistaken tie d) (update r) zero es.

(** The updates by their numbers t = 1, 2, ..., and the weights after t of them. The examples of the updates determine
    all of these, for every learner that starts at zero and adds r y x: the rule that chooses them may be another. *)
Definition nth_update (us : list example) (t : nat) : example := nth (t - 1) us (zero, true).
Definition x_of us t : vec := fst (nth_update us t).
Definition y_of us t : bool := snd (nth_update us t).
Definition w_of r us t : vec := state vec (update r) zero us t.

Lemma w_start d r us : norm d (w_of r us 0) = 0.
Proof. unfold norm, w_of, state. simpl. rewrite dot_zero. apply sqrt_0. Qed.

Lemma w_update r us t : (1 <= t <= length us)%nat ->
  w_of r us t = add (w_of r us (t - 1)) (scale (r * y_of us t) (x_of us t)).
Proof.
  intros T. unfold w_of. replace t with (S (t - 1)) at 1 by lia.
  apply (state_next vec (update r) (zero, true)). lia.
Qed.

(** Every update was called for by the learner's rule, and is among the examples shown. *)
Lemma update_called_for (rule : vec -> example -> bool) r es t (us := updates vec rule (update r) zero es) :
  (1 <= t <= length us)%nat -> rule (w_of r us (t - 1)) (x_of us t, y_of us t) = true.
Proof.
  intros T. unfold w_of, x_of, y_of. rewrite <- surjective_pairing. apply state_updating. fold us. lia.
Qed.

Lemma update_in us t : (1 <= t <= length us)%nat -> In (x_of us t, y_of us t) us.
Proof. intros T. unfold x_of, y_of. rewrite <- surjective_pairing. apply nth_In. lia. Qed.

(** * Block and Novikoff's bound *)

(** If some vector u has a margin of at least gamma on every example of an update, and none of these is longer than
    [Rad], there are at most |u|^2 Rad^2 / gamma^2 mistakes. *)
Module NOVIKOFF.

(** *mistake-driven*: a mistake is an update, so that a bound on the updates is a bound on the mistakes. *)
Lemma mistake_driven tie d r es :
  (perceptron_mistakes tie d r es <= length (perceptron_updates tie d r es))%nat.
Proof.
  unfold perceptron_updates. rewrite <- (count_updates_length vec (mistaken tie d)).
  apply mistakes_le_updates. auto.
Qed.

Section Lines.
Variables (d U : nat) (u : vec) (r gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis rate : r > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (r * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.

Lemma shift : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ = ⟨u, w (t - 1)⟩ + r * y t * ⟨u, x t⟩.
Proof. intros t T. rewrite (update_rule t T). apply dot_step. Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= ⟨u, w (t - 1)⟩ + r * gamma.
Proof. intros t T. rewrite (shift t T). pose proof (margin t T). nra. Qed.

Lemma growth_identity : forall t, (1 <= t <= U)%nat ->
  ‖w t‖ ^ 2 = ‖w (t - 1)‖ ^ 2 + 2 * r * y t * ⟨w (t - 1), x t⟩ + r ^ 2 * ‖x t‖ ^ 2.
Proof.
  intros t T. rewrite !norm_square_pow, (update_rule t T), square_step.
  replace (r * y t * (r * y t)) with (r ^ 2 * (y t * y t)) by ring. rewrite sign_square. ring.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + r ^ 2 * ‖x t‖ ^ 2.
Proof. intros t T. rewrite (growth_identity t T). pose proof (mistake t T). nra. Qed.

(** The example is no longer than [Rad], squared. *)
Lemma radius_square : forall t, (1 <= t <= U)%nat -> ‖x t‖ ^ 2 <= Rad ^ 2.
Proof. intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)). apply pow_incr. lra. Qed.

Lemma growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + r ^ 2 * Rad ^ 2.
Proof. intros t T. pose proof (mistake_term t T). pose proof (radius_square t T). pose proof (pow2_ge_0 r). nra. Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= r * gamma * INR t.
Proof.
  intros t T. pose proof (add_up_ge U (fun t => ⟨u, w t⟩) (fun _ => r * gamma) progress t ltac:(lia)) as A.
  cbv beta in A. rewrite (dot_of_length_0 d u (w 0) start), total_const in A. lra.
Qed.

Lemma total_length : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= r ^ 2 * total t (fun s => ‖x s‖ ^ 2).
Proof.
  intros t T. pose proof (add_up U (fun t => ‖w t‖ ^ 2) (fun t => r ^ 2 * ‖x t‖ ^ 2) mistake_term t ltac:(lia)) as A.
  cbv beta in A. rewrite start in A. unfold total in *. rewrite sum_mult in A. lra.
Qed.

Lemma total_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= r ^ 2 * Rad ^ 2 * INR t.
Proof.
  intros t T. pose proof (total_length t T). pose proof (pow2_ge_0 r).
  assert (total t (fun s => ‖x s‖ ^ 2) <= total t (fun _ => Rad ^ 2)) as L
    by (apply total_le; intros; apply radius_square; lia).
  rewrite total_const in L. nra.
Qed.

Lemma cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * ‖w t‖.
Proof. intros. apply Vectors.cauchy_schwarz. Qed.

(** The root of total growth. *)
Lemma root_of_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ <= r * Rad * sqrt (INR t).
Proof.
  intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)). pose proof (pos_INR t).
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [nra | apply sqrt_pos]].
  rewrite Rsqr_mult, Rsqr_sqrt, !Rsqr_pow2, Rpow_mult_distr by assumption. apply total_growth, T.
Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat -> r * gamma * INR t <= ‖u‖ * r * Rad * sqrt (INR t).
Proof.
  intros t T. pose proof (total_progress t T). pose proof (cauchy_schwarz t T).
  pose proof (root_of_growth t T). pose proof (norm_pos d u). nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros t T. pose proof (sandwich t T) as S0.
  assert (0 < INR t) as P by (apply lt_0_INR; lia).
  pose proof (sqrt_lt_R0 _ P) as Q. pose proof (sqrt_sqrt (INR t) ltac:(lra)) as E.
  (* divide by r sqrt t *)
  assert (gamma * sqrt (INR t) <= ‖u‖ * Rad) as D.
  { apply Rmult_le_reg_l with (r * sqrt (INR t)); [nra|]. rewrite <- E in S0 at 1. lra. }
  (* square *)
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|].
  replace (‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2 * gamma ^ 2) with ((‖u‖ * Rad) ^ 2) by (field; lra).
  replace (INR t * gamma ^ 2) with ((gamma * sqrt (INR t)) ^ 2) by (rewrite <- E at 2; ring).
  apply pow_incr. nra.
Qed.
End Lines.

(** The hypotheses are asked for at the updates only. *)
Theorem theorem_at_updates :
  forall (tie : tie_rule) (d : nat) (r : R) (es : list example) (u : vec) (gamma Rad : R),
  r > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) (perceptron_updates tie d r es) -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) (perceptron_updates tie d r es) -> y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d r es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros tie d r es u gamma Rad Hr Hg HR Hm.
  set (us := perceptron_updates tie d r es) in *.
  apply Rle_trans with (INR (length us)); [apply le_INR, mistake_driven|].
  destruct (Nat.eq_dec (length us) 0) as [Z|NZ].
  { rewrite Z. simpl INR. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; nra].
    apply Rmult_le_pos; apply pow2_ge_0. }
  apply bound with (U := length us) (r := r) (w := w_of r us) (x := x_of us) (y := y_of us);
    try assumption; try lia.
  - apply w_start.
  - apply w_update.
  - intros t T. apply (wrong_score tie), (update_called_for (mistaken tie d)), T.
  - intros t T. eapply HR, update_in, T.
  - intros t T. apply Hm, update_in, T.
Qed.

(** Every rule for ties, every rate, every list of examples [es], every comparator [u]. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (r : R) (es : list example) (u : vec) (gamma Rad : R),
  r > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d r es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof. intros. apply theorem_at_updates; unfold perceptron_updates; eauto using updates_in. Qed.
End NOVIKOFF.
