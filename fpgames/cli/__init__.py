"""The command line: the only package that reads, prints or asks the clock."""

from __future__ import annotations

from fpgames.cli.command import main

__all__ = ["main"]
