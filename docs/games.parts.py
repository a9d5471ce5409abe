# %% gallery: The games of the library a few moves after the start. The last move is framed, or has an arrow.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games import KINDS

def moved(rules, p):
    """The position after the move in the middle of the list."""
    moves = rules.moves(p)
    return rules.play(p, moves[len(moves) // 2]) if moves else p

def drawn(rules, n=4):
    before = reduce(lambda p, _: moved(rules, p), range(n), rules.start)
    return board_svg(rules, moved(rules, before), before=before)

{name: drawn(kind.rules) for name, kind in sorted(KINDS.items())
 if kind.rules.diagram and not name.endswith(("-record", "-misere"))}

# %% picture: Dots and boxes, with the moves that are left. The edge drawn last has completed a box, so the same player moves again.
from functools import reduce
from fpgames.games.dots_and_boxes import rules
from fpgames.draw import board_svg
line = [rules.read_move(word) for word in "b1 e2 a2 d3 c2 f5 b3".split()]
board_svg(rules, reduce(rules.play, line, rules.start), before=reduce(rules.play, line[:-1], rules.start), numbers=True)
