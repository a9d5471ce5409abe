"""Build the lazy game tree of a position. A label is a position, or a ``Node``, which also contains the moves.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast, overload

from toolz import identity

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import GameOver, Player, to_player
from fpgames.rules.record import M, P, Rules, mover, moves_of, require_rules, whose_turn
from fpgames.stage import Stage, stage
from fpgames.tree.unfolding import POSITIONS, GameView, LabelKind, Seed, Tree, Unfolding, tree_from
from fpgames.validation import call_guarded, stop_iteration_error

__all__ = ["Node", "build_tree", "game_tree"]

F = TypeVar("F", bound=Callable[..., object])


class Node(NamedTuple, Generic[P, M]):
    """A label of ``game_tree``: a position and the line of moves from the root to it.

    Args:
        position: the position at the end of the line.
        line: the moves from the root to the position.

    See also: :func:`game_tree`, whose labels these are.
    """

    position: P
    line: tuple[M, ...]

    @property
    def move(self) -> M:
        """The last move of the line.

        Raises:
            IndexError: if the node is the root, whose line is empty.
        """
        return self.line[-1]


def _takes_position_later(maker: F) -> F:
    """Make a maker of stages say how to pass the position, where it is called with the position too."""

    @wraps(maker)
    def call(*args: object, **options: object) -> object:
        if len(args) > 1:
            name = maker.__name__
            raise TypeError(f"{name} takes the position in a second call: write {name}(rules)(p), or p | {name}(rules)")
        return maker(*args, **options)

    return cast("F", call)  # it has the signature of maker


@overload
def build_tree(rules: Rules[P, M], /) -> Stage[P, Tree[P]]: ...
@overload
def build_tree(successors: Callable[[P], Iterable[P]], /, *, player: Player | None = None) -> Stage[P, Tree[P]]: ...
@_takes_position_later
def build_tree(of: object, /, *, player: Player | None = None) -> object:
    """Return the lazy tree that grows from a position: ``buildTree f a = Node a (map (buildTree f) (f a))``.

    A tree built from rules knows the position and the player to move at every node. In a tree built from a function,
    players alternate, beginning with ``player``, even if the function is the ``rules.successors`` of a game in which a
    player may move twice. Without ``player``, the tree does not know whose turn it is.

    Args:
        of: the rules of a game, or a function from a position to the positions after its moves, as any iterable.
        player: the player to move at the root, if the tree is built from a function.

    Raises:
        TypeError: if ``of`` is neither rules nor a function, or ``player`` is given together with rules. Also raised
            when a stage made from rules is called with a tree instead of a position.

    >>> from fpgames import leaves
    >>> halves = build_tree(lambda n: [n // 2] if n else [])
    >>> list(leaves(halves(10)))
    [0]
    >>> from fpgames.games.tictactoe.record import rules
    >>> build_tree(rules)(rules.start).player
    Player.FIRST

    See also: :func:`game_tree`, whose labels contain the moves; :func:`fpgames.tree.unfolding.unfold`, which takes a
    function ``player_of`` for games in which a player may move twice.

    Source: article 2, ``buildGTree``; Hughes, ``gametree``.
    """
    if isinstance(of, Rules):
        if player is not None:
            raise TypeError(f"build_tree takes no player with rules, which know whose turn it is; got {player!r}")
    elif not callable(of):
        raise TypeError(f"build_tree takes rules, or a function from a position to the positions after it; got {of!r}")
    return _build_tree(of, player=None if player is None else to_player(player))


@stage()
def _build_tree(position: P, of: Any, *, player: Player | None = None) -> Tree[P]:
    if isinstance(of, Rules):
        passed_of = None if of.pass_turn is None else partial(_checked_pass_turn, of, of.pass_turn)
        game = GameView(of, passed_of=passed_of, moves_of=partial(moves_of, of))
        functions = Unfolding(identity, of.successors, POSITIONS, game, position_key=identity)
        return _tree_of_rules(of, functions, position)
    return tree_from(Unfolding(identity, of, POSITIONS, position_key=identity), position, turn=player)


def _tree_of_rules(rules: Rules[P, M], functions: Unfolding, root: Seed) -> Tree[Any]:
    """Return a tree that calls ``rules.player`` at every node, or only at the root if ``rules.alternates`` is True.

    Raise ValueError if ``rules.alternates`` is True and chance moves at the root.
    """
    position_of = functions.game.position_of
    if isinstance(position_of(root), Tree):
        raise TypeError(
            f"a tree of {rules!r} begins with a position, but got a tree: build the tree once, before all stages"
        )
    if rules.alternates:
        where = f"the rules of {rules.name} say alternates=True, but chance moves here"
        return tree_from(functions, root, turn=to_player(call_guarded(mover, rules, position_of(root)), where))
    player_of = partial(mover, rules) if position_of is identity else lambda seed: mover(rules, position_of(seed))
    return tree_from(functions._replace(game=functions.game._replace(player_of=player_of)), root)


def _checked_pass_turn(rules: Rules[P, M], pass_turn: Callable[[P], P], p: P) -> P:
    """Return the position after a null move; raise an error if the game is over, or the turn stays the same."""
    for _ in rules.successors(p):
        q = pass_turn(p)
        if whose_turn(rules, q) is whose_turn(rules, p):
            raise ValueError(f"pass_turn of {rules.name} leads from {p!r} to {q!r}, where the same player is to move")
        return q
    raise GameOver(f"no turn to pass: this game of {rules.name} is over")


@stage(rules=require_rules)
def game_tree(position: P, rules: Rules[P, M]) -> Tree[Node[P, M]]:
    """Return the game tree in which each label is a ``Node``: a position, and the line of moves from the root.

    ``fmap position (gameTree rules p) = buildTree rules p``

    Args:
        rules: the rules of the game.

    Raises:
        TypeError: raised when the stage is called with a tree instead of a position.

    >>> from fpgames.games.tictactoe.record import rules
    >>> [child.label.move for child in game_tree(rules)(rules.start).children]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]

    See also: :func:`build_tree`, which is simpler and faster.
    """

    @lowers_as("none", game_tree, "its labels hold lines of play; build_tree(rules) has positions only")
    def children(parent: Node[P, M]) -> Sequence[Node[P, M]]:
        p, line = parent

        def child_after(move: M) -> Node[P, M]:
            try:
                return Node(rules.play(p, move), (*line, move))
            except StopIteration as error:
                raise stop_iteration_error(error) from error

        return MappedSequence(child_after, moves_of(rules, p))

    reason = (
        "the labels of game_tree contain the line that leads to each, so no two are equal; the labels of"
        " build_tree(rules) are positions, and best_move finds the move in its trees"
    )
    game = GameView(rules, attrgetter("position"))
    functions = Unfolding(identity, children, LabelKind.LINES, game, not_shareable=reason)
    return _tree_of_rules(rules, functions, Node(position, ()))


def require_known_moves(rules: Rules[P, M] | None, caller: str) -> Rules[P, M]:
    """Return the rules from which a tree was built. Raise ValueError if there are none, so that no move is known."""
    if rules is None:
        raise ValueError(
            f"{caller} needs a tree that knows the moves: one built from rules, build_tree(rules)(position); this one was"
            " built from a function or by hand"
        )
    return rules


def moves_between(rules: Rules[P, M], p: P, positions: Iterable[P]) -> Iterator[M]:
    """Yield the move that leads from ``p`` to each position. No move is yielded twice.

    Moves are played until one leads to the position, so positions in the order of ``rules.moves`` cost one ``play`` each.
    """
    pairs = ((move, rules.play(p, move)) for move in moves_of(rules, p))
    skipped: list[tuple[M, P]] = []
    for position in positions:
        i = next((i for i, (_, q) in enumerate(skipped) if q == position), None)
        if i is not None:
            yield skipped.pop(i)[0]
            continue
        for move, q in pairs:
            if q == position:
                yield move
                break
            skipped.append((move, q))
        else:
            raise ValueError(
                f"no move of {rules.name} leads from {p!r} to {position!r}: a stage has put another tree there"
            )


class MappedSequence(Sequence[Seed]):
    """A lazy ``map`` over a sequence: reading an element calls the function, which must not raise StopIteration."""

    def __init__(self, function: Callable[[Seed], Seed], values: Sequence[Seed]) -> None:
        self._function = function
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, i: Any) -> Seed:
        return self._function(self._values[i])

    def __iter__(self) -> Iterator[Seed]:
        return map(self._function, self._values)
