"""How strong the bots are at Connect Four: matches from fixed seeds, each with the interval of its win rate.

Usage: python -m benchmarks.strength [GAMES]

Two bots that draw nothing would play one game over and over: between them every pair of games begins with four random
moves, the same for both games, in which the bots swap sides.
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

OPENING = 4  # moves; no player can have won
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
    """Random moves first, then the bot's."""
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
