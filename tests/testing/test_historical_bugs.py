"""Faults that other libraries had: the page tells of each, the kit finds it, and finds nothing without it."""

from __future__ import annotations

import re

import pytest

from fpgames.testing import Counterexample, Options
from tests.support.laws import law_named
from tests.support.source import ROOT
from tests.testing.historical_bugs import BUGS, Bug, random_games_raise

ROW = re.compile(
    r"\| (?P<game>[^|:]+): (?P<fault>[^|]+) \| \[(?P<library>[\w.-]+) (?P<number>\d+)\]"
    r"\(https://github.com/(?P<repository>[\w./-]+)/(?:issues|pull)/(?P<linked>\d+)\)"
    r" \| `(?P<check>\w+)` \| (?P<found>[^|]+) \|"
)
ROWS = [*ROW.finditer((ROOT / "docs" / "gallery-of-faults.md").read_text())]
CHECKS = {"alone": "check_game", "beside": "check_same_game", "mutable": "mutable_laws"}


def test_the_page_has_a_row_for_each_fault() -> None:
    rows = [(f"{row['repository']} {row['number']}", row["fault"], row["check"]) for row in ROWS]
    assert rows == [(bug.source, name, CHECKS[bug.laws_of.__name__]) for name, bug in BUGS.items()]
    assert all(row["number"] == row["linked"] and row["repository"].endswith(f"/{row['library']}") for row in ROWS)
    assert [row["found"] == "missed" for row in ROWS] == [bool(bug.closer) for bug in BUGS.values()]


@pytest.mark.exhaustive
@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
def test_a_fault_is_found_and_the_right_game_passes(bug: Bug) -> None:
    with pytest.raises(Counterexample):
        law_named(bug.laws(**bug.closer), bug.law).test(Options(seed=1, shrink_seconds=0))
    law_named(bug.laws(faulty=False, **bug.closer), bug.law).test(Options(seed=1, seconds=1))


@pytest.mark.exhaustive
def test_random_games_raise_for_the_fault_that_the_page_names() -> None:
    assert [bool(random_games_raise(bug, 50)) for bug in BUGS.values()] == [row["number"] == "1593" for row in ROWS]
