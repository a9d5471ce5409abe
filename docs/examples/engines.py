"""Engines that deepen until a stop: alpha-beta, with aspiration windows, and with a memory.

They find the same values, by different numbers of nodes:

>>> from itertools import islice
>>> from fpgames.games.connect4 import rules
>>> for engine in (plain, in_windows, remembering):
...     results = [*islice(engine(rules, lambda: False)(rules.start), 7)]
...     print(engine.__name__, results[-1].depth, sum(found.nodes for found in results))
plain 7 90699
in_windows 7 97064
remembering 7 11647
"""

from windows import aspiring

from fpgames import alpha_beta, build_tree, map_tree, share
from fpgames.search import deepen, principal_variation, remember


def plain(rules, stop):
    """Deepen alpha-beta until a stop."""
    return build_tree(rules) | map_tree(rules.static) | deepen(principal_variation(search=alpha_beta), stop=stop)


def in_windows(rules, stop):
    """Deepen in a window around the value two depths back, because values swing between odd and even depths."""

    def results(p):
        values = [0.0, 0.0]

        def search(tree):
            return tree | principal_variation(search=aspiring(guess=values[-2]))

        for found in build_tree(rules)(p) | map_tree(rules.static) | deepen(search, stop=stop):
            values.append(found.value.value)
            yield found

    return results


def remembering(rules, stop):
    """Deepen with the best moves of the last depth first."""
    tree = build_tree(rules) | share(entries=65536) | map_tree(rules.static)
    return tree | deepen(principal_variation(search=remember(alpha_beta)), stop=stop)
