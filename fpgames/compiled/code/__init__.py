"""Translate Python functions for numba, with checks: a function, and all functions that it calls."""
