"""The built pages in a real browser: Chromium, driven by Playwright (the extra `browser`); skipped where one is missing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.test_explore import DATA

ROOT = Path(__file__).parent.parent
VIEWS = ((390, "light"), (1280, "dark"))  # a colour makes nothing wider: two of the four will do
TITLES = {"minimax": "Minimax", "lists": "Alpha-beta, lists", "window": "Alpha-beta, window"}
WALKERS = tuple(TITLES)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser; closed when this file is done, for its event loop would be in the way of others'."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (the extra browser)")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("there is no Chromium on the path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, ignore_default_args=["--hide-scrollbars"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def built(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as HTML; built only where there is a browser."""
    missing = [name for name in ("sphinx", "myst_parser", "furo", "sphinx_design") if find_spec(name) is None]
    if missing:
        pytest.skip(f"the docs cannot be built: no {', '.join(missing)} (the extra docs)")
    target = tmp_path_factory.mktemp("docs")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-j",
        "auto",
        "-d",
        f"{target}/doctrees",
        f"{ROOT}/docs",
        f"{target}/html",
    ]
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


def too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if value else "0"


def bound(value: float | None) -> str:
    return "none" if value is None else signed(value)


def plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def chain(tree: dict[str, Any], node: int) -> list[int]:
    """The nodes from below the root to a node."""
    return [*chain(tree, tree["parent"][node]), node] if node else []


def last_mover(tree: dict[str, Any], node: int) -> str:
    return "X" if tree["board"][node].count("X") > tree["board"][node].count("O") else "O"


def played(tree: dict[str, Any], node: int) -> str:
    return ", ".join(f"{last_mover(tree, n)} {tree['move'][n]}" for n in chain(tree, node)) or "the root"


def below(tree: dict[str, Any]) -> list[list[int]]:
    """The leaves below each node, counted from 0."""
    found: list[list[int]] = [[] for _ in tree["parent"]]
    for leaf, node in enumerate(tree["leaves"]):
        for number in [0, *chain(tree, node)]:
            found[number].append(leaf)
    return found


class Then(NamedTuple):
    """What a walker has done by a step: the leaves it has examined, those it has passed by, and which it is at."""

    examined: list[int]
    missed: list[int]
    at: int | None
    ended: bool

    def look(self, leaves: list[int]) -> str:
        if set(leaves) & set(self.examined):
            return "seen"
        return "cut" if set(leaves) <= set(self.missed) else "todo"


def then(tree: dict[str, Any], name: str, step: int) -> Then:
    order, count = tree["walks"][name]["order"], len(tree["leaves"])
    examined = order[:step]
    passed = range(count) if step >= len(order) else range(order[step])
    missed = [leaf for leaf in passed if leaf not in order]
    return Then(examined, missed, examined[-1] if examined else None, step >= len(order))


def in_box(tree: dict[str, Any], name: str, node: int, now: Then, leaves: list[int]) -> str:
    """What is written of a node, beside its move."""
    trace, look = tree["trace"], now.look(leaves)
    value, alpha, beta, cut = (trace[key][node] for key in ("value", "alpha", "beta", "cut"))
    if look == "cut":
        letters = {"alpha": "\N{GREEK SMALL LETTER ALPHA}", "beta": "\N{GREEK SMALL LETTER BETA}"}
        return letters[cut] + signed(trace[cut][node]) if name == "window" and cut else "cut"
    if look == "todo" or not set(leaves) <= {*now.examined, *now.missed}:
        return ""
    if name != "window":
        return (
            "?" if any(tree["parent"][n] == node for n in tree["walks"][name]["cuts"]) else signed(tree["value"][node])
        )
    if node not in tree["leaves"] and alpha is not None and value <= alpha:
        return "\N{LESS-THAN OR EQUAL TO}" + signed(value)
    if node not in tree["leaves"] and beta is not None and value >= beta:
        return "\N{GREATER-THAN OR EQUAL TO}" + signed(value)
    return signed(value)


