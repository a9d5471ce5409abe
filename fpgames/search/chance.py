"""Expectiminimax: the value of a tree in which chance moves at some nodes.

Source: Michie 1966, *Game-Playing and Game-Learning Automata*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fpgames.rules.outcomes import CHANCE, Mover, Player
from fpgames.rules.record import Value
from fpgames.search.nodes import SearchNode, children, label, mover
from fpgames.search.open_recursion import Visit, node_search
from fpgames.validation import as_python_number

__all__ = ["expectiminimax"]


def divide(total: Value, n: int) -> Value:
    """Return ``total / n``; return an int where the quotient is whole, but too great for a float to be exact."""
    total = as_python_number(total)
    quotient = total / n
    return total // n if type(total) is int and total // n * n == total and total // n != quotient else quotient


def _mean(values: Sequence[Value]) -> Value:
    first, *others = map(as_python_number, values)
    try:
        return divide(sum(others, first), len(values))
    except TypeError as error:
        raise TypeError(
            f"expectiminimax takes the mean of the values of chance's moves, and {first!r:.80} has no mean ({error});"
            " expected numbers or fractions: stages that make pairs, such as prefer_quick_wins, do not go with chance"
        ) from error


_BEST_OR_MEAN: dict[Mover, Callable[[Sequence[Value]], Value]] = {Player.FIRST: max, Player.SECOND: min, CHANCE: _mean}


@node_search
def expectiminimax(node: SearchNode[Value], visit: Visit[Value, Value]) -> Value:
    """Return the value of a tree with chance: minimax, but where chance moves, the mean of the children's values.

    ``expectiminimax (Node a []) = a``, ``expectiminimax (Node _ ts) = f (map expectiminimax ts)``

    Here ``f`` is ``maximum``, ``minimum`` or ``mean``, as the first player, the second player or chance moves.

    Args:
        node: a finite tree of numbers; for an exact mean, of fractions.
        visit: the recursive call, which ``node_search`` passes.

    Raises:
        ValueError: who moves at a node is unknown; labels are positions, or have no order (NaN).
        TypeError: labels have no mean.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fractions import Fraction
    >>> from fpgames import CHANCE, Player, map_tree, node
    >>> leaf = lambda value: node(value, player=Player.FIRST)
    >>> tree = node(0, [node(0, [leaf(1), leaf(4)], player=CHANCE), leaf(2)], player=Player.FIRST)
    >>> expectiminimax(tree), tree | map_tree(Fraction) | expectiminimax
    (2.5, Fraction(5, 2))

    See also: :func:`fpgames.search.values.minimax`, for trees without chance.
    """
    values = [visit(child) for child in children(node)]
    return _BEST_OR_MEAN[mover(node)](values) if values else label(node)
