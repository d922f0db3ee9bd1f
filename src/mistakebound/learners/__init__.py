"""Learners: frozen parameters, states as values, one protocol (`mistakebound.play.Learner`)."""
