"""Checks of a tree before a search: its labels have to be values, and it has to know whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from fpgames.rules.outcomes import Player, to_player
from fpgames.tree.decorators import require_player
from fpgames.tree.unfolding import ANYTHING, MISSING, VALUES, Grafted, Labels, Seed, Tree, Unfolding, changed, tree_from

A = TypeVar("A")
B = TypeVar("B")


_NAMES = {Player.FIRST: "first", Player.SECOND: "second"}


def playing(tree: Tree[A], player: Player | None, what: str) -> Tree[A]:
    """Return a tree that knows the player to move at its root.

    ``playing :: Tree a -> Maybe Player -> String -> Tree a``

    Args:
        tree: any tree.
        player: the player to move at the root; None if the tree has to know.
        what: the name of the function that has to know, for the error message.

    Raises:
        ValueError: the player is neither given nor known to the tree, or the tree knows another.

    >>> from fpgames import node
    >>> playing(node(1), None, "negamax")
    Traceback (most recent call last):
    ...
    ValueError: negamax has to know whose turn it is, but this tree does not: build it from rules, build_tree(rules), or give negamax the option player=Player.FIRST (or SECOND), the player to move at the root

    See also: :attr:`fpgames.tree.unfolding.Tree.player`.
    """
    known = tree.player
    if player is None:
        if known is None:
            raise ValueError(
                f"{what} has to know whose turn it is, but this tree does not: build it from rules, build_tree(rules),"
                f" or give {what} the option player=Player.FIRST (or SECOND), the player to move at the root"
            )
        return tree
    require_player(player)
    player = to_player(player)
    if known is not None and known is not player:
        raise ValueError(
            f"{what} was given player={player!r}, but this tree knows that the {_NAMES[known]} player moves at its"
            " root; leave player out"
        )
    return tree_from(tree.unfolding, tree.seed, tree.depth, player)


def begun_by(tree: Tree[A], player: Player, what: str, other: str) -> Tree[A]:
    """Return a tree for a search that is named after the player to move at its root.

    ``begunBy :: Tree a -> Player -> String -> String -> Tree a``

    Args:
        tree: any tree of values.
        player: the player who has to move at the root.
        what: the name of the search, for the error message.
        other: the name of the search for the other player, for the error message.

    Raises:
        ValueError: the tree knows that the other player moves at its root, or its labels are positions.

    >>> from fpgames import build_tree, map_tree
    >>> from fpgames.games.tictactoe import rules, static
    >>> tree = build_tree(rules)(rules.play(rules.start, 4)) | map_tree(static)
    >>> begun_by(tree, Player.FIRST, "maximise", "minimise")
    Traceback (most recent call last):
    ...
    ValueError: maximise is for a tree at whose root the first player moves; here the second does: minimise it, or use minimax, which asks the tree

    See also: :func:`playing`.
    """
    if tree.player is player.opponent:
        raise ValueError(
            f"{what} is for a tree at whose root the {_NAMES[player]} player moves; here the {_NAMES[player.opponent]}"
            f" does: {other} it, or use minimax, which asks the tree"
        )
    return to_search(tree, player, what)


def to_search(tree: Tree[A], player: Player | None, what: str) -> Tree[A]:
    """Return a tree of values that knows the player to move at its root: :func:`require_values` and :func:`playing`.

    ``toSearch :: Tree a -> Maybe Player -> String -> Tree a``

    Args:
        tree: any tree.
        player: the player to move at the root; None if the tree has to know.
        what: the name of the search, for the error message.

    Raises:
        ValueError: the player is neither given nor known to the tree, or the tree knows another, or its labels are
            positions.

    >>> from fpgames import node
    >>> to_search(node(1), Player.FIRST, "minimax").player
    Player.FIRST

    See also: :func:`require_values`, :func:`playing`.
    """
    return playing(require_values(tree, what), player, what)


def require_values(tree: Tree[A], what: str) -> Tree[A]:
    """Return a tree whose labels are values; raise ValueError for any other: ``requireValues tree what = tree``.

    Args:
        tree: any tree.
        what: the name of the function that needs values, for the error message.

    Raises:
        ValueError: the labels are positions, traces or statistics; in a tree made by hand, raised when such a label is read.

    >>> from fpgames import build_tree
    >>> require_values(build_tree(range)(3), "maximise")
    Traceback (most recent call last):
    ...
    ValueError: maximise needs values, but the labels of this tree are positions: map_tree(static) turns them into values

    See also: :func:`fpgames.tree.stages.map_tree`.
    """
    label_of, _, labels, game, *_ = tree.unfolding
    if labels != ANYTHING:
        _refuse(what, labels)
        return tree

    def checked(seed: Seed) -> A:
        _refuse(what, _labels_of(game.position_of(seed)))
        label: A = label_of(seed)
        return label

    return changed(tree, label_of=checked)


def _labels_of(seed: Seed) -> Labels:
    """Return the kind of a label in a tree made by hand; a tree inside it keeps the kind of its own labels."""
    while isinstance(seed, Grafted):
        unfolding = seed.tree.unfolding
        if unfolding.labels != ANYTHING:
            return unfolding.labels
        seed = unfolding.game.position_of(seed.tree.seed)
    return VALUES


def _refuse(what: str, labels: Labels) -> None:
    if labels.to_values:
        raise ValueError(
            f"{what} needs values, but the labels of this tree are {labels.name}: {labels.to_values} turns them into"
            " values"
        )


def after(
    unfolding: Unfolding, high: Callable[..., B], low: Callable[..., B]
) -> tuple[Callable[..., B], Callable[..., B]]:
    """Return the walks for the children of a node at which the first player moves, and of one at which the second does.

    If players alternate, they are ``(low, high)``.
    """
    player_of = unfolding.game.player_of
    if player_of is None:
        return low, high

    first, second = Player

    def after_high(seed: Seed, *rest: object) -> B:
        player = player_of(seed)
        if player is first or (player is not second and turn(player, second) is first):
            return high(seed, *rest)
        return low(seed, *rest)

    def after_low(seed: Seed, *rest: object) -> B:
        player = player_of(seed)
        if player is second or (player is not first and turn(player, first) is second):
            return low(seed, *rest)
        return high(seed, *rest)

    return after_high, after_low


def turn(asked: Player | None, otherwise: Player) -> Player:
    """Return the player that a seed names, or the other argument if it names none."""
    return otherwise if asked is None else to_player(asked)


def unordered(one: object, other: object = MISSING) -> NoReturn:
    """Raise ValueError for labels that have no order: ``unordered :: a -> a -> b``.

    Args:
        one: a label.
        other: the label that it was compared with; by default, the same label.

    Raises:
        ValueError: always.

    >>> unordered(float("nan"))
    Traceback (most recent call last):
    ...
    ValueError: nan has no place in an order of values: it is not less than, greater than or equal to nan

    See also: :func:`fpgames.search.values.maximise`.
    """
    other = one if other is MISSING else other
    if one == one and other != other:
        one, other = other, one
    raise ValueError(
        f"{one!r} has no place in an order of values: it is not less than, greater than or equal to {other!r}"
    )


def require_ordered(value: A) -> A:
    """Return the value; raise ValueError if it is NaN, or a tuple that contains NaN."""
    if value != value or (isinstance(value, tuple) and any(each != each for each in value)):
        unordered(value)
    return value
