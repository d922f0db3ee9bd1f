(** Hypotheses are needed: a run of one or two rounds shows that without one the theorem is false.

    Each example has a theorem without one of its hypotheses; the sign ~ states that it is false. The chapters break the
    same hypotheses on longer runs. *)
From Coq Require Import Reals Lra Lia List ZArith Bool.
From MB Require Import Vectors Counts Simplex Learner.
From MB Require MistakeBound Halving Optimal Perceptron Practice Kernels OneProof Boosting Experts Winnow Committees.
From MB Require SparseSvm Readings Certify.
Import ListNotations.

(** * Finite classes *)

(** Two concepts on one point: the constant one alone is in the class, and the label is the other one's. *)
Section Classes.
Import MistakeBound Halving.
Local Open Scope Z_scope.
Local Notation yes := (fun _ : nat => true).

(** HALVING needs *realizable*: some concept agrees with all examples. *)
Example halving_realizable : ~ (forall (C : list (concept nat)) tie also (es : list (example nat)),
  size (mistakes (play (majority_vote C tie) also es)) <= Z.log2 (size C)).
Proof.
  intros H. specialize (H [yes] (fun _ _ => true) (fun _ _ => false) [(0%nat, false)]). vm_compute in H.
  apply H. reflexivity.
Qed.

(** CONSISTENT needs it, too. *)
Example consistent_realizable : ~ (forall (C : list (concept nat)) choose also (es : list (example nat)),
  (forall past x, space C past <> [] -> In (choose past x) (space C past)) ->
  size (mistakes (play (fun past x => choose past x x) also es)) <= size C - 1).
Proof.
  intros H. specialize (H [yes] (fun _ _ => yes) (fun _ _ => false) [(0%nat, false)]).
  assert (1 <= 0) as B; [|apply B; reflexivity]. apply H. intros past. unfold space, agreeing. simpl.
  destruct (forallb _ _); [left; reflexivity | congruence].
Qed.

(** LITTLESTONE needs it, too; *)
Example littlestone_realizable : ~ (forall (X : Type) (domain : list X) C tie also (es : list (example X)),
  (forall x, In x domain) ->
  size (mistakes (play (Optimal.LITTLESTONE.optimal domain C tie) also es)) <= Optimal.Ldim domain C).
Proof.
  intros H. specialize (H bool [true; false] [fun _ => true] (fun _ _ => true) (fun _ _ => false) [(true, false)]).
  assert (1 <= 0) as B; [|apply B; reflexivity]. apply H. intros []; simpl; tauto.
Qed.

(** and all points, since a point without a tree does not count: two concepts, and no point. *)
Example littlestone_finite : ~ (forall (X : Type) (domain : list X) C tie also (es : list (example X)),
  size (agreeing C es) >= 1 ->
  size (mistakes (play (Optimal.LITTLESTONE.optimal domain C tie) also es)) <= Optimal.Ldim domain C).
Proof.
  intros H. specialize (H nat [] [yes; fun _ => false] (fun _ _ => true) (fun _ _ => false) [(0%nat, false)]).
  assert (1 <= 0) as B; [|apply B; reflexivity]. apply H. vm_compute. discriminate.
Qed.

(** ELIMINATION needs labels that are the target's: of one variable, whose conjunction is the constant 1. *)
Example elimination_labels : ~ (forall n is_all c T (es : list (example (nat -> bool))),
  NoDup T ->
  (forall l, In l T -> In l (ELIMINATION.start n is_all)) ->
  (forall j, ~ (In (j, true) T /\ In (j, false) T)) ->
  size (mistakes (play (ELIMINATION.elimination c n is_all) ELIMINATION.never es))
    <= Z.of_nat n - size T + Z.b2z is_all).
Proof.
  intros H. specialize (H 1%nat false ELIMINATION.And [] [(yes, false); (yes, false)]). vm_compute in H.
  apply H; [constructor | tauto | tauto | reflexivity].
Qed.
End Classes.

(** * The Perceptron *)

Section Perceptrons.
Import Perceptron Certify.
Local Open Scope R_scope.
Local Notation single := (real [1%Z]).

(** On the example 1, shown with its label and then with the other one. *)
Lemma two_rounds (labels : list bool) : perceptron_mistakes TieMistake 1 1 (map (fun b => (single, b)) labels)
  = length (zupdates TieMistake [0%Z] (map (fun b => ([1%Z], b)) labels)).
Proof.
  replace (map (fun b => (single, b)) labels) with (map real_example (map (fun b => ([1%Z], b)) labels))
    by (rewrite map_map; reflexivity).
  rewrite <- (map_length real_example). change [0%Z] with (repeat 0%Z 1). rewrite <- (same_updates TieMistake 1 1).
  - apply mistakes_updates.
  - lra.
  - intros e I. apply in_map_iff in I as (b & <- & _). reflexivity.
Qed.

Lemma one_one : dot 1 single single = 1.
Proof. unfold dot, real. simpl. lra. Qed.

(** NOVIKOFF needs its *margin*: labels that contradict each other are two mistakes, and the bound is 1. *)
Example novikoff_margin : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  INR (perceptron_mistakes tie d eta es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 (map (fun b => (single, b)) [true; false]) single 1 1 ltac:(lra) ltac:(lra)).
  rewrite two_rounds, norm_square_pow, one_one in H. simpl INR in H. enough (1 + 1 <= 1 * 1 ^ 2 / 1 ^ 2) by lra.
  apply H. intros x y I. unfold norm. destruct I as [E|[E|[]]]; injection E as <- _; rewrite one_one, sqrt_1; lra.
Qed.

(** It needs its *radius*: the example 1 is longer than 0, a mistake, and the bound is 0. *)
Example novikoff_radius : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d eta es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 (map (fun b => (single, b)) [true]) single 1 0 ltac:(lra) ltac:(lra)).
  rewrite two_rounds, norm_square_pow, one_one in H. simpl INR in H. enough (1 <= 1 * 0 ^ 2 / 1 ^ 2) by lra.
  apply H. intros x y [E|[]]. injection E as <- <-. rewrite one_one. simpl. lra.
Qed.

(** KERNEL needs a kernel, whose sums are never negative: with the constant -1 the first example is a mistake, and the
    bound is negative. *)
Example kernel_kernel : ~ (forall (X : Type) (k : X -> X -> R) tie eta (es : list (X * bool))
    (u : Kernels.combination X) gamma Rad,
  (forall x z, k x z = k z x) ->
  eta > 0 -> gamma > 0 ->
  (forall x y, In (x, y) es -> k x x <= Rad ^ 2) ->
  (forall x (y : bool), In (x, y) es -> y * Kernels.inner X k u (Kernels.feature x) >= gamma) ->
  INR (Kernels.kernel_mistakes tie k eta es) <= Kernels.inner X k u u * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H nat (fun _ _ => -1) TieMistake 1 [(O, true)] [(-1, O)] 1 1 (fun _ _ => eq_refl)
    ltac:(lra) ltac:(lra)).
  replace (Kernels.kernel_mistakes TieMistake (fun _ _ => -1) 1 [(O, true)]) with 1%nat in H.
  - cbn -[INR pow] in H. simpl INR in H. enough (1 <= -1) by lra.
    eapply Rle_trans; [apply H | right; field]; intros x y [E|[]]; injection E as <- <-; simpl; lra.
  - symmetry. unfold Kernels.kernel_mistakes, mistakes, run, Kernels.kernel_mistaken, wrong. simpl.
    destruct (total_order_T 0 0) as [[L|E]|G]; [lra | reflexivity | lra].
Qed.
(** The first round is a mistake, if a tie is one; *)
Lemma first_round d eta e : perceptron_updates TieMistake d eta [e] = [e]
  /\ perceptron_mistakes TieMistake d eta [e] = 1%nat.
Proof.
  assert (mistaken TieMistake d zero e = true) as M.
  { unfold mistaken, wrong. rewrite dot_sym, dot_zero.
    destruct (total_order_T 0 0) as [[L|E]|G]; [lra | reflexivity | lra]. }
  unfold perceptron_updates, perceptron_mistakes, mistakes, run. simpl. rewrite M. split; reflexivity.
Qed.

(** and the comparator 0 makes a bound 0 of which its length is a factor. *)
Lemma norm_0 d : norm d zero = 0.
Proof. unfold norm. rewrite dot_zero. apply sqrt_0. Qed.

Local Notation e := ((unit 0, true) : example).
Lemma unit_unit : dot 1 (unit 0) (unit 0) = 1.
Proof. apply (dot_unit 1); lia. Qed.
Lemma norm_unit : norm 1 (unit 0) = 1.
Proof. unfold norm. rewrite unit_unit. apply sqrt_1. Qed.

(** So the others need their *margin*, too: NOVIKOFF_COSINE, *)
Example novikoff_cosine_margin : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  let us := perceptron_updates tie d eta es in
  eta > 0 -> gamma > 0 ->
  (forall x y, In (x, y) us -> norm d x <= Rad) ->
  (forall t, (1 <= t <= length us)%nat ->
    gamma * sqrt (INR t) / (Rad * norm d u) <= cosine d u (w_of eta us t) <= 1) /\
  INR (perceptron_mistakes tie d eta es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. destruct (H TieMistake 1%nat 1 [e] zero 1 1 ltac:(lra) ltac:(lra)) as [_ B].
  - intros x y I. rewrite (proj1 (first_round _ _ _)) in I. destruct I as [E|[]]. injection E as <- _.
    rewrite norm_unit. lra.
  - rewrite (proj2 (first_round _ _ _)), norm_0 in B. simpl in B. lra.
Qed.

(** NOVIKOFF_BIAS, *)
Example novikoff_bias_margin : ~ (forall tie d eta (es : list example) (u : vec) b c gamma Rad,
  eta > 0 -> c > 0 -> gamma > 0 ->
  (forall x y, In (append d x c, y) (perceptron_updates tie (S d) eta (NOVIKOFF_BIAS.with_constant d c es)) ->
    norm d x <= Rad) ->
  INR (perceptron_mistakes tie (S d) eta (NOVIKOFF_BIAS.with_constant d c es))
    <= (Rad ^ 2 + c ^ 2) * (norm d u ^ 2 + b ^ 2 / c ^ 2) / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 0%nat 1 [(zero, true)] zero 0 1 1 0). unfold NOVIKOFF_BIAS.with_constant in H.
  cbn [map] in H.
  rewrite (proj2 (first_round _ _ _)), norm_0 in H. enough (INR 1 <= (0 ^ 2 + 1 ^ 2) * (0 ^ 2 + 0 ^ 2 / 1 ^ 2) / 1 ^ 2)
    by (simpl in *; lra).
  apply H; try lra. intros x y _. unfold norm, dot. simpl. rewrite sqrt_0. lra.
Qed.

(** MARGIN_PERCEPTRON; *)
Example margin_perceptron_margin : ~ (forall strict d tau eta (es : list example) (u : vec) gamma Rad,
  tau > 0 -> eta > 0 -> gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  INR (length (Practice.margin_perceptron_updates strict d tau eta es))
    <= norm d u ^ 2 * (Rad ^ 2 + 2 * tau / eta) / gamma ^ 2).
Proof.
  intros H. specialize (H false 1%nat 1 1 [e] zero 1 1 ltac:(lra) ltac:(lra) ltac:(lra)). rewrite norm_0 in H.
  assert (Practice.margin_perceptron_updates false 1 1 1 [e] = [e]) as U.
  { unfold Practice.margin_perceptron_updates. cbn [updates].
    replace (Practice.narrow_escape false 1 1 zero e) with true; [reflexivity|].
    symmetry. apply Practice.narrow_below. simpl. rewrite dot_sym, dot_zero. lra. }
  rewrite U in H. enough (1 <= 0 ^ 2 * (1 ^ 2 + 2 * 1 / 1) / 1 ^ 2) by lra. apply H.
  intros x y [E|[]]. injection E as <- _. rewrite norm_unit. lra.
Qed.

(** and MAX_MARGIN that its comparator is the *closest* point: two labels on one example. *)
Example max_margin_closest : ~ (forall tie d eta (es : list example) Rad n (X : nat -> vec) (Y : nat -> bool) q,
  let p := average n q (MAX_MARGIN.signed X Y) in
  eta > 0 ->
  (forall x y, In (x, y) es -> exists i, (i < n)%nat /\ x = X i /\ y = Y i) ->
  (forall i, (i < n)%nat -> norm d (X i) <= Rad) ->
  (forall i, (i < n)%nat -> q i >= 0) -> sum n q = 1 -> norm d p > 0 ->
  INR (perceptron_mistakes tie d eta es) <= Rad ^ 2 / norm d p ^ 2).
Proof.
  intros H. 
  specialize (H TieMistake 1%nat 1 (map (fun b => (single, b)) [true; false]) 1 2%nat (fun _ => single)
    (fun i => Nat.eqb i 0) (unit 0)). cbv zeta in H. rewrite two_rounds in H.
  set (p := average _ _ _) in H. assert (norm 1 p = 1) as P.
  { unfold norm. replace (dot 1 p p) with 1 by (unfold p, dot, average, MAX_MARGIN.signed, scale, unit, real; simpl;
    ring).
    apply sqrt_1. }
  assert (norm 1 single = 1) as N by (unfold norm; rewrite one_one; apply sqrt_1).
  rewrite P in H. simpl INR in H. enough (1 + 1 <= 1 ^ 2 / 1 ^ 2) by lra. apply H; try lra.
  - intros x y [E|[E|[]]]; injection E as <- <-; [exists 0%nat | exists 1%nat]; auto.
  - intros i _. rewrite N. lra.
  - intros i _. unfold unit. destruct (Nat.eqb i 0); lra.
  - unfold unit. simpl. lra.
Qed.

(** FREUND_SCHAPIRE, FRESH_FEATURES and HINGE need their *radius*: of one example, of which u falls not short. *)
Lemma no_shortfall : total 1 (fun s => Practice.shortfalls 1 (unit 0) 1 [e] s ^ 2) = 0
  /\ total 1 (Practice.shortfalls 1 (unit 0) 1 [e]) = 0.
Proof.
  assert (Practice.shortfalls 1 (unit 0) 1 [e] 1 = 0) as Z.
  { unfold Practice.shortfalls, Practice.falls_short, x_of, y_of. simpl. rewrite unit_unit. apply Rmax_left. lra. }
  unfold total. simpl sum. rewrite Z. split; ring.
Qed.

Example freund_schapire_radius : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  let us := perceptron_updates tie d eta es in
  let D := Practice.root_of_squares (length us) (Practice.shortfalls d u gamma us) in
  INR (perceptron_mistakes tie d eta es) <= (norm d u * Rad + D) ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 [e] (unit 0) 1 0 ltac:(lra) ltac:(lra)). cbv zeta in H.
  unfold Practice.root_of_squares in H. destruct (first_round 1 1 e) as [U M]. rewrite U, M in H.
  simpl length in H. rewrite (proj1 no_shortfall), sqrt_0 in H. simpl in H. lra.
Qed.

Example fresh_features_radius : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad Delta,
  eta > 0 -> gamma > 0 -> Delta > 0 ->
  let us := perceptron_updates tie d eta es in
  let D := Practice.root_of_squares (length us) (Practice.shortfalls d u gamma us) in
  INR (perceptron_mistakes tie d eta es)
    <= (Rad ^ 2 + Delta ^ 2) * (norm d u ^ 2 + D ^ 2 / Delta ^ 2) / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 [e] (unit 0) 1 0 (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)).
  cbv zeta in H. unfold Practice.root_of_squares in H. destruct (first_round 1 1 e) as [U M]. rewrite U, M in H.
  simpl length in H. rewrite (proj1 no_shortfall), sqrt_0, norm_unit in H. simpl in H. lra.
