(** HALVING: the bound on the mistakes of a learner that predicts with the majority of the concepts that remain.

    A class is a finite list of concepts, a run any list of examples. At an even vote the learner may predict either
    label, depending on anything that it has seen; it drops concepts at every mistake, and also in any other rounds
    that it chooses: in all of them, or in none. Numbers of concepts and mistakes are whole numbers (Z); fractions of
    these in the book are rational numbers (Q). *)
From Coq Require Import List ZArith QArith Qpower Lia Bool.
From MB Require Import MistakeBound.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.of_nat : simpl never.
Local Arguments Z.add : simpl never.

(** * The learner *)

Section Learner.
Context {X : Type}.
Implicit Types (C V : list (concept X)) (past : list (round X)).

(** How many concepts of V give x the label b. *)
Definition votes V (x : X) (b : bool) : Z := size (filter (fun c => Bool.eqb (c x) b) V).

(** The label with more votes, and at an even vote what [tie] says. *)
Definition majority_vote C (tie : list (round X) -> X -> bool) past (x : X) : bool :=
  match votes (space C past) x true ?= votes (space C past) x false with
  | Gt => true | Lt => false | Eq => tie past x
  end.
End Learner.

Module HALVING.
Section Lines.
Variables (X : Type) (C : list (concept X)) (run : list (round X)).
Local Notation U := (length (updates run)).
Local Notation V := (remaining C run).
Local Notation M := (mistakes_by run).

Hypothesis realizable : size (agreeing C (map shown run)) >= 1.
Hypothesis mistakes_update : size (unlearned run) = 0.
Hypothesis majority : forall t, (1 <= t <= U)%nat -> is_mistake run t -> size (ruled_out C run t) >= size (V t).

