"""The playground without a page: `docs/_ext/playground_program.py` makes programs of texts, `playground.py` runs them."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from code import InteractiveConsole
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, count_leaves, minimax
from fpgames.games import KINDS, game
from fpgames.search import Traced, count_nodes, perft

sys.path.append(str(Path(__file__).parents[2] / "docs" / "_ext"))

import playground
import playground_page
import playground_program
from playground_page import PRESETS, SEARCHES, STAGES, TREES, state, usual
from playground_program import State

NAMES = [
    *sorted(KINDS),
    "othello:4",
    "connect4:4,4,3",
    "nim:1,2,3",
    "kayles:5",
    "hex:3",
    "dots-and-boxes:2,1",
    "mnk:3,3,3",
]
every_game = pytest.mark.parametrize("name", NAMES)
every_preset = pytest.mark.parametrize(
    ("about", "given_state"), [pytest.param(*rest, id=name) for name, *rest in PRESETS]
)
OFFERS = [offer for offers in STAGES.values() for offer in offers]


def changed(given_state: State, **changes: Any) -> Any:
    return {**given_state, **changes}


@st.composite
def places(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A game, and moves from its start, as people write them."""
    name = draw(st.sampled_from(NAMES))
    rules = game(name)
    p, line = rules.start, []
    for _ in range(draw(st.integers(0, 12))):
        if not rules.moves(p):
            break
        move = draw(st.sampled_from(rules.moves(p)))
        line.append(rules.show_move_in(p, move))
        p = rules.play(p, move)
    return name, line


@st.composite
def states(draw: st.DrawFn) -> State:
    """Random pipelines of what is offered, two moves deep at most; many of them are wrong compositions."""
    name, line = draw(places())
    stages = draw(st.lists(st.sampled_from([offer.text for offer in OFFERS]), max_size=3))
    values = draw(st.sampled_from([[], ["map_tree(rules.static)"]]))
    return {
        **state(name, "", "", draw(st.sampled_from(SEARCHES)).text, draw(st.sampled_from(TREES)).text),
        "moves": line, "stages": ["prune(2)", *stages, *values],
    }  # fmt: skip


def in_a_terminal(program: str) -> str:
    """What the interpreter prints if a program is pasted into it, line by line; errors too."""
    console, printed = InteractiveConsole(), io.StringIO()
    console.write = lambda data: print(data, end="", file=printed)  # type: ignore[method-assign]
    with redirect_stdout(printed):
        for line in program.splitlines():
            console.push(line)
    return printed.getvalue()


def shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@given(states())
def test_the_program_run_in_a_terminal_finds_what_the_page_shows(given_state: State) -> None:
    found, program = playground.answer(given_state), playground_program.code(given_state)
    printed = in_a_terminal(program).strip().splitlines()
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
            assert found["value"] == shown(names["value"])


@given(states())
def test_where_there_is_a_value_the_trees_picture_has_it_at_the_root(given_state: State) -> None:
    found = playground.answer(given_state)
    names, _ = playground.begun(playground_program.code(given_state)) if not found["wrong"] else ({}, [])
    if not names:
        return
    explained = playground.explained(names["tree"], names["search"]).label
    if given_state["search"] in ("minimax", "alpha_beta"):
        assert shown(explained.value) == found["value"]
    assert isinstance(explained, Traced) == (not given_state["search"].startswith(("lambda", "traverse")))
    drawn = ElementTree.fromstring(playground.tree(given_state))
    texts = {text.strip() for text in drawn.itertext()}
    children = list(names["tree"].children)[: given_state["width"]]
    rules, p = names["rules"], names["p"]
    assert drawn.get("role") == "img"
    if "symmetry" not in given_state["tree"]:
        moves = {rules.show_move_in(p, move) for move in rules.moves(p)}
        assert len(texts & moves) >= min(1, len(children))


def test_the_picture_is_that_of_the_search() -> None:
    drawn = {
        search: playground.tree(changed(playground_page.FIRST, search=search)) for search in ("minimax", "alpha_beta")
    }
    assert ["\N{GREATER-THAN OR EQUAL TO}" in svg for svg in drawn.values()] == [False, True]  # bounds are alpha-beta's
    window = playground.tree(changed(playground_page.FIRST, search="alpha_beta(alpha=1)"))
    assert "\N{LESS-THAN OR EQUAL TO}" in window  # no value is above the window


