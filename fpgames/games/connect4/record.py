"""Connect Four as an immutable record: the game of article 5, which mutates a board only inside a move.

The article is part of the series that this library follows. There a whole game runs in Haskell's ST monad, and all
moves write to one board, so a program must clone a position to keep it. Here each move is an ST computation of its own,
which takes and returns an immutable game. The ``evolver`` of the persistent vector thaws the board, and ``persistent``
freezes it; the code between is the article's.

Source: article 5; article 4 for the display.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pyrsistent import PVector, pvector
from returns.maybe import Maybe, Nothing, Some

from fpgames import rules as generic
from fpgames.games.boards import in_line
from fpgames.games.connect4.board import CELLS, NI, NJ, STANDARD, Cell, Ordered, at, check_ij, check_line
from fpgames.games.connect4.text import illegal_column_error, read_position, show_board
from fpgames.pictures import draw
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import read_number

__all__ = [
    "Game", "Player", "Status", "clone_game", "is_running", "mk_game", "n_moves_game", "next_game", "next_player",
    "play", "play_k", "player2cell", "rules",
]  # fmt: skip


class Player(Ordered):
    """A player, named by colour: red or yellow.

    See also: :func:`next_player`.

    Source: article 5, ``Player``.
    """

    R = "R"
    Y = "Y"


class Status(Ordered):
    """The status of a game: the colour to move, a tie, or the colour that has won.

    See also: :func:`is_running`.

    Source: article 5, ``Status``.
    """

    PlayR = "PlayR"
    PlayY = "PlayY"
    Tie = "Tie"
    WinR = "WinR"
    WinY = "WinY"


class Game(NamedTuple):
    """A position of Connect Four, as the record of article 5 of the series that this library follows.

    ``moves`` lists the columns that are not full, even after a player has won, as in article 5 (the C++ code of article
    4 clears the list). After a win, ``rules.moves`` is empty.

    Args:
        status: the colour to move, or the result of the game.
        current_player: the player to move; when the game is over, the player who moved last.
        first_player: the player who moves first in the game.
        moves: the columns that are not full, ascending.
        cells: 42 cells, row by row from the bottom.

    Source: article 5, ``Game``.
    """

    status: Status
    current_player: Player
    first_player: Player
    moves: tuple[int, ...]
    cells: PVector[Cell]

    def __repr__(self) -> str:
        """Return the game as Python code, with the cells as one short string."""
        status, player, first, moves, cells = self
        letters = "".join(cell.value for cell in cells)
        return f"Game({status}, {player}, {first}, {moves}, pvector(map(Cell, {letters!r})))"

    def _repr_svg_(self) -> str:
        return draw("board_svg", rules, self)


_DIRECTIONS = (0, 1), (1, 0), (1, 1), (1, -1)

_TO_PLAY = {Player.R: Status.PlayR, Player.Y: Status.PlayY}
_WON = {Player.R: Status.WinR, Player.Y: Status.WinY}
_CELL = {Player.R: Cell.R, Player.Y: Cell.Y}
_NEXT = {Player.R: Player.Y, Player.Y: Player.R}


def player2cell(player: Player) -> Cell:
    """Return the stone of a player: ``player2Cell :: Player -> Cell``.

    Args:
        player: red or yellow.

    >>> player2cell(Player.R)
    <Cell.R: 'R'>

    See also: :func:`next_player`.

    Source: article 5, ``player2Cell``.
    """
    return _CELL[player]


def next_player(player: Player) -> Player:
    """Return the other player: ``nextPlayer . nextPlayer = id``.

    Args:
        player: red or yellow.

    >>> next_player(Player.R)
    <Player.Y: 'Y'>

    See also: :func:`next_game`.

    Source: article 5, ``nextPlayer``.
    """
    return _NEXT[player]


def mk_game(player: Player) -> Game:
    """Return a new game: ``mkGame :: Player -> Game``.

    Args:
        player: the first player.

    Raises:
        ValueError: player is not a :class:`Player` of this module.

    >>> mk_game(Player.Y).status
    <Status.PlayY: 'PlayY'>

    See also: :func:`next_game`, for the next game of a match.

    Source: article 5, ``mkGame``.
    """
    player = Player(player)
    return Game(_TO_PLAY[player], player, player, tuple(range(NJ)), CELLS)


def clone_game(game: Game) -> Game:
    """Return the game itself, because it is immutable: ``cloneGame = id``.

    The article has to copy the cells, a mutable array that the two games would otherwise share.

    Args:
        game: any game.

    >>> game = mk_game(Player.R)
    >>> clone_game(game) is game
    True

    See also: :func:`next_game`.

    Source: article 5, ``cloneGame``.
    """
    return game


def next_game(game: Game) -> Game:
    """Return a new game in which the other player moves first: ``nextGame = mkGame . nextPlayer . firstPlayer``.

    Args:
        game: the previous game, finished or not.

    >>> next_game(mk_game(Player.R)) == mk_game(Player.Y)
    True

    See also: :func:`mk_game`.

    Source: article 5, ``nextGame``.
    """
    return mk_game(next_player(game.first_player))


def is_running(game: Game) -> bool:
    """Return whether the game is not over: ``isRunning game = elem (status game) [PlayR, PlayY]``.

    Args:
        game: any game.

    >>> is_running(mk_game(Player.R))
    True

    See also: :class:`Status`.

    Source: article 5, ``isRunning``.
    """
    return game.status in (Status.PlayR, Status.PlayY)


def n_moves_game(game: Game) -> int:
    """Count the columns that are not full: ``nMovesGame = length . moves``.

    Args:
        game: any game.

    >>> n_moves_game(mk_game(Player.R))
    7

    See also: :func:`play_k`, which takes an index below this number.

    Source: article 5, ``nMovesGame``.
    """
    return len(game.moves)


def play_k(game: Game, k: int) -> Game:
    """Play the k-th move, as the article's ``playK``: ``play_k game k = runST (thaw game >>= playK k >>= freeze)``.

    Args:
        game: the position.
        k: an index into ``game.moves``, from 0.

    Raises:
        IllegalMove: there is no such move, or the game is over.

    >>> from functools import reduce
    >>> reduce(play_k, [2, 4, 2, 4, 2, 4, 2], mk_game(Player.R)).status
    <Status.WinR: 'WinR'>

    See also: :func:`play`, which takes a column instead of an index.

    Source: article 5, ``playK``.
    """
    _, player, first, moves, cells = game
    if not is_running(game) or not isinstance(k, int) or k not in range(len(moves)):
        indices = tuple(range(len(moves))) if is_running(game) else ()
        raise IllegalMove(k, indices, f"k is an index into the moves {' '.join(map(str, moves))}")
    next_cells, won = _drop_stone(cells, moves[k], player2cell(player))
    next_moves = tuple(j for j in moves if next_cells[at(NI - 1, j)] is Cell.E)
    if won or not next_moves:
        return Game(_WON[player] if won else Status.Tie, player, first, next_moves, next_cells)
    opponent = next_player(player)
    return Game(_TO_PLAY[opponent], opponent, first, next_moves, next_cells)


def _drop_stone(cells: PVector[Cell], j0: int, c0: Cell) -> tuple[PVector[Cell], bool]:
    """Drop a stone; return the new board, and whether the stone wins. As in ``runST``, only a copy is mutated."""
    board = cells.evolver()  # a mutable copy, as by thaw
    i0 = next(i for i in range(NI) if board[at(i, j0)] is Cell.E)
    board[at(i0, j0)] = c0
    won = any(check_line(i0, j0, di, dj, c0, board) for di, dj in _DIRECTIONS)
    return board.persistent(), won  # an immutable vector, as by freeze


def play(game: Game, column: int) -> Game:
    """Drop a stone of the player to move into a column: ``play :: Game -> Int -> Game``.

    Args:
        game: the position.
        column: the column, 0 to 6.

    Raises:
        IllegalMove: the column is full or not on the board, or the game is over.

    >>> play(mk_game(Player.R), 3)
    Game(Status.PlayY, Player.Y, Player.R, (0, 1, 2, 3, 4, 5, 6), pvector(map(Cell, '...R......................................')))

    See also: :func:`play_k`, which takes an index into the moves, as in the article.
    """
    legal = _moves(game)
    if column not in legal:
        raise illegal_column_error(column, NJ, legal)
    return play_k(game, game.moves.index(column))


def _moves(game: Game) -> tuple[int, ...]:
    return game.moves if is_running(game) else ()


def _player(game: Game) -> generic.Player:
    """Return the player to move; after the end, the opponent of the player who moved last."""
    is_first = game.current_player is game.first_player
    return generic.Player.FIRST if is_first is is_running(game) else generic.Player.SECOND


def _outcome(game: Game) -> Maybe[Outcome]:
    if is_running(game):
        return Nothing
    if game.status is Status.Tie:
        return Some(Outcome.DRAW)
    return Some(Outcome.FIRST_WON if game.current_player is game.first_player else Outcome.SECOND_WON)


def _static(game: Game) -> float:
    """Return the outcome of a finished game, otherwise the first player's lead in open lines, scaled to below 1."""
    if not is_running(game):
        return _outcome(game).unwrap()
    first, second = map(player2cell, (game.first_player, next_player(game.first_player)))
    lines = [[game.cells[cell] for cell in line] for line in _LINES]
    return (sum(second not in line for line in lines) - sum(first not in line for line in lines)) / (len(_LINES) + 1)


