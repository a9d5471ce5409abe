"""Draughts: published counts, positions that are often implemented wrongly, text, and solved endgames."""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import (
    IllegalMove,
    Outcome,
    Player,
    SplitMix,
    alpha_beta,
    bot_from,
    bot_random,
    build_tree,
    jit,
    map_tree,
    play_game,
)  # fmt: skip
from fpgames.games import checkers, draughts
from fpgames.games.draughts import (
    ENGLISH,
    INTERNATIONAL,
    Draughts,
    Move,
    brazilian,
    pool,
    rules_of,
    show_fen,
)  # fmt: skip
from fpgames.games.draughts.text import read_fen
from fpgames.games.draughts.variant import grid_of
from fpgames.play import compare, play_moves
from fpgames.play.playing import without_history
from fpgames.rules import Rules, whose_turn, with_draws
from fpgames.search import perft, prefer_quick_wins, solve_backwards
from fpgames.testing import check_perft, positions
from fpgames.tree import extend_while
from tests.support.games import require_refused

english, international = checkers.rules, draughts.rules
FAMILY = pytest.mark.parametrize("rules", [english, international, brazilian, pool], ids=str)

# rhalbersma/dctl, test/src/core/model/international.cpp; the last two are made for ambiguous notation.
MOVES = {
    "W:WK41,49:B9,10,12,19,38": "41x43",  # coup turc
    "B:W27,28,38,39,42:BK25": "25x33",  # coup turc
    "W:W15:B9,10": "15x13",  # a man that passes the far row stays a man
    "W:W48:B24,K31,34,K42,43": "48x19",  # most pieces
    "W:W26:B12,K21,31,32": "26x8 26x28",  # kings and men count alike
    "W:WK47:B9,12,33": "47x17 47x21 47x26",  # a king's chain
    "W:W35:B30,K40": "35x24 35x44",  # backwards
    "W:WK47:B14,19,29,31,42": "47x33x20x9x36 47x33x24x13x36",  # two captures between the same squares
    "W:WK47:B40": "47-41 47-36 47-42 47-38 47-33 47-29 47-24 47-20 47-15",
}


def sized(rules: Any, width: int, rows: int) -> Rules[Draughts, Move]:
    return rules_of(rules.successors.arguments[0]._replace(name=f"{rules.name}-{2 * width}", width=width, rows=rows))


COUNTS = {
    # Bik; rhalbersma/dctl; both agree.
    "english": (english, "", [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]),
    "international": (international, "", [9, 81, 658, 4265, 27117, 167140, 1049442]),
    # rhalbersma/dctl
    "brazilian": (brazilian, "", [7, 49, 302, 1469, 7473, 37628, 187302, 907830]),
    "pool": (pool, "", [7, 49, 302, 1469, 7482, 37986, 190146, 929896]),
    "english-6": (sized(english, 3, 2), "", [5, 25, 106, 369, 1271, 4104, 12495, 37474, 104013, 290032]),
    "international-6": (sized(international, 3, 2), "", [5, 25, 106, 369, 1301, 4214, 12912, 39526, 113614, 329982]),
    # It has 436 paths for its 14 moves.
    "random178": (
        international, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", [14, 55, 1168, 5432],
    ),
    "woldouby": (
        international, "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
        [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050],
    ),
    "promotion": (international, "W:W6,7,8,9,10:B41,42,43,44,45", [9, 81, 795, 7578, 86351]),
}  # fmt: skip
MOST = 45_000
"""Lines of play that are counted in a tenth of a second."""