VALUES = ["prune(2)", "map_tree(rules.static)"]
WALKED = (
    "minimax", "minimax(player=Player.FIRST)", "maximise", "negamax", "alpha_beta", "alpha_beta(alpha=0)",
    "alpha_beta(alpha=1)", "alpha_beta(beta=1, alpha=0)", "alpha_beta(beta=0)", "alpha_beta(beta=-1)",
)  # fmt: skip
OTHERS = (
    "map_tree(neg) | alpha_beta", "map_tree(neg) | minimax", "compose(neg, minimax)", "prune(1) | minimax", "minimax | neg",
    "my_minimax", "lambda tree: minimax(tree)", "partial(minimax)", "count_minimax.minimax", "quicker | minimax",
    "ab_maximise", "lambda alpha_beta: 7", "best_move(search=my_minimax)", "best_move(search=lambda tree: minimax(tree))",
)  # fmt: skip
_OWN = """from types import SimpleNamespace
def my_minimax(tree):
    return max(leaves(tree))
count_minimax = SimpleNamespace(minimax=lambda tree: 42)"""


def traced(given_state: State) -> tuple[Any, Any]:
    """What the search found, and the trace at the root of the picture, None if that is drawn without values."""
    found, (names, _) = playground.answer(given_state), playground.begun(playground_program.code(given_state))
    assert found["wrong"] == ""
    root = playground.explained(names["tree"], names["search"]).label
    return found, root if isinstance(root, Traced) else None


@pytest.mark.parametrize("search", WALKED)
@pytest.mark.parametrize("moves", [[], ["0", "4", "8", "6"], ["0", "4"], ["0", "8", "4", "6"]])
def test_the_root_of_the_picture_has_the_value_that_was_found(search: str, moves: list[str]) -> None:
    found, root = traced(changed(playground_page.FIRST, stages=["prune(3)", VALUES[1]], search=search, moves=moves))
    assert found["value"] == repr(root.value)


@pytest.mark.parametrize("search", ["minimise", "minimax(player=Player.SECOND)"])
def test_so_it_has_where_the_second_player_moves(search: str) -> None:
    found, root = traced(changed(playground_page.FIRST, search=search, moves=["0", "3", "8", "5", "1"]))
    assert found["value"] == repr(root.value) == "-1"
    for wrong in ("minimise", "maximise"):
        of_the_other = ["0"] if wrong == "maximise" else []
        given_state = changed(playground_page.FIRST, search=wrong, moves=of_the_other)
        assert playground.answer(given_state)["wrong"].startswith("ValueError: ")
        with pytest.raises(ValueError, match="player"):
            playground.tree(given_state)


@pytest.mark.parametrize("search", OTHERS)
def test_a_search_that_is_none_of_the_librarys_is_drawn_without_values(search: str) -> None:
    found, root = traced(changed(playground_page.FIRST, stages=VALUES, search=search, functions=_OWN))
    assert root is None
    assert "Good" not in found["about"]
    assert "Even" not in found["about"]


@pytest.mark.parametrize("option", ["", ", search=alpha_beta", ", search=minimax", ", search=maximise"])
def test_a_line_is_drawn_with_its_value(option: str) -> None:
    tree = "game_tree(rules)"
    search = f"principal_variation(rules.static{option})"
    found, root = traced(changed(playground_page.FIRST, stages=["prune(5)"], search=search, tree=tree))
    assert (found["value"], repr(root.value)) == ("1", "1")
    assert found["about"].startswith("Good for the first player. Expected line: 2 ")


@pytest.mark.parametrize("inner", ["lambda tree: minimax(tree)", "alpha_beta(alpha=Scored(0, ()))"])
def test_a_line_by_another_search_is_drawn_without_values(inner: str) -> None:
    search = f"principal_variation(rules.static, search={inner})"
    found, root = traced(changed(playground_page.FIRST, stages=["prune(5)"], search=search, tree="game_tree(rules)"))
    assert (root, found["about"][:14]) == (None, "Expected line:")


