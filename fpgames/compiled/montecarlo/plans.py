"""What compiled code needs of a Monte-Carlo tree search, a stage of a pipeline."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from fpgames.compiled.code.errors import WITHOUT, CannotCompile
from fpgames.forms import form_of
from fpgames.rand.actions import Rand
from fpgames.rules.record import AnyRules
from fpgames.search.tree_search.phases import back_up, by_playouts
from fpgames.search.tree_search.search import Method, method_of
from fpgames.search.tree_search.tree import AnySearchTree, expand
from fpgames.stage import Stage, made_by, shown

TreeSearch: TypeAlias = Stage[Any, Rand[AnySearchTree]]


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
    return isinstance(part, Stage) and form_of(part.function)[0] == "a tree search"


def begun(part: TreeSearch, argument: Any) -> AnySearchTree:
    """Return the tree with which a search begins."""
    _, (begin,) = form_of(part.function)
    tree: AnySearchTree = begin(_method(part), argument)
    return tree


def _method(part: TreeSearch) -> Method[Any, Any]:
    phases: Any = dict(part.options)
    return method_of(part.given[0], phases)


def plan_of(part: TreeSearch) -> Plan:
    """Return what compiled code needs of a search; raise CannotCompile for a phase that it does not have."""
    rules, select, expanding, evaluate, backing_up = _method(part)

    def refuse(phase: str, given: object, known: str) -> CannotCompile:
        return CannotCompile(
            f"cannot compile {part!r}: its {phase} is {shown(given)}, and compiled searches have {known}; {WITHOUT}"
        )

    if not (isinstance(select, partial) and form_of(select.func)[0] == "ucb1"):
        raise refuse("select", select, "ucb1(c)")
    if expanding is not expand:
        raise refuse("expand", expanding, "the library's")
    if backing_up is not back_up:
        raise refuse("back_up", backing_up, "the library's")
    plan: Plan = Plan(rules, *select.args)
    if made_by(evaluate, by_playouts):
        games, k = evaluate.given
        return plan._replace(games=games, k=index(k))
    if isinstance(evaluate, Stage) and form_of(evaluate.function)[0] == "by a static function":
        return plan._replace(static=evaluate.given[0])
    raise refuse("evaluate", evaluate, "by_playouts(rules, k) and by_static(function)")
