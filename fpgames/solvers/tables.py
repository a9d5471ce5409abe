"""Tables of solved positions as text: what ``solve_backwards`` found is written to a file, and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from reprlib import repr as brief

from pyrsistent import PMap, pmap

from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import M, P, Rules, final_outcome, require_rules, whose_turn
from fpgames.search.retrograde import Solved
from fpgames.stage import stage
from fpgames.validation import names_arguments

__all__ = ["read_table", "table_value", "write_table"]


@names_arguments
def write_table(rules: Rules[P, M], table: Mapping[P, Solved]) -> str:
    r"""Return a table of solved positions as text: ``writeTable :: Rules p m -> Map p Solved -> String``.

    The first line names the game, and has a checksum of the other lines. Each of these is a position and its value, as
    JSON: the text by ``rules.show``, the outcome for the first player, and the number of moves to the end.

    Args:
        rules: the rules of the game.
        table: the results that :func:`~fpgames.search.retrograde.solve_backwards` returned.

    Raises:
        ValueError: ``rules.read`` does not read the text of a position back.

    >>> from fpgames.games import nim
    >>> from fpgames.search import solve_backwards
    >>> rules = nim.heaps(1)
    >>> print(write_table(rules, solve_backwards(rules, [rules.start])))  # doctest: +ELLIPSIS
    nim:1 solved backwards, sha256 ...
    ["0, first has won", 1, 0]
    ["1, first to move", 1, 1]

    See also: :func:`read_table`.
    """
    require_rules(rules, "write_table")
    for p in table:
        if rules.read(rules.show(p)) != p:
            raise ValueError(
                f"{rules.name}: read(show(p)) is not p, but {brief(rules.read(rules.show(p)))}, for {brief(p)}"
            )
    lines = "\n".join(sorted(json.dumps([rules.show(p), *solved]) for p, solved in table.items()))
    return f"{_first_line(rules, lines)}\n{lines}"


@names_arguments
def read_table(rules: Rules[P, M], text: str) -> PMap[P, Solved]:
    r"""Return the table of a text by :func:`write_table`: ``readTable rules . writeTable rules = id``.

    Args:
        rules: the rules of the game.
        text: the text.

    Raises:
        ValueError: the text is of another game, or has changed; or a value does not follow from the values of the next
            positions, because the rules have changed. So every value that is read is right.

    >>> from fpgames.games import nim
    >>> from fpgames.search import solve_backwards
    >>> rules = nim.heaps(1, 2)
    >>> table = solve_backwards(rules, [rules.start])
    >>> read_table(rules, write_table(rules, table)) == table
    True

    See also: :func:`write_table`; :func:`table_value`.
    """
    require_rules(rules, "read_table")
    line, _, lines = text.rstrip().partition("\n")
    if line != (expected := _first_line(rules, lines)):
        raise ValueError(
            f"the first line is {line!r:.120}; for the lines below it, it would be {expected!r}: the table is of another"
            " game, or has changed; write it again, by write_table or fpgames solve --table"
        )
    rows = (json.loads(row, parse_float=int, parse_constant=int) for row in lines.splitlines())  # refuses Infinity
    table = {rules.read(shown): Solved(Outcome(outcome), depth) for shown, outcome, depth in rows}
    for p, solved in table.items():
        if solved != (expected_value := _solve_from_successors(rules, table, p)):
            raise ValueError(
                f"{brief(p)} has the value {solved}, but {expected_value} follows from the next positions: the rules are"
                " not those that were solved; solve the game again"
            )
    return pmap(table)


def _solve_from_successors(rules: Rules[P, M], table: Mapping[P, Solved], p: P) -> Solved | None:
    """Return the value that follows from the values of the next positions; None if the table lacks one of them."""
    after = [table.get(q) for q in rules.successors(p)]
    if not after:
        outcome = final_outcome(rules, p)
        return Solved(outcome, 0 if outcome else None)
    known = [solved for solved in after if solved is not None]
    if len(known) < len(after):
        return None
    outcome, depth = (max if whose_turn(rules, p) is Player.FIRST else min)(known, key=_value)
    return Solved(outcome, None if depth is None else depth + 1)


def _value(solved: Solved) -> float:
    return solved.outcome / (1 + (solved.depth or 0))


def _first_line(rules: Rules[P, M], lines: str) -> str:
    return f"{rules.name} solved backwards, sha256 {sha256(lines.encode()).hexdigest()}"


@stage()
def table_value(p: P, table: Mapping[P, Solved]) -> float:
    r"""Evaluate a position by a table of solved positions: 1 / (1 + n) if the first player wins in n moves, 0 for a draw.

    ``tableValue table p = outcome / (1 + depth)  where  Solved outcome depth = table ! p``

    A bot that looks one move ahead by this value plays perfectly: it hurries to win, and delays a loss.

    Args:
        table: the results that :func:`~fpgames.search.retrograde.solve_backwards` returned.

    Raises:
        ValueError: the table lacks the position.

    >>> from fpgames import SplitMix, bot_from
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import solve_backwards
    >>> value = table_value(solve_backwards(rules, [rules.start]))
    >>> value(rules.read("XX.\nOO.\n..."))
    0.5
    >>> bot_from(rules, value)(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.play.bots.bot_from`.
    """
    if p not in table:
        raise ValueError(
            f"the table has no position {brief(p)}; it has those that follow from the positions solved for it"
        )
    return _value(table[p])
