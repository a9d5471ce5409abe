"""Random trees and graphs for the laws of stages and searches, and random games for the laws of bots.

Each grows from one number, so that hundreds are drawn in a second; ``simpler_samples`` makes a counterexample simpler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import AnyRules
from fpgames.testing.law import NotLookedAt
from fpgames.testing.strategies.lines import AnyLine, Line, longer
from fpgames.testing.strategies.samples import BUILT, Graph, Label, Plain, Sample

Labels: TypeAlias = Callable[[], Label]
"""What returns another random label each time it is called."""

MAGNITUDES = (1, 2, 5, 50, 5_000, 10**6 + 3, 10**12, 2**60)  # the last do not fit in a float
MOST_LINES_OF_PLAY = 250  # in the tree of a graph
LONG_LINE = 120  # levels
LONGEST = 400  # moves after which a random game is cut off
NEAR = 6  # moves before the end, where a move decides
ENOUGH = 500  # moves of random games, in the search for one with a certain outcome


def whole_numbers(rng: Random) -> Labels:
    """Return what draws whole numbers, all of one magnitude."""
    most = rng.choice(MAGNITUDES)
    middle = rng.choice((0, 0, 0, most, -most))
    spread = rng.choice((1, 3, most))
    return lambda: middle + rng.randint(-spread, spread)


def numbers(rng: Random) -> Labels:
    """Return what draws numbers of one kind: whole ones, or fractions."""
    quarters: Labels = lambda: rng.randint(-9, 9) / 4  # noqa: E731
    fractions: Labels = lambda: Fraction(rng.randint(-9, 9), rng.randint(1, 5))  # noqa: E731
    close: Labels = lambda: 1 + rng.randint(-3, 3) * 2.0**-40  # noqa: E731
    whole = whole_numbers(rng)
    mixed: Labels = lambda: rng.choice((whole, quarters, fractions))()  # noqa: E731
    return rng.choice((whole, whole, whole, quarters, fractions, close, mixed))


def any_ordered(rng: Random) -> Labels:
    """Return what draws numbers of one kind, or tuples of numbers."""
    number = numbers(rng)
    return number if rng.random() < 0.8 else lambda: tuple(number() for _ in range(rng.randint(0, 2)))


def of_a_pool(rng: Random, labels: Labels) -> Labels:
    """Return what draws the same few labels again and again, or, half of the time, any."""
    if rng.random() < 0.5:
        return labels
    pool = [labels() for _ in range(rng.randint(2, 5))]
    return lambda: rng.choice(pool)


Shape: TypeAlias = tuple["Shape", ...]
"""A tree without labels: the tuple of its children."""


def uneven(rng: Random, depth: int) -> Shape:
    """Grow a tree of leaves, single children and branches, down to a depth."""
    if not depth or rng.random() < 0.15:
        return ()
    return tuple(uneven(rng, depth - 1) for _ in range(rng.choice((1, 1, 2, 2, 3, 4))))


def full(rng: Random, depth: int, width: int) -> Shape:
    """Grow a tree in which every node has as many children, so that a search can cut."""
    return tuple(full(rng, depth - 1, width) for _ in range(width)) if depth else ()


def thin(rng: Random, depth: int, nodes: int) -> Shape:
    """Grow a tree that is deep and has about so many nodes."""
    if not depth:
        return ()
    width = rng.randint(1, max(1, min(3, nodes // depth)))
    left = nodes // width - 1
    return tuple(thin(rng, depth - 1 if rng.random() < 0.9 else depth // 2, left) for _ in range(width))


def wide(rng: Random, depth: int) -> Shape:
    """Grow a tree of some nodes with many children."""
    if not depth:
        return ()
    width = rng.randint(5, 12) if rng.random() < 0.3 or depth == 2 else rng.randint(1, 2)
    return tuple(wide(rng, depth - 1) for _ in range(width))


def quick(rng: Random, levels: int) -> Shape:
    """Grow one line with leaves beside it, as the quick ends of games are."""
    shape: Shape = ()
    for _ in range(levels):
        beside = ((),) * (rng.randint(1, 2) if rng.random() < 0.6 else 0)
        shape = (*beside, shape) if rng.random() < 0.5 else (shape, *beside)
    return shape


SHAPES: Sequence[tuple[int, Callable[[Random], Shape]]] = (
    (1, lambda rng: uneven(rng, 1)),
    (6, lambda rng: uneven(rng, rng.randint(2, 4))),
    (6, lambda rng: full(rng, *rng.choice(((1, 4), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (5, 2))))),
    (10, lambda rng: thin(rng, rng.randint(7, 12), rng.randint(20, 110))),
    (1, lambda rng: thin(rng, rng.randint(13, 40), 45)),
    (4, lambda rng: quick(rng, rng.randint(2, 9))),
    (5, lambda rng: wide(rng, rng.randint(2, 3))),
    (1, lambda rng: wide(rng, 1) + full(rng, 1, rng.randint(13, 40))),
)


def a_shape(rng: Random) -> Shape:
    """Grow a tree of any kind."""
    [grow] = rng.choices([grow for _, grow in SHAPES], [weight for weight, _ in SHAPES])
    return grow(rng)


def planted(shape: Shape, labels: Labels, players: Callable[[Player], Player | None], player: Player) -> Plain:
    """Return the tree with labels, and the player to move at each node as a function of the opponent of the one before."""
    children = []
    for child in shape:
        mover = players(player.opponent)
        children.append(planted(child, labels, players, mover or player.opponent)._replace(player=mover))
    return Plain(labels(), tuple(children), player)


Turns: TypeAlias = Callable[[Random], Callable[[Player], Player | None]]
"""What draws a function from the opponent of the player before to the player to move."""


def one_after_the_other(rng: Random) -> Callable[[Player], Player | None]:
    """Return the turns of players who alternate, which nodes need not say."""
    return lambda player: None


def either(rng: Random) -> Callable[[Player], Player | None]:
    """Return the turns of players each of whom may move several times in a row; leaves say them too."""
    again = rng.choice((0.1, 0.4, 0.7))
    return lambda player: player.opponent if rng.random() < again else player


def a_tree(rng: Random, player: Player, turns: Turns, labels: Labels, *, free: bool) -> Sample:
    """Return a random tree."""
    plain = planted(a_shape(rng), of_a_pool(rng, labels), turns(rng), player)
    return Sample(plain, rng.choice([*BUILT]), free)


def a_long_line(subject: Any) -> Sample:
    """Return a tree of one line that is longer than the random ones, for a subject, which has a ``player``."""
    plain = Plain(LONG_LINE)
    for n in reversed(range(LONG_LINE)):
        plain = Plain(n, (plain,))
    return Sample(plain._replace(player=subject.player or Player.FIRST))


def a_graph(rng: Random, player: Player, turns: Turns, labels: Labels, *, free: bool) -> Graph:
    """Return a random graph: of layers, or one in which positions are reached at several depths; pruned or not."""
    width, layers = rng.randint(2, 4), rng.randint(2, 8)
    steps, pruned = rng.choice(
        ((1, False), (1, False), (1, True), (2, False), (2, True), (3, True))
    )  # layers in one move
    count, reach = 1 + width * layers, rng.choice((2, 3, 3))
    layer = [0, *(1 + n // width for n in range(width * layers))]
    successors: list[tuple[int, ...]] = [()] * count
    lines = [1] * count  # of play from each position
    for n in reversed(range(count)):
        below = [m for m in range(n + 1, count) if 0 < layer[m] - layer[n] <= steps]
        after = rng.sample(below, min(len(below), rng.randint(min(2, reach), reach)))
        while sum(lines[m] for m in after) > MOST_LINES_OF_PLAY:
            after.pop()
        successors[n] = tuple(after)
        lines[n] = max(1, sum(lines[m] for m in after))
    draw = of_a_pool(rng, labels)
    players = None
    if turns is either:
        players = (player, *(rng.choice((Player.FIRST, Player.SECOND)) for _ in range(count - 1)))
    levels = rng.randint(min(2, layers), layers) if pruned else None
    return Graph(tuple(draw() for _ in range(count)), tuple(successors), player, players, levels, free)


def samples(
    what: Callable[..., Any],
    player: Player | None,
    turns: Turns,
    kind: Callable[[Random], Labels],
    labels: st.SearchStrategy[Label] | None = None,
) -> st.SearchStrategy[Any]:
    """Draw random trees or graphs.

    Args:
        what: ``a_tree`` or ``a_graph``.
        player: the player to move at the root; None for either.
        turns: whose turn it is below the root.
        kind: the labels to use, if no strategy is given.
        labels: a strategy for the labels.
    """

    def grown(seed: int, chosen: list[Label] | None) -> Any:
        rng = Random(seed)
        mover = player or rng.choice((Player.FIRST, Player.SECOND))
        if chosen is None:
            return what(rng, mover, turns, kind(rng), free=True)
        return what(rng, mover, turns, lambda: rng.choice(chosen), free=False)

    if labels is None:
        return st.builds(grown, seeds(), st.none())
    return st.builds(grown, seeds(), st.lists(labels, min_size=1, max_size=12).map(require_order))


def _drawn(what: Callable[..., Any], turns: Turns, subject: Any) -> st.SearchStrategy[Any]:
    """Draw trees or graphs for a subject, which has a ``player``, a ``kind`` of labels, and perhaps ``labels``."""
    return samples(what, subject.player, turns, subject.kind, subject.labels)


labelled = partial(_drawn, a_tree, one_after_the_other)  # trees in which players alternate
in_turns = partial(_drawn, a_tree, either)  # trees in which a player may move several times in a row
on_a_graph = partial(_drawn, a_graph, one_after_the_other)  # trees in which a position may occur at several places
graph_in_turns = partial(_drawn, a_graph, either)  # trees of both kinds


def require_order(labels: list[Label]) -> list[Label]:
    """Return the labels; raise ValueError unless they have an order."""
    try:
        ordered = all(one <= other or other <= one for one in labels for other in labels)
    except TypeError as error:
        raise ValueError(f"labels= has to draw values of one order; it drew {labels!r}: {error}") from error
    if not ordered:
        raise ValueError(f"labels= has to draw values of one order; it drew {labels!r}")
    return labels


def seeds(subject: object = None) -> st.SearchStrategy[int]:
    """Draw numbers that samples and generators grow from."""
    return st.integers(0, 2**64 - 1)


def a_game(rules: AnyRules, rng: Random) -> AnyLine:
    """Play a random game; in some games, no move that ends the game is played if possible."""
    line: AnyLine = Line((), (rules.start,))
    goes_on = rng.random() < 0.3
    while len(line.moves) < LONGEST and (legal := rules.moves(line.end)):
        tried = rng.sample(legal, len(legal)) if goes_on else [rng.choice(legal)]
        after = [(move, rules.play(line.end, move)) for move in tried]
        line = longer(line, *next((each for each in after if goes_on and rules.moves(each[1])), after[0]))
    return line


def unfinished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return the line to a position with moves: anywhere in a random game, or a few moves before its end."""
    rng = Random(seed)
    game = a_game(rules, rng)
    last = len(game.moves) - (not rules.moves(game.end))
    return game.beginning(max(0, last - rng.randrange(NEAR)) if rng.random() < 0.6 else rng.randint(0, last))


def finished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return the line to the end of a game, with one outcome or another as often, if games have them."""
    rng = Random(seed)
    wanted, played, found = rng.choice([*Outcome]), 0, None
    while played < ENOUGH:
        game = a_game(rules, rng)
        played += len(game.positions)
        if not rules.moves(game.end):
            found = game
            if rules.outcome(game.end).value_or(None) == wanted:
                break
    if found is None:
        raise NotLookedAt(f"no random game ended in {LONGEST} moves")
    return found
