(** The advice of experts, none of whom need be right: the weighted majority, with and without coins, Hedge, and a
    class in which no concept is right.

    Expert i of N says [advice i x], where the example x may hold anything: the round's number, or the row of the
    experts' advice, so that they may say anything in any round. In Hedge the experts instead have losses from 0 to 1.
    A run is any list of examples, or any sequence of losses; ties may be broken in any way. *)
From Coq Require Import Reals Lra Psatz List Lia Bool.
From MB Require Import Vectors Counts Learner Simplex.
From MB Require MistakeBound Optimal.
Import ListNotations.
Open Scope R_scope.

(** * Experts who are right or wrong *)

Definition advice := nat -> vec -> bool.
Definition errs (h : advice) (i : nat) (e : example) : bool := negb (eqb (h i (fst e)) (snd e)).

(** Who is wrong keeps the part beta of the weight. *)
Definition reweigh (h : advice) (beta : R) (w : vec) (e : example) : vec :=
  fun i => (if errs h i e then beta else 1) * w i.

(** How often expert i is wrong in a list of examples. *)
Definition errors (h : advice) (es : list example) (i : nat) : nat := length (filter (errs h i) es).

(** [tally wrong t i] is how often expert i was wrong up to t, if [wrong s i] tells whether in round s. *)
Fixpoint tally (wrong : nat -> nat -> bool) (t i : nat) : nat :=
  match t with O => O | S s => (tally wrong s i + if wrong t i then 1 else 0)%nat end.

Lemma tally_le wrong i : forall s t, (s <= t)%nat -> (tally wrong s i <= tally wrong t i)%nat.
Proof. intros s t L. induction L as [|t L IH]; simpl; lia. Qed.

(** In the run: after t examples the weight of an expert is beta to the number of its errors so far. *)
Lemma state_weight h beta es e0 i : forall t, (t <= length es)%nat ->
  state vec (reweigh h beta) ones es t i = beta ^ tally (fun s i => errs h i (nth (s - 1) es e0)) t i.
Proof.
  induction t as [|t IH]; intros T; [reflexivity|].
  rewrite (state_next vec (reweigh h beta) e0) by lia. unfold reweigh at 1. rewrite IH by lia.
  simpl tally. rewrite Nat.sub_0_r, pow_add. destruct (errs h i (nth t es e0)); simpl; ring.
Qed.

Lemma firstn_next (e0 : example) : forall es t, (t < length es)%nat -> firstn (S t) es = firstn t es ++ [nth t es e0].
Proof.
  induction es as [|e es IH]; intros t T; simpl in T; [lia|].
  destruct t; [reflexivity|]. simpl. f_equal. apply IH. lia.
Qed.

Lemma tally_nth h i e0 es : forall t, (t <= length es)%nat ->
  tally (fun s i => errs h i (nth (s - 1) es e0)) t i = errors h (firstn t es) i.
Proof.
  induction t as [|t IH]; intros T; [reflexivity|].
  rewrite (firstn_next e0) by lia. unfold errors. rewrite filter_app, app_length. simpl tally. rewrite IH by lia.
  rewrite Nat.sub_0_r. unfold errors. simpl filter. destruct (errs h i (nth t es e0)); reflexivity.
Qed.

Lemma tally_all h e0 es i : tally (fun s i => errs h i (nth (s - 1) es e0)) (length es) i = errors h es i.
Proof. rewrite tally_nth by lia. rewrite firstn_all. reflexivity. Qed.

(** * The weighted majority *)

(** A sum is no less than one of its terms, if none is negative. *)
Lemma sum_ge_term d f i : (forall j, (j < d)%nat -> 0 <= f j) -> (i < d)%nat -> f i <= sum d f.
Proof.
  induction d as [|d IH]; intros P I; [lia|]. simpl. assert (0 <= f d) by auto.
  assert (0 <= sum d f) by (apply sum_nonneg; auto).
  destruct (Nat.eq_dec i d) as [->|D]; [lra|]. assert (f i <= sum d f) by (apply IH; auto; lia). lra.
Qed.

Lemma sum_first d f : sum (S d) f = f O + sum d (fun i => f (S i)).
Proof. induction d as [|d IH]; [simpl; lra|]. rewrite sum_S, IH. simpl. lra. Qed.

(** The learner predicts as it likes, so long as those who agree have at least half of the weight. *)
Section WeightedMajority.
Variables (predict : vec -> vec -> bool) (h : advice) (beta : R).

Definition mistaken (w : vec) (e : example) : bool := negb (eqb (predict w (fst e)) (snd e)).
Definition updating := mistaken.
Definition majority_mistakes (es : list example) : nat := mistakes vec mistaken updating (reweigh h beta) ones es.
Definition majority_updates (es : list example) : list example := updates vec updating (reweigh h beta) ones es.
End WeightedMajority.

(** The weight of those experts who say b. *)
Definition said (N : nat) (h : advice) (b : bool) (w x : vec) : R := sum N (fun i => if eqb (h i x) b then w i else 0).

(** A prediction of the weighted majority, whatever its label for ties. *)
Definition weighted_majority (N : nat) (h : advice) (predict : vec -> vec -> bool) : Prop :=
  forall w x, said N h (predict w x) w x >= said N h (negb (predict w x)) w x.

Module WEIGHTED_MAJORITY.
Section Lines.
Variables (N U : nat) (beta : R) (wrong : nat -> nat -> bool).

(** After t updates: the weight of each expert, their total; the weights of those who are right, and wrong, at t. *)
Definition w (t i : nat) : R := beta ^ tally wrong t i.
Definition W (t : nat) : R := sum N (w t).
Definition W_wrong (t : nat) : R := sum N (fun i => if wrong t i then w (t - 1) i else 0).
Definition W_right (t : nat) : R := sum N (fun i => if wrong t i then 0 else w (t - 1) i).
Definition m : nat := fewest N (tally wrong U).

Hypothesis experts : (1 <= N)%nat.
Hypothesis factor : 0 < beta < 1.
Hypothesis majority : forall t, (1 <= t <= U)%nat -> W_wrong t >= W_right t.

Notation "'for_updates' t , P" := (forall t, (1 <= t <= U)%nat -> P) (at level 200, t name).

Lemma w_pos t i : 0 < w t i.
Proof. apply pow_lt. lra. Qed.

Lemma update : for_updates t, W t = W_right t + beta * W_wrong t.
Proof.
  intros t T. unfold W, W_right, W_wrong. rewrite <- sum_mult, <- sum_plus. apply sum_ext. intros i _.
  destruct t as [|t]; [lia|]. replace (S t - 1)%nat with t by lia. unfold w. simpl tally.
  rewrite pow_add. destruct (wrong (S t) i); simpl; ring.
Qed.

(** The total before an update is that of those who are right and those who are wrong. *)
Lemma split t : W (t - 1) = W_right t + W_wrong t.
Proof. unfold W, W_right, W_wrong. rewrite <- sum_plus. apply sum_ext. intros i _. destruct (wrong t i); ring. Qed.

