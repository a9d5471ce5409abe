"""The types a user gets, without a plugin: mypy and pyright read this file, and running it costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_type

from fpgames import (
    Do,
    Outcome,
    Player,
    Rand,
    SplitMix,
    State,
    StdGen,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    choice,
    do,
    estimate,
    game_tree,
    get,
    map_m,
    map_state,
    map_tree,
    maximise,
    minimax,
    order_by,
    prune,
    put,
    replicate_m,
    share,
    traverse_tree,
    uniform,
)
from fpgames.games.tictactoe import TicTacToe, bits
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.loops import fold_m, fold_replicate_m, iterate_until_m, sequence
from fpgames.play import bots, explicit, playing
from fpgames.rand import shuffle
from fpgames.rng import Gen, uniform_r
from fpgames.rules import value_of_outcome
from fpgames.search import (
    Scored,
    SearchTree,
    ab_trace,
    after,
    best,
    by_static,
    deepen,
    line,
    mcts,
    mcts_steps,
    negamax,
    principal_variation,
    puct,
    quicker,
    random_leaf,
    search_on,
    simulate,
)
from fpgames.state import gets
from fpgames.tree import Node, fold_tree, keep_best, rebuild, size


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


def score(p: int) -> float:
    return float(bits.static(p))


def score_of_record(p: TicTacToe) -> float:
    return float(tictactoe.static(p))


def test_the_types_of_a_pipeline() -> None:
    """Nested calls keep the types, and so does ``|``; toolz.pipe and compose_left do not."""
    evaluate: Callable[[int], float] = lambda p: assert_type(  # noqa: E731
        maximise(map_tree(score)(prune(2)(build_tree(bits.successors)(p)))), float
    )
    assert evaluate(0) == 0
    tree = build_tree(bits.rules)(0)
    assert_type(tree, Tree[int])
    assert_type(tree.player, Player | None)
    assert_type(build_tree(bits.successors, player=Player.FIRST)(0), Tree[int])
    assert_type(build_tree(tictactoe)(tictactoe.start), Tree[TicTacToe])
    assert_type(prune(2)(tree), Tree[int])
    assert_type(map_tree(score)(tree), Tree[float])
    assert_type(map_tree(str)(tree), Tree[str])
    assert_type(share(order_by(score)(keep_best(2, score)(tree))), Tree[int])
    assert_type(tree | share | prune(2), Tree[int])
    assert_type(tree | order_by(score) | map_tree(str) | share, Tree[str])
    assert_type(rebuild(label=size)(tree), Tree[int])
    assert_type(tree | prune(2) | map_tree(score) | alpha_beta, float)
    composed = build_tree(bits.successors) | prune(2) | map_tree(score) | maximise
    assert_type(composed(0), float)
    asking = build_tree(bits.rules) | share | prune(2) | map_tree(score) | minimax
    assert_type(asking(0), float)
    assert_type(alpha_beta(alpha=0.5)(map_tree(score)(prune(1)(tree))), float)
    assert_type(tree | prune(1) | map_tree(score) | minimax(player=Player.FIRST), float)
    assert_type(ab_trace(map_tree(score)(prune(1)(tree))).label.label, float)
    assert_type(ab_trace(static=score)(prune(1)(tree)).label.label, int)
    moves = game_tree(tictactoe)(tictactoe.start)
    assert_type(moves, Tree[Node[TicTacToe, int]])
    assert_type(moves | prune(1) | principal_variation(value_of_outcome(tictactoe)), Scored[int, int])
    assert_type(moves | prune(1) | principal_variation(score_of_record, search=alpha_beta), Scored[float, int])
    evaluated = build_tree(tictactoe)(tictactoe.start) | prune(1) | map_tree(value_of_outcome(tictactoe))
    move: int = best_move(evaluated)  # any type: a tree does not say which its moves have
    also: int = best_move(search=alpha_beta)(evaluated)
    assert move == also == 0
    estimated = build_tree(tictactoe)(tictactoe.start) | prune(1) | traverse_tree(estimate(tictactoe, 2))
    assert_type(estimated, Rand[Tree[int]])
    assert_type(estimated.map(minimax), Rand[int])
    assert_type(estimate(tictactoe, 2)(tictactoe.start), Rand[int])
    assert_type(negamax(map_tree(score)(tree)), float)
    assert_type(quicker(map_tree(score)(tree)), Tree[tuple[float, int]])
    assert_type(fold_tree(lambda p, below: len(below), tree), int)
    assert_type(random_leaf(prune(1)(tree)), Rand[int])
    assert_type(next(deepen(maximise, map_tree(score)(tree))).value, float)


def test_the_types_of_mcts() -> None:
    search = mcts(tictactoe, 9, evaluate=by_static(tictactoe.static), select=puct(evenly))
    found = search(tictactoe.start)
    assert_type(found, Rand[SearchTree[TicTacToe, int]])
    tree = found.eval(SplitMix.from_seed(1))
    assert_type(tree, SearchTree[TicTacToe, int])
    assert_type(best(tree), int)
    assert_type(line(tree), tuple[int, ...])
    assert_type(after(tictactoe, tree, 4), SearchTree[TicTacToe, int])
    assert_type(search_on(tictactoe, 9)(tree), Rand[SearchTree[TicTacToe, int]])
    assert_type(simulate(tictactoe)(tree), Rand[SearchTree[TicTacToe, int]])
    assert_type(next(mcts_steps(tictactoe, tictactoe.start, SplitMix.from_seed(1))), SearchTree[TicTacToe, int])
    bot: playing.Bot[TicTacToe, int] = mcts(tictactoe, 9) | map_state(best)
    assert bot(tictactoe.start).eval(SplitMix.from_seed(1)) in tictactoe.moves(tictactoe.start)


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
