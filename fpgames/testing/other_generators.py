"""The generators of ``random`` and numpy, which pure functions leave alone."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def _numpys() -> Any:
    """Return numpy's module ``random``, or None if numpy is not imported."""
    return getattr(sys.modules.get("numpy"), "random", None)


def states() -> dict[str, bytes]:
    """Return the states of the generators by the names of their modules."""
    numpys = _numpys()
    found = {"random": pickle.dumps(random.getstate())}
    return found if numpys is None else {**found, "numpy.random": pickle.dumps(numpys.get_state())}


@contextmanager
def left_as_they_were() -> Iterator[None]:
    """Set the generators back to their states at the end."""
    numpys = _numpys()
    before, numpys_before = random.getstate(), numpys and numpys.get_state()
    try:
        yield
    finally:
        random.setstate(before)
        if numpys is not None:
            numpys.set_state(numpys_before)


def seed_all(seed: int) -> None:
    """Seed the generators."""
    random.seed(seed)
    numpys = _numpys()
    if numpys is not None:
        numpys.seed(seed)
