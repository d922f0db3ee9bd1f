(** A run of a learner for a finite class, computed inside Coq.

    These learners are already computable: their theorems are about lists and whole numbers. Here is what else a file
    from [mb.write_coq(cert)] in Python needs: concepts as rows of a table, learning from every example that rules a
    concept out, and the learner that predicts with the first concept that is left. *)
From Coq Require Import List ZArith Bool Lia.
From MB Require Export MistakeBound Halving Optimal.
Import ListNotations.
Open Scope Z_scope.

(** The concept with these labels; points are numbers. *)
Definition row (labels : list bool) : concept nat := fun x => nth x labels false.

Section Runs.
Context {X : Type}.

(** Further rounds to learn from: those that rule a concept out; or none. *)
Definition refuting (C : list (concept X)) (past : list (round X)) (e : example X) : bool :=
  negb (forallb (fun c => agrees c e) (space C past)).
Definition none (past : list (round X)) (e : example X) : bool := false.

(** The first concept that agrees with all that was learned from. *)
Definition first (C : list (concept X)) (past : list (round X)) (_ : X) : concept X :=
  hd (fun _ => false) (space C past).

Lemma first_is_left C past x : space C past <> [] -> In (first C past x) (space C past).
Proof. unfold first. destruct (space C past); [congruence | intros _; left; reflexivity]. Qed.
End Runs.

(** What is counted, and what it is at most. *)
Lemma counted m n bound : m = n -> m <= bound -> m = n /\ n <= bound.
Proof. intros <-. auto. Qed.

(** * Elimination *)

Module ELIMINATION_RUN.
Import ELIMINATION.

(** What is computed: the target's literals are distinct, none of them is the negation of another, the learner starts
    with them, and each label is the target's. *)
Fixpoint distinct (T : list literal) : bool :=
  match T with [] => true | l :: T => negb (holds T l) && distinct T end.
Definition fits (n : nat) (is_all : bool) (c : connective) (T : list literal) (es : list (example point)) : bool :=
  distinct T && forallb (holds (start n is_all)) T && forallb (fun l => negb (holds T (fst l, negb (snd l)))) T
  && forallb (fun e : example point => Bool.eqb (snd e) (formula c T (fst e))) es.

Theorem theorem : forall (n : nat) (is_all : bool) (c : connective)
    (T : list literal) (es : list (example point)),
  fits n is_all c T es = true ->
  size (mistakes (play (elimination c n is_all) never es))
    <= Z.of_nat n - size T + Z.b2z is_all.
Proof.
  intros n is_all c T es F. unfold fits in F. rewrite !andb_true_iff, !forallb_forall in F.
  destruct F as [[[D S] A] L]. apply ELIMINATION.theorem.
  - clear - D. induction T as [|l T IH]; simpl in D; constructor; apply andb_prop in D as [N D]; [|auto].
    intros I. apply holds_In in I. rewrite I in N. discriminate.
  - intros l I. apply holds_In, S, I.
  - intros j [P Q]. specialize (A _ P). apply holds_In in Q. cbn [fst snd negb] in A. rewrite Q in A. discriminate.
  - intros x y I. apply eqb_prop. exact (L _ I).
Qed.
End ELIMINATION_RUN.

(** * The optimal learner *)

Module OPTIMAL_RUN.
Import LITTLESTONE.
Section Fast.
Context {X : Type} (domain : list X) (C : list (concept X)).

(** Is there one of these points with the property? The search ends with the first. *)
Fixpoint some (f : X -> bool) (xs : list X) : bool :=
  match xs with [] => false | x :: xs => if f x then true else some f xs end.

(** A search for a mistake tree that gives up where the class is too small for one; and the same dimension. *)
Fixpoint tree (d : nat) (V : list (concept X)) : bool :=
  if size V <? 2 ^ Z.of_nat d then false else
  match d with
  | O => true
  | S d => some (fun x => if tree d (side V x true) then tree d (side V x false) else false) domain
  end.
Definition dimension (V : list (concept X)) : Z := greatest (fun d => tree d V) (S (length V)).
Definition predicts (tie : bool) (past : list (round X)) (x : X) : bool :=
  match dimension (side (space C past) x true) ?= dimension (side (space C past) x false) with
  | Gt => true | Lt => false | Eq => tie
  end.

Lemma some_existsb f g xs : (forall x, f x = g x) -> some f xs = existsb g xs.
Proof. intros E. induction xs as [|x xs IH]; simpl; [reflexivity|]. rewrite E, IH. destruct (g x); reflexivity. Qed.

Lemma tree_has_tree d : forall V, tree d V = has_tree domain d V.
Proof.
  induction d as [|d IH]; intros V.
  - destruct V as [|c V]; [reflexivity|]. cbn [tree has_tree].
    destruct (Z.ltb_spec (size (c :: V)) (2 ^ Z.of_nat 0)) as [L|]; [simpl in L; lia | reflexivity].
  - cbn [tree]. destruct (Z.ltb_spec (size V) (2 ^ Z.of_nat (S d))) as [L|_].
    + symmetry. apply not_true_is_false. intros T. apply has_tree_size in T. lia.
    + cbn [has_tree]. apply some_existsb. intros x. rewrite !IH.
      destruct (has_tree domain d (side V x true)); reflexivity.
Qed.

Lemma same_dimension V : dimension V = Ldim domain V.
Proof.
  unfold dimension, Ldim. induction (S (length V)) as [|n IH]; [reflexivity|]. simpl. rewrite IH, tree_has_tree.
  reflexivity.
Qed.

Lemma same_prediction tie past x : optimal domain C (fun _ _ => tie) past x = predicts tie past x.
Proof. unfold optimal, predicts. rewrite !same_dimension. reflexivity. Qed.

(** Who predicts the same plays the same. *)
Lemma play_same p q also (es : list (example X)) : (forall past x, p past x = q past x) ->
  play p also es = play q also es.
Proof.
  intros E. enough (forall past, play_on p also past es = play_on q also past es) as G by apply G.
  induction es as [|e es IH]; intros past; [reflexivity|]. unfold play_on in *. simpl.
  replace (answer p also past e) with (answer q also past e); [apply IH|].
  unfold answer, errs. rewrite E. reflexivity.
Qed.
End Fast.

(** The computation runs the faster learner; what it finds holds of the learner of the theorem. *)
Lemma same_run {X} (domain : list X) C tie also es :
  play (optimal domain C (fun _ _ => tie)) also es = play (predicts domain C tie) also es.
Proof. apply play_same. intros. apply same_prediction. Qed.

Theorem theorem : forall (X : Type) (domain : list X) (C : list (concept X))
    (tie : bool)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  (forall x, In x domain) ->
  size (agreeing C es) >= 1 ->
  size (mistakes (play (predicts domain C tie) also es)) <= Ldim domain C.
Proof. intros. rewrite <- same_run. apply LITTLESTONE.theorem; assumption. Qed.
End OPTIMAL_RUN.
