"""The playground without a browser: `playground.py` in `docs/_ext/fpgames_docs` and its page, `playground_page.py`."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest
from fpgames_docs import playground, playground_page, playground_program
from fpgames_docs.playground_page import PRESETS, SEARCHES, TREES, default_state, state
from fpgames_docs.playground_program import State
from fpgames_docs.playground_proof import is_proven
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, build_tree, count_leaves, map_tree, minimax, share
from fpgames.games import tictactoe
from fpgames.rules import value_of_outcome, whose_turn
from fpgames.search import Traced, count_nodes, perft
from tests.support.playground import NAMES, OFFERS, SMALL, check_page, display_text, game_lines, states, with_changes

every_game = pytest.mark.parametrize("names", [SMALL, pytest.param(NAMES, marks=pytest.mark.exhaustive)], ids=len)


@given(states())
def test_where_there_is_a_value_the_trees_picture_has_it_at_the_root(given_state: State) -> None:
    found = playground.answer(given_state)
    names, _ = playground.run_setup(playground_program.code(given_state)) if not found["wrong"] else ({}, [])
    if not names:
        return
    explained = playground.traced_tree(names["tree"], names["search"]).label
    if given_state["search"] in ("minimax", "alpha_beta"):
        assert display_text(explained.value) == found["value"]
    assert isinstance(explained, Traced) == (not given_state["search"].startswith(("lambda", "traverse")))
    drawn = ElementTree.fromstring(playground.tree(given_state)["svg"])
    texts = {text.strip() for text in drawn.itertext()}
    children = list(names["tree"].children)[: given_state["width"]]
    rules, p = names["rules"], names["p"]
    assert drawn.get("role") == "img"
    if "symmetry" not in given_state["tree"]:
        moves = {rules.show_move_in(p, move) for move in rules.moves(p)}
        assert len(texts & moves) >= min(1, len(children))


def test_the_picture_is_that_of_the_search() -> None:
    drawn = {
        search: playground.tree(with_changes(playground_page.FIRST, search=search))["svg"]
        for search in ("minimax", "alpha_beta")
    }
    assert ["\N{GREATER-THAN OR EQUAL TO}" in svg for svg in drawn.values()] == [False, True]  # bounds are alpha-beta's
    window = playground.tree(with_changes(playground_page.FIRST, search="alpha_beta(alpha=1)"))["svg"]
    assert "\N{LESS-THAN OR EQUAL TO}" in window  # no value is above the window


@pytest.mark.slow
def test_every_node_of_the_picture_can_be_opened_but_what_was_cut_off() -> None:
    """Below each is what the search found there, and the moves lead to its position."""
    for name, at in (
        ("A win to find", []),
        ("Best moves first", ["2"]),
        ("Expected line", ["3", "0"]),
    ):
        given_state = with_changes(of_preset(name), at=at)
        drawn = playground.tree(given_state)
        svg = ElementTree.fromstring(drawn["svg"])
        nodes = [each for each in svg.iter() if each.get("class") in ("node", "cut")]
        assert [each.get("class") == "cut" for each in nodes] == [each["way"] is None for each in drawn["nodes"]]
        assert drawn["nodes"][0]["way"] == at
        for node, opening in zip(nodes, drawn["nodes"], strict=True):
            way = opening["way"]
            if way is not None:
                below = playground.tree(with_changes(given_state, at=way))
                root = next(each for each in ElementTree.fromstring(below["svg"]).iter() if each.get("class") == "node")
                assert [*root.itertext()] == [*node.itertext()]
                assert len(below["line"]) == len(way)
                playground.position(with_changes(given_state, moves=given_state["moves"] + below["line"]))
    for wrong in ("9", "x", "-1"):
        with pytest.raises(ValueError, match=f"no child '{wrong}' there; expected a number less than 5"):
            playground.tree(with_changes(playground_page.FIRST, at=[wrong]))


VALUES = ["prune(2)", "map_tree(rules.static)"]
WALKED = (
    "minimax", "minimax(player=Player.FIRST)", "maximise", "negamax", "alpha_beta", "alpha_beta(alpha=0)",
    "alpha_beta(alpha=1)", "alpha_beta(beta=1, alpha=0)", "alpha_beta(beta=0)", "alpha_beta(beta=-1)",
)  # fmt: skip
OTHERS = (
    "map_tree(neg) | alpha_beta", "map_tree(neg) | minimax", "compose(neg, minimax)", "prune(1) | minimax", "minimax | neg",
    "my_minimax", "lambda tree: minimax(tree)", "partial(minimax)", "count_minimax.minimax", "prefer_quick_wins | minimax",
    "ab_maximise", "lambda alpha_beta: 7", "best_move(search=my_minimax)", "best_move(search=lambda tree: minimax(tree))",
)  # fmt: skip
_OWN = """from types import SimpleNamespace
def my_minimax(tree):
    return max(leaves(tree))
