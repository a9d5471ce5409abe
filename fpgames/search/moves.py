"""The best move at the root of a tree, and the principal variation: the line of play if both players choose best moves.

Source: article 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf, nextafter
from typing import Any, Generic, TypeAlias, TypeVar

from fpgames.declarations import declaration_of
from fpgames.rules.outcomes import CHANCE, GameOver, Player
from fpgames.rules.record import M, Value
from fpgames.search.memory import remember
from fpgames.search.results import last_function, require_values_of, search_info
from fpgames.search.tree_checks import require_player_at_root, require_values
from fpgames.search.values import minimax
from fpgames.search.visits import negated
from fpgames.stage import BareStage, Function, Stage, is_stage_of, with_known_options, with_last_part
from fpgames.tree.building import moves_between, require_known_moves
from fpgames.tree.decorators import checks_tree
from fpgames.tree.order import raise_unordered, require_ordered
from fpgames.tree.sharing import make_table
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import Tree
from fpgames.tree.walking import recursive, walk

__all__ = ["Scored", "best_move", "principal_variation"]

A = TypeVar("A")

Move: TypeAlias = Any
"""A move of the game from which a tree was built; with ``remember``, a pair of the move and a ``Memory``."""

Variation: TypeAlias = Any
"""A :class:`Scored`; with ``remember``, a pair of the ``Scored`` and a ``Memory``."""


@dataclass(frozen=True, slots=True)
class Scored(Generic[A, M]):
    """A value and the line of moves that leads to it.

    Args:
        value: the value for the first player.
        line: the moves from the root.

    See also: :func:`principal_variation`, which returns it.
    """

    value: A
    line: tuple[M, ...]


@BareStage
@checks_tree("Variation")
def principal_variation(tree: Tree[object], *, search: Callable[[Tree[Any]], object] = minimax) -> Variation:
    r"""Return the value of the best move at the root of a tree built from rules, and the line of play that leads to it.

    ``principalVariation = unfoldr (\t -> (bestMove t, child (bestMove t) t))``, with the value at the end of the line

    The line begins with :func:`best_move`, and continues with the first child that has the same value. It ends where no
    child has it, as at a leaf, and where chance moves. The search of each child is given a window, as in ``best_move``.

    Args:
        tree: a tree built by ``build_tree(rules)`` or ``game_tree(rules)``, whose labels have been turned into values.
        search: any search that returns the value of a tree, such as ``alpha_beta`` or ``negamax``. With
            ``remember(search)``, the result is a pair, with the ``Memory`` of all searches.

    Raises:
        ValueError: the tree was not built from rules; its labels are positions; the search raises ValueError.
        TypeError: the search was given a window, or returns anything but a value.

    >>> from functools import reduce
    >>> from fpgames import build_tree, map_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | principal_variation
    Scored(value=1, line=(2,))

    See also: :func:`best_move`, which is faster if you need only the move.
    """
    if (plain := _without_remember(search)) is not search:
        return remember(principal_variation(search=plain))(tree)
    node = _require_game(tree, search, "principal_variation")
    value, line = None, []
    either = search if node.mover is CHANCE else with_last_part(search, partial(_for_either_player, node))
    while node.mover is not CHANCE:
        best, child = _best_child(node, either, value)
        if child is None or value not in (None, best):
            break
        line.append(move_to(child, node, "principal_variation"))
        value, node = best, child
    return Scored(value if line else require_ordered(search(node)), tuple(line))


@BareStage
@checks_tree("Move")
def best_move(tree: Tree[object], *, search: Callable[[Tree[Any]], object] = minimax) -> Move:
    """Return the best move at the root of a tree built from rules: ``bestMove :: Ord a => Tree a -> m``.

    ``bestMove search = fst . maximumOn (search . snd) . branches``, if the first player moves at the root

    Of equally good moves, the first is returned. Each child of the root is searched. A search that takes a window is
    given the best value so far, because a child that is no better needs no exact value. In a shared tree, each child is
    searched with a table of its own; within ``remember``, all children are searched with one.

    Args:
        tree: a tree built by ``build_tree(rules)`` or ``game_tree(rules)``, whose labels have been turned into values.
        search: any search that returns the value of a tree, such as ``alpha_beta`` or ``negamax``. With
            ``remember(search)``, the result is a pair of the move and the ``Memory`` of all searches.

    Raises:
        GameOver: the tree is a leaf, so there is no move.
        ValueError: the tree was not built from rules; its labels are positions; chance moves at the root; the search
            raises ValueError.
        TypeError: the search was given a window, as in ``alpha_beta(alpha=0)``, or returns anything but a value.

    >>> from fpgames import map_tree
    >>> from functools import reduce
    >>> from fpgames import build_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | best_move
    2

    See also: :func:`principal_variation`, for the whole line of play.

    Source: article 3, ``calcIA``.
    """
    if (plain := _without_remember(search)) is not search:
        return remember(best_move(search=plain))(tree)
    tree = _require_game(tree, search, "best_move")
    _, child = _best_child(tree, with_last_part(search, partial(_for_either_player, tree)))
    if child is None:
        raise GameOver("no move to choose: this tree is a leaf")
    return move_to(child, tree, "best_move")


def _without_remember(search: Function) -> Function:
    """Return the search inside ``remember``, if a pipeline ends with ``remember(search)``; otherwise, the pipeline."""
    plain = with_last_part(search, lambda last: last.args[0] if is_stage_of(last, remember) else last)
    return search if plain == search else plain


def _require_game(tree: Tree[A], search: Function, caller: str) -> Tree[A]:
    """Return the tree. Raise an error unless it knows the moves, its labels are values, and the search returns a value."""
    tree = require_values(tree, caller)
    require_known_moves(tree.unfolding.game.rules, caller)
    require_values_of(search, caller)
    return tree


def _best_child(tree: Tree[A], search: Function, known: Value = None) -> tuple[Value, Tree[A] | None]:
    """Return the best value of the children for the player to move, and the first child that has it; None at a leaf.

    Each child is searched in the window of the best value so far and the value of the tree, if it is ``known``. If
    ``deepen`` has ordered the children, one that was before the best child is better even if it only has the same value.
    """
    high, place = tree.player is not Player.SECOND, tree.run.first_order if known is None else None
    best, best_child, wins_ties = None, None, False
    child_search = _in_window(search, high, None, known)
    for child in tree.children:
        if place and best_child:
            wins_ties = place(child.seed) < place(best_child.seed)
            child_search = _in_window(search, high, _next_worse(best, high) if wins_ties else best, known)
        value = require_ordered(child_search(child))
        if best_child is None or walk(_is_better, value, best, high) or (wins_ties and value == best):
            best, best_child = value, child
            if known is not None and not walk(_is_better, known, best, high):
                break
            child_search = _in_window(search, high, best, known)
    if tree.run.stored_table and best_child and known is None:
        make_table(tree, "values", tree.player, "first", search)[tree.seed, tree.depth] = best
    return best, best_child


def _next_worse(value: Value, high: bool) -> Value:
    """Return a number that is a little worse for the player to move than ``value``; None if the value is no number."""
    if type(value) is int:
        return value - 1 if high else value + 1
    return nextafter(value, -inf if high else inf) if type(value) is float else None


def _in_window(search: Function, high: bool, worse: Value, better: Value) -> Function:
    """Return a search for the first player's value in a window. Of its ends, the second is better for the player to move."""
    alpha, beta = (worse, better) if high else (better, worse)
    is_unchanged = alpha is None and beta is None
    own = search if is_unchanged else with_last_part(search, partial(_with_options, alpha=alpha, beta=beta))
    if declaration_of(last_function(search)).view != "mover":
        return own
    turned = with_last_part(search, partial(_with_options, alpha=negated(beta), beta=negated(alpha)))
    return lambda tree: -turned(tree) if tree.player is Player.SECOND else own(tree)


