"""Retrograde analysis: solve all positions of a finite game, working backwards from finished games.

The analysis also solves games with repeated positions, such as endgames between kings. A forward search would not end.

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
    """The result of a position under perfect play.

    Args:
        outcome: the outcome; a draw if the game never ends.
        depth: the number of moves to the end, if the winner hurries and the loser delays; None for a draw.

    See also: :func:`solve_backwards`, which returns a table of these results.
    """

    outcome: Outcome
    depth: int | None


_DRAW = Solved(Outcome.DRAW, None)


Graph: TypeAlias = Mapping[P, tuple[P, ...]]
"""The successors of every position: the positions after each legal move."""


@names_arguments
def reachable(rules: Rules[P, M], positions: Iterable[P]) -> Iterator[P]:
    """Return a lazy iterator over all positions that can be reached from some positions, in breadth-first order.

    ``reachable rules = nub . concat . levels . build_tree rules``, for one start position

    Args:
        rules: the rules of the game.
        positions: the start positions, which are returned too.

    Raises:
        TypeError: ``positions`` is a single position, or is not iterable.

    >>> from fpgames.games.tictactoe import rules
    >>> sum(1 for _ in reachable(rules, [rules.start]))
    5478

    See also: :func:`solve_backwards`; :func:`fpgames.tree.folds.levels`, the labels of a tree by depth.
    """
    return (p for p, _ in _with_successors(rules, positions, "reachable"))


def _with_successors(rules: Rules[P, M], positions: Iterable[P], caller: str) -> Iterator[tuple[P, tuple[P, ...]]]:
    """Return a lazy iterator over the reachable positions, each with its successors, in breadth-first order."""
    require_rules(rules, caller)
    if not isinstance(positions, Iterable) or _is_single_position(rules, positions):
        raise TypeError(f"{caller} needs a list of positions, such as [rules.start]; got {positions!r:.80}")
    return _search_breadth_first(rules, dict.fromkeys(positions))


def _is_single_position(rules: Rules[P, M], positions: Iterable[P]) -> bool:
    """Return whether a value is one position: it has the type of ``rules.start``, and is not a tuple of positions."""
    kind = type(rules.start)
    return type(positions) is kind and not (isinstance(positions, tuple) and all(type(p) is kind for p in positions))


def _search_breadth_first(rules: Rules[P, M], seen: dict[P, None]) -> Iterator[tuple[P, tuple[P, ...]]]:
    queue = deque(seen)
    while queue:
        p = queue.popleft()
        successors = tuple(rules.successors(p))
        yield p, successors
        new = dict.fromkeys(q for q in successors if q not in seen)
        seen |= new
        queue.extend(new)


@names_arguments
def solve_backwards(rules: Rules[P, M], positions: Iterable[P]) -> PMap[P, Solved]:
    r"""Return a table of the results of all positions that can be reached from some positions, by retrograde analysis.

    ``solveBackwards rules ps = lfp (\table -> fromSet (best table) (reachable rules ps))``

    At first, the table has the outcomes of finished games, and a draw for all other positions. Then a position with a
    winning move becomes a win, and a position whose moves all lose becomes a loss, until nothing changes. The remaining
    positions are draws, because neither player can force a win.

    Args:
        rules: the rules of the game.
        positions: the start positions; the number of positions reachable from them must be finite.

    Raises:
        ValueError: a position has no moves, but its game is not over.
        TypeError: ``positions`` is a single position, or is not iterable.

    >>> from fpgames.games.tictactoe import rules
    >>> table = solve_backwards(rules, [rules.start])
    >>> table[rules.start]
    Solved(outcome=Outcome.DRAW, depth=None)
    >>> table[rules.read("XX.\nOO.\n...")]
    Solved(outcome=Outcome.FIRST_WON, depth=1)

    See also: :func:`fpgames.search.values.minimax`, for games that always end; :func:`reachable`.

    Source: Thompson 1986.
    """
    successors = dict(_with_successors(rules, positions, "solve_backwards"))
    predecessors = _predecessors(successors)
    table = dict.fromkeys(successors, _DRAW)
    solved = {p: outcome for p in successors if not successors[p] and (outcome := final_outcome(rules, p))}
    depth = 0
    while solved:
        table |= {p: Solved(outcome, depth) for p, outcome in solved.items()}
        depth += 1
        unsolved = dict.fromkeys(p for q in solved for p in predecessors[q] if not table[p].outcome)
        solved = {
            p: outcome for p in unsolved if (outcome := _best_outcome(rules, p, [table[q] for q in successors[p]]))
        }
    return pmap(table)


def _predecessors(successors: Graph[P]) -> Mapping[P, list[P]]:
    """Return the predecessors of every position: one move leads from a predecessor to the position."""
    predecessors: dict[P, list[P]] = {p: [] for p in successors}
    for p, after in successors.items():
        for q in after:
            predecessors[q].append(p)
    return predecessors


def _best_outcome(rules: Rules[P, M], p: P, results: list[Solved]) -> Outcome:
    """Return the outcome that is best for the player to move, among the results of the position's successors."""
    best = max if whose_turn(rules, p) is Player.FIRST else min
    return best(solved.outcome for solved in results)
