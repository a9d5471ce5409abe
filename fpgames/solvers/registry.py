"""The registry of solvers: the dedicated solver of a game if there is one, otherwise the generic solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pyrsistent import pmap
from returns.result import safe

from fpgames.games import game
from fpgames.rules.record import AnyRules, M, P, Rules, require_rules
from fpgames.search.tree_search.tree import is_same_game
from fpgames.solvers.connect4 import connect4_solver
from fpgames.solvers.generic import solver
from fpgames.solvers.solution import Solver

__all__ = ["SOLVERS", "solver_of"]

SOLVERS: Mapping[str, Callable[[AnyRules], Solver[Any, Any] | None]] = pmap({"connect4": connect4_solver})
"""Makers of dedicated solvers, by the name of the game without its size, such as ``connect4``.

A maker is a function from rules to a solver; it returns None for rules of a different game with the same name.
"""

# games of the library with a score that says only who has won, not by how much; the names are without sizes
_WIN_LOSS = {"checkers", "draughts", "hex", "kayles", "kayles-misere", "mnk", "nim", "nim-misere", "tictactoe"}


def solver_of(rules: Rules[P, M], *, max_nodes: int | None = None) -> Solver[P, M]:
    """Return the best solver of a game: its dedicated solver in :data:`SOLVERS`, otherwise the generic solver.

    ``solverOf :: Rules p m -> Solver p m``

    If the rules have a score, the generic solver computes by how much a game is won. For games of the library whose
    score says only who wins, such as tic-tac-toe, this solver computes only who wins, which is faster. For other rules
    whose score says only who wins, such as ``up_to_symmetry(tictactoe.rules)``, call ``solver(rules, margins=False)``.

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
    return dedicated_solver(rules) or solver(rules, margins=False if _is_win_loss(rules) else None, max_nodes=max_nodes)


def dedicated_solver(rules: Rules[P, M]) -> Solver[P, M] | None:
    """Return the dedicated solver of a game; None if it has none."""
    make = SOLVERS.get(_base_name(rules))
    return make(rules) if make else None


def _is_win_loss(rules: AnyRules) -> bool:
    """Return whether a game belongs to the library and has a score that says only who has won."""
    if _base_name(rules) not in _WIN_LOSS:
        return False
    known = safe(exceptions=(ValueError,))(game)(rules.name)
    return known.map(lambda known: is_same_game(known, rules) and known.score == rules.score).value_or(False)


def _base_name(rules: AnyRules) -> str:
    """Return the name of a game without its size, such as ``connect4`` for ``connect4-5x4-3``."""
    return re.split(r"[:-](?=\d)", rules.name, maxsplit=1)[0]
