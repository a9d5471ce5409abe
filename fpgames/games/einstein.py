"""EinStein würfelt nicht!: a die says which stone to move; whoever reaches the opposite corner first wins.

The first player's stones 1 to 6 start in the top left corner, and move right, down, or diagonally right and down. The
second player's stones, A to F on the board, are their mirror image. If the stone of the die has been taken, the player
moves the next lower or the next higher stone that is left. A stone takes any stone that it moves to, even one of its own
side. A player without stones has lost.

Source: Ingo Althöfer, *EinStein würfelt nicht!* (2004).
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.games.positional import LETTERS
from fpgames.games.turns import NAMES
from fpgames.games.turns import player as player_of_turn
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import CHANCE, Mover, Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["Position", "rules", "sized"]


class Position(NamedTuple):
    """A position: the stones, whose turn it is, and the die.

    Args:
        first: the cell of each stone of the first player; cells are numbered row by row from 0, and -1 is a taken stone.
        second: the cell of each stone of the second player.
        turn: 0 if it is the first player's turn, 1 if it is the second's.
        die: the face of the die, from 1; 0 before the die is rolled, so that chance moves.

    See also: :func:`sized`, which returns the rules.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    turn: int
    die: int


Move: TypeAlias = tuple[int, int] | int
"""A move: of a player, the number of a stone and the cell that it moves to; of the die, a face, from 1."""

_TAKEN, _STANDARD, _SYMBOLS = -1, 5, ("123456", "ABCDEF")


