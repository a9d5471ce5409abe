"""Connect Four: the bitboard beside the record, pipelines beside the same search by hand and in easyAI; in one run.

Usage: python -m benchmarks.connect4 [REPEATS]

easyAI is measured where it is installed: pip install -r benchmarks/requirements.txt
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from benchmarks import connect4_by_hand as by_hand
from benchmarks import others
from benchmarks.timing import table
from fpgames.alphabeta import alpha_beta
from fpgames.bots import bot_random
from fpgames.games import connect4 as record
from fpgames.games.connect4_bits import rules
from fpgames.playouts import play_moves
from fpgames.rng import SplitMix
from fpgames.rules import Rules, value_of_outcome
from fpgames.state import replicate_m
from fpgames.tree import build_tree, map_tree, prune

Search = Callable[[], float]
Moves = tuple[int, ...]


def played(rules: Rules[Any, int], games: tuple[Moves, ...]) -> int:
    """Games played again, move after move; the sum of who would be next."""
    return sum(rules.player(reduce(rules.play, moves, rules.start)) for moves in games)


def asked(rules: Rules[Any, int], games: tuple[Moves, ...]) -> int:
    """The same, asking at each move what may be played, as a bot does."""
    choices = 0
    for moves in games:
        p = rules.start
        for move in moves:
            choices += len(rules.moves(p))
            p = rules.play(p, move)
    return choices


def pipeline(depth: int, static: Callable[[Any], float]) -> float:
    return alpha_beta(map_tree(static)(prune(depth)(build_tree(rules.successors)(rules.start))))


def main(repeats: int) -> None:
    print(f"Python {sys.version.split()[0]}, {repeats} interleaved repeats, medians (quartiles)")
    random = bot_random(rules)
    games = replicate_m(100, play_moves(rules, rules.start, random, random)).eval(SplitMix.from_seed(1))
    title = f"100 random games, {sum(map(len, games))} moves"
    for name, work in ((f"{title}, played", played), (f"{title}, with the moves asked for", asked)):
        ways: dict[str, Callable[[], Any]] = {
            "bits": partial(work, rules, games),
            "record": partial(work, record.rules, games),
        }
        table(name, ways, "bits", repeats)
    for depth in (6, 8):
        for horizon, static, counting in (
            ("open lines", rules.static, True),
            ("win, draw or loss", value_of_outcome(rules), False),
        ):
            searches: dict[str, Search] = {
                "hand-written": partial(by_hand.alpha_beta, 0, 0, depth, -2, 2, True, counting),
                "pipeline": partial(pipeline, depth, static),
            }
            table(f"Alpha-beta to depth {depth}, values by {horizon}", searches, "hand-written", max(5, repeats // 4))
    for depth in (3, 4, 5):
        beside: dict[str, Search] = {
            "pipeline": partial(pipeline, depth, value_of_outcome(rules)),
            **others.connect4(depth),
        }
        table(f"Alpha-beta to depth {depth} beside other libraries, win, draw or loss", beside, "pipeline", 3)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
