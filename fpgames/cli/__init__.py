"""The command ``fpgames``. Only this package and ``fpgames.testing`` print, read input or read the clock."""

from __future__ import annotations

from fpgames.cli.command import main

__all__ = ["main"]
