"""Pictures as SVG text: escaped elements, and the frame of every picture."""

from __future__ import annotations

import re
from html import escape

__all__ = ["Picture", "Pictures"]


class Picture(str):
    """A picture: a string of SVG, which notebooks display.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'

    See also: :func:`fpgames.draw.boards.board_svg`, which returns one.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Pictures(tuple[Picture, ...]):
    """Pictures, from any iterable: a tuple, which notebooks display side by side, where a list would show their texts.

    >>> Pictures([Picture("<svg/>"), Picture("<svg/>")])._repr_html_().count("<svg/>")
    2

    See also: :func:`fpgames.draw.steps.steps_svg`, one picture that shows them one after the other.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return element("div", *self, style="display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start")


_NO_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # compiled on first use

PAPER, INK, FAINT, EDGE, NODE, BOARD = "#ffffff", "#24292f", "#6e7781", "#57606a", "#f3f5f7", "#2f5d9b"
FIRST, SECOND, WON, LAST, RED, GOLD = "#b3261e", "#1f5fbf", "#ffd766", "#e8590c", "#d7263d", "#f5b700"
DARK = {
    PAPER: "#1c2128", INK: "#e6edf3", FAINT: "#8b949e", EDGE: "#9aa4af", NODE: "#2d333b", BOARD: "#33619e",
    FIRST: "#ff8f86", SECOND: "#8ab8ff", WON: "#6b5300", LAST: "#ff922b",
}  # fmt: skip
"""For readers who prefer dark pictures, the colour in place of each other one. White that stays white is ``#fff``."""

_RULES = "\n".join(
    f'.fpgames [{part}="{light}"] {{ {part}: {dark} }}' for light, dark in DARK.items() for part in ("fill", "stroke")
)
_STYLE = f"""
.fpgames {{ font: 14px ui-monospace, Menlo, Consolas, monospace }}
@media (prefers-color-scheme: dark) {{
{_RULES} }}
"""  # converters to other formats read no variables, and colours in attributes only


_SPACES = {ord(space): f"&#{ord(space)};" for space in "\t\n\r"}  # in an attribute XML reads them as spaces


def _printable(given: object) -> str:
    """Return a text without what XML cannot hold, such as NUL and lone surrogates."""
    return re.sub(_NO_XML, "\ufffd", str(given))


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an element, with its attributes escaped: ``<name a="b">content</name>``.

    Args:
        name: the name of the element.
        content: elements and escaped text, to be joined.
        attributes: any values; in their names ``_`` becomes ``-``, and ``_`` at the end is dropped, as in ``class_``.

    >>> element("rect", class_="a<b", stroke_width=2)
    '<rect class="a&lt;b" stroke-width="2"/>'

    See also: :func:`text`, which escapes the text between tags.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_printable(value)).translate(_SPACES)}"'
        for key, value in attributes.items()
    )
    inner = "".join(content)
    return f"<{name}{given}>{inner}</{name}>" if inner else f"<{name}{given}/>"


def text(given: object) -> str:
    r"""Return text to stand between tags, escaped: ``text :: Show a => a -> String``.

    A replacement character stands for each character that XML does not allow.

    Args:
        given: any value; ``str`` makes the text.

    >>> text("a < b & c\0")
    'a &lt; b &amp; c�'

    See also: :func:`element`.
    """
    return escape(_printable(given), quote=False).replace("\r", "&#13;")  # XML would read it as the end of a line


def picture(width: float, height: float, title: str, *content: str) -> Picture:
    """Return a picture with a background, light or dark as the reader prefers, and a title for screen readers.

    ``picture :: Double -> Double -> String -> [String] -> Picture``

    Args:
        width: the width in pixels.
        height: the height in pixels.
        title: what the picture shows, in words.
        content: the elements of the picture.

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


def size_of(given: Picture) -> tuple[float, float]:
    """Return the width and height of a picture: ``sizeOf :: Picture -> (Double, Double)``.

    Raises:
        ValueError: the picture has no size.

    >>> size_of(picture(20, 10.5, "nothing"))
    (20.0, 10.5)
    """
    found = re.match(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"', str(given))
    if found is None:
        raise ValueError("the picture has no size; expected one that the library has drawn")
    return float(found[1]), float(found[2])
