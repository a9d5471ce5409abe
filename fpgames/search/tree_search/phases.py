"""The four phases of a Monte-Carlo tree search, each of which can be replaced: select, expand, evaluate, back up.

They are also known as selection, expansion, simulation and backpropagation.

Sources: Kocsis and Szepesvari 2006, *Bandit Based Monte-Carlo Planning* (UCT); Winands, Bjornsson and Saito 2008,
*Monte-Carlo Tree Search Solver* (proof); Silver et al. 2017, *Mastering the Game of Go without Human Knowledge* (PUCT).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from math import inf, log, sqrt
from typing import Any, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rand.actions import Rand, action_from_draw
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import CHANCE, Outcome, Player
from fpgames.rules.playouts import sum_of_playouts
from fpgames.rules.record import M, P, Rules, require_rules
from fpgames.search.tree_search.tree import AnySearchTree, SearchTree, with_visit
from fpgames.stage import Stage, stage
from fpgames.state.action import State
from fpgames.validation import as_float, at_least, require_function

__all__ = ["BackUp", "Evaluate", "Expand", "Select", "back_up", "by_playouts", "by_static", "puct", "ucb1"]

E = TypeVar("E", bound="Evaluation")
Proof = TypeVar("Proof", bound=int)

Evaluation: TypeAlias = float | tuple[float, *tuple[object, ...]]
"""The result of an evaluation: a value from -1 to 1, or a tuple that begins with it."""


Select: TypeAlias = Callable[[SearchTree[P, M]], int]
"""The selection phase: returns the index of the move to follow, at a visited node that is not proven.

The move may be untried. The function is pure, so it draws no random numbers.
"""


Expand: TypeAlias = Callable[[Rules[P, M], P], SearchTree[P, M]]
"""The expansion phase: returns the unvisited node of a position, with a proof if one is known.

A finished game needs a proof. At the root of a search the proof is ignored, because the search must find a move.
"""


Evaluate: TypeAlias = Callable[[P], Rand[E]]
"""The evaluation phase (simulation): returns an action whose result is a position's value for the first player.

The value is a number from -1 to 1, or a tuple that begins with it; a custom ``back_up`` can use the rest of the tuple.
"""


BackUp: TypeAlias = Callable[[SearchTree[P, M], int, SearchTree[P, M], E | Outcome], SearchTree[P, M]]
"""The back-up phase: returns a node with one more visit, from the node, a move's index, the child and the result.

