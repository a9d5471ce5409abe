"""The functions of Othello's rules that make one move at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from returns.maybe import Maybe, Nothing, Some

from fpgames.games.othello.bit_operations import Board, Position, Turned, after_on, count, legal_on, union
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome, Player

_PLAYERS = (Player.FIRST, Player.SECOND)
_NOTHING: Maybe[Outcome] = Nothing
_OUTCOMES = {outcome: Some(outcome) for outcome in Outcome}


def start_of(board: Board) -> Position:
    """Return the start: black, who is the first player, on the upper right and the lower left of the centre."""
    n, squares = board.n, board.squares
    centre = n // 2 * (n + 1)  # of the four cells in the centre, the lower right one
    black, white = union((squares[centre - n], squares[centre - 1])), union((squares[centre - n - 1], squares[centre]))
    return Position(*black, *white, 0)


def name_of(number: int, n: int) -> str:
    """Return a move as people write it: the column's letter and the row's number, or ``pass``."""
    return "pass" if number == n * n else f"{chr(ord('a') + number % n)}{number // n + 1}"


def numbers_on(board: Board) -> Callable[[int, int], Iterator[int]]:
    """Return the function that yields the numbers of the cells of a set, in no useful order."""
    of_even = {even: number for number, (even, odd) in enumerate(board.squares) if even}
    of_odd = {odd: number for number, (even, odd) in enumerate(board.squares) if odd}

    def numbers(even: int, odd: int) -> Iterator[int]:
        while even:
            yield of_even[even & -even]
            even &= even - 1
        while odd:
            yield of_odd[odd & -odd]
            odd &= odd - 1

    return numbers


def moves_on(board: Board) -> Callable[[Position], tuple[int, ...]]:
    """Return the function that lists the legal moves: the numbers of cells, or that of the pass alone."""
    legal, numbers, passed = legal_on(board), numbers_on(board), board.n**2

    def moves(p: Position) -> tuple[int, ...]:
        mine, theirs = p[:2], p[2:4]
        found = tuple(sorted(numbers(*legal(*mine, *theirs))))
        return found or ((passed,) if any(legal(*theirs, *mine)) else ())

    return moves


def play_on(board: Board) -> Callable[[Position, int], Position]:
    """Return the function that plays a move."""
    moves, after, squares, n = moves_on(board), after_on(board), board.squares, board.n

    def why(p: Position, move: int) -> str:
        if move not in range(n * n):
            return "a player who can move does not pass" if move == n * n else f"moves are 0 to {n * n}"
        name, (even, odd) = name_of(int(move), n), squares[int(move)]
        taken = even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)
        return f"{name} is taken" if taken else f"{name} turns over no disc"

    def play(p: Position, move: int) -> Position:
        if move in range(n * n):
            even, odd = squares[int(move)]  # of a float too, if it equals an int
            if not (even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)):
                q = after(p, even, odd)
                if q[:2] != p[2:4]:  # discs have been turned over
                    return q
        legal = moves(p)
        if move not in legal:
            raise IllegalMove(move, legal, why(p, move) if legal else "")
        return after(p, 0, 0)  # a pass turns nothing over

    return play


def player(p: Position) -> Player:
    """Return the player to move."""
    return _PLAYERS[p.turn]


def outcome_on(board: Board) -> Callable[[Position], Maybe[Outcome]]:
    """Return the function that returns how the game ended: by who has more discs."""
    legal = legal_on(board)

    def outcome(p: Position) -> Maybe[Outcome]:
        mine, theirs = p[:2], p[2:4]
        if any(legal(*mine, *theirs)) or any(legal(*theirs, *mine)):
            return _NOTHING
        lead = (count(*mine) - count(*theirs)) * player(p)
        return _OUTCOMES[Outcome((lead > 0) - (lead < 0))]

    return outcome


def symbols_on(board: Board, black: str, white: str) -> Callable[[Position], tuple[str, ...]]:
    """Return the function that returns the rows of a board: the symbol of each disc's colour, and ``"."``."""
    numbers, n = numbers_on(board), board.n

    def symbols(p: Position) -> tuple[str, ...]:
        cells = ["."] * n**2
        for colour, discs in zip((white, black) if p.turn else (black, white), (p[:2], p[2:4]), strict=True):
            for number in numbers(*discs):
                cells[number] = colour
        return tuple("".join(cells[i : i + n]) for i in range(0, n**2, n))

    return symbols


def diagram(board: Board, p: Position) -> Diagram:
    """Return the appearance of a position."""
    n, symbols = board.n, symbols_on(board, "b", "w")
    names = tuple(tuple(name_of(i * n + j, n) for j in range(n)) for i in range(n))
    return Diagram(symbols(p), style="pieces", names=names)


def move_on(symmetry: Turned) -> Callable[[int], int]:
    """Return the function that returns the image of a move under a symmetry; that of a pass is a pass."""
    images = (*symmetry.numbers, len(symmetry.numbers))

    def move(number: int) -> int:
        return images[number]

    return move
