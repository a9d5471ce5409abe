"""Proof-number search: whether a player can reach a goal, found by expanding the leaf that brings a proof nearest.

The proof number of a node is the smallest number of undecided leaves that have to be proved, so that the node is
proved. Its disproof number is the smallest number that have to be disproved, so that the node is disproved. Where the
prover moves, one proved child is enough; where the opponent moves, all children have to be proved.

Source: Allis, *Searching for Solutions in Games and Artificial Intelligence* (thesis, Maastricht 1994), chapter 2.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from math import inf
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast, overload

from returns.maybe import Nothing
from toolz import identity, last

from fpgames.rules.outcomes import Outcome, Player, to_player
from fpgames.rules.record import M, P, Rules, final_outcome, outcome_in, require_rules
from fpgames.search.recording import TRACES
from fpgames.stage import BareStage, Stage, Stream, streamed
from fpgames.tree.decorators import checks_tree
from fpgames.tree.label_kinds import labels_for
from fpgames.tree.turns import require_player, with_root_player
from fpgames.tree.unfolding import Seed, Tree, Unfolding, WalkSettings, game_at, tree_from
from fpgames.validation import call_guarded, require_at_least

__all__ = ["Numbered", "Proof", "Proofs", "Prove", "ends_in", "proofs", "prove"]

A = TypeVar("A")


class Numbered(NamedTuple, Generic[A]):
    """The label of a node, with its proof number and its disproof number.

    Args:
        label: the node's label in the tree that is searched.
        proof: the number of leaves that have to be proved; 0 if the node is proved, infinite if it cannot be.
        disproof: the number of leaves that have to be disproved; 0 if the node is disproved, infinite if it cannot be.

    See also: :class:`Proof`, whose tree has these labels.
    """

    label: A
    proof: float
    disproof: float

    @property
    def value(self) -> bool | None:
        """Whether the node is proved or disproved; None if it is neither."""
        return _value(self.proof, self.disproof)


class Proof(NamedTuple, Generic[A]):
    """A proof-number search after some expansions.

    Args:
        value: True if the goal is proved, False if it is disproved, otherwise None.
        complete: whether the search is over; then a value of None means that undecided leaves prevent a decision.
        expansions: the number of nodes whose children have been created.
        nodes: the number of nodes that have been created, with the root.
        tree: the tree as far as it is expanded.

    See also: :func:`prove`, :func:`proofs`.
    """

    value: bool | None
    complete: bool
    expansions: int
    nodes: int
    tree: Tree[Numbered[A]]


class Prove(Protocol):
    """A search for a proof, which can be given options.

    See also: :func:`prove`.
    """

    @overload
    def __call__(self, tree: Tree[bool | None], /) -> Proof[bool | None]: ...
    @overload
    def __call__(
        self,
        *,
        goal: Callable[[A], bool | None],
        prover: Player = Player.FIRST,
        player: Player | None = None,
        max_expansions: int | None = None,
    ) -> Stage[Tree[A], Proof[A]]: ...
    @overload
    def __call__(
        self, *, prover: Player = Player.FIRST, player: Player | None = None, max_expansions: int | None = None
    ) -> Stage[Tree[bool | None], Proof[bool | None]]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree; given options instead, return the search with those options."""
        ...


