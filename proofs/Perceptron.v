(** The Perceptron.

    The learner keeps a vector of weights, at first zero, and predicts the sign of their inner product with the
    example. After a mistake, and only then, it adds the example to the weights, times its label, times a learning
    rate eta > 0. A run is any finite list of examples, in any order, with any repetitions: a bound that holds for all
    of them holds for infinitely many examples too. A score of 0 may be called a mistake or be a prediction; the
    theorems hold for either rule.

    How to read it: [dot d v z] is the inner product of vectors with d entries and [norm d v] a length, in the proofs
    ⟨v, z⟩ and ‖v‖; [INR t] is the whole number t as a real one; [Rad] is the radius, since [R] means the real
    numbers; [In (x, y) es] says that the example x with the label y is among [es]. A label is [true] or [false], and
    is read as the number +1 or -1 wherever it stands in a formula.

    In each module [Lines] is the printed proof. It is about the updates only, numbered t = 1, ..., U: [x t] and
    [y t] are the example and the label of update t, [w t] the weights after it, and so [w (t - 1)] those before it. A
    statement after [forall t, (1 <= t <= U)%nat ->] holds for each of these updates. Every proof from a [Hypothesis] to
    [End Lines] may use it, and none proves it. Then [theorem] is about the learner that runs: its proof shows that the
    learner's updates meet the hypotheses, or its statement requires this of the examples. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Counts Learner.
Import ListNotations.
Open Scope R_scope.

(** * The learner *)

(** An example e is a pair: [fst e] are its features, [snd e] is its label. Is the prediction of the weights w wrong?
    And what are the weights after the update that then follows? *)
Definition mistaken (tie : tie_rule) (d : nat) (w : vec) (e : example) : bool := wrong tie (dot d w (fst e)) (snd e).
Definition update (eta : R) (w : vec) (e : example) : vec := add w (scale (eta * snd e) (fst e)).

(** The number of its mistakes on the examples [es], and the examples of its updates, in order. *)
Definition perceptron_mistakes tie d eta (es : list example) : nat :=
  mistakes vec (mistaken tie d) (mistaken tie d) (update eta) zero es.
Definition perceptron_updates tie d eta (es : list example) : list example :=
  updates vec (mistaken tie d) (update eta) zero es.

(** The updates by their numbers t = 1, 2, ..., and the weights after t of them. The examples of the updates determine
    all of these, for every learner that starts at zero and adds eta y x: the rule that chooses them may be another. *)
Definition nth_update (us : list example) (t : nat) : example := nth (t - 1) us (zero, true).
Definition x_of us t : vec := fst (nth_update us t).
Definition y_of us t : bool := snd (nth_update us t).
Definition w_of eta us t : vec := state vec (update eta) zero us t.

Lemma w_start d eta us : norm d (w_of eta us 0) = 0.
Proof. unfold norm, w_of, state. simpl. rewrite dot_zero. apply sqrt_0. Qed.

Lemma w_update eta us t : (1 <= t <= length us)%nat ->
  w_of eta us t = add (w_of eta us (t - 1)) (scale (eta * y_of us t) (x_of us t)).
Proof.
  intros T. unfold w_of. replace t with (S (t - 1)) at 1 by lia.
  apply (state_next vec (update eta) (zero, true)). lia.
Qed.

(** Every update was called for by the learner's rule, and is on an example that was shown. *)
Lemma update_called_for (rule : vec -> example -> bool) eta es t (us := updates vec rule (update eta) zero es) :
  (1 <= t <= length us)%nat -> rule (w_of eta us (t - 1)) (x_of us t, y_of us t) = true.
Proof.
  intros T. unfold w_of, x_of, y_of. rewrite <- surjective_pairing. apply state_updating. fold us. lia.
Qed.

Lemma update_in us t : (1 <= t <= length us)%nat -> In (x_of us t, y_of us t) us.
Proof. intros T. unfold x_of, y_of. rewrite <- surjective_pairing. apply nth_In. lia. Qed.

(** The Perceptron's updates follow mistakes. *)
Lemma update_after_mistake tie d eta es t (us := perceptron_updates tie d eta es) : (1 <= t <= length us)%nat ->
  y_of us t * dot d (w_of eta us (t - 1)) (x_of us t) <= 0.
Proof. intros T. apply (wrong_score tie), (update_called_for (mistaken tie d)), T. Qed.

Lemma update_shown tie d eta es t (us := perceptron_updates tie d eta es) : (1 <= t <= length us)%nat ->
  In (x_of us t, y_of us t) es.
Proof. intros T. apply (updates_in vec (mistaken tie d) (update eta) es zero), update_in, T. Qed.

(** The last step of several proofs: divide by eta sqrt n, then square. *)
Lemma divide_and_square n eta gamma a : eta > 0 -> gamma > 0 -> 0 < n -> eta * gamma * n <= a * eta * sqrt n ->
  n <= a ^ 2 / gamma ^ 2.
Proof.
  intros Hr Hg N H. pose proof (sqrt_lt_R0 _ N) as Q. pose proof (sqrt_sqrt n ltac:(lra)) as E.
  assert (gamma * sqrt n <= a) as D.
  { apply Rmult_le_reg_l with (eta * sqrt n); [nra|]. rewrite <- E in H at 1. lra. }
  apply le_div; [nra|]. replace (n * gamma ^ 2) with ((gamma * sqrt n) ^ 2) by (rewrite <- E at 2; ring).
  apply pow_incr. nra.
Qed.

(** A root of a bound on a square. *)
Lemma root_of_bound eta c n a : eta > 0 -> 0 <= a -> a ^ 2 <= eta ^ 2 * c * n -> a <= eta * sqrt (c * n).
Proof.
  intros Hr A H. rewrite <- (sqrt_pow2 a), <- (sqrt_pow2 eta) at 1 by lra.
  rewrite <- sqrt_mult_alt by apply pow2_ge_0. apply sqrt_le_1_alt. lra.
Qed.

(** * Block and Novikoff's bound *)

(** If some vector u has a margin of at least gamma on every example of an update, and none of these is longer than
    [Rad], there are at most |u|^2 Rad^2 / gamma^2 mistakes. *)
Module NOVIKOFF.

(** A mistake is an update, so that a bound on the updates is a bound on the mistakes. *)
Lemma mistakes_update tie d eta es :
  (perceptron_mistakes tie d eta es <= length (perceptron_updates tie d eta es))%nat.
Proof.
  unfold perceptron_updates. rewrite <- (count_updates_length vec (mistaken tie d)).
  apply mistakes_le_updates. auto.
Qed.

Section Lines.
(** There are U updates, and vectors have d entries; u is any comparator. *)
Variables (d U : nat) (u : vec) (eta gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).

(** Of the learner. The weights before the first update are the zero vector: *)
Hypothesis start : ‖w 0‖ = 0.
(** the learning rate is positive: *)
Hypothesis learning_rate : eta > 0.
(** update t adds eta y x to the weights: *)
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
(** and follows a wrong prediction, or a tie: the weights before it do not point to the side of the label. *)
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
(** Of the examples. None of an update is longer than [Rad]: *)
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
(** and u is right about each, with a signed score of at least gamma, which is positive. *)
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.

Lemma shift : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ = ⟨u, w (t - 1)⟩ + eta * y t * ⟨u, x t⟩.
Proof. intros t T. rewrite (update_rule t T). apply dot_step. Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= ⟨u, w (t - 1)⟩ + eta * gamma.
Proof. intros t T. rewrite (shift t T). pose proof (margin t T). nra. Qed.

Lemma growth_identity : forall t, (1 <= t <= U)%nat ->
  ‖w t‖ ^ 2 = ‖w (t - 1)‖ ^ 2 + 2 * eta * y t * ⟨w (t - 1), x t⟩ + eta ^ 2 * ‖x t‖ ^ 2.
Proof.
  intros t T. rewrite !norm_square_pow, (update_rule t T), square_step.
  replace (eta * y t * (eta * y t)) with (eta ^ 2 * (y t * y t)) by ring. rewrite sign_square. ring.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + eta ^ 2 * ‖x t‖ ^ 2.
Proof. intros t T. rewrite (growth_identity t T). pose proof (mistake t T). nra. Qed.

(** The example is no longer than [Rad], squared. *)
Lemma radius_square : forall t, (1 <= t <= U)%nat -> ‖x t‖ ^ 2 <= Rad ^ 2.
Proof. intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)). apply pow_incr. lra. Qed.

Lemma growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + eta ^ 2 * Rad ^ 2.
Proof. intros t T. pose proof (mistake_term t T). pose proof (radius_square t T). pose proof (pow2_ge_0 eta). nra. Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= eta * gamma * INR t.
Proof.
  intros t T. pose proof (add_up_ge U (fun t => ⟨u, w t⟩) (fun _ => eta * gamma) progress t ltac:(lia)) as A.
  cbv beta in A. rewrite (dot_of_length_0 d u (w 0) start), total_const in A. lra.
Qed.

Lemma total_length : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= eta ^ 2 * total t (fun s => ‖x s‖ ^ 2).
Proof.
  intros t T. pose proof (add_up U (fun t => ‖w t‖ ^ 2) (fun t => eta ^ 2 * ‖x t‖ ^ 2) mistake_term t ltac:(lia)) as A.
  cbv beta in A. rewrite start in A. unfold total in *. rewrite sum_mult in A. lra.
Qed.

Lemma total_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= eta ^ 2 * Rad ^ 2 * INR t.
Proof.
  intros t T. pose proof (total_length t T). pose proof (pow2_ge_0 eta).
  assert (total t (fun s => ‖x s‖ ^ 2) <= total t (fun _ => Rad ^ 2)) as L
    by (apply total_le; intros; apply radius_square; lia).
  rewrite total_const in L. nra.
Qed.

Lemma cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * ‖w t‖.
Proof. intros. apply Vectors.cauchy_schwarz. Qed.

(** The root of total growth. *)
Lemma root_of_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ <= eta * Rad * sqrt (INR t).
Proof.
  intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)). pose proof (pos_INR t).
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [nra | apply sqrt_pos]].
  rewrite Rsqr_mult, Rsqr_sqrt, !Rsqr_pow2, Rpow_mult_distr by assumption. apply total_growth, T.
Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat -> eta * gamma * INR t <= ‖u‖ * eta * Rad * sqrt (INR t).
Proof.
  intros t T. pose proof (total_progress t T). pose proof (cauchy_schwarz t T).
  pose proof (root_of_growth t T). pose proof (norm_pos d u). nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros t T. rewrite <- Rpow_mult_distr. apply divide_and_square with eta; [assumption..|apply lt_0_INR; lia|].
  pose proof (sandwich t T). lra.
