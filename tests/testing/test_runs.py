"""How the kit runs laws: time, examples, seeds, reports of what was looked at, items of pytest, a second process."""

from __future__ import annotations

import functools
import json
import pickle
import re
import sys
import time
from dataclasses import replace
from io import BytesIO
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.games import connect4, tictactoe
from fpgames.rules import unreadable
from fpgames.testing import (
    Broken,
    LawsBroken,
    NotLookedAt,
    Run,
    Seen,
    Suite,
    Unchecked,
    check,
    check_game,
    game_laws,
)
from fpgames.testing.counterexamples import MOST_POSITIONS
from fpgames.testing.fresh import Frozen, backwards, elsewhere, frozen, main
from fpgames.testing.laws import OutOfTime, difference, shortly
from fpgames.testing.nearest import Nearest, key_of, near_the_ends
from fpgames.testing.running import _with_a_bar
from tests.testing.faults import wrong
from tests.testing.laws import law_of

bits = tictactoe.rules


def slowly(p: int) -> tuple[int, ...]:
    time.sleep(0.002)
    return bits.moves(p)


SLOW = wrong(bits, moves=slowly)


class TestTime:
    def test_what_was_not_looked_at_is_said(self) -> None:
        before = time.monotonic()
        with pytest.warns(
            Unchecked,
            match="these laws hold as far as they were looked at; give .*; not looked at:\n.*nearest the start",
        ):
            check_game(SLOW, seconds=1, laws=["moves_are_listed_once", "every_game_ends", "players_alternate"])
        assert time.monotonic() - before < 4

    def test_a_law_that_draws_stops_in_time(self) -> None:
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.integers())
        def holds_slowly(_: None, n: int) -> None:
            """It takes a while."""
            time.sleep(0.05)

        [law] = suite.laws(None, "nothing")
        seen = law.test(Run(seconds=0.3, examples=100))
        assert seen.cases < 20
        assert "some of the examples to draw" in seen.missed

    def test_an_example_that_is_left_unfinished_is_no_counterexample(self) -> None:
        """Hypothesis takes it for a strategy that draws something else each time."""
        suite: Suite[None] = Suite()
        patient = iter([True] * 20)

        @st.composite
        def unfinished(draw: st.DrawFn) -> bool:
            first = draw(st.booleans())
            if not next(patient, False):
                time.sleep(0.3)
                raise OutOfTime
            draw(st.integers())
            return first

        @suite.law(n=lambda _: unfinished())
        def holds(_: None, n: bool) -> None:
            """It holds."""

        [law] = suite.laws(None, "nothing")
        assert "some of the examples to draw" in law.test(Run(seconds=0.2, examples=100)).missed

    def test_a_counterexample_is_made_simpler_in_time(self) -> None:
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.lists(st.integers(), min_size=30))
        def breaks_slowly(_: None, n: list[int]) -> None:
            """It takes a while."""
            time.sleep(0.02)
            raise Broken(f"with {sum(n)}")

        [law] = suite.laws(None, "nothing")
        before = time.monotonic()
        with pytest.raises(Broken):
            law.test(Run(shorten=0.3))
        assert time.monotonic() - before < 5

    def test_a_long_line_is_made_shorter_in_time(self) -> None:
        late = wrong(connect4.rules, static=lambda p: 2.0 if p[1].bit_count() > 15 else connect4.rules.static(p))
        law = law_of(game_laws(late), "static_is_the_outcome_at_the_end_and_between_before")
        with pytest.raises(Broken) as caught:
            law.test(Run(shorten=0.0))
        assert len(caught.value.line.moves) >= 16


class TestProgress:
    def test_a_function_is_called_with_what_was_looked_at(self) -> None:
        seen: list[Seen] = []
        check_game(bits, laws=["moves_are_listed_once", "every_game_ends"], progress=seen.append)
        assert [each[:4] for each in seen] == [
            ("moves_are_listed_once", 5478, True, ""),
            ("every_game_ends", 20, True, ""),
        ]
        assert str(seen[1]._replace(cases=1, seconds=0.04)) == "every_game_ends: 1 case, all there are, in 0.0 s"
        assert str(seen[1]._replace(missed="the end", everything=False)).endswith("; not looked at: the end")

    @pytest.mark.parametrize("progress", [None, True, False, print])
    def test_there_is_a_bar_or_none(self, progress: Any, capsys: pytest.CaptureFixture[str]) -> None:
        laws = game_laws(bits)[:2]
        assert [*_with_a_bar(laws, progress)] == [*enumerate(laws)]
        assert ("0/2" in capsys.readouterr().err) == (progress is True)

    def test_there_is_no_bar_without_tqdm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        laws = game_laws(bits)[:2]
        assert [*_with_a_bar(laws, True)] == [*enumerate(laws)]


