"""Playing whole games: playouts, bots and matches."""

from __future__ import annotations

from fpgames.play import explicit
from fpgames.play.bot_names import BOTS, BotKind, read_bot
from fpgames.play.bots import (
    bot_alphabeta,
    bot_alphabeta_random,
    bot_deepening,
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
    played_game,
    read_row,
    record_game,
    sides,
)
from fpgames.play.openings import random_opening, read_opening
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
from fpgames.play.points import elo, normalized_elo, pair_results, pentanomial, points_interval, superiority, wilson
from fpgames.play.rating import Rating, Ratings, ratings
from fpgames.play.score import Score, rates, scores, table, verdict
from fpgames.play.sequential import SprtState, log_likelihood_ratio, sprt
from fpgames.play.stateful import BotWithState
from fpgames.play.tournaments import results_by_sides, standings
from fpgames.play.tree_bots import EXPLORATION, bot_mcts, mcts_root_parallel
from fpgames.play.tree_reuse import ReuseState, bot_mcts_reuse

__all__ = [
    "AnyBot", "BOTS", "Bot", "BotKind", "BotWithState", "COLUMNS", "EXPLORATION", "ExplicitBot", "GameRecord",
    "MapFunction", "PipelineCompiler", "Rating", "Ratings", "ReuseState", "Score", "SprtState", "StatefulBot",
    "bot_alphabeta", "bot_alphabeta_random", "bot_deepening", "bot_from", "bot_mc", "bot_mc_bulk", "bot_mcts",
    "bot_mcts_reuse",
    "bot_minimax", "bot_random", "compare", "elo", "estimate", "eval_move", "eval_moves", "explicit", "from_explicit",
    "game_seed", "log_likelihood_ratio", "mcts_root_parallel", "normalized_elo", "pair_results", "pentanomial",
    "play_game", "play_moves", "play_one", "played_game", "playout", "playouts", "points_interval", "random_move", "random_opening",
    "rates", "ratings", "read_bot", "read_opening", "read_row", "record_game", "results_by_sides", "scores", "sides", "sprt", "standings", "superiority", "table",
    "to_explicit", "verdict", "wilson", "without_history",
]  # fmt: skip