Qed.
End Lines.

(** So what bounds the number t of every update bounds the number of mistakes. *)
Lemma bound_mistakes tie d eta es B : 0 <= B ->
  (forall t, (1 <= t <= length (perceptron_updates tie d eta es))%nat -> INR t <= B) ->
  INR (perceptron_mistakes tie d eta es) <= B.
Proof.
  intros B0 H. apply Rle_trans with (INR (length (perceptron_updates tie d eta es))); [apply le_INR, mistakes_update|].
  destruct (length (perceptron_updates tie d eta es)) as [|U]; [exact B0 | apply H; lia].
Qed.

Lemma bound_nonneg a b c : c > 0 -> 0 <= a ^ 2 * b ^ 2 / c ^ 2.
Proof. intros C. apply le_div; [nra|]. rewrite Rmult_0_l. apply Rmult_le_pos; apply pow2_ge_0. Qed.

(** The hypotheses are asked for at the updates only. *)
Theorem theorem_at_updates :
  forall (tie : tie_rule) (d : nat) (eta : R) (es : list example) (u : vec)
      (gamma Rad : R),
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) (perceptron_updates tie d eta es) ->
    norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) (perceptron_updates tie d eta es) ->
    y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d eta es)
    <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros tie d eta es u gamma Rad Hr Hg HR Hm. apply bound_mistakes; [apply bound_nonneg, Hg|].
  set (us := perceptron_updates tie d eta es) in *.
  apply bound with (eta := eta) (w := w_of eta us) (x := x_of us) (y := y_of us);
    eauto using w_start, w_update, update_after_mistake, update_in.
