"""Tables of misuse: what is done, and the error that has to say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable


def unlike(cases: Iterable[tuple[Callable[[], object], str]]) -> dict[str, str]:
    """Return what was said by each case that does not raise the expected error: its type, and a pattern of its message."""
    found = {f"{i}, {expected}": (said_by(use), expected) for i, (use, expected) in enumerate(cases)}
    return {case: said for case, (said, expected) in found.items() if not _like(said, expected)}


def said_by(use: Callable[[], object]) -> str:
    """Return the type and the message of the error that a call raises, or what the call returns."""
    try:
        return f"no error; {use()!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _like(said: str, expected: str) -> bool:
    kind, pattern = expected.split(": ", 1)
    return said.startswith(f"{kind}: ") and re.search(pattern, said[len(kind) + 2 :]) is not None
