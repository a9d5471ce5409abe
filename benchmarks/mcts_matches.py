"""Measure the strength of Monte-Carlo tree search by matches of 200 games, with intervals of points.

Usage: python -m benchmarks.mcts_matches [MATCH ...] [--games N] [--jobs K] [--seed N]

The matches are flat (beside as many random games without a tree, in three games), budgets (beside alpha-beta, in
Connect Four), constants (as flat, with other constants of exploration) and openspiel (beside OpenSpiel's search of as
many simulations, in Connect Four); by default all. Every pair of games begins with two random moves, the same for both
games, in which the bots swap sides. The games are kept in benchmarks/results/, so a match that was interrupted goes on.
The command line plays the matches::

    fpgames compare connect4 mcts:1000 mc-bulk:1000 -n 200 --opening 2 --jobs 2 --seed 1
    fpgames compare connect4 benchmarks.mcts_matches:ours:1000,0.7 benchmarks.mcts_matches:theirs:1000,0.7 -n 200

OpenSpiel explores as much as we do: benchmarks/mcts.py says by which constant.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any

from benchmarks.mcts import openspiel
from fpgames.compiled import jit_when_it_pays
from fpgames.games.connect4 import STANDARD, Position
from fpgames.games.connect4.text import column_strings, order_of_play
from fpgames.play import Bot
from fpgames.play.tree_bots import EXPLORATION, bot_mcts
from fpgames.rand import below
from fpgames.rules import AnyRules

RESULTS = Path(__file__).parent / "results"
HERE = "benchmarks.mcts_matches"
OPENING = 2

TEXTBOOK = sqrt(2)
MATCHES = {
    "flat": [(game, "mcts:1000", "mc-bulk:1000") for game in ("connect4", "othello", "checkers")],
    "budgets": [("connect4", f"mcts:{n}", "alphabeta:6") for n in (100, 1_000, 10_000, 100_000)],
    "constants": [("connect4", f"{HERE}:ours:1000,{c}", "mc-bulk:1000") for c in (TEXTBOOK, 1, EXPLORATION, 0.5, 0.3)],
    "openspiel": [("connect4", f"{HERE}:ours:1000,{c}", f"{HERE}:theirs:1000,{c}") for c in (EXPLORATION, TEXTBOOK)],
}


def ours(rules: AnyRules, numbers: str) -> Bot[Any, Any]:
    """Return our bot; ``numbers`` are its simulations and, after a comma, its exploration constant."""
    n, c = numbers.split(",")
    return bot_mcts(rules, int(n), c=float(c), compiled=jit_when_it_pays)


def theirs(rules: AnyRules, numbers: str) -> Bot[Position, int]:
    """Return OpenSpiel's search as a bot for our Connect Four; both number the columns from 0."""
    n, c = numbers.split(",")
    game = import_module("pyspiel").load_game("connect_four")
    if rules.name != "connect4":
        raise ValueError(f"OpenSpiel's search plays connect4 here; got {rules.name}")

    def move(p: Position, seed: int) -> int:
        state = game.new_initial_state()
        for column in order_of_play(column_strings(p, STANDARD), STANDARD.align):
            state.apply_action(column)
        return int(openspiel(int(n), seed, float(c)).step(state))

    return lambda p: below(2**30).map(partial(move, p))


def match(game: str, bots: tuple[str, str], games: int, jobs: int, seed: int) -> None:
    """Play or continue a match, and print its table."""
    RESULTS.mkdir(exist_ok=True)
    names = "_".join(bot.removeprefix(f"{HERE}:").replace(":", "-").replace(",", "-") for bot in bots)
    kept = RESULTS / f"mcts_{game}_{names}_{games}_{seed}.csv"
    options = ["-n", games, "--opening", OPENING, "--jobs", jobs, "--seed", seed, "--csv", kept, "--resume"]
    command = [sys.executable, "-m", "fpgames", "compare", game, *bots, *map(str, options)]
    print(f"\n{' '.join(command[2:])}", flush=True)
    subprocess.run(command, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {HERE}", description=__doc__)
    parser.add_argument("matches", nargs="*", metavar="MATCH", help=f"of {', '.join(MATCHES)} (default: all)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="default: 200")
    parser.add_argument("--jobs", type=int, default=2, metavar="K", help="default: 2")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    args = parser.parse_args()
    if unknown := {*args.matches} - {*MATCHES}:
        parser.error(f"no such matches: {', '.join(sorted(unknown))}; there are {', '.join(MATCHES)}")
    for name in args.matches or MATCHES:
        for game, *bots in MATCHES[name]:
            match(game, (bots[0], bots[1]), args.games, args.jobs, args.seed)


if __name__ == "__main__":
    main()
