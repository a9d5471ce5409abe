"""A game between the reader and a bot: the position and whose turn it is, the bot's move, and what the bot saw.

All of it is pure, needs nothing but Python and the library, and runs in the browser: what the page calls is ``look``,
``reply`` and ``seen``.
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
    """All that the reader chooses, and all that a link holds: the bot's name, the reader's side, the seed of the game."""

    bot: str
    you: str
    seed: int


class Look(TypedDict):
    """What is known before the bot thinks.

    ``mover`` is the side to move, empty if the game is over. ``back`` is the number of moves before the last one of the
    reader, and ``asked`` before the last one of the bot; None if there is none.
    """

    position: Position | None
    mover: str
    status: str
    back: int | None
    asked: int | None
    code: str
    wrong: str


class Reply(TypedDict):
    """The bot's move, and the seconds that it took."""

    move: str
    seconds: float


class Valued(TypedDict):
    """A legal move, and what the bot found it worth."""

    text: str
    value: str


class Seen(TypedDict):
    """What a bot saw: the worth of the moves, the line it expects, what it did, and the stages of its search."""

    moves: list[Valued]
    line: str
    about: str
    stages: list[str]


class Sight(NamedTuple):
    """What a kind of bot saw: values of moves, as text and in the order of the rules; the line; what it did.

    ``scale`` says how to read values that are the first player's; other values need no words.
    """

    values: list[str]
    line: tuple[Any, ...]
    about: str
    scale: str = ""
    stages: tuple[str, ...] = ()


# --- The position ---


def look(state: State) -> Look:
    """Return the position, whose turn it is, and the program, or why there is none."""
    found: Look = {"position": None, "mover": "", "status": "", "back": None, "asked": None, "code": "", "wrong": ""}
    try:
        you = _you(state)
        rules, positions = reached(state)
        movers = ["" if not rules.moves(p) else _side(rules, p) for p in positions]
        yours = [mover == you for mover in movers[:-1]]
        found["position"] = position(state)
        found["mover"] = movers[-1]
        found["status"] = status(rules, positions[-1], you)
        found["back"], found["asked"] = _last(yours, True), _last(yours, False)
        found["code"] = code(state)
    except Exception as error:
        found["wrong"] = in_one_line(error)
    return found


def _you(state: State) -> str:
    if state["you"] not in SIDES:
        raise ValueError(f"you play {' or '.join(SIDES)}, not {state['you']!r:.80}")
    return state["you"]


def _side(rules: Rules[Any, Any], p: Any) -> str:
    return next(name for name, player in SIDES.items() if player is rules.player(p))


def _last(yours: list[bool], wanted: bool) -> int | None:
    return max((i for i, each in enumerate(yours) if each is wanted), default=None)


def status(rules: Rules[Any, Any], p: Any, you: str) -> str:
    """Return who moves, or how the game ended, as it is said to a player."""
    won = {Outcome(SIDES[side]): f"{'You have' if side == you else 'The bot has'} won." for side in SIDES}
    ends = {**won, Outcome.DRAW: "The game is drawn."}
    turn = "It is your move" if _side(rules, p) == you else "The bot is to move"
    return str(rules.outcome(p).map(ends.__getitem__).value_or(f"{turn}{symbol(rules, p)}."))


# --- The bot ---

CODE = {
    "alphabeta": "bot_alphabeta(rules, {}, rules.static)",
    "alphabeta-random": "bot_alphabeta_random(rules, {}, rules.static)",
    "mc": "bot_mc(rules, {})",
    "mc-bulk": "bot_mc_bulk(rules, {})",
    "mcts": "bot_mcts(rules, {})",
    "minimax": "bot_minimax(rules, {}, rules.static)",
    "random": "bot_random(rules)",
}
"""The Python that makes a bot, by the name of its kind; the number that follows the name is filled in."""


