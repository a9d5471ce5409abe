r"""One game, four choices: describe a game without saying how its moves are chosen.

A line is a move, and then a line from the position after it::

    line p | null (moves p) = return []
           | otherwise      = do { m <- choice p; ms <- line (play p m); return (m : ms) }

Here ``choice p`` is a continuation action, ``(M -> answer) -> answer``. It gets a function ``k``, where
``k(m)`` is the answer after the move ``m``, and makes one answer of these. An answer is a value and its line.

>>> from fpgames.games.tictactoe import rules
>>> p = rules.read("O..\n.X.\n...")
>>> line(rules, best, p)(answer_at(rules, p))
(Fraction(0, 1), (1, 7, 3, 5, 2, 6, 8))
>>> line(rules, until_won, p)(answer_at(rules, p))
(Fraction(0, 1), (1, 7, 3, 5, 2, 6, 8))

The third choice is alpha-beta: it looks at the leaves of ``alpha_beta``.

>>> from fpgames import alpha_beta, build_tree, count_leaves, map_tree
>>> leaves = []
>>> def windowed(moves):
...     leaves.append(moves)
...     return lambda alpha, beta: answer_at(rules, p)(moves)
>>> line(rules, in_window, p)(windowed)(-2, 2), len(leaves)
((Fraction(0, 1), (1, 7, 3, 5, 2, 6, 8)), 273)
>>> (build_tree(rules) | map_tree(rules.score) | count_leaves(alpha_beta))(p)
(0, 273)

The fourth is expectiminimax, which chooses no move where chance does.

>>> from fpgames.games import einstein
>>> rules = einstein.sized(3)
>>> p = rules.read(".C.\n.1.\n.3A\nsecond rolls")
>>> line(rules, or_mean, p)(answer_at(rules, p))
(Fraction(-1, 3), ())

If ``k`` returned only the value, ``choice p`` could return a move instead of an answer. Such functions,
``(M -> value) -> M``, are the selection functions of Escardó and Oliva (2010). Their product plays the same
lines, but computes values again that an answer carries with it.
"""

from fractions import Fraction
from functools import reduce

from fpgames import CHANCE, Player
from fpgames.rules import whose_turn


def line(rules, choice, p):
    """Return the continuation action of a line from a position."""
    if not rules.moves(p):
        return lambda k: k(())
    return lambda k: choice(rules, p)(lambda m: line(rules, choice, rules.play(p, m))(lambda ms: k((m, *ms))))


def answer_at(rules, p):
    """Return the function from a line of play to its answer."""
    return lambda moves: (Fraction(rules.score(reduce(rules.play, moves, p))), moves)


def value(answer):
    """Return the value of an answer."""
    return answer[0]


def best_of(rules, p, answers):
    """Return the answer that the player to move prefers."""
    return (max if whose_turn(rules, p) is Player.FIRST else min)(answers, key=value)


def best(rules, p):
    """Choose the best answer: minimax."""
    return lambda k: best_of(rules, p, map(k, rules.moves(p)))


def until_won(rules, p):
    """Choose the best answer, and stop at a win."""

    def choose(k):
        answers = []
        for m in rules.moves(p):
            answers.append(k(m))
            if value(answers[-1]) == whose_turn(rules, p):
                break
        return best_of(rules, p, answers)

    return choose


def in_window(rules, p):
    """Choose the best answer, where an answer is a function of a window: alpha-beta."""

    def choose(k, alpha, beta):
        answers = []
        for m in rules.moves(p):
            answers.append(k(m)(alpha, beta))
            if whose_turn(rules, p) is Player.FIRST:
                alpha = max(alpha, value(answers[-1]))
            else:
                beta = min(beta, value(answers[-1]))
            if alpha >= beta:
                break
        return best_of(rules, p, answers)

    return lambda k: lambda alpha, beta: choose(k, alpha, beta)


def or_mean(rules, p):
    """Choose the best answer; where chance moves, take the mean, which has no line: expectiminimax."""
    if rules.player(p) is not CHANCE:
        return best(rules, p)

    def mean(k):
        values = [value(k(m)) for m in rules.moves(p)]
        return sum(values) / len(values), ()

    return mean
