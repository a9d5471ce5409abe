"""What tests of the kit need: one law of a list by its name, and Hypothesis' settings for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import settings

from fpgames.testing import Law


def law_of(laws: Iterable[Law], name: str) -> Law:
    """Return the law with a name."""
    [law] = [law for law in laws if law.name == name]
    return law


@contextmanager
def profile(**changes: Any) -> Iterator[None]:
    """Let other settings hold inside, also if what is inside fails."""
    before = settings.get_current_profile_name()
    settings.register_profile("for a while", settings.get_profile(before), **changes)
    settings.load_profile("for a while")
    try:
        yield
    finally:
        settings.load_profile(before)
