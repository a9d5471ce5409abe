"""Small games for tests of Monte-Carlo tree search: games on random graphs with their exact outcomes, and bandits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules, SplitMix, State
from fpgames.rand import Gen
from fpgames.rules import unreadable
from fpgames.search import SearchTree, by_static

AnyTree = SearchTree[Any, Any]


class Graph(NamedTuple):
    """A finite game on an acyclic graph of numbered nodes.

    A position is the number of a node, and a move is the index of a child. Children have greater numbers than parents.
    """

    children: tuple[tuple[int, ...], ...]
    outcomes: tuple[Outcome, ...]
    players: tuple[Player, ...]

    def rules(self) -> Rules[int, int]:
        def outcome(p: int) -> Maybe[Outcome]:
            return Nothing if self.children[p] else Some(self.outcomes[p])

        return Rules(
            name="graph", start=0, moves=lambda p: tuple(range(len(self.children[p]))),
            play=lambda p, move: self.children[p][move], player=self.players.__getitem__, outcome=outcome, show=str,
            read=int, show_move=str, read_move=int,
        )  # fmt: skip


@st.composite
def graphs(draw: st.DrawFn, least: int = 2, most: int = 9) -> Graph:
    n = draw(st.integers(least, most))
    below = [draw(st.lists(st.integers(at + 1, n - 1), min_size=at == 0, max_size=3)) for at in range(n - 1)]
    outcomes = draw(st.lists(st.sampled_from(Outcome), min_size=n, max_size=n))
    players = draw(st.lists(st.sampled_from(Player), min_size=n, max_size=n))
    return Graph((*map(tuple, below), ()), tuple(outcomes), tuple(players))


def recursive_outcome(rules: Rules[Any, Any]) -> Callable[[Any], Outcome]:
    @cache
    def value(p: Any) -> Outcome:
        moves = rules.moves(p)
        if not moves:
            return rules.outcome(p).unwrap()
        best = max if rules.player(p) is Player.FIRST else min
        return best(value(rules.play(p, move)) for move in moves)

    return value


def nodes(tree: AnyTree) -> Iterator[AnyTree]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.tried


def node_of(player: Player, children: Sequence[tuple[int, float] | None]) -> AnyTree:
    """Return the root of a search tree whose children are leaves.

    Each child is given as a pair: the number of visits and the total of the values. None stands for an untried move.
    """
    below = [None if child is None else AnyTree(None, None, (0,), (None,), *child) for child in children]
    visits = 1 + sum(child.visits for child in below if child)
    return SearchTree(None, player, tuple(range(len(below))), tuple(below), visits, 0.0)


seeds = st.integers(0, 2**32).map(SplitMix.from_seed)


def thirds(p: int) -> float:
    """Return a static value for a numbered position: a multiple of 1/3. Neighbouring numbers get different values."""
    return (p % 7 - 3) / 3


def bandit(arms: tuple[float, ...], width: int = 22) -> tuple[Rules[Any, int], Callable[[Any], State[Gen, float]]]:
    """Return an endless game whose first move chooses an arm, and an evaluation of its positions.

    The value of a position is 2 * arms[i] - 1 for the chosen arm i. Later moves do not change the value.
    After the first move, every position has ``width`` moves.
    """
    rules: Rules[Any, int] = Rules(
        name="bandit", start=(-1, 0), moves=lambda p: tuple(range(len(arms) if p[1] == 0 else width)),
        play=lambda p, move: (p[0] if p[1] else move, p[1] + 1), player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing, show=str, read=unreadable, show_move=str, read_move=int,
    )  # fmt: skip
    return rules, by_static(lambda p: 2 * arms[p[0]] - 1)
