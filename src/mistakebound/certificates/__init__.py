"""The parts of a theorem: expressions and claims, and how they are measured, checked, printed and written for Coq."""
