"""What a theorem is: its expressions, its claims, and how they are measured, checked, printed and written for Coq."""
