"""Every public function is right on a game with a die, or refuses in words: a table of all these functions.

Each is called at two roots: ``CHOICE``, where a player moves and a die rolls below, and ``ROLL``, where the die rolls.
An entry that is right returns a pair: the result, and what brute force finds; ``about`` allows for random games.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from inspect import isclass
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import pytest
from hypothesis import find
from returns.result import Success
from toolz import nth

import fpgames as fg
from fpgames import CHANCE, Outcome, Player, SplitMix, State, play, search, solvers, testing, tree
from fpgames import compiled as machine
from fpgames import draw as pictures
from fpgames import rules as games
from fpgames.cli import main
from fpgames.play import explicit
from tests.support.dice import Race, after, ends, exact_value, fair, nodes, probability, random_value, rules

Call = Callable[[Race], Any]
CHOICE, ROLL = rules.start, rules.play(rules.start, 1)
PARTS = ["tree", "search", "play", "play.explicit", "rules", "solvers", "draw", "compiled", "testing", "cli"]
PACKAGES = ["fpgames", *(f"fpgames.{part}" for part in PARTS)]
UNREACHED = {
    "State and generators": "choice do get map_m map_state put replicate_m uniform check_gen gen_laws generators monad_laws states",
    "names, texts and numbers": "game_seed node_content search_info sides text_svg unreadable walk wilson iterate within pig_value",
    "tables of compiled code": "clear_cache reuse_tables",
    "records of games, with their outcomes": "pair_results rates ratings results_by_sides scores standings table verdict",
    "results and ratings": "elo log_likelihood_ratio normalized_elo pentanomial points_interval ratings_svg ratings_text sprt superiority",
    "makers and texts of games": "made read_opening",
    "Connect Four": "connect4_solver search_of_part tree_of_part",
    "random trees for two players": "check_search check_stage search_laws stage_laws trees",
}


def end_of(p: Race, moves: Any) -> Any:
    return testing.replay(at(p), *moves).end


def outcome(p: Race) -> Any:
    return rules.outcome(p).value_or(None)


def best(p: Race, value: Callable[[Race], Any] = exact_value) -> int:
    return max(rules.moves(p), key=lambda move: value(rules.play(p, move)))


def about(value: Fraction) -> Any:
    return pytest.approx(float(value), abs=0.06)


def at(p: Race, **changes: Any) -> Any:
    return replace(rules, start=p, **changes)


def run(action: Any, seed: int = 1) -> Any:
    return action.eval(SplitMix.from_seed(seed))


def mean(action: Any, n: int = 1500) -> float:
    return sum(int(run(action, seed)) for seed in range(n)) / n


def moves_of(bot: Any, p: Race, seeds: int = 30) -> set[int]:
    return {run(bot(p), seed) for seed in range(seeds)}


def visited(p: Race) -> Any:
    return run(search.mcts(rules, 3000, **GREEDY)(p))


def tried(p: Race, n: int = 50) -> Any:
    return run(search.mcts(rules, n, **GREEDY)(p))


def nodes_where(says: Callable[[Any], bool]) -> Any:
    return search.node_search(lambda node, visit: says(node) + sum(map(visit, search.children(node))))


positions, values = fg.build_tree(rules), fg.build_tree(rules) | fg.map_tree(games.value_of_outcome(rules))
fractions: Any = values | fg.map_tree(Fraction)
value: Any = fg.map_tree(Fraction) | search.expectiminimax
exact: Any = fg.map_tree(exact_value) | search.expectiminimax
random_bots: tuple[Any, Any] = fg.bot_random(rules), fg.bot_random(rules)
explicit_bots: tuple[Any, Any] = explicit.bot_random(rules), explicit.bot_random(rules)
named: Any = tuple(zip("ab", random_bots, strict=True))
shallow_size = search.node_search(lambda n, visit: 1 + sum(visit(search.shallower(c, 1)) for c in search.children(n)))
swap: Any = games.with_swap(rules)
draws = games.Draws(3, lambda p, q: False, (), rules.show)
kit: Any = testing  # whose checks return None, which is what is right
GREEDY: Any = {"select": search.ucb1(0.3)}  # explores little, so that means of visits are near the value
BOT_LAWS = ["its_moves_are_legal", "it_gives_no_value_away"]


def line_and_value(p: Race) -> Any:
    found = (
        fg.build_tree(rules)(p) | fg.map_tree(exact_value) | search.principal_variation(search=search.expectiminimax)
    )
    return found.value, found.line


def record(p: Race) -> Any:
    return play.record_game(at(p), play.play_one(at(p), *random_bots, 7), ("a", "b"), 7, 1, 0.5)


def game_of(p: Race) -> Any:
    return play.played_game(at(p), record(p))


def ends_and_last_rolls(p: Race) -> Any:
    table = {q: search.Solved(rules.outcome(q).value_or(Outcome.DRAW), 0) for q in nodes(p) if q.left <= q.rolls}
    return {q: solved if solved.outcome else solved._replace(depth=None) for q, solved in table.items()}


def holds(laws: Any) -> Any:
    """Check laws on a few cases, and in one process."""
    return kit.check("laws", [law for law in laws if "second_process" not in law.name], examples=5)


def lists(p: Race) -> Any:
    return testing.mutable_laws(
        at(p), lambda: [p], play=lambda game, move: game.append(rules.play(game[-1], move)),
        moves=lambda game: rules.moves(game[-1]), outcome=lambda game: rules.outcome(game[-1]),
    )  # fmt: skip


def frames(p: Race) -> Any:
    return pictures.trace_svgs(search.trace(search.expectiminimax)(fractions(p) | fg.prune(2)))


def circles(picture: Any) -> int:
    return str(picture).count('class="mean"')


def circles_within(p: Race) -> int:
    """Return the number of circles in a picture of two moves: one for each node where chance moves, and the legend's."""
    return sum(q.rolls for q in (p, *after(p))) + 1


