"""A kit for property-testing games, stages, searches, bots and generators: ours and anybody's. Needs the extra ``test``.

``check_game(rules)`` runs every law of a game; ``test_mine = as_tests(game_laws(rules))`` gives them to pytest one by one.
"""

from __future__ import annotations

try:
    from fpgames.testing.bots import bot_laws, check_bot, check_gen, gen_laws
    from fpgames.testing.games import check_game, game_laws
    from fpgames.testing.machine import GameMachine
    from fpgames.testing.same_game import check_same_game, same_game_laws
    from fpgames.testing.searches import check_search, check_stage, search_laws, stage_laws
    from fpgames.testing.strategies import (
        Line,
        evaluations,
        finished,
        games,
        generators,
        illegal_moves,
        legal_moves,
        lines,
        pipelines,
        positions,
        states,
        trees,
        unfinished,
    )
    from fpgames.testing.suite import Broken, Law, LawsBroken, as_tests
except ModuleNotFoundError as error:
    raise ImportError(f"fpgames.testing needs {error.name}: pip install 'fpgames[test]'") from error

__all__ = [
    "Broken", "GameMachine", "Law", "LawsBroken", "Line", "as_tests", "bot_laws", "check_bot", "check_game", "check_gen",
    "check_same_game", "check_search", "check_stage", "evaluations", "finished", "game_laws", "games", "gen_laws",
    "generators", "illegal_moves", "legal_moves", "lines", "pipelines", "positions", "same_game_laws", "search_laws",
    "stage_laws", "states", "trees", "unfinished",
]  # fmt: skip
