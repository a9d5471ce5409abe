"""Move generators checked against published counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.rules.record import Rules, require_rules
from fpgames.search.counting import perft
from fpgames.testing.laws import Broken
from fpgames.testing.running import require_table
from fpgames.tree.building import build_tree

__all__ = ["check_perft"]

M = TypeVar("M")
P = TypeVar("P")


def check_perft(rules: Rules[P, M], table: Mapping[int, int], p: P | None = None) -> None:
    """Check the numbers of lines of play against a table: ``perft d (buildTree rules p) = table ! d``.

    Args:
        rules: the game.
        table: the number of lines of each length in moves; a line that ends earlier does not count.
        p: the position to count from; by default, the start.

    Raises:
        TypeError: the table is not a mapping.
        ValueError: a length or a number in it is not a whole number, or is negative.
        Broken: a number differs; the message has the lines after each move, to compare them with another program's.

    >>> from fpgames.games import connect4, tictactoe
    >>> check_perft(tictactoe.rules, {1: 9, 2: 72, 9: 127872})
    >>> check_perft(connect4.sized(3, 2, 3), {1: 3, 2: 10})
    Traceback (most recent call last):
    ...
    fpgames.testing.laws.Broken: connect4-3x2-3 has 9 lines of 2 moves; expected 10; after each move: 0: 3, 1: 3, 2: 3

    See also: :func:`fpgames.search.counting.perft`.
    """
    require_rules(rules, "check_perft")
    require_table(table)
    start = rules.start if p is None else p
    for depth in sorted(table):
        found = _lines(rules, start, depth)
        if found != table[depth]:
            after = (
                f"{rules.show_move_in(start, move)}: {_lines(rules, rules.play(start, move), depth - 1)}"
                for move in (rules.moves(start) if depth else ())
            )
            raise Broken(
                f"{rules.name} has {found} lines of {depth} moves; expected {table[depth]};"
                f" after each move: {', '.join(after)}"
            )


def _lines(rules: Rules[P, M], p: P, depth: int) -> int:
    return jit_when_it_pays(build_tree(rules) | perft(depth))(p)
