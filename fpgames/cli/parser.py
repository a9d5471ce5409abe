"""What the command line understands: its commands and their arguments."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from fpgames import __version__
from fpgames.cli.analyse import DEPTH, run_analyse
from fpgames.cli.compare import run_compare
from fpgames.cli.lookup import offered
from fpgames.cli.perft import run_perft
from fpgames.cli.play import run_play
from fpgames.cli.solve import run_solve
from fpgames.cli.status import complain, in_one_line
from fpgames.cli.tree import TRACES, run_tree
from fpgames.games import KINDS
from fpgames.solvers.perfect import ALL_BOTS


def run(argv: Sequence[str] | None) -> int:
    """Run the command that the arguments name, and return its exit status."""
    parser = _parser()
    try:
        try:
            args, rest = parser.parse_known_args(argv)
        except SystemExit:  # of --help and --version
            return 0
        if len(rest) == 1 and rest[0][:1] != "-" and getattr(args, "moves", None) == "":
            args.moves = rest.pop()  # MOVES behind an option: argparse has taken them for missing
        if rest:
            parser.error(f"unrecognized arguments: {' '.join(rest)}")
        status: int = args.command(args)
    except BrokenPipeError:
        raise
    except OSError as error:
        return complain(error)
    except MemoryError:
        return complain(ValueError("out of memory; expected a smaller depth"))
    except (Exception, SystemExit) as error:  # of a game or a bot that others wrote
        return complain(ValueError(in_one_line(error)))
    return status


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise ValueError with one line, where argparse would print the usage as well."""
        raise ValueError(f"{message} (see {self.prog} --help)")


def _whole(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="fpgames", description="Board games and bots written as pure functions.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"fpgames {__version__}")
    parser.set_defaults(command=lambda _: print(parser.format_help(), end="") or 0)
    commands = parser.add_subparsers(metavar="COMMAND")

    def command(name: str, about: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        sub.set_defaults(command=run)
        return sub

    bots = "a bot: " + ", ".join([*(ALL_BOTS[name].usage for name in sorted(ALL_BOTS)), "or MODULE:NAME[:ARGUMENT]"])
    games = "a game that the command games lists, or MODULE:NAME[:ARGUMENT]"

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
        help="worker processes that share the games (default 1); the games do not depend on their number",
    )
    compare.add_argument(
        "--opening",
        type=_whole,
        metavar="N",
        default=0,
        help="begin each pair of games, with sides swapped, with the same N random moves (default 0)",
    )
    compare.add_argument("--seed", type=_whole, help="makes the match reproducible (default: random, and printed)")
    compare.add_argument("--csv", type=Path, metavar="FILE", help="write one line for each game, as soon as it is over")
    compare.add_argument("--resume", action="store_true", help="continue the match begun in FILE")

    play = command("play", "play a game, or watch one; you play each side that has no bot", run_play)
    play.add_argument("game", metavar="GAME", help=games)
    play.add_argument("--first", metavar="BOT", help=f"the first player, {bots} (default: you)")
    play.add_argument("--second", metavar="BOT", help=f"the second player, {bots} (default: you)")
    play.add_argument("--opening", type=_whole, metavar="N", default=0, help="begin with N random moves (default 0)")
    play.add_argument("--seed", type=_whole, help="makes the bots' moves reproducible (default: random, and printed)")

    analyse = command("analyse", "print what every move of a position is worth", run_analyse)
    _add_position(analyse, games)
    analyse.add_argument("--depth", type=_whole, help=f"moves to look ahead, at least 1 (default {DEPTH})")
    analyse.add_argument(
        "--search",
        metavar="SEARCH",
        help="mcts:N, a Monte-Carlo tree search of N simulations; or mcts, until --seconds have passed or after 20 million",
    )
    analyse.add_argument(
        "--seconds",
        type=float,
        help="show the greatest depth finished in this time, instead of --depth; with --search, end it after this time",
    )
    analyse.add_argument(
        "--trees", type=_whole, metavar="K", help="merge K trees, each with N simulations of its own (default 1)"
    )
    analyse.add_argument(
        "--jobs",
        type=_whole,
        help="worker processes that share the trees (default 1); the result does not depend on their number",
    )
    analyse.add_argument("--seed", type=_whole, help="makes the search reproducible (default: random, and printed)")

    tree = command("tree", "draw the tree of a position, with the values that a search finds", run_tree)
    _add_position(tree, games)
    tree.add_argument(
        "--depth", type=_whole, default=2, help="moves to look ahead and draw; mcts looks further (default 2)"
    )
    tree.add_argument(
        "--width",
        type=_whole,
        help="children to draw of each node; the others are counted (default: as many as fit a slide, at most 9)",
    )
    tree.add_argument("--windows", action="store_true", help="write the windows of the search on the edges of an SVG")
    tree.add_argument(
        "--search",
        metavar="SEARCH",
        default="minimax",
        help=f"{', '.join(sorted(TRACES))} or mcts:N, a Monte-Carlo tree search of N simulations (default minimax)",
    )
    tree.add_argument("--seed", type=_whole, help="makes the search mcts reproducible (default: random)")
    tree.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="write to this .svg, .dot or .mmd file (default: print SVG)"
    )

    perft = command("perft", "count the lines of play of each length", run_perft)
    _add_position(perft, games)
    perft.add_argument("--depth", type=_whole, default=4, help="the greatest length, at least 1 (default 4)")
    perft.add_argument("--divide", action="store_true", help="print the lines of the greatest length after each move")
    perft.add_argument(
        "--jobs", type=_whole, default=1, help="worker processes that share the moves of the position (default 1)"
    )

    solve = command("solve", "print who wins with perfect play, and by which moves", run_solve)
    _add_position(solve, games)
    solve.add_argument("--weak", action="store_true", help="print only who wins, which may take less time")
    solve.add_argument("--moves", dest="each", action="store_true", help="print the value of each move, too")
    solve.add_argument(
        "--file",
        metavar="FILE",
        help="solve the positions of a file, one a line, written like MOVES or TEXT; - is standard input",
    )

    command("games", "list the games", _games)
    command("bots", "list the bots", _bots)
    return parser


def _games(_: argparse.Namespace) -> int:
    for name, kind in sorted(KINDS.items()):
        print(f"{name:<18}  {kind.about}{f'; other sizes: {kind.usage}' if kind.usage else ''}")
    for name, entry in sorted(offered("fpgames.games").items()):
        print(f"{name:<18}  from {entry.value}")
    return 0


def _bots(_: argparse.Namespace) -> int:
    for name in sorted(ALL_BOTS):
        print(f"{ALL_BOTS[name].usage:<18}  {ALL_BOTS[name].about}")
    for name, entry in sorted(offered("fpgames.bots").items()):
        print(f"{name:<18}  from {entry.value}")
    return 0


def _add_position(command: argparse.ArgumentParser, games: str) -> None:
    """Add the arguments that describe a position."""
    command.add_argument("game", metavar="GAME", help=games)
    command.add_argument("moves", metavar="MOVES", nargs="?", default="", help="moves to play first, such as 4,0,8")
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="the position before MOVES, as the game shows it or in its notation (connect4: 4455, columns from 1)",
    )
