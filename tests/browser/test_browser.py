"""The built pages in a real browser: Chromium, driven by Playwright (the extra `browser`); skipped where one is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from doctest import DocTestParser
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.pages.test_explore import DATA, WALKS, chain, explore, lines_on
from tests.package.test_reference import PUBLIC

ROOT = Path(__file__).parents[2]
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
    """The documentation as HTML, built already where `BUILT_DOCS` says so; built only where there is a browser."""
    if already := os.environ.get("BUILT_DOCS"):
        return Path(already)
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
    """Opens a page, the explorer's, in a window of its own; at the end, nothing may have gone wrong in any of them."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_it(width: int = 1280, link: str = "", path: str = "explore.html", before: str = "", **wishes: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 900}, **wishes)
        contexts.append(context)
        context.add_init_script(before)
        page = context.new_page()
        watch(page, wrong)
        page.goto((built / path).as_uri() + link)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert wrong == []


def watch(page: Any, wrong: list[str], site: tuple[str, ...] = ("file:",)) -> None:
    """Writes down what a page must not do: complain, fail, or ask for what is not of its site."""

    def noted(wanted: bool, what: str) -> None:
        if not wanted:
            wrong.append(f"{page.url}: {what}")

    page.set_default_timeout(10_000)
    page.on("console", lambda said: noted(said.type not in ("error", "warning"), said.text))
    page.on("pageerror", lambda error: noted(False, str(error)))
    aborted = "net::ERR_ABORTED"  # as what a page still asks for when it is left
    page.on("requestfailed", lambda asked: noted(asked.failure == aborted, f"cannot have {asked.url}"))
    page.on("request", lambda asked: noted(asked.url.startswith((*site, "data:")), f"asks for {asked.url}"))


def too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def part(name: str) -> str:
    return f"[data-part={name}]"


def reached(page: Any) -> int:
    return int(page.text_content(part("reached")).split()[0])


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if value else "0"


def bound(value: float | None) -> str:
    return "none" if value is None else signed(value)


def plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def last_mover(tree: dict[str, Any], node: int) -> str:
    return "X" if tree["board"][node].count("X") > tree["board"][node].count("O") else "O"


def moved(tree: dict[str, Any], node: int) -> str:
    return f"{last_mover(tree, node)}{tree['move'][node]}"


def played(tree: dict[str, Any], node: int) -> str:
    return ", ".join(moved(tree, n) for n in chain(tree, node)[1:])


def after(tree: dict[str, Any], node: int) -> str:
    return f"after {played(tree, node)}" if node else "at the root"


def below(tree: dict[str, Any]) -> list[list[int]]:
    """The leaves below each node, counted from 0."""
    found: list[list[int]] = [[] for _ in tree["parent"]]
    for leaf, node in enumerate(tree["leaves"]):
        for number in chain(tree, node):
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
    missed = sorted(set(passed) - set(order))
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
        left = any(tree["parent"][first] == node for first, _ in tree["walks"][name]["cuts"])
        return "?" if left else signed(tree["value"][node])
    if node not in tree["leaves"] and alpha is not None and value <= alpha:
        return "\N{LESS-THAN OR EQUAL TO}" + signed(value)
    if node not in tree["leaves"] and beta is not None and value >= beta:
        return "\N{GREATER-THAN OR EQUAL TO}" + signed(value)
    return signed(value)


def why(tree: dict[str, Any], name: str, cut: tuple[int, int], under: list[list[int]]) -> str:
    """Why a position was left early: in words, what `test_why_something_was_cut_off` says of the numbers."""
    first, source = cut
    left = tree["parent"][first]
    siblings = [n for n, parent in enumerate(tree["parent"]) if parent == left]
    reply, rest = siblings[siblings.index(first) - 1], siblings[siblings.index(first) :]
    chooser, chose_at = last_mover(tree, left), tree["parent"][source]
    best, found = tree["value"][source], (tree["trace"] if name == "window" else tree)["value"][reply]
    window = f" ({'alpha' if chooser == 'X' else 'beta'} = {signed(best)})" if name == "window" else ""
    least = "at most" if chooser == "X" else "at least"
    avoids = "choose it" if chose_at == tree["parent"][left] else "let the game come here"
    leaves = plural(sum(len(under[n]) for n in rest), "leaf", "leaves")
    others = f"reply ({leaves}) was" if len(rest) == 1 else f"{len(rest)} replies ({leaves}) were"
    return (
        f"{chooser} already has a move worth {signed(best)}: {moved(tree, source)} {after(tree, chose_at)}{window}. "
        f"After {'XO'[chooser == 'X']}\N{RIGHT SINGLE QUOTATION MARK}s reply {moved(tree, reply)} this position is worth "
        f"{least} {signed(found)}, so {chooser} will not {avoids}: its other {others} not examined."
    )


def in_words(tree: dict[str, Any], name: str, now: Then, under: list[list[int]]) -> list[str]:
    """What is said of the leaf that a walker is at."""
    trace = tree["trace"]
    node = 0 if now.at is None else tree["leaves"][now.at]
    cells = tree["board"][node]
    if now.at is None:
        player = {"X": "O", "O": "X"}[last_mover(tree, 0)]
        first = (
            f"{player} moves here; not entered before step 1; {plural(len(tree['leaves']), 'leaf', 'leaves')} below."
        )
    else:
        reason = "not decided at this depth" if "." in cells else "drawn"
        if lines_on(cells):
            reason = f"{last_mover(tree, node)} has won"
        first = f"{played(tree, node)}. Value {signed(tree['value'][node])}: {reason}."
    arrival = f"On arrival: alpha {bound(trace['alpha'][node])}, beta {bound(trace['beta'][node])}."
    cuts = [
        f"Then, {after(tree, tree['parent'][cut[0]])}: {why(tree, name, cut, under)}"
        for cut in tree["walks"][name]["cuts"]
        if now.at is not None and now.at < under[cut[0]][0] and under[cut[0]][0] in now.missed
    ]
    return [
        first,
        *([arrival] if name == "window" else []),
        *cuts,
        *([f"This walk has ended: the root is worth {signed(tree['value'][0])}."] if now.ended else []),
    ]