class Proofs(Protocol):
    """A lazy search for a proof, which can be given options.

    See also: :func:`proofs`.
    """

    @overload
    def __call__(self, tree: Tree[bool | None], /) -> Stream[Proof[bool | None]]: ...
    @overload
    def __call__(
        self, *, goal: Callable[[A], bool | None], prover: Player = Player.FIRST, player: Player | None = None
    ) -> Stage[Tree[A], Stream[Proof[A]]]: ...
    @overload
    def __call__(
        self, *, prover: Player = Player.FIRST, player: Player | None = None
    ) -> Stage[Tree[bool | None], Stream[Proof[bool | None]]]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree lazily; given options instead, return the search with those options."""
        ...


def ends_in(rules: Rules[P, M], *outcomes: Outcome) -> Stage[P, bool | None]:
    r"""Return the goal that a game ends with one of some outcomes: ``fmap (`elem` outcomes) . outcome rules``.

    The goal is None, not decided, while the game runs.

    Args:
        rules: the rules of the game.
        outcomes: the outcomes that reach the goal, at least one.

    Raises:
        ValueError: there is no outcome, or something that is not an outcome.

    >>> from fpgames import Outcome
    >>> from fpgames.games.tictactoe import rules
    >>> draws = ends_in(rules, Outcome.DRAW)
    >>> draws(rules.start), draws(rules.read("XXX\nOO.\n..."))
    (None, False)

    See also: :func:`prove`, whose option ``goal`` it can be; :func:`fpgames.rules.record.value_of_outcome`.
    """
    require_rules(rules, "ends_in")
    if not outcomes:
        raise ValueError("ends_in needs the outcomes that reach the goal: ends_in(rules, Outcome.FIRST_WON)")
    return Stage(_ends_in, (rules, *map(Outcome, outcomes)))


def _ends_in(p: P, rules: Rules[P, M], *outcomes: Outcome) -> bool | None:
    result = rules.outcome(p)
    return None if result is Nothing else outcome_in(rules, p, result) in outcomes


def _check(
    goal: object = identity, prover: object = Player.FIRST, player: int | None = None, max_expansions: int | None = None
) -> None:
    """Raise an error if an option of a search for a proof is wrong."""
    if not callable(goal):
        raise TypeError(f"goal is {goal!r}; expected a function from a label to True, False or None")
    require_player(player)
    if prover not in (1, -1):
        raise ValueError(f"prover is {prover!r}; expected Player.FIRST or Player.SECOND")
    if max_expansions is not None:
        require_at_least(1, max_expansions, "prove with {} expansions")


def _prove(function: Callable[..., object]) -> Prove:
    return cast("Prove", BareStage(checks_tree(function), _check))  # generic at each call


def _proofs(function: Callable[..., object]) -> Proofs:
    return cast("Proofs", BareStage(checks_tree(function), _check))  # generic at each call


@_prove
def prove(
    tree: Tree[A],
    *,
    goal: Callable[[A], bool | None] = identity,
    prover: Player = Player.FIRST,
    player: Player | None = None,
    max_expansions: int | None = None,
) -> Proof[A]:
    """Prove or disprove that a player can reach a goal, by proof-number search: ``prove = last . proofs``.

    ``value (prove t) = minimax (pruneWhen (/= None) t)``, in the order ``False < None < True``, for the first player

    The labels say whether the goal is reached: True, False, or None if that is not decided. Below a label that decides,
    nothing is searched. A leaf with the label None stays undecided, for example where ``prune`` ends the tree. A shared
    tree is walked as if it were not shared.

    Args:
        tree: a tree that knows whose turn it is, even an infinite one if ``max_expansions`` is given.
        goal: returns True, False or None for a label; by default, the label itself.
        prover: the player who wants to reach the goal.
        player: the player to move at the root, if the tree does not know it.
        max_expansions: the number of expansions after which the search gives up, at least 1; by default, it does not give up.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; a label or a goal is not True,
            False or None; ``max_expansions`` is less than 1, or is not an int.

    >>> from fpgames import Outcome, build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> tree = build_tree(rules)(rules.start)
    >>> tree | prove(goal=ends_in(rules, Outcome.FIRST_WON, Outcome.DRAW))
    Proof(value=True, complete=True, expansions=474, nodes=2510, tree=<Tree>)
    >>> tree | prove(goal=ends_in(rules, Outcome.FIRST_WON), max_expansions=100)
    Proof(value=None, complete=False, expansions=100, nodes=670, tree=<Tree>)

    See also: :func:`proofs`, every step of the search; :func:`fpgames.search.values.minimax`.

    Source: Allis 1994, chapter 2.
    """
    steps = _begun(tree, goal, prover, player, "prove")
    found: Proof[A] = last(steps if max_expansions is None else islice(steps, max_expansions + 1))
    return found


@_proofs
@streamed
def proofs(
    tree: Tree[A],
    *,
    goal: Callable[[A], bool | None] = identity,
    prover: Player = Player.FIRST,
    player: Player | None = None,
) -> Iterator[Proof[A]]:
    """Return every step of a proof-number search, lazily: ``proofs = iterate expand``, up to the first complete one.

    The first step has created the root only. Each later one has expanded one leaf more: the leftmost of those that a
    shortest proof and a shortest disproof both need. Steps share all nodes in which they do not differ.

    Args:
        tree: a tree that knows whose turn it is, even an infinite one.
        goal: returns True, False or None for a label; by default, the label itself.
        prover: the player who wants to reach the goal.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; a label or a goal is not True,
            False or None.

    >>> from fpgames import Player, node
    >>> tree = node(None, [node(None, [node(True), node(False)]), node(None, [node(True)])], player=Player.FIRST)
    >>> [(step.nodes, step.tree.label.proof, step.tree.label.disproof) for step in proofs(tree)]
    [(1, 1, 1), (3, 1, 2), (5, 1, 1), (6, 0, inf)]

    See also: :func:`prove`, the last step; :func:`fpgames.search.deepening.deepen`, another lazy search.

    Source: Allis 1994, chapter 2.
    """
    return _begun(tree, goal, prover, player, "proofs")


class _Node(NamedTuple):
    """A node that has been created; until it is expanded, it has no children."""

    tree: Tree[Any]
    chooses: bool  # whether the prover moves
    proof: float
    disproof: float
    children: tuple[_Node, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether an expansion below the node can still change something."""
        return 0 < min(self.proof, self.disproof) < inf


