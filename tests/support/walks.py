"""The expected contents of the explorer's page, computed from the library.

The page shows *walks*: searches of a tree that examine one leaf per step. A *walker* is the algorithm of a walk: minimax,
or one of two versions of alpha-beta.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from fpgames_docs import explore

MOVES = [moves for _, moves in explore.POSITIONS]


def trees_by_depth(moves: tuple[int, ...]) -> list[dict[str, Any]]:
    return explore.trees(moves)


_lines = cache(explore.lines)


def lines_on(cells: str) -> set[int]:
    """Return the cells of all lines that are filled with one player's marks."""
    return {cell for line in _lines() if {cells[cell] for cell in line} in ({"X"}, {"O"}) for cell in line}


def path_to(tree: dict[str, Any], node: int) -> list[int]:
    return [*(path_to(tree, tree["parent"][node]) if node else []), node]


TITLES = {"minimax": "Minimax", "lists": "Alpha-beta, lists", "window": "Alpha-beta, window"}
WALKERS = tuple(TITLES)
OTHER = str.maketrans("XO", "OX")


def signed_text(value: float) -> str:
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if value else "0"


def bound_text(value: float | None) -> str:
    return "none" if value is None else signed_text(value)


def plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def last_mover(tree: dict[str, Any], node: int) -> str:
    return "X" if tree["board"][node].count("X") > tree["board"][node].count("O") else "O"


def move_name(tree: dict[str, Any], node: int) -> str:
    return f"{last_mover(tree, node)}{tree['move'][node]}"


def line_text(tree: dict[str, Any], node: int) -> str:
    return ", ".join(move_name(tree, n) for n in path_to(tree, node)[1:])


def place_text(tree: dict[str, Any], node: int) -> str:
    return f"after {line_text(tree, node)}" if node else "at the root"


def leaves_below(tree: dict[str, Any]) -> list[list[int]]:
    """Return for each node the indices of the leaves in the subtree of the node."""
    by_node: list[list[int]] = [[] for _ in tree["parent"]]
    for leaf, node in enumerate(tree["leaves"]):
        for ancestor in path_to(tree, node):
            by_node[ancestor].append(leaf)
    return by_node


class Progress(NamedTuple):
    """The progress of a walk: the leaves examined, the leaves cut off, the current leaf, and whether the walk has ended."""

    examined: list[int]
    missed: list[int]
    at: int | None
    ended: bool

    def look(self, leaves: list[int]) -> str:
        if set(leaves) & set(self.examined):
            return "seen"
        return "cut" if set(leaves) <= set(self.missed) else "todo"


def progress_at(tree: dict[str, Any], name: str, step: int) -> Progress:
    order, count = tree["walks"][name]["order"], len(tree["leaves"])
    examined = order[:step]
    passed = range(count) if step >= len(order) else range(order[step])
    missed = sorted(set(passed) - set(order))
    return Progress(examined, missed, examined[-1] if examined else None, step >= len(order))


def box_text(tree: dict[str, Any], name: str, node: int, now: Progress, leaves: list[int]) -> str:
    """Return the text that a node's box shows beside the node's move: a value, a bound, "cut", "?" or nothing.

    The argument ``leaves`` lists the leaves in the node's subtree.
    """
    trace, look = tree["trace"], now.look(leaves)
    value, alpha, beta, cut = (trace[key][node] for key in ("value", "alpha", "beta", "cut"))
    if look == "cut":
        letters = {"alpha": "\N{GREEK SMALL LETTER ALPHA}", "beta": "\N{GREEK SMALL LETTER BETA}"}
        return letters[cut] + signed_text(trace[cut][node]) if name == "window" and cut else "cut"
    if look == "todo" or not set(leaves) <= {*now.examined, *now.missed}:
        return ""
    if name != "window":
        left = any(tree["parent"][first] == node for first, _ in tree["walks"][name]["cuts"])
        return "?" if left else signed_text(tree["value"][node])
    if node not in tree["leaves"] and alpha is not None and value <= alpha:
        return "\N{LESS-THAN OR EQUAL TO}" + signed_text(value)
    if node not in tree["leaves"] and beta is not None and value >= beta:
        return "\N{GREATER-THAN OR EQUAL TO}" + signed_text(value)
    return signed_text(value)


