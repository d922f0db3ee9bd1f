(** What the mistakes of a run say of the errors on examples yet unseen, if the examples are drawn at random.

    The examples that can be drawn are those with the numbers 0, ..., k - 1, and p is the chance of each: any
    distribution on finitely many examples. A sequence of T draws is a list [z] of such numbers, and an expectation is a
    sum over all these lists. In the lines P is the probability of each list; that it is the product of the chances of
    its examples is the hypothesis that the draws are independent.

    Of the run on [z] the lines know for each t whether the predictor that the learner has after t draws, h_t, is wrong
    about example j: [h z t j]; and whether it makes a mistake in round t, of which the first is 1: [mistake z t]. The
    theorems are about any learner that tosses no coin: any states, and any rule by which they change. *)
From Coq Require Import Reals Lra Lia List.
From MB Require Import Vectors Simplex Learner.
Import ListNotations.
Open Scope R_scope.

(** * Draws *)

(** The sum of f over all lists of n numbers below k. *)
Fixpoint over (k n : nat) (f : list nat -> R) : R :=
  match n with O => f [] | S n => sum k (fun j => over k n (fun z => f (j :: z))) end.

(** These lists. *)
Definition drawn (k n : nat) (z : list nat) : Prop := length z = n /\ Forall (fun j => (j < k)%nat) z.

(** The product of the chances of a list, and the mean of f if lists have the probabilities P. *)
Definition product (p : vec) (z : list nat) : R := fold_right (fun j c => p j * c) 1 z.
Definition mean (k n : nat) (P f : list nat -> R) : R := over k n (fun z => P z * f z).

(** 1 if it is so, else 0; and the probability that one more draw is among those that a predictor is wrong about. *)
Definition indicator (b : bool) : R := if b then 1 else 0.
Definition error (k : nat) (p : vec) (wrong : nat -> bool) : R := dot k p (fun j => indicator (wrong j)).

Lemma drawn_cons k n j z : (j < k)%nat -> drawn k n z -> drawn k (S n) (j :: z).
Proof. intros J [L A]. split; [simpl; lia | constructor; assumption]. Qed.

Lemma over_ext k n : forall f g, (forall z, drawn k n z -> f z = g z) -> over k n f = over k n g.
Proof.
  induction n as [|n IH]; intros f g H; simpl; [apply H; split; [reflexivity | constructor]|].
  apply sum_ext. intros j J. apply IH. intros z D. apply H, drawn_cons; assumption.
Qed.

Lemma over_le k n : forall f g, (forall z, drawn k n z -> f z <= g z) -> over k n f <= over k n g.
Proof.
  induction n as [|n IH]; intros f g H; simpl; [apply H; split; [reflexivity | constructor]|].
  apply sum_le. intros j J. apply IH. intros z D. apply H, drawn_cons; assumption.
Qed.

Lemma over_mult k n c : forall f, over k n (fun z => c * f z) = c * over k n f.
Proof.
  induction n as [|n IH]; intros f; simpl; [reflexivity|]. rewrite <- sum_mult. apply sum_ext. intros j _. apply IH.
Qed.

Lemma over_sum k n m : forall f, over k n (fun z => sum m (f z)) = sum m (fun t => over k n (fun z => f z t)).
Proof.
  induction n as [|n IH]; intros f; simpl; [reflexivity|].
  rewrite sum_swap. apply sum_ext. intros j _. apply (IH (fun z => f (j :: z))).
Qed.

(** Of numbers that are not negative, each is 0 if their sum is. *)
Lemma over_zero k n : forall f, (forall z, drawn k n z -> 0 <= f z) -> over k n f = 0 ->
  forall z, drawn k n z -> f z = 0.
