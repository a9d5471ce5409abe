"""What an adapter declares of a library of games, and how it imports the library, which may be missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from shlex import quote
from typing import Any, NamedTuple

from fpgames.rules.record import AnyRules

__all__ = ["Library"]


class Library(NamedTuple):
    """A library of games, as the commands play it: an entry point of the group ``fpgames.games`` may name one.

    Args:
        rules_of: a function at the top of a module, which returns the rules of a game by its name.
        games: returns the names of the games, of which some may not fit.
        reproduce: takes the name of a game and moves; returns statements that play the moves by the library alone, and
            print the position. By default there are none.
        requires: what pip installs to have the library, such as ``fpgames[chess]``. By default nothing is required.

    >>> from fpgames.interop.chess import library
    >>> library.reproduce("atomic", ["e2e4"])[1:3]
    ["board = find_variant('atomic')()", "for move in ['e2e4']: board.push_uci(move)"]

    See also: :func:`fpgames.interop.replay.replay_rules`, for the rules of a game that changes in place.
    """

    rules_of: Callable[..., AnyRules]
    games: Callable[[], Iterable[str]]
    reproduce: Callable[..., list[str]] = lambda name, moves: []
    requires: str = ""

    def load_module(self, module: str) -> Any:
        """Import a module of the library when a game is made, so that the adapter can be imported without the library.

        ``loadModule :: Library -> String -> Module``

        Args:
            module: the name of the module.

        Raises:
            ImportError: the module is not installed, or a package that it imports.

        >>> from fpgames.interop.openspiel import library
        >>> library.load_module("no_such_module")
        Traceback (most recent call last):
        ImportError: no_such_module needs the package no_such_module: pip install 'fpgames[openspiel]'

        See also: ``importlib.import_module``, which this calls.
        """
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            package = (error.name or module).partition(".")[0]
            raise ImportError(
                f"{module} needs the package {package}: pip install {quote(self.requires or package)}"
            ) from None
