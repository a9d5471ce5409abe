"""The registry of solvers: the dedicated solver of a game if there is one, otherwise the generic solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyrsistent import pmap

from fpgames.rules.record import AnyRules, M, P, Rules, require_rules
from fpgames.solvers.connect4 import connect4_solver
from fpgames.solvers.generic import solver
from fpgames.solvers.solution import Solver

__all__ = ["SOLVERS", "solver_of"]

SOLVERS: Mapping[str, Callable[[AnyRules], Solver[Any, Any] | None]] = pmap({"connect4": connect4_solver})
"""Makers of dedicated solvers, by the name of the game without its size, such as ``connect4``.

A maker is a function from rules to a solver; it returns None for rules of a different game with the same name.
"""


def solver_of(rules: Rules[P, M], *, max_nodes: int | None = None) -> Solver[P, M]:
    """Return the best solver of a game: its dedicated solver in :data:`SOLVERS`, otherwise the generic solver.

    ``solverOf :: Rules p m -> Solver p m``

    Args:
        rules: the rules of the game.
        max_nodes: the node limit of one search of the generic solver; None for no limit.

    Raises:
        ValueError: ``max_nodes`` is less than 1.
        TooLarge: raised by the functions of the solver, if a search would exceed the node limit.

    >>> from fpgames.games import connect4
    >>> rules = connect4.sized(4, 4)
    >>> solver_of(rules).weak(rules.start)
    0

    See also: :func:`fpgames.solvers.generic.solver`.
    """
    require_rules(rules, "solver_of")
    return dedicated_solver(rules) or solver(rules, max_nodes=max_nodes)


def dedicated_solver(rules: Rules[P, M]) -> Solver[P, M] | None:
    """Return the dedicated solver of a game; None if it has none."""
    make = SOLVERS.get(_base_name(rules))
    return make(rules) if make else None


def _base_name(rules: AnyRules) -> str:
    """Return the name of a game without its size, such as ``connect4`` for ``connect4:5,4,3``."""
    return rules.name.partition(":")[0]
