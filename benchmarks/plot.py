"""Plots of curves, drawn by the library itself."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.growth import Point
from fpgames.draw import Picture, Pictures

sys.path.append(str(Path(__file__).parent.parent / "docs" / "_ext"))

from fpgames_docs.plots import curves_svg


def plotted(points: list[Point], plot: str) -> Picture:
    """Draw the curves of one plot, with logarithmic axes except for depths."""
    curves = dict.fromkeys(point.curve for point in points if point.plot == plot)
    found = {
        curve: [(point.x, point.y) for point in points if (point.plot, point.curve) == (plot, curve)]
        for curve in curves
    }
    x, log = ("depth", "y") if "depth" in plot else ("playouts", "xy")
    return curves_svg(found, x=x, y=plot, log=log)


def drawn(points: list[Point], path: Path) -> None:
    """Write an HTML page with all plots of some points."""
    plots = dict.fromkeys(point.plot for point in points)
    page = Pictures(plotted(points, plot) for plot in plots)._repr_html_()
    path.write_text(f'<!doctype html><meta charset="utf-8"><title>Growth</title>{page}\n', encoding="utf-8")
