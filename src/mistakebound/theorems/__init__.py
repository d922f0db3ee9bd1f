"""The theorems, a module for each chapter or part of one; `mistakebound.certificates` has their parts."""
