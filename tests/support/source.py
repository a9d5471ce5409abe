"""Functions that read the project's files and find the definitions in its modules.

The texts of files and the syntax trees of modules are cached.
"""

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


def imported_modules(path: Path) -> set[str]:
    """Return the names of the modules that a file imports, except modules of the standard library."""
    nodes = [*ast.walk(ast.parse(text_of(path)))]
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}


def relative_name(path: Path) -> str:
    """Return the path of a file relative to the root of the project, for messages."""
    return path.relative_to(ROOT).as_posix()


class Public(NamedTuple):
    """A public definition: a name in the ``__all__`` of a module, or a public method of a class in ``__all__``."""

    where: str
    definition: ast.AST
    doc: str
    within: str = ""  # the docstring of the class, if the definition is a method


@cache
def exported_names(module: str) -> tuple[str, ...]:
    for statement in tree_of(module).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return tuple(ast.literal_eval(statement.value))
    return ()


def names_of(statement: ast.stmt) -> list[str]:
    """Return the names that a top-level class, function or assignment defines. Other statements give an empty list."""
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.AnnAssign):
        return [ast.unparse(statement.target)]
    if isinstance(statement, ast.Assign):
        return [name.id for target in statement.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return []


@cache
def home_modules(module: str) -> dict[str, str]:
    """Return the home of each public name of a module.

    If the module defines the name, the home is the module itself. If the module imports the name, the home is the
    module after the word ``from``.
    """
    tree = tree_of(module)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    home_of = {alias.name: node.module or "" for node in imports for alias in node.names}
    home_of |= {name: module for statement in tree.body for name in names_of(statement)}
    return {name: home_of[name] for name in exported_names(module)}


def literal_below(statement: ast.stmt | None) -> str:
    """Return the string that documents an assignment.

    The argument is the statement below the assignment. If the statement is not a string, return "".
    """
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return ""


def decorators(function: Function | ast.ClassDef) -> set[str]:
    return {ast.unparse(decorator).partition("(")[0].rpartition(".")[2] for decorator in function.decorator_list}


def _defined(module: str) -> Iterator[Public]:
    public = set(exported_names(module))
    for statement, below in pairwise([*tree_of(module).body, None]):
        assert statement is not None
        for name in sorted(public & set(names_of(statement))):
            if not isinstance(statement, Function | ast.ClassDef):
                yield Public(f"{module}.{name}", statement, literal_below(below))
            elif "overload" not in decorators(statement):
                yield Public(f"{module}.{name}", statement, ast.get_docstring(statement) or "")


@cache
def public_definitions() -> dict[str, list[Public]]:
    """Return a dictionary from each module with an ``__all__`` to the public definitions in the module.

    Imported names are left out. Two packages are left out: ``fpgames.cli``, which is documented by help texts, and
    ``fpgames.textbook``, which is documented by its code.
    """
    left_out = ("fpgames.cli", "fpgames.textbook")
    return {
        module: [*_defined(module)] for module in FILES if exported_names(module) and not module.startswith(left_out)
    }
