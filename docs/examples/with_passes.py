"""Rules in which players alternate, made of rules in which a player may move twice: who waits, passes."""

from typing import NamedTuple

from fpgames import IllegalMove
from fpgames.rules import lift, made


class Waiting(NamedTuple):
    position: object
    waits: bool


@made("with_passes({})".format)
def with_passes(rules):
    def moves(p):
        legal = rules.moves(p.position)
        return ("pass",) if p.waits and legal else legal

    def play(p, move):
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        q = p.position if p.waits else rules.play(p.position, move)
        return Waiting(q, not p.waits and rules.player(q) is rules.player(p.position))

    def player(p):
        mover = rules.player(p.position)
        return mover.opponent if p.waits else mover

    def read(text):
        board, waits, _ = text.partition("\nwaits")
        return Waiting(rules.read(board), bool(waits))

    return lift(
        rules,
        Waiting(rules.start, False),
        name=f"{rules.name}-with-passes",
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        show=lambda p: rules.show(p.position) + "\nwaits" * p.waits,
        read=read,
        show_move=lambda move: move if move == "pass" else rules.show_move(move),
        read_move=lambda text: text if text == "pass" else rules.read_move(text),
    )
