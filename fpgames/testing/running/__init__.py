"""Suites of laws, functions that run laws, and calls of functions in a second process."""
