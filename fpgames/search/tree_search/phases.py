"""The phases of a Monte-Carlo tree search: select, expand, evaluate, back up. Each can be replaced.

Sources: Kocsis and Szepesvari 2006, *Bandit Based Monte-Carlo Planning* (UCT); Winands, Bjornsson and Saito 2008,
*Monte-Carlo Tree Search Solver* (proofs); Silver et al. 2017, *Mastering the Game of Go without Human
Knowledge* (PUCT).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from math import inf, log, sqrt
from typing import Any, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rand.actions import Rand, drawing
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.playouts import random_playout
from fpgames.rules.record import M, P, Rules, require_rules
from fpgames.search.tree_search.tree import AnySearchTree, SearchTree
from fpgames.stage import Stage, stage
from fpgames.state.action import State
from fpgames.validation import as_float, at_least, require_function

__all__ = ["BackUp", "Evaluate", "Expand", "Select", "back_up", "by_playouts", "by_static", "puct", "ucb1"]

E = TypeVar("E", bound="Found")
Proof = TypeVar("Proof", bound=int)

Found: TypeAlias = float | tuple[float, *tuple[object, ...]]
"""What an evaluation finds: a number, or a tuple of a number and more."""


Select: TypeAlias = Callable[[SearchTree[P, M]], int]
"""Returns the index of the move to follow, tried or not, at a node that has been visited and is not proven.

It is a pure function, so it draws no random numbers.
"""


Expand: TypeAlias = Callable[[Rules[P, M], P], SearchTree[P, M]]
"""Returns the tree of a position before its first visit, with a proof if one is known.

A finished game has to be proven. At the root of a search the proof is not used, because a move is to be found there.
"""


Evaluate: TypeAlias = Callable[[P], Rand[E]]
"""Returns an action whose value is that of a position to the first player, from -1 to 1; or a tuple that begins with it.

What else is in the tuple, such as the moves of a playout, is for a ``back_up`` of your own.
"""


BackUp: TypeAlias = Callable[[SearchTree[P, M], int, SearchTree[P, M], E | Outcome], SearchTree[P, M]]
"""Returns a node after one visit more, from the index of the move followed, the tree after it, and what was found there.

That is what ``evaluate`` found; if the position was proven, or one on the way to it, then the proof.
"""


_FIRST = Player.FIRST
_FIRST_WON, _, _SECOND_WON = Outcome


def ucb1(c: float = sqrt(2)) -> Select[Any, Any]:
    r"""Select the move whose value may be highest, by the upper confidence bound UCB1.

    ``ucb1 c node = maximumBy (comparing (\i -> reward i + c * sqrt (log n / visits i))) [0 ..]``

    Here n is the sum of the visits of all children, and a reward is a value scaled from 0, lost, to 1, won, for the
    player to move. A move that has not been tried comes first. A child that is proven has its reward alone, because
    nothing about it remains to be explored. Of equal moves the first is selected.

    Args:
        c: how much to explore, at least 0; by default that of the paper. With 0 the move with the highest mean is
            selected. The bots' is less (:data:`fpgames.play.tree_bots.EXPLORATION`).

    Raises:
        ValueError: c is negative, infinite or NaN, or is not a number.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> tree = mcts(rules, 500, select=ucb1(0.5))(rules.start).eval(SplitMix.from_seed(1))
    >>> [child.visits for child in tree.tried]
    [109, 77, 55, 50, 8, 20, 122, 10, 48]

    See also: :func:`puct`, which explores probable moves more.

    Source: Auer, Cesa-Bianchi and Fischer 2002, *Finite-time Analysis of the Multiarmed Bandit Problem*.
    """
    return partial(_ucb1, require_constant(c, "ucb1"))


@lowers_as("ucb1")
def _ucb1(c: float, tree: AnySearchTree) -> int:
    first = tree.player is _FIRST
    log_n = log(tree.visits - 1 or 1)  # of the visits of all children
    best, highest = 0, -inf
    for i, child in enumerate(tree.children):
        if child is None:
            return i
        _, _, _, _, visits, total, proof, _, _ = child
        bound = upper_bound(c, first, log_n, visits, total / visits if proof is None else proof, proof is not None)
        if bound > highest:
            best, highest = i, bound
    return best


def upper_bound(c: float, first: bool, log_n: float, visits: int, mean: float, proven: bool) -> float:
    """Return UCB1's bound of a move that was tried, from its visits and the mean of its values, or the value of its proof."""
    reward = (1 + mean) / 2 if first else (1 - mean) / 2
    return reward if proven else reward + c * sqrt(log_n / visits)


