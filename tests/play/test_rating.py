"""Ratings: a published example, what the likeliest ratings satisfy, and how often their intervals cover."""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from random import Random

import pytest

from fpgames.play import Score, elo, ratings

ELO = 400 / log(10)
CITATIONS = {
    "Biometrika": {"Comm Statist": 730, "JASA": 498, "JRSS-B": 221},
    "Comm Statist": {"Biometrika": 33, "JASA": 68, "JRSS-B": 17},
    "JASA": {"Biometrika": 320, "Comm Statist": 813, "JRSS-B": 142},
    "JRSS-B": {"Biometrika": 284, "Comm Statist": 276, "JASA": 325},
}
"""The data set ``citations`` of R's package BradleyTerry2, from Stigler 1994: by a journal, of a journal."""


def simulated(
    strengths: list[float], advantage: float, draws: float, games: int, random: Random
) -> dict[tuple[int, int], Score]:
    table = {}
    for i, j in permutations(range(len(strengths)), 2):
        first, second = strengths[i] + advantage, strengths[j]
        weights = exp(first), draws * exp((first + second) / 2), exp(second)
        results = random.choices(range(3), weights, k=games)
        table[i, j] = Score(*map(results.count, range(3)))
    return table


def test_the_published_example() -> None:
    """Abilities 0, -2.949, -0.480, 0.269, in the package's vignette; the order of two journals means nothing."""
    table = {(a, b): Score(CITATIONS[a][b], 0, CITATIONS[b][a]) for a in CITATIONS for b in CITATIONS if a < b}
    found = ratings(table, advantage=False)
    base = found.bots["Biometrika"].elo
    assert [round((found.bots[name].elo - base) / ELO, 3) for name in CITATIONS] == [0, -2.949, -0.480, 0.269]
    assert (found.advantage, found.draws) == ((0, 0), 0)


@pytest.mark.parametrize("seed", range(3))
def test_each_bot_has_as_many_points_as_its_rating_promises(seed: int) -> None:
    """The likelihood equations: of each bot's points, of the first movers' points, and of draws."""
    random = Random(seed)
    table = simulated([random.gauss(0, 1) for _ in range(4)], 0.3, 0.7, 30, random)
    rated = ratings(table)
    draws = 2 * rated.draws / (1 - rated.draws)
    excess = dict.fromkeys((*range(4), "first", "draws"), 0.0)
    for (i, j), score in table.items():
        first, second = (rated.bots[i].elo + rated.advantage.elo) / ELO, rated.bots[j].elo / ELO
        weights = exp(first), draws * exp((first + second) / 2), exp(second)
        win, draw, loss = (n - score.games * weight / sum(weights) for n, weight in zip(score, weights, strict=True))
        for key, more in ((i, win + draw / 2), (j, loss + draw / 2), ("first", win + draw / 2), ("draws", draw)):
            excess[key] += more
    assert excess == pytest.approx(dict.fromkeys(excess, 0.0), abs=1e-6)
    assert sum(rating.elo for rating in rated.bots.values()) == pytest.approx(0, abs=1e-6)


def test_two_bots_differ_by_the_elo_of_their_points() -> None:
    rated = ratings({("a", "b"): Score(14, 0, 6), ("b", "a"): Score(6, 0, 14)})
    assert rated.bots["a"].elo - rated.bots["b"].elo == pytest.approx(elo(0.7))
    assert rated.advantage.elo == pytest.approx(0)


WON, DRAWN = Score(9, 0, 0), Score(0, 9, 0)


@pytest.mark.parametrize(
    "table",
    [{("a", "b"): WON}, {("a", "b"): WON, ("b", "a"): WON}, {("a", "b"): DRAWN}, {("a", "b"): DRAWN, ("c", "d"): DRAWN},
     {("a", "b"): Score(9, 0, 0), ("b", "a"): Score(0, 0, 9), ("a", "c"): Score(5, 1, 3), ("c", "a"): Score(5, 1, 3)}],
)  # fmt: skip
def test_results_without_finite_ratings_need_extra_games(table: dict[tuple[str, str], Score]) -> None:
    with pytest.raises(ValueError, match=r"the results have no likeliest ratings: .* write extra_games=1"):
        ratings(table)
    rated = ratings(table, extra_games=1)
    assert all(abs(rating.elo) < 1000 and 0 < rating.error < 2000 for rating in rated.bots.values())


def covered(random: Random, bots: int, games: int) -> list[bool]:
    """Whether each interval of a simulated round robin covers what it estimates."""
    strengths, advantage, draws = (
        [random.gauss(0, 0.8) for _ in range(bots)],
        random.gauss(0, 0.3),
        random.uniform(0.1, 2),
    )
    mean = sum(strengths) / bots
    rated = ratings(simulated(strengths, advantage, draws, games, random))
    truths = (*(strength - mean for strength in strengths), advantage)
    estimates = (*(rated.bots[i] for i in range(bots)), rated.advantage)
    return [abs(elo - ELO * truth) <= error for truth, (elo, error) in zip(truths, estimates, strict=True)]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("bots", "games"), [(3, 40), (5, 40), (8, 20)])
def test_intervals_cover_simulated_strengths(bots: int, games: int) -> None:
    inside = [flag for seed in range(400) for flag in covered(Random(seed), bots, games)]
    assert sum(inside) / len(inside) >= 0.93
