"""The playground in a real browser, served over HTTP; this process stands in for Python in the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fpgames_docs import playground, playground_page, playground_program

from tests.support.browser import ODD_TEXT, is_too_wide, nameless_controls, tab_to

pytestmark = pytest.mark.exhaustive


@pytest.fixture
def opened(opened_with_python: Callable[..., Any]) -> Callable[..., Any]:
    def open_it(*where: Any, live: bool = True, **wishes: Any) -> Any:
        page = opened_with_python("playground.html", *where, live=live, **wishes)
        if live:
            settled(page)
        return page

    return open_it


def link_of(page: Any, state: playground_program.State) -> str:
    return "#" + str(page.evaluate("state => playground.show(state)", state))


def state_of(page: Any) -> Any:
    return page.evaluate("playground.parse(location.hash.slice(1))")


def settled(page: Any) -> None:
    page.wait_for_function(
        "!document.querySelector('.pg-old') && document.getElementById('pg-run').textContent === 'Run'"
    )


def click(page: Any, where: str) -> None:
    page.click(where)
    settled(page)


def choose(page: Any, name: str) -> None:
    click(page, f'role=button[name="{name}"]')


def press(page: Any, key: str) -> None:
    page.keyboard.press(key)
    settled(page)


def enter(page: Any, where: str, text: str) -> None:
    page.fill(where, text)
    page.press(where, "Tab")
    settled(page)


def run(page: Any) -> dict[str, str]:
    page.wait_for_function(
        "document.getElementById('pg-run')?.classList.contains('pg-stop') === false"
    )  # or it would stop
    page.press("#pg-run", "Enter")  # a click is lost if the page scrolls while the button is down
    page.wait_for_function("!document.getElementById('pg-found').hidden || !document.getElementById('pg-wrong').hidden")
    settled(page)
    return {name: page.text_content(f"#pg-{name}") for name in ("value", "about", "leaves", "nodes", "wrong")}


def names(page: Any, where: str) -> list[str]:
    return [str(text) for text in page.locator(where).all_text_contents()]


@pytest.mark.smoke
def test_a_search_of_ones_own_from_the_front_page(opened: Callable[..., Any], origin: str) -> None:
    """The position is clicked together, a stage added, the search run, the program copied, and all of it linked."""
    page = opened()
    page.goto(f"{origin}/index.html")
    page.click("article a[href='playground.html'] >> nth=0")
    page.wait_for_url(f"{origin}/playground.html**")  # its scripts too: a key pressed before them is lost
    settled(page)
    assert [run(page)[name] for name in ("value", "about")] == ["Value 1", "Won for the first player. "]
    page.select_option("#pg-game", "connect4")
    settled(page)
    assert len(names(page, "#pg-moves button")) == 7
    assert page.locator(".pg-place").count() == 7
    click(page, ".pg-place >> nth=3")
    choose(page, "play 2")
    assert page.input_value("#pg-line") == "3 2"
    page.click("#pg-add")
    choose(page, "order_by(rules.static)")
    stages = [field.input_value() for field in page.locator("#pg-stages input").all()]
    assert stages == ["prune(4)", "order_by(rules.static)", "map_tree(rules.static)"]
    found = run(page)
    state = state_of(page)
    wanted = playground.answer(state)
    assert (state["game"], state["moves"], state["stages"]) == ("connect4", ["3", "2"], stages)
    assert found["value"] == f"Value {wanted['value']}"
    assert (found["leaves"], found["nodes"]) == (f"{wanted['leaves']:,}", f"{wanted['nodes']:,}")
    page.wait_for_selector("#pg-drawn svg")
    page.click("#pg-copy")
    page.wait_for_function("document.getElementById('pg-copy').textContent === 'Copied'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == playground_program.code(state) == page.text_content("#pg-code")
    page.click("#pg-copy-link")
    page.wait_for_function("document.getElementById('pg-copy-link').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    again = opened(page.url[page.url.index("#") :])
    assert again.text_content("#pg-code") == copied
    assert again.input_value("#pg-line") == "3 2"
    assert run(again) == found


def test_a_link_and_its_state_are_inverse(opened: Callable[..., Any], origin: str) -> None:
    page = opened()
    first = playground_page.FIRST
    states: list[Any] = [state for _, _, state in playground_page.PRESETS]
    states += [{**first, field: ODD_TEXT} for field in ("game", "position", "functions", "tree", "search")]
    states += [{**first, "stages": stages} for stages in ([], [""], [ODD_TEXT, "", ODD_TEXT], ["prune(1)"] * 9)]
    states += [{**first, "moves": moves} for moves in ([], ["22x33(28)", "pass"], ["a+b&c"])]
    states += [{**first, "levels": 4, "width": 9, "at": ["0", "12"], "beside": "game=nim&search=minimax"}]
    for state in states:
        assert page.evaluate("state => playground.parse(playground.show(state))", state) == state
    assert page.evaluate("playground.parse('game=othello:6')") == playground_page.default_state("othello") | {
        "game": "othello:6"
    }
    assert link_of(page, states[0]) == (
        "#game=tictactoe&moves=0+4+8+6&stage=prune(5)&stage=map_tree(rules.static)&search=alpha_beta"
    )
    for wrong in (
        "#game=chess",
        "#moves=9",
        "#position=zzz",
        "#gaem=nim",
        "#game=%E0",
        "#levels=x",
        "#game=nim&game=hex",
        "#game=nim&beside=gaem=nim",
    ):
        page.goto("about:blank")
        page.goto(f"{origin}/playground.html{wrong}")
        page.wait_for_selector(".pg-wrong:not([hidden])")
        settled(page)
        assert len(page.text_content(".pg-wrong:not([hidden])")) > 20
    choose(page, "Monte-Carlo")  # and all goes on
    assert run(page)["value"].startswith("Move ")


def test_every_worked_search_runs_with_one_click(opened: Callable[..., Any]) -> None:
    page = opened()
    for name, about, state in playground_page.PRESETS:
        page.locator(f'role=button[name="{name}"]').press("Enter")  # wherever the page is scrolled to just then
        settled(page)
        assert state_of(page) == state
        assert page.text_content("#pg-preset") == about
        assert page.get_attribute("#pg-presets [aria-pressed=true]", "type") == "button"
        found, wanted = run(page), playground.answer(state)
        assert (found["value"].split(" ", 1)[1], found["leaves"]) == (wanted["value"], f"{wanted['leaves']:,}")
        if wanted["nodes"] <= playground_page.DRAWABLE:
            page.wait_for_selector("#pg-drawn svg")  # drawn after the value is shown
        else:
            assert not page.is_visible("#pg-drawn svg")
        if page.is_visible("#pg-draw"):
            page.click("#pg-draw")
            page.wait_for_selector("#pg-drawn svg")


def test_a_piece_is_moved_by_two_clicks_and_a_pin_taken_by_two_on_one(opened: Callable[..., Any]) -> None:
    page = opened("#game=draughts&search=minimax")
    assert page.locator(".pg-place").count() == 5
    click(page, ".pg-place >> nth=2")
    assert page.locator(".pg-place").count() == 3  # two squares to go to, and the one that it leaves
    page.locator(".pg-picked").click()
    assert page.locator(".pg-place").count() == 5
    click(page, ".pg-place >> nth=2")
    click(page, ".pg-place >> nth=0")
    (move,) = state_of(page)["moves"]
    assert move in {"33-28", "33-29"}
    click(page, "#pg-undo")
    assert state_of(page)["moves"] == []
    page.select_option("#pg-game", "kayles")
    settled(page)
    click(page, ".pg-place >> nth=0")
    click(page, ".pg-place >> nth=0")
    click(page, ".pg-place >> nth=0")
    click(page, ".pg-place >> nth=1")
    assert state_of(page)["moves"] == ["1", "2-3"]


def test_a_position_is_typed_and_another_size(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click("summary:has-text('The position as text')")
    enter(page, "#pg-text", "XX.\nOO.\n...")
    assert state_of(page)["position"] == "XX.\nOO.\n..."
    enter(page, "#pg-line", "2")
    page.wait_for_function("document.getElementById('pg-status').textContent === 'The first player has won.'")
    assert names(page, "#pg-moves button") == []
    click(page, "#pg-reset")
    assert len(names(page, "#pg-moves button")) == 9
    page.select_option("#pg-game", "othello")
    enter(page, "#pg-size", "6")
    assert state_of(page)["game"] == "othello:6"
    enter(page, "#pg-size", "5")
    page.wait_for_selector("#pg-unread:not([hidden])")
    assert "othello:N" in page.text_content("#pg-unread")
    assert page.locator("#pg-picture svg").count() == 1  # the last board stays beside what is wrong


def test_a_wrong_composition_is_told_in_the_librarys_words(opened: Callable[..., Any]) -> None:
    page = opened("#game=tictactoe&stage=prune(2)&search=minimax")
    found = run(page)
    assert found["wrong"].startswith(
        "ValueError: minimax needs values, but the labels of this tree are positions: map_tree(static) turns them into"
        " values"
    )
    page.click("#pg-add")
    choose(page, "map_tree(rules.static)")
    assert page.is_hidden("#pg-wrong")
    assert run(page)["value"] == "Value 0"
    enter(page, "#pg-stages input >> nth=0", "prune(")
    page.wait_for_selector("#pg-wrong:not([hidden])")
    assert page.text_content("#pg-wrong").startswith("SyntaxError: stage 1")


def test_a_long_search_is_stopped(opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate("window.hangs = 'playground.answer'")
    page.click("#pg-run")
    page.wait_for_function("document.getElementById('pg-elapsed').textContent.startsWith('Running, 0.')")
    assert page.is_disabled("#pg-game")
    assert page.evaluate("document.activeElement.id") == "pg-run"
    page.click("#pg-run")
    page.wait_for_function("document.getElementById('pg-elapsed').textContent.startsWith('Stopped after ')")
    page.evaluate("window.loads = true")
    page.click("#pg-run")
    page.wait_for_selector("#pg-loading:not([hidden])")
    assert page.text_content("#pg-progress-words").startswith("Loading Python")
    page.click("#pg-run")
    page.wait_for_selector("#pg-loading", state="hidden")
    page.evaluate("window.hangs = window.loads = false")
    assert run(page)["value"] == "Value 1"


@pytest.mark.parametrize(("hangs", "words"), [("answer", "Running, 0."), ("tree", "Drawing the tree, 0.")])
@pytest.mark.parametrize(
    "link", ["game=tictactoe&moves=4&stage=prune(2)&stage=map_tree(rules.static)&search=minimax", ""]
)
def test_a_result_goes_with_its_state(opened: Callable[..., Any], hangs: str, words: str, link: str) -> None:
    page = opened("" if link else "#game=nim:1,2&stage=map_tree(rules.static)&search=minimax")
    page.evaluate(f"window.hangs = 'playground.{hangs}'")
    page.click("#pg-run")
    page.wait_for_function(f"document.getElementById('pg-elapsed').textContent.startsWith('{words}')")
    assert page.is_visible("#pg-found") == (hangs == "tree")
    link = link or link_of(page, playground_page.FIRST)[1:]  # known to the page, without Python
    page.evaluate("link => { location.hash = link; }", link)
    settled(page)
    assert page.evaluate("playground.show(playground.parse(location.hash.slice(1)))") == link
    page.wait_for_timeout(200)
    shown = [page.is_visible(f"#pg-{name}") for name in ("found", "wrong", "drawn", "nothing", "loading")]
    assert shown == [False, False, False, True, False]
    assert page.text_content("#pg-elapsed") == ""
    page.evaluate("window.hangs = ''")
    assert run(page)["value"] == f"Value {playground.answer(state_of(page))['value']}"


@pytest.mark.parametrize("hangs", ["answer", "tree"])
def test_a_late_result_is_not_shown(opened: Callable[..., Any], hangs: str) -> None:
    """A wrong link does not stop the search; the next one finds nothing to stop."""
    page = opened()
    page.evaluate(f"window.hangs = 'playground.{hangs}'")
    page.click("#pg-run")
    page.wait_for_function("Boolean(window.late)")
    page.evaluate("location.hash = 'gaem=nim'")
    page.wait_for_selector("#pg-wrong:not([hidden])")
    page.evaluate("location.hash = 'game=nim:1,2&stage=map_tree(rules.static)&search=minimax'")
    page.wait_for_selector("#pg-wrong", state="hidden")
    settled(page)
    page.evaluate("window.late()")
    page.wait_for_timeout(300)
    assert [page.is_visible(f"#pg-{name}") for name in ("found", "wrong", "drawn", "nothing")] == [*[False] * 3, True]


def test_while_python_loads_no_click_is_lost_and_nothing_looks_enabled_that_is_not(opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate("window.loads = true; window.hangs = 'playground.look'")
    page.select_option("#pg-game", "connect4")  # which the page knows
    assert (page.locator(".pg-place").count(), page.text_content("#pg-status")) == (7, "The first player (R) moves.")
    assert page.is_visible("#pg-loading")
    assert page.locator("#pg-moves [aria-disabled=false]").count() == 7
    top = "document.getElementById('pg-board').getBoundingClientRect().top + scrollY"
    where = page.evaluate(top)
    page.locator(".pg-place").nth(3).click()
    assert (state_of(page)["moves"], page.locator(".pg-place").count()) == (["3"], 0)
    assert page.locator("#pg-moves [aria-disabled=true]").count() == 7
    page.evaluate("loads = false; late()")
    page.wait_for_function("document.querySelectorAll('.pg-place').length === 7")
    assert page.text_content("#pg-status") == "The second player (Y) moves."
    assert page.evaluate(top) == where  # what is clicked next has not moved
    page.evaluate("window.late = null; document.getElementById('pg-size').value = '5,4,3'")
    page.locator("#pg-size").dispatch_event("change")
    assert page.text_content("#pg-status").startswith("Python sets up the board")
    assert not page.is_visible("#pg-picture svg")  # that of the other size
    assert page.locator(".pg-place, #pg-moves button").count() == 0
    page.evaluate("late()")
    page.wait_for_function("document.querySelectorAll('.pg-place').length === 5")
    assert page.is_visible("#pg-picture svg")


def test_the_depth_is_set_by_a_slider_and_by_a_number(opened: Callable[..., Any]) -> None:
    page = opened()
    assert [page.input_value(f"#pg-{name}") for name in ("depth", "slider")] == ["5", "5"]
    page.focus("#pg-slider")
    press(page, "ArrowLeft")
    assert (page.input_value("#pg-depth"), state_of(page)["stages"][0]) == ("4", "prune(4)")
    enter(page, "#pg-depth", "14")
    assert [page.input_value("#pg-slider"), state_of(page)["stages"][0]] == ["14", "prune(14)"]
    for wrong in ("-3", "1.5", ""):
        enter(page, "#pg-depth", wrong)
        assert page.text_content("#pg-wrong") == f'The depth is a whole number from 0 to 99, not "{wrong}".'
        assert (page.input_value("#pg-depth"), state_of(page)["stages"][0]) == ("14", "prune(14)")
    page.select_option("#pg-game", "hex")
    enter(page, "#pg-size", "-3")
    assert "'-3' is not a size; expected a whole number, without a sign; it is written hex:N" in page.text_content(
        "#pg-unread"
    )
    choose(page, "Shared positions")
    assert page.is_hidden("#pg-depth")


def test_run_is_a_few_stops_away_and_nothing_is_loaded_before(opened: Callable[..., Any]) -> None:
    page = opened()
    assert page.is_visible("#pg-picture svg")
    assert page.evaluate("window.calls") is None
    assert page.is_hidden("#pg-loading")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the theme's link to the content
    tab_to(page, "#pg-skip", 2)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "pg-run"
    page.focus("#pg-skip")
    tab_to(page, "#pg-run", 24)  # with two stages


def test_the_tree_is_opened_node_by_node(opened: Callable[..., Any]) -> None:
    page = opened("#game=connect4&moves=3&stage=prune(4)&stage=map_tree(rules.static)&search=minimax")
    run(page)
    page.wait_for_selector("#pg-drawn svg")
    node = "#pg-drawn [role=button]"
    assert page.locator(f"{node}[tabindex='0']").count() == 1
    assert page.locator("#pg-drawn g.node").count() == page.locator(node).count() + 1 == 13
    assert page.locator("#pg-drawn g.node").first.locator("circle, use").count() >= 42  # a board
    page.click(f"{node} >> nth=0")
    page.wait_for_selector("#pg-trail button:text-is('0')")
    settled(page)
    assert state_of(page)["at"] == ["0"]
    assert page.evaluate(f"document.activeElement.matches('{node}')")  # of the new picture
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#pg-trail button >> nth=3")
    settled(page)
    line = playground.tree(state_of(page))["line"]
    assert (state_of(page)["at"], names(page, "#pg-trail button")) == (["0", "0", "0"], ["whole tree", *line])
    again = opened(page.url[page.url.index("#") :])
    run(again)
    again.wait_for_selector("#pg-trail button >> nth=3")
    again.click("#pg-go")
    settled(again)
    assert state_of(again)["moves"] == ["3", *line]
    again.wait_for_selector("#pg-drawn svg")
    assert again.text_content("#pg-value") == f"Value {playground.answer(state_of(again))['value']}"
    page.click("#pg-trail button >> nth=0")
    page.wait_for_selector("#pg-trail", state="hidden")
    assert state_of(page)["at"] == []


def test_two_pipelines_stand_side_by_side(opened: Callable[..., Any]) -> None:
    page = opened()
    first = run(page)
    page.click("#pg-keep")
    assert page.text_content("#pg-said") == "Kept. Change the pipeline, and run both."
    assert names(page, "#pg-rows tr:nth-child(2) td") == ["1 Won for the first player. "] * 2
    enter(page, "#pg-search", "minimax")
    assert names(page, "#pg-rows tr:nth-child(2) td") == ["not run yet"] * 2
    second = run(page)
    program, value, leaves, nodes, _ = (
        [*row.all_inner_texts()] for row in (page.locator(f"#pg-rows tr:nth-child({n}) td") for n in range(1, 6))
    )
    assert [each.rpartition(" ")[2] for each in program] == ["minimax", "alpha_beta"]
    assert value == ["1 Won for the first player."] * 2
    assert (leaves, nodes) == ([second["leaves"], first["leaves"]], [second["nodes"], first["nodes"]])
    assert page.is_hidden("#pg-single")
    again = opened(page.url[page.url.index("#") :])
    again.click("#pg-swap")
    settled(again)
    assert state_of(again)["search"] == "alpha_beta"
    enter(again, "#pg-stages input >> nth=1", "order_by(identity)")
    found = run(again)
    assert found["wrong"].startswith("ValueError: alpha_beta needs values")
    assert [text[:10] for text in names(again, "#pg-rows tr:nth-child(2) td")] == ["ValueError", "1 Won for "]
    again.click("#pg-forget")
    assert (state_of(again)["beside"], again.is_hidden("#pg-compared")) == ("", True)


def test_half_a_character_is_replaced(opened: Callable[..., Any]) -> None:
    page = opened()
    whole = "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}\N{GRINNING FACE}"
    for field in ("line", "tree", "search", "functions", "stages input >> nth=0"):
        settled(page)
        page.locator(f"#pg-{field}").evaluate("it => { it.value = 'a\\ud800b\\udc00\\ud83d\\ude00'; it.onchange(); }")
        settled(page)
        assert whole in json.dumps(state_of(page), ensure_ascii=False), field
        assert page.input_value(f"#pg-{field}") == whole


def test_by_keyboard_alone(opened: Callable[..., Any]) -> None:
    page = opened()
    tab_to(page, "#pg-presets button")
    page.keyboard.press("ArrowRight")
    press(page, "Enter")
    tab_to(page, "#pg-moves button")
    for key in ("ArrowRight", "End", "ArrowDown", "ArrowLeft", "Home", *["ArrowRight"] * 4):
        page.keyboard.press(key)
    press(page, "Enter")
    assert state_of(page)["moves"] == ["4"]
    assert page.evaluate("document.activeElement.matches('#pg-moves button')")  # the focus stays among the moves
    tab_to(page, "#pg-line")
    tab_to(page, "#pg-stages li:nth-child(2) .pg-up")
    press(page, "Space")
    assert state_of(page)["stages"] == ["map_tree(rules.static)", "prune(5)"]
    assert page.evaluate("document.activeElement.ariaLabel") == "move stage 1, map_tree(rules.static), down"
    tab_to(page, "#pg-stages li:nth-child(2) .pg-remove")
    press(page, "Enter")
    assert state_of(page)["stages"] == ["map_tree(rules.static)"]
    press(page, "Enter")
    assert state_of(page)["stages"] == []
    assert page.evaluate("document.activeElement.id") == "pg-add"  # where the last stage was
    page.keyboard.press("Enter")
    for stage in ("#pg-palette button", "#pg-palette ul:last-of-type li:first-child button"):
        tab_to(page, stage)
        press(page, "Enter")
    assert state_of(page)["stages"] == ["prune(3)", "map_tree(rules.static)"]
    tab_to(page, "#pg-own")
    page.keyboard.press("Enter")
    page.keyboard.type("share")
    press(page, "Enter")
    tab_to(page, "#pg-search")
    page.keyboard.press("Control+A")
    page.keyboard.type("best_move")
    for key in ("Control+Enter", "Enter"):  # in the field; on the button, where that leads
        page.keyboard.press(key)
        page.wait_for_selector("#pg-drawn svg")
        settled(page)
        assert state_of(page)["search"] == "best_move"
        assert page.text_content("#pg-value") == f"Move {playground.answer(state_of(page))['value']}"
        assert page.evaluate("document.activeElement.id") == "pg-run"


def test_everything_has_a_name_and_what_happens_is_said(opened: Callable[..., Any]) -> None:
    page = opened()
    choose(page, "Who wins at Nim")
    assert "The first player moves." in page.text_content("#pg-said")
    run(page)
    assert page.text_content("#pg-said").startswith("Move a2. 24 leaves")
    page.evaluate("document.querySelectorAll('.pg details').forEach(it => { it.open = true })")
    assert nameless_controls(page) == []
    small = """its => its.filter(it => it.offsetParent && !it.closest("#pg-places, #pg-skip") && it.getBoundingClientRect().height < 40)
        .map(it => it.outerHTML)"""
    assert page.locator(".pg button, .pg input, .pg select").evaluate_all(small) == []
    assert page.get_attribute("#pg-picture svg", "role") == "img"
    assert page.get_attribute("#pg-wrong", "role") == "alert"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_too_wide_and_the_theme_is_the_pages(opened: Callable[..., Any], width: int) -> None:
    page = opened("#game=draughts&stage=prune(2)&stage=map_tree(rules.static)&search=minimax", width)
    assert run(page)["value"] == "Value 0"
    page.wait_for_selector("#pg-drawn svg")
    assert not is_too_wide(page)
    colours = """() => ["pg-run", "pg-search", "pg-code"].map(id => getComputedStyle(document.getElementById(id)))
        .map(it => [it.color, it.backgroundColor].map(each => each.match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + +b, 0)))"""
    for theme in ("light", "dark"):
        while page.evaluate("document.body.dataset.theme") != theme:  # by the theme's own switch
            page.locator(".theme-toggle:visible").first.click()
        page.wait_for_timeout(200)  # a change of colours takes its time
        light = page.evaluate(colours)
        assert [ink < paper for ink, paper in light[1:]] == [theme == "light"] * 2
        assert all(abs(ink - paper) > 300 for ink, paper in light)


def test_without_an_interpreter_it_shows_an_example(opened: Callable[..., Any]) -> None:
    page = opened(live=False)
    assert page.is_hidden("#pg-form")
    assert "CONTRIBUTING" in page.text_content("#pg-why")
    assert "Value 1." in page.text_content("#pg-example")
    assert playground_program.code(playground_page.FIRST) in page.text_content("#pg-example")
    assert page.locator("#pg-example svg").count() == 2
    assert page.locator(".pg-card:visible td:text-is('refused')").count() == 2
    assert not is_too_wide(page)


def test_as_a_file_it_says_how_to_serve_it(chromium: Any, built: Path) -> None:
    page = chromium.new_page()
    page.add_init_script("window.live = { Interpreter: class {} }")
    page.goto((built / "playground.html").as_uri())
    assert "python -m http.server" in page.text_content("#pg-why")
    assert page.is_hidden("#pg-form")
    page.close()


def test_by_touch(opened: Callable[..., Any]) -> None:
    page = opened("#game=connect4", 390, has_touch=True, is_mobile=True)
    page.locator(".pg-place").nth(6).tap()
    settled(page)
    page.get_by_role("button", name="play 3", exact=True).tap()
    settled(page)
    assert state_of(page)["moves"] == ["6", "3"]
    page.evaluate("scrollTo(0, 0)")
    edge = page.evaluate("innerHeight - document.querySelector('.pg-bar').getBoundingClientRect().bottom")
    assert abs(edge) < 2  # Run stands at the lower edge of the screen
    page.locator("#pg-run").tap()
    page.wait_for_selector("#pg-drawn svg")
    assert page.text_content("#pg-value") == f"Value {playground.answer(state_of(page))['value']}"
