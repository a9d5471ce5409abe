"""Parse the command line: the commands and their arguments."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from fpgames import __version__
from fpgames.cli.status import one_line_message, report_error, usage_hint


def run(argv: Sequence[str] | None) -> int:
    """Parse the arguments, run the command, and return its exit status."""
    words = sys.argv[1:] if argv is None else argv
    parser, commands = _make_parser(words)
    try:
        try:
            args, rest = parser.parse_known_args(words)
        except SystemExit:  # raised by --help and --version
            return 0
        if len(rest) == 1 and rest[0][:1] != "-" and getattr(args, "moves", None) == "":
            args.moves = rest.pop()  # argparse does not accept an optional positional argument after an option
        if rest:
            command = next(filter(None, map(commands.get, words)), parser)
            command.error(f"unrecognized arguments: {' '.join(rest)}")
        status: int = args.command(args)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as error:
        return report_error(error)
    except BaseException as error:  # the code of a plugin may raise any exception
        return report_error(ValueError(one_line_message(error)))
    return status


_Command: TypeAlias = Callable[[argparse.Namespace], int]

GAME_HELP = "a game that the command games lists, or MODULE:NAME[:ARGUMENT]; or GAME+swap"
MOVE_TIME_HELP = "time for each move of alphabeta, mcts and engines of your own, if nothing follows their names"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise ValueError with a message of one line; argparse itself would also print the usage and exit."""
        raise ValueError(f"{message}{usage_hint(message, self.format_usage(), _COMMANDS)} (see {self.prog} --help)")


