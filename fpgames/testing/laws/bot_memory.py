"""Laws of bots that remember: a bot is compared with new copies of it, in this process and in another one."""

from __future__ import annotations

import pickle
from itertools import chain, islice
from typing import Any

from hypothesis import strategies as st
from returns.result import Success

from fpgames.play import Bot
from fpgames.rand import Gen, SplitMix
from fpgames.rules import AnyRules
from fpgames.testing.law import Counterexample, current_timer
from fpgames.testing.laws.bots import BOT, RUN, BotSubject, cases_with_moves, law, unfinished_lines
from fpgames.testing.reports.counterexamples import replay_call
from fpgames.testing.running.second_process import HASH_SEED_HINT, in_other_processes, try_call
from fpgames.testing.strategies.games import is_players_turn, unfinished_position
from fpgames.testing.strategies.lines import BUDGET, AnyLine, NearestLines, locating_errors, play_move

FRESH_SECONDS = 1.0  # time for the comparisons of it_remembers_no_other_position with new copies of the bot
EARLIER_POSITIONS = 3  # number of positions before the tested one, in which a new copy of the bot moves first
SENT_POSITIONS = 20  # minimum number of positions in which the bot moves in another process
MAX_SENT = 600  # maximum number of these positions
SENT_SECONDS = 0.5  # time after which the minimum is enough


@law(times=0.5, at=unfinished_lines, others=lambda subject: st.lists(unfinished_lines(subject), min_size=1, max_size=2))
def it_remembers_no_other_position(subject: BotSubject, at: AnyLine, others: list[AnyLine], gen: Gen) -> None:
    """The bot returns an equal result after moves in other positions: ``run (bot p) g = run (bot p) g``."""
    action = subject.bot(at.end)
    first_result = action.run(gen)
    for other in others:
        subject.bot(other.end).run(gen)
    for again in (action.run(gen), subject.bot(at.end).run(gen)):
        if again != first_result:
            moves = "".join(f"_ = bot({replay_call(subject.rules, other)}).run(gen); " for other in others)
            evidence = f"action = bot(p); before = action.run(gen); {moves}before == action.run(gen) == {RUN}"
            raise Counterexample(f"it returns {first_result!r} and then {again!r}", evidence=evidence)
    if current_timer().spent() < FRESH_SECONDS:
        _require_no_memory(subject, at, gen)


def _require_no_memory(subject: BotSubject, at: AnyLine, gen: Gen) -> None:
    """Require that new copies of the bot play the same move with and without moves in positions before and beside."""
    related = _related_lines(subject.rules, at)

    def move_after(lines: list[AnyLine]) -> list[str]:
        return _moves_of_new_copy(subject, [*((line.end, gen) for line in lines), (at.end, gen)])[-1:]

    if move_after(related) != (alone := move_after([])):
        moved = next(([line] for line in related if move_after([line]) != alone), related)
        calls = "".join(f"_ = bot({replay_call(subject.rules, line)}).run(gen); " for line in moved)
        message = f"it plays {move_after(moved)[0]} if it has moved {' and '.join(map(str, moved))} before, and"
        message = f"{at}, {message} {alone[0]} if not: it remembers a move"
        raise Counterexample(message, at, evidence=f"{calls}bot(p).eval(gen)")


def _related_lines(rules: AnyRules, at: AnyLine) -> list[AnyLine]:
    """Return lines to the last positions before the end of a line, and to the positions beside it, where a player moves."""
    before = [at.beginning(n) for n in reversed(range(len(at.moves)))][:EARLIER_POSITIONS]
    beside = [play_move(rules, before[0], move) for move in rules.moves(before[0].end)] if before else []
    return [line for line in (*before, *beside) if rules.moves(line.end) and is_players_turn(rules, line.end)]


def _moves_of_new_copy(subject: BotSubject, places: list[tuple[Any, Gen]]) -> list[str]:
    """Return the moves of a copy of the bot as it was before its first call, or of the bot if it cannot be pickled."""
    return bot_moves_in(subject.pickled.map(pickle.loads).value_or((subject.bot, subject.rules)), places)


def bot_moves_in(game: tuple[Bot[Any, Any], AnyRules], places: list[tuple[Any, Gen]]) -> list[str]:
    """Return the text of the bot's move, or of its error, for each pair of a position and a generator."""
    bot, rules = game

    def bot_move_in(p: Any, gen: Gen) -> str:
        return rules.show_move(bot(p).eval(gen))

    return [try_call(bot_move_in, *place).lash(Success).unwrap() for place in places]


@BOT.law(cost=20, evidence="bot(p).eval(SplitMix.from_seed(0))")
def it_plays_the_same_in_a_second_process(subject: BotSubject) -> None:
    """A new copy of the bot plays the same moves, also in another process, where strings have other hashes."""
    drawn = [unfinished_position(subject.rules, seed) for seed in range(SENT_POSITIONS)]
    near = (case["at"] for case in cases_with_moves(subject, NearestLines(subject.rules, BUDGET).lines()))
    lines, places, own_moves = list[AnyLine](), list[tuple[Any, Gen]](), list[str]()
    for n, at in enumerate(islice(chain(drawn, near), MAX_SENT)):
        if n >= SENT_POSITIONS and current_timer().spent() > SENT_SECONDS:
            break
        with locating_errors(at):
            own_moves.append(subject.rules.show_move(subject.bot(at.end).eval(SplitMix.from_seed(n))))
        lines.append(at)
        places.append((at.end, SplitMix.from_seed(n)))
    copied = [("a new copy of it", ": it remembers earlier calls", _moves_of_new_copy(subject, places[::-1])[::-1])]
    game, seconds = (subject.bot, subject.rules), current_timer().left()
    others = in_other_processes(game, subject.pickled, bot_moves_in, places, seconds)
    elsewhere = (("in another process it", f"; {HASH_SEED_HINT}", other_moves) for other_moves in others)
    for who, cause, other_moves in chain(copied, elsewhere):
        for at, (_, gen), own_move, other_move in zip(lines, places, own_moves, other_moves, strict=True):
            if own_move != other_move:
                message = f"it plays {own_move}, but {who} plays {other_move}, with gen={gen!r}{cause}"
                raise Counterexample(f"{at}, {message}", at, evidence=f"bot(p).eval({gen!r})")
