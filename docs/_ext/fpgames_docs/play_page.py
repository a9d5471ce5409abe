"""The page where one plays: its games and bots, their first positions, and the directive that puts the page in.

The form is ``play.html`` beside this file; its script and style are in ``docs/playground``.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpgames.games import KINDS, game
from fpgames.play import BOTS
from fpgames.rules.record import is_derived
from fpgames_docs.play import State, look
from fpgames_docs.playground_page import embedded
from fpgames_docs.playground_page import usual as searched

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
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
        "games": [[name, kind.about, kind.usage.partition(":")[2]] for name, kind in sorted(KINDS.items())],
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
    form = (HERE / "play.html").read_text(encoding="utf-8")
    return form.replace("@EXAMPLE@", example()).replace("@DATA@", embedded(data()))


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Play(SphinxDirective):
        """Puts the game into a page."""

        def run(self) -> list[nodes.Node]:
            for name in ("play.html", "play.py", "play_page.py", "playground.py", "playground_program.py"):
                self.env.note_dependency(str(HERE / name))
            return [nodes.raw("", page(), format="html")]

    def files(app: Sphinx, pagename: str, *_: Any) -> None:
        if pagename == "play":
            app.add_css_file("playground.css")
            for name in ("link.js", "board.js", "play.js"):
                app.add_js_file(name, loading_method="defer", priority=900)

    app.add_directive("play", Play)
    app.connect("html-page-context", files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
