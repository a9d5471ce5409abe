"""Proof-number search: decide whether a player can reach a goal, by repeatedly expanding the most-proving leaf.

The proof number of a node is the least number of undecided leaves that must be proved to prove the node; the disproof
number is the least number of leaves that must be disproved to disprove the node. At the prover's nodes (OR nodes), one
proved child is enough; at the opponent's nodes (AND nodes), all children must be proved.

Source: Allis, *Searching for Solutions in Games and Artificial Intelligence* (thesis, Maastricht 1994), chapter 2.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, pairwise
from math import inf
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, overload

from returns.maybe import Nothing
from toolz import identity, last

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Outcome, Player, to_player
from fpgames.rules.record import M, P, Rules, final_outcome, outcome_in, require_rules
from fpgames.search.moves import Move, move_to
from fpgames.search.stopping import Stop, require_stop, taken_until
from fpgames.search.tree_checks import require_no_bounds, require_unshared
from fpgames.stage import Check, Stage, Stream, streamed
from fpgames.tree.decorators import TypedAs
from fpgames.tree.label_kinds import require_suitable_label_of
from fpgames.tree.turns import require_player, with_root_player
from fpgames.tree.unfolding import LabelKind, Seed, Tree, tree_from, with_new_nodes
from fpgames.tree.walking import recursive, walk, walk_tree
from fpgames.validation import at_least, call_guarded

__all__ = ["Numbered", "Proof", "Proofs", "Prove", "ends_in", "proofs", "prove"]

A = TypeVar("A")
_Goal: TypeAlias = Callable[[A], bool | None]


class Numbered(NamedTuple, Generic[A]):
    """The label of a node in a proof-number search: the original label, the proof number and the disproof number.

    Args:
        label: the node's label in the tree that is searched.
        proof: the proof number; 0 if the node is proved, infinite if it cannot be proved.
        disproof: the disproof number; 0 if the node is disproved, infinite if it cannot be disproved.

    See also: :class:`Proof`, whose tree has these labels.
    """

    label: A
    proof: float
    disproof: float

    @property
    def value(self) -> bool | None:
        """True if the node is proved, False if it is disproved, None if it is undecided."""
        return _proof_value(self.proof, self.disproof)


class Proof(NamedTuple, Generic[A]):
    """The state of a proof-number search after a number of expansions.

    Args:
        value: True if the goal is proved, False if it is disproved, otherwise None.
        complete: whether the search is over. If the search is over and ``value`` is None, the goal cannot be decided.
        expansions: the number of nodes that have been expanded.
        nodes: the number of nodes that have been created, including the root.
        tree: the tree of the nodes that have been created.

    See also: :func:`prove`, :func:`proofs`.
    """

    value: bool | None
    complete: bool
    expansions: int
    nodes: int
    tree: Tree[Numbered[A]]

    @property
    def line(self) -> tuple[Move, ...]:
        """The line of play from the root to a node that decides the value: ``line[0]`` is the move that proves the root.

        The prover goes to the first child that is proved, the opponent of a proof to the child with the longest line,
        of equally long lines the first. In a disproof, the two players change places. If the root itself is decided, the
        line is empty.

        Raises:
            ValueError: the value is None; the tree was not built from rules.
        """
        if self.value is None:
            advice = "expected True or False: give prove a greater number of max_expansions, or none"
            raise ValueError(f"this proof has no line: its value is None after {self.expansions} expansions; {advice}")
        nodes = walk(_deciding_nodes, _root_of(self.tree.seed), self.value)
        return tuple(move_to(child.tree, parent.tree, "the line of a proof") for parent, child in pairwise(nodes))


class Prove(Protocol):
    """The type of :func:`prove`: a proof-number search with options.

    See also: :func:`prove`.
    """

    @overload
    def __call__(self, tree: Tree[bool | None], /) -> Proof[bool | None]: ...
    @overload
    def __call__(
        self,
        *,
        goal: _Goal[A],
        prover: Player = Player.FIRST,
        player: Player | None = None,
        max_expansions: int | None = None,
    ) -> Stage[Tree[A], Proof[A]]: ...
    @overload
    def __call__(
        self, *, prover: Player = Player.FIRST, player: Player | None = None, max_expansions: int | None = None
    ) -> Stage[Tree[bool | None], Proof[bool | None]]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Return the last step of a tree's search. Called with options only, return the search with these options."""
        ...


