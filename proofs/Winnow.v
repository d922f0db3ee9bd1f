(** Winnow: its mistake bound by relative entropy, the corollaries of the chapter, and a lower bound for all learners.

    A run is the learner's fold over a list of examples, of any length, in any order. The features are d real numbers.
    The learner multiplies each weight by exp (eta y x_j) and divides all by their sum. It updates if the signed score
    is at most the threshold; but if the threshold is 0, it updates if its prediction is wrong, by its rule for ties.
    Everything is proved for every rule for ties, every prior, every threshold that the book allows, and every learning
    rate with a positive gain. Range and margin are required on the examples of the updates only.

    Beside the theorems of the book, [SIGN_PATTERNS] is the opponent whom no deterministic learner beats, and
    [PINSKER] the inequality between relative entropy and the sum of the differences. *)
From Coq Require Import Reals Lra Psatz List Lia Permutation.
From MB Require Import Vectors Learner Simplex.
Import ListNotations.
Open Scope R_scope.

(** * The learner *)

(** The example turned to its own side: a = y x. *)
Definition signed (e : example) : vec := scale (sign (snd e)) (fst e).

Definition mistaken (tie : tie_rule) (d : nat) (w : vec) (e : example) : bool := wrong tie (dot d w (fst e)) (snd e).

(** The threshold is asked for on the side of the label: is y (<w, x> - y theta) at most 0? The rule for ties is one
    for predictions: without a threshold it also says when to update. *)
Definition updating (tie : tie_rule) (d : nat) (theta : R) (w : vec) (e : example) : bool :=
  wrong (if Req_EM_T theta 0 then tie else TieMistake) (dot d w (fst e) - sign (snd e) * theta) (snd e).

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
Definition lambda (Rad theta : R) : R := (Rad + theta) / (2 * Rad).
Definition C (eta gamma Rad theta : R) : R :=
  eta * gamma - ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad))).

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

(** Without a threshold the updates are the mistakes. *)
Lemma updating_0 tie d w e : updating tie d 0 w e = mistaken tie d w e.
Proof.
  unfold updating, mistaken. destruct (Req_EM_T 0 0) as [_|N]; [|congruence].
  rewrite Rmult_0_r, Rminus_0_r. reflexivity.
Qed.

(** With another it updates exactly where the signed score is at most that. *)
Lemma updating_threshold tie d theta w e : theta <> 0 ->
  (updating tie d theta w e = true <-> dot d (signed e) w <= theta).
Proof.
  intros T. split; [apply updating_score|]. unfold updating, signed. rewrite dot_scale, (dot_sym d (fst e)).
  destruct (Req_EM_T theta 0) as [N|_]; [contradiction|]. intros [L|E].
  - apply wrong_below. rewrite signed_threshold. lra.
  - replace (dot d w (fst e) - sign (snd e) * theta) with 0.
    + unfold wrong. destruct (total_order_T 0 0) as [[L|_]|G]; [lra | reflexivity | lra].
    + rewrite <- E, <- Rmult_assoc, sign_square. ring.
Qed.

(** With a threshold that is not negative, every mistake is an update. *)
Lemma mistake_updates tie d theta w e : theta >= 0 -> mistaken tie d w e = true -> updating tie d theta w e = true.
Proof.
  intros [T|T] M.
  - unfold updating. apply wrong_below. apply wrong_score in M. rewrite signed_threshold. lra.
  - rewrite T, updating_0. exact M.
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

Lemma run_margin u gamma : (forall x b, In (x, b) run_updates -> sign b * dot d u x >= gamma) ->
  forall t, (1 <= t <= length run_updates)%nat -> dot d (run_signed t) u >= gamma.
Proof.
  intros B t T. pose proof (run_in t T) as I. unfold run_signed, signed. rewrite dot_scale, dot_sym.
  destruct (run_example t) as [x b]. apply B. exact I.
Qed.
End Run.

Lemma winnow_count_length tie d eta theta w0 es :
  winnow_count tie d eta theta w0 es = length (run_updates tie d theta (update d eta) w0 es).
Proof. apply count_updates_length. Qed.

(** The rule of its updates, as the printed proofs have it. *)
Lemma run_rule tie d eta theta w0 es t (w := run_weights tie d theta (update d eta) w0 es)
    (a := run_signed tie d theta (update d eta) w0 es) :
  (1 <= t <= length (run_updates tie d theta (update d eta) w0 es))%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (eta * a t j) / Z d eta (w (t - 1)%nat) (a t).
Proof. intros T j J. subst w a. rewrite run_next by exact T. reflexivity. Qed.

(** How each of these proofs ends: what bounds the number of the last update bounds the updates, and the mistakes. *)
Lemma last_update tie d eta theta w0 es B (U := length (run_updates tie d theta (update d eta) w0 es)) : 0 <= B ->
  ((1 <= U)%nat -> INR U <= B) ->
  INR (winnow_count tie d eta theta w0 es) <= B /\ (theta >= 0 -> INR (winnow_mistakes tie d eta theta w0 es) <= B).
Proof.
  intros P H. assert (INR (winnow_count tie d eta theta w0 es) <= B) as G.
  { rewrite winnow_count_length. fold U. destruct U; [exact P | apply H; lia]. }
  split; [exact G|]. intros T. eapply Rle_trans; [apply winnow_mistakes_le; exact T | exact G].
Qed.

(** A hypothesis of the printed proofs, if it is one of the run. *)
Ltac of_the_run :=
  first [assumption | exact (run_rule _ _ _ _ _ _) | exact (run_mistake _ _ _ _ _ _) | apply run_range; assumption
        | apply run_margin; assumption | reflexivity | lra | lia].

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

Lemma quotient_le k g g' : 0 <= k -> 0 < g' <= g -> k / g <= k / g'.
Proof. intros K G. apply Rmult_le_compat_l; [exact K|]. apply Rinv_le_contravar; lra. Qed.

(** Hypotheses as they are printed, put together. *)
Lemma as_mixture d u : (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 -> mixture d u.
Proof. intros P M. split; [intros j J; apply Rge_le; auto | exact M]. Qed.

(** * Winnow's mistake bound, in its simplest case *)

Module WINNOW_UNIT.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta gamma : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Hypothesis uniform : forall j, (j < d)%nat -> w 0 j = 1 / INR d.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis no_threshold : theta = 0.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= 0.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= 1.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis gain : eta * gamma - ln (cosh eta) > 0.

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie v e, mistaken tie d v e = true -> updating tie d theta v e = true.
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
  KL d u (w t) - KL d u (w (t - 1)) = ln (Zt t) - eta * ⟨a t, u⟩.
Proof. intros t T. apply entropy_moves; [exact mixed | apply weights; lia | exact (update_rule t T)]. Qed.

Lemma margin_term : forall t, (1 <= t <= U)%nat -> ln (Zt t) - eta * ⟨a t, u⟩ <= ln (Zt t) - eta * gamma.
Proof. intros t T. pose proof (margin t T). nra. Qed.

Lemma chord : forall t, (1 <= t <= U)%nat ->
  ln (Zt t) <= ln (cosh eta + sinh eta * ⟨a t, w (t - 1)⟩).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D. apply ln_le; [apply normaliser_pos, D|].
  pose proof (below_chord d eta _ (a t) 1 D learning_rate ltac:(lra) (range t T)) as B.
  rewrite Rmult_1_r in B. replace (sinh eta / 1) with (sinh eta) in B by field. exact B.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  ln (cosh eta + sinh eta * ⟨a t, w (t - 1)⟩) <= ln (cosh eta).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D.
  pose proof (below_chord d eta _ (a t) 1 D learning_rate ltac:(lra) (range t T)) as B.
  rewrite Rmult_1_r in B. replace (sinh eta / 1) with (sinh eta) in B by field.
  pose proof (normaliser_pos d _ (scale eta (a t)) D). fold (Zt t) in *.
  apply ln_le; [lra|]. pose proof (mistake t T). pose proof (sinh_pos eta learning_rate). nra.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) <= KL d u (w (t - 1)) - (eta * gamma - ln (cosh eta)).
Proof.
  intros t T. pose proof (drop t T). pose proof (margin_term t T). pose proof (chord t T).
  pose proof (mistake_term t T). lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) <= KL d u (w 0) - (eta * gamma - ln (cosh eta)) * INR t.
Proof. intros t T. apply (add_up U (fun t => KL d u (w t)) _ progress). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= KL d u (w t).
Proof. intros t T. apply gibbs; [exact mixed | apply weights; lia]. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0) / (eta * gamma - ln (cosh eta)).
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). apply le_div; lra. Qed.
End Lines.

(** For every rule for ties, every number of features, learning rate and list of examples, and every mixture u: if (1)
    the features are at most 1 in size and (3) the margin of u is at least gamma, both on the examples of the updates
    only, and (4) the learning rate gains, then Winnow from equal weights, with the threshold 0, makes no more updates
    than the bound says, and no more mistakes; and the relative entropy in the bound is at most ln d. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta gamma : R)
    (es : list example) (u : vec),
  let us := winnow_updates tie d eta 0 (Simplex.uniform d) es in
  eta > 0 ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= gamma) ->
  eta * gamma > ln (cosh eta) ->
  INR (winnow_count tie d eta 0 (Simplex.uniform d) es)
    <= KL d u (Simplex.uniform d) / (eta * gamma - ln (cosh eta))
  /\ INR (winnow_mistakes tie d eta 0 (Simplex.uniform d) es)
     <= KL d u (Simplex.uniform d) / (eta * gamma - ln (cosh eta))
  /\ KL d u (Simplex.uniform d) <= ln (INR d).
Proof.
  intros tie d eta gamma es u us He HR Hu Hm Hs Hg.
  assert (INR (winnow_count tie d eta 0 (Simplex.uniform d) es)
          <= KL d u (Simplex.uniform d) / (eta * gamma - ln (cosh eta))) as B.
  { rewrite winnow_count_length. destruct (length _) as [|U] eqn:L.
    - apply Rle_mult_inv_pos; [|lra]. apply gibbs; [apply as_mixture; assumption|].
      apply uniform_distribution, (mass_some d u Hm).
    - apply (bound d (S U) u eta gamma (run_weights tie d 0 (update d eta) (Simplex.uniform d) es)
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

(** * Any range, any threshold, any start *)

(** At theta the chord has the height of which C speaks. *)
Lemma chord_at_threshold eta Rad theta : Rad > 0 ->
  cosh (eta * Rad) + sinh (eta * Rad) / Rad * theta
  = lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad)).
Proof. intros P. unfold lambda, cosh, sinh. field. lra. Qed.

(** With threshold 0 the gain is eta gamma - ln cosh (eta R). *)
Lemma C_no_threshold eta gamma Rad : Rad > 0 -> C eta gamma Rad 0 = eta * gamma - ln (cosh (eta * Rad)).
Proof. intros P. unfold C. rewrite <- chord_at_threshold by exact P. do 2 f_equal. ring. Qed.

Lemma lambda_range Rad z : - Rad < z < Rad -> 0 < lambda Rad z < 1.
Proof.
  intros P. unfold lambda. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (2 * Rad); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** Hoeffding's inequality, as the chapter has it. *)
Lemma hoeffding_chord eta Rad theta : Rad > 0 -> - Rad <= theta <= Rad ->
  ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad)))
  <= eta * theta + eta ^ 2 * Rad ^ 2 / 2.
Proof.
  intros P T. assert (0 <= lambda Rad theta <= 1) as B.
  { unfold lambda. split; [apply Rle_mult_inv_pos; lra|]. apply Rmult_le_reg_r with (2 * Rad); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (hoeffding_coin (lambda Rad theta) (2 * (eta * Rad)) B) as H.
  replace (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad)))
    with (exp (- (eta * Rad)) * (1 - lambda Rad theta + lambda Rad theta * exp (2 * (eta * Rad)))).
  2:{ replace (exp (eta * Rad)) with (exp (- (eta * Rad)) * exp (2 * (eta * Rad)))
        by (rewrite <- exp_plus; f_equal; ring). ring. }
  rewrite ln_mult, ln_exp.
  - replace (lambda Rad theta * (2 * (eta * Rad))) with (eta * Rad + eta * theta) in H by (unfold lambda; field; lra).
    lra.
  - apply exp_pos.
  - pose proof (exp_pos (2 * (eta * Rad))). nra.
Qed.

(** No learning rate gains unless the margin is above the threshold. *)
Lemma gain_margin eta gamma Rad theta : eta > 0 -> Rad > 0 -> - Rad < theta -> gamma <= Rad -> C eta gamma Rad theta >
  0 ->
  gamma > theta.
Proof.
  intros He HR T Hs G. assert (0 < eta * Rad) by (apply Rmult_lt_0_compat; lra).
  destruct (Rlt_or_le theta gamma) as [L|L]; [exact L|]. exfalso. revert G. apply Rle_not_gt. unfold C.
  assert (eta * gamma <= ln (cosh (eta * Rad) + sinh (eta * Rad) / Rad * theta)).
  2:{ rewrite <- chord_at_threshold by exact HR. lra. }
  rewrite <- (ln_exp (eta * gamma)). apply ln_le; [apply exp_pos|].
  (* exp is below its chord at the smaller of theta and R, and the chord rises *)
  assert (0 < sinh (eta * Rad) / Rad) by (apply Rdiv_lt_0_compat; [apply sinh_pos|]; lra).
  apply Rle_trans with (exp (eta * Rmin theta Rad)).
  - apply exp_le, Rmult_le_compat_l; [lra | apply Rmin_glb; lra].
  - pose proof (Rmin_l theta Rad). pose proof (Rmin_r theta Rad).
    assert (- Rad <= Rmin theta Rad) by (apply Rmin_glb; lra).
    pose proof (exp_chord (- (eta * Rad)) (eta * Rad) (eta * Rmin theta Rad) ltac:(lra) ltac:(split; nra)) as K.
    replace (((eta * Rad - eta * Rmin theta Rad) * exp (- (eta * Rad))
              + (eta * Rmin theta Rad - - (eta * Rad)) * exp (eta * Rad)) / (eta * Rad - - (eta * Rad)))
      with (cosh (eta * Rad) + sinh (eta * Rad) / Rad * Rmin theta Rad) in K by (unfold cosh, sinh; field; lra).
    nra.
Qed.

(** The learning rates with a positive gain have no gaps: whatever is below one of them gains too. *)
Lemma smaller_gains eta h gamma Rad theta :
  - Rad < theta < Rad -> C eta gamma Rad theta > 0 -> 0 < h <= eta -> C h gamma Rad theta > 0.
