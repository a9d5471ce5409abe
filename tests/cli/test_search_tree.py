"""``analyse --search mcts:N``: the output agrees with the library, however the search ends."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from toolz import identity

from fpgames import Outcome, SplitMix
from fpgames.cli import search_tree
from fpgames.cli.workers import WorkerDied
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.games import GAMES, connect4, game, tictactoe
from fpgames.play.tree_bots import EXPLORATION, mcts_root_parallel
from fpgames.rand import Rand
from fpgames.search import SearchTree, best, continue_search, expand, line, mcts, ucb1
from tests.support.games import WITHOUT_CHANCE

SELECT = ucb1(EXPLORATION)
DRAWN = ["analyse", "tictactoe", "4,0,8", "--search", "mcts:500", "--seed", "1"]
WORDS = {
    Outcome.FIRST_WON: "the first player wins",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player wins",
}
ROW = re.compile(r"(\S+) +(\d+) +(\d+\.\d) +(-?\d\.\d{3})  (the \w+ player wins|a draw|) +(\S.*)")


def head_and_rows(out: str) -> tuple[re.Match[str], list[tuple[str, ...]]]:
    times = r"\d+\.\d\d s, \d+ a second"
    head = re.search(rf"^(?P<n>\d+) simulations(?: in (?P<trees>\d+) trees)?, {times}, seed (?P<seed>\d+)$", out, re.M)
    assert head is not None
    return head, [found.groups() for text in out.splitlines() if (found := ROW.fullmatch(text))]


def without_times(out: str) -> str:
    return re.sub(r"\d+\.\d\d s, \d+ a second", "", out)


def check_rows(out: str, rules: Any, tree: SearchTree[Any, Any]) -> None:
    _, rows = head_and_rows(out)
    moves = zip(tree.moves, tree.children, strict=True)
    children = {rules.show_move(move): child for move, child in moves if child is not None}
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


def check_table(run: Any, rules: Any, moves: tuple[int, ...], seed: int) -> None:
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


class TestTable:
    @pytest.mark.slow
    def test_the_table_is_that_of_the_search(self, run: Any) -> None:
        for seed in range(2):
            check_table(run, tictactoe.rules, (4, 0, 8), seed)
            check_table(run, connect4.rules, (3,), seed)
            check_table(run, connect4.rules, (), seed)

    @pytest.mark.exhaustive
    def test_compiled_the_table_is_the_same(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)
        check_table(run, connect4.rules, (3,), 1)

    def test_a_proof_ends_it(self, run: Any) -> None:
        proven = {"O..\n.X.\n..X": "a draw", "OOX\n.X.\n..X": WORDS[Outcome.FIRST_WON], "...\n...\n...": ""}
        for text, proof in proven.items():
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

    @pytest.mark.slow
    def test_every_game(self, run: Any) -> None:
        for name in sorted(WITHOUT_CHANCE):
            status, out, err = run("analyse", name, "--search", "mcts:9", "--seed", "1")
            assert (name, status, err) == (name, 0, "")
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
        monkeypatch.setattr(search_tree, "_trees_after_each_step", lambda *_: iter([tree]))
        _, out, _ = run("analyse", "tictactoe", "--search", "mcts:9")
        assert [row[:4] for row in head_and_rows(out)[1]] == [("4", "10000", "100.0", "0.000")]


class TestTime:
    def test_until_the_time_is_over(self, run: Any) -> None:
        began = time.monotonic()
        _, out, _ = run("analyse", "connect4", "--search", "mcts", "--seconds", "0.1", "--seed", "1")
        assert 0.1 <= time.monotonic() - began < 20
        n, rules = int(head_and_rows(out)[0]["n"]), connect4.rules
        check_rows(out, rules, mcts(rules, n, select=SELECT)(rules.start).eval(SplitMix.from_seed(1)))

    def test_each_move_is_tried_first(self, run: Any) -> None:
        for name in ("tictactoe", "connect4"):
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

    def test_a_proof_ends_it_before_its_time(self, run: Any) -> None:
        began = time.monotonic()
        _, out, _ = run("analyse", "tictactoe", "4,0,8", "--search", "mcts", "--seconds", "50", "--seed", "1")
        assert time.monotonic() - began < 25
        assert without_times(out) == without_times(run(*DRAWN)[1])


def interrupted_after(n: int) -> Callable[..., Any]:
    """As ``continue_search``, but Ctrl-C comes after n simulations."""

    def search(rules: Any, more: int, select: Any) -> Callable[[SearchTree[Any, Any]], Rand[SearchTree[Any, Any]]]:
        def on(tree: SearchTree[Any, Any]) -> Rand[SearchTree[Any, Any]]:
            if tree.visits == n:
                raise KeyboardInterrupt
            return continue_search(rules, min(more, n - tree.visits), select=select)(tree)

        return on

    return search


class TestEnds:
    def test_interrupted_what_was_found_is_printed(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        wanted = run("analyse", "connect4", "--search", "mcts:30", "--seed", "1")[1]
        said = r"fpgames: interrupted after \d+\.\d s, before the search was finished\n"
        monkeypatch.setattr(search_tree, "jit_when_it_pays", identity)
        for n in (0, 1, 30):
            monkeypatch.setattr(search_tree, "continue_search", interrupted_after(n))
            status, out, err = run("analyse", "connect4", "--search", "mcts:1000", "--seed", "1")
            board = connect4.rules.show(connect4.rules.start) + "\n"
            assert (n, status, without_times(out)) == (n, 130, without_times(wanted) if n > 1 else board)
            assert re.fullmatch(said, err)

    def test_what_ends_several_trees(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        ends: dict[BaseException, tuple[int, str]] = {
            WorkerDied(): (2, "fpgames: a worker died\n"),
            KeyboardInterrupt(): (130, r"fpgames: interrupted after \d+\.\d s, before the search was finished\n"),
        }
        for error, (status, said) in ends.items():

            def ended(*_: object, error: BaseException = error, **__: object) -> None:
                raise error

            monkeypatch.setattr(search_tree, "mcts_root_parallel", ended)
            found, out, err = run("analyse", "tictactoe", "--search", "mcts:40", "--trees", "2")
            assert (found, out) == (status, tictactoe.rules.show(tictactoe.rules.start) + "\n")
            assert re.fullmatch(said, err)

    def test_trees_are_merged(self, run: Any) -> None:
        args = ("analyse", "connect4", "--search", "mcts:40", "--seed", "1", "--trees", "3")
        _, one, _ = run(*args)
        head, rows = head_and_rows(one)
        assert (head["trees"], len(rows)) == ("3", 7)
        assert sum(int(row[1]) for row in rows) == 3 * 39
        tree = mcts_root_parallel(connect4.rules, 40, 3, select=SELECT)(connect4.rules.start).eval(
            SplitMix.from_seed(1)
        )
        check_rows(one, connect4.rules, tree)
        assert without_times(run(*args, "--jobs", "5")[1]) == without_times(one)
        assert without_times(run(*DRAWN, "--trees", "1")[1]) == without_times(run(*DRAWN)[1])
