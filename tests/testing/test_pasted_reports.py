"""What the report of a planted fault offers to paste runs, and shows the fault."""

from __future__ import annotations

import ast
import builtins
import re
from contextlib import redirect_stdout
from importlib import import_module
from inspect import getclosurevars
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from fpgames.testing import Counterexample, Law, Options, laws
from fpgames.testing.reports.counterexamples import IMPORTABLE_NAMES
from tests.support.laws import law_named, reproduction_lines
from tests.testing.faults import Fault
from tests.testing.test_faults import FAULTS, SEEDS, wrong_counterexample

LAWS = Path(laws.__file__).parent
NOT_IN_ONE_LINE = {
    "threads_do_the_same",  # needs threads
    "every_game_ends",  # shows the beginning only
}
LONG_TREES = {"it stops at sixty levels", "a line ends at level a hundred"}  # too long to paste
REMEMBERED = {
    "an outcome is remembered by the stones of both",  # what is pasted fails too, but at another place
    "the last value is taken for a bound of the next",  # may not fail again
}
ONLY_NAMES = r'print\(f"\{\w+ = \}"\)$'  # a position or a tree alone, which shows what it is but not what is wrong
SHOWN_ALONE = ("cannot be hashed",)  # but it does if a list in it is what is wrong


def names_of(law: Law) -> dict[str, Any]:
    found = getclosurevars(law.test).nonlocals
    return dict(found["self"].names(found["subject"]))


def paste(line: str, names: dict[str, Any]) -> tuple[str, str]:
    printed, error = StringIO(), ""
    with redirect_stdout(printed):
        try:
            exec(compile(line.partition(": ")[2], "pasted", "exec"), names)
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
    return printed.getvalue(), error


def wrong_report(fault: Fault, name: str) -> str:
    """What is wrong with what the report of a fault offers to paste; empty if it shows the fault."""
    law = law_named(fault.laws(), fault.law)
    try:
        law.test(Options(seed=SEEDS[not fault.rare], examples=100))
    except Counterexample as found:
        report = str(found)
        if wrong := wrong_counterexample(fault, found):
            return wrong
    else:
        return "it is not found"
    if fault.law in NOT_IN_ONE_LINE or name in LONG_TREES | REMEMBERED:
        return ""
    if not (lines := reproduction_lines(report)):
        return f"nothing to paste: {report}"
    if re.search(ONLY_NAMES, lines[0]) and not any(words in report for words in SHOWN_ALONE):
        return f"it shows a position or a tree only: {report}"
    printed, error = paste(lines[0], names_of(law_named(fault.laws(), fault.law)))
    if not (printed or error):
        return f"it shows nothing: {lines[0]}"
    told = report.partition("to see it again")[0]
    kind, _, message = error.partition(": ")
    is_told = kind in told or message[:20] in told
    return "" if not error or is_told else f"it raises something else, {error}: {report}"


def wrong_reports(kind: str) -> dict[str, str]:
    found = {name: wrong_report(fault, name) for name, fault in FAULTS[kind].items()}
    return {name: words for name, words in found.items() if words}


OF_THE_SUBJECT = {"back", "bot", "from_seed", "search", "stage", "to"}
DEFINED_IN_THE_LINE = {"get", "value"}


def test_all_functions_that_laws_show_can_be_imported() -> None:
    """The code of ``evidence`` is a text, which no other tool reads."""
    nodes = [node for path in LAWS.glob("*.py") for node in ast.walk(ast.parse(path.read_text()))]
    shown = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "evidence"]
    shown += [
        node.value for node in nodes if isinstance(node, ast.Assign) and "evidence" in ast.unparse(node.targets[0])
    ]
    texts = [part.value for value in shown for part in ast.walk(value) if isinstance(part, ast.Constant)]
    called = {name for text in texts for name in re.findall(r"(?<![.\w])([A-Za-z_]\w*)\(", str(text))}
    assert len(called) > 20
    known = {*" ".join(IMPORTABLE_NAMES.values()).split(), *dir(builtins)}
    assert called - known == OF_THE_SUBJECT | DEFINED_IN_THE_LINE
    for module, names in IMPORTABLE_NAMES.items():
        assert [name for name in names.split() if not hasattr(import_module(module), name)] == [], module


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["generator", *(pytest.param(kind, marks=pytest.mark.exhaustive) for kind in FAULTS)])
def test_every_report_can_be_pasted(kind: str) -> None:
    assert wrong_reports(kind) == {}
