"""The command line: the only room that reads, prints or asks the clock."""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

from returns.maybe import Nothing

from fpgames import __version__
from fpgames.bots import BOTS, read_bot
from fpgames.games import GAMES, game
from fpgames.match import COLUMNS, Played, game_seeds, play_one, played, read_row, sides, table
from fpgames.rng import Gen, SplitMix
from fpgames.rules import Outcome, Player, Rules

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
    try:
        status = _run(argv)
        if sys.stdout:  # the shell may have closed it
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
    except SystemExit as finished:  # of --help and --version
        return int(finished.code or 0)
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        return _complain(error)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return status


def _complain(error: Exception) -> int:
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    print("fpgames:", " ".join(said.splitlines()), file=sys.stderr)
    return EXIT_BAD_INPUT


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, where argparse would print the usage as well."""
        raise ValueError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="fpgames", description="Board games and bots written as pure functions.")
    parser.add_argument("--version", action="version", version=f"fpgames {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, about: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about)
        sub.set_defaults(command=run)
        return sub

    bots = "a bot: " + ", ".join(kind.usage for kind in BOTS.values())
    games = "a game: " + ", ".join(GAMES)

    compare = command("compare", "play a match between two bots and print the score", _compare)
    compare.add_argument("game", metavar="GAME", help=games)
    compare.add_argument("bots", metavar="BOT", nargs=2, help=bots)
    compare.add_argument("-n", dest="games", metavar="GAMES", type=int, default=100, help="games to play (default 100)")
    compare.add_argument("--seed", type=int, help="makes the match reproducible (default: drawn, and printed)")
    compare.add_argument("--csv", type=Path, metavar="FILE", help="write one line a game as soon as it is played")
    compare.add_argument("--resume", action="store_true", help="continue the match that FILE holds the beginning of")

    play = command("play", "play a game, or watch one; a side without a bot is yours", _play)
    play.add_argument("game", metavar="GAME", help=games)
    play.add_argument("--first", metavar="BOT", help=f"who moves first, {bots} (default: you)")
    play.add_argument("--second", metavar="BOT", help=f"who moves second, {bots} (default: you)")
    play.add_argument("--seed", type=int, help="makes the bots' moves reproducible (default: drawn, and printed)")

    command("games", "list the games", _games)
    command("bots", "list the bots", _bots)
    return parser


def _games(_: argparse.Namespace) -> int:
    for name in GAMES:
        print(name)
    return 0


def _bots(_: argparse.Namespace) -> int:
    for kind in BOTS.values():
        print(f"{kind.usage:<8}  {kind.about}")
    return 0


def _seed(given: int | None) -> int:
    return int.from_bytes(os.urandom(4), "big") if given is None else given


def _compare(args: argparse.Namespace) -> int:
    rules = game(args.game)
    bots = (args.bots[0], args.bots[1])
    players = {name: read_bot(rules, name) for name in bots}
    if args.games < 1:
        raise ValueError(f"cannot play {args.games} games; expected at least 1")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    seed = _seed(args.seed)
    stopped: BaseException | None = None
    with _ledger(args, rules, bots, seed) as (games, write), _progress(args.games, len(games)) as advance:
        seeds = islice(game_seeds(seed), len(games), args.games)
        try:
            for number, game_seed in enumerate(seeds, len(games) + 1):
                names = sides(number, bots)
                began = perf_counter()
                moves = play_one(rules, players[names[0]], players[names[1]], game_seed)
                finished = played(rules, number, names, game_seed, moves, perf_counter() - began)
                write(finished)
                games.append(finished)
                advance()
        except (KeyboardInterrupt, OSError) as error:
            stopped = error  # what is finished is shown all the same
    print(f"{rules.name}, {len(games)} games, seed {seed}")
    if games:
        print(table(games, bots))
    if isinstance(stopped, OSError):
        return _complain(stopped)
    if stopped is not None:
        hint = "; --resume continues" if args.csv else ""
        print(f"fpgames: interrupted after {len(games)} of {args.games} games{hint}", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 0


@contextmanager
def _ledger(
    args: argparse.Namespace, rules: Rules[Any, Any], bots: tuple[str, str], seed: int
) -> Iterator[tuple[list[Played], Callable[[Played], None]]]:
    """The games already on disk, and what writes down one more; without ``--csv``, neither."""
    path: Path | None = args.csv
    if path is None:
        yield [], lambda _: None
        return
    if path.is_file() and not args.resume:
        raise ValueError(f"{path}: exists; add --resume to continue its match, or name another file")
    lines = _whole_lines(path) if args.resume and path.exists() else []
    try:
        games = _read_games(lines, args.games, rules, bots, seed)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    with path.open("r+" if lines else "w", encoding="utf-8", newline="") as file:
        if lines:
            file.truncate(len("".join(lines).encode()))  # a line cut off while it was being written
            file.seek(0, os.SEEK_END)
        writer = csv.writer(file, lineterminator="\n")

        def write(row: Sequence[str]) -> None:
            writer.writerow(row)
            file.flush()

        if not lines:
            write(COLUMNS)
        yield games, lambda finished: write(finished.row())


def _whole_lines(path: Path) -> list[str]:
    """The lines of a match's file, without a last one cut off; a file of something else is refused."""
    if not path.is_file():
        raise ValueError(f"{path}: not a file that holds a match")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(file)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a match, nor text") from None
    header = f"{','.join(COLUMNS)}\n"
    if lines and not header.startswith(lines[0]):
        raise ValueError(f"{path}: not a match: its first line is not {header.strip()}")
    return [line for line in lines if line.endswith("\n")]


def _read_games(
    lines: Sequence[str], most: int, rules: Rules[Any, Any], bots: tuple[str, str], seed: int
) -> list[Played]:
    """The games of a match's file, each checked."""
    rows = list(csv.reader(lines[1:]))
    if len(rows) > most:
        raise ValueError(f"already holds {len(rows)} games; expected at most {most}")
    return [
        read_row(rules, number, sides(number, bots), game_seed, row)
        for number, (game_seed, row) in enumerate(zip(game_seeds(seed), rows, strict=False), 1)
    ]


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
    names = dict(zip(Player, (args.first, args.second), strict=True))
    bots = {player: name and read_bot(rules, name) for player, name in names.items()}
    seed = _seed(args.seed)
    for side, name in zip(("first", "second"), names.values(), strict=True):
        print(f"{name} is {side}; seed {seed}" if name else f"you are {side}; q leaves")
    gen: Gen = SplitMix.from_seed(seed)
    p = rules.start
    print(rules.show(p))
    while rules.outcome(p) is Nothing:
        player = rules.player(p)
        if bots[player]:
            move, gen = bots[player](p).run(gen)
            print(f"{names[player]} plays {rules.show_move(move)}")
            p = rules.play(p, move)
        else:
            asked = _ask(rules, p)
            if asked is None:
                return 0
            p = asked
        print(rules.show(p))
    print(ENDINGS[rules.outcome(p).unwrap()])
    return 0


def _ask(rules: Rules[Any, Any], p: Any) -> Any:
    """The position after a person's move; ``None`` if the person leaves."""
    while True:
        try:
            entry = input("move ? ").strip()
        except (EOFError, KeyboardInterrupt) as left:
            print()
            if isinstance(left, KeyboardInterrupt):
                raise
            return None
        if entry in ("q", "Q"):
            return None
        try:
            return rules.play(p, rules.read_move(entry))
        except ValueError as error:
            print(error)