class Proofs(Protocol):
    """The type of :func:`proofs`: a lazy proof-number search with options.

    See also: :func:`proofs`.
    """

    @overload
    def __call__(self, tree: Tree[bool | None], /) -> Stream[Proof[bool | None]]: ...
    @overload
    def __call__(
        self, *, goal: _Goal[A], prover: Player = Player.FIRST, player: Player | None = None, stop: Stop | None = None
    ) -> Stage[Tree[A], Stream[Proof[A]]]: ...
    @overload
    def __call__(
        self, *, prover: Player = Player.FIRST, player: Player | None = None, stop: Stop | None = None
    ) -> Stage[Tree[bool | None], Stream[Proof[bool | None]]]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Return the lazy steps of a search of a tree. Called with options only, return the search with these options."""
        ...


def ends_in(rules: Rules[P, M], *outcomes: Outcome) -> Stage[P, bool | None]:
    r"""Return the goal that the game ends with one of these outcomes: ``fmap (`elem` outcomes) . outcome rules``.

    The goal is a function of a position. It returns True or False once the game is over, and None before.

    Args:
        rules: the rules of the game.
        outcomes: the outcomes that reach the goal; at least one.

    Raises:
        ValueError: no outcome is given, or an argument is not an outcome.

    >>> from fpgames import Outcome
    >>> from fpgames.games.tictactoe import rules
    >>> draws = ends_in(rules, Outcome.DRAW)
    >>> draws(rules.start), draws(rules.read("XXX\nOO.\n..."))
    (None, False)

    See also: :func:`prove`, whose option ``goal`` takes this function; :func:`fpgames.rules.record.value_of_outcome`.
    """
    require_rules(rules, "ends_in")
    if not outcomes:
        raise ValueError("ends_in needs the outcomes that reach the goal: ends_in(rules, Outcome.FIRST_WON)")
    return Stage(_ends_in, (rules, *map(Outcome, outcomes)))


def _ends_in(p: P, rules: Rules[P, M], *outcomes: Outcome) -> bool | None:
    result = rules.outcome(p)
    return None if result is Nothing else outcome_in(rules, p, result) in outcomes


def _require_goal(goal: object, _: str) -> object:
    if not callable(goal):
        raise TypeError(f"goal is {goal!r}; expected a function from a label to True, False or None")
    return goal


def _require_prover(prover: int, _: str) -> Player:
    if prover not in (1, -1):
        raise ValueError(f"prover is {prover!r}; expected Player.FIRST or Player.SECOND")
    return to_player(prover)


_CHECKS: dict[str, Check] = {"goal": _require_goal, "prover": _require_prover, "player": require_player}


@TypedAs[Prove].bare("Proof[A]", **_CHECKS, max_expansions=at_least(1, "prove with {} expansions", optional=True))
def prove(
    tree: Tree[A],
    *,
    goal: Callable[[A], bool | None] = identity,
    prover: Player = Player.FIRST,
    player: Player | None = None,
    max_expansions: int | None = None,
) -> Proof[A]:
    """Prove or disprove that a player can reach a goal, by proof-number search: ``prove = last . proofs``.

    ``value (prove t) = minimax (pruneWhen (/= None) t)``, if the first player is the prover and ``False < None < True``

    For each label, ``goal`` says whether the goal is reached (True), missed (False) or undecided (None). A node with
    True or False is not searched further. A leaf with None stays undecided, for example where ``prune`` ends the tree.

    Args:
        tree: the tree; it may be infinite if ``max_expansions`` is given.
        goal: returns True, False or None for a label; by default, the label itself.
        prover: the player who wants to reach the goal.
        player: the player to move at the root, if the tree does not know it.
        max_expansions: the number of expansions after which the search gives up, at least 1; by default, no limit.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; the tree is shared; a goal is not True, False or None;
            ``max_expansions`` is less than 1, or is not an int.

    >>> from fpgames import Outcome, build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> tree = build_tree(rules)(rules.start)
    >>> tree | prove(goal=ends_in(rules, Outcome.FIRST_WON, Outcome.DRAW))
    Proof(value=True, complete=True, expansions=474, nodes=2510, tree=<Tree>)
    >>> tree | prove(goal=ends_in(rules, Outcome.FIRST_WON), max_expansions=100)
    Proof(value=None, complete=False, expansions=100, nodes=670, tree=<Tree>)

    See also: :func:`proofs`, which returns every step of the search; :func:`fpgames.search.values.minimax`.
    """
    steps = _start_proof(tree, goal, prover, player, "prove")
    final_step: Proof[A] = last(steps if max_expansions is None else islice(steps, max_expansions + 1))
    return final_step


@TypedAs[Proofs].bare("Iterator[Proof[A]]", **_CHECKS, stop=require_stop)
@streamed
def proofs(
    tree: Tree[A],
    *,
    goal: Callable[[A], bool | None] = identity,
    prover: Player = Player.FIRST,
    player: Player | None = None,
    stop: Stop | None = None,
) -> Iterator[Proof[A]]:
    """Return the steps of a proof-number search lazily, up to the first complete step: ``proofs = iterate expand``.

    The first step has only the root. Each further step expands one more leaf: the leftmost most-proving leaf. This
    leaf belongs to a shortest proof and to a shortest disproof. Successive steps share all unchanged nodes.

    Args:
        tree: the tree, which may be infinite.
        goal: returns True, False or None for a label; by default, the label itself.
        prover: the player who wants to reach the goal.
        player: the player to move at the root, if the tree does not know it.
        stop: a function that is called after each step; once it returns True, the iterator ends.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; ``goal`` returns a value of another kind.

    >>> from fpgames import Player, node
    >>> tree = node(None, [node(None, [node(True), node(False)]), node(None, [node(True)])], player=Player.FIRST)
    >>> [(step.nodes, step.tree.label.proof, step.tree.label.disproof) for step in proofs(tree)]
    [(1, 1, 1), (3, 1, 2), (5, 1, 1), (6, 0, inf)]

    See also: :func:`prove`, which returns the last step; :func:`fpgames.search.deepening.deepen`, another lazy search.
    """
    return taken_until(stop, _start_proof(tree, goal, prover, player, "proofs"))


class _Node(NamedTuple):
    """A node that the search has created; it has no children until it is expanded."""

    tree: Tree[Any]
    prover_moves: bool
    proof: float
    disproof: float
    children: tuple[_Node, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether expanding the node, or a leaf below it, can still change the node's proof and disproof numbers."""
        return 0 < min(self.proof, self.disproof) < inf


