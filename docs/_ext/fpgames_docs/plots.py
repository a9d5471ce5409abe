"""Plots with axes, as SVG: curves, and groups of bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from fpgames.draw.lettering import SMALL
from fpgames.draw.svg import EDGE, FAINT, FIRST, GOLD, INK, LAST, PAPER, SECOND, Picture, element, picture, text

__all__ = ["bars_svg", "curves_svg"]

_WIDTH = 360  # in pixels; a plot of this width fits the screen of a phone
_RAISED = str.maketrans("-0123456789", "\N{SUPERSCRIPT MINUS}⁰¹²³⁴⁵⁶⁷⁸⁹")
_COLOURS = (SECOND, FIRST, GOLD, INK, FAINT, LAST)


class _Scale(NamedTuple):
    """An axis: a function that returns the pixel of a value, and the ticks, each of which is a value with its text."""

    place: Callable[[float], float]
    ticks: Sequence[tuple[float, str]]


def _scale(values: Sequence[float], begin: float, end: float, log: bool) -> _Scale:
    """Return a scale that contains all values, and that begins and ends at round numbers."""
    for value in values:
        if not isfinite(value):
            raise ValueError(f"a plot has no place for {value}; expected finite numbers")
    if log and min(values) <= 0:
        raise ValueError(f"a logarithmic scale has no place for {min(values):g}; expected more than 0")
    if log:
        low = floor(log10(min(values)))
        high = max(low + 1, ceil(log10(max(values))))
        powers = range(low, high + 1, ceil((high - low) / 6))
        return _Scale(
            lambda value: begin + (end - begin) * (log10(value) - low) / (high - low),
            [(10.0**n, _number(10.0**n) if abs(n) < 3 else f"10{str(n).translate(_RAISED)}") for n in powers],
        )
    step = _step((max(values) - min(values)) or 1)
    low = floor(min(values) / step)
    steps = max(1, ceil(max(values) / step) - low)
    return _Scale(
        lambda value: begin + (end - begin) * (value / step - low) / steps,
        [(step * n, _number(step * n)) for n in range(low, low + steps + 1)],
    )


def _step(extent: float) -> float:
    """Return a round distance between ticks, chosen so that at most six ticks fit into the extent."""
    power: float = 10.0 ** floor(log10(extent / 5))
    return next(power * n for n in (1, 2, 5, 10) if power * n * 5 >= extent)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:g}"


def _word(words: object, x: float, y: float, anchor: str = "middle", **look: object) -> str:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text_anchor": anchor, "font_size": 12}
    return element("text", text(words), **place, **{"fill": INK} | look)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    ends = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
    return element("line", **ends, stroke=colour, stroke_opacity=0.3 if colour == FAINT else 1)


def curves_svg(
    curves: Mapping[str, Iterable[tuple[float, float]]], *, x: str, y: str, log: str = "", title: str = ""
) -> Picture:
    """Return a plot of curves, with axes and a legend; each curve has its own colour and mark.

    ``curvesSvg :: [(String, [(Double, Double)])] -> String -> String -> Picture``

    Args:
        curves: the points of each curve, by the name of the curve.
        x: the title of the horizontal axis.
        y: the title of the vertical axis.
        log: which axes are logarithmic: ``""``, ``"x"``, ``"y"`` or ``"xy"``. A linear vertical axis includes 0.
        title: the title for screen readers; if it is empty, the titles of both axes replace it.

    Raises:
        ValueError: there are no points; a number is not finite, or not positive on a logarithmic axis; or ``log`` is
            not one of the texts above.

    >>> curves_svg({"squares": [(1, 1), (2, 4)]}, x="n", y="n times n").count("<circle")
    3

    See also: :func:`bars_svg`.
    """
    if log not in ("", "x", "y", "xy"):
        raise ValueError(f"log is {log!r}; expected '', 'x', 'y' or 'xy'")
    points_of = {name: [*points] for name, points in curves.items()}
    all_points = [point for points in points_of.values() for point in points]
    if not all_points:
        raise ValueError("a plot of no points; expected at least one")
    left, top, bottom = 64, 28, 250
    along = _scale([a for a, _ in all_points], left, _WIDTH - 16, "x" in log)
    up = _scale([b for _, b in all_points] + [0] * ("y" not in log), bottom, top, "y" in log)
    drawn = [
        *(_line(left, up.place(b), _WIDTH - 16, up.place(b), FAINT) for b, _ in up.ticks),
        *(_word(words, left - 10, up.place(b) + 4, "end") for b, words in up.ticks),
        *(_line(along.place(a), top, along.place(a), bottom, FAINT) for a, _ in along.ticks),
        *(_word(words, along.place(a), bottom + 17) for a, words in along.ticks),
        _line(left, bottom, _WIDTH - 16, bottom, INK),
        _line(left, top, left, bottom, INK),
        _word(_axis_title(y, "y" in log), 8, 16, "start"),
        _word(_axis_title(x, "x" in log), (left + _WIDTH - 16) / 2, bottom + 36),
    ]
    for n, (name, points) in enumerate(points_of.items()):
        places = [(along.place(a), up.place(b)) for a, b in points]
        colour, line = _COLOURS[n % len(_COLOURS)], bottom + 60 + 18 * n
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in places)
        drawn.append(element("path", d=path, fill="none", stroke=colour, stroke_width=2, class_="curve"))
        drawn += [_dot(n, a, b, colour) for a, b in [*places, (20, line - 4)]]
        drawn.append(_word(name, 34, line, "start"))
    high = bottom + 52 + 18 * len(points_of)
    wide = max(_WIDTH, *(42 + SMALL * len(name) for name in points_of))
    return picture(wide, high, title or f"{y} by {x}", *drawn)


def _axis_title(words: str, log: bool) -> str:
    return f"{words} (logarithmic)" if log else words


def _dot(n: int, x: float, y: float, colour: str) -> str:
    """Return the mark of one point of the nth curve: a disc, square, triangle or diamond, filled or hollow."""
    style = {"fill": PAPER if n % 2 else colour, "stroke": colour, "stroke_width": 2}
    if n % 4 == 0:
        return element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, **style)
    corners = {1: "-4 -4 4 -4 4 4 -4 4", 2: "0 -5 5 4 -5 4", 3: "0 -5 5 0 0 5 -5 0"}[n % 4]
    return element("polygon", points=corners, transform=f"translate({x:.1f} {y:.1f})", **style)


def bars_svg(groups: Mapping[str, Mapping[str, float]], *, value: str, log: bool = False, title: str = "") -> Picture:
    """Return a plot of grouped horizontal bars with one axis; each bar is labelled with its name and its number.

    ``barsSvg :: [(String, [(String, Double)])] -> String -> Picture``

    Args:
        groups: a mapping from the name of each group to its bars, which map the name of each bar to its number. Numbers
            are at least 0, or at least 1 on a logarithmic axis.
        value: the title of the axis.
        log: whether the axis is logarithmic and begins at 1; otherwise it is linear and begins at 0.
        title: the title for screen readers; if it is empty, the title of the axis replaces it.

    Raises:
        ValueError: there are no bars, or a number is not finite or too small for the axis.

    >>> bars_svg({"n = 2": {"n": 2, "n times n": 4}}, value="number").count('class="bar"')
    2

    See also: :func:`curves_svg`.
    """
    numbers = [number for bars in groups.values() for number in bars.values()]
    if not numbers:
        raise ValueError("a plot of no bars; expected at least one")
    if min(numbers) < log:
        raise ValueError(f"a bar cannot be {min(numbers):g} long; expected at least {int(log)}")
    names = [name for bars in groups.values() for name in bars]
    left = 16 + SMALL * max(map(len, names))
    right = max(left + 100, _WIDTH - 16 - SMALL * max(len(_number(number)) for number in numbers))
    scale = _scale([int(log), *numbers], left, right, log)
    drawn, y = [], 12.0
    for group, bars in groups.items():
        drawn.append(_word(group, 8, y + 12, "start", font_weight="bold"))
        y += 20
        for name, number in bars.items():
            place = {"x": f"{left:g}", "y": f"{y:g}", "width": f"{scale.place(number) - left:g}", "height": 14}
            drawn.append(element("rect", **place, fill=EDGE, class_="bar"))
            drawn.append(_word(name, left - 6, y + 11, "end"))
            drawn.append(_word(_number(number), scale.place(number) + 5, y + 11, "start"))
            y += 18
        y += 8
    grid = [_line(scale.place(tick), 12, scale.place(tick), y, FAINT) for tick, _ in scale.ticks]
    drawn += [_word(words, scale.place(tick), y + 16) for tick, words in scale.ticks]
    drawn += [_line(left, y, right, y, INK), _word(_axis_title(value, log), (left + right) / 2, y + 34)]
    wide = right + 8 + SMALL * max(len(_number(number)) for number in numbers)
    heading = 16 + SMALL * max(map(len, groups))
    return picture(max(_WIDTH, wide, heading), y + 46, title or value, *grid, *drawn)
