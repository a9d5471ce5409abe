"""Draws by repetition and by counting moves, in games whose positions contain their history."""

from __future__ import annotations

import re
from functools import partial
from typing import Generic, NamedTuple

from pyrsistent import PMap, pmap
from returns.maybe import Maybe, Nothing, Some

from fpgames.rules.lifting import lift, of_position
from fpgames.rules.makers import made
from fpgames.rules.outcomes import IllegalMove, Outcome
from fpgames.rules.record import Draws, M, P, Rules, require_rules
from fpgames.validation import names_arguments

__all__ = ["History", "why_drawn", "with_draws"]


class History(NamedTuple, Generic[P]):
    """A position, and the part of its history on which draws depend.

    Args:
        position: the position of the game without draws.
        seen: how many times each position has occurred since the last irreversible move.
        counts: for each rule in ``Draws.limits``, the number of consecutive moves that it has counted until now.

    See also: :func:`with_draws`.
    """

    position: P
    seen: PMap[P, int]
    counts: tuple[int, ...]


def with_draws(rules: Rules[P, M]) -> Rules[History[P], M]:
    r"""Return the game with draws: by repetition of a position, or after too many moves without progress.

    ``withDraws :: Rules p m -> Rules (History p) m``

    The new game has the same name. Its positions contain a persistent map of the positions since the last irreversible
    move. So the same board with two histories is two positions. For a search, prefer the original game: ``jit`` can
    compile it, and the search can share equal positions.

    Args:
        rules: the rules of a game with ``draws``.

    Raises:
        ValueError: ``rules.draws`` is None.

    >>> from fpgames.games.checkers import rules
    >>> kings = with_draws(rules).read("B:WK1:BK32")
    >>> shuffle = ["32-28", "1-6", "28-32", "6-1"]
    >>> from functools import reduce
    >>> end = reduce(lambda p, text: with_draws(rules).play(p, rules.read_move(text)), shuffle * 2, kings)
    >>> with_draws(rules).outcome(end), end.counts
    (<Some: 0>, (8,))

    See also: :class:`fpgames.rules.record.Draws`; :func:`fpgames.play.playing.without_history`, which adapts bots.
    """
    return _with_draws(require_rules(rules, "with_draws"))


def _initial_history(draws: Draws[P], p: P) -> History[P]:
    return History(p, pmap({p: 1}), tuple(0 for _ in draws.limits))


def _is_drawn(draws: Draws[P], h: History[P]) -> bool:
    is_repeated = h.seen[h.position] >= draws.occurrences
    return is_repeated or any(count >= limit for count, (limit, _) in zip(h.counts, draws.limits, strict=True))


@names_arguments
def why_drawn(rules: Rules[P, M], h: History[P]) -> str:
    r"""Return the reason for a draw by repetition or by counting moves; return an empty text if there is no such draw.

    ``whyDrawn :: Rules p m -> History p -> String``

    Args:
        rules: the rules that were passed to :func:`with_draws`.
        h: a position with its history.

    >>> from fpgames.games.checkers import rules
    >>> h = with_draws(rules).read("B:WK1:BK32\ncounts: 80\nseen:")
    >>> why_drawn(rules, h)
    'by moves that change nothing'

    See also: :func:`with_draws`.
    """
    draws = _require_draws(rules)
    if rules.outcome(h.position) is not Nothing or not _is_drawn(draws, h):
        return ""
    return "by repetition" if h.seen[h.position] >= draws.occurrences else "by moves that change nothing"


@made("with_draws({})".format)
def _with_draws(rules: Rules[P, M]) -> Rules[History[P], M]:
    draws = _require_draws(rules)

    def moves(h: History[P]) -> tuple[M, ...]:
        return () if _is_drawn(draws, h) else rules.moves(h.position)

    def play(h: History[P], move: M) -> History[P]:
        if _is_drawn(draws, h):
            raise IllegalMove(move, ())
        p, q = h.position, rules.play(h.position, move)
        seen: PMap[P, int] = pmap() if draws.irreversible(p, q) else h.seen
        counts = (n + 1 if is_counted(p, q) else 0 for n, (_, is_counted) in zip(h.counts, draws.limits, strict=True))
        return History(q, seen.set(q, seen.get(q, 0) + 1), tuple(counts))

    def outcome(h: History[P]) -> Maybe[Outcome]:
        board_outcome = rules.outcome(h.position)
        return Some(Outcome.DRAW) if board_outcome is Nothing and _is_drawn(draws, h) else board_outcome

    def static(h: History[P]) -> float:
        return 0 if outcome(h) == Some(Outcome.DRAW) else rules.static(h.position)

    def show(h: History[P]) -> str:
        """Return the text of the position, followed by a line of move counts and a line of earlier positions."""
        before = h.seen.set(h.position, h.seen[h.position] - 1)
        seen = sorted(draws.show(p) for p, n in before.items() for _ in range(n))
        counts = " ".join(["counts:", *map(str, h.counts)])
        return "\n".join([rules.show(h.position), counts, " | ".join(["seen:", *seen])])

    def read(text: str) -> History[P]:
        """Read a position with its history; without the lines ``counts:`` and ``seen:``, it has no earlier positions."""
        lines = text.strip().split("\n")
        seen_line, *before = lines[-1].split(" | ")
        if len(lines) < 3 or not (lines[-2].startswith("counts:") and seen_line == "seen:"):
            return _initial_history(draws, rules.read(text))
        p, numbers = rules.read("\n".join(lines[:-2])), lines[-2].split()[1:]
        if len(numbers) != len(draws.limits) or not all(re.fullmatch("[0-9]{1,9}", n) for n in numbers):
            raise ValueError(f"expected counts: and {len(draws.limits)} numbers; got {lines[-2]!r:.80}")
        seen = pmap({p: 1})
        for part in before:
            q = rules.read(part)
            seen = seen.set(q, seen.get(q, 0) + 1)
        return History(p, seen, tuple(map(int, numbers)))

    return lift(
        rules,
        _initial_history(draws, rules.start),
        moves=moves,
        play=play,
        outcome=outcome,
        static=static,
        score=partial(of_position, rules.score),
        show=show,
        read=read,
    )


def _require_draws(rules: Rules[P, M]) -> Draws[P]:
    """Return ``rules.draws``; raise ValueError if it is None."""
    if rules.draws is None:
        raise ValueError(f"{rules.name} has no draws by repetition or by counting moves: its Rules.draws is None")
    return rules.draws
