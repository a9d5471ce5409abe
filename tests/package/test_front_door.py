"""Exports of `fpgames` and its packages: each public name has one home, and type checkers see it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from fpgames_docs.modules import expand

import fpgames
from tests.support.source import FILES, PAGES, exported_names, home_modules, names_of, text_of, tree_of

PACKAGES = sorted(module for module, path in FILES.items() if path.name == "__init__.py")
# Exported by no package: the functions of both records and of ``explicit``, whose names others have.
ON_THEIR_OWN = {
    "fpgames.play.explicit": "exported as a module", "fpgames.textbook": "the plain definitions of what others define",
    "fpgames.games.tictactoe.record": "exported as a module", "fpgames.games.connect4.record": "exported as a module",
    "fpgames.games.connect4.board": "the record's",
    "fpgames.games.positional": "the position of games whose modules are exported",
}  # fmt: skip
# The modules that packages export as such.
MODULES = {
    "fpgames.games": {"checkers", "connect4", "dots_and_boxes", "draughts", "einstein", "hex", "kayles", "mnk", "nim", "othello", "pig", "tictactoe"},
    "fpgames.games.connect4": {"record"}, "fpgames.games.tictactoe": {"record"}, "fpgames.play": {"explicit"},
}  # fmt: skip
DYNAMIC = {"Seed", "Value", "AnyRules"}  # aliases of Any, which say so


def names() -> list[tuple[str, str]]:
    """Every name that `fpgames` or a package exports."""
    return [(package, name) for package in PACKAGES for name in exported_names(package)]


def test_every_name_is_there_and_is_what_its_home_has() -> None:
    for package, name in names():
        found = getattr(import_module(package), name)
        home = home_modules(package)[name] if package != "fpgames" else ""
        if isinstance(found, ModuleType):
            assert found.__name__ == f"{package}.{name}"
        elif home and home != package:
            assert found is getattr(import_module(home), name), f"{package}.{name}"


def test_no_name_is_that_of_a_module_beside_it() -> None:
    """A function that bears the name of a module of its package turns into the module once that is imported."""
    beside = {p: {module.rpartition(".")[2] for module in FILES if module.rpartition(".")[0] == p} for p in PACKAGES}
    assert {p: same for p, found in beside.items() if (same := found & set(exported_names(p)))} == MODULES


def test_every_public_name_is_exported_by_its_package() -> None:
    """By the nearest package around a module that exports anything: a folder of the kit does not."""
    for module in FILES:
        package = module.rpartition(".")[0]
        while package in PACKAGES and not exported_names(package):
            package = package.rpartition(".")[0]
        alone = module in ON_THEIR_OWN or is_exported_itself(module)
        if package in PACKAGES and package != "fpgames" and module not in PACKAGES and not alone:
            assert set(exported_names(module)) <= set(exported_names(package)), module


def is_exported_itself(module: str) -> bool:
    """Whether a package exports a module as such, as ``fpgames.games`` does a game of one module."""
    package, _, name = module.rpartition(".")
    return name in MODULES.get(package, ())


def test_a_name_has_one_home() -> None:
    """No two modules define the same public name, but for the records, which are games of their own, and ``explicit``."""
    found: dict[tuple[str, str], str] = {}
    for module in sorted(FILES.keys() - ON_THEIR_OWN.keys()):
        game = module.split(".")[2] if module.startswith("fpgames.games.") else ""  # every game has rules, and so on
        for name in set(exported_names(module)) & defined_names(module):
            assert found.setdefault((game, name), module) == module, name


def defined_names(module: str) -> set[str]:
    return {name for statement in tree_of(module).body for name in names_of(statement)}


def test_type_checkers_and_python_find_a_name_in_one_place() -> None:
    for_types = {
        alias.name: str(node.module)
        for node in ast.walk(tree_of("fpgames"))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("fpgames.")
        for alias in node.names
    }
    for_python = {name: f"fpgames.{home}" for home, each in fpgames._HOMES.items() for name in each.split()}
    assert for_types == for_python
    assert sorted(for_python) == sorted(fpgames.__all__)
    for name, home in for_python.items():
        assert getattr(fpgames, name) is getattr(import_module(home), name)
        assert name in import_module(home).__all__


def test_the_front_door_lists_its_names() -> None:
    assert 35 <= len(fpgames.__all__) <= 45
    assert set(fpgames.__all__) <= set(dir(fpgames))
    with pytest.raises(AttributeError, match=r"module .fpgames. has no attribute .keep_best.; it is in fpgames\.tree$"):
        fpgames.keep_best  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"module .fpgames. has no attribute .minmax.$"):
        fpgames.minmax  # type: ignore[attr-defined]  # noqa: B018


def test_the_front_door_hands_on_what_a_package_has() -> None:
    """In a process of its own, where no package has been imported before: each name, before and after all packages."""
    code = (
        "import sys, fpgames\n"
        "assert [each for each in sys.modules if each.startswith('fpgames.')] == ['fpgames.pictures']\n"
        "first = {name: getattr(fpgames, name) for name in fpgames.__all__}\n"
        "import fpgames.cli.parser, fpgames.draw\n"
        "for name in fpgames.__all__:\n"
        "    exec(f'from fpgames import {name} as then; assert then is first[name] is fpgames.{name}')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def revealed(checker: str, file: Path) -> dict[int, str]:
    options = ["--strict"] if checker == "mypy" else ["--outputjson", "--pythonpath", sys.executable]
    command = [sys.executable, "-m", checker, *options, str(file)]
    output = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent).stdout
    if checker == "mypy":
        assert ": error:" not in output, output
        return {int(line): said for line, said in re.findall(r':(\d+): note: Revealed type is "(.+)"', output)}
    found = json.loads(output)["generalDiagnostics"]
    assert not [each for each in found if each["severity"] == "error"], found
    return {each["range"]["start"]["line"] + 1: each["message"].partition(" is ")[2].strip('"') for each in found}


@pytest.mark.exhaustive
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_every_exported_name_has_its_type(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker)
    typed = [(package, name) for package, name in names() if name not in DYNAMIC]
    lines = [f"from {package} import {name} as name_{n}" for n, (package, name) in enumerate(typed)]
    file = tmp_path / "names.py"
    file.write_text("\n".join([*lines, *(f"reveal_type(name_{n})" for n in range(len(typed)))]))
    found = revealed(checker, file)
    without = {
        line: name for line, name in enumerate(typed, len(typed) + 1) if not has_a_type(found.get(line, "Unknown"))
    }
    assert without == {}


def has_a_type(said: str) -> bool:
    """Whether a type is known, but for the parameters of a generic class, which nothing has told yet."""
    return said not in ("Any", "Unknown") and ("Unknown" not in said or said.startswith("type["))


def test_a_name_that_a_page_mentions_is_there() -> None:
    text = "\n".join(expand(text_of(page)) for page in PAGES)
    names = {*re.findall(r"`(fpgames(?:\.\w+)+)`", text)} - {"fpgames.bots"}  # a group of entry points
    assert len(names) > 50
    modules = {name: name.rpartition(".") for name in names - FILES.keys()}
    assert [name for name, (module, _, last) in modules.items() if not hasattr(import_module(module), last)] == []
