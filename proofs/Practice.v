(** The Perceptron in practice: on data that no hyperplane separates, and with updates on narrow escapes.

    The learner is that of Perceptron.v, and so are the runs: any finite list of examples, any rule for ties, any
    learning rate eta > 0. FREUND_SCHAPIRE, FRESH_FEATURES and HINGE require nothing of the comparator u. They hold for
    any margin gamma > 0, and charge for the amount by which u falls short of it on the examples of the updates. The
    margin Perceptron, in MARGIN_PERCEPTRON and MARGIN_FRACTION, changes its weights whenever the signed score is below
    a threshold tau > 0, right or wrong; or whenever the score is at most tau, if the rule is not the strict one.

    Vectors have d entries; δ is the shortfall, d_t of the printed theorems. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Counts Learner Perceptron.
Import ListNotations.
Open Scope R_scope.

(** * By how much u falls short *)

Definition falls_short (d : nat) (u : vec) (gamma : R) (x : vec) (y : bool) : R := Rmax 0 (gamma - y * dot d u x).

(** In update t of those on the examples [us]: d_t of the printed theorems, whose M is the length of [us]. *)
Definition shortfalls (d : nat) (u : vec) (gamma : R) (us : list example) (t : nat) : R :=
  falls_short d u gamma (x_of us t) (y_of us t).

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

Definition mistakes_update := NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (eta gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Variable any_margin : gamma > 0.   (* u need not have it *)
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).
Local Notation δ := (fun t => falls_short d u gamma (x t) (y t)).
Local Notation D := (root_of_squares U δ).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.

Lemma progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= ⟨u, w (t - 1)⟩ + eta * (gamma - δ t).
Proof.
  intros t T. cbv beta. rewrite (update_rule t T), dot_step. unfold falls_short.
  pose proof (Rmax_r 0 (gamma - y t * ⟨u, x t⟩)). nra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= eta * (gamma * INR t - total t δ).
Proof.
  intros t T. pose proof (add_up_ge U (fun t => ⟨u, w t⟩) (fun t => eta * (gamma - δ t)) progress t ltac:(lia)) as A.
  cbv beta in A. rewrite (dot_of_length_0 d u (w 0) start) in A.
  replace (total t (fun t => eta * (gamma - δ t))) with (eta * (gamma * INR t - total t δ)) in A; [lra|].
  unfold total. rewrite sum_mult. f_equal. rewrite (Rmult_comm gamma), <- sum_const.
  pose proof (sum_plus t (fun s => gamma - δ (S s)) (fun s => δ (S s))) as P.
  rewrite (sum_ext t _ (fun _ => gamma)) in P by (intros; ring). cbv beta in *. lra.
Qed.

Lemma shortfall : forall t, (1 <= t <= U)%nat -> total t δ <= D * sqrt (INR t).
Proof.
  intros t T. apply Rle_trans with (root_of_squares t δ * sqrt (INR t)); [apply total_le_root|].
  apply Rmult_le_compat_r; [apply sqrt_pos|]. apply sqrt_le_1_alt, total_mono; [|lia]. intros. apply pow2_ge_0.
Qed.

Definition growth_identity := NOVIKOFF.growth_identity d U eta w x y update_rule.
Definition mistake_term := NOVIKOFF.mistake_term d U eta w x y learning_rate update_rule mistake.
Definition growth := NOVIKOFF.growth d U eta Rad w x y learning_rate update_rule mistake radius.
Definition total_growth := NOVIKOFF.total_growth d U eta Rad w x y start learning_rate update_rule mistake radius.
Definition cauchy_schwarz := NOVIKOFF.cauchy_schwarz d U u w.

Lemma ceiling : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * eta * Rad * sqrt (INR t).
Proof.
  intros t T. assert (‖w t‖ <= eta * Rad * sqrt (INR t)) by (eapply NOVIKOFF.root_of_growth; eauto).
  pose proof (cauchy_schwarz t T). pose proof (norm_pos d u). nra.
Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat -> gamma * sqrt (INR t) <= ‖u‖ * Rad + D.
Proof.
  intros t T. pose proof (total_progress t T) as A. pose proof (shortfall t T) as B. pose proof (ceiling t T) as C.
  assert (0 < INR t) as P by (apply lt_0_INR; lia).
  pose proof (sqrt_lt_R0 _ P) as Q. pose proof (sqrt_sqrt (INR t) ltac:(lra)) as E.
  apply Rmult_le_reg_l with (eta * sqrt (INR t)); [nra|].
  replace (eta * sqrt (INR t) * (gamma * sqrt (INR t))) with (eta * (gamma * INR t)) by (rewrite <- E at 1; ring).
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
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  let us := perceptron_updates tie d eta es in
  let D := root_of_squares (length us) (shortfalls d u gamma us) in
  INR (perceptron_mistakes tie d eta es)
    <= (norm d u * Rad + D) ^ 2 / gamma ^ 2.
Proof.
  intros tie d eta es u gamma Rad Hr Hg HR us D. apply NOVIKOFF.bound_mistakes.
  - apply le_div; [nra|]. rewrite Rmult_0_l. apply pow2_ge_0.
  - apply bound with (eta := eta) (w := w_of eta us);
      eauto using w_start, w_update, update_after_mistake, update_shown.
Qed.
End FREUND_SCHAPIRE.

(** * The same bound by a fresh feature for each update *)

(** (v, z): the m entries of v, and those of z after them. *)
Definition join (m : nat) (v z : vec) : vec := fun i => if Nat.ltb i m then v i else z (i - m)%nat.

Lemma join_left m v z i : (i < m)%nat -> join m v z i = v i.
Proof. intros I. unfold join. replace (Nat.ltb i m) with true; [reflexivity|]. symmetry. apply Nat.ltb_lt, I. Qed.

Lemma join_right m v z i : join m v z (m + i)%nat = z i.
Proof.
  unfold join. replace (Nat.ltb (m + i) m) with false by (symmetry; apply Nat.ltb_ge; lia). f_equal. lia.
Qed.

Lemma dot_join m n v z w : dot (m + n) w (join m v z) = dot m w v + dot n (fun i => w (m + i)%nat) z.
Proof.
  induction n as [|n IH].
  - rewrite Nat.add_0_r. unfold dot at 3. simpl. rewrite Rplus_0_r.
    apply sum_ext. intros i I. rewrite join_left by exact I. reflexivity.
  - rewrite Nat.add_succ_r. unfold dot in *. rewrite !sum_S, IH, join_right. ring.
Qed.

Lemma join_square m n v z : norm (m + n) (join m v z) ^ 2 = norm m v ^ 2 + norm n z ^ 2.
Proof.
  rewrite !norm_square_pow, dot_join. f_equal.
  - apply sum_ext. intros i I. rewrite join_left by exact I. reflexivity.
  - apply sum_ext. intros i _. rewrite join_right. reflexivity.
Qed.

(** In update t the example gets a feature of its own, with the value [Delta], and u has there what it was short of:
    so the longer u' has the margin gamma at every update, and the longer examples make the same run. *)
Module FRESH_FEATURES.

Definition mistakes_update := NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (eta gamma Rad Delta : R) (w x : nat -> vec) (y : nat -> bool).
Variable any_margin : gamma > 0.
Variable any_value : Delta > 0.
Local Notation δ := (fun t => falls_short d u gamma (x t) (y t)).
Local Notation D := (root_of_squares U δ).

Hypothesis start : norm d (w 0) = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * dot d (w (t - 1)) (x t) <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> norm d (x t) <= Rad.

(** The longer vectors x', u' and w'. The fresh place of update t is number t - 1 after the first [d]. *)
Definition x_ (t : nat) : vec := join d (x t) (scale Delta (unit (t - 1))).
Definition u_ : vec := join d u (fun s => y (S s) * δ (S s) / Delta).
Fixpoint w_ (t : nat) : vec :=
  match t with O => join d (w 0) zero | S s => add (w_ s) (scale (eta * y t) (x_ t)) end.
Local Notation "⟨ v , z ⟩" := (dot (d + U) v z).
Local Notation "‖ v ‖" := (norm (d + U) v) (at level 20).

(** The old weights are the first entries of the new ones; the fresh places of later updates still hold a 0. *)
Lemma w_old : forall t, (t <= U)%nat -> forall i, (i < d)%nat -> w_ t i = w t i.
Proof.
  induction t as [|t IH]; intros T i I; simpl; [apply join_left, I|].
  rewrite (update_rule (S t)) by lia. replace (S t - 1)%nat with t by lia.
  unfold add, scale. rewrite IH by (assumption || lia). unfold x_. rewrite join_left by exact I. reflexivity.
Qed.

Lemma w_fresh : forall t s, (t <= s)%nat -> w_ t (d + s)%nat = 0.
Proof.
  induction t as [|t IH]; intros s T; cbn [w_]; [apply join_right|].
  unfold add, scale at 1, x_. rewrite join_right, IH by lia. unfold scale, unit.
  replace (Nat.eqb s (S t - 1)) with false by (symmetry; apply Nat.eqb_neq; lia). ring.
Qed.

Lemma same_score : forall t, (1 <= t <= U)%nat -> y t * ⟨w_ (t - 1), x_ t⟩ = y t * dot d (w (t - 1)) (x t).
Proof.
  intros t T. unfold x_. rewrite dot_join, (dot_sym U _ (scale _ _)), dot_scale, (dot_sym U (unit _)).
  rewrite dot_unit, w_fresh by lia. rewrite Rmult_0_r, Rplus_0_r. f_equal.
  apply sum_ext. intros i I. rewrite w_old by (assumption || lia). reflexivity.
Qed.

Lemma lifted_margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u_, x_ t⟩ >= gamma.
Proof.
  intros t T. unfold x_. rewrite dot_join, (dot_sym U _ (scale _ _)), dot_scale, (dot_sym U (unit _)), dot_unit by lia.
  replace (dot d u_ (x t)) with (dot d u (x t))
    by (apply sum_ext; intros i I; unfold u_; rewrite join_left by exact I; reflexivity).
  unfold u_. rewrite join_right. replace (S (t - 1)) with t by lia.
  replace (Delta * (y t * δ t / Delta)) with (y t * δ t) by (field; lra).
  rewrite Rmult_plus_distr_l, <- (Rmult_assoc (y t) (y t)), sign_square. unfold falls_short.
  pose proof (Rmax_r 0 (gamma - y t * dot d u (x t))). lra.
Qed.

Lemma lifted_length : ‖u_‖ ^ 2 = norm d u ^ 2 + D ^ 2 / Delta ^ 2.
Proof.
  unfold u_. rewrite join_square, root_of_squares_square. f_equal.
  rewrite norm_square_pow. unfold Rdiv. rewrite (Rmult_comm (total _ _)). unfold dot, total. rewrite <- sum_mult.
  apply sum_ext. intros s _. pose proof (sign_square (y (S s))) as S1. cbv beta.
  set (e := falls_short _ _ _ _ _). replace (e ^ 2) with (y (S s) * y (S s) * e ^ 2) by (rewrite S1; ring). field. lra.
Qed.

Lemma lifted_radius : forall t, (1 <= t <= U)%nat -> ‖x_ t‖ ^ 2 <= Rad ^ 2 + Delta ^ 2.
Proof.
  intros t T. unfold x_. rewrite join_square. pose proof (radius t T). pose proof (norm_pos d (x t)).
  assert (norm d (x t) ^ 2 <= Rad ^ 2) by (apply pow_incr; lra).
  rewrite (norm_square_pow U), dot_scale, (dot_sym U (unit _)), dot_scale, dot_unit by lia.
  unfold unit. rewrite Nat.eqb_refl. lra.
Qed.

(** So the hypotheses of NOVIKOFF hold of x', u' and w'. *)
Lemma start_ : ‖w_ 0‖ = 0.
Proof.
  rewrite <- (sqrt_pow2 (‖w_ 0‖)) by apply norm_pos. simpl w_. rewrite join_square, start, norm_square_pow, dot_zero.
  replace (0 ^ 2 + 0) with 0 by ring. apply sqrt_0.
Qed.

Lemma update_rule_ : forall t, (1 <= t <= U)%nat -> w_ t = add (w_ (t - 1)) (scale (eta * y t) (x_ t)).
Proof. intros t T. destruct t as [|t]; [lia|]. simpl. rewrite Nat.sub_0_r. reflexivity. Qed.

Lemma mistake_ : forall t, (1 <= t <= U)%nat -> y t * ⟨w_ (t - 1), x_ t⟩ <= 0.
Proof. intros t T. rewrite (same_score t T). apply mistake, T. Qed.

Local Notation Rad_ := (sqrt (Rad ^ 2 + Delta ^ 2)).

Lemma square_of_radius : Rad_ ^ 2 = Rad ^ 2 + Delta ^ 2.
Proof. rewrite <- Rsqr_pow2. apply Rsqr_sqrt. nra. Qed.

Lemma radius_ : forall t, (1 <= t <= U)%nat -> ‖x_ t‖ <= Rad_.
Proof.
  intros t T. rewrite <- (sqrt_pow2 (‖x_ t‖)) by apply norm_pos. apply sqrt_le_1_alt, lifted_radius, T.
Qed.

Lemma lifted_progress : forall t, (1 <= t <= U)%nat -> ⟨u_, w_ t⟩ >= eta * gamma * INR t.
Proof. eapply NOVIKOFF.total_progress; eauto using start_, update_rule_, lifted_margin. Qed.

Lemma lifted_growth : forall t, (1 <= t <= U)%nat -> ‖w_ t‖ ^ 2 <= eta ^ 2 * (Rad ^ 2 + Delta ^ 2) * INR t.
Proof.
  rewrite <- square_of_radius. eapply NOVIKOFF.total_growth; eauto using start_, update_rule_, mistake_, radius_.
Qed.

Lemma lifted_cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u_, w_ t⟩ <= ‖u_‖ * ‖w_ t‖.
Proof. intros. apply cauchy_schwarz. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat ->
  INR t <= (Rad ^ 2 + Delta ^ 2) * (norm d u ^ 2 + D ^ 2 / Delta ^ 2) / gamma ^ 2.
Proof.
  intros t T. rewrite <- lifted_length. pose proof (lifted_progress t T) as A.
  pose proof (lifted_cauchy_schwarz t T) as B.
  pose proof (root_of_bound eta _ _ _ learning_rate (norm_pos (d + U) (w_ t)) (lifted_growth t T)) as C.
  rewrite sqrt_mult_alt in C by nra. pose proof (norm_pos (d + U) u_).
  rewrite <- square_of_radius, (Rmult_comm (Rad_ ^ 2)), <- Rpow_mult_distr.
  apply divide_and_square with eta; [assumption..|apply lt_0_INR; lia|]. nra.
Qed.

Lemma best : 2 * norm d u * Rad * D <= Delta ^ 2 * norm d u ^ 2 + Rad ^ 2 * D ^ 2 / Delta ^ 2.
Proof.
  pose proof (pow2_ge_0 (Delta * norm d u - Rad * D / Delta)) as P.
  replace ((Delta * norm d u - Rad * D / Delta) ^ 2)
    with (Delta ^ 2 * norm d u ^ 2 + Rad ^ 2 * D ^ 2 / Delta ^ 2 - 2 * norm d u * Rad * D) in P by (field; lra).
  lra.
Qed.
End Lines.

(** Every u, every gamma > 0 and every Delta > 0. No Delta makes the bound smaller than FREUND_SCHAPIRE's; one with
    Delta^2 = Rad D / |u| makes it the same; and if Rad D = 0, the difference goes to 0 as Delta does. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad Delta : R),
  eta > 0 ->
  gamma > 0 ->
  Delta > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  let us := perceptron_updates tie d eta es in
  let D := root_of_squares (length us) (shortfalls d u gamma us) in
  let bound :=
    (Rad ^ 2 + Delta ^ 2) * (norm d u ^ 2 + D ^ 2 / Delta ^ 2) / gamma ^ 2 in
  let least_bound := (norm d u * Rad + D) ^ 2 / gamma ^ 2 in
  INR (perceptron_mistakes tie d eta es) <= bound /\
  least_bound <= bound /\
  (norm d u > 0 -> Delta ^ 2 = Rad * D / norm d u -> bound = least_bound) /\
  (Rad * D = 0 -> bound = least_bound + Delta ^ 2 * norm d u ^ 2 / gamma ^ 2).
Proof.
  intros tie d eta es u gamma Rad Delta Hr Hg HD HR us D B L.
  assert (B = (norm d u ^ 2 * Rad ^ 2 + D ^ 2 + Delta ^ 2 * norm d u ^ 2 + Rad ^ 2 * D ^ 2 / Delta ^ 2) / gamma ^ 2)
    as E by (unfold B; field; lra).
  split; [|split; [|split]].
  - apply NOVIKOFF.bound_mistakes.
    + rewrite E. apply le_div; [nra|]. rewrite Rmult_0_l.
      pose proof (best d (length us) u gamma Rad Delta (x_of us) (y_of us) HD) as P. fold us in P.
      change (2 * norm d u * Rad * D <= Delta ^ 2 * norm d u ^ 2 + Rad ^ 2 * D ^ 2 / Delta ^ 2) in P.
      pose proof (pow2_ge_0 (norm d u * Rad + D)). nra.
    + unfold B. apply FRESH_FEATURES.bound with (eta := eta) (w := w_of eta us);
        eauto using w_start, w_update, update_after_mistake, update_shown.
  - pose proof (best d (length us) u gamma Rad Delta (x_of us) (y_of us) HD) as P.
    change (2 * norm d u * Rad * D <= Delta ^ 2 * norm d u ^ 2 + Rad ^ 2 * D ^ 2 / Delta ^ 2) in P.
    rewrite E. unfold L. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|]. nra.
  - intros Hu HDelta. rewrite E. unfold L. f_equal.
    replace (Delta ^ 2 * norm d u ^ 2) with (Rad * D * norm d u) by (rewrite HDelta; field; lra).
    replace (Rad ^ 2 * D ^ 2 / Delta ^ 2) with (Rad * D * norm d u); [ring|].
    assert (Rad * D = Delta ^ 2 * norm d u) as F by (rewrite HDelta; field; lra).
    replace (Rad ^ 2 * D ^ 2) with ((Rad * D) ^ 2) by ring. rewrite F. field. lra.
  - intros Z. rewrite E. unfold L. replace (Rad ^ 2 * D ^ 2) with ((Rad * D) ^ 2) by ring.
    replace ((norm d u * Rad + D) ^ 2) with (norm d u ^ 2 * Rad ^ 2 + D ^ 2 + 2 * norm d u * (Rad * D)) by ring.
    rewrite Z. field. lra.
Qed.
End FRESH_FEATURES.

(** * With hinge losses *)

(** The shortfalls over gamma are the hinge losses of u; L is their sum over all updates. *)
Module HINGE.

Definition mistakes_update := NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (eta gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Variable any_margin : gamma > 0.   (* u need not have it *)
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).
Local Notation δ := (fun t => falls_short d u gamma (x t) (y t)).
Local Notation L := (total U δ / gamma).
Local Notation B := (‖u‖ * Rad / gamma).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.

Lemma progress : forall t, (1 <= t <= U)%nat -> INR t - 1 / gamma * total t δ <= ⟨u, w t⟩ / (eta * gamma).
Proof.
  intros t T. assert (⟨u, w t⟩ >= eta * (gamma * INR t - total t δ)) as A
    by (eapply FREUND_SCHAPIRE.total_progress; eauto).
  apply le_div; [nra|].
  replace ((INR t - 1 / gamma * total t δ) * (eta * gamma)) with (eta * (gamma * INR t - total t δ)) by (field; lra).
    lra.
Qed.

Definition growth_identity := NOVIKOFF.growth_identity d U eta w x y update_rule.
Definition mistake_term := NOVIKOFF.mistake_term d U eta w x y learning_rate update_rule mistake.
Definition growth := NOVIKOFF.growth d U eta Rad w x y learning_rate update_rule mistake radius.
Definition total_growth := NOVIKOFF.total_growth d U eta Rad w x y start learning_rate update_rule mistake radius.
Definition cauchy_schwarz := NOVIKOFF.cauchy_schwarz d U u w.

Lemma ceiling : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ / (eta * gamma) <= B * sqrt (INR t).
Proof.
  intros t T. assert (⟨u, w t⟩ <= ‖u‖ * eta * Rad * sqrt (INR t)) as C by (eapply FREUND_SCHAPIRE.ceiling; eauto).
  apply div_le; [nra|].
  replace (B * sqrt (INR t) * (eta * gamma)) with (‖u‖ * eta * Rad * sqrt (INR t)) by (field; lra). exact C.
Qed.

Lemma quadratic : forall t, (1 <= t <= U)%nat -> INR t - L <= B * sqrt (INR t).
Proof.
  intros t T. pose proof (progress t T). pose proof (ceiling t T).
  (* no loss is negative *)
  assert (total t δ <= total U δ) as M by (apply total_mono; [intros; apply Rmax_l | lia]).
  assert (1 / gamma * total t δ <= L); [|lra].
  unfold Rdiv. rewrite Rmult_1_l, Rmult_comm. apply Rmult_le_compat_r; [|exact M].
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

Lemma positive_B : forall t, (1 <= t <= U)%nat -> 0 <= B.
Proof.
  intros t T. pose proof (radius t T). pose proof (norm_pos d (x t)). pose proof (norm_pos d u).
  apply le_div; nra.
Qed.

Lemma positive_L : 0 <= L.
Proof.
  apply le_div; [lra|]. rewrite Rmult_0_l. apply Rle_trans with (total 0 δ); [apply Rle_refl|].
  apply total_mono; [intros; apply Rmax_l | lia].
Qed.

Lemma root : forall t, (1 <= t <= U)%nat -> sqrt (INR t) <= B / 2 + sqrt (B ^ 2 / 4 + L).
Proof.
  intros t T. pose proof (quadratic t T) as Q. rewrite <- (sqrt_sqrt (INR t) (pos_INR t)) in Q at 1.
  assert (sqrt (INR t) - B / 2 <= sqrt (B ^ 2 / 4 + L)); [|lra].
  (* complete the square *)
  apply Rle_trans with (Rabs (sqrt (INR t) - B / 2)); [apply Rle_abs|].
  rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= L + B * sqrt L + B ^ 2.
Proof.
  intros t T. pose proof (root t T) as H. pose proof (positive_B t T) as PB. pose proof positive_L as PL.
  pose proof (sqrt_pos (INR t)). pose proof (sqrt_pos (B ^ 2 / 4 + L)). pose proof (sqrt_pos L).
  (* the root of a sum is at most the sum of the roots *)
  assert (sqrt (B ^ 2 / 4 + L) <= B / 2 + sqrt L) as S1.
  { rewrite <- (sqrt_Rsqr (B / 2 + sqrt L)) by lra. apply sqrt_le_1_alt. unfold Rsqr.
    replace L with (sqrt L * sqrt L) at 1 by (apply sqrt_sqrt, PL). nra. }
  rewrite <- (sqrt_sqrt (INR t) (pos_INR t)).
  apply Rle_trans with ((B / 2 + sqrt (B ^ 2 / 4 + L)) * (B / 2 + sqrt (B ^ 2 / 4 + L))).
  - apply Rmult_le_compat; assumption.
  - assert (sqrt (B ^ 2 / 4 + L) * sqrt (B ^ 2 / 4 + L) = B ^ 2 / 4 + L) as E
      by (apply sqrt_sqrt; pose proof (pow2_ge_0 B); lra).
    nra.
Qed.
End Lines.

(** Every u and every gamma > 0; L is the sum of the hinge losses of u in the updates, and B is |u| Rad / gamma. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  let us := perceptron_updates tie d eta es in
  let L := total (length us) (shortfalls d u gamma us) / gamma in
  let B := norm d u * Rad / gamma in
  INR (perceptron_mistakes tie d eta es) <= L + B * sqrt L + B ^ 2.
Proof.
  intros tie d eta es u gamma Rad Hr Hg HR us L B. apply NOVIKOFF.bound_mistakes.
  - destruct (length us) as [|n] eqn:N.
    + (* no update, no loss *)
      replace L with 0 by (unfold L, total; simpl; field; lra). rewrite sqrt_0. pose proof (pow2_ge_0 B). lra.
    + pose proof (positive_L d (length us) u gamma (x_of us) (y_of us) Hg) as PL. rewrite N in PL.
      assert (0 <= B) as PB by (apply (positive_B d (length us)) with (x := x_of us) (t := 1%nat);
        eauto using update_shown; lia).
      pose proof (sqrt_pos L). change (0 <= L) in PL. nra.
  - apply bound with (eta := eta) (w := w_of eta us);
      eauto using w_start, w_update, update_after_mistake, update_shown.
Qed.
End HINGE.

(** * Updates on narrow escapes: the margin Perceptron *)

(** It changes its weights, as the Perceptron does, wherever the signed score is below [tau]; or, if it is not
    [strict], at most that. *)
Definition narrow_escape (strict : bool) (d : nat) (tau : R) (w : vec) (e : example) : bool :=
  if strict
  then if Rlt_dec (snd e * dot d w (fst e)) tau then true else false
  else if Rle_dec (snd e * dot d w (fst e)) tau then true else false.

(** So it updates below tau, and not above. *)
Lemma narrow_below strict d tau w (e : example) :
  snd e * dot d w (fst e) < tau -> narrow_escape strict d tau w e = true.
Proof. unfold narrow_escape. destruct strict; [destruct (Rlt_dec _ _) | destruct (Rle_dec _ _)]; auto; lra. Qed.

Lemma narrow_score strict d tau w (e : example) :
  narrow_escape strict d tau w e = true -> snd e * dot d w (fst e) <= tau.
Proof.
  unfold narrow_escape. destruct strict; [destruct (Rlt_dec _ _) | destruct (Rle_dec _ _)]; (lra || discriminate).
Qed.

Definition margin_perceptron_mistakes strict tie d tau eta (es : list example) : nat :=
  mistakes vec (mistaken tie d) (narrow_escape strict d tau) (update eta) zero es.
Definition margin_perceptron_updates strict d tau eta (es : list example) : list example :=
  updates vec (narrow_escape strict d tau) (update eta) zero es.

Lemma update_on_narrow_escape strict d tau eta es t (us := margin_perceptron_updates strict d tau eta es) :
  (1 <= t <= length us)%nat -> y_of us t * dot d (w_of eta us (t - 1)) (x_of us t) <= tau.
Proof.
  intros T. apply (narrow_score strict), (update_called_for (narrow_escape strict d tau)), T.
Qed.

Lemma margin_update_shown strict d tau eta es t (us := margin_perceptron_updates strict d tau eta es) :
  (1 <= t <= length us)%nat -> In (x_of us t, y_of us t) es.
Proof. intros T. apply (updates_in vec (narrow_escape strict d tau) (update eta) es zero), update_in, T. Qed.

Module MARGIN_PERCEPTRON.

(** A mistake has a signed score of at most 0, and so below tau. *)
Lemma mistakes_update strict tie d tau eta es : tau > 0 ->
  (margin_perceptron_mistakes strict tie d tau eta es <= length (margin_perceptron_updates strict d tau eta es))%nat.
Proof.
  intros E. unfold margin_perceptron_updates. rewrite <- (count_updates_length vec (mistaken tie d)).
  apply mistakes_le_updates. intros w e M. apply narrow_below. apply wrong_score in M. lra.
Qed.

Section Lines.
Variables (d U : nat) (u : vec) (eta tau gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Hypothesis positive_threshold : tau > 0.
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis narrow : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= tau.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.

Definition shift := NOVIKOFF.shift d U u eta w x y update_rule.
Definition progress := NOVIKOFF.progress d U u eta gamma w x y learning_rate update_rule margin.
Definition total_progress := NOVIKOFF.total_progress d U u eta gamma w x y start learning_rate update_rule margin.
Definition growth_identity := NOVIKOFF.growth_identity d U eta w x y update_rule.

Lemma growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + 2 * eta * tau + eta ^ 2 * Rad ^ 2.
Proof.
  intros t T. rewrite (growth_identity t T). pose proof (narrow t T).
  assert (‖x t‖ ^ 2 <= Rad ^ 2) by (eapply NOVIKOFF.radius_square; eauto). pose proof (pow2_ge_0 eta). nra.
Qed.

Lemma total_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= eta ^ 2 * (Rad ^ 2 + 2 * tau / eta) * INR t.
Proof.
  intros t T.
  assert (forall s, (1 <= s <= U)%nat -> ‖w s‖ ^ 2 <= ‖w (s - 1)‖ ^ 2 + eta ^ 2 * (Rad ^ 2 + 2 * tau / eta)) as G.
  { intros s S0. replace (eta ^ 2 * (Rad ^ 2 + 2 * tau / eta)) with (2 * eta * tau + eta ^ 2 * Rad ^ 2) by (field; lra).
    pose proof (growth s S0). lra. }
  pose proof (add_up U (fun t => ‖w t‖ ^ 2) (fun _ => eta ^ 2 * (Rad ^ 2 + 2 * tau / eta)) G t ltac:(lia)) as A.
  cbv beta in A. rewrite start, total_const in A. lra.
Qed.

Definition cauchy_schwarz := NOVIKOFF.cauchy_schwarz d U u w.

(** The number in the place of Rad^2. *)
Lemma positive_growth : 0 < Rad ^ 2 + 2 * tau / eta.
Proof. assert (0 < 2 * tau / eta) by (apply Rdiv_lt_0_compat; lra). pose proof (pow2_ge_0 Rad). lra. Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat ->
  eta * gamma * INR t <= ‖u‖ * eta * sqrt ((Rad ^ 2 + 2 * tau / eta) * INR t).
Proof.
  intros t T. pose proof (total_progress t T). pose proof (cauchy_schwarz t T).
  pose proof (root_of_bound eta _ _ _ learning_rate (norm_pos d (w t)) (total_growth t T)).
  pose proof (norm_pos d u). nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * (Rad ^ 2 + 2 * tau / eta) / gamma ^ 2.
Proof.
  intros t T. pose proof (sandwich t T) as S0. pose proof positive_growth as G. rewrite sqrt_mult_alt in S0 by lra.
  replace (‖u‖ ^ 2 * (Rad ^ 2 + 2 * tau / eta)) with ((‖u‖ * sqrt (Rad ^ 2 + 2 * tau / eta)) ^ 2).
  - apply divide_and_square with eta; [assumption..|apply lt_0_INR; lia|]. lra.
  - rewrite Rpow_mult_distr, <- (Rsqr_pow2 (sqrt _)), Rsqr_sqrt; lra.
Qed.
End Lines.

(** It bounds the updates, be they on scores below tau or at most tau; the mistakes are among them, whatever the rule
    for ties. *)
Theorem theorem :
  forall (strict : bool) (tie : tie_rule) (d : nat) (tau eta : R)
      (es : list example) (u : vec) (gamma Rad : R),
  tau > 0 ->
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  INR (length (margin_perceptron_updates strict d tau eta es))
  <= norm d u ^ 2 * (Rad ^ 2 + 2 * tau / eta) / gamma ^ 2 /\
  (margin_perceptron_mistakes strict tie d tau eta es
    <= length (margin_perceptron_updates strict d tau eta es))%nat.
Proof.
  intros strict tie d tau eta es u gamma Rad He Hr Hg HR Hm. split; [|apply mistakes_update, He].
  set (us := margin_perceptron_updates strict d tau eta es).
  destruct (Nat.eq_dec (length us) 0) as [Z|N].
  - rewrite Z. simpl INR. apply le_div; [nra|]. rewrite Rmult_0_l.
    pose proof (positive_growth eta tau Rad He Hr). pose proof (pow2_ge_0 (norm d u)). nra.
  - apply bound with (U := length us) (w := w_of eta us) (x := x_of us) (y := y_of us);
      eauto using w_start, w_update, update_on_narrow_escape, margin_update_shown. lia.
Qed.
End MARGIN_PERCEPTRON.

(** A pass is one showing of all examples. The margin Perceptron comes to a pass without an update, and then has a
    part of the margin on all of them. *)
Module MARGIN_FRACTION.

(** The least signed score of w on the examples [es]. *)
Definition least_score (d : nat) (w : vec) (es : list example) : R :=
  least (length es) (fun i => snd (nth i es (zero, true)) * dot d w (fst (nth i es (zero, true)))).

Definition mistakes_update := MARGIN_PERCEPTRON.mistakes_update.

Section Lines.
Variables (d U : nat) (u : vec) (eta tau gamma Rad : R) (w x : nat -> vec) (y : nat -> bool).
Variables (es : list example) (strict : bool).
Hypothesis positive_threshold : tau > 0.
Variable not_empty : es <> [].
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis narrow : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= tau.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.
Hypothesis stopped : INR (length (updates vec (narrow_escape strict d tau) (update eta) (w U) es)) = 0.

Definition shift := MARGIN_PERCEPTRON.shift d U u eta w x y update_rule.
Definition progress := MARGIN_PERCEPTRON.progress d U u eta gamma w x y learning_rate update_rule margin.
Definition total_progress := MARGIN_PERCEPTRON.total_progress d U u eta gamma w x y start learning_rate update_rule
  margin.
Definition growth_identity := MARGIN_PERCEPTRON.growth_identity d U eta w x y update_rule.
Definition growth := MARGIN_PERCEPTRON.growth d U eta tau Rad w x y learning_rate update_rule narrow radius.
Definition total_growth := MARGIN_PERCEPTRON.total_growth d U eta tau Rad w x y start learning_rate update_rule
  narrow radius.
Definition cauchy_schwarz := MARGIN_PERCEPTRON.cauchy_schwarz d U u w.
Definition sandwich := MARGIN_PERCEPTRON.sandwich d U u eta tau gamma Rad w x y start learning_rate update_rule
  narrow radius margin.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * (Rad ^ 2 + 2 * tau / eta) / gamma ^ 2.
Proof. eapply MARGIN_PERCEPTRON.bound with (w := w); eauto. Qed.

Lemma short : ‖w U‖ <= eta * ‖u‖ * (Rad ^ 2 + 2 * tau / eta) / gamma.
Proof.
  clear stopped.
  pose proof (MARGIN_PERCEPTRON.positive_growth eta tau Rad positive_threshold learning_rate) as G.
  set (c := Rad ^ 2 + 2 * tau / eta) in *. pose proof (norm_pos d u).
  assert (0 <= eta * ‖u‖ * c / gamma) as P.
  { apply le_div; [lra|]. rewrite Rmult_0_l. apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
  destruct (Nat.eq_dec U 0) as [->|N]; [rewrite start; exact P|].
  pose proof (total_growth U ltac:(lia)) as A. pose proof (bound U ltac:(lia)) as B. fold c in A, B.
  rewrite <- (sqrt_pow2 (‖w U‖)) by apply norm_pos. rewrite <- (sqrt_pow2 (eta * ‖u‖ * c / gamma)) by exact P.
  apply sqrt_le_1_alt. apply Rle_trans with (eta ^ 2 * c * INR U); [exact A|].
  replace ((eta * ‖u‖ * c / gamma) ^ 2) with (eta ^ 2 * c * (‖u‖ ^ 2 * c / gamma ^ 2)) by (field; lra).
  apply Rmult_le_compat_l; [nra | exact B].
Qed.

Lemma satisfied : tau <= least_score d (w U) es.
Proof.
  apply le_least; [destruct es; simpl; congruence|]. intros i I.
  pose proof (INR_eq _ 0 stopped) as None. apply length_zero_iff_nil in None.
  pose proof (no_update vec _ _ es (w U) None _ (nth_In es (zero, true) I)) as N.
  apply Rnot_lt_le. intros L. apply (narrow_below strict) in L. congruence.
Qed.

(** The last weights are not zero, since their scores are not; so there was an update, and u is not zero either. *)
Lemma moved : 0 < ‖w U‖.
Proof.
  destruct (norm_pos d (w U)) as [P|Z]; [exact P|]. pose proof satisfied as A. symmetry in Z.
  assert (least_score d (w U) es <= 0); [|lra]. unfold least_score.
  assert (0 < length es)%nat as I by (destruct es; [congruence | simpl; lia]).
  apply Rle_trans with (1 := least_le _ _ 0 I). cbv beta. rewrite dot_sym, (dot_of_length_0 d _ _ Z). lra.
Qed.

Lemma comparator_not_zero : 0 < ‖u‖.
Proof.
  assert (U <> 0)%nat as N by (intros Z; pose proof moved as P; rewrite Z, start in P; lra).
  pose proof (margin U ltac:(lia)) as M.
  destruct (norm_pos d u) as [P|Z]; [exact P|]. symmetry in Z.
  rewrite dot_sym, (dot_of_length_0 d _ _ Z) in M. lra.
Qed.

Lemma fraction : tau * gamma / ((eta * Rad ^ 2 + 2 * tau) * ‖u‖) <= least_score d (w U) es / ‖w U‖.
Proof.
  pose proof moved as Pw. pose proof comparator_not_zero as Pu. pose proof short as A. pose proof satisfied as B.
  assert (0 < eta * Rad ^ 2 + 2 * tau) as G by (pose proof (pow2_ge_0 Rad); nra).
  replace (eta * ‖u‖ * (Rad ^ 2 + 2 * tau / eta) / gamma) with (‖u‖ * (eta * Rad ^ 2 + 2 * tau) / gamma) in A by
    (field; lra).
  apply le_div; [exact Pw|].
  (* tau |w| is at most tau times the bound on |w| *)
  apply Rle_trans with (tau * gamma / ((eta * Rad ^ 2 + 2 * tau) * ‖u‖) * (‖u‖ * (eta * Rad ^ 2 + 2 * tau) / gamma)).
  - apply Rmult_le_compat_l; [|exact A]. apply le_div; nra.
  - replace (tau * gamma / ((eta * Rad ^ 2 + 2 * tau) * ‖u‖) * (‖u‖ * (eta * Rad ^ 2 + 2 * tau) / gamma)) with tau
      by (field; lra). exact B.
Qed.
End Lines.

(** After some number k of passes the next brings no update; and whenever one brings none, the weights keep a part of
    the margin, both measured as distances. *)
Theorem theorem :
  forall (strict : bool) (d : nat) (tau eta : R) (es : list example) (u : vec)
      (gamma Rad : R),
  tau > 0 ->
  eta > 0 ->
  gamma > 0 ->
  es <> [] ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  let us k := margin_perceptron_updates strict d tau eta (passes k es) in
  let w k := w_of eta (us k) (length (us k)) in
  let stopped k :=
    updates vec (narrow_escape strict d tau) (update eta) (w k) es = [] in
  (exists k, stopped k) /\
  (forall k, stopped k ->
    tau / (eta * Rad ^ 2 + 2 * tau) * (gamma / norm d u)
      <= least_score d (w k) es / norm d (w k)).
Proof.
  intros strict d tau eta es u gamma Rad He Hr Hg Hne HR Hm us w stopped. split.
  - apply (a_pass_without_update vec (narrow_escape strict d tau) (update eta) zero es
      (norm d u ^ 2 * (Rad ^ 2 + 2 * tau / eta) / gamma ^ 2)).
    intros k. apply (MARGIN_PERCEPTRON.theorem strict TieMistake d tau eta (passes k es)); eauto using passes_in.
  - intros k Stopped.
    assert (forall t, (1 <= t <= length (us k))%nat -> In (x_of (us k) t, y_of (us k) t) es) as Shown
      by (intros t T; apply (passes_in k), (margin_update_shown strict d tau eta), T).
    assert (tau * gamma / ((eta * Rad ^ 2 + 2 * tau) * norm d u) <= least_score d (w k) es / norm d (w k)) as F.
    { apply (fraction d (length (us k)) u eta tau gamma Rad (w_of eta (us k)) (x_of (us k)) (y_of (us k)) es strict);
        eauto using w_start, w_update, update_on_narrow_escape.
      exact (f_equal (fun l => INR (length l)) Stopped). }
    replace (tau / (eta * Rad ^ 2 + 2 * tau) * (gamma / norm d u))
      with (tau * gamma / ((eta * Rad ^ 2 + 2 * tau) * norm d u)); [exact F|].
    assert (0 < norm d u) as Pu.
    { apply (comparator_not_zero d (length (us k)) u eta tau gamma (w_of eta (us k)) (x_of (us k)) (y_of (us k)) es
        strict);
        eauto using w_start. exact (f_equal (fun l => INR (length l)) Stopped). }
    pose proof (pow2_ge_0 Rad). field. split; [lra | nra].
Qed.
End MARGIN_FRACTION.
