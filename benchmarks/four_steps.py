"""Matches of the four steps of docs/monte-carlo-tree-search.md in Connect Four, each step against the previous step.

Usage: python -m benchmarks.four_steps [GAMES [PLAYOUTS]]

Both bots of a match play the same number of playouts per move. The two games of each pair begin with the same two random
moves, with sides swapped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from fpgames import Outcome, Rand, State, bot_random, do, map_state, textbook
from fpgames.games.connect4 import rules
from fpgames.play import Bot, compare, playout, table
from fpgames.rand import Gen
from fpgames.search import best, mcts
from fpgames.state import Do, fold_m

OPENING = 2  # random moves at the start


Nodes = tuple[textbook.Node, ...]


def fewest(nodes: Nodes) -> int:
    visits = [node.visits for node in nodes]
    return visits.index(min(visits))


def replaced(nodes: Nodes, i: int, node: textbook.Node) -> Nodes:
    return (*nodes[:i], node, *nodes[i + 1 :])


@do
def pull(choose: Callable[[Nodes], int], p: Any, nodes: Nodes) -> Do[Gen, Nodes]:
    i = choose(nodes)
    outcome: Outcome = yield playout(rules, rules.play(p, rules.moves(p)[i]))
    return replaced(nodes, i, textbook.counted(rules.player(p), outcome, nodes[i]))


def one_level(choose: Callable[[Nodes], int], n: int, p: Any) -> Rand[Nodes]:
    return fold_m(lambda nodes, _: pull(choose, p, nodes), (textbook.Node(),) * len(rules.moves(p)), range(n))


def uct(n: int, p: Any) -> Rand[Nodes]:
    return State(textbook.mcts(rules, n, p).run).map(lambda root: root.children)


def flat_bot(n: int, p: Any) -> Rand[int]:
    """Play the move with the best mean, not the most visits: some moves have one visit more than others."""
    return one_level(fewest, n, p).map(lambda nodes: first_of_most(p, [node.wins / node.visits for node in nodes]))


def most_visited(search: Callable[[Any], Rand[Nodes]], p: Any) -> Rand[int]:
    return search(p).map(lambda nodes: first_of_most(p, [node.visits for node in nodes]))


def first_of_most(p: Any, numbers: list[Any]) -> int:
    return rules.moves(p)[numbers.index(max(numbers))]


def main(games: int, n: int) -> None:
    steps: list[tuple[str, Bot[Any, int]]] = [
        ("random", bot_random(rules)),
        ("1 flat", partial(flat_bot, n)),
        ("2 UCB1", partial(most_visited, partial(one_level, textbook.ucb1, n))),
        ("3 tree", partial(most_visited, partial(uct, n))),
        ("4 proofs", mcts(rules, n) | map_state(best)),
    ]
    for before, step in pairwise(steps):
        done = [*compare(rules, (step, before), 1, range(1, games + 1), opening=OPENING)]
        heads, *rows = table(done, (f"{step[0]} against {before[0]}".ljust(23), before[0])).splitlines()
        print(*([heads] if step is steps[1] else []), rows[2], sep="\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 300)
