(** The mistake-bound model: any learner that predicts with a concept that agrees, with any choice and with a fresh
    random one, and elimination.

    A class is a finite list of concepts, a run any list of examples. A learner may look at all earlier rounds; its
    coins, if it has any, are among what it looks at, except in CONSISTENT_RANDOM, where they are drawn before our eyes.
    Numbers of concepts, literals and mistakes are whole numbers (Z), so that a difference may be negative. *)
From Coq Require Import Reals Lra List ZArith Lia Bool.
From MB Require Vectors.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.of_nat : simpl never.
Local Arguments Z.add : simpl never.

Notation size l := (Z.of_nat (length l)).

(** * The game *)

Notation concept X := (X -> bool).       (* a label for each example *)
Notation example X := (X * bool)%type.  (* with its label *)

(** What is written down of a round: the example, whether the prediction was wrong, and whether it was an update. *)
Record round (X : Type) := Round { shown : example X; wrong : bool; learned : bool }.
Arguments Round {X}. Arguments shown {X}. Arguments wrong {X}. Arguments learned {X}.

Section Game.
Context {X : Type}.
Implicit Types (C V : list (concept X)) (run past : list (round X)) (es : list (example X)).

Definition updates run := filter learned run.
Definition mistakes run := filter wrong run.
Definition unlearned run := filter (fun r => wrong r && negb (learned r)) run.  (* mistakes that are not updates *)

Definition agrees (c : concept X) (e : example X) : bool := Bool.eqb (c (fst e)) (snd e).
Definition agreeing C es := filter (fun c => forallb (agrees c) es) C.
Definition refuted V (e : example X) := filter (fun c => negb (agrees c e)) V.

(** The concepts that agree with the examples of all updates; with those of the first [t]; the ones that update [t]
    rules out, V_{t-1} \ V_t; and the mistakes among the first [t] updates. *)
Definition space C run := agreeing C (map shown (updates run)).
Definition remaining C run (t : nat) := agreeing C (map shown (firstn t (updates run))).
Definition ruled_out C run (t : nat) :=
  filter (fun c => negb (forallb (agrees c) (map shown (firstn t (updates run))))) (remaining C run (t - 1)).
Definition mistakes_by run (t : nat) : Z := size (mistakes (firstn t (updates run))).
Definition is_mistake run (t : nat) : Prop := nth (t - 1) (map wrong (updates run)) false = true.

(** * What every run has *)

Lemma firstn_step {A} (l : list A) t : (1 <= t <= length l)%nat ->
  exists a, firstn t l = firstn (t - 1) l ++ [a] /\ nth_error l (t - 1) = Some a.
Proof.
  destruct t as [|t]; intros T; [lia|]. replace (S t - 1)%nat with t by lia. revert t T.
  induction l as [|a l IH]; simpl; intros t T; [lia|]. destruct t as [|t]; [exists a; auto|].
  destruct (IH t ltac:(lia)) as (b & E & N). exists b. simpl in *. rewrite E. auto.
Qed.

Lemma agreeing_app C es es' : agreeing C (es ++ es') = agreeing (agreeing C es) es'.
Proof.
  unfold agreeing. induction C as [|c C IH]; simpl; [reflexivity|]. rewrite forallb_app.
  destruct (forallb (agrees c) es); simpl; rewrite IH; reflexivity.
Qed.