Qed.

(** Every rule for ties, every learning rate, every list of examples [es], every comparator [u]. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d eta es)
    <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof. intros. apply theorem_at_updates; unfold perceptron_updates; eauto using updates_in. Qed.

(** Not improvable by one: in one dimension, on the example 1, the Perceptron makes one mistake, and for u = 1 the
    bound is 1. *)
Definition one : vec := fun _ => 1.
Example met : perceptron_mistakes TieMistake 1 1 [(one, true)] = 1%nat /\ norm 1 one ^ 2 * 1 ^ 2 / 1 ^ 2 = 1.
Proof.
  assert (mistaken TieMistake 1 zero (one, true) = true) as W.
  { unfold mistaken, wrong. destruct (total_order_T _ 0) as [[L|E]|G]; try reflexivity.
    unfold dot, zero in G. simpl in G. lra. }
  split; [unfold perceptron_mistakes, mistakes, run, fold_left, round; rewrite W; reflexivity|].
  rewrite norm_square_pow. unfold dot, one. simpl. field.
Qed.
End NOVIKOFF.

(** * The same bound as an angle *)

(** The cosine of the angle between two vectors. *)
Definition cosine (d : nat) (v z : vec) : R := dot d v z / (norm d v * norm d z).

(** Every update leaves the weights at an angle to u whose cosine is at least gamma sqrt t / (Rad |u|). A cosine is at
    most 1, so t cannot grow for ever. *)
Module NOVIKOFF_COSINE.

Definition mistakes_update := NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (eta gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).
Local Notation Φ t := (cosine d u (w t)).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.

Lemma moving : forall t, (1 <= t <= U)%nat -> ‖w t‖ > 0.
Proof.
  intros t T. destruct (norm_pos d (w t)) as [P|Z]; [lra|].
  assert (⟨u, w t⟩ >= eta * gamma * INR t) as A by (eapply NOVIKOFF.total_progress; eauto).
  rewrite (dot_of_length_0 d u (w t)) in A by (symmetry; exact Z).
  assert (0 < INR t) by (apply lt_0_INR; lia). assert (0 < eta * gamma) by nra. nra.
Qed.

(** A vector with a positive margin is not zero, and neither is the example. *)
Lemma not_zero : forall t, (1 <= t <= U)%nat -> 0 < ‖u‖ /\ 0 < Rad.
Proof.
  intros t T. pose proof (margin t T) as M. split.
  - destruct (norm_pos d u) as [P|Z]; [exact P|].
    rewrite dot_sym, (dot_of_length_0 d (x t) u) in M by (symmetry; exact Z). lra.
  - apply Rlt_le_trans with (‖x t‖); [|apply radius, T]. destruct (norm_pos d (x t)) as [P|Z]; [exact P|].
    rewrite (dot_of_length_0 d u (x t)) in M by (symmetry; exact Z). lra.
Qed.