Proof.
  intros P gain H. set (b := lambda Rad theta).
  assert (0 < b < 1) as B.
  { apply lambda_range. lra. }
  set (K := ln (b * exp (eta * Rad) + (1 - b) * exp (- (eta * Rad)))). set (l := h / eta).
  assert (0 < l <= 1) as L.
  { unfold l. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with eta; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  (* divided by exp K the exponentials have the mean 1; their powers with l lie below l times them, and 1 - l *)
  assert (b * exp (eta * Rad - K) + (1 - b) * exp (- (eta * Rad) - K) = 1) as One.
  { unfold Rminus. rewrite !exp_plus, exp_Ropp with (x := K). unfold K at 1 2.
    assert (0 < b * exp (eta * Rad) + (1 - b) * exp (- (eta * Rad))).
    { pose proof (exp_pos (eta * Rad)). pose proof (exp_pos (- (eta * Rad))). nra. }
    rewrite exp_ln by assumption. field. lra. }
  pose proof (exp_convex l (eta * Rad - K) 0 ltac:(lra)) as Up.
  pose proof (exp_convex l (- (eta * Rad) - K) 0 ltac:(lra)) as Down.
  rewrite exp_0, Rmult_0_r, Rplus_0_r in Up, Down.
  assert (b * exp (h * Rad) + (1 - b) * exp (- (h * Rad)) <= exp (l * K)) as Pow.
  { replace (exp (h * Rad)) with (exp (l * K) * exp (l * (eta * Rad - K)))
      by (rewrite <- exp_plus; f_equal; unfold l; field; lra).
    replace (exp (- (h * Rad))) with (exp (l * K) * exp (l * (- (eta * Rad) - K)))
      by (rewrite <- exp_plus; f_equal; unfold l; field; lra).
    pose proof (exp_pos (l * K)).
    apply Rle_trans with (exp (l * K) * 1); [|lra].
    replace (b * (exp (l * K) * exp (l * (eta * Rad - K))) + (1 - b) * (exp (l * K) * exp (l * (- (eta * Rad) - K))))
      with (exp (l * K) * (b * exp (l * (eta * Rad - K)) + (1 - b) * exp (l * (- (eta * Rad) - K)))) by ring.
    apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_compat_l with (r := b) in Up; [|lra].
    apply Rmult_le_compat_l with (r := 1 - b) in Down; [|lra]. nra. }
  apply ln_le in Pow; [|pose proof (exp_pos (h * Rad)); pose proof (exp_pos (- (h * Rad))); nra].
  rewrite ln_exp in Pow. unfold C. fold b.
  assert (0 < l * (eta * gamma - K)) by (apply Rmult_lt_0_compat; [lra | exact gain]).
  replace (h * gamma) with (l * (eta * gamma)) by (unfold l; field; lra). lra.
Qed.

Module WINNOW.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis gain : C eta gamma Rad theta > 0.

(** Every mistake is an update, if the threshold is not negative. *)
Lemma mistakes_update : forall tie v e, theta >= 0 -> mistaken tie d v e = true -> updating tie d theta v e = true.
Proof. intros tie v e. apply mistake_updates. Qed.

Lemma weights : forall t, (t <= U)%nat -> distribution d (w t).
Proof. exact (stays_distribution d eta U w a prior prior_mass update_rule). Qed.

Lemma mixed : mixture d u.
Proof. apply as_mixture; assumption. Qed.

(** No margin exceeds the range; so the range is positive, as soon as there is an update. *)
Lemma margin_range : (1 <= U)%nat -> gamma <= Rad.
Proof.
  intros T. pose proof (margin 1 ltac:(lia)). pose proof (margin_le_range d u _ Rad mixed (range 1 ltac:(lia))). lra.
Qed.

Lemma range_pos : (1 <= U)%nat -> Rad > 0.
Proof. intros T. pose proof (margin_range T). lra. Qed.

(** So the number at which the gain is back at 0 is above eta. *)
Lemma small_learning_rate : (1 <= U)%nat -> forall h, 0 < h <= eta -> C h gamma Rad theta > 0.
Proof. intros T h H. pose proof (margin_range T). apply (smaller_gains eta); [lra | exact gain | exact H]. Qed.

Lemma drop : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) - KL d u (w (t - 1)) = ln (Zt t) - eta * ⟨a t, u⟩.
Proof. intros t T. apply entropy_moves; [exact mixed | apply weights; lia | exact (update_rule t T)]. Qed.

Lemma margin_term : forall t, (1 <= t <= U)%nat -> ln (Zt t) - eta * ⟨a t, u⟩ <= ln (Zt t) - eta * gamma.
Proof. intros t T. pose proof (margin t T). nra. Qed.

Lemma chord : forall t, (1 <= t <= U)%nat ->
  ln (Zt t) <= ln (cosh (eta * Rad) + sinh (eta * Rad) / Rad * ⟨a t, w (t - 1)⟩).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D. apply ln_le; [apply normaliser_pos, D|].
  apply below_chord; [exact D | exact learning_rate | apply range_pos; lia | exact (range t T)].
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  ln (cosh (eta * Rad) + sinh (eta * Rad) / Rad * ⟨a t, w (t - 1)⟩)
  <= ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad))).
Proof.
  intros t T. pose proof (weights (t - 1) ltac:(lia)) as D. pose proof (range_pos ltac:(lia)) as P.
  pose proof (below_chord d eta _ (a t) Rad D learning_rate P (range t T)) as B.
  pose proof (normaliser_pos d _ (scale eta (a t)) D). fold (Zt t) in *.
  assert (0 < sinh (eta * Rad) / Rad) by (apply Rdiv_lt_0_compat; [apply sinh_pos; nra | lra]).
  rewrite <- chord_at_threshold by exact P. apply ln_le; [lra|]. pose proof (mistake t T). nra.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> KL d u (w t) <= KL d u (w (t - 1)) - C eta gamma Rad theta.
Proof.
  intros t T. pose proof (drop t T). pose proof (margin_term t T). pose proof (chord t T).
  pose proof (mistake_term t T). unfold C. lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat ->
  KL d u (w t) <= KL d u (w 0) - C eta gamma Rad theta * INR t.
Proof. intros t T. apply (add_up U (fun t => KL d u (w t)) _ progress). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= KL d u (w t).
Proof. intros t T. apply gibbs; [exact mixed | apply weights; lia]. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0) / C eta gamma Rad theta.
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). apply le_div; lra. Qed.
End Lines.

(** For every rule for ties, every prior, learning rate, threshold above -R and list of examples, and every mixture u:
    if the features are at most R in size and the margin of u is at least gamma, both on the examples of the updates
    only, and the learning rate gains, then Winnow makes no more updates than the bound says; and if the threshold is
    not negative, no more mistakes. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta theta : R) (w0 : vec)
    (es : list example)
    (u : vec) (gamma Rad : R),
  let us := winnow_updates tie d eta theta w0 es in
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 ->
  eta > 0 ->
  Rad > 0 -> theta > - Rad ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= gamma) ->
  C eta gamma Rad theta > 0 ->
  INR (winnow_count tie d eta theta w0 es)
    <= KL d u w0 / C eta gamma Rad theta
  /\ (theta >= 0 ->
    INR (winnow_mistakes tie d eta theta w0 es)
      <= KL d u w0 / C eta gamma Rad theta).
Proof.
  intros tie d eta theta w0 es u gamma Rad us Hp Hpm He HRad Hth HR Hu Hum Hs Hg.
  assert (INR (winnow_count tie d eta theta w0 es) <= KL d u w0 / C eta gamma Rad theta) as B.
  { rewrite winnow_count_length. destruct (length _) as [|U] eqn:L.
    - apply Rle_mult_inv_pos; [|exact Hg]. apply gibbs; [apply as_mixture; assumption | split; assumption].
    - pose proof (run_range tie d theta (update d eta) w0 es Rad HR) as Range.
      pose proof (run_margin tie d theta (update d eta) w0 es u gamma Hs) as Margin. rewrite L in Range, Margin.
      assert (gamma <= Rad) as Top.
      { pose proof (Margin 1%nat ltac:(lia)).
        pose proof (margin_le_range d u _ Rad (as_mixture d u Hu Hum) (Range 1%nat ltac:(lia))). lra. }
      apply (bound d (S U) u eta theta gamma Rad (run_weights tie d theta (update d eta) w0 es)
        (run_signed tie d theta (update d eta) w0 es)); try assumption; try lia.
      + intros t T j J. rewrite <- L in T. rewrite run_next by exact T. reflexivity.
      + intros t T. rewrite <- L in T. apply run_mistake. exact T.
      + exact (gain_margin eta gamma Rad theta He HRad Hth Top Hg). }
  split; [exact B|]. intros T. eapply Rle_trans; [apply winnow_mistakes_le; exact T | exact B].
Qed.

(** Some learning rate has a positive gain if and only if the margin is above the threshold. *)
Theorem some_step : forall gamma Rad theta, Rad > 0 -> theta > - Rad -> gamma <= Rad ->
  ((exists eta, eta > 0 /\ C eta gamma Rad theta > 0) <-> gamma > theta).
Proof.
  intros gamma Rad theta HR T Hs. split.
  - intros (eta & He & G). exact (gain_margin eta gamma Rad theta He HR T Hs G).
  - intros M. exists ((gamma - theta) / Rad ^ 2). assert (0 < Rad ^ 2) by nra. split; [apply Rdiv_lt_0_compat; lra|].
    pose proof (hoeffding_chord ((gamma - theta) / Rad ^ 2) Rad theta HR ltac:(lra)) as H0. unfold C.
    assert (0 < (gamma - theta) ^ 2 / (2 * Rad ^ 2)) by (apply Rdiv_lt_0_compat; nra).
    replace (((gamma - theta) / Rad ^ 2) ^ 2 * Rad ^ 2 / 2) with ((gamma - theta) ^ 2 / (2 * Rad ^ 2)) in H0 by (field;
      lra).
    replace ((gamma - theta) / Rad ^ 2 * gamma) with ((gamma - theta) / Rad ^ 2 * theta + 2 * ((gamma - theta) ^ 2 / (2
      * Rad ^ 2)))
      by (field; lra). lra.
Qed.

(** If a learning rate has a positive gain, so has every smaller one. *)
Theorem smaller_step : forall gamma Rad theta eta h, Rad > 0 -> theta > - Rad -> gamma <= Rad ->
  C eta gamma Rad theta > 0 -> 0 < h <= eta -> C h gamma Rad theta > 0.
Proof.
  intros gamma Rad theta eta h P T Top G H. pose proof (gain_margin eta gamma Rad theta ltac:(lra) P T Top G).
  apply (smaller_gains eta); [lra | exact G | exact H].
Qed.

(** Below the range a large learning rate has none. *)
Lemma too_large gamma Rad theta : - Rad < theta < Rad -> gamma < Rad ->
  exists eta, 0 < eta /\ C eta gamma Rad theta <= 0.
Proof.
  intros T L. destruct (lambda_range Rad theta T) as [B0 B1].
  assert (ln (lambda Rad theta) < 0) as Neg by (rewrite <- ln_1; apply ln_increasing; lra).
  exists (- ln (lambda Rad theta) / (Rad - gamma)). set (eta := - ln (lambda Rad theta) / (Rad - gamma)).
  split; [apply Rdiv_lt_0_compat; lra|]. unfold C.
  assert (ln (lambda Rad theta * exp (eta * Rad))
    <= ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad)))) as Le.
  { pose proof (exp_pos (eta * Rad)). pose proof (exp_pos (- (eta * Rad))). apply ln_le; nra. }
  rewrite ln_mult, ln_exp in Le by (try apply exp_pos; exact B0).
  replace (ln (lambda Rad theta)) with (- (eta * (Rad - gamma))) in Le by (unfold eta; field; lra). lra.
Qed.

(** So every learning rate has one if and only if gamma is R. *)
Theorem every_step : forall gamma Rad theta, theta > - Rad -> gamma > theta -> gamma <= Rad ->
  ((forall eta, eta > 0 -> C eta gamma Rad theta > 0) <-> gamma = Rad).
Proof.
  intros gamma Rad theta T M Hs. split.
  - intros All. destruct Hs as [L|E]; [|exact E]. exfalso.
    destruct (too_large gamma Rad theta ltac:(lra) L) as (eta & P & None). specialize (All eta P). lra.
  - intros -> eta P. destruct (lambda_range Rad theta ltac:(lra)) as [B0 B1]. unfold C.
    assert (exp (- (eta * Rad)) < exp (eta * Rad)) by (apply exp_increasing; nra).
    pose proof (exp_pos (- (eta * Rad))).
    assert (ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad))) < ln (exp (eta *
      Rad)))
      as L by (apply ln_increasing; nra).
    rewrite ln_exp in L. lra.
Qed.

Lemma gain_continuous gamma Rad theta : - Rad < theta < Rad -> continuity (fun eta => C eta gamma Rad theta).
Proof.
  intros T eta. destruct (lambda_range Rad theta T). unfold C. reg.
  apply derivable_continuous_pt. eexists. apply derivable_pt_lim_ln.
  pose proof (exp_pos (eta * Rad)). pose proof (exp_pos (- (eta * Rad))). nra.
Qed.

(** And if gamma is less, exactly the learning rates below some number have one: the eta_max of the chapter. *)
Theorem largest_step : forall gamma Rad theta, theta > - Rad -> gamma > theta -> gamma < Rad ->
  exists eta_max, 0 < eta_max /\ forall eta, 0 < eta -> (C eta gamma Rad theta > 0 <-> eta < eta_max).
Proof.
  intros gamma Rad theta T M Hs.
  pose proof (fun eta h => smaller_step gamma Rad theta eta h ltac:(lra) T ltac:(lra)) as Smaller.
  destruct (proj2 (some_step gamma Rad theta ltac:(lra) T ltac:(lra)) M) as (eta1 & P & G).
  destruct (too_large gamma Rad theta ltac:(lra) Hs) as (eta0 & P0 & None).
  destruct (completeness (fun eta => 0 < eta /\ C eta gamma Rad theta > 0)) as (m & Above & Least);
    [|exists eta1; auto|].
  { exists eta0. intros eta [E B]. apply Rnot_lt_le. intros L. specialize (Smaller eta eta0 B). lra. }
  exists m. split; [pose proof (Above eta1 (conj P G)); lra|]. intros eta E. split; intros H.
  - destruct (Above eta (conj E H)) as [L|Top]; [exact L|]. exfalso.
    (* near a positive gain the gains are positive *)
    destruct (gain_continuous gamma Rad theta ltac:(lra) eta _ H) as (a & A & Near). specialize (Near (eta + a / 2)).
    simpl in Near. unfold R_dist in Near. assert (C (eta + a / 2) gamma Rad theta > 0) as G'.
    { enough (Rabs (C (eta + a / 2) gamma Rad theta - C eta gamma Rad theta) < C eta gamma Rad theta) as B
        by (apply Rabs_def2 in B; lra).
      apply Near. split; [split; [exact I | lra]|]. rewrite Rabs_right; lra. }
    pose proof (Above (eta + a / 2) ltac:(split; [lra | exact G'])). lra.
  - apply Rnot_le_gt. intros N. apply (Rlt_not_le _ _ H), Least. intros h [Ph Gh]. apply Rnot_lt_le. intros L.
    specialize (Smaller h eta Gh). lra.
Qed.
End WINNOW.

(** * The best learning rate *)

(** The best learning rate gains the relative entropy of two coins. *)
Lemma best_step gamma Rad theta : - Rad < theta -> theta < gamma -> gamma < Rad ->
  C (1 / (2 * Rad) * ln ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta)))) gamma Rad theta
  = coin (lambda Rad gamma) (lambda Rad theta).
