"""Wrong claims of articles 4 and 5, run as the articles state them; the companion pages explain each."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from fpgames import IllegalMove
from fpgames.games import connect4
from fpgames.games.connect4 import from_record, to_record
from fpgames.games.connect4 import rules as bits
from fpgames.games.connect4.board import CELLS, at
from fpgames.games.connect4.record import play_k
from fpgames.games.connect4.record import rules as record
from fpgames.testing import check_same_game
from tests.support.connect4 import check_articles_tests, game_after


class TestArticle4:
    def test_rows_go_from_0_to_5(self) -> None:
        assert len(CELLS) == at(5, 6) + 1 == 42
        with pytest.raises(IndexError):
            CELLS[at(6, 0)]

    def test_an_index_is_a_column_only_while_none_is_full(self) -> None:
        """The article's prompt asks for a column and its playK takes an index."""
        full = game_after(0, 0, 0, 0, 0, 0)
        assert full.moves == (1, 2, 3, 4, 5, 6)
        assert play_k(full, 0) == connect4.record.play(full, 1)
        with pytest.raises(IllegalMove, match="column 0 is full"):
            connect4.record.play(full, 0)


class TestArticle5:
    @pytest.mark.exhaustive
    def test_its_tests_pass_without_rows_and_diagonals(self) -> None:
        """The kit does."""
        check_articles_tests()
        with patch.object(connect4.record, "_DIRECTIONS", ((1, 0),)):
            check_articles_tests()
            with pytest.raises(AssertionError, match="the_same_moves_lead_to_the_same_position"):
                check_same_game(bits, record, to_record, from_record, laws=["the_same_moves_lead_to_the_same_position"])

    def test_a_game_that_is_won_is_over(self) -> None:
        """The article's playK goes on: its moves are still listed, and the status is worked out anew."""
        won = game_after(2, 4, 2, 4, 2, 4, 2)
        assert won.moves == tuple(range(7))
        with pytest.raises(IllegalMove, match="illegal move 0; the game is over"):
            play_k(won, 0)
