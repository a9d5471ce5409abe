"""Connect Four solved: the ten steps of *Solving Connect 4*, each a pipeline of stages that other games can use too.

Each step adds one idea to the one before. All find the same value, and visit fewer and fewer nodes. What the game tells
of a position is in :mod:`fpgames.games.connect4.knowledge`.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 3 to 12.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple, TypeAlias

from fpgames.compiled.memory.table_reuse import reuse_tables
from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.games.connect4 import Facts, Position, Size, facts, require_reachable, sized
from fpgames.games.connect4.bit_board import Board, require_size
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules, Rules, require_moves
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.bounds import bound_by
from fpgames.search.counting import count_nodes
from fpgames.search.null_windows import mtd_bi
from fpgames.search.values import minimax
from fpgames.solvers.generic import first_that
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
"""The entries of the bounded table."""

PARTS = range(3, 13)
"""The numbers of the steps."""

Pipeline: TypeAlias = Stage[Position, Tree[int]]
"""What makes the tree of a position."""


def tree_of_part(part: int, width: int = 7, height: int = 6, align: int = 4) -> Pipeline:
    """Return the pipeline of one step, from a position to the tree that is searched.

    ``treeOfPart :: Int -> Int -> Int -> Int -> Position -> Tree Int``

    Its labels are values to the first player, by how soon the game is won.

    Args:
        part: the number of the step, 3 to 12.
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: stones in line that win, at least 1.

    Raises:
        ValueError: there is no such part; width, height or align is less than 1, or is not a whole number.

    >>> from fpgames.search import mtd_bi
    >>> from fpgames.games.connect4 import rules
    >>> mtd_bi(tree_of_part(12)(rules.read("2252576253462244111563365343671351441")))
    1

    See also: :func:`search_of_part`; :func:`connect4_solver`.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    _require_part(part)
    return _trees(require_size(width, height, align))[part]


@cache
def _trees(size: Size) -> dict[int, Pipeline]:
    """Return the pipeline of each step."""
    known, rules, centre = facts(*size), sized(*size), sized(*size, centre_first=True)
    safe = replace(rules, name=f"{rules.name}-safe", successors=known.non_losing)
    steps: dict[int, Pipeline] = {}
    scored = prune_when(known.can_win) | map_tree(known.score)
    bounded = scored | bound_by(known.mover_bounds)
    closer = map_tree(known.score) | bound_by(known.bounds)
    steps[3] = build_tree(rules) | scored
    steps[4] = build_tree(rules) | bounded
    steps[5] = steps[6] = build_tree(centre) | bounded
    steps[7] = steps[8] = steps[6] | share
    steps[9] = build_tree(safe) | closer | share
    ordered = build_tree(safe) | order_by(known.open_threats) | closer
    steps[10] = ordered | share
    steps[11] = steps[12] = ordered | share(entries=ENTRIES)
    return steps


def search_of_part(part: int, weak: bool = False) -> Search:
    """Return the search of one step, from the tree to the value of its root.

    ``searchOfPart :: Int -> Bool -> Tree Int -> Int``

    It is ``minimax`` in part 3, ``alpha_beta`` in parts 4 to 7, ``mtd_bi`` in parts 8 to 12.

    Args:
        part: the number of the step, 3 to 12.
        weak: whether to find only who wins. Then only the sign of the value is right, and the search visits fewer nodes.

    Raises:
        ValueError: there is no such part.

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
    """Return the solver of Connect Four on the board of some rules; None for rules of another game.

    ``connect4Solver :: Rules p m -> Maybe (Solver Position Int)``

    Scores say how soon the game is won: 1 with the last stone of the winner, 2 with the one before, and so on.

    Args:
        rules: rules that ``sized`` returns.

    >>> from fpgames.games.connect4 import rules
    >>> solver = connect4_solver(rules)
    >>> solver.solve(rules.read("2252576253462244111563365343671351441")).moves
    (5,)

    See also: :func:`tree_of_part`, the searches that it makes.
    """
    described = getattr(rules.successors, "description", None)
    if not isinstance(described, Board) or rules != sized(*described.size, centre_first=described.centre_first):
        return None
    size = described.size
    board = _Board(rules, size, facts(*size), tree_of_part(12, *size))
    return Solver(
        solve=partial(_solve, board),
        weak=partial(_value, board, mtd_bi(low=-1, high=1)),
        score=partial(_value, board, mtd_bi),
        value_of_each_move=partial(_value_of_each_move, board),
    )


class _Board(NamedTuple):
    """What the solver of a board needs of it."""

    rules: Rules[Position, int]
    size: Size
    known: Facts
    tree: Pipeline


def _after(board: _Board, p: Position) -> dict[int, Position]:
    """Return the position after each move; raise ValueError for a position that cannot be."""
    require_reachable(p, board.size)
    return {move: board.rules.play(p, move) for move in require_moves(board.rules, p)}


def _searched(board: _Board, search: Search, p: Position) -> tuple[int, int]:
    """Return what a search finds in any position, also in a finished one, and the nodes visited."""
    if not board.rules.moves(p):
        return board.known.score(p), 1
    found: tuple[int, int] = jit_when_it_pays(board.tree | count_nodes(search))(p)
    return found


def _value(board: _Board, search: Search, p: Position) -> int:
    _after(board, p)
    return _searched(board, search, p)[0]


@reuse_tables()
def _value_of_each_move(board: _Board, p: Position) -> tuple[tuple[int, int], ...]:
    return tuple((move, _searched(board, mtd_bi, q)[0]) for move, q in _after(board, p).items())


@reuse_tables()
def _solve(board: _Board, p: Position) -> Solution[int]:
    after = _after(board, p)
    score, nodes = _searched(board, mtd_bi, p)
    tests = {move: _keeps(board, score, q) for move, q in after.items()}
    nodes += sum(visited for _, visited in tests.values())
    moves = tuple(move for move, (kept, _) in tests.items() if kept)
    line, q = [moves[0]], after[moves[0]]
    while legal := board.rules.moves(q):
        move, visited = first_that(partial(_keeps, board, score), {move: board.rules.play(q, move) for move in legal})
        nodes += visited
        line.append(move)
        q = board.rules.play(q, move)
    return Solution(score, moves, tuple(line), nodes)


def _keeps(board: _Board, score: int, q: Position) -> tuple[bool, int]:
    """Return whether the position after a move still has the score, and the nodes visited in a null window."""
    first_moved = board.rules.player(q) is Player.SECOND
    low, high = (score - 1, score) if first_moved else (score, score + 1)
    value, nodes = _searched(board, mtd_bi(low=low, high=high), q)
    return value >= score if first_moved else value <= score, nodes
