"""What a move is worth, by every search there is, and what each search had to look at; pure, for the command line."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from fpgames.rules import Player, Rules, whose_turn
from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.counting import count_leaves
from fpgames.search.moves import principal_variation
from fpgames.search.values import minimax
from fpgames.tree.building import build_tree, game_tree
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree
from fpgames.validation import require_at_least

__all__ = ["Analysis", "analyse_move"]

M = TypeVar("M")
P = TypeVar("P")


class Analysis(NamedTuple):
    """A move's worth.

    Args:
        value: to the first player: 1 won, -1 lost, 0 drawn; not decided within the depth, what the game's ``static`` says.
        line: the play expected, this move first.
        minimax: leaves that minimax asked for.
        lists: leaves that alpha-beta on lists asked for.
        window: leaves that alpha-beta with a window asked for.

    See also: :func:`analyse_move`.
    """

    value: float
    line: tuple[Any, ...]
    minimax: int
    lists: int
    window: int


def analyse_move(rules: Rules[P, M], p: P, move: M, depth: int) -> Analysis:
    """Search the positions after a move by minimax and by both forms of alpha-beta.

    ``analyseMove :: Rules p m -> p -> m -> Int -> Analysis``

    Args:
        rules: the game.
        p: the position before the move.
        move: the move.
        depth: moves looked ahead, this one included, at least 1.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: the depth is less than 1.

    >>> from fpgames.games.tictactoe import rules
    >>> analyse_move(rules, rules.start, 4, 5)
    Analysis(value=0, line=(4, 0, 1, 7, 2), minimax=1680, lists=273, window=125)

    See also: :func:`fpgames.search.moves.principal_variation`.
    """
    require_at_least(1, depth, "look {} moves ahead")
    after = rules.play(p, move)
    lists = ab_maximise if whose_turn(rules, after) is Player.FIRST else ab_minimise
    tree: Tree[float] = build_tree(rules)(after) | prune(depth - 1) | map_tree(rules.static)
    value, by_minimax = count_leaves(minimax, tree)
    by_lists, by_window = (count_leaves(search, tree)[1] for search in (lists, alpha_beta))
    line = (game_tree(rules)(after) | prune(depth - 1) | principal_variation(rules.static, search=alpha_beta)).line
    return Analysis(value, (move, *line), by_minimax, by_lists, by_window)
