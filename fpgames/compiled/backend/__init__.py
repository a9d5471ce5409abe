"""Code that needs numba: the compiler and what compiled code uses; only ``import_with_numba`` imports these modules."""
