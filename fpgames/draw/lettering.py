"""Text in pictures: what is written, its size, and its SVG elements."""

from __future__ import annotations

from fpgames.draw.contents import NodeContent
from fpgames.draw.svg import INK, element, text

CHARACTER, LINE, PAD = 8.5, 18, 8  # pixels: width of a character, height of a line, space around a text
SMALL, SMALL_LINE = 7.3, 15  # pixels: character width and line height of small text


def node_text(content: NodeContent) -> str:
    """Return the text to write in a node, with the bound that cut the node off, if any."""
    return _shorten_text("\n".join(filter(None, (content.text, content.cut and f"cut by\n{content.cut}"))))


def edge_text(content: NodeContent) -> str:
    """Return the text to write on the edge to a node, in one line."""
    return _shorten_text(content.edge.replace("\n", " "))


def _shorten_text(words: str) -> str:
    """Shorten a text to at most 12 lines of at most 30 characters."""
    lines = [line if len(line) <= 30 else line[:29] + "\N{HORIZONTAL ELLIPSIS}" for line in words.split("\n")]
    return "\n".join(lines if len(lines) <= 12 else [*lines[:11], "\N{HORIZONTAL ELLIPSIS}"])


def text_size(words: str, *, small: bool = False) -> tuple[float, float]:
    """Return the width and height of a text in pixels, without padding; (0, 0) for an empty text."""
    lines = words.split("\n") if words else []
    character, line = (SMALL, SMALL_LINE) if small else (CHARACTER, LINE)
    return character * max(map(len, lines), default=0), line * len(lines)


def text_element(words: str, x: float, y: float, *, small: bool = False, **attributes: object) -> str:
    """Return an SVG element that shows the lines of a text, centred on a point."""
    lines = words.split("\n")
    line = SMALL_LINE if small else LINE
    top = y - line * len(lines) / 2 + (11 if small else 13)
    spans = (element("tspan", text(content), x=f"{x:g}", y=f"{top + line * n:g}") for n, content in enumerate(lines))
    font = {"font_size": 12} if small else {}
    style = {"fill": INK} | font | attributes
    return element("text", *spans, text_anchor="middle", **style, style="white-space: pre")