Lemma halving : forall t, (1 <= t <= U)%nat -> is_mistake run t ->
  (inject_Z (size (V t)) <= (1 # 2) * inject_Z (size (V (t - 1))))%Q.
Proof.
  intros t T W. pose proof (remaining_split C run t T). pose proof (majority t T W).
  unfold Qle, Qmult, inject_Z. cbn [Qnum Qden]. lia.
Qed.

Lemma monotone : forall t, (1 <= t <= U)%nat -> size (V t) <= size (V (t - 1)).
Proof. apply remaining_monotone. Qed.

(** Without fractions, and from t = 0 on: each mistake has halved what was left. *)
Lemma doubling : forall t, (t <= U)%nat -> 2 ^ M t * size (V t) <= size C /\ 0 <= M t.
Proof.
  induction t as [|t IH]; intros T; [change (M 0) with 0; rewrite remaining_0, Z.pow_0_r; lia|].
  destruct (IH ltac:(lia)) as [D P]. pose proof (monotone (S t) ltac:(lia)) as Mo.
  pose proof (remaining_split C run (S t) ltac:(lia)) as Sp. pose proof (majority (S t) ltac:(lia)) as Ma.
  destruct (at_step C run (S t) ltac:(lia)) as (r & _ & _ & E & W & _). rewrite E.
  replace (S t - 1)%nat with t in * by lia. pose proof (Z.pow_pos_nonneg 2 (M t) ltac:(lia) P).
  destruct (wrong r).
  - specialize (Ma (proj2 W eq_refl)). rewrite Z.pow_add_r by lia. split; nia.
  - rewrite Z.add_0_r. split; nia.
Qed.

Lemma telescoping : forall t, (1 <= t <= U)%nat ->
  (inject_Z (size (V t)) <= 2 ^ (- M t) * inject_Z (size C))%Q.
Proof.
  intros t T. destruct (doubling t ltac:(lia)) as [D P].
  rewrite Qpower_opp, Qmult_comm. apply Qle_shift_div_l; [apply Qpower_0_lt; reflexivity|].
  change 2%Q with (inject_Z 2). rewrite <- Zpower_Qpower, <- inject_Z_mult, <- Zle_Qle by exact P. lia.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 1 <= size (V t).
Proof. intros t _. apply remaining_floor, realizable. Qed.

(** [/] and [Z.log2] round down; and to round down before the logarithm makes no difference to its whole part. *)
Lemma integer : forall t, (1 <= t <= U)%nat -> M t <= Z.log2 (size C / size (V t)).
Proof.
  intros t T. destruct (doubling t ltac:(lia)) as [D P]. pose proof (floor t T) as F.
  apply Z.log2_le_pow2; [|apply Z.div_le_lower_bound; lia].
  apply Z.div_str_pos. pose proof (Z.pow_pos_nonneg 2 (M t) ltac:(lia) P). nia.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> M t <= Z.log2 (size C).
Proof.
  intros t T. pose proof (floor t T) as F. etransitivity; [apply integer, T|].
  apply Z.log2_le_mono, Z.div_le_upper_bound; nia.
Qed.

(** All mistakes are updates; and without an update there is none. *)
Lemma conclusion : size (mistakes run) <= Z.log2 (size C).
Proof.
  rewrite mistakes_all by exact mistakes_update. destruct (Nat.eq_dec U 0) as [Z|N]; [|apply bound; lia].
  rewrite Z. apply Z.log2_nonneg.
Qed.
End Lines.

(** Every class, every rule for even votes, every choice of further rounds in which concepts are dropped (in all,
    [also] is always true; at mistakes only, it never is), and every list of examples that some concept explains. *)
Theorem theorem : forall (X : Type) (C : list (concept X))
    (tie : list (round X) -> X -> bool)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  size (agreeing C es) >= 1 ->
  size (mistakes (play (majority_vote C tie) also es)) <= Z.log2 (size C).
Proof.
  intros X C tie also es Real. apply conclusion.
  - rewrite play_shown. exact Real.
  - apply play_learns.
  - intros t T W. destruct (play_update _ _ C es t T) as (past & [x y] & P & -> & -> & E). specialize (E W).
    (* those that gave the predicted label are ruled out, and the others stay *)
    assert (size (refuted (space C past) (x, y)) = votes (space C past) x (negb y)) as ->.
    { unfold refuted, votes, agrees. simpl. do 2 f_equal. apply filter_ext. intros c. destruct (c x), y; reflexivity. }
    assert (size (agreeing (space C past) [(x, y)]) = votes (space C past) x y) as ->.
    { unfold agreeing, votes, agrees. simpl. do 2 f_equal. apply filter_ext. intros c. apply andb_true_r. }
    unfold errs, majority_vote in E. simpl in E.
    destruct (Z.compare_spec (votes (space C past) x true) (votes (space C past) x false)); destruct y; simpl in *;
      try discriminate; lia.
Qed.
End HALVING.

(** No learner does better on the class of all functions: nature shows each of the N points once, and contradicts. *)
Module ALL_FUNCTIONS.
Fixpoint words (N : nat) : list (list bool) :=
  match N with O => [[]] | S N => map (cons true) (words N) ++ map (cons false) (words N) end.

(** On the points 0, ..., N - 1 a function is the list of its values. *)
Definition functions (N : nat) : list (concept nat) := map (fun w j => nth j w false) (words N).

Lemma words_all w : In w (words (length w)).
Proof. induction w as [|[] w IH]; simpl; [auto|..]; apply in_or_app; [left | right]; apply in_map, IH. Qed.

Theorem theorem : forall (N : nat) (predict : list (round nat) -> nat -> bool)
    (also : list (round nat) -> example nat -> bool),
  size (functions N) = 2 ^ Z.of_nat N /\
  exists es, size (agreeing (functions N) es) >= 1 /\
    size (mistakes (play predict also es)) = Z.of_nat N.
Proof.
  intros N predict also. split.
  - unfold functions. rewrite map_length. induction N as [|N IH]; [reflexivity|]. simpl words.
    rewrite app_length, !map_length, Nat2Z.inj_succ, Z.pow_succ_r; lia.
  - destruct (contradiction predict also (seq 0 N) []) as (es & P & E). exists es. split.
    2:{ unfold play. rewrite E, seq_length. simpl. lia. }
    assert (length es = N) as L by (rewrite <- (map_length fst), P; apply seq_length).
    apply Z.le_ge, some_size with (fun j => nth j (map snd es) false). apply filter_In. split.
    + apply (in_map (fun w j => nth j w false)). rewrite <- L, <- (map_length snd). apply words_all.
    + apply forallb_forall. intros [j y] I. destruct (In_nth _ _ (0%nat, false) I) as (i & Li & Ei).
      assert (j = i) as ->.
      { pose proof (map_nth fst es (0%nat, false) i) as Q. rewrite P, Ei, seq_nth in Q by lia. simpl in Q. lia. }
      unfold agrees. simpl. pose proof (map_nth snd es (0%nat, false) i) as Q. rewrite Ei in Q. simpl in Q.
      rewrite Q. apply eqb_reflx.
Qed.
End ALL_FUNCTIONS.
