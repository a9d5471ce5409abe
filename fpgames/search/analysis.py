"""Analysis of a move: its value, the line of play expected after it, and how many leaves each search examines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from toolz import identity

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Rules, require_rules, whose_turn
from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.counting import count_leaves
from fpgames.search.moves import principal_variation
from fpgames.search.values import minimax
from fpgames.tree.building import build_tree, game_tree
from fpgames.tree.stages import map_tree, prune
from fpgames.validation import require_at_least

__all__ = ["Analysis", "analyse_move"]

M = TypeVar("M")
P = TypeVar("P")
Pipeline: TypeAlias = Callable[[P], tuple[float, int]]


class Analysis(NamedTuple):
    """The value of a move, the line of play expected, and how many leaves each search examined.

    Args:
        value: the value to the first player: 1 if won, -1 if lost, 0 if drawn; if the game is not decided within the
            depth, a value of ``Rules.static``.
        line: the line of play expected, beginning with this move.
        minimax: the number of leaves that minimax examined.
        lists: the number of leaves that alpha-beta by lists examined.
        window: the number of leaves that alpha-beta with a window examined.

    See also: :func:`analyse_move`.
    """

    value: float
    line: tuple[Any, ...]
    minimax: int
    lists: int
    window: int


def analyse_move(
    rules: Rules[P, M], p: P, move: M, depth: int, *, compiled: Callable[[Pipeline[P]], Pipeline[P]] = identity
) -> Analysis:
    """Search the positions after a move by minimax and by both forms of alpha-beta.

    ``analyseMove :: Rules p m -> p -> m -> Int -> Analysis``

    Args:
        rules: the rules of the game.
        p: the position before the move.
        move: the move to analyse.
        depth: moves to look ahead, including this one, at least 1.
        compiled: a function that makes a pipeline faster, such as ``jit_when_it_pays``.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: the depth is less than 1, or is not an int.

    >>> from fpgames.games.tictactoe import rules
    >>> analyse_move(rules, rules.start, 4, 5)
    Analysis(value=0, line=(4, 0, 1, 7, 2), minimax=1680, lists=273, window=125)

    See also: :func:`fpgames.search.moves.principal_variation`.
    """
    require_rules(rules, "analyse_move")
    require_at_least(1, depth, "look {} moves ahead")
    after = rules.play(p, move)
    lists = ab_maximise if whose_turn(rules, after) is Player.FIRST else ab_minimise
    look = build_tree(rules) | prune(depth - 1) | map_tree(rules.static)
    (value, by_minimax), (_, by_lists), (_, by_window) = (
        compiled(look | count_leaves(search))(after) for search in (minimax, lists, alpha_beta)
    )
    line = (game_tree(rules)(after) | prune(depth - 1) | principal_variation(rules.static, search=alpha_beta)).line
    return Analysis(value, (move, *line), by_minimax, by_lists, by_window)
