"""Nim: players take any number of objects from one heap, in turn; the player who takes the last object wins.

In misère play that player loses. A position is one int, in which each heap has seven bits, and the turn; so nine heaps fit
into a word.

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
    """A position.

    Args:
        heaps: the sizes of the heaps, seven bits each, the first heap in the lowest bits.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :func:`heaps`, which returns the rules.
    """

    heaps: int
    turn: int


class Take(NamedTuple):
    """A move.

    Args:
        heap: the number of the heap, from 0.
        taken: the number of objects taken from it, at least 1.

    See also: :class:`Position`.
    """

    heap: int
    taken: int


class Heaps(NamedTuple):
    """The description of a game: the sizes of its heaps at the start, and whether it is misère."""

    sizes: tuple[int, ...]
    misere: bool


_BITS = 7
_LARGEST = (1 << _BITS) - 1
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_SYMMETRIES = 120
_STANDARD = (1, 3, 5, 7)


def packed(sizes: tuple[int, ...]) -> int:
    """Return the sizes of heaps as one int."""
    return sum(size << _BITS * heap for heap, size in enumerate(sizes))


def unpacked(game: Heaps, p: Position) -> tuple[int, ...]:
    """Return the sizes of the heaps of a position."""
    shifts = [_BITS * heap for heap in range(len(game.sizes))]
    return tuple(p.heaps >> shift & _LARGEST for shift in shifts)


def make_successors(game: Heaps) -> Callable[[Position], Iterator[Position]]:
    """Return the function that yields the positions after each move, from the first heap, one object first."""
    shifts, largest = tuple(_BITS * heap for heap in range(len(game.sizes))), _LARGEST

    def successors(p: Position) -> Iterator[Position]:
        for shift in shifts:
            for count in range(1, (p.heaps >> shift & largest) + 1):
                yield Position(p.heaps - (count << shift), 1 - p.turn)

    return successors


def make_exchanged(order: tuple[int, ...]) -> Callable[[Position], Position]:
    """Return the function that puts heap ``order[i]`` in the place of heap i."""
    shifts, largest = tuple((_BITS * heap, _BITS * to) for to, heap in enumerate(order)), _LARGEST

    def exchanged(p: Position) -> Position:
        found = 0
        for shift, to in shifts:
            found |= (p.heaps >> shift & largest) << to
        return Position(found, p.turn)

    return exchanged


def exchanged_move(order: tuple[int, ...], move: Take) -> Take:
    """Return the image of a move when heap ``order[i]`` is put in the place of heap i."""
    return Take(order.index(move.heap), move.taken)


def moves(game: Heaps, p: Position) -> tuple[Take, ...]:
    """Return the legal moves."""
    return tuple(Take(heap, count) for heap, size in enumerate(unpacked(game, p)) for count in range(1, size + 1))


def play(game: Heaps, p: Position, move: Take) -> Position:
    """Play a move."""
    heap, count = require_legal(move, moves(game, p))
    return Position(p.heaps - (count << _BITS * heap), 1 - p.turn)


def show(game: Heaps, p: Position) -> str:
    """Show a position as a line of text."""
    return f"{' '.join(map(str, unpacked(game, p)))}, {status(game.misere, p)}"


def read(game: Heaps, text: str) -> Position:
    """Read what ``show`` writes; without its end, the first player is to move if possible."""
    written, _, said = text.partition(",")
    sizes = tuple(read_number(word, "the size of a heap") for word in written.split())
    if len(sizes) != len(game.sizes):
        raise ValueError(f"{text.strip()[:40]!r} has {len(sizes)} heaps; expected {len(game.sizes)}")
    for heap, (size, most) in enumerate(zip(sizes, game.sizes, strict=True)):
        if size > most:
            raise ValueError(f"heap {_LETTERS[heap]} has {size} objects; expected at most {most}")
    taken = [most - size for size, most in zip(sizes, game.sizes, strict=True)]
    left = packed(sizes)
    return Position(left, read_turn(said, left, sum(map(bool, taken)), sum(taken), game.misere))


def show_move(move: Take) -> str:
    """Return a move as a word, such as ``b3`` for three objects of the second heap."""
    return f"{_LETTERS[move.heap]}{move.taken}"


def read_move(game: Heaps, text: str) -> Take:
    """Read a move."""
    letters = _LETTERS[: len(game.sizes)]
    if re.fullmatch(f"[{letters}][1-9][0-9]{{0,2}}", text):
        move = Take(letters.index(text[0]), int(text[1:]))
        if move.taken <= game.sizes[move.heap]:
            return move
    expected = f"a heap, {letters[0]} to {letters[-1]}, and how many to take of it, such as {letters[0]}1"
    raise ValueError(f"{text[:40]!r} is not a move; expected {expected}")


def diagram(game: Heaps, p: Position) -> Diagram:
    """Return the appearance of a position: a row for each heap."""
    width = max(game.sizes)
    pairs = zip(unpacked(game, p), game.sizes, strict=True)
    return Diagram(tuple(("|" * size).ljust(most, ".").ljust(width) for size, most in pairs))


def orders(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of heaps in which each is in the place of one of its size, the given order first."""
    groups = [[heap for heap, size in enumerate(sizes) if size == each] for each in dict.fromkeys(sizes)]
    for images in product(*map(permutations, groups)):
        image = dict(zip(chain(*groups), chain(*images), strict=True))
        yield tuple(image[heap] for heap in range(len(sizes)))