def _for_either_player(tree: Tree[object], search: Function) -> Function:
    """Return a search for trees at whose root either player moves. First, check the player at the root of ``tree``."""
    declaration, info = declaration_of(search), search_info(search)
    if declaration.for_either is not None:
        require_player_at_root(tree, declaration.root_player, info.name)
        return declaration.for_either
    player: Value = info.options.get("player") if declaration.checks_tree else None
    with_root_player(tree, player, info.name)
    return _with_options(search, player=None)


def _with_options(search: Function, **options: object) -> Function:
    """Return a search with those options that it has; return a function that is no search of the library unchanged."""
    if isinstance(search, Stage) and declaration_of(search).checks_tree:
        return with_known_options(search, **options)
    return search


@recursive
def _is_better(value: Value, best: Value, high: bool) -> bool:
    """Return whether a value is better than the best value so far. Raise ValueError if the two have no order."""
    if not (value <= best or value >= best):
        raise_unordered(value, best)
    return bool(value > best if high else value < best)


def move_to(child: Tree[object], parent: Tree[object], caller: str) -> Move:
    """Return the first move that leads from the root of a tree to the root of a child."""
    rules, position_of = require_known_moves(parent.unfolding.game.rules, caller), parent.unfolding.game.position_of
    return next(moves_between(rules, position_of(parent.seed), [position_of(child.seed)]))