@pytest.mark.parametrize(
    ("moves", "search", "about"),
    [
        ("0 4 8 6", "minimax", "Good for the first player. "),
        ("0 4 8 6", "negamax", "Good for the first player. "),
        ("0 3 8 5 1", "minimax", "Good for the second player. "),
        ("0 3 8 5 1", "minimise", "Good for the second player. "),
        ("0 3 8 5 1", "negamax", "Good for the second player. The value is the second player's. "),
        (
            "0 3 8 5 1",
            "negamax(player=Player.SECOND)",
            "Good for the second player. The value is the second player's. ",
        ),
        ("0", "negamax", "Even. The value is the second player's. "),
        ("0", "alpha_beta", "Even. "),
        ("", "minimax", "Even. "),
        ("0 2 1 5", "negamax", "Good for the second player. "),
        ("0 4 8 6", "alpha_beta(alpha=1)", ""),  # a bound
        ("0 4 8 6", "alpha_beta(beta=0)", ""),
        ("0 4 8 6", "lambda tree: 20", ""),
    ],
)
def test_who_is_favoured_is_said_of_the_player_whose_value_it_is(moves: str, search: str, about: str) -> None:
    found = playground.answer(
        changed(playground_page.FIRST, moves=moves.split(), search=search, stages=["prune(4)", VALUES[1]])
    )
    assert (found["wrong"], found["about"]) == ("", about)


@given(places())
def test_negamax_favours_whom_minimax_does(place: tuple[str, list[str]]) -> None:
    name, line = place
    found = {
        search: playground.answer(changed(usual(name), moves=line, stages=VALUES, search=search))
        for search in ("minimax", "negamax")
    }
    assert found["negamax"]["about"].partition(". ")[0] == found["minimax"]["about"].partition(". ")[0]
    rules, positions = playground.reached({**usual(name), "moves": line})
    sign = {Player.FIRST: 1, Player.SECOND: -1}[rules.player(positions[-1])]
    assert float(found["negamax"]["value"]) == sign * float(found["minimax"]["value"])


@given(places())
def test_the_moves_are_the_games_and_every_click_is_decided(place: tuple[str, list[str]]) -> None:
    name, line = place
    found = playground.position({**usual(name), "moves": line})
    rules, positions = playground.reached({**usual(name), "moves": line})
    p = positions[-1]
    assert [choice["text"] for choice in found["moves"]] == [rules.show_move_in(p, move) for move in rules.moves(p)]
    paths = [choice["path"] for choice in found["moves"] if choice["path"]]
    for path in paths:
        assert not [other for other in paths if other != path and other[: len(path)] == path]  # it ends there
        if KINDS[name.partition(":")[0]].rules.name not in ("draughts", "checkers"):
            assert paths.count(path) == 1
    svg = ElementTree.fromstring(found["svg"])
    cells = {cell.get("data-square", "") for cell in svg.iter()}  # by which the places are found
    columns = {f"*,{cell.partition(',')[2]}" for cell in cells}
    assert {place for path in paths for place in path} <= cells | columns
    over = not rules.moves(p)
    assert found["status"].endswith("moves.") == (not over)
    assert rules.read(rules.show(p)) == rules.read(found["text"])


def test_pieces_that_are_put_are_clicked_once_and_those_that_go_twice() -> None:
    found = {name: playground.position(usual(name))["moves"] for name in ("othello", "checkers", "connect4")}
    assert [choice["path"] for choice in found["othello"]] == [["2,3"], ["3,2"], ["4,5"], ["5,4"]]
    assert found["checkers"][0]["path"] == ["2,1", "3,0"]
    assert found["connect4"][0]["path"] == ["*,0"]


@every_game
def test_every_stage_that_is_offered_composes_in_every_game(name: str) -> None:
    for offer in OFFERS:
        stages = ["prune(1)", *([] if offer.text.startswith("map_tree") else ["map_tree(rules.static)"])]
        stages.insert(2 if offer.last else 1, offer.text)
        assert playground.answer(changed(usual(name), stages=stages))["wrong"] == "", offer.text


@every_game
def test_every_search_and_tree_that_is_offered_composes_with_some_stages_and_is_refused_in_a_line_with_others(
    name: str,
) -> None:
    for search in SEARCHES:
        wrong = [
            playground.answer(state(name, "", stages, search.text, tree.text))["wrong"]
            for tree in TREES
            for stages in ("prune(1)", "prune(1)\nmap_tree(rules.static)")
        ]
        assert "" in wrong
        assert all(re.fullmatch(r"(|(Type|Value)Error: .{20,400}|AttributeError: .+)", said) for said in wrong), wrong


@every_game
def test_a_game_begins_with_a_search_that_is_soon_done(name: str) -> None:
    begun = usual(name)
    found = playground.answer(begun)
    assert found["wrong"] == ""
    assert found["leaves"] <= 5000
    names, _ = playground.begun(playground_program.code(begun))
    depth = int(re.findall(r"\d+", begun["stages"][0])[0])
    assert names["tree"] | perft(depth)  # some lines are as long
    assert found["nodes"] <= playground_page.DRAWABLE


