"""Retrograde analysis: the results of all positions of a finite game, found from the ends of the game backwards.

Positions may follow from themselves, as in endgames of kings, where a search from the front would never end.

Source: Thompson, *Retrograde analysis of certain endgames* (ICCA Journal 9, 1986).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from pyrsistent import PMap, pmap

from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import M, P, Rules, final_outcome, require_rules, whose_turn
from fpgames.validation import names_arguments

__all__ = ["Solved", "reachable", "solve_backwards"]


class Solved(NamedTuple):
    """The result of a position if both players play perfectly.

    Args:
        outcome: the outcome; a draw also if the game never ends.
        depth: the number of moves until the end, if the winner is as quick and the loser as slow as possible; None for
            a draw.

    See also: :func:`solve_backwards`, whose table has these values.
    """

    outcome: Outcome
    depth: int | None


_DRAW = Solved(Outcome.DRAW, None)


Graph: TypeAlias = Mapping[P, tuple[P, ...]]
"""The positions after each move, for every position."""


@names_arguments
def reachable(rules: Rules[P, M], positions: Iterable[P]) -> Iterator[P]:
    """Return the positions that follow from some, each once, lazily: the nearest first.

    ``reachable rules = nub . concat . levels . build_tree rules``, for one position

    Args:
        rules: the rules of the game.
        positions: the positions to begin with, which are returned too.

    Raises:
        TypeError: ``positions`` is a single one, or nothing that has elements.

    >>> from fpgames.games.tictactoe import rules
    >>> sum(1 for _ in reachable(rules, [rules.start]))
    5478

    See also: :func:`solve_backwards`; :func:`fpgames.tree.folds.levels`, which also meets them all.
    """
    return (p for p, _ in _expanded(rules, positions, "reachable"))


def _expanded(rules: Rules[P, M], positions: Iterable[P], what: str) -> Iterator[tuple[P, tuple[P, ...]]]:
    """Return every reachable position with those after it, lazily."""
    require_rules(rules, what)
    if not isinstance(positions, Iterable) or _is_one(rules, positions):
        raise TypeError(f"{what} needs a list of positions, such as [rules.start]; got {positions!r:.80}")
    return _nearest_first(rules, dict.fromkeys(positions))


def _is_one(rules: Rules[P, M], positions: Iterable[P]) -> bool:
    """Return whether these are one position: of its type, and if that is a tuple, not a tuple of such tuples."""
    kind = type(rules.start)
    return type(positions) is kind and not (isinstance(positions, tuple) and all(type(p) is kind for p in positions))


def _nearest_first(rules: Rules[P, M], seen: dict[P, None]) -> Iterator[tuple[P, tuple[P, ...]]]:
    waiting = deque(seen)
    while waiting:
        p = waiting.popleft()
        after = tuple(rules.successors(p))
        yield p, after
        new = dict.fromkeys(q for q in after if q not in seen)
        seen |= new
        waiting.extend(new)


@names_arguments
def solve_backwards(rules: Rules[P, M], positions: Iterable[P]) -> PMap[P, Solved]:
    r"""Return the results of some positions, and of all that follow from them: the least fixed point of one move.

    ``solveBackwards rules ps = lfp (\table -> fromSet (best table) (reachable rules ps))``

    In the beginning, the table has the outcomes of ended games, and a draw for all other positions. Then positions from
    which one move leads to a win of the player to move become wins, and those whose moves all lead to losses become
    losses, until nothing changes. What remains is a draw, because neither player can force another end.

    Args:
        rules: the rules of the game.
        positions: the positions to begin with; those that follow from them must be finite in number.

    Raises:
        ValueError: a position has no moves, but its game is not over.
        TypeError: ``positions`` is a single one, or nothing that has elements.

    >>> from fpgames.games.tictactoe import rules
    >>> table = solve_backwards(rules, [rules.start])
    >>> table[rules.start]
    Solved(outcome=Outcome.DRAW, depth=None)
    >>> table[rules.read("XX.\nOO.\n...")]
    Solved(outcome=Outcome.FIRST_WON, depth=1)

    See also: :func:`fpgames.search.values.minimax`, for games that always end; :func:`reachable`.

    Source: Thompson 1986.
    """
    after = dict(_expanded(rules, positions, "solve_backwards"))
    before = _reversed(after)
    table = dict.fromkeys(after, _DRAW)
    found = {p: outcome for p in after if not after[p] and (outcome := final_outcome(rules, p))}
    depth = 0
    while found:
        table |= {p: Solved(outcome, depth) for p, outcome in found.items()}
        depth += 1
        nearby = dict.fromkeys(p for q in found for p in before[q] if not table[p].outcome)
        found = {p: outcome for p in nearby if (outcome := _best(rules, p, [table[q] for q in after[p]]))}
    return pmap(table)


def _reversed(after: Graph[P]) -> Mapping[P, list[P]]:
    """Return the positions that lead to each."""
    before: dict[P, list[P]] = {p: [] for p in after}
    for p, below in after.items():
        for q in below:
            before[q].append(p)
    return before


def _best(rules: Rules[P, M], p: P, below: list[Solved]) -> Outcome:
    """Return the best outcome of the next positions for the player to move."""
    best = max if whose_turn(rules, p) is Player.FIRST else min
    return best(solved.outcome for solved in below)
