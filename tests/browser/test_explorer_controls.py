"""The explorer in a browser: links and the form, keyboard, touch, both themes, and screen readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fpgames_docs import explore

from tests.support.browser import open_explorer_at, part, shown_step, tab_to
from tests.support.walks import MOVES, TITLES, WALKERS, count_text, leaves_below, progress_at, trees_by_depth

pytestmark = pytest.mark.exhaustive


LINKED = {"position": "4,0", "depth": "5", "walk": "lists", "step": "40", "at": "3,5"}


def linked(**changed: str) -> str:
    return "#" + "&".join(f"{name}={value}" for name, value in {**LINKED, **changed}.items())


@pytest.mark.smoke
def test_a_link_shows_what_it_was_copied_from(opened: Callable[..., Any]) -> None:
    first = opened(reduced_motion="reduce")
    first.select_option(part("position"), str(MOVES.index((4, 0))))
    first.select_option(part("depth"), "5")
    first.check("input[value=lists]")
    first.fill(part("step"), "39")
    first.press(part("step"), "ArrowRight")
    first.wait_for_function("location.hash === '#position=4,0&depth=5&walk=lists&step=40'")
    for _ in (3, 5):
        first.locator(f"{part('path')} button").nth(0).click()
    first.locator(f"{part('board')} button").nth(3).click()
    first.locator(f"{part('board')} button").nth(5).click()
    first.wait_for_function("location.hash.endsWith('&at=3,5')")
    second = opened(link="#" + first.url.partition("#")[2])
    second.wait_for_timeout(400)  # it does not play
    for name in ("reached", "heading", "said", "path", "heads"):
        assert second.text_content(part(name)) == first.text_content(part(name))
    for name in ("position", "depth", "step"):
        assert second.input_value(part(name)) == first.input_value(part(name))
    assert second.is_checked("input[value=lists]")
    assert second.is_hidden(part("message"))
    same = opened(link="#position=0,4,8&depth=2")  # as are those that lead to the same board
    open_explorer_at(same, (8, 4, 0), 2, "window", 3)
    assert same.input_value(part("position")) == str(MOVES.index((0, 4, 8)))
    same.evaluate("location.hash = '#three-searches-in-one-tree'")
    same.wait_for_timeout(100)
    assert shown_step(same) == 3  # an anchor is no link of the explorer


WRONG: list[tuple[dict[str, str], str, dict[str, str]]] = [
    ({"depth": "12"}, "the depth is from 1 to 5, not \u201c12\u201d", {"depth": "5"}),
    ({"depth": "0"}, "the depth is from 1 to 5, not \u201c0\u201d", {"depth": "5"}),
    ({"step": "2047"}, "the step is from 0 to 2046, not \u201c2047\u201d", {"step": "0"}),
    ({"step": "-1"}, "the step is from 0 to 2046, not \u201c-1\u201d", {"step": "0"}),
    ({"step": "1e2"}, "the step is from 0 to 2046, not \u201c1e2\u201d", {"step": "0"}),
    ({"walk": "<b>"}, "the walk is minimax, lists, window, not \u201c<b>\u201d", {"walk": "window"}),
    ({"at": "3,3"}, "no moves \u201c3,3\u201d lead through this tree", {}),
]


def test_a_wrong_link_says_so_and_shows_the_rest(opened: Callable[..., Any]) -> None:
    page = opened()
    address = page.url
    for wrong, words, left in WRONG:
        page.goto("about:blank")
        page.goto(address + linked(**wrong))
        page.wait_for_function("!document.querySelector('[data-part=message]').hidden")
        assert page.text_content(part("message")) == f"Not all of this link can be shown: {words}."
        right = {**LINKED, **left}
        assert page.input_value(part("position")) == str(MOVES.index((4, 0)))
        assert page.input_value(part("depth")) == right["depth"]
        assert page.input_value(part("step")) == right["step"]
        assert page.is_checked(f"input[value={right['walk']}]")
    for moves in ("4,4", "9", "x", "4,1,2"):  # not recorded
        page.goto("about:blank")
        page.goto(address + linked(position=moves))
        page.wait_for_function("!document.querySelector('[data-part=message]').hidden")
        assert page.text_content(part("message")).startswith("This link cannot be shown: Only recorded positions")
        assert page.input_value(part("position")) == str(MOVES.index((4, 1, 0, 8)))


def setup(page: Any, *cells: int) -> None:
    page.click("summary >> text=A position of your own")
    for cell in cells:
        page.locator(f"{part('setup')} button").nth(cell).click(force=True)


def test_a_position_of_ones_own_is_set_up_by_clicks(opened: Callable[..., Any]) -> None:
    page = opened()
    setup(page, 0, 4, 4, 8)  # the second click on 4 finds it taken
    assert page.input_value(part("moves")) == "0, 4, 8"
    marks = page.locator(f"{part('setup')} button").all_text_contents()
    assert "".join(marks) == "X123O567X"
    assert page.locator(f"{part('setup')} button").nth(4).get_attribute("aria-label") == "cell 4: O"
    page.click(part("takeback"))
    assert page.input_value(part("moves")) == "0, 4"
    page.fill(part("moves"), "3")
    page.keyboard.press("Enter")  # recorded, so it is there at once, in this build, too
    assert page.input_value(part("position")) == str(MOVES.index((3,)))
    page.fill(part("moves"), "4, 1, 2")
    page.click(part("search"))
    assert page.text_content(part("message")) == (
        "Only recorded positions can be shown here. Others are computed by the library itself, in pages that are built "
        "with an interpreter for the browser: CONTRIBUTING.md says how."
    )
    assert page.input_value(part("position")) == str(MOVES.index((3,)))


# In place of the interpreter in the browser: the same function, called out here; from "1, 0" it does not come back.
LIVE = """window.live = { Interpreter: class {
    async call(name, given) {
        this.onprogress("the library is loading", 0.5);
        if (given === "1, 0") return new Promise((_, fails) => { this.fails = fails; });
        const { value, error } = await window.called(name, given);
        if (error) throw Object.assign(new Error(error[1]), { name: error[0] });
        return value;
    }
    stop() { this.fails(Object.assign(new Error("ended"), { name: "Stopped" })); }
} };"""


def test_with_an_interpreter_any_position_is_searched(opened: Callable[..., Any]) -> None:
    asked: list[str] = []

    def called(name: str, given: str) -> dict[str, Any]:
        asked.append(given)
        assert name == "explore.own"
        try:
            return {"value": json.loads(json.dumps(explore.own(given)))}
        except ValueError as error:
            return {"error": [type(error).__name__, str(error)]}

    page = opened(before=LIVE, reduced_motion="reduce")
    page.expose_function("called", called)
    open_explorer_at(page, (1, 5, 2, 6), 4, "lists", 12)
    tree = explore.trees((1, 5, 2, 6))[3]
    counts = [count_text(tree, name, progress_at(tree, name, 12), leaves_below(tree)) for name in WALKERS]
    assert page.locator(".counted").all_text_contents() == counts
    listed = page.locator(f"{part('position')} option").all_text_contents()
    assert listed[-1] == "after 1, 5, 2, 6: a position of your own"
    setup(page)
    page.fill(part("moves"), "4 4")
    page.click(part("search"))
    page.wait_for_selector(part("message"))
    assert page.text_content(part("message")) == "illegal move 4; legal moves: 0 1 2 3 5 6 7 8"
    assert page.text_content(part("reached")).startswith("12 of ")  # what was shown stays
    page.fill(part("moves"), "2, 6, 1, 5")  # the same board: it is not searched again
    page.click(part("search"))
    page.wait_for_function("document.querySelector('[data-part=reached]').textContent.startsWith('0 of ')")
    assert page.is_hidden(part("message"))
    page.locator(f"{part('board')} button").nth(3).click()
    page.click(part("here"))
    page.wait_for_function("document.querySelector('[data-part=position]').value == 18")
    assert asked == ["1,5,2,6", "4 4", "1, 5, 2, 6, 3"]
    page.fill(part("moves"), "1, 0")
    page.click(part("search"))
    page.wait_for_selector(part("stop"))
    assert page.text_content(part("progress")) == "the library is loading"
    page.click(part("stop"))
    page.wait_for_selector(part("message"))
    assert page.text_content(part("message")) == "Stopped."
    assert page.is_hidden(part("stop"))
    assert page.text_content(part("progress")) == ""


LATE = """window.late = []; window.live = { Interpreter: class {
    call(name, given) { return new Promise((found, fails) => { window.late.push({ given, found, fails }); }); }
    stop() { for (const { fails } of window.late) fails(Object.assign(new Error("ended"), { name: "Stopped" })); }
} };"""
OWN, OTHER_OWN = (4, 0, 2, 5, 3), (1, 5, 2, 6)


def answered(page: Any, number: int, moves: tuple[int, ...]) -> None:
    """Return from one of the interpreter's calls; the page has shown the result when this returns."""
    found = json.loads(json.dumps(explore.own(",".join(map(str, moves)))))
    page.evaluate("([i, value]) => { window.late[i].found(value); }", [number, found])
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")