def in_words(tree: dict[str, Any], name: str, now: Then, under: list[list[int]]) -> list[str]:
    """What is said of the leaf that a walker is at."""
    if now.at is None:
        player = {"X": "O", "O": "X"}[last_mover(tree, 0)]
        return [f"p {player} moves at the root; {plural(len(tree['leaves']), 'leaf', 'leaves')} in all."]
    node, trace = tree["leaves"][now.at], tree["trace"]
    cells = tree["board"][node]
    why = "not decided at this depth" if "." in cells else "drawn"
    if node in tree["won"]:
        why = f"{cells[tree['won'][node][0]]} has won"
    arrival = f"p On arrival: alpha {bound(trace['alpha'][node])}, beta {bound(trace['beta'][node])}."
    cuts = []
    for first in tree["walks"][name]["cuts"]:
        parent = tree["parent"][first]
        gone = [leaf for leaf in under[parent] if leaf >= under[first][0]]
        if now.at < gone[0] and gone[0] in now.missed:
            by, who = trace["cut"][first], last_mover(tree, parent)
            reason = f"{who} has a move already that is at least as good"
            if name == "window":
                reason = (
                    f"{signed(trace['value'][parent])} is no better for {who} than {by}, {signed(trace[by][first])}"
                )
            cuts.append(f"li after {played(tree, parent)}: {reason}; {plural(len(gone), 'leaf', 'leaves')} cut off")
    return [
        f"p {played(tree, node)}.",
        f"p Value {signed(tree['value'][node])}: {why}.",
        *([arrival] if name == "window" else []),
        *(["p Then:", *cuts] if cuts else []),
        *([f"p This walk has ended: the root is worth {signed(tree['value'][0])}."] if now.ended else []),
    ]


def in_strip(leaves: list[int], top: int, high: int) -> str:
    """A path around leaves, one rectangle for each run of them."""
    begins = [leaf for leaf in leaves if leaf - 1 not in leaves]
    ends = [leaf + 1 for leaf in leaves if leaf + 1 not in leaves]
    return "".join(f"M{begin} {top}H{end}v{high}H{begin}z" for begin, end in zip(begins, ends, strict=True))


def count_of(tree: dict[str, Any], name: str, now: Then, under: list[list[int]]) -> str:
    cuts = sum(under[first][0] in now.missed for first in tree["walks"][name]["cuts"])
    return (
        f"{len(now.examined)} of {len(tree['leaves'])} examined, {len(now.missed)} cut off, {plural(cuts, 'cut', 'cuts')}"
        + (f"; value {signed(tree['value'][0])}" if now.ended else "")
    )


def what_stands(tree: dict[str, Any], name: str, step: int, under: list[list[int]]) -> dict[str, Any]:
    """All that `WATCHED` reads, from what the library did."""
    count = len(tree["leaves"])
    all_three = {walker: then(tree, walker, step) for walker in WALKERS}
    now = all_three[name]
    node = 0 if now.at is None else tree["leaves"][now.at]
    cells, won, here = tree["board"][node], tree["won"].get(node, []), {0, *chain(tree, node)}
    counts = {walker: count_of(tree, walker, done, under) for walker, done in all_three.items()}
    said = f"{TITLES[name]}: {counts[name]}."
    plays = [last_mover(tree, n) for n in chain(tree, max(range(len(under)), key=lambda n: len(chain(tree, n))))]
    return {
        "reached": [str(step), f"{step} of {count}"],
        "status": f"Step {step}. {said}",
        "label": f"The tree, {plural(count, 'leaf', 'leaves')}. {said}",
        "leaf": "Nothing examined yet" if now.at is None else f"Leaf {now.at + 1} of {count}",
        "said": in_words(tree, name, now, under),
        "board": "The board: " + " / ".join(cells[row : row + 3].replace(".", "-") for row in (0, 3, 6)),
        "cells": [
            [
                "var(--won)" if cell in won else "var(--node)",
                "var(--gold)" if node and cell == tree["move"][node] else "var(--edge)",
            ]
            for cell in range(9)
        ],
        "letters": [
            {"X": ["X", "var(--first)"], "O": ["O", "var(--second)"]}.get(mark, [str(cell), "var(--line)"])
            for cell, mark in enumerate(cells)
        ],
        "boxes": [
            [
                "now" if now.at is not None and n in here else now.look(leaves),
                f"{tree['move'][n] if n else ''} {in_box(tree, name, n, now, leaves)}".strip(),
            ]
            for n, leaves in enumerate(under)
        ],
        "rows": [] if now.at is None else [now.at],
        "marks": [
            "now" if leaf == done.at else done.look([leaf]) for done in all_three.values() for leaf in range(count)
        ],
        "heads": [
            "root",
            *(f"{player} plays" for player in plays),
            *(walker[0].upper() if walker != name else f"*{walker[0].upper()}" for walker in WALKERS),
        ],
        "counts": list(counts.values()),
        "strips": [
            [f"0 0 {count} 10", in_strip(done.examined, 0, 10), in_strip(done.missed, 4, 2)]
            for done in all_three.values()
        ],
        "needles": [
            None if done.at is None or done.ended else round(100 * 100 * (done.at + 0.5) / count)
            for done in all_three.values()
        ],
    }


