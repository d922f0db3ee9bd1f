(** LITTLESTONE: the mistake bound of the optimal learner; and nature's part: no learner has a better bound, and with
    coins half of it remains.

    A class is a finite list of concepts on a finite domain, so that its dimension can be computed; infinite classes
    have their own theorem, [deeper_side_bound]. A run is any list of examples. If both sides of a point are equally
    deep, the optimal learner may predict either label, depending on anything that it has seen. Dimensions, like
    numbers of mistakes, are whole numbers (Z): that of the empty class is -1. *)
From Coq Require Import List ZArith Lia Bool.
From MB Require Import MistakeBound.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.of_nat : simpl never.
Local Arguments Z.add : simpl never.

(** * Two dimensions *)

Section Dimensions.
Context {X : Type}.
Variable domain : list X.
Implicit Types V W : list (concept X).

(** The concepts of V that give x the label b. *)
Definition side V (x : X) (b : bool) := filter (fun c => Bool.eqb (c x) b) V.

(** Is there a mistake tree of depth d for V? A point at the root, and a tree for each of its two sides. *)
Fixpoint has_tree (d : nat) V : bool :=
  match d with
  | O => match V with [] => false | _ => true end
  | S d => existsb (fun x => has_tree d (side V x true) && has_tree d (side V x false)) domain
  end.

(** Are these points shattered by V, that is, labelled in all ways? *)
Fixpoint shatters V (points : list X) : bool :=
  match points with
  | [] => match V with [] => false | _ => true end
  | x :: points => shatters (side V x true) points && shatters (side V x false) points
  end.

(** All lists of m points. *)
Fixpoint choices (m : nat) : list (list X) :=
  match m with O => [[]] | S m => flat_map (fun x => map (cons x) (choices m)) domain end.

(** The greatest number below n with the property, and -1 if there is none. *)
Fixpoint greatest (has : nat -> bool) (n : nat) : Z :=
  match n with O => -1 | S n => if has n then Z.of_nat n else greatest has n end.

(** No tree is as deep, and no shattered set as large, as the class. *)
Definition Ldim V : Z := greatest (fun d => has_tree d V) (S (length V)).
Definition VCdim V : Z := greatest (fun m => existsb (shatters V) (choices m)) (S (length V)).

(** * What they say *)

(** A mistake tree in full: complete, and for each path from the root to a leaf a concept of V that gives every point
    on the path the label of the branch taken. *)
Inductive tree := Leaf | Node (x : X) (no yes : tree).

Fixpoint complete (d : nat) (T : tree) : Prop :=
  match d, T with
  | O, Leaf => True
  | S d, Node x no yes => In x domain /\ complete d no /\ complete d yes
  | _, _ => False
  end.

Fixpoint path (T : tree) (branches : list bool) : list (example X) :=
  match T, branches with
  | Node x no yes, b :: branches => (x, b) :: path (if b then yes else no) branches
  | _, _ => []
  end.

Definition mistake_tree (d : nat) (T : tree) V : Prop :=
  complete d T /\ forall branches, length branches = d ->
  exists c, In c V /\ forall e, In e (path T branches) -> agrees c e = true.

Lemma greatest_spec has n : (forall i j, (i <= j)%nat -> has j = true -> has i = true) ->
  (forall i, has i = true -> (i < n)%nat) -> forall i, has i = true <-> Z.of_nat i <= greatest has n.
Proof.
  intros Down. induction n as [|n IH]; intros Top i; simpl.
  - split; intros H; [apply Top in H|]; lia.
  - destruct (has n) eqn:E.
    + split; intros H; [apply Top in H; lia | apply (Down i n); [lia | exact E]].
    + apply IH. intros j H. pose proof (Top j H) as L.
      destruct (Nat.eq_dec j n) as [->|N]; [congruence | lia].
Qed.

Lemma side_incl V x b : incl (side V x b) V.
Proof. intros c I. apply filter_In in I. tauto. Qed.

Lemma side_mono V W x b : incl V W -> incl (side V x b) (side W x b).
Proof. intros I c J. apply filter_In in J. apply filter_In. intuition. Qed.

Lemma sides V x : size (side V x true) + size (side V x false) = size V.
Proof.
  rewrite <- (halves (fun c => Bool.eqb (c x) true) V). do 3 f_equal.
  apply filter_ext. intros c. destruct (c x); reflexivity.
Qed.

