"""Compile the recursive function of a search, at once or when that pays, run it, and explain failures."""
