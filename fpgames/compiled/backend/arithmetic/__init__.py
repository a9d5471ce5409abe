"""Operators on numbers and tuples in compiled code: each operator returns Python's result, or raises an error."""