Lemma shrinking : for_updates t, W t <= 1 / 2 * (1 + beta) * W (t - 1).
Proof. intros t T. rewrite (update t T), split. pose proof (majority t T). nra. Qed.

(** The same from the start: N is the total of the first weights. *)
Lemma falling : forall t, (t <= U)%nat -> W t <= (1 / 2 * (1 + beta)) ^ t * INR N.
Proof.
  induction t as [|t IH]; intros T; [unfold W, w; simpl; rewrite sum_const; lra|].
  pose proof (shrinking (S t) ltac:(lia)) as P. replace (S t - 1)%nat with t in P by lia.
  specialize (IH ltac:(lia)). simpl pow. nra.
Qed.

Lemma telescoping : for_updates t, W t <= (1 / 2 * (1 + beta)) ^ t * INR N.
Proof. intros t T. apply falling. lia. Qed.

(** A power of beta is no less if its exponent is no more. *)
Lemma power_le a b : (a <= b)%nat -> beta ^ b <= beta ^ a.
Proof.
  intros L. replace b with (a + (b - a))%nat by lia. rewrite pow_add.
  pose proof (pow_lt beta a ltac:(lra)). pose proof (pow_incr beta 1 (b - a) ltac:(lra)) as I. rewrite pow1 in I. nra.
Qed.

(** A total is no less than one of its weights. *)
Lemma weight_le_total t i : (i < N)%nat -> w t i <= W t.
Proof. intros I. apply (sum_ge_term N (w t)); [intros; left; apply w_pos | exact I]. Qed.

Lemma best : for_updates t, beta ^ m <= W t.
Proof.
  intros t T. unfold m. destruct (fewest_is N (tally wrong U) experts) as (i & I & ->).
  apply Rle_trans with (w t i); [|apply weight_le_total; exact I].
  apply power_le, tally_le. lia.
Qed.

Lemma sandwich : for_updates t, beta ^ m <= (1 / 2 * (1 + beta)) ^ t * INR N.
Proof. intros t T. pose proof (best t T). pose proof (telescoping t T). lra. Qed.

