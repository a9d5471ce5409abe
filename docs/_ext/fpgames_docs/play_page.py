"""The page "Play against a bot": its games with their first positions, its bots, and two directives.

The directive ``play`` puts the form into the page, and ``invitation`` puts a board into the front page. The form is
``play.html`` in this folder; its script and style are in ``docs/playground``.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from fpgames.games import game
from fpgames.play import BOTS
from fpgames.rules.record import is_derived
from fpgames_docs.play import State, look
from fpgames_docs.playground_page import OFFERED_GAMES, add_page, default_state, fill_form, games

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NUMBERS = {"D": ("4", "Depth"), "N": ("200", "Games")}
"""Default and label of a bot's number, by the letter that stands for it in the bot's usage."""


def default_bot(name: str) -> str:
    """Return the default bot of a game: alpha-beta if the game has static values, otherwise Monte-Carlo tree search."""
    depth = default_state(name)["stages"][0].strip("prune()")
    return "mcts:200" if is_derived("static", game(name).static) else f"alphabeta:{depth}"


def start_state(name: str) -> State:
    """Return the state that the page has at the beginning of a game."""
    return {"game": name, "position": "", "moves": [], "bot": default_bot(name), "you": "first", "seed": 1}


FIRST = start_state("connect4")


def data() -> dict[str, Any]:
    """Return the data for the page's script."""
    return {
        "games": games(),
        "bots": [
            [name, kind.about, *NUMBERS.get(kind.usage.partition(":")[2], ("", ""))]
            for name, kind in sorted(BOTS.items())
        ],
        "usual": {name: default_bot(name) for name in OFFERED_GAMES},
        "looks": [[start_state(name), look(start_state(name))] for name in OFFERED_GAMES],
        "first": FIRST,
    }


def example() -> str:
    """Return the HTML of the first board and its program, which the page shows while no interpreter is loaded."""
    first = look(FIRST)
    assert first["position"] is not None
    return f'<div class="pg-board">{first["position"]["svg"]}</div><pre>{escape(first["code"])}</pre>'


def page() -> str:
    """Return the HTML of the page's form."""
    return fill_form("play.html", example(), data())


def invitation() -> str:
    """Return the HTML of the front page's board, which is a link to the page of play.

    ``invite.js`` adds the clicked column to the link.
    """
    position = look(FIRST)["position"]
    assert position is not None
    words = "<span>Click a column: it is your first move.</span>"
    return (
        f'<a class="invite" href="play.html#game={FIRST["game"]}&amp;bot={FIRST["bot"]}">{position["svg"]}{words}</a>'
    )


def add_invitation(app: Sphinx) -> None:
    """Register the directive ``invitation``, and add its script to the front page."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Invitation(SphinxDirective):
        """Puts a board into a page; a click on the board begins a game."""

        def run(self) -> list[nodes.Node]:
            return [nodes.raw("", invitation(), format="html")]

    def add_files(app: Sphinx, pagename: str, *_: Any) -> None:
        if pagename == "index":
            app.add_js_file("invite.js", loading_method="defer")

    app.add_directive("invitation", Invitation)
    app.connect("html-page-context", add_files)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives ``play`` and ``invitation`` with Sphinx."""
    add_invitation(app)
    made_of = "play.html", "play.py", "play_page.py", "playground.py", "playground_program.py", "playground_page.py"
    return add_page(app, "play", page, made_of)
