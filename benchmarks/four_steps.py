"""The four steps of docs/monte-carlo-tree-search.md, each against the one before, in Connect Four.

Usage: python -m benchmarks.four_steps [GAMES [PLAYOUTS]]

Both bots of a match play out as many random games for a move. Every pair of games begins with two random moves, the
same for both games, in which the bots swap sides.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any, NamedTuple

from fpgames import Outcome, Player, Rand, bot_random, do, map_state
from fpgames.games.connect4 import rules
from fpgames.play import Bot, compare, playout, table
from fpgames.rand import Gen
from fpgames.search import best, mcts
from fpgames.state import Do, fold_m

OPENING = 2  # moves


class Node(NamedTuple):
    """What is known of a position; wins are those of the player who moved to it, and a draw is half a win."""

    visits: int = 0
    wins: float = 0.0
    children: tuple[Node, ...] = ()


Nodes = tuple[Node, ...]


def fewest(nodes: Nodes) -> int:
    visits = [node.visits for node in nodes]
    return visits.index(min(visits))


def ucb1(nodes: Nodes) -> int:
    n = sum(node.visits for node in nodes)
    bounds = [node.wins / node.visits + sqrt(2 * log(n) / node.visits) if node.visits else inf for node in nodes]
    return bounds.index(max(bounds))


def counted(node: Node, player: Player, outcome: Outcome) -> Node:
    return node._replace(visits=node.visits + 1, wins=node.wins + (1 + player * outcome) / 2)


def replaced(nodes: Nodes, i: int, node: Node) -> Nodes:
    return (*nodes[:i], node, *nodes[i + 1 :])


@do
def pull(choose: Callable[[Nodes], int], p: Any, nodes: Nodes) -> Do[Gen, Nodes]:
    i = choose(nodes)
    outcome: Outcome = yield playout(rules, rules.play(p, rules.moves(p)[i]))
    return replaced(nodes, i, counted(nodes[i], rules.player(p), outcome))


def one_level(choose: Callable[[Nodes], int], n: int, p: Any) -> Rand[Nodes]:
    return fold_m(lambda nodes, _: pull(choose, p, nodes), (Node(),) * len(rules.moves(p)), range(n))


@do
def visit(p: Any, node: Node) -> Do[Gen, tuple[Outcome, Node]]:
    moves = rules.moves(p)
    if not node.children:
        outcome: Outcome = yield playout(rules, p)
        return outcome, node._replace(children=(Node(),) * len(moves))
    i = ucb1(node.children)
    outcome, child = yield visit(rules.play(p, moves[i]), node.children[i])
    return outcome, node._replace(children=replaced(node.children, i, counted(child, rules.player(p), outcome)))


def uct(n: int, p: Any) -> Rand[Nodes]:
    return fold_m(lambda root, _: visit(p, root).map(lambda found: found[1]), Node(), range(n)).map(
        lambda root: root.children
    )


def flat_bot(n: int, p: Any) -> Rand[int]:
    """With the best mean, because some moves have one visit more than others."""
    return one_level(fewest, n, p).map(lambda nodes: first_of_most(p, [node.wins / node.visits for node in nodes]))


def most_visited(search: Callable[[Any], Rand[Nodes]], p: Any) -> Rand[int]:
    return search(p).map(lambda nodes: first_of_most(p, [node.visits for node in nodes]))


def first_of_most(p: Any, numbers: list[Any]) -> int:
    return rules.moves(p)[numbers.index(max(numbers))]


def main(games: int, n: int) -> None:
    steps: list[tuple[str, Bot[Any, int]]] = [
        ("random", bot_random(rules)),
        ("1 flat", partial(flat_bot, n)),
        ("2 UCB1", partial(most_visited, partial(one_level, ucb1, n))),
        ("3 tree", partial(most_visited, partial(uct, n))),
        ("4 proofs", mcts(rules, n) | map_state(best)),
    ]
    for before, step in pairwise(steps):
        done = [*compare(rules, (step, before), 1, range(1, games + 1), opening=OPENING)]
        heads, *rows = table(done, (f"{step[0]} against {before[0]}".ljust(23), before[0])).splitlines()
        print(*([heads] if step is steps[1] else []), rows[2], sep="\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 300)