Lemma bound : for_updates t, INR t <= (ln (INR N) + INR m * ln (1 / beta)) / ln (2 / (1 + beta)).
Proof.
  intros t T. assert (0 < INR N) as P by (apply lt_0_INR; lia).
  pose proof (ln_le _ _ (pow_lt beta m ltac:(lra)) (sandwich t T)) as L.
  rewrite ln_mult, !ln_pow in L by (try apply pow_lt; lra).
  assert (ln (1 / beta) = - ln beta) as E by (rewrite ln_quotient, ln_1; lra).
  assert (ln (2 / (1 + beta)) = - ln (1 / 2 * (1 + beta))) as F.
  { replace (2 / (1 + beta)) with (/ (1 / 2 * (1 + beta))) by (field; lra). apply ln_Rinv. lra. }
  assert (ln (1 / 2 * (1 + beta)) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  apply Rmult_le_reg_r with (ln (2 / (1 + beta))); [lra|].
  replace (_ / ln (2 / (1 + beta)) * _) with (ln (INR N) + INR m * ln (1 / beta)) by (field; lra).
  rewrite E, F. lra.
Qed.
End Lines.

(** The learner changes at every mistake, and at no other time. *)
Lemma mistakes_update predict : forall w e, mistaken predict w e = true -> updating predict w e = true.
Proof. trivial. Qed.

(** All experts, all examples, any way to break ties; m counts the errors of the best expert at the mistakes. *)
Theorem theorem : forall (N : nat) (h : advice) (beta : R)
    (predict : vec -> vec -> bool) (es : list example),
  (1 <= N)%nat ->
  0 < beta < 1 ->
  weighted_majority N h predict ->
  let m := fewest N (errors h (majority_updates predict h beta es)) in
  INR (majority_mistakes predict h beta es)
    <= (ln (INR N) + INR m * ln (1 / beta)) / ln (2 / (1 + beta)).
Proof.
  intros N h beta predict es HN Hb Hp m0.
  apply Rle_trans with (INR (length (majority_updates predict h beta es))).
  { apply le_INR. unfold majority_updates. rewrite <- (count_updates_length vec (mistaken predict)).
    apply mistakes_le_updates, mistakes_update. }
  set (us := majority_updates predict h beta es) in *. set (e0 := (zero, true) : example).
  set (wrong := fun s i => errs h i (nth (s - 1) us e0)).
  assert (m0 = m N (length us) wrong) as ->.
  { apply fewest_ext; [exact HN|]. intros i _. symmetry. apply (tally_all h e0 us). }
  destruct (Nat.eq_dec (length us) 0) as [Z|NZ].
  { rewrite Z. simpl INR. assert (0 <= ln (INR N)).
    { rewrite <- ln_1. apply ln_le; [lra|]. apply (le_INR 1). exact HN. }
    assert (0 < ln (1 / beta)).
    { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with beta; [lra|]. field_simplify; lra. }
    assert (0 < ln (2 / (1 + beta))).
    { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (1 + beta); [lra|]. field_simplify; lra. }
    pose proof (pos_INR (m N 0 wrong)). apply Rle_mult_inv_pos; nra. }
  apply (bound N (length us) beta wrong HN Hb); [|lia].
  intros t T. set (e := nth (t - 1) us e0).
  set (v := state vec (reweigh h beta) ones us (t - 1)).
  assert (mistaken predict v e = true) as M.
  { apply (state_updating vec (updating predict) (reweigh h beta) e0).
    fold (majority_updates predict h beta es). fold us. lia. }
  assert (forall i, v i = w beta wrong (t - 1) i) as V by (intros i; apply state_weight; lia).
  assert (predict v (fst e) = negb (snd e)) as P.
  { unfold mistaken in M. destruct (predict v (fst e)), (snd e); (reflexivity || discriminate). }
  pose proof (Hp v (fst e)) as G. rewrite P in G. unfold said in G. unfold W_wrong, W_right, wrong. fold e.
  rewrite (sum_ext N _ (fun i => if eqb (h i (fst e)) (negb (snd e)) then v i else 0)).
  2:{ intros i _. rewrite V. unfold errs. fold e. destruct (h i (fst e)), (snd e); reflexivity. }
  rewrite (sum_ext N (fun i => if errs h i e then 0 else _)
    (fun i => if eqb (h i (fst e)) (negb (negb (snd e))) then v i else 0)); [exact G|].
  intros i _. rewrite V. unfold errs. fold e. destruct (h i (fst e)), (snd e); reflexivity.
Qed.
End WEIGHTED_MAJORITY.

(** * The weighted majority with coins *)

(** The part of the weight that is wrong: the chance of a mistake, if an expert is drawn by the weights. *)
Definition wrong_part (N : nat) (h : advice) (w : vec) (e : example) : R :=
  sum N (fun i => if errs h i e then w i else 0) / sum N w.

(** The mean over all draws, round by round: with the chance w i / sum w expert i is drawn, and what follows comes on
    top of its error. Examples do not depend on the draws, nor do the weights. *)
Fixpoint expected_mistakes (N : nat) (h : advice) (beta : R) (w : vec) (es : list example) : R :=
  match es with
  | [] => 0
  | e :: es => sum N (fun i => w i / sum N w *
      ((if errs h i e then 1 else 0) + expected_mistakes N h beta (reweigh h beta w e) es))
  end.

Module RANDOMIZED_MAJORITY.
Section Lines.
Variables (N T : nat) (beta : R) (w : nat -> vec) (wrong : nat -> nat -> bool).

(** The total weight, the part of it that is wrong in round t, and the errors of the best expert so far. *)
Definition W (t : nat) : R := sum N (w t).
Definition F (t : nat) : R := sum N (fun i => if wrong t i then w (t - 1)%nat i else 0) / W (t - 1).
Definition m (t : nat) : nat := fewest N (tally wrong t).

Hypothesis experts : (1 <= N)%nat.
Hypothesis factor : 0 < beta < 1.
Hypothesis start : forall i, (i < N)%nat -> w 0%nat i = 1.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat ->
  w t i = (if wrong t i then beta else 1) * w (t - 1)%nat i.

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

(** Every weight is beta to the number of errors. *)
Lemma weight i : (i < N)%nat -> forall t, (t <= T)%nat -> w t i = beta ^ tally wrong t i.
Proof.
  intros I. induction t as [|t IH]; intros H; [apply start; exact I|].
  rewrite update_rule by lia. replace (S t - 1)%nat with t by lia. rewrite IH by lia. simpl tally. rewrite pow_add.
  destruct (wrong (S t) i); simpl; ring.
Qed.

Lemma weight_pos i t : (i < N)%nat -> (t <= T)%nat -> 0 < w t i.
Proof. intros I H. rewrite weight by assumption. apply pow_lt. lra. Qed.

Lemma W_pos t : (t <= T)%nat -> 0 < W t.
Proof. intros H. apply sum_pos; [lia|]. intros i I. apply weight_pos; assumption. Qed.

(** Whichever expert is drawn: if it is wrong, a part of the weight is. *)
Lemma drawn : for_rounds t, forall i, (i < N)%nat -> wrong t i = true -> F t > 0.
Proof.
  intros t H i I E. apply Rdiv_lt_0_compat; [|apply W_pos; lia].
  apply Rlt_le_trans with (w (t - 1)%nat i); [apply weight_pos; lia|].
  pose proof (sum_ge_term N (fun i => if wrong t i then w (t - 1)%nat i else 0) i) as G. cbv beta in G. rewrite E in G.
  apply G; [|exact I]. intros k K. pose proof (weight_pos k (t - 1) K ltac:(lia)). destruct (wrong t k); lra.
Qed.

Lemma update : for_rounds t, W t = (1 - (1 - beta) * F t) * W (t - 1).
Proof.
  intros t H. pose proof (W_pos (t - 1) ltac:(lia)). unfold F.
  replace ((1 - (1 - beta) * (sum N (fun i => if wrong t i then w (t - 1)%nat i else 0) / W (t - 1))) * W (t - 1))
    with (W (t - 1) + (beta - 1) * sum N (fun i => if wrong t i then w (t - 1)%nat i else 0)) by (field; lra).
  unfold W. rewrite <- sum_mult, <- sum_plus. apply sum_ext. intros i I. rewrite update_rule by assumption.
  destruct (wrong t i); ring.
Qed.

Lemma logarithm : for_rounds t, ln (W t) <= ln (W (t - 1)) - (1 - beta) * F t.
Proof.
  intros t H. pose proof (W_pos (t - 1) ltac:(lia)). pose proof (W_pos t ltac:(lia)) as P.
  rewrite (update t H) in *. assert (0 < 1 - (1 - beta) * F t) by nra.
  rewrite ln_mult by assumption. pose proof (ln_below (1 - (1 - beta) * F t) ltac:(assumption)). lra.
Qed.

Lemma telescoping : for_rounds t, ln (W t) <= ln (INR N) - (1 - beta) * sum t (fun s => F (S s)).
Proof.
  enough (forall t, (t <= T)%nat -> ln (W t) <= ln (INR N) - (1 - beta) * sum t (fun s => F (S s))) as G
    by (intros t H; apply G; lia).
  induction t as [|t IH]; intros H.
  - unfold W. rewrite (sum_ext N _ (fun _ => 1)) by exact start. rewrite sum_const, Rmult_1_r. simpl. lra.
  - pose proof (logarithm (S t) ltac:(lia)) as L. replace (S t - 1)%nat with t in L by lia.
    specialize (IH ltac:(lia)). rewrite sum_S. lra.
Qed.

Lemma best : for_rounds t, INR (m t) * ln beta <= ln (W t).
Proof.
  intros t H. rewrite <- ln_pow by lra. apply ln_le; [apply pow_lt; lra|].
  unfold m. destruct (fewest_is N (tally wrong t) experts) as (i & I & ->).
  rewrite <- weight by (assumption || lia). apply (sum_ge_term N (w t)); [|exact I].
  intros k K. left. apply weight_pos; [exact K | lia].
Qed.

Lemma sandwich : for_rounds t, INR (m t) * ln beta <= ln (INR N) - (1 - beta) * sum t (fun s => F (S s)).
Proof. intros t H. pose proof (best t H). pose proof (telescoping t H). lra. Qed.

Lemma bound : for_rounds t, sum t (fun s => F (S s)) <= (INR (m t) * ln (1 / beta) + ln (INR N)) / (1 - beta).
Proof.
  intros t H. pose proof (sandwich t H). apply Rmult_le_reg_r with (1 - beta); [lra|].
  replace (_ / (1 - beta) * _) with (INR (m t) * ln (1 / beta) + ln (INR N)) by (field; lra).
  rewrite ln_quotient, ln_1 by lra. lra.
Qed.
End Lines.

(** The mean of the mistakes is the sum of the parts that are wrong, since the chances of a round add up to 1. *)
Lemma expected_sum N h beta es : (1 <= N)%nat -> 0 < beta -> forall w, (forall i, (i < N)%nat -> 0 < w i) ->
  expected_mistakes N h beta w es =
  sum (length es) (fun s => wrong_part N h (state vec (reweigh h beta) w es s) (nth s es (zero, true))).
Proof.
  intros HN Hb. induction es as [|e es IH]; intros w P; [reflexivity|].
  simpl length. rewrite sum_first. change (state vec (reweigh h beta) w (e :: es) 0) with w. simpl nth at 1.
  simpl expected_mistakes. rewrite IH.
  2:{ intros i I. unfold reweigh. specialize (P i I). destruct (errs h i e); nra. }
  assert (0 < sum N w) by (apply sum_pos; [lia | exact P]).
  set (rest := sum (length es) _). change (sum (length es) (fun s => wrong_part N h _ _)) with rest.
  unfold wrong_part.
  transitivity (sum N (fun i => / sum N w * (if errs h i e then w i else 0) + rest / sum N w * w i)).
  - apply sum_ext. intros i _. destruct (errs h i e); field; lra.
  - rewrite sum_plus, !sum_mult. field. lra.
Qed.

(** All experts and all examples; m counts the errors of the best expert in all rounds. *)
Theorem theorem : forall (N : nat) (h : advice) (beta : R)
    (es : list example),
  (1 <= N)%nat ->
  0 < beta < 1 ->
  let m := fewest N (errors h es) in
  expected_mistakes N h beta ones es
    <= (INR m * ln (1 / beta) + ln (INR N)) / (1 - beta).
Proof.
  intros N h beta es HN Hb m0. rewrite expected_sum; [|exact HN | lra | intros; unfold ones; lra].
  set (e0 := (zero, true) : example). set (wrong := fun s i => errs h i (nth (s - 1) es e0)).
  assert (m0 = m N wrong (length es)) as ->.
  { apply fewest_ext; [exact HN|]. intros i _. symmetry. apply (tally_all h e0 es). }
  destruct (Nat.eq_dec (length es) 0) as [Z|NZ].
  { rewrite Z. simpl sum. assert (0 <= ln (INR N)).
    { rewrite <- ln_1. apply ln_le; [lra|]. apply (le_INR 1). exact HN. }
    assert (0 <= ln (1 / beta)).
    { rewrite <- ln_1. apply ln_le; [lra|]. apply Rmult_le_reg_r with beta; [lra|]. field_simplify; lra. }
    pose proof (pos_INR (m N wrong 0)). apply Rle_mult_inv_pos; nra. }
  pose proof (bound N (length es) beta (state vec (reweigh h beta) ones es) wrong HN Hb) as B.
  unfold F, W in B. unfold wrong_part.
  assert (forall t, (1 <= t <= length es)%nat -> forall i, (i < N)%nat -> state vec (reweigh h beta) ones es t i
    = (if wrong t i then beta else 1) * state vec (reweigh h beta) ones es (t - 1) i) as U.
  { intros t H i _. replace t with (S (t - 1)) at 1 by lia. rewrite (state_next vec (reweigh h beta) e0) by lia.
    reflexivity. }
  specialize (B (fun i _ => eq_refl) U (length es) ltac:(lia)).
  eapply Rle_trans; [|exact B]. right. apply sum_ext. intros s _. unfold wrong. simpl Nat.sub. rewrite Nat.sub_0_r.
  reflexivity.
Qed.
End RANDOMIZED_MAJORITY.

(** * Weights that are multiplied by exponentials in every round *)

(** Round t multiplies weight j by exp (z t j), and divides all by their sum; at the start they are equal. *)
Section ExponentialWeights.
Variables (d T : nat) (w z : nat -> vec).
Hypothesis columns : (1 <= d)%nat.
Hypothesis equal : forall j, (j < d)%nat -> w 0%nat j = 1 / INR d.
Hypothesis multiplied : forall t j, (1 <= t <= T)%nat -> (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (z t j) / sum d (fun k => w (t - 1)%nat k * exp (z t k)).

(** The weights that were never divided, and their total. *)
Definition product (t : nat) : vec := fun j => exp (sum t (fun s => z (S s) j)).
Definition total (t : nat) : R := sum d (product t).

Lemma total_pos t : 0 < total t.
Proof. apply sum_pos; [lia|]. intros. apply exp_pos. Qed.

Lemma total_start : total 0 = INR d.
Proof. unfold total, product. simpl. rewrite exp_0, sum_const. ring. Qed.

(** The weights are the shares of the products in their total, and the sum of a round is the quotient of two totals. *)
Lemma shares_step t : (forall j, (j < d)%nat -> w t j = product t j / total t) ->
  sum d (fun j => w t j * exp (z (S t) j)) = total (S t) / total t.
Proof.
  intros E. pose proof (total_pos t). unfold Rdiv. rewrite Rmult_comm. unfold total at 2. rewrite <- sum_mult.
  apply sum_ext. intros j J. rewrite E by assumption. unfold product. rewrite sum_S, exp_plus. field. lra.
Qed.

Lemma shares : forall t, (t <= T)%nat -> forall j, (j < d)%nat -> w t j = product t j / total t.
Proof.
  induction t as [|t IH]; intros H j J.
  - rewrite equal, total_start by exact J. unfold product. simpl. rewrite exp_0. reflexivity.
  - rewrite multiplied by lia. replace (S t - 1)%nat with t by lia.
    rewrite shares_step by (apply IH; lia). rewrite IH by lia.
    unfold product at 2. rewrite sum_S, exp_plus. fold (product t j).
    pose proof (total_pos t). pose proof (total_pos (S t)). field. lra.
Qed.

Lemma total_step t : (1 <= t <= T)%nat ->
  sum d (fun j => w (t - 1)%nat j * exp (z t j)) = total t / total (t - 1).
Proof.
  intros H. destruct t as [|t]; [lia|]. replace (S t - 1)%nat with t by lia. apply shares_step, shares. lia.
Qed.

Lemma total_distribution t : (t <= T)%nat -> distribution d (w t).
Proof.
  intros H. pose proof (total_pos t) as P. split.
  - intros j J. rewrite shares by assumption. apply Rdiv_lt_0_compat; [apply exp_pos | exact P].
  - rewrite (sum_ext d _ (fun j => / total t * product t j)) by (intros; rewrite shares by assumption; field; lra).
    rewrite sum_mult. fold (total t). field. lra.
Qed.

(** In the sum of the logarithms all totals but the last and the first cancel. *)
Lemma ln_sums : forall t, (t <= T)%nat ->
  sum t (fun s => ln (sum d (fun j => w s j * exp (z (S s) j)))) = ln (1 / INR d * total t).
Proof.
  intros t H. assert (0 < INR d) by (apply lt_0_INR; lia).
  transitivity (ln (total t) - ln (total 0)).
  - induction t as [|t IH]; [simpl; ring|]. rewrite sum_S, IH by lia.
    rewrite shares_step, ln_quotient by (apply shares; lia) || apply total_pos. ring.
  - rewrite total_start, ln_mult, ln_quotient, ln_1 by (apply total_pos || lra || apply Rdiv_lt_0_compat; lra). ring.
Qed.
End ExponentialWeights.

(** * Hedge *)

(** The losses of round t are l t, t = 1, 2, ...: any sequence, and so also one that answers the weights. *)
Fixpoint hedge (N : nat) (eta : R) (l : nat -> vec) (t : nat) : vec :=
  match t with O => uniform N | S s => tilted N (hedge N eta l s) (fun i => - eta * l t i) end.

(** The loss of the weights in T rounds, and that of expert i. *)
Definition hedge_loss (N : nat) (eta : R) (l : nat -> vec) (T : nat) : R :=
  sum T (fun s => dot N (hedge N eta l s) (l (S s))).
Definition expert_loss (l : nat -> vec) (T : nat) (i : nat) : R := sum T (fun s => l (S s) i).

(** What the book says of the logarithms of the weights, the hypotheses say of the weights themselves: they are all
    positive. *)
Module HEDGE.
Section Lines.
Variables (N T : nat) (eta : R) (w l : nat -> vec).

(** The losses of the experts up to t, and the total weight before it is made 1. *)
Definition L (t i : nat) : R := expert_loss l t i.
Definition W (t : nat) : R := sum N (fun i => exp (- eta * L t i)).

Hypothesis experts : (1 <= N)%nat.
Hypothesis uniform : forall i, (i < N)%nat -> w 0%nat i = 1 / INR N.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat ->
  w t i = w (t - 1)%nat i * exp (- eta * l t i) / sum N (fun k => w (t - 1)%nat k * exp (- eta * l t k)).
Hypothesis learning_rate : eta > 0.
Hypothesis losses : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat -> Rabs (l t i - 1 / 2) <= 1 / 2.

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

Lemma W_total t : W t = total N (fun t i => - eta * l t i) t.
Proof. apply sum_ext. intros i _. f_equal. unfold L, expert_loss. rewrite <- sum_mult. reflexivity. Qed.

Lemma weights_distribution t : (t <= T)%nat -> distribution N (w t).
Proof. apply (total_distribution N T w (fun t i => - eta * l t i)); auto. Qed.

(** The exponents of a round lie between - eta and 0. *)
Lemma exponents : for_rounds t, forall i, (i < N)%nat -> - eta <= - eta * l t i <= 0.
Proof. intros t H i I. pose proof (losses t H i I) as B. unfold Rabs in B. destruct (Rcase_abs _); split; nra. Qed.

Lemma mean_exponent t : dot N (w (t - 1)%nat) (fun i => - eta * l t i) = - eta * dot N (w (t - 1)%nat) (l t).
Proof. unfold dot. rewrite <- sum_mult. apply sum_ext. intros; ring. Qed.

Lemma drop : for_rounds t, ln (W t) - ln (W (t - 1)) = ln (sum N (fun i => w (t - 1)%nat i * exp (- eta * l t i))).
Proof.
  intros t H. rewrite !W_total, (total_step N T w (fun t i => - eta * l t i)) by auto.
  rewrite ln_quotient by apply total_pos, experts. reflexivity.
Qed.

Lemma hoeffding : for_rounds t,
  ln (sum N (fun i => w (t - 1)%nat i * exp (- eta * l t i))) <= - eta * dot N (w (t - 1)%nat) (l t) + 1 / 8 * eta ^ 2.
Proof.
  intros t H.
  pose proof (Simplex.hoeffding N (w (t - 1)%nat) _ _ _ (weights_distribution (t - 1) ltac:(lia)) (exponents t H)) as B.
  rewrite mean_exponent in B. unfold normaliser in B. lra.
Qed.

Lemma telescoping : for_rounds t,
  ln (W t) - ln (W 0) <= - eta * sum t (fun s => dot N (w s) (l (S s))) + 1 / 8 * eta ^ 2 * INR t.
Proof.
  enough (forall t, (t <= T)%nat -> ln (W t) - ln (W 0) <=
    - eta * sum t (fun s => dot N (w s) (l (S s))) + 1 / 8 * eta ^ 2 * INR t) as G by (intros t H; apply G; lia).
  induction t as [|t IH]; intros H; [simpl; lra|].
  pose proof (drop (S t) ltac:(lia)) as D. pose proof (hoeffding (S t) ltac:(lia)) as B.
  replace (S t - 1)%nat with t in * by lia. specialize (IH ltac:(lia)). rewrite S_INR, sum_S. lra.
Qed.

(** At the start the total weight is the number of experts. *)
Lemma W_start : W 0 = INR N.
Proof. rewrite W_total. apply total_start. Qed.

Lemma best : for_rounds t, - eta * least N (L t) - ln (INR N) <= ln (W t) - ln (W 0).
Proof.
  intros t H. rewrite W_start. destruct (least_is N (L t) experts) as (i & I & ->).
  pose proof (sum_ge_term N (fun i => exp (- eta * L t i)) i ltac:(intros; left; apply exp_pos) I) as G.
  apply ln_le in G; [|apply exp_pos]. rewrite ln_exp in G. fold (W t) in G. lra.
Qed.

Lemma sandwich : for_rounds t, - eta * least N (L t) - ln (INR N) <=
  - eta * sum t (fun s => dot N (w s) (l (S s))) + 1 / 8 * eta ^ 2 * INR t.
Proof. intros t H. pose proof (best t H). pose proof (telescoping t H). lra. Qed.

Lemma bound : for_rounds t,
  sum t (fun s => dot N (w s) (l (S s))) <= least N (L t) + ln (INR N) / eta + 1 / 8 * eta * INR t.
Proof.
  intros t H. pose proof (sandwich t H). apply Rmult_le_reg_l with eta; [lra|].
  replace (eta * (least N (L t) + ln (INR N) / eta + 1 / 8 * eta * INR t))
    with (eta * least N (L t) + ln (INR N) + 1 / 8 * eta ^ 2 * INR t) by (field; lra).
  lra.
Qed.
End Lines.

(** Any losses between 0 and 1, any number of rounds, any learning rate. *)
Theorem theorem : forall (N T : nat) (eta : R) (l : nat -> vec),
  (1 <= N)%nat ->
  eta > 0 ->
  (forall t i, (1 <= t <= T)%nat -> (i < N)%nat -> 0 <= l t i <= 1) ->
  hedge_loss N eta l T
    <= least N (expert_loss l T) + ln (INR N) / eta + eta * INR T / 8.
Proof.
  intros N T eta l HN He Hl. destruct T as [|T].
  - destruct (least_is N (expert_loss l 0) HN) as (i & _ & ->). unfold hedge_loss, expert_loss. simpl.
    assert (0 <= ln (INR N) / eta); [|lra].
    apply Rle_mult_inv_pos; [|lra]. rewrite <- ln_1. apply ln_le; [lra|]. apply (le_INR 1). exact HN.
  - pose proof (bound N (S T) eta (hedge N eta l) l HN) as B. unfold hedge_loss.
    replace (eta * INR (S T) / 8) with (1 / 8 * eta * INR (S T)) by field.
    apply B; [reflexivity | | exact He | | lia].
    + intros t H i _. destruct t as [|t]; [lia|]. simpl Nat.sub. rewrite Nat.sub_0_r. reflexivity.
    + intros t H i I. destruct (Hl t i H I). apply Rabs_le. lra.
Qed.

(** The learning rate that is tuned to the number of rounds makes the two terms of the bound equal. *)
Lemma tuned_step N T : (2 <= N)%nat -> (1 <= T)%nat -> let eta := sqrt (8 * ln (INR N) / INR T) in
  eta > 0 /\ ln (INR N) / eta + 1 / 8 * eta * INR T = sqrt (1 / 2 * INR T * ln (INR N)).
Proof.
  intros HN HT eta. assert (0 < INR T) as TP by (apply lt_0_INR; lia).
  assert (0 < ln (INR N)) as NP.
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). lia. }
  set (a := sqrt (1 / 2 * INR T * ln (INR N))). assert (0 < 1 / 2 * INR T * ln (INR N)) as AP by nra.
  assert (a * a = 1 / 2 * INR T * ln (INR N)) as A by (apply sqrt_sqrt; lra).
  assert (0 < a) by (apply sqrt_lt_R0; exact AP).
  assert (eta = 4 * a / INR T) as ->.
  { apply sqrt_lem_1; [left; apply Rdiv_lt_0_compat; lra | left; apply Rdiv_lt_0_compat; lra |].
    replace (4 * a / INR T * (4 * a / INR T)) with (16 * (a * a) / (INR T * INR T)) by (field; lra).
    rewrite A. field. lra. }
  split; [apply Rdiv_lt_0_compat; lra|].
  replace (ln (INR N)) with (2 * (a * a) / INR T) by (rewrite A; field; lra). field. lra.
