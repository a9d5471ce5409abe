"""Specialisation of the functions of searches: the same function for one player, and of seeds instead of nodes.

A node is a pair of a seed and a level. A function that only reads its node and visits its children at once needs no pairs:
``children(node)`` becomes ``children_of(seed)``, and ``player(node) is Player.FIRST`` is decided before the search.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from functools import cache, lru_cache
from inspect import getsource
from textwrap import dedent
from types import CellType, CodeType, FunctionType
from typing import Any, NamedTuple, TypeAlias

from fpgames.rules.outcomes import Player
from fpgames.search import nodes
from fpgames.tree.walking import RECURSIVE_CODE

# Syntax that binds variables by other means than ``ast.Name``.
_BINDERS = (ast.ClassDef, ast.ExceptHandler, ast.Global, ast.Nonlocal, ast.alias, ast.arguments, ast.pattern)
_FREE_NAMES = (
    "_check_window", "_checked", "_children", "_children_below", "_label", "_last_label", "_leaf", "_player", "_visit",
)  # fmt: skip
_NAMES = {*_FREE_NAMES, "_below", "_left", "_seed", "dir", "eval", "exec", "locals", "vars"}  # these see variables
_READERS = nodes.children, nodes.label, nodes.player, Player
_LABEL, _ANY_LABEL = "_last_label(_seed)", "_label(_seed) if _left else _last_label(_seed)"
_WINDOW_CHECK = "if alpha is not None and beta is not None and alpha >= beta: _check_window(alpha, beta)"
_AT_LEAVES = rf"(\w+) = (\w+)\nreturn \(?({re.escape(_LABEL)}|{re.escape(_ANY_LABEL)})\)? if \1 is \2 else \1"


_PLAYERS = [CellType(player) for player in Player]
_Readers: TypeAlias = tuple[tuple[str, object], ...]  # names with the functions that read nodes, or Player


class Specialised(NamedTuple):
    """A function of nodes, rewritten as the code of functions of a seed, the remaining depth, and the window if any."""

    codes: list[tuple[CodeType, tuple[str, ...]]]  # with free names; where the first player moves, then the second
    reads_leaves: bool  # whether the value of a leaf at depth 0 is its label, which is read without a visit

    def functions(self, function: Any, cells: dict[str, CellType]) -> list[tuple[FunctionType, CellType]]:
        """Return the function for each player, with the cell for its recursive call. They share ``cells``.

        They also share the cells and the globals of ``function``.
        """
        if function.__closure__:
            cells |= zip(function.__code__.co_freevars, function.__closure__, strict=True)
        functions = []
        for (code, names), cells["_player"] in zip(self.codes, _PLAYERS, strict=True):
            cells["_visit"] = visit = CellType()
            closure = tuple([cells[name] for name in names])
            functions.append((FunctionType(code, function.__globals__, function.__name__, None, closure), visit))
        return functions


class _NotSpecialised(Exception):
    """Raised for a function that does more with nodes than a function of seeds can do."""


def specialised(function: Callable[..., Any], windowed: bool, alternates: bool, checks: bool) -> Specialised | None:
    """Return the specialised code of a function of nodes; None if it needs nodes, or if its source cannot be read.

    If ``checks``, the new functions check the window and the values of children, and read labels of all nodes, not of
    leaves only. A function that does not ask for the player is specialised only if players alternate, without chance.
    """
    code, cells = function.__code__, function.__closure__ or ()
    with suppress(ValueError):  # a captured variable has no value yet
        captured = {name: cell.cell_contents for name, cell in zip(code.co_freevars, cells, strict=True)}
        known = function.__globals__ | captured  # read anew for each search, because names may be bound again
        readers = [(name, reader) for name in _names_in(code) for reader in _READERS if known.get(name) is reader]
        return _specialised_code(code, code.co_filename, tuple(readers), windowed, alternates, checks)
    return None


specialised_once = cache(specialised)
"""``specialised`` for the functions of the library, whose names are never bound again."""


@lru_cache(maxsize=256)
def _names_in(code: CodeType) -> frozenset[str]:
    """Return the names that code reads, with those in its comprehensions."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(code.co_names + code.co_freevars).union(*map(_names_in, inner))


