"""The captures of a man in draughts, as the children of a node: a path of cells, and the pieces taken so far."""

enemies = frozenset({(1, 2), (3, 2), (3, 4), (5, 6)})


def jumps(chain):
    path, taken = chain
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        row, column = path[-1]
        over = row + down, column + right
        to = row + 2 * down, column + 2 * right
        on_board = 0 <= min(to) <= max(to) <= 9
        if over in enemies - taken and to not in enemies and on_board:
            yield (*path, to), taken | {over}
