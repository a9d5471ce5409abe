"""What the page to play with shows is what the library does: `docs/_ext/explore.py`, without Sphinx and without a browser."""

from __future__ import annotations

import importlib.util
import json
import re
from functools import reduce
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fpgames import Player, alpha_beta, build_tree, count_leaves, map_tree, minimax, prune
from fpgames.games.tictactoe import rules
from fpgames.search import ab_maximise, ab_minimise

SOURCE = Path(__file__).parent.parent / "docs" / "_ext" / "explore.py"


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("explore", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


explore = loaded()
DATA = explore.data()
TREES = [
    pytest.param(position["moves"], tree, id=f"{position['moves']} to depth {tree['depth']}")
    for position in DATA["positions"]
    for tree in position["trees"]
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


@every_tree
def test_the_counts_are_those_of_the_real_searches(moves: tuple[int, ...], tree: dict[str, Any]) -> None:
    p = reduce(rules.play, moves, rules.start)
    player = rules.player(p)
    values = build_tree(rules)(p) | prune(tree["depth"]) | map_tree(rules.static)
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
        assert walk["cuts"] == sorted(found[0] for found in missed if found)
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
    assert set(tree["won"]) == won
    assert all(len({tree["board"][number][cell] for cell in line}) == 1 for number, line in tree["won"].items())


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


def test_there_is_something_to_choose_and_nothing_too_large() -> None:
    assert len(DATA["positions"]) == 8
    assert (4, 0, 2, 5, 3, 6) in [position["moves"] for position in DATA["positions"]]
    for position in DATA["positions"]:
        assert [tree["depth"] for tree in position["trees"]] == list(range(1, 1 + len(position["trees"])))
        assert len(position["trees"]) >= 3
        assert all(len(tree["leaves"]) <= explore.MOST_LEAVES for tree in position["trees"])
    position, depth = DATA["shown"]
    walks = DATA["positions"][position]["trees"][depth - 1]["walks"].values()
    assert len({len(walk["order"]) for walk in walks}) == 3  # what is shown first sets all three apart


def test_a_position_says_what_it_is_and_who_moves() -> None:
    told = [(position["words"], position["moves"]) for position in DATA["positions"]]
    assert told == list(explore.POSITIONS)
    assert len({words for words, _ in told if words}) == len(told)
    assert {position["first"] for position in DATA["positions"]} == {True, False}
    for position in DATA["positions"]:
        cells = position["trees"][0]["board"][0]
        assert position["first"] == (cells.count("X") == cells.count("O"))


def test_nothing_is_told_that_the_page_does_not_read() -> None:
    script = explore.page()["explore.js"]
    position = DATA["positions"][0]
    tree = position["trees"][0]
    told = {"data": DATA, "position": position, "shown|tree": tree, "walk": tree["walks"]["lists"]}
    read = {whole: set(re.findall(rf"\b(?:{whole})\.(\w+)", script)) for whole in told}
    assert [name for whole, parts in told.items() for name in parts if name not in read[whole]] == []
    assert set(tree["trace"]) == {"value", "alpha", "beta", "cut"}


@pytest.mark.parametrize(
    ("builder", "failed", "wanted"),
    [("html", None, True), ("dirhtml", None, True), ("text", None, False), ("html", ValueError(), False)],
)
def test_the_page_is_written_beside_pages_of_html(
    tmp_path: Path, builder: str, failed: Exception | None, wanted: bool
) -> None:
    app = SimpleNamespace(builder=SimpleNamespace(name=builder), outdir=tmp_path)
    explore.written(app, failed)
    files = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("explore/*")}
    assert files == (explore.page() if wanted else {})


def test_json_cannot_leave_its_element() -> None:
    given = {"a": "</script><!-- & <script>"}
    assert json.loads(explore.embedded(given)) == given
    assert not re.search("[<>&]", explore.embedded(given))


def test_the_page_stands_alone_and_is_small() -> None:
    files = explore.page()
    assert set(files) == {"index.html", "explore.css", "explore.js"}
    assert sum(map(len, files.values())) < 1_500_000
    html = files["index.html"]
    (held,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert json.loads(held) == json.loads(json.dumps(DATA))
    assert set(re.findall(r'(?:src|href)="([^"]*)"', html)) == {"../index.html", "data:,", "explore.css", "explore.js"}
    assert "@import" not in files["explore.css"]
    assert "//" not in re.sub(r"/\*.*?\*/", "", files["explore.css"], flags=re.DOTALL)
    assert not re.search("fetch|XMLHttpRequest|import", files["explore.js"])
