"""The theorems, a module for each chapter or part of one; `mistakebound.certificates` has what they are made of."""
