"""The kit bites: things that are wrong, each caught by the law meant for it, games by the shortest line there is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, pairwise
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import Phase
from returns.maybe import Maybe, Nothing, Some
from toolz import identity

from fpgames import (
    IllegalMove,
    Outcome,
    Player,
    Rules,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    build_tree,
    leaves,
    map_tree,
    maximise,
    minimax,
    minimise,
    node,
    order_by,
    prune,
    share,
)
from fpgames.games import connect4, tictactoe
from fpgames.games.tictactoe.bits import _LINES
from fpgames.rng import Gen
from fpgames.rules import Symmetry, require_moves
from fpgames.testing import Broken, Law, Run, bot_laws, game_laws, gen_laws, same_game_laws, search_laws, stage_laws
from fpgames.tree import keep_best, prune_when, rebuild, size, unfold, unshared
from tests.testing.laws import law_of, profile

bits = tictactoe.rules
four = connect4.rules
small = connect4.sized(4, 4, 3)
DIAGONAL = 0b001_010_100


def wrong(rules: Rules[Any, Any], **changes: Any) -> Rules[Any, Any]:
    """Rules with a fault in them; what can be derived is derived anew."""
    derived = {
        "successors": None,
        "static": None,
        "symmetries": (),
        "score": None,
    }
    return replace(rules, **cast("Any", derived | changes))


# --- games


class Marks:
    """Tic-tac-toe in an object; how it compares and whether it changes is for the fault to say."""

    def __init__(self, p: int) -> None:
        self.p = p

    def __repr__(self) -> str:
        return f"Marks({self.p})"


class Equal(Marks):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marks) and self.p == other.p

    def __hash__(self) -> int:
        return hash(self.p)


class EqualHashedByIdentity(Equal):
    def __hash__(self) -> int:
        return id(self)


def boxed(kind: type[Marks]) -> Rules[Any, int]:
    return wrong(
        bits,
        start=kind(0),
        moves=lambda box: bits.moves(box.p),
        play=lambda box, move: kind(bits.play(box.p, move)),
        player=lambda box: bits.player(box.p),
        outcome=lambda box: bits.outcome(box.p),
        show=lambda box: bits.show(box.p),
        read=lambda text: kind(bits.read(text)),
    )


def playing_in_place() -> Rules[Any, int]:
    def play(box: Any, move: int) -> Any:
        box.p = bits.play(box.p, move)
        return box

    return replace(boxed(Equal), play=play, successors=cast("Any", None))


def keeping_the_turn(p: int, move: int) -> int:
    after = bits.play(p, move)
    return after ^ 1 << 18 if move == 8 else after


def blind(p: int) -> Maybe[Outcome]:
    """No diagonal 2-4-6."""
    for marks, won in ((p & 511, Outcome.FIRST_WON), (p >> 9 & 511, Outcome.SECOND_WON)):
        if any(marks & line == line for line in _LINES if line != DIAGONAL):
            return Some(won)
    return Some(Outcome.DRAW) if (p | p >> 9) & 511 == 511 else Nothing


def empty_cells(p: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(9) if not (p | p >> 9) >> cell & 1)


def mark(p: int, move: int) -> int:
    if move not in empty_cells(p):
        raise IllegalMove(move, bits.moves(p))
    return p ^ (1 << move + 9 * (p >> 18) | 1 << 18)


def blind_moves(p: int) -> tuple[int, ...]:
    return empty_cells(p) if blind(p) is Nothing else ()


def blind_play(p: int, move: int) -> int:
    if move not in blind_moves(p):
        raise IllegalMove(move, blind_moves(p))
    return mark(p, move)


BLIND = wrong(bits, outcome=blind, moves=blind_moves, play=blind_play)


def tired(p: int) -> Maybe[Outcome]:
    """A draw with a cell to spare."""
    full = len(empty_cells(p)) <= 1
    return Some(Outcome.DRAW) if bits.outcome(p) is Nothing and full else bits.outcome(p)


def over_the_top(p: Any, move: int) -> Any:
    """A column that is full is played all the same."""
    try:
        return four.play(p, move)
    except IllegalMove:
        if move not in range(7) or not four.moves(p):
            raise
        return p[0] ^ p[1], p[1] | 1 << 7 * move + 6


def shy_of_the_top(p: Any, move: int) -> Any:
    after = four.play(p, move)
    if (after[1] ^ p[1]) & sum(1 << 7 * j + 5 for j in range(7)):
        raise IllegalMove(move, four.moves(p))
    return after


def falling_down(p: Any, move: int) -> Any:
    """Played on after the end."""
    mover, stones = p
    cell = stones + (1 << 5 * move) & 15 << 5 * move if move in range(4) else 0
    if not cell:
        raise IllegalMove(move, small.moves(p))
    return mover ^ stones, stones | cell


def sideways_only(p: Any) -> Maybe[Outcome]:
    """Three in line up, right or rising; not falling."""
    mover, stones = p
    other = mover ^ stones
    if any(other & other >> step & other >> 2 * step for step in (1, 5, 6)):
        return Some(Outcome.FIRST_WON if stones.bit_count() % 2 else Outcome.SECOND_WON)
    return Some(Outcome.DRAW) if stones.bit_count() == 16 else Nothing


def sideways_moves(p: Any) -> tuple[int, ...]:
    return () if sideways_only(p) is not Nothing else tuple(j for j in range(4) if not p[1] >> 5 * j + 3 & 1)


def sideways_play(p: Any, move: int) -> Any:
    if move not in sideways_moves(p):
        raise IllegalMove(move, sideways_moves(p))
    return falling_down(p, move)


FALLING = wrong(small, outcome=sideways_only, moves=sideways_moves, play=sideways_play)


def counted() -> Callable[[int, int], int]:
    """Every fifth move is played elsewhere."""
    played = count()

    def play(p: int, move: int) -> int:
        return bits.play(p, move if next(played) % 5 else bits.moves(p)[0])

    return play


def key_error(p: int, move: int) -> int:
    if move not in bits.moves(p):
        raise KeyError(move)
    return bits.play(p, move)


def unhelpful(p: int, move: int) -> int:
    try:
        return bits.play(p, move)
    except IllegalMove:
        raise IllegalMove(move, ()) from None


def passing(p: int, move: int) -> int:
    return p if move == 9 else bits.play(p, move)


def forgetful(p: int) -> tictactoe.record.TicTacToe:
    """Always the first player's turn."""
    return tictactoe.to_record(p)._replace(player="X", opponent="O")


