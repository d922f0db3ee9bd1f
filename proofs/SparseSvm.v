(** Games of a table of n rows and d columns, and the best comparators of Winnow: the l1 margin, weak duality,
    multiplicative weights, the sparse and the entropic SVM.

    The table is arbitrary: its rows are the signed examples, its columns the features. A run of the game is any number
    of rounds, in each of which any row that pays the weights least answers. A run of Winnow is any list of the
    examples, with any rule for ties, and any learning rate that gains enough. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Counts Learner Simplex Experts Winnow.
Import ListNotations.
Open Scope R_scope.

(** * Sums of sums *)

Lemma sum_swap n d (f : nat -> nat -> R) : sum n (fun i => sum d (f i)) = sum d (fun j => sum n (fun i => f i j)).
Proof.
  induction n as [|n IH]; simpl.
  - induction d as [|d IH]; simpl; [reflexivity | rewrite <- IH; ring].
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

Lemma sum_opp d f : sum d (fun i => - f i) = - sum d f.
Proof. induction d; simpl; lra. Qed.

(** * The game *)

(** A mixture of the rows, and the least score of a row. *)
Definition mixed (n : nat) (q : vec) (A : nat -> vec) : vec := fun j => sum n (fun i => q i * A i j).
Definition margin_of (n d : nat) (A : nat -> vec) (u : vec) : R := least n (fun i => dot d (A i) u).

Lemma mixed_dot n d q A u : sum n (fun i => q i * dot d (A i) u) = dot d (mixed n q A) u.
Proof.
  unfold dot, mixed. transitivity (sum n (fun i => sum d (fun j => q i * A i j * u j))).
  - apply sum_ext. intros i _. rewrite <- sum_mult. apply sum_ext. intros. ring.
  - rewrite sum_swap. apply sum_ext. intros j _. rewrite (Rmult_comm _ (u j)), <- sum_mult.
    apply sum_ext. intros. ring.
Qed.

(** The weights w after t rounds, if row [rows t] answers in round t, with the learning rate [eta t]. *)
Fixpoint game (d : nat) (A : nat -> vec) (rows : nat -> nat) (eta : nat -> R) (t : nat) : vec :=
  match t with O => uniform d | S s => tilted d (game d A rows eta s) (fun j => eta t * A (rows t) j) end.

(** In each of T rounds there answers a row that pays the weights before it least. *)
Definition answered (n d T : nat) (A : nat -> vec) (rows : nat -> nat) (w : nat -> vec) : Prop :=
  forall t, (1 <= t <= T)%nat -> (rows t < n)%nat /\
    forall i, (i < n)%nat -> dot d (A (rows t)) (w (t - 1)%nat) <= dot d (A i) (w (t - 1)%nat).

Lemma game_multiplied d A rows eta t j : (1 <= t)%nat -> game d A rows eta t j =
  game d A rows eta (t - 1) j * exp (eta t * A (rows t) j) /
  sum d (fun k => game d A rows eta (t - 1) k * exp (eta t * A (rows t) k)).
Proof. intros H. destruct t as [|t]; [lia|]. replace (S t - 1)%nat with t by lia. reflexivity. Qed.

Lemma answered_least n d T A rows w : answered n d T A rows w -> forall t, (1 <= t <= T)%nat ->
  dot d (A (rows t)) (w (t - 1)%nat) = least n (fun i => dot d (A i) (w (t - 1)%nat)).
Proof.
  intros H t L. destruct (H t L) as (I & Best). apply Rle_antisym.
  - destruct (least_is n (fun i => dot d (A i) (w (t - 1)%nat)) ltac:(lia)) as (i & I' & ->). apply Best, I'.
  - apply (least_le n (fun i => dot d (A i) (w (t - 1)%nat))), I.
Qed.

(** * Weak duality *)

Module WEAK_DUALITY.
Section Lines.
Variables (n d : nat) (A : nat -> vec) (u q : vec).
Hypothesis shares_of_columns : mixture d u.
Hypothesis shares_of_rows : mixture n q.

Lemma least_is_below_average : least n (fun i => dot d (A i) u) <= sum n (fun i => q i * dot d (A i) u).
Proof.
  apply (mean_ge n q (fun i => dot d (A i) u)); [exact shares_of_rows|].
  intros i I. apply (least_le n (fun i => dot d (A i) u)), I.
Qed.

Lemma average_is_below_largest :
  sum n (fun i => q i * dot d (A i) u) <= largest d (fun j => sum n (fun i => q i * A i j)).
Proof.
  rewrite mixed_dot, dot_sym. apply mean_le; [exact shares_of_columns|].
  intros j J. apply (largest_ge d (mixed n q A)), J.
Qed.
End Lines.

(** Any two mixtures enclose the value of the game. *)
Theorem theorem : forall (n d : nat) (A : nat -> vec) (u q : vec),
  mixture d u ->
  mixture n q ->
  margin_of n d A u <= largest d (mixed n q A).
Proof.
  intros n d A u q U Q. apply Rle_trans with (sum n (fun i => q i * dot d (A i) u)).
  - apply least_is_below_average, Q.
  - apply average_is_below_largest, U.
Qed.

(** The same for the two linear programs: no mixture has a margin above one over the sum of dual feasible multipliers,
    and no v that gives every row a score of 1 has a smaller sum than they have. *)
Theorem multipliers : forall (n d : nat) (A : nat -> vec) (u alpha : vec),
  mixture d u ->
  (forall i, (i < n)%nat -> 0 <= alpha i) ->
  (forall j, (j < d)%nat -> sum n (fun i => alpha i * A i j) <= 1) ->
  0 < sum n alpha ->
  margin_of n d A u <= 1 / sum n alpha.
Proof.
  intros n d A u alpha U P D M. set (q := fun i => / sum n alpha * alpha i).
  assert (mixture n q) as Q.
  { split; [|unfold q; rewrite sum_mult; field; lra].
    intros i I. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; exact M | auto]. }
  apply Rle_trans with (largest d (mixed n q A)); [apply theorem; assumption|].
  pose proof (mass_some d u (proj2 U)).
  destruct (largest_is d (mixed n q A) ltac:(lia)) as (j & J & ->). unfold mixed, q.
  rewrite (sum_ext n _ (fun i => / sum n alpha * (alpha i * A i j))) by (intros; ring). rewrite sum_mult.
  pose proof (Rinv_0_lt_compat _ M). pose proof (D j J). unfold Rdiv. nra.
Qed.

Theorem programs : forall (n d : nat) (A : nat -> vec) (v alpha : vec),
  (forall j, (j < d)%nat -> 0 <= v j) ->
  (forall i, (i < n)%nat -> dot d (A i) v >= 1) ->
  (forall i, (i < n)%nat -> 0 <= alpha i) ->
  (forall j, (j < d)%nat -> sum n (fun i => alpha i * A i j) <= 1) ->
  sum n alpha <= sum d v.
Proof.
  intros n d A v alpha V F P D. apply Rle_trans with (sum n (fun i => alpha i * dot d (A i) v)).
  - apply sum_le. intros i I. pose proof (P i I). pose proof (F i I). nra.
  - rewrite mixed_dot. apply sum_le. intros j J. pose proof (V j J). pose proof (D j J). unfold mixed. nra.
Qed.
End WEAK_DUALITY.

(** * The largest margin is attained *)

(** The last entry of v, set. *)
Definition put (d : nat) (v : vec) (s : R) : vec := fun j => if Nat.eqb j d then s else v j.
Definition boxed (d : nat) (v : vec) := forall j, (j < d)%nat -> 0 <= v j <= 1.
Definition apart (d : nat) (v w : vec) : R := sum d (fun j => Rabs (v j - w j)).

Lemma put_apart d v w s r : apart (S d) (put d v s) (put d w r) = apart d v w + Rabs (s - r).
Proof.
  unfold apart. rewrite sum_S. unfold put at 3 4. rewrite Nat.eqb_refl. f_equal. apply sum_ext. intros j J.
  unfold put. destruct (Nat.eqb_spec j d); [lia | reflexivity].
Qed.

(** A function that moves no faster than its vector has a largest value where all entries are between 0 and 1. *)
Lemma attained d : forall L (f : vec -> R), 0 <= L -> (forall v w, f v - f w <= L * apart d v w) ->
  exists v, boxed d v /\ forall w, boxed d w -> f w <= f v.
Proof.
  induction d as [|d IH]; intros L f P Slow.
  - exists zero. split; [intros j J; lia|]. intros w _. pose proof (Slow w zero) as B. unfold apart in B.
    simpl in B. lra.
  - assert (forall s, exists v, boxed d v /\ forall w, boxed d w -> f (put d w s) <= f (put d v s)) as Best.
    { intros s. apply (IH L (fun v => f (put d v s)) P). intros v w. pose proof (Slow (put d v s) (put d w s)) as B.
      rewrite put_apart in B. replace (s - s) with 0 in B by ring.
      rewrite Rabs_R0, Rplus_0_r in B. exact B. }
    (* the largest value with the last entry s *)
    assert (forall s, {m | is_lub (fun y => exists v, boxed d v /\ y = f (put d v s)) m}) as Sup.
    { intros s. apply completeness.
      - destruct (Best s) as (v & _ & M). exists (f (put d v s)). intros y (w & B & ->). apply M, B.
      - exists (f (put d zero s)), zero. split; [intros j _; unfold zero; lra | reflexivity]. }
    set (g s := proj1_sig (Sup s)).
    assert (forall s, exists v, boxed d v /\ g s = f (put d v s) /\ forall w, boxed d w -> f (put d w s) <= g s) as G.
    { intros s. destruct (Best s) as (v & B & M). exists v. unfold g. destruct (Sup s) as (m & Above & Least). simpl.
      split; [exact B|]. split; [|intros w W; apply Above; eauto].
      apply Rle_antisym; [apply Least; intros y (w & W & ->); apply M, W | apply Above; eauto]. }
    assert (forall s r, g s - g r <= L * Rabs (s - r)) as Even.
    { intros s r. destruct (G s) as (v & B & -> & _). destruct (G r) as (_ & _ & _ & M). specialize (M v B).
      pose proof (Slow (put d v s) (put d v r)) as C. rewrite put_apart in C.
      replace (apart d v v) with 0 in C; [lra|]. unfold apart. rewrite (sum_ext d _ (fun _ => 0)), sum_const; [ring|].
      intros. rewrite Rminus_diag_eq, Rabs_R0; reflexivity. }
    destruct (continuity_ab_maj g 0 1 ltac:(lra)) as (s & M & I).
    { intros s _ eps E. exists (eps / (L + 1)). split; [apply Rdiv_lt_0_compat; lra|]. intros r [_ N].
      simpl in *. unfold R_dist in *. pose proof (Even s r). pose proof (Even r s) as Er.
      rewrite (Rabs_minus_sym s r) in *. assert (L * Rabs (r - s) < eps) as Small.
      { apply (Rmult_lt_compat_r (L + 1)) in N; [|lra]. unfold Rdiv in N. rewrite Rmult_assoc, Rinv_l in N by lra.
        pose proof (Rabs_pos (r - s)). nra. }
      apply Rabs_def1; lra. }
    destruct (G s) as (v & B & E & _). exists (put d v s). split.
    + intros j J. unfold put. destruct (Nat.eqb_spec j d); [exact I | apply B; lia].
    + intros w W. rewrite <- E. apply Rle_trans with (g (w d)); [|apply M, W; lia].
      destruct (G (w d)) as (_ & _ & _ & Top).
      assert (forall a b, (forall j, (j < S d)%nat -> a j = b j) -> f a <= f b) as Same.
      { intros a b H. pose proof (Slow a b) as C. replace (apart (S d) a b) with 0 in C; [lra|]. unfold apart.
        rewrite (sum_ext _ _ (fun _ => 0)), sum_const; [ring|]. intros j J.
        rewrite (H j J), Rminus_diag_eq, Rabs_R0; reflexivity. }
      apply Rle_trans with (f (put d w (w d))); [apply Same | apply Top; intros j J; apply W; lia].
      intros j J. unfold put. destruct (Nat.eqb_spec j d) as [->|]; reflexivity.
Qed.

(** How much a margin and a sum move, if entries move. *)
Lemma margin_moves n d A Rad v w : (1 <= n)%nat -> (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  margin_of n d A v - margin_of n d A w <= Rad * apart d v w.
Proof.
  intros N B. destruct (least_is n (fun i => dot d (A i) w) N) as (i & I & E). unfold margin_of. rewrite E.
  pose proof (least_le n (fun i => dot d (A i) v) i I) as Le. cbv beta in Le.
  enough (dot d (A i) v - dot d (A i) w <= Rad * apart d v w) by lra. unfold apart, dot.
  rewrite <- sum_mult. replace (sum d (fun j => A i j * v j) - sum d (fun j => A i j * w j))
    with (sum d (fun j => A i j * v j) + -1 * sum d (fun j => A i j * w j)) by ring.
  rewrite <- sum_mult, <- sum_plus. apply sum_le. intros j J.
  replace (A i j * v j + -1 * (A i j * w j)) with (A i j * (v j - w j)) by ring.
  eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | auto].
Qed.

Lemma sum_moves d v w : Rabs (sum d v - sum d w) <= apart d v w.
Proof.
  unfold apart. induction d as [|d IH]; simpl; [rewrite Rminus_0_r, Rabs_R0; lra|].
  replace (sum d v + v d - (sum d w + w d)) with (sum d v - sum d w + (v d - w d)) by ring.
  eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

(** Terms that are not negative are all 0, if their sum is. *)
Lemma sum_zero n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof. intros P Z i I. pose proof (P i I). pose proof (sum_ge_term n f i P I). lra. Qed.

(** The value is attained: some mixture has the largest margin. It is found among all vectors with entries between 0
    and 1, where it costs more than it brings that the sum is not 1. *)
Lemma value_attained n d A Rad : (1 <= n)%nat -> (1 <= d)%nat ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  exists u, mixture d u /\ forall w, mixture d w -> margin_of n d A w <= margin_of n d A u.
Proof.
  intros N D B. assert (0 <= Rad) as P by (eapply Rle_trans; [apply Rabs_pos | apply (B O O); lia]).
  assert (forall w, mixture d w -> - Rad <= margin_of n d A w <= Rad) as Between.
  { intros w Mw. split.
    - apply le_least; [lia|]. intros i I. rewrite dot_sym. apply mean_ge; [exact Mw|]. intros j J.
      pose proof (B i j I J). pose proof (Rle_abs (- A i j)) as Le. rewrite Rabs_Ropp in Le. lra.
    - eapply Rle_trans; [apply (least_le n (fun i => dot d (A i) w) 0); lia|]. apply margin_le_range; auto. }
  destruct (attained d (Rad + (Rad + 1)) (fun v => margin_of n d A v - (Rad + 1) * Rabs (sum d v - 1)))
    as (v & Box & Top); [lra | |].
  { intros v w. pose proof (margin_moves n d A Rad v w N B). pose proof (sum_moves d w v) as S.
    pose proof (Rabs_triang (sum d v - 1) (sum d w - sum d v)) as T.
    replace (sum d v - 1 + (sum d w - sum d v)) with (sum d w - 1) in T by ring.
    replace (apart d w v) with (apart d v w) in S by (apply sum_ext; intros; apply Rabs_minus_sym). nra. }
  assert (forall w, mixture d w -> margin_of n d A w <= margin_of n d A v - (Rad + 1) * Rabs (sum d v - 1)) as Most.
  { intros w Mw. pose proof (Top w) as T. cbv beta in T. rewrite (proj2 Mw) in T. replace (1 - 1) with 0 in T by ring.
    rewrite Rabs_R0 in T.
    enough (boxed d w) by (specialize (T H); lra). intros j J. destruct Mw as [Pos Sum]. split; [apply Pos, J|].
    rewrite <- Sum. apply (sum_ge_term d w j Pos J). }
  assert (0 <= sum d v) as [S|Z] by (apply sum_nonneg; intros; apply Box; assumption).
  - exists (fun j => / sum d v * v j). assert (mixture d (fun j => / sum d v * v j)) as M.
    { split; [|rewrite sum_mult; field; lra]. intros j J.
      apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, S | apply Box, J]. }
    split; [exact M|]. intros w Mw. pose proof (Most w Mw) as T. pose proof (Between _ M) as Range.
    set (m := margin_of n d A (fun j => / sum d v * v j)) in *.
    assert (margin_of n d A v <= sum d v * m) as Scale.
    { rewrite Rmult_comm. apply (Rmult_le_reg_r (/ sum d v)); [apply Rinv_0_lt_compat, S|].
      rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. apply le_least; [lia|]. intros i I.
      replace (dot d (A i) (fun j => / sum d v * v j)) with (dot d (A i) v * / sum d v)
        by (unfold dot; rewrite Rmult_comm, <- sum_mult; apply sum_ext; intros; ring).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, S|]. apply (least_le n (fun i => dot d (A i) v)), I. }
    destruct (Rle_dec 1 (sum d v)); [rewrite Rabs_right in T by lra | rewrite Rabs_left in T by lra]; nra.
  - exfalso. pose proof (uniform_distribution d ltac:(lia)) as [U1 U2].
    assert (mixture d (uniform d)) as Mu by (split; [intros; left; auto | exact U2]).
    pose proof (Most _ Mu) as T. pose proof (Between _ Mu). rewrite <- Z, Rabs_left in T by lra.
    pose proof (least_le n (fun i => dot d (A i) v) 0 ltac:(lia)) as Le. cbv beta in Le. fold (margin_of n d A v) in Le.
    replace (dot d (A O) v) with 0 in Le; [lra|]. unfold dot. rewrite (sum_ext d _ (fun _ => 0)), sum_const; [ring|].
    intros j J. rewrite (sum_zero d v ltac:(intros; apply Box; assumption) (eq_sym Z) j J). ring.
