"""What the explorer shows is what the library does: `docs/_ext/explore.py`, without Sphinx and without a browser."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import sys
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from fpgames import Player, alpha_beta, build_tree, count_leaves, map_tree, minimax, prune
from fpgames.games.tictactoe import rules
from fpgames.games.tictactoe.bits import to_record
from fpgames.games.tictactoe.record import diagram
from fpgames.rules import GameOver, IllegalMove
from fpgames.search import ab_maximise, ab_minimise

SOURCE = Path(__file__).parents[2] / "docs" / "_ext" / "explore.py"
STATIC = Path(__file__).parents[2] / "docs" / "_static"


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("explore", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


explore = loaded()
DATA = explore.data()
# The walks of every position at each depth, and the same as it is sent to the page.
WALKS = {position["moves"]: explore.trees(position["moves"]) for position in DATA["positions"]}
TREES = [
    pytest.param(moves, tree, id=f"{moves} to depth {depth}")
    for moves, trees in WALKS.items()
    for depth, tree in enumerate(trees, 1)
]
every_tree = pytest.mark.parametrize(("moves", "tree"), TREES)


def above(found: dict[str, Any], leaves: list[int]) -> set[int]:
    """The nodes over some leaves, and the leaves, said in another way than on the page."""
    over = {-1}
    for leaf in leaves:
        node = found["leaves"][leaf]
        while node >= 0:
            over.add(node)
            node = found["parent"][node]
    return over - {-1}


def lines_on(cells: str) -> set[int]:
    """The cells of full lines, as the page finds them."""
    return {cell for line in DATA["lines"] if {cells[cell] for cell in line} in ({"X"}, {"O"}) for cell in line}


@every_tree
def test_the_counts_are_those_of_the_real_searches(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    p = reduce(rules.play, moves, rules.start)
    player = rules.player(p)
    depth = 1 + WALKS[moves].index(tree)
    values = build_tree(rules)(p) | prune(depth) | map_tree(rules.static)
    searches: dict[str, Any] = {
        "minimax": minimax,
        "lists": ab_maximise if player is Player.FIRST else ab_minimise,
        "window": alpha_beta,
    }
    counts = {name: count_leaves(search, values) for name, search in searches.items()}
    assert counts == {name: (tree["value"][0], len(walk["order"])) for name, walk in tree["walks"].items()}
    assert tree["trace"]["value"][0] == tree["value"][0]


@every_tree
def test_minimax_asks_for_every_leaf_and_the_others_for_some_in_the_same_order(
    moves: tuple[int, ...], tree: dict[str, Any]
) -> None:
    assert tree["walks"]["minimax"]["order"] == list(range(len(tree["leaves"])))
    for walk in tree["walks"].values():
        assert walk["order"] == sorted(set(walk["order"]))
        assert set(walk["order"]) <= set(range(len(tree["leaves"])))


@every_tree
def test_what_the_window_leaves_out_is_what_the_trace_marks_as_cut(
    moves: tuple[int, ...], tree: dict[str, Any]
) -> None:
    seen = above(tree, tree["walks"]["window"]["order"])
    trace = tree["trace"]
    assert seen == {number for number, cut in enumerate(trace["cut"]) if cut is None}
    for number, cut in enumerate(trace["cut"]):
        assert (trace["value"][number] is None) == (cut is not None)
        assert cut is None or trace[cut][number] is not None  # the bound that cut


@every_tree
def test_a_cut_is_the_first_child_that_a_node_is_left_at(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    assert tree["walks"]["minimax"]["cuts"] == []
    for walk in tree["walks"].values():
        seen = above(tree, walk["order"])
        children = {number: [c for c, parent in enumerate(tree["parent"]) if parent == number] for number in seen}
        missed = [[c for c in found if c not in seen] for found in children.values()]
        assert [first for first, _ in walk["cuts"]] == sorted(found[0] for found in missed if found)
        assert all(found[-len(gone) :] == gone for found, gone in zip(children.values(), missed, strict=True) if gone)


@every_tree
def test_nodes_are_what_their_moves_make_of_the_root(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    size = len(tree["parent"])
    assert {len(tree[name]) for name in ("move", "board", "value")} == {size}
    assert {len(known) for known in tree["trace"].values()} == {size}
    assert tree["leaves"] == [number for number in range(size) if number not in set(tree["parent"])]
    positions = {0: reduce(rules.play, moves, rules.start)}
    for number in range(1, size):
        assert tree["parent"][number] < number
        positions[number] = rules.play(positions[tree["parent"][number]], tree["move"][number])
    shown = {number: "".join(line[:3] for line in rules.show(p).split("\n")[:3]) for number, p in positions.items()}
    assert tree["board"] == list(shown.values())
    assert {number: rules.static(positions[number]) for number in tree["leaves"]} == {
        number: tree["value"][number] for number in tree["leaves"]
    }
    won = {number for number, p in positions.items() if rules.outcome(p).map(bool).value_or(False)}
    full = {number: lines_on(cells) for number, cells in enumerate(tree["board"])}
    assert {number for number, cells in full.items() if cells} == won
    for number in won:  # also where one move makes two lines
        assert full[number] == {3 * row + column for row, column in diagram(to_record(positions[number])).won}


@every_tree
def test_the_value_of_a_node_is_the_best_of_its_children(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    children: dict[int, list[int]] = {}
    for number, parent in enumerate(tree["parent"]):
        children.setdefault(parent, []).append(tree["value"][number])
    for number, values in children.items():
        if number >= 0:
            board = tree["board"][number]
            best = max if board.count("X") == board.count("O") else min
            assert tree["value"][number] == best(values)


def chain(tree: dict[str, Any], node: int) -> list[int]:
    """The nodes from the root to a node."""
    return [*(chain(tree, tree["parent"][node]) if node else []), node]


@every_tree
def test_why_something_was_cut_off(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    """Who chose a position has a move elsewhere that is at least as good as what the last reply examined leaves of it."""
    parents, value, trace = tree["parent"], tree["value"], tree["trace"]
    for name, walk in tree["walks"].items():
        seen = above(tree, walk["order"])
        for first, bound in walk["cuts"]:
            left, chooser = parents[first], parents[bound]
            over = chain(tree, left)
            assert chooser in over[:-1]
            assert bound < over[over.index(chooser) + 1]  # examined before the game could come here
            assert (tree["board"][chooser].count(".") - tree["board"][left].count(".")) % 2  # the other player's move
            siblings = [number for number, parent in enumerate(parents) if parent == left]
            examined = siblings[: siblings.index(first)]
            assert set(siblings) & seen == set(examined) != set()
            sign = 1 if tree["board"][chooser].count("X") == tree["board"][chooser].count("O") else -1
            known = trace["value"] if name == "window" else value
            best, found = value[bound], known[examined[-1]]
            assert sign * value[left] <= sign * found <= sign * best
            assert all(sign * known[other] > sign * best for other in examined[:-1])  # or it would have left before
            if name == "window":
                by = trace["cut"][first]
                assert by == ("alpha" if sign == 1 else "beta")
                assert best == trace[by][first] == trace["value"][bound]
                assert found == trace["value"][left]
            else:
                assert chooser == parents[left]  # the lists hand a bound down by one level


def test_some_cuts_are_deep_and_only_the_windows() -> None:
    deep = dict.fromkeys(("minimax", "lists", "window"), 0)
    for tree in WALKS[()]:
        for name, walk in tree["walks"].items():
            deep[name] += sum(
                tree["parent"][bound] != tree["parent"][tree["parent"][first]] for first, bound in walk["cuts"]
            )
    assert deep["minimax"] == deep["lists"] == 0 < deep["window"]


def unpacked(packed: dict[str, Any], cells: str) -> dict[str, Any]:
    """What `packed` has packed, read in another way than on the page."""
    counts, parent, waiting = [int(letter) for letter in packed["children"]], [-1], [0]
    for number in range(1, len(counts)):
        while not counts[waiting[-1]]:
            waiting.pop()
        counts[waiting[-1]] -= 1
        parent.append(waiting[-1])
        waiting.append(number)
    move = [-1 if letter == "." else int(letter) for letter in packed["move"]]
    board = [cells]
    for number in range(1, len(parent)):
        before = board[parent[number]]
        mark = "X" if before.count("X") == before.count("O") else "O"
        board.append(before[: move[number]] + mark + before[move[number] + 1 :])
    values = {"-": -1, "0": 0, "+": 1}
    runs = {name: iter(walk["order"]) for name, walk in packed["walks"].items()}
    return {
        "parent": parent,
        "move": move,
        "board": board,
        "value": [values[letter] for letter in packed["value"]],
        "leaves": [number for number, letter in enumerate(packed["children"]) if letter == "0"],
        "walks": {
            name: {
                "order": [leaf for begin in runs[name] for leaf in range(begin, next(runs[name]))],
                "cuts": walk["cuts"],
            }
            for name, walk in packed["walks"].items()
        },
        "trace": {
            "value": [values.get(letter) for letter in packed["found"]],
            "alpha": [values.get(letter) for letter in packed["alpha"]],
            "beta": [values.get(letter) for letter in packed["beta"]],
            "cut": [{"a": "alpha", "b": "beta"}.get(letter) for letter in packed["found"]],
        },
    }


@pytest.mark.parametrize("position", DATA["positions"], ids=lambda position: str(position["moves"]))
def test_what_is_packed_can_be_unpacked(position: dict[str, Any]) -> None:
    trees = [unpacked(packed, position["board"]) for packed in position["trees"]]
    assert trees == WALKS[position["moves"]]


@pytest.mark.parametrize(
    ("numbers", "runs"), [([], []), ([0, 1, 2, 7], [0, 3, 7, 8]), ([4], [4, 5]), ([1, 3], [1, 2, 3, 4])]
)
def test_numbers_as_runs(numbers: list[int], runs: list[int]) -> None:
    assert explore.runs(numbers) == runs


def test_there_is_something_to_choose_and_nothing_too_large() -> None:
    assert (4, 0, 2, 5, 3, 6) in WALKS
    for moves, trees in WALKS.items():
        assert len(trees) >= 3
        counts = [len(tree["leaves"]) for tree in trees]
        assert max(counts) <= explore.MOST_LEAVES
        left = 9 - len(moves)
        larger = (
            build_tree(rules)(reduce(rules.play, moves, rules.start)) | prune(len(trees) + 1) | map_tree(rules.static)
        )
        assert len(trees) == left or count_leaves(minimax, larger)[1] > explore.MOST_LEAVES


@pytest.mark.parametrize("moves", [(), (4, 1, 0, 8), (4, 0, 2)])
def test_the_two_forms_of_alpha_beta_differ_from_depth_4_on(moves: tuple[int, ...]) -> None:
    examined = [[len(walk["order"]) for walk in tree["walks"].values()] for tree in WALKS[moves]]
    assert all(lists == window for _, lists, window in examined[:3])
    assert all(leaves > lists > window for leaves, lists, window in examined[3:4])


def test_the_pages_tell_the_right_numbers() -> None:
    pages = Path(__file__).parents[2] / "docs"
    for name, moves in (("explore.md", ()), ("articles/3-alpha-beta.md", (4, 0, 2))):
        tree = WALKS[moves][3]
        told = re.findall(r"examine (\d+)[^.]*?window (\d+)", (pages / name).read_text())
        assert told == [tuple(str(len(tree["walks"][walk]["order"])) for walk in ("lists", "window"))]
        assert f"{len(tree['leaves']):,} leaves" in (pages / name).read_text()


def test_a_position_says_what_it_is_and_who_moves() -> None:
    told = [(position["words"], position["moves"]) for position in DATA["positions"]]
    assert told == list(explore.POSITIONS)
    assert len({words for words, _ in told if words}) == len(told)
    assert {(move,) for move in range(9)} <= set(WALKS)  # a first move can be chosen without an interpreter
    assert len({position["board"] for position in DATA["positions"]}) == len(told)
    for position in DATA["positions"]:
        cells = position["board"]
        assert cells == WALKS[position["moves"]][0]["board"][0]
        assert position["first"] == (cells.count("X") == cells.count("O"))


@pytest.mark.parametrize("text", ["4 0 2", "4, 0, 2", "4,0;2", " 4  0\n2 "])
def test_a_position_of_ones_own_is_searched_as_the_others_are(text: str) -> None:
    found = explore.own(text)
    assert found == {**explore.explored("", (4, 0, 2)), "words": "a position of your own"}
    assert json.loads(json.dumps(found)) is not None
    assert explore.own("")["trees"] == DATA["positions"][7]["trees"]


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("4 4", IllegalMove, "illegal move 4; legal moves: 0 1 2 3 5 6 7 8"),
        ("12", IllegalMove, "illegal move 12; legal moves: 0 1 2 3 4 5 6 7 8"),
        ("0 3 1 4 2 5", IllegalMove, "illegal move 5; the game is over"),
        ("0 3 1 4 2", GameOver, "no move to choose: this game of tictactoe is over"),
        ("4 x", ValueError, "'x' is not a cell; expected a number from 0 to 8"),
    ],
)
def test_a_wrong_position_is_refused_in_the_librarys_words(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as refused:
        explore.own(text)
    assert str(refused.value) == words


def test_nothing_is_told_that_the_page_does_not_read() -> None:
    scripts = "\n".join(path.read_text() for path in STATIC.glob("explorer*.js"))
    position = DATA["positions"][0]
    names = {*DATA, *position, *position["trees"][0], *position["trees"][0]["walks"]["lists"]}
    assert {name for name in names if not re.search(rf"\b{name}\b", scripts)} == set()


def test_it_runs_where_there_is_only_the_library() -> None:
    imported = [
        found for found in ast.walk(ast.parse(SOURCE.read_text())) if isinstance(found, ast.Import | ast.ImportFrom)
    ]
    names = [
        name
        for found in imported
        for name in ([found.module or ""] if isinstance(found, ast.ImportFrom) else [a.name for a in found.names])
    ]
    assert {name.partition(".")[0] for name in names} - sys.stdlib_module_names == {"fpgames"}


def test_the_script_holds_the_data_and_is_small() -> None:
    held = re.fullmatch(r"globalThis\.explorerData = (.*);\n", explore.script())
    assert held is not None
    assert json.loads(held[1]) == json.loads(json.dumps(DATA))
    assert len(held[1]) < 300_000


def test_the_page_asks_for_nothing() -> None:
    files = {path.name: path.read_text() for path in STATIC.glob("explorer*")}
    assert len(files) == 5
    for name, text in files.items():
        code = re.sub(r"/\*.*?\*/|^\s*//.*|// .*$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(r"fetch|XMLHttpRequest|import|https?:(?!//www\.w3\.org/2000/svg)|@import", code), name
