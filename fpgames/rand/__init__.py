"""Randomness: immutable random generators, and actions that draw random values from a generator."""

from __future__ import annotations

from fpgames.rand.actions import Rand, below, choice, next_word, shuffle, split, split_off, uniform
from fpgames.rand.distributions import distribution
from fpgames.rand.generators import Gen, SplitMix, StdGen, uniform_r

__all__ = ["Gen", "Rand", "SplitMix", "StdGen", "below", "choice", "distribution", "next_word", "shuffle", "split", "split_off", "uniform", "uniform_r"]  # fmt: skip
