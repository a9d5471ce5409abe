"""The memory of compiled searches, which contains counters, tables of results, and stacks of children."""
