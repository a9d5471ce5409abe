"""A bot that keeps the tree of its search from one move to the next, beside its generator."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, Generic, NamedTuple, Unpack

from toolz import identity

from fpgames.play.playing import Compiler, StatefulBot
from fpgames.play.tree_bots import EXPLORATION, enough_to_choose
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import Player
from fpgames.rules.record import M, P, Rules, require_moves, whose_turn
from fpgames.search.tree_search.phases import E, ucb1
from fpgames.search.tree_search.search import Phases, continue_search, mcts, require_phases
from fpgames.search.tree_search.tree import AnySearchTree, SearchTree, best, require_tree_of, subtree_after
from fpgames.stage import Stage
from fpgames.state.action import Do, State, do
from fpgames.state.lenses import Lens, field, zoom
from fpgames.state.primitives import gets, put

__all__ = ["ReuseState", "bot_mcts_reuse"]

_NEAR = 10_000  # nodes among which the bot looks for the position, far fewer where players alternate


class ReuseState(NamedTuple, Generic[P, M]):
    """The state of a bot that keeps its tree.

    Args:
        gen: the generator.
        tree: the tree after the last move of the bot; None before its first.

    See also: :func:`bot_mcts_reuse`.
    """

    gen: Gen
    tree: SearchTree[P, M] | None = None


_GEN: Lens[ReuseState[Any, Any], Gen] = field("gen")
_TREE: Lens[ReuseState[Any, Any], AnySearchTree | None] = field("tree")


def bot_mcts_reuse(
    rules: Rules[P, M], n: int, *, compiled: Compiler = identity, **phases: Unpack[Phases[P, M, E]]
) -> StatefulBot[P, ReuseState[P, M], M]:
    """Return a bot that continues the search of its last move: it finds the position in its tree, and keeps the rest.

    ``botMctsReuse :: Rules p m -> Int -> p -> State (ReuseState p m) m``

    Each move adds n simulations to those that have visited the position before, unless it is proven. Without a tree, or
    if the position is not in it, the search begins anew. The move is then that of
    :func:`fpgames.play.tree_bots.bot_mcts`; the default of ``select`` is the same. The bot looks for the position below
    its last move, after moves of the opponent only, in at most 10,000 nodes.

    Matches (:func:`fpgames.play.match.compare`) and the command line take only bots whose state is a generator.

    Args:
        rules: the game.
        n: the number of simulations that each move adds, at least 2.
        compiled: a function that makes a search faster, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.
        phases: the functions of the phases that differ from the default, by name
            (:class:`fpgames.search.tree_search.search.Phases`).

    Raises:
        ValueError: n is less than 2, or is not an int; by the action, as ``mcts`` raises it.
        TypeError: by the bot's action, when its state is not :class:`ReuseState`.
        GameOver: by the bot's action, when the game is over.
        EndlessGame: by the bot's action, when a random game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot = bot_mcts_reuse(rules, 100)
    >>> move, kept = bot(rules.start).run(ReuseState(SplitMix.from_seed(1)))
    >>> move, kept.tree
    (4, <SearchTree: visits 25, value 0.600>)
    >>> bot(rules.play(kept.tree.position, 8)).exec(kept).tree
    <SearchTree: visits 22, value 0.636>

    In a game each bot has a part of one larger state:

    >>> from fpgames import bot_random
    >>> from fpgames.state import item, zoom
    >>> from fpgames.play import play_moves
    >>> game = play_moves(rules, rules.start, bot | zoom(item(0)), bot_random(rules) | zoom(item(1)))
    >>> game.eval((ReuseState(SplitMix.from_seed(1)), SplitMix.from_seed(2)))
    (4, 8, 6, 2, 5, 7, 3)

    See also: :func:`fpgames.state.lenses.zoom`, :func:`fpgames.play.playing.play_moves`;
    :func:`fpgames.search.tree_search.tree.subtree_after`, the tree that it keeps.
    """
    require_phases(rules, phases, "bot_mcts_reuse")
    enough_to_choose(n, "bot_mcts_reuse")
    over = () if compiled is identity else (("compiled", compiled),)
    bot: Stage[P, State[ReuseState[P, M], M]] = Stage(_bot_mcts_reuse, (rules, n), (*over, *phases.items()))
    return bot


def _bot_mcts_reuse(
    p: P, rules: Rules[P, M], n: int, *, compiled: Compiler = identity, **phases: Unpack[Phases[P, M, E]]
) -> State[ReuseState[P, M], M]:
    phases.setdefault("select", ucb1(EXPLORATION))
    begin, go_on = compiled(mcts(rules, n, **phases)), compiled(continue_search(rules, n, **phases))

    def look(kept: ReuseState[P, M]) -> SearchTree[P, M] | None:
        if not isinstance(kept, ReuseState):
            raise TypeError(
                f"bot_mcts_reuse needs a tree beside its generator; got {kept!r}; run it from ReuseState(generator), or zoom to the"
                " part that is one"
            )
        if kept.tree is not None:
            require_tree_of(rules, kept.tree, "bot_mcts_reuse")
        return _found(kept.tree, p, whose_turn(rules, p))

    @do
    def move() -> Do[ReuseState[P, M], M]:
        require_moves(rules, p)  # a game may have no player to move once it is over
        found = yield from gets(look)
        tree = yield from zoom(_GEN)(begin(p) if found is None else go_on(found))
        yield from zoom(_TREE)(put(subtree_after(rules, tree, best(tree))))
        return best(tree)

    return move()


def _found(tree: SearchTree[P, M] | None, p: P, player: Player) -> SearchTree[P, M] | None:
    """Return the tree of a position in which a player is to move, from a tree that is kept; None if it is not there."""
    near = () if tree is None else islice(_until(player, tree), _NEAR)
    return next((each for each in near if each.position == p), None)


def _until(player: Player, tree: SearchTree[P, M]) -> Iterator[SearchTree[P, M]]:
    """Yield a tree and those below it that are reached before a move of a player, nearest first."""
    waiting = deque([tree])
    while waiting:
        tree = waiting.popleft()
        yield tree
        if tree.player is not player:
            waiting += tree.tried
