"""What composers once wrote and got a wrong value for, without a word; each is right now, or refused with what to change."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import islice
from math import nan
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

import pytest

from fpgames import (
    Player,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    best_move,
    bot_alphabeta,
    bot_from,
    bot_mc,
    build_tree,
    count_leaves,
    estimate,
    game_tree,
    get,
    leaves,
    map_state,
    map_tree,
    maximise,
    minimax,
    minimise,
    node,
    order_by,
    play_game,
    prune,
    share,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games import dots_and_boxes
from fpgames.games.tictactoe import rules, static, successors
from fpgames.play import bot_alphabeta_random, bot_minimax, eval_moves, play_moves, read_bot
from fpgames.rules import value_of_outcome
from fpgames.search import ab_maximise, ab_minimise, ab_trace, count_nodes, deepen, minimax_trace, negamax, quicker
from fpgames.symmetry import canonical, up_to_symmetry
from fpgames.tree import fold_tree, keep_best, levels, prune_when, rebuild, size, unfold, with_ply

AFTER_ONE = rules.play(rules.start, 4)
FIRST, SECOND = Player


def get_it(n: int) -> State[int, int]:
    return State.from_value(n)


def look_ahead(p: int) -> int:
    return 4


def lists(p: Any) -> list[Any]:
    """Positions after a number that are not hashable."""
    return [[p]] if p == 1 else []


def one_of_three(p: int) -> bool:
    return p % 3 == 1


def remainder(p: int) -> int:
    return p % 7


def len_or_0(p: Any) -> int:
    return 0 if p == 1 else len(p)


class Test1SharingCannotLie:
    def test_behind_map_tree(self) -> None:
        assert (build_tree(successors)(0) | map_tree(static) | share | maximise) == 0
        assert (build_tree(rules)(0) | map_tree(static) | share | minimax) == 0

    def test_behind_quicker(self) -> None:
        plain = build_tree(rules)(rules.play(AFTER_ONE, 1)) | map_tree(static) | quicker
        assert (plain | share | minimax) == (plain | minimax) == (1, -5)

    def test_on_nodes_with_equal_labels(self) -> None:
        tree = node(0, [node(0, [node(1)]), node(0, [node(2)])])
        assert maximise(share(tree)) == 2
        assert size(share(tree)) == 5

    @pytest.mark.parametrize(
        "stage", [keep_best(1, rules.static), prune_when(one_of_three), map_tree(remainder)], ids=repr
    )
    def test_of_canonical_positions(self, stage: Any) -> None:
        """A tree of canonical positions is shared like any other: its values are those of the same tree by name."""
        canonical_rules = up_to_symmetry(rules)
        for p in (rules.start, canonical(rules)(AFTER_ONE)):
            tree = build_tree(canonical_rules)(p) | prune(4) | stage | map_tree(remainder)
            assert [minimax(share(tree)), alpha_beta(share(tree))] == [minimax(tree)] * 2

    def test_by_seed_alone_it_would_be_wrong(self) -> None:
        graph = [[2, 1], [2], [3, 4], [], []]
        tree = build_tree(graph.__getitem__, player=FIRST)(0) | map_tree([0, 0, 0, 1, -1].__getitem__)
        assert minimax(share(tree)) == minimax(tree) == 1

    def test_what_cannot_be_shared_says_so(self) -> None:
        with pytest.raises(ValueError, match=r"cannot be shared: the labels of game_tree contain the line"):
            share(game_tree(rules)(0))
        with pytest.raises(TypeError, match=r"cannot be shared, because its positions.* are not hashable: .*'list'"):
            share(build_tree(lists)([]))
        later = build_tree(lists)(1) | map_tree(len_or_0) | share
        for walk in (
            maximise,
            size,
            alpha_beta(player=FIRST),
            lambda tree: [*leaves(tree)],
            lambda tree: [*levels(tree)],
        ):
            with pytest.raises(
                TypeError, match=r"cannot be shared, because its positions.* are not hashable: .*'list'"
            ):
                walk(later)


class Test2WhoseTurnItIs:
    def test_of_rules_nobody_says_it(self) -> None:
        tree = build_tree(rules)(AFTER_ONE) | map_tree(static)
        assert tree.player is SECOND
        ordered = build_tree(rules)(AFTER_ONE) | keep_best(3, static) | order_by(static) | map_tree(static)
        assert {minimax(tree), minimise(tree), alpha_beta(tree), ab_minimise(tree), -negamax(tree)} == {0}
        assert {trace(tree).label.value for trace in (ab_trace, minimax_trace)} == {0}
        assert minimax(ordered) == minimise(ordered)
        assert best_move(tree) == best_move(search=alpha_beta)(tree) == 0

    @pytest.mark.parametrize(
        ("search", "other"), [(maximise, "minimise"), (ab_maximise, "ab_minimise")], ids=["maximise", "ab_maximise"]
    )
    def test_maximise_of_the_second_players_root_is_refused(self, search: Any, other: str) -> None:
        with pytest.raises(
            ValueError, match=rf"the first player moves; here the second does: {other} it, or use minimax"
        ):
            build_tree(rules)(AFTER_ONE) | map_tree(static) | search

    def test_minimise_of_the_first_players_root_is_refused(self) -> None:
        for search, other in ((minimise, "maximise"), (ab_minimise, "ab_maximise")):
            with pytest.raises(ValueError, match=f"the second player moves; here the first does: {other} it"):
                build_tree(rules)(rules.start) | map_tree(static) | search

    @pytest.mark.parametrize(
        "function",
        [minimax, negamax, alpha_beta, alpha_beta(alpha=0), ab_trace, minimax_trace, order_by(abs), keep_best(2, abs)],
        ids=repr,
    )
    def test_a_tree_that_does_not_know_is_refused(self, function: Any) -> None:
        for tree in (node(1), Tree(lambda: 1, tuple), build_tree(successors)(AFTER_ONE) | map_tree(static)):
            with pytest.raises(
                ValueError, match=r"has to know whose turn it is, but this tree does not: build it from rules"
            ):
                function(tree)

    def test_a_player_who_contradicts_the_tree_is_refused(self) -> None:
        tree = build_tree(rules)(AFTER_ONE) | map_tree(static)
        for search in (
            minimax(player=FIRST),
            alpha_beta(player=FIRST),
            ab_trace(player=FIRST),
            order_by(abs, player=FIRST),
        ):
            with pytest.raises(ValueError, match=r"was given player=Player.FIRST, but this tree knows that the second"):
                search(tree)
        assert minimax(player=SECOND)(tree) == 0

    def test_no_move_leads_to_what_a_stage_has_put_there(self) -> None:
        below = rebuild(children=lambda tree: [below for child in tree.children for below in child.children])
        tree = build_tree(rules)(0) | below | prune(1) | map_tree(static)
        assert minimax(tree) == 0
        with pytest.raises(
            ValueError, match=r"no move of tictactoe leads from 0 to the best child here: a stage has put another tree"
        ):
            best_move(tree)

    def test_what_contradicts_itself_is_refused(self) -> None:
        wrong: Any = rules
        with pytest.raises(TypeError, match="build_tree takes no player with rules, which know whose turn it is"):
            build_tree(wrong, player=FIRST)
        with pytest.raises(TypeError, match=r"build_tree takes rules, or a function .* got 3"):
            build_tree(cast("Any", 3))
        with pytest.raises(ValueError, match="unfold takes player, if players alternate, or player_of"):
            unfold(str, range, 3, player=FIRST, player_of=lambda n: FIRST)

    def test_no_move_is_known_where_there_are_no_rules(self) -> None:
        with pytest.raises(ValueError, match="best_move needs a tree that knows the moves: one built from rules"):
            build_tree(successors, player=FIRST)(0) | prune(2) | map_tree(static) | best_move


class Test3PlayersWhoMoveTwice:
    @pytest.mark.exhaustive
    def test_late_positions_of_dots_and_boxes(self) -> None:
        """Of 2,687 positions with one to five edges left, won, drawn or lost; by ply, 972 of them have a wrong value."""
        game = dots_and_boxes.sized(2, 2)
        worth = value_of_outcome(game)
        known: dict[dots_and_boxes.Position, int] = {}

        def value(p: dots_and_boxes.Position) -> int:
            if p not in known:
                values = [value(game.play(p, move)) for move in game.moves(p)]
                known[p] = (max if game.player(p) is FIRST else min)(values, default=worth(p))
            return known[p]

        by_ply = build_tree(game.successors) | share | map_tree(worth)
        late = [
            p for level in levels(share(build_tree(game)(game.start))) for p in level if 1 <= len(game.moves(p)) <= 5
        ]
        wrong = 0
        for p in late:
            tree = build_tree(game)(p) | share | map_tree(worth)
            assert {minimax(tree), int(game.player(p)) * negamax(tree), alpha_beta(tree)} == {value(p)}
            wrong += (by_ply(p) | minimax(player=game.player(p))) != value(p)
        assert (wrong, len(late)) == (972, 2687)

    def test_bots_give_nothing_away(self) -> None:
        game = dots_and_boxes.sized(2, 1)
        for p in {
            p for level in levels(share(build_tree(game)(game.start))) for p in level if 1 < len(game.moves(p)) < 5
        }:
            after = {
                move: minimax(build_tree(game)(game.play(p, move)) | map_tree(game.static)) for move in game.moves(p)
            }
            best = (max if game.player(p) is FIRST else min)(after.values())
            for make in (bot_minimax, bot_alphabeta, bot_alphabeta_random):
                assert after[make(game, 9, game.static)(p).eval(SplitMix.from_seed(1))] == best


class Test4EstimatesAreValues:
    @pytest.mark.parametrize(("moves", "best"), [((0, 3, 1, 4), 2), ((0, 3, 8, 4, 2), 5)])
    def test_a_pipeline_of_estimates_plays_the_winning_move(self, moves: tuple[int, ...], best: int) -> None:
        p = reduce(rules.play, moves, rules.start)
        look = build_tree(rules) | prune(1) | traverse_tree(estimate(rules, 50))
        assert (look | map_state(best_move))(p).eval(SplitMix.from_seed(1)) == best
        assert (look | map_state(minimax))(p).eval(SplitMix.from_seed(1)) == 50 * rules.player(p)

    def test_an_estimate_is_wins_less_losses_of_the_first_player(self) -> None:
        for end, value in (("XXX\nOO.\n...", 10), ("OOO\nXX.\n..X", -10), ("XOX\nXOO\nOXX", 0)):
            assert estimate(rules, 10)(rules.read(end)).eval(SplitMix.from_seed(1)) == value

    def test_the_articles_bot_is_another(self) -> None:
        """It counts the mover's wins alone: a draw is a loss."""
        p = rules.read("XOX\nXOO\n..X")
        assert bot_mc(rules, 100)(p).eval(SplitMix.from_seed(1)) in rules.moves(p)


