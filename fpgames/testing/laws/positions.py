"""Laws of the positions of a game: equal positions have equal texts and results, however and wherever they were reached."""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy, deepcopy
from functools import partial, reduce
from itertools import chain, count, islice
from time import process_time
from typing import Any

from fpgames.rules import AnyRules, unreadable
from fpgames.testing.law import Case, Counterexample, attempt, current_timer, in_time, short_repr
from fpgames.testing.laws.games import GAME, GameSubject, line_law, position_law
from fpgames.testing.laws.moves import fresh_end, require_alike
from fpgames.testing.reports.counterexamples import replay_call
from fpgames.testing.reports.differences import differing_part
from fpgames.testing.running.second_process import (
    HASH_SEED_HINT,
    describe_ends,
    describe_position,
    in_other_processes,
    observe,
)
from fpgames.testing.strategies.lines import (
    CHOICES,
    AnyLine,
    AnyPosition,
    Choice,
    line_of_seed,
    locating_errors,
    meets_chance,
    play_move,
    start_of,
)

COPIES: dict[str, tuple[Callable[[AnyPosition], AnyPosition], str]] = {
    "copied": (copy, "copy(p)"),
    "copied deeply": (deepcopy, "deepcopy(p)"),
    "pickled": (lambda p: pickle.loads(pickle.dumps(p)), "loads(dumps(p))"),
}
THREAD_POSITIONS = 400  # total number of positions of the games that are played in threads
THREADS, MIN_ROUNDS, MAX_ROUNDS = 3, 5, 40  # in each round, threads play all games; limits of the number of rounds
ROUND_SECONDS = 0.2  # processor time of all rounds of games in threads, so that a busy machine plays as many
LONG_GAMES = 20  # number of games of each kind: long ones, and ones that repeat positions
OBSERVE_EVERY = 3  # laws call all functions of the rules only for every third position
MAX_SWAPS = 6  # maximum number of pairs of moves that are swapped in one line
MAX_SENT_POSITIONS = 1000  # maximum number of positions of each kind: near the start, in random games


@position_law(times=1 / 3, cost=2)
def equal_positions_behave_alike(game: GameSubject, line: AnyLine) -> None:
    """Every function of the rules returns an equal result in a second call, even for a position read back from its text: ``p = q ==> f p = f q``."""
    rules, p = game.rules, line.end

    def observe_again(q: AnyPosition) -> dict[str, Any]:
        rules.moves(line.positions[0])  # makes a cache with one entry forget the last position
        return observe(rules, q, backwards=True)

    once = observe(game.first_results, p)
    q = p if rules.read is unreadable else game.read(once["text"])
    if (reread := observe_again(q)) != once:
        places = p, fresh_end(rules, line)
        require_alike(once, observe(rules, p), "in a second call", "{f}(p), {f}(p)", places=places)
        condition = "after rules.moves was called for the start"
        require_alike(
            once, observe_again(p), condition, "before = {f}(p); _ = rules.moves(rules.start); before, {f}(p)"
        )
        evidence = "q = rules.read(rules.show(p)); p, q, {f}(p), {f}(q)"
        require_alike(once, reread, "when it is read back from its text", evidence, places=(q, p))


@position_law(times=0.2, cost=2)
def copies_behave_alike(game: GameSubject, line: AnyLine) -> None:
    """A copy of a position, even if pickled, is equal, has the same hash, and behaves alike: ``p = q ==> f p = f q``."""
    p = line.end
    before = observe(game.first_results, p)
    for how, (make_copy, call) in COPIES.items():
        q = attempt(make_copy, p).value_or(p)
        if q != p:
            message = f"{short_repr(p)}, {how}, is {short_repr(q)}, which is not equal by =="
            raise Counterexample(message, evidence=f"p == {call}")
        if q is not p:
            after = observe(game.rules, q, backwards=True)
            require_alike(before, after, f"after it was {how}", f"{{f}}(p), {{f}}({call})", places=(q, p))


def check_transpositions(game: GameSubject) -> None:
    """Compare the results of the rules for positions near the start that several lines reach."""
    for line, first in in_time(game.nearest.transpositions()):
        _require_same_results(game, first, line)


