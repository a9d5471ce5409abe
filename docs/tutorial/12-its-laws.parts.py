# %% check: State a law
from dataclasses import replace
from hypothesis import given, settings
from fpgames.testing import unfinished

@settings(max_examples=30, deadline=None, database=None, derandomize=True)
@given(unfinished(stones))
def _of_stones(heap):
    for n in takes(heap):
        assert law(stones, heap, n) is True, f"stones keeps this law, but law(stones, {heap}, {n}) is {law(stones, heap, n)!r}, not True"

_of_stones()
for _wrong, _said in (
    (lambda heap, n: Heap(heap.stones - n + 1, heap.player.opponent), "too few stones are taken"),
    (lambda heap, n: Heap(heap.stones - n - 1, heap.player.opponent), "too many stones are taken"),
    (lambda heap, n: Heap(heap.stones - n, heap.player), "the same player moves again"),
):
    _game = replace(stones, play=_wrong)
    assert not all(law(_game, Heap(n, Player.FIRST), 1) for n in range(2, 22)), f"your law also holds in a game in which {_said}"

# %% answer: State a law
def law(game, heap, n):
    after_it = game.play(heap, n)
    return after_it.stones == heap.stones - n and after_it.player == heap.player.opponent

# %% wrong: State a law
def law(game, heap, n):
    return game.play(heap, n).stones < heap.stones

# %% wrong: State a law
def law(game, heap, n):
    return game.play(heap, n).stones == heap.stones - n

# %% wrong: State a law
def law(game, heap, n):
    return take(heap, n) == Heap(heap.stones - n, heap.player.opponent)

# %% wrong: State a law
def law(game, heap, n):
    return game.play(heap, n).player == heap.player.opponent

# %% check: Mend a game
from fpgames.testing import game_laws
assert pairs.moves(pairs.start) == (1, 2), f"at the start the moves are {pairs.moves(pairs.start)}; expected the tuple (1, 2)"
assert pairs.start.stones == 21, f"the game begins with {pairs.start.stones} stones"
for _n in range(22):
    _heap = Heap(_n, Player.FIRST)
    _end = pairs.outcome(_heap) != Nothing
    assert _end == (pairs.moves(_heap) == ()), f"with {_n} stones the moves are {pairs.moves(_heap)}, and the outcome is {pairs.outcome(_heap)}; no moves should be left exactly when the game is over"
    for _k in range(5):
        try:
            _accepted = pairs.play(_heap, _k) is not None
        except IllegalMove:
            _accepted = False
        except Exception as _error:
            raise AssertionError(f"play should raise IllegalMove, as take does; with {_n} stones and the move {_k} it raises {_error!r}")
        assert _accepted == (_k in pairs.moves(_heap)), f"with {_n} stones the moves are {pairs.moves(_heap)}, but play {'accepts' if _accepted else 'refuses'} {_k}"
for _law in game_laws(pairs):
    if _law.name in ("every_game_ends", "successors_are_the_plays_of_the_moves"):
        _law()
_lost = [n for n in range(1, 22) if (build_tree(pairs) | share | map_tree(pairs.static) | minimax)(Heap(n, Player.FIRST)) == -1]
assert _lost == [3, 6, 9, 12, 15, 18, 21], f"the player to move loses with {_lost} stones; the player who takes the last stone should win"

# %% answer: Mend a game
from dataclasses import replace

def pairs_moves(heap):
    return tuple(n for n in (1, 2) if n <= heap.stones)

def pairs_play(heap, n):
    if n not in pairs_moves(heap):
        raise IllegalMove(n, pairs_moves(heap))
    return take(heap, n)

pairs = replace(stones, name="pairs", moves=pairs_moves, play=pairs_play)

# %% wrong: Mend a game
from dataclasses import replace

def pairs_moves(heap):
    return tuple(n for n in (1, 2) if n <= heap.stones)

pairs = replace(stones, name="pairs", moves=pairs_moves)

# %% wrong: Mend a game
from dataclasses import replace

def pairs_moves(heap):
    return (1, 2) if heap.stones else ()

pairs = replace(stones, name="pairs", moves=pairs_moves)

# %% wrong: Mend a game
from dataclasses import replace

def pairs_moves(heap):
    return tuple(n for n in (1, 2) if n <= heap.stones)

def pairs_play(heap, n):
    return Heap(heap.stones - n, heap.player.opponent)

pairs = replace(stones, name="pairs", moves=pairs_moves, play=pairs_play)

# %% wrong: Mend a game
pairs = stones
