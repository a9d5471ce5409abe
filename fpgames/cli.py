"""The command line: the only room that reads, prints or asks the clock."""

from __future__ import annotations

import argparse
import csv
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

from returns.maybe import Nothing

from fpgames import __version__
from fpgames.analysis import analyse_move
from fpgames.bots import BOTS, Bot, read_bot
from fpgames.checks import require_at_least
from fpgames.games import GAMES, game
from fpgames.match import COLUMNS, Played, compare, game_seed, read_row, sides, table
from fpgames.rng import Gen, SplitMix
from fpgames.rules import Outcome, Player, Rules, require_moves

__all__ = ["main"]

ENDINGS = {
    Outcome.FIRST_WON: "the first player won",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player won",
}

STDOUT = 1  # the file descriptor
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 128 + 2  # as a shell reports SIGINT
EXIT_PIPE_CLOSED = 128 + 13  # and SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and answer its exit status: 0, 2 for bad input, 130 for Ctrl-C, 141 for a closed pipe."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    try:
        status = _run(argv)
        sys.stdout.flush()
    except OSError as error:
        # Nobody reads on, or the disk is full; the interpreter must not try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
        return EXIT_PIPE_CLOSED if isinstance(error, BrokenPipeError) else _complain(error)
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        status: int = args.command(args)
    except SystemExit:  # of --help and --version
        return 0
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        return _complain(error)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return status


def _complain(error: Exception) -> int:
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    with suppress(OSError):  # the status still tells
        print("fpgames:", " ".join(said.splitlines()), file=sys.stderr)
    return EXIT_BAD_INPUT


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, where argparse would print the usage as well."""
        raise ValueError(f"{message} (see {self.prog} --help)")


def _whole(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="fpgames", description="Board games and bots written as pure functions.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"fpgames {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, about: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        sub.set_defaults(command=run)
        return sub

    bots = "a bot: " + ", ".join(kind.usage for kind in BOTS.values())
    games = "a game: " + ", ".join(GAMES)

    compare = command("compare", "play a match between two bots and print the score", _compare)
    compare.add_argument("game", metavar="GAME", help=games)
    compare.add_argument("bots", metavar="BOT", nargs=2, help=bots)
    compare.add_argument(
        "-n", dest="games", metavar="GAMES", type=_whole, default=100, help="games to play (default 100)"
    )
    compare.add_argument(
        "--jobs",
        type=_whole,
        default=1,
        help="worker processes that share the games (default 1); the games are the same",
    )
    compare.add_argument("--seed", type=_whole, help="makes the match reproducible (default: drawn, and printed)")
    compare.add_argument("--csv", type=Path, metavar="FILE", help="write one line a game as soon as it is played")
    compare.add_argument("--resume", action="store_true", help="continue the match that FILE holds the beginning of")

    play = command("play", "play a game, or watch one; a side without a bot is yours", _play)
    play.add_argument("game", metavar="GAME", help=games)
    play.add_argument("--first", metavar="BOT", help=f"who moves first, {bots} (default: you)")
    play.add_argument("--second", metavar="BOT", help=f"who moves second, {bots} (default: you)")
    play.add_argument("--seed", type=_whole, help="makes the bots' moves reproducible (default: drawn, and printed)")

    analyse = command("analyse", "print what every move of a position is worth", _analyse)
    analyse.add_argument("game", metavar="GAME", help=games)
    analyse.add_argument("moves", metavar="MOVES", nargs="?", default="", help="moves that are played first: 4,0,8")
    analyse.add_argument(
        "--position",
        metavar="TEXT",
        help="a position to begin with, as the game shows it or writes it (connect4: 4455, columns from 1); MOVES follow",
    )
    analyse.add_argument("--depth", type=_whole, default=4, help="moves looked ahead, at least 1 (default 4)")
    analyse.add_argument("--seconds", type=float, help="look ever deeper, instead, until these are spent")

    command("games", "list the games", _games)
    command("bots", "list the bots", _bots)
    return parser


def _games(_: argparse.Namespace) -> int:
    for name in GAMES:
        print(name)
    return 0


def _bots(_: argparse.Namespace) -> int:
    for kind in BOTS.values():
        print(f"{kind.usage:<18}  {kind.about}")
    return 0


def _seed(given: int | None) -> int:
    return int.from_bytes(os.urandom(4), "big") if given is None else given


def _compare(args: argparse.Namespace) -> int:
    rules = game(args.game)
    bots = (args.bots[0], args.bots[1])
    players = ((bots[0], read_bot(rules, bots[0])), (bots[1], read_bot(rules, bots[1])))
    require_at_least(1, args.games, "play {} games")
    require_at_least(1, args.jobs, "share the games between {} workers")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    seed = _seed(args.seed)
    games = _begun(args, rules, bots, seed)
    stopped: BaseException | None = None
    try:
        with (
            _ledger(args.csv, bool(games)) as write,
            _progress(args.games, len(games)) as advance,
            _workers(min(args.jobs, args.games - len(games))) as pmap,
        ):
            print(f"{rules.name}, {args.games} games, seed {seed}", flush=True)
            numbers = range(len(games) + 1, args.games + 1)
            for finished in compare(rules, players, seed, numbers, pmap=pmap, clock=perf_counter):
                with _interrupts_deferred():
                    write(finished.row())
                    games.append(finished)
                advance()
    except (KeyboardInterrupt, OSError, _WorkerDied) as error:
        if isinstance(error, BrokenPipeError) and not games:
            raise  # nobody read even the first line
        stopped = error  # what is finished is shown all the same
    if games:
        print(table(games, bots))
    hint = f"after {len(games)} of {args.games} games{'; --resume continues' if args.csv else ''}"
    if isinstance(stopped, OSError):
        return _complain(stopped)
    if isinstance(stopped, _WorkerDied):
        return _complain(ValueError(f"a worker died {hint}"))
    if stopped is not None:
        print(f"fpgames: interrupted {hint}", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 0


class _WorkerDied(Exception):
    """A worker process ended before its work did."""


@contextmanager
def _workers(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """The ``map`` of worker processes, or the builtin one for a single job; they stop with whoever started them."""
    if jobs <= 1:
        yield map
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # slow to import, and seldom needed
    from multiprocessing import active_children

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ProcessPoolExecutor(jobs, initializer=_deaf) as pool:
            try:
                with _interrupts_deferred():
                    pool.submit(int).result()  # the workers are born
                yield partial(_in_order, pool.submit, 2 * jobs)
            except BaseException as error:
                for worker in active_children():
                    worker.terminate()
                if isinstance(error, BrokenExecutor):
                    raise _WorkerDied from error
                raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _deaf() -> None:
    """A worker leaves Ctrl-C to whoever started it, and ends when it is told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _in_order(submit: Callable[..., Any], most: int, function: Callable[[int], Any], numbers: range) -> Iterator[Any]:
    """Map by tasks that are handed out a few ahead, each as many numbers as take about a tenth of a second."""
    begun: deque[Any] = deque()
    at, size = 0, 1
    while begun or at < len(numbers):
        while at < len(numbers) and len(begun) < most:
            begun.append(submit(_each, function, numbers[at : at + size]))
            at += size
        found, seconds = begun.popleft().result()
        size = max(1, min(2 * len(found), int(0.1 * len(found) / max(seconds, 1e-6))))
        yield from found