@line_law(cost=3, before=check_transpositions)
def the_way_to_a_position_does_not_matter(game: GameSubject, whole: AnyLine) -> None:
    """Functions of the rules ignore the moves that led to a position: ``f (foldl play start ms) = f (foldl play start ns)``."""
    for other in islice(_lines_with_swapped_moves(game.rules, whole), MAX_SWAPS):
        _require_same_results(game, whole.beginning(len(other.moves)), other)


def _lines_with_swapped_moves(rules: AnyRules, line: AnyLine) -> Iterator[AnyLine]:
    """Yield prefixes of a line, the longest first, with the last and third last moves swapped; skip illegal results."""
    for n in reversed(range(len(line.moves) - 2)):
        with suppress(Exception):
            other = line.beginning(n)
            for move in (line.moves[n + 2], line.moves[n + 1], line.moves[n]):
                if move not in rules.moves(other.end):
                    break
                other = play_move(rules, other, move)
            else:
                yield other


def _require_same_results(game: GameSubject, one: AnyLine, other: AnyLine) -> None:
    """Raise Counterexample if two lines lead to equal positions for which the rules return different results."""
    rules = game.rules
    if one.moves != other.moves and one.end == other.end:
        with locating_errors(other):
            if observe(rules, reduce(rules.play, other.moves, start_of(rules))) == observe(game.first_results, one.end):
                return
            q, p = (reduce(rules.play, line.moves, start_of(rules)) for line in (one, other))
            when = f"unlike in the equal position after the moves {one.moves!r}"
            evidence = f"{{f}}(p), {{f}}({replay_call(rules, one)})"
            require_alike(observe(rules, q), observe(rules, p), when, evidence, places=(p, q))


def _require_consistent_equality(game: GameSubject, lines: Iterable[AnyLine]) -> None:
    """Compare each line's end with earlier ends: the first equal end, the first with equal text, and the last two."""
    by_text: dict[str, tuple[AnyLine, str]] = {}
    by_position: dict[AnyPosition, tuple[AnyLine, str]] = {}
    last = deque[tuple[AnyLine, str]](maxlen=2)
    for line in lines:
        with locating_errors(line):
            shown = line, game.first_results.show(line.end)
            for other in (by_text.setdefault(shown[1], shown), by_position.setdefault(line.end, shown), *last):
                _require_shown_as_equal(game.rules, *shown, *other)
        last.append(shown)


def _field_note(p: AnyPosition, q: AnyPosition) -> str:
    """Return the first part in which two positions differ, in parentheses; empty if no part does."""
    return (part := differing_part(p, q)) and f" ({part})"


def _require_shown_as_equal(rules: AnyRules, line: AnyLine, text: str, other: AnyLine, other_text: str) -> None:
    """Require equal texts and hashes if two lines have equal ends; require different texts if the ends differ."""
    if (p := line.end) is (q := other.end):
        return
    shown_alike, equal = text == other_text, p == q
    if shown_alike != equal or (equal and hash(p) != hash(q)):
        fault = f"equal, but their hashes are not{_field_note(p, q)}" if shown_alike else "equal, but shown differently"
        fault = fault if equal else f"shown alike, but not equal{_field_note(p, q)}"
        evidence = f"q = {replay_call(rules, other)}; rules.show(p) == rules.show(q), p == q, hash(p) == hash(q)"
        raise Counterexample(f"{short_repr(p)} and {short_repr(q)}, {other}, are {fault}", evidence=evidence)