@lru_cache(maxsize=256)
def _specialised_code(
    old: CodeType, _file: str, readers: _Readers, windowed: bool, alternates: bool, checks: bool
) -> Specialised | None:
    """Return what ``specialised`` returns. Functions that are defined in a function share their code, and so the result."""
    with suppress(Exception):  # source of any kind; the function is then searched with nodes
        return _specialise(old, readers, windowed, alternates, checks, reads_leaves=not windowed)
    return None


def _specialise(
    old: CodeType, readers: _Readers, windowed: bool, alternates: bool, checks: bool, reads_leaves: bool
) -> Specialised:
    definition: Any = ast.parse(dedent(getsource(old))).body[0]
    if _comparable(_code_of(definition, old.co_freevars)) != _comparable(old):
        raise _NotSpecialised  # the file has changed since it was imported
    if definition.args.posonlyargs or None in definition.args.kw_defaults:
        raise _NotSpecialised  # an option without a default may be missing
    codes, texts = [], []
    for player in Player:
        rewrite = _Rewrite(dict(readers), copied := deepcopy(definition), player, reads_leaves, checks)
        body = rewrite.visit(ast.Module(copied.body[bool(ast.get_docstring(copied)) :], [])).body
        if not (rewrite.asks_player or alternates) or rewrite.children.keys() & rewrite.refused:
            raise _NotSpecialised
        loops = [item for item in body if isinstance(item, ast.If) and getattr(item.test, "id", "") == "_left"]
        texts.append("\n".join(ast.unparse(ast.fix_missing_locations(item)) for item in body if item not in loops))
        check = ast.parse(_WINDOW_CHECK).body if windowed and checks else []
        parameters = ["_seed", "_left", *(parameter.arg for parameter in definition.args.args[2:])]
        new = ast.FunctionDef("_search", _parameters(parameters), [*check, *body], [])
        ast.increment_lineno(ast.fix_missing_locations(new), old.co_firstlineno - 1)
        code = _code_of(new, [*_FREE_NAMES, *old.co_freevars, *rewrite.options], old.co_filename)
        codes.append((code.replace(co_name=old.co_name), code.co_freevars))
    if reads_leaves and not all(re.fullmatch(_AT_LEAVES, text) for text in texts):
        return _specialise(old, readers, windowed, alternates, checks, reads_leaves=False)
    RECURSIVE_CODE.update(code for code, _ in codes)
    return Specialised(codes, reads_leaves)


def _code_of(definition: ast.FunctionDef, free: Iterable[str], filename: str = "") -> CodeType:
    """Return the code of a function definition with these free variables."""
    inner = ast.FunctionDef("_search", definition.args, definition.body, [])
    outer = ast.fix_missing_locations(ast.FunctionDef("_make", _parameters(free), [inner], []))
    code = compile(ast.Module([outer], []), filename, "exec", dont_inherit=True)
    for _ in "outer", "inner":
        (code,) = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return code


