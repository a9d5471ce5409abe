"""Helpers for tests of SVG pictures: strategies for trees, functions that read a picture, and a check of its layout."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import settings
from hypothesis import strategies as st

from fpgames import Player
from fpgames.draw import NodeContent
from fpgames.rules import Diagram
from fpgames.testing import trees as kit_trees

SVG = "{http://www.w3.org/2000/svg}"
any_text = st.text(st.characters(exclude_categories=()))  # any characters, even lone surrogates and control characters
trees = kit_trees(st.integers(-5, 5))
diagrams = st.none() | st.lists(st.text(st.sampled_from("X.O"), min_size=3, max_size=3), min_size=1, max_size=4).map(
    lambda rows: Diagram(tuple(rows))
)
trees_of_contents = kit_trees(
    st.builds(
        NodeContent, any_text, any_text, st.just("") | any_text, st.none() | st.sampled_from(Player), diagrams,
        st.just("[0, 1]"), st.booleans(), st.sampled_from(["", "now", "later"]),
    )
)  # fmt: skip
# settings with at least 50 examples, for tests that draw pictures, because drawing is quick
more_examples = settings(max_examples=max(50, settings().max_examples))

Box = tuple[float, float, float, float]


class RecordingIdentity:
    """A callable that returns its argument unchanged, and records the arguments of all calls in ``labels``."""

    def __init__(self) -> None:
        self.labels: list[int] = []

    def __call__(self, label: int) -> int:
        self.labels.append(label)
        return label


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def classes(picture: str) -> list[str]:
    return [class_name for part in parsed(picture).iter() if (class_name := part.get("class", ""))]


def elements(picture: str, tag: str, *kinds: str) -> list[ElementTree.Element]:
    return [part for part in parsed(picture).iter(f"{SVG}{tag}") if part.get("class", "") in kinds]


def text_lines(part: ElementTree.Element) -> list[str]:
    """Return the lines of text in an element, one line per ``tspan``."""
    return [span.text or "" for span in part.iter(f"{SVG}tspan")]


def number(part: ElementTree.Element, name: str) -> float:
    return float(part.get(name, 0))


def size_of(picture: str) -> tuple[float, float]:
    _, _, wide, high = map(float, parsed(picture).get("viewBox", "").split())
    return wide, high


def box_of(group: ElementTree.Element) -> Box:
    x, y, wide, high = (number(group[0], name) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def boxes(picture: str) -> list[Box]:
    return [box_of(group) for group in elements(picture, "g", "node", "cut")]


def text_boxes(part: ElementTree.Element) -> list[Box]:
    """Return the estimated coordinates (left, top, right, bottom) of each nonempty line of text in an element."""
    small = part.get("font-size") == "12"
    return [
        (number(line, "x") - wide / 2, number(line, "y") - (9 if small else 11), number(line, "x") + wide / 2, number(line, "y") + 3)
        for line in part.iter(f"{SVG}tspan")
        if (wide := (7.2 if small else 8.4) * len(line.text or ""))
    ]  # fmt: skip


def edges(picture: str) -> list[list[tuple[float, float]]]:
    paths = (part.get("d", "") for part in elements(picture, "path", "line", "expected line"))
    return [[(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([^ML]+)", path)] for path in paths]


def is_disjoint(a: Box, b: Box) -> bool:
    return a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2


def check_readable(picture: str) -> None:
    """Check the layout of a picture: boxes and texts do not overlap, and lie within the picture.

    All edges are horizontal or vertical, and none of the edges crosses a box or a text.
    """
    nodes = boxes(picture)
    words = [box for part in elements(picture, "text", "edge") for box in text_boxes(part)]
    left_out = [box for part in elements(picture, "g", "rest") for box in text_boxes(part[0])]
    wide, high = size_of(picture)
    solid = [*nodes, *words, *left_out]
    for n, (left, top, right, bottom) in enumerate(solid):
        assert -0.2 <= left < right <= wide + 0.2
        assert -0.2 <= top < bottom <= high + 0.2
        assert all(is_disjoint((left, top, right, bottom), other) for other in solid[n + 1 :])
    drawn = edges(picture)
    assert len(drawn) == len(nodes) - 1 + classes(picture).count("rest")
    for corners in drawn:
        for (x1, y1), (x2, y2) in pairwise(corners):
            assert x1 == x2 or y1 == y2, "edges are horizontal and vertical"
            line = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
            assert all(is_disjoint(line, box) for box in solid)
