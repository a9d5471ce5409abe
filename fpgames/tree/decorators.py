"""Decorators that turn a function of a tree into a stage, and check the tree and the options."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from fpgames.declarations import Declaration, View
from fpgames.stage import BareStage, Check, Function, Stage, stage
from fpgames.state.action import State
from fpgames.tree.unfolding import Tree
from fpgames.validation import require_function

__all__ = ["PairTree"]

A = TypeVar("A")
B = TypeVar("B")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")


class PairTree(Protocol):
    """A stage that replaces every label by a pair: the label and a whole number.

    See also: :func:`fpgames.tree.stages.with_ply`, :func:`fpgames.search.values.prefer_quick_wins`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[tuple[A, int]]:
        """Return the tree whose labels are pairs of a label and a number."""
        ...

    def __or__(self, function: Callable[[Tree[tuple[A, int]]], B], /) -> Stage[Tree[A], B]:
        """Compose: the result calls this stage first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], Tree[A]], /) -> Stage[B, Tree[tuple[A, int]]]:
        """Compose: the result calls the function first, then this stage."""
        ...


def checks_tree(returns: str) -> Callable[[Callable[Concatenate[S, Q], A]], Callable[Concatenate[S, Q], A]]:
    """Decorate a function of a tree, so that the function raises TypeError if its first argument is not a tree.

    ``returns`` declares the type of the result.
    """

    def decorate(function: Callable[Concatenate[S, Q], A]) -> Callable[Concatenate[S, Q], A]:
        @Declaration(returns, checks_tree=True)
        @wraps(function)
        def call_with_tree(tree: S, /, *args: Q.args, **options: Q.kwargs) -> A:
            if not isinstance(tree, Tree):
                raise not_a_tree_error(function.__name__.lstrip("_"), tree, _option_of(function))
            return function(tree, *args, **options)

        return call_with_tree

    return decorate


def tree_stage(
    returns: str = "Tree[A]", /, **checks: Check
) -> Callable[[Callable[Concatenate[S, Q], A]], Callable[Q, Stage[S, A]]]:
    """Decorate a function of a tree. The new function takes all other arguments, checks them, and returns a stage."""
    return lambda function: stage(**checks)(checks_tree(returns)(function))


def search_stage(
    returns: str, /, **checks: Check
) -> Callable[
    [Callable[Concatenate[Tree[A], Callable[[Tree[A]], B], Q], R]],
    Callable[Concatenate[Callable[[Tree[A]], B], Q], Callable[[Tree[A]], R]],
]:
    """Decorate like :func:`tree_stage`, for a function of a tree and a search; the stage takes searches of any label."""
    return tree_stage(returns, search=require_function, **checks)


def _option_of(function: Callable[..., object]) -> str:
    """Return the name of an option of a function that takes a tree and options alone; "" if it takes anything else."""
    _, *parameters = signature(function).parameters.values()
    is_bare = all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters)
    return parameters[0].name if parameters and is_bare else ""


class TypedAs(Generic[S]):
    """Decorators that declare the type ``S`` of stages, where type checkers infer no type or a wrong one.

    Such a stage takes trees with labels of any type, and its result depends on the type of the labels.
    """

    @classmethod
    def maker(cls, function: Callable[Q, object]) -> Callable[Q, S]:
        """Decorate a function that returns stages, so that their type is ``S``."""
        return cast("Callable[Q, S]", function)  # for type checkers only

    @classmethod
    def bare(cls, returns: str = "Tree[A]", /, **checks: Check) -> Callable[[Callable[..., object]], S]:
        """Turn a function of a tree into a ``BareStage`` of type ``S``; ``checks`` check its options by name."""
        return lambda function: cast("S", BareStage(checks_tree(returns)(function), checks))  # for type checkers only

    @classmethod
    def search(
        cls, checks: Mapping[str, Function] = {}, *, view: View = "first", **declared: Any
    ) -> Callable[[Callable[..., object]], S]:
        """Decorate like :meth:`bare`, for a search that checks its tree by ``require_searchable``, which is faster."""
        declaration = Declaration("Value", view, checks_tree=True, **declared)
        return lambda function: cast("S", BareStage(declaration(function), checks))  # for type checkers only


def not_a_tree_error(name: str, got: object, option: str = "") -> TypeError:
    """Return the error of a function of a tree that was called with something else; the text says what to write.

    If the function is a ``BareStage`` with options, ``option`` is one of them: its value may be what was given.
    """
    needs = f"{name} needs a tree, but got {reprlib.repr(got)}: "
    if isinstance(got, Stage):
        needs += "it has not been called with a position or a tree yet; or a stage before it lacks its arguments, or an option is written without its name, as in best_move(search=alpha_beta)"
    elif isinstance(got, State):
        needs += f"write map_state({name}), which applies it to the value of the State"
    else:
        needs += "build one with build_tree(rules)(position)"
        needs += option and f"; options are given by name, as in {name}({option}=...)"
    return TypeError(needs)
