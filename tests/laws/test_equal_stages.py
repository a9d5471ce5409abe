"""Equal pipelines are equal: a law of every stage that the library makes, found in its modules."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from inspect import Parameter, signature
from itertools import islice
from typing import Any, NamedTuple

import pytest
from pyrsistent import pmap

from fpgames import (
    Outcome,
    Player,
    SplitMix,
    State,
    Tree,
    build_tree,
    map_tree,
    minimax,
    prune,
    share,
    uniform,
)
from fpgames.games.tictactoe import rules, successors
from fpgames.play import EXPLORATION, ReuseState
from fpgames.play.explicit import bot_mc as explicit_bot_mc
from fpgames.search import (
    Entry,
    Memory,
    Solved,
    alpha_beta,
    back_up,
    by_static,
    children,
    expand,
    label,
    mcts,
    node_search,
    ucb1,
)
from fpgames.search.proof import Proof
from fpgames.search.tree_search.search import resolve_phases
from fpgames.stage import BareStage
from fpgames.state import item
from tests.support.source import FILES, tree_of
from tests.support.trees import children_list

GEN, P = SplitMix.from_seed(1), rules.read("X.O\n.X.\nO..")
VALUES = build_tree(rules)(P) | prune(2) | map_tree(rules.static) | share


@node_search
def deepest(here: Any, visit: Any, alpha: Any, beta: Any, *, weight: int = 2, bonus: int = 0) -> int:
    values = [visit(child, alpha, beta) for child in children(here)]
    value: int = max(values) + 1 if values else weight * label(here) + bonus
    return value


def is_won(p: int) -> bool | None:
    return rules.outcome(p).map(Outcome.FIRST_WON.__eq__).value_or(None)


def is_odd(n: int) -> bool:
    return n % 2 == 1


def bounds(p: int) -> tuple[int, int]:
    return -9, 9


def same(value: Any) -> Any:
    return value


def count(*values: Any) -> int:
    return len(values)


def map_list(function: Callable[[Any], object], *values: Iterable[Any]) -> list[object]:
    return [*map(function, *values)]


def expand_as_usual(*arguments: Any) -> Any:
    return expand(*arguments)


def back_up_as_usual(*arguments: Any) -> Any:
    return back_up(*arguments)


class Maker(NamedTuple):
    """A function that makes stages: the public one, the function that its stages call, and the parameters of both."""

    make: Any
    function: Any
    first: str
    required: list[str]
    defaults: dict[str, Any]


def read_maker(name: str, make: Any, function: Any) -> Maker:
    first, *parameters = signature(function).parameters.values()
    required = [each.name for each in parameters if each.default is each.empty and each.kind <= each.VAR_POSITIONAL]
    defaults = {each.name: each.default for each in parameters if each.kind is Parameter.KEYWORD_ONLY}
    if any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
        select = ucb1(EXPLORATION) if name == "_bot_mcts_reuse" else ucb1()
        defaults |= {
            phase: value
            for phase, value in resolve_phases(rules, {"select": select})._asdict().items()
            if phase != "rules"
        }
    return Maker(make, function, first.name, required, defaults)


def makers() -> Iterator[tuple[str, Maker]]:
    """Yield each function of the library that ``stage`` or ``BareStage`` decorates, and a search by ``node_search``."""
    yield "deepest", read_maker("deepest", deepest, vars(deepest)["__wrapped__"])
    for module_name in sorted(FILES.keys() - {"fpgames.__main__"}):
        module = import_module(module_name)
        for name, value in vars(module).items():
            function = getattr(value, "__wrapped__", None)
            is_stage = isinstance(value, BareStage) or getattr(function, "__qualname__", "") == f"{name}.__wrapped__"
            if is_stage and value.__module__ == module_name:
                yield name, read_maker(name, getattr(module, name.lstrip("_"), value), function)


MAKERS = dict(makers())
ARGUMENTS = {
    "rules": rules, "n": 20, "trees": 2, "depth": 2, "key": abs, "function": is_odd, "static": rules.static, "seed": 3,
    "predicate": is_odd, "search": minimax, "pipeline": minimax, "evaluate": rules.static, "bounds": bounds,
    "bot": explicit_bot_mc(rules, 9), "lens": item(0), "outer": item(0), "inner": item(1), "of": successors, "elo0": 0, "elo1": 60,
    "table": pmap({P: Solved(Outcome.DRAW, None)}),
}  # fmt: skip
ARGUMENTS_OF: dict[str, dict[str, Any]] = {
    "trace": {"search": deepest}, "traverse_tree": {"function": State.from_value}, "_fold_tree": {"function": count},
}  # fmt: skip
OPTIONS = {
    "alpha": -3, "beta": 9, "low": -9, "high": 9, "guess": 1, "player": Player.FIRST, "entries": 50, "c": 0.5, "trees": 2,
    "map_function": map_list, "compiled": same, "search": alpha_beta, "static": abs, "goal": same, "prover": Player.SECOND,
    "max_expansions": 4, "max_nodes": 9, "select": ucb1(0.5), "expand": expand_as_usual, "evaluate": by_static(rules.static),
    "back_up": back_up_as_usual, "prefer_quick": False, "depth": 1, "weight": 3, "bonus": 1, "label": count,
    "children": children_list, "with_player": True, "stop": bool,
}  # fmt: skip
"""A value of each option that is not the default."""
OPTIONS_OF: dict[str, dict[str, Any]] = {
    **{name: {"search": deepest} for name in ("mtd_bi", "mtd_f")}, "sprt": {"alpha": 0.1, "beta": 0.1, "outcomes": 3},
    "deepen": {"memory": Memory({(P, Player.SECOND): Entry(1, 0, 0)}, P), "depth": 2},
}  # fmt: skip
INPUTS = {
    "tree": VALUES, "p": P, "position": P, "root": P, "argument": VALUES, "action": uniform(1, 6), "whole": ((1, 2), 3), "results": [0, 1, 2, 2],
}  # fmt: skip
INPUT_OF: dict[str, Any] = {
    "_continue_search": mcts(rules, 9)(P).eval(GEN),
    **dict.fromkeys(("prove", "proofs"), build_tree(rules)(P) | map_tree(is_won)),
    "ab_maximise": build_tree(rules)(P) | map_tree(rules.static),
    **dict.fromkeys(("minimise", "ab_minimise"), build_tree(rules)(rules.play(P, 1)) | map_tree(rules.static)),
}
REFUSED_OPTIONS = {"_rebuild": set(), "_fold_tree": {"player"}}  # rebuild takes a function, fold_tree a second option
STATES: dict[str, Any] = {"_bot_mcts_reuse": ReuseState(GEN), "_zoom": (GEN, 0)}


def result_of(name: str, function: Callable[..., Any], *arguments: Any, **options: Any) -> object:
    """Return what a call returns or raises, as a value that can be compared."""

    def comparable(value: Any) -> object:
        match value:
            case Tree():
                return comparable(value.label), [*map(comparable, prune(2)(value).children)]
            case State():
                return comparable(value.eval(STATES.get(name, GEN)))
            case Proof():
                return value.value, value.complete, value.expansions, value.nodes
            case Iterator():
                return [*map(comparable, islice(value, 3))]
        return value

    try:
        return comparable(function(*arguments, **options))
    except (TypeError, ValueError) as error:
        return type(error), str(error)


def is_error(result: object) -> bool:
    return isinstance(result, tuple) and result[:1] in [(TypeError,), (ValueError,)]


def written_options(
    defaults: dict[str, Any], samples: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield pairs: options that are not defaults, and a way to write them, with defaults or in another order."""
    for options in ({}, *({name: value} for name, value in samples.items()), samples):
        yield options, options
        yield options, dict(reversed((defaults | options).items()))
        for name in defaults.keys() - options.keys():
            yield options, {name: defaults[name], **options}


