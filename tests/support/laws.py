"""What tests of the kit need: one law of a list or of a function, and Hypothesis' settings for a while."""

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
    """Return nothing of a position, but raise an error."""
    raise ZeroDivisionError("division by zero")


def pasted(line: str, **names: Any) -> Any:
    """Return what the line of a report prints that says how to see a fault again, as if it were pasted."""
    *statements, last = ast.parse(line.partition(": ")[2]).body
    assert isinstance(last, ast.Expr), line
    exec(compile(ast.Module(statements, []), line, "exec"), names)
    printed = [node.value for node in ast.walk(last) if isinstance(node, ast.FormattedValue)]
    found = [eval(compile(ast.Expression(each), line, "eval"), names) for each in printed or [last.value]]
    return tuple(found) if found[1:] else found[0]


def again(report: object) -> list[str]:
    """Return the lines of a report, or of an error, that say how to see a fault again."""
    return [line.strip() for line in str(report).splitlines() if line.strip().startswith("to see it again")]


def unknown(report: object) -> set[str]:
    """Return the names that a line to see a fault again uses, but neither imports nor sets nor says to be yours."""
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
    """Return the law with a name."""
    [law] = [law for law in laws if law.name == name]
    return law


def law_from(statement: Callable[..., None], drawn: SearchStrategy[Any] | None = None) -> Law:
    """Return the law that a function states of no subject, and of a value ``n`` if one is drawn."""
    suite: Suite[None] = Suite()
    values: dict[str, Any] = {} if drawn is None else {"n": lambda _: drawn}
    suite.law(**values)(statement)
    [law] = suite.laws(None, "nothing")
    return law


@contextmanager
def profile(**changes: Any) -> Iterator[None]:
    """Let other settings hold inside, also if what is inside fails."""
    before = settings.get_current_profile_name()
    settings.register_profile("for a while", settings.get_profile(before), **changes)
    settings.load_profile("for a while")
    try:
        yield
    finally:
        settings.load_profile(before)
