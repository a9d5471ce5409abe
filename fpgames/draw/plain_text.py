"""Pictures of trees as plain text."""

from __future__ import annotations

from fpgames.tree.decorators import checks_tree
from fpgames.tree.unfolding import Tree
from fpgames.tree.walking import recursive, walk

__all__ = ["draw_tree"]


@checks_tree("str")
def draw_tree(tree: Tree[object]) -> str:
    """Draw a finite tree as text, with children indented below their parent.

    ``drawTree :: Show a => Tree a -> String``

    The text is the same as from ``drawTree`` in Haskell's ``Data.Tree``, without the final newline.

    Args:
        tree: a finite tree; each label is written as ``str(label)``, on one line or more.

    Raises:
        TreeTooDeep: the tree is deeper than the interpreter's stack allows.

    >>> from fpgames import node
    >>> print(draw_tree(node(1, [node(2, [node(3)]), node(4)])))
    1
    |
    +- 2
    |  |
    |  `- 3
    |
    `- 4

    See also: :func:`fpgames.draw.trees.tree_svg`, :func:`fpgames.draw.dot.tree_dot`,
    :func:`fpgames.draw.mermaid.tree_mermaid`.
    """
    return "\n".join(walk(_tree_lines, tree))


@recursive
def _tree_lines(tree: Tree[object]) -> list[str]:
    lines = str(tree.label).split("\n")
    children = list(tree.children)
    for child in children:
        first, *rest = _tree_lines(child)
        corner, beside = ("`- ", "   ") if child is children[-1] else ("+- ", "|  ")
        lines += ["|", corner + first, *(beside + line for line in rest)]
    return lines
