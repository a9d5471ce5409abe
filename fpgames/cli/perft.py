"""The command ``perft``: how many lines of play there are of each length."""

from __future__ import annotations

import argparse
from time import perf_counter

from fpgames.cli.analyse import position_of
from fpgames.cli.lookup import find_game
from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.search.counting import perft
from fpgames.tree.building import build_tree
from fpgames.validation import require_at_least


def run_perft(args: argparse.Namespace) -> int:
    """Print the number of lines of each length, and return the exit status."""
    rules = find_game(args.game)
    require_at_least(1, args.depth, "count lines of {} moves")
    p = position_of(rules, args)
    print("moves           lines  seconds", flush=True)
    for depth in range(1, args.depth + 1):
        count = jit_when_it_pays(build_tree(rules) | perft(depth))
        began = perf_counter()
        lines = count(p)
        seconds = perf_counter() - began
        print(f"{depth:>5}  {lines:>14}  {seconds:>7.2f}", flush=True)
    return 0