Lemma has_tree_S d V : has_tree (S d) V = true <->
  exists x, In x domain /\ has_tree d (side V x true) = true /\ has_tree d (side V x false) = true.
Proof.
  simpl. rewrite existsb_exists. split; intros (x & H); exists x; rewrite andb_true_iff in *; tauto.
Qed.

Lemma has_tree_spec d : forall V, has_tree d V = true <-> exists T, mistake_tree d T V.
Proof.
  induction d as [|d IH]; intros V.
  - split.
    + destruct V as [|c V]; [discriminate|]. intros _. exists Leaf. split; [exact I|]. intros bs _. exists c.
      split; [left; reflexivity | intros e []].
    + intros (T & _ & P). destruct (P [] eq_refl) as (c & I & _). destruct V; [destruct I | reflexivity].
  - rewrite has_tree_S. split.
    + intros (x & D & Yes & No). apply IH in Yes, No. destruct Yes as (yes & Cy & Py), No as (no & Cn & Pn).
      exists (Node x no yes). split; [simpl; auto|]. intros [|b bs] L; [discriminate|]. injection L as L.
      assert (exists c, In c (side V x b) /\ forall e, In e (path (if b then yes else no) bs) -> agrees c e = true)
        as (c & I & A) by (destruct b; auto).
      apply filter_In in I. exists c. split; [tauto|]. intros e [<-|J]; [apply I | auto].
    + intros ([|x no yes] & C & P); [destruct C|]. destruct C as (D & Cn & Cy). exists x.
      assert (forall b : bool, mistake_tree d (if b then yes else no) (side V x b)) as Half.
      { intros b. split; [destruct b; assumption|]. intros bs L.
        destruct (P (b :: bs) (f_equal Datatypes.S L)) as (c & I & A). exists c. simpl in A. split; [|auto].
        apply filter_In. split; [exact I|]. exact (A (x, b) (or_introl eq_refl)). }
      split; [exact D|]. split; apply IH; [exists yes; exact (Half true) | exists no; exact (Half false)].
Qed.

(** A tree for a part is one for the whole. *)
Lemma has_tree_incl d : forall V W, incl V W -> has_tree d V = true -> has_tree d W = true.
Proof.
  induction d as [|d IH]; intros V W I H.
  - destruct V as [|c V]; [discriminate|]. destruct W; [destruct (I c); simpl; auto | reflexivity].
  - apply has_tree_S in H. destruct H as (x & J & T & F). apply has_tree_S. exists x.
    repeat split; eauto using side_mono.
Qed.

Lemma has_tree_le i j V : (i <= j)%nat -> has_tree j V = true -> has_tree i V = true.
Proof.
  intros L. induction L as [|j L IH]; intros H; [exact H|]. apply IH. apply has_tree_S in H.
  destruct H as (x & _ & T & _). exact (has_tree_incl j _ _ (side_incl V x true) T).
Qed.

(** Different leaves need different concepts. *)
Lemma has_tree_size d : forall V, has_tree d V = true -> 2 ^ Z.of_nat d <= size V.
Proof.
  induction d as [|d IH]; intros V H.
  - destruct V; [discriminate | simpl; lia].
  - apply has_tree_S in H. destruct H as (x & _ & T & F). apply IH in T, F. pose proof (sides V x).
    rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia.
Qed.

Lemma Ldim_spec d V : has_tree d V = true <-> Z.of_nat d <= Ldim V.
Proof.
  apply (greatest_spec (fun d => has_tree d V)).
  - intros i j. apply has_tree_le.
  - intros i H. apply has_tree_size in H. pose proof (Z.pow_gt_lin_r 2 (Z.of_nat i)). lia.
Qed.

Lemma shatters_incl points : forall V W, incl V W -> shatters V points = true -> shatters W points = true.
Proof.
  induction points as [|x points IH]; simpl; intros V W I H.
  - destruct V as [|c V]; [discriminate|]. destruct W; [destruct (I c); simpl; auto | reflexivity].
  - apply andb_prop in H. destruct H. apply andb_true_iff. split; eapply IH; eauto using side_mono.
Qed.

