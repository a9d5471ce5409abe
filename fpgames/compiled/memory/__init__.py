"""The memory of compiled searches: words, tables of results, stacks and counters."""