def mirrored_columns(p: Any) -> Any:
    return four.symmetries[0].position(p)


def refusing_a_corner(p: int, move: int) -> int:
    if move == 8:
        raise IllegalMove(move, bits.moves(p))
    return bits.play(p, move)


class Careless(Equal):
    """All positions are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marks)

    def __hash__(self) -> int:
        return 0


class Uncopied(Equal):
    def __deepcopy__(self, memo: object) -> Equal:
        raise TypeError("not to be copied")


def stubborn_static(p: Any) -> float:
    """Wrong from the twelfth move on, which is deeper than the kit looks at all positions."""
    return 2.0 if p[1].bit_count() >= 12 else four.static(p)


def crowded(p: Any) -> float:
    """Wrong where the first and the third column are full."""
    full = 0b111_111 | 0b111_111 << 14
    return 2.0 if p[1] & full == full else four.static(p)


def sulking(box: Any, move: int) -> Any:
    """Changes the position when it refuses a move."""
    if move not in bits.moves(box.p):
        box.p ^= 1 << 18
        raise IllegalMove(move, bits.moves(box.p))
    return Equal(bits.play(box.p, move))


def restless() -> Callable[[int], float]:
    asked = count()
    return lambda p: bits.static(p) or next(asked) % 3 / 10


def in_pairs() -> Rules[int, Any]:
    """Moves as pairs; a play that looks at the first of the two only."""

    def play(p: int, move: Any) -> int:
        if bits.moves(p) and move[0] in bits.moves(p):
            return bits.play(p, move[0])
        raise IllegalMove(move, tuple((cell, 0) for cell in bits.moves(p)))

    return wrong(bits, moves=lambda p: tuple((cell, 0) for cell in bits.moves(p)), play=play)


def swapping_turns(p: int) -> int:
    return p ^ 1 << 18


def first_of_each(symmetries: Any) -> Any:
    """Turns mixed up with each other's moves."""
    return tuple(one._replace(move=other.move) for one, other in pairwise(symmetries))


class Fault(NamedTuple):
    laws: Callable[[], list[Law]]
    law: str
    moves: int | None = None  # of the shortest line that shows it


GAMES = {
    "writes all moves alike in a position": Fault(
        lambda: game_laws(wrong(bits, show_move_in=lambda p, m: "0")), "text_is_read_back", 0
    ),
    "does not read a move without its position": Fault(
        lambda: game_laws(wrong(bits, read_move_in=lambda p, text: len(bits.moves(p)))), "text_is_read_back", 0
    ),
    "has others win by the score": Fault(
        lambda: game_laws(wrong(bits, score=lambda p: -bits.static(p))), "the_score_has_the_sign_of_the_outcome", 5
    ),
    "plays in the position it was given": Fault(
        lambda: game_laws(playing_in_place()), "play_leaves_its_argument_as_it_was", 0
    ),
    "keeps the turn after a corner": Fault(
        lambda: game_laws(wrong(bits, play=keeping_the_turn)), "players_alternate", 0
    ),
    "misses a diagonal, beside its symmetries": Fault(
        lambda: game_laws(replace(BLIND, symmetries=bits.symmetries)), "symmetries_map_moves_and_outcomes", 5
    ),
    "misses a diagonal, beside the record": Fault(
        lambda: same_game_laws(BLIND, tictactoe.record.rules, tictactoe.to_record, tictactoe.from_record),
        "moves_player_and_outcome_are_the_same", 5,
    ),
    "lists moves after a win": Fault(
        lambda: game_laws(wrong(bits, moves=empty_cells)), "moves_are_empty_exactly_at_the_end", 5
    ),
    "plays on after a win": Fault(lambda: game_laws(wrong(bits, play=mark)), "play_refuses_anything_else", 5),
    "compares by identity": Fault(lambda: game_laws(boxed(Marks)), "equal_play_gives_equal_positions", 1),
    "hashes by identity": Fault(
        lambda: game_laws(boxed(EqualHashedByIdentity)), "equal_play_gives_equal_positions", 1
    ),
    "forgets a symmetry": Fault(
        lambda: game_laws(wrong(bits, symmetries=bits.symmetries[:-1])), "symmetries_are_a_group", 2
    ),
    "maps moves by another symmetry": Fault(
        lambda: game_laws(wrong(bits, symmetries=first_of_each(bits.symmetries))),
        "symmetries_map_moves_and_outcomes", 0,
    ),
    "calls a draw a move too early": Fault(
        lambda: game_laws(wrong(bits, outcome=tired)), "moves_are_empty_exactly_at_the_end", 8
    ),
    "calls a draw too early, and lists no moves": Fault(
        lambda: same_game_laws(
            wrong(bits, outcome=tired, moves=lambda p: bits.moves(p) if tired(p) is Nothing else ()),
            bits, lambda p: p, lambda p: p,
        ),
        "moves_player_and_outcome_are_the_same", 8,
    ),
    "refuses the top row": Fault(
        lambda: game_laws(wrong(four, play=shy_of_the_top)), "play_accepts_every_move", 5
    ),
    "accepts a full column": Fault(
        lambda: game_laws(wrong(four, play=over_the_top)), "play_refuses_anything_else", 6
    ),
    "drops stones after the end": Fault(
        lambda: game_laws(wrong(small, play=falling_down)), "play_refuses_anything_else", 5
    ),
    "misses falling lines, beside its mirror": Fault(
        lambda: game_laws(replace(FALLING, symmetries=small.symmetries)), "symmetries_map_moves_and_outcomes", 6
    ),
    "misses falling lines, beside the game": Fault(
        lambda: same_game_laws(FALLING, small, lambda p: p, lambda p: p), "moves_player_and_outcome_are_the_same", 6
    ),
    "forgets whose turn it is on the way to the record": Fault(
        lambda: same_game_laws(bits, tictactoe.record.rules, forgetful, tictactoe.from_record),
        "there_and_back_is_the_same_position", 1,
    ),
    "is another's mirror": Fault(
        lambda: same_game_laws(four, four, mirrored_columns, mirrored_columns),
        "the_same_moves_lead_to_the_same_position", 1,
    ),
    "allows what the other does not": Fault(
        lambda: same_game_laws(bits, wrong(bits, play=refusing_a_corner), lambda p: p, lambda p: p),
        "the_same_moves_lead_to_the_same_position", 1,
    ),
    "has a symmetry that swaps turns": Fault(
        lambda: game_laws(wrong(bits, symmetries=(Symmetry(swapping_turns, identity),))),
        "symmetries_map_moves_and_outcomes", 0,
    ),
    "is not a function": Fault(lambda: game_laws(wrong(bits, play=counted())), "equal_play_gives_equal_positions"),
    "raises a KeyError": Fault(lambda: game_laws(wrong(bits, play=key_error)), "play_refuses_anything_else", 0),
    "does not say what would be legal": Fault(
        lambda: game_laws(wrong(bits, play=unhelpful)), "play_refuses_anything_else", 0
    ),
    "lists a move twice": Fault(
        lambda: game_laws(wrong(bits, moves=lambda p: bits.moves(p) + bits.moves(p)[-1:])), "moves_are_listed_once", 0
    ),
    "lets players pass for ever": Fault(
        lambda: game_laws(wrong(bits, moves=lambda p: (9,) if len(bits.moves(p)) in (1, 2) else bits.moves(p), play=passing)),
        "every_game_ends",
    ),
    "shows no turn": Fault(
        lambda: game_laws(wrong(bits, read=lambda text: bits.read(text) & ~(1 << 18))), "text_is_read_back", 1
    ),
    "says moves in two words": Fault(
        lambda: game_laws(wrong(bits, show_move=lambda m: f"cell {m}", read_move=lambda t: int(t.split()[1]))),
        "text_is_read_back", 0,
    ),
    "says whose turn it is by a number": Fault(
        lambda: game_laws(wrong(bits, player=lambda p: 1 - 2 * (p >> 18))), "player_and_outcome_are_of_their_types", 0
    ),
    "says how it ended by a number": Fault(
        lambda: game_laws(wrong(bits, outcome=lambda p: bits.outcome(p).map(int))),
        "player_and_outcome_are_of_their_types", 5,
    ),
    "lists moves": Fault(
        lambda: game_laws(wrong(bits, moves=lambda p: [*bits.moves(p)])), "moves_are_listed_once", 0
    ),
    "has one position for all": Fault(lambda: game_laws(boxed(Careless)), "different_positions_are_not_equal", 1),
    "answers what it likes": Fault(
        lambda: game_laws(wrong(bits, static=restless())), "equal_positions_behave_alike", 0
    ),
    "reads another move": Fault(
        lambda: game_laws(wrong(bits, read_move=lambda text: 0)), "text_is_read_back", 0
    ),
    "is wrong far from the start": Fault(
        lambda: game_laws(wrong(four, static=stubborn_static)),
        "static_is_the_outcome_at_the_end_and_between_before", 12,
    ),
    "is wrong where two columns are full": Fault(
        lambda: game_laws(wrong(four, static=crowded)), "static_is_the_outcome_at_the_end_and_between_before"
    ),
    "changes a position when it refuses a move": Fault(
        lambda: game_laws(wrong(boxed(Equal), play=sulking)), "play_leaves_its_argument_as_it_was", 0
    ),
    "cannot be copied, and plays on": Fault(
        lambda: game_laws(wrong(boxed(Uncopied), play=lambda box, move: Uncopied(mark(box.p, move)))),
        "play_refuses_anything_else", 5,
    ),
    "looks at half a move": Fault(lambda: game_laws(in_pairs()), "play_refuses_anything_else", 0),
    "has its successors backwards": Fault(
        lambda: game_laws(wrong(bits, successors=lambda p: [*bits.successors(p)][::-1])),
        "successors_are_the_plays_of_the_moves", 0,
    ),
    "sees values from the other side": Fault(
        lambda: game_laws(wrong(bits, static=lambda p: -bits.static(p))),
        "static_is_the_outcome_at_the_end_and_between_before", 5,
    ),
}  # fmt: skip


