"""Run the Monte-Carlo tree searches of a pipeline in compiled code, either always or when compiling pays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.compiled.meter import COMPILE_ERRORS, PLAYOUT_METER
from fpgames.compiled.numba_check import import_with_numba
from fpgames.lowering import lowering_of
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.playouts import length
from fpgames.rules.record import AnyRules
from fpgames.search.tree_search.phases import back_up, by_playouts
from fpgames.search.tree_search.search import SearchSetup, continue_search, resolve_phases
from fpgames.search.tree_search.tree import AnySearchTree, expand
from fpgames.stage import Stage, is_stage_of, source_repr
from fpgames.state.action import State

TreeSearch: TypeAlias = Stage[Any, Rand[AnySearchTree]]


class SearchPlan(NamedTuple):
    """The settings of a Monte-Carlo tree search whose phases can be compiled."""

    rules: AnyRules
    c: float  # exploration constant of ``ucb1``
    games: AnyRules | None = None  # rules for playouts; None if a static function evaluates positions
    k: int = 1  # number of playouts per evaluation
    static: Callable[..., float] | None = None  # evaluation function; None if playouts evaluate positions


def is_tree_search(part: object) -> TypeGuard[TreeSearch]:
    """Return whether a part of a pipeline is a Monte-Carlo tree search."""
    return isinstance(part, Stage) and lowering_of(part.function)[0] == "a tree search"


def _setup_and_tree(part: TreeSearch, argument: Any) -> tuple[SearchSetup[Any, Any], AnySearchTree]:
    """Return the phases of a tree search, and the tree to extend: either ``argument`` or a new root."""
    _, (begin,) = lowering_of(part.function)
    setup = resolve_phases(part.args[0], dict(part.options))
    return setup, begin(setup, argument)


def _plan_of(part: TreeSearch, setup: SearchSetup[Any, Any]) -> SearchPlan:
    """Return the settings of a tree search for compiled code; raise CannotCompile if a phase is not supported."""
    select, evaluate = setup.select, setup.evaluate

    def unsupported_phase_error(phase: str, phase_function: object, supported: str) -> CannotCompile:
        return CannotCompile(
            f"cannot compile {part!r}: its {phase} is {source_repr(phase_function)}, and compiled searches have {supported}; {WITHOUT_JIT_HINT}"
        )

    if not (isinstance(select, partial) and lowering_of(select.func)[0] == "ucb1"):
        raise unsupported_phase_error("select", select, "ucb1(c)")
    if setup.expand is not expand:
        raise unsupported_phase_error("expand", setup.expand, "the library's")
    if setup.back_up is not back_up:
        raise unsupported_phase_error("back_up", setup.back_up, "the library's")
    plan: SearchPlan = SearchPlan(setup.rules, *select.args)
    if is_stage_of(evaluate, by_playouts):
        games, k = evaluate.args
        return plan._replace(games=games, k=index(k))
    if isinstance(evaluate, Stage) and lowering_of(evaluate.function)[0] == "by a static function":
        return plan._replace(static=evaluate.args[0])
    raise unsupported_phase_error("evaluate", evaluate, "by_playouts(rules, k) and by_static(function)")


_UNUSED_GEN = SplitMix(0, 1)


def run_compiled(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Return a random action that runs a tree search in compiled code; ``argument`` is a position or a tree."""
    setup, tree = _setup_and_tree(part, argument)
    max_visits, stop = tree.visits + index(part.args[1]), dict(part.options).get("stop")
    if tree.proof is not None:
        return State.from_value(tree)
    plan = _plan_of(part, setup)
    try:
        search = import_with_numba("montecarlo.tree_search").compile_search(plan, tree.position)
    except CannotCompile as error:
        if plan.static is None or not isinstance(plan.static(tree.position), tuple):
            raise
        raise CannotCompile(
            f"cannot compile {part!r}: its evaluate returns more than a number, and compiled searches have"
            f" by_static(function) of numbers; {WITHOUT_JIT_HINT}"
        ) from error

    def run_search(gen: Gen) -> tuple[AnySearchTree, Gen]:
        if isinstance(gen, SplitMix):
            result, next_gen, is_stopped = search(tree, max_visits, gen, stop)
        elif plan.static:
            result, _, is_stopped = search(tree, max_visits, _UNUSED_GEN, stop)
            next_gen = gen
        else:
            raise CannotCompile(
                f"cannot compile {part!r}: it was run from {gen!r}, and compiled searches need a SplitMix; {WITHOUT_JIT_HINT}"
            )
        if result.proof is None and result.visits < max_visits and not is_stopped:
            # an invalid value ended the search: Python raises the error
            phases: Any = dict(part.options)
            return continue_search(plan.rules, max_visits - result.visits, **phases)(result).run(next_gen)
        return result, next_gen

    return State(run_search)


def run_when_it_pays(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Return a random action that runs a tree search: in compiled code if compiling pays, otherwise in Python."""
    setup, before = _setup_and_tree(part, argument)
    if before.proof is not None:
        return State.from_value(before)

    def run_search(gen: Gen) -> tuple[AnySearchTree, Gen]:
        try:
            plan = _plan_of(part, setup)
            moves = 0 if PLAYOUT_METER.is_compiling_worthwhile() else _moves_per_simulation(plan, before.position)
            if PLAYOUT_METER.is_compiling_worthwhile(index(part.args[1]) * moves):
                return run_compiled(part, argument).run(gen)
        except COMPILE_ERRORS:
            moves = 0
        result, next_gen = part(argument).run(gen)
        PLAYOUT_METER.done += (result.visits - before.visits) * moves
        return result, next_gen

    return State(run_search)


_DESCENT_MOVES = 10  # time of a simulation without playouts, measured in moves of playouts


def _moves_per_simulation(plan: SearchPlan, p: object) -> int:
    """Return the estimated time of a simulation, measured in moves of playouts."""
    return _DESCENT_MOVES + (0 if plan.games is None else plan.k * length(plan.games, p))
