"""Games and bots by the names that a person types: the library's, installed packages', and those of a module."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, distributions
from importlib.util import find_spec
from typing import Any

from fpgames.cli.status import like
from fpgames.compiled.code.check import has_numba
from fpgames.games import GAMES, KINDS, game
from fpgames.play.bot_names import read_bot
from fpgames.play.playing import AnyBot, without_history
from fpgames.rules.record import AnyRules, Rules
from fpgames.rules.repetition import with_draws
from fpgames.solvers.perfect import ALL_BOTS
from fpgames.state.action import State


@cache
def offered(group: str) -> Mapping[str, EntryPoint]:
    """Return what installed packages offer under ``fpgames.games`` or ``fpgames.bots``, by name."""
    found: dict[str, EntryPoint] = {}
    for distribution in distributions():
        try:
            found |= {entry.name: entry for entry in distribution.entry_points.select(group=group)}
        except Exception as error:  # of a package that has nothing to do with this one
            print(f"fpgames: the entry points of {distribution.name} cannot be read: {error}", file=sys.stderr)
    return found


def find_game(text: str) -> AnyRules:
    """Return the rules that a text names: ``NAME``, ``NAME:NUMBERS``, ``NAME:ARGUMENT`` or ``MODULE:NAME[:ARGUMENT]``.

    Raises:
        ValueError: there is no such game; the message says what is accepted.
    """
    name, _, argument = text.partition(":")
    if text in GAMES:
        return GAMES[text]
    if name in GAMES and ":" in text and not (re.match(r"[^\W\d]", argument) and _is_module(name)):
        return game(text)
    known = sorted({*GAMES, *offered("fpgames.games")})
    found, argument = _from_plugin_or_module("game", text, known, known)
    if not isinstance(found, Rules) and callable(found):
        found = _loaded(f"the game {text!r}", found, *([argument] if argument else []))
    elif argument:
        raise ValueError(f"the game {text!r}: {name} takes no argument")
    if not isinstance(found, Rules):
        raise ValueError(f"the game {text!r} is {found!r:.80}; expected Rules, or a function that returns them")
    return found


def _is_module(name: str) -> bool:
    """Return whether there is a module of this name."""
    _import_from_cwd_first()
    return find_spec(name) is not None


def _import_from_cwd_first() -> None:
    """Let modules of the current directory be imported, before others of their name."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def find_bot(rules: AnyRules, text: str) -> AnyBot:
    """Return the bot that a text names: one of the library, ``NAME[:ARGUMENT]`` or ``MODULE:NAME[:ARGUMENT]``.

    Raises:
        ValueError: there is no such bot; the message says what is accepted.
    """
    name, _, argument = text.partition(":")
    if name in ALL_BOTS:
        if name == "mc-bulk":
            _say_that_it_is_slow()
        return read_bot(rules, text, ALL_BOTS)
    usages = [ALL_BOTS[each].usage for each in sorted(ALL_BOTS)]
    make, argument = _from_plugin_or_module("bot", text, usages + sorted(offered("fpgames.bots")), [*ALL_BOTS])
    if not callable(make):
        raise ValueError(f"the bot {text!r} is {make!r:.80}; expected a function of the rules that returns a bot")
    bot: AnyBot = _loaded(f"the bot {text!r}", make, rules, *([argument] if argument else []))
    if not callable(bot) or isinstance(bot, State):
        raise ValueError(f"the bot {text!r}: {name} returned {bot!r:.80}; expected a function of a position")
    return bot


def as_played(rules: AnyRules) -> AnyRules:
    """Return the rules by which people play a game: with its draws by repetition and by counting moves, if it has any."""
    return rules if rules.draws is None else with_draws(rules)


def find_player(rules: AnyRules, text: str) -> AnyBot:
    """Return the bot that a text names, for the game as it is played; it sees the position only."""
    bot = find_bot(rules, text)
    return bot if rules.draws is None else without_history(bot)


@cache  # said once
def _say_that_it_is_slow() -> None:
    if not has_numba():
        print("fpgames: mc-bulk is slow without numba; pip install 'fpgames[fast]'", file=sys.stderr)


def _from_plugin_or_module(kind: str, text: str, known: list[str], names: list[str]) -> tuple[Any, str]:
    """Return what an installed package or a module has under the name of a text, and the argument behind the name.

    Modules of the current directory come first.
    """
    what = f"the {kind} {text!r}"
    where, colon, rest = text.partition(":")
    entry = offered(f"fpgames.{kind}s").get(where)
    if entry is not None:
        return _loaded(what, entry.load), rest
    if not colon:
        raise ValueError(f"unknown {kind} {text!r}; {kind}s: {', '.join(known)}, or MODULE:NAME{like(text, names)}")
    name, _, argument = rest.partition(":")
    _import_from_cwd_first()
    close = like(where, names)
    if close and find_spec(where.partition(".")[0]) is None:
        raise ValueError(f"{what}: there is no {kind} and no module {where!r}{close}")
    module = _loaded(what, import_module, where)
    if not hasattr(module, name):
        public = [each for each in vars(module) if not each.startswith("_")]
        file = getattr(module, "__file__", "built in")
        raise ValueError(f"{what}: {where} has no {name!r} ({file}){like(name, public)}")
    return getattr(module, name), argument


def _loaded(what: str, function: Callable[..., Any], *args: object) -> Any:
    """Call a function that others wrote; whatever it raises becomes an error of one line."""
    try:
        return function(*args)
    except (Exception, SystemExit) as error:
        said = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"{what}: {said}") from error


def list_games(_: argparse.Namespace) -> int:
    """Print the names of the games, and return the exit status."""
    for name, kind in sorted(KINDS.items()):
        print(f"{name:<18}  {kind.about}{f'; other sizes: {kind.usage}' if kind.usage else ''}")
    for name, entry in sorted(offered("fpgames.games").items()):
        print(f"{name:<18}  from {entry.value}")
    return 0


def list_bots(_: argparse.Namespace) -> int:
    """Print the names of the bots, and return the exit status."""
    for name in sorted(ALL_BOTS):
        print(f"{ALL_BOTS[name].usage:<18}  {ALL_BOTS[name].about}")
    for name, entry in sorted(offered("fpgames.bots").items()):
        print(f"{name:<18}  from {entry.value}")
    return 0
