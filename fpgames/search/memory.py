"""The results of a search as an immutable mapping, which ``remember`` returns and later searches use to order moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from fpgames.declarations import Declaration
from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import MOVERS, Mover, Player
from fpgames.rules.record import Value
from fpgames.tree.decorators import search_stage
from fpgames.tree.sharing import Table
from fpgames.tree.stages import best_first
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import MISSING, Seed, Tree, Unfolding, with_run
from fpgames.tree.walking import walk_in_python, walk_tree

__all__ = ["Entry", "Memory", "remember"]

A = TypeVar("A")
B = TypeVar("B")

Key: TypeAlias = tuple[Seed, Mover]
PositionKey: TypeAlias = Callable[[Seed], Seed]


class Entry(NamedTuple):
    """The bounds that a search found for the value of a position.

    Args:
        levels: the depth to which the position was searched; infinite if the tree is not pruned.
        lower: a lower bound of the value for the first player; None if unknown.
        upper: an upper bound of the value, equal to ``lower`` if the value is known; None if unknown.

    See also: :class:`Memory`, which maps positions to entries.
    """

    levels: float
    lower: Value
    upper: Value


class Memory(Mapping[Key, Entry]):
    """The results of a search: an immutable mapping from (position, player to move) to an :class:`Entry`.

    Args:
        entries: the mapping, which is copied.
        root: the position at the root of the search.

    See also: :func:`remember`, which returns a memory.
    """

    __slots__ = ("_default_worth", "_entries", "_worth")

    def __init__(self, entries: Mapping[Key, Entry], root: Seed) -> None:
        self._entries = dict(entries)
        self._worth = {position: _worth_of_entry(entry) for (position, _), entry in entries.items()}
        self._default_worth = self._worth.get(root, (None, 0))[0], 0

    def __getitem__(self, key: Key) -> Entry:
        return self._entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Memory: {len(self)} entries>"

    @Declaration(takes_positions=True)
    def worth(self, position: Seed) -> tuple[Value, int]:
        """Return the sort key of a position for ``order_by``: ``worth :: p -> (a, Int)``.

        The key is ``(value, 0)`` for a known value, ``(bound, 1)`` for a lower bound, ``(bound, -1)`` for an upper
        bound. A position that was not searched has the key ``(x, 0)``, where x is the value or bound of the root.

        Args:
            position: any position, whichever player moves.

        >>> from fpgames import Player
        >>> memory = Memory({(1, Player.FIRST): Entry(2, 5, 5), (3, Player.SECOND): Entry(1, None, 4)}, root=1)
        >>> memory.worth(1), memory.worth(2), memory.worth(3)
        ((5, 0), (5, 0), (4, -1))

        See also: :func:`fpgames.tree.stages.order_by`.
        """
        return self._worth.get(position, self._default_worth)


def _worth_of_entry(entry: Entry) -> tuple[Value, int]:
    _, lower, upper = entry
    return (upper, -1) if lower is None else (lower, int(lower != upper))


@search_stage("tuple[B, Memory]")
def remember(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, Memory]:
    """Return the value of a shared tree, and the contents of the search's transposition table as a :class:`Memory`.

    ``remember :: (Tree a -> b) -> Tree a -> (b, Map (p, Mover) Entry)``

    The entries are true only for this tree. If a position was searched to several depths, its entry is from the deepest
    search. Leaves of a pruned tree have entries only if the search has a window. ``share(entries=n)`` may drop entries.

    The memory can order moves in another search of the tree. Put the stage ``order_by(memory.worth)`` before that
    search: the children with the best entries come first, and the search usually visits fewer nodes.
    ``deepen(remember(search))`` orders the children at each depth by the results of the previous depth.

    Args:
        search: ``minimax``, ``alpha_beta``, a search made by ``node_search``, or ``best_move`` or
            ``principal_variation`` of such a search. The search always runs in Python.

    Raises:
        ValueError: raised by the stage: the tree is not shared; the search or a stage adds data to positions, as
            ``prefer_quick_wins`` adds the number of moves; a stage such as ``rebuild`` makes new nodes.
        TypeError: raised by the stage: the search stores no result of the root, or two
            different searches store results of one node.

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
    if not tree.run.entries:
        raise ValueError("remember needs a shared tree, whose search has a transposition table: add the stage share")
    root = _require_position_key(tree.unfolding.position_key)(tree.seed)
    tables: dict[tuple[int, ...], tuple[tuple[object, ...], tuple[PositionKey, Table, Mover | None, str]]] = {}

    def stored_table(empty: Table, tree: Unfolding, mover: Mover | None, view: str = "first", *search: object) -> Table:
        owner = tree.label_of, tree.children_of, tree.game, tree.bounds_of, mover, view, *search
        ids, new = tuple(map(id, owner)), (_require_position_key(tree.position_key), empty, mover, view)
        _, (_, table, *_) = tables.setdefault(ids, (owner, new))  # no other object has the id of one that is held
        return table

    @lowers_as("none", remember, "what a search found is not copied out of compiled tables")
    def recording_tree(_seed: Seed, _left: float) -> Tree[A]:
        return with_run(tree, driver=walk_in_python, stored_table=stored_table)

    value = search(walk_tree(recording_tree, tree))
    entries: dict[Key, Entry] = {}
    for key, entry in (item for _, table in tables.values() for item in _entries_for_first_player(*table)):
        levels = entries[key].levels if key in entries else -1
        if levels == entry.levels:
            raise TypeError(
                f"remember needs the results of one search, but {search!r} ran two of one node: make the search once, and use it for all"
            )
        if levels < entry.levels:
            entries[key] = entry
    if not tables or (entries and not any((root, mover) in entries for mover in MOVERS)):
        raise TypeError(f"remember needs a search with a table of positions, from the root down; {search!r} does not")
    return value, Memory(entries, root)


