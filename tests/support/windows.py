"""Strategies for graphs with bounds of their values and for search windows, and a check of fail-soft results."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames import Player, Tree
from fpgames.tree import unfold


class Graph(NamedTuple):
    """A finite acyclic graph: children have greater numbers than their parent; ``slack`` widens the bounds of a node."""

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
        """Return the tree below a node, with the player of each node taken from ``players``."""
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


def require_fail_soft(found: Any, value: Any, alpha: Any, beta: Any) -> None:
    """Check a fail-soft result: the exact value inside the window; outside, a bound of the value on that side."""
    if alpha is not None and found <= alpha:
        assert value <= found
    elif beta is not None and found >= beta:
        assert value >= found
    else:
        assert value == found
