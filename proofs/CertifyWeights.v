(** Runs of learners whose weights are multiplied, computed inside Coq: Winnow1, Winnow2 and the weighted majority.

    These learners have fractions as weights, which a program can compare. We show that their runs are those of the
    theorems' learners. An example is a list of bits, with a label: the bits are the features that are 1, or the
    experts who say +1. *)
From Coq Require Import Reals Lra Lia List Bool QArith Qreals Qreduction.
From MB Require Import Vectors Counts Simplex Learner Certify.
From MB Require Committees Experts.
Import ListNotations.
Open Scope R_scope.
Local Open Scope Q_scope.

Notation bits := (list bool * bool)%type.

(** The weight of the bits that are set; and weights of which some are multiplied by f. *)
Fixpoint weigh (w : list Q) (x : list bool) : Q :=
  match w, x with a :: w, b :: x => if b then Qred (a + weigh w x) else weigh w x | _, _ => 0 end.
Fixpoint multiply (f : Q) (w : list Q) (x : list bool) : list Q :=
  match w, x with a :: w, b :: x => (if b then Qred (f * a) else a) :: multiply f w x | _, _ => [] end.

(** The same as real numbers: features of 0 and 1. *)
Definition real_bits (x : list bool) : vec := fun j => indicator (nth j x false).
Definition real_example (e : bits) : example := (real_bits (fst e), snd e).
Definition same (n : nat) (q : list Q) (w : vec) : Prop :=
  length q = n /\ forall j, (j < n)%nat -> w j = Q2R (nth j q 0).
Definition long_as (n : nat) (es : list bits) : bool := forallb (fun e : bits => Nat.eqb (length (fst e)) n) es.

Open Scope R_scope.

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma weigh_real q : forall x n w, same n q w -> length x = n ->
  sum n (fun j => if nth j x false then w j else 0) = Q2R (weigh q x).
Proof.
  induction q as [|a q IH]; intros [|b x] [|n] w [Q W] X; try discriminate; [symmetry; apply RMicromega.Q2R_0|].
  rewrite sum_shift. cbn [nth weigh]. rewrite (W O) by lia. cbn [nth].
  rewrite (IH x n (fun j => w (S j))); [|split; [simpl in Q; lia | intros j J; apply (W (S j)); lia] | simpl in X; lia].
  destruct b; [rewrite Q2R_red, Q2R_plus|]; lra.
Qed.

Lemma multiply_real f q : forall x n w, same n q w -> length x = n ->
  same n (multiply f q x) (fun j => (if nth j x false then Q2R f else 1) * w j).
Proof.
  induction q as [|a q IH]; intros [|b x] [|n] w [Q W] X; try discriminate; [split; [reflexivity | lia]|].
  destruct (IH x n (fun j => w (S j))) as [L E];
    [split; [simpl in Q; lia | intros j J; apply (W (S j)); lia] | simpl in X; lia|].
  split; [simpl; lia|]. intros [|j] J; cbn [nth multiply]; [|apply E; lia]. rewrite (W O) by lia. cbn [nth].
  destruct b; [rewrite Q2R_red, Q2R_mult|]; lra.
Qed.

Lemma ones_same n w : (forall j, w j = 1) -> same n (repeat 1%Q n) w.
Proof.
  intros One. split; [apply repeat_length|]. intros j J.
  rewrite One, (nth_indep _ 0%Q 1%Q) by (rewrite repeat_length; exact J). rewrite nth_repeat. symmetry.
  apply RMicromega.Q2R_1.
Qed.

(** * Winnow1 and Winnow2 *)

Definition qerrs (theta : Q) (w : list Q) (e : bits) : bool :=
  negb (Bool.eqb (Qle_bool theta (weigh w (fst e))) (snd e)).
Definition qreweigh (alpha demoting : Q) (w : list Q) (e : bits) : list Q :=
  multiply (if snd e then alpha else demoting) w (fst e).