# --- stages


def forcing(tree: Tree[int]) -> Tree[int]:
    made = list(tree.children)
    return Tree(lambda: tree.label, lambda: map(forcing, made))


def counting_first(tree: Tree[int]) -> Tree[int]:
    def children() -> Iterator[Tree[int]]:
        size(tree)
        return map(counting_first, tree.children)

    return Tree(lambda: tree.label, children)


def losing_the_last(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label, lambda: map(losing_the_last, list(tree.children)[:-1]))


def losing_grandchildren(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label, lambda: (node(child.label) for child in tree.children))


def static_inside(tree: Tree[int]) -> Tree[int]:
    def children() -> Iterator[Tree[int]]:
        for child in tree.children:
            value = child.label
            yield Tree(partial(abs, value), lambda child=child: static_inside(child).children)  # type: ignore[misc]

    return Tree(lambda: tree.label, children)


def used_up(tree: Tree[int]) -> Tree[int]:
    children = map(used_up, tree.children)
    return Tree(lambda: tree.label, lambda: children)


def with_a_counter() -> Callable[[Tree[int]], Tree[int]]:
    counter = count()

    def stage(tree: Tree[int]) -> Tree[int]:
        def counted(label: int) -> int:
            return label + next(counter)

        return map_tree(counted)(tree)

    return stage


def pruning_the_one_given(tree: Tree[int]) -> Tree[int]:
    tree.depth = 0
    return tree


def a_level_ahead(tree: Tree[int]) -> Tree[int]:
    def children() -> Iterator[Tree[int]]:
        return map(a_level_ahead, [child for child in tree.children if len([*child.children]) >= 0])

    return Tree(lambda: tree.label, children)


def mirrored(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label, lambda: map(mirrored, list(tree.children)[::-1]))


def forgetting_the_turn(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label, lambda: map(forgetting_the_turn, tree.children))


def alternating(tree: Tree[int]) -> Tree[int]:
    """It knows who moves at the root, and takes it that players alternate below."""
    return Tree(lambda: tree.label, lambda: map(forgetting_the_turn, tree.children), player=tree.player)


def blind_to_the_ply(tree: Tree[int]) -> Tree[int]:
    """It carries the ply down, and does not tell nodes apart by it."""

    class Carried(int):
        ply = 0

    def of(n: int, ply: int) -> Carried:
        carried = Carried(n)
        carried.ply = ply
        return carried

    label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of
    if not isinstance(tree.seed, int):
        return tree
    return unfold(
        lambda n: label_of(int(n)) + n.ply,
        lambda n: (of(child, n.ply + 1) for child in children_of(int(n))),
        of(tree.seed, 0),
        player=tree.player,
    ) | (share if tree.unfolding.shared else unshared)


