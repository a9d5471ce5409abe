"""A numba whose inside has changed: all works without compiling, and it is told once."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("numba")

CHANGED = """
import warnings
import numba.core.registry
numba.core.registry.{name} = {other}
from fpgames import SplitMix, alpha_beta, bot_mcts, build_tree, jit, map_tree, prune
from fpgames.compiled import CannotCompile, jit_when_it_pays
from fpgames.play.bot_names import read_bot
from fpgames.games import connect4, tictactoe
from fpgames.cli.command import main
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    rules, gen = tictactoe.rules, SplitMix.from_seed(1)
    moves = [read_bot(rules, name)(rules.start).eval(gen) for name in ("mcts:1000", "alphabeta:6", "mc:30000")]
    search = build_tree(connect4.rules) | prune(7) | map_tree(connect4.rules.static) | alpha_beta
    assert jit_when_it_pays(search)(connect4.rules.start) == search(connect4.rules.start)
    main(["compare", "tictactoe", "mcts:1000", "random", "-n", "2", "--jobs", "1", "--seed", "1"])
    for n in range(2):
        try:
            jit(search)(connect4.rules.start)
        except CannotCompile as error:
            print(str(error).split(";")[-1])
print(moves, [str(each.message).split(" (")[0] for each in told if each.category is RuntimeWarning])
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "other"), [("CPUDispatcher", "object"), ("CPUDispatcher", "None")])
def test_a_changed_numba_is_told_once_and_not_used(name: str, other: str) -> None:
    code = CHANGED.format(name=name, other=other)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    *_, one, two, said = done.stdout.splitlines()
    assert one == two == " without jit the same pipeline works"
    assert "since its inside has changed" in said
    assert said.count("does not compile") == 1
