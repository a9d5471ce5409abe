"""How Sphinx builds these pages: offline, warnings are errors (CONTRIBUTING has the command)."""

import gc
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from fpgames.stage import BareStage

gc.set_threshold(100_000, 20, 100)  # looking for circles of objects seldom takes an eighth of the time away
sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "fpgames"
author = "the fpgames developers"
project_copyright = ""

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "fpgames_docs.listings",
    *(
        f"fpgames_docs.{name}"
        for name in (
            "picture",
            "explorer",
            "licences",
            "playground_page",
            "play_page",
            "tutorial",
            "reference",
            "textbook",
            "pages",
        )
    ),
]
exclude_patterns = ["_build", "_ext", "live", "playground"]
html_theme = "furo"
html_title = "fpgames"
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_css_files = ["fpgames.css"]
html_show_copyright = False
html_copy_source = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Copied is what stands after the prompts: outputs go by their class, because a row of a board may begin with "... ".
copybutton_prompt_text = r">>> |\.\.\. |\.\.\.$"
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .go"
copybutton_copy_empty_lines = False

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False  # every module has its heading
python_maximum_signature_line_length = 200  # of names in full, about half of which is shown
python_use_unqualified_type_names = True
# A bare stage is shown as the function that it is: autodoc takes what has ``__get__``, as functions have, for a routine.
BareStage.__get__ = lambda stage, instance, owner=None: stage  # type: ignore[attr-defined]
# Types of others, and type variables, have no page here; a name of ours that leads nowhere is an error.
_others = "typing|collections|returns|numpy|np|pyrsistent|hypothesis|argparse|pathlib|functools|random|enum"
nitpick_ignore_regex = [
    (
        r"py:(class|exc|obj)",
        rf"({_others})\..*|PMap|PVector|Maybe|[A-Z](_\w+)?|fpgames\.(\w+\.)+(_\w+|[A-Z](_\w+)?|Level)",
    ),
]


def _skip_fields(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Leave out what NamedTuple writes of its fields, "Alias for field number 0"; they are among the parameters."""
    return True if type(thing).__name__ == "_tuplegetter" else None


def _keep_colons(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Napoleon takes what stands before a colon in an attribute's first line for its type: begin with a comment."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


_BOT = "fpgames.play.playing.Bot"
_TYPE = r"~?[\w.]+(?:\[~?[\w.]+\])?"
# What a ``Bot`` is, which autodoc shows in its place.
_SPELT_OUT = re.compile(
    rf"~collections\.abc\.Callable\[\[({_TYPE})\], ~fpgames\.state\.action\.State\[~fpgames\.rand\.generators\.Gen, ({_TYPE})\]\]"
)
# What the body of a ``@do`` function returns; a call of the function returns the State.
_BLOCK = re.compile(r"~?collections\.abc\.Generator\[(.+?), ~?typing\.Any\], ~?typing\.Any, ([^\]]+)\]")


def _mend_signature(app: Sphinx, what: str, name: str, thing: Any, options: Any, given: Any, answered: Any) -> Any:
    """A call of a ``@do`` function is a State, not the generator that its body is; a ``Bot`` is called so, with a link."""
    if given is None:  # what is not called has none
        return None
    if getattr(thing, "_is_protocol", False):  # nor is a protocol
        return "", None
    given = re.sub(r"\bBot\[", f"~{_BOT}[", given)
    given, answered = (_SPELT_OUT.sub(rf"~{_BOT}[\1, \2]", types or "") for types in (given, answered))
    return given, _BLOCK.sub(r"\1, \2]", answered) or None


def _point_to_player(app: Sphinx, page: nodes.document) -> None:
    """Overloads are read as they are written, without a module; and Connect Four has players of its own."""
    for reference in page.findall(pending_xref):
        if reference["reftarget"] == "Player" and reference.get("py:module") != "fpgames.games.connect4.record":
            reference["reftarget"] = "fpgames.rules.outcomes.Player"


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    if app.tags.has("live"):
        app.setup_extension("fpgames_docs.live")
    app.connect("autodoc-skip-member", _skip_fields)
    app.connect("autodoc-process-docstring", _keep_colons, priority=400)
    app.connect("autodoc-process-signature", _mend_signature)
    app.connect("doctree-read", _point_to_player)
