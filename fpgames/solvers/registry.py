"""The solver of each game: one of its own, where there is one, otherwise the generic one."""

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
"""Functions from the rules to a solver made for one game, by the game's name without its size, such as ``connect4``.

Each returns None for rules that are not its own, such as another game of the same name.
"""

# Games of the library with a score that says only who has won.
_ONLY_THE_WINNER = {"checkers", "draughts", "hex", "kayles", "kayles-misere", "mnk", "nim", "nim-misere", "tictactoe"}


def solver_of(rules: Rules[P, M], *, max_nodes: int | None = None) -> Solver[P, M]:
    """Return the best solver for a game: that of :data:`SOLVERS`, otherwise the generic one.

    ``solverOf :: Rules p m -> Solver p m``

    The generic solver finds margins if the rules have a score, unless the game is one of the library's by its name, and
    its score says only who wins. For other rules with such a score, such as those of ``up_to_symmetry``, that is right
    but slower: use ``solver(rules, margins=False)``.

    Args:
        rules: the rules of the game.
        max_nodes: the number of nodes that one search of the generic solver may visit; None is no limit.

    Raises:
        ValueError: ``max_nodes`` is less than 1.
        TooLarge: raised by the functions of the solver: a search would visit more nodes than ``max_nodes``.

    >>> from fpgames.games import connect4
    >>> rules = connect4.sized(4, 4)
    >>> solver_of(rules).weak(rules.start)
    0

    See also: :func:`fpgames.solvers.generic.solver`.
    """
    require_rules(rules, "solver_of")
    return own_solver(rules) or solver(rules, margins=False if _only_the_winner(rules) else None, max_nodes=max_nodes)


def own_solver(rules: Rules[P, M]) -> Solver[P, M] | None:
    """Return the solver that was made for a game, if there is one."""
    make = SOLVERS.get(_family(rules))
    return make(rules) if make else None


def _only_the_winner(rules: AnyRules) -> bool:
    """Return whether these are rules of the library whose score says only who has won."""
    if _family(rules) not in _ONLY_THE_WINNER:
        return False
    own = safe(exceptions=(ValueError,))(game)(rules.name)
    return own.map(lambda own: is_same_game(own, rules) and own.score == rules.score).value_or(False)


def _family(rules: AnyRules) -> str:
    """Return the name of a game without its size."""
    return re.split(r"[:-](?=\d)", rules.name, maxsplit=1)[0]
