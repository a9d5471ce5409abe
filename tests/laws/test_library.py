"""All that the library has passes the kit's suites; the kit says clearly when it is misused."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial, reduce
from importlib.util import find_spec
from itertools import chain
from operator import neg
from typing import Any, cast

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from fpgames import (  # fmt: skip
    Player,
    Rules,
    SplitMix,
    StdGen,
    Tree,
    alpha_beta,
    bot_from,
    build_tree,
    leaves,
    map_tree,
    maximise,
    minimax,
    minimise,
    order_by,
    prune,
    share,
)
from fpgames.draws import with_draws
from fpgames.games import GAMES, checkers, connect4, dots_and_boxes, othello, tictactoe
from fpgames.passes import with_passes
from fpgames.play import BOTS, read_bot
from fpgames.rng import Gen
from fpgames.search import ab_maximise, ab_minimise, ab_trace, negamax, quicker
from fpgames.symmetry import up_to_symmetry
from fpgames.testing import (
    Broken,
    Law,
    LawsBroken,
    Line,
    Run,
    Seen,
    Suite,
    as_tests,
    bot_laws,
    check_game,
    check_perft,
    evaluations,
    finished,
    game_laws,
    gen_laws,
    illegal_moves,
    legal_moves,
    lines,
    perft_tables,
    pipelines,
    positions,
    same_game_laws,
    search_laws,
    stage_laws,
    trees,
    unfinished,
    whole_games,
)
from fpgames.testing.game_subject import GAME, GameSubject, most
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, size, unfold, unshared, with_ply
from tests.tree.test_tree import backwards, odd

bits = tictactoe.rules


class Written:
    """A position that is a tree itself: equal to every tree that is written alike, once somebody compares them."""

    def __init__(self, tree: Tree[int]) -> None:
        self.tree = tree

    @cached_property
    def text(self) -> str:
        def whole(tree: Tree[int]) -> Any:
            return tree.label, tree.player, *map(whole, tree.children)

        return repr(whole(self.tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self.text == other.text

    def __hash__(self) -> int:
        return 0  # a tree that nobody compares may be infinite


def shared(tree: Tree[int]) -> Tree[int]:
    """Equal trees shared, and taken apart again."""
    children: Callable[[Written], Any] = lambda here: map(Written, here.tree.children)  # noqa: E731
    player: Callable[[Written], Any] = lambda here: here.tree.player  # noqa: E731
    label: Callable[[Written], int] = lambda here: here.tree.label  # noqa: E731
    return unfold(label, children, Written(tree), player_of=player) | share


def negated(tree: Tree[int]) -> int:
    return -negamax(tree)


def traced(tree: Tree[int]) -> Any:
    return ab_trace(tree).label.value


mirrored = rebuild(children=backwards)


ORDERED = ["children", "labels", "turns", "value"]


def first_two(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)[:2]


def bounded(alpha: Any, beta: Any) -> Callable[[Tree[Any]], Any]:
    return alpha_beta(alpha=alpha, beta=beta)


def by_turns(tree: Tree[Any], high: bool = True) -> Any:
    values = [by_turns(child, not high) for child in tree.children]
    return (max if high else min)(values) if values else tree.label


def mtd(tree: Tree[int]) -> int:
    """MTD(f), which searches again and again in windows that contain nothing."""
    low, high, guess = -21, 21, 0
    while low < high:
        bound = guess + (guess == low)
        guess = tree | alpha_beta(alpha=bound - 1, beta=bound)
        low, high = (low, guess) if guess < bound else (guess, high)
    return guess


def scout(tree: Tree[Any], alpha: Any = None, beta: Any = None) -> Any:
    """Principal variation search: the children after the first are searched again if they may be better."""
    best: Any = None
    high = tree.player is Player.FIRST
    for child in tree.children:
        if best is None:
            best = scout(child, alpha, beta)
        else:
            found = scout(child, best, None) if high else scout(child, None, best)
            if found > best if high else found < best:
                found = scout(child, alpha, beta)
                best = max(best, found) if high else min(best, found)
        bound = beta if high else alpha
        if bound is not None and (best >= bound if high else best <= bound):
            break
    return tree.label if best is None else best


SIZES = [connect4.sized(*size) for size in ((4, 4, 3), (9, 1, 2), (1, 5, 4), (3, 5, 1), (2, 2, 7), (8, 3, 6))]
LARGE = connect4.sized(6, 7, 5)
CENTRE_FIRST = connect4.sized(5, 4, 3, centre_first=True)
BUDGETS = {
    "mc:N": "mc:9",
    "mc-bulk:N": "mc-bulk:99",
    "mcts:N": "mcts:20",
    "minimax:D": "minimax:2",
    "alphabeta:D": "alphabeta:3",
}
NAMES = [BUDGETS.get(kind.usage, kind.usage.replace(":D", ":2")) for kind in BOTS.values()]


def claims(name: str) -> Any:
    """What is claimed of a bot: ``random`` is uniform, and ``minimax:2`` looks two moves ahead."""
    kind, _, budget = name.partition(":")
    return {"uniform": kind == "random"} if kind in ("random", "mc", "mc-bulk", "mcts") else {"depth": int(budget)}


def remainder(p: int) -> int:
    return p % 7


PLAYED: list[Rules[Any, Any]] = [bits, connect4.rules]
LENGTHS = {"checkers": 1000, "draughts": 1000}  # of games whose kings may take long to meet
DOTS = [dots_and_boxes.sized(*board) for board in ((1, 1), (2, 1), (2, 2))]
MORE_GAMES: list[Rules[Any, Any]] = [
     up_to_symmetry(bits), *DOTS, *map(with_passes, DOTS), up_to_symmetry(DOTS[2]), *map(othello.sized, (4, 6)),
]  # fmt: skip
FEW = 200  # positions of each game that its laws are looked at on in the plain tests
ELSEWHERE = {"tictactoe", "checkers"}  # games that are also played in a second process, which takes half a second


def laws_of(rules: Rules[Any, Any], *, longest: int = 1000) -> list[Law]:
    """The laws of a game, looked at on few positions; sizes and variants need not be compiled one by one."""
    left_out = set() if rules.name in ELSEWHERE else {"a_second_process_does_the_same"}
    left_out |= {"compiled_functions_do_the_same"} if rules in (*SIZES, *MORE_GAMES) else set()
    return [law for law in game_laws(rules, longest=longest, budget=FEW) if law.name not in left_out]


def without_a_second_process(laws: list[Law]) -> list[Law]:
    """Laws but for the one that takes half a second to begin a process."""
    return [law for law in laws if law.name != "it_plays_the_same_in_a_second_process"]


ALL_GAMES: dict[str, Rules[Any, Any]] = {
    **{rules.name: rules for rules in (*GAMES.values(), LARGE, CENTRE_FIRST, *SIZES, *MORE_GAMES)},
    "checkers with its draws": with_draws(checkers.rules),
}
SUITES: dict[str, list[Law]] = {
    **{name: laws_of(rules, longest=LENGTHS.get(rules.name, 100)) for name, rules in ALL_GAMES.items()},
    "tictactoe as its record": same_game_laws(
        bits, tictactoe.record.rules, tictactoe.to_record, tictactoe.from_record
    ),
    "connect4 as its record": same_game_laws(
        connect4.rules, connect4.record.rules, connect4.to_record, connect4.from_record, budget=FEW
    ),
    "prune": stage_laws(prune(2), keeps=["labels", "turns"], depth=2),
    "prune, to the root": stage_laws(prune(0), keeps=["labels", "turns"], depth=0),
    "prune, below six levels": stage_laws(prune(6), keeps=["labels", "turns"], depth=6),
    "prune, far below": stage_laws(prune(99)),
    "prune_when": stage_laws(prune_when(odd), keeps=["labels", "turns"], looks=True),
    "extend_while": stage_laws(extend_while(odd), keeps=["labels", "turns"], looks=True),
    "extend_while, deeper": stage_laws(extend_while(odd, depth=2), keeps=["labels", "turns"], looks=True),
    "map_tree": stage_laws(map_tree(neg), keeps=["shape", "turns"]),
    "map_tree, pruned": stage_laws(map_tree(neg) | prune(3), keeps=["turns"], depth=3),
    "order_by": stage_laws(order_by(neg), keeps=ORDERED, looks=True, ordered_by=neg),
    "order_by, with many equal keys": stage_laws(order_by(odd), keeps=ORDERED, looks=True, ordered_by=odd),
    "order_by, told": stage_laws(
        order_by(abs, player=Player.SECOND), player=Player.SECOND, keeps=ORDERED, looks=True, ordered_by=abs
    ),
    "order_by, pruned": stage_laws(
        order_by(abs) | prune(4), keeps=["labels", "turns"], looks=True, ordered_by=abs, depth=4
    ),
    "keep_best": stage_laws(keep_best(2, abs), keeps=["labels", "turns"], looks=True, ordered_by=abs, width=2),
    "keep_best, one": stage_laws(keep_best(1, neg), keeps=["labels", "turns"], looks=True, ordered_by=neg, width=1),
    "the first two": stage_laws(rebuild(children=first_two), keeps=["labels", "turns"], width=2),
    "with_ply": stage_laws(with_ply, keeps=["shape", "turns"]),
    "quicker": stage_laws(quicker, keeps=["shape", "turns"]),
    "rebuild": stage_laws(mirrored, keeps=["children", "labels", "turns", "value"]),
    "share": stage_laws(share),
    "share, of trees for positions": stage_laws(shared, looks=True),
    "unshared": stage_laws(unshared),
    "maximise": search_laws(maximise, once=True),
    "ab_maximise": search_laws(ab_maximise, once=True),
    "alpha_beta": search_laws(alpha_beta, once=True, deep=True, window=bounded),
    "minimax": search_laws(minimax, once=True),
    "ab_trace": search_laws(traced),
    "minimise": search_laws(minimise, player=Player.SECOND, once=True),
    "ab_minimise": search_laws(ab_minimise, player=Player.SECOND, once=True),
    "alpha_beta, second": search_laws(alpha_beta, player=Player.SECOND, once=True, deep=True, window=bounded),
    "alpha_beta, told": search_laws(alpha_beta(player=Player.SECOND), player=Player.SECOND, once=True, deep=True),
    "minimax, second": search_laws(minimax, player=Player.SECOND, once=True),
    "minimax, of words": search_laws(minimax, labels=st.text(max_size=3), once=True),
    "ab_trace, second": search_laws(traced, player=Player.SECOND),
    "by turns": search_laws(by_turns, alternates=True, once=True),
    "MTD(f)": search_laws(mtd, labels=st.integers(-20, 20), numbers=True),
    "principal variation search": search_laws(scout, window=lambda alpha, beta: partial(scout, alpha=alpha, beta=beta)),
    "negamax": search_laws(negamax, numbers=True, once=True),
    "negamax, second": search_laws(negated, player=Player.SECOND, numbers=True, once=True),
    **{
        f"{name} at {rules.name}": without_a_second_process(bot_laws(rules, read_bot(rules, name), **claims(name)))
        for rules in PLAYED
        for name in NAMES
    },
    "bot_from": bot_laws(bits, bot_from(bits, bits.static), depth=1),
    "bot_from, by other values": bot_laws(bits, bot_from(bits, remainder), depth=1, static=remainder),
    "SplitMix": gen_laws(SplitMix.from_seed),
    "StdGen": gen_laws(StdGen.from_seed),
}  # fmt: skip
# Games of which another, smaller or plainer, is here too.
LIKE_OTHERS: list[Rules[Any, Any]] = [
    LARGE, othello.sized(6), *DOTS[:2], *map(with_passes, DOTS[:2]), up_to_symmetry(DOTS[2]),
]  # fmt: skip
ONCE = {rules.name for rules in LIKE_OTHERS}
LAWS = [
    pytest.param(law, id=f"{law}: {name}", marks=[pytest.mark.exhaustive] * (name in ONCE))
    for name in SUITES
    for law in SUITES[name]
]


def test_a_budget_bounds_the_positions_that_a_law_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty at most of each line drawn, and ten lines at least."""
    subjects: list[GameSubject] = []
    monkeypatch.setattr(GAME, "laws", lambda subject, _: subjects.append(subject))
    game_laws(bits)
    game_laws(checkers.rules)
    game_laws(checkers.rules, budget=1)
    assert [most(subject) for subject in subjects] == [200, 33, 10]
    assert [len([*subject.nearest.numbered()]) for subject in subjects[:2]] == [5478, 6000]


