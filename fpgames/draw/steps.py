"""Sequences of pictures: the steps of a search, and one picture that moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import isfinite
from numbers import Real

from fpgames.draw.cached_nodes import CachedNode
from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.draw.excerpt import DrawnNode
from fpgames.draw.layout import laid_out
from fpgames.draw.svg import FAINT, Picture, Pictures, element, picture, size_of, text
from fpgames.draw.trees import fitting, picture_of_tree
from fpgames.rules.outcomes import Player
from fpgames.search.recording import Traced
from fpgames.tree.protocols import Labelled
from fpgames.validation import as_int, names_arguments, require_at_least

__all__ = ["steps_svg", "trace_svgs"]

_MOMENTS = 24  # the most pictures by default


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
    """Return pictures of a search at several moments, all of one size: ``traceSvgs :: Tree (Traced a) -> [Picture]``.

    A search finishes nodes one by one, each after those below it. A picture shows the values of the finished nodes, and
    of the others what is known so far: at a node where the first player chooses, at least the greatest value below it.
    The nodes that were finished since the moment before stand out, and those that it has not come to are pale. What is
    cut off is seen when the node above it is finished. Every value and every bound in the pictures is true of minimax.

    Args:
        tree: the tree of a search, from ``ab_trace``.
        moments: for each picture, how many of the nodes that are drawn are finished, at least 0; numbers that are too
            large mean all of them. By default all numbers from 0, or of these, 24 at equal distances.
        depth: the levels below the root to draw; see ``tree_svg``.
        width: the most children of a node to draw.
        show: a function from a label to the text for its node when it is finished, or to a ``NodeContent``.
        windows: whether to write windows on the edges.
        bounds: whether to show what is known so far of nodes that are not finished.

    Raises:
        TypeError: the tree is not one of a search, or the moments are not whole numbers.
        ValueError: a moment is less than 0, or the tree cannot be drawn: see ``tree_svg``.

    >>> from fpgames import Player, node
    >>> from fpgames.search import ab_trace
    >>> len(trace_svgs(node("", [node(1), node(2)]) | ab_trace(player=Player.FIRST)))
    4

    See also: :func:`steps_svg`, which makes one picture of them; :func:`fpgames.search.traces.ab_trace`.
    """
    given = None if moments is None else _numbers(moments)
    if not isinstance(tree.label, Traced):
        raise TypeError(f"trace_svgs needs the tree of a search, from ab_trace; got one with the label {tree.label!r}")
    last = fitting(CachedNode(tree, show), depth, width, windows=windows)
    _, nodes = _at(last, 0, 0, 0, bounds)
    most = min(nodes, _MOMENTS - 1)
    numbers = [nodes * n // most for n in range(most + 1)] if given is None else given
    running = _without_line(last)
    moments_of = pairwise([0, *numbers])
    roots = [_at(last if now >= nodes else running, before, now, 0, bounds)[0] for before, now in moments_of]
    layout = laid_out([*roots, last], windows=windows)
    return Pictures(
        picture_of_tree(
            root, layout, f"a search, when {min(number, nodes)} of its {nodes} nodes are finished", at_the_end=last
        )
        for root, number in zip(roots, numbers, strict=True)
    )


def _numbers(moments: Iterable[int]) -> list[int]:
    """Return the moments as numbers, if that is what they are."""
    if not isinstance(moments, Iterable):
        raise TypeError(f"moments takes several whole numbers, such as [0, 3]; got {moments!r}")
    numbers = [as_int(number, "moments") for number in moments]
    for number in numbers:
        require_at_least(0, number, "draw a search when {} nodes are finished")
    return numbers


def _without_line(node: DrawnNode) -> DrawnNode:
    """Return a tree without the expected line, which is known in the end only."""
    return node._replace(shown=node.shown._replace(expected=False), children=tuple(map(_without_line, node.children)))


def _at(node: DrawnNode, before: int, now: int, begun: int, bounds: bool) -> tuple[DrawnNode, int]:
    """Return a node as it is when some nodes are finished, and how many are when it is finished itself.

    Args:
        node: the node as it is in the end.
        before: how many nodes were finished in the picture before.
        now: how many are finished now.
        begun: how many are finished when the search comes to the node.
        bounds: whether to show what is known so far.
    """
    if node.shown.cut:
        return node, begun
    children, known, end = [], [], begun
    for child in node.children:
        drawn, end = _at(child, before, now, end, bounds)
        children.append(drawn)
        if not child.shown.cut and end <= now:
            known.append(child.label)
    here = node.shown
    if end < now:
        here = here._replace(state="now" if before <= end else "")
    else:
        children = [_pale(child) if child.shown.cut else child for child in children]
        if node.children or node.more or here.diagram is not None:  # a leaf that is a number is there from the start
            here = here._replace(text=_so_far(here.player, known) if bounds else "")
        here = here._replace(state="later" if now <= begun else "")
    return node._replace(shown=here, children=tuple(children)), end + 1


def _pale(node: DrawnNode) -> DrawnNode:
    """Return a node that is not cut off yet."""
    return node._replace(shown=node.shown._replace(text=node.shown.text.rstrip(","), cut="", state="later"))


def _so_far(player: Player | None, known: list[Traced[object]]) -> str:
    """Return what is known of a node's value from some of its children: for max, that it is at least the greatest."""
    best, bound = (max, ">=") if player is Player.FIRST else (min, "<=")
    values = [label.value for label in known if label.cut is None and label.bound in (None, bound)]
    sign = "\N{GREATER-THAN OR EQUAL TO}" if bound == ">=" else "\N{LESS-THAN OR EQUAL TO}"
    return sign + node_content(best(values)).text if values and player is not None else ""


