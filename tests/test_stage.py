"""Stages: they compose, compare, pickle and print as written; bare stages take options."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import nan
from operator import add, attrgetter, is_, itemgetter, methodcaller, mul, neg, or_
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree
from fpgames.games.tictactoe import rules, static, successors
from fpgames.search import alpha_beta, best_move, by_playouts, maximise, minimax, prove
from fpgames.stage import Stage, is_stage_of, stage
from fpgames.testing import positions
from fpgames.tree import build_tree, game_tree, node, rebuild, share, size, unshared
from fpgames.tree.stages import extend_while, keep_best, map_tree, order_by, prune, prune_when
from tests.support.labels import odd, opposite
from tests.support.refusals import wrong_errors
from tests.support.trees import children_list, depths, ints, nested_pairs, reversed_children, trees, with_player


def mirror(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: -tree.label, lambda: map(mirror, reversed(list(tree.children))))


def opposite_of(tree: Tree[int]) -> int:
    return -tree.label


def named(x: int, /, *, gamma: int = 0, beta: int = 0, **others: object) -> object:
    return x, gamma, beta, others


@dataclass(frozen=True)
class Weight:
    n: Any

    def __call__(self, _: object) -> int:
        return len(repr(self.n))


class Weights(NamedTuple):
    n: Any

    def total(self, _: object) -> int:
        return len(repr(self.n))


TOLD_APART: list[tuple[Any, Any]] = [
    (1, True), (1, 1.0), (0.0, -0.0), (0j, -0j), (1, Fraction(1)), (Player.FIRST, 1), ("a", b"a"), ((1,), (True,)),
    ([1], [True]), ({1}, {True}), (frozenset((1,)), frozenset((True,))), (deque([1]), deque([True])), ({1: 0}, {True: 0}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}), (range(0), range(1, 1)), (Weight(1), Weight(1.0)), (Weights(1), Weights(True)),
    (Weights(1), (1,)), ([Weight((0.0,))], [Weight((-0.0,))]),
]  # fmt: skip
STAGES: dict[str, Any] = {
    "prune(3)": prune(3),
    "prune_when(bool)": prune_when(bool),
    "extend_while(bool, depth=2)": extend_while(bool, depth=2),
    "map_tree(static)": map_tree(static),
    "order_by(static, player=Player.SECOND)": order_by(static, player=Player.SECOND),
    "keep_best(2, static)": keep_best(2, static),
    "share": share,
    "build_tree(successors)": build_tree(successors),
    "game_tree(<Rules: tictactoe>)": game_tree(rules),
    "build_tree(<Rules: tictactoe>)": build_tree(rules),
    "build_tree(successors, player=Player.SECOND)": build_tree(successors, player=Player.SECOND),
    "rebuild(label=size, children=children_list)": rebuild(label=size, children=children_list),
    "alpha_beta(alpha=1, player=Player.FIRST)": alpha_beta(alpha=1, player=Player.FIRST),
    "alpha_beta": alpha_beta,
    "best_move(search=alpha_beta)": best_move(search=alpha_beta),
    "share | maximise": share | maximise,
    "abs | add(1) | partial(mul, 2)": abs | Stage(add, (1,)) | partial(mul, 2),
    "map_tree(prune(2) | partial(max, 3, key=abs))": map_tree(prune(2) | partial(max, 3, key=abs)),
    "map_tree(prune(2).__call__)": map_tree(prune(2).__call__),
}
# Functions that are equal only to themselves, as Python compares them.
EQUAL_TO_THEMSELVES: tuple[Any, ...] = (
    map_tree(attrgetter("real")), map_tree(itemgetter(0, 1)), map_tree(methodcaller("bit_count")),
    map_tree(partial(pow, 2)), map_tree(partial(max, key=attrgetter("real"))),
    map_tree(partial(partial, attrgetter("imag"))), map_tree({1: [2]}.__getitem__), map_tree(prune(2) | maximise),
    keep_best(2, attrgetter("real"), player=Player.FIRST), rebuild(label=attrgetter("label.real")),
)  # fmt: skip


class TestValues:
    def test_a_stage_pickles_and_compares_by_value(self) -> None:
        for each in (*STAGES.values(), *EQUAL_TO_THEMSELVES):
            copy = pickle.loads(pickle.dumps(each))
            assert (repr(copy), copy, hash(copy), {copy: 1}[each]) == (repr(each), each, hash(each), 1)

    def test_stages_are_equal_only_if_they_are_the_same_function_of_equal_arguments(self) -> None:
        different: list[Any] = [
            *STAGES.values(), *EQUAL_TO_THEMSELVES,
            prune(2), map_tree(attrgetter("imag")), map_tree(itemgetter(1, 0)), map_tree(methodcaller("conjugate")),
            map_tree(partial(pow, 3)), map_tree(partial(max, key=attrgetter("imag"))), map_tree({1: [3]}.__getitem__),
            map_tree({1: [2]}.get), keep_best(2, attrgetter("real")), build_tree(successors, player=Player.FIRST),
            alpha_beta(alpha=1), alpha_beta(beta=1), rebuild(children=children_list), unshared, maximise, maximise | share,
            share | maximise | abs, map_tree(share | maximise), share | unshared | share, share | share, 3, "prune(3)",
        ]  # fmt: skip
        for n, one in enumerate(different):
            assert [m for m, other in enumerate(different) if one == other] == [n]

    def test_a_stage_prints_as_it_is_written(self) -> None:
        assert [*map(repr, STAGES.values())] == [*STAGES]

    @given(st.data(), depths)
    def test_stages_compose_without_a_tree(self, data: st.DataObject, n: int) -> None:
        p = data.draw(positions(rules))
        evaluate = build_tree(successors) | prune(n) | map_tree(static) | maximise
        assert evaluate(p) == maximise(map_tree(static)(prune(n)(build_tree(successors)(p))))
        assert pickle.loads(pickle.dumps(evaluate)) == evaluate
        assert repr(evaluate) == f"build_tree(successors) | prune({n}) | map_tree(static) | maximise"

    @given(trees)
    def test_a_stage_of_ones_own_is_a_stage_like_any_other(self, tree: Tree[int]) -> None:
        rebuilt = rebuild(label=opposite_of, children=reversed_children)
        for each in (mirror, rebuilt):
            assert nested_pairs(each(each(tree))) == nested_pairs(tree)
            late = each(prune(2)(map_tree(opposite)(tree)))
            assert nested_pairs(prune(2)(each(map_tree(opposite)(prune(3)(tree))))) == nested_pairs(late)
        assert nested_pairs(rebuilt(tree)) == nested_pairs(mirror(tree))


class TestComposing:
    """``(f | g)(x) = g(f(x))``, ``f | (g | h) = (f | g) | h``."""

    SOME: tuple[Any, ...] = (
        prune(2), map_tree(opposite), prune_when(odd), order_by(neg, player=Player.FIRST), share, unshared,
        rebuild(children=children_list), prune(3) | share, share | map_tree(opposite) | unshared,
    )  # fmt: skip
    FUNCTIONS: tuple[Any, ...] = (mirror, partial(with_player, Player.FIRST), prune(1).__call__, identity)
    stages = st.sampled_from(SOME)
    functions = st.sampled_from((*SOME, *FUNCTIONS))

    @given(functions, stages, functions, trees)
    def test_composition_is_associative(self, f: Any, g: Any, h: Any, tree: Tree[int]) -> None:
        one, other = (f | g) | h, f | (g | h)
        assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))
        assert nested_pairs(one(tree)) == nested_pairs(other(tree)) == nested_pairs(h(g(f(tree))))

    @given(functions, functions, stages, trees)
    def test_functions_join_one_after_another(self, f: Any, g: Any, stage: Any, tree: Tree[int]) -> None:
        assert nested_pairs((f | (g | stage))(tree)) == nested_pairs(stage(g(f(tree))))
        assert nested_pairs((stage | f | g)(tree)) == nested_pairs(g(f(stage(tree))))

    @given(functions, stages)
    def test_its_parts_are_those_of_both_and_pickles_are_equal(self, f: Any, g: Any) -> None:
        parts = f.parts if isinstance(f, Stage) else (f,)
        assert (f | g).parts == (*parts, *g.parts)
        assert all(not (isinstance(part, Stage) and part.parts != (part,)) for part in (f | g).parts)
        for composed in (f | g, g | f):
            copy = pickle.loads(pickle.dumps(composed))
            assert (copy, hash(copy), repr(copy)) == (composed, hash(composed), repr(composed))

    def test_two_bare_stages_compose(self) -> None:
        assert (share | maximise)(node(3)) == 3
        assert pickle.loads(pickle.dumps(share)) is share
        assert pickle.loads(pickle.dumps(share | maximise)).parts == (share, maximise)

    @given(ints)
    def test_of_any_functions(self, n: int) -> None:
        """Also of classes, and of callables that are no functions."""
        more: Stage[int, int] = Stage(add, (1,))
        assert (opposite | more | str)(n) == str(1 - n)
        assert (partial(mul, 2) | more | partial(add, 3))(n) == 2 * n + 4
        assert (attrgetter("real") | more | methodcaller("conjugate"))(n) == n + 1
        assert cast("Any", float | more)(n) == float(n) + 1  # type: ignore[operator, unused-ignore]

    def test_only_functions_compose(self) -> None:
        others: list[Any] = [3, None, "prune", [prune(1)]]
        pairs = [
            pair for stage in (prune(3), share, prune(3) | share) for o in others for pair in ((stage, o), (o, stage))
        ]
        assert not wrong_errors((partial(or_, *pair), "TypeError: unsupported operand") for pair in pairs)


class TestBare:
    """Stages that wait for a tree as they stand, and take options."""

    @given(trees, ints, st.sampled_from(Player))
    def test_options_make_a_stage_that_waits_for_the_tree(self, tree: Tree[int], alpha: int, player: Player) -> None:
        search = alpha_beta(alpha=alpha, player=player)
        assert isinstance(search, Stage)
        assert tree | search == search(tree) == alpha_beta(alpha=alpha)(with_player(player, tree))
        assert search == alpha_beta(alpha=alpha, player=player) != alpha_beta(alpha=alpha)
        assert (prune(2) | search)(tree) == search(prune(2)(tree))

    def test_what_is_no_option_is_refused_where_it_is_given(self) -> None:
        bare: Any = {"share": share, "maximise": maximise, "minimax": minimax, "alpha_beta": alpha_beta}
        wrong: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
            ("share", (), {"key": repr}, "has no option 'key'; it has entries"),
            ("maximise", (), {"player": Player.FIRST}, "has no option 'player'; it has none"),
            ("minimax", (), {"depth": 3}, "has no option 'depth'; it has player"),
            ("alpha_beta", (), {"alpha": 1, "gamma": 2}, "has no option 'gamma'; it has alpha, beta, player"),
            ("alpha_beta", (), {"tree": node(1)}, "has no option 'tree'; it has alpha, beta, player"),
            ("alpha_beta", (node(1),), {"alpha": 1}, "takes its options and its tree in two calls:"
             r" alpha_beta\(alpha=1\)\(tree\), or tree \| alpha_beta\(alpha=1\)"),
            ("minimax", (node(1),), {"player": Player.SECOND}, "takes its options and its tree in two calls:"
             r" minimax\(player=Player.SECOND\)\(tree\), or tree \| minimax\(player=Player.SECOND\)"),
            ("share", (), {}, r"was called without a tree: write tree \| share, without parentheses, or share\(tree\)"),
            ("minimax", (), {},
             r"was called without a tree: write tree \| minimax, without parentheses, or minimax\(tree\)"),
        ]  # fmt: skip
        assert not wrong_errors(
            (partial(bare[name], *trees, **options), f"TypeError: ^{name} {said}$")
            for name, trees, options, said in wrong
        )

    def test_defaults_make_no_difference_but_are_checked(self) -> None:
        assert alpha_beta(alpha=None) is alpha_beta(player=None, beta=None) is alpha_beta
        assert repr(prune(2) | alpha_beta(alpha=None)) == "prune(2) | alpha_beta"
        assert best_move(search=alpha_beta(alpha=None)) == best_move(search=alpha_beta)
        bare: Any = alpha_beta
        wrong: list[tuple[Any, str]] = [
            (partial(bare, alpha=None, player=3), "ValueError: player is 3"),
            (partial(bare, alpha=None, beta=nan), "ValueError: a window cannot begin or end at nan"),
            (partial(bare, alpha=None, gamma=None), "TypeError: alpha_beta has no option 'gamma'"),
            (partial(bare, node(1), alpha=None), r"TypeError: in two calls: alpha_beta\(tree\), or tree \| alpha_beta$"),
        ]  # fmt: skip
        assert not wrong_errors(wrong)

    def test_it_is_documented_like_its_function(self) -> None:
        bares: list[Any] = [share, maximise, alpha_beta, best_move]
        for bare in bares:
            assert (bare.__name__, bare.__doc__) == (bare.__wrapped__.__name__, bare.__wrapped__.__doc__)
            assert bare.__name__ == repr(bare)
            assert bare.__doc__


class TestDecorated:
    def test_it_waits_for_its_first_argument(self) -> None:
        add = stage()(lambda x, *others, y=0: (x, others, y))
        assert add(1, 2)(0) == (0, (1, 2), 0)
        assert add(1, y=2)(0) == (0, (1,), 2)

    def test_equal_stages_are_equal_however_they_are_written(self) -> None:
        assert prune(depth=3) == prune(3)
        assert repr(prune(depth=3)) == "prune(3)"
        assert order_by(abs, player=None) == order_by(abs) != order_by(abs, player=Player.FIRST)
        assert order_by(abs, player=Player(1)) == order_by(abs, player=Player.FIRST)
        assert by_playouts(rules, 1) == by_playouts(rules)

    def test_options_have_one_order(self) -> None:
        """Declared options as they are declared, all others by name."""
        both = stage()(named)(beta=1, zeta=2, alpha=None, delta=3)
        assert both == stage()(named)(zeta=2, delta=3, alpha=None, beta=1)
        assert repr(both) == "named(beta=1, alpha=None, delta=3, zeta=2)"

    @pytest.mark.parametrize(
        "make",
        [
            lambda value: prune_when(partial(is_, value)),
            lambda value: map_tree(partial(max, key=value)),
            lambda value: order_by(Weight(value)),
            lambda value: keep_best(2, Weights(value).total),
        ],
    )
    def test_values_that_functions_tell_apart_make_different_stages(self, make: Callable[[object], object]) -> None:
        for value, other in TOLD_APART:
            assert make(value) != make(other), (value, other)
            assert make(value) == make(deepcopy(value)), value

    def test_options_of_other_types_make_different_stages(self) -> None:
        assert prune(1) != prune(cast("int", True))
        assert alpha_beta(alpha=1) != alpha_beta(alpha=1.0)

    def test_wrong_arguments_are_refused_at_once(self) -> None:
        made: dict[str, Any] = {
            "map_tree": map_tree,
            "order_by": order_by,
            "prune": prune,
            "share": share,
            "alpha_beta": alpha_beta,
        }
        tree: Any = build_tree(rules)(rules.start)
        cases = [
            (lambda: made["prune"](), r"prune\(\): missing a required argument: 'depth'"),
            (lambda: made["prune"](n=3), "prune has no argument 'n'; it has depth"),
            (lambda: made["map_tree"](abs, depth=3), "map_tree has no argument 'depth'; it has function"),
            (
                lambda: made["prune"](5, tree),
                r"and 1 positional argument in the first, not 2: write prune\(5\)\(tree\), or tree \| prune\(5\)$",
            ),
            (lambda: made["prune"](tree, 5), r"write prune\(5\)\(tree\), or tree \| prune\(5\)$"),
            (lambda: made["map_tree"](abs, tree), r"write map_tree\(abs\)\(tree\), or tree \| map_tree\(abs\)$"),
            (lambda: made["order_by"](abs, tree, player=1), r"write order_by\(abs, player=1\)\(tree\), or"),
            (
                lambda: made["share"](tree, 3),
                r"takes its tree alone, not 2 .*: write share\(tree\), or tree \| share; options .*: entries$",
            ),
            (
                lambda: made["alpha_beta"](tree, 1, beta=2),
                r"takes its tree alone, not 2 .*, or tree \| alpha_beta; .*: alpha, beta, player$",
            ),
            (
                lambda: tree | prune(2) | map_tree(static) | best_move(search=prove(goal=bool)),
                r"needs the value of a position .* but prove\(goal=bool\) returns Proof\[A\]: end the pipeline with minimax",
            ),
        ]
        assert not wrong_errors((call, f"TypeError: {text}") for call, text in cases)

    @pytest.mark.parametrize(
        "each", [prune(3), order_by(abs), share(entries=3), share, by_playouts(rules, 2)], ids=repr
    )
    def test_it_is_pickled_by_the_name_of_its_function(self, each: Any) -> None:
        assert pickle.loads(pickle.dumps(each)) == each

    def test_what_has_made_it(self) -> None:
        made: list[Any] = [prune(3), share, share(entries=3)]
        others: list[Any] = [prune(3) | abs, abs, map_tree(abs)]
        assert [is_stage_of(each, prune, share) for each in (*made, *others)] == [True] * 3 + [False] * 3
