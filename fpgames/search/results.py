"""What is known of a search before it runs: its options, whose value it returns, and the type of its result."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from inspect import get_annotations, signature, unwrap
from types import FunctionType
from typing import Literal, NamedTuple, TypeVar, cast

from fpgames.search.deepening import _within_node_budget
from fpgames.search.open_recursion import node_function_of
from fpgames.search.values import negamax
from fpgames.stage import Stage, is_stage_of, wrapped_pipeline
from fpgames.tree.decorators import is_tree_checked

__all__ = ["SearchInfo", "search_info"]

_WINDOW = ("alpha", "beta", "low", "high")  # options that narrow a window
_COMPARABLE = ("Value", "Scored", "State", "Do")  # a bot compares a Scored by its value, and refuses a State itself


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

    See also: :func:`search_info`, which returns this record.
    """

    name: str
    options: dict[str, object]
    returns: str
    view: Literal["first", "mover"] | None
    custom: bool

    @property
    def has_window(self) -> bool:
        """Whether the search was given a window, so that a value that it returns may be only a bound."""
        return any(self.options.get(name) is not None for name in _WINDOW)


def search_info(search: Callable[..., object]) -> SearchInfo:
    """Return what is known of a search before it runs; of a pipeline, what is known of its last function.

    What a search returns is read from the type of its function: it returns a value if ``search :: Tree a -> a``.

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
    last = _last_function(search)
    function = unwrap(last.function if isinstance(last, Stage) else last)
    name, node_function = str(getattr(function, "__name__", repr(function))).lstrip("_"), node_function_of(last)
    if not (is_tree_checked(last) or is_stage_of(last, _within_node_budget)):
        return SearchInfo(name, dict(getattr(last, "options", ())), "", None, custom=False)
    argument, *_, result = _annotations_of(cast("FunctionType", function))  # its type is lost in the stage
    is_any_type = result == "B"  # as fold_tree returns
    returns = "Value" if node_function or argument == f"Tree[{result}]" else "" if is_any_type else result
    view = None if returns != "Value" else node_function.view if node_function else "first"
    view = "mover" if is_stage_of(last, negamax) else view
    return SearchInfo(name, _arguments_of(last, function), returns, view, custom=node_function is not None)


def _annotations_of(function: FunctionType) -> list[str]:
    """Return a function's annotations with standard names of type variables: A for labels of the tree, B for others."""
    texts = [str(annotation) for annotation in get_annotations(function).values()]
    labels = re.findall(r"\w+", texts[0])

    def standard_name(word: re.Match[str]) -> str:
        is_variable = isinstance(function.__globals__.get(word[0]), TypeVar)
        return word[0] if not is_variable else "A" if word[0] in labels else "B"

    return [re.sub(r"\w+", standard_name, text) for text in texts]


def _arguments_of(search: object, function: Callable[..., object]) -> dict[str, object]:
    """Return the arguments of a stage by name, without the tree."""
    if not isinstance(search, Stage):
        return {}
    _, *arguments = signature(function).bind(None, *search.args, **dict(search.options)).arguments.items()
    return dict(arguments)


def _last_function(pipeline: Callable[..., object]) -> Callable[..., object]:
    """Return a pipeline's last function, or its last stage with options. Unwrap ``jit(...)`` and ``partial``."""
    match pipeline:
        case Stage() if len(pipeline.parts) > 1:
            return _last_function(pipeline.parts[-1])
        case Stage() if wrapped := wrapped_pipeline(pipeline):
            return _last_function(wrapped)
        case partial():
            return _last_function(pipeline.func)
    return pipeline


def require_values_of(pipeline: Callable[..., object], caller: str) -> None:
    """Raise TypeError if a pipeline is known to return anything other than a value for the first player."""
    info, wrong = search_info(pipeline), ""
    if info.has_window:
        wrong = "has a window, so that it may return a bound: leave the window out, or give the tree bounds by bound_by"
    elif info.view == "mover":
        wrong = "returns the value to the player to move: end the pipeline with minimax"
    elif info.returns and not info.returns.startswith(_COMPARABLE):
        as_bot = ", or use it as a bot: pipeline | State.from_value" * (info.returns == "Move")
        advice = "leave it out" if info.returns.startswith("tuple[B") else f"end the pipeline with minimax{as_bot}"
        wrong = f"returns {info.returns}: {advice}"
    if wrong:
        last = _last_function(pipeline)
        name = repr(last) if isinstance(last, Stage) else info.name
        raise TypeError(f"{caller} needs the value of a position to the first player, but {name} {wrong}")
