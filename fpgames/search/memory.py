"""Memory as a value: what a search of a shared tree found about its positions, beside the value of the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.tree.decorators import of_searches
from fpgames.tree.label_kinds import takes_positions
from fpgames.tree.sharing import Table
from fpgames.tree.stages import best_first
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import MISSING, Seed, Tree, with_walk_settings
from fpgames.tree.walking import walk, walk_tree

__all__ = ["Entry", "Memory", "remember"]

A = TypeVar("A")
B = TypeVar("B")

Key: TypeAlias = tuple[Seed, Player]
KnownBy: TypeAlias = Callable[[Seed], Seed]


class Entry(NamedTuple):
    """What a search found about a position and the player to move there.

    Args:
        levels: the levels below the position that were searched, infinite if the tree is not pruned.
        lower: a lower bound of the value to the first player, or None.
        upper: an upper bound of the value, equal to the lower bound if the value is known, or None.

    See also: :class:`Memory`, whose entries these are.
    """

    levels: float
    lower: Value
    upper: Value


class Memory(Mapping[Key, Entry]):
    """What a search found: an immutable mapping from a position and the player to move to an :class:`Entry`.

    Args:
        entries: the mapping.
        root: the position that was searched.

    See also: :func:`remember`, which returns it.
    """

    __slots__ = ("_entries", "_otherwise", "_worth")

    def __init__(self, entries: Mapping[Key, Entry], root: Seed) -> None:
        self._entries = dict(entries)
        self._worth = {position: _worth(entry) for (position, _), entry in entries.items()}
        self._otherwise = self._worth.get(root, (None, 0))[0], 0

    def __getitem__(self, key: Key) -> Entry:
        return self._entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Memory: {len(self)} entries>"

    @takes_positions
    def worth(self, position: Seed) -> tuple[Value, int]:
        """Return what a position is worth to the first player, a key for ``order_by``: ``worth :: p -> (a, Int)``.

        It is a bound of the value, and 1 for a lower bound, -1 for an upper bound, or 0 for the value itself. A position
        without an entry is worth as much as the root.

        Args:
            position: a position, of either player.

        >>> from fpgames import Player
        >>> memory = Memory({(1, Player.FIRST): Entry(2, 5, 5), (3, Player.SECOND): Entry(1, None, 4)}, root=1)
        >>> memory.worth(1), memory.worth(2), memory.worth(3)
        ((5, 0), (5, 0), (4, -1))

        See also: :func:`fpgames.tree.stages.order_by`.
        """
        return self._worth.get(position, self._otherwise)


def _worth(entry: Entry) -> tuple[Value, int]:
    _, lower, upper = entry
    return (upper, -1) if lower is None else (lower, int(lower != upper))


@of_searches
def remember(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, Memory]:
    """Return the value that a search finds, and what it found about each position of a shared tree.

    ``remember :: (Tree a -> b) -> Tree a -> (b, Map (p, Player) Entry)``

    An entry is true of the position in this tree, pruned to the entry's levels. If the position was searched with several
    numbers of levels, the entry has the most. The leaves of a pruned tree have entries only if the search has a window.
    Of a table that forgets (``share(entries=n)``), the memory has what was kept.

    No search is given a memory. ``order_by(memory.worth)``, in a later pipeline, puts the children first that this search
    found best: it changes how many nodes a search visits, not its value. ``deepen(remember(search))`` searches each depth
    in the order that the search before found.

    Args:
        search: a search of values that keeps what it finds: ``minimax``, ``alpha_beta`` and others, also with options, or
            one made by ``node_search``. It runs in Python.

    Raises:
        ValueError: by the stage: the tree is not shared, or a stage has added something to its positions, such as the
            number of moves that ``prefer_quick_wins`` counts.
        TypeError: by the stage: the search keeps no values of positions from the root down, or searches twice.

    >>> from fpgames import alpha_beta, build_tree, map_tree, order_by, prune, share
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import count_nodes
    >>> tree = build_tree(rules)(rules.start) | share
    >>> value, memory = tree | prune(5) | map_tree(rules.static) | remember(alpha_beta)
    >>> value, memory[rules.start, rules.player(rules.start)]
    (0, Entry(levels=5, lower=0, upper=0))
    >>> search = prune(6) | map_tree(rules.static) | count_nodes(alpha_beta)
    >>> [tree | search, tree | order_by(memory.worth) | search]
    [(0, 994), (0, 643)]

    See also: :func:`fpgames.search.deepening.deepen`; :func:`fpgames.tree.stages.order_by`.
    """
    if not tree.unfolding.walking.entries:
        raise ValueError("remember needs a shared tree, in which a search keeps what it finds; share it before")
    root = _of_positions(tree.unfolding.walking.position_key)(tree.seed)
    tables: list[tuple[KnownBy, Table, Player | None, str]] = []

    def keep(position_key: KnownBy | None, table: Table, player: Player | None, view: str = "first") -> None:
        tables.append((_of_positions(position_key), table, player, view))

    @lowers_as("none", remember, "what a search found is not copied out of compiled tables")
    def kept(seed: Seed, left: float) -> Tree[A]:
        return with_walk_settings(tree, walker=_in_python, on_table=keep)

    value = search(walk_tree(kept, tree))
    entries: dict[Key, Entry] = {}
    for key, entry in (found for table in tables for found in _entries(*table)):
        levels = entries[key].levels if key in entries else -1
        if levels == entry.levels:
            raise TypeError(f"remember needs a search that searches one tree once; {search!r} searches again")
        if levels < entry.levels:
            entries[key] = entry
    if not tables or (entries and not any((root, player) in entries for player in Player)):
        raise TypeError(f"remember needs a search that keeps what it finds, from the root down; {search!r} does not")
    return value, Memory(entries, root)


def in_order_of(memory: Memory, tree: Tree[A]) -> Tree[A]:
    """Return the tree with the children of every node in the order of what a search of it found."""
    position_key = _of_positions(tree.unfolding.walking.position_key)
    player = tree.player or next((each for each in Player if (position_key(tree.seed), each) in memory), None)
    return best_first(memory.worth, with_root_player(tree, player, "deepen"), label_of=position_key) if player else tree


def _in_python(function: Callable[..., B], tree: Tree[object], *args: object) -> B:
    """Walk as without a walker; but a search that is given compiled keeps this one."""
    return walk(function, tree.seed, tree.depth, *args)


def _entries(position_key: KnownBy, table: Table, player: Player | None, view: str) -> Iterator[tuple[Key, Entry]]:
    """Yield what a table says about positions; the keys of bounds end with the player."""
    key: Seed
    for key, found in table.items():
        seed, levels, mover = key if player is None else (*key, player)
        lower, upper = (None if bound is MISSING else bound for bound in (found if player is None else (found, found)))
        if view == "mover" and mover is Player.SECOND:
            lower, upper = (None if bound is None else -bound for bound in (upper, lower))
        yield (position_key(seed), mover), Entry(levels, lower, upper)


def _of_positions(position_key: KnownBy | None) -> KnownBy:
    if position_key is None:
        raise ValueError(
            "remember needs a tree of positions, but a stage here, or the search, adds something to them, such as the number"
            " of moves (prefer_quick_wins, with_ply, extend_while, best_move), or makes nodes of its own (rebuild)"
        )
    return position_key
