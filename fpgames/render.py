"""Positions and trees as pictures: SVG, and text for Graphviz and Mermaid. All of it pure functions to strings.

What is drawn is anything that has the parts asked for, a ``Rules``, a ``Tree``; this room knows neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from fpgames.diagram import Cell, Diagram, picture_of
from fpgames.sketch import Labelled, Shown, Twig, shown, sketch, twigs
from fpgames.svg import Picture, element, picture, text

__all__ = ["board_svg", "text_svg", "tree_dot", "tree_mermaid", "tree_svg"]

A = TypeVar("A")
P = TypeVar("P")

_CHARACTER, _LINE, _PAD = 8, 18, 8  # pixels: a monospaced character, a line of text, around a text
_BETWEEN, _BELOW = 10, 46  # pixels: between siblings, between levels
_HALO = {"stroke": "var(--paper)", "stroke_width": 5, "paint_order": "stroke"}  # keeps lines off a text
_ABREAST = 14  # more leaves than these stand below each other


class _Pictured(Protocol[P]):
    """What a game must have for its positions to be drawn; every ``Rules`` has it."""

    @property
    def name(self) -> str: ...
    @property
    def moves(self) -> Callable[[P], tuple[Any, ...]]: ...
    @property
    def play(self) -> Callable[[P, Any], P]: ...
    @property
    def show(self) -> Callable[[P], str]: ...
    @property
    def show_move(self) -> Callable[[Any], str]: ...
    @property
    def diagram(self) -> Callable[[P], Diagram] | None: ...


def board_svg(rules: _Pictured[P], p: P, *, before: P | None = None, numbers: bool = False) -> Picture:
    """A position as a picture; winning lines stand out. A game without ``Rules.diagram`` is written as it shows itself.

    ``boardSvg :: Rules p m -> p -> Picture``

    Args:
        rules: the game.
        p: the position.
        before: the position before the last move, which is then marked.
        numbers: whether each legal move is written where it would go, into the first cell that it changes.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> board_svg(rules, rules.play(rules.start, 4), before=rules.start).count('class="last"')
    1

    See also: :func:`tree_svg`.
    """
    if rules.diagram is None:
        return text_svg(rules.show(p), rules.name)
    diagram = rules.diagram(p)
    names = {
        cell: rules.show_move(move)
        for move in (rules.moves(p) if numbers else ())
        for cell in _changed(diagram, rules.diagram(rules.play(p, move)))[:1]
    }
    last = [] if before is None else _changed(rules.diagram(before), diagram)
    return picture_of(diagram, f"{rules.name}: {' / '.join(diagram.rows)}", last, names)


def _changed(old: Diagram, new: Diagram) -> list[Cell]:
    rows = zip(old.rows, new.rows, strict=True)
    return [(i, j) for i, row in enumerate(rows) for j, (a, b) in enumerate(zip(*row, strict=True)) if a != b]


def text_svg(lines: str, title: str) -> Picture:
    r"""A picture of text, line by line: ``textSvg :: String -> String -> Picture``.

    Args:
        lines: the text.
        title: what is to be seen.

    >>> text_svg("a\nb", "two letters").count("<tspan")
    2

    See also: :func:`board_svg`.
    """
    wide, high = _size(lines)
    return picture(wide, high, title, _written(lines, wide / 2, high / 2))


def tree_svg(
    tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown, title: str = ""
) -> Picture:
    """The top of a tree as a picture, root above or, if it is wide, on the left; what a search cut off is grey.

    ``treeSvg :: Show a => Tree a -> Picture``

    Args:
        tree: any tree, an infinite one too; that of ``ab_trace`` has values, and the bounds that cut.
        depth: levels below the root that are drawn.
        width: children of a node that are drawn; how many more there are is said.
        show: what is written of a label.
        title: what is to be seen.

    Raises:
        ValueError: depth or width is too small, or far too great.

    >>> from fpgames.tree import build_tree
    >>> tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1), depth=2).count('class="node"')
    7

    See also: :func:`tree_dot`, :func:`tree_mermaid`, :func:`fpgames.walks.draw_tree`.
    """
    twig = sketch(tree, depth, width, show)
    drawn = [here for _, _, here in twigs(twig)]
    sideways = sum(not here.twigs for here in drawn) > _ABREAST
    spots = _spots(twig, sideways)
    thick = _thickness(spots, sideways)
    below = max(_BELOW, *(_edge_width(spot.shown) + _PAD for spot in spots)) if sideways else _BELOW
    starts = [sum(thick[:level]) + level * below + _PAD for level in range(len(thick))]
    broad = max(spot.middle + spot.room / 2 for spot in spots) + _PAD
    long = starts[-1] + thick[-1] + _PAD

    def at(spot: _Spot) -> tuple[float, float]:
        along = starts[spot.level] + thick[spot.level] / 2
        return (along, spot.middle) if sideways else (spot.middle, along)

    edges = [_edge(spot, at(spots[spot.parent]), at(spot)) for spot in spots if spot.parent is not None]
    nodes = [_node(spot, *at(spot)) for spot in spots]
    names = [_name(spot, *at(spot), sideways) for spot in spots if spot.shown.edge]
    size = (long, broad) if sideways else (broad, long)
    return picture(*size, title or f"a tree; {len(drawn)} of its nodes are drawn", *edges, *nodes, *names)


class _Spot(NamedTuple):
    """A node, or what is said of the rest, that has found its place: its level, and its middle among all of that level."""

    words: str
    shown: Shown
    rest: bool
    parent: int | None
    level: int
    middle: float
    room: float  # what it needs among its siblings
    size: tuple[float, float]


def _spots(root: Twig, sideways: bool) -> list[_Spot]:
    """All that is drawn, in the order of their numbers; parents over their children."""
    spots: list[Any] = []

    def place(twig: Twig, rest: bool, parent: int | None, level: int, start: float) -> tuple[float, float]:
        """Where the middle of a node has come to be, and where the next one may begin."""
        number, end = len(spots), start
        spots.append(None)
        middles = []
        said = [Twig(Shown(twig.rest))] if twig.more else []
        for child in (*twig.twigs, *said):
            middle, end = place(child, child in said, number, level + 1, end)
            middles.append(middle)
        words = _words(twig.shown)
        size = _size(words)
        room = size[1] if sideways else max(size[0], _edge_width(twig.shown))
        middle = max((middles[0] + middles[-1]) / 2 if middles else 0, start + room / 2)
        spots[number] = _Spot(words, twig.shown, rest, parent, level, middle, room, size)
        return middle, max(end, middle + room / 2 + _BETWEEN)

    place(root, False, None, 0, _PAD)
    return spots


def _thickness(spots: list[_Spot], sideways: bool) -> list[float]:
    """Of each level the most that one of its nodes needs."""
    found = [0.0] * (1 + max(spot.level for spot in spots))
    for spot in spots:
        found[spot.level] = max(found[spot.level], spot.size[not sideways])
    return found


def _words(shown: Shown) -> str:
    """What stands in a node."""
    return _shortened("\n".join(filter(None, (shown.text, shown.cut))))


def _edge_words(shown: Shown) -> str:
    """What stands on an edge, in one line."""
    return _shortened(shown.edge.replace("\n", " "))


def _shortened(words: str) -> str:
    """At most a dozen lines of thirty characters."""
    lines = [line if len(line) <= 30 else line[:29] + "\N{HORIZONTAL ELLIPSIS}" for line in words.split("\n")]
    return "\n".join(lines if len(lines) <= 12 else [*lines[:11], "\N{HORIZONTAL ELLIPSIS}"])


def _edge_width(shown: Shown) -> float:
    return _CHARACTER * len(_edge_words(shown))


def _size(words: str) -> tuple[float, float]:
    lines = words.split("\n")
    return max(20, _CHARACTER * max(map(len, lines))) + 2 * _PAD, _LINE * len(lines) + _PAD


def _written(words: str, x: float, y: float) -> str:
    """Lines of text around a middle."""
    lines = words.split("\n")
    top = y - _LINE * len(lines) / 2 + 13
    spans = (element("tspan", text(line), x=f"{x:g}", y=f"{top + _LINE * n:g}") for n, line in enumerate(lines))
    return element("text", *spans, text_anchor="middle", fill="currentColor", style="white-space: pre")


def _node(spot: _Spot, x: float, y: float) -> str:
    wide, high = spot.size
    box = {"x": f"{x - wide / 2:g}", "y": f"{y - high / 2:g}", "width": f"{wide:g}", "height": f"{high:g}", "rx": 6}
    kind = "rest" if spot.rest else "cut" if spot.shown.cut else "node"
    frame = {
        "rest": {"fill": "var(--paper)"},
        "cut": {"fill": "var(--paper)", "stroke": "var(--faint)", "stroke_dasharray": "4 3"},
        "node": {"fill": "var(--node)", "stroke": "var(--line)"},
    }[kind]
    ink = "var(--ink)" if kind == "node" else "var(--faint)"
    return element("g", element("rect", **box, **frame), _written(spot.words, x, y), class_=kind, color=ink)


def _edge(spot: _Spot, begin: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = begin, end
    faint = spot.rest or spot.shown.cut
    dashes = {"stroke_dasharray": "4 3", "stroke": "var(--faint)"} if faint else {"stroke": "var(--line)"}
    return element("line", x1=f"{x1:g}", y1=f"{y1:g}", x2=f"{x2:g}", y2=f"{y2:g}", **dashes)


def _name(spot: _Spot, x: float, y: float, sideways: bool) -> str:
    """What is written on an edge: where it arrives, above the node or before it, in the room that this has for itself."""
    wide, high = spot.size
    at = (x - wide / 2 - _PAD / 2, y + 4) if sideways else (x, y - high / 2 - 6)
    where = {"x": f"{at[0]:g}", "y": f"{at[1]:g}", "text_anchor": "end" if sideways else "middle"}
    return element(
        "text", text(_edge_words(spot.shown)), **where, **_HALO, fill="var(--faint)", font_size=12, class_="edge"
    )


def tree_dot(tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown) -> str:
    """The top of a tree for Graphviz: ``dot -Tsvg``.

    ``treeDot :: Show a => Tree a -> String``

    Args:
        tree: any tree, an infinite one too.
        depth: levels below the root.
        width: children of a node; how many more there are is said.
        show: what is written of a label.

    Raises:
        ValueError: depth or width is too small, or far too great.

    >>> from fpgames.rose import node
    >>> print(tree_dot(node(1, [node(2)])))
    digraph tree {
      node [shape=box, style=rounded];
      n0 [label="1"];
      n1 [label="2"];
      n0 -> n1;
    }

    See also: :func:`tree_svg`, :func:`tree_mermaid`.
    """
    return "\n".join(
        ["digraph tree {", "  node [shape=box, style=rounded];", *_dot(sketch(tree, depth, width, show)), "}"]
    )


def _dot(root: Twig) -> Iterator[str]:
    grey = ", color=gray, fontcolor=gray, style=dashed"
    for number, parent, twig in twigs(root):
        yield f'  n{number} [label="{_quoted(_words(twig.shown))}"{grey if twig.shown.cut else ""}];'
        if parent is not None:
            edge = f' [label="{_quoted(_edge_words(twig.shown))}"]' if twig.shown.edge else ""
            yield f"  n{parent} -> n{number}{edge};"
        if twig.more:
            yield f'  r{number} [label="{twig.rest}", shape=plaintext, fontcolor=gray];'
            yield f"  n{number} -> r{number} [style=dashed, color=gray];"


def _quoted(words: str) -> str:
    """A text between the quotes of Graphviz."""
    return words.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")


def tree_mermaid(tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown) -> str:
    """The top of a tree as a Mermaid flowchart: ``treeMermaid :: Show a => Tree a -> String``.

    Args:
        tree: any tree, an infinite one too.
        depth: levels below the root.
        width: children of a node; how many more there are is said.
        show: what is written of a label.

    Raises:
        ValueError: depth or width is too small, or far too great.

    >>> from fpgames.rose import node
    >>> print(tree_mermaid(node(1, [node(2)])))
    flowchart TD
      n0["1"]
      n1["2"]
      n0 --> n1

    See also: :func:`tree_svg`, :func:`tree_dot`.
    """
    return "\n".join(["flowchart TD", *_mermaid(sketch(tree, depth, width, show))])


def _mermaid(root: Twig) -> Iterator[str]:
    for number, parent, twig in twigs(root):
        yield f'  n{number}["{_coded(_words(twig.shown))}"]'
        if parent is not None:
            edge = f'|"{_coded(_edge_words(twig.shown))}"|' if twig.shown.edge else ""
            yield f"  n{parent} {'-.->' if twig.shown.cut else '-->'}{edge} n{number}"
        if twig.more:
            yield f'  r{number}["{twig.rest}"]'
            yield f"  n{number} -.-> r{number}"


def _coded(words: str) -> str:
    """A text between the quotes of Mermaid: what might mean something there as its number."""
    return "<br/>".join(
        "".join(
            c if c.isalnum() or c in " .+-/\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}" else f"#{ord(c)};"
            for c in line
        )
        for line in words.split("\n")
    )
