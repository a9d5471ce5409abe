"""Hypothesis strategies for States over integers, and a comparison of two States."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fpgames import State, textbook
from fpgames.testing import states as kit_states

ints = st.integers()
states = kit_states(ints)


def unary_shape(value: Any) -> Any:
    """A template of a function with one argument, for ``st.functions(like=...)``."""


def binary_shape(total: Any, value: Any) -> Any:
    """A template of a function with two arguments, for ``st.functions(like=...)``."""


def is_same_run(one: State[int, Any] | textbook.State[int, Any], other: State[int, Any], state: int) -> bool:
    return one.run(state) == other.run(state)
