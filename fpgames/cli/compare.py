"""The command ``compare``: a match between two bots, played by worker processes; each finished game can be saved."""

from __future__ import annotations

import argparse
from functools import cache, partial
from time import perf_counter

from fpgames.cli.ledger import Match, open_ledger
from fpgames.cli.lookup import find_game, find_player, rules_as_played
from fpgames.cli.progress import progress
from fpgames.cli.status import one_line_message, printable, report_error, report_interrupt, seed_or_random
from fpgames.cli.workers import TaskFailed, WorkerDied, defer_interrupts, require_jobs, worker_map
from fpgames.play.match import GameRecord, compare, timed_game
from fpgames.play.playing import AnyBot
from fpgames.play.score import table
from fpgames.rules.record import AnyRules
from fpgames.validation import require_at_least

MAX_GAMES = 10**9


def run_compare(args: argparse.Namespace) -> int:
    """Play the match, print its score, and return the exit status."""
    match = _match_from_args(args)
    failure: BaseException | None = None
    games: list[GameRecord] = []
    started = perf_counter()
    try:
        with (
            open_ledger(args.csv, args.resume, match) as (games, write),
            progress(args.games, "game", len(games)) as bar,
            worker_map(
                min(args.jobs, args.games - len(games)), partial(_rules_and_bots, args.game, match.bots)
            ) as map_function,
        ):
            opening = f", {match.opening} random moves first" if match.opening else ""
            print(f"{printable(match.rules.name)}, {args.games} games, seed {match.seed}{opening}", flush=True)
            numbers = range(len(games) + 1, args.games + 1)
            by_name = partial(_play_game_by_names, args.game, match.bots, match.seed, match.opening, match.longest)
            for finished in compare(
                match.rules, match.players, match.seed, numbers, opening=match.opening, longest=match.longest,
                map_function=lambda _, numbers: map_function(by_name, numbers),
            ):  # fmt: skip
                with defer_interrupts():
                    write(finished)
                    games.append(finished)
                bar.advance()
    except (KeyboardInterrupt, OSError, WorkerDied, TaskFailed) as error:
        if isinstance(error, BrokenPipeError) and not games:
            raise  # the reader closed the pipe before the first game ended
        failure = error  # the error is reported after the table of the finished games
    if games:
        print(table(games, match.bots, wall=perf_counter() - started if args.jobs > 1 else None))
    hint = f"after {len(games)} of {args.games} games{'; --resume continues' if args.csv else ''}"
    if isinstance(failure, OSError):
        return report_error(failure)
    if isinstance(failure, TaskFailed):
        return report_error(ValueError(f"{failure} ({hint})" if games else str(failure)))
    if isinstance(failure, WorkerDied):
        return report_error(ValueError(f"{failure} {hint}"))
    if failure is not None:
        return report_interrupt(hint)
    return 0


def _match_from_args(args: argparse.Namespace) -> Match:
    """Check the arguments of the command, and return the match that they describe."""
    first, second = args.bots
    require_at_least(1, args.games, "play {} games", MAX_GAMES)
    require_at_least(0, args.opening, "begin with {} random moves")
    require_at_least(1, 1 if args.longest is None else args.longest, "end games after {} moves")
    require_jobs(args.jobs, "share the games between {} workers")
    if args.resume and (args.csv is None or args.seed is None):
        raise ValueError("--resume continues a match: it needs that match's --csv FILE and --seed")
    for name in (first, second):
        if not name.isprintable():
            raise ValueError(f"the bot {name!r}: a name must not contain line breaks or control characters")
    _rules_and_bots.cache_clear()  # cached rules and bots may be outdated if an earlier match ran in this process
    rules, players = _rules_and_bots(args.game, (first, second))
    return Match(rules, players, seed_or_random(args.seed), args.opening, args.longest, args.games)


def _play_game_by_names(
    game: str, bots: tuple[str, str], seed: int, opening: int, longest: int | None, number: int
) -> GameRecord:
    """Play one game of a match. A worker looks up the rules and bots by name, because they may not be picklable."""
    rules, players = _rules_and_bots(game, bots)
    try:
        return timed_game(rules, players, seed, opening, perf_counter, number, longest)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TaskFailed(f"game {number}: {one_line_message(error)}") from None


@cache
def _rules_and_bots(game: str, bots: tuple[str, str]) -> tuple[AnyRules, tuple[tuple[str, AnyBot], tuple[str, AnyBot]]]:
    """Return the rules and two pairs of name and bot; cached, so that each worker process looks them up once."""
    rules, (first, second) = find_game(game), bots
    return rules_as_played(rules), ((first, find_player(rules, first)), (second, find_player(rules, second)))
