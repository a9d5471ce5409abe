"""Connect Four solved: the ten steps of *Solving Connect 4*, each a pipeline of stages that other games can use too.

Each step adds one idea to the one before. All find the same value, and visit fewer and fewer nodes. What the game tells
of a position is in :mod:`fpgames.games.connect4.knowledge`.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 3 to 12.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from typing import Any, TypeAlias

from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.games.connect4 import STANDARD, Facts, Position, Size, facts, sized
from fpgames.rules import Player, Rules, require_moves, whose_turn
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.counting import count_nodes
from fpgames.search.null_windows import mtd_bi
from fpgames.search.values import minimax
from fpgames.solvers.solution import Solution, Solver
from fpgames.stage import Search, Stage
from fpgames.tree.bounds import bound_by
from fpgames.tree.building import build_tree
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, order_by, prune_when
from fpgames.tree.unfolding import Tree

__all__ = ["connect4_solver", "solved", "tree_of_part"]

ENTRIES = 1 << 20
"""The entries of the bounded table."""

Pipeline: TypeAlias = Stage[Position, Tree[int]]
"""What makes the tree of a position."""


@cache
def tree_of_part(part: int, width: int = 7, height: int = 6, align: int = 4) -> Pipeline:
    """Return the pipeline of one step, from a position to the tree that is searched.

    ``treeOfPart :: Int -> Int -> Int -> Int -> Position -> Tree Int``

    Its labels are values to the first player, by how soon the game is won. Parts 3 to 7 are searched by ``minimax`` or
    ``alpha_beta``, parts 8 to 12 by ``mtd_bi``.

    Args:
        part: the number of the step, 3 to 12.
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: stones in line that win, at least 1.

    Raises:
        ValueError: there is no such part; width, height or align is less than 1.

    >>> from fpgames.search import mtd_bi
    >>> from fpgames.games.connect4 import rules
    >>> mtd_bi(tree_of_part(12)(rules.read("2252576253462244111563365343671351441")))
    1

    See also: :func:`connect4_solver`.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    known = facts(width, height, align)
    rules = sized(width, height, align)
    centre = sized(width, height, align, centre_first=True)
    safe = replace(rules, name=f"{rules.name}-safe", successors=known.non_losing)
    steps: dict[int, Pipeline] = {}
    steps[3] = build_tree(rules) | prune_when(known.can_win) | map_tree(known.score)
    steps[4] = build_tree(rules) | map_tree(known.score) | bound_by(known.mover_bounds)
    steps[5] = steps[6] = build_tree(centre) | map_tree(known.score) | bound_by(known.mover_bounds)
    steps[7] = steps[8] = steps[6] | share
    steps[9] = build_tree(safe) | map_tree(known.score) | bound_by(known.bounds) | share
    ordered = build_tree(safe) | order_by(known.open_threats) | map_tree(known.score) | bound_by(known.bounds)
    steps[10] = ordered | share
    steps[11] = steps[12] = ordered | share(entries=ENTRIES)
    if part not in steps:
        raise ValueError(f"there is no part {part!r}; expected a number from 3 to 12")
    return steps[part]


def solved(lines: Iterable[str], part: int = 12, weak: bool = False) -> tuple[list[int], int]:
    """Return the scores of positions on the standard board, seen by the player to move, and the nodes of all searches.

    ``solved :: [String] -> Int -> Bool -> ([Int], Int)``

    Args:
        lines: positions as the columns played, 1 to 7.
        part: the number of the step, 3 to 12.
        weak: whether to find only who wins: scores are 1, 0 or -1.

    Raises:
        ValueError: there is no such part, or a line is not one of moves.
        GameOver: a game is over after its line.

    >>> solved(["2252576253462244111563365343671351441", "4455"], weak=True)[0]
    [-1, 1]

    See also: :func:`tree_of_part`.
    """
    rules = sized()
    positions = [rules.read(line) for line in lines]
    for p in positions:
        require_moves(rules, p)
    found = [_value(tree_of_part(part), part, weak, p) for p in positions]
    scores = [rules.player(p) * value for p, (value, _) in zip(positions, found, strict=True)]
    return scores, sum(nodes for _, nodes in found)


