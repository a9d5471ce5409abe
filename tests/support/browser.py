"""What tests of pages in a browser share."""

from __future__ import annotations

from typing import Any

import pytest


def watch(page: Any, wrong: list[str], site: tuple[str, ...] = ("file:",)) -> None:
    """Writes down what a page must not do: complain, fail, or ask for what is not of its site."""

    def noted(wanted: bool, what: str) -> None:
        if not wanted:
            wrong.append(f"{page.url}: {what}")

    page.set_default_timeout(60_000)  # a busy machine is no failure
    page.on("console", lambda said: noted(said.type not in ("error", "warning"), said.text))
    page.on("pageerror", lambda error: noted(False, str(error)))
    aborted = "net::ERR_ABORTED"  # as what a page still asks for when it is left
    page.on("requestfailed", lambda asked: noted(asked.failure == aborted, f"cannot have {asked.url}"))
    page.on("request", lambda asked: noted(asked.url.startswith((*site, "data:")), f"asks for {asked.url}"))


def too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def tab_to(page: Any, wanted: str, most: int = 200) -> None:
    """Press Tab until the focus is where it is wanted, and is seen there."""
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
    """Goes where a link leads."""
    page.evaluate(
        "hash => { location.hash = hash; }",
        f"position={','.join(map(str, moves))}&depth={depth}&walk={walk}&step={step}",
    )
    page.wait_for_function("explorerData && document.querySelector('[data-part=play]').textContent === 'Play'")
    page.wait_for_function("step => document.querySelector('[data-part=step]').value == step", arg=step)
