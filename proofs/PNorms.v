(** The p-norms: powers |x|^a, Hölder's inequality, and how fast half the square of a p-norm bends.

    p >= 2 is any real number, and q is the number with 1/p + 1/q = 1. At the end is the lemma of the chapter on the one
    proof, by which the p-norms' potential is strongly convex. *)
From Coq Require Import Reals Lra Psatz Lia Classical_Prop.
From MB Require Import Vectors Simplex.
Open Scope R_scope.

(** * Powers *)

(** |x|^a, for the exponents a >= 0 that occur; 0 to the power 0 is 1. *)
Definition abs_pow (a x : R) : R :=
  if Req_EM_T x 0 then (if Req_EM_T a 0 then 1 else 0) else Rpower (Rabs x) a.

Lemma abs_pow_zero x : abs_pow 0 x = 1.
Proof.
  unfold abs_pow. destruct (Req_EM_T x 0), (Req_EM_T 0 0); try lra. apply Rpower_O, Rabs_pos_lt. assumption.
Qed.

Lemma abs_pow_0 a : a <> 0 -> abs_pow a 0 = 0.
Proof. intros A. unfold abs_pow. destruct (Req_EM_T 0 0); [|lra]. destruct (Req_EM_T a 0); [lra | reflexivity]. Qed.

Lemma abs_pow_not_0 a x : x <> 0 -> abs_pow a x = Rpower (Rabs x) a.
Proof. intros X. unfold abs_pow. destruct (Req_EM_T x 0); [contradiction | reflexivity]. Qed.

Lemma Rpower_pos x a : 0 < Rpower x a.
Proof. apply exp_pos. Qed.

Lemma abs_pow_nonneg a x : 0 <= abs_pow a x.
Proof. unfold abs_pow. destruct (Req_EM_T x 0), (Req_EM_T a 0); try lra; left; apply Rpower_pos. Qed.

Lemma abs_pow_of_pos a x : 0 < x -> abs_pow a x = Rpower x a.
Proof. intros X. rewrite abs_pow_not_0, Rabs_pos_eq; lra. Qed.

(** The derivative of x |x|^a is (a + 1) |x|^a. *)
Lemma slope a x : 0 <= a -> derivable_pt_lim (fun z => z * abs_pow a z) x ((a + 1) * abs_pow a x).
Proof.
  intros A. destruct (Rtotal_order x 0) as [N|[->|P]].
  - apply (derivable_pt_lim_locally_ext (fun z => - Rpower (- z) (a + 1)) _ x (2 * x) 0); [lra| |].
    + intros z Z. rewrite abs_pow_not_0, Rabs_left, Rpower_plus, Rpower_1 by lra. ring.
    + rewrite abs_pow_not_0, Rabs_left by lra.
      pose proof (derivable_pt_lim_power (- x) (a + 1) ltac:(lra)) as D.
      replace (a + 1 - 1) with a in D by ring.
      pose proof (derivable_pt_lim_comp Ropp (fun z => Rpower z (a + 1)) x (-1) _
        (derivable_pt_lim_opp id x 1 (derivable_pt_lim_id x)) D) as E.
      apply derivable_pt_lim_opp in E.
      replace ((a + 1) * Rpower (- x) a) with (- ((a + 1) * Rpower (- x) a * -1)) by ring. exact E.
  - intros e E. destruct (Req_EM_T a 0) as [->|N].
    + exists (mkposreal 1 Rlt_0_1). intros h H _. rewrite Rplus_0_l, abs_pow_not_0 by assumption.
      rewrite Rpower_O by (apply Rabs_pos_lt; assumption). unfold abs_pow.
      destruct (Req_EM_T 0 0); [|lra].
      replace ((h * 1 - 0 * 1) / h - (0 + 1) * 1) with 0 by (field; assumption). rewrite Rabs_R0. exact E.
    + exists (mkposreal (Rpower e (/ a)) (Rpower_pos _ _)). intros h H Small. simpl in Small.
      rewrite Rplus_0_l, abs_pow_0, abs_pow_not_0 by assumption.
      replace ((h * Rpower (Rabs h) a - 0 * 0) / h - (a + 1) * 0) with (Rpower (Rabs h) a) by (field; assumption).
      rewrite Rabs_pos_eq by (left; apply Rpower_pos). pose proof (Rabs_pos_lt h H).
      apply Rlt_le_trans with (Rpower (Rpower e (/ a)) a).
      * unfold Rpower at 1 2. apply exp_increasing, Rmult_lt_compat_l; [lra|]. apply ln_increasing; assumption.
      * rewrite Rpower_mult, Rinv_l, Rpower_1 by lra. lra.
  - apply (derivable_pt_lim_locally_ext (fun z => Rpower z (a + 1)) _ x 0 (2 * x)); [lra| |].
    + intros z Z. rewrite abs_pow_of_pos, Rpower_plus, Rpower_1 by lra. ring.
    + rewrite abs_pow_of_pos by assumption. pose proof (derivable_pt_lim_power x (a + 1) P) as D.
      replace (a + 1 - 1) with a in D by ring. exact D.
Qed.

(** |x|^p is x^2 |x|^(p-2). *)
Lemma abs_pow_square p x : p > 0 -> abs_pow p x = x * (x * abs_pow (p - 2) x).
Proof.
  intros P. destruct (Req_EM_T x 0) as [->|X]; [rewrite abs_pow_0 by lra; ring|].
  rewrite !abs_pow_not_0 by assumption. pose proof (Rabs_pos_lt x X).
  replace (x * (x * Rpower (Rabs x) (p - 2))) with (Rabs x * Rabs x * Rpower (Rabs x) (p - 2)).
  - rewrite <- (Rpower_1 (Rabs x)) at 2 3 by assumption. rewrite <- !Rpower_plus. f_equal. ring.
  - rewrite <- Rabs_mult, Rabs_pos_eq by nra. ring.
Qed.

(** * Along a line *)

(** The derivative of a sum, and of a coordinate that moves along a line. *)
Lemma sum_slope d (f f' : nat -> R -> R) s : (forall j, (j < d)%nat -> derivable_pt_lim (f j) s (f' j s)) ->
  derivable_pt_lim (fun s => sum d (fun j => f j s)) s (sum d (fun j => f' j s)).
Proof.
  induction d as [|d IH]; intros H; simpl; [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_plus (fun s => sum d (fun j => f j s)) (f d)); auto.
Qed.

Lemma line_slope z δ s : derivable_pt_lim (fun s => z + s * δ) s δ.
Proof.
  intros e E. exists (mkposreal 1 Rlt_0_1). intros h H _.
  replace ((z + (s + h) * δ - (z + s * δ)) / h - δ) with 0 by (field; assumption). rewrite Rabs_R0. exact E.
Qed.

Lemma slope_on_line a z δ s : 0 <= a ->
  derivable_pt_lim (fun s => (z + s * δ) * abs_pow a (z + s * δ)) s (δ * ((a + 1) * abs_pow a (z + s * δ))).
Proof.
  intros A. rewrite Rmult_comm.
  exact (derivable_pt_lim_comp _ (fun z => z * abs_pow a z) s _ _ (line_slope z δ s) (slope a _ A)).
Qed.

(** The vector z + s δ; the sum of its powers, whose slope is p A; and Q, from the slope of A. *)
Section Line.
Variables (d : nat) (p : R) (z δ : vec).
Hypothesis two : p >= 2.
Let ζ s j := z j + s * δ j.
Let S s := sum d (fun j => abs_pow p (ζ s j)).
Let A s := sum d (fun j => δ j * (ζ s j * abs_pow (p - 2) (ζ s j))).
Let Q s := sum d (fun j => δ j * (δ j * abs_pow (p - 2) (ζ s j))).

Lemma S_slope s : derivable_pt_lim S s (p * A s).
Proof.
  unfold S, A. rewrite <- sum_mult.
  apply (sum_slope d (fun j s => abs_pow p (ζ s j)) (fun j s => p * (δ j * (ζ s j * abs_pow (p - 2) (ζ s j))))).
  intros j J. apply (derivable_pt_lim_ext (fun s => ζ s j * (ζ s j * abs_pow (p - 2) (ζ s j)))).
  - intros s'. symmetry. apply abs_pow_square. lra.
  - replace (p * (δ j * (ζ s j * abs_pow (p - 2) (ζ s j))))
      with (δ j * (ζ s j * abs_pow (p - 2) (ζ s j)) + ζ s j * (δ j * ((p - 2 + 1) * abs_pow (p - 2) (ζ s j))))
      by ring.
    apply (derivable_pt_lim_mult (fun s => ζ s j) (fun s => ζ s j * abs_pow (p - 2) (ζ s j))).
    + apply line_slope.
    + apply slope_on_line. lra.
Qed.

Lemma A_slope s : derivable_pt_lim A s ((p - 1) * Q s).
Proof.
  unfold A, Q. rewrite <- sum_mult.
  apply (sum_slope d (fun j s => δ j * (ζ s j * abs_pow (p - 2) (ζ s j)))
    (fun j s => (p - 1) * (δ j * (δ j * abs_pow (p - 2) (ζ s j))))).
  intros j J. replace ((p - 1) * (δ j * (δ j * abs_pow (p - 2) (ζ s j))))
    with (δ j * (δ j * ((p - 2 + 1) * abs_pow (p - 2) (ζ s j)))) by ring.
  apply (derivable_pt_lim_scal (fun s => ζ s j * abs_pow (p - 2) (ζ s j))). apply slope_on_line. lra.
Qed.

(** Half the square of the norm, its slope and its curvature, where the vector is not zero. *)
Let g s := Rpower (S s) (2 / p) / 2.
Let g' s := Rpower (S s) (2 / p - 1) * A s.
Let g'' s := (2 - p) * Rpower (S s) (2 / p - 2) * A s ^ 2 + (p - 1) * (Rpower (S s) (2 / p - 1) * Q s).

Lemma g_slope s : 0 < S s -> derivable_pt_lim g s (g' s).
Proof.
  intros P. unfold g, g'. apply (derivable_pt_lim_ext (fun s => / 2 * Rpower (S s) (2 / p))).
  { intros. unfold Rdiv. ring. }
  replace (Rpower (S s) (2 / p - 1) * A s) with (/ 2 * (2 / p * Rpower (S s) (2 / p - 1) * (p * A s))) by (field; lra).
  apply derivable_pt_lim_scal.
  exact (derivable_pt_lim_comp S (fun v => Rpower v (2 / p)) s _ _ (S_slope s) (derivable_pt_lim_power _ _ P)).
Qed.

Lemma g'_slope s : 0 < S s -> derivable_pt_lim g' s (g'' s).
Proof.
  intros P. unfold g', g''.
  replace ((2 - p) * Rpower (S s) (2 / p - 2) * A s ^ 2 + (p - 1) * (Rpower (S s) (2 / p - 1) * Q s))
    with ((2 / p - 1) * Rpower (S s) (2 / p - 1 - 1) * (p * A s) * A s + Rpower (S s) (2 / p - 1) * ((p - 1) * Q s)).
  - apply (derivable_pt_lim_mult (fun s => Rpower (S s) (2 / p - 1)) A); [|apply A_slope].
    exact (derivable_pt_lim_comp S (fun v => Rpower v (2 / p - 1)) s _ _ (S_slope s) (derivable_pt_lim_power _ _ P)).
  - replace (2 / p - 1 - 1) with (2 / p - 2) by ring. field. lra.
Qed.

(** If the curvature is at most c on the way, the graph stays below a parabola. *)
Lemma below_parabola c : (forall s, 0 <= s <= 1 -> 0 < S s) -> (forall s, 0 <= s <= 1 -> g'' s <= c) ->
  g 1 <= g 0 + g' 0 + c / 2.
Proof.
  intros P Curv.
  destruct (MVT_cor2 (fun s => g s - c / 2 * s ^ 2) (fun s => g' s - c * s) 0 1 ltac:(lra)) as (s & E & Hs).
  { intros s Hs. apply derivable_pt_lim_minus; [apply g_slope, P, Hs|].
    replace (c * s) with (c / 2 * (INR 2 * s ^ 1)) by (simpl; field).
    apply derivable_pt_lim_scal, derivable_pt_lim_pow. }
  destruct (MVT_cor2 g' g'' 0 s ltac:(lra)) as (v & E' & Hv); [intros; apply g'_slope, P; lra|].
  pose proof (Curv v ltac:(lra)). nra.
Qed.
End Line.


Lemma abs_pow_mult a x y : abs_pow a (x * y) = abs_pow a x * abs_pow a y.
Proof.
  destruct (Req_EM_T x 0) as [->|X]; [|destruct (Req_EM_T y 0) as [->|Y]].
  - rewrite Rmult_0_l. destruct (Req_EM_T a 0) as [->|A]; [|rewrite abs_pow_0 by exact A; ring].
    rewrite !abs_pow_zero. ring.
  - rewrite Rmult_0_r. destruct (Req_EM_T a 0) as [->|A]; [|rewrite !abs_pow_0 by exact A; ring].
    rewrite !abs_pow_zero. ring.
  - rewrite !abs_pow_not_0 by (try apply Rmult_integral_contrapositive; auto).
    rewrite Rabs_mult, Rpower_mult_distr by (apply Rabs_pos_lt; assumption). reflexivity.
Qed.

Lemma abs_pow_pow a b x : b > 0 -> abs_pow a (abs_pow b x) = abs_pow (b * a) x.
Proof.
  intros B. destruct (Req_EM_T x 0) as [->|X].
  - rewrite (abs_pow_0 b) by lra. destruct (Req_EM_T a 0) as [->|A]; [rewrite Rmult_0_r, !abs_pow_zero; reflexivity|].
    rewrite !abs_pow_0; [reflexivity | apply Rmult_integral_contrapositive; lra | exact A].
  - rewrite (abs_pow_not_0 b), (abs_pow_not_0 (b * a)) by exact X.
    rewrite abs_pow_of_pos by apply Rpower_pos. apply Rpower_mult.
Qed.

Lemma abs_pow_1 x : abs_pow 1 x = Rabs x.
Proof.
  destruct (Req_EM_T x 0) as [->|X]; [rewrite abs_pow_0, Rabs_R0 by lra; reflexivity|].
  rewrite abs_pow_not_0, Rpower_1 by (try apply Rabs_pos_lt; assumption). reflexivity.
Qed.

Lemma abs_pow_2 x : abs_pow 2 x = x ^ 2.
Proof. rewrite abs_pow_square by lra. replace (2 - 2) with 0 by ring. rewrite abs_pow_zero. ring. Qed.

Lemma abs_pow_abs a x : abs_pow a (Rabs x) = abs_pow a x.
Proof. rewrite <- abs_pow_1, abs_pow_pow, Rmult_1_l by lra. reflexivity. Qed.

(** * Hölder's inequality *)

(** It comes from the convexity of exp. *)
Lemma young a b x y : 0 <= a -> 0 <= b -> a + b = 1 -> 0 <= x -> 0 <= y -> abs_pow a x * abs_pow b y <= a * x + b * y.
Proof.
  intros A B One X Y. assert (0 <= a * x /\ 0 <= b * y) as [Pa Pb] by (split; apply Rmult_le_pos; assumption).
  destruct X as [X|<-]; [destruct Y as [Y|<-]|].
  - rewrite !abs_pow_of_pos by assumption. pose proof (exp_convex a (ln x) (ln y) ltac:(lra)) as C.
    rewrite !exp_ln in C by assumption. unfold Rpower. rewrite <- exp_plus. replace b with (1 - a) by lra. lra.
  - destruct (Req_EM_T b 0) as [->|N]; [|rewrite (abs_pow_0 b) by exact N; lra].
    replace a with 1 by lra. rewrite abs_pow_zero, abs_pow_1, Rabs_pos_eq; lra.
  - destruct (Req_EM_T a 0) as [->|N]; [|rewrite (abs_pow_0 a) by exact N; lra].
    replace b with 1 by lra. rewrite abs_pow_zero, abs_pow_1, Rabs_pos_eq; lra.
Qed.

Lemma sum_0 d f : (forall j, (j < d)%nat -> 0 <= f j) -> sum d f = 0 -> forall j, (j < d)%nat -> f j = 0.
Proof. intros P Z j J. pose proof (entry_le_sum d f P j J). pose proof (P j J). lra. Qed.

Lemma hoelder d a b (X Y : nat -> R) : 0 <= a -> 0 < b -> a + b = 1 ->
  (forall j, (j < d)%nat -> 0 <= X j) -> (forall j, (j < d)%nat -> 0 <= Y j) -> 0 < sum d X ->
  sum d (fun j => abs_pow a (X j) * abs_pow b (Y j)) <= abs_pow a (sum d X) * abs_pow b (sum d Y).
Proof.
  intros A B One PX PY SX. destruct (sum_nonneg d Y PY) as [SY|Z].
  - assert (0 < abs_pow a (sum d X)) by (rewrite abs_pow_of_pos by assumption; apply Rpower_pos).
    assert (0 < abs_pow b (sum d Y)) by (rewrite abs_pow_of_pos by assumption; apply Rpower_pos).
    replace (abs_pow a (sum d X) * abs_pow b (sum d Y))
      with (abs_pow a (sum d X) * abs_pow b (sum d Y) * sum d (fun j => a * / sum d X * X j + b * / sum d Y * Y j)).
    2:{ rewrite sum_plus, !sum_mult. replace (a * / sum d X * sum d X + b * / sum d Y * sum d Y) with (a + b)
          by (field; lra). rewrite One. ring. }
    rewrite <- sum_mult. apply sum_le. intros j J.
    pose proof (young a b (X j / sum d X) (Y j / sum d Y) A ltac:(lra) One
      ltac:(apply Rle_mult_inv_pos; auto) ltac:(apply Rle_mult_inv_pos; auto)) as Yg.
    replace (abs_pow a (X j)) with (abs_pow a (sum d X) * abs_pow a (X j / sum d X))
      by (rewrite <- abs_pow_mult; f_equal; field; lra).
    replace (abs_pow b (Y j)) with (abs_pow b (sum d Y) * abs_pow b (Y j / sum d Y))
      by (rewrite <- abs_pow_mult; f_equal; field; lra).
    assert (0 < abs_pow a (sum d X) * abs_pow b (sum d Y)) by (apply Rmult_lt_0_compat; assumption).
    replace (a * / sum d X * X j + b * / sum d Y * Y j) with (a * (X j / sum d X) + b * (Y j / sum d Y))
      by (field; lra). nra.
  - rewrite <- Z, (abs_pow_0 b), Rmult_0_r by lra. symmetry in Z.
    rewrite (sum_ext d _ (fun _ => 0)), sum_const by
      (intros j J; rewrite (sum_0 d Y PY Z j J), (abs_pow_0 b) by lra; ring). lra.
Qed.

(** * The norms *)
Definition pnorm (p : R) (d : nat) (v : vec) : R := abs_pow (1 / p) (sum d (fun j => abs_pow p (v j))).

Lemma mass_nonneg p d v : 0 <= sum d (fun j => abs_pow p (v j)).
Proof. apply sum_nonneg. intros; apply abs_pow_nonneg. Qed.

Lemma pnorm_square p d v : p > 0 -> pnorm p d v ^ 2 = abs_pow (2 / p) (sum d (fun j => abs_pow p (v j))).
Proof.
  intros P. unfold pnorm. rewrite <- abs_pow_2, abs_pow_pow by (apply Rdiv_lt_0_compat; lra). f_equal. field. lra.
Qed.

Lemma pnorm_ext p d v w : (forall j, (j < d)%nat -> v j = w j) -> pnorm p d v = pnorm p d w.
Proof. intros H. unfold pnorm. f_equal. apply sum_ext. intros j J. rewrite (H j J). reflexivity. Qed.

Lemma pnorm_scale p d c v : p > 0 -> pnorm p d (scale c v) = Rabs c * pnorm p d v.
Proof.
  intros P. unfold pnorm, scale. rewrite (sum_ext d _ (fun j => abs_pow p c * abs_pow p (v j)))
    by (intros; apply abs_pow_mult). rewrite sum_mult, abs_pow_mult, abs_pow_pow, <- abs_pow_1 by exact P.
  do 2 f_equal. field. lra.
Qed.

Lemma mass_0 p d v : p > 0 -> sum d (fun j => abs_pow p (v j)) = 0 -> forall j, (j < d)%nat -> v j = 0.
Proof.
  intros P Z j J. pose proof (sum_0 d _ (fun j _ => abs_pow_nonneg p (v j)) Z j J) as E. cbv beta in E.
  destruct (Req_EM_T (v j) 0) as [|N]; [assumption|]. rewrite abs_pow_not_0 in E by exact N.
  pose proof (Rpower_pos (Rabs (v j)) p). lra.
Qed.

(** * Two norms that belong together *)

Section Dual.
Variables (d : nat) (p q : R).
Hypothesis two : p >= 2.
Hypothesis dual : 1 / p + 1 / q = 1.

Lemma dual_exponent : q > 0 /\ (p - 1) * q = p.
Proof.
  assert (q <> 0) by (intros ->; unfold Rdiv in dual; rewrite Rinv_0 in dual;
    assert (1 * / p < 1); [apply Rmult_lt_reg_r with p; [lra|]; rewrite Rmult_assoc, Rinv_l; lra | lra]).
  assert ((p - 1) * q = p) as E.
  { apply Rmult_eq_compat_r with (r := p * q) in dual.
    replace ((1 / p + 1 / q) * (p * q)) with (q + p) in dual by (field; lra). lra. }
  split; [|exact E]. nra.
Qed.

Lemma dot_le_norms z w : dot d z w <= pnorm p d z * pnorm q d w.
Proof.
  destruct dual_exponent as [Q _]. destruct (mass_nonneg p d z) as [P|Z].
  - apply Rle_trans with (sum d (fun j => abs_pow (1 / p) (abs_pow p (z j)) * abs_pow (1 / q) (abs_pow q (w j)))).
    + apply sum_le. intros j J. rewrite !abs_pow_pow by lra.
      replace (p * (1 / p)) with 1 by (field; lra). replace (q * (1 / q)) with 1 by (field; lra).
      rewrite !abs_pow_1, <- Rabs_mult. apply Rle_abs.
    + apply hoelder; try assumption; try (intros; apply abs_pow_nonneg);
        [left; apply Rdiv_lt_0_compat; lra | apply Rdiv_lt_0_compat; lra].
  - unfold dot. rewrite (sum_ext d _ (fun _ => 0)), sum_const
      by (intros j J; rewrite (mass_0 p d z ltac:(lra) (eq_sym Z) j J); ring).
    rewrite Rmult_0_r. apply Rmult_le_pos; apply abs_pow_nonneg.
Qed.

(** The link: +- |z_j|^(p-1) / ||z||^(p-2). *)
Definition plink (z : vec) : vec := fun j =>
  z j * abs_pow (p - 2) (z j) * Rpower (sum d (fun j => abs_pow p (z j))) (2 / p - 1).

Lemma plink_dot z δ : dot d (plink z) δ
  = Rpower (sum d (fun j => abs_pow p (z j))) (2 / p - 1) * sum d (fun j => δ j * (z j * abs_pow (p - 2) (z j))).
Proof. unfold dot, plink. rewrite <- sum_mult. apply sum_ext. intros; ring. Qed.

Lemma plink_euler z : dot d (plink z) z = pnorm p d z ^ 2.
Proof.
  rewrite plink_dot, pnorm_square by lra.
  pose proof (mass_nonneg p d z) as M. set (S := sum d (fun j => abs_pow p (z j))) in *.
  replace (sum d _) with S by (apply sum_ext; intros; apply abs_pow_square; lra).
  destruct M as [P|Z].
  - rewrite abs_pow_of_pos by exact P. rewrite <- (Rpower_1 S) at 2 by exact P. rewrite <- Rpower_plus. f_equal. ring.
  - rewrite <- Z, abs_pow_0; [ring|]. apply Rgt_not_eq, Rdiv_lt_0_compat; lra.
Qed.

Lemma plink_norm z : pnorm q d (plink z) ^ 2 = pnorm p d z ^ 2.
Proof.
  destruct dual_exponent as [Q E]. rewrite !pnorm_square by lra. unfold plink.
  pose proof (mass_nonneg p d z) as M. set (S := sum d (fun j => abs_pow p (z j))) in *.
  set (T := Rpower S (2 / p - 1)).
  rewrite (sum_ext d _ (fun j => abs_pow q T * abs_pow p (z j))).
  2:{ intros j J. rewrite abs_pow_mult, Rmult_comm. f_equal.
      replace (abs_pow p (z j)) with (abs_pow q (abs_pow (p - 1) (z j)))
        by (rewrite abs_pow_pow, E by lra; reflexivity).
      rewrite <- abs_pow_abs. f_equal. rewrite Rabs_mult, (Rabs_pos_eq (abs_pow _ _)) by apply abs_pow_nonneg.
      destruct (Req_EM_T (z j) 0) as [->|N]; [rewrite Rabs_R0, (abs_pow_0 (p - 1)) by lra; ring|].
      rewrite !abs_pow_not_0 by exact N. rewrite <- (Rpower_1 (Rabs (z j))) at 1 by (apply Rabs_pos_lt; exact N).
      rewrite <- Rpower_plus. f_equal. ring. }
  rewrite sum_mult. fold S. rewrite abs_pow_mult, abs_pow_pow by exact Q.
  replace (q * (2 / q)) with 2 by (field; lra). rewrite (abs_pow_of_pos 2 T) by apply Rpower_pos.
  destruct M as [P|Z].
  - rewrite !(abs_pow_of_pos _ S) by exact P. unfold T. rewrite Rpower_mult, <- Rpower_plus. f_equal.
    replace (2 / q) with (2 * (1 / q)) by (field; lra). replace (1 / q) with (1 - 1 / p) by lra. field. lra.
  - rewrite <- Z, !abs_pow_0; [ring | apply Rgt_not_eq, Rdiv_lt_0_compat; lra ..].
Qed.

(** In the second term of the curvature the powers of the sum cancel. *)
Lemma curvature (z δ : vec) (S := sum d (fun j => abs_pow p (z j))) : 0 < S ->
  Rpower S (2 / p - 1) * sum d (fun j => δ j * (δ j * abs_pow (p - 2) (z j))) <= pnorm p d δ ^ 2.
Proof.
  intros P. rewrite pnorm_square by lra.
  assert (0 <= (p - 2) / p) as N by (apply le_div; lra).
  pose proof (hoelder d ((p - 2) / p) (2 / p) (fun j => abs_pow p (z j)) (fun j => abs_pow p (δ j)) N
    ltac:(apply Rdiv_lt_0_compat; lra) ltac:(field; lra) (fun j _ => abs_pow_nonneg p (z j))
    (fun j _ => abs_pow_nonneg p (δ j)) P) as H. cbv beta in H. fold S in H.
  rewrite (sum_ext d _ (fun j => δ j * (δ j * abs_pow (p - 2) (z j)))) in H.
  2:{ intros j J. rewrite !abs_pow_pow by lra. replace (p * ((p - 2) / p)) with (p - 2) by (field; lra).
      replace (p * (2 / p)) with 2 by (field; lra). rewrite abs_pow_2. ring. }
  rewrite (abs_pow_of_pos _ S P) in H. pose proof (Rpower_pos S (2 / p - 1)).
  apply Rmult_le_compat_l with (r := Rpower S (2 / p - 1)) in H; [|lra].
  rewrite <- Rmult_assoc, <- Rpower_plus in H. replace (2 / p - 1 + (p - 2) / p) with 0 in H by (field; lra).
  rewrite Rpower_O, Rmult_1_l in H by exact P. exact H.
Qed.

Lemma pnorm_smooth z δ :
  pnorm p d (add z δ) ^ 2 / 2 <= pnorm p d z ^ 2 / 2 + dot d (plink z) δ + (p - 1) * pnorm p d δ ^ 2 / 2.
Proof.
  destruct (classic (exists s, 0 <= s <= 1 /\ sum d (fun j => abs_pow p (z j + s * δ j)) = 0))
    as [(s & Hs & Z)|Never].
  - (* z + s δ is zero: then z is - s δ *)
    assert (forall j, (j < d)%nat -> z j = - s * δ j) as E
      by (intros j J; pose proof (mass_0 p d (fun j => z j + s * δ j) ltac:(lra) Z j J) as H; cbv beta in H; lra).
    rewrite (pnorm_ext p d (add z δ) (scale (1 - s) δ)) by (intros j J; unfold add, scale; rewrite (E j J); ring).
    assert (pnorm p d z ^ 2 = s ^ 2 * pnorm p d δ ^ 2) as Nz.
    { rewrite (pnorm_ext p d z (scale (- s) δ) E), pnorm_scale, Rpow_mult_distr, pow2_abs by lra. ring. }
    assert (dot d (plink z) δ = - s * pnorm p d δ ^ 2) as Slope.
    { pose proof (plink_euler z) as Eu. rewrite Nz in Eu. destruct (Req_dec s 0) as [->|S0].
      - unfold dot. rewrite (sum_ext d _ (fun _ => 0)), sum_const; [ring|].
        intros j J. unfold plink. rewrite (E j J). ring.
      - replace (dot d (plink z) z) with (- s * dot d (plink z) δ) in Eu.
        + apply Rmult_eq_reg_l with (- s); [rewrite Eu; ring | lra].
        + unfold dot. rewrite <- sum_mult. apply sum_ext. intros j J. rewrite (E j J). ring. }
    rewrite Slope, Nz, pnorm_scale, Rpow_mult_distr, pow2_abs by lra. pose proof (pow2_ge_0 (pnorm p d δ)). nra.
  - (* the curvature is at most p - 1 times the square of the norm of δ *)
    assert (forall s, 0 <= s <= 1 -> 0 < sum d (fun j => abs_pow p (z j + s * δ j))) as Pos.
    { intros s Hs. destruct (mass_nonneg p d (fun j => z j + s * δ j)) as [P|Z]; [exact P|].
      exfalso. apply Never. exists s. split; [exact Hs | symmetry; exact Z]. }
    pose proof (below_parabola d p z δ two ((p - 1) * pnorm p d δ ^ 2) Pos) as H. cbv zeta beta in H.
    assert (sum d (fun j => abs_pow p (z j + 0 * δ j)) = sum d (fun j => abs_pow p (z j))) as Z0
      by (apply sum_ext; intros; f_equal; ring).
    assert (sum d (fun j => abs_pow p (z j + 1 * δ j)) = sum d (fun j => abs_pow p (add z δ j))) as Z1
      by (apply sum_ext; intros; unfold add; f_equal; ring).
    assert (sum d (fun j => δ j * ((z j + 0 * δ j) * abs_pow (p - 2) (z j + 0 * δ j)))
            = sum d (fun j => δ j * (z j * abs_pow (p - 2) (z j)))) as Z2
      by (apply sum_ext; intros; rewrite Rmult_0_l, Rplus_0_r; reflexivity).
    pose proof (Pos 0 ltac:(lra)) as P0. pose proof (Pos 1 ltac:(lra)) as P1.
    rewrite Z0 in H, P0. rewrite Z1 in H, P1. rewrite Z2 in H.
    rewrite plink_dot, !pnorm_square in * by lra. rewrite (abs_pow_of_pos _ _ P0), (abs_pow_of_pos _ _ P1).
    apply H. intros s Hs. pose proof (curvature (fun j => z j + s * δ j) δ (Pos s Hs)) as C. cbv beta in C.
    rewrite pnorm_square in C by lra.
    pose proof (Rpower_pos (sum d (fun j => abs_pow p (z j + s * δ j))) (2 / p - 2)).
    assert (0 <= (p - 2) * (Rpower (sum d (fun j => abs_pow p (z j + s * δ j))) (2 / p - 2)
      * sum d (fun j => δ j * ((z j + s * δ j) * abs_pow (p - 2) (z j + s * δ j))) ^ 2))
      by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; [lra | apply pow2_ge_0]]).
    nra.
Qed.
End Dual.
