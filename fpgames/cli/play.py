"""The command ``play``: a game on the terminal between people and bots."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from returns.maybe import Nothing
from returns.result import Success, safe

from fpgames.cli.status import seed_or_any
from fpgames.games import game
from fpgames.play.bot_names import read_bot
from fpgames.play.playing import AnyBot, action_of
from fpgames.rng import Gen, SplitMix
from fpgames.rules import AnyRules, Outcome, Player

ENDINGS = {
    Outcome.FIRST_WON: "the first player won",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player won",
}


def run_play(args: argparse.Namespace) -> int:
    """Play games on the terminal until the user quits, or one game between two bots, and return the exit status."""
    rules = game(args.game)
    names = (args.first, args.second)
    bots = [name and read_bot(rules, name) for name in names]
    titles = names if any(names) else ("player 1", "player 2")
    contestants = [(title or "you", bot) for title, bot in zip(titles, bots, strict=True)]
    seed = seed_or_any(args.seed)
    gen: Gen = SplitMix.from_seed(seed)
    score = {title: 0 for title, _ in contestants}
    drawn = 0
    hint = f"seed {seed}"
    while True:
        for side, (title, bot) in zip(("first", "second"), contestants, strict=True):
            print(f"{title} {'are' if title == 'you' else 'is'} {side}; {hint if bot else 'q quits'}")
        outcome, gen = _play_through(rules, dict(zip(Player, contestants, strict=True)), gen)
        if outcome is None:
            return 0
        if all(bots):
            print(ENDINGS[outcome])
            return 0
        if outcome is Outcome.DRAW:
            print(ENDINGS[outcome])
            drawn += 1
        else:
            winner, _ = contestants[outcome is Outcome.SECOND_WON]
            print(f"{winner} won")
            score[winner] += 1
        print(f"score: {', '.join(f'{title} {won}' for title, won in score.items())}, drawn {drawn}")
        if not _again():
            return 0
        contestants.reverse()
        hint = "the generator goes on"


def _play_through(
    rules: AnyRules, contestants: Mapping[Player, tuple[str, AnyBot | None]], gen: Gen
) -> tuple[Outcome | None, Gen]:
    """Play one game, shown move by move; return its outcome, None if the user quits, and the next generator."""
    p = rules.start
    print(rules.show(p))
    while rules.outcome(p) is Nothing:
        title, bot = contestants[rules.player(p)]
        if bot is None:
            asked = _ask(rules, p)
            if asked is None:
                return None, gen
            p = asked
        else:
            move, gen = action_of(bot, p).run(gen)
            print(f"{title} plays {rules.show_move(move)}")
            p = rules.play(p, move)
        print(rules.show(p))
    return rules.outcome(p).unwrap(), gen


def _ask(rules: AnyRules, p: Any) -> Any:
    """Return the position after the user's move, or None if the user quits."""
    after = safe(exceptions=(ValueError,))(lambda entry: rules.play(p, rules.read_move(entry)))
    while (entry := _entry(rules.prompt)) is not None:
        match after(entry):
            case Success(q):
                return q
            case failure:
                print(failure.failure())
    return None


def _again() -> bool:
    """Return whether the user wants another game."""
    while (entry := _entry("new game (y/n) ?")) is not None:
        if entry.lower() in ("y", "yes", "n", "no"):
            return entry.lower().startswith("y")
        print(f"{entry[:40]!r} is neither y nor n")
    return False


def _entry(prompt: str) -> str | None:
    """Return what the user enters, or None if the user quits."""
    try:
        entry = input(f"{prompt} ").strip()
    except (EOFError, KeyboardInterrupt) as left:
        print()
        if isinstance(left, KeyboardInterrupt):
            raise
        return None
    return None if entry in ("q", "Q") else entry