Proof.
  intros T S1 S2.
  replace ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta)))
    with (lambda Rad gamma / lambda Rad theta / ((1 - lambda Rad gamma) / (1 - lambda Rad theta)))
    by (unfold lambda; field; repeat split; lra).
  pose proof (lambda_range Rad gamma ltac:(lra)) as P. pose proof (lambda_range Rad theta ltac:(lra)) as Q.
  unfold C, coin. set (step := 1 / (2 * Rad) * _).
  replace (step * gamma) with (step * Rad * (2 * lambda Rad gamma - 1)) by (unfold lambda; field; lra).
  set (p := lambda Rad gamma) in *. set (q := lambda Rad theta) in *.
  assert (0 < p / q) as A by (apply Rdiv_lt_0_compat; lra).
  assert (0 < (1 - p) / (1 - q)) as B by (apply Rdiv_lt_0_compat; lra).
  assert (step * Rad = (ln (p / q) - ln ((1 - p) / (1 - q))) / 2) as H.
  { unfold step. rewrite ln_quotient by assumption. field. lra. }
  rewrite H. set (h := (ln (p / q) - ln ((1 - p) / (1 - q))) / 2).
  (* the mean of the factors is exp h, divided by p / q: the square of exp h is p (1 - q) / (q (1 - p)) *)
  replace (q * exp h + (1 - q) * exp (- h)) with (exp (h - ln (p / q))).
  - rewrite ln_exp. unfold h. field.
  - assert (exp h = exp (h - ln (p / q)) * (p / q)) as E1.
    { rewrite <- (exp_ln (p / q)) at 2 by exact A. rewrite <- exp_plus. f_equal. ring. }
    assert (exp (- h) = exp (h - ln (p / q)) * ((1 - p) / (1 - q))) as E2.
    { rewrite <- (exp_ln ((1 - p) / (1 - q))) at 1 by exact B. rewrite <- exp_plus. f_equal. unfold h. field. }
    rewrite E1, E2. field. lra.
Qed.

Lemma best_step_pos gamma Rad theta : - Rad < theta -> theta < gamma -> gamma < Rad ->
  0 < 1 / (2 * Rad) * ln ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta))).
Proof.
  intros T S1 S2. assert (0 < (Rad - gamma) * (Rad + theta)) as D by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|]. rewrite <- ln_1. apply ln_increasing; [lra|].
  apply Rmult_lt_reg_r with ((Rad - gamma) * (Rad + theta)); [exact D|].
  replace ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta)) * ((Rad - gamma) * (Rad + theta)))
    with ((Rad + gamma) * (Rad - theta)) by (field; split; lra). nra.
Qed.

Module WINNOW_TUNED.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Local Notation lambda_gamma := (lambda Rad gamma).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis imperfect : gamma < Rad.
Hypothesis tuned : eta = 1 / (2 * Rad) * ln ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta))).

(** Every mistake is an update, if the threshold is not negative. *)
Definition mistakes_update := WINNOW.mistakes_update d theta.
Definition drop := WINNOW.drop d U u eta w a prior prior_mass update_rule comparator comparator_mass.
Definition margin_term := WINNOW.margin_term d U u eta gamma w a learning_rate margin.
Definition chord := WINNOW.chord d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule threshold
  range comparator comparator_mass margin margin_above_threshold.
Definition mistake_term := WINNOW.mistake_term d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition progress := WINNOW.progress d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule
  threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition total_progress := WINNOW.total_progress d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition floor := WINNOW.floor d U u eta w a prior prior_mass update_rule comparator comparator_mass.

Lemma best_gain : C eta gamma Rad theta = coin lambda_gamma (lambda Rad theta).
Proof. rewrite tuned. apply best_step; lra. Qed.

Lemma pinsker : coin lambda_gamma (lambda Rad theta) >= (gamma - theta) ^ 2 / (2 * Rad ^ 2).
Proof.
  pose proof (Simplex.pinsker lambda_gamma _ (lambda_range Rad gamma ltac:(lra)) (lambda_range Rad theta ltac:(lra)))
    as P.
  apply Rle_ge.
  replace ((gamma - theta) ^ 2 / (2 * Rad ^ 2)) with (2 * (lambda_gamma - lambda Rad theta) ^ 2) by (unfold lambda;
    field; lra).
  exact P.
Qed.

Lemma simple_gain_pos : 0 < (gamma - theta) ^ 2 / (2 * Rad ^ 2).
Proof. apply Rdiv_lt_0_compat; nra. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0) / coin lambda_gamma (lambda Rad theta).
Proof.
  intros t T. pose proof (total_progress t T) as P. pose proof (floor t T). rewrite best_gain in P.
  pose proof pinsker. pose proof simple_gain_pos. apply le_div; lra.
Qed.

Lemma simple_bound : forall t, (1 <= t <= U)%nat -> INR t <= 2 * Rad ^ 2 * KL d u (w 0) / (gamma - theta) ^ 2.
Proof.
  intros t T. pose proof (total_progress t T) as P. pose proof (floor t T). rewrite best_gain in P.
  pose proof pinsker. pose proof simple_gain_pos. pose proof (pos_INR t).
  replace (2 * Rad ^ 2 * KL d u (w 0) / (gamma - theta) ^ 2)
    with (KL d u (w 0) / ((gamma - theta) ^ 2 / (2 * Rad ^ 2))) by (field; lra).
  apply le_div; nra.
Qed.
End Lines.

(** As the theorem above, for the learning rate at which the gain is largest. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta theta : R) (w0 : vec)
    (es : list example)
    (u : vec) (gamma Rad : R),
  let us := winnow_updates tie d eta theta w0 es in
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 ->
  - Rad < theta -> theta < gamma -> gamma < Rad ->
  eta = 1 / (2 * Rad)
    * ln ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta))) ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= gamma) ->
  INR (winnow_count tie d eta theta w0 es)
    <= KL d u w0 / coin (lambda Rad gamma) (lambda Rad theta)
  /\ KL d u w0 / coin (lambda Rad gamma) (lambda Rad theta)
    <= 2 * Rad ^ 2 * KL d u w0 / (gamma - theta) ^ 2
  /\ (theta >= 0 ->
    INR (winnow_mistakes tie d eta theta w0 es)
      <= KL d u w0 / coin (lambda Rad gamma) (lambda Rad theta)).
Proof.
  intros tie d eta theta w0 es u gamma Rad us Hp Hpm H1 H2 H3 Tuned HR Hu Hum Hs.
  pose proof (simple_gain_pos theta gamma Rad H1 H2 H3) as Simple.
  pose proof (pinsker theta gamma Rad H1 H2 H3) as Pinsker.
  pose proof (best_step_pos gamma Rad theta H1 H2 H3) as He. rewrite <- Tuned in He.
  assert (0 <= KL d u w0) as K by (apply gibbs; [apply as_mixture; assumption | split; assumption]).
  destruct (last_update tie d eta theta w0 es (KL d u w0 / coin (lambda Rad gamma) (lambda Rad theta))) as [B M].
  - apply Rle_mult_inv_pos; lra.
  - intros T. eapply (bound d _ u eta theta gamma Rad (run_weights tie d theta (update d eta) w0 es)
      (run_signed tie d theta (update d eta) w0 es)); of_the_run.
  - split; [exact B | split; [|exact M]].
    replace (2 * Rad ^ 2 * KL d u w0 / (gamma - theta) ^ 2) with (KL d u w0 / ((gamma - theta) ^ 2 / (2 * Rad ^ 2)))
      by (field; lra).
    apply quotient_le; lra.
Qed.
End WINNOW_TUNED.

(** * From equal weights *)

Module WINNOW_UNIFORM.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis uniform : forall j, (j < d)%nat -> w 0 j = 1 / INR d.
Hypothesis no_threshold : theta = 0.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis nearly_tuned : C eta gamma Rad theta >= gamma ^ 2 / (2 * Rad ^ 2).

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie v e, mistaken tie d v e = true -> updating tie d theta v e = true.
Proof. intros tie v e. apply mistake_updates. lra. Qed.

Definition drop := WINNOW.drop d U u eta w a prior prior_mass update_rule comparator comparator_mass.
Definition margin_term := WINNOW.margin_term d U u eta gamma w a learning_rate margin.
Definition chord := WINNOW.chord d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule threshold
  range comparator comparator_mass margin margin_above_threshold.
Definition mistake_term := WINNOW.mistake_term d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition progress := WINNOW.progress d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule
  threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition total_progress := WINNOW.total_progress d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition floor := WINNOW.floor d U u eta w a prior prior_mass update_rule comparator comparator_mass.

Lemma start_uniform : KL d u (w 0) = KL d u (Simplex.uniform d).
Proof. apply sum_ext. intros j J. rewrite uniform by exact J. reflexivity. Qed.

Lemma entropy : KL d u (w 0) = ln (INR d) - Simplex.entropy d u.
Proof. rewrite start_uniform. apply KL_uniform, as_mixture; assumption. Qed.

Lemma log_features : KL d u (w 0) <= ln (INR d).
Proof. rewrite start_uniform. apply KL_uniform_le, as_mixture; assumption. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= 2 * Rad ^ 2 * ln (INR d) / gamma ^ 2.
Proof.
  intros t T. pose proof (total_progress t T). pose proof (floor t T). pose proof log_features.
  assert (Rad > 0) as P.
  { apply (WINNOW.range_pos d U u theta gamma Rad a); try assumption. lia. }
  assert (0 < gamma ^ 2 / (2 * Rad ^ 2)) by (apply Rdiv_lt_0_compat; nra). pose proof (pos_INR t).
  replace (2 * Rad ^ 2 * ln (INR d) / gamma ^ 2) with (ln (INR d) / (gamma ^ 2 / (2 * Rad ^ 2))) by (field; lra).
  apply le_div; [assumption|]. nra.
Qed.
End Lines.

