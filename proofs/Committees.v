(** Committees and disjunctions of few experts among many.

    First come Littlestone's Winnow1 and Winnow2, which learn a disjunction of k of n Boolean variables, for every
    factor alpha > 1 and threshold theta > 0. Then comes a committee, k of d experts whose majority is always
    right: the mistakes of the Perceptron, for every learning rate and rule for ties, and of Winnow, from equal weights.
    At the end a lower bound shows that the Perceptron, like all learners that add examples, must pay for all experts.

    A run is any finite list of examples, in any order, with any repetitions. In each module [Lines] is the printed
    proof. It is about the updates only, numbered t = 1, ..., U: [x t] and [y t] are the example and the label of
    update t, [w t] the weights after it. Then [theorem] is about the learner that runs. *)
From Coq Require Import Reals Lra Psatz List Lia Bool Arith ZArith.
From MB Require Import Vectors Counts Learner Simplex.
From MB Require Perceptron Winnow.
Import ListNotations.
Open Scope R_scope.

(** A sum over a set of numbers. *)
Definition sum_over (n : nat) (T : nat -> bool) (f : nat -> R) : R := sum n (fun j => indicator (T j) * f j).

(** * Disjunctions: Winnow1 and Winnow2 *)

(** A feature is active if it is 1. The label of the disjunction of the variables in T: is one of them active? *)
Definition active (a : R) : bool := if Req_EM_T a 1 then true else false.
Definition disjunction (n : nat) (T : nat -> bool) (x : vec) : bool :=
  existsb (fun j => T j && active (x j)) (seq 0 n).

(** [power rho a] is rho to the power a, for a feature a of 0 or 1. An update multiplies by it: by alpha at a
    promotion, at a demotion by another factor, 0 for Winnow1 and 1 / alpha for Winnow2. *)
Definition power (rho a : R) : R := if active a then rho else 1.
Definition factor_of (alpha demoting : R) (y : bool) : R := if y then alpha else demoting.

Definition predicts (n : nat) (theta : R) (w x : vec) : bool := if Rle_dec theta (dot n w x) then true else false.
Definition errs (n : nat) (theta : R) (w : vec) (e : example) : bool :=
  negb (Bool.eqb (predicts n theta w (fst e)) (snd e)).
Definition reweigh (alpha demoting : R) (w : vec) (e : example) : vec :=
  fun j => power (factor_of alpha demoting (snd e)) (fst e j) * w j.

(** The least c >= 0 with alpha^c >= theta: the logarithm rounded up. *)
Definition climbs (alpha theta : R) : nat := Z.to_nat (ceil (ln theta / ln alpha)).

Lemma ln_alpha alpha : alpha > 1 -> 0 < ln alpha.
Proof. intros A. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma climbs_reach alpha theta : alpha > 1 -> theta > 0 -> alpha ^ climbs alpha theta >= theta.
Proof.
  intros A T. pose proof (ln_alpha alpha A). unfold climbs. set (z := ceil (ln theta / ln alpha)).
  assert (ln theta / ln alpha <= INR (Z.to_nat z)) as C.
  { rewrite INR_IZR_INZ. apply Rle_trans with (IZR z); [apply ceil_spec | apply IZR_le; lia]. }
  apply div_le_inv in C; [|assumption]. rewrite <- ln_pow in C by lra. apply exp_le in C.
  rewrite !exp_ln in C by (try apply pow_lt; lra). lra.
Qed.

Lemma climbs_least alpha theta b : alpha > 1 -> theta > 0 -> alpha ^ b >= theta -> (climbs alpha theta <= b)%nat.
Proof.
  intros A T H. unfold climbs.
  enough (ceil (ln theta / ln alpha) <= Z.of_nat b)%Z by lia.
  apply ceil_least. rewrite <- INR_IZR_INZ. apply div_le; [apply ln_alpha, A|].
  rewrite <- ln_pow by lra. apply ln_le; lra.
Qed.

Definition littlestone_mistakes n alpha demoting theta (es : list example) : nat :=
  mistakes vec (errs n theta) (errs n theta) (reweigh alpha demoting) ones es.
Definition littlestone_updates n alpha demoting theta (es : list example) : list example :=
  updates vec (errs n theta) (reweigh alpha demoting) ones es.

Lemma active_spec a : active a = true <-> a = 1.
Proof. unfold active. destruct (Req_EM_T a 1); split; congruence. Qed.

Lemma disjunction_spec n T x :
  disjunction n T x = true <-> exists j, (j < n)%nat /\ T j = true /\ x j = 1.
Proof.
  unfold disjunction. rewrite existsb_exists. split.
  - intros (j & I & E). apply in_seq in I. apply andb_prop in E. rewrite active_spec in E. exists j. intuition lia.
  - intros (j & J & E & A). exists j. rewrite in_seq, E. split; [lia | apply active_spec, A].
Qed.

(** The lines that the two learners share, word for word: a demotion multiplies by any number from 0 to 1. *)
Section Accounting.
Variables (n U c : nat) (alpha demoting theta : R) (T : nat -> bool) (w x : nat -> vec) (y : nat -> bool).

(** Promotions and demotions among the first t updates, and the promotions of weight j. *)
Definition promotions_of (y : nat -> bool) t : nat := count t (fun s => y (S s)).
Definition demotions_of (y : nat -> bool) t : nat := count t (fun s => negb (y (S s))).
Definition promotions_at (x : nat -> vec) (y : nat -> bool) t j : nat :=
  count t (fun s => y (S s) && active (x (S s) j)).
Local Notation P := (promotions_of y).
Local Notation Q := (demotions_of y).
Local Notation Pj := (promotions_at x y).
Local Notation S_ t := (sum n (w t)).
Local Notation k := (count n T).

Hypothesis start : forall j, (j < n)%nat -> w 0 j = 1.
Hypothesis factor : alpha > 1.
Hypothesis demotion : 0 <= demoting <= 1.
Hypothesis threshold : theta > 0.
Hypothesis rounded : alpha ^ c >= theta.
Hypothesis bits : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> x t j * (x t j - 1) = 0.
Hypothesis labels : forall t, (1 <= t <= U)%nat -> y t = disjunction n T (x t).
Hypothesis miss : forall t, (1 <= t <= U)%nat -> y t = true -> dot n (w (t - 1)) (x t) < theta.
Hypothesis false_alarm : forall t, (1 <= t <= U)%nat -> y t = false -> dot n (w (t - 1)) (x t) >= theta.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat ->
  w t j = power (factor_of alpha demoting (y t)) (x t j) * w (t - 1) j.

(** A feature of 0 or 1 is the number of times that it is active, and a power of it is linear in it. *)
Lemma bit : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> x t j = indicator (active (x t j)).
Proof.
  intros t B j J. pose proof (bits t B j J) as E. unfold active.
  destruct (Req_EM_T (x t j) 1) as [->|N]; [reflexivity|].
  apply Rmult_integral in E. destruct E as [->|E]; [reflexivity | lra].
Qed.

Lemma silent : forall t, (1 <= t <= U)%nat -> y t = false -> forall j, (j < n)%nat -> T j = true ->
  active (x t j) = false.
Proof.
  intros t B Y j J M. destruct (active (x t j)) eqn:A; [|reflexivity]. rewrite (labels t B) in Y.
  rewrite (proj2 (disjunction_spec n T (x t))) in Y; [discriminate|]. apply active_spec in A. eauto.
Qed.

Lemma both_no_false_hit : forall t, (1 <= t <= U)%nat -> y t = false -> sum_over n T (x t) = 0.
Proof.
  intros t B Y. unfold sum_over. rewrite (sum_ext n _ (fun _ => 0)), sum_const; [ring|]. intros j J.
  destruct (T j) eqn:M; simpl indicator; [|ring]. rewrite (bit t B j J), (silent t B Y j J M). simpl. ring.
Qed.

Lemma both_hit : forall t, (1 <= t <= U)%nat -> y t = true -> sum_over n T (x t) >= 1.
Proof.
  intros t B Y. rewrite (labels t B) in Y. apply disjunction_spec in Y. destruct Y as (j & J & M & A).
  replace 1 with (indicator (T j) * x t j) by (rewrite M, A; simpl; ring).
  apply Rle_ge, (entry_le_sum n (fun j => indicator (T j) * x t j)); [|exact J]. intros i I. rewrite (bit t B i I).
  destruct (T i), (active (x t i)); simpl; lra.
Qed.