Qed.

(** * Multiplicative weights *)

Module MULTIPLICATIVE_WEIGHTS.
Section Lines.
Variables (n d T : nat) (A : nat -> vec) (rows : nat -> nat) (etas : nat -> R) (eta Rad : R) (w : nat -> vec).

(** The row that answers in round t, and the sum Z of that round; the average weights, and the shares of the rows. *)
Definition a (t : nat) : vec := A (rows t).
Definition Z (t : nat) : R := sum d (fun j => w (t - 1)%nat j * exp (etas t * a t j)).
Definition w_bar (t : nat) : vec := fun j => 1 / INR t * sum t (fun s => w s j).
Definition q_bar : vec := fun i => 1 / INR T * sum T (fun s => if Nat.eqb (rows (S s)) i then 1 else 0).
Definition gap_at_end : R :=
  largest d (fun j => sum n (fun i => q_bar i * A i j)) - least n (fun i => dot d (A i) (w_bar T)).

Hypothesis columns : (2 <= d)%nat.
Hypothesis rounds : (1 <= T)%nat.
Hypothesis size : Rad > 0.
Hypothesis rows_in : forall t, (1 <= t <= T)%nat -> (rows t < n)%nat.
Hypothesis uniform : forall j, (j < d)%nat -> w 0%nat j = 1 / INR d.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (etas t * a t j) / Z t.
Hypothesis range : forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis best_answer : forall t, (1 <= t <= T)%nat ->
  dot d (a t) (w (t - 1)%nat) = least n (fun i => dot d (A i) (w (t - 1)%nat)).
Hypothesis constant_learning_rate : forall t, (1 <= t <= T)%nat -> etas t = eta.
Hypothesis tuned : eta = 1 / Rad * sqrt (2 * ln (INR d) / INR T).

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

Lemma distributed t : (t <= T)%nat -> distribution d (w t).
Proof.
  apply (total_distribution d T w (fun t j => etas t * a t j)); [lia | exact uniform |].
  exact (fun t j H J => update_rule t H j J).