The result is the evaluation of the leaf, or a proof if the leaf or a node between is proven.
"""


_FIRST = Player.FIRST
_FIRST_WON, _, _SECOND_WON = Outcome


def ucb1(c: float = sqrt(2)) -> Select[Any, Any]:
    r"""Make a ``select`` phase that follows the move with the highest upper confidence bound: UCB1.

    ``ucb1 c node = maximumBy (comparing (\i -> reward i + c * sqrt (log n / visits i))) [0 ..]``

    Here n is the sum of the visits of all children. A reward is the mean value for the player to move, from 0 (lost) to
    1 (won). Untried moves are selected first. A proven child has no exploration term (the term with c). Of equally
    good moves, the first is selected.

    Args:
        c: the exploration constant, at least 0; the default is from Auer et al. 2002. With 0, the move with the highest
            mean is selected. The bots use a smaller constant (:data:`fpgames.play.tree_bots.EXPLORATION`).

    Raises:
        ValueError: c is negative, infinite or NaN, or is not a number; raised by the phase: chance moves at the node.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> tree = mcts(rules, 500, select=ucb1(0.5))(rules.start).eval(SplitMix.from_seed(1))
    >>> [child.visits for child in tree.tried]
    [109, 77, 55, 50, 8, 20, 122, 10, 48]

    See also: :func:`puct`, which explores likely moves more.

    Source: Auer, Cesa-Bianchi and Fischer 2002, *Finite-time Analysis of the Multiarmed Bandit Problem*.
    """
    return partial(_ucb1, require_constant(c, "ucb1"))


@lowers_as("ucb1")
def _ucb1(c: float, tree: AnySearchTree) -> int:
    first = tree.player is _FIRST
    log_n = log(tree.visits - 1 or 1)  # logarithm of the sum of the children's visits
    best, highest = 0, -inf
    for i, child in enumerate(tree.children):
        if child is None:
            return i
        visits, proof = child.visits, child.proof
        mean = child.total / visits if proof is None else proof
        bound = upper_bound(c, first, log_n, visits, mean, proof is not None)
        if bound > highest:
            best, highest = i, bound
    return best


def upper_bound(c: float, first: bool, log_n: float, visits: int, mean: float, proven: bool) -> float:
    """Return a move's UCB1 bound for the first player if ``first``, else the second. ``mean`` is the first player's."""
    reward = (1 + mean) / 2 if first else (1 - mean) / 2
    return reward if proven else reward + c * sqrt(log_n / visits)


def puct(priors: Callable[[P], Sequence[float]], c: float = 1.25) -> Select[P, Any]:
    r"""Make a ``select`` phase like UCB1, but with an exploration term proportional to each move's prior: PUCT.

    ``puct priors c node = maximumBy (comparing (\i -> reward i + c * prior i * sqrt n / (1 + visits i))) [0 ..]``

    Here n is the number of visits of the node. A reward is the mean value for the player to move, from 0 (lost) to 1
    (won); an untried move has the reward of the node itself. A proven child has no exploration term (the term with
    c), and a proven loss comes last. Of equally good moves, the first is selected.

    Args:
        priors: a function from a position to a list with one number per legal move, in order: the probability that the
            move is best, or any number of at least 0. Each selection calls ``priors``; ``functools.cache`` saves work.
        c: the exploration constant, at least 0.

    Raises:
        ValueError: c is negative or not finite; raised by the search: a prior is invalid, or the number of priors is wrong;
            raised by the phase: chance moves at the node.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> centre = puct(lambda p: [1 + (move == 4) for move in rules.moves(p)])
    >>> tree = mcts(rules, 500, select=centre)(rules.start).eval(SplitMix.from_seed(1))
    >>> max(tree.tried, key=lambda child: child.visits) is tree.children[4]
    True

    See also: :func:`ucb1`, which needs no priors.

    Source: Silver et al. 2017; Rosin 2011, *Multi-armed Bandits with Episode Context*.
    """
    return partial(_puct, require_function(priors, "puct"), require_constant(c, "puct"))


def _puct(priors: Callable[[P], Sequence[float]], c: float, tree: SearchTree[P, object]) -> int:
    move_priors = priors(tree.position)
    if not _are_valid_priors(move_priors, len(tree.moves)):
        raise ValueError(
            f"puct: the priors are {move_priors!r}; expected {len(tree.moves)} numbers, one for each move, each at least 0"
        )
    sign = 1 if tree.player is _FIRST else -1
    lost = Outcome(-sign)
    explored = c * sqrt(tree.visits)
    bounds = []
    for prior, child in zip(move_priors, tree.children, strict=True):
        reward = (1 + sign * (tree if child is None else child).value) / 2
        if child is not None and child.proof is not None:
            bounds.append(-1.0 if child.proof is lost else reward)
        else:
            bounds.append(reward + explored * prior / (1 + (child.visits if child is not None else 0)))
    return bounds.index(max(bounds))


def _are_valid_priors(values: Sequence[float], n: int) -> bool:
    """Return whether values are an ordered collection of n finite numbers, each at least 0."""
    try:
        ordered = not isinstance(values, Mapping | Set)  # sets and mappings are not in the order of the moves
        return ordered and len(values) == n and all(0 <= prior < inf for prior in values)
    except TypeError:  # the collection has no length, or an element is not a number
        return False


def require_constant(c: float, caller: str) -> float:
    """Return an exploration constant. Raise ValueError unless it is a finite number of at least 0."""
    number = as_float(c)
    if not 0 <= number < inf:
        raise ValueError(f"{caller}: c is {c!r}; expected a number, at least 0")
    return number


@stage(rules=require_rules, k=at_least(1, "evaluate by {} random games"))
def by_playouts(p: P, rules: Rules[P, M], k: int = 1) -> Rand[float]:
    """Return an action that evaluates a position: the mean outcome of k random playouts, for the first player.

    ``byPlayouts rules k p = (/ k) . sum <$> replicateM k (playout rules p)``

    Args:
        rules: the rules of the game.
        k: the number of playouts, at least 1.

    Raises:
        ValueError: k is less than 1, or is not an int.
        EndlessGame: raised by the action: a playout is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> by_playouts(rules, 100)(rules.start).eval(SplitMix.from_seed(1))
    0.25

    See also: :func:`fpgames.play.playing.estimate`, which returns the sum of the outcomes; :func:`by_static`.
    """
    return action_from_draw(partial(_mean_outcome, rules, k, p))


def _mean_outcome(rules: Rules[P, M], k: int, p: P, gen: Gen) -> tuple[float, Gen]:
    total, gen = sum_of_playouts(rules, p, k, int, gen)
    return total / k, gen


def by_static(static: Callable[[P], E]) -> Evaluate[P, E]:
    """Make an ``evaluate`` phase from a pure function, which draws no random numbers: ``byStatic f = return . f``.

    Args:
        static: returns a position's value for the first player, from -1 to 1, or a tuple that begins with this value.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> from fpgames.search import best, mcts
    >>> best(mcts(rules, 300, evaluate=by_static(rules.static))(rules.start).eval(SplitMix.from_seed(1)))
    3

    See also: :func:`by_playouts`.
    """
    evaluate: Stage[P, Rand[E]] = Stage(_by_static, (require_function(static, "by_static", "position"),))
    return evaluate


@lowers_as("by a static function")
def _by_static(p: P, static: Callable[[P], E]) -> Rand[E]:
    return State.from_value(static(p))


def back_up(tree: SearchTree[P, M], i: int, child: SearchTree[P, M], value: Evaluation) -> SearchTree[P, M]:
    r"""Return a copy of a node with one more visit, and with the new version of the child that was visited.

    ``backUp :: SearchTree p m -> Int -> SearchTree p m -> Double -> SearchTree p m``

    The copy is proven if a move is a proven win for the player to move, or if all moves are proven. The best
    child's proof then becomes the proof of the copy, and is added to the total instead of ``value``. Where chance moves,
    the copy is proven if all moves are proven to have the same outcome.

    Args:
        tree: the node before the visit, which is not proven.
        i: the index of the move to the child.
        child: the child after the visit.
        value: the value of the visit for the first player, or a tuple that begins with this value.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import expand
    >>> p = rules.read("XX.\nOO.\n...")
    >>> won = expand(rules, rules.play(p, 2))
    >>> back_up(expand(rules, p), 0, won, 1.0)
    <SearchTree: visits 1, value 1.000, Outcome.FIRST_WON>

    See also: :func:`fpgames.search.tree_search.search.mcts`, whose option ``back_up`` replaces this function.

    Source: Winands, Bjornsson and Saito 2008.
    """
    children = (*tree.children[:i], child, *tree.children[i + 1 :])
    proof = None
    if child.proof is not None:
        proofs = [node.proof for node in children if node is not None and node.proof is not None]
        if tree.mover is not CHANCE:
            proof = proven_by(tree.mover is _FIRST, len(children), proofs)
        elif proofs.count(child.proof) == len(children):
            proof = child.proof
    gain = (value if type(value) is float else value_of_evaluation(value)) if proof is None else proof
    return with_visit(tree, gain, children, proof)


def value_of_evaluation(evaluation: Evaluation) -> float:
    """Return the value of an evaluation: the number, or the first element of the tuple."""
    return float(evaluation[0] if isinstance(evaluation, tuple) else evaluation)


def proven_by(first: bool, n: int, proofs: Iterable[Proof]) -> Proof | None:
    """Return the best proof for the player to move, if it is a win or all ``n`` children are proven; otherwise None.

    If ``first``, the first player moves, else the second player. ``proofs`` has the proof of each proven child.
    """
    best: Proof | None = None
    for proof in proofs:
        n -= 1
        if best is None or (proof > best if first else proof < best):
            best = proof
    return best if not n or best == (_FIRST_WON if first else _SECOND_WON) else None
