"""Functions of a label or a position for tests of trees, and two wrappers that record calls or results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from returns.maybe import Nothing

from fpgames.games.tictactoe import rules, static, to_record
from fpgames.tree import Node

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class CallRecorder:
    """A wrapper that calls a function, and records the argument of each call in ``calls``."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.calls: list[Any] = []

    def __call__(self, argument: Any) -> Any:
        self.calls.append(argument)
        return self.function(argument)


def recording_children(
    record: list[int], children_of: Callable[[int], tuple[int, ...]]
) -> Callable[[int], Iterator[int]]:
    """Return a generator function that yields the children of a number, and appends each child to ``record``."""

    def grow(n: int) -> Iterator[int]:
        for child in children_of(n):
            record.append(child)
            yield child

    return grow


def doubled(n: int) -> tuple[int, int]:
    return 2 * n, 2 * n + 1


def odd(label: int) -> bool:
    return label % 2 == 1


def never(label: int) -> bool:
    return False


def opposite(label: int) -> int:
    return -label


def total(label: int, below: tuple[int, ...]) -> int:
    return label + sum(below)


def article_3_of(label: Node[int, int]) -> int:
    return article_3(label.position)


def article_3(p: int) -> int:
    """Return the static value of a tic-tac-toe position as defined in article 3, from the first player's side."""
    record = to_record(p)
    if rules.outcome(p) is not Nothing:
        return static(p) * (1000 - (9 - len(record.moves)))
    total = 0
    for line in LINES:
        marks = [record.grid[cell] for cell in line if record.grid[cell] != "."]
        total += {1: 10, 2: 30}.get(len(marks), 0) * (marks.count("X") - marks.count("O"))
    return total
