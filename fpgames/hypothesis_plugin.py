"""The plugin that tells Hypothesis how to draw the library's types: ``st.from_type(SplitMix)``.

Strategies are made when they are first needed. ``State`` is not registered, because that would replace the strategy
that ``returns`` uses in its own laws.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args


def register() -> None:
    """Register a strategy for each type; Hypothesis calls this when it is first imported."""
    from hypothesis import strategies as st  # not before: Hypothesis imports this module while it is imported itself

    from fpgames.games import connect4, tictactoe
    from fpgames.rand.generators import Gen, SplitMix, StdGen
    from fpgames.tree.unfolding import Tree

    def kit(module: str) -> Any:
        return import_module(f"fpgames.testing.strategies.{module}")

    def trees_of(kind: object) -> st.SearchStrategy[Tree[object]]:
        labels = [st.from_type(label) for label in get_args(kind)] or [st.integers()]
        found: st.SearchStrategy[Tree[object]] = kit("values").trees(*labels)
        return found

    st.register_type_strategy(SplitMix, lambda _: kit("values").split_mixes())
    st.register_type_strategy(StdGen, lambda _: kit("values").std_gens())
    st.register_type_strategy(Gen, lambda _: kit("values").generators())
    st.register_type_strategy(Tree, trees_of)
    st.register_type_strategy(tictactoe.record.TicTacToe, lambda _: kit("games").positions(tictactoe.record.rules))
    st.register_type_strategy(connect4.record.Game, lambda _: kit("games").positions(connect4.record.rules))