(** From equal weights, with the threshold 0, for every rule for ties and every learning rate that gains at least
    gamma^2 / 2R^2. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  let us := winnow_updates tie d eta 0 (Simplex.uniform d) es in
  0 < gamma <= Rad -> eta > 0 ->
  eta * gamma - ln (cosh (eta * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2) ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= gamma) ->
  INR (winnow_count tie d eta 0 (Simplex.uniform d) es)
    <= 2 * Rad ^ 2 * ln (INR d) / gamma ^ 2
  /\ INR (winnow_mistakes tie d eta 0 (Simplex.uniform d) es)
    <= 2 * Rad ^ 2 * ln (INR d) / gamma ^ 2.
Proof.
  intros tie d eta es u gamma Rad us Hs0 He Hg HR Hu Hum Hs.
  pose proof (uniform_distribution d (mass_some d u Hum)) as [P M]. pose proof (as_mixture d u Hu Hum) as Mix.
  rewrite <- C_no_threshold in Hg by lra.
  destruct (last_update tie d eta 0 (Simplex.uniform d) es (2 * Rad ^ 2 * ln (INR d) / gamma ^ 2)) as [B B0];
    [| |split; [exact B | apply B0; lra]].
  - pose proof (gibbs d u _ Mix (conj P M)). pose proof (KL_uniform_le d u Mix). apply Rle_mult_inv_pos; nra.
  - intros T. eapply (bound d _ u eta 0 gamma Rad (run_weights tie d 0 (update d eta) (Simplex.uniform d) es)
      (run_signed tie d 0 (update d eta) (Simplex.uniform d) es));
      of_the_run.
Qed.

(** The simple learning rate gamma / R^2 gains that much; so does the best learning rate. *)
Theorem simple_step : forall gamma Rad, 0 < gamma <= Rad ->
  gamma / Rad ^ 2 * gamma - ln (cosh (gamma / Rad ^ 2 * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2).
Proof.
  intros gamma Rad H. pose proof (ln_cosh_le (gamma / Rad ^ 2 * Rad)) as L. apply Rle_ge.
  replace (gamma / Rad ^ 2 * gamma) with (2 * (gamma ^ 2 / (2 * Rad ^ 2))) by (field; lra).
  replace ((gamma / Rad ^ 2 * Rad) ^ 2 / 2) with (gamma ^ 2 / (2 * Rad ^ 2)) in L by (field; lra). lra.
Qed.

Theorem best_step : forall gamma Rad, 0 < gamma < Rad ->
  let eta := 1 / (2 * Rad) * ln ((Rad + gamma) / (Rad - gamma)) in
  eta * gamma - ln (cosh (eta * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2).
Proof.
  intros gamma Rad H eta. rewrite <- C_no_threshold by lra.
  assert (eta = 1 / (2 * Rad) * ln ((Rad + gamma) * (Rad - 0) / ((Rad - gamma) * (Rad + 0)))) as E.
  { unfold eta. do 2 f_equal. field. lra. }
  rewrite (WINNOW_TUNED.best_gain eta 0 gamma Rad ltac:(lra) ltac:(lra) ltac:(lra) E).
  pose proof (WINNOW_TUNED.pinsker 0 gamma Rad ltac:(lra) ltac:(lra) ltac:(lra)) as P.
  replace (gamma - 0) with gamma in P by ring. exact P.
Qed.
End WINNOW_UNIFORM.

(** * Weights of either sign *)

(** The sum norm; and the comparator of sum 1 that stands for v: its positive parts, its negative parts with the sign
    turned, and to each the same share of what is missing to 1. *)
Definition norm1 (d : nat) (v : vec) : R := sum d (fun j => Rabs (v j)).
Definition halves (d : nat) (v : vec) : vec := fun j =>
  (if (j <? d)%nat then Rmax (v j) 0 else Rmax (- v (j - d)%nat) 0) + (1 - norm1 d v) / (2 * INR d).

(** The features (x, -x). *)
Definition double (d : nat) (x : vec) : vec := fun j => if (j <? d)%nat then x j else - x (j - d)%nat.
Definition double_example (d : nat) (e : example) : example := (double d (fst e), snd e).

Lemma sum_app d n f : sum (d + n) f = sum d f + sum n (fun j => f (d + j)%nat).
Proof.
  induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; ring|].
  rewrite Nat.add_succ_r, !sum_S, IH. ring.
Qed.

Lemma sum_twice d f : sum (2 * d) f = sum d (fun j => f j + f (d + j)%nat).
Proof. simpl (2 * d)%nat. rewrite Nat.add_0_r, sum_app, sum_plus. reflexivity. Qed.

Lemma halves_first d v j : (j < d)%nat -> halves d v j = Rmax (v j) 0 + (1 - norm1 d v) / (2 * INR d).
Proof. intros J. unfold halves. apply Nat.ltb_lt in J. rewrite J. reflexivity. Qed.

Lemma halves_second d v j : halves d v (d + j)%nat = Rmax (- v j) 0 + (1 - norm1 d v) / (2 * INR d).
Proof.
  unfold halves. replace (d + j <? d)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (d + j - d)%nat with j by lia. reflexivity.
Qed.

Lemma parts z : Rmax z 0 - Rmax (- z) 0 = z /\ Rmax z 0 + Rmax (- z) 0 = Rabs z.
Proof.
  unfold Rmax, Rabs. destruct (Rcase_abs z), (Rle_dec z 0), (Rle_dec (- z) 0); lra.
Qed.

(** What was added is the same everywhere and cancels. *)
Lemma halves_margin d v b : (forall j, (j < d)%nat -> b (d + j)%nat = - b j) ->
  dot (2 * d) b (halves d v) = dot d b v.
Proof.
  intros Mirror. unfold dot. rewrite sum_twice. apply sum_ext. intros j J.
  rewrite halves_first, halves_second by exact J.
  rewrite (Mirror j J).
  destruct (parts (v j)) as [P _]. rewrite <- P at 3. ring.
Qed.

(** No entry is negative, and they sum to 1. *)
Lemma halves_pos d v j : d <> O -> norm1 d v <= 1 -> halves d v j >= 0.
Proof.
  intros D N. assert (0 < INR d) by (apply lt_0_INR; lia). apply Rle_ge, Rplus_le_le_0_compat.
  - destruct (j <? d)%nat; apply Rmax_r.
  - apply Rle_mult_inv_pos; lra.
Qed.

Lemma halves_mass d v : d <> O -> sum (2 * d) (halves d v) = 1.
Proof.
  intros D. assert (0 < INR d) by (apply lt_0_INR; lia). rewrite sum_twice.
  rewrite (sum_ext d _ (fun j => Rabs (v j) + 2 * ((1 - norm1 d v) / (2 * INR d)))).
  - rewrite sum_plus, sum_const. fold (norm1 d v). field. lra.
  - intros j J. rewrite halves_first, halves_second by exact J. destruct (parts (v j)) as [_ <-]. ring.
Qed.

Module WINNOW_DOUBLED.
Section Lines.
Variables (half U : nat) (v : vec) (eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation d := (2 * half)%nat.
Local Notation u := (halves half v).
Local Notation "⟨ x , z ⟩" := (dot d x z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis doubled : forall t, (1 <= t <= U)%nat -> forall j, (j < half)%nat -> a t (half + j)%nat = - a t j.
Hypothesis signed_comparator : norm1 half v <= 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis gain : C eta gamma Rad theta > 0.

(** Every mistake is an update, if the threshold is not negative. *)
Definition mistakes_update := WINNOW.mistakes_update d theta.

Lemma same_margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ = dot half (a t) v.
Proof. intros t T. apply halves_margin. exact (doubled t T). Qed.

Lemma features : half <> O.
Proof. pose proof (mass_some d (w 0) prior_mass). lia. Qed.

Lemma split : forall j, (j < d)%nat -> u j >= 0.
Proof. intros j _. exact (halves_pos half v j features signed_comparator). Qed.

Lemma split_mass : sum d u = 1.
Proof. exact (halves_mass half v features). Qed.

Definition small_learning_rate := WINNOW.small_learning_rate d U u eta theta gamma Rad a threshold range split
  split_mass margin margin_above_threshold gain.
Definition drop := WINNOW.drop d U u eta w a prior prior_mass update_rule split split_mass.
Definition margin_term := WINNOW.margin_term d U u eta gamma w a learning_rate margin.
Definition chord := WINNOW.chord d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule threshold
  range split split_mass margin margin_above_threshold.
Definition mistake_term := WINNOW.mistake_term d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range split split_mass margin margin_above_threshold.
Definition progress := WINNOW.progress d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule
  threshold mistake range split split_mass margin margin_above_threshold.
Definition total_progress := WINNOW.total_progress d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range split split_mass margin margin_above_threshold.
Definition floor := WINNOW.floor d U u eta w a prior prior_mass update_rule split split_mass.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0) / C eta gamma Rad theta.
Proof. apply (WINNOW.bound d U u eta theta gamma Rad w a); auto using split, split_mass. Qed.
End Lines.

(** Winnow is shown (x, -x) in place of x; the range and the margin are those of x and v, on the examples of the
    updates only. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta theta : R) (w0 : vec)
    (es : list example)
    (v : vec) (gamma Rad : R),
  let shown := map (double_example d) es in
  let us := winnow_updates tie (2 * d) eta theta w0 shown in
  (forall j, (j < 2 * d)%nat -> w0 j > 0) -> sum (2 * d) w0 = 1 ->
  eta > 0 ->
  Rad > 0 -> theta > - Rad ->
  (forall x b, In (x, b) es -> In (double d x, b) us -> forall j,
    (j < d)%nat -> Rabs (x j) <= Rad) ->
  norm1 d v <= 1 ->
  (forall x b, In (x, b) es -> In (double d x, b) us ->
    sign b * dot d v x >= gamma) ->
  C eta gamma Rad theta > 0 ->
  INR (winnow_count tie (2 * d) eta theta w0 shown)
    <= KL (2 * d) (halves d v) w0 / C eta gamma Rad theta
  /\ (theta >= 0 ->
      INR (winnow_mistakes tie (2 * d) eta theta w0 shown)
        <= KL (2 * d) (halves d v) w0 / C eta gamma Rad theta).
Proof.
  intros tie d eta theta w0 es v gamma Rad shown us Hp Hpm He HRad Hth HR Hv Hs Hg.
  assert (forall x b, In (x, b) us -> exists x', x = double d x' /\ In (x', b) es) as From.
  { intros x b I. apply updates_in in I. apply in_map_iff in I. destruct I as ([x' b'] & E & I).
    injection E as <- <-. exists x'. split; [reflexivity | exact I]. }
  assert (d <> O) as D by (pose proof (mass_some (2 * d) w0 Hpm); lia).
  assert (forall x j, (j < d)%nat -> double d x (d + j)%nat = - double d x j) as Mirror.
  { intros x j J. unfold double. replace (d + j <? d)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    apply Nat.ltb_lt in J. rewrite J. replace (d + j - d)%nat with j by lia. reflexivity. }
  assert (forall x b, In (x, b) us -> forall j, (j < 2 * d)%nat -> Rabs (x j) <= Rad) as Range.
  { intros x b I j J. destruct (From x b I) as (x' & -> & I'). unfold double. destruct (j <? d)%nat eqn:L.
    - apply Nat.ltb_lt in L. eapply HR; eassumption.
    - apply Nat.ltb_ge in L. rewrite Rabs_Ropp. eapply HR; [eassumption | eassumption | lia]. }
  assert (forall x b, In (x, b) us -> sign b * dot (2 * d) (halves d v) x >= gamma) as Margin.
  { intros x b I. destruct (From x b I) as (x' & -> & I'). rewrite dot_sym, halves_margin by apply Mirror.
    rewrite dot_sym. replace (dot d v (double d x')) with (dot d v x'); [eapply Hs; eassumption|].
    apply sum_ext. intros j J. unfold double. apply Nat.ltb_lt in J. rewrite J. reflexivity. }
  set (w := run_weights tie (2 * d) theta (update (2 * d) eta) w0 shown).
  set (a := run_signed tie (2 * d) theta (update (2 * d) eta) w0 shown).
  pose proof (run_range tie (2 * d) theta (update (2 * d) eta) w0 shown Rad Range) as Ra. fold a in Ra.
  pose proof (run_margin tie (2 * d) theta (update (2 * d) eta) w0 shown _ gamma Margin) as Ma. fold a in Ma.
  apply last_update.
  - apply Rle_mult_inv_pos; [|exact Hg]. apply gibbs; [|split; assumption].
    apply as_mixture; [intros j _; exact (halves_pos d v j D Hv) | exact (halves_mass d v D)].
  - intros T. eapply (bound d _ v eta theta gamma Rad w a);
      try of_the_run.
    pose proof (as_mixture _ _ (fun j _ => halves_pos d v j D Hv) (halves_mass d v D)) as Mix.
    pose proof (Ma 1%nat ltac:(lia)). pose proof (margin_le_range (2 * d) _ _ Rad Mix (Ra 1%nat ltac:(lia))).
    apply (gain_margin eta gamma Rad theta He HRad Hth); [lra | exact Hg].
Qed.
End WINNOW_DOUBLED.

(** * Without the division, and with a bias of its own *)

(** The features (x, 1); the weights are those of the features and, last, the bias. *)
Definition folded (d : nat) (x : vec) : vec := fun j => if (j <? d)%nat then x j else 1.
Definition folded_example (d : nat) (e : example) : example := (folded d (fst e), snd e).

Definition free_mistaken (tie : tie_rule) (d : nat) (w : vec) (e : example) : bool :=
  wrong tie (dot d w (fst e) + w d) (snd e).
Definition free_update (d : nat) (eta : R) (w : vec) (e : example) : vec :=
  fun j => w j * exp (eta * signed (folded_example d e) j).

Definition free_updates tie d eta (w0 : vec) (es : list example) : list example :=
  updates vec (free_mistaken tie d) (free_update d eta) w0 es.
Definition free_run tie d eta (w0 : vec) (es : list example) : vec * nat * nat :=
  run vec (free_mistaken tie d) (free_mistaken tie d) (free_update d eta) w0 es.
Definition free_mistakes tie d eta (w0 : vec) (es : list example) : nat :=
  mistakes vec (free_mistaken tie d) (free_mistaken tie d) (free_update d eta) w0 es.
Definition winnow_run tie d eta theta (w0 : vec) (es : list example) : vec * nat * nat :=
  run vec (mistaken tie d) (updating tie d theta) (update d eta) w0 es.

(** What is predicted at a score: -1, +1, or 0 where a score of 0 is a mistake whatever the label. *)
Definition predict (tie : tie_rule) (score : R) : R :=
  match total_order_T score 0 with
  | inleft (left _) => -1
  | inleft (right _) => match tie with TieMistake => 0 | TiePredicts p => sign p end
  | inright _ => 1
  end.

(** Multiplied by a positive number a score keeps its sign. *)
Lemma wrong_scaled tie c score b : 0 < c -> wrong tie (c * score) b = wrong tie score b.
Proof.
  intros P. unfold wrong.
  destruct (total_order_T (c * score) 0) as [[L|E]|G], (total_order_T score 0) as [[L'|E']|G'];
    try reflexivity; exfalso; nra.
Qed.

Lemma predict_scaled tie c score : 0 < c -> predict tie (c * score) = predict tie score.
Proof.
  intros P. unfold predict.
  destruct (total_order_T (c * score) 0) as [[L|E]|G], (total_order_T score 0) as [[L'|E']|G'];
    try reflexivity; exfalso; nra.
Qed.

(** A sum does not depend on the order. *)
Lemma sum_reordered n p f : (forall j, (j < n)%nat -> (p j < n)%nat) ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> p i = p j -> i = j) -> sum n (fun j => f (p j)) = sum n f.
Proof.
  intros Range Inj.
  assert (forall m g, sum m g = fold_right Rplus 0 (map g (seq 0 m))) as AsList.
  { induction m as [|m IH]; intros g; [reflexivity|]. rewrite seq_S, map_app, fold_right_app, sum_S, IH. simpl.
    generalize (map g (seq 0 m)). induction l as [|z l IHl]; simpl; lra. }
  rewrite !AsList, <- (map_map p f). assert (Permutation (map p (seq 0 n)) (seq 0 n)) as Perm.
  { apply NoDup_Permutation_bis.
    - apply NoDup_nth with (d := 0%nat). intros i j. rewrite map_length, seq_length. intros I J.
      rewrite !(nth_indep _ 0%nat (p 0%nat)), !map_nth, !seq_nth by (rewrite ?map_length, ?seq_length; assumption).
      simpl. apply Inj; assumption.
    - rewrite map_length. lia.
    - intros k K. apply in_map_iff in K. destruct K as (j & <- & J). apply in_seq in J. apply in_seq.
      pose proof (Range j ltac:(lia)). lia. }
  apply (Permutation_map f) in Perm. induction Perm; simpl; lra.
Qed.

(** Two learners whose states are related in a way that examples alike preserve do the same in every round. *)
Section Simulation.
Variables (m m' u u' : vec -> example -> bool) (n n' : vec -> example -> vec).
Variables (related : vec -> vec -> Prop) (alike : example -> example -> Prop).
Hypothesis same_mistake : forall w w' e e', related w w' -> alike e e' -> m w e = m' w' e'.
Hypothesis same_update : forall w w' e e', related w w' -> alike e e' -> u w e = u' w' e'.
Hypothesis preserved : forall w w' e e', related w w' -> alike e e' -> related (n w e) (n' w' e').

Lemma same_run : forall es es', Forall2 alike es es' -> forall w w' k t, related w w' ->
  let s := fold_left (round vec m u n) es (w, k, t) in
  let s' := fold_left (round vec m' u' n') es' (w', k, t) in
  related (fst (fst s)) (fst (fst s')) /\ snd (fst s) = snd (fst s') /\ snd s = snd s'.
Proof.
  induction 1 as [|e e' es es' A F IH]; intros w w' k t Rel; [simpl; auto|].
  simpl. rewrite <- (same_mistake w w' e e' Rel A), <- (same_update w w' e e' Rel A).
  apply IH. destruct (u w e); [apply preserved; assumption | exact Rel].
Qed.

Lemma same_updates : forall es es', Forall2 alike es es' -> forall w w', related w w' ->
  Forall2 alike (updates vec u n w es) (updates vec u' n' w' es').
Proof.
  induction 1 as [|e e' es es' A F IH]; intros w w' Rel; [constructor|].
  simpl. rewrite <- (same_update w w' e e' Rel A). destruct (u w e); [constructor; [exact A|]|]; auto.
Qed.

Lemma same_states : forall us us', Forall2 alike us us' -> forall t w w', related w w' ->
  related (state vec n w us t) (state vec n' w' us' t).
Proof.
  unfold state. induction 1 as [|e e' us us' A F IH]; intros t w w' Rel; [rewrite !firstn_nil; exact Rel|].
  destruct t as [|t]; [exact Rel|]. simpl. apply IH, preserved; assumption.
Qed.
End Simulation.

Lemma Forall2_nth (alike : example -> example -> Prop) e0 : forall es es', length es' = length es ->
  (forall i, (1 <= i <= length es)%nat -> alike (nth (i - 1) es e0) (nth (i - 1) es' e0)) -> Forall2 alike es es'.
Proof.
  induction es as [|e es IH]; intros [|e' es'] L A; try discriminate; [constructor|]. constructor.
  - apply (A 1%nat). simpl. lia.
  - apply IH; [simpl in L; lia|]. intros i I. specialize (A (S i)). simpl in A.
    destruct i as [|i]; [lia|]. simpl in *. rewrite Nat.sub_0_r in *. apply A. lia.
Qed.

Lemma nth_Forall2 (alike : example -> example -> Prop) e0 es es' : Forall2 alike es es' ->
  forall i, (i < length es)%nat -> alike (nth i es e0) (nth i es' e0).
Proof.
  induction 1 as [|e e' es es' A F IH]; simpl; intros i I; [lia|]. destruct i as [|i]; [exact A|]. apply IH. lia.
Qed.

(** A prime marks what belongs to the normalised learner. Its features may come in another order. *)
Module WINNOW_UNNORMALISED.

(** Both learners are made so that *signs* is true. *)
Section Lines.
Variables (d : nat) (order : nat -> nat) (eta eta' theta' : R) (tie tie' : tie_rule).
Variables (w0 w0' : vec) (es es' : list example).

Local Notation nothing := ((zero, true) : example).
Local Notation example_of i := (nth (i - 1) es nothing).               (* what is shown in round i *)
Local Notation example_of' i := (nth (i - 1) es' nothing).
Local Notation w_in i := (fst (fst (free_run tie d eta w0 (firstn (i - 1) es)))).  (* the weights in round i *)
Local Notation w_in' i := (fst (fst (winnow_run tie' (S d) eta' theta' w0' (firstn (i - 1) es')))).

Local Notation us := (free_updates tie d eta w0 es).
Local Notation us' := (winnow_updates tie' (S d) eta' theta' w0' es').
Local Notation U := (length us).
Local Notation w t := (state vec (free_update d eta) w0 us t).         (* after update t *)
Local Notation w' t := (state vec (update (S d) eta') w0' us' t).
Local Notation x t := (fst (nth (t - 1) us nothing)).
Local Notation y t := (sign (snd (nth (t - 1) us nothing))).
Local Notation a t := (signed (folded_example d (nth (t - 1) us nothing))).
Local Notation a' t := (signed (nth (t - 1) us' nothing)).
Local Notation total t := (sum (S d) (w t)).
Local Notation b t := (w t d).
Local Notation Zt' t := (Z (S d) eta' (w' (t - 1)) (a' t)).
Local Notation X i := (folded d (fst (example_of i))).                 (* what is shown in round i, and its label *)
Local Notation X' i := (fst (example_of' i)).
Local Notation Y i := (snd (example_of i)).
Local Notation Y' i := (snd (example_of' i)).
Local Notation said i := (predict tie (dot d (w_in i) (fst (example_of i)) + w_in i d)).
Local Notation said' i := (predict tie' (dot (S d) (w_in' i) (X' i))).
Local Notation M := (free_mistakes tie d eta w0 es).
Local Notation M' := (winnow_mistakes tie' (S d) eta' theta' w0' es').

