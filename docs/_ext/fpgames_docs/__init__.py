"""Sphinx extensions that build the pages; they form a package, so that their names do not clash with other modules."""
