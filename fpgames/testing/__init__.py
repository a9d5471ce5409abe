"""A kit for property-testing games, stages, searches, bots and generators, also your own. Needs the extra ``test``.

``check_game(rules)`` runs every law of a game; ``test_mine = as_tests(game_laws(rules))`` makes each law a pytest item.
"""

from __future__ import annotations

import sys

try:
    from fpgames.testing.game_strategies import (
        evaluations,
        finished,
        illegal_moves,
        legal_moves,
        lines,
        positions,
        unfinished,
        whole_games,
    )
    from fpgames.testing.laws import Broken, Law, LawsBroken, Run, Seen, Unchecked
    from fpgames.testing.laws_of_bots import bot_laws, check_bot
    from fpgames.testing.laws_of_games import check_game, game_laws, play_laws
    from fpgames.testing.laws_of_generators import check_gen, gen_laws
    from fpgames.testing.laws_of_moves import check_perft
    from fpgames.testing.laws_of_same_game import check_same_game, same_game_laws
    from fpgames.testing.laws_of_searches import check_search, search_laws
    from fpgames.testing.laws_of_stages import check_stage, stage_laws
    from fpgames.testing.lines_of_play import Line, replay
    from fpgames.testing.machine import GameMachine
    from fpgames.testing.running import Options, as_tests, check
    from fpgames.testing.strategies import generators, pipelines, states, trees
    from fpgames.testing.suite import NotLookedAt, Suite
except ModuleNotFoundError as error:
    raise ImportError(f"fpgames.testing needs {error.name}: pip install 'fpgames[test]'") from error

for _name in [name for name in sys.modules if name.startswith(__name__)]:
    vars(sys.modules[_name])["__tracebackhide__"] = True  # pytest shows the source of the game, not that of the kit

__all__ = [
    "Broken", "GameMachine", "Law", "LawsBroken", "Line", "NotLookedAt", "Options", "Run", "Seen", "Suite", "Unchecked",
    "as_tests", "bot_laws", "check", "check_bot", "check_game",
    "check_gen", "check_perft", "check_same_game", "check_search", "check_stage", "evaluations", "finished", "game_laws",
    "gen_laws", "generators", "illegal_moves", "legal_moves", "lines", "pipelines", "play_laws", "positions",
    "replay", "same_game_laws", "search_laws", "stage_laws", "states", "trees", "unfinished", "whole_games",
]  # fmt: skip
