"""A bot that keeps its search tree: ``bot_mcts_reuse`` in a few lines.

The search draws from a generator, but the state of the bot is a ``ReuseState``: a generator and a tree. A lens,
such as ``field("gen")``, is a part of a larger value, and ``zoom`` makes a State over the part into a State
over the whole.

>>> from fpgames import SplitMix
>>> from fpgames.games.connect4 import rules
>>> from fpgames.play import ReuseState, bot_mcts_reuse
>>> gen = SplitMix.from_seed(1)
>>> bot, same = bot_mcts_reuse(rules, 500), keeping(rules, 500)
>>> _, state = bot(rules.start).run(ReuseState(gen))
>>> same(rules.start).exec(ReuseState(gen)) == state
True
>>> reply = rules.play(state.tree.position, 3)
>>> same(reply).run(state) == bot(reply).run(state)
True
"""

from fpgames import do
from fpgames.search import best, continue_search, mcts, subtree_after, ucb1
from fpgames.state import field, gets, put, zoom


def keeping(rules, n):
    """Make a bot that searches by n simulations, and begins with the tree after its last move."""
    begin, go_on = (search(rules, n, select=ucb1(0.7)) for search in (mcts, continue_search))

    def find(p, tree):
        return next((child for child in tree.tried if child.position == p), None) if tree else None

    @do
    def bot(p):
        found = yield from gets(lambda state: find(p, state.tree))
        tree = yield from zoom(field("gen"))(begin(p) if found is None else go_on(found))
        yield from zoom(field("tree"))(put(subtree_after(rules, tree, best(tree))))
        return best(tree)

    return bot