Lemma angle_floor : forall t, (1 <= t <= U)%nat -> gamma * sqrt (INR t) / (Rad * ‖u‖) <= Φ t.
Proof.
  intros t T. destruct (not_zero t T) as [Pu PR]. pose proof (moving t T) as Pw.
  assert (⟨u, w t⟩ >= eta * gamma * INR t) as A by (eapply NOVIKOFF.total_progress; eauto).
  assert (‖w t‖ <= eta * Rad * sqrt (INR t)) as B by (eapply NOVIKOFF.root_of_growth; eauto).
  apply le_div; [nra|]. rewrite <- (sqrt_sqrt (INR t) (pos_INR t)) in A. pose proof (sqrt_pos (INR t)).
  replace (gamma * sqrt (INR t) / (Rad * ‖u‖) * (‖u‖ * ‖w t‖)) with (gamma * sqrt (INR t) / Rad * ‖w t‖)
    by (field; lra).
  apply Rle_trans with (gamma * sqrt (INR t) / Rad * (eta * Rad * sqrt (INR t))).
  - apply Rmult_le_compat_l; [|exact B]. apply le_div; nra.
  - replace (gamma * sqrt (INR t) / Rad * (eta * Rad * sqrt (INR t)))
      with (eta * gamma * (sqrt (INR t) * sqrt (INR t))) by (field; lra). lra.
Qed.

Lemma angle_ceiling : forall t, (1 <= t <= U)%nat -> Φ t <= 1.
Proof.
  intros t T. destruct (not_zero t T) as [Pu _]. pose proof (moving t T).
  apply div_le; [nra|]. rewrite Rmult_1_l. apply cauchy_schwarz.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros t T. destruct (not_zero t T) as [Pu PR]. pose proof (sqrt_pos (INR t)).
  assert (gamma * sqrt (INR t) <= 1 * (Rad * ‖u‖)) as D.
  { apply div_le_inv; [nra|]. apply Rle_trans with (Φ t); [apply angle_floor, T | apply angle_ceiling, T]. }
  apply le_div; [nra|].
  replace (INR t * gamma ^ 2) with ((gamma * sqrt (INR t)) ^ 2)
    by (rewrite <- (sqrt_sqrt (INR t) (pos_INR t)) at 2; ring).
  replace (‖u‖ ^ 2 * Rad ^ 2) with ((Rad * ‖u‖) ^ 2) by ring. apply pow_incr. nra.
Qed.
End Lines.

(** After every mistake t the weights are not zero, and the cosine of their angle with u is between the two bounds. The
    hypotheses are asked for at the updates only. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  let us := perceptron_updates tie d eta es in
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) us -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) us -> y * dot d u x >= gamma) ->
  (forall t, (1 <= t <= length us)%nat ->
    norm d (w_of eta us t) > 0 /\
    gamma * sqrt (INR t) / (Rad * norm d u) <= cosine d u (w_of eta us t)
      <= 1) /\
  INR (perceptron_mistakes tie d eta es)
    <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros tie d eta es u gamma Rad us Hr Hg HR Hm. split; [intros t T; repeat split|].
  - eapply moving with (eta := eta) (x := x_of us) (y := y_of us); eauto using w_start, w_update, update_in.
  - eapply angle_floor with (eta := eta) (x := x_of us) (y := y_of us);
      eauto using w_start, w_update, update_in, update_after_mistake.
  - eapply angle_ceiling with (eta := eta) (x := x_of us) (y := y_of us); eauto using w_start, w_update, update_in.
  - apply NOVIKOFF.bound_mistakes; [apply NOVIKOFF.bound_nonneg, Hg|]. fold us.
    apply bound with (eta := eta) (w := w_of eta us) (x := x_of us) (y := y_of us);
      eauto using w_start, w_update, update_in, update_after_mistake.
Qed.
End NOVIKOFF_COSINE.

(** * With a bias *)

(** [append d v a] is (v, a): the d entries of v, and a after them. *)
Definition append (d : nat) (v : vec) (a : R) : vec := fun i => if Nat.eqb i d then a else v i.

Lemma dot_append d v a z : dot (S d) (append d v a) z = dot d v z + a * z d.
Proof.
  unfold dot, append. rewrite sum_S, Nat.eqb_refl. f_equal. apply sum_ext. intros i I.
  replace (Nat.eqb i d) with false by (symmetry; apply Nat.eqb_neq; lia). reflexivity.
Qed.

Lemma append_last d v a : append d v a d = a.
Proof. unfold append. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma append_dot d v a z : dot d v (append d z a) = dot d v z.
Proof.
  apply sum_ext. intros i I. unfold append. replace (Nat.eqb i d) with false; [reflexivity|].
  symmetry. apply Nat.eqb_neq. lia.
Qed.

Lemma append_norm d v a : norm d (append d v a) = norm d v.
Proof. unfold norm. rewrite append_dot, dot_sym, append_dot. reflexivity. Qed.

Lemma append_square d v a : norm (S d) (append d v a) ^ 2 = norm d v ^ 2 + a ^ 2.
Proof. rewrite !norm_square_pow, dot_append, append_last, append_dot. ring. Qed.

(** A hyperplane with a bias b is one without a bias for the examples (x, c), which have one entry more. So [x t] is
    now what the learner sees in update t, with d + 1 entries; the first d of them are the example, of which
    [dot d] and [norm d] speak. *)
Module NOVIKOFF_BIAS.