@pytest.mark.parametrize("name", sorted(MAKERS.keys() - {"jit"}))  # which has no options, and takes seconds to compile
def test_stages_are_equal_however_their_options_are_written(name: str) -> None:
    """``f(x=default, b=2, a=1) = f(a=1, b=2)``: equal, with equal hashes, reprs, pickles and results."""
    make, function, first, required, defaults = MAKERS[name]
    arguments = [(ARGUMENTS | ARGUMENTS_OF.get(name, {}))[each] for each in required]
    samples = {key: (OPTIONS | OPTIONS_OF.get(name, {}))[key] for key in defaults}
    assert not [key for key in defaults if samples[key] == defaults[key]]
    given, made, results = INPUT_OF.get(name, INPUTS[first]), [], []
    for options, written in written_options(defaults, samples):
        is_bare = isinstance(make, BareStage)
        if options.keys() == REFUSED_OPTIONS.get(name):
            continue
        one, other = (make if is_bare and not each else make(*arguments, **each) for each in (options, written))
        assert (one, hash(one), repr(one)) == (other, hash(other), repr(other)), (options, written)
        assert (one is make) is (is_bare and not options)
        assert pickle.loads(pickle.dumps(one)) == one
        results.append(result_of(name, one, given))
        assert results[-1] == result_of(name, function, given, *one.args, **{**defaults, **options})
        made.append((options, one))
        assert [each for each in made if (each[1] == one) is not (each[0] == options)] == []
    assert not all(map(is_error, results))


@pytest.mark.slow
def test_only_stages_without_options_are_made_by_hand() -> None:
    """So that the law above sees the stages that have options."""
    calls = [
        node
        for module in FILES
        if module != "fpgames.stage"
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call)
    ]
    made = [node for node in calls if ast.unparse(node.func) == "Stage"]
    assert made
    assert not MAKERS["jit"].defaults
    assert not [ast.unparse(node) for node in made if len(node.args) > 2 or node.keywords]