Lemma choices_spec points : forall m, In points (choices m) <-> length points = m /\ incl points domain.
Proof.
  induction points as [|x points IH]; intros [|m]; simpl.
  - split; [intros; split; [reflexivity | apply incl_nil_l] | tauto].
  - rewrite in_flat_map. split; [|intros []; discriminate]. intros (y & _ & I). apply in_map_iff in I.
    destruct I as (p & E & _). discriminate.
  - split; [intros [E|[]] | intros []]; discriminate.
  - rewrite in_flat_map. split.
    + intros (y & J & I). apply in_map_iff in I. destruct I as (p & E & I). injection E as -> ->.
      apply IH in I. destruct I as [<- I]. split; [reflexivity | apply incl_cons; assumption].
    + intros [L I]. apply incl_cons_inv in I. exists x. split; [tauto|].
      apply in_map, IH. split; [congruence | tauto].
Qed.

Lemma shatters_spec points : forall V, shatters V points = true <->
  forall labels, length labels = length points -> exists c, In c V /\ map c points = labels.
Proof.
  induction points as [|x points IH]; intros V; simpl.
  - split.
    + destruct V as [|c V]; [discriminate|]. intros _ [|b bs] L; [|discriminate]. exists c. simpl. auto.
    + intros P. destruct (P [] eq_refl) as (c & I & _). destruct V; [destruct I | reflexivity].
  - rewrite andb_true_iff, !IH. split.
    + intros [Yes No] [|b bs] L; [discriminate|]. injection L as L.
      assert (exists c, In c (side V x b) /\ map c points = bs) as (c & I & E) by (destruct b; auto).
      apply filter_In in I. destruct I as [I J]. apply eqb_prop in J. exists c. split; congruence.
    + intros P.
      assert (forall b bs, length bs = length points -> exists c, In c (side V x b) /\ map c points = bs) as S.
      { intros b bs L. destruct (P (b :: bs) (f_equal Datatypes.S L)) as (c & I & E). injection E as E1 E2.
        exists c. split; [|exact E2]. apply filter_In. split; [exact I | rewrite E1; apply eqb_reflx]. }
      split; auto.
Qed.

(** A shattered set, with one of its points for each level, is a mistake tree. *)
Lemma shatters_tree points : forall V, incl points domain -> shatters V points = true ->
  has_tree (length points) V = true.
Proof.
  induction points as [|x points IH]; intros V I H; [exact H|].
  simpl length. apply has_tree_S. apply incl_cons_inv in I. simpl in H. apply andb_prop in H.
  exists x. repeat split; try apply IH; tauto.
Qed.

Lemma VCdim_spec m V : existsb (shatters V) (choices m) = true <-> Z.of_nat m <= VCdim V.
Proof.
  apply (greatest_spec (fun m => existsb (shatters V) (choices m))).
  - intros i j L. induction L as [|j L IH]; intros H; [exact H|]. apply IH.
    apply existsb_exists in H.
    destruct H as ([|x points] & C & H); apply choices_spec in C; destruct C as [E C]; [discriminate|].
    apply incl_cons_inv in C. simpl in H. apply andb_prop in H. apply existsb_exists. exists points.
    split; [apply choices_spec; split; [simpl in E; congruence | tauto]|].
    exact (shatters_incl points _ _ (side_incl V x true) (proj1 H)).
  - intros i H. apply existsb_exists in H. destruct H as (points & C & H).
    apply choices_spec in C. destruct C as [<- C].
    pose proof (has_tree_size _ _ (shatters_tree points V C H)) as B.
    pose proof (Z.pow_gt_lin_r 2 (Z.of_nat (length points))). lia.
Qed.
Lemma Ldim_nonneg V : 0 <= Ldim V <-> 1 <= size V.
Proof.
  change 0 with (Z.of_nat 0). rewrite <- Ldim_spec. destruct V; simpl; [|lia]. split; [discriminate | lia].
Qed.

Lemma Ldim_least V : -1 <= Ldim V.
Proof.
  unfold Ldim. induction (S (length V)) as [|n IH]; simpl; [lia|]. destruct (has_tree n V); lia.
Qed.

Lemma Ldim_mono V W : incl V W -> Ldim V <= Ldim W.
Proof.
  intros I. pose proof (Ldim_least V). pose proof (Ldim_least W).
  destruct (Z.eq_dec (Ldim V) (-1)) as [->|N]; [lia|].
  rewrite <- (Z2Nat.id (Ldim V)) by lia. apply Ldim_spec, (has_tree_incl _ V W I), Ldim_spec. lia.
Qed.

(** The recursion, read at one point. *)
Lemma Ldim_sides V x : In x domain -> 1 <= size V ->
  1 + Z.min (Ldim (side V x true)) (Ldim (side V x false)) <= Ldim V.