def symmetries(sizes: tuple[int, ...]) -> tuple[Symmetry[Position, Take], ...]:
    """Return the exchanges of heaps of equal sizes; none if there are very many."""
    if prod(factorial(sizes.count(size)) for size in {*sizes}) > _MOST_SYMMETRIES:
        return ()
    return tuple(
        Symmetry(Closure(make_exchanged, order), partial(exchanged_move, order))
        for order in islice(orders(sizes), 1, None)
    )


def heaps(*sizes: int, misere: bool = False) -> Rules[Position, Take]:
    """Return Nim with heaps of other sizes: ``heaps :: [Int] -> Bool -> Rules Position Take``.

    Heaps of equal sizes can be exchanged, which gives the symmetries; if there are more than 120 ways, none are listed.

    Args:
        sizes: the objects in each heap, 0 to 127; at least one object in all, and at most 26 heaps.
        misere: whether the player who takes the last object loses.

    Raises:
        ValueError: there is no object, a heap is too small or too large, or there are too many heaps.

    >>> small = heaps(2, 1)
    >>> [small.show_move(move) for move in small.moves(small.start)]
    ['a1', 'a2', 'b1']
    >>> small.show(small.play(small.start, Take(0, 2)))
    '0 1, second to move'

    See also: :data:`rules`; :data:`misere`; :func:`winner`, who wins it.
    """
    for size in sizes:
        require_at_least(0, size, "make a heap of {} objects")
        if size > _LARGEST:
            raise ValueError(f"cannot make a heap of more than {_LARGEST} objects")
    if len(sizes) > len(_LETTERS):
        raise ValueError(f"cannot play with more than {len(_LETTERS)} heaps")
    if not any(sizes):
        raise ValueError("there is no object to take; expected at least one heap of at least 1")
    return _rules(Heaps(tuple(map(int, sizes)), bool(misere)))


@cache
def _rules(game: Heaps) -> Rules[Position, Take]:
    name = "nim-misere" if game.misere else "nim"
    return Rules(
        name=name if game.sizes == _STANDARD else f"{name}:{','.join(map(str, game.sizes))}",
        start=Position(packed(game.sizes), 0),
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
        diagram=partial(diagram, game),
        symmetries=symmetries(game.sizes),
        prompt="heap and count ?",
    )


rules = heaps(*_STANDARD)
"""Four heaps, of one, three, five and seven objects; its name is ``nim``."""


misere = heaps(*_STANDARD, misere=True)
"""The same heaps, where the player who takes the last object loses; its name is ``nim-misere``."""


def winner(p: Position, *, misere: bool = False) -> Player:
    """Return the player who wins with perfect play, by Bouton's theorem: ``winner :: Position -> Bool -> Player``.

    The player to move wins exactly if the exclusive or of the sizes is not 0. In misère play it is the same, unless all
    heaps are of at most one object; then it is the opposite.

    Args:
        p: the position, of any number of heaps.
        misere: whether the player who takes the last object loses.

    >>> winner(rules.start), winner(misere.start, misere=True), winner(heaps(3, 4).start)
    (Player.SECOND, Player.SECOND, Player.FIRST)

    See also: :func:`fpgames.search.values.minimax`, which finds the same by search.

    Source: Bouton (1901, doi:10.2307/1967631).
    """
    nim_sum, large, left = 0, False, p.heaps
    while left:
        size = left & _LARGEST
        nim_sum ^= size
        large = large or size > 1
        left >>= _BITS
    wins = (nim_sum != 0) != (misere and not large)
    return player(p) if wins else player(p).opponent
