"""The page where one plays: its games and bots, their first positions, and the directives that put it and a board in.

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


def invitation() -> str:
    """Return the board of the front page, a link to this page; ``invite.js`` adds the column that is clicked."""
    seen = look(FIRST)["position"]
    assert seen is not None
    words = "<span>Click a column: it is your first move.</span>"
    return f'<a class="invite" href="play.html#game={FIRST["game"]}&amp;bot={FIRST["bot"]}">{seen["svg"]}{words}</a>'


def invite(app: Sphinx) -> None:
    """Add the directive that puts the board into the front page, and its script."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Invitation(SphinxDirective):
        """Puts the board into a page."""

        def run(self) -> list[nodes.Node]:
            return [nodes.raw("", invitation(), format="html")]

    def files(app: Sphinx, pagename: str, *_: Any) -> None:
        if pagename == "index":
            app.add_js_file("invite.js", loading_method="defer")

    app.add_directive("invitation", Invitation)
    app.connect("html-page-context", files)


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    invite(app)
    made_of = "play.html", "play.py", "play_page.py", "playground.py", "playground_program.py", "playground_page.py"
    return add_page(app, "play", page, made_of)