Definition mistakes_update := NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (b c eta gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Variable positive_constant : c > 0.
Local Notation "⟨ v , z ⟩" := (dot (S d) v z).                (* d + 1 entries *)
Local Notation "‖ v ‖" := (norm (S d) v) (at level 20).
Local Notation u_ := (append d u (b / c)).                   (* the folded comparator (u, b/c) *)
Local Notation Rad_ := (sqrt (Rad ^ 2 + c ^ 2)).             (* the folded radius *)

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis constant_feature : forall t, (1 <= t <= U)%nat -> x t d = c.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> norm d (x t) <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * (dot d u (x t) + b) >= gamma.

Lemma folded_score : forall t, (1 <= t <= U)%nat -> y t * ⟨u_, x t⟩ = y t * (dot d u (x t) + b).
Proof.
  intros t T. rewrite dot_append, (constant_feature t T). field. lra.
Qed.

Lemma folded_length : ‖u_‖ ^ 2 = norm d u ^ 2 + b ^ 2 / c ^ 2.
Proof. rewrite append_square. field. lra. Qed.

Lemma folded_radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ ^ 2 <= Rad ^ 2 + c ^ 2.
Proof.
  intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)).
  assert (norm d (x t) ^ 2 <= Rad ^ 2) as L by (apply pow_incr; lra). rewrite norm_square_pow in *.
  unfold dot in *. rewrite sum_S, (constant_feature t T). nra.
Qed.

(** From here on u is (u, b/c), x is (x, c), and R^2 is Rad^2 + c^2: these meet the hypotheses of NOVIKOFF. *)
Lemma radius_ : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad_.
Proof.
  intros t T. rewrite <- (sqrt_pow2 (‖x t‖)) by apply norm_pos. apply sqrt_le_1_alt, folded_radius, T.
Qed.

Lemma margin_ : forall t, (1 <= t <= U)%nat -> y t * ⟨u_, x t⟩ >= gamma.
Proof. intros t T. rewrite (folded_score t T). apply margin, T. Qed.

Definition shift := NOVIKOFF.shift (S d) U u_ eta w x y update_rule.
Definition progress := NOVIKOFF.progress (S d) U u_ eta gamma w x y learning_rate update_rule margin_.
Definition growth_identity := NOVIKOFF.growth_identity (S d) U eta w x y update_rule.
Definition mistake_term := NOVIKOFF.mistake_term (S d) U eta w x y learning_rate update_rule mistake.
Definition growth := NOVIKOFF.growth (S d) U eta Rad_ w x y learning_rate update_rule mistake radius_.
Definition total_progress := NOVIKOFF.total_progress (S d) U u_ eta gamma w x y start learning_rate update_rule margin_.
Definition total_length := NOVIKOFF.total_length (S d) U eta w x y start learning_rate update_rule mistake.
Definition total_growth := NOVIKOFF.total_growth (S d) U eta Rad_ w x y start learning_rate update_rule mistake radius_.
Definition cauchy_schwarz := NOVIKOFF.cauchy_schwarz (S d) U u_ w.
Definition sandwich := NOVIKOFF.sandwich (S d) U u_ eta gamma Rad_ w x y start learning_rate update_rule mistake
  radius_ margin_.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u_‖ ^ 2 * Rad_ ^ 2 / gamma ^ 2.
Proof. eapply NOVIKOFF.bound with (eta := eta) (w := w); eauto using radius_, margin_. Qed.
End Lines.

(** In place of every example of [es] the learner sees the same with the constant c after it, in d + 1 entries. *)
Definition with_constant (d : nat) (c : R) (es : list example) : list example :=
  map (fun e => (append d (fst e) c, snd e)) es.

(** Radius and margin are asked for, of the examples without their constant, at the updates only. *)
Theorem theorem :
  forall (tie : tie_rule) (d : nat) (eta : R) (es : list example) (u : vec)
      (b c gamma Rad : R),
  let us := perceptron_updates tie (S d) eta (with_constant d c es) in
  eta > 0 ->
  c > 0 ->
  gamma > 0 ->
  (forall x y, In (append d x c, y) us -> norm d x <= Rad) ->
  (forall x (y : bool), In (append d x c, y) us ->
    y * (dot d u x + b) >= gamma) ->
  INR (perceptron_mistakes tie (S d) eta (with_constant d c es))
  <= (Rad ^ 2 + c ^ 2) * (norm d u ^ 2 + b ^ 2 / c ^ 2) / gamma ^ 2.
Proof.
  intros tie d eta es u b c gamma Rad us Hr Hc Hg HR Hm.
  set (v := append d u (b / c)). set (R2 := Rad ^ 2 + c ^ 2).
  assert (forall t, (1 <= t <= length us)%nat -> exists x, x_of us t = append d x c /\ In (append d x c, y_of us t) us)
    as Shown.
  { intros t T. assert (In (x_of us t, y_of us t) (with_constant d c es)) as I by (apply (update_shown tie (S d)), T).
    unfold with_constant in I. apply in_map_iff in I. destruct I as [[x y] [E _]]. injection E as E _.
    exists x. split; [symmetry; exact E|]. simpl in E. rewrite E. apply update_in, T. }
  replace (R2 * (norm d u ^ 2 + b ^ 2 / c ^ 2) / gamma ^ 2) with (norm (S d) v ^ 2 * sqrt R2 ^ 2 / gamma ^ 2).
  - apply NOVIKOFF.bound_mistakes; [apply NOVIKOFF.bound_nonneg, Hg|].
    change (perceptron_updates _ _ _ _) with us.
    apply bound with (eta := eta) (w := w_of eta us) (x := x_of us) (y := y_of us);
      eauto using w_start, w_update, update_after_mistake.
    + intros t T. destruct (Shown t T) as [x [-> _]]. apply append_last.
    + intros t T. destruct (Shown t T) as [x [-> I]]. rewrite append_norm. eapply HR, I.
    + intros t T. destruct (Shown t T) as [x [-> I]]. rewrite append_dot. apply Hm, I.
  - unfold v. rewrite append_square. unfold R2. rewrite <- (Rsqr_pow2 (sqrt _)), Rsqr_sqrt by nra. field. lra.