count_minimax = SimpleNamespace(minimax=lambda tree: 42)"""


def traced(given_state: State) -> tuple[Any, Any]:
    """What the search found, and the trace at the root of the picture, None if that is drawn without values."""
    found, (names, _) = playground.answer(given_state), playground.run_setup(playground_program.code(given_state))
    assert found["wrong"] == ""
    root = playground.traced_tree(names["tree"], names["search"]).label
    return found, root if isinstance(root, Traced) else None


def test_the_root_of_the_picture_has_the_value_that_was_found() -> None:
    for search, line in product(WALKED, ["", "0 4 8 6", "0 4", "0 8 4 6"]):
        found, root = traced(
            with_changes(playground_page.FIRST, stages=["prune(3)", VALUES[1]], search=search, moves=line.split())
        )
        assert found["value"] == repr(root.value), (search, line)


def test_so_it_has_where_the_second_player_moves() -> None:
    for search in ("minimise", "minimax(player=Player.SECOND)"):
        found, root = traced(with_changes(playground_page.FIRST, search=search, moves=["0", "3", "8", "5", "1"]))
        assert found["value"] == repr(root.value) == "-1"
    for wrong, of_the_other in (("minimise", []), ("maximise", ["0"])):
        given_state = with_changes(playground_page.FIRST, search=wrong, moves=of_the_other)
        assert playground.answer(given_state)["wrong"].startswith("ValueError: ")
        with pytest.raises(ValueError, match="player"):
            playground.tree(given_state)


def test_a_search_that_is_none_of_the_librarys_is_drawn_without_values() -> None:
    for search in OTHERS:
        given_state = with_changes(playground_page.FIRST, stages=VALUES, search=search, functions=_OWN)
        found, root = traced(given_state)
        assert root is None, search
        drawn = ElementTree.fromstring(playground.tree(given_state)["svg"])
        assert not {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")} & {"0", "-1"}, search
        assert not re.search("Good|Even|Won|draw", found["about"]), search


_OF_NODES = """@node_search
def mean(here, visit, *, least=0):
    values = [visit(child) for child in children(here)]
    return max(least, sum(values) / len(values)) if values else float(label(here))
