"""Caches of machine code: in this process, and on disk."""
