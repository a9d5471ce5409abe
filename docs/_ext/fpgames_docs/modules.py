"""Expand the short blocks of reference pages that say which modules and names are documented there.

Each line of a block ``{modules}`` is a module, which gets a heading and the descriptions of its names; names after a minus
sign are left out. A block ``{members} MODULE`` has the names of a module that are described at this place. Needs only Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_BLOCK = re.compile(r"^```\{(modules|members)\} ?(.*)\n((?:.*\n)*?)```\n", re.MULTILINE)


def _module(line: str) -> str:
    """Return a heading and the directive that describes a module, for a line of the block ``{modules}``."""
    module, _, left_out = line.partition(" - ")
    exclude = f"   :exclude-members: {left_out}\n" if left_out else ""
    return f"## `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n{exclude}```\n"


def _members(module: str, names: str) -> Iterator[str]:
    """Yield the directive that describes each name of a module."""
    for name in names.split():
        value = getattr(import_module(module), name)
        kind = "function" if not isclass(value) else "exception" if issubclass(value, Exception) else "class"
        yield f".. auto{kind}:: {module}.{name}\n" + ("" if kind == "function" else "   :members:\n")


def _expanded(block: re.Match[str]) -> str:
    kind, module, lines = block.groups()
    if kind == "modules":
        return "\n".join(map(_module, lines.splitlines()))
    return "```{eval-rst}\n" + "\n".join(_members(module, lines)) + "```\n"


def expand(page: str) -> str:
    """Return the text of a page in which each block is replaced by what it stands for."""
    return _BLOCK.sub(_expanded, page)


def _expand_source(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = expand(source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the expansion of blocks to the reading of pages."""
    app.connect("source-read", _expand_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
