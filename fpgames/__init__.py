"""Two-player board games in the functional style: immutable positions, explicit randomness, composed bots.

The names that most programs need are exported here, and imported at first use, so that ``import fpgames`` is fast. All
other names are exported by these packages and modules:

- ``fpgames.textbook``: the articles' program in plain Python, the specification of the library
- ``fpgames.stage``, ``fpgames.state``: functions that compose with ``|``, and the State monad
- ``fpgames.rand``: immutable random generators, and random values drawn from them
- ``fpgames.rules``, ``fpgames.games``: the rules of a game as a record, functions that derive rules, and games
- ``fpgames.interop``: games of other libraries as rules
- ``fpgames.tree``, ``fpgames.search``: lazy trees, stages, and searches
- ``fpgames.compiled``: pipelines compiled to machine code by numba
- ``fpgames.play``: playouts, bots and matches
- ``fpgames.solvers``: solvers of whole games
- ``fpgames.draw``: pictures of positions and trees
- ``fpgames.testing``: laws of games and searches, and Hypothesis strategies
"""

from __future__ import annotations

from fpgames import pictures

TYPE_CHECKING = False  # type checkers assume True, so they see the imports below
if TYPE_CHECKING:
    from fpgames.compiled import jit
    from fpgames.play import Bot, bot_alphabeta, bot_from, bot_mc, bot_mcts, bot_random, estimate, play_game, playouts
    from fpgames.rand import Gen, Rand, SplitMix, StdGen, choice, uniform
    from fpgames.rules import CHANCE, IllegalMove, Outcome, Player, Rules
    from fpgames.search import alpha_beta, best_move, count_leaves, maximise, minimax, minimise, traverse_tree
    from fpgames.state import Do, State, do, get, map_m, map_state, put, replicate_m
    from fpgames.tree import Tree, build_tree, game_tree, leaves, map_tree, node, order_by, prune, share

__all__ = [
    "Bot", "CHANCE", "Do", "Gen", "IllegalMove", "Outcome", "Player", "Rand", "Rules", "SplitMix", "State", "StdGen", "Tree", "alpha_beta",
    "best_move", "bot_alphabeta", "bot_from", "bot_mc", "bot_mcts", "bot_random", "build_tree", "choice", "count_leaves", "do",
    "estimate", "game_tree", "get", "jit", "leaves", "map_m", "map_state", "map_tree", "maximise", "minimax", "minimise", "node",
    "order_by", "play_game", "playouts", "prune", "put", "replicate_m", "share", "traverse_tree", "uniform",
]  # fmt: skip

__version__ = "0.2.0"

# The package of each name; tests/package/test_front_door.py compares it with the imports above.
_HOMES = {
    "compiled": "jit",
    "play": "Bot bot_alphabeta bot_from bot_mc bot_mcts bot_random estimate play_game playouts",
    "rand": "Gen Rand SplitMix StdGen choice uniform",
    "rules": "CHANCE IllegalMove Outcome Player Rules",
    "search": "alpha_beta best_move count_leaves maximise minimax minimise traverse_tree",
    "state": "Do State do get map_m map_state put replicate_m",
    "tree": "Tree build_tree game_tree leaves map_tree node order_by prune share",
}
_OTHERS = ("stage", "games", "solvers", "draw")


@pictures.set_drawing_loader
def _load_drawing() -> object:
    from fpgames import draw  # not at the top, so that the import of fpgames is fast

    return draw


if not TYPE_CHECKING:  # pragma: no branch (with __getattr__ in sight, type checkers would accept every name)

    def __getattr__(name):
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(f"fpgames.{home}"), name)
                return value
        homes = [f"fpgames.{home}" for home in (*_HOMES, *_OTHERS) if name in import_module(f"fpgames.{home}").__all__]
        raise AttributeError(f"module 'fpgames' has no attribute {name!r}{'; it is in ' + homes[0] if homes else ''}")

    def __dir__():
        return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
