"""Helpers for tests of ``fpgames.testing``: make or find one law, read its report, and change Hypothesis' settings."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import settings
from hypothesis.strategies import SearchStrategy

from fpgames.testing import Law, Suite


def raising(p: object) -> Any:
    """Raise ZeroDivisionError for any position."""
    raise ZeroDivisionError("division by zero")


def pasted(line: str, **names: Any) -> Any:
    """Run a report's line that reproduces a fault, as if pasted; return the value, or the tuple of values, it prints."""
    *statements, last = ast.parse(line.partition(": ")[2]).body
    assert isinstance(last, ast.Expr), line
    exec(compile(ast.Module(statements, []), line, "exec"), names)
    printed = [node.value for node in ast.walk(last) if isinstance(node, ast.FormattedValue)]
    found = [eval(compile(ast.Expression(each), line, "eval"), names) for each in printed or [last.value]]
    return tuple(found) if found[1:] else found[0]


def again(report: object) -> list[str]:
    """Return the lines of a report, or of an error, that reproduce the fault."""
    return [line.strip() for line in str(report).splitlines() if line.strip().startswith("to see it again")]


def unknown(report: object) -> set[str]:
    """Return the undefined names in the lines that reproduce a fault: not imported, assigned, built in or announced."""
    found: set[str] = set()
    for line in again(report):
        before, _, code = line.partition(": ")
        words = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
        imports = [
            alias for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom) for alias in node.names
        ]
        known = {alias.asname or alias.name for alias in imports} | {
            each.id for each in words if isinstance(each.ctx, ast.Store)
        }
        found |= {each.id for each in words} - known - {*before.split("`")} - {*dir(builtins)}
    return found


def law_of(laws: Iterable[Law], name: str) -> Law:
    """Return the one law with this name."""
    [law] = [law for law in laws if law.name == name]
    return law


def law_from(statement: Callable[..., None], drawn: SearchStrategy[Any] | None = None) -> Law:
    """Make a law without a subject from a function, which takes a drawn value ``n`` if a strategy is given."""
    suite: Suite[None] = Suite()
    values: dict[str, Any] = {} if drawn is None else {"n": lambda _: drawn}
    suite.law(**values)(statement)
    [law] = suite.laws(None, "nothing")
    return law


@contextmanager
def profile(**changes: Any) -> Iterator[None]:
    """Change Hypothesis' settings within a block, and restore them at its end."""
    before = settings.get_current_profile_name()
    settings.register_profile("for a while", settings.get_profile(before), **changes)
    settings.load_profile("for a while")
    try:
        yield
    finally:
        settings.load_profile(before)