def with_draws(p: Race) -> Any:
    return games.with_draws(at(p, draws=draws))


class Lifted(NamedTuple):
    position: Race


def lifted(p: Race) -> Any:
    return games.lift(rules, Lifted(p), play=lambda q, move: Lifted(rules.play(q.position, move)))


def command(p: Race, name: str, *options: str) -> int:
    return main([name, "tests.support.dice:rules", *["1"] * p.rolls, *options])


def second(p: Race) -> Race:
    return p if p.rolls else rules.play(p, 0)


def first_wins(p: Race) -> Fraction:
    return probability(p, Outcome.FIRST_WON)


def successors(n: int) -> Iterator[int]:
    if n < 4:
        yield from (3 * n + 1, 3 * n + 2)


def numbers(n: int) -> Any:
    """Return a tree of numbers that compiled code could search, if chance did not move at 1."""
    return tree.unfold(abs, successors, n, player_of=lambda m: CHANCE if m == 1 else Player.FIRST)


label_after_pass: Any = search.node_search(lambda n, _: search.label(search.pass_turn(n)))
any_value: Any = exact_value
any_fraction: Any = Fraction
size_of: Any = tree.fold_tree(lambda _, sizes: 1 + sum(sizes))
passing: Any = replace(rules, pass_turn=lambda p: p._replace(turn=-p.turn))
drawn = replace(rules, diagram=lambda p: games.Diagram((f"{p.left + p.rolls}",)))

