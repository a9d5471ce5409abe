"""The page for playing in a real browser; this process stands in for Python, except in one test."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from fpgames_docs import play, play_page, playground
from fpgames_docs.playground_page import OFFERED_GAMES

from tests.support.browser import ODD_TEXT, is_too_wide, nameless_controls, tab_to
from tests.support.playground import with_changes

pytestmark = pytest.mark.exhaustive
MANY_WAYS = "W:WK36:B20,24,26,28,31,34,44"  # some captures are told apart by the squares between, one by where it ends


@pytest.fixture
def opened(opened_with_python: Callable[..., Any]) -> Callable[..., Any]:
    return partial(opened_with_python, "play.html")


def state_of(page: Any) -> Any:
    return page.evaluate("location.hash ? playing.parse(location.hash.slice(1)) : null") or play_page.FIRST


def look_of(page: Any) -> play.Look:
    return play.look(state_of(page))


def settled(page: Any) -> play.Look:
    """Wait until it is the reader's move or the game is over, and the page shows so; return what Python knows."""
    page.wait_for_function(
        "/your move|won|drawn|Stopped/.test(document.getElementById('pg-status').textContent)"
        " && !document.querySelector('.pg-old, .pg-left') || !document.getElementById('pg-wrong').hidden"
    )
    return look_of(page)


def whole_game(page: Any, choose: Callable[[playground.Choice], None]) -> play.Look:
    while True:
        look = settled(page)
        assert look["position"]
        if not look["mover"]:
            return look
        assert page.locator("#pg-moves button[aria-disabled=false]").count() == len(look["position"]["moves"])
        choose(look["position"]["moves"][-1])


def clicked(page: Any, by: str = "click") -> Callable[[playground.Choice], None]:
    def choose(choice: playground.Choice) -> None:
        for place in choice["path"]:
            cell = f'[data-square$="{place[1:]}"]' if place.startswith("*") else f'[data-square="{place}"]'
            page.locator(f"#pg-picture {cell}").first.scroll_into_view_if_needed()
            box = page.locator(f"#pg-picture {cell}").first.bounding_box()
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.mouse.click(*at) if by == "click" else page.touchscreen.tap(*at)

    return choose


def shown(page: Any) -> list[list[str]]:
    return [row.split("\t") for row in page.locator("#pg-values tr").all_inner_texts()]


@pytest.mark.smoke
def test_a_whole_game_by_mouse(opened: Callable[..., Any]) -> None:
    page = opened("#game=tictactoe&bot=mc:60")
    end = whole_game(page, clicked(page))
    state = state_of(page)
    assert page.text_content("#pg-status") == end["status"]
    assert page.text_content("#pg-code") == end["code"]
    page.wait_for_selector("#pg-sight:not([hidden])")
    assert end["asked"] is not None
    seen = play.seen(with_changes(state, moves=state["moves"][: end["asked"]]))
    assert [row[0] for row in shown(page)] == [each["text"] for each in seen["moves"]]
    assert page.text_content("#pg-seen-about") == seen["about"]
    assert page.locator(".pg-played th").all_inner_texts() == [state["moves"][end["asked"]]]
    assert page.locator("#pg-places button, #pg-moves button").count() == 0


def test_a_whole_game_by_touch(opened: Callable[..., Any]) -> None:
    page = opened("#game=connect4:4,4,3&bot=random", 390, has_touch=True, is_mobile=True)
    page.evaluate("document.getElementById('pg-h-game').scrollIntoView()")
    assert whole_game(page, clicked(page, "tap"))["mover"] == ""


