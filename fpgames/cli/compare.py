"""The command ``compare``: a match between two bots, saved game by game, and shared between worker processes."""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from fpgames.cli.status import INTERRUPTED, complain, seed_or_any
from fpgames.cli.workers import WorkerDied, interrupts_deferred, workers
from fpgames.games import game
from fpgames.play.bot_names import read_bot
from fpgames.play.match import COLUMNS, Played, compare, game_seed, read_row, sides, table
from fpgames.rules import AnyRules
from fpgames.validation import require_at_least


def run_compare(args: argparse.Namespace) -> int:
    """Play the match, print its score, and return the exit status.

    Args:
        args: the parsed arguments of the command.

    Raises:
        ValueError: the arguments describe no match, or the file holds another match.
    """
    rules = game(args.game)
    bots = (args.bots[0], args.bots[1])
    players = ((bots[0], read_bot(rules, bots[0])), (bots[1], read_bot(rules, bots[1])))
    require_at_least(1, args.games, "play {} games")
    require_at_least(1, args.jobs, "share the games between {} workers")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    seed = seed_or_any(args.seed)
    games = _begun(args, rules, bots, seed)
    stopped: BaseException | None = None
    try:
        with (
            _ledger(args.csv, bool(games)) as write,
            _progress(args.games, len(games)) as advance,
            workers(min(args.jobs, args.games - len(games))) as map_function,
        ):
            print(f"{rules.name}, {args.games} games, seed {seed}", flush=True)
            numbers = range(len(games) + 1, args.games + 1)
            for finished in compare(rules, players, seed, numbers, map_function=map_function, clock=perf_counter):
                with interrupts_deferred():
                    write(finished.row())
                    games.append(finished)
                advance()
    except (KeyboardInterrupt, OSError, WorkerDied) as error:
        if isinstance(error, BrokenPipeError) and not games:
            raise  # the pipe was closed before its reader read the first line
        stopped = error  # the finished games are shown nevertheless
    if games:
        print(table(games, bots))
    hint = f"after {len(games)} of {args.games} games{'; --resume continues' if args.csv else ''}"
    if isinstance(stopped, OSError):
        return complain(stopped)
    if isinstance(stopped, WorkerDied):
        return complain(ValueError(f"a worker died {hint}"))
    if stopped is not None:
        print(f"fpgames: interrupted {hint}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _begun(args: argparse.Namespace, rules: AnyRules, bots: tuple[str, str], seed: int) -> list[Played]:
    """Return the games of the match that are already on disk, each checked; remove an incomplete last line."""
    path: Path | None = args.csv
    if path is None or not path.exists():
        return []
    if not path.is_file():
        if args.resume or path.is_dir():
            raise ValueError(f"{path}: not a file that holds a match")
        return []  # a device or a pipe
    if not args.resume:
        raise ValueError(f"{path}: exists; add --resume to continue its match, or name another file")
    whole, end, cut_off = path.read_bytes().rpartition(b"\n")
    try:
        games = _read_games(whole + end, cut_off, args.games, rules, bots, seed)
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{path}: {error}") from None
    if cut_off:
        os.truncate(path, len(whole + end))
    return games


def _read_games(
    data: bytes, cut_off: bytes, most: int, rules: AnyRules, bots: tuple[str, str], seed: int
) -> list[Played]:
    header, *lines = data.decode().split("\n")
    if (data or cut_off) and header != ",".join(COLUMNS):
        raise ValueError(f"not a match: its first line is not {','.join(COLUMNS)}")
    if "\r" in "".join(lines):
        raise ValueError("the file of a match has no carriage returns; another program has rewritten this one")
    rows = list(csv.reader(lines[:-1]))
    if len(rows) > most:
        raise ValueError(f"already holds {len(rows)} games; expected at most {most}")
    return [
        read_row(rules, row, sides(bots, number), game_seed(seed, number), number) for number, row in enumerate(rows, 1)
    ]


@contextmanager
def _ledger(path: Path | None, begun: bool) -> Iterator[Callable[[Sequence[str]], None]]:
    """Yield a function that writes a row to the disk at once; without a path, it does nothing."""
    if path is None:
        yield lambda _: None
        return
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")

        def write(row: Sequence[str]) -> None:
            writer.writerow(row)
            file.flush()

        if not begun and not (path.is_file() and path.stat().st_size):
            write(COLUMNS)
        yield write


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[], object]]:
    """Yield a function that counts a game: it moves a bar on a terminal (with the extra ``cli``), or does nothing."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield lambda: None
        return
    with tqdm(total=total, initial=done, unit="game", disable=None) as bar:
        yield bar.update
