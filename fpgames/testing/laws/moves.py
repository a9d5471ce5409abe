"""Laws of games: moves, ``play`` and its argument, the end of games, and the number of lines of play (perft)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from itertools import chain, islice, takewhile
from typing import Any, TypeVar

from returns.maybe import Maybe, Nothing
from returns.pipeline import is_successful

from fpgames.compiled import jit_when_it_pays
from fpgames.rules import CHANCE, AnyRules, IllegalMove, Outcome, Player, Rules, whose_turn
from fpgames.rules.record import require_rules
from fpgames.search import perft
from fpgames.testing.law import Counterexample, attempt, current_timer, in_time, one_line_error, short_repr
from fpgames.testing.laws.games import GAME, GameSubject, position_law
from fpgames.testing.laws.proposals import advise_on_wins
from fpgames.testing.reports.counterexamples import EVERY_RESULT, board_lines, move_source, replay_call
from fpgames.testing.reports.differences import advice_on_eq, difference, differing_part
from fpgames.testing.running.checks import require_perft_table
from fpgames.testing.running.second_process import observe, observe_or_error
from fpgames.testing.strategies.games import require_hashable
from fpgames.testing.strategies.lines import (
    CHOICES,
    AnyLine,
    AnyMove,
    AnyPosition,
    is_drawn,
    line_of_seed,
    locating_errors,
    play_move,
    position_key,
)
from fpgames.tree import build_tree

__all__ = ["check_perft"]

M = TypeVar("M")
P = TypeVar("P")


DEEPEST_LINES = 8  # number of lines, the last ones near the start, from which a game is played on
SHOWN_MOVES = 10  # number of moves shown for a game that does not end
RESULT_CALLS = {"hash": "hash", "text": "rules.show", "static value": "rules.static"}  # functions by result of observe
COPY_ADVICE = "let it change a copy (copy.deepcopy(p) copies inner lists, too), or make positions of tuples"
READ_IN_TURNS = (
    "walks = []; read = lambda q: (walks.append(iter(rules.successors(q))), next(walks[-1], None)); "
    "[(q, read(p), read(q))[0] for q in rules.successors(p)], [rules.play(p, move) for move in rules.moves(p)]"
)
BEFORE_MOVES = "[({f}(p), rules.play(p, move))[0] for move in rules.moves(p)]"
OPEN_ITERATORS = 4  # number of iterators of successors that stay open while the test reads one more


@position_law(times=3, evidence="rules.moves(p)")
def moves_are_listed_once(game: GameSubject, line: AnyLine) -> None:
    """The moves are a tuple, in which each move occurs once, except where chance moves: ``nub (moves p) = moves p``."""
    moves = game.first_results.moves(line.end)
    if not isinstance(moves, tuple):
        raise Counterexample(f"moves returns a {type(moves).__name__}; expected a tuple")
    if len(set(moves)) < len(moves) and game.first_results.player(line.end) is not CHANCE:
        raise Counterexample(f"the moves are {short_repr(moves)}, some of them listed twice")


@position_law(times=3, evidence="rules.moves(p), rules.outcome(p)")
def moves_are_empty_exactly_at_the_end(game: GameSubject, line: AnyLine) -> None:
    """A position has either moves or an outcome: ``null (moves p) = isJust (outcome p)``."""
    moves, outcome = game.first_results.moves(line.end), game.first_results.outcome(line.end)
    if (not moves) == (outcome is Nothing):
        raise Counterexample(f"the moves are {short_repr(moves)} and the outcome is {short_repr(outcome)}")


@position_law(cost=2)
def play_accepts_every_move(game: GameSubject, line: AnyLine) -> None:
    """``play`` accepts every move that ``moves`` lists: ``all (isRight . try_play p) (moves p)``."""
    moves = game.first_results.moves(line.end)
    for move in moves:
        try:
            game.first_results.play(line.end, move)
        except Exception as error:
            message = f"{move!r} is among the moves {short_repr(moves)}, but play raised {one_line_error(error)}"
            raise Counterexample(message, evidence=_play_call(game, line.end, move)) from error


@GAME.law()
def every_game_ends(game: GameSubject) -> None:
    """Twenty games end within ``longest`` moves: ``any (null . moves) (take (longest + 1) (iterate step start))``.

    Unless all positions are near the start, a few more games go on from the last of those that are.
    """
    ways = CHOICES if game.rules.draws is None else CHOICES[:1]
    lines = list[AnyLine]()
    for seed in in_time(range(20), "games"):
        lines.append(line_of_seed(game.rules, seed, game.longest, ways[seed % len(ways)]))
        _require_end(game, lines[-1], SHOWN_MOVES)
    advise_on_wins(game, lines)
    timer = current_timer()
    in_half_the_time = takewhile(lambda _: not timer.is_over(0.5), game.nearest.lines())
    last_lines = deque(in_half_the_time, DEEPEST_LINES)  # games seldom come past an end here, such as a counter's
    if timer.is_over(0.5) and not game.nearest.has_all():
        timer.skipped.append("games that go on from positions near the start")
    for seed, root in enumerate(() if game.nearest.has_all() else last_lines):
        _require_end(game, line_of_seed(game.rules, seed, game.longest, root=root), len(root.moves))


def _require_end(game: GameSubject, line: AnyLine, shown: int) -> None:
    """Raise Counterexample, with the first ``shown`` moves, if a line of ``longest`` moves does not end the game."""
    if len(line.moves) >= game.longest and game.rules.moves(line.end) and not is_drawn(game.rules, line):
        beginning = f"after {game.longest} moves, {' '.join(map(str, line.moves[:shown]))} and so on"
        message = f"{beginning}, the game is not over; if games may be longer, give longest=; if they need not end, "
        message += "give the rules draws, or " if game.rules.draws is None else "also by their draws, "
        message += "leave this law out, exclude=['every_game_ends']"
        boards = {f"the first position is after {shown} moves, the last": board_lines(game.rules, line.end)}
        raise Counterexample(message, line.beginning(shown), evidence="rules.moves(p)", boards=boards)


@position_law(times=1 / 3, cost=5)
def play_refuses_anything_else(game: GameSubject, line: AnyLine) -> None:
    """A move that is not listed is refused: ``m `notElem` moves p ==> try_play p m = Left (IllegalMove m (moves p))``."""
    moves, tried = game.first_results.moves(line.end), game.moves_to_try(line)
    try:
        _require_refusals(game, line, moves, tried)
    except Counterexample:
        for move in () if line.moves else moves:  # a number such as -1 shows less than a cell that has been taken
            after, played = play_move(game.rules, line, move), [move for move in tried if move in game.played]
            with locating_errors(after):
                _require_refusals(game, after, game.rules.moves(after.end), played)
        raise


def _require_refusals(game: GameSubject, line: AnyLine, moves: tuple[AnyMove, ...], tried: Iterable[AnyMove]) -> None:
    """Raise Counterexample unless ``play`` refuses those of the ``tried`` moves that are not among the legal ``moves``."""
    unseen = game.rules.play(line.positions[-2], line.moves[-1]) if line.moves else line.end

    def fault(reaction: str, evidence: str = "rules.moves(p), {}", **boards: list[str]) -> Counterexample:
        message = f"{move!r} is not among the moves {short_repr(moves)}, but play {reaction}"
        return Counterexample(message, evidence=evidence.format(_play_call(game, line.end, move)), boards=boards)

    for n, move in enumerate(tried):
        if move in moves:
            _require_same_play(game, line.end, moves[moves.index(move)], move)
            continue
        try:
            after = game.rules.play((line.end, unseen)[(n + len(line.moves)) % 2], move)
        except IllegalMove as error:
            if (error.move, error.legal) != (move, moves):
                part, *values = ("move", error.move, move) if error.move != move else ("moves", error.legal, moves)
                reaction = f"raised IllegalMove with the wrong {part}: {difference(*values)}; raise IllegalMove(move, moves(p))"
                raise fault(reaction, "rules.moves(p), safe(lambda: {})().failure().args") from error
        except Exception as error:
            raise fault(f"raised {one_line_error(error)}, not IllegalMove") from error
        else:
            always = is_successful(attempt(game.rules.play, line.end, move))
            when, evidence = (
                ("", "rules.moves(p), {}") if always else (", before the moves were listed,", "{}, rules.moves(p)")
            )
            raise fault(
                f"accepted it{when} and returned {short_repr(after)}", evidence, returned=board_lines(game.rules, after)
            )


def _require_same_play(game: GameSubject, p: AnyPosition, legal: AnyMove, move: AnyMove) -> None:
    """Require that ``play`` refuses ``move``, such as 4.0, or treats it like the equal move ``legal``, such as 4."""
    if repr(move) != repr(legal):
        actual, expected = (attempt(game.rules.play, p, played).value_or(None) for played in (move, legal))
        if actual is not None and position_key(actual) != position_key(expected):  # None stands for a refused move
            text = f"play accepted {move!r} and returned {short_repr(actual)}; {legal!r} gives {short_repr(expected)}"
            raise Counterexample(text, evidence=f"{_play_call(game, p, move)}, {_play_call(game, p, legal)}")


def _play_call(game: GameSubject, p: AnyPosition, move: AnyMove) -> str:
    """Return Python code that plays a move in the position ``p``."""
    return f"rules.play(p, {move_source(game.rules, p, move)})"


@position_law(when=lambda game: game.rules.alternates, cost=2)
def players_alternate(game: GameSubject, line: AnyLine) -> None:
    """After a move it is the opponent's turn, unless the game is over: ``player (play p m) = opponent (player p)``."""
    first_results = game.first_results
    player = whose_turn(first_results, line.end)
    for move in first_results.moves(line.end):
        p = first_results.play(line.end, move)
        next_player = first_results.player(p)
        if next_player is not player.opponent and first_results.moves(p):
            message = f"{player!r} plays {move!r}, and then it is the turn of {next_player!r}"
            evidence = f"rules.player(p), rules.player({_play_call(game, line.end, move)})"
            raise Counterexample(message, evidence=evidence, boards={f"after {move!r}": board_lines(game.rules, p)})


