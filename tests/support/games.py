"""What tests of several games share: every game of the registry, sizes and their names, and texts that are refused."""

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
    """Each argument is refused by an error of one line that has the words, or matches the pattern.

    All that is wrong is told at once.
    """
    wrong = []
    for number, (argument, words) in enumerate(cases):
        try:
            function(argument)
        except error as refused:
            said = str(refused)
            if "\n" in said or not re.search(words if pattern else re.escape(words), said):
                wrong.append(f"case {number}: expected {words!r}, got {said!r}")
        else:
            wrong.append(f"case {number}: expected {words!r}, got no error")
    assert not wrong, "\n".join(wrong)


def value(rules: Rules[Any, Any], p: Any) -> int:
    """The value of a position by the plainest search."""
    return int(build_tree(rules)(p) | share | map_tree(rules.static) | minimax)
