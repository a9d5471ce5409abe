"""Connect Four: the articles' own tests, counts and values from elsewhere, and two representations that are one game."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome, Rules, alpha_beta, build_tree, leaves, map_tree, prune, share
from fpgames.games.connect4 import (
    STANDARD,
    Position,
    Size,
    from_record,
    order_of_play,
    rules,
    show_digits,
    sized,
    to_digits,
    to_record,
)
from fpgames.games.connect4 import text as connect4_text
from fpgames.games.connect4.bits import _rules
from fpgames.games.connect4.board import CELLS, NI, NJ, Cell, at, check_ij, line_length
from fpgames.games.connect4.record import (
    Game,
    Player,
    Status,
    clone_game,
    is_running,
    mk_game,
    n_moves_game,
    next_game,
    next_player,
    play,
    play_k,
    player2cell,
)
from fpgames.games.connect4.record import rules as record
from fpgames.rules import value_of_outcome
from fpgames.testing import positions
from fpgames.tree import levels
from tests.figures import CONNECT4_LEGAL, CONNECT4_PERFT, CONNECT4_POSITIONS, CONNECT4_VALUES

WON = (0, 4, 0, 4, 0, 4, 0)
"""Red's first column."""
WON_BOARD = "0123456\n.......\n.......\nR......\nR...Y..\nR...Y..\nR...Y.."
LAST_CELL = "712743377414136422664531137563415765252526"
"""Whoever moves second wins with the last of the 42 stones."""
TIE = "".join(f"{a}{b}" * 3 + f"{b}{a}" * 3 for a, b in ("12", "34", "56")) + "7" * 6
sizes = st.builds(Size, st.integers(1, 8), st.integers(1, 7), st.integers(1, 6))


def after(*ks: int, player: Player = Player.R) -> Game:
    return reduce(play_k, ks, mk_game(player))


class TestArticles:
    """The tests that articles 4 and 5 print."""

    @pytest.mark.parametrize(
        ("game", "status", "first", "current", "moves"),
        [
            pytest.param(mk_game(Player.R), "PlayR", "R", "R", range(7), id="a new game"),
            pytest.param(next_game(mk_game(Player.R)), "PlayY", "Y", "Y", range(7), id="the next game"),
            pytest.param(after(1), "PlayY", "R", "Y", range(7), id="a move"),
            pytest.param(after(6, 6, 6, 6, 6, 6), "PlayR", "R", "R", range(6), id="a full column"),
            pytest.param(after(2, 4, 2, 4, 2, 4, 2), "WinR", "R", "R", range(7), id="a column of red"),
        ],
    )
    def test_games(self, game: Game, status: str, first: str, current: str, moves: range) -> None:
        assert (game.status, game.first_player, game.current_player) == (Status(status), Player(first), Player(current))
        assert game.moves == tuple(moves)
        assert n_moves_game(game) == len(moves)
        assert is_running(game) == status.startswith("Play")

    @pytest.mark.parametrize(
        ("stones", "i0", "j0", "dj", "length"), [([], 0, 1, 1, 0), ([2, 3], 0, 1, 1, 2), ([0, 1], 0, 2, -1, 2)]
    )
    def test_line_length(self, stones: list[int], i0: int, j0: int, dj: int, length: int) -> None:
        cells = reduce(lambda cells, j: cells.set(at(0, j), Cell.R), stones, CELLS)
        assert line_length(i0, j0, 0, dj, Cell.R, cells) == length

    def test_the_board_after_a_win(self) -> None:
        """Article 4's: its field lists no moves after a win, article 5's still the columns that are not full."""
        game = after(*WON)
        column_0, column_4 = [Cell.R] * 4 + [Cell.E] * 2, [Cell.Y] * 3 + [Cell.E] * 3
        columns = {j: [game.cells[at(i, j)] for i in range(NI)] for j in range(NJ)}
        assert columns == {0: column_0, 4: column_4, **dict.fromkeys((1, 2, 3, 5, 6), [Cell.E] * 6)}
        assert (game.status, game.current_player, is_running(game)) == (Status.WinR, Player.R, False)
        assert (game.moves, record.moves(game)) == (tuple(range(7)), ())

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
        game = after(3)
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


