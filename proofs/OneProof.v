(** One proof for the Perceptron, for Winnow and for the learners between them.

    A quasi-additive learner keeps z, the sum of the signed examples of its updates times a learning rate eta > 0, and
    predicts with the weights that a potential makes from z. The bound is proved for every potential, every start,
    every learning rate with a positive gain and every rule for ties, on any finite list of examples. Then the
    potential is half the squared length, and the bound is the Perceptron's; or it is the relative entropy, and the
    bound is Winnow's; or half the square of a q-norm, for any real p >= 2. At the end no u need be right.

    In each module [Lines] is the printed proof. It is about the updates only, numbered t = 1, ..., U: [x t] and
    [y t] are the example and the label of update t, [z t] the sum after it, [w t] the weights that follow. Then
    [theorem] is about the learner that runs. *)
From Coq Require Import Reals Lra Psatz List Lia FunctionalExtensionality.
From MB Require Import Vectors Learner Simplex PNorms.
From MB Require Perceptron Winnow.
Import ListNotations.
Open Scope R_scope.

(** * Potentials *)

(** The conjugate is the largest value of <z, w> - Φ(w) over K, and the weights at z are where it is. Φ is
    sigma-strongly convex: the conjugate stays near its tangents, measured in the dual norm. That K is convex and that
    the dual norm satisfies the triangle inequality is true of all potentials of the book, but nothing here asks it. *)
Record potential (d : nat) := Potential {
  K : vec -> Prop;
  Φ : vec -> R;
  conjugate : vec -> R;
  weights : vec -> vec;
  dual_norm : vec -> R;
  sigma : R;
  weights_in_K : forall z, K (weights z);
  conjugate_there : forall z, conjugate z = dot d z (weights z) - Φ (weights z);
  conjugate_largest : forall z w, K w -> dot d z w - Φ w <= conjugate z;
  sigma_positive : sigma > 0;
  dual_norm_nonneg : forall x, 0 <= dual_norm x;
  dual_norm_scale : forall c x, dual_norm (scale c x) = Rabs c * dual_norm x;
  strongly_convex : forall z δ,
    conjugate (add z δ) <= conjugate z + dot d (weights z) δ + dual_norm δ ^ 2 / (2 * sigma)
}.
Arguments K {d}. Arguments Φ {d}. Arguments conjugate {d}. Arguments weights {d}.
Arguments dual_norm {d}. Arguments sigma {d}.

(** D(u || w), for the weights w at z. *)
Definition divergence {d} (φ : potential d) (u z : vec) : R := Φ φ u + conjugate φ z - dot d u z.

(** Fenchel and Young. *)
Lemma divergence_nonneg d (φ : potential d) u z : K φ u -> 0 <= divergence φ u z.
Proof. intros H. pose proof (conjugate_largest d φ z u H). rewrite dot_sym in *. unfold divergence. lra. Qed.

Lemma dot_add d v w z : dot d v (add w z) = dot d v w + dot d v z.
Proof. unfold dot, add. rewrite <- sum_plus. apply sum_ext. intros; ring. Qed.

(** The conjugate lies above its tangents: it is a maximum of linear functions. *)
Lemma tangent d (φ : potential d) z δ : conjugate φ z + dot d (weights φ z) δ <= conjugate φ (add z δ).
Proof.
  pose proof (conjugate_largest d φ (add z δ) _ (weights_in_K d φ z)) as H.
  rewrite dot_sym, dot_add, (dot_sym d (weights φ z) z) in H. rewrite (conjugate_there d φ z). lra.
Qed.

(** So the weights are its gradient: along every line through z they are its slope. *)
Lemma weights_are_gradient d (φ : potential d) z δ :
  derivable_pt_lim (fun s => conjugate φ (add z (scale s δ))) 0 (dot d (weights φ z) δ).
Proof.
  intros e E. pose proof (sigma_positive d φ) as Sp. pose proof (pow2_ge_0 (dual_norm φ δ)) as Np.
  set (b := dual_norm φ δ ^ 2 / (2 * sigma φ)).
  assert (0 <= b) as B by (apply le_div; lra).
  assert (0 < e / (b + 1)) as P by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ P). intros h Hn Hs. simpl in Hs. rewrite Rplus_0_l.
  replace (add z (scale 0 δ)) with z by (extensionality i; unfold add, scale; ring).
  pose proof (tangent d φ z (scale h δ)) as Lo. pose proof (strongly_convex d φ z (scale h δ)) as Hi.
  rewrite dual_norm_scale, Rpow_mult_distr, <- (Rsqr_pow2 (Rabs h)), <- Rsqr_abs in Hi.
  rewrite (dot_sym d _ (scale h δ)), dot_scale, (dot_sym d δ) in Lo, Hi.
  replace (Rsqr h * dual_norm φ δ ^ 2 / (2 * sigma φ)) with (h * h * b) in Hi by (unfold b, Rsqr; field; lra).
  set (rise := conjugate φ (add z (scale h δ)) - conjugate φ z). set (slope := dot d (weights φ z) δ) in *.
  replace (rise / h - slope) with ((rise - h * slope) / h) by (field; assumption).
  assert (0 < Rabs h) by (apply Rabs_pos_lt; assumption).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (rise - _)) by (unfold rise; lra).
  apply Rle_lt_trans with (Rabs h * b).
  - apply div_le; [assumption|]. replace (Rabs h * b * Rabs h) with (Rabs h * Rabs h * b) by ring.
    rewrite <- Rabs_mult, (Rabs_pos_eq (h * h)) by nra. unfold rise. lra.
  - assert (Rabs h * (b + 1) < e); [|nra]. apply Rmult_lt_reg_r with (/ (b + 1)); [apply Rinv_0_lt_compat; lra|].
    rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in Hs. lra.
Qed.

(** * The learner *)

Definition mistaken (tie : tie_rule) {d} (φ : potential d) (z : vec) (e : example) : bool :=
  wrong tie (dot d (weights φ z) (fst e)) (snd e).
Definition update (eta : R) (z : vec) (e : example) : vec := add z (scale (eta * snd e) (fst e)).

Definition quasi_mistakes tie {d} (φ : potential d) eta (z0 : vec) (es : list example) : nat :=
  mistakes vec (mistaken tie φ) (mistaken tie φ) (update eta) z0 es.
Definition quasi_updates tie {d} (φ : potential d) eta (z0 : vec) (es : list example) : list example :=
  updates vec (mistaken tie φ) (update eta) z0 es.

(** Its run, by its updates. *)
Section Run.
Variables (tie : tie_rule) (d : nat) (φ : potential d) (eta : R) (z0 : vec) (es : list example).
Let us := quasi_updates tie φ eta z0 es.
Definition z_of (t : nat) : vec := state vec (update eta) z0 us t.
Definition w_of (t : nat) : vec := weights φ (z_of t).
Definition x_of (t : nat) : vec := fst (nth (t - 1) us (zero, true)).
Definition y_of (t : nat) : bool := snd (nth (t - 1) us (zero, true)).

