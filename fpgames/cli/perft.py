"""The command ``perft``: count the lines of play of each length."""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import Any

from fpgames.cli.lookup import find_game
from fpgames.cli.positions import move_as_text, position_from_args, rules_and_position
from fpgames.cli.status import reporting_interrupts, showing_elapsed_time
from fpgames.cli.workers import require_jobs, worker_map
from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.rules.record import AnyRules
from fpgames.search.counting import perft
from fpgames.tree.building import build_tree
from fpgames.validation import require_at_least


def run_perft(args: argparse.Namespace) -> int:
    """Count the lines of play of 1, 2, ... moves up to the depth, print each count, and return the exit status."""
    rules = find_game(args.game)
    require_at_least(1, args.depth, "count lines of {} moves")
    require_jobs(args.jobs, "share the lines between {} workers")
    p = position_from_args(rules, args)
    moves = rules.moves(p)
    rules_and_position.cache_clear()  # cached rules may be outdated if an earlier command ran in this process
    print("moves           lines  seconds      lines/s", flush=True)
    lines: list[int] = []
    prepare = partial(rules_and_position, args.game, args.position, args.moves)
    with (
        reporting_interrupts("before all lines were counted"),
        worker_map(args.jobs, prepare) as map_function,
        showing_elapsed_time(),
    ):
        for depth in range(1, args.depth + 1):
            started = perf_counter()
            if args.divide or args.jobs > 1:
                count = partial(_count_lines_after, args.game, args.position, args.moves, depth - 1)
                lines = list(map_function(count, range(len(moves))))
            else:
                lines = [_count_lines(rules, p, depth)]
            seconds = perf_counter() - started
            per_second = f"{sum(lines) / seconds:>11.0f}" if seconds else ""
            print(f"{depth:>5}  {sum(lines):>14}  {seconds:>7.2f}  {per_second}", flush=True)
    if args.divide:
        for move, number in zip(moves, lines, strict=True):
            print(f"{move_as_text(rules, p, move)}: {number}")
    return 0


def _count_lines(rules: AnyRules, p: Any, depth: int) -> int:
    """Return the number of lines of play of exactly ``depth`` moves."""
    count: int = jit_when_it_pays(build_tree(rules) | perft(depth))(p)
    return count


def _count_lines_after(game: str, position: str | None, moves: str, depth: int, index: int) -> int:
    """Count the lines of play after the legal move at an index. The arguments can be pickled and sent to a worker."""
    rules, p = rules_and_position(game, position, moves)
    return _count_lines(rules, rules.play(p, rules.moves(p)[index]), depth)