def start(n: int) -> Position:
    """Return the initial position: each player has a triangle of six stones, on small boards of three or of one."""
    side = min(3, (n + 1) // 2)
    home = [i * n + j for i in range(side) for j in range(side - i)]
    return Position(tuple(home), tuple(n * n - 1 - cell for cell in home), 0, 0)


def player(p: Position) -> Mover:
    """Return the player to move, or ``CHANCE`` before the die is rolled."""
    return player_of_turn(p) if p.die else CHANCE


def sized(n: int = _STANDARD) -> Rules[Position, Move]:
    """Return the rules on an n by n board: ``sized :: Int -> Rules Position Move``.

    Each player has six stones if n is at least 5, three stones if n is 3 or 4, and one stone if n is 2. The die has a face
    for each stone.

    Args:
        n: the number of rows and of columns, 2 to 26.

    Raises:
        ValueError: n is not from 2 to 26.

    >>> small = sized(3)
    >>> p = small.play(small.start, 2)
    >>> print(small.show(p))
    12.  3
    3.C  2
    .BA  1
    abc
    first to move, die 2
    >>> [small.show_move(move) for move in small.moves(p)]
    ['2-c3', '2-b2', '2-c2']

    See also: :data:`rules`; :func:`fpgames.search.chance.expectiminimax`.
    """
    require_at_least(2, n, "play on {} rows", len(LETTERS))
    return _rules(int(n))


@made("sized({})".format)
def _rules(n: int) -> Rules[Position, Move]:
    def steps_to_go(p: Position) -> tuple[int, int]:
        """Return the number of steps from each player's nearest stone to the opposite corner; n if no stone is left."""
        ways = ((n * n - 1 - cell for cell in p.first if cell != _TAKEN), (cell for cell in p.second if cell != _TAKEN))
        first, second = (min((max(divmod(way, n)) for way in side), default=n) for side in ways)
        return first, second

    def score(p: Position) -> int:
        first, second = steps_to_go(p)
        return (first == 0 or second == n) - (second == 0 or first == n)

    def static(p: Position) -> float:
        """Return the outcome of a finished game; before the end, the first player's lead in steps, over n."""
        first, second = steps_to_go(p)
        return score(p) or (second - first) / n

    def outcome(p: Position) -> Maybe[Outcome]:
        return outcome_of_score(score(p)) if score(p) else Nothing

    def moves(p: Position) -> tuple[Move, ...]:
        """Return the legal moves: the faces of the die; or for each stone, along the row, the column and the diagonal."""
        if score(p):
            return ()
        if not p.die:
            return tuple(range(1, len(p.first) + 1))
        stones, sign = (p.first, p.second)[p.turn], 1 - 2 * p.turn
        left = [stone for stone, cell in enumerate(stones, 1) if cell != _TAKEN]
        lower, higher = [stone for stone in left if stone <= p.die], [stone for stone in left if stone >= p.die]
        ways = [
            (stone, stones[stone - 1] // n + sign * down, stones[stone - 1] % n + sign * right)
            for stone in dict.fromkeys((*lower[-1:], *higher[:1]))
            for down, right in ((0, 1), (1, 0), (1, 1))
        ]
        return tuple((stone, row * n + column) for stone, row, column in ways if 0 <= row < n and 0 <= column < n)

    def play(p: Position, move: Move) -> Position:
        move = require_legal(move, moves(p))
        if isinstance(move, int):
            return p._replace(die=move)
        stone, to = move
        sides = [[_TAKEN if cell == to else cell for cell in side] for side in (p.first, p.second)]
        sides[p.turn][stone - 1] = to
        first, second = map(tuple, sides)
        return Position(first, second, 1 - p.turn, 0)

    def board_rows(p: Position) -> tuple[str, ...]:
        """Return the rows of a board as strings: the first player's stones are digits, the second player's letters."""
        digits, letters = (names[: len(p.first)] for names in _SYMBOLS)
        symbols = dict(zip((*p.first, *p.second), digits + letters, strict=True))
        return tuple("".join(symbols.get(i * n + j, ".") for j in range(n)) for i in range(n))

    def show(p: Position) -> str:
        rows = [f"{row}  {n - i}" for i, row in enumerate(board_rows(p))]
        running = f"{NAMES[p.turn]} to move, die {p.die}" if p.die else f"{NAMES[p.turn]} rolls"
        return "\n".join([*rows, LETTERS[:n], f"{NAMES[score(p) < 0]} has won" if score(p) else running])

    def read(text: str) -> Position:
        """Return the position of a text that ``show`` wrote; the row numbers and the column letters may all be missing."""
        lines = [words for line in text.split("\n") if (words := line.split())]
        board, count = "".join(words[0] for words in lines[:n]), len(start(n).first)
        first, second = (tuple(map(board.find, names[:count])) for names in _SYMBOLS)  # -1, or taken, if not found
        for turn, die in product((0, 1), range(count + 1)):
            p = Position(first, second, turn, die)
            shown = [line.split() for line in show(p).split("\n")]
            is_possible = score(p) in (0, 2 * turn - 1) and steps_to_go(p) not in ((0, 0), (n, n))
            if is_possible and lines in (shown, [*(words[:1] for words in shown[:n]), shown[-1]]):
                return p
        found, first_row = " ".join(map(" ".join, lines)), board_rows(start(n))[0]
        raise ValueError(
            f"{found[:40]!r} is not a position; expected {n} rows such as {first_row}, and, say, 'first rolls'"
        )

    def show_move(move: Move) -> str:
        return str(move) if isinstance(move, int) else f"{move[0]}-{LETTERS[move[1] % n]}{n - move[1] // n}"

    def read_move(text: str) -> Move:
        """Return the move written as ``text``, such as ``3`` or ``3-c2``; raise ValueError for any other text."""
        faces = range(1, len(start(n).first) + 1)
        every_move: tuple[Move, ...] = (*faces, *product(faces, range(n * n)))
        for move in every_move:
            if text == show_move(move):
                return move
        raise ValueError(
            f"{text[:40]!r} is not a move; expected a stone and a cell, such as 1-b1, or a face, 1 to {faces[-1]}"
        )

    return Rules(
        name="ewn" if n == _STANDARD else f"ewn:{n}",
        start=start(n),
        moves=moves,
        play=play,
        player=player,
        outcome=outcome,
        show=show,
        read=read,
        show_move=show_move,
        read_move=read_move,
        static=static,
        score=score,
        margins=False,
        diagram=lambda p: Diagram(board_rows(p)),
        prompt="stone and cell ?",
    )


rules = sized()
"""The rules on five rows of five cells, named ``ewn``."""
