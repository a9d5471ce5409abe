# %% check: Both sides
from fpgames import Outcome, State
_found = wins(guessing, random_move, 5)
assert isinstance(_found, State), f"wins(guessing, random_move, 5) is {_found!r}, not a State"
for _seed in (1, 2, 3):
    _first, _rest = match(guessing, random_move, 5).run(SplitMix.from_seed(_seed))
    _second = match(random_move, guessing, 5).eval(_rest)
    _got = _found.eval(SplitMix.from_seed(_seed))
    assert isinstance(_got, int), f"the result is {_got!r}; expected a number of games"
    _want = _first[Outcome.FIRST_WON] + _second[Outcome.SECOND_WON]
    assert _got == _want, f"with seed {_seed} the bot wins {_first[Outcome.FIRST_WON]} games as first and {_second[Outcome.SECOND_WON]} as second, but wins counts {_got}; are the games in which it moves first played first?"

# %% answer: Both sides
from fpgames import Outcome

@do
def wins(bot, other, n):
    as_first = yield from match(bot, other, n)
    as_second = yield from match(other, bot, n)
    return as_first[Outcome.FIRST_WON] + as_second[Outcome.SECOND_WON]

# %% wrong: Both sides
from fpgames import Outcome

@do
def wins(bot, other, n):
    as_first = yield from match(bot, other, n)
    as_second = yield from match(other, bot, n)
    return as_first[Outcome.FIRST_WON] + as_second[Outcome.FIRST_WON]

# %% wrong: Both sides
from fpgames import Outcome

@do
def wins(bot, other, n):
    as_first = yield from match(bot, other, 2 * n)
    return as_first[Outcome.FIRST_WON]

# %% wrong: Both sides
from fpgames import Outcome

@do
def wins(bot, other, n):
    as_first = yield from match(bot, other, n)
    as_second = yield from match(other, bot, n)
    return as_first + as_second

# %% wrong: Both sides
from fpgames import Outcome

def wins(bot, other, n):
    return match(bot, other, n)[Outcome.FIRST_WON]

# %% check: Games enough
assert isinstance(enough, int) and enough > 0 and enough % 10 == 0, f"enough is {enough!r}; expected a multiple of 10"
_low = wilson(6 * enough // 10, enough)[0]
assert _low > 0.5, f"after {enough} games the interval begins at {_low:.3f}, which is not above one half"
_before = wilson(6 * (enough - 10) // 10, enough - 10)[0]
assert _before <= 0.5, f"after {enough} games it does; but after {enough - 10} games it does already"

# %% answer: Games enough
enough = 10
while wilson(6 * enough // 10, enough)[0] <= 0.5:
    enough = enough + 10

# %% wrong: Games enough
enough = 10
while wilson(6, 10)[0] <= 0.2:
    enough = enough + 10

# %% wrong: Games enough
enough = 1000

# %% wrong: Games enough
enough = 10
while wilson(6 * enough // 10, enough)[1] <= 0.5:
    enough = enough + 10
