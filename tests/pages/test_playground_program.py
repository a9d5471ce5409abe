"""The program of a search in the playground, written by `docs/_ext/fpgames_docs/playground_program.py`."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stdout
from typing import Any

from fpgames_docs import playground, playground_page, playground_program
from fpgames_docs.playground_page import PRESETS, state
from fpgames_docs.playground_program import State
from hypothesis import given

from tests.support.playground import display_text, states, terminal_output, with_changes


@given(states())
def test_the_program_run_in_a_terminal_finds_what_the_page_shows(given_state: State) -> None:
    found, program = playground.answer(given_state), playground_program.code(given_state)
    printed = terminal_output(program).strip().splitlines()
    if found["wrong"]:
        assert "\n" not in found["wrong"]
        name = found["wrong"].split(":")[0]
        assert any(name in line for line in printed) or name == "TypeError"
        assert found["line"] in program
    else:
        names: dict[str, Any] = {}
        with redirect_stdout(io.StringIO()) as script:
            exec(program, names)
        assert printed == script.getvalue().splitlines() == [f"{names['value']} {names['leaves']} {names['nodes']}"]
        assert (found["leaves"], found["nodes"]) == (names["leaves"], names["nodes"])
        if given_state["search"] in ("minimax", "alpha_beta", "negamax"):
            assert found["value"] == display_text(names["value"])


def test_texts_are_taken_into_the_program_as_they_mean() -> None:
    code = playground_program.code(
        state(
            "tictactoe",
            "",
            "prune(1) # one\nlambda tree: tree\nshare if 1 else share\nprune(2) | share\nnot 1",
            "minimax",
        )
    )
    assert (
        "| prune(1)\n    | (lambda tree: tree)\n    | (share if 1 else share)\n    | prune(2) | share\n    | (not 1)"
        in code
    )
    assert "\n    | prune(1)\n" in code
    for text in ("it's", 'a "quoted" one', "X..\n.O.\nO.X", "\\"):
        program = playground_program.code(with_changes(playground_page.FIRST, position=text, moves=[]))
        (read,) = [
            node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant) and node.value == text
        ]
        assert read.value == text


FUNCTIONS = [
    "def f(p):\n    return 1\ndef g(p):\n    return f(p)",
    "def f(p): return 1\ng = f",
    "def f(p):\n    return 1\n# a remark\ng = f",
    "def f(p):\n    x = 1\n\n    return x\n\n\n@cache\ndef g(p):\n\n    # a remark\n   \n    return f(p)",
    'def f(p):\n    x = """\n\n"""\n\n    return len(x) - 1\nclass A:\n    a = f\n\n    b = 1\ng = A.a',
    "n = 1\nfor i in (1,):\n    n = i\nwhile False:\n    pass\nif n:\n    g = lambda p: 1\nelse:\n\n    g = 2",
]


def test_functions_can_be_pasted_as_they_are_typed() -> None:
    """The interpreter takes an empty line for the end of a function, and nothing else."""
    for functions in FUNCTIONS:
        given_state = with_changes(
            playground_page.FIRST, functions=functions, stages=["prune(1)", "map_tree(g)"], search="minimax"
        )
        program = playground_program.code(given_state)
        assert playground.answer(given_state)["value"] == "1"
        assert terminal_output(program).strip().splitlines()[-1] == "1 5 6"
        assert "Error" not in terminal_output(program)
        statements = [ast.dump(each) for each in ast.parse(functions).body]
        assert [each for each in map(ast.dump, ast.parse(program).body) if each in statements] == statements


def test_a_program_imports_what_it_uses_and_nothing_else() -> None:
    program = playground_program.code(
        state("nim", "", "map_tree(lambda node: node)\norder_by(choice)\n[share for share in ()]", "mine",
              functions="import math\ndef mine(tree):\n    return node(math.inf)\ndef choice(p): return 1")
    )  # fmt: skip
    imports = [line for line in program.splitlines() if line.startswith("from ")]
    assert imports == [
        "from fpgames import build_tree, count_leaves, map_tree, node, order_by",
        "from fpgames.games import game",
        "from fpgames.search import count_nodes",
    ]


def test_every_program_is_short_and_can_be_pasted() -> None:
    for name, _, given_state in PRESETS:
        program = playground_program.code(given_state)
        assert len(program.splitlines()) <= 25, name
        assert re.fullmatch(r"\S.* \d+ \d+\n", terminal_output(program)), name
        for line in program.splitlines():
            if line.startswith("from "):
                imported, below = line.split(" import ")[1].split(", "), program.split(line)[1]
                assert all(re.search(rf"\b{each}\b", below) for each in imported), line
