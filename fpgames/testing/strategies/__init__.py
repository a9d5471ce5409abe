"""Strategies of Hypothesis, and the lines, trees and graphs that laws are tested on."""