def at_level(level: int, stage: Callable[[Tree[int]], Tree[int]]) -> Callable[[Tree[int]], Tree[int]]:
    """Apply a stage to the trees on one level."""

    def below(tree: Tree[int], left: int) -> Tree[int]:
        if not left:
            return stage(tree)
        return Tree(lambda: tree.label, lambda: (below(child, left - 1) for child in tree.children), player=tree.player)

    return lambda tree: below(tree, level)


def backwards_here(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label, lambda: list(tree.children)[::-1], player=tree.player)


def relabelled_here(tree: Tree[int]) -> Tree[int]:
    return Tree(lambda: tree.label + 1, lambda: tree.children, player=tree.player)


def turned_here(tree: Tree[int]) -> Tree[int]:
    mover = tree.player and tree.player.opponent
    return Tree(lambda: tree.label, lambda: tree.children, player=mover)


def relabelled_and_turned(tree: Tree[int]) -> Tree[int]:
    return at_level(6, turned_here)(tree) | map_tree(opposite)


def opposite(n: int) -> int:
    return -n


def ordering(fault: str) -> Callable[[Tree[int]], Tree[int]]:
    """Children with the greatest labels first for the first player, with a fault."""

    def children(tree: Tree[int]) -> list[Tree[int]]:
        high = tree.player is Player.FIRST or fault == "one side"
        given = list(tree.children)
        if fault == "unstable":
            given.reverse()
        below = sorted(given, key=lambda child: child.label, reverse=high)
        if fault == "text":
            below = sorted(given, key=lambda child: str(child.label), reverse=high)
        if fault == "ends":
            below = below[:-2] + below[-2:][::-1]
        return below

    return rebuild(children=children)


def keeping(kept: Callable[[list[Tree[int]]], list[Tree[int]]]) -> Callable[[Tree[int]], Tree[int]]:
    return rebuild(children=lambda tree: kept(list((order_by(identity)(tree)).children)))


def known_by_its_size() -> Callable[[Tree[int]], Tree[int]]:
    """It keeps what it made of a tree, and takes another of the same size for it."""
    known: dict[int, Tree[int]] = {}

    def stage(tree: Tree[int]) -> Tree[int]:
        return Tree(lambda: tree.label, lambda: known.setdefault(size(tree), tree).children, player=tree.player)

    return stage


def known_by_its_seed() -> Callable[[Tree[int]], Tree[int]]:
    """It keeps the children of every position, until it is applied to the next tree."""
    known: dict[Any, list[Tree[int]]] = {}

    def stage(tree: Tree[int]) -> Tree[int]:
        known.clear()
        return rebuild(children=lambda here: known.setdefault((here.seed, here.depth), list(here.children)))(tree)

    return stage


def with_one_counter() -> Callable[[Tree[int]], Tree[int]]:
    """It drops a child after every hundred walked, of whatever tree."""
    walked = count()
    return rebuild(children=lambda tree: [child for child in tree.children if next(walked) % 100 != 99])


LESS: Any = {"keeps": ["labels", "turns"]}
ORDERED: Any = {"keeps": ["children", "labels", "turns"], "looks": True, "ordered_by": identity}
NARROW: Any = {"keeps": ["labels", "turns"], "looks": True, "ordered_by": identity, "width": 2}


def is_great(label: Any) -> bool:
    return bool(label > 10_000)


STAGES = {
    "prunes a level too late": Fault(
        lambda: stage_laws(prune(3), **LESS, depth=2), "it_keeps_the_levels_down_to_its_depth"
    ),
    "prunes a level too early": Fault(
        lambda: stage_laws(prune(6), **LESS, depth=7), "it_keeps_the_levels_down_to_its_depth"
    ),
    "prunes to where labels are great": Fault(
        lambda: stage_laws(prune(4) | prune_when(is_great), **LESS, looks=True, depth=4),
        "it_keeps_the_levels_down_to_its_depth",
    ),
    "orders equals backwards": Fault(
        lambda: stage_laws(ordering("unstable"), **ORDERED), "its_children_are_best_first"
    ),
    "orders for the first player only": Fault(
        lambda: stage_laws(ordering("one side"), **ORDERED), "its_children_are_best_first"
    ),
    "orders for the other player": Fault(
        lambda: stage_laws(order_by(opposite), **ORDERED), "its_children_are_best_first"
    ),
    "orders by text": Fault(lambda: stage_laws(ordering("text"), **ORDERED), "its_children_are_best_first"),
    "orders all but the last two": Fault(
        lambda: stage_laws(ordering("ends"), **ORDERED), "its_children_are_best_first"
    ),
    "orders nothing below four levels": Fault(
        lambda: stage_laws(at_level(4, identity), **ORDERED), "its_children_are_best_first"
    ),
    "turns the order round at level five": Fault(
        lambda: stage_laws(lambda tree: at_level(5, backwards_here)(order_by(identity)(tree)), **ORDERED),
        "its_children_are_best_first",
    ),
    "keeps all but the best": Fault(
        lambda: stage_laws(keeping(lambda best: best[1:3] or best), **NARROW),
        "it_keeps_as_many_children_as_it_is_wide",
    ),
    "keeps one too few of many": Fault(
        lambda: stage_laws(keeping(lambda best: best[: 2 if len(best) < 6 else 1]), **NARROW),
        "it_keeps_as_many_children_as_it_is_wide",
    ),
    "keeps one too many": Fault(
        lambda: stage_laws(keep_best(3, identity), **NARROW), "it_keeps_as_many_children_as_it_is_wide"
    ),
    "keeps the last two": Fault(
        lambda: stage_laws(rebuild(children=lambda tree: list(tree.children)[-2:]), **LESS, width=2),
        "it_keeps_as_many_children_as_it_is_wide",
    ),
    "changes labels on level six": Fault(
        lambda: stage_laws(at_level(6, relabelled_here), **LESS), "it_keeps_the_labels"
    ),
    "turns the order round at level six": Fault(
        lambda: stage_laws(at_level(6, backwards_here), keeps=["shape"]), "it_keeps_the_shape"
    ),
    "changes the turn on level six": Fault(
        lambda: stage_laws(at_level(6, turned_here), **LESS), "it_keeps_whose_turn_it_is"
    ),
    "changes the turn on level six, and all labels": Fault(
        lambda: stage_laws(relabelled_and_turned, keeps=["children", "turns"]),
        "it_keeps_whose_turn_it_is",
    ),
    "forgets whose turn it is, and keeps nothing else": Fault(
        lambda: stage_laws(forgetting_the_turn, keeps=["turns"]), "it_keeps_whose_turn_it_is"
    ),
    "drops the last child of many": Fault(
        lambda: stage_laws(rebuild(children=lambda tree: list(tree.children)[:5])), "it_keeps_the_shape"
    ),
    "drops the last child of many, in any order": Fault(
        lambda: stage_laws(rebuild(children=lambda tree: list(tree.children)[:7][::-1]), keeps=["children", "labels"]),
        "it_keeps_the_children",
    ),
    "keeps labels between -1000 and 1000": Fault(
        lambda: stage_laws(map_tree(lambda n: max(-1000, min(1000, n)))), "it_keeps_the_value"
    ),
    "knows a tree by its size": Fault(
        lambda: stage_laws(known_by_its_size(), keeps=["labels"], looks=True), "it_keeps_the_labels"
    ),
    "mixes up trees that are walked by turns": Fault(
        lambda: stage_laws(known_by_its_seed(), keeps=[]), "it_remembers_no_other_tree"
    ),
    "counts through all trees": Fault(lambda: stage_laws(with_one_counter(), keeps=[]), "it_is_a_function"),
    "makes the children when it is applied": Fault(lambda: stage_laws(forcing), "it_does_nothing_until_it_is_walked"),
    "walks all before it answers": Fault(lambda: stage_laws(counting_first), "it_walks_no_further_than_it_is_asked_to"),
    "looks a level ahead": Fault(lambda: stage_laws(a_level_ahead), "it_walks_no_further_than_it_is_asked_to"),
    "loses a child": Fault(lambda: stage_laws(losing_the_last), "it_keeps_the_children"),
    "loses grandchildren": Fault(lambda: stage_laws(losing_grandchildren), "it_keeps_the_shape"),
    "runs static on the way": Fault(lambda: stage_laws(static_inside), "labels_wait_until_they_are_asked_for"),
    "can be walked once": Fault(lambda: stage_laws(used_up), "it_is_walked_twice_the_same"),
    "is not a function": Fault(lambda: stage_laws(with_a_counter(), keeps=["shape"]), "it_is_a_function"),
    "prunes the tree it was given": Fault(
        lambda: stage_laws(pruning_the_one_given, keeps=["labels"]), "it_is_a_function"
    ),
    "changes the value": Fault(lambda: stage_laws(map_tree(abs)), "it_keeps_the_value"),
    "changes the labels": Fault(lambda: stage_laws(map_tree(abs), keeps=["labels"]), "it_keeps_the_labels"),
    "changes the order": Fault(lambda: stage_laws(mirrored), "it_keeps_the_shape"),
    "forgets whose turn it is": Fault(lambda: stage_laws(forgetting_the_turn), "it_keeps_whose_turn_it_is"),
    "takes it that players alternate": Fault(lambda: stage_laws(alternating), "it_keeps_whose_turn_it_is"),
    "shares what differs": Fault(lambda: stage_laws(blind_to_the_ply, keeps=[]), "sharing_changes_nothing"),
}


