"""Records are read by name: a field that is added to what a tree or a search knows breaks no code that reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.source import FILES, tree_of

RECORDS = {"Unfolding", "GameView", "Run", "NodeReaders", "SearchTree", "AnySearchTree", "SearchSetup"}
FIELDS = {"unfolding", "game", "run"}  # attributes that hold such a record
MAKERS = {"readers_of", "readers", "game_view_at", "expand", "resolve_phases"} | RECORDS


def is_record(value: ast.expr, known: set[str]) -> bool:
    """Whether an expression is one of the records: by its attribute, by the function that makes it, or as a variable."""
    match value:
        case ast.Attribute(attr=name):
            return name in FIELDS
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in MAKERS
        case ast.Name(id=name):
            return name in known
    return False


def annotated_names(nodes: list[ast.AST]) -> set[str]:
    """The parameters and variables of a function whose annotation names a record."""
    rests = [node.vararg for node in nodes if isinstance(node, ast.arguments)]  # each holds a tuple
    pairs = [
        *((node.arg, node.annotation) for node in nodes if isinstance(node, ast.arg) and node not in rests),
        *((ast.unparse(node.target), node.annotation) for node in nodes if isinstance(node, ast.AnnAssign)),
    ]
    names = {name for name, hint in pairs if hint and ast.unparse(hint).partition("[")[0].strip("'\"") in RECORDS}
    return names | {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and is_record(node.value, names)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def read_by_position(tree: ast.Module) -> Iterator[str]:
    """The expressions of a file that take a record apart by the order of its fields."""
    scopes = [(node, set[str]()) for node in tree.body if isinstance(node, ast.FunctionDef)]
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        own = {"self"} if owner.name in RECORDS else set[str]()
        scopes += [(node, own) for node in owner.body if isinstance(node, ast.FunctionDef)]
    for function, own in scopes:
        nodes = [*ast.walk(function)]
        known = annotated_names(nodes) | own
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value) | ast.Starred(value=value):
                    pass
                case ast.Subscript(value=value, slice=ast.Constant() | ast.Slice() | ast.UnaryOp()):
                    pass
                case ast.MatchClass(cls=value, patterns=[_, *_]):
                    pass
                case _:
                    continue
            if is_record(value, known | RECORDS):
                yield ast.unparse(node)


def test_records_are_read_by_name() -> None:
    assert {module: found for module in FILES if (found := [*read_by_position(tree_of(module))])} == {}


PLANTED = [
    "def f(tree): label_of, *_ = tree.unfolding", "def f(tree: SearchTree[P, M]): _, _, moves, *_ = tree",
    "def f(game: GameView): return game[1]", "def f(tree):\n    unfolding = tree.unfolding\n    return unfolding[0]",
    "def f(setup: SearchSetup[P, M]): return (*setup[:2], 1)", "def f(rules, p): return (*expand(rules, p),)",
    "class SearchTree(NamedTuple):\n    def f(self): return self[4:7]", "def f(run: 'Run'): return g(*run)",
    "def f(run):\n    match run:\n        case Run(entries): return entries",
]  # fmt: skip


def test_a_record_read_by_position_is_noticed() -> None:
    for line in PLANTED:
        assert [*read_by_position(ast.parse(line))], line
    by_name = "def f(tree: SearchTree): visits = tree.visits; a, b = tree.moves, tree.children[0]"
    assert [*read_by_position(ast.parse(by_name))] == []