class TestWhatIsNoTree:
    @pytest.mark.parametrize(
        "stage",
        [prune(3), share, quicker, minimax, map_tree(abs), best_move, ab_trace, traverse_tree(get_it)],
        ids=repr,
    )
    def test_a_stage_says_what_it_was_given(self, stage: Any) -> None:
        for given, hint in (
            (262160, r"262160: build one with build_tree\(rules\)\(position\)"),
            (prune(1), "a stage before it lacks its arguments, or an option is written without its name"),
            (get(), r"write map_state\(.*\), which applies it to the value of the State"),
        ):
            with pytest.raises(TypeError, match=rf"needs a tree, but got .*{hint}"):
                stage(given)

    @pytest.mark.parametrize("make", [map_tree, prune_when, order_by, traverse_tree, lambda tree: keep_best(2, tree)])
    def test_a_tree_is_no_function(self, make: Any) -> None:
        with pytest.raises(TypeError, match="needs a function first, then the tree"):
            node(1) | make

    @pytest.mark.parametrize("last", [best_move, best_move(search=alpha_beta)], ids=repr)
    def test_a_move_is_no_value(self, last: Any) -> None:
        look = build_tree(rules) | prune(1) | map_tree(static) | last
        with pytest.raises(TypeError, match="bot_from needs the value of a position, but best_move returns a move"):
            bot_from(rules, look)
        with pytest.raises(TypeError, match="bot_from needs the value"):
            bot_from(rules, last)
        bot = look | State.from_value
        assert bot(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1)) == 2

    def test_a_move_is_no_state(self) -> None:
        wrong: Any = look_ahead
        for play in (play_game, play_moves):
            with pytest.raises(TypeError, match=r"a bot must return a State of a move, but .* returned 4"):
                play(rules, rules.start, wrong, wrong).eval(SplitMix.from_seed(1))