def cutoff_text(tree: dict[str, Any], name: str, cut: tuple[int, int], under: list[list[int]]) -> str:
    """Return the sentences that explain a cutoff.

    The pair ``cut`` holds the first node that was cut off, and the node whose value caused the cutoff. The list
    ``under`` is the result of ``leaves_below``. Another test, ``test_why_something_was_cut_off``, checks the numbers in
    the sentences.
    """
    first, source = cut
    left = tree["parent"][first]
    siblings = [n for n, parent in enumerate(tree["parent"]) if parent == left]
    reply, rest = siblings[siblings.index(first) - 1], siblings[siblings.index(first) :]
    chooser, chose_at = last_mover(tree, left), tree["parent"][source]
    best, found = tree["value"][source], (tree["trace"] if name == "window" else tree)["value"][reply]
    window = f" ({'alpha' if chooser == 'X' else 'beta'} = {signed_text(best)})" if name == "window" else ""
    least = "at most" if chooser == "X" else "at least"
    avoids = "choose it" if chose_at == tree["parent"][left] else "let the game come here"
    leaves = plural(sum(len(under[n]) for n in rest), "leaf", "leaves")
    others = f"reply ({leaves}) was" if len(rest) == 1 else f"{len(rest)} replies ({leaves}) were"
    return (
        f"{chooser} already has a move worth {signed_text(best)}: {move_name(tree, source)} {place_text(tree, chose_at)}{window}. "
        f"After {'XO'[chooser == 'X']}\N{RIGHT SINGLE QUOTATION MARK}s reply {move_name(tree, reply)} this position is worth "
        f"{least} {signed_text(found)}, so {chooser} will not {avoids}: its other {others} not examined."
    )


def expected_sentences(tree: dict[str, Any], name: str, now: Progress, under: list[list[int]]) -> list[str]:
    """Return the sentences that the page shows about the current leaf of a walk.

    The list ``under`` is the result of ``leaves_below``.
    """
    trace = tree["trace"]
    node = 0 if now.at is None else tree["leaves"][now.at]
    cells = tree["board"][node]
    if now.at is None:
        player = {"X": "O", "O": "X"}[last_mover(tree, 0)]
        first = (
            f"{player} moves here; not entered before step 1; {plural(len(tree['leaves']), 'leaf', 'leaves')} below."
        )
    else:
        reason = "not decided at this depth" if "." in cells else "drawn"
        if lines_on(cells):
            reason = f"{last_mover(tree, node)} has won"
        first = f"{line_text(tree, node)}. Value {signed_text(tree['value'][node])}: {reason}."
    arrival = f"On arrival: alpha {bound_text(trace['alpha'][node])}, beta {bound_text(trace['beta'][node])}."
    cuts = [
        f"Then, {place_text(tree, tree['parent'][cut[0]])}: {cutoff_text(tree, name, cut, under)}"
        for cut in tree["walks"][name]["cuts"]
        if now.at is not None and now.at < under[cut[0]][0] and under[cut[0]][0] in now.missed
    ]
    return [
        first,
        *([arrival] if name == "window" else []),
        *cuts,
        *([f"This walk has ended: the root is worth {signed_text(tree['value'][0])}."] if now.ended else []),
    ]


def strip_path(leaves: list[int], top: int, high: int) -> str:
    """Return an SVG path that consists of one rectangle for each group of consecutive leaves.

    Each rectangle begins at the height ``top``, and is ``high`` units high.
    """
    begins = [leaf for leaf in leaves if leaf - 1 not in leaves]
    ends = [leaf + 1 for leaf in leaves if leaf + 1 not in leaves]
    return "".join(f"M{begin} {top}H{end}v{high}H{begin}z" for begin, end in zip(begins, ends, strict=True))


