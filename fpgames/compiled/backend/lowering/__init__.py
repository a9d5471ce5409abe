"""Translate a Python function, and all functions that it calls, for numba; reject unsupported code."""