class TestSeeds:
    def test_a_seed_draws_the_same_again(self) -> None:
        drawn: list[list[int]] = []
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.integers())
        def holds(_: None, n: int) -> None:
            """It holds."""
            drawn[-1].append(n)

        [law] = suite.laws(None, "nothing")
        for seed in (1, 1, 2):
            drawn.append([])
            law.test(Run(seed=seed, examples=10))
        assert drawn[0] == drawn[1] != drawn[2]
        assert len(drawn[0]) == 10

    def test_a_report_gives_the_seed(self) -> None:
        late = wrong(connect4.rules, static=lambda p: 2.0 if p[0] % 97 == 5 else connect4.rules.static(p))
        suite: Suite[Any] = Suite()

        @suite.law(n=lambda _: st.integers(0, 100))
        def is_small(_: Any, n: int) -> None:
            """``n < 50``."""
            if n >= 50:
                raise Broken(f"with {n}")

        with pytest.raises(LawsBroken, match=r"with 50\n\nto draw the same examples again: seed=7$"):
            check("numbers", suite.laws(late, "numbers"), seed=7)


class TestOptions:
    @pytest.mark.parametrize(
        ("how", "wrong"),
        [
            ({"examples": 0}, "cannot draw 0 examples; expected at least 1"),
            ({"seconds": 0}, "cannot run laws for 0 seconds; expected a number greater than 0"),
            ({"seconds": "long"}, "cannot run laws for 'long' seconds"),
            ({"seed": "x"}, "the seed is 'x'; expected a whole number"),
            ({"progress": 3}, "progress is 3; expected a function"),
            ({"laws": ["no"]}, "laws names laws that there are not: 'no'; expected some of the_game_can"),
            ({"laws": "every_game_ends"}, "laws is a collection of names, not 'every_game_ends'"),
            ({"laws": []}, "no law is left to run; there are the_game_can"),
            ({"without": ["no"]}, "without names laws that there are not: 'no'"),
            ({"without": "no"}, "without is a collection of names, not 'no'"),
            ({"budget": 0}, "cannot look at a game with budget=0; expected at least 1"),
            ({"depth": 0}, "cannot look at a game with depth=0; expected at least 1"),
            ({"longest": 0}, "cannot look at a game with longest=0; expected at least 1"),
        ],
    )
    def test_an_option_that_cannot_be_is_refused(self, how: Any, wrong: str) -> None:
        with pytest.raises(ValueError, match=re.escape(wrong)):
            check_game(bits, **how)

    def test_an_unknown_option_and_a_law_that_is_no_function(self) -> None:
        with pytest.raises(TypeError, match=r"check_game\(\) got an unexpected keyword argument 'sedes'"):
            check_game(bits, sedes=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="also has laws of your own, functions of the rules and a line; got 3"):
            check_game(bits, also=[cast("Any", 3)])

    def test_laws_are_chosen_and_left_out(self) -> None:
        seen: list[str] = []
        check_game(bits, laws=["every_game_ends", "players_alternate"], without=["players_alternate"],
                   progress=lambda each: seen.append(each.law))  # fmt: skip
        assert seen == ["every_game_ends"]

    def test_a_table_of_perft_and_a_law_of_ones_own_are_laws(self) -> None:
        def nobody_plays_the_corner_first(rules: Any, line: Any) -> None:
            """``head ms /= 0``."""
            assert line.moves[:1] != (0,)

        with pytest.raises(LawsBroken) as caught:
            check_game(bits, perft={1: 8}, also=[nobody_plays_the_corner_first], budget=300)
        said = {law.name: str(error) for law, error in caught.value.errors.items()}
        assert said.pop("there_are_as_many_lines_as_in_the_table").startswith("tictactoe has 9 lines of 1 moves")
        assert said == {"nobody_plays_the_corner_first": "after the moves (0,): assert (0,) != (0,)"}

    def test_static_values_may_have_any_size(self) -> None:
        centipawns = wrong(bits, static=lambda p: 300 * bits.static(p))
        with pytest.raises(LawsBroken, match="breaks 1 of"):
            check_game(centipawns, budget=300)
        check_game(centipawns, bounded=False, budget=300)
        with pytest.raises(LawsBroken, match="static_has_the_sign_of_the_outcome_at_the_end"):
            check_game(wrong(bits, static=lambda p: float("nan")), bounded=False, budget=300)

    def test_games_need_not_be_read_from_text(self) -> None:
        check_game(wrong(bits, read=unreadable), budget=300)

    def test_the_player_at_the_end_is_not_bound(self) -> None:
        def player(p: int) -> Player:
            return Player.FIRST if bits.outcome(p) is not Nothing else bits.player(p)

        check_game(replace(bits, player=player), without=["compiled_functions_do_the_same"], budget=1500)


