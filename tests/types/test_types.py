"""The types that a user gets without a plugin, checked by mypy and pyright; running the file costs nothing."""

from __future__ import annotations

from typing import assert_type

from fpgames import (
    Do,
    Outcome,
    Rand,
    SplitMix,
    State,
    StdGen,
    choice,
    do,
    get,
    map_m,
    map_state,
    put,
    replicate_m,
    uniform,
)
from fpgames.games.tictactoe import TicTacToe
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.play import bots, explicit, playing
from fpgames.rand import Gen, shuffle, uniform_r
from fpgames.search import (
    Evaluate,
    Phases,
    SearchTree,
    back_up,
    best,
    by_static,
    continue_search,
    line,
    mcts,
    mcts_steps,
    puct,
    simulate,
    subtree_after,
)
from fpgames.state import fold_m, fold_replicate_m, gets, iterate_until_m, sequence


@do
def dice(sides: int, *, bonus: float = 0.0) -> Do[Gen, float]:
    rolled = yield from uniform(1, sides)
    assert_type(rolled, int)
    name = yield from choice(["a", "b"])
    assert_type(name, str)
    return rolled + bonus


@do
def double() -> Do[int, int]:
    n = yield from get(int)  # the one place to say a type: nothing else says what the state is
    assert_type(n, int)
    assert_type((yield from shown(n)), str)
    yield from put(2 * n)
    return n


def shown(x: int) -> State[int, str]:
    return gets(lambda n: f"{n} {x}")


def test_the_types_of_state() -> None:
    m = State[int, str](lambda n: (str(n), n))
    assert_type(m.run(1), tuple[str, int])
    assert_type(m.eval(1), str)
    assert_type(m.exec(1), int)
    assert_type(m.map(len), State[int, int])
    assert_type(m.map(len).bind(shown), State[int, str])
    assert_type(m.bind(lambda text: put(len(text))), State[int, None])
    assert_type(m.apply(State.from_value(len)), State[int, int])


def test_the_types_of_do() -> None:
    assert_type(double(), State[int, int])
    assert_type(double().run(2), tuple[int, int])
    assert_type(dice(6), State[Gen, float])
    assert_type(dice(6, bonus=0.5).eval(SplitMix.from_seed(1)), float)


def test_the_types_of_the_loops() -> None:
    assert_type(map_m(shown, [1, 2]), State[int, tuple[str, ...]])
    assert_type(sequence([shown(1), shown(2)]), State[int, tuple[str, ...]])
    assert_type(replicate_m(2, shown(1)), State[int, tuple[str, ...]])
    assert_type(fold_m(lambda total, x: shown(x).map(lambda text: total + len(text)), 0, [1, 2]), State[int, int])
    assert_type(fold_replicate_m(lambda total, text: total + len(text), 0, 2, shown(1)), State[int, int])
    assert_type(iterate_until_m(lambda x: x > 3, lambda x: uniform(x, x + 1), 0), State[Gen, int])


def test_the_types_of_generators() -> None:
    assert_type(uniform_r(1, 6, SplitMix.from_seed(1)), tuple[int, SplitMix])
    assert_type(uniform_r(1, 6, StdGen(1, 1)), tuple[int, StdGen])
    assert_type(uniform(1, 6), Rand[int])
    assert_type(shuffle("ab"), Rand[tuple[str, ...]])


def test_the_types_of_mcts() -> None:
    search = mcts(tictactoe, 9, evaluate=by_static(tictactoe.static), select=puct(evenly))
    found = search(tictactoe.start)
    assert_type(found, Rand[SearchTree[TicTacToe, int]])
    tree = found.eval(SplitMix.from_seed(1))
    assert_type(tree, SearchTree[TicTacToe, int])
    assert_type(best(tree), int)
    assert_type(line(tree), tuple[int, ...])
    assert_type(subtree_after(tictactoe, tree, 4), SearchTree[TicTacToe, int])
    assert_type(continue_search(tictactoe, 9)(tree), Rand[SearchTree[TicTacToe, int]])
    assert_type(simulate(tictactoe)(tree), Rand[SearchTree[TicTacToe, int]])
    assert_type(next(mcts_steps(tictactoe, tictactoe.start, SplitMix.from_seed(1))), SearchTree[TicTacToe, int])
    bot: playing.Bot[TicTacToe, int] = mcts(tictactoe, 9) | map_state(best)
    assert bot(tictactoe.start).eval(SplitMix.from_seed(1)) in tictactoe.moves(tictactoe.start)


def test_the_types_of_an_evaluation_that_returns_more() -> None:
    def evaluate(p: TicTacToe) -> Rand[tuple[float, str]]:
        return State.from_value((0.5, "more"))

    def longest(
        tree: SearchTree[TicTacToe, int], i: int, child: SearchTree[TicTacToe, int], found: tuple[float, str] | Outcome
    ) -> SearchTree[TicTacToe, int]:
        notes = 0 if isinstance(found, Outcome) else len(found[1])
        return back_up(tree, i, child, found)._replace(notes=notes)

    search = mcts(tictactoe, 9, evaluate=evaluate, back_up=longest)
    assert search(tictactoe.start).eval(SplitMix.from_seed(1)).notes == 4
    mcts(tictactoe, 9, evaluate=evaluate, back_up=back_up)
    mcts(tictactoe, 9, back_up=lambda tree, i, child, found: back_up(tree, i, child, found))
    phases: Phases[TicTacToe, int, tuple[float, str]] = {"evaluate": evaluate, "back_up": longest}
    assert_type(
        continue_search(tictactoe, 9, **phases)(search(tictactoe.start).eval(SplitMix.from_seed(1))),
        Rand[SearchTree[TicTacToe, int]],
    )
    more: Evaluate[TicTacToe, tuple[float, str]] = by_static(lambda p: (0.5, "more"))
    mcts(tictactoe, 9, evaluate=more, back_up=longest)


def evenly(p: TicTacToe) -> tuple[int, ...]:
    return (1,) * len(tictactoe.moves(p))


def test_the_types_of_bots() -> None:
    bot = bots.bot_random(tictactoe)
    assert_type(bot(tictactoe.start), Rand[int])
    assert_type(bots.bot_mc(tictactoe, 9)(tictactoe.start), Rand[int])
    assert_type(playing.play_game(tictactoe, tictactoe.start, bot, bot), Rand[tuple[Outcome, TicTacToe]])
    assert_type(playing.eval_move(tictactoe, tictactoe.start, 4, 1), Rand[tuple[int, int]])
    by_hand: explicit.ExplicitBot[TicTacToe, StdGen, int] = explicit.bot_mc(tictactoe, 9)
    assert_type(by_hand(tictactoe.start, StdGen(1, 1)), tuple[int, StdGen])
    assert_type(explicit.from_explicit(explicit.to_explicit(bot))(tictactoe.start), Rand[int])
