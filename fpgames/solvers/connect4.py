"""A solver of Connect Four in the ten steps of *Solving Connect 4*; each step is a pipeline of general stages.

Each step adds one idea. All steps find the same value, and most steps visit fewer nodes than the step before.
Knowledge of the game, such as threats and bounds, is in :mod:`fpgames.games.connect4.knowledge`.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 3 to 12.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple, TypeAlias

from fpgames.compiled.caching.table_reuse import reuse_tables
from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.games.connect4 import Facts, Position, Size, facts, require_reachable, sized
from fpgames.games.connect4.board import require_size
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules, Rules, require_moves
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.bounds import bound_by
from fpgames.search.counting import count_nodes
from fpgames.search.null_windows import mtd_bi
from fpgames.search.values import minimax
from fpgames.solvers.generic import first_or_last_move
from fpgames.solvers.solution import Solution, Solver
from fpgames.stage import Stage
from fpgames.tree.building import build_tree
from fpgames.tree.protocols import Search
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, order_by, prune_when
from fpgames.tree.unfolding import Tree
from fpgames.validation import names_arguments

__all__ = ["connect4_solver", "search_of_part", "tree_of_part"]

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
            data = _SolverData(rules, size, facts(*size), tree_of_part(12, *size))
            return Solver(
                solve=partial(_solve, data),
                weak=partial(_checked_value, data, mtd_bi(low=-1, high=1)),
                score=partial(_checked_value, data, mtd_bi),
                value_of_each_move=partial(_value_of_each_move, data),
            )
    return None


class _SolverData(NamedTuple):
    """The data that the solver needs for one size of board."""

    rules: Rules[Position, int]
    size: Size
    knowledge: Facts
    tree: Pipeline


def _next_positions(data: _SolverData, p: Position) -> dict[int, Position]:
    """Return a map from each legal move to the position after it; raise ValueError if p is not reachable."""
    require_reachable(p, data.size)
    return {move: data.rules.play(p, move) for move in require_moves(data.rules, p)}


def _search_position(data: _SolverData, search: Search, p: Position) -> tuple[int, int]:
    """Search a position, even if the game is over; return its value and the number of nodes visited."""
    if not data.rules.moves(p):
        return data.knowledge.score(p), 1
    value_and_nodes: tuple[int, int] = jit_when_it_pays(data.tree | count_nodes(search))(p)
    return value_and_nodes


def _checked_value(data: _SolverData, search: Search, p: Position) -> int:
    _next_positions(data, p)
    return _search_position(data, search, p)[0]


@reuse_tables()
def _value_of_each_move(data: _SolverData, p: Position) -> tuple[tuple[int, int], ...]:
    return tuple((move, _search_position(data, mtd_bi, q)[0]) for move, q in _next_positions(data, p).items())


@reuse_tables()
def _solve(data: _SolverData, p: Position) -> Solution[int]:
    next_positions = _next_positions(data, p)
    score, nodes = _search_position(data, mtd_bi, p)
    tests = {move: _has_score(data, score, q) for move, q in next_positions.items()}
    nodes += sum(visited for _, visited in tests.values())
    moves = tuple(move for move, (is_best, _) in tests.items() if is_best)
    line, q = [moves[0]], next_positions[moves[0]]
    while legal := data.rules.moves(q):
        move, visited = first_or_last_move(
            partial(_has_score, data, score), {move: data.rules.play(q, move) for move in legal}
        )
        nodes += visited
        line.append(move)
        q = data.rules.play(q, move)
    return Solution(score, moves, tuple(line), nodes)


def _has_score(data: _SolverData, score: int, q: Position) -> tuple[bool, int]:
    """Test by a null-window search whether the move to q keeps ``score``; also return the nodes visited."""
    was_first_to_move = data.rules.player(q) is Player.SECOND
    low, high = (score - 1, score) if was_first_to_move else (score, score + 1)
    value, nodes = _search_position(data, mtd_bi(low=low, high=high), q)
    return value >= score if was_first_to_move else value <= score, nodes