@every_preset
def test_every_worked_search_works(about: str, given_state: State) -> None:
    assert about.endswith((".", "?"))
    found, seen = playground.answer(given_state), playground.look(given_state)
    assert (found["wrong"], seen["wrong"]) == ("", "")
    assert seen["position"]
    assert found["nodes"] < 20_000
    ElementTree.fromstring(playground.tree(given_state))


def preset(name: str, **others: Any) -> Any:
    (found,) = [given_state for each, _, given_state in PRESETS if each == name]
    return playground.answer(changed(found, **others))


def test_what_is_said_of_the_worked_searches_is_so() -> None:
    assert preset("A win to find")["value"] == "1"
    ordered = preset("Best moves first")
    plain = preset("Best moves first", stages=["prune(5)", "map_tree(rules.static)"])
    assert ordered["value"] == plain["value"]
    assert ordered["leaves"] < plain["leaves"] / 2
    shared, symmetric = preset("Shared positions"), preset("Up to symmetry")
    assert (shared["leaves"], symmetric["leaves"]) == (958, 138)
    assert preset("Who wins at Nim")["value"] == "a2"
    assert preset("Who wins at Nim", search="minimax")["value"] == "1"
    assert "Expected line: 2 " in preset("Expected line")["about"]
    assert preset("Deeper and deeper")["about"].startswith("Depth by depth: 1: ")
    assert preset("Monte-Carlo")["value"] == preset("Monte-Carlo")["value"]  # from a seed
    assert preset("Three best moves")["value"] == "10"
    assert preset("Dynamic depth")["leaves"] == 16


def test_the_counts_are_those_of_the_search() -> None:
    found = preset("Article 2's minimax")
    names, _ = playground.begun(
        playground_program.code(state("tictactoe", "", "prune(5)\nmap_tree(rules.static)", "minimax"))
    )
    assert count_leaves(minimax, names["tree"]) == (0, found["leaves"])
    assert count_nodes(minimax, names["tree"]) == (0, found["nodes"])
    assert found["seconds"] > 0


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"game": "chess"}, "ValueError: unknown game 'chess'; games: "),
        ({"game": "othello:5"}, "ValueError: the game 'othello:5': "),
        ({"moves": ["0", "0"]}, "IllegalMove: illegal move 0; legal moves: 1 2"),
        ({"moves": ["zzz"]}, "ValueError: "),
        ({"position": "zzz"}, "ValueError: "),
        ({"stages": ["prune("]}, "SyntaxError: stage 1, 'prune(': '(' was never closed"),
        ({"stages": [" "]}, "ValueError: stage 1 is empty"),
        ({"stages": ["prune(1); 2"]}, "SyntaxError: stage 1, 'prune(1); 2': invalid syntax"),
        ({"search": ""}, "ValueError: the search is empty"),
        ({"tree": "x = 1"}, "SyntaxError: the tree, 'x = 1': invalid syntax"),
        ({"functions": "\ndef f(:"}, "SyntaxError: your functions, line 1: "),
    ],
)
def test_what_is_wrong_before_a_search_is_said_in_a_line(changes: dict[str, Any], wrong: str) -> None:
    given_state = changed(playground_page.FIRST, **changes)
    said = playground.look(given_state)["wrong"]
    assert said.startswith(wrong)
    assert "\n" not in said
    assert playground.answer(given_state)["wrong"].startswith(wrong)


