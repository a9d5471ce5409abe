"""Games of draughts in PDN, the text in which they are published.

Source: PDN 3.0 (github.com/wiegerw/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from textwrap import wrap
from typing import Any, NamedTuple

from returns.maybe import Maybe, Nothing, Some
from toolz import partition_all

from fpgames.games.draughts.bit_operations import Draughts
from fpgames.games.draughts.moves import Move
from fpgames.games.draughts.text import show_fen
from fpgames.games.draughts.variant import Variant
from fpgames.rules.closures import Closure
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import Rules
from fpgames.validation import names_arguments

__all__ = ["Pdn", "read_pdn", "read_pdns", "show_pdn"]


class Pdn(NamedTuple):
    """A game in PDN.

    Args:
        tags: what is said about the game, such as ``White``, ``Black`` and ``Event``.
        start: the position in which it begins.
        moves: the moves.
        outcome: its result, ``Nothing`` if it is unknown; it need not be that of the last position.

    See also: :func:`read_pdn`, :func:`show_pdn`.
    """

    tags: tuple[tuple[str, str], ...]
    start: Draughts
    moves: tuple[Move, ...]
    outcome: Maybe[Outcome]


# Results for white, for a draw, and for black; the international game also counts points.
_RESULTS = (("1-0", "2-0"), ("1/2-1/2", "1-1"), ("0-1", "0-2"))
_UNKNOWN = ("*", "?", "0-0", "")
_OURS = ("Result", "GameType", "FEN", "SetUp")  # tags that follow from the game

_TOKEN = re.compile(
    r"""\[\s*(?P<tag>\w+)\s+"(?P<said>(?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|\$\d+|[!?]+|(?P<bracket>[()])"""
    r"|(?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?![\w-])|\d+\.|\.\.+"
    r"|(?P<move>\d+(?:[-x:]\d+)+(?:\(\d+(?:,\d+)*\))?)|(?P<wrong>[^\s\ufeff])",
    re.ASCII,
)


def _variant(rules: Rules[Draughts, Move]) -> Variant:
    made: object = rules.moves
    if isinstance(made, Closure) and isinstance(made.description, Variant):
        return made.description
    raise ValueError(f"{rules!r} is not a game of the family of draughts, as rules_of returns it")


@names_arguments
def read_pdn(rules: Rules[Draughts, Move], text: str) -> Pdn:
    r"""Return the game of a PDN text, with every move checked; comments and variations are left out.

    ``moves (readPdn rules (showPdn rules ms)) = ms``

    Args:
        rules: the rules of a game of the family, such as ``checkers``.
        text: one game in PDN.

    Raises:
        ValueError: it is not a game in PDN, it is one of other rules, it has two results or two tags of one name, or a
            move is not legal.

    >>> from fpgames.games.checkers import rules
    >>> game = read_pdn(rules, '[White "B"] [Black "A"] 1. 11-15 {old} 23-19 2. 8-11 22-17 3. 11-16 *')
    >>> len(game.moves), game.tags
    (5, (('White', 'B'), ('Black', 'A')))

    See also: :func:`read_pdns`, for several games; :func:`show_pdn`.
    """
    variant = _variant(rules)
    tags: dict[str, str] = {}
    words: list[str] = []
    results: list[str] = []
    for token in _main_line(text):
        if token["wrong"] or (results and token.lastgroup in ("said", "move", "result")):
            raise ValueError(
                f"{text[token.start() : token.start() + 20]!r} is not expected in a game in PDN here; read_pdns reads games"
                " that follow one another"
            )
        if token["tag"] in tags:
            raise ValueError(f"there are two tags {token['tag']!r:.40}; read_pdns reads games that follow one another")
        if token["tag"]:
            tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["said"])
        elif token["result"]:
            results.append(token["result"])
        elif token["move"]:
            words.append(token["move"])
    game_type = tags.get("GameType", str(variant.game_type)).split(",")[0]
    if game_type != str(variant.game_type):
        raise ValueError(f"the game is of GameType {game_type!r:.20}; {rules.name} is {variant.game_type}")
    p = start = rules.read(tags["FEN"]) if "FEN" in tags else rules.start
    moves: list[Move] = []
    for number, word in enumerate(words, 1):
        try:
            move = rules.read_move_in(p, word)
            p = rules.play(p, move)
        except ValueError as error:
            raise ValueError(f"move {number}, {word!r:.40}: {error}") from None
        moves.append(move)
    return Pdn(tuple(tags.items()), start, tuple(moves), _outcome_of(variant, *results, tags.get("Result", "*")))


