"""Helpers for tests of the playground: strategies for games and pipelines, and a function that runs a program."""

from __future__ import annotations

import io
import json
import re
from code import InteractiveConsole
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any

from fpgames_docs.playground_page import OFFERED_GAMES, SEARCHES, STAGES, TREES, state
from fpgames_docs.playground_program import State
from hypothesis import strategies as st

from fpgames.games import game

SMALL = ("tictactoe", "connect4:4,4,3", "nim:1,2,3", "dots-and-boxes:2,1")
NAMES = [*OFFERED_GAMES, "othello:4", "kayles:5", "hex:3", "mnk:3,3,3", *SMALL[1:]]
OFFERS = [offer for offers in STAGES.values() for offer in offers]


def with_changes(given_state: State, **changes: Any) -> Any:
    return {**given_state, **changes}


@st.composite
def game_lines(draw: st.DrawFn, names: Sequence[str] = NAMES) -> tuple[str, list[str]]:
    """Draw the name of a game, and a list of legal moves from the start, written in the game's notation."""
    name = draw(st.sampled_from(names))
    rules = game(name)
    p, line = rules.start, []
    for _ in range(draw(st.integers(0, 12))):
        if not rules.moves(p):
            break
        move = draw(st.sampled_from(rules.moves(p)))
        line.append(rules.show_move_in(p, move))
        p = rules.play(p, move)
    return name, line


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw states of the playground, each with a random pipeline of stages that the playground offers.

    Every pipeline begins with ``prune(2)``. Many pipelines are invalid, because their stages do not fit together.
    """
    name, line = draw(game_lines())
    stages = draw(st.lists(st.sampled_from([offer.text for offer in OFFERS]), max_size=3))
    values = draw(st.sampled_from([[], ["map_tree(rules.static)"]]))
    return {
        **state(name, "", "", draw(st.sampled_from(SEARCHES)).text, draw(st.sampled_from(TREES)).text),
        "moves": line, "stages": ["prune(2)", *stages, *values],
    }  # fmt: skip


def terminal_output(program: str) -> str:
    """Paste a program into an interactive interpreter, and return all that the interpreter prints, including errors."""
    console, printed = InteractiveConsole(), io.StringIO()
    console.write = lambda data: print(data, end="", file=printed)  # type: ignore[method-assign]
    with redirect_stdout(printed):
        for line in program.splitlines():
            console.push(line)
    return printed.getvalue()


def display_text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def check_page(html: str, data: Any, script: str) -> None:
    """Check that a page holds the data and the elements that its script reads, and no other data."""
    assert set(re.findall(r"\bdata\.(\w+)", script)) == set(data)
    (held,) = re.findall(r'<script type="application/json" id="pg-data">(.*?)</script>', html, re.DOTALL)
    assert json.loads(held) == json.loads(json.dumps(data))
    assert set(re.findall(r'\$\("([\w-]+)"\)', script)) <= set(re.findall(r'id="pg-([\w-]+)"', html))
