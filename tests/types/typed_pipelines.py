"""Sixty right and wrong pipelines and blocks, with the expected errors of type checkers; this file is never run.

Each right one asserts its type. A comment on a line holds the codes of the errors that mypy and pyright report there;
without a comment, they report none. The last wrong one fails only when it runs.
"""

# mypy: disable-error-code="empty-body"
# pyright: reportUnusedExpression=false
from collections.abc import Iterable
from functools import partial
from typing import Any, assert_type

from fpgames import (
    Do,
    Player,
    Rand,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    do,
    estimate,
    game_tree,
    get,
    leaves,
    map_tree,
    maximise,
    minimax,
    node,
    order_by,
    prune,
    share,
    traverse_tree,
)
from fpgames.games import connect4, tictactoe
from fpgames.games.connect4.record import Game
from fpgames.rand import Gen
from fpgames.rules import canonical, up_to_symmetry, value_of_outcome
from fpgames.search import (
    SearchNode,
    Traced,
    Visit,
    VisitInWindow,
    ab_maximise,
    children,
    count_nodes,
    deepen,
    label,
    negamax,
    node_search,
    player,
    prefer_quick_wins,
    principal_variation,
    random_leaf,
    trace,
)
from fpgames.stage import Stage
from fpgames.tree import Node, extend_while, fold_tree, keep_best, prune_when, rebuild, size, with_ply
from fpgames.tree.protocols import SameTree, Search

bits, record = tictactoe.rules, connect4.record.rules
tree = build_tree(bits)(0)


def score(p: int) -> float: ...
def worth(p: Game) -> int: ...
def words(p: int) -> str: ...
def quiet(p: int) -> bool: ...
def pair(t: tuple[int, int]) -> int: ...
def mirrored(t: Tree[int]) -> Iterable[Tree[int]]: ...


# Right ones.

assert_type(tree, Tree[int])  # 1
assert_type(build_tree(record)(record.start), Tree[Game])  # 2
assert_type(build_tree(bits.successors, player=Player.FIRST)(0), Tree[int])  # 3
assert_type(tree | prune(2), Tree[int])  # 4
assert_type(prune(2)(tree), Tree[int])  # 5
assert_type(tree | share | prune(3) | map_tree(score) | alpha_beta, float)  # 6
assert_type(build_tree(bits) | prune(2) | map_tree(score) | share | minimax, Stage[int, float])  # 7
assert_type((build_tree(bits) | prune(2) | map_tree(score) | maximise)(0), float)  # 8
assert_type(tree | (prune(3) | share), Tree[int])  # 9
assert_type(prune(3) | share, SameTree)  # 10
assert_type(share | maximise, Search)  # 11
assert_type(tree | (map_tree(score) | (share | negamax)), float)  # 12
assert_type(tree | order_by(score) | keep_best(2, score) | map_tree(words) | minimax, str)  # 13
assert_type(tree | prune_when(quiet) | extend_while(quiet, depth=2), Tree[int])  # 14
assert_type(tree | with_ply | map_tree(pair) | minimax, int)  # 15
assert_type(tree | map_tree(score) | prefer_quick_wins | minimax, tuple[float, int])  # 16
assert_type(tree | map_tree(score) | alpha_beta(alpha=0.5, beta=1.0), float)  # 17
assert_type(node(1) | minimax(player=Player.SECOND), int)  # 18
assert_type(tree | map_tree(score) | trace(alpha_beta), Tree[Traced[float]])  # 19
assert_type(tree | trace(alpha_beta, static=score), Tree[Traced[int]])  # 20
assert_type(count_leaves(alpha_beta)(map_tree(score)(tree)), tuple[float, int])  # 21
assert_type(count_nodes(share | minimax)(map_tree(score)(tree)), tuple[float, int])  # 22
assert_type(next(deepen(maximise)(map_tree(words)(tree))).value, str)  # 23
assert_type(game_tree(record)(record.start), Tree[Node[Game, int]])  # 24
assert_type(map_tree(score)(tree) | principal_variation, Any)  # 25: a tree does not say which its moves have
assert_type(traverse_tree(estimate(bits, 9))(tree), Rand[Tree[int]])  # 26
assert_type(traverse_tree(estimate(bits, 9))(tree).map(minimax), Rand[int])  # 27
assert_type(random_leaf(prune(1)(tree)), Rand[int])  # 28
assert_type(tree | rebuild(children=mirrored), Tree[int])  # 29
assert_type(build_tree(up_to_symmetry(bits))(canonical(bits)(0)) | size, int)  # 30
assert_type(tree | fold_tree(lambda label, below: len(below)), int)  # 31
assert_type((partial(bits.play, 0) | build_tree(bits) | map_tree(value_of_outcome(bits)) | minimax)(4), int)  # 32
assert_type(tree | map_tree(lambda n: n + 1), Tree[int])  # 33 pyright: reportAssertTypeFailure reportOperatorIssue
assert_type(tree.player, Player | None)  # 34
assert_type(maximise(map_tree(score)(prune(2)(build_tree(bits.successors)(0)))), float)  # 35
assert_type(share(order_by(score)(keep_best(2, score)(tree))), Tree[int])  # 36
assert_type(rebuild(label=size)(tree), Tree[int])  # 37
assert_type(trace(alpha_beta)(map_tree(score)(prune(1)(tree))).label.label, float)  # 38
assert_type(trace(alpha_beta, static=score)(prune(1)(tree)).label.label, int)  # 39
assert_type(principal_variation(map_tree(score)(tree)), Any)  # 40
assert_type(map_tree(score)(tree) | principal_variation(search=alpha_beta), Any)  # 41
assert_type(best_move(map_tree(score)(tree)), Any)  # 42: a tree does not say which its moves have
assert_type(best_move(search=alpha_beta)(map_tree(score)(tree)), Any)  # 43
assert_type(estimate(bits, 2)(0), Rand[int])  # 44
assert_type(tree | rebuild(children=lambda t: [*t.children][:2]), Tree[int])  # 45