def test_a_whole_game_by_keyboard(opened: Callable[..., Any]) -> None:
    page = opened("#game=nim:1,2,3&bot=alphabeta:3&you=second")
    settled(page)
    tab_to(page, "#pg-moves button")

    def choose(choice: playground.Choice) -> None:
        assert page.evaluate("document.activeElement.matches('#pg-moves button')")  # it stays among the moves
        page.keyboard.press("Enter")

    end = whole_game(page, choose)
    assert page.text_content("#pg-said").endswith(end["status"])
    tab_to(page, "#pg-again")
    page.keyboard.press("Enter")
    assert settled(page)["mover"] == "second"
    assert state_of(page)["seed"] == 2
    for choice in ("#pg-game", "#pg-size", "#pg-bot", "#pg-number", "#pg-swap", "#pg-copy-link", "#pg-copy"):
        page.focus(choice)  # what cannot have the focus keeps it elsewhere
        assert page.evaluate("document.activeElement.id") == choice[1:]


def test_a_capture_takes_as_many_clicks_as_it_needs(opened: Callable[..., Any]) -> None:
    page = opened(f"#game=draughts&position={MANY_WAYS}&bot=random")
    page.wait_for_function("document.querySelectorAll('#pg-moves [aria-disabled=false]').length === 17")
    position = look_of(page)["position"]
    assert position
    longest, ends = (
        next(each for each in position["moves"] if each["text"] == text) for text in ("36x9x25x39x6", "36x9")
    )
    clicked(page)({**longest, "path": longest["path"][:2]})
    assert page.text_content("#pg-pick").endswith("the same place again ends the move there.")
    clicked(page)({**longest, "path": longest["path"][2:]})
    page.wait_for_function("playing.parse(location.hash.slice(1)).moves[0] === '36x9x25x39x6'")
    settled(page)
    page.click("#pg-undo")
    settled(page)
    clicked(page)(ends)
    page.wait_for_function("playing.parse(location.hash.slice(1)).moves[0] === '36x9'")


def test_edges_are_clicked_and_who_completes_a_box_moves_again(opened: Callable[..., Any]) -> None:
    page = opened("#game=dots-and-boxes:2,1&bot=alphabeta:2")
    whole_game(page, clicked(page))
    state, movers = state_of(page), []
    for n in range(len(state["moves"])):
        movers.append(play.look(with_changes(state, moves=state["moves"][:n]))["mover"])
    assert any(a == b for a, b in pairwise(movers))
    assert len(movers) == 7


def test_moves_are_taken_back_and_sides_changed(opened: Callable[..., Any]) -> None:
    page = opened("#game=tictactoe&bot=alphabeta:9")
    settled(page)
    assert page.is_disabled("#pg-undo")
    page.locator(".pg-place").nth(4).click()
    settled(page)
    first = state_of(page)["moves"]
    page.locator(".pg-place").nth(0).click()
    settled(page)
    assert len(state_of(page)["moves"]) == 4
    page.click("#pg-undo")
    settled(page)
    assert state_of(page)["moves"] == first
    page.click("#pg-swap")
    page.wait_for_function("playing.parse(location.hash.slice(1)).moves.length === 3")
    settled(page)
    assert state_of(page)["you"] == "second"
    page.click("#pg-undo")
    settled(page)
    assert state_of(page)["moves"] == first[:1]  # where the second player was to move


