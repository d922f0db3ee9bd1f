(** The optimal learner on classes of any size.

    [Optimal] has the learner for a finite class on finitely many points, where the dimension can be computed. Here a
    class is any property of concepts, on any points, and the learner asks which label leaves trees at least as deep as
    the other label does. One of the two always does. Such a question has an answer by the law that a statement is
    true or false; the learner is a function that nothing computes. *)
From Coq Require Import List ZArith Lia Bool Classical_Prop ClassicalDedekindReals.
From MB Require Import MistakeBound Optimal.
Import ListNotations.
Open Scope Z_scope.

Module ANY_CLASS.
Import LITTLESTONE.
Section Any.
Context {X : Type}.
Implicit Types V W : concept X -> Prop.

(** A class with a deep tree has every flatter one. *)
Lemma deep_less d : forall V, deep (S d) V -> deep d V.
Proof.
  induction d as [|d IH]; intros V (x & A & B); [destruct A as [c [I _]]; exists c; exact I|].
  apply (deep_mono (S d)) with (fun c => V c /\ c x = true); [tauto | exact A].
Qed.

Lemma deep_le d d' V : (d' <= d)%nat -> deep d V -> deep d' V.
Proof. induction 1; auto using deep_less. Qed.

(** The side of the label b is at least as deep as the other. *)
Definition deeper V (x : X) (b : bool) : Prop :=
  forall d, deep d (fun c => V c /\ c x = negb b) -> deep d (fun c => V c /\ c x = b).

Lemma one_is_deeper V x : ~ deeper V x true -> deeper V x false.
Proof.
  intros N d' T. apply NNPP. intros F. apply N. intros d D.
  destruct (Nat.le_gt_cases d d') as [L|L]; [exact (deep_le _ _ _ L T)|].
  exfalso. apply F. exact (deep_le d d' _ (Nat.lt_le_incl _ _ L) D).
Qed.

(** Every statement is true or false, and so the learner can go by it. *)
Definition optimal (C : concept X -> Prop) (past : list (round X)) (x : X) : bool :=
  if sig_not_dec (deeper (kept C past) x true) then true else false.

Lemma optimal_deeper C past x : deeper (kept C past) x (optimal C past x).
Proof.
  unfold optimal. destruct (sig_not_dec _) as [Y|N]; [exact (NNPP _ Y) | exact (one_is_deeper _ _ N)].
Qed.
End Any.

(** Every class without a tree of depth L + 1, of any size and on any points; every choice of further rounds to learn
    from; every list of examples that some concept of the class explains. *)
Theorem theorem : forall (X : Type) (C : concept X -> Prop) (L : nat)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  ~ deep (S L) C ->
  (exists c, C c /\ forall e, In e es -> agrees c e = true) ->
  size (mistakes (play (optimal C) also es)) <= Z.of_nat L.
Proof.
  intros X C L also es Shallow Real. apply (deeper_side_bound X C L); [exact Shallow | | exact Real].
  intros before [x y] after _ W d H. simpl in *. apply optimal_deeper.
  destruct (optimal C _ x), y; simpl in *; congruence || exact H.
Qed.
End ANY_CLASS.