def steps_svg(pictures: Iterable[Picture], *, seconds: float = 2.0, title: str = "") -> Picture:
    """Return one picture that shows several one after the other, again and again: ``stepsSvg :: [Picture] -> Picture``.

    Readers who prefer reduced motion see the last one, and so do those of a copy in a format that does not move. Each picture has its number, and how many there are.

    Args:
        pictures: one picture or more; the result is as large as the largest of them.
        seconds: how long each of them is shown, more than 0 and finite.
        title: a title for screen readers; if empty, the number of the pictures.

    Raises:
        TypeError: these are not several pictures.
        ValueError: there is no picture, or one has no size; or ``seconds`` is not a finite number that is more than 0.

    >>> from fpgames.draw import board_svg
    >>> from fpgames.games.tictactoe import rules
    >>> steps_svg(board_svg(rules, p) for p in (rules.start, rules.play(rules.start, 4))).count('class="step"')
    2

    See also: :func:`trace_svgs`, whose result it takes; :class:`fpgames.draw.svg.Pictures`, which shows all at once.
    """
    if not isinstance(pictures, Iterable) or isinstance(pictures, str):
        raise TypeError(f"steps_svg takes several pictures, such as those of trace_svgs; got {pictures!r:.40}")
    steps = [*pictures]
    require_at_least(1, len(steps), "show {} pictures")
    if not (isinstance(seconds, Real) and seconds > 0 and isfinite(seconds)):
        raise ValueError(f"cannot show a picture for {seconds!r} seconds; expected more than 0, a finite number")
    wide, high = (max(sizes) for sizes in zip(*map(size_of, steps), strict=True))
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
            element("text", text(f"{n + 1}/{len(steps)}"), x=f"{wide - 8:g}", y=16, text_anchor="end", fill=FAINT),
            class_="step",
            visibility="visible" if n == len(steps) - 1 else "hidden",
            style=f"animation-delay: {seconds * n:g}s",
        )
        for n, step in enumerate(steps)
    )
    moving = element("g", *frames, class_=name, style=f"--fpgames-whole: {seconds * len(steps):g}s")
    said = title or f"{len(steps)} pictures, one after the other"
    return picture(wide, high, said, element("style", text(style)), moving)
