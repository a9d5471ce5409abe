"""The command ``fpgames``: the only package that reads input, prints, or reads the clock."""

from __future__ import annotations

from fpgames.cli.command import main

__all__ = ["main"]
