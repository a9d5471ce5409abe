"""Helpers for tests of several games: a parametrization by game, a check of error messages, and minimax values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from fpgames import CHANCE, Rules, build_tree, map_tree, minimax, share
from fpgames.games import GAMES, KINDS

WITHOUT_CHANCE = {name: kind.rules for name, kind in KINDS.items() if not kind.chance}
"""The games in which only players move."""

EVERY_GAME = pytest.mark.parametrize("rules", [GAMES[name] for name in sorted(GAMES)], ids=sorted(GAMES))


def require_refused(
    function: Callable[..., object],
    cases: Iterable[tuple[Any, str]],
    *,
    error: type[Exception] = ValueError,
    pattern: bool = False,
) -> None:
    """Check that a function rejects the argument of each case with a one-line error.

    The error must contain the words of the case. With ``pattern=True``, the words are a regular expression. All failing
    cases are reported together.
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


def minimax_value(rules: Rules[Any, Any], p: Any) -> int:
    return int(build_tree(rules)(p) | share | map_tree(rules.static) | minimax)


def expected_value(rules: Rules[Any, Any], p: Any, depth: int = -1) -> Fraction:
    """Return the exact expected score with best play by both, without a tree; after ``depth`` moves, if it is not -1."""

    @cache
    def value(p: Any, depth: int) -> Fraction:
        if not rules.moves(p) or not depth:
            return Fraction(rules.score(p))
        values = [value(rules.play(p, move), depth - 1) for move in rules.moves(p)]
        turn = rules.player(p)
        return sum(values, Fraction()) / len(values) if turn is CHANCE else max(values) if turn == 1 else min(values)

    return value(p, depth)
