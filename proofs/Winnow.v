(** Winnow: its mistake bound by relative entropy, and the corollaries of the chapter.

    A run is the learner's fold over a list of examples, of any length, in any order. The features are d real numbers.
    The learner multiplies each weight by exp (eta y x_j) and divides all by their sum; it updates where the signed
    score is below the threshold. Where it is the threshold itself it does what the rule for ties says. All is proved
    for every rule for ties, every prior, every threshold that the book allows, and every step with a positive gain. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Learner Simplex.
Import ListNotations.
Open Scope R_scope.

(** * The learner *)

(** The example turned to its own side: a = y x. *)
Definition signed (e : example) : vec := scale (sign (snd e)) (fst e).

Definition mistaken (tie : tie_rule) (d : nat) (w : vec) (e : example) : bool := wrong tie (dot d w (fst e)) (snd e).

(** The threshold is asked for on the side of the label: is y (<w, x> - y theta) at most 0? *)
Definition updating (tie : tie_rule) (d : nat) (theta : R) (w : vec) (e : example) : bool :=
  wrong tie (dot d w (fst e) - sign (snd e) * theta) (snd e).

Definition Z (d : nat) (eta : R) (w a : vec) : R := normaliser d w (scale eta a).
Definition update (d : nat) (eta : R) (w : vec) (e : example) : vec :=
  fun j => w j * exp (eta * signed e j) / Z d eta w (signed e).

Definition winnow_updates tie d eta theta (w0 : vec) (es : list example) : list example :=
  updates vec (updating tie d theta) (update d eta) w0 es.
Definition winnow_count tie d eta theta (w0 : vec) (es : list example) : nat :=
  count_updates vec (mistaken tie d) (updating tie d theta) (update d eta) w0 es.
Definition winnow_mistakes tie d eta theta (w0 : vec) (es : list example) : nat :=
  mistakes vec (mistaken tie d) (updating tie d theta) (update d eta) w0 es.

(** What an update gains: C(eta). *)
Definition beta (Rad theta : R) : R := (Rad + theta) / (2 * Rad).
Definition C (eta s Rad theta : R) : R :=
  eta * s - ln (beta Rad theta * exp (eta * Rad) + (1 - beta Rad theta) * exp (- (eta * Rad))).

(** * About the learner *)

Lemma signed_threshold b score theta : sign b * (score - sign b * theta) = sign b * score - theta.
Proof. destruct b; unfold sign; ring. Qed.

(** A score on the wrong side is wrong by every rule for ties. *)
Lemma wrong_below tie s b : sign b * s < 0 -> wrong tie s b = true.
Proof.
  unfold wrong, sign. destruct (total_order_T s 0) as [[L|E]|G]; destruct b; simpl; intros H; auto; exfalso; lra.
Qed.

Lemma updating_score tie d theta w e : updating tie d theta w e = true -> dot d (signed e) w <= theta.
Proof.
  intros H. apply wrong_score in H. unfold signed. rewrite dot_scale, (dot_sym d (fst e)).
  rewrite signed_threshold in H. lra.
Qed.

(** With a threshold that is not negative, every mistake is an update. *)
Lemma mistake_updates tie d theta w e : theta >= 0 -> mistaken tie d w e = true -> updating tie d theta w e = true.
Proof.
  unfold mistaken, updating. intros [T|T] M.
  - apply wrong_below. apply wrong_score in M. rewrite signed_threshold. lra.
  - rewrite T, Rmult_0_r, Rminus_0_r. exact M.
Qed.

Lemma winnow_mistakes_le tie d eta theta w0 es : theta >= 0 ->
  INR (winnow_mistakes tie d eta theta w0 es) <= INR (winnow_count tie d eta theta w0 es).
Proof. intros T. apply le_INR, mistakes_le_updates. intros w e. apply mistake_updates. exact T. Qed.

(** The weights after t updates and the signed example of update t, of a learner with any rule [next] of updates. *)
Section Run.
Variables (tie : tie_rule) (d : nat) (theta : R) (next : vec -> example -> vec) (w0 : vec) (es : list example).

Definition run_updates : list example := updates vec (updating tie d theta) next w0 es.
Definition run_example (t : nat) : example := nth (t - 1) run_updates (zero, true).
Definition run_weights (t : nat) : vec := state vec next w0 run_updates t.
Definition run_signed (t : nat) : vec := signed (run_example t).

Lemma run_in t : (1 <= t <= length run_updates)%nat -> In (run_example t) run_updates.
Proof. intros T. apply nth_In. lia. Qed.

Lemma run_next t : (1 <= t <= length run_updates)%nat -> run_weights t = next (run_weights (t - 1)) (run_example t).
Proof. intros T. unfold run_weights. replace t with (S (t - 1)) at 1 by lia. apply state_next. lia. Qed.

Lemma run_mistake t : (1 <= t <= length run_updates)%nat -> dot d (run_signed t) (run_weights (t - 1)) <= theta.
Proof. intros T. apply (updating_score tie), state_updating. fold run_updates. lia. Qed.

Lemma run_range Rad :
  (forall x b, In (x, b) run_updates -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  forall t, (1 <= t <= length run_updates)%nat -> forall j, (j < d)%nat -> Rabs (run_signed t j) <= Rad.
Proof.
  intros B t T j J. pose proof (run_in t T) as I. unfold run_signed, signed, scale. rewrite Rabs_mult.
  destruct (run_example t) as [x b]. simpl. replace (Rabs (sign b)) with 1; [rewrite Rmult_1_l; eauto|].
  destruct b; simpl; [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

Lemma run_margin u s : (forall x b, In (x, b) run_updates -> sign b * dot d u x >= s) ->
  forall t, (1 <= t <= length run_updates)%nat -> dot d (run_signed t) u >= s.
Proof.
  intros B t T. pose proof (run_in t T) as I. unfold run_signed, signed. rewrite dot_scale, dot_sym.
  destruct (run_example t) as [x b]. apply B. exact I.
Qed.
End Run.

Lemma winnow_count_length tie d eta theta w0 es :
  winnow_count tie d eta theta w0 es = length (run_updates tie d theta (update d eta) w0 es).
Proof. apply count_updates_length. Qed.

(** * One update, and all of them *)

(** The weights stay a distribution. *)
Lemma stays_distribution d eta U (w a : nat -> vec) :
  (forall j, (j < d)%nat -> 0 < w O j) -> sum d (w O) = 1 ->
  (forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
    w t j = w (t - 1)%nat j * exp (eta * a t j) / Z d eta (w (t - 1)%nat) (a t)) ->
  forall t, (t <= U)%nat -> distribution d (w t).
Proof.
  intros P M Rule. induction t as [|t IH]; intros T; [split; assumption|].
  destruct (tilted_distribution d (w t) (scale eta (a (S t))) (IH ltac:(lia))) as [P' M'].
  assert (forall j, (j < d)%nat -> w (S t) j = tilted d (w t) (scale eta (a (S t))) j) as E.
  { intros j J. rewrite (Rule (S t) ltac:(lia) j J). replace (S t - 1)%nat with t by lia. reflexivity. }
  split; [intros j J; rewrite E; auto | rewrite (sum_ext d _ _ E); exact M'].
Qed.

Lemma dot_scale_r d c v w : dot d v (scale c w) = c * dot d w v.
Proof. rewrite dot_sym, dot_scale. reflexivity. Qed.

(** The logarithm of each weight moves by eta a - ln Z; average that with the weights of u. *)
Lemma entropy_moves d eta u w w' a : mixture d u -> distribution d w ->
  (forall j, (j < d)%nat -> w' j = w j * exp (eta * a j) / Z d eta w a) ->
  KL d u w' - KL d u w = ln (Z d eta w a) - eta * dot d a u.
Proof.
  intros Mix D Rule. replace (KL d u w') with (KL d u (tilted d w (scale eta a))).
  - rewrite KL_tilted, dot_scale_r by assumption. unfold Z. ring.
  - unfold KL. apply sum_ext. intros j J. rewrite (Rule j J). reflexivity.
Qed.

(** Z is the mean of exp (eta a) by w; all a lie between -R and R, and there exp lies below its chord. *)
Lemma below_chord d eta w a Rad : distribution d w -> eta > 0 -> Rad > 0 ->
  (forall j, (j < d)%nat -> Rabs (a j) <= Rad) ->
  Z d eta w a <= cosh (eta * Rad) + sinh (eta * Rad) / Rad * dot d a w.
Proof.
  intros D He HR Range. assert (0 < eta * Rad) by (apply Rmult_lt_0_compat; lra).
  pose proof (normaliser_chord d w (scale eta a) (- (eta * Rad)) (eta * Rad) D ltac:(lra)) as C.
  rewrite dot_scale_r in C. unfold Z.
  replace (cosh (eta * Rad) + sinh (eta * Rad) / Rad * dot d a w)
    with (((eta * Rad - eta * dot d a w) * exp (- (eta * Rad)) + (eta * dot d a w - - (eta * Rad)) * exp (eta * Rad))
          / (eta * Rad - - (eta * Rad))) by (unfold cosh, sinh; field; lra).
  apply C. intros j J. unfold scale. pose proof (Range j J). pose proof (Rle_abs (a j)).
  pose proof (Rle_abs (- a j)) as N. rewrite Rabs_Ropp in N. split; nra.
Qed.

(** No margin of a mixture exceeds the range. *)
Lemma margin_le_range d u a Rad : mixture d u -> (forall j, (j < d)%nat -> Rabs (a j) <= Rad) -> dot d a u <= Rad.
Proof.
  intros Mix Range. rewrite dot_sym. apply mean_le; [exact Mix|].
  intros j J. pose proof (Range j J). pose proof (Rle_abs (a j)). lra.
Qed.

Lemma add_up U (f : nat -> R) g : (forall t, (1 <= t <= U)%nat -> f t <= f (t - 1)%nat - g) ->
  forall t, (t <= U)%nat -> f t <= f O - g * INR t.
Proof.
  intros P. induction t as [|t IH]; intros T; [simpl; lra|].
  pose proof (P (S t) ltac:(lia)) as Q. replace (S t - 1)%nat with t in Q by lia.
  rewrite S_INR. specialize (IH ltac:(lia)). lra.
Qed.

(** Divide by the gain. *)
Lemma squeeze g t k : 0 < g -> 0 <= k - g * t -> t <= k / g.
Proof.
  intros G H. apply Rmult_le_reg_r with g; [exact G|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** Hypotheses as they are printed, put together. *)
Lemma as_mixture d u : (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 -> mixture d u.
Proof. intros P M. split; [intros j J; apply Rge_le; auto | exact M]. Qed.

(** * Winnow's mistake bound, in its simplest case *)

Module WINNOW_UNIT.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta s : R) (w a : nat -> vec).

Notation Zt t := (Z d eta (w (t - 1)%nat) (a t)).

Hypothesis uniform : forall j, (j < d)%nat -> w 0%nat j = 1 / INR d.
Hypothesis step : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (eta * a t j) / Zt t.
Hypothesis no_threshold : theta = 0.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> dot d (a t) (w (t - 1)%nat) <= 0.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= 1.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> dot d (a t) u >= s.
Hypothesis gain : eta * s - ln (cosh eta) > 0.

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistake_driven : forall tie v e, mistaken tie d v e = true -> updating tie d theta v e = true.
Proof. intros tie v e. apply mistake_updates. lra. Qed.

(** The weights are a distribution, before and after every update; and u is a mixture. *)
Lemma weights : forall t, (t <= U)%nat -> distribution d (w t).
Proof.
  pose proof (uniform_distribution d (mass_some d u comparator_mass)) as [P M].
  apply (stays_distribution d eta U w a); [| |exact update_rule].
  - intros j J. rewrite uniform by exact J. apply (P j J).
  - rewrite (sum_ext d _ _ uniform). exact M.
Qed.

Lemma mixed : mixture d u.
Proof. apply as_mixture; assumption. Qed.

Lemma drop : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) - KL d u (w (t - 1)%nat) = ln (Zt t) - eta * dot d (a t) u.
Proof. intros t T. apply entropy_moves; [exact mixed | apply weights; lia | exact (update_rule t T)]. Qed.

Lemma margin_term : forall t, (1 <= t <= U)%nat -> ln (Zt t) - eta * dot d (a t) u <= ln (Zt t) - eta * s.
Proof. intros t T. pose proof (margin t T). nra. Qed.

Lemma chord : forall t, (1 <= t <= U)%nat ->
  ln (Zt t) <= ln (cosh eta + sinh eta * dot d (a t) (w (t - 1)%nat)).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D. apply ln_le; [apply normaliser_pos, D|].
  pose proof (below_chord d eta _ (a t) 1 D step ltac:(lra) (range t T)) as B.
  rewrite Rmult_1_r in B. replace (sinh eta / 1) with (sinh eta) in B by field. exact B.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  ln (cosh eta + sinh eta * dot d (a t) (w (t - 1)%nat)) <= ln (cosh eta).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D.
  pose proof (below_chord d eta _ (a t) 1 D step ltac:(lra) (range t T)) as B.
  rewrite Rmult_1_r in B. replace (sinh eta / 1) with (sinh eta) in B by field.
  pose proof (normaliser_pos d _ (scale eta (a t)) D). fold (Zt t) in *.
  apply ln_le; [lra|]. pose proof (mistake t T). pose proof (sinh_pos eta step). nra.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) <= KL d u (w (t - 1)%nat) - (eta * s - ln (cosh eta)).
Proof.
  intros t T. pose proof (drop t T). pose proof (margin_term t T). pose proof (chord t T).
  pose proof (mistake_term t T). lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) <= KL d u (w 0%nat) - (eta * s - ln (cosh eta)) * INR t.
Proof. intros t T. apply (add_up U (fun t => KL d u (w t)) _ progress). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= KL d u (w t).
Proof. intros t T. apply gibbs; [exact mixed | apply weights; lia]. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0%nat) / (eta * s - ln (cosh eta)).
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). apply squeeze; lra. Qed.
End Lines.

(** For every rule for ties, every number of features, step and list of examples, and every mixture u: if (1) the
    features are at most 1 in size and (3) the margin of u is at least s, both on the examples of the updates only,
    and (4) the step gains, then Winnow from equal weights, with the threshold 0, makes no more updates than the
    bound says, and no more mistakes; and the relative entropy in the bound is at most ln d. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta s : R) (es : list example) (u : vec),
  let us := winnow_updates tie d eta 0 (Simplex.uniform d) es in
  eta > 0 ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= s) ->
  eta * s > ln (cosh eta) ->
  INR (winnow_count tie d eta 0 (Simplex.uniform d) es) <= KL d u (Simplex.uniform d) / (eta * s - ln (cosh eta))
  /\ INR (winnow_mistakes tie d eta 0 (Simplex.uniform d) es)
     <= KL d u (Simplex.uniform d) / (eta * s - ln (cosh eta))
  /\ KL d u (Simplex.uniform d) <= ln (INR d).
Proof.
  intros tie d eta s es u us He HR Hu Hm Hs Hg.
  assert (INR (winnow_count tie d eta 0 (Simplex.uniform d) es)
          <= KL d u (Simplex.uniform d) / (eta * s - ln (cosh eta))) as B.
  { rewrite winnow_count_length. destruct (length _) as [|U] eqn:L.
    - apply Rle_mult_inv_pos; [|lra]. apply gibbs; [apply as_mixture; assumption|].
      apply uniform_distribution, (mass_some d u Hm).
    - apply (bound d (S U) u eta s (run_weights tie d 0 (update d eta) (Simplex.uniform d) es)
        (run_signed tie d 0 (update d eta) (Simplex.uniform d) es)); try assumption; try lia; try lra.
      + reflexivity.
      + intros t T j J. rewrite <- L in T. rewrite run_next by exact T. reflexivity.
      + intros t T. rewrite <- L in T. apply run_mistake. exact T.
      + rewrite <- L. apply run_range. exact HR.
      + rewrite <- L. apply run_margin. exact Hs. }
  split; [exact B | split]; [|apply KL_uniform_le, as_mixture; assumption].
  eapply Rle_trans; [apply winnow_mistakes_le; lra | exact B].
Qed.
End WINNOW_UNIT.
