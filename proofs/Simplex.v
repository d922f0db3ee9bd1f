(** Weights with sum 1: the common ground of Winnow, Hedge, boosting and the one proof.

    Logarithm and exponential; weights that are multiplied by exponentials and divided by their sum; relative entropy
    and Gibbs' inequality; the chord of exp; coins, with Pinsker's and Hoeffding's inequalities. *)
From Coq Require Import Reals Lra Psatz Lia.
From MB Require Import Vectors.
Open Scope R_scope.

(** * Logarithm and exponential *)

Lemma ln_le x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros P [L|E]; [left; apply ln_increasing; assumption | rewrite E; lra]. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [L|E]; [left; apply exp_increasing; assumption | rewrite E; lra]. Qed.

Lemma ln_below z : 0 < z -> ln z <= z - 1.
Proof. intros P. pose proof (exp_ineq1_le (ln z)) as H. rewrite exp_ln in H by assumption. lra. Qed.

Lemma ln_quotient x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat. Qed.

(** exp is convex: it lies above its tangent at the mean. *)
Lemma exp_convex l p q : 0 <= l <= 1 -> exp (l * p + (1 - l) * q) <= l * exp p + (1 - l) * exp q.
Proof.
  intros L. set (m := l * p + (1 - l) * q).
  assert (forall z, exp m * (1 + (z - m)) <= exp z) as T.
  { intros z. replace (exp z) with (exp m * exp (z - m)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  pose proof (Rmult_le_compat_l l _ _ ltac:(lra) (T p)) as P.
  pose proof (Rmult_le_compat_l (1 - l) _ _ ltac:(lra) (T q)) as Q.
  replace (exp m) with (l * (exp m * (1 + (p - m))) + (1 - l) * (exp m * (1 + (q - m)))) by (unfold m; ring).
  lra.
Qed.

(** Between its ends exp lies below its chord. *)
Lemma exp_chord lo hi z : lo < hi -> lo <= z <= hi ->
  exp z <= ((hi - z) * exp lo + (z - lo) * exp hi) / (hi - lo).
Proof.
  intros E Z. set (l := (hi - z) / (hi - lo)).
  assert (0 <= l <= 1) as L.
  { unfold l. split; [apply Rle_mult_inv_pos; lra|]. apply Rmult_le_reg_r with (hi - lo); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (exp_convex l lo hi L) as C.
  replace (l * lo + (1 - l) * hi) with z in C by (unfold l; field; lra).
  replace (l * exp lo + (1 - l) * exp hi) with (((hi - z) * exp lo + (z - lo) * exp hi) / (hi - lo)) in C
    by (unfold l; field; lra).
  exact C.
Qed.

Lemma cosh_pos z : 0 < cosh z.
Proof. unfold cosh. pose proof (exp_pos z). pose proof (exp_pos (- z)). lra. Qed.

Lemma sinh_pos z : 0 < z -> 0 < sinh z.
Proof. intros P. unfold sinh. pose proof (exp_increasing (- z) z ltac:(lra)). lra. Qed.

(** * Distributions *)

(** [mixture]: no entry is negative, and they sum to 1. [distribution]: none is 0 either. *)
Definition mixture (d : nat) (u : vec) : Prop := (forall j, (j < d)%nat -> 0 <= u j) /\ sum d u = 1.
Definition distribution (d : nat) (w : vec) : Prop := (forall j, (j < d)%nat -> 0 < w j) /\ sum d w = 1.
Definition uniform (d : nat) : vec := fun _ => 1 / INR d.

Lemma distribution_mixture d w : distribution d w -> mixture d w.
Proof. intros [P M]. split; [intros j J; left; auto | exact M]. Qed.

Lemma mass_some d w : sum d w = 1 -> d <> O.
Proof. intros M E. rewrite E in M. simpl in M. lra. Qed.

Lemma uniform_distribution d : d <> O -> distribution d (uniform d).
Proof.
  intros D. assert (0 < INR d) by (apply lt_0_INR; lia). split.
  - intros j J. apply Rdiv_lt_0_compat; lra.
  - unfold uniform. rewrite sum_const. field. lra.
Qed.

Lemma sum_nonneg d f : (forall j, (j < d)%nat -> 0 <= f j) -> 0 <= sum d f.
Proof. intros N. replace 0 with (sum d (fun _ => 0)) by (rewrite sum_const; ring). apply sum_le, N. Qed.

(** No entry is above the sum of them all. *)
Lemma entry_le_sum d f : (forall j, (j < d)%nat -> 0 <= f j) -> forall j, (j < d)%nat -> f j <= sum d f.
Proof.
  intros N. induction d as [|d IH]; intros j J; [lia|]. rewrite sum_S.
  pose proof (sum_nonneg d f ltac:(auto)). pose proof (N d ltac:(lia)).
  destruct (Nat.eq_dec j d) as [->|Dif]; [lra|]. assert (f j <= sum d f) by (apply IH; [auto | lia]). lra.
Qed.

Lemma mixture_le_1 d u : mixture d u -> forall j, (j < d)%nat -> u j <= 1.
Proof. intros [N <-]. apply entry_le_sum, N. Qed.

(** A mean lies where the numbers lie. *)
Lemma mean_le d u a c : mixture d u -> (forall j, (j < d)%nat -> a j <= c) -> dot d u a <= c.
Proof.
  intros [N M] A. replace c with (sum d (fun j => c * u j)) by (rewrite sum_mult, M; ring).
  apply sum_le. intros j J. rewrite (Rmult_comm c). apply Rmult_le_compat_l; auto.
Qed.

Lemma mean_ge d u a c : mixture d u -> (forall j, (j < d)%nat -> c <= a j) -> c <= dot d u a.
Proof.
  intros [N M] A. replace c with (sum d (fun j => c * u j)) by (rewrite sum_mult, M; ring).
  apply sum_le. intros j J. rewrite (Rmult_comm c). apply Rmult_le_compat_l; auto.
Qed.

(** * Weights that are multiplied by exponentials *)

(** The sum Z of the multiplied weights, and these divided by it. *)
Definition normaliser (d : nat) (w z : vec) : R := sum d (fun j => w j * exp (z j)).
Definition tilted (d : nat) (w z : vec) : vec := fun j => w j * exp (z j) / normaliser d w z.

Lemma normaliser_pos d w z : distribution d w -> 0 < normaliser d w z.
Proof.
  intros [P M]. apply sum_pos; [exact (mass_some d w M)|].
  intros j J. apply Rmult_lt_0_compat; [auto | apply exp_pos].
Qed.

Lemma tilted_distribution d w z : distribution d w -> distribution d (tilted d w z).
Proof.
  intros D. pose proof (normaliser_pos d w z D) as N. destruct D as [P M]. unfold tilted. split.
  - intros j J. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [auto | apply exp_pos] | exact N].
  - rewrite (sum_ext d _ (fun j => / normaliser d w z * (w j * exp (z j)))) by (intros; unfold Rdiv; ring).
    rewrite sum_mult. apply Rinv_l. unfold normaliser in N. lra.
Qed.

Lemma ln_tilted d w z j : distribution d w -> (j < d)%nat ->
  ln (tilted d w z j) = ln (w j) + z j - ln (normaliser d w z).
Proof.
  intros D J. pose proof (normaliser_pos d w z D). destruct D as [P M]. pose proof (P j J). pose proof (exp_pos (z j)).
  unfold tilted. rewrite ln_quotient, ln_mult, ln_exp; try assumption; [ring|].
  apply Rmult_lt_0_compat; assumption.
Qed.

(** Z is a mean of values of exp, and so it lies below the chord at the mean exponent. *)
Lemma normaliser_chord d w z lo hi : distribution d w -> lo < hi -> (forall j, (j < d)%nat -> lo <= z j <= hi) ->
  normaliser d w z <= ((hi - dot d w z) * exp lo + (dot d w z - lo) * exp hi) / (hi - lo).
Proof.
  intros [P M] E Z.
  replace (((hi - dot d w z) * exp lo + (dot d w z - lo) * exp hi) / (hi - lo))
    with (sum d (fun j => (hi * exp lo - lo * exp hi) / (hi - lo) * w j
                          + (exp hi - exp lo) / (hi - lo) * (w j * z j)))
    by (rewrite sum_plus, !sum_mult, M; unfold dot; field; lra).
  apply sum_le. intros j J. pose proof (P j J). pose proof (exp_chord lo hi (z j) E (Z j J)) as C.
  apply Rmult_le_compat_l with (r := w j) in C; [|lra].
  replace ((hi * exp lo - lo * exp hi) / (hi - lo) * w j + (exp hi - exp lo) / (hi - lo) * (w j * z j))
    with (w j * (((hi - z j) * exp lo + (z j - lo) * exp hi) / (hi - lo))) by (field; lra).
  exact C.
Qed.

(** * Relative entropy *)

(** In Coq 0 times anything is 0, so that a term with u j = 0 is 0. *)
Definition KL (d : nat) (u w : vec) : R := sum d (fun j => u j * ln (u j / w j)).
Definition entropy (d : nat) (u : vec) : R := - sum d (fun j => u j * ln (u j)).

Lemma KL_self d u : (forall j, (j < d)%nat -> 0 <= u j) -> KL d u u = 0.
Proof.
  intros N. unfold KL. rewrite (sum_ext d _ (fun _ => 0)), sum_const; [ring|].
  intros j J. destruct (N j J) as [L|<-]; [|ring]. unfold Rdiv. rewrite Rinv_r by lra. rewrite ln_1. ring.
Qed.

(** Gibbs: u j ln (w j / u j) is at most w j - u j, because ln z is at most z - 1. *)
Lemma gibbs d u w : mixture d u -> distribution d w -> 0 <= KL d u w.
Proof.
  intros [N Mu] [P Mw].
  replace 0 with (sum d (fun j => u j + -1 * w j)) by (rewrite sum_plus, sum_mult, Mu, Mw; ring).
  apply sum_le. intros j J. pose proof (P j J). destruct (N j J) as [L|<-]; [|lra].
  pose proof (ln_below (w j / u j) ltac:(apply Rdiv_lt_0_compat; lra)) as G.
  rewrite ln_quotient in * by lra. apply Rmult_le_compat_l with (r := u j) in G; [|lra].
  replace (u j * (w j / u j - 1)) with (w j - u j) in G by (field; lra). lra.
Qed.

(** An update moves the relative entropy by ln Z less the mean exponent. *)
Lemma KL_tilted d u w z : mixture d u -> distribution d w ->
  KL d u (tilted d w z) = KL d u w + ln (normaliser d w z) - dot d u z.
Proof.
  intros [N M] D.
  replace (KL d u w + ln (normaliser d w z) - dot d u z)
    with (KL d u w + sum d (fun j => ln (normaliser d w z) * u j + -1 * (u j * z j)))
    by (rewrite sum_plus, !sum_mult, M; unfold dot; ring).
  unfold KL. rewrite <- sum_plus. apply sum_ext. intros j J.
  destruct (N j J) as [L|<-]; [|ring].
  destruct (tilted_distribution d w z D) as [P' _]. pose proof (P' j J). pose proof (proj1 D j J).
  rewrite !ln_quotient, ln_tilted by assumption. ring.
Qed.

(** From equal weights only the entropy of u is left beside ln d; and that is never negative. *)
Lemma KL_uniform d u : mixture d u -> KL d u (uniform d) = ln (INR d) - entropy d u.
Proof.
  intros [N M]. pose proof (mass_some d u M) as D. assert (0 < INR d) by (apply lt_0_INR; lia).
  replace (ln (INR d) - entropy d u) with (sum d (fun j => ln (INR d) * u j + u j * ln (u j)))
    by (rewrite sum_plus, sum_mult, M; unfold entropy; ring).
  apply sum_ext. intros j J. destruct (N j J) as [L|<-]; [|ring]. unfold uniform.
  rewrite !ln_quotient, ln_1 by (try apply Rdiv_lt_0_compat; lra). ring.
Qed.

Lemma entropy_pos d u : mixture d u -> 0 <= entropy d u.
Proof.
  intros Mix. unfold entropy. apply Ropp_0_ge_le_contravar, Rle_ge.
  replace 0 with (sum d (fun _ => 0)) by (rewrite sum_const; ring). apply sum_le. intros j J.
  pose proof (mixture_le_1 d u Mix j J) as L. destruct (proj1 Mix j J) as [P|<-]; [|lra].
  pose proof (ln_le (u j) 1 P L) as H. rewrite ln_1 in H. nra.
Qed.

Lemma KL_uniform_le d u : mixture d u -> KL d u (uniform d) <= ln (INR d).
Proof. intros M. rewrite KL_uniform by exact M. pose proof (entropy_pos d u M). lra. Qed.

(** * Coins *)

(** The relative entropy of the coin (p, 1 - p) with respect to the coin (q, 1 - q). *)
Definition coin (p q : R) : R := p * ln (p / q) + (1 - p) * ln ((1 - p) / (1 - q)).

(** The derivative of p ln x + (1 - p) ln (1 - x) + 2 (p - x)^2. *)
Lemma coin_slope p x : 0 < x < 1 ->
  derivable_pt_lim (fun x => p * ln x + (1 - p) * ln (1 - x) + 2 * (p - x) ^ 2) x
    ((p - x) * (1 / (x * (1 - x)) - 4)).
Proof.
  intros X.
  assert (derivable_pt_lim (fun x => 1 - x) x (0 - 1)) as D1.
  { apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id]. }
  assert (derivable_pt_lim (fun x => p - x) x (0 - 1)) as Dp.
  { apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id]. }
  pose proof (derivable_pt_lim_comp (fun x => 1 - x) ln x _ _ D1 (derivable_pt_lim_ln (1 - x) ltac:(lra))) as L1.
  pose proof (derivable_pt_lim_comp (fun x => p - x) (fun y => y ^ 2) x _ _ Dp (derivable_pt_lim_pow (p - x) 2)) as Sq.
  pose proof (derivable_pt_lim_scal ln p x _ (derivable_pt_lim_ln x ltac:(lra))) as Lp.
  apply (derivable_pt_lim_scal _ (1 - p)) in L1. apply (derivable_pt_lim_scal _ 2) in Sq.
  pose proof (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_plus _ _ x _ _ Lp L1) Sq) as All.
  replace ((p - x) * (1 / (x * (1 - x)) - 4))
    with (p * / x + (1 - p) * (/ (1 - x) * (0 - 1)) + 2 * (INR 2 * (p - x) ^ Nat.pred 2 * (0 - 1)))
    by (simpl; field; lra).
  exact All.
