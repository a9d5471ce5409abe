"""Two-player board games in the functional style: immutable positions, explicit randomness, composed bots.

The most common names can be imported from here; the modules have the rest. A name is loaded when it is first used, so
that ``import fpgames`` is fast.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers treat it as true, and so follow the imports below
if TYPE_CHECKING:
    from fpgames.loops import map_m, replicate_m
    from fpgames.play import bot_alphabeta, bot_from, bot_mc, bot_random, estimate, play_game, playouts
    from fpgames.rand import Rand, choice, uniform
    from fpgames.rng import SplitMix, StdGen
    from fpgames.rules import IllegalMove, Outcome, Player, Rules
    from fpgames.search import alpha_beta, best_move, count_leaves, maximise, minimax, minimise, traverse_tree
    from fpgames.state import Do, State, do, get, map_state, put
    from fpgames.tree import Tree, build_tree, game_tree, leaves, map_tree, node, order_by, prune, share

__all__ = [
    "Do", "IllegalMove", "Outcome", "Player", "Rand", "Rules", "SplitMix", "State", "StdGen", "Tree", "alpha_beta",
    "best_move", "bot_alphabeta", "bot_from", "bot_mc", "bot_random", "build_tree", "choice", "count_leaves", "do",
    "estimate", "game_tree", "get", "leaves", "map_m", "map_state", "map_tree", "maximise", "minimax", "minimise", "node",
    "order_by", "play_game", "playouts", "prune", "put", "replicate_m", "share", "traverse_tree", "uniform",
]  # fmt: skip

__version__ = "0.1.0"

# The modules in which a name is looked up, the lowest layer first: a module imports those below it anyway.
_HOMES = ("state", "loops", "rng", "rand", "rules", "tree", "search", "play")

if not TYPE_CHECKING:  # type checkers take a module with a __getattr__ to have every name

    def __getattr__(name):
        from importlib import import_module

        if name in __all__:
            for home in _HOMES:
                module = import_module(f"fpgames.{home}")
                if name in module.__all__:
                    found = globals()[name] = getattr(module, name)
                    return found
        raise AttributeError(f"module 'fpgames' has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
