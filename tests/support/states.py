"""Hypothesis strategies for States over integers, and the equality of two States."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fpgames import State, textbook
from fpgames.testing import states as kit_states

ints = st.integers()
states = kit_states(ints)


def shape_of_one(value: Any) -> Any:
    """A function of one argument, whose signature Hypothesis copies: ``st.functions(like=...)``."""


def shape_of_two(total: Any, value: Any) -> Any:
    """A function of two arguments, whose signature Hypothesis copies: ``st.functions(like=...)``."""


def same(one: State[int, Any] | textbook.State[int, Any], other: State[int, Any], state: int) -> bool:
    """Return whether two States return the same value and next state from a state."""
    return one.run(state) == other.run(state)
