"""Files of games as text: ``play --save`` and ``compare --games`` write them, and ``replay`` steps through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fpgames.cli.files import add_path_to_errors, replace_file
from fpgames.play.match import GameRecord, played_game
from fpgames.rules.game_texts import AnyPlayedGame, write_game
from fpgames.rules.record import AnyRules


def read_text(path: Path) -> str:
    """Return the text of a file; raise ValueError with its name if it is not UTF-8."""
    with add_path_to_errors(path):
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: byte {error.start + 1} is not UTF-8; expected a text file") from None


def make_saver(
    path: Path | None, rules: AnyRules, tags: tuple[tuple[str, str], ...]
) -> Callable[[AnyPlayedGame], None]:
    """Return a function that adds a game to a file, and after each move puts the longer game in its place."""
    if path is None:
        return lambda _: None
    before = read_text(path).rstrip() if path.is_file() else ""

    def save(game: AnyPlayedGame) -> None:
        text = f"{write_game(rules, game._replace(tags=tags))}\n"
        replace_file(path, f"{before}\n\n{text}" if before else text)

    return save


@contextmanager
def append_games(
    path: Path | None, resume: bool, rules: AnyRules, games: Iterable[GameRecord]
) -> Iterator[Callable[[GameRecord], None]]:
    """Yield a function that appends a game of a match to a file, in which the games that were saved before come first.

    Raises:
        ValueError: the file exists, but ``resume`` is false, or it is not the beginning of these games.
    """
    if path is None:
        yield lambda _: None
        return
    if path.is_file() and not resume:
        raise ValueError(f"{path}: exists; name another file, or add --resume and --csv to continue its match")
    before = read_text(path) if path.is_file() else ""
    text = "".join(_game_text(rules, game) for game in games)
    if not text.startswith(before):
        raise ValueError(f"{path}: not the games of this match; name another file")
    with add_path_to_errors(path), path.open("a", encoding="utf-8") as file:
        file.write(text.removeprefix(before))

        def write(game: GameRecord) -> None:
            with add_path_to_errors(path):
                file.write(_game_text(rules, game))  # one write of a whole game, so that a kill leaves whole games
                file.flush()

        yield write


def _game_text(rules: AnyRules, game: GameRecord) -> str:
    return f"{write_game(rules, played_game(rules, game))}\n\n"
