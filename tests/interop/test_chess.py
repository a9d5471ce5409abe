"""Chess and its variants, by python-chess: the laws of games, counted positions, texts, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from returns.maybe import Some

from fpgames import IllegalMove, Outcome, Player
from fpgames.interop.chess import chess
from fpgames.rules import read_game, write_game
from fpgames.testing import check_game, check_perft

VARIANTS = (
    "suicide",
    "giveaway",
    "antichess",
    "atomic",
    "kingofthehill",
    "racingkings",
    "horde",
    "3check",
    "crazyhouse",
)


@pytest.mark.needs("chess")
class TestChess:
    @pytest.mark.parametrize("variant", ["chess", *VARIANTS])
    @pytest.mark.filterwarnings("ignore::fpgames.testing.IncompleteCheck")  # games are long, and python-chess is slow
    def test_a_variant_keeps_the_laws(self, variant: str) -> None:
        check_game(chess(variant), budget=100, depth=60, seconds=2, longest=3000)

    @pytest.mark.parametrize(
        ("variant", "fen"),
        [
            ("chess", "7k/8/8/8/8/8/5Q2/7K b - - 147 90"),  # three moves before the end
            ("chess", "8/P6k/8/8/8/8/8/K7 w - - 148 90"),
            ("crazyhouse", "7k/8/8/8/8/8/6PP/7K[p] b - - 148 90"),
            ("antichess", "8/8/8/8/8/1p6/P7/7k w - - 0 1"),
        ],
    )
    def test_the_end_of_a_game_keeps_the_laws(self, variant: str, fen: str) -> None:
        rules = chess(variant)
        check_game(
            replace(rules, start=rules.read(fen)),
            budget=60,
            depth=3,
            exclude=["a_second_process_does_the_same", "threads_do_the_same", "every_game_ends"],
        )

    def test_games_are_written_and_read_as_pgn(self) -> None:
        text = '[White "a"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"]\n\n1. O-O-O $1 (1. e4 Kd7) Ke7 2.e4! 1-0'
        game = read_game(chess(), text)
        assert (game.moves, game.outcome) == (("e1c1", "e8e7", "e2e4"), Some(Outcome.FIRST_WON))
        assert write_game(chess(), game).splitlines() == [
            '[Game "chess"]', '[White "a"]', '[Result "1-0"]', f'[FEN "{game.start}"]', "", "1. O-O-O Ke7 2. e4 1-0",
        ]  # fmt: skip

    def test_positions_are_counted_as_elsewhere(self) -> None:
        rules = chess()
        check_perft(rules, {1: 20, 2: 400, 3: 8902})
        # https://www.chessprogramming.org/Perft_Results, positions 2 and 4: castling, en passant, promotions
        middle = rules.read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        check_perft(rules, {1: 48, 2: 2039}, middle)
        checked = rules.read("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1")
        check_perft(rules, {1: 6, 2: 264}, checked)

    @pytest.mark.parametrize(
        ("variant", "fen", "outcome"),
        [
            ("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Outcome.SECOND_WON),
            ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome.DRAW),  # stalemate
            ("chess", "7k/8/8/8/8/8/8/6BK b - - 0 1", Outcome.DRAW),  # neither side can win
            ("chess", "7k/8/8/8/8/8/8/Q6K b - - 150 90", Outcome.DRAW),  # 75 moves
            ("kingofthehill", "7k/8/8/8/4K3/8/8/Q7 b - - 0 1", Outcome.FIRST_WON),
            ("3check", "7k/8/8/8/8/8/8/Q6K b - - 0+1 0 1", Outcome.FIRST_WON),
            ("antichess", "8/8/8/8/8/8/8/7k w - - 0 1", Outcome.FIRST_WON),
        ],
    )
    def test_outcomes(self, variant: str, fen: str, outcome: Outcome) -> None:
        rules = chess(variant)
        assert rules.outcome(rules.read(fen)).unwrap() is outcome
        assert rules.moves(rules.read(fen)) == ()

    def test_moves_are_read_as_people_write_them(self) -> None:
        rules = chess()
        words = ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O"]
        p = reduce(lambda p, word: rules.play(p, rules.read_move_in(p, word)), words, rules.start)
        assert rules.show(p) == "\n".join(
            [
                "r . b q k b . r",
                "p p p p . p p p",
                ". . n . . n . .",
                ". B . . p . . .",
                ". . . . P . . .",
                ". . . . . N . .",
                "P P P P . P P P",
                "R N B Q . R K .",
                "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
            ]
        )
        assert rules.read(rules.show(p)) == rules.read(rules.show(p).split("\n")[-1]) == p
        assert rules.player(p) is Player.SECOND
        assert rules.show_move_in(p, "f6e4") == "Nxe4"
        assert {rules.read_move_in(p, word) for word in ("Nxe4", "Nxe4+", "f6e4")} == {"f6e4"}
        assert rules.diagram is not None
        assert rules.diagram(p).rows[0] == "r.bqkb.r"
        with pytest.raises(IllegalMove, match="illegal move 'e1e3'; legal moves: h8g8 "):
            rules.play(p, rules.read_move_in(p, "e1e3"))
        for word in ("Nf9", "", "e4 e5", "Qd4"):
            with pytest.raises(ValueError, match="is not a move; expected two squares, such as g1f3"):
                rules.read_move_in(p, word)

    def test_texts_that_are_no_positions_are_refused(self) -> None:
        for text in ("", "chess", "8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1"):
            with pytest.raises(ValueError, match=r"fen|is no position of chess"):
                chess().read(text)

    def test_a_variant_has_one_name(self) -> None:
        assert chess("KOTH") == chess("King of the Hill") == chess("kingofthehill") != chess()
        assert chess("threecheck").name == "chess:3check"
