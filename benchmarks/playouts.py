"""Compare random games per second: in bulk, one by one in both versions, hand-written, and in compiled Haskell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from math import sqrt
from typing import Any

from benchmarks import by_hand, haskell
from benchmarks.timing import Table, Works, table
from fpgames import Rules, SplitMix, StdGen, map_m
from fpgames import playouts as in_bulk
from fpgames.games import connect4, tictactoe
from fpgames.play import eval_moves, explicit, playing
from fpgames.rand import Gen
from fpgames.rules import Counts

OLD, NEW = StdGen(346137677, 1), SplitMix.from_seed(42)
ttt, four = tictactoe.rules, connect4.rules


def one_move(played: list[int], move: int, n: int, gen: Gen) -> Works:
    """Return ways to play the same n random games after a move."""
    p = reduce(ttt.play, played, ttt.start)
    record = reduce(tictactoe.record.rules.play, played, tictactoe.record.rules.start)
    hand = by_hand.eval_move if gen is OLD else by_hand.eval_move_split_mix
    numbers: Any = gen
    return {
        "by hand": lambda: hand(played, move, n, *numbers)[0],
        "explicit": lambda: explicit.eval_move(ttt, p, move, n, gen)[0],
        "@do": lambda: playing.eval_move(ttt, p, move, n).eval(gen)[0],
        "explicit, record": lambda: explicit.eval_move(tictactoe.record.rules, record, move, n, gen)[0],
    }


def nine_moves(n: int) -> dict[str, Callable[[], Any]]:
    """Return ways to count the wins of each opening move; all but "in bulk" play the same games."""
    each = n // 9

    def hand() -> tuple[int, ...]:
        found, s1, s2 = [], *OLD
        for move in range(9):
            wins, s1, s2 = by_hand.eval_move([], move, each, s1, s2)
            found.append(wins)
        return tuple(found)

    def one_by_one() -> tuple[int, ...]:
        evaluated = map_m(lambda move: playing.eval_move(ttt, ttt.start, move, each), ttt.moves(ttt.start)).eval(OLD)
        return tuple(wins for wins, _ in evaluated)

    return {
        "in bulk": lambda: tuple(wins for wins, _ in eval_moves(ttt, ttt.start, each).eval(NEW)),
        **haskell.program("MonteCarlo", each),
        "by hand": hand,
        "@do": one_by_one,
    }


def alike(n: int, answers: Mapping[str, tuple[int, ...]]) -> bool:
    """Return whether answers from one random stream are equal, and others agree within five standard deviations."""
    streams = {answer for name, answer in answers.items() if name != "in bulk"}
    expected = next(iter(streams))
    spread = 5 * sqrt(2 * 0.25 * max(1, n))
    return len(streams) == 1 and all(abs(a - b) < spread for a, b in zip(expected, answers["in bulk"], strict=True))


def whole_games(rules: Rules[Any, int], n: int) -> Counts:
    return in_bulk(rules, rules.start, n).eval(NEW)


def roughly(n: int, answers: Mapping[str, tuple[int, ...]]) -> bool:
    """Return whether outcome counts from different generators agree within five standard deviations."""
    first, *others = [(counts[0], sum(counts)) for counts in answers.values()]
    return all(abs(first[0] / first[1] - won / total) < 5 * sqrt(0.5 / min(first[1], total)) for won, total in others)


def tables(repeats: int) -> Iterator[Table]:
    for name, gen in (("random-1.1", OLD), ("random-1.2", NEW)):
        for title, played, move, n in (
            ("the empty board, move 0", [], 0, 300),
            ("4,0,2,5,3,6, move 7", [4, 0, 2, 5, 3, 6], 7, 1200),
        ):
            works = one_move(played, move, n, gen)
            yield table(f"Tic-tac-toe playouts one by one, {title}, {name}", works, "by hand", repeats, amount=n)
            works = {how: works[how] for how in ("explicit", "@do")}
            yield table(f"The same, @do beside explicit, {title}, {name}", works, "explicit", repeats, amount=n)
    for n in (2_000, 100_000):
        works = nine_moves(n)
        amount = n // 9 * 9
        yield table(
            f"Tic-tac-toe playouts, {n:,} over the nine opening moves", works, "in bulk",
            max(5, repeats // (1 if n < 10_000 else 4)), amount=amount, agree=partial(alike, n // 9),
        )  # fmt: skip
    for n in (20_000, 200_000):
        games: dict[str, Callable[[], Any]] = {
            "in bulk": partial(whole_games, four, n), **haskell.program("Connect4", n)
        }  # fmt: skip
        title = f"Connect Four playouts, {n:,} from the empty board"
        yield table(title, games, "in bulk", max(5, repeats // 4), amount=n, agree=partial(roughly, n))
    few: dict[str, Callable[[], Any]] = {
        "bits": lambda: explicit.playout(four, four.start, NEW)[0],
        "record": lambda: explicit.playout(connect4.record.rules, connect4.record.rules.start, NEW)[0],
    }
    yield table("Connect Four, one playout, explicit", few, "bits", repeats, amount=1)