# Wrong ones.

prune(3)(0)  # 46 mypy: type-var pyright: reportArgumentType
prune(3, tree)  # 47 mypy: call-arg pyright: reportCallIssue
share()  # 48 mypy: call-overload pyright: reportCallIssue
tree | map_tree(worth)  # 49 mypy: arg-type pyright: reportOperatorIssue
maximise(player=Player.FIRST)  # 50 mypy: call-arg pyright: reportCallIssue
principal_variation(score)  # 51 mypy: call-overload pyright: reportArgumentType
best_move(tree, search=maximise)  # 52 mypy: call-overload pyright: reportCallIssue
leaves | prune(3)  # 53 mypy: type-var pyright: reportOperatorIssue
build_tree(bits, player=Player.FIRST)  # 54 mypy: call-overload pyright: reportArgumentType
tree | ab_maximise(player=Player.FIRST)  # 55 mypy: call-arg pyright: reportCallIssue
order_by(worth)(tree)  # 56 mypy: arg-type pyright: reportArgumentType
tree | trace(minimax, depth=3)  # 57 mypy: call-arg pyright: reportCallIssue
rebuild()  # 58 mypy: call-overload pyright: reportCallIssue
(build_tree(bits) | map_tree(score))(record.start)  # 59 mypy: arg-type pyright: reportArgumentType
estimate(bits)  # 60 mypy: call-arg pyright: reportCallIssue
traverse_tree(score)  # 61 mypy: arg-type pyright: reportArgumentType


@do
def whatever() -> Do[Gen, int]:
    return (yield from get())  # 62 mypy: misc return-value pyright: reportReturnType


@do
def another() -> Do[Gen, int]:
    return (yield from get(int))  # 63 mypy: misc pyright: reportReturnType


tree | alpha_beta  # 64


@node_search
def mean(here: SearchNode[float], visit: Visit[float, float]) -> float:
    values = [visit(child) for child in children(here)]
    return sum(values) / len(values) if player(here) is Player.FIRST and values else label(here)


@node_search
def lines(here: SearchNode[int], visit: Visit[int, tuple[int, int]], *, most: int = 9) -> tuple[int, int]:
    below = [visit(child) for child in children(here)]
    return max(below) if below else (label(here), most)


@node_search
def first_leaf(here: SearchNode[int], visit: VisitInWindow[int, int], alpha: int | None, beta: int | None) -> int:
    below = next(iter(children(here)), None)
    return label(here) if below is None else visit(below)  # 65 mypy: call-arg pyright: reportCallIssue


assert_type(tree | map_tree(score) | mean, float)  # 66
assert_type(tree | map_tree(int) | lines(most=2), tuple[int, int])  # 67
assert_type(tree | map_tree(int) | first_leaf(alpha=2), int)  # 68
best_move(search=mean)  # 69
tree | map_tree(str) | lines  # 70 mypy: operator pyright: reportOperatorIssue
assert_type(tree | fold_tree(lambda mover, label, below: mover.opponent, with_player=True), Player)  # 71
fold_tree(worth, with_player=True)  # 72 mypy: call-overload pyright: reportArgumentType
