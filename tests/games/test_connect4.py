"""Connect Four: the articles' own tests, published counts and values, and two equal representations."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import IllegalMove, Outcome, Rules, alpha_beta, build_tree, leaves, map_tree, prune, share
from fpgames.games.connect4 import from_record, rules, sized, to_record
from fpgames.games.connect4.board import NI, NJ, Cell, at, check_ij
from fpgames.games.connect4.record import (
    Game,
    Player,
    Status,
    clone_game,
    is_running,
    mk_game,
    next_game,
    next_player,
    play,
    play_k,
    player2cell,
)
from fpgames.games.connect4.record import rules as record
from fpgames.games.connect4.text import order_of_play
from fpgames.rules import value_of_outcome
from fpgames.testing import positions
from fpgames.tree import levels
from tests.support.connect4 import LAST_CELL, TIE, WON, WON_BOARD, check_articles_tests, game_after
from tests.support.figures import CONNECT4_LEGAL, CONNECT4_PERFT, CONNECT4_POSITIONS, CONNECT4_VALUES
from tests.support.games import require_refused


class TestArticles:
    def test_all_eight(self) -> None:
        check_articles_tests()

    def test_the_board_after_a_win(self) -> None:
        """Article 4's: its field lists no moves after a win, article 5's still the columns that are not full."""
        game = game_after(*WON)
        column_0, column_4 = [Cell.R] * 4 + [Cell.E] * 2, [Cell.Y] * 3 + [Cell.E] * 3
        columns = {j: [game.cells[at(i, j)] for i in range(NI)] for j in range(NJ)}
        assert columns == {0: column_0, 4: column_4, **dict.fromkeys((1, 2, 3, 5, 6), [Cell.E] * 6)}
        assert (game.status, game.current_player, is_running(game)) == (Status.WinR, Player.R, False)
        assert (game.moves, record.moves(game), record.static(game)) == (tuple(range(7)), (), 1)

    def test_players_and_cells(self) -> None:
        assert [player2cell(player) for player in Player] == [Cell.R, Cell.Y]
        assert [next_player(player) for player in Player] == [Player.Y, Player.R]
        assert [check_ij(i, j) for i, j in ((0, 0), (5, 6), (-1, 0), (0, -1), (6, 0), (0, 7))] == [True] * 2 + [
            False
        ] * 4

    def test_the_display(self) -> None:
        before = play(reduce(play, WON[:-2], mk_game(Player.R)), 4)
        assert record.show(before) == f"{WON_BOARD.replace('R......', '.......')}\nmoves: 0 1 2 3 4 5 6\nstatus: PlayR"
        assert record.show(play(before, 0)) == f"{WON_BOARD}\nmoves:\nstatus: WinR"

    def test_a_clone_is_left_as_it_is(self) -> None:
        game = game_after(3)
        copy = clone_game(game)
        before = record.show(copy)
        assert play_k(game, 3) != copy == game
        assert record.show(copy) == before

    @given(st.data())
    def test_index_and_column_are_one_move(self, data: st.DataObject) -> None:
        game = data.draw(positions(record))
        for k, column in enumerate(record.moves(game)):
            assert play_k(game, k) == play(game, column)


class TestEnds:
    """What random games hardly ever come to."""

    @pytest.mark.parametrize(("player", "status"), [(Player.R, Status.WinY), (Player.Y, Status.WinR)])
    def test_a_win_in_the_last_cell_is_no_tie(self, player: Player, status: Status) -> None:
        game = reduce(play, (int(digit) - 1 for digit in LAST_CELL), mk_game(player))
        assert (game.status, game.current_player, game.moves) == (status, next_player(player), ())
        assert record.outcome(game) == rules.outcome(from_record(game)) == Some(Outcome.SECOND_WON)
        assert to_record(from_record(game), player) == game == record.read(record.show(game))
        assert rules.show(rules.read(LAST_CELL)).endswith("moves:\nstatus: WinY")

    @pytest.mark.parametrize("player", Player)
    def test_at_a_tie_current_is_who_played_last(self, player: Player) -> None:
        game = reduce(play, (int(digit) - 1 for digit in TIE), mk_game(player))
        assert (game.status, game.current_player, game.moves) == (Status.Tie, next_player(player), ())
        assert to_record(from_record(game), player) == game
        assert record.player(game) is rules.player(from_record(game))


@pytest.mark.parametrize(("depth", "most"), [(6, 10_000), pytest.param(8, 1_000_000, marks=pytest.mark.exhaustive)])
class TestCounts:
    def test_the_tree_by_depth(self, depth: int, most: int) -> None:
        tree = build_tree(rules)(rules.start)
        found = tuple(sum(1 for _ in leaves(prune(ply)(tree))) for ply in range(depth))
        assert found == CONNECT4_PERFT[:depth]

    def test_positions_by_ply(self, depth: int, most: int) -> None:
        tree = build_tree(rules)(rules.start) | share | prune(depth - 1)
        assert tuple(map(len, levels(tree))) == CONNECT4_POSITIONS[:depth]

    def test_legal_positions(self, depth: int, most: int) -> None:
        legal = {size: count for size, count in CONNECT4_LEGAL.items() if count < most}
        found = {size: levels(build_tree(sized(*size))(sized(*size).start) | share) for size in legal}
        assert {size: sum(map(len, each)) for size, each in found.items()} == legal


@pytest.mark.exhaustive
@pytest.mark.parametrize(("size", "value"), CONNECT4_VALUES.items(), ids=str)
def test_values(size: tuple[int, int], value: int) -> None:
    small = sized(*size)
    tree = build_tree(small)(small.start) | share | map_tree(value_of_outcome(small))
    assert alpha_beta(alpha=-1, beta=1)(tree) == value


class TestOneGame:
    """The record and the bits."""

    @given(st.data())
    def test_whoever_began(self, data: st.DataObject) -> None:
        """Colours swapped, the same positions."""
        game = data.draw(positions(record))
        assert rules.static(from_record(game)) == record.static(game)
        assert rules.player(from_record(game)) is record.player(game)
        other = reduce(play, order_of_play(columns(game), 4), next_game(game))
        assert from_record(other) == from_record(game)
        assert to_record(from_record(game), Player.Y) == other
        assert record.outcome(other) == record.outcome(game)
        assert record.player(other) is record.player(game)
        if other.status is not Status.Tie:  # a full board does not say who began
            assert record.read(record.show(other)) == other


def columns(game: Game) -> list[str]:
    return ["".join(game.cells[at(i, j)].value for i in range(NI)).rstrip(".") for j in range(NJ)]


class TestIllegalMoves:
    def test_columns(self) -> None:
        games: list[Rules[Any, int]] = [rules, record]
        for each in games:
            full = each.read("444444")
            legal = "legal moves: 0 1 2 4 5 6"
            outside = [(column, f"illegal move {column}: columns are 0 to 6; {legal}") for column in (-1, 7)]
            cases = [(3, f"illegal move 3: column 3 is full; {legal}"), *outside]
            require_refused(partial(each.play, full), cases, error=IllegalMove)
            with pytest.raises(IllegalMove, match="illegal move 2; the game is over") as over:
                each.play(reduce(each.play, WON, each.start), 2)
            assert over.value.why == ""

    def test_indices(self) -> None:
        full = game_after(3, 3, 3, 3, 3, 3)
        said = "illegal move {}: k is an index into the moves 0 1 2 4 5 6; legal "
        require_refused(partial(play_k, full), [(k, said.format(k)) for k in (-1, 6, 7, 1.0)], error=IllegalMove)
        require_refused(partial(play_k, game_after(*WON)), [(0, "illegal move 0; the game is over")], error=IllegalMove)
