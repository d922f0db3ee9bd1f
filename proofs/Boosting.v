(** AdaBoost turns hypotheses that are a little better than chance into a vote that is right everywhere.

    A run is any number of rounds, in each of which any hypothesis with the largest edge is chosen. The hypotheses are
    any table of signed values between -Rad and Rad, with a mixture that has a positive margin. *)
From Coq Require Import Reals Lra Psatz Lia.
From MB Require Import Vectors Counts Simplex Experts SparseSvm.
Open Scope R_scope.

(** * The learner *)

(** [h j] are the signed values of hypothesis j on the n examples: positive where it is right. *)
Definition edge_of (n : nat) (q : vec) (h : vec) : R := dot n h q.
Definition say (Rad r : R) : R := 1 / (2 * Rad) * ln ((Rad + r) / (Rad - r)).

(** The weights on the examples after t rounds, if hypothesis [chosen t] is chosen in round t. *)
Fixpoint adaboost (n : nat) (h : nat -> vec) (chosen : nat -> nat) (Rad : R) (t : nat) : vec :=
  match t with
  | O => uniform n
  | S s => let q := adaboost n h chosen Rad s in
           tilted n q (fun i => - (say Rad (edge_of n q (h (chosen t))) * h (chosen t) i))
  end.

(** The edge of round t, and the vote after t rounds. *)
Definition edge_at n h chosen Rad (t : nat) : R := edge_of n (adaboost n h chosen Rad (t - 1)) (h (chosen t)).
Definition vote n h chosen Rad (t i : nat) : R :=
  sum t (fun s => say Rad (edge_at n h chosen Rad (S s)) * h (chosen (S s)) i).

Module ADABOOST.
(** The gain of a round. *)
Definition gain_at (Rad gamma : R) : R := - (1 / 2) * ln (1 - gamma ^ 2 / Rad ^ 2).

(** It grows with the margin. *)
Lemma gain_grows Rad gamma r : 0 < gamma <= r -> r < Rad -> gain_at Rad gamma <= gain_at Rad r.
Proof.
  intros G B. unfold gain_at. assert (ln (1 - r ^ 2 / Rad ^ 2) <= ln (1 - gamma ^ 2 / Rad ^ 2)); [|lra]. apply ln_le.
  - replace (1 - r ^ 2 / Rad ^ 2) with ((Rad - r) * (Rad + r) / Rad ^ 2) by (field; lra).
    apply Rdiv_lt_0_compat; nra.
  - apply Rplus_le_compat_l, Ropp_le_contravar, Rmult_le_compat_r; [|apply pow_incr; lra].
    left. apply Rinv_0_lt_compat. nra.
Qed.

(** As in the book, q are the weights on the examples, and a the signed values of the hypothesis that answers. *)
Section Lines.
Variables (k n T : nat) (h : nat -> vec) (chosen : nat -> nat) (alpha : nat -> R) (Rad : R) (u : vec).
Variable q : nat -> vec.

Definition a (t : nat) : vec := h (chosen t).
Definition Z (t : nat) : R := sum n (fun i => q (t - 1)%nat i * exp (- (alpha t * a t i))).
Definition r (t : nat) : R := dot n (a t) (q (t - 1)%nat).
Definition F (t i : nat) : R := sum t (fun s => alpha (S s) * a (S s) i).
Definition γ : R := least n (fun i => sum k (fun j => u j * h j i)).
Definition g : R := gain_at Rad γ.

Hypothesis examples : (1 <= n)%nat.
Hypothesis rounds : (1 <= T)%nat.
Hypothesis chosen_in : forall t, (1 <= t <= T)%nat -> (chosen t < k)%nat.
Hypothesis size : Rad > 0.
Hypothesis edge_below_range : forall t, (1 <= t <= T)%nat -> r t < Rad.
Hypothesis uniform : forall i, (i < n)%nat -> q 0%nat i = 1 / INR n.
Hypothesis update_rule : forall t, (1 <= t <= T)%nat -> forall i, (i < n)%nat ->
  q t i = q (t - 1)%nat i * exp (- (alpha t * a t i)) / Z t.
