# %% picture: How many lines of four go through each cell.
from fpgames.draw import board_svg
from fpgames.games.connect4 import rules
cells = {(row, column) for row in range(6) for column in range(7)}
lines = [
    [(row + n * down, column + n * right) for n in range(4)]
    for row, column in cells
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]
]
through = {cell: sum(cell in line for line in lines if cells.issuperset(line)) for cell in cells}
board_svg(rules, rules.start, names=through)

# %% picture: Red to move. R marks the winning spots of Red, Y those of Yellow; in RY both players win.
from fpgames.draw import board_svg
from fpgames.games.connect4 import facts, rules

def cells(spots):
    return {(5 - n % 7, n // 7) for n in range(49) if spots >> n & 1}

mover, stones = rules.read("35244633446634337725")
red, yellow = (cells(facts().winning_spots((player, stones))) for player in (mover, mover ^ stones))
names = {cell: "R" * (cell in red) + "Y" * (cell in yellow) for cell in red | yellow}
board_svg(rules, (mover, stones), names=names, highlights=names)
