"""Read the parts of a page: sources of pictures, checks and answers of exercises, and listings in Haskell or C++.

They stand in a file ``NAME.parts.py`` beside ``NAME.md``. A line ``# %% kind: title`` begins each part, for example
``# %% picture: The empty board.``, where the title is the caption, or ``# %% wrong: Stop the line``, where it is the
title of the exercise. Listings in Haskell or C++ stand in ``NAME.parts.hs`` or ``NAME.parts.cpp``, those of the
tutorial in ``chapters.hs``, where a comment ``part-name`` begins each. Needs only Python.
"""

from __future__ import annotations

import re
from pathlib import Path

_PART = re.compile(r"^# %% (\w+): ([^\n]*)\n(.*?)(?=^# %% |\Z)", re.MULTILINE | re.DOTALL)
_LISTING = re.compile(r"^(?:--|//) part-(\w+)\n(.*?)\n*(?=^(?:--|//) part-)", re.MULTILINE | re.DOTALL)
_LANGUAGES = {"hs": "haskell", "cpp": "cpp"}


def parts_file(page: Path) -> Path:
    """Return the path of the file with the parts of a page, which need not exist."""
    return page.with_suffix(".parts.py")


def parts(page: Path) -> dict[tuple[str, str], list[str]]:
    """Return the code of the parts of a page, by kind and title."""
    path, found = parts_file(page), dict[tuple[str, str], list[str]]()
    for kind, title, code in _PART.findall(path.read_text(encoding="utf-8")) if path.exists() else ():
        found.setdefault((kind, title), []).append(code.strip("\n") + "\n")
    return found


def part(page: Path, kind: str, title: str) -> str:
    """Return the code of one part of a page.

    Raise ValueError unless the file of the page has exactly one part of this kind and title.
    """
    codes = parts(page).get((kind, title), [])
    if len(codes) != 1:
        path = parts_file(page).name
        raise ValueError(f"{path} has {len(codes)} parts '# %% {kind}: {title}'; page {page.name} needs one")
    return codes[0]


def listings_file(page: Path) -> Path:
    """Return the path of the file with the listings of a page."""
    own = (page.with_suffix(f".parts.{suffix}") for suffix in _LANGUAGES)
    return next((path for path in own if path.exists()), page.with_name("chapters.hs"))


def listing(page: Path, name: str) -> tuple[str, str]:
    """Return the code and the language of a listing of a page."""
    path = listings_file(page)
    return dict(_LISTING.findall(path.read_text(encoding="utf-8")))[name], _LANGUAGES[path.suffix[1:]]
