"""Pages are tested here; what builds them is run by Sphinx."""

collect_ignore = ["conf.py", "_ext"]
