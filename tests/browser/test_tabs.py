"""Tabs in a real browser: choosing a language in one set of tabs selects it in all sets of all pages.

Languages of texts and languages of code are chosen separately.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.exhaustive
# For each set its languages, and which of them is shown.
SETS = """() => [...document.querySelectorAll('.sd-tab-set')].map(set => {
    const labels = [...set.querySelectorAll(':scope > .sd-tab-label')];
    return [labels.map(it => it.textContent.split(',')[0].trim()),
            labels.find(it => it.previousElementSibling.checked).textContent.split(',')[0].trim()];
})"""


def check_shown(page: Any, language: str) -> int:
    """Check that every set that has a language shows it, and the others their first; return how many sets have it."""
    sets = page.evaluate(SETS)
    assert {shown for has, shown in sets if language in has} <= {language}
    assert {shown for has, shown in sets if language not in has} <= {"Python", "English"}
    return sum(language in has for has, _ in sets)


def test_a_language_is_chosen_for_all_pages(opened: Callable[..., Any], built: Path) -> None:
    page = opened(path="articles/1-immutable-tic-tac-toe.html")
    check_shown(page, "Python")
    page.locator(".sd-tab-label", has_text="Haskell").last.click()
    written = [each for each in sorted(built.rglob("*.html")) if "sd-tab-set" in each.read_text("utf-8")]
    number = check_shown(page, "Haskell")
    for other in {*written} - {built / "articles/1-immutable-tic-tac-toe.html"}:
        page.goto(other.as_uri())
        number += check_shown(page, "Haskell")
    assert number > 30
    page.goto((built / "articles/5-connect-four-in-st.html").as_uri())
    page.locator(".sd-tab-label", has_text="Python").first.click()
    page.reload()
    check_shown(page, "Python")


def test_the_set_that_is_chosen_in_stays_where_it_is(opened: Callable[..., Any]) -> None:
    """Sets above it become longer or shorter."""
    page = opened(path="articles/1-immutable-tic-tac-toe.html")
    label = page.locator(".sd-tab-label", has_text="Haskell").last
    label.scroll_into_view_if_needed()
    above, place = "scrollY", label.bounding_box()["y"]
    before = page.evaluate(above)
    label.click()
    page.wait_for_timeout(300)
    assert page.evaluate(above) != before
    assert label.bounding_box()["y"] == pytest.approx(place, abs=2)
