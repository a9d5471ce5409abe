"""A Monte-Carlo tree search bot with tree reuse: it keeps its search tree from one move to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias, Unpack

from toolz import identity

from fpgames.play.playing import PipelineCompiler, StatefulBot
from fpgames.play.tree_bots import EXPLORATION, require_simulations
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules, M, P, Rules, require_moves, whose_turn
from fpgames.search.tree_search.phases import E, ucb1
from fpgames.search.tree_search.search import Phases, continue_search, custom_phases, mcts
from fpgames.search.tree_search.tree import AnySearchTree, SearchTree, best, require_tree_of, subtree_after
from fpgames.stage import stage
from fpgames.state.action import Do, State, do
from fpgames.state.lenses import Lens, field, zoom
from fpgames.state.primitives import gets, put

__all__ = ["ReuseState", "bot_mcts_reuse"]

_MAX_LOOKUP_NODES = 10_000  # maximum number of nodes to visit when the bot looks for the position in its tree


class ReuseState(NamedTuple, Generic[P, M]):
    """The state of a bot with tree reuse: a generator and a search tree.

    Args:
        gen: the random number generator.
        tree: the search tree of the position after the bot's last move; None before its first move.

    See also: :func:`bot_mcts_reuse`.
    """

    gen: Gen
    tree: SearchTree[P, M] | None = None


AnyReuseState: TypeAlias = ReuseState[Any, Any]
_GEN: Lens[AnyReuseState, Gen] = field("gen")
_TREE: Lens[AnyReuseState, AnySearchTree | None] = field("tree")


def bot_mcts_reuse(
    rules: Rules[P, M], n: int, *, compiled: PipelineCompiler = identity, **phases: Unpack[Phases[P, M, E]]
) -> StatefulBot[P, ReuseState[P, M], M]:
    """Return a bot that continues its last search from the subtree of the current position.

    ``botMctsReuse :: Rules p m -> Int -> p -> State (ReuseState p m) m``

    After a move, the bot keeps the subtree of the new position. At its next turn, the bot looks in at most 10,000
    nodes of this subtree for the current position, and adds n simulations to the subtree of this position. A proven
    position needs no simulations. If the bot has no tree, or does not find the position, the bot begins a new search,
    and chooses the same move as :func:`fpgames.play.tree_bots.bot_mcts`.

    In :func:`fpgames.play.match.compare`, ``BotWithState(bot_mcts_reuse(rules, n), ReuseState)`` plays, and on the command
    line ``mcts-reuse:N``: a game threads the state from move to move.

    Args:
        rules: the rules of the game.
        n: the number of simulations that each move adds, at least 2.
        compiled: a compiler of searches, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.
        phases: functions that replace default phases, by name; see :class:`fpgames.search.tree_search.search.Phases`.

    Raises:
        ValueError: n is not an int of at least 2. The bot's action passes on a ValueError of ``mcts``.
        TypeError: raised by the bot's action, when its state is not a :class:`ReuseState`.
        GameOver: raised by the bot's action, when the game is over.
        EndlessGame: raised by the bot's action, when a random game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot = bot_mcts_reuse(rules, 100)
    >>> move, kept = bot(rules.start).run(ReuseState(SplitMix.from_seed(1)))
    >>> move, kept.tree
    (4, <SearchTree: visits 25, value 0.600>)
    >>> bot(rules.play(kept.tree.position, 8)).exec(kept).tree
    <SearchTree: visits 22, value 0.636>

    In a game between two bots, the state is a pair with one part for each bot:

    >>> from fpgames import bot_random
    >>> from fpgames.state import item, zoom
    >>> from fpgames.play import play_moves
    >>> game = play_moves(rules, rules.start, bot | zoom(item(0)), bot_random(rules) | zoom(item(1)))
    >>> game.eval((ReuseState(SplitMix.from_seed(1)), SplitMix.from_seed(2)))
    (4, 8, 6, 2, 5, 7, 3)

    See also: :class:`fpgames.play.stateful.BotWithState`; :func:`fpgames.state.lenses.zoom`;
    :func:`fpgames.search.tree_search.tree.subtree_after`, which returns the tree to keep.
    """
    options = custom_phases(rules, phases, "bot_mcts_reuse", ucb1(EXPLORATION))
    return _bot_mcts_reuse(rules, n, compiled=compiled, **options)


@stage(n=require_simulations)
def _bot_mcts_reuse(
    p: object, /, rules: AnyRules, n: int, *, compiled: PipelineCompiler = identity, **phases: Any
) -> State[AnyReuseState, Any]:
    options = {"select": ucb1(EXPLORATION), **phases}
    new_search, continued_search = compiled(mcts(rules, n, **options)), compiled(continue_search(rules, n, **options))

    def reusable_subtree(state: AnyReuseState) -> AnySearchTree | None:
        if not isinstance(state, ReuseState):
            raise TypeError(
                f"bot_mcts_reuse needs a tree beside its generator; got {state!r}; run it from ReuseState(generator), or zoom to the"
                " part that is one"
            )
        if state.tree is not None:
            require_tree_of(rules, state.tree, "bot_mcts_reuse")
        return _find_subtree(state.tree, p, whose_turn(rules, p))

    @do
    def search_and_move() -> Do[AnyReuseState, Any]:
        require_moves(rules, p)  # raises GameOver before whose_turn is called, which may fail when the game is over
        subtree = yield from gets(reusable_subtree)
        tree = yield from zoom(_GEN)(new_search(p) if subtree is None else continued_search(subtree))
        yield from zoom(_TREE)(put(subtree_after(rules, tree, best(tree))))
        return best(tree)

    return search_and_move()


def _find_subtree(tree: SearchTree[P, M] | None, p: P, player: Player) -> SearchTree[P, M] | None:
    """Return the subtree of position p; None if there is no tree or p is not found. In p, ``player`` is to move."""
    candidates = () if tree is None else islice(_subtrees_before_move(player, tree), _MAX_LOOKUP_NODES)
    return next((subtree for subtree in candidates if subtree.position == p), None)


def _subtrees_before_move(player: Player, tree: SearchTree[P, M]) -> Iterator[SearchTree[P, M]]:
    """Yield a tree and its subtrees in breadth-first order, but skip the subtrees that follow a move of ``player``."""
    queue = deque([tree])
    while queue:
        tree = queue.popleft()
        yield tree
        if tree.mover is not player:
            queue += tree.tried
