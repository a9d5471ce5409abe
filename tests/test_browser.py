"""The built pages in a real browser: Chromium, driven by Playwright (the extra `browser`); skipped where one is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.test_explore import DATA

ROOT = Path(__file__).parent.parent
WIDTHS = (390, 1280)
SCHEMES = ("light", "dark")
WALKERS = ("minimax", "lists", "window")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser; closed when this file is done, for its event loop would be in the way of others'."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (the extra browser)")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("there is no Chromium on the path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def built(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as HTML; built only where there is a browser."""
    missing = [name for name in ("sphinx", "myst_parser", "furo", "sphinx_design") if find_spec(name) is None]
    if missing:
        pytest.skip(f"the docs cannot be built: no {', '.join(missing)} (the extra docs)")
    target = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-d", f"{target}/doctrees", f"{ROOT}/docs", f"{target}/html"]
    subprocess.run(command, check=True)
    return target / "html"


@pytest.fixture
def opened(chromium: Any, built: Path) -> Iterator[Callable[..., Any]]:
    """Opens the explorer in a window of its own; at the end, nothing may have gone wrong in any of them."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_it(width: int = 1280, **wishes: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 900}, **wishes)
        contexts.append(context)
        page = context.new_page()
        watch(page, wrong)
        page.goto((built / "explore" / "index.html").as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert wrong == []


def watch(page: Any, wrong: list[str]) -> None:
    """Writes down what a page must not do: complain, fail, or ask for what is not a file."""

    def noted(wanted: bool, what: str) -> None:
        if not wanted:
            wrong.append(f"{page.url}: {what}")

    page.set_default_timeout(10_000)
    page.on("console", lambda said: noted(said.type not in ("error", "warning"), said.text))
    page.on("pageerror", lambda error: noted(False, str(error)))
    page.on("requestfailed", lambda asked: noted(False, f"cannot have {asked.url}"))
    page.on("request", lambda asked: noted(asked.url.startswith(("file:", "data:")), f"asks for {asked.url}"))


def counters(page: Any) -> dict[str, list[int]]:
    """Of each walker, the leaves that it has examined, those cut off, and the cuts, as they are written on the page."""
    return page.evaluate(  # type: ignore[no-any-return]
        """() => Object.fromEntries(["minimax", "lists", "window"].map(name => [
            name, document.getElementById("count-" + name).textContent.match(/\\d+/g).map(Number)
        ]).map(([name, [examined, all, cut, cuts]]) => [name, [examined, cut, cuts]]))"""
    )


def expected(tree: dict[str, Any]) -> dict[str, list[int]]:
    """What the counters say at the end, by what the library did."""
    leaves = len(tree["leaves"])
    return {
        name: [len(walk["order"]), leaves - len(walk["order"]), len(walk["cuts"])]
        for name, walk in tree["walks"].items()
    }


def too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_every_position_and_depth_ends_with_the_librarys_counts(
    opened: Callable[..., Any], width: int, scheme: str
) -> None:
    page = opened(width, color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)" if scheme == "light" else "rgb(28, 33, 40)"
    )
    for number, position in enumerate(DATA["positions"]):
        page.select_option("#position", str(number))
        for index, tree in enumerate(position["trees"]):
            page.select_option("#depth", str(index))
            assert counters(page) == {name: [0, 0, 0] for name in WALKERS}
            page.click("#end")
            assert counters(page) == expected(tree)
            assert page.text_content("#reached") == f"{len(tree['leaves'])} of {len(tree['leaves'])}"
            assert not too_wide(page)


def test_every_leaf_of_every_walk_step_by_step_and_back(opened: Callable[..., Any]) -> None:
    page = opened()
    position, depth = DATA["shown"]
    tree = DATA["positions"][position]["trees"][depth - 1]
    steps = len(tree["leaves"])
    for name in WALKERS:
        page.check(f"#walker-{name}")
        order = tree["walks"][name]["order"]
        page.click("#reset")
        seen = page.evaluate(
            """([name, steps]) => Array.from({ length: steps }, () => {
                document.getElementById("forward").click();
                return ["leaf", "count-" + name].map(id => document.getElementById(id).textContent);
            }).map(([leaf, count]) => [leaf, parseInt(count)])""",
            [name, steps],
        )
        done = [min(step, len(order)) for step in range(1, steps + 1)]
        assert seen == [[f"Leaf {order[n - 1] + 1} of {steps}", n] for n in done]
        assert counters(page) == expected(tree)
        page.click("#back")
        assert counters(page)["minimax"] == [steps - 1, 0, 0]


def test_what_the_tree_shows_as_cut_off_is_what_the_library_cut(opened: Callable[..., Any]) -> None:
    page = opened()
    tree = DATA["positions"][DATA["shown"][0]]["trees"][DATA["shown"][1] - 1]
    page.click("#end")
    grey = {}
    for name in WALKERS:
        page.check(f"#walker-{name}")
        grey[name] = page.locator("#tree g.cut").count()
    assert grey["minimax"] == 0
    assert 0 < grey["lists"] < grey["window"] == sum(cut is not None for cut in tree["trace"]["cut"])
    bounds = {"alpha": "\N{GREEK SMALL LETTER ALPHA}", "beta": "\N{GREEK SMALL LETTER BETA}"}
    written = page.locator("#tree g.cut text").all_text_contents()
    signs = {1: "+1", 0: "0", -1: "\N{MINUS SIGN}1"}
    assert written == [
        f"{tree['move'][number]} {bounds[cut]}{signs[tree['trace'][cut][number]]}"
        for number, cut in enumerate(tree["trace"]["cut"])
        if cut
    ]


def test_it_plays_to_the_end_and_pauses(opened: Callable[..., Any]) -> None:
    page = opened()
    page.wait_for_timeout(250)
    assert page.text_content("#reached").startswith("0 ")  # not by itself
    page.click("#play")
    page.wait_for_function("document.getElementById('step').value > 1")
    page.click("#play")
    paused = page.text_content("#reached")
    assert page.text_content("#status").startswith(f"Step {paused.split()[0]}. ")  # said when it pauses
    page.wait_for_timeout(250)
    assert page.text_content("#reached") == paused
    page.select_option("#position", "0")
    page.fill("#speed", "40")
    page.click("#play")
    page.wait_for_function("document.getElementById('play').textContent === 'Play'")
    assert page.text_content("#reached") == "6 of 6"


def test_the_current_leaf_stays_in_sight(opened: Callable[..., Any]) -> None:
    page = opened(390)
    page.select_option("#position", "7")
    page.select_option("#depth", "2")
    page.check("#walker-minimax")
    for step in (1, 100, 300, 504, 250):
        page.fill("#step", str(step))
        assert page.evaluate(
            """() => {
                const row = document.querySelector("#tree .row.now").getBoundingClientRect();
                const box = document.getElementById("scroll").getBoundingClientRect();
                const heads = document.getElementById("heads").getBoundingClientRect();
                return heads.bottom <= row.top + 1 && row.bottom <= box.bottom + 1;
            }"""
        )


def test_by_keyboard_alone(opened: Callable[..., Any]) -> None:
    page = opened()

    def tab_to(wanted: str) -> None:
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == wanted:
                assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
                return
        pytest.fail(f"Tab does not lead to {wanted}")

    tab_to("position")
    page.keyboard.press("ArrowUp")
    assert page.input_value("#position") == str(DATA["shown"][0] - 1)
    tab_to("depth")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.text_content("#reached") == "0 of 17"
    tab_to("speed")
    page.keyboard.press("End")
    assert page.text_content("#pace") == "40 a second"
    tab_to("forward")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.text_content("#reached") == "2 of 17"
    tab_to("step")
    page.keyboard.press("ArrowRight")
    assert page.text_content("#reached") == "3 of 17"
    tab_to("walker-window")
    page.keyboard.press("ArrowUp")
    assert page.is_checked("#walker-lists")
    tab_to("scroll")
    tab_to("play")
    page.keyboard.press("Space")
    page.wait_for_function("document.getElementById('play').textContent === 'Play'")
    assert page.text_content("#reached") == "17 of 17"


def test_who_wants_less_motion_steps_by_hand(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    assert page.is_disabled("#play")
    assert page.is_visible("#still")
    page.click("#forward")
    assert page.text_content("#reached").startswith("1 ")
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function("!document.getElementById('play').disabled")
    assert page.is_hidden("#still")


def test_what_is_seen_is_also_said(opened: Callable[..., Any]) -> None:
    page = opened()
    page.fill("#step", "20")
    for control in page.locator("select, input").all():
        assert control.evaluate("it => it.labels.length") == 1
    assert "20 of 102 examined" in page.get_attribute("#tree svg", "aria-label")
    assert "20 of 102 examined" in page.get_attribute("#strip-lists", "aria-label")
    assert page.get_attribute("#board svg", "aria-label").startswith("The board: ")
    assert page.get_attribute("#status", "aria-live") == "polite"
    assert page.text_content("#status").count("20 of 102 examined") == 3


def test_who_comes_back_finds_controls_that_say_what_is_shown(opened: Callable[..., Any]) -> None:
    page = opened()
    page.select_option("#position", "6")
    page.select_option("#depth", "1")
    page.check("#walker-minimax")
    page.fill("#speed", "31")
    page.fill("#step", "9")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_function("document.getElementById('reached').textContent")
    page.wait_for_timeout(100)  # a browser puts back what it remembers after the scripts have run
    tree = DATA["positions"][int(page.input_value("#position"))]["trees"][int(page.input_value("#depth"))]
    assert page.locator("#tree g").count() == len(tree["parent"])
    assert page.text_content("#reached") == f"{page.input_value('#step')} of {len(tree['leaves'])}"
    assert page.text_content("#pace") == f"{page.input_value('#speed')} a second"
    assert page.text_content("#heads .chosen") == page.input_value("input[name=walker]:checked")[0].upper()


def test_it_leads_to_the_pages_and_they_to_it(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click("text=fpgames")
    assert page.url.endswith("/html/index.html")
    page.click("a[href='explore/index.html']")
    assert page.text_content("h1") == "Three searches in one tree"


SILENT = """() => [
    ...[...document.images].filter(it => !it.alt.trim() && !it.closest("[aria-hidden=true]")),
    ...[...document.querySelectorAll("svg[role=img], svg.fpgames")].filter(it =>
        !(it.getAttribute("aria-label") ?? "").trim() || it.getAttribute("role") !== "img"),
].map(it => it.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_can_be_read(chromium: Any, built: Path, width: int) -> None:
    wrong: list[str] = []
    pages = sorted(built.rglob("*.html"))
    assert built / "index.html" in pages
    context = chromium.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    watch(page, wrong)
    for path in pages:
        page.goto(path.as_uri())
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if too_wide(page):
                wrong.append(f"{path.relative_to(built)}: wider than {width}, {scheme}")
        wrong += [f"{path.relative_to(built)}: says nothing: {it}" for it in page.evaluate(SILENT)]
    context.close()
    assert wrong == []
