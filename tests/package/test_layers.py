"""Layers: each package imports only layers above it in the table, extras stay optional, and modules stay small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

from tests.support.source import FILES, ROOT, text_of, tree_of

# The table of the design notes, from the ground up: modules and packages of one line may import each other and all above.
LAYERS = [
    {"validation", "lowering", "stage", "pictures"},
    {"state", "rand"},
    {"rules"},
    {"textbook"},
    {"tree"},
    {"search"},
    {"compiled"},
    {"play"},
    {"games"},
    {"solvers"},
    {"draw"},
    {"testing", "hypothesis_plugin"},
    {"cli", "__main__"},
]
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}
# What games may import besides other games: rules, never a tree, a search or a bot.
FOR_GAMES = {"games", *LAYERS[0], *LAYERS[1], *LAYERS[2]}

# What needs numba.
COMPILED = {
    f"fpgames.compiled.{folder}.{name}"
    for folder, names in {
        "code": ("compiler", "functions", "implementations", "node_implementations", "supported_builtins"),
        "caching": ("disk", "fingerprints"),
        "memory": ("tables", "words"),
        "montecarlo": ("playouts", "tree_search"),
        "arithmetic": ("constants", "instructions", "integers", "kinds"),
        "driver": ("diagnostics", "walker"),
    }.items()
    for name in names
}


def layer_of(module: str) -> str:
    """The part of a module's name that the table has."""
    return module.split(".")[1]


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


def refused(module: str, tree: ast.Module) -> Iterator[str]:
    """The imports of a module that the layers do not allow."""
    for name in imported(tree):
        if name == "fpgames":
            if module.split(".")[1] != "cli":  # which asks for the version
                yield name
        elif LEVEL[layer_of(name)] > LEVEL[layer_of(module)] or (
            layer_of(module) == "games" and layer_of(name) not in FOR_GAMES
        ):
            yield name


def test_every_module_has_its_layer() -> None:
    assert {layer_of(module) for module in FILES if module != "fpgames"} == set(LEVEL)


def test_the_design_notes_have_the_same_table() -> None:
    table = text_of(ROOT / "docs/design/1-layers.md")
    rows = [set(re.findall(r"`(\w+)`", row)) for row in re.findall(r"^\| (`.+?) \|", table, re.M)]
    assert rows == [layer - {"__main__", "hypothesis_plugin"} for layer in LAYERS]


def test_a_module_imports_only_layers_above_its_own() -> None:
    modules = FILES.keys() - {"fpgames"}
    assert {module: wrong for module in modules if (wrong := [*refused(module, tree_of(module))])} == {}


REFUSED = [
    ("fpgames.rules", "from fpgames.tree.unfolding import Tree", ["fpgames.tree.unfolding"]),
    ("fpgames.tree.stages", "import fpgames.search.values", ["fpgames.search.values"]),
    ("fpgames.tree.stages", "def f():\n    from fpgames.draw import tree_svg", ["fpgames.draw"]),
    ("fpgames.games.connect4.bits", "from fpgames.tree import build_tree", ["fpgames.tree"]),
    ("fpgames.games.connect4.bits", "from fpgames.play.playing import playout", ["fpgames.play.playing"]),
    ("fpgames.games.connect4.bits", "from fpgames.games.connect4.bit_board import Size", []),
    ("fpgames.search.values", "from fpgames import build_tree", ["fpgames"]),
    ("fpgames.play.bots", "from fpgames.solvers.perfect import bot_perfect", ["fpgames.solvers.perfect"]),
    ("fpgames.games.nim", "from fpgames.solvers import solver", ["fpgames.solvers"]),
    ("fpgames.cli.command", "from fpgames import __version__", []),
    ("fpgames.rules", "if TYPE_CHECKING:\n    from fpgames.tree import Tree", ["fpgames.tree"]),
    ("fpgames.rules", "if TYPE_CHECKING:\n    pass\nelse:\n    import fpgames.tree", ["fpgames.tree"]),
]


def test_an_import_put_in_the_wrong_way_is_noticed() -> None:
    for module, line, found in REFUSED:
        assert [*refused(module, ast.parse(line))] == found, line


def late_imports(tree: ast.Module) -> Iterator[str]:
    """The functions of a file that import a module by its name, and what they import if that is written there."""
    within = {
        node: function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("import_module", "__import__"):
            yield f"{within.get(node, '')} {ast.unparse(node.args[0])}"


def test_few_modules_import_others_late() -> None:
    """By name: the front door's names; what needs numba or Hypothesis; modules of the user's."""
    late = {module for module in FILES if [*late_imports(tree_of(module))]}
    assert late == {"fpgames", "fpgames.compiled.code.check", "fpgames.hypothesis_plugin"}
    calls = {module for module, path in FILES.items() if "import_module" in text_of(path)}
    assert calls - late == {"fpgames.cli.lookup"}


def by_rounds(modules: set[str]) -> Iterator[set[str]]:
    """Some modules in the order of their imports of each other: first those that import none, then those above them."""
    graph = {module: imported(tree_of(module)) & modules - {module} for module in modules}
    done: set[str] = set()
    while ready := {module for module, needs in graph.items() if module not in done and needs <= done}:
        yield ready
        done |= ready


def test_there_is_no_circle() -> None:
    modules = FILES.keys() - {"fpgames"}
    assert sorted(modules - set().union(*by_rounds(modules))) == []


def test_no_chain_of_imports_in_compiled_code_is_longer_than_seven() -> None:
    assert len([*by_rounds({module for module in FILES if module.startswith("fpgames.compiled")})]) <= 1 + 7


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
    of_an_extra = ("fpgames.__main__", "fpgames.testing", "fpgames.hyp")
    modules = ", ".join(name for name in FILES if not (name.startswith(of_an_extra) or name in COMPILED))
    code = f"import sys, {modules}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {"pyrsistent", "returns"} <= set(output.split())
    assert not {"numba", "numpy", "hypothesis", "pytest", "rich", "tqdm", "dask"} & set(output.split())


def test_types_are_told_only_where_they_cannot_be_found() -> None:
    """In the modules that need numba, which has no types, what numba is given has none."""
    typed = [path for module, path in FILES.items() if module not in COMPILED]
    found = [line for path in typed for line in text_of(path).splitlines()]
    assert sum(len(re.findall(r"\bAny\b", line)) for line in found) <= len(found) / 66
    assert sum("type: ignore" in line for line in found) <= 8
    assert [line for line in found if re.search(r"\bcast\(", line) and not re.search(r"  # \w", line)] == []
