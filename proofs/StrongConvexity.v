(** Strong convexity, from its usual definition.

    [OneProof] requires that a potential's conjugate stays near its tangents. Usually strong convexity is a property
    of the potential itself: on a convex set it bends at least as fast as a multiple of a squared norm. We show that the
    usual property implies the other, so that the mistake bound [BREGMAN] holds for every potential that is strongly
    convex in the usual sense, if the largest value that defines its conjugate is reached. *)
From Coq Require Import Reals Lra Psatz List Lia.
From MB Require Import Vectors Learner OneProof.
Import ListNotations.
Open Scope R_scope.

(** The point between v and w, with the share a of v; and v - w. *)
Definition between (a : R) (v w : vec) : vec := add (scale a v) (scale (1 - a) w).
Definition minus (v w : vec) : vec := add v (scale (-1) w).

(** Φ on the convex set K is sigma-strongly convex for a norm; [dual] bounds the inner product with the help of that
    norm, as its dual norm does. *)
Record bends (d : nat) (K : vec -> Prop) (Φ nrm dual : vec -> R) (sigma : R) : Prop := Bends {
  K_convex : forall a v w, 0 < a < 1 -> K v -> K w -> K (between a v w);
  sigma_pos : sigma > 0;
  hoelder : forall x v, dot d x v <= dual x * nrm v;
  bent : forall a v w, 0 < a < 1 -> K v -> K w ->
    Φ (between a v w) <= a * Φ v + (1 - a) * Φ w - sigma / 2 * a * (1 - a) * nrm (minus v w) ^ 2
}.

Lemma dot_between d z a v w : dot d z (between a v w) = a * dot d z v + (1 - a) * dot d z w.
Proof. unfold between. rewrite dot_add, !(dot_sym d z (scale _ _)), !dot_scale, !(dot_sym d _ z). ring. Qed.

Lemma dot_minus d x v w : dot d x (minus v w) = dot d x v - dot d x w.
Proof. unfold minus. rewrite dot_add, (dot_sym d x (scale _ _)), dot_scale, (dot_sym d _ x). ring. Qed.

(** If a c <= b for every a below 1, then c <= b. *)
Lemma up_to_one b c : 0 <= c -> (forall a, 0 < a < 1 -> a * c <= b) -> c <= b.
Proof.
  intros C H. destruct (Rle_lt_dec c b) as [L|L]; [exact L|]. exfalso.
  pose proof (H (1 / 2) ltac:(lra)). assert (0 < c) by lra. set (a := (b + c) / (2 * c)).
  assert (a * c = (b + c) / 2) as E by (unfold a; field; lra).
  assert (0 < a < 1) as A by (split; apply Rmult_lt_reg_r with c; try lra; rewrite ?E; lra).
  pose proof (H a A). lra.
Qed.

Module STRONGLY_CONVEX.
Section Conjugate.
Variables (d : nat) (K : vec -> Prop) (Φ nrm dual : vec -> R) (sigma : R) (conj : vec -> R) (weights : vec -> vec).
Hypothesis B : bends d K Φ nrm dual sigma.
(** The largest value of <z, w> - Φ(w) over K is at the weights of z. *)
Hypothesis in_K : forall z, K (weights z).
Hypothesis there : forall z, conj z = dot d z (weights z) - Φ (weights z).
Hypothesis largest : forall z w, K w -> dot d z w - Φ w <= conj z.