Qed.

(** Pinsker's inequality for coins: from q to p the function above rises, since x (1 - x) is at most 1/4. *)
Lemma pinsker p q : 0 < p < 1 -> 0 < q < 1 -> 2 * (p - q) ^ 2 <= coin p q.
Proof.
  intros P Q. set (f := fun x => p * ln x + (1 - p) * ln (1 - x) + 2 * (p - x) ^ 2).
  enough (f q <= f p) as F.
  { unfold f in F. unfold coin. rewrite !ln_quotient by lra.
    replace (2 * (p - p) ^ 2) with 0 in F by ring. lra. }
  assert (forall x, 0 < x < 1 -> 0 <= 1 / (x * (1 - x)) - 4) as Four.
  { intros x X. assert (0 < x * (1 - x)) as Pos by nra.
    replace (1 / (x * (1 - x)) - 4) with ((1 - 2 * x) ^ 2 / (x * (1 - x))) by (field; lra).
    apply Rle_mult_inv_pos; [apply pow2_ge_0 | exact Pos]. }
  destruct (Rtotal_order q p) as [L|[->|G]]; [|lra|].
  - destruct (MVT_cor2 f _ q p L (fun x X => coin_slope p x ltac:(lra))) as (c & E & C).
    pose proof (Four c ltac:(lra)). assert (0 <= (p - c) * (1 / (c * (1 - c)) - 4)) by (apply Rmult_le_pos; lra).
    assert (0 <= (p - c) * (1 / (c * (1 - c)) - 4) * (p - q)) by (apply Rmult_le_pos; lra). lra.
  - destruct (MVT_cor2 f _ p q G (fun x X => coin_slope p x ltac:(lra))) as (c & E & C).
    pose proof (Four c ltac:(lra)). assert (0 <= (c - p) * (1 / (c * (1 - c)) - 4)) by (apply Rmult_le_pos; lra).
    assert (0 <= (c - p) * (1 / (c * (1 - c)) - 4) * (q - p)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Hoeffding's inequality for coins, from Pinsker's: the tilted coin q has ln Z = q h - coin q p. *)
Lemma hoeffding_coin p h : 0 <= p <= 1 -> ln (1 - p + p * exp h) <= p * h + h ^ 2 / 8.
Proof.
  intros P. pose proof (pow2_ge_0 h). pose proof (exp_pos h) as X.
  destruct (Req_dec p 0) as [->|P0]; [replace (1 - 0 + 0 * exp h) with 1 by ring; rewrite ln_1; lra|].
  destruct (Req_dec p 1) as [->|P1]; [replace (1 - 1 + 1 * exp h) with (exp h) by ring; rewrite ln_exp; lra|].
  set (Z := 1 - p + p * exp h). assert (0 < p * exp h) by (apply Rmult_lt_0_compat; lra).
  assert (0 < Z) as ZP by (unfold Z; lra). set (q := p * exp h / Z).
  assert (0 < q) as Q0 by (apply Rdiv_lt_0_compat; lra).
  assert (1 - q = (1 - p) / Z) as Q1 by (unfold q, Z; field; fold Z; lra).
  assert (0 < 1 - q) by (rewrite Q1; apply Rdiv_lt_0_compat; lra).
  pose proof (pinsker q p ltac:(lra) ltac:(lra)) as K. unfold coin in K.
  replace (q / p) with (exp h / Z) in K by (unfold q; field; lra).
  replace ((1 - q) / (1 - p)) with (/ Z) in K by (rewrite Q1; field; lra).
  rewrite ln_quotient, ln_exp, ln_Rinv in K by assumption.
  (* the square of h/4 - (q - p) is not negative *)
  pose proof (pow2_ge_0 (h / 4 - (q - p))). lra.
Qed.

(** Hoeffding's inequality for the mean of exponentials. *)
Lemma hoeffding d w z lo hi : distribution d w -> (forall j, (j < d)%nat -> lo <= z j <= hi) ->
  ln (normaliser d w z) <= dot d w z + (hi - lo) ^ 2 / 8.
Proof.
  intros D B. pose proof (normaliser_pos d w z D) as N. pose proof (distribution_mixture d w D) as Mix.
  assert (lo <= dot d w z) as L by (apply mean_ge; [exact Mix | apply B]).
  assert (dot d w z <= hi) as H by (apply mean_le; [exact Mix | apply B]).
  assert (lo <= hi) as E by lra. destruct E as [E|E].
  - set (m := dot d w z) in *. set (p := (m - lo) / (hi - lo)).
    assert (0 <= p <= 1) as P.
    { unfold p. split; [apply Rle_mult_inv_pos; lra|]. apply Rmult_le_reg_r with (hi - lo); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (normaliser_chord d w z lo hi D E B) as C. fold m in C.
    replace (((hi - m) * exp lo + (m - lo) * exp hi) / (hi - lo))
      with (exp lo * (1 - p + p * exp (hi - lo))) in C.
    2:{ replace (exp hi) with (exp lo * exp (hi - lo)) by (rewrite <- exp_plus; f_equal; ring).
        unfold p. field. lra. }
    apply ln_le in C; [|exact N].
    assert (0 < 1 - p + p * exp (hi - lo)) by (pose proof (exp_pos (hi - lo)); nra).
    rewrite ln_mult, ln_exp in C by (try assumption; apply exp_pos).
    pose proof (hoeffding_coin p (hi - lo) P) as K.
    replace (p * (hi - lo)) with (m - lo) in K by (unfold p; field; lra). lra.
  - (* all exponents are equal *)
    rewrite <- E in *. replace (normaliser d w z) with (exp lo).
    2:{ unfold normaliser. rewrite (sum_ext d _ (fun j => exp lo * w j)), sum_mult, (proj2 D); [ring|].
        intros j J. replace (z j) with lo by (pose proof (B j J); lra). ring. }
    rewrite ln_exp. replace ((lo - lo) ^ 2 / 8) with 0 by field. lra.
Qed.

(** ln cosh is at most half the square. *)
Lemma ln_cosh_le z : ln (cosh z) <= z ^ 2 / 2.
Proof.
  pose proof (hoeffding_coin (1 / 2) (2 * z) ltac:(lra)) as H.
  replace (1 - 1 / 2 + 1 / 2 * exp (2 * z)) with (exp z * cosh z) in H.
  2:{ unfold cosh. replace (2 * z) with (z + z) by ring. rewrite exp_plus.
      replace (exp z * ((exp z + exp (- z)) / 2)) with ((exp z * exp z + exp z * exp (- z)) / 2) by field.
      rewrite <- (exp_plus z (- z)), Rplus_opp_r, exp_0. field. }
  rewrite ln_mult, ln_exp in H by (apply exp_pos || apply cosh_pos). lra.
Qed.