Qed.

Lemma ln_d_pos : 0 < ln (INR d).
Proof. rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). lia. Qed.

(** The root in the learning rate: its square is 2 ln d / T. *)
Definition c : R := sqrt (2 * ln (INR d) / INR T).
Lemma c_pos : 0 < c.
Proof. apply sqrt_lt_R0, Rdiv_lt_0_compat; [pose proof ln_d_pos; lra | apply lt_0_INR; lia]. Qed.
Lemma c_square : ln (INR d) = INR T * (c * c) / 2.
Proof.
  assert (0 < INR T) by (apply lt_0_INR; lia). unfold c. rewrite sqrt_sqrt; [field; lra|].
  left. apply Rdiv_lt_0_compat; [pose proof ln_d_pos; lra | assumption].
Qed.

Lemma eta_pos : 0 < eta.
Proof. rewrite tuned. fold c. apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | exact c_pos]. Qed.

Lemma normaliser : for_rounds t, ln (Z t) <= eta * dot d (a t) (w (t - 1)%nat) + 1 / 2 * eta ^ 2 * Rad ^ 2.
Proof.
  intros t H. pose proof eta_pos as P.
  pose proof (Simplex.hoeffding d (w (t - 1)%nat) (fun j => etas t * a t j) (- (eta * Rad)) (eta * Rad)
    (distributed (t - 1) ltac:(lia))) as B.
  replace (dot d (w (t - 1)%nat) (fun j => etas t * a t j)) with (eta * dot d (a t) (w (t - 1)%nat)) in B.
  2:{ unfold dot. rewrite <- sum_mult. apply sum_ext. intros. rewrite (constant_learning_rate t H). ring. }
  apply Rle_trans with (1 := B ltac:(intros j J; pose proof (range t H j J) as L; rewrite (constant_learning_rate t H);
    unfold Rabs in L; destruct (Rcase_abs _); split; nra)).
  right. field.
Qed.

Lemma potential : for_rounds t, sum t (fun s => ln (Z (S s))) =
  ln (1 / INR d * sum d (fun j => exp (sum t (fun s => etas (S s) * a (S s) j)))).
Proof.
  intros t H.
  transitivity (sum t (fun s => ln (sum d (fun j => w s j * exp (etas (S s) * a (S s) j))))).
  - apply sum_ext. intros s _. unfold Z. replace (S s - 1)%nat with s by lia. reflexivity.
  - apply (ln_sums d T w (fun t j => etas t * a t j)); [lia | exact uniform | | lia].
    exact (fun t j H J => update_rule t H j J).
Qed.

Lemma best_column : for_rounds t,
  eta * largest d (fun j => sum t (fun s => a (S s) j)) - ln (INR d) <= sum t (fun s => ln (Z (S s))).
Proof.
  intros t H. rewrite (potential t H). set (f := fun j => exp (sum t (fun s => etas (S s) * a (S s) j))).
  destruct (largest_is d (fun j => sum t (fun s => a (S s) j)) ltac:(lia)) as (j & J & ->).
  assert (0 < INR d) as P by (apply lt_0_INR; lia).
  assert (0 < sum d f) by (apply sum_pos; [lia | intros; apply exp_pos]).
  rewrite ln_mult, ln_quotient, ln_1 by (try apply Rdiv_lt_0_compat; lra).
  pose proof (sum_ge_term d f j ltac:(intros; left; apply exp_pos) J) as G. apply ln_le in G; [|apply exp_pos].
  unfold f at 1 in G. rewrite ln_exp in G.
  rewrite (sum_ext t _ (fun s => eta * a (S s) j)), sum_mult in G; [lra|].
  intros s L. rewrite constant_learning_rate by lia. reflexivity.
Qed.

Lemma regret : for_rounds t,
  largest d (fun j => sum t (fun s => a (S s) j)) - sum t (fun s => dot d (a (S s)) (w s)) <=
  ln (INR d) / eta + 1 / 2 * eta * INR t * Rad ^ 2.
Proof.
  intros t H. pose proof (best_column t H) as B. pose proof eta_pos as P.
  assert (sum t (fun s => ln (Z (S s))) <=
    eta * sum t (fun s => dot d (a (S s)) (w s)) + INR t * (1 / 2 * eta ^ 2 * Rad ^ 2)) as N.
  { rewrite <- sum_mult, <- sum_const, <- sum_plus. apply sum_le. intros s L.
    pose proof (normaliser (S s) ltac:(lia)) as N. replace (S s - 1)%nat with s in N by lia. exact N. }
  apply Rmult_le_reg_l with eta; [exact P|].
  replace (eta * (ln (INR d) / eta + 1 / 2 * eta * INR t * Rad ^ 2))
    with (ln (INR d) + INR t * (1 / 2 * eta ^ 2 * Rad ^ 2)) by (field; lra).
  lra.
Qed.

Lemma tuned_regret : ln (INR d) / eta + 1 / 2 * eta * INR T * Rad ^ 2 = Rad * sqrt (2 * INR T * ln (INR d)).
Proof.
  assert (0 < INR T) as P by (apply lt_0_INR; lia). pose proof c_pos. pose proof ln_d_pos.
  replace (sqrt (2 * INR T * ln (INR d))) with (INR T * c).
  2:{ symmetry. apply sqrt_lem_1; [nra | nra |]. rewrite c_square. field. }
  rewrite tuned. fold c. rewrite c_square. field. lra.
Qed.

Lemma average_weights : for_rounds t,
  least n (fun i => dot d (A i) (w_bar t)) >= 1 / INR t * sum t (fun s => dot d (a (S s)) (w s)).
Proof.
  intros t H. pose proof (rows_in t H). assert (0 < INR t) as P by (apply lt_0_INR; lia).
  destruct (least_is n (fun i => dot d (A i) (w_bar t)) ltac:(lia)) as (i & I & ->). apply Rle_ge.
  replace (dot d (A i) (w_bar t)) with (1 / INR t * sum t (fun s => dot d (A i) (w s))).
  - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|]. apply sum_le. intros s L.
    pose proof (best_answer (S s) ltac:(lia)) as B. replace (S s - 1)%nat with s in B by lia. rewrite B.
    apply (least_le n (fun i => dot d (A i) (w s))), I.
  - unfold dot, w_bar. rewrite sum_swap, <- sum_mult. apply sum_ext. intros j _. rewrite sum_mult. ring.
Qed.

(** The averages are mixtures; and the shares of the rows average whatever the rows are paid. *)
Lemma w_bar_mixture : mixture d (w_bar T).
Proof.
  assert (0 < INR T) as P by (apply lt_0_INR; lia). split.
  - intros j J. apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra|].
    apply sum_nonneg. intros s L. left. apply (distributed s); [lia | exact J].
  - unfold w_bar. rewrite sum_mult, <- sum_swap, (sum_ext T _ (fun _ => 1)), sum_const; [field; lra|].
    intros s L. apply (distributed s). lia.
Qed.

Lemma q_bar_average f : sum n (fun i => q_bar i * f i) = 1 / INR T * sum T (fun s => f (rows (S s))).
Proof.
  unfold q_bar.
  transitivity (sum n (fun i => 1 / INR T * sum T (fun s => (if Nat.eqb (rows (S s)) i then 1 else 0) * f i))).
  - apply sum_ext. intros i _. rewrite Rmult_assoc. f_equal. rewrite Rmult_comm, <- sum_mult.
    apply sum_ext. intros. ring.
  - rewrite sum_mult, sum_swap. f_equal. apply sum_ext. intros s L. apply sum_one, rows_in. lia.
Qed.

Lemma q_bar_mixture : mixture n q_bar.
Proof.
  assert (0 < INR T) as P by (apply lt_0_INR; lia). split.
  - intros i I. apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra|].
    apply sum_nonneg. intros s L. destruct (Nat.eqb _ _); lra.
  - rewrite (sum_ext n _ (fun i => q_bar i * 1)) by (intros; ring). rewrite q_bar_average, sum_const. field. lra.
Qed.

Definition least_is_below_average := WEAK_DUALITY.least_is_below_average n d A (w_bar T) q_bar q_bar_mixture.
Definition average_is_below_largest := WEAK_DUALITY.average_is_below_largest n d A (w_bar T) q_bar w_bar_mixture.

Lemma gap : largest d (fun j => sum n (fun i => q_bar i * A i j)) - least n (fun i => dot d (A i) (w_bar T)) <=
  Rad * sqrt (2 * ln (INR d) / INR T).
Proof.
  assert (0 < INR T) as P by (apply lt_0_INR; lia). pose proof c_pos. pose proof ln_d_pos.
  pose proof (average_weights T ltac:(lia)) as W. pose proof (regret T ltac:(lia)) as G. rewrite tuned_regret in G.
  replace (sqrt (2 * INR T * ln (INR d))) with (INR T * c) in G.
  2:{ symmetry. apply sqrt_lem_1; [nra | nra |]. rewrite c_square. field. }
  fold c. destruct (largest_is d (fun j => sum n (fun i => q_bar i * A i j)) ltac:(lia)) as (j & J & ->).
  rewrite (q_bar_average (fun i => A i j)).
  pose proof (largest_ge d (fun j => sum T (fun s => a (S s) j)) j J) as L. cbv beta in L. unfold a in L at 1.
  set (total := sum T (fun s => A (rows (S s)) j)) in *. set (paid := sum T (fun s => dot d (a (S s)) (w s))) in *.
  assert (1 / INR T * (total - paid) <= Rad * c); [|lra].
  apply Rmult_le_reg_l with (INR T); [exact P|].
  replace (INR T * (1 / INR T * (total - paid))) with (total - paid) by (field; lra). lra.
Qed.

