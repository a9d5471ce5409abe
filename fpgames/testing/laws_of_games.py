"""Laws of games."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial, reduce
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing
from toolz import unique

from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.pipelines import jit
from fpgames.loops import replicate_m
from fpgames.play.playing import playout
from fpgames.rand import split_off
from fpgames.rng import SplitMix
from fpgames.rules import AnyRules, Counts, IllegalMove, Outcome, Player, Rules, value_of_outcome
from fpgames.search.counting import perft
from fpgames.testing.counterexamples import ALONG, AnyLine, broken, prefixes, shortest, where
from fpgames.testing.game_strategies import (
    LONGEST,
    drawn_line,
    known_moves,
    require_playable,
    start_of,
    typical,
    usual_length,
)
from fpgames.testing.suite import Broken, Law, Suite, check
from fpgames.tree.building import build_tree

__all__ = ["check_game", "game_laws"]

M = TypeVar("M")
P = TypeVar("P")


class GameSubject(NamedTuple):
    """The subject of the laws of a game.

    Args:
        rules: the rules.
        longest: moves after which every game must have ended.
        known: moves to try where they are not legal.
        usual: the length of a usual game.
        budget: about how many positions each law is checked at.
    """

    rules: AnyRules
    longest: int
    known: tuple[Any, ...]
    usual: int
    budget: int

    def tried(self, line: AnyLine) -> tuple[Any, ...]:
        """Return the moves to try at the end of a line: all that are known, or some, others after other numbers of moves."""
        at = len(line.moves) * _TRIED % max(1, len(self.known))
        return self.known if len(self.known) <= _TRIED else (self.known[at:] + self.known[:at])[:_TRIED]


_TRIED = 32  # moves tried at a position
_FEWEST = 10  # lines of play that a law is checked on, however long they are
BUDGET = 3000


def most(game: GameSubject) -> int:
    """Return the most lines of play that a law is checked on."""
    return max(_FEWEST, game.budget // min(3 * ALONG, game.usual + 1))


def reached(game: GameSubject) -> st.SearchStrategy[AnyLine]:
    """Draw lines of play up to the first error that the rules raise; the law of ``play`` reports that error."""
    return drawn_line(game.rules, game.longest, game.usual, as_far_as_it_goes=True)


GAME: Suite[GameSubject] = Suite(prefixes, where, shortest, most)


@GAME.law(line=reached)
def moves_are_empty_exactly_at_the_end(game: GameSubject, line: AnyLine) -> None:
    """``null (moves p) = isJust (outcome p)``."""
    moves, outcome = game.rules.moves(line.end), game.rules.outcome(line.end)
    if (not moves) == (outcome is Nothing):
        raise broken(line, f"the moves are {moves!r} and the outcome is {outcome}")


@GAME.law(line=reached)
def player_and_outcome_are_of_their_types(game: GameSubject, line: AnyLine) -> None:
    """``player :: P -> Player``, ``outcome :: P -> Maybe Outcome``."""
    player, outcome = game.rules.player(line.end), game.rules.outcome(line.end)
    if not isinstance(player, Player):
        raise broken(line, f"player returns {player!r}, which is not a Player")
    if not isinstance(outcome, Maybe) or not isinstance(outcome.value_or(Outcome.DRAW), Outcome):
        raise broken(line, f"outcome returns {outcome!r}, which is not a Maybe of an Outcome")


@GAME.law(line=reached)
def moves_are_listed_once(game: GameSubject, line: AnyLine) -> None:
    """``nub (moves p) = moves p``, and the moves are a tuple."""
    moves = game.rules.moves(line.end)
    if not isinstance(moves, tuple):
        raise broken(line, f"the moves are {moves!r}, which is not a tuple")
    if len(set(moves)) < len(moves):
        raise broken(line, f"the moves are {moves!r}, some of them listed twice")


@GAME.law(line=reached)
def play_accepts_every_move(game: GameSubject, line: AnyLine) -> None:
    """``all (isRight . try_play p) (moves p)``."""
    for move in game.rules.moves(line.end):
        try:
            game.rules.play(line.end, move)
        except Exception as error:
            said = f"{move!r} is among the moves {game.rules.moves(line.end)!r}, but play raised {_error(error)}"
            raise broken(line, said) from error


@GAME.law(line=reached)
def play_refuses_anything_else(game: GameSubject, line: AnyLine) -> None:
    """``m `notElem` moves p ==> try_play p m = Left (IllegalMove m (moves p))``."""
    moves = game.rules.moves(line.end)
    for move in game.tried(line):
        if move in moves:
            continue
        try:
            after = game.rules.play(line.end, move)
        except IllegalMove as error:
            if (error.move, error.legal) != (move, moves):
                said = f"play refused {move!r} as IllegalMove({error.move!r}, {error.legal!r}); the moves are {moves!r}"
                raise broken(line, said) from error
        except Exception as error:
            said = f"{move!r} is not among the moves {moves!r}, but play raised {_error(error)}, not IllegalMove"
            raise broken(line, said) from error
        else:
            said = f"{move!r} is not among the moves {moves!r}, but play accepted it and returned {after!r}"
            raise broken(line, said)


@GAME.law(when=lambda game: game.rules.alternates, line=reached)
def players_alternate(game: GameSubject, line: AnyLine) -> None:
    """``player (play p m) = opponent (player p)``."""
    player = game.rules.player(line.end)
    for move in game.rules.moves(line.end):
        after = game.rules.player(game.rules.play(line.end, move))
        if after is not player.opponent:
            raise broken(line, f"{player!r} plays {move!r}, and then it is the turn of {after!r}")


@GAME.law(line=reached)
def play_leaves_its_argument_as_it_was(game: GameSubject, line: AnyLine) -> None:
    """``play p m`` does not change ``p``."""
    rules, p = game.rules, line.end
    before = _seen(rules, p)
    for move in (*rules.moves(p), *game.tried(line)):
        with suppress(Exception):  # another law reports it
            rules.play(p, move)
    after = _seen(rules, p)
    for what, was in before.items():
        if after[what] != was:
            raise broken(line, f"its {what} was {was!r}, and is {after[what]!r} after moves were played from it")


@GAME.law(line=reached)
def equal_positions_behave_alike(game: GameSubject, line: AnyLine) -> None:
    """``p = q ==> f p = f q`` for every function of the rules; ``q`` is ``p``, or ``p`` read back from its text."""
    rules, p = game.rules, line.end
    once, again, copy = _seen(rules, p), _seen(rules, p), _seen(rules, rules.read(rules.show(p)))
    for what, was in once.items():
        for other in (again, copy):
            if other[what] != was:
                raise broken(line, f"its {what} is {was!r}, but called again or for an equal position, {other[what]!r}")


@GAME.law(line=reached)
def different_positions_are_not_equal(game: GameSubject, line: AnyLine) -> None:
    """``(show p == show q) = (p == q)``, for the positions of a line and some of their successors."""
    rules, p = game.rules, line.end
    shown = rules.show(p)
    for other in (*line.positions[:-1], *rules.successors(p), *rules.successors(line.positions[len(line.moves) // 2])):
        if (rules.show(other) != shown) == (other == p):
            raise broken(
                line,
                f"{p!r} and {other!r} are {'equal, but shown differently' if other == p else 'shown alike, but not equal'}",
            )


@GAME.law(line=reached)
def equal_play_gives_equal_positions(game: GameSubject, line: AnyLine) -> None:
    """``foldl play start ms = foldl play start ms`` by ``==``, and the hashes are equal too."""
    if not line.moves:
        return
    once, again = (reduce(game.rules.play, line.moves, start_of(game.rules)) for _ in range(2))
    if once != again:
        said = f"the same moves lead to {once!r} and to {again!r}, which are not equal by =="
        raise broken(line, said)
    if hash(once) != hash(again):
        raise broken(line, f"{once!r} and {again!r} are equal, but their hashes are not")


@GAME.law(line=reached)
def text_is_read_back(game: GameSubject, line: AnyLine) -> None:
    """``read (show p) = p``, ``read_move (show_move m) = m``, ``read_move_in p (show_move_in p m) = m``; moves are words."""
    rules, p = game.rules, line.end
    text = rules.show(p)
    read = rules.read(text)
    if read != p:
        raise broken(line, f"{p!r} is shown as\n{text}\nwhich is read as {read!r}")
    for move in rules.moves(p):
        word, here = rules.show_move(move), rules.show_move_in(p, move)
        for shown, read_back in (
            (word, rules.read_move), (word, partial(rules.read_move_in, p)), (here, partial(rules.read_move_in, p))
        ):  # fmt: skip
            if shown.split() != [shown]:
                raise broken(line, f"the move {move!r} is shown as {shown!r}, which is not one word")
            if read_back(shown) != move:
                raise broken(line, f"the move {move!r} is shown as {shown!r}, which is read as {read_back(shown)!r}")


@GAME.law()
def every_game_ends(game: GameSubject) -> None:
    """``any (null . moves) (take (longest + 1) (iterate step start))``, for twenty random games."""
    for seed in range(20):
        line = typical(game.rules, seed, game.longest)
        if len(line.moves) >= game.longest and game.rules.moves(line.end):
            begun = " ".join(map(str, line.moves[:10]))
            raise Broken(f"after {game.longest} moves, {begun} and so on, the game is not over")


@GAME.law(line=reached)
def successors_are_the_plays_of_the_moves(game: GameSubject, line: AnyLine) -> None:
    """``successors p = map (play p) (moves p)``."""
    rules, p = game.rules, line.end
    found, expected = list(rules.successors(p)), [rules.play(p, move) for move in rules.moves(p)]
    if found != expected:
        raise broken(line, f"the successors are {found!r}; the plays of the moves are {expected!r}")


@GAME.law(line=reached)
def static_is_the_outcome_at_the_end_and_between_before(game: GameSubject, line: AnyLine) -> None:
    """``static p = value (outcome p)`` when the game is over, and ``-1 < static p < 1`` before."""
    value, outcome = game.rules.static(line.end), game.rules.outcome(line.end)
    if not (-1 < value < 1 if outcome is Nothing else value == outcome.unwrap()):
        raise broken(line, f"the outcome is {outcome}, and the static value is {value!r}")


@GAME.law(when=lambda game: game.rules.score is not None, line=reached)
def the_score_has_the_sign_of_the_outcome(game: GameSubject, line: AnyLine) -> None:
    """``signum (score p) = value (outcome p)``, which is 0 while the game runs."""
    score = game.rules.score
    found, expected = 0 if score is None else score(line.end), value_of_outcome(game.rules)(line.end)
    if (found > 0) - (found < 0) != expected:
        raise broken(line, f"the outcome is {game.rules.outcome(line.end)}, and the score is {found!r}")


@GAME.law(when=lambda game: game.rules.score is not None and find_spec("numba") is not None, line=reached)
def compiled_functions_do_the_same(game: GameSubject, line: AnyLine) -> None:
    """``jit f = f`` for a tree of the game, and compiled playouts are those one by one; if the game can be compiled."""
    from fpgames.compiled.playouts import play_out  # needs numba

    rules, p = game.rules, line.end
    gen, n = SplitMix.from_seed(len(line.moves)), 3 if game.usual < ALONG else 1
    lines = build_tree(rules) | perft(2)
    try:
        counts, compiled = play_out(rules, p, gen, n), jit(lines)(p)
    except (CannotCompile, OverflowError):
        return
    ends = replicate_m(n, split_off().map(playout(rules, p).eval)).eval(gen)
    expected = Counts(*map(ends.count, Outcome))
    if counts != expected:
        raise broken(line, f"with {gen!r}, {n} random games give {expected}, but in compiled code {counts}")
    if compiled != lines(p):
        raise broken(line, f"there are {lines(p)} lines of two moves, but in compiled code {compiled}")


@GAME.law(when=lambda game: bool(game.rules.symmetries), line=reached)
def symmetries_map_moves_and_outcomes(game: GameSubject, line: AnyLine) -> None:
    """``play (s p) (s m) = s (play p m)``; ``moves . s = map s . moves`` in some order; ``outcome . s = outcome``."""
    rules, p = game.rules, line.end
    for n, symmetry in enumerate(rules.symmetries):
        image = symmetry.position(p)
        moves = {move: symmetry.move(move) for move in rules.moves(p)}
        if set(moves.values()) != set(rules.moves(image)) or len(rules.moves(image)) != len(moves):
            raise broken(line, f"symmetry {n} maps moves as {moves!r}; the image has {rules.moves(image)!r}")
        if (rules.outcome(image), rules.player(image)) != (rules.outcome(p), rules.player(p)):
            said = f"{rules.outcome(p)}, {rules.player(p)!r} to move; {rules.outcome(image)}, {rules.player(image)!r}"
            raise broken(line, f"symmetry {n}: the position and its image have different outcomes or players: {said}")
        for move, to in moves.items():
            if rules.play(image, to) != symmetry.position(rules.play(p, move)):
                raise broken(line, f"symmetry {n} maps {move!r} to {to!r}, but not the positions that they lead to")


@GAME.law(when=lambda game: bool(game.rules.symmetries), line=reached)
def symmetries_are_a_group(game: GameSubject, line: AnyLine) -> None:
    """Two symmetries compose to a symmetry or to the identity: ``s . t `elem` (id : symmetries)``."""
    rules, p = game.rules, line.end
    images = [p, *(symmetry.position(p) for symmetry in rules.symmetries)]
    for n, first in enumerate(rules.symmetries):
        for m, second in enumerate(rules.symmetries):
            both = second.position(first.position(p))
            if both not in images:
                raise broken(line, f"symmetries {n} and {m} together lead to {both!r}, and no single symmetry does")


def _seen(rules: Rules[P, M], p: P) -> dict[str, Any]:
    return {
        "text": rules.show(p), "moves": rules.moves(p), "player": rules.player(p), "outcome": rules.outcome(p),
        "static value": rules.static(p), "successors": list(rules.successors(p)), "hash": hash(p),
    }  # fmt: skip


def _error(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def game_laws(
    rules: Rules[P, M], *, longest: int = LONGEST, refused: Iterable[M] = (), budget: int = BUDGET
) -> list[Law]:
    """Return the laws of a game, each of which can be run alone: ``gameLaws :: Rules p m -> [Law]``.

    Args:
        rules: the game.
        longest: moves after which every game must have ended.
        refused: more moves that ``play`` must refuse where they are not legal. The kit tries the moves of some random
            games anyway, and their neighbours if they are whole numbers or tuples of them.
        budget: about how many positions each law is checked at, which bounds the time that a game with long lines takes.

    Raises:
        ValueError: the start is not hashable or has no moves, or ``moves`` raises an error there.

    >>> from fpgames.games.tictactoe import rules
    >>> game_laws(rules)[0]
    moves_are_empty_exactly_at_the_end

    See also: :func:`check_game`, which runs them all; :func:`fpgames.testing.as_tests`, which gives them to pytest.
    """
    require_playable(rules)
    known = tuple(unique((*refused, *known_moves(rules))))
    return GAME.laws(GameSubject(rules, longest, known, usual_length(rules), budget), rules.name)


def check_game(rules: Rules[P, M], *, longest: int = LONGEST, refused: Iterable[M] = (), budget: int = BUDGET) -> None:
    """Run every law of a game: ``checkGame :: Rules p m -> IO ()``.

    Args:
        rules: the game.
        longest: moves after which every game must have ended.
        refused: more moves that ``play`` must refuse where they are not legal, as for :func:`game_laws`.
        budget: about how many positions each law is checked at, as for :func:`game_laws`.

    Raises:
        ValueError: the game cannot be played from its start.
        LawsBroken: some laws do not hold; the message shows each with a line of play that breaks it, a shortest one if
            it is found among fifty thousand positions.

    >>> from fpgames.games.tictactoe import rules
    >>> check_game(rules)

    See also: :func:`fpgames.testing.check_same_game`.
    """
    laws = game_laws(rules, longest=longest, refused=refused, budget=budget)
    check(rules.name, laws)
