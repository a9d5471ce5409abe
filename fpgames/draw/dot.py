"""Pictures of trees in DOT, the language of Graphviz."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.draw.lettering import edge_text, node_text
from fpgames.tree.protocols import Labelled
from fpgames.validation import names_arguments

__all__ = ["tree_dot"]


@names_arguments
def tree_dot(
    tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], NodeContent | str] = node_content
) -> str:
    """Return the top of a tree as text in DOT, the language of Graphviz: ``dot -Tsvg`` draws it.

    ``treeDot :: Show a => Tree a -> String``

    Args:
        tree: any tree, finite or infinite.
        depth: the number of levels to draw below the root, at least 0.
        width: the maximum number of children to draw per node, at least 1. Other children are counted.
        show: a function from a label to the text of its node, such as ``rules.show``, or to a ``NodeContent``.

    Raises:
        ValueError: depth or width is less than its minimum, or the picture would have too many nodes or levels.

    >>> from fpgames import node
    >>> print(tree_dot(node(1, [node(2)])))
    digraph tree {
      node [shape=box, style=rounded];
      n0 [label="1"];
      n1 [label="2"];
      n0 -> n1;
    }

    See also: :func:`fpgames.draw.trees.tree_svg`, :func:`fpgames.draw.mermaid.tree_mermaid`.
    """
    return "\n".join(
        ["digraph tree {", "  node [shape=box, style=rounded];", *_dot_text(excerpt(tree, depth, width, show)), "}"]
    )


def _dot_text(root: DrawnNode) -> Iterator[str]:
    grey = ", color=gray, fontcolor=gray, style=dashed"
    for number, parent, node in numbered(root):
        yield f'  n{number} [label="{_escape_for_dot(node_text(node.content))}"{grey if node.content.cut else ""}];'
        if parent is not None:
            edge = f' [label="{_escape_for_dot(edge_text(node.content))}"]' if node.content.edge else ""
            yield f"  n{parent} -> n{number}{edge};"
        if node.more:
            yield f'  r{number} [label="{node.rest}", shape=plaintext, fontcolor=gray];'
            yield f"  n{number} -> r{number} [style=dashed, color=gray];"


def _escape_for_dot(words: str) -> str:
    """Escape a text for a quoted string in DOT."""
    valid = re.sub("[\0\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", words)  # Graphviz rejects NUL and surrogates
    return valid.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")
