"""Answer three questions about the library's bots by matches in Connect Four that a sequential test ends.

Usage: python -m benchmarks.questions [QUESTION ...] [--games N] [--jobs K] [--seed N]

The questions are exploration (is a tree search stronger that explores with 0.7 rather than the square root of 2?), quick
(is alpha-beta stronger that prefers quick wins?) and ordered (is alpha-beta with an equal budget of nodes stronger if it
orders moves by their static values?); by default all. Each begins its pairs of games with four random moves, and ends
when the test decides between 0 and 30 normalized Elo, or after N games. The command line plays the matches::

    fpgames compare connect4 benchmarks.questions:quick:yes benchmarks.questions:quick:no --until 0,30 --opening 4
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import deque
from functools import partial
from math import sqrt
from typing import Any

from fpgames import Rand, State, alpha_beta, best_move, build_tree, map_tree, order_by
from fpgames.compiled import jit_when_it_pays
from fpgames.play import Bot, bot_alphabeta
from fpgames.play.tree_bots import EXPLORATION, bot_mcts
from fpgames.rules import AnyRules
from fpgames.search import deepen, within_node_budget

HERE = "benchmarks.questions"
QUESTIONS = {
    "exploration": ("0.7", "sqrt2"),
    "quick": ("yes", "no"),
    "ordered": ("yes", "no"),
}
SIMULATIONS, DEPTH, NODES = 300, 4, 400


def exploration(rules: AnyRules, constant: str) -> Bot[Any, Any]:
    """Return a tree search bot that explores with 0.7, or with the square root of 2."""
    c = sqrt(2) if constant == "sqrt2" else EXPLORATION
    return bot_mcts(rules, SIMULATIONS, c=c, compiled=jit_when_it_pays)


def quick(rules: AnyRules, answer: str) -> Bot[Any, Any]:
    """Return an alpha-beta bot that prefers quick wins and slow losses, or not."""
    return bot_alphabeta(rules, DEPTH, rules.static, prefer_quick=answer == "yes", compiled=jit_when_it_pays)


def ordered(rules: AnyRules, answer: str) -> Bot[Any, Any]:
    """Return a bot that deepens alpha-beta within a budget of nodes, with moves ordered by static values, or not."""
    order = [order_by(rules.static)] if answer == "yes" else []
    return partial(_deepest_move, [*order, map_tree(rules.static), deepen(best_move(search=alpha_beta))], rules)


def _deepest_move(stages: list[Any], rules: AnyRules, p: Any) -> Rand[Any]:
    results: Any = build_tree(rules)(p)
    for stage in [*stages, within_node_budget(NODES)]:
        results = stage(results)
    return State.from_value(deque(results, 1)[0].value)


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {HERE}", description=__doc__)
    parser.add_argument("questions", nargs="*", choices=[*QUESTIONS, []], help=f"of {', '.join(QUESTIONS)}")
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="at most; default: 4000")
    parser.add_argument("--jobs", type=int, default=2, metavar="K", help="default: 2")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    args = parser.parse_args()
    for name in args.questions or QUESTIONS:
        bots = [f"{HERE}:{name}:{answer}" for answer in QUESTIONS[name]]
        options = ["--until", "0,30", "--opening", 4, "-n", args.games, "--jobs", args.jobs, "--seed", args.seed]
        subprocess.run([sys.executable, "-m", "fpgames", "compare", "connect4", *bots, *map(str, options)], check=True)


if __name__ == "__main__":
    main()