class _Zipper(NamedTuple):
    """A node with the path to the root: the parent's zipper, and the node's index among the parent's children.

    The parent may hold an older version of the node, with the same proof and disproof numbers.
    """

    node: _Node
    parent: _Zipper | None = None
    child_index: int = 0


def _start_proof(
    tree: Tree[A], goal: Callable[[A], bool | None], prover: Player, player: Player | None, caller: str
) -> Iterator[Proof[A]]:
    """Check the tree, and return a lazy iterator over the search's steps. ``caller`` is ``prove`` or ``proofs``."""
    require_suitable_label_of(goal, tree)
    require_unshared(tree, caller)
    require_no_bounds(tree, caller)
    create = partial(_create_node, goal, prover, caller)
    tree = with_root_player(tree, player, caller)

    @lowers_as("none", prove, "its tree of nodes is not compiled; minimax finds the same value")
    def root_node(_seed: Seed, _left: float) -> _Node:
        return create(tree)

    return _proof_steps(create, _Zipper(walk_tree(root_node, tree)))


def _proof_steps(create: Callable[[Tree[A]], _Node], zipper: _Zipper) -> Iterator[Proof[A]]:
    """Yield the first state of the search, and the state after each expansion of a leaf. ``create`` makes new nodes."""
    expansions, nodes, unfolding = 0, 1, _whole_tree(zipper).unfolding
    while True:
        node = zipper.node  # where the next selection starts: the root, or where the last update stopped
        tree = tree_from(unfolding, zipper)
        yield Proof(_proof_value(node.proof, node.disproof), not node.is_open, expansions, nodes, tree)
        if not node.is_open:
            return
        leaf = _most_proving_leaf(zipper)
        children = tuple(map(create, leaf.node.tree.children))
        zipper = _update_ancestors(leaf, _with_children(leaf.node, children))
        expansions, nodes = expansions + 1, nodes + len(children)