Qed.
End NOVIKOFF_BIAS.

(** * At the largest margin *)

(** The average of n vectors with weights q. *)
Definition average (n : nat) (q : nat -> R) (a : nat -> vec) : vec := fun k => sum n (fun i => q i * a i k).

Lemma dot_average d n q a w : dot d (average n q a) w = sum n (fun i => q i * dot d (a i) w).
Proof.
  unfold dot, average.
  rewrite (sum_ext n (fun i => q i * sum d (fun k => a i k * w k)) (fun i => sum d (fun k => q i * a i k * w k)))
    by (intros; rewrite <- sum_mult; apply sum_ext; intros; ring).
  rewrite sum_swap. apply sum_ext. intros k _. rewrite Rmult_comm, <- sum_mult. apply sum_ext. intros. ring.
Qed.

(** n examples, number i being [X i] with the label [Y i], are shown in any order and any number of times; [a i] is
    the example times its label. Their average p, if it is the one closest to zero, is the best comparator. *)
Module MAX_MARGIN.

Definition mistakes_update := NOVIKOFF.mistakes_update.

Definition signed (X : nat -> vec) (Y : nat -> bool) (i : nat) : vec := scale (Y i) (X i).

Section Lines.
Variables (d U n : nat) (eta Rad : R) (q : nat -> R) (X : nat -> vec) (Y : nat -> bool).
Variables (w x : nat -> vec) (y : nat -> bool).
(** Every update is on one of the n examples. *)
Variable shown : forall t, (1 <= t <= U)%nat -> exists i, (i < n)%nat /\ x t = X i /\ y t = Y i.
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).
Local Notation a := (signed X Y).
Local Notation p := (average n q a).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Hypothesis convex : forall i, (i < n)%nat -> q i >= 0.
Hypothesis mass : sum n q = 1.
Hypothesis positive_margin : ‖p‖ > 0.
Hypothesis closest : forall i, (i < n)%nat -> ⟨a i, p⟩ >= ‖p‖ ^ 2.

(** The proof is that of the mistake bound, with p for u and the square of its length for gamma. *)
Local Notation u := p.
Local Notation gamma := (‖p‖ ^ 2).

Lemma positive_gamma : gamma > 0.
Proof. nra. Qed.

Lemma margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.
Proof.
  intros t T. destruct (shown t T) as [i [I [-> ->]]]. rewrite (dot_sym d p (X i)).
  unfold signed in closest at 1. rewrite <- dot_scale. apply closest, I.
Qed.

Definition shift := NOVIKOFF.shift d U u eta w x y update_rule.
Definition progress := NOVIKOFF.progress d U u eta gamma w x y learning_rate update_rule margin.
Definition growth_identity := NOVIKOFF.growth_identity d U eta w x y update_rule.
Definition mistake_term := NOVIKOFF.mistake_term d U eta w x y learning_rate update_rule mistake.
Definition growth := NOVIKOFF.growth d U eta Rad w x y learning_rate update_rule mistake radius.
Definition total_progress := NOVIKOFF.total_progress d U u eta gamma w x y start learning_rate update_rule margin.
Definition total_length := NOVIKOFF.total_length d U eta w x y start learning_rate update_rule mistake.
Definition total_growth := NOVIKOFF.total_growth d U eta Rad w x y start learning_rate update_rule mistake radius.
Definition cauchy_schwarz := NOVIKOFF.cauchy_schwarz d U u w.
Definition sandwich := NOVIKOFF.sandwich d U u eta gamma Rad w x y start learning_rate update_rule mistake radius
  margin.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= Rad ^ 2 / ‖p‖ ^ 2.
Proof.
  intros t T. assert (INR t <= ‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2) as B
    by (eapply NOVIKOFF.bound with (eta := eta) (w := w); eauto using positive_gamma, margin).
  replace (Rad ^ 2 / ‖p‖ ^ 2) with (‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2) by (field; lra). exact B.
Qed.

Lemma best : forall v, least n (fun i => ⟨a i, v⟩) <= ‖p‖ * ‖v‖.
Proof.
  intros v. apply Rle_trans with ⟨p, v⟩; [|apply Vectors.cauchy_schwarz]. rewrite dot_average.
  (* the least is at most the average *)
  rewrite <- (Rmult_1_r (least _ _)), <- mass, <- sum_mult. apply sum_le. intros i I.
  pose proof (convex i I). pose proof (least_le n (fun i => ⟨a i, v⟩) i I) as L. cbv beta in L. nra.
Qed.
End Lines.

