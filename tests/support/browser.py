"""Helpers for tests that open pages in a browser."""

from __future__ import annotations

from typing import Any

import pytest


def record_problems(page: Any, problems: list[str], prefixes: tuple[str, ...] = ("file:",)) -> None:
    """Append to ``problems`` the page's exceptions, console errors and warnings, failed requests and foreign requests.

    A request is foreign if its URL begins with none of ``prefixes`` and is not a ``data:`` URL.
    """

    def record(allowed: bool, problem: str) -> None:
        if not allowed:
            problems.append(f"{page.url}: {problem}")

    page.set_default_timeout(60_000)  # a timeout that is long enough for a busy machine
    page.on("console", lambda message: record(message.type not in ("error", "warning"), message.text))
    page.on("pageerror", lambda error: record(False, str(error)))
    aborted = "net::ERR_ABORTED"  # the error of requests that are pending when the browser leaves the page
    page.on("requestfailed", lambda request: record(request.failure == aborted, f"cannot have {request.url}"))
    page.on("request", lambda request: record(request.url.startswith((*prefixes, "data:")), f"asks for {request.url}"))


def is_too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def nameless_controls(page: Any) -> Any:
    """Return the visible controls of the playground or of the page for playing that have no name, as HTML."""
    nameless = """its => its.filter(it => it.offsetParent && !it.closest("[aria-hidden=true]")
        && !(it.ariaLabel || it.textContent.trim() || it.labels?.length)).map(it => it.outerHTML)"""
    return page.locator(".pg button, .pg input, .pg select, .pg textarea").evaluate_all(nameless)


def tab_to(page: Any, selector: str, max_presses: int = 200) -> None:
    """Press Tab until the focus is on an element that matches a selector; check that the element has an outline."""
    for _ in range(max_presses):
        page.keyboard.press("Tab")
        if page.evaluate("where => document.activeElement.matches(where)", selector):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    pytest.fail(f"Tab does not lead to {selector}")


def part(name: str) -> str:
    return f"[data-part={name}]"


def shown_step(page: Any) -> int:
    return int(page.text_content(part("reached")).split()[0])


ODD_TEXT = "a+b&c=d #%|\"'\n\N{GREEK SMALL LETTER ALPHA}/?:@,;(){}[]~`^\\<>"
ALL_IN_VIEW = ".explorer .tree { height: auto; max-height: none }"


def open_explorer_at(page: Any, moves: tuple[int, ...], depth: int, walk: str = "window", step: int = 0) -> None:
    """Set a position, a depth, a walk and a step in the explorer's address, and wait until the page shows the step."""
    page.evaluate(
        "hash => { location.hash = hash; }",
        f"position={','.join(map(str, moves))}&depth={depth}&walk={walk}&step={step}",
    )
    page.wait_for_function("explorerData && document.querySelector('[data-part=play]').textContent === 'Play'")
    page.wait_for_function("step => document.querySelector('[data-part=step]').value == step", arg=step)