def _create_node(goal: Callable[[A], bool | None], prover: Player, caller: str, tree: Tree[A]) -> _Node:
    """Return a new node without children. Raise ValueError unless ``goal`` returns True, False or None."""
    reached = call_guarded(goal, tree.label)
    if reached is None:
        return _Node(tree, tree.player is prover, 1, 1)
    if not isinstance(reached, bool):
        raise ValueError(
            f"{caller} needs labels that are True, False or None (not decided), but got {reprlib.repr(reached)}: the"
            f" option goal makes them, such as {caller}(goal=ends_in(rules, Outcome.FIRST_WON))"
        )
    return _Node(tree, tree.player is prover, *((0, inf) if reached else (inf, 0)))


def _with_children(node: _Node, children: tuple[_Node, ...]) -> _Node:
    """Return the node with these children, and update its proof numbers. A node without children stays undecided."""
    proofs, disproofs = [child.proof for child in children], [child.disproof for child in children]
    if not children:
        rules, p = node.tree.unfolding.game.rules, node.tree.unfolding.game.position_of(node.tree.seed)
        if rules is not None and not rules.moves(p):
            final_outcome(rules, p)
        proof, disproof = inf, inf
    elif node.prover_moves:
        proof, disproof = min(proofs), sum(disproofs)
    else:
        proof, disproof = sum(proofs), min(disproofs)
    return _Node(node.tree, node.prover_moves, proof, disproof, children)


def _most_proving_leaf(zipper: _Zipper) -> _Zipper:
    """Return the leaf to expand next: the leftmost most-proving leaf at or below the node of ``zipper``."""
    while children := zipper.node.children:
        number = attrgetter("proof" if zipper.node.prover_moves else "disproof")
        _, index = min((number(child), i) for i, child in enumerate(children) if child.is_open)
        zipper = _Zipper(children[index], zipper, index)
    return zipper


def _update_ancestors(zipper: _Zipper, node: _Node) -> _Zipper:
    """Put ``node`` in the place of the zipper's node, and update the proof numbers of the ancestors, from below.

    Stop at a node whose numbers do not change, or at the root. Return this node: the next leaf to expand is below it.
    """
    while zipper.parent is not None and (node.proof, node.disproof) != (zipper.node.proof, zipper.node.disproof):
        node = _with_children(zipper.parent.node, _replace_child(zipper.parent.node.children, zipper.child_index, node))
        zipper = zipper.parent
    return zipper._replace(node=node)


def _replace_child(children: tuple[_Node, ...], index: int, node: _Node) -> tuple[_Node, ...]:
    return (*children[:index], node, *children[index + 1 :])


@recursive
def _deciding_nodes(node: _Node, value: bool) -> list[_Node]:
    """Return the nodes of the line of play that decides a node with this value, from the node itself downwards."""
    decided = [child for child in node.children if _proof_value(child.proof, child.disproof) is value]
    lines = [_deciding_nodes(child, value) for child in (decided[:1] if node.prover_moves is value else decided)]
    return [node, *max(lines, key=len, default=[])]


def _root_of(zipper: _Zipper) -> _Node:
    """Return the root, rebuilt with the current versions of all nodes on the zipper's path."""
    while (above := zipper.parent) is not None:
        children = _replace_child(above.node.children, zipper.child_index, zipper.node)
        zipper = above._replace(node=above.node._replace(children=children))
    return zipper.node


def _whole_tree(zipper: _Zipper) -> Tree[Numbered[Any]]:
    """Return the tree of all created nodes. The root's seed is a zipper; the other seeds are ``_Node`` objects."""

    def node_at(seed: _Node | _Zipper) -> _Node:
        return _root_of(seed) if isinstance(seed, _Zipper) else seed

    def label(seed: Seed) -> Numbered[object]:
        node = node_at(seed)
        return Numbered(node.tree.label, node.proof, node.disproof)

    return with_new_nodes(
        zipper.node.tree,
        zipper,
        lambda seed: node_at(seed).tree,
        label_of=label,
        children_of=lambda seed: node_at(seed).children,
        labels=LabelKind.TRACES,
        not_shareable="its nodes are those of a search for a proof, of which no two are equal",
    )


def _proof_value(proof: float, disproof: float) -> bool | None:
    """Return True for a proved node, False for a disproved one, None for an undecided one."""
    return None if proof and disproof else not proof
