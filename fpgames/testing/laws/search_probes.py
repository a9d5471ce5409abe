"""Probes of a search before its laws are made: what the search reads and accepts, on trees of a few nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from returns.pipeline import is_successful
from returns.result import Result

from fpgames.rules import CHANCE, Mover, Player
from fpgames.testing.law import attempt, name_of
from fpgames.testing.strategies.samples import TreeOfAny
from fpgames.testing.strategies.values import Label
from fpgames.tree import leaves, share, unfold

Search = Callable[[TreeOfAny], Label]


def _try_search(search: Search, tree: TreeOfAny) -> Result[Label, Exception]:
    """Search a tree of the kit, before any law is run."""
    try:
        return attempt(search, tree)
    except KeyboardInterrupt as error:
        error.add_note(
            f"{name_of(search)}: interrupted before the first law, in a tree with the leaves {[*leaves(tree)]}"
        )
        raise


def _probe_value(
    search: Search, root: Mover, below: Mover, label: Callable[[int], Label] = lambda n: 10 * n
) -> Result[Label, Exception]:
    """Search a tree of four leaves in which ``root`` moves at the root, and ``below`` at its children."""
    children: dict[int, tuple[int, ...]] = {0: (1, 2), 1: (3, 4), 2: (5, 6)}
    turns: dict[str, Any] = {"player_of": lambda n: below if n else root}
    return _try_search(search, unfold(label, lambda n: children.get(n, ()), 0, **turns))


def reads_turns(search: Search) -> bool:
    """Return whether either player may move at the root, and the search reads who does or returns another value."""
    values = [_probe_value(search, player, player.opponent) for player in Player]
    return all(map(is_successful, values)) and (values[0] != values[1] or _asks_the_tree(search))


def _asks_the_tree(search: Search) -> bool:
    """Return whether a search reads whose turn it is, even if its value does not show it."""
    calls = Counter[str]()

    def children_of(n: int) -> tuple[int, ...]:
        calls["children"] += 1  # a tree reads the turn itself when it makes the children of a node
        return (1, 2) if n == 0 else ()

    def player_of(n: int) -> Player:
        calls["turn"] += 1
        return Player.SECOND if n else Player.FIRST

    _try_search(search, unfold(int, children_of, 0, player_of=player_of))
    return calls["turn"] > calls["children"]


def accepts_chance(search: Search) -> bool:
    """Return whether a search reads whose turn it is, and values a tree where chance moves."""
    return reads_turns(search) and is_successful(_probe_value(search, Player.FIRST, CHANCE))


def takes_labels(search: Search, player: Player, label: Callable[[int], Label]) -> bool:
    """Return whether a search values a tree with labels that ``label`` makes of numbers."""
    return is_successful(_probe_value(search, player, player.opponent, label))


def refuses_sharing(search: Search, player: Player) -> bool:
    """Return whether a search, such as ``ab_maximise``, refuses a leaf in a shared tree, and accepts the leaf without."""
    leaf: TreeOfAny = unfold(int, range, 0, player=player)
    with suppress(Exception):
        _try_search(search, leaf).unwrap()
        try:
            search(leaf | share)
        except ValueError:
            return True
    return False
