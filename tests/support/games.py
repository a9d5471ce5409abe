"""Helpers for tests of several games: a parametrization by game, a check of error messages, and plain values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from fpgames import Rules, build_tree, map_tree, minimax, share
from fpgames.games import GAMES

EVERY_GAME = pytest.mark.parametrize("rules", [GAMES[name] for name in sorted(GAMES)], ids=sorted(GAMES))


def require_refused(
    function: Callable[..., object],
    cases: Iterable[tuple[Any, str]],
    *,
    error: type[Exception] = ValueError,
    pattern: bool = False,
) -> None:
    """Check that a function rejects each argument, with a one-line error that contains the words or matches the pattern.

    Report all failing cases at once.
    """
    failures = []
    for number, (argument, words) in enumerate(cases):
        try:
            function(argument)
        except error as raised:
            message = str(raised)
            if "\n" in message or not re.search(words if pattern else re.escape(words), message):
                failures.append(f"case {number}: expected {words!r}, got {message!r}")
        else:
            failures.append(f"case {number}: expected {words!r}, got no error")
    assert not failures, "\n".join(failures)


def value(rules: Rules[Any, Any], p: Any) -> int:
    """Return the value of a position by plain minimax of the whole shared tree."""
    return int(build_tree(rules)(p) | share | map_tree(rules.static) | minimax)
