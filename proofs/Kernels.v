(** The kernel Perceptron.

    A kernel k is a function of two points that behaves like an inner product of features: k(x, z) = <phi(x), phi(z)>
    for some phi. The learner never computes phi. Its weights are a finite combination of features, kept as a list of
    coefficients and points; a score is a sum of values of k. Points may be of any type.

    [Lines] is the printed proof, in which only values of k occur: it needs that k is symmetric, and that the square of
    the length of a combination is never negative. [theorem] is for a feature map into any space with an inner
    product, and any vector u of that space; [theorem_dual] is for a kernel with only these two known properties, and a
    combination u of finitely many features. [same_run] shows that, if the features can be written down, this is the
    Perceptron on them. Runs, ties and rates are those of Perceptron.v. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Learner Perceptron.
Import ListNotations.
Open Scope R_scope.

(** * Combinations of features *)

Section Combinations.
Variables (X : Type) (k : X -> X -> R).

(** The list of (c_i, x_i) stands for the sum of all c_i phi(x_i). *)
Definition combination := list (R * X).
Definition feature (x : X) : combination := [(1, x)].
Definition plus (v w : combination) : combination := v ++ w.
Definition times (c : R) (v : combination) : combination := map (fun p => (c * fst p, snd p)) v.

(** The inner product with phi(x), with another combination, and the length: sums of values of the kernel. *)
Fixpoint value (w : combination) (x : X) : R :=
  match w with [] => 0 | (c, z) :: w => c * k z x + value w x end.
Fixpoint inner (v w : combination) : R :=
  match v with [] => 0 | (c, x) :: v => c * value w x + inner v w end.
Definition size (v : combination) : R := sqrt (inner v v).

Lemma value_plus v w x : value (plus v w) x = value v x + value w x.
Proof. induction v as [|[c z] v IH]; simpl; [lra|]. unfold plus in *. rewrite IH. ring. Qed.

Lemma value_times c v x : value (times c v) x = c * value v x.
Proof. induction v as [|[a z] v IH]; simpl; [lra|]. unfold times in *. rewrite IH. ring. Qed.

Lemma inner_plus_r u v w : inner u (plus v w) = inner u v + inner u w.
Proof. induction u as [|[c x] u IH]; simpl; [lra|]. rewrite IH, value_plus. ring. Qed.

Lemma inner_times_r c u v : inner u (times c v) = c * inner u v.
Proof. induction u as [|[a x] u IH]; simpl; [lra|]. rewrite IH, value_times. ring. Qed.

Lemma inner_feature x w : inner (feature x) w = value w x.
Proof. simpl. ring. Qed.

Hypothesis symmetric : forall x z, k x z = k z x.
Hypothesis kernel : forall v, inner v v >= 0.

Lemma inner_sym v w : inner v w = inner w v.
Proof.
  induction w as [|[c z] w IH].
  - induction v as [|[a x] v IHv]; simpl in *; [reflexivity | rewrite IHv; ring].
  - simpl. rewrite <- IH. clear IH. induction v as [|[a x] v IHv]; simpl; [ring|].
    rewrite IHv, (symmetric z x). ring.
Qed.

Lemma inner_square v c w :
  inner (plus v (times c w)) (plus v (times c w)) = inner v v + 2 * c * inner v w + c * c * inner w w.
Proof.
  rewrite inner_plus_r, inner_times_r, !(inner_sym (plus _ _)), !inner_plus_r, !inner_times_r, (inner_sym w v). ring.
Qed.

Lemma size_square v : size v ^ 2 = inner v v.
Proof. unfold size. rewrite <- Rsqr_pow2. apply Rsqr_sqrt. specialize (kernel v). lra. Qed.

Lemma inner_le_size v w : inner v w <= size v * size w.
Proof.
  assert (inner v w * inner v w <= inner v v * inner w w) as C.
  { apply discriminant; [|specialize (kernel w); lra]. intros s. rewrite <- inner_square.
    specialize (kernel (plus v (times s w))). lra. }
  rewrite <- !size_square in C. pose proof (sqrt_pos (inner v v)). pose proof (sqrt_pos (inner w w)).
  apply Rsqr_incr_0_var; [unfold Rsqr, size in *; nra | unfold size; nra].
Qed.

Lemma inner_of_size_0 v w : size w = 0 -> inner v w = 0.
Proof.
  intros Z. pose proof (inner_le_size v w) as A. pose proof (inner_le_size (times (-1) v) w) as B.
  rewrite (inner_sym _ w), inner_times_r, (inner_sym w v) in B. rewrite Z in *. lra.
Qed.
End Combinations.
Arguments feature {X} x.
Arguments plus {X} v w.
Arguments times {X} c v.

(** * The learner *)

Definition kernel_mistaken {X} (tie : tie_rule) (k : X -> X -> R) (w : combination X) (e : X * bool) : bool :=
  wrong tie (value X k w (fst e)) (snd e).
(** It adds the point of its mistake to the list, with the coefficient eta y. *)
Definition kernel_update {X} (eta : R) (w : combination X) (e : X * bool) : combination X :=
  plus w (times (eta * snd e) (feature (fst e))).

Definition kernel_mistakes {X} tie (k : X -> X -> R) eta (es : list (X * bool)) : nat :=
  mistakes (combination X) (kernel_mistaken tie k) (kernel_mistaken tie k) (kernel_update eta) [] es.
Definition kernel_updates {X} tie (k : X -> X -> R) eta (es : list (X * bool)) : list (X * bool) :=
  updates (combination X) (kernel_mistaken tie k) (kernel_update eta) [] es.

(** With a feature map into vectors of d entries it is the Perceptron on the features: the weights, which it never
    computes, have the same scores. *)
Theorem same_run {X} d (phi : X -> vec) tie eta (es : list (X * bool)) :
  kernel_mistakes tie (fun x z => dot d (phi x) (phi z)) eta es =
  perceptron_mistakes tie d eta (map (fun e => (phi (fst e), snd e)) es).
Proof.
  set (k := fun x z => dot d (phi x) (phi z)). unfold kernel_mistakes, perceptron_mistakes, mistakes, run.
  assert (forall w v m t, (forall x, value X k w x = dot d v (phi x)) ->
    snd (fst (fold_left (round _ (kernel_mistaken tie k) (kernel_mistaken tie k) (kernel_update eta)) es (w, m, t))) =
    snd (fst (fold_left (round _ (mistaken tie d) (mistaken tie d) (update eta))
      (map (fun e => (phi (fst e), snd e)) es) (v, m, t)))) as G.
  { induction es as [|e es IH]; intros w v m t V; [reflexivity|].
    assert (kernel_mistaken tie k w e = mistaken tie d v (phi (fst e), snd e)) as E
      by (unfold kernel_mistaken, mistaken; rewrite V; reflexivity).
    simpl. rewrite E. apply IH. intros z. destruct (mistaken tie d v _); [|apply V].
    unfold kernel_update. rewrite value_plus, value_times, V. unfold update. simpl.
    rewrite (dot_sym d (add _ _)), dot_step, !(dot_sym d (phi z)). unfold k. ring. }
  apply G. intros x. simpl. rewrite dot_sym, dot_zero. reflexivity.
Qed.

Module KERNEL.

Lemma mistakes_update {X} tie (k : X -> X -> R) eta es :
  (kernel_mistakes tie k eta es <= length (kernel_updates tie k eta es))%nat.
Proof.
  unfold kernel_updates. rewrite <- (count_updates_length _ (kernel_mistaken tie k)). apply mistakes_le_updates. auto.
Qed.

Section Lines.
Variables (X : Type) (k : X -> X -> R) (U : nat) (u : combination X) (eta gamma Rad : R).
Variables (w : nat -> combination X) (x : nat -> X) (y : nat -> bool).
(** Inner products and lengths are those of the kernel here, and sums those of combinations. *)
Local Notation dot := (inner X).
Local Notation norm := (size X).
Local Notation add := plus.
Local Notation scale := times.
Local Notation "⟨ v , z ⟩" := (dot k v z).
Local Notation "‖ v ‖" := (norm k v) (at level 20).
Local Notation φ := feature.

Hypothesis symmetric : forall x z, k x z = k z x.
Hypothesis kernel : forall v, ⟨v, v⟩ >= 0.
Hypothesis start : ‖w 0‖ = 0.
Hypothesis learning_rate : eta > 0.
Hypothesis update_rule : forall t, (1 <= t <= U)%nat -> w t = add (w (t - 1)) (scale (eta * y t) (φ (x t))).
Hypothesis mistake : forall t, (1 <= t <= U)%nat -> y t * ⟨w (t - 1), φ (x t)⟩ <= 0.
Hypothesis radius : forall t, (1 <= t <= U)%nat -> sqrt (k (x t) (x t)) <= Rad.
Hypothesis positive_margin : gamma > 0.
Hypothesis margin : forall t, (1 <= t <= U)%nat -> y t * ⟨u, φ (x t)⟩ >= gamma.

(** An inner product of features is a value of the kernel. *)
Lemma feature_feature p q : ⟨φ p, φ q⟩ = k p q.
Proof. simpl. rewrite (symmetric q p). ring. Qed.

(** The weights are the sum of eta y phi(x) over the updates so far. *)
Lemma expansion v : forall t, (t <= U)%nat -> ⟨v, w t⟩ = eta * total t (fun s => y s * ⟨v, φ (x s)⟩).
Proof.
  unfold total. induction t as [|t IH]; intros T.
  - rewrite (inner_of_size_0 X k symmetric kernel v _ start). simpl. ring.
  - rewrite (update_rule (S t)) by lia. replace (S t - 1)%nat with t by lia.
    rewrite inner_plus_r, inner_times_r, IH by lia. rewrite sum_S. ring.
Qed.

Lemma dual_score : forall t, (1 <= t <= U)%nat ->
  y t * ⟨w (t - 1), φ (x t)⟩ = eta * y t * total (t - 1) (fun s => y s * k (x s) (x t)).
Proof.
  intros t T. rewrite (inner_sym X k symmetric), expansion by lia.
  replace (total (t - 1) (fun s => y s * ⟨φ (x t), φ (x s)⟩)) with (total (t - 1) (fun s => y s * k (x s) (x t)));
    [ring|]. apply sum_ext. intros s _. rewrite feature_feature, symmetric. reflexivity.
Qed.

Lemma dual_length : forall t, (1 <= t <= U)%nat ->
  ‖w t‖ ^ 2 = eta ^ 2 * total t (fun s => total t (fun j => y s * y j * k (x s) (x j))).
Proof.
  intros t T. rewrite (size_square X k kernel), expansion by lia. simpl pow. rewrite Rmult_1_r, Rmult_assoc. f_equal.
  unfold total. rewrite <- sum_mult. apply sum_ext. intros s S0.
  rewrite (inner_sym X k symmetric), expansion by lia. unfold total.
  rewrite <- Rmult_assoc, (Rmult_comm (y (S s))), Rmult_assoc, <- sum_mult. f_equal. apply sum_ext. intros j _.
  rewrite feature_feature. ring.
Qed.

Lemma shift : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ = ⟨u, w (t - 1)⟩ + eta * y t * ⟨u, φ (x t)⟩.
Proof. intros t T. rewrite (update_rule t T), inner_plus_r, inner_times_r. reflexivity. Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= ⟨u, w (t - 1)⟩ + eta * gamma.
Proof. intros t T. rewrite (shift t T). pose proof (margin t T). nra. Qed.

Lemma growth_identity : forall t, (1 <= t <= U)%nat ->
  ‖w t‖ ^ 2 = ‖w (t - 1)‖ ^ 2 + 2 * eta * y t * ⟨w (t - 1), φ (x t)⟩ + eta ^ 2 * k (x t) (x t).
Proof.
  intros t T. rewrite !(size_square X k kernel), (update_rule t T), (inner_square X k symmetric), feature_feature.
  replace (eta * y t * (eta * y t)) with (eta ^ 2 * (y t * y t)) by ring. rewrite sign_square. ring.
Qed.

Lemma mistake_term : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + eta ^ 2 * k (x t) (x t).
Proof. intros t T. rewrite (growth_identity t T). pose proof (mistake t T). nra. Qed.

(** The number k(x, x) is the square of a length, and at most [Rad] squared. *)
Lemma radius_square : forall t, (1 <= t <= U)%nat -> k (x t) (x t) <= Rad ^ 2.
Proof.
  intros t T. pose proof (kernel (φ (x t))) as P. rewrite feature_feature in P.
  rewrite <- (sqrt_sqrt (k (x t) (x t))) by lra. pose proof (radius t T). pose proof (sqrt_pos (k (x t) (x t))). nra.
Qed.

Lemma growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= ‖w (t - 1)‖ ^ 2 + eta ^ 2 * Rad ^ 2.
Proof. intros t T. pose proof (mistake_term t T). pose proof (radius_square t T). pose proof (pow2_ge_0 eta). nra. Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ >= eta * gamma * INR t.
Proof.
  intros t T. pose proof (add_up_ge U (fun t => ⟨u, w t⟩) (fun _ => eta * gamma) progress t ltac:(lia)) as A.
  cbv beta in A. rewrite (inner_of_size_0 X k symmetric kernel u _ start), total_const in A. lra.
Qed.

Lemma total_length : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= eta ^ 2 * total t (fun s => k (x s) (x s)).
Proof.
  intros t T.
  pose proof (add_up U (fun t => ‖w t‖ ^ 2) (fun t => eta ^ 2 * k (x t) (x t)) mistake_term t ltac:(lia)) as A.
  cbv beta in A. rewrite start in A. unfold total in *. rewrite sum_mult in A. lra.
Qed.

Lemma total_growth : forall t, (1 <= t <= U)%nat -> ‖w t‖ ^ 2 <= eta ^ 2 * Rad ^ 2 * INR t.
Proof.
  intros t T. pose proof (total_length t T). pose proof (pow2_ge_0 eta).
  assert (total t (fun s => k (x s) (x s)) <= total t (fun _ => Rad ^ 2)) as L
    by (apply total_le; intros; apply radius_square; lia).
  rewrite total_const in L. nra.
Qed.

Lemma cauchy_schwarz : forall t, (1 <= t <= U)%nat -> ⟨u, w t⟩ <= ‖u‖ * ‖w t‖.
Proof. intros. apply inner_le_size; assumption. Qed.

Lemma sandwich : forall t, (1 <= t <= U)%nat -> eta * gamma * INR t <= ‖u‖ * eta * Rad * sqrt (INR t).
Proof.
  intros t T. pose proof (total_progress t T). pose proof (cauchy_schwarz t T).
  (* the root of total growth *)
  assert (‖w t‖ <= eta * Rad * sqrt (INR t)).
  { pose proof (radius t T). pose proof (sqrt_pos (k (x t) (x t))). pose proof (pos_INR t).
    apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [nra | apply sqrt_pos]].
    rewrite Rsqr_mult, Rsqr_sqrt, !Rsqr_pow2, Rpow_mult_distr by assumption. apply total_growth, T. }
  pose proof (sqrt_pos ⟨u, u⟩). unfold size in *. nra.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> INR t <= ‖u‖ ^ 2 * Rad ^ 2 / gamma ^ 2.
