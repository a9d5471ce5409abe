"""The page of the playground: the stages and searches that it offers, worked examples, and its directive.

The form is ``playground.html`` in this folder; its script and style are in ``docs/playground``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fpgames.games import KINDS, game
from fpgames_docs.playground import answer, look, tree
from fpgames_docs.playground_program import State

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
# names of the games of the pages, whose bots and searches refuse chance
OFFERED_GAMES = sorted(name for name, kind in KINDS.items() if not kind.chance)
SOURCE = HERE.parents[1] / "playground"


class Offer(NamedTuple):
    """A tree, stage or search that the form offers: its code, and a description.

    The form adds a stage at the end of the pipeline if ``last`` is true, and otherwise before ``map_tree``.
    """

    text: str
    about: str
    last: bool = False


TREES = (
    Offer("build_tree(rules)", "all positions that can follow"),
    Offer(
        "build_tree(up_to_symmetry(rules))", "symmetric positions count as one; needs share, and a game with symmetries"
    ),
    Offer("game_tree(rules)", "positions with the moves that lead to them"),
)
STAGES: dict[str, tuple[Offer, ...]] = {
    "How deep": (
        Offer("prune(3)", "three moves deep, and no deeper"),
        Offer(
            "extend_while(lambda p: any(rules.outcome(q).value_or(0) for q in rules.successors(p)), depth=2)",
            "two moves deep, and deeper while a win is one move away",
        ),
        Offer("prune_when(lambda p: abs(rules.static(p)) > 0.3)", "ends a branch where one player is well ahead"),
    ),
    "Which moves, in which order": (
        Offer("order_by(rules.static)", "the best moves first, so that alpha-beta skips more"),
        Offer("keep_best(3, rules.static)", "only the three best moves of every position"),
        Offer(
            "rebuild(children=lambda tree: reversed([*tree.children]))",
            "a stage of your own: the moves in reverse order",
        ),
    ),
    "Equal positions": (Offer("share", "a position reached in several ways is searched once"),),
    "What a position is worth": (
        Offer("map_tree(rules.static)", "the value of a position without looking ahead", True),
        Offer("map_tree(value_of_outcome(rules))", "1, 0 or -1 where the game is over, otherwise 0", True),
        Offer("prefer_quick_wins", "quick wins are better than slow ones; after map_tree", True),
    ),
}
SEARCHES = (
    Offer("minimax", "the value, by looking at every leaf"),
    Offer("alpha_beta", "the same value, without the leaves that cannot change it"),
    Offer("negamax", "the value for the player to move"),
    Offer("best_move(search=alpha_beta)", "the first of the best moves"),
    Offer(
        "principal_variation(search=alpha_beta)",
        "the value, and the expected line",
    ),
    Offer(
        "lambda tree: [*within_node_budget(2000)(deepen(alpha_beta)(tree))]",
        "deeper and deeper, until 2,000 nodes are visited; without prune",
    ),
    Offer(
        'traverse_tree(estimate(rules, 20)) | map_state(best_move) | methodcaller("eval", SplitMix.from_seed(42))',
        "Monte-Carlo: 20 random games from every leaf; with prune(1), without map_tree",
    ),
)

_MONTE_CARLO = SEARCHES[-1].text


class Rule(NamedTuple):
    """A row of the reference card: how to write some stages or searches before and after ``map_tree``, and why.

    ``before`` or ``after`` is empty if the library refuses the stages or searches there.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    why: str


_BLIND = "prune(3)", "share", "rebuild(children=lambda tree: reversed([*tree.children]))"
STAGE_RULES = (
    Rule(_BLIND, _BLIND, "They read no labels, so it makes no difference."),
    Rule(
        ("order_by(rules.static)", "keep_best(3, rules.static)", "prune_when(lambda p: rules.static(p) > 0.3)",
         "extend_while(lambda p: rules.static(p) > 0.3, depth=1)"),
        ("order_by(identity)", "keep_best(3, identity)", "prune_when(lambda value: value > 0.3)",
         "extend_while(lambda value: value > 0.3, depth=1)"),
        "Their functions take labels: before map_tree positions, after it values.",
    ),
    Rule((), ("prefer_quick_wins",), "It needs values."),
)  # fmt: skip
"""How to write each stage before and after ``map_tree``."""

SEARCH_RULES = (
    Rule(
        (),
        ("minimax", "alpha_beta", "negamax", "best_move(search=alpha_beta)", "principal_variation"),
        "They need values.",
    ),
)
"""How to write each search without ``map_tree`` and after it."""


