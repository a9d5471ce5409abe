"""Decorators that turn functions of a tree into stages, which check their tree and their options."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, cast

from fpgames.stage import BareStage, Stage, stage
from fpgames.state.action import State
from fpgames.tree.protocols import SameTree, SharingStage
from fpgames.tree.unfolding import Tree
from fpgames.validation import require_at_least, require_function

__all__ = ["PairTree"]

A = TypeVar("A")
B = TypeVar("B")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")


Check: TypeAlias = Callable[[Any, str], object]
"""A check of an argument, given the name of the stage too; returns what takes the argument's place."""


class PairTree(Protocol):
    """A stage that turns every label into a pair of the label and a whole number.

    See also: :func:`fpgames.tree.stages.with_ply`, :func:`fpgames.search.values.prefer_quick_wins`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[tuple[A, int]]:
        """Return the tree of pairs."""
        ...

    def __or__(self, function: Callable[[Tree[tuple[A, int]]], B], /) -> Stage[Tree[A], B]:
        """Compose: this first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], Tree[A]], /) -> Stage[B, Tree[tuple[A, int]]]:
        """Compose: the function first, then this."""
        ...


def checks_tree(function: Callable[Concatenate[S, Q], A]) -> Callable[Concatenate[S, Q], A]:
    """Return the function with a check: it raises TypeError unless its first argument is a tree."""

    @wraps(function)
    def checked(tree: S, /, *args: Q.args, **options: Q.kwargs) -> A:
        if not isinstance(tree, Tree):
            raise TypeError(_no_tree(function.__name__.lstrip("_"), tree))
        return function(tree, *args, **options)

    vars(checked)["is_tree_checked"] = True
    return checked


def is_tree_checked(function: object) -> bool:
    """Return whether a function is one that :func:`checks_tree` has made, or a stage of one."""
    return getattr(getattr(function, "function", function), "is_tree_checked", False)


def tree_stage(**checks: Check) -> Callable[[Callable[Concatenate[S, Q], A]], Callable[Q, Stage[S, A]]]:
    """Make stages of a function of a tree and further arguments, which checks its tree (:func:`fpgames.stage.stage`)."""
    return lambda function: stage(**checks)(checks_tree(function))


def of_searches(
    function: Callable[[Tree[A], Callable[[Tree[A]], B]], R],
) -> Callable[[Callable[[Tree[A]], B]], Callable[[Tree[A]], R]]:
    """Make stages of a function of a tree and a search, which need only be called, and are as generic as the search."""
    return tree_stage(search=require_function)(function)


def bare_stage(
    check: Callable[..., object] | None = None,
) -> Callable[[Callable[Concatenate[S, Q], A]], BareStage[Q, S, A]]:
    """Make a bare stage of a function of a tree, whose options a function checks."""
    return lambda function: BareStage(checks_tree(function), check)


def same_tree_stage(
    **checks: Check,
) -> Callable[[Callable[Concatenate[Tree[object], Q], object]], Callable[Q, SameTree]]:
    """Make stages of such a function, which keep the type of the labels."""
    return lambda function: cast("Callable[Q, SameTree]", tree_stage(**checks)(function))  # generic at each call


def _no_tree(name: str, got: object) -> str:
    needs = f"{name} needs a tree, but got {reprlib.repr(got)}: "
    if isinstance(got, Stage):
        return f"{needs}it has not been called with a position or a tree yet; or a stage before it lacks its arguments, or an option is written without its name"
    if isinstance(got, State):
        return f"{needs}write map_state({name}), which applies it to the value of the State"
    return f"{needs}build one with build_tree(rules)(position)"


def same_tree(function: Callable[[Tree[A]], Tree[A]]) -> SameTree:
    """Make a bare stage that keeps the type of the labels."""
    return cast("SameTree", BareStage(checks_tree(function)))  # generic at each call


def sharing_stage(function: Callable[..., object]) -> SharingStage:
    """Make a bare stage that keeps the type of the labels, with the option ``entries``."""
    return cast("SharingStage", BareStage(checks_tree(function), check_entries))  # generic at each call


def check_entries(entries: int | None = None) -> None:
    """Raise ValueError unless a table has at least one entry, or any number of them."""
    if entries is not None:
        require_at_least(1, entries, "keep {} results")


def pair_tree(function: Callable[[Tree[A]], Tree[tuple[A, int]]]) -> PairTree:
    """Make a bare stage that pairs every label with a number."""
    return cast("PairTree", BareStage(checks_tree(function)))  # generic at each call
