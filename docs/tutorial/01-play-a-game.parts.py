# %% picture: The empty board, and the number of each cell.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules

board_svg(rules, rules.start, numbers=True)

# %% picture: X has won: the diagonal stands out.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules

line = [2, 0, 4, 3, 6]
board_svg(rules, reduce(rules.play, line, rules.start), before=reduce(rules.play, line[:-1], rules.start))

# %% picture: The position after the moves 2, 0, 4. O is to move.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules

board_svg(rules, reduce(rules.play, [2, 0, 4], rules.start), numbers=True)

# %% check: Stop the line
danger = rules.start
for move in (2, 0, 4):
    danger = rules.play(danger, move)
assert block in rules.moves(danger), f"{block!r} is not a legal move here; the legal ones are {rules.moves(danger)}"
safe = rules.play(danger, block)
wins = [move for move in rules.moves(safe) if rules.outcome(rules.play(safe, move)).value_or(None) == 1]
assert not wins, f"after {block} X plays {wins[0]} and has three in a line"

# %% answer: Stop the line
block = 6

# %% wrong: Stop the line
block = 5

# %% wrong: Stop the line
block = 4

# %% wrong: Stop the line
block = "6"

# %% check: O wins
q = rules.start
for number, move in enumerate(line, 1):
    assert rules.moves(q), f"the game is over before move {number}"
    assert move in rules.moves(q), f"move {number} is {move!r}, which is not legal there; {rules.moves(q)} are"
    q = rules.play(q, move)
end = rules.outcome(q).value_or(None)
assert end is not None, f"after these {len(line)} moves the game goes on"
assert end == -1, "it ends in a draw" if end == 0 else "X wins this game"

# %% answer: O wins
line = [0, 4, 1, 2, 8, 6]

# %% wrong: O wins
line = [4, 0, 2, 3, 6]

# %% wrong: O wins
line = [0, 0, 1]

# %% wrong: O wins
line = [0, 4, 8, 2, 6, 7, 3, 5, 1]

# %% wrong: O wins
line = [4, 0, 2, 3, 6, 8]