Hypothesis range : forall t, (1 <= t <= T)%nat -> forall i, (i < n)%nat -> Rabs (a t i) <= Rad.
Hypothesis best_answer : forall t, (1 <= t <= T)%nat ->
  dot n (a t) (q (t - 1)%nat) = largest k (fun j => dot n (h j) (q (t - 1)%nat)).
Hypothesis tuned_to_edge : forall t, (1 <= t <= T)%nat -> alpha t = 1 / (2 * Rad) * ln ((Rad + r t) / (Rad - r t)).
Hypothesis mixture : forall j, (j < k)%nat -> u j >= 0.
Hypothesis mixture_mass : sum k u = 1.
Hypothesis margin : γ > 0.
Hypothesis still_wrong : least n (F T) <= 0.

Notation "'for_rounds' t , P" := (forall t, (1 <= t <= T)%nat -> P) (at level 200, t name).

Lemma distributed t : (t <= T)%nat -> distribution n (q t).
Proof.
  apply (total_distribution n T q (fun t i => - (alpha t * a t i))); [assumption | exact uniform |].
  exact (fun t i H I => update_rule t H i I).
Qed.

Lemma edge : for_rounds t, r t >= γ.
Proof.
  intros t H. pose proof (distributed (t - 1) ltac:(lia)) as D.
  (* no edge is larger *)
  assert (forall j, (j < k)%nat -> dot n (h j) (q (t - 1)%nat) <= r t) as Best.
  { intros j J. unfold r. rewrite best_answer by exact H.
    exact (largest_ge k (fun j => dot n (h j) (q (t - 1)%nat)) j J). }
  (* averaged by u, the edges are at least gamma *)
  apply Rle_ge, Rle_trans with (sum k (fun j => u j * dot n (h j) (q (t - 1)%nat))).
  - rewrite mixed_dot, dot_sym. apply mean_ge; [apply distribution_mixture, D|].
    intros i I. exact (least_le n (fun i => sum k (fun j => u j * h j i)) i I).
  - apply (mean_le k u (fun j => dot n (h j) (q (t - 1)%nat))); [|exact Best].
    split; [intros j J; apply Rge_le; auto | exact mixture_mass].
Qed.

(** The step makes the two terms of the chord equal. *)
Lemma step_square : for_rounds t, exp (alpha t * Rad) * exp (alpha t * Rad) = (Rad + r t) / (Rad - r t).
Proof.
  intros t H. pose proof (edge t H). pose proof (edge_below_range t H). rewrite <- exp_plus, (tuned_to_edge t H).
  rewrite <- (exp_ln ((Rad + r t) / (Rad - r t))) at 3 by (apply Rdiv_lt_0_compat; lra). f_equal. field. lra.
Qed.

Lemma alpha_pos : for_rounds t, 0 < alpha t.
Proof.
  intros t H. pose proof (edge t H). pose proof (edge_below_range t H). rewrite (tuned_to_edge t H).
  apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|].
  rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (Rad - r t); [lra|].
  replace ((Rad + r t) / (Rad - r t) * (Rad - r t)) with (Rad + r t) by (field; lra). lra.
Qed.

