"""The commands on a game with a die: rolls are shown and counted, values are means, other commands refuse in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fpgames.cli import play as cli_play
from fpgames.search import perft
from fpgames.tree import build_tree
from tests.support.dice import exact_value, rules

DICE = "tests.support.dice:rules"


def values_in(out: str) -> list[str]:
    return [line.split()[1] for line in out.partition("  line\n")[2].splitlines()[:-1]]


@pytest.mark.parametrize("moves", ["", "1", "1,1", "1 1 0"])
def test_analyse_finds_the_values_of_moves(run: Any, moves: str) -> None:
    """The value of a roll is no choice: the last line is a mean."""
    p = rules.start
    for move in moves.replace(",", " ").split():
        p = rules.play(p, int(move))
    status, out, err = run("analyse", DICE, *([moves] if moves else []), "--depth", "9")
    assert (status, err) == (0, "")
    values = [exact_value(rules.play(p, move)) for move in rules.moves(p)]
    assert values_in(out) == [f"{float(value):.3g}" for value in values]
    best = (max if p.turn == 1 else min)(values)
    choice = [str(move) for move, value in zip(rules.moves(p), values, strict=True) if value == best]
    assert out.splitlines()[-1] == (f"mean: {float(exact_value(p)):.3g}" if p.rolls else f"best: {' '.join(choice)}")


def test_analyse_counts_leaves_where_no_die_rolls(run: Any) -> None:
    _, near, _ = run("analyse", DICE, "--depth", "1")
    _, far, _ = run("analyse", DICE, "--depth", "2")
    assert "means" in near, "after move 1, a die rolls"
    assert [line.split()[2] for line in near.splitlines()[-3:-1]] == ["1", "-"]
    assert [line.split()[2] for line in far.splitlines()[-3:-1]] == ["-", "-"]


def test_a_monte_carlo_search_chooses_no_roll(run: Any) -> None:
    status, out, err = run("analyse", DICE, "1", "--search", "mcts:300", "--seed", "1")
    assert (status, err) == (0, "")
    assert [line.split()[1] for line in out.splitlines()[-4:-1]] == ["100", "100", "99"]
    assert out.splitlines()[-1].startswith("mean: 0.")


def test_play_shows_the_rolls_and_hints(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_play, "HINT_SECONDS", 0.3)
    status, out, err = run("play", DICE, "--second", "mc:2", "--seed", "5", entries="?\n1\nq\n")
    assert (status, err) == (0, "")
    assert re.search(r"hint: [01], of value [-0-9.]+, by expectiminimax", out)  # how deep, depends on the machine
    assert "first: move ? 0 3 1 1\nchance plays 0\n0 2 -1 0\nmc:2 plays" in out


def test_perft_counts_rolls(run: Any) -> None:
    _, out, _ = run("perft", DICE, "--depth", "4")
    assert [int(line.split()[1]) for line in out.splitlines()[1:]] == [
        perft(n)(build_tree(rules)(rules.start)) for n in range(1, 5)
    ]


def test_tree_draws_circles(run: Any) -> None:
    _, out, _ = run("tree", DICE, "--search", "expectiminimax", "--depth", "6")
    assert "<circle" in out
    assert ">mean<" in out


def test_compare_plays_rolls_at_random(run: Any) -> None:
    status, out, err = run("compare", DICE, "mc:2", "random", "-n", "4", "--seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("race, 4 games")


@pytest.mark.parametrize(
    "command",
    [
        f"tree {DICE}", f"tree {DICE} 1 --search alphabeta", f"solve {DICE}", f"compare {DICE} alphabeta:3 random -n 2",
        f"compare {DICE} perfect random -n 2",
    ],
)  # fmt: skip
def test_other_commands_refuse_in_words(run: Any, command: str) -> None:
    status, _, err = run(*command.split())
    assert (status, err.count("\n")) == (2, 1)
    assert "chance moves" in err
