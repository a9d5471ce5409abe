"""Nodes whose label, children and position are computed at most once, when a picture first reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Generic

from toolz import identity

from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.rules.outcomes import Player
from fpgames.search.recording import Traced
from fpgames.tree.building import LINES, Node
from fpgames.tree.protocols import Labelled
from fpgames.tree.unfolding import MISSING, POSITIONS, Tree, Unfolding

COUNTED = 1000  # the most children of a node that are counted
_UNKNOWN = Unfolding(identity, lambda seed: ())


class CachedNode(Generic[A]):
    """A node that is looked at: what to show of it, and its children, which are looked at in the same way.

    Args:
        tree: the node.
        show: a function from a label to what to show of it; None for what ``node_content`` returns, and what the tree knows: a
            tree built from rules knows the board, and the move as people write it.
        parent: the node above, if it is not the root.
    """

    def __init__(
        self, tree: Labelled[A], show: Callable[[A], NodeContent | str] | None, parent: CachedNode[A] | None = None
    ) -> None:
        self._tree = tree
        self._show = show
        self._parent = parent
        self._children: list[CachedNode[A]] = []

    @cached_property
    def label(self) -> A:
        """The label of the node."""
        return self._tree.label

    @cached_property
    def shown(self) -> NodeContent:
        """What to show of the node."""
        given = (self._show or node_content)(self.label)
        here = NodeContent(given) if isinstance(given, str) else given
        if not isinstance(here, NodeContent):
            raise TypeError(
                f"show returned {here!r:.80} for the label {self.label!r:.80}; expected a text or a NodeContent"
            )
        player = getattr(self._tree, "player", None) if here.player is None else here.player
        here = here._replace(
            player=None if player is None else Player(player), expected=here.expected or self._expected
        )
        return here if self._show is not None or self._position is MISSING else self._of_game(here)

    def children(self, at_most: int) -> list[CachedNode[A]]:
        """Return the first children."""
        missing = max(0, at_most - len(self._children))
        self._children += (CachedNode(child, self._show, self) for child in islice(self._rest, missing))
        return self._children[:at_most]

    @cached_property
    def expected_child(self) -> CachedNode[A] | None:
        """The child on the expected line: the first one whose true value is that of the node, if a search found it."""
        label = self.label
        if not (isinstance(label, Traced) and self._expected):
            return None
        return next((child for child in self.children(COUNTED) if _worth(child.label) == (label.value,)), None)

    @cached_property
    def _expected(self) -> bool:
        if self._parent is not None:
            return self._parent.expected_child is self
        return isinstance(self.label, Traced) and self.label.bound is None

    @cached_property
    def _rest(self) -> Iterator[Labelled[A]]:
        return iter(self._tree.children)

    @property
    def _unfolding(self) -> Unfolding:
        return self._tree.unfolding if isinstance(self._tree, Tree) else _UNKNOWN

    @cached_property
    def _position(self) -> object:
        """The position, if the tree is built from rules and the position follows from that of the node above."""
        rules = self._unfolding.game.rules
        if rules is None or not isinstance(self._tree, Tree):
            return MISSING
        position = self._unfolding.game.position_of(self._tree.seed)
        begins = self._parent is None or self._parent._unfolding.game.rules is not rules
        return position if begins or (self._parent is not None and position in self._parent._moves) else MISSING

    @cached_property
    def _moves(self) -> dict[object, list[str]]:
        """The positions after the moves, with the names of the moves that lead to each."""
        rules, p, found = self._unfolding.game.rules, self._position, dict[object, list[str]]()
        if rules is None or p is MISSING:
            return found
        for move in rules.moves(p):
            found.setdefault(rules.play(p, move), []).append(rules.show_move_in(p, move))
        return found

    def _of_game(self, here: NodeContent) -> NodeContent:
        """Return what is shown together with the board, or the position as text, and the name of the move."""
        rules, p, labels = self._unfolding.game.rules, self._position, self._unfolding.labels
        assert rules is not None  # because the position is known
        names = [] if self._parent is None else self._parent._moves.get(p, [])
        edge = names[0] if len(names) == 1 else here.edge
        diagram = None if rules.diagram is None else rules.diagram(p)
        plain = node_content.dispatch(type(self.label)) in (node_content.dispatch(object), node_content.dispatch(Node))
        if labels in (POSITIONS, LINES) and plain:
            here = here._replace(text=rules.show(p) if diagram is None else "")
        return here._replace(edge=edge, diagram=diagram)


def _worth(label: object) -> tuple[object, ...]:
    """Return the true value; nothing behind a cut, or if a search found only a bound."""
    return (label.value,) if isinstance(label, Traced) and label.cut is None and label.bound is None else ()
