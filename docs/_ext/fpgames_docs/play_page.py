"""The page where one plays: its games and bots, their first positions, and the directive that puts the page in.

The form is ``play.html`` beside this file; its script and style are in ``docs/playground``.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from fpgames.games import KINDS, game
from fpgames.play import BOTS
from fpgames.rules.record import is_derived
from fpgames_docs.play import State, look
from fpgames_docs.playground_page import add_page, filled, games
from fpgames_docs.playground_page import usual as searched

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NUMBERS = {"D": ("4", "Depth"), "N": ("200", "Games")}
"""What a bot's number is at first and what it is called, by its letter in the usage."""


def usual(name: str) -> str:
    """Return the bot that a game begins with: by search if its positions have values, otherwise by random games."""
    depth = searched(name)["stages"][0].strip("prune()")
    return "mcts:200" if is_derived("static", game(name).static) else f"alphabeta:{depth}"


def begun(name: str) -> State:
    """Return the state in which a game begins."""
    return {"game": name, "position": "", "moves": [], "bot": usual(name), "you": "first", "seed": 1}


FIRST = begun("connect4")


def data() -> dict[str, Any]:
    """Return all that the script of the page needs."""
    return {
        "games": games(),
        "bots": [
            [name, kind.about, *NUMBERS.get(kind.usage.partition(":")[2], ("", ""))]
            for name, kind in sorted(BOTS.items())
        ],
        "usual": {name: usual(name) for name in sorted(KINDS)},
        "looks": [[begun(name), look(begun(name))] for name in sorted(KINDS)],
        "first": FIRST,
    }


def example() -> str:
    """Return the board that is shown at once, and without an interpreter."""
    seen = look(FIRST)
    assert seen["position"] is not None
    return f'<div class="pg-board">{seen["position"]["svg"]}</div><pre>{escape(seen["code"])}</pre>'


def page() -> str:
    """Return the HTML of the page."""
    return filled("play.html", example(), data())


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    made_of = "play.html", "play.py", "play_page.py", "playground.py", "playground_program.py", "playground_page.py"
    return add_page(app, "play", page, made_of)
