(** Games of a table of n rows and d columns: the l1 margin, weak duality, multiplicative weights.

    A run of the game is any number of rounds, in each of which a row that pays the weights least answers; of several
    any. The table is any: its rows are the signed examples, its columns the features. *)
From Coq Require Import Reals Lra Psatz Lia.
From MB Require Import Vectors Simplex Extremes Experts.
Open Scope R_scope.

(** * Sums of sums *)

Lemma sum_swap n d (f : nat -> nat -> R) : sum n (fun i => sum d (f i)) = sum d (fun j => sum n (fun i => f i j)).
Proof.
  induction n as [|n IH]; simpl.
  - induction d as [|d IH]; simpl; [reflexivity | rewrite <- IH; ring].
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

(** A sum in which all terms but one are 0. *)
Lemma sum_one n k f : (k < n)%nat -> sum n (fun i => (if Nat.eqb k i then 1 else 0) * f i) = f k.
Proof.
  induction n as [|n IH]; intros K; [lia|]. simpl. destruct (Nat.eqb_spec k n) as [->|D].
  - rewrite (sum_ext n _ (fun _ => 0)), sum_const; [ring|].
    intros i I. destruct (Nat.eqb_spec n i); [lia | ring].
  - rewrite IH by lia. ring.
Qed.

(** * The game *)

(** A mixture of the rows, and the least score of a row. *)
Definition mixed (n : nat) (q : vec) (A : nat -> vec) : vec := fun j => sum n (fun i => q i * A i j).
Definition margin (n d : nat) (A : nat -> vec) (u : vec) : R := least n (fun i => dot d (A i) u).

Lemma mixed_dot n d q A u : sum n (fun i => q i * dot d (A i) u) = dot d (mixed n q A) u.
Proof.
  unfold dot, mixed. transitivity (sum n (fun i => sum d (fun j => q i * A i j * u j))).
  - apply sum_ext. intros i _. rewrite <- sum_mult. apply sum_ext. intros. ring.
  - rewrite sum_swap. apply sum_ext. intros j _. rewrite (Rmult_comm _ (u j)), <- sum_mult.
    apply sum_ext. intros. ring.
Qed.

(** The weights w after t rounds, if row [rows t] answers in round t, with the step [eta t]. *)
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
  margin n d A u <= largest d (mixed n q A).
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
  margin n d A u <= 1 / sum n alpha.
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
Hypothesis update_rule : forall t j, (1 <= t <= T)%nat -> (j < d)%nat ->
  w t j = w (t - 1)%nat j * exp (etas t * a t j) / Z t.
Hypothesis range : forall t j, (1 <= t <= T)%nat -> (j < d)%nat -> Rabs (a t j) <= Rad.
Hypothesis best_answer : forall t, (1 <= t <= T)%nat ->
  dot d (a t) (w (t - 1)%nat) = least n (fun i => dot d (A i) (w (t - 1)%nat)).
Hypothesis constant_step : forall t, (1 <= t <= T)%nat -> etas t = eta.
Hypothesis tuned : eta = 1 / Rad * sqrt (2 * ln (INR d) / INR T).

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

Lemma distributed t : (t <= T)%nat -> distribution d (w t).
Proof.
  apply (total_distribution d T w (fun t j => etas t * a t j)); [lia | exact uniform | exact update_rule].
Qed.

Lemma ln_d_pos : 0 < ln (INR d).
Proof. rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). lia. Qed.

(** The root in the step: its square is 2 ln d / T. *)
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
  2:{ unfold dot. rewrite <- sum_mult. apply sum_ext. intros. rewrite (constant_step t H). ring. }
  apply Rle_trans with (1 := B ltac:(intros j J; pose proof (range t j H J) as L; rewrite (constant_step t H);
    unfold Rabs in L; destruct (Rcase_abs _); split; nra)).
  right. field.
Qed.

Lemma potential : for_rounds t, sum t (fun s => ln (Z (S s))) =
  ln (1 / INR d * sum d (fun j => exp (sum t (fun s => etas (S s) * a (S s) j)))).
