(** A run of the Perceptron on whole numbers, computed inside Coq.

    The learner of the theorems uses real numbers, with which no program can compute. Here is a learner that computes
    with whole numbers. We show that its run is the run of the theorems' learner, for every learning rate, so that a
    computation decides on which examples the learner updates. The same computation checks the hypotheses of Block and
    Novikoff's bound. A file that [mb.write_coq(cert)] writes in Python contains the run, and ends with
    [PERCEPTRON_RUN.theorem]. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From MB Require Import Vectors Learner Perceptron.
Import ListNotations.
Open Scope Z_scope.

(** An example of whole numbers, with its label; inner products; an update; and is the score s wrong about b? *)
Notation zexample := (list Z * bool)%type.
Fixpoint zdot (v w : list Z) : Z := match v, w with a :: v, b :: w => a * b + zdot v w | _, _ => 0 end.
Fixpoint zadd (y : bool) (w x : list Z) : list Z :=
  match w, x with a :: w, b :: x => (if y then a + b else a - b) :: zadd y w x | _, _ => [] end.
Definition zwrong (tie : tie_rule) (s : Z) (b : bool) : bool :=
  match s ?= 0 with
  | Lt => b
  | Eq => match tie with TieMistake => true | TiePredicts p => negb (Bool.eqb p b) end
  | Gt => negb b
  end.

(** The examples of the updates, from the weights w on. *)
Definition zupdates (tie : tie_rule) (w : list Z) (es : list zexample) : list zexample :=
  updates (list Z) (fun w e => zwrong tie (zdot w (fst e)) (snd e)) (fun w e => zadd (snd e) w (fst e)) w es.

(** The same as real numbers. *)
Definition real (v : list Z) : vec := fun i => IZR (nth i v 0).
Definition real_example (e : zexample) : example := (real (fst e), snd e).

Open Scope R_scope.

Lemma sum_shift n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; lra|]. rewrite sum_S, IH. simpl. lra. Qed.

Lemma dot_real v : forall w d, length v = d -> length w = d -> dot d (real v) (real w) = IZR (zdot v w).
Proof.
  induction v as [|a v IH]; intros [|b w] [|d] V W; try discriminate; [reflexivity|].
  unfold dot. rewrite sum_shift. simpl zdot. rewrite plus_IZR, mult_IZR. f_equal. apply (IH w d); simpl in *; lia.
Qed.

Lemma add_real y : forall w x i, length w = length x -> real (zadd y w x) i = real w i + sign y * real x i.
Proof.
  unfold real. induction w as [|a w IH]; intros [|b x] i L; try discriminate.
  - destruct i; simpl; lra.
  - destruct i as [|i]; simpl; [|apply IH; simpl in L; lia]. destruct y; [rewrite plus_IZR | rewrite minus_IZR]; simpl;
    lra.
Qed.

Lemma add_length y : forall w x, length w = length x -> length (zadd y w x) = length w.
Proof. induction w as [|a w IH]; intros [|b x] L; try discriminate; [reflexivity|]. simpl. rewrite IH; auto. Qed.

(** A learning rate changes the size of a score, and not its sign. *)
Lemma wrong_real tie eta s b : eta > 0 -> wrong tie (eta * IZR s) b = zwrong tie s b.
Proof.
  intros Hr. unfold wrong, zwrong. destruct (Z.compare_spec s 0) as [E|L|G].
  - subst. rewrite Rmult_0_r. destruct (total_order_T 0 0) as [[L|_]|G]; [lra | reflexivity | lra].
  - apply IZR_lt in L. destruct (total_order_T (eta * IZR s) 0) as [[_|E]|G]; [reflexivity | nra | nra].
  - apply IZR_lt in G. destruct (total_order_T (eta * IZR s) 0) as [[L|E]|_]; [nra | nra | reflexivity].
Qed.

(** A run that is computed is that of a learner of the theorems, if to each state that is computed belongs one of the
    learner, and both say the same of each example, and change in the same way. *)
Lemma simulated {Z W EZ ER} (zmistaken : Z -> EZ -> bool) (znext : Z -> EZ -> Z) (mistaken : W -> ER -> bool)
    (next : W -> ER -> W) (real : EZ -> ER) (same : Z -> W -> Prop) (es : list EZ) :
  (forall z w e, In e es -> same z w -> mistaken w (real e) = zmistaken z e) ->
  (forall z w e, In e es -> same z w -> same (znext z e) (next w (real e))) ->
  forall z w, same z w -> updates W mistaken next w (map real es) = map real (updates Z zmistaken znext z es).
Proof.
  induction es as [|e es IH]; intros Says Steps z w S; [reflexivity|]. simpl. rewrite (Says z w e) by (simpl; auto).
  assert (forall z w, same z w -> updates W mistaken next w (map real es) = map real (updates Z zmistaken znext z es))
    as Rest by (apply IH; intros z' w' e' I; [apply Says | apply Steps]; right; exact I).
  destruct (zmistaken z e); [simpl; f_equal|]; apply Rest; [|exact S]. apply Steps; [left; reflexivity | exact S].
Qed.

(** If the updates are the mistakes, so many mistakes are there. *)
Lemma mistakes_updates {State E} (mistaken : State -> E -> bool) next w es :
  mistakes State mistaken mistaken next w es = length (updates State mistaken next w es).
Proof.
  rewrite <- (count_updates_length State mistaken). unfold mistakes, count_updates, run.
  enough (forall w m, snd (fst (fold_left (round State mistaken mistaken next) es (w, m, m)))
    = snd (fold_left (round State mistaken mistaken next) es (w, m, m))) as G by apply G.
  induction es as [|e es IH]; intros w' m; simpl; [reflexivity|]. destruct (mistaken w' e); apply IH.