(** A weight of the disjunction is alpha to the number of its promotions. *)
Lemma relevant_power : forall t, (t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> w t j = alpha ^ Pj t j.
Proof.
  induction t as [|t IH]; intros B j J M; [apply start, J|].
  rewrite update_rule by lia. replace (S t - 1)%nat with t by lia. rewrite (IH ltac:(lia) j J M).
  unfold promotions_at. simpl count. unfold power, factor_of. destruct (y (S t)) eqn:Y.
  - destruct (active (x (S t) j)); simpl andb; [rewrite Nat.add_1_r; reflexivity | rewrite Nat.add_0_r; ring].
  - rewrite (silent (S t) ltac:(lia) Y j J M). simpl andb. rewrite Nat.add_0_r. ring.
Qed.

Lemma both_relevant : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> w t j >= 1.
Proof. intros t B j J M. rewrite relevant_power by (lia || assumption). apply Rle_ge, pow_R1_Rle. lra. Qed.

Lemma nonneg : forall t, (t <= U)%nat -> forall j, (j < n)%nat -> 0 <= w t j.
Proof.
  induction t as [|t IH]; intros B j J; [rewrite start by exact J; lra|].
  rewrite update_rule by lia. replace (S t - 1)%nat with t by lia. apply Rmult_le_pos; [|apply IH; lia].
  unfold power, factor_of. destruct (active (x (S t) j)), (y (S t)); lra.
Qed.

(** The weight that is promoted was below theta, as part of a sum below theta. *)
Lemma both_seldom : forall t, (t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> (Pj t j <= c)%nat.
Proof.
  induction t as [|t IH]; intros B j J M; [unfold promotions_at; simpl; lia|]. specialize (IH ltac:(lia) j J M).
  pose proof (relevant_power t ltac:(lia) j J M) as W.
  change (Pj t j + (if y (S t) && active (x (S t) j) then 1 else 0) <= c)%nat.
  generalize dependent (Pj t j). intros p IH W.
  destruct (y (S t)) eqn:Y, (active (x (S t) j)) eqn:A; simpl andb; cbv iota; try lia.
  enough (p < c)%nat by lia. apply Nat.nle_gt. intros L.
  pose proof (miss (S t) ltac:(lia) Y) as Below. replace (S t - 1)%nat with t in Below by lia.
  assert (w t j * x (S t) j <= dot n (w t) (x (S t))) as Part.
  { apply (entry_le_sum n (fun j => w t j * x (S t) j)); [|exact J]. intros i I. rewrite (bit (S t) ltac:(lia) i I).
    pose proof (nonneg t ltac:(lia) i I). destruct (active (x (S t) i)); simpl; lra. }
  rewrite (proj1 (active_spec _) A), W in Part.
  assert (alpha ^ c <= alpha ^ p) by (apply Rle_pow; [lra | exact L]). lra.
Qed.

(** Each promotion is one of a weight in T. *)
Lemma both_promotions : forall t, (t <= U)%nat -> INR (P t) <= INR k * INR c.
Proof.
  intros t B. apply Rle_trans with (sum n (fun j => indicator (T j) * INR (Pj t j))).
  - induction t as [|t IH]; [apply sum_nonneg; intros; simpl; lra|]. specialize (IH ltac:(lia)).
    unfold promotions_of, promotions_at in *. simpl count.
    rewrite (sum_ext n _ (fun j => indicator (T j) * INR (count t (fun s => y (S s) && active (x (S s) j)))
                                   + indicator (y (S t)) * (indicator (T j) * x (S t) j))).
    + rewrite sum_plus, sum_mult, plus_INR. fold (sum_over n T (x (S t))).
      destruct (y (S t)) eqn:Y; simpl indicator; [|simpl; lra].
      pose proof (both_hit (S t) ltac:(lia) Y). simpl. lra.
    + intros j J. rewrite plus_INR. pose proof (bit (S t) ltac:(lia) j J) as E.
      destruct (active (x (S t) j)); rewrite E; destruct (y (S t)), (T j); simpl; ring.
  - rewrite count_sum, Rmult_comm, <- sum_mult. apply sum_le. intros j J.
    destruct (T j) eqn:M; simpl indicator; [|lra]. pose proof (le_INR _ _ (both_seldom t B j J M)). lra.
Qed.

(** An update changes the sum by the part of the active weights that the factor adds or takes. *)
Lemma total_step : forall t, (1 <= t <= U)%nat ->
  S_ t = S_ (t - 1) + (factor_of alpha demoting (y t) - 1) * dot n (w (t - 1)) (x t).
Proof.
  intros t B. unfold dot. rewrite <- sum_mult, <- sum_plus. apply sum_ext. intros j J.
  rewrite (update_rule t B j J). pose proof (bit t B j J) as E. unfold power, indicator in *.
  destruct (active (x t j)); rewrite E; ring.
Qed.

Lemma both_rise : forall t, (1 <= t <= U)%nat -> y t = true -> S_ t <= S_ (t - 1) + (alpha - 1) * theta.
Proof. intros t B Y. rewrite (total_step t B), Y. pose proof (miss t B Y). unfold factor_of. nra. Qed.

Lemma both_fall : forall t, (1 <= t <= U)%nat -> y t = false -> S_ t <= S_ (t - 1) - (1 - demoting) * theta.
Proof. intros t B Y. rewrite (total_step t B), Y. pose proof (false_alarm t B Y). unfold factor_of. nra. Qed.

Lemma both_balance : forall t, (t <= U)%nat ->
  S_ t <= INR n + (alpha - 1) * theta * INR (P t) - (1 - demoting) * theta * INR (Q t).
Proof.
  induction t as [|t IH]; intros B.
  - rewrite (sum_ext n _ (fun _ => 1)) by (intros; apply start; assumption). rewrite sum_const. simpl. lra.
  - specialize (IH ltac:(lia)). unfold promotions_of, demotions_of in *. simpl count. rewrite !plus_INR.
    destruct (y (S t)) eqn:Y; simpl negb; simpl INR.
    + pose proof (both_rise (S t) ltac:(lia) Y) as H. replace (S t - 1)%nat with t in H by lia. lra.
    + pose proof (both_fall (S t) ltac:(lia) Y) as H. replace (S t - 1)%nat with t in H by lia. lra.
Qed.

(** Every update is a promotion or a demotion. *)
Lemma counted : forall t, INR t = INR (P t) + INR (Q t).
Proof.
  intros t. rewrite <- plus_INR. f_equal. unfold promotions_of, demotions_of.
  induction t as [|t IH]; simpl; [reflexivity|]. destruct (y (S t)); simpl; lia.
Qed.
End Accounting.

(** The learner's run, by its updates. *)
Section LittlestoneRun.
Variables (n : nat) (alpha demoting theta : R) (es : list example).
Let us := littlestone_updates n alpha demoting theta es.

Definition nth_example (t : nat) : example := nth (t - 1) us (zero, true).
Definition weights_after (t : nat) : vec := state vec (reweigh alpha demoting) ones us t.

Lemma run_next : forall t, (1 <= t <= length us)%nat -> forall j, (j < n)%nat ->
  weights_after t j = power (factor_of alpha demoting (snd (nth_example t))) (fst (nth_example t) j)
                      * weights_after (t - 1) j.
Proof.
  intros t B j J. unfold weights_after. replace t with (S (t - 1)) at 1 by lia.
  rewrite (state_next vec (reweigh alpha demoting) (zero, true)) by lia. reflexivity.
Qed.

Lemma run_errs : forall t, (1 <= t <= length us)%nat -> errs n theta (weights_after (t - 1)) (nth_example t) = true.
Proof. intros t B. apply state_updating. fold us. unfold us, littlestone_updates in *. lia. Qed.

Lemma run_miss : forall t, (1 <= t <= length us)%nat -> snd (nth_example t) = true ->
  dot n (weights_after (t - 1)) (fst (nth_example t)) < theta.
Proof.
  intros t B Y. pose proof (run_errs t B) as E. unfold errs, predicts in E. rewrite Y in E.
  destruct (Rle_dec _ _); [discriminate | lra].
Qed.

Lemma run_false_alarm : forall t, (1 <= t <= length us)%nat -> snd (nth_example t) = false ->
  dot n (weights_after (t - 1)) (fst (nth_example t)) >= theta.
Proof.
  intros t B Y. pose proof (run_errs t B) as E. unfold errs, predicts in E. rewrite Y in E.
  destruct (Rle_dec _ _); [lra | discriminate].
Qed.

(** What holds of every example that is shown holds of the examples of the updates. *)
Lemma run_shown (holds : example -> Prop) : (forall e, In e es -> holds e) ->
  forall t, (1 <= t <= length us)%nat -> holds (nth_example t).
Proof.
  intros H t B. apply H, (updates_in vec (errs n theta) (reweigh alpha demoting) es ones), nth_In.
  unfold us, littlestone_updates in *. lia.
Qed.

Lemma run_bits : (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  forall t, (1 <= t <= length us)%nat -> forall j, (j < n)%nat ->
  fst (nth_example t) j * (fst (nth_example t) j - 1) = 0.
Proof.
  intros H t B j J. enough (fst (nth_example t) j = 0 \/ fst (nth_example t) j = 1) as [-> | ->] by ring.
  revert t B. apply (run_shown (fun e => fst e j = 0 \/ fst e j = 1)). intros [x y] I. exact (H x y I j J).
Qed.

Lemma run_among : forall t, (1 <= t <= length us)%nat -> exists i, (i < length es)%nat
  /\ fst (nth_example t) = fst (nth i es (zero, true)) /\ snd (nth_example t) = snd (nth i es (zero, true)).
Proof.
  apply (run_shown (fun e => exists i, (i < length es)%nat
    /\ fst e = fst (nth i es (zero, true)) /\ snd e = snd (nth i es (zero, true)))).
  intros e I. destruct (In_nth es e (zero, true) I) as (i & L & <-). exists i. auto.
Qed.

Lemma all_labels T : (forall x y, In (x, y) es -> y = disjunction n T x) -> forall i, (i < length es)%nat ->
  snd (nth i es (zero, true)) = disjunction n T (fst (nth i es (zero, true))).
Proof. intros H i L. pose proof (nth_In es (zero, true) L) as I. destruct (nth i es _) as [x y]. exact (H x y I). Qed.

(** A mistake is an update, so that a bound on the updates is a bound on the mistakes. *)
Lemma no_more_mistakes : (littlestone_mistakes n alpha demoting theta es <= length us)%nat.
Proof.
  unfold us, littlestone_updates. rewrite <- (count_updates_length vec (errs n theta)).
  apply mistakes_le_updates. auto.
Qed.
End LittlestoneRun.

(** Winnow1: a demotion sets the active weights to 0. *)
Module WINNOW1.

Lemma mistakes_update : forall n alpha theta es,
  (littlestone_mistakes n alpha 0 theta es <= length (littlestone_updates n alpha 0 theta es))%nat.
Proof. intros. apply no_more_mistakes. Qed.

Section Lines.
Variables (n U : nat) (alpha theta : R) (T : nat -> bool) (w x : nat -> vec) (y : nat -> bool).
Variables (m : nat) (X : nat -> vec) (Y : nat -> bool).                (* all examples *)
Local Notation "⟨ v , z ⟩" := (dot n v z).
Local Notation ρ t := (factor_of alpha 0 (y t)).
Local Notation P t := (promotions_of y t).
Local Notation Q t := (demotions_of y t).
Local Notation "'P_at' t j" := (promotions_at x y t j) (at level 10, t at level 9, j at level 9).
Local Notation S_ t := (sum n (w t)).
Local Notation k := (count n T).
Local Notation c := (climbs alpha theta).

Hypothesis shown : forall t, (1 <= t <= U)%nat -> exists i, (i < m)%nat /\ x t = X i /\ y t = Y i.
Hypothesis start : forall j, (j < n)%nat -> w 0 j = 1.
Hypothesis factor : alpha > 1.
Hypothesis threshold : theta > 0.
Hypothesis bits : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> x t j * (x t j - 1) = 0.
Hypothesis labels : forall i, (i < m)%nat -> Y i = disjunction n T (X i).
Hypothesis miss : forall t, (1 <= t <= U)%nat -> y t = true -> ⟨w (t - 1), x t⟩ < theta.
Hypothesis false_alarm : forall t, (1 <= t <= U)%nat -> y t = false -> ⟨w (t - 1), x t⟩ >= theta.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat ->
  w t j = power (ρ t) (x t j) * w (t - 1) j.

Let zero_to_one : 0 <= 0 <= 1.
Proof. lra. Qed.

Let labelled : forall t, (1 <= t <= U)%nat -> y t = disjunction n T (x t).
Proof. intros t B. destruct (shown t B) as (i & I & -> & ->). exact (labels i I). Qed.

Lemma no_false_hit : forall t, (1 <= t <= U)%nat -> y t = false -> sum_over n T (x t) = 0.
Proof. eapply both_no_false_hit; eauto. Qed.

Lemma relevant : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> w t j >= 1.
Proof. eapply both_relevant; eauto. Qed.

Lemma hit : forall t, (1 <= t <= U)%nat -> y t = true -> sum_over n T (x t) >= 1.
Proof. eapply both_hit; eauto. Qed.

Lemma seldom : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> (P_at t j <= c)%nat.
Proof. intros t B. eapply both_seldom; eauto using climbs_reach; lia. Qed.

Lemma promotions : forall t, (1 <= t <= U)%nat -> (P t <= k * c)%nat.
Proof.
  intros t B. apply INR_le. rewrite mult_INR. eapply both_promotions; eauto using climbs_reach; lia.
Qed.

Lemma rise : forall t, (1 <= t <= U)%nat -> y t = true -> S_ t <= S_ (t - 1) + (alpha - 1) * theta.
Proof. eapply both_rise; eauto. Qed.

Lemma fall : forall t, (1 <= t <= U)%nat -> y t = false -> S_ t <= S_ (t - 1) - theta.
Proof. replace theta with ((1 - 0) * theta) by ring. eapply both_fall; eauto. Qed.

Lemma balance : forall t, (1 <= t <= U)%nat ->
  S_ t <= INR n + (alpha - 1) * theta * INR (P t) - theta * INR (Q t).
Proof.
  intros t B. replace (theta * INR (Q t)) with ((1 - 0) * theta * INR (Q t)) by ring.
  eapply both_balance; eauto; lia.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> S_ t >= 0.
Proof. intros t B. apply Rle_ge, sum_nonneg. eapply nonneg; eauto; lia. Qed.

Lemma demotions : forall t, (1 <= t <= U)%nat -> INR (Q t) <= INR n / theta + (alpha - 1) * INR (P t).
Proof.
  intros t B. pose proof (balance t B). pose proof (floor t B).
  replace (INR n / theta + (alpha - 1) * INR (P t)) with ((INR n + (alpha - 1) * theta * INR (P t)) / theta)
    by (field; lra). apply le_div; lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= alpha * INR k * INR c + INR n / theta.
Proof.
  intros t B. rewrite (counted y). pose proof (demotions t B). pose proof (le_INR _ _ (promotions t B)) as Few.
  rewrite mult_INR in Few. nra.
Qed.
End Lines.

(** Every number n of variables, every set T of them, every factor above 1, every positive threshold and every list of
    examples of zeros and ones with the labels of the disjunction of T. [count n T] is k, [climbs alpha theta] is c. *)
Theorem theorem : forall (n : nat) (T : nat -> bool) (alpha theta : R)
    (es : list example),
  alpha > 1 ->
  theta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  (forall x y, In (x, y) es -> y = disjunction n T x) ->
  INR (length (littlestone_updates n alpha 0 theta es))
    <= alpha * INR (count n T) * INR (climbs alpha theta) + INR n / theta
  /\ (littlestone_mistakes n alpha 0 theta es
    <= length (littlestone_updates n alpha 0 theta es))%nat.
Proof.
  intros n T alpha theta es Ha Ht Hx Hy. split; [|apply mistakes_update]. apply last_update.
  - apply Rplus_le_le_0_compat; [|apply le_div; [lra | pose proof (pos_INR n); lra]].
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|]; apply pos_INR.
  - apply bound with (w := weights_after n alpha 0 theta es)
      (x := fun t => fst (nth_example n alpha 0 theta es t)) (y := fun t => snd (nth_example n alpha 0 theta es t))
      (X := fun i => fst (nth i es (zero, true))) (Y := fun i => snd (nth i es (zero, true))) (m := length es);
      eauto using run_next, run_miss, run_false_alarm, run_bits, run_among, all_labels.
Qed.

(** With the factor 2 and the threshold n / 2 >= 1: at most 2 k log_2 n + 2 mistakes. *)
Corollary doubling : forall (n : nat) (T : nat -> bool) (es : list example),
  (2 <= n)%nat ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  (forall x y, In (x, y) es -> y = disjunction n T x) ->
  INR (littlestone_mistakes n 2 0 (INR n / 2) es) <= 2 * INR (count n T) * (ln (INR n) / ln 2) + 2.
Proof.
  intros n T es N Hx Hy. apply le_INR in N as NR. simpl in NR.
  destruct (theorem n T 2 (INR n / 2) es ltac:(lra) ltac:(lra) Hx Hy) as [B M]. apply le_INR in M.
  replace (INR n / (INR n / 2)) with 2 in B by (field; lra).
  assert (INR (climbs 2 (INR n / 2)) <= ln (INR n) / ln 2); [|pose proof (pos_INR (count n T)); nra].
  pose proof (ln_alpha 2 ltac:(lra)) as L2. unfold climbs. rewrite ln_quotient by lra.
  replace ((ln (INR n) - ln 2) / ln 2) with (ln (INR n) / ln 2 - 1) by (field; lra).
  assert (ln 2 <= ln (INR n)) as L by (apply ln_le; lra).
  assert (1 <= ln (INR n) / ln 2) by (apply le_div; lra).
  pose proof (ceil_spec (ln (INR n) / ln 2 - 1)) as C. set (z := ceil _) in *.
  rewrite INR_IZR_INZ, Z2Nat.id; [lra|]. apply le_IZR. lra.
Qed.
End WINNOW1.

(** Winnow2: a demotion divides the active weights by alpha. *)
Module WINNOW2.

Lemma mistakes_update : forall n alpha theta es,
  (littlestone_mistakes n alpha (1 / alpha) theta es <= length (littlestone_updates n alpha (1 / alpha) theta es))%nat.
Proof. intros. apply no_more_mistakes. Qed.

Section Lines.
Variables (n U : nat) (alpha theta : R) (T : nat -> bool) (w x : nat -> vec) (y : nat -> bool).
Variables (m : nat) (X : nat -> vec) (Y : nat -> bool).                (* all examples *)
Local Notation "⟨ v , z ⟩" := (dot n v z).
Local Notation ρ t := (factor_of alpha (1 / alpha) (y t)).
Local Notation P t := (promotions_of y t).
Local Notation Q t := (demotions_of y t).
Local Notation "'P_at' t j" := (promotions_at x y t j) (at level 10, t at level 9, j at level 9).
Local Notation S_ t := (sum n (w t)).
Local Notation k := (count n T).
Local Notation c := (climbs alpha theta).

Hypothesis shown : forall t, (1 <= t <= U)%nat -> exists i, (i < m)%nat /\ x t = X i /\ y t = Y i.
Hypothesis start : forall j, (j < n)%nat -> w 0 j = 1.
Hypothesis factor : alpha > 1.
Hypothesis threshold : theta > 0.
Hypothesis bits : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> x t j * (x t j - 1) = 0.
Hypothesis labels : forall i, (i < m)%nat -> Y i = disjunction n T (X i).
Hypothesis miss : forall t, (1 <= t <= U)%nat -> y t = true -> ⟨w (t - 1), x t⟩ < theta.
Hypothesis false_alarm : forall t, (1 <= t <= U)%nat -> y t = false -> ⟨w (t - 1), x t⟩ >= theta.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat ->
  w t j = power (ρ t) (x t j) * w (t - 1) j.

Let below_one : 0 < 1 / alpha < 1.
Proof. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. field_simplify; lra. Qed.

Let zero_to_one : 0 <= 1 / alpha <= 1.
Proof. lra. Qed.

Let labelled : forall t, (1 <= t <= U)%nat -> y t = disjunction n T (x t).
Proof. intros t B. destruct (shown t B) as (i & I & -> & ->). exact (labels i I). Qed.

Lemma no_false_hit : forall t, (1 <= t <= U)%nat -> y t = false -> sum_over n T (x t) = 0.
Proof. eapply both_no_false_hit; eauto. Qed.

Lemma relevant : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> w t j >= 1.
Proof. eapply both_relevant; eauto. Qed.

Lemma hit : forall t, (1 <= t <= U)%nat -> y t = true -> sum_over n T (x t) >= 1.
Proof. eapply both_hit; eauto. Qed.

Lemma seldom : forall t, (1 <= t <= U)%nat -> forall j, (j < n)%nat -> T j = true -> (P_at t j <= c)%nat.
Proof. intros t B. eapply both_seldom; eauto using climbs_reach; lia. Qed.

Lemma promotions : forall t, (1 <= t <= U)%nat -> (P t <= k * c)%nat.
Proof.
  intros t B. apply INR_le. rewrite mult_INR. eapply both_promotions; eauto using climbs_reach; lia.
Qed.

Lemma rise : forall t, (1 <= t <= U)%nat -> y t = true -> S_ t <= S_ (t - 1) + (alpha - 1) * theta.
Proof. eapply both_rise; eauto. Qed.

Lemma fall : forall t, (1 <= t <= U)%nat -> y t = false -> S_ t <= S_ (t - 1) - (1 - 1 / alpha) * theta.
Proof. eapply both_fall; eauto. Qed.

Lemma balance : forall t, (1 <= t <= U)%nat ->
  S_ t <= INR n + (alpha - 1) * theta * INR (P t) - (1 - 1 / alpha) * theta * INR (Q t).
Proof. intros t B. eapply both_balance; eauto; lia. Qed.

(** Weights are positive; and if there is an update, there is a variable: else there would be no demotion, for the
    empty sum is below the threshold, and no promotion, for no variable would be active. *)
Lemma positive : forall t, (t <= U)%nat -> forall j, (j < n)%nat -> 0 < w t j.
Proof.
  induction t as [|t IH]; intros B j J; [rewrite start by exact J; lra|].
  rewrite update_rule by lia. replace (S t - 1)%nat with t by lia. apply Rmult_lt_0_compat; [|apply IH; lia].
  unfold power, factor_of. destruct (active (x (S t) j)), (y (S t)); lra.
Qed.

Lemma some_variable : (1 <= U)%nat -> n <> O.
Proof.
  intros B N. destruct (y 1) eqn:E.
  - pose proof (hit 1 ltac:(lia) E) as H. rewrite N in H. unfold sum_over in H. simpl in H. lra.
  - pose proof (false_alarm 1 ltac:(lia) E) as H. rewrite N in H. unfold dot in H. simpl in H. lra.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> S_ t > 0.
Proof. intros t B. apply sum_pos; [apply some_variable; lia | apply positive; lia]. Qed.

Lemma demotions : forall t, (1 <= t <= U)%nat ->
  INR (Q t) < alpha * INR n / ((alpha - 1) * theta) + alpha * INR (P t).
Proof.
  intros t B. pose proof (balance t B). pose proof (floor t B).
  apply Rmult_lt_reg_l with ((1 - 1 / alpha) * theta); [apply Rmult_lt_0_compat; lra|].
  replace ((1 - 1 / alpha) * theta * (alpha * INR n / ((alpha - 1) * theta) + alpha * INR (P t)))
    with (INR n + (alpha - 1) * theta * INR (P t)) by (field; lra). lra.
Qed.

Lemma sum : forall t, (1 <= t <= U)%nat ->
  INR t < alpha * INR n / ((alpha - 1) * theta) + (alpha + 1) * INR k * INR c.
Proof.
  intros t B. rewrite (counted y). pose proof (demotions t B). pose proof (le_INR _ _ (promotions t B)) as Few.
  rewrite mult_INR in Few. nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat ->
  INR t <= IZR (ceil (alpha * INR n / ((alpha - 1) * theta) + (alpha + 1) * INR k * INR c)) - 1.
Proof.
  intros t B. pose proof (sum t B) as H. set (b := _ + _ * _) in *. pose proof (ceil_spec b).
  rewrite INR_IZR_INZ in *. rewrite <- minus_IZR. apply IZR_le.
  enough (Z.of_nat t < ceil b)%Z by lia. apply lt_IZR. lra.
Qed.
End Lines.

(** Every number n >= 1 of variables, every set T of them, every factor above 1, every positive threshold and every
    list of examples of zeros and ones with the labels of the disjunction of T. [count n T] is k,
    [climbs alpha theta] is c. *)
Theorem theorem : forall (n : nat) (T : nat -> bool) (alpha theta : R)
    (es : list example),
  (1 <= n)%nat ->
  alpha > 1 ->
  theta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  (forall x y, In (x, y) es -> y = disjunction n T x) ->
  INR (length (littlestone_updates n alpha (1 / alpha) theta es))
    < alpha * INR n / ((alpha - 1) * theta) + (alpha + 1) * INR (count n T)
      * INR (climbs alpha theta)
  /\ (littlestone_mistakes n alpha (1 / alpha) theta es
      <= length (littlestone_updates n alpha (1 / alpha) theta es))%nat.
Proof.
  intros n T alpha theta es Hn Ha Ht Hx Hy. split; [|apply mistakes_update].
  destruct (Nat.eq_dec (length (littlestone_updates n alpha (1 / alpha) theta es)) 0) as [->|Some].
  - apply lt_INR in Hn. simpl INR in *. apply Rplus_lt_le_0_compat.
    + apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra.
    + apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|]; apply pos_INR.
  - assert (forall r, IZR (ceil r) - 1 < r) as C by (intros r; pose proof (ceil_spec r); lra).
    eapply Rle_lt_trans; [|apply C].
    apply bound with (U := length (littlestone_updates n alpha (1 / alpha) theta es))
      (w := weights_after n alpha (1 / alpha) theta es)
      (x := fun t => fst (nth_example n alpha (1 / alpha) theta es t))
      (y := fun t => snd (nth_example n alpha (1 / alpha) theta es t))
      (X := fun i => fst (nth i es (zero, true))) (Y := fun i => snd (nth i es (zero, true))) (m := length es);
      eauto using run_next, run_miss, run_false_alarm, run_bits, run_among, all_labels. lia.
Qed.

(** With the factor 2 and the threshold n: at most 3 k ceil (log_2 n) + 1 mistakes. *)
Corollary doubling : forall (n : nat) (T : nat -> bool) (es : list example),
  (1 <= n)%nat ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  (forall x y, In (x, y) es -> y = disjunction n T x) ->
  (littlestone_mistakes n 2 (1 / 2) (INR n) es <= 3 * count n T * Nat.log2_up n + 1)%nat.
Proof.
  intros n T es N Hx Hy. apply le_INR in N as NR. simpl in NR.
  destruct (theorem n T 2 (INR n) es N ltac:(lra) ltac:(lra) Hx Hy) as [B M].
  replace (2 * INR n / ((2 - 1) * INR n)) with 2 in B by (field; lra).
  assert (climbs 2 (INR n) <= Nat.log2_up n)%nat as C.
  { apply climbs_least; [lra | lra|]. apply Rle_ge. replace 2 with (INR 2) by reflexivity. rewrite <- pow_INR.
    apply le_INR. destruct n as [|[|n]]; [simpl; lia | simpl; lia | apply Nat.log2_up_spec; lia]. }
  apply Nat.lt_succ_r, INR_lt. rewrite S_INR, plus_INR, !mult_INR.
  simpl (INR 1). replace (INR 3) with 3 by (simpl; ring).
  apply le_INR in C. apply le_INR in M. pose proof (pos_INR (count n T)). nra.
Qed.
End WINNOW2.

(** * Committees *)

(** The committee as a comparator: 1 for each of its members; and the least majority of k votes. *)
Definition members (T : nat -> bool) : vec := fun j => indicator (T j).
Definition majority_of (k : nat) : nat := if Nat.odd k then 1 else 2.

(** k votes of -1 and +1 sum to a whole number, odd if k is and even if k is. *)
Lemma votes_whole d T x : (forall j, (j < d)%nat -> T j = true -> Rabs (x j) = 1) ->
  exists z, dot d (members T) x = IZR z /\ Z.odd z = Nat.odd (count d T).
Proof.
  induction d as [|d IH]; intros V; [exists 0%Z; split; reflexivity|].
  destruct IH as (z & E & O); [auto|]. unfold dot, members in *. simpl. rewrite E. destruct (T d) eqn:M; simpl indicator.
  - rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd, <- O. pose proof (V d ltac:(lia) M) as A.
    assert (x d = 1 \/ x d = -1) as [-> | ->] by (unfold Rabs in A; destruct (Rcase_abs (x d)); lra).
    + exists (z + 1)%Z. rewrite plus_IZR, Z.odd_add, xorb_true_r. split; [ring | reflexivity].
    + exists (z - 1)%Z. rewrite minus_IZR, Z.odd_sub, xorb_true_r. split; [ring | reflexivity].
  - exists z. rewrite Nat.add_0_r. split; [ring | exact O].
Qed.

(** So a majority is at least 1 if k is odd, and at least 2 if k is even. *)
Lemma votes_majority d T x (y : bool) : (forall j, (j < d)%nat -> T j = true -> Rabs (x j) = 1) ->
  y * dot d (members T) x > 0 -> y * dot d (members T) x >= INR (majority_of (count d T)).
Proof.
  intros V P. destruct (votes_whole d T x V) as (z & E & O). rewrite E in *.
  assert (exists v, sign y * IZR z = IZR v /\ Z.odd v = Z.odd z) as (v & Ev & Ov).
  { destruct y; simpl sign; [exists z | exists (- z)%Z; rewrite opp_IZR, Z.odd_opp]; split; try reflexivity; ring. }
  rewrite Ev in *. apply lt_IZR in P. rewrite O in Ov. apply Rle_ge. unfold majority_of.
  rewrite INR_IZR_INZ. apply IZR_le. destruct (Nat.odd _); simpl; [lia|].
  assert (v <> 1%Z) by (intros ->; discriminate). lia.
Qed.

Lemma members_square d T : norm d (members T) ^ 2 = INR (count d T).
Proof.
  rewrite norm_square_pow, count_sum. apply sum_ext. intros j J. unfold members, indicator. destruct (T j); ring.
Qed.

(** The Perceptron. *)
Module COMMITTEE_PERCEPTRON.

Definition mistakes_update := Perceptron.NOVIKOFF.mistakes_update.

Section Lines.
Variables (d U : nat) (T : nat -> bool) (eta : R) (w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "‖ v ‖" := (norm d v) (at level 20).
Local Notation u := (members T).
Local Notation k := (count d T).
Local Notation m := (majority_of k).
(** From the shift on the proof is the Perceptron's, with m in the place of its margin, and this for its radius. *)
Local Notation Rad := (sqrt (INR d)).

Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (x t)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis opinions : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (x t j) <= 1.
Hypothesis votes : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> T j = true -> Rabs (x t j) >= 1.
Hypothesis majority : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ > 0.

Lemma parity : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= INR m.
Proof.
  intros t B. apply votes_majority; [|exact (majority t B)].
  intros j J M. apply Rle_antisym; [exact (opinions t B j J) | apply Rge_le, votes; assumption].
Qed.

Lemma length : ‖u‖ ^ 2 = INR k.
Proof. apply members_square. Qed.

Lemma radius : forall t, (1 <= t <= U)%nat -> ‖x t‖ ^ 2 <= INR d.
Proof.
  intros t B. rewrite norm_square_pow. replace (INR d) with (sum d (fun _ => 1)) by (rewrite sum_const; ring).
  apply sum_le. intros j J. pose proof (opinions t B j J). rewrite <- (Rabs_pos_eq (x t j * x t j)) by nra.
  rewrite Rabs_mult. pose proof (Rabs_pos (x t j)). nra.
Qed.

(** As the Perceptron's hypotheses ask for it. *)
Let short : forall t, (1 <= t <= U)%nat -> ‖x t‖ <= Rad.
Proof.
  intros t B. rewrite <- (sqrt_square (‖x t‖)) by apply norm_pos. apply sqrt_le_1_alt.
  pose proof (radius t B). lra.
Qed.

Let positive : INR m > 0.
Proof. apply lt_0_INR. unfold majority_of. destruct (Nat.odd k); lia. Qed.

Definition shift := Perceptron.NOVIKOFF.shift d U u eta w x y update_rule.

Definition progress := Perceptron.NOVIKOFF.progress d U u eta (INR m) w x y learning_rate update_rule parity.

Definition growth_identity := Perceptron.NOVIKOFF.growth_identity d U eta w x y update_rule.

Definition mistake_term := Perceptron.NOVIKOFF.mistake_term d U eta w x y learning_rate update_rule mistake.

Definition growth := Perceptron.NOVIKOFF.growth d U eta (sqrt (INR d)) w x y learning_rate update_rule mistake short.

Definition total_progress := Perceptron.NOVIKOFF.total_progress d U u eta (INR m) w x y start learning_rate
  update_rule parity.

Definition total_length := Perceptron.NOVIKOFF.total_length d U eta w x y start learning_rate update_rule mistake.

Definition total_growth := Perceptron.NOVIKOFF.total_growth d U eta (sqrt (INR d)) w x y start learning_rate
  update_rule mistake short.

Lemma cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * ‖w t‖.
Proof. intros. apply Vectors.cauchy_schwarz. Qed.

Definition sandwich := Perceptron.NOVIKOFF.sandwich d U u eta (INR m) (sqrt (INR d)) w x y start learning_rate
  update_rule mistake short parity.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= INR k * INR d / INR m ^ 2.
Proof.
  rewrite <- length, <- (pow2_sqrt (INR d)) by apply pos_INR.
  apply (Perceptron.NOVIKOFF.bound d U u eta (INR m) Rad w x y); auto using parity.
Qed.
End Lines.

(** Every committee T of d experts, every learning rate, every rule for ties, every list of rounds. [count d T] is k,
    and [majority_of k] is m: 1 if k is odd, 2 if k is even. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (T : nat -> bool)
    (eta : R) (es : list example),
  let k := count d T in
  let m := majority_of k in
  eta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> T j = true ->
    Rabs (x j) = 1) ->
  (forall x (y : bool), In (x, y) es -> y * dot d (members T) x > 0) ->
  INR (List.length (Perceptron.perceptron_updates tie d eta es))
    <= INR k * INR d / INR m ^ 2
  /\ (Perceptron.perceptron_mistakes tie d eta es
    <= List.length (Perceptron.perceptron_updates tie d eta es))%nat.
Proof.
  intros tie d T eta es k m Hr Ho Hv Hm. split; [|apply mistakes_update].
  assert (0 < INR m) by (apply lt_0_INR; unfold m, majority_of; destruct (Nat.odd k); lia).
  apply last_update.
  - apply le_div; [nra|]. rewrite Rmult_0_l. apply Rmult_le_pos; apply pos_INR.
  - set (us := Perceptron.perceptron_updates tie d eta es).
    assert (forall t, (1 <= t <= List.length us)%nat -> In (Perceptron.x_of us t, Perceptron.y_of us t) es) as Shown
      by (intros; apply Perceptron.update_shown; assumption).
    apply bound with (eta := eta) (w := Perceptron.w_of eta us) (x := Perceptron.x_of us) (y := Perceptron.y_of us);
      eauto using Perceptron.w_start, Perceptron.w_update, Perceptron.update_after_mistake, Req_ge.
Qed.
End COMMITTEE_PERCEPTRON.

(** Winnow. The comparator of sum 1 gives each member the same share. *)
Module COMMITTEE_WINNOW.

Section Lines.
Variables (d U : nat) (T : nat -> bool) (eta theta : R) (w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation u := (members T).
Local Notation k := (count d T).
Local Notation "u/k" := (scale (1 / INR k) u).
Local Notation m := (majority_of k).
Local Notation a t := (scale (y t) (x t)).
Local Notation Zt t := (Winnow.Z d eta (w (t - 1)) (a t)).
(** From the margin on the proof is Winnow's, with these in the place of its margin and of its range. *)
Local Notation gamma := (INR m / INR k).
Local Notation Rad := 1.
Local Notation C := Winnow.C.
Local Notation lambda := Winnow.lambda.

Variable some : (1 <= k)%nat.

Hypothesis prior : forall j, (j < d)%nat -> w 0 j > 0.
Hypothesis prior_mass : sum d (w 0) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1) j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> ⟨a t, w (t - 1)⟩ <= theta.
Hypothesis uniform : forall j, (j < d)%nat -> w 0 j = 1 / INR d.
Hypothesis no_threshold : theta = 0.
Hypothesis opinions : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (x t j) <= 1.
Hypothesis votes : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> T j = true -> Rabs (x t j) >= 1.
Hypothesis majority : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ > 0.
Hypothesis nearly_tuned : C eta gamma Rad theta >= INR m ^ 2 / (2 * INR k ^ 2).

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie v e, Winnow.mistaken tie d v e = true -> Winnow.updating tie d theta v e = true.
Proof. intros tie v e. apply Winnow.mistake_updates. lra. Qed.

Lemma parity : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= INR m.
Proof.
  intros t B. apply votes_majority; [|exact (majority t B)].
  intros j J M. apply Rle_antisym; [exact (opinions t B j J) | apply Rge_le, votes; assumption].
Qed.

Let member : 1 <= INR k.
Proof. exact (le_INR 1 k some). Qed.

Lemma margin : forall t, (1 <= t <= U)%nat -> ⟨a t, u/k⟩ >= INR m / INR k.
Proof.
  intros t B. pose proof (parity t B) as P. pose proof member as K.
  rewrite dot_scale, dot_sym, dot_scale. replace (y t * (1 / INR k * ⟨u, x t⟩)) with (y t * ⟨u, x t⟩ / INR k)
    by (field; lra). apply Rmult_ge_compat_r; [apply Rle_ge; left; apply Rinv_0_lt_compat; lra | exact P].
Qed.

(** As Winnow's hypotheses ask for it. *)
Let share : forall j, (j < d)%nat -> u/k j >= 0.
Proof.
  intros j _. apply Rle_ge, Rmult_le_pos; [|unfold members, indicator; destruct (T j); lra].
  destruct (pos_INR k) as [P | <-]; [left; apply Rdiv_lt_0_compat; lra | unfold Rdiv; rewrite Rinv_0; lra].
Qed.

Let mass : sum d u/k = 1.
Proof.
  clear no_threshold. pose proof member. unfold scale, members. rewrite sum_mult, <- count_sum. field. lra.
Qed.

Let range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Proof.
  intros t B j J. unfold scale. rewrite Rabs_mult. pose proof (opinions t B j J).
  replace (Rabs (y t)) with 1; [lra|]. destruct (y t); simpl; [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

Let above : gamma > theta.
Proof.
  rewrite no_threshold. apply Rdiv_lt_0_compat; [|pose proof member; lra].
  apply lt_0_INR. unfold majority_of. destruct (Nat.odd k); lia.
Qed.

Lemma drop : forall t, (1 <= t <= U)%nat ->
  KL d u/k (w t) - KL d u/k (w (t - 1)) = ln (Zt t) - eta * ⟨a t, u/k⟩.
Proof. intros t B. apply (Winnow.WINNOW.drop d U u/k eta w (fun t => a t)); auto. Qed.

Lemma margin_term : forall t, (1 <= t <= U)%nat -> ln (Zt t) - eta * ⟨a t, u/k⟩ <= ln (Zt t) - eta * gamma.
Proof. intros t B. pose proof (margin t B). nra. Qed.

Lemma chord : forall t, (1 <= t <= U)%nat ->
  ln (Zt t) <= ln (cosh (eta * Rad) + sinh (eta * Rad) / Rad * ⟨a t, w (t - 1)⟩).
Proof.
  intros t B. pose proof mass. pose proof above.
  apply (Winnow.WINNOW.chord d U u/k eta theta gamma Rad w (fun t => a t)); auto using margin.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  ln (cosh (eta * Rad) + sinh (eta * Rad) / Rad * ⟨a t, w (t - 1)⟩)
  <= ln (lambda Rad theta * exp (eta * Rad) + (1 - lambda Rad theta) * exp (- (eta * Rad))).
Proof.
  intros t B. pose proof mass. pose proof above.
  apply (Winnow.WINNOW.mistake_term d U u/k eta theta gamma Rad w (fun t => a t)); auto using margin.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> KL d u/k (w t) <= KL d u/k (w (t - 1)) - C eta gamma Rad theta.
Proof.
  intros t B. pose proof (drop t B). pose proof (margin_term t B). pose proof (chord t B).
  pose proof (mistake_term t B). unfold Winnow.C. lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> KL d u/k (w t) <= KL d u/k (w 0) - C eta gamma Rad theta * INR t.
Proof. intros t B. apply (Winnow.add_up U (fun t => KL d u/k (w t)) _ progress). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= KL d u/k (w t).
Proof. intros t B. apply (Winnow.WINNOW.floor d U u/k eta w (fun t => a t)); auto. Qed.

(** Each of the k terms is (1/k) ln ((1/k) / (1/d)). *)
Lemma committee : KL d u/k (w 0) = ln (INR d / INR k).
Proof.
  clear no_threshold. pose proof member as K.
  unfold KL. rewrite (sum_ext d _ (fun j => ln (INR d / INR k) / INR k * indicator (T j))).
  - rewrite sum_mult, <- count_sum. field. lra.
  - intros j J. rewrite (uniform j J). unfold scale, members, indicator.
    assert (0 < INR d) by (apply lt_0_INR; lia). destruct (T j); [|rewrite !Rmult_0_r, Rmult_0_l; reflexivity].
    replace (1 / INR k * 1 / (1 / INR d)) with (INR d / INR k) by (field; lra). field. lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= 2 * INR k ^ 2 * ln (INR d / INR k) / INR m ^ 2.
Proof.
  intros t B. pose proof member as K. pose proof (total_progress t B). pose proof (floor t B).
  rewrite committee in *.
  assert (0 < INR m) by (apply lt_0_INR; unfold majority_of; destruct (Nat.odd k); lia).
  assert (0 < INR m ^ 2 / (2 * INR k ^ 2)) by (apply Rdiv_lt_0_compat; nra). pose proof (pos_INR t).
  replace (2 * INR k ^ 2 * ln (INR d / INR k) / INR m ^ 2) with (ln (INR d / INR k) / (INR m ^ 2 / (2 * INR k ^ 2)))
    by (field; lra). apply le_div; [assumption|]. nra.
Qed.
End Lines.

(** Every committee T with a member, every list of rounds, every rule for ties, every learning rate that gains m^2 /
    2k^2. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (T : nat -> bool)
    (eta : R) (es : list example),
  let k := count d T in
  let m := majority_of k in
  let bound := 2 * INR k ^ 2 * ln (INR d / INR k) / INR m ^ 2 in
  (1 <= k)%nat ->
  eta > 0 ->
  eta * (INR m / INR k) - ln (cosh eta) >= INR m ^ 2 / (2 * INR k ^ 2) ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> T j = true ->
    Rabs (x j) = 1) ->
  (forall x (y : bool), In (x, y) es -> y * dot d (members T) x > 0) ->
  INR (Winnow.winnow_count tie d eta 0 (Simplex.uniform d) es) <= bound
  /\ INR (Winnow.winnow_mistakes tie d eta 0 (Simplex.uniform d) es) <= bound.
Proof.
  intros tie d T eta es k m bound0 K He Hg Ho Hv Hm.
  assert (k <= d)%nat as KD by apply count_le. apply le_INR in KD. apply (le_INR 1) in K as KR. simpl in KR.
  enough (INR (Winnow.winnow_count tie d eta 0 (Simplex.uniform d) es) <= bound0) as B.
  { split; [exact B|]. eapply Rle_trans; [apply Winnow.winnow_mistakes_le; lra | exact B]. }
  rewrite Winnow.winnow_count_length.
  set (run := Winnow.run_updates tie d 0 (Winnow.update d eta) (Simplex.uniform d) es).
  assert (forall t, (1 <= t <= List.length run)%nat -> In (Winnow.run_example tie d 0 (Winnow.update d eta)
    (Simplex.uniform d) es t) es) as Shown.
  { intros t B. eapply updates_in, Winnow.run_in, B. }
  set (e := Winnow.run_example tie d 0 (Winnow.update d eta) (Simplex.uniform d) es) in *.
  assert (forall t, (1 <= t <= List.length run)%nat -> In (fst (e t), snd (e t)) es) as Pair
    by (intros; rewrite <- surjective_pairing; auto).
  assert (d <> O) as D by (intros E; rewrite E in KD; simpl in KD; lra).
  destruct (uniform_distribution d D) as [Pos Mass].
  apply last_update.
  - assert (0 < INR m) by (apply lt_0_INR; unfold m, majority_of; destruct (Nat.odd k); lia).
    apply le_div; [nra|]. rewrite Rmult_0_l. apply Rmult_le_pos; [nra|].
    rewrite <- ln_1. apply ln_le; [lra|]. apply le_div; lra.
  - apply bound with (U := List.length run) (eta := eta) (theta := 0) (x := fun t => fst (e t))
      (y := fun t => snd (e t)) (w := Winnow.run_weights tie d 0 (Winnow.update d eta) (Simplex.uniform d) es);
      try lra; eauto using Req_ge.
    + intros t B j J. rewrite Winnow.run_next by exact B. reflexivity.
    + intros t B. apply Winnow.run_mistake. exact B.
    + rewrite Winnow.C_no_threshold by lra. rewrite Rmult_1_r. exact Hg.
Qed.

(** The simple learning rate gains that much; and for k >= 3 so does the best learning rate. *)
Theorem simple_step : forall m k : R, 0 < m <= k ->
  m / k * (m / k) - ln (cosh (m / k)) >= m ^ 2 / (2 * k ^ 2).
Proof.
  intros m k H. pose proof (ln_cosh_le (m / k)).
  replace ((m / k) ^ 2 / 2) with (m / k * (m / k) - m ^ 2 / (2 * k ^ 2)) in * by (field; lra). lra.
Qed.

Theorem best_step : forall m k : R, 0 < m < k ->
  let eta := 1 / 2 * ln ((k + m) / (k - m)) in eta * (m / k) - ln (cosh eta) >= m ^ 2 / (2 * k ^ 2).
Proof.
  intros m k H eta. assert (0 < m / k < 1) as S1 by (split; [apply Rdiv_lt_0_compat | apply Rmult_lt_reg_r with k;
    [|unfold Rdiv; rewrite Rmult_assoc, Rinv_l]]; lra).
  pose proof (Winnow.WINNOW_UNIFORM.best_step (m / k) 1 S1) as B. cbv zeta in B.
  replace (1 / (2 * 1) * ln ((1 + m / k) / (1 - m / k))) with eta in B.
  - rewrite Rmult_1_r in B. replace ((m / k) ^ 2 / (2 * 1 ^ 2)) with (m ^ 2 / (2 * k ^ 2)) in B by (field; lra).
    exact B.
  - unfold eta. f_equal; [field|]. f_equal. field. lra.
Qed.
End COMMITTEE_WINNOW.

(** * The span of the examples *)

(** A lower bound for a whole family of learners: those whose weights are sums of multiples of the examples seen. An
    example orthogonal to all of these has the score 0, so the learner knows nothing of it. [theorem] is about every
    such learner that runs, whatever its states are and whenever it changes them; [perceptron] says that the
    Perceptron is one of them, and [hadamard] that a single feature can be right about all examples nevertheless. *)
Module SPAN.

(** How many of the first t labels are not the answer [tie]. *)
Definition unlike (tie : R) (y : nat -> bool) (t : nat) : R := sum t (fun s => if Req_EM_T (y (S s)) tie then 0 else 1).

Section Lines.
Variables (d T : nat) (w x : nat -> vec) (v : nat -> nat -> R) (y : nat -> bool) (said : nat -> R) (tie : R).
Local Notation "⟨ v , z ⟩" := (dot d v z).
(** An answer is wrong if it is not the label; the answer 0 always is. *)
Local Notation M t := (sum t (fun s => if Req_EM_T (y (S s)) (said (S s)) then 0 else 1)).

Hypothesis orthogonal : forall t, (1 <= t <= T)%nat -> forall s, (s < t - 1)%nat -> ⟨x (S s), x t⟩ = 0.
Hypothesis span : forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat ->
  w (t - 1) j = sum (t - 1) (fun s => v t s * x (S s) j).
Hypothesis tie_answer : forall t, (1 <= t <= T)%nat -> ⟨w (t - 1), x t⟩ = 0 -> said t = tie.

Lemma score : forall t, (1 <= t <= T)%nat -> ⟨w (t - 1), x t⟩ = 0.
Proof.
  intros t B. unfold dot. rewrite (sum_ext d _ (fun j => sum (t - 1) (fun s => v t s * (x (S s) j * x t j)))).
  - rewrite sum_swap, (sum_ext (t - 1) _ (fun _ => 0)), sum_const; [ring|]. intros s S.
    rewrite sum_mult. fold (dot d (x (Datatypes.S s)) (x t)). rewrite orthogonal by assumption. ring.
  - intros j J. rewrite (span t B j J), Rmult_comm, <- sum_mult. apply sum_ext. intros s _. ring.
Qed.

Lemma answer : forall t, (1 <= t <= T)%nat -> said t = tie.
Proof. intros t B. apply tie_answer, score; exact B. Qed.

Lemma bound : forall t, (1 <= t <= T)%nat -> M t = unlike tie y t.
Proof. intros t B. apply sum_ext. intros s S. rewrite answer by lia. reflexivity. Qed.

Lemma half : M T >= 1 / 2 * (INR T - Rabs (sum T (fun s => y (S s)))).
Proof.
  rewrite (sum_ext T _ (fun s => if Req_EM_T (y (S s)) tie then 0 else 1)).
  2: { intros s S. rewrite answer by lia. reflexivity. }
  pose proof (Rle_abs (sum T (fun s => y (S s)))) as P. pose proof (Rle_abs (- sum T (fun s => y (S s)))) as N.
  rewrite Rabs_Ropp in N. rewrite <- (Rmult_1_r (INR T)), <- sum_const. clear - P N.
  destruct (Rle_dec tie 0).
  - enough (sum T (fun _ => 1) + sum T (fun s => y (S s)) <=
      2 * sum T (fun s => if Req_EM_T (y (S s)) tie then 0 else 1)) by lra.
    rewrite <- sum_plus, <- sum_mult. apply sum_le. intros s _.
    destruct (Req_EM_T (y (S s)) tie), (y (S s)); simpl in *; lra.
  - enough (sum T (fun _ => 1) - sum T (fun s => y (S s)) <=
      2 * sum T (fun s => if Req_EM_T (y (S s)) tie then 0 else 1)) by lra.
    replace (- sum T (fun s => y (S s))) with (-1 * sum T (fun s => y (S s))) by ring.
    replace (sum T (fun _ => 1) - sum T (fun s => y (S s))) with
      (sum T (fun _ => 1) + -1 * sum T (fun s => y (S s))) by ring.
    rewrite <- !sum_mult, <- sum_plus. apply sum_le. intros s _.
    destruct (Req_EM_T (y (S s)) tie), (y (S s)); simpl in *; lra.
Qed.
End Lines.

(** What a learner does in a tie, as a number: a label, or 0, which is none. *)
Definition answer_at_tie (tie : tie_rule) : R := match tie with TieMistake => 0 | TiePredicts b => b end.

(** The state after the first t rounds, whether they changed it or not; round t is about the example [nth (t - 1)]. *)
Definition after {State} (mistaken updating : State -> example -> bool) next (s0 : State) es (t : nat) : State :=
  fst (fst (run State mistaken updating next s0 (firstn t es))).
Local Notation x es t := (fst (nth (t - 1) es (zero, true))).
Local Notation y es t := (snd (nth (t - 1) es (zero, true))).

Lemma firstn_last (es : list example) e0 t : (t < length es)%nat -> firstn (S t) es = firstn t es ++ [nth t es e0].
Proof.
  revert t. induction es as [|e es IH]; intros t B; simpl in B; [lia|].
  destruct t as [|t]; [reflexivity|]. change (e :: firstn (S t) es = e :: (firstn t es ++ [nth t es e0])).
  rewrite IH by lia. reflexivity.
Qed.

Lemma mistakes_by_round {State} (mistaken updating : State -> example -> bool) next (s0 : State) es e0 t :
  (t <= length es)%nat ->
  INR (mistakes State mistaken updating next s0 (firstn t es)) =
  sum t (fun s => indicator (mistaken (after mistaken updating next s0 es s) (nth s es e0))).
Proof.
  induction t as [|t IH]; intros B; [reflexivity|]. simpl sum. rewrite <- IH by lia.
  unfold mistakes, after, run. rewrite (firstn_last es e0) by lia. rewrite fold_left_app. simpl.
  destruct (fold_left _ _ _) as [[w m] u]. simpl. destruct (mistaken w _); [rewrite S_INR|]; simpl; lra.
Qed.

(** Every learner that predicts by the sign of a score, ties by a rule, whatever its states are, whatever it learns
    from and whatever it makes of that, if before each round its weights are such a sum. *)
Theorem theorem : forall (State : Type) (weights : State -> vec) updating next
    (s0 : State) (tie : tie_rule) (d : nat) (es : list example)
    (v : nat -> nat -> R),
  let mistaken s e := wrong tie (dot d (weights s) (fst e)) (snd e) in
  let T := length es in
  let M := INR (mistakes State mistaken updating next s0 es) in
  (forall t, (1 <= t <= T)%nat -> forall s, (s < t - 1)%nat ->
    dot d (x es (S s)) (x es t) = 0) ->
  (forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat ->
    weights (after mistaken updating next s0 es (t - 1)) j
    = sum (t - 1) (fun s => v t s * x es (S s) j)) ->
  M = unlike (answer_at_tie tie) (fun t => y es t) T
  /\ M >= 1 / 2 * (INR T - Rabs (sum T (fun s => y es (S s)))).
Proof.
  intros State weights updating next s0 tie d es v mistaken T M O V.
  set (W t := weights (after mistaken updating next s0 es t)).
  set (said t := match total_order_T (dot d (W (t - 1)%nat) (x es t)) 0 with
    | inleft (left _) => -1 | inleft (right _) => answer_at_tie tie | inright _ => 1 end).
  assert (M = sum T (fun s => if Req_EM_T (y es (S s)) (said (S s)) then 0 else 1)) as E.
  { unfold M, T. rewrite <- (firstn_all es) at 1. rewrite (mistakes_by_round _ _ _ _ _ (zero, true)) by lia.
    apply sum_ext. intros s _. unfold said, mistaken, W. replace (S s - 1)%nat with s by lia. unfold wrong.
    destruct (nth s es (zero, true)) as [z b]. simpl fst. simpl snd.
    destruct (total_order_T _ 0) as [[L|Z]|G]; [| destruct tie as [|p] |];
      destruct (Req_EM_T _ _) as [Q|Q]; destruct b; try destruct p; simpl in *; lra. }
  assert (forall t, (1 <= t <= T)%nat -> dot d (W (t - 1)%nat) (x es t) = 0 -> said t = answer_at_tie tie) as A.
  { intros t _ Z. unfold said. destruct (total_order_T _ 0) as [[L|_]|G]; [lra | reflexivity | lra]. }
  split.
  - rewrite E. destruct (Nat.eq_dec T 0) as [Z|Z]; [rewrite Z; reflexivity|].
    exact (bound d T W (fun t => x es t) v (fun t => y es t) said (answer_at_tie tie) O V A T ltac:(lia)).
  - rewrite E. exact (half d T W (fun t => x es t) v (fun t => y es t) said (answer_at_tie tie) O V A).
Qed.

(** Where ties are mistakes, every example is one. *)
Theorem every_tie_a_mistake : forall y T, unlike 0 y T = INR T.
Proof.
  intros y T. unfold unlike. rewrite (sum_ext T _ (fun _ => 1)), sum_const; [ring|]. intros s _.
  destruct (Req_EM_T (y (S s)) 0) as [E|]; [destruct (y (S s)); simpl in E; lra | reflexivity].
Qed.

(** The Perceptron is such a learner: each mistake adds a multiple of its example, all else leaves the weights. *)
Theorem perceptron : forall tie d eta es,
  let mistaken := Perceptron.mistaken tie d in
  let w := after mistaken mistaken (Perceptron.update eta) zero es in
  exists v : nat -> nat -> R, forall t, (1 <= t <= length es)%nat ->
    forall j, (j < d)%nat ->
    w (t - 1)%nat j = sum (t - 1) (fun s => v t s * x es (S s) j).
Proof.
  intros tie d eta es mistaken w.
  exists (fun _ s => if mistaken (w s) (nth s es (zero, true)) then eta * y es (S s) else 0).
  intros t B j _. assert (t - 1 <= length es)%nat as L by lia. revert L. generalize (t - 1)%nat as n. clear t B.
  induction n as [|n IH]; intros L; [reflexivity|]. rewrite sum_S, <- IH by lia. unfold w, after, run.
  rewrite (firstn_last es (zero, true)), fold_left_app by lia. simpl. rewrite Nat.sub_0_r.
  destruct (fold_left _ _ _) as [[v m] u]. simpl. destruct (mistaken v _); [|ring].
  unfold Perceptron.update, add, scale. ring.
Qed.

(** The rows of a Hadamard matrix of order 2^k, by the bits of the row and of the column. *)
Fixpoint entry (k i j : nat) : R :=
  match k with O => 1 | S k => entry k (i / 2) (j / 2) * (if Nat.odd i && Nat.odd j then -1 else 1) end.

Lemma sum_pairs n f : sum (2 * n) f = sum n (fun j => f (2 * j)%nat + f (2 * j + 1)%nat).
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  rewrite !sum_S, IH, Nat.add_1_r. ring.
Qed.

Lemma entry_even k i j : entry (S k) i (2 * j) = entry k (i / 2) j.
Proof.
  cbn [entry]. rewrite (Nat.mul_comm 2 j), Nat.div_mul, Nat.odd_mul by lia. change (Nat.odd 2) with false.
  rewrite !andb_false_r. ring.
Qed.

Lemma entry_odd k i j : entry (S k) i (2 * j + 1) = entry k (i / 2) j * (if Nat.odd i then -1 else 1).
Proof.
  assert (((2 * j + 1) / 2 = j)%nat) as E.
  { rewrite Nat.mul_comm, Nat.div_add_l by lia. simpl. lia. }
  assert (Nat.odd (2 * j + 1) = true) as O by (rewrite Nat.odd_add, Nat.odd_mul; reflexivity).
  cbn [entry]. rewrite E, O, andb_true_r. reflexivity.
Qed.

Lemma rows_orthogonal k : forall i l, (i < 2 ^ k)%nat -> (l < 2 ^ k)%nat -> i <> l ->
  dot (2 ^ k) (entry k i) (entry k l) = 0.
Proof.
  induction k as [|k IH]; intros i l I L N; [simpl in *; lia|]. unfold dot. change (2 ^ S k)%nat with (2 * 2 ^ k)%nat in *.
  rewrite sum_pairs. pose proof (Nat.div_mod i 2 ltac:(lia)) as Di. pose proof (Nat.div_mod l 2 ltac:(lia)) as Dl.
  rewrite (sum_ext (2 ^ k) _ (fun j => (1 + (if Nat.odd i then -1 else 1) * (if Nat.odd l then -1 else 1)) *
    (entry k (i / 2) j * entry k (l / 2) j))) by (intros j _; rewrite !entry_even, !entry_odd; ring).
  rewrite sum_mult. rewrite <- !Nat.bit0_mod in *. fold (dot (2 ^ k) (entry k (i / 2)) (entry k (l / 2))).
  destruct (Nat.eq_dec (i / 2) (l / 2)) as [E|E].
  - rewrite !Nat.bit0_odd in *. rewrite E in Di. destruct (Nat.odd i), (Nat.odd l); simpl in *; try lia; lra.
  - rewrite IH; [ring | | |exact E]; apply Nat.div_lt_upper_bound; lia.
Qed.

(** Examples of T = d = 2^(k + 1) features -1 and +1, each orthogonal to all others; half of the labels are +1; and one
    feature is the label. So the learners of [theorem] make T / 2 mistakes at least. *)
Theorem hadamard : forall k, exists es, let T := (2 ^ S k)%nat in
  length es = T
  /\ (forall t, (1 <= t <= T)%nat -> forall s, (s < t - 1)%nat ->
    dot T (x es (S s)) (x es t) = 0)
  /\ (forall t, (1 <= t <= T)%nat -> forall j, Rabs (x es t j) = 1)
  /\ (forall t, (1 <= t <= T)%nat -> x es t 1%nat = y es t)
  /\ sum T (fun s => y es (S s)) = 0.
Proof.
  intros k. exists (map (fun i => (entry (S k) i, negb (Nat.odd i))) (seq 0 (2 ^ S k))). intros T.
  assert (forall t, (t < T)%nat -> nth t (map (fun i => (entry (S k) i, negb (Nat.odd i))) (seq 0 T)) (zero, true)
    = (entry (S k) t, negb (Nat.odd t))) as N.
  { intros t B. rewrite nth_indep with (d' := (entry (S k) 0, negb (Nat.odd 0))) by (rewrite map_length, seq_length; exact B).
    rewrite (map_nth (fun i => (entry (S k) i, negb (Nat.odd i)))), seq_nth by exact B. reflexivity. }
  fold T. repeat split.
  - rewrite map_length, seq_length. reflexivity.
  - intros t B s S. rewrite !N by lia. apply rows_orthogonal; unfold T in *; lia.
  - intros t B j. rewrite N by lia. cbn [fst]. generalize (S k) (t - 1)%nat j. clear.
    induction n as [|n IH]; intros i j; simpl; [apply Rabs_R1|]. rewrite Rabs_mult, IH.
    destruct (_ && _); [rewrite Rabs_left by lra | rewrite Rabs_R1]; lra.
  - intros t B. rewrite N by lia. cbn [fst snd]. change 1%nat with (2 * 0 + 1)%nat at 2. rewrite entry_odd.
    assert (forall n i, entry n i 0 = 1) as Zero.
    { induction n as [|n IH]; intros i; [reflexivity|]. simpl. rewrite IH, andb_false_r. ring. }
    rewrite Zero. destruct (Nat.odd (t - 1)); simpl; ring.
  - rewrite (sum_ext T _ (fun s => negb (Nat.odd s))).
    2: { intros s B. rewrite N by lia. simpl. rewrite Nat.sub_0_r. reflexivity. }
    unfold T. change (2 ^ S k)%nat with (2 * 2 ^ k)%nat. rewrite sum_pairs, (sum_ext _ _ (fun _ => 0)), sum_const; [ring|].
    intros s _. rewrite Nat.odd_add, Nat.odd_mul. simpl. ring.
Qed.
End SPAN.