Lemma bound : gap_at_end > 0 -> INR T <= 2 * Rad ^ 2 * ln (INR d) / gap_at_end ^ 2.
Proof.
  intros G. assert (0 < INR T) as P by (apply lt_0_INR; lia). pose proof gap as B. fold gap_at_end c in B.
  apply Rmult_le_reg_r with (gap_at_end ^ 2); [nra|].
  replace (2 * Rad ^ 2 * ln (INR d) / gap_at_end ^ 2 * gap_at_end ^ 2) with (INR T * (Rad * c) ^ 2)
    by (rewrite c_square; field; lra).
  apply Rmult_le_compat_l; [lra|]. apply pow_incr. lra.
Qed.
End Lines.

(** The value of the game: the least number that no mixture of the columns exceeds in margin. *)
Definition value (n d : nat) (A : nat -> vec) : R -> Prop :=
  is_lub (fun g => exists u, mixture d u /\ g = margin_of n d A u).

(** Any table, any number of rounds, and of several rows that pay least any. The averages of the run are mixtures that
    enclose the value of the game, which some mixture attains, and their gap is small. *)
Theorem theorem : forall (n d T : nat) (A : nat -> vec) (rows : nat -> nat)
    (Rad : R),
  (2 <= d)%nat ->
  (1 <= T)%nat ->
  Rad > 0 ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  let w := game d A rows (fun _ => 1 / Rad * sqrt (2 * ln (INR d) / INR T)) in
  answered n d T A rows w ->
  let lower := margin_of n d A (w_bar w T) in
  let upper := largest d (mixed n (q_bar T rows) A) in
  mixture d (w_bar w T) /\ mixture n (q_bar T rows) /\
  (exists u, mixture d u /\ value n d A (margin_of n d A u)) /\
  (forall gamma1, value n d A gamma1 -> lower <= gamma1 <= upper) /\
  upper - lower <= Rad * sqrt (2 * ln (INR d) / INR T) /\
  (upper - lower > 0 ->
    INR T <= 2 * Rad ^ 2 * ln (INR d) / (upper - lower) ^ 2).
Proof.
  intros n d T A rows Rad Hd HT HR HA w Hw lower upper.
  set (eta := 1 / Rad * sqrt (2 * ln (INR d) / INR T)) in *.
  assert (forall t, (1 <= t <= T)%nat -> (rows t < n)%nat) as I by (intros t L; apply Hw, L).
  assert (forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat ->
    w t j = w (t - 1)%nat j * exp (eta * a A rows t j) / Z d A rows (fun _ => eta) w t) as U.
  { intros t L j _. apply game_multiplied. lia. }
  assert (forall t, (1 <= t <= T)%nat -> forall j, (j < d)%nat -> Rabs (a A rows t j) <= Rad) as HA'.
  { intros t L j J. apply HA; [apply I, L | exact J]. }
  assert (forall j, (j < d)%nat -> w 0%nat j = 1 / INR d) as S0 by reflexivity.
  assert (mixture d (w_bar w T)) as Mw by (apply w_bar_mixture with A rows (fun _ => eta); assumption).
  assert (mixture n (q_bar T rows)) as Mq by (apply q_bar_mixture with d; assumption).
  split; [exact Mw|]. split; [exact Mq|]. split; [|split; [|split]].
  - destruct (value_attained n d A Rad ltac:(pose proof (I 1%nat); lia) ltac:(lia) HA) as (u & Mu & Most).
    exists u. split; [exact Mu|]. split; [intros g (v & Mv & ->); apply Most, Mv | intros b Above; apply Above; eauto].
  - intros gamma1 [Above Least]. split; [apply Above; eauto|].
    apply Least. intros g (u & Mu & ->). apply WEAK_DUALITY.theorem; assumption.
  - apply gap with (fun _ => eta) eta; try assumption; try reflexivity. apply (answered_least n d T A rows w Hw).
  - apply bound with (fun _ => eta) eta; try assumption; try reflexivity. apply (answered_least n d T A rows w Hw).
Qed.
End MULTIPLICATIVE_WEIGHTS.

(** * The sparse SVM *)

(** Fewer equations than unknowns: some z that is not 0 solves them all. Solve one of them for the last unknown. *)
Lemma more_unknowns d : forall rows : list vec, (length rows < d)%nat ->
  exists z, (exists j, (j < d)%nat /\ z j <> 0) /\ forall a, In a rows -> dot d a z = 0.
