"""Monte-Carlo tree searches in a pipeline that is compiled: what of them compiled code has, and when it pays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from fpgames.compiled.errors import Busy, CannotCompile
from fpgames.compiled.flat_trees import AnyTree
from fpgames.compiled.patience import REFUSED
from fpgames.rand import Rand
from fpgames.rng import Gen, SplitMix
from fpgames.rules import LONGEST, AnyRules, EndlessGame
from fpgames.search.mcts_phases import _by_playouts, _by_static, _ucb1, back_up
from fpgames.search.mcts_search import Phases, _mcts, _Method, _method, _root, _search_on, search_on
from fpgames.search.mcts_tree import expand
from fpgames.search.montecarlo import played_out
from fpgames.stage import Stage, _shown
from fpgames.state import State

TreeSearch: TypeAlias = Stage[Any, Rand[AnyTree]]


class Plan(NamedTuple):
    """A Monte-Carlo tree search that compiled code may have.

    Args:
        rules: the rules of the game.
        c: the constant of ``ucb1``.
        games: the rules of the random games that evaluate a position, or None.
        k: their number.
        static: the function that evaluates a position, or None.
    """

    rules: AnyRules
    c: float
    games: AnyRules | None = None
    k: int = 1
    static: Callable[..., float] | None = None


def is_tree_search(part: object) -> TypeGuard[TreeSearch]:
    """Return whether a part of a pipeline is a Monte-Carlo tree search."""
    return isinstance(part, Stage) and part.function in (_mcts, _search_on)


def compiled(part: TreeSearch, argument: Any) -> Rand[AnyTree]:
    """Call a tree search with a position or a tree: the same action, compiled.

    Raises:
        CannotCompile: compiled code does not have one of its phases, or one of the functions of the game; by the action,
            random games would draw from a generator that is not a SplitMix.
    """
    tree = _begun(part, argument)
    most = tree.visits + index(part.given[1])
    if tree.proof is not None:
        return State.from_value(tree)
    plan = _plan(part)
    from fpgames.compiled.tree_search import Compiled  # which needs numba

    search = Compiled(plan, tree.position)

    def run(gen: Gen) -> tuple[AnyTree, Gen]:
        if isinstance(gen, SplitMix):
            found, after = search.run(tree, most, gen)
        elif plan.static:
            found, _ = search.run(tree, most, _ANY)
            after = gen
        else:
            raise CannotCompile(
                f"cannot compile {part!r}: it was run from {gen!r}, {_ONLY} from a SplitMix; {_WITHOUT}"
            )
        if found.proof is None and found.visits < most:  # at an evaluation that is refused, by the action that follows
            return search_on(plan.rules, most - found.visits, **_phases(part))(found).run(after)
        return found, after

    return State(run)


_ANY = SplitMix(0, 1)
_ONLY = "and compiled searches draw"
_WITHOUT = "without jit the same pipeline works"


def _begun(part: TreeSearch, argument: Any) -> AnyTree:
    """Return the tree with which a search begins."""
    method = _method_of(part)
    if part.function is _search_on and (argument.proof is None or argument.tried):
        tree: AnyTree = argument
        return tree
    return _root(method, argument.position if part.function is _search_on else argument)


def _method_of(part: TreeSearch) -> _Method[Any, Any]:
    rules, _ = part.given
    return _method(rules, "jit", _phases(part))


def _phases(part: TreeSearch) -> Phases[Any, Any]:
    phases: Any = dict(part.options)
    found: Phases[Any, Any] = phases
    return found


def _plan(part: TreeSearch) -> Plan:
    """Return what compiled code needs of a search; raise CannotCompile for a phase that it does not have."""
    rules, select, expanding, evaluate, backing_up = _method_of(part)

    def refuse(phase: str, given: object, known: str) -> CannotCompile:
        return CannotCompile(
            f"cannot compile {part!r}: its {phase} is {_shown(given)}, and compiled searches have {known}; {_WITHOUT}"
        )

    if not (isinstance(select, partial) and select.func is _ucb1 and isinstance(select.args[0], int | float)):
        raise refuse("select", select, "ucb1(c), c an int or a float")
    if expanding is not expand:
        raise refuse("expand", expanding, "the library's")
    if backing_up is not back_up:
        raise refuse("back_up", backing_up, "the library's")
    plan: Plan = Plan(rules, float(select.args[0]))
    if isinstance(evaluate, Stage) and evaluate.function is _by_playouts:
        games, k = evaluate.given
        return plan._replace(games=games, k=index(k))
    if isinstance(evaluate, Stage) and evaluate.function is _by_static:
        return plan._replace(static=evaluate.given[0])
    raise refuse("evaluate", evaluate, "by_playouts(rules, k) and by_static(function)")


def when_it_pays(part: TreeSearch, argument: Any) -> Rand[AnyTree]:
    """Call a tree search: the same action, compiled when it takes as long as compiling, and compiled code has it."""
    action = part(argument)
    before = _begun(part, argument)
    if before.proof is not None:
        return action

    def run(gen: Gen) -> tuple[AnyTree, Gen]:
        global _slow
        try:
            plan = _plan(part)
            moves = _moves(plan, before.position)
            if _slow + index(part.given[1]) * moves >= _WORTH:
                return compiled(part, argument).run(gen)
        except (*REFUSED, Busy):
            moves = 0
        found, after = action.run(gen)
        _slow += (found.visits - before.visits) * moves
        return found, after

    return State(run)


_WORTH = 150_000
"""Moves of random games that take about as long as compiling a game."""

_DESCENT = 10  # moves that take as long as all the rest of a simulation

_slow = 0
"""Moves in simulations that were not compiled, or what took as long, in this process."""


def _moves(plan: Plan, p: object) -> int:
    """Return about how many moves of random games a simulation takes, or moves that take as long."""
    if plan.games is None:
        return _DESCENT
    try:
        return _DESCENT + plan.k * played_out(plan.games, p, _ANY)[1]
    except EndlessGame:  # others may end
        return LONGEST