def code(state: State) -> str:
    """Return the program that makes the bot and prints its move; where the game is over, the program ends before it."""
    rules, positions = reached(state)
    read_bot(rules, state["bot"])  # refuses what is no bot
    kind, _, number = state["bot"].partition(":")
    made = CODE[kind].format(int(number or 0))
    names = {"game", made.partition("(")[0]}
    asking: list[str] = []
    if rules.moves(positions[-1]):
        names |= {"SplitMix", "game_seed"}
        seed = f"game_seed({state['seed']}, {len(positions)})"
        asking = [f"move = bot(p).eval(SplitMix.from_seed({seed}))", "print(rules.show_move_in(p, move))"]
    blocks = [
        imports(names),
        [f"rules = game({quoted(state['game'])})", f"bot = {made}"],
        line_of(state),
        asking,
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def _asked(state: State) -> tuple[Rules[Any, Any], Any, Gen]:
    """Return the rules, the position, and the generator of the bot's move there: each move of a game has its own."""
    rules, positions = reached(state)
    return rules, positions[-1], SplitMix.from_seed(game_seed(state["seed"], len(positions)))


def reply(state: State) -> Reply:
    """Return the bot's move."""
    began = perf_counter()
    rules, p, gen = _asked(state)
    move = read_bot(rules, state["bot"])(p).eval(gen)
    return {"move": rules.show_move_in(p, move), "seconds": perf_counter() - began}


# --- What it saw ---


def seen(state: State) -> Seen:
    """Return what the bot sees in a position: the computations whose results a bot of its kind compares."""
    rules, p, gen = _asked(state)
    kind, _, number = state["bot"].partition(":")
    sight = SIGHTS[kind](rules, p, int(number or 0), gen)
    texts = [rules.show_move_in(p, each) for each in rules.moves(p)]
    moves: list[Valued] = [{"text": text, "value": value} for text, value in zip(texts, sight.values, strict=False)]
    return {
        "moves": moves,
        "line": _ending(rules, p, sight.line),
        "about": sight.about + (_whose(state["you"]) + sight.scale if sight.scale else ""),
        "stages": [*sight.stages],
    }


def _whose(you: str) -> str:
    player = "you" if you == "first" else "the bot"
    return f" Values are for the first player, {player}: more is better for that player."


def _ending(rules: Rules[Any, Any], p: Any, moves: tuple[Any, ...]) -> str:
    """Return a line of moves as text, and how the game ends there if it does."""
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


def _searching(search: Callable[..., Any], own: Callable[..., Any] | None = None) -> Callable[..., Sight]:
    """Return what a bot saw that looks ahead, move by move.

    ``own`` finds the bot's move in one search of the whole tree, which looks at fewer positions; without it, the bot
    compares the values, and may choose any of the best.
    """

    def sight(rules: Rules[Any, Any], p: Any, depth: int, gen: Gen) -> Sight:
        def ahead(n: int) -> Any:
            return build_tree(rules) | prune(n) | map_tree(rules.static) | prefer_quick_wins

        each = ahead(depth - 1) | count_nodes(search)
        values, nodes = zip(*(each(rules.play(p, move)) for move in rules.moves(p)), strict=True)
        total = (ahead(depth) | count_nodes(search))(p)[1] if own else sum(nodes)
        expected = _expected(rules, p, depth, ahead, own) if own else ()
        words = f"It looked {_many(depth, 'move')} ahead, at {_many(total, 'position')}."
        stages = (f"prune({depth})", "map_tree(rules.static)", "prefer_quick_wins")
        return Sight([value_text(value) for value, _ in values], tuple(expected), words, " 0 is even.", stages)

    return sight


def _expected(rules: Rules[Any, Any], p: Any, depth: int, ahead: Any, own: Any) -> Iterator[Any]:
    """Yield the first of the best moves, then of the best after it with one move less to look ahead, and so on."""
    while depth and rules.moves(p):
        move = (ahead(depth) | own)(p)
        yield move
        p, depth = rules.play(p, move), depth - 1


def _playing(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Sight:
    moves = rules.moves(p)
    each = max(1, n // len(moves))
    return _won(map_m(lambda move: eval_move(rules, p, move, each), moves).eval(gen), each)


def _playing_in_bulk(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Sight:
    each = max(1, n // len(rules.moves(p)))
    return _won(eval_moves(rules, p, each).eval(gen), each)


def _won(evaluated: tuple[tuple[int, Any], ...], each: int) -> Sight:
    words = f"It played {_many(each, 'random game')} after each move, and counted those that it won."
    return Sight([f"{wins} of {each} won" for wins, _ in evaluated], (), words)


def _growing(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Sight:
    tree = mcts(rules, n, select=ucb1(EXPLORATION))(p).eval(gen)
    words = f"It made {_many(tree.visits, 'visit')}, more of them where moves are good."
    return Sight([_visited(child) for child in tree.children], line(tree), words, " They are from -1 to 1.")


def _visited(tree: SearchTree[Any, Any] | None) -> str:
    if tree is None:
        return "not tried"
    proven = "" if tree.proof is None else ", proven"
    return f"{value_text(tree.value)} in {_many(tree.visits, 'visit')}{proven}"


def _blind(rules: Rules[Any, Any], p: Any, n: int, gen: Gen) -> Sight:
    return Sight([], (), "It looks at nothing: it plays any move, all equally likely.")


SIGHTS: dict[str, Callable[..., Sight]] = {
    "alphabeta": _searching(alpha_beta, best_move(search=alpha_beta)),
    "alphabeta-random": _searching(alpha_beta),
    "mc": _playing,
    "mc-bulk": _playing_in_bulk,
    "mcts": _growing,
    "minimax": _searching(minimax, best_move),
    "random": _blind,
}
"""What each kind of bot saw, from the rules, the position, its number and its generator."""


def _many(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"