Qed.

Example hinge_radius : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  let us := perceptron_updates tie d eta es in
  let L := total (length us) (Practice.shortfalls d u gamma us) / gamma in
  let B := norm d u * Rad / gamma in
  INR (perceptron_mistakes tie d eta es) <= L + B * sqrt L + B ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 [e] (unit 0) 1 0 ltac:(lra) ltac:(lra)). cbv zeta in H.
  destruct (first_round 1 1 e) as [U M]. rewrite U, M in H. simpl length in H. rewrite (proj2 no_shortfall) in H.
  replace (0 / 1) with 0 in H by field. rewrite sqrt_0 in H. simpl in H. lra.
Qed.

(** MARGIN_FRACTION needs its *margin*: one update later there are none, and the claimed margin is 25. *)
Example margin_fraction_margin : ~ (forall strict d tau eta (es : list example) (u : vec) gamma Rad k,
  tau > 0 -> eta > 0 -> gamma > 0 -> es <> [] ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  let us := Practice.margin_perceptron_updates strict d tau eta (passes k es) in
  let w := w_of eta us (length us) in
  updates vec (Practice.narrow_escape strict d tau) (update eta) w es = [] ->
  tau / (eta * Rad ^ 2 + 2 * tau) * (gamma / norm d u)
    <= Practice.MARGIN_FRACTION.least_score d w es / norm d w).
