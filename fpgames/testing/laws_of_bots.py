"""Laws of bots: functions from a position to a random move."""

from __future__ import annotations

import random
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from fpgames.play.playing import Bot
from fpgames.rng import Gen
from fpgames.rules import AnyRules, GameOver, Rules, require_rules
from fpgames.testing.game_strategies import finished, require_playable, unfinished
from fpgames.testing.suite import Broken, Law, Suite, check, named
from fpgames.testing.value_strategies import generators

__all__ = ["bot_laws", "check_bot"]

A = TypeVar("A")
M = TypeVar("M")
P = TypeVar("P")


class BotSubject(NamedTuple):
    """The subject of the laws of a bot: the bot, and the game it plays."""

    bot: Bot[Any, Any]
    rules: AnyRules


def running(subject: BotSubject) -> st.SearchStrategy[object]:
    """Draw positions that have moves."""
    return unfinished(subject.rules)


def over(subject: BotSubject) -> st.SearchStrategy[object]:
    """Draw positions in which the game is over."""
    return finished(subject.rules)


def any_generator(subject: object) -> st.SearchStrategy[Gen]:
    """Draw a generator of either kind."""
    return generators()


BOT: Suite[BotSubject] = Suite()


def _asked(p: object, gen: object) -> str:
    return f"in {p!r} with {gen!r}"


@BOT.law(p=running, gen=any_generator)
def its_moves_are_legal(subject: BotSubject, p: object, gen: Gen) -> None:
    """``eval (bot p) g `elem` moves p``."""
    move = subject.bot(p).eval(gen)
    if move not in subject.rules.moves(p):
        raise Broken(f"it plays {move!r} {_asked(p, gen)}; the moves are {subject.rules.moves(p)!r}")


@BOT.law(p=running, gen=any_generator)
def the_same_generator_gives_the_same_move(subject: BotSubject, p: object, gen: Gen) -> None:
    """``run (bot p) g = run (bot p) g``, both the move and the next generator."""
    action = subject.bot(p)
    before = random.getstate()
    try:
        found = []
        for seed, each in enumerate((action, action, subject.bot(p))):
            random.seed(seed)
            found.append(each.run(gen))
    finally:
        random.setstate(before)
    for again in found[1:]:
        if again != found[0]:
            raise Broken(f"it returns {found[0]!r} and then {again!r} {_asked(p, gen)}")


@BOT.law(p=running, gen=any_generator)
def it_leaves_pythons_own_generator_alone(subject: BotSubject, p: object, gen: Gen) -> None:
    """``run (bot p) g`` does not change the state of the module ``random``."""
    before = random.getstate()
    subject.bot(p).run(gen)
    if random.getstate() != before:
        random.setstate(before)
        raise Broken(f"it draws from Python's own generator {_asked(p, gen)}")


class Once:
    """A generator that can be used only once, as in a language with linear types."""

    def __init__(self, gen: Gen) -> None:
        self.gen = gen
        self.used = False

    def _use(self) -> Gen:
        if self.used:
            raise Broken("it draws twice from one generator")
        self.used = True
        return self.gen

    def next_word(self) -> tuple[int, Once]:
        word, gen = self._use().next_word()
        return word, Once(gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Once]:
        number, gen = self._use().uniform_r(lo, hi)
        return number, Once(gen)

    def split(self) -> tuple[Once, Once]:
        one, other = self._use().split()
        return Once(one), Once(other)


@BOT.law(p=running, gen=any_generator)
def it_draws_once_from_a_generator_and_hands_on_the_next(subject: BotSubject, p: object, gen: Gen) -> None:
    """``run (bot p) g`` uses no generator twice, and returns an unused one that is derived from ``g``."""
    after = subject.bot(p).exec(Once(gen))
    if not isinstance(after, Once):
        raise Broken(f"the generator it returns is not derived from the one it was given: {after!r} {_asked(p, gen)}")
    if after.used:
        raise Broken(f"it returns a generator that it has already used {_asked(p, gen)}")


@BOT.law(p=over, gen=any_generator)
def it_raises_game_over_in_a_finished_game(subject: BotSubject, p: object, gen: Gen) -> None:
    """``null (moves p)`` ==> ``run (bot p) g`` raises ``GameOver``."""
    try:
        found = subject.bot(p).run(gen)
    except GameOver:
        return
    raise Broken(f"the game is over, but it returns {found!r} {_asked(p, gen)}")


def bot_laws(rules: Rules[P, M], bot: Bot[P, M]) -> list[Law]:
    """Return the laws of a bot: ``botLaws :: Rules p m -> Bot p m -> [Law]``.

    Args:
        rules: the game it plays.
        bot: a function from a position to a random move.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> bot_laws(rules, bot_random(rules))[0]
    its_moves_are_legal

    See also: :func:`check_bot`, which runs them all.
    """
    require_rules(rules, "bot_laws")
    require_playable(rules)
    return BOT.laws(BotSubject(bot, rules), named(bot))


def check_bot(rules: Rules[P, M], bot: Bot[P, M]) -> None:
    """Run every law of a bot: its moves are legal, and depend on the position and the generator alone.

    ``checkBot :: Rules p m -> Bot p m -> IO ()``

    Args:
        rules: the game it plays.
        bot: a function from a position to a random move.

    Raises:
        ValueError: the game cannot be played from its start.
        LawsBroken: some laws do not hold; the message shows a counterexample to each.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> check_bot(rules, bot_random(rules))

    See also: :func:`fpgames.testing.check_gen`.
    """
    check(named(bot), bot_laws(rules, bot))