# --- searches


def window(
    tree: Tree[Any], *, cut_on: str = "", forget: str = "", ties: bool = False, high: bool = True,
    alpha: Any = None, beta: Any = None,
) -> Any:  # fmt: skip
    """Alpha-beta, and what can be wrong with it."""
    best: Any = None
    for child in tree.children:
        value = window(
            child, cut_on=cut_on, forget=forget, high=not high,
            alpha=None if forget == "alpha" else alpha, beta=None if forget == "beta" else beta,
        )  # fmt: skip
        if best is None or (value > best if high else value < best) or (ties and value == best):
            best = value
        if high:
            alpha = best if alpha is None or best > alpha else alpha
        else:
            beta = best if beta is None or best < beta else beta
        over = alpha is not None and beta is not None and (alpha > beta if cut_on == "greater" else alpha >= beta)
        if over or (cut_on == "alpha" and alpha is not None and value < alpha):
            break
    return tree.label if best is None else best


def building_all(tree: Tree[Any]) -> Any:
    size(tree)
    return alpha_beta(tree)


def last_of_the_best(tree: Tree[Any]) -> Any:
    return window(tree, ties=True)


def ordering_by_labels(tree: Tree[Any]) -> Any:
    children = sorted(tree.children, key=lambda child: child.label, reverse=True)
    return max(map(minimise, children)) if children else tree.label


def asking_twice(tree: Tree[Any]) -> Any:
    return max(maximise(tree), *leaves(tree)) if maximise(tree) == max(leaves(tree)) else maximise(tree)


def upside_down(tree: Tree[Any]) -> Any:
    values = [*map(upside_down, tree.children)]
    return max(values) if values else tree.label


def by_position_alone(tree: Tree[Any]) -> Any:
    """It keeps the value of a position, and forgets whose turn it was there."""
    known: dict[Any, Any] = {}

    def value(here: Tree[Any]) -> Any:
        if here.seed not in known:
            values = [*map(value, here.children)]
            known[here.seed] = (max if here.player is Player.FIRST else min)(values) if values else here.label
        return known[here.seed]

    return value(tree) if tree.unfolding.shared else minimax(tree)


def tabled(
    tree: Tree[Any], *, fault: str = "", known: dict[Any, Any] | None = None, alpha: Any = None, beta: Any = None
) -> Any:
    """Alpha-beta that keeps what it has found of a shared tree, and what can be wrong with it."""
    known = {} if known is None else known
    keys: dict[str, Callable[[Tree[Any]], Any]] = {
        "forgets the turn": lambda here: (here.seed, here.depth),
        "forgets the levels": lambda here: (here.seed, here.player),
        "": lambda here: (here.seed, here.depth, here.player),
    }
    key = keys.get(fault, keys[""])

    def value(here: Tree[Any], alpha: Any, beta: Any) -> Any:
        if tree.unfolding.shared and key(here) in known:
            return known[key(here)]
        high, low = alpha, beta
        best: Any = None
        for child in here.children:
            found = value(child, high, low)
            if here.player is Player.FIRST:
                best = found if best is None or found > best else best
                high = best if high is None or best > high else high
            else:
                best = found if best is None or found < best else best
                low = best if low is None or best < low else low
            if high is not None and low is not None and high >= low:
                break
        best = here.label if best is None else best
        exact = (alpha is None or best > alpha) and (beta is None or best < beta)
        if exact or fault == "bounds as values":
            known[key(here)] = best
        return best

    return value(tree, alpha, beta)


def keeping_its_table() -> Callable[[Tree[Any]], Any]:
    known: dict[Any, Any] = {}
    return lambda tree: tabled(tree, known=known)


