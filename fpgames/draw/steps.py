"""Sequences of pictures: the steps of a search, and animated pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import isfinite
from numbers import Real

from fpgames.draw.cached_nodes import CachedNode
from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.draw.excerpt import DrawnNode
from fpgames.draw.layout import lay_out
from fpgames.draw.svg import FAINT, Picture, Pictures, element, picture, size_of, text
from fpgames.draw.trees import fitting_excerpt, picture_of_tree
from fpgames.rules.outcomes import Mover, Player
from fpgames.search.recording import Traced
from fpgames.tree.protocols import Labelled
from fpgames.validation import as_int, names_arguments, require_at_least

__all__ = ["steps_svg", "trace_svgs"]

_MAX_PICTURES = 24  # maximum number of pictures if ``moments`` is None


@names_arguments
def trace_svgs(
    tree: Labelled[Traced[A]],
    *,
    moments: Iterable[int] | None = None,
    depth: int | None = None,
    width: int | None = None,
    show: Callable[[Traced[A]], NodeContent | str] | None = None,
    windows: bool = False,
    bounds: bool = True,
) -> Pictures:
    """Return pictures of the steps of a search, all of one size: ``traceSvgs :: Tree (Traced a) -> [Picture]``.

    A search finishes nodes one by one, each after its children. A picture shows the values of finished nodes. Other
    nodes show a bound, if known: if the first player chooses, "at least" the greatest value of a finished child.
    Nodes finished since the previous picture are highlighted; nodes not yet visited are pale. Cut-off nodes are pale,
    too, until their parent is finished. All values and bounds shown are correct for minimax.

    Args:
        tree: the trace of a search, from ``trace``.
        moments: for each picture, the number of drawn nodes that are finished; a number that is too large means all
            nodes. By default, all numbers from 0 on; if there are more than 24, only 24 evenly spaced numbers.
        depth: the number of levels to draw below the root; see ``tree_svg``.
        width: the maximum number of children to draw per node.
        show: a function from a label to the text of a finished node, or to a ``NodeContent``; see ``tree_svg``.
        windows: whether to write search windows on the edges.
        bounds: whether to show bounds at nodes that are not finished.

    Raises:
        TypeError: the tree is not the trace of a search, or the moments are not whole numbers.
        ValueError: a moment is less than 0, or the tree cannot be drawn: see ``tree_svg``.

    >>> from fpgames import Player, alpha_beta, node
    >>> from fpgames.search import trace
    >>> len(trace_svgs(node("", [node(1), node(2)]) | trace(alpha_beta, player=Player.FIRST)))
    4

    See also: :func:`steps_svg`, which animates the pictures; :func:`fpgames.search.traces.trace`.
    """
    explicit = None if moments is None else _check_moments(moments)
    if not isinstance(tree.label, Traced):
        raise TypeError(f"trace_svgs needs the tree of a search, from trace; got one with the label {tree.label!r}")
    last = fitting_excerpt(CachedNode(tree, show), depth, width, windows=windows)
    _, nodes = _node_at_moment(last, 0, 0, 0, bounds)
    steps = min(nodes, _MAX_PICTURES - 1)
    numbers = [nodes * n // steps for n in range(steps + 1)] if explicit is None else explicit
    running = _hide_line(last)
    pairs = pairwise([0, *numbers])
    roots = [_node_at_moment(last if now >= nodes else running, before, now, 0, bounds)[0] for before, now in pairs]
    layout = lay_out([*roots, last], windows=windows)
    return Pictures(
        picture_of_tree(
            root, layout, f"a search, when {min(number, nodes)} of its {nodes} nodes are finished", final_root=last
        )
        for root, number in zip(roots, numbers, strict=True)
    )


def _check_moments(moments: Iterable[int]) -> list[int]:
    """Return the moments as a list. Raise TypeError or ValueError unless they are whole numbers that are at least 0."""
    if not isinstance(moments, Iterable):
        raise TypeError(f"moments takes several whole numbers, such as [0, 3]; got {moments!r}")
    numbers = [as_int(number, "moments") for number in moments]
    for number in numbers:
        require_at_least(0, number, "draw a search when {} nodes are finished")
    return numbers


def _hide_line(node: DrawnNode) -> DrawnNode:
    """Return the tree without its expected line of play, which is known only when the search ends."""
    return node._replace(content=node.content._replace(expected=False), children=tuple(map(_hide_line, node.children)))


def _node_at_moment(node: DrawnNode, before: int, now: int, begun: int, bounds: bool) -> tuple[DrawnNode, int]:
    """Return the node as it looks when ``now`` nodes are finished, and the number finished when the search leaves it.

    Args:
        node: the node as it looks when the search has ended.
        before: the number of finished nodes in the previous picture.
        now: the number of finished nodes in this picture.
        begun: the number of finished nodes when the search reaches this node.
        bounds: whether to show bounds at nodes that are not finished.
    """
    if node.content.cut:
        return node, begun
    children, known, end = [], [], begun
    for child in node.children:
        drawn, end = _node_at_moment(child, before, now, end, bounds)
        children.append(drawn)
        if not child.content.cut and end <= now:
            known.append(child.label)
    content = node.content
    if end < now:
        content = content._replace(state="now" if before <= end else "")
    else:
        children = [_node_before_cutoff(child) if child.content.cut else child for child in children]
        # Until it is finished, a node hides its text, unless its box would then be empty.
        if node.children or node.more or content.diagram is not None:
            content = content._replace(text=_bound_so_far(content.player, known) if bounds else "")
        content = content._replace(state="later" if now <= begun else "")
    return node._replace(content=content, children=tuple(children)), end + 1


def _node_before_cutoff(node: DrawnNode) -> DrawnNode:
    """Return a cut-off node as it looks before the search cuts it off."""
    return node._replace(content=node.content._replace(text=node.content.text.rstrip(","), cut="", state="later"))


def _bound_so_far(mover: Mover | None, known: list[Traced[object]]) -> str:
    """Return a node's bound as text, or "": for max, the greatest value of a finished child is a lower bound."""
    best, bound = (max, ">=") if mover is Player.FIRST else (min, "<=")
    values = [label.value for label in known if label.cut is None and label.bound in (None, bound)]
    sign = "\N{GREATER-THAN OR EQUAL TO}" if bound == ">=" else "\N{LESS-THAN OR EQUAL TO}"
    return sign + node_content(best(values)).text if values and isinstance(mover, Player) else ""


