# %% check: Successors for compiled code
from inspect import isgeneratorfunction
assert isgeneratorfunction(jumps), "jumps is not a generator function: use yield, and no return"
for _player in Player:
    for _n in range(10):
        _found = list(jumps(Heap(_n, _player)))
        assert all(isinstance(each, Heap) for each in _found), f"from {_n} stones it yields {_found}; expected Heap positions"
        _counts = [_n - each.stones for each in _found]
        assert _counts == [k for k in (1, 3, 4) if k <= _n], f"from {_n} stones the numbers taken are {_counts}"
        assert all(each.player is _player.opponent for each in _found), f"after a move of {_player!r} it is the turn of {_found[0].player!r}"
assert "opponent" not in jumps.__code__.co_names, "jumps uses the property opponent, which compiled code does not have"
from dis import get_instructions
from types import FunctionType, SimpleNamespace
_nested = [each for each in jumps.__code__.co_consts if hasattr(each, "co_names")]
_made = {each.opname for each in get_instructions(jumps)} & {"LIST_APPEND", "SET_ADD", "MAP_ADD"}
assert not _nested and not _made, "jumps has a function or a comprehension inside, which cannot be compiled; use a loop and if"
_names = SimpleNamespace(FIRST=Player.FIRST, SECOND=Player.SECOND)
try:
    list(FunctionType(jumps.__code__, {**jumps.__globals__, "Player": _names})(Heap(4, Player.FIRST)))
except TypeError:
    raise AssertionError("jumps calls Player, which cannot be compiled; name Player.FIRST and Player.SECOND") from None

# %% answer: Successors for compiled code
def jumps(heap):
    for n in (1, 3, 4):
        if n <= heap.stones:
            yield Heap(heap.stones - n, Player.SECOND if heap.player is Player.FIRST else Player.FIRST)

# %% wrong: Successors for compiled code
def jumps(heap):
    for n in (1, 3, 4):
        yield Heap(heap.stones - n, Player.SECOND if heap.player is Player.FIRST else Player.FIRST)

# %% wrong: Successors for compiled code
def jumps(heap):
    return [Heap(heap.stones - n, heap.player.opponent) for n in (1, 3, 4) if n <= heap.stones]

# %% wrong: Successors for compiled code
def jumps(heap):
    for n in (1, 3, 4):
        if n <= heap.stones:
            yield Heap(heap.stones - n, heap.player.opponent)

# %% wrong: Successors for compiled code
def jumps(heap):
    for n in (1, 3, 4):
        if n <= heap.stones:
            yield Heap(heap.stones - n, heap.player)

# %% wrong: Successors for compiled code
def jumps(heap):
    for n in (1, 3, 4):
        if n <= heap.stones:
            yield Heap(heap.stones - n, Player(-heap.player))

# %% wrong: Successors for compiled code
def jumps(heap):
    for n in [n for n in (1, 3, 4) if n <= heap.stones]:
        yield Heap(heap.stones - n, Player.SECOND if heap.player is Player.FIRST else Player.FIRST)

# %% check: Without texts
_used = {name for name in corners.__code__.co_names}
assert "bin" not in _used, "corners uses bin, which makes a text, and compiled code has none"
from dis import get_instructions
_nested = [each for each in corners.__code__.co_consts if hasattr(each, "co_names")]
_made = {each.opname for each in get_instructions(corners)} & {"LIST_APPEND", "SET_ADD", "MAP_ADD"}
assert not _nested and not _made, "corners has a function or a comprehension inside, which cannot be compiled; use a loop"
for _line in [(), (0,), (0, 2), (2, 0), (0, 2, 6, 8), (4, 0, 2, 6, 8), (1, 8, 5, 6), (8, 4, 6, 7, 0)]:
    _p = after(*_line)
    _x, _o = ([move for move in _line[side::2] if move in (0, 2, 6, 8)] for side in (0, 1))
    assert corners(_p) == len(_x) - len(_o), f"after the moves {_line} X has {len(_x)} corners and O {len(_o)}, but corners returns {corners(_p)}"

# %% answer: Without texts
def corners(p):
    found = 0
    for n in (0, 2, 6, 8):
        found += (p >> n & 1) - (p >> (n + 9) & 1)
    return found

# %% wrong: Without texts
def corners(p):
    found = 0
    for n in (0, 2, 6, 8):
        found += p >> n & 1
    return found

# %% wrong: Without texts
def corners(p):
    found = 0
    for n in (0, 2, 6, 8):
        found += (p >> (n + 9) & 1) - (p >> n & 1)
    return found

# %% wrong: Without texts
def corners(p):
    return sum([(p >> n & 1) - (p >> (n + 9) & 1) for n in (0, 2, 6, 8)])

# %% wrong: Without texts
def corners(p):
    return bin(p & 0b101000101).count("1") - bin(p & 0b101000101).count("1")

# %% wrong: Without texts
def corners(p):
    found = 0
    for n in range(9):
        found += (p >> n & 1) - (p >> (n + 9) & 1)
    return found
