"""Measure the strength of bots in Connect Four by matches from fixed seeds, with intervals of points.

Usage: python -m benchmarks.strength [GAMES]

Two deterministic bots would always play the same game. So the two games of each of their pairs begin with the same four
random moves, with sides swapped.
"""

from __future__ import annotations

import sys
from functools import partial
from time import perf_counter
from typing import Any

from fpgames import Rand, bot_alphabeta, bot_random
from fpgames.compiled import jit_when_it_pays
from fpgames.games.connect4 import rules
from fpgames.play import Bot, game_seed, play_one, read_bot, record_game, sides, table
from fpgames.rules import value_of_outcome

OPENING = 4  # random moves, too few for a win
WINS_ONLY = "alphabeta:4, wins only"
MATCHES = [
    ("alphabeta:4", "random", 0),
    ("mc:500", "random", 0),
    ("alphabeta:4", WINS_ONLY, OPENING),
    ("alphabeta:4", "mc:500", 0),
]


def named(name: str) -> Bot[Any, int]:
    if name == WINS_ONLY:
        return bot_alphabeta(rules, 4, value_of_outcome(rules), compiled=jit_when_it_pays)
    return read_bot(rules, name)


def opened(bot: Bot[Any, int], moves: int, p: Any) -> Rand[int]:
    """Play random moves first, then the moves of a bot."""
    return (bot_random(rules) if p[1].bit_count() < moves else bot)(p)


def main(games: int) -> None:
    for *names, opening in MATCHES:
        bots = {name: partial(opened, named(name), opening) for name in names}
        seeds = [game_seed(1, number) for number in range(1, games + 1)]
        done = []
        for number in range(1, games + 1):
            seed = seeds[(number - 1) // 2 if opening else number - 1]
            first, second = sides((names[0], names[1]), number)
            began = perf_counter()
            moves = play_one(rules, bots[first], bots[second], seed)
            done.append(record_game(rules, moves, (first, second), seed, number, perf_counter() - began))
        print(f"\n{len(done)} games, seed 1, {opening} random moves first\n{table(done, (names[0], names[1]))}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
