"""Operators of compiled code on numbers and tuples of numbers: they return Python's results, or raise an error."""