Proof.
  intros t T. rewrite <- Rpow_mult_distr. apply divide_and_square with eta; [assumption..|apply lt_0_INR; lia|].
  pose proof (sandwich t T). lra.
Qed.
End Lines.

(** * The theorem *)

(** The weights after t updates on the examples [us]. *)
Definition kernel_w {X} eta (us : list (X * bool)) t : combination X :=
  state (combination X) (kernel_update eta) [] us t.

(** The points that are shown may be some of the points on which k is a kernel: f says which. *)
Section Embedding.
Variables (X P : Type) (f : X -> P) (k : P -> P -> R).
Notation kf := (fun x z => k (f x) (f z)).

Definition embed (w : combination X) : combination P := map (fun p => (fst p, f (snd p))) w.

Lemma value_embed w x : value P k (embed w) (f x) = value X kf w x.
Proof. induction w as [|[c z] w IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma run_bound tie eta es (u : combination P) gamma Rad :
  (forall x z, k x z = k z x) ->
  (forall v, inner P k v v >= 0) ->
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> k (f x) (f x) <= Rad ^ 2) ->
  (forall x (y : bool), In (x, y) es -> y * inner P k u (feature (f x)) >= gamma) ->
  INR (kernel_mistakes tie kf eta es) <= inner P k u u * Rad ^ 2 / gamma ^ 2.
