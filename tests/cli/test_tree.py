"""The command ``tree``: the drawn tree of a search, and the formats of files."""

from __future__ import annotations

import os
import re
from functools import reduce
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from fpgames import SplitMix, build_tree, map_tree, minimax, prune
from fpgames.cli import tree as cli_tree
from fpgames.cli.files import replace_file
from fpgames.games import connect4
from fpgames.play.tree_bots import EXPLORATION
from fpgames.search import mcts, ucb1
from tests.support.svg import SVG, classes, parsed, text_lines


def test_writes_what_the_ending_says(run: Any, tmp_path: Path) -> None:
    status, out, _ = run("tree", "tictactoe", "4,0,2,5,3,6", "--depth", "3")
    assert status == 0
    assert classes(out).count("node") == 1 + 3 + 6 + 6
    for ending, begins in ((".svg", "<svg"), (".dot", "digraph"), (".mmd", "flowchart")):
        path = tmp_path / f"tree{ending}"
        assert run("tree", "connect4", "3", "--width", "2", "--search", "alphabeta", "-o", str(path))[:2] == (0, "")
        assert path.read_text().startswith(begins)


def test_values_are_the_first_players_whoever_moves(run: Any) -> None:
    rules = connect4.rules
    p = reduce(rules.play, [3, 0, 2], rules.start)
    value = build_tree(rules)(p) | prune(2) | map_tree(rules.static) | minimax
    for search in ("minimax", "alphabeta"):
        _, out, _ = run("tree", "connect4", "3,0,2", "--depth", "2", "--search", search)
        assert text_lines(parsed(out))[0] == f"{value:.2f}" != "0"
        title = f"connect4: {search} 2 moves ahead"
        assert parsed(out).get("aria-label") == title == next(parsed(out).iter(f"{SVG}title")).text


def test_what_a_search_cut_off_is_grey(run: Any) -> None:
    _, plain, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2")
    _, cut, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2", "--width", "9", "--search", "alphabeta")
    assert "cut" not in classes(plain)
    assert "cut" in classes(cut)


def test_of_simulations(run: Any) -> None:
    args = ("tree", "connect4", "3", "--search", "mcts:200", "--seed", "7", "--width", "3", "--depth", "1")
    status, out, err = run(*args)
    assert (status, err) == (0, "")
    p = connect4.rules.play(connect4.rules.start, 3)
    tree = mcts(connect4.rules, 200, select=ucb1(EXPLORATION))(p).eval(SplitMix.from_seed(7))
    most = sorted((child.visits for child in tree.tried), reverse=True)
    assert re.findall(r">(\d+) visits<", out) == ["200", *map(str, most[:3])]
    assert "+ 4 more" in out
    assert classes(out).count("expected line") == 1
    assert parsed(out).get("aria-label") == "connect4: mcts:200, seed 7"
    assert run(*args) == (0, out, "")


def test_the_seed_in_the_title_repeats_it(run: Any) -> None:
    _, out, _ = run("tree", "tictactoe", "--search", "mcts:60")
    seed = re.search(r"<title>tictactoe: mcts:60, seed (\d+)</title>", out)
    assert seed is not None
    assert run("tree", "tictactoe", "--search", "mcts:60", "--seed", seed[1])[1] == out
    _, few, _ = run("tree", "tictactoe", "--search", "mcts:3")
    assert re.findall(r">(\d visits?)<", few) == ["3 visits", "1 visit", "1 visit"]


@pytest.mark.slow
def test_as_text_with_moves_as_people_write_them(run: Any, tmp_path: Path) -> None:
    for ending in ("dot", "mmd"):
        path = tmp_path / f"tree.{ending}"
        args = ("--search", "mcts:60", "--seed", "1", "--depth", "1", "-o", str(path))
        assert run("tree", "othello", *args)[:2] == (0, "")
        assert {*re.findall(r'"([a-z]\d|60 visits)', path.read_text())} == {"60 visits", "d3", "c4", "f5", "e6"}


def test_a_full_disk_leaves_the_old_picture_and_is_named(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tree.txt"
    path.write_text("the old picture")
    path.chmod(0o604)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", Mock(side_effect=OSError(28, "No space left on device")))
        assert run("tree", "nim:2", "-o", str(path)) == (2, "", f"fpgames: {path}: No space left on device\n")
    assert [path.read_text()] == [each.read_text() for each in tmp_path.iterdir()] == ["the old picture"]
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    assert run("tree", "nim:2", "-o", str(link))[0] == 0
    assert link.is_symlink()
    assert "the old picture" not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o604
    replace_file(Path(os.devnull), "")
    assert not Path(os.devnull).is_file()


def test_out_of_memory_is_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setitem(cli_tree.DRAWINGS, ".svg", full)
    assert run("tree", "tictactoe") == (2, "", "fpgames: out of memory; expected a smaller depth\n")
