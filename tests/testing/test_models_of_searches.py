"""``check_search(search, model=)``: right searches that are no minimax equal their models; planted faults do not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import ge, gt
from typing import Any, TypeAlias

import pytest

from fpgames import Player, Tree, minimax, prune
from fpgames.search import children, label, node_search, player
from fpgames.testing import LawsBroken, Options, check_search, search_laws
from tests.support.laws import reproduction_lines, run_reproduction, undefined_names
from tests.testing.faults import Fault
from tests.testing.faults.searches import is_high, right
from tests.testing.test_faults import is_missed

AnyTree: TypeAlias = Tree[Any]
VALUE = "it_finds_the_value"
BOUNDS = "in_its_window_it_finds_the_value_and_outside_a_bound"
DEPTH = 3


def quiet(tree: AnyTree) -> Any:
    """Search captures only, which change the label by more than two; the player may also stand pat."""
    loud = [quiet(child) for child in tree.children if abs(child.label - tree.label) > 2]
    return (max if is_high(tree) else min)([tree.label, *loud])


def quiescence(alpha: Any = None, beta: Any = None, stand_pat: bool = True, threshold: int = 2, cut: int = 0) -> Any:
    """Return the same search in a window. The arguments plant faults: no standing pat, another threshold, early cuts."""

    @node_search
    def search(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
        high, best, loud = player(here) is Player.FIRST, label(here), False
        for child in [None, *children(here)]:
            if child is not None:
                if abs(label(child) - label(here)) <= threshold:
                    continue
                value = visit(child, alpha, beta)
                best = value if not (stand_pat or loud) else (max if high else min)(best, value)
                loud = True
            if high:
                alpha = best if alpha is None else max(alpha, best)
            else:
                beta = best if beta is None else min(beta, best)
            if alpha is not None and beta is not None and alpha >= beta - cut:
                break
        return best

    return search(alpha=alpha, beta=beta)


def reduced(tree: AnyTree, depth: int = DEPTH) -> Any:
    values = [reduced(child, depth - 1 - (n > 1)) for n, child in enumerate(tree.children) if depth > 0]
    return (max if is_high(tree) else min)(values) if values else tree.label


def late_moves(tree: AnyTree, depth: int = DEPTH, late: int = 1, alpha: Any = None, beta: Any = None) -> Any:
    """Return the same value by alpha-beta; ``late`` is the last child that is searched to the full depth."""
    best, high = None, is_high(tree)
    for n, child in enumerate(tree.children if depth > 0 else ()):
        value = late_moves(child, depth - 1 - (n > late), late, alpha, beta)
        best = value if best is None else (max if high else min)(best, value)
        alpha, beta = (best if alpha is None else max(alpha, best), beta) if high else (
            alpha, best if beta is None else min(beta, best)
        )  # fmt: skip
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return tree.label if best is None else best


def null_move(tree: AnyTree, depth: int = 4, alpha: Any = None, beta: Any = None, sign: int = 1) -> Any:
    """Return the value to the mover; first, see if a pass is enough for a cutoff. Both players have the same moves."""
    below = [*tree.children] if depth > 0 else []
    if below and beta is not None and (passed := -null_move(tree, depth - 2, -beta, negated(alpha), -sign)) >= beta:
        return passed
    best = None
    for child in below:
        value = -null_move(child, depth - 1, negated(beta), negated(alpha), -sign)
        best = value if best is None else max(best, value)
        alpha = best if alpha is None else max(alpha, best)
        if beta is not None and alpha >= beta:
            break
    return sign * tree.label if best is None else best


def null_moves(
    tree: AnyTree, depth: int = 4, alpha: Any = None, beta: Any = None, high: bool | None = None,
    levels: int = 2, passes: Callable[[bool], bool] = lambda high: True, over: Callable[[Any, Any], bool] = ge,
) -> Any:  # fmt: skip
    """Return the value to the first player of the same search. The last arguments plant faults."""
    high = is_high(tree) if high is None else high
    search = partial(null_moves, levels=levels, passes=passes, over=over)
    best, bound, below = None, beta if high else alpha, [*tree.children] if depth > 0 else []
    if below and bound is not None and passes(high):
        passed = search(tree, depth - levels, alpha, beta, not high)
        if over(passed, bound) if high else over(bound, passed):
            return passed
    for child in below:
        value = search(child, depth - 1, alpha, beta, not high)
        best = value if best is None else (max if high else min)(best, value)
        if high:
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return tree.label if best is None else best


def negated(bound: Any) -> Any:
    return None if bound is None else -bound


def signed_null_move(tree: AnyTree) -> Any:
    sign = 1 if is_high(tree) else -1
    return sign * null_move(tree, sign=sign)


MODELS: dict[str, dict[str, Any]] = {
    "quiescence": {"model": quiet, "numbers": True},
    "quiescence in windows": {
        "model": quiet, "numbers": True, "window": lambda alpha, beta: quiescence(alpha, beta),
    },
    "late moves": {"model": reduced},
    "null move": {"model": signed_null_move, "numbers": True, "alternates": True},
}  # fmt: skip
RIGHT: dict[str, Any] = {
    "quiescence": quiescence(),
    "quiescence in windows": quiescence(),
    "late moves": late_moves,
    "null move": null_moves,
}
WRONG: list[tuple[str, str, Callable[[], Any], dict[str, Any]]] = [
    ("quiescence", VALUE, lambda: right, {}),
    ("quiescence", VALUE, lambda: quiescence(stand_pat=False), {}),
    ("quiescence", VALUE, lambda: quiescence(threshold=1), {}),
    ("quiescence", VALUE, lambda: quiescence(cut=3), {}),
    ("quiescence in windows", BOUNDS, quiescence, {"window": lambda alpha, beta: quiescence(alpha, beta, cut=1)}),
    ("late moves", VALUE, lambda: partial(late_moves, late=2), {}),
    ("late moves", VALUE, lambda: minimax, {}),
    ("late moves", VALUE, lambda: prune(DEPTH) | minimax, {}),
    ("null move", VALUE, lambda: partial(null_moves, passes=bool), {}),
    ("null move", VALUE, lambda: partial(null_moves, levels=1), {}),
    ("null move", VALUE, lambda: partial(null_moves, over=gt), {}),
    ("null move", VALUE, lambda: minimax, {}),
]


@pytest.mark.parametrize("name", RIGHT)
def test_right_searches_equal_their_models(name: str) -> None:
    check_search(RIGHT[name], **MODELS[name])


@pytest.mark.parametrize("seed", range(1, 6))
def test_planted_faults_are_found(seed: int) -> None:
    def missed(name: str, law: str, make: Callable[[], Any], claims: dict[str, Any]) -> str:
        laws = search_laws(make(), **{**MODELS[name], **claims})
        return is_missed(Fault(lambda: laws, law), Options(seed=seed))

    assert [words for fault in WRONG if (words := missed(*fault))] == []


@pytest.mark.slow
@pytest.mark.parametrize("model", [None, minimax])
def test_minimax_is_the_default(model: Any) -> None:
    check_search(right, model=model, seed=1)
    with pytest.raises(LawsBroken, match=VALUE):
        check_search(late_moves, model=model, seed=1)


def test_a_report_shows_the_value_of_the_model() -> None:
    with pytest.raises(LawsBroken) as broken:
        check_search(minimax, model=quiet, numbers=True, seed=1)
    [line, *_] = reproduction_lines(broken.value)
    value, expected = run_reproduction(line)
    assert value != expected
    assert "quiet as model" in line
    assert undefined_names(broken.value) == set()


def test_windows_are_tested_where_they_are_given() -> None:
    def names(**claims: Any) -> set[str]:
        return {law.name for law in search_laws(quiescence(), **claims)}

    window = names(model=quiet, window=quiescence) - names(model=quiet)
    assert window == {BOUNDS}
    assert BOUNDS in names()
