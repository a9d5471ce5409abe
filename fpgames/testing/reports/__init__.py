"""Counterexamples made simpler, and put in words."""