Proof.
  intros D N. pose proof (Ldim_least (side V x true)). pose proof (Ldim_least (side V x false)).
  set (m := Z.min _ _). destruct (Z.eq_dec m (-1)) as [->|E]; [apply Ldim_nonneg in N; lia|].
  replace (1 + m) with (Z.of_nat (S (Z.to_nat m))) by lia. apply Ldim_spec, has_tree_S.
  exists x. split; [exact D|]. split; apply Ldim_spec; lia.
Qed.
(** The two sides at an update: what stays, and what is ruled out. *)
Lemma stays_side V x y : agreeing V [(x, y)] = side V x y.
Proof. apply filter_ext. intros c. apply andb_true_r. Qed.

Lemma refuted_side V x y : refuted V (x, y) = side V x (negb y).
Proof. apply filter_ext. intros c. unfold agrees. simpl. destruct (c x), y; reflexivity. Qed.
End Dimensions.

(** * Nature's part *)

Module NATURE.
Lemma walk {X} (domain : list X) predict also d : forall (V : list (concept X)) past, has_tree domain d V = true ->
  exists es, length es = d /\ size (agreeing V es) >= 1 /\
  size (mistakes (play_on predict also past es)) = size (mistakes past) + Z.of_nat d.
Proof.
  induction d as [|d IH]; intros V past H.
  - exists []. unfold agreeing. rewrite all_kept by reflexivity. destruct V; [discriminate|]. simpl. repeat split; lia.
  - apply has_tree_S in H. destruct H as (x & _ & Yes & No). set (e := (x, negb (predict past x))).
    (* go down the branch of the answer that was not predicted *)
    destruct (IH (agreeing V [e]) (past ++ [answer predict also past e])) as (es & L & A & M).
    { unfold e. rewrite stays_side. destruct (predict past x); assumption. }
    exists (e :: es). split; [simpl; congruence|]. split; [rewrite <- agreeing_app in A; exact A|].
    change (play_on predict also past (e :: es))
      with (play_on predict also (past ++ [answer predict also past e]) es).
    rewrite M. unfold mistakes. rewrite filter_app, app_length. simpl. unfold errs, e. simpl.
    destruct (predict past x); simpl; lia.
Qed.

(** Every class, every learner, and every mistake tree: one mistake at each level. The domain may be infinite: a tree
    needs only the points that are in it. Of an infinite class it needs only the concepts at its leaves; list those. *)
Theorem theorem : forall (X : Type) (domain : list X) (C : list (concept X))
    (d : nat) (T : tree)
    (predict : list (round X) -> X -> bool)
    (also : list (round X) -> example X -> bool),
  mistake_tree domain d T C ->
  exists es, length es = d /\ size (agreeing C es) >= 1 /\
    size (mistakes (play predict also es)) = Z.of_nat d.
Proof.
  intros X domain C d T predict also H.
  destruct (walk domain predict also d C []) as (es & L & A & M); [apply has_tree_spec; exists T; exact H|].
  exists es. split; [exact L|]. split; [exact A|]. exact M.
Qed.
End NATURE.

(** A learner with coins is a list of equally likely learners without, one for each outcome of its tosses. Nature knows
    them all, but not the outcome: it asks down the tree and answers what at least half of them do not say. So one
    sequence, fixed before the first toss, costs at least d/2 mistakes in the mean. *)
Module NATURE_WITH_COINS.
Definition total {A} (l : list A) (f : A -> Z) : Z := fold_right (fun a s => f a + s) 0 l.

Lemma total_count {A} (l : list A) f b :
  total l (fun a => f a + (if b a : bool then 1 else 0)) = total l f + size (filter b l).
Proof. induction l as [|a l IH]; simpl; [lia|]. rewrite IH. destruct (b a); simpl; lia. Qed.

Lemma total_ext {A} (l : list A) f g : (forall a, f a = g a) -> total l f = total l g.
Proof. intros E. induction l as [|a l IH]; simpl; congruence. Qed.

Lemma total_0 {A} (l : list A) : total l (fun _ => 0) = 0.
Proof. induction l as [|a l IH]; simpl; [reflexivity | exact IH]. Qed.

Section Walk.
Variables (X : Type) (domain : list X) (Coins : Type) (outcomes : list Coins).
Variable predict : Coins -> list (round X) -> X -> bool.
Variable also : Coins -> list (round X) -> example X -> bool.

Lemma walk d : forall (V : list (concept X)) past, has_tree domain d V = true ->
  exists es, length es = d /\ size (agreeing V es) >= 1 /\
  2 * total outcomes (fun c => size (mistakes (play_on (predict c) (also c) (past c) es)))
  >= 2 * total outcomes (fun c => size (mistakes (past c))) + Z.of_nat d * size outcomes.
Proof.
  induction d as [|d IH]; intros V past H.
  - exists []. unfold agreeing. rewrite all_kept by reflexivity. destruct V; [discriminate|]. simpl. repeat split; lia.
  - apply has_tree_S in H. destruct H as (x & _ & Yes & No).
    assert (exists y, 2 * size (filter (fun c => errs (predict c) (past c) (x, y)) outcomes) >= size outcomes)
      as (y & Y).
    { pose proof (halves (fun c => errs (predict c) (past c) (x, true)) outcomes) as E.
      rewrite (filter_ext (fun c => negb (errs (predict c) (past c) (x, true)))
        (fun c => errs (predict c) (past c) (x, false))) in E
        by (intros c; unfold errs; simpl; destruct (predict c (past c) x); reflexivity).
      match type of E with ?a + ?b = _ => destruct (Z_le_gt_dec a b) end; [exists false | exists true]; lia. }
    destruct (IH (agreeing V [(x, y)]) (fun c => past c ++ [answer (predict c) (also c) (past c) (x, y)]))
      as (es & L & A & M).
    { rewrite stays_side. destruct y; assumption. }
    exists ((x, y) :: es). split; [simpl; congruence|]. split; [rewrite <- agreeing_app in A; exact A|].
    rewrite (total_ext outcomes (fun c => size (mistakes (past c ++ [answer (predict c) (also c) (past c) (x, y)])))
      (fun c => size (mistakes (past c)) + (if errs (predict c) (past c) (x, y) then 1 else 0))), total_count in M.
    2:{ intros c. unfold mistakes. rewrite filter_app, app_length. simpl. destruct (errs _ _ _); simpl; lia. }
    unfold play_on in *. simpl fold_left. lia.
Qed.
End Walk.

(** Every class, every mistake tree, and every learner with coins; both sides are multiplied by twice the number of
    outcomes. *)
Theorem theorem : forall (X : Type) (domain : list X) (C : list (concept X))
    (d : nat) (T : tree)
    (Coins : Type) (outcomes : list Coins)
    (predict : Coins -> list (round X) -> X -> bool)
    (also : Coins -> list (round X) -> example X -> bool),
  mistake_tree domain d T C ->
  exists es, length es = d /\ size (agreeing C es) >= 1 /\
  2 * total outcomes (fun c => size (mistakes (play (predict c) (also c) es)))
    >= Z.of_nat d * size outcomes.
Proof.
  intros X domain C d T Coins outcomes predict also H.
  destruct (walk X domain Coins outcomes predict also d C (fun _ => [])) as (es & L & A & M).
  { apply has_tree_spec. exists T. exact H. }
  exists es. split; [exact L|]. split; [exact A|].
  change (fun _ : Coins => size (mistakes [])) with (fun _ : Coins => 0) in M. rewrite total_0 in M. exact M.
Qed.
End NATURE_WITH_COINS.

(** * The optimal learner's bound *)

Module LITTLESTONE.
Section Lines.
Variables (X : Type) (domain : list X) (C : list (concept X)) (run : list (round X)).
Local Notation U := (length (updates run)).
Local Notation V := (remaining C run).
Local Notation M := (mistakes_by run).
Local Notation Ldim := (Ldim domain).
Local Notation VCdim := (VCdim domain).

(** The domain is finite: all its points are in a list. *)
Hypothesis finite : forall x : X, In x domain.
Hypothesis realizable : size (agreeing C (map shown run)) >= 1.
Hypothesis mistakes_update : size (unlearned run) = 0.
Hypothesis deeper_side : forall t, (1 <= t <= U)%nat -> is_mistake run t -> Ldim (ruled_out C run t) >= Ldim (V t).

Lemma shallower_side : forall t, (1 <= t <= U)%nat -> is_mistake run t ->
  Ldim (V t) = Z.min (Ldim (V t)) (Ldim (ruled_out C run t)).
Proof. intros t T W. pose proof (deeper_side t T W). lia. Qed.

Lemma two_sides : forall t, (1 <= t <= U)%nat ->
  1 + Z.min (Ldim (V t)) (Ldim (ruled_out C run t)) <= Ldim (V (t - 1)).
Proof.
  intros t T. pose proof (remaining_floor C run (t - 1) realizable) as N.
  destruct (at_step C run t T) as (r & -> & -> & _). destruct (shown r) as [x y].
  rewrite stays_side, refuted_side. pose proof (Ldim_sides domain _ x (finite x) N).
  destruct y; simpl negb; lia.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> Ldim (V t) + M t <= Ldim (V (t - 1)) + M (t - 1).
Proof.
  intros t T. pose proof (two_sides t T) as Two. pose proof (shallower_side t T) as Less.
  destruct (at_step C run t T) as (r & E & _ & -> & W & _). destruct (wrong r).
  - rewrite <- (Less (proj2 W eq_refl)) in Two. lia.
  - rewrite E. unfold agreeing.
    assert (incl (filter (fun c => forallb (agrees c) [shown r]) (V (t - 1))) (V (t - 1))) as I
      by (intros c I; apply filter_In in I; tauto).
    pose proof (Ldim_mono domain _ _ I). lia.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 0 <= Ldim (V t).
Proof. intros t _. apply Ldim_nonneg, remaining_floor, realizable. Qed.

(** Before the first update there are no mistakes, and V is all of C. *)
Lemma total_progress_from_0 : forall t, (t <= U)%nat -> M t <= Ldim C - Ldim (V t).
Proof.
  induction t as [|t IH]; intros T; [rewrite remaining_0; change (M 0) with 0; lia|].
  pose proof (progress (S t) ltac:(lia)) as P. replace (S t - 1)%nat with t in P by lia.
  specialize (IH ltac:(lia)). lia.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> M t <= Ldim C - Ldim (V t).
Proof. intros t T. apply total_progress_from_0. lia. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> M t <= Ldim C.
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). lia. Qed.

Lemma shattered : VCdim C <= Ldim C.
Proof.
  pose proof (Ldim_least domain C). destruct (Z_lt_le_dec (VCdim C) 0) as [L|G]; [lia|].
  rewrite <- (Z2Nat.id (VCdim C)) by exact G.
  pose proof (VCdim_spec domain (Z.to_nat (VCdim C)) C) as S. rewrite Z2Nat.id in S by exact G.
  apply proj2 in S. specialize (S (Z.le_refl _)). apply existsb_exists in S. destruct S as (points & I & Sh).
  apply choices_spec in I. destruct I as [E I]. rewrite <- E. apply Ldim_spec, shatters_tree; assumption.
Qed.

Lemma leaves : Ldim C <= Z.log2 (size C).
Proof.
  pose proof (Z.log2_nonneg (size C)). destruct (Z_lt_le_dec (Ldim C) 0) as [L|G]; [lia|].
  pose proof (has_tree_size domain (Z.to_nat (Ldim C)) C) as B. rewrite Z2Nat.id in B by exact G.
  assert (1 <= size C) by (apply (proj1 (Ldim_nonneg domain C)), G). apply Z.log2_le_pow2; [lia|].
  apply B, Ldim_spec. rewrite Z2Nat.id; lia.
Qed.

(** All mistakes are updates; and without an update there is none. *)
Lemma conclusion : size (mistakes run) <= Ldim C.
Proof.
  rewrite mistakes_all by exact mistakes_update. destruct (Nat.eq_dec U 0) as [Z|N]; [|apply bound; lia].
  rewrite Z. pose proof (remaining_floor C run 0 realizable) as F. rewrite remaining_0 in F.
  apply Ldim_nonneg, F.
Qed.
End Lines.

(** The standard optimal algorithm: the label whose side is deeper, and what [tie] says if both are equally deep. *)
Definition optimal {X} (domain : list X) (C : list (concept X)) (tie : list (round X) -> X -> bool)
    (past : list (round X)) (x : X) : bool :=
  match Ldim domain (side (space C past) x true) ?= Ldim domain (side (space C past) x false) with
  | Gt => true | Lt => false | Eq => tie past x
  end.

(** The optimal learner on a finite class: every class on a finite domain, every rule where both sides are equally
    deep, every choice of further rounds to learn from, and every list of examples that some concept explains. *)
Theorem theorem : forall (X : Type) (domain : list X) (C : list (concept X))
    (tie : list (round X) -> X -> bool)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  (forall x, In x domain) ->
  size (agreeing C es) >= 1 ->
  size (mistakes (play (optimal domain C tie) also es)) <= Ldim domain C.
Proof.
  intros X domain C tie also es Full Real. apply conclusion; [exact Full | | apply play_learns |].
  - rewrite play_shown. exact Real.
  - intros t T W. destruct (play_update _ _ C es t T) as (past & [x y] & _ & -> & -> & E). specialize (E W).
    unfold errs in E. simpl in E. rewrite stays_side, refuted_side. unfold optimal in E.
    destruct (Z.compare_spec (Ldim domain (side (space C past) x true)) (Ldim domain (side (space C past) x false)));
      [destruct (tie past x)|..]; destruct y; simpl in *; try discriminate; lia.
Qed.

(** Classes of any size on any points: a class is a property of concepts. Is there a mistake tree of depth d for it? *)
Fixpoint deep {X} (d : nat) (V : concept X -> Prop) : Prop :=
  match d with
  | O => exists c, V c
  | S d => exists x, deep d (fun c => V c /\ c x = true) /\ deep d (fun c => V c /\ c x = false)
  end.

Lemma deep_mono {X} d : forall V W : concept X -> Prop, (forall c, V c -> W c) -> deep d V -> deep d W.
Proof.
  induction d as [|d IH]; intros V W I; simpl.
  - intros (c & J). exists c. auto.
  - intros (x & Yes & No). exists x. split; [revert Yes | revert No]; apply IH; intuition.
Qed.

(** On a finite class it is the same question. *)
Lemma deep_finite {X} (domain : list X) : (forall x, In x domain) -> forall d V,
  has_tree domain d V = true <-> deep d (fun c => In c V).
Proof.
  intros Full. induction d as [|d IH]; intros V.
  - destruct V as [|c V]; simpl; split; [discriminate | intros (c & []) | exists c; auto | reflexivity].
  - assert (forall x b, has_tree domain d (side V x b) = true <-> deep d (fun c => In c V /\ c x = b)) as Side.
    { intros x b. rewrite IH. split; apply deep_mono; intros c; unfold side; rewrite filter_In, eqb_true_iff; tauto. }
    rewrite has_tree_S. simpl. split; intros (x & H); exists x; rewrite !Side in *; auto; tauto.
Qed.

(** The concepts of C that agree with the examples of all updates. *)
Definition kept {X} (C : concept X -> Prop) (past : list (round X)) (c : concept X) : Prop :=
  C c /\ forall e, In e (map shown (updates past)) -> agrees c e = true.

Section AnyClass.
Variables (X : Type) (C : concept X -> Prop).
Variables (predict : list (round X) -> X -> bool) (also : list (round X) -> example X -> bool).

(** If the learner is wrong about e, the label that it predicted has at least as deep a side as the other. *)
Definition went_deeper (past : list (round X)) (e : example X) : Prop := predict past (fst e) <> snd e ->
  forall d, deep d (fun c => kept C past c /\ c (fst e) = snd e) ->
            deep d (fun c => kept C past c /\ c (fst e) = predict past (fst e)).

Lemma kept_next past e c : kept C past c -> agrees c e = true -> kept C (past ++ [answer predict also past e]) c.
Proof.
  intros [I A] E. split; [exact I|]. unfold updates. rewrite filter_app, map_app. intros e' J.
  apply in_app_or in J. destruct J as [J|J]; [apply A, J|]. simpl in J. destruct (_ || _); simpl in J; [|tauto].
  destruct J as [<-|[]]. exact E.
Qed.

Lemma kept_before past e c : kept C (past ++ [answer predict also past e]) c ->
  kept C past c /\ (errs predict past e = true -> agrees c e = true).
Proof.
  intros [I A]. unfold updates in A. rewrite filter_app, map_app in A. split.
  - split; [exact I|]. intros e' J. apply A, in_or_app. auto.
  - intros W. apply A, in_or_app. right. simpl. rewrite W. simpl. auto.
Qed.

(** A mistake takes a level; a class that is not empty has one at least. *)
Lemma levels es : forall L past, ~ deep (S L) (kept C past) ->
  (forall before e after, es = before ++ e :: after -> went_deeper (play_on predict also past before) e) ->
  (exists c, kept C past c /\ forall e, In e es -> agrees c e = true) ->
  size (mistakes (play_on predict also past es)) <= size (mistakes past) + Z.of_nat L.
Proof.
  induction es as [|e es IH]; intros L past Shallow Deeper (c & I & A); [simpl; lia|].
  set (past' := past ++ [answer predict also past e]).
  change (play_on predict also past (e :: es)) with (play_on predict also past' es).
  assert (exists c, kept C past' c /\ forall e, In e es -> agrees c e = true) as Real.
  { exists c. split; [apply kept_next; [exact I|]|]; intros; apply A; simpl; auto. }
  assert (forall before e' after, es = before ++ e' :: after -> went_deeper (play_on predict also past' before) e')
    as Deeper' by (intros before e' after ->; apply (Deeper (e :: before) e' after eq_refl)).
  assert (size (mistakes past') = size (mistakes past) + (if errs predict past e then 1 else 0)) as M.
  { unfold past', mistakes. rewrite filter_app, app_length. simpl. destruct (errs predict past e); simpl; lia. }
  destruct (errs predict past e) eqn:W.
  - assert (forall d, deep d (kept C past') -> deep (S d) (kept C past)) as Up.
    { intros d D.
      assert (predict past (fst e) = negb (snd e)) as P
        by (unfold errs in W; destruct (predict past (fst e)), (snd e); easy).
      assert (deep d (fun c => kept C past c /\ c (fst e) = snd e)) as Y.
      { revert D. apply deep_mono. intros c' B. apply kept_before in B. destruct B as [B E]. split; [exact B|].
        apply eqb_prop, (E W). }
      pose proof (Deeper [] e es eq_refl) as N. unfold went_deeper in N. simpl in N. rewrite P in N.
      specialize (N ltac:(destruct (snd e); discriminate) d Y). exists (fst e). destruct (snd e); auto. }
    destruct L as [|L].
    + exfalso. apply Shallow, Up. destruct Real as (c' & B & _). exists c'. exact B.
    + specialize (IH L past' ltac:(intros D; apply Shallow, Up, D) Deeper' Real). lia.
  - specialize (IH L past'). rewrite M in IH. rewrite Z.add_0_r in IH. apply IH; [|exact Deeper' | exact Real].
    intros D. apply Shallow. revert D. apply deep_mono. intros c' B. apply kept_before in B. tauto.
Qed.
End AnyClass.

(** The theorem in full: any class without a tree of depth L + 1, on any points, any learner that learns from every
    mistake, if it goes with the deeper side in each round in which it is wrong, and every list of examples that some
    concept of the class explains. *)
Theorem deeper_side_bound : forall (X : Type) (C : concept X -> Prop) (L : nat)
    (predict : list (round X) -> X -> bool) (also : list (round X) -> example X -> bool) (es : list (example X)),
  ~ deep (S L) C ->
  (forall before e after, es = before ++ e :: after -> went_deeper X C predict (play predict also before) e) ->
  (exists c, C c /\ forall e, In e es -> agrees c e = true) ->
  size (mistakes (play predict also es)) <= Z.of_nat L.
Proof.
  intros X C L predict also es Shallow Deeper (c & I & A). apply (levels X C predict also es L []).
  - intros D. apply Shallow. revert D. apply deep_mono. intros c' [J _]. exact J.
  - exact Deeper.
  - exists c. split; [split; [exact I | intros e []] | exact A].
Qed.
End LITTLESTONE.

(** The two together: Ldim(C) is the least mistake bound of a learner. *)
Module OPTIMAL.
(** A learner makes at most m mistakes on every run that some concept of C explains. *)
Definition mistake_bound {X} (C : list (concept X)) (predict : list (round X) -> X -> bool)
    (also : list (round X) -> example X -> bool) (m : Z) : Prop :=
  forall es, size (agreeing C es) >= 1 -> size (mistakes (play predict also es)) <= m.

Theorem theorem : forall (X : Type) (domain : list X) (C : list (concept X)),
  (forall x, In x domain) ->
  C <> [] ->
  (exists predict, forall also,
    mistake_bound C predict also (Ldim domain C)) /\
  (forall predict also m, mistake_bound C predict also m ->
    Ldim domain C <= m).
Proof.
  intros X domain C Full N. split.
  - exists (LITTLESTONE.optimal domain C (fun _ _ => false)). intros also es. apply LITTLESTONE.theorem, Full.
  - intros predict also m B. assert (0 <= Ldim domain C) as P.
    { apply Ldim_nonneg. destruct C; [congruence | simpl; lia]. }
    destruct (NATURE.walk domain predict also (Z.to_nat (Ldim domain C)) C []) as (es & _ & A & M).
    { apply Ldim_spec. lia. }
    specialize (B es A). unfold play in B. rewrite M in B. simpl in B. lia.
Qed.
End OPTIMAL.
