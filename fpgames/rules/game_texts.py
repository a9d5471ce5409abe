"""Whole games as text, for any rules: what PGN is for chess, and PDN for draughts.

A text has tags, numbered moves, comments and a result. Source: PGN (1994), PDN 3.0 (github.com/wiegerw/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeAlias

from returns.functions import raise_exception
from returns.maybe import Maybe, Nothing, Some
from returns.pipeline import is_successful
from returns.result import Result, Success, safe

from fpgames.rules.notation import GameFormat
from fpgames.rules.outcomes import CHANCE, IllegalMove, Outcome, Player
from fpgames.rules.record import AnyRules, M, P, Rules, mover, require_rules
from fpgames.validation import illegal_move_message, names_arguments

__all__ = ["PlayedGame", "read_game", "read_games", "write_game"]


class PlayedGame(NamedTuple, Generic[P, M]):
    """A game that was played, from any position, to its end or not.

    Args:
        start: the position before the first move.
        moves: the moves, in order, those of chance included.
        outcome: the result, also where a player resigned or both agreed on a draw; ``Nothing`` if it is unknown, or
            follows from the moves, as the text then says.
        tags: the names and texts of tags, such as ``("First", "alphabeta:4")`` and ``("Seed", "7")``.
        comments: pairs of a number of moves and the comment after them, in order, such as ``(1, "value 0.5")``.

    See also: :func:`write_game`, :func:`read_game`; :class:`fpgames.play.match.GameRecord`, a row of a match.
    """

    start: P
    moves: tuple[M, ...]
    outcome: Maybe[Outcome] = Nothing
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()


AnyPlayedGame: TypeAlias = PlayedGame[Any, Any]

_UNKNOWN = ("*", "?", "0-0", "")  # results of unfinished games
_POINTS = {"2-0": "1-0", "1-1": "1/2-1/2", "0-2": "0-1"}  # results in points, as in draughts
_STARTS = ("FEN", "Start")  # tags of start positions
_WIDTH = 79  # characters of a line
_PLAIN_WORD = r"""[^\s()\[\]{};"!?\ufeff]+(?:\([\w,]+\))?"""
_TAG = r'\[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'
_TAG_BEGINS = re.compile(r'[\s\ufeff]*\[\s*(\w+)\s+"', re.ASCII)
_TAG_ENDS = re.compile(rf"(?:^|[\s\]\ufeff]){_TAG}\s*$", re.ASCII)


@cache
def _tokens_of(move: str) -> re.Pattern[str]:
    """Return the regular expression of a token; ``move`` is that of a ``GameFormat``."""
    return re.compile(
        rf"""{_TAG}|\{{(?P<comment>[^}}]*)\}}|;(?P<rest>[^\n]*)|%[^\n]*"""
        r"|\$\d+|\([!?]+\)|[!?]+|(?P<bracket>[()])|(?P<result>1/2-1/2|1-[01]|0-[012]|2-0|\*)(?![\w/-])|\d+\.+|\.\.+"
        rf'|"(?P<quoted>(?:[^"\\\n]|\\.)*)"|(?P<word>{f"{move}|" * bool(move)}{_PLAIN_WORD})|(?P<wrong>[^\s\ufeff])',
        re.ASCII,
    )


_MAIN = ("value", "bracket", "result", "quoted", "word", "wrong")  # groups of tokens, but comments and numbers


def split_games(text: str | Iterable[str]) -> Iterator[str]:
    """Yield the text of each game; ``text`` may be the lines of a file, which are read as games are asked for.

    A game begins at a tag after moves or a result, at a line with a tag again after a blank line, or at anything but a
    comment after a result.
    """
    block, names, has_moves = list[str](), set[str](), False
    for line in text.split("\n") if isinstance(text, str) else text:
        if tag := _TAG_BEGINS.match(line):
            if has_moves or (tag[1] in names and not block[-1].strip()):
                yield from _split_block("\n".join(block))
                block, names, has_moves = [], set(), False
            names.add(tag[1])
        if line.strip():
            has_moves = not _TAG_ENDS.search(line)
        block.append(line.rstrip("\r\n"))
    yield from _split_block("\n".join(block))


def _split_block(block: str) -> Iterator[str]:
    starts, kinds, depth = [0], set[str | None](), 0
    for token in _tokens_of("").finditer(block):
        kind = token.lastgroup
        depth = max(0, depth + {"(": 1, ")": -1}.get(token[0], 0))
        after_moves = kind == "value" and not kinds.isdisjoint(_MAIN[1:])
        after_result = kind in _MAIN and kind != "result" and "result" in kinds
        if (after_moves or after_result) and depth == (token[0] == "("):
            starts.append(token.start())
            kinds = set()
        kinds.add(kind)
    for start, end in pairwise([*starts, len(block)]):
        if any(token.lastgroup in _MAIN for token in _tokens_of("").finditer(block, start, end)):
            yield block[start:end]


def tags_of(text: str) -> dict[str, str]:
    """Return the tags of the text of one game; raise ValueError if two have the same name."""
    tags = dict[str, str]()
    for token in _tokens_of("").finditer(text):
        if token["tag"] in tags:
            raise ValueError(f"there are two tags {token['tag']!r:.40}; expected one")
        if token["tag"]:
            tags[token["tag"]] = _unquote(token["value"])
    return tags


def _quote(text: str) -> str:
    r"""Return a text in quotes, on one line: ``\n`` stands for a line break, and a backslash precedes quotes."""
    escaped = re.sub(r'["\\]', r"\\\g<0>", text).replace("\n", r"\n").replace("\r", r"\r")
    return f'"{escaped}"'


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


@names_arguments
def read_games(rules: Rules[P, M], text: str | Iterable[str]) -> Iterator[Result[PlayedGame[P, M], ValueError]]:
    """Read games that follow one another, as they are asked for; each is a Success, or a Failure with its error.

    ``readGames :: Rules p m -> String -> [Either ValueError (PlayedGame p m)]``

    A tag begins a new game if it follows moves or a result, and moves do if they follow a result.

    Args:
        rules: the rules of the game.
        text: the text of any number of games; or its lines, such as an open file.

    >>> from fpgames.games.tictactoe import rules
    >>> for game in read_games(rules, "1. 4 0 2. 8 * 1. 4 4 * 1. 2 4 *"):
    ...     print(game.map(lambda game: game.moves))
    <Success: (4, 0, 8)>
    <Failure: game 2: move 2, '4': illegal move 4; legal moves: 0 1 2 3 5 6 7 8>
    <Success: (2, 4)>

    See also: :func:`read_game`, for one game; :func:`write_game`.
    """
    require_rules(rules, "read_games")
    return (_read_numbered(rules, number, game) for number, game in enumerate(split_games(text), 1))


@safe(exceptions=(ValueError,))
def _read_numbered(rules: AnyRules, number: int, text: str) -> AnyPlayedGame:
    try:
        return _read_game(rules, text)
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from None


@names_arguments
def read_game(rules: Rules[P, M], text: str) -> PlayedGame[P, M]:
    """Read one game and check its moves; numbers, variations and marks such as ``!`` are skipped.

    ``readGame rules (writeGame rules game) = game``

    Args:
        rules: the rules of the game.
        text: the text of a game, as :func:`write_game` and other programs write it.

    Raises:
        ValueError: the text is not a game of these rules, a move is illegal, or two results differ.

    >>> from fpgames.games.tictactoe import rules
    >>> read_game(rules, '[First "me"] 1. 4 {the centre} 0 2. 8 *').comments
    ((1, 'the centre'),)

    See also: :func:`read_games`, for several games.
    """
    require_rules(rules, "read_game")
    if len(games := [*split_games(text)]) != 1:
        raise ValueError(f"the text has {len(games)} games; expected one; read_games reads any number")
    return _read_game(rules, text)


def _read_game(rules: Rules[P, M], text: str) -> PlayedGame[P, M]:
    form, tags = rules.game_format, tags_of(text)
    if not is_of_game(rules, tags):
        expected = f"{form.game or rules.name!r:.40}, the game of the rules"
        raise ValueError(f"the tag {form.tag} is {tags[form.tag]!r:.40}; expected {expected}")
    for name in tags.keys() & {*_STARTS} - {form.start}:
        raise ValueError(
            f"the tag {name} is not read with these rules; expected {form.start}, as their game_format says"
        )
    if form.turns and tags.get(form.start, "").startswith("?"):
        return _game_with_turn(rules, text)
    p = start = rules.read(tags[form.start]) if form.start in tags else rules.start
    moves, comments, results = list[M](), list[tuple[int, str]](), list[str]()
    for token in _main_line(form, text):
        if token.lastgroup in ("comment", "rest"):
            comments.append((len(moves), _one_line(token[token.lastgroup])))
        elif token["result"]:
            results.append(token["result"])
        elif token["word"] or token["quoted"] is not None:
            word = re.sub(r"\s", "", token["word"], flags=re.ASCII) if token["word"] else _unquote(token["quoted"])
            p, read_moves = _read_moves(rules, p, word, len(moves) + 1)
            moves += read_moves
    if not results and ("Result" in tags or (tags and not moves)):
        raise ValueError("the text ends before the result; expected it after the last move, or * if it is unknown")
    outcome = _final_result(rules, p, _outcome_of(form, [tags.get("Result", "*"), *results]))
    others = ((name, text) for name, text in tags.items() if name not in _computed_tags(form))
    return PlayedGame(start, tuple(moves), outcome, tuple(others), tuple(comments))


def _game_with_turn(rules: Rules[P, M], text: str) -> PlayedGame[P, M]:
    """Read a game whose start position leaves open who moves, if its moves can be played by only one of the players."""
    form = rules.game_format
    texts = [re.sub(rf'(\[\s*{form.start}\s+")\?', rf"\g<1>{turn}", text, count=1) for turn in form.turns]
    games = [safe(exceptions=(ValueError,))(_read_game)(rules, text) for text in texts]
    if not all(map(is_successful, games)):
        return max(games, key=is_successful).alt(raise_exception).unwrap()
    raise ValueError(f"the tag {form.start} does not say who moves; expected {' or '.join(form.turns)} instead of ?")


def is_of_game(rules: AnyRules, tags: Mapping[str, str]) -> bool:
    """Return whether the tags name the game of the rules, or no game; PDN has more numbers after its GameType."""
    form = rules.game_format
    name = tags.get(form.tag, form.game or rules.name)
    return name.split(",")[0] == form.game if form.game else name == rules.name


def _main_line(form: GameFormat, text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a game without its variations; raise ValueError for what is no token."""
    depth = 0
    for token in _tokens_of(form.move).finditer(text):
        bracket = token["bracket"]
        depth += {"(": 1, ")": -1}.get(bracket or "", 0)
        if depth < 0:
            raise ValueError("a bracket is closed that was not opened; expected variations such as (1. ...)")
        if depth or bracket:
            continue
        if token["wrong"]:
            wrong = text[token.start() : token.start() + 20]
            raise ValueError(f"{wrong!r} is not part of a game; expected tags, moves, {{comments}} and a result")
        yield token
    if depth:
        raise ValueError("a variation is not closed; expected a bracket )")


def _read_moves(rules: Rules[P, M], p: P, word: str, number: int) -> tuple[P, tuple[M, ...]]:
    """Return the position after a word, and its move, after the only legal move if that is one that may be omitted."""
    try:
        move = rules.read_move_in(p, word)
        try:
            return rules.play(p, move), (move,)
        except IllegalMove:
            legal = rules.moves(p)
            if [rules.show_move_in(p, other) for other in legal] != [rules.game_format.omitted]:
                return play_move_as_shown(rules, p, move), (move,)
            q = rules.play(p, legal[0])
            move = rules.read_move_in(q, word)
            return play_move_as_shown(rules, q, move), (legal[0], move)
    except ValueError as error:
        raise ValueError(f"move {number}, {word!r:.40}: {error}") from None


def play_move_as_shown(rules: Rules[P, M], p: P, move: M) -> P:
    """Play a move. If it is illegal, raise ValueError with the legal moves in the game's notation."""
    try:
        return rules.play(p, move)
    except IllegalMove as error:
        legal = [rules.show_move_in(p, other) for other in rules.moves(p)]
        raise ValueError(illegal_move_message(rules.show_move(move), legal, error.why)) from error


def _outcome_of(form: GameFormat, results: Sequence[str]) -> Maybe[Outcome]:
    """Return the outcome that texts of results mean; raise ValueError if a text is unknown, or two differ."""
    known = {_POINTS.get(result, result) for result in results} - {*_UNKNOWN}
    for result in known - {*form.results}:
        raise ValueError(f"{result!r:.40} is not a result; expected {', '.join(form.results)} or *")
    if len(known) > 1:
        raise ValueError(f"there are two results, {' and '.join(sorted(known))}; expected one")
    return Some(Outcome(1 - form.results.index(known.pop()))) if known else Nothing


def _final_result(rules: Rules[P, M], p: P, outcome: Maybe[Outcome]) -> Maybe[Outcome]:
    """Return the outcome of the last position, or else the given one; raise ValueError if the two differ."""
    actual = rules.outcome(p)
    if Nothing not in (actual, outcome) and actual != outcome:
        texts = [rules.game_format.results[1 - result.unwrap()] for result in (outcome, actual)]
        raise ValueError(f"the result is {texts[0]}; the moves end the game with {texts[1]}")
    return outcome if actual is Nothing else actual


def _computed_tags(form: GameFormat) -> tuple[str, ...]:
    return (form.tag, form.start, *_STARTS, "Result", "SetUp")


@names_arguments
def write_game(rules: Rules[P, M], game: PlayedGame[P, M]) -> str:
    r"""Return a game as text: tags, numbered moves as people write them, comments, and the result.

    ``writeGame :: Rules p m -> PlayedGame p m -> String``

    A number stands before each move of the first player that follows one of the second. A move whose text could be
    taken for something else is written in quotes.

    Args:
        rules: the rules of the game.
        game: the game; the tags of its rules, its result and its start are computed.

    Raises:
        TypeError: the game is no ``PlayedGame``.
        ValueError: a tag or a comment cannot be written, the rules cannot read the start, or the moves end the game
            with another result.
        IllegalMove: a move is not legal.

    >>> from returns.maybe import Some
    >>> from fpgames import Outcome
    >>> from fpgames.games.tictactoe import rules
    >>> tags, comments = (("First", "me"),), ((2, "-0.5"),)
    >>> game = PlayedGame(rules.start, (4, 0, 3, 7, 5), Some(Outcome.FIRST_WON), tags, comments)
    >>> print(write_game(rules, game))
    [Game "tictactoe"]
    [First "me"]
    [Result "1-0"]
    <BLANKLINE>
    1. 4 0 {-0.5} 2. 3 7 3. 5 1-0

    See also: :func:`read_game`, its inverse; :func:`fpgames.play.match.played_game`, for the record of a match.
    """
    form = require_rules(rules, "write_game").game_format
    if not isinstance(game, PlayedGame):
        raise TypeError(
            f"write_game writes a PlayedGame, which fpgames.play.played_game(rules, record) makes of a GameRecord; got {game!r:.80}"
        )
    words, end = _words_of(rules, game)
    result = _final_result(rules, end, game.outcome).map(lambda outcome: form.results[1 - outcome]).value_or("*")
    names = [name for name, _ in game.tags]
    for name in names:
        if not re.fullmatch(r"\w+", name, re.ASCII) or names.count(name) > 1:
            raise ValueError(f"the tag {name!r:.40} cannot be written; expected a word, once")
        if name in _computed_tags(form):
            raise ValueError(f"the tag {name!r:.40} is computed from the game; omit it")
    tags = [(form.tag, form.game or rules.name), *game.tags, ("Result", result)]
    if game.start != rules.start:
        tags.append((form.start, _start_text(rules, game.start)))
    lines = [""]
    for word in (*words, result):
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDTH and word[0] != "[":  # a line with a tag begins a game
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join([*(f"[{name} {_quote(text)}]" for name, text in tags), "", *lines])


def _words_of(rules: Rules[P, M], game: PlayedGame[P, M]) -> tuple[list[str], P]:
    """Return the numbers, moves and comments of a game, and its last position."""
    comments, after = {n: list[str]() for n in range(len(game.moves) + 1)}, 0
    for n, text in game.comments:
        if n not in range(after, len(game.moves) + 1) or "}" in text or _one_line(text) != text:
            raise ValueError(
                f"the comment {text!r:.40} after {n} moves cannot be written; expected {after} to {len(game.moves)}"
                " moves, and a text without }, in which single blanks are between words"
            )
        after = n
        comments[n] += f"{{{text}}}".split(" ")
    words, p, last, number = comments[0], game.start, None, 0
    for n, move in enumerate(game.moves, 1):
        turn = mover(rules, p)
        if not number or (turn is Player.FIRST and last is Player.SECOND):
            number += 1
            words.append(f"{number}{'...' if turn is Player.SECOND else '.'}")
        last = last if turn is CHANCE else turn
        q = rules.play(p, move)
        words += [_move_word(rules.game_format, rules.show_move_in(p, move)), *comments[n]]
        p = q
    return words, p


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text, flags=re.ASCII).strip(" ")


def _move_word(form: GameFormat, text: str) -> str:
    """Return the text of a move, in quotes if it could be taken for something else."""
    token = _tokens_of(form.move).match(text)
    return text if token and token["word"] == text else _quote(text)


def _start_text(rules: Rules[P, M], start: P) -> str:
    """Return a position as text: one line of it, such as a FEN, if that is read as the position; else all lines."""
    shown = rules.show(start)
    for text in (*reversed(shown.split("\n")), shown):
        if safe(exceptions=(ValueError,))(rules.read)(text) == Success(start):
            return text
    raise ValueError(f"the start {shown!r:.80} cannot be written; expected a position that the rules read")
