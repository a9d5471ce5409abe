"""What is known of a search before it runs agrees with what it returns."""

from __future__ import annotations

from functools import partial
from typing import Any

from fpgames import (
    Player,
    alpha_beta,
    best_move,
    bot_from,
    build_tree,
    map_tree,
    minimax,
    prune,
    search,
    share,
    tree,
)
from fpgames.compiled import jit_when_it_pays
from fpgames.declarations import declaration_of
from fpgames.games.tictactoe import rules
from fpgames.search import (
    Scored,
    count_nodes,
    deepen,
    mtd_bi,
    mtd_f,
    negamax,
    node_search,
    principal_variation,
    search_info,
    trace,
    within_node_budget,
)
from fpgames.stage import Stage
from fpgames.state import State
from fpgames.tree import Tree, fold_tree, size, unshared

WINS, SECONDS_TURN = rules.read("XX.\nOO.\n..."), rules.read("XX.\nO..\n...")


@node_search
def plain(node: Any, visit: Any) -> Any:
    return max(map(visit, search.children(node)), default=search.label(node))


@node_search(view="mover")
def windowed(node: Any, visit: Any, alpha: Any, beta: Any, *, bonus: int = 0) -> Any:
    return bonus


ARGUMENTS: dict[str, tuple[object, ...]] = {
    "map_tree": (abs,), "order_by": (abs,), "keep_best": (1, abs), "prune": (1,), "prune_when": (bool,),
    "extend_while": (bool,), "trace": (plain,), "bound_by": (lambda p: (-1, 1),), "traverse_tree": (State.from_value,), "perft": (1,),
    **dict.fromkeys(("count_leaves", "count_nodes", "deepen", "remember"), (minimax,)),
}  # fmt: skip
OPTIONS: dict[str, dict[str, object]] = {
    "prove": {"goal": bool, "max_expansions": 9}, "proofs": {"goal": bool}, "mtd_bi": {"low": -1, "high": 1},
}  # fmt: skip


def returned_type(result: object) -> str:
    """Return the beginning of the type of a result, as the types of functions name it."""
    if isinstance(result, Scored):
        return "Variation"
    if isinstance(result, (int, State)):
        return "Value|int|Move" if isinstance(result, int) else "State|Do"
    return "Iterator" if hasattr(result, "__next__") else type(result).__name__


FUNCTIONS: dict[str, Any] = {
    name: getattr(module, name)(*ARGUMENTS.get(name, ()), **OPTIONS.get(name, {}))
    if name in {*ARGUMENTS, *OPTIONS}
    else getattr(module, name)
    for module in (tree, search)
    for name in module.__all__
    if declaration_of(getattr(module, name)).checks_tree
}


def test_all_functions_of_a_tree_return_what_their_types_say() -> None:
    """No list of the searches can be forgotten: a function without an answer here fails."""
    assert len(FUNCTIONS) > 30
    values = build_tree(rules) | share | prune(2) | map_tree(rules.static)
    wrong: dict[str, object] = {}
    for name, made in FUNCTIONS.items():
        pipeline = values | unshared if name in ("ab_maximise", "ab_minimise", "prove", "proofs") else values
        labelled = pipeline(SECONDS_TURN if name in ("minimise", "ab_minimise") else WINS)
        result, info = made(labelled), search_info(made)
        if not info.returns.startswith(tuple(returned_type(result).split("|"))) or info.name != name:
            wrong[name] = info.returns, result
        if (info.view is not None) != (info.returns == "Value"):
            wrong[name] = info.view, result
        if info.view:
            value = labelled | minimax
            assert result == (value if info.view == "first" else value * labelled.player), name  # type: ignore[operator]
    assert not wrong


def test_options_by_name() -> None:
    static = rules.static
    assert search_info(principal_variation(search=alpha_beta)).options == {"search": alpha_beta}
    assert search_info(best_move(search=alpha_beta)).options == {"search": alpha_beta}
    assert search_info(alpha_beta(alpha=1)).options == {"alpha": 1}
    assert search_info(windowed(bonus=3, beta=1)).options == {"bonus": 3, "beta": 1}
    assert search_info(trace(alpha_beta, static=static)).options == {"search": alpha_beta, "static": static}
    assert search_info(count_nodes(minimax)).options == {"search": minimax}
    assert search_info(minimax).options == {}


def test_a_window() -> None:
    has_one: tuple[Any, ...] = (
        alpha_beta(alpha=0), alpha_beta(beta=0), windowed(alpha=1), mtd_bi(low=0), mtd_bi(high=1),
    )  # fmt: skip
    none: tuple[Any, ...] = (alpha_beta, alpha_beta(player=Player.FIRST), mtd_f, windowed(bonus=1), minimax, len)
    assert [search_info(each).has_window for each in (*has_one, *none)] == [True] * len(has_one) + [False] * len(none)


def test_an_option_is_no_window_by_its_name() -> None:
    @node_search
    def at_least(node: Any, visit: Any, *, low: int = 0) -> Any:
        return max(map(visit, search.children(node)), default=max(low, search.label(node)))

    pipeline: Any = build_tree(rules) | prune(1) | map_tree(rules.static) | at_least(low=-1)
    assert bot_from(rules, pipeline)
    assert (build_tree(rules) | prune(1) | map_tree(rules.static) | best_move(search=at_least(low=-1)))(WINS) == 2


def test_searches_of_ones_own() -> None:
    assert search_info(plain) == ("plain", {}, "Value", "first", True, False)
    assert search_info(windowed(bonus=1)) == ("windowed", {"bonus": 1}, "Value", "mover", True, False)


def test_what_is_around_a_search_is_looked_through() -> None:
    pipelines: tuple[Any, ...] = (
        build_tree(rules) | prune(3) | negamax, jit_when_it_pays(negamax),
        build_tree(rules) | jit_when_it_pays(prune(3) | negamax), partial(negamax),
    )  # fmt: skip
    assert [search_info(pipeline) for pipeline in pipelines] == [search_info(negamax)] * len(pipelines)
    pipeline = build_tree(rules) | prune(3) | map_tree(rules.static) | deepen(minimax) | within_node_budget(9)
    assert search_info(pipeline).returns.startswith("Iterator[Deepened")


def test_the_result_of_a_fold_may_be_a_value() -> None:
    best: Stage[Tree[Any], Any] = fold_tree(lambda label, values: max(values, default=label))
    assert search_info(best)[1:4] == ({"function": best.args[0]}, "", None)
    assert bot_from(rules, build_tree(rules) | prune(1) | map_tree(rules.static) | best)


def test_of_other_functions_only_the_name_is_known() -> None:
    def alone(tree: Tree[Any]) -> int:
        return 1

    class Called:
        def __call__(self, tree: Tree[Any]) -> int:
            return 1

    others: tuple[Any, ...] = (alone, len, list, rules.static, minimax | abs, Called(), prune(1) | size | str)
    assert all(search_info(each)[2:] == ("", None, False, False) for each in others)
    assert [search_info(each).name for each in others[:4]] == ["alone", "len", "list", "static"]