def _comparable(code: CodeType) -> tuple[object, ...]:
    """Return all of a code object but its names and places in files."""
    constants = [_comparable(item) if isinstance(item, CodeType) else repr(item) for item in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants


def _parameters(names: Iterable[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def _expression(source: str) -> Any:
    return ast.parse(source, mode="eval").body


class _Rewrite(ast.NodeTransformer):
    """Rewrites the body of a function of nodes; raises _NotSpecialised for a use of nodes that seeds cannot serve."""

    def __init__(
        self, readers: dict[str, object], definition: ast.FunctionDef, player: Player, reads_leaves: bool, checks: bool
    ) -> None:
        self.tree_node, self.visit_name = (parameter.arg for parameter in definition.args.args[:2])
        self.n_bounds = len(definition.args.args) - 2
        self.options = {parameter.arg for parameter in definition.args.kwonlyargs}
        self.player, self.reads_leaves, self.checks, self.asks_player = player, reads_leaves, checks, False
        items: list[Any] = [*ast.walk(definition)]
        self.stores = Counter(x.id for x in items if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load))
        parameters = {item.arg for item in items if isinstance(item, ast.arg)}
        self.known = readers | dict.fromkeys({*self.stores, *parameters})  # also variables of comprehensions
        self.refused = {self.tree_node, self.visit_name, *_NAMES}
        self.variables_read: set[str] = set()
        self.outermost = {*definition.body}  # statements that run once, in their order
        self.constants: dict[str, bool] = {}  # variables whose values the player determines
        self.children: dict[str, str] = {}  # variable that holds children -> the remaining depth of the children
        for kind, below in (ast.For, "_below"), (ast.comprehension, "_left - 1"):
            loops = (item for item in items if isinstance(item, kind) and self.reads(item.iter, nodes.children))
            self.children |= dict.fromkeys((ast.unparse(loop.target) for loop in loops), below)

    def reads(self, expression: ast.AST, reader: object) -> bool:
        """Return whether an expression calls a function with the node: ``reader(node)``."""
        match expression:
            case ast.Call(ast.Name(name), [ast.Name(self.tree_node)], []):
                return self.known.get(name) is reader
        return False

    def visit(self, node: ast.AST) -> Any:
        """Return the rewritten node, or a list of statements."""
        if isinstance(node, _BINDERS):
            raise _NotSpecialised
        return super().visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if self.reads(node, nodes.label):
            return _expression(_ANY_LABEL if self.checks else _LABEL)
        if self.reads(node, nodes.player):
            self.asks_player = True
            return _expression("_player")
        match node:
            case ast.Call(ast.Name(self.visit_name), [ast.Name(child), *window], []) if (
                child in self.children and len(window) == self.n_bounds
            ):
                below = self.children[child]
                value = _expression(f"_visit({child}, {below})")
                value.args += map(self.visit, window)
                if self.reads_leaves:
                    value = ast.IfExp(_expression(below), value, _expression(f"_leaf({child})"))
                return ast.Call(_expression("_checked"), [value], []) if self.checks else value
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Decide ``player(node) is Player.FIRST``."""
        match node:
            case ast.Compare(asked, [ast.Is() | ast.IsNot() as operator], [ast.Attribute(ast.Name(name), member)]) if (
                self.reads(asked, nodes.player) and self.known.get(name) is Player and member in Player.__members__
            ):
                self.asks_player = True
                return ast.Constant((Player[member] is self.player) is isinstance(operator, ast.Is))
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        """Ask before the loop whether levels are left, because compiled code has one type of iterators."""
        if not self.reads(node.iter, nodes.children):
            return self.generic_visit(node)
        if node.orelse or not isinstance(node.target, ast.Name):
            raise _NotSpecialised  # ``else`` would be skipped, or nodes are unpacked
        body = self.visit(ast.Module(node.body, [])).body
        new_loop = ast.For(node.target, _expression("_children(_seed)"), body, [])
        return ast.If(_expression("_left"), [*ast.parse("_below = _left - 1").body, new_loop], [])

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if not self.reads(node.iter, nodes.children):
            return self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            raise _NotSpecialised
        conditions = [self.visit(condition) for condition in node.ifs]
        return ast.comprehension(node.target, _expression("_children_below(_seed, _left)"), conditions, 0)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt] | None:
        """Drop an assignment of a constant that the player determines; check the value of a child."""
        value, targets = self.visit(node.value), [self.visit(target) for target in node.targets]
        match targets, value:
            case [ast.Name(name)], ast.Constant(bool(decided)) if (
                node in self.outermost and self.stores[name] == 1 and name not in self.variables_read
            ):
                self.constants[name] = decided
                return None
            case [ast.Name(name)], ast.Call(ast.Name("_checked"), [unchecked]):
                return [ast.Assign(targets, unchecked), *ast.parse(f"if not {name} == {name}: _checked({name})").body]
        return ast.Assign(targets, value)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and node.id in self.constants:
            return ast.Constant(self.constants[node.id])
        if node.id in self.refused or node.id in self.children or (not is_read and node.id in self.options):
            raise _NotSpecialised
        if is_read:
            self.variables_read.add(node.id)
        return node
