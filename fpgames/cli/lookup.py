"""Look up games and bots by name: in the library, in plugins of installed packages, and in modules."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, distributions
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

from fpgames.cli.clock import SEARCHES, clock_bot, read_seconds
from fpgames.cli.status import did_you_mean, one_line_message, printable
from fpgames.compiled.numba_check import has_numba
from fpgames.games import GAMES, KINDS, game
from fpgames.interop.library import Library
from fpgames.play.bot_names import read_bot
from fpgames.play.bots import bot_from
from fpgames.play.playing import AnyBot, without_history
from fpgames.rules.record import AnyRules, Rules
from fpgames.rules.repetition import with_draws
from fpgames.rules.swap import with_swap
from fpgames.search.results import search_info
from fpgames.search.retrograde import Solved
from fpgames.solvers.perfect import ALL_BOTS
from fpgames.solvers.tables import read_table, table_value
from fpgames.stage import Stage
from fpgames.state.action import State
from fpgames.validation import require_at_least

A = TypeVar("A", bound="str | None")

WITH_SWAP = "+swap"


@cache
def plugins(group: str) -> Mapping[str, EntryPoint]:
    """Map names to the entry points of a group, ``fpgames.games`` or ``fpgames.bots``, in all installed packages."""
    found: dict[str, EntryPoint] = {}
    for distribution in distributions():
        try:
            found |= {entry.name: entry for entry in distribution.entry_points.select(group=group)}
        except Exception as error:  # a broken package must not stop the command
            print(f"fpgames: the entry points of {distribution.name} cannot be read: {error}", file=sys.stderr)
    return found


def find_game(text: str) -> AnyRules:
    """Return the rules of the game ``NAME``, ``NAME:NUMBERS``, ``NAME:ARGUMENT`` or ``MODULE:NAME[:ARGUMENT]``.

    ``+swap`` after any of these adds the swap rule.

    Raises:
        ValueError: the game is unknown or cannot be loaded; the message says what is accepted.
    """
    if text in GAMES:
        return GAMES[text]
    if text.endswith(WITH_SWAP):
        return with_swap(rules_as_played(find_game(text.removesuffix(WITH_SWAP))))
    if is_in_library(text):
        return game(text)
    head, swap, argument = text.partition(f"{WITH_SWAP}:")
    if swap:
        raise ValueError(f"the game {text!r:.80}: {WITH_SWAP} comes last; write {head}:{argument}{WITH_SWAP}")
    name = text.partition(":")[0]
    known = sorted({*GAMES, *plugins("fpgames.games")})
    found, argument = _find_in_plugin_or_module("game", text, known, known)
    found = found.rules_of if isinstance(found, Library) else found
    if not isinstance(found, Rules) and callable(found):
        found = _call_foreign_code(f"the game {text!r}", found, *([argument] if argument else []))
    elif argument:
        raise ValueError(f"the game {text!r}: {name} takes no argument")
    if not isinstance(found, Rules):
        raise ValueError(f"the game {text!r} is {found!r:.80}; expected Rules, or a function that returns them")
    return found


def definition(text: str, name: str, as_played: bool = True) -> str:
    """Return Python statements that define a name as the rules of a game, ``as_played`` with the draws that it has."""
    if text.endswith(WITH_SWAP):
        plain = definition(text.removesuffix(WITH_SWAP), name)
        return f"{plain}; from fpgames.rules import with_swap; {name} = with_swap({name})"
    rules, (module, _, argument) = find_game(text), text.partition(":")
    if is_in_library(text):
        module, attribute, argument = "fpgames.games", "game", text
    elif (library := _library(module)) is not None:
        module, attribute = library.rules_of.__module__, library.rules_of.__qualname__
    elif (entry := plugins("fpgames.games").get(module)) is not None:
        module, attribute = entry.module, entry.attr
    else:
        attribute, _, argument = argument.partition(":")
    is_rules = isinstance(getattr(sys.modules[module], attribute), Rules)
    value = attribute if is_rules else f"{attribute}({repr(argument) if argument else ''})"
    statements = [f"from {module} import {attribute}", f"{name} = {value}"]
    if as_played and rules.draws is not None:
        statements += ["from fpgames.rules import with_draws", f"{name} = with_draws({name})"]
    return "; ".join(statement for statement in statements if statement != f"{name} = {name}")


def is_in_library(text: str) -> bool:
    """Return whether the library has the game ``NAME`` or ``NAME:NUMBERS``; a module of that name has its attributes."""
    name, colon, argument = text.partition(":")
    return name in GAMES and not (colon and re.match(r"[^\W\d]", argument) and _is_module(name))


def _is_module(name: str) -> bool:
    """Return whether a module with this name exists."""
    _import_from_cwd_first()
    return find_spec(name) is not None


def _import_from_cwd_first() -> None:
    """Put the current directory at the front of the import path."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def find_bot(rules: AnyRules, text: str) -> AnyBot:
    """Return the bot that ``text`` names: ``NAME[:ARGUMENT]``, perhaps of a plugin, or ``MODULE:NAME[:ARGUMENT]``.

    Raises:
        ValueError: the bot is unknown or cannot be loaded; the message says what is accepted.
    """
    name, _, argument = text.partition(":")
    if name == "perfect" and argument:
        return bot_from(rules, table_value(table_from_file(rules, argument)))
    bot: AnyBot
    if name in SEARCHES and argument.endswith("s"):
        return clock_bot(rules, text, read_seconds(text, name))
    if name in ALL_BOTS:
        if name == "mc-bulk":
            _warn_without_numba()
        timed = f" or {name}:100ms" if name in SEARCHES else ""
        return read_bot(rules, text, {name: ALL_BOTS[name]._replace(usage=f"{ALL_BOTS[name].usage}{timed}")})
    make, argument = _find_bot_maker(text)
    if _is_engine(make):
        name = text.removesuffix(f":{argument}")
        bot = _call_foreign_code(f"the bot {text!r}", clock_bot, rules, text, read_seconds(text, name), make)
        return bot
    if isinstance(make, Stage) and search_info(make).returns in ("Value", "Move", "Variation"):
        raise ValueError(f"the bot {text!r} is the search {make!r:.80}; {_MAKERS}")
    arguments = (rules, argument) if argument else (rules,)
    _require_takes(make, f"the bot {text!r}", arguments)
    bot = _call_foreign_code(f"the bot {text!r}", make, *arguments)
    if not callable(bot) or isinstance(bot, State):
        raise ValueError(f"the bot {text!r}: {name} returned {bot!r:.80}; expected a function of a position")
    if isinstance(bot, Stage) and "Deepened" in search_info(bot).returns:
        raise ValueError(f"the bot {text!r}: {_MAKERS}; got one of {signature(make)} that deepens")
    return bot


