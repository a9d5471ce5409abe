"""Find and run the code blocks of pages, and extract definitions from the textbook. Needs only Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

TEXTBOOK = Path(__file__).parents[3] / "fpgames" / "textbook.py"


class Block(NamedTuple):
    """A fenced block: its info string, its code, and the line before it."""

    info: str
    code: str
    before: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, including nested ones."""
    for match in re.finditer(r"(?<=\n)(.*)\n *``` ?(.*)\n((?:.*\n)*?) *```(?=\n|$)", f"\n\n{page}"):
        before, info, code = match.groups()
        yield Block(info, code, before)


def last_value(code: str) -> Any:
    """Run statements, and return the value of the last statement, which must be an expression."""
    *statements, last = ast.parse(code).body
    names: dict[str, Any] = {}
    exec(compile(ast.Module(statements, []), "<picture>", "exec"), names)
    assert isinstance(last, ast.Expr), "the last line of a picture is an expression"
    return eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)


def run_cell(code: str, names: dict[str, Any]) -> Any:
    """Run statements, and return the value of the last statement, or None if it is not an expression.

    The statements read and change the variables in ``names``.
    """
    *statements, last = ast.parse(code).body
    has_value = isinstance(last, ast.Expr)
    exec(compile(ast.Module(statements if has_value else [*statements, last], []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None


def cell_shown(value: Any) -> str:
    """Return the HTML that a notebook shows for a value: the value's own HTML or SVG, or else its text.

    The HTML of None is empty.
    """
    for name in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, name):
            return str(getattr(value, name)())
    return "" if value is None else f"<pre>{escape(repr(value))}</pre>"


def definition(name: str) -> str:
    """Return the code of a function or class of the textbook, without docstrings."""
    code = TEXTBOOK.read_text(encoding="utf-8")
    (node,) = (statement for statement in ast.parse(code).body if name == getattr(statement, "name", None))
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    lines = dict(enumerate(code.splitlines(), 1))
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part):
            for n in range(part.body[0].lineno, (part.body[0].end_lineno or 0) + 1):
                del lines[n]
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    source = "\n".join(line for n, line in lines.items() if first <= n <= (node.end_lineno or 0))
    return source.replace(":\n\n    ", ":\n    ")


def textbook(names: str) -> str:
    """Return the code of the textbook's functions and classes with these names, which are separated by spaces."""
    return "\n\n\n".join(map(definition, names.split()))