def _each(function: Callable[[int], Any], numbers: range) -> tuple[list[Any], float]:
    began = perf_counter()
    return list(map(function, numbers)), perf_counter() - began


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Ctrl-C waits: a game is in the file and in the table, or in neither."""
    pending = []
    before = signal.signal(signal.SIGINT, lambda *_: pending.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pending:
        raise KeyboardInterrupt


def _begun(args: argparse.Namespace, rules: Rules[Any, Any], bots: tuple[str, str], seed: int) -> list[Played]:
    """The games of the match that are on disk already, each checked; a last line cut off is taken off."""
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
    data: bytes, cut_off: bytes, most: int, rules: Rules[Any, Any], bots: tuple[str, str], seed: int
) -> list[Played]:
    header, *lines = data.decode().split("\n")
    if (data or cut_off) and header != ",".join(COLUMNS):
        raise ValueError(f"not a match: its first line is not {','.join(COLUMNS)}")
    if "\r" in "".join(lines):
        raise ValueError("a match has no carriage returns in it; another program has rewritten this one")
    rows = list(csv.reader(lines[:-1]))
    if len(rows) > most:
        raise ValueError(f"already holds {len(rows)} games; expected at most {most}")
    return [
        read_row(rules, number, sides(number, bots), game_seed(seed, number), row) for number, row in enumerate(rows, 1)
    ]


@contextmanager
def _ledger(path: Path | None, begun: bool) -> Iterator[Callable[[Sequence[str]], None]]:
    """What writes a row to the disk, at once; without a path, to nowhere."""
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


def _analyse(args: argparse.Namespace) -> int:
    rules = game(args.game)
    require_at_least(1, args.depth, "look {} moves ahead")
    if args.seconds is not None and not 0 <= args.seconds < inf:
        raise ValueError(f"cannot look ahead for {args.seconds} seconds; expected a time from 0")
    p = rules.start if args.position is None else rules.read(args.position)
    for move in args.moves.replace(",", " ").split():
        p = rules.play(p, rules.read_move(move))
    moves = require_moves(rules, p)
    print(rules.show(p))
    began = perf_counter()
    deeper = ([analyse_move(rules, p, move, depth) for move in moves] for depth in count(1))
    if args.seconds is None:
        found = [analyse_move(rules, p, move, args.depth) for move in moves]
    else:
        found = next(every for every in deeper if perf_counter() - began >= args.seconds)
    print("values are the first player's: 1 won, -1 lost, 0 drawn or not decided so soon; between, who stands better")
    print("move    value  minimax leaves  list leaves  window leaves  line")
    for move, analysis in zip(moves, found, strict=True):
        counts = f"{analysis.minimax:>14}  {analysis.lists:>11}  {analysis.window:>13}"
        line = " ".join(map(rules.show_move, analysis.line))
        print(f"{rules.show_move(move):<4}  {analysis.value:>7.3g}  {counts}  {line}")
    value = (max if rules.player(p) is Player.FIRST else min)(analysis.value for analysis in found)
    best = (rules.show_move(move) for move, analysis in zip(moves, found, strict=True) if analysis.value == value)
    print("best:", *best)
    return 0


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[], object]]:
    """What tells that one more game is played: a bar on a terminal (with the extra ``cli``), else nothing."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield lambda: None
        return
    with tqdm(total=total, initial=done, unit="game", disable=None) as bar:
        yield bar.update


