"""Nim with one heap of any size, which can be compiled, pickled and compared."""

from collections.abc import Iterator

from stones import Heap, last_taker, read_heap

from fpgames import IllegalMove, Player, Rules
from fpgames.rules import made


def successors(p: Heap) -> Iterator[Heap]:
    """Yield the positions after one, two or three stones, as ``stones`` has them."""
    for n in range(1, min(p.stones, 3) + 1):
        yield Heap(p.stones - n, Player.SECOND if p.player is Player.FIRST else Player.FIRST)


def score(p: Heap) -> int:
    return 0 if p.stones else (-1 if p.player is Player.FIRST else 1)


@made("heap({}, {})".format)
def heap(stones: int = 21, most: int = 3) -> Rules[Heap, int]:
    def moves(p: Heap) -> tuple[int, ...]:
        return tuple(range(1, min(p.stones, most) + 1))

    def play(p: Heap, n: int) -> Heap:
        if n not in moves(p):
            raise IllegalMove(n, moves(p))
        return Heap(p.stones - n, p.player.opponent)

    def successors(p: Heap) -> Iterator[Heap]:
        for n in range(1, min(p.stones, most) + 1):
            yield Heap(p.stones - n, Player.SECOND if p.player is Player.FIRST else Player.FIRST)

    return Rules(
        name=f"heap-{stones}-{most}",
        start=Heap(stones, Player.FIRST),
        moves=moves,
        play=play,
        player=lambda p: p.player,
        outcome=last_taker,
        successors=successors,
        score=score,
        show=lambda p: f"{p.stones} {p.player.name}",
        read=read_heap,
        show_move=str,
        read_move=int,
        alternates=True,
    )


def sized(stones: str) -> Rules[Heap, int]:
    return heap(int(stones))
