"""Planted faults in games, stages, searches, bots and generators: the intended law finds each, under any seed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import Phase

from fpgames import SplitMix, bot_random, minimax, prune
from fpgames.games import checkers, tictactoe
from fpgames.search import expectiminimax
from fpgames.testing import (
    Counterexample,
    Law,
    Options,
    bot_laws,
    game_laws,
    gen_laws,
    same_game_laws,
    search_laws,
    stage_laws,
)
from tests.support.laws import law_named, profile, undefined_names
from tests.testing.faults import Fault
from tests.testing.faults.bots import BOTS
from tests.testing.faults.chance_faults import DICE, DICE_BOTS
from tests.testing.faults.endless_games import ENDLESS
from tests.testing.faults.generators import GENERATORS
from tests.testing.faults.move_faults import PLAYS
from tests.testing.faults.node_searches import OWN
from tests.testing.faults.position_faults import POSITIONS
from tests.testing.faults.searches import SEARCHES
from tests.testing.faults.shared_boards import SHARED
from tests.testing.faults.simple_games import SIMPLE
from tests.testing.faults.stages import STAGES
from tests.testing.faults.stateful_games import USES
from tests.testing.faults.turn_faults import TURNS
from tests.testing.faults.value_faults import VALUES
from tests.testing.faults.window_searches import CUTS

FAULTS: dict[str, dict[str, Fault]] = {
    "game": SIMPLE | POSITIONS | PLAYS | TURNS | VALUES | USES | DICE | SHARED | ENDLESS, "stage": STAGES,
    "search": SEARCHES | CUTS | OWN, "bot": BOTS | DICE_BOTS, "generator": GENERATORS,
}  # fmt: skip
SEEDS = 1, 2
bits = tictactoe.rules


def wrong_counterexample(fault: Fault, found: Counterexample) -> str:
    """Return what is wrong with how a fault is reported."""
    if names := undefined_names(found):
        return f"{found} has names that are not known: {names}"
    if str(found).startswith(f"{found.line}, {found.line}"):
        return f"{found} says twice after which moves it is"
    long = fault.moves is not None and len(found.line.moves) != fault.moves
    return f"a line of {fault.moves} moves shows it; this is found: {found}" if long else ""


def is_missed(fault: Fault, run: Options) -> str:
    """Return what is wrong with how a fault is found and reported; it is made smaller if it is known how small."""
    law = law_named(fault.laws(), fault.law)
    phases = [phase for phase in Phase if phase is not Phase.shrink or fault.moves is not None]
    try:
        with profile(phases=phases, max_examples=100):  # as many as users have
            law.test(run)
    except Counterexample as found:
        return wrong_counterexample(fault, found)
    return f"{law} does not find it"


def not_rare(kind: str) -> dict[str, Fault]:
    return {name: fault for name, fault in FAULTS[kind].items() if not fault.rare}


def missed(faults: dict[str, Fault]) -> dict[str, str]:
    """Return what is wrong with how faults are found under the first seed."""
    said = {name: is_missed(fault, Options(seed=SEEDS[0])) for name, fault in faults.items()}
    return {name: words for name, words in said.items() if words}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["stage", "search", "bot"])
def test_a_fault_of_every_law_is_found(kind: str) -> None:
    """The exhaustive tests below find the others, which take longer."""
    first = {fault.law: name for name, fault in reversed(not_rare(kind).items())}
    assert missed({name: FAULTS[kind][name] for name in first.values()}) == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_that_is_not_rare_is_found(kind: str) -> None:
    """Under the second seed, ``test_pasted_reports`` finds it, and pastes its report; rare ones under the first."""
    assert missed(not_rare(kind)) == {}


def test_there_is_a_fault_for_every_law() -> None:
    """But for that of compiled functions, which the tests of compiled games break."""
    bot = bot_random(bits)
    laws: dict[str, Iterable[Law]] = {
        "game": [*game_laws(bits), *game_laws(checkers.rules), *same_game_laws(bits, bits, int, int)],
        "stage": [
            *stage_laws(prune(3)),
            *stage_laws(prune(3), keeps=["labels"], reads_labels=True, depth=2, width=2, ordered_by=abs),
            *stage_laws(prune(3), keeps=["children"]),
        ],
        "search": [
            *search_laws(
                minimax, numbers=True, each_leaf_once=True, deep_cutoffs=True, window=lambda alpha, beta: minimax
            ),
            *search_laws(minimax),
            *search_laws(expectiminimax),
        ],
        "bot": [*bot_laws(bits, bot, uniform=True), *bot_laws(bits, bot, depth=1)],
        "generator": gen_laws(SplitMix.from_seed),
    }
    names = {kind: {law.name for law in laws[kind]} - {"compiled_functions_do_the_same"} for kind in laws}
    assert {kind: {fault.law for fault in not_rare(kind).values()} for kind in FAULTS} == names
    assert sum(map(len, FAULTS.values())) >= 283
