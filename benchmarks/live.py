"""Time the examples of the pages in a browser and in CPython: python -m benchmarks.live FOLDER [PAGE ...].

FOLDER is a folder that docs/live/build.py has built; without a PAGE such as `why.html`, all pages are timed. This needs
Chromium and Playwright (the extra `browser`). It prints the seconds from *Run* to the first result in a new browser. For
the other examples it prints the seconds from *Run* to the result, compared with uncompiled CPython.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "docs" / "_ext"))

from fpgames_docs.session import run

EXAMPLES = """() => [...document.querySelectorAll('.live-bar:not(.exercise .live-bar)')].map(bar => {
  const above = bar.previousElementSibling, block = above.matches('.shown') ? above.previousElementSibling : above;
  return { code: block.querySelector('pre').textContent, typed: block.matches('.cell'),
    about: bar.closest('dl.py')?.querySelector(':scope > dt[id]')?.id ?? '' };
})"""
# measures the time from the press of the button until the result is drawn
PRESS = """(n) => new Promise((resolve) => {
  const bar = document.querySelectorAll('.live-bar:not(.exercise .live-bar)')[n], began = performance.now();
  const ended = () => !bar.querySelector('button').disabled;
  bar.querySelector('button').click();
  new MutationObserver((_, seen) => { if (ended()) { seen.disconnect(); resolve(performance.now() - began); } })
    .observe(bar, { attributes: true, childList: true, subtree: true });
})"""


class Timed(NamedTuple):
    """A timed example: its place, the seconds from button to result in the browser, and the seconds in CPython."""

    where: str
    browser: float
    cpython: float

    @property
    def within(self) -> bool:
        """Whether the browser took at most ten times as long as CPython, plus 0.2 seconds."""
        return self.browser <= 0.2 + 10 * self.cpython


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder by HTTP; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def timed(page: Any, where: str) -> Iterator[Timed]:
    """Press the buttons of a page from top to bottom, and run the same statements in this process."""
    for n, example in enumerate(page.evaluate(EXAMPLES)):
        browser = page.evaluate(PRESS, n) / 1000
        session = f"{where} {example['about']}"
        began = perf_counter()
        run({"session": session, "about": example["about"], "code": example["code"], "typed": example["typed"]})
        yield Timed(f"{where}, example {n + 1}", browser, perf_counter() - began)


def main(folder: Path, wanted: list[str]) -> None:
    """Time all pages, each in a new browser with an empty cache."""
    from playwright.sync_api import sync_playwright

    sys.modules["numba"] = None  # type: ignore[assignment]  # hides numba, because the browser has no compiler
    firsts: list[float] = []
    others: list[Timed] = []
    with served(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"))
        for path in sorted(folder.rglob("*.html")):
            name = path.relative_to(folder).as_posix()
            if "_static" in name or (wanted and name not in wanted) or "live/client.js" not in path.read_text():
                continue
            page = browser.new_page()
            page.goto(address + name)
            found = [*timed(page, name)]
            page.close()
            if found:
                firsts.append(found[0].browser)
                others += found[1:]
                print(f"{name}: first {firsts[-1]:.1f} s, {len(found) - 1} others", flush=True)
        browser.close()
    slow = [each for each in others if not each.within]
    waits = [each.browser for each in others if each.cpython < 0.01]
    print(f"first result: median {median(firsts):.1f} s, longest {max(firsts):.1f} s, of {len(firsts)} pages")
    print(
        f"examples of less than 0.01 s in CPython: median {median(waits):.2f} s, longest {max(waits):.2f} s, of {len(waits)}"
    )
    ratios = [each.browser / each.cpython for each in others if each.cpython >= 0.1]
    print(
        f"examples of 0.1 s or more: {min(ratios):.1f} to {max(ratios):.1f} times CPython, median {median(ratios):.1f}"
    )
    print(f"more than 0.2 s and ten times CPython: {len(slow)} of {len(others)}")
    for each in slow:
        print(f"  {each.where}: {each.browser:.2f} s, CPython {each.cpython:.2f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
