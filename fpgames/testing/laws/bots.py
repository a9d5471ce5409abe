"""Laws of bots: functions from a position to a random move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple, TypeVar, Unpack

from hypothesis import strategies as st
from returns.result import Success
from toolz import interleave

from fpgames.play.playing import Bot
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import GameOver, Player
from fpgames.rules.record import AnyRules, Rules, Value, require_rules
from fpgames.search.alphabeta import alpha_beta
from fpgames.state.action import State
from fpgames.testing.law import Broken, Case, Law, in_case, in_time, named, shortly, watch
from fpgames.testing.reports.counterexamples import shorter
from fpgames.testing.reports.simpler_samples import in_words, reached
from fpgames.testing.running.checks import Options, check, require_a, require_count
from fpgames.testing.running.second_process import Frozen, elsewhere, frozen, tried
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import require_playable
from fpgames.testing.strategies.lines import AnyLine
from fpgames.testing.strategies.nearest import BUDGET, Nearest, near_the_ends
from fpgames.testing.strategies.random_samples import LONGEST, finished_position, seeds, unfinished_position
from fpgames.testing.strategies.randomness import Once, chi_squared, is_uneven, left_as_they_were, seed_all, states
from fpgames.testing.strategies.values import generators
from fpgames.tree.building import build_tree
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune

__all__ = ["bot_laws", "check_bot"]

M = TypeVar("M")
P = TypeVar("P")

DRAWS = 4_000  # in a position, times the number of its moves but one
MOST_DRAWS = 40_000
ELSEWHERE = 20  # positions in which it moves in another process
GAMES = 40  # that begin, in the search for a memory
FEW_ENDS = 180  # positions near the ends of games, where a bot may do something else
NEAR_ENDS = 600  # positions near the ends of games, in which a bot with a depth moves
A_WHILE = 1.0  # seconds of moves that only have to be legal
POSITIONS = 60  # of which some are chosen to draw many moves in


class BotSubject(NamedTuple):
    """The subject of the laws of a bot: the bot, the game it plays, and what is claimed of it."""

    bot: Bot[Any, Any]
    rules: AnyRules
    uniform: bool
    depth: int | None
    static: Callable[[Any], Value]
    fresh: Frozen


def running(subject: BotSubject) -> st.SearchStrategy[AnyLine]:
    """Draw positions that have moves."""
    return seeds().map(lambda seed: unfinished_position(subject.rules, seed))


def over(subject: BotSubject) -> st.SearchStrategy[AnyLine]:
    """Draw positions in which the game is over."""
    return seeds().map(lambda seed: finished_position(subject.rules, seed))


def some_running(subject: BotSubject) -> st.SearchStrategy[list[AnyLine]]:
    """Draw one or two positions that have moves."""
    return st.lists(running(subject), min_size=1, max_size=2)


def any_generator(subject: object) -> st.SearchStrategy[Gen]:
    """Draw a generator of either kind."""
    return generators()


def _once_each(_: BotSubject, case: Case) -> Any:
    """Return the position of a case, because each is looked at once."""
    return case["at"].end if "at" in case and "others" not in case else None


def _simpler(subject: BotSubject) -> Callable[[Broken], Iterator[Case]]:
    """Return a function from a counterexample to simpler cases; a running game stays one, and so does a finished one."""
    return shorter(subject, lambda p: bool(subject.rules.moves(p)))


BOT: Suite[BotSubject] = Suite(where=in_words, simpler=_simpler, key=_once_each)
law = BOT.law


def in_many_positions(subject: BotSubject) -> None:
    """Move near the ends of games and near the start, in as many positions as there is a little time for."""
    rules, clock = subject.rules, watch()
    lines = interleave([near_the_ends(rules, NEAR_ENDS, LONGEST), Nearest(rules, BUDGET).lines()])
    _each(subject, its_moves_are_legal, takewhile(lambda _: clock.spent() < A_WHILE, lines))


@law(before=in_many_positions, at=running, gen=any_generator)
def its_moves_are_legal(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """It plays one of the legal moves: ``eval (bot p) g `elem` moves p``."""
    for each in (gen, *gen.split()):
        _number_of_its_move(subject, at, each)


def _number_of_its_move(subject: BotSubject, at: AnyLine, gen: Gen) -> int:
    """Return the number of the move that it plays; raise Broken if the move is not legal."""
    legal, move = subject.rules.moves(at.end), subject.bot(at.end).eval(gen)
    if move not in legal:
        raise Broken(f"it plays {move!r}; the moves are {legal!r}, {_asked(at, gen)}")
    return legal.index(move)


def _asked(at: AnyLine, gen: object) -> str:
    return f"{reached(at)}, with {gen!r}"


def at_the_start_again_and_again(subject: BotSubject) -> None:
    """Move at the start as if many games began."""
    start, gen = subject.rules.start, SplitMix.from_seed(0)
    moves = [subject.bot(start).eval(gen) for _ in in_time(range(GAMES))]
    for n, move in enumerate(moves):
        if move != moves[0]:
            raise Broken(f"it plays {moves[0]!r}, and the {n + 1}th time {move!r}, at the start, with {gen!r}")


@law(times=0.5, before=at_the_start_again_and_again, at=running, gen=any_generator)
def the_same_generator_gives_the_same_move(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """``run (bot p) g = run (bot p) g``, both the move and the next generator."""
    action = subject.bot(at.end)
    found = []
    with left_as_they_were():
        for seed, each in enumerate((action, action, subject.bot(at.end))):
            seed_all(seed)
            found.append(each.run(gen))
    for again in found[1:]:
        if again != found[0]:
            raise Broken(f"it returns {found[0]!r} and then {again!r}, {_asked(at, gen)}")


@law(times=0.5, at=running, others=some_running, gen=any_generator)
def it_remembers_no_other_position(subject: BotSubject, at: AnyLine, others: list[AnyLine], gen: Gen) -> None:
    """``run (bot p) g`` is the same before and after moves in other positions, also if ``bot p`` was made before."""
    action = subject.bot(at.end)
    found = action.run(gen)
    for other in others:
        subject.bot(other.end).run(gen)
    for again in (action.run(gen), subject.bot(at.end).run(gen)):
        if again != found:
            between = "; ".join(map(reached, others))
            raise Broken(f"it returns {found!r} and then {again!r}, {_asked(at, gen)}; in between it moved {between}")


def _each(subject: BotSubject, law: Callable[..., None], lines: Iterable[AnyLine]) -> None:
    """Look at a law at the ends of lines that have moves, each with another generator."""
    gen = SplitMix.from_seed(0)
    for line in in_time(lines):
        gen, used = gen.split()
        if subject.rules.moves(line.end):
            with in_case(at=line, gen=used):
                law(subject, line, used)


def other_generators_near_the_ends(subject: BotSubject) -> None:
    """Look at few positions near the ends of games, where a bot may do something else."""
    _each(subject, it_leaves_other_generators_alone, near_the_ends(subject.rules, FEW_ENDS, LONGEST))


@law(times=0.5, before=other_generators_near_the_ends, at=running, gen=any_generator)
def it_leaves_other_generators_alone(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """``run (bot p) g`` does not change the state of the modules ``random`` and ``numpy.random``."""
    with left_as_they_were():
        before = states()
        subject.bot(at.end).run(gen)
        for module, state in states().items():
            if state != before.get(module, state):
                raise Broken(f"it draws from the generator of the module {module}, {_asked(at, gen)}")


@law(times=0.5, at=running, gen=any_generator)
def it_draws_once_from_a_generator_and_hands_on_the_next(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """``run (bot p) g`` uses no generator twice, and returns an unused one that is derived from ``g``."""
    after: object = subject.bot(at.end).exec(Once(gen))
    if not isinstance(after, Once):
        raise Broken(f"the generator it returns is not derived from the one it was given: {after!r}, {_asked(at, gen)}")
    if after.used:
        raise Broken(f"it returns a generator that it has already used, {_asked(at, gen)}")


@law(times=0.5, at=over, gen=any_generator)
def it_raises_game_over_in_a_finished_game(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """``null (moves p)`` ==> ``run (bot p) g`` raises ``GameOver``."""
    try:
        found = subject.bot(at.end).run(gen)
    except GameOver:
        return
    raise Broken(f"the game is over, but it returns {found!r}, {_asked(at, gen)}")


@law(when=lambda subject: subject.uniform, times=0.01, seed=seeds)
def every_move_is_as_likely(subject: BotSubject, seed: int) -> None:
    """Moves in one position, from many generators, pass a chi-squared test; and so do those in several together."""
    total, freedom = 0.0, 0
    worst = (0.0, "")
    for at in _to_draw_in(subject.rules, Random(seed)):
        if watch().is_over():
            watch().missed.append("some of the positions to draw moves in")
            break
        counts = _moves_drawn(subject, at, SplitMix.from_seed(seed))
        chi2 = chi_squared(counts)
        total, freedom = total + chi2, freedom + len(counts) - 1
        legal = subject.rules.moves(at.end)
        n = max(range(len(counts)), key=lambda n: abs(counts[n] - sum(counts) / len(counts)))
        said = f"of {sum(counts)} moves {legal[n]!r} was played {counts[n]} times"
        said = f"{said}; expected about {sum(counts) / len(counts):.0f} times, {reached(at)}"
        if is_uneven(chi2, len(counts) - 1):
            raise Broken(said)
        worst = max(worst, (chi2 / len(counts), said))
    if freedom and is_uneven(total, freedom):
        raise Broken(f"in several positions together, moves are not as likely; for example, {worst[1]}")


def _to_draw_in(rules: AnyRules, rng: Random) -> list[AnyLine]:
    """Return a few positions with at least two moves: those with the fewest, with the most, and in between."""
    found: dict[Any, AnyLine] = {}
    for _ in range(POSITIONS):
        at = unfinished_position(rules, rng.getrandbits(64))
        found.setdefault(at.end, at)
    by_moves = sorted(
        (at for at in found.values() if len(rules.moves(at.end)) > 1), key=lambda at: len(rules.moves(at.end))
    )
    chosen = {0, 1, len(by_moves) // 3, len(by_moves) // 2, len(by_moves) - 1}
    return [by_moves[n] for n in sorted(chosen) if 0 <= n < len(by_moves)]


def _moves_drawn(subject: BotSubject, at: AnyLine, gen: SplitMix) -> list[int]:
    """Return how often each legal move is played, each time with another generator."""
    counts = [0] * len(subject.rules.moves(at.end))
    for _ in range(min(MOST_DRAWS, DRAWS * (len(counts) - 1))):
        one, gen = gen.split()
        counts[_number_of_its_move(subject, at, one)] += 1
    return counts


def move_in(game: tuple[Bot[Any, Any], AnyRules], p: Any, gen: Gen) -> str:
    """Return the move of a bot as text."""
    bot, rules = game
    return rules.show_move(bot(p).eval(gen))


def moves_in(game: tuple[Bot[Any, Any], AnyRules], places: list[tuple[Any, Gen]]) -> list[str]:
    """Return the moves of a bot in some positions, each with a generator, as text, or the errors that it raises."""
    return [tried(move_in, game, *place).lash(Success).unwrap() for place in places]


@law()
def it_plays_the_same_in_a_second_process(subject: BotSubject) -> None:
    """``eval (bot p) g`` is the same where strings have other hashes."""
    game = (subject.bot, subject.rules)
    reached = [unfinished_position(subject.rules, seed) for seed in range(ELSEWHERE)]
    places: list[tuple[Any, Gen]] = [(at.end, SplitMix.from_seed(n)) for n, at in enumerate(reached)]
    here = [move_in(game, *place) for place in places]
    there = elsewhere(game, subject.fresh, moves_in, places, watch().left())
    for at, (_, gen), mine, other in zip(reached, places, here, there, strict=True):
        if mine != other:
            raise Broken(f"it plays {mine}, and in another process {other}, {_asked(at, gen)}")


def near_the_ends_of_games(subject: BotSubject) -> None:
    """Look at many positions near the ends of games, where a move decides."""
    _each(subject, it_gives_no_value_away, near_the_ends(subject.rules, NEAR_ENDS, LONGEST))


@law(when=lambda bot: bot.depth is not None, times=5, before=near_the_ends_of_games, at=running, gen=any_generator)
def it_gives_no_value_away(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """No move has a better minimax value, to the depth that is claimed: ``value (play p m) = best (map value (successors p))``."""
    assert subject.depth is not None
    legal = subject.rules.moves(at.end)
    value_of = build_tree(subject.rules) | prune(subject.depth - 1) | share | map_tree(subject.static) | alpha_beta
    values = [value_of(subject.rules.play(at.end, move)) for move in legal]
    best = (max if subject.rules.player(at.end) is Player.FIRST else min)(values)
    if all(value == best for value in values):
        return  # no move gives anything away, and positions where one does are rare
    number = _number_of_its_move(subject, at, gen)
    move, value = legal[number], values[number]
    if value != best:
        better = f"{legal[values.index(best)]!r} leads to {best!r}"
        said = f"it plays {move!r}, which leads to {value!r}, and {better}, {subject.depth} moves deep"
        raise Broken(f"{said}; it is the turn of {subject.rules.player(at.end)!r}, {_asked(at, gen)}")


def bot_laws(
    rules: Rules[P, M],
    bot: Bot[P, M],
    *,
    uniform: bool = False,
    depth: int | None = None,
    static: Callable[[P], Value] | None = None,
) -> list[Law]:
    """Return the laws of a bot: ``botLaws :: Rules p m -> Bot p m -> [Law]``.

    Args:
        rules: the game it plays.
        bot: a function from a position to a random move.
        uniform: whether it plays every legal move with the same probability.
        depth: how many moves it looks ahead: no move has a better minimax value to that depth than its own.
        static: the function from a position to its value to the first player that it looks ahead with; by default,
            ``rules.static``.

    Raises:
        ValueError: the game cannot be played from its start; the depth is less than 1; ``static`` is given without it.
        TypeError: an argument is of another type.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> bot_laws(rules, bot_random(rules))[0]
    its_moves_are_legal

    See also: :func:`check_bot`, which runs them all.
    """
    require_rules(rules, "bot_laws")
    require_playable(rules)
    require_a(Callable, bot, "a bot", "a function from a position to a State of a move")
    require_count(1, depth, "look {} moves ahead")
    require_a(Callable | None, static, "static", "a function from a position to its value")
    if static is not None and depth is None:
        raise ValueError("static is what a bot looks ahead with; say how far: depth=1, or more")
    return BOT.laws(
        BotSubject(_checked(bot), rules, uniform, depth, static or rules.static, frozen((bot, rules))), named(bot)
    )


def _checked(bot: Bot[P, M]) -> Bot[P, M]:
    """Return a bot that says what is wrong if it returns anything but a State."""

    def checked(p: P) -> Any:
        found: object = bot(p)
        if not isinstance(found, State):
            raise Broken(
                f"it returns {shortly(found)} in {shortly(p)}; expected a State, such as State.from_value(move)"
            )
        return found

    return checked


def check_bot(
    rules: Rules[P, M],
    bot: Bot[P, M],
    *,
    uniform: bool = False,
    depth: int | None = None,
    static: Callable[[P], Value] | None = None,
    **how: Unpack[Options],
) -> None:
    """Run every law of a bot: its moves are legal, and depend on the position and the generator alone.

    ``checkBot :: Rules p m -> Bot p m -> IO ()``

    Args:
        rules: the game it plays.
        bot: a function from a position to a random move.
        uniform: whether it plays every legal move with the same probability.
        depth: how many moves it looks ahead: no move has a better minimax value to that depth than its own.
        static: the function from a position to its value that it looks ahead with; by default, ``rules.static``.
        how: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.
        TypeError: an argument is of another type, or there is no such option.
        ValueError: the game cannot be played from its start, or an option or a claim is not as described.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import bot_minimax
    >>> check_bot(rules, bot_random(rules), uniform=True)
    >>> check_bot(rules, bot_minimax(rules, 2, rules.static), depth=2)

    See also: :func:`fpgames.testing.check_gen`.
    """
    laws = bot_laws(rules, bot, uniform=uniform, depth=depth, static=static)
    check(named(bot), laws, **how)
