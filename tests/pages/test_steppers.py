"""Steppers agree with their texts: whatever the text of a step names is new in its picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from fpgames_docs.blocks import last_value
from fpgames_docs.parts import part

from fpgames import Player, alpha_beta, node
from fpgames.draw import steps
from fpgames.draw.excerpt import DrawnNode
from fpgames.draw.trees import picture_of_tree
from fpgames.search import trace
from tests.support.source import PAGES, relative_name, text_of

STEPPER = re.compile(r"^```\{stepper\} (.*)\n((?:(?!```).*\n)*)```\n\n((?:(?:\d+\.|  ) .*\n)*)", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w-])-?\d+\b")
SIGNS = {"≤": "at most", "≥": "at least"}


class Place(NamedTuple):
    moves: tuple[str, ...]
    node: DrawnNode

    @property
    def text(self) -> str:
        return self.node.content.text

    @property
    def known(self) -> bool:
        """Whether the search has a value or a bound of it, or has cut it off."""
        return bool(self.node.content.state != "later" and self.text) or bool(self.node.content.cut)


def places(root: DrawnNode, above: tuple[str, ...] = ()) -> Iterator[Place]:
    moves = (*above, root.content.edge) if root.content.edge else above
    yield Place(moves, root)
    for child in root.children:
        yield from places(child, moves)


def pictures_of(monkeypatch: pytest.MonkeyPatch, draw: Callable[[], object]) -> list[list[Place]]:
    """The nodes of each picture that a function draws."""
    drawn: list[DrawnNode] = []

    def seen(root: DrawnNode, *given: Any, **options: Any) -> Any:
        drawn.append(root)
        return picture_of_tree(root, *given, **options)

    with monkeypatch.context() as patched:
        patched.setattr(steps, "picture_of_tree", seen)
        draw()
    return [[*places(root)] for root in drawn]


def numbers(words: str) -> set[str]:
    return {*NUMBER.findall(words)}


def out_of_step(said: str, before: list[Place], now: list[Place]) -> Iterator[str]:
    """Yield in which ways the text of a step differs from what is new in its picture."""
    pairs = [*zip(before, now, strict=True)]
    found = [place for place in now if place.node.content.state == "now"]
    bounds = [place for was, place in pairs if place.known and place.text != was.text and place not in found]
    cut = [place for was, place in pairs if place.node.content.cut and not was.node.content.cut]
    if not found:
        yield "nothing is new"
    for place in [*found, *bounds]:
        word = place.text.lstrip("≤≥").split()[-1].rstrip("s")  # such as -1, or win of "X wins"
        if word not in (numbers(said) if NUMBER.fullmatch(word) else said):
            yield f"it does not name {place.text} after {place.moves}"
    for was, place in pairs:
        sign = place.text[:1] if place.known else ""
        if sign in SIGNS and place.text != was.text and SIGNS[sign] not in said:
            yield f"it does not say {SIGNS[sign]} of {place.text}"
    for place in found:
        if place.moves and not {*place.moves} & numbers(said) and len({p.moves[:1] for p in found}) > 1:
            yield f"it names no move of {place.moves}"
    may_be_named = {number for place in now if place.known for number in numbers(place.text.lstrip("≤≥"))}
    may_be_named |= {move for place in now if place in found or place.node.content.expected for move in place.moves}
    if numbers(said) - may_be_named:
        yield f"it names {numbers(said) - may_be_named}, which the picture does not show as new or known"
    if bool(re.search(r"\bcut\b", said)) != bool(cut):
        yield f"cut off are {[place.text for place in cut]}"


def test_what_is_out_of_step_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    small = node("", [node("", map(node, leaves)) for leaves in ([3, 7], [2, 9])], player=Player.FIRST)
    before, now = pictures_of(monkeypatch, lambda: steps.trace_svgs(small | trace(alpha_beta), moments=[4, 5]))
    assert [*out_of_step("X has 3, and this pair is worth at most 2: the 9 is cut off.", before, now)] == []
    for said, wrong in {
        "X has 3, and this pair is worth 2: the 9 is cut off.": [],  # the sign was there before
        "This is at most 2.": ["cut off are ['9']"],
        "The 9 is cut off.": ["it does not name ≤2 after ()"],
        "It is 2, not 4: cut.": ["it names {'4'}, which the picture does not show as new or known"],
    }.items():
        assert [*out_of_step(said, before, now)] == wrong
    still = pictures_of(monkeypatch, lambda: steps.trace_svgs(small | trace(alpha_beta), moments=[0, 0]))
    assert [*out_of_step("Nothing.", *still)] == ["nothing is new"]


def steppers() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the steppers of all pages: page, code, and the texts of its steps."""
    for page in PAGES:
        for caption, code, follows in STEPPER.findall(text_of(page)):
            items = re.split(r"^\d+\. ", follows, flags=re.MULTILINE)[1:]
            yield (
                relative_name(page),
                code or part(page, "stepper", caption),
                [" ".join(item.split()) for item in items],
            )


def test_every_step_names_what_is_new_in_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    number, wrong = 0, []
    for page, code, texts in steppers():
        pictures = pictures_of(monkeypatch, partial(last_value, code))
        assert len(pictures) == len(texts), f"{page}: each picture has its text: {texts}"
        assert {place.node.content.state for place in pictures[0]} == {"later"}, page
        expected = [any(place.node.content.expected for place in picture) for picture in pictures]
        assert expected == [False] * (len(texts) - 1) + [True], f"{page}: the best play is known in the end"
        for n, said in enumerate(texts[1:], 1):
            wrong += [f"{page}, step {n + 1}: {it}: {said}" for it in out_of_step(said, pictures[n - 1], pictures[n])]
        number += 1
    assert wrong == []
    assert number == sum(text_of(page).count("\n```{stepper}") for page in PAGES) >= 5
