"""Ratings drawn as bars, which show their 95% confidence intervals: as SVG, and as text."""

from __future__ import annotations

from fpgames.draw.lettering import CHARACTER, LINE, text_element
from fpgames.draw.svg import EDGE, FIRST, Picture, element, picture
from fpgames.play.rating import Ratings
from fpgames.validation import names_arguments

__all__ = ["ratings_svg", "ratings_text"]

_COLUMNS, _PIXELS = 48, 400.0  # lengths of a bar that spans all intervals, in a text and in an SVG


def _rows(ratings: Ratings[str], length: float) -> list[tuple[str, list[float]]]:
    """Return for each bot, the strongest first, a label and the low end, the middle and the high end of its bar."""
    order = sorted(ratings.bots, key=lambda bot: -ratings.bots[bot].elo)
    ends = [[elo - error, elo, elo + error] for elo, error in map(ratings.bots.__getitem__, order)]
    width, low, high = max(map(len, order)), min(map(min, ends)), max(map(max, ends))
    scale = length / max(1, high - low)
    labels = (f"{bot:<{width}}  {ratings.bots[bot].elo:+5.0f}" for bot in order)
    return [(label, [(end - low) * scale for end in bar]) for label, bar in zip(labels, ends, strict=True)]


@names_arguments
def ratings_text(ratings: Ratings[str]) -> str:
    """Return the ratings of bots as lines of text, the strongest first, with bars: ``ratingsText :: Ratings -> String``.

    Args:
        ratings: the ratings, by the names of bots.

    >>> from fpgames.play import Score, ratings
    >>> print(ratings_text(ratings({("a", "b"): Score(30, 8, 12), ("b", "a"): Score(12, 8, 30)})))
    a    +80                                  --------o--------
    b    -80  --------o--------

    See also: :func:`ratings_svg`.
    """
    rows = [(label, map(round, bar)) for label, bar in _rows(ratings, _COLUMNS)]
    return "\n".join(
        f"{label}  {' ' * low}{'-' * (middle - low)}o{'-' * (high - middle)}" for label, (low, middle, high) in rows
    )


@names_arguments
def ratings_svg(ratings: Ratings[str]) -> Picture:
    """Return a picture of the ratings of bots, the strongest on top: ``ratingsSvg :: Ratings -> Picture``.

    Args:
        ratings: the ratings, by the names of bots.

    >>> from fpgames.play import Score, ratings
    >>> ratings_svg(ratings({("a", "b"): Score(30, 8, 12), ("b", "a"): Score(12, 8, 30)})).count("<circle")
    2

    See also: :func:`ratings_text`; :func:`fpgames.play.rating.ratings`.
    """
    rows = _rows(ratings, _PIXELS)
    left, drawn = CHARACTER * (len(rows[0][0]) + 4), list[str]()
    for n, (label, bar) in enumerate(rows):
        y, (low, middle, high) = 1.5 * LINE * (n + 0.75), (f"{left + end:g}" for end in bar)
        drawn += [
            text_element(label, left / 2, y),
            element("line", x1=low, x2=high, y1=f"{y:g}", y2=f"{y:g}", stroke=EDGE, stroke_width=3),
            element("circle", cx=middle, cy=f"{y:g}", r=5, fill=FIRST),
        ]
    return picture(left + _PIXELS + 2 * CHARACTER, 1.5 * LINE * (len(rows) + 0.5), "ratings with 95% intervals", *drawn)
