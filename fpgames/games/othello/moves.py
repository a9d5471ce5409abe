"""The rules of Othello on one board, and the texts of moves (such as ``f5``), of positions, and of games (transcripts)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce

from returns.maybe import Maybe, Nothing

from fpgames.games.boards import cell_symmetries
from fpgames.games.othello.bit_operations import (
    Cells,
    Position,
    board_of,
    make_image,
    make_legal_cells,
    make_position_after,
    n_cells,
    pass_turn,
    union,
)
from fpgames.games.turns import player
from fpgames.rules.game_texts import read_game
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram, GameFormat, Notation
from fpgames.rules.outcomes import Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules, Symmetry

_COLOURS = "XO"  # the symbol of black, who is the first player, then the symbol of white


def move_name(number: int, n: int) -> str:
    """Return a move as text: the column's letter and the row's number, such as ``f5``, or ``pass``."""
    return "pass" if number == n * n else f"{chr(ord('a') + number % n)}{number // n + 1}"


@cache
def _move_pattern(n: int) -> re.Pattern[str]:
    """Return the regular expression of a move: a cell of the board, or a pass."""
    last, rows = move_name(n - 1, n)[0], "|".join(map(str, range(n, 0, -1)))
    return re.compile(f"([a-{last}])({rows})|pass|--", re.ASCII | re.IGNORECASE)


def _move_of_match(match: re.Match[str], n: int) -> int:
    column, row = match.groups()
    return (int(row) - 1) * n + ord(column.lower()) - ord("a") if row else n * n


def _expected_moves(n: int) -> str:
    return f"a cell from a1 to {move_name(n**2 - 1, n)}, or pass"


@made("sized({})".format)
def rules_of_size(n: int) -> Rules[Position, int]:
    """Return the rules on an n by n board."""
    board, squares, passed = board_of(n), board_of(n).squares, n * n
    legal_cells, position_after, rows = make_legal_cells(board), make_position_after(board), board.rows
    corners_even, corners_odd = board.corners
    scale = 36.0 + n * n  # exceeds every lead, which counts one per legal cell and eight per corner
    number_of = ({even: i for i, (even, _) in enumerate(squares)}, {odd: i for i, (_, odd) in enumerate(squares)})
    centre = n // 2 * (n + 1)  # number of the lower right centre cell
    black, white = union((squares[centre - n], squares[centre - 1])), union((squares[centre - n - 1], squares[centre]))
    start = Position(*black, *white, 0)

    def successors(p: Position) -> Iterator[Position]:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        free_even, free_odd = legal_cells(mine_even, mine_odd, theirs_even, theirs_odd)
        if free_even | free_odd:
            for row_even, row_odd in rows:
                even, odd = free_even & row_even, free_odd & row_odd
                while even:
                    yield position_after(p, even & -even, 0)
                    even &= even - 1
                while odd:
                    yield position_after(p, 0, odd & -odd)
                    odd &= odd - 1
        else:
            even, odd = legal_cells(theirs_even, theirs_odd, mine_even, mine_odd)
            if even | odd:
                yield Position(theirs_even, theirs_odd, mine_even, mine_odd, 1 - turn)

    def score(p: Position) -> int:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        even, odd = legal_cells(mine_even, mine_odd, theirs_even, theirs_odd)
        if even | odd:
            return 0
        even, odd = legal_cells(theirs_even, theirs_odd, mine_even, mine_odd)
        if even | odd:
            return 0
        lead = n_cells(mine_even, mine_odd) - n_cells(theirs_even, theirs_odd)
        return -lead if turn else lead

    def static(p: Position) -> float:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        sign = -1.0 if turn else 1.0
        even, odd = legal_cells(mine_even, mine_odd, theirs_even, theirs_odd)
        mine = n_cells(even, odd)
        even, odd = legal_cells(theirs_even, theirs_odd, mine_even, mine_odd)
        theirs = n_cells(even, odd)
        if mine + theirs == 0:
            lead = n_cells(mine_even, mine_odd) - n_cells(theirs_even, theirs_odd)
            return sign if lead > 0 else -sign if lead < 0 else 0.0
        corners = n_cells(mine_even & corners_even, mine_odd & corners_odd)
        corners -= n_cells(theirs_even & corners_even, theirs_odd & corners_odd)
        return sign * (mine - theirs + 8 * corners) / scale  # a corner counts eight, as it is never flipped

    def move_numbers(even: int, odd: int) -> Iterator[int]:
        while even:
            yield number_of[0][even & -even]
            even &= even - 1
        while odd:
            yield number_of[1][odd & -odd]
            odd &= odd - 1

    def moves(p: Position) -> tuple[int, ...]:
        mine, theirs = p[:2], p[2:4]
        legal_moves = tuple(sorted(move_numbers(*legal_cells(*mine, *theirs))))
        return legal_moves or ((passed,) if any(legal_cells(*theirs, *mine)) else ())

    def play(p: Position, move: int) -> Position:
        is_taken = False
        if move in range(n * n):
            even, odd = squares[int(move)]  # int, because the move may be a float such as 3.0
            is_taken = bool(even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd))
            q = p if is_taken else position_after(p, even, odd)
            if q[:2] != p[2:4] and not is_taken:  # the new disc flips at least one disc
                return q

        def illegal_reason(move: int) -> str:
            if move not in range(n * n):
                return "a player who can move does not pass" if move == passed else f"moves are 0 to {passed}"
            return f"{move_name(int(move), n)} {'is taken' if is_taken else 'flips no disc'}"

        require_legal(move, moves(p), illegal_reason)
        return position_after(p, 0, 0)  # a pass places no disc and flips no disc

    def outcome(p: Position) -> Maybe[Outcome]:
        mine, theirs = p[:2], p[2:4]
        if any(legal_cells(*mine, *theirs)) or any(legal_cells(*theirs, *mine)):
            return Nothing
        return outcome_of_score((n_cells(*mine) - n_cells(*theirs)) * player(p))

    def read_transcript(text: str) -> Position:
        game = read_game(rules, text)
        if not game.moves:
            raise ValueError(f"{text!r:.40} has no moves; expected a board, or a transcript such as f5d6c3")
        return reduce(rules.play, game.moves, game.start)

    rules = Rules(
        name="othello" if n == 8 else f"othello:{n}",
        start=start,
        moves=moves,
        play=play,
        player=player,
        outcome=outcome,
        alternates=True,
        successors=successors,
        static=static,
        score=score,
        symmetries=tuple(
            Symmetry(make_image(squares, images), (*images, passed).__getitem__) for images in cell_symmetries(n, n)
        ),  # a symmetry maps a pass to a pass
        pass_turn=pass_turn,
        **vars(_notation(n, squares, start, moves, read_transcript)),
    )
    return rules


def _notation(
    n: int,
    squares: Sequence[Cells],
    start: Position,
    moves: Callable[[Position], tuple[int, ...]],
    read_transcript: Callable[[str], Position],
) -> Notation[Position, int]:
    passed, centre, letters = n * n, n // 2 * (n + 1), [move_name(j, n)[0] for j in range(n)]

    def board_rows(p: Position, colours: str) -> tuple[str, ...]:
        mine, theirs = colours[p.turn], colours[1 - p.turn]
        cells = [
            mine
            if even & p.mine_even or odd & p.mine_odd
            else theirs
            if even & p.theirs_even or odd & p.theirs_odd
            else "."
            for even, odd in squares
        ]
        return tuple("".join(cells[i : i + n]) for i in range(0, n * n, n))

    is_flat = re.compile(rf"[XO*.-]{{{n * n}}}\s*[XO*]?;?", re.IGNORECASE)
    names = tuple(tuple(move_name(i * n + j, n) for j in range(n)) for i in range(n))

    def diagram(p: Position) -> Diagram:
        return Diagram(board_rows(p, "bw"), style="pieces", names=names)

    def read_move(text: str) -> int:
        match = _move_pattern(n).fullmatch(text)
        if match is None:
            raise ValueError(f"{text[:40]!r} is not a move; expected {_expected_moves(n)}")
        return _move_of_match(match, n)

    def status(p: Position) -> str:
        colour, legal = f"{_COLOURS[p.turn]} ({'white' if p.turn else 'black'})", moves(p)
        if not legal:
            return f"game over, {colour} would move"
        return f"{colour} has to pass" if legal == (passed,) else f"{colour} to move"

    def show(p: Position) -> str:
        width = len(str(n))
        lines = [f"{i:>{width}} {' '.join(row)}" for i, row in enumerate(board_rows(p, _COLOURS), 1)]
        return "\n".join([f"{'':>{width}} {' '.join(letters)}", *lines, status(p)])

    def read(text: str) -> Position:
        """Return the position of a board that ``show`` wrote, or of one line: a transcript, or all cells and who moves."""
        words_by_line = [line.split() for line in text.split("\n") if line.strip()]
        if not words_by_line:
            raise ValueError("the text is empty; expected a board, or a transcript such as f5d6c3")
        if len(words_by_line) == 1:
            return read_flat(text) if is_flat.fullmatch(text.strip()) else read_transcript(text)
        return position_of(read_cells(["".join(words) for words in words_by_line]), words_by_line[n + 1 :])

    def read_flat(text: str) -> Position:
        """Return the position of one line, such as programs exchange: the cells row by row, then X or O, who moves."""
        cells = re.sub(r"[\s;]", "", text.upper()).translate(str.maketrans("*-", "X."))
        if not cells[n * n :]:
            raise ValueError("the line has all cells, but not who moves; expected X or O after them")
        return position_of(cells[: n * n], [[cells[n * n :], "to move"]])

    def position_of(cells: str, below: Sequence[Sequence[str]]) -> Position:
        by_status: dict[str, Position] = {}
        for turn, colour in enumerate(_COLOURS):
            sides = (
                union(square for square, symbol in zip(squares, cells, strict=True) if symbol == disc)
                for disc in (colour, _COLOURS[1 - turn])
            )
            p = Position(*next(sides), *next(sides), turn)
            by_status |= {f"{colour} to move": p, status(p): p}
        lines_below = [*map(" ".join, below)]
        if len(lines_below) != 1 or lines_below[0] not in by_status:
            actual = f"found {' / '.join(lines_below)!r:.80}" if lines_below else "there is nothing"
            raise ValueError(f"{actual} below the board; expected one line, 'X to move' or 'O to move'")
        require_reachable(cells, by_status[lines_below[0]])
        return by_status[lines_below[0]]

    def read_cells(lines: Sequence[str]) -> str:
        """Return the symbols of all cells; ``lines`` are the lines of a board text, without their spaces."""
        if lines[0] != "".join(letters):
            header = " ".join(letters)
            raise ValueError(f"the first line is {lines[0]!r:.80}; expected the columns' letters, {header!r}")
        cells = ""
        for i, line in enumerate(lines[1 : n + 1], 1):
            row = line.removeprefix(str(i))
            if row == line or len(row) != n or set(row) - {*_COLOURS, "."}:
                raise ValueError(f"row {i} is {line!r:.80}; expected {i} and {n} cells X, O or '.'")
            cells += row
        if len(cells) < n * n:
            raise ValueError(f"the board has {len(lines) - 1} rows; expected {n}")
        return cells

    def require_reachable(cells: str, p: Position) -> None:
        """Raise ValueError for some positions that no game can reach; other unreachable positions pass the check."""
        taken = {number for number, symbol in enumerate(cells) if symbol != "."}
        for number in (centre - n - 1, centre - n, centre - 1, centre):
            if number not in taken:
                raise ValueError(f"{move_name(number, n)} is empty; expected discs on the four cells in the centre")
        if len(taken) == 4 and p != start:
            raise ValueError(
                "there are four discs, but not as at the start: expected X to move, and X on the upper right"
            )
        if not p.theirs_even | p.theirs_odd:
            raise ValueError(f"{_COLOURS[1 - p.turn]} has no disc, but moved last")
        connected, stack = {centre}, [centre]
        while stack:
            i, j = divmod(stack.pop(), n)
            near = {(i + di) * n + j + dj for di in (-1, 0, 1) for dj in (-1, 0, 1) if 0 <= j + dj < n} & taken
            stack += near - connected
            connected |= near
        if connected != taken:
            name = move_name(min(taken - connected), n)
            raise ValueError(f"{name} is not joined to the centre; every disc is put beside another")

    return Notation(
        show=show,
        read=read,
        show_move=lambda move: move_name(move, n),
        read_move=read_move,
        diagram=diagram,
        game_format=GameFormat(move=f"(?i:{_move_pattern(n).pattern})", omitted="pass"),
    )
