r"""The program of the articles in plain Python: the specification of the library.

Each function is about as short as in Haskell. The library's function of the same name returns the same result, as tests
check. That function also checks its arguments, and is faster; a note in its docstring says how. A game is a record of
the functions ``moves``, ``play``, ``player`` and ``outcome``. A generator is a value with a method ``uniform_r``. The
first player is 1, the second is -1; at other nodes chance moves, which :func:`play_game`, :func:`playout` and
:func:`expectiminimax` allow. Games and trees must not be deep, because the functions recurse.

>>> from functools import partial
>>> from fpgames.games.tictactoe import rules, static
>>> tree = build_tree(partial(successors, rules), rules.read("XX.\nOO.\n..."))
>>> maximise(map_tree(static, prune(5, tree)))
1

See also: :mod:`fpgames.games.tictactoe.record` and :mod:`fpgames.games.connect4.record` for the games of articles 1, 4
and 5; :mod:`fpgames.play.explicit` for the section of article 1 that passes the generator explicitly.

Source: articles 1, 2 and 3, in this order, with their errors corrected; then Monte-Carlo tree search, which article 1
only names. Articles 4 and 5 apply the bots and the game loop of article 1 to another game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from math import inf, log, prod, sqrt
from operator import ge, itemgetter, le
from typing import TYPE_CHECKING, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

if TYPE_CHECKING:  # types only: no code of the library runs here
    from fpgames.rand.generators import Gen
    from fpgames.rules.outcomes import Outcome
    from fpgames.rules.record import Rules, Value

__all__ = [
    "Node", "Place", "State", "Tree", "ab_maximise", "ab_minimise", "alpha_beta", "below", "bot_mc", "bot_minimax",
    "bot_random", "build_tree", "calc_ia", "calc_max", "calc_min", "counted", "distribution", "eval_move",
    "expectiminimax", "fold_m", "improving", "look_ahead", "map_m", "map_tree", "maxima", "maximise", "mcts", "mean",
    "minima", "minimax", "minimise", "play_game", "playout", "prune",
    "replicate_m", "successors", "ucb1", "visit",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
M = TypeVar("M")
P = TypeVar("P")
S = TypeVar("S")

FIRST, SECOND = 1, -1
BEST: dict[Value, Callable[..., Value]] = {FIRST: max, SECOND: min}

# Article 1: the State monad, and bots that draw from a random generator.


@dataclass(frozen=True)
class State(Generic[S, A]):
    """A stateful computation: ``newtype State s a = State { run :: s -> (a, s) }``."""

    run: Callable[[S], tuple[A, S]]

    def eval(self, state: S) -> A:
        """``evalState m s = fst (run m s)``."""
        return self.run(state)[0]

    def bind(self, function: Callable[[A], State[S, B]]) -> State[S, B]:
        r"""``m >>= f = State (\s -> let (a, t) = run m s in run (f a) t)``."""

        def run(s: S) -> tuple[B, S]:
            a, t = self.run(s)
            return function(a).run(t)

        return State(run)

    def map(self, function: Callable[[A], B]) -> State[S, B]:
        """``fmap f m = m >>= (return . f)``."""
        return self.bind(lambda a: State.from_value(function(a)))

    @classmethod
    def from_value(cls, value: A) -> State[S, A]:
        r"""``return a = State (\s -> (a, s))``."""
        return State(lambda s: (value, s))


Rand: TypeAlias = "State[Gen, A]"
Bot: TypeAlias = "Callable[[P], Rand[M]]"
Stream: TypeAlias = "Iterable[Value]"


def fold_m(function: Callable[[B, A], State[S, B]], start: B, values: Iterable[A]) -> State[S, B]:
    r"""``foldM f b as = State (\s -> foldl (\(b, t) a -> run (f b a) t) (b, s) as)``."""
    items = tuple(values)
    return State(lambda s: reduce(lambda pair, a: function(pair[0], a).run(pair[1]), items, (start, s)))


def map_m(function: Callable[[A], State[S, B]], values: Iterable[A]) -> State[S, tuple[B, ...]]:
    r"""``mapM f = foldM (\bs a -> (bs ++) . pure <$> f a) []``."""
    return fold_m(lambda done, value: function(value).map(lambda new: (*done, new)), (), values)


def replicate_m(n: int, action: State[S, A]) -> State[S, tuple[A, ...]]:
    """``replicateM n m = mapM (const m) [1 .. n]``."""
    return map_m(lambda _: action, range(n))


def below(n: int) -> Rand[int]:
    """``below n = state (randomR (0, n - 1))``."""
    return State(lambda gen: gen.uniform_r(0, n - 1))


def bot_random(rules: Rules[P, M], p: P) -> Rand[M]:
    """``botRandom p = (moves p !!) <$> below (length (moves p))``."""
    return below(len(rules.moves(p))).map(rules.moves(p).__getitem__)


def play_game(rules: Rules[P, M], p: P, first: Bot[P, M], second: Bot[P, M]) -> Rand[tuple[Outcome, P]]:
    r"""``playGame p x o = x p >>= \m -> playGame (play p m) x o`` if x is to move, until no move is left.

    Where chance moves, it moves as ``bot_random`` does.
    """
    if not rules.moves(p):
        return State.from_value((rules.outcome(p).unwrap(), p))
    bots: dict[Value, Bot[P, M]] = {FIRST: first, SECOND: second}
    bot = bots.get(rules.player(p), partial(bot_random, rules))
    return bot(p).bind(lambda move: play_game(rules, rules.play(p, move), first, second))


def playout(rules: Rules[P, M], p: P) -> Rand[Outcome]:
    """``playout p = fst <$> playGame p botRandom botRandom``."""
    return play_game(rules, p, partial(bot_random, rules), partial(bot_random, rules)).map(itemgetter(0))


def eval_move(rules: Rules[P, M], p: P, m: M, n: int) -> Rand[tuple[int, M]]:
    """``evalMove p m n = (, m) . count (Won (player p)) <$> replicateM n (playout (play p m))``."""
    return replicate_m(n, playout(rules, rules.play(p, m))).map(lambda ends: (ends.count(rules.player(p)), m))


def bot_mc(rules: Rules[P, M], n: int, p: P) -> Rand[M]:
    r"""``botMc n p = snd . maximum <$> mapM (\m -> evalMove p m each) (moves p)``, n in equal shares."""
    each = max(1, n // len(rules.moves(p)))
    return map_m(lambda move: eval_move(rules, p, move, each), rules.moves(p)).map(max).map(itemgetter(1))


# The other reading of an action of article 1: all its results, in place of one.


@dataclass(frozen=True)
class Place:
    """A generator as a place in the tree of all draws; a script has the size and number of each draw."""

    script: dict[tuple[str, ...], tuple[int, int]]
    path: tuple[str, ...] = ()

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Place]:
        """Draw what the script says. Where it says nothing, draw ``lo`` and add it to the script."""
        size, i = self.script.setdefault(self.path, (hi - lo + 1, 0))
        if not size == hi - lo + 1 > 0:
            raise ValueError(f"empty range {lo}..{hi}, or a second use of a generator")
        return lo + i, Place(self.script, (*self.path, "next"))

    def split(self) -> tuple[Place, Place]:
        """Return two places; one generator does not both split and draw."""
        self.uniform_r(0, 0)
        return Place(self.script, (*self.path, "left")), Place(self.script, (*self.path, "right"))

    def next_word(self) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("a word has too many values to try them all; uniform(lo, hi) has few")


def distribution(action: Rand[A]) -> dict[A, Fraction]:
    """Run an action for each sequence of its draws: a run changes the last draw that has another number."""
    results: dict[A, Fraction] = {}
    script: dict[tuple[str, ...], tuple[int, int]] = {}
    while True:
        result = action.eval(Place(script))
        probability = Fraction(1, prod(size for size, _ in script.values()))
        results[result] = results.get(result, Fraction(0)) + probability
        while script:
            path, (size, i) = script.popitem()
            if i + 1 < size:
                script[path] = size, i + 1
                break
        else:
            return results


# Article 2: lazy trees, the value of a tree, and a bot that looks ahead.


@dataclass(frozen=True)
class Tree(Generic[A]):
    """``data Tree a = Node a [Tree a]`` with lazy fields, and the player to move."""

    label_of: Callable[[], A]
    children_of: Callable[[], Iterable[Tree[A]]]
    player: Value = None
    label = property(lambda self: self.label_of())
    children = property(lambda self: self.children_of())


def build_tree(after: Callable[[A], Stream], p: A, turn: Callable[[A], Value] = lambda p: None) -> Tree[A]:
    """``buildTree after p = Node p (map (buildTree after) (after p))``."""
    return Tree(lambda: p, lambda: (build_tree(after, q, turn) for q in after(p)), turn(p))


def successors(rules: Rules[P, M], p: P) -> Iterator[P]:
    """``successors p = map (play p) (moves p)``."""
    return (rules.play(p, move) for move in rules.moves(p))


def prune(n: int, t: Tree[A]) -> Tree[A]:
    """``prune 0 (Node a _) = Node a []``, ``prune n (Node a ts) = Node a (map (prune (n - 1)) ts)``."""
    return Tree(lambda: t.label, lambda: (prune(n - 1, u) for u in t.children) if n else (), t.player)


def map_tree(f: Callable[[A], B], t: Tree[A]) -> Tree[B]:
    """``mapTree f (Node a ts) = Node (f a) (map (mapTree f) ts)``."""
    return Tree(lambda: f(t.label), lambda: (map_tree(f, u) for u in t.children), t.player)


def maximise(tree: Tree[Value]) -> Value:
    """``maximise (Node a []) = a``, ``maximise (Node _ ts) = maximum (map minimise ts)``."""
    values = [minimise(t) for t in tree.children]
    return max(values) if values else tree.label


def minimise(tree: Tree[Value]) -> Value:
    """``minimise (Node a []) = a``, ``minimise (Node _ ts) = minimum (map maximise ts)``."""
    values = [maximise(t) for t in tree.children]
    return min(values) if values else tree.label


def minimax(tree: Tree[Value]) -> Value:
    """``minimax = maximise`` at nodes where the first player moves, ``minimise`` at all others."""
    values = [minimax(t) for t in tree.children]
    return BEST[tree.player](values) if values else tree.label


def mean(values: Sequence[Value]) -> Value:
    """``mean vs = sum vs / length vs``; numpy's numbers become Python's, and whole means are exact."""
    total, n = sum(v.item() if hasattr(v, "dtype") else v for v in values), len(values)
    return total // n if total // n * n == total and total // n != total / n else total / n


def expectiminimax(tree: Tree[Value]) -> Value:
    """``expectiminimax = minimax``, but ``mean`` of the values of the children where chance moves."""
    values = [expectiminimax(t) for t in tree.children]
    return BEST.get(tree.player, mean)(values) if values else tree.label


def improving(best: Callable[..., Value], hopeless: Callable[..., bool], lists: Iterable[Stream]) -> Stream:
    """Article 2's ``alphaBetaMinimum``, ``omitIf``: yield the ``best`` of each list with none ``hopeless``."""
    bound = None
    for numbers in lists:
        kept = []
        for x in numbers:
            if bound is not None and hopeless(x, bound):
                break
            kept.append(x)
        else:
            bound = best(kept)
            yield bound