@pytest.mark.exhaustive
class TestCounts:
    def test_the_tree_by_depth(self) -> None:
        tree = build_tree(rules)(rules.start)
        assert tuple(sum(1 for _ in leaves(prune(depth)(tree))) for depth in range(8)) == CONNECT4_PERFT

    def test_positions_by_ply(self) -> None:
        tree = build_tree(rules)(rules.start) | share | prune(7)
        assert tuple(map(len, levels(tree))) == CONNECT4_POSITIONS

    @pytest.mark.parametrize(("size", "legal"), CONNECT4_LEGAL.items(), ids=str)
    def test_legal_positions(self, size: tuple[int, int], legal: int) -> None:
        small = sized(*size)
        assert sum(map(len, levels(build_tree(small)(small.start) | share))) == legal

    @pytest.mark.parametrize(("size", "value"), CONNECT4_VALUES.items(), ids=str)
    def test_values(self, size: tuple[int, int], value: int) -> None:
        small = sized(*size)
        tree = build_tree(small)(small.start) | share | map_tree(value_of_outcome(small))
        assert alpha_beta(alpha=-1, beta=1)(tree) == value


class TestOneGame:
    """The record and the bits."""

    @staticmethod
    def check(game: Game, p: Position) -> None:
        assert (from_record(game), to_record(p)) == (p, game)
        assert rules.moves(p) == record.moves(game)
        assert rules.player(p) is record.player(game)
        assert rules.outcome(p) == record.outcome(game)
        assert rules.static(p) == record.static(game)
        after = [record.play(game, move) for move in record.moves(game)]
        assert (
            list(map(from_record, after)) == [rules.play(p, move) for move in rules.moves(p)] == [*rules.successors(p)]
        )

    @pytest.mark.exhaustive
    def test_on_all_positions_to_ply_6(self) -> None:
        seen = [{record.start}]
        while len(seen) <= 6:
            seen.append({play(game, move) for game in seen[-1] for move in record.moves(game)})
        assert tuple(map(len, seen)) == CONNECT4_POSITIONS[:7]
        for game in set().union(*seen):
            self.check(game, from_record(game))

    @given(st.data())
    def test_whoever_began(self, data: st.DataObject) -> None:
        """Colours swapped, the same positions."""
        game = data.draw(positions(record))
        other = reduce(play, order_of_play(columns(game), 4), next_game(game))
        assert from_record(other) == from_record(game)
        assert to_record(from_record(game), Player.Y) == other
        assert record.outcome(other) == record.outcome(game)
        assert record.player(other) is record.player(game)
        if other.status is not Status.Tie:  # a full board does not say who began
            assert record.read(record.show(other)) == other


def columns(game: Game) -> list[str]:
    return ["".join(game.cells[at(i, j)].value for i in range(NI)).rstrip(".") for j in range(NJ)]