class _Place(NamedTuple):
    """A node of a tree, its parent's place, and its number among the children there: a zipper.

    Ancestors may hold an older version of the node, but always one with the same numbers.
    """

    node: _Node
    parent: _Place | None = None
    number: int = 0


def _begun(
    tree: Tree[A], goal: Callable[[A], bool | None], prover: Player, player: Player | None, what: str
) -> Iterator[Proof[A]]:
    labels_for(goal, tree)
    create = partial(_created, goal, to_player(prover), what)
    return _steps(create, _Place(create(with_root_player(tree, player, what))))


def _steps(create: Callable[[Tree[A]], _Node], place: _Place) -> Iterator[Proof[A]]:
    """Yield the search so far, and expand one leaf, again and again: the next leaf is looked for from a place."""
    expansions, nodes = 0, 1
    while True:
        here = place.node  # the root, or an open node below an open root
        yield Proof(_value(here.proof, here.disproof), not here.is_open, expansions, nodes, _tree(place))
        if not here.is_open:
            return
        leaf = _most_proving(place)
        children = tuple(map(create, leaf.node.tree.children))
        place = _updated(leaf, _with(leaf.node, children))
        expansions, nodes = expansions + 1, nodes + len(children)


def _created(goal: Callable[[A], bool | None], prover: Player, what: str, tree: Tree[A]) -> _Node:
    found = call_guarded(goal, tree.label)
    if found is None:
        return _Node(tree, tree.player is prover, 1, 1)
    if not isinstance(found, bool):
        raise ValueError(
            f"{what} needs labels that are True, False or None (not decided), but got {reprlib.repr(found)}: the option"
            f" goal makes them, such as {what}(goal=ends_in(rules, Outcome.FIRST_WON))"
        )
    return _Node(tree, tree.player is prover, *((0, inf) if found else (inf, 0)))


def _with(node: _Node, children: tuple[_Node, ...]) -> _Node:
    """Return a node with its children; without any, it can be neither proved nor disproved."""
    proofs, disproofs = [child.proof for child in children], [child.disproof for child in children]
    if not children:
        rules, p = node.tree.unfolding.game.rules, node.tree.unfolding.game.position_of(node.tree.seed)
        if rules is not None and not rules.moves(p):
            final_outcome(rules, p)
        proof, disproof = inf, inf
    elif node.chooses:
        proof, disproof = min(proofs), sum(disproofs)
    else:
        proof, disproof = sum(proofs), min(disproofs)
    return _Node(node.tree, node.chooses, proof, disproof, children)


def _most_proving(place: _Place) -> _Place:
    """Return the place of the leaf to expand: the leftmost of those that bring both a proof and a disproof nearest."""
    while children := place.node.children:
        chooses = place.node.chooses
        efforts = ((child.proof if chooses else child.disproof, n) for n, child in enumerate(children) if child.is_open)
        _, number = min(efforts)
        place = _Place(children[number], place, number)
    return place


def _updated(place: _Place, node: _Node) -> _Place:
    """Put a node in place of another, and return the place of the nearest ancestor whose numbers stay the same.

    Only its descendants have changed, so the next leaf to expand is below it.
    """
    while place.parent is not None and node[2:4] != place.node[2:4]:
        node = _with(place.parent.node, _replaced(place.parent.node.children, place.number, node))
        place = place.parent
    return place._replace(node=node)


def _replaced(children: tuple[_Node, ...], number: int, node: _Node) -> tuple[_Node, ...]:
    return (*children[:number], node, *children[number + 1 :])


def _root(place: _Place) -> _Node:
    """Return the root of the tree in which a node has its place."""
    while (above := place.parent) is not None:
        children = _replaced(above.node.children, place.number, place.node)
        place = above._replace(node=above.node._replace(children=children))
    return place.node


def _tree(place: _Place) -> Tree[Numbered[Any]]:
    """Return the tree as far as it is expanded; the seed of its root is a place, the others' are nodes."""

    def at(seed: _Node | _Place) -> _Node:
        return _root(seed) if isinstance(seed, _Place) else seed

    def label(seed: Seed) -> Numbered[object]:
        here = at(seed)
        return Numbered(here.tree.label, here.proof, here.disproof)

    game = game_at(place.node.tree.unfolding.game.rules, lambda seed: at(seed).tree)
    walking = WalkSettings(unsharable="its nodes are those of a search for a proof, of which no two are equal")
    return tree_from(Unfolding(label, lambda seed: at(seed).children, TRACES, game, walking), place)


def _value(proof: float, disproof: float) -> bool | None:
    return None if proof and disproof else not proof
