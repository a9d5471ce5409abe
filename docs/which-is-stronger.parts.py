# %% picture: The ratings of the four bots with their 95% intervals, after 20 games between any two of them.
from fpgames.draw import ratings_svg
from fpgames.games.connect4 import rules
from fpgames.play import compare, ratings, read_bot, results_by_sides
bots = [(name, read_bot(rules, name)) for name in ("random", "alphabeta:1", "alphabeta:2", "mc:20")]
ratings_svg(ratings(results_by_sides(compare(rules, bots, 1, range(1, 121), opening=2)), extra_games=1))