Proof.
  intros H. specialize (H false 1%nat (1 / 2) 1 [e] (unit 0) 100 1 1%nat ltac:(lra) ltac:(lra) ltac:(lra)).
  cbv zeta in H. rewrite norm_unit in H.
  assert (forall w, Practice.narrow_escape false 1 (1 / 2) w e = if Rle_dec (1 * dot 1 w (unit 0)) (1 / 2) then true
    else false) as Rule by reflexivity.
  assert (dot 1 (update 1 zero e) (unit 0) = 1) as After by (unfold dot, update, add, scale, unit, zero; simpl; ring).
  assert (Practice.margin_perceptron_updates false 1 (1 / 2) 1 (passes 1 [e]) = [e]) as U.
  { change (passes 1 [e]) with [e]. unfold Practice.margin_perceptron_updates. cbn [updates].
  rewrite Rule, dot_sym, dot_zero.
    destruct (Rle_dec _ _) as [_|N]; [reflexivity | exfalso; lra]. }
  rewrite U in H. change (w_of 1 [e] (length [e])) with (update 1 zero e) in H.
  assert (norm 1 (update 1 zero e) = 1) as Long.
  { unfold norm. replace (dot _ _ _) with 1 by (unfold dot, update, add, scale, unit, zero; simpl; ring).
  apply sqrt_1. }
  rewrite Long in H. unfold Practice.MARGIN_FRACTION.least_score in H. simpl length in H.
  cbn [least nth fst snd] in H. rewrite After, Rmin_left in H by lra.
  enough (1 / 2 / (1 * 1 ^ 2 + 2 * (1 / 2)) * (100 / 1) <= true * 1 / 1) by (simpl in *; lra).
  apply H; [discriminate | |].
  - intros x y [E|[]]. injection E as <- _. rewrite norm_unit. lra.
  - cbn [updates]. rewrite Rule, After. destruct (Rle_dec _ _) as [L|_]; [exfalso; lra | reflexivity].
Qed.

(** PNORM needs its *radius*, too. *)
Example pnorm_radius : ~ (forall tie d p q (two : p >= 2) (dual : 1 / p + 1 / q = 1) eta (es : list example) (u : vec)
  gamma
    Rad,
  let learner := OneProof.PNORM.half_square d p q two dual in
  eta > 0 -> gamma > 0 ->
  (forall x (y : bool), In (x, y) (OneProof.quasi_updates tie learner eta zero es) -> y * dot d u x >= gamma) ->
  INR (OneProof.quasi_mistakes tie learner eta zero es) <= (p - 1) * PNorms.pnorm q d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 2 2 ltac:(lra) ltac:(lra) 1 [e] (unit 0) 1 0 ltac:(lra) ltac:(lra)).
  cbv zeta in H. set (learner := OneProof.PNORM.half_square _ _ _ _ _) in H.
  assert (OneProof.mistaken TieMistake learner zero e = true) as M.
  { unfold OneProof.mistaken, wrong. replace (dot 1 _ _) with 0 by (unfold dot; simpl; unfold PNorms.plink, zero; ring).
    destruct (total_order_T 0 0) as [[L|E]|G]; [lra | reflexivity | lra]. }
  unfold OneProof.quasi_mistakes, OneProof.quasi_updates, mistakes, run in H. simpl in H. rewrite M in H.
  enough (1 <= (2 - 1) * PNorms.pnorm 2 1 (unit 0) ^ 2 * 0 ^ 2 / 1 ^ 2) by (simpl in *; lra). apply H.
  intros x y [E|[]]. injection E as <- <-. rewrite unit_unit. simpl. lra.
Qed.

Lemma unit_to_zero : OneProof.divergence (OneProof.EUCLIDEAN.euclidean 1) (unit 0) zero = 1 / 2.
Proof.
  rewrite OneProof.EUCLIDEAN.distance, norm_square_pow. unfold dot, add, scale, unit, zero. simpl. lra.
Qed.

(** BREGMAN and BREGMAN_HINGE need their *gain*: without it the bound is negative. *)
Example bregman_gain : ~ (forall tie d (φ : OneProof.potential d) eta z0 (es : list example) (u : vec) gamma Rad,
  let g := eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * OneProof.sigma φ) in
  eta > 0 -> OneProof.K φ u ->
  (forall x y, In (x, y) (OneProof.quasi_updates tie φ eta z0 es) -> OneProof.dual_norm φ x <= Rad) ->
  (forall x (y : bool), In (x, y) (OneProof.quasi_updates tie φ eta z0 es) -> y * dot d u x >= gamma) ->
  INR (OneProof.quasi_mistakes tie φ eta z0 es) <= OneProof.divergence φ u z0 / g).
Proof.
  intros H. specialize (H TieMistake 1%nat (OneProof.EUCLIDEAN.euclidean 1) 1 zero [] (unit 0) (-1) 0 ltac:(lra) I).
  cbv zeta in H. rewrite unit_to_zero in H. simpl in H.
  match type of H with _ -> _ -> _ <= ?b => replace b with (- (1 / 2)) in H by field end.
  enough (0 <= - (1 / 2)) by lra. apply H; tauto.
Qed.

Example bregman_hinge_gain : ~ (forall tie d (φ : OneProof.potential d) eta (es : list example) (u : vec) gamma Rad,
  let us := OneProof.quasi_updates tie φ eta zero es in
  let g := eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * OneProof.sigma φ) in
  eta > 0 -> OneProof.K φ u ->
  (forall x y, In (x, y) us -> OneProof.dual_norm φ x <= Rad) ->
  INR (OneProof.quasi_mistakes tie φ eta zero es)
    <= (OneProof.divergence φ u zero + eta * gamma * OneProof.BREGMAN_HINGE.hinge_losses d u gamma us) / g).
Proof.
  intros H. specialize (H TieMistake 1%nat (OneProof.EUCLIDEAN.euclidean 1) 1 [] (unit 0) (-1) 0 ltac:(lra) I).
  cbv zeta in H. rewrite unit_to_zero in H. simpl in H.
  match type of H with _ -> _ <= ?b => replace b with (- (1 / 2)) in H by field end.
  enough (0 <= - (1 / 2)) by lra. apply H. tauto.
Qed.
End Perceptrons.

(** * Experts and weights *)

Section Weights.
Local Open Scope R_scope.

(** WEIGHTED_MAJORITY needs a prediction with at least half of the weight: one expert, who is right, is not followed. *)
Example weighted_majority_majority : ~ (forall N (h : Experts.advice) beta predict (es : list example),
  (1 <= N)%nat -> 0 < beta < 1 ->
  let m := fewest N (Experts.errors h (Experts.majority_updates predict h beta es)) in
  INR (Experts.majority_mistakes predict h beta es) <= (ln (INR N) + INR m * ln (1 / beta)) / ln (2 / (1 + beta))).