@node_search(view="mover")
def for_the_mover(here, visit, alpha, beta):
    return max([-visit(child, None, None) for child in children(here)], default=player(here) * label(here))"""


def test_searches_of_your_own_are_drawn_with_their_values() -> None:
    for search, line in product(("mean", "mean(least=0.5)", "for_the_mover"), ["", "0 4 8 6", "0 4 8"]):
        given_state = with_changes(playground_page.FIRST, search=search, moves=line.split(), functions=_OF_NODES)
        found, root = traced(with_changes(given_state, stages=["prune(3)", VALUES[1]]))
        sign = -1 if search == "for_the_mover" and line == "0 4 8" else 1
        assert float(found["value"]) == pytest.approx(sign * root.value, abs=1e-4)
        assert ("value is the second" in found["about"]) == (sign == -1)


def line_by(option: str) -> tuple[Any, Any]:
    return traced(with_changes(playground_page.FIRST, search=f"principal_variation{option}"))


def test_a_line_is_drawn_with_its_value_unless_it_is_by_another_search() -> None:
    for option in ("", "(search=alpha_beta)", "(search=minimax)", "(search=maximise)"):
        found, root = line_by(option)
        assert (found["value"], repr(root.value)) == ("1", "1"), option
        assert found["about"].startswith("Won for the first player. Expected line: 2 "), option
    found, root = line_by("(search=lambda tree: minimax(tree))")
    assert (root, found["about"][:14]) == (None, "Expected line:")


_FIRST = "Won for the first player. "
_SECOND = "Won for the second player. "
_THEIRS = "The value is the second player's. "
FAVOURED = [
    ("0 4 8 6", "minimax", "", _FIRST),
    ("0 4 8 6", "negamax", "", _FIRST),
    ("0 4 8 6", "minimax", "prefer_quick_wins", _FIRST),
    ("0 3 8 5 1", "minimax", "", _SECOND),
    ("0 3 8 5 1", "minimise", "", _SECOND),
    ("0 3 8 5 1", "minimise", "prefer_quick_wins", _SECOND),
    ("0 3 8 5 1", "negamax", "", _SECOND + _THEIRS),
    ("0 3 8 5 1", "negamax(player=Player.SECOND)", "", _SECOND + _THEIRS),
    ("0 3 8 5 1", "minimax", "map_tree(lambda n: n / 2)", "Good for the second player. "),
    ("0", "negamax", "", "Even. " + _THEIRS),
    ("0", "alpha_beta", "", "Even. "),
    ("", "minimax", "", "Even. "),
    ("0 4 8 2 5 3 6 7", "minimax", "", "A draw. "),
    ("0 4 8 2 6 7 1", "negamax", "map_tree(float)", "A draw. " + _THEIRS),
    ("0 2 1 5", "negamax", "", _SECOND),
    ("0 4 8 6", "alpha_beta(alpha=1)", "", ""),  # a bound
    ("0 4 8 6", "alpha_beta(beta=0)", "", ""),
    ("0 4 8 6", "lambda tree: 20", "", ""),
]


def test_who_is_favoured_is_said_of_the_player_whose_value_it_is() -> None:
    for moves, search, stage, about in FAVOURED:
        stages = ["prune(4)", VALUES[1], *([stage] if stage else [])]
        given_state = with_changes(playground_page.FIRST, moves=moves.split(), search=search, stages=stages)
        found = playground.answer(given_state)
        assert (found["wrong"], found["about"]) == ("", about), (moves, search)
        assert "-0" not in re.split("[(, ]", found["value"])


def test_a_value_has_four_digits_and_no_negative_zero() -> None:
    shown = [playground.value_text(value) for value in (-0.0, 1 / 3, -12345.6, 0, (-0.0, 1), (0.5, -3), (), [1], True)]
    assert shown == ["0", "0.3333", "-1.235e+04", "0", "(0, 1)", "(0.5, -3)", "()", "[1]", "True"]


@cache
def worth(name: str, line: tuple[str, ...]) -> Outcome:
    rules, positions = playground.reached(with_changes(default_state(name), game=name, moves=[*line]))
    return Outcome((build_tree(rules) | share | map_tree(value_of_outcome(rules)) | minimax)(positions[-1]))


PRUNING = ["prune(2)", "prune(4)", "prune(6)", "keep_best(2, rules.static)", "order_by(rules.static)", "share", "prefer_quick_wins",
    "rebuild(children=lambda tree: [*tree.children][:2])", "rebuild(children=lambda tree: [node(1), *tree.children])",
    "prune_when(lambda p: len(rules.moves(p)) == 2)"]  # fmt: skip


@given(game_lines(SMALL), st.lists(st.sampled_from(PRUNING), max_size=3), st.sampled_from(["build_tree", "game_tree"]))
def test_won_lost_or_drawn_is_said_of_what_the_whole_game_is_worth_and_of_all_whole_trees(
    place: tuple[str, list[str]], stages: list[str], tree: str
) -> None:
    name, line = place
    values = [stage for stage in stages if stage == "prefer_quick_wins"][:1]
    unfit = "prefer_quick_wins|rules|share" if tree == "game_tree" else "prefer_quick_wins"
    stages = [stage for stage in stages if not re.search(unfit, stage)]
    label = "lambda label: rules.static(label.position)" if tree == "game_tree" else "rules.static"
    given_state = state(
        name, " ".join(line), "\n".join([*stages, f"map_tree({label})", *values]), "alpha_beta", f"{tree}(rules)"
    )
    names, _ = playground.run_setup(playground_program.code(given_state))
    true = worth(name, tuple(line))
    proven = [outcome for outcome in Outcome if is_proven(names["tree"], outcome)]
    assert proven in ([true], [])
    if not [stage for stage in stages if re.match("prune|keep|rebuild", stage)]:
        assert proven == [true]


def test_nothing_is_proven_by_trees_that_are_not_the_games() -> None:
    for tree, stages in (
        ("lambda p: node(1, player=Player.FIRST)", ""),
        ("build_tree(lambda p: [], player=Player.FIRST)", "map_tree(lambda p: 1)"),
        ("build_tree(rules)", "rebuild(children=lambda tree: [*tree.children][:1])\nmap_tree(rules.static)"),
        (
            "build_tree(rules)",
            "rebuild(children=lambda tree: [build_tree(rules)(rules.read('XXX\\nOO.\\n...'))])\nprune(1)\nmap_tree(rules.static)",
        ),
        (
            "build_tree(rules)",
            "rebuild(children=lambda tree: [build_tree(game('nim:1'))(game('nim:1').start)])\nprune(1)\nmap_tree(lambda p: 1)",
        ),
    ):
        found = playground.answer(state("tictactoe", "", stages, "minimax", tree))
        assert (found["wrong"], found["value"], found["about"]) == ("", "1", "Good for the first player. ")


def test_a_proof_ends_where_it_would_take_too_long() -> None:
    whole = build_tree(tictactoe.rules)(tictactoe.rules.start) | share
    assert [is_proven(whole, Outcome.DRAW, budget) for budget in (100, 10_000)] == [False, True]


@given(game_lines())
def test_negamax_favours_whom_minimax_does(place: tuple[str, list[str]]) -> None:
    name, line = place
    found = {
        search: playground.answer(with_changes(default_state(name), moves=line, stages=VALUES, search=search))
        for search in ("minimax", "negamax")
    }
    assert found["negamax"]["about"].partition(". ")[0] == found["minimax"]["about"].partition(". ")[0]
    rules, positions = playground.reached(with_changes(default_state(name), moves=line))
    sign = {Player.FIRST: 1, Player.SECOND: -1}[whose_turn(rules, positions[-1])]
    assert float(found["negamax"]["value"]) == sign * float(found["minimax"]["value"])


@given(game_lines())
def test_the_moves_are_the_games_and_every_click_is_decided(place: tuple[str, list[str]]) -> None:
    name, line = place
    found = playground.position(with_changes(default_state(name), moves=line))
    rules, positions = playground.reached(with_changes(default_state(name), moves=line))
    p = positions[-1]
    assert [choice["text"] for choice in found["moves"]] == [rules.show_move_in(p, move) for move in rules.moves(p)]
    paths = [choice["path"] for choice in found["moves"] if choice["path"]]
    for path in paths:
        assert not [other for other in paths if other != path and other[: len(path)] == path]  # it ends there
        assert paths.count(path) == 1
    svg = ElementTree.fromstring(found["svg"])
    cells = {cell.get("data-square", "") for cell in svg.iter()}  # by which the places are found
    columns = {f"*,{cell.partition(',')[2]}" for cell in cells}
    assert {place for path in paths for place in path} <= cells | columns
    over = not rules.moves(p)
    assert found["status"].endswith("moves.") == (not over)
    assert rules.read(rules.show(p)) == rules.read(found["text"])


def test_pieces_that_are_put_are_clicked_once_and_those_that_go_twice() -> None:
    found = {name: playground.position(default_state(name))["moves"] for name in ("othello", "checkers", "connect4")}
    assert [choice["path"] for choice in found["othello"]] == [["2,3"], ["3,2"], ["4,5"], ["5,4"]]
    assert found["checkers"][0]["path"] == ["2,1", "3,0"]
    assert found["connect4"][0]["path"] == ["*,0"]


CAPTURES = [
    ("draughts", "W:WK24:B13,28,29,32,42,43", {"24x33x22x4": 4, "24x33x22x9": 4, "24x38x27x4": 4, "24x38x27x9": 4}),
    ("draughts", "W:WK38:B17,19,27,33", {"38x38": 2, "38x49": 2}),
    ("draughts", "W:WK36:B20,24,26,28,31,34,44", {"36x9": 3, "36x9x25x39x6": 5, "36x13x30x39x50": 5, "36x3": 2}),
    ("checkers", "W:WK21:B6,7,17-19,25,26", {"21x14x23x16": 4, "21x30x23x16": 4, "21x21": 2}),
]


def test_captures_between_the_same_squares_are_clicked_square_by_square() -> None:
    for name, fen, clicks in CAPTURES:
        choices = playground.position(with_changes(default_state(name), position=fen))["moves"]
        paths = {choice["text"]: choice["path"] for choice in choices}
        assert len({*map(tuple, paths.values())}) == len(choices)
        assert {text: len(paths[text]) for text in clicks} == clicks


@every_game
def test_every_stage_that_is_offered_composes_in_every_game(names: tuple[str, ...]) -> None:
    for name in names:
        for offer in OFFERS:
            stages = ["prune(1)", *([] if offer.text.startswith("map_tree") else ["map_tree(rules.static)"])]
            stages.insert(2 if offer.last else 1, offer.text)
            assert playground.answer(with_changes(default_state(name), stages=stages))["wrong"] == "", offer.text


@every_game
def test_every_search_and_tree_that_is_offered_composes_with_some_stages_and_is_refused_in_a_line_with_others(
    names: tuple[str, ...],
) -> None:
    for name in names:
        for search in SEARCHES:
            wrong = [
                playground.answer(state(name, "", stages, search.text, tree.text))["wrong"]
                for tree in TREES
                for stages in ("prune(1)", "prune(1)\nmap_tree(rules.static)")
            ]
            assert "" in wrong
            assert all(re.fullmatch(r"(|(Type|Value)Error: .{20,400}|AttributeError: .+)", said) for said in wrong), (
                wrong
            )


@every_game
def test_a_game_begins_with_a_search_that_is_soon_done(names: tuple[str, ...]) -> None:
    for name in names:
        begun = default_state(name)
        found = playground.answer(begun)
        assert found["wrong"] == ""
        assert found["leaves"] <= 5000
        known, _ = playground.run_setup(playground_program.code(begun))
        depth = int(re.findall(r"\d+", begun["stages"][0])[0])
        assert known["tree"] | perft(depth)  # some lines are as long
        assert found["nodes"] <= playground_page.DRAWABLE


@pytest.mark.slow
def test_every_worked_search_works() -> None:
    for name, about, given_state in PRESETS:
        assert about.endswith((".", "?")), name
        found, seen = playground.answer(given_state), playground.look(given_state)
        assert (found["wrong"], seen["wrong"]) == ("", ""), name
        assert seen["position"], name
        assert found["nodes"] < 20_000, name
        ElementTree.fromstring(playground.tree(given_state)["svg"])


def of_preset(name: str) -> Any:
    (found,) = [given_state for each, _, given_state in PRESETS if each == name]
    return found


def preset(name: str, **others: Any) -> Any:
    return playground.answer(with_changes(of_preset(name), **others))


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
    names, _ = playground.run_setup(
        playground_program.code(state("tictactoe", "", "prune(5)\nmap_tree(rules.static)", "minimax"))
    )
    assert count_leaves(minimax)(names["tree"]) == (0, found["leaves"])
    assert count_nodes(minimax)(names["tree"]) == (0, found["nodes"])
    assert found["seconds"] > 0


def test_each_stage_of_the_card_does_the_same_where_it_may_stand_and_is_refused_elsewhere() -> None:
    """The values and leaves are equal on both sides of map_tree."""
    value = "map_tree(rules.static)"
    for name, rule in product(("tictactoe", "connect4:4,4,3", "othello:4"), playground_page.STAGE_RULES):
        for before, after in zip(rule.before or rule.after, rule.after, strict=True):
            stages = ["prune(4)", before, value], ["prune(4)", value, after]
            found = [
                playground.answer(with_changes(default_state("nim"), game=name, stages=each, search="minimax"))
                for each in stages
            ]
            refused = [each["wrong"].startswith(f"ValueError: {after} needs values") for each in found]
            assert refused == [not rule.before, False]
            assert [each["wrong"] for each in found[not rule.before :]] == [""] * sum(not each for each in refused)
            if rule.before:
                assert (found[0]["value"], found[0]["leaves"]) == (found[1]["value"], found[1]["leaves"]), before


def test_each_search_of_the_card_is_refused_where_it_may_not_stand() -> None:
    for rule in playground_page.SEARCH_RULES:
        for search in rule.before or rule.after:
            tree, value = (
                (TREES[2].text, "lambda label: rules.static(label.position)")
                if rule.before
                else (TREES[0].text, "rules.static")
            )
            found = [
                playground.answer(state("tictactoe", "0 4", stages, search, tree))["wrong"]
                for stages in ("prune(2)", f"prune(2)\nmap_tree({value})")
            ]
            assert [bool(wrong) for wrong in found] == [not rule.before, not rule.after], search
            assert re.match(rf"(Value|Type)Error: {search.partition('(')[0]} needs ", "".join(found))


def test_the_card_shows_all_stages_and_searches_of_the_library_that_are_offered() -> None:
    html = playground_page.page()
    texts = [
        text
        for rule in (*playground_page.STAGE_RULES, *playground_page.SEARCH_RULES)
        for text in (*rule.before, *rule.after)
    ]
    assert all(f"<code>{escape(text)}</code>" in html for text in texts)
    offered = {offer.text.partition("(")[0] for offer in (*OFFERS, *SEARCHES)}
    assert offered - {text.partition("(")[0] for text in texts} == {
        "map_tree",
        "traverse_tree",
        "lambda tree: [*within_node_budget",
    }


BEFORE: list[tuple[dict[str, Any], str]] = [
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
]


def test_what_is_wrong_before_a_search_is_said_in_a_line() -> None:
    for changes, wrong in BEFORE:
        given_state = with_changes(playground_page.FIRST, **changes)
        said = playground.look(given_state)["wrong"]
        assert said.startswith(wrong)
        assert "\n" not in said
        assert playground.answer(given_state)["wrong"].startswith(wrong)


IN_SEARCH: list[tuple[dict[str, Any], str, str]] = [
    ({"stages": ["prune(-1)"]}, "ValueError: ", "tree = build_tree(rules)(p) | prune(-1)"),
    ({"stages": ["prun(1)"]}, "NameError: name 'prun' is not defined", "tree = build_tree(rules)(p) | prun(1)"),
    ({"stages": ["leaves"]}, "TypeError: the stages return a Stream, not a tree; ", ""),
    ({"stages": ["prune(1)"]}, "ValueError: alpha_beta needs values", "(value, nodes), leaves = "),
    ({"functions": "def f(p):\n    return 1 / 0", "stages": ["map_tree(f)"]}, "ZeroDivisionError: ", "return 1 / 0"),
]  # fmt: skip


def test_what_is_wrong_in_a_search_is_said_with_the_line() -> None:
    for changes, wrong, line in IN_SEARCH:
        found = playground.answer(with_changes(playground_page.FIRST, **changes))
        assert found["wrong"].startswith(wrong)
        assert found["line"].startswith(line)
        assert bool(found["line"]) == bool(line)


def test_the_page_holds_what_its_script_reads() -> None:
    script = "".join(
        (playground_page.SOURCE / name).read_text()
        for name in ("link.js", "board.js", "compare.js", "tree.js", "playground.js")
    )
    check_page(playground_page.page(), playground_page.data(), script)
    assert not re.search(r"\bfetch\b|XMLHttpRequest|\bimport\b", script)
    assert "//" not in re.sub(
        r"/\*.*?\*/", "", (playground_page.SOURCE / "playground.css").read_text(), flags=re.DOTALL
    )


def test_json_cannot_leave_its_element() -> None:
    hostile = {"a": "</script><!-- & <script>"}
    assert json.loads(playground_page.script_json(hostile)) == hostile
    assert not re.search("[<>&]", playground_page.script_json(hostile))
