"""Draughts: published counts, positions that implementers get wrong, text, PDN, draws, endgames solved."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from returns.result import safe

from fpgames import (
    IllegalMove,
    Outcome,
    Player,
    SplitMix,
    alpha_beta,
    bot_from,
    bot_random,
    build_tree,
    map_tree,
    play_game,
)  # fmt: skip
from fpgames.compiled import jit_when_it_pays
from fpgames.draws import History, why_drawn, with_draws
from fpgames.games import checkers, draughts, tictactoe
from fpgames.games.draughts import (
    ENGLISH,
    INTERNATIONAL,
    Draughts,
    Move,
    Pdn,
    brazilian,
    pool,
    read_pdn,
    rules_of,
    show_fen,
    show_pdn,
)  # fmt: skip
from fpgames.games.draughts.text import read_fen
from fpgames.games.draughts.variant import grid_of
from fpgames.play import compare, play_moves
from fpgames.play.playing import without_history
from fpgames.rules import Rules
from fpgames.search import quicker
from fpgames.testing import check_perft, lines, positions, unfinished
from fpgames.tree import extend_while

english, international = checkers.rules, draughts.rules
FAMILY = pytest.mark.parametrize("rules", [english, international, brazilian, pool], ids=str)

# rhalbersma/dctl, test/src/core/model/international.cpp; the last two are made for ambiguous notation.
MOVES = [
    ("W:WK41,49:B9,10,12,19,38", "41x43"),  # coup turc
    ("B:W27,28,38,39,42:BK25", "25x33"),  # coup turc
    ("W:W15:B9,10", "15x13"),  # a man that passes the far row stays a man
    ("W:W48:B24,K31,34,K42,43", "48x19"),  # most pieces
    ("W:W26:B12,K21,31,32", "26x8 26x28"),  # kings and men count alike
    ("W:WK47:B9,12,33", "47x17 47x21 47x26"),  # a king's chain
    ("W:W35:B30,K40", "35x24 35x44"),  # backwards
    ("W:WK47:B14,19,29,31,42", "47x33x20x9x36 47x33x24x13x36"),  # two captures between the same squares
    ("W:WK47:B40", "47-41 47-36 47-42 47-38 47-33 47-29 47-24 47-20 47-15"),
]


def sized(rules: Any, width: int, rows: int) -> Rules[Draughts, Move]:
    """The same rules on a board of another size."""
    return rules_of(rules.successors.description._replace(name=f"{rules.name}-{2 * width}", width=width, rows=rows))


class TestMoves:
    @pytest.mark.parametrize(
        ("rules", "fen", "counts"),
        [
            # Bik; rhalbersma/dctl; both agree.
            (english, "", [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]),
            (international, "", [9, 81, 658, 4265, 27117, 167140, 1049442]),
            # rhalbersma/dctl
            pytest.param(
                brazilian, "", [7, 49, 302, 1469, 7473, 37628, 187302, 907830], marks=pytest.mark.exhaustive
            ),
            pytest.param(pool, "", [7, 49, 302, 1469, 7482, 37986, 190146, 929896], marks=pytest.mark.exhaustive),
            (sized(english, 3, 2), "", [5, 25, 106, 369, 1271, 4104, 12495, 37474, 104013, 290032]),
            (sized(international, 3, 2), "", [5, 25, 106, 369, 1301, 4214, 12912, 39526, 113614, 329982]),
            # Random178 has 436 paths for its 14 moves.
            (international, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", [14, 55, 1168, 5432]),
            (
                international, "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
                [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050],
            ),
            (international, "W:W6,7,8,9,10:B41,42,43,44,45", [9, 81, 795, 7578, 86351]),
        ],
        ids=["english", "international", "brazilian", "pool", "english-6", "international-6", "random178", "woldouby", "promotion"],
    )  # fmt: skip
    def test_published_counts(self, rules: Rules[Draughts, Move], fen: str, counts: list[int]) -> None:
        check_perft(rules, dict(enumerate(counts, 1)), rules.read(fen) if fen else None)

    @pytest.mark.parametrize(("fen", "moves"), MOVES)
    def test_what_implementers_get_wrong(self, fen: str, moves: str) -> None:
        p = international.read(fen)
        assert sorted(international.show_move_in(p, move) for move in international.moves(p)) == sorted(moves.split())

    def test_english_men_are_crowned_in_passing_and_stop(self) -> None:
        p = english.read("W:W10:B6,7,K15")
        assert [str(move) for move in english.moves(p)] == ["10x1(6)", "10x3(7)"]
        q = english.play(p, Move(10, 3, (7,)))
        assert (english.show(q).splitlines()[-1], english.player(q)) == ("B:WK3:B6,K15", Player.FIRST)

    def test_without_a_move_the_game_is_lost(self) -> None:
        blocked = "B:W5,6,9,10:B1"
        assert (english.moves(english.read(blocked)), english.outcome(english.read(blocked))) == (
            (),
            Some(Outcome.SECOND_WON),
        )
        assert english.outcome(english.read("W:W:B1")) == Some(Outcome.FIRST_WON)
        assert english.static(english.read("W:W:B1")) == 1

    def test_numbers_that_are_equal_are_the_same_move(self) -> None:
        move: Any = Move(11.0, 15.0)  # type: ignore[arg-type]
        assert english.play(english.start, move) == english.play(english.start, Move(11, 15))

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"rows": 0}, "cannot begin with 0 rows of men; expected at least 1"),
            ({"rows": 4}, "cannot play with 4 rows of men on 4 squares in a row; expected at least 5"),
            ({"colours": ("W", "W")}, "the colours are .'W', 'W'.; expected"),
        ],
    )
    def test_a_description_that_makes_no_game_is_refused(self, changes: dict[str, Any], wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            rules_of(ENGLISH._replace(**changes))

    def test_why_a_move_is_illegal(self) -> None:
        p = english.read("W:W22,30:B17")
        with pytest.raises(IllegalMove, match=r"illegal move 30-26: a capture is compulsory; legal moves: 22x13\(17\)"):
            english.play(p, Move(30, 26))
        p = international.read("W:W48:B24,K31,34,K42,43")
        with pytest.raises(IllegalMove, match="a larger capture is compulsory"):
            international.play(p, Move(48, 37, (42,)))
        with pytest.raises(IllegalMove, match=r"\(9, 4\); legal moves"):
            international.play(p, (9, 4))  # type: ignore[arg-type]


TEXT = st.one_of(st.text(), st.text('0123456789BWK:,-x. \n[]"{}()*/'))


class TestText:
    @FAMILY
    @given(data=st.data())
    def test_fen_is_read_back(self, rules: Rules[Draughts, Move], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        variant = rules.successors.description  # type: ignore[attr-defined]
        assert read_fen(variant, show_fen(variant, p)) == p
        assert read_fen(variant, show_fen(variant, p).replace(",", " , ") + ".") == p

    def test_ranges(self) -> None:
        assert (
            international.read("W:W31-50:B1-20") == international.start == international.read("W:B1-20:W31-35,36-50.")
        )
        kings = read_fen(INTERNATIONAL, "W:WK31-K50:BK1-K20")
        assert kings.kings == international.start.first | international.start.second

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "expected a position such as B:W21-32:B1-12; got ''"),
            ("X:W1:B2", "expected a position such as"),
            ("W:W1", "expected a position such as"),
            ("W:W1:W2", "expected a position such as"),
            ("W:W33:B1", "there is no square 33; squares are 1 to 32"),
            ("W:W0:B1", "expected squares such as 31-50 or K7; got '0' in W"),
            ("W:W1x:B2", "expected squares such as 31-50 or K7; got '1x' in W"),
            ("W:W9-5:B2", "9-5 is not a range; expected one such as 31-50 or K1-K3"),
            ("W:WK5-9:B2", "K5-9 is not a range"),
            ("B:W2 1:B1 2", "expected squares such as 31-50 or K7; got '2 1' in W"),
            ("B:W20-32:B1-12", "a player has at most 12 pieces in this game"),
            ("W:W5,5:B2", "two pieces stand on square 5"),
            ("W:W5:B5", "two pieces stand on square 5"),
            ("W:W1:B2", "a man of W cannot stand on square 1, where it would be a king"),
            ("W:W²:B2", "expected squares"),
            (" b b b b\nB:W21-32:B1-12", "the board is not that of its last line, 'B:W21-32:B1-12'"),
        ],
    )
    def test_a_wrong_position_is_refused(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=f"^{wrong.replace('(', '[(]')}"):
            english.read(text)

    @FAMILY
    @given(text=TEXT, data=st.data())
    def test_any_text_is_read_or_refused_in_one_line(
        self, rules: Rules[Draughts, Move], text: str, data: st.DataObject
    ) -> None:
        p = data.draw(positions(rules))
        shown = rules.show(p)
        place = data.draw(st.integers(0, len(shown)))
        for read, given_text in [
            (rules.read, text), (rules.read, shown[:place] + text + shown[place + 1 :]), (rules.read_move, text),
            (lambda entry: rules.read_move_in(p, entry), text), (lambda entry: read_pdn(rules, entry), text),
        ]:  # fmt: skip
            assert "\n" not in safe(exceptions=(ValueError,))(read)(given_text).swap().map(str).value_or("")

    def test_a_board_typed_by_hand(self) -> None:
        text = "\n\n".join([*english.show(english.start).splitlines()[:-1]])
        assert english.read(english.show(english.start) + " \n\n") == english.start
        with pytest.raises(ValueError, match="expected a position such as"):
            english.read(text)


class TestNotation:
    @FAMILY
    @given(data=st.data())
    def test_different_moves_are_written_differently(self, rules: Rules[Draughts, Move], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        texts = [rules.show_move_in(p, move) for move in rules.moves(p)]
        assert len(set(texts)) == len(texts)
        assert [rules.read_move_in(p, text) for text in texts] == [*rules.moves(p)]

    def test_captures_in_long_form(self) -> None:
        p = international.read("W:WK47:B14,19,29,31,42")
        read = international.read_move_in
        one, other = international.moves(p)
        # The squares where it turns, those just behind what it takes, or any where it may land.
        assert {read(p, text) for text in ("47x33x20x9x36", "47x20x36", "47:38:20:9:36", "47x36(14,29,31,42)")} == {one}
        assert {read(p, text) for text in ("47x38x24x13x36", "47x33x24x13x36", "47x24x36")} == {other}
        with pytest.raises(
            ValueError, match="'47x36' may be 47x33x20x9x36 or 47x33x24x13x36; name the squares between"
        ):
            read(p, "47x36")
        with pytest.raises(ValueError, match="illegal move 47x41; legal moves: 47x33x20x9x36 47x33x24x13x36"):
            read(p, "47x41")
        with pytest.raises(ValueError, match="there is no square 51"):
            read(p, "47x51")

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "'' is not a move; expected one such as 9-13, or 22x13"),
            ("09-13", "'09-13' is not a move"),
            ("9-13-17", "'9-13-17' is not a move"),
            ("9-33", "there is no square 33"),
            ("9x18(14,14)", "captured squares are listed in ascending order, each once; got 14,14"),
            ("9x18", "'9x18' is not a move"),
        ],
    )
    def test_a_wrong_move_is_refused(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            english.read_move(text)


class TestPdn:
    @FAMILY
    @given(data=st.data())
    def test_games_are_read_back(self, rules: Rules[Draughts, Move], data: st.DataObject) -> None:
        line = data.draw(lines(rules))
        text = show_pdn(rules, line.moves, tags={"White": "one", "Black": "two"})
        assert max(map(len, text.splitlines())) <= 79
        game = read_pdn(rules, text)
        assert (game.start, game.moves, game.outcome) == (rules.start, line.moves, rules.outcome(line.end))
        assert dict(game.tags)["Black"] == "two"
        later = show_pdn(
            rules, line.moves[1:], start=line.positions[min(1, len(line.moves))], outcome=Some(Outcome.DRAW)
        )
        again = read_pdn(rules, later)
        assert (again.moves, again.outcome) == (line.moves[1:], Some(Outcome.DRAW))

    def test_a_published_game(self) -> None:
        # The shortest game of English draughts, in which black, to move, has no piece left.
        text = """
            [Event "Short"]
            [Result "0-1"]
            ; a comment to the end of the line
            1. 11-15 22-18 {taken} 2. 15x22 25x18 $1 3. 12-16 ! (3. 8-11 (3. ... 9-13 {)}) 18-14) 18-14?? 4. 9x18 23x14 *
        """
        game = read_pdn(english, text)
        assert [str(move) for move in game.moves[2:4]] == ["15x22(18)", "25x18(22)"]
        assert (len(game.moves), game.outcome) == (8, Some(Outcome.FIRST_WON))
        assert read_pdn(international, "1. 32-28 2-0").outcome == Some(Outcome.FIRST_WON)
        assert read_pdn(international, "1. 32-28 1-1").outcome == Some(Outcome.DRAW)
        assert read_pdn(international, "").outcome is Nothing
        assert read_pdn(english, '\ufeff[White "a \\"b\\""]\r\n1. 11-15').tags == (("White", 'a "b"'),)

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("1. 11-15 22-17 2. 9-14 15-18", "move 4, '15-18': illegal move 15-18"),
            ("1. 11x15", "move 1, '11x15': illegal move 11x15"),
            ("1. 11-15 * 22-18", "'22-18' is not expected in a game in PDN here"),
            ("1. 11-15 # 22-18", "'# 22-18' is not expected"),
            ('[GameType "20"] 1. 11-15', "the game is of GameType '20'; checkers is 21"),
            ('[FEN "?"] 1. 11-15', "expected a position such as"),
            ('[Result "1-0"] 1. 11-15 0-1', "there are two results, 0-1 and 1-0"),
            ('[Result "banana"] 1. 11-15', "'banana' is not a result; expected one such as 1-0"),
            ('[White "a"] [White "b"]', "there are two tags 'White'"),
            ("1. 11-15 (9-13", "a variation is not closed"),
            ("1. 11-15 9-13)", "a bracket is closed that was not opened"),
        ],
    )
    def test_a_wrong_game_is_refused(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            read_pdn(english, text)

    def test_what_cannot_be_written_is_refused(self) -> None:
        with pytest.raises(ValueError, match="the tag 'White' with 'a\"b' cannot be written in PDN"):
            show_pdn(english, [], tags={"White": 'a"b'})
        for name in ("FEN", "Result", "GameType"):
            with pytest.raises(ValueError, match=f"the tag '{name}' follows from the game"):
                show_pdn(english, [], tags={name: "*"})
        with pytest.raises(ValueError, match="<Rules: tictactoe> is not a game of the family of draughts"):
            show_pdn(tictactoe.rules, [])  # type: ignore[arg-type]

    def test_a_match_as_pdn(self) -> None:
        rules = with_draws(english)
        bots = ("a", without_history(bot_random(english))), ("b", without_history(bot_random(english)))
        for played in compare(rules, bots, 1, range(1, 3)):
            moves = [english.read_move(word) for word in played.moves.split()]
            tags = {"Black": played.first, "White": played.second, "Round": str(played.number)}
            text = show_pdn(english, moves, outcome=Some(played.outcome), tags=tags)
            assert read_pdn(english, text) == Pdn(
                (*tags.items(), ("Result", {1: "0-1", 0: "1/2-1/2", -1: "1-0"}[played.outcome]), ("GameType", "21")),
                english.start, tuple(moves), Some(played.outcome),
            )  # fmt: skip


def after(rules: Rules[History[Draughts], Move], fen: str, *texts: str) -> History[Draughts]:
    """The position after moves."""
    return reduce(lambda h, text: rules.play(h, rules.read_move_in(h, text)), texts, rules.read(fen))


def quiet(rules: Rules[History[Draughts], Move], h: History[Draughts]) -> list[History[Draughts]]:
    """The positions after a move in which no capture has to be made."""
    after_each = map(partial(rules.play, h), rules.moves(h))
    return [q for q in after_each if not any(move.captured for move in rules.moves(q))]


class TestDraws:
    drawn = with_draws(english)
    international = with_draws(international)

    def test_a_position_that_occurs_three_times(self) -> None:
        there_and_back = ("32-28", "1-6", "28-32", "6-1")
        h = after(self.drawn, "B:WK1,12:BK32", *there_and_back, *there_and_back)
        assert (self.drawn.outcome(h), self.drawn.moves(h), self.drawn.static(h)) == (Some(Outcome.DRAW), (), 0)
        assert self.drawn.score is not None
        assert self.drawn.score(h) == 0
        with pytest.raises(IllegalMove, match="the game is over"):
            self.drawn.play(h, Move(32, 28))
        running = after(self.drawn, "B:WK1,12:BK32", *there_and_back, *there_and_back[:3])
        assert self.drawn.outcome(running) is Nothing

    def test_a_man_moves_in_between(self) -> None:
        there_and_back = ("32-28", "1-6", "28-32", "6-1")
        h = after(self.drawn, "B:WK1,21:BK32", *there_and_back, "32-28", "21-17", *("28-32", "1-6", "32-28", "6-1") * 2)
        assert self.drawn.outcome(h) == Some(Outcome.DRAW)  # the third time since the man's move
        assert len(h.seen) == 4

    @pytest.mark.parametrize(
        ("rules", "fen", "plies"),
        [
            (drawn, "B:WK1,K2:BK31,K32", 80),  # forty moves of each side
            pytest.param(international, "W:WK1,K2,K3,K4:BK46,K50", 50, marks=pytest.mark.exhaustive),  # twenty-five
            (international, "W:WK1,K2,K3:BK46", 32),  # sixteen
            (international, "W:WK1,K2:BK46", 10),  # five
        ],
    )
    def test_moves_that_change_nothing_are_counted(
        self, rules: Rules[History[Draughts], Move], fen: str, plies: int
    ) -> None:
        """Play without captures, to positions that occurred least often."""
        begun = p = rules.read(fen)
        n = 0
        while rules.outcome(p) is Nothing:
            p, n = min(quiet(rules, p), key=lambda q: (not quiet(rules, q), q.seen[q.position])), n + 1
        assert (n, rules.outcome(p)) == (plies, Some(Outcome.DRAW))
        assert rules.read(rules.show(p)) == p != begun

    def test_text(self) -> None:
        h = after(self.drawn, "B:WK1,12:BK32", "32-28", "1-6")
        assert self.drawn.show(h).splitlines()[-2:] == [
            "counts: 2", "seen: | B:WK1,12:BK32 | W:WK1,12:BK28"
        ]  # fmt: skip
        assert self.drawn.read(self.drawn.show(h)) == h == self.drawn.read(f"{self.drawn.show(h)}\n  \n")
        with pytest.raises(ValueError, match="expected counts: and 1 numbers; got 'counts: 1 2'"):
            self.drawn.read(self.drawn.show(h).replace("counts: 2", "counts: 1 2"))

    def test_games_with_other_draws_or_values_are_not_equal(self) -> None:
        assert english.draws is not None
        twice = replace(english, draws=english.draws._replace(occurrences=2))
        assert twice != english
        assert with_draws(twice) != self.drawn
        assert with_draws(replace(english, static=lambda p: 0.5)).static != self.drawn.static

    def test_why(self) -> None:
        won = self.drawn.read("B:WK1:B\ncounts: 80\nseen:")
        assert (why_drawn(english, won), why_drawn(english, self.drawn.start)) == ("", "")
        there_and_back = ("32-28", "1-6", "28-32", "6-1")
        assert why_drawn(english, after(self.drawn, "B:WK1:BK32", *there_and_back, *there_and_back)) == "by repetition"

    def test_games_without_such_draws(self) -> None:
        with pytest.raises(ValueError, match="tictactoe has no draws by repetition or by counting moves"):
            with_draws(tictactoe.rules)

    @FAMILY
    def test_rules_pickle(self, rules: Rules[Draughts, Move]) -> None:
        assert pickle.loads(pickle.dumps(with_draws(rules))) == with_draws(rules)
        assert repr(rules.successors) == f"{rules.name}.successors"

    @given(data=st.data())
    def test_the_moves_are_those_of_the_plain_game(self, data: st.DataObject) -> None:
        h = data.draw(unfinished(self.drawn))
        assert self.drawn.moves(h) == english.moves(h.position)
        assert self.drawn.static(h) == english.static(h.position)


class TestPlay:
    @pytest.mark.parametrize("game", [checkers, pytest.param(draughts, marks=pytest.mark.exhaustive)])
    def test_alpha_beta_with_captures_extended_beats_random(self, game: Any) -> None:
        rules = game.rules
        look = build_tree(rules) | extend_while(game.capturing, depth=3) | map_tree(rules.static)
        bot = without_history(bot_from(rules, jit_when_it_pays(look | quicker | alpha_beta)))
        bots = ("alphabeta", bot), ("random", without_history(bot_random(rules)))
        games = [*compare(with_draws(rules), bots, 1, range(1, 5))]
        assert [game.outcome for game in games] == [1, -1, 1, -1]

    def test_who_has_to_capture(self) -> None:
        assert [checkers.capturing(english.read(fen)) for fen in ("W:W22:B17", "W:W22:B13")] == [True, False]

    def test_plain_rules_know_no_draws(self) -> None:
        bot = bot_random(english)
        moves = play_moves(english, english.start, bot, bot).eval(SplitMix.from_seed(3))
        assert english.moves(reduce(english.play, moves, english.start)) == ()
        outcome, _ = play_game(english, english.start, bot, bot).eval(SplitMix.from_seed(3))
        assert outcome is not Outcome.DRAW


def placed(pieces: int) -> set[Draughts]:
    """All positions of English draughts with so many pieces, of both sides."""
    squares, _, _, far, _ = grid_of(ENGLISH)
    each = [
        (player, bit, king)
        for bit in squares
        for player in (0, 1)
        for king in (0, bit)
        if king or not bit & far[player]
    ]
    found = set()
    for three in combinations(each, pieces):
        sides = [sum(bit for player, bit, _ in three if player == side) for side in (0, 1)]
        if all(sides) and (sides[0] | sides[1]).bit_count() == pieces:
            kings = sum(king for _, _, king in three)
            found |= {Draughts(sides[0], sides[1], kings, turn) for turn in (0, 1)}
    return found


def values(pieces: int) -> tuple[Counter[int], int]:
    """The values to the player to move of all positions with so many pieces, and the plies of the longest win.

    A retrograde analysis: a position is won as soon as some move leads to a lost one, lost as soon as every move leads to
    a won one; what is neither in the end is drawn.
    """
    everything = set().union(*map(placed, range(2, pieces + 1)))
    waiting = {p: [*english.successors(p)] for p in everything}
    known: dict[Draughts, int] = {}
    plies = 0
    while True:
        found = {}
        for p, after_moves in waiting.items():
            of = [known.get(q, None if q in everything else -1) for q in after_moves]  # else no piece is left
            if -1 in of:
                found[p] = 1
            elif None not in of:
                found[p] = -1
        if not found:
            asked = (p for p in everything if (p.first | p.second).bit_count() == pieces)
            return Counter(known.get(p, 0) for p in asked), plies
        plies += 1
        known |= found
        for p in found:
            del waiting[p]


class TestEndgames:
    def test_two_pieces(self) -> None:
        """By enumeration; the longest win takes thirteen plies."""
        assert values(2) == (Counter({1: 1432, -1: 804, 0: 4740}), 13)
