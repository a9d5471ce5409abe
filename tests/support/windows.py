"""Strategies for graphs and for search windows, and a check of the results of fail-soft searches."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames import Player, Tree
from fpgames.tree import unfold


class Graph(NamedTuple):
    """A finite acyclic graph of numbered nodes, with bounds of each node's value.

    Children have greater numbers than parents. The lower bound of a node is the least label of the leaves that can be
    reached from the node, minus the first number in the node's ``slack``. The upper bound is the greatest label of
    these leaves, plus the second number.
    """

    children: tuple[tuple[int, ...], ...]
    labels: tuple[int, ...]
    players: tuple[Player, ...]
    slack: tuple[tuple[int, int], ...]
    alternate: bool

    def tree(self) -> Tree[int]:
        if self.alternate:
            return unfold(self.labels.__getitem__, self.children.__getitem__, 0, player=self.players[0])
        return self.below(0)

    def below(self, n: int) -> Tree[int]:
        """Return the tree whose root is node ``n``. The player to move at node i is ``players[i]``."""
        return unfold(self.labels.__getitem__, self.children.__getitem__, n, player_of=self.players.__getitem__)

    def leaves(self, n: int) -> list[int]:
        below = [label for child in self.children[n] for label in self.leaves(child)]
        return below or [self.labels[n]]

    def bounds(self, n: int) -> tuple[int, int]:
        labels, (less, more) = self.leaves(n), self.slack[n]
        return min(labels) - less, max(labels) + more


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    n = draw(st.integers(1, most))
    slack = st.integers(0, 3)
    return Graph(
        tuple(
            tuple(draw(st.lists(st.integers(node + 1, n - 1), max_size=3))) if node + 1 < n else () for node in range(n)
        ),
        tuple(draw(st.lists(st.integers(-9, 9), min_size=n, max_size=n))),
        tuple(draw(st.lists(st.sampled_from(Player), min_size=n, max_size=n))),
        tuple(draw(st.lists(st.tuples(slack, slack), min_size=n, max_size=n))),
        draw(st.booleans()),
    )


ENDS = st.none() | st.integers(-12, 12)
windows: st.SearchStrategy[Any] = st.tuples(ENDS, ENDS).filter(
    lambda window: window[0] is None or window[1] is None or window[0] < window[1]
)


def require_fail_soft(result: Any, value: Any, alpha: Any, beta: Any) -> None:
    """Check the result of a fail-soft search against the exact value.

    A result inside the window must be exact. A result of at most alpha must be an upper bound of the value. A result of
    at least beta must be a lower bound of the value.
    """
    if alpha is not None and result <= alpha:
        assert value <= result
    elif beta is not None and result >= beta:
        assert value >= result
    else:
        assert value == result
