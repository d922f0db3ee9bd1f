(** From the mistakes of a run to the errors on unseen examples, if the examples are drawn at random.

    The examples that can be drawn have the numbers 0, ..., k - 1, and p is the probability of each: any distribution
    on finitely many examples. A sequence of T draws is a list [z] of such numbers, and an expectation is a sum over all
    these lists. In the lines P is the probability of each list; the hypothesis of independent draws states that P is
    the product of the probabilities of the examples.

    About the run on [z] the lines know, for each t, whether h_t, the learner's predictor after t draws, is wrong about
    example j: [h z t j]; and whether the learner makes a mistake in round t, where the first round is 1: [mistake z t].
    The theorems are about any learner without coins: any states, and any rule by which they change. *)
From Coq Require Import Reals Lra Lia List.
From MB Require Import Vectors Counts Simplex Learner.
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

(** The probability that one more draw is among those that a predictor is wrong about. *)
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
Lemma mean_sum k n P m f : mean k n P (fun z => sum m (f z)) = sum m (fun t => mean k n P (fun z => f z t)).
Proof. unfold mean. rewrite <- over_sum. apply over_ext. intros z _. rewrite <- sum_mult. reflexivity. Qed.

Lemma mean_total k n P m f : mean k n P (fun z => total m (f z)) = total m (fun t => mean k n P (fun z => f z t)).
Proof. apply (mean_sum k n P m (fun z t => f z (S t))). Qed.

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

