"""The explorer in a browser: its walks, when they play by themselves and when the reader clicks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fpgames_docs import explore

from tests.support.browser import ALL_IN_VIEW, is_too_wide, open_explorer_at, part, shown_step
from tests.support.walks import (
    MOVES,
    WALKERS,
    cutoff_text,
    expected_page,
    leaves_below,
    line_text,
    path_to,
    place_text,
    trees_by_depth,
)

pytestmark = pytest.mark.exhaustive


def test_every_position_is_unpacked_as_it_was_packed_and_each_cut_explained_in_its_numbers(
    opened: Callable[..., Any],
) -> None:
    page = opened()
    told = [f"after {', '.join(map(str, moves))}: " * bool(moves) + words for words, moves in explore.POSITIONS]
    assert page.locator(f"{part('position')} option").all_text_contents() == told
    depths = [f"{depth} ({len(tree['leaves'])} leaves)" for depth, tree in enumerate(trees_by_depth((4, 1, 0, 8)), 1)]
    assert page.locator(f"{part('depth')} option").all_text_contents() == depths
    unpacked = """i => { const at = explorerData.positions[i];
        return JSON.stringify(at.trees.map(it => explorerWalks.unpacked(at, it))); }"""
    for i, moves in enumerate(MOVES):
        wanted = json.loads(json.dumps(trees_by_depth(moves)))
        found = json.loads(page.evaluate(unpacked, i))
        assert [{name: tree[name] for name in wanted[0]} for tree in found] == wanted
    every = """i => explorerData.positions[i].trees.map((_, depth) => {
        const tree = explorerWalks.ready(explorerData.positions[i], depth + 1);
        return Object.fromEntries(Object.entries(tree.walks).map(([name, walk]) =>
            [name, walk.cuts.map(([child]) => explorerWords.why(tree, walk, tree.parent[child]))]));
    })"""
    explained = 0
    for i, moves in enumerate(MOVES):
        for tree, found in zip(trees_by_depth(moves), page.evaluate(every, i), strict=True):
            under = leaves_below(tree)
            for name, walk in tree["walks"].items():
                assert found[name] == [cutoff_text(tree, name, cut, under) for cut in walk["cuts"]]
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


# O moves at one root, and some boards are drawn; X moves at the other, where all three walks differ.
@pytest.mark.parametrize(("moves", "names"), [((0, 4, 8, 2, 6), WALKERS), ((4, 1, 0, 8), ("window",))])
def test_what_stands_on_the_page_at_each_step_is_what_the_library_did(
    opened: Callable[..., Any], moves: tuple[int, ...], names: tuple[str, ...]
) -> None:
    page = opened(link=f"#position={','.join(map(str, moves))}&depth=4&step=1")
    page.add_style_tag(content=ALL_IN_VIEW)
    tree = trees_by_depth(moves)[3]
    under = leaves_below(tree)
    for name in names:
        for step, shown in enumerate(json.loads(page.evaluate(WATCHED, [name, len(tree["leaves"])]))):
            wanted = expected_page(tree, name, step, under)
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
    stopped = shown_step(page)
    assert page.text_content(part("play")) == "Play"
    assert page.text_content(part("status")).startswith(f"Step {stopped}. ")
    page.wait_for_timeout(400)
    assert shown_step(page) == stopped
    open_explorer_at(page, (4, 1, 0, 8), 4)
    places = page.evaluate("""() => [...Array(103).keys()].map(() => {
        document.querySelector("[data-part=forward]").click();
        return document.querySelector("[data-part=scroll]").getBoundingClientRect().top;
    })""")
    assert len(set(places[4:])) == 1  # the tree stays where it is, once the line of play is as long as it gets


def test_it_plays_to_the_end_and_pauses(opened: Callable[..., Any]) -> None:
    page = opened()
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Pause'")  # it plays by itself
    page.click(part("play"))  # and is paused by this button, too
    page.wait_for_timeout(250)
    paused = shown_step(page)
    page.wait_for_timeout(400)
    assert shown_step(page) == paused
    page.select_option(part("position"), "0")
    page.fill(part("speed"), "40")
    page.click(part("play"))
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert page.text_content(part("reached")) == "6 of 6"
    page.click(part("play"))  # from the beginning
    page.wait_for_function("document.querySelector('[data-part=play]').textContent === 'Play'")
    assert page.text_content(part("reached")) == "6 of 6"


def test_in_an_article_it_plays_when_it_comes_into_view(opened: Callable[..., Any]) -> None:
    page = opened(path="articles/3-alpha-beta.html", link="#the-maximiser")
    page.wait_for_timeout(400)
    assert page.text_content(part("reached")) == "0 of 289"
    page.locator(part("step")).scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('[data-part=step]').value > 1")
    assert page.url.endswith("#the-maximiser")  # the link is the reader's until the explorer is used
    assert page.input_value(part("depth")) == "4"
    page.click(part("forward"))
    page.wait_for_function("location.hash.startsWith('#position=4,0,2&depth=4&walk=window&step=')")


def test_who_wants_less_motion_sees_the_middle_of_the_walk(opened: Callable[..., Any]) -> None:
    page = opened(reduced_motion="reduce")
    page.wait_for_timeout(400)
    half = len(trees_by_depth((4, 1, 0, 8))[3]["walks"]["window"]["order"]) // 2
    assert shown_step(page) == half > 5
    assert page.is_visible(part("still"))
    page.click(part("forward"))
    assert shown_step(page) == half + 1
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
    tree = trees_by_depth((0, 4, 8, 2, 6))[3]
    under, order = leaves_below(tree), tree["walks"][name]["order"]
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
            else f"After {line_text(tree, node)}"
            if node
            else "The root"
        )
        seen = [order.index(leaf) + 1 for leaf in leaves if leaf in order]
        if seen:
            assert step == seen[0]
            assert "Cut off" not in said
            assert (f"first entered at step {step};" in said) == (node not in tree["leaves"])
        else:
            left = next(n for n in reversed(path_to(tree, node)) if set(under[n]) & set(order))
            assert step == sum(leaf < leaves[0] for leaf in order)
            assert said.startswith(f"Cut off {place_text(tree, left)}. {cutoff_text(tree, name, cuts[left], under)}")
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


@pytest.mark.smoke
def test_a_click_on_a_strip_goes_to_its_leaf(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=4,1,0,8&depth=4&walk=window&step=3")
    tree = trees_by_depth((4, 1, 0, 8))[3]
    for name in WALKERS:
        order = tree["walks"][name]["order"]
        strip = page.locator(f"[data-strip={name}]")
        wide = strip.bounding_box()["width"]
        for leaf in (0, 23, 57, 101):
            strip.click(position={"x": wide * (leaf + 0.5) / 102, "y": 12})
            assert page.is_checked(f"input[value={name}]")
            assert page.text_content(part("heading")) == f"Leaf {leaf + 1} of 102"
            assert shown_step(page) == (
                order.index(leaf) + 1 if leaf in order else sum(earlier < leaf for earlier in order)
            )


def test_the_boards_lead_down_the_tree_and_back_and_to_a_search_from_there(opened: Callable[..., Any]) -> None:
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
    open_explorer_at(page, (), 4, "lists")
    assert page.is_disabled(part("here"))
    cell(4).click()
    page.click(part("here"))
    assert page.input_value(part("position")) == str(MOVES.index((4,)))
    assert page.text_content(part("reached")) == "0 of 1680"
    cell(0).click()
    page.click(part("here"))
    assert page.input_value(part("position")) == str(MOVES.index((4, 0)))
    page.wait_for_function("location.hash.startsWith('#position=4,0&depth=4&walk=lists&step=0')")


def test_the_current_leaf_stays_in_sight_and_little_else_is_drawn(opened: Callable[..., Any]) -> None:
    page = opened(390, link="#position=&depth=4&walk=minimax&step=0")
    assert not is_too_wide(page)
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


def test_a_box_stands_between_its_parent_and_its_leaves_at_any_width(opened: Callable[..., Any]) -> None:
    page = opened(link="#position=4,1,0,8&depth=4&walk=window&step=9")
    page.add_style_tag(content=ALL_IN_VIEW)
    page.click(part("forward"))
    tree = trees_by_depth((4, 1, 0, 8))[3]
    where = """its => its.map(it => it.getBoundingClientRect()).map(
        ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))"""
    boxes, rows, marks = (page.locator(f"{part('tree')} {it}").evaluate_all(where) for it in (".box", ".row", ".mark"))
    for (left, top, _, bottom), parent, leaves in zip(boxes, tree["parent"], leaves_below(tree), strict=True):
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