Proof.
  intros Sym Pos Hr Hg HR Hm. set (us := kernel_updates tie kf eta es).
  apply Rle_trans with (INR (length us)); [apply le_INR, mistakes_update|].
  rewrite <- (size_square P k Pos), <- (pow2_abs Rad).
  assert (incl us es) as Shown by (intros e; apply updates_in).
  destruct us as [|e0 us'] eqn:E.
  { simpl INR. rewrite pow2_abs, size_square by exact Pos. apply le_div; [nra|].
    pose proof (Pos u). pose proof (pow2_ge_0 Rad). nra. }
  rewrite <- E in *. set (nth_update t := nth (t - 1) us e0).
  assert (forall t, (1 <= t <= length us)%nat -> In (fst (nth_update t), snd (nth_update t)) es) as I.
  { intros t T. rewrite <- surjective_pairing. apply Shown, nth_In. lia. }
  apply (bound P k (length us) u eta gamma (Rabs Rad) (fun t => embed (kernel_w eta us t))
    (fun t => f (fst (nth_update t))) (fun t => snd (nth_update t))); try assumption.
  - apply sqrt_0.
  - intros t T. unfold kernel_w. replace t with (S (t - 1)) at 1 by lia.
    rewrite (state_next _ _ e0) by lia. unfold kernel_update, embed, plus. rewrite map_app. reflexivity.
  - intros t T. rewrite (inner_sym P k Sym), inner_feature, value_embed. apply (wrong_score tie).
    assert (t - 1 < length us)%nat as L by lia.
    exact (state_updating (combination X) (kernel_mistaken tie kf) (kernel_update eta) e0 es [] (t - 1) L).
  - intros t T. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. rewrite Rsqr_pow2. apply (HR _ _ (I t T)).
  - intros t T. apply Hm, I, T.
  - rewrite E. simpl. lia.
Qed.
End Embedding.

(** A kernel of which no more is known than that it is one, and a combination u of finitely many features. *)
Theorem theorem_dual :
  forall (X : Type) (k : X -> X -> R) (tie : tie_rule) (eta : R)
    (es : list (X * bool))
    (u : combination X) (gamma Rad : R),
  (forall x z, k x z = k z x) ->
  (forall v, inner X k v v >= 0) ->
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> k x x <= Rad ^ 2) ->
  (forall x (y : bool), In (x, y) es ->
    y * inner X k u (feature x) >= gamma) ->
  INR (kernel_mistakes tie k eta es) <= inner X k u u * Rad ^ 2 / gamma ^ 2.
