"""The memory of compiled searches: counters, tables of results, and stacks of children."""
