r"""Monte-Carlo tree search: a fold of one pure step, the simulation, over a tree of statistics.

``mcts rules n p = foldM (\t _ -> simulate rules t) (expand rules p) [1 .. n]``

A simulation *selects* a move at each node that has been visited, from the root down. It *expands* the first move that
has not been tried, *evaluates* the new position, and *backs up* the value along the path. Nodes off the path are shared
by the trees before and after.

Equal positions that are reached by different moves have nodes of their own. If they shared one, its visits would not be
those of the moves that lead to it, and UCB1 compares these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import isfinite
from operator import index
from reprlib import repr as brief
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeAlias, TypedDict, Unpack

from fpgames.lowering import lowers_as
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import M, P, Rules, require_moves, require_rules
from fpgames.search.tree_search.phases import (
    BackUp,
    E,
    Evaluate,
    Expand,
    Found,
    Select,
    back_up,
    by_playouts,
    number_of,
    ucb1,
)
from fpgames.search.tree_search.tree import SearchTree, expand, require_tree_of
from fpgames.stage import Stage
from fpgames.state.action import State
from fpgames.state.loops import iterate_until_m
from fpgames.validation import as_float, require_at_least

__all__ = ["Phases", "mcts", "mcts_steps", "continue_search", "simulate"]


_Path: TypeAlias = list[tuple[SearchTree[P, M], int]]  # nodes from the root down, each with the index of a move


class Phases(TypedDict, Generic[P, M, E], total=False):
    """The options of a Monte-Carlo tree search: the functions of its four phases.

    Args:
        select: chooses the move to follow at a node that has been visited; by default
            :func:`fpgames.search.tree_search.phases.ucb1`.
        expand: makes the tree of a position before its first visit; by default the function of this name.
        evaluate: returns an action that evaluates a new position, by a number or by a tuple of a number and more; by
            default one playout.
        back_up: adds a visit to a node that a simulation has passed, from what was found; by default the function of this
            name, which adds the number.

    See also: :func:`mcts`, :func:`continue_search`, :func:`simulate`, :func:`mcts_steps`, which take them.
    """

    select: Select[P, M]
    expand: Expand[P, M]
    evaluate: Evaluate[P, E]
    back_up: BackUp[P, M, E]


class SearchSetup(NamedTuple, Generic[P, M]):
    """A game and the functions of all four phases."""

    rules: Rules[P, M]
    select: Select[P, M]
    expand: Expand[P, M]
    evaluate: Evaluate[P, Found]
    back_up: BackUp[P, M, Any]


def resolve_phases(rules: Rules[P, M], phases: Phases[P, M, E]) -> SearchSetup[P, M]:
    """Return a game and the functions of a search, those that are not given by default."""
    return SearchSetup(
        rules,
        phases.get("select", _UCB1),
        phases.get("expand", expand),
        phases.get("evaluate", by_playouts(rules)),
        phases.get("back_up", back_up),
    )


_UCB1: Select[Any, Any] = ucb1()


def _begun(method: SearchSetup[P, M], tree: SearchTree[P, M]) -> SearchTree[P, M]:
    """Return the tree that a search continues: a new one, if what it is given is proven, but not by its moves."""
    require_tree_of(method.rules, tree, "continue_search")
    return _root(method, tree.position) if tree.proof is not None and not tree.tried else tree


def _root(method: SearchSetup[P, M], p: P) -> SearchTree[P, M]:
    """Return the root of a search, before its first visit: what it proves, it proves by its moves."""
    require_moves(method.rules, p)
    tree = _expanded(method, p)
    if not tree.moves:
        raise ValueError(f"expand returned no moves for {brief(p)}, where the search begins; expected one at least")
    return tree._replace(proof=None)


def require_search(rules: Rules[P, M], n: int, phases: Phases[P, M, E], what: str) -> None:
    """Raise an error for arguments with which no search can begin."""
    require_phases(rules, phases, what)
    require_at_least(1, n, "run {} simulations")


def require_phases(rules: Rules[P, M], phases: Phases[P, M, E], what: str) -> None:
    """Raise TypeError for what is not rules, a name that is no phase, or something that is not a function."""
    require_rules(rules, what)
    for name, given in phases.items():
        if name not in Phases.__annotations__:
            raise TypeError(f"{what} has no option {name!r}; it has {', '.join(Phases.__annotations__)}")
        if not callable(given):
            raise TypeError(f"{what}: {name} is {given!r}; expected a function")


def mcts(rules: Rules[P, M], n: int, **phases: Unpack[Phases[P, M, E]]) -> Stage[P, Rand[SearchTree[P, M]]]:
    r"""Return a Monte-Carlo tree search of n simulations, which begins at a position.

    ``mcts rules n p = foldM (\t _ -> simulate rules t) (expand rules p) [1 .. n]``

    The search ends early when the position is proven. Players need not alternate.

    Args:
        rules: the rules of the game.
        n: the number of simulations, at least 1; the first evaluates the position itself.
        phases: the functions of the phases that differ from the default, by name (:class:`Phases`).

    Raises:
        ValueError: n is less than 1, or is not an int; by the action, as :func:`simulate` raises it.
        GameOver: raised by the stage: the game is over.
        EndlessGame: by the action, when a playout is not over after 100,000 moves.

    >>> from fpgames import SplitMix, map_state
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import best
    >>> bot = mcts(rules, 1000) | map_state(best)
    >>> bot(rules.read("OOX\n.X.\n...")).eval(SplitMix.from_seed(1))
    6

    See also: :func:`continue_search`, which continues; :func:`mcts_steps`, which returns all its trees;
    :func:`fpgames.search.tree_search.tree.best`, :func:`fpgames.search.tree_search.tree.line`.

    Source: Coulom 2006, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search*; Kocsis and Szepesvari
    2006, *Bandit Based Monte-Carlo Planning*.
    """
    require_search(rules, n, phases, "mcts")
    return Stage(_mcts, (rules, n), (*phases.items(),))


@lowers_as("a tree search", _root)
def _mcts(p: P, rules: Rules[P, M], n: int, **phases: Unpack[Phases[P, M, E]]) -> Rand[SearchTree[P, M]]:
    method = resolve_phases(rules, phases)
    return _simulations(method, n, _root(method, p))


def continue_search(
    rules: Rules[P, M], n: int, **phases: Unpack[Phases[P, M, E]]
) -> Stage[SearchTree[P, M], Rand[SearchTree[P, M]]]:
    """Return a function that continues a Monte-Carlo tree search by n simulations.

    ``mcts rules m >=> continueSearch rules n = mcts rules (m + n)``

    Args:
        rules: the rules of the game.
        n: the number of simulations, at least 1.
        phases: the functions of the phases that differ from the default, by name (:class:`Phases`).

    Raises:
        ValueError: n is less than 1, or is not an int; raised by the stage: the tree is one of another game; by the
            action, as :func:`simulate` raises it.
        TypeError: raised by the stage: it was not given the tree of a search.
        GameOver: raised by the stage: the game is over at the root.
        EndlessGame: by the action, when a playout is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> gen = SplitMix.from_seed(1)
    >>> mcts(rules, 20)(rules.start).bind(continue_search(rules, 30)).eval(gen)
    <SearchTree: visits 50, value 0.200>

    See also: :func:`mcts`; :func:`fpgames.search.tree_search.tree.subtree_after`, the tree after a move.
    """
    require_search(rules, n, phases, "continue_search")
    return Stage(_continue_search, (rules, n), (*phases.items(),))


@lowers_as("a tree search", _begun)
def _continue_search(
    tree: SearchTree[P, M], rules: Rules[P, M], n: int, **phases: Unpack[Phases[P, M, E]]
) -> Rand[SearchTree[P, M]]:
    method = resolve_phases(rules, phases)
    return _simulations(method, n, _begun(method, tree))


def _simulations(method: SearchSetup[P, M], n: int, tree: SearchTree[P, M]) -> Rand[SearchTree[P, M]]:
    most = tree.visits + n

    def done(tree: SearchTree[P, M]) -> bool:
        return tree.proof is not None or tree.visits == most

    return iterate_until_m(done, partial(_simulate, method), tree)


def mcts_steps(rules: Rules[P, M], p: P, gen: Gen, **phases: Unpack[Phases[P, M, E]]) -> Iterator[SearchTree[P, M]]:
    """Return the trees of a Monte-Carlo tree search lazily, each with one simulation more than the one before.

    ``mctsSteps rules p g = map fst (iterate (uncurry (runState . simulate rules)) (expand rules p, g))``

    The first tree is unvisited. The stream ends with the first tree whose root is proven; otherwise it has no end.

    Args:
        rules: the rules of the game.
        p: the position at which the search begins.
        gen: the generator.
        phases: the functions of the phases that differ from the default, by name (:class:`Phases`).

    Raises:
        ValueError: by the stream, as :func:`simulate` raises it.
        GameOver: the game is over.
        EndlessGame: by the stream, when a playout is not over after 100,000 moves.

    >>> from itertools import islice
    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> for tree in islice(mcts_steps(rules, rules.start, SplitMix.from_seed(1)), 0, 300, 100):
    ...     print(tree)
    <SearchTree: visits 0, value 0.000>
    <SearchTree: visits 100, value 0.140>
    <SearchTree: visits 200, value 0.130>

    See also: :func:`mcts`, one of these trees; :func:`fpgames.search.proof.proofs`, another stream of this kind.
    """
    require_phases(rules, phases, "mcts_steps")
    method = resolve_phases(rules, phases)
    return _steps(method, _root(method, p), gen)


def _steps(method: SearchSetup[P, M], tree: SearchTree[P, M], gen: Gen) -> Iterator[SearchTree[P, M]]:
    yield tree
    while tree.proof is None:
        tree, gen = _simulate(method, tree).run(gen)
        yield tree


def simulate(
    rules: Rules[P, M], **phases: Unpack[Phases[P, M, E]]
) -> Callable[[SearchTree[P, M]], Rand[SearchTree[P, M]]]:
    """Return one simulation, the step of the search: select, expand, evaluate, back up.

    ``simulate :: Rules p m -> SearchTree p m -> Rand (SearchTree p m)``

    A tree whose root is proven is returned as it is. At a node below that is proven, a simulation ends: the value of
    the proof is backed up, and nothing is evaluated.

    Args:
        rules: the rules of the game.
        phases: the functions of the phases that differ from the default, by name (:class:`Phases`).

    Raises:
        ValueError: by the action, an evaluation is not a number from -1 to 1, nor a tuple that begins with one, a selection
            is not the index of a move, ``back_up`` does not add one visit or returns a total that is not a number, or
            ``expand`` returns a tree from which the search could not go on.
        TypeError: by the action, ``expand`` or ``back_up`` does not return a tree.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.state import fold_m
    >>> from fpgames.search import expand
    >>> step = simulate(rules)
    >>> fold_m(lambda tree, _: step(tree), expand(rules, rules.start), range(10)).eval(SplitMix.from_seed(1))
    <SearchTree: visits 10, value 0.500>

    See also: :func:`mcts`, a fold of it.
    """
    require_phases(rules, phases, "simulate")
    return partial(_simulate, resolve_phases(rules, phases))


def _simulate(method: SearchSetup[P, M], tree: SearchTree[P, M]) -> Rand[SearchTree[P, M]]:
    if not isinstance(tree, SearchTree) or tree.rules is not method.rules:
        require_tree_of(method.rules, tree, "a simulation")
    if tree.proof is not None:
        return State.from_value(tree)
    leaf, path = _select_leaf(method, tree)
    if leaf.proof is not None:
        return State.from_value(_back_up_path(method, path, leaf, leaf.proof))
    action = method.evaluate(leaf.position)
    if not isinstance(action, State):
        raise TypeError(
            f"evaluate returned {action!r}; expected a State, which by_static(function) makes of a function"
        )
    return action.map(lambda found: _back_up_path(method, path, leaf, _checked(found, leaf.position)))


def _select_leaf(method: SearchSetup[P, M], tree: SearchTree[P, M]) -> tuple[SearchTree[P, M], _Path[P, M]]:
    """Return the node to evaluate, and the path to it: select a move at each node, and expand one not yet tried."""
    rules, select, *_ = method
    path: _Path[P, M] = []
    while tree.visits and tree.proof is None:
        i = select(tree)
        if type(i) is not int or not 0 <= i < len(tree.moves):
            i = _index(i, len(tree.moves))
        path.append((tree, i))
        child = tree.children[i]
        tree = _expanded(method, rules.play(tree.position, tree.moves[i])) if child is None else child
    return tree, path


def _expanded(method: SearchSetup[P, M], p: P) -> SearchTree[P, M]:
    """Return the tree of a new position; raise an error for one from which a search could not go on, or not end."""
    tree = method.expand(method.rules, p)
    if not isinstance(tree, SearchTree):
        raise TypeError(f"expand returned {tree!r:.80} for {brief(p)}; expected a SearchTree")
    _, _, moves, children, visits, _, proof, _, _ = tree
    if visits or len(children) != len(moves) or not (isinstance(proof, Outcome) or (proof is None and moves)):
        raise ValueError(
            f"expand returned {tree!r} for {brief(p)}; expected no visits, as many children as moves, and a proof, an"
            " Outcome, if there are no moves"
        )
    return tree._replace(rules=method.rules) if tree.rules is None else tree


def _index(i: object, n: int) -> int:
    """Return the index of a move, of any type of whole numbers; raise ValueError for anything else."""
    if not (isinstance(i, int | SupportsIndex) and 0 <= index(i) < n):
        raise ValueError(f"select returned {i!r}; expected the index of one of {n} moves, from 0 to {n - 1}")
    return index(i)


def _checked(found: Found, p: object) -> Found:
    """Return an evaluation, a number as a float; raise ValueError unless its number is from -1 to 1."""
    if type(found) is float and -1 <= found <= 1:  # most are, and the check below is slow
        return found
    more = isinstance(found, tuple)
    number = as_float(found[0] if isinstance(found, tuple) and found else found)
    if not -1 <= number <= 1:
        raise ValueError(
            f"the evaluation of {brief(p)} is {found!r}; expected a number from -1 to 1, the first player's value, or a tuple"
            " that begins with it"
        )
    return found if more else number


def _back_up_path(
    method: SearchSetup[P, M], path: _Path[P, M], leaf: SearchTree[P, M], found: Found
) -> SearchTree[P, M]:
    """Return the root after a simulation: a fold over the path, from its end; above a proof, the proof is the value.

    Note: with :func:`_select_leaf` this is :func:`fpgames.textbook.visit`, 2.1 times as fast in 300 simulations of
    tic-tac-toe. The path is a list, so a long one does not exhaust the stack. A child is made when it is first visited.
    Nodes know what is proven, and phases can be replaced.
    """
    position, player, moves, children, visits, total, proof, rules, notes = leaf
    total += found if type(found) is float else number_of(found)
    tree = SearchTree(position, player, moves, children, visits + 1, total, proof, rules, notes)
    own = method.back_up is not back_up
    for parent, i in reversed(path):
        tree = method.back_up(parent, i, tree, found)
        if own:
            tree = _counted(tree, parent)
        if tree.proof is not None:
            found = tree.proof
    return tree


def _counted(tree: SearchTree[P, M], before: SearchTree[P, M]) -> SearchTree[P, M]:
    """Return what a ``back_up`` of the user's made of a node; raise an error for what cannot be searched on, or read."""
    if not isinstance(tree, SearchTree):
        raise TypeError(f"back_up returned {tree!r:.80}; expected a SearchTree")
    if tree.visits != before.visits + 1:  # the search might never end
        raise ValueError(f"back_up made {tree.visits} visits of {before.visits}; expected one more")
    if not (tree.proof is None or isinstance(tree.proof, Outcome)):
        raise ValueError(f"back_up returned the proof {tree.proof!r}; expected an Outcome, or None")
    if not isfinite(as_float(tree.total)):
        raise ValueError(
            f"back_up returned the total {tree.total!r}; expected a number, and notes for what else there is"
        )
    return tree._replace(rules=before.rules) if tree.rules is None else tree
