# %% picture: The heap at the start: each stick is a stone. There are 21 of them.
from dataclasses import replace
from fpgames.draw import board_svg
from fpgames.games.nim import heaps
from fpgames.rules import Diagram
heap = replace(heaps(21), diagram=lambda p: Diagram(("|" * 7,) * 3))
board_svg(heap, heap.start)

# %% picture: In each box: how many stones are left, and the value. The first player is to move with four stones left. Whatever that player takes, the second takes the rest.
from typing import NamedTuple
from fpgames import Player, node
from fpgames.draw import NodeContent, tree_svg

def value(n, player):
    return -player if n == 0 else player * max(player * value(n - k, player.opponent) for k in range(1, min(3, n) + 1))

def grown(n, player, taken):
    below = [grown(n - k, player.opponent, k) for k in range(1, min(3, n) + 1)]
    return node((n, value(n, player), taken), below, player=player)

def show(label):
    n, worth, taken = label
    return NodeContent(f"{n}: {worth:+}", f"{taken}" if taken else "")

tree_svg(grown(4, Player.FIRST, 0), depth=4, show=show, title="the games from four stones")

# %% check: A bot that divides
from fpgames import State
_gen = SplitMix.from_seed(1)
_found = by_fours(Heap(6, Player.FIRST))
assert isinstance(_found, State), f"by_fours returned {_found!r}; a bot returns a State: State.from_value(move)"
for _n in range(1, 22):
    _move = by_fours(Heap(_n, Player.SECOND)).eval(_gen)
    assert _move in takes(Heap(_n, Player.SECOND)), f"with {_n} stones it takes {_move}, which is not legal"
    assert _n % 4 == 0 or (_n - _move) % 4 == 0, f"with {_n} stones it takes {_move} and leaves {_n - _move}, which is no multiple of four"
    assert _n % 4 or _move == 1, f"with {_n} stones it takes {_move}; expected 1"

# %% answer: A bot that divides
from fpgames import State

def by_fours(heap):
    return State.from_value(heap.stones % 4 or 1)

# %% wrong: A bot that divides
from fpgames import State

def by_fours(heap):
    return State.from_value(heap.stones % 4)

# %% wrong: A bot that divides
from fpgames import State

def by_fours(heap):
    return State.from_value(4 - heap.stones % 4)

# %% wrong: A bot that divides
def by_fours(heap):
    return heap.stones % 4 or 1

# %% wrong: A bot that divides
from fpgames import State

def by_fours(heap):
    return State.from_value(min(3, heap.stones))

# %% check: The last stone loses
_won = misere.outcome(Heap(0, Player.FIRST))
assert misere.outcome(Heap(3, Player.FIRST)) == Nothing, f"with 3 stones left the game goes on, so the outcome is Nothing; yours is {misere.outcome(Heap(3, Player.FIRST))!r}"
assert _won != Some(Outcome.SECOND_WON), "no stone is left and the first player is to move: the second took the last one, and has lost"
assert _won == Some(Outcome.FIRST_WON), f"no stone is left and the first player is to move: the outcome is {_won!r}, expected Some(...)"
assert misere.outcome(Heap(0, Player.SECOND)) == Some(Outcome.SECOND_WON), "no stone is left and the second player is to move: the first took the last one"
assert misere.name == "misere", f"its name is {misere.name}"
_lost = [n for n in range(1, 22) if (build_tree(misere) | share | map_tree(misere.static) | minimax)(Heap(n, Player.FIRST)) == -1]
assert _lost == [1, 5, 9, 13, 17, 21], f"the player to move loses with {_lost} stones"

# %% answer: The last stone loses
from dataclasses import replace

def last_taker_loses(heap):
    return Nothing if heap.stones else Some(Outcome(heap.player))

misere = replace(stones, name="misere", outcome=last_taker_loses)

# %% wrong: The last stone loses
from dataclasses import replace

def last_taker_loses(heap):
    return Nothing if heap.stones else Some(Outcome(heap.player.opponent))

misere = replace(stones, name="misere", outcome=last_taker_loses)

# %% wrong: The last stone loses
from dataclasses import replace

def last_taker_loses(heap):
    return Nothing if heap.stones else heap.player

misere = replace(stones, name="misere", outcome=last_taker_loses)

# %% wrong: The last stone loses
from dataclasses import replace

def last_taker_loses(heap):
    return Some(Outcome(heap.player))

misere = replace(stones, name="misere", outcome=last_taker_loses)

# %% wrong: The last stone loses
from dataclasses import replace

def last_taker_loses(heap):
    return Nothing if heap.stones else Some(Outcome.FIRST_WON)

misere = replace(stones, name="misere", outcome=last_taker_loses)
