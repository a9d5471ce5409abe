"""The CSV file of a match, with a row for each finished game; ``--resume`` reads the file and continues the match."""

from __future__ import annotations

import csv
import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from math import comb
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TextIO

from fpgames.cli.clock import as_recorded
from fpgames.cli.files import add_path_to_errors
from fpgames.cli.status import showing_elapsed_time
from fpgames.play.match import COLUMNS, GameRecord, begin_playing, game_seed, read_row, sides, traces
from fpgames.play.openings import Openings, opening_of
from fpgames.play.playing import AnyBot
from fpgames.rules.outcomes import CHANCE
from fpgames.rules.record import AnyRules, mover

REPLAY_SECONDS = 1.0  # time for replaying saved games, to check that they belong to this match
REPLAYED_MOVES = 2  # of the first game, whatever time they take: one of each bot
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
            with showing_elapsed_time("nodes", lambda: "playing saved games again"):
                _verify_by_replay(games, match)
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


def _verify_by_replay(games: Sequence[GameRecord], match: Match) -> None:
    """Replay saved games for a second, the quickest first; raise ValueError at the first move that differs."""
    end, least = perf_counter() + REPLAY_SECONDS, REPLAYED_MOVES
    for game in sorted(games, key=lambda game: game.seconds):
        a_move = game.seconds / max(game.length, 1)
        try:
            for replayed in _replay(game, match):
                if replayed >= least and perf_counter() + a_move > end:
                    return
        except ValueError as error:
            raise ValueError(f"game {game.number}: {error}") from None
        least = 0


def _replay(game: GameRecord, match: Match) -> Iterator[int]:
    """Replay a saved game; before each of its moves after the opening, yield how many the bots have repeated."""
    (_, first), (_, second) = sides(as_recorded(match.players, game), game.number)
    begun, gen, played = begin_playing(match.rules, first, second, game.seed, game.opening, match.longest)
    state: tuple[object, ...] = (gen,)
    saved, replayed = game.moves.split(), 0
    for n, text in enumerate(saved):
        if n < len(begun):
            move = begun[n]
        else:
            yield replayed
            p, move, state = next(played)
            replayed += mover(match.rules, p) is not CHANCE
        if text != (now := match.rules.show_move(move)):
            raise ValueError(
                f"its move {n + 1} is {text!r:.80}; played again, it is {now!r:.80}; a bot has changed since, or does not"
                " repeat its moves, as with a clock of its own"
            )
    chance, searched = traces(gen, state)
    pairs = {"chance": (str(int(game.chance)), str(int(chance))), "searched": (game.searched, searched)}
    for name, (before, again) in pairs.items():
        if before != again:
            raise ValueError(f"its {name} is {before!r:.80}; played again, it is {again!r:.80}")
