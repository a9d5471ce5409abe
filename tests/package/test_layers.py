"""Layers: each package imports only layers above it in the table, extras stay optional, and modules stay small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from tests.support.source import FILES, ROOT, exported_names, text_of, tree_of

# From the ground up: each part of a package imports only parts of its own line and of the lines before. The table of
# ``fpgames`` is the one in the design notes; parts of other packages are modules and folders.
LAYERS: dict[str, list[set[str]]] = {
    "fpgames": [
        {"validation", "lowering", "declarations", "stage", "pictures"},
        {"state", "rand"},
        {"rules"},
        {"textbook"},
        {"tree"},
        {"search"},
        {"compiled"},
        {"play"},
        {"games"},
        {"interop"},
        {"solvers"},
        {"draw"},
        {"testing", "hypothesis_plugin"},
        {"cli", "__main__"},
    ],
    "fpgames.compiled": [
        {"errors"}, {"caching"}, {"numba_check"}, {"flat_trees"}, {"backend"}, {"meter"}, {"simulations"}, {"pipelines"},
    ],
    "fpgames.compiled.backend": [{"arithmetic"}, {"memory"}, {"lowering"}, {"driver"}, {"montecarlo"}],
    "fpgames.testing": [{"law"}, {"strategies"}, {"reports"}, {"running"}, {"laws"}],
}  # fmt: skip
# What games may import besides other games: rules, never a tree, a search or a bot.
FOR_GAMES = {"games", *LAYERS["fpgames"][0], *LAYERS["fpgames"][1], *LAYERS["fpgames"][2]}
# What needs numba. Others import it by ``import_with_numba``, which checks numba first.
BACKEND = "fpgames.compiled.backend"


def part_of(module: str, package: str) -> str:
    """The part of a package in which a module is; "" if it is in none."""
    return module.removeprefix(f"{package}.").split(".")[0] if module.startswith(f"{package}.") else ""


def level(module: str, package: str) -> int:
    """The line in a package's table where a module is; -1 if it is in no part of the package."""
    lines = enumerate(LAYERS[package])
    return next((level for level, parts in lines if part_of(module, package) in parts), -1)


@cache
def imported(tree: ast.Module) -> set[str]:
    """The modules of ours that a file imports, wherever in the file it does; a package's, if it imports a name of it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in FILES else node.module or "")
    return {name for name in found if name.startswith("fpgames")}


class NamedImport(NamedTuple):
    template: str  # the name, with {} where it is computed
    function: str  # the innermost function around the call
    from_parameter: bool  # whether the name is computed from a parameter of that function


def named_imports(tree: ast.Module, importers: Mapping[str, str]) -> Iterator[NamedImport]:
    """Yield the calls of importers: of functions whose first argument, put into a template, is a module's name."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {
        node: ast.unparse(node.func).rpartition(".")[2]
        for node in calls
        if isinstance(node.func, ast.Name | ast.Attribute)
    }
    for node in [node for node, name in names.items() if name in importers and (node.args or node.keywords)]:
        argument = (node.args or [keyword.value for keyword in node.keywords])[0]
        around = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and node in ast.walk(each)]
        function = around[-1] if around else None  # the innermost: ``walk`` finds outer functions first
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        texts = [str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts]
        parameters = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)} if function else set()
        read = {each.id for each in ast.walk(argument) if isinstance(each, ast.Name)}
        template = importers[names[node]].replace("{}", "".join(texts))
        yield NamedImport(template, function.name if function else "", bool(read & parameters))


@cache
def library_importers() -> Mapping[str, str]:
    """The functions that import modules by name: Python's, and each of ours that hands its parameter to one of them."""
    importers, known = {"import_module": "{}", "__import__": "{}"}, 0
    while len(importers) > known:  # until no function calls another one that was found
        known = len(importers)
        for module, path in FILES.items():
            if any(name in text_of(path) for name in importers):
                found = named_imports(tree_of(module), importers)
                importers |= {each.function: each.template for each in found if each.from_parameter}
    return importers


@cache
def imported_by_name(tree: ast.Module) -> set[str]:
    """The modules that a file imports by name. What is not written in a call is looked for among the file's strings."""
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in alone
    ]
    words = {word for text in strings for word in text.split()}
    calls = [each for each in named_imports(tree, library_importers()) if not each.from_parameter]
    return {each.template.replace("{}", word) for each in calls for word in words} & FILES.keys()


