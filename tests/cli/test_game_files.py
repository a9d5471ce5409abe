"""Files of games: saved by ``play`` and ``compare``, and stepped through by ``replay``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from returns.maybe import Nothing

from fpgames.games import checkers, tictactoe
from fpgames.rules import PlayedGame, read_games
from tests.support.command import COMPARE, check_refused, match_rows

rules = tictactoe.rules


def games_of(path: Path, rules: Any = rules) -> list[PlayedGame[Any, Any]]:
    return [game.unwrap() for game in read_games(rules, path.read_text())]


class TestPlay:
    def test_games_are_added_to_the_file(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "games"
        run(
            "play", "tictactoe", "4,0", "--second", "random", "--seed", "5", "--save", str(path), entries="undo\n8\nq\n"
        )
        run("play", "tictactoe", "--save", str(path), entries="4\n0\nundo\n1\n3\n7\n5\ny\n2\nq\n")
        games = games_of(path)
        assert [game.moves[:4] for game in games] == [games[0].moves, (4, 1, 3, 7), (2,)]
        assert games[0].moves[:3] == (4, 0, 8)
        assert games[0].tags == (("First", "you"), ("Second", "random"), ("Seed", "5"))
        assert [game.tags[0][1] for game in games[1:]] == ["player 1", "player 2"]
        assert [game.outcome is Nothing for game in games] == [True, False, True]

    def test_a_position_of_a_game_with_draws(self, run: Any, tmp_path: Path) -> None:
        start, path = "B:W22:B18", tmp_path / "games"
        _, out, _ = run("play", "checkers", "--position", start, "18x25", "--save", str(path))
        assert ("black begins with 18x25" in out, "player 1 won" in out) == (True, True)
        [game] = games_of(path, checkers.rules)
        assert (game.start, len(game.moves)) == (checkers.rules.read(start), 1)

    def test_what_cannot_be_played_or_saved_is_refused(self, run: Any, tmp_path: Path) -> None:
        (tmp_path / "bytes").write_bytes(b"\xff")
        check_refused(run, "play tictactoe --first random --second random", {
            "4 --opening 2": "--opening draws moves from the start: leave it out, or leave out MOVES and --position",
            "44": "44",
            "--position X": "X",
        })  # fmt: skip
        status, _, err = run("play", "tictactoe", "--save", str(tmp_path / "bytes"))
        assert (status, "byte 1 is not UTF-8; expected a text file" in err) == (2, True)


class TestCompare:
    def test_games_are_those_of_the_rows(self, run: Any, tmp_path: Path) -> None:
        rows, path, openings = tmp_path / "rows", tmp_path / "games", tmp_path / "openings"
        openings.write_text("4 0\nX../.O./...\n")
        how = ("--csv", str(rows), "--games", str(path), "--openings", str(openings))
        assert [run(*COMPARE, n, *how, "--resume")[0] for n in ("2", "4")] == [0, 0]
        games, lines = games_of(path), match_rows(rows)[1:]
        assert [" ".join(map(str, game.moves)) for game in games] == [row[7] for row in lines]
        assert [dict(game.tags)["Opening"] for game in games] == [row[8] for row in lines]
        assert [game.start for game in games] == [0, 0, *[rules.read("X..\n.O.\n...")] * 2]
        for row in lines:  # each row can be replayed from its opening
            opening = ("--position", row[8]) if "/" in row[8] else (row[8],)
            _, out, _ = run("play", row[1], *opening, "--first", row[2], "--second", row[3], "--seed", row[4])
            moves = re.findall(" (?:begins with|plays) (.*)", out)
            assert moves == row[7].split()
        for text, more in (
            ("exists; name another file", ()),
            ("not the games of this match", ("--csv", f"{rows}2", "--resume")),
        ):
            status, _, err = run(*COMPARE, "2", "--games", str(path), *more)
            assert (status, text in err, games_of(path)) == (2, True, games)


class TestReplay:
    def test_steps(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "games"
        path.write_text(
            '[Game "tictactoe"]\n[First "a"]\n1. 4 0 {late} 2. 3 7 3. 5 1-0\n\n1. 4 4 *\n\n[Game "othello:6"]\n1. c2 *\n'
        )
        status, out, err = run("replay", str(path), entries="\n2\nb\nx\n9\n\nn\n")
        assert status == 1
        assert err == f"fpgames: {path}: game 2: no tag names a game of the library; add --game GAME\n"
        assert out.startswith("game 1: tictactoe, First a\n...  012\n")
        shown = [line.partition("? ")[2] for line in out.splitlines() if line.startswith("move ")]
        assert shown == [
            "1. X plays 4", "2. O plays 0", "1. X plays 4", "Enter goes on, b back, a number to that move, n to the next game, q quits",
            "5. X plays 5", "game 3: othello:6", "",
        ]  # fmt: skip
        assert ("late\n" in out, "the first player won\n" in out) == (True, True)
        assert shown[3] in " ".join(run("replay", "--help")[1].split())

    def test_why_it_is_drawn(self, run: Any, tmp_path: Path) -> None:
        path, there_and_back = tmp_path / "games", "32-28 1-6 28-32 6-1 "
        for rounds, expected in (
            (2, "drawn by repetition\na draw\n"),
            (1, "B:WK1:BK32\na draw\n"),
            (3, "B:WK1:BK32\na draw\n"),
        ):
            path.write_text(f'[GameType "21"]\n[FEN "B:WK1:BK32"]\n{rounds * there_and_back}1/2-1/2\n')
            assert expected in run("replay", str(path), entries=f"{rounds * 4}\nq\n")[1]

    def test_which_game_it_is(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "games"
        for text, game, expected in (
            ('[GameType "21"]\n1. 11-15 *', (), "game 1: checkers\n"),
            ('[Game "hex:3+swap"] 1. b2 swap *', (), "game 1: hex:3+swap\n"),
            ("1. f5 d6", ("--game", "othello"), "game 1: othello\n"),
            ('[Game "os:system"] 1. 4 *', (), "game 1: no tag names a game of the library; add --game GAME"),
            ("1. 4 4", ("--game", "tictactoe"), "game 1: move 2, '4': illegal move 4; legal moves: 0 1 2 3 5 6 7 8\n"),
        ):
            path.write_text(text)
            assert expected in "".join(run("replay", str(path), *game, entries="q\n")[1:])
