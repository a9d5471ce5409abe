"""The files of the project that tests read, each read once, and what modules of the library define, each parsed once."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "fpgames"
DOCS = ROOT / "docs"

FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
WRITTEN = [page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts]
PAGES = [ROOT / "README.md", *WRITTEN]

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(text_of(FILES[module]))


def imported(path: Path) -> set[str]:
    """Return the names of the modules that a file imports, but for those of Python itself."""
    nodes = [*ast.walk(ast.parse(text_of(path)))]
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}


def name_of(path: Path) -> str:
    """How messages name a file."""
    return path.relative_to(ROOT).as_posix()


class Public(NamedTuple):
    """Something that a module's ``__all__`` names, or a public method of such a class."""

    where: str
    definition: ast.AST
    doc: str
    within: str = ""  # the docstring of its class


@cache
def exported(module: str) -> tuple[str, ...]:
    for statement in tree_of(module).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return tuple(ast.literal_eval(statement.value))
    return ()


def names_of(statement: ast.stmt) -> list[str]:
    """What a statement at the top of a file gives a name to, imports aside."""
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.AnnAssign):
        return [ast.unparse(statement.target)]
    if isinstance(statement, ast.Assign):
        return [name.id for target in statement.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return []


@cache
def homes(module: str) -> dict[str, str]:
    """Where each public name of a module lives: there, or where it is imported from."""
    tree = tree_of(module)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {alias.name: node.module or "" for node in imports for alias in node.names}
    found |= {name: module for statement in tree.body for name in names_of(statement)}
    return {name: found[name] for name in exported(module)}


def literal_below(statement: ast.stmt | None) -> str:
    """The string that documents what is assigned above it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return ""


def decorators(function: Function | ast.ClassDef) -> set[str]:
    return {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in function.decorator_list}


def _defined(module: str) -> Iterator[Public]:
    public = set(exported(module))
    for statement, below in pairwise([*tree_of(module).body, None]):
        assert statement is not None
        for name in sorted(public & set(names_of(statement))):
            if not isinstance(statement, Function | ast.ClassDef):
                yield Public(f"{module}.{name}", statement, literal_below(below))
            elif "overload" not in decorators(statement):
                yield Public(f"{module}.{name}", statement, ast.get_docstring(statement) or "")


@cache
def documented() -> dict[str, list[Public]]:
    """Of each module with an ``__all__``, what it itself defines of it.

    Not of commands, whose page is their help, nor of the textbook, whose page is its code.
    """
    elsewhere = ("fpgames.cli", "fpgames.textbook")
    return {module: [*_defined(module)] for module in FILES if exported(module) and not module.startswith(elsewhere)}
