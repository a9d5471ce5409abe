"""A game between the reader and a bot: the position, the side to move, the bot's move, and the bot's analysis.

The module is pure, needs only Python and the library, and runs in the browser. The page calls ``look``, ``reply`` and
``seen``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple, TypedDict

from fpgames import Outcome, Player, Rules, SplitMix
from fpgames.play import EXPLORATION, eval_move, eval_moves, game_seed, read_bot
from fpgames.rand import Gen
from fpgames.search import SearchTree, alpha_beta, best_move, count_nodes, line, mcts, minimax, prefer_quick_wins, ucb1
from fpgames.state import map_m
from fpgames.tree import build_tree, map_tree, prune
from fpgames_docs.playground import Position, in_one_line, position, reached, symbol, value_text
from fpgames_docs.playground_program import Place, imports, line_of, quoted

SIDES = {"first": Player.FIRST, "second": Player.SECOND}


class State(Place):
    """Everything that the reader chose, as stored in a link: the position, the bot, the reader's side, and the seed."""

    bot: str
    you: str
    seed: int


class Look(TypedDict):
    """What the page shows until the bot has moved; if the state is invalid, ``wrong`` has the error message.

    ``mover`` is the side to move, or empty if the game is over. ``back`` is how many moves were played before the
    reader's last move, or None if the reader has not moved. ``asked`` is how many were played before the bot's last
    move, or None if the bot has not moved.
    """

    position: Position | None
    mover: str
    status: str
    back: int | None
    asked: int | None
    code: str
    wrong: str


class Reply(TypedDict):
    """The bot's move, and the seconds that the bot needed to find it."""

    move: str
    seconds: float


class Valued(TypedDict):
    """A legal move, and the value that the bot gives it, both as text."""

    text: str
    value: str


class Seen(TypedDict):
    """A bot's analysis: the values of moves, the expected line, text about the bot's work, and the search's stages."""

    moves: list[Valued]
    line: str
    about: str
    stages: list[str]


class Analysis(NamedTuple):
    """A bot's analysis, from which ``seen`` makes the texts of the page.

    ``values`` has a text for each legal move, or is empty if the bot does not value moves. ``line`` has the moves of
    the expected line, and ``about`` a sentence about the bot's work. ``scale`` explains the values if they are numbers
    for the first player; otherwise, it is empty. ``stages`` has the stages of the bot's search.
    """

    values: list[str]
    line: tuple[Any, ...]
    about: str
    scale: str = ""
    stages: tuple[str, ...] = ()


# --- The position ---


def look(state: State) -> Look:
    """Return the position, the side to move and the program of a state, or an error message."""
    result: Look = {"position": None, "mover": "", "status": "", "back": None, "asked": None, "code": "", "wrong": ""}
    try:
        you = _reader_side(state)
        rules, positions = reached(state)
        movers = ["" if not rules.moves(p) else _side(rules, p) for p in positions]
        yours = [mover == you for mover in movers[:-1]]
        result["position"] = position(state)
        result["mover"] = movers[-1]
        result["status"] = status(rules, positions[-1], you)
        result["back"], result["asked"] = _last_index(yours, True), _last_index(yours, False)
        result["code"] = code(state)
    except Exception as error:
        result["wrong"] = in_one_line(error)
    return result


def _reader_side(state: State) -> str:
    if state["you"] not in SIDES:
        raise ValueError(f"you play {' or '.join(SIDES)}, not {state['you']!r:.80}")
    return state["you"]


def _side(rules: Rules[Any, Any], p: Any) -> str:
    return next(name for name, player in SIDES.items() if player is rules.player(p))


def _last_index(flags: list[bool], flag: bool) -> int | None:
    return max((i for i, other in enumerate(flags) if other is flag), default=None)


