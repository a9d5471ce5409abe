"""Two rules that end a match, on 100 matches of 100 pairs between equally strong bots.

Stopping as soon as a 95% interval excludes 50% finds a stronger bot in 44 of them, the sequential test in 3:

>>> from fpgames import SplitMix, replicate_m
>>> from fpgames.rand import choice
>>> match = replicate_m(100, choice((0, 1, 2, 2, 3, 4)))
>>> matches = replicate_m(100, match).eval(SplitMix.from_seed(1))
>>> sum(map(looks_good, matches)), sum(map(is_decided, matches))
(44, 3)
"""

from fpgames.play import sprt, superiority


def looks_good(results):
    """Return whether the interval ever excludes 50%, from the tenth pair on."""
    for n in range(10, len(results) + 1):
        counts = [results[:n].count(i) for i in range(5)]
        if abs(superiority(counts) - 0.5) > 0.475:
            return True
    return False


def is_decided(results):
    """Return whether a sequential test accepts that the first bot is stronger by 50."""
    return [*sprt(0, 50)(results)][-1].decision == "accept"
