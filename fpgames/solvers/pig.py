"""The exact value of Pig, as the limit of a stream of better and better numbers.

No search of Pig ends, because positions can repeat: after two turns without gain, the first turn comes again. So an
estimate of its value gives the value of the opponent's turn, which gives a better estimate. The limit is the exact value.

Sources: Hughes, *Why Functional Programming Matters* (1989), the section on numerical algorithms; Neller and Presser,
*Optimal Play of the Dice Game Pig* (2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeVar

from fpgames.games.pig import FACES, Position, pig
from fpgames.rules.makers import made

__all__ = ["iterate", "pig_value", "within"]

A = TypeVar("A")


def iterate(f: Callable[[A], A], x: A) -> Iterator[A]:
    """Yield x, f(x), f(f(x)) and so on, without end: ``iterate f x = x : iterate f (f x)``.

    Args:
        f: the function to apply again and again.
        x: the first value.

    >>> from itertools import islice
    >>> [*islice(iterate(lambda n: 2 * n, 1), 5)]
    [1, 2, 4, 8, 16]

    See also: :func:`within`, which takes the limit of such a stream.
    """
    while True:
        yield x
        x = f(x)


def within(eps: float, numbers: Iterable[float]) -> float:
    """Return the first number that differs from the one before it by at most ``eps``.

    ``within eps (a : b : rest) = if abs (a - b) <= eps then b else within eps (b : rest)``

    Args:
        eps: the greatest difference, more than 0.
        numbers: the numbers, often an infinite stream that converges.

    Raises:
        ValueError: ``eps`` is not more than 0, or the numbers end before two neighbours are that close.

    >>> within(1e-9, iterate(lambda x: (x + 2 / x) / 2, 1.0))  # Newton's method: the square root of 2
    1.414213562373095

    See also: :func:`iterate`; :func:`fpgames.search.deepening.within_node_budget`, which bounds the cost, not the error.

    Source: Hughes, *Why Functional Programming Matters* (1989).
    """
    if not eps > 0:
        raise ValueError(f"no numbers are within {eps!r}; expected more than 0")
    for a, b in pairwise(numbers):
        if abs(a - b) <= eps:
            return b
    raise ValueError(f"the numbers end before two neighbours are within {eps!r}; expected a stream that converges")


def turn_values(stops: Sequence[float]) -> list[float]:
    """Return the values to the player with 0, 1, 2, ... points in a turn; the last six, with points that win, are 1.

    Args:
        stops: the value of stopping, for each number of points that does not win. The first one, for no points, is also
            the value after a 1.
    """
    values = [1.0] * (len(stops) + FACES)
    for points in reversed(range(len(stops))):
        roll = (stops[0] + sum(values[points + 2 : points + FACES + 1])) / FACES
        values[points] = max(stops[points], roll)
    return values


def stop_values(goal: int, starts: Mapping[tuple[int, int], float], own: int, other: int) -> list[float]:
    """Return the values of stopping with 1, 2, ... points, from the values of the opponent's turns at their starts."""
    return [-starts[other, own + points] for points in range(1, goal - own)]


def pair_values(eps: float, stops: list[float], other_stops: list[float]) -> tuple[float, float]:
    """Return the values of a turn and of the opponent's turn at the same scores, from the values of stopping with points.

    A turn without gain leads to the opponent's turn, and such a turn leads back. So the value is the limit of a stream.
    """

    def other_turn(value: float) -> float:
        return turn_values([-value, *other_stops])[0]

    value = within(eps, iterate(lambda value: turn_values([-other_turn(value), *stops])[0], 0.0))
    return value, other_turn(value)


@cache
def start_values(goal: int, eps: float) -> Mapping[tuple[int, int], float]:
    """Return the value of a turn at its start to its player, by the scores of the player and of the opponent.

    A stop with points leads to a higher total of the scores, so the pairs of scores with the highest total come first.
    """
    starts: dict[tuple[int, int], float] = {}
    for total in reversed(range(2 * goal - 1)):
        for own in range(max(0, total - goal + 1), total // 2 + 1):
            other = total - own
            stops, other_stops = stop_values(goal, starts, own, other), stop_values(goal, starts, other, own)
            starts[own, other], starts[other, own] = pair_values(eps, stops, other_stops)
    return starts


@made("pig_value({}, eps={})".format)
def _value(goal: int, eps: float) -> Callable[[Position], float]:
    rules, starts = pig(goal), start_values(goal, eps)

    def value(p: Position) -> float:
        if rules.score(p):
            return rules.score(p)
        own, other = (p.second, p.first) if p.turn else (p.first, p.second)
        stops = [-starts[other, own], *stop_values(goal, starts, own, other)]
        values = turn_values(stops)
        roll = (stops[0] + sum(values[p.points + 2 : p.points + FACES + 1])) / FACES
        player_value = roll if p.rolls else values[min(p.points, len(stops))]
        return -player_value if p.turn else player_value

    return value


def pig_value(goal: int = 100, *, eps: float = 1e-9) -> Callable[[Position], float]:
    """Return the function that gives the value of a position of Pig: the expected outcome, if both play best.

    The value is the first player's, 1 for a win and -1 for a loss. The first player wins with probability
    ``(1 + value) / 2``. A goal of 100 takes about five seconds, and the time grows with its cube.

    Args:
        goal: the number of points that wins, 1 to 1000.
        eps: the greatest difference between the last two approximations, more than 0.

    Raises:
        ValueError: the goal is not from 1 to 1000, or ``eps`` is not more than 0.

    >>> from fpgames.games.pig import pig
    >>> value = pig_value(20)
    >>> round((1 + value(pig(20).start)) / 2, 6)
    0.615559

    See also: :func:`fpgames.search.chance.expectiminimax`, which returns the same values from trees with these labels.
    """
    return _value(goal, eps)
