"""The README: its commands print the outputs that it shows, and its links lead to files."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fpgames.cli import command
from tests.support.command import MAIN
from tests.support.source import DOCS, ROOT, text_of

README = text_of(ROOT / "README.md")


def typed(words: str) -> list[str]:
    """The arguments of the README's command that has these words."""
    (line,) = re.findall(rf"\bfpgames ({words}.*)$", README, re.MULTILINE)
    return shlex.split(line)


def test_the_picture_is_what_its_command_draws(tmp_path: Path) -> None:
    *args, _ = typed("tree")
    drawn = tmp_path / "tree.svg"
    assert command.main([*args, str(drawn)]) == 0
    assert drawn.read_text("utf-8") == text_of(DOCS / "_static/search.svg")
    assert "](docs/_static/search.svg)" in README


@pytest.mark.exhaustive
@pytest.mark.parametrize("words", ["compare connect4", "analyse", "tree", "perft", "solve"])
def test_a_command_takes_at_most_a_minute_without_numba(words: str, tmp_path: Path) -> None:
    """The first line of the README installs the extra cli alone."""
    python = [sys.executable, "-c", f"import sys; sys.modules['numba'] = None; {MAIN}"]
    subprocess.run([*python, *typed(words)], check=True, capture_output=True, timeout=60, cwd=tmp_path)


@pytest.mark.exhaustive
def test_the_first_command_prints_what_stands_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(typed("compare tictactoe")) == 0
    (stands,) = re.findall(r"^```text\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    *printed, times = capsys.readouterr().out.splitlines()
    *expected, known = stands.splitlines()
    assert printed == expected
    assert times.partition(",")[0] == known.partition(",")[0]


def test_links_lead_to_files() -> None:
    """All but those to another site."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).is_file()] == []
