"""Nim: players take any number of objects from one heap, in turn; the player who takes the last object wins.

In misère play, the player who takes the last object loses. A position is the turn and one int, which has seven bits
per heap. So nine heaps fit into a word of 64 bits.

Source: Bouton, *Nim, a game with a complete mathematical theory* (1901, doi:10.2307/1967631).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, permutations, product
from math import factorial, prod
from typing import NamedTuple

from fpgames.games.take_away import make_score, outcome, read_turn, status
from fpgames.games.turns import player
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Player, require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import read_number, require_at_least

__all__ = ["Take", "Position", "heaps", "misere", "rules", "winner"]


class Position(NamedTuple):
    """A position of Nim: the heaps and the turn.

    Args:
        heaps: the sizes of the heaps, seven bits each, with the first heap in the lowest bits.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :func:`heaps`, which returns the rules.
    """

    heaps: int
    turn: int


class Take(NamedTuple):
    """A move of Nim: objects taken from one heap.

    Args:
        heap: the number of the heap, from 0.
        taken: the number of objects taken, at least 1.

    See also: :class:`Position`.
    """

    heap: int
    taken: int


_BITS = 7
_LARGEST = (1 << _BITS) - 1
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MAX_SYMMETRIES = 120
_STANDARD = (1, 3, 5, 7)


def heap_orders(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all permutations that exchange only heaps of equal size, the identity first."""
    groups = [[heap for heap, size in enumerate(sizes) if size == equal_size] for equal_size in dict.fromkeys(sizes)]
    for images in product(*map(permutations, groups)):
        image = dict(zip(chain(*groups), chain(*images), strict=True))
        yield tuple(image[heap] for heap in range(len(sizes)))


def heaps(*sizes: int, misere: bool = False) -> Rules[Position, Take]:
    """Return the rules of Nim with heaps of any sizes: ``heaps :: [Int] -> Bool -> Rules Position Take``.

    The symmetries of the rules exchange heaps of equal size. If there are more than 120, the rules have no symmetries.

    Args:
        sizes: the number of objects in each heap, 0 to 127; at most 26 heaps, and at least one object in total.
        misere: whether the player who takes the last object loses.

    Raises:
        ValueError: there are no objects or too many heaps, or a heap is negative or too large.

    >>> small = heaps(2, 1)
    >>> [small.show_move(move) for move in small.moves(small.start)]
    ['a1', 'a2', 'b1']
    >>> small.show(small.play(small.start, Take(0, 2)))
    '0 1, second to move'

    See also: :data:`rules`; :data:`misere`; :func:`winner`, which returns who wins.
    """
    for size in sizes:
        require_at_least(0, size, "make a heap of {} objects", _LARGEST)
    require_at_least(0, len(sizes), "play with {} heaps", len(_LETTERS))
    if not any(sizes):
        raise ValueError("there is no object to take; expected at least one heap of at least 1")
    return _rules(tuple(map(int, sizes)), bool(misere))