_LINES = [
    [at(i + n * di, j + n * dj) for n in range(4)]
    for i in range(NI)
    for j in range(NJ)
    for di, dj in _DIRECTIONS
    if check_ij(i + 3 * di, j + 3 * dj)
]


def _diagram(game: Game) -> Diagram:
    cells = "".join(cell.value for cell in game.cells)
    rows = tuple(cells[at(i, 0) : at(i + 1, 0)] for i in reversed(range(NI)))
    return Diagram(rows, in_line(rows, STANDARD.align), style="discs")


def _show(game: Game) -> str:
    columns = ["".join(game.cells[at(i, j)].value for i in range(NI)).rstrip(".") for j in range(NJ)]
    return show_board(columns, NI, _moves(game), game.status.value)


def _read(text: str) -> Game:
    return read_position(text, STANDARD, {player.value: mk_game(player) for player in Player}, play, _show)


def _mirrored(game: Game) -> Game:
    cells = pvector(game.cells[at(i, NJ - 1 - j)] for i in range(NI) for j in range(NJ))
    return game._replace(moves=tuple(sorted(map(_mirror_column, game.moves))), cells=cells)


def _mirror_column(column: int) -> int:
    return NJ - 1 - column


rules: Rules[Game, int] = Rules(
    name="connect4-record",
    start=mk_game(Player.R),
    moves=_moves,
    play=play,
    player=_player,
    alternates=True,
    outcome=_outcome,
    show=_show,
    read=_read,
    show_move=str,
    read_move=partial(read_number, noun=f"a column; expected a number from 0 to {NJ - 1}"),
    static=_static,
    diagram=_diagram,
    symmetries=(Symmetry(_mirrored, _mirror_column),),
    prompt="j ?",
)
"""The rules of article 5, named ``connect4-record``."""