def in_strip(leaves: list[int], top: int, high: int) -> str:
    """A path around leaves, one rectangle for each run of them."""
    begins = [leaf for leaf in leaves if leaf - 1 not in leaves]
    ends = [leaf + 1 for leaf in leaves if leaf + 1 not in leaves]
    return "".join(f"M{begin} {top}H{end}v{high}H{begin}z" for begin, end in zip(begins, ends, strict=True))


def count_of(tree: dict[str, Any], name: str, now: Then, under: list[list[int]]) -> str:
    missed = set(now.missed)
    cuts = sum(under[first][0] in missed for first, _ in tree["walks"][name]["cuts"])
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
    cells, here = tree["board"][node], chain(tree, node)
    won = lines_on(cells)
    counts = {walker: count_of(tree, walker, done, under) for walker, done in all_three.items()}
    said = f"{TITLES[name]}: {counts[name]}."
    heading = "Nothing examined yet" if now.at is None else f"Leaf {now.at + 1} of {count}"
    plays = [last_mover(tree, n) for n in chain(tree, max(range(len(under)), key=lambda n: len(chain(tree, n))))[1:]]
    in_line = {tree["move"][n] for n in here}
    states = {tree["move"][n]: now.look(under[n]) for n, parent in enumerate(tree["parent"]) if parent == node}
    said_of = {"seen": "examined", "cut": "cut off", "todo": "not reached"}
    leads = {cell: f", {moved(tree, node).translate(OTHER)[0]}{cell}, {said_of[look]}" for cell, look in states.items()}
    return {
        "reached": [str(step), f"{step} of {count}"],
        "status": f"Step {step}. {said} {heading}.",
        "label": f"The tree, {plural(count, 'leaf', 'leaves')}. {said}",
        "heading": heading,
        "said": in_words(tree, name, now, under),
        "board": f"The board {after(tree, node)}: "
        + " / ".join(cells[row : row + 3].replace(".", "-") for row in (0, 3, 6)),
        "cells": [
            [
                str(cell) if mark == "." else mark,
                f"cell {cell}: {'empty' if mark == '.' else mark}"
                + (leads.get(cell, "") if mark == "." else ", take it back" if cell in in_line else ""),
                sorted(
                    {f"mark-{mark}", *["last"] * (cell == tree["move"][node]), *["won"] * (cell in won)}
                    | ({states[cell]} if cell in states else set())
                ),
            ]
            for cell, mark in enumerate(cells)
        ],
        "path": [[moved(tree, n) if n else "root", "".join(tree["board"][n].split(".")), n == node] for n in here],
        "boxes": [
            [
                "now" if now.at is not None and n in here else now.look(leaves),
                moved(tree, n) if n else "",
                in_box(tree, name, n, now, leaves),
                "".join(tree["board"][n].split(".")) if len(leaves) > 2 else "",
            ]
            for n, leaves in enumerate(under)
        ],
        "rows": [] if now.at is None else [now.at],
        "marks": [
            "now" if leaf == done.at else done.look([leaf]) for leaf in range(count) for done in all_three.values()
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


OTHER = str.maketrans("XO", "OX")

# Every position and depth, begun and ended by hand: whatever was chosen, what the counters say, and what is too wide.
ENDED = """() => {
    const $ = name => document.querySelector(`[data-part=${name}]`), all = document.documentElement;
    const choose = (name, value) => { $(name).value = value; $(name).dispatchEvent(new Event("change")); };
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


@pytest.mark.parametrize("width", [390, 1280])
def test_every_position_and_depth_ends_with_the_librarys_counts(opened: Callable[..., Any], width: int) -> None:
    page = opened(width)
    wanted = []
    for position in DATA["positions"]:
        moves = ", ".join(map(str, position["moves"]))
        trees = []
        for depth, tree in enumerate(WALKS[position["moves"]], 1):
            count, under = len(tree["leaves"]), below(tree)
            begun, ended = (
                [count_of(tree, name, then(tree, name, at), under) for name in WALKERS] for at in (0, count)
            )
            trees.append([f"{depth} ({count} leaves)", begun, ended, f"{count} of {count}", True])
        wanted.append([f"after {moves}: {position['words']}" if moves else position["words"], trees])
    assert page.evaluate(ENDED) == wanted


def test_the_page_unpacks_what_was_packed(opened: Callable[..., Any]) -> None:
    page = opened()
    unpacked = (
        "i => { const at = explorerData.positions[i]; return at.trees.map(it => explorerWalks.unpacked(at, it)); }"
    )
    for i, moves in enumerate(WALKS):
        wanted = json.loads(json.dumps(WALKS[moves]))
        found = page.evaluate(unpacked, i)
        assert [{name: tree[name] for name in wanted[0]} for tree in found] == wanted


def test_every_cut_of_every_tree_is_explained_in_its_numbers(opened: Callable[..., Any]) -> None:
    page = opened()
    every = """i => explorerData.positions[i].trees.map((_, depth) => {
        const tree = explorerWalks.ready(explorerData.positions[i], depth + 1);
        return Object.fromEntries(Object.entries(tree.walks).map(([name, walk]) =>
            [name, walk.cuts.map(([child]) => explorerWords.why(tree, walk, tree.parent[child]))]));
    })"""
    explained = 0
    for i, moves in enumerate(WALKS):
        for tree, found in zip(WALKS[moves], page.evaluate(every, i), strict=True):
            under = below(tree)
            for name, walk in tree["walks"].items():
                assert found[name] == [why(tree, name, cut, under) for cut in walk["cuts"]]
                explained += len(found[name])
    assert explained > 1000


# All that changes with the steps, at each of them: one walker's whole walk in one go, for a call takes longer than a step.
WATCHED = """([name, steps]) => {
    const $ = name => document.querySelector(`[data-part=${name}]`);
    const every = (where, what) => [...document.querySelectorAll(where)].map(what);
    const letters = it => [...it.querySelectorAll(".small-board text")].map(it => it.textContent).join("");
    const own = (it, part) => it.querySelector(`:scope > text.${part}`).textContent;
    const look = () => ({
        reached: [$("step").value, $("reached").textContent],
        status: $("status").textContent,
        label: $("tree").firstChild.getAttribute("aria-label"),
        heading: $("heading").textContent,
        said: every("[data-part=said] p", it => it.textContent),
        board: $("board").getAttribute("aria-label"),
        cells: every("[data-part=board] button",
            it => [it.textContent, it.getAttribute("aria-label"), [...it.classList].sort()]),
        path: every("[data-part=path] button",
            it => [it.lastChild.textContent, letters(it), it.hasAttribute("aria-current")]),
        boxes: every("[data-part=tree] g[data-node]",
            it => [it.getAttribute("class"), own(it, "move"), own(it, "worth"), letters(it)]),
        rows: every(".row", it => it.getAttribute("class")).flatMap((look, i) => look === "row now" ? [i] : []),
        marks: every(".mark", it => it.getAttribute("class").replace("mark ", "")),
        heads: every("[data-part=heads] text",
            it => (it.getAttribute("class") === "chosen" ? "*" : "") + it.textContent),
        counts: every(".counted", it => it.textContent),
        strips: every(".strip svg", it => [it.getAttribute("viewBox"),
            ...[".seen", ".cut"].map(path => it.querySelector(path).getAttribute("d"))]),
        needles: every(".needle", it => it.hidden ? null : Math.round(100 * parseFloat(it.style.left))),
    });
    document.querySelector(`input[value=${name}]`).click();
    $("reset").click();
    return JSON.stringify(Array.from({ length: steps + 1 }, (_, step) => {
        if (step) $("forward").click();
        return look();
    }));
}"""

ALL_IN_VIEW = ".explorer .tree { height: auto; max-height: none }"


def show(page: Any, moves: tuple[int, ...], depth: int, walk: str = "window", step: int = 0) -> None:
    """Goes where a link leads."""
    page.evaluate(
        "hash => { location.hash = hash; }",
        f"position={','.join(map(str, moves))}&depth={depth}&walk={walk}&step={step}",
    )
    page.wait_for_function("explorerData && document.querySelector('[data-part=play]').textContent === 'Play'")
    page.wait_for_function("step => document.querySelector('[data-part=step]').value == step", arg=step)


# X moves at one root, O at the other; in the first all three walks differ, in the second some boards are drawn.
@pytest.mark.parametrize(("moves", "depth"), [((4, 1, 0, 8), 4), ((0, 4, 8, 2, 6), 4)])
def test_what_stands_on_the_page_at_each_step_is_what_the_library_did(
    opened: Callable[..., Any], moves: tuple[int, ...], depth: int
) -> None:
    page = opened(link=f"#position={','.join(map(str, moves))}&depth={depth}&step=1")
    page.add_style_tag(content=ALL_IN_VIEW)
    tree = WALKS[moves][depth - 1]
    under = below(tree)
    for name in WALKERS:
        for step, shown in enumerate(json.loads(page.evaluate(WATCHED, [name, len(tree["leaves"])]))):
            wanted = what_stands(tree, name, step, under)
            assert {key: shown[key] for key in wanted if shown[key] != wanted[key]} == {
                key: wanted[key] for key in wanted if shown[key] != wanted[key]
            }, f"{name}, step {step}"


@pytest.mark.parametrize("width", [390, 1280])
def test_it_plays_when_opened_until_it_is_touched(opened: Callable[..., Any], width: int) -> None:
    page = opened(width)
    page.wait_for_function("document.querySelector('[data-part=step]').value > 1")
    assert page.text_content(part("play")) == "Pause"
    assert page.text_content(part("status")).startswith("Step 0. ")  # silent while it plays
    assert "#" not in page.url
    page.locator(part("heading")).click()
    stopped = reached(page)
    assert page.text_content(part("play")) == "Play"
    assert page.text_content(part("status")).startswith(f"Step {stopped}. ")
    page.wait_for_timeout(400)
    assert reached(page) == stopped


def test_it_plays_to_the_end_and_pauses(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click(part("play"))  # what plays by itself is paused by this button, too
    page.wait_for_timeout(250)
    paused = reached(page)
    page.wait_for_timeout(400)
    assert reached(page) == paused
    page.select_option(part("position"), "0")
    page.fill(part("speed"), "40")
    page.click(part("play"))
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert page.text_content(part("reached")) == "6 of 6"
    page.click(part("play"))  # from the beginning
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert page.text_content(part("reached")) == "6 of 6"


def test_in_an_article_it_plays_when_it_comes_into_view(opened: Callable[..., Any]) -> None:
    page = opened(path="articles/3-alpha-beta.html", link="#the-code")
    page.wait_for_timeout(400)
    assert page.text_content(part("reached")) == "0 of 289"
    page.locator(part("step")).scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('[data-part=step]').value > 1")
    assert page.url.endswith("#the-code")  # the link is the reader's until the explorer is used
    assert page.input_value(part("depth")) == "4"
    page.click(part("forward"))
    page.wait_for_function("location.hash.startsWith('#position=4,0,2&depth=4&walk=window&step=')")


def test_who_wants_less_motion_sees_the_middle_of_the_walk(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    page.wait_for_timeout(400)
    half = len(WALKS[4, 1, 0, 8][3]["walks"]["window"]["order"]) // 2
    assert reached(page) == half > 5
    assert page.is_visible(part("still"))
    page.click(part("forward"))
    assert reached(page) == half + 1
    page.click(part("play"))
    page.wait_for_function(f"document.querySelector('[data-part=step]').value > {half + 2}")
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function("document.querySelector('[data-part=still]').hidden")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")


# Where each node leads in each walk: to the step at which it is first entered, or to the one after which it is cut off.
CLICKED = """([where, count]) => Array.from({ length: count }, (_, i) => {
    document.querySelectorAll(where)[i].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const text = name => document.querySelector(`[data-part=${name}]`).textContent;
    return [Number(document.querySelector("[data-part=step]").value), text("heading"), text("said"),
        document.querySelector("input[name=walker]:checked").value];
})"""


@pytest.mark.parametrize("name", WALKERS)
def test_a_click_on_the_tree_goes_to_the_node_or_says_why_it_was_cut_off(opened: Callable[..., Any], name: str) -> None:
    page = opened(link=f"#position=0,4,8,2,6&depth=4&walk={name}&step=0")
    page.add_style_tag(content=ALL_IN_VIEW)
    tree = WALKS[0, 4, 8, 2, 6][3]
    under, order = below(tree), tree["walks"][name]["order"]
    over = {first: tree["parent"][first] for first, _ in tree["walks"][name]["cuts"]}
    cuts = {tree["parent"][cut[0]]: cut for cut in tree["walks"][name]["cuts"]}
    found = page.evaluate(CLICKED, [f"{part('tree')} g[data-node]", len(under)])
    assert over or name == "minimax"
    for node, (step, heading, said, walk) in enumerate(found):
        leaves = under[node]
        assert walk == name
        assert heading == (
            f"Leaf {leaves[0] + 1} of 18"
            if node in tree["leaves"]
            else f"After {played(tree, node)}"
            if node
            else "The root"
        )
        seen = [order.index(leaf) + 1 for leaf in leaves if leaf in order]
        if seen:
            assert step == seen[0]
            assert "Cut off" not in said
            assert (f"first entered at step {step};" in said) == (node not in tree["leaves"])
        else:
            left = next(n for n in reversed(chain(tree, node)) if set(under[n]) & set(order))
            assert step == sum(leaf < leaves[0] for leaf in order)
            assert said.startswith(f"Cut off {after(tree, left)}. {why(tree, name, cuts[left], under)}")
    marks = page.evaluate(CLICKED, [".mark", 3 * len(tree["leaves"])])
    assert [walk for *_, walk in marks] == [*WALKERS] * len(tree["leaves"])
    assert [heading for _, heading, *_ in marks] == [f"Leaf {1 + i // 3} of 18" for i in range(len(marks))]
    rows = page.evaluate(CLICKED, [".row", len(tree["leaves"])])
    assert [heading for _, heading, *_ in rows] == [f"Leaf {1 + i} of 18" for i in range(len(rows))]


def test_what_is_clicked_while_it_plays_is_what_is_shown(opened: Callable[..., Any]) -> None:
    page = opened()
    page.locator(part("scroll")).evaluate("it => it.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.wait_for_function("document.querySelector('[data-part=step]').value > 2")
    box = page.locator(part("scroll")).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    page.wait_for_timeout(400)  # longer than a step
    page.mouse.up()
    assert page.text_content(part("heading")) == "The root"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_tree_stays_where_it_is_while_it_plays(opened: Callable[..., Any], width: int) -> None:
    page = opened(width, link="#position=4,1,0,8&depth=4&walk=window&step=0")
    places = page.evaluate("""() => [...Array(103).keys()].map(() => {
        document.querySelector("[data-part=forward]").click();
        return document.querySelector("[data-part=scroll]").getBoundingClientRect().top;
    })""")
    assert len(set(places[4:])) == 1  # once the line of play is as long as it gets


def test_a_click_on_a_strip_goes_to_its_leaf(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=4,1,0,8&depth=4&walk=window&step=3")
    tree = WALKS[4, 1, 0, 8][3]
    for name in WALKERS:
        order = tree["walks"][name]["order"]
        strip = page.locator(f"[data-strip={name}]")
        wide = strip.bounding_box()["width"]
        for leaf in (0, 23, 57, 101):
            strip.click(position={"x": wide * (leaf + 0.5) / 102, "y": 12})
            assert page.is_checked(f"input[value={name}]")
            assert page.text_content(part("heading")) == f"Leaf {leaf + 1} of 102"
            assert reached(page) == (
                order.index(leaf) + 1 if leaf in order else sum(earlier < leaf for earlier in order)
            )


def test_the_boards_lead_down_the_tree_and_back(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=4,1,0,8&depth=4&walk=minimax&step=0")

    def cell(number: int) -> Any:
        return page.locator(f"{part('board')} button").nth(number)

    line: list[int] = []
    for move in (5, 2, 6, 7):
        cell(move).click()
        line.append(move)
        names = page.locator(f"{part('path')} button").evaluate_all("its => its.map(it => it.lastChild.textContent)")
        assert names == ["root", *("XO"[i % 2] + str(move) for i, move in enumerate(line))]
        page.wait_for_function(f"location.hash.endsWith('&at={','.join(map(str, line))}')")
    for number in (3, 4):  # no deeper; and what stood at the root
        assert cell(number).get_attribute("aria-disabled") == "true"
        cell(number).click(force=True)
    assert page.locator(f"{part('path')} li").count() == 5
    page.locator(f"{part('path')} button").nth(2).click()
    page.wait_for_function("location.hash.endsWith('&at=5,2')")
    cell(2).click()  # takes the move back
    page.wait_for_function("location.hash.endsWith('&at=5')")
    page.click(part("forward"))  # the walk goes on from there
    page.wait_for_function("!location.hash.includes('at=')")


def test_another_position_is_searched_from_where_one_is(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=&depth=4&walk=lists&step=0")
    assert page.is_disabled(part("here"))
    page.locator(f"{part('board')} button").nth(4).click()
    page.click(part("here"))
    assert page.input_value(part("position")) == str([*WALKS].index((4,)))
    assert page.text_content(part("reached")) == "0 of 1680"
    page.locator(f"{part('board')} button").nth(0).click()
    page.click(part("here"))
    assert page.input_value(part("position")) == str([*WALKS].index((4, 0)))
    page.wait_for_function("location.hash.startsWith('#position=4,0&depth=4&walk=lists&step=0')")


def test_the_current_leaf_stays_in_sight_and_little_else_is_drawn(opened: Callable[..., Any]) -> None:
    page = opened(390, link="#position=&depth=4&walk=minimax&step=0")
    for step in (1, 100, 300, 3024, 250):
        page.fill(part("step"), str(step))
        assert page.evaluate(
            """() => {
                const row = document.querySelector(".row.now").getBoundingClientRect();
                const box = document.querySelector("[data-part=scroll]").getBoundingClientRect();
                const heads = document.querySelector("[data-part=heads]").getBoundingClientRect();
                const line = [...document.querySelectorAll("[data-part=tree] g.now .move")].filter(it => it.textContent);
                return line.length === 4 && [row, ...line.map(it => it.getBoundingClientRect())].every(
                    it => heads.bottom <= it.top + 1 && it.bottom <= box.bottom + 1);
            }"""
        )  # in tall boxes, words go along
        assert page.locator(f"{part('tree')} rect").count() < 1000
    page.evaluate("document.querySelector('[data-part=scroll]').scrollTop = 30000")
    page.wait_for_function("document.querySelector('.mark:last-of-type').dataset.node > 1000")


def test_a_box_stands_between_its_parent_and_its_leaves(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=4,1,0,8&depth=4&walk=window&step=9")
    page.add_style_tag(content=ALL_IN_VIEW)
    page.click(part("forward"))
    tree = WALKS[4, 1, 0, 8][3]
    where = """its => its.map(it => it.getBoundingClientRect()).map(
        ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))"""
    boxes, rows, marks = (page.locator(f"{part('tree')} {it}").evaluate_all(where) for it in (".box", ".row", ".mark"))
    for (left, top, _, bottom), parent, leaves in zip(boxes, tree["parent"], below(tree), strict=True):
        assert (top, bottom) == (rows[leaves[0]][1], rows[leaves[-1]][3])
        assert parent < 0 or left == boxes[parent][2]
    count = len(rows)
    assert [upper[3] for upper in rows[:-1]] == [lower[1] for lower in rows[1:]]
    in_rows = [marks[3 * i + j] for j in range(3) for i in range(count)]
    assert all(row[1] < mark[1] < mark[3] < row[3] for row, mark in zip(rows * 3, in_rows, strict=True))
    columns = [{mark[0] for mark in marks[i::3]} for i in range(3)]
    assert [len(column) for column in columns] == [1, 1, 1]
    letters = page.locator(f"{part('heads')} text").evaluate_all(where)[-3:]
    assert all(abs(letter[0] - left) < 5 for letter, (left,) in zip(letters, columns, strict=True))
    moves, worths = (page.locator(f"{part('tree')} .{it}").evaluate_all(where) for it in ("move", "worth"))
    for box, move, worth in zip(boxes, moves, worths, strict=True):  # the move on the left, the value on the right
        assert box[0] <= move[0] <= move[2] <= max(move[2], worth[0]) <= worth[2] <= box[2] or worth[2] == worth[0]


def test_another_width_is_drawn_anew_and_loses_nothing(opened: Callable[..., Any]) -> None:
    page = opened(1280, link="#position=4,1,0,8&depth=4&walk=window&step=20")
    drawn = "its => its.map(it => [it.getAttribute('class'), it.textContent])"
    before = page.locator(".mark").evaluate_all(drawn)
    for width in (1280, 600, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            """() => {
                const box = document.querySelector("[data-part=scroll]");
                const wide = document.querySelector("[data-part=tree] svg").clientWidth;
                return box.scrollWidth === box.clientWidth && box.clientWidth - wide < 10;
            }"""
        )  # all the width that the scrollbar leaves, and no more
        assert page.locator(".mark").evaluate_all(drawn) == before


def test_by_keyboard_alone(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")

    def tab_to(wanted: str, where: str = "[data-part=NAME]") -> None:
        selector = where.replace("NAME", wanted)
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("where => document.activeElement.matches(where)", selector):
                assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
                return
        pytest.fail(f"Tab does not lead to {wanted}")

    tab_to("position")
    page.keyboard.press("ArrowUp")
    assert page.input_value(part("position")) == "2"
    tab_to("depth")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.text_content(part("reached")) == "0 of 17"
    tab_to("speed")
    page.keyboard.press("End")
    assert page.text_content(part("pace")) == "40 a second"
    assert reached(page) == 0
    tab_to("forward")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")  # on a button, as always
    assert reached(page) == 2
    page.keyboard.press("ArrowLeft")
    assert reached(page) == 1
    page.keyboard.press("End")
    assert reached(page) == 17
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert reached(page) == 1
    tab_to("step")
    page.keyboard.press("ArrowRight")
    assert reached(page) == 2
    tab_to("window", "input[value=NAME]")
    page.keyboard.press("ArrowUp")
    assert page.is_checked("input[value=lists]")
    tab_to("6", "[data-part=board] [data-cell='NAME']")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert page.text_content(part("heading")) == "After X6"
    tab_to("root", "[data-part=path] button")
    page.keyboard.press("Enter")
    assert page.text_content(part("heading")) == "The root"
    tab_to("scroll")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert reached(page) == 17
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert reached(page) < 17


def test_keys_go_on_after_a_click(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click(part("reset"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert reached(page) == 2
    page.click(f"{part('path')} button >> nth=1")
    page.keyboard.press("End")
    assert reached(page) == 102
    page.click(part("reset"))
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('[data-part=step]').value > 2")
    page.keyboard.press("Space")
    assert page.text_content(part("play")) == "Play"
    assert page.evaluate("scrollY") == 0  # the page has not moved
    page.keyboard.press("Control+ArrowRight")
    page.click("h1")
    stopped = reached(page)
    page.keyboard.press("ArrowRight")
    assert reached(page) == stopped  # outside, keys are the page's


LINKED = {"position": "4,0", "depth": "5", "walk": "lists", "step": "40", "at": "3,5"}


def linked(**changed: str) -> str:
    return "#" + "&".join(f"{name}={value}" for name, value in {**LINKED, **changed}.items())


def test_a_link_shows_what_it_was_copied_from(opened: Callable[..., Any]) -> None:
    first = opened(reduced_motion="reduce")
    first.select_option(part("position"), str([*WALKS].index((4, 0))))
    first.select_option(part("depth"), "5")
    first.check("input[value=lists]")
    first.fill(part("step"), "39")
    first.press(part("step"), "ArrowRight")
    first.wait_for_function("location.hash === '#position=4,0&depth=5&walk=lists&step=40'")
    for _ in (3, 5):
        first.locator(f"{part('path')} button").nth(0).click()
    first.locator(f"{part('board')} button").nth(3).click()
    first.locator(f"{part('board')} button").nth(5).click()
    first.wait_for_function("location.hash.endsWith('&at=3,5')")
    second = opened(link="#" + first.url.partition("#")[2])
    second.wait_for_timeout(400)  # it does not play
    for name in ("reached", "heading", "said", "path", "heads"):
        assert second.text_content(part(name)) == first.text_content(part(name))
    for name in ("position", "depth", "step"):
        assert second.input_value(part(name)) == first.input_value(part(name))
    assert second.is_checked("input[value=lists]")
    assert second.is_hidden(part("message"))
    same = opened(link="#position=0,4,8&depth=2")  # as are those that lead to the same board
    show(same, (8, 4, 0), 2, "window", 3)
    assert same.input_value(part("position")) == str([*WALKS].index((0, 4, 8)))


@pytest.mark.parametrize(
    ("wrong", "words", "left"),
    [
        ({"depth": "12"}, "the depth is from 1 to 5, not \u201c12\u201d", {"depth": "5"}),
        ({"depth": "0"}, "the depth is from 1 to 5, not \u201c0\u201d", {"depth": "5"}),
        ({"step": "2047"}, "the step is from 0 to 2046, not \u201c2047\u201d", {"step": "0"}),
        ({"step": "-1"}, "the step is from 0 to 2046, not \u201c-1\u201d", {"step": "0"}),
        ({"step": "1e2"}, "the step is from 0 to 2046, not \u201c1e2\u201d", {"step": "0"}),
        ({"walk": "<b>"}, "the walk is minimax, lists, window, not \u201c<b>\u201d", {"walk": "window"}),
        ({"at": "3,3"}, "no moves \u201c3,3\u201d lead through this tree", {}),
    ],
)
def test_a_wrong_link_says_so_and_shows_the_rest(
    opened: Callable[..., Any], wrong: dict[str, str], words: str, left: dict[str, str]
) -> None:
    page = opened(link=linked(**wrong))
    page.wait_for_function("!document.querySelector('[data-part=message]').hidden")
    assert page.text_content(part("message")) == f"Not all of this link can be shown: {words}."
    right = {**LINKED, **left}
    assert page.input_value(part("position")) == str([*WALKS].index((4, 0)))
    assert page.input_value(part("depth")) == right["depth"]
    assert page.input_value(part("step")) == right["step"]
    assert page.is_checked(f"input[value={right['walk']}]")


@pytest.mark.parametrize("moves", ["4,4", "9", "x", "4,1,2"])
def test_a_link_to_a_position_that_is_not_recorded_says_so(opened: Callable[..., Any], moves: str) -> None:
    page = opened(link=linked(position=moves))
    page.wait_for_function("!document.querySelector('[data-part=message]').hidden")
    assert page.text_content(part("message")).startswith("This link cannot be shown: Only recorded positions")
    assert page.input_value(part("position")) == str([*WALKS].index((4, 1, 0, 8)))


def test_the_link_can_change_while_the_page_is_open(opened: Callable[..., Any]) -> None:
    page = opened()
    show(page, (4, 0), 5, "lists", 40)
    assert page.text_content(part("reached")) == "40 of 2046"
    page.evaluate("location.hash = '#three-searches-in-one-tree'")
    page.wait_for_timeout(100)
    assert page.text_content(part("reached")) == "40 of 2046"  # an anchor is no link of the explorer


def setup(page: Any, *cells: int) -> None:
    page.click("summary >> text=A position of your own")
    for cell in cells:
        page.locator(f"{part('setup')} button").nth(cell).click(force=True)


def test_a_position_of_ones_own_is_set_up_by_clicks(opened: Callable[..., Any]) -> None:
    page = opened()
    setup(page, 0, 4, 4, 8)  # the second click on 4 finds it taken
    assert page.input_value(part("moves")) == "0, 4, 8"
    marks = page.locator(f"{part('setup')} button").all_text_contents()
    assert "".join(marks) == "X123O567X"
    assert page.locator(f"{part('setup')} button").nth(4).get_attribute("aria-label") == "cell 4: O"
    page.click(part("takeback"))
    assert page.input_value(part("moves")) == "0, 4"
    page.fill(part("moves"), "3")
    page.keyboard.press("Enter")  # recorded, so it is there at once, in this build, too
    assert page.input_value(part("position")) == str([*WALKS].index((3,)))
    page.fill(part("moves"), "4, 1, 2")
    page.click(part("search"))
    assert page.text_content(part("message")) == (
        "Only recorded positions can be shown here. Others are computed by the library itself, in pages that are built "
        "with an interpreter for the browser: CONTRIBUTING.md says how."
    )
    assert page.input_value(part("position")) == str([*WALKS].index((3,)))


# In place of the interpreter in the browser: the same function, called out here; from "1, 0" it does not come back.
LIVE = """window.live = { Interpreter: class {
    async call(name, given) {
        this.onprogress("the library is loading", 0.5);
        if (given === "1, 0") return new Promise((_, fails) => { this.fails = fails; });
        const { value, error } = await window.called(name, given);
        if (error) throw Object.assign(new Error(error[1]), { name: error[0] });
        return value;
    }
    stop() { this.fails(Object.assign(new Error("ended"), { name: "Stopped" })); }
} };"""


def test_with_an_interpreter_any_position_is_searched(opened: Callable[..., Any]) -> None:
    asked: list[str] = []

    def called(name: str, given: str) -> dict[str, Any]:
        asked.append(given)
        assert name == "explore.own"
        try:
            return {"value": json.loads(json.dumps(explore.own(given)))}
        except ValueError as error:
            return {"error": [type(error).__name__, str(error)]}

    page = opened(before=LIVE, reduced_motion="reduce")
    page.expose_function("called", called)
    show(page, (1, 5, 2, 6), 4, "lists", 12)
    tree = explore.trees((1, 5, 2, 6))[3]
    counts = [count_of(tree, name, then(tree, name, 12), below(tree)) for name in WALKERS]
    assert page.locator(".counted").all_text_contents() == counts
    listed = page.locator(f"{part('position')} option").all_text_contents()
    assert listed[-1] == "after 1, 5, 2, 6: a position of your own"
    setup(page)
    page.fill(part("moves"), "4 4")
    page.click(part("search"))
    page.wait_for_selector(part("message"))
    assert page.text_content(part("message")) == "illegal move 4; legal moves: 0 1 2 3 5 6 7 8"
    assert page.text_content(part("reached")).startswith("12 of ")  # what was shown stays
    page.fill(part("moves"), "2, 6, 1, 5")  # the same board: it is not searched again
    page.click(part("search"))
    page.wait_for_function("document.querySelector('[data-part=reached]').textContent.startsWith('0 of ')")
    assert page.is_hidden(part("message"))
    page.locator(f"{part('board')} button").nth(3).click()
    page.click(part("here"))
    page.wait_for_function("document.querySelector('[data-part=position]').value == 18")
    assert asked == ["1,5,2,6", "4 4", "1, 5, 2, 6, 3"]
    page.fill(part("moves"), "1, 0")
    page.click(part("search"))
    page.wait_for_selector(part("stop"))
    assert page.text_content(part("progress")) == "the library is loading"
    page.click(part("stop"))
    page.wait_for_selector(part("message"))
    assert page.text_content(part("message")) == "Stopped."
    assert page.is_hidden(part("stop"))
    assert page.text_content(part("progress")) == ""


LATE = """window.late = []; window.live = { Interpreter: class {
    call(name, given) { return new Promise((found, fails) => { window.late.push({ given, found, fails }); }); }
    stop() { for (const { fails } of window.late) fails(Object.assign(new Error("ended"), { name: "Stopped" })); }
} };"""
OWN, OTHER_OWN = (4, 0, 2, 5, 3), (1, 5, 2, 6)


def answered(page: Any, number: int, moves: tuple[int, ...]) -> None:
    """The interpreter's answer to one of the calls; the page has done with it when this returns."""
    found = json.loads(json.dumps(explore.own(",".join(map(str, moves)))))
    page.evaluate("([i, value]) => { window.late[i].found(value); }", [number, found])
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")


def shown_position(page: Any) -> list[str]:
    """The moves of the position chosen, and of the one that is drawn."""
    chosen = page.evaluate("document.querySelector('[data-part=position]').selectedOptions[0].textContent")
    drawn = page.evaluate("document.querySelector('[data-part=board]').getAttribute('aria-label')")
    return [chosen.partition(":")[0], drawn.partition(": ")[2]]


def link_to(page: Any, moves: tuple[int, ...], rest: str = "") -> None:
    page.evaluate("link => { location.hash = link; }", f"position={','.join(map(str, moves))}{rest}")
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")


@pytest.mark.parametrize("then", ["recorded", "computed", "chosen", "typed", "wrong"])
@pytest.mark.parametrize("first", ["link", "form"])
def test_of_two_positions_the_one_asked_for_last_is_shown(opened: Callable[..., Any], first: str, then: str) -> None:
    page = opened(before=LATE, reduced_motion="reduce")
    if first == "link":
        link_to(page, OWN)
    else:
        setup(page)
        page.fill(part("moves"), ",".join(map(str, OWN)))
        page.click(part("search"))
    page.wait_for_function("window.late.length === 1")
    last: tuple[int, ...] = OTHER_OWN if then == "computed" else next(moves for moves in WALKS if len(moves) == 3)
    if then in ("recorded", "computed"):
        link_to(page, last, "&depth=2&walk=lists&step=1")
    elif then == "chosen":
        page.select_option(part("position"), str([*WALKS].index(last)))
    elif then == "typed":
        page.evaluate("it => { document.querySelector('[data-part=moves]').value = it; }", ",".join(map(str, last)))
        page.evaluate("document.querySelector('[data-part=form]').requestSubmit()")
    else:
        link_to(page, last, "&depth=99")
    assert page.is_visible(part("stop"))
    answered(page, 0, OWN)
    assert page.is_visible(part("stop")) == (then == "computed")
    assert (page.text_content(part("progress")) != "") == (then == "computed")
    if then == "computed":
        answered(page, 1, OTHER_OWN)
    if first == "link" and then in ("recorded", "computed"):
        assert page.url.endswith(f"position={','.join(map(str, last))}&depth=2&walk=lists&step=1")
    cells = explore.own(",".join(map(str, last)))["board"].replace(".", "-")
    drawn = " / ".join(cells[row : row + 3] for row in (0, 3, 6))
    if then in ("recorded", "computed"):
        page.click(part("reset"))  # to the root
    assert shown_position(page) == [f"after {', '.join(map(str, last))}", drawn]
    assert page.is_hidden(part("stop"))
    assert page.is_visible(part("message")) == (then == "wrong")
    listed = page.locator(f"{part('position')} option").all_text_contents()
    assert any(text.startswith("after 4, 0, 2, 5, 3:") for text in listed)  # it is kept, to be chosen


@pytest.mark.parametrize("then", ["recorded", "computed"])
def test_a_late_refusal_is_not_said(opened: Callable[..., Any], then: str) -> None:
    page = opened(before=LATE, reduced_motion="reduce")
    link_to(page, OWN)
    link_to(page, (4,) if then == "recorded" else OTHER_OWN)
    page.evaluate("() => { window.late[0].fails(new Error('refused')); }")
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    assert page.is_hidden(part("message"))
    assert page.is_visible(part("stop")) == (then == "computed")
    if then == "computed":
        page.click(part("stop"))
        page.wait_for_selector(part("message"))
        assert page.text_content(part("message")) == "This link cannot be shown: ended"


def test_it_follows_the_themes_own_switch(opened: Callable[..., Any]) -> None:
    page = opened(color_scheme="light", reduced_motion="reduce")
    colours = """() => ["[data-part=play]", ".transport", ".tree .box", ".tree .worth"].map(where => {
        const style = getComputedStyle(document.querySelector(where));
        return style.backgroundColor + style.color + style.fill;
    })"""
    chosen = {}
    for _ in range(3):
        page.click(".theme-toggle >> visible=true")
        chosen[page.evaluate("document.body.dataset.theme")] = page.evaluate(colours)
        paper = page.evaluate("getComputedStyle(document.querySelector('.transport')).backgroundColor")
        assert paper == page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert chosen["light"] == chosen["auto"]
    assert all(light != dark for light, dark in zip(chosen["light"], chosen["dark"], strict=True))
    while page.evaluate("document.body.dataset.theme") != "auto":
        page.click(".theme-toggle >> visible=true")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colours) == chosen["dark"]


