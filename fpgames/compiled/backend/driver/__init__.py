"""Compile the recursive function of a search, at once or when compiling pays; run the function; explain failures."""