def _find_bot_maker(text: str) -> tuple[Any, str]:
    """Return the function that makes a bot of a plugin or module, and the argument in its name."""
    usages = [ALL_BOTS[bot_name].usage for bot_name in sorted(ALL_BOTS)]
    make, argument = _find_in_plugin_or_module("bot", text, usages + sorted(plugins("fpgames.bots")), [*ALL_BOTS])
    if not callable(make):
        raise ValueError(f"the bot {text!r} is {make!r:.80}; expected a function of the rules that returns a bot")
    return make, argument


_MAKERS = "a bot is made by a function of (rules) or (rules, ARGUMENT), an engine by one of (rules, stop)"


def _is_engine(make: Callable[..., Any]) -> bool:
    """Return whether a function that makes a bot takes a stop: then the command gives it a clock."""
    with suppress(TypeError, ValueError):  # some functions written in C have no signature
        return "stop" in signature(make).parameters
    return False


def _require_takes(make: Callable[..., Any], label: str, arguments: tuple[object, ...]) -> None:
    """Raise ValueError if a function that makes a bot is known not to take these arguments."""
    try:
        accepted = signature(make)
    except ValueError:  # of some functions written in C
        return
    try:
        accepted.bind(*arguments)
    except TypeError:
        raise ValueError(f"{label}: {_MAKERS}; got one of {accepted}") from None