Definition qupdates (alpha demoting theta : Q) (w : list Q) (es : list bits) : list bits :=
  updates (list Q) (qerrs theta) (qreweigh alpha demoting) w es.

(** Is each label that of the disjunction of some of the variables? and a power of alpha. *)
Definition labelled (n : nat) (members : list bool) (es : list bits) : bool :=
  forallb (fun e : bits =>
    Bool.eqb (snd e) (existsb (fun j => nth j members false && nth j (fst e) false) (seq 0 n))) es.
Fixpoint qpower (alpha : Q) (c : nat) : Q := match c with O => 1%Q | S c => Qred (alpha * qpower alpha c) end.

Lemma active_bit x j : Committees.active (real_bits x j) = nth j x false.
Proof.
  unfold Committees.active, real_bits. destruct (nth j x false), (Req_EM_T _ 1); simpl in *; (reflexivity || lra).
Qed.

Lemma same_updates n alpha demoting theta es : long_as n es = true ->
  Committees.littlestone_updates n (Q2R alpha) (Q2R demoting) (Q2R theta) (map real_example es)
  = map real_example (qupdates alpha demoting theta (repeat 1%Q n) es).
Proof.
  intros L. unfold long_as in L. rewrite forallb_forall in L. apply simulated with (same := same n).
  - intros q w [x y] I S. specialize (L _ I). apply Nat.eqb_eq in L. simpl in L.
    unfold Committees.errs, Committees.predicts, qerrs. simpl. do 2 f_equal.
    replace (dot n w (real_bits x)) with (Q2R (weigh q x)).
    + destruct (Rle_dec _ _) as [H|H]; symmetry.
      * apply Qle_bool_iff, Rle_Qle, H.
      * apply not_true_is_false. intros B. apply H, Qle_Rle, Qle_bool_iff, B.
    + rewrite <- (weigh_real q x n w S L). apply sum_ext. intros j _. unfold real_bits.
      destruct (nth j x false); simpl; ring.
  - intros q w [x y] I S. specialize (L _ I). apply Nat.eqb_eq in L. simpl in L.
    destruct (multiply_real (if y then alpha else demoting) q x n w S L) as [Le E]. split; [exact Le|].
    intros j J. unfold Committees.reweigh, Committees.power, Committees.factor_of, qreweigh. cbn [real_example fst snd].
    rewrite active_bit, <- (E j J). destruct (nth j x false), y; reflexivity.
  - apply ones_same. reflexivity.
Qed.