Qed.

Theorem tuned : forall (N T : nat) (l : nat -> vec),
  (2 <= N)%nat ->
  (1 <= T)%nat ->
  (forall t i, (1 <= t <= T)%nat -> (i < N)%nat -> 0 <= l t i <= 1) ->
  hedge_loss N (sqrt (8 * ln (INR N) / INR T)) l T <= least N (expert_loss l T) + sqrt (1 / 2 * INR T * ln (INR N)).
Proof.
  intros N T l HN HT Hl. destruct (tuned_step N T HN HT) as [P E].
  pose proof (theorem N T _ l ltac:(lia) P Hl). lra.
Qed.
End HEDGE.

Module HEDGE_FIRST_ORDER.
Section Lines.
Variables (N T : nat) (eta : R) (w l : nat -> vec).

Notation L := (HEDGE.L l).
Notation W := (HEDGE.W N eta l).

Hypothesis experts : (1 <= N)%nat.
Hypothesis uniform : forall i, (i < N)%nat -> w 0%nat i = 1 / INR N.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat ->
  w t i = w (t - 1)%nat i * exp (- eta * l t i) / sum N (fun k => w (t - 1)%nat k * exp (- eta * l t k)).
Hypothesis learning_rate : eta > 0.
Hypothesis losses : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat -> Rabs (l t i - 1 / 2) <= 1 / 2.

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