class TestMoves:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", COUNTS)
    def test_published_counts(self, name: str) -> None:
        rules, fen, counts = COUNTS[name]
        p = rules.read(fen) if fen else None
        check_perft(rules, {depth: count for depth, count in enumerate(counts, 1) if count < MOST}, p)

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("name", [name for name, (_, _, counts) in COUNTS.items() if counts[-1] >= MOST])
    def test_published_counts_of_longer_lines(self, name: str) -> None:
        rules, fen, counts = COUNTS[name]
        p = rules.read(fen) if fen else rules.start
        depth = len(counts)
        lines = build_tree(rules) | perft(depth)
        assert (jit(lines) if counts[-1] > 2_000_000 else lines)(p) == counts[-1]

    def test_what_implementers_get_wrong(self) -> None:
        positions = {fen: international.read(fen) for fen in MOVES}
        found = {
            fen: [international.show_move_in(p, move) for move in international.moves(p)]
            for fen, p in positions.items()
        }
        assert {fen: sorted(texts) for fen, texts in found.items()} == {
            fen: sorted(texts.split()) for fen, texts in MOVES.items()
        }

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
        assert english.static(english.read("W:W:B1")) == english.score(english.read("W:W:B1")) == 1
        assert english.score(english.read(blocked)) == -1

    def test_a_description_that_makes_no_game_is_refused(self) -> None:
        changes: list[tuple[dict[str, Any], str]] = [
            ({"rows": 0}, "cannot begin with 0 rows of men; expected at least 1"),
            ({"rows": 4}, "cannot play with 4 rows of men on 4 squares in a row; expected at least 5"),
            ({"colours": ("W", "W")}, "the colours are ('W', 'W'); expected"),
        ]
        require_refused(lambda change: rules_of(ENGLISH._replace(**change)), changes)

    def test_why_a_move_is_illegal(self) -> None:
        moves: list[Any] = [
            (("english", "W:W22,30:B17", Move(30, 26)), "illegal move 30-26: a capture is compulsory; legal moves: 22x13(17)"),
            (("international", "W:W48:B24,K31,34,K42,43", Move(48, 37, (42,))), "a larger capture is compulsory"),
            (("international", "W:W48:B24,K31,34,K42,43", (9, 4)), "(9, 4); legal moves"),
        ]  # fmt: skip
        games = {"english": english, "international": international}
        require_refused(
            lambda each: games[each[0]].play(games[each[0]].read(each[1]), each[2]), moves, error=IllegalMove
        )


class TestText:
    @pytest.mark.slow
    @FAMILY
    @given(data=st.data())
    def test_positions_and_moves_are_read_back(self, rules: Rules[Draughts, Move], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        variant = rules.successors.arguments[0]  # type: ignore[attr-defined]
        assert read_fen(variant, show_fen(variant, p)) == p
        assert read_fen(variant, show_fen(variant, p).replace(",", " , ") + ".") == p
        texts = [rules.show_move_in(p, move) for move in rules.moves(p)]
        assert len(set(texts)) == len(texts), "different moves are written differently"
        assert [rules.read_move_in(p, text) for text in texts] == [*rules.moves(p)]

    def test_ranges(self) -> None:
        assert (
            international.read("W:W31-50:B1-20") == international.start == international.read("W:B1-20:W31-35,36-50.")
        )
        kings = read_fen(INTERNATIONAL, "W:WK31-K50:BK1-K20")
        assert kings.kings == international.start.first | international.start.second

    def test_a_wrong_position_is_refused(self) -> None:
        wrong = [
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
            ("W:W²:B2", "expected squares"),
            (" b b b b\nB:W21-32:B1-12", "the board is not that of its last line, 'B:W21-32:B1-12'"),
        ]
        require_refused(english.read, [(text, f"^{re.escape(said)}") for text, said in wrong], pattern=True)

    def test_a_board_typed_by_hand(self) -> None:
        text = "\n\n".join([*english.show(english.start).splitlines()[:-1]])
        assert english.read(english.show(english.start) + " \n\n") == english.start
        with pytest.raises(ValueError, match="expected a position such as"):
            english.read(text)


class TestNotation:
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

    def test_a_wrong_move_is_refused(self) -> None:
        wrong = [
            ("", "'' is not a move; expected one such as 9-13, or 22x13"),
            ("09-13", "'09-13' is not a move"),
            ("9-13-17", "'9-13-17' is not a move"),
            ("9-33", "there is no square 33"),
            ("9x18(14,14)", "captured squares are listed in ascending order, each once; got 14,14"),
            ("9x18", "'9x18' is not a move"),
        ]
        require_refused(english.read_move, wrong)


class TestPlay:
    @pytest.mark.slow
    def test_alpha_beta_with_captures_extended_beats_random(self) -> None:
        look = build_tree(english) | extend_while(checkers.capturing, depth=3) | map_tree(english.static)
        bot = without_history(bot_from(english, look | prefer_quick_wins | alpha_beta))
        bots = ("alphabeta", bot), ("random", without_history(bot_random(english)))
        games = [*compare(with_draws(english), bots, 1, range(1, 3))]
        assert [game.outcome for game in games] == [1, -1]

    def test_who_has_to_capture(self) -> None:
        assert [checkers.capturing(english.read(fen)) for fen in ("W:W22:B17", "W:W22:B13")] == [True, False]
        assert [draughts.capturing(international.read(fen)) for fen in ("W:WK47:B33", "W:W47:B33")] == [True, False]

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


class TestEndgames:
    @pytest.mark.slow
    def test_two_pieces(self) -> None:
        """By enumeration: the values to the player to move, and the plies of the longest win."""
        everything = placed(2)
        table = solve_backwards(english, everything)
        found = Counter(table[p].outcome * whose_turn(english, p) for p in everything)
        assert found == {1: 1432, -1: 804, 0: 4740}
        assert max(table[p].depth or 0 for p in everything) == 13