def shown_position(page: Any) -> list[str]:
    chosen = page.evaluate("document.querySelector('[data-part=position]').selectedOptions[0].textContent")
    drawn = page.evaluate("document.querySelector('[data-part=board]').getAttribute('aria-label')")
    return [chosen.partition(":")[0], drawn.partition(": ")[2]]


def link_to(page: Any, moves: tuple[int, ...], rest: str = "") -> None:
    """Follow a link; the page has seen it when this returns."""
    change = "addEventListener('hashchange', () => setTimeout(done, 50), { once: true }); location.hash = link;"
    page.evaluate(f"link => new Promise(done => {{ {change} }})", f"position={','.join(map(str, moves))}{rest}")


@pytest.mark.parametrize("then", ["recorded", "computed", "chosen", "typed", "wrong"])
@pytest.mark.parametrize("first", ["link", "form"])
def test_of_two_positions_the_one_asked_for_last_is_shown(opened: Callable[..., Any], first: str, then: str) -> None:
    page = opened(before=LATE, reduced_motion="reduce")
    if first == "link":
        link_to(page, OWN)
    else:
        setup(page)
        page.fill(part("moves"), ",".join(map(str, OWN)))
        page.click(part("search"))
    page.wait_for_function("window.late.length === 1")
    last: tuple[int, ...] = OTHER_OWN if then == "computed" else next(moves for moves in MOVES if len(moves) == 3)
    if then in ("recorded", "computed"):
        link_to(page, last, "&depth=2&walk=lists&step=1")
    elif then == "chosen":
        page.select_option(part("position"), str(MOVES.index(last)))
    elif then == "typed":
        page.evaluate("it => { document.querySelector('[data-part=moves]').value = it; }", ",".join(map(str, last)))
        page.evaluate("document.querySelector('[data-part=form]').requestSubmit()")
    else:
        link_to(page, last, "&depth=99")
    assert page.is_visible(part("stop"))
    answered(page, 0, OWN)
    assert page.is_visible(part("stop")) == (then == "computed")
    assert (page.text_content(part("progress")) != "") == (then == "computed")
    if then == "computed":
        answered(page, 1, OTHER_OWN)
    if first == "link" and then in ("recorded", "computed"):
        assert page.url.endswith(f"position={','.join(map(str, last))}&depth=2&walk=lists&step=1")
    cells = explore.own(",".join(map(str, last)))["board"].replace(".", "-")
    drawn = " / ".join(cells[row : row + 3] for row in (0, 3, 6))
    if then in ("recorded", "computed"):
        page.click(part("reset"))  # to the root
    assert shown_position(page) == [f"after {', '.join(map(str, last))}", drawn]
    assert page.is_hidden(part("stop"))
    assert page.is_visible(part("message")) == (then == "wrong")
    listed = page.locator(f"{part('position')} option").all_text_contents()
    assert any(text.startswith("after 4, 0, 2, 5, 3:") for text in listed)  # it is kept, to be chosen


