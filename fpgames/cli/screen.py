"""Print boards on a terminal, with the last move marked, in colour if the terminal supports it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from fpgames.cli.status import printable
from fpgames.draw.boards import differing_cells
from fpgames.rules.notation import Diagram, Square
from fpgames.rules.outcomes import CHANCE, Mover, Player
from fpgames.rules.record import AnyRules
from fpgames.rules.repetition import History

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: dict[Mover, str] = {
    Player.FIRST: "bold red",
    Player.SECOND: "bold blue",
}  # colours readable on light and dark backgrounds


def plain_position(p: Any) -> Any:
    """Return the position in a ``History``, or any other position unchanged."""
    return p.position if isinstance(p, History) else p


class Screen:
    """A screen that prints boards, in plain text if rich is not installed or the output is not a terminal.

    Args:
        rules: the rules of the game, without draws by repetition or move count.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.symbols = player_symbols(rules)
        self.console = _make_console()

    def print_board(self, p: Any, before: Any = None) -> None:
        """Print a position; mark the move from ``before`` by reverse colours, and by lower case unless case marks kings."""
        rules, p = self.rules, plain_position(p)
        lines = printable(rules.show(p)).split("\n")
        diagram = None if rules.diagram is None else rules.diagram(p)
        rows = list(diagram.rows) if diagram is not None else []
        last = last_move_cells(rules, None if before is None else plain_position(before), p)
        mark = str if diagram is not None and diagram.style == "pieces" else str.lower  # upper case marks kings
        for line, i in _with_row_numbers(lines, rows):
            marked = "".join(mark(c) if (i, j) in last else c for j, c in enumerate(line))
            if self.console is None:
                print(marked)
                continue
            from rich.text import Text

            text = Text(marked)
            for j, symbol in enumerate(rows[i] if i is not None else ""):
                text.stylize(self._style(symbol, (i, j), last, diagram), j, j + 1)
            self.console.print(text)

    def _style(self, symbol: str, cell: tuple[int | None, int], last: set[Square], diagram: Diagram | None) -> str:
        same = (man.lower() == symbol.lower() for man in self.symbols.values())  # men and kings differ only in case
        style = next((_STYLES[player] for player, is_same in zip(self.symbols, same, strict=True) if is_same), "dim")
        won = diagram is not None and cell in diagram.won
        return f"{style}{' reverse' if cell in last else ''}{' underline' if won else ''}"

    def thinking(self, title: str) -> AbstractContextManager[object]:
        """Return a context manager that shows a spinner on a terminal while a bot thinks."""
        if self.console is None or not self.console.is_terminal:
            return nullcontext()
        return self.console.status(f"{title} thinks", spinner="line")  # an ASCII spinner, which every terminal can show

    def mover_name(self, mover: Mover) -> str:
        """Return a mover's symbol or colour on the board, such as X or black; else "first", "second" or "chance"."""
        symbol = self.symbols.get(mover, mover.name.lower())
        return {"b": "black", "w": "white"}.get(symbol, printable(symbol))


def _make_console() -> Console | None:
    try:
        from rich.console import Console
    except ImportError:
        return None

    class ConsoleRaisingBrokenPipe(Console):
        def on_broken_pipe(self) -> None:
            """Raise BrokenPipeError for a closed output pipe, like ``print``; rich itself would exit with status 1."""
            raise BrokenPipeError

    return ConsoleRaisingBrokenPipe(highlight=False, soft_wrap=True, markup=False)


def _with_row_numbers(lines: list[str], rows: list[str]) -> Iterator[tuple[str, int | None]]:
    """Yield each line of a printed board, and the index in ``rows`` of the row with which the line starts, or None."""
    i = 0
    for line in lines:
        if i < len(rows) and line.startswith(rows[i]):
            yield line, i
            i += 1
        else:
            yield line, None


def last_move_cells(rules: AnyRules, before: Any, p: Any) -> set[Square]:
    """Return the cells that the last move changed, except those that it left empty."""
    if before is None or rules.diagram is None:
        return set()
    diagram = rules.diagram(p)
    cells = differing_cells(rules.diagram(before), diagram, strict=False)  # not strict: a move may enlarge the board
    return {(i, j) for i, j in cells if diagram.rows[i][j] != "."}


def player_symbols(rules: AnyRules) -> dict[Mover, str]:
    """Find each player's symbol on the board by playing two moves; return {} unless they show two different symbols."""
    symbols: dict[Mover, str] = {}
    p = rules.start
    for _ in range(2):
        moves = rules.moves(p)
        if rules.diagram is None or not moves:
            return {}
        q = rules.play(p, moves[0])
        rows = rules.diagram(q).rows
        new_symbols = {rows[i][j] for i, j in last_move_cells(rules, p, q)}
        if len(new_symbols) == 1 and rules.player(p) is not CHANCE:
            (symbols[rules.player(p)],) = new_symbols
        p = q
    return symbols if len(set(symbols.values())) == 2 else {}
