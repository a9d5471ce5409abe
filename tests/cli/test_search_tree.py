"""``analyse --search mcts:N`` and ``tree --search mcts:N``: what is printed is what the library finds."""

from __future__ import annotations

import importlib
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from toolz import identity

from fpgames import Outcome, SplitMix
from fpgames.cli import search_tree
from fpgames.cli.workers import WorkerDied
from fpgames.games import GAMES, connect4, game, tictactoe
from fpgames.play.tree_bots import EXPLORATION, mcts_of_trees
from fpgames.rand import Rand
from fpgames.search import SearchTree, best, expand, line, mcts, search_on, ucb1
from tests.cli.test_cli import FPGAMES, MAIN
from tests.cli.test_cli import run as run  # the fixture
from tests.package.test_layers import ROOT
from tests.draw.test_render import classes, parsed

SELECT = ucb1(EXPLORATION)
DRAWN = ["analyse", "tictactoe", "4,0,8", "--search", "mcts:500", "--seed", "1"]
WORDS = {
    Outcome.FIRST_WON: "the first player wins",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player wins",
}
ROW = re.compile(r"(\S+) +(\d+) +(\d+\.\d) +(-?\d\.\d{3})  (the \w+ player wins|a draw|) +(\S.*)")
Row = tuple[str, ...]


def head_and_rows(out: str) -> tuple[re.Match[str], list[Row]]:
    """The line about the search, and the rows of the table."""
    head = re.search(
        r"^(?P<n>\d+) simulations(?: in (?P<trees>\d+) trees)?, \d+\.\d\d s, \d+ a second, seed (?P<seed>\d+)$",
        out,
        re.M,
    )
    assert head is not None
    return head, [found.groups() for text in out.splitlines() if (found := ROW.fullmatch(text))]


def without_times(out: str) -> str:
    return re.sub(r"\d+\.\d\d s, \d+ a second", "", out)


def check_rows(out: str, rules: Any, tree: SearchTree[Any, Any]) -> None:
    """Check that the rows are those of a tree, each with its share, its value, its proof and its line."""
    _, rows = head_and_rows(out)
    children = {
        rules.show_move(m): child for m, child in zip(tree.moves, tree.children, strict=True) if child is not None
    }
    assert {name for name, *_ in rows} == children.keys()
    total = sum(child.visits for child in children.values())
    for name, visits, share, value, proof, play in rows:
        child = children[name]
        assert int(visits) == child.visits
        assert float(share) == pytest.approx(100 * child.visits / total, abs=0.051)
        assert float(value) == pytest.approx(child.value, abs=0.00051)
        assert proof == ("" if child.proof is None else WORDS[child.proof])
        assert play.split() == [name, *map(rules.show_move, line(child))]
    assert out.splitlines()[-1] == f"best: {rules.show_move(best(tree))}" == f"best: {rows[0][0]}"