def count_text(tree: dict[str, Any], name: str, now: Progress, under: list[list[int]]) -> str:
    missed = set(now.missed)
    cuts = sum(under[first][0] in missed for first, _ in tree["walks"][name]["cuts"])
    return (
        f"{len(now.examined)} of {len(tree['leaves'])} examined, {len(now.missed)} cut off, {plural(cuts, 'cut', 'cuts')}"
        + (f"; value {signed_text(tree['value'][0])}" if now.ended else "")
    )


def expected_page(tree: dict[str, Any], name: str, step: int, under: list[list[int]]) -> dict[str, Any]:
    """Return what the page should show at a step of a walk. The list ``under`` is the result of ``leaves_below``.

    A test compares this dictionary with the dictionary that the script ``WATCHED`` reads from the page.
    """
    count = len(tree["leaves"])
    all_three = {walker: progress_at(tree, walker, step) for walker in WALKERS}
    now = all_three[name]
    node = 0 if now.at is None else tree["leaves"][now.at]
    cells, here = tree["board"][node], path_to(tree, node)
    won = lines_on(cells)
    counts = {walker: count_text(tree, walker, done, under) for walker, done in all_three.items()}
    said = f"{TITLES[name]}: {counts[name]}."
    heading = "Nothing examined yet" if now.at is None else f"Leaf {now.at + 1} of {count}"
    plays = [
        last_mover(tree, n) for n in path_to(tree, max(range(len(under)), key=lambda n: len(path_to(tree, n))))[1:]
    ]
    in_line = {tree["move"][n] for n in here}
    states = {tree["move"][n]: now.look(under[n]) for n, parent in enumerate(tree["parent"]) if parent == node}
    said_of = {"seen": "examined", "cut": "cut off", "todo": "not reached"}
    leads = {
        cell: f", {move_name(tree, node).translate(OTHER)[0]}{cell}, {said_of[look]}" for cell, look in states.items()
    }
    return {
        "reached": [str(step), f"{step} of {count}"],
        "status": f"Step {step}. {said} {heading}.",
        "label": f"The tree, {plural(count, 'leaf', 'leaves')}. {said}",
        "heading": heading,
        "said": expected_sentences(tree, name, now, under),
        "board": f"The board {place_text(tree, node)}: "
        + " / ".join(cells[row : row + 3].replace(".", "-") for row in (0, 3, 6)),
        "cells": [
            [
                str(cell) if mark == "." else mark,
                f"cell {cell}: {'empty' if mark == '.' else mark}"
                + (leads.get(cell, "") if mark == "." else ", take it back" if cell in in_line else ""),
                sorted(
                    {f"mark-{mark}", *["last"] * (cell == tree["move"][node]), *["won"] * (cell in won)}
                    | ({states[cell]} if cell in states else set())
                ),
            ]
            for cell, mark in enumerate(cells)
        ],
        "path": [[move_name(tree, n) if n else "root", "".join(tree["board"][n].split(".")), n == node] for n in here],
        "boxes": [
            [
                "now" if now.at is not None and n in here else now.look(leaves),
                move_name(tree, n) if n else "",
                box_text(tree, name, n, now, leaves),
                "".join(tree["board"][n].split(".")) if len(leaves) > 2 else "",
            ]
            for n, leaves in enumerate(under)
        ],
        "rows": [] if now.at is None else [now.at],
        "marks": [
            "now" if leaf == done.at else done.look([leaf]) for leaf in range(count) for done in all_three.values()
        ],
        "heads": [
            "root",
            *(f"{player} plays" for player in plays),
            *(walker[0].upper() if walker != name else f"*{walker[0].upper()}" for walker in WALKERS),
        ],
        "counts": list(counts.values()),
        "strips": [
            [f"0 0 {count} 10", strip_path(done.examined, 0, 10), strip_path(done.missed, 4, 2)]
            for done in all_three.values()
        ],
        "needles": [
            None if done.at is None or done.ended else round(100 * 100 * (done.at + 0.5) / count)
            for done in all_three.values()
        ],
    }