Proof.
  intros H. specialize (H 1%nat (fun _ _ => true) (1 / 2) (fun _ _ => false) [(zero, true)] (le_n 1) ltac:(lra)).
  cbv zeta in H. change (Experts.majority_mistakes _ _ _ _) with 1%nat in H. change (fewest _ _) with 0%nat in H.
  simpl INR in H.
  rewrite ln_1, Rmult_0_l, Rplus_0_l in H. unfold Rdiv in H. rewrite Rmult_0_l in H. lra.
Qed.

(** HEDGE needs losses of at most 1: of two experts the one loses 100, the other nothing. *)
Example hedge_losses : ~ (forall N T eta (l : nat -> vec),
  (1 <= N)%nat -> eta > 0 ->
  (forall t i, (1 <= t <= T)%nat -> (i < N)%nat -> 0 <= l t i) ->
  Experts.hedge_loss N eta l T <= least N (Experts.expert_loss l T) + ln (INR N) / eta + eta * INR T / 8).
Proof.
  intros H. set (l := (fun _ i => if Nat.eqb i 0 then 100 else 0) : nat -> vec).
  specialize (H 2%nat 1%nat 1 l ltac:(lia) ltac:(lra)).
  assert (Experts.hedge_loss 2 1 l 1 = 50) as L
    by (unfold Experts.hedge_loss, dot, uniform, l; simpl; unfold uniform; simpl; lra).
  pose proof (least_le 2 (Experts.expert_loss l 1) 1 ltac:(lia)) as Best.
  unfold Experts.expert_loss at 2, l in Best. simpl sum in Best.
  pose proof (ln_below (INR 2) ltac:(simpl; lra)) as Two. rewrite L in H.
  enough (50 <= least 2 (Experts.expert_loss l 1) + ln (INR 2) / 1 + 1 * INR 1 / 8) as E
    by (fold l in Best; simpl INR in *; lra).
  apply H. intros t i _ _. unfold l. destruct (Nat.eqb i 0); lra.
Qed.

(** WINNOW1 needs labels that a disjunction gives: of no variable it is the constant 0, the label is 1. *)
Example winnow1_labels : ~ (forall n (T : nat -> bool) alpha theta (es : list example),
  alpha > 1 -> theta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  INR (length (Committees.littlestone_updates n alpha 0 theta es))
    <= alpha * INR (count n T) * INR (Committees.climbs alpha theta) + INR n / theta).
Proof.
  intros H. set (one := (fun _ => 1) : vec).
  specialize (H 1%nat (fun _ => false) 2 2 [(one, true)] ltac:(lra) ltac:(lra)).
  assert (Committees.littlestone_updates 1 2 0 2 [(one, true)] = [(one, true)]) as U.
  { unfold Committees.littlestone_updates. simpl. unfold Committees.errs, Committees.predicts. simpl.
    destruct (Rle_dec 2 _) as [L|L]; [|reflexivity]. exfalso. unfold dot, ones, one in L. simpl in L. lra. }
  rewrite U in H. simpl in H. enough (1 <= 2 * 0 * INR (Committees.climbs 2 2) + 1 / 2) by lra.
  apply H. intros x y [E|[]] j _. injection E as <- _. right. reflexivity.
Qed.

(** WINNOW needs its *margin*: the learner has one weight, which is the comparator, too. Their entropy is 0, and so is
    the bound, but the first round is an update. *)
Example winnow_margin : ~ (forall tie d eta theta w0 (es : list example) (u : vec) gamma Rad,
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 -> eta > 0 -> Rad > 0 -> theta > - Rad ->
  (forall x b, In (x, b) es -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  Winnow.C eta gamma Rad theta > 0 ->
  INR (Winnow.winnow_count tie d eta theta w0 es) <= KL d u w0 / Winnow.C eta gamma Rad theta).
Proof.
  intros H. set (one := (fun _ => 1) : vec). set (x := (fun _ => -1) : vec).
  specialize (H TieMistake 1%nat 1 0 one [(x, true)] one (1 - Winnow.C 1 0 1 0) 1).
  rewrite KL_self in H by (intros; unfold one; lra). unfold Rdiv in H. rewrite Rmult_0_l in H.
  assert (Winnow.winnow_count TieMistake 1 1 0 one [(x, true)] = 1%nat) as N.
  { unfold Winnow.winnow_count. rewrite count_updates_length. simpl.
    replace (Winnow.updating TieMistake 1 0 one (x, true)) with true; [reflexivity|].
    unfold Winnow.updating, wrong, dot, one, x. simpl.
    destruct (total_order_T _ 0) as [[L|E]|G]; [reflexivity | destruct (Req_EM_T 0 0); reflexivity | lra]. }
  rewrite N in H. simpl INR in H. enough (1 <= 0) by lra. apply H; try (intros; unfold one; simpl; lra).
  - intros y b [E|[]] j _. injection E as <- _. unfold x. rewrite Rabs_left; lra.
  - unfold Winnow.C. lra.
Qed.

Local Notation one := (fun _ : nat => 1).
Local Notation wrong_way := ((fun _ => -1, true) : example).

(** With one weight, which is 1, Winnow's first round is an update on the example -1. *)
Lemma winnow_first eta w0 : w0 O = 1 -> Winnow.winnow_count TieMistake 1 eta 0 w0 [wrong_way] = 1%nat
  /\ Winnow.winnow_updates TieMistake 1 eta 0 w0 [wrong_way] = [wrong_way].
Proof.
  intros W. unfold Winnow.winnow_count, Winnow.winnow_updates. rewrite count_updates_length. cbn [updates].
  assert (Winnow.updating TieMistake 1 0 w0 wrong_way = true) as U; [|rewrite U; split; reflexivity].
  unfold Winnow.updating. apply Winnow.wrong_below. unfold dot. simpl. rewrite W. lra.
Qed.

Lemma uniform_1 : uniform 1 O = 1.
Proof. unfold uniform. simpl. field. Qed.

(** The comparator is that weight, too. Their entropy is 0, and so is the bound: WINNOW_UNIT, *)
Example winnow_unit_margin : ~ (forall tie d eta gamma (es : list example) (u : vec),
  let us := Winnow.winnow_updates tie d eta 0 (uniform d) es in
  eta > 0 ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  eta * gamma > ln (cosh eta) ->
  INR (Winnow.winnow_count tie d eta 0 (uniform d) es) <= KL d u (uniform d) / (eta * gamma - ln (cosh eta))).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 (ln (cosh 1) + 1) [wrong_way] (uniform 1) ltac:(lra)).
  cbv zeta in H. destruct (winnow_first 1 _ uniform_1) as [N U]. rewrite N, U, KL_self in H.
  - unfold Rdiv in H. rewrite Rmult_0_l in H. simpl INR in H. enough (1 <= 0) by lra. apply H; try lra.
    + intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
    + intros j _. unfold uniform. simpl. lra.
    + simpl. rewrite uniform_1. lra.
  - intros j _. unfold uniform. simpl. lra.
Qed.

(** WINNOW_TUNED, *)
Example winnow_tuned_margin : ~ (forall tie d eta theta w0 (es : list example) (u : vec) gamma Rad,
  let us := Winnow.winnow_updates tie d eta theta w0 es in
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 ->
  - Rad < theta -> theta < gamma -> gamma < Rad ->
  eta = 1 / (2 * Rad) * ln ((Rad + gamma) * (Rad - theta) / ((Rad - gamma) * (Rad + theta))) ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  INR (Winnow.winnow_count tie d eta theta w0 es)
    <= KL d u w0 / coin (Winnow.lambda Rad gamma) (Winnow.lambda Rad theta)).
Proof.
  intros H. set (best := 1 / (2 * 1) * ln ((1 + 1 / 2) * (1 - 0) / ((1 - 1 / 2) * (1 + 0)))).
  specialize (H TieMistake 1%nat best 0 one [wrong_way] one (1 / 2) 1). cbv zeta in H.
  destruct (winnow_first best one eq_refl) as [N U]. rewrite N, U, KL_self in H by (intros; lra).
  set (c := coin _ _) in H. replace (0 / c) with 0 in H by (unfold Rdiv; ring). simpl INR in H.
  enough (1 <= 0) by lra. apply H; try reflexivity; try (intros; lra); try (simpl; lra).
  intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
Qed.

(** WINNOW_UNIFORM *)
Example winnow_uniform_margin : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  let us := Winnow.winnow_updates tie d eta 0 (uniform d) es in
  0 < gamma <= Rad -> eta > 0 ->
  eta * gamma - ln (cosh (eta * Rad)) >= gamma ^ 2 / (2 * Rad ^ 2) ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  INR (Winnow.winnow_count tie d eta 0 (uniform d) es) <= 2 * Rad ^ 2 * ln (INR d) / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 [wrong_way] one 1 1). cbv zeta in H.
  destruct (winnow_first 1 _ uniform_1) as [N U]. rewrite N, U in H. simpl INR in H. rewrite ln_1 in H.
  enough (1 <= 2 * 1 ^ 2 * 0 / 1 ^ 2) by lra. apply H; try lra.
  - pose proof (ln_cosh_le (1 * 1)). lra.
  - intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
  - intros. lra.
  - simpl. lra.
