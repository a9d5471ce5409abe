"""States of whole numbers to draw, and what it is for two of them to be the same."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fpgames import State, textbook
from fpgames.testing import states as kit_states

ints = st.integers()
states = kit_states(ints)


def shape_of_one(value: Any) -> Any:
    """What a function of one argument looks like, for Hypothesis to imitate."""


def shape_of_two(total: Any, value: Any) -> Any:
    """What a function of two arguments looks like, for Hypothesis to imitate."""


def same(one: State[int, Any] | textbook.State[int, Any], other: State[int, Any], state: int) -> bool:
    """Two States are the same if they run the same."""
    return one.run(state) == other.run(state)
