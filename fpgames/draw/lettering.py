"""Text in pictures: what is written, its size, and its SVG elements."""

from __future__ import annotations

from fpgames.draw.contents import NodeContent
from fpgames.draw.svg import INK, element, text

CHARACTER, LINE, PAD = 8.5, 18, 8  # pixels: width of a character, height of a line, space around a text
SMALL, SMALL_LINE = 7.3, 15  # pixels: character width and line height of small text


def node_text(content: NodeContent) -> str:
    """Return the text to write in a node, with the bound that cut the node off, if any."""
    return shorten_text("\n".join(filter(None, (content.text, content.cut and f"cut by\n{content.cut}"))))


def edge_text(content: NodeContent) -> str:
    """Return the text to write on the edge to a node, in one line."""
    return shorten_text(content.edge.replace("\n", " "))


def window_text(content: NodeContent) -> str:
    """Return the search window to write on the edge to a node, in one line."""
    return shorten_text(content.window.replace("\n", " "))


def shorten_text(words: str, max_characters: int = 30, max_lines: int = 12) -> str:
    """Shorten a text to at most ``max_lines`` lines of at most ``max_characters`` characters."""
    dots = "\N{HORIZONTAL ELLIPSIS}"
    lines = words.split("\n")
    lines = lines if len(lines) <= max_lines else [*lines[: max_lines - 1], dots]
    return "\n".join(line if len(line) <= max_characters else line[: max_characters - 1] + dots for line in lines)


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