def status(rules: Rules[Any, Any], p: Any, you: str) -> str:
    """Return a sentence that tells the reader whose move it is, or how the game ended."""
    won = {Outcome(SIDES[side]): f"{'You have' if side == you else 'The bot has'} won." for side in SIDES}
    ends = {**won, Outcome.DRAW: "The game is drawn."}
    turn = "It is your move" if _side(rules, p) == you else "The bot is to move"
    return str(rules.outcome(p).map(ends.__getitem__).value_or(f"{turn}{symbol(rules, p)}."))


# --- The bot ---

CODE = {
    "alphabeta": "bot_alphabeta(rules, {}, rules.static)",
    "alphabeta-random": "bot_alphabeta_random(rules, {}, rules.static)",
    "deepening": "bot_deepening(rules, {}, rules.static)",
    "mc": "bot_mc(rules, {})",
    "mc-bulk": "bot_mc_bulk(rules, {})",
    "mcts": "bot_mcts(rules, {})",
    "minimax": "bot_minimax(rules, {}, rules.static)",
    "random": "bot_random(rules)",
}
"""The Python code that makes a bot, by the bot's kind; ``{}`` stands for its number."""


def code(state: State) -> str:
    """Return the program that makes the bot and prints the bot's move; if the game is over, it prints nothing."""
    rules, positions = reached(state)
    read_bot(rules, state["bot"])  # raises a clear error if the bot is unknown
    kind, _, number = state["bot"].partition(":")
    bot = CODE[kind].format(int(number or 0))
    names = {"game", bot.partition("(")[0]}
    print_move: list[str] = []
    if rules.moves(positions[-1]):
        names |= {"SplitMix", "game_seed"}
        seed = f"game_seed({state['seed']}, {len(positions)})"
        print_move = [f"move = bot(p).eval(SplitMix.from_seed({seed}))", "print(rules.show_move_in(p, move))"]
    blocks = [
        imports(names),
        [f"rules = game({quoted(state['game'])})", f"bot = {bot}"],
        line_of(state),
        print_move,
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def _bot_turn(state: State) -> tuple[Rules[Any, Any], Any, Gen]:
    """Return the rules, the current position, and the bot's random generator, which differs for each move of a game."""
    rules, positions = reached(state)
    return rules, positions[-1], SplitMix.from_seed(game_seed(state["seed"], len(positions)))


def reply(state: State) -> Reply:
    """Return the bot's move in the current position."""
    began = perf_counter()
    rules, p, gen = _bot_turn(state)
    move = read_bot(rules, state["bot"])(p).eval(gen)
    return {"move": rules.show_move_in(p, move), "seconds": perf_counter() - began}


# --- The analysis ---


def seen(state: State) -> Seen:
    """Analyse the current position for the bot, and return the analysis as texts.

    The analysis runs searches or random games again, because ``reply`` returns only a move.
    """
    rules, p, gen = _bot_turn(state)
    kind, _, number = state["bot"].partition(":")
    analysis = ANALYSES[kind](rules, p, int(number or 0), gen)
    texts = [rules.show_move_in(p, move) for move in rules.moves(p)]
    moves: list[Valued] = [{"text": text, "value": value} for text, value in zip(texts, analysis.values, strict=False)]
    return {
        "moves": moves,
        "line": _line_text(rules, p, analysis.line),
        "about": analysis.about + (_scale_text(state["you"]) + analysis.scale if analysis.scale else ""),
        "stages": [*analysis.stages],
    }


def _scale_text(you: str) -> str:
    player = "you" if you == "first" else "the bot"
    return f" Values are for the first player, {player}: more is better for that player."


def _line_text(rules: Rules[Any, Any], p: Any, moves: tuple[Any, ...]) -> str:
    """Return a line of moves as text, followed by the outcome if the game ends there."""
    words = []
    for move in moves:
        words.append(rules.show_move_in(p, move))
        p = rules.play(p, move)
    ends = {
        Outcome.FIRST_WON: "the first player wins",
        Outcome.SECOND_WON: "the second player wins",
        Outcome.DRAW: "a draw",
    }
    end = rules.outcome(p).map(ends.__getitem__).value_or("")
    return " ".join(words) + (f": {end}" if words and end else "")


def _search_analysis(
    search: Callable[..., Any], choose: Callable[..., Any] | None = None, *, quick: bool = True
) -> Callable[..., Analysis]:
    """Return a function that analyses a position for a bot that searches.

    The analysis values each move by a separate search. If the bot chooses its move by one
    search from the root, ``choose`` is this search; the analysis then counts the positions that it visits. A bot
    without ``choose`` compares the values of the moves, and may play any of the best moves. ``quick`` says whether the
    bot prefers quick wins.
    """

    def analyse(rules: Rules[Any, Any], p: Any, depth: int, gen: Gen) -> Analysis:
        def ahead(n: int) -> Any:
            values = build_tree(rules) | prune(n) | map_tree(rules.static)
            return values | prefer_quick_wins if quick else values

        value_after = ahead(depth - 1) | count_nodes(search)
        values, nodes = zip(*(value_after(rules.play(p, move)) for move in rules.moves(p)), strict=True)
        total = (ahead(depth) | count_nodes(search))(p)[1] if choose else sum(nodes)
        expected = _expected(rules, p, depth, ahead, choose) if choose else ()
        words = f"It looked {_count(depth, 'move')} ahead, at {_count(total, 'position')}."
        stages = (f"prune({depth})", "map_tree(rules.static)", *["prefer_quick_wins"][:quick])
        texts = [value_text(value[0] if quick else value) for value in values]
        return Analysis(texts, tuple(expected), words, " 0 is even.", stages)

    return analyse


def _expected(rules: Rules[Any, Any], p: Any, depth: int, ahead: Any, choose: Any) -> Iterator[Any]:
    """Yield the moves of the expected line, each chosen by a search one level less deep than the search before it."""
    while depth and rules.moves(p):
        move = (ahead(depth) | choose)(p)
        yield move
        p, depth = rules.play(p, move), depth - 1


def _mc_analysis(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Analysis:
    moves = rules.moves(p)
    per_move = max(1, n // len(moves))
    return _wins_analysis(map_m(lambda move: eval_move(rules, p, move, per_move), moves).eval(gen), per_move)


def _mc_bulk_analysis(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Analysis:
    per_move = max(1, n // len(rules.moves(p)))
    return _wins_analysis(eval_moves(rules, p, per_move).eval(gen), per_move)


def _wins_analysis(evaluated: tuple[tuple[int, Any], ...], per_move: int) -> Analysis:
    words = f"It played {_count(per_move, 'random game')} after each move, and counted its wins."
    return Analysis([f"{wins} of {per_move} won" for wins, _ in evaluated], (), words)


def _mcts_analysis(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Analysis:
    tree = mcts(rules, n, select=ucb1(EXPLORATION))(p).eval(gen)
    words = f"It made {_count(tree.visits, 'visit')}, more of them where moves are good."
    return Analysis([_statistics(child) for child in tree.children], line(tree), words, " They are from -1 to 1.")


def _statistics(tree: SearchTree[Any, Any] | None) -> str:
    if tree is None:
        return "not tried"
    proven = "" if tree.proof is None else ", proven"
    return f"{value_text(tree.value)} in {_count(tree.visits, 'visit')}{proven}"


def _random_analysis(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Analysis:
    return Analysis([], (), "It does not look ahead: it plays any legal move, all equally likely.")


ANALYSES: dict[str, Callable[..., Analysis]] = {
    "alphabeta": _search_analysis(alpha_beta, best_move(search=alpha_beta)),
    "alphabeta-random": _search_analysis(alpha_beta),
    "deepening": _search_analysis(alpha_beta, best_move(search=alpha_beta), quick=False),
    "mc": _mc_analysis,
    "mc-bulk": _mc_bulk_analysis,
    "mcts": _mcts_analysis,
    "minimax": _search_analysis(minimax, best_move),
    "random": _random_analysis,
}
"""The analysis of each kind of bot: a function of the rules, the position, the bot's number and its generator."""


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