Lemma normaliser : for_rounds t, ln (Z t) <= 1 / 2 * ln (1 - r t ^ 2 / Rad ^ 2).
Proof.
  intros t H. pose proof (alpha_pos t H) as P. pose proof (edge t H). pose proof (edge_below_range t H).
  pose proof (distributed (t - 1) ltac:(lia)) as D. pose proof (step_square t H) as E.
  set (e := exp (alpha t * Rad)) in *. assert (0 < e) as EP by apply exp_pos.
  assert (0 < alpha t * Rad) by nra.
  pose proof (normaliser_chord n (q (t - 1)%nat) (fun i => - (alpha t * a t i)) (- (alpha t * Rad)) (alpha t * Rad) D
    ltac:(nra))
    as C.
  replace (dot n (q (t - 1)%nat) (fun i => - (alpha t * a t i))) with (- (alpha t * r t)) in C.
  2:{ replace (- (alpha t * r t)) with (- alpha t * r t) by ring.
      unfold r, dot. rewrite <- sum_mult. apply sum_ext. intros. ring. }
  rewrite exp_Ropp in C. fold e in C.
  assert (Z t <= (1 - r t / Rad) * e) as B.
  { eapply Rle_trans; [apply C|right].
    - intros j J. pose proof (range t H j J) as L. unfold Rabs in L. destruct (Rcase_abs _); split; nra.
    - replace (/ e) with ((Rad - r t) / (Rad + r t) * e).
      + field. lra.
      + apply Rmult_eq_reg_r with e; [|lra]. rewrite Rmult_assoc, E. field. lra. }
  assert (0 < 1 - r t / Rad) as P1.
  { replace (1 - r t / Rad) with ((Rad - r t) / Rad) by (field; lra). apply Rdiv_lt_0_compat; lra. }
  assert (0 < (1 - r t / Rad) * e) as QE by nra.
  apply Rle_trans with (ln ((1 - r t / Rad) * e)).
  - apply ln_le; [exact (normaliser_pos n (q (t - 1)%nat) (fun i => - (alpha t * a t i)) D) | exact B].
  - replace (1 - r t ^ 2 / Rad ^ 2) with ((1 - r t / Rad) * e * ((1 - r t / Rad) * e)).
    + rewrite (ln_mult ((1 - r t / Rad) * e) ((1 - r t / Rad) * e)) by assumption. lra.
    + replace ((1 - r t / Rad) * e * ((1 - r t / Rad) * e)) with ((1 - r t / Rad) ^ 2 * (e * e)) by ring.
      rewrite E. field. lra.
Qed.

Lemma gain : for_rounds t, 1 / 2 * ln (1 - r t ^ 2 / Rad ^ 2) <= - g.
Proof.
  intros t H. pose proof (edge t H). pose proof (edge_below_range t H).
  pose proof (gain_grows Rad γ (r t) ltac:(lra) ltac:(lra)) as G. fold g in G. unfold gain_at in G. lra.
Qed.

Lemma potential : for_rounds t, sum t (fun s => ln (Z (S s))) =
  ln (1 / INR n * sum n (fun i => exp (- F t i))).
Proof.
  intros t H. transitivity (sum t (fun s => ln (sum n (fun i => q s i * exp (- (alpha (S s) * a (S s) i)))))).
  - apply sum_ext. intros s _. unfold Z. replace (S s - 1)%nat with s by lia. reflexivity.
  - transitivity (ln (1 / INR n * sum n (fun i => exp (sum t (fun s => - (alpha (S s) * a (S s) i)))))).
    + apply (ln_sums n T q (fun t i => - (alpha t * a t i))); [assumption | exact uniform | | lia].
      exact (fun t i H I => update_rule t H i I).
    + do 2 f_equal. apply sum_ext. intros i _. f_equal. unfold F.
      rewrite (sum_ext t _ (fun s => -1 * (alpha (S s) * a (S s) i))), sum_mult by (intros; ring). ring.
Qed.

Lemma training_error : for_rounds t,
  1 / INR n * sum n (fun i => if Rle_dec (F t i) 0 then 1 else 0) <= 1 / INR n * sum n (fun i => exp (- F t i)).
Proof.
  intros t H. assert (0 < INR n) by (apply lt_0_INR; lia).
  apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|]. apply sum_le. intros i I.
  destruct (Rle_dec (F t i) 0) as [L|G]; [|left; apply exp_pos].
  rewrite <- exp_0. destruct L as [L|L]; [left; apply exp_increasing; lra | right; f_equal; lra].
Qed.

Lemma total_gain : for_rounds t, sum t (fun s => ln (Z (S s))) <= - g * INR t.
Proof.
  intros t H. rewrite Rmult_comm, <- sum_const. apply sum_le. intros s L.
  pose proof (normaliser (S s) ltac:(lia)). pose proof (gain (S s) ltac:(lia)). lra.
