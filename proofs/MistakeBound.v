(** The mistake-bound model: learners that predict with a consistent concept, chosen in any way or afresh at random,
    and elimination.

    A class is a finite list of concepts, a run any list of examples. A learner may look at all earlier rounds. A
    learner with coins is such a learner for each outcome of the coins, so statements about all learners hold for each
    outcome; only CONSISTENT_RANDOM takes the mean over the draws. After each bound come runs that meet it: BOXES,
    SUPERFLUOUS, and SWITCHES against every learner.
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

(** A filter that keeps nothing, and one that keeps everything. *)
Lemma none {A} (f : A -> bool) l : size (filter f l) = 0 -> forall a, In a l -> f a = false.
Proof.
  intros Z a I. destruct (f a) eqn:E; [|reflexivity]. exfalso.
  assert (In a (filter f l)) as J by (apply filter_In; auto). apply some_size in J. lia.
Qed.

Lemma nothing {A} (f : A -> bool) l : (forall a, In a l -> f a = false) -> filter f l = [].
Proof. induction l as [|a l IH]; simpl; intros H; [reflexivity|]. rewrite (H a), IH; auto. Qed.

Lemma all_kept {A} (f : A -> bool) l : (forall a, In a l -> f a = true) -> filter f l = l.
Proof. induction l as [|a l IH]; simpl; intros H; [reflexivity|]. rewrite (H a), IH; auto. Qed.

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
Definition play_on past es := fold_left (fun past e => past ++ [answer past e]) es past.
Definition play es := play_on [] es.

Lemma play_snoc es e : play (es ++ [e]) = play es ++ [answer (play es) e].
Proof. unfold play, play_on. rewrite fold_left_app. reflexivity. Qed.

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
Lemma play_record es t : (1 <= t <= length (updates (play es)))%nat -> exists past e,
  updates past = firstn (t - 1) (updates (play es)) /\
  nth_error (updates (play es)) (t - 1) = Some (answer past e) /\
  learned (answer past e) = true.
Proof.
  intros T. destruct (firstn_step _ _ T) as (r & _ & N). rewrite N.
  revert T N. induction es as [|e es IH] using rev_ind; simpl; intros T N; [lia|].
  rewrite play_snoc in *. unfold updates in *. rewrite filter_app in *. fold (updates (play es)) in *.
  destruct (Nat.lt_ge_cases (t - 1) (length (updates (play es)))) as [L|L].
  - rewrite nth_error_app1 in N by exact L. destruct (IH ltac:(lia) N) as (past & e' & P & R).
    exists past, e'. split; [|exact R]. rewrite firstn_app. replace (t - 1 - _)%nat with O by lia.
    rewrite app_nil_r. exact P.
  - rewrite app_length in T. exists (play es), e. rewrite <- N. clear N. simpl in *.
    destruct (errs (play es) e || also (play es) e) eqn:G; simpl in *; [|lia].
    assert (t - 1 = length (updates (play es)))%nat as Q by lia.
    rewrite nth_error_app2, Q, Nat.sub_diag by lia. repeat split.
    rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r. reflexivity.
Qed.

Lemma play_update C es t : (1 <= t <= length (updates (play es)))%nat -> exists past e,
  space C past = remaining C (play es) (t - 1) /\
  ruled_out C (play es) t = refuted (space C past) e /\
  remaining C (play es) t = agreeing (space C past) [e] /\
  (is_mistake (play es) t -> errs past e = true).
Proof.
  intros T. destruct (play_record es t T) as (past & e & P & N & _).
  destruct (at_step C (play es) t T) as (r & V & D & _ & W & N'). rewrite N in N'. injection N' as <-.
  exists past, e. unfold space. rewrite P. simpl in *. tauto.
Qed.

(** Nature may show whatever points it likes and contradict every prediction. *)
Lemma contradiction points : forall past, exists es,
  map fst es = points /\ size (mistakes (play_on past es)) = size (mistakes past) + size points.
Proof.
  induction points as [|x points IH]; intros past; [exists []; simpl; split; [reflexivity | lia]|].
  destruct (IH (past ++ [answer past (x, negb (predict past x))])) as (es & P & E).
  exists ((x, negb (predict past x)) :: es). split; [simpl; congruence|]. simpl. rewrite E. unfold mistakes.
  rewrite filter_app, app_length. simpl. unfold errs. simpl. destruct (predict past x); simpl; lia.
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
Hypothesis mistakes_update : size (unlearned run) = 0.
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
  rewrite mistakes_all by exact mistakes_update. destruct (Nat.eq_dec U 0) as [Z|N]; [|apply bound; lia].
  rewrite Z. pose proof (remaining_floor C run 0 ltac:(lia)) as F. rewrite remaining_0 in F.
  unfold mistakes_by. simpl. lia.
Qed.
End Lines.

(** Every class, every choice among the concepts that agree, even one made after the example is seen, every choice of
    further rounds to learn from, and every list of examples that some concept of the class explains. *)
Theorem theorem : forall (X : Type) (C : list (concept X))
    (choose : list (round X) -> X -> concept X)
    (also : list (round X) -> example X -> bool) (es : list (example X)),
  (forall past x, space C past <> [] -> In (choose past x) (space C past)) ->
  size (agreeing C es) >= 1 ->
  size (mistakes (play (fun past x => choose past x x) also es))
    <= size C - 1.
Proof.
  intros X C choose also es Choice Real. apply conclusion.
  - rewrite play_shown. exact Real.
  - apply play_learns.
  - intros t T W. destruct (play_update _ _ C es t T) as (past & e & P & -> & _ & E). specialize (E W).
    assert (In (choose past (fst e)) (space C past)) as I.
    { apply Choice. rewrite P. intros N.
      pose proof (remaining_floor C (play (fun past x => choose past x x) also es) (t - 1)) as F.
      rewrite play_shown, N in F. specialize (F Real). simpl in F. lia. }
    (* the concept that was used is ruled out *)
    enough (1 <= size (refuted (space C past) e)) by lia.
    apply some_size with (choose past (fst e)). apply filter_In. split; [exact I|]. exact E.
Qed.
End CONSISTENT.

(** The bound is met on N boxes, one of which holds a prize: nature shows the box in which the learner believes, and
    says no. The learner is any that settles on one of the boxes before it sees the example. *)
Module BOXES.
Definition box (i : nat) : concept nat := fun x => Nat.eqb x i.
Definition boxes (N : nat) : list (concept nat) := map box (seq 0 N).

Lemma refuted_one N P i : size (filter (fun c => negb (agrees c (i, false))) (filter P (boxes N))) <= 1.
Proof.
  unfold boxes. pose proof (seq_NoDup N 0) as D. induction D as [|j js NotIn D IH]; simpl; [lia|].
  destruct (P (box j)); [|exact IH]. simpl. unfold agrees at 1, box at 1. simpl.
  destruct (Nat.eqb_spec i j) as [->|N']; [|exact IH]. simpl.
  rewrite nothing; [simpl; lia|]. intros c I. apply filter_In, proj1, in_map_iff in I. destruct I as (k & <- & K).
  unfold agrees, box. simpl. destruct (Nat.eqb_spec j k) as [->|]; [contradiction | reflexivity].
Qed.

Theorem theorem : forall (N : nat) (choose : list (round nat) -> concept nat)
    (also : list (round nat) -> example nat -> bool),
  (1 <= N)%nat ->
  (forall past, space (boxes N) past <> [] ->
    In (choose past) (space (boxes N) past)) ->
  exists es, size (agreeing (boxes N) es) >= 1 /\
    size (mistakes (play choose also es)) = size (boxes N) - 1.
Proof.
  intros N choose also Pos Choice.
  assert (forall m past, size (space (boxes N) past) >= Z.of_nat (S m) -> exists es,
    size (agreeing (space (boxes N) past) es) >= 1 /\
    size (mistakes (play_on choose also past es)) = size (mistakes past) + Z.of_nat m) as Walk.
  { induction m as [|m IH]; intros past B.
    - exists []. unfold agreeing at 1. rewrite all_kept by reflexivity. simpl. split; lia.
    - assert (In (choose past) (space (boxes N) past)) as I
        by (apply Choice; intros E; rewrite E in B; simpl in B; lia).
      assert (exists i, choose past = box i) as (i & E).
      { apply filter_In, proj1, in_map_iff in I. destruct I as (i & <- & _). exists i. reflexivity. }
      set (r := answer choose also past (i, false)).
      assert (wrong r = true) as W
        by (unfold r, answer, errs; simpl; rewrite E; unfold box; rewrite Nat.eqb_refl; reflexivity).
      assert (space (boxes N) (past ++ [r]) = agreeing (space (boxes N) past) [(i, false)]) as S.
      { unfold space, updates. rewrite filter_app, map_app, agreeing_app. do 2 f_equal.
        simpl in *. rewrite W. reflexivity. }
      destruct (IH (past ++ [r])) as (es & A & M).
      { rewrite S. pose proof (refuted_one N (fun c => forallb (agrees c) (map shown (updates past))) i) as One.
        pose proof (halves (fun c => agrees c (i, false)) (space (boxes N) past)) as H.
        unfold agreeing at 1. simpl.
        rewrite (filter_ext _ (fun c => agrees c (i, false))) by (intros; apply andb_true_r).
        fold (agreeing (boxes N) (map shown (updates past))) in One. fold (space (boxes N) past) in One. lia. }
      exists ((i, false) :: es). split.
      + rewrite S, <- agreeing_app in A. exact A.
      + change (play_on choose also past ((i, false) :: es)) with (play_on choose also (past ++ [r]) es). rewrite M.
        unfold mistakes. rewrite filter_app, app_length. change (filter wrong [r]) with (if wrong r then [r] else []).
        rewrite W. simpl length. lia. }
  assert (size (boxes N) = Z.of_nat N) as SB by (unfold boxes; rewrite map_length, seq_length; reflexivity).
  assert (space (boxes N) [] = boxes N) as S0 by (apply all_kept; reflexivity).
  destruct (Walk (N - 1)%nat []) as (es & A & M); [rewrite S0; lia|].
  exists es. rewrite S0 in A. split; [exact A|]. unfold play. rewrite M, SB. simpl. lia.
Qed.
End BOXES.

(** * A fresh random one *)

Module CONSISTENT_RANDOM.
(** The share of the concepts of V that an example refutes. At update [t] it is p_t, the chance that a concept drawn
    uniformly from V_{t-1} is wrong. *)
Definition share {X} (V : list (concept X)) (e : example X) : R := IZR (size (refuted V e)) / IZR (size V).
Definition chance_of {X} (C : list (concept X)) run (t : nat) : R :=
  IZR (size (ruled_out C run t)) / IZR (size (remaining C run (t - 1))).

Section Lines.
Variables (X : Type) (C : list (concept X)) (run : list (round X)).
Local Notation U := (length (updates run)).
Local Notation V := (remaining C run).
Local Notation p := (chance_of C run).
Local Open Scope R_scope.

Hypothesis realizable : (size (agreeing C (map shown run)) >= 1)%Z.
Hypothesis mistakes_update : size (unlearned run) = 0%Z.
Hypothesis consistent : forall t, (1 <= t <= U)%nat -> is_mistake run t -> (size (ruled_out C run t) >= 1)%Z.
Hypothesis every_round : forall past r rest, run = past ++ r :: rest -> learned r = false ->
  size (refuted (space C past) (shown r)) = 0%Z.
(** The lines need only the first of these. By the others the p_t of the updates are the chances of all mistakes; in the
    game of the theorem below every round is written down as an update, and a draw is from the concepts that agree. *)

Definition monotone := CONSISTENT.monotone X C run.
Definition floor := CONSISTENT.floor X C run realizable.

(** 1 - z <= - ln z, with z = exp (- l). *)
Lemma chance : forall t, (1 <= t <= U)%nat ->
  p t = 1 - IZR (size (V t)) / IZR (size (V (t - 1))) /\
  1 - IZR (size (V t)) / IZR (size (V (t - 1))) <= ln (IZR (size (V (t - 1))) / IZR (size (V t))).
Proof.
  intros t T. pose proof (IZR_le _ _ (floor t T)) as F. pose proof (IZR_le _ _ (monotone t T)) as Mo.
  pose proof (f_equal IZR (remaining_split C run t T)) as Sp. rewrite plus_IZR in Sp. unfold chance_of.
  set (v := IZR (size (V (t - 1)))) in *. set (w := IZR (size (V t))) in *. split.
  - rewrite <- Sp. field. lra.
  - set (l := ln (v / w)). pose proof (exp_ineq1_le (- l)) as E.
    unfold l in E at 2. rewrite exp_Ropp, exp_ln in E by (apply Rdiv_lt_0_compat; lra).
    replace (/ (v / w))%R with (w / v)%R in E by (field; lra). lra.
Qed.

(** From t = 0 on. *)
Lemma sum_from_0 : forall t, (t <= U)%nat ->
  Vectors.sum t (fun s => p (S s)) <= ln (IZR (size C) / IZR (size (V t))).
Proof.
  assert (forall t, 0 < IZR (size (V t)))%R as F
    by (intros t; pose proof (IZR_le _ _ (remaining_floor C run t realizable)); lra).
  pose proof (F 0%nat) as F0. rewrite remaining_0 in F0.
  induction t as [|t IH]; intros T; simpl Vectors.sum.
  - rewrite remaining_0. replace (IZR (size C) / IZR (size C))%R with 1 by (field; lra). rewrite ln_1. lra.
  - destruct (chance (S t) ltac:(lia)) as [E L]. replace (S t - 1)%nat with t in * by lia. specialize (IH ltac:(lia)).
    replace (IZR (size C) / IZR (size (V (S t))))
      with (IZR (size C) / IZR (size (V t)) * (IZR (size (V t)) / IZR (size (V (S t)))))
      by (pose proof (F t); pose proof (F (S t)); field; lra).
    rewrite ln_mult by (apply Rdiv_lt_0_compat; auto). lra.
Qed.

(** The sum runs over s = 1, ..., t. *)
Lemma sum : forall t, (1 <= t <= U)%nat ->
  Vectors.sum t (fun s => p (S s)) <= ln (IZR (size C) / IZR (size (V t))).
Proof. intros t T. apply sum_from_0. lia. Qed.

Lemma bound_from_0 : forall t, (t <= U)%nat -> Vectors.sum t (fun s => p (S s)) <= ln (IZR (size C)).
Proof.
  intros t T. pose proof (IZR_le _ _ (remaining_floor C run t realizable)) as F.
  pose proof (IZR_le _ _ (remaining_floor C run 0 realizable)) as F0. rewrite remaining_0 in F0.
  eapply Rle_trans; [apply sum_from_0, T|].
  replace (IZR (size C)) with (IZR (size C) / IZR (size (V t)) * IZR (size (V t)))%R at 2 by (field; lra).
  rewrite ln_mult by (try apply Rdiv_lt_0_compat; lra).
  assert (0 <= ln (IZR (size (V t))))%R; [|lra]. rewrite <- ln_1.
  destruct F as [L|<-]; [left; apply ln_increasing; lra | right; reflexivity].
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> Vectors.sum t (fun s => p (S s)) <= ln (IZR (size C)).
Proof. intros t T. apply bound_from_0. lia. Qed.
End Lines.

(** The mean of f over a list, every member as likely as every other. *)
Definition total {A} (l : list A) (f : A -> R) : R := fold_right (fun a s => f a + s)%R 0%R l.
Definition mean {A} (l : list A) (f : A -> R) : R := (total l f / IZR (size l))%R.

Section Game.
Context {X : Type}.
Variable C : list (concept X).
Implicit Types (V draws : list (concept X)).

(** Nature has seen the earlier draws when it chooses the next example and its label, but not the draw of this round. *)
Variable nature : list (concept X) -> example X.
Definition shown_after draws := map (fun i => nature (firstn i draws)) (seq 0 (length draws)).

(** The expected number of mistakes in the next rounds: draw a concept from the version space V, count a mistake if it
    disagrees with nature's example, and go on with those that agree. *)
Fixpoint expected (rounds : nat) V draws : R :=
  match rounds with
  | O => 0%R
  | S rounds =>
    let e := nature draws in
    mean V (fun h => (if agrees h e then 0 else 1) + expected rounds (agreeing V [e]) (draws ++ [h]))%R
  end.

(** What is written down of a course of the game. *)
Definition course draws : list (round X) :=
  map (fun i => let e := nature (firstn i draws) in Round e (negb (agrees (nth i draws (fun _ => true)) e)) true)
    (seq 0 (length draws)).

(** Can these draws come next: is each of a concept that agrees with what was shown before it? *)
Fixpoint possible draws (future : list (concept X)) : Prop :=
  match future with
  | [] => True
  | h :: future => In h (space C (course draws)) /\ possible (draws ++ [h]) future
  end.

(** The sum of the chances on a course. *)
Definition chances run : R := Vectors.sum (length (updates run)) (fun s => chance_of C run (S s)).

Lemma course_snoc draws h : course (draws ++ [h]) =
  course draws ++ [Round (nature draws) (negb (agrees h (nature draws))) true].
Proof.
  unfold course. rewrite app_length, seq_app, map_app. simpl. f_equal.
  - apply map_ext_in. intros i I. apply in_seq in I. rewrite firstn_app, app_nth1 by lia.
    replace (i - length draws)%nat with O by lia. simpl. rewrite app_nil_r. reflexivity.
  - rewrite firstn_app, firstn_all, Nat.sub_diag, app_nth2, Nat.sub_diag by lia. simpl. rewrite app_nil_r. reflexivity.
Qed.

Lemma updates_course draws : updates (course draws) = course draws.
Proof. apply all_kept. intros r I. apply in_map_iff in I. destruct I as (i & <- & _). reflexivity. Qed.

Lemma shown_course draws : map shown (course draws) = shown_after draws.
Proof. unfold course, shown_after. rewrite map_map. reflexivity. Qed.

Lemma chances_snoc draws h :
  chances (course (draws ++ [h])) = (chances (course draws) + share (space C (course draws)) (nature draws))%R.
Proof.
  set (run := course draws). set (r := Round (nature draws) (negb (agrees h (nature draws))) true).
  assert (course (draws ++ [h]) = run ++ [r]) as -> by apply course_snoc.
  assert (updates (run ++ [r]) = updates run ++ [r]) as E by (unfold updates; apply filter_app).
  assert (forall t, (t <= length (updates run))%nat -> remaining C (run ++ [r]) t = remaining C run t) as V.
  { intros t T. unfold remaining. rewrite E, firstn_app. replace (t - _)%nat with O by lia. simpl.
    rewrite app_nil_r. reflexivity. }
  unfold chances. rewrite E, app_length, Nat.add_1_r, Vectors.sum_S. f_equal.
  - apply Vectors.sum_ext. intros t T. unfold chance_of, ruled_out. rewrite V by lia. rewrite E, firstn_app.
    replace (S t - length (updates run))%nat with O by lia. simpl. rewrite app_nil_r. reflexivity.
  - destruct (at_step C (run ++ [r]) (S (length (updates run)))) as (r' & _ & D & _ & _ & N).
    { rewrite E, app_length. simpl. lia. }
    unfold chance_of, share. rewrite D.
    replace (S (length (updates run)) - 1)%nat with (length (updates run)) in * by lia.
    rewrite E, nth_error_app2, Nat.sub_diag in N by lia. injection N as <-. rewrite V by lia.
    unfold remaining, space. rewrite firstn_all. reflexivity.
Qed.

Lemma total_le {A} (l : list A) f g : (forall a, In a l -> f a <= g a)%R -> (total l f <= total l g)%R.
Proof.
  induction l as [|a l IH]; simpl; intros L; [lra|]. pose proof (L a (or_introl eq_refl)).
  enough (total l f <= total l g)%R by lra. apply IH. auto.
Qed.

(** The drawn concept is wrong with chance p. *)
Lemma total_wrong V e c : total V (fun h => (if agrees h e then 0 else 1) + c)%R =
  (IZR (size (refuted V e)) + IZR (size V) * c)%R.
Proof.
  unfold refuted. induction V as [|h V IH]; simpl; [change (Z.of_nat 0) with 0; lra|]. rewrite IH.
  destruct (agrees h e); simpl; rewrite ?Nat2Z.inj_succ, ?succ_IZR; lra.
Qed.

(** Expectations add up: what the sum of the chances exceeds on no course, the expectation does not exceed. *)
Lemma average B rounds : forall draws,
  (forall future, possible draws future -> (length future <= rounds)%nat ->
    size (agreeing C (shown_after (draws ++ future))) >= 1) ->
  (forall future, possible draws future -> length future = rounds -> chances (course (draws ++ future)) <= B)%R ->
  (expected rounds (space C (course draws)) draws <= B - chances (course draws))%R.
Proof.
  induction rounds as [|m IH]; intros draws Real Most.
  - specialize (Most [] I eq_refl). rewrite app_nil_r in Most. simpl. lra.
  - set (V := space C (course draws)). set (e := nature draws).
    assert (1 <= IZR (size V))%R as N.
    { specialize (Real [] I ltac:(simpl; lia)). rewrite app_nil_r in Real. apply IZR_le. unfold V, space.
      rewrite updates_course, shown_course. lia. }
    set (c := (B - chances (course draws) - share V e)%R).
    assert (forall h, In h V -> (if agrees h e then 0 else 1) + expected m (agreeing V [e]) (draws ++ [h])
                      <= (if agrees h e then 0 else 1) + c)%R as L.
    { intros h In_V. apply Rplus_le_compat_l.
      replace (agreeing V [e]) with (space C (course (draws ++ [h]))).
      2:{ unfold V, space. rewrite !updates_course, course_snoc, map_app, agreeing_app. reflexivity. }
      eapply Rle_trans; [apply IH|].
      - intros future Can F. rewrite <- app_assoc. apply Real; [split; assumption | simpl; lia].
      - intros future Can F. rewrite <- app_assoc. apply Most; [split; assumption | simpl; congruence].
      - rewrite chances_snoc. fold V e. unfold c. lra. }
    simpl. fold e. unfold mean. apply Rmult_le_reg_r with (IZR (size V)); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    eapply Rle_trans; [apply total_le, L|]. rewrite total_wrong. unfold c, share.
    right. field. lra.
Qed.
End Game.

(** Every class, every nature that looks at the earlier draws, every number of rounds, if in every course of the game
    that can come some concept of the class explains all examples so far. A nature with coins is such a nature for each
    outcome. *)
Theorem theorem : forall (X : Type) (C : list (concept X))
    (nature : list (concept X) -> example X) (rounds : nat),
  (forall draws, possible C nature [] draws -> (length draws <= rounds)%nat ->
    size (agreeing C (shown_after nature draws)) >= 1) ->
  (expected nature rounds C [] <= ln (IZR (size C)))%R.
Proof.
  intros X C nature rounds Real.
  pose proof (average C nature (ln (IZR (size C))) rounds []) as A.
  replace (space C (course nature [])) with C in A by (symmetry; apply all_kept; reflexivity).
  unfold chances in A. simpl in A. rewrite Rminus_0_r in A. apply A; [exact Real|].
  intros future Can L.
  assert (size (agreeing C (map shown (course nature future))) >= 1) as One.
  { rewrite shown_course. apply Real; [exact Can | lia]. }
  destruct (Nat.eq_dec (length (updates (course nature future))) 0) as [Z|Some].
  { apply bound_from_0; [exact One | lia]. }
  apply bound; [exact One | lia].
Qed.
End CONSISTENT_RANDOM.

(** * Elimination *)

Module ELIMINATION.
Notation point := (nat -> bool).

(** The literal (j, true) is x_j, and (j, false) its negation. *)
Notation literal := (nat * bool)%type.
Definition value (x : point) (l : literal) : bool := Bool.eqb (x (fst l)) (snd l).
Definition same (l m : literal) : bool := Nat.eqb (fst l) (fst m) && Bool.eqb (snd l) (snd m).
Definition holds (L : list literal) (l : literal) : bool := existsb (same l) L.

Inductive connective := And | Or.
Definition formula (c : connective) (L : list literal) (x : point) : bool :=
  match c with And => forallb (value x) L | Or => existsb (value x) L end.

(** For disjunctions labels and values are turned round. *)
Definition turned (c : connective) (b : bool) : bool := match c with And => b | Or => negb b end.
Definition sign (b : bool) : Z := if b then 1 else -1.

(** What the learner starts with: the n variables, and their negations if b = 1. What is left after some examples:
    a literal is dropped at an example, positive for a conjunction, where it is 0; turned round for a disjunction. *)
Definition start (n : nat) (b : bool) : list literal :=
  map (fun j => (j, true)) (seq 0 n) ++ (if b then map (fun j => (j, false)) (seq 0 n) else []).
Definition stays (c : connective) (l : literal) (e : example point) : bool :=
  implb (turned c (snd e)) (turned c (value (fst e) l)).
Definition left_after c n b (es : list (example point)) : list literal :=
  filter (fun l => forallb (stays c l) es) (start n b).

(** Predict with the formula of the literals that are left; learn from mistakes only. *)
Definition elimination c n b (past : list (round point)) (x : point) : bool :=
  formula c (left_after c n b (map shown (updates past))) x.
Definition never (past : list (round point)) (e : example point) : bool := false.

Lemma holds_In L l : holds L l = true <-> In l L.
Proof.
  unfold holds, same. rewrite existsb_exists. split.
  - intros ([j s] & I & E). apply andb_prop in E. destruct l as [i r]. simpl in E.
    rewrite Nat.eqb_eq, eqb_true_iff in E. destruct E as [-> ->]. exact I.
  - intros I. exists l. rewrite Nat.eqb_refl, eqb_reflx. auto.
Qed.

(** Both connectives at once: turned round, a formula is a conjunction. *)
Lemma turned_formula c' L z : turned c' (formula c' L z) = forallb (fun l => turned c' (value z l)) L.
Proof.
  destruct c'; simpl; [reflexivity|]. induction L as [|l L IH]; simpl; [reflexivity|].
  rewrite negb_orb, IH. reflexivity.
Qed.

Lemma left_after_nil c n b : left_after c n b [] = start n b.
Proof. apply all_kept. reflexivity. Qed.

(** The next example drops from what is left. *)
Lemma left_after_snoc c n b es e : left_after c n b (es ++ [e]) = filter (fun l => stays c l e) (left_after c n b es).
Proof.
  unfold left_after. induction (start n b) as [|l L IH]; simpl; [reflexivity|]. rewrite forallb_app. simpl.
  destruct (forallb (stays c l) es); simpl; rewrite ?andb_true_r, IH; reflexivity.
Qed.

(** An example makes exactly one of two literals true. *)
Lemma one_of_two c z s js : turned c s = true ->
  size (filter (fun l => stays c l (z, s)) (map (fun j => (j, true)) js ++ map (fun j => (j, false)) js)) = size js.
Proof.
  intros E. rewrite filter_app, app_length. induction js as [|j js IH]; simpl; [reflexivity|].
  assert (forall r, stays c (j, r) (z, s) = turned c (Bool.eqb (z j) r)) as V
    by (intros r; unfold stays; simpl; rewrite E; reflexivity).
  rewrite !V. clear V E. destruct c, (z j); simpl; lia.
Qed.

Section Lines.
Variables (n : nat) (is_all : bool) (c : connective) (T : list literal) (run : list (round point)).
Local Notation U := (length (updates run)).
Local Notation L t := (left_after c n is_all (map shown (firstn t (updates run)))).
Local Notation M := (mistakes_by run).
Local Notation k := (size T).
Local Notation b := (Z.b2z is_all).
Local Notation x t := (nth (t - 1) (map (fun r => fst (shown r)) (updates run)) (fun _ => true)).
Local Notation y t := (nth (t - 1) (map (fun r => sign (turned c (snd (shown r)))) (updates run)) 1).
Local Notation h t := (fun x => sign (turned c (formula c (L t) x))).

(** T is a set: no literal is in the list twice. *)
Hypothesis once : NoDup T.
Hypothesis labels : size (filter (fun e => negb (Bool.eqb (formula c T (fst e)) (snd e))) (map shown run)) = 0.
Hypothesis literals : size (filter (fun l => negb (holds (start n is_all) l)) T) = 0.
Hypothesis mistakes_update : size (unlearned run) = 0.
Hypothesis conservative : size (filter (fun r => learned r && negb (wrong r)) run) = 0.
Hypothesis prediction : forall t, (1 <= t <= U)%nat -> y t * h (t - 1)%nat (x t) = -1.
Hypothesis satisfiable : size (filter (fun j => holds T (j, true) && holds T (j, false)) (seq 0 n)) = 0.

Lemma update_label r : In r run -> snd (shown r) = formula c T (fst (shown r)).
Proof.
  intros I. pose proof (none _ _ labels (shown r) (in_map shown _ _ I)) as E.
  apply negb_false_iff, eqb_prop in E. congruence.
Qed.

Lemma target_stays t l : In l T -> In l (L t).
Proof.
  intros I. apply filter_In. split.
  - apply holds_In, negb_false_iff. exact (none _ _ literals l I).
  - apply forallb_forall. intros e J. apply in_map_iff in J. destruct J as (r & <- & J).
    apply firstn_incl, updates_incl in J. unfold stays. rewrite (update_label r J), turned_formula.
    destruct (forallb _ T) eqn:E; [|reflexivity]. rewrite forallb_forall in E. exact (E l I).
Qed.

Lemma invariant : forall t, (1 <= t <= U)%nat -> size (filter (holds (L t)) T) = k.
Proof. intros t _. rewrite all_kept; [reflexivity|]. intros l I. apply holds_In, target_stays, I. Qed.

(** Update [t], written with its example and label. *)
Lemma at_update t : (1 <= t <= U)%nat -> exists r, In r run /\ x t = fst (shown r) /\
  y t = sign (turned c (snd (shown r))) /\ L t = filter (fun l => stays c l (shown r)) (L (t - 1)) /\
  M t = M (t - 1) + (if wrong r then 1 else 0).
Proof.
  intros I. destruct (at_step [] run t I) as (r & _ & _ & E & _ & N). exists r.
  destruct (firstn_step _ _ I) as (r' & F & N'). rewrite N in N'. injection N' as <-. repeat split.
  - apply updates_incl, (nth_error_In _ _ N).
  - apply nth_error_nth. apply (map_nth_error (fun r => fst (shown r))). exact N.
  - apply nth_error_nth. apply (map_nth_error (fun r => sign (turned c (snd (shown r))))). exact N.
  - rewrite F, map_app. apply left_after_snoc.
  - exact E.
Qed.

Lemma one_sided : forall t, (1 <= t <= U)%nat -> y t = 1.
Proof.
  intros t I. destruct (at_update t I) as (r & J & Ex & Ey & _). pose proof (prediction t I) as P. simpl in P.
  rewrite Ex, Ey, turned_formula in *. rewrite (update_label r J), turned_formula in *.
  destruct (forallb _ T) eqn:ET; [reflexivity|]. exfalso.
  (* h is wrong, so it says 1; then so does f, whose literals h has *)
  destruct (forallb _ (L (t - 1))) eqn:EL; [|discriminate].
  rewrite forallb_forall in EL. rewrite <- not_true_iff_false, forallb_forall in ET.
  apply ET. intros l K. apply EL, target_stays, K.
Qed.

Lemma progress_any t : (1 <= t <= U)%nat -> size (L t) <= size (L (t - 1)) - 1.
Proof.
  intros I. destruct (at_update t I) as (r & J & Ex & Ey & -> & _). pose proof (prediction t I) as P. simpl in P.
  pose proof (one_sided t I) as O. rewrite Ex, Ey, turned_formula in *.
  destruct (turned c (snd (shown r))) eqn:Yr; [|discriminate].
  destruct (forallb _ (L (t - 1))) eqn:EL; [discriminate|].
  (* some literal is not 1 there *)
  assert (exists l, In l (L (t - 1)) /\ turned c (value (fst (shown r)) l) = false) as (l & K & F).
  { clear - EL. induction (L (t - 1)) as [|l L IH]; [discriminate|]. simpl in EL.
    destruct (turned c (value (fst (shown r)) l)) eqn:E; [|exists l; simpl; auto].
    destruct (IH EL) as (m & K & F). exists m. simpl. auto. }
  pose proof (halves (fun l => stays c l (shown r)) (L (t - 1))) as H.
  assert (1 <= size (filter (fun l => negb (stays c l (shown r))) (L (t - 1)))).
  { apply some_size with l. apply filter_In. split; [exact K|]. unfold stays. rewrite Yr, F. reflexivity. }
  lia.
Qed.

Lemma progress : forall t, (1 <= t <= U)%nat -> is_mistake run t -> size (L t) <= size (L (t - 1)) - 1.
Proof. intros t I _. apply progress_any, I. Qed.

Lemma first_mistake : b = 1 -> (1 <= U)%nat -> size (L 1%nat) = Z.of_nat n.
Proof.
  intros B I. destruct (at_update 1 ltac:(lia)) as ([[z s] w u] & J & Ex & Ey & -> & _).
  pose proof (one_sided 1 ltac:(lia)) as O. rewrite Ey in O. simpl in O.
  destruct (turned c s) eqn:Yr; [|discriminate]. destruct is_all; [|discriminate].
  change (map shown (firstn (1 - 1) (updates run))) with (@nil (example point)). rewrite left_after_nil.
  unfold start. simpl shown. rewrite one_of_two, seq_length by exact Yr. reflexivity.
Qed.

Lemma floor : forall t, (1 <= t <= U)%nat -> k <= size (L t).
Proof.
  intros t _. apply inj_le, NoDup_incl_length; [exact once|]. intros l. apply target_stays.
Qed.

Lemma ceiling : forall t, (1 <= t <= U)%nat -> size (L t) <= Z.of_nat n - M t + b.
Proof.
  intros t [I J]. induction t as [|t IH]; [lia|]. destruct (Nat.eq_dec t 0) as [->|N].
  - destruct (at_update 1 ltac:(lia)) as (r & _ & _ & _ & _ & E). rewrite E. change (M (1 - 1)) with 0.
    destruct (bool_dec is_all true) as [A|A].
    + assert (b = 1) as B by (rewrite A; reflexivity). rewrite (first_mistake B), B by lia. destruct (wrong r); lia.
    + pose proof (progress_any 1 ltac:(lia)) as P. apply not_true_is_false in A.
      change (map shown (firstn (1 - 1) (updates run))) with (@nil (example point)) in P.
      rewrite left_after_nil, A in P. unfold start in P. rewrite app_nil_r, map_length, seq_length in P.
      rewrite A. destruct (wrong r); simpl Z.b2z; lia.
  - destruct (at_update (S t) ltac:(lia)) as (r & _ & _ & _ & _ & E). rewrite E.
    pose proof (progress_any (S t) ltac:(lia)) as P. specialize (IH ltac:(lia) ltac:(lia)).
    replace (S t - 1)%nat with t in * by lia. destruct (wrong r); lia.
Qed.

Lemma bound : forall t, (1 <= t <= U)%nat -> M t <= Z.of_nat n - k + b.
Proof. intros t I. pose proof (floor t I). pose proof (ceiling t I). lia. Qed.

(** Without a mistake, too: of the two literals of each of n variables T holds one at most. *)
Lemma target_size : k <= Z.of_nat n.
Proof.
  assert (forall l, In l T -> In (fst l) (seq 0 n)) as Range.
  { intros l I. pose proof (none _ _ literals l I) as E. apply negb_false_iff, holds_In, in_app_or in E.
    assert (forall s js, In l (map (fun j => (j, s)) js) -> In (fst l) js) as F.
    { intros s js K. apply in_map_iff in K. destruct K as (j & <- & K). exact K. }
    destruct E as [E|E]; [|destruct is_all; [|destruct E]]; exact (F _ _ E). }
  assert (forall j, In (j, true) T -> In (j, false) T -> False) as Two.
  { intros j P Q. pose proof (none _ _ satisfiable j (Range _ P)) as E. apply holds_In in P, Q.
    cbv beta in E. rewrite P, Q in E. discriminate E. }
  rewrite <- (seq_length n 0), <- (map_length fst T). apply inj_le, NoDup_incl_length.
  - clear - once Two. induction once as [|[j s] T' N O IH]; simpl; constructor.
    + intros I. apply in_map_iff in I. destruct I as ([i r] & E & I). simpl in E. subst i.
      destruct s, r; try contradiction; apply (Two j); simpl; auto.
    + apply IH; [exact O|]. intros i P Q. apply (Two i); simpl; auto.
  - intros j I. apply in_map_iff in I. destruct I as (l & <- & I). apply Range, I.
Qed.

Lemma conclusion : size (mistakes run) <= Z.of_nat n - k + b.
Proof.
  rewrite mistakes_all by exact mistakes_update. destruct (Nat.eq_dec U 0) as [Z|N]; [|apply bound; lia].
  rewrite Z. change (M 0%nat) with 0. pose proof target_size. destruct is_all; simpl; lia.
Qed.
End Lines.

(** Conjunctions and disjunctions of k literals over n variables, no variable together with its negation, started with
    the variables (then the target has no negations) or with all literals; every list of examples with its labels. *)
Theorem theorem : forall (n : nat) (is_all : bool) (c : connective)
    (T : list literal) (es : list (example point)),
  NoDup T ->
  (forall l, In l T -> In l (start n is_all)) ->
  (forall j, ~ (In (j, true) T /\ In (j, false) T)) ->
  (forall x y, In (x, y) es -> y = formula c T x) ->
  size (mistakes (play (elimination c n is_all) never es))
    <= Z.of_nat n - size T + Z.b2z is_all.
Proof.
  intros n is_all c T es Once Start Sat Label. apply conclusion with c; [exact Once|..].
  - rewrite play_shown. rewrite nothing; [reflexivity|]. intros [x y] I. rewrite (Label x y I). simpl.
    rewrite eqb_reflx. reflexivity.
  - rewrite nothing; [reflexivity|]. intros l I. apply negb_false_iff, holds_In, Start, I.
  - apply play_learns.
  - (* it learns only when it is wrong *)
    intros t I. destruct (play_record _ _ es t I) as (past & [x y] & P & N & W). rewrite <- P.
    rewrite (nth_error_nth _ _ _ (map_nth_error (fun r => fst (shown r)) _ _ N)).
    rewrite (nth_error_nth _ _ _ (map_nth_error (fun r => sign (turned c (snd (shown r)))) _ _ N)).
    simpl in *. unfold errs, never, elimination in W. simpl in W. rewrite orb_false_r in W.
    destruct (formula c _ x), y; try discriminate W; destruct c; reflexivity.
  - rewrite nothing; [reflexivity|]. intros j _. apply not_true_iff_false. rewrite andb_true_iff, !holds_In. apply Sat.
Qed.
End ELIMINATION.

(** Elimination's own bound is met for every target: with negations nature shows a positive example first, then in both
    cases the same one (all ones if there are no negations) with one superfluous variable changed at a time. *)
Module SUPERFLUOUS.
Import ELIMINATION.

Definition changed (x : point) (i : nat) : point := fun j => if Nat.eqb j i then negb (x j) else x j.
Definition mentions (T : list literal) (i : nat) : bool := holds T (i, true) || holds T (i, false).

(** An example of the target at which some literal that is left is 0. *)
Lemma mistaken n b past x l : updates past = past -> In l (left_after And n b (map shown past)) -> value x l = false ->
  errs (elimination And n b) past (x, true) = true.
Proof.
  intros U I V. unfold errs, elimination. rewrite U. simpl. apply negb_true_iff, not_true_iff_false.
  intros E. apply eqb_prop in E. rewrite forallb_forall in E. rewrite (E l I) in V. discriminate.
Qed.

Theorem theorem : forall (n : nat) (b : bool) (T : list literal),
  (1 <= n)%nat ->
  NoDup T ->
  (forall l, In l T -> In l (start n b)) ->
  (forall j, ~ (In (j, true) T /\ In (j, false) T)) ->
  exists es, (forall x y, In (x, y) es -> y = formula And T x) /\
  size (mistakes (play (elimination And n b) never es))
    = Z.of_nat n - size T + Z.b2z b.
Proof.
  intros n b T Pos Once Start Sat.
  set (x0 := fun j => if b then holds T (j, true) else true).
  set (extra := filter (fun i => negb (mentions T i)) (seq 0 n)).
  assert (forall j r, In (j, r) (start n b) -> In j (seq 0 n) /\ (r = false -> b = true)) as Started.
  { intros j r I. apply in_app_or in I. destruct I as [I|I].
    - apply in_map_iff in I. destruct I as (i & E & I). injection E as <- <-. split; [exact I | discriminate].
    - destruct b; [|destruct I]. apply in_map_iff in I. destruct I as (i & E & I). injection E as <- <-. auto. }
  (* at x0 the target is true, and nothing that it says changes with a superfluous variable *)
  assert (forall l, In l T -> value x0 l = true) as True0.
  { intros [j r] I. unfold value, x0. simpl. destruct (Started j r (Start _ I)) as [_ N].
    destruct b; [|destruct r; [reflexivity | discriminate (N eq_refl)]].
    destruct r; [apply holds_In in I; rewrite I; reflexivity|].
    destruct (holds T (j, true)) eqn:E; [|reflexivity]. apply holds_In in E. destruct (Sat j); auto. }
  assert (forall i l, In i extra -> In l T -> value (changed x0 i) l = true) as TrueI.
  { intros i [j r] I L. rewrite <- (True0 _ L). unfold value, changed. simpl.
    destruct (Nat.eqb_spec j i) as [->|N]; [|reflexivity]. exfalso. apply filter_In in I. destruct I as [_ I].
    apply negb_true_iff, orb_false_iff in I. apply holds_In in L. destruct r, I; congruence. }
  set (first := if b then [(x0, true)] else []).
  (* the literal that x0 makes true, of a variable that was not changed yet, is left *)
  assert (forall is i, In i (seq 0 n) -> ~ In i is ->
    In (i, x0 i) (left_after And n b (first ++ map (fun i => (changed x0 i, true)) is))) as Left.
  { intros is i I N. apply filter_In. split.
    - unfold start, x0. apply in_or_app. destruct b; [|left; apply (in_map (fun j => (j, true))), I].
      destruct (holds T (i, true)); [left; apply (in_map (fun j => (j, true))), I
                                    |right; apply (in_map (fun j => (j, false))), I].
    - apply forallb_forall. intros e J. apply in_app_or in J. unfold stays, value. destruct J as [J|J].
      + unfold first in J. destruct b; [|destruct J]. destruct J as [<-|[]]. simpl. apply eqb_reflx.
      + apply in_map_iff in J. destruct J as (k & <- & J). unfold changed. simpl.
        destruct (Nat.eqb_spec i k) as [->|D]; [contradiction | apply eqb_reflx]. }
  (* every example is a mistake, and an update *)
  set (run := play (elimination And n b) never).
  assert (forall es x, updates (run es) = run es -> mistakes (run es) = run es ->
    (exists l, In l (left_after And n b es) /\ value x l = false) ->
    let es := es ++ [(x, true)] in updates (run es) = run es /\ mistakes (run es) = run es) as Step.
  { intros es x U M (l & I & V). unfold run in *. simpl. rewrite play_snoc. unfold updates, mistakes in *.
    rewrite !filter_app, U, M.
    rewrite <- (play_shown (elimination And n b) never es) in I.
    simpl. rewrite (mistaken n b _ x l U I V). auto. }
  assert (forall is, NoDup is -> incl is (seq 0 n) -> let es := first ++ map (fun i => (changed x0 i, true)) is in
    updates (run es) = run es /\ mistakes (run es) = run es) as All.
  { induction is as [|i is IH] using rev_ind; intros D I.
    - simpl. rewrite app_nil_r. unfold first. destruct b; [|split; reflexivity].
      apply (Step []); [reflexivity | reflexivity|]. exists (0%nat, negb (x0 0%nat)). split.
      + rewrite left_after_nil. apply in_or_app. assert (In 0%nat (seq 0 n)) as Z by (apply in_seq; lia).
        destruct (x0 0%nat); [right; apply (in_map (fun j => (j, false))), Z
                             |left; apply (in_map (fun j => (j, true))), Z].
      + unfold value. simpl. destruct (x0 0%nat); reflexivity.
    - rewrite map_app, app_assoc. apply NoDup_remove in D. rewrite app_nil_r in D. apply incl_app_inv in I.
      destruct (IH (proj1 D) (proj1 I)) as [U M]. apply Step; [exact U | exact M|]. exists (i, x0 i). split.
      + apply Left; [apply I; left; reflexivity | apply D].
      + unfold value, changed. simpl. rewrite Nat.eqb_refl. destruct (x0 i); reflexivity. }
  exists (first ++ map (fun i => (changed x0 i, true)) extra). split.
  - intros x y I. symmetry. apply in_app_or in I. destruct I as [I|I].
    + unfold first in I. destruct b; [|destruct I]. destruct I as [E|[]]. injection E as <- <-.
      apply forallb_forall, True0.
    + apply in_map_iff in I. destruct I as (i & E & I). injection E as <- <-. apply forallb_forall. intros l.
      apply TrueI, I.
  - destruct (All extra) as [_ M]; [apply NoDup_filter, seq_NoDup | intros i I; apply filter_In in I; tauto|].
    fold run. rewrite M. unfold run. rewrite <- (map_length shown), play_shown, app_length, map_length.
    assert (size extra = Z.of_nat n - size T) as E.
    { pose proof (halves (mentions T) (seq 0 n)) as H. rewrite seq_length in H. fold extra in H.
      assert (length (filter (mentions T) (seq 0 n)) = length T) as Q; [|rewrite Q in H; lia].
      rewrite <- (map_length fst T). apply Nat.le_antisymm; apply NoDup_incl_length.
      - apply NoDup_filter, seq_NoDup.
      - intros j J. apply filter_In in J. destruct J as [_ J]. apply orb_prop in J. rewrite !holds_In in J.
        destruct J as [J|J]; exact (in_map fst _ _ J).
      - clear - Once Sat. induction Once as [|[j r] T' N O IH]; simpl; constructor.
        + intros I. apply in_map_iff in I. destruct I as ([i s] & E & I). simpl in E. subst i.
          destruct r, s; try contradiction; apply (Sat j); simpl; auto.
        + apply IH. intros i [P Q]. apply (Sat i). simpl. auto.
      - intros j J. apply in_map_iff in J. destruct J as ([i r] & <- & J). apply filter_In. simpl. split.
        + exact (proj1 (Started i r (Start _ J))).
        + apply holds_In in J. unfold mentions. destruct r; rewrite J; [reflexivity | apply orb_true_r]. }
    unfold first. destruct b; simpl length; simpl Z.b2z; lia.
Qed.
End SUPERFLUOUS.

(** No learner has a better bound than n on all conjunctions of n variables: nature shows the n settings in which a
    single variable is 0, and contradicts. *)
Module SWITCHES.
Import ELIMINATION.

Definition all_but (i : nat) : point := fun j => negb (Nat.eqb j i).

Theorem theorem : forall (n : nat)
    (predict : list (round point) -> point -> bool)
    (also : list (round point) -> example point -> bool),
  exists (T : list literal) (es : list (example point)),
  (forall l, In l T -> In l (start n false)) /\
  (forall x y, In (x, y) es -> y = formula And T x) /\
  size (mistakes (play predict also es)) = Z.of_nat n.
Proof.
  intros n predict also. destruct (contradiction predict also (map all_but (seq 0 n)) []) as (es & P & E).
  set (off := fun i => negb (nth i (map snd es) true)).
  (* the variables that made it false explain all answers *)
  exists (map (fun j => (j, true)) (filter off (seq 0 n))), es. repeat split.
  - intros l I. apply in_or_app. left. apply in_map_iff in I. destruct I as (j & <- & I). apply filter_In in I.
    apply (in_map (fun j => (j, true))). tauto.
  - intros x y I. destruct (In_nth _ _ (all_but n, true) I) as (i & Li & Ei).
    assert (length es = n) as L by (rewrite <- (map_length fst), P, map_length; apply seq_length).
    pose proof (map_nth fst es (all_but n, true) i) as Q. rewrite P, Ei in Q. simpl in Q.
    rewrite map_nth, seq_nth in Q by lia. simpl in Q. subst x.
    pose proof (map_nth snd es (all_but n, true) i) as Q. rewrite Ei in Q. simpl in Q. simpl formula.
    destruct y; symmetry.
    + apply forallb_forall. intros l J. apply in_map_iff in J. destruct J as (j & <- & J). apply filter_In in J.
      unfold value, all_but. simpl. destruct (Nat.eqb_spec j i) as [->|N]; [|reflexivity].
      destruct J as [_ J]. unfold off in J. rewrite Q in J. discriminate.
    + apply not_true_iff_false. rewrite forallb_forall. intros A. specialize (A (i, true)).
      unfold value, all_but in A. simpl in A. rewrite Nat.eqb_refl in A. simpl in A. discriminate A.
      apply (in_map (fun j => (j, true))), filter_In. split; [apply in_seq; lia | unfold off; rewrite Q; reflexivity].
  - unfold play. rewrite E, map_length, seq_length. simpl. lia.
Qed.
End SWITCHES.
