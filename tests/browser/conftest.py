"""Browser fixtures: one Chromium for all tests, driven by Playwright (the extra `browser`); skipped if missing."""

from __future__ import annotations

import os
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

import pytest

from tests.support.browser import record_problems
from tests.support.interpreter import LIVE, call
from tests.support.source import DOCS


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """The browser; closed when this folder is done, for its event loop would be in the way of others'."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (the extra browser)")
    found = next(
        filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))),
        None,
    )
    if found is None:
        pytest.skip("there is no Chromium on the path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, ignore_default_args=["--hide-scrollbars"])
        yield browser
        browser.close()


def require_sphinx() -> None:
    missing = [name for name in ("sphinx", "myst_parser", "furo", "sphinx_design") if find_spec(name) is None]
    if missing:
        pytest.skip(f"the docs cannot be built: no {', '.join(missing)} (the extra docs)")


@pytest.fixture(scope="package")
def built(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as HTML, built already where `BUILT_DOCS` says so; built only where there is a browser."""
    if already := os.environ.get("BUILT_DOCS"):
        return Path(already)
    require_sphinx()
    target = tmp_path_factory.mktemp("docs")
    options = ["-q", "-j", "auto", "-d", f"{target}/doctrees"]
    subprocess.run([sys.executable, "-m", "sphinx", *options, str(DOCS), f"{target}/html"], check=True)
    return target / "html"


@pytest.fixture(scope="package")
def built_live(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with an interpreter: those of `BUILT_DOCS`, if they have one."""
    already = Path(os.environ.get("BUILT_DOCS", ""))
    if (already / "_static/live/packages.zip").exists():
        return already
    require_sphinx()
    if shutil.which("npm") is None:
        pytest.skip("the interpreter cannot be fetched: no npm")
    target = tmp_path_factory.mktemp("site") / "fpgames"
    subprocess.run([sys.executable, str(DOCS / "live/build.py"), str(target)], check=True)
    return target


class Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # which a browser asks for by itself
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *given: Any) -> None:
        pass


def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="package")
def origin(built: Path) -> Iterator[str]:
    yield from served(built)


@pytest.fixture(scope="package")
def site(built_live: Path) -> Iterator[str]:
    """The address of the pages with an interpreter, under a path as those of a site."""
    for address in served(built_live.parent):
        yield f"{address}/{built_live.name}/"


@pytest.fixture
def window(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a window of its own; at the end, nothing may have gone wrong in any of them."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_it(
        width: int = 1280, height: int = 900, site: tuple[str, ...] = ("file:",), live: bool = False, **wishes: Any
    ) -> Any:
        contexts.append(chromium.new_context(viewport={"width": width, "height": height}, **wishes))
        page = contexts[-1].new_page()
        record_problems(page, wrong, site)
        if not live:  # pages built with an interpreter are as those without
            page.route("**/_static/live/*.js*", lambda asked: asked.fulfill(body="", content_type="text/javascript"))
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def opened(window: Callable[..., Any], built: Path) -> Callable[..., Any]:
    def open_it(width: int = 1280, link: str = "", path: str = "explore.html", before: str = "", **wishes: Any) -> Any:
        page = window(width, **wishes)
        page.add_init_script(before)
        page.goto((built / path).as_uri() + link)
        return page

    return open_it


@pytest.fixture
def opened_with_python(window: Callable[..., Any], origin: str) -> Callable[..., Any]:
    """Opens a page that calls Python, for which this process stands in."""

    def open_it(
        path: str, link: str = "", width: int = 1280, live: bool = True, before: str = "", **wishes: Any
    ) -> Any:
        page = window(width, site=(origin,), **wishes)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        if live:
            page.expose_function("callPython", call)
            page.add_init_script(LIVE + before)
        page.goto(f"{origin}/{path}{link}")
        return page

    return open_it