def guessing() -> Callable[[Tree[Any]], Any]:
    """It takes the last value it found for a bound of the next, and does not search again."""
    last: list[Any] = [None]

    def search(tree: Tree[Any]) -> Any:
        last[0] = tree | alpha_beta(alpha=last[0])
        return last[0]

    return search


def down_to(levels: int) -> Callable[[Tree[Any]], Any]:
    return lambda tree: minimax(prune(levels)(tree))


def blind_to_turns_below(tree: Tree[Any], depth: int = 3) -> Any:
    """It asks whose turn it is down to a depth."""
    values = [
        blind_to_turns_below(child, depth - 1) if depth else alternately(child, tree.player) for child in tree.children
    ]
    return (max if tree.player is Player.FIRST else min)(values) if values else tree.label


def alternately(tree: Tree[Any], before: Player | None) -> Any:
    values = [alternately(child, Player.SECOND if before is Player.FIRST else Player.FIRST) for child in tree.children]
    return (min if before is Player.FIRST else max)(values) if values else tree.label


def careless_of_one_child(tree: Tree[Any]) -> Any:
    children = list(tree.children)
    if len(children) == 1:
        return children[0].label
    best = max if tree.player is Player.FIRST else min
    return best(map(careless_of_one_child, children)) if children else tree.label


def without_zero(tree: Tree[Any]) -> Any:
    best: Any = None
    for child in tree.children:
        value = without_zero(child)
        if not best or (value > best if tree.player is Player.FIRST else value < best):
            best = value
    return tree.label if best is None else best


def in_window(fault: str) -> Callable[[Any, Any], Callable[[Tree[Any]], Any]]:
    def of(alpha: Any, beta: Any) -> Callable[[Tree[Any]], Any]:
        def search(tree: Tree[Any]) -> Any:
            if fault == "turned round":
                return tree | alpha_beta(beta=alpha)
            value = tree | alpha_beta(alpha=alpha, beta=beta)
            if fault == "fail-hard" and alpha is not None and value < alpha:
                return alpha
            if fault == "fail-hard" and beta is not None and value > beta:
                return beta
            if fault == "last leaf" and beta is not None and value >= beta:
                return max(leaves(tree))
            return value

        return search

    return of


SEARCHES = {
    "keeps bounds as values": Fault(
        lambda: search_laws(partial(tabled, fault="bounds as values")), "it_finds_the_value_of_a_shared_tree"
    ),
    "forgets the levels left": Fault(
        lambda: search_laws(partial(tabled, fault="forgets the levels")), "it_finds_the_value_of_a_shared_tree"
    ),
    "forgets whose turn it was": Fault(
        lambda: search_laws(partial(tabled, fault="forgets the turn")), "it_finds_the_value_of_a_shared_tree"
    ),
    "keeps its table for other trees": Fault(
        lambda: search_laws(keeping_its_table()), "it_finds_the_value_of_a_shared_tree"
    ),
    "takes its last value for a bound": Fault(
        lambda: search_laws(guessing(), numbers=True), "it_remembers_no_other_tree"
    ),
    "stops at eight levels": Fault(lambda: search_laws(down_to(8)), "it_finds_the_value"),
    "stops at ten levels": Fault(lambda: search_laws(down_to(10)), "it_finds_the_value"),
    "looks between -1000 and 1000": Fault(
        lambda: search_laws(alpha_beta(alpha=-1000, beta=1000), numbers=True), "it_finds_the_value"
    ),
    "finds whole numbers": Fault(
        lambda: search_laws(lambda tree: int(minimax(tree)), numbers=True), "it_finds_the_value"
    ),
    "finds floats": Fault(lambda: search_laws(lambda tree: float(minimax(tree)), numbers=True), "it_finds_the_value"),
    "asks whose turn it is on three levels": Fault(
        lambda: search_laws(blind_to_turns_below), "it_asks_the_tree_whose_turn_it_is"
    ),
    "takes an only child for a leaf": Fault(lambda: search_laws(careless_of_one_child), "it_finds_the_value"),
    "takes 0 for nothing": Fault(lambda: search_laws(without_zero), "it_finds_the_value"),
    "is fail-hard": Fault(
        lambda: search_laws(alpha_beta, window=in_window("fail-hard")), "its_bounds_are_labels_of_leaves"
    ),
    "turns its window round": Fault(
        lambda: search_laws(alpha_beta, window=in_window("turned round")),
        "in_its_window_it_finds_the_value_and_outside_a_bound",
    ),
    "returns too much above its window": Fault(
        lambda: search_laws(alpha_beta, window=in_window("last leaf")),
        "in_its_window_it_finds_the_value_and_outside_a_bound",
    ),
    "keeps bounds as values, in a window": Fault(
        lambda: search_laws(
            alpha_beta, window=lambda alpha, beta: partial(tabled, fault="bounds as values", alpha=alpha, beta=beta)
        ),
        "in_its_window_it_finds_the_value_and_outside_a_bound",
    ),
    "takes it that players alternate": Fault(lambda: search_laws(window), "it_asks_the_tree_whose_turn_it_is"),
    "keeps values by position alone": Fault(
        lambda: search_laws(by_position_alone), "it_finds_the_value_of_a_shared_tree"
    ),
    "always takes the greatest": Fault(lambda: search_laws(upside_down), "it_finds_the_value"),
    "cuts below its bound only": Fault(lambda: search_laws(partial(window, cut_on="alpha")), "it_finds_the_value"),
    "does not pass alpha on": Fault(
        lambda: search_laws(partial(window, forget="alpha"), deep=True), "it_cuts_as_deep_as_can_be"
    ),
    "does not pass beta on": Fault(
        lambda: search_laws(partial(window, forget="beta"), deep=True), "it_cuts_as_deep_as_can_be"
    ),
    "does not cut where bounds are equal": Fault(
        lambda: search_laws(partial(window, cut_on="greater"), deep=True), "it_cuts_as_deep_as_can_be"
    ),
    "walks all first": Fault(lambda: search_laws(building_all, deep=True), "it_cuts_as_deep_as_can_be"),
    "takes the last of equal moves, cut or not": Fault(
        lambda: search_laws(last_of_the_best), "it_finds_the_first_of_the_best_moves"
    ),
    "looks at inner labels": Fault(
        lambda: search_laws(ordering_by_labels, once=True), "it_asks_for_labels_of_leaves_only"
    ),
    "asks twice": Fault(lambda: search_laws(asking_twice, once=True), "it_asks_for_no_leaf_twice"),
    "minimises for the first player": Fault(lambda: search_laws(minimise), "it_finds_the_value"),
}


