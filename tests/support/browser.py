"""Helpers for tests of pages in a browser."""

from __future__ import annotations

from typing import Any

import pytest


def record_problems(page: Any, wrong: list[str], site: tuple[str, ...] = ("file:",)) -> None:
    """Record in ``wrong`` a page's console errors and warnings, exceptions, failed requests and foreign requests."""

    def record(allowed: bool, problem: str) -> None:
        if not allowed:
            wrong.append(f"{page.url}: {problem}")

    page.set_default_timeout(60_000)  # generous, because the machine may be busy
    page.on("console", lambda message: record(message.type not in ("error", "warning"), message.text))
    page.on("pageerror", lambda error: record(False, str(error)))
    aborted = "net::ERR_ABORTED"  # requests still pending when the page is left
    page.on("requestfailed", lambda request: record(request.failure == aborted, f"cannot have {request.url}"))
    page.on("request", lambda request: record(request.url.startswith((*site, "data:")), f"asks for {request.url}"))


def too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def tab_to(page: Any, wanted: str, most: int = 200) -> None:
    """Press Tab until an element that matches the selector has the focus; check that its outline is visible."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("where => document.activeElement.matches(where)", wanted):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    pytest.fail(f"Tab does not lead to {wanted}")


def part(name: str) -> str:
    return f"[data-part={name}]"


def reached(page: Any) -> int:
    return int(page.text_content(part("reached")).split()[0])


ALL_IN_VIEW = ".explorer .tree { height: auto; max-height: none }"


def show(page: Any, moves: tuple[int, ...], depth: int, walk: str = "window", step: int = 0) -> None:
    """Open the explorer at a position, depth, walk and step, by the hash of a link."""
    page.evaluate(
        "hash => { location.hash = hash; }",
        f"position={','.join(map(str, moves))}&depth={depth}&walk={walk}&step={step}",
    )
    page.wait_for_function("explorerData && document.querySelector('[data-part=play]').textContent === 'Play'")
    page.wait_for_function("step => document.querySelector('[data-part=step]').value == step", arg=step)
