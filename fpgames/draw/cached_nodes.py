"""Nodes of a tree to draw. They compute their label, children and position only once, when these are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Generic

from toolz import identity

from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.rules.outcomes import CHANCE, to_mover
from fpgames.search.recording import Traced
from fpgames.tree.building import Node
from fpgames.tree.decorators import not_a_tree_error
from fpgames.tree.protocols import Labelled
from fpgames.tree.unfolding import MISSING, LabelKind, Tree, Unfolding

MAX_COUNTED = 1000  # counting the children that are not drawn stops at this number
_UNKNOWN = Unfolding(identity, lambda seed: ())


class CachedNode(Generic[A]):
    """A node of a tree to draw, which computes its content and children only once, when they are first needed.

    Args:
        tree: the tree node.
        show: a function from a label to the content of the node. If it is None, nodes show what
            ``node_content`` returns, and in a tree built from rules, also the board and the name of the move.
        parent: the parent node; None for the root.
    """

    def __init__(
        self, tree: Labelled[A], show: Callable[[A], NodeContent | str] | None, parent: CachedNode[A] | None = None
    ) -> None:
        if not hasattr(type(tree), "label") and "label" not in getattr(
            tree, "__dict__", ()
        ):  # without computing a label
            raise not_a_tree_error("a picture", tree)
        self._tree = tree
        self._show = show
        self._parent = parent
        self._children: list[CachedNode[A]] = []

    @cached_property
    def label(self) -> A:
        """The label of the node."""
        return self._tree.label

    @cached_property
    def content(self) -> NodeContent:
        """The content that the picture shows for the node."""
        content_or_text = (self._show or node_content)(self.label)
        content = NodeContent(content_or_text) if isinstance(content_or_text, str) else content_or_text
        if not isinstance(content, NodeContent):
            raise TypeError(
                f"show returned {content!r:.80} for the label {self.label!r:.80}; expected a text or a NodeContent"
            )
        mover = self._mover if content.player is None else content.player
        content = content._replace(
            player=None if mover is None else to_mover(mover), expected=content.expected or self._is_expected
        )
        return content if self._show is not None or self._position is MISSING else self._add_move_and_board(content)

    def children(self, at_most: int) -> list[CachedNode[A]]:
        """Return the first ``at_most`` children of the node, or all children if it has fewer."""
        missing = max(0, at_most - len(self._children))
        self._children += (CachedNode(child, self._show, self) for child in islice(self._remaining_children, missing))
        return self._children[:at_most]

    @cached_property
    def expected_child(self) -> CachedNode[A] | None:
        """The child on the expected line: the first whose exact value is this node's value; None if there is none.

        The expected line ends where chance moves.
        """
        label = self.label
        if not (isinstance(label, Traced) and self._is_expected) or self._mover is CHANCE:
            return None
        return next((c for c in self.children(MAX_COUNTED) if _exact_value(c.label) == (label.value,)), None)

    @property
    def _mover(self) -> Any:
        return self._tree.mover if isinstance(self._tree, Tree) else getattr(self._tree, "player", None)

    @cached_property
    def _is_expected(self) -> bool:
        if self._parent is not None:
            return self._parent.expected_child is self
        return isinstance(self.label, Traced) and self.label.bound is None

    @cached_property
    def _remaining_children(self) -> Iterator[Labelled[A]]:
        return iter(self._tree.children)

    @property
    def _unfolding(self) -> Unfolding:
        return self._tree.unfolding if isinstance(self._tree, Tree) else _UNKNOWN

    @cached_property
    def _position(self) -> object:
        """The node's position; ``MISSING`` if the tree has no rules, or if no legal move leads to the position."""
        rules = self._unfolding.game.rules
        if rules is None or not isinstance(self._tree, Tree):
            return MISSING
        position = self._unfolding.game.position_of(self._tree.seed)
        is_first = self._parent is None or self._parent._unfolding.game.rules is not rules
        return position if is_first or (self._parent is not None and position in self._parent._moves) else MISSING

    @cached_property
    def _moves(self) -> dict[object, list[str]]:
        """A map from each position after a legal move to the names of the moves that lead to it."""
        rules, p, names_of = self._unfolding.game.rules, self._position, dict[object, list[str]]()
        if rules is None or p is MISSING:
            return names_of
        for move in rules.moves(p):
            names_of.setdefault(rules.play(p, move), []).append(rules.show_move_in(p, move))
        return names_of

    def _add_move_and_board(self, content: NodeContent) -> NodeContent:
        """Add the move and the board. The board replaces the text of a position; without one, ``rules.show`` does."""
        rules, p, labels = self._unfolding.game.rules, self._position, self._unfolding.labels
        assert rules is not None  # a position is known only in trees built from rules
        names = [] if self._parent is None else self._parent._moves.get(p, [])
        edge = names[0] if len(names) == 1 else content.edge
        diagram = None if rules.diagram is None else rules.diagram(p)
        plain = node_content.dispatch(type(self.label)) in (node_content.dispatch(object), node_content.dispatch(Node))
        if labels in (LabelKind.POSITIONS, LabelKind.LINES) and plain:
            content = content._replace(text=rules.show(p) if diagram is None else "")
        return content._replace(edge=edge, diagram=diagram)


def _exact_value(label: object) -> tuple[object, ...]:
    """Return a tuple with the exact value that a search found at a node, or () if the search found no exact value."""
    return (label.value,) if isinstance(label, Traced) and label.cut is None and label.bound is None else ()
