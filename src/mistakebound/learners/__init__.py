"""Learners: frozen parameters, states as values, one protocol (`mistakebound.protocol.Learner`)."""