def _int(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def _read_seconds(text: str) -> float:
    if not re.fullmatch(r"-?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})(e-?[0-9]{1,3})?|-?inf|nan", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds")
    return float(text)


def _read_bounds(text: str) -> tuple[float, float]:
    is_pair = re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?,-?[0-9]{1,9}(\.[0-9]{1,9})?", text)
    elo0, elo1 = map(float, text.split(",")) if is_pair else (0.0, 0.0)
    if not elo0 < elo1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not two numbers, the smaller one first, such as 0,20")
    return elo0, elo1


def _read_counts(text: str) -> list[int]:
    return [_int(part) for part in text.split(",")]


def _make_parser(words: Sequence[str]) -> tuple[_Parser, Mapping[str, _Parser]]:
    """Return the parser, and those of commands. To save time, only commands in ``words`` are imported and configured."""
    parser = _Parser(prog="fpgames", description="Board games and bots written as pure functions.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"fpgames {__version__}")
    parser.set_defaults(command=lambda _: print(parser.format_help(), end="") or 0)
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, (about, configure) in _COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        if name in words:
            command.set_defaults(command=configure(command))
    return parser, commands.choices


def _configure_compare(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.compare import run_compare

    add = parser.add_argument
    add("game", metavar="GAME", help=GAME_HELP)
    add("bots", metavar="BOT", nargs=2, help=_bot_help())
    add("-n", dest="games", metavar="GAMES", type=_int, help="games to play (default 100; with --until, no limit)")
    add("--until", type=_read_bounds, metavar="E0,E1", help="end by a test of two normalized Elo, such as 0,20")
    add("--alpha", type=float, metavar="P", help="the probability that it wrongly decides for E1 (default 0.05)")
    add("--beta", type=float, metavar="P", help="the probability that it wrongly decides for E0 (default 0.05)")
    _add_match_arguments(parser)
    return run_compare


def _configure_tournament(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.tournament import run_tournament

    add = parser.add_argument
    add("game", metavar="GAME", help=GAME_HELP)
    add("bots", metavar="BOT", nargs="+", help=_bot_help())
    add("-n", dest="games", metavar="GAMES", type=_int, default=100, help="games of any two bots (default 100)")
    add("-o", dest="file", type=Path, metavar="FILE", help="draw the ratings to this .svg or .txt file")
    _add_match_arguments(parser)
    return run_tournament


def _add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that matches and tournaments share."""
    add = parser.add_argument
    add("--jobs", type=_int, default=1, help="worker processes; without a clock, any number plays the same (default 1)")
    add(
        "--opening",
        type=_int,
        metavar="N",
        help="random moves that begin a pair of games (default 0; 2 where --until ends a match)",
    )
    add(
        "--openings",
        type=Path,
        metavar="FILE",
        help="begin each pair of games with a line of FILE: moves or a position",
    )
    add("--longest", type=_int, metavar="N", help="end games as draws after N moves (default: give up after 100000)")
    add("--seed", type=_int, help="makes the match reproducible, without a clock (default: random, and printed)")
    add("--csv", type=Path, metavar="FILE", help="write one line for each game, as soon as it is over")
    add("--move-time", type=_int, metavar="MS", help=MOVE_TIME_HELP)
    add("--games", dest="game_file", type=Path, metavar="FILE", help="write each game as text, as soon as it is over")
    add("--resume", action="store_true", help="continue the match begun in the file of --csv")


def _configure_play(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.play import run_play

    _add_position_arguments(parser)
    add, bots = parser.add_argument, _bot_help()
    add("--first", metavar="BOT", help=f"the first player, {bots} (default: you)")
    add("--second", metavar="BOT", help=f"the second player, {bots} (default: you)")
    add("--opening", type=_int, metavar="N", default=0, help="begin with N random moves (default 0)")
    add("--seed", type=_int, help="makes the bots' moves reproducible, without a clock (default: random, and printed)")
    add("--save", type=Path, metavar="FILE", help="add the game to this file, which is up to date after each move")
    add("--move-time", type=_int, metavar="MS", help=MOVE_TIME_HELP)
    return run_play


def _configure_replay(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.replay import KEYS, run_replay

    parser.epilog = f"At the prompt, {KEYS}."
    parser.add_argument("file", metavar="FILE", type=Path, help="games as play --save and compare --games write them")
    parser.add_argument("--game", metavar="GAME", help=f"{GAME_HELP} (default: a game of the library, by the tags)")
    return run_replay


def _configure_analyse(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.analyse import DEPTH, run_analyse

    _add_position_arguments(parser)
    add = parser.add_argument
    add("--depth", type=_int, help=f"moves to look ahead, at least 1 (default {DEPTH})")
    add(
        "--search",
        metavar="SEARCH",
        help="mcts:N, a Monte-Carlo tree search of N simulations; or mcts, until --seconds have passed or after 20 million; or perfect:FILE, the values that solve --table wrote",
    )
    add(
        "--seconds",
        type=_read_seconds,
        help="show the greatest depth finished in this time, instead of --depth; with --search, end it after this time",
    )
    add("--trees", type=_int, metavar="K", help="merge K trees, each with N simulations of its own (default 1)")
    add(
        "--jobs",
        type=_int,
        help="worker processes that share the moves, or the trees (default 1); the result does not depend on their number",
    )
    add("--seed", type=_int, help="makes the search reproducible (default: random, and printed)")
    return run_analyse


def _configure_tree(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.tree import SEARCHES, run_tree

    _add_position_arguments(parser)
    add = parser.add_argument
    add("--depth", type=_int, default=2, help="moves to look ahead and draw; mcts looks further (default 2)")
    add(
        "--width", type=_int, help="children to draw of each node; the others are counted (default: what fits, up to 9)"
    )
    add("--windows", action="store_true", help="write the windows of the search on the edges of an SVG")
    add(
        "--search",
        metavar="SEARCH",
        default="minimax",
        help=f"{', '.join(sorted(SEARCHES))} or mcts:N, a Monte-Carlo tree search of N simulations (default minimax)",
    )
    add("--seed", type=_int, help="makes the search mcts reproducible (default: random)")
    add(
        "-o",
        dest="file",
        type=Path,
        metavar="FILE",
        help="write to this .svg, .dot, .mmd or .txt file (default: print text on a terminal, else SVG)",
    )
    return run_tree


def _configure_perft(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.perft import run_perft

    _add_position_arguments(parser)
    add = parser.add_argument
    add("--depth", type=_int, default=4, help="the greatest length, at least 1 (default 4)")
    add("--divide", action="store_true", help="print the lines of the greatest length after each move")
    add("--jobs", type=_int, default=1, help="worker processes that share the moves of the position (default 1)")
    return run_perft


def _configure_solve(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.solve import run_solve

    _add_position_arguments(parser)
    add = parser.add_argument
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--weak", action="store_true", help="print only who wins, which may take less time")
    output.add_argument("--score", action="store_true", help="print only the exact score, without moves and line")
    output.add_argument("--moves", dest="each_move", action="store_true", help="print the value of each move, too")
    output.add_argument(
        "--table", type=Path, metavar="FILE", help="write the values of all positions that follow to FILE"
    )
    add(
        "--file",
        metavar="FILE",
        help="solve the positions of a file, one a line, written like MOVES or TEXT; - is standard input",
    )
    return run_solve


def _configure_audit(parser: argparse.ArgumentParser) -> _Command:
    add = parser.add_argument
    add("games", metavar="GAME", nargs="*", help=GAME_HELP)
    add("--all", metavar="LIBRARY", help="also audit all games that games --of LIBRARY lists as playable")
    add("--same", metavar="OTHER", help="also compare each GAME with this second implementation of it")
    add(
        "--perft",
        type=_read_counts,
        metavar="N,N",
        default=[],
        help="lines of play of 1, 2, ... moves that GAME must have",
    )
    add("--seconds", type=_read_seconds, default=60.0, help="time limit for each game (default 60)")
    add("--exclude", metavar="LAW", action="append", default=[], help="leave out this law; may be repeated")
    add("--seed", type=_int, help="draws the same examples again (default: random, and printed)")
    formats = "text; or line, or json, one line for each game (default: text; line with --all)"
    add("--strict", action="store_true", help="fail, with status 1, also where a law has no case")
    add("--verbose", action="store_true", help="print also the laws that skipped cases, and why")
    add("--format", choices=("text", "line", "json"), metavar="FORMAT", help=formats)
    return _run_audit


def _run_audit(args: argparse.Namespace) -> int:
    if not args.games and args.all is None:
        raise ValueError("audit needs a GAME, or --all LIBRARY (see fpgames audit --help)")
    try:
        from fpgames.cli.audit import run_audit
    except ImportError as error:  # the extra ``test`` is not installed
        raise ValueError(str(error)) from error
    return run_audit(args)


def _configure_games(parser: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.lookup import list_games

    parser.add_argument("--of", metavar="LIBRARY", help="list the games of this library, such as openspiel")
    return list_games


def _configure_bots(_: argparse.ArgumentParser) -> _Command:
    from fpgames.cli.lookup import list_bots

    return list_bots


def _bot_help() -> str:
    from fpgames.solvers.perfect import ALL_BOTS

    others = "or MODULE:NAME[:ARGUMENT]; alphabeta and mcts take a time for each move, too, as mcts:100ms"
    return "a bot: " + ", ".join([*(ALL_BOTS[name].usage for name in sorted(ALL_BOTS)), others])


def _add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments GAME, MOVES and --position, which describe a position."""
    add = parser.add_argument
    add("game", metavar="GAME", help=GAME_HELP)
    add("moves", metavar="MOVES", nargs="?", default="", help="moves to play first, such as 4,0,8")
    add(
        "--position",
        metavar="TEXT",
        help="the position before MOVES, as the game shows it or in its notation (connect4: 4455, columns from 1; in MOVES and what is printed they are numbered from 0)",
    )


_COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], _Command]]] = {
    "compare": ("play a match between two bots and print the score", _configure_compare),
    "tournament": ("play matches between any two of several bots, and rate the bots", _configure_tournament),
    "play": ("play a game, or watch one; you play each side that has no bot", _configure_play),
    "replay": ("step through the games of a file", _configure_replay),
    "analyse": ("print what every move of a position is worth", _configure_analyse),
    "tree": ("draw the tree of a position, with the values that a search finds", _configure_tree),
    "perft": ("count the lines of play of each length", _configure_perft),
    "solve": ("print who wins with perfect play, and by which moves", _configure_solve),
    "audit": ("check the laws of games, and report those that are broken", _configure_audit),
    "games": ("list the games", _configure_games),
    "bots": ("list the bots", _configure_bots),
}
