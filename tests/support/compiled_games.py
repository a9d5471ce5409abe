"""Games for tests of compiled Monte-Carlo tree search, and a check that compiled code and Python agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules, jit
from fpgames.games import connect4, tictactoe
from fpgames.rand import Gen
from fpgames.rules import unreadable
from fpgames.search import SearchTree, mcts

AnyRules = Rules[Any, Any]
ttt: AnyRules = tictactoe.rules
small: AnyRules = connect4.sized(4, 4, 3)
score_of: Any = ttt.score


USUAL, ENDLESS, DIVIDED, LARGE, UNKNOWN, FAILING, PARTED = range(7)
Kinds = tuple[int, int, int]


def successors_of_kind(p: Kinds) -> Iterator[Kinds]:
    """Yield at most three successors of a position, all of the same kind. Games of the kind ``ENDLESS`` never end."""
    kind, n, turn = p
    if kind == ENDLESS:
        yield kind, n, -turn
    elif n < 10**7:
        for i in range(1, 2 + n % 3):
            yield kind, 3 * n + i, -turn if n % 5 else turn


def score_of_kind(p: Kinds) -> int:
    """Return an arbitrary score. For some positions of the kind ``DIVIDED``, raise ZeroDivisionError."""
    kind, n, _ = p
    return n * 31 % 7 - 3 + (0 if kind != DIVIDED else 1 // (n % 3))


def static_of_kind(p: Kinds) -> float:
    """Return an arbitrary static value of a position.

    For the kinds ``USUAL`` and ``ENDLESS``, every value is valid. For any other kind, the values of the first positions
    of a game are valid. In later positions, the value may be invalid, or the function may raise an error.
    """
    kind, n, _ = p
    if kind in (USUAL, ENDLESS) or n < 20:
        return (n * 2654435761 % 2001 - 1000) / 1000
    if kind == LARGE:
        return 2.0
    if kind == UNKNOWN:
        return 1e300 * 1e300 - 1e300 * 1e300
    if kind == FAILING:
        raise ValueError(n)
    return 1.0 / (1.0 / (n % 2)) if kind == PARTED else 0.0 * (1 // (n % 2))


def outcome_of_kind(p: Kinds) -> Maybe[Outcome]:
    return Nothing if [*successors_of_kind(p)] else Some(Outcome((score_of_kind(p) > 0) - (score_of_kind(p) < 0)))


def play_kind(p: Kinds, move: Kinds) -> Kinds:
    return move


def moves_of_kind(p: Kinds) -> tuple[Kinds, ...]:
    return tuple(successors_of_kind(p))


def player_of_kind(p: Kinds) -> Player:
    return Player.FIRST if p[2] == 1 else Player.SECOND


kinds: AnyRules = Rules(
    name="kinds", start=(USUAL, 1, 1), moves=moves_of_kind, play=play_kind, player=player_of_kind, outcome=outcome_of_kind,
    show=str, read=unreadable, show_move=str, read_move=int, successors=successors_of_kind, score=score_of_kind,
)  # fmt: skip
"""A game with several kinds of positions. One compiled function handles usual and odd kinds."""


def rounded(p: int) -> float:
    """Return a position's number, divided by 2**20 and rounded. The compiler does not support ``round``."""
    return float(round(p / 2**20))


def require_same_search(phases: dict[str, Any], rules: AnyRules, p: Any, n: int, gen: Gen) -> SearchTree[Any, Any]:
    """Check that compiled and uncompiled Monte-Carlo tree search return equal results; return the search tree.

    The search is ``mcts`` with ``n`` simulations. The dictionary ``phases`` holds the keyword arguments of ``mcts``.
    """
    result = jit(mcts(rules, n, **phases))(p).run(gen)
    expected = mcts(rules, n, **phases)(p).run(gen)
    assert result == expected
    assert expected == result
    assert repr(result) == repr(expected)
    return result[0]
