"""Theorems as objects: `core` has what they are made of; each chapter has a module of its own."""
