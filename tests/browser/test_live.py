"""The pages that run Python, in a real browser: every example of every page is run, and prints what the page says.

Skipped without Chromium, npm, or what builds the pages. It needs a network once, for what `docs/live/build.py` fetches.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fpgames.draw import board_svg
from fpgames.draw.svg import picture
from fpgames.games.tictactoe import rules
from tests.browser.test_browser import ROOT, chromium, too_wide, watch

sys.path.append(str(ROOT / "docs" / "_ext"))

from chapters import chapters, exercises

__all__ = ["chromium"]
REASONS = {"it is compiled", "its bot is the compiled one", "it reads a game of the match above", "it starts processes",
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


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def built(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with an interpreter, in a folder of a folder, as a site has them under a path."""
    missing = [name for name in ("sphinx", "myst_parser", "furo", "sphinx_design") if find_spec(name) is None]
    if missing or shutil.which("npm") is None:
        pytest.skip(f"the docs cannot be built: no {', '.join(missing) or 'npm'}")
    target = tmp_path_factory.mktemp("site") / "docs" / "of" / "fpgames"
    subprocess.run([sys.executable, f"{ROOT}/docs/live/build.py", str(target)], check=True)
    return target


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[str]:
    """The address of the pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built.parents[2])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/docs/of/fpgames/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(chromium: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Opens a page; at the end, none of them may have asked for anything that is not of the site."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []

    def open_it(name: str) -> Any:
        page = context.new_page()
        watch(page, wrong, (site,))
        page.goto(site + name)
        return page

    yield open_it
    context.close()
    assert wrong == []


def finished(page: Any, bar: Any) -> str:
    """Wait until an example has been run; what is said of it."""
    page.wait_for_function(DONE, arg=bar.element_handle(), timeout=200_000)
    return str(bar.locator("output").text_content())


def pressed(page: Any, bar: Any) -> str:
    bar.get_by_role("button", name="Run").click()
    return finished(page, bar)


def test_every_example_of_every_page_prints_what_the_page_says(built: Path, opened: Callable[..., Any]) -> None:
    passed, impossible, differing, examples = 0, [], [], 0
    for path in sorted(built.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        here = len(re.findall(r'<div class="(?:highlight-pycon|doctest|cell) ', text))
        if not here or "_static" in path.parts:
            continue
        page = opened(path.relative_to(built).as_posix())
        impossible += page.locator(".not-in-the-browser").all_text_contents()
        for n, (said, printed, code) in enumerate(page.evaluate(EACH)):
            if said.startswith(("Ran; everything is as shown.", "Ran.", "Ran; it printed nothing.")):  # cells just run
                passed += 1
            else:
                differing.append(f"{path.name}, example {n}: {said} {printed}")
            ast.parse(code)
        examples += here
        page.close()
    reasons = [re.sub(r".*in the browser: (.*)\.\s*", r"\1", said, flags=re.DOTALL) for said in impossible]
    print(f"{passed} passed, {len(differing)} differing, {len(impossible)} said to be impossible")
    assert differing == []
    assert set(reasons) <= REASONS
    assert passed + len(impossible) == examples
    assert passed > 300


def test_exercises_are_checked(opened: Callable[..., Any]) -> None:
    for chapter in chapters():
        page = opened(f"tutorial/{chapter.stem}.html")
        for n, task in enumerate(exercises(chapter.read_text())):
            frame = page.locator(".exercise").nth(n)
            bar, editor = frame.locator(".live-bar"), frame.get_by_label("Python code")
            assert editor.input_value() == task.start.rstrip("\n")
            for code, right in [(task.answer, True), *((wrong, False) for wrong in task.wrong)]:
                editor.fill(code)
                bar.get_by_role("button", name="Check").click()
                said = finished(page, bar)
                assert said.startswith("Right." if right else "Not yet: "), (
                    f"{chapter.stem}, {task.title}: {said}\n{code}"
                )
                assert ("solved" in frame.get_attribute("class")) == right
            bar.get_by_role("button", name="Begin again").click()
            assert editor.input_value() == task.start.rstrip("\n")
        page.close()


def test_an_exercise_says_which_it_is_where_an_error_is_and_what_is_printed(opened: Callable[..., Any]) -> None:
    page = opened("tutorial/06-alpha-beta.html")
    task = list(exercises((ROOT / "docs/tutorial/06-alpha-beta.md").read_text()))[-1]
    editor = page.get_by_label(f"Python code: Exercise: {task.title}")
    check = page.get_by_role("button", name=f"Check: Exercise: {task.title}")
    bar = page.locator(".live-bar").filter(has=check)

    def checked(code: str) -> str:
        editor.fill(code)
        page.keyboard.press("Control+Enter")
        return finished(page, bar)

    assert checked(f"{task.answer}\nprint('found')\n") == "Right."
    assert "found" in page.locator(".exercise").last.locator(".live-found").inner_text()
    assert checked("\nx = 0\nprint(1 / x)") == "Not yet: ZeroDivisionError: division by zero (line 3)"
    editor.fill("while True: pass")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("bar => bar.textContent.includes('Running\\u2026')", arg=bar.element_handle())
    bar.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    assert finished(page, bar).startswith("Stopped.")
    assert check.evaluate("it => it === document.activeElement"), "the keyboard is where it was"
    assert checked(task.answer) == "Right."  # what stands above has run again
    bar.get_by_role("button", name="Begin again").click()
    assert page.locator(".exercise.solved").count() == 0


def test_an_endless_loop_is_stopped_and_the_page_lives_on(opened: Callable[..., Any]) -> None:
    page = opened("index.html")
    bar = page.locator(".live-bar").nth(1)
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
    editor.fill("import ctypes\nctypes.string_at(2 ** 31)")
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


def test_run_again_runs_what_stands_above_and_nothing_else(opened: Callable[..., Any]) -> None:
    page = opened("index.html")
    bars = page.locator(".live-bar")
    pressed(page, bars.nth(1))
    pressed(page, bars.nth(1))
    assert [bool(said) for said in page.locator(".live-bar output").all_text_contents()] == [True, True, False]


def test_a_page_opened_as_a_file_says_what_to_do(chromium: Any, built: Path) -> None:
    page = chromium.new_page()
    page.goto((built / "index.html").as_uri())
    bar = page.locator(".live-bar").first
    bar.get_by_role("button", name="Run").click()
    page.wait_for_function("bar => bar.textContent.includes('python -m http.server')", arg=bar.element_handle())
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_editor_and_what_is_printed_fit(opened: Callable[..., Any], width: int) -> None:
    page = opened("why.html")
    page.set_viewport_size({"width": width, "height": 900})
    bar = page.locator(".live-bar").first
    bar.get_by_role("button", name="Edit").click()
    page.get_by_label("Python code").fill("'x' * 300")
    assert pressed(page, bar).startswith("Ran.")
    assert not too_wide(page)
