"""The command line: the only room that reads, prints or asks the clock."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from fpgames import __version__
from fpgames.cli.analyse import run_analyse
from fpgames.cli.compare import run_compare
from fpgames.cli.play import run_play
from fpgames.cli.status import INTERRUPTED, PIPE_CLOSED, complain
from fpgames.cli.tree import TRACES, run_tree
from fpgames.games import GAMES
from fpgames.play.bot_names import BOTS

__all__ = ["main"]


STDOUT = 1  # the file descriptor


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
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else complain(error)
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
        return complain(error)
    except MemoryError:
        return complain(ValueError("out of memory; expected a smaller depth"))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


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

    bots = "a bot: " + ", ".join(BOTS[name].usage for name in sorted(BOTS))
    games = "a game: " + ", ".join(sorted(GAMES))

    compare = command("compare", "play a match between two bots and print the score", run_compare)
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

    play = command("play", "play a game, or watch one; a side without a bot is yours", run_play)
    play.add_argument("game", metavar="GAME", help=games)
    play.add_argument("--first", metavar="BOT", help=f"who moves first, {bots} (default: you)")
    play.add_argument("--second", metavar="BOT", help=f"who moves second, {bots} (default: you)")
    play.add_argument("--seed", type=_whole, help="makes the bots' moves reproducible (default: drawn, and printed)")

    analyse = command("analyse", "print what every move of a position is worth", run_analyse)
    _add_position(analyse, games)
    analyse.add_argument("--depth", type=_whole, default=4, help="moves looked ahead, at least 1 (default 4)")
    analyse.add_argument("--seconds", type=float, help="look ever deeper, instead, until these are spent")

    tree = command("tree", "draw the tree of a position, with the values that a search finds", run_tree)
    _add_position(tree, games)
    tree.add_argument("--depth", type=_whole, default=2, help="moves looked ahead and drawn (default 2)")
    tree.add_argument(
        "--width", type=_whole, default=9, help="children drawn of each node; the rest is counted (default 9)"
    )
    tree.add_argument(
        "--search", choices=sorted(TRACES), default="minimax", help="what walks the tree (default minimax)"
    )
    tree.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="a name in .svg, .dot or .mmd (default: SVG, printed)"
    )

    command("games", "list the games", _games)
    command("bots", "list the bots", _bots)
    return parser


def _games(_: argparse.Namespace) -> int:
    for name in sorted(GAMES):
        print(name)
    return 0


def _bots(_: argparse.Namespace) -> int:
    for name in sorted(BOTS):
        print(f"{BOTS[name].usage:<18}  {BOTS[name].about}")
    return 0


def _add_position(command: argparse.ArgumentParser, games: str) -> None:
    """The arguments that say which position is meant."""
    command.add_argument("game", metavar="GAME", help=games)
    command.add_argument("moves", metavar="MOVES", nargs="?", default="", help="moves that are played first: 4,0,8")
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="a position to begin with, as the game shows it or writes it (connect4: 4455, columns from 1); MOVES follow",
    )