def card() -> str:
    """Return the HTML of the reference card: two tables on how to write stages and searches around ``map_tree``."""
    heads = ("Before map_tree", "After map_tree"), ("Without map_tree", "After map_tree")
    return "\n".join(map(_table, heads, (STAGE_RULES, SEARCH_RULES)))


def _table(heads: tuple[str, str], rules: tuple[Rule, ...]) -> str:
    def cell(texts: tuple[str, ...]) -> str:
        return f"<td>{''.join(f'<code>{escape(text)}</code>' for text in texts) or 'refused'}</td>"

    head = "".join(f'<th scope="col">{title}</th>' for title in (*heads, "Why"))
    rows = "".join(f"<tr>{cell(rule.before)}{cell(rule.after)}<td>{rule.why}</td></tr>" for rule in rules)
    return f'<div class="pg-card"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


_MOBILITY = """def mobility(p):
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return 10 * rules.static(p) + sum((not p >> 9 & line) - (not p & line) for line in lines)"""
_WINS_AT_ONCE = """def wins_at_once(p):
    return any(rules.static(q) for q in rules.successors(p))"""
_EXPECTIMAX = """@node_search
def expectimax(here, visit):
    values = [visit(child) for child in children(here)]
    if not values:
        return float(label(here))
    return max(values) if player(here) is Player.FIRST else sum(values) / len(values)"""


def state(game: str, moves: str, stages: str, search: str, tree: str = TREES[0].text, functions: str = "") -> State:
    """Return a state from texts: ``moves`` are separated by spaces, and ``stages`` by newlines."""
    return {
        "game": game, "position": "", "moves": moves.split(), "functions": functions, "tree": tree,
        "stages": stages.splitlines(), "search": search, "levels": 2, "width": 3, "at": [], "beside": "",
    }  # fmt: skip


_VALUES = "\nmap_tree(rules.static)"
FIRST = state("tictactoe", "0 4 8 6", "prune(5)" + _VALUES, "alpha_beta")
PRESETS: tuple[tuple[str, str, State], ...] = (
    ("A win to find", "X moves, and after cell 2 O cannot stop both lines.", FIRST),
    ("Article 2's minimax", "Build the tree, cut it off, evaluate the leaves: every leaf is examined.",
     state("tictactoe", "", "prune(5)" + _VALUES, "minimax")),
    ("Best moves first", "Alpha-beta skips more if good moves come first. Remove order_by, and run it again.",
     state("connect4", "3 3 3 3", "order_by(rules.static)\nprune(5)" + _VALUES, "alpha_beta")),
    ("Shared positions", "The whole of tic-tac-toe. A position that is reached in several ways is searched once.",
     state("tictactoe", "", "share" + _VALUES, "minimax")),
    ("Up to symmetry", "The same, and positions that differ only by turning and mirroring count as one.",
     state("tictactoe", "", "share" + _VALUES, "minimax", tree=TREES[1].text)),
    ("Three best moves", "Only the three best moves of every position, by a function of your own.",
     state("tictactoe", "0", "keep_best(3, mobility)\nprune(4)\nmap_tree(mobility)", "minimax", functions=_MOBILITY)),
    ("Dynamic depth", "Two moves deep, and deeper while a win is one move away.",
     state("tictactoe", "0 4 8 6", "extend_while(wins_at_once, depth=2)" + _VALUES, "alpha_beta", functions=_WINS_AT_ONCE)),
    ("Write a search", "Expectimax: O moves at random, so the value is the mean. Change the function, and run it again.",
     state("tictactoe", "0 4 8 1", "prune(5)" + _VALUES, "expectimax", functions=_EXPECTIMAX)),
    ("Expected line", "Connect Four, after two moves each: the line that both players would choose.",
     state("connect4", "3 3 4 4", "order_by(rules.static)\nprune(4)" + _VALUES, "principal_variation(search=alpha_beta)")),
    ("Deeper and deeper", "Depth 1, 2, 3 and so on, until 2,000 nodes are visited.",
     state("othello:6", "", "order_by(rules.static)" + _VALUES, SEARCHES[-2].text)),
    ("Monte-Carlo", "Connect Four: 20 random games after each move. The seed makes them the same every time.",
     state("connect4", "3 3 4", "prune(1)", _MONTE_CARLO)),
    ("Who wins at Nim", "Three heaps, searched to the end. Which first move wins?",
     state("nim:3,4,5", "", "share" + _VALUES, "best_move")),
    ("Twice in a row", "Dots and boxes: a player who completes a box moves again. The tree knows whose turn it is.",
     state("dots-and-boxes:2,2", "", "share\nprune(6)" + _VALUES, "alpha_beta")),
    ("Draughts", "The best move after three moves, searched four moves deep.",
     state("draughts", "32-28 18-23 37-32", "order_by(rules.static)\nprune(4)" + _VALUES, "best_move(search=alpha_beta)")),
)  # fmt: skip

