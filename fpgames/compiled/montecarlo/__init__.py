"""Playouts and Monte-Carlo tree search, written for compiled code."""