# Every position and depth, begun and ended by hand: whatever was chosen, what the counters say, and what is too wide.
ENDED = """() => {
    const $ = id => document.getElementById(id), all = document.documentElement;
    const choose = (id, value) => { $(id).value = value; $(id).dispatchEvent(new Event("change")); };
    const counts = () => [...document.querySelectorAll(".counted")].map(it => it.textContent);
    return [...$("position").options].map(position => {
        choose("position", position.value);
        return [position.text, [...$("depth").options].map(depth => {
            choose("depth", depth.value);
            const begun = counts();
            $("end").click();
            return [depth.text, begun, counts(), $("reached").textContent, all.scrollWidth <= all.clientWidth];
        })];
    });
}"""


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_every_position_and_depth_ends_with_the_librarys_counts(
    opened: Callable[..., Any], width: int, scheme: str
) -> None:
    page = opened(width, color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)" if scheme == "light" else "rgb(28, 33, 40)"
    )
    wanted = []
    for position in DATA["positions"]:
        after = f"after {', '.join(map(str, position['moves']))}: " if position["moves"] else ""
        trees = []
        for tree in position["trees"]:
            count, under = len(tree["leaves"]), below(tree)
            begun, ended = (
                [count_of(tree, name, then(tree, name, at), under) for name in WALKERS] for at in (0, count)
            )
            trees.append([f"{tree['depth']} ({count} leaves)", begun, ended, f"{count} of {count}", True])
        wanted.append([after + position["words"], trees])
    assert page.evaluate(ENDED) == wanted


# All that changes with the steps, at each of them: one walker's whole walk in one go, for a call takes longer than a step.
WATCHED = """([name, steps]) => {
    const $ = id => document.getElementById(id), every = (where, what) => [...document.querySelectorAll(where)].map(what);
    const got = (...names) => it => names.map(name => it.getAttribute(name));
    const look = () => ({
        reached: [$("step").value, $("reached").textContent],
        status: $("status").textContent,
        label: document.querySelector("#tree svg").getAttribute("aria-label"),
        leaf: $("leaf").textContent,
        said: every("#said p, #said li", it => it.localName + " " + it.textContent),
        board: document.querySelector("#board svg").getAttribute("aria-label"),
        cells: every("#board rect", got("fill", "stroke")),
        letters: every("#board text", it => [it.textContent, it.getAttribute("fill")]),
        boxes: every("#tree g", it => [it.getAttribute("class"), it.textContent]),
        rows: every("#tree .row", got("class")).flatMap(([look], i) => look === "row now" ? [i] : []),
        marks: every("#tree .mark", it => it.getAttribute("class").replace("mark ", "")),
        heads: every("#heads text", it => (it.getAttribute("class") === "chosen" ? "*" : "") + it.textContent),
        counts: every(".counted", it => it.textContent),
        strips: every(".strip svg", it => [it.getAttribute("viewBox"),
            ...[".seen", ".cut"].map(path => it.querySelector(path).getAttribute("d"))]),
        needles: every(".needle", it => it.hidden ? null : Math.round(100 * parseFloat(it.style.left))),
    });
    $("walker-" + name).click();
    $("reset").click();
    return JSON.stringify(Array.from({ length: steps + 1 }, (_, step) => {
        if (step) $("forward").click();
        return look();
    }));
}"""


# X moves at one root, O at the other; in the first all three walks differ, in the second some boards are drawn.
@pytest.mark.parametrize(("number", "depth"), [(3, 4), (1, 4)])
def test_what_stands_on_the_page_at_each_step_is_what_the_library_did(
    opened: Callable[..., Any], number: int, depth: int
) -> None:
    page = opened()
    page.select_option("#position", str(number))
    page.select_option("#depth", str(depth - 1))
    tree = DATA["positions"][number]["trees"][depth - 1]
    under = below(tree)
    for name in WALKERS:
        for step, shown in enumerate(json.loads(page.evaluate(WATCHED, [name, len(tree["leaves"])]))):
            wanted = what_stands(tree, name, step, under)
            assert {key: shown[key] for key in wanted if shown[key] != wanted[key]} == {
                key: wanted[key] for key in wanted if shown[key] != wanted[key]
            }, f"{name}, step {step}"