Qed.

(** and COMMITTEE_WINNOW need their *margin*, *)
Example committee_winnow_majority : ~ (forall tie d (T : nat -> bool) eta (es : list example),
  let k := count d T in
  let m := Committees.majority_of k in
  (1 <= k)%nat -> eta > 0 ->
  eta * (INR m / INR k) - ln (cosh eta) >= INR m ^ 2 / (2 * INR k ^ 2) ->
  (forall x (y : bool), In (x, y) es -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall x (y : bool), In (x, y) es -> forall j, (j < d)%nat -> T j = true -> Rabs (x j) = 1) ->
  INR (Winnow.winnow_count tie d eta 0 (uniform d) es) <= 2 * INR k ^ 2 * ln (INR d / INR k) / INR m ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat (fun _ => true) 1 [wrong_way] (le_n 1)). cbv zeta in H.
  rewrite (proj1 (winnow_first 1 _ uniform_1)) in H. simpl INR in H. replace (1 / 1) with 1 in H by field.
  rewrite ln_1 in H. enough (1 <= 2 * 1 ^ 2 * 0 / 1 ^ 2) by (simpl in *; lra). apply H; try lra.
  - pose proof (ln_cosh_le 1). simpl. lra.
  - intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
  - intros x b [E|[]] j _ _. injection E as <- _. rewrite Rabs_left; lra.
Qed.

(** and WINNOW_EXPERT that the comparator is *perfect*. *)
Example winnow_expert_perfect : ~ (forall tie d eta w0 (es : list example) (u : vec) Rad,
  let us := Winnow.winnow_updates tie d eta 0 w0 es in
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = 1 -> eta > 0 -> Rad > 0 ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  (forall j, (j < d)%nat -> u j >= 0) -> sum d u = 1 ->
  INR (Winnow.winnow_count tie d eta 0 w0 es) <= KL d u w0 / (eta * Rad - ln (cosh (eta * Rad)))).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 one [wrong_way] one 1). cbv zeta in H.
  destruct (winnow_first 1 one eq_refl) as [N U]. rewrite N, U, KL_self in H by (intros; lra).
  unfold Rdiv in H. rewrite Rmult_0_l in H. simpl INR in H. enough (1 <= 0) by lra. apply H; try (intros; lra).
  - simpl. lra.
  - intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
  - simpl. lra.
Qed.

(** WINNOW2 needs labels that a disjunction gives: *)
Example winnow2_labels : ~ (forall n (T : nat -> bool) alpha theta (es : list example),
  (1 <= n)%nat -> alpha > 1 -> theta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1) ->
  INR (length (Committees.littlestone_updates n alpha (1 / alpha) theta es))
    < alpha * INR n / ((alpha - 1) * theta) + (alpha + 1) * INR (count n T) * INR (Committees.climbs alpha theta)).
Proof.
  intros H. specialize (H 1%nat (fun _ => false) 2 4 [(one, true)] (le_n 1) ltac:(lra) ltac:(lra)).
  assert (Committees.littlestone_updates 1 2 (1 / 2) 4 [(one, true)] = [(one, true)]) as U.
  { unfold Committees.littlestone_updates. cbn [updates]. unfold Committees.errs, Committees.predicts. simpl.
    destruct (Rle_dec 4 _) as [L|L]; [|reflexivity]. exfalso. unfold dot, ones in L. simpl in L. lra. }
  rewrite U in H. simpl INR in H. enough (1 < 2 * 1 / ((2 - 1) * 4) + (2 + 1) * 0 * INR (Committees.climbs 2 4)) by lra.
  apply H. intros x y [E|[]] j _. injection E as <- _. right. reflexivity.
Qed.

(** and COMMITTEE_PERCEPTRON a committee with the right votes: a committee without members has none. *)
Example committee_perceptron_majority : ~ (forall tie d (T : nat -> bool) eta (es : list example),
  let k := count d T in
  let m := Committees.majority_of k in
  eta > 0 ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> Rabs (x j) <= 1) ->
  (forall x y, In (x, y) es -> forall j, (j < d)%nat -> T j = true -> Rabs (x j) = 1) ->
  INR (length (Perceptron.perceptron_updates tie d eta es)) <= INR k * INR d / INR m ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat (fun _ => false) 1 [(one, true)] ltac:(lra)). cbv zeta in H.
  rewrite (proj1 (first_round 1 1 _)) in H. simpl in H.
  match type of H with _ -> _ -> _ <= ?b => replace b with 0 in H by (unfold Rdiv; ring) end.
  enough (1 <= 0) by lra. apply H; [|discriminate]. intros x y [E|[]] j _. injection E as <- _. rewrite Rabs_R1. lra.
Qed.

(** SPAN needs weights in the *span* of the examples: the weight 1 is right about the first of them. *)
Example span_span : ~ (forall (State : Type) (weights : State -> vec) updating next s0 tie d (es : list example),
  let mistaken s e := wrong tie (dot d (weights s) (fst e)) (snd e) in
  (forall t, (1 <= t <= length es)%nat -> forall s, (s < t - 1)%nat ->
    dot d (fst (nth (S s - 1) es (zero, true))) (fst (nth (t - 1) es (zero, true))) = 0) ->
  INR (mistakes State mistaken updating next s0 es)
    = Committees.SPAN.unlike (Committees.SPAN.answer_at_tie tie) (fun t => snd (nth (t - 1) es (zero, true)))
        (length es)).
Proof.
  intros H. specialize (H unit (fun _ => one) (fun _ _ => false) (fun s _ => s) tt TieMistake 1%nat [(one, true)]).
  cbv zeta in H. unfold mistakes, run in H. simpl in H.
  replace (wrong TieMistake (dot 1 one one) true) with false in H.
  - unfold Committees.SPAN.unlike in H. simpl in H. destruct (Req_EM_T 1 0); [lra|].
    enough (0 = 0 + 1) by lra. apply H. intros t T s S. lia.
  - unfold wrong, dot. simpl. destruct (total_order_T _ 0) as [[L|E]|G]; [lra | lra | reflexivity].
Qed.

(** RANDOMIZED_MAJORITY needs beta < 1: above it the bound of two experts is negative before the first round. *)
Example randomized_majority_range : ~ (forall N (h : Experts.advice) beta (es : list example),
  (1 <= N)%nat -> 0 < beta ->
  let m := fewest N (Experts.errors h es) in
  Experts.expected_mistakes N h beta ones es <= (INR m * ln (1 / beta) + ln (INR N)) / (1 - beta)).