Lemma firstn_less i n (z z' : list nat) : (i <= n)%nat -> firstn n z = firstn n z' -> firstn i z = firstn i z'.
Proof. intros L E. replace i with (Nat.min i n) by lia. rewrite <- !firstn_firstn, E. reflexivity. Qed.

Lemma nth_firstn i : forall n (z : list nat), (i < n)%nat -> nth i (firstn n z) 0%nat = nth i z 0%nat.
Proof.
  induction i as [|i IH]; intros [|n] [|j z] L; simpl; try lia; try reflexivity. apply IH. lia.
Qed.

Lemma firstn_S t : forall z : list nat, (t < length z)%nat -> firstn (S t) z = firstn t z ++ [nth t z 0%nat].
Proof.
  induction t as [|t IH]; intros [|j z] L; simpl in *; try lia; [reflexivity|]. f_equal. apply IH. lia.
Qed.

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

Lemma same_mistake z z' t r : drawn k n z -> drawn k n z' -> (r < t < n)%nat -> firstn t z = firstn t z' ->
  mistake z (S r) = mistake z' (S r).
Proof.
  intros D D' L Past. assert (nth r z 0%nat = nth r z' 0%nat) as Same by
    (rewrite <- (nth_firstn r t z), <- (nth_firstn r t z'), Past by lia; reflexivity).
  rewrite !played by (auto; lia). rewrite Nat.sub_succ, Nat.sub_0_r, Same.
  apply same_past; auto; [lia | | apply (firstn_less r t); [lia | exact Past]].
  rewrite <- Same. destruct D as [Le A]. rewrite Forall_nth in A. apply A. lia.
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
  rewrite firstn_S by lia.
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
Theorem theorem : forall (E State : Type)
    (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (k : nat) (p : vec) (e : nat -> E) (T : nat),
  mixture k p ->
  (1 <= T)%nat ->
  mean k T (product p)
    (fun z => sum T (fun rho => 1 / INR T
      * error k p (predictor mistaken updating next w0 e z rho)))
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
  match Nat.compare (2 * count n (fun t => h z t j)) n with
  | Gt => true | Lt => false | Eq => tie z j
  end.

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
  intros z _ j _. unfold vote. replace (total T (fun t => indicator (h z (t - 1)%nat j)))
    with (INR (count T (fun t => h z t j))).
  2:{ rewrite count_sum. apply sum_ext. intros t _. rewrite Nat.sub_succ, Nat.sub_0_r. reflexivity. }
  set (n := count T (fun t => h z t j)).
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

Definition unseen := RANDOM_PREFIX.unseen k T p P h mistake chances independent deterministic.
Definition count := RANDOM_PREFIX.count k T P rounds mistake single_pass.
Definition random_prefix := RANDOM_PREFIX.random_prefix k T p P rounds h mistake chances independent single_pass
  deterministic.

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
Theorem theorem : forall (E State : Type)
    (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (tie : list nat -> nat -> bool) (k : nat) (p : vec)
    (e : nat -> E) (T : nat),
  mixture k p ->
  (1 <= T)%nat ->
  mean k T (product p)
    (fun z => error k p
      (vote T (predictor mistaken updating next w0 e) tie z))
  <= 2 * mean k T (product p) (mistakes_on mistaken updating next w0 e)
    / INR T.
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

Lemma wrong_or_not k p (w : nat -> bool) a b : mixture k p ->
  dot k p (fun j => if w j then a else b) = error k p w * a + (1 - error k p w) * b.
Proof.
  intros [_ One]. transitivity (sum k (fun j => b * p j + (a - b) * (p j * indicator (w j)))).
  - apply sum_ext. intros j _. destruct (w j); simpl; ring.
  - rewrite sum_plus, !sum_mult, One. change (sum k (fun j => p j * indicator (w j))) with (error k p w). ring.
Qed.

(** Hoeffding's lemma, for whether a predictor is wrong about one more draw. *)
Lemma wrong_or_right k p w b l : mixture k p ->
  dot k p (fun j => exp (l * (b + error k p w - indicator (w j)))) <= exp (l ^ 2 / 8) * exp (l * b).
Proof.
  intros Mix. pose proof (error_between k p w Mix) as B. set (q := error k p w) in *.
  replace (dot k p (fun j => exp (l * (b + q - indicator (w j)))))
    with (dot k p (fun j => if w j then exp (l * (b + q)) * exp (- l) else exp (l * (b + q)))).
  2:{ apply sum_ext. intros j _. f_equal. destruct (w j); simpl indicator; [rewrite <- exp_plus|]; f_equal; ring. }
  rewrite wrong_or_not by exact Mix. fold q.
  pose proof (exp_pos (- l)) as X.
  assert (0 < 1 - q + q * exp (- l)) as Z by (destruct (Req_dec q 0) as [->|]; nra).
  pose proof (hoeffding_coin q (- l) B) as H. apply exp_le in H. rewrite exp_ln in H by exact Z.
  apply Rle_trans with (exp (l * (b + q)) * exp (q * - l + (- l) ^ 2 / 8)).
  - pose proof (exp_pos (l * (b + q))). nra.
  - right. rewrite <- !exp_plus. f_equal. field.
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
  pose proof (firstn_less s t z z' ltac:(lia) Past) as Less. f_equal.
  - apply sum_ext. intros j J. do 2 f_equal. apply (same_past k T h mistake); auto. lia.
  - f_equal. apply (same_mistake k T h mistake) with t; auto.
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
Theorem theorem : forall (E State : Type)
    (mistaken updating : State -> E -> bool) (next : State -> E -> State)
    (w0 : State) (k : nat) (p : vec) (e : nat -> E) (T : nat) (delta : R),
  mixture k p ->
  (1 <= T)%nat ->
  0 < delta < 1 ->
  mean k T (product p) (fun z =>
    exceeds (sum T
      (fun t => error k p (predictor mistaken updating next w0 e z t))
        / INR T)
      (mistakes_on mistaken updating next w0 e z / INR T
        + sqrt (ln (1 / delta) / (2 * INR T))))
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

(** * The first predictor that survives long enough *)

(** How many draws in a row have to be survived, if there are at most M mistakes. *)
Definition trials (M : nat) (epsilon delta : R) : nat := Z.to_nat (ceil (ln ((INR M + 1) / delta) / epsilon)).

Section Survivors.
Variables (T : nat) (h : list nat -> nat -> nat -> bool) (mistake update : list nat -> nat -> bool).

(** In how many of the first t rounds is it so? in how many of all rounds is it a, and not b? *)
Definition times (a : list nat -> nat -> bool) (z : list nat) (t : nat) : nat := count t (fun r => a z (S r)).
Definition only (a b : list nat -> nat -> bool) (z : list nat) : nat :=
  count T (fun r => (a z (S r) && negb (b z (S r)))%bool).

(** The predictor after i updates; what it is where there are fewer does not matter. In how many of the first t rounds
    is it right? Those of one predictor come one after the other. Is it right in s of them? And which is the first that
    is? *)
Definition after (z : list nat) (i : nat) : nat -> bool :=
  match find (fun t => times update z t =? i)%nat (seq 0 T) with Some t => h z t | None => fun _ => false end.
Definition rights (z : list nat) (i t : nat) : nat :=
  count t (fun r => ((times update z r =? i)%nat && negb (mistake z (S r)))%bool).
Definition survives (s : nat) (z : list nat) (i : nat) : bool := (s <=? rights z i T)%nat.
Definition kept (s : nat) (z : list nat) : option nat := find (survives s z) (seq 0 (S T)).

(** 1 if none is kept, else 0; and 1 if the one that is kept has an error above epsilon. *)
Definition unended (s : nat) (z : list nat) : R := indicator (match kept s z with None => true | _ => false end).
Definition kept_fails (k : nat) (p : vec) (epsilon : R) (s : nat) (z : list nat) : R :=
  match kept s z with Some i => exceeds (error k p (after z i)) epsilon | None => 0 end.
End Survivors.

Lemma count_mono a z r t : (r <= t)%nat -> (times a z r <= times a z t)%nat.
Proof. induction 1 as [|t _ IH]; [lia|]. unfold times in *. simpl. destruct (a z (S t)); lia. Qed.

Lemma only_none T a b z t : only T a b z = 0%nat -> (t < T)%nat -> a z (S t) = true -> b z (S t) = true.
Proof.
  unfold only. induction T as [|T IH]; intros N L A; [lia|]. simpl in N.
  destruct (Nat.eq_dec t T) as [->|D]; [|apply IH; auto; lia].
  rewrite A in N. simpl in N. destruct (b z (S T)); [reflexivity | simpl in N; lia].
Qed.

Module LONGEST_SURVIVOR.
Section Lines.
Variables (k T M : nat) (p : vec) (P : list nat -> R) (rounds : list nat -> nat) (epsilon delta : R).
Variables (h : list nat -> nat -> nat -> bool) (mistake update : list nat -> nat -> bool).
Variable chances : mixture k p.
Variable accuracy : 0 < epsilon < 1.
Variable risk : 0 < delta < 1.
(** Without an update the predictor stays. *)
Variable stays : forall z t j, drawn k T z -> (S t < T)%nat -> (j < k)%nat -> update z (S t) = false ->
  h z (S t) j = h z t j.
Local Notation E := (mean k T P).
Local Notation s := (trials M epsilon delta).

Hypothesis independent : forall z, drawn k T z -> P z = product p z.
Hypothesis single_pass : forall z, drawn k T z -> rounds z = T.
Hypothesis deterministic : count_fickle k T h mistake = 0.
Hypothesis conservative : forall z, drawn k T z -> only T update mistake z = 0%nat.
Hypothesis mistakes_update : forall z, drawn k T z -> only T mistake update z = 0%nat.
Hypothesis mistake_bound : forall z, drawn k T z -> (times mistake z (rounds z) <= M)%nat.
Hypothesis enough : ((M + 1) * s <= T)%nat.

Lemma s_pos : (1 <= s)%nat.
Proof.
  clear enough.
  assert (0 < ln ((INR M + 1) / delta) / epsilon) as Pos.
  { apply Rdiv_lt_0_compat; [|lra]. rewrite <- ln_1. apply ln_increasing; [lra|].
    pose proof (pos_INR M). apply Rmult_lt_reg_r with delta; [lra|]. field_simplify; lra. }
  pose proof (ceil_spec (ln ((INR M + 1) / delta) / epsilon)) as C. unfold trials.
  assert (0 < ceil (ln ((INR M + 1) / delta) / epsilon))%Z by (apply lt_IZR; lra). lia.
Qed.

Lemma updates_few z t : drawn k T z -> (t <= T)%nat -> (times update z t <= times mistake z t)%nat.
Proof.
  intros D. unfold times. induction t as [|t IH]; intros L; [simpl; lia|]. simpl. specialize (IH ltac:(lia)).
  destruct (update z (S t)) eqn:U; [|destruct (mistake z (S t)); lia].
  rewrite (only_none T update mistake z t (conservative z D)); [lia | lia | exact U].
Qed.

(** Every round is a mistake, or right by one of the first M + 1 predictors. *)
Lemma all_rounds z t : drawn k T z -> (t <= T)%nat ->
  sum (S M) (fun i => INR (rights mistake update z i t)) + INR (times mistake z t) = INR t.
Proof.
  intros D. induction t as [|t IH]; intros L.
  - unfold rights, times. simpl count. rewrite sum_const. simpl. ring.
  - rewrite S_INR, <- IH by lia. unfold times at 1. simpl count. fold (times mistake z t). rewrite plus_INR.
    rewrite (sum_ext (S M) _ (fun i => INR (rights mistake update z i t) +
      (if Nat.eqb (times update z t) i then 1 else 0) * indicator (negb (mistake z (S t))))).
    2:{ intros i _. unfold rights. simpl count. rewrite plus_INR. f_equal.
        destruct (Nat.eqb _ i), (mistake z (S t)); simpl; ring. }
    rewrite sum_plus, (sum_one (S M) (times update z t) (fun _ => indicator (negb (mistake z (S t))))).
    + destruct (mistake z (S t)); simpl; ring.
    + pose proof (updates_few z t D ltac:(lia)). pose proof (mistake_bound z D) as B.
      rewrite single_pass in B by exact D.
      pose proof (count_mono mistake z t T ltac:(lia)). lia.
Qed.

Lemma someone_survives z : drawn k T z -> exists i, (i <= M)%nat /\ survives T mistake update s z i = true.
Proof.
  intros D. destruct (existsb (survives T mistake update s z) (seq 0 (S M))) eqn:X.
  - apply existsb_exists in X as (i & I & X). exists i. apply in_seq in I. split; [lia | exact X].
  - exfalso. pose proof (all_rounds z T D (le_n T)) as A. pose proof (mistake_bound z D) as B.
    rewrite single_pass in B by exact D. pose proof s_pos as One.
    assert (sum (S M) (fun i => INR (rights mistake update z i T)) <= INR (S M) * (INR s - 1)) as C.
    { rewrite <- sum_const. apply sum_le. intros i I.
      replace (INR s - 1) with (INR (s - 1)) by (rewrite minus_INR by lia; reflexivity). apply le_INR.
      assert (survives T mistake update s z i = false) as N.
      { apply Bool.not_true_is_false. intros Y. apply Bool.diff_true_false. rewrite <- X. symmetry.
        apply existsb_exists. exists i. split; [apply in_seq; lia | exact Y]. }
      apply Nat.leb_gt in N. lia. }
    apply le_INR in B. apply le_INR in enough. rewrite mult_INR, plus_INR in enough. rewrite S_INR in C.
    simpl INR in enough.
    lra.
Qed.

Lemma kept_is_early z : drawn k T z -> exists i, (i <= M)%nat /\ kept T mistake update s z = Some i /\
  survives T mistake update s z i = true.
Proof.
  intros D. destruct (someone_survives z D) as (i & I & Y). unfold kept.
  assert (M <= T)%nat as MT by (pose proof s_pos; nia).
  replace (S T) with (S M + (T - M))%nat by lia. rewrite seq_app.
  assert (forall l m, (exists i, In i l /\ survives T mistake update s z i = true) ->
    exists i, In i l /\ find (survives T mistake update s z) (l ++ m) = Some i /\
      survives T mistake update s z i = true) as First.
  { clear. induction l as [|a l IH]; intros m (i & I & Y); [contradiction|]. simpl.
    destruct (survives T mistake update s z a) eqn:A; [exists a; auto|].
    destruct (IH m) as (c & C & F); [exists i; destruct I as [->|I]; [congruence | auto] | exists c; auto]. }
  destruct (First (seq 0 (S M)) (seq (0 + S M) (T - M))) as (c & C & F).
  - exists i. split; [apply in_seq; lia | exact Y].
  - exists c. apply in_seq in C. split; [lia | exact F].
Qed.

Lemma ends : E (fun z => unended T mistake update s z) = 0.
Proof.
  rewrite (mean_ext k T P _ (fun _ => 0 * 0)), mean_mult; [ring|]. intros z D.
  destruct (kept_is_early z D) as (i & _ & K & _). unfold unended. rewrite K. simpl. ring.
Qed.

(** The same number of updates, the same predictor. *)
Lemma same_predictor z r t j : drawn k T z -> (r <= t < T)%nat -> (j < k)%nat ->
  times update z r = times update z t -> h z r j = h z t j.
Proof.
  clear enough.
  intros D [L Lt] J. induction L as [|t L IH]; intros Same; [reflexivity|].
  pose proof (count_mono update z r t L). unfold times in *. simpl in Same.
  destruct (update z (S t)) eqn:U; [lia|]. rewrite stays by auto. apply IH; lia.
Qed.

(** Of the predictor after i updates: is it on trial before round t + 1, with an error above epsilon? how often was it
    right so far? With each right answer the chance to survive s of them grows; after a mistake there is none. *)
Section Trial.
Variable i : nat.
Definition bad (z : list nat) (t : nat) : bool :=
  (times update z t =? i)%nat && (if Rlt_dec epsilon (error k p (h z t)) then true else false).
Definition passed (z : list nat) (t : nat) : nat := count t (fun r => (bad z r && negb (mistake z (S r)))%bool).
Definition hope (l c : nat) : R := if ((l <=? i)%nat || (s <=? c)%nat)%bool then (1 - epsilon) ^ (s - c) else 0.

Lemma hope_pos l c : 0 <= hope l c.
Proof. unfold hope. destruct (_ || _)%bool; [apply pow_le|]; lra. Qed.

Lemma hope_falls l c : hope (S l) c <= hope l c.
Proof.
  clear enough.
  unfold hope. destruct (s <=? c)%nat eqn:C; rewrite ?Bool.orb_true_r, ?Bool.orb_false_r; [lra|].
  destruct (Nat.leb_spec (S l) i), (Nat.leb_spec l i); try lia; try lra. apply pow_le. lra.
Qed.

(** An update is a mistake, and a mistake an update. *)
Lemma update_mistake z t : drawn k T z -> (t < T)%nat -> update z (S t) = mistake z (S t).
Proof.
  intros D L. destruct (update z (S t)) eqn:U, (mistake z (S t)) eqn:W; try reflexivity; exfalso.
  - rewrite (only_none T update mistake z t (conservative z D) L U) in W. discriminate.
  - rewrite (only_none T mistake update z t (mistakes_update z D) L W) in U. discriminate.
Qed.

Lemma past_same z z' t : drawn k T z -> drawn k T z' -> (t < T)%nat -> firstn t z = firstn t z' ->
  bad z t = bad z' t /\ times update z t = times update z' t /\ passed z t = passed z' t.
Proof.
  clear enough.
  intros D D' L Past.
  assert (forall r, (r < t)%nat -> mistake z (S r) = mistake z' (S r)) as W
    by (intros r R; apply (same_mistake k T h mistake deterministic) with t; auto; lia).
  assert (forall r, (r <= t)%nat -> times update z r = times update z' r) as Ti.
  { intros r R. apply count_ext. intros q Q. rewrite !update_mistake by (auto; lia). apply W. lia. }
  assert (forall r, (r <= t)%nat -> bad z r = bad z' r) as B.
  { intros r R. unfold bad. rewrite Ti by exact R.
    replace (error k p (h z r)) with (error k p (h z' r)); [reflexivity|].
    apply sum_ext. intros j J. do 2 f_equal. symmetry. apply (same_past k T h mistake); auto; [lia|].
    apply (firstn_less r t); auto. }
  repeat split; auto. apply count_ext. intros r R. rewrite B, W by lia. reflexivity.
Qed.

(** One more draw leaves as much hope as before, in the mean. *)
Lemma trial t : (t < T)%nat ->
  E (fun z => hope (times update z (S t)) (passed z (S t))) <= E (fun z => hope (times update z t) (passed z t)).
Proof.
  clear enough.
  intros L. rewrite !(RANDOM_PREFIX.expectation k T p P independent).
  set (f := fun z j => if h z t j then hope (S (times update z t)) (passed z t)
    else hope (times update z t) (passed z t + if bad z t then 1 else 0)).
  rewrite (mean_ext k T _ _ (fun z => f z (nth t z 0%nat))).
  2:{ intros z D. unfold f. pose proof (played k T h mistake deterministic z (S t) D ltac:(lia)) as Pl.
      rewrite Nat.sub_succ, Nat.sub_0_r in Pl. rewrite <- Pl. unfold passed, times. simpl count.
      rewrite update_mistake by auto. destruct (mistake z (S t)), (bad z t); simpl; f_equal; lia. }
  rewrite (one_more_draw k p chances T t f L).
  2:{ intros z z' j D D' J Past. unfold f. destruct (past_same z z' t D D' L Past) as (-> & -> & ->).
      rewrite (same_past k T h mistake deterministic z z') by auto. reflexivity. }
  apply over_le. intros z D. apply Rmult_le_compat_l; [eapply product_pos; eauto|]. unfold f.
  rewrite (wrong_or_not k p (h z t)) by exact chances. pose proof (error_between k p (h z t) chances) as B.
  set (q := error k p (h z t)) in *. set (l := times update z t). set (c := passed z t).
  pose proof (hope_falls l c). destruct (bad z t) eqn:Bad.
  - unfold bad in Bad. apply andb_prop in Bad as [Now Bad]. apply Nat.eqb_eq in Now. fold l in Now.
    destruct (Rlt_dec epsilon (error k p (h z t))) as [Large|]; [fold q in Large | discriminate].
    unfold hope. rewrite Now. replace (S i <=? i)%nat with false by (symmetry; apply Nat.leb_gt; lia).
    rewrite Nat.leb_refl. simpl orb. destruct (Nat.leb_spec s c) as [C|C].
    + replace (s - c)%nat with O by lia. replace (s - (c + 1))%nat with O by lia. simpl. lra.
    + replace (s - c)%nat with (S (s - (c + 1)))%nat by lia. simpl.
      assert (0 <= (1 - epsilon) ^ (s - (c + 1))) by (apply pow_le; lra). nra.
  - rewrite Nat.add_0_r. nra.
Qed.

(** The predictor after i updates is on trial in all rounds in which it is right, if its error is above epsilon. *)
Lemma survivor_passed z : drawn k T z -> survives T mistake update s z i = true ->
  epsilon < error k p (after T h update z i) -> (s <= passed z T)%nat.
Proof.
  clear enough.
  intros D Y Large. apply Nat.leb_le in Y. eapply Nat.le_trans; [exact Y|]. apply Nat.eq_le_incl.
  apply count_ext. intros r R. f_equal. unfold bad.
  destruct (Nat.eqb_spec (times update z r) i) as [Now|]; [|reflexivity].
  simpl. unfold after in Large. destruct (find _ _) as [t|] eqn:F.
  - apply find_some in F as [I At]. apply in_seq in I. apply Nat.eqb_eq in At.
    replace (error k p (h z r)) with (error k p (h z t)); [destruct (Rlt_dec _ _); [reflexivity | contradiction]|].
    apply sum_ext. intros j J. do 2 f_equal. destruct (Nat.le_ge_cases t r).
    + apply same_predictor; [exact D | lia | exact J | congruence].
    + symmetry. apply same_predictor; [exact D | lia | exact J | congruence].
  - pose proof (find_none _ _ F r ltac:(apply in_seq; lia)) as N. simpl in N. apply Nat.eqb_neq in N. contradiction.
Qed.
End Trial.

Lemma survival : forall i, (i <= M)%nat ->
  E (fun z => indicator (survives T mistake update s z i) * exceeds (error k p (after T h update z i)) epsilon)
    <= (1 - epsilon) ^ s.
Proof.
  clear enough.
  intros i _. apply Rle_trans with (E (fun z => hope i (times update z T) (passed i z T))).
  - rewrite !(RANDOM_PREFIX.expectation k T p P independent). apply over_le. intros z D.
    apply Rmult_le_compat_l; [eapply product_pos; eauto|]. pose proof (hope_pos i (times update z T) (passed i z T)).
    destruct (survives T mistake update s z i) eqn:Y; simpl indicator; [|lra]. unfold exceeds.
    destruct (Rlt_dec _ _) as [Large|]; [|lra]. pose proof (survivor_passed i z D Y Large) as C.
    unfold hope. apply Nat.leb_le in C as Ok. rewrite Ok, Bool.orb_true_r.
    replace (s - passed i z T)%nat with O by lia. simpl. lra.
  - enough (forall t, (t <= T)%nat -> E (fun z => hope i (times update z t) (passed i z t)) <= (1 - epsilon) ^ s) as G
      by (apply G; lia).
    induction t as [|t IH]; intros L; [|eapply Rle_trans; [apply trial; lia | apply IH; lia]].
    rewrite (RANDOM_PREFIX.expectation k T p P independent). unfold hope, times, passed. simpl.
    rewrite Nat.sub_0_r, mean_const by exact chances. lra.
Qed.

Lemma patience : (1 - epsilon) ^ s <= delta / (INR M + 1).
Proof.
  clear enough.
  pose proof (pos_INR M). assert (0 < (INR M + 1) / delta) as Q by (apply Rdiv_lt_0_compat; lra).
  set (x := ln ((INR M + 1) / delta)).
  assert (x <= epsilon * INR s) as C.
  { rewrite Rmult_comm. apply div_le_inv; [lra|]. unfold trials. fold x. rewrite INR_IZR_INZ.
    apply Rle_trans with (IZR (ceil (x / epsilon))); [apply ceil_spec | apply IZR_le; lia]. }
  apply Rle_trans with (exp (- x)).
  - rewrite <- (exp_ln ((1 - epsilon) ^ s)), ln_pow by (try apply pow_lt; lra). apply exp_le.
    pose proof (ln_below (1 - epsilon) ltac:(lra)). pose proof (pos_INR s). nra.
  - right. rewrite exp_Ropp. unfold x. rewrite exp_ln by exact Q. field. lra.
Qed.

Lemma union : E (fun z => kept_fails T h mistake update k p epsilon s z) <= sum (S M) (fun i =>
  E (fun z => indicator (survives T mistake update s z i) * exceeds (error k p (after T h update z i)) epsilon)).
Proof.
  rewrite <- mean_sum. apply over_le. intros z D. rewrite independent by exact D.
  apply Rmult_le_compat_l; [eapply product_pos; eauto|].
  destruct (kept_is_early z D) as (i & I & K & Y). unfold kept_fails. rewrite K.
  eapply Rle_trans; [|apply (entry_le_sum (S M) (fun i => indicator (survives T mistake update s z i) *
    exceeds (error k p (after T h update z i)) epsilon)) with (j := i); [|lia]]; cbv beta.
  - rewrite Y. simpl. lra.
  - intros c _. apply Rmult_le_pos; [apply indicator_pos|]. unfold exceeds. destruct (Rlt_dec _ _); lra.
Qed.

Lemma bound : E (fun z => kept_fails T h mistake update k p epsilon s z) <= delta.
Proof.
  eapply Rle_trans; [apply union|]. pose proof (pos_INR M).
  apply Rle_trans with (sum (S M) (fun _ => delta / (INR M + 1))).
  - apply sum_le. intros i I. eapply Rle_trans; [apply survival; lia | apply patience].
  - rewrite sum_const, S_INR. right. field. lra.
Qed.
End Lines.

(** Every distribution on finitely many examples, every learner without coins that changes exactly when it is wrong and
    makes at most M mistakes on any sequence of these examples, and (M + 1) s draws or more. The first of its predictors
    that is right about s draws in a row is found, and its error is above epsilon with a probability of at most delta.
    *)
Theorem theorem : forall (E State : Type) (mistaken : State -> E -> bool)
    (next : State -> E -> State) (w0 : State)
    (k : nat) (p : vec) (e : nat -> E) (M T : nat) (epsilon delta : R),
  let mistake := round_lost mistaken mistaken next w0 e in
  let s := trials M epsilon delta in
  mixture k p ->
  0 < epsilon < 1 ->
  0 < delta < 1 ->
  (forall n z, drawn k n z ->
    mistakes_on mistaken mistaken next w0 e z <= INR M) ->
  ((M + 1) * s <= T)%nat ->
  (forall z, drawn k T z -> exists i, (i <= M)%nat /\
    kept T mistake mistake s z = Some i) /\
  mean k T (product p) (fun z =>
    kept_fails T
      (predictor mistaken mistaken next w0 e) mistake mistake k p epsilon s z)
        <= delta.
Proof.
  intros E State mistaken next w0 k p e M T epsilon delta mistake s Mix Acc Risk Few Enough.
  set (h := predictor mistaken mistaken next w0 e).
  assert (count_fickle k T h mistake = 0) as Det by apply predictor_deterministic.
  assert (forall z, only T mistake mistake z = 0%nat) as None.
  { intros z. unfold only. rewrite (count_ext T _ (fun _ => false)) by (intros; apply Bool.andb_negb_r).
    clear. induction T as [|T IH]; simpl; lia. }
  assert (forall z, drawn k T z -> (times mistake z T <= M)%nat) as Bound.
  { intros z D. apply INR_le. eapply Rle_trans; [|apply (Few T z D)]. destruct D as [<- _].
    rewrite <- mistakes_add_up. right. apply count_sum. }
  split.
  - intros z D. destruct (kept_is_early k T M (fun _ => T) epsilon delta mistake mistake Acc Risk) with (z := z)
      as (i & I & K & _); eauto.
  - apply (bound k T M p (product p) (fun _ => T) epsilon delta h mistake mistake); auto.
    intros z t j [L _] R J N. unfold h, predictor, state_after. rewrite (firstn_S t z) by lia.
    unfold run. rewrite map_app, fold_left_app. unfold mistake, round_lost, predictor, state_after, run in N.
    rewrite Nat.sub_succ, Nat.sub_0_r in N. destruct (fold_left _ (map e (firstn t z)) _) as [[w m] u]. simpl in *.
    rewrite N. reflexivity.
Qed.
End LONGEST_SURVIVOR.
