"""Trees of numbers and a small game, for tests of compiled code.

Tests share the pipelines of this module, so that each pipeline is compiled only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import IntFlag
from typing import Any, NamedTuple

from returns.maybe import Maybe, Nothing, Some
from toolz import identity

from fpgames import Outcome, Player, Rules, SplitMix, alpha_beta, build_tree, map_tree, minimax, order_by, prune
from fpgames.compiled import CannotCompile
from fpgames.search import count_nodes, prefer_quick_wins
from fpgames.stage import Stage

GEN = SplitMix.from_seed(1)

PLAIN, UNORDERED, FAILS, STOPS, BEYOND, DIVIDES, ENDLESS = range(1, 701, 100)
ROOTS = [PLAIN, 5, 9, 30, UNORDERED, FAILS, STOPS, DIVIDES]
"""Roots of trees that ``steps`` grows. The hundreds of a root select what is odd in the tree, such as NaN or an error."""

NAN = float("nan")


def steps(n: int) -> Iterator[int]:
    """Yield the children of a number. Many paths lead to most numbers.

    A number above 600 has one child, n + 1. For any other number, let k be n modulo 100. If k is below 20, the children
    are n + 1 and n + k. Otherwise, the number is a leaf.
    """
    k = n % 100
    if n > 600:  # numbers above 600 form an endless chain
        yield n + 1
    elif k < 20:
        yield n + 1
        yield n + k


def weight(n: int) -> float:
    """Return an arbitrary value for the number of a node. Some numbers above 100 give NaN, a huge value or an error."""
    odd = n // 100
    if odd == 1 and n % 3 == 0:
        return NAN
    if odd == 2 and n > 210:
        raise ValueError("of its own")
    if odd == 3 and n > 310:
        raise StopIteration
    if odd == 4:
        return n * 2**61 / 4
    if odd == 5:
        return 1 / (n % 100 - 30)
    return (7 * n + 3) % 31 / 4


def bent(value: Any) -> Any:
    return (7 * value + 3) % 5 - 2


class ReversedPair(NamedTuple):
    """A pair whose operator ``<`` compares only the first elements: the pair with the greater element is less."""

    one: int
    two: int

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return self[0] > other[0]


class IntSubclass(int): ...


class Bits(IntFlag):
    ONE = 1
    TWO = 2


def next_one(n: int) -> Iterator[int]:
    yield n + 1


below: Stage[int, Any] = build_tree(steps, player=Player.FIRST)
SEARCH: Stage[int, Any] = below | map_tree(weight) | minimax
CHAIN: Stage[int, Any] = build_tree(next_one, player=Player.FIRST) | prune(99) | map_tree(identity) | minimax
UNENDING: Stage[int, Any] = build_tree(next_one, player=Player.FIRST) | map_tree(identity) | minimax


# The game "heap": a player takes one, two or three stones. A player who takes three also makes the next move.


def heap_player(p: tuple[int, int]) -> Player:
    return Player.FIRST if p[1] == 1 else Player.SECOND


def heap_successors(p: tuple[int, int]) -> Iterator[tuple[int, int]]:
    size, player = p
    for taken in range(1, min(size, 3) + 1):
        yield size - taken, player if taken == 3 else -player


def heap_score(p: tuple[int, int]) -> int:
    size, player = p
    return 0 if size else -player * 2


def heap_moves(p: tuple[int, int]) -> tuple[int, ...]:
    return tuple(range(1, min(p[0], 3) + 1))


def heap_play(p: tuple[int, int], taken: int) -> tuple[int, int]:
    return [*heap_successors(p)][taken - 1]


def heap_outcome(p: tuple[int, int]) -> Maybe[Outcome]:
    return Nothing if p[0] else Some(Outcome(-p[1]))


def heap_number(p: tuple[int, int]) -> float:
    """Return an arbitrary number for a position, or NaN if the heap has 100 stones or more."""
    return (p[0] + 3 * p[1]) % 11 / 2 if p[0] < 100 else NAN


def halved(p: tuple[int, int]) -> float:
    return heap_score(p) / 2 - 0.25


heap: Rules[tuple[int, int], int] = Rules(
    name="heap", start=(9, 1), moves=heap_moves, play=heap_play, player=heap_player, outcome=heap_outcome, show=str,
    read=lambda text: (int(text[1]), int(text[4:6])), show_move=str, read_move=int, successors=heap_successors, score=heap_score,
)  # fmt: skip


HALVED: Stage[tuple[int, int], Any] = build_tree(heap) | prune(9) | order_by(heap_number) | map_tree(halved)
COUNTED: Stage[tuple[int, int], Any] = HALVED | prefer_quick_wins | count_nodes(alpha_beta)
"""A search with a stack and a counter, whose labels are pairs that contain a float."""


def odd_successors(p: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the position after each move. For the invalid player 3, yield only ``p``: the game never ends."""
    if p[1] == 3:
        yield p
    else:
        for q in heap_successors(p):  # noqa: UP028 (yield from is not compiled)
            yield q


def odd_score(p: tuple[int, int]) -> int:
    """Return the score of a position. If the player is invalid (2 or -2), recurse for ever."""
    return heap_score(p) if p[1] in (1, -1) else without_end(p[0])


def without_end(n: int) -> int:
    """Return 0 for a negative number. For any other number, recurse for ever."""
    return without_end(n) + 1 if n >= 0 else 0


odd_heap: Any = replace(
    heap, name="odd heap", successors=odd_successors, score=odd_score, moves=lambda p: tuple(range(len([*odd_successors(p)]))),
    play=lambda p, i: [*odd_successors(p)][i],
)  # fmt: skip
"""The game "heap" with invalid players: random games of player 3 never end, nor does scoring for player 2 or -2."""


def result_or_error(search: Any, *arguments: Any) -> Any:
    """Run a pipeline, and return a tuple for comparison.

    The tuple holds the type, text and value of the result, or the type and text of the error. An iterator is first read
    into a list. In the tuple, None stands for the value NaN, because NaN is not equal to itself. CannotCompile is not
    caught.
    """
    try:
        outcome = search(*arguments)
        outcome = [*outcome] if isinstance(outcome, Iterator) else outcome
    except CannotCompile:
        raise
    except Exception as error:
        message = str(error)
        # True replaces a message about StopIteration: only some of these messages name the function.
        return type(error), "raised StopIteration" in message or message
    return type(outcome), repr(outcome), outcome if outcome == outcome else None


def is_as_in_python(outcome: tuple[Any, ...], expected: tuple[Any, ...]) -> bool:
    """Return whether the outcome of compiled code agrees with the outcome of Python (``expected``).

    Outcomes are results of ``result_or_error``. If compiled code raises the OverflowError for tuples that contain NaN,
    Python must raise ValueError. Otherwise, the outcomes must be equal.
    """
    refused = outcome[0] is OverflowError and "tuples that contain NaN" in outcome[1]
    return expected[0] is ValueError if refused else outcome == expected