Proof.
  intros t H.
  transitivity (sum t (fun s => ln (sum d (fun j => w s j * exp (etas (S s) * a (S s) j))))).
  - apply sum_ext. intros s _. unfold Z. replace (S s - 1)%nat with s by lia. reflexivity.
  - apply (ln_sums d T w (fun t j => etas t * a t j)); [lia | exact uniform | exact update_rule | lia].
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
  intros s L. rewrite constant_step by lia. reflexivity.
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

Lemma least_is_below_average :
  least n (fun i => dot d (A i) (w_bar T)) <= sum n (fun i => q_bar i * dot d (A i) (w_bar T)).
Proof. apply WEAK_DUALITY.least_is_below_average, q_bar_mixture. Qed.

Lemma average_is_below_largest :
  sum n (fun i => q_bar i * dot d (A i) (w_bar T)) <= largest d (fun j => sum n (fun i => q_bar i * A i j)).
Proof. apply WEAK_DUALITY.average_is_below_largest, w_bar_mixture. Qed.

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
  is_lub (fun g => exists u, mixture d u /\ g = margin n d A u).

(** Any table, any number of rounds, and of several rows that pay least any. The averages of the run are mixtures that
    enclose the value of the game, and their gap is small. *)
Theorem theorem : forall (n d T : nat) (A : nat -> vec) (rows : nat -> nat) (Rad : R),
  (2 <= d)%nat ->
  (1 <= T)%nat ->
  Rad > 0 ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  let w := game d A rows (fun _ => 1 / Rad * sqrt (2 * ln (INR d) / INR T)) in
  answered n d T A rows w ->
  let lower := margin n d A (w_bar w T) in
  let upper := largest d (mixed n (q_bar T rows) A) in
  mixture d (w_bar w T) /\ mixture n (q_bar T rows) /\
  (forall gamma1, value n d A gamma1 -> lower <= gamma1 <= upper) /\
  upper - lower <= Rad * sqrt (2 * ln (INR d) / INR T) /\
  (upper - lower > 0 -> INR T <= 2 * Rad ^ 2 * ln (INR d) / (upper - lower) ^ 2).
Proof.
  intros n d T A rows Rad Hd HT HR HA w Hw lower upper.
  set (eta := 1 / Rad * sqrt (2 * ln (INR d) / INR T)) in *.
  assert (forall t, (1 <= t <= T)%nat -> (rows t < n)%nat) as I by (intros t L; apply Hw, L).
  assert (forall t j, (1 <= t <= T)%nat -> (j < d)%nat ->
    w t j = w (t - 1)%nat j * exp (eta * a A rows t j) / Z d A rows (fun _ => eta) w t) as U.
  { intros t j L _. apply game_multiplied. lia. }
  assert (forall t j, (1 <= t <= T)%nat -> (j < d)%nat -> Rabs (a A rows t j) <= Rad) as HA'.
  { intros t j L J. apply HA; [apply I, L | exact J]. }
  assert (forall j, (j < d)%nat -> w 0%nat j = 1 / INR d) as S0 by reflexivity.
  assert (mixture d (w_bar w T)) as Mw by (apply w_bar_mixture with A rows (fun _ => eta); assumption).
  assert (mixture n (q_bar T rows)) as Mq by (apply q_bar_mixture with d; assumption).
  split; [exact Mw|]. split; [exact Mq|]. split; [|split].
  - intros gamma1 [Above Least]. split; [apply Above; eauto|].
    apply Least. intros g (u & Mu & ->). apply WEAK_DUALITY.theorem; assumption.
  - apply gap with (fun _ => eta) eta; try assumption; try reflexivity. apply (answered_least n d T A rows w Hw).
  - apply bound with (fun _ => eta) eta; try assumption; try reflexivity. apply (answered_least n d T A rows w Hw).
Qed.
End MULTIPLICATIVE_WEIGHTS.