def refused(module: str, tree: ast.Module) -> Iterator[str]:
    """The imports of a module that the layers do not allow."""
    by_name = imported_by_name(tree)
    for name in sorted(imported(tree) | by_name):
        if module == "fpgames":
            continue  # the front door
        if name == "fpgames":
            if module.split(".")[1] != "cli":  # which asks for the version
                yield name
        elif (
            any(level(name, package) > level(module, package) > -1 for package in LAYERS)
            or (part_of(module, "fpgames") == "games" and part_of(name, "fpgames") not in FOR_GAMES)
            or (
                part_of(module, "fpgames") == "interop"
                and part_of(name, "fpgames") not in {*FOR_GAMES, "interop"} - {"games"}
            )
            or (name.startswith(BACKEND) and name not in by_name and not module.startswith(BACKEND))
        ):
            yield name


def test_every_module_has_its_layer() -> None:
    for package, lines in LAYERS.items():
        assert {part_of(module, package) for module in FILES} - {""} == set().union(*lines), package


def test_the_design_notes_have_the_same_table() -> None:
    table = text_of(ROOT / "docs/design/1-layers.md")
    rows = [set(re.findall(r"`(\w+)`", row)) for row in re.findall(r"^\| (`.+?) \|", table, re.M)]
    assert rows == [layer - {"__main__", "hypothesis_plugin"} for layer in LAYERS["fpgames"]]


def test_the_design_notes_list_what_other_layers_use_of_trees() -> None:
    text = text_of(ROOT / "docs/design/5-trees.md").partition("## What other layers use")[2]
    imports = [node for module in FILES if part_of(module, "fpgames") != "tree" for node in ast.walk(tree_of(module))]
    used = {
        alias.name
        for node in imports
        if isinstance(node, ast.ImportFrom) and part_of(node.module or "", "fpgames") == "tree"
        for alias in node.names
        if alias.name not in exported_names(node.module or "")
    }
    assert {
        name for line in text.splitlines() if line.startswith("| ") for name in re.findall(r"`(\w+)`", line)
    } == used


def test_the_design_notes_have_a_picture_of_the_compiler() -> None:
    """One line of the picture for each line of both tables; the lower, the nearer to the ground."""
    picture = text_of(ROOT / "docs/design/6-compiled-code.md").partition("```text")[2].partition("```")[0]
    drawn = re.findall(r"^( *)(\w+)(?:/|\.py) ", picture, re.M)
    for package, indent in (("fpgames.compiled", ""), (BACKEND, "  ")):
        assert [{name} for space, name in reversed(drawn) if space == indent] == LAYERS[package]


def test_a_module_imports_only_layers_above_its_own() -> None:
    assert {module: wrong for module in FILES if (wrong := [*refused(module, tree_of(module))])} == {}


REFUSED = [
    ("fpgames.rules", "from fpgames.tree.unfolding import Tree", ["fpgames.tree.unfolding"]),
    ("fpgames.tree.stages", "import fpgames.search.values", ["fpgames.search.values"]),
    ("fpgames.tree.stages", "def f():\n    from fpgames.draw import tree_svg", ["fpgames.draw"]),
    ("fpgames.games.connect4.bits", "from fpgames.tree import build_tree", ["fpgames.tree"]),
    ("fpgames.games.connect4.bits", "from fpgames.play.playing import playout", ["fpgames.play.playing"]),
    ("fpgames.games.connect4.bits", "from fpgames.games.connect4.board import Size", []),
    ("fpgames.search.values", "from fpgames import build_tree", ["fpgames"]),
    ("fpgames.play.bots", "from fpgames.solvers.perfect import bot_perfect", ["fpgames.solvers.perfect"]),
    ("fpgames.interop.openspiel", "from fpgames.games import nim", ["fpgames.games.nim"]),
    ("fpgames.games.nim", "from fpgames.solvers import solver", ["fpgames.solvers"]),
    ("fpgames.cli.command", "from fpgames import __version__", []),
    ("fpgames.rules", "if TYPE_CHECKING:\n    from fpgames.tree import Tree", ["fpgames.tree"]),
    ("fpgames.rules", "if TYPE_CHECKING:\n    pass\nelse:\n    import fpgames.tree", ["fpgames.tree"]),
    ("fpgames.tree.unfolding", "def f(self):\n    return import_module('fpgames.draw').tree_svg(self)", ["fpgames.draw"]),
    ("fpgames.tree.unfolding", "x = importlib.import_module('fpgames.draw')", ["fpgames.draw"]),
    ("fpgames.tree.unfolding", "x = import_module(name='fpgames.draw')", ["fpgames.draw"]),
    ("fpgames.rules.record", "part = 'tree'\n__import__(f'fpgames.{part}')", ["fpgames.tree"]),
    ("fpgames.play.bulk", "import_with_numba('driver.walker')", []),
    ("fpgames.play.bulk", "from fpgames.compiled.backend.driver import walker", [f"{BACKEND}.driver.walker"]),
    ("fpgames.compiled.caching.cache", "import_with_numba('driver.disk')", [f"{BACKEND}.driver.disk"]),
    (f"{BACKEND}.memory.words", f"from {BACKEND}.lowering import functions", [f"{BACKEND}.lowering.functions"]),
    (f"{BACKEND}.lowering.functions", f"from {BACKEND}.memory import words", []),
    ("fpgames.compiled.errors", "import fpgames.compiled.caching.cache", ["fpgames.compiled.caching.cache"]),
    ("fpgames.testing.strategies.lines", "import fpgames.testing.laws.games", ["fpgames.testing.laws.games"]),
    ("fpgames.games.nim", "load_kit('values')", ["fpgames.testing.strategies.values"]),
]  # fmt: skip