Lemma agreeing_incl C es es' : incl es es' -> forall c, In c (agreeing C es') -> In c (agreeing C es).
Proof.
  intros I c J. unfold agreeing in *. rewrite filter_In, forallb_forall in *. intuition.
Qed.

Lemma some_size {A} (a : A) l : In a l -> 1 <= size l.
Proof. destruct l; simpl; [tauto | lia]. Qed.

Lemma size_some {A} (l : list A) : 1 <= size l -> exists a, In a l.
Proof. destruct l as [|a l]; simpl; intros; [lia | exists a; auto]. Qed.

(** What goes and what stays. *)
Lemma halves {A} (f : A -> bool) l : size (filter f l) + size (filter (fun a => negb (f a)) l) = size l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (f a); simpl; lia. Qed.

Lemma filter_le {A} (f : A -> bool) l : size (filter f l) <= size l.
Proof. pose proof (halves f l). lia. Qed.

(** Update [t]: what it does to V, and to the number of mistakes. *)
Lemma at_step C run t : (1 <= t <= length (updates run))%nat -> exists r,
  remaining C run t = agreeing (remaining C run (t - 1)) [shown r] /\
  ruled_out C run t = refuted (remaining C run (t - 1)) (shown r) /\
  mistakes_by run t = mistakes_by run (t - 1) + (if wrong r then 1 else 0) /\
  (is_mistake run t <-> wrong r = true) /\
  nth_error (updates run) (t - 1) = Some r.
Proof.
  intros T. destruct (firstn_step _ _ T) as (r & E & N). exists r.
  unfold remaining, ruled_out, mistakes_by, is_mistake. rewrite E, map_app, agreeing_app. repeat split.
  - unfold refuted. apply filter_ext_in. intros c I. apply filter_In, proj2 in I. rewrite forallb_app, I.
    simpl. rewrite andb_true_r. reflexivity.
  - unfold mistakes. rewrite filter_app, app_length, Nat2Z.inj_add. simpl. destruct (wrong r); reflexivity.
  - intros W. rewrite <- W. symmetry. apply nth_error_nth, map_nth_error. exact N.
  - intros W. rewrite <- W. apply nth_error_nth, map_nth_error. exact N.
  - exact N.
Qed.

Lemma remaining_monotone C run t : (1 <= t <= length (updates run))%nat ->
  size (remaining C run t) <= size (remaining C run (t - 1)).
Proof.
  intros T. destruct (at_step C run t T) as (r & V & _). rewrite V. apply filter_le.
Qed.

(** The concepts before an update are the ones that stay and the ones that go. *)
Lemma remaining_split C run t : (1 <= t <= length (updates run))%nat ->
  size (remaining C run t) + size (ruled_out C run t) = size (remaining C run (t - 1)).
Proof.
  intros T. destruct (at_step C run t T) as (r & -> & -> & _).
  rewrite <- (halves (fun c => agrees c (shown r)) (remaining C run (t - 1))). unfold agreeing, refuted. simpl.
  do 3 f_equal. apply filter_ext. intros c. apply andb_true_r.
Qed.

Lemma updates_incl run : incl (updates run) run.
Proof. intros r I. apply filter_In in I. tauto. Qed.

Lemma firstn_incl {A} (l : list A) t : incl (firstn t l) l.
Proof. intros a I. rewrite <- (firstn_skipn t l). apply in_or_app. auto. Qed.

(** A concept that agrees with every example is never ruled out. *)
Lemma remaining_floor C run t : size (agreeing C (map shown run)) >= 1 -> 1 <= size (remaining C run t).
Proof.
  intros H. destruct (size_some (agreeing C (map shown run)) ltac:(lia)) as (c & I). apply some_size with c.
  apply (agreeing_incl C _ (map shown run)); [|exact I].
  apply incl_map. intros r J. apply updates_incl, (firstn_incl _ t), J.
Qed.

Lemma remaining_0 C run : remaining C run 0 = C.
Proof. unfold remaining, agreeing. simpl. induction C as [|c C IH]; simpl; congruence. Qed.

(** If all mistakes are updates, they are all among the updates. *)
Lemma mistakes_all run : size (unlearned run) = 0 -> size (mistakes run) = mistakes_by run (length (updates run)).
Proof.
  unfold mistakes_by. rewrite firstn_all. unfold unlearned, mistakes, updates.
  induction run as [|r run IH]; simpl; [reflexivity|].
  destruct (wrong r) eqn:W, (learned r) eqn:L; simpl; rewrite ?W; simpl; lia.
Qed.

End Game.

(** * The learner *)

Section Learner.
Context {X : Type}.
Implicit Types (C : list (concept X)) (past : list (round X)) (es : list (example X)).

(** A learner predicts a label from all earlier rounds and the example. It learns from every mistake, and perhaps
    [also] from other rounds. *)
Variable predict : list (round X) -> X -> bool.
Variable also : list (round X) -> example X -> bool.

Definition errs past (e : example X) : bool := negb (Bool.eqb (predict past (fst e)) (snd e)).
Definition answer past e := Round e (errs past e) (errs past e || also past e).
Definition play es := fold_left (fun past e => past ++ [answer past e]) es [].

Lemma play_snoc es e : play (es ++ [e]) = play es ++ [answer (play es) e].
Proof. unfold play. rewrite fold_left_app. reflexivity. Qed.

Lemma play_shown es : map shown (play es) = es.
Proof.
  induction es as [|e es IH] using rev_ind; [reflexivity|]. rewrite play_snoc, map_app, IH. reflexivity.
Qed.

(** Every mistake is an update. *)
Lemma play_learns es : size (unlearned (play es)) = 0.
Proof.
  induction es as [|e es IH] using rev_ind; [reflexivity|]. rewrite play_snoc.
  unfold unlearned in *. rewrite filter_app, app_length. simpl. destruct (errs (play es) e); simpl; lia.
Qed.

(** Before update [t] the learner has seen some rounds, the [past], with t - 1 updates. *)
Lemma play_update C es t : (1 <= t <= length (updates (play es)))%nat -> exists past e,
  space C past = remaining C (play es) (t - 1) /\
  ruled_out C (play es) t = refuted (space C past) e /\
  remaining C (play es) t = agreeing (space C past) [e] /\
  (is_mistake (play es) t -> errs past e = true).
Proof.
  intros T. destruct (firstn_step _ _ T) as (r & _ & N).
  assert (exists past e, updates past = firstn (t - 1) (updates (play es)) /\ r = answer past e) as (past & e & P & R).
  { revert T N. induction es as [|e es IH] using rev_ind; simpl; intros T N; [lia|].
    rewrite play_snoc in *. unfold updates in *. rewrite filter_app in *. fold (updates (play es)) in *.
    destruct (Nat.lt_ge_cases (t - 1) (length (updates (play es)))) as [L|L].
    - rewrite nth_error_app1 in N by exact L. destruct (IH ltac:(lia) N) as (past & e' & P & R).
      exists past, e'. split; [|exact R]. rewrite firstn_app. replace (t - 1 - _)%nat with O by lia.
      rewrite app_nil_r. exact P.
    - rewrite app_length in T. exists (play es), e. simpl in *.
      destruct (errs (play es) e || also (play es) e) eqn:G; simpl in *; [|lia].
      assert (t - 1 = length (updates (play es)))%nat as Q by lia.
      rewrite nth_error_app2, Q, Nat.sub_diag in N by lia. injection N as <-.
      split; [|unfold answer; rewrite G; reflexivity].
      rewrite Q, firstn_app, firstn_all, Nat.sub_diag, app_nil_r. reflexivity. }
  destruct (at_step C (play es) t T) as (r' & V & D & _ & W & N'). rewrite N in N'. injection N' as <-.
  exists past, e. unfold space. rewrite P. subst r. simpl in *. tauto.
Qed.
End Learner.

(** * Any concept that agrees *)

Module CONSISTENT.
Section Lines.
Variables (X : Type) (C : list (concept X)) (run : list (round X)).
Local Notation U := (length (updates run)).
Local Notation V := (remaining C run).
Local Notation M := (mistakes_by run).

Hypothesis realizable : size (agreeing C (map shown run)) >= 1.
Hypothesis mistake_driven : size (unlearned run) = 0.
Hypothesis consistent : forall t, (1 <= t <= U)%nat -> is_mistake run t -> size (ruled_out C run t) >= 1.

Lemma monotone : forall t, (1 <= t <= U)%nat -> size (V t) <= size (V (t - 1)).
Proof. apply remaining_monotone. Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> is_mistake run t -> size (V t) <= size (V (t - 1)) - 1.
Proof. intros t T W. pose proof (remaining_split C run t T). pose proof (consistent t T W). lia. Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> 1 <= size (V t).
Proof. intros t _. apply remaining_floor. lia. Qed.

(** Before the first update there are no mistakes, and all of C remains. *)
Lemma total_progress_from_0 : forall t, (t <= U)%nat -> M t <= size C - size (V t).
Proof.
  induction t as [|t IH]; intros T; [rewrite remaining_0; unfold mistakes_by; simpl; lia|].
  specialize (IH ltac:(lia)). pose proof (monotone (S t) ltac:(lia)) as Mo.
  pose proof (progress (S t) ltac:(lia)) as P.
  destruct (at_step C run (S t) ltac:(lia)) as (r & _ & _ & E & W & _). rewrite E.
  replace (S t - 1)%nat with t in * by lia. destruct (wrong r); [specialize (P (proj2 W eq_refl))|]; lia.
Qed.

Lemma total_progress : forall t, (1 <= t <= U)%nat -> M t <= size C - size (V t).
Proof. intros t T. apply total_progress_from_0. lia. Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> M t <= size C - 1.
Proof. intros t T. pose proof (total_progress t T). pose proof (floor t T). lia. Qed.

(** All mistakes are updates; and without an update there is none. *)
Lemma conclusion : size (mistakes run) <= size C - 1.
Proof.
  rewrite mistakes_all by exact mistake_driven. destruct (Nat.eq_dec U 0) as [Z|N]; [|apply bound; lia].
  rewrite Z. pose proof (remaining_floor C run 0 ltac:(lia)) as F. rewrite remaining_0 in F.
  unfold mistakes_by. simpl. lia.
Qed.
End Lines.

(** Every class, every choice among the concepts that agree, even one made after the example is seen, every choice of
    further rounds to learn from, and every list of examples that some concept of the class explains. *)
Theorem theorem : forall (X : Type) (C : list (concept X)) (choose : list (round X) -> X -> concept X)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  (forall past x, space C past <> [] -> In (choose past x) (space C past)) ->
  size (agreeing C es) >= 1 ->
  size (mistakes (play (fun past x => choose past x x) also es)) <= size C - 1.
Proof.
  intros X C choose also es Choice Real. apply conclusion.
  - rewrite play_shown. exact Real.
  - apply play_learns.
  - intros t T W. destruct (play_update _ _ C es t T) as (past & e & P & -> & _ & E). specialize (E W).
    assert (In (choose past (fst e)) (space C past)) as I.
    { apply Choice. rewrite P. intros N. pose proof (remaining_floor C (play (fun past x => choose past x x) also es) (t - 1)) as F.
      rewrite play_shown, N in F. specialize (F Real). simpl in F. lia. }
    (* the concept that was used is ruled out *)
    enough (1 <= size (refuted (space C past) e)) by lia.
    apply some_size with (choose past (fst e)). apply filter_In. split; [exact I|]. exact E.
Qed.
End CONSISTENT.
