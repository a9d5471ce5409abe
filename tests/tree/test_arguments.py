"""Wrong arguments of trees: the error names the value and what to write instead; so does one for too deep trees."""

from __future__ import annotations

import sys
from functools import partial
from itertools import product
from operator import attrgetter, neg
from typing import Any, cast

import pytest

from fpgames import (
    Player,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    game_tree,
    get,
    leaves,
    map_state,
    map_tree,
    maximise,
    minimax,
    node,
    order_by,
    prune,
    share,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules, successors
from fpgames.search import ab_maximise, deepen, mtd_bi, mtd_f, negamax, prefer_quick_wins, trace
from fpgames.tree import (
    Node,
    TreeTooDeep,
    extend_while,
    fold_tree,
    keep_best,
    levels,
    prune_when,
    rebuild,
    size,
    unfold,
)
from tests.support.refusals import wrong_errors

NO_TREE = (
    (262160, r"262160: build one with build_tree\(rules\)\(position\)"),
    (prune(1), "a stage before it lacks its arguments, or an option is written without its name"),
    (build_tree(rules) | prune(2), "build_tree.*: it has not been called with a position or a tree yet"),
    (get(), r"write map_state\(.*\), which applies it to the value of the State"),
)


def a_state(n: int) -> State[int, int]:
    return State.from_value(n)


def lists_below(p: Any) -> Any:
    return [[1]] if p == 0 else []


def best(player: Player, label: int, below: tuple[int, ...]) -> int:
    return (max if player is FIRST else min)(below, default=label)


def nothing_below(p: Any) -> Any:
    return []


FIRST, SECOND = Player
tree: Any = build_tree(rules)
estimates: Any = traverse_tree(cast("Any", rules.static))(tree(0) | prune(1))
values: Any = tree(0) | prune(2) | map_tree(rules.static)
positions = tree(5) | prune(1)
lines: Any = game_tree(rules)(0)
unhashable: Any = build_tree(lists_below)(0) | share | map_tree(lambda p: 0)
no_trees: Any = [1, 2]
STAGES: list[Any] = [
    prune(3),
    share,
    prefer_quick_wins,
    minimax,
    map_tree(abs),
    best_move,
    trace(alpha_beta),
    traverse_tree(a_state),
]
OF_FUNCTIONS: list[Any] = [map_tree, prune_when, order_by, traverse_tree, partial(keep_best, 2)]
ORDERING: list[Any] = [maximise, minimax, alpha_beta, ab_maximise, trace(alpha_beta)]
EVERY: dict[str, Any] = {
    **{repr(stage).partition("(")[0]: stage for stage in STAGES},
    "count_leaves": count_leaves(alpha_beta), "deepen": lambda tree: next(deepen(minimax)(tree)), "leaves": leaves, "levels": lambda tree: next(levels(tree)), "size": size,
    "fold_tree": lambda tree: fold_tree(lambda label, below: label)(tree), "draw_tree": draw_tree,
}  # fmt: skip
TURNS: dict[str, Any] = {
    "order_by": partial(order_by, neg), "keep_best": partial(keep_best, 2, neg), "minimax": minimax, "negamax": negamax, "alpha_beta": alpha_beta, "trace": partial(trace, alpha_beta),
}  # fmt: skip
MAKES: list[Any] = [
    (prune, 1),
    (prune_when, bool),
    (extend_while, bool),
    (map_tree, neg),
    (order_by, neg),
    (keep_best, 2, neg),
    (build_tree, successors),
    (game_tree, rules),
]
WALKS: list[Any] = [
    maximise, minimax(player=FIRST), negamax(player=FIRST), alpha_beta(player=FIRST), size, lambda tree: list(leaves(tree)), lambda tree: list(levels(tree)), fold_tree(lambda label, below: label),
]  # fmt: skip


def rows() -> list[tuple[Any, str]]:
    fold: Any = fold_tree
    build: Any = build_tree
    half: Any = 1.5
    return [
        *((partial(use, given), f"TypeError: ^{name} needs a tree, but got .*{hint}") for (name, use), (given, hint) in product(EVERY.items(), NO_TREE)),
        # functions, positions and children
        *((partial(make, node(1)), "TypeError: needs a function first, then the tree") for make in OF_FUNCTIONS),
        (partial(maximise, cast("Any", 3)), r"TypeError: maximise needs a tree, but got 3: build one with build_tree\(rules\)\(position\)$"),
        *((partial(use, 0.5), rf"TypeError: got 0.5: .*; options are given by name, as in {use!r}\({option}=\.\.\.\)$") for use, option in (cast("Any", (alpha_beta, "player")), cast("Any", (share, "entries")))),
        (partial(cast("Any", deepen), minimax, 5), r"TypeError: write deepen\(minimax\)\(tree\), .*; options are given by name: .*depth"),
        (lambda: build(3), r"TypeError: build_tree takes rules, or a function .* got 3"),
        (partial(build, rules, 0), r"TypeError: build_tree takes the position in a second call: write build_tree\(rules\)\(p\)"),
        (lambda: estimates.eval(SplitMix.from_seed(1)), "TypeError: expected a State, got 0"),
        (lambda: node(1) | cast("Any", None), "TypeError: unsupported operand"),
        (lambda: unfold(str, range, 3, player=FIRST, player_of=lambda n: FIRST), "ValueError: unfold takes player, if players alternate, or player_of"),
        *((partial(make(rules), tree(0)), "TypeError: a tree of <Rules: tictactoe> begins with a position, but got a tree: build the tree once") for make in (build, game_tree)),
        (partial(map_state(minimax), cast("Any", node(1))), r"TypeError: map_state\(minimax\) needs a State, but got <Tree>"),
        (partial(map_state(str), cast("Any", 1)), "TypeError: got 1; .* takes a value that is not a State"),
        (lambda: node(0, no_trees), "TypeError: the children of a tree must be trees, but one of these is 1: node"),
        *((partial(size, wrong), "TypeError: the children of a tree must be trees") for wrong in (Tree(lambda: 0, lambda: no_trees), node(0) | rebuild(children=lambda tree: no_trees))),
        (lambda: values | rebuild(children=lambda tree: [positions]) | prune(2) | minimax,
         "ValueError: rebuild was given children whose labels are positions, in a tree of values"),
        (lambda: positions | rebuild(children=attrgetter("children")) | minimax, "ValueError: minimax needs values"),
        (lambda: values | rebuild(children=lambda tree: [*tree.children, node(5)] if tree.player is FIRST else []) | best_move, "ValueError: no move of tictactoe leads from"),
        (lambda: rebuild(), "TypeError: rebuild takes a function for the label, or one for the children, or both"),  # type: ignore[call-overload]
        (lambda: Node(0, ()).move, "IndexError: "),
        *((lambda search=search: (node(0, [node(1), node("a")], player=FIRST) | search).label, "TypeError: labels of this tree cannot be compared \\('[<>]=?' not supported .* 'str'")
          for search in ORDERING),
        *((partial(share, build(nothing_below)(root)), r"TypeError: cannot be shared, .* not hashable: unhashable type: '(list|dict)'") for root in ([0], {0: 1}, (0, [1]))),
        *((partial(walk, unhashable), r"TypeError: cannot be shared, .* not hashable: unhashable type: 'list'") for walk in WALKS),
        *((partial(share, other), r"ValueError: cannot be shared: the labels of game_tree .* build_tree\(rules\)")
          for other in (lines, lines | prune(3), lines | map_tree(attrgetter("position")), lines | order_by(lambda _: 0), lines | trace(minimax, static=len))),
        # options
        *((partial(*make, node(0)), "TypeError: positional argument|in a second call") for make in MAKES),
        (lambda: prune(-1), "ValueError: cannot prune to a depth of -1; expected at least 0"),
        (lambda: prune(half), "ValueError: cannot prune to a depth of 1.5; expected at least 0, a whole number"),
        (lambda: extend_while(bool, depth=-2), "ValueError: cannot keep a depth of -2; expected at least 0"),
        (lambda: keep_best(0, neg), "ValueError: cannot keep the best 0; expected at least 1"),
        *((partial(search, player=player), f"ValueError: player is {player!r}; expected Player.FIRST or Player.SECOND")
          for search in cast("Any", (minimax, alpha_beta, partial(trace, alpha_beta), mtd_bi, mtd_f)) for player in (3, "FIRST")),
        *((partial(alpha_beta, alpha=alpha, beta=1), f"ValueError: empty window: alpha is {alpha}, beta is 1; expected alpha < beta")
          for alpha in (1, 2)),
        (partial(mtd_bi, low=2, high=1), "ValueError: empty interval: low is 2, high is 1; expected low <= high"),
        (partial(mtd_bi, low=0.5), "TypeError: a bound of the value is 0.5; expected a whole number"),
        (partial(mtd_bi, high="1"), "TypeError: a bound of the value is '1'; expected a whole number"),
        (partial(mtd_f, guess="1"), "TypeError: mtd_f takes whole numbers; got '1'"),
        *((partial(cast("Any", share), entries=entries), r"ValueError: cannot keep .* results; expected at least 1") for entries in (0, -1, 1.5, "many")),
        # whose turn it is
        *((partial(make, player="FIRST"), "ValueError: 'FIRST' is not a valid Player") for make in (partial(node, 1), partial(Tree, lambda: 1, list), partial(build, successors))),
        *((partial(TURNS[name](player=player.opponent), node(1, player=player)),
           f"ValueError: was given player={player.opponent!r}, but this tree knows that the {player.name.lower()}") for name in TURNS for player in Player),
        (partial(build, rules, player=FIRST), "TypeError: build_tree takes no player with rules, which know whose turn it is"),
        (lambda: node(0, [node(1), node(2)]) | fold_tree(best, with_player=True), "ValueError: fold_tree has to know whose turn it is, but this tree does not"),
        (lambda: tree(0) | prune(1) | fold_tree(best, with_player=True, player=SECOND), r"ValueError: fold_tree was given player=Player\.SECOND, but this tree knows"),
        (lambda: fold(best, with_player=True, player=7), "ValueError: player is 7"),
        (lambda: fold(best, player=FIRST), r"TypeError: player=Player\.FIRST together with with_player=True only"),
    ]  # fmt: skip


def test_wrong_calls_are_refused() -> None:
    assert len(EVERY) == 15
    assert not wrong_errors(rows())


def test_what_is_near_a_refusal_is_accepted() -> None:
    assert size(build_tree(attrgetter("children"), player=FIRST)(tree(0) | prune(2))) == 82
    assert minimax(values | rebuild(label=lambda tree: 3, children=lambda tree: [positions]) | prune(2)) == 3
    assert [node(0, [node(1), node(2)]) | fold_tree(best, with_player=True, player=player) for player in Player] == [
        2,
        1,
    ]


@pytest.mark.slow
def test_too_deep_whatever_functions_are_called() -> None:
    """The walk's own functions are known by their code, not by their names."""

    def high_one(n: int) -> list[int]:
        return [n + 1]

    def value_one(n: int) -> int:
        return value_one(n + 1)

    search = prune(10**6) | map_tree(float) | minimax(player=Player.FIRST)
    with pytest.raises(TreeTooDeep, match="this tree is deeper than the interpreter's stack allows"):
        search(build_tree(high_one)(0))
    with pytest.raises(RecursionError) as raised:
        search(build_tree(lambda n: [value_one(n)])(0))
    assert raised.type is RecursionError
    assert sys.getrecursionlimit() > 500