def test_it_plays_to_the_end_and_pauses(opened: Callable[..., Any]) -> None:
    page = opened()
    page.wait_for_timeout(250)
    assert page.text_content("#reached").startswith("0 ")  # not by itself
    page.click("#play")
    page.wait_for_function("document.getElementById('step').value > 1")
    assert page.text_content("#status").startswith("Step 0. ")  # silent while it plays
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
                const moves = [...document.querySelectorAll("#tree g.now text")].filter(it => it.textContent);
                const line = moves.map(it => it.getBoundingClientRect()); // in tall boxes, words go along
                return line.length > 2 && [row, ...line].every(
                    it => heads.bottom <= it.top + 1 && it.bottom <= box.bottom + 1);
            }"""
        )


def test_a_box_stands_between_its_parent_and_its_leaves(opened: Callable[..., Any]) -> None:
    page = opened()
    tree = DATA["positions"][DATA["shown"][0]]["trees"][DATA["shown"][1] - 1]
    where = """its => its.map(it => it.getBoundingClientRect()).map(
        ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))"""
    boxes, rows, marks = (page.locator(f"#tree {it}").evaluate_all(where) for it in (".box", ".row", ".mark"))
    for (left, top, _, bottom), parent, leaves in zip(boxes, tree["parent"], below(tree), strict=True):
        assert (top, bottom) == (rows[leaves[0]][1], rows[leaves[-1]][3])
        assert parent < 0 or left == boxes[parent][2]
    count = len(rows)
    assert [upper[3] for upper in rows[:-1]] == [lower[1] for lower in rows[1:]]
    assert all(row[1] < mark[1] < mark[3] < row[3] for row, mark in zip(rows * len(WALKERS), marks, strict=True))
    columns = [{mark[0] for mark in marks[i * count : (i + 1) * count]} for i in range(len(WALKERS))]
    assert [len(column) for column in columns] == [1, 1, 1]
    letters = page.locator("#heads text").evaluate_all(where)[-len(WALKERS) :]
    assert all(abs(letter[0] - left) < 5 for letter, (left,) in zip(letters, columns, strict=True))


def test_another_width_is_drawn_anew_and_loses_nothing(opened: Callable[..., Any]) -> None:
    page = opened(1280)
    page.fill("#step", "20")
    drawn = "its => its.map(it => [it.getAttribute('class'), it.textContent])"
    before = page.locator("#tree g, #tree .mark").evaluate_all(drawn)
    for width in (1280, 800):  # beside the board, and above it
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            """() => {
                const box = document.getElementById("scroll"), wide = document.querySelector("#tree svg").clientWidth;
                return box.scrollWidth === box.clientWidth && box.clientWidth - wide < 5;
            }"""
        )  # all the width that the scrollbar leaves, and no more
        assert page.locator("#tree g, #tree .mark").evaluate_all(drawn) == before


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
    assert page.get_attribute("#board svg", "aria-label").startswith("The board: ")
    assert page.get_attribute("#status", "aria-live") == "polite"
    assert page.text_content("#status").count("20 of 102 examined") == 1  # of the walker that is chosen
    for name, title in TITLES.items():
        assert page.get_by_role("radio", name=title, exact=True).input_value() == name  # whatever the step
        assert page.get_attribute(f"#walker-{name}", "aria-describedby") == f"count-{name}"
        assert page.get_attribute(f"#strip-{name}", "aria-hidden") == "true"


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


def test_every_page_can_be_read(chromium: Any, built: Path) -> None:
    wrong: list[str] = []
    pages = sorted(built.rglob("*.html"))
    assert built / "index.html" in pages
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch(page, wrong)
    for path, views in zip(pages, cycle((VIEWS, VIEWS[::-1])), strict=False):  # there and back: a change takes its time
        page.goto(path.as_uri())
        for width, scheme in views:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            if too_wide(page):
                wrong.append(f"{path.relative_to(built)}: wider than {width}, {scheme}")
        wrong += [f"{path.relative_to(built)}: says nothing: {it}" for it in page.evaluate(SILENT)]
    context.close()
    assert wrong == []
