"""Configuration of Sphinx. The build needs no network, and warnings are errors (CONTRIBUTING has the command)."""

import gc
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from fpgames.stage import BareStage

gc.set_threshold(100_000, 20, 100)  # collecting garbage less often saves an eighth of the build time
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
            "commands",
            "modules",
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

# The copy button skips prompts. It skips output by its class, because a row of a board may begin with "... ".
copybutton_prompt_text = r">>> |\.\.\. |\.\.\.$"
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .go"
copybutton_copy_empty_lines = False

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False  # each module has a heading of its own
python_maximum_signature_line_length = 200  # counted with full names, of which about half is shown
python_use_unqualified_type_names = True
# Show a bare stage as a function: autodoc takes an object with ``__get__`` for a routine, as functions are.
BareStage.__get__ = lambda stage, instance, owner=None: stage  # type: ignore[attr-defined]
# Types of other packages, type variables and private aliases have no page; other unresolved names are errors.
_other_packages = (
    "typing|collections|returns|numpy|np|pyrsistent|hypothesis|argparse|pathlib|functools|random|enum|fractions"
)
nitpick_ignore_regex = [
    (
        r"py:(class|exc|obj)",
        rf"({_other_packages})\..*|PMap|PVector|Maybe|NullWindowSearch|Variation|[A-Z](_\w+)?|fpgames\.(\w+\.)+(_\w+|[A-Z](_\w+)?|Level)",
    ),
]


def _skip_fields(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Skip the fields of a NamedTuple ("Alias for field number 0"); its parameters document them."""
    return True if type(thing).__name__ == "_tuplegetter" else None


def _keep_colons(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Begin an attribute with a comment: Napoleon takes text before a colon in the first line for a type."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


_BOT = "fpgames.play.playing.Bot"
_TYPE = r"~?[\w.]+(?:\[~?[\w.]+\])?"
# The expanded type alias ``Bot``, which autodoc shows instead of the name.
_EXPANDED_BOT = re.compile(
    rf"~collections\.abc\.Callable\[\[({_TYPE})\], ~fpgames\.state\.action\.State\[~fpgames\.rand\.generators\.Gen, ({_TYPE})\]\]"
)
# The generator type that the body of a ``@do`` function returns; a call of the function returns the State.
_DO_BLOCK = re.compile(r"~?collections\.abc\.Generator\[(.+?), ~?typing\.Any\], ~?typing\.Any, ([^\]]+)\]")


def _mend_signature(app: Sphinx, what: str, name: str, thing: Any, options: Any, parameters: Any, returned: Any) -> Any:
    """Show the State that a ``@do`` function returns, not its generator; and link to ``Bot``, not expand it."""
    if parameters is None:  # not callable, so without a signature
        return None
    if getattr(thing, "_is_protocol", False):  # a protocol is not called
        return "", None
    parameters = re.sub(r"\bBot\[", f"~{_BOT}[", parameters)
    parameters, returned = (_EXPANDED_BOT.sub(rf"~{_BOT}[\1, \2]", types or "") for types in (parameters, returned))
    return parameters, _DO_BLOCK.sub(r"\1, \2]", returned) or None


def _point_to_player(app: Sphinx, page: nodes.document) -> None:
    """Link ``Player`` in overloads, which name no module, to the rules; but Connect Four's record has its own."""
    for reference in page.findall(pending_xref):
        if reference["reftarget"] == "Player" and reference.get("py:module") != "fpgames.games.connect4.record":
            reference["reftarget"] = "fpgames.rules.outcomes.Player"


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to Sphinx."""
    if app.tags.has("live"):
        app.setup_extension("fpgames_docs.live")
    app.connect("autodoc-skip-member", _skip_fields)
    app.connect("autodoc-process-docstring", _keep_colons, priority=400)
    app.connect("autodoc-process-signature", _mend_signature)
    app.connect("doctree-read", _point_to_player)
