(** A run of the kernel Perceptron on whole numbers, computed inside Coq.

    The kernel is (<x, z> + c)^p; for c = 0 and p = 1 it is linear. We prove for all points that this is a kernel,
    since no table of its values shows it. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From MB Require Import Vectors Learner Kernels Certify.
Import ListNotations.
Open Scope R_scope.

(** * The polynomial kernel *)

Definition polynomial (d : nat) (c : R) (p : nat) (x z : vec) : R := (dot d x z + c) ^ p.
Definition positive (k : vec -> vec -> R) : Prop := forall v, inner vec k v v >= 0.

Lemma inner_ext k l : (forall x z, k x z = l x z) -> forall v w, inner vec k v w = inner vec l v w.
Proof.
  intros E v w. assert (forall x, value vec k w x = value vec l w x) as V
    by (intros x; induction w as [|[b z] w IH]; simpl; [|rewrite E, IH]; reflexivity).
  induction v as [|[a x] v IH]; simpl; [|rewrite IH, V]; reflexivity.
Qed.

(** Sums of kernels, and a kernel times f(x) f(z), are kernels. *)
Lemma positive_sum k l : positive k -> positive l -> positive (fun x z => k x z + l x z).
Proof.
  intros K L v. enough (forall u, inner vec (fun x z => k x z + l x z) u v = inner vec k u v + inner vec l u v) as E
    by (rewrite E; specialize (K v); specialize (L v); lra).
  assert (forall x, value vec (fun x z => k x z + l x z) v x = value vec k v x + value vec l v x) as V
    by (intros x; induction v as [|[b z] v IH]; simpl; [|rewrite IH]; ring).
  induction u as [|[a x] u IH]; simpl; [|rewrite IH, V]; ring.
Qed.

Lemma positive_times k f : positive k -> positive (fun x z => f x * f z * k x z).
Proof.
  intros K v. set (m := map (fun q : R * vec => (fst q * f (snd q), snd q))).
  enough (forall u, inner vec (fun x z => f x * f z * k x z) u v = inner vec k (m u) (m v)) as E
    by (rewrite E; apply K).
  assert (forall x, value vec (fun x z => f x * f z * k x z) v x = f x * value vec k (m v) x) as V
    by (intros x; induction v as [|[b z] v IH]; simpl; [|rewrite IH]; ring).
  induction u as [|[a x] u IH]; simpl; [reflexivity|]. rewrite IH, V. ring.
Qed.

Lemma positive_ext k l : (forall x z, k x z = l x z) -> positive k -> positive l.
Proof. intros E K v. rewrite <- (inner_ext k l E). apply K. Qed.

(** So one that is multiplied by <x, z> + c is: this is a sum of x_i z_i and of c. *)
Lemma positive_step k d c : 0 <= c -> positive k -> positive (fun x z => (dot d x z + c) * k x z).
Proof.
  intros C K. induction d as [|d IH].
  - apply positive_ext with (fun x z => sqrt c * sqrt c * k x z); [|apply (positive_times k (fun _ => sqrt c)), K].
    intros x z. unfold dot. simpl. rewrite sqrt_sqrt by exact C. ring.
  - apply positive_ext with (fun x z => (dot d x z + c) * k x z + x d * z d * k x z).
    + intros x z. unfold dot. rewrite sum_S. ring.
    + apply positive_sum; [exact IH | apply (positive_times k (fun x => x d)), K].
Qed.

Lemma positive_one : positive (fun _ _ => 1).
Proof.
  intros v. enough (forall u, exists a, inner vec (fun _ _ => 1) u v = a * value vec (fun _ _ => 1) v zero
    /\ a = value vec (fun _ _ => 1) u zero) as E by (destruct (E v) as (a & -> & ->); nra).
  assert (forall x, value vec (fun _ _ => 1) v x = value vec (fun _ _ => 1) v zero) as V
    by (intros x; induction v as [|[b z] v IH]; simpl; [|rewrite IH]; reflexivity).
  intros u. eexists. split; [|reflexivity]. induction u as [|[a x] u IH]; simpl; [|rewrite IH, V]; ring.
Qed.

Theorem polynomial_positive d c p : 0 <= c -> positive (polynomial d c p).
Proof.
  intros C. induction p as [|p IH]; [exact positive_one | exact (positive_step _ d c C IH)].
Qed.

(** * The computation *)

Open Scope Z_scope.

(** A kernel of whole points, and a combination of their features: coefficients and points. *)
Definition zkernel (c : Z) (p : nat) (x z : list Z) : Z := (zdot x z + c) ^ Z.of_nat p.
Fixpoint zvalue (c : Z) (p : nat) (w : list (Z * list Z)) (x : list Z) : Z :=
  match w with [] => 0 | (a, z) :: w => a * zkernel c p z x + zvalue c p w x end.
Definition zsquare (c : Z) (p : nat) (u : list (Z * list Z)) : Z :=
  fold_right (fun (q : Z * list Z) s => fst q * zvalue c p u (snd q) + s) 0 u.
Definition zsigned (y : bool) (s : Z) : Z := if y then s else - s.

(** The learner keeps the examples of its updates, the last one first. *)
Definition zkernel_updates (tie : tie_rule) (c : Z) (p : nat) (es : list zexample) : list zexample :=
  updates (list (Z * list Z)) (fun w e => zwrong tie (zvalue c p w (fst e)) (snd e))
    (fun w e => (zsigned (snd e) 1, fst e) :: w) [] es.

(** What is computed: numbers of entries, lengths, margins. *)
Definition kernel_fits (d : nat) (c : Z) (p : nat) (u : list (Z * list Z)) (R2 g : Z) (es : list zexample) : bool :=
  long_as d es && forallb (fun q : Z * list Z => Nat.eqb (length (snd q)) d) u && (0 <=? c) && (0 <? g) && (0 <=? R2)
  && forallb (fun e : zexample => zkernel c p (fst e) (fst e) <=? R2) es
  && forallb (fun e : zexample => g <=? zsigned (snd e) (zvalue c p u (fst e))) es.

Open Scope R_scope.

Definition real_combination (u : list (Z * list Z)) : combination vec := map (fun q => (IZR (fst q), real (snd q))) u.

Section Run.
Variables (d : nat) (c : Z) (p : nat).
Let k := polynomial d (IZR c) p.

Lemma kernel_real x z : length x = d -> length z = d -> k (real x) (real z) = IZR (zkernel c p x z).
Proof.
  intros X Z. unfold k, polynomial, zkernel. rewrite <- pow_IZR, plus_IZR, (dot_real x z d) by assumption. reflexivity.
Qed.

Lemma value_real u x : length x = d -> (forall a z, In (a, z) u -> length z = d) ->
  value vec k (real_combination u) (real x) = IZR (zvalue c p u x).
Proof.
  intros X. induction u as [|[a z] u IH]; intros U; [reflexivity|]. simpl in *.
  rewrite IH by eauto. rewrite kernel_real, plus_IZR, mult_IZR by eauto. reflexivity.
Qed.

Lemma square_real u : (forall a z, In (a, z) u -> length z = d) ->
  inner vec k (real_combination u) (real_combination u) = IZR (zsquare c p u).
Proof.
  intros U. unfold zsquare. enough (forall v, (forall a z, In (a, z) v -> length z = d) ->
    inner vec k (real_combination v) (real_combination u)
    = IZR (fold_right (fun (q : Z * list Z) s => fst q * zvalue c p u (snd q) + s)%Z 0%Z v)) as E by apply (E u U).
  induction v as [|[a z] v IH]; intros V; [reflexivity|]. simpl in *.
  rewrite IH by eauto. rewrite value_real, plus_IZR, mult_IZR by eauto. reflexivity.
Qed.

(** The scores are eta times those that are computed. *)
Lemma same_kernel_updates tie eta es : eta > 0 -> (forall e, In e es -> length (fst e) = d) ->
  kernel_updates tie k eta (map real_example es) = map real_example (zkernel_updates tie c p es).
Proof.
  intros Hr Len. apply simulated with
    (same := fun zw w => forall x, length x = d -> value vec k w (real x) = eta * IZR (zvalue c p zw x)).
  - intros zw w e I S. pose proof (Len _ I). unfold kernel_mistaken. simpl. rewrite S by assumption.
    apply wrong_real, Hr.
  - intros zw w [z y] I S x X. pose proof (Len _ I) as Z. unfold kernel_update, real_example.
    cbn [fst snd] in *. rewrite value_plus, value_times, S by exact X. simpl. rewrite kernel_real by assumption.
    rewrite plus_IZR, mult_IZR. destruct y; simpl; ring.
  - intros x X. simpl. ring.
Qed.
End Run.

Module KERNEL_RUN.
(** One computation checks the run and the hypotheses of the bound among the features, and so gives it. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (c : Z) (p : nat)
    (es us : list zexample) (u : list (Z * list Z))
    (R2 g : Z),
  kernel_fits d c p u R2 g es = true ->
  zkernel_updates tie c p es = us ->
  forall eta, eta > 0 ->
  kernel_updates tie (polynomial d (IZR c) p) eta (map real_example es)
    = map real_example us /\
  kernel_mistakes tie (polynomial d (IZR c) p) eta (map real_example es)
    = length us /\
  INR (length us) <= IZR (zsquare c p u) * IZR R2 / IZR g ^ 2.
Proof.
  intros tie d c p es us u R2 g F <- eta Hr. unfold kernel_fits, long_as in F. rewrite !andb_true_iff in F.
  destruct F as [[[[[[L U] C] G] P] S] A]. rewrite forallb_forall in L, U, S, A.
  apply Z.ltb_lt, IZR_lt in G. apply Z.leb_le, IZR_le in P. apply Z.leb_le, IZR_le in C.
  assert (forall e, In e es -> length (fst e) = d) as Len by (intros e I; apply Nat.eqb_eq, L, I).
  assert (forall a z, In (a, z) u -> length z = d) as Lu by (intros a z I; apply Nat.eqb_eq, (U (a, z)), I).
  pose proof (same_kernel_updates d c p tie eta es Hr Len) as Us.
  assert (kernel_mistakes tie (polynomial d (IZR c) p) eta (map real_example es)
    = length (zkernel_updates tie c p es)) as M.
  { rewrite <- (map_length real_example), <- Us. apply mistakes_updates. }
  split; [exact Us|]. split; [exact M|].
  rewrite <- M, <- (square_real d c p u Lu), <- (pow2_sqrt (IZR R2) P).
  apply KERNEL.theorem_dual; [| apply polynomial_positive, C | exact Hr | exact G | |].
  - intros x z. unfold polynomial. rewrite dot_sym. reflexivity.
  - intros x y I. apply in_map_iff in I as ([zx zy] & E & I). injection E as <- <-. pose proof (Len _ I).
    rewrite pow2_sqrt, kernel_real by assumption. apply IZR_le, Z.leb_le, (S _ I).
  - intros x y I. apply in_map_iff in I as ([zx zy] & E & I). injection E as <- <-. pose proof (Len _ I) as Lx.
    rewrite (inner_sym vec) by (intros; unfold polynomial; rewrite dot_sym; reflexivity).
    rewrite inner_feature. simpl in Lx |- *. rewrite value_real by assumption.
    pose proof (A _ I) as B. apply Z.leb_le, IZR_le in B.
    destruct zy; simpl in *; [|rewrite opp_IZR in B]; lra.
Qed.
End KERNEL_RUN.
