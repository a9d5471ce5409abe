"""Bots by Monte-Carlo tree search, and searches of many trees by many workers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Unpack

from toolz import identity

from fpgames.play.bulk import MapFunction
from fpgames.play.playing import Compiler
from fpgames.rand.actions import Rand, split_off
from fpgames.rand.generators import Gen
from fpgames.rules.record import M, P, Rules, require_moves, require_rules
from fpgames.search.tree_search.merging import merge
from fpgames.search.tree_search.phases import E, require_constant, ucb1
from fpgames.search.tree_search.search import Phases, mcts, require_search
from fpgames.search.tree_search.tree import SearchTree, best
from fpgames.stage import Stage, stage
from fpgames.state.action import Do, do
from fpgames.state.loops import replicate_m
from fpgames.validation import at_least, call_guarded, require_at_least

__all__ = ["EXPLORATION", "bot_mcts", "mcts_root_parallel"]

EXPLORATION = 0.7
"""How much bots explore: less than :func:`fpgames.search.tree_search.phases.ucb1` does by default, and they play better."""


MOST_SIMULATIONS = 10**9  # their tree has some 50 GB
enough_to_choose = at_least(2, "choose a move by {} simulations", MOST_SIMULATIONS)


@stage(rules=require_rules, n=enough_to_choose, trees=at_least(1, "search {} trees"), c=require_constant)
@do
def bot_mcts(
    p: P,
    rules: Rules[P, M],
    n: int,
    *,
    c: float = EXPLORATION,
    trees: int = 1,
    map_function: MapFunction = map,
    compiled: Compiler = identity,
) -> Do[Gen, M]:
    r"""Return a bot that plays the best move of a Monte-Carlo tree search, which begins anew at each move.

    ``botMcts rules n p = best <$> mcts rules n p``, with ``ucb1 0.7``

    Moves are compared by proof, then visits, then value; of equal moves the first is played. A search that proves the
    position ends early.

    Args:
        rules: the game.
        n: the number of simulations in each tree, at least 2, because the first tries no move.
        c: how much to explore, at least 0; by default :data:`EXPLORATION`.
        trees: the number of trees, at least 1. More than one are searched apart, as by :func:`mcts_root_parallel`, and the
            bot plays the best move of their merge.
        map_function: a function like ``map``: with that of an executor, many workers search the trees.
        compiled: a function that makes a search faster, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`; the
            bots named ``mcts:N`` have it.

    Raises:
        ValueError: n is less than 2 or more than a billion, ``trees`` less than 1, or c is negative, infinite or NaN.
        GameOver: by the bot's action, when the game is over.
        EndlessGame: by the bot's action, when a random game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot_mcts(rules, 200)(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.play.tree_reuse.bot_mcts_reuse`, which continues the search of its move before;
    :func:`fpgames.search.tree_search.search.mcts`, with other phases: ``mcts(...) | map_state(best)`` is a bot.

    Source: Kocsis and Szepesvari 2006, *Bandit Based Monte-Carlo Planning*.
    """
    if trees == 1:
        search = compiled(mcts(rules, n, select=ucb1(c)))
    else:
        search = mcts_root_parallel(rules, n, trees, map_function=map_function, compiled=compiled, select=ucb1(c))
    return (yield from search(p).map(best))


def mcts_root_parallel(
    rules: Rules[P, M],
    n: int,
    trees: int,
    *,
    map_function: MapFunction = map,
    compiled: Compiler = identity,
    **phases: Unpack[Phases[P, M, E]],
) -> Stage[P, Rand[SearchTree[P, M]]]:
    """Return a search that merges several Monte-Carlo tree searches, each with a generator that is split off.

    ``mctsRootParallel rules n k p = foldr1 merge <$> replicateM k (evalState (mcts rules n p) <$> splitOff)``

    No search depends on another, so the tree is the same for any number of workers. One tree of all the simulations
    looks further ahead than several; several are faster on several cores. If one of the searches proves the position,
    the merged tree is proven.

    Args:
        rules: the rules of the game.
        n: the number of simulations in each tree, at least 1.
        trees: the number of trees, at least 1.
        map_function: a function like ``map``: with that of an executor, many workers search the trees. Worker processes
            need phases that can be pickled.
        compiled: a function that makes a search faster, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.
        phases: the functions of the phases that differ from the default, by name
            (:class:`fpgames.search.tree_search.search.Phases`).

    Raises:
        ValueError: n or ``trees`` is less than 1, or is not an int; by the action, as ``mcts`` and ``merge`` raise it.
        GameOver: raised by the stage: the game is over.
        EndlessGame: by the action, when a playout is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> mcts_root_parallel(rules, 50, 4)(rules.start).eval(SplitMix.from_seed(1))
    <SearchTree: visits 200, value 0.235>

    See also: :func:`fpgames.search.tree_search.merging.merge`; :func:`bot_mcts`, which plays its best move.

    Source: Chaslot, Winands and van den Herik 2008, *Parallel Monte-Carlo Tree Search*, root parallelism.
    """
    require_search(rules, n, phases, "mcts_root_parallel")
    require_at_least(1, trees, "search {} trees")
    options = ("map_function", map_function, map), ("compiled", compiled, identity)
    over = ((name, given) for name, given, usual in options if given is not usual)
    return Stage(_mcts_root_parallel, (rules, n, trees), (*over, *phases.items()))


def _mcts_root_parallel(
    p: P,
    rules: Rules[P, M],
    n: int,
    trees: int,
    *,
    map_function: MapFunction = map,
    compiled: Compiler = identity,
    **phases: Unpack[Phases[P, M, E]],
) -> Rand[SearchTree[P, M]]:
    require_moves(rules, p)
    search = partial(call_guarded, _searched, compiled(mcts(rules, n, **phases)), p)
    gens = replicate_m(trees, split_off())
    return gens.map(lambda gens: merge(*(tree for _, tree in zip(gens, map_function(search, gens), strict=True))))


def _searched(search: Callable[[P], Rand[SearchTree[P, M]]], p: P, gen: Gen) -> SearchTree[P, M]:
    return search(p).eval(gen)
