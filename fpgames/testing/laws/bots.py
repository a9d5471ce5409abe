"""Laws of bots: functions from a position to a random move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import takewhile
from pickle import dumps, loads
from random import Random
from typing import Any, NamedTuple, TypeVar, Unpack

from hypothesis import strategies as st
from toolz import interleave, unique

from fpgames.play import Bot
from fpgames.rand import Gen, SplitMix, distribution
from fpgames.rules import AnyRules, GameOver, Player, Rules, Value
from fpgames.rules.outcomes import ChanceMoves
from fpgames.search import alpha_beta, expectiminimax
from fpgames.state import State
from fpgames.testing.law import Case, Counterexample, Law, Options, attempt, current_timer, in_time, name_of, short_repr
from fpgames.testing.laws.generators import SingleUseGen, is_uneven, require_even, seeded_modules
from fpgames.testing.reports.counterexamples import replay_call
from fpgames.testing.reports.shrinking import shrink_line
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.second_process import Pickled, try_pickle
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import (
    MAX_BOT_MOVES,
    finished_position,
    is_players_turn,
    require_playable,
    unfinished_position,
)
from fpgames.testing.strategies.lines import (
    BUDGET,
    AnyLine,
    Line,
    NearestLines,
    lines_near_ends,
    locating_errors,
    start_of,
)
from fpgames.testing.strategies.values import generators, seeds
from fpgames.tree import build_tree, map_tree, prune, share
from fpgames.validation import require_at_least

__all__ = ["bot_laws", "check_bot"]

M = TypeVar("M")
P = TypeVar("P")

MAX_EXACT_RUNS = 2_000  # number of runs after which a position gets draws in place of exact probabilities
DRAWS_PER_MOVE = 4_000  # a position gets DRAWS_PER_MOVE * (legal moves - 1) draws
MAX_DRAWS = 40_000
OPENING_MOVES = 40  # number of moves drawn at the start, to find state kept from game to game
FEW_ENDS = 120  # number of positions near the ends of games, for it_leaves_other_generators_alone
NEAR_ENDS = 400  # number of positions near the ends of games, for its_moves_are_legal and it_gives_no_value_away
LEGALITY_SECONDS = 1.0  # seconds for the first cases of its_moves_are_legal
CANDIDATE_POSITIONS = 60  # number of random positions; every_move_is_as_likely tests a few of these
UNUSED_SEED = 271_828_182  # a seed that no bot gives to random or numpy.random


class BotSubject(NamedTuple):
    """The subject of the laws of a bot: the arguments of ``bot_laws``, and the pickled bot and rules."""

    bot_function: Bot[Any, Any]
    rules: AnyRules
    uniform: bool
    depth: int | None
    static: Callable[[Any], Value]
    pickled: Pickled

    def bot(self, p: Any) -> Any:
        """Call the bot; raise Counterexample unless it returns a State."""
        action: object = self.bot_function(p)
        if not isinstance(action, State):
            expected = "a State, such as State.from_value(move)"
            raise Counterexample(f"it returns {short_repr(action)} in {short_repr(p)}; expected {expected}")
        return action


def unfinished_lines(subject: BotSubject) -> st.SearchStrategy[AnyLine]:
    """Draw lines to positions where a player moves."""
    return seeds().map(partial(unfinished_position, subject.rules))


def _shrink_bot_case(subject: BotSubject, value: Any) -> Iterator[Any]:
    """Yield simpler arguments; shrink a finished game to finished games, and a player's turn to a player's turn."""

    def kind(line: AnyLine) -> tuple[bool, bool]:
        return bool(subject.rules.moves(line.end)), is_players_turn(subject.rules, line.end)

    for other in shrink_line(subject, value):
        if not isinstance(value, Line) or kind(other) == kind(value):
            yield other


BOT: Suite[BotSubject] = Suite(
    shrink=_shrink_bot_case,
    names=lambda subject: {"rules": subject.rules, "bot": subject.bot_function, "static": subject.static},
)
RUN = "bot(p).run(gen)"
EXACT = "distribution(bot(p))"
law = partial(BOT.law, evidence=RUN, gen=lambda _: generators())  # every law draws a StdGen or a SplitMix


def cases_with_moves(subject: BotSubject, lines: Iterable[AnyLine]) -> Iterator[Case]:
    """Yield a test case for each line at whose end a player moves, each with a different generator."""
    gen = SplitMix.from_seed(0)
    for line in lines:
        gen, used = gen.split()
        if attempt(is_players_turn, subject.rules, line.end).value_or(False):
            yield {"at": line, "gen": used}


def cases_in_many_positions(subject: BotSubject) -> Iterator[Case]:
    """Yield test cases near the ends of games and near the start, until ``LEGALITY_SECONDS`` have passed."""
    rules, timer = subject.rules, current_timer()
    lines = interleave([lines_near_ends(rules, NEAR_ENDS, MAX_BOT_MOVES), NearestLines(rules, BUDGET).lines()])
    return takewhile(lambda _: timer.spent() < LEGALITY_SECONDS, cases_with_moves(subject, lines))


@law(first=cases_in_many_positions, at=unfinished_lines)
def its_moves_are_legal(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """The bot plays one of the legal moves: ``eval (bot p) g `elem` moves p``."""
    for used_gen in (gen, *gen.split()):
        _index_of_move(subject, at, used_gen)


def _index_of_move(subject: BotSubject, at: AnyLine, gen: Gen) -> int:
    """Return the index of the bot's move among the legal moves; raise Counterexample if the move is illegal."""
    legal, move = subject.rules.moves(at.end), subject.bot(at.end).eval(gen)
    if move not in legal:
        message, evidence = f"it plays {move!r}; the legal moves are {legal!r}", f"bot(p).eval({gen!r}), rules.moves(p)"
        raise Counterexample(f"{at}, {message}, with gen={gen!r}", at, evidence=evidence)
    return legal.index(move)


