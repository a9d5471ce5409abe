"""Hypothesis strategies, and the lines of play, trees and graphs on which laws are tested."""
