"""The command line: the only room that reads, prints or asks the clock."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import count
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

from returns.maybe import Nothing

from fpgames import __version__
from fpgames.alphabeta import BareTrace, Traced, ab_trace, minimax_trace
from fpgames.analysis import analyse_move
from fpgames.bots import BOTS, Bot, read_bot
from fpgames.checks import require_at_least
from fpgames.cli_match import compare_bots
from fpgames.cli_status import INTERRUPTED, PIPE_CLOSED, complain, seed_or_any
from fpgames.games import GAMES, game
from fpgames.render import tree_dot, tree_mermaid, tree_svg
from fpgames.rng import Gen, SplitMix
from fpgames.rules import AnyRules, Outcome, Player, require_moves
from fpgames.sketch import Shown, shown
from fpgames.tree import Node, game_tree, prune

__all__ = ["main"]

ENDINGS = {
    Outcome.FIRST_WON: "the first player won",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player won",
}

TRACES: Mapping[str, BareTrace] = {"minimax": minimax_trace, "alphabeta": ab_trace}
DRAWINGS: Mapping[str, Callable[..., str]] = {".svg": tree_svg, ".dot": tree_dot, ".mmd": tree_mermaid}

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

    bots = "a bot: " + ", ".join(kind.usage for kind in BOTS.values())
    games = "a game: " + ", ".join(GAMES)

    compare = command("compare", "play a match between two bots and print the score", compare_bots)
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
    _add_position(analyse, games)
    analyse.add_argument("--depth", type=_whole, default=4, help="moves looked ahead, at least 1 (default 4)")
    analyse.add_argument("--seconds", type=float, help="look ever deeper, instead, until these are spent")

    tree = command("tree", "draw the tree of a position, with the values that a search finds", _tree)
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


def _add_position(command: argparse.ArgumentParser, games: str) -> None:
    """The arguments that say which position is meant."""
    command.add_argument("game", metavar="GAME", help=games)
    command.add_argument("moves", metavar="MOVES", nargs="?", default="", help="moves that are played first: 4,0,8")
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="a position to begin with, as the game shows it or writes it (connect4: 4455, columns from 1); MOVES follow",
    )


def _position(rules: AnyRules, args: argparse.Namespace) -> Any:
    p = rules.start if args.position is None else rules.read(args.position)
    return reduce(rules.play, map(rules.read_move, args.moves.replace(",", " ").split()), p)


def _games(_: argparse.Namespace) -> int:
    for name in GAMES:
        print(name)
    return 0


def _bots(_: argparse.Namespace) -> int:
    for kind in BOTS.values():
        print(f"{kind.usage:<18}  {kind.about}")
    return 0


def _analyse(args: argparse.Namespace) -> int:
    rules = game(args.game)
    require_at_least(1, args.depth, "look {} moves ahead")
    if args.seconds is not None and not 0 <= args.seconds < inf:
        raise ValueError(f"cannot look ahead for {args.seconds} seconds; expected a time from 0")
    p = _position(rules, args)
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


def _tree(args: argparse.Namespace) -> int:
    rules = game(args.game)
    draw = DRAWINGS.get(args.file.suffix.lower() if args.file else ".svg")
    if draw is None:
        raise ValueError(
            f"{args.file}: cannot draw {args.file.suffix or 'without an ending'}; expected .svg, .dot or .mmd"
        )
    if args.file and not args.file.parent.is_dir():
        raise ValueError(f"{args.file}: no directory {args.file.parent}")
    p = _position(rules, args)
    tree = game_tree(rules)(p) | prune(args.depth)
    traced = TRACES[args.search](static=lambda node: rules.static(node.position))(tree)

    def show(label: Traced[Node[Any, Any]]) -> Shown:
        line = label.label.line
        return shown(label)._replace(edge=rules.show_move(line[-1]) if line else "")

    given = {"title": f"{rules.name}: {args.search} {args.depth} moves ahead"} if draw is tree_svg else {}
    drawn = draw(traced, depth=args.depth, width=args.width, show=show, **given)
    if args.file:
        args.file.write_text(f"{drawn}\n", encoding="utf-8")
    else:
        print(drawn)
    return 0


def _play(args: argparse.Namespace) -> int:
    rules = game(args.game)
    names = (args.first, args.second)
    bots = [name and read_bot(rules, name) for name in names]
    titles = names if any(names) else ("player 1", "player 2")
    contestants = [(title or "you", bot) for title, bot in zip(titles, bots, strict=True)]
    seed = seed_or_any(args.seed)
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
    rules: AnyRules, contestants: Mapping[Player, tuple[str, Bot[Any, Any] | None]], gen: Gen
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


def _ask(rules: AnyRules, p: Any) -> Any:
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