def cases_near_ends(subject: BotSubject, budget: int = NEAR_ENDS) -> Iterator[Case]:
    """Yield up to ``budget`` test cases near the ends of games, where a bot may have special rules."""
    return cases_with_moves(subject, lines_near_ends(subject.rules, budget, MAX_BOT_MOVES))


@law(times=0.5, first=lambda subject: cases_near_ends(subject, FEW_ENDS), at=unfinished_lines)
def it_leaves_other_generators_alone(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """The bot does not draw from the generators of the modules ``random`` and ``numpy.random``."""
    with seeded_modules(UNUSED_SEED) as used_modules:
        subject.bot(at.end).run(gen)
        for module in used_modules():
            get = {"random": "getstate"}.get(module, "get_state")
            evidence = (
                f"from {module} import {get} as get; before = repr(get()); _ = bot(p).run(gen); before == repr(get())"
            )
            raise Counterexample(f"it draws from the generator of the module {module}", evidence=evidence)


def require_one_opening_move(subject: BotSubject) -> None:
    """Call the bot many times in the start position with one generator; raise Counterexample if the moves differ."""
    start, gen = subject.rules.start, SplitMix.from_seed(0)
    if not is_players_turn(subject.rules, start):
        return
    starts = [start] * OPENING_MOVES + [start_of(subject.rules)]
    moves = [subject.bot(p).eval(gen) for p in in_time(starts)]
    for p, move in zip(starts, moves, strict=False):
        if move != moves[0]:
            evidence = f"[bot(q).eval({gen!r}) for q in (deepcopy(rules.start), *[rules.start] * {OPENING_MOVES})]"
            where = "in another game" if p is start else "in an equal copy of the position"
            message = f"it plays {moves[0]!r}, and {where} {move!r}, at the start, with {gen!r}"
            raise Counterexample(message, evidence=evidence)


@law(times=0.5, evidence=f"{RUN} == {RUN}", before=require_one_opening_move, at=unfinished_lines)
def the_same_generator_gives_the_same_move(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """The same generator gives the same move, and the same next generator, in an equal position, too: ``run (bot p) g = run (bot p) g``."""
    action = subject.bot(at.end)
    results = []
    for seed, one_action in enumerate((action, action, subject.bot(at.end))):
        with seeded_modules(seed):
            results.append(one_action.run(gen))
    for result in results[1:]:
        if result != results[0]:
            raise Counterexample(f"it returns {results[0]!r} and then {result!r}")
    p = attempt(lambda: loads(dumps(at.end))).value_or(at.end)
    if p == at.end and (result := subject.bot(p).run(gen)) != results[0]:
        message = f"it returns {results[0]!r}, and in an equal copy of the position {result!r}"
        raise Counterexample(message, evidence="bot(p).run(gen), bot(loads(dumps(p))).run(gen)")


@law(
    times=0.5,
    evidence="move, after = bot(p).run(gen); after == gen, bot(p).exec(SingleUseGen(gen)).used",
    at=unfinished_lines,
)
def it_draws_once_from_a_generator_and_hands_on_the_next(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """The bot uses no generator twice. The returned generator is unused, and derived from the generator that the bot received; a bot that returns the same one plays the same move with all."""
    next_gen: object = subject.bot(at.end).exec(SingleUseGen(gen))
    if not isinstance(next_gen, SingleUseGen):
        message = f"the generator it returns is not derived from its argument: {next_gen!r}"
        raise Counterexample(message, evidence="bot(p).exec(SingleUseGen(gen))")
    if next_gen.used:
        raise Counterexample("it returns a generator that it has already used")
    moves = [subject.bot(at.end).eval(each) for each in (gen, *gen.split())] if next_gen.gen == gen else []
    if any(move != moves[0] for move in moves):
        message = (
            f"it hands the generator back unchanged, but plays {', '.join(map(repr, moves))} with three generators"
        )
        raise Counterexample(f"{message}; draw by uniform_r", evidence="[bot(p).run(g) for g in (gen, *gen.split())]")


@law(times=0.5, at=lambda subject: seeds().map(partial(finished_position, subject.rules)))
def it_raises_game_over_in_a_finished_game(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """The bot raises ``GameOver`` in a position without moves."""
    try:
        result = subject.bot(at.end).run(gen)
    except GameOver:
        return
    raise Counterexample(f"the game is over, but it returns {result!r}")


@BOT.law(when=lambda subject: subject.uniform, times=0.01, seed=seeds)
def every_move_is_as_likely(subject: BotSubject, seed: int) -> None:
    """Every legal move has the same exact probability; or, if that takes too many runs, passes a chi-squared test."""
    lines = _lines_with_choice(subject.rules, Random(seed))
    if all(_is_exactly_even(subject, at) for at in in_time(lines, "positions to draw moves in")):
        return
    total, freedom, most_uneven = 0.0, 0, (0.0, "", "")
    for at in in_time(_lines_to_draw_in(lines), "positions to draw moves in"):
        legal, gen, drawn = subject.rules.moves(at.end), SplitMix.from_seed(seed), list[Any]()
        for _ in range(min(MAX_DRAWS, DRAWS_PER_MOVE * (len(legal) - 1))):
            used_gen, gen = gen.split()
            drawn.append(legal[_index_of_move(subject, at, used_gen)])
        with locating_errors(at):
            evidence = f"Counter(bot(q).eval(SplitMix.from_seed(n)) for n in range({len(drawn)})), rules.moves(q)"
            evidence = f"q = {replay_call(subject.rules, at)}; {evidence}"
            chi2 = require_even(drawn, legal, "moves", evidence)
        total, freedom = total + chi2, freedom + len(legal) - 1
        most_uneven = max(most_uneven, (chi2 / len(legal), str(at), evidence))
    if freedom and is_uneven(total, freedom):
        _, where, evidence = most_uneven
        message = f"in several positions together, moves are not equally likely, as {where}"
        raise Counterexample(message, evidence=evidence)


def _is_exactly_even(subject: BotSubject, at: AnyLine) -> bool:
    """Return False if the bot's moves have no exact probabilities; raise Counterexample unless they are equally likely."""
    legal, action = subject.rules.moves(at.end), subject.bot(at.end)
    try:
        exact = distribution(action, max_runs=MAX_EXACT_RUNS)
    except (AttributeError, TypeError, ValueError):  # the bot draws words, for example
        return False
    for move in (*exact, *legal):
        if move not in legal:
            raise Counterexample(f"{at}, it plays {move!r}; the legal moves are {legal!r}", at, evidence=EXACT)
        if exact.get(move) != Fraction(1, len(legal)):
            message = f"it plays {move!r} with probability {exact.get(move, 0)}; expected 1/{len(legal)}"
            raise Counterexample(f"{at}, {message}", at, evidence=EXACT)
    return True


def _lines_with_choice(rules: AnyRules, rng: Random) -> list[AnyLine]:
    """Return lines to positions that have two moves or more, those with few moves first."""
    lines = (unfinished_position(rules, rng.getrandbits(64)) for _ in range(CANDIDATE_POSITIONS))
    by_move_count = sorted(unique(lines, key=lambda at: at.end), key=lambda at: len(rules.moves(at.end)))
    return [at for at in by_move_count if len(rules.moves(at.end)) > 1]


def _lines_to_draw_in(lines: list[AnyLine]) -> list[AnyLine]:
    """Return up to five of the lines: to positions with few, some and many moves."""
    chosen = {0, 1, len(lines) // 3, len(lines) // 2, len(lines) - 1}
    return [lines[n] for n in sorted(chosen) if 0 <= n < len(lines)]


@law(when=lambda bot: bot.depth is not None, times=5, cost=5, first=cases_near_ends, at=unfinished_lines)
def it_gives_no_value_away(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """At search depth ``depth``, no legal move has a better minimax (or expectiminimax) value than the bot's move: ``value (play p m) = best (map value (successors p))``."""
    assert subject.depth is not None
    legal = subject.rules.moves(at.end)
    tree_of = build_tree(subject.rules) | prune(subject.depth - 1) | share | map_tree(subject.static)
    after = [subject.rules.play(at.end, move) for move in legal]
    try:
        search, values = "minimax", [*map(tree_of | alpha_beta, after)]
    except ChanceMoves:
        search, values = "expectiminimax", [*map(tree_of | expectiminimax, after)]
    best = (max if subject.rules.player(at.end) is Player.FIRST else min)(values)
    if all(value == best for value in values):
        return  # all moves are equally good, so do not call the bot
    number = _index_of_move(subject, at, gen)
    move, value = legal[number], values[number]
    if value != best:
        better = f"{legal[values.index(best)]!r} has the value {best!r} (depth={subject.depth})"
        turn = f"it is the turn of {subject.rules.player(at.end)!r}"
        static = "rules.static" if subject.static == subject.rules.static else "static"
        evidence = f"value = build_tree(rules) | prune({subject.depth - 1}) | map_tree({static}) | {search}"
        evidence = f"{evidence}; bot(p).eval(gen), [(move, value(rules.play(p, move))) for move in rules.moves(p)]"
        raise Counterexample(f"it plays {move!r}, whose value is {value!r}, but {better}; {turn}", evidence=evidence)


def bot_laws(
    rules: Rules[P, M],
    bot: Bot[P, M],
    *,
    uniform: bool = False,
    depth: int | None = None,
    static: Callable[[P], Value] | None = None,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a bot: ``botLaws :: Rules p m -> Bot p m -> [Law]``.

    Args:
        rules: the game that the bot plays.
        bot: a function from a position to a State over a generator; the value of the State is the move.
        uniform: whether the bot plays every legal move with the same probability.
        depth: how many moves the bot looks ahead. The bot's move must have the best minimax value at this depth.
        static: the bot's function from a position to the value for the first player; by default, ``rules.static``.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        ValueError: the game cannot be played from its start; ``depth`` is less than 1; ``static`` is given without
            ``depth``; the value of an option is invalid.
        TypeError: an argument has the wrong type, or an option is unknown.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import bot_minimax
    >>> bot_laws(rules, bot_random(rules))[0]
    its_moves_are_legal
    >>> check_bot(rules, bot_random(rules), uniform=True)
    >>> check_bot(rules, bot_minimax(rules, 2, rules.static), depth=2)

    See also: :func:`check_bot`, which runs the laws.
    """
    require_playable(rules, "bot_laws")
    require_type(Callable, bot, "a bot", "a function from a position to a State of a move")
    require_at_least(1, 1 if depth is None else depth, "look {} moves ahead")
    require_type(Callable | None, static, "static", "a function from a position to its value")
    if static is not None and depth is None:
        raise ValueError("static= is the evaluation with which a bot looks ahead; say how far: depth=1, or more")
    subject = BotSubject(bot, rules, uniform, depth, static or rules.static, try_pickle((bot, rules)))
    return BOT.laws(subject, name_of(bot), **options)


check_bot = make_check(bot_laws)
"""Run every law of a bot: ``checkBot = check . botLaws``."""