@names_arguments
def read_pdns(rules: Rules[Draughts, Move], text: str) -> tuple[Pdn, ...]:
    r"""Return the games of a PDN text one after the other: ``readPdns rules (unlines games) = map (readPdn rules) games``.

    A game begins with a tag after moves, and with a tag or a move after a result.

    Args:
        rules: the rules of a game of the family, such as ``checkers``.
        text: any number of games in PDN.

    Raises:
        ValueError: a game is wrong, as for :func:`read_pdn`; the error says which.

    >>> from fpgames.games.checkers import rules
    >>> [len(game.moves) for game in read_pdns(rules, '1. 11-15 23-19 * [White "A"] 1. 11-16 1/2-1/2')]
    [2, 1]

    See also: :func:`read_pdn`.
    """
    starts, seen = [0], set[str | None]()
    for token in _main_line(text):
        kind = token.lastgroup
        if kind in ("said", "move") and ("result" in seen or (kind == "said" and "move" in seen)):
            starts.append(token.start())
            seen = set()
        seen.add(kind)
    games: list[Pdn] = []
    for start, end in pairwise([*starts, len(text)]) if text.strip() else ():
        try:
            games.append(read_pdn(rules, text[start:end]))
        except ValueError as error:
            raise ValueError(f"game {len(games) + 1}: {error}") from None
    return tuple(games)


def _main_line(text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a game that are in no variation."""
    depth = 0
    for token in _TOKEN.finditer(text):
        bracket = token["bracket"]
        depth += {"(": 1, ")": -1}.get(bracket or "", 0)
        if depth < 0:
            raise ValueError("a bracket is closed that was not opened")
        if not (depth or bracket):
            yield token
    if depth:
        raise ValueError("a variation is not closed")


def _outcome_of(variant: Variant, *results: str) -> Maybe[Outcome]:
    """Return the outcome that the results of a game mean, of which all that are known have to be the same."""
    found = set()
    for result in results:
        values = [value for value, texts in zip((1, 0, -1), _RESULTS, strict=True) if result in texts]
        if not values and result not in _UNKNOWN:
            raise ValueError(f"{result!r:.40} is not a result; expected one such as 1-0, 1/2-1/2 or *")
        found.update(values)
    if len(found) > 1:
        raise ValueError(f"there are two results, {' and '.join(results)}")
    return Some(Outcome(found.pop() * (1 if variant.colours[0] == "W" else -1))) if found else Nothing


@names_arguments
def show_pdn(
    rules: Rules[Draughts, Move],
    moves: Iterable[Move],
    *,
    start: Draughts | None = None,
    outcome: Maybe[Outcome] | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    r"""Return a game as PDN.

    ``showPdn :: Rules Draughts Move -> [Move] -> String``

    Args:
        rules: the rules of a game of the family, such as ``checkers``.
        moves: the moves of the game.
        start: the position in which it begins, if it is not that of the rules.
        outcome: its result, if it is not that of the last position, as for a draw by repetition.
        tags: what to say about the game, such as ``{"White": "random"}``; ``Result``, ``GameType`` and ``FEN`` follow
            from the game.

    Raises:
        ValueError: a tag is one that follows from the game, or has characters that PDN does not allow.
        IllegalMove: a move is not legal.

    >>> from fpgames.games.checkers import rules
    >>> print(show_pdn(rules, map(rules.read_move, ["11-15", "23-19"]), tags={"Black": "A", "White": "B"}))
    [Black "A"]
    [White "B"]
    [Result "*"]
    [GameType "21"]
    <BLANKLINE>
    1. 11-15 23-19 *

    See also: :func:`read_pdn`, its inverse.
    """
    variant = _variant(rules)
    p = begun = rules.start if start is None else start
    words = []
    for move in moves:
        after = rules.play(p, move)
        words.append(rules.show_move_in(p, move))
        p = after
    wrong = [name for name in tags or {} if name in _OURS]
    if wrong:
        raise ValueError(f"the tag {wrong[0]!r} follows from the game")
    result = _result_of(variant, rules.outcome(p) if outcome is None else outcome)
    said: dict[str, Any] = {**(tags or {}), "Result": result, "GameType": str(variant.game_type)}
    if begun != rules.start:
        said["FEN"] = show_fen(variant, begun)
    for name, text in said.items():
        if not re.fullmatch(r"\w+", name, re.ASCII) or not re.fullmatch(r'[^"\\\n\r]*', text):
            raise ValueError(f"the tag {name!r:.40} with {text!r:.40} cannot be written in PDN")
    lines = [*(f'[{name} "{text}"]' for name, text in said.items()), ""]
    text = " ".join([*_numbered(words, begun.turn == 1), result])
    return "\n".join([*lines, *wrap(text, 79, break_on_hyphens=False)])


def _result_of(variant: Variant, outcome: Maybe[Outcome]) -> str:
    if outcome is Nothing:
        return "*"
    value = int(outcome.unwrap()) * (1 if variant.colours[0] == "W" else -1)
    return _RESULTS[1 - value][0]


def _numbered(words: list[str], second_begins: bool) -> Iterator[str]:
    """Yield the moves with the numbers of their pairs."""
    if second_begins and words:
        yield f"1... {words[0]}"
        words = words[1:]
    for number, pair in enumerate(partition_all(2, words), 2 if second_begins else 1):
        yield f"{number}. {pair[0]}"
        yield from pair[1:]
