"""The recipes for other people's games run as printed on their page, if their packages are installed."""

from __future__ import annotations

import re
import sys
import warnings
from types import ModuleType

import pytest

from fpgames.testing import IncompleteCheck
from tests.support.source import ROOT

sys.path.append(str(ROOT / "docs" / "_ext"))

from fpgames_docs.blocks import blocks

PAGE = ROOT / "docs" / "games-of-others.md"
NEEDS = re.compile(r"<!-- not run: needs (\w+(?: and \w+)*) -->")
SECONDS = "0.5"  # for each check, in place of those that a recipe gives it


def recipes() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for block in blocks(PAGE.read_text()):
        if needs := NEEDS.fullmatch(block.before):
            found.setdefault(needs[1], []).append(block.code)
    return found


def test_every_block_that_is_not_run_is_a_recipe() -> None:
    assert sum(block.info == "python" for block in blocks(PAGE.read_text())) == sum(map(len, recipes().values()))
    assert len(recipes()) == 7


@pytest.mark.exhaustive
@pytest.mark.parametrize("needs", recipes())
def test_a_recipe_runs(needs: str) -> None:
    for module_name in needs.split(" and "):
        pytest.importorskip(module_name)
    module = ModuleType("recipe")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IncompleteCheck)  # for want of time
        warnings.filterwarnings(
            "ignore", "The old environment creation API has been", DeprecationWarning
        )  # PettingZoo's
        for code in recipes()[needs]:
            exec(compile(re.sub(r"seconds=\d+", f"seconds={SECONDS}", code), str(PAGE), "exec"), vars(module))
