"""Blocks of code in pages: what they are, what the last line of one is worth, and what they show of the textbook.

Needs nothing but Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

TEXTBOOK = Path(__file__).parents[3] / "fpgames" / "textbook.py"


class Block(NamedTuple):
    """Fenced code: what is said behind the fence, the code, and the line before it."""

    info: str
    code: str
    before: str


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, those in other blocks too."""
    for found in re.finditer(r"(?<=\n)(.*)\n *``` ?(.*)\n((?:.*\n)*?) *```(?=\n|$)", f"\n\n{page}"):
        before, info, code = found.groups()
        yield Block(info, code, before)


def last_value(code: str) -> Any:
    """Run statements; return the value of the last, which is an expression."""
    *statements, last = ast.parse(code).body
    names: dict[str, Any] = {}
    exec(compile(ast.Module(statements, []), "<picture>", "exec"), names)
    assert isinstance(last, ast.Expr), "the last line of a picture is an expression"
    return eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)


def run_cell(code: str, names: dict[str, Any]) -> Any:
    """Run statements among names that are known; return the value of the last if it is an expression, else nothing."""
    *statements, last = ast.parse(code).body
    ended = isinstance(last, ast.Expr)
    exec(compile(ast.Module(statements if ended else [*statements, last], []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None


def cell_shown(value: Any) -> str:
    """What a notebook shows of a value: the markup that it has of itself, else its text; nothing of nothing."""
    for name in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, name):
            return str(getattr(value, name)())
    return "" if value is None else f"<pre>{escape(repr(value))}</pre>"


def definition(name: str) -> str:
    """Return the code of a function or a class."""
    code = TEXTBOOK.read_text(encoding="utf-8")
    (found,) = (each for each in ast.parse(code).body if name == getattr(each, "name", None))
    assert isinstance(found, ast.FunctionDef | ast.ClassDef)
    lines = dict(enumerate(code.splitlines(), 1))
    for each in ast.walk(found):
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(each):
            for n in range(each.body[0].lineno, (each.body[0].end_lineno or 0) + 1):
                del lines[n]
    first = min([found.lineno, *(decorator.lineno for decorator in found.decorator_list)])
    kept = "\n".join(line for n, line in lines.items() if first <= n <= (found.end_lineno or 0))
    return kept.replace(":\n\n    ", ":\n    ")


def textbook(names: str) -> str:
    """Return the code of functions and classes, an empty line between two."""
    return "\n\n\n".join(map(definition, names.split()))
