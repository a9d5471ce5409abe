"""The State monad: computations that pass a state along, loops over them, and lenses on parts of a state."""

from __future__ import annotations

from fpgames.state.action import Do, State, do
from fpgames.state.lenses import Lens, Zoom, field, item, zoom
from fpgames.state.loops import fold_m, fold_replicate_m, iterate_until_m, map_m, replicate_m, sequence, when
from fpgames.state.primitives import UnspecifiedState, get, gets, map_state, modify, put

__all__ = ["Do", "Lens", "State", "UnspecifiedState", "Zoom", "do", "field", "fold_m", "fold_replicate_m", "get", "gets", "iterate_until_m", "map_m", "map_state", "modify", "item", "put", "replicate_m", "sequence", "when", "zoom"]  # fmt: skip
