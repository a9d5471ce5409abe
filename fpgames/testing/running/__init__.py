"""Run laws: a suite, one law of it, all laws of a subject, and functions in a second process."""