@pytest.mark.parametrize(
    "search",
    [
        maximise, minimise, ab_maximise, ab_minimise, minimax(player=FIRST), negamax(player=FIRST),
        alpha_beta(player=FIRST), ab_trace(player=FIRST), minimax_trace(player=FIRST), quicker,
        lambda tree: count_leaves(maximise, tree), lambda tree: count_nodes(maximise, tree),
        lambda tree: next(deepen(maximise, tree)),
    ],
)  # fmt: skip
def test_5_positions_where_values_were_meant(search: Any) -> None:
    assert (build_tree(successors)(0) | prune(3) | map_tree(int) | maximise) == 263425
    for tree in (build_tree(successors)(0) | prune(3), build_tree(successors)(0) | prune(3) | with_ply | share):
        with pytest.raises(
            ValueError, match=r"needs values, but the labels of this tree are positions: map_tree\(static\)"
        ):
            search(tree)
    for made in (build_tree(rules) | prune(1), game_tree(rules) | prune(1)):
        with pytest.raises(ValueError, match="labels of this tree are positions"):
            made(0) | best_move


class Test6OneBotOfOneName:
    @pytest.mark.parametrize(("name", "make"), [("minimax", bot_minimax), ("alphabeta", bot_alphabeta)])
    def test_a_bot_of_a_text_is_that_of_a_function(self, name: str, make: Any) -> None:
        assert read_bot(rules, f"{name}:9") == make(rules, 9, rules.static) == make(rules, 9, rules.static, quick=True)
        assert pickle.loads(pickle.dumps(make(rules, 9, rules.static))) == make(rules, 9, rules.static)

    @pytest.mark.parametrize("make", [bot_minimax, bot_alphabeta, bot_alphabeta_random])
    def test_values_that_are_no_numbers_are_told_of_quick(self, make: Any) -> None:
        p = rules.read("XX.\nOO.\n...")
        with pytest.raises(TypeError, match=r"labels that are numbers, got '.*'; a bot .* takes quick=False"):
            make(rules, 2, lambda p: str(static(p)))(p).eval(SplitMix.from_seed(1))
        assert make(rules, 1, lambda p: "won" if static(p) > 0 else "", quick=False)(p).eval(SplitMix.from_seed(1)) == 2