Proof. intros X k. exact (run_bound X X (fun x => x) k). Qed.

(** A space with an inner product: vectors can be added and multiplied by numbers, and all that is used of this is
    what the inner product does then. *)
Record inner_product_space := {
  vector :> Type;
  zero_vector : vector;
  add_vectors : vector -> vector -> vector;
  scale_vector : R -> vector -> vector;
  product : vector -> vector -> R;
  product_sym : forall v z, product v z = product z v;
  product_zero : forall z, product zero_vector z = 0;
  product_add : forall v w z, product (add_vectors v w) z = product v z + product w z;
  product_scale : forall c v z, product (scale_vector c v) z = c * product v z;
  product_pos : forall v, product v v >= 0
}.
Arguments product {_} v z.

(** Vectors with d entries are such a space. *)
Definition euclidean (d : nat) : inner_product_space.
Proof.
  refine {| vector := vec; zero_vector := zero; add_vectors := add; scale_vector := scale; product := dot d |}.
  - apply dot_sym.
  - intros z. rewrite dot_sym. apply dot_zero.
  - intros v w z. rewrite dot_sym, (dot_sym d v), (dot_sym d w). unfold dot, add. rewrite <- sum_plus.
    apply sum_ext. intros. ring.
  - apply dot_scale.
  - intros v. apply Rle_ge, dot_pos.