@position_law(times=1 / 3, cost=4)
def successors_are_the_plays_of_the_moves(game: GameSubject, line: AnyLine) -> None:
    """``successors`` yields the position after each move, even if several of its iterators are read in turns: ``successors p = map (play p) (moves p)``."""
    rules, p = game.rules, line.end
    walked: list[AnyPosition] = []
    walks: list[tuple[AnyPosition, Iterator[AnyPosition]]] = []
    for after in rules.successors(p):
        walked.append(after)
        for q in (p, after)[: OPEN_ITERATORS - len(walks)]:
            walk = iter(rules.successors(q))
            walks.append((q, chain([*islice(walk, 1)], walk)))
    expected = [*game.first_results.successors(p)]
    other_walks = ([*walk] for q, walk in walks if q is p)
    for successors in (walked, *other_walks):
        if successors != expected:
            first, second = rules.successors(p), rules.successors(p)
            used_up = " (each call returns one iterator, which is used up)" if first is second is iter(first) else ""
            alone, listed = [*first], "[*rules.successors(p)]"
            when, shown = ("", alone) if alone != expected else ("while others are begun, ", successors)
            evidence = f"{listed}, {listed if used_up else '[rules.play(p, move) for move in rules.moves(p)]'}"
            message = f"{when}the successors are {short_repr(shown)}{used_up}, and the plays of the moves {short_repr(expected)}"
            raise Counterexample(message, evidence=READ_IN_TURNS if when else evidence)


