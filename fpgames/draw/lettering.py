"""Text in pictures: its size, and the places of its lines."""

from __future__ import annotations

from fpgames.draw.labels import Shown
from fpgames.draw.svg import element, text

CHARACTER, LINE, PAD = 8, 18, 8  # pixels: the width of a character, the height of a line, the space around a text


def node_text(shown: Shown) -> str:
    """Return the text in a node."""
    return _shortened("\n".join(filter(None, (shown.text, shown.cut))))


def edge_text(shown: Shown) -> str:
    """Return the text on an edge, in one line."""
    return _shortened(shown.edge.replace("\n", " "))


def _shortened(words: str) -> str:
    """Return at most twelve lines of at most thirty characters."""
    lines = [line if len(line) <= 30 else line[:29] + "\N{HORIZONTAL ELLIPSIS}" for line in words.split("\n")]
    return "\n".join(lines if len(lines) <= 12 else [*lines[:11], "\N{HORIZONTAL ELLIPSIS}"])


def text_size(words: str) -> tuple[float, float]:
    """Return the width and height of a box around a text."""
    lines = words.split("\n")
    return max(20, CHARACTER * max(map(len, lines))) + 2 * PAD, LINE * len(lines) + PAD


def text_element(words: str, x: float, y: float) -> str:
    """Return an element with lines of text, centred on a point."""
    lines = words.split("\n")
    top = y - LINE * len(lines) / 2 + 13
    spans = (element("tspan", text(line), x=f"{x:g}", y=f"{top + LINE * n:g}") for n, line in enumerate(lines))
    return element("text", *spans, text_anchor="middle", fill="currentColor", style="white-space: pre")