@made(lambda sizes, misere: f"heaps({', '.join(map(str, sizes))}{', misere=True' if misere else ''})")
def _rules(start_sizes: tuple[int, ...], misere: bool) -> Rules[Position, Take]:
    name, letters, largest = "nim-misere" if misere else "nim", _LETTERS[: len(start_sizes)], _LARGEST
    score, shifts = make_score(misere), tuple(_BITS * heap for heap in range(len(start_sizes)))

    def pack(sizes: tuple[int, ...]) -> int:
        return sum(size << shift for size, shift in zip(sizes, shifts, strict=True))

    def unpack(p: Position) -> tuple[int, ...]:
        return tuple(p.heaps >> shift & largest for shift in shifts)

    def successors(p: Position) -> Iterator[Position]:
        for shift in shifts:
            for count in range(1, (p.heaps >> shift & largest) + 1):
                yield Position(p.heaps - (count << shift), 1 - p.turn)

    def moves(p: Position) -> tuple[Take, ...]:
        return tuple(Take(heap, count) for heap, size in enumerate(unpack(p)) for count in range(1, size + 1))

    def play(p: Position, move: Take) -> Position:
        heap, count = require_legal(move, moves(p))
        return Position(p.heaps - (count << shifts[heap]), 1 - p.turn)

    def show(p: Position) -> str:
        return f"{' '.join(map(str, unpack(p)))}, {status(score, p)}"

    def read(text: str) -> Position:
        """Parse a line that ``show`` wrote; without a status, the turn is 0, or 1 if that is the only possible turn."""
        heaps_text, _, status_text = text.partition(",")
        sizes = tuple(read_number(word, "the size of a heap") for word in heaps_text.split())
        if len(sizes) != len(start_sizes):
            raise ValueError(f"{text.strip()[:40]!r} has {len(sizes)} heaps; expected {len(start_sizes)}")
        taken = [start_size - size for size, start_size in zip(sizes, start_sizes, strict=True)]
        for heap, count in enumerate(taken):
            if count < 0:
                start_size = start_sizes[heap]
                raise ValueError(f"heap {letters[heap]} has {sizes[heap]} objects; expected at most {start_size}")
        left = pack(sizes)
        return Position(left, read_turn(status_text, left, sum(map(bool, taken)), sum(taken), score))

    def read_move(text: str) -> Take:
        if re.fullmatch(f"[{letters}][1-9][0-9]{{0,2}}", text):
            move = Take(letters.index(text[0]), int(text[1:]))
            if move.taken <= start_sizes[move.heap]:
                return move
        expected = f"a heap, {letters[0]} to {letters[-1]}, and how many to take of it, such as {letters[0]}1"
        raise ValueError(f"{text[:40]!r} is not a move; expected {expected}")

    def diagram(p: Position) -> Diagram:
        pairs, width = zip(unpack(p), start_sizes, strict=True), max(start_sizes)
        return Diagram(tuple(("|" * size).ljust(start_size, ".").ljust(width) for size, start_size in pairs))

    def exchange_heaps(order: tuple[int, ...]) -> Symmetry[Position, Take]:
        """Return the symmetry after which heap i is the former heap ``order[i]``."""
        exchanges = tuple((shifts[heap], shift) for heap, shift in zip(order, shifts, strict=True))

        def exchange_in_position(p: Position) -> Position:
            heaps = 0
            for shift, to in exchanges:
                heaps |= (p.heaps >> shift & largest) << to
            return Position(heaps, p.turn)

        return Symmetry(exchange_in_position, lambda move: Take(order.index(move.heap), move.taken))

    n_orders = prod(factorial(start_sizes.count(size)) for size in {*start_sizes})
    orders = heap_orders(start_sizes) if n_orders <= _MAX_SYMMETRIES else ()
    return Rules(
        name=name if start_sizes == _STANDARD else f"{name}:{','.join(map(str, start_sizes))}",
        start=Position(pack(start_sizes), 0),
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        outcome=partial(outcome, score),
        show=show,
        read=read,
        show_move=lambda move: f"{letters[move.heap]}{move.taken}",
        read_move=read_move,
        successors=successors,
        score=score,
        margins=False,
        diagram=diagram,
        symmetries=tuple(map(exchange_heaps, islice(orders, 1, None))),
        prompt="heap and count ?",
    )


rules = heaps(*_STANDARD)
"""The rules with heaps of one, three, five and seven objects, named ``nim``."""

misere = heaps(*_STANDARD, misere=True)
"""Misère rules with the same heaps, named ``nim-misere``: the player who takes the last object loses."""


def winner(p: Position, *, misere: bool = False) -> Player:
    """Return the player who wins with perfect play, by Bouton's theorem: ``winner :: Position -> Bool -> Player``.

    The player to move wins if and only if the nim-sum, the exclusive or of the sizes, is not 0. In misère play, the
    same player wins if a heap has two or more objects; otherwise, the other player wins.

    Args:
        p: a position with any number of heaps.
        misere: whether the player who takes the last object loses.

    >>> winner(rules.start), winner(misere.start, misere=True), winner(heaps(3, 4).start)
    (Player.SECOND, Player.SECOND, Player.FIRST)

    See also: :func:`fpgames.search.values.minimax`, which finds the winner by search.

    Source: Bouton (1901, doi:10.2307/1967631).
    """
    nim_sum, large, rest = 0, False, p.heaps
    while rest:
        size = rest & _LARGEST
        nim_sum ^= size
        large = large or size > 1
        rest >>= _BITS
    wins = (nim_sum != 0) != (misere and not large)
    return player(p) if wins else player(p).opponent