Proof.
  intros H. specialize (H 2%nat (fun _ _ => true) 2 [] ltac:(lia) ltac:(lra)). cbv zeta in H. simpl in H.
  assert (0 < ln (1 + 1)) by (rewrite <- ln_1; apply ln_increasing; lra).
  replace ((0 * ln (1 / 2) + ln (1 + 1)) / (1 - 2)) with (- ln (1 + 1)) in H by field. lra.
Qed.

(** HEDGE_FIRST_ORDER needs losses of at most 1, as HEDGE does. *)
Example hedge_first_order_losses : ~ (forall N T eta (l : nat -> vec),
  (1 <= N)%nat -> eta > 0 ->
  (forall t i, (1 <= t <= T)%nat -> (i < N)%nat -> 0 <= l t i) ->
  Experts.hedge_loss N eta l T <= (eta * least N (Experts.expert_loss l T) + ln (INR N)) / (1 - exp (- eta))).
Proof.
  intros H. set (l := (fun _ i => if Nat.eqb i 0 then 100 else 0) : nat -> vec).
  specialize (H 2%nat 1%nat 1 l ltac:(lia) ltac:(lra)).
  assert (Experts.hedge_loss 2 1 l 1 = 50) as L
    by (unfold Experts.hedge_loss, dot, uniform, l; simpl; unfold uniform; simpl; lra).
  pose proof (least_le 2 (Experts.expert_loss l 1) 1 ltac:(lia)) as Best.
  unfold Experts.expert_loss at 2, l in Best. simpl sum in Best.
  pose proof (ln_below (INR 2) ltac:(simpl; lra)) as Two. rewrite L in H.
  assert (0 < exp (- (1)) < 1 / 2) as E1.
  { split; [apply exp_pos|]. rewrite exp_Ropp. pose proof (exp_ineq1 1 ltac:(lra)). pose proof (exp_pos 1).
    apply (Rmult_lt_reg_r (exp 1)); [lra|]. rewrite Rinv_l; lra. }
  enough (50 <= (1 * least 2 (Experts.expert_loss l 1) + ln (INR 2)) / (1 - exp (- (1)))) as B.
  { apply (Rmult_le_compat_r (1 - exp (- (1)))) in B; [|lra]. unfold Rdiv in B.
    rewrite Rmult_assoc, Rinv_l in B by lra. fold l in Best. simpl INR in *. lra. }
  apply H. intros t i _ _. unfold l. destruct (Nat.eqb i 0); lra.
Qed.

(** ADABOOST needs its edge: a single example on which the single rule says 0. *)
Example adaboost_margin : ~ (forall k n T (h : nat -> vec) chosen (u : vec) gamma Rad,
  (1 <= n)%nat -> (1 <= T)%nat -> gamma > 0 -> mixture k u ->
  (forall j i, (j < k)%nat -> (i < n)%nat -> Rabs (h j i) <= Rad) ->
  (forall t, (1 <= t <= T)%nat -> (chosen t < k)%nat /\
    Boosting.edge_at n h chosen Rad t < Rad /\
    forall j, (j < k)%nat ->
      Boosting.edge_of n (Boosting.adaboost n h chosen Rad (t - 1)) (h j) <= Boosting.edge_at n h chosen Rad t) ->
  (exists i, (i < n)%nat /\ Boosting.vote n h chosen Rad T i <= 0) ->
  INR T <= ln (INR n) / Boosting.ADABOOST.gain_at Rad gamma).
Proof.
  intros H. specialize (H 1%nat 1%nat 1%nat (fun _ _ => 0) (fun _ => O) one (1 / 2) 1 ltac:(lia) ltac:(lia) ltac:(lra)).
  set (g := Boosting.ADABOOST.gain_at _ _) in H. simpl INR in H. rewrite ln_1 in H.
  replace (0 / g) with 0 in H by (unfold Rdiv; ring). enough (1 <= 0) by lra. apply H.
  - split; [intros; lra | simpl; lra].
  - intros. rewrite Rabs_R0. lra.
  - intros t T. unfold Boosting.edge_at, Boosting.edge_of, dot. simpl. repeat split; [lia | lra |]. intros. lra.
  - exists O. split; [lia|]. unfold Boosting.vote. simpl. unfold Boosting.say. lra.
Qed.

