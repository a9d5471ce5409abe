"""Playing whole games: playouts, bots and matches."""

from __future__ import annotations

from fpgames.play import explicit
from fpgames.play.bot_names import BOTS, BotKind, read_bot
from fpgames.play.bots import (
    bot_alphabeta,
    bot_alphabeta_random,
    bot_from,
    bot_mc,
    bot_mc_bulk,
    bot_minimax,
    bot_random,
)
from fpgames.play.bulk import MapFunction, eval_moves, playouts
from fpgames.play.explicit import ExplicitBot, from_explicit, to_explicit
from fpgames.play.match import (
    COLUMNS,
    GameRecord,
    compare,
    game_seed,
    play_one,
    random_opening,
    read_row,
    record_game,
    sides,
)
from fpgames.play.playing import (
    AnyBot,
    Bot,
    PipelineCompiler,
    StatefulBot,
    estimate,
    eval_move,
    play_game,
    play_moves,
    playout,
    random_move,
    without_history,
)
from fpgames.play.score import Score, rates, scores, table, wilson
from fpgames.play.tree_bots import EXPLORATION, bot_mcts, mcts_root_parallel
from fpgames.play.tree_reuse import ReuseState, bot_mcts_reuse

__all__ = [
    "AnyBot", "BOTS", "Bot", "BotKind", "COLUMNS", "PipelineCompiler", "EXPLORATION", "ExplicitBot", "ReuseState",
    "MapFunction", "GameRecord", "Score", "StatefulBot", "bot_alphabeta", "bot_alphabeta_random", "bot_from",
    "bot_mcts_reuse", "bot_mc", "bot_mc_bulk", "bot_mcts", "bot_minimax", "bot_random", "compare", "estimate",
    "eval_move", "eval_moves", "explicit", "from_explicit", "game_seed", "mcts_root_parallel", "play_game",
    "play_moves", "play_one", "record_game", "playout", "playouts", "random_move", "random_opening", "rates",
    "read_bot", "read_row", "scores", "sides", "table", "to_explicit", "wilson", "without_history",
]  # fmt: skip