(** At most Rad^2 / |p|^2 mistakes; and no vector of length 1 has a margin larger than |p|. *)
Theorem theorem :
  forall (tie : tie_rule) (d : nat) (eta : R) (es : list example) (Rad : R)
    (n : nat) (X : nat -> vec) (Y : nat -> bool) (q : nat -> R),
  let a := signed X Y in
  let p := average n q a in
  eta > 0 ->
  (forall x y, In (x, y) es -> exists i, (i < n)%nat /\ x = X i /\ y = Y i) ->
  (forall i, (i < n)%nat -> norm d (X i) <= Rad) ->
  (forall i, (i < n)%nat -> q i >= 0) ->
  sum n q = 1 ->
  norm d p > 0 ->
  (forall i, (i < n)%nat -> dot d (a i) p >= norm d p ^ 2) ->
  INR (perceptron_mistakes tie d eta es) <= Rad ^ 2 / norm d p ^ 2 /\
  forall v, norm d v = 1 -> least n (fun i => dot d (a i) v) <= norm d p.
Proof.
  intros tie d eta es Rad n X Y q a p Hr Shown HR Hq H1 Hp Hc. split.
  - apply NOVIKOFF.bound_mistakes; [apply le_div; nra|]. set (us := perceptron_updates tie d eta es).
    apply bound with (eta := eta) (X := X) (Y := Y) (w := w_of eta us) (x := x_of us) (y := y_of us);
      eauto using w_start, w_update, update_after_mistake, update_shown.
    intros t T. destruct (Shown _ _ (update_shown tie d eta es t T)) as [i [I [E _]]]. fold us in E. rewrite E. auto.
  - intros v V. pose proof (best d n q X Y Hq H1 v) as B. rewrite V, Rmult_1_r in B. exact B.
Qed.
End MAX_MARGIN.

(** * No learner does better *)

(** The vector with a 1 in place i, and 0 elsewhere. *)
Definition unit (i : nat) : vec := fun k => if Nat.eqb k i then 1 else 0.

Lemma dot_unit d v i : (i < d)%nat -> dot d v (unit i) = v i.
Proof.
  assert (forall n, (n <= i)%nat -> dot n v (unit i) = 0) as Z.
  { induction n as [|n IH]; intros L; [reflexivity|]. unfold dot in *. rewrite sum_S, IH by lia. unfold unit.
    replace (Nat.eqb n i) with false by (symmetry; apply Nat.eqb_neq; lia). ring. }
  induction d as [|d IH]; intros I; [lia|]. unfold dot in *. rewrite sum_S. unfold unit at 2.
  destruct (Nat.eqb_spec d i) as [->|N]; [rewrite Z by lia; ring | rewrite IH by lia; ring].
Qed.

(** An opponent shows [Rad] times the unit vectors, one after another, with the label that the learner gets wrong. *)
Module ORTHONORMAL.
Section Opponent.
Variables (State : Type) (mistaken updating : State -> example -> bool) (next : State -> example -> State).
Variable Rad : R.

(** Whatever a learner predicts, it is wrong about one of the two labels. *)
Definition deterministic := forall s x, exists y, mistaken s (x, y) = true.

(** The examples of m rounds, from place i on, against a learner in state s. *)
Fixpoint opponent (m i : nat) (s : State) : list example :=
  match m with
  | O => []
  | S m => let x := scale Rad (unit i) in
           let e := (x, mistaken s (x, true)) in
           e :: opponent m (S i) (if updating s e then next s e else s)
  end.

Lemma opponent_length m : forall i s, length (opponent m i s) = m.
Proof. induction m; simpl; auto. Qed.

(** Each of them is a mistake. *)
Lemma opponent_mistakes m s0 : deterministic -> mistakes State mistaken updating next s0 (opponent m 0 s0) = m.
Proof.
  intros D. unfold mistakes, run.
  assert (forall i s k t, snd (fst (fold_left (round State mistaken updating next) (opponent m i s) (s, k, t)))
    = (k + m)%nat) as G; [|apply (G 0%nat s0 0%nat 0%nat)].
  induction m as [|m IH]; intros i s k t; simpl; [lia|]. rewrite IH.
  assert (forall x, mistaken s (x, mistaken s (x, true)) = true) as W.
  { intros x. destruct (mistaken s (x, true)) eqn:E; [exact E|]. destruct (D s x) as [[|] Y]; congruence. }
  rewrite W. lia.
Qed.

(** Number j of them has its entry in place i + j. *)
Lemma opponent_in m : forall i s e, In e (opponent m i s) -> exists j, (j < m)%nat /\
  fst e = scale Rad (unit (i + j)) /\ snd e = snd (nth j (opponent m i s) (zero, true)).
Proof.
  induction m as [|m IH]; simpl; intros i s e; [tauto|]. intros [<-|I].
  - exists 0%nat. rewrite Nat.add_0_r. split; [lia|]. split; reflexivity.
  - destruct (IH _ _ _ I) as [j [J [E1 E2]]]. exists (S j). rewrite Nat.add_succ_r. split; [lia|]. split; assumption.
Qed.
End Opponent.

(** The first m entries of v, and 0 after them. *)
Definition cut (m : nat) (v : vec) : vec := fun i => if Nat.ltb i m then v i else 0.

Lemma cut_entry m v i : (i < m)%nat -> cut m v i = v i.
Proof. intros I. unfold cut. apply Nat.ltb_lt in I. rewrite I. reflexivity. Qed.