@line_law(cost=3, before=lambda game: _require_consistent_equality(game, in_time(game.nearest.lines())))
def different_positions_are_not_equal(game: GameSubject, whole: AnyLine) -> None:
    """Positions have the same text if and only if they are equal: ``(show p == show q) = (p == q)``."""
    half = whole.beginning(len(whole.moves) // 2)
    siblings = (play_move(game.rules, half, move) for move in game.rules.moves(half.end))
    _require_consistent_equality(game, chain(map(whole.beginning, range(len(whole.positions))), siblings))


def _require_equal_positions(rules: AnyRules, line: AnyLine, *reached_again: AnyPosition) -> None:
    """Raise Counterexample if a position in ``reached_again`` differs from the end of the line in value or hash."""
    for p in reached_again:
        if p != line.end or hash(p) != hash(line.end):
            relation = "which are not equal by ==" if p != line.end else "which are equal, but their hashes are not"
            relation += _field_note(p, line.end)
            message = f"the same moves lead to {short_repr(p)} and to {short_repr(line.end)}, {relation}"
            evidence = f"q = {replay_call(rules, line)}; p, q, p == q, hash(p) == hash(q)"
            raise Counterexample(f"{line}, {message}", line, evidence=evidence)


def replay_last_moves(game: GameSubject) -> None:
    """For each line near the start, play the last move a second time; require an equal position."""
    for line in islice(in_time(game.nearest.lines()), 1, None):  # the empty line has no last move
        with locating_errors(line):
            again = game.rules.play(line.positions[-2], line.moves[-1])
        _require_equal_positions(game.rules, line, again)


def cases_near_start(game: GameSubject) -> Iterator[Case]:
    """Yield test cases for some positions near the start."""
    return ({"whole": line} for line in islice(game.nearest.lines(), 0, None, OBSERVE_EVERY))


@line_law(cost=4, before=replay_last_moves, first=cases_near_start)
def equal_play_gives_equal_positions(game: GameSubject, whole: AnyLine) -> None:
    """The same moves, played twice, lead to equal positions with equal hashes: ``foldl play start ms = foldl play start ms``."""
    rules, last = game.rules, len(whole.moves)
    unseen = seen = start_of(rules)
    for n, move in enumerate(whole.moves, 1):
        if (last - n) % OBSERVE_EVERY == 0:
            observe(rules, seen, backwards=True)
        unseen, seen = rules.play(unseen, move), rules.play(seen, move)
        _require_equal_positions(rules, whole.beginning(n), unseen, seen, rules.play(whole.positions[n - 1], move))
    if (before := observe(rules, unseen)) != (after := observe(rules, seen)):
        condition, replayed = "reached again after the rules were asked on the way", replay_call(rules, whole)
        way = f"reduce(lambda q, move: ({{f}}(q), rules.play(q, move))[1], {replayed.removesuffix('.end')}.moves"
        evidence = f"p = {replayed}; q = {way}, rules.start); {{f}}(p), {{f}}(q)"
        require_alike(before, after, condition, evidence, places=(seen, unseen))


def long_game_cases(game: GameSubject, *ways: Choice) -> Iterator[Case]:
    """Yield test cases with random games whose moves are chosen in the given ``ways``, one way per game."""
    return ({"whole": line_of_seed(game.rules, n, game.depth, ways[n % len(ways)])} for n in range(LONG_GAMES))


def cycle_cases(game: GameSubject) -> Iterator[Case]:
    """Yield test cases: a line that reaches a position twice, if one is near the start; then random games."""
    for _ in in_time(game.nearest.lines()):
        pass
    cycle = game.nearest.cycle()
    yield from () if cycle is None else ({"whole": cycle},)
    yield from long_game_cases(game, *CHOICES[1:3])


@line_law(when=lambda game: game.rules.draws is None, cost=2, first=cycle_cases)
def no_line_returns_to_a_position(game: GameSubject, whole: AnyLine) -> None:
    """No position occurs twice in a game, so no game goes on for ever, unless the players can have chance decide: ``nub (scanl play start ms) = scanl play start ms``."""
    last: dict[AnyPosition, int] = {}
    for n, p in enumerate(whole.positions):
        earlier = last.get(p)
        if earlier is not None and not any(meets_chance(game.rules, q) for q in whole.positions[earlier:n]):
            line, before = whole.beginning(n), f"after {earlier} of these moves" if earlier else "at the start"
            message = f"{line}, the position is the one {before}, so a game can go on for ever"
            message = f"{message}; if that is meant, give the rules draws, or leave this law out, exclude=['no_line_returns_to_a_position']"
            raise Counterexample(message, line, evidence=f"p == {replay_call(game.rules, whole.beginning(earlier))}")
        last[p] = n


def _lines_to_send(game: GameSubject) -> Iterator[AnyLine]:
    """Yield lines to positions near the start, then prefixes of random games; each line comes after its prefixes."""
    yield from islice(game.nearest.lines(), MAX_SENT_POSITIONS)
    for seed in range(MAX_SENT_POSITIONS // (game.usual_length + 1)):
        line = line_of_seed(game.rules, seed, game.depth, CHOICES[seed % 2])
        yield from map(line.beginning, range(1, len(line.moves) + 1))


@GAME.law(cost=20)
def a_second_process_does_the_same(game: GameSubject) -> None:
    """Every function of the rules returns an equal result in another process, where strings have other hashes."""
    timer, lines, ours = current_timer(), list[AnyLine](), list[dict[str, str]]()
    for line in in_time(_lines_to_send(game), "positions to compare in another process"):
        with locating_errors(line):
            ours.append(describe_position(game.first_results, line.end))
        lines.append(line)
    timer.cases = 0  # in_time has counted the lines, but no line has been compared yet
    for there in in_other_processes(
        game.rules, game.pickled, describe_ends, [line.moves for line in lines], timer.left()
    ):
        timer.cases = len(ours)
        shortest_first = sorted(zip(lines, ours, there, strict=True), key=lambda entry: len(entry[0].moves))
        _require_same_texts(shortest_first, "in another process", "{f}(p)", f"; {HASH_SEED_HINT}")


def _require_same_texts(
    entries: Iterable[tuple[AnyLine, dict[str, str], dict[str, str]]], where: str, evidence: str = "", hint: str = ""
) -> None:
    """Compare the two descriptions of the end of each line; raise Counterexample, with ``where``, if they differ."""
    for line, own, other in entries:
        if own != other:
            with locating_errors(line):
                require_alike(own, other, where, evidence, hint)


@GAME.law(cost=10)
def threads_do_the_same(game: GameSubject) -> None:
    """Threads that play several games at once reach the same positions: ``parMap f = map f``, where ``f`` describes a game."""
    seeds = in_time(range(THREADS + THREAD_POSITIONS // (game.usual_length + 1)), "games")
    games = [line_of_seed(game.rules, seed, game.depth, CHOICES[0]) for seed in seeds]
    prefix_moves = [[line.moves[:n] for n in range(len(line.positions))] for line in games]
    describe = partial(describe_ends, game.rules)
    alone = [*map(describe, prefix_moves)]
    if sys.platform == "emscripten":
        return  # a browser has no threads
    switch_interval, timer, began = sys.getswitchinterval(), current_timer(), process_time()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            for n in range(MAX_ROUNDS):
                if n > 0 and process_time() - began > ROUND_SECONDS and (n >= MIN_ROUNDS or timer.is_over()):
                    break
                for line, own, threaded in zip(games, alone, pool.map(describe, prefix_moves), strict=True):
                    entries = zip(map(line.beginning, count()), own, threaded, strict=False)
                    _require_same_texts(entries, "in threads, while other games were played")
    finally:
        sys.setswitchinterval(switch_interval)


@line_law(
    when=lambda game: game.rules.draws is not None,
    cost=2,
    first=lambda game: islice(long_game_cases(game, CHOICES[2]), LONG_GAMES // 4),
)
def no_position_returns_after_an_irreversible_move(game: GameSubject, whole: AnyLine) -> None:
    """No position occurs again after a move that ``draws`` calls irreversible; texts of ``draws`` are read back: ``read (draws.show p) = p``."""
    rules, draws = game.rules, game.rules.draws
    assert draws is not None
    recent: set[AnyPosition] = set()
    unreachable: set[AnyPosition] = set()
    for n, p in enumerate(whole.positions):
        with locating_errors(whole.beginning(n)):
            if n and draws.irreversible(whole.positions[n - 1], p):
                unreachable, recent = unreachable | recent, set()
            for _, is_counted in draws.limits if n else ():
                is_counted(whole.positions[n - 1], p)  # raises no error
            recent.add(p)
            text = draws.show(p)
            if p in unreachable:
                earlier = replay_call(rules, whole.beginning(whole.positions.index(p)))
                message = "the position occurred before a move that rules.draws calls irreversible"
                raise Counterexample(message, evidence=f"p == {earlier}")
            if rules.read is not unreadable and ("\n" in text or rules.read(text) != p):
                message = f"draws shows {short_repr(p)} as {text!r}; expected one line that is read back"
                raise Counterexample(message, evidence="p, rules.draws.show(p), rules.read(rules.draws.show(p))")
