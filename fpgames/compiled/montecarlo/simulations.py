"""Call a Monte-Carlo tree search in a pipeline: compiled, or compiled when it pays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from fpgames.compiled.code.check import with_numba
from fpgames.compiled.code.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.compiled.driver.meter import COMPILE_ERRORS, MOVES
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


class Plan(NamedTuple):
    """A Monte-Carlo tree search that compiled code may have."""

    rules: AnyRules
    c: float  # the constant of ``ucb1``
    games: AnyRules | None = None  # the rules of the random games that evaluate a position
    k: int = 1  # their number
    static: Callable[..., float] | None = None  # or the function that evaluates a position


def is_tree_search(part: object) -> TypeGuard[TreeSearch]:
    """Return whether a part of a pipeline is a Monte-Carlo tree search."""
    return isinstance(part, Stage) and lowering_of(part.function)[0] == "a tree search"


def _begun(part: TreeSearch, argument: Any) -> tuple[SearchSetup[Any, Any], AnySearchTree]:
    """Return the functions of a search, and the tree with which it begins."""
    phases: Any = dict(part.options)
    _, (begin,) = lowering_of(part.function)
    method = resolve_phases(part.args[0], phases)
    return method, begin(method, argument)


def _plan_of(part: TreeSearch, method: SearchSetup[Any, Any]) -> Plan:
    """Return what compiled code needs of a search; raise CannotCompile for a phase that it does not have."""
    rules, select, expanding, evaluate, backing_up = method

    def refuse(phase: str, given: object, known: str) -> CannotCompile:
        return CannotCompile(
            f"cannot compile {part!r}: its {phase} is {source_repr(given)}, and compiled searches have {known}; {WITHOUT_JIT_HINT}"
        )

    if not (isinstance(select, partial) and lowering_of(select.func)[0] == "ucb1"):
        raise refuse("select", select, "ucb1(c)")
    if expanding is not expand:
        raise refuse("expand", expanding, "the library's")
    if backing_up is not back_up:
        raise refuse("back_up", backing_up, "the library's")
    plan: Plan = Plan(rules, *select.args)
    if is_stage_of(evaluate, by_playouts):
        games, k = evaluate.args
        return plan._replace(games=games, k=index(k))
    if isinstance(evaluate, Stage) and lowering_of(evaluate.function)[0] == "by a static function":
        return plan._replace(static=evaluate.args[0])
    raise refuse("evaluate", evaluate, "by_playouts(rules, k) and by_static(function)")


_ANY = SplitMix(0, 1)


def compiled(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Call a tree search with a position or a tree: the same action, compiled."""
    method, tree = _begun(part, argument)
    most = tree.visits + index(part.args[1])
    if tree.proof is not None:
        return State.from_value(tree)
    plan = _plan_of(part, method)
    try:
        search = with_numba("montecarlo.tree_search").search_by(plan, tree.position)
    except CannotCompile as error:
        if plan.static is None or not isinstance(plan.static(tree.position), tuple):
            raise
        raise CannotCompile(
            f"cannot compile {part!r}: its evaluate returns more than a number, and compiled searches have"
            f" by_static(function) of numbers; {WITHOUT_JIT_HINT}"
        ) from error

    def run(gen: Gen) -> tuple[AnySearchTree, Gen]:
        if isinstance(gen, SplitMix):
            found, after = search(tree, most, gen)
        elif plan.static:
            found, _ = search(tree, most, _ANY)
            after = gen
        else:
            raise CannotCompile(
                f"cannot compile {part!r}: it was run from {gen!r}, and compiled searches need a SplitMix; {WITHOUT_JIT_HINT}"
            )
        if found.proof is None and found.visits < most:  # at an evaluation that is refused, by the action that follows
            phases: Any = dict(part.options)
            return continue_search(plan.rules, most - found.visits, **phases)(found).run(after)
        return found, after

    return State(run)


def when_it_pays(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Call a tree search: the same action, compiled when it takes as long as compiling, and compiled code has it."""
    method, before = _begun(part, argument)
    if before.proof is not None:
        return State.from_value(before)

    def run(gen: Gen) -> tuple[AnySearchTree, Gen]:
        try:
            plan = _plan_of(part, method)
            moves = 0 if MOVES.pays() else _moves(plan, before.position)
            if MOVES.pays(index(part.args[1]) * moves):
                return compiled(part, argument).run(gen)
        except COMPILE_ERRORS:
            moves = 0
        found, after = part(argument).run(gen)
        MOVES.done += (found.visits - before.visits) * moves
        return found, after

    return State(run)


_DESCENT = 10  # moves that take as long as all the rest of a simulation


def _moves(plan: Plan, p: object) -> int:
    """Return about how many moves of random games a simulation takes, or moves that take as long."""
    return _DESCENT + (0 if plan.games is None else plan.k * length(plan.games, p))
