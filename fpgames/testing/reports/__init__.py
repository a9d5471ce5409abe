"""Shrink counterexamples, and describe them."""