# --- bots


def drawn(gen: Gen, p: int) -> tuple[int, Gen]:
    n, after = gen.uniform_r(0, len(bits.moves(p)) - 1)
    return bits.moves(p)[n], after


def remainder(p: int) -> int:
    return p % 7


def playing(bot: Callable[[int], Any]) -> Callable[[], list[Law]]:
    return lambda: bot_laws(bits, bot)


def split(gen: Gen) -> Gen:
    return gen.split()[0]


def says_so(p: int, action: Any, rules: Rules[Any, Any] = bits) -> Any:
    return State(lambda gen: (require_moves(rules, p), action(gen))[1])


def by_words(chosen: Callable[[list[int], int, int], int]) -> Callable[[], list[Law]]:
    """The laws of a bot that claims to be uniform, and chooses by two words drawn."""

    def drawing(p: int) -> Callable[[Gen], Any]:
        def draw(gen: Gen) -> Any:
            one, gen = gen.next_word()
            other, gen = gen.next_word()
            moves = list(bits.moves(p))
            return moves[chosen(moves, one >> 3, other >> 3) % len(moves)], gen

        return draw

    return lambda: bot_laws(bits, lambda p: says_so(p, drawing(p)), uniform=True)


def first_more_often(moves: list[int], one: int, other: int) -> int:
    """The first move one time in ten more often than by chance, at the cost of the others."""
    n = len(moves)
    return one % n if other % (10 * n) else 0


def ahead(
    rules: Rules[Any, Any], depth: int, fault: str = "", static: Callable[[Any], Any] | None = None
) -> Callable[[Any], Any]:
    """A bot that looks some moves ahead, with a fault."""
    value = build_tree(rules) | prune(depth - 1) | map_tree(static or rules.static)

    def choose(p: Any) -> Any:
        moves = [*rules.moves(p)]
        values = [value(rules.play(p, move)) | minimax for move in moves]
        high = rules.player(p) is Player.FIRST
        if fault == "rarely" and hash((p, 1)) % 12 == 0:
            return moves[-1]
        if fault == "in the corner" and moves[0] == 0 and len(moves) < 5:
            return moves[-1]
        if fault == "near the end" and len(moves) <= 3:
            return moves[0]
        if fault == "maximises for both":
            high = True
        if fault == "minimises for both":
            high = False
        return moves[values.index((max if high else min)(values))]

    return lambda p: says_so(p, lambda gen: (choose(p), gen), rules)


def with_numpy(p: int) -> Any:
    import numpy as np

    return says_so(p, lambda gen: (np.random.random(), drawn(gen, p))[1])


def choosing_with_numpy(p: int) -> Any:
    import numpy as np

    return says_so(p, lambda gen: (bits.moves(p)[np.random.randint(len(bits.moves(p)))], gen))


def carrying_on() -> Callable[[int], Any]:
    """It takes a position for one of the game before, and plays differently in another game."""
    last = [0]

    def bot(p: int) -> Any:
        def choose(gen: Gen) -> Any:
            carried_on = last[0].bit_count() <= p.bit_count()
            last[0] = p
            return bits.moves(p)[0 if carried_on else -1], gen

        return says_so(p, choose)

    return bot


def only_wins_are_over(p: int) -> Any:
    """In a full board without a winner it plays on."""
    full = len(bits.moves(p)) == 0 and bits.static(p) == 0
    return State.from_value(0) if full else says_so(p, lambda gen: drawn(gen, p))


def stubborn() -> Callable[[int], Any]:
    asked = count()
    return lambda p: says_so(p, lambda gen: (bits.moves(p)[next(asked) % len(bits.moves(p))], gen))


BOTS = {
    "draws one of three moves": Fault(by_words(lambda moves, one, other: one % 3), "every_move_is_as_likely"),
    "takes the least of two": Fault(
        by_words(lambda moves, one, other: min(one % len(moves), other % len(moves))), "every_move_is_as_likely"
    ),
    "plays the first move more often": Fault(by_words(first_more_often), "every_move_is_as_likely"),
    "never plays the last of many": Fault(
        by_words(lambda moves, one, other: one % min(len(moves), 5)), "every_move_is_as_likely"
    ),
    "draws from a byte": Fault(by_words(lambda moves, one, other: (one % 16) % len(moves)), "every_move_is_as_likely"),
    "maximises for both": Fault(
        lambda: bot_laws(bits, ahead(bits, 2, "maximises for both"), depth=2), "it_gives_no_value_away"
    ),
    "minimises for both": Fault(
        lambda: bot_laws(four, ahead(four, 1, "minimises for both"), depth=1), "it_gives_no_value_away"
    ),
    "looks a move less far": Fault(lambda: bot_laws(bits, ahead(bits, 2), depth=3), "it_gives_no_value_away"),
    "looks one move ahead, not two": Fault(lambda: bot_laws(four, ahead(four, 1), depth=2), "it_gives_no_value_away"),
    "looks further than it says": Fault(
        lambda: bot_laws(bits, ahead(bits, 3, static=remainder), depth=2, static=remainder), "it_gives_no_value_away"
    ),
    "gives wins away rarely": Fault(
        lambda: bot_laws(bits, ahead(bits, 2, "rarely"), depth=2), "it_gives_no_value_away"
    ),
    "gives wins away rarely, in Connect Four": Fault(
        lambda: bot_laws(four, ahead(four, 2, "rarely"), depth=2), "it_gives_no_value_away"
    ),
    "plays any move near the end": Fault(
        lambda: bot_laws(bits, ahead(bits, 3, "near the end"), depth=3), "it_gives_no_value_away"
    ),
    "likes the last move when a corner is free": Fault(
        lambda: bot_laws(bits, ahead(bits, 3, "in the corner"), depth=3), "it_gives_no_value_away"
    ),
    "looks ahead with other values": Fault(
        lambda: bot_laws(bits, ahead(bits, 2, static=remainder), depth=2), "it_gives_no_value_away"
    ),
    "moves numpy's generator": Fault(playing(with_numpy), "it_leaves_other_generators_alone"),
    "draws from numpy's generator": Fault(playing(choosing_with_numpy), "the_same_generator_gives_the_same_move"),
    "takes a position for one of the game before": Fault(playing(carrying_on()), "it_remembers_no_other_position"),
    "plays on after a draw": Fault(playing(only_wins_are_over), "it_raises_game_over_in_a_finished_game"),
    "gives back the generator it has drawn from": Fault(
        playing(lambda p: says_so(p, lambda gen: (drawn(gen, p)[0], gen))),
        "it_draws_once_from_a_generator_and_hands_on_the_next",
    ),
    "draws twice from one generator": Fault(
        playing(lambda p: says_so(p, lambda gen: (drawn(gen, p)[0], drawn(gen, p)[1]))),
        "it_draws_once_from_a_generator_and_hands_on_the_next",
    ),
    "splits a generator it has drawn from": Fault(
        playing(lambda p: says_so(p, lambda gen: (drawn(gen.next_word()[1], p)[0], split(gen)))),
        "it_draws_once_from_a_generator_and_hands_on_the_next",
    ),
    "hands on a generator of its own": Fault(
        playing(lambda p: says_so(p, lambda gen: (drawn(split(gen), p)[0], SplitMix.from_seed(7)))),
        "it_draws_once_from_a_generator_and_hands_on_the_next",
    ),
    "draws from the world": Fault(
        playing(lambda p: says_so(p, lambda gen: (random.choice(bits.moves(p)), gen))),
        "the_same_generator_gives_the_same_move",
    ),
    "moves the world's generator": Fault(
        playing(lambda p: says_so(p, lambda gen: (random.random(), drawn(gen, p))[1])),
        "it_leaves_other_generators_alone",
    ),
    "plays the centre late": Fault(
        playing(lambda p: says_so(p, lambda gen: drawn(gen, p) if len(bits.moves(p)) > 3 else (4, gen))),
        "its_moves_are_legal",
    ),
    "moves in a finished game": Fault(
        playing(lambda p: State(lambda gen: drawn(gen, p) if bits.moves(p) else (0, gen))),
        "it_raises_game_over_in_a_finished_game",
    ),
    "remembers": Fault(playing(stubborn()), "the_same_generator_gives_the_same_move"),
}


