"""The explorer shows what the library computes: `docs/_ext/fpgames_docs/explore.py`, without Sphinx or browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest
from fpgames_docs import explore

from fpgames import Player, alpha_beta, build_tree, count_leaves, map_tree, minimax, prune
from fpgames.games.tictactoe import rules
from fpgames.games.tictactoe.bits import to_record
from fpgames.games.tictactoe.record import diagram
from fpgames.rules import GameOver, IllegalMove
from fpgames.search import ab_maximise, ab_minimise
from tests.support.source import DOCS, text_of
from tests.support.walks import lines_on, path_to, trees_by_depth

STATIC = DOCS / "_static"
FEW = [(4, 0, 2, 5, 3, 6), (0, 4, 8, 2, 6), (4, 1, 0, 8)]  # X moves at one of these roots, O at the others
every_tree = pytest.mark.parametrize(
    "positions", [FEW, pytest.param([moves for _, moves in explore.POSITIONS], marks=pytest.mark.exhaustive)], ids=len
)
Moves = tuple[int, ...]


def trees_of(positions: list[Moves]) -> Iterator[tuple[Moves, int, dict[str, Any]]]:
    """The trees of some positions, each with the moves to its root and its depth."""
    for moves in positions:
        for depth, tree in enumerate(trees_by_depth(moves), 1):
            yield moves, depth, tree


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
def test_the_counts_are_those_of_the_real_searches(positions: list[Moves]) -> None:
    for moves, depth, tree in trees_of(positions):
        p = reduce(rules.play, moves, rules.start)
        player = rules.player(p)
        values = build_tree(rules)(p) | prune(depth) | map_tree(rules.static)
        searches: dict[str, Any] = {
            "minimax": minimax,
            "lists": ab_maximise if player is Player.FIRST else ab_minimise,
            "window": alpha_beta,
        }
        counts = {name: count_leaves(search)(values) for name, search in searches.items()}
        assert counts == {name: (tree["value"][0], len(walk["order"])) for name, walk in tree["walks"].items()}
        assert tree["trace"]["value"][0] == tree["value"][0]


@every_tree
def test_walks_and_trace_leave_out_the_same(positions: list[Moves]) -> None:
    """Minimax asks for every leaf, the others for some in the same order; a cut is at the first child not entered."""
    for *_, tree in trees_of(positions):
        trace, walked = tree["trace"], tree["walks"]
        assert walked["minimax"] == {"order": [*range(len(tree["leaves"]))], "cuts": []}
        for name, walk in walked.items():
            assert walk["order"] == sorted({*walk["order"]} & {*range(len(tree["leaves"]))})
            seen = above(tree, walk["order"])
            children = [[c for c, parent in enumerate(tree["parent"]) if parent == number] for number in sorted(seen)]
            missed = [[c for c in each if c not in seen] for each in children]
            assert [first for first, _ in walk["cuts"]] == sorted(gone[0] for gone in missed if gone)
            assert all(each[-len(gone) :] == gone for each, gone in zip(children, missed, strict=True) if gone)
            assert name != "window" or seen == {number for number, cut in enumerate(trace["cut"]) if cut is None}
        for number, cut in enumerate(trace["cut"]):
            assert (trace["value"][number] is None) == (cut is not None)
            assert cut is None or trace[cut][number] is not None  # the bound that cut


@every_tree
def test_the_value_of_a_node_is_the_best_of_its_children(positions: list[Moves]) -> None:
    for *_, tree in trees_of(positions):
        children: dict[int, list[int]] = {}
        for number, parent in enumerate(tree["parent"][1:], 1):
            children.setdefault(parent, []).append(tree["value"][number])
        for number, values in children.items():
            board = tree["board"][number]
            best = max if board.count("X") == board.count("O") else min
            assert tree["value"][number] == best(values)


@every_tree
def test_nodes_are_what_their_moves_make_of_the_root(positions: list[Moves]) -> None:
    for moves, _, tree in trees_of(positions):
        size = len(tree["parent"])
        assert {len(tree[name]) for name in ("move", "board", "value")} == {size}
        assert {len(known) for known in tree["trace"].values()} == {size}
        assert tree["leaves"] == [number for number in range(size) if number not in set(tree["parent"])]
        at = {0: reduce(rules.play, moves, rules.start)}
        for number in range(1, size):
            assert tree["parent"][number] < number
            at[number] = rules.play(at[tree["parent"][number]], tree["move"][number])
        shown = {number: "".join(line[:3] for line in rules.show(p).split("\n")[:3]) for number, p in at.items()}
        assert tree["board"] == list(shown.values())
        assert {number: rules.static(at[number]) for number in tree["leaves"]} == {
            number: tree["value"][number] for number in tree["leaves"]
        }
        won = {number for number, p in at.items() if rules.outcome(p).map(bool).value_or(False)}
        full = {number: lines_on(cells) for number, cells in enumerate(tree["board"])}
        assert {number for number, cells in full.items() if cells} == won
        for number in won:  # also where one move makes two lines
            assert full[number] == {3 * row + column for row, column in diagram(to_record(at[number])).won}


@every_tree
def test_why_something_was_cut_off(positions: list[Moves]) -> None:
    """Who chose a position has a move elsewhere that is at least as good as what the last reply examined leaves of it."""
    for *_, tree in trees_of(positions):
        parents, value, trace = tree["parent"], tree["value"], tree["trace"]
        for name, walk in tree["walks"].items():
            seen = above(tree, walk["order"])
            for first, bound in walk["cuts"]:
                left, chooser = parents[first], parents[bound]
                over = path_to(tree, left)
                assert chooser in over[:-1]
                assert bound < over[over.index(chooser) + 1]  # examined before the game could come here
                assert (
                    tree["board"][chooser].count(".") - tree["board"][left].count(".")
                ) % 2  # the other player's move
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


@every_tree
def test_some_cuts_are_deep_and_only_the_windows(positions: list[Moves]) -> None:
    deep = dict.fromkeys(("minimax", "lists", "window"), 0)
    for *_, tree in trees_of(positions):
        parents = tree["parent"]
        for name, walk in tree["walks"].items():
            deep[name] += sum(parents[bound] != parents[parents[first]] for first, bound in walk["cuts"])
    assert deep["minimax"] == deep["lists"] == 0 < deep["window"]


@every_tree
def test_there_is_something_to_choose_and_nothing_too_large(positions: list[Moves]) -> None:
    for moves in positions:
        found = trees_by_depth(moves)
        assert len(found) >= 3
        assert max(len(tree["leaves"]) for tree in found) <= explore.MAX_LEAVES
        whole = build_tree(rules)(reduce(rules.play, moves, rules.start))
        larger = whole | prune(len(found) + 1) | map_tree(rules.static)
        assert len(found) == 9 - len(moves) or count_leaves(minimax)(larger)[1] > explore.MAX_LEAVES


@pytest.mark.parametrize("moves", [pytest.param((), marks=pytest.mark.exhaustive), (4, 1, 0, 8), (4, 0, 2)])
def test_the_two_forms_of_alpha_beta_differ_from_depth_4_on(moves: Moves) -> None:
    examined = [[len(walk["order"]) for walk in tree["walks"].values()] for tree in trees_by_depth(moves)]
    assert all(lists == window for _, lists, window in examined[:3])
    assert all(leaves > lists > window for leaves, lists, window in examined[3:4])


@pytest.mark.parametrize(
    ("name", "moves"),
    [("articles/3-alpha-beta.md", (4, 0, 2)), pytest.param("explore.md", (), marks=pytest.mark.exhaustive)],
)
def test_the_pages_tell_the_right_numbers(name: str, moves: Moves) -> None:
    tree, text = trees_by_depth(moves)[3], text_of(DOCS / name)
    told = re.findall(r"examine (\d+)[^.]*?window (\d+)", text)
    assert told == [tuple(str(len(tree["walks"][walk]["order"])) for walk in ("lists", "window"))]
    assert f"{len(tree['leaves']):,} leaves" in text


def test_what_can_be_chosen_is_told_apart() -> None:
    words = [words for words, _ in explore.POSITIONS]
    lines = {moves for _, moves in explore.POSITIONS}
    assert len({*filter(None, words)}) == len(words)
    assert {(move,) for move in range(9)} | {()} <= lines  # a first move can be chosen without an interpreter
    assert len({explore.board(reduce(rules.play, moves, rules.start)) for moves in lines}) == len(words)


@every_tree
def test_a_position_says_what_it_is_and_who_moves(positions: list[Moves]) -> None:
    for moves in positions:
        position = explore.position_data("words", moves)
        cells = position["board"]
        assert (position["words"], position["moves"]) == ("words", moves)
        assert cells == trees_by_depth(moves)[0]["board"][0]
        assert position["first"] == (cells.count("X") == cells.count("O"))


def test_a_position_of_ones_own_is_searched_as_the_others_are() -> None:
    wanted = {**explore.position_data("", (4, 1, 0, 8)), "words": "a position of your own"}
    for text in ("4 1 0 8", "4, 1, 0, 8", "4,1;0,8", " 4  1\n0 8 "):
        assert explore.own(text) == wanted, text
    assert json.loads(json.dumps(wanted)) is not None


@pytest.mark.exhaustive
def test_the_script_holds_every_position_and_is_small() -> None:
    held = re.fullmatch(r"globalThis\.explorerData = (.*);\n", explore.script())
    assert held is not None
    positions = [explore.position_data(words, moves) for words, moves in explore.POSITIONS]
    assert json.loads(held[1]) == json.loads(json.dumps({"lines": explore.lines(), "positions": positions}))
    assert explore.own("")["trees"] == positions[7]["trees"]
    assert len(held[1]) < 300_000


def test_a_wrong_position_is_refused_in_the_librarys_words() -> None:
    refused: list[tuple[str, type[Exception], str]] = [
        ("4 4", IllegalMove, "illegal move 4; legal moves: 0 1 2 3 5 6 7 8"),
        ("12", IllegalMove, "illegal move 12; legal moves: 0 1 2 3 4 5 6 7 8"),
        ("0 3 1 4 2 5", IllegalMove, "illegal move 5; the game is over"),
        ("0 3 1 4 2", GameOver, "no move to choose: this game of tictactoe is over"),
        ("4 x", ValueError, "'x' is not a cell; expected a number from 0 to 8"),
    ]
    for text, error, words in refused:
        with pytest.raises(error, match=f"^{re.escape(words)}$"):
            explore.own(text)


def test_nothing_is_told_that_the_page_does_not_read() -> None:
    scripts = "\n".join(text_of(path) for path in STATIC.glob("explorer*.js"))
    position = explore.position_data("", FEW[0])
    names = {"lines", "positions", *position, *position["trees"][0], *position["trees"][0]["walks"]["lists"]}
    assert {name for name in names if not re.search(rf"\b{name}\b", scripts)} == set()


def test_the_page_asks_for_nothing() -> None:
    files = {path.name: text_of(path) for path in STATIC.glob("explorer*")}
    assert len(files) == 5
    for name, text in files.items():
        code = re.sub(r"/\*.*?\*/|^\s*//.*|// .*$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(r"fetch|XMLHttpRequest|import|https?:(?!//www\.w3\.org/2000/svg)|@import", code), name