class TestItems:
    def test_each_law_is_an_item_with_statistics(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            from dataclasses import replace
            from fpgames.games import tictactoe
            from fpgames.testing import NotLookedAt, Suite, as_tests, game_laws
            rules = tictactoe.rules
            some = {"moves_are_listed_once", "equal_play_gives_equal_positions"}
            test_game = as_tests([law for law in game_laws(rules) if law.name in some])
            test_unplayable = as_tests(game_laws(replace(rules, moves=lambda p: ()))[:1])
            suite = Suite()
            @suite.law()
            def it_cannot_be(_):
                raise NotLookedAt("not here")
            test_nothing = as_tests(suite.laws(None, "nothing"))
            """
        )
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--hypothesis-show-statistics", "-rs")
        result.assert_outcomes(passed=2, failed=1, skipped=1)
        text = result.stdout.str()
        assert "::test_game[moves_are_listed_once]:" in text
        assert "moves_are_listed_once: 5478 cases, all there are" in text
        assert "during generate phase" in text
        assert "cannot be played: there are no moves at its start" in text
        assert "not here" in text

    def test_an_item_says_what_it_did_not_look_at(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            from tests.testing.test_runs import SLOW
            from fpgames.testing import as_tests, game_laws
            test_slow = as_tests(game_laws(SLOW)[2:3], seconds=0.2)
            """
        )
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-W", "default")
        result.assert_outcomes(passed=1, warnings=1)
        assert "not looked at: some of the positions nearest the start" in result.stdout.str()


class TestElsewhere:
    """The second process."""

    def test_memories_begin_empty_there(self) -> None:
        @functools.lru_cache
        def remembered(n: int) -> list[int]:
            return [n]

        remembered(1).append(7)
        again = pickle.loads(frozen(remembered).data)
        assert again(1) == [1]
        assert remembered(1) == [1, 7]

    def test_what_cannot_be_sent_is_not_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert frozen(wrong(bits, show=lambda p: bits.show(p))).data
        unpicklable = frozen(SimpleNamespace(generator=(n for n in range(3))))
        assert "what another process does; it cannot be sent there (TypeError" in unpicklable.why
        with pytest.raises(NotLookedAt, match="cannot be sent there"):
            elsewhere(bits, unpicklable, backwards, [], None)
        monkeypatch.setitem(sys.modules, "cloudpickle", None)
        assert frozen(bits) == Frozen(
            b"", "what another process does; cloudpickle is not installed: pip install 'fpgames[test]'"
        )

    def test_a_process_that_fails_or_is_late_is_said(self) -> None:
        with pytest.raises(NotLookedAt, match=r"another process fails \(.*Error"):
            elsewhere(bits, Frozen(b"nothing", ""), backwards, [], None)
        with pytest.raises(NotLookedAt, match="TimeoutExpired"):
            elsewhere(bits, frozen(bits), backwards, [], 0.001)

    def test_in_a_browser_there_is_one_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "emscripten")
        assert elsewhere(bits, Frozen(b"", ""), backwards, [(0, 4)], None) == backwards(bits, [(0, 4)])

    def test_the_other_process_reads_rules_and_writes_what_they_say(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        steps = [(0, 4), (1, 0)]
        data = pickle.dumps((frozen(bits).data, frozen((backwards, steps)).data))
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(data)))
        main()
        found = json.loads(capsys.readouterr().out)
        assert found == backwards(bits, steps) == elsewhere(bits, frozen(bits), backwards, steps, None)
        assert found[0][1] == "0 1 2 3 4 5 6 7 8"

    def test_an_order_of_a_set_of_strings_is_found(self) -> None:
        letters = wrong(
            bits,
            moves=lambda p: tuple(int(n) for n in {str(move) for move in bits.moves(p)}),
        )
        with pytest.raises(Broken, match=r"its moves: '.*'; in another process, '"):
            law_of(game_laws(letters), "a_second_process_does_the_same")()


