"""Helpers for tests of ``fpgames.testing``: they make or find a law, check a report, and change Hypothesis' settings."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import settings
from hypothesis.strategies import SearchStrategy

from fpgames.testing import Law, Suite


def raise_zero_division(p: object) -> Any:
    raise ZeroDivisionError("division by zero")


def run_reproduction(line: str, **names: Any) -> Any:
    """Run the code of a line that reproduces a fault, and return the value that the code prints.

    Several printed values are returned as a tuple. The keyword arguments are variables that the code may use.
    """
    *statements, last = ast.parse(line.partition(": ")[2]).body
    assert isinstance(last, ast.Expr), line
    exec(compile(ast.Module(statements, []), line, "exec"), names)
    printed = [node.value for node in ast.walk(last) if isinstance(node, ast.FormattedValue)]
    values = [eval(compile(ast.Expression(node), line, "eval"), names) for node in printed or [last.value]]
    return tuple(values) if values[1:] else values[0]


def reproduction_lines(report: object) -> list[str]:
    return [line.strip() for line in str(report).splitlines() if line.strip().startswith("to see it again")]


def undefined_names(report: object) -> set[str]:
    """Return the undefined names in the lines that reproduce a fault.

    A name is defined if the name is a builtin, or is imported, assigned or a parameter in the line that uses it. A name in
    backticks before the code, as in "with your `rules`", also counts as defined.
    """
    undefined: set[str] = set()
    for line in reproduction_lines(report):
        before, _, code = line.partition(": ")
        words = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
        imports = [
            alias for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom) for alias in node.names
        ]
        known = {alias.asname or alias.name for alias in imports} | {
            word.id for word in words if isinstance(word.ctx, ast.Store)
        }
        known |= {node.arg for node in ast.walk(ast.parse(code)) if isinstance(node, ast.arg)}  # parameters of lambdas
        undefined |= {word.id for word in words} - known - {*before.split("`")} - {*dir(builtins)}
    return undefined


def law_named(laws: Iterable[Law], name: str) -> Law:
    [law] = [law for law in laws if law.name == name]
    return law


def make_law(statement: Callable[..., None], drawn: SearchStrategy[Any] | None = None) -> Law:
    """Make a law from a function. The first argument of the function is always None, in place of a game.

    If ``drawn`` is given, the function has a second parameter ``n``, whose values are drawn from this strategy.
    """
    suite: Suite[None] = Suite()
    values: dict[str, Any] = {} if drawn is None else {"n": lambda _: drawn}
    suite.law(**values)(statement)
    [law] = suite.laws(None, "nothing")
    return law


@contextmanager
def profile(**changes: Any) -> Iterator[None]:
    """Change settings of Hypothesis within a ``with`` block. The end of the block restores the previous settings."""
    before = settings.get_current_profile_name()
    settings.register_profile("for a while", settings.get_profile(before), **changes)
    settings.load_profile("for a while")
    try:
        yield
    finally:
        settings.load_profile(before)
