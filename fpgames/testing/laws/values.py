"""Laws of games: texts, values, symmetries, and compiled code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from math import isclose
from operator import eq
from typing import Any

from returns.maybe import Nothing
from returns.result import Success
from toolz import unique

from fpgames.compiled import CannotCompile, jit
from fpgames.compiled.code.check import has_numba
from fpgames.play import playout
from fpgames.rand import SplitMix, split_off
from fpgames.rules import AnyRules, Counts, Diagram, Outcome, unreadable, value_of_outcome
from fpgames.rules.record import explicit_score, is_derived
from fpgames.search import minimax
from fpgames.state import replicate_m
from fpgames.testing.law import Counterexample, difference, in_short, shortly
from fpgames.testing.laws.games import GAME, GameSubject, reached
from fpgames.testing.reports.counterexamples import board_lines, move_of
from fpgames.testing.running.second_process import text_of, tried
from fpgames.testing.strategies.lines import ALONG, AnyLine, AnyPosition, start_of
from fpgames.tree import build_tree, map_tree, prune

SAME_IN_IMAGES: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "outcome": ("outcome", eq),
    "static": ("static value", partial(isclose, rel_tol=1e-9, abs_tol=1e-9)),
    "player": ("player to move", eq),
}
STATIC = "rules.outcome(p).value_or(None), rules.static(p)"
NONSENSE = "", "hello", "?!", "99999", "-1"


@GAME.law(line=reached)
def text_is_read_back(game: GameSubject, line: AnyLine) -> None:
    """A text is read back as its position, and a word as its move: ``read (show p) = p``, ``read_move_in p (show_move_in p m) = m``."""
    rules, p = game.rules, line.end
    text = text_of(rules, p)
    if rules.read is not unreadable and (read := game.read(text)) != p:
        said = f"{shortly(p)} is shown as\n{text}\nwhich is read as {shortly(read)}"
        raise Counterexample(said, evidence="rules.read(rules.show(p)), p")
    for move in rules.moves(p):
        alone, here = rules.show_move(move), rules.show_move_in(p, move)
        read_in = partial(rules.read_move_in, p)
        for word, read_back in unique(((alone, rules.read_move), (alone, read_in), (here, read_in))):
            if not isinstance(word, str) or word.split() != [word]:
                raise Counterexample(f"the move {move!r} is shown as {word!r}, which is not one word")
            if read_back(word) != move:
                raise Counterexample(f"the move {move!r} is shown as {word!r}, which is read as {read_back(word)!r}")


@GAME.law()
def nonsense_is_not_read(game: GameSubject) -> None:
    """A text that is no position or move, such as ``read "hello"`` or a move and more, raises ``ValueError``; a prompt is a text."""
    rules, start = game.rules, start_of(game.rules)
    if not isinstance(rules.prompt, str) or not rules.prompt.strip():
        raise Counterexample(f"the prompt is {rules.prompt!r}; expected a text", evidence="rules.prompt")
    [move, *_] = rules.moves(start)
    for name, read, show, of in (
        ("read(", rules.read, rules.show, start),
        ("read_move(", rules.read_move, rules.show_move, move),
        ("read_move_in(rules.start, ", partial(rules.read_move_in, start), rules.show_move, move),
    ):
        more = f"{show(of)}?!", f"{show(of)}.5"
        for text in (*NONSENSE, *more):
            try:
                found = read(text)
            except ValueError:
                continue
            except Exception as error:
                if text in more:
                    continue  # a KeyError refuses it, too
                said = f"{name}{text!r}) raises {in_short(error)}; expected a ValueError"
                raise Counterexample(said, evidence=f"rules.{name}{text!r})") from error
            may_be_empty = not text and name == "read("  # an empty board
            if tried(show, found) != Success(text) and not may_be_empty:
                said = f"{name}{text!r}) is {shortly(found)}; expected a ValueError"
                raise Counterexample(said, evidence=f"rules.{name}{text!r})")


@GAME.law(when=lambda game: game.rules.diagram is not None, times=0.2, evidence="rules.diagram(p)", line=reached)
def every_position_has_a_diagram(game: GameSubject, line: AnyLine) -> None:
    """The diagram of a position is a ``Diagram`` with a row at least, whose ``won`` are cells of its rows."""
    found: object = None if game.rules.diagram is None else game.rules.diagram(line.end)
    if not isinstance(found, Diagram) or not found.rows:
        raise Counterexample(f"the diagram is {shortly(found)}; expected a Diagram with rows")
    cells = {(i, j) for i, row in enumerate(found.rows) for j in range(len(row))}
    if not found.won <= cells:
        raise Counterexample(f"the diagram has won cells that are not in its rows: {shortly(found.won - cells)}")


@GAME.law(when=lambda game: game.bounded, evidence=STATIC, line=reached)
def static_is_the_outcome_at_the_end_and_between_before(game: GameSubject, line: AnyLine) -> None:
    """The static value, an estimate, is that of the outcome at the end, and before lies between: ``-1 < static p < 1``."""
    value, outcome = game.rules.static(line.end), game.rules.outcome(line.end)
    if not (-1 < value < 1 if outcome is Nothing else value == outcome.unwrap()):
        expected = "one between -1 and 1" if outcome is Nothing else int(outcome.unwrap())
        raise Counterexample(f"the outcome is {shortly(outcome)}, and the static value {value!r}; expected {expected}")


@GAME.law(when=lambda game: not game.bounded, evidence=STATIC, line=reached)
def static_has_the_sign_of_the_outcome_at_the_end(game: GameSubject, line: AnyLine) -> None:
    """At the end, the static value has the sign of the outcome; before, it is any number but NaN."""
    value, outcome = game.rules.static(line.end), game.rules.outcome(line.end)
    if not (value == value if outcome is Nothing else (value > 0) - (value < 0) == outcome.unwrap()):
        raise Counterexample(f"the outcome is {shortly(outcome)}, and the static value is {value!r}")


@GAME.law(
    when=lambda game: explicit_score(game.rules) is not None,
    evidence="rules.outcome(p).value_or(None), rules.score(p)",
    line=reached,
)
def the_score_has_the_sign_of_the_outcome(game: GameSubject, line: AnyLine) -> None:
    """A score is a whole number with the sign of the outcome, 0 before: ``signum (score p) = value (outcome p)``."""
    found, expected = game.rules.score(line.end), value_of_outcome(game.rules)(line.end)
    if not isinstance(found, int):
        raise Counterexample(f"the score is {found!r}, not a whole number")
    if (found > 0) - (found < 0) != expected:
        raise Counterexample(f"the outcome is {shortly(game.rules.outcome(line.end))}, and the score is {found!r}")


@GAME.law(when=lambda game: explicit_score(game.rules) is not None and has_numba(), times=0.05, line=reached)
def compiled_functions_do_the_same(game: GameSubject, line: AnyLine) -> None:
    """Compiled random games and values are those that are not compiled, if the game can be compiled: ``jit f = f``."""
    from fpgames.compiled.montecarlo.playouts import play_out  # needs numba

    rules, p = game.rules, line.end
    gen, n = SplitMix.from_seed(len(line.moves)), 3 if game.usual < ALONG else 1
    try:
        counts = play_out(rules, p, gen, n)
        _require_the_same_values(rules, p)
    except (CannotCompile, OverflowError):
        return
    ends = replicate_m(n, split_off().map(playout(rules, p).eval)).eval(gen)
    expected = Counts(*map(ends.count, Outcome))
    if counts != expected:
        raise Counterexample(f"with {gen!r}, {n} random games give {expected}, but in compiled code {counts}")


def _require_the_same_values(rules: AnyRules, p: AnyPosition) -> None:
    """Compare the best static value one move ahead with that of compiled code, unless random games called all functions."""
    if rules.alternates and (rules.static == rules.score or is_derived("static", rules.static)):
        return
    value = build_tree(rules) | prune(1) | map_tree(rules.static) | minimax
    found, compiled = value(p), jit(value)(p)
    if not isclose(found, compiled, rel_tol=1e-9, abs_tol=1e-9):
        raise Counterexample(f"the static value one move ahead is {found!r}, but in compiled code {compiled!r}")


@GAME.law(when=lambda game: bool(game.rules.symmetries), line=reached)
def symmetries_map_moves_and_outcomes(game: GameSubject, line: AnyLine) -> None:
    """A symmetry maps moves as it maps positions: ``play (s p) (s m) = s (play p m)``; ``outcome . s = outcome``.

    ``static . s = static``, but for rounding.
    """
    rules, p = game.rules, line.end
    legal, said = rules.moves(p), {name: getattr(rules, name)(p) for name in SAME_IN_IMAGES}
    for n, symmetry in enumerate(rules.symmetries):
        image = symmetry.position(p)
        wrong = partial(_unlike, rules, n, image)
        moves = {move: symmetry.move(move) for move in legal}
        if set(moves.values()) != set(rules.moves(image)) or len(rules.moves(image)) != len(moves):
            here = f"symmetry {n} maps moves as {shortly(moves)}; the image has {shortly(rules.moves(image))}"
            raise wrong(here, "[*map(s.move, rules.moves(p))], rules.moves(s.position(p))")
        for name, (what, is_same) in SAME_IN_IMAGES.items():
            found, expected = getattr(rules, name)(image), said[name]
            if not is_same(found, expected) and (legal or name != "player"):
                here = f"symmetry {n}: the image has the {what} {difference(found, expected)}, that of the position"
                raise wrong(here, f"rules.{name}(p), rules.{name}(s.position(p))")
        for move, to in moves.items():
            after, expected = rules.play(image, to), symmetry.position(rules.play(p, move))
            if after != expected:
                ways = f"the move {move!r}, then the symmetry", f"the symmetry, then the move {to!r}"
                maps = f"symmetry {n} maps the move {move!r} to {to!r}"
                one, other = move_of(rules, p, move), move_of(rules, image, to, "s.position(p)")
                evidence = f"s.position(rules.play(p, {one})), rules.play(s.position(p), {other})"
                here = f"{maps}, but maps positions otherwise, as the last two show"
                raise wrong(here, evidence, **dict(zip(ways, (expected, after), strict=True)))


def _unlike(
    rules: AnyRules, n: int, image: AnyPosition, said: str, evidence: str, **others: AnyPosition
) -> Counterexample:
    """Return the error of a symmetry, with the image that it makes of a position, and other positions by their captions."""
    boards = {caption: board_lines(rules, q) for caption, q in {f"its image by symmetry {n}": image, **others}.items()}
    return Counterexample(said, evidence=f"s = rules.symmetries[{n}]; {evidence}", boards=boards)


@GAME.law(when=lambda game: bool(game.rules.symmetries), times=0.2, line=reached)
def symmetries_are_a_group(game: GameSubject, line: AnyLine) -> None:
    """Two symmetries, one after the other, are a symmetry or the identity: ``s . t `elem` (id : symmetries)``."""
    rules, p = game.rules, line.end
    images = [p, *(symmetry.position(p) for symmetry in rules.symmetries)]
    for (n, first), (m, second) in product(enumerate(rules.symmetries), repeat=2):
        both = second.position(first.position(p))
        if both not in images:
            said = f"symmetries {n} and {m} together lead to {both!r}, and no single symmetry does"
            evidence = f"rules.symmetries[{m}].position(rules.symmetries[{n}].position(p))"
            raise Counterexample(said, evidence=evidence, boards={"both together": board_lines(rules, both)})


@GAME.law(when=lambda game: game.rules.pass_turn is not None, times=0.3, evidence="rules.pass_turn(p)", line=reached)
def a_passed_turn_is_the_opponents(game: GameSubject, line: AnyLine) -> None:
    """A passed turn is the opponent's, and changes nothing else: ``player (passTurn p) = opponent (player p)``."""
    rules, p = game.rules, line.end
    if rules.pass_turn is not None and rules.moves(p):
        q = rules.pass_turn(p)
        if rules.player(q) is rules.player(p) or rules.outcome(q) is not Nothing or not rules.moves(q):
            said = f"a passed turn ends the game, or is the turn of {rules.player(q)!r}, as before"
            raise Counterexample(said, boards={"then": board_lines(rules, q)})
        if rules.diagram is not None and rules.diagram(q) != rules.diagram(p):
            raise Counterexample(f"a passed turn changes the diagram to {shortly(rules.diagram(q))}")
