"""Property tests, called laws, of games, stages, searches, bots and random generators. Requires ``fpgames[test]``.

``check_game(rules)`` runs every law of a game; ``test_mine = as_tests(game_laws(rules))`` makes each law a pytest item.
"""

from __future__ import annotations

import sys

try:
    from fpgames.testing.law import (
        Advice,
        Counterexample,
        IncompleteCheck,
        Law,
        LawResult,
        LawsBroken,
        Options,
        Skipped,
    )
    from fpgames.testing.laws.bots import bot_laws, check_bot
    from fpgames.testing.laws.classes import eq_laws, monad_laws
    from fpgames.testing.laws.games import check_game, game_laws, play_laws
    from fpgames.testing.laws.generators import check_gen, gen_laws
    from fpgames.testing.laws.moves import check_perft
    from fpgames.testing.laws.mutable_games import mutable_laws
    from fpgames.testing.laws.same_game import check_same_game, same_game_laws
    from fpgames.testing.laws.searches import check_search, search_laws
    from fpgames.testing.laws.stages import check_stage, stage_laws
    from fpgames.testing.running.checks import as_tests, check
    from fpgames.testing.running.suite import Suite
    from fpgames.testing.strategies.games import (
        finished,
        illegal_moves,
        legal_moves,
        lines,
        plays,
        positions,
        unfinished,
        whole_games,
    )
    from fpgames.testing.strategies.lines import Line, replay
    from fpgames.testing.strategies.values import generators, states, trees
except ModuleNotFoundError as error:
    raise ImportError(f"fpgames.testing needs {error.name}: pip install 'fpgames[test]'") from error

for _name in [name for name in sys.modules if name.startswith(__name__)]:
    vars(sys.modules[_name])["__tracebackhide__"] = True  # hides the kit's frames in tracebacks of pytest

__all__ = [
    "Advice", "Counterexample", "Law", "LawsBroken", "Line", "Skipped", "Options", "LawResult", "Suite", "IncompleteCheck",
    "as_tests", "bot_laws", "check", "check_bot", "check_game",
    "check_gen", "check_perft", "check_same_game", "check_search", "check_stage", "eq_laws", "finished", "game_laws",
    "gen_laws", "generators", "illegal_moves", "legal_moves", "lines", "monad_laws", "mutable_laws", "play_laws", "plays", "positions",
    "replay", "same_game_laws", "search_laws", "stage_laws", "states", "trees", "unfinished", "whole_games",
]  # fmt: skip