@position_law(times=1 / 3, cost=5, prerequisite=True)
def play_leaves_its_argument_as_it_was(game: GameSubject, line: AnyLine) -> None:
    """Positions are hashable, and ``play`` does not change its argument: a function ``f`` of the rules returns the same before and after ``play p m``."""
    rules, p = game.rules, fresh_end(game.rules, line)
    require_hashable(p)
    if "error" in (before := observe_or_error(rules, p)) or not isinstance(before["moves"], Iterable):
        return  # other laws report errors of the rules
    if not line.moves and p == rules.start and before != game.at_start and _answers_twice_alike(rules, line):
        require_alike(game.at_start, before, "after games were played from it", BEFORE_MOVES, places=(p, game.start))
    moves = (*before["moves"], *game.moves_to_try(line)[len(line.moves) % 4 :: 4])
    for move in moves:
        with suppress(Exception):  # laws such as play_accepts_every_move report errors of the rules
            rules.play(p, move)
    after = observe_or_error(rules, p)
    if after != before == observe_or_error(rules, fresh_end(rules, line)) and _answers_twice_alike(rules, line):
        for move in moves:
            _require_unchanged(rules, line, move)
        when = "after its moves were played, one by one"
        require_alike(before, after, when, BEFORE_MOVES, places=(p, fresh_end(rules, line)))