class TestAnalyse:
    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize(
        ("rules", "moves"), [(tictactoe.rules, (4, 0, 8)), (connect4.rules, (3,)), (connect4.rules, ())]
    )
    def test_the_table_is_that_of_the_search(self, run: Any, rules: Any, moves: tuple[int, ...], seed: int) -> None:
        p = rules.start
        for move in moves:
            p = rules.play(p, move)
        tree = mcts(rules, 300, select=SELECT)(p).eval(SplitMix.from_seed(seed))
        args = (",".join(map(str, moves)), "--search", "mcts:300", "--seed", str(seed))
        status, out, err = run("analyse", rules.name, *args)
        assert (status, err) == (0, "")
        assert out.startswith(rules.show(p) + "\n")
        head, _ = head_and_rows(out)
        assert (int(head["n"]), int(head["seed"])) == (tree.visits, seed)
        check_rows(out, rules, tree)

    @pytest.mark.parametrize(
        ("text", "proof"),
        [("O..\n.X.\n..X", "a draw"), ("OOX\n.X.\n..X", WORDS[Outcome.FIRST_WON]), ("...\n...\n...", "")],
    )
    def test_a_proof_ends_it(self, run: Any, text: str, proof: str) -> None:
        _, out, _ = run("analyse", "tictactoe", "--position", text, "--search", "mcts:900", "--seed", "1")
        assert (f"\nproven: {proof}\n" in out) == bool(proof) == ("proven: " in out)
        assert (int(head_and_rows(out)[0]["n"]) < 900) == bool(proof)

    def test_the_seed_that_is_printed_repeats_it(self, run: Any) -> None:
        _, out, _ = run("analyse", "connect4", "--search", "mcts:50")
        seed = head_and_rows(out)[0]["seed"]
        again = run("analyse", "connect4", "--search", "mcts:50", "--seed", seed)[1]
        assert without_times(again) == without_times(out)
        _, other, _ = run("analyse", "connect4", "--search", "mcts:50")
        assert head_and_rows(other)[0]["seed"] != seed

    @pytest.mark.parametrize("name", sorted(GAMES))
    def test_every_game(self, run: Any, name: str) -> None:
        status, out, err = run("analyse", name, "--search", "mcts:9", "--seed", "1")
        assert (status, err) == (0, "")
        rules = game(name)
        assert len(out.splitlines()) == rules.show(rules.start).count("\n") + 5 + len(rules.moves(rules.start))

    def test_moves_that_have_not_been_tried(self, run: Any) -> None:
        _, out, _ = run("analyse", "tictactoe", "--search", "mcts:3", "--seed", "1")
        _, rows = head_and_rows(out)
        assert sorted(row[0] for row in rows) == ["0", "1"]
        assert [text.split() for text in out.splitlines()[-8:-1]] == [[str(move), "0", "0.0"] for move in range(2, 9)]

    def test_no_value_is_minus_zero(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = tictactoe.rules
        child = expand(rules, rules.play(rules.start, 4))._replace(visits=10_000, total=-1.0)
        tree = expand(rules, rules.start)._replace(visits=10_001, children=(None,) * 4 + (child,) + (None,) * 4)
        monkeypatch.setattr(search_tree, "_ever_better", lambda *_: iter([tree]))
        _, out, _ = run("analyse", "tictactoe", "--search", "mcts:9")
        assert [row[:4] for row in head_and_rows(out)[1]] == [("4", "10000", "100.0", "0.000")]

    def test_the_page_shows_what_is_printed(self, run: Any) -> None:
        _, out, _ = run(*DRAWN)
        page = without_times((ROOT / "docs/reference/command-line.md").read_text())
        assert f"```text\n{without_times(out)}```" in page


class TestTime:
    def test_until_the_time_is_over(self, run: Any) -> None:
        began = time.monotonic()
        _, out, _ = run("analyse", "connect4", "--search", "mcts", "--seconds", "0.5", "--seed", "1")
        assert 0.5 <= time.monotonic() - began < 20
        n = int(head_and_rows(out)[0]["n"])
        check_rows(
            out,
            connect4.rules,
            mcts(connect4.rules, n, select=SELECT)(connect4.rules.start).eval(SplitMix.from_seed(1)),
        )

    @pytest.mark.parametrize("name", ["tictactoe", "connect4"])
    def test_each_move_is_tried_first(self, run: Any, name: str) -> None:
        _, out, _ = run("analyse", name, "--search", "mcts", "--seconds", "0")
        head, rows = head_and_rows(out)
        moves = GAMES[name].moves(GAMES[name].start)
        assert int(head["n"]) == len(moves) + 1
        assert [row[1] for row in rows] == ["1"] * len(moves)

    def test_at_most_so_many(self, run: Any) -> None:
        wanted = run("analyse", "connect4", "--search", "mcts:40", "--seed", "1")[1]
        timed = run("analyse", "connect4", "--search", "mcts:40", "--seed", "1", "--seconds", "50")[1]
        assert without_times(timed) == without_times(wanted)
        few = run("analyse", "connect4", "--search", "mcts:4", "--seconds", "0")[1]
        assert head_and_rows(few)[0]["n"] == "4"

    def test_a_proof_ends_it(self, run: Any) -> None:
        began = time.monotonic()
        _, out, _ = run("analyse", "tictactoe", "4,0,8", "--search", "mcts", "--seconds", "50", "--seed", "1")
        assert time.monotonic() - began < 25
        assert without_times(out) == without_times(run(*DRAWN)[1])


def interrupted_after(n: int) -> Callable[..., Any]:
    """As ``search_on``, but Ctrl-C comes after n simulations."""

    def search(rules: Any, more: int, select: Any) -> Callable[[SearchTree[Any, Any]], Rand[SearchTree[Any, Any]]]:
        def on(tree: SearchTree[Any, Any]) -> Rand[SearchTree[Any, Any]]:
            if tree.visits == n:
                raise KeyboardInterrupt
            return search_on(rules, min(more, n - tree.visits), select=select)(tree)

        return on

    return search


class TestInterrupts:
    def test_what_was_found_is_printed(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        wanted = run("analyse", "connect4", "--search", "mcts:30", "--seed", "1")[1]
        monkeypatch.setattr(search_tree, "search_on", interrupted_after(30))
        monkeypatch.setattr(search_tree, "jit_when_it_pays", identity)
        status, out, err = run("analyse", "connect4", "--search", "mcts:1000", "--seed", "1")
        assert status == 130
        assert without_times(out) == without_times(wanted)
        assert re.fullmatch(r"fpgames: interrupted after \d+\.\d s, before the search was finished\n", err)

    @pytest.mark.parametrize("n", [0, 1])
    def test_before_anything_was_found(self, run: Any, monkeypatch: pytest.MonkeyPatch, n: int) -> None:
        monkeypatch.setattr(search_tree, "search_on", interrupted_after(n))
        monkeypatch.setattr(search_tree, "jit_when_it_pays", identity)
        status, out, err = run("analyse", "connect4", "--search", "mcts:1000")
        assert (status, out) == (130, connect4.rules.show(connect4.rules.start) + "\n")
        assert err.count("\n") == 1

    def test_ctrl_c_in_a_search(self) -> None:
        listening = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
        with subprocess.Popen(
            [sys.executable, "-c", listening, "analyse", "connect4", "--search", "mcts:100000000"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            give_up = Timer(60, process.kill)
            give_up.start()
            process.stdout.readline()  # of the board
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            give_up.cancel()
        assert process.returncode == 130
        assert len(head_and_rows(out)[1]) == 7
        assert re.search(r"fpgames: interrupted after \d+\.\d s, ", err)
        assert "Traceback" not in err

    def test_a_bar_on_a_terminal(self) -> None:
        pytest.importorskip("tqdm")
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        args = ["analyse", "connect4", "--search", "mcts:400", "--seed", "1"]
        done = subprocess.run([*FPGAMES, *args], stdout=subprocess.PIPE, stderr=theirs, check=True)
        os.close(theirs)
        assert b"best: " in done.stdout
        assert b"400/400" in os.read(ours, 100_000)
        os.close(ours)

    def test_without_the_extra_there_is_no_bar(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert run(*DRAWN)[::2] == (0, "")


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["--search", "mcts:0"], "cannot choose a move by 0 simulations; expected at least 2"),
        (["--search", "mcts:1"], "cannot choose a move by 1 simulations; expected at least 2"),
        (["--search", "mcts:x"], "'x' is not a number of simulations; expected a whole number, at least 2"),
        (["--search", "mcts:"], "'' is not a number of simulations; expected a whole number, at least 2"),
        (["--search", "mcts:-5"], "'-5' is not a number of simulations; expected a whole number, at least 2"),
        (["--search", "minimax"], "unknown search 'minimax'; expected mcts:N, with a number of simulations"),
        (["--search", ""], "unknown search ''; expected mcts:N, with a number of simulations"),
        (
            ["--search", "mcts"],
            "--search mcts has no end: write mcts:N, with a number of simulations, or add --seconds",
        ),
        (["--search", "mcts:9", "--depth", "4"], "--search mcts has no depth: leave out --depth or --search"),
        (
            ["--search", "mcts", "--seconds", "nan"],
            "cannot look ahead for nan seconds; expected a finite time, at least 0",
        ),
        (["--search", "mcts:9", "--jobs", "2"], "--jobs shares trees between workers: it needs --trees, at least 2"),
        (["--search", "mcts:9", "--trees", "1", "--jobs", "1"], "--jobs shares trees between workers"),
        (["--search", "mcts:9", "--trees", "0"], "cannot search 0 trees; expected at least 1"),
        (["--search", "mcts:9", "--trees", "2", "--jobs", "0"], "cannot share the trees between 0 workers"),
        (["--search", "mcts:9", "--trees", "2", "--jobs", "300"], "cannot use 300 workers; expected at most 256"),
        (
            ["--search", "mcts:9", "--trees", "2", "--seconds", "1"],
            "--trees needs a number of simulations for each tree",
        ),
        (["--search", "mcts", "--trees", "2"], "--search mcts has no end"),
        (["4,0,3,7,5", "--search", "mcts:9"], "no move to choose: this game of tictactoe is over"),
        (["4,4", "--search", "mcts:9"], "illegal move 4; legal moves: 0 1 2"),
        (["--seed", "1"], "--seed is for a Monte-Carlo tree search: it needs --search mcts:N"),
        (["--trees", "2"], "--trees is for a Monte-Carlo tree search: it needs --search mcts:N"),
        (["--jobs", "2"], "--jobs is for a Monte-Carlo tree search: it needs --search mcts:N"),
    ],
)
def test_refused(run: Any, args: list[str], wrong: str) -> None:
    status, out, err = run("analyse", "tictactoe", *args)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"fpgames: {wrong}")


class TestTrees:
    @pytest.mark.parametrize(
        ("error", "status", "said"),
        [
            (WorkerDied(), 2, "fpgames: a worker died\n"),
            (KeyboardInterrupt(), 130, "fpgames: interrupted after 0.0 s, before the search was finished\n"),
        ],
    )
    def test_what_ends_it(
        self, run: Any, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, said: str
    ) -> None:
        def ended(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("fpgames.cli.search_tree.mcts_of_trees", ended)
        found = run("analyse", "tictactoe", "--search", "mcts:40", "--trees", "2")
        assert found == (status, tictactoe.rules.show(tictactoe.rules.start) + "\n", said)

    def test_trees_are_merged(self, run: Any) -> None:
        args = ("analyse", "connect4", "--search", "mcts:40", "--seed", "1", "--trees", "3")
        _, one, _ = run(*args)
        head, rows = head_and_rows(one)
        assert (head["trees"], len(rows)) == ("3", 7)
        assert sum(int(row[1]) for row in rows) == 3 * 39
        tree = mcts_of_trees(connect4.rules, 40, 3, select=SELECT)(connect4.rules.start).eval(SplitMix.from_seed(1))
        check_rows(one, connect4.rules, tree)
        for jobs in ("2", "5"):
            assert without_times(run(*args, "--jobs", jobs)[1]) == without_times(one)

    def test_a_module_that_has_changed(self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A second command of the same process searches the game that the module has now."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        name = "changing"
        for columns in (4, 3):
            monkeypatch.delitem(sys.modules, name, raising=False)
            importlib.invalidate_caches()
            text = f"from fpgames.games import connect4\nrules = connect4.sized({columns}, {columns}, 3)  # {'x' * columns}\n"
            (tmp_path / f"{name}.py").write_text(text)
            _, out, _ = run("analyse", f"{name}:rules", "--search", "mcts:20", "--seed", "1", "--trees", "2")
            assert len(head_and_rows(out)[1]) == columns

    def test_a_single_tree_is_the_search_itself(self, run: Any) -> None:
        assert without_times(run(*DRAWN, "--trees", "1")[1]) == without_times(run(*DRAWN)[1])


class TestTree:
    def test_the_picture(self, run: Any) -> None:
        args = ("tree", "connect4", "3", "--search", "mcts:200", "--seed", "7", "--width", "3", "--depth", "1")
        status, out, err = run(*args)
        assert (status, err) == (0, "")
        tree = mcts(connect4.rules, 200, select=SELECT)(connect4.rules.play(connect4.rules.start, 3)).eval(
            SplitMix.from_seed(7)
        )
        most = sorted((child.visits for child in tree.tried), reverse=True)
        assert re.findall(r">(\d+) visits<", out) == ["200", *map(str, most[:3])]
        assert "+ 4 more" in out
        assert classes(out).count("expected line") == 1
        assert parsed(out).get("aria-label") == "connect4: mcts:200, seed 7"
        assert run(*args) == (0, out, "")

    def test_the_seed_in_the_title_repeats_it(self, run: Any) -> None:
        _, out, _ = run("tree", "tictactoe", "--search", "mcts:60")
        seed = re.search(r"<title>tictactoe: mcts:60, seed (\d+)</title>", out)
        assert seed is not None
        assert run("tree", "tictactoe", "--search", "mcts:60", "--seed", seed[1])[1] == out

    @pytest.mark.parametrize("ending", ["dot", "mmd"])
    def test_as_text_with_moves_as_people_write_them(self, run: Any, tmp_path: Path, ending: str) -> None:
        path = tmp_path / f"tree.{ending}"
        args = ("--search", "mcts:100", "--seed", "1", "--depth", "1", "-o", str(path))
        assert run("tree", "othello", *args)[:2] == (0, "")
        text = path.read_text()
        assert "100 visits" in text
        assert all(f'"{move}"' in text for move in ("d3", "c4", "f5", "e6"))

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["--search", "x"], "unknown search 'x'; expected alphabeta, minimax or mcts:N"),
            (["--search", "mcts"], "--search mcts has no end: write mcts:N, with a number of simulations"),
            (["--search", "mcts:0"], "cannot choose a move by 0 simulations; expected at least 2"),
            (["--search", "mcts:9", "--windows"], "--windows are those of alphabeta: mcts:9 has none"),
            (["--search", "mcts:9", "--depth", "-1"], "cannot draw -1 levels; expected at least 0"),
            (["--search", "mcts:9", "--width", "0"], "cannot draw 0 children; expected at least 1"),
            (["4,0,3,7,5", "--search", "mcts:9"], "no move to choose: this game of tictactoe is over"),
            (["--seed", "4"], "--seed is for a Monte-Carlo tree search: minimax does not draw random numbers"),
        ],
    )
    def test_refused(self, run: Any, args: list[str], said: str) -> None:
        assert run("tree", "tictactoe", *args) == (2, "", f"fpgames: {said}\n")