class TestNearest:
    def test_all_positions_of_a_small_game_are_found_once(self) -> None:
        nearest = Nearest(bits, 6000)
        assert not nearest.has_all()
        assert len([*nearest.numbered()]) == len({node.position for node in nearest.nodes}) == 5478
        lengths = [len(line.moves) for line in nearest.lines()]
        assert lengths == sorted(lengths)
        assert nearest.has_all()
        assert nearest.cycle() is None
        assert len([*nearest.arrived()]) == 16167 - 5477

    def test_a_budget_counts_moves_too(self) -> None:
        assert len([*Nearest(connect4.rules, 300).numbered()]) <= 300
        assert not Nearest(connect4.rules, 300).has_all()
        assert len([*Nearest(connect4.rules, 10).numbered(MOST_POSITIONS // 100)]) == MOST_POSITIONS // 100

    @pytest.mark.parametrize("back", [0, 1])
    def test_a_cycle_is_found_by_an_ancestor_or_around(self, back: int) -> None:
        """0 -> 1, 2; 1 -> 3; 2 -> 4; 3 -> 2 and 4 -> 1 (around), or 3 -> 0 (back to an ancestor)."""
        graph = {0: (1, 2), 1: (3,), 2: (4,), 3: (0,) if back else (2,), 4: (1,)}
        rules = circling(graph)
        nearest = Nearest(rules, 100)
        assert len([*nearest.numbered()]) == 5
        line = nearest.cycle()
        assert line is not None
        assert line.end in line.positions[:-1]
        assert all(q in graph[p] for p, q in zip(line.positions, line.positions[1:], strict=False))
        with pytest.raises(Broken, match=r"the position is the one .*, so a game can go on for ever"):
            law_of(game_laws(rules), "no_line_returns_to_a_position")()

    def test_positions_without_a_hash_or_a_text_are_kept_apart(self) -> None:
        assert key_of([]) is None
        thing = object()
        assert key_of(thing) == (thing, object)

        def play(p: Any, move: int) -> Any:
            return [p] if move else (p, move)

        tree = wrong(circling({0: (0, 1)}), play=play, moves=lambda p: (0, 1) if p == 0 else ())
        assert len([*Nearest(tree, 5).numbered()]) == 3

    def test_errors_of_the_rules_are_left_to_the_laws(self) -> None:
        def play(p: int, move: int) -> int:
            if move == 4:
                raise ZeroDivisionError
            return bits.play(p, move)

        assert Nearest(wrong(bits, play=play), 9).expand()

    def test_ends_are_ends(self) -> None:
        lines = [*near_the_ends(connect4.rules, 300, 1000)]
        assert len(lines) >= 150
        assert sum(not connect4.rules.moves(line.end) for line in lines) >= 20


def circling(graph: dict[int, tuple[int, ...]]) -> Rules[int, int]:
    """Rules of moves along a graph, which never end."""

    def play(p: int, move: int) -> int:
        if move not in range(len(graph[p])):
            raise IllegalMove(move, tuple(range(len(graph[p]))))
        return graph[p][move]

    def outcome(p: int) -> Maybe[Outcome]:
        return Nothing if graph[p] else Some(Outcome.DRAW)

    return Rules(
        name="circle", start=0, moves=lambda p: tuple(range(len(graph[p]))), play=play, player=lambda p: Player.FIRST,
        outcome=outcome, show=str, read=int, show_move=str, read_move=int,
    )  # fmt: skip


class TestWords:
    def test_values_are_short(self) -> None:
        assert shortly(3) == "3"
        assert len(shortly([*range(10_000)])) < 400

    def test_differences_of_any_kind(self) -> None:
        assert difference([1], (1,)) == "there are 1; expected 1, in another type"
        assert difference([1, 2], [1]) == "there are 2; expected 1, number 1 of them 2"

    def test_an_error_without_words_has_its_name(self) -> None:
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.just(1))
        def fails(_: None, n: int) -> None:
            """It fails."""
            raise AssertionError

        [law] = suite.laws(None, "nothing")
        with pytest.raises(Broken, match=r"^with \{'n': 1\}: AssertionError$"):
            law()

    def test_impure_rules_are_said_to_be(self) -> None:
        asked = count()
        with pytest.raises(LawsBroken):
            check_game(wrong(bits, static=lambda p: bits.static(p) or next(asked) % 3 / 10), budget=300)
