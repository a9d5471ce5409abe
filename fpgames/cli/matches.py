"""Matches and tournaments: worker processes play the games, and each finished game can be saved."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import comb
from pathlib import Path
from time import perf_counter

from fpgames.cli.clock import clock_note, search_report
from fpgames.cli.files import add_path_to_errors
from fpgames.cli.game_files import append_games
from fpgames.cli.ledger import Match, open_ledger
from fpgames.cli.lookup import find_game, find_player, rules_as_played
from fpgames.cli.progress import Bar, progress
from fpgames.cli.status import one_line_message, printable, report_error, report_interrupt, seed_or_random
from fpgames.cli.workers import TaskFailed, WorkerDied, defer_interrupts, require_jobs, worker_map
from fpgames.play.match import GameRecord, compare, timed_game
from fpgames.play.openings import Openings, require_openings
from fpgames.play.playing import AnyBot
from fpgames.rules.record import AnyRules
from fpgames.validation import require_at_least

MAX_GAMES = 10**9


def run_match(
    args: argparse.Namespace,
    match: Match,
    follow: Callable[[Iterator[GameRecord], Bar], object],
    report: Callable[[list[GameRecord], float | None], str],
) -> int:
    """Play a match, print a report, and return the exit status.

    Args:
        args: the arguments of the command.
        match: the match that they describe.
        follow: a function that reads the stream of games, from the saved ones on, as far as it needs them.
        report: a function that returns the report on the finished games; with several workers, the second argument is
            the number of seconds that the match took.
    """
    failure: BaseException | None = None
    games = unread = list[GameRecord]()
    started, prepare = perf_counter(), partial(_rules_and_bots, args.game, match.bots)
    try:
        with (
            open_ledger(args.csv, args.resume, match) as (games, write_row),
            append_games(args.game_file, args.resume, match.rules, games) as write_game,
            progress(match.games if match.games < MAX_GAMES else None, "game", len(games)) as bar,
            worker_map(min(args.jobs, match.games - len(games)), prepare) as map_function,
        ):
            print(_heading(match), flush=True)
            by_name = partial(_play_by_names, args.game, match.bots, match.seed, match.openings, match.longest)

            def stream() -> Iterator[GameRecord]:
                yield from (*games,)
                for finished in compare(
                    match.rules, match.players, match.seed, range(len(games) + 1, match.games + 1),
                    opening=match.openings, longest=match.longest,
                    map_function=lambda _, numbers: map_function(by_name, numbers),
                ):  # fmt: skip
                    with defer_interrupts():
                        write_row(finished)
                        write_game(finished)
                        games.append(finished)
                    bar.advance()
                    yield finished

            follow(stream(), bar)
    except (KeyboardInterrupt, OSError, WorkerDied, TaskFailed) as error:
        if isinstance(error, BrokenPipeError) and not games:
            raise  # the reader closed the pipe before the first game ended
        failure = error  # the error is reported after the table of the finished games
    if games:
        print(report(games, perf_counter() - started if args.jobs > 1 else None))
        print(search_report(games), end="")
    total = f" of {match.games}" if match.games < MAX_GAMES else ""
    hint = f"after {len(games)}{total} games{'; --resume continues' if args.csv else ''}"
    match failure:
        case None:
            return 0
        case OSError():
            return report_error(failure)
        case KeyboardInterrupt():
            return report_interrupt("while saved moves were repeated" if games is unread else hint)
    if isinstance(failure, TaskFailed):
        hint = f"({hint})" if games else ""
    return report_error(ValueError(f"{failure} {hint}".rstrip()))


def read_all(games: Iterator[GameRecord], _: Bar) -> None:
    """Read a stream of games to its end."""
    deque(games, 0)


def match_from_args(args: argparse.Namespace, games: int, opening: int) -> Match:
    """Check the arguments of a command, and return the match that they describe; ``opening`` is the default."""
    require_at_least(1, games, "play {} games", MAX_GAMES)
    require_at_least(1, 1 if args.longest is None else args.longest, "end games after {} moves")
    require_jobs(args.jobs, "share the games between {} workers")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    if args.openings is not None and args.opening is not None:
        raise ValueError(f"--openings {args.openings} has all moves of the openings: leave out --opening")
    for name in args.bots:
        if not name.isprintable():
            raise ValueError(f"the bot {name!r}: a name must not contain line breaks or control characters")
    _rules_and_bots.cache_clear()  # cached rules and bots may be outdated if an earlier match ran in this process
    rules, players = _rules_and_bots(args.game, tuple(args.bots))
    openings = _read_lines(args.openings) if args.openings else opening if args.opening is None else args.opening
    require_openings(rules, openings)
    return Match(rules, players, seed_or_random(args.seed), openings, args.longest, games * comb(len(players), 2))


def _read_lines(path: Path) -> tuple[str, ...]:
    """Return the lines of a file without comments, which begin with #, and without blank lines."""
    with add_path_to_errors(path):
        lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(filter(None, (line.partition("#")[0].strip() for line in lines)))


def _heading(match: Match) -> str:
    games = f", {match.games} games" if match.games < MAX_GAMES else ""
    n = match.openings
    opening = "" if n == 0 else f", {n} random moves first" if isinstance(n, int) else f", {len(n)} openings"
    return (
        f"{printable(match.rules.name)}{games}, seed {match.seed}{opening}{clock_note(bot for _, bot in match.players)}"
    )


def _play_by_names(
    game: str, bots: tuple[str, ...], seed: int, openings: Openings, longest: int | None, number: int
) -> GameRecord:
    """Play one game of a match. A worker looks up the rules and bots by name, because they may not be picklable."""
    rules, players = _rules_and_bots(game, bots)
    try:
        return timed_game(rules, players, seed, openings, perf_counter, number, longest)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TaskFailed(f"game {number}: {one_line_message(error, of_bot=True)}") from None


@cache
def _rules_and_bots(game: str, bots: tuple[str, ...]) -> tuple[AnyRules, tuple[tuple[str, AnyBot], ...]]:
    """Return the rules and pairs of name and bot; cached, so that each worker process looks them up once."""
    rules = find_game(game)
    return rules_as_played(rules), tuple((name, find_player(rules, name)) for name in bots)