def test_moves_that_are_records_are_tried_where_they_are_illegal() -> None:
    p = checkers.rules.start
    move = find(illegal_moves(checkers.rules, p), lambda move: move.start == 9)
    assert isinstance(move, type(checkers.rules.moves(p)[0]))
    assert move not in checkers.rules.moves(p)


def test_perft_against_a_table() -> None:
    check_perft(bits, {0: 1, 1: 9, 2: 72}, bits.start)
    check_perft(bits, {1: 8}, bits.play(bits.start, 4))
    with pytest.raises(Broken, match="tictactoe has 9 lines of 1 moves; expected 8; after each move: 0: 1, 1: 1, "):
        check_perft(bits, {1: 8, 2: 72})
    with pytest.raises(Broken, match=r"tictactoe has 1 lines of 0 moves; expected 2; after each move: $"):
        check_perft(bits, {0: 2})


def test_perft_of_what_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft_tables, "_MANY", 10)
    games: list[Rules[Any, Any]] = [connect4.rules, connect4.record.rules]
    for rules in games:
        check_perft(rules, {3: 343})


@pytest.mark.parametrize("law", LAWS)
def test_law(law: Law) -> None:
    law()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "name",
    ["tictactoe", "connect4", "othello", "hex", "mnk", "nim", "kayles", "dots-and-boxes", "checkers", "draughts"],
)
def test_the_laws_of_every_game_on_as_many_positions_as_by_default(name: str) -> None:
    """Sizes and variants are looked at on fewer positions, as everything is by ``test_law``."""
    check_game(ALL_GAMES[name], longest=LENGTHS.get(name, 1000))


