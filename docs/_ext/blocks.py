"""Blocks of code in pages: what they are, and what the last line of one is worth. Needs nothing but Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple


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
    """Run statements; answer the value of the last, which is an expression."""
    *statements, last = ast.parse(code).body
    names: dict[str, Any] = {}
    exec(compile(ast.Module(statements, []), "<picture>", "exec"), names)
    assert isinstance(last, ast.Expr), "the last line of a picture is an expression"
    return eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)
