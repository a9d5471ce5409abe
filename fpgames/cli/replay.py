"""The command ``replay``: steps through the games of a file on the terminal."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import reduce
from itertools import accumulate

from returns.maybe import Nothing

from fpgames.cli.files import add_path_to_errors
from fpgames.cli.lookup import WITH_SWAP, find_game, is_in_library
from fpgames.cli.play import OUTCOME_TEXTS, ask_user
from fpgames.cli.positions import line_texts
from fpgames.cli.screen import Screen
from fpgames.cli.status import SOME_REFUSED, printable, report_error
from fpgames.games import GAMES
from fpgames.rules.game_texts import AnyPlayedGame, is_of_game, read_game, split_games, tags_of
from fpgames.rules.outcomes import IllegalMove
from fpgames.rules.record import AnyRules
from fpgames.rules.repetition import why_drawn, with_draws

KEYS = "Enter goes on, b back, a number to that move, n to the next game, q quits"


def run_replay(args: argparse.Namespace) -> int:
    """Step through the games of a file; report those that cannot be read, and return the exit status."""
    status = 0
    with add_path_to_errors(args.file), args.file.open(encoding="utf-8", errors="backslashreplace") as file:
        for number, text in enumerate(split_games(file), 1):
            try:
                rules = find_game(args.game) if args.game else _rules_by_tags(tags_of(text))
                played = read_game(rules, text)
            except ValueError as error:
                report_error(ValueError(f"{args.file}: game {number}: {error}"))
                status = SOME_REFUSED
                continue
            tags = "".join(f", {name} {value}" for name, value in played.tags)
            print(printable(f"game {number}: {rules.name}{tags}"))
            if not _step_through(rules, played):
                break
    return status


def _rules_by_tags(tags: Mapping[str, str]) -> AnyRules:
    """Return the rules of the game that tags name: one of the library, because a file must not name code to run."""
    for rules in GAMES.values():
        if rules.game_format.tag in tags and is_of_game(rules, tags):
            return rules
    name = tags.get("Game", "")
    if not is_in_library(name.removesuffix(WITH_SWAP)):
        raise ValueError("no tag names a game of the library; add --game GAME")
    return find_game(name)


def _why_drawn(rules: AnyRules, played: AnyPlayedGame) -> str:
    """Return a line with the reason for a draw by repetition or by counting moves; empty if there is none."""
    if rules.draws is not None:
        whole = with_draws(rules)
        with suppress(IllegalMove):  # a game may go on after a draw
            end = reduce(whole.play, played.moves, whole.read(rules.show(played.start)))
            return f"drawn {why}\n" if (why := why_drawn(rules, end)) else ""
    return ""


def _step_through(rules: AnyRules, played: AnyPlayedGame) -> bool:
    """Show the positions of a game, as the user asks for them; return whether the user wants the next game."""
    positions = [*accumulate(played.moves, rules.play, initial=played.start)]
    words, screen, n = [*line_texts(rules, played.start, played.moves)], Screen(rules), 0
    while n < len(positions):
        if n:
            print(f"{n}. {screen.mover_name(rules.player(positions[n - 1]))} plays {words[n - 1]}")
        screen.print_board(positions[n], positions[n - 1] if n else None)
        for comment in (text for after, text in played.comments if after == n):
            print(printable(comment))
        if n == len(words) and played.outcome is not Nothing:
            print(_why_drawn(rules, played) + OUTCOME_TEXTS[played.outcome.unwrap()])
        prompt = f"move {n} of {len(words)} ?"
        while (entry := ask_user(prompt)) is not None and not re.fullmatch("[0-9]{0,9}|[bn]", entry):
            print(KEYS)
        if entry in (None, "n"):
            return entry is not None
        n = n + 1 if not entry else max(0, n - 1) if entry == "b" else min(int(entry), len(words))
    return True
