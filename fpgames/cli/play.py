"""The command ``play``: games on the terminal between people and bots."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from returns.maybe import Nothing
from returns.result import Success, safe

from fpgames.cli.clock import clock_note, depth_note
from fpgames.cli.game_files import make_saver
from fpgames.cli.lookup import find_game, find_player, rules_as_played, with_move_time
from fpgames.cli.positions import AnyLine, line_from_args, move_as_text, play_move, value_text
from fpgames.cli.screen import Screen, plain_position
from fpgames.cli.status import printable, seed_or_random
from fpgames.play.bots import bot_random
from fpgames.play.openings import random_opening
from fpgames.play.playing import AnyBot
from fpgames.play.stateful import share_generator
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.game_texts import AnyPlayedGame, PlayedGame
from fpgames.rules.outcomes import CHANCE, MAX_PLAYOUT_MOVES, ChanceMoves, EndlessGame, Outcome, Player
from fpgames.rules.record import AnyRules, final_outcome, mover
from fpgames.rules.repetition import History, why_drawn
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.chance import expectiminimax
from fpgames.search.moves import best_move
from fpgames.tree.building import build_tree
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree

OUTCOME_TEXTS = {
    Outcome.FIRST_WON: "the first player won",
    Outcome.DRAW: "a draw",
    Outcome.SECOND_WON: "the second player won",
}
HINT_SECONDS = 0.5  # search time for a hint
_UNDO = object()  # sentinel: the user takes a move back


class Contestant(NamedTuple):
    """One side of a game: its title in messages, and its bot (None for a person)."""

    title: str
    bot: AnyBot | None


Contestants = Mapping[Player, Contestant]


def run_play(args: argparse.Namespace) -> int:
    """Play games until the user quits, or a single game between two bots; return the exit status."""
    plain = find_game(args.game)
    rules = rules_as_played(plain)
    names = tuple(with_move_time((args.first, args.second), args.move_time))
    bots = [None if name is None else find_player(plain, name) for name in names]
    titles = ("player 1", "player 2") if names == (None, None) else names
    sides = [Contestant("you" if title is None else title, bot) for title, bot in zip(titles, bots, strict=True)]
    seed = seed_or_random(args.seed)
    note = clock_note(bots)
    start, _, opening_moves = line_from_args(rules, args)
    if args.opening and (opening_moves or args.position is not None):
        raise ValueError("--opening draws moves from the start: leave it out, or leave out MOVES and --position")
    random_moves, gen = random_opening(rules, args.opening).run(SplitMix.from_seed(seed))
    line, seed_tag = (start, opening_moves or random_moves), (("Seed", str(seed)),) * (any(bots) and not note)
    score = dict.fromkeys((side.title for side in sides), 0)
    drawn, hint = 0, f"seed {seed}{note}"
    screen = Screen(plain)
    while True:
        contestants = dict(zip(Player, sides, strict=True))
        for player, side in contestants.items():
            verb = "are" if side.title == "you" else "is"
            print(f"{side.title} {verb} {screen.mover_name(player)}; {hint if side.bot else 'q quits, ? helps'}")
        players = zip(rules.game_format.players, [side.title for side in sides], strict=True)
        save = make_saver(args.save, rules, (*players, *seed_tag))
        outcome, gen = _play_through(rules, screen, contestants, line, gen, save)
        if outcome is None:
            return 0
        if all(bots):
            print(OUTCOME_TEXTS[outcome])
            return 0
        if outcome is Outcome.DRAW:
            print(OUTCOME_TEXTS[outcome])
            drawn += 1
        else:
            winner = contestants[Player(outcome)].title
            print(f"{winner} won")
            score[winner] += 1
        print(f"score: {', '.join(f'{title} {won}' for title, won in score.items())}, drawn {drawn}")
        if not _ask_for_rematch():
            return 0
        sides.reverse()
        line, seed_tag, hint = (start, opening_moves), (), "the generator goes on"


def _play_through(
    rules: AnyRules,
    screen: Screen,
    contestants: Contestants,
    line: AnyLine,
    gen: Gen,
    save: Callable[[AnyPlayedGame], None],
) -> tuple[Outcome | None, Gen]:
    """Play one game from a line of moves, print it, and save it after each move.

    Return its outcome (None if the user quits) and the generator for the next game.
    """
    (start, moves), before = line, None
    p = start
    random = bot_random(rules)
    movers: dict[Any, Contestant] = {**contestants, CHANCE: Contestant("chance", random)}
    state, bots = share_generator([side.bot or random for side in movers.values()], gen)
    bot_of = dict(zip(movers, bots, strict=True))
    undo_stack: list[Any] = []  # (position, previous position, state, moves) before each move of a person
    for move in moves:
        print(f"{screen.mover_name(mover(rules, p))} begins with {move_as_text(rules, p, move)}")
        p, before = rules.play(p, move), p
    screen.print_board(p, before)
    for _ in range(MAX_PLAYOUT_MOVES + 1):
        save(PlayedGame(start, moves, rules.outcome(p)))
        if rules.outcome(p) is not Nothing:
            break
        turn = mover(rules, p)
        title, bot = movers[turn]
        if bot is None:
            after = _ask_for_move(rules, screen, p)
            if after is None:
                return None, state[0]
            if after is _UNDO:
                p, before, state, moves = undo_stack.pop() if undo_stack else (p, before, state, moves)
            else:
                undo_stack.append((p, before, state, moves))
                (before, p), moves = (p, after[0]), moves + after[1]
        else:
            with screen.thinking(title):
                move, state = bot_of[turn](p).run(state)
            own = state[1 + [*movers].index(turn)]
            print(f"{title} plays {move_as_text(rules, p, move)}{depth_note(own)}")
            (before, p), moves = (p, rules.play(p, move)), (*moves, move)
        screen.print_board(p, before)
    else:
        raise EndlessGame(rules.name)
    if isinstance(p, History) and (why := why_drawn(screen.rules, p)):
        print(f"drawn {why}")
    return final_outcome(rules, p, rules.moves(p)), state[0]


def _ask_for_move(rules: AnyRules, screen: Screen, p: Any) -> Any:
    """Ask the user for a move; return the position after it and the move, ``_UNDO``, or None if the user quits."""
    after = safe(exceptions=(ValueError,))(partial(play_move, rules, (p, ())))
    legal = [move_as_text(rules, p, move) for move in rules.moves(p)]
    while (entry := ask_user(f"{screen.mover_name(mover(rules, p))}: {printable(rules.prompt)}", legal)) is not None:
        if entry in ("?", "help") and entry not in legal:
            hint = _best_move_hint(screen.rules, plain_position(p))
            print(f"moves: {' '.join(legal)}\nhint: {hint}; undo takes your last move back; q quits")
            continue
        if entry == "undo" and entry not in legal:
            return _UNDO
        match after(entry):
            case Success(q):
                return q
            case failure:
                print(printable(str(failure.failure())))
    return None


def _best_move_hint(rules: AnyRules, p: Any) -> str:
    """Return a text with the best move and its value, found by alpha-beta, or by expectiminimax if chance moves."""
    try:
        return _hint_by(alpha_beta, "alpha-beta", rules, p)
    except ChanceMoves:
        return _hint_by(expectiminimax, "expectiminimax", rules, p)


def _hint_by(search: Callable[[Tree[Any]], Any], name: str, rules: AnyRules, p: Any) -> str:
    """Search for about half a second by iterative deepening; return a text with the best move and its value."""
    is_cut = True  # whether the last search ended at an unfinished position, so that a deeper one may find more

    def static(q: object) -> float:
        nonlocal is_cut
        is_cut = is_cut or rules.outcome(q) is Nothing
        return rules.static(q)

    tree = build_tree(rules)(p) | map_tree(static)
    started, depth, took, move = perf_counter(), 0, 0.0, rules.moves(p)[0]
    while is_cut and took < HINT_SECONDS / 10 and perf_counter() - started < HINT_SECONDS:
        depth, depth_started, is_cut = depth + 1, perf_counter(), False
        move = tree | prune(depth) | best_move(search=search)
        took = perf_counter() - depth_started  # a search one move deeper may take 10 times as long
    value = build_tree(rules)(rules.play(p, move)) | prune(depth - 1) | map_tree(rules.static) | search
    looked = f"{depth} moves ahead" if is_cut else "to the end of the game"
    return f"{move_as_text(rules, p, move)}, of value {value_text(value)}, by {name} {looked}"


def _ask_for_rematch() -> bool:
    """Ask whether to play another game; return whether the answer is yes."""
    while (entry := ask_user("new game (y/n) ?")) is not None:
        if entry.lower() in ("y", "yes", "n", "no"):
            return entry.lower().startswith("y")
        print(f"{entry[:40]!r} is neither y nor n")
    return False


def ask_user(prompt: str, known: Sequence[str] = ()) -> str | None:
    """Return a line of input, or None if the user quits. The TAB key completes the known words."""
    try:
        with _tab_completion(known):
            entry = input(f"{prompt} ").strip()
    except (EOFError, KeyboardInterrupt) as interrupt:
        print()
        if isinstance(interrupt, KeyboardInterrupt):
            raise
        return None
    return None if entry in ("q", "Q") else entry


@contextmanager
def _tab_completion(known: Sequence[str]) -> Iterator[None]:
    """Within a block, let the TAB key complete the known words, if readline is available."""
    try:
        import readline
    except ImportError:  # Windows has no readline
        yield
        return
    settings = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(
        lambda text, n: dict(enumerate(f"{word} " for word in known if word.startswith(text))).get(n)
    )
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(settings[0])
        readline.set_completer_delims(settings[1])