Definition drop := HEDGE.drop N T eta w l experts uniform update_rule.
Definition weights_distribution := HEDGE.weights_distribution N T eta w l experts uniform update_rule.

Lemma chord : for_rounds t,
  ln (sum N (fun i => w (t - 1)%nat i * exp (- eta * l t i))) <=
  ln (1 - (1 - exp (- eta)) * dot N (w (t - 1)%nat) (l t)).
Proof.
  intros t H. pose proof (weights_distribution (t - 1) ltac:(lia)) as D.
  pose proof (HEDGE.exponents N T eta l learning_rate losses t H) as E.
  pose proof (normaliser_pos _ _ (fun i => - eta * l t i) D) as P.
  pose proof (normaliser_chord _ _ _ (- eta) 0 D ltac:(lra) E) as C.
  rewrite (HEDGE.mean_exponent N eta w l t), exp_0 in C. apply ln_le; [exact P|].
  unfold normaliser in C. eapply Rle_trans; [exact C | right; field; lra].
Qed.

(** The mean of the losses is at most 1, and so the logarithm is that of a positive number. *)
Lemma chord_pos : for_rounds t, 0 < 1 - (1 - exp (- eta)) * dot N (w (t - 1)%nat) (l t).
Proof.
  intros t H. pose proof (exp_pos (- eta)).
  assert (exp (- eta) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (dot N (w (t - 1)%nat) (l t) <= 1); [|nra].
  apply mean_le; [apply distribution_mixture, weights_distribution; lia|].
  intros i I. pose proof (losses t H i I) as B. unfold Rabs in B. destruct (Rcase_abs _); lra.
Qed.

Lemma logarithm : for_rounds t,
  ln (1 - (1 - exp (- eta)) * dot N (w (t - 1)%nat) (l t)) <= - (1 - exp (- eta)) * dot N (w (t - 1)%nat) (l t).
Proof. intros t H. pose proof (ln_below _ (chord_pos t H)). lra. Qed.

Lemma telescoping : for_rounds t,
  ln (W t) - ln (W 0) <= - (1 - exp (- eta)) * sum t (fun s => dot N (w s) (l (S s))).
Proof.
  enough (forall t, (t <= T)%nat -> ln (W t) - ln (W 0) <=
    - (1 - exp (- eta)) * sum t (fun s => dot N (w s) (l (S s)))) as G by (intros t H; apply G; lia).
  induction t as [|t IH]; intros H; [simpl; lra|].
  pose proof (drop (S t) ltac:(lia)) as D. pose proof (chord (S t) ltac:(lia)) as C.
  pose proof (logarithm (S t) ltac:(lia)) as B.
  replace (S t - 1)%nat with t in * by lia. specialize (IH ltac:(lia)). rewrite sum_S. lra.
Qed.

Definition best := HEDGE.best N T eta l experts.

Lemma sandwich : for_rounds t, - eta * least N (L t) - ln (INR N) <=
  - (1 - exp (- eta)) * sum t (fun s => dot N (w s) (l (S s))).
Proof. intros t H. pose proof (best t H). pose proof (telescoping t H). lra. Qed.

Lemma bound : for_rounds t,
  sum t (fun s => dot N (w s) (l (S s))) <= (eta * least N (L t) + ln (INR N)) / (1 - exp (- eta)).
Proof.
  intros t H. pose proof (sandwich t H).
  assert (exp (- eta) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  apply Rmult_le_reg_r with (1 - exp (- eta)); [lra|].
  replace (_ / (1 - exp (- eta)) * _) with (eta * least N (L t) + ln (INR N)) by (field; lra). lra.
Qed.
End Lines.

(** Any losses between 0 and 1, any number of rounds, any learning rate. *)
Theorem theorem : forall (N T : nat) (eta : R) (l : nat -> vec),
  (1 <= N)%nat ->
  eta > 0 ->
  (forall t i, (1 <= t <= T)%nat -> (i < N)%nat -> 0 <= l t i <= 1) ->
  hedge_loss N eta l T
    <= (eta * least N (expert_loss l T) + ln (INR N)) / (1 - exp (- eta)).
Proof.
  intros N T eta l HN He Hl. destruct T as [|T].
  - destruct (least_is N (expert_loss l 0) HN) as (i & _ & ->). unfold hedge_loss, expert_loss. simpl.
    assert (exp (- eta) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    apply Rle_mult_inv_pos; [|lra]. rewrite Rmult_0_r, Rplus_0_l, <- ln_1. apply ln_le; [lra|].
    apply (le_INR 1). exact HN.
  - apply (bound N (S T) eta (hedge N eta l) l HN); [reflexivity | | exact He | | lia].
    + intros t H i _. destruct t as [|t]; [lia|]. simpl Nat.sub. rewrite Nat.sub_0_r. reflexivity.
    + intros t H i I. destruct (Hl t i H I). apply Rabs_le. lra.
Qed.
End HEDGE_FIRST_ORDER.

(** * A class, and no concept is right *)

(** The sets of at most L of T rounds: each tells of every round whether it is in the set. *)
Fixpoint few_rounds (T L : nat) : list (list bool) :=
  match T with
  | O => [[]]
  | S T => map (cons false) (few_rounds T L) ++
           match L with O => [] | S L => map (cons true) (few_rounds T L) end
  end.

(** As in the binomial theorem: each set of i rounds is worth x^i, and at least x^L. *)
Lemma few_rounds_sum x : 0 < x <= 1 -> forall T L, INR (length (few_rounds T L)) * x ^ L <= (1 + x) ^ T.
Proof.
  intros X. induction T as [|T IH]; intros L.
  - simpl. pose proof (pow_incr x 1 L ltac:(lra)) as P. rewrite pow1 in P. lra.
  - assert (0 <= (1 + x) ^ T) by (apply pow_le; lra). simpl few_rounds. rewrite app_length, map_length, plus_INR.
    pose proof (IH L). destruct L as [|L]; simpl pow in *; [simpl; nra|]. rewrite map_length. pose proof (IH L). nra.
Qed.

Lemma few_rounds_in : forall set L, (length (filter (fun b => b) set) <= L)%nat -> In set (few_rounds (length set) L).
Proof.
  induction set as [|b set IH]; intros L H; [left; reflexivity|]. simpl. apply in_or_app. destruct b; simpl in H.
  - destruct L as [|L]; [lia|]. right. apply in_map, IH. lia.
  - left. apply in_map, IH, H.
Qed.

Lemma few_rounds_two T L : (1 <= L)%nat -> (1 <= T)%nat -> (2 <= length (few_rounds T L))%nat.
Proof.
  assert (forall T L, (1 <= length (few_rounds T L))%nat) as One.
  { clear. induction T as [|T IH]; intros L; simpl; [lia|]. rewrite app_length, map_length. specialize (IH L). lia. }
  intros HL HT. destruct L as [|L]; [lia|]. destruct T as [|T]; [lia|]. simpl.
  rewrite app_length, !map_length. pose proof (One T (S L)). pose proof (One T L). lia.
Qed.

Module AGNOSTIC.
Section Lines.
Variables (N T L K : nat) (eta : R) (w l m : nat -> vec).

(** K concepts: m t h is the mistake of concept h in round t, M_h the sum of these. L* is the least loss of an expert,
    F the loss of the weights. *)
Definition M (h : nat) : R := sum T (fun s => m (S s) h).
Definition L_star : R := least N (expert_loss l T).
Definition F : R := sum T (fun s => dot N (w s) (l (S s))).

Hypothesis concepts : (1 <= K)%nat.
Hypothesis uniform : forall i, (i < N)%nat -> w 0%nat i = 1 / INR N.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat ->
  w t i = w (t - 1)%nat i * exp (- eta * l t i) / sum N (fun k => w (t - 1)%nat k * exp (- eta * l t k)).
Hypothesis tuned : eta = sqrt (8 * ln (INR N) / INR T).
Hypothesis mistakes : forall t, (1 <= t <= T)%nat -> forall i, (i < N)%nat -> Rmin (l t i) (1 - l t i) = 0.
Hypothesis dimension : (L >= 1)%nat.
Hypothesis rounds : (T >= L)%nat.
Hypothesis experts : N = length (few_rounds T L).
Hypothesis covered : forall h, (h < K)%nat -> exists i, (i < N)%nat /\
  forall t, (1 <= t <= T)%nat -> l t i = m t h.

Lemma cover : L_star <= least K M.
Proof.
  destruct (least_is K M concepts) as (h & H & ->). destruct (covered h H) as (i & I & E).
  apply Rle_trans with (expert_loss l T i); [apply least_le, I|]. right.
  apply sum_ext. intros s B. apply E. lia.
Qed.

Lemma count : ln (INR N) <= INR L * ln (exp 1 * INR T / INR L).
Proof.
  assert (0 < INR L) as PL by (apply lt_0_INR; lia). assert (0 < INR T) as PT by (apply lt_0_INR; lia).
  assert (INR L <= INR T) by (apply le_INR; lia). set (x := INR L / INR T).
  assert (0 < x <= 1) as X.
  { unfold x. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (INR T); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (few_rounds_sum x X T L) as B. rewrite <- experts in B.
  assert (0 < INR N) as PN.
  { apply lt_0_INR. pose proof (few_rounds_two T L ltac:(lia) ltac:(lia)). lia. }
  pose proof (pow_lt x L ltac:(lra)). apply ln_le in B; [|nra].
  rewrite ln_mult, !ln_pow in B by lra.
  (* 1 + x is at most exp x, and T x is L *)
  pose proof (ln_below (1 + x) ltac:(lra)) as E. pose proof (pos_INR T).
  assert (INR T * ln (1 + x) <= INR L).
  { replace (INR L) with (INR T * x) by (unfold x; field; lra). apply Rmult_le_compat_l; lra. }
  replace (exp 1 * INR T / INR L) with (exp 1 / x) by (unfold x; field; lra).
  rewrite ln_quotient, ln_exp by (apply exp_pos || lra). lra.
Qed.

Lemma regret : F <= L_star + sqrt (1 / 2 * INR T * ln (INR N)).
Proof.
  pose proof (few_rounds_two T L ltac:(lia) ltac:(lia)) as Two. rewrite <- experts in Two.
  destruct (HEDGE.tuned_step N T Two ltac:(lia)) as [P E]. rewrite <- tuned in *.
  pose proof (HEDGE.bound N T eta w l) as B. unfold HEDGE.L in B. fold L_star in B. unfold F.
  rewrite <- E, <- Rplus_assoc. apply B; try assumption; try lia.
  intros t H i I. pose proof (mistakes t H i I) as Z. unfold Rmin in Z. unfold Rabs.
  destruct (Rle_dec _ _), (Rcase_abs _); lra.
Qed.

Lemma bound : F <= least K M + sqrt (1 / 2 * INR T * INR L * ln (exp 1 * INR T / INR L)).
Proof.
  pose proof regret. pose proof cover. pose proof (pos_INR T).
  assert (sqrt (1 / 2 * INR T * ln (INR N)) <= sqrt (1 / 2 * INR T * INR L * ln (exp 1 * INR T / INR L))); [|lra].
  apply sqrt_le_1_alt. rewrite (Rmult_assoc _ (INR L)). apply Rmult_le_compat_l; [lra | exact count].
Qed.
End Lines.

(** The experts: each runs the standard optimal algorithm, and says the opposite in the rounds of its set. What it
    says is what it gives the algorithm as the label. *)
Section Experts.
Context {X : Type}.
Variables (domain : list X) (C : list (X -> bool)).
Variables (tie : list (MistakeBound.round X) -> X -> bool) (also : list (MistakeBound.round X) -> X * bool -> bool).

Definition optimal := Optimal.LITTLESTONE.optimal domain C tie.
Definition learn (past : list (MistakeBound.round X)) (e : X * bool) :=
  past ++ [MistakeBound.answer optimal also past e].

Fixpoint says (past : list (MistakeBound.round X)) (set : list bool) (xs : list X) : list bool :=
  match set, xs with
  | b :: set, x :: xs => let y := xorb b (optimal past x) in y :: says (learn past (x, y)) set xs
  | _, _ => []
  end.

(** The rounds in which the algorithm errs on a concept; the expert of that set says what the concept says. *)
Fixpoint exceptions (past : list (MistakeBound.round X)) (c : X -> bool) (xs : list X) : list bool :=
  match xs with
  | [] => []
  | x :: xs => negb (eqb (optimal past x) (c x)) :: exceptions (learn past (x, c x)) c xs
  end.

Lemma says_concept c : forall xs past, says past (exceptions past c xs) xs = map c xs.
Proof.
  induction xs as [|x xs IH]; intros past; [reflexivity|]. simpl.
  replace (xorb (negb (eqb (optimal past x) (c x))) (optimal past x)) with (c x)
    by (destruct (optimal past x), (c x); reflexivity).
  rewrite IH. reflexivity.
Qed.

Lemma exceptions_length c : forall xs past, length (exceptions past c xs) = length xs.
Proof. induction xs as [|x xs IH]; intros past; simpl; auto. Qed.

Lemma exceptions_count c : forall xs past,
  length (filter MistakeBound.wrong (MistakeBound.play_on optimal also past (map (fun x => (x, c x)) xs))) =
  (length (filter MistakeBound.wrong past) + length (filter (fun b => b) (exceptions past c xs)))%nat.
Proof.
  unfold MistakeBound.play_on. induction xs as [|x xs IH]; intros past; simpl; [lia|].
  rewrite IH. unfold learn. rewrite filter_app, app_length. simpl. unfold MistakeBound.errs. simpl.
  destruct (negb (eqb (optimal past x) (c x))); simpl; lia.
Qed.

(** By the theorem of the chapter before, they are no more than the Littlestone dimension. *)
Lemma exceptions_few L c xs : (forall x, In x domain) -> Optimal.Ldim domain C = Z.of_nat L -> In c C ->
  (length (filter (fun b => b) (exceptions [] c xs)) <= L)%nat.
Proof.
  intros Full Dim I. set (es := map (fun x => (x, c x)) xs).
  assert (In c (MistakeBound.agreeing C es)) as A.
  { apply filter_In. split; [exact I|]. apply forallb_forall. intros e J. apply in_map_iff in J.
    destruct J as (x & <- & _). apply eqb_reflx. }
  pose proof (Optimal.LITTLESTONE.theorem X domain C tie also es Full) as B.
  specialize (B ltac:(pose proof (MistakeBound.some_size c _ A); lia)). rewrite Dim in B.
  unfold MistakeBound.mistakes, MistakeBound.play in B.
  pose proof (exceptions_count c xs []) as E. fold es in E. simpl in E. rewrite <- E.
  unfold optimal. lia.
Qed.

(** The loss of expert i in round t: 1 where it says another label. *)
Definition differs (a b : bool) : R := if eqb a b then 0 else 1.
Definition loss (L : nat) (es : list (X * bool)) (t : nat) : vec := fun i =>
  differs (nth (t - 1) (says [] (nth i (few_rounds (length es) L) []) (map fst es)) false)
    (nth (t - 1) (map snd es) false).
Definition wrong_labels (c : X -> bool) (es : list (X * bool)) : nat :=
  length (filter (fun e => negb (eqb (c (fst e)) (snd e))) es).

Lemma wrong_labels_sum c : forall es, INR (wrong_labels c es) =
  sum (length es) (fun s => differs (nth s (map c (map fst es)) false) (nth s (map snd es) false)).
Proof.
  induction es as [|e es IH]; [reflexivity|]. simpl length. rewrite sum_first. simpl nth. rewrite <- IH.
  unfold wrong_labels, differs. simpl filter. destruct (eqb (c (fst e)) (snd e)); simpl negb; cbv iota; [lra|].
  simpl length. rewrite S_INR. lra.
Qed.
End Experts.

(** Any finite class on finitely many points, where the algorithm can compute, any examples, any labels, and any label
    of the algorithm's where both sides are equally deep. The expected mistakes are the loss of the weights; they are
    compared with every concept, and so with the best. *)
Theorem theorem : forall (X : Type) (domain : list X) (C : list (X -> bool))
    (tie : list (MistakeBound.round X) -> X -> bool)
    (also : list (MistakeBound.round X) -> X * bool -> bool)
    (es : list (X * bool)) (L : nat),
  let T := length es in
  let N := length (few_rounds T L) in
  let eta := sqrt (8 * ln (INR N) / INR T) in
  (forall x, In x domain) ->
  Optimal.Ldim domain C = Z.of_nat L ->
  (1 <= L <= T)%nat ->
  forall c, In c C ->
  hedge_loss N eta (loss domain C tie also L es) T <=
    INR (wrong_labels c es)
      + sqrt (1 / 2 * INR T * INR L * ln (exp 1 * INR T / INR L)).
Proof.
  intros X domain C tie also es L T N eta Full Dim HL c Ic.
  set (l := loss domain C tie also L es).
  set (m := fun t (_ : nat) => differs (nth (t - 1) (map c (map fst es)) false) (nth (t - 1) (map snd es) false)).
  replace (INR (wrong_labels c es)) with (least 1 (M T m)).
  2:{ simpl. rewrite Rmin_left by lra. rewrite wrong_labels_sum. apply sum_ext. intros s _. unfold m.
      replace (S s - 1)%nat with s by lia. reflexivity. }
  apply (bound N T L 1 eta (hedge N eta l) l m); try reflexivity; try lia.
  - intros t H i _. destruct t as [|t]; [lia|]. replace (S t - 1)%nat with t by lia. reflexivity.
  - intros t _ i _. unfold l, loss, differs. destruct (eqb _ _); [apply Rmin_left | rewrite Rmin_right]; lra.
  - intros h _. set (own := exceptions domain C tie also [] c (map fst es)).
    assert (In own (few_rounds T L)) as I.
    { replace T with (length own) by (unfold own; rewrite exceptions_length, map_length; reflexivity).
      apply few_rounds_in. apply exceptions_few; assumption. }
    destruct (In_nth _ _ [] I) as (i & Li & E). exists i. split; [exact Li|]. intros t _.
    unfold l, loss, m. fold T. rewrite E. unfold own. rewrite says_concept. reflexivity.
Qed.
End AGNOSTIC.
