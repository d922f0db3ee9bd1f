(** That a hypothesis is needed: without it the theorem is false, by a run of one or two rounds.

    In each example stands a theorem without one of its hypotheses; the sign ~ says that it is false. The chapters break
    the same hypotheses on longer runs. *)
From Coq Require Import Reals Lra Lia List ZArith Bool.
From MB Require Import Vectors Counts Simplex Learner.
From MB Require MistakeBound Halving Optimal Perceptron Kernels Experts Winnow Committees Readings Certify.
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
Local Notation one := (real [1%Z]).

(** On the example 1, shown with its label and then with the other one. *)
Lemma two_rounds (labels : list bool) : perceptron_mistakes TieMistake 1 1 (map (fun b => (one, b)) labels)
  = length (zupdates TieMistake [0%Z] (map (fun b => ([1%Z], b)) labels)).
Proof.
  replace (map (fun b => (one, b)) labels) with (map real_example (map (fun b => ([1%Z], b)) labels))
    by (rewrite map_map; reflexivity).
  rewrite <- (map_length real_example). change [0%Z] with (repeat 0%Z 1). rewrite <- (same_updates TieMistake 1 1).
  - apply mistakes_updates.
  - lra.
  - intros e I. apply in_map_iff in I as (b & <- & _). reflexivity.
Qed.

Lemma one_one : dot 1 one one = 1.
Proof. unfold dot, real. simpl. lra. Qed.

(** NOVIKOFF needs its *margin*: labels that contradict each other are two mistakes, and the bound is 1. *)
Example novikoff_margin : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  (forall x y, In (x, y) es -> norm d x <= Rad) ->
  INR (perceptron_mistakes tie d eta es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 (map (fun b => (one, b)) [true; false]) one 1 1 ltac:(lra) ltac:(lra)).
  rewrite two_rounds, norm_square_pow, one_one in H. simpl INR in H. enough (1 + 1 <= 1 * 1 ^ 2 / 1 ^ 2) by lra.
  apply H. intros x y I. unfold norm. destruct I as [E|[E|[]]]; injection E as <- _; rewrite one_one, sqrt_1; lra.
Qed.

(** It needs its *radius*: the example 1 is longer than 0, a mistake, and the bound is 0. *)
Example novikoff_radius : ~ (forall tie d eta (es : list example) (u : vec) gamma Rad,
  eta > 0 -> gamma > 0 ->
  (forall x (y : bool), In (x, y) es -> y * dot d u x >= gamma) ->
  INR (perceptron_mistakes tie d eta es) <= norm d u ^ 2 * Rad ^ 2 / gamma ^ 2).
Proof.
  intros H. specialize (H TieMistake 1%nat 1 (map (fun b => (one, b)) [true]) one 1 0 ltac:(lra) ltac:(lra)).
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
    destruct (Rle_dec 2 _) as [L|L]; [|reflexivity]. exfalso. unfold dot, Committees.ones, one in L. simpl in L. lra. }
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
      fold_left (round nat (fun _ _ => false) (fun _ _ => false) (fun w _ => w)) es (O, O, O) = (O, O, O)) as Still by (induction es as [|j es IH]; [reflexivity | exact IH]).
    rewrite Still. simpl. lra.
  - split; [reflexivity | constructor].
  - pose proof (Readings.LONGEST_SURVIVOR.s_pos 0 (1 / 2) (1 / 2) ltac:(lra) ltac:(lra)) as S.
    unfold Readings.kept, Readings.survives in K. cbn [seq find Readings.rights count] in K.
    destruct (Nat.leb_spec (Readings.trials 0 (1 / 2) (1 / 2)) 0); [lia | discriminate].
Qed.