# In article 2, ``minima`` is named ``abMaximise'``, and ``maxima`` is named ``abMinimise'``.
def minima(tree: Tree[Value]) -> Stream:
    """``minima (Node a []) = [a]; minima (Node _ ts) = improving minimum (<=) (map maxima ts)``."""
    children = list(tree.children)
    return improving(min, le, map(maxima, children)) if children else [tree.label]


def maxima(tree: Tree[Value]) -> Stream:
    """``maxima (Node a []) = [a]; maxima (Node _ ts) = improving maximum (>=) (map minima ts)``."""
    children = list(tree.children)
    return improving(max, ge, map(minima, children)) if children else [tree.label]


def ab_maximise(tree: Tree[Value]) -> Value:
    """``abMaximise = maximum . minima``."""
    return max(minima(tree))


def ab_minimise(tree: Tree[Value]) -> Value:
    """``abMinimise = minimum . maxima``."""
    return min(maxima(tree))


def look_ahead(rules: Rules[P, M], depth: int, static: Callable[[P], A], p: P) -> Tree[A]:
    """``lookAhead depth static = mapTree static . prune depth . buildTree successors``."""
    return map_tree(static, prune(depth, build_tree(partial(successors, rules), p, rules.player)))


def bot_minimax(rules: Rules[P, M], depth: int, static: Callable[[P], Value], p: P) -> Rand[M]:
    """``botMinimax p = return (maximumOn value (moves p))``, or ``minimumOn``; of equal moves, the first."""
    best = BEST[rules.player(p)]
    value = {m: minimax(look_ahead(rules, depth - 1, static, rules.play(p, m))) for m in rules.moves(p)}
    return State.from_value(best(value, key=value.__getitem__))


