"""The laws of a game, as a list and in one call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar, Unpack

from fpgames.rules.record import Rules, require_rules
from fpgames.testing import laws_of_moves, laws_of_positions, laws_of_values
from fpgames.testing.game_strategies import require_playable
from fpgames.testing.game_subject import GAME, GameSubject, reached
from fpgames.testing.laws import Law, named
from fpgames.testing.lines_of_play import LONGEST, Line, broken
from fpgames.testing.nearest import BUDGET
from fpgames.testing.running import Options, check, options_of, require_each, require_table
from fpgames.testing.second_process import frozen
from fpgames.validation import require_at_least

__all__ = ["check_game", "game_laws"]

M = TypeVar("M")
P = TypeVar("P")

DEPTH = 250  # moves of a line that is drawn
MODULES = laws_of_moves, laws_of_positions, laws_of_values  # each adds its laws to ``GAME`` when it is imported


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
) -> list[Law]:
    """Return the laws of a game, each of which can be run alone: ``gameLaws :: Rules p m -> [Law]``.

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

    Raises:
        TypeError: the first argument is not the rules of a game, a law of your own is no function, or an argument is of
            another type.
        ValueError: a number is too small.

    >>> from fpgames.games.tictactoe import rules
    >>> game_laws(rules)[1]
    moves_are_empty_exactly_at_the_end

    See also: :func:`check_game`, which runs them all; :func:`fpgames.testing.as_tests`, which gives them to pytest.
    """
    require_rules(rules, "game_laws")
    for number, what in ((longest, "longest"), (1 if depth is None else depth, "depth"), (budget, "budget")):
        require_at_least(1, number, f"look at a game with {what}={{}}")
    require_table({} if perft is None else perft)
    moves = require_each(refused, "refused", "moves")
    for move in moves:
        if not isinstance(move, Hashable):
            raise TypeError(f"moves are hashable; got {move!r}")
    suite = GAME
    for law in require_each(also, "also", "laws of your own"):
        if not callable(law):
            raise TypeError(f"also has laws of your own, functions of the rules and a line; got {law!r}")
        suite = suite.extended()
        suite.law(line=reached)(_of_rules(law))
    subject = GameSubject(
        rules,
        longest,
        min(longest, DEPTH) if depth is None else depth,
        moves,
        budget,
        perft or {},
        bounded,
        frozen(rules),
    )
    return suite.laws(subject, rules.name)


def _of_rules(law: Callable[[Rules[P, M], Line[P, M]], None]) -> Callable[..., None]:
    """Return a law of the rules and a line as a statement of a subject."""

    def statement(game: GameSubject, line: Line[P, M]) -> None:
        statement_of: Callable[..., object] = law
        found = statement_of(game.rules, line)
        if found is not None:
            raise broken(
                line, f"it returns {found!r}; a law returns None, and raises an AssertionError where it is broken"
            )

    statement.__name__, statement.__doc__ = named(law).rpartition(".")[2], law.__doc__
    return statement


def check_game(
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
) -> None:
    """Run every law of a game: ``checkGame :: Rules p m -> IO ()``.

    Args:
        rules: the game.
        longest: moves after which every game must have ended.
        depth: moves after which the lines drawn are cut off; by default 250, or ``longest`` if that is less.
        refused: more moves that ``play`` must refuse where they are not legal, as for :func:`game_laws`.
        budget: about how many positions each law is looked at on, as for :func:`game_laws`.
        perft: the number of lines of play of some lengths, which the game must have.
        bounded: whether static values are between -1 and 1.
        also: laws of your own, as for :func:`game_laws`.
        how: ``laws``, ``without``, ``examples``, ``seconds``, ``seed``, ``progress``: see :class:`fpgames.testing.Options`.

    Raises:
        TypeError: the first argument is not the rules of a game, or an argument is of another type.
        ValueError: the game cannot be played from its start, or an option is not as described.
        LawsBroken: some laws do not hold; the message shows each with a line of play that breaks it, a shortest one if
            it is found in time.

    >>> from fpgames.games.nim import rules
    >>> check_game(rules)

    See also: :func:`fpgames.testing.check_same_game`.
    """
    require_rules(rules, "check_game")
    require_playable(rules)
    laws = game_laws(
        rules, longest=longest, depth=depth, refused=refused, budget=budget, perft=perft, bounded=bounded, also=also
    )
    check(rules.name, **options_of("check_game", laws, how))