# fmt: off
RIGHT: dict[str, Call] = {
    # trees and their stages
    "build_tree": lambda p: ([*tree.levels(positions(p))][1], tuple(after(p))),
    "extend_while": lambda p: (positions(p) | tree.extend_while(lambda q: q.rolls > 0, depth=1) | exact, exact_value(p)),
    "fold_tree": lambda p: (values(p) | tree.fold_tree(lambda _, sizes: 1 + sum(sizes)), len(nodes(p))),
    "game_tree": lambda p: (fg.game_tree(rules)(p) | fg.map_tree(attrgetter("position")) | exact, exact_value(p)),
    "leaves": lambda p: ([*fg.leaves(positions(p))], ends(p)),
    "levels": lambda p: (sorted(chain(*tree.levels(positions(p)))), sorted(nodes(p))),
    "map_tree": lambda p: (values(p) | value, exact_value(p)),
    "node": lambda p: (fg.node(0, map(values, after(p)), player=CHANCE) | value, fair(map(exact_value, after(p)))),
    "prune": lambda p: (positions(p) | fg.prune(2) | exact, exact_value(p)),
    "prune_when": lambda p: (positions(p) | tree.prune_when(lambda q: q.left < 2) | exact, exact_value(p)),
    "rebuild": lambda p: (positions(p) | tree.rebuild(children=lambda t: [*t.children][::-1]) | exact, exact_value(p)),
    "order_by": lambda p: (positions(p) | fg.order_by(exact_value) | exact, exact_value(p)),
    "keep_best": lambda p: (positions(p) | tree.keep_best(1, exact_value) | exact, exact_value(p)),
    "share": lambda p: (fg.share(values(p)) | value, exact_value(p)),
    "size": lambda p: (tree.size(values(p)), len(nodes(p))),
    "unfold": lambda p: (tree.unfold(exact_value, after, p, player_of=rules.player) | search.expectiminimax, exact_value(p)),
    "unshared": lambda p: (tree.unshared(fg.share(values(p))) | value, exact_value(p)),
    "with_ply": lambda p: (tree.with_ply(values(p)) | fg.map_tree(itemgetter(0)) | value, exact_value(p)),
    # searches
    "bound_by": lambda p: (values(p) | search.bound_by(lambda _: (-1, 1)) | value, exact_value(p)),
    "children": lambda p: (values(p) | nodes_where(lambda _: True), len(nodes(p))),
    "count_leaves": lambda p: (values(p) | fg.count_leaves(value), (exact_value(p), len(ends(p)))),
    "count_nodes": lambda p: (values(p) | search.count_nodes(value), (exact_value(p), len(nodes(p)))),
    "deepen": lambda p: ([*search.deepen(value)(values(p))][-1][1], exact_value(p)),
    "edges": lambda p: (
        values(p) | search.node_search(lambda here, visit: [move for move, _ in search.edges(here)]),
        [*rules.moves(p)],
    ),
    "ends_in": lambda p: ({search.ends_in(rules, Outcome.DRAW)(q) for q in ends(p) if outcome(q) == 0}, {True}),
    "expectiminimax": lambda p: (values(p) | value, exact_value(p)),
    "label": lambda p: (values(p) | nodes_where(lambda n: search.label(n) == 1), sum(outcome(q) == 1 for q in nodes(p))),
    "mover": lambda p: (values(p) | nodes_where(lambda n: search.mover(n) is CHANCE), sum(q.rolls for q in nodes(p))),
    "node_search": lambda p: (values(p) | nodes_where(lambda _: True), len(nodes(p))),
    "perft": lambda p: (positions(p) | search.perft(2), sum(len(after(q)) for q in after(p))),
    "principal_variation": lambda p: (line_and_value(p), (exact_value(p), () if p.rolls else (0, 1))),
    "reachable": lambda p: ({*search.reachable(rules, [p])}, {*nodes(p)}),
    "remember": lambda p: (search.remember(search.expectiminimax)(fg.share(fractions(p)))[0], exact_value(p)),
    "shallower": lambda p: (values(p) | fg.prune(2) | shallow_size, 1 + len(after(p))),
    "trace": lambda p: (search.trace(search.expectiminimax)(fractions(p)).label.value, exact_value(p)),
    "within_node_budget": lambda p: ([*search.within_node_budget(10**6)(search.deepen(value)(values(p)))][-1][1], exact_value(p)),
    # Monte-Carlo
    "by_playouts": lambda p: (run(search.by_playouts(rules, 2000)(p)), about(random_value(p))),
    "by_static": lambda p: (run(search.by_static(any_value)(p)), exact_value(p)),
    "back_up": lambda p: (search.back_up(search.expand(rules, p), 0, search.expand(rules, after(p)[0]), 0.25).value, 0.25),
    "continue_search": lambda p: (run(search.continue_search(rules, 3000, **GREEDY)(tried(p))).value, about(exact_value(p))),
    "estimate": lambda p: (run(fg.estimate(rules, 2000)(p)) / 2000, about(random_value(p))),
    "expand": lambda p: (search.expand(rules, p)[:3], (p, rules.player(p), rules.moves(p))),
    "line": lambda p: (search.line(visited(p))[:1], () if p.rolls else (best(p),)),
    "mcts": lambda p: (visited(p).value, about(exact_value(p))),
    "mcts_root_parallel": lambda p: (run(play.mcts_root_parallel(rules, 2000, 2, **GREEDY)(p)).value, about(exact_value(p))),
    "mcts_steps": lambda p: (nth(3000, search.mcts_steps(rules, p, SplitMix.from_seed(1), **GREEDY)).value, about(exact_value(p))),
    "merge": lambda p: (search.merge(visited(p), visited(p)).value, about(exact_value(p))),
    "playout": lambda p: (mean(play.playout(rules, p)), about(random_value(p))),
    "playouts": lambda p: ([n / 2000 for n in run(fg.playouts(rules, p, 2000))], [about(probability(p, won)) for won in Outcome]),
    "random_leaf": lambda p: (mean(search.random_leaf(values(p))), about(random_value(p))),
    "simulate": lambda p: (run(search.simulate(rules)(search.expand(rules, p))).visits, 1),
    "statistics": lambda p: (search.statistics(rules)(visited(p)) | fg.map_tree(lambda n: n.value) | value, exact_value(p)),
    "subtree_after": lambda p: (search.subtree_after(rules, visited(p), 0).position, rules.play(p, 0)),
    "traverse_tree": lambda p: (run(values(p) | fg.traverse_tree(search.by_static(any_fraction))) | search.expectiminimax, exact_value(p)),
    # games and bots
    "bot_random": lambda p: (moves_of(fg.bot_random(rules), p), {*rules.moves(p)}),
    "explicit.bot_random": lambda p: ({explicit.bot_random(rules)(p, SplitMix.from_seed(n))[0] for n in range(30)}, {*rules.moves(p)}),
    "explicit.playout": lambda p: (mean(State(partial(explicit.playout, rules, p))), about(random_value(p))),
    "compare": lambda p: (next(play.compare(at(p), named, 1, [1])).chance, True),
    "from_explicit": lambda p: (moves_of(play.from_explicit(explicit.bot_random(rules)), p), {*rules.moves(p)}),
    "play_game": lambda p: (mean(fg.play_game(rules, p, *random_bots).map(itemgetter(0))), about(random_value(p))),
    "play_one": lambda p: (rules.moves(testing.replay(at(p), *play.play_one(at(p), *random_bots, 7)).end), ()),
    "random_move": lambda p: ({run(play.random_move(rules, p), n) for n in range(30)}, {*rules.moves(p)}),
    "random_opening": lambda p: (len(testing.replay(at(p), *run(play.random_opening(at(p), 2))).moves), 2),
    "read_bot": lambda p: (moves_of(play.read_bot(rules, "random"), p), {*rules.moves(p)}),
    "read_row": lambda p: (play.read_row(at(p), record(p).row(), ("a", "b"), 7, 1), record(p)),
    "record_game": lambda p: (record(p).outcome, outcome(end_of(p, map(int, record(p).moves.split())))),
    "played_game": lambda p: (game_of(p).outcome, rules.outcome(end_of(p, game_of(p).moves))),
    "play_moves": lambda p: (mean(play.play_moves(rules, p, *random_bots).map(lambda ms: outcome(end_of(p, ms)))), about(random_value(p))),
    "to_explicit": lambda p: (play.to_explicit(random_bots[0])(p, SplitMix.from_seed(1))[0], run(random_bots[0](p))),
    "without_history": lambda p: (moves_of(play.without_history(random_bots[0]), with_draws(p).start), {*rules.moves(p)}),
    # rules
    "canonical": lambda p: (games.canonical(rules)(p), p),
    "lift": lambda p: (fg.build_tree(lifted(p))(lifted(p).start) | fg.map_tree(lambda q: exact_value(q.position)) | search.expectiminimax, exact_value(p)),
    "read_game": lambda p: (games.read_game(at(p), games.write_game(at(p), game_of(p))), game_of(p)),
    "read_games": lambda p: ([*games.read_games(at(p), games.write_game(at(p), game_of(p)))], [Success(game_of(p))]),
    "require_moves": lambda p: (games.require_moves(rules, p), rules.moves(p)),
    "up_to_symmetry": lambda p: (fg.build_tree(games.up_to_symmetry(rules))(p) | exact, exact_value(p)),
    "value_of_outcome": lambda p: ([games.value_of_outcome(rules)(q) for q in nodes(p)], [outcome(q) or 0 for q in nodes(p)]),
    "why_drawn": lambda p: (games.why_drawn(at(p, draws=draws), with_draws(p).start), ""),
    "with_draws": lambda p: (fg.build_tree(with_draws(p))(with_draws(p).start) | fg.map_tree(lambda h: exact_value(h.position)) | search.expectiminimax, exact_value(p)),
    "with_swap": lambda p: ([fg.build_tree(swap)(games.Sides(p, state)) | fg.map_tree(swap.score) | value for state in (1, 2)], [exact_value(p), -exact_value(p)]),
    "write_game": lambda p: (games.write_game(rules, games.PlayedGame(p, (1,))).split()[-2:], ["1", "*"]),
    # tables of solved positions, which hold no position where chance moves
    "table_value": lambda p: (solvers.table_value({p: search.Solved(Outcome.FIRST_WON, 1)})(p), 0.5),
    "write_table": lambda p: (solvers.write_table(rules, ends_and_last_rolls(p)).count("\n"), len(ends_and_last_rolls(p))),
    # pictures
    "board_svg": lambda p: (rules.show(p) in pictures.board_svg(rules, p), True),
    "draw_tree": lambda p: (pictures.draw_tree(values(p) | fg.map_tree(lambda _: "node")).count("node"), len(nodes(p))),
    "squares_of": lambda p: (pictures.squares_of(drawn, p, 1), ((0, 0),)),
    "steps_svg": lambda p: (circles(pictures.steps_svg(frames(p))) > 0, True),
    "trace_svgs": lambda p: ([circles(frame) for frame in frames(p)][-1], circles_within(p)),
    "tree_dot": lambda p: (pictures.tree_dot(values(p) | fg.prune(2)).count("->"), tree.size(values(p) | fg.prune(2)) - 1),
    "tree_mermaid": lambda p: (pictures.tree_mermaid(values(p) | fg.prune(2)).count("-->"), tree.size(values(p) | fg.prune(2)) - 1),
    "tree_svg": lambda p: (circles(pictures.tree_svg(values(p) | fg.prune(2))), circles_within(p)),
    # machine code, which falls back on Python
    "jit_when_it_pays": lambda p: (machine.jit_when_it_pays(values | search.expectiminimax)(p), about(exact_value(p))),
    # the kit and the command line
    "as_tests": lambda p: (callable(testing.as_tests(testing.game_laws(at(p)))), True),
    "bot_laws": lambda p: (holds(testing.bot_laws(at(p), fg.bot_mc(rules, 2))), None),
    "check": lambda p: (kit.check("a list", lists(p), examples=5), None),
    "check_bot": lambda p: (kit.check_bot(at(p), fg.bot_from(rules, exact_value), depth=9, static=exact_value, laws=BOT_LAWS), None),
    "check_game": lambda p: (kit.check_game(at(p), budget=50, examples=5, exclude=["a_second_process_does_the_same"]), None),
    "check_perft": lambda p: (kit.check_perft(rules, {1: len(after(p)), 2: sum(len(after(q)) for q in after(p))}, p), None),
    "check_same_game": lambda p: (kit.check_same_game(at(p), at(p), budget=50), None),
    "eq_laws": lambda p: (holds(testing.eq_laws(testing.positions(at(p)))), None),
    "finished": lambda p: (rules.moves(find(testing.finished(at(p)), lambda _: True)), ()),
    "game_laws": lambda p: (holds(testing.game_laws(at(p), budget=50)), None),
    "illegal_moves": lambda p: (find(testing.illegal_moves(at(p), p), lambda _: True) in rules.moves(p), False),
    "legal_moves": lambda p: (find(testing.legal_moves(at(p), p), lambda move: move > 0), 1),
    "lines": lambda p: (find(testing.lines(at(p)), lambda line: line.moves).positions[1] in after(p), True),
    "mutable_laws": lambda p: (holds(lists(p)), None),
    "play_laws": lambda p: (holds(testing.play_laws(p, rules.moves, rules.play, budget=50)), None),
    "plays": lambda p: (find(testing.plays(at(p)), lambda play: True)[1] in rules.moves(p), True),
    "positions": lambda p: (find(testing.positions(at(p)), lambda q: q != p) in {*nodes(p)}, True),
    "replay": lambda p: (testing.replay(at(p), 1).end, rules.play(p, 1)),
    "same_game_laws": lambda p: (holds(testing.same_game_laws(at(p), at(p), budget=50)), None),
    "unfinished": lambda p: (find(testing.unfinished(at(p)), lambda q: q.left == 1) in {*nodes(p)}, True),
    "whole_games": lambda p: (find(testing.whole_games(at(p)), lambda _: True).end in ends(p), True),
    "main": lambda p: (command(p, "analyse", "--depth", "9"), 0),
}
# where a player moves, and chance moves below
RIGHT_FOR_PLAYERS: dict[str, Call] = {
    "best": lambda p: (search.best(visited(p)), best(p)),
    "best_move": lambda p: (fractions(p) | fg.best_move(search=search.expectiminimax), best(p)),
    "bot_from": lambda p: (moves_of(fg.bot_from(rules, exact_value), p), {best(p)}),
    "bot_mc": lambda p: (moves_of(fg.bot_mc(rules, 500), p, 4), {best(p, first_wins)}),
    "bot_mc_bulk": lambda p: (moves_of(play.bot_mc_bulk(rules, 500), p, 4), {best(p, first_wins)}),
    "bot_mcts": lambda p: (moves_of(fg.bot_mcts(rules, 500), p, 4), {best(p)}),
    "bot_mcts_reuse": lambda p: (play.bot_mcts_reuse(rules, 500)(p).eval(play.ReuseState(SplitMix.from_seed(1))), best(p)),
    "eval_move": lambda p: (run(play.eval_move(rules, p, 1, 2000))[0] / 2000, about(first_wins(rules.play(p, 1)))),
    "eval_moves": lambda p: ([wins / 2000 for wins, _ in run(play.eval_moves(rules, p, 2000))], [about(first_wins(q)) for q in after(p)]),
    "explicit.bot_mc": lambda p: (explicit.bot_mc(rules, 2000)(p, SplitMix.from_seed(1))[0], best(p, first_wins)),
    "explicit.eval_move": lambda p: (explicit.eval_move(rules, p, 1, 2000, SplitMix.from_seed(1))[0] / 2000, about(first_wins(rules.play(p, 1)))),
    "pass_turn": lambda p: (fg.build_tree(passing)(p) | fg.map_tree(attrgetter("turn")) | label_after_pass, -p.turn),
    "puct": lambda p: (search.puct(lambda q: [1] * len(rules.moves(q)), 0)(visited(p)), best(p)),
    "ucb1": lambda p: (search.ucb1(0)(visited(p)), best(p)),
    "whose_turn": lambda p: (games.whose_turn(rules, p), Player(p.turn)),
}
REFUSED: dict[str, Call] = {
    "ab_maximise": lambda p: values(p) | search.ab_maximise,
    "ab_minimise": lambda p: values(second(p)) | search.ab_minimise,
    "alpha_beta": lambda p: values(p) | fg.alpha_beta,
    "bot_alphabeta": lambda p: run(fg.bot_alphabeta(rules, 3, exact_value)(p)),
    "bot_deepening": lambda p: run(play.bot_deepening(rules, 3, exact_value)(p)),
    "bot_alphabeta_random": lambda p: run(play.bot_alphabeta_random(rules, 3, exact_value)(p)),
    "bot_minimax": lambda p: run(play.bot_minimax(rules, 3, exact_value)(p)),
    "bot_perfect": lambda p: run(solvers.bot_perfect(rules)(p)),
    "explicit.play_game": lambda p: explicit.play_game(rules, p, *explicit_bots, SplitMix.from_seed(1)),
    "jit": lambda p: machine.jit(numbers | fg.minimax)(p.rolls),
    "maximise": lambda p: values(p) | fg.maximise,
    "minimax": lambda p: values(p) | fg.minimax,
    "minimise": lambda p: values(second(p)) | fg.minimise,
    "mtd_bi": lambda p: values(p) | search.mtd_bi(low=-1, high=1),
    "mtd_f": lambda p: values(p) | search.mtd_f,
    "negamax": lambda p: values(p) | search.negamax,
    "player": lambda p: values(p) | nodes_where(lambda n: search.player(n) is Player.FIRST),
    "prefer_quick_wins": lambda p: fractions(p) | search.prefer_quick_wins | search.expectiminimax,
    "proofs": lambda p: [*search.proofs(goal=search.ends_in(rules, Outcome.DRAW))(positions(p))],
    "prove": lambda p: search.prove(goal=search.ends_in(rules, Outcome.DRAW))(positions(p)),
    "read_table": lambda p: solvers.read_table(rules, solvers.write_table(rules, ends_and_last_rolls(p))),
    "solve_backwards": lambda p: search.solve_backwards(rules, [p]),
    "solver": lambda p: solvers.solver(rules).solve(p),
    "solver_of": lambda p: solvers.solver_of(rules).solve(p),
}
# fmt: on


