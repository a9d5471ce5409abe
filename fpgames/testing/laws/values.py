"""Laws of games: texts, values, symmetries, and compiled code."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from math import isclose
from operator import eq
from typing import Any

from returns.maybe import Nothing
from returns.pipeline import is_successful
from returns.result import Success

from fpgames.compiled import CannotCompile, jit
from fpgames.compiled.numba_check import has_numba, import_with_numba
from fpgames.play import playout
from fpgames.rand import SplitMix, split_off
from fpgames.rules import (
    CHANCE,
    AnyRules,
    Counts,
    Diagram,
    Outcome,
    PlayedGame,
    read_game,
    unreadable,
    value_of_outcome,
    write_game,
)
from fpgames.rules.record import explicit_score, is_derived
from fpgames.search import expectiminimax, minimax
from fpgames.state import replicate_m
from fpgames.testing.law import Counterexample, advise, attempt, one_line_error, short_repr
from fpgames.testing.laws.games import GAME, GameSubject, line_law, position_law
from fpgames.testing.laws.proposals import advise_on_symmetries
from fpgames.testing.reports.counterexamples import board_lines, move_source
from fpgames.testing.reports.differences import difference
from fpgames.testing.running.second_process import position_text, try_call
from fpgames.testing.strategies.games import is_players_turn
from fpgames.testing.strategies.lines import SAMPLED, AnyLine, AnyPosition, start_of
from fpgames.tree import build_tree, map_tree, prune

SYMMETRIC_FUNCTIONS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "outcome": ("outcome", eq),
    "static": ("static value", partial(isclose, rel_tol=1e-9, abs_tol=1e-9)),
    "player": ("player to move", eq),
}
STATIC_EVIDENCE = "rules.outcome(p).value_or(None), rules.static(p)"
NONSENSE = "", "hello", "?!", "99999", "-1"


@position_law(times=1 / 3, cost=3, before=advise_on_symmetries, evidence="rules.read(rules.show(p)), p")
def text_is_read_back(game: GameSubject, line: AnyLine) -> None:
    """Reading the text of a position gives the position; reading the text of a move gives the move: ``read (show p) = p``, ``read_move_in p (show_move_in p m) = m``."""
    rules, p = game.rules, line.end
    text = position_text(game.first_results, p)
    if rules.read is not unreadable and (read := game.read(text)) != p:
        message = f"{short_repr(p)} is shown as\n{text}\nwhich is read as {short_repr(read)}"
        raise Counterexample(message)
    read_move, read_in = partial(attempt, rules.read_move), partial(attempt, rules.read_move_in, p)
    for n, move in enumerate(game.first_results.moves(p)):
        by_itself, in_position = rules.show_move(move), rules.show_move_in(p, move)
        for word, show, read, read_back in (
            (by_itself, "show_move(m)", "read_move(", read_move),
            (by_itself, "show_move(m)", "read_move_in(p, ", read_in),
            (in_position, "show_move_in(p, m)", "read_move_in(p, ", read_in),
        )[: 2 + (in_position != by_itself)]:
            shown, evidence = f"the move {move!r} is shown as {word!r}", f"m = rules.moves(p)[{n}]; m, rules.{show}"
            if not isinstance(word, str):
                raise Counterexample(f"{shown}, which is not a str", evidence=evidence)
            if word.split() != [word]:
                advice = f"{rules.name}: {line}, {shown}, which is not one word; no law is broken, but lines of moves need words"
                advise(game.advised, "words", f"{advice}: write {'-'.join(word.split()) or 'pass'!r}")
            if (result := read_back(word)) != Success(move):
                error = None if is_successful(result) else result.failure()
                reading = f"raises {one_line_error(error)}" if error else f"is {result.unwrap()!r}"
                is_plain = read_back is read_in and word != in_position
                hint = "; it has to read the text of show_move, too" if is_plain else ""
                message = f"{shown}, but {read}{word!r}) {reading}{hint}"
                raise Counterexample(message, evidence=f"{evidence}, rules.{read}rules.{show})") from error


@line_law(times=0.2, cost=4)
def games_are_read_back(game: GameSubject, whole: AnyLine) -> None:
    """Reading the text of a whole game gives the game: ``readGame rules (writeGame rules game) = game``."""
    rules, start = game.rules, start_of(game.rules)
    played = PlayedGame(start, whole.moves, rules.outcome(whole.end))
    text = write_game(rules, played)
    if (result := attempt(read_game, rules, text)) != Success(played):
        reading = short_repr(result.unwrap()) if is_successful(result) else one_line_error(result.failure())
        message = f"the game is written as\n{text}\nwhich is read as {reading}; check show_move_in, read_move_in and game_format"
        raise Counterexample(message, whole, evidence=f"read_game(rules, {text!r})")


@GAME.law()
def nonsense_is_not_read(game: GameSubject) -> None:
    """Text such as "hello" is read neither as the start nor as one of its moves; the text ``prompt`` is not blank.

    What is read otherwise, such as a move that ``play`` refuses, or raises no ``ValueError``, gives the warning ``Advice``.
    """
    rules, start = game.rules, start_of(game.rules)
    if not isinstance(rules.prompt, str) or not rules.prompt.strip():
        raise Counterexample(f"the prompt is {rules.prompt!r}; expected a text", evidence="rules.prompt")
    [move, *_] = legal = rules.moves(start)
    advice: dict[str, str] = {}
    for name, read, show, shown_value in (
        ("read(", rules.read, rules.show, start),
        ("read_move(", rules.read_move, rules.show_move, move),
        ("read_move_in(rules.start, ", partial(rules.read_move_in, start), rules.show_move, move),
    ):
        extended_texts = f"{show(shown_value)}?!", f"{show(shown_value)}.5"
        for text in (*NONSENSE, *extended_texts):
            try:
                result = read(text)
            except ValueError:
                continue
            except Exception as error:
                if text in extended_texts:
                    continue  # a text that was extended may raise any error
                advice.setdefault(name, f"{name}{text!r}) raises {one_line_error(error)}")
                continue
            may_be_empty = not text and name == "read("  # the text of an empty board may be empty
            if try_call(show, result) != Success(text) and not may_be_empty:
                if result in (legal if name != "read(" else () if text in extended_texts else (start,)):
                    message = f"{name}{text!r}) is {short_repr(result)}; expected a ValueError"
                    raise Counterexample(message, evidence=f"rules.{name}{text!r})")
                advice.setdefault(name, f"{name}{text!r}) is {short_repr(result)}")
    if advice:
        hint = "no law is broken, but a ValueError is better: the command line shows its message"
        advise(game.advised, "nonsense", f"{rules.name}: {'; '.join(advice.values())}; {hint}")


@position_law(when=lambda game: game.rules.diagram is not None, times=0.2, evidence="rules.diagram(p)")
def every_position_has_a_diagram(game: GameSubject, line: AnyLine) -> None:
    """The diagram of a position is a ``Diagram`` with at least one row, and all its ``won`` cells are in the rows."""
    diagram: object = game.first_results.diagram and game.first_results.diagram(line.end)
    if not isinstance(diagram, Diagram) or not diagram.rows:
        raise Counterexample(f"the diagram is {short_repr(diagram)}; expected a Diagram with rows")
    cells = {(i, j) for i, row in enumerate(diagram.rows) for j in range(len(row))}
    if not diagram.won <= cells:
        raise Counterexample(f"the diagram has won cells that are not in its rows: {short_repr(diagram.won - cells)}")


@position_law(when=lambda game: game.bounded, evidence=STATIC_EVIDENCE)
def static_is_the_outcome_at_the_end_and_between_before(game: GameSubject, line: AnyLine) -> None:
    """The static value is the outcome at the end, and between -1 and 1 before the end: ``-1 < static p < 1``."""
    value, outcome = game.first_results.static(line.end), game.first_results.outcome(line.end)
    if not (-1 < value < 1 if outcome is Nothing else value == outcome.unwrap()):
        expected = "one greater than -1 and less than 1" if outcome is Nothing else int(outcome.unwrap())
        raise Counterexample(f"the outcome is {short_repr(outcome)}, the static value {value!r}; expected {expected}")


@position_law(when=lambda game: not game.bounded, evidence=STATIC_EVIDENCE)
def static_has_the_sign_of_the_outcome_at_the_end(game: GameSubject, line: AnyLine) -> None:
    """The static value has the sign of the outcome at the end of a game, and is any number but NaN before the end."""
    value, outcome = game.first_results.static(line.end), game.first_results.outcome(line.end)
    if not (value == value if outcome is Nothing else (value > 0) - (value < 0) == outcome.unwrap()):
        raise Counterexample(f"the outcome is {short_repr(outcome)}, and the static value is {value!r}")


@position_law(
    when=lambda game: explicit_score(game.rules) is not None, evidence="rules.outcome(p).value_or(None), rules.score(p)"
)
def the_score_has_the_sign_of_the_outcome(game: GameSubject, line: AnyLine) -> None:
    """A score is a whole number with the sign of the outcome, and 0 before the end: ``signum (score p) = value (outcome p)``.

    Without ``margins``, it is the sign alone.
    """
    score, expected = game.first_results.score(line.end), value_of_outcome(game.first_results)(line.end)
    if not isinstance(score, int):
        raise Counterexample(f"the score is {score!r}, not a whole number")
    if not game.rules.margins and score not in (-1, 0, 1):
        raise Counterexample(f"the score is {score!r}, but margins is False; expected 1, 0 or -1, or margins=True")
    if (score > 0) - (score < 0) != expected:
        raise Counterexample(f"the outcome is {short_repr(game.rules.outcome(line.end))}, and the score is {score!r}")


@position_law(when=lambda game: explicit_score(game.rules) is not None and has_numba(), times=0.05, cost=15)
def compiled_functions_do_the_same(game: GameSubject, line: AnyLine) -> None:
    """Random games and values are the same in compiled code, if the game can be compiled: ``jit f = f``."""
    rules, p = game.rules, line.end
    gen, n = SplitMix.from_seed(len(line.moves)), 3 if game.usual_length < SAMPLED else 1
    try:
        counts = import_with_numba("montecarlo.playouts").play_out(rules, p, gen, n)
    except (CannotCompile, OverflowError):
        return
    ends = replicate_m(n, split_off().map(playout(rules, p).eval)).eval(gen)
    expected = Counts(*map(ends.count, Outcome))
    if counts != expected:
        games = "3 random games give" if n == 3 else "a random game gives"
        calls = f"playouts(rules, p, {n}).eval({gen!r}), play_out(rules, p, {gen!r}, {n})"
        raise Counterexample(f"with {gen!r}, {games} {expected}, but in compiled code {counts}", evidence=calls)
    with suppress(CannotCompile, OverflowError):  # a player function with chance is not compiled
        _require_the_same_values(rules, p)


def _require_the_same_values(rules: AnyRules, p: AnyPosition) -> None:
    """Compare the value of a search one move deep in plain and compiled code; skip ``static`` if playouts test it."""
    if rules.alternates and (rules.static == rules.score or is_derived("static", rules.static)):
        return
    search = expectiminimax if rules.player(p) is CHANCE else minimax
    value = build_tree(rules) | prune(1) | map_tree(rules.static) | search
    plain, compiled = value(p), jit(value)(p)
    if not isclose(plain, compiled, rel_tol=1e-9, abs_tol=1e-9):
        code = f"value = build_tree(rules) | prune(1) | map_tree(rules.static) | {search!r}; value(p), jit(value)(p)"
        message = f"the static value one move ahead is {plain!r}, but in compiled code {compiled!r}"
        raise Counterexample(message, evidence=code)


@position_law(when=lambda game: bool(game.rules.symmetries), times=0.15, cost=6)
def symmetries_map_moves_and_outcomes(game: GameSubject, line: AnyLine) -> None:
    """A symmetry maps moves as it maps positions: ``play (s p) (s m) = s (play p m)``; ``outcome . s = outcome``.

    The static value is the same, but for rounding: ``static . s = static``.
    """
    rules, p = game.rules, line.end
    legal, values = (
        game.first_results.moves(p),
        {name: getattr(game.first_results, name)(p) for name in SYMMETRIC_FUNCTIONS},
    )
    for n, symmetry in enumerate(rules.symmetries):
        image = symmetry.position(p)
        error = partial(_symmetry_error, rules, n, image)
        moves = {move: symmetry.move(move) for move in legal}
        image_moves = rules.moves(image)
        if set(moves.values()) != set(image_moves) or len(image_moves) != len(legal):
            message = f"symmetry {n} maps moves as {short_repr(moves)}; the image has {short_repr(image_moves)}"
            raise error(message, "[*map(s.move, rules.moves(p))], rules.moves(s.position(p))")
        for name, (noun, is_same) in SYMMETRIC_FUNCTIONS.items():
            actual, expected = getattr(rules, name)(image), values[name]
            if not is_same(actual, expected) and (legal or name != "player"):
                message = f"symmetry {n}: the image has the {noun} {difference(actual, expected)}, that of the position"
                raise error(message, f"rules.{name}(p), rules.{name}(s.position(p))")
        for move, mapped in moves.items():
            after, expected = rules.play(image, mapped), symmetry.position(game.first_results.play(p, move))
            if after != expected:
                captions = f"the move {move!r}, then the symmetry", f"the symmetry, then the move {mapped!r}"
                maps = f"symmetry {n} maps the move {move!r} to {mapped!r}"
                code, image_code = move_source(rules, p, move), move_source(rules, image, mapped, "s.position(p)")
                evidence = f"s.position(rules.play(p, {code})), rules.play(s.position(p), {image_code})"
                message = f"{maps}, but maps positions otherwise, as the last two show"
                raise error(message, evidence, **dict(zip(captions, (expected, after), strict=True)))


def _symmetry_error(
    rules: AnyRules, n: int, image: AnyPosition, message: str, evidence: str, **more: AnyPosition
) -> Counterexample:
    """Return a counterexample for symmetry ``n``. Boards show ``image`` and the positions in ``more``, by caption."""
    boards = {caption: board_lines(rules, q) for caption, q in {f"its image by symmetry {n}": image, **more}.items()}
    return Counterexample(message, evidence=f"s = rules.symmetries[{n}]; {evidence}", boards=boards)


@position_law(when=lambda game: bool(game.rules.symmetries), times=0.2, cost=2)
def symmetries_are_a_group(game: GameSubject, line: AnyLine) -> None:
    """Two symmetries, one after the other, give a symmetry or the identity: ``s . t `elem` (id : symmetries)``."""
    rules, p = game.rules, line.end
    images = [symmetry.position(p) for symmetry in rules.symmetries]
    reached = {p, *images}
    for (n, image), (m, second) in product(enumerate(images), enumerate(rules.symmetries)):
        composed = second.position(image)
        if composed not in reached:
            message = f"symmetries {n} and {m} together lead to {composed!r}, and no single symmetry does"
            evidence = f"rules.symmetries[{m}].position(rules.symmetries[{n}].position(p))"
            raise Counterexample(message, evidence=evidence, boards={"both together": board_lines(rules, composed)})


@position_law(when=lambda game: game.rules.pass_turn is not None, times=0.3, evidence="rules.pass_turn(p)")
def a_passed_turn_is_the_opponents(game: GameSubject, line: AnyLine) -> None:
    """``pass_turn`` gives the turn to the opponent, and changes nothing else: ``player (passTurn p) = opponent (player p)``."""
    rules, p = game.rules, line.end
    if rules.pass_turn is not None and is_players_turn(game.first_results, p):
        q = rules.pass_turn(p)
        if rules.player(q) is rules.player(p) or rules.outcome(q) is not Nothing or not rules.moves(q):
            message = f"a passed turn ends the game, or is the turn of {rules.player(q)!r}, as before"
            raise Counterexample(message, boards={"then": board_lines(rules, q)})
        if rules.diagram is not None and rules.diagram(q) != rules.diagram(p):
            raise Counterexample(f"a passed turn changes the diagram to {short_repr(rules.diagram(q))}")
