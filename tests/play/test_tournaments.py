"""Tournaments: the table of results, the standings, and pictures of the ratings."""

from __future__ import annotations

import re

import pytest

from fpgames.draw import ratings_svg, ratings_text
from fpgames.games.tictactoe import rules
from fpgames.play import Score, compare, ratings, read_bot, results_by_sides, scores, standings
from tests.support.svg import parsed

NAMES = ("random", "mc:3", "mc:30")
GAMES = [*compare(rules, [(name, read_bot(rules, name)) for name in NAMES], 1, range(1, 37))]


def test_the_table_counts_each_game_once() -> None:
    table = results_by_sides(GAMES)
    assert sum(score.games for score in table.values()) == len(GAMES)
    assert set(table) == {(a, b) for a in NAMES for b in NAMES if a != b}
    match = [game for game in GAMES if {game.first, game.second} == {"random", "mc:3"}]
    assert (table["random", "mc:3"], Score(*table["mc:3", "random"][::-1])) == scores(match, 0)


def test_the_standings_have_all_points_in_the_order_of_ratings() -> None:
    """The points against each bot add up to the points of all games, and those of two bots to their games."""
    heading, *rows, last = standings(GAMES).splitlines()
    assert heading.split() == ["bot", "rating", "games", "points", "%", "1", "2", "3"]
    cells = [[float(cell) if cell != "-" else 0 for cell in row.split()[-3:]] for row in rows]
    assert [cells[i][j] + cells[j][i] for i in range(3) for j in range(3) if i != j] == [12] * 6
    assert [row.split()[-4] for row in rows] == [f"{100 * sum(row) / 24:.1f}" for row in cells]
    order = [row.split()[1] for row in rows]
    rated = ratings(results_by_sides(GAMES), extra_games=1)
    assert order == sorted(NAMES, key=lambda name: -rated.bots[name].elo)
    assert re.fullmatch(r"the first move is worth \S+ ± \d+ Elo; equal bots draw \d+%", last)


def test_bots_that_have_not_met_have_no_place() -> None:
    with pytest.raises(ValueError, match="have no likeliest ratings"):
        ratings({("a", "b"): Score(3, 1, 3), ("c", "d"): Score(3, 1, 3)})
    assert standings(GAMES[:2]).count("\n") == 3


def test_pictures_of_ratings_have_a_bar_for_each_bot() -> None:
    rated = ratings(results_by_sides(GAMES), extra_games=1)
    lines, svg = ratings_text(rated).splitlines(), ratings_svg(rated)
    assert parsed(svg).tag.endswith("svg")
    assert [line.split()[0] for line in lines] == [row.split()[1] for row in standings(GAMES).splitlines()[1:4]]
    assert all(re.fullmatch(r"\S+ +[+-]\d+ +-+o-+", line) for line in lines)
    assert svg.count("<line") == svg.count("<circle") == 3
