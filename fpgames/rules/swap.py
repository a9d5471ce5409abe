"""The swap rule, or pie rule: after the first player's first turn, the second player may take that side instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple

from fpgames.rules.lifting import lift
from fpgames.rules.makers import made
from fpgames.rules.outcomes import IllegalMove, Mover, Outcome, Player
from fpgames.rules.record import M, P, Rules, require_rules

__all__ = ["Sides", "with_swap"]

SWAP = "swap"
_OPEN, _KEPT, _SWAPPED = range(3)
_TEXTS = "open", "kept", "swapped"


class Sides(NamedTuple, Generic[P]):
    """A position, and whether the players have swapped sides.

    Args:
        position: the position of the game without a swap.
        state: 0 until the second player has decided, 1 if the sides are kept, 2 if they are swapped.

    See also: :func:`with_swap`.
    """

    position: P
    state: int


def with_swap(rules: Rules[P, M]) -> Rules[Sides[P], M | str]:
    r"""Return the game with the swap rule: at the first turn of the second player, the move ``swap`` is legal too.

    ``withSwap :: Rules p m -> Rules (Sides p) (Either m Swap)``

    After a swap the board is the same, and the players have changed sides: the second player owns what the first has
    played, and the first player moves next. In a text of a position, the last line says whether the sides are ``open``,
    ``kept`` or ``swapped``; without this line they are kept.

    Args:
        rules: the rules of a game that the first player begins.

    Raises:
        ValueError: the second player moves at the start, or the game has a swap rule already; raised by the
            functions of the new rules: the game has a move ``"swap"``.

    >>> from fpgames import build_tree, map_tree, minimax, share
    >>> from fpgames.games import hex
    >>> rules = hex.sized(2)
    >>> games = rules, with_swap(rules)
    >>> [build_tree(game)(game.start) | share | map_tree(game.static) | minimax for game in games]
    [1, -1]

    See also: :func:`fpgames.rules.lifting.lift`; :func:`fpgames.rules.repetition.with_draws`.
    """
    return _with_swap(require_rules(rules, "with_swap"))


@made("with_swap({})".format)
def _with_swap(rules: Rules[P, Any]) -> Rules[Sides[P], Any]:
    if isinstance(rules.start, Sides):
        raise ValueError(f"{rules.name} has a swap rule already; pass the rules of the game without it")
    if rules.player(rules.start) is Player.SECOND:
        raise ValueError(f"with_swap needs a game that the first player begins; in {rules.name} the second player does")
    turn, boards, static, score = rules.player, rules.successors, rules.static, rules.score  # for jit, functions alone

    def can_swap(p: Sides[P]) -> bool:
        return p.state == _OPEN and turn(p.position) == Player.SECOND

    def moves(p: Sides[P]) -> tuple[Any, ...]:
        if SWAP in (legal := rules.moves(p.position)):
            raise ValueError(f"{rules.name} has a move {SWAP!r} of its own; expected moves with other names")
        return (*legal, SWAP) if legal and can_swap(p) else legal

    def play(p: Sides[P], move: Any) -> Sides[P]:
        if move != SWAP and not can_swap(p):
            return Sides(rules.play(p.position, move), p.state)
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return Sides(p.position, _SWAPPED) if move == SWAP else Sides(rules.play(p.position, move), _KEPT)

    def successors(p: Sides[P]) -> Iterator[Sides[P]]:
        is_over = True
        for q in boards(p.position):
            is_over = False
            yield Sides(q, _KEPT if can_swap(p) else p.state)
        if can_swap(p) and not is_over:
            yield Sides(p.position, _SWAPPED)

    def sign(p: Sides[P]) -> int:
        return -1 if p.state == _SWAPPED else 1

    def player(p: Sides[P]) -> Mover:
        mover = turn(p.position)
        if p.state == _SWAPPED and mover == Player.FIRST:
            return Player.SECOND
        return Player.FIRST if p.state == _SWAPPED and mover == Player.SECOND else mover  # jit takes no CHANCE

    def read(text: str) -> Sides[P]:
        board, line, state = text.rstrip().rpartition("\nsides: ")
        if line and state not in _TEXTS:
            raise ValueError(f"expected the line sides: open, kept or swapped; got {state!r:.80}")
        return Sides(rules.read(board if line else text), _TEXTS.index(state) if line else _KEPT)

    return lift(
        rules,
        Sides(rules.start, _OPEN),
        name=f"{rules.name}+swap",
        moves=moves,
        play=play,
        successors=successors,
        player=player,
        alternates=rules.alternates,
        outcome=lambda p: rules.outcome(p.position).map(lambda outcome: Outcome(sign(p) * outcome)),
        static=lambda p: sign(p) * static(p.position),
        score=lambda p: sign(p) * score(p.position),
        show=lambda p: f"{rules.show(p.position)}\nsides: {_TEXTS[p.state]}",
        read=read,
        show_move=lambda move: SWAP if move == SWAP else rules.show_move(move),
        read_move=lambda text: SWAP if text.strip() == SWAP else rules.read_move(text),
        show_move_in=lambda p, move: SWAP if move == SWAP else rules.show_move_in(p.position, move),
        read_move_in=lambda p, text: SWAP if text.strip() == SWAP else rules.read_move_in(p.position, text),
        game_format=rules.game_format._replace(tag="Game", game=""),  # other programs do not read it
    )