def stops(*_: object) -> Any:
    raise StopIteration


SEARCHES = (maximise, alpha_beta, ab_maximise, negamax, best_move, lambda tree: next(deepen(maximise, tree)))
SHAPES = (size, lambda tree: [*levels(tree)], lambda tree: [*leaves(tree)], draw_tree)


class Test7StrayStopIterationAndNaN:
    @pytest.mark.parametrize("wrong", ["play", "successors", "moves", "player"])
    def test_of_rules(self, wrong: str) -> None:
        broken = replace(rules, alternates=False, **{"successors": cast("Any", None), wrong: stops})
        made = [build_tree(broken), game_tree(broken) | map_tree(attrgetter("position"))]
        for make in made[:1] if wrong == "successors" else made:
            for walk in SEARCHES if wrong == "player" else (*SEARCHES, *SHAPES):
                with pytest.raises(RuntimeError, match="StopIteration"):
                    walk(make(0) | prune(2) | map_tree(lambda _: 0))

    @pytest.mark.parametrize("stage", [prune_when(stops), order_by(stops), keep_best(2, stops)], ids=repr)
    def test_of_stages(self, stage: Any) -> None:
        for walk in (*SEARCHES, *SHAPES):
            with pytest.raises(RuntimeError, match="StopIteration"):
                walk(build_tree(rules)(0) | prune(2) | stage | map_tree(lambda _: 0))

    @pytest.mark.parametrize("walk", [*SEARCHES, *SHAPES[1:], lambda tree: [*map(attrgetter("label"), tree.children)]])
    def test_of_labels(self, walk: Any) -> None:
        with pytest.raises(RuntimeError, match="StopIteration"):
            walk(build_tree(rules)(0) | prune(2) | map_tree(stops))

    def test_of_a_label(self) -> None:
        with pytest.raises(RuntimeError, match="stops raised StopIteration"):
            list(map(attrgetter("label"), [node(1) | map_tree(stops)]))
        with pytest.raises(RuntimeError, match="StopIteration"):
            fold_tree(stops, node(1))

    def test_of_playouts(self) -> None:
        p = rules.play(rules.start, 4)
        broken = replace(rules, score=None, outcome=lambda q: rules.outcome(q) if q == p else stops())
        with pytest.raises(RuntimeError, match="StopIteration"):
            eval_moves(broken, p, 3).eval(SplitMix.from_seed(1))
        with pytest.raises(RuntimeError, match="StopIteration"):
            bot_mc(broken, 30)(p).eval(SplitMix.from_seed(1))

    def test_a_map_that_loses_results_is_refused(self) -> None:
        def first_only(function: Callable[[Any], Any], values: Any) -> Iterator[Any]:
            return islice(map(function, values), 1)

        with pytest.raises(ValueError, match="shorter"):
            eval_moves(rules, rules.start, 10_000, map_function=first_only).eval(SplitMix.from_seed(1))

    @pytest.mark.parametrize("at", range(4))
    def test_nan_has_no_value(self, at: int) -> None:
        values = [nan if n == at else n for n in range(4)]
        below = [node(0, map(node, values[:2])), node(0, map(node, values[2:]))]
        for tree in (node(0, below, player=FIRST), node(0, map(node, values), player=FIRST), node(nan, player=FIRST)):
            searches: list[Any] = [maximise, minimax, negamax, ab_maximise, quicker | minimax]
            for search in searches:
                with pytest.raises(ValueError, match=r"nan.* has no place in an order of values"):
                    search(tree)
            for looks in (ab_trace, minimax_trace):
                with pytest.raises(ValueError, match=r"nan.* has no place in an order of values"):
                    looks(tree).label  # noqa: B018
        with pytest.raises(ValueError, match="nan has no place"):
            maximise(node(1, map(node, (1, 0))) | order_by(lambda label: label or nan, player=FIRST))
        with pytest.raises(
            ValueError, match="a window cannot begin or end at nan, which has no place in an order of values"
        ):
            alpha_beta(alpha=nan)
        with pytest.raises(ValueError, match=r"nan.* has no place"):
            bot_from(rules, lambda p: nan if p % 2 else 0)(0).eval(SplitMix.from_seed(1))

    @pytest.mark.parametrize("player", Player)
    @pytest.mark.parametrize("at", range(3))
    def test_nan_has_no_place_beside_what_was_found(self, player: Player, at: int) -> None:
        tree = node(0, map(node, [nan if n == at else 0 for n in range(3)]), player=player)
        for search in (alpha_beta, alpha_beta(alpha=-1, beta=1), minimax, ab_trace):
            with pytest.raises(ValueError, match="nan has no place in an order of values"):
                print(search(tree) if search is not ab_trace else ab_trace(tree).label)

    def test_nan_behind_a_cut_is_not_looked_at(self) -> None:
        tree = node(0, [node(0, [node(2)]), node(0, [node(1), node(nan)])], player=FIRST)
        assert alpha_beta(tree) == ab_maximise(tree) == 2

    def test_labels_of_a_partial_order_are_refused(self) -> None:
        with pytest.raises(ValueError, match="has no place in an order of values"):
            maximise(node(frozenset(), [node(frozenset("a")), node(frozenset("b"))]))


