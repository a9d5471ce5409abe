"""Curves drawn by matplotlib."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.growth import Point


def drawn(points: list[Point], path: Path) -> None:
    """A plot for each of the points' plots, both axes logarithmic but for depths."""
    try:
        matplotlib: Any = import_module("matplotlib")
    except ModuleNotFoundError:
        print("(no matplotlib here: no plot; growth.csv has its points)")
        return
    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    plt: Any = import_module("matplotlib.pyplot")
    plots = list(dict.fromkeys(point.plot for point in points))
    figure, axes = plt.subplots(len(plots), 1, figsize=(7, 3.2 * len(plots)), layout="constrained")
    for plot, axis in zip(plots, axes, strict=True):
        for curve in dict.fromkeys(point.curve for point in points if point.plot == plot):
            xy = [(point.x, point.y) for point in points if (point.plot, point.curve) == (plot, curve)]
            axis.plot(*zip(*xy, strict=True), marker="o", label=curve)
        axis.set_title(plot)
        axis.set_yscale("log")
        if "depth" not in plot:
            axis.set_xscale("log")
        axis.grid(True, alpha=0.3)
        axis.legend()
    figure.savefig(path, metadata={"Date": None})
