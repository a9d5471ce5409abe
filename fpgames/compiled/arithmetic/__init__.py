"""Numbers in compiled code, and tuples of numbers: operators return Python's results, or raise an error."""
