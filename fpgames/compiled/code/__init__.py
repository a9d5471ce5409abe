"""Functions made again for numba: the same code, with checks, and with the functions that it calls made again too."""
