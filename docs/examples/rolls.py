"""Make rules of a game whose moves are random: ``play :: P -> M -> Rand P``.

A move leads to a ``Roll``: a position and a move, whose result is still open. There chance moves, and its moves
are the numbers of the results. To pass ``check_game``, let ``play`` refuse all other moves, and let ``show`` and
``read`` know a ``Roll``.

Here players of Nim have a trembling hand, which may make any legal move instead of theirs; a steady hand would
win (1):

>>> from fractions import Fraction
>>> from fpgames import build_tree, choice, map_tree, share, uniform
>>> from fpgames.games import game
>>> from fpgames.search import expectiminimax
>>> equally_likely(uniform(1, 6).map(lambda face: "hit" if face > 4 else "miss"))
['miss', 'miss', 'hit']
>>> nim = game("nim:1,2")
>>> def trembling(p, move):
...     return choice((move, *nim.moves(p))).map(lambda move: nim.play(p, move))
>>> rules = with_rolls(nim, trembling)
>>> build_tree(rules)(rules.start) | share | map_tree(rules.score) | map_tree(Fraction) | expectiminimax
Fraction(1, 6)
"""

from dataclasses import replace
from math import lcm
from typing import Any, NamedTuple

from returns.maybe import Nothing

from fpgames import CHANCE
from fpgames.rand import distribution


class Roll(NamedTuple):
    """A position and a move. The action itself would be no position: equal actions do not compare equal."""

    p: Any
    move: Any


def equally_likely(action):
    """List the results of an action, each as often as its probability demands."""
    odds = distribution(action)
    n = lcm(*(probability.denominator for probability in odds.values()))
    return [result for result, probability in odds.items() for _ in range(int(n * probability))]


def with_rolls(rules, play):
    """Return rules whose moves are random."""
    return replace(
        rules,
        name="with-rolls",
        alternates=False,
        successors=None,
        static=None,
        score=None,
        moves=lambda p: tuple(range(len(equally_likely(play(*p))))) if isinstance(p, Roll) else rules.moves(p),
        play=lambda p, move: equally_likely(play(*p))[move] if isinstance(p, Roll) else Roll(p, move),
        player=lambda p: CHANCE if isinstance(p, Roll) else rules.player(p),
        outcome=lambda p: Nothing if isinstance(p, Roll) else rules.outcome(p),
    )