Qed.

(** The Perceptron's weights are eta times those that are computed. *)
Lemma same_updates tie d eta es : eta > 0 -> (forall e, In e es -> length (fst e) = d) ->
  perceptron_updates tie d eta (map real_example es) = map real_example (zupdates tie (repeat 0%Z d) es).
Proof.
  intros Hr Len. apply simulated with (same := fun zw w => length zw = d /\ forall i, w i = eta * real zw i).
  - intros zw w [x y] I [Lw E]. pose proof (Len _ I) as Lx. simpl in Lx. unfold mistaken. simpl.
    rewrite <- (wrong_real tie eta), <- (dot_real zw x d), <- dot_scale by assumption. f_equal.
    apply sum_ext. intros i _. rewrite E. reflexivity.
  - intros zw w [x y] I [Lw E]. pose proof (Len _ I) as Lx. simpl in *. split; [rewrite add_length; lia|].
    intros i. rewrite add_real by lia. unfold update, add, scale. simpl. rewrite E. ring.
  - split; [apply repeat_length|]. intros i. unfold real, zero.
    destruct (Nat.lt_ge_cases i d) as [I|I]; [rewrite nth_repeat; ring|].
    rewrite nth_overflow by (rewrite repeat_length; exact I). ring.
Qed.

(** What is computed: every example has d numbers, none is longer than the root of R2, and u is right about each by at
    least g. *)
Definition long_as (d : nat) (es : list zexample) : bool :=
  forallb (fun e : zexample => Nat.eqb (length (fst e)) d) es.
Definition short (R2 : Z) (es : list zexample) : bool :=
  forallb (fun e : zexample => (zdot (fst e) (fst e) <=? R2)%Z) es.
Definition apart (u : list Z) (g : Z) (es : list zexample) : bool :=
  forallb (fun e : zexample => (g <=? (if snd e then zdot u (fst e) else - zdot u (fst e)))%Z) es.

Module PERCEPTRON_RUN.
(** One computation checks the run and the hypotheses of Block and Novikoff, and so gives their bound. *)
Theorem theorem : forall (tie : tie_rule) (d : nat) (es us : list zexample)
    (u : list Z) (R2 g : Z),
  long_as d es && Nat.eqb (length u) d && (0 <? g)%Z && (0 <=? R2)%Z
    && short R2 es && apart u g es = true ->
  zupdates tie (repeat 0%Z d) es = us ->
  forall eta, eta > 0 ->
  perceptron_updates tie d eta (map real_example es) = map real_example us /\
  perceptron_mistakes tie d eta (map real_example es) = length us /\
  INR (length us) <= IZR (zdot u u) * IZR R2 / IZR g ^ 2.
Proof.
  intros tie d es us u R2 g C <- eta Hr. rewrite !andb_true_iff in C. destruct C as [[[[[L U] G] P] S] A].
  unfold long_as, short, apart in *. rewrite forallb_forall in L, S, A. apply Nat.eqb_eq in U.
  apply Z.ltb_lt, IZR_lt in G. apply Z.leb_le, IZR_le in P.
  assert (forall e, In e es -> length (fst e) = d) as Len by (intros e I; apply Nat.eqb_eq, L, I).
  pose proof (same_updates tie d eta es Hr Len) as Us.
  assert (perceptron_mistakes tie d eta (map real_example es) = length (zupdates tie (repeat 0%Z d) es)) as M.
  { rewrite <- (map_length real_example), <- Us. apply mistakes_updates. }
  split; [exact Us|]. split; [exact M|].
  assert (forall x y, In (x, y) (map real_example es) ->
    norm d x <= sqrt (IZR R2) /\ sign y * dot d (real u) x >= IZR g) as H.
  { intros x y I. apply in_map_iff in I. destruct I as [[zx zy] [E I]]. injection E as <- <-. simpl.
    pose proof (Len _ I) as Lx. simpl in Lx. split.
    - unfold norm. rewrite dot_real by assumption. apply sqrt_le_1_alt, IZR_le, Z.leb_le, (S _ I).
    - rewrite dot_real by assumption. pose proof (A _ I) as B. apply Z.leb_le, IZR_le in B. simpl in B.
      destruct zy; simpl; [|rewrite opp_IZR in B]; lra. }
  replace (IZR (zdot u u) * IZR R2) with (norm d (real u) ^ 2 * sqrt (IZR R2) ^ 2).
  - rewrite <- M. apply NOVIKOFF.theorem; [exact Hr | exact G | apply H | intros x y I; apply (H x y I)].
  - rewrite norm_square_pow, dot_real by assumption.
    rewrite <- (Rsqr_pow2 (sqrt _)), Rsqr_sqrt by exact P. reflexivity.
Qed.
End PERCEPTRON_RUN.
