"""All that the library has passes the kit's suites; the kit says clearly when it is misused."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from importlib.util import find_spec
from itertools import chain
from operator import neg
from typing import Any, cast

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from returns.maybe import Maybe

from fpgames import (  # fmt: skip
    Outcome,
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
    GameMachine,
    Law,
    LawsBroken,
    Line,
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
    suite,
    trees,
    unfinished,
    whole_games,
)
from fpgames.testing.laws_of_games import GAME, GameSubject, most
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, size, unfold, unshared, with_ply
from tests.test_tree import backwards, odd

bits = tictactoe.rules


class Written:
    """A position that is a tree itself: equal to every tree that is written alike, once somebody compares them."""

    def __init__(self, tree: Tree[int]) -> None:
        self.tree = tree

    def __repr__(self) -> str:
        def whole(tree: Tree[int]) -> Any:
            return tree.label, tree.player, *map(whole, tree.children)

        return repr(whole(self.tree))

    def __eq__(self, other: object) -> bool:
        return repr(self) == repr(other)

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


SIZES = [connect4.sized(*size) for size in ((4, 4, 3), (9, 1, 2), (1, 5, 4), (3, 5, 1), (2, 2, 7), (8, 3, 6))]
LARGE = connect4.sized(6, 7, 5)
CENTRE_FIRST = connect4.sized(5, 4, 3, centre_first=True)
BUDGETS = {"mc:N": "mc:9", "mc-bulk:N": "mc-bulk:99", "minimax:D": "minimax:2", "alphabeta:D": "alphabeta:3"}
NAMES = [BUDGETS.get(kind.usage, kind.usage.replace(":D", ":2")) for kind in BOTS.values()]
PLAYED: list[Rules[Any, Any]] = [bits, connect4.rules]
LENGTHS = {"checkers": 1000, "draughts": 1000}  # of games whose kings may take long to meet
DOTS = [dots_and_boxes.sized(*board) for board in ((1, 1), (2, 1), (2, 2))]
MORE_GAMES: list[Rules[Any, Any]] = [
     up_to_symmetry(bits), *DOTS, *map(with_passes, DOTS), up_to_symmetry(DOTS[2]), *map(othello.sized, (4, 6)),
]  # fmt: skip
SUITES: dict[str, list[Law]] = {
    **{rules.name: game_laws(rules, longest=LENGTHS.get(rules.name, 100)) for rules in (*GAMES.values(), LARGE, CENTRE_FIRST)},
    **{
        rules.name: [law for law in game_laws(rules, longest=100) if law.name != "compiled_functions_do_the_same"]
        for rules in SIZES
    },
    **{rules.name: game_laws(rules) for rules in MORE_GAMES},
    "checkers with its draws": game_laws(with_draws(checkers.rules)),
    "tictactoe as its record": same_game_laws(
        bits, tictactoe.record.rules, tictactoe.to_record, tictactoe.from_record
    ),
    "connect4 as its record": same_game_laws(
        connect4.rules, connect4.record.rules, connect4.to_record, connect4.from_record
    ),
    "prune": stage_laws(prune(2), keeps=["labels", "turns"]),
    "prune, far below": stage_laws(prune(9)),
    "prune_when": stage_laws(prune_when(odd), keeps=["labels", "turns"], looks=True),
    "extend_while": stage_laws(extend_while(odd), keeps=["labels", "turns"], looks=True),
    "extend_while, deeper": stage_laws(extend_while(odd, depth=2), keeps=["labels", "turns"], looks=True),
    "map_tree": stage_laws(map_tree(neg), keeps=["shape", "turns"]),
    "order_by": stage_laws(order_by(neg), keeps=["children", "labels", "turns", "value"], looks=True),
    "keep_best": stage_laws(keep_best(2, abs), keeps=["labels", "turns"], looks=True),
    "with_ply": stage_laws(with_ply, keeps=["shape", "turns"]),
    "quicker": stage_laws(quicker, keeps=["shape", "turns"]),
    "rebuild": stage_laws(mirrored, keeps=["children", "labels", "turns", "value"]),
    "share": stage_laws(share),
    "share, of trees for positions": stage_laws(shared, looks=True),
    "unshared": stage_laws(unshared),
    "maximise": search_laws(maximise),
    "ab_maximise": search_laws(ab_maximise),
    "alpha_beta": search_laws(alpha_beta, deep=True),
    "minimax": search_laws(minimax),
    "ab_trace": search_laws(traced, looks=True),
    "minimise": search_laws(minimise, player=Player.SECOND),
    "ab_minimise": search_laws(ab_minimise, player=Player.SECOND),
    "alpha_beta, second": search_laws(alpha_beta, player=Player.SECOND, deep=True),
    "alpha_beta, told": search_laws(alpha_beta(player=Player.SECOND), player=Player.SECOND, deep=True),
    "minimax, second": search_laws(minimax, player=Player.SECOND),
    "ab_trace, second": search_laws(traced, player=Player.SECOND, looks=True),
    "negamax": search_laws(negamax, numbers=True),
    "negamax, second": search_laws(negated, player=Player.SECOND, numbers=True),
    **{f"{name} at {rules.name}": bot_laws(rules, read_bot(rules, name)) for rules in PLAYED for name in NAMES},
    "bot_from": bot_laws(bits, bot_from(bits, bits.static)),
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
    """Sixty at most of each line, and ten lines at least."""
    subjects: list[GameSubject] = []
    monkeypatch.setattr(GAME, "laws", lambda subject, _: subjects.append(subject))
    game_laws(bits)
    game_laws(checkers.rules)
    game_laws(checkers.rules, budget=0)
    assert [most(subject) for subject in subjects] == [300, 50, 10]


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


def test_a_bar_is_shown_if_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    laws = game_laws(bits)[:2]
    assert [*suite._with_a_bar(laws)] == laws
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert suite._with_a_bar(laws) is laws


@pytest.mark.parametrize("law", LAWS)
def test_law(law: Law) -> None:
    law()


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


class Board:
    """Mutable tic-tac-toe, with a fault or none."""

    def __init__(self, fault: str = "") -> None:
        self.p = 0
        self.fault = fault

    def play(self, move: int) -> None:
        if self.fault == "accepts all" and move not in bits.moves(self.p):
            return
        if self.fault == "refuses a corner" and move == 0:
            raise ValueError("not there")
        self.p = bits.play(self.p, move)

    def moves(self) -> list[int]:
        found = [*bits.moves(self.p)][::-1]
        return found[1:] if self.fault == "forgets a move" else found


class Machine(GameMachine):
    model = bits
    fault = ""

    def begin(self) -> Board:
        return Board(self.fault)

    def play(self, game: Board, move: int) -> None:
        game.play(move)

    def moves(self, game: Board) -> list[int]:
        return game.moves()

    def player(self, game: Board) -> Player:
        return Player.FIRST if game.fault == "keeps the turn" else super().player(game)

    def outcome(self, game: Board) -> Maybe[Outcome]:
        return bits.outcome(0 if game.fault == "never ends" else game.p)


TestMachine = Machine.TestCase


class TestMachineBites:
    @pytest.mark.parametrize(
        ("fault", "said"),
        [
            ("accepts all", r"after the moves \(.*\), the game accepts .*; tictactoe does not"),
            (
                "refuses a corner",
                r"after the moves \(.*\), the game refuses 0 \(ValueError: not there\); tictactoe does not",
            ),
            ("keeps the turn", r"after the moves \(.\,\), it is the turn of Player.FIRST; expected Player.SECOND"),
            ("forgets a move", r"after the moves \(\), the game's moves are \[7, 6, .*\]; expected \(0, 1, .*\)"),
            ("never ends", r"after the moves \(.*\), the game's outcome is <Nothing>; expected <Some: -?1>"),
        ],
    )
    def test_a_fault_is_found(self, fault: str, said: str) -> None:
        class Faulty(Machine):
            pass

        Faulty.fault = fault
        with pytest.raises(Broken, match=said):
            run_state_machine_as_test(Faulty, settings=settings(database=None, phases=[Phase.generate]))

    @pytest.mark.parametrize("method", ["begin", "play", "moves", "outcome"])
    def test_what_is_missing_is_said(self, method: str) -> None:
        class Unfinished(GameMachine):
            model = bits

        with pytest.raises(NotImplementedError, match=method):
            getattr(Unfinished(), method)(*[None] * {"begin": 0, "play": 2}.get(method, 1))


def raising(p: object) -> Any:
    raise ZeroDivisionError("division by zero")


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
    @pytest.mark.parametrize("use", [check_game, game_laws, lines, positions, finished, unfinished, whole_games])
    def test_rules_that_cannot_be_played(self, use: Any, changes: Any, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            use(replace(bits, **changes))

    def test_rules_that_raise_are_said_to(self) -> None:
        with pytest.raises(LawsBroken) as caught:
            check_game(replace(bits, outcome=raising))
        said = str(caught.value)
        broken = "8 of 18" if find_spec("numba") else "7 of 17"
        assert said.startswith(f"tictactoe breaks {broken} laws\n\nmoves_are_empty_exactly_at_the_end: `null (moves p)")
        assert "ZeroDivisionError: division by zero" in said
        assert all(isinstance(error.__cause__, ZeroDivisionError) for error in caught.value.errors.values())

    def test_laws_that_break_by_one_error_are_said_together(self) -> None:
        one, two, three = (Law(name, f"the equation of {name}", lambda: None) for name in ("one", "two", "three"))
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
