"""Call a Monte-Carlo tree search in a pipeline: compiled, or compiled when it pays."""

from __future__ import annotations

from operator import index
from typing import Any

from fpgames.compiled.code.check import with_numba
from fpgames.compiled.code.errors import WITHOUT, CannotCompile
from fpgames.compiled.montecarlo.plans import Plan, TreeSearch, begun, plan_of
from fpgames.compiled.walks.meter import MOVES
from fpgames.compiled.walks.patience import REFUSED
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.playouts import length
from fpgames.search.tree_search.search import search_on
from fpgames.search.tree_search.tree import AnySearchTree
from fpgames.state.action import State

_ANY = SplitMix(0, 1)


def compiled(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Call a tree search with a position or a tree: the same action, compiled.

    Raises:
        CannotCompile: compiled code does not have one of its phases, or one of the functions of the game; by the action,
            random games would draw from a generator that is not a SplitMix.
    """
    tree = begun(part, argument)
    most = tree.visits + index(part.given[1])
    if tree.proof is not None:
        return State.from_value(tree)
    plan = plan_of(part)
    search = with_numba("montecarlo.tree_search").Compiled(plan, tree.position)

    def run(gen: Gen) -> tuple[AnySearchTree, Gen]:
        if isinstance(gen, SplitMix):
            found, after = search.run(tree, most, gen)
        elif plan.static:
            found, _ = search.run(tree, most, _ANY)
            after = gen
        else:
            raise CannotCompile(
                f"cannot compile {part!r}: it was run from {gen!r}, and compiled searches need a SplitMix; {WITHOUT}"
            )
        if found.proof is None and found.visits < most:  # at an evaluation that is refused, by the action that follows
            phases: Any = dict(part.options)
            return search_on(plan.rules, most - found.visits, **phases)(found).run(after)
        return found, after

    return State(run)


def when_it_pays(part: TreeSearch, argument: Any) -> Rand[AnySearchTree]:
    """Call a tree search: the same action, compiled when it takes as long as compiling, and compiled code has it."""
    before = begun(part, argument)
    if before.proof is not None:
        return State.from_value(before)

    def run(gen: Gen) -> tuple[AnySearchTree, Gen]:
        try:
            plan = plan_of(part)
            moves = 0 if MOVES.pays() else _moves(plan, before.position)
            if MOVES.pays(index(part.given[1]) * moves):
                return compiled(part, argument).run(gen)
        except REFUSED:
            moves = 0
        found, after = part(argument).run(gen)
        MOVES.done += (found.visits - before.visits) * moves
        return found, after

    return State(run)


_DESCENT = 10  # moves that take as long as all the rest of a simulation


def _moves(plan: Plan, p: object) -> int:
    """Return about how many moves of random games a simulation takes, or moves that take as long."""
    return _DESCENT + (0 if plan.games is None else plan.k * length(plan.games, p))
