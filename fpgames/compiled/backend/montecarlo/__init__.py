"""Playouts and Monte-Carlo tree search in compiled code."""
