# %% picture: X is to move. Cell 2 stops the line of O and makes two lines for X, of which O can stop one.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
board_svg(rules, rules.read("X..\n.O.\nO.X"), numbers=True)

# %% picture: O is to move. The edge cells 1, 3, 5 and 7 hold the draw, the corners 2 and 6 lose.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
board_svg(rules, rules.read("X..\n.O.\n..X"), numbers=True)

# %% check: The centre first
_found = centre_first(rules.start)
assert isinstance(_found, State), f"centre_first(rules.start) is {_found!r}; a bot returns a State: State.from_value(move)"
_gen = SplitMix.from_seed(1)
assert _found.run(_gen) == (4, _gen), f"at the start it plays {_found.eval(_gen)!r}; the centre, cell 4, is free"
for _moves in ([4], [4, 0], [0, 4, 1]):
    _p = after(*_moves)
    _move = centre_first(_p).eval(_gen)
    assert _move in rules.moves(_p), f"after the moves {_moves} it plays {_move}, which is not legal"
    assert _move == rules.moves(_p)[0], f"after the moves {_moves} it plays {_move}, not the first legal move"

# %% answer: The centre first
def centre_first(p):
    moves = rules.moves(p)
    return State.from_value(4 if 4 in moves else moves[0])

# %% wrong: The centre first
def centre_first(p):
    return State.from_value(4)

# %% wrong: The centre first
def centre_first(p):
    return 4 if 4 in rules.moves(p) else rules.moves(p)[0]

# %% wrong: The centre first
def centre_first(p):
    return random_move(p)

# %% wrong: The centre first
def centre_first(p):
    return State.from_value(4 if 4 in rules.moves(p) else rules.moves(p)[-1])

# %% check: A bot that sometimes forgets
_found = forgetful(fork)
assert isinstance(_found, State), f"forgetful(fork) is {_found!r}; expected a State: is @do above the function?"
for _seed in range(40):
    _drawn, _rest = below(4).run(SplitMix.from_seed(_seed))
    _want = (random_move if _drawn == 0 else careful)(fork).run(_rest)
    _got = forgetful(fork).run(SplitMix.from_seed(_seed))
    assert not isinstance(_got[0], State), "the bot returned a State inside a State: write return (yield from ...)"
    assert _got == _want, f"with seed {_seed} below(4) draws {_drawn}, and forgetful plays {_got[0]}; expected {_want[0]}, and nothing else drawn"

# %% answer: A bot that sometimes forgets
@do
def forgetful(p):
    drawn = yield from below(4)
    return (yield from (random_move(p) if drawn == 0 else careful(p)))

# %% wrong: A bot that sometimes forgets
@do
def forgetful(p):
    drawn = yield from below(4)
    return random_move(p) if drawn == 0 else careful(p)

# %% wrong: A bot that sometimes forgets
@do
def forgetful(p):
    drawn = yield from below(4)
    return (yield from (careful(p) if drawn == 0 else random_move(p)))

# %% wrong: A bot that sometimes forgets
@do
def forgetful(p):
    wild = yield from random_move(p)
    drawn = yield from below(4)
    tame = yield from careful(p)
    return wild if drawn == 0 else tame

# %% wrong: A bot that sometimes forgets
@do
def forgetful(p):
    return (yield from careful(p))