Lemma run_update : forall t, (1 <= t <= length us)%nat ->
  z_of t = add (z_of (t - 1)) (scale (eta * y_of t) (x_of t)).
Proof.
  intros t T. unfold z_of. replace t with (S (t - 1)) at 1 by lia.
  apply (state_next vec (update eta) (zero, true)). lia.
Qed.

Lemma run_mistake : forall t, (1 <= t <= length us)%nat -> y_of t * dot d (w_of (t - 1)) (x_of t) <= 0.
Proof.
  intros t T. apply (wrong_score tie).
  apply (state_updating vec (mistaken tie φ) (update eta) (zero, true) es z0 (t - 1)). fold us.
  change (updates vec (mistaken tie φ) (update eta) z0 es) with us. lia.
Qed.

Lemma run_in : forall t, (1 <= t <= length us)%nat -> In (x_of t, y_of t) us.
Proof. intros t T. unfold x_of, y_of. rewrite <- surjective_pairing. apply nth_In. lia. Qed.

(** A mistake is an update, so that a bound on the updates is a bound on the mistakes. *)
Lemma no_more_mistakes : (quasi_mistakes tie φ eta z0 es <= length us)%nat.
Proof.
  unfold us, quasi_updates. rewrite <- (count_updates_length vec (mistaken tie φ)).
  apply mistakes_le_updates. auto.
Qed.

Lemma last_update B : 0 <= B -> (forall t, (1 <= t <= length us)%nat -> INR t <= B) ->
  INR (quasi_mistakes tie φ eta z0 es) <= B.
Proof.
  intros P H. apply Rle_trans with (INR (length us)); [apply le_INR, no_more_mistakes|].
  destruct (length us); [exact P | apply H; lia].
Qed.
End Run.

(** * The mistake bound *)

(** If u in K has a margin of at least gamma on every example of an update, and none of these is longer than [Rad] in
    the dual norm, there are at most D(u || w_0) / g mistakes, if the gain g is positive. *)
Module BREGMAN.

(** *conjugate* and *strongly-convex* are among what a potential is. *)

Lemma mistakes_update : forall tie d (φ : potential d) eta z0 es,
  (quasi_mistakes tie φ eta z0 es <= length (quasi_updates tie φ eta z0 es))%nat.
Proof. intros. apply no_more_mistakes. Qed.

Section Lines.
Variables (d U : nat) (φ : potential d) (u : vec) (eta gamma Rad : R) (z w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "Φ* v" := (conjugate φ v) (at level 10, v at level 9).
Local Notation "‖ v ‖*" := (dual_norm φ v) (at level 20).
Local Notation σ := (sigma φ).
Local Notation g := (eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * σ)).
Local Notation D t := (divergence φ u (z t)).

Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> z t = add (z (t - 1)) (scale (eta * y t) (x t)).
Hypothesis link : forall t, (1 <= t <= U)%nat -> w (t - 1) = weights φ (z (t - 1)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖* <= Rad.
Hypothesis comparator : K φ u.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.
Hypothesis gain : g > 0.

Lemma drop : forall t, (1 <= t <= U)%nat ->
  D t - D (t - 1) = Φ* (z t) - Φ* (z (t - 1)) - eta * y t * ⟨u, x t⟩.
Proof.
  intros t T. unfold divergence. replace ⟨u, z t⟩ with (⟨u, z (t - 1)⟩ + eta * y t * ⟨u, x t⟩); [ring|].
  rewrite (update_rule t T). symmetry. apply dot_step.
Qed.

Lemma margin_term : forall t, (1 <= t <= U)%nat ->
  Φ* (z t) - Φ* (z (t - 1)) - eta * y t * ⟨u, x t⟩ <= Φ* (z t) - Φ* (z (t - 1)) - eta * gamma.
Proof. intros t T. pose proof (margin t T). nra. Qed.

Lemma smoothness : forall t, (1 <= t <= U)%nat ->
  Φ* (z t) - Φ* (z (t - 1)) <= eta * y t * ⟨w (t - 1), x t⟩ + eta ^ 2 * ‖x t‖* ^ 2 / (2 * σ).
Proof.
  intros t T. pose proof (strongly_convex d φ (z (t - 1)) (scale (eta * y t) (x t))) as H.
  rewrite <- (update_rule t T), <- (link t T), dual_norm_scale, (dot_sym d _ (scale _ _)), dot_scale, dot_sym in H.
  replace ((Rabs (eta * y t) * ‖x t‖*) ^ 2) with (eta ^ 2 * ‖x t‖* ^ 2) in H; [lra|].
  rewrite Rpow_mult_distr, <- (Rsqr_pow2 (Rabs _)), <- Rsqr_abs, Rsqr_mult, (Rsqr_pow2 eta).
  unfold Rsqr. rewrite sign_square. ring.
Qed.

(** The example is no longer than [Rad]. *)
Lemma short : forall t, (1 <= t <= U)%nat -> eta ^ 2 * ‖x t‖* ^ 2 / (2 * σ) <= eta ^ 2 * Rad ^ 2 / (2 * σ).
Proof.
  intros t T. pose proof (sigma_positive d φ). pose proof (dual_norm_nonneg d φ (x t)). pose proof (radius t T).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  apply Rmult_le_compat_l; [apply pow2_ge_0 | apply pow_incr; lra].
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  eta * y t * ⟨w (t - 1), x t⟩ + eta ^ 2 * ‖x t‖* ^ 2 / (2 * σ) <= eta ^ 2 * Rad ^ 2 / (2 * σ).
Proof. intros t T. pose proof (short t T). pose proof (mistake t T). nra. Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> D t <= D (t - 1) - g.
Proof.
  intros t T. pose proof (drop t T). pose proof (margin_term t T). pose proof (smoothness t T).
  pose proof (mistake_term t T). lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> D t <= D 0 - g * INR t.
Proof.
  intros t T. pose proof (add_up U (fun t => D t) (fun _ => - g) progress t ltac:(lia)) as A.
  rewrite total_const in A. lra.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= D t.
Proof. intros t T. apply divergence_nonneg, comparator. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= D 0 / g.
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). apply le_div; lra. Qed.
End Lines.

(** Every potential, every start, every learning rate, every rule for ties, every list of examples, every u in K. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (φ : potential d)
    (eta : R) (z0 : vec) (es : list example)
    (u : vec) (gamma Rad : R),
  let g := eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * sigma φ) in
  eta > 0 ->
  K φ u ->
  (forall x y, In (x, y) (quasi_updates tie φ eta z0 es) ->
    dual_norm φ x <= Rad) ->
  (forall x (y : bool), In (x, y) (quasi_updates tie φ eta z0 es) ->
    y * dot d u x >= gamma) ->
  g > 0 ->
  INR (quasi_mistakes tie φ eta z0 es) <= divergence φ u z0 / g.
