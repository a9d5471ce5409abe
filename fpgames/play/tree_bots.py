"""A bot that uses Monte-Carlo tree search, and a search that merges the trees of independent searches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack

from toolz import identity

from fpgames.play.bulk import MapFunction
from fpgames.play.playing import PipelineCompiler
from fpgames.rand.actions import Rand, split_off
from fpgames.rand.generators import Gen
from fpgames.rules.record import AnyRules, M, P, Rules, require_moves, require_rules
from fpgames.search.tree_search.merging import merge
from fpgames.search.tree_search.phases import E, require_constant, ucb1
from fpgames.search.tree_search.search import Phases, custom_phases, mcts, require_simulation_count
from fpgames.search.tree_search.tree import AnySearchTree, SearchTree, best
from fpgames.stage import Stage, stage
from fpgames.state.action import Do, do
from fpgames.state.loops import replicate_m
from fpgames.validation import at_least, call_guarded

__all__ = ["EXPLORATION", "bot_mcts", "mcts_root_parallel"]

EXPLORATION = 0.7
"""The bots' exploration constant; bots play better with it than with the larger default of ``ucb1``."""

MAX_SIMULATIONS = 10**9  # maximum number of simulations in a tree; a tree of this size takes about 50 GB
require_simulations = at_least(2, "choose a move by {} simulations", MAX_SIMULATIONS)


@stage(rules=require_rules, n=require_simulations, trees=at_least(1, "search {} trees"), c=require_constant)
@do
def bot_mcts(
    p: P,
    rules: Rules[P, M],
    n: int,
    *,
    c: float = EXPLORATION,
    trees: int = 1,
    map_function: MapFunction = map,
    compiled: PipelineCompiler = identity,
) -> Do[Gen, M]:
    r"""Return a bot that plays the best move of a Monte-Carlo tree search, with a new tree for each move.

    ``botMcts rules n p = best <$> mcts rules n p``, where ``mcts`` selects moves by ``ucb1 0.7``

    The bot prefers a proven win, then the move with the most visits, then the highest value; a proven loss comes last.
    Of equally good moves, it plays the first. A search that proves the position ends early.

    Args:
        rules: the rules of the game.
        n: the number of simulations in each tree, at least 2, because the first simulation tries no move.
        c: the exploration constant of UCB1, at least 0; by default :data:`EXPLORATION`.
        trees: the number of trees, at least 1. Several trees are searched independently, as by
            :func:`mcts_root_parallel`, and the bot plays the best move of the merged tree.
        map_function: a function like ``map``; with an executor's ``map``, workers search trees in parallel.
        compiled: a compiler of searches, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.

    Raises:
        ValueError: n is not from 2 to a billion, ``trees`` is less than 1, or c is negative, infinite or NaN.
        GameOver: raised by the bot's action, when the game is over.
        EndlessGame: raised by the bot's action, when a random game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot_mcts(rules, 200)(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.play.tree_reuse.bot_mcts_reuse`, which continues the search of its previous move;
    :func:`fpgames.search.tree_search.search.mcts`, which takes other phases: ``mcts(...) | map_state(best)`` is a bot.

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
    compiled: PipelineCompiler = identity,
    **phases: Unpack[Phases[P, M, E]],
) -> Stage[P, Rand[SearchTree[P, M]]]:
    """Return a search that merges the trees of independent Monte-Carlo tree searches.

    ``mctsRootParallel rules n k p = foldr1 merge <$> replicateM k (evalState (mcts rules n p) <$> splitOff)``

    Each search has its own generator, split off from the state, so any number of workers finds the same tree. With
    the same total number of simulations, one tree looks further ahead, but several trees can be searched in parallel.
    If one search proves the position, the merged tree is proven.

    Args:
        rules: the rules of the game.
        n: the number of simulations in each tree, at least 1.
        trees: the number of trees, at least 1.
        map_function: a function like ``map``; with an executor's ``map``, workers search trees in parallel. Worker
            processes need phases that can be pickled.
        compiled: a compiler of searches, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.
        phases: functions that replace default phases, by name; see :class:`fpgames.search.tree_search.search.Phases`.

    Raises:
        ValueError: n or ``trees`` is not an int of at least 1. The action passes on errors of ``mcts`` and ``merge``.
        GameOver: raised by the returned search, when the game is over.
        EndlessGame: raised by the action, when a playout is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> mcts_root_parallel(rules, 50, 4)(rules.start).eval(SplitMix.from_seed(1))
    <SearchTree: visits 200, value 0.235>

    See also: :func:`fpgames.search.tree_search.merging.merge`; :func:`bot_mcts`, which plays the best move of the tree.

    Source: Chaslot, Winands and van den Herik 2008, *Parallel Monte-Carlo Tree Search*, root parallelism.
    """
    options = custom_phases(rules, phases, "mcts_root_parallel")
    return _mcts_root_parallel(rules, n, trees, map_function=map_function, compiled=compiled, **options)


@stage(n=require_simulation_count, trees=at_least(1, "search {} trees"))
def _mcts_root_parallel(
    p: object,
    /,
    rules: AnyRules,
    n: int,
    trees: int,
    *,
    map_function: MapFunction = map,
    compiled: PipelineCompiler = identity,
    **phases: Any,
) -> Rand[AnySearchTree]:
    require_moves(rules, p)
    search = partial(call_guarded, _search_tree, compiled(mcts(rules, n, **phases)), p)
    gens = replicate_m(trees, split_off())
    return gens.map(lambda gens: merge(*(tree for _, tree in zip(gens, map_function(search, gens), strict=True))))


def _search_tree(search: Callable[[P], Rand[SearchTree[P, M]]], p: P, gen: Gen) -> SearchTree[P, M]:
    return search(p).eval(gen)