def _play(args: argparse.Namespace) -> int:
    rules = game(args.game)
    names = (args.first, args.second)
    bots = [name and read_bot(rules, name) for name in names]
    titles = names if any(names) else ("player 1", "player 2")
    contestants = [(title or "you", bot) for title, bot in zip(titles, bots, strict=True)]
    seed = _seed(args.seed)
    gen: Gen = SplitMix.from_seed(seed)
    score = {title: 0 for title, _ in contestants}
    drawn = 0
    hint = f"seed {seed}"
    while True:
        for side, (title, bot) in zip(("first", "second"), contestants, strict=True):
            print(f"{title} {'are' if title == 'you' else 'is'} {side}; {hint if bot else 'q leaves'}")
        outcome, gen = _play_through(rules, dict(zip(Player, contestants, strict=True)), gen)
        if outcome is None:
            return 0
        if all(bots):
            print(ENDINGS[outcome])
            return 0
        if outcome is Outcome.DRAW:
            print(ENDINGS[outcome])
            drawn += 1
        else:
            winner, _ = contestants[outcome is Outcome.SECOND_WON]
            print(f"{winner} won")
            score[winner] += 1
        print(f"score: {', '.join(f'{title} {won}' for title, won in score.items())}, drawn {drawn}")
        if not _again():
            return 0
        contestants.reverse()
        hint = "the generator goes on"


def _play_through(
    rules: Rules[Any, Any], contestants: Mapping[Player, tuple[str, Bot[Any, Any] | None]], gen: Gen
) -> tuple[Outcome | None, Gen]:
    """One game, shown move by move: its outcome, none if somebody left, and the generator after."""
    p = rules.start
    print(rules.show(p))
    while rules.outcome(p) is Nothing:
        title, bot = contestants[rules.player(p)]
        if bot is None:
            asked = _ask(rules, p)
            if asked is None:
                return None, gen
            p = asked
        else:
            move, gen = bot(p).run(gen)
            print(f"{title} plays {rules.show_move(move)}")
            p = rules.play(p, move)
        print(rules.show(p))
    return rules.outcome(p).unwrap(), gen


def _ask(rules: Rules[Any, Any], p: Any) -> Any:
    """The position after a person's move; ``None`` if the person leaves."""
    while (entry := _entry(rules.prompt)) is not None:
        try:
            return rules.play(p, rules.read_move(entry))
        except ValueError as error:
            print(error)
    return None


def _again() -> bool:
    """Whether a person wants another game."""
    while (entry := _entry("new game (y/n) ?")) is not None:
        if entry.lower() in ("y", "yes", "n", "no"):
            return entry.lower().startswith("y")
        print(f"{entry[:40]!r} is neither y nor n")
    return False


def _entry(prompt: str) -> str | None:
    """What a person enters; ``None`` if the person leaves."""
    try:
        entry = input(f"{prompt} ").strip()
    except (EOFError, KeyboardInterrupt) as left:
        print()
        if isinstance(left, KeyboardInterrupt):
            raise
        return None
    return None if entry in ("q", "Q") else entry