Proof.
  induction d as [|d IH]; intros rows L; [lia|].
  destruct (Exists_dec (fun a : vec => a d <> 0) rows) as [E|None].
  { intros a. destruct (Req_EM_T (a d) 0); [right; tauto | left; assumption]. }
  - apply Exists_exists in E. destruct E as (r & I & N). apply in_split in I. destruct I as (l & l' & ->).
    destruct (IH (map (fun a => add a (scale (- (a d / r d)) r)) (l ++ l'))) as (z & (j & J & Zj) & H).
    { rewrite map_length, app_length in *. simpl in L. lia. }
    exists (fun i => if Nat.eqb i d then - dot d r z / r d else z i).
    assert (forall a, dot (S d) a (fun i => if Nat.eqb i d then - dot d r z / r d else z i) =
      dot d a z + a d * (- dot d r z / r d)) as Dot.
    { intros a. unfold dot at 1. rewrite sum_S, Nat.eqb_refl. f_equal. apply sum_ext. intros i Li.
      destruct (Nat.eqb_spec i d); [lia | reflexivity]. }
    split.
    + exists j. split; [lia|]. destruct (Nat.eqb_spec j d); [lia | exact Zj].
    + intros a Ia. rewrite Dot. destruct (Req_EM_T (dot d a z + a d * (- dot d r z / r d)) 0) as [Z|NZ]; [exact Z|].
      exfalso. apply in_app_or in Ia. simpl in Ia.
      assert (a <> r) as Other by (intros ->; apply NZ; field; exact N).
      assert (In (add a (scale (- (a d / r d)) r)) (map (fun a => add a (scale (- (a d / r d)) r)) (l ++ l'))) as In'.
      { apply (in_map (fun a => add a (scale (- (a d / r d)) r))), in_or_app. destruct Ia as [Ia|[Ia|Ia]]; auto.
        congruence. }
      apply H in In'. rewrite dot_sym, dot_step, (dot_sym d z a), (dot_sym d z r) in In'. apply NZ.
      rewrite <- In'. field. exact N.
  - (* the last unknown does not occur *)
    exists (fun i => if Nat.eqb i d then 1 else 0). split.
    + exists d. rewrite Nat.eqb_refl. split; [lia | lra].
    + intros a Ia. unfold dot. rewrite sum_S, Nat.eqb_refl. rewrite (sum_ext d _ (fun _ => 0)), sum_const.
      * destruct (Req_EM_T (a d) 0) as [Z|NZ]; [rewrite Z; ring|].
        exfalso. apply None, Exists_exists. eauto.
      * intros i Li. destruct (Nat.eqb_spec i d); [lia | ring].
Qed.

(** The numbers of examples and of features that the lines below count. *)
Definition is (x y : R) : bool := if Req_EM_T x y then true else false.
Definition above (x y : R) : bool := if Rlt_dec y x then true else false.

(** What holds of the examples ex 0, ..., ex (n - 1) holds of those of the updates, in any sequence of them. *)
Section Played.
Variables (n d : nat) (ex : nat -> example) (us : list example).
Hypothesis from : forall e, In e us -> exists i, (i < n)%nat /\ e = ex i.

Lemma played_range Rad : (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (signed (ex i) j) <= Rad) ->
  forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad.
Proof.
  intros HR x b I j J. destruct (from _ I) as (i & Li & E). pose proof (HR i j Li J) as B. rewrite <- E in B.
  unfold signed, scale in B. rewrite Rabs_mult in B. simpl in B.
  replace (Rabs (sign b)) with 1 in B; [lra|]. destruct b; simpl; [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

Lemma played_margin u gamma : (forall i, (i < n)%nat -> dot d (signed (ex i)) u >= gamma) ->
  forall x b, In (x, b) us -> sign b * dot d u x >= gamma.
Proof.
  intros Hs x b I. destruct (from _ I) as (i & Li & E). pose proof (Hs i Li) as B. rewrite <- E in B.
  unfold signed in B. rewrite dot_scale, dot_sym in B. exact B.
Qed.

(** Each of the updates is an example with a number. *)
Lemma played_index : exists index, forall t, (1 <= t <= length us)%nat ->
  (index t < n)%nat /\ nth (t - 1) us (zero, true) = ex (index t).
Proof.
  clear d. induction us as [|e l IH]; [exists (fun _ => O); simpl; lia|].
  destruct (from e (or_introl eq_refl)) as (i & I & E).
  destruct IH as (index & H); [intros e' J; apply from; right; exact J|].
  exists (fun t => match t with S (S t) => index (S t) | _ => i end). intros [|[|t]] T; simpl in *; [lia | auto |].
  destruct (H (S t) ltac:(lia)) as [In Eq]. simpl in Eq. rewrite Nat.sub_0_r in Eq. auto.
Qed.
End Played.

(** The set of all v >= 0 that give every example a score of at least 1. *)
Definition inside (n d : nat) (A : nat -> vec) (v : vec) : Prop :=
  (forall j, (j < d)%nat -> v j >= 0) /\ (forall i, (i < n)%nat -> dot d (A i) v >= 1).

Module SPARSE_SVM.
Section Lines.
Variables (n d U : nat) (A : nat -> vec) (index : nat -> nat) (v alpha : vec) (eta theta Rad : R) (w : nat -> vec).

(** The example of update t; the sum Z of that update; the comparator u and its margin gamma. *)
Definition a (t : nat) : vec := A (index t).
Notation Zt t := (Z d eta (w (t - 1)%nat) (a t)).
Definition u : vec := fun j => v j / norm1 d v.
Definition gamma : R := 1 / norm1 d v.
(** The multipliers as shares q, and the mixture p of the examples by these. *)
Definition q : vec := fun i => alpha i / sum n alpha.
Definition p : vec := fun j => sum n (fun i => q i * A i j).

Hypothesis examples : (1 <= n)%nat.
Hypothesis index_in : forall t, (1 <= t <= U)%nat -> (index t < n)%nat.
Hypothesis prior : forall j, (j < d)%nat -> w 0%nat j > 0.
Hypothesis prior_mass : sum d (w 0%nat) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> dot d (a t) (w (t - 1)%nat) <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis uniform : forall j, (j < d)%nat -> w 0%nat j = 1 / INR d.
Hypothesis no_threshold : theta = 0.
Hypothesis nonnegative : forall j, (j < d)%nat -> v j >= 0.
Hypothesis feasible : forall i, (i < n)%nat -> dot d (A i) v >= 1.
Hypothesis multipliers : forall i, (i < n)%nat -> alpha i >= 0.
Hypothesis dual_feasible : forall j, (j < d)%nat -> sum n (fun i => alpha i * A i j) <= 1.
Hypothesis no_gap : norm1 d v = sum n alpha.
(** The rank is the number of columns: weights on the features that v uses which give all tight examples the score 0
    are 0. *)
Hypothesis vertex : forall z, (forall j, (j < d)%nat -> v j = 0 -> z j = 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v = 1 -> dot d (A i) z = 0) -> forall j, (j < d)%nat -> z j = 0.
Hypothesis nearly_tuned : C eta gamma Rad theta >= gamma ^ 2 / (2 * Rad ^ 2).

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie w e, mistaken tie d w e = true -> updating tie d theta w e = true.
Proof. intros tie w' e. apply mistake_updates. lra. Qed.

Lemma mass : norm1 d v = sum d v.
Proof. apply norm1_nonneg, nonnegative. Qed.

(** The entries of v are not all 0, since some score is not. *)
Lemma mass_pos : 0 < norm1 d v.
Proof.
  assert (0 <= norm1 d v) as [P|Z] by (apply sum_nonneg; intros; apply Rabs_pos); [exact P|]. exfalso.
  pose proof (feasible 0 ltac:(lia)) as F. unfold dot in F.
  rewrite (sum_ext d _ (fun _ => 0)), sum_const in F; [lra|].
  intros j J. pose proof (sum_zero d (fun j => Rabs (v j)) ltac:(intros; apply Rabs_pos) (eq_sym Z) j J) as V.
  cbv beta in V. destruct (Req_EM_T (v j) 0) as [->|N]; [ring|]. exfalso. exact (Rabs_no_R0 _ N V).
Qed.

Lemma score i : dot d (A i) u = dot d (A i) v / norm1 d v.
Proof.
  unfold dot, u, Rdiv. rewrite Rmult_comm, <- sum_mult. apply sum_ext. intros. ring.
Qed.

Lemma comparator : forall j, (j < d)%nat -> u j >= 0.
Proof. intros j J. apply Rle_ge, Rle_mult_inv_pos; [apply Rge_le, nonnegative, J | exact mass_pos]. Qed.

Lemma comparator_mass : sum d u = 1.
Proof.
  unfold u, Rdiv. rewrite (sum_ext d _ (fun j => / norm1 d v * v j)), sum_mult, <- mass by (intros; ring).
  apply Rinv_l. pose proof mass_pos. lra.
Qed.

Lemma rescaled : forall i, (i < n)%nat -> dot d (A i) u >= 1 / norm1 d v.
Proof.
  intros i I. rewrite score. apply Rle_ge, Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, mass_pos|].
  apply Rge_le, feasible, I.
Qed.

Lemma margin : forall t, (1 <= t <= U)%nat -> dot d (a t) u >= gamma.
Proof. intros t T. apply rescaled, index_in, T. Qed.

Lemma margin_above_threshold : gamma > theta.
Proof. rewrite no_threshold. apply Rdiv_lt_0_compat; [lra | exact mass_pos]. Qed.

Lemma gain : (1 <= U)%nat -> C eta gamma Rad theta > 0.
Proof.
  intros T. pose proof (WINNOW.range_pos d U u theta gamma Rad a threshold range comparator comparator_mass margin
    margin_above_threshold T).
  pose proof margin_above_threshold. assert (0 < gamma ^ 2 / (2 * Rad ^ 2)) by (apply Rdiv_lt_0_compat; nra). lra.
Qed.

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

Definition entropy := WINNOW_UNIFORM.entropy d u w uniform comparator comparator_mass.
Definition log_features := WINNOW_UNIFORM.log_features d u w uniform comparator comparator_mass.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= 2 * Rad ^ 2 * ln (INR d) * norm1 d v ^ 2.
Proof.
  intros t T. replace (2 * Rad ^ 2 * ln (INR d) * norm1 d v ^ 2) with (2 * Rad ^ 2 * ln (INR d) / gamma ^ 2)
    by (unfold gamma; pose proof mass_pos; field; lra).
  apply (WINNOW_UNIFORM.bound d U u eta theta gamma Rad w a);
    auto using comparator, comparator_mass, margin, margin_above_threshold.
Qed.

Lemma shares : mixture n q.
Proof.
  pose proof mass_pos as P. rewrite no_gap in P. split.
  - intros i I. apply Rle_mult_inv_pos; [apply Rge_le, multipliers, I | exact P].
  - unfold q, Rdiv. rewrite (sum_ext n _ (fun i => / sum n alpha * alpha i)), sum_mult by (intros; ring).
    apply Rinv_l. lra.
Qed.

Definition least_is_below_average := WEAK_DUALITY.least_is_below_average n d A (w U) q shares.

Lemma average_is_below_largest : sum n (fun i => q i * dot d (A i) (w U)) <= largest d p.
Proof.
  apply WEAK_DUALITY.average_is_below_largest, distribution_mixture.
  exact (stays_distribution d eta U w a prior prior_mass update_rule U ltac:(lia)).
Qed.

Lemma best : forall j, (j < d)%nat -> p j <= 1 / norm1 d v.
Proof.
  intros j J. pose proof mass_pos as P. unfold p, q. rewrite no_gap in *.
  rewrite (sum_ext n _ (fun i => / sum n alpha * (alpha i * A i j))), sum_mult by (intros; unfold Rdiv; ring).
  pose proof (dual_feasible j J). pose proof (Rinv_0_lt_compat _ P). unfold Rdiv. nra.
Qed.

Lemma loudest_feature : 1 / norm1 d v <= least n (fun i => largest d (A i)).
Proof.
  destruct (least_is n (fun i => largest d (A i)) examples) as (i & I & ->).
  apply Rle_trans with (dot d (A i) u); [apply Rge_le, rescaled, I|]. rewrite dot_sym.
  apply mean_le; [apply as_mixture; [exact comparator | exact comparator_mass]|].
  intros j J. apply (largest_ge d (A i)), J.
Qed.

(** The sum of all that the next two lines say is 0: it is the gap. *)
Lemma slack : sum n (fun i => alpha i * (dot d (A i) v - 1)) +
  sum d (fun j => v j * (1 - sum n (fun i => alpha i * A i j))) = 0.
Proof.
  rewrite (sum_ext n _ (fun i => alpha i * dot d (A i) v + -1 * alpha i)) by (intros; ring).
  rewrite (sum_ext d _ (fun j => v j + -1 * (mixed n alpha A j * v j))) by (intros; unfold mixed; ring).
  rewrite !sum_plus, !sum_mult, mixed_dot. unfold dot. rewrite <- no_gap, mass. ring.
Qed.

Lemma slack_terms : (forall i, (i < n)%nat -> 0 <= alpha i * (dot d (A i) v - 1)) /\
  (forall j, (j < d)%nat -> 0 <= v j * (1 - sum n (fun i => alpha i * A i j))).
Proof.
  split; [intros i I; pose proof (multipliers i I); pose proof (feasible i I); nra|].
  intros j J. pose proof (nonnegative j J). pose proof (dual_feasible j J). nra.
Qed.

Lemma slack_examples : forall i, (i < n)%nat -> alpha i * (dot d (A i) v - 1) = 0.
Proof.
  destruct slack_terms as [P Q]. apply (sum_zero n _ P).
  pose proof slack. pose proof (sum_nonneg _ _ P). pose proof (sum_nonneg _ _ Q). lra.
Qed.

Lemma slack_features : forall j, (j < d)%nat -> v j * (1 - sum n (fun i => alpha i * A i j)) = 0.
Proof.
  destruct slack_terms as [P Q]. apply (sum_zero d _ Q).
  pose proof slack. pose proof (sum_nonneg _ _ P). pose proof (sum_nonneg _ _ Q). lra.
Qed.

(** Weights that are 0 outside the features kept, and tight examples with the score 0, are equations: if there were
    fewer of them than features, some z that is not 0 would solve them all. *)
Lemma few_features : (count d (fun j => above (v j) 0) <= count n (fun i => is (dot d (A i) v) 1))%nat.
Proof.
  pose proof (count_split d (fun j => above (v j) 0) (fun j => is (v j) 0)) as Split.
  assert (count d (fun j => above (v j) 0) + count d (fun j => is (v j) 0) = d)%nat as Both.
  { apply Split. intros j J. pose proof (nonnegative j J). unfold above, is.
    destruct (Rlt_dec 0 (v j)), (Req_EM_T (v j) 0); (reflexivity || lra). }
  destruct (Nat.le_gt_cases (count d (fun j => above (v j) 0)) (count n (fun i => is (dot d (A i) v) 1))) as [L|G];
    [exact L|]. exfalso.
  set (unit := fun j : nat => (fun k => if Nat.eqb j k then 1 else 0) : vec).
  destruct (more_unknowns d (map A (filter (fun i => is (dot d (A i) v) 1) (seq 0 n)) ++
    map unit (filter (fun j => is (v j) 0) (seq 0 d)))) as (z & (j & J & Zj) & H).
  { rewrite app_length, !map_length, !count_length. lia. }
  apply Zj, (vertex z); [| | exact J].
  - intros k K V. rewrite <- (sum_one d k z K). apply (H (unit k)), in_or_app. right. apply in_map, filter_In.
    split; [apply in_seq; lia|]. unfold is. destruct (Req_EM_T (v k) 0); [reflexivity | contradiction].
  - intros i I V. apply H, in_or_app. left. apply in_map, filter_In.
    split; [apply in_seq; lia|]. unfold is. destruct (Req_EM_T _ 1); [reflexivity | contradiction].
Qed.

Lemma few_examples :
  (count d (fun j => above (v j) 0%R) + count n (fun i => above (dot d (A i) v) 1%R) <= n)%nat.
Proof.
  pose proof few_features.
  assert (count n (fun i => is (dot d (A i) v) 1) + count n (fun i => above (dot d (A i) v) 1) = n)%nat; [|lia].
  apply count_split. intros i I. pose proof (feasible i I). unfold above, is.
  destruct (Rlt_dec 1 (dot d (A i) v)), (Req_EM_T (dot d (A i) v) 1); (reflexivity || lra).
Qed.
End Lines.

(** A vertex is not halfway between two others. *)
Definition is_vertex (n d : nat) (A : nat -> vec) (v : vec) : Prop :=
  forall x y, inside n d A x -> inside n d A y -> (forall j, (j < d)%nat -> v j = (x j + y j) / 2) ->
  forall j, (j < d)%nat -> x j = y j.

(** Some learning rate is small enough for finitely many. *)
Lemma small_enough n (f g : nat -> R) : (forall i, (i < n)%nat -> 0 <= f i) ->
  (forall i, (i < n)%nat -> f i = 0 -> g i = 0) ->
  exists eps, 0 < eps /\ forall i, (i < n)%nat -> eps * Rabs (g i) <= f i.
Proof.
  induction n as [|n IH]; intros P Z; [exists 1; split; [lra | lia]|].
  destruct IH as (eps & E & H); auto.
  assert (exists e, 0 < e /\ e * Rabs (g n) <= f n) as (e & Pe & He).
  { pose proof (P n ltac:(lia)) as [L|L].
    - pose proof (Rabs_pos (g n)). exists (f n / (1 + Rabs (g n))). split; [apply Rdiv_lt_0_compat; lra|].
      apply Rmult_le_reg_r with (1 + Rabs (g n)); [lra|].
      replace (f n / (1 + Rabs (g n)) * Rabs (g n) * (1 + Rabs (g n))) with (f n * Rabs (g n)) by (field; lra). nra.
    - exists 1. split; [lra|]. rewrite (Z n ltac:(lia) (eq_sym L)), Rabs_R0. lra. }
  exists (Rmin eps e). split; [apply Rmin_pos; assumption|]. intros i I.
  destruct (Nat.eq_dec i n) as [->|D].
  - apply Rle_trans with (2 := He), Rmult_le_compat_r; [apply Rabs_pos | apply Rmin_r].
  - apply Rle_trans with (eps * Rabs (g i)); [|apply H; lia].
    apply Rmult_le_compat_r; [apply Rabs_pos | apply Rmin_l].
Qed.

(** At a vertex the rank is full: along a z that the tight constraints do not see one could go forth and back. *)
Lemma vertex_rank n d A v : inside n d A v -> is_vertex n d A v -> forall z,
  (forall j, (j < d)%nat -> v j = 0 -> z j = 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v = 1 -> dot d (A i) z = 0) -> forall j, (j < d)%nat -> z j = 0.
Proof.
  intros [P F] V z Zv Za.
  destruct (small_enough d v z) as (e & Pe & He); [intros j J; apply Rge_le, P, J | exact Zv |].
  destruct (small_enough n (fun i => dot d (A i) v - 1) (fun i => dot d (A i) z)) as (e' & Pe' & He').
  { intros i I. pose proof (F i I). lra. }
  { intros i I E. apply Za; [exact I | lra]. }
  set (c := Rmin e e'). assert (0 < c) as C0 by (apply Rmin_pos; assumption).
  assert (forall b, Rabs b = c -> inside n d A (add v (scale b z))) as In.
  { intros b B. split.
    - intros j J. unfold add, scale. pose proof (He j J). pose proof (Rabs_pos (z j)).
      pose proof (Rmin_l e e') as L. fold c in L. pose proof (Rle_abs (- (b * z j))) as M.
      rewrite Rabs_Ropp, Rabs_mult, B in M. nra.
    - intros i I. rewrite dot_step. pose proof (He' i I) as Hi. cbv beta in Hi. pose proof (Rabs_pos (dot d (A i) z)).
      pose proof (Rmin_r e e') as L. fold c in L. pose proof (Rle_abs (- (b * dot d (A i) z))) as M.
      rewrite Rabs_Ropp, Rabs_mult, B in M. nra. }
  intros j J. pose proof (V (add v (scale c z)) (add v (scale (- c) z))) as E.
  specialize (E (In c ltac:(apply Rabs_pos_eq; lra)) (In (- c) ltac:(rewrite Rabs_Ropp; apply Rabs_pos_eq; lra))).
  specialize (E ltac:(intros; unfold add, scale; field) j J). unfold add, scale in E. nra.
Qed.

(** A v and multipliers alpha that are feasible and have the same sum: then v has the largest margin; Winnow's updates
    on any sequence of these examples, for every rule for ties, are at most so many; and a vertex is sparse. *)
Theorem theorem : forall (n d : nat) (ex : nat -> example) (v alpha : vec)
    (Rad : R),
  let A := fun i => signed (ex i) in
  (1 <= n)%nat ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  (forall j, (j < d)%nat -> v j >= 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v >= 1) ->
  (forall i, (i < n)%nat -> alpha i >= 0) ->
  (forall j, (j < d)%nat -> sum n (fun i => alpha i * A i j) <= 1) ->
  norm1 d v = sum n alpha ->
  let gamma1 := 1 / norm1 d v in
  (mixture d (fun j => v j / norm1 d v) /\
   margin_of n d A (fun j => v j / norm1 d v) = gamma1 /\ 0 < gamma1 <= Rad /\
   forall u', mixture d u' -> margin_of n d A u' <= gamma1) /\
  (forall (tie : tie_rule) (eta : R) (es : list example),
   (forall e, In e es -> exists i, (i < n)%nat /\ e = ex i) ->
   eta > 0 ->
   eta * gamma1 - ln (cosh (eta * Rad)) >= gamma1 ^ 2 / (2 * Rad ^ 2) ->
   INR (winnow_count tie d eta 0 (Simplex.uniform d) es)
     <= 2 * Rad ^ 2 * ln (INR d) * norm1 d v ^ 2 /\
   INR (winnow_mistakes tie d eta 0 (Simplex.uniform d) es)
     <= 2 * Rad ^ 2 * ln (INR d) * norm1 d v ^ 2) /\
  (is_vertex n d A v ->
   (count d (fun j => above (v j) 0%R)
     <= count n (fun i => is (dot d (A i) v) 1%R))%nat).
Proof.
  intros n d ex v alpha Rad A Hn HR Hv Hf Ha Hd Hg gamma1.
  pose proof (mass_pos n d A v Hn Hf) as P. pose proof (comparator n d A v Hn Hv Hf) as Cu.
  pose proof (comparator_mass n d A v Hn Hv Hf) as Cm. pose proof (as_mixture d _ Cu Cm) as Mix.
  assert (forall u', mixture d u' -> margin_of n d A u' <= gamma1) as Best.
  { intros u' Mu. unfold gamma1. rewrite Hg in *.
    apply WEAK_DUALITY.multipliers; auto. intros i I. apply Rge_le, Ha, I. }
  assert (0 < gamma1 <= Rad) as Top.
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rle_trans with (dot d (A 0%nat) (u d v)).
    - apply Rge_le, (rescaled n d A v Hn Hf). lia.
    - apply margin_le_range; [exact Mix | intros j J; apply HR; [lia | exact J]]. }
  split; [|split].
  - split; [exact Mix|]. split; [|split; [exact Top | exact Best]].
    apply Rle_antisym; [apply Best, Mix|]. unfold margin_of.
    destruct (least_is n (fun i => dot d (A i) (u d v)) Hn) as (i & I & E).
    change (gamma1 <= least n (fun i => dot d (A i) (u d v))). rewrite E.
    apply Rge_le, (rescaled n d A v Hn Hf i I).
  - intros tie eta es He Hs Hc.
    assert (forall e, In e (winnow_updates tie d eta 0 (Simplex.uniform d) es) -> exists i, (i < n)%nat /\ e = ex i)
      as From by (unfold winnow_updates; eauto using updates_in).
    pose proof (uniform_distribution d (mass_some d _ Cm)) as [Up Um].
    pose proof (played_range n d ex _ From Rad HR) as Range. destruct (played_index n ex _ From) as (index & Shown).
    rewrite <- C_no_threshold in Hc by lra.
    destruct (last_update tie d eta 0 (Simplex.uniform d) es (2 * Rad ^ 2 * ln (INR d) * norm1 d v ^ 2)) as [B B0];
      [| |split; [exact B | apply B0; lra]].
    + pose proof (gibbs d _ _ Mix (conj Up Um)). pose proof (KL_uniform_le d _ Mix).
      pose proof (pow2_ge_0 Rad). pose proof (pow2_ge_0 (norm1 d v)).
      apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
    + intros T. apply (bound n d (length (run_updates tie d 0 (update d eta) (Simplex.uniform d) es)) A index v eta 0
      Rad
        (run_weights tie d 0 (update d eta) (Simplex.uniform d) es));
        try of_the_run; intros t L; destruct (Shown t L) as [In E]; try exact In;
        change (a A index t) with (signed (ex (index t))); rewrite <- E.
      * exact (run_rule tie d eta 0 _ es t L).
      * exact (run_mistake tie d 0 _ _ es t L).
      * exact (run_range tie d 0 _ _ es Rad Range t L).
  - intros V. apply few_features; try assumption. apply vertex_rank; [split; assumption | exact V].
Qed.

(** Both learning rates are such learning rates: by the theorem gamma1 is in this range. *)
Theorem steps : forall gamma1 Rad, 0 < gamma1 <= Rad ->
  (let eta := gamma1 / Rad ^ 2 in
   eta > 0 /\ eta * gamma1 - ln (cosh (eta * Rad)) >= gamma1 ^ 2 / (2 * Rad ^ 2)) /\
  (gamma1 < Rad -> let eta := 1 / (2 * Rad) * ln ((Rad + gamma1) / (Rad - gamma1)) in
   eta > 0 /\ eta * gamma1 - ln (cosh (eta * Rad)) >= gamma1 ^ 2 / (2 * Rad ^ 2)).
Proof.
  intros gamma1 Rad H. split.
  - split; [apply Rdiv_lt_0_compat; nra | apply WINNOW_UNIFORM.simple_step, H].
  - intros L. split; [|apply WINNOW_UNIFORM.best_step; lra].
    apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|]. rewrite <- ln_1. apply ln_increasing; [lra|].
    apply Rmult_lt_reg_r with (Rad - gamma1); [lra|].
    replace ((Rad + gamma1) / (Rad - gamma1) * (Rad - gamma1)) with (Rad + gamma1) by (field; lra). lra.
Qed.
End SPARSE_SVM.

(** * The entropic SVM *)

Definition objective (d : nat) (pi v : vec) : R := sum d (fun j => v j * ln (v j / (exp 1 * pi j))).

(** Fenchel and Young, for one entry: ln is below its tangent. *)
Lemma young x b z : 0 <= x -> 0 < b -> x * z - b * exp z <= x * ln (x / (exp 1 * b)).
Proof.
  intros [X|<-] B; pose proof (exp_pos z) as E.
  - assert (0 < b * exp z) by (apply Rmult_lt_0_compat; lra).
    pose proof (ln_below (b * exp z / x) ltac:(apply Rdiv_lt_0_compat; lra)) as L.
    pose proof (exp_pos 1). assert (0 < exp 1 * b) by (apply Rmult_lt_0_compat; lra).
    rewrite ln_quotient, ln_mult, ln_exp in L by lra. rewrite ln_quotient, ln_mult, ln_exp by lra.
    apply Rmult_le_compat_l with (r := x) in L; [|lra].
    replace (x * (b * exp z / x - 1)) with (b * exp z - x) in L by (field; lra). lra.
  - rewrite !Rmult_0_l. nra.
Qed.

Module ENTROPIC_SVM.
Section Lines.
Variables (n d U : nat) (A : nat -> vec) (index : nat -> nat) (pi v alpha : vec) (eta theta Rad : R) (w : nat -> vec).

(** The example of update t; the sum Z of that update; the comparator u and its margin gamma. *)
Definition a (t : nat) : vec := A (index t).
Notation Zt t := (Z d eta (w (t - 1)%nat) (a t)).
Definition u : vec := fun j => v j / norm1 d v.
Definition gamma : R := 1 / norm1 d v.

Hypothesis examples : (1 <= n)%nat.
Hypothesis index_in : forall t, (1 <= t <= U)%nat -> (index t < n)%nat.
Hypothesis prior : forall j, (j < d)%nat -> w 0%nat j > 0.
Hypothesis prior_mass : sum d (w 0%nat) = 1.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (eta * a t j) / Zt t.
Hypothesis threshold : theta > - Rad.
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> dot d (a t) (w (t - 1)%nat) <= theta.
Hypothesis range : forall t, (1 <= t <= U)%nat -> forall j, (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis no_threshold : theta = 0.
Hypothesis same_start : forall j, (j < d)%nat -> w 0%nat j = pi j / norm1 d pi.
Hypothesis form : forall j, (j < d)%nat -> v j = pi j * exp (sum n (fun i => alpha i * A i j)).
Hypothesis feasible : forall i, (i < n)%nat -> dot d (A i) v >= 1.
Hypothesis multipliers : forall i, (i < n)%nat -> alpha i >= 0.
Hypothesis slackness : forall i, (i < n)%nat -> alpha i * (dot d (A i) v - 1) = 0.
Hypothesis nearly_tuned : C eta gamma Rad theta >= gamma ^ 2 / (2 * Rad ^ 2).

(** That every mistake is an update is no hypothesis here: the learner sees to it. *)
Lemma mistakes_update : forall tie w e, mistaken tie d w e = true -> updating tie d theta w e = true.
Proof. intros tie w' e. apply mistake_updates. lra. Qed.

(** The learner's first weights are positive, and so is the prior of the SVM. *)
Lemma pi_pos : forall j, (j < d)%nat -> 0 < pi j.
Proof.
  intros j J. pose proof (prior j J) as P. rewrite (same_start j J) in P.
  assert (0 <= norm1 d pi) as [L|L] by (apply sum_nonneg; intros; apply Rabs_pos).
  - replace (pi j) with (pi j / norm1 d pi * norm1 d pi) by (field; lra). nra.
  - exfalso. pose proof (sum_zero d (fun j => Rabs (pi j)) ltac:(intros; apply Rabs_pos) (eq_sym L) j J) as Z0.
    cbv beta in Z0. destruct (Req_EM_T (pi j) 0) as [E|N]; [|exact (Rabs_no_R0 _ N Z0)].
    rewrite E in P. unfold Rdiv in P. lra.
Qed.

Lemma v_pos : forall j, (j < d)%nat -> 0 < v j.
Proof. intros j J. rewrite form by exact J. apply Rmult_lt_0_compat; [apply pi_pos, J | apply exp_pos]. Qed.

Lemma nonnegative : forall j, (j < d)%nat -> v j >= 0.
Proof. intros j J. left. apply v_pos, J. Qed.

Definition mass_pos := SPARSE_SVM.mass_pos n d A v examples feasible.

(** Only tight examples have a multiplier: averaged by the multipliers, the scores are their sum. *)
Lemma active : dot d (mixed n alpha A) v = sum n alpha.
Proof.
  rewrite <- mixed_dot. apply sum_ext. intros i I. pose proof (slackness i I). lra.
Qed.

Lemma entropic_no_gap : sum d (fun j => v j * ln (v j / (exp 1 * pi j))) =
  sum n alpha - sum d (fun j => pi j * exp (sum n (fun i => alpha i * A i j))).
Proof.
  rewrite <- active. unfold dot, Rminus. rewrite <- sum_opp.
  rewrite <- sum_plus. apply sum_ext. intros j J. rewrite <- (form j J).
  pose proof (pi_pos j J). pose proof (exp_pos 1). unfold mixed.
  set (e := sum n (fun i => alpha i * A i j)). replace (v j / (exp 1 * pi j)) with (exp (e - 1)).
  - rewrite ln_exp. ring.
  - rewrite (form j J). fold e. unfold Rminus. rewrite exp_plus, exp_Ropp. field. lra.
Qed.

(** For any weights without a negative entry. *)
Lemma fenchel_any x : (forall j, (j < d)%nat -> 0 <= x j) -> sum d (fun j => x j * ln (x j / (exp 1 * pi j))) >=
  sum n (fun i => alpha i * dot d (A i) x) - sum d (fun j => pi j * exp (sum n (fun i => alpha i * A i j))).
Proof.
  intros P. apply Rle_ge. rewrite mixed_dot. unfold dot, Rminus. rewrite <- sum_opp.
  rewrite <- sum_plus. apply sum_le. intros j J.
  pose proof (young (x j) (pi j) (mixed n alpha A j) (P j J) (pi_pos j J)) as Y. unfold mixed in *. lra.
Qed.

Lemma weights : forall t, (t <= U)%nat -> distribution d (w t).
Proof. exact (stays_distribution d eta U w a prior prior_mass update_rule). Qed.

Lemma fenchel : sum d (fun j => w U j * ln (w U j / (exp 1 * pi j))) >=
  sum n (fun i => alpha i * dot d (A i) (w U)) - sum d (fun j => pi j * exp (sum n (fun i => alpha i * A i j))).
Proof. apply fenchel_any. intros j J. left. apply (weights U); [lia | exact J]. Qed.

(** The same for all updates, without logarithms. *)
Definition undivided (t : nat) : vec := fun j => w 0%nat j * exp (eta * sum t (fun s => a (S s) j)).

Lemma undivided_pos t j : (j < d)%nat -> 0 < undivided t j.
Proof. intros J. apply Rmult_lt_0_compat; [apply prior, J | apply exp_pos]. Qed.

Lemma undivided_sum_pos t : 0 < sum d (undivided t).
Proof. apply sum_pos; [exact (mass_some d _ prior_mass)|]. intros. apply undivided_pos. assumption. Qed.

Lemma divided : forall t, (t <= U)%nat -> forall j, (j < d)%nat -> w t j = undivided t j / sum d (undivided t).
Proof.
  assert (forall t j, undivided (S t) j = undivided t j * exp (eta * a (S t) j)) as Next.
  { intros t j. unfold undivided. rewrite Rmult_assoc, <- exp_plus, sum_S. do 2 f_equal. ring. }
  induction t as [|t IH]; intros T j J.
  - unfold undivided. simpl. rewrite (sum_ext d _ (w 0%nat)) by (intros; rewrite Rmult_0_r, exp_0; ring).
    rewrite prior_mass, Rmult_0_r, exp_0. field.
  - pose proof (undivided_sum_pos t). pose proof (undivided_sum_pos (S t)).
    rewrite update_rule by lia. replace (S t - 1)%nat with t by lia.
    replace (Z d eta (w t) (a (S t))) with (sum d (undivided (S t)) / sum d (undivided t)).
    + rewrite (IH ltac:(lia) j J), Next. field. lra.
    + unfold Z, normaliser, Rdiv. rewrite Rmult_comm, <- sum_mult. apply sum_ext. intros k K.
      rewrite (IH ltac:(lia) k K), Next. unfold scale. field. lra.
Qed.

Lemma winnow_form : forall j, (j < d)%nat -> ln (w U j) = ln (w 0%nat j) + eta * sum U (fun s => a (S s) j) -
  ln (sum d (fun k => w 0%nat k * exp (eta * sum U (fun s => a (S s) k)))).
Proof.
  intros j J. rewrite (divided U ltac:(lia) j J), ln_quotient by (apply undivided_pos, J || apply undivided_sum_pos).
  unfold undivided at 1. rewrite ln_mult, ln_exp by (apply prior, J || apply exp_pos). reflexivity.
Qed.

Definition comparator := SPARSE_SVM.comparator n d A v examples nonnegative feasible.
Definition comparator_mass : sum d u = 1 := SPARSE_SVM.comparator_mass n d A v examples nonnegative feasible.
Definition rescaled := SPARSE_SVM.rescaled n d A v examples feasible.

Lemma margin : forall t, (1 <= t <= U)%nat -> dot d (a t) u >= gamma.
Proof. intros t T. apply rescaled, index_in, T. Qed.

Lemma margin_above_threshold : gamma > theta.
Proof. rewrite no_threshold. apply Rdiv_lt_0_compat; [lra | exact mass_pos]. Qed.

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

Lemma pi_mass_pos : 0 < norm1 d pi.
Proof.
  unfold norm1. apply sum_pos; [exact (mass_some d _ prior_mass)|]. intros j J. pose proof (pi_pos j J).
  rewrite Rabs_pos_eq; lra.
Qed.

Lemma start : KL d u (w 0%nat) = 1 / norm1 d v * sum n alpha - ln (norm1 d v / norm1 d pi).
Proof.
  pose proof mass_pos as V. pose proof pi_mass_pos as P. rewrite <- active.
  replace (1 / norm1 d v * dot d (mixed n alpha A) v - ln (norm1 d v / norm1 d pi))
    with (1 / norm1 d v * dot d (mixed n alpha A) v + - ln (norm1 d v / norm1 d pi) * sum d u)
    by (rewrite comparator_mass; ring).
  unfold dot. rewrite <- !sum_mult, <- sum_plus. apply sum_ext. intros j J. unfold mixed.
  pose proof (pi_pos j J). set (e := sum n (fun i => alpha i * A i j)).
  replace (u j / w 0%nat j) with (exp e / (norm1 d v / norm1 d pi)).
  - rewrite ln_quotient, ln_exp by (apply exp_pos || apply Rdiv_lt_0_compat; lra). unfold u. field. lra.
  - rewrite (same_start j J). unfold u. rewrite (form j J). fold e. field. lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat ->
  INR t <= 2 * Rad ^ 2 * norm1 d v * (sum n alpha - norm1 d v * ln (norm1 d v / norm1 d pi)).
Proof.
  intros t T. pose proof mass_pos as V. pose proof (total_progress t T). pose proof (floor t T). pose proof (pos_INR t).
  assert (Rad > 0) as P.
  { apply (WINNOW.range_pos d U u theta gamma Rad a);
      auto using comparator, comparator_mass, margin, margin_above_threshold. lia. }
  assert (0 < gamma) by (unfold gamma; apply Rdiv_lt_0_compat; lra).
  assert (0 < gamma ^ 2 / (2 * Rad ^ 2)) by (apply Rdiv_lt_0_compat; nra).
  replace (2 * Rad ^ 2 * norm1 d v * (sum n alpha - norm1 d v * ln (norm1 d v / norm1 d pi)))
    with (KL d u (w 0%nat) / (gamma ^ 2 / (2 * Rad ^ 2))) by (rewrite start; unfold gamma; field; lra).
  apply le_div; nra.
Qed.
End Lines.

(** Any prior, any examples, any solution of this form: it is the best there is; and for every rule for ties and every
    learning rate that gains enough, Winnow from that prior makes at most so many updates on any sequence of these
    examples. *)
Theorem theorem : forall (n d : nat) (ex : nat -> example) (pi v alpha : vec)
    (Rad : R),
  let A := fun i => signed (ex i) in
  (1 <= n)%nat ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  (forall j, (j < d)%nat -> pi j > 0) ->
  (forall j, (j < d)%nat ->
    v j = pi j * exp (sum n (fun i => alpha i * A i j))) ->
  (forall i, (i < n)%nat -> dot d (A i) v >= 1) ->
  (forall i, (i < n)%nat -> alpha i >= 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v > 1 -> alpha i = 0) ->
  let gamma := 1 / norm1 d v in
  (forall x, inside n d A x -> objective d pi v <= objective d pi x) /\
    0 < gamma <= Rad /\
  (forall (tie : tie_rule) (eta : R) (es : list example),
   let w0 := fun j => pi j / norm1 d pi in
   (forall e, In e es -> exists i, (i < n)%nat /\ e = ex i) ->
   eta > 0 ->
   eta * gamma - ln (cosh (eta * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2) ->
   INR (winnow_count tie d eta 0 w0 es) <=
     2 * Rad ^ 2 * norm1 d v
       * (sum n alpha - norm1 d v * ln (norm1 d v / norm1 d pi)) /\
   INR (winnow_mistakes tie d eta 0 w0 es) <=
     2 * Rad ^ 2 * norm1 d v
       * (sum n alpha - norm1 d v * ln (norm1 d v / norm1 d pi))).
Proof.
  intros n d ex pi v alpha Rad A Hn HR Hpi Form Feas Mult Slack s0.
  set (P := norm1 d pi). set (w0 := fun j => pi j / P).
  assert (sum d pi = P) as Mpi by (symmetry; apply norm1_nonneg; intros j J; left; apply Hpi, J).
  assert (d <> O) as Hd.
  { intros E. pose proof (Feas 0%nat ltac:(lia)) as F. rewrite E in F. unfold dot in F. simpl in F. lra. }
  assert (0 < P) as PP by (rewrite <- Mpi; apply sum_pos; [exact Hd | exact Hpi]).
  assert (forall j, (j < d)%nat -> w0 j > 0) as Prior.
  { intros j J. apply Rdiv_lt_0_compat; [apply Hpi, J | exact PP]. }
  assert (sum d w0 = 1) as Mass.
  { unfold w0. rewrite (sum_ext d _ (fun j => / P * pi j)), sum_mult, Mpi by (intros; unfold Rdiv; ring). field. lra. }
  assert (forall j, (j < d)%nat -> w0 j = pi j / norm1 d pi) as Same by reflexivity.
  assert (forall i, (i < n)%nat -> alpha i * (dot d (A i) v - 1) = 0) as Slack'.
  { intros i I. destruct (Feas i I) as [G|E]; [rewrite (Slack i I G); ring | rewrite E; ring]. }
  assert (0 < norm1 d v) as V by (apply (mass_pos n d A v); assumption).
  assert (0 < s0) as S0 by (apply Rdiv_lt_0_compat; lra).
  pose proof (comparator n d A pi v alpha (fun _ => w0) Hn Prior Same Form Feas) as Cu.
  pose proof (comparator_mass n d A pi v alpha (fun _ => w0) Hn Prior Same Form Feas) as Cm.
  assert (s0 <= Rad) as Top.
  { apply Rle_trans with (dot d (A 0%nat) (u d v)).
    - apply Rge_le, (rescaled n d A v Hn Feas). lia.
    - apply margin_le_range; [apply as_mixture; assumption | intros j J; apply HR; [lia | exact J]]. }
  split; [|split; [split; assumption|]].
  - intros x [Nx Fx]. unfold objective.
    rewrite (entropic_no_gap n d A pi v alpha (fun _ => w0)) by assumption.
    eapply Rle_trans; [|apply Rge_le, (fenchel_any n d A pi alpha (fun _ => w0)); try assumption].
    + apply Rplus_le_compat_r, sum_le. intros i I. pose proof (Mult i I). pose proof (Fx i I). nra.
    + intros j J. apply Rge_le, Nx, J.
  - intros tie eta es w0' Hes He Hc. change w0' with w0 in *.
    assert (forall e, In e (winnow_updates tie d eta 0 w0 es) -> exists i, (i < n)%nat /\ e = ex i)
      as From by (unfold winnow_updates; eauto using updates_in).
    assert (0 < s0 ^ 2 / (2 * Rad ^ 2)) as G by (apply Rdiv_lt_0_compat; nra).
    rewrite <- C_no_threshold in Hc by lra.
    pose proof (played_range n d ex _ From Rad HR) as Range. destruct (played_index n ex _ From) as (index & Shown).
    destruct (last_update tie d eta 0 w0 es
      (2 * Rad ^ 2 * norm1 d v * (sum n alpha - norm1 d v * ln (norm1 d v / P)))) as [B M];
      [| |split; [exact B | apply M; lra]].
    + replace (2 * Rad ^ 2 * norm1 d v * (sum n alpha - norm1 d v * ln (norm1 d v / P)))
        with (KL d (u d v) w0 / (s0 ^ 2 / (2 * Rad ^ 2))).
      * apply Rle_mult_inv_pos; [apply gibbs; [apply as_mixture; assumption | split; assumption] | exact G].
      * unfold P. rewrite (start n d A pi v alpha (fun _ => w0)) by assumption. unfold s0. field. lra.
    + intros T. apply (bound n d (length (run_updates tie d 0 (update d eta) w0 es)) A index pi v alpha eta 0 Rad
        (run_weights tie d 0 (update d eta) w0 es));
        try of_the_run; intros t L; destruct (Shown t L) as [In E]; try exact In;
        change (a A index t) with (signed (ex (index t))); rewrite <- E.
      * exact (run_rule tie d eta 0 _ es t L).
      * exact (run_mistake tie d 0 _ _ es t L).
      * exact (run_range tie d 0 _ _ es Rad Range t L).
Qed.

(** The simple learning rate is such a learning rate: by the theorem gamma is in this range, being a margin of a
    mixture. *)
Theorem simple_step : forall gamma Rad, 0 < gamma <= Rad ->
  gamma / Rad ^ 2 > 0 /\ gamma / Rad ^ 2 * gamma - ln (cosh (gamma / Rad ^ 2 * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2).
Proof. intros gamma Rad H. apply (SPARSE_SVM.steps gamma Rad H). Qed.
End ENTROPIC_SVM.
