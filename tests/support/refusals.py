"""Check that wrong calls raise the expected errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable


def wrong_errors(cases: Iterable[tuple[Callable[[], object], str]]) -> dict[str, str]:
    """Return the failing cases, each with the actual error.

    A case is a call and the expected error, written as "Type: regular expression of the message". The case fails if the
    call raises a different error, or no error.
    """
    results = {f"{i}, {expected}": (error_text(call), expected) for i, (call, expected) in enumerate(cases)}
    return {case: actual for case, (actual, expected) in results.items() if not _matches(actual, expected)}


def error_text(call: Callable[[], object]) -> str:
    """Return the type and message of the error that a call raises. If the call succeeds, return "no error; " and the result."""
    try:
        return f"no error; {call()!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _matches(actual: str, expected: str) -> bool:
    kind, pattern = expected.split(": ", 1)
    return actual.startswith(f"{kind}: ") and re.search(pattern, actual[len(kind) + 2 :]) is not None