Proof.
  intros tie d φ eta z0 es u gamma Rad g He Hu HR Hm Hg. unfold g in *. apply last_update.
  - apply le_div; [lra|]. pose proof (divergence_nonneg d φ u z0 Hu). lra.
  - apply bound with (z := z_of tie d φ eta z0 es) (w := w_of tie d φ eta z0 es) (x := x_of tie d φ eta z0 es)
      (y := y_of tie d φ eta z0 es); eauto using run_update, run_mistake, run_in.
Qed.
End BREGMAN.

(** * Two learners that are one

    If the states of one learner are read off those of another, and they make the same mistakes and updates, then their
    runs do. *)
Lemma same_run (A B : Type) (f : A -> B) (mA uA : A -> example -> bool) nA (mB uB : B -> example -> bool) nB :
  (forall a e, mB (f a) e = mA a e) -> (forall a e, uB (f a) e = uA a e) -> (forall a e, nB (f a) e = f (nA a e)) ->
  forall es a,
  mistakes B mB uB nB (f a) es = mistakes A mA uA nA a es /\ updates B uB nB (f a) es = updates A uA nA a es.
Proof.
  intros M U N es a. split.
  - unfold mistakes, run. assert (forall m t, let '(a', m', t') := fold_left (round A mA uA nA) es (a, m, t) in
      fold_left (round B mB uB nB) es (f a, m, t) = (f a', m', t')) as G.
    { revert a. induction es as [|e es IH]; intros a m t; [reflexivity|]. simpl. rewrite M, U.
      destruct (uA a e); [rewrite N|]; apply IH. }
    specialize (G O O). destruct (fold_left (round A mA uA nA) es (a, O, O)) as [[a' m'] t']. rewrite G. reflexivity.
  - revert a. induction es as [|e es IH]; intros a; [reflexivity|]. simpl. rewrite U.
    destruct (uA a e); [rewrite N, IH | rewrite IH]; reflexivity.
Qed.

(** * The Perceptron: half the squared length *)

(** Block and Novikoff's bound, without an angle. *)
Module EUCLIDEAN.

(** The square at z + δ, written out: strong convexity holds with equality. *)
Lemma square_add d z δ : norm d (add z δ) ^ 2 = norm d z ^ 2 + 2 * dot d z δ + norm d δ ^ 2.
Proof.
  rewrite !norm_square_pow, dot_add, (dot_sym d _ z), (dot_sym d _ δ), !dot_add, (dot_sym d δ z). ring.
Qed.

Definition euclidean (d : nat) : potential d.
Proof.
  refine (Potential d (fun _ => True) (fun w => norm d w ^ 2 / 2) (fun z => norm d z ^ 2 / 2) (fun z => z)
    (norm d) 1 _ _ _ _ _ _ _).
  - auto.
  - intros z. rewrite norm_square_pow. lra.
  - intros z w _. pose proof (cauchy_schwarz d z w). pose proof (pow2_ge_0 (norm d z - norm d w)). lra.
  - lra.
  - apply norm_pos.
  - intros c x. unfold norm. rewrite dot_scale, dot_sym, dot_scale, <- Rmult_assoc, sqrt_mult_alt by nra.
    rewrite <- (sqrt_Rsqr_abs c). reflexivity.
  - intros z δ. rewrite square_add. lra.
Defined.

(** D(u || w) is half the squared distance. *)
Lemma distance d u w : divergence (euclidean d) u w = norm d (add u (scale (-1) w)) ^ 2 / 2.
Proof. unfold divergence, euclidean. cbn [Φ conjugate]. rewrite !norm_square_pow, square_step. lra. Qed.

(** The learner is the Perceptron. *)
Lemma perceptron : forall tie d eta es,
  quasi_mistakes tie (euclidean d) eta zero es = Perceptron.perceptron_mistakes tie d eta es.
Proof. reflexivity. Qed.

(** And its bound is Block and Novikoff's, by [BREGMAN.theorem] for the multiple eta Rad^2 / gamma of u. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (eta : R)
    (es : list example) (u : vec) (gamma Rad : R),
  eta > 0 ->
  gamma > 0 ->
  Rad > 0 ->
  (forall x y, In (x, y) (Perceptron.perceptron_updates tie d eta es) ->
    norm d x <= Rad) ->
  (forall x (y : bool),
    In (x, y) (Perceptron.perceptron_updates tie d eta es) ->
      y * dot d u x >= gamma) ->
  INR (Perceptron.perceptron_mistakes tie d eta es)
    <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros tie d eta es u gamma Rad Hr Hg HR Hx Hm. set (c := eta * Rad ^ 2 / gamma).
  assert (0 < eta * Rad) by nra. assert (0 < c) by (apply Rdiv_lt_0_compat; nra).
  assert (eta * (c * gamma) - eta ^ 2 * Rad ^ 2 / (2 * 1) = (eta * Rad) ^ 2 / 2) as G by (unfold c; field; lra).
  rewrite <- perceptron.
  replace (norm d u ^ 2 * Rad ^ 2 / gamma ^ 2)
    with (divergence (euclidean d) (scale c u) zero / (eta * (c * gamma) - eta ^ 2 * Rad ^ 2 / (2 * sigma (euclidean
      d)))).
  2:{ unfold divergence, euclidean. cbn [Φ conjugate sigma]. rewrite G.
      rewrite !norm_square_pow, !dot_zero, dot_scale, dot_sym, dot_scale. unfold c. field. lra. }
  apply BREGMAN.theorem; [exact Hr | exact I | exact Hx | |].
  - intros x y J. rewrite dot_scale. pose proof (Hm x y J). nra.
  - unfold euclidean. cbn [sigma]. rewrite G. nra.
Qed.
End EUCLIDEAN.

(** * Winnow: the relative entropy *)

(** Winnow's simple bound. The entropy is 1-strongly convex by Hoeffding's inequality. *)
Module ENTROPY.

(** The largest entry in size. *)
Fixpoint max_norm (d : nat) (x : vec) : R := match d with O => 0 | S n => Rmax (max_norm n x) (Rabs (x n)) end.

Lemma max_norm_entry d x j : (j < d)%nat -> Rabs (x j) <= max_norm d x.
Proof.
  induction d as [|d IH]; intros J; [lia|]. simpl. destruct (Nat.eq_dec j d) as [->|N]; [apply Rmax_r|].
  apply Rle_trans with (max_norm d x); [apply IH; lia | apply Rmax_l].
Qed.

Lemma max_norm_le d x c : 0 <= c -> (forall j, (j < d)%nat -> Rabs (x j) <= c) -> max_norm d x <= c.
Proof. induction d as [|d IH]; intros P H; simpl; [exact P|]. apply Rmax_lub; auto. Qed.

Lemma max_norm_nonneg d x : 0 <= max_norm d x.
Proof. induction d as [|d IH]; simpl; [lra|]. apply Rle_trans with (max_norm d x); [exact IH | apply Rmax_l]. Qed.

Lemma max_norm_scale d c x : max_norm d (scale c x) = Rabs c * max_norm d x.
Proof.
  induction d as [|d IH]; simpl; [ring|]. rewrite IH. unfold scale. rewrite Rabs_mult.
  apply RmaxRmult, Rabs_pos.
Qed.

Section Prior.
Variables (d : nat) (w0 : vec).
Hypothesis prior : distribution d w0.

Lemma normaliser_add z δ : normaliser d w0 (add z δ) = normaliser d w0 z * normaliser d (tilted d w0 z) δ.
Proof.
  pose proof (normaliser_pos d w0 z prior) as P. unfold tilted. unfold normaliser at 1 3. rewrite <- sum_mult.
  apply sum_ext. intros j J. unfold add. rewrite exp_plus. field. lra.
Qed.

(** [KL_tilted] says that D(u || w) is KL(u || w): Gibbs' inequality is that of Fenchel and Young. *)
Lemma relative_entropy u z : mixture d u ->
  KL d u (tilted d w0 z) = KL d u w0 + ln (normaliser d w0 z) - dot d u z.
Proof. intros U. apply KL_tilted; assumption. Qed.

Definition entropy : potential d.
Proof.
  refine (Potential d (mixture d) (fun w => KL d w w0) (fun z => ln (normaliser d w0 z)) (tilted d w0) (max_norm d) 1
    _ _ _ _ _ _ _).
  - intros z. apply distribution_mixture, tilted_distribution, prior.
  - intros z. pose proof (distribution_mixture d _ (tilted_distribution d w0 z prior)) as M.
    pose proof (relative_entropy _ z M) as E. rewrite KL_self, dot_sym in E by apply M. lra.
  - intros z w M. pose proof (gibbs d w _ M (tilted_distribution d w0 z prior)) as G.
    rewrite (relative_entropy w z M), dot_sym in G. lra.
  - lra.
  - apply max_norm_nonneg.
  - apply max_norm_scale.
  - (* Hoeffding's inequality *)
    intros z δ. pose proof (tilted_distribution d w0 z prior) as T.
    rewrite normaliser_add, ln_mult by (apply normaliser_pos; assumption).
    pose proof (hoeffding d _ δ (- max_norm d δ) (max_norm d δ) T) as H.
    replace ((max_norm d δ - - max_norm d δ) ^ 2 / 8) with (max_norm d δ ^ 2 / (2 * 1)) in H by field.
    enough (ln (normaliser d (tilted d w0 z) δ) <= dot d (tilted d w0 z) δ + max_norm d δ ^ 2 / (2 * 1)) by lra.
    apply H. intros j J. pose proof (max_norm_entry d δ j J). pose proof (Rle_abs (δ j)).
    pose proof (Rle_abs (- δ j)) as N. rewrite Rabs_Ropp in N. lra.
Defined.

(** The learner is Winnow: to multiply the weights and divide by their sum is to add in the exponent. *)
Lemma tilted_add z δ : tilted d (tilted d w0 z) δ = tilted d w0 (add z δ).
Proof.
  extensionality j. pose proof (normaliser_pos d w0 z prior). pose proof (tilted_distribution d w0 z prior) as T.
  pose proof (normaliser_pos d _ δ T).
  change (tilted d w0 z j * exp (δ j) / normaliser d (tilted d w0 z) δ
          = w0 j * exp (z j + δ j) / normaliser d w0 (add z δ)).
  rewrite normaliser_add, exp_plus. unfold tilted at 1. field. lra.
Qed.

Lemma winnow_update eta z e : Winnow.update d eta (tilted d w0 z) e = tilted d w0 (update eta z e).
Proof.
  unfold update. rewrite <- tilted_add. unfold tilted at 2. unfold Winnow.update, Winnow.Z, Winnow.signed.
  replace (scale eta (scale (snd e) (fst e))) with (scale (eta * snd e) (fst e))
    by (extensionality j; unfold scale; ring).
  extensionality j. unfold scale. rewrite Rmult_assoc. reflexivity.
Qed.

Lemma tilted_zero : tilted d w0 zero = w0.
Proof.
  extensionality j. unfold tilted, normaliser, zero. rewrite exp_0.
  rewrite (sum_ext d _ w0), (proj2 prior) by (intros; ring). field.
Qed.

Lemma winnow : forall tie eta es,
  quasi_mistakes tie entropy eta zero es = Winnow.winnow_mistakes tie d eta 0 w0 es
  /\ quasi_updates tie entropy eta zero es = Winnow.winnow_updates tie d eta 0 w0 es.
Proof.
  intros tie eta es.
  destruct (same_run vec vec (tilted d w0) (mistaken tie entropy) (mistaken tie entropy) (update eta)
    (Winnow.mistaken tie d) (Winnow.updating tie d 0) (Winnow.update d eta)) with (es := es) (a := zero) as [M Up].
  - reflexivity.
  - intros z e. apply Winnow.updating_0.
  - intros z e. apply winnow_update.
  - rewrite tilted_zero in M, Up. split; symmetry; assumption.
Qed.
End Prior.

(** Its bound by [BREGMAN.theorem], for every prior and every learning rate that gains. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (w0 : vec) (eta : R)
    (es : list example) (u : vec) (s Rad : R),
  let us := Winnow.winnow_updates tie d eta 0 w0 es in
  distribution d w0 ->
  mixture d u ->
  eta > 0 ->
  Rad > 0 ->
  (forall x y, In (x, y) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall x (y : bool), In (x, y) us -> y * dot d u x >= s) ->
  eta * s - eta ^ 2 * Rad ^ 2 / 2 > 0 ->
  INR (Winnow.winnow_mistakes tie d eta 0 w0 es)
    <= KL d u w0 / (eta * s - eta ^ 2 * Rad ^ 2 / 2).
Proof.
  intros tie d w0 eta es u s Rad us Hw Hu He HR Hx Hm Hg. unfold us in *.
  destruct (winnow d w0 Hw tie eta es) as [M U]. rewrite <- M. rewrite <- U in Hx, Hm.
  replace (KL d u w0) with (divergence (entropy d w0 Hw) u zero).
  2:{ pose proof (relative_entropy d w0 Hw u zero Hu) as E. rewrite tilted_zero in E by exact Hw. symmetry. exact E. }
  replace (eta ^ 2 * Rad ^ 2 / 2) with (eta ^ 2 * Rad ^ 2 / (2 * sigma (entropy d w0 Hw))) in * by (simpl; field).
  apply BREGMAN.theorem; try assumption.
  intros x y I. apply max_norm_le; [lra|]. intros j J. exact (Hx x y I j J).
Qed.

(** With the best learning rate, the simple bound of the chapter on Winnow. *)
Corollary best_step : forall (tie : tie_rule) (d : nat) (w0 : vec) (es : list example) (u : vec) (s Rad : R),
  let us := Winnow.winnow_updates tie d (s / Rad ^ 2) 0 w0 es in
  distribution d w0 ->
  mixture d u ->
  s > 0 ->
  Rad > 0 ->
  (forall x y, In (x, y) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall x (y : bool), In (x, y) us -> y * dot d u x >= s) ->
  INR (Winnow.winnow_mistakes tie d (s / Rad ^ 2) 0 w0 es) <= 2 * Rad ^ 2 * KL d u w0 / s ^ 2.
Proof.
  intros tie d w0 es u s Rad us Hw Hu Hs HR Hx Hm. assert (0 < Rad ^ 2) by nra.
  assert (s / Rad ^ 2 * s - (s / Rad ^ 2) ^ 2 * Rad ^ 2 / 2 = s ^ 2 / (2 * Rad ^ 2)) as G by (field; lra).
  replace (2 * Rad ^ 2 * KL d u w0 / s ^ 2)
    with (KL d u w0 / (s / Rad ^ 2 * s - (s / Rad ^ 2) ^ 2 * Rad ^ 2 / 2)) by (rewrite G; field; lra).
  apply theorem; try assumption; [apply Rdiv_lt_0_compat; lra|]. rewrite G. apply Rdiv_lt_0_compat; nra.
Qed.
End ENTROPY.

(** * The p-norm Perceptron: half the square of the q-norm *)

(** For every learning rate, since the comparator may have any length: the bound is that of its multiple c u. *)
Module PNORM.

(** *conjugate* and *strongly-convex* are among what a potential is. *)

Definition half_square (d : nat) (p q : R) (two : p >= 2) (dual : 1 / p + 1 / q = 1) : potential d.
Proof.
  refine (Potential d (fun _ => True) (fun w => pnorm q d w ^ 2 / 2) (fun z => pnorm p d z ^ 2 / 2) (plink d p)
    (pnorm p d) (1 / (p - 1)) _ _ _ _ _ _ _).
  - auto.
  - intros z. rewrite dot_sym, plink_euler, (plink_norm d p q) by assumption. lra.
  - intros z w _. pose proof (dot_le_norms d p q two dual z w).
    pose proof (pow2_ge_0 (pnorm p d z - pnorm q d w)). lra.
  - apply Rdiv_lt_0_compat; lra.
  - intros x. apply abs_pow_nonneg.
  - intros c x. apply pnorm_scale. lra.
  - intros z δ. pose proof (pnorm_smooth d p two z δ).
    replace (pnorm p d δ ^ 2 / (2 * (1 / (p - 1)))) with ((p - 1) * pnorm p d δ ^ 2 / 2) by (field; lra). lra.
Defined.

Definition mistakes_update := BREGMAN.mistakes_update.

Section Lines.
Variables (d U : nat) (p q : R) (two : p >= 2) (dual : 1 / p + 1 / q = 1).
Variables (u : vec) (eta gamma Rad : R) (z w x : nat -> vec) (y : nat -> bool).
Local Notation φ := (half_square d p q two dual).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "Φ* v" := (conjugate φ v) (at level 10, v at level 9).
Local Notation "‖ v ‖_p" := (pnorm p d v) (at level 20).
Local Notation "‖ v ‖_q" := (pnorm q d v) (at level 20).
(** The best scale of the comparator; the comparator scaled; what an update gains. *)
Local Notation c := (eta * (p - 1) * Rad ^ 2 / gamma).
Local Notation cu := (scale c u).
Local Notation g := (eta * (c * gamma) - (p - 1) * eta ^ 2 * Rad ^ 2 / 2).
Local Notation D t := (divergence φ cu (z t)).

Hypothesis start : z 0 = zero.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> z t = add (z (t - 1)) (scale (eta * y t) (x t)).
Hypothesis link : forall t, (1 <= t <= U)%nat -> w (t - 1) = weights φ (z (t - 1)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖_p <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, x t⟩ >= gamma.

(** 1 / σ is p - 1. *)
Let no_quotient v : (p - 1) * eta ^ 2 * v / 2 = eta ^ 2 * v / (2 * sigma φ).
Proof. unfold half_square. cbn [sigma]. field. lra. Qed.

Let scale_nonneg : 0 <= c.
Proof.
  apply le_div; [exact positive_margin|]. rewrite Rmult_0_l. apply Rmult_le_pos; [nra | apply pow2_ge_0].
Qed.

Let margin_scaled : forall t, (1 <= t <= U)%nat -> y t * ⟨cu, x t⟩ >= c * gamma.
Proof. intros t T. rewrite dot_scale. pose proof (margin t T). pose proof scale_nonneg. nra. Qed.

Definition drop := BREGMAN.drop d U φ cu eta z x y update_rule.

Lemma margin_term : forall t, (1 <= t <= U)%nat ->
  Φ* (z t) - Φ* (z (t - 1)) - eta * y t * ⟨cu, x t⟩ <= Φ* (z t) - Φ* (z (t - 1)) - eta * (c * gamma).
Proof. intros t T. pose proof (margin_scaled t T). nra. Qed.

Lemma smoothness : forall t, (1 <= t <= U)%nat ->
  Φ* (z t) - Φ* (z (t - 1)) <= eta * y t * ⟨w (t - 1), x t⟩ + (p - 1) * eta ^ 2 * ‖x t‖_p ^ 2 / 2.
Proof. intros t T. rewrite no_quotient. apply (BREGMAN.smoothness d U φ eta z w x y); assumption. Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat ->
  eta * y t * ⟨w (t - 1), x t⟩ + (p - 1) * eta ^ 2 * ‖x t‖_p ^ 2 / 2 <= (p - 1) * eta ^ 2 * Rad ^ 2 / 2.
Proof.
  intros t T. rewrite !no_quotient. apply (BREGMAN.mistake_term d U φ eta Rad w x y); assumption.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> D t <= D (t - 1) - g.
Proof.
  intros t T. pose proof (drop t T). pose proof (margin_term t T). pose proof (smoothness t T).
  pose proof (mistake_term t T). lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> D t <= D 0 - g * INR t.
Proof.
  intros t T. pose proof (add_up U (fun t => D t) (fun _ => - g) progress t ltac:(lia)) as A.
  rewrite total_const in A. lra.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= D t.
Proof. intros t T. apply divergence_nonneg. exact I. Qed.

Lemma start_divergence : D 0 = c ^ 2 * ‖u‖_q ^ 2 / 2.
Proof.
  rewrite start. unfold divergence, half_square. cbn [Φ conjugate]. rewrite dot_zero.
  assert (pnorm p d zero = 0) as Z.
  { rewrite (pnorm_ext p d zero (scale 0 zero)), pnorm_scale, Rabs_R0 by (lra || (intros; unfold scale, zero; ring)).
    ring. }
  rewrite Z, pnorm_scale, Rpow_mult_distr, pow2_abs by apply (dual_exponent p q two dual). lra.
Qed.

Lemma best_scale : g = (p - 1) * eta ^ 2 * Rad ^ 2 / 2.
Proof. field; lra. Qed.

(** An example with a positive margin is not zero (Hölder). *)
Let not_zero : (1 <= U)%nat -> 0 < Rad.
Proof.
  intros T. apply Rlt_le_trans with (‖x 1‖_p); [|apply radius; lia].
  destruct (abs_pow_nonneg (1 / p) (Vectors.sum d (fun j => abs_pow p (x 1 j)))) as [P|Z]; [exact P|exfalso].
  pose proof (margin 1 ltac:(lia)) as M. fold (pnorm p d (x 1)) in Z.
  assert (sign (y 1) * ⟨u, x 1⟩ = ⟨scale (y 1) (x 1), u⟩) as E by (rewrite dot_scale, dot_sym; reflexivity).
  pose proof (dot_le_norms d p q two dual (scale (y 1) (x 1)) u) as H.
  rewrite pnorm_scale, <- Z in H by lra. lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= (p - 1) * ‖u‖_q ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros t T. pose proof (not_zero ltac:(lia)) as HR. pose proof (total_progress t T) as P.
  pose proof (floor t T). rewrite start_divergence, best_scale in P.
  set (cost := (p - 1) * eta ^ 2 * Rad ^ 2 / 2) in *.
  assert (0 < cost) as Pos.
  { unfold cost. apply Rdiv_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; nra | nra]. }
  replace ((p - 1) * ‖u‖_q ^ 2 * Rad ^ 2 / gamma ^ 2) with (c ^ 2 * ‖u‖_q ^ 2 / 2 / cost)
    by (unfold cost; field; repeat split; lra).
  apply le_div; lra.
Qed.
End Lines.

(** Every p >= 2, every learning rate, every rule for ties, every list of examples. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (p q : R) (two : p >= 2)
    (dual : 1 / p + 1 / q = 1)
    (eta : R) (es : list example) (u : vec) (gamma Rad : R),
  let learner := half_square d p q two dual in
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) (quasi_updates tie learner eta zero es) ->
    pnorm p d x <= Rad) ->
  (forall x (y : bool), In (x, y) (quasi_updates tie learner eta zero es) ->
    y * dot d u x >= gamma) ->
  INR (quasi_mistakes tie learner eta zero es)
    <= (p - 1) * pnorm q d u ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros tie d p q two dual eta es u gamma Rad φ He Hg HR Hm. apply last_update.
  - apply le_div; [nra|]. rewrite Rmult_0_l. apply Rmult_le_pos; [apply Rmult_le_pos; [lra|] |]; apply pow2_ge_0.
  - apply (bound d (length (quasi_updates tie φ eta zero es)) p q two dual u eta gamma Rad (z_of tie d φ eta zero es)
      (w_of tie d φ eta zero es) (x_of tie d φ eta zero es) (y_of tie d φ eta zero es));
      eauto using run_update, run_mistake, run_in.
Qed.
End PNORM.

(** * When no u is right *)

(** Half the square of a norm: all vectors are comparators, and a multiple costs the square. *)
Definition homogeneous {d} (φ : potential d) : Prop :=
  forall c u, K φ (scale c u) /\ Φ φ (scale c u) = c ^ 2 * Φ φ u.

(** So are those of the Perceptron and of the p-norms. *)
Lemma euclidean_homogeneous d : homogeneous (EUCLIDEAN.euclidean d).
Proof.
  intros c u. split; [exact I|]. unfold EUCLIDEAN.euclidean. cbn [Φ].
  rewrite !norm_square_pow, dot_scale, dot_sym, dot_scale. lra.
Qed.

Lemma pnorm_homogeneous d p q two dual : homogeneous (PNORM.half_square d p q two dual).
Proof.
  intros c u. split; [exact I|]. unfold PNORM.half_square. cbn [Φ].
  rewrite pnorm_scale, Rpow_mult_distr, pow2_abs by apply (dual_exponent p q two dual). lra.
Qed.

(** Then the divergence from the start is half the square of the norm of u. *)
Lemma start_divergence d (φ : potential d) u : homogeneous φ -> divergence φ u zero = Φ φ u.
Proof.
  intros F. unfold divergence. rewrite dot_zero. enough (conjugate φ zero = 0) by lra.
  assert (forall v, dot d zero v = 0) as Z by (intros; rewrite dot_sym; apply dot_zero).
  pose proof (conjugate_there d φ zero) as E. rewrite Z in E. set (v := weights φ zero) in *.
  assert (forall c, - (c ^ 2 * Φ φ v) <= conjugate φ zero) as H.
  { intros c. pose proof (conjugate_largest d φ zero (scale c v) (proj1 (F c v))) as L.
    rewrite Z, (proj2 (F c v)) in L. lra. }
  pose proof (H 0). pose proof (H 2). lra.
Qed.

Lemma homogeneous_nonneg d (φ : potential d) u : homogeneous φ -> 0 <= Φ φ u.
Proof.
  intros F. rewrite <- (start_divergence d φ u F). apply divergence_nonneg.
  replace u with (scale 1 u); [apply F | extensionality i; unfold scale; ring].
Qed.

(** The bound of [BREGMAN] without the margin: what u falls short of it is paid for. *)
Module BREGMAN_HINGE.

(** *conjugate* and *strongly-convex* are among what a potential is. *)

Definition mistakes_update := BREGMAN.mistakes_update.

Section Lines.
Variables (d U : nat) (φ : potential d) (u : vec) (eta gamma Rad : R) (z w x : nat -> vec) (y : nat -> bool).
Local Notation "⟨ v , z ⟩" := (dot d v z).
Local Notation "Φ* v" := (conjugate φ v) (at level 10, v at level 9).
Local Notation "‖ v ‖*" := (dual_norm φ v) (at level 20).
Local Notation "‖ v ‖" := (sqrt (2 * Φ φ v)) (at level 20).
Local Notation σ := (sigma φ).
Local Notation g := (eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * σ)).
Local Notation D t := (divergence φ u (z t)).
(** By how much u falls short of the margin; its hinge losses; and the letter B of the last two lines. *)
Local Notation δ t := (Rmax 0 (gamma - y t * ⟨u, x t⟩)).
Local Notation L := (total U (fun t => δ t) / gamma).
Local Notation B := (‖u‖ * Rad / (gamma * sqrt σ)).

Hypothesis start : z 0 = zero.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> z t = add (z (t - 1)) (scale (eta * y t) (x t)).
Hypothesis link : forall t, (1 <= t <= U)%nat -> w (t - 1) = weights φ (z (t - 1)).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), x t⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> ‖x t‖* <= Rad.
Hypothesis comparator : K φ u.
Hypothesis gain : g > 0.

Definition drop := BREGMAN.drop d U φ u eta z x y update_rule.

Lemma shortfall : forall t, (1 <= t <= U)%nat ->
  Φ* (z t) - Φ* (z (t - 1)) - eta * y t * ⟨u, x t⟩ <= Φ* (z t) - Φ* (z (t - 1)) - eta * (gamma - δ t).
Proof. intros t T. pose proof (Rmax_r 0 (gamma - y t * ⟨u, x t⟩)). nra. Qed.

Definition smoothness := BREGMAN.smoothness d U φ eta z w x y update_rule link.
Definition mistake_term := BREGMAN.mistake_term d U φ eta Rad w x y learning_rate mistake radius.

Lemma progress : forall t, (1 <= t <= U)%nat -> D t <= D (t - 1) - g + eta * δ t.
Proof.
  intros t T. pose proof (drop t T). pose proof (shortfall t T). pose proof (smoothness t T).
  pose proof (mistake_term t T). lra.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat ->
  D t <= D 0 - g * INR t + eta * total t (fun s => δ s).
Proof.
  intros t T. pose proof (add_up U (fun t => D t) (fun t => eta * δ t + - g * 1)) as A.
  specialize (A ltac:(intros s B; pose proof (progress s B); lra) t ltac:(lia)). cbv beta in A.
  unfold total in *. rewrite sum_plus, !sum_mult, sum_const in A. lra.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= D t.
Proof. intros t T. apply divergence_nonneg, comparator. Qed.

(** The margin is positive, since the gain is. *)
Lemma margin_positive : gamma > 0.
Proof.
  pose proof (sigma_positive d φ). pose proof (pow2_ge_0 (eta * Rad)) as Q. rewrite Rpow_mult_distr in Q.
  assert (0 <= eta ^ 2 * Rad ^ 2 / (2 * σ)) by (apply le_div; lra). assert (eta * gamma > 0) by lra. nra.
Qed.

(** The losses of all updates are no less than those of the first t. *)
Lemma losses_grow : forall t, (t <= U)%nat -> total t (fun s => δ s) <= total U (fun s => δ s).
Proof.
  intros t T. replace U with (t + (U - t))%nat by lia. unfold total. induction (U - t)%nat as [|m IH].
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r, sum_S. pose proof (Rmax_l 0 (gamma - y (S (t + m)) * ⟨u, x (S (t + m)%nat)⟩)). lra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= (D 0 + eta * gamma * L) / g.
Proof.
  intros t T. pose proof (total_progress t T). pose proof (floor t T). pose proof (losses_grow t ltac:(lia)).
  pose proof margin_positive. replace (eta * gamma * L) with (eta * total U (fun s => δ s)) by (field; lra).
  apply le_div; [exact gain|]. assert (eta * total t (fun s => δ s) <= eta * total U (fun s => δ s)) by nra. lra.
Qed.

Lemma losses_nonneg : 0 <= L.
Proof. apply le_div; [exact margin_positive|]. rewrite Rmult_0_l. apply (losses_grow 0). lia. Qed.

(** (B/2 + sqrt (B^2/4 + L)) is the larger solution ζ of ζ^2 - B ζ = L. *)
Lemma root : let ζ := B / 2 + sqrt (B ^ 2 / 4 + L) in ζ ^ 2 = B * ζ + L.
Proof.
  intros ζ. pose proof losses_nonneg. pose proof (pow2_ge_0 B).
  pose proof (sqrt_sqrt (B ^ 2 / 4 + L) ltac:(lra)). unfold ζ. nra.
Qed.

(** The two last lines are for a potential that is half the square of a norm, and for the best of the multiples of u:
    the one with the length eta Rad (B/2 + sqrt (B^2/4 + L)) / sqrt σ. B and L are the same for all multiples. *)
Lemma best_scale : homogeneous φ -> Rad > 0 -> ‖u‖ > 0 ->
  ‖u‖ = eta * Rad * (B / 2 + sqrt (B ^ 2 / 4 + L)) / sqrt σ ->
  (D 0 + eta * gamma * L) / g = (B / 2 + sqrt (B ^ 2 / 4 + L)) ^ 2.
Proof.
  intros Free HR Hu Best. pose proof margin_positive as Hg. pose proof (sigma_positive d φ) as Sp.
  pose proof root as Z. cbv zeta in Z. pose proof (sqrt_lt_R0 σ ltac:(lra)) as Ps.
  pose proof (homogeneous_nonneg d φ u Free) as Pu. pose proof (sqrt_sqrt (2 * Φ φ u) ltac:(lra)) as Sq.
  rewrite start, start_divergence by exact Free. pose proof gain as G.
  set (ζ := B / 2 + sqrt (B ^ 2 / 4 + L)) in *. set (l := L) in *. clearbody ζ l.
  rewrite <- (sqrt_sqrt σ) in G |- * by lra. set (q := sqrt σ) in *. set (N := ‖u‖) in *. clearbody q N.
  assert (ζ = N * q / (eta * Rad)) as Ez by (rewrite Best; field; lra).
  assert (l = ζ ^ 2 - N * Rad / (gamma * q) * ζ) as El by lra.
  replace (Φ φ u) with (N * N / 2) by lra.
  replace (N * N / 2 + eta * gamma * l) with (ζ ^ 2 * (eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * (q * q)))).
  - field. repeat split; try lra. intros E. apply (Rgt_not_eq _ _ G).
    replace 0 with (0 / (2 * (q * q))) by (field; lra). rewrite <- E. field. lra.
  - rewrite El, Ez. field. lra.
Qed.

Lemma homogeneous_bound : homogeneous φ -> Rad > 0 ->
  (B / 2 + sqrt (B ^ 2 / 4 + L)) ^ 2 <= L + B * sqrt L + B ^ 2.
Proof.
  intros _ HR. pose proof root as Z. cbv zeta in Z. rewrite Z. pose proof losses_nonneg as Pl.
  assert (0 <= B) as Pb.
  { pose proof (sqrt_pos (2 * Φ φ u)). pose proof (sqrt_lt_R0 σ (sigma_positive d φ)). pose proof margin_positive.
    apply le_div; [nra|]. rewrite Rmult_0_l. nra. }
  set (b := B) in *. set (l := L) in *. pose proof (sqrt_pos l). pose proof (sqrt_sqrt l Pl).
  assert (sqrt (b ^ 2 / 4 + l) <= b / 2 + sqrt l); [|nra].
  rewrite <- (sqrt_square (b / 2 + sqrt l)) by lra. apply sqrt_le_1_alt. nra.
Qed.
End Lines.

(** The losses of u on a list of examples, in units of the margin. *)
Definition hinge_losses (d : nat) (u : vec) (gamma : R) (us : list example) : R :=
  fold_right (fun (e : example) rest => Rmax 0 (gamma - snd e * dot d u (fst e)) / gamma + rest) 0 us.

Lemma sum_first n f : sum (S n) f = f O + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]. rewrite sum_S, IH. simpl. ring. Qed.

Lemma losses_total d u gamma us (e0 : example) : hinge_losses d u gamma us
  = total (length us) (fun t => Rmax 0 (gamma - snd (nth (t - 1) us e0) * dot d u (fst (nth (t - 1) us e0)))) / gamma.
Proof.
  unfold total, Rdiv. rewrite Rmult_comm, <- sum_mult. induction us as [|e us IH]; [reflexivity|].
  simpl hinge_losses. simpl length. rewrite sum_first, IH. simpl. unfold Rdiv. f_equal; [ring|].
  apply sum_ext. intros i I. rewrite Nat.sub_0_r. reflexivity.
Qed.

(** Every potential, every u in K, every positive margin and range, every learning rate that gains, every list of
    examples: separable or not. The learner starts at 0; the losses are those on its updates. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (φ : potential d)
    (eta : R) (es : list example)
    (u : vec) (gamma Rad : R),
  let us := quasi_updates tie φ eta zero es in
  let g := eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * sigma φ) in
  eta > 0 ->
  K φ u ->
  (forall x y, In (x, y) us -> dual_norm φ x <= Rad) ->
  g > 0 ->
  INR (quasi_mistakes tie φ eta zero es)
    <= (divergence φ u zero + eta * gamma * hinge_losses d u gamma us) / g.
Proof.
  intros tie d φ eta es u gamma Rad us g He Hu HR Hg. unfold g in *.
  pose proof (margin_positive d φ eta gamma Rad He Hg) as Pm.
  rewrite (losses_total d u gamma us (zero, true)).
  apply last_update.
  - apply le_div; [lra|]. rewrite Rmult_0_l. pose proof (divergence_nonneg d φ u zero Hu).
    apply Rplus_le_le_0_compat; [assumption|]. apply Rmult_le_pos; [nra|].
    exact (losses_nonneg d (length us) φ u eta gamma Rad
      (x_of tie d φ eta zero es) (y_of tie d φ eta zero es) He Hg).
  - apply (bound d (length us) φ u eta gamma Rad (z_of tie d φ eta zero es) (w_of tie d φ eta zero es)
      (x_of tie d φ eta zero es) (y_of tie d φ eta zero es)); eauto using run_update, run_mistake, run_in.
Qed.

(** A multiple of u, with the margin multiplied as well, has the same losses. *)
Lemma losses_scale d u gamma us c : c > 0 -> gamma > 0 ->
  hinge_losses d (scale c u) (c * gamma) us = hinge_losses d u gamma us.
Proof.
  intros C G. induction us as [|e us IH]; [reflexivity|]. simpl. rewrite IH, dot_scale. f_equal.
  replace (c * gamma - snd e * (c * dot d u (fst e))) with (c * (gamma - snd e * dot d u (fst e))) by ring.
  replace (Rmax 0 (c * (gamma - snd e * dot d u (fst e)))) with (c * Rmax 0 (gamma - snd e * dot d u (fst e))).
  - field. lra.
  - rewrite <- RmaxRmult, Rmult_0_r by lra. reflexivity.
Qed.

(** If the potential is half the square of a norm: every u that is not zero, every learning rate. *)
Theorem theorem_homogeneous : forall (tie : tie_rule) (d : nat)
    (φ : potential d) (eta : R) (es : list example)
    (u : vec) (gamma Rad : R),
  let us := quasi_updates tie φ eta zero es in
  let L := hinge_losses d u gamma us in
  let B := sqrt (2 * Φ φ u) * Rad / (gamma * sqrt (sigma φ)) in
  homogeneous φ ->
  Φ φ u > 0 ->
  eta > 0 ->
  gamma > 0 ->
  Rad > 0 ->
  (forall x y, In (x, y) us -> dual_norm φ x <= Rad) ->
  INR (quasi_mistakes tie φ eta zero es) <= L + B * sqrt L + B ^ 2.
Proof.
  intros tie d φ eta es u gamma Rad us L B F Hu He Hg HR Hx.
  pose proof (sigma_positive d φ) as Sp. pose proof (sqrt_lt_R0 (sigma φ) Sp) as Q.
  assert (0 < sqrt (2 * Φ φ u)) as N by (apply sqrt_lt_R0; lra).
  assert (0 < B) as HB by (apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra).
  (* the best multiple of u *)
  set (ζ := B / 2 + sqrt (B ^ 2 / 4 + L)).
  set (c := eta * Rad * ζ / (sqrt (sigma φ) * sqrt (2 * Φ φ u))).
  assert (0 <= L) as PL.
  { unfold L. rewrite (losses_total d u gamma us (zero, true)). apply le_div; [lra|]. rewrite Rmult_0_l.
    apply Rle_trans with (total (length us) (fun _ => 0)); [rewrite total_const; lra|].
    apply total_le. intros. apply Rmax_l. }
  assert (B <= ζ) as Bz.
  { enough (B / 2 <= sqrt (B ^ 2 / 4 + L)) by (unfold ζ; lra).
    rewrite <- (sqrt_square (B / 2)) at 1 by lra. apply sqrt_le_1_alt. lra. }
  assert (0 < c) as C.
  { apply Rdiv_lt_0_compat; [|nra]. apply Rmult_lt_0_compat; [nra | lra]. }
  assert (sqrt (2 * Φ φ (scale c u)) = c * sqrt (2 * Φ φ u)) as Length.
  { rewrite (proj2 (F c u)). replace (2 * (c ^ 2 * Φ φ u)) with (c * c * (2 * Φ φ u)) by ring.
    rewrite sqrt_mult, sqrt_square by nra. reflexivity. }
  assert (sqrt (2 * Φ φ (scale c u)) * Rad / (c * gamma * sqrt (sigma φ)) = B) as SameB
    by (rewrite Length; unfold B; field; lra).
  assert (eta * (c * gamma) - eta ^ 2 * Rad ^ 2 / (2 * sigma φ) > 0) as Gain.
  { replace (eta * (c * gamma)) with (eta ^ 2 * Rad ^ 2 / sigma φ * (ζ / B)).
    - assert (1 <= ζ / B) by (apply le_div; lra).
      assert (0 < eta ^ 2 * Rad ^ 2 / sigma φ) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; nra | lra]).
      replace (eta ^ 2 * Rad ^ 2 / (2 * sigma φ)) with (eta ^ 2 * Rad ^ 2 / sigma φ / 2) by (field; lra). nra.
    - unfold c, B. rewrite <- (sqrt_sqrt (sigma φ)) at 1 by lra. field. lra. }
  pose proof (theorem tie d φ eta es (scale c u) (c * gamma) Rad He (proj1 (F c u)) Hx Gain) as T.
  fold us in T. pose proof (losses_scale d u gamma us c C Hg) as SameL. fold L in SameL.
  rewrite (losses_total d _ _ us (zero, true)) in T, SameL.
  eapply Rle_trans; [exact T | eapply Rle_trans; [apply Req_le|]].
  - apply (best_scale d (length us) φ (scale c u) eta (c * gamma) Rad (z_of tie d φ eta zero es)
      (x_of tie d φ eta zero es) (y_of tie d φ eta zero es)); try assumption; try reflexivity.
    + rewrite Length. nra.
    + rewrite SameB. unfold x_of, y_of. fold us. rewrite SameL, Length. fold ζ. unfold c. field. lra.
  - pose proof (homogeneous_bound d (length us) φ (scale c u) eta (c * gamma) Rad
      (x_of tie d φ eta zero es) (y_of tie d φ eta zero es) He Gain F HR) as Last.
    rewrite SameB in Last |- *. unfold x_of, y_of in Last |- *. fold us in Last |- *. rewrite SameL in Last |- *.
    exact Last.
Qed.
End BREGMAN_HINGE.
