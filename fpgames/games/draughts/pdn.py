"""Games of draughts in PDN, the Portable Draughts Notation.

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
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import Rules
from fpgames.validation import names_arguments

__all__ = ["Pdn", "read_pdn", "read_pdns", "show_pdn"]


class Pdn(NamedTuple):
    """A game of draughts, as PDN stores it.

    Args:
        tags: the names and values of the tags, such as ``White``, ``Black`` and ``Event``.
        start: the start position.
        moves: the moves, in order.
        outcome: the result of the game, which can differ from the last position's outcome; ``Nothing`` if unknown.

    See also: :func:`read_pdn`, :func:`show_pdn`.
    """

    tags: tuple[tuple[str, str], ...]
    start: Draughts
    moves: tuple[Move, ...]
    outcome: Maybe[Outcome]


# texts for a win of white, a draw and a win of black; second texts: the points of international draughts
_RESULTS = (("1-0", "2-0"), ("1/2-1/2", "1-1"), ("0-1", "0-2"))
_UNKNOWN = ("*", "?", "0-0", "")
_COMPUTED_TAGS = ("Result", "GameType", "FEN", "SetUp")  # tags that show_pdn computes from the game

_TOKEN = re.compile(
    r"""\[\s*(?P<tag>\w+)\s+"(?P<said>(?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|\$\d+|[!?]+|(?P<bracket>[()])"""
    r"|(?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?![\w-])|\d+\.|\.\.+"
    r"|(?P<move>\d+(?:[-x:]\d+)+(?:\(\d+(?:,\d+)*\))?)|(?P<wrong>[^\s\ufeff])",
    re.ASCII,
)


def _variant_of(rules: Rules[Draughts, Move]) -> Variant:
    match getattr(rules.moves, "arguments", None):
        case (Variant() as variant,):
            return variant
    raise ValueError(f"{rules!r} is not a variant of draughts; expected rules that rules_of returns")


@names_arguments
def read_pdn(rules: Rules[Draughts, Move], text: str) -> Pdn:
    r"""Parse one game in PDN and check its moves; comments and variations are skipped.

    ``moves (readPdn rules (showPdn rules ms)) = ms``

    Args:
        rules: the rules of a variant of draughts, such as ``checkers``.
        text: one game in PDN.

    Raises:
        ValueError: the text is not a game in PDN, the game is of another variant, two tags have the same name, two
            results differ, or a move is illegal.

    >>> from fpgames.games.checkers import rules
    >>> game = read_pdn(rules, '[White "B"] [Black "A"] 1. 11-15 {old} 23-19 2. 8-11 22-17 3. 11-16 *')
    >>> len(game.moves), game.tags
    (5, (('White', 'B'), ('Black', 'A')))

    See also: :func:`read_pdns`, for several games; :func:`show_pdn`.
    """
    variant = _variant_of(rules)
    tags: dict[str, str] = {}
    words: list[str] = []
    results: list[str] = []
    for token in _main_line_tokens(text):
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
    r"""Parse games in PDN that follow one another: ``readPdns rules (unlines games) = map (readPdn rules) games``.

    A tag begins a new game if it follows moves or a result. A move begins a new game if it follows a result.

    Args:
        rules: the rules of a variant of draughts, such as ``checkers``.
        text: any number of games in PDN.

    Raises:
        ValueError: :func:`read_pdn` refuses a game; the error says which game.

    >>> from fpgames.games.checkers import rules
    >>> [len(game.moves) for game in read_pdns(rules, '1. 11-15 23-19 * [White "A"] 1. 11-16 1/2-1/2')]
    [2, 1]

    See also: :func:`read_pdn`.
    """
    starts, kinds = [0], set[str | None]()
    for token in _main_line_tokens(text):
        kind = token.lastgroup
        if kind in ("said", "move") and ("result" in kinds or (kind == "said" and "move" in kinds)):
            starts.append(token.start())
            kinds = set()
        kinds.add(kind)
    games: list[Pdn] = []
    for start, end in pairwise([*starts, len(text)]) if text.strip() else ():
        try:
            games.append(read_pdn(rules, text[start:end]))
        except ValueError as error:
            raise ValueError(f"game {len(games) + 1}: {error}") from None
    return tuple(games)


def _main_line_tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of the main line, without variations; raise ValueError for unbalanced brackets."""
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
    """Return the outcome that a game's result texts stand for; raise ValueError if the texts contradict each other."""
    known_values = set()
    for result in results:
        values = [value for value, texts in zip((1, 0, -1), _RESULTS, strict=True) if result in texts]
        if not values and result not in _UNKNOWN:
            raise ValueError(f"{result!r:.40} is not a result; expected one such as 1-0, 1/2-1/2 or *")
        known_values.update(values)
    if len(known_values) > 1:
        raise ValueError(f"there are two results, {' and '.join(results)}")
    return Some(Outcome(known_values.pop() * (1 if variant.colours[0] == "W" else -1))) if known_values else Nothing


@names_arguments
def show_pdn(
    rules: Rules[Draughts, Move],
    moves: Iterable[Move],
    *,
    start: Draughts | None = None,
    outcome: Maybe[Outcome] | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    r"""Return the text of a game in PDN: ``showPdn :: Rules Draughts Move -> [Move] -> String``.

    Args:
        rules: the rules of a variant of draughts, such as ``checkers``.
        moves: the moves of the game.
        start: the start position, by default the start position of the rules.
        outcome: the result, by default the outcome of the last position; pass it for a draw by repetition.
        tags: tags and their values, such as ``{"White": "random"}``, but not ``Result``, ``GameType`` or ``FEN``.

    Raises:
        ValueError: a tag is one of the computed tags, or has characters that PDN does not allow.
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
    variant = _variant_of(rules)
    p = first_position = rules.start if start is None else start
    words = []
    for move in moves:
        next_position = rules.play(p, move)
        words.append(rules.show_move_in(p, move))
        p = next_position
    computed = [name for name in tags or {} if name in _COMPUTED_TAGS]
    if computed:
        raise ValueError(f"the tag {computed[0]!r} is computed from the game; omit it")
    result = _result_text(variant, rules.outcome(p) if outcome is None else outcome)
    all_tags: dict[str, Any] = {**(tags or {}), "Result": result, "GameType": str(variant.game_type)}
    if first_position != rules.start:
        all_tags["FEN"] = show_fen(variant, first_position)
    for name, text in all_tags.items():
        if not re.fullmatch(r"\w+", name, re.ASCII) or not re.fullmatch(r'[^"\\\n\r]*', text):
            raise ValueError(f"the tag {name!r:.40} with {text!r:.40} cannot be written in PDN")
    lines = [*(f'[{name} "{text}"]' for name, text in all_tags.items()), ""]
    text = " ".join([*_numbered_moves(words, first_position.turn == 1), result])
    return "\n".join([*lines, *wrap(text, 79, break_on_hyphens=False)])


def _result_text(variant: Variant, outcome: Maybe[Outcome]) -> str:
    if outcome is Nothing:
        return "*"
    value = int(outcome.unwrap()) * (1 if variant.colours[0] == "W" else -1)
    return _RESULTS[1 - value][0]


def _numbered_moves(words: list[str], second_begins: bool) -> Iterator[str]:
    """Yield the words of the moves, with the move number before each pair."""
    if second_begins and words:
        yield f"1... {words[0]}"
        words = words[1:]
    for number, pair in enumerate(partition_all(2, words), 2 if second_begins else 1):
        yield f"{number}. {pair[0]}"
        yield from pair[1:]