def test_a_finger_finds_what_it_touches(opened: Callable[..., Any]) -> None:
    page = opened(390, has_touch=True, is_mobile=True, link="#position=4,1,0,8&depth=4&walk=window&step=5")
    page.click("summary >> text=A position of your own")
    for control in page.locator(
        ".explorer button, .explorer select, .explorer summary, .explorer input[type=text]"
    ).all():
        if control.is_visible():
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 44, control.evaluate("it => it.outerHTML")
    page.tap(part("forward"))
    assert reached(page) == 6
    page.locator("[data-strip=minimax]").tap()
    assert page.is_checked("input[value=minimax]")
    page.tap(part("reset"))
    page.locator(f"{part('board')} button").nth(3).tap()
    assert page.text_content(part("heading")) == "After X3"
    page.locator(f"{part('tree')} g[data-node]").nth(1).tap()
    assert page.text_content(part("heading")) == "After X2"


def test_what_is_seen_is_also_said(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    page.fill(part("step"), "20")
    for control in page.locator(".explorer select, .explorer input").all():
        assert control.evaluate("it => it.labels.length") == 1
    assert "20 of 102 examined" in page.get_attribute(f"{part('tree')} svg", "aria-label")
    assert page.get_attribute(part("board"), "aria-label").startswith("The board after ")
    assert page.get_attribute(part("status"), "aria-live") == "polite"
    assert page.text_content(part("status")).count("20 of 102 examined") == 1  # of the walker that is chosen
    for name, title in TITLES.items():
        assert page.get_by_role("radio", name=title, exact=True).input_value() == name  # whatever the step
        assert page.get_attribute(f"input[value={name}]", "aria-describedby") == f"explorer-count-{name}"
        assert page.get_attribute(f"[data-strip={name}] svg", "aria-hidden") == "true"
    for name in ("Reset", "Back", "Play", "Forward", "End", "Search from here", "the root"):
        assert page.get_by_role("button", name=name, exact=True).is_visible()
    for name in ("Position", "Depth"):
        assert page.get_by_role("combobox", name=name, exact=True).is_visible()
    assert page.get_by_role("slider").count() == 2
    assert page.get_by_role("group", name="The explorer: three searches in one tree").count() == 1
    assert page.get_by_role("region", name="The tree; scrolls").get_attribute("tabindex") == "0"


def test_who_comes_back_finds_controls_that_say_what_is_shown(opened: Callable[..., Any]) -> None:
    page = opened()
    page.select_option(part("position"), "6")
    page.select_option(part("depth"), "2")
    page.check("input[value=minimax]")
    page.fill(part("speed"), "31")
    page.fill(part("step"), "9")
    page.wait_for_function("location.hash.endsWith('step=9')")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_function("document.querySelector('[data-part=reached]').textContent")
    page.wait_for_timeout(100)  # a browser puts back what it remembers after the scripts have run
    assert page.text_content(part("reached")) == f"9 of {len(WALKS[4, 0][1]['leaves'])}"
    assert (page.input_value(part("position")), page.input_value(part("depth"))) == ("6", "2")
    assert page.text_content(part("pace")) == f"{page.input_value(part('speed'))} a second"
    assert page.text_content(f"{part('heads')} .chosen") == "M"


def test_the_pages_lead_to_it_and_its_old_address_too(opened: Callable[..., Any], built: Path) -> None:
    page = opened(path="index.html")
    page.click("article >> text=the explorer")
    assert page.url.endswith("/explore.html")
    assert "Three searches in one tree" in page.text_content("h1")
    assert page.locator(".sidebar-tree a.current").text_content() == "The explorer"
    page.goto((built / "explore" / "index.html").as_uri())
    page.wait_for_url("**/explore.html")


def test_copied_is_the_code_without_what_it_prints(opened: Callable[..., Any]) -> None:
    """A row of a board such as ``...  678`` begins like a line that continues one."""
    page = opened(path="articles/2-lazy-trees.html", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".copybtn", state="attached")
    blocks = page.locator(".highlight-pycon").all()
    shown = [block.locator("pre").text_content() for block in blocks]
    copied = []
    for block in blocks:
        block.locator(".copybtn").dispatch_event("click")
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    assert any("\n...  678\n" in text for text in shown)
    assert any("\n\n" in text for text in copied), "an empty line ends a function, as the interpreter wants it"
    codes = ["".join(example.source for example in DocTestParser().get_examples(text)) for text in shown]
    assert [re.findall(".+", text) for text in copied] == [re.findall(".+", code) for code in codes]


def test_its_scripts_are_on_its_pages_and_on_no_other(built: Path) -> None:
    loading = {
        str(path.relative_to(built)) for path in built.rglob("*.html") if "explorer-data.js" in path.read_text("utf-8")
    }
    assert loading == {"explore.html", "articles/3-alpha-beta.html"}


# The blocks whose last line is empty, those that are wider than their column, and the names in the tables.
BANDS = "() => [...document.querySelectorAll('pre')].map(it => it.textContent).filter(it => it.endsWith('\\n\\n'))"
SCROLLING = """() => [...document.querySelectorAll('article pre')]
    .filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"""
NAMES = "() => [...document.querySelectorAll('table.names td:first-child:not(.module) a')].map(it => it.hash.slice(1))"


def test_every_page_is_described_and_its_code_has_no_empty_bands_and_fits(chromium: Any, built: Path) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    for path in sorted({*built.rglob("*.html")} - {built / "explore" / "index.html"}):
        page.goto(path.as_uri())
        words = page.get_attribute("meta[name=description]", "content")
        assert 5 <= len(words) <= 160, path.name
        assert page.evaluate(BANDS) == [], path.name
        assert page.evaluate(SCROLLING) == [], path.name
    page.close()


def test_each_page_of_the_reference_begins_with_a_table_of_its_names(chromium: Any, built: Path) -> None:
    page, found = chromium.new_page(), []
    for path in sorted((built / "reference").glob("*.html")):
        page.goto(path.as_uri())
        found += page.evaluate(NAMES)
        targets = page.evaluate("() => [...document.querySelectorAll('dl.py > dt[id]')].map(it => it.id)")
        assert set(page.evaluate(NAMES)) <= set(targets)
    last = [where.rpartition(".")[2] for where in found]  # names of `testing` are shown as its own
    assert sorted(last) == sorted(each.where.rpartition(".")[2] for each in PUBLIC)
    page.goto((built / "reference" / "index.html").as_uri())
    for target in ("py-modindex.html", "genindex.html"):
        assert page.locator(f"article a[href='../{target}']").count() == 1
    page.goto((built / "reference" / "playing.html").as_uri())
    mentioned = (
        "() => [...document.querySelectorAll('dt[id=\"fpgames.play.bots.bot_mc\"] a')].map(it => it.textContent)"
    )
    assert "Bot" in page.evaluate(mentioned)
    page.close()


SILENT = """() => [
    ...[...document.images].filter(it => !it.alt.trim() && !it.closest("[aria-hidden=true]")),
    ...[...document.querySelectorAll("svg[role=img], svg.fpgames")].filter(it =>
        !(it.getAttribute("aria-label") ?? "").trim() || it.getAttribute("role") !== "img"),
].map(it => it.outerHTML.slice(0, 80))"""


def test_every_page_can_be_read(chromium: Any, built: Path) -> None:
    wrong: list[str] = []
    pages = sorted({*built.rglob("*.html")} - {built / "explore" / "index.html"})  # which leads to another at once
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
