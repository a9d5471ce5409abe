"""Pictures of trees as Mermaid flowcharts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.draw.lettering import edge_text, node_text
from fpgames.tree.protocols import Labelled
from fpgames.validation import names_arguments

__all__ = ["tree_mermaid"]


@names_arguments
def tree_mermaid(
    tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], NodeContent | str] = node_content
) -> str:
    """Return the top of a tree as a Mermaid flowchart: ``treeMermaid :: Show a => Tree a -> String``.

    Args:
        tree: any tree, finite or infinite.
        depth: the number of levels to draw below the root, at least 0.
        width: the maximum number of children to draw per node, at least 1. Other children are counted.
        show: a function from a label to the text of its node, such as ``rules.show``, or to a ``NodeContent``.

    Raises:
        ValueError: depth or width is less than its minimum, or the picture would have too many nodes or levels.

    >>> from fpgames import node
    >>> print(tree_mermaid(node(1, [node(2)])))
    flowchart TD
      n0["1"]
      n1["2"]
      n0 --> n1

    See also: :func:`fpgames.draw.trees.tree_svg`, :func:`fpgames.draw.dot.tree_dot`.
    """
    return "\n".join(["flowchart TD", *_mermaid_text(excerpt(tree, depth, width, show))])


def _mermaid_text(root: DrawnNode) -> Iterator[str]:
    for number, parent, node in numbered(root):
        yield f'  n{number}["{_escape_for_mermaid(node_text(node.content)) or " "}"]'  # Mermaid rejects an empty text
        if parent is not None:
            edge = f'|"{_escape_for_mermaid(edge_text(node.content))}"|' if node.content.edge else ""
            yield f"  n{parent} {'-.->' if node.content.cut else '-->'}{edge} n{number}"
        if node.more:
            yield f'  r{number}["{_escape_for_mermaid(node.rest)}"]'
            yield f"  n{number} -.-> r{number}"


def _escape_for_mermaid(words: str) -> str:
    """Escape a text for a quoted string in Mermaid: special characters become ``#number;``."""
    return "<br/>".join(re.sub(_SPECIAL, lambda c: f"#{ord(c[0])};", line) for line in words.split("\n"))


# Characters to escape: Mermaid 11.4 to 11.9 fails on Markdown lists, rules, indented code and links in labels.
_SPECIAL = r"[^\w .+/\u2264\u2265-]|_|^(?= |[-+](?!\w)|\d+\.(?!\w)).|(?<=[Ww]{3})\."