def _value(tree: Pipeline, part: int, weak: bool, p: Position) -> tuple[int, int]:
    """Return the value of a position, or its sign, and the nodes visited."""
    search: Search = minimax if part == 3 else alpha_beta if part < 8 else mtd_bi
    if weak and part > 3:
        search = mtd_bi(low=-1, high=1) if part >= 8 else alpha_beta(alpha=-1, beta=1)
    value, nodes = jit_when_it_pays(tree | partial(count_nodes, search))(p)
    return (value > 0) - (value < 0) if weak else value, nodes


def connect4_solver(rules: Rules[Any, Any]) -> Solver[Position, int] | None:
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
    size = _size(rules)
    if size is None:
        return None
    known, tree = facts(*size), tree_of_part(12, *size)
    return Solver(
        partial(_solve, rules, known, tree), partial(_weak, rules, known, tree), partial(_moves, rules, known, tree)
    )


def _size(rules: Rules[Any, Any]) -> Size | None:
    """Return the size of the board, if these are the rules that ``sized`` returns for it."""
    match = re.fullmatch(r"connect4(?:-(\d+)x(\d+)-(\d+))?(-centre-first)?", rules.name)
    if match is None:
        return None
    *numbers, centre_first = match.groups()
    size = STANDARD if numbers[0] is None else Size(*map(int, numbers))
    return size if rules is sized(*size, centre_first=centre_first is not None) else None


def _search(tree: Pipeline, known: Facts, search: Search, rules: Rules[Position, int], p: Position) -> tuple[int, int]:
    """Return the value of any position, also of a finished one, and the nodes visited."""
    if not rules.moves(p):
        return known.score(p), 1
    found: tuple[int, int] = jit_when_it_pays(tree | partial(count_nodes, search))(p)
    return found


def _weak(rules: Rules[Position, int], known: Facts, tree: Pipeline, p: Position) -> int:
    require_moves(rules, p)
    return _search(tree, known, mtd_bi(low=-1, high=1), rules, p)[0]


def _moves(rules: Rules[Position, int], known: Facts, tree: Pipeline, p: Position) -> tuple[tuple[int, int], ...]:
    return tuple(
        (move, _search(tree, known, mtd_bi, rules, rules.play(p, move))[0]) for move in require_moves(rules, p)
    )


def _solve(rules: Rules[Position, int], known: Facts, tree: Pipeline, p: Position) -> Solution[int]:
    require_moves(rules, p)
    score, nodes = _search(tree, known, mtd_bi, rules, p)
    best, line = [], []
    keeps = partial(_keeps, rules, known, tree, score)
    for move in rules.moves(p):
        kept, visited = keeps(rules.play(p, move))
        nodes += visited
        if kept:
            best.append(move)
    move, rest = best[0], rules.play(p, best[0])
    line.append(move)
    while moves := rules.moves(rest):
        for move in moves:
            kept, visited = keeps(rules.play(rest, move))
            nodes += visited
            if kept:
                break
        line.append(move)
        rest = rules.play(rest, move)
    return Solution(score, tuple(best), tuple(line), nodes)


def _keeps(rules: Rules[Position, int], known: Facts, tree: Pipeline, score: int, q: Position) -> tuple[bool, int]:
    """Return whether the position after a move still has the score, and the nodes visited: a search in a null window."""
    first = whose_turn(rules, q) is Player.SECOND  # who has moved
    search = mtd_bi(low=score - 1, high=score) if first else mtd_bi(low=score, high=score + 1)
    value, nodes = _search(tree, known, search, rules, q)
    return value == score, nodes
