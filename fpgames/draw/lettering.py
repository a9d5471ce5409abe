"""Text in pictures: its size, and the places of its lines."""

from __future__ import annotations

from fpgames.draw.contents import NodeContent
from fpgames.draw.svg import INK, element, text

CHARACTER, LINE, PAD = 8.5, 18, 8  # pixels: the width of a character, the height of a line, the space around a text
SMALL, SMALL_LINE = 7.3, 15  # the same of small text: 12 pixels, where other text has 14


def node_text(shown: NodeContent) -> str:
    """Return the text in a node."""
    return _shortened("\n".join(filter(None, (shown.text, shown.cut and f"cut by\n{shown.cut}"))))


def edge_text(shown: NodeContent) -> str:
    """Return the text on an edge, in one line."""
    return _shortened(shown.edge.replace("\n", " "))


def _shortened(words: str) -> str:
    """Return at most twelve lines of at most thirty characters."""
    lines = [line if len(line) <= 30 else line[:29] + "\N{HORIZONTAL ELLIPSIS}" for line in words.split("\n")]
    return "\n".join(lines if len(lines) <= 12 else [*lines[:11], "\N{HORIZONTAL ELLIPSIS}"])


def text_size(words: str, *, small: bool = False) -> tuple[float, float]:
    """Return the width and height of a text, without space around it; of no text, nothing."""
    lines = words.split("\n") if words else []
    character, line = (SMALL, SMALL_LINE) if small else (CHARACTER, LINE)
    return character * max(map(len, lines), default=0), line * len(lines)


def text_element(words: str, x: float, y: float, *, small: bool = False, **look: object) -> str:
    """Return an element with lines of text, centred on a point."""
    lines = words.split("\n")
    line = SMALL_LINE if small else LINE
    top = y - line * len(lines) / 2 + (11 if small else 13)
    spans = (element("tspan", text(given), x=f"{x:g}", y=f"{top + line * n:g}") for n, given in enumerate(lines))
    font = {"font_size": 12} if small else {}
    given = {"fill": INK} | font | look
    return element("text", *spans, text_anchor="middle", **given, style="white-space: pre")