DRAWABLE = 20_000  # a tree of more visited nodes is drawn only after a click, because tracing is slow
_MAX_LINES = 10_000  # most lines of play in the tree of a game's default search


def default_state(name: str) -> State:
    """Return the state in which the form first shows a game.

    The depth is chosen so that the tree has at most about ten thousand lines of play.
    """
    width = len(game(name).moves(game(name).start))
    depth = max((d for d in range(1, 10) if width**d <= _MAX_LINES), default=1)
    return state(name, "", f"prune({depth})" + _VALUES, "alpha_beta")


def games() -> list[list[str]]:
    """Return, for each game, its name, its description, and the notation of its size, such as ``WIDTH,HEIGHT``."""
    return [[name, KINDS[name].about, KINDS[name].usage.partition(":")[2]] for name in OFFERED_GAMES]


def data() -> dict[str, Any]:
    """Return the data for the page's script."""
    return {
        "games": games(),
        "usual": {name: default_state(name)["stages"] for name in OFFERED_GAMES},
        "trees": TREES,
        "stages": [*STAGES.items()],
        "searches": SEARCHES,
        "presets": PRESETS,
        "first": FIRST,
        "looks": [[state, look(state)] for state in (FIRST, *map(default_state, OFFERED_GAMES))],
        "drawable": DRAWABLE,
    }


def script_json(value: Any) -> str:
    """Return a value as JSON for a ``script`` element, escaped so that it cannot end the element or begin a comment."""
    compact = json.dumps(value, separators=(",", ":"))
    return compact.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def example(state: State) -> str:
    """Run a search while the page is built, and return the HTML of its position, result, program and tree."""
    result, before = answer(state), look(state)
    assert before["position"] is not None
    report = f"{result['about']}{result['leaves']} leaves examined, {result['nodes']} nodes visited."
    return (
        f'<div class="pg-two"><div class="pg-board">{before["position"]["svg"]}</div>'
        f"<div><p>{escape(before['position']['status'])}</p><p><b>Value {escape(result['value'])}.</b> {escape(report)}</p>"
        f"</div></div><pre>{escape(before['code'])}</pre>"
        f'<div class="picture" role="region" aria-label="The tree" tabindex="0">{tree(state)["svg"]}</div>'
    )


def fill_form(form: str, example: str, data: Any) -> str:
    """Return the HTML of a form in this folder, with its example and the data for its script filled in.

    The file parts.html has the parts that two forms share. A part is a placeholder, and below it the lines that replace
    the placeholder in a form.
    """
    html = (HERE / form).read_text(encoding="utf-8")
    _, *parts = re.split(r"^(@[A-Z]+@)\n", (HERE / "parts.html").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for name, part in zip(parts[::2], parts[1::2], strict=True):
        html = html.replace(f"{name}\n", part)
    return html.replace("@EXAMPLE@", example).replace("@DATA@", script_json(data))


def page() -> str:
    """Return the HTML of the playground's form."""
    return fill_form("playground.html", example(FIRST), data()).replace("@CARD@", card())


def add_page(
    app: Sphinx, name: str, page: Callable[[], str], made_of: Iterable[str], scripts: Iterable[str] = ()
) -> dict[str, Any]:
    """Register a directive ``name`` that puts a form into a page, and add scripts to the page called ``name``.

    ``page`` returns the HTML of the form. ``made_of`` lists the files from which the form is made, and ``scripts`` the
    scripts that only this form needs.
    """
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Form(SphinxDirective):
        """Puts the form into a page."""

        def run(self) -> list[nodes.Node]:
            for file in ("parts.html", *made_of):
                self.env.note_dependency(str(HERE / file))
            return [nodes.raw("", page(), format="html")]

    def add_files(app: Sphinx, pagename: str, *_: Any) -> None:
        if pagename == name:
            app.add_css_file("playground.css")
            for script in ("link.js", "board.js", *scripts, f"{name}.js"):
                app.add_js_file(script, loading_method="defer", priority=900)

    app.add_directive(name, Form)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive ``playground`` with Sphinx."""
    app.config.html_static_path.append(str(SOURCE))
    made_of = "playground.html", "playground.py", "playground_program.py", "playground_page.py"
    return add_page(app, "playground", page, made_of, ["compare.js", "tree.js"])