Defined.

(** The vector that a combination stands for, if phi is the feature map. *)
Fixpoint vector_of {P} (H : inner_product_space) (phi : P -> H) (w : combination P) : H :=
  match w with
  | [] => zero_vector H
  | (c, x) :: w => add_vectors H (scale_vector H c (phi x)) (vector_of H phi w)
  end.

Lemma inner_vector_of {P} (H : inner_product_space) (phi : P -> H) v w :
  inner P (fun x z => product (phi x) (phi z)) v w = product (vector_of H phi v) (vector_of H phi w).
Proof.
  assert (forall w z, value P (fun x z => product (phi x) (phi z)) w z = product (vector_of H phi w) (phi z)) as V.
  { intros w' z. induction w' as [|[c x] w' IH]; simpl; [symmetry; apply product_zero|].
    rewrite IH, product_add, product_scale. reflexivity. }
  induction v as [|[c x] v IH]; simpl; [symmetry; apply product_zero|].
  rewrite IH, V, product_add, product_scale, (product_sym H (phi x)). reflexivity.
Qed.

(** A feature map phi into any such space, and any vector u of it. *)
Theorem theorem :
  forall (X : Type) (H : inner_product_space) (phi : X -> H) (tie : tie_rule)
    (eta : R) (es : list (X * bool))
    (u : H) (gamma Rad : R),
  let k x z := product (phi x) (phi z) in
  eta > 0 ->
  gamma > 0 ->
  (forall x y, In (x, y) es -> k x x <= Rad ^ 2) ->
  (forall x (y : bool), In (x, y) es -> y * product u (phi x) >= gamma) ->
  INR (kernel_mistakes tie k eta es) <= product u u * Rad ^ 2 / gamma ^ 2.
Proof.
  intros X H phi tie eta es u gamma Rad k Hr Hg HR Hm.
  (* let u be the feature of one more point, which is never shown *)
  set (phi_ := fun p : option X => match p with Some x => phi x | None => u end).
  pose proof (run_bound X (option X) Some (fun p q => product (phi_ p) (phi_ q)) tie eta es [(1, None)] gamma Rad) as B.
  simpl inner in B. replace (product u u) with (1 * (1 * product u u + 0) + 0) by ring.
  apply B; try assumption.
  - intros. apply product_sym.
  - intros v. rewrite inner_vector_of. apply product_pos.
  - intros x y I. replace (1 * (1 * product (phi x) u + 0) + 0) with (product (phi x) u) by ring.
    rewrite product_sym. apply Hm, I.
Qed.
End KERNEL.