# Article 3: alpha-beta with a window, and the first player's best move.


def alpha_beta(tree: Tree[Value], alpha: Value, beta: Value) -> Value:
    """``alphaBeta = calcMax`` at nodes where the first player moves, ``calcMin`` at all others."""
    return (calc_max if tree.player == FIRST else calc_min)(tree, alpha, beta)


def calc_max(tree: Tree[Value], alpha: Value, beta: Value) -> Value:
    """Return a leaf's label, or the maximum of alpha and the children's values; stop when it reaches beta."""
    children = list(tree.children)
    for t in children:
        alpha = max(alpha, alpha_beta(t, alpha, beta))
        if beta <= alpha:
            break
    return alpha if children else tree.label


def calc_min(tree: Tree[Value], alpha: Value, beta: Value) -> Value:
    """Mirror ``calc_max``, as the article's text says; its listing repeats ``calcMax`` by mistake."""
    children = list(tree.children)
    for t in children:
        beta = min(beta, alpha_beta(t, alpha, beta))
        if beta <= alpha:
            break
    return beta if children else tree.label


def calc_ia(rules: Rules[P, M], depth: int, static: Callable[[P], float], p: P) -> M | None:
    """Return the first player's best move; of equally good moves, the earliest."""

    def better(best: tuple[float, Value], move: M) -> tuple[float, Value]:
        value = alpha_beta(look_ahead(rules, depth - 1, static, rules.play(p, move)), best[0], inf)
        return max(best, (value, move), key=itemgetter(0))

    return reduce(better, rules.moves(p), (-inf, None))[1]


