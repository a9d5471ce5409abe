"""Rules whose positions cannot be read from text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from fpgames.cli import main
from fpgames.games import checkers, tictactoe
from fpgames.rules import AnyRules, unreadable, with_draws

bits = tictactoe.rules


def test_rules_made_of_it_read_nothing_either() -> None:
    rules: AnyRules = with_draws(replace(checkers.rules, read=unreadable))
    assert rules.read is unreadable


def test_the_command_line_says_it_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    module = "from dataclasses import replace\nfrom fpgames.games.tictactoe import rules as plain\n"
    module += "from fpgames.rules import unreadable\nrules = replace(plain, read=unreadable)\n"
    (tmp_path / "mute_game.py").write_text(module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.argv", ["fpgames", "analyse", "mute_game:rules", "--position", "X........"])
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(cast("Any", main)())
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.err.splitlines() == ["fpgames: positions of this game cannot be read from text; got 'X........'"]