def lines(text: str, align: int) -> list[str]:
    """Every line of so many cells on a displayed board, as text: the slow way."""
    rows = [line for line in text.split("\n")[1:] if not line.startswith(("moves", "status"))]
    cells = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
    found = (
        [cells.get((i + n * di, j + n * dj), "") for n in range(align)]
        for i, j in cells
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    return ["".join(line) for line in found if "" not in line]


class TestSized:
    """Boards are built here, and not taken from the cache of those that are known, where it is what they do that counts."""

    @given(st.data(), sizes)
    def test_a_game_ends_with_the_first_line(self, data: st.DataObject, size: Size) -> None:
        small = _rules.__wrapped__(size, False)
        p = data.draw(positions(sized(*size)))
        found = lines(small.show(p), size.align)
        won = {"R" * size.align: Outcome.FIRST_WON, "Y" * size.align: Outcome.SECOND_WON}
        winners = {outcome for line, outcome in won.items() if line in found}
        full = "." not in small.show(p)
        assert small.outcome(p) == (Some(*winners) if winners else Some(Outcome.DRAW) if full else Nothing)

    @given(st.data(), sizes)
    def test_centre_first_is_the_same_game_with_its_moves_in_another_order(
        self, data: st.DataObject, size: Size
    ) -> None:
        plain, central = sized(*size), sized(*size, centre_first=True)
        p = data.draw(positions(plain))
        for centre_first in (False, True):
            built = _rules.__wrapped__(size, centre_first)
            assert sorted(built.moves(p)) == [*plain.moves(p)]
            assert [*built.successors(p)] == [built.play(p, j) for j in built.moves(p)]
            assert built.show(p) == plain.show(p)
            assert all(image.position(image.position(p)) == p for image in built.symmetries)
            for image in built.symmetries:
                after = {image.move(j): image.position(built.play(p, j)) for j in built.moves(p)}
                assert after == {j: built.play(image.position(p), j) for j in built.moves(image.position(p))}
        assert _rules.__wrapped__(size, True).moves(p) == central.moves(p)
        assert central.moves(p) == tuple(sorted(plain.moves(p), key=lambda j: abs(2 * j + 1 - size.width)))
        assert [*central.successors(p)] == [plain.play(p, j) for j in central.moves(p)]
        assert (central.show(p), central.outcome(p), central.static(p)) == (
            plain.show(p),
            plain.outcome(p),
            plain.static(p),
        )
        assert pickle.loads(pickle.dumps(central)) == central != plain
        assert sized(*size, centre_first=True) is central
        assert repr(sized(5, 4, 3, centre_first=True).play).endswith("sized(5, 4, 3, centre_first=True)>")

    @pytest.mark.parametrize("centre_first", [False, True])
    def test_a_full_column_has_no_successor(self, centre_first: bool) -> None:
        rules = sized(3, 2, 3, centre_first=centre_first)
        p = reduce(rules.play, (1, 1), rules.start)
        assert sorted(rules.moves(p)) == [0, 2]
        assert [*rules.successors(p)] == [rules.play(p, j) for j in rules.moves(p)]

    @given(st.data(), sizes)
    def test_the_static_value_counts_open_lines(self, data: st.DataObject, size: Size) -> None:
        small = _rules.__wrapped__(size, False)
        p = data.draw(positions(sized(*size)).filter(small.moves))
        found = lines(small.show(p), size.align)
        first = sum("Y" not in line for line in found)
        second = sum("R" not in line for line in found)
        assert small.static(p) == pytest.approx((first - second) / (len(found) + 1))

    @pytest.mark.parametrize(
        ("size", "digits", "status"),
        [
            ((1, 1, 2), "1", "Tie"),
            ((1, 2, 2), "1", "PlayY"),
            ((1, 2, 1), "1", "WinR"),
            ((2, 2, 2), "121", "WinR"),
            ((2, 2, 3), "121", "PlayY"),
            ((9, 1, 2), "19", "PlayR"),
        ],
    )
    def test_the_status_and_digits_up_to_nine(self, size: tuple[int, int, int], digits: str, status: str) -> None:
        small = sized(*size)
        assert small.show(small.read(digits)).endswith(f"\nstatus: {status}")
        assert small.read(small.show(small.read(digits))) == small.read(digits)

    def test_one_for_each_size_in_another_process_too(self) -> None:
        assert sized() is sized(7, 6, 4) is rules
        small = sized(4, 5)
        assert pickle.loads(pickle.dumps(small)) == small != sized(5, 4)
        assert pickle.loads(pickle.dumps(small.successors)) == small.successors
        assert [sized(7, 6, 3).name, sized(7, 7, 4).name, sized(8, 6, 4).name] == [
            "connect4-7x6-3", "connect4-7x7-4", "connect4-8x6-4",
        ]  # fmt: skip
        assert rules.prompt == record.prompt == "j ?"
        assert (small.name, repr(small.play)) == ("connect4-4x5-4", f"<bound method _Board.play of sized{(4, 5, 4)}>")
        assert repr(prune(2) | map_tree(small.static)) == "prune(2) | map_tree(sized(4, 5, 4).static)"
        assert repr(small.score) == "sized(4, 5, 4).score"
        assert {small.score, pickle.loads(pickle.dumps(small)).score} == {small.score} != {sized(5, 4).score}
        assert repr(sized(True, True, True)) == "<Rules: connect4-1x1-1>"

    @pytest.mark.parametrize(
        ("size", "wrong"),
        [
            ((0, 6, 4), "cannot play on 0 columns; expected at least 1"),
            ((7, -1, 4), "cannot play on -1 rows; expected at least 1"),
            ((7, 6, 0), "cannot win with 0 stones in line; expected at least 1"),
            ((7.0, 6, 4), "cannot play on 7.0 columns; expected at least 1"),
        ],
    )
    def test_impossible_sizes(self, size: tuple[int, int, int], wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            sized(*size)


class TestText:
    @given(st.data())
    def test_digits_both_ways(self, data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.read(to_digits(p, STANDARD)) == p
        assert record.read(to_digits(p, STANDARD)) == to_record(p)

    @given(st.data(), sizes)
    def test_digits_on_every_size(self, data: st.DataObject, size: Size) -> None:
        small = sized(*size)
        p = data.draw(positions(small))
        assert small.read(to_digits(p, size)) == p

    @given(st.data())
    def test_blanks_and_empty_lines_do_not_matter(self, data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.read("\n\n" + rules.show(p).replace("\n", "  \n\n") + " \n") == p

    def test_the_solvers_examples(self) -> None:
        """Positions from Pons's tutorial."""
        assert rules.show(rules.read("4455")).split("\n")[5:7] == ["...YY..", "...RR.."]
        rows = ["...YR..", "...RY..", ".Y.YR..", "RR.RY.."]
        assert rules.show(rules.read("44455554221")).split("\n")[3:7] == rows

    def test_a_board_is_read_exactly_if_it_can_be_reached(self) -> None:
        small = sized(3, 3, 3)
        reachable = {p for level in levels(build_tree(small)(small.start) | share) for p in level}

        def read(cells: tuple[str, ...]) -> Position | None:
            try:
                return small.read("012\n" + "\n".join("".join(cells[i : i + 3]) for i in (0, 3, 6)))
            except ValueError:
                return None

        boards = [p for p in map(read, product("RY.", repeat=9)) if p is not None]
        assert len(boards) == len(set(boards))
        assert set(boards) == reachable

    @pytest.mark.parametrize("each", [rules, record], ids=repr)
    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("4444444", "character 7 of '4444444', '4', cannot be played: column 4 is full"),
            ("148", "character 3 of '148', '8', is not a column; expected 1 to 7"),
            ("1.1", "character 2 of '1.1', '.', is not a column; expected 1 to 7"),
            ("15151512", "character 8 of '15151512', '2', cannot be played: the game is over"),
            ("012345\n" + "......\n" * 6, "the first line is '012345'; expected the columns' numbers, '0123456'"),
            ("0123456\n" + ".......\n" * 5, "the board has 5 rows; expected 6"),
            ("0123456\n" + ".......\n" * 7, "found '.......' below the board; expected 'moves: 0 1 2 3 4 5 6'"),
            (
                "0123456\n" + ".......\n" * 5 + "....R..R",
                "row 6 from the top is '....R..R'; expected 7 cells R, Y or '.'",
            ),
            (
                "0123456\n" + ".......\n" * 5 + "...X...",
                "row 6 from the top is '...X...'; expected 7 cells R, Y or '.'",
            ),
            (
                "0123456\n" + ".......\n" * 3 + "...R...\n.......\n...Y...",
                "a stone floats in column 3: row 5 from the top is empty below it",
            ),
            ("0123456\n" + ".......\n" * 5 + "RR.....", "2 R and 0 Y; expected equal numbers, or one more R"),
            ("0123456\n" + ".......\n" * 5 + "RYYRYY.", "(2 R and 4 Y|4 Y and 2 R); expected equal numbers, or one"),
            (
                "0123456\n" + ".......\n" * 2 + "R.....Y\n" * 4,
                "two winners: R has 4 in line from column 0, row 0 to column 0, row 3",
            ),
            (
                "0123456\n" + ".......\n" * 4 + "YYY....\nRRRRY..",
                "R has 4 in line from column 0, row 0 to column 3, row 0 \\(row 0 is the lowest\\), but Y moved last",
            ),
            (
                "0123456\n" + ".......\n" * 4 + "YYYR...\nRRRRY..",
                "R has 4 in line from column 0, row 0 to column 3, row 0 .*, and play went on after it",
            ),
            ("0123456\n" + ".......\n" * 4 + "R......\nY......", "R began, but no column has R at its bottom"),
            (
                "0123456\n.......\n" + "..Y....\n" * 3 + "..R....\nRRR....",
                "no order of play, with R first and alternating turns, leads to this board",
            ),
            (f"{WON_BOARD}\nmoves: 0", "found 'moves: 0' below the board; expected 'moves:'"),
            (f"{WON_BOARD}\nmoves:\nstatus: WinY", "found 'status: WinY' below the board; expected 'status: WinR'"),
            (f"{WON_BOARD}\nmoves:\nstatus: WinR\nR", "found 'R' below the board; expected nothing"),
        ],
    )
    def test_a_wrong_text_is_refused(self, each: Rules[object, int], text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            each.read(text)

    def test_digits_name_nine_columns(self) -> None:
        wide = sized(10, 4)
        with pytest.raises(
            ValueError, match="'4455' is not a board; digits name only 9 columns, and this board has 10"
        ):
            wide.read("4455")
        for column in (9, -1):
            with pytest.raises(ValueError, match=f"digits name columns 0 to 8; got {column}"):
                show_digits([3, column])
        assert wide.show(wide.start).startswith("0123456789\n")
        assert sized(12, 1).show((0, 0)).startswith("012345678901\n")

    def test_the_lowest_gap_under_a_floating_stone_is_named(self) -> None:
        with pytest.raises(ValueError, match="a stone floats in column 1: row 4 from the top is empty below it"):
            sized(2, 5).read("01\n.R\n.Y\n..\n..\n.R")

    def test_what_is_left_of_the_columns_is_not_tried_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        board = ["RYYRYY", "YYRRRR", "YYRRRY", "YYRRRY", "YYRYRR", "YRYRYR"]  # 13,000 heights to try
        with pytest.raises(ValueError, match="no order of play, with R first and alternating turns"):
            order_of_play(board, 20)
        monkeypatch.setattr(connect4_text, "_MOST_TRIES", 3)
        with pytest.raises(ValueError, match="no order of play was found in 3 tries"):
            order_of_play(board, 20)

    def test_a_tie_is_read_as_begun_by_red(self) -> None:
        assert record.read(TIE).status is Status.Tie
        assert rules.outcome(rules.read(TIE)) == record.outcome(record.read(TIE)) == Some(Outcome.DRAW)
        assert record.read(record.show(record.read(TIE))) == record.read(TIE)

    def test_boards_that_yellow_began(self) -> None:
        """The record reads them; the bits' own games are begun by red."""
        text = record.show(after(3, player=Player.Y))
        assert record.read(text) == after(3, player=Player.Y)
        with pytest.raises(ValueError, match="0 R and 1 Y; expected equal numbers, or one more R"):
            rules.read(text)


class TestIllegalMoves:
    @pytest.mark.parametrize("each", [rules, record], ids=repr)
    def test_columns(self, each: Rules[object, int]) -> None:
        full = each.read("444444")
        with pytest.raises(IllegalMove, match="illegal move 3: column 3 is full; legal moves: 0 1 2 4 5 6"):
            each.play(full, 3)
        for column in (-1, 7):
            with pytest.raises(
                IllegalMove, match=f"illegal move {column}: columns are 0 to 6; legal moves: 0 1 2 4 5 6"
            ):
                each.play(full, column)
        with pytest.raises(IllegalMove, match="illegal move 2; the game is over") as over:
            each.play(reduce(each.play, WON, each.start), 2)
        assert over.value.why == ""

    @pytest.mark.parametrize("k", [-1, 6, 7, 1.0])
    def test_indices(self, k: Any) -> None:
        full = after(3, 3, 3, 3, 3, 3)
        with pytest.raises(IllegalMove, match=f"illegal move {k}: k is an index into the moves 0 1 2 4 5 6; legal "):
            play_k(full, k)

    def test_an_index_after_the_end(self) -> None:
        with pytest.raises(IllegalMove, match="illegal move 0; the game is over"):
            play_k(after(*WON), 0)