def test_a_link_and_its_state_are_inverse(opened: Callable[..., Any]) -> None:
    page = opened()
    states: list[Any] = [play_page.start_state(name) for name in OFFERED_GAMES]
    states += [{**states[0], field: ODD_TEXT} for field in ("game", "position", "bot", "you")]
    states += [{**states[0], "moves": moves} for moves in ([], ["22x33(28)", "pass"], ["a+b&c"])]
    states += [{**states[0], "you": "second", "seed": 99}, {**states[0], "bot": ""}]
    for state in states:
        assert page.evaluate("state => playing.parse(playing.show(state))", state) == state
    for name in OFFERED_GAMES:
        assert page.evaluate("name => playing.parse(`game=${name}`)", name) == play_page.start_state(name)
    page.click(".pg-place >> nth=3")
    settled(page)
    page.click("#pg-copy-link")
    page.wait_for_function("document.getElementById('pg-copy-link').textContent === 'Copied'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url
    again = opened(copied[copied.index("#") :])
    settled(again)
    assert [again.text_content(f"#pg-{part}") for part in ("code", "status")] == [
        page.text_content(f"#pg-{part}") for part in ("code", "status")
    ]
    for wrong in (
        "#game=chess",
        "#moves=9",
        "#position=zzz",
        "#bot=mc",
        "#you=both",
        "#seed=0",
        "#gaem=nim",
        "#game=%E0",
    ):
        page.evaluate("link => { location.hash = link; }", wrong)
        page.wait_for_selector("#pg-wrong:not([hidden])")
        assert len(page.text_content("#pg-wrong")) > 20
        page.evaluate("location.hash = 'game=nim'")
        page.wait_for_selector("#pg-wrong", state="hidden")
    page.select_option("#pg-game", "kayles")  # and all goes on
    assert settled(page)["mover"] == "first"


@pytest.mark.parametrize("button", ["#pg-undo", "#pg-again", "#pg-swap"])
def test_a_late_reply_is_not_shown(opened: Callable[..., Any], button: str) -> None:
    page = opened("#game=tictactoe&moves=0+4&bot=random")
    settled(page)
    page.evaluate("window.hangs = 'play.reply'")
    page.locator(".pg-place").nth(0).click()
    page.wait_for_function("Boolean(window.late)")
    assert page.text_content("#pg-status") == "The bot thinks\N{HORIZONTAL ELLIPSIS}"
    assert page.locator(".pg-place").count() == 0
    assert page.locator("#pg-moves button[aria-disabled=false]").count() == 0
    page.click(button)
    wanted = state_of(page)
    page.evaluate("window.hangs = ''; window.late()")
    settled(page)
    page.wait_for_timeout(200)
    assert state_of(page) == wanted
    assert page.text_content("#pg-code") == look_of(page)["code"]


def test_what_takes_long_is_stopped_and_what_is_not_wanted_any_more_is_ended(opened: Callable[..., Any]) -> None:
    page = opened("#game=tictactoe&bot=random")
    page.clock.install()
    settled(page)
    page.evaluate("window.hangs = 'play.reply'")
    page.locator(".pg-place").nth(0).click()
    page.wait_for_function("Boolean(window.late)")
    page.click("#pg-stop")
    page.wait_for_function("document.getElementById('pg-stop').textContent === 'Let the bot move'")
    assert "is to move" in page.text_content("#pg-status")
    page.evaluate("window.late = null")
    page.click("#pg-stop")
    page.wait_for_function("Boolean(window.late)")
    page.evaluate("window.hangs = ''")
    page.click("#pg-undo")  # it thinks on, for two seconds at most
    page.clock.fast_forward(2000)
    settled(page)
    page.locator(".pg-place").nth(8).click()
    settled(page)
    assert state_of(page)["moves"][0] == "8"


def test_a_move_chosen_while_python_loads_is_played(opened: Callable[..., Any]) -> None:
    page = opened(before="window.loads = true; window.hangs = 'play.look';")
    assert page.is_visible("#pg-picture svg")
    assert "a move that you choose now is played then" in page.text_content("#pg-loading")
    assert page.is_hidden("#pg-status")
    page.locator(".pg-place").nth(3).click()
    page.wait_for_function("document.querySelectorAll('.pg-place').length === 0")  # one move only
    assert page.locator("#pg-moves [aria-disabled=false]").count() == 0
    assert len(state_of(page)["moves"]) == 1
    page.evaluate("window.hangs = undefined; window.loads = false; window.late()")
    settled(page)
    assert page.is_hidden("#pg-loading")
    assert len(state_of(page)["moves"]) == 2
    assert page.locator(".pg-place").count() > 0


@pytest.mark.parametrize(
    ("link", "button"), [("#game=tictactoe&bot=random", "#pg-swap"), ("#game=nim:2&bot=random", "#pg-moves button")]
)
def test_the_focus_stays_on_the_board(opened: Callable[..., Any], link: str, button: str) -> None:
    """After a button is disabled, and at the end of a game."""
    page = opened(link)
    settled(page)
    tab_to(page, button)
    for _ in range(3):
        page.keyboard.press("Enter")
        settled(page)
        assert page.evaluate("document.getElementById('pg-moves').contains(document.activeElement)")


def test_a_position_is_typed_and_another_size(opened: Callable[..., Any]) -> None:
    page = opened("#game=tictactoe&bot=alphabeta:2")
    settled(page)
    page.click("summary")
    page.fill("#pg-text", "XX.\nOO.\n...")
    page.press("#pg-text", "Tab")
    page.wait_for_function("document.querySelectorAll('.pg-place').length === 5")
    page.fill("#pg-line", "8")
    page.press("#pg-line", "Tab")
    page.wait_for_function("document.getElementById('pg-status').textContent === 'The bot has won.'")
    assert state_of(page) == {
        **play_page.start_state("tictactoe"),
        "position": "XX.\nOO.\n...",
        "moves": ["8", "5"],
        "bot": "alphabeta:2",
    }
    page.select_option("#pg-game", "othello")
    page.fill("#pg-size", "5")
    page.press("#pg-size", "Tab")
    page.wait_for_selector("#pg-wrong:not([hidden])")
    assert "othello:N" in page.text_content("#pg-wrong")
    assert page.is_disabled("#pg-copy")
    assert page.locator(".pg-place").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_too_wide_and_everything_has_a_name(opened: Callable[..., Any], width: int) -> None:
    page = opened("#game=draughts&moves=32-28+18-23&bot=minimax:2", width, color_scheme="dark")
    settled(page)
    page.click("#pg-see")  # whether it takes long is not known of a link
    page.wait_for_selector("#pg-sight:not([hidden])")
    page.evaluate("document.querySelectorAll('.pg details').forEach(it => { it.open = true })")
    assert not is_too_wide(page)
    assert nameless_controls(page) == []
    href = page.get_attribute("#pg-tree", "href")
    page.goto(re.sub(r"play\.html.*", href, page.url))
    page.wait_for_function("document.getElementById('pg-line').value === '32-28'")
    assert page.input_value("#pg-stages input >> nth=0") == "prune(2)"


def test_without_an_interpreter_it_shows_a_board(opened: Callable[..., Any]) -> None:
    page = opened(live=False)
    assert page.is_hidden("#pg-form")
    assert "CONTRIBUTING" in page.text_content("#pg-why")
    assert page.locator("#pg-example svg").count() == 1


def test_what_does_not_start_is_said(opened: Callable[..., Any]) -> None:
    failing = (
        "live.Interpreter = class { async call() { throw Object.assign(new Error('no memory'), { name: 'Ended' }); } };"
    )
    page = opened(before=failing)
    for choose in (None, "nim"):
        if choose:
            page.select_option("#pg-game", choose)
            page.select_option("#pg-bot", "mc")
        page.wait_for_function("document.getElementById('pg-wrong').textContent === 'Ended: no memory'")
        assert page.locator(".pg-place").count() == 0


def test_with_the_interpreter_of_the_page(window: Callable[..., Any], site: str) -> None:
    page = window(site=(site,), live=True)
    page.goto(f"{site}play.html")
    page.wait_for_selector("#pg-picture svg")
    page.wait_for_selector(".pg-place")
    page.locator(".pg-place").nth(3).click()
    page.wait_for_selector("#pg-sight:not([hidden])")
    state = state_of(page)
    assert state["moves"] == ["3", play.reply({**play_page.FIRST, "moves": ["3"]})["move"]]
    seen = play.seen({**play_page.FIRST, "moves": ["3"]})
    assert page.text_content("#pg-expected-line") == seen["line"]
    assert [row[0] for row in shown(page)] == [each["text"] for each in seen["moves"]]
