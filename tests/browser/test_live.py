"""The pages that run Python, in a real browser: their examples print the outputs that the pages show.

Skipped without Chromium, npm or the tools that build the pages. The first run needs a network, for `docs/live/build.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fpgames_docs.blocks import blocks
from fpgames_docs.chapters import chapters, exercises, program

from fpgames.draw import board_svg
from fpgames.draw.svg import picture
from fpgames.games.tictactoe import rules
from tests.support.browser import is_too_wide
from tests.support.source import DOCS, WRITTEN, public_definitions, text_of

pytestmark = pytest.mark.exhaustive
IMPOSSIBLE = {"fpgames.compiled.pipelines.jit", "fpgames.testing.as_tests"}
REASONS = {"it is compiled", "its bot is the compiled one", "it starts processes",
    "it starts threads", "pytest is not among its packages", "they are compiled"}  # fmt: skip
DONE = "bar => !bar.querySelector('button').disabled && /Ran|Right|Not|exception|Stopped|ended/.test(bar.textContent)"

# Presses Run from top to bottom, then Edit: what is said of each example, what it printed, and its code.
EACH = """async () => {
  const found = [];
  for (const each of document.querySelectorAll('details')) each.open = true;
  for (const bar of document.querySelectorAll('.live-bar:not(.exercise .live-bar)')) {
    const [run, , edit] = bar.querySelectorAll('button');
    run.click();
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(`no end: ${bar.textContent}`), 200_000);
      new MutationObserver((_, seen) => { if (!run.disabled) { seen.disconnect(); clearTimeout(late); resolve(); } })
        .observe(bar, { attributes: true, childList: true, subtree: true });
    });
    edit.click(); // leads to the editor
    found.push([bar.querySelector('output').textContent, bar.nextElementSibling.innerText, document.activeElement.value]);
  }
  return found;
}"""


@pytest.fixture
def opened(window: Callable[..., Any], site: str) -> Callable[..., Any]:
    """Opens a page, which may ask for nothing that is not of the site."""

    def open_it(name: str) -> Any:
        page = window(site=(site,), live=True)
        page.goto(site + name)
        return page

    return open_it


def finished(page: Any, bar: Any) -> str:
    """Wait until an example has been run; what is said of it."""
    page.wait_for_function(DONE, arg=bar.element_handle(), timeout=200_000)
    return str(bar.locator("output").text_content())


def pressed(page: Any, bar: Any) -> str:
    bar.get_by_role("button", name="Run").click()
    return finished(page, bar)


@pytest.mark.parametrize("name", ["index", "notebooks", "tutorial/03-the-tree"])
def test_every_example_of_a_page_prints_what_the_page_says(
    built_live: Path, opened: Callable[..., Any], name: str
) -> None:
    page = opened(f"{name}.html")
    differing = []
    found = page.evaluate(EACH)
    for n, (said, printed, code) in enumerate(found):
        if not said.startswith(("Ran; everything is as shown.", "Ran.", "Ran; it printed nothing.")):  # cells just run
            differing.append(f"example {n}: {said} {printed}")
        ast.parse(code)
    assert differing == []
    html = (built_live / f"{name}.html").read_text(encoding="utf-8")
    examples = len(re.findall(r'<div class="(?:highlight-pycon|doctest|cell) ', html))
    assert len(found) + page.locator(".not-in-the-browser").count() == examples > 2


def test_what_cannot_run_says_why(built_live: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in built_live.rglob("*.html")]
    said = [why for page in pages for why in re.findall(r"cannot run in the browser: (.*?)\.\s*</p>", page, re.DOTALL)]
    assert {*said} == REASONS


CALL = """async calls => {
  const python = new live.Interpreter(), found = [];
  for (const [name, ...given] of calls) found.push(await python.call(name, ...given));
  return found;
}"""


def asked(session: str, code: str, typed: bool = False, about: str = "") -> dict[str, Any]:
    return {"session": session, "about": about, "code": code, "typed": typed}


def test_first_examples_and_answers_do_what_they_do_elsewhere(opened: Callable[..., Any]) -> None:
    """Of each page and module, and of the exercises; in one interpreter, for starting one takes longer than they do."""
    calls: dict[str, list[Any]] = {}
    for page in WRITTEN:
        first = next((block for block in blocks(text_of(page)) if block.info == "pycon"), None)
        if first and not first.before.startswith("<!-- not in the browser"):
            begun = program(page) if page.parent.name == "tutorial" else ""
            calls[f"{page.stem} begins"] = ["session.run", asked(page.stem, begun, typed=True)]
            calls[page.stem] = ["session.run", asked(page.stem, first.code)]
    for public in public_definitions().values():
        for each in [each for each in public if ">>> " in each.doc and each.where not in IMPOSSIBLE][:1]:
            example = next(part for part in each.doc.split("\n\n") if part.startswith(">>> "))
            calls[each.where] = ["session.run", asked(each.where, f"{example}\n", about=each.where)]
    right = {}
    for chapter in chapters()[:8]:  # the others take longer
        for n, block in enumerate(blocks(text_of(chapter))):
            if block.info == "pycon":
                calls[f"{chapter.stem} {n}"] = ["session.run", asked(chapter.stem, block.code)]
        for task in exercises(chapter):
            for n, code in enumerate((task.answer, task.start, *task.wrong)):
                right[f"{task.title} {n}"] = n == 0
                calls[f"{task.title} {n}"] = ["session.check", asked(chapter.stem, code, typed=True), task.check]
    assert len(calls) > 200
    found = dict(zip(calls, opened("index.html").evaluate(CALL, [*calls.values()]), strict=True))
    assert {name: found[name]["right"] for name in right} == right
    differing = {
        name: [each for each in answer["printed"] if not each["same"]]
        for name, answer in found.items()
        if name not in right
    }
    assert {name: printed for name, printed in differing.items() if printed} == {}


def test_exercises_are_checked(opened: Callable[..., Any]) -> None:
    """What is checked has a name, an error has its line, what is printed is shown, and the keyboard is where it was."""
    page = opened("tutorial/06-alpha-beta.html")
    task = list(exercises(DOCS / "tutorial/06-alpha-beta.md"))[-1]
    editor = page.get_by_label(f"Python code: Exercise: {task.title}")
    check = page.get_by_role("button", name=f"Check: Exercise: {task.title}")
    bar, frame = page.locator(".live-bar").filter(has=check), page.locator(".exercise").last

    def checked(code: str) -> str:
        editor.fill(code)
        page.keyboard.press("Control+Enter")
        return finished(page, bar)

    assert editor.input_value() == task.start.rstrip("\n")
    assert checked(f"{task.answer}\nprint('found')\n") == "Right."
    assert "found" in frame.locator(".live-found").inner_text()
    for wrong in task.wrong:
        assert checked(wrong).startswith("Not yet: ")
        assert "solved" not in frame.get_attribute("class")
    assert checked("\nx = 0\nprint(1 / x)") == "Not yet: ZeroDivisionError: division by zero (line 3)"
    editor.fill("while True: pass")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("bar => bar.textContent.includes('Running\\u2026')", arg=bar.element_handle())
    bar.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    assert finished(page, bar).startswith("Stopped.")
    assert check.evaluate("it => it === document.activeElement")
    assert checked(task.answer) == "Right."  # what stands above has run again
    assert "solved" in frame.get_attribute("class")
    bar.get_by_role("button", name="Begin again").click()
    assert page.locator(".exercise.solved").count() == 0
    assert editor.input_value() == task.start.rstrip("\n")


def test_an_endless_loop_is_stopped_and_the_page_lives_on(opened: Callable[..., Any]) -> None:
    page = opened("index.html")
    bar = page.locator(".live-bar").nth(1)
    pressed(page, bar)
    pressed(page, bar)  # runs what stands above and nothing else
    assert [bool(said) for said in page.locator(".live-bar output").all_text_contents()] == [True, True, False]
    bar.get_by_role("button", name="Edit").click()
    editor = page.get_by_label("Python code")
    editor.fill("while True: pass")
    bar.get_by_role("button", name="Run").click()
    page.wait_for_function("bar => bar.textContent.includes('Running\\u2026')", arg=bar.element_handle())
    bar.get_by_role("button", name="Stop").click()
    assert finished(page, bar).startswith("Stopped.")
    editor.fill("evaluate(rules.start), 6 * 7")  # defined above: what stands there runs again
    assert pressed(page, bar).startswith("Ran.")
    assert "42" in page.locator(".live-found").nth(1).inner_text()


def test_an_interpreter_that_dies_is_replaced(chromium: Any, site: str) -> None:
    page = chromium.new_page()
    page.goto(f"{site}index.html")
    bar = page.locator(".live-bar").first
    bar.get_by_role("button", name="Edit").click()
    editor = page.get_by_label("Python code")
    editor.fill("import os\nos.abort()")
    assert "new session" in pressed(page, bar)
    editor.fill("6 * 7")
    assert pressed(page, bar).startswith("Ran.")
    page.close()


def test_code_is_edited_and_run_by_keyboard_and_pictures_are_shown(opened: Callable[..., Any]) -> None:
    page = opened("index.html")
    bar, found = page.locator(".live-bar").first, page.locator(".live-found").first
    bar.get_by_role("button", name="Edit: example 1").focus()
    page.keyboard.press("Enter")
    editor = page.get_by_label("Python code")
    assert ">>>" not in editor.input_value()
    editor.fill(
        "from fpgames.draw import board_svg\nfrom fpgames.games.tictactoe import rules\n[board_svg(rules, 0)] * 2"
    )
    page.keyboard.press("Control+Enter")
    assert finished(page, bar).startswith("Ran.")
    assert found.locator("svg.fpgames").count() == 2
    editor.fill("'x' * 300")
    page.keyboard.press("Control+Enter")
    page.wait_for_function("element => element.textContent.includes('xxx')", arg=found.element_handle())
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert not is_too_wide(page)
    editor.fill("1 / 0")
    page.keyboard.press("Control+Enter")
    page.wait_for_function("element => element.textContent.includes('ZeroDivisionError')", arg=found.element_handle())
    page.keyboard.press("Escape")
    assert editor.count() == 0
    assert pressed(page, bar).startswith("Ran; everything is as shown.")


EVIL = [
    "<script>window.evil = 1</script>",
    '<g onload="evil = 1"/>',
    '<a href="javascript:evil = 1"/>',
    '<a xmlns:x="http://www.w3.org/1999/xlink" x:href="javascript:evil = 1"><rect/></a>',
    '<a><set attributeName="href" to="javascript:evil = 1"/></a>',
    '<image xmlns:x="http://www.w3.org/1999/xlink" x:href="http://elsewhere.example/a.png"/>',
    "<style>rect { fill: url(http://elsewhere.example/b) }</style>",
    "<style>rect { fill: u\\72l(http://elsewhere.example/c) }</style>",
    '<rect style="fill: url(http://elsewhere.example/d)"/>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://elsewhere.example"/></foreignObject>',
]


def test_what_a_picture_could_run_or_load_is_taken_out(opened: Callable[..., Any]) -> None:
    page = opened("index.html")  # which notices requests that leave the site
    draw = "text => { const made = live.drawn(text); document.body.append(made); return made.outerHTML; }"
    for evil in EVIL:
        kept = page.evaluate(draw, picture(1, 1, "", evil))
        assert not re.search("script|onload|elsewhere|72l", kept)
    good = board_svg(rules, rules.play(rules.start, 4), before=rules.start)
    assert ElementTree.canonicalize(page.evaluate(draw, good)) == ElementTree.canonicalize(good)
    page.wait_for_timeout(200)
    assert page.evaluate("window.evil === undefined")


def test_a_page_opened_as_a_file_says_what_to_do(chromium: Any, built_live: Path) -> None:
    page = chromium.new_page()
    page.goto((built_live / "index.html").as_uri())
    bar = page.locator(".live-bar").first
    bar.get_by_role("button", name="Run").click()
    page.wait_for_function("bar => bar.textContent.includes('python -m http.server')", arg=bar.element_handle())
    page.close()


def test_a_game_is_played_on_the_front_page(opened: Callable[..., Any]) -> None:
    """Nothing of Python is read before the first click; what leads elsewhere leaves the front page."""
    page = opened("index.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_load_state("networkidle")
    page.locator("a.invite [data-square='0,2']").click(position={"x": 3, "y": 3})
    assert page.evaluate("document.activeElement.className") == "invite"
    game = page.frame_locator("iframe.invite")
    game.locator("#pg-status", has_text="your move").wait_for()
    assert any("pyodide" in url for url in asked)
    assert re.fullmatch(r"2 \d", game.locator("#pg-line").input_value())
    assert game.locator("h1, nav, footer").evaluate_all("all => all.filter(it => it.checkVisibility())") == []
    shown = "document.querySelector('iframe').contentDocument.documentElement"
    page.wait_for_function(f"{shown}.scrollHeight <= {shown}.clientHeight")
    game.locator("#pg-tree").click()
    page.wait_for_url("**/playground.html#game=connect4*")
