"""The laws of a game, as a list and in one call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar, Unpack

from returns.maybe import Nothing, Some

from fpgames.rules import IllegalMove, Outcome, Player, Rules, unreadable
from fpgames.testing.law import Broken, Law, Options, named
from fpgames.testing.laws import moves as of_moves
from fpgames.testing.laws import positions as of_positions
from fpgames.testing.laws import values as of_values
from fpgames.testing.laws.subject import DEPTH, GAME, GameSubject, reached
from fpgames.testing.running.checks import bound, checked, require_a, require_each, require_table
from fpgames.testing.strategies.games import require_playable
from fpgames.testing.strategies.lines import BUDGET, LONGEST, Line
from fpgames.validation import require_at_least

__all__ = ["check_game", "game_laws", "play_laws"]

M = TypeVar("M")
P = TypeVar("P")

PLAY = {
    "moves_are_listed_once", "play_accepts_every_move",
    "play_refuses_anything_else", "play_leaves_its_argument_as_it_was", "equal_positions_behave_alike",
    "copies_behave_alike", "the_way_to_a_position_does_not_matter", "equal_play_gives_equal_positions",
    "a_second_process_does_the_same", "threads_do_the_same",
}  # fmt: skip
MODULES = of_moves, of_positions, of_values  # each adds its laws to ``GAME`` when it is imported


def game_laws(
    rules: Rules[P, M],
    *,
    longest: int = LONGEST,
    depth: int | None = None,
    refused: Iterable[M] = (),
    budget: int = BUDGET,
    perft: Mapping[int, int] | None = None,
    bounded: bool = True,
    also: Iterable[Callable[[Rules[P, M], Line[P, M]], None]] = (),
    **how: Unpack[Options],
) -> list[Law]:
    """Return the laws of a game: ``gameLaws :: Rules p m -> [Law]``.

    Each law is looked at on the positions nearest the start, then on the positions of lines of play that are drawn in
    several ways.

    Args:
        rules: the game.
        longest: moves after which every game must have ended.
        depth: moves after which the lines drawn are cut off; by default 250, or ``longest`` if that is less.
        refused: more moves that ``play`` must refuse where they are not legal. The kit tries the moves of some random
            games anyway, and their neighbours if they are whole numbers or tuples of them.
        budget: about how many of the positions nearest the start each law is looked at on; besides, a quarter as many near
            the ends of games, and lines with a third as many that are drawn. A position with more than three moves counts as several.
        perft: the number of lines of play of some lengths, which the game must have.
        bounded: whether static values are between -1 and 1. If not, only their sign at the end of a game counts.
        also: laws of your own: functions of the rules and a :class:`Line` of play that raise an AssertionError if the
            law does not hold at the end of the line, and return nothing. The docstring is the equation.
        how: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        TypeError: the first argument is not the rules of a game, a law of your own is no function, or an argument is of
            another type.
        ValueError: the game cannot be played from its start, or an option is not as described.

    >>> from fpgames.games.nim import rules
    >>> game_laws(rules)[0]
    moves_are_listed_once
    >>> check_game(rules)

    See also: :func:`check_game`, which runs them all; :func:`fpgames.testing.as_tests`, which gives them to pytest.
    """
    require_playable(rules, "game_laws")
    for number, what in ((longest, "longest"), (1 if depth is None else depth, "depth"), (budget, "budget")):
        require_at_least(1, number, f"look at a game with {what}={{}}")
    require_table({} if perft is None else perft)
    suite, names = GAME, dict[str, object](rules=rules)
    for law in require_each(also, "also", "laws of your own"):
        if not callable(law):
            raise TypeError(f"also has laws of your own, functions of the rules and a line; got {law!r}")
        suite = suite.extended()
        statement = _of_rules(law)
        names[statement.__name__] = law
        suite.law(see=f"{statement.__name__}(rules, line)", line=reached)(statement)
    depth = min(longest, DEPTH) if depth is None else depth
    subject = GameSubject(rules, names, _hashable(refused), budget, longest, depth, perft or {}, bounded)
    return suite.laws(subject, rules.name, **how)


def _hashable(moves: Iterable[M]) -> tuple[M, ...]:
    """Return moves to try; raise TypeError unless they are hashable."""
    found = require_each(moves, "refused", "moves")
    for move in found:
        if not isinstance(move, Hashable):
            raise TypeError(f"moves are hashable; got {move!r}")
    return found


def _of_rules(law: Callable[[Rules[P, M], Line[P, M]], None]) -> Callable[..., None]:
    """Return a law of the rules and a line as a statement of a subject."""

    def statement(game: GameSubject, line: Line[P, M]) -> None:
        statement_of: Callable[..., object] = law
        if (found := statement_of(game.rules, line)) is not None:
            raise Broken(f"it returns {found!r}; a law returns None, and raises an AssertionError where it is broken")

    statement.__name__, statement.__doc__ = named(law).rpartition(".")[2], law.__doc__
    return statement


def play_laws(
    start: P,
    moves: Callable[[P], Iterable[M]],
    play: Callable[[P, M], P],
    *,
    refused: Iterable[M] = (),
    budget: int = BUDGET,
    **how: Unpack[Options],
) -> list[Law]:
    """Return the laws of a function that plays moves: ``playLaws :: p -> (p -> [m]) -> (p -> m -> p) -> [Law]``.

    These are the laws of games that need no players, outcomes and texts. The moves may be any collection, and any error
    of ``play`` refuses a move that is not one of them.

    Args:
        start: the position to play from.
        moves: a function from a position to its moves; none end a line of play.
        play: a function from a position and a move to the next position.
        refused: more moves that ``play`` must refuse.
        budget: about how many positions each law is looked at on.
        how: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        TypeError: ``moves`` or ``play`` is not a function, or a move is not hashable.
        ValueError: no move can be played from the start, or an option is not as described.

    >>> from fpgames.testing import check
    >>> def take(stones, n):
    ...     if n not in (1, 2, 3) or n > stones:
    ...         raise ValueError(f"cannot take {n} of {stones} stones")
    ...     return stones - n
    ...
    >>> laws = play_laws(21, lambda stones: range(1, min(3, stones) + 1), take, without=["a_second_process_does_the_same"])
    >>> check("take", laws)

    See also: :func:`game_laws`, for a whole game.
    """
    for name, function in (("moves", moves), ("play", play)):
        require_a(Callable, function, name, "a function of a position")

    def listed(p: P) -> tuple[M, ...]:
        return tuple(moves(p))

    def played(p: P, move: M) -> P:
        try:
            return play(p, move)
        except Exception as error:
            if move in (legal := listed(p)):
                raise
            raise IllegalMove(move, legal) from error

    rules: Rules[P, M] = Rules(
        name=named(play), start=start, moves=listed, play=played, player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing if listed(p) else Some(Outcome.DRAW), show=lambda p: "", read=unreadable,
        show_move=repr, read_move=unreadable,
    )  # fmt: skip
    require_at_least(1, budget, "look at a game with budget={}")
    names = {"moves": moves, "play": play, "start": start}
    require_playable(rules, "play_laws")
    laws = GAME.laws(GameSubject(rules, names, _hashable(refused), budget), rules.name)
    return bound((law for law in laws if law.name in PLAY), how)


check_game = checked(game_laws)
"""Run every law of a game: ``checkGame = check . gameLaws``."""
