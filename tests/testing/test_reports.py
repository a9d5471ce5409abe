"""Reports: the fault first, then the boards, code that reproduces it, and the law."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from threading import current_thread, main_thread
from typing import Any, NamedTuple

import pytest

from fpgames import IllegalMove, Player, SplitMix, State, bot_random, minimax, prune
from fpgames.games import checkers, nim, tictactoe
from fpgames.rules import AnyRules, Symmetry, unreadable
from fpgames.testing import (
    Counterexample,
    Law,
    LawsBroken,
    Line,
    Options,
    bot_laws,
    check_game,
    game_laws,
    gen_laws,
    play_laws,
    replay,
    same_game_laws,
    search_laws,
    stage_laws,
)
from fpgames.testing.reports.counterexamples import board_lines, import_statement, move_literal, reproduction
from tests.support.laws import law_named, raise_zero_division, reproduction_lines, run_reproduction
from tests.testing.faults import wrong
from tests.testing.faults.bots import (
    it_keeps_a_table_without_depths_from_move_to_move,
    it_plays_another_move_after_ten_calls,
    it_remembers_a_plan_by_half_of_the_position,
)

bits = tictactoe.rules


class Stone:
    def __init__(self, n: int) -> None:
        self.n = n

    def lies(self) -> bool:
        return True


def _moves_of(see: str) -> list[int]:
    [moves] = re.findall(r"replay\(rules, (.*?)\)", see)
    return [int(move) for move in moves.split(", ")]


def scaled(p: int) -> float:
    return bits.static(p) / 2


class Constant(NamedTuple):
    seed: int

    def next_word(self) -> tuple[int, Constant]:
        return 2**63 + 1, self

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Constant]:
        return lo, self

    def split(self) -> tuple[Constant, Constant]:
        return self, self


@dataclass(unsafe_hash=True)
class Cells:
    p: int


def said(rules: AnyRules, line: Line[Any, Any], see: str = "") -> list[str]:
    return reproduction(rules, {"rules": rules}, Counterexample("it is wrong", line, evidence=see))


def report_of(laws: list[Law], name: str) -> str:
    with pytest.raises(Counterexample) as broken:
        law_named(laws, name).test(Options(seed=1, examples=100))
    return str(broken.value)


@pytest.mark.parametrize("rules", [bits, checkers.rules, nim.rules])
def test_the_position_is_shown_and_can_be_reached_by_what_is_pasted(rules: AnyRules) -> None:
    line: Line[Any, Any] = replay(rules)
    for n in range(3):
        line = replay(rules, *line.moves, rules.moves(line.end)[n])
    *board, call = said(rules, line)
    assert "\n".join(each[4:] for each in board) == rules.show(line.end)
    assert run_reproduction(call) == line.end


def test_a_statement_for_rules_that_cannot_be_imported_is_part_of_a_report() -> None:
    rules = replace(nim.rules, play=lambda p, n: p)
    for imports, words in (
        ({}, ", with your `rules`: "),
        ({"rules": "import mine; rules = mine.nim()"}, "rules = mine.nim();"),
    ):
        with pytest.raises(LawsBroken) as broken:
            check_game(rules, laws=["play_refuses_anything_else"], imports=imports)
        assert words in str(broken.value)


def test_a_report_says_what_is_wrong_before_the_law() -> None:
    """The name of the law, what is wrong and where, the position, how to see it again, the law."""
    with pytest.raises(LawsBroken) as caught:
        check_game(wrong(nim.rules, player=lambda p: Player.FIRST), laws=["players_alternate"])
    summary, _, found, *boards, see, law = str(caught.value).splitlines()
    assert summary == "nim breaks 1 of 1 laws"
    assert found.startswith("players_alternate: at the start, Player.FIRST plays Take(heap=0, taken=1), and then it is")
    assert boards == [
        "        1 3 5 7, first to move", "    after Take(heap=0, taken=1):", "        0 3 5 7, second to move"
    ]  # fmt: skip
    played = "rules.player(rules.play(p, rules.read_move_in(p, 'a1')))"
    assert see.endswith(f'p = replay(rules).end; print(f"{{rules.player(p) = }}, {{{played} = }}")')
    assert law.startswith("    the law: After a move it is the opponent's turn, unless the game is over: `player (play")


def listing(p: int, move: int) -> int:
    if move not in bits.moves(p):
        raise IllegalMove(move, [*bits.moves(p)])  # type: ignore[arg-type]
    return bits.play(p, move)


def confused(p: int, move: int) -> int:
    if move not in bits.moves(p):
        raise IllegalMove(bits.moves(p)[0] if bits.moves(p) else 9, bits.moves(p))
    return bits.play(p, move)


@pytest.mark.parametrize(
    ("play", "said"),
    [(listing, "the wrong moves: the type is list; expected tuple"), (confused, "the wrong move: 1; expected 0")],
)
def test_a_wrong_argument_of_a_refusal_is_told_from_a_right_one(play: Any, said: str) -> None:
    rules = wrong(bits, play=play)
    found = report_of(game_laws(rules), "play_refuses_anything_else")
    assert f"but play raised IllegalMove with {said}; raise IllegalMove(move, moves(p))" in found
    [see] = reproduction_lines(found)
    moves, (move, legal, _) = run_reproduction(see, rules=rules)
    assert (legal, move) != (moves, -1)


def test_a_short_form_that_is_read_alone_is_said_to_be_one_of_two() -> None:
    """A user may write a move in the short form or in the long one."""
    letters = {n: "abcdefghi"[n] for n in range(9)}

    def read_short(p: int, text: str) -> int:
        return {letter: n for n, letter in letters.items()}[text]

    for read in (read_short, lambda p, text: "abcdefghi012345678".index(text) % 8):
        rules = replace(bits, show_move_in=lambda p, move: letters[move], read_move_in=read)
        report = report_of(game_laws(rules), "text_is_read_back")
        [found] = re.findall(r"^.*the move \d is shown as '\d', but .*$", report, re.MULTILINE)
        reading = r"read_move_in\(p, '\d'\) (raises KeyError: '\d'|is \d); it has to read the text of show_move, too$"
        assert re.search(reading, found)


mirrored = replace(bits, symmetries=(Symmetry(bits.symmetries[0].position, lambda move: move),))
careless = wrong(bits, play=lambda p, move: bits.play(p, move) if move in bits.moves(p) else p)


class TestPasting:
    """What is pasted shows the fault, without a name that is not known."""

    def test_of_a_game(self) -> None:
        faults: list[tuple[AnyRules, str, Callable[[Any], bool]]] = [
            (mirrored, "symmetries_map_moves_and_outcomes", lambda found: found[0] != found[1]),
            (careless, "play_refuses_anything_else", lambda found: found[1] == bits.play(0, 0)),
            (wrong(bits, moves=lambda p: bits.moves(p) * 2), "moves_are_listed_once", lambda found: len(found) == 18),
            (wrong(bits, static=lambda p: 1.0), "static_is_the_outcome_at_the_end_and_between_before", lambda found: found[1] == 1),
            (wrong(bits, read_move=lambda text: 1), "text_is_read_back", lambda found: found == (0, "0", 1)),
            (wrong(bits, read=lambda text: 1), "text_is_read_back", lambda found: found == (1, 0)),
        ]  # fmt: skip
        for rules, name, is_seen in faults:
            [see] = reproduction_lines(report_of(game_laws(rules), name))
            assert is_seen(run_reproduction(see, rules=rules)), see

    def test_of_a_position_that_a_move_changes(self) -> None:
        """Shown before and after the move, legal or not."""

        def play(p: Cells, move: int, keeps: str = "") -> Cells:
            before = p.p
            if move not in bits.moves(before):
                p.p = 1
                raise IllegalMove(move, bits.moves(before))
            p.p = before if keeps else bits.play(before, move)
            return Cells(bits.play(before, move))

        def rules(play: Any) -> AnyRules:
            return wrong(
                bits, start=Cells(0), play=play, moves=lambda p: bits.moves(p.p), player=lambda p: bits.player(p.p),
                outcome=lambda p: bits.outcome(p.p), show=lambda p: bits.show(p.p), read=lambda text: Cells(bits.read(text)),
            )  # fmt: skip

        name = "play_leaves_its_argument_as_it_was"
        [see] = reproduction_lines(report_of(game_laws(rules(play)), name))
        before, after = run_reproduction(see, rules=rules(play))
        assert before != after
        [see] = reproduction_lines(report_of(game_laws(rules(partial(play, keeps="legal moves"))), name))
        before, after = run_reproduction(see, rules=rules(partial(play, keeps="legal moves")))
        assert before != after

    def test_of_two_games(self) -> None:
        other = wrong(bits, moves=lambda p: bits.moves(p)[::-1])
        for to in (None, lambda p: p):
            report = report_of(same_game_laws(bits, other, to), "moves_player_and_outcome_are_the_same")
            found = run_reproduction(reproduction_lines(report)[0], rules=bits, other=other, to=to)
            assert found == (bits.moves(0), bits.moves(0)[::-1])
            assert report.splitlines()[6] == "the other tictactoe: looks the same"

    def test_of_a_bot(self) -> None:
        def bot(p: int) -> State[Any, int]:
            return State.from_value(4)

        [see] = reproduction_lines(report_of(bot_laws(bits, bot), "its_moves_are_legal"))
        move, legal = run_reproduction(see, bot=bot)
        assert move == 4
        assert move not in legal

    def test_of_a_bot_that_remembers(self) -> None:
        last = [0]

        def bot(p: int) -> State[Any, int]:
            last[0] = p
            return State(lambda gen: bot_random(bits)(last[0]).run(gen))

        [see] = reproduction_lines(report_of(bot_laws(bits, bot), "it_remembers_no_other_position"))
        assert run_reproduction(see, bot=bot) is False
        assert run_reproduction(see, bot=bot_random(bits)) is True

    def test_of_a_bot_that_remembers_a_plan(self) -> None:
        """A new bot plays another move after the call that the report makes."""
        for make in (it_remembers_a_plan_by_half_of_the_position, it_keeps_a_table_without_depths_from_move_to_move):
            report = report_of(bot_laws(*make()[:2]), "it_remembers_no_other_position")
            [after, alone] = re.findall(r"plays (\d) if it has moved .* before, and (\d) if not", report)[0]
            [see] = reproduction_lines(report)
            bot = make()[1]
            assert run_reproduction(see, bot=bot) == int(after)
            assert run_reproduction(re.sub(r" _ = .*?;", "", see), bot=make()[1]) == int(alone)

    def test_of_a_bot_that_counts_its_calls(self) -> None:
        """A copy of it is compared before another process is."""
        law = "it_plays_the_same_in_a_second_process"
        report = report_of(bot_laws(*it_plays_another_move_after_ten_calls()[:2]), law)
        assert re.search(
            r"it plays \d, but a new copy of it plays \d, with gen=.*: it remembers earlier calls\n", report
        )
        assert "another process" not in report

    def test_of_a_search_and_a_stage(self) -> None:
        [see] = reproduction_lines(report_of(search_laws(prune(1) | minimax), "it_finds_the_value"))
        assert run_reproduction(see, search=prune(1) | minimax) != run_reproduction(see, search=minimax)
        [see] = reproduction_lines(report_of(stage_laws(prune(1)), "it_keeps_the_value"))
        before, after = run_reproduction(see, stage=prune(1))
        assert before != after

    def test_of_a_bot_that_gives_a_value_away(self) -> None:
        def bot(p: int) -> State[Any, int]:
            return State.from_value(bits.moves(p)[0])

        for static, name in ((None, "rules.static"), (scaled, "static")):
            laws = bot_laws(bits, bot, depth=1, static=static)
            [see] = reproduction_lines(report_of(laws, "it_gives_no_value_away"))
            move, values = run_reproduction(see, bot=bot)
            best = max if bits.player(replay(bits, *_moves_of(see)).end) is Player.FIRST else min
            assert dict(values)[move] != best(value for _, value in values)
            assert f"map_tree({name})" in see

    def test_of_a_bot_that_draws_twice(self) -> None:
        def bot(p: int) -> State[Any, int]:
            return State(lambda gen: (bits.moves(p)[gen.uniform_r(0, 0)[0]], gen.next_word()[1]))

        [see] = reproduction_lines(
            report_of(bot_laws(bits, bot), "it_draws_once_from_a_generator_and_hands_on_the_next")
        )
        with pytest.raises(Counterexample, match="it draws twice from one generator"):
            run_reproduction(see, bot=bot)

    @pytest.mark.slow
    def test_of_a_generator(self) -> None:
        laws = gen_laws(Constant)
        for name, number in (
            ("every_number_of_a_range_is_as_likely", 1), ("every_bit_of_a_word_is_as_likely", 1),
            ("one_number_does_not_tell_the_next", 1), ("wide_ranges_are_as_likely_in_all_their_parts", 1),
        ):  # fmt: skip
            [see] = reproduction_lines(report_of(laws, name))
            assert len(run_reproduction(see, from_seed=Constant)) == number, see

    def test_of_a_function_that_is_no_game(self) -> None:
        def play(p: int, n: int) -> int:
            return p - n

        def moves(p: int) -> list[int]:
            return [n for n in (1, 2) if n <= p]

        laws = play_laws(5, moves, play)
        [see] = reproduction_lines(report_of(laws, "play_refuses_anything_else"))
        assert see.startswith("to see it again, with your `moves` and `play`: p = 5; print(")
        legal, after = run_reproduction(see, moves=moves, play=play)
        assert legal == [1, 2]
        assert after in (2, 6, 7, 12, 5)


class TestNames:
    def test_of_a_game_in_a_module_are_imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From the module of its functions, if others have it too."""
        assert import_statement("rules", bits) == "from fpgames.games.tictactoe.bits import rules"
        monkeypatch.setattr(sys.modules["fpgames.validation"], "another_name", bits, raising=False)
        assert import_statement("rules", bits) == "from fpgames.games.tictactoe.bits import rules"
        assert import_statement("rules", careless) == f"from {__name__} import careless as rules"

    def test_of_a_class_are_taken_from_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """If the class can be imported, and has the function."""
        assert import_statement("undo", Stone.lies) == f"from {__name__} import Stone; undo = Stone.lies"

        class Inside:
            def lies(self) -> bool:
                return True

        assert import_statement("undo", Inside.lies) is None
        assert import_statement("undo", Stone(1).lies) is None  # a method of one stone

        def lies(self: object) -> bool:
            return True

        lies.__module__, lies.__qualname__ = "__main__", "Own.lies"
        monkeypatch.setattr(sys.modules["__main__"], "Own", type("Own", (), {"lies": lies}), raising=False)
        monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
        assert import_statement("undo", lies) == "undo = Own.lies"

    def test_of_a_session_are_given_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Those of a program are not: if it is imported, it may run its checks again."""
        monkeypatch.setattr(sys.modules["__main__"], "mine", mine := replace(bits), raising=False)
        monkeypatch.setattr(sys.modules["__main__"], "__file__", "mine.py", raising=False)
        assert import_statement("rules", mine) is None
        monkeypatch.delattr(sys.modules["__main__"], "__file__")
        assert (import_statement("rules", mine), import_statement("mine", mine)) == ("rules = mine", "")

    def test_that_are_not_known_are_said_to_be_yours(self) -> None:
        assert import_statement("rules", replace(bits)) is None
        assert import_statement("rules", 3) is None  # of which there are many
        assert said(replace(bits), replay(bits))[-1].startswith("to see it again, with your `rules`: from ")
        game = replace(bits)
        found = Counterexample("it is wrong", replay(bits), evidence="rules.moves(p), other.moves(p)")
        *_, see = reproduction(game, {"rules": game, "other": game, "to": None}, found)
        assert see.startswith("to see it again, with your `rules` and `other`: ")

    def test_of_a_class(self) -> None:
        assert import_statement("Stone", Stone) == f"from {__name__} import Stone"


def test_what_cannot_be_shown_or_read_is_shown_by_repr() -> None:
    for show in (raise_zero_division, lambda p: 3, lambda p: " \n"):
        assert said(wrong(bits, show=show), replay(bits, 4))[0] == f"    {replay(bits, 4).end}"
    stone = Stone(1)
    [_, call] = said(wrong(bits, show=raise_zero_division), Line((stone,), (bits.start, 5)))
    assert call.endswith(f'p = replay(rules, {stone!r}).end; print(f"{{p = }}")')
    assert move_literal(bits, 0, 4) == "4"


def test_without_a_line_what_can_be_called_is_said_alone() -> None:
    assert reproduction(bits, {"rules": bits}, Counterexample("it is wrong")) == []
    found = reproduction(bits, {"rules": bits}, Counterexample("it is wrong", evidence="rules.read('?')"))
    see = """print(f"{rules.read('?') = }")"""
    assert found == [f"to see it again: from fpgames.games.tictactoe.bits import rules; {see}"]


def test_what_is_printed_is_said() -> None:
    """Each value after what it is the value of, unless Python cannot write that so."""

    def printed(see: str) -> str:
        return reproduction(None, {}, Counterexample("it is wrong", evidence=see))[-1].removeprefix("to see it again: ")

    assert printed("x = 1; x, [x + 1, 2]") == 'x = 1; print(f"{x = }, {[x + 1, 2] = }")'
    for as_it_is in ("print(1)", "'\\n'.join('ab')", """'it"s'.upper()""", "play(<Stone 1>)"):
        assert printed(as_it_is) == as_it_is


def test_a_generator_of_a_case_is_made_again() -> None:
    found = Counterexample("it is wrong", evidence="gen.next_word()")
    found.case = {"gen": SplitMix.from_seed(1)}
    [see] = reproduction(None, {}, found)
    assert run_reproduction(see) == SplitMix.from_seed(1).next_word()


def test_other_boards_are_shown_below_what_they_are() -> None:
    found = report_of(game_laws(mirrored), "symmetries_map_moves_and_outcomes")
    captions = [line for line in found.splitlines() if line.endswith(":") and "moves" not in line and line[0] != " "]
    assert "its image by symmetry 0: looks the same" in found
    assert captions == ["the move 0, then the symmetry:", "the symmetry, then the move 0:"]
    assert found.count("status: Play") == 3
    beginning = Counterexample("it is wrong", replay(bits), boards={"above": board_lines(bits, 0)[:2]})
    assert reproduction(bits, {}, beginning)[-3:] == ["above:", *(f"    {row}" for row in board_lines(bits, 0)[:2])]


def test_what_threads_do_is_said_where_it_differs() -> None:
    def is_alone() -> bool:
        return current_thread() is main_thread()

    def play(p: int, move: int) -> int:
        if not is_alone():
            raise RuntimeError("not here")
        return bits.play(p, move)

    noisy = wrong(bits, show=lambda p: bits.show(p) if is_alone() or p == 0 else "?", read=unreadable)
    found = report_of(game_laws(noisy), "threads_do_the_same")
    assert re.match(
        r"after the moves \(\d,\), in threads, while other games were played, its text is not as before: ", found
    )
    found = report_of(game_laws(wrong(bits, play=play)), "threads_do_the_same")
    assert re.match(
        r"after the moves \(\d,\), in threads, while other games were played, RuntimeError: not here", found
    )
