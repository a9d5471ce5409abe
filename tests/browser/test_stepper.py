"""Steppers in a real browser: one picture at a time, by buttons and keys; all pictures without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fpgames.draw import text_svg
from tests.support.source import DOCS, text_of

pytestmark = pytest.mark.exhaustive
SHOWN = "[...document.querySelectorAll('.frame')].map(frame => frame.checkVisibility())"
SENTENCE = "[...document.querySelectorAll('figure + ol > li')].findIndex(item => item.classList.contains('now'))"


@pytest.fixture
def opened(window: Callable[..., Any]) -> Callable[..., Any]:
    pytest.importorskip("sphinx", reason="Sphinx is not installed (the extra docs)")
    from fpgames_docs.picture import stepping

    def open_it(words: str = "a", look: str = "", **wishes: Any) -> Any:
        page = window(390, 800, **wishes)
        figure = stepping([text_svg(f"{words}{n}", f"picture {n}") for n in (1, 2, 3)], "three pictures")
        style, script = (text_of(DOCS / "_static" / name) for name in ("fpgames.css", "pictures.js"))
        page.set_content(
            f"<style>{style}</style><script>{script}</script>"
            f'<body data-theme="light"><div class="{look}"><figure class="steps">{figure}</figure>'
            "<ol><li>one<li>two<li>three</ol></div>"
        )
        return page

    return open_it


@pytest.mark.smoke
def test_buttons_and_keys_lead_from_picture_to_picture(opened: Callable[..., Any]) -> None:
    page = opened()
    assert page.evaluate(SHOWN) == [True, False, False]
    for press, shown in (("Next", 1), ("Next", 2), ("Previous", 1)):
        page.click(f"text={press}")
        assert page.evaluate(SHOWN) == [n == shown for n in range(3)]
        assert page.text_content("[role=status]") == f"step {shown + 1} of 3"
        assert page.evaluate(SENTENCE) == shown
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # there is no more
    assert page.evaluate(SHOWN) == [False, False, True]
    assert page.get_attribute("[data-does=Next]", "aria-disabled") == "true"
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute("[data-does=Next]", "aria-disabled") == "false"
    assert min(box["height"] for box in (it.bounding_box() for it in page.locator("button").all())) >= 44


def test_play_goes_on_to_the_end_and_can_be_stopped(opened: Callable[..., Any]) -> None:
    page = opened()
    page.clock.install()
    page.click("text=Play")
    page.clock.run_for(2100)
    assert page.evaluate(SHOWN) == [False, True, False]
    page.click("text=Pause")
    page.clock.run_for(9000)
    assert page.evaluate(SHOWN) == [False, True, False]
    page.click("text=Play")
    page.clock.run_for(9000)
    assert page.evaluate(SHOWN) == [False, False, True]
    assert page.text_content("[data-does=Play]") == "Play"
    page.click("text=Play")
    assert page.evaluate(SHOWN) == [True, False, False]


def test_where_the_page_says_so_it_plays_by_itself_unless_less_motion_is_wanted(opened: Callable[..., Any]) -> None:
    page = opened(look="plays", reduced_motion="no-preference")
    page.wait_for_function("document.querySelector('[data-does=Play]').textContent === 'Pause'")
    page.wait_for_function(f"{SENTENCE} === 2")
    page.click("text=Previous")
    page.wait_for_timeout(4500)
    assert page.evaluate(SENTENCE) == 1, "who touches it has it to themselves"
    still = opened(look="plays", reduced_motion="reduce")
    still.wait_for_timeout(500)
    assert still.text_content("[data-does=Play]") == "Play"
    assert still.evaluate(SHOWN) == [True, False, False]


def test_without_scripts_all_pictures_are_there(opened: Callable[..., Any]) -> None:
    page = opened(java_script_enabled=False)
    assert [frame.is_visible() for frame in page.locator(".frame").all()] == [True] * 3
    assert not page.locator("button").first.is_visible()


def test_a_picture_that_scrolls_says_so(opened: Callable[..., Any]) -> None:
    page = opened("a wide picture, " * 10)
    sides = "[...document.querySelector('.scrolls').classList].filter(name => name.startsWith('more'))"
    page.wait_for_function(f"{sides}.length")
    assert page.evaluate(sides) == ["more-right"]
    page.evaluate("document.querySelector('.picture').scrollLeft = 1e6")
    page.wait_for_function(f"{sides}.includes('more-left')")
    assert page.evaluate(sides) == ["more-left"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
