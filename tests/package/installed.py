"""Check an installed fpgames without extras, as `python -I tests/package/installed.py` does in an empty directory.

CI runs it under each Python, where nothing is installed but the wheel and the packages that it requires. The examples of
README and of the names that `fpgames` exports hold, the command plays, and what needs an extra names it.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import fpgames
from fpgames.games.tictactoe import rules

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
NEEDS_NUMBA = {"jit"}
EXTRAS = ("rich", "tqdm", "numba", "distributed", "chess", "easyAI", "pyspiel", "pettingzoo", "draughts", "hypothesis")


def run_command(arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("fpgames")), *arguments.split()]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def check_environment() -> None:
    """Check that fpgames is not imported from the tree, and that no extra is installed."""
    assert ROOT / "fpgames" not in Path(fpgames.__file__).parents, fpgames.__file__
    assert [name for name in EXTRAS if find_spec(name)] == []


def check_match_of_readme() -> None:
    """Check that README's first match ends as README shows it, but for the times."""
    text = README.read_text(encoding="utf-8")
    command, shown = (
        re.findall(pattern, text, re.MULTILINE | re.DOTALL)[0]
        for pattern in (r"\bfpgames (compare [^\n]*)$", r"^```text\n(tictactoe, .*?)^```$")
    )
    printed = run_command(command).stdout
    assert printed.splitlines()[:-1] == shown.splitlines()[:-1], printed


def check_play() -> None:
    """Check that a game with moves from standard input ends, and that full search does not lose it."""
    moves = "\n".join(map(str, range(9)))
    done = run_command("play tictactoe --second alphabeta:9", stdin=f"{moves}\n{moves}\nn\n")
    assert done.returncode == 0, done
    assert "score: you 0, " in done.stdout, done


def check_examples() -> None:
    """Check README's examples, and those in the docstrings of the names that `fpgames` exports."""
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert attempted
    assert not failed
    runner, finder = doctest.DocTestRunner(), doctest.DocTestFinder()
    for name in sorted({*fpgames.__all__} - NEEDS_NUMBA):
        value = getattr(fpgames, name)
        for test in finder.find(value, name) if hasattr(value, "__name__") else []:
            runner.run(test)
    assert runner.tries > 100
    assert not runner.failures


def refusal(call: Callable[[], object]) -> str:
    try:
        call()
    except ImportError as error:
        return str(error)
    raise AssertionError(f"not refused: {call}")


def check_refusals() -> None:
    """Check that what needs an extra says in one line what to install."""
    pipeline = fpgames.build_tree(rules) | fpgames.map_tree(rules.static) | fpgames.minimax
    games = entry_points(group="fpgames.games")
    assert {each.name for each in games} >= {"chess", "easyai", "openspiel", "pettingzoo", "pydraughts"}
    refusals = [
        refusal(partial(fpgames.jit, pipeline)),
        refusal(partial(import_module, "fpgames.testing")),
        *(refusal(partial(each.load().rules_of, "no game")) for each in games),
    ]
    for arguments in ("play chess", "audit tictactoe"):
        done = run_command(arguments)
        assert done.returncode == 2, done
        refusals.append(done.stderr.strip())
    assert [text for text in refusals if not re.fullmatch(".* needs? .*: pip install .*", text)] == [], refusals


if __name__ == "__main__":
    check_environment()
    check_match_of_readme()
    check_play()
    check_examples()
    check_refusals()