@pytest.mark.parametrize(
    ("changes", "wrong", "line"),
    [
        ({"stages": ["prune(-1)"]}, "ValueError: ", "tree = build_tree(rules)(p) | prune(-1)"),
        ({"stages": ["prun(1)"]}, "NameError: name 'prun' is not defined", "tree = build_tree(rules)(p) | prun(1)"),
        ({"stages": ["leaves"]}, "TypeError: the stages end with a generator, not with a tree; ", ""),
        ({"stages": ["prune(1)"]}, "ValueError: alpha_beta needs values", "(value, nodes), leaves = "),
        ({"functions": "def f(p):\n    return 1 / 0", "stages": ["map_tree(f)"]}, "ZeroDivisionError: ", "return 1 / 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_search_is_said_with_the_line(changes: dict[str, Any], wrong: str, line: str) -> None:
    found = playground.answer(changed(playground_page.FIRST, **changes))
    assert found["wrong"].startswith(wrong)
    assert found["line"].startswith(line)
    assert bool(found["line"]) == bool(line)


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
        program = playground_program.code(changed(playground_page.FIRST, position=text, moves=[]))
        (read,) = [
            node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant) and node.value == text
        ]
        assert read.value == text


@pytest.mark.parametrize(
    "functions",
    [
        "def f(p):\n    return 1\ndef g(p):\n    return f(p)",
        "def f(p): return 1\ng = f",
        "def f(p):\n    return 1\n# a remark\ng = f",
        "def f(p):\n    x = 1\n\n    return x\n\n\n@cache\ndef g(p):\n\n    # a remark\n   \n    return f(p)",
        'def f(p):\n    x = """\n\n"""\n\n    return len(x) - 1\nclass A:\n    a = f\n\n    b = 1\ng = A.a',
        "n = 1\nfor i in (1,):\n    n = i\nwhile False:\n    pass\nif n:\n    g = lambda p: 1\nelse:\n\n    g = 2",
    ],
)
def test_functions_can_be_pasted_as_they_are_typed(functions: str) -> None:
    """The interpreter takes an empty line for the end of a function, and nothing else."""
    given_state = changed(
        playground_page.FIRST, functions=functions, stages=["prune(1)", "map_tree(g)"], search="minimax"
    )
    program = playground_program.code(given_state)
    assert playground.answer(given_state)["value"] == "1"
    assert in_a_terminal(program).strip().splitlines()[-1] == "1 5 6"
    assert "Error" not in in_a_terminal(program)
    statements = [ast.dump(each) for each in ast.parse(functions).body]
    assert [each for each in map(ast.dump, ast.parse(program).body) if each in statements] == statements


def test_a_program_imports_what_it_uses_and_nothing_else() -> None:
    program = playground_program.code(
        state("nim", "", "map_tree(lambda node: node)\norder_by(choice)\n[share for share in ()]", "mine",
              functions="import math\ndef mine(tree):\n    return node(math.inf)\ndef choice(p): return 1")
    )  # fmt: skip
    imports = [line for line in program.splitlines() if line.startswith("from ")]
    assert imports == [
        "from functools import partial",
        "from fpgames import build_tree, count_leaves, map_tree, node, order_by",
        "from fpgames.games import game",
        "from fpgames.search import count_nodes",
    ]


@every_preset
def test_every_program_is_short_and_can_be_pasted(about: str, given_state: State) -> None:
    program = playground_program.code(given_state)
    assert len(program.splitlines()) <= 25
    assert "Error" not in in_a_terminal(program)
    names: dict[str, Any] = {}
    exec(program, names)
    for line in program.splitlines():
        if line.startswith("from "):
            assert all(
                re.search(rf"\b{name}\b", program.split(line)[1]) for name in line.split(" import ")[1].split(", ")
            )


def test_the_page_holds_what_its_script_reads() -> None:
    script = "".join((playground_page.SOURCE / name).read_text() for name in ("link.js", "playground.js"))
    form = (playground_page.HERE / "playground.html").read_text()
    told = playground_page.data()
    assert set(re.findall(r"\bdata\.(\w+)", script)) == set(told)
    html = playground_page.page()
    (held,) = re.findall(r'<script type="application/json" id="pg-data">(.*?)</script>', html, re.DOTALL)
    assert json.loads(held) == json.loads(json.dumps(told))
    ids = set(re.findall(r'id="pg-([\w-]+)"', form))
    assert set(re.findall(r'\$\("([\w-]+)"\)', script)) <= ids
    assert not re.search(r"\bfetch\b|XMLHttpRequest|\bimport\b", script)
    assert "//" not in re.sub(
        r"/\*.*?\*/", "", (playground_page.SOURCE / "playground.css").read_text(), flags=re.DOTALL
    )


def test_json_cannot_leave_its_element() -> None:
    hostile = {"a": "</script><!-- & <script>"}
    assert json.loads(playground_page.embedded(hostile)) == hostile
    assert not re.search("[<>&]", playground_page.embedded(hostile))


def test_it_needs_no_sphinx() -> None:
    source = "\n".join(
        (playground_page.HERE / name).read_text().replace("from __future__ import annotations\n", "")
        for name in ("playground.py", "playground_program.py")
    )
    imported = {
        node.module.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    imported |= {
        alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported - sys.stdlib_module_names == {"fpgames", "playground_program", "toolz"}
