# %% picture: Each draw leads from one generator to the next. The numbers drawn are written on the edges.
from fpgames import SplitMix, node
from fpgames.draw import NodeContent, tree_svg

def chain(gen, drawn, left):
    number, after = gen.uniform_r(1, 6)
    below = [chain(after, number, left - 1)] if left else []
    return node((f"gen{4 - left if left < 3 else ''}", drawn), below)

def show(label):
    return NodeContent(label[0], str(label[1]))

tree_svg(chain(SplitMix.from_seed(43), "", 3), show=show, title="four generators in a row")

# %% check: Three dice by hand
found = three_dice(SplitMix.from_seed(1))
assert isinstance(found, tuple) and len(found) == 2, f"three_dice(gen) returned {found!r}; expected a pair: the sum and the next generator"
total, after_three = found
_a, _g = SplitMix.from_seed(1).uniform_r(1, 6)
_b, _g = _g.uniform_r(1, 6)
_c, _g = _g.uniform_r(1, 6)
assert total != 3 * _a, f"the sum is {total}, three times the first roll: does each roll have its own generator?"
assert total == _a + _b + _c, f"from seed 1 the sum is {total}; the rolls are {_a}, {_b} and {_c}"
assert after_three == _g, "the sum is right, but the generator returned is not the one after the third roll"

# %% answer: Three dice by hand
def three_dice(gen):
    a, gen = gen.uniform_r(1, 6)
    b, gen = gen.uniform_r(1, 6)
    c, gen = gen.uniform_r(1, 6)
    return a + b + c, gen

# %% wrong: Three dice by hand
def three_dice(gen):
    a, _ = gen.uniform_r(1, 6)
    b, _ = gen.uniform_r(1, 6)
    c, _ = gen.uniform_r(1, 6)
    return a + b + c, gen

# %% wrong: Three dice by hand
def three_dice(gen):
    a, gen = gen.uniform_r(1, 6)
    b, gen = gen.uniform_r(1, 6)
    c, gen = gen.uniform_r(1, 6)
    return a + b + c

# %% wrong: Three dice by hand
def three_dice(gen):
    a, gen2 = gen.uniform_r(1, 6)
    b, gen3 = gen2.uniform_r(1, 6)
    c, gen4 = gen3.uniform_r(1, 6)
    return a + b + c, gen

# %% wrong: Three dice by hand
def three_dice(gen):
    return gen.uniform_r(3, 18)

# %% picture: How that game ended. Seed 43 plays it again at any time.
from functools import reduce
from fpgames import SplitMix, bot_random
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
from fpgames.play import play_moves
line = play_moves(rules, rules.start, bot_random(rules), bot_random(rules)).eval(SplitMix.from_seed(43))
board_svg(rules, reduce(rules.play, line, rules.start), before=reduce(rules.play, line[:-1], rules.start))

# %% check: Two dice as a State
from fpgames import State
assert isinstance(two_dice(), State), f"two_dice() is {two_dice()!r}, not a State: is @do above it, and is there a yield from?"
_pairs = [two_dice().eval(SplitMix.from_seed(seed)) for seed in range(100)]
assert not isinstance(_pairs[0], State), "the result is a State inside a State; under @do, return the pair itself"
assert all(isinstance(pair, tuple) and len(pair) == 2 for pair in _pairs), f"two_dice() drew {_pairs[0]!r}; expected a pair"
assert all(isinstance(number, int) for pair in _pairs for number in pair), f"two_dice() drew {_pairs[0]!r}; expected two numbers"
assert {number for pair in _pairs for number in pair} == set(range(1, 7)), "the dice do not show the numbers 1 to 6"
assert any(a != b for a, b in _pairs), "both dice always show the same number: draw twice"

# %% answer: Two dice as a State
@do
def two_dice():
    a = yield from below(6)
    b = yield from below(6)
    return a + 1, b + 1

# %% wrong: Two dice as a State
@do
def two_dice():
    a = yield from below(6)
    b = yield from below(6)
    return a, b

# %% wrong: Two dice as a State
@do
def two_dice():
    a = yield from below(6)
    return a + 1, a + 1

# %% wrong: Two dice as a State
@do
def two_dice():
    a = yield from below(6)
    b = below(6)
    return a + 1, b

# %% wrong: Two dice as a State
def two_dice():
    return below(6), below(6)