Proof.
  induction n as [|n IH]; intros f N Z z [L A].
  - apply length_zero_iff_nil in L as ->. exact Z.
  - destruct z as [|j z]; [discriminate|]. inversion_clear A as [|? ? J A'].
    assert (forall i, (i < k)%nat -> 0 <= over k n (fun z => f (i :: z))) as Pos.
    { intros i I. replace 0 with (over k n (fun _ => 0 * 0)) by (rewrite (over_mult k n 0 (fun _ => 0)); ring).
      apply over_le. intros z' D. rewrite Rmult_0_l. apply N, drawn_cons; assumption. }
    apply (IH (fun z => f (j :: z))).
    + intros z' D. apply N, drawn_cons; assumption.
    + pose proof (entry_le_sum k _ Pos j J). pose proof (Pos j J). simpl in Z. lra.
    + split; [simpl in L; lia | exact A'].
Qed.

Lemma mean_ext k n P f g : (forall z, drawn k n z -> f z = g z) -> mean k n P f = mean k n P g.
Proof. intros H. apply over_ext. intros z D. rewrite H; auto. Qed.

Lemma mean_mult k n P c f : mean k n P (fun z => c * f z) = c * mean k n P f.
Proof. unfold mean. rewrite <- over_mult. apply over_ext. intros. ring. Qed.

(** The expectation of a sum is the sum of the expectations. *)
Lemma mean_total k n P m f : mean k n P (fun z => total m (f z)) = total m (fun t => mean k n P (fun z => f z t)).
Proof.
  unfold mean, total. rewrite <- over_sum. apply over_ext. intros z _. rewrite <- sum_mult. reflexivity.
Qed.

Lemma indicator_pos b : 0 <= indicator b.
Proof. destruct b; simpl; lra. Qed.

Lemma product_pos k n p z : mixture k p -> drawn k n z -> 0 <= product p z.
Proof.
  intros [N _] [_ A]. induction A as [|j z J _ IH]; simpl; [lra|]. apply Rmult_le_pos; auto.
Qed.

Lemma mean_const k n p c : mixture k p -> mean k n (product p) (fun _ => c) = c.
Proof.
  intros [_ One]. unfold mean. induction n as [|n IH]; simpl; [ring|].
  transitivity (sum k (fun j => c * p j)); [|rewrite sum_mult, One; ring].
  apply sum_ext. intros j _. transitivity (p j * over k n (fun z => product p z * c)); [|rewrite IH; ring].
  rewrite <- over_mult. apply over_ext. intros. ring.
Qed.

(** A draw may be replaced by one more draw, if the rest depends on what was drawn before it. *)
Lemma one_more_draw k p : mixture k p -> forall n t f, (t < n)%nat ->
  (forall z z' j, drawn k n z -> drawn k n z' -> (j < k)%nat -> firstn t z = firstn t z' -> f z j = f z' j) ->
  mean k n (product p) (fun z => f z (nth t z 0%nat)) = mean k n (product p) (fun z => dot k p (f z)).
Proof.
  intros Mix. induction n as [|n IH]; intros t f T Past; [lia|]. destruct t as [|t].
  - (* the first draw: f does not depend on z *)
    pose proof (mass_some _ _ (proj2 Mix)) as K.
    set (z0 := repeat 0%nat (S n)). assert (drawn k (S n) z0) as D0.
    { split; [apply repeat_length|]. apply Forall_forall. intros j J. apply repeat_spec in J. lia. }
    rewrite (mean_ext _ _ _ (fun z => dot k p (f z)) (fun _ => dot k p (f z0))).
    2:{ intros z D. apply sum_ext. intros j J. rewrite (Past z z0); auto. }
    rewrite mean_const by exact Mix. unfold mean. simpl. apply sum_ext. intros j J.
    rewrite <- (mean_const k n p (p j * f z0 j) Mix). apply over_ext. intros z D.
    rewrite (Past (j :: z) z0); auto using drawn_cons. ring.
  - unfold mean. simpl. apply sum_ext. intros j J.
    pose proof (IH t (fun z => f (j :: z)) ltac:(lia)) as Later. unfold mean in Later.
    apply (f_equal (Rmult (p j))) in Later.
    + rewrite <- !over_mult in Later. rewrite (over_ext k n _ _ (fun z _ => Rmult_assoc _ _ _)), Later.
      apply over_ext. intros. ring.
    + intros z z' i D D' I E. apply Past; auto using drawn_cons. simpl. congruence.
Qed.

(** * Learners without coins *)

(** The first t draws of z, continued in the same way for all z. *)
Definition continued (n t : nat) (z : list nat) : list nat := firstn t z ++ repeat 0%nat (n - t).

(** Is the predictor after t draws another than after the same draws elsewhere, or than the one that was played? *)
Definition fickle (k n : nat) (h : list nat -> nat -> nat -> bool) (mistake : list nat -> nat -> bool)
    (z : list nat) (t : nat) : bool :=
  existsb (fun j => xorb (h z t j) (h (continued n t z) t j)) (seq 0 k) ||
  xorb (mistake z (S t)) (h z t (nth t z 0%nat)).

Definition count_fickle k n h mistake : R := over k n (fun z => sum n (fun t => indicator (fickle k n h mistake z t))).

Section Fickle.
Variables (k n : nat) (h : list nat -> nat -> nat -> bool) (mistake : list nat -> nat -> bool).

Lemma none_fickle z t : count_fickle k n h mistake = 0 -> drawn k n z -> (t < n)%nat ->
  fickle k n h mistake z t = false.
Proof.
  intros F D T. assert (sum n (fun t => indicator (fickle k n h mistake z t)) = 0) as Z.
  { apply (over_zero k n (fun z => sum n (fun t => indicator (fickle k n h mistake z t)))); auto.
    intros. apply sum_nonneg. intros. apply indicator_pos. }
  pose proof (entry_le_sum n (fun t => indicator (fickle k n h mistake z t)) (fun t _ => indicator_pos _) t T) as E.
  cbv beta in E. rewrite Z in E. destruct (fickle k n h mistake z t); simpl in E; [lra | reflexivity].
Qed.

Lemma fickle_none :
  (forall z t, drawn k n z -> (t < n)%nat -> fickle k n h mistake z t = false) -> count_fickle k n h mistake = 0.
Proof.
  intros N. unfold count_fickle. rewrite (over_ext k n _ (fun _ => 0 * 0)), (over_mult k n 0 (fun _ => 0)); [ring|].
  intros z D. rewrite (sum_ext n _ (fun _ => 0)), sum_const; [ring|]. intros t T. rewrite N; auto.
Qed.

Hypothesis deterministic : count_fickle k n h mistake = 0.

(** A mistake is one of the predictor before the round, and this is the same after the same draws. *)
Lemma played z t : drawn k n z -> (1 <= t <= n)%nat -> mistake z t = h z (t - 1) (nth (t - 1) z 0%nat).
Proof.
  intros D T. pose proof (none_fickle z (t - 1) deterministic D ltac:(lia)) as N.
  apply Bool.orb_false_elim in N as [_ N]. replace (S (t - 1)) with t in N by lia. apply Bool.xorb_eq, N.
Qed.

Lemma same_past z z' t j : drawn k n z -> drawn k n z' -> (t < n)%nat -> (j < k)%nat -> firstn t z = firstn t z' ->
  h z t j = h z' t j.
Proof.
  intros D D' T J E.
  assert (forall z, drawn k n z -> h z t j = h (continued n t z) t j) as G.
  { intros w W. pose proof (none_fickle w t deterministic W T) as N. apply Bool.orb_false_elim in N as [N _].
    apply Bool.xorb_eq. destruct (xorb _ _) eqn:X; [|reflexivity]. rewrite <- N. symmetry. apply existsb_exists.
    exists j. split; [apply in_seq; lia | exact X]. }
  rewrite (G z D), (G z' D'). unfold continued. rewrite E. reflexivity.
Qed.
End Fickle.

(** The learner that runs: in a state it is right or wrong about an example, and may change it (Learner.v). *)
Section Running.
Context {E State : Type} (mistaken updating : State -> E -> bool) (next : State -> E -> State) (w0 : State).
Variable e : nat -> E.   (* the examples that can be drawn *)

(** Its state after the examples of z; is its predictor after the first t of them wrong about example j? is round t a
    mistake? and how many mistakes are there in all? *)
Definition state_after (z : list nat) : State := fst (fst (run State mistaken updating next w0 (map e z))).
Definition predictor (z : list nat) (t j : nat) : bool := mistaken (state_after (firstn t z)) (e j).
Definition round_lost (z : list nat) (t : nat) : bool := predictor z (t - 1) (nth (t - 1) z 0%nat).
Definition mistakes_on (z : list nat) : R := INR (mistakes State mistaken updating next w0 (map e z)).

Lemma predictor_deterministic k n : count_fickle k n predictor round_lost = 0.
Proof.
  apply fickle_none. intros z t [L _] T. unfold fickle, round_lost.
  rewrite Nat.sub_succ, Nat.sub_0_r, Bool.xorb_nilpotent, Bool.orb_false_r.
  apply Bool.not_true_is_false. intros X. apply existsb_exists in X as (j & _ & X).
  unfold predictor, continued in X. rewrite firstn_app, firstn_firstn, firstn_length in X.
  replace (Nat.min t t) with t in X by lia. replace (t - Nat.min t (length z))%nat with O in X by lia.
  simpl in X. rewrite app_nil_r, Bool.xorb_nilpotent in X. discriminate.
Qed.

Lemma mistakes_add_up z : total (length z) (fun t => indicator (round_lost z t)) = mistakes_on z.
Proof.
  enough (forall t, (t <= length z)%nat ->
    sum t (fun s => indicator (round_lost z (S s))) = mistakes_on (firstn t z)) as G.
  { unfold total. rewrite G, firstn_all; auto. }
  induction t as [|t IH]; intros T; [reflexivity|]. simpl sum. rewrite IH by lia.
  assert (firstn (S t) z = firstn t z ++ [nth t z 0%nat]) as ->.
  { clear IH. revert t T. induction z as [|j z IH]; simpl; intros t T; [lia|]. destruct t as [|t]; [reflexivity|].
    simpl. f_equal. apply IH. lia. }
  unfold round_lost, predictor, state_after, mistakes_on, mistakes, run. rewrite Nat.sub_succ, Nat.sub_0_r.
  rewrite map_app, fold_left_app. destruct (fold_left _ (map e (firstn t z)) _) as [[w m] u]. simpl.
  destruct (mistaken w _); cbn [indicator]; rewrite ?S_INR; lra.
Qed.

Lemma mean_mistakes k n P :
  mean k n P mistakes_on = mean k n P (fun z => total n (fun t => indicator (round_lost z t))).
Proof. apply mean_ext. intros z [<- _]. symmetry. apply mistakes_add_up. Qed.
End Running.

(** * A random predictor of the run *)

Module RANDOM_PREFIX.
Section Lines.
Variables (k T : nat) (p : vec) (P : list nat -> R) (rounds : list nat -> nat).
Variables (h : list nat -> nat -> nat -> bool) (mistake : list nat -> nat -> bool).
Variable chances : mixture k p.
Local Notation E := (mean k T P).
Local Notation M := (fun z => total (rounds z) (fun t => indicator (mistake z t))).

Hypothesis independent : forall z, drawn k T z -> P z = product p z.
Hypothesis single_pass : forall z, drawn k T z -> rounds z = T.
Hypothesis deterministic : count_fickle k T h mistake = 0.

(** The expectations are those of independent draws. *)
Lemma expectation f : E f = mean k T (product p) f.
Proof. apply over_ext. intros z D. rewrite independent; auto. Qed.

Lemma unseen : forall t, (1 <= t <= T)%nat ->
  E (fun z => indicator (mistake z t)) = E (fun z => error k p (h z (t - 1))).
Proof.
  intros t L. rewrite !expectation. unfold error.
  rewrite <- (one_more_draw k p chances T (t - 1) (fun z j => indicator (h z (t - 1) j))); [|lia|].
  - apply mean_ext. intros z D. rewrite (played k T h mistake deterministic); auto.
  - intros z z' j D D' J Past. f_equal. apply (same_past k T h mistake); auto. lia.
Qed.

Lemma count : E M = total T (fun t => E (fun z => indicator (mistake z t))).
Proof. rewrite <- mean_total. apply mean_ext. intros z D. rewrite single_pass; auto. Qed.

Lemma random_prefix : 1 / INR T * total T (fun t => E (fun z => error k p (h z (t - 1)))) = E M / INR T.
Proof.
  rewrite count. unfold Rdiv. rewrite Rmult_1_l, Rmult_comm. f_equal. apply sum_ext. intros t L. rewrite unseen; [|lia].
  reflexivity.
Qed.
End Lines.

(** Every distribution on finitely many examples, every learner without coins, every T. The predictor after rho draws is
    chosen with the chance 1 / T each, whatever the draws. *)
Theorem theorem : forall (E State : Type) (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (k : nat) (p : vec) (e : nat -> E) (T : nat),
  mixture k p ->
  (1 <= T)%nat ->
  mean k T (product p)
    (fun z => sum T (fun rho => 1 / INR T * error k p (predictor mistaken updating next w0 e z rho)))
  = mean k T (product p) (mistakes_on mistaken updating next w0 e) / INR T.
Proof.
  intros E State mistaken updating next w0 k p e T Mix _.
  set (h := predictor mistaken updating next w0 e). set (lost := round_lost mistaken updating next w0 e).
  pose proof (random_prefix k T p (product p) (fun _ => T) h lost Mix (fun _ _ => eq_refl) (fun _ _ => eq_refl)
    (predictor_deterministic _ _ _ _ _ k T)) as B.
  rewrite <- mean_total, <- mean_mult in B. rewrite mean_mistakes. fold lost. rewrite <- B.
  apply mean_ext. intros z _. rewrite sum_mult. unfold total. f_equal. apply sum_ext. intros t _.
  rewrite Nat.sub_succ, Nat.sub_0_r. reflexivity.
Qed.
End RANDOM_PREFIX.

(** * The vote of all predictors of the run *)

(** Is the vote of the predictors after 0, ..., n - 1 draws wrong about example j? It is if more than half of them are;
    and where half of them are, it is if [tie] says so. *)
Definition vote (n : nat) (h : list nat -> nat -> nat -> bool) (tie : list nat -> nat -> bool) (z : list nat) (j : nat)
    : bool :=
  match Nat.compare (2 * length (filter (fun t => h z t j) (seq 0 n))) n with
  | Gt => true | Lt => false | Eq => tie z j
  end.

Lemma count_as_total n f : INR (length (filter f (seq 0 n))) = total n (fun t => indicator (f (t - 1)%nat)).
Proof.
  unfold total. induction n as [|n IH]; [reflexivity|]. rewrite seq_S, filter_app, app_length, plus_INR, IH, sum_S.
  rewrite Nat.sub_succ, Nat.sub_0_r. simpl. destruct (f n); simpl; lra.
Qed.

Module VOTE.
Section Lines.
Variables (k T : nat) (p : vec) (P : list nat -> R) (rounds : list nat -> nat).
Variables (h : list nat -> nat -> nat -> bool) (mistake tie : list nat -> nat -> bool).
Variable chances : mixture k p.
Variable some_round : (1 <= T)%nat.
Local Notation E := (mean k T P).
Local Notation M := (fun z => total (rounds z) (fun t => indicator (mistake z t))).
Local Notation voted := (vote T h tie).

Hypothesis independent : forall z, drawn k T z -> P z = product p z.
Hypothesis single_pass : forall z, drawn k T z -> rounds z = T.
Hypothesis deterministic : count_fickle k T h mistake = 0.

Lemma majority : forall z, drawn k T z -> forall j, (j < k)%nat ->
  indicator (voted z j) <= 2 / INR T * total T (fun t => indicator (h z (t - 1) j)).
Proof.
  intros z _ j _. rewrite <- (count_as_total T (fun t => h z t j)). unfold vote.
  set (n := length (filter (fun t => h z t j) (seq 0 T))).
  assert (0 < INR T) as Pos by (apply lt_0_INR; lia). pose proof (pos_INR n).
  replace (2 / INR T * INR n) with (2 * INR n / INR T) by (field; lra). apply le_div; [exact Pos|].
  assert ((T <= 2 * n)%nat -> INR T <= 2 * INR n) as Half.
  { intros L. apply le_INR in L. rewrite mult_INR in L. exact L. }
  destruct (Nat.compare_spec (2 * n) T) as [L|L|L]; simpl indicator; [|lra|];
    specialize (Half ltac:(lia)); [|lra]. destruct (tie z j); simpl; lra.
Qed.

Lemma half : forall z, drawn k T z ->
  error k p (voted z) <= 2 / INR T * total T (fun t => error k p (h z (t - 1))).
Proof.
  intros z D. unfold error, dot, total. rewrite sum_swap, <- sum_mult. apply sum_le. intros j J.
  rewrite sum_mult, <- Rmult_assoc, (Rmult_comm _ (p j)), Rmult_assoc.
  apply Rmult_le_compat_l; [apply chances, J | apply (majority z D j J)].
Qed.

Lemma unseen : forall t, (1 <= t <= T)%nat ->
  E (fun z => indicator (mistake z t)) = E (fun z => error k p (h z (t - 1))).
Proof. eapply RANDOM_PREFIX.unseen; eauto. Qed.

Lemma count : E M = total T (fun t => E (fun z => indicator (mistake z t))).
Proof. eapply RANDOM_PREFIX.count; eauto. Qed.

Lemma random_prefix : 1 / INR T * total T (fun t => E (fun z => error k p (h z (t - 1)))) = E M / INR T.
Proof. eapply RANDOM_PREFIX.random_prefix; eauto. Qed.

Lemma bound : E (fun z => error k p (voted z)) <= 2 * E M / INR T.
Proof.
  apply Rle_trans with (E (fun z => 2 / INR T * total T (fun t => error k p (h z (t - 1))))).
  - apply over_le. intros z D. rewrite independent by exact D.
    apply Rmult_le_compat_l; [eapply product_pos; eauto | apply half, D].
  - rewrite mean_mult, mean_total. right.
    replace (2 * E M / INR T) with (2 * (E M / INR T)) by (unfold Rdiv; ring). rewrite <- random_prefix.
    unfold Rdiv. ring.
Qed.
End Lines.

(** Every distribution on finitely many examples, every learner without coins, every T, and whatever a tied vote counts
    as. *)
Theorem theorem : forall (E State : Type) (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (tie : list nat -> nat -> bool) (k : nat) (p : vec) (e : nat -> E) (T : nat),
  mixture k p ->
  (1 <= T)%nat ->
  mean k T (product p) (fun z => error k p (vote T (predictor mistaken updating next w0 e) tie z))
  <= 2 * mean k T (product p) (mistakes_on mistaken updating next w0 e) / INR T.
Proof.
  intros E State mistaken updating next w0 tie k p e T Mix Some. rewrite mean_mistakes.
  apply (bound k T p (product p) (fun _ => T)); auto using predictor_deterministic.
Qed.
End VOTE.

(** * All predictors of the run, with high probability *)

(** 1 if x is above c, else 0: its expectation is the probability that x is above c. *)
Definition exceeds (x c : R) : R := if Rlt_dec c x then 1 else 0.

(** By how much the errors of the predictors before the first t rounds exceed the mistakes in them; and what is allowed
    in the mean, at the risk delta. *)
Definition surplus_of (k : nat) (p : vec) (h : list nat -> nat -> nat -> bool) (mistake : list nat -> nat -> bool)
    (z : list nat) (t : nat) : R :=
  total t (fun s => error k p (h z (s - 1)%nat) - indicator (mistake z s)).
Definition allowance (n : nat) (delta : R) : R := sqrt (ln (1 / delta) / (2 * INR n)).

Lemma error_between k p w : mixture k p -> 0 <= error k p w <= 1.
Proof.
  intros Mix. split; [apply mean_ge | apply mean_le]; try exact Mix; intros j _; destruct (w j); simpl; lra.
Qed.

(** Hoeffding's lemma, for whether a predictor is wrong about one more draw. *)
Lemma wrong_or_right k p w b l : mixture k p ->
  dot k p (fun j => exp (l * (b + error k p w - indicator (w j)))) <= exp (l ^ 2 / 8) * exp (l * b).
Proof.
  intros Mix. pose proof (error_between k p w Mix) as B. set (q := error k p w) in *.
  assert (dot k p (fun j => exp (l * (b + q - indicator (w j)))) = exp (l * (b + q)) * (1 - q + q * exp (- l))) as ->.
  { transitivity (sum k (fun j =>
      exp (l * (b + q)) * p j + exp (l * (b + q)) * (exp (- l) - 1) * (p j * indicator (w j)))).
    - apply sum_ext. intros j _. destruct (w j); simpl indicator.
      + replace (l * (b + q - 1)) with (l * (b + q) + - l) by ring. rewrite exp_plus. ring.
      + rewrite Rminus_0_r. ring.
    - rewrite sum_plus, !sum_mult, (proj2 Mix). change (sum k (fun j => p j * indicator (w j))) with q. ring. }
  pose proof (exp_pos (- l)) as X.
  assert (0 < 1 - q + q * exp (- l)) as Z by (destruct (Req_dec q 0) as [->|]; nra).
  pose proof (hoeffding_coin q (- l) B) as H. apply exp_le in H. rewrite exp_ln in H by exact Z.
  apply Rle_trans with (exp (l * (b + q)) * exp (q * - l + (- l) ^ 2 / 8)).
  - apply Rmult_le_compat_l; [left; apply exp_pos | exact H].
  - right. rewrite <- !exp_plus. f_equal. field.
Qed.

Lemma firstn_less i n (z z' : list nat) : (i <= n)%nat -> firstn n z = firstn n z' -> firstn i z = firstn i z'.
Proof. intros L E. replace i with (Nat.min i n) by lia. rewrite <- !firstn_firstn, E. reflexivity. Qed.

Lemma nth_firstn i : forall n (z : list nat), (i < n)%nat -> nth i (firstn n z) 0%nat = nth i z 0%nat.
Proof.
  induction i as [|i IH]; intros [|n] [|j z] L; simpl; try lia; try reflexivity. apply IH. lia.
Qed.

Module HIGH_PROBABILITY.
Section Lines.
Variables (k T : nat) (p : vec) (P : list nat -> R) (rounds : list nat -> nat) (delta : R).
Variables (h : list nat -> nat -> nat -> bool) (mistake : list nat -> nat -> bool).
Variable chances : mixture k p.
Variable some_round : (1 <= T)%nat.
Variable risk : 0 < delta < 1.
Local Notation E := (mean k T P).
Local Notation surplus := (surplus_of k p h mistake).
Local Notation a := (allowance T delta).

Hypothesis independent : forall z, drawn k T z -> P z = product p z.
Hypothesis single_pass : forall z, drawn k T z -> rounds z = T.
Hypothesis deterministic : count_fickle k T h mistake = 0.

(** The surplus so far depends on the draws so far. *)
Lemma surplus_past z z' t : drawn k T z -> drawn k T z' -> (t < T)%nat -> firstn t z = firstn t z' ->
  surplus z t = surplus z' t.
Proof.
  intros D D' L Past. apply sum_ext. intros s S. rewrite Nat.sub_succ, Nat.sub_0_r.
  pose proof (firstn_less s t z z' ltac:(lia) Past) as Less.
  assert (nth s z 0%nat = nth s z' 0%nat) as Same by
    (rewrite <- (nth_firstn s t z), <- (nth_firstn s t z'), Past by lia; reflexivity).
  f_equal.
  - apply sum_ext. intros j J. do 2 f_equal. apply (same_past k T h mistake); auto. lia.
  - f_equal. rewrite !(played k T h mistake deterministic) by (auto; lia). rewrite Nat.sub_succ, Nat.sub_0_r, Same.
    apply (same_past k T h mistake); auto; [lia|]. rewrite <- Same. destruct D as [Le A].
    rewrite Forall_nth in A. apply A. lia.
Qed.

Lemma step : forall t, (1 <= t <= T)%nat ->
  E (fun z => exp (4 * a * surplus z t)) <= exp (2 * a ^ 2) * E (fun z => exp (4 * a * surplus z (t - 1))).
Proof.
  intros t L. rewrite !(RANDOM_PREFIX.expectation k T p P independent).
  set (f := fun z j => exp (4 * a * (surplus z (t - 1) + error k p (h z (t - 1)%nat) - indicator (h z (t - 1)%nat j)))).
  rewrite (mean_ext k T _ _ (fun z => f z (nth (t - 1) z 0%nat))).
  2:{ intros z D. unfold f. do 2 f_equal. rewrite <- (played k T h mistake deterministic) by auto.
      unfold surplus_of. destruct t as [|t]; [lia|]. unfold total. rewrite sum_S, Nat.sub_succ, Nat.sub_0_r. ring. }
  rewrite (one_more_draw k p chances T (t - 1) f); [|lia|].
  2:{ intros z z' j D D' J Past. unfold f.
      rewrite (surplus_past z z'), (same_past k T h mistake deterministic z z') by (auto; lia).
      replace (error k p (h z' (t - 1)%nat)) with (error k p (h z (t - 1)%nat)); [reflexivity|].
      apply sum_ext. intros i I. do 2 f_equal. apply (same_past k T h mistake); auto. lia. }
  rewrite <- mean_mult. apply over_le. intros z D.
  apply Rmult_le_compat_l; [eapply product_pos; eauto|]. unfold f.
  replace (2 * a ^ 2) with ((4 * a) ^ 2 / 8) by field. apply wrong_or_right, chances.
Qed.

Lemma moment : E (fun z => exp (4 * a * surplus z T)) <= exp (2 * a ^ 2 * INR T).
Proof.
  enough (forall t, (t <= T)%nat -> E (fun z => exp (4 * a * surplus z t)) <= exp (2 * a ^ 2 * INR t)) as G
    by (apply G; lia).
  induction t as [|t IH]; intros L.
  - rewrite (RANDOM_PREFIX.expectation k T p P independent). unfold surplus_of, total. simpl sum. simpl INR.
    rewrite !Rmult_0_r, mean_const by exact chances. lra.
  - eapply Rle_trans; [apply step; lia|]. rewrite Nat.sub_succ, Nat.sub_0_r, S_INR.
    replace (2 * a ^ 2 * (INR t + 1)) with (2 * a ^ 2 + 2 * a ^ 2 * INR t) by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos | apply IH; lia].
Qed.

Lemma markov : E (fun z => exceeds (surplus z T) (a * INR T))
  <= exp (- (4 * a ^ 2 * INR T)) * E (fun z => exp (4 * a * surplus z T)).
Proof.
  rewrite <- mean_mult. apply over_le. intros z D. rewrite independent by exact D.
  apply Rmult_le_compat_l; [eapply product_pos; eauto|]. rewrite <- exp_plus. unfold exceeds.
  destruct (Rlt_dec _ _) as [G|_]; [|left; apply exp_pos]. rewrite <- exp_0. apply exp_le.
  assert (0 <= a) by apply sqrt_pos. nra.
Qed.

Lemma bound : E (fun z => exceeds (surplus z T) (a * INR T)) <= delta.
Proof.
  eapply Rle_trans; [apply markov|]. eapply Rle_trans;
    [apply Rmult_le_compat_l; [left; apply exp_pos | apply moment]|].
  rewrite <- exp_plus. apply Rle_trans with (exp (ln delta)); [apply exp_le | right; apply exp_ln; lra].
  assert (0 < INR T) by (apply lt_0_INR; lia).
  assert (ln delta < 0) as N by (rewrite <- ln_1; apply ln_increasing; lra).
  unfold allowance. rewrite pow2_sqrt.
  - rewrite ln_quotient, ln_1 by lra. right. field. lra.
  - rewrite ln_quotient, ln_1 by lra. apply le_div; lra.
Qed.
End Lines.

(** Every distribution on finitely many examples, every learner without coins, every T, every risk: the probability that
    the predictors' average error is above M / T + sqrt (ln (1 / delta) / (2 T)). *)
Theorem theorem : forall (E State : Type) (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (k : nat) (p : vec) (e : nat -> E) (T : nat) (delta : R),
  mixture k p ->
  (1 <= T)%nat ->
  0 < delta < 1 ->
  mean k T (product p) (fun z =>
    exceeds (sum T (fun t => error k p (predictor mistaken updating next w0 e z t)) / INR T)
      (mistakes_on mistaken updating next w0 e z / INR T + sqrt (ln (1 / delta) / (2 * INR T))))
  <= delta.
Proof.
  intros E State mistaken updating next w0 k p e T delta Mix Some Risk.
  set (h := predictor mistaken updating next w0 e). set (lost := round_lost mistaken updating next w0 e).
  assert (0 < INR T) as Pos by (apply lt_0_INR; lia).
  apply Rle_trans with (mean k T (product p)
    (fun z => exceeds (surplus_of k p h lost z T) (allowance T delta * INR T))).
  - right. apply mean_ext. intros z [L _]. fold (allowance T delta). rewrite <- mistakes_add_up, L. fold lost.
    replace (surplus_of k p h lost z T)
      with (sum T (fun t => error k p (h z t)) - total T (fun t => indicator (lost z t))).
    2:{ unfold surplus_of, total. rewrite <- (Rmult_1_l (sum T (fun s => indicator (lost z (S s))))).
        unfold Rminus. rewrite Ropp_mult_distr_l, <- sum_mult, <- sum_plus. apply sum_ext. intros t _.
        rewrite Nat.sub_succ, Nat.sub_0_r. ring. }
    set (A := sum T (fun t => error k p (h z t))). set (B := total T (fun t => indicator (lost z t))).
    set (c := allowance T delta). unfold exceeds.
    replace (A / INR T) with ((A - B) / INR T + B / INR T) by (field; lra).
    assert ((A - B) / INR T * INR T = A - B) as Q by (field; lra). set (x := (A - B) / INR T) in *. rewrite <- Q.
    destruct (Rlt_dec _ _) as [G|G], (Rlt_dec _ _) as [G'|G']; try reflexivity; exfalso.
    + apply G', Rmult_lt_compat_r; lra.
    + apply Rmult_lt_reg_r in G'; lra.
  - apply (bound k T p (product p) delta h lost); auto. apply predictor_deterministic.
Qed.
End HIGH_PROBABILITY.