def steps_svg(pictures: Iterable[Picture], *, seconds: float = 2.0, title: str = "") -> Picture:
    """Return one animated picture that shows several pictures in turn, in a loop: ``stepsSvg :: [Picture] -> Picture``.

    Each picture is numbered. Where settings or the file format prevent motion, only the last picture is visible.

    Args:
        pictures: one picture or more; the result is as wide as the widest picture, and as high as the highest.
        seconds: the time for each picture, a finite number above 0.
        title: a title for screen readers; by default, it tells how many pictures there are.

    Raises:
        TypeError: ``pictures`` is not an iterable of pictures.
        ValueError: ``pictures`` is empty, a picture has no size, or ``seconds`` is not a finite number above 0.

    >>> from fpgames.draw import board_svg
    >>> from fpgames.games.tictactoe import rules
    >>> steps_svg(board_svg(rules, p) for p in (rules.start, rules.play(rules.start, 4))).count('class="step"')
    2

    See also: :func:`trace_svgs`, which returns the steps of a search; :class:`fpgames.draw.svg.Pictures`.
    """
    if not isinstance(pictures, Iterable) or isinstance(pictures, str):
        raise TypeError(f"steps_svg takes several pictures, such as those of trace_svgs; got {pictures!r:.40}")
    steps = [*pictures]
    require_at_least(1, len(steps), "show {} pictures")
    if not (isinstance(seconds, Real) and seconds > 0 and isfinite(seconds)):
        raise ValueError(f"cannot show a picture for {seconds!r} seconds; expected more than 0, a finite number")
    width, height = (max(sizes) for sizes in zip(*map(size_of, steps), strict=True))
    name = f"fpgames-step-{len(steps)}"
    style = f"""
@keyframes {name} {{ 0% {{ visibility: visible }} {100 / len(steps):.4g}% {{ visibility: hidden }} }}
@media (prefers-reduced-motion: no-preference) {{
.{name} .step {{ visibility: hidden; animation: {name} var(--fpgames-whole) step-end infinite }} }}
"""
    frames = (
        element(
            "g",
            step,
            element("text", text(f"{n + 1}/{len(steps)}"), x=f"{width - 8:g}", y=16, text_anchor="end", fill=FAINT),
            class_="step",
            visibility="visible" if n == len(steps) - 1 else "hidden",
            style=f"animation-delay: {seconds * n:g}s",
        )
        for n, step in enumerate(steps)
    )
    moving = element("g", *frames, class_=name, style=f"--fpgames-whole: {seconds * len(steps):g}s")
    full_title = title or f"{len(steps)} pictures, one after the other"
    return picture(width, height, full_title, element("style", text(style)), moving)
