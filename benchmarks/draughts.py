"""Perft of draughts, in lines of play per second: compiled, uncompiled, and by pydraughts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.timing import Table, table
from fpgames import build_tree, jit
from fpgames.games import checkers, draughts
from fpgames.rules import AnyRules
from fpgames.search import perft


def theirs(board: Any, depth: int) -> int:
    """Count the lines of play with pydraughts, without playing the last move of each."""
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    found = 0
    for move in moves:
        board.push(move)
        found += theirs(board, depth - 1)
        board.pop()
    return found


def from_the_start(board: Callable[..., Any], variant: str, depth: int) -> int:
    return theirs(board(variant=variant), depth)


def ours(rules: AnyRules, depth: int, compiled: Callable[..., Any]) -> Callable[[], int]:
    return partial(compiled(build_tree(rules) | perft(depth)), rules.start)


def tables(repeats: int) -> list[Table]:
    """Yield the table of each variant."""
    board = import_module("draughts").Board
    return [
        table(
            f"{rules.name}, lines of {depth} moves",
            {
                "compiled": ours(rules, depth, jit),
                "not compiled": ours(rules, depth, lambda pipeline: pipeline),
                "pydraughts": partial(from_the_start, board, variant, depth),
            },
            "compiled",
            max(3, repeats // 8),
            amount=lines,
        )
        for rules, variant, depth, lines in (
            (checkers.rules, "english", 4, 1469),
            (draughts.rules, "standard", 3, 658),
        )
    ]