(** Away from them the value falls at least like a square: go a little from the weights towards v. *)
Lemma sharp z v : K v -> dot d z v - Φ v + sigma / 2 * nrm (minus v (weights z)) ^ 2 <= conj z.
Proof.
  intros Kv. pose proof (sigma_pos _ _ _ _ _ _ B) as S. pose proof (pow2_ge_0 (nrm (minus v (weights z)))) as N.
  enough (sigma / 2 * nrm (minus v (weights z)) ^ 2 <= conj z - (dot d z v - Φ v)) by lra.
  apply up_to_one; [nra|]. intros a A. assert (0 < 1 - a < 1) as A' by lra.
  pose proof (bent _ _ _ _ _ _ B (1 - a) v (weights z) A' Kv (in_K z)) as H.
  pose proof (largest z _ (K_convex _ _ _ _ _ _ B (1 - a) v (weights z) A' Kv (in_K z))) as M.
  rewrite dot_between in M. rewrite (there z) in *.
  set (n2 := nrm (minus v (weights z)) ^ 2) in *. replace (1 - (1 - a)) with a in * by ring.
  apply Rmult_le_reg_l with (1 - a); [lra|].
  replace ((1 - a) * (a * (sigma / 2 * n2))) with (sigma / 2 * (1 - a) * a * n2) by ring. lra.
Qed.

(** So the conjugate stays near its tangents. *)
Lemma smooth z δ : conj (add z δ) <= conj z + dot d (weights z) δ + dual δ ^ 2 / (2 * sigma).
Proof.
  pose proof (sigma_pos _ _ _ _ _ _ B) as S. set (v := weights (add z δ)).
  pose proof (sharp z v (in_K _)) as H. pose proof (hoelder _ _ _ _ _ _ B δ (minus v (weights z))) as D.
  rewrite dot_minus in D. rewrite (there (add z δ)). fold v.
  rewrite (dot_sym d (add z δ)), dot_add, (dot_sym d v), (dot_sym d v δ), (dot_sym d (weights z) δ).
  set (n := nrm (minus v (weights z))) in *. set (q := dual δ) in *.
  assert (0 <= (sigma * n - q) ^ 2 / (2 * sigma)) as P
    by (apply le_div; [lra|]; rewrite Rmult_0_l; apply pow2_ge_0).
  replace ((sigma * n - q) ^ 2 / (2 * sigma)) with (sigma / 2 * n ^ 2 - q * n + q ^ 2 / (2 * sigma)) in P
    by (field; lra). lra.
Qed.

(** The potential that it is. *)
Hypothesis dual_nonneg : forall x, 0 <= dual x.
Hypothesis dual_scale : forall c x, dual (scale c x) = Rabs c * dual x.
Definition of_bends : potential d :=
  Potential d K Φ conj weights dual sigma in_K there largest (sigma_pos _ _ _ _ _ _ B) dual_nonneg dual_scale smooth.
End Conjugate.

(** [BREGMAN], for a Φ that is strongly convex on a convex set as everybody defines it. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (K : vec -> Prop)
    (Φ nrm dual : vec -> R) (sigma : R)
    (conj : vec -> R) (weights : vec -> vec) (B : bends d K Φ nrm dual sigma)
    (in_K : forall z, K (weights z))
    (there : forall z, conj z = dot d z (weights z) - Φ (weights z))
    (largest : forall z w, K w -> dot d z w - Φ w <= conj z)
    (dual_nonneg : forall x, 0 <= dual x)
    (dual_scale : forall c x, dual (scale c x) = Rabs c * dual x)
    (eta : R) (z0 : vec) (es : list example) (u : vec) (gamma Rad : R),
  let φ := of_bends d K Φ nrm dual sigma conj weights B in_K there largest
    dual_nonneg dual_scale in
  let g := eta * gamma - eta ^ 2 * Rad ^ 2 / (2 * sigma) in
  eta > 0 ->
  K u ->
  (forall x y, In (x, y) (quasi_updates tie φ eta z0 es) -> dual x <= Rad) ->
  (forall x (y : bool), In (x, y) (quasi_updates tie φ eta z0 es) ->
    y * dot d u x >= gamma) ->
  g > 0 ->
  INR (quasi_mistakes tie φ eta z0 es) <= (Φ u + conj z0 - dot d u z0) / g.
Proof.
  intros tie d K Φ nrm dual sigma conj weights B in_K there largest Nn Sc eta z0 es u gamma Rad φ g.
  exact (BREGMAN.theorem tie d φ eta z0 es u gamma Rad).
Qed.
End STRONGLY_CONVEX.
