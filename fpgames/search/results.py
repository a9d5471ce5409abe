"""What is known of a search before it runs: its options, whose value it returns, and the type of its result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature, unwrap
from typing import Literal, NamedTuple

from fpgames.declarations import declaration_of
from fpgames.stage import Stage, wrapped_pipeline

__all__ = ["SearchInfo", "search_info"]

_COMPARABLE = ("Value", "State", "Do")  # a bot refuses a State itself


class SearchInfo(NamedTuple):
    """What is known of a search, or of any other function of a tree.

    Args:
        name: the name of the search.
        options: the arguments and options that were given, by name.
        returns: the type of the result, such as ``"int"``; ``"Value"`` for the value of the root, and an empty text for
            a function that neither the library nor ``node_search`` made.
        view: ``"first"`` if a value is for the first player, ``"mover"`` if it is for the player to move; None if
            nothing is known of the result, or it is no value.
        custom: whether ``node_search`` made the search.
        has_window: whether the search was given a window, so that a value that it returns may be only a bound.

    See also: :func:`search_info`, which returns this record.
    """

    name: str
    options: dict[str, object]
    returns: str
    view: Literal["first", "mover"] | None
    custom: bool
    has_window: bool


def search_info(search: Callable[..., object]) -> SearchInfo:
    """Return what is known of a search before it runs; of a pipeline, what is known of its last function.

    A search ``search :: Tree a -> b`` declares it, by the decorator that made it. Of other functions, only the name and
    the options are known.

    Args:
        search: any function. ``jit(search)`` and ``partial(search)`` are known as ``search``.

    >>> from fpgames import alpha_beta, best_move
    >>> from fpgames.search import negamax
    >>> from fpgames.tree import size
    >>> search_info(alpha_beta(alpha=1)).options, search_info(alpha_beta(alpha=1)).has_window
    ({'alpha': 1}, True)
    >>> [search_info(search).returns for search in (alpha_beta, best_move, size)]
    ['Value', 'Move', 'int']
    >>> [search_info(search).view for search in (alpha_beta, negamax, size)]
    ['first', 'mover', None]

    See also: :func:`fpgames.play.bots.bot_from`, which refuses a search that returns no value to the first player.
    """
    last = last_function(search)
    declaration, function = declaration_of(last), unwrap(last.function if isinstance(last, Stage) else last)
    name, options = str(getattr(function, "__name__", repr(function))).lstrip("_"), dict(getattr(last, "options", ()))
    if isinstance(last, Stage) and (declaration.returns or declaration.checks_tree):
        _, *arguments = signature(function).bind(None, *last.args, **options).arguments.items()
        options = dict(arguments)
    has_window = any(options.get(name) is not None for name in declaration.window)
    is_custom = not getattr(declaration.node_function, "ordered", True)
    return SearchInfo(name, options, declaration.returns, declaration.view, is_custom, has_window)


def last_function(pipeline: Callable[..., object]) -> Callable[..., object]:
    """Return a pipeline's last function, or its last stage with options. Unwrap ``jit(...)`` and ``partial``."""
    match pipeline:
        case Stage() if len(pipeline.parts) > 1:
            return last_function(pipeline.parts[-1])
        case Stage() if wrapped := wrapped_pipeline(pipeline):
            return last_function(wrapped)
        case partial():
            return last_function(pipeline.func)
    return pipeline


def require_values_of(pipeline: Callable[..., object], caller: str) -> None:
    """Raise TypeError if a pipeline is known to return anything other than a value for the first player or the mover."""
    info, wrong = search_info(pipeline), ""
    if info.has_window:
        wrong = "has a window, so that it may return a bound: leave the window out, or give the tree bounds by bound_by"
    elif info.returns and not info.returns.startswith(_COMPARABLE):
        as_bot = ", or use it as a bot: pipeline | State.from_value" * (info.returns == "Move")
        advice = "leave it out" if info.returns.startswith("tuple[B") else f"end the pipeline with minimax{as_bot}"
        wrong = f"returns {info.returns}: {advice}"
    if wrong:
        last = last_function(pipeline)
        name = repr(last) if isinstance(last, Stage) else info.name
        raise TypeError(f"{caller} needs the value of a position to the first player, but {name} {wrong}")