Hypothesis order_range : forall j, (j < S d)%nat -> (order j < S d)%nat.
Hypothesis order_injective : forall i j, (i < S d)%nat -> (j < S d)%nat -> order i = order j -> i = j.
Hypothesis same_length : length es' = length es.
Hypothesis same_examples : forall i, (1 <= i <= length es)%nat -> forall j, (j < S d)%nat ->
  X i j = X' i (order j).
Hypothesis same_labels : forall i, (1 <= i <= length es)%nat -> Y i = Y' i.
Hypothesis same_learning_rate : eta = eta'.
Hypothesis same_ties : tie = tie'.
Hypothesis no_threshold : theta' = 0.
Hypothesis start : forall j, (j < S d)%nat -> w 0 j > 0.
Hypothesis same_start : forall j, (j < S d)%nat -> w' 0 (order j) = w 0 j / total 0.

(** The rest is said of the learners themselves. *)
Lemma update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < S d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j).
Proof.
  intros t T j J. replace t with (S (t - 1)) at 1 by lia. rewrite (state_next _ _ nothing) by lia. reflexivity.
Qed.

Lemma normalised_rule : forall t, (1 <= t <= length us')%nat -> forall j, (j < S d)%nat ->
  w' t j = w' (t - 1) j * exp (eta' * a' t j) / Zt' t.
Proof.
  intros t T j J. replace t with (S (t - 1)) at 1 by lia. rewrite (state_next _ _ nothing) by lia. reflexivity.
Qed.

(** The unnormalised learner updates at its mistakes by its definition; the other because its threshold is 0. *)
Lemma conservative : forall v e, updating tie' (S d) theta' v e = mistaken tie' (S d) v e.
Proof. rewrite no_threshold. intros v e. apply updating_0. Qed.

(** The one weights are positive, and the other are these divided by their sum. *)
Definition related (v v' : vec) : Prop :=
  (forall j, (j < S d)%nat -> 0 < v j) /\ forall j, (j < S d)%nat -> v' (order j) = v j / sum (S d) v.
Definition alike (e e' : example) : Prop :=
  snd e = snd e' /\ forall j, (j < S d)%nat -> folded d (fst e) j = fst e' (order j).

Lemma related_total v v' : related v v' -> 0 < sum (S d) v.
Proof. intros [P _]. apply sum_pos; [discriminate | exact P]. Qed.

Lemma related_start : related w0 w0'.
Proof. split; [exact start | exact same_start]. Qed.

Lemma related_score v v' e e' : related v v' -> alike e e' ->
  / sum (S d) v * (dot d v (fst e) + v d) = dot (S d) v' (fst e').
Proof.
  intros Rel [_ A]. pose proof (related_total v v' Rel) as P. unfold dot.
  rewrite <- (sum_reordered (S d) order (fun j => v' j * fst e' j)) by assumption.
  rewrite (sum_ext (S d) (fun j => v' (order j) * fst e' (order j))
    (fun j => / sum (S d) v * (v j * folded d (fst e) j))).
  - rewrite sum_mult, (sum_S d (fun j => v j * folded d (fst e) j)). cbv beta.
    replace (folded d (fst e) d) with 1 by (unfold folded; rewrite Nat.ltb_irrefl; reflexivity).
    rewrite (sum_ext d (fun j => v j * fst e j) (fun j => v j * folded d (fst e) j)); [ring|].
    intros j J. unfold folded. apply Nat.ltb_lt in J. rewrite J. reflexivity.
  - intros j J. rewrite (proj2 Rel j J), (A j J). unfold Rdiv. ring.
Qed.

Lemma related_mistake v v' e e' : related v v' -> alike e e' -> free_mistaken tie d v e = mistaken tie' (S d) v' e'.
Proof.
  intros Rel A. unfold free_mistaken, mistaken. rewrite <- (related_score v v' e e' Rel A), same_ties, (proj1 A).
  symmetry. apply wrong_scaled, Rinv_0_lt_compat, (related_total v v' Rel).
Qed.

Lemma related_update v v' e e' : related v v' -> alike e e' ->
  free_mistaken tie d v e = updating tie' (S d) theta' v' e'.
Proof. intros Rel A. rewrite conservative. apply related_mistake; assumption. Qed.

Lemma related_next v v' e e' : related v v' -> alike e e' -> related (free_update d eta v e) (update (S d) eta' v' e').
Proof.
  intros Rel A. pose proof (related_total v v' Rel) as P. destruct Rel as [Pos Ratio].
  assert (forall j, (j < S d)%nat -> v' (order j) * exp (eta' * signed e' (order j))
    = / sum (S d) v * free_update d eta v e j) as E.
  { intros j J. rewrite (Ratio j J). unfold free_update, signed, folded_example, scale. simpl.
    rewrite same_learning_rate, (proj1 A), (proj2 A j J). unfold Rdiv. ring. }
  assert (forall j, (j < S d)%nat -> 0 < free_update d eta v e j) as Pos'.
  { intros j J. apply Rmult_lt_0_compat; [auto | apply exp_pos]. }
  pose proof (sum_pos (S d) _ ltac:(discriminate) Pos') as P'.
  split; [exact Pos'|]. intros j J. unfold update. rewrite (E j J). unfold Z, normaliser.
  rewrite <- (sum_reordered (S d) order (fun j => v' j * exp (scale eta' (signed e') j))) by assumption.
  rewrite (sum_ext (S d) (fun j => v' (order j) * exp (scale eta' (signed e') (order j)))
    (fun j => / sum (S d) v * free_update d eta v e j)) by exact E.
  rewrite sum_mult. field. lra.
Qed.

Lemma all_alike : Forall2 alike es es'.
Proof. apply (Forall2_nth alike nothing); [exact same_length|]. split; auto. Qed.

Lemma updates_alike : Forall2 alike us us'.
Proof. exact (same_updates _ _ _ _ related alike related_update related_next es es' all_alike _ _ related_start). Qed.

Lemma related_after : forall t, related (w t) (w' t).
Proof. intros t. exact (same_states _ _ related alike related_next us us' updates_alike t _ _ related_start). Qed.

Lemma related_in : forall i, related (w_in i) (w_in' i).
Proof.
  intros i. apply (same_run _ _ _ _ _ _ related alike related_mistake related_update related_next).
  - pose proof all_alike as F. clear - F. generalize (i - 1)%nat. induction F; intros [|k]; simpl; auto.
  - exact related_start.
Qed.

Lemma proportional : forall t, (1 <= t <= U)%nat -> forall j, (j < S d)%nat -> w t j = total t * w' t (order j).
Proof.
  intros t _ j J. pose proof (related_after t) as Rel. pose proof (related_total _ _ Rel) as P.
  rewrite (proj2 Rel j J). field. lra.
Qed.

Lemma same_score : forall t, (1 <= t <= U)%nat ->
  y t * (dot d (w (t - 1)) (x t) + b (t - 1)) / total (t - 1) = dot (S d) (a' t) (w' (t - 1)).
Proof.
  intros t T. pose proof (related_after (t - 1)) as Rel.
  pose proof (nth_Forall2 alike nothing us us' updates_alike (t - 1) ltac:(lia)) as A.
  unfold signed. rewrite dot_scale, (dot_sym (S d)), <- (related_score _ _ _ _ Rel A), (proj1 A).
  unfold Rdiv. ring.
Qed.

Lemma same_prediction : forall i, (1 <= i <= length es)%nat -> said i = said' i.
Proof.
  intros i I. pose proof (related_in i) as Rel.
  pose proof (nth_Forall2 alike nothing es es' all_alike (i - 1) ltac:(lia)) as A.
  rewrite <- (related_score _ _ _ _ Rel A),
    <- (predict_scaled tie _ _ (Rinv_0_lt_compat _ (related_total _ _ Rel))).
  apply f_equal2; [exact same_ties | reflexivity].
Qed.

Lemma bound : M = M'.
Proof.
  apply (same_run _ _ _ _ _ _ related alike related_mistake related_update related_next);
    [exact all_alike | exact related_start].
Qed.
End Lines.

(** For every rule for ties, every learning rate, all positive weights and a positive bias to start from and every
    list of examples: unnormalised Winnow, shown x, predicts in every round what Winnow predicts, from the same
    weights and bias divided by their sum, with the threshold 0, shown (x, 1). After every update its weights and its
    bias are those of the other, times one positive number. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R) (w0 : vec)
    (es : list example),
  (forall j, (j < S d)%nat -> w0 j > 0) ->
  let prior j := w0 j / sum (S d) w0 in
  let shown := map (folded_example d) es in
  let w_in i := fst (fst (free_run tie d eta w0 (firstn (i - 1) es))) in
  let w_in' i :=
    fst (fst (winnow_run tie (S d) eta 0 prior (firstn (i - 1) shown))) in
  let us := free_updates tie d eta w0 es in
  let us' := winnow_updates tie (S d) eta 0 prior shown in
  (forall i x b, (1 <= i)%nat -> nth_error es (i - 1) = Some (x, b) ->
     predict tie (dot d (w_in i) x + w_in i d)
       = predict tie (dot (S d) (w_in' i) (folded d x)))
  /\ (forall t, (t <= length us)%nat -> exists c, 0 < c /\ forall j,
    (j < S d)%nat ->
     state vec (free_update d eta) w0 us t j
       = c * state vec (update (S d) eta) prior us' t j)
  /\ free_mistakes tie d eta w0 es
    = winnow_mistakes tie (S d) eta 0 prior shown.
Proof.
  intros tie d eta w0 es Start prior shown w_in w_in' us us'.
  assert (forall i j : nat, (i < S d)%nat -> (j < S d)%nat -> i = j -> i = j) as Inj by auto.
  assert (length shown = length es) as L by apply map_length.
  assert (forall i, (1 <= i <= length es)%nat ->
    nth (i - 1) shown (zero, true) = folded_example d (nth (i - 1) es (zero, true))) as N.
  { intros i I. rewrite (nth_indep shown _ (folded_example d (zero, true))) by lia. apply map_nth. }
  assert (forall i, (1 <= i <= length es)%nat -> forall j, (j < S d)%nat ->
    folded d (fst (nth (i - 1) es (zero, true))) j = fst (nth (i - 1) shown (zero, true)) j) as X.
  { intros i I j J. rewrite (N i I). reflexivity. }
  assert (forall i, (1 <= i <= length es)%nat ->
    snd (nth (i - 1) es (zero, true)) = snd (nth (i - 1) shown (zero, true))) as Y.
  { intros i I. rewrite (N i I). reflexivity. }
  split; [|split].
  - intros i x b I Nth. assert (i - 1 < length es)%nat as B by (apply nth_error_Some; congruence).
    assert (nth (i - 1) es (zero, true) = (x, b)) as E by (apply nth_error_nth, Nth).
    pose proof (same_prediction d (fun j => j) eta eta 0 tie tie w0 prior es shown (fun _ J => J) Inj L X Y eq_refl
      eq_refl eq_refl Start (fun _ _ => eq_refl) i ltac:(lia)) as P.
    rewrite (N i ltac:(lia)), E in P. exact P.
  - intros t T. destruct (related_after d (fun j => j) eta eta 0 tie tie w0 prior es shown (fun _ J => J) Inj L X Y
    eq_refl
      eq_refl eq_refl Start (fun _ _ => eq_refl) t) as [Pos Ratio].
    pose proof (sum_pos (S d) _ ltac:(discriminate) Pos) as P. eexists. split; [exact P|]. intros j J.
    unfold us'. rewrite (Ratio j J). unfold us. field. lra.
  - apply (bound d (fun j => j)); auto.
Qed.

(** In particular, started at ones and shown (x, -x, -1) it makes the mistakes that Winnow makes, from equal weights, on
    the doubled examples (x, 1, -x, -1). *)
Definition negated (n : nat) (x : vec) : vec := fun j => if (j <? 2 * n)%nat then double n x j else -1.
Definition negated_example (n : nat) (e : example) : example := (negated n (fst e), snd e).

Theorem on_doubled_examples : forall (tie : tie_rule) (n : nat) (eta : R) (es : list example),
  free_mistakes tie (2 * n + 1) eta ones (map (negated_example n) es)
  = winnow_mistakes tie (2 * (n + 1)) eta 0 (Simplex.uniform (2 * (n + 1)))
      (map (fun e => double_example (n + 1) (folded_example n e)) es).
Proof.
  intros tie n eta es. replace (2 * (n + 1))%nat with (S (2 * n + 1)) by lia.
  set (order := fun j => if (j <? n)%nat then j else if (j <? 2 * n + 1)%nat
                         then (if (j <? 2 * n)%nat then j + 1 else 2 * n + 1)%nat else n).
  assert (forall j, (j < n /\ order j = j \/ n <= j < 2 * n /\ order j = j + 1 \/ j = 2 * n /\ order j = 2 * n + 1
                     \/ 2 * n + 1 <= j /\ order j = n)%nat) as Cases.
  { intros j. unfold order. destruct (j <? n)%nat eqn:A, (j <? 2 * n + 1)%nat eqn:B, (j <? 2 * n)%nat eqn:D;
      rewrite ?Nat.ltb_lt, ?Nat.ltb_ge in *; lia. }
  set (f := negated_example n).
  set (g := fun e : example => double_example (n + 1) (folded_example n e)).
  assert (forall i, (1 <= i <= length (map f es))%nat -> exists e,
    nth (i - 1) (map f es) (zero, true) = f e /\ nth (i - 1) (map g es) (zero, true) = g e) as N.
  { intros i I. rewrite map_length in I. exists (nth (i - 1) es (zero, true)).
    rewrite (nth_indep (map f es) _ (f (zero, true))), (nth_indep (map g es) _ (g (zero, true))), !map_nth
      by (rewrite map_length; lia). split; reflexivity. }
  apply (bound (2 * n + 1) order); try reflexivity.
  - intros j J. pose proof (Cases j). lia.
  - intros i j I J E. pose proof (Cases i). pose proof (Cases j). lia.
  - rewrite !map_length. reflexivity.
  - intros i I j J. destruct (N i I) as (e & -> & ->). unfold f, g, negated_example, double_example, folded_example.
    simpl fst. unfold folded, negated, double.
    pose proof (Cases j) as [[? ->]|[[? ->]|[[? ->]|[? ->]]]];
    repeat match goal with |- context [(?p <? ?q)%nat] => destruct (Nat.ltb_spec p q) end;
      try lia; try reflexivity; try ring.
    f_equal. f_equal. lia.
  - intros i I. destruct (N i I) as (e & -> & ->). reflexivity.
  - intros j _. change (1 > 0). lra.
  - intros j _. change (1 / INR (S (2 * n + 1)) = 1 / sum (S (2 * n + 1)) (fun _ => 1)).
    rewrite sum_const, Rmult_1_r. reflexivity.
Qed.
End WINNOW_UNNORMALISED.

(** * No learner does better *)

(** Against every deterministic learner: as many examples as one likes, all features +R or -R, on each of which it
    errs; and a mixture of margin gamma on all of them, for which Winnow's bound with the best learning rate is their
    number. Feature j of the t-th example has the t-th sign of j in binary; the label is the opposite of what is
    predicted. *)
Module SIGN_PATTERNS.

Definition pattern (Rad : R) (t : nat) : vec := fun j => if Nat.testbit j t then Rad else - Rad.

(** The chances of independent tosses, each of which agrees with its label with the chance share. *)
Definition toss (share : R) (sign label : bool) : R := if Bool.eqb sign label then share else 1 - share.
Fixpoint chance (share : R) (labels : list bool) (j : nat) : R :=
  match labels with
  | [] => 1
  | b :: labels => toss share (Nat.odd j) b * chance share labels (Nat.div2 j)
  end.

Lemma sum_pairs n f : sum (2 * n) f = sum n (fun k => f (2 * k)%nat + f (2 * k + 1)%nat).
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  rewrite !sum_S, IH. replace (2 * n + 1)%nat with (S (2 * n)) by lia. ring.
Qed.

Lemma odd_even k : Nat.odd (2 * k) = false /\ Nat.odd (2 * k + 1) = true.
Proof. split; [rewrite Nat.odd_mul; reflexivity | rewrite Nat.add_comm, Nat.odd_add_mul_2; reflexivity]. Qed.

Lemma half k : Nat.div2 (2 * k) = k /\ Nat.div2 (2 * k + 1) = k.
Proof.
  split; [apply Nat.div2_double|]. replace (2 * k + 1)%nat with (S (2 * k)) by lia. apply Nat.div2_succ_double.
Qed.

(** A sum over all patterns, the first toss apart. *)
Lemma sum_first n (g : bool -> R) (f : nat -> R) :
  sum (2 * n) (fun j => g (Nat.odd j) * f (Nat.div2 j)) = (g false + g true) * sum n f.
Proof.
  rewrite sum_pairs, <- sum_mult. apply sum_ext. intros k _.
  destruct (odd_even k) as [-> ->], (half k) as [-> ->]. ring.
Qed.

Lemma toss_total share b : toss share false b + toss share true b = 1.
Proof. destruct b; unfold toss; simpl; ring. Qed.

Lemma toss_pos share sign b : 0 < share < 1 -> 0 < toss share sign b.
Proof. intros P. unfold toss. destruct (Bool.eqb sign b); lra. Qed.

Lemma chance_pos share labels : 0 < share < 1 -> forall j, 0 < chance share labels j.
Proof.
  intros P. induction labels as [|b labels IH]; intros j; simpl; [lra|].
  apply Rmult_lt_0_compat; [apply toss_pos, P | apply IH].
Qed.

Lemma chance_total share labels : sum (2 ^ length labels) (chance share labels) = 1.
Proof.
  induction labels as [|b labels IH]; [simpl; ring|].
  change (2 ^ length (b :: labels))%nat with (2 * 2 ^ length labels)%nat.
  transitivity ((toss share false b + toss share true b) * sum (2 ^ length labels) (chance share labels)).
  - rewrite <- (sum_first _ (fun sign => toss share sign b)). reflexivity.
  - rewrite toss_total, IH. ring.
Qed.

(** The margin: each toss agrees with its label with the chance share. *)
Lemma chance_margin share Rad : forall labels t, (t < length labels)%nat ->
  sign (nth t labels true) * dot (2 ^ length labels) (chance share labels) (pattern Rad t) = (2 * share - 1) * Rad.
Proof.
  induction labels as [|b labels IH]; intros t T; [simpl in T; lia|].
  change (2 ^ length (b :: labels))%nat with (2 * 2 ^ length labels)%nat. unfold dot. destruct t as [|t].
  - rewrite (sum_ext _ _ (fun j => toss share (Nat.odd j) b * (if Nat.odd j then Rad else - Rad)
      * chance share labels (Nat.div2 j))).
    + rewrite (sum_first _ (fun z => toss share z b * (if z then Rad else - Rad)) (chance share labels)), chance_total.
      destruct b; unfold toss; simpl; ring.
    + intros j _. unfold pattern. simpl. ring.
  - rewrite (sum_ext _ _ (fun j => toss share (Nat.odd j) b
      * (chance share labels (Nat.div2 j) * pattern Rad t (Nat.div2 j)))).
    + rewrite (sum_first _ (fun z => toss share z b) (fun k => chance share labels k * pattern Rad t k)), toss_total.
      rewrite Rmult_1_l. apply IH. simpl in T. lia.
    + intros j _. unfold pattern. simpl. ring.
Qed.

(** The relative entropy of independent tosses to fair ones is the sum of theirs. *)
Lemma chance_entropy share labels : 0 < share < 1 ->
  KL (2 ^ length labels) (chance share labels) (uniform (2 ^ length labels)) = INR (length labels) * coin share (1 / 2).
Proof.
  intros P. unfold KL, uniform. induction labels as [|b labels IH].
  { simpl. replace (1 / (1 / 1)) with 1 by field. rewrite ln_1. ring. }
  change (2 ^ length (b :: labels))%nat with (2 * 2 ^ length labels)%nat.
  pose proof (chance_total share labels) as Total. set (n := (2 ^ length labels)%nat) in *.
  assert (0 < INR n) as N by (apply lt_0_INR; unfold n; pose proof (Nat.pow_nonzero 2 (length labels)); lia).
  set (rest := fun k => chance share labels k * ln (chance share labels k / (1 / INR n))) in *.
  rewrite (sum_ext _ _ (fun j => toss share (Nat.odd j) b * ln (2 * toss share (Nat.odd j) b)
      * chance share labels (Nat.div2 j) + toss share (Nat.odd j) b * rest (Nat.div2 j))).
  - rewrite sum_plus, (sum_first _ (fun z => toss share z b * ln (2 * toss share z b)) (chance share labels)).
    rewrite (sum_first _ (fun z => toss share z b) rest), Total, toss_total, IH.
    change (length (b :: labels)) with (S (length labels)). rewrite S_INR. unfold coin.
    replace (1 - 1 / 2) with (1 / 2) by field.
    replace (share / (1 / 2)) with (2 * share) by field.
    replace ((1 - share) / (1 / 2)) with (2 * (1 - share)) by field.
    destruct b; unfold toss; simpl; ring.
  - intros j _. simpl chance. unfold rest. pose proof (toss_pos share (Nat.odd j) b P) as A.
    pose proof (chance_pos share labels P (Nat.div2 j)) as B.
    replace (toss share (Nat.odd j) b * chance share labels (Nat.div2 j) / (1 / INR (2 * n)))
      with (2 * toss share (Nat.odd j) b * (chance share labels (Nat.div2 j) / (1 / INR n)))
      by (rewrite mult_INR; simpl; field; lra).
    rewrite ln_mult; [ring | lra |]. apply Rdiv_lt_0_compat; [exact B | apply Rdiv_lt_0_compat; lra].
Qed.

(** The opponent: whatever is shown next, some label makes it a mistake. *)
Section Play.
Variable State : Type.
Variables (mistaken updating : State -> example -> bool) (next : State -> example -> State).
Hypothesis fallible : forall st x, exists b, mistaken st (x, b) = true.

Lemma labels_against : forall xs st k t, exists labels, length labels = length xs /\
  snd (fst (fold_left (round State mistaken updating next) (combine xs labels) (st, k, t))) = (k + length xs)%nat.
Proof.
  induction xs as [|x xs IH]; intros st k t; [exists []; simpl; lia|].
  destruct (fallible st x) as [b M].
  destruct (IH (if updating st (x, b) then next st (x, b) else st) (S k) (if updating st (x, b) then S t else t))
    as (labels & L & E).
  exists (b :: labels). simpl. rewrite M, E. simpl. split; lia.
Qed.
End Play.

(** A learner: any state, any rule for updates; it errs, on every example, for one of the two labels at least. *)
Theorem theorem : forall (State : Type)
    (mistaken updating : State -> example -> bool)
    (next : State -> example -> State) (start : State) (m : nat)
    (gamma Rad : R),
  (forall st x, exists b, mistaken st (x, b) = true) ->
  0 < gamma < Rad ->
  exists (es : list example) (u : vec),
    length es = m
    /\ (forall x b, In (x, b) es -> forall j, (j < 2 ^ m)%nat ->
      Rabs (x j) = Rad)
    /\ (forall j, (j < 2 ^ m)%nat -> u j >= 0) /\ sum (2 ^ m) u = 1
    /\ (forall x b, In (x, b) es -> sign b * dot (2 ^ m) u x = gamma)
    /\ KL (2 ^ m) u (uniform (2 ^ m))
      = INR m * coin (lambda Rad gamma) (1 / 2)
    /\ mistakes State mistaken updating next start es = m.
Proof.
  intros State mistaken updating next start m gamma Rad Fallible S. pose proof (lambda_range Rad gamma ltac:(lra)) as B.
  destruct (labels_against State mistaken updating next Fallible (map (pattern Rad) (seq 0 m)) start O O)
    as (labels & L & E).
  rewrite map_length, seq_length in L, E. exists (combine (map (pattern Rad) (seq 0 m)) labels).
  exists (chance (lambda Rad gamma) labels). subst m.
  assert (forall x b, In (x, b) (combine (map (pattern Rad) (seq 0 (length labels))) labels) ->
    exists t, (t < length labels)%nat /\ x = pattern Rad t /\ b = nth t labels true) as From.
  { intros x b I. apply In_nth with (d := (pattern Rad 0, true)) in I. destruct I as (t & T & N).
    rewrite combine_length, map_length, seq_length, Nat.min_id in T.
    rewrite combine_nth, map_nth, seq_nth in N by (rewrite ?map_length, ?seq_length; trivial).
    injection N as <- <-. exists t. auto. }
  repeat split.
  - etransitivity; [apply combine_length|]. rewrite map_length, seq_length. apply Nat.min_id.
  - intros x b I j _. destruct (From x b I) as (t & _ & -> & _). unfold pattern.
    destruct (Nat.testbit j t); [apply Rabs_pos_eq | rewrite Rabs_Ropp; apply Rabs_pos_eq]; lra.
  - intros j _. left. apply chance_pos, B.
  - apply chance_total.
  - intros x b I. destruct (From x b I) as (t & T & -> & ->). rewrite chance_margin by exact T.
    unfold lambda. field. lra.
  - apply chance_entropy, B.
  - exact E.
Qed.
(** Against Winnow itself, whatever its learning rate: the bound of the best learning rate is met exactly. *)
Theorem tight : forall (tie : tie_rule) (m : nat) (eta gamma Rad : R), 0 < gamma < Rad ->
  exists (es : list example) (u : vec),
    (forall x b, In (x, b) es -> forall j, (j < 2 ^ m)%nat -> Rabs (x j) <= Rad)
    /\ (forall j, (j < 2 ^ m)%nat -> u j >= 0) /\ sum (2 ^ m) u = 1
    /\ (forall x b, In (x, b) es -> sign b * dot (2 ^ m) u x >= gamma)
    /\ INR (winnow_mistakes tie (2 ^ m) eta 0 (uniform (2 ^ m)) es)
       = KL (2 ^ m) u (uniform (2 ^ m)) / coin (lambda Rad gamma) (lambda Rad 0).
Proof.
  intros tie m eta gamma Rad S.
  destruct (theorem vec (mistaken tie (2 ^ m)) (updating tie (2 ^ m) 0) (update (2 ^ m) eta) (uniform (2 ^ m)) m gamma
    Rad)
    as (es & u & _ & Range & Pos & Mass & Margin & Entropy & M); [|exact S|].
  - intros w x. unfold mistaken, wrong. simpl. destruct (total_order_T (dot (2 ^ m) w x) 0) as [[Lt|Eq]|Gt].
    + exists true. reflexivity.
    + destruct tie as [|p]; [exists true; reflexivity|]. exists (negb p). destruct p; reflexivity.
    + exists false. reflexivity.
  - exists es, u. split; [|split; [exact Pos | split; [exact Mass | split]]].
    + intros x b I j J. rewrite (Range x b I j J). lra.
    + intros x b I. rewrite (Margin x b I). lra.
    + unfold winnow_mistakes. rewrite M, Entropy. replace (lambda Rad 0) with (1 / 2) by (unfold lambda; field; lra).
      pose proof (Simplex.pinsker (lambda Rad gamma) (1 / 2) (lambda_range Rad gamma ltac:(lra)) ltac:(lra)) as P.
      assert (0 < lambda Rad gamma - 1 / 2).
      { replace (lambda Rad gamma - 1 / 2) with (gamma / (2 * Rad)) by (unfold lambda; field; lra). apply
        Rdiv_lt_0_compat; lra. }
      field. nra.
Qed.
End SIGN_PATTERNS.

(** * A perfect expert *)

Lemma cosh_lt_exp z : 0 < z -> cosh z < exp z.
Proof. intros P. unfold cosh. pose proof (exp_increasing (- z) z ltac:(lra)). lra. Qed.

Lemma perfect_gain_pos z : 0 < z -> 0 < z - ln (cosh z).
Proof.
  intros P. pose proof (ln_increasing _ _ (cosh_pos z) (cosh_lt_exp z P)) as L. rewrite ln_exp in L. lra.
Qed.

Module WINNOW_EXPERT.
Section Lines.
Variables (d U : nat) (u : vec) (eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (w (t - 1)) (a t)).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis no_threshold : theta = 0.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : sum d u = 1.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis perfect : gamma = Rad.

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie v e, mistaken tie d v e = true -> updating tie d theta v e = true.
Proof. intros tie v e. apply mistake_updates. lra. Qed.

Definition drop := WINNOW.drop d U u eta w a prior prior_mass update_rule comparator comparator_mass.
Definition margin_term := WINNOW.margin_term d U u eta gamma w a learning_rate margin.
Definition chord := WINNOW.chord d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule threshold
  range comparator comparator_mass margin margin_above_threshold.
Definition mistake_term := WINNOW.mistake_term d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition progress := WINNOW.progress d U u eta theta gamma Rad w a prior prior_mass learning_rate update_rule
  threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition total_progress := WINNOW.total_progress d U u eta theta gamma Rad w a prior prior_mass learning_rate
  update_rule threshold mistake range comparator comparator_mass margin margin_above_threshold.
Definition floor := WINNOW.floor d U u eta w a prior prior_mass update_rule comparator comparator_mass.

Lemma range_pos : Rad > 0.
Proof. lra. Qed.

Lemma perfect_gain : C eta gamma Rad theta = eta * Rad - ln (cosh (eta * Rad)).
Proof. rewrite no_threshold, perfect. apply C_no_threshold, range_pos. Qed.

Lemma ceiling : C eta gamma Rad theta <= ln 2.
Proof.
  rewrite perfect_gain. assert (exp (eta * Rad) / 2 <= cosh (eta * Rad)) as H.
  { unfold cosh. pose proof (exp_pos (- (eta * Rad))). lra. }
  pose proof (exp_pos (eta * Rad)). apply ln_le in H; [|lra]. rewrite ln_quotient, ln_exp in H by lra. lra.
Qed.

Lemma gain_pos : 0 < C eta gamma Rad theta.
Proof. rewrite perfect_gain. pose proof range_pos. apply perfect_gain_pos, Rmult_lt_0_compat; lra. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= KL d u (w 0) / C eta gamma Rad theta.
Proof. intros t T. pose proof gain_pos. apply (WINNOW.bound d U u eta theta gamma Rad w a); assumption. Qed.
End Lines.

(** For every rule for ties, every prior and every learning rate: with the threshold 0, and a comparator that is right
    as loudly as can be on the examples of the updates. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R) (w0 : vec)
    (es : list example) (u : vec) (Rad : R),
  let us := winnow_updates tie d eta 0 w0 es in
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 ->
  eta > 0 -> Rad > 0 ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  (forall x b, In (x, b) us -> sign b * dot d u x = Rad) ->
  INR (winnow_count tie d eta 0 w0 es)
    <= KL d u w0 / (eta * Rad - ln (cosh (eta * Rad)))
  /\ INR (winnow_mistakes tie d eta 0 w0 es)
    <= KL d u w0 / (eta * Rad - ln (cosh (eta * Rad))).
Proof.
  intros tie d eta w0 es u Rad us Hp Hpm He HRad HR Hu Hum Hs.
  assert (0 < eta * Rad) as P by (apply Rmult_lt_0_compat; lra). apply perfect_gain_pos in P.
  rewrite <- C_no_threshold in * by exact HRad.
  assert (forall x b, In (x, b) us -> sign b * dot d u x >= Rad) as Margin by (intros x b I; rewrite (Hs x b I); lra).
  destruct (last_update tie d eta 0 w0 es (KL d u w0 / C eta Rad Rad 0)) as [B M]; [| |split; [exact B | apply M; lra]].
  - apply Rle_mult_inv_pos; [apply gibbs; [apply as_mixture; assumption | split; assumption] | exact P].
  - intros T. eapply (bound d _ u eta 0 Rad Rad (run_weights tie d 0 (update d eta) w0 es)
      (run_signed tie d 0 (update d eta) w0 es)); of_the_run.
Qed.

(** What the gain falls short of ln 2. *)
Lemma perfect_gain_is z : z - ln (cosh z) = ln 2 - ln (1 + exp (- (2 * z))).
Proof.
  replace (cosh z) with (exp z * ((1 + exp (- (2 * z))) / 2)).
  - pose proof (exp_pos (- (2 * z))). rewrite ln_mult, ln_exp, ln_quotient by (try apply exp_pos; lra). ring.
  - unfold cosh. replace (exp (- z)) with (exp z * exp (- (2 * z))) by (rewrite <- exp_plus; f_equal; ring). field.
Qed.

(** As the learning rate grows, the gain comes as near to ln 2 as one likes. *)
Theorem gain_rises : forall Rad eps, Rad > 0 -> 0 < eps -> exists eta0,
  forall eta, eta >= eta0 -> eta * Rad - ln (cosh (eta * Rad)) >= ln 2 - eps.
Proof.
  intros Rad eps P E. exists (- ln eps / (2 * Rad)). intros eta H. rewrite perfect_gain_is.
  set (z := eta * Rad). pose proof (exp_pos (- (2 * z))) as X.
  pose proof (ln_below (1 + exp (- (2 * z))) ltac:(lra)) as L.
  assert (exp (- (2 * z)) <= eps) as Small.
  { rewrite <- (exp_ln eps E). apply exp_le.
    apply Rmult_ge_compat_r with (r := 2 * Rad) in H; [|lra].
    replace (- ln eps / (2 * Rad) * (2 * Rad)) with (- ln eps) in H by (field; lra). unfold z. lra. }
  lra.
Qed.

(** And the bound K / C falls all the time, towards K / ln 2. *)
Theorem bound_falls : forall K Rad eta h, 0 <= K -> Rad > 0 -> 0 < eta <= h ->
  K / ln 2 <= K / (h * Rad - ln (cosh (h * Rad))) <= K / (eta * Rad - ln (cosh (eta * Rad))).
Proof.
  intros K Rad eta h N P [E H]. assert (0 < eta * Rad) as Z by (apply Rmult_lt_0_compat; lra).
  assert (eta * Rad <= h * Rad) as Le by (apply Rmult_le_compat_r; lra).
  pose proof (perfect_gain_pos _ Z) as G. rewrite !perfect_gain_is in *.
  pose proof (exp_pos (- (2 * (h * Rad)))). pose proof (exp_le (- (2 * (h * Rad))) (- (2 * (eta * Rad))) ltac:(lra)).
  assert (0 <= ln (1 + exp (- (2 * (h * Rad)))) <= ln (1 + exp (- (2 * (eta * Rad))))) as [A B]
    by (split; [rewrite <- ln_1|]; apply ln_le; lra).
  unfold Rdiv. split; apply Rmult_le_compat_l; try exact N; apply Rinv_le_contravar; lra.
Qed.
End WINNOW_EXPERT.

(** * Pinsker's inequality *)

(** For any two distributions, from that for coins: the features on which u is the larger are merged to one. *)
Module PINSKER.

Definition part (J : nat -> bool) (f : vec) : vec := fun j => if J j then f j else 0.
Definition other (J : nat -> bool) : nat -> bool := fun j => negb (J j).

Lemma parts_total d J f : sum d (part J f) + sum d (part (other J) f) = sum d f.
Proof. rewrite <- sum_plus. apply sum_ext. intros j _. unfold part, other. destruct (J j); simpl; ring. Qed.

(** A tangent of the logarithm: ln z is at least 1 - 1/z, for z = u / (c w). *)
Lemma merged d J u w c : mixture d u -> distribution d w -> 0 < c ->
  sum d (part J u) * (ln c + 1) - c * sum d (part J w) <= sum d (part J (fun j => u j * ln (u j / w j))).
Proof.
  intros [N _] [P _] Pc.
  replace (sum d (part J u) * (ln c + 1) - c * sum d (part J w))
    with (sum d (fun j => (ln c + 1) * part J u j + - c * part J w j)) by (rewrite sum_plus, !sum_mult; ring).
  apply sum_le. intros j B. unfold part. pose proof (P j B). destruct (J j); [|lra].
  destruct (N j B) as [L|<-]; [|nra]. assert (0 < c * w j) as Cw by (apply Rmult_lt_0_compat; lra).
  pose proof (ln_below (c * w j / u j) ltac:(apply Rdiv_lt_0_compat; lra)) as T.
  rewrite ln_quotient, ln_mult in T by assumption. rewrite ln_quotient by assumption.
  apply Rmult_le_compat_l with (r := u j) in T; [|lra].
  replace (u j * (c * w j / u j - 1)) with (c * w j - u j) in T by (field; lra). lra.
Qed.

(** The tangent of each part touches at its own quotient. *)
Lemma merging d J u w : let p := sum d (part J u) in let q := sum d (part J w) in
  mixture d u -> distribution d w -> 0 < p < 1 -> 0 < q < 1 -> coin p q <= KL d u w.
Proof.
  intros p q Mu Dw Hp Hq. unfold KL. rewrite <- (parts_total d J).
  pose proof (parts_total d J u) as Pu. pose proof (parts_total d J w) as Pw. rewrite (proj2 Mu) in Pu.
  rewrite (proj2 Dw) in Pw. fold p in Pu. fold q in Pw.
  pose proof (merged d J u w (p / q) Mu Dw ltac:(apply Rdiv_lt_0_compat; lra)) as A.
  pose proof (merged d (other J) u w ((1 - p) / (1 - q)) Mu Dw ltac:(apply Rdiv_lt_0_compat; lra)) as B.
  fold p q in A. replace (sum d (part (other J) u)) with (1 - p) in B by lra.
  replace (sum d (part (other J) w)) with (1 - q) in B by lra.
  replace (p / q * q) with p in A by (field; lra).
  replace ((1 - p) / (1 - q) * (1 - q)) with (1 - p) in B by (field; lra). unfold coin. lra.
Qed.

(** A coin that always shows heads. *)
Lemma pinsker_sure q : 0 < q < 1 -> 2 * (1 - q) ^ 2 <= - ln q.
Proof.
  intros Q. set (f := fun x => ln x + 2 * (1 - x) ^ 2).
  assert (forall x, q <= x <= 1 -> derivable_pt_lim f x (/ x + 2 * (INR 2 * (1 - x) ^ Nat.pred 2 * (0 - 1)))) as D.
  { intros x X. apply derivable_pt_lim_plus; [apply derivable_pt_lim_ln; lra|].
    apply derivable_pt_lim_scal, (derivable_pt_lim_comp (fun x => 1 - x) (fun y => y ^ 2)).
    - apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
    - apply derivable_pt_lim_pow. }
  destruct (MVT_cor2 f _ q 1 ltac:(lra) D) as (c & E & Hc).
  replace (/ c + 2 * (INR 2 * (1 - c) ^ Nat.pred 2 * (0 - 1))) with ((1 - 2 * c) ^ 2 / c) in E by (simpl; field; lra).
  assert (0 <= (1 - 2 * c) ^ 2 / c * (1 - q)).
  { apply Rmult_le_pos; [apply Rle_mult_inv_pos; [apply pow2_ge_0|]|]; lra. }
  unfold f in E. rewrite ln_1 in E. replace (2 * (1 - 1) ^ 2) with 0 in E by ring. lra.
Qed.

(** The relative entropy is at least half the square of the sum of the differences. *)
Theorem theorem : forall (d : nat) (u w : vec), mixture d u ->
    distribution d w ->
  1 / 2 * norm1 d (fun j => u j - w j) ^ 2 <= KL d u w.
Proof.
  intros d u w Mu Dw. set (J := fun j => if Rle_dec (w j) (u j) then true else false).
  pose proof (parts_total d J u) as Pu. pose proof (parts_total d J w) as Pw.
  rewrite (proj2 Mu) in Pu. rewrite (proj2 Dw) in Pw.
  set (p := sum d (part J u)) in *. set (q := sum d (part J w)) in *.
  assert (norm1 d (fun j => u j - w j) = 2 * (p - q)) as E.
  { replace (2 * (p - q)) with (p + -1 * q + (sum d (part (other J) w) + -1 * sum d (part (other J) u))) by lra.
    unfold p, q. rewrite <- !sum_mult, <- !sum_plus. apply sum_ext. intros j _. unfold part, other, J.
    destruct (Rle_dec (w j) (u j)); simpl; [rewrite Rabs_pos_eq | rewrite Rabs_left]; lra. }
  rewrite E. assert (forall K v, (forall j, (j < d)%nat -> 0 <= v j) -> 0 <= sum d (part K v)) as Pos.
  { intros K v V. apply sum_nonneg. intros j B. unfold part. destruct (K j); [auto | lra]. }
  destruct (distribution_mixture d w Dw) as [Nw _]. destruct Mu as [Nu Mass].
  pose proof (Pos J w Nw) as Q0. fold q in Q0.
  pose proof (Pos (other J) w Nw) as Q1. pose proof (Pos (other J) u Nu) as P1.
  assert (q <= p) as Le.
  { apply sum_le. intros j _. unfold part, J. destruct (Rle_dec (w j) (u j)); lra. }
  (* if u or w has all of its mass on one side, so that p = q, there is nothing to show *)
  destruct (Req_dec p q) as [->|Dif].
  { replace (1 / 2 * (2 * (q - q)) ^ 2) with 0 by ring. apply gibbs; [split; assumption | exact Dw]. }
  assert (q < p) by (destruct Le; [assumption | congruence]).
  destruct Q0 as [Q0|Q0].
  2:{ (* no weight of w is 0, so that q is 0 only if u is smaller everywhere *)
      exfalso. enough (p = 0) by lra. unfold p. rewrite (sum_ext d _ (fun _ => 0)), sum_const; [ring|].
      intros j B. unfold part. destruct (J j) eqn:Jj; [|reflexivity]. exfalso.
      assert (part J w j <= q) as L.
      { apply entry_le_sum; [|exact B]. intros i I. unfold part. destruct (J i); [auto | lra]. }
      unfold part in L. rewrite Jj in L. pose proof (proj1 Dw j B). lra. }
  replace (1 / 2 * (2 * (p - q)) ^ 2) with (2 * (p - q) ^ 2) by field.
  destruct (Req_dec p 1) as [P|P].
  - (* the other part of u is 0: its tangent may be as flat as one likes *)
    apply Rle_trans with (- ln q); [rewrite P; apply pinsker_sure; lra|].
    apply le_epsilon. intros eps He. unfold KL. rewrite <- (parts_total d J).
    pose proof (merged d J u w (1 / q) (conj Nu Mass) Dw ltac:(apply Rdiv_lt_0_compat; lra)) as A.
    pose proof (merged d (other J) u w eps (conj Nu Mass) Dw He) as B. fold p q in A.
    replace (sum d (part (other J) u)) with 0 in B by lra. rewrite P, ln_quotient, ln_1 in A by lra.
    replace (1 / q * q) with 1 in A by (field; lra). nra.
  - assert (p < 1) by (destruct (Rle_lt_or_eq_dec p 1); [lra | assumption | contradiction]).
    apply Rle_trans with (coin p q); [apply Simplex.pinsker; lra|].
    apply (merging d J u w); [split; assumption | exact Dw | fold p; lra | fold q; lra].
Qed.
End PINSKER.

(** * Zhang's form *)

(** The weights are scaled to the sum W after each update: Z is the mean of the factors, by w / W. *)
Definition share (W : R) (w : vec) : vec := fun j => w j / W.
Definition rescaled (d : nat) (W eta : R) (w : vec) (e : example) : vec :=
  fun j => w j * exp (eta * signed e j) / Z d eta (share W w) (signed e).

(** A relative entropy, times the sum of u. *)
Definition K (d : nat) (W : R) (u w : vec) : R := sum d (fun j => u j * ln (u j * W / (w j * norm1 d u))).

Lemma norm1_nonneg d u : (forall j, (j < d)%nat -> u j >= 0) -> norm1 d u = sum d u.
Proof. intros P. apply sum_ext. intros j J. apply Rabs_pos_eq, Rge_le, P, J. Qed.

Lemma share_distribution d W w : W > 0 -> (forall j, (j < d)%nat -> w j > 0) -> sum d w = W ->
  distribution d (share W w).
Proof.
  intros P Pos M. split.
  - intros j J. apply Rdiv_lt_0_compat; [apply Pos, J | exact P].
  - unfold share. rewrite (sum_ext d _ (fun j => / W * w j)) by (intros; unfold Rdiv; ring).
    rewrite sum_mult, M. apply Rinv_l. lra.
Qed.

Lemma share_mixture d u : norm1 d u > 0 -> (forall j, (j < d)%nat -> u j >= 0) -> mixture d (share (norm1 d u) u).
Proof.
  intros P Pos. split.
  - intros j J. apply Rle_mult_inv_pos; [apply Rge_le, Pos, J | exact P].
  - unfold share. rewrite (sum_ext d _ (fun j => / norm1 d u * u j)) by (intros; unfold Rdiv; ring).
    rewrite sum_mult, <- norm1_nonneg by exact Pos. apply Rinv_l. lra.
Qed.

Lemma K_shares d W u w : W > 0 -> norm1 d u > 0 -> (forall j, (j < d)%nat -> u j >= 0) ->
  (forall j, (j < d)%nat -> w j > 0) -> K d W u w = norm1 d u * KL d (share (norm1 d u) u) (share W w).
Proof.
  intros P N Pu Pw. unfold K, KL. rewrite <- sum_mult. apply sum_ext. intros j J. unfold share.
  replace (u j * W / (w j * norm1 d u)) with (u j / norm1 d u / (w j / W)) by (field; pose proof (Pw j J); lra).
  field. lra.
Qed.

Module WINNOW_ZHANG.
Section Lines.
Variables (d U : nat) (u : vec) (W eta theta gamma Rad : R) (w a : nat -> vec).

Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation Zt t := (Z d eta (share W (w (t - 1))) (a t)).
Local Notation delta := (eta * W * Rad ^ 2).
Local Notation K_ t := (K d W u (w t)).
Local Notation D := (eta * (gamma - theta * norm1 d u / W) - eta ^ 2 * Rad ^ 2 * norm1 d u / 2).

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = W.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta >= 0.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis comparator : forall j, (j < d)%nat -> u j >= 0.
Hypothesis comparator_mass : norm1 d u <= W.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u⟩ >= gamma.
Hypothesis margin_above_threshold : gamma > theta.
Hypothesis small_learning_rate : delta <= gamma - theta.

(** Every mistake is an update. *)
Lemma mistakes_update : forall tie v e, mistaken tie d v e = true -> updating tie d theta v e = true.
Proof. intros tie v e. apply mistake_updates. exact threshold. Qed.

(** As soon as there is an update, neither R nor u nor W is 0: the margin of u is positive, and at most ‖u‖₁ R. *)
Lemma margin_size : (1 <= U)%nat -> 0 < norm1 d u * Rad.
Proof.
  intros T. pose proof (margin 1 ltac:(lia)) as M. enough (dot d (a 1) u <= norm1 d u * Rad) by lra.
  rewrite norm1_nonneg, Rmult_comm, <- sum_mult by exact comparator. apply sum_le. intros j J.
  pose proof (range 1 ltac:(lia) j J). pose proof (Rle_abs (a 1 j)). pose proof (comparator j J).
  apply Rmult_le_compat_r; lra.
Qed.

Lemma norm1_pos : 0 <= norm1 d u.
Proof. apply sum_nonneg. intros j _. apply Rabs_pos. Qed.

Lemma sizes : (1 <= U)%nat -> norm1 d u > 0 /\ W > 0 /\ Rad > 0.
Proof.
  intros T. pose proof (margin_size T) as M. destruct norm1_pos as [P|E]; [|rewrite <- E in M; lra].
  repeat split; [exact P | lra|]. apply Rmult_lt_reg_l with (norm1 d u); lra.
Qed.

(** The weights, divided by W, stay a distribution. *)
Lemma weights : W > 0 -> forall t, (t <= U)%nat -> distribution d (share W (w t)) /\ forall j, (j < d)%nat -> w t j > 0.
Proof.
  intros P t T. assert (distribution d (share W (w t))) as Dist.
  { apply (stays_distribution d eta U (fun t => share W (w t)) a); try exact T.
    - apply (share_distribution d W (w 0)); assumption.
    - apply (share_distribution d W (w 0)); assumption.
    - intros i I j J. unfold share at 1 2. rewrite (update_rule i I j J). unfold Rdiv. ring. }
  split; [exact Dist|]. intros j J. pose proof (proj1 Dist j J) as Q. unfold share in Q.
  replace (w t j) with (w t j / W * W) by (field; lra). apply Rmult_lt_0_compat; assumption.
Qed.

Lemma drop : forall t, (1 <= t <= U)%nat ->
  K d W u (w t) - K d W u (w (t - 1)) = norm1 d u * ln (Zt t) - eta * ⟨a t, u⟩.
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & _).
  destruct (weights P t ltac:(lia)) as [_ Pos]. destruct (weights P (t - 1) ltac:(lia)) as [Dist Pos'].
  rewrite !K_shares by assumption.
  pose proof (share_mixture d u N comparator) as Mix.
  pose proof (entropy_moves d eta _ _ (share W (w t)) (a t) Mix Dist) as E.
  rewrite <- Rmult_minus_distr_l, E.
  - replace (⟨a t, u⟩) with (norm1 d u * dot d (a t) (share (norm1 d u) u)); [ring|].
    unfold dot, share. rewrite <- sum_mult. apply sum_ext. intros. field. lra.
  - intros j J. unfold share at 1 2. rewrite (update_rule t T j J). unfold Rdiv. ring.
Qed.

Lemma normaliser : forall t, (1 <= t <= U)%nat ->
  ln (Zt t) <= eta / W * ⟨a t, w (t - 1)⟩ + 1 / 2 * eta ^ 2 * Rad ^ 2.
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & PR). destruct (weights P (t - 1) ltac:(lia)) as [Dist _].
  pose proof (hoeffding d _ (scale eta (a t)) (- (eta * Rad)) (eta * Rad) Dist) as H. unfold Z.
  replace (eta / W * ⟨a t, w (t - 1)⟩) with (dot d (share W (w (t - 1))) (scale eta (a t))).
  - replace (1 / 2 * eta ^ 2 * Rad ^ 2) with ((eta * Rad - - (eta * Rad)) ^ 2 / 8) by field.
    apply H. intros j J. unfold scale. pose proof (range t T j J). pose proof (Rle_abs (a t j)).
    pose proof (Rle_abs (- a t j)) as A. rewrite Rabs_Ropp in A. split; nra.
  - unfold dot, scale, share. rewrite <- sum_mult. apply sum_ext. intros. field. lra.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat -> ln (Zt t) <= eta * theta / W + 1 / 2 * eta ^ 2 * Rad ^ 2.
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & PR). pose proof (normaliser t T). pose proof (mistake t T) as M.
  apply Rmult_le_compat_l with (r := eta / W) in M; [|left; apply Rdiv_lt_0_compat; lra].
  replace (eta * theta / W) with (eta / W * theta) by (field; lra). lra.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> K d W u (w t) <= K d W u (w (t - 1)) - D.
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & PR). pose proof (drop t T). pose proof (margin t T) as G.
  apply Rge_le, Rmult_le_compat_l with (r := eta) in G; [|lra]. pose proof (mistake_term t T) as M.
  apply Rmult_le_compat_l with (r := norm1 d u) in M; [|lra].
  replace (norm1 d u * (eta * theta / W + 1 / 2 * eta ^ 2 * Rad ^ 2))
    with (eta * (theta * norm1 d u / W) + eta ^ 2 * Rad ^ 2 * norm1 d u / 2) in M by (field; lra).
  lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> K d W u (w t) <= K d W u (w 0) - D * INR t.
Proof. intros t T. apply (add_up U (fun t => K d W u (w t)) _ progress). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= K d W u (w t).
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & _). destruct (weights P t ltac:(lia)) as [Dist Pos].
  rewrite K_shares by assumption. apply Rmult_le_pos; [lra|]. apply gibbs; [|exact Dist].
  apply share_mixture; assumption.
Qed.

(** Put W for the sum of u, which is no more; the threshold is not negative. *)
Lemma gain_with_total : (1 <= U)%nat -> D >= eta * (gamma - theta) - eta ^ 2 * Rad ^ 2 * W / 2.
Proof.
  intros T. destruct (sizes T) as (N & P & PR). apply Rle_ge.
  assert (norm1 d u / W <= 1) as Le.
  { apply Rmult_le_reg_r with W; [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  replace (theta * norm1 d u / W) with (theta * (norm1 d u / W)) by (unfold Rdiv; ring).
  apply Rmult_le_compat_l with (r := eta * theta) in Le; [|apply Rmult_le_pos; lra].
  assert (eta ^ 2 * Rad ^ 2 * norm1 d u <= eta ^ 2 * Rad ^ 2 * W) by
    (apply Rmult_le_compat_l; [apply Rmult_le_pos; apply pow2_ge_0 | exact comparator_mass]).
  lra.
Qed.

Lemma sizes_delta : (1 <= U)%nat -> 0 < W * Rad ^ 2 /\ 0 < delta.
Proof.
  intros T. destruct (sizes T) as (N & P & PR).
  assert (0 < W * Rad ^ 2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  split; [assumption|]. rewrite Rmult_assoc. apply Rmult_lt_0_compat; lra.
Qed.

Lemma sharp_bound : forall t, (1 <= t <= U)%nat -> INR t <= K d W u (w 0) / D.
Proof.
  intros t T. pose proof (total_progress t T). pose proof (floor t T). apply le_div; [|lra].
  pose proof (gain_with_total ltac:(lia)) as G. pose proof small_learning_rate.
  replace (eta ^ 2 * Rad ^ 2 * W / 2) with (eta * (delta / 2)) in G by field.
  assert (0 < eta * (gamma - theta - delta / 2)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma gain : (1 <= U)%nat -> D >= (2 * delta * (gamma - theta) - delta ^ 2) / (2 * W * Rad ^ 2).
Proof.
  intros T. destruct (sizes T) as (N & P & PR). pose proof (gain_with_total T) as G.
  replace ((2 * delta * (gamma - theta) - delta ^ 2) / (2 * W * Rad ^ 2))
    with (eta * (gamma - theta) - eta ^ 2 * Rad ^ 2 * W / 2) by (field; lra).
  exact G.
Qed.

Lemma simple_gain : (1 <= U)%nat ->
  (2 * delta * (gamma - theta) - delta ^ 2) / (2 * W * Rad ^ 2) >= delta ^ 2 / (2 * W * Rad ^ 2).
Proof.
  intros T. destruct (sizes_delta T) as [P Pd]. pose proof small_learning_rate.
  apply Rle_ge, Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra].
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= 2 * W * Rad ^ 2 * K d W u (w 0) / delta ^ 2.
Proof.
  intros t T. destruct (sizes ltac:(lia)) as (N & P & PR). destruct (sizes_delta ltac:(lia)) as [PW Pd].
  pose proof (total_progress t T). pose proof (floor t T). pose proof (gain ltac:(lia)).
  pose proof (simple_gain ltac:(lia)). pose proof (pos_INR t).
  assert (0 < delta ^ 2 / (2 * W * Rad ^ 2)) by (apply Rdiv_lt_0_compat; [apply pow_lt|]; lra).
  replace (2 * W * Rad ^ 2 * K d W u (w 0) / delta ^ 2)
    with (K d W u (w 0) / (delta ^ 2 / (2 * W * Rad ^ 2))) by (field; repeat split; lra).
  apply le_div; nra.
Qed.
End Lines.

(** For every rule for ties and every threshold that is not negative; the weights have the sum W, and the comparator
    any sum from above 0 to W. *)
Theorem theorem : forall (tie : tie_rule) (d : nat)
    (W Rad theta gamma delta : R) (w0 : vec) (es : list example)
    (u : vec),
  let next := rescaled d W (delta / (W * Rad ^ 2)) in
  let us := updates vec (updating tie d theta) next w0 es in
  W > 0 -> Rad > 0 -> theta >= 0 -> gamma > theta ->
  (forall j, (j < d)%nat -> u j >= 0) -> norm1 d u > 0 -> norm1 d u <= W ->
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = W ->
  0 < delta <= gamma - theta ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall x b, In (x, b) us -> sign b * dot d u x >= gamma) ->
  INR (count_updates vec (mistaken tie d) (updating tie d theta) next w0 es)
    <= 2 * W * Rad ^ 2 * K d W u w0 / delta ^ 2
  /\ INR (mistakes vec (mistaken tie d) (updating tie d theta) next w0 es)
    <= 2 * W * Rad ^ 2 * K d W u w0 / delta ^ 2.
Proof.
  intros tie d W Rad theta gamma delta w0 es u next us HW HRad Hth Hg Hu Hn HnW Hp Hpm Hd HR Hs.
  assert (0 < W * Rad ^ 2) as P by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  assert (INR (count_updates vec (mistaken tie d) (updating tie d theta) next w0 es)
          <= 2 * W * Rad ^ 2 * K d W u w0 / delta ^ 2) as B.
  { rewrite count_updates_length. fold (run_updates tie d theta next w0 es). destruct (length _) as [|U] eqn:L.
    - apply Rle_mult_inv_pos; [|apply pow_lt; lra]. apply Rmult_le_pos; [lra|].
      rewrite K_shares by assumption. apply Rmult_le_pos; [lra|].
      apply gibbs; [apply share_mixture; assumption | apply share_distribution; assumption].
    - assert (delta = delta / (W * Rad ^ 2) * W * Rad ^ 2) as E by (field; lra). rewrite E.
      apply (bound d (S U) u W (delta / (W * Rad ^ 2)) theta gamma Rad (run_weights tie d theta next w0 es)
        (run_signed tie d theta next w0 es)); try assumption; try lia.
      + apply Rdiv_lt_0_compat; lra.
      + intros t T j J. rewrite <- L in T. rewrite run_next by exact T. reflexivity.
      + intros t T. rewrite <- L in T. apply run_mistake. exact T.
      + rewrite <- L. apply run_range. exact HR.
      + rewrite <- L. apply run_margin. exact Hs.
      + lra. }
  split; [exact B|]. eapply Rle_trans; [apply le_INR, mistakes_le_updates | exact B].
  intros w e. apply mistake_updates. exact Hth.
Qed.
End WINNOW_ZHANG.
