"""The board on a terminal, with the last move marked, in colour where the terminal has colours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from fpgames.cli.status import printable
from fpgames.draw.boards import differences
from fpgames.rules.notation import Diagram, Square
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules
from fpgames.rules.repetition import History

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {Player.FIRST: "bold red", Player.SECOND: "bold blue"}  # both can be read on light and on dark


def plain_position(p: Any) -> Any:
    """Return a position of the plain game."""
    return p.position if isinstance(p, History) else p


class Screen:
    """The terminal; without the package rich, or where there is no terminal, plain text.

    Args:
        rules: the game, plain; the history of a position is not shown.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.symbols = symbols(rules)
        self.console = _console()

    def board(self, p: Any, before: Any = None) -> None:
        """Print a position; the cells that the last move changed stand out, and are in lower case unless there are kings."""
        rules, p = self.rules, plain_position(p)
        lines = printable(rules.show(p)).split("\n")
        diagram = None if rules.diagram is None else rules.diagram(p)
        rows = list(diagram.rows) if diagram is not None else []
        last = last_move(rules, None if before is None else plain_position(before), p)
        mark = str if diagram is not None and diagram.style == "pieces" else str.lower  # a king is not a man
        for line, i in _numbered(lines, rows):
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
        same = (each.lower() == symbol.lower() for each in self.symbols.values())  # a king is of the colour of a man
        style = next((_STYLES[player] for player, is_same in zip(self.symbols, same, strict=True) if is_same), "dim")
        won = diagram is not None and cell in diagram.won
        return f"{style}{' reverse' if cell in last else ''}{' underline' if won else ''}"

    def thinking(self, title: str) -> AbstractContextManager[object]:
        """Return a context in which a sign of life is shown on a terminal."""
        if self.console is None or not self.console.is_terminal:
            return nullcontext()
        return self.console.status(f"{title} thinks", spinner="line")  # of characters that every terminal has

    def name(self, player: Player) -> str:
        """Return what a player is on the board, such as X; if the board does not tell, first or second."""
        symbol = self.symbols.get(player, "first" if player is Player.FIRST else "second")
        return {"b": "black", "w": "white"}.get(symbol, printable(symbol))


def _console() -> Console | None:
    try:
        from rich.console import Console
    except ImportError:
        return None

    class Strict(Console):
        def on_broken_pipe(self) -> None:
            """Let a reader that has left end the command, as it does everywhere else."""
            raise BrokenPipeError

    return Strict(highlight=False, soft_wrap=True, markup=False)


def _numbered(lines: list[str], rows: list[str]) -> Iterator[tuple[str, int | None]]:
    """Yield the lines of a text, each with the number of the row of the board that it begins with, if it does."""
    i = 0
    for line in lines:
        if i < len(rows) and line.startswith(rows[i]):
            yield line, i
            i += 1
        else:
            yield line, None


def last_move(rules: AnyRules, before: Any, p: Any) -> set[Square]:
    """Return the cells of the board that differ between two positions, and are not empty now."""
    if before is None or rules.diagram is None:
        return set()
    now = rules.diagram(p)
    cells = differences(rules.diagram(before), now, strict=False)  # a board that grows can be played on
    return {(i, j) for i, j in cells if now.rows[i][j] != "."}


def symbols(rules: AnyRules) -> dict[Player, str]:
    """Return the symbol of each player on the board, as the first two moves show them."""
    found: dict[Player, str] = {}
    p = rules.start
    for _ in range(2):
        moves = rules.moves(p)
        if rules.diagram is None or not moves:
            return {}
        q = rules.play(p, moves[0])
        rows = rules.diagram(q).rows
        shown = {rows[i][j] for i, j in last_move(rules, p, q)}
        if len(shown) == 1:
            (found[rules.player(p)],) = shown
        p = q
    return found if len(set(found.values())) == 2 else {}
