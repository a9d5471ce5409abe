"""The plots of the pages: `docs/_ext/fpgames_docs/plots.py`."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log10
from xml.etree import ElementTree

import pytest
from fpgames_docs.plots import bars_svg, curves_svg
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames.draw.svg import EDGE
from tests.support.svg import SVG, any_text, number, parsed, size_of

points = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=6)
more_than_0 = st.lists(st.tuples(st.floats(1e-3, 1e9), st.floats(1e-3, 1e9)), min_size=1, max_size=6)


class TestPlots:
    @given(st.data(), st.sampled_from(["", "x", "y", "xy"]))
    def test_curves_lie_between_their_axes(self, data: st.DataObject, log: str) -> None:
        curves = data.draw(st.dictionaries(any_text, more_than_0 if log else points, min_size=1, max_size=5))
        drawn = parsed(curves_svg(curves, x="time", y="space", log=log))
        paths = [part.get("d", "") for part in drawn.iter(f"{SVG}path") if part.get("class") == "curve"]
        assert len(paths) == len(curves)
        for path, given_points in zip(paths, curves.values(), strict=True):
            places = [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([^ML]+)", path)]
            assert len(places) == len(given_points)
            assert all(63.9 <= x <= 344.1 and 27.9 <= y <= 250.1 for x, y in places)
            by_x = sorted(zip(given_points, places, strict=True))
            assert all(a[1][0] <= b[1][0] for a, b in pairwise(by_x))
        written = [*drawn.itertext()]
        assert all(any(word in text for text in written) for word in ("time", "space"))
        assert sum("logarithmic" in text for text in written) == len(log)

    @given(
        st.dictionaries(st.text("abc", min_size=1), st.dictionaries(st.text("xyz", min_size=1), st.integers(1, 10**7), min_size=1), min_size=1),
        st.booleans(),
    )  # fmt: skip
    @example({"a": {"x": 1}, "a group with a name of more letters than the picture": {"x": 1}}, False)
    def test_bars_are_as_long_as_their_numbers_and_say_them(self, groups: dict[str, dict[str, int]], log: bool) -> None:
        drawn = parsed(bars_svg(groups, value="leaves", log=log))
        bars = [number(part, "width") for part in drawn.iter(f"{SVG}rect") if part.get("class") == "bar"]
        numbers = [count for group in groups.values() for count in group.values()]
        lengths = [log10(count) if log else count for count in numbers]
        longest = max(range(len(bars)), key=lambda n: lengths[n])
        assert bars == pytest.approx([length * bars[longest] / (lengths[longest] or 1) for length in lengths], abs=0.01)
        assert {part.get("fill") for part in drawn.iter(f"{SVG}rect") if part.get("class") == "bar"} == {EDGE}
        wide, _ = size_of(ElementTree.tostring(drawn, encoding="unicode"))
        for part in drawn.iter(f"{SVG}text"):
            room = 7.3 * len(part.text or "") * {"start": 1, "middle": 0.5, "end": 0}[part.get("text-anchor", "")]
            assert number(part, "x") + room <= wide + 0.1
        assert {f"{count:,}" if count >= 100 else str(count) for count in numbers} <= {*drawn.itertext()}

    def test_ticks_are_round(self) -> None:
        plot = curves_svg({"a": [(0, 0.03), (7, 0.171)]}, x="n", y="share")
        assert [text for text in parsed(plot).itertext() if re.fullmatch(r"[\d.]+", text)] == [
            "0", "0.05", "0.1", "0.15", "0.2", "0", "2", "4", "6", "8",
        ]  # fmt: skip
        logarithmic = curves_svg({"a": [(0.01, 1), (10, 10**9)]}, x="n", y="m", log="xy")
        assert [text for text in parsed(logarithmic).itertext() if re.fullmatch(r"[\d.⁰-⁹]+", text)] == [
            "1", "100", "10⁴", "10⁶", "10⁸", "0.01", "0.1", "1", "10",
        ]  # fmt: skip

    def test_what_has_no_place_is_refused(self) -> None:
        with pytest.raises(ValueError, match="a plot of no points; expected at least one"):
            curves_svg({"a": []}, x="n", y="m")
        with pytest.raises(ValueError, match="a plot of no bars; expected at least one"):
            bars_svg({"a": {}}, value="n")
        with pytest.raises(ValueError, match="a logarithmic scale has no place for 0; expected more than 0"):
            curves_svg({"a": [(0, 1)]}, x="n", y="m", log="x")
        with pytest.raises(ValueError, match=r"^log is 'z'; expected '', 'x', 'y' or 'xy'$"):
            curves_svg({"a": [(1, 1)]}, x="n", y="m", log="z")
        for log, least, short in ((False, 0, -5), (True, 1, 0.5)):
            with pytest.raises(ValueError, match=f"^a bar cannot be {short} long; expected at least {least}$"):
                bars_svg({"a": {"b": short, "c": 3}}, value="n", log=log)
        for value in ("nan", "inf", "-inf"):
            with pytest.raises(ValueError, match=f"^a plot has no place for {value}; expected finite numbers$"):
                curves_svg({"a": [(1, 1), (2, float(value))]}, x="n", y="m")
        for value in ("nan", "inf"):
            with pytest.raises(ValueError, match=f"^a plot has no place for {value}; expected finite numbers$"):
                bars_svg({"a": {"b": 3, "c": float(value)}}, value="n")

    @given(st.lists(st.floats(100, 101), min_size=1), st.sampled_from([1, -1]))
    def test_a_curve_is_as_far_above_0_as_its_values_say(self, values: list[float], sign: int) -> None:
        drawn = parsed(curves_svg({"a": [(n, sign * b) for n, b in enumerate(values)]}, x="n", y="m"))
        (path,) = (part.get("d", "") for part in drawn.iter(f"{SVG}path") if part.get("class") == "curve")
        marks = {
            part.text: number(part, "y") - 4 for part in drawn.iter(f"{SVG}text") if part.get("text-anchor") == "end"
        }
        zero, hundred = marks["0"], marks["100" if sign > 0 else "-100"]
        for b, height in zip(values, re.findall(r"[ML][\d.]+ ([\d.]+)", path), strict=True):
            assert zero - float(height) == pytest.approx(sign * b / 100 * abs(zero - hundred), abs=0.3)
