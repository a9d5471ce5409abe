"""Any order-preserving map can run the work, such as the map of processes or of Dask."""

from __future__ import annotations

from itertools import count, islice
from typing import Any

import pytest

from fpgames import SplitMix
from fpgames.games import connect4, tictactoe
from fpgames.play import MapFunction, bot_mc_bulk, bot_minimax, bulk, compare, eval_moves, match, read_bot
from tests.support.maps import process_pool

GEN = SplitMix.from_seed(42)


def check_same(shared: MapFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "BLOCK", 20)
    game: Any = connect4.rules
    bots = ("mc:20", read_bot(game, "mc:20")), ("alphabeta:2", read_bot(game, "alphabeta:2"))
    found, alone = (list(compare(game, bots, 7, range(3, 20), map_function=each)) for each in (shared, map))
    assert found == alone
    assert [game.number for game in found] == [*range(3, 20)]
    monkeypatch.setattr(match, "_BLOCK", 4)
    endless, alone = ([*islice(compare(game, bots, 7, count(1), map_function=each), 5)] for each in (shared, map))
    assert endless == alone
    rules, small = tictactoe.rules, tictactoe.rules.start
    actions: list[Any] = [
        lambda each: eval_moves(game, game.start, 50, map_function=each),
        lambda each: eval_moves(connect4.record.rules, connect4.record.rules.start, 50, map_function=each),
        lambda each: bot_mc_bulk(rules, 900, map_function=each)(small),
        lambda each: bot_minimax(rules, 4, rules.static, map_function=each)(small),
    ]
    for action in actions:
        assert action(shared).run(GEN) == action(map).run(GEN)


@pytest.mark.exhaustive
def test_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    with process_pool(2) as pool:
        check_same(pool.map, monkeypatch)


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
def test_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra dask)")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        check_same(client.get_executor().map, monkeypatch)