def _answers_twice_alike(rules: AnyRules, line: AnyLine) -> bool:
    """Return whether the rules return the same for a position and a copy; ``copies_behave_alike`` reports it if not."""
    p = fresh_end(rules, line)
    return observe_or_error(rules, p) == observe_or_error(rules, attempt(deepcopy, p).value_or(p))


def fresh_end(rules: AnyRules, line: AnyLine) -> AnyPosition:
    """Return a new position, equal to the end of a line; other laws may have changed the end, and caches may know it."""
    source = line.positions[-2] if line.moves else rules.start
    p = attempt(deepcopy, source).value_or(source)
    return attempt(rules.play, p, line.moves[-1]).value_or(line.end) if line.moves else p


def _require_unchanged(rules: AnyRules, line: AnyLine, move: AnyMove) -> None:
    """Play a move at the end of a line; raise Counterexample, with both boards, if the move changes its argument."""
    line = line._replace(positions=(*line.positions[:-1], fresh_end(rules, line)))
    p, play = fresh_end(rules, line), f"play(p, {move_source(rules, line.end, move)})"
    before, is_legal = observe(rules, p), is_successful(attempt(rules.play, p, move))
    after = observe_or_error(rules, p)
    name = next((name for name in before if before[name] != after.get(name)), None)
    if name is not None:
        refusal = "" if is_legal else ", although it refuses the move"
        change = f"{name}: {difference(after.get(name), before[name])}"
        change = f"then {after['error']}" if "error" in after else "" if name == "text" else change
        change = (name == "hash" and differing_part(p, line.end)) or change
        message = (
            f"{line}, {play} changes p, the position it is given{refusal}{change and f' ({change})'}; {COPY_ADVICE}"
        )
        call = RESULT_CALLS.get(name, f"rules.{name}")
        statement = f"rules.{play}" if is_legal else f"safe(lambda: rules.{play})()"
        evidence = f"before = {call}(p); _ = {statement}; before, {call}(p)"
        evidence = f"_ = {statement}; {EVERY_RESULT}" if "error" in after else evidence
        raise Counterexample(message, line, evidence=evidence, boards={f"p after {play}": board_lines(rules, p)})


@position_law(prerequisite=True, evidence="rules.player(p), rules.outcome(p)")
def values_are_of_their_types(game: GameSubject, line: AnyLine) -> None:
    """Moves are hashable; positions and moves that are computed again are equal; ``player`` returns a ``Player`` or ``CHANCE``, and ``outcome`` returns ``Nothing`` or ``Some(Outcome...)``."""
    rules, p = game.rules, line.end
    again = attempt(rules.play, line.positions[-2], line.moves[-1]).value_or(p) if line.moves else p
    if again != p and (advice := advice_on_eq(p, again)):
        message = f"the position is {short_repr(p)}, and played again {short_repr(again)}{advice}"
        raise Counterexample(message, evidence=f"p == {replay_call(rules, line)}")
    listings = (game.first_results.moves, rules.moves)
    first, second = (attempt(moves, p).value_or(()) for moves in listings)  # other laws report errors of the rules
    if not isinstance(first, Iterable):
        raise Counterexample(f"moves returns {first!r}; expected a tuple", evidence="rules.moves(p)")
    for move, again in zip(first, second, strict=False):
        require_hashable(move, "move")
        if again != move and (advice := advice_on_eq(move, again)):
            message = f"a move is {short_repr(move)}, and in a second call of moves {short_repr(again)}{advice}"
            raise Counterexample(message, evidence="rules.moves(p) == rules.moves(p)")
    player: object = attempt(game.first_results.player, p).value_or(CHANCE)
    outcome: object = attempt(game.first_results.outcome, p).value_or(Nothing)
    if not isinstance(player, Player) and player is not CHANCE:
        raise Counterexample(f"player returns {player!r}, which is neither a Player nor CHANCE")
    if not isinstance(outcome, Maybe) or not isinstance(outcome.value_or(Outcome.DRAW), Outcome):
        raise Counterexample(f"outcome returns {outcome!r}, which is not a Maybe of an Outcome")