def ordered_by_memory(memory: Memory, tree: Tree[A]) -> Tree[A]:
    """Return the tree with the children of every node ordered by the results of an earlier search, best first."""
    position_key = _require_position_key(tree.unfolding.position_key)
    searched = next((player for player in Player if (position_key(tree.seed), player) in memory), None)
    if not (tree.mover or searched):
        return tree
    tree = with_root_player(tree, None if tree.mover else searched, "deepen", chance=True)
    seeds = reversed([*enumerate(tree.unfolding.children_of(tree.seed))])
    places = {position_key(seed): place for place, seed in seeds}  # the first place of a position that occurs twice
    ordered = best_first(memory.worth, tree, label_of=position_key)
    return with_run(ordered, first_order=lambda pair: places.get(position_key(pair[0]), 0))


def _entries_for_first_player(
    position_key: PositionKey, table: Table, table_mover: Mover | None, view: str
) -> Iterator[tuple[Key, Entry]]:
    """Yield a table's entries, as values for the first player. ``table_mover`` is None if each key contains the mover."""
    key: Seed
    for key, value in table.items():
        seed, levels, mover = key if table_mover is None else (*key, table_mover)
        if not levels and table_mover:  # leaves have entries only if the search has a window
            continue
        bounds = value if table_mover is None else (value, value)
        lower, upper = (None if bound is MISSING else bound for bound in bounds)
        if view == "mover" and mover is Player.SECOND:
            lower, upper = (None if bound is None else -bound for bound in (upper, lower))
        yield (position_key(seed), mover), Entry(levels, lower, upper)


def _require_position_key(position_key: PositionKey | None) -> PositionKey:
    """Return ``position_key``, a function from a node's seed to a position. Raise ValueError if there is none."""
    if position_key is None:
        raise ValueError(
            "remember needs a tree of positions, but a stage here, or the search, adds something to them, such as the number"
            " of moves (prefer_quick_wins, with_ply, extend_while), or makes nodes of its own (rebuild)"
        )
    return position_key