@pytest.mark.parametrize("then", ["recorded", "computed"])
def test_a_late_refusal_is_not_said(opened: Callable[..., Any], then: str) -> None:
    page = opened(before=LATE, reduced_motion="reduce")
    link_to(page, OWN)
    link_to(page, (4,) if then == "recorded" else OTHER_OWN)
    page.evaluate("() => { window.late[0].fails(new Error('refused')); }")
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    assert page.is_hidden(part("message"))
    assert page.is_visible(part("stop")) == (then == "computed")
    if then == "computed":
        page.click(part("stop"))
        page.wait_for_selector(part("message"))
        assert page.text_content(part("message")) == "This link cannot be shown: ended"


def test_by_keyboard_alone(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    tab_to(page, part("position"))
    page.keyboard.press("ArrowUp")
    assert page.input_value(part("position")) == "2"
    tab_to(page, part("depth"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.text_content(part("reached")) == "0 of 17"
    tab_to(page, part("speed"))
    page.keyboard.press("End")
    assert page.text_content(part("pace")) == "40 a second"
    assert shown_step(page) == 0
    tab_to(page, part("forward"))
    page.keyboard.press("Enter")
    page.keyboard.press("Space")  # on a button, as always
    assert shown_step(page) == 2
    page.keyboard.press("ArrowLeft")
    assert shown_step(page) == 1
    page.keyboard.press("End")
    assert shown_step(page) == 17
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert shown_step(page) == 1
    tab_to(page, part("step"))
    page.keyboard.press("ArrowRight")
    assert shown_step(page) == 2
    tab_to(page, "input[value=window]")
    page.keyboard.press("ArrowUp")
    assert page.is_checked("input[value=lists]")
    tab_to(page, "[data-part=board] [data-cell='6']")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert page.text_content(part("heading")) == "After X6"
    tab_to(page, "[data-part=path] button")
    page.keyboard.press("Enter")
    assert page.text_content(part("heading")) == "The root"
    tab_to(page, part("scroll"))
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert shown_step(page) == 17
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert shown_step(page) < 17


def test_keys_go_on_after_a_click(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click(part("reset"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown_step(page) == 2
    page.click(f"{part('path')} button >> nth=1")
    page.keyboard.press("End")
    assert shown_step(page) == 102
    page.click(part("reset"))
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('[data-part=step]').value > 2")
    page.keyboard.press("Space")
    assert page.text_content(part("play")) == "Play"
    assert page.evaluate("scrollY") == 0  # the page has not moved
    page.keyboard.press("Control+ArrowRight")
    page.click("h1")
    stopped = shown_step(page)
    page.keyboard.press("ArrowRight")
    assert shown_step(page) == stopped  # outside, keys are the page's


def test_it_follows_the_themes_own_switch(opened: Callable[..., Any]) -> None:
    page = opened(color_scheme="light", reduced_motion="reduce")
    colours = """() => ["[data-part=play]", ".transport", ".tree .box", ".tree .worth"].map(where => {
        const style = getComputedStyle(document.querySelector(where));
        return style.backgroundColor + style.color + style.fill;
    })"""
    chosen = {}
    for _ in range(3):
        page.click(".theme-toggle >> visible=true")
        chosen[page.evaluate("document.body.dataset.theme")] = page.evaluate(colours)
        paper = page.evaluate("getComputedStyle(document.querySelector('.transport')).backgroundColor")
        assert paper == page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert chosen["light"] == chosen["auto"]
    assert all(light != dark for light, dark in zip(chosen["light"], chosen["dark"], strict=True))
    while page.evaluate("document.body.dataset.theme") != "auto":
        page.click(".theme-toggle >> visible=true")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colours) == chosen["dark"]


def test_a_finger_finds_what_it_touches(opened: Callable[..., Any]) -> None:
    page = opened(390, has_touch=True, is_mobile=True, link="#position=4,1,0,8&depth=4&walk=window&step=5")
    page.click("summary >> text=A position of your own")
    for control in page.locator(
        ".explorer button, .explorer select, .explorer summary, .explorer input[type=text]"
    ).all():
        if control.is_visible():
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 44, control.evaluate("it => it.outerHTML")
    page.tap(part("forward"))
    assert shown_step(page) == 6
    page.locator("[data-strip=minimax]").tap()
    assert page.is_checked("input[value=minimax]")
    page.tap(part("reset"))
    page.locator(f"{part('board')} button").nth(3).tap()
    assert page.text_content(part("heading")) == "After X3"
    page.locator(f"{part('tree')} g[data-node]").nth(1).tap()
    assert page.text_content(part("heading")) == "After X2"


def test_what_is_seen_is_also_said(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    page.fill(part("step"), "20")
    for control in page.locator(".explorer select, .explorer input").all():
        assert control.evaluate("it => it.labels.length") == 1
    assert "20 of 102 examined" in page.get_attribute(f"{part('tree')} svg", "aria-label")
    assert page.get_attribute(part("board"), "aria-label").startswith("The board after ")
    assert page.get_attribute(part("status"), "aria-live") == "polite"
    assert page.text_content(part("status")).count("20 of 102 examined") == 1  # of the walker that is chosen
    for name, title in TITLES.items():
        assert page.get_by_role("radio", name=title, exact=True).input_value() == name  # whatever the step
        assert page.get_attribute(f"input[value={name}]", "aria-describedby") == f"explorer-count-{name}"
        assert page.get_attribute(f"[data-strip={name}] svg", "aria-hidden") == "true"
    for name in ("Reset", "Back", "Play", "Forward", "End", "Search from here", "the root"):
        assert page.get_by_role("button", name=name, exact=True).is_visible()
    for name in ("Position", "Depth"):
        assert page.get_by_role("combobox", name=name, exact=True).is_visible()
    assert page.get_by_role("slider").count() == 2
    assert page.get_by_role("group", name="The explorer: three searches in one tree").count() == 1
    assert page.get_by_role("region", name="The tree; scrolls").get_attribute("tabindex") == "0"


def test_who_comes_back_finds_controls_that_say_what_is_shown(opened: Callable[..., Any]) -> None:
    page = opened()
    page.select_option(part("position"), "6")
    page.select_option(part("depth"), "2")
    page.check("input[value=minimax]")
    page.fill(part("speed"), "31")
    page.fill(part("step"), "9")
    page.wait_for_function("location.hash.endsWith('step=9')")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_function("document.querySelector('[data-part=reached]').textContent")
    page.wait_for_timeout(100)  # a browser puts back what it remembers after the scripts have run
    assert page.text_content(part("reached")) == f"9 of {len(trees_by_depth((4, 0))[1]['leaves'])}"
    assert (page.input_value(part("position")), page.input_value(part("depth"))) == ("6", "2")
    assert page.text_content(part("pace")) == f"{page.input_value(part('speed'))} a second"
    assert page.text_content(f"{part('heads')} .chosen") == "M"