test_as_tests = as_tests(game_laws(bits))


class TestStrategies:
    @given(st.data())
    def test_lines_are_played_by_the_rules(self, data: st.DataObject) -> None:
        line = data.draw(st.one_of(lines(bits), whole_games(bits)))
        assert line.positions == tuple(
            reduce(bits.play, line.moves[:n], bits.start) for n in range(len(line.moves) + 1)
        )

    @given(whole_games(connect4.record.rules), finished(connect4.record.rules), unfinished(connect4.record.rules))
    def test_finished_and_unfinished(self, line: Any, over: Any, running: Any) -> None:
        assert connect4.record.rules.moves(line.end) == connect4.record.rules.moves(over) == ()
        assert connect4.record.rules.moves(running)

    @given(whole_games(bits, longest=3))
    def test_games_may_be_cut_off(self, line: Line[int, int]) -> None:
        assert len(line.moves) == 3

    @given(st.data())
    def test_legal_and_illegal_moves(self, data: st.DataObject) -> None:
        p = data.draw(unfinished(bits))
        assert data.draw(legal_moves(bits, p)) in bits.moves(p)
        assert data.draw(illegal_moves(bits, p)) not in bits.moves(p)

    @given(st.data())
    def test_illegal_moves_of_any_type(self, data: st.DataObject) -> None:
        """Moves need not be numbers; where every move there is is legal, there is none."""
        words: Rules[int, Any] = replace(
            bits,
            moves=cast("Any", lambda p: tuple("abcdefghi"[move] for move in bits.moves(p))),
            play=lambda p, move: bits.play(p, "abcdefghi".find(str(move))),
            successors=cast("Any", None),
        )
        assert data.draw(st.one_of(illegal_moves(words, words.start), st.none())) is None
        p = words.play(words.start, data.draw(st.sampled_from("abcdefghi")))
        move = data.draw(illegal_moves(words, p))
        assert move in set("abcdefghi") - set(words.moves(p))

    @pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
    def test_long_and_finished_lines_are_drawn(self, rules: Rules[Any, Any]) -> None:
        lengths = set()

        @settings(database=None, max_examples=max(10, settings().max_examples))  # in fewer there may be no long ones
        @given(lines(rules))
        def test(line: Line[Any, Any]) -> None:
            lengths.add((len(line.moves), bool(rules.moves(line.end))))

        test()
        assert {0} < {n for n, running in lengths if running}
        assert any(n >= 7 and not running for n, running in lengths)

    def test_lines_shrink_towards_the_start(self) -> None:
        assert find(positions(bits), lambda p: True) == bits.start
        assert len(find(lines(bits), lambda line: len(line.moves) > 3).moves) == 4

    @pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
    @given(st.data())
    def test_what_is_printed_can_be_pasted(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert eval(repr(p), vars(sys.modules[type(p).__module__])) == p

    @given(trees(st.integers()))
    def test_trees_are_finite_and_small(self, tree: Tree[int]) -> None:
        assert size(tree) < 1000

    @given(positions(bits), pipelines(), evaluations(bits), st.integers(0, 3))
    def test_pipelines_keep_the_value(self, p: int, stage: Any, static: Any, depth: int) -> None:
        tree = build_tree(bits)(p) | prune(depth)
        assert minimax(tree | stage | map_tree(static)) == minimax(tree | map_tree(static))

    def test_some_pipelines_change_the_order(self) -> None:
        stage: Any = find(pipelines(), lambda stage: repr(stage) == "order_by(_backwards)")
        tree = build_tree(bits)(0) | prune(2)
        assert list(leaves(tree | stage)) != list(leaves(tree))
        assert sorted(leaves(tree | stage)) == sorted(leaves(tree))

    @given(evaluations(bits), positions(bits))
    def test_evaluations_are_functions(self, static: Callable[[int], float], p: int) -> None:
        assert static(p) == static(p)
        assert -5 <= static(p) <= 5


class TestTypes:
    @given(st.from_type(Gen), st.from_type(SplitMix), st.from_type(StdGen))  # type: ignore[type-abstract]
    def test_generators(self, gen: Gen, split_mix: SplitMix, std_gen: StdGen) -> None:
        assert isinstance(gen, SplitMix | StdGen)
        assert (type(split_mix), type(std_gen)) == (SplitMix, StdGen)

    @given(st.from_type(tictactoe.record.TicTacToe), st.from_type(connect4.record.Game))
    def test_records(self, p: tictactoe.record.TicTacToe, game: connect4.record.Game) -> None:
        assert tictactoe.record.rules.read(tictactoe.record.rules.show(p)) == p
        assert connect4.record.rules.read(connect4.record.rules.show(game)) == game

    @given(st.from_type(Tree))
    def test_trees(self, tree: Tree[Any]) -> None:
        assert size(tree) >= 1


def raising(p: object) -> Any:
    raise ZeroDivisionError("division by zero")


def unlooked(run: Run) -> Seen:
    raise NotImplementedError


class TestMisuse:
    def test_a_stage_keeps_what_there_is_to_keep(self) -> None:
        with pytest.raises(
            ValueError, match=r"a stage cannot keep \['lables'\]; expected some of children, labels, shape"
        ):
            stage_laws(prune(1), keeps=["lables"])

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"moves": lambda p: ()}, "tictactoe cannot be played: there are no moves at its start"),
            ({"start": []}, "tictactoe cannot be played: at its start, TypeError: unhashable type: 'list'"),
            ({"moves": raising}, "tictactoe cannot be played: at its start, ZeroDivisionError: division by zero"),
        ],
    )
    @pytest.mark.parametrize("use", [check_game, lines, positions, finished, unfinished, whole_games])
    def test_rules_that_cannot_be_played(self, use: Any, changes: Any, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            use(replace(bits, **changes))

    def test_rules_that_raise_are_said_to(self) -> None:
        with pytest.raises(LawsBroken) as caught:
            check_game(replace(bits, outcome=raising))
        said = str(caught.value)
        broken = "10 of 23" if find_spec("numba") else "9 of 22"
        assert said.startswith(f"tictactoe breaks {broken} laws\n\nmoves_are_empty_exactly_at_the_end: `null (moves p)")
        assert "ZeroDivisionError: division by zero" in said
        assert all(isinstance(error.__cause__, ZeroDivisionError) for error in caught.value.errors.values())

    def test_laws_that_break_by_one_error_are_said_together(self) -> None:
        one, two, three = (Law(name, f"the equation of {name}", unlooked) for name in ("one", "two", "three"))
        errors = {
            one: Broken("an error\nof two lines"),
            two: Broken("another"),
            three: Broken("an error\nof two lines"),
        }
        assert str(LawsBroken("the game", 9, errors)) == (
            "the game breaks 3 of 9 laws\n\n"
            "one: the equation of one\n    an error\n    of two lines\n    (the same error breaks three)\n\n"
            "two: the equation of two\n    another"
        )

    def test_strategies_let_errors_of_play_pass(self) -> None:
        with pytest.raises(ZeroDivisionError):
            find(lines(replace(bits, play=lambda p, move: raising(p))), lambda line: len(line.moves) > 1)

    def test_a_missing_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pytest", None)
        with pytest.raises(ImportError, match=r"as_tests needs pytest: pip install 'fpgames\[test\]'"):
            as_tests([])
        for name in [name for name in sys.modules if name.startswith("fpgames.testing")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "hypothesis", None)
        with pytest.raises(ImportError, match=r"fpgames.testing needs hypothesis: pip install 'fpgames\[test\]'"):
            importlib.import_module("fpgames.testing")

    def test_hypothesis_knows_the_types_without_pytest(self) -> None:
        """What the kit adds to ``import hypothesis``."""
        code = "import hypothesis, sys; print('fpgames.rng' in sys.modules, 'fpgames.testing' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "True False\n"


def test_laws_have_names_and_equations() -> None:
    every = list(chain(*SUITES.values()))
    assert all(law.equation and not law.equation.startswith("None") for law in every)
    assert len({law.name for law in every}) >= 35


def test_an_answer_that_is_not_given_again_is_said_to_be_none() -> None:
    suite: Suite[None] = Suite()
    asked: list[int] = []

    @suite.law(n=lambda _: st.integers())
    def holds_but_once(_: None, n: int) -> None:
        """It fails the first time."""
        asked.append(n)
        if len(asked) == 1:
            raise Broken("once")

    [law] = suite.laws(None, "nothing")
    with pytest.raises(Broken, match="the same example gives another result when it is tried again"):
        law()
