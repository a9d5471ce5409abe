"""All tests let Python look for circles of objects seldom: that takes a tenth of their time, and of pages' a quarter."""

import gc

gc.set_threshold(100_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave out what was made by collecting, which lives as long as the process."""
    gc.collect()
    gc.freeze()