Lemma dot_cut m d v : (m <= d)%nat -> dot d (cut m v) (cut m v) = dot m v v.
Proof.
  intros L. induction L as [|d L IH]; unfold dot in *.
  - apply sum_ext. intros i I. rewrite cut_entry by exact I. reflexivity.
  - rewrite sum_S, IH. unfold cut. replace (Nat.ltb d m) with false by (symmetry; apply Nat.ltb_ge; lia). ring.
Qed.

(** Let m be at most Rad^2 / gamma^2, and at most the number d of features. Every deterministic learner is wrong about
    all of some m examples of length [Rad], on which a vector of length 1 has a margin of at least gamma. *)
Theorem theorem :
  forall (State : Type) (mistaken updating : State -> example -> bool)
    (next : State -> example -> State)
    (s0 : State) (d m : nat) (gamma Rad : R),
  deterministic State mistaken ->
  (1 <= m <= d)%nat ->
  gamma > 0 ->
  Rad > 0 ->
  INR m <= Rad ^ 2 / gamma ^ 2 ->
  exists (es : list example) (u : vec),
    length es = m /\
    mistakes State mistaken updating next s0 es = m /\
    norm d u = 1 /\
    forall x (y : bool), In (x, y) es -> norm d x = Rad /\
      y * dot d u x >= gamma.
Proof.
  intros State mistaken updating next s0 d m gamma Rad D M Hg HR Hm.
  set (es := opponent State mistaken updating next Rad m 0 s0).
  assert (0 < INR m) as P by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ P) as Q.
  pose proof (sqrt_sqrt (INR m) ltac:(lra)) as E.
  exists es, (cut m (fun i => snd (nth i es (zero, true)) / sqrt (INR m))).
  split; [apply opponent_length|]. split; [apply opponent_mistakes, D|]. split.
  - unfold norm. rewrite dot_cut by lia. rewrite <- sqrt_1. f_equal.
    unfold dot. rewrite <- (Rinv_r (INR m)), <- sum_const by lra.
    apply sum_ext. intros i _. rewrite <- E at 3. pose proof (sign_square (snd (nth i es (zero, true)))) as S1.
    replace (snd (nth i es (zero, true)) / sqrt (INR m) * (snd (nth i es (zero, true)) / sqrt (INR m)))
      with (snd (nth i es (zero, true)) * snd (nth i es (zero, true)) / (sqrt (INR m) * sqrt (INR m))) by (field; lra).
    rewrite S1. field. lra.
  - intros x y I. apply opponent_in in I. fold es in I. simpl in I. destruct I as [j [J [-> ->]]].
    rewrite (dot_sym d _ (scale _ _)), dot_scale, (dot_sym d (unit j)), dot_unit, cut_entry by lia. split.
    + unfold norm. rewrite dot_scale, (dot_sym d (unit j)), dot_scale, dot_unit by lia.
      unfold unit. rewrite Nat.eqb_refl, Rmult_1_r. apply sqrt_square. lra.
    + pose proof (sign_square (snd (nth j es (zero, true)))) as S1.
      replace (snd (nth j es (zero, true)) * (Rad * (snd (nth j es (zero, true)) / sqrt (INR m))))
        with (Rad / sqrt (INR m) * (snd (nth j es (zero, true)) * snd (nth j es (zero, true)))) by (field; lra).
      rewrite S1, Rmult_1_r. apply Rle_ge, le_div; [lra|].
      apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_mult, Rsqr_sqrt, !Rsqr_pow2 by lra.
      replace (Rad ^ 2) with (Rad ^ 2 / gamma ^ 2 * gamma ^ 2) by (field; lra).
      rewrite Rmult_comm. apply Rmult_le_compat_r; [nra | exact Hm].
Qed.

(** The Perceptron is such a learner, whatever its rule for ties. *)
Lemma perceptron_deterministic tie d : deterministic vec (mistaken tie d).
Proof.
  intros w x. unfold mistaken, wrong. simpl. destruct (total_order_T (dot d w x) 0) as [[L|E]|G].
  - exists true. reflexivity.
  - destruct tie as [|p]; [exists true; reflexivity|]. exists (negb p). destruct p; reflexivity.
  - exists false. reflexivity.
Qed.

(** So NOVIKOFF's bound cannot be lowered: for Rad^2 / gamma^2 = m some m examples are m mistakes of the Perceptron. *)
Example met tie eta m : (1 <= m)%nat -> exists (es : list example) (u : vec),
  perceptron_mistakes tie m eta es = m /\
  norm m u ^ 2 * sqrt (INR m) ^ 2 / 1 ^ 2 = INR m /\
  forall x (y : bool), In (x, y) es -> norm m x <= sqrt (INR m) /\ y * dot m u x >= 1.
Proof.
  intros M. assert (0 < INR m) as P by (apply lt_0_INR; lia).
  assert (sqrt (INR m) ^ 2 = INR m) as Q by (rewrite <- Rsqr_pow2; apply Rsqr_sqrt; lra).
  destruct (theorem vec (mistaken tie m) (mistaken tie m) (update eta) zero m m 1 (sqrt (INR m)))
    as [es [u [_ [Made [Length Shown]]]]];
    [apply perceptron_deterministic | lia | lra | apply sqrt_lt_R0, P | rewrite Q; lra |].
  exists es, u. rewrite Length, Q. split; [exact Made|]. split; [field|].
  intros x y I. destruct (Shown x y I). split; lra.
Qed.
End ORTHONORMAL.
