"""The CSV file of a match, with a row for each finished game; ``--resume`` reads the file and continues the match."""

from __future__ import annotations

import csv
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from math import comb
from pathlib import Path
from typing import NamedTuple, TextIO

from fpgames.cli.files import add_path_to_errors
from fpgames.cli.saved_moves import repeat_moves
from fpgames.cli.status import seed_or_random, showing_elapsed_time
from fpgames.play.match import COLUMNS, GameRecord, game_seed, read_row, sides
from fpgames.play.openings import Openings, opening_of
from fpgames.play.playing import AnyBot
from fpgames.rand.generators import SplitMix
from fpgames.rules.record import AnyRules

HEADER = f"{','.join(COLUMNS)}\n"


class Match(NamedTuple):
    """The settings of a match or tournament, against which its file is checked; ``games`` is the number of games in the match."""

    rules: AnyRules
    players: tuple[tuple[str, AnyBot], ...]
    seed: int
    openings: Openings
    longest: int | None
    games: int

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots."""
        return tuple(name for name, _ in self.players)


@contextmanager
def open_ledger(
    path: Path | None, resume: bool, match: Match
) -> Iterator[tuple[list[GameRecord], Callable[[GameRecord], None]]]:
    """Open the file of a match; yield a list of the games saved in it, and a function that saves one more game.

    Raises:
        ValueError: the file exists but ``resume`` is false, it does not fit the match, or another process writes to it.
    """
    if path is None:
        yield [], lambda _: None
        return
    if path.is_dir() or (resume and path.exists() and not path.is_file()):
        raise ValueError(f"{path}: not a file that holds a match")
    regular = path.is_file() or not path.exists()  # a regular or new file, neither a device nor a pipe
    if not resume and regular and path.exists():
        raise ValueError(f"{path}: exists; add --resume to continue its match, or name another file")
    with add_path_to_errors(path):
        file = path.open("a+" if regular else "w", encoding="utf-8", newline="")
    try:
        with add_path_to_errors(path):
            _lock_file(file, path)
            games = _load_games(file, path, match) if regular else []
            if not games:
                file.write("" if file.seekable() and file.tell() else HEADER)
                file.flush()
        writer = csv.writer(file, lineterminator="\n")

        def save_game(game: GameRecord) -> None:
            with add_path_to_errors(path):
                writer.writerow(game.row())
                file.flush()

        yield games, save_game
    finally:
        with add_path_to_errors(path):
            file.close()


def _lock_file(file: TextIO, path: Path) -> None:
    """Lock a file if the system supports locks. Raise ValueError if another process has locked it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # pragma: no cover (Windows)
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path}: another process is writing this match") from None
    except OSError:  # pragma: no cover (a file system without locks)
        return


def _load_games(file: TextIO, path: Path, match: Match) -> list[GameRecord]:
    """Return the saved games after checking them; remove an incomplete last line (or header) from the file."""
    whole, newline, partial = path.read_bytes().rpartition(b"\n")
    complete = whole + newline
    games: list[GameRecord] = []
    if complete or not HEADER.encode().startswith(partial):
        try:
            if complete.startswith(BOM_UTF8) or b"\r" in complete + partial:
                raise ValueError("a byte-order mark or carriage returns: another program has rewritten this match")
            games = _read_games(complete.decode(), match)
            with showing_elapsed_time("nodes of the running search", lambda: "playing saved moves again"):
                gen = SplitMix.from_seed(seed_or_random(None))
                n = repeat_moves(match.rules, match.players, games, match.longest, gen)
            if games:
                saved = f"{len(games)} games of {sum(game.length for game in games):,} moves are saved"
                print(f"fpgames: {saved}; the bots repeated {n} moves", file=sys.stderr)
        except (ValueError, csv.Error) as error:
            raise ValueError(f"{path}: {error}") from None
    if partial:
        os.truncate(path, len(complete))
    file.seek(0, os.SEEK_END)
    return games


def _read_games(text: str, match: Match) -> list[GameRecord]:
    header, *lines = text.split("\n")
    if header + "\n" != HEADER:
        raise ValueError(f"not a match: its first line is not {HEADER.strip()}")
    rows = list(csv.reader(lines[:-1]))
    csv.writer(rewritten := StringIO(), lineterminator="\n").writerows(rows)
    if rewritten.getvalue() != "\n".join(lines):
        raise ValueError("quotes that compare does not write: another program has rewritten this match")
    if len(rows) > match.games:
        raise ValueError(f"already holds {len(rows)} games; expected at most {match.games}")
    return [_read_row(match, number, row) for number, row in enumerate(rows, 1)]


def _read_row(match: Match, number: int, row: Sequence[str]) -> GameRecord:
    opening = opening_of(match.openings, number, comb(len(match.bots), 2))
    seed, bots = game_seed(match.seed, number, opening=opening), sides(match.bots, number)
    return read_row(match.rules, row, bots, seed, number, opening=opening, longest=match.longest)
