"""A Hypothesis plugin that registers strategies for the library's types: ``st.from_type(SplitMix)``.

Strategies are created at first use. ``State`` is not registered: the package ``returns`` has its own strategy for it,
to check the laws of containers, and ours would override that strategy.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args


def register() -> None:
    """Register a strategy for each type; called when Hypothesis is imported."""
    from hypothesis import strategies as st  # not at the top, because the import of Hypothesis imports this module

    from fpgames.games import connect4, tictactoe
    from fpgames.rand.generators import Gen, SplitMix, StdGen
    from fpgames.tree.unfolding import Tree

    def load_kit(module: str) -> Any:
        return import_module(f"fpgames.testing.strategies.{module}")

    def trees_of(kind: object) -> st.SearchStrategy[Tree[object]]:
        labels = [st.from_type(label) for label in get_args(kind)] or [st.integers()]
        strategy: st.SearchStrategy[Tree[object]] = load_kit("values").trees(*labels)
        return strategy

    st.register_type_strategy(SplitMix, lambda _: load_kit("values").split_mixes())
    st.register_type_strategy(StdGen, lambda _: load_kit("values").std_gens())
    st.register_type_strategy(Gen, lambda _: load_kit("values").generators())
    st.register_type_strategy(Tree, trees_of)
    st.register_type_strategy(tictactoe.record.TicTacToe, lambda _: load_kit("games").positions(tictactoe.record.rules))
    st.register_type_strategy(connect4.record.Game, lambda _: load_kit("games").positions(connect4.record.rules))
