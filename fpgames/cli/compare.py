"""The command ``compare``: a match between two bots, saved game by game, and shared between worker processes."""

from __future__ import annotations

import argparse
import sys
from functools import cache, partial
from time import perf_counter
from typing import Any

from fpgames.cli.ledger import Match, ledger
from fpgames.cli.lookup import as_played, find_game, find_player
from fpgames.cli.progress import progress
from fpgames.cli.status import INTERRUPTED, complain, in_one_line, printable, seed_or_any
from fpgames.cli.workers import WorkerDied, interrupts_deferred, require_jobs, workers
from fpgames.play.match import GameRecord, compare, timed_game
from fpgames.play.playing import AnyBot
from fpgames.play.score import table
from fpgames.rules.record import AnyRules
from fpgames.validation import require_at_least

MOST_GAMES = 10**9


class GameFailed(ValueError):
    """The error of a game that could not be played to its end, in words, so that a worker can send it."""


def run_compare(args: argparse.Namespace) -> int:
    """Play the match, print its score, and return the exit status."""
    match = _match(args)
    stopped: BaseException | None = None
    games: list[GameRecord] = []
    began = perf_counter()
    try:
        with (
            ledger(args.csv, args.resume, match) as (games, write),
            progress(args.games, "game", len(games)) as bar,
            workers(min(args.jobs, args.games - len(games))) as map_function,
        ):
            opening = f", {match.opening} random moves first" if match.opening else ""
            print(f"{printable(match.rules.name)}, {args.games} games, seed {match.seed}{opening}", flush=True)
            numbers = range(len(games) + 1, args.games + 1)
            # Workers can be sent this function.
            by_name = partial(_play_by_name, args.game, match.bots, match.seed, match.opening, match.longest)
            for finished in compare(
                match.rules, match.players, match.seed, numbers, opening=match.opening, longest=match.longest,
                map_function=lambda _, numbers: map_function(by_name, numbers),
            ):  # fmt: skip
                with interrupts_deferred():
                    write(finished)
                    games.append(finished)
                bar.advance()
    except (KeyboardInterrupt, OSError, WorkerDied, GameFailed) as error:
        if isinstance(error, BrokenPipeError) and not games:
            raise  # the pipe was closed before its reader read the first line
        stopped = error  # the finished games are shown nevertheless
    if games:
        print(table(games, match.bots, wall=perf_counter() - began if args.jobs > 1 else None))
    hint = f"after {len(games)} of {args.games} games{'; --resume continues' if args.csv else ''}"
    if isinstance(stopped, OSError):
        return complain(stopped)
    if isinstance(stopped, GameFailed):
        return complain(ValueError(f"{stopped} ({hint})" if games else str(stopped)))
    if isinstance(stopped, WorkerDied):
        return complain(ValueError(f"{stopped} {hint}"))
    if stopped is not None:
        print(f"fpgames: interrupted {hint}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _match(args: argparse.Namespace) -> Match:
    """Return the match that the arguments describe."""
    first, second = args.bots
    require_at_least(1, args.games, "play {} games", MOST_GAMES)
    require_at_least(0, args.opening, "begin with {} random moves")
    require_at_least(1, 1 if args.longest is None else args.longest, "end games after {} moves")
    require_jobs(args.jobs, "share the games between {} workers")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    for name in (first, second):
        if not name.isprintable():
            raise ValueError(f"the bot {name!r}: its name cannot be written into a line")
    _found.cache_clear()  # an earlier match of this process may have had other modules
    rules, players = _found(args.game, (first, second))
    return Match(rules, players, seed_or_any(args.seed), args.opening, args.longest, args.games)


def _play_by_name(
    game: str, bots: tuple[str, str], seed: int, opening: int, longest: int | None, number: int
) -> tuple[Any, bool, float]:
    """Play a game of a match whose rules and bots are known by name; return what ``timed_game`` does."""
    rules, players = _found(game, bots)
    try:
        return timed_game(rules, players, seed, opening, perf_counter, number, longest)
    except (Exception, SystemExit) as error:
        raise GameFailed(f"game {number}: {in_one_line(error)}") from None


@cache
def _found(game: str, bots: tuple[str, str]) -> tuple[AnyRules, tuple[tuple[str, AnyBot], tuple[str, AnyBot]]]:
    """Return the rules and the bots of these names; every worker finds them once."""
    rules, (first, second) = find_game(game), bots
    return as_played(rules), ((first, find_player(rules, first)), (second, find_player(rules, second)))
