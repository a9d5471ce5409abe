"""The command ``tournament``: matches between any two of several bots, with ratings."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from fpgames.cli.files import replace_file
from fpgames.cli.lookup import with_move_time
from fpgames.cli.matches import match_from_args, read_all, run_match
from fpgames.draw.rating_bars import ratings_svg, ratings_text
from fpgames.play.match import GameRecord
from fpgames.play.rating import Ratings, ratings
from fpgames.play.tournaments import results_by_sides, standings

DRAWINGS: Mapping[str, Callable[[Ratings[str]], str]] = {".svg": ratings_svg, ".txt": ratings_text}


def run_tournament(args: argparse.Namespace) -> int:
    """Play the tournament, print its standings, and return the exit status."""
    args.bots = with_move_time(args.bots, args.move_time)
    if len({*args.bots}) < max(2, len(args.bots)):
        raise ValueError(f"the bots are {' '.join(args.bots)}; expected at least two, all different")
    if args.file is not None and args.file.suffix not in DRAWINGS:
        raise ValueError(f"{args.file}: cannot draw ratings so; expected a name that ends with .svg or .txt")

    def report(games: list[GameRecord], _: float | None) -> str:
        rated = ratings(results_by_sides(games), extra_games=1)
        if args.file is not None:
            replace_file(args.file, f"{DRAWINGS[args.file.suffix](rated)}\n")
        return f"{standings(games)}\n\n{ratings_text(rated)}"

    return run_match(args, match_from_args(args, args.games, 0), read_all, report)