def public_functions() -> set[str]:
    """Return the names of all public functions; a name that two packages give to two functions, with its package."""
    found: dict[str, object] = {}
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and not isclass(value) and not hasattr(value, "__origin__"):
                known = found.setdefault(name, value)
                found |= {} if known is value else {f"{package.rpartition('.')[2]}.{name}": value}
    return {*found}


def test_every_public_function_is_in_the_table() -> None:
    unreached = {name for names in UNREACHED.values() for name in names.split()}
    tables = RIGHT, RIGHT_FOR_PLAYERS, REFUSED
    counts = dict(zip(("right", "right where a player moves", "refused"), map(len, tables), strict=True))
    assert sorted(chain(*tables, unreached)) == sorted(public_functions()), counts


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "p"),
    [(name, p) for name in RIGHT for p in (CHOICE, ROLL)] + [(name, CHOICE) for name in RIGHT_FOR_PLAYERS],
)
def test_what_is_right(name: str, p: Race) -> None:
    actual, expected = (RIGHT | RIGHT_FOR_PLAYERS)[name](p)
    assert actual == expected


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "p"),
    [(name, p) for name in REFUSED for p in (CHOICE, ROLL)] + [(name, ROLL) for name in RIGHT_FOR_PLAYERS],
)
def test_what_is_refused(name: str, p: Race) -> None:
    if name == "jit":
        pytest.importorskip("numba")
    with pytest.raises((ValueError, TypeError), match=r"(?i)\bchance\b"):
        (REFUSED | RIGHT_FOR_PLAYERS)[name](p)


def test_chance_is_one_value_in_all_copies_and_processes() -> None:
    copies = [copy(CHANCE), deepcopy(CHANCE), *(pickle.loads(pickle.dumps(CHANCE, n)) for n in range(6))]
    assert all(each is CHANCE for each in copies)
    assert CHANCE not in [*Player, *Outcome, 0, None]
