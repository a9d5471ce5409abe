# %% picture: The white man on 22 has captured two pieces and is crowned on 6. Every square has its number; a ring marks a king.
from fpgames.games.checkers import rules
from fpgames.draw import board_svg
p = rules.read("W:W22,30:B10,18,K12")
board_svg(rules, rules.play(p, rules.moves(p)[0]), before=p, numbers=True)

# %% picture: A position made to test move generators. Black is to move, and the king on 24 has 436 paths.
from fpgames.games.draughts import rules
from fpgames.draw import board_svg
p178 = rules.read("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46")
board_svg(rules, p178, numbers=True)

# %% picture: White is to move. The king on 47 goes by 33, 20 and 9 to 36, or by 33, 24 and 13.
from fpgames.games.draughts import rules
from fpgames.draw import board_svg
board_svg(rules, rules.read("W:WK47:B14,19,29,31,42"), numbers=True)

# %% picture: After 11-15 22-18. Black is to move, and has to capture from 15 to 22.
from functools import reduce
from fpgames.games.checkers import rules
from fpgames.draw import board_svg
line = [rules.read_move(word) for word in ["11-15", "22-18"]]
board_svg(rules, reduce(rules.play, line, rules.start), before=rules.play(rules.start, line[0]), numbers=True)
