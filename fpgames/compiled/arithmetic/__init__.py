"""Numbers and tuples of numbers in compiled code, which do what Python's do or raise an error."""
