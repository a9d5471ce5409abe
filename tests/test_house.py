"""How the house is built: low rooms know nothing of high ones, extras stay extras, the README's commands are true."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "fpgames"

# From the ground up: a room may import only rooms before it.
ROOMS = [
    "fpgames.checks",
    "fpgames.svg",
    "fpgames.diagram",
    "fpgames.sketch",
    "fpgames.render",
    "fpgames.stage",
    "fpgames.state",
    "fpgames.rng",
    "fpgames.rules",
    "fpgames.rose",
    "fpgames.building",
    "fpgames.turns",
    "fpgames.walks",
    "fpgames.tree",
    "fpgames.counting",
    "fpgames.minimax",
    "fpgames.trace",
    "fpgames.alphabeta",
    "fpgames.threaded",
    "fpgames.playouts",
    "fpgames.lanes",
    "fpgames.bulk",
    "fpgames.montecarlo",
    "fpgames.analysis",
    "fpgames.bots",
    "fpgames.games.tictactoe_lanes",
    "fpgames.games.tictactoe",
    "fpgames.games.tictactoe_bits",
    "fpgames.games.connect4_size",
    "fpgames.games.connect4_lanes",
    "fpgames.games.connect4_text",
    "fpgames.games.connect4",
    "fpgames.games.connect4_bits",
    "fpgames.games",
    "fpgames.match",
    "fpgames.cli_status",
    "fpgames.cli_match",
    "fpgames.cli",
    "fpgames.__main__",
    "fpgames.testing.suite",
    "fpgames.testing.strategies",
    "fpgames.testing.along",
    "fpgames.testing.games",
    "fpgames.testing.same_game",
    "fpgames.testing.searches",
    "fpgames.testing.bots",
    "fpgames.testing.machine",
    "fpgames.testing",
    "fpgames.hypothesis_types",
]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


def imported(path: Path) -> set[str]:
    """The rooms that a file imports, wherever in the file it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & set(ROOMS)


def test_every_room_has_its_place() -> None:
    assert set(FILES) == {"fpgames", *ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_low_rooms_know_nothing_of_high_ones(room: str) -> None:
    assert imported(FILES[room]) - {room} <= set(ROOMS[: ROOMS.index(room)])


def lines_of_code(path: Path) -> int:
    """The lines of a file that are no docstring's."""
    text = path.read_text()
    strings = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return len(text.splitlines()) - sum((node.end_lineno or 0) - node.lineno + 1 for node in strings)


@pytest.mark.parametrize("path", [*PACKAGE.rglob("*.py")], ids=str)
def test_no_room_is_too_large(path: Path) -> None:
    assert lines_of_code(path) <= 320


def test_importing_every_room_imports_no_extra() -> None:
    of_an_extra = ("fpgames.__main__", "fpgames.testing", "fpgames.hyp")
    rooms = ", ".join(room for room in ROOMS if not (room.startswith(of_an_extra) or room.endswith("lanes")))
    code = f"import sys, {rooms}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {"pyrsistent", "returns"} <= set(output.split())
    assert not {"numpy", "hypothesis", "pytest", "rich", "tqdm", "dask"} & set(output.split())
