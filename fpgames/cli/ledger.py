"""The file of a match: a row for each game, written as soon as the game is finished, and read again to go on."""

from __future__ import annotations

import csv
import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TextIO

from fpgames.play.match import COLUMNS, GameRecord, game_seed, read_row, sides, timed_game
from fpgames.play.playing import AnyBot
from fpgames.rules.record import AnyRules

CHECKED = 1.0  # seconds in which games on disk are played again, to see that they are this match's
HEADER = f"{','.join(COLUMNS)}\n"


class Match(NamedTuple):
    """The match that a file has to hold."""

    rules: AnyRules
    players: tuple[tuple[str, AnyBot], tuple[str, AnyBot]]
    seed: int
    opening: int
    longest: int | None
    most: int

    @property
    def bots(self) -> tuple[str, str]:
        """The names of the bots."""
        (first, _), (second, _) = self.players
        return first, second


@contextmanager
def ledger(
    path: Path | None, resume: bool, match: Match
) -> Iterator[tuple[list[GameRecord], Callable[[GameRecord], None]]]:
    """Yield the games that a file holds already, and a function that writes one more at once.

    Raises:
        ValueError: the file holds another match, or is being written by another process.
    """
    if path is None:
        yield [], lambda _: None
        return
    if path.is_dir() or (resume and path.exists() and not path.is_file()):
        raise ValueError(f"{path}: not a file that holds a match")
    regular = path.is_file() or not path.exists()  # not a device or a pipe
    if not resume and regular and path.exists():
        raise ValueError(f"{path}: exists; add --resume to continue its match, or name another file")
    with _named(path):
        file = path.open("a+" if regular else "w", encoding="utf-8", newline="")
    try:
        with _named(path):
            _lock(file, path)
            games = _games_on_disk(file, path, match) if regular else []
            if not games:
                file.write("" if file.seekable() and file.tell() else HEADER)
                file.flush()
        writer = csv.writer(file, lineterminator="\n")

        def write(game: GameRecord) -> None:
            with _named(path):
                writer.writerow(game.row())
                file.flush()

        yield games, write
    finally:
        with _named(path):
            file.close()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error of a write say which file it is of."""
    try:
        yield
    except OSError as error:
        if error.filename is None and not isinstance(error, BrokenPipeError):
            error.filename = str(path)
        raise


def _lock(file: TextIO, path: Path) -> None:
    """Keep other processes from writing to the file at the same time, where the system can."""
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


def _games_on_disk(file: TextIO, path: Path, match: Match) -> list[GameRecord]:
    """Return the games in the file, each checked; remove an incomplete last line, the header's too."""
    whole, end, cut_off = path.read_bytes().rpartition(b"\n")
    complete = whole + end
    games: list[GameRecord] = []
    if complete or not HEADER.encode().startswith(cut_off):
        try:
            if complete.startswith(BOM_UTF8) or b"\r" in complete + cut_off:
                raise ValueError("a byte-order mark or carriage returns: another program has rewritten this match")
            games = _read_games(complete.decode(), match)
            _check_again(games, match)
        except (ValueError, csv.Error) as error:
            raise ValueError(f"{path}: {error}") from None
    if cut_off:
        os.truncate(path, len(complete))
    file.seek(0, os.SEEK_END)
    return games


def _read_games(text: str, match: Match) -> list[GameRecord]:
    header, *lines = text.split("\n")
    if header + "\n" != HEADER:
        raise ValueError(f"not a match: its first line is not {HEADER.strip()}")
    rows = list(csv.reader(lines[:-1]))
    if len(rows) > match.most:
        raise ValueError(f"already holds {len(rows)} games; expected at most {match.most}")
    return [_read_row(match, number, row) for number, row in enumerate(rows, 1)]


def _read_row(match: Match, number: int, row: Sequence[str]) -> GameRecord:
    seed = game_seed(match.seed, number, opening=match.opening)
    bots = sides(match.bots, number)
    return read_row(match.rules, row, bots, seed, number, opening=match.opening, longest=match.longest)


def _check_again(games: Sequence[GameRecord], match: Match) -> None:
    """Play games on disk again, the quickest first, for a second: a row changed into another legal game is noticed."""
    began = perf_counter()
    for game in sorted(games, key=lambda game: game.seconds):
        if perf_counter() - began + game.seconds > CHECKED:
            return
        moves, chance, _ = timed_game(
            match.rules, match.players, match.seed, match.opening, float, game.number, match.longest
        )
        shown = " ".join(map(match.rules.show_move, moves))
        if shown != game.moves:
            pairs = zip_longest(game.moves.split(), shown.split(), fillvalue="")
            n, (was, now) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
            raise ValueError(f"game {game.number}: its move {n} is {was!r:.80}; played again, it is {now!r:.80}")
        if chance != game.chance:
            raise ValueError(f"game {game.number}: its chance is '{game.chance:d}'; played again, it is '{chance:d}'")
