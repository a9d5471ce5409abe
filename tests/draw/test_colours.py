"""Colours: light ones in attributes, for programs that convert pictures, and a dark theme in the style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest

from fpgames import alpha_beta, game_tree, prune
from fpgames.draw import board_svg, steps_svg, text_svg, tree_svg
from fpgames.draw.svg import BOARD, DARK, FIRST, INK, LAST, NODE, PAPER, SECOND, Picture
from fpgames.games import connect4, dots_and_boxes, draughts, hex, kayles, tictactoe
from fpgames.search import trace
from tests.support.source import DOCS, text_of
from tests.support.svg import parsed


def pictures() -> Iterator[tuple[str, Picture, set[str]]]:
    """Pictures of every kind, with colours that each has."""
    for game, colours in (
        (tictactoe, {FIRST, INK}), (connect4, {BOARD, "#d7263d"}), (hex, {FIRST, SECOND}), (draughts, {"#a5774d", "#fbfbfb"}),
        (dots_and_boxes, {INK, LAST}), (kayles, {INK, LAST}),
    ):  # fmt: skip
        rules: Any = game.rules
        p = rules.play(rules.start, rules.moves(rules.start)[0])
        yield rules.name, board_svg(rules, p, before=rules.start, numbers=True), {*colours} - {INK}
    yield "text", text_svg("a\nb", "two letters"), {INK}
    rules = tictactoe.rules
    traced = (
        game_tree(rules)(rules.read("O.X\nX.O\n...")) | prune(2) | trace(alpha_beta, static=lambda node: node.position)
    )
    yield "tree", tree_svg(traced), {INK, NODE, FIRST, SECOND}
    boards = [board_svg(rules, p) for p in (rules.start, rules.play(rules.start, 4))]
    yield "steps", steps_svg(boards), {FIRST}


def test_colours_are_plain_outside_the_style() -> None:
    for name, picture, colours in pictures():
        said = {
            value
            for part in parsed(picture).iter()
            for key, value in part.items()
            if key in ("fill", "stroke", "color")
        }
        assert all(re.fullmatch("none|#[0-9a-f]{3}|#[0-9a-f]{6}", value) for value in said), (name, said)
        assert colours <= said, name
        assert not re.search(r"^\.[^}]*(fill|stroke)[^}]*var\(", picture, re.MULTILINE), name


def test_readers_who_prefer_it_have_a_dark_colour_for_each_other_one() -> None:
    (style,) = (part.text or "" for part in parsed(text_svg("a", "a letter")).iter() if part.tag.endswith("style"))
    plain, dark = style.split("@media (prefers-color-scheme: dark)")
    assert "fill" not in plain
    rules = re.findall(r'\[(fill|stroke)="(#\w+)"\] \{ (\w+): (#\w+) \}', dark)
    assert rules == [(part, light, part, DARK[light]) for light in DARK for part in ("fill", "stroke")]


def test_the_pages_have_a_rule_for_each_colour_and_the_same_dark_ones() -> None:
    css = text_of(DOCS / "_static/fpgames.css")
    rules = dict(re.findall(r'& \[((?:fill|stroke)="#\w+)"\] \{ \w+: var\(--(\w+)\) \}', css))
    themes = {
        theme: dict(re.findall(r"--(\w+): (#\w+)", block))
        for theme, block in re.findall(
            r'^body\[data-theme="(\w+)"\] svg.fpgames \{(.*?)\}', css, re.MULTILINE | re.DOTALL
        )
    }
    assert f'svg.fpgames [fill="{PAPER}"] {{ fill: var(--color-background-primary) }}' in css
    for light, dark in DARK.items():
        for part in ("fill", "stroke") if light != PAPER else ():
            name = rules[f'{part}="{light}']
            assert (themes["light"][name], themes["dark"][name]) == (light, dark)


@pytest.mark.exhaustive
def test_a_converter_draws_the_colours() -> None:
    try:
        cairocffi, cairosvg = map(import_module, ("cairocffi", "cairosvg"))
    except (ImportError, OSError):  # OSError: the library in C is missing
        pytest.skip("needs cairosvg, which the extra lint installs, and the library cairo")
    for name, picture, colours in pictures():
        drawn = cairocffi.ImageSurface.create_from_png(BytesIO(cairosvg.svg2png(bytestring=picture.encode(), scale=3)))
        data = bytes(drawn.get_data())
        pixels = {data[i : i + 3][::-1].hex() for i in range(0, len(data), 4)}
        missing = {colour for colour in colours if colour.lstrip("#") not in pixels}
        assert not missing, name
