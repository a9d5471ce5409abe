"""A solver of Connect Four in the ten steps of *Solving Connect 4*; each step is a pipeline of general stages.

Each step adds one idea. All steps find the same value, and most steps visit fewer nodes than the step before.
Knowledge of the game, such as threats and bounds, is in :mod:`fpgames.games.connect4.knowledge`.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 3 to 12.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TypeAlias, TypeVar

from fpgames.compiled.caching.table_reuse import reuse_tables
from fpgames.games.connect4 import Position, Size, facts, sized
from fpgames.games.connect4.board import require_size
from fpgames.games.connect4.text import require_reachable
from fpgames.rules.record import AnyRules
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.bounds import bound_by
from fpgames.search.null_windows import mtd_bi
from fpgames.search.values import minimax
from fpgames.solvers.generic import SolverGame, make_solver
from fpgames.solvers.solution import Solver
from fpgames.stage import Stage
from fpgames.tree.building import build_tree
from fpgames.tree.protocols import Search
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, order_by, prune_when
from fpgames.tree.unfolding import Tree
from fpgames.validation import names_arguments

__all__ = ["connect4_solver", "search_of_part", "tree_of_part"]

A = TypeVar("A")

ENTRIES = 1 << 22
"""The number of entries in the bounded transposition table."""

PARTS = range(3, 13)
"""The numbers of the steps: each is the number of a part of *Solving Connect 4*."""

Pipeline: TypeAlias = Stage[Position, Tree[int]]
"""The type of pipelines that build the tree of a position."""


def tree_of_part(part: int, width: int = 7, height: int = 6, align: int = 4) -> Pipeline:
    """Return the pipeline that builds the tree of a position in one of the steps of *Solving Connect 4*.

    ``treeOfPart :: Int -> Int -> Int -> Int -> Position -> Tree Int``

    The labels of the tree are values to the first player. The sooner a game is won, the further its value is from 0.

    Args:
        part: the number of the step, 3 to 12.
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: the number of stones in line needed to win, at least 1.

    Raises:
        ValueError: part is not from 3 to 12, or ``width``, ``height`` or ``align`` is not an int or is less than 1.

    >>> from fpgames.search import mtd_bi
    >>> from fpgames.games.connect4 import rules
    >>> mtd_bi(tree_of_part(12)(rules.read("2252576253462244111563365343671351441")))
    1

    See also: :func:`search_of_part`; :func:`connect4_solver`.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    _require_part(part)
    return _tree_pipelines(require_size(width, height, align))[part]


@cache
def _tree_pipelines(size: Size) -> dict[int, Pipeline]:
    """Return a map from a step's number to the step's pipeline, for one size of board."""
    knowledge, rules, centre = facts(*size), sized(*size), sized(*size, centre_first=True)
    safe = replace(rules, name=f"{rules.name}-safe", successors=knowledge.non_losing)
    steps: dict[int, Pipeline] = {}
    scored = prune_when(knowledge.can_win) | map_tree(knowledge.score)
    bounded = scored | bound_by(knowledge.mover_bounds)
    tighter = map_tree(knowledge.score) | bound_by(knowledge.bounds)
    steps[3] = build_tree(rules) | scored
    steps[4] = build_tree(rules) | bounded
    steps[5] = steps[6] = build_tree(centre) | bounded
    steps[7] = steps[8] = steps[6] | share
    steps[9] = build_tree(safe) | tighter | share
    ordered = build_tree(safe) | order_by(knowledge.open_threats) | tighter
    steps[10] = ordered | share
    steps[11] = steps[12] = ordered | share(entries=ENTRIES)
    return steps


def search_of_part(part: int, weak: bool = False) -> Search:
    """Return the search of one of the steps of *Solving Connect 4*: a function from a tree to the value of its root.

    ``searchOfPart :: Int -> Bool -> Tree Int -> Int``

    The search is ``minimax`` in part 3, ``alpha_beta`` in parts 4 to 7, and ``mtd_bi`` in parts 8 to 12.

    Args:
        part: the number of the step, 3 to 12.
        weak: whether to find only the sign of the value, which visits fewer nodes; ignored in part 3.

    Raises:
        ValueError: part is not from 3 to 12.

    >>> from fpgames.games.connect4 import rules
    >>> p = rules.read("2252576253462244111563365343671351441")
    >>> [tree_of_part(part)(p) | search_of_part(part) for part in (3, 4, 8)]
    [1, 1, 1]

    See also: :func:`tree_of_part`.
    """
    _require_part(part)
    if part == 3:
        return minimax
    if part < 8:
        return alpha_beta(alpha=-1, beta=1) if weak else alpha_beta
    return mtd_bi(low=-1, high=1) if weak else mtd_bi


def _require_part(part: int) -> None:
    if not isinstance(part, int) or part not in PARTS:
        raise ValueError(f"there is no part {part!r}; expected a number from 3 to 12")


@names_arguments
def connect4_solver(rules: AnyRules) -> Solver[Position, int] | None:
    """Return the dedicated solver of Connect Four for rules of any size; None for rules of another game.

    ``connect4Solver :: Rules p m -> Maybe (Solver Position Int)``

    Scores say how soon the game is won: 1 for a win with the winner's last stone, 2 with the stone before, and so on.

    Args:
        rules: the rules of a game. The result is None unless ``fpgames.games.connect4.sized`` returns equal rules.

    >>> from fpgames.games.connect4 import rules
    >>> solver = connect4_solver(rules)
    >>> solver.solve(rules.read("2252576253462244111563365343671351441")).moves
    (5,)

    See also: :func:`tree_of_part`, which builds the trees that the solver searches.
    """
    match getattr(rules.successors, "arguments", None):
        case (Size() as size, centre_first) if rules == sized(*size, centre_first=centre_first):
            score, tree = facts(*size).score, tree_of_part(12, *size)
            solver = make_solver(SolverGame(rules, rules, score, True, tree, mtd_bi, _mtd_bi_between))
            call = partial(partial, _call_if_reachable, size)
            return Solver(call(solver.solve), call(solver.weak), call(solver.score), call(solver.value_of_each_move))
    return None


def _mtd_bi_between(low: int, high: int) -> Search:
    return mtd_bi(low=low, high=high)


@reuse_tables()
def _call_if_reachable(size: Size, function: Callable[[Position], A], p: Position) -> A:
    """Call a function of the solver if a game can reach p; raise ValueError otherwise. Its searches reuse their tables."""
    require_reachable(p, size)
    return function(p)