def with_move_time(names: Sequence[A], milliseconds: int | None) -> list[A | str]:
    """Return the names of bots, in which those that take a time have one for each move if the option gives one."""
    if milliseconds is None:
        return list(names)
    require_at_least(1, milliseconds, "move in {} milliseconds", 9_999_999)
    timed = [f"{name}:{milliseconds}ms" if name is not None and _takes_time(name) else name for name in names]
    if timed == [*names]:
        got = " ".join(map(str, filter(None, names))) or "none"
        raise ValueError(
            f"--move-time is for the bots {' and '.join(SEARCHES)}, written without a number, and for functions"
            f" MODULE:NAME of rules and stop; got {got}"
        )
    return timed


def _takes_time(text: str) -> bool:
    """Return whether the name of a bot with a clock has no time."""
    if text.partition(":")[0] in ALL_BOTS:
        return text in SEARCHES
    make, argument = _find_bot_maker(text)
    return not argument and _is_engine(make)


def table_from_file(rules: AnyRules, file: str) -> Mapping[Any, Solved]:
    """Return the solved positions in a file; an error names the file."""
    try:
        return read_table(rules, Path(file).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise ValueError(
            f"{file}: {error.strerror}; expected a table that fpgames solve --table has written"
        ) from error
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error


def rules_as_played(rules: AnyRules) -> AnyRules:
    """Return the rules with draws by repetition and by move count if the game has such draws, or else unchanged."""
    return rules if rules.draws is None else with_draws(rules)


def find_player(rules: AnyRules, text: str) -> AnyBot:
    """Return a bot that can play by ``rules_as_played``. The bot sees only the current position, not its history."""
    bot = find_bot(rules, text)
    return bot if rules.draws is None else without_history(bot)


@cache  # cached, so that each process warns only once
def _warn_without_numba() -> None:
    if not has_numba():
        print("fpgames: mc-bulk is slow without numba; pip install 'fpgames[fast]'", file=sys.stderr)


def _find_in_plugin_or_module(kind: str, text: str, known: list[str], names: list[str]) -> tuple[Any, str]:
    """Return the object and the argument that ``NAME[:ARGUMENT]`` (of a plugin) or ``MODULE:NAME[:ARGUMENT]`` names.

    A plugin takes precedence over a module, and a module in the current directory over any other module.
    """
    label = f"the {kind} {text!r}"
    module_name, colon, rest = text.partition(":")
    entry = plugins(f"fpgames.{kind}s").get(module_name)
    if entry is not None:
        return _call_foreign_code(label, entry.load), rest
    if module_name in (GAMES if kind == "bot" else ALL_BOTS) and not (colon and _is_module(module_name)):
        other = "game" if kind == "bot" else "bot"
        raise ValueError(
            f"unknown {kind} {text!r}; {module_name} is a {other}, and a command has one game, then its bots"
        )
    if not colon:
        raise ValueError(
            f"unknown {kind} {text!r}; {kind}s: {', '.join(known)}, or MODULE:NAME{did_you_mean(text, names)}"
        )
    name, _, argument = rest.partition(":")
    if module_name.endswith(".py"):
        raise ValueError(f"{label}: a module is named without .py; write {text.replace('.py:', ':', 1)}")
    _import_from_cwd_first()
    close = did_you_mean(module_name, names + [path.stem for path in Path().glob("*.py")])
    if close and find_spec(module_name.partition(".")[0]) is None:
        raise ValueError(f"{label}: there is no {kind} and no module {module_name!r}{close}")
    module = _call_foreign_code(label, import_module, module_name)
    if not hasattr(module, name):
        public = [attribute for attribute in vars(module) if not attribute.startswith("_")]
        file = getattr(module, "__file__", "built in")
        raise ValueError(f"{label}: {module_name} has no {name!r} ({file}){did_you_mean(name, public)}")
    return getattr(module, name), argument


def _call_foreign_code(label: str, function: Callable[..., Any], *args: object) -> Any:
    """Call a function of a plugin or user; turn its exceptions into ValueErrors whose message begins with the label."""
    try:
        return function(*args)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        below = error.__traceback__ and error.__traceback__.tb_next  # frames of the function that was called
        message = one_line_message(error.with_traceback(below), of_bot=label.startswith("the bot"))
        raise ValueError(f"{label}: {message}") from error


def _library(name: str) -> Library | None:
    """Return the library that an entry point names; None if there is no such entry point, or it names a single game."""
    entry = plugins("fpgames.games").get(name)
    loaded = None if entry is None else _call_foreign_code(f"the library {name!r}", entry.load)
    return loaded if isinstance(loaded, Library) else None


def _requirement(name: str) -> str:
    """Return what pip installs for the library of an entry point; an empty text if that is unknown."""
    with suppress(ValueError), redirect_stdout(sys.stderr):
        if (library := _library(name)) is not None:
            return library.requires
    return ""


def library_games(name: str) -> tuple[list[str], dict[str, str]]:
    """Return the names of the games of a library that can be played, and of the others with the reason."""
    libraries = plugins("fpgames.games")
    if name not in libraries:
        raise ValueError(f"unknown library {name!r}; libraries: {', '.join(sorted(libraries))}")
    library = _library(name)
    if library is None:
        value = libraries[name].value
        raise ValueError(f"the library {name!r} does not list its games; expected {value} to be a Library")
    playable, reasons = list[str](), dict[str, str]()
    for game_name in _call_foreign_code(f"the library {name!r}", library.games):
        game = f"{name}:{game_name}"
        try:
            find_game(game)
            playable.append(game)
        except ValueError as error:
            reasons[game] = str(error).removeprefix(f"the game {game!r}: ")
    return playable, reasons


def reproduction(game: str, moves: Sequence[object]) -> list[str]:
    """Return statements that play moves by the library of a game alone; none if the game has no library."""
    name, _, argument = game.partition(":")
    library = _library(name)
    if library is None or game.endswith(WITH_SWAP):
        return []
    statements: list[str] = _call_foreign_code(f"the game {game!r}", library.reproduce, argument, moves)
    return statements


def list_games(args: argparse.Namespace) -> int:
    """Print all games with their descriptions, or those of a library, and return the exit status."""
    if args.of is not None:
        with redirect_stdout(sys.stderr):  # for what the code of a library prints
            playable, reasons = library_games(args.of)
        for name, reason in (*dict.fromkeys(playable, "").items(), *reasons.items()):
            print(printable(f"{name:<28}  {reason}".rstrip()))
        return 0
    for name, kind in sorted(KINDS.items()):
        print(f"{name:<18}  {kind.about}{f'; other sizes: {kind.usage}' if kind.usage else ''}")
    for name, entry in sorted(plugins("fpgames.games").items()):
        requires = _requirement(name)
        print(f"{name:<18}  from {entry.value}{f'; needs pip install {quote(requires)}' if requires else ''}")
    return 0


def list_bots(_: argparse.Namespace) -> int:
    """Print all bots with their descriptions, and return the exit status."""
    for name in sorted(ALL_BOTS):
        print(f"{ALL_BOTS[name].usage:<18}  {ALL_BOTS[name].about}")
    for name in SEARCHES:
        print(f"{f'{name}:T':<18}  searches for the time T before each move, such as 100ms or 2s")
    for name, entry in sorted(plugins("fpgames.bots").items()):
        print(f"{name:<18}  from {entry.value}")
    return 0
