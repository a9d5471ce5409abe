"""Write files so that a failure names the file and leaves the old one as it was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copymode


@contextmanager
def add_path_to_errors(path: Path) -> Iterator[None]:
    """Within a block, add the path to each ``OSError`` that does not name a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and not isinstance(error, BrokenPipeError):
            error.filename = str(path)
        raise


def replace_file(path: Path, text: str) -> None:
    """Write a text to a file. If the file exists, replace it only after the whole text is written."""
    if path.exists() and not path.is_file():  # a device or a pipe
        path.write_text(text, encoding="utf-8")
        return
    target = path.resolve()  # a symbolic link is kept
    new = target.with_name(f".{os.getpid()}-{target.name}"[:200])
    try:
        with add_path_to_errors(path):
            new.write_text(text, encoding="utf-8")
        with suppress(FileNotFoundError):
            copymode(target, new)
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