Qed.

Lemma floor : - ln (INR n) <= sum T (fun s => ln (Z (S s))).
Proof.
  assert (0 < INR n) as P by (apply lt_0_INR; lia). rewrite (potential T ltac:(lia)).
  replace (- ln (INR n)) with (ln (1 / INR n)) by (rewrite ln_quotient, ln_1; lra).
  apply ln_le; [apply Rdiv_lt_0_compat; lra|].
  apply Rle_trans with (2 := training_error T ltac:(lia)).
  rewrite <- (Rmult_1_r (1 / INR n)) at 1. apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|].
  (* the example that is still wrong counts 1 *)
  destruct (least_is n (F T) examples) as (i & I & E). rewrite E in still_wrong.
  pose proof (sum_ge_term n (fun i => if Rle_dec (F T i) 0 then 1 else 0) i) as G. cbv beta in G.
  destruct (Rle_dec (F T i) 0) as [L|N]; [|contradiction]. apply G; [|exact I].
  intros j _. destruct (Rle_dec (F T j) 0); lra.
Qed.

Lemma gain_pos : 0 < g.
Proof.
  pose proof (edge 1 ltac:(lia)). pose proof (edge_below_range 1 ltac:(lia)). unfold g, gain_at.
  assert (0 < γ ^ 2 / Rad ^ 2) by (apply Rdiv_lt_0_compat; nra).
  assert (0 < 1 - γ ^ 2 / Rad ^ 2).
  { replace (1 - γ ^ 2 / Rad ^ 2) with ((Rad - γ) * (Rad + γ) / Rad ^ 2) by (field; lra).
    apply Rdiv_lt_0_compat; nra. }
  assert (ln (1 - γ ^ 2 / Rad ^ 2) < 0) by (rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.

Lemma bound : INR T <= ln (INR n) / g.
Proof.
  pose proof gain_pos. pose proof floor. pose proof (total_gain T ltac:(lia)).
  apply Rmult_le_reg_r with g; [assumption|]. replace (ln (INR n) / g * g) with (ln (INR n)) by (field; lra). lra.
Qed.
End Lines.

(** A simpler bound of the gain, from below. *)
Lemma gain_at_least Rad gamma : 0 < gamma < Rad -> gain_at Rad gamma >= gamma ^ 2 / (2 * Rad ^ 2).
Proof.
  intros G. unfold gain_at.
  assert (0 < 1 - gamma ^ 2 / Rad ^ 2) as P.
  { replace (1 - gamma ^ 2 / Rad ^ 2) with ((Rad - gamma) * (Rad + gamma) / Rad ^ 2) by (field; lra).
    apply Rdiv_lt_0_compat; nra. }
  pose proof (ln_below _ P). replace (gamma ^ 2 / (2 * Rad ^ 2)) with (1 / 2 * (gamma ^ 2 / Rad ^ 2)) by (field; lra).
  lra.
Qed.

(** Any k hypotheses and n examples, any number of rounds but 0, any mixture u. (Without a round no edge need be below
    Rad, and gamma may be Rad: then g is infinite.) *)
Theorem theorem : forall (k n T : nat) (h : nat -> vec) (chosen : nat -> nat)
    (u : vec) (gamma Rad : R),
  (1 <= n)%nat ->
  (1 <= T)%nat ->
  gamma > 0 ->
  Simplex.mixture k u ->
  (forall j i, (j < k)%nat -> (i < n)%nat -> Rabs (h j i) <= Rad) ->
  (forall i, (i < n)%nat -> sum k (fun j => u j * h j i) >= gamma) ->
  (forall t, (1 <= t <= T)%nat -> (chosen t < k)%nat /\
    edge_at n h chosen Rad t < Rad /\
    forall j, (j < k)%nat ->
      edge_of n (adaboost n h chosen Rad (t - 1)) (h j)
        <= edge_at n h chosen Rad t) ->
  (exists i, (i < n)%nat /\ vote n h chosen Rad T i <= 0) ->
  INR T <= ln (INR n) / gain_at Rad gamma /\
    gain_at Rad gamma >= gamma ^ 2 / (2 * Rad ^ 2).
Proof.
  intros k n T h chosen u gamma Rad Hn HT Hg [Pu Mu] HR Hm Hc (i0 & I0 & V0).
  set (q := adaboost n h chosen Rad) in *. set (alpha := fun t => say Rad (edge_at n h chosen Rad t)).
  assert (forall t, (1 <= t <= T)%nat -> (chosen t < k)%nat) as Hk by (intros t L; apply Hc, L).
  assert (forall t, (1 <= t <= T)%nat -> r n h chosen q t < Rad) as He by (intros t L; apply Hc, L).
  assert (0 <= Rad) as [R0|R0].
  { apply Rle_trans with (Rabs (h (chosen 1%nat) i0)); [apply Rabs_pos | apply HR; [apply Hk; lia | exact I0]]. }
  2:{ exfalso. (* all values are 0, and so no mixture has a positive margin *)
      pose proof (Hm i0 I0) as M. rewrite (sum_ext k _ (fun _ => 0)), sum_const in M; [lra|].
      intros j J. pose proof (HR j i0 J I0) as B. rewrite <- R0 in B. unfold Rabs in B.
      destruct (Rcase_abs _); [lra|]. replace (h j i0) with 0 by lra. ring. }
  assert (forall t, (1 <= t <= T)%nat -> forall i, (i < n)%nat ->
    q t i = q (t - 1)%nat i * exp (- (alpha t * a h chosen t i)) / Z n h chosen alpha q t) as U.
  { intros t L i _. destruct t as [|t]; [lia|]. unfold Z, a, alpha, edge_at. replace (S t - 1)%nat with t by lia.
    reflexivity. }
  assert (forall t, (1 <= t <= T)%nat -> forall i, (i < n)%nat -> Rabs (a h chosen t i) <= Rad) as Ra.
  { intros t L i I. apply HR; [apply Hk, L | exact I]. }
  assert (forall t, (1 <= t <= T)%nat ->
    dot n (a h chosen t) (q (t - 1)%nat) = largest k (fun j => dot n (h j) (q (t - 1)%nat))) as Ba.
  { intros t L. apply Rle_antisym; [apply (largest_ge k (fun j => dot n (h j) (q (t - 1)%nat))), Hk, L|].
    destruct (largest_is k (fun j => dot n (h j) (q (t - 1)%nat))) as (j & J & ->).
    - pose proof (Hk t L). lia.
    - apply Hc; assumption. }
  assert (gamma <= γ k n h u) as Ma.
  { unfold γ. destruct (least_is n (fun i => sum k (fun j => u j * h j i)) Hn) as (i & I & ->). apply Rge_le, Hm, I. }
  assert (forall j, (j < k)%nat -> u j >= 0) as Pu' by (intros j J; apply Rle_ge, Pu, J).
  assert (γ k n h u > 0) as Pm by lra.
  assert (γ k n h u < Rad) as G.
  { apply Rle_lt_trans with (r n h chosen q 1); [|apply He; lia]. apply Rge_le.
    apply (edge k n T h chosen alpha u q); try assumption; [reflexivity | lia]. }
  assert (0 < gain_at Rad gamma) as P.
  { apply Rlt_le_trans with (gamma ^ 2 / (2 * Rad ^ 2)); [|apply Rge_le, gain_at_least; lra].
    apply Rdiv_lt_0_compat; nra. }
  split; [|apply gain_at_least; lra]. apply Rle_trans with (ln (INR n) / gain_at Rad (γ k n h u)).
  - apply (bound k n T h chosen alpha Rad u q); try assumption; try reflexivity.
    apply Rle_trans with (2 := V0). apply (least_le n (F h chosen alpha T)), I0.
  - apply Rmult_le_compat_l; [|apply Rinv_le_contravar; [exact P | apply gain_grows; lra]].
    rewrite <- ln_1. apply ln_le; [lra | apply (le_INR 1), Hn].
Qed.
End ADABOOST.
