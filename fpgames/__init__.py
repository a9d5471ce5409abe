"""Two-player board games in the functional style: immutable positions, explicit randomness, composed bots.

The names that most programs need are here, loaded when they are first used, so that ``import fpgames`` is fast. The
others are exported by packages and modules:

- ``fpgames.textbook``: the articles' program in plain Python, the specification
- ``fpgames.stage``, ``fpgames.state``: functions that compose, and computations that pass a value along
- ``fpgames.rand``: generators that are values, and what is drawn from them
- ``fpgames.rules``, ``fpgames.games``: rules, rules made of rules, and the games that come with the library
- ``fpgames.tree``, ``fpgames.search``: lazy trees, stages, and searches
- ``fpgames.compiled``: pipelines as machine code
- ``fpgames.play``: playouts, bots and matches
- ``fpgames.solvers``: games solved
- ``fpgames.draw``: pictures
- ``fpgames.testing``: Hypothesis strategies and laws
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers treat it as true, and so follow the imports below
if TYPE_CHECKING:
    from fpgames.compiled import jit
    from fpgames.play import Bot, bot_alphabeta, bot_from, bot_mc, bot_mcts, bot_random, estimate, play_game, playouts
    from fpgames.rand import Gen, Rand, SplitMix, StdGen, choice, uniform
    from fpgames.rules import IllegalMove, Outcome, Player, Rules
    from fpgames.search import alpha_beta, best_move, count_leaves, maximise, minimax, minimise, traverse_tree
    from fpgames.state import Do, State, do, get, map_m, map_state, put, replicate_m
    from fpgames.tree import Tree, build_tree, game_tree, leaves, map_tree, node, order_by, prune, share

__all__ = [
    "Bot", "Do", "Gen", "IllegalMove", "Outcome", "Player", "Rand", "Rules", "SplitMix", "State", "StdGen", "Tree", "alpha_beta",
    "best_move", "bot_alphabeta", "bot_from", "bot_mc", "bot_mcts", "bot_random", "build_tree", "choice", "count_leaves", "do",
    "estimate", "game_tree", "get", "jit", "leaves", "map_m", "map_state", "map_tree", "maximise", "minimax", "minimise", "node",
    "order_by", "play_game", "playouts", "prune", "put", "replicate_m", "share", "traverse_tree", "uniform",
]  # fmt: skip

__version__ = "0.2.0.dev0"

# The same homes as those above, which Python does not read; tests/package/test_front_door.py holds both together.
_HOMES = {
    "compiled": "jit",
    "play": "Bot bot_alphabeta bot_from bot_mc bot_mcts bot_random estimate play_game playouts",
    "rand": "Gen Rand SplitMix StdGen choice uniform",
    "rules": "IllegalMove Outcome Player Rules",
    "search": "alpha_beta best_move count_leaves maximise minimax minimise traverse_tree",
    "state": "Do State do get map_m map_state put replicate_m",
    "tree": "Tree build_tree game_tree leaves map_tree node order_by prune share",
}
_OTHERS = ("stage", "games", "solvers", "draw")

if not TYPE_CHECKING:  # pragma: no branch (a type checker would take every name for one that __getattr__ finds)

    def __getattr__(name):
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(f"fpgames.{home}"), name)
                return found
        homes = [f"fpgames.{home}" for home in (*_HOMES, *_OTHERS) if name in import_module(f"fpgames.{home}").__all__]
        raise AttributeError(f"module 'fpgames' has no attribute {name!r}{'; it is in ' + homes[0] if homes else ''}")

    def __dir__():
        return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