# Monte-Carlo tree search, which article 1 names at its end; by Kocsis and Szepesvári (doi:10.1007/11871842_29).


class Node(NamedTuple):
    """``data Node = Node { visits :: Int, wins :: Double, children :: [Node] }``; a draw is half a win."""

    visits: int = 0
    wins: float = 0.0  # wins of the player who moved to this node
    children: tuple[Node, ...] = ()


def counted(player: Value, outcome: Outcome, node: Node) -> Node:
    """``counted player end (Node k w ts) = Node (k + 1) (w + reward player end) ts``; reward: 1, 1/2, 0."""
    return node._replace(visits=node.visits + 1, wins=node.wins + (1 + player * outcome) / 2)


def ucb1(nodes: Sequence[Node], c: float = sqrt(2)) -> int:
    """Return the index of the greatest ``w / k + c * sqrt (log n / k)``; nodes not visited come first."""
    n = sum(node.visits for node in nodes)
    bounds = [w / k + c * sqrt(log(n) / k) if k else inf for k, w, _ in nodes]
    return bounds.index(max(bounds))


def visit(rules: Rules[P, M], p: P, node: Node) -> Rand[tuple[Outcome, Node]]:
    """At a leaf, add children and play a random game; elsewhere, visit the child that ``ucb1`` selects."""
    if not node.children:
        children = (Node(),) * len(rules.moves(p))
        return playout(rules, p).map(lambda outcome: (outcome, node._replace(children=children)))
    i = ucb1(node.children)

    def back_up(outcome: Outcome, child: Node) -> tuple[Outcome, Node]:
        child = counted(rules.player(p), outcome, child)
        return outcome, node._replace(children=(*node.children[:i], child, *node.children[i + 1 :]))

    return visit(rules, rules.play(p, rules.moves(p)[i]), node.children[i]).map(lambda x: back_up(*x))


def mcts(rules: Rules[P, M], n: int, p: P) -> Rand[Node]:
    r"""``mcts n p = foldM (\node _ -> snd <$> visit p node) unvisited [1 .. n]``."""
    return fold_m(lambda node, _: visit(rules, p, node).map(itemgetter(1)), Node(), range(n))
