"""The page for playing, without a browser: `play.py` in `docs/_ext/fpgames_docs` and its page, `play_page.py`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fpgames_docs import play, play_page, playground_page
from fpgames_docs.playground import reached
from fpgames_docs.playground_page import OFFERED_GAMES
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, SplitMix
from fpgames.play import BOTS, game_seed, read_bot
from tests.support.playground import check_page, game_lines, terminal_output, with_changes

NAMED = {"alphabeta": "alphabeta:2", "alphabeta-random": "alphabeta-random:2", "deepening": "deepening:2",
    "mc": "mc:20", "mc-bulk": "mc-bulk:20", "mcts": "mcts:20", "minimax": "minimax:2", "random": "random"}  # fmt: skip


@st.composite
def states(draw: st.DrawFn) -> play.State:
    name, line = draw(game_lines())
    bot, you, seed = (
        draw(st.sampled_from(sorted(NAMED.values()))),
        draw(st.sampled_from(["first", "second"])),
        draw(st.integers(1, 99)),
    )
    return {"game": name, "position": "", "moves": line, "bot": bot, "you": you, "seed": seed}


def on(game: str, moves: str = "", **changes: Any) -> Any:
    return {**play_page.start_state(game), "moves": moves.split(), **changes}


def test_every_bot_can_be_chosen() -> None:
    without_state = BOTS.keys() - {"mcts-reuse"}  # the page keeps no state of a bot from move to move
    assert play.CODE.keys() == play.ANALYSES.keys() == NAMED.keys() == without_state
    assert {usage[-1] for usage in (kind.usage for kind in BOTS.values()) if ":" in usage} == play_page.NUMBERS.keys()


@given(states())
def test_whose_turn_it_is_and_what_is_taken_back(state: play.State) -> None:
    found = play.look(state)
    assert found["wrong"] == ""
    movers = [play.look({**state, "moves": state["moves"][:n]})["mover"] for n in range(len(state["moves"]) + 1)]
    assert found["mover"] == movers.pop()
    for place, yours in ((found["back"], True), (found["asked"], False)):
        after = movers if place is None else movers[place + 1 :]
        assert all((mover == state["you"]) != yours for mover in after)
        assert place is None or (movers[place] == state["you"]) == yours
    rules, positions = reached(state)
    assert bool(rules.moves(positions[-1])) == (found["mover"] != "")
    assert found["mover"] in ("", "first" if rules.player(positions[-1]) is Player.FIRST else "second")
    wanted = {"": r"(You have|The bot has) won\.|The game is drawn\.", state["you"]: "It is your move.*"}
    assert re.fullmatch(wanted.get(found["mover"], "The bot is to move.*"), found["status"])


def test_who_has_won_is_said_to_the_reader() -> None:
    for moves, you, status in (
        ("0 3 1 4 2", "first", "You have won."),
        ("0 3 1 4 2", "second", "The bot has won."),
        ("0 4 8 2 6 7 1 3 5", "first", "The game is drawn."),
        ("0 3 1 4 8 5", "second", "You have won."),
        ("0", "first", "The bot is to move (O)."),
        ("0", "second", "It is your move (O)."),
    ):
        assert play.look(on("tictactoe", moves, you=you))["status"] == status


@pytest.mark.exhaustive
@given(states())
def test_the_program_prints_the_move_that_the_page_plays(state: play.State) -> None:
    found = play.look(state)
    printed = terminal_output(found["code"])
    if found["mover"]:
        assert printed == play.reply(state)["move"] + "\n"
    else:
        assert printed == ""
        assert "SplitMix" not in found["code"]


def test_each_move_of_a_game_has_a_generator_of_its_own() -> None:
    replies = {
        play.reply(on("hex", moves, bot="random", seed=seed))["move"] for moves in ("", "a1 b1") for seed in (1, 2, 3)
    }
    assert len(replies) > 3
    state = on("hex", "a1", bot="mc:50", seed=7)
    rules, (_, p) = reached(state)
    move = read_bot(rules, "mc:50")(p).eval(SplitMix.from_seed(game_seed(7, 2)))
    assert play.reply(state)["move"] == rules.show_move_in(p, move)


def best(values: dict[str, str], first: bool) -> set[str]:
    """The moves with the best of values that are for the first player."""
    numbers = {text: float(value.split(" ")[0]) for text, value in values.items() if value != "not tried"}
    wanted = (max if first else min)(numbers.values())
    return {text for text, number in numbers.items() if number == wanted}


def check_that_the_bot_plays_by_what_it_saw(state: play.State) -> None:
    rules, positions = reached(state)
    p = positions[-1]
    if not rules.moves(p):
        return
    move, seen = play.reply(state)["move"], play.seen(state)
    values = {each["text"]: each["value"] for each in seen["moves"]}
    kind, first = state["bot"].partition(":")[0], rules.player(p) is Player.FIRST
    if kind == "random":
        assert (values, seen["line"], seen["stages"]) == ({}, "", [])
        return
    assert [*values] == [rules.show_move_in(p, each) for each in rules.moves(p)]
    if kind.startswith("mc") and kind != "mcts":
        assert move in best(values, True)
    elif kind != "mcts":
        assert move in best(values, first)
        assert (
            seen["stages"] == ["prune(2)", "map_tree(rules.static)", "prefer_quick_wins"][: 2 + (kind != "deepening")]
        )
    if kind in ("alphabeta", "deepening", "minimax", "mcts"):
        assert seen["line"].partition(":")[0].split()[0] == move


@pytest.mark.parametrize("bot", sorted(NAMED.values()))
def test_the_bot_plays_by_what_it_saw(bot: str) -> None:
    check_that_the_bot_plays_by_what_it_saw(on("tictactoe", "0 3", bot=bot, seed=1))


@pytest.mark.exhaustive
@given(states())
def test_the_bot_plays_by_what_it_saw_in_any_game(state: play.State) -> None:
    check_that_the_bot_plays_by_what_it_saw(state)


def test_it_is_said_how_much_it_saw() -> None:
    for bot, about in (
        ("minimax:2", "It looked 2 moves ahead, at 82 positions. Values are for the first player, you: "),
        ("alphabeta:2", "It looked 2 moves ahead, at 26 positions. Values are "),
        ("alphabeta:1", "It looked 1 move ahead, at 10 positions. Values are "),
        ("mc:90", "It played 10 random games after each move"),
        ("mc-bulk:9", "It played 1 random game after each move"),
        ("mcts:50", "It made 50 visits"),
        ("random", "It does not look ahead"),
    ):
        assert play.seen(on("tictactoe", bot=bot))["about"].startswith(about), bot
    won = play.seen(on("tictactoe", "0 3 1 4", bot="alphabeta:2"))
    assert won["line"] == "2: the first player wins"
    proven = play.seen(on("tictactoe", "0 3 1 4", bot="mcts:200"))["moves"]
    assert next(each["value"] for each in proven if each["text"] == "2") == "1 in 1 visit, proven"
    assert play.seen(on("tictactoe", bot="mcts:2"))["moves"][-1]["value"] == "not tried"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "ValueError: unknown game 'chess'; games: "),
    ({"moves": ["0", "0"]}, "IllegalMove: "),
    ({"position": "zzz"}, "ValueError: "),
    ({"bot": "mc"}, "ValueError: "),
    ({"bot": ""}, "ValueError: "),
    ({"you": "both"}, "ValueError: you play first or second, not 'both'"),
]


def test_what_is_wrong_is_said_in_a_line() -> None:
    for changes, wrong in WRONG:
        said = play.look(with_changes(on("tictactoe"), **changes))["wrong"]
        assert said.startswith(wrong)
        assert "\n" not in said


QUICK = "dots-and-boxes", "tictactoe"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.exhaustive] * (name not in QUICK)) for name in OFFERED_GAMES]
)
def test_a_game_begins_with_a_bot_that_moves(name: str) -> None:
    state = play_page.start_state(name)
    assert play.look(state)["mover"] == "first"
    rules, _ = reached(state)
    assert play.reply(state)["move"] in {rules.show_move_in(rules.start, move) for move in rules.moves(rules.start)}
    seen = play.seen(state)
    assert len(seen["moves"]) == len(reached(state)[0].moves(reached(state)[0].start))


def test_the_page_holds_what_its_script_reads() -> None:
    source = playground_page.HERE.parents[1] / "playground"
    script = "".join((source / name).read_text() for name in ("link.js", "board.js", "play.js"))
    check_page(play_page.page(), play_page.data(), script)
    assert len(play_page.page()) < 200_000


def test_the_columns_of_the_front_page_are_the_moves_of_its_game() -> None:
    """`invite.js` takes the second number of a square for the move."""
    (position,) = [play.look(play_page.FIRST)["position"]]
    assert position is not None
    assert [each["path"] for each in position["moves"]] == [[f"*,{each['text']}"] for each in position["moves"]]
    squares = {each.split(",")[1] for each in re.findall(r'data-square="(.*?)"', play_page.invitation())}
    assert squares == {each["text"] for each in position["moves"]}
