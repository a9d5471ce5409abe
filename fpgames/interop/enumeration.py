"""The moves of a game as numbers, which libraries with a fixed set of actions ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from fpgames.rules.outcomes import CHANCE
from fpgames.rules.record import M, P, Rules, require_rules

__all__ = ["enumerate_moves"]

_MAX_POSITIONS = 20_000


def positions_by_length(rules: Rules[P, M], max_plays: int | None = None) -> Iterator[set[P]]:
    """Yield the sets of positions after 0, 1, 2, ... moves; play at most ``max_plays`` moves for each set."""
    level = {rules.start}
    while level:
        yield level
        level = set(islice((rules.play(p, move) for p in level for move in rules.moves(p)), max_plays))


def enumerate_moves(rules: Rules[P, M]) -> tuple[tuple[M, ...], int]:
    """Return the moves of the players, and the greatest length of a game: ``enumerateMoves :: Rules p m -> ([m], Int)``.

    Args:
        rules: the rules of a small game, whose positions are all visited.

    Raises:
        ValueError: there are more than 20,000 positions. A position counts once for each number of moves that lead to it.

    >>> from fpgames.games import game
    >>> enumerate_moves(game("mnk:2,2,2"))
    ((0, 1, 2, 3), 3)

    See also: :func:`fpgames.interop.openspiel.to_openspiel`; :func:`fpgames.interop.pettingzoo.to_pettingzoo`.
    """
    moves, sizes = dict[M, None](), list[int]()
    for level in positions_by_length(require_rules(rules, "enumerate_moves")):
        sizes.append(len(level))
        if sum(sizes) > _MAX_POSITIONS:
            raise ValueError(
                f"{rules.name} has more than {_MAX_POSITIONS} positions; pass moves=, all moves of the players, and to"
                " to_openspiel also longest=, the greatest number of moves in a game"
            )
        players = [p for p in level if rules.player(p) is not CHANCE]
        moves |= dict.fromkeys(move for p in players for move in rules.moves(p))
    return tuple(moves), len(sizes) - 1


def legal_actions(rules: Rules[P, M], numbers: Mapping[M, int], p: P) -> list[int]:
    """Return the numbers of the legal moves, in order; raise ValueError for a move that has no number."""
    moves = rules.moves(p)
    if missing := [move for move in moves if move not in numbers]:
        raise ValueError(f"{rules.name}: moves= does not have {missing[0]!r:.80}; expected all moves of the players")
    return sorted(numbers[move] for move in moves)
