"""Machine code that is kept: how it is found again in this process and on the disk."""