def test_an_import_put_in_the_wrong_way_is_noticed() -> None:
    for module, line, found in REFUSED:
        assert [*refused(module, ast.parse(line))] == found, line


def test_few_functions_import_by_name() -> None:
    """The front door's names; what needs numba; what a plugin of Hypothesis needs when it draws; modules of the user's."""
    by_name = {"import_module", "__import__", "import_with_numba", "load_kit", "load_module"}
    assert library_importers().keys() == by_name
    found = {
        module for module in FILES for _ in named_imports(tree_of(module), {"import_module": "{}", "__import__": "{}"})
    }
    assert found == {"fpgames", "fpgames.compiled.numba_check", "fpgames.hypothesis_plugin", "fpgames.interop.library"}
    texts = re.compile(r"\b(import_module|__import__|importlib|runpy|pkgutil)\b(?!\.(metadata|util) import)")
    assert {module for module, path in FILES.items() if texts.search(text_of(path))} - found == {"fpgames.cli.lookup"}


def by_rounds(graph: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Some modules in the order of their imports of each other: first those that import none, then those above them."""
    done: set[str] = set()
    while ready := {module for module, needs in graph.items() if module not in done and needs & graph.keys() <= done}:
        yield ready
        done |= ready


def in_circles(trees: Mapping[str, ast.Module]) -> set[str]:
    """The modules that import each other in circles, and those that need them; by name or by a statement."""
    graph = {module: (imported(tree) | imported_by_name(tree)) - {module} for module, tree in trees.items()}
    return graph.keys() - set().union(*by_rounds(graph))


def test_there_is_no_circle() -> None:
    assert in_circles({module: tree_of(module) for module in FILES}) == set()


def test_a_circle_by_name_is_noticed() -> None:
    tree, draw = "fpgames.tree.unfolding", "fpgames.draw"
    late = ast.parse(f"def f(): import_module('{draw}')")
    assert in_circles({tree: late, draw: ast.parse(f"import {tree}"), "fpgames.stage": ast.parse("")}) == {tree, draw}


def test_no_chain_of_imports_in_compiled_code_is_longer_than_seven() -> None:
    modules = [module for module in FILES if module.startswith("fpgames.compiled")]
    assert len([*by_rounds({module: imported(tree_of(module)) - {module} for module in modules})]) <= 1 + 7


def lines_of_code(module: str) -> int:
    """The lines of a module, but for those of its docstrings and of other strings that stand alone."""
    alone = (each for each in ast.walk(tree_of(module)) if isinstance(each, ast.Expr))
    strings = [each for each in alone if isinstance(each.value, ast.Constant) and isinstance(each.value.value, str)]
    return lines(module) - sum((node.end_lineno or 0) - node.lineno + 1 for node in strings)


def lines(module: str) -> int:
    return len(text_of(FILES[module]).splitlines())


def test_no_module_is_too_large() -> None:
    assert [module for module in FILES if lines_of_code(module) > 320 or lines(module) > 420] == []


def test_importing_every_module_imports_no_extra() -> None:
    of_an_extra = ("fpgames.__main__", "fpgames.testing", "fpgames.hyp", "fpgames.cli.audit")
    modules = ", ".join(name for name in FILES if not name.startswith((*of_an_extra, BACKEND)))
    code = f"import sys, {modules}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {"pyrsistent", "returns"} <= set(output.split())
    assert not {"numba", "numpy", "hypothesis", "pytest", "rich", "tqdm", "dask"} & set(output.split())


def test_types_are_told_only_where_they_cannot_be_found() -> None:
    """In the modules that need numba, which has no types, what numba is given has none."""
    typed = [path for module, path in FILES.items() if not module.startswith(BACKEND)]
    found = [line for path in typed for line in text_of(path).splitlines()]
    assert sum(len(re.findall(r"\bAny\b", line)) for line in found) <= len(found) / 66
    assert sum("type: ignore" in line for line in found) <= 8
    assert [line for line in found if re.search(r"\bcast\(", line) and not re.search(r"  # \w", line)] == []