(** WINNOW_DOUBLED and WINNOW_ZHANG need it, too. *)
Example winnow_zhang_margin : ~ (forall tie d W Rad theta gamma delta w0 (es : list example) (u : vec),
  let next := Winnow.rescaled d W (delta / (W * Rad ^ 2)) in
  let us := updates vec (Winnow.updating tie d theta) next w0 es in
  W > 0 -> Rad > 0 -> theta >= 0 -> gamma > theta ->
  (forall j, (j < d)%nat -> u j >= 0) -> Winnow.norm1 d u > 0 -> Winnow.norm1 d u <= W ->
  (forall j, (j < d)%nat -> w0 j > 0) -> sum d w0 = W ->
  0 < delta <= gamma - theta ->
  (forall x b, In (x, b) us -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  INR (length us) <= 2 * W * Rad ^ 2 * Winnow.K d W u w0 / delta ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 1 0 1 1 one [wrong_way] one). cbv zeta in H. cbn [updates] in H.
  assert (Winnow.norm1 1 one = 1) as N by (unfold Winnow.norm1; simpl; rewrite Rabs_R1; lra).
  replace (Winnow.updating TieMistake 1 0 one wrong_way) with true in H
    by (symmetry; apply Winnow.wrong_below; unfold dot; simpl; lra).
  unfold Winnow.K in H. rewrite N in H. simpl in H. replace (1 * 1 / (1 * 1)) with 1 in H by field.
  rewrite ln_1 in H. enough (1 <= 2 * 1 * (1 * (1 * 1)) * (0 + 1 * 0) / (1 * (1 * 1))) by lra.
  apply H; try (intros; lra).
  intros x b [E|[]] j _. injection E as <- _. rewrite Rabs_left; lra.
Qed.

Example winnow_doubled_margin : ~ (forall tie d eta theta w0 (es : list example) (v : vec) gamma Rad,
  let shown := map (Winnow.double_example d) es in
  (forall j, (j < 2 * d)%nat -> w0 j > 0) -> sum (2 * d) w0 = 1 -> eta > 0 -> Rad > 0 -> theta > - Rad ->
  (forall x (b : bool), In (x, b) es -> forall j, (j < d)%nat -> Rabs (x j) <= Rad) ->
  Winnow.norm1 d v <= 1 ->
  Winnow.C eta gamma Rad theta > 0 ->
  INR (Winnow.winnow_count tie (2 * d) eta theta w0 shown)
    <= KL (2 * d) (Winnow.halves d v) w0 / Winnow.C eta gamma Rad theta).
Proof.
  intros H. set (half := (fun _ => 1 / 2) : vec).
  specialize (H TieMistake 1%nat 1 0 half [(zero, true)] zero 1 1). cbv zeta in H.
  assert (Winnow.norm1 1 zero = 0) as N by (unfold Winnow.norm1, zero; simpl; rewrite Rabs_R0; lra).
  replace (KL (2 * 1) (Winnow.halves 1 zero) half) with (KL 2 half half) in H.
  - rewrite KL_self in H by (intros; unfold half; lra). unfold Winnow.winnow_count in H.
    rewrite count_updates_length in H. simpl map in H. cbn [updates] in H.
    replace (Winnow.updating _ _ _ _ _) with true in H.
    + set (c := Winnow.C 1 1 1 0) in H. replace (0 / c) with 0 in H by (unfold Rdiv; ring). simpl INR in H.
      enough (1 <= 0) by lra. apply H; try (intros; unfold half; simpl; lra).
      * intros x b [E|[]] j _. injection E as <- _. unfold zero. rewrite Rabs_R0. lra.
      * unfold c. rewrite Winnow.C_no_threshold by lra. pose proof (ln_cosh_le (1 * 1)). lra.
    + symmetry. rewrite Winnow.updating_0. unfold Winnow.mistaken, wrong.
      replace (dot _ _ _) with 0 by (unfold dot, Winnow.double_example, Winnow.double, zero; simpl; ring).
      destruct (total_order_T 0 0) as [[L|E]|G]; [lra | reflexivity | lra].
  - apply sum_ext. intros j J. replace (Winnow.halves 1 zero j) with (half j); [reflexivity|].
    unfold Winnow.halves. rewrite N. unfold zero, half. rewrite Ropp_0, Rmax_left by lra. simpl.
    destruct (Nat.ltb j 1); lra.
Qed.

(** WINNOW_UNNORMALISED needs positive weights: from -1 it predicts -1, and divided by its sum +1. *)
Example winnow_unnormalised_start : ~ (forall tie d eta w0 (es : list example),
  let prior j := w0 j / sum (S d) w0 in
  let shown := map (Winnow.folded_example d) es in
  let w_in i := fst (fst (Winnow.free_run tie d eta w0 (firstn (i - 1) es))) in
  let w_in' i := fst (fst (Winnow.winnow_run tie (S d) eta 0 prior (firstn (i - 1) shown))) in
  forall i x b, (1 <= i)%nat -> nth_error es (i - 1) = Some (x, b) ->
    Winnow.predict tie (dot d (w_in i) x + w_in i d)
      = Winnow.predict tie (dot (S d) (w_in' i) (Winnow.folded d x))).
Proof.
  intros H. specialize (H TieMistake O 1 (fun _ => -1) [(zero, true)] 1%nat zero true (le_n 1) eq_refl).
  simpl firstn in H. unfold Winnow.predict, dot in H. simpl in H.
  unfold Winnow.folded in H. simpl in H. replace (0 + -1) with (-1) in H by ring.
  replace (0 + -1 / -1 * 1) with 1 in H by field.
  destruct (total_order_T (-1) 0) as [[L|E]|G], (total_order_T 1 0) as [[L'|E']|G']; lra.
Qed.

(** MULTIPLICATIVE_WEIGHTS needs a row that pays least: one row pays 1, and the other, which is not played, -1. *)
Example multiplicative_weights_best_answer : ~ (forall n d T (A : nat -> vec) rows Rad,
  (2 <= d)%nat -> (1 <= T)%nat -> Rad > 0 ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  let w := SparseSvm.game d A rows (fun _ => 1 / Rad * sqrt (2 * ln (INR d) / INR T)) in
  let lower := SparseSvm.margin_of n d A (SparseSvm.MULTIPLICATIVE_WEIGHTS.w_bar w T) in
  let upper := largest d (SparseSvm.mixed n (SparseSvm.MULTIPLICATIVE_WEIGHTS.q_bar T rows) A) in
  upper - lower <= Rad * sqrt (2 * ln (INR d) / INR T)).
Proof.
  intros H. set (A := (fun i _ => if Nat.eqb i 0 then 1 else -1) : nat -> vec).
  specialize (H 2%nat 2%nat 1%nat A (fun _ => O) 1 ltac:(lia) ltac:(lia) ltac:(lra)). cbv zeta in H.
  set (w := SparseSvm.game _ _ _ _) in H. set (m := SparseSvm.mixed _ _ _) in H.
  pose proof (largest_ge 2 m 0 ltac:(lia)) as Up.
  pose proof (least_le 2 (fun i => dot 2 (A i) (SparseSvm.MULTIPLICATIVE_WEIGHTS.w_bar w 1)) 1 ltac:(lia)) as Low.
  replace (m O) with 1 in Up.
  2:{ unfold m, SparseSvm.mixed, SparseSvm.MULTIPLICATIVE_WEIGHTS.q_bar, A. simpl. field. }
  cbv beta in Low. replace (dot 2 _ _) with (-1) in Low.
  2:{ unfold dot, SparseSvm.MULTIPLICATIVE_WEIGHTS.w_bar, A, w. simpl. unfold uniform. simpl. field. }
  fold (SparseSvm.margin_of 2 2 A (SparseSvm.MULTIPLICATIVE_WEIGHTS.w_bar w 1)) in Low.
  assert (sqrt (2 * ln (INR 2) / INR 1) < 2) as Sq.
  { rewrite <- (sqrt_square 2) at 2 by lra. pose proof (ln_below (INR 2) ltac:(simpl; lra)) as Two. simpl in *.
    pose proof (ln_le 1 (1 + 1) ltac:(lra) ltac:(lra)) as P. rewrite ln_1 in P. apply sqrt_lt_1_alt. lra. }
  enough (2 <= 1 * sqrt (2 * ln (INR 2) / INR 1)) by lra. eapply Rle_trans; [|apply H]; [lra|].
  intros i j _ _. unfold A. destruct (Nat.eqb i 0); [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

(** SPARSE_SVM needs dual values that sum to the norm of v: of the example 1 the number 2 is no shortest solution, *)
Example sparse_svm_no_gap : ~ (forall n d (ex : nat -> example) (v alpha : vec) Rad,
  let A := fun i => Winnow.signed (ex i) in
  (1 <= n)%nat ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  (forall j, (j < d)%nat -> v j >= 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v >= 1) ->
  (forall i, (i < n)%nat -> alpha i >= 0) ->
  (forall j, (j < d)%nat -> sum n (fun i => alpha i * A i j) <= 1) ->
  SparseSvm.margin_of n d A (fun j => v j / Winnow.norm1 d v) = 1 / Winnow.norm1 d v).
Proof.
  intros H. specialize (H 1%nat 1%nat (fun _ => (one, true)) (fun _ => 2) one 1 (le_n 1)). cbv zeta in H.
  assert (Winnow.norm1 1 (fun _ => 2) = 2) as N by (unfold Winnow.norm1; simpl; rewrite Rabs_right; lra).
  rewrite N in H. unfold SparseSvm.margin_of, Winnow.signed, scale, dot in H. simpl in H.
  rewrite Rmin_left in H by lra. enough (0 + 1 * 1 * (2 / 2) = 1 / 2) by lra. apply H; intros; try lra.
  rewrite Rmult_1_l, Rabs_R1. lra.
Qed.

(** and ENTROPIC_SVM weights of the *form* that it says: e, from the prior 1, is farther from it than 1. *)
Example entropic_svm_form : ~ (forall n d (ex : nat -> example) (pi v alpha : vec) Rad,
  let A := fun i => Winnow.signed (ex i) in
  (1 <= n)%nat ->
  (forall i j, (i < n)%nat -> (j < d)%nat -> Rabs (A i j) <= Rad) ->
  (forall j, (j < d)%nat -> pi j > 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v >= 1) ->
  (forall i, (i < n)%nat -> alpha i >= 0) ->
  (forall i, (i < n)%nat -> dot d (A i) v > 1 -> alpha i = 0) ->
  forall x, SparseSvm.inside n d A x -> SparseSvm.objective d pi v <= SparseSvm.objective d pi x).
Proof.
  intros H. specialize (H 1%nat 1%nat (fun _ => (one, true)) one (fun _ => exp 1) zero 1 (le_n 1)). cbv zeta in H.
  pose proof (exp_ineq1 1 ltac:(lra)) as E.
  enough (SparseSvm.objective 1 one (fun _ => exp 1) <= SparseSvm.objective 1 one one) as B.
  { unfold SparseSvm.objective in B. simpl in B. rewrite Rmult_1_r, !ln_quotient, ln_exp, ln_1 in B by lra. lra. }
  apply H; unfold zero, Winnow.signed, scale, dot; simpl; intros; try lra.
  - rewrite Rmult_1_l, Rabs_R1. lra.
  - split; intros; unfold dot; simpl; lra.
Qed.

(** AGNOSTIC needs at least as many *rounds* as the dimension: with 1 round and the dimension 3 its root is 0. *)
Definition all3 : list (option bool -> bool) :=
  flat_map (fun a => flat_map (fun b => map (fun c => fun x => match x with None => a | Some true => b | Some false =>
    c end)
    [true; false]) [true; false]) [true; false].

Lemma all3_dim : Optimal.Ldim [None; Some true; Some false] all3 = 3%Z.
Proof. vm_compute. reflexivity. Qed.

Example agnostic_rounds : ~ (forall (X : Type) (domain : list X) C tie also (es : list (X * bool)) L,
  let T := length es in
  let N := length (Experts.few_rounds T L) in
  let eta := sqrt (8 * ln (INR N) / INR T) in
  (forall x, In x domain) -> Optimal.Ldim domain C = Z.of_nat L -> (1 <= L)%nat ->
  forall c, In c C ->
  Experts.hedge_loss N eta (Experts.AGNOSTIC.loss domain C tie also L es) T <=
    INR (Experts.AGNOSTIC.wrong_labels c es) + sqrt (1 / 2 * INR T * INR L * ln (exp 1 * INR T / INR L))).
Proof.
  intros H. specialize (H (option bool) [None; Some true; Some false] all3 (fun _ _ => true) (fun _ _ => false)
    [(None, true)] 3%nat). cbv zeta in H.
  specialize (H ltac:(intros [[]|]; simpl; tauto) all3_dim ltac:(lia) (hd (fun _ => true) all3) ltac:(left;
    reflexivity)).
  cbn [length] in H. set (eta := sqrt _) in H at 1. set (loss := Experts.AGNOSTIC.loss _ _ _ _ _ _) in H.
  assert (loss 1%nat 0%nat + loss 1%nat 1%nat = 1) as One by (cbv -[Rplus R0 R1 IZR]; lra).
  assert (sqrt (1 / 2 * INR 1 * INR 3 * ln (exp 1 * INR 1 / INR 3)) = 0) as Z.
  { apply sqrt_neg_0. pose proof exp_le_3. pose proof (exp_pos 1). simpl.
    pose proof (ln_le (exp 1 * 1 / (1 + 1 + 1)) 1 ltac:(lra) ltac:(lra)) as N. rewrite ln_1 in N. lra. }
  rewrite Z in H. unfold Experts.hedge_loss, dot in H. simpl in H. unfold uniform in H. simpl in H. lra.
Qed.
End Weights.

(** * Random draws *)

(** LONGEST_SURVIVOR needs *enough* draws: without any no predictor survives. *)
Example longest_survivor_enough : ~ (forall (E State : Type) (mistaken : State -> E -> bool) next w0 k p (e : nat -> E)
    M T epsilon delta,
  let mistake := Readings.round_lost mistaken mistaken next w0 e in
  mixture k p -> (0 < epsilon < 1)%R -> (0 < delta < 1)%R ->
  (forall n z, Readings.drawn k n z -> (Readings.mistakes_on mistaken mistaken next w0 e z <= INR M)%R) ->
  forall z, Readings.drawn k T z -> exists i, (i <= M)%nat /\
    Readings.kept T mistake mistake (Readings.trials M epsilon delta) z = Some i).
Proof.
  intros H. destruct (H nat nat (fun _ _ => false) (fun w _ => w) O 1%nat (fun _ => 1%R) (fun j => j) O O (1 / 2)%R
    (1 / 2)%R) with (z := @nil nat) as (i & _ & K); try lra.
  - split; [intros; lra | simpl; lra].
  - intros n z _. unfold Readings.mistakes_on, mistakes, run.
    assert (forall es : list nat,
      fold_left (round nat (fun _ _ => false) (fun _ _ => false) (fun w _ => w)) es (O, O, O) = (O, O, O)) as Still by
        (induction es as [|j es IH]; [reflexivity | exact IH]).
    rewrite Still. simpl. lra.
  - split; [reflexivity | constructor].
  - pose proof (Readings.LONGEST_SURVIVOR.s_pos 0 (1 / 2) (1 / 2) ltac:(lra) ltac:(lra)) as S.
    unfold Readings.kept, Readings.survives in K. cbn [seq find Readings.rights count] in K.
    destruct (Nat.leb_spec (Readings.trials 0 (1 / 2) (1 / 2)) 0); [lia | discriminate].
Qed.

Section Draws.
Local Open Scope R_scope.

(** CONSISTENT_RANDOM needs *realizable*, as CONSISTENT does. *)
Example consistent_random_realizable : ~ (forall (X : Type) (C : list (X -> bool)) nature rounds,
  MistakeBound.CONSISTENT_RANDOM.expected nature rounds C [] <= ln (IZR (Z.of_nat (length C)))).
Proof.
  intros H. specialize (H nat [fun _ => true] (fun _ => (O, false)) 1%nat). simpl in H.
  unfold MistakeBound.CONSISTENT_RANDOM.mean, MistakeBound.CONSISTENT_RANDOM.total in H. simpl in H.
  rewrite ln_1 in H. lra.
Qed.

(** RANDOM_PREFIX, VOTE and HIGH_PROBABILITY need chances that sum to 1: here is one draw, whose number is 3, and a
    learner that is always wrong. *)
Local Notation never_right := (fun _ _ : nat => true).
Local Notation stays := (fun w _ : nat => w).
Local Notation three := (fun _ : nat => 3).

Example random_prefix_independent : ~ (forall (E State : Type) (mistaken updating : State -> E ->
  bool) next w0 k p (e : nat -> E) T,
  (1 <= T)%nat ->
  Readings.mean k T (Readings.product p) (fun z => sum T (fun rho => 1 / INR T
    * Readings.error k p (Readings.predictor mistaken updating next w0 e z rho)))
  = Readings.mean k T (Readings.product p) (Readings.mistakes_on mistaken updating next w0 e) / INR T).
Proof.
  intros H. specialize (H nat nat never_right never_right stays O 1%nat three (fun j => j) 1%nat (le_n 1)).
  unfold Readings.mean, Readings.error, Readings.mistakes_on, dot in H. simpl in H. lra.
Qed.

Example vote_independent : ~ (forall (E State : Type) (mistaken updating : State -> E ->
  bool) next w0 tie k p (e : nat -> E) T,
  (1 <= T)%nat ->
  Readings.mean k T (Readings.product p)
    (fun z => Readings.error k p (Readings.vote T (Readings.predictor mistaken updating next w0 e) tie z))
  <= 2 * Readings.mean k T (Readings.product p) (Readings.mistakes_on mistaken updating next w0 e) / INR T).
Proof.
  intros H. specialize (H nat nat never_right never_right stays O (fun _ _ => true) 1%nat three (fun j => j) 1%nat
    (le_n 1)).
  unfold Readings.mean, Readings.error, Readings.mistakes_on, Readings.vote, dot in H. simpl in H. lra.
Qed.

Example high_probability_independent : ~ (forall (E State : Type) (mistaken updating : State -> E ->
  bool) next w0 k p (e : nat -> E) T delta,
  (1 <= T)%nat -> 0 < delta < 1 ->
  Readings.mean k T (Readings.product p) (fun z => Readings.exceeds
    (sum T (fun t => Readings.error k p (Readings.predictor mistaken updating next w0 e z t)) / INR T)
    (Readings.mistakes_on mistaken updating next w0 e z / INR T + sqrt (ln (1 / delta) / (2 * INR T)))) <= delta).
Proof.
  intros H. specialize (H nat nat never_right never_right stays O 1%nat three (fun j => j) 1%nat (1 / 2) (le_n 1)
    ltac:(lra)).
  unfold Readings.mean, Readings.error, Readings.mistakes_on, Readings.exceeds, dot in H. simpl in H.
  assert (sqrt (ln (1 / (1 / 2)) / (2 * 1)) < sqrt 1) as S; [|rewrite sqrt_1 in S].
  { apply sqrt_lt_1_alt. replace (1 / (1 / 2)) with 2 by field. pose proof (ln_below 2 ltac:(lra)).
    pose proof (ln_le 1 2 ltac:(lra) ltac:(lra)) as P. rewrite ln_1 in P. lra. }
  destruct (Rlt_dec _ _) as [L|L] in H; [|apply Rnot_lt_le in L]; lra.
Qed.
End Draws.
