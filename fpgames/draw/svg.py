"""Write SVG text: escaped elements, and the background, colours and title that all pictures have."""

from __future__ import annotations

import re
from html import escape

__all__ = ["Picture", "Pictures"]


class Picture(str):
    """A string of SVG text that notebooks display as an image.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'

    See also: :func:`fpgames.draw.boards.board_svg`, which returns a picture.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Pictures(tuple[Picture, ...]):
    """A tuple of pictures that notebooks display side by side. Notebooks would show a list of pictures as text.

    >>> Pictures([Picture("<svg/>"), Picture("<svg/>")])._repr_html_().count("<svg/>")
    2

    See also: :func:`fpgames.draw.steps.steps_svg`, one animated picture that shows them in turn.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return element("div", *self, style="display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start")


_INVALID_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # regex as text: compiled only when needed

PAPER, INK, FAINT, EDGE, NODE, BOARD = "#ffffff", "#24292f", "#6e7781", "#57606a", "#f3f5f7", "#2f5d9b"
FIRST, SECOND, WON, LAST, RED, GOLD = "#b3261e", "#1f5fbf", "#ffd766", "#e8590c", "#d7263d", "#f5b700"
DARK = {
    PAPER: "#1c2128", INK: "#e6edf3", FAINT: "#8b949e", EDGE: "#9aa4af", NODE: "#2d333b", BOARD: "#33619e",
    FIRST: "#ff8f86", SECOND: "#8ab8ff", WON: "#6b5300", LAST: "#ff922b",
}  # fmt: skip
"""The dark theme: the colour that replaces each light colour. White that stays white is written ``#fff``."""

_RULES = "\n".join(
    f'.fpgames [{part}="{light}"] {{ {part}: {dark} }}' for light, dark in DARK.items() for part in ("fill", "stroke")
)
_STYLE = f"""
.fpgames {{ font: 14px ui-monospace, Menlo, Consolas, monospace }}
@media (prefers-color-scheme: dark) {{
{_RULES} }}
"""  # attributes hold the light colours, as SVG converters ignore CSS variables; the dark style overrides attributes


_SPACES = {ord(space): f"&#{ord(space)};" for space in "\t\n\r"}  # tabs and line ends would become spaces in attributes


def _xml_text(value: object) -> str:
    """Return ``str(value)`` with U+FFFD for each character that XML does not allow, such as NUL or a lone surrogate."""
    return re.sub(_INVALID_XML, "\ufffd", str(value))


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an XML element with escaped attributes: ``<name a="b">content</name>``.

    Args:
        name: the name of the element.
        content: the elements and escaped texts inside the element.
        attributes: values of any type. In their names, ``_`` becomes ``-``, and a final ``_`` is dropped (``class_``).

    >>> element("rect", class_="a<b", stroke_width=2)
    '<rect class="a&lt;b" stroke-width="2"/>'

    See also: :func:`text`, which escapes text between tags.
    """
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_xml_text(value)).translate(_SPACES)}"'
        for key, value in attributes.items()
    )
    inner = "".join(content)
    return f"<{name}{attribute_text}>{inner}</{name}>" if inner else f"<{name}{attribute_text}/>"


def text(value: object) -> str:
    r"""Return a value as escaped text, to be placed between tags: ``text :: Show a => a -> String``.

    The replacement character U+FFFD replaces each character that XML does not allow.

    Args:
        value: any value; ``str`` converts it.

    >>> text("a < b & c\0")
    'a &lt; b &amp; c�'

    See also: :func:`element`.
    """
    return escape(_xml_text(value), quote=False).replace("\r", "&#13;")  # XML parsers turn a bare CR into a line feed


def picture(width: float, height: float, title: str, *content: str) -> Picture:
    """Return a picture with a background, in the reader's light or dark theme, and a title for screen readers.

    ``picture :: Double -> Double -> String -> [String] -> Picture``

    Args:
        width: the width in pixels.
        height: the height in pixels.
        title: a description of the picture.
        content: the SVG elements of the picture.

    >>> picture(10, 10, "nothing").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True

    See also: :class:`Picture`.
    """
    return Picture(
        element(
            "svg",
            element("title", text(title)),
            element("style", text(_STYLE)),
            element("rect", width=f"{width:g}", height=f"{height:g}", fill=PAPER),
            *content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            width=f"{width:g}",
            height=f"{height:g}",
            role="img",
            aria_label=title,
            class_="fpgames",
        )
    )


def size_of(drawing: Picture) -> tuple[float, float]:
    """Return the width and height of a picture in pixels: ``sizeOf :: Picture -> (Double, Double)``.

    Raises:
        ValueError: the SVG text has no size, because it does not come from this library.

    >>> size_of(picture(20, 10.5, "nothing"))
    (20.0, 10.5)
    """
    match = re.match(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"', str(drawing))
    if match is None:
        raise ValueError("the picture has no size; expected one that the library has drawn")
    return float(match[1]), float(match[2])
