"""The command ``perft``: the number of lines of play of each length."""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import Any

from fpgames.cli.lookup import find_game
from fpgames.cli.positions import found_by_name, move_as_text, position_of
from fpgames.cli.status import ticking
from fpgames.cli.workers import require_jobs, workers
from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.rules.record import AnyRules
from fpgames.search.counting import perft
from fpgames.tree.building import build_tree
from fpgames.validation import require_at_least


def run_perft(args: argparse.Namespace) -> int:
    """Print the number of lines of each length, and return the exit status."""
    rules = find_game(args.game)
    require_at_least(1, args.depth, "count lines of {} moves")
    require_jobs(args.jobs, "share the lines between {} workers")
    p = position_of(rules, args)
    moves = rules.moves(p)
    found_by_name.cache_clear()  # an earlier command of this process may have had other modules
    print("moves           lines  seconds      lines/s", flush=True)
    lines: list[int] = []
    with workers(args.jobs) as map_function, ticking():
        for depth in range(1, args.depth + 1):
            began = perf_counter()
            if args.divide or args.jobs > 1:
                count = partial(_lines_after, args.game, args.position, args.moves, depth - 1)
                lines = list(map_function(count, range(len(moves))))
            else:
                lines = [_lines(rules, p, depth)]
            seconds = perf_counter() - began
            a_second = f"{sum(lines) / seconds:>11.0f}" if seconds else ""
            print(f"{depth:>5}  {sum(lines):>14}  {seconds:>7.2f}  {a_second}", flush=True)
    if args.divide:
        for move, number in zip(moves, lines, strict=True):
            print(f"{move_as_text(rules, p, move)}: {number}")
    return 0


def _lines(rules: AnyRules, p: Any, depth: int) -> int:
    """Return the number of lines of a length."""
    count: int = jit_when_it_pays(build_tree(rules) | perft(depth))(p)
    return count


def _lines_after(game: str, position: str | None, moves: str, depth: int, number: int) -> int:
    """Return the number of lines of a length after a move, whose number is given; workers can be sent this."""
    rules, p = found_by_name(game, position, moves)
    return _lines(rules, rules.play(p, rules.moves(p)[number]), depth)
