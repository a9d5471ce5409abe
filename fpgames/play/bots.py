"""Bots: functions from a position to an action that chooses a move. Each bot is composed of library functions."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import partial
from itertools import islice
from operator import ge, gt, itemgetter, le, lt

from toolz import identity

from fpgames.play.bulk import MapFunction, eval_moves
from fpgames.play.playing import PipelineCompiler, count_wins, random_move
from fpgames.rand.actions import Rand, choice
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import M, P, Rules, Value, require_moves, require_rules, value_of_outcome, whose_turn
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.deepening import Deepened, deepen
from fpgames.search.memory import Memory, remember
from fpgames.search.moves import best_move
from fpgames.search.results import require_values_of, search_info
from fpgames.search.values import minimax, prefer_quick_wins
from fpgames.stage import Stage, Stream, stage
from fpgames.state.action import Do, State, do
from fpgames.state.loops import fold_m
from fpgames.tree.building import build_tree
from fpgames.tree.label_kinds import require_same_game_size
from fpgames.tree.order import raise_unordered, require_ordered
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree
from fpgames.validation import at_least, call_guarded

__all__ = [
    "bot_alphabeta",
    "bot_alphabeta_random",
    "bot_deepening",
    "bot_from",
    "bot_mc",
    "bot_mc_bulk",
    "bot_minimax",
    "bot_random",
]


@stage(rules=require_rules)
def bot_random(p: P, rules: Rules[P, M]) -> Rand[M]:
    """Return a bot that plays a uniformly random legal move: ``botRandom rules = choice . moves rules``.

    Args:
        rules: the rules of the game.

    Raises:
        GameOver: raised by the bot's action, when the game is over.

    >>> from functools import reduce
    >>> from fpgames import StdGen, replicate_m
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> replicate_m(2, bot_random(rules)(p402536)).eval(StdGen(1984310674, 1))
    (7, 1)

    See also: :func:`bot_mc`; :func:`fpgames.play.playing.random_move`.

    Source: article 1, ``botRandom``.
    """
    return random_move(rules, p)


@stage(rules=require_rules, n=at_least(1, "play {} random games"))
@do
def bot_mc(p: P, rules: Rules[P, M], n: int) -> Do[Gen, M]:
    """Return a bot that divides n random games equally among the legal moves, and plays the move with the most wins.

    ``botMc rules n p = snd . maximumBy (comparing fst) <$> mapM eval (moves rules p)``

    Here ``eval`` counts the wins of one move, as :func:`fpgames.play.playing.eval_move` does. The bot begins with the
    first move. If several moves have the most wins, the bot plays the last of them. A draw counts as a loss.

    Args:
        rules: the rules of the game.
        n: the total number of random games, at least 1; every move gets at least one.

    Raises:
        ValueError: n is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from functools import reduce
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc(rules, 300)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.play.explicit.bot_mc`, which evaluates the moves in the other order.

    Source: article 1, ``botMc``.
    """
    moves = require_moves(rules, p)
    n_each = max(1, n // len(moves))
    win = Outcome(whose_turn(rules, p))
    evaluations = [count_wins(rules, rules.play(p, move), win, move, n_each) for move in moves]

    def better(best: tuple[int, M], evaluation: Rand[tuple[int, M]]) -> Rand[tuple[int, M]]:
        return evaluation.map(lambda new: new if new[0] >= best[0] else best)

    # Unlike fpgames.textbook.bot_mc, this fold keeps only the best move, so that ``distribution`` merges equal results.
    _, move = yield from fold_m(better, (-1, moves[0]), evaluations)
    return move


def _move_with_most_wins(evaluated: tuple[tuple[int, M], ...]) -> M:
    """Return the move with the most wins; if there are several, return the last of them."""
    _, move = max(reversed(evaluated), key=itemgetter(0))
    return move


@stage(rules=require_rules, n=at_least(1, "play {} random games"))
@do
def bot_mc_bulk(p: P, rules: Rules[P, M], n: int, *, map_function: MapFunction = map) -> Do[Gen, M]:
    """Return a bot that chooses a move as :func:`bot_mc` does, but plays its random games in bulk.

    ``botMcBulk rules n p = snd . maximumBy (comparing fst) <$> evalMoves rules p nEach``

    Here ``nEach`` is n divided by the number of moves, but at least 1. The bot plays the last of the best moves.
    Each playout has its own generator, so the games and the move may differ from the games and the move of ``bot_mc``.

    Args:
        rules: the rules of the game.
        n: the total number of random games, at least 1; every move gets at least one.
        map_function: a function like ``map``; with an executor's ``map``, workers share the blocks of playouts.

    Raises:
        ValueError: n is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from functools import reduce
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc_bulk(rules, 30000)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.play.bulk.eval_moves`.
    """
    moves = require_moves(rules, p)
    evaluated = yield from eval_moves(rules, p, max(1, n // len(moves)), map_function=map_function)
    return _move_with_most_wins(evaluated)


def _require_evaluation(evaluate: Callable[[P], Value], caller: str) -> Callable[[P], Value]:
    if isinstance(evaluate, State) or not callable(evaluate):
        raise TypeError(f"{caller} needs a function from a position to its value; got {evaluate!r}")
    require_values_of(evaluate, caller)
    return evaluate


@stage(rules=require_rules, evaluate=_require_evaluation)
def bot_from(p: P, rules: Rules[P, M], evaluate: Callable[[P], Value], *, map_function: MapFunction = map) -> Rand[M]:
    r"""Return a bot that evaluates the position after each move, and plays the first move with the best value.

    ``botFrom rules evaluate p = return (snd (best [(evaluate (play rules p move), move) | move <- moves rules p]))``

    Args:
        rules: the rules of the game.
        evaluate: a function from a position to its value to the first player, such as a pipeline over a lazy tree. A
            pipeline that ends with ``negamax``, or a search with ``view="mover"``, returns the value to the mover. The
            bot maximises the value for the first player and minimises it for the second.
        map_function: a function like ``map``; with an executor's ``map``, workers share the evaluation of the moves.

    Raises:
        TypeError: ``evaluate`` is not a function, or is a pipeline that ends with ``best_move`` or a search
            with a window. Such a pipeline does not return a value.
        ValueError: raised by the bot's action, if ``evaluate`` was made for another size of the game, or returns
            a value that favours the loser of a finished game.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> greedy = bot_from(rules, static)
    >>> greedy(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`bot_minimax`.
    """
    return State(lambda gen: (_first_best_move(rules, evaluate, map_function, p), gen))


def _first_best_move(rules: Rules[P, M], evaluate: Callable[[P], Value], map_function: MapFunction, p: P) -> M:
    for part in evaluate.parts if isinstance(evaluate, Stage) else (evaluate,):
        require_same_game_size(part, rules)
    evaluated = _evaluate_moves(rules, evaluate, map_function, p)
    if search_info(evaluate).view == "mover":
        turns = ((value, move, q, whose_turn(rules, q)) for value, move, q in evaluated)
        evaluated = [(value if turn is Player.FIRST else -value, move, q) for value, move, q, turn in turns]
    outcome_of = value_of_outcome(rules)
    for value, _, q in evaluated:
        _require_agreement(outcome_of(q), q, value)
    return _best_value_and_move(whose_turn(rules, p), evaluated)[1]


def _evaluate_moves(
    rules: Rules[P, M], evaluate: Callable[[P], Value], map_function: MapFunction, p: P
) -> list[tuple[Value, M, P]]:
    """Return one triple for each legal move: the value of the next position, the move, and the next position."""
    moves = require_moves(rules, p)
    after = [rules.play(p, move) for move in moves]
    return list(zip(map_function(partial(call_guarded, evaluate), after), moves, after, strict=True))


def _require_agreement(outcome: int, p: object, value: Value) -> None:
    """Raise ValueError if a player has won a position, but the value of the position favours the other player."""
    number = value[0] if isinstance(value, tuple) and value else value
    if outcome and isinstance(number, int | float) and number * outcome < 0:
        winner = "first" if outcome > 0 else "second"
        raise ValueError(
            f"the {winner} player has won {reprlib.repr(p)}, but its value is {value!r}: bot_from needs values to the first"
            " player, greater than 0 where the first player has won (negamax returns the mover's values: use minimax)"
        )


def _best_value_and_move(player: Player, evaluated: list[tuple[Value, M, P]]) -> tuple[Value, M]:
    """Return a player's best value and the first move with this value; raise ValueError if values have no order."""
    better, worse = (gt, le) if player is Player.FIRST else (lt, ge)
    (best, best_move_so_far, _), *others = evaluated
    if isinstance(best, State | Tree):
        raise TypeError(
            f"the value of a position cannot be a {'State' if isinstance(best, State) else 'Tree'}: end the pipeline with a search, such as minimax;"
            " a value that needs random draws makes a bot with traverse_tree (docs/searches.md)"
        )
    for value, move, _ in others:
        if better(value, best):
            best, best_move_so_far = value, move
        elif not worse(value, best):
            raise_unordered(value, best)
    return require_ordered(best), best_move_so_far


@stage(rules=require_rules, depth=at_least(1, "look {} moves ahead"))
def bot_minimax(
    p: P,
    rules: Rules[P, M],
    depth: int,
    static: Callable[[P], Value],
    *,
    prefer_quick: bool = True,
    map_function: MapFunction = map,
    compiled: PipelineCompiler = identity,
) -> Rand[M]:
    r"""Return a bot that looks ``depth`` moves ahead with minimax, and plays the first of the best moves.

    ``botMinimax rules d static = botFrom rules (minimax . prefer_quick_wins . mapTree static . prune (d - 1) . buildTree rules)``

    Args:
        rules: the rules of the game.
        depth: the number of moves to look ahead, at least 1.
        static: a function from a finished game, or a position ``depth`` moves ahead, to its value to the first player.
        prefer_quick: whether to prefer quick wins and slow losses; pass False if values are not numbers.
        map_function: a function like ``map``; with an executor's ``map``, workers share the evaluation of the moves.
        compiled: a compiler of pipelines, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.

    Raises:
        ValueError: depth is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_minimax(rules, 3, static)(rules.read("XX.\nO.O\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`bot_alphabeta`, which is faster; :func:`fpgames.search.values.prefer_quick_wins`.

    Source: article 2, ``evaluate``.
    """
    evaluate = compiled(_tree_of(rules, depth - 1, static, prefer_quick) | minimax)
    return bot_from(rules, evaluate, map_function=map_function)(p)


def _tree_of(rules: Rules[P, M], depth: int, static: Callable[[P], Value], prefer_quick: bool) -> Stage[P, Tree[Value]]:
    """Return the pipeline from a position to the tree that a bot searches: static values, down to ``depth`` moves."""
    pipeline = build_tree(rules) | prune(depth) | map_tree(static)
    return pipeline | prefer_quick_wins if prefer_quick else pipeline


@stage(rules=require_rules, depth=at_least(1, "look {} moves ahead"))
def bot_alphabeta(
    p: P,
    rules: Rules[P, M],
    depth: int,
    static: Callable[[P], Value],
    *,
    prefer_quick: bool = True,
    compiled: PipelineCompiler = identity,
) -> Rand[M]:
    """Return a bot that plays the same moves as :func:`bot_minimax`, but finds them faster, by alpha-beta search.

    ``botAlphabeta rules d static = return . bestMove alphaBeta . prefer_quick_wins . mapTree static . prune d . buildTree rules``

    The best value found so far narrows the search window of later moves. The bot plays the first of the best moves.

    Args:
        rules: the rules of the game.
        depth: the number of moves to look ahead, at least 1.
        static: a function from a finished game, or a position ``depth`` moves ahead, to its value to the first player.
        prefer_quick: whether to prefer quick wins and slow losses; pass False if values are not numbers.
        compiled: a compiler of pipelines, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.

    Raises:
        ValueError: depth is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_alphabeta(rules, 9, static)(rules.start).eval(SplitMix.from_seed(1))
    0

    See also: :func:`bot_alphabeta_random`, which chooses one of the best moves at random.

    Source: article 3, ``calcIA``.
    """
    search = compiled(_tree_of(rules, depth, static, prefer_quick) | best_move(search=alpha_beta))

    def choose(gen: Gen) -> tuple[M, Gen]:
        require_moves(rules, p)
        return search(p), gen

    return State(choose)


@stage(rules=require_rules, depth=at_least(1, "look {} moves ahead"))
def bot_deepening(p: P, rules: Rules[P, M], depth: int, static: Callable[[P], Value]) -> Rand[M]:
    """Return a bot that searches 1, 2, 3 and so on up to ``depth`` moves ahead, and tries first what was best before.

    ``botDeepening rules d static = botAlphabeta rules d static``, without a preference of quick wins

    It visits fewer nodes than :func:`bot_alphabeta` where the order of moves is bad, but no search of it is compiled.

    Args:
        rules: the rules of the game, with hashable positions.
        depth: the number of moves to look ahead, at least 1.
        static: a function from a finished game, or a position ``depth`` moves ahead, to its value to the first player.

    Raises:
        ValueError: depth is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_deepening(rules, 3, static)(rules.read("XX.\\nOO.\\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.search.deepening.deepen`; :func:`fpgames.search.memory.remember`.
    """
    engine: Callable[[Tree[Value]], Stream[Deepened[tuple[M, Memory]]]] = deepen(best_move(search=remember(alpha_beta)))

    def choose(gen: Gen) -> tuple[M, Gen]:
        require_moves(rules, p)
        *_, last = islice(build_tree(rules)(p) | share | map_tree(static) | engine, depth)
        move, _ = last.value
        return move, gen

    return State(choose)


@stage(rules=require_rules, depth=at_least(1, "look {} moves ahead"))
@do
def bot_alphabeta_random(
    p: P,
    rules: Rules[P, M],
    depth: int,
    static: Callable[[P], Value],
    *,
    prefer_quick: bool = True,
    map_function: MapFunction = map,
    compiled: PipelineCompiler = identity,
) -> Do[Gen, M]:
    """Return a bot that finds all best moves by alpha-beta search, and plays one of them, drawn uniformly at random.

    ``botAlphabetaRandom rules d static p = choice [move | (value, move) <- evaluated, value == best evaluated]``

    Here ``evaluated`` is the list of pairs of a value and a legal move. The bot searches each move without a window,
    because a search in a narrow window may return a bound instead of the exact value.

    Args:
        rules: the rules of the game.
        depth: the number of moves to look ahead, at least 1.
        static: a function from a finished game, or a position ``depth`` moves ahead, to its value to the first player.
        prefer_quick: whether to prefer quick wins and slow losses; pass False if values are not numbers.
        map_function: a function like ``map``; with an executor's ``map``, workers share the evaluation of the moves.
        compiled: a compiler of pipelines, such as :func:`fpgames.compiled.pipelines.jit_when_it_pays`.

    Raises:
        ValueError: depth is less than 1.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_alphabeta_random(rules, 9, static)(rules.start).eval(SplitMix.from_seed(1))
    5

    See also: :func:`bot_alphabeta`, which plays the first of the best moves.

    Source: article 3, part 3-4.
    """
    evaluate = compiled(_tree_of(rules, depth - 1, static, prefer_quick) | alpha_beta)
    evaluated = _evaluate_moves(rules, evaluate, map_function, p)
    best, _ = _best_value_and_move(whose_turn(rules, p), evaluated)
    return (yield from choice([move for value, move, _ in evaluated if value == best]))