def require_alike(
    before: dict[str, Any],
    after: dict[str, Any],
    condition: str,
    evidence: str = "",
    hint: str = "",
    places: tuple[AnyPosition, AnyPosition] = (None, None),
) -> None:
    """Raise Counterexample if a result changes; ``condition`` says when. In ``evidence``, ``{f}`` is a function's name.

    ``places`` are the two positions, the changed one first: where their hashes differ, the report names a field.
    """
    if "error" in after:
        raise Counterexample(f"{condition}, {after['error']}{hint}", evidence=evidence and EVERY_RESULT)
    for name, expected in before.items():
        if after[name] != expected:
            call = RESULT_CALLS.get(name, f"rules.{name}")
            text = f"{condition}, its {name} {'are' if name == 'moves' else 'is'} not as before"
            part = differing_part(*places) if name == "hash" else ""
            message = f"{text}: {part or difference(after[name], expected)}{hint}"
            raise Counterexample(message, evidence=evidence.replace("{f}", call))


def check_perft(rules: Rules[P, M], table: Mapping[int, int], p: P | None = None) -> None:
    """Check the numbers of lines of play against a table: ``perft d (buildTree rules p) = table ! d``.

    Args:
        rules: the game.
        table: the number of lines of play by length in moves; a game with fewer moves adds nothing to the number.
        p: the position to count from; by default, the start.

    Raises:
        TypeError: the table is not a mapping.
        ValueError: a length or a number in the table is negative, or is not a whole number.
        Counterexample: a number differs; the message has the counts after each move, to compare with another program.

    >>> from fpgames.games import connect4, tictactoe
    >>> check_perft(tictactoe.rules, {1: 9, 2: 72, 9: 127872})
    >>> check_perft(connect4.sized(3, 2, 3), {1: 3, 2: 10})
    Traceback (most recent call last):
    ...
    fpgames.testing.law.Counterexample: connect4:3,2,3 has 9 lines of 2 moves; expected 10; after each move: 0: 3, 1: 3, 2: 3

    See also: :func:`fpgames.search.counting.perft`.
    """
    require_rules(rules, "check_perft")
    require_perft_table(table)
    start = rules.start if p is None else p
    for depth in sorted(table):
        line_count = _count_lines(rules, start, depth)
        if line_count != table[depth]:
            plays = ((move, rules.play(start, move)) for move in (rules.moves(start) if depth else ()))
            counts = [f"{rules.show_move_in(start, move)}: {_count_lines(rules, q, depth - 1)}" for move, q in plays]
            message = f"{rules.name} has {line_count} lines of {depth} moves; expected {table[depth]}"
            raise Counterexample(f"{message}; after each move: {', '.join(counts)}")


def _count_lines(rules: Rules[P, M], p: P, depth: int) -> int:
    return jit_when_it_pays(build_tree(rules) | perft(depth))(p)


@GAME.law(when=lambda game: bool(game.perft))
def there_are_as_many_lines_as_in_the_table(game: GameSubject) -> None:
    """There are as many lines of play as the table ``perft`` says: ``perft d (buildTree rules start) = table ! d``."""
    check_perft(game.rules, game.perft)