def puct(priors: Callable[[P], Sequence[float]], c: float = 1.25) -> Select[P, Any]:
    r"""Select the move whose value may be highest, with more exploration where a prior is high.

    ``puct priors c node = maximumBy (comparing (\i -> reward i + c * prior i * sqrt n / (1 + visits i))) [0 ..]``

    Here n is the number of visits of the node, and a reward is a value scaled from 0, lost, to 1, won, for the player
    to move. The reward of a move that has not been tried is that of the node. A child that is proven has its reward
    alone, and one that is proven lost comes last. Of equal moves the first is selected.

    Args:
        priors: returns a number for each of the legal moves of a position, in their order, at least 0: the probability
            that the move is best. Each selection calls it; ``functools.cache`` makes that cheap.
        c: how much to explore, at least 0.

    Raises:
        ValueError: c is negative, infinite or NaN; or, by the search, so is a prior, or there are not as many as moves.

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
    given = priors(tree.position)
    if not _are_priors(given, len(tree.moves)):
        raise ValueError(
            f"puct: the priors are {given!r}; expected {len(tree.moves)} numbers, one for each move, each at least 0"
        )
    sign = 1 if tree.player is _FIRST else -1
    lost = Outcome(-sign)
    explored = c * sqrt(tree.visits)
    bounds = []
    for prior, child in zip(given, tree.children, strict=True):
        reward = (1 + sign * (tree if child is None else child).value) / 2
        if child is not None and child.proof is not None:
            bounds.append(-1.0 if child.proof is lost else reward)
        else:
            bounds.append(reward + explored * prior / (1 + (child.visits if child is not None else 0)))
    return bounds.index(max(bounds))


def _are_priors(given: Sequence[float], n: int) -> bool:
    try:
        ordered = not isinstance(given, Mapping | Set)  # whose elements are not in the order of the moves
        return ordered and len(given) == n and all(0 <= prior < inf for prior in given)
    except TypeError:  # it has no length, or consists of no numbers
        return False


def require_constant(c: float, what: str) -> float:
    """Return a constant of exploration; raise ValueError unless it is a number, at least 0."""
    number = as_float(c)
    if not 0 <= number < inf:
        raise ValueError(f"{what}: c is {c!r}; expected a number, at least 0")
    return number


@stage(rules=require_rules, k=at_least(1, "evaluate by {} random games"))
def by_playouts(p: P, rules: Rules[P, M], k: int = 1) -> Rand[float]:
    """Evaluate a position by random games: the mean of their outcomes to the first player.

    ``byPlayouts rules k p = (/ k) . sum <$> replicateM k (playout rules p)``

    Args:
        rules: the rules of the game.
        k: the number of random games, at least 1.

    Raises:
        ValueError: k is less than 1, or is not an int.
        EndlessGame: by the action, when a random game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> by_playouts(rules, 100)(rules.start).eval(SplitMix.from_seed(1))
    0.25

    See also: :func:`fpgames.play.playing.estimate`, the sum; :func:`by_static`.
    """
    return drawing(partial(_mean, rules, k, p))


def _mean(rules: Rules[P, M], k: int, p: P, gen: Gen) -> tuple[float, Gen]:
    total = 0
    for _ in range(k):
        outcome, _, gen = random_playout(rules, p, gen)
        total += outcome
    return total / k, gen


def by_static(static: Callable[[P], E]) -> Evaluate[P, E]:
    """Evaluate a position by a pure function, which needs no generator: ``byStatic f = return . f``.

    Args:
        static: returns a position's value to the first player, from -1 to 1; or a tuple that begins with it.

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


def back_up(tree: SearchTree[P, M], i: int, child: SearchTree[P, M], value: Found) -> SearchTree[P, M]:
    r"""Return a node after one visit more, which has followed a move: path copying.

    ``backUp :: SearchTree p m -> Int -> SearchTree p m -> Double -> SearchTree p m``

    The node is proven if the player to move wins by one of the moves, or if all of the moves are proven: then the best
    of them decides. A node that is proven adds the value of its proof to its total, in place of the value it is given.

    Args:
        tree: the node before the visit, which is not proven.
        i: the index of the move.
        child: the tree after the move, with this visit.
        value: the value of the visit to the first player, or a tuple that begins with it.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import expand
    >>> p = rules.read("XX.\nOO.\n...")
    >>> won = expand(rules, rules.play(p, 2))
    >>> back_up(expand(rules, p), 0, won, 1.0)
    <SearchTree: visits 1, value 1.000, Outcome.FIRST_WON>

    See also: :func:`fpgames.search.tree_search.search.mcts`, where another function can take its place.

    Source: Winands, Bjornsson and Saito 2008.
    """
    position, player, moves, children, visits, total, _, rules, notes = tree
    children = (*children[:i], child, *children[i + 1 :])
    proof = None
    if child.proof is not None:
        proofs = [each.proof for each in children if each is not None and each.proof is not None]
        proof = proven_by(player is _FIRST, len(children), proofs)
    total += (value if type(value) is float else number_of(value)) if proof is None else proof
    return SearchTree(position, player, moves, children, visits + 1, total, proof, rules, notes)


def number_of(found: Found) -> float:
    """Return the number of what an evaluation has found."""
    return float(found[0] if isinstance(found, tuple) else found)


def proven_by(first: bool, n: int, proofs: Iterable[Proof]) -> Proof | None:
    """Return what the proofs of some of n children prove: the best for the player to move, if it is a win or all are proven."""
    best: Proof | None = None
    for proof in proofs:
        n -= 1
        if best is None or (proof > best if first else proof < best):
            best = proof
    return best if not n or best == (_FIRST_WON if first else _SECOND_WON) else None