Lemma bits_are_bits n es x y : In (x, y) (map real_example es) -> forall j, (j < n)%nat -> x j = 0 \/ x j = 1.
Proof.
  intros I j _. apply in_map_iff in I as ([x' y'] & E & _). injection E as <- _. unfold real_bits.
  destruct (nth j x' false); simpl; auto.
Qed.

Lemma labels_are_labels n members es x y : labelled n members es = true -> In (x, y) (map real_example es) ->
  y = Committees.disjunction n (fun j => nth j members false) x.
Proof.
  intros L I. apply in_map_iff in I as ([x' y'] & E & I). injection E as <- <-. unfold labelled in L.
  rewrite forallb_forall in L. specialize (L _ I). apply eqb_prop in L. simpl in *. rewrite L.
  unfold Committees.disjunction. clear. induction (seq 0 n) as [|j l IH]; simpl; [reflexivity|].
  rewrite IH, active_bit. reflexivity.
Qed.

Lemma climbs_at_most alpha theta c : Q2R alpha > 1 -> Q2R theta > 0 -> Qle_bool theta (qpower alpha c) = true ->
  (Committees.climbs (Q2R alpha) (Q2R theta) <= c)%nat.
Proof.
  intros A T C. apply Committees.climbs_least; [exact A | exact T|].
  replace (Q2R alpha ^ c) with (Q2R (qpower alpha c)); [apply Rle_ge, Qle_Rle, Qle_bool_iff, C|].
  clear. induction c as [|c IH]; cbn [qpower pow]; [apply RMicromega.Q2R_1|]. rewrite Q2R_red, Q2R_mult, IH.
  reflexivity.
Qed.

(** What is computed. *)
Definition winnow_fits (n : nat) (members : list bool) (alpha theta : Q) (c : nat) (es : list bits) : bool :=
  long_as n es && labelled n members es && negb (Qle_bool alpha 1) && negb (Qle_bool theta 0)
  && Qle_bool theta (qpower alpha c) && Nat.leb 1 n.

Section Winnow.
Variables (n : nat) (members : list bool) (alpha theta : Q) (c : nat) (es us : list bits).
Hypothesis fits : winnow_fits n members alpha theta c es = true.
Let T := fun j => nth j members false.

Lemma above_of (a b : Q) : negb (Qle_bool a b) = true -> Q2R a > Q2R b.
Proof.
  intros N. apply negb_true_iff in N. apply Rnot_le_gt. intros L. apply Rle_Qle, Qle_bool_iff in L. congruence.
Qed.

Lemma facts : (1 <= n)%nat /\ long_as n es = true /\ Q2R alpha > 1 /\ Q2R theta > 0 /\
  (Committees.climbs (Q2R alpha) (Q2R theta) <= c)%nat /\
  (forall x y, In (x, y) (map real_example es) -> y = Committees.disjunction n T x).
Proof.
  unfold winnow_fits in fits. rewrite !andb_true_iff in fits. destruct fits as [[[[[L D] A] Th] C] N].
  apply above_of in A, Th. rewrite RMicromega.Q2R_1 in A. rewrite RMicromega.Q2R_0 in Th. apply Nat.leb_le in N.
  repeat split; auto using climbs_at_most. intros x y. apply labels_are_labels, D.
Qed.
End Winnow.

Module WINNOW1_RUN.
(** The computation checks labels and powers, and so gives Littlestone's bound. *)
Theorem theorem : forall (n : nat) (members : list bool) (alpha theta : Q)
    (c : nat) (es us : list bits),
  winnow_fits n members alpha theta c es = true ->
  qupdates alpha 0 theta (repeat 1%Q n) es = us ->
  Committees.littlestone_updates n (Q2R alpha) 0 (Q2R theta)
    (map real_example es) = map real_example us /\
  Committees.littlestone_mistakes n (Q2R alpha) 0 (Q2R theta)
    (map real_example es) = length us /\
  INR (length us)
    <= Q2R alpha * INR (count n (fun j => nth j members false)) * INR c
      + INR n / Q2R theta.
Proof.
  intros n members alpha theta c es us F <-. destruct (facts n members alpha theta c es F) as (N & L & A & Th & C & D).
  pose proof (same_updates n alpha 0 theta es L) as U. rewrite RMicromega.Q2R_0 in U.
  split; [exact U|]. split.
  - rewrite <- (map_length real_example), <- U. apply mistakes_updates.
  - rewrite <- (map_length real_example), <- U. eapply Rle_trans.
    + apply (Committees.WINNOW1.theorem n (fun j => nth j members false)); eauto using bits_are_bits.
    + apply Rplus_le_compat_r, Rmult_le_compat_l; [|apply le_INR, C].
      apply Rmult_le_pos; [lra | apply pos_INR].
Qed.
End WINNOW1_RUN.

Module WINNOW2_RUN.
(** The same, where false alarms divide. *)
Theorem theorem : forall (n : nat) (members : list bool) (alpha theta : Q)
    (c : nat) (es us : list bits),
  winnow_fits n members alpha theta c es = true ->
  qupdates alpha (/ alpha) theta (repeat 1%Q n) es = us ->
  Committees.littlestone_updates n (Q2R alpha) (1 / Q2R alpha) (Q2R theta)
    (map real_example es)
    = map real_example us /\
  Committees.littlestone_mistakes n (Q2R alpha) (1 / Q2R alpha) (Q2R theta)
    (map real_example es) = length us /\
  INR (length us) < Q2R alpha * INR n / ((Q2R alpha - 1) * Q2R theta)
    + (Q2R alpha + 1) * INR (count n (fun j => nth j members false)) * INR c.
Proof.
  intros n members alpha theta c es us F <-. destruct (facts n members alpha theta c es F) as (N & L & A & Th & C & D).
  pose proof (same_updates n alpha (/ alpha) theta es L) as U. rewrite Q2R_inv in U.
  2:{ intros Z. apply Qeq_eqR in Z. rewrite RMicromega.Q2R_0 in Z. lra. }
  replace (/ Q2R alpha) with (1 / Q2R alpha) in U by (unfold Rdiv; ring).
  split; [exact U|]. split.
  - rewrite <- (map_length real_example), <- U. apply mistakes_updates.
  - rewrite <- (map_length real_example), <- U. eapply Rlt_le_trans.
    + apply (Committees.WINNOW2.theorem n (fun j => nth j members false)); eauto using bits_are_bits.
    + apply Rplus_le_compat_l, Rmult_le_compat_l; [|apply le_INR, C].
      apply Rmult_le_pos; [lra | apply pos_INR].
Qed.
End WINNOW2_RUN.

(** * The weighted majority *)

(** Expert j says bit j. The prediction is the label with more weight, and [tie] if both have the same. *)
Definition says : Experts.advice := fun j x => Committees.active (x j).
Definition majority (n : nat) (tie : bool) (w x : vec) : bool :=
  match total_order_T (Experts.said n says true w x) (Experts.said n says false w x) with
  | inleft (left _) => false | inleft (right _) => tie | inright _ => true
  end.
Definition qmajority (tie : bool) (w : list Q) (x : list bool) : bool :=
  match Qcompare (weigh w x) (weigh w (map negb x)) with Lt => false | Eq => tie | Gt => true end.
Definition qmajority_updates (tie : bool) (beta : Q) (w : list Q) (es : list bits) : list bits :=
  updates (list Q) (fun w e => negb (Bool.eqb (qmajority tie w (fst e)) (snd e)))
    (fun w e => multiply beta w (map (fun b => negb (Bool.eqb b (snd e))) (fst e))) w es.

Lemma majority_is n tie : Experts.weighted_majority n says (majority n tie).
Proof. intros w x. unfold majority. destruct (total_order_T _ _) as [[L|E]|G]; [|destruct tie|]; simpl negb; lra. Qed.

Lemma said_real n q x w b : same n q w -> length x = n ->
  Experts.said n says b w (real_bits x) = Q2R (weigh q (map (fun c => Bool.eqb c b) x)).
Proof.
  intros S L. rewrite <- (weigh_real q _ n w S) by (rewrite map_length; exact L). apply sum_ext. intros j J.
  unfold says. rewrite active_bit, (nth_indep (map _ x) false (Bool.eqb false b)), (map_nth (fun c => Bool.eqb c b))
    by (rewrite map_length; lia). reflexivity.
Qed.

Lemma majority_real n tie q x w : same n q w -> length x = n ->
  majority n tie w (real_bits x) = qmajority tie q x.
Proof.
  intros S L. unfold majority, qmajority. rewrite !(said_real n q x w) by assumption.
  replace (map (fun c => Bool.eqb c true) x) with x
    by (rewrite (map_ext _ (fun c => c)), map_id by (intros []; reflexivity); reflexivity).
  rewrite (map_ext (fun c => Bool.eqb c false) negb) by (intros []; reflexivity).
  destruct (total_order_T _ _) as [[G|G]|G].
  - replace (Qcompare _ _) with Lt by (symmetry; apply Qlt_alt, Rlt_Qlt, G). reflexivity.
  - replace (Qcompare _ _) with Eq by (symmetry; apply Qeq_alt, eqR_Qeq, G). reflexivity.
  - replace (Qcompare _ _) with Gt by (symmetry; apply Qgt_alt, Rlt_Qlt, G). reflexivity.
Qed.

Lemma same_majority n tie beta es : long_as n es = true ->
  Experts.majority_updates (majority n tie) says (Q2R beta) (map real_example es)
  = map real_example (qmajority_updates tie beta (repeat 1%Q n) es).
Proof.
  intros L. unfold long_as in L. rewrite forallb_forall in L. apply simulated with (same := same n).
  - intros q w [x y] I S. specialize (L _ I). apply Nat.eqb_eq in L. simpl in L.
    unfold Experts.updating, Experts.mistaken. simpl. rewrite (majority_real n tie q x w S L). reflexivity.
  - intros q w [x y] I S. specialize (L _ I). apply Nat.eqb_eq in L. simpl in L.
    destruct (multiply_real beta q (map (fun b => negb (Bool.eqb b y)) x) n w S) as [Le E];
      [rewrite map_length; exact L|].
    split; [exact Le|]. intros j J. cbn [fst snd]. rewrite <- (E j J). unfold Experts.reweigh, Experts.errs, says.
    cbn [real_example fst snd].
    rewrite active_bit, (nth_indep (map _ x) false (negb (Bool.eqb false y))), (map_nth (fun b => negb (Bool.eqb b y)))
      by (rewrite map_length; lia). reflexivity.
  - apply ones_same. reflexivity.
Qed.

(** How often expert i is wrong. *)
Definition qerrors (i : nat) (es : list bits) : nat :=
  length (filter (fun e : bits => negb (Bool.eqb (nth i (fst e) false) (snd e))) es).

Module MAJORITY_RUN.
(** The computation counts the mistakes of one expert, and so gives the bound of Littlestone and Warmuth. *)
Theorem theorem : forall (n best : nat) (tie : bool) (beta : Q)
    (es us : list bits),
  long_as n es && Nat.ltb best n && negb (Qle_bool beta 0)
    && negb (Qle_bool 1 beta) = true ->
  qmajority_updates tie beta (repeat 1%Q n) es = us ->
  Experts.majority_updates (majority n tie) says (Q2R beta)
    (map real_example es) = map real_example us /\
  Experts.majority_mistakes (majority n tie) says (Q2R beta)
    (map real_example es) = length us /\
  INR (length us)
    <= (ln (INR n) + INR (qerrors best us) * ln (1 / Q2R beta))
      / ln (2 / (1 + Q2R beta)).
Proof.
  intros n best tie beta es us C <-. rewrite !andb_true_iff in C. destruct C as [[[L B] P] One].
  apply Nat.ltb_lt in B. apply above_of in P, One. rewrite RMicromega.Q2R_0 in P. rewrite RMicromega.Q2R_1 in One.
  pose proof (same_majority n tie beta es L) as U.
  set (us := qmajority_updates tie beta (repeat 1%Q n) es) in *.
  assert (Experts.majority_mistakes (majority n tie) says (Q2R beta) (map real_example es) = length us) as M.
  { transitivity (length (map real_example us)); [rewrite <- U; apply mistakes_updates | apply map_length]. }
  split; [exact U|]. split; [exact M|]. rewrite <- M.
  eapply Rle_trans; [apply (Experts.WEIGHTED_MAJORITY.theorem n); [lia | lra | apply majority_is]|].
  assert (0 < ln (1 / Q2R beta)) as Gain.
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (Q2R beta); [lra|]. field_simplify; lra. }
  assert (0 < ln (2 / (1 + Q2R beta))) as Loss.
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (1 + Q2R beta); [lra|].
    field_simplify; lra. }
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Loss|]. apply Rplus_le_compat_l.
  apply Rmult_le_compat_r; [lra|]. apply le_INR. rewrite U.
  eapply Nat.le_trans; [apply fewest_le, B|]. apply Nat.eq_le_incl. clear.
  induction us as [|[x y] us IH]; [reflexivity|]. unfold Experts.errors, qerrors, Experts.errs, says in *. simpl in *.
  rewrite active_bit. destruct (negb _); simpl; lia.
Qed.
End MAJORITY_RUN.
