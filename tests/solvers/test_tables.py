"""Tables of solved positions: written and read back, refused after a change, and played by."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import Any, cast

import pytest

from fpgames import SplitMix, bot_from
from fpgames.games import checkers, game
from fpgames.rules import AnyRules, Outcome
from fpgames.search import Solved, solve_backwards
from fpgames.solvers import bot_perfect, read_table, table_value, write_table
from tests.support.refusals import wrong_errors

NIM = game("nim:1,2,3")
KINGS = replace(checkers.rules, start=checkers.rules.read("B:WK1:BK32"))


@pytest.mark.parametrize(
    "rules", [NIM, game("kayles-misere:5"), game("mnk:2,2,3"), pytest.param(KINGS, marks=pytest.mark.slow)], ids=repr
)
def test_a_table_is_read_back(rules: AnyRules) -> None:
    table = solve_backwards(rules, [rules.start])
    assert read_table(rules, write_table(rules, table)) == read_table(rules, write_table(rules, table) + "\n") == table
    values = [(solved.outcome, solved.depth or 0, table_value(table)(p)) for p, solved in table.items()]
    assert all(value == outcome / (1 + depth) for outcome, depth, value in values)


def test_a_bot_that_reads_a_table_plays_as_quickly_as_the_solver() -> None:
    table = read_table(NIM, write_table(NIM, solve_backwards(NIM, [NIM.start])))
    read, solving = bot_from(NIM, table_value(table)), bot_perfect(NIM)
    for p in (p for p, solved in table.items() if solved.depth):
        moves = [bot(p).eval(SplitMix.from_seed(0)) for bot in (read, solving)]
        assert len({table[NIM.play(p, move)] for move in moves}) == 1


def test_a_changed_text_is_refused() -> None:
    text, random = write_table(NIM, solve_backwards(NIM, [NIM.start])), Random(1)
    for n in range(200):
        at, size = random.randrange(len(text)), random.choice([0, 1, 1, 20])
        changed = text[:at] + random.choice(["", "0", "\n[", "\ufffd"]) + text[at + size :]
        changed = text[:at] if n % 4 == 0 else changed
        if changed.rstrip() != text:
            with pytest.raises(
                ValueError, match=r"\Athe first line is '.*'; for the lines below it, .* write it again, by .*\Z"
            ):
                read_table(NIM, changed)


def test_any_wrong_value_is_refused() -> None:
    table = solve_backwards(NIM, [NIM.start])
    for p, solved in table.items():
        wrong = [Solved(Outcome(-solved.outcome), solved.depth), solved._replace(depth=(solved.depth or 0) + 1)]
        for changed in (*(table.set(p, each) for each in wrong), *([table.remove(p)] if p != NIM.start else [])):
            with pytest.raises(
                ValueError, match=r"follows from the next positions: the rules are not those that were solved"
            ):
                read_table(NIM, write_table(NIM, changed))


def test_wrong_calls_are_refused() -> None:
    table = solve_backwards(NIM, [NIM.start])
    forgetful: Any = replace(NIM, read=lambda text: NIM.start)
    circle = replace(NIM, moves=lambda p: (1,), play=lambda p, move: p, successors=cast("Any", None))
    assert not wrong_errors([
        (lambda: read_table(circle, write_table(circle, {NIM.start: Solved(Outcome.FIRST_WON, cast("Any", inf))})), "ValueError: .*'Infinity'"),
        (lambda: read_table(game("nim:1,2"), write_table(NIM, table)), "ValueError: the first line is 'nim:1,2,3 solved .*it would be 'nim:1,2 solved"),
        (lambda: read_table(replace(game("nim-misere:1,2,3"), name=NIM.name), write_table(NIM, table)), "ValueError: has the value Solved.*; solve the game again"),
        (lambda: write_table(forgetful, table), r"ValueError: nim:1,2,3: read\(show\(p\)\) is not p, but "),
        (lambda: table_value(table)(game("nim:7").start), "ValueError: the table has no position .*; it has those that follow"),
    ])  # fmt: skip