class Test8LazyWalksAndStates:
    @pytest.mark.parametrize("walk", [leaves, levels, prune(1), ab_trace(player=FIRST), lambda t: map(str, [t])])
    def test_a_lazy_walk_is_not_counted(self, walk: Any) -> None:
        tree = node(1, [node(2), node(3)])
        for count in (count_leaves, count_nodes, lambda search, tree: next(deepen(search, tree))):
            with pytest.raises(TypeError, match=r"is lazy: it returned a .* before it walked the tree"):
                count(walk, tree)
        with pytest.raises(TypeError, match="is lazy"):
            count_leaves(traverse_tree(estimate(rules, 1)), build_tree(rules)(0))
        assert count_leaves(lambda tree: list(leaves(tree)), tree) == ([2, 3], 2)

    @pytest.mark.parametrize("checker", ["mypy", "pyright"])
    def test_a_state_of_another_type_is_refused_in_a_block(self, checker: str, tmp_path: Path) -> None:
        """A block over a generator that takes the state for a number; ``get()`` that does not say of which type it is."""
        block = (
            "from fpgames.rng import Gen\n"
            "from fpgames.state import Do, do, get\n"
            "@do\n"
            "def wrong() -> Do[Gen, int]:\n"
            "    n: int = yield from {}\n"
            "    return n\n"
        )
        pytest.importorskip(checker)
        for number, call in enumerate(("get()", "get(int)")):
            path = tmp_path / f"block_{number}.py"
            path.write_text(block.format(call))
            options = ["--strict"] if checker == "mypy" else ["--pythonpath", sys.executable]
            done = subprocess.run(
                [sys.executable, "-m", checker, *options, str(path)], capture_output=True, text=True, check=False
            )
            assert done.returncode == 1
            assert "State[Gen, Any]" in done.stdout