# --- generators


class Biased(NamedTuple):
    """A generator made of a good one, and spoiled by a fault."""

    gen: SplitMix
    fault: str

    def next_word(self) -> tuple[int, Biased]:
        word, gen = self.gen.next_word()
        return word, self if self.fault == "stuck" else self._replace(gen=gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Biased]:
        size = hi - lo + 1
        word, gen = self.gen.next_word()
        if self.fault == "byte":
            word %= 256
        number = {
            "short": word % max(1, size - 1),
            "long": word % (size + 1),
            "word": word % min(size, 2**64),
            "echo": (word >> 40 if word & 1 else self.gen.seed >> 40),
        }.get(self.fault, word)
        return lo + number % (size + (self.fault == "long")), self._replace(gen=gen)

    def split(self) -> tuple[Biased, Biased]:
        one, other = self.gen.split()
        return self._replace(gen=one), self._replace(gen=one if self.fault == "twins" else other)


class Mutable:
    """A generator that changes in place."""

    def __init__(self, seed: int) -> None:
        self.gen = SplitMix.from_seed(seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mutable) and self.gen == other.gen

    def __hash__(self) -> int:
        return 0

    def next_word(self) -> Any:
        word, self.gen = self.gen.next_word()
        return word, self

    def uniform_r(self, lo: int, hi: int) -> Any:
        number, self.gen = self.gen.uniform_r(lo, hi)
        return number, self

    def split(self) -> Any:
        one, self.gen = self.gen.split()
        return one, self


def seeded_by_nothing() -> Callable[[int], SplitMix]:
    made = count()
    return lambda seed: SplitMix.from_seed(next(made))


def spoiled(fault: str) -> Callable[[], list[Law]]:
    return lambda: gen_laws(lambda seed: Biased(SplitMix.from_seed(seed), fault))


GENERATORS = {
    "is made of bytes": Fault(spoiled("byte"), "every_number_of_a_range_is_as_likely"),
    "never draws the last": Fault(spoiled("short"), "every_number_of_a_range_is_as_likely"),
    "draws one too many": Fault(spoiled("long"), "numbers_are_in_their_range"),
    "has one word for wide ranges": Fault(spoiled("word"), "wide_ranges_are_as_likely_in_all_their_parts"),
    "gives twins when it is split": Fault(spoiled("twins"), "seeds_and_draws_differ"),
    "knows eight seeds": Fault(lambda: gen_laws(lambda seed: SplitMix.from_seed(seed % 8)), "seeds_and_draws_differ"),
    "stands still": Fault(spoiled("stuck"), "seeds_and_draws_differ"),
    "repeats itself": Fault(spoiled("echo"), "one_number_does_not_tell_the_next"),
    "forgets its seed": Fault(lambda: gen_laws(seeded_by_nothing()), "a_generator_is_a_value"),
    "changes in place": Fault(lambda: gen_laws(Mutable), "a_generator_is_a_value"),
}

FAULTS = {
    f"{kind} that {name}": fault
    for kind, faults in {
        "a game": GAMES, "a stage": STAGES, "a search": SEARCHES, "a bot": BOTS, "a generator": GENERATORS,
    }.items()
    for name, fault in faults.items()
}  # fmt: skip


@pytest.fixture
def as_its_users_have_it(fault: Fault) -> Iterator[None]:
    """As many examples as by default, whatever the profile says; made smaller only where it is stated how small."""
    phases = [phase for phase in Phase if phase is not Phase.shrink or fault.moves is not None]
    with profile(max_examples=100, phases=phases):
        yield


@pytest.mark.usefixtures("as_its_users_have_it")
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_it_is_caught_by_the_law_meant_for_it(fault: Fault) -> None:
    law = law_of(fault.laws(), fault.law)
    with pytest.raises(Broken) as caught:
        law()
    if fault.moves is not None:
        assert len(caught.value.line.moves) == fault.moves, str(caught.value)


FAULTS_OF_PARTS = {
    f"{kind} that {name}": fault
    for kind, faults in {"a stage": STAGES, "a search": SEARCHES, "a bot": BOTS, "a generator": GENERATORS}.items()
    for name, fault in faults.items()
}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("as_its_users_have_it")
@pytest.mark.parametrize("fault", FAULTS_OF_PARTS.values(), ids=FAULTS_OF_PARTS)
def test_it_is_caught_under_any_seed(fault: Fault) -> None:
    for seed in range(3):
        law = law_of(fault.laws(), fault.law)
        with pytest.raises(Broken):
            law.test(Run(seed=seed))
