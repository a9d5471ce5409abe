"""Nim: players take any number of objects from one heap, in turn; the player who takes the last object wins.

In misère play, the player who takes the last object loses. A position is the turn and one int, which has seven bits
per heap. So nine heaps fit into a word of 64 bits.

Source: Bouton, *Nim, a game with a complete mathematical theory* (1901, doi:10.2307/1967631).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, islice, permutations, product
from math import factorial, prod
from typing import NamedTuple

from fpgames.games.take_away import make_score, outcome, read_turn, status
from fpgames.games.turns import player
from fpgames.rules.closures import Closure
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


class Heaps(NamedTuple):
    """The parameters of a game: the sizes of the heaps at the start, and whether the game is misère."""

    sizes: tuple[int, ...]
    misere: bool


_BITS = 7
_LARGEST = (1 << _BITS) - 1
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_SYMMETRIES = 120
_STANDARD = (1, 3, 5, 7)


def pack_heaps(sizes: tuple[int, ...]) -> int:
    """Pack the sizes of heaps into one int, seven bits each."""
    return sum(size << _BITS * heap for heap, size in enumerate(sizes))


def unpack_heaps(game: Heaps, p: Position) -> tuple[int, ...]:
    """Return the sizes of the heaps of a position as a tuple."""
    shifts = [_BITS * heap for heap in range(len(game.sizes))]
    return tuple(p.heaps >> shift & _LARGEST for shift in shifts)


def make_successors(game: Heaps) -> Callable[[Position], Iterator[Position]]:
    """Make ``successors``, which yields the position after each move: heap by heap, fewest objects first."""
    shifts, largest = tuple(_BITS * heap for heap in range(len(game.sizes))), _LARGEST

    def successors(p: Position) -> Iterator[Position]:
        for shift in shifts:
            for count in range(1, (p.heaps >> shift & largest) + 1):
                yield Position(p.heaps - (count << shift), 1 - p.turn)

    return successors


def make_exchange_heaps(order: tuple[int, ...]) -> Callable[[Position], Position]:
    """Make ``exchange_heaps``, which permutes the heaps of a position: heap i is the former heap ``order[i]``."""
    shifts, largest = tuple((_BITS * heap, _BITS * to) for to, heap in enumerate(order)), _LARGEST

    def exchange_heaps(p: Position) -> Position:
        heaps = 0
        for shift, to in shifts:
            heaps |= (p.heaps >> shift & largest) << to
        return Position(heaps, p.turn)

    return exchange_heaps


def exchange_heaps_in_move(order: tuple[int, ...], move: Take) -> Take:
    """Return a move after a permutation of the heaps, in which heap i is the former heap ``order[i]``."""
    return Take(order.index(move.heap), move.taken)


def moves(game: Heaps, p: Position) -> tuple[Take, ...]:
    """Return the legal moves, heap by heap."""
    return tuple(Take(heap, count) for heap, size in enumerate(unpack_heaps(game, p)) for count in range(1, size + 1))


def play(game: Heaps, p: Position, move: Take) -> Position:
    """Return the position after a move; raise IllegalMove unless the heap has enough objects."""
    heap, count = require_legal(move, moves(game, p))
    return Position(p.heaps - (count << _BITS * heap), 1 - p.turn)


def show(game: Heaps, p: Position) -> str:
    """Return a position as a line of text: the sizes of the heaps, and the status."""
    return f"{' '.join(map(str, unpack_heaps(game, p)))}, {status(game.misere, p)}"


def read(game: Heaps, text: str) -> Position:
    """Parse a line that ``show`` wrote; without a status, the turn is 0, or 1 if the first player cannot be to move."""
    heaps_text, _, status_text = text.partition(",")
    sizes = tuple(read_number(word, "the size of a heap") for word in heaps_text.split())
    if len(sizes) != len(game.sizes):
        raise ValueError(f"{text.strip()[:40]!r} has {len(sizes)} heaps; expected {len(game.sizes)}")
    for heap, (size, start_size) in enumerate(zip(sizes, game.sizes, strict=True)):
        if size > start_size:
            raise ValueError(f"heap {_LETTERS[heap]} has {size} objects; expected at most {start_size}")
    taken = [start_size - size for size, start_size in zip(sizes, game.sizes, strict=True)]
    left = pack_heaps(sizes)
    return Position(left, read_turn(status_text, left, sum(map(bool, taken)), sum(taken), game.misere))


def show_move(move: Take) -> str:
    """Return a move as text, such as ``b3`` for three objects of the second heap."""
    return f"{_LETTERS[move.heap]}{move.taken}"


def read_move(game: Heaps, text: str) -> Take:
    """Return the move written as ``text``, such as ``b3``; raise ValueError if the text is not a move of this game."""
    letters = _LETTERS[: len(game.sizes)]
    if re.fullmatch(f"[{letters}][1-9][0-9]{{0,2}}", text):
        move = Take(letters.index(text[0]), int(text[1:]))
        if move.taken <= game.sizes[move.heap]:
            return move
    expected = f"a heap, {letters[0]} to {letters[-1]}, and how many to take of it, such as {letters[0]}1"
    raise ValueError(f"{text[:40]!r} is not a move; expected {expected}")


def diagram(game: Heaps, p: Position) -> Diagram:
    """Return the diagram from which a position is drawn, with one row per heap."""
    width = max(game.sizes)
    pairs = zip(unpack_heaps(game, p), game.sizes, strict=True)
    return Diagram(tuple(("|" * size).ljust(start_size, ".").ljust(width) for size, start_size in pairs))


def heap_orders(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all permutations that exchange only heaps of equal size, the identity first."""
    groups = [[heap for heap, size in enumerate(sizes) if size == equal_size] for equal_size in dict.fromkeys(sizes)]
    for images in product(*map(permutations, groups)):
        image = dict(zip(chain(*groups), chain(*images), strict=True))
        yield tuple(image[heap] for heap in range(len(sizes)))


def symmetries(sizes: tuple[int, ...]) -> tuple[Symmetry[Position, Take], ...]:
    """Return the exchanges of heaps of equal size as symmetries; if more than 120 are possible, return none."""
    if prod(factorial(sizes.count(size)) for size in {*sizes}) > _MOST_SYMMETRIES:
        return ()
    return tuple(
        Symmetry(Closure(make_exchange_heaps, order), partial(exchange_heaps_in_move, order))
        for order in islice(heap_orders(sizes), 1, None)
    )


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
    return _rules(Heaps(tuple(map(int, sizes)), bool(misere)))


@cache
def _rules(game: Heaps) -> Rules[Position, Take]:
    name = "nim-misere" if game.misere else "nim"
    return Rules(
        name=name if game.sizes == _STANDARD else f"{name}:{','.join(map(str, game.sizes))}",
        start=Position(pack_heaps(game.sizes), 0),
        moves=partial(moves, game),
        play=partial(play, game),
        player=player,
        alternates=True,
        outcome=partial(outcome, game.misere),
        show=partial(show, game),
        read=partial(read, game),
        show_move=show_move,
        read_move=partial(read_move, game),
        successors=Closure(make_successors, game),
        score=Closure(make_score, game.misere),
        margins=False,
        diagram=partial(diagram, game),
        symmetries=symmetries(game.sizes),
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
