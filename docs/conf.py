"""How Sphinx builds these pages: offline, warnings are errors (CONTRIBUTING has the command)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "fpgames"
author = "the fpgames developers"
project_copyright = ""

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "picture",
    "explore",
]
exclude_patterns = ["_build", "_ext", "explore"]
html_theme = "furo"
html_title = "fpgames"
html_static_path = ["_static"]
html_css_files = ["fpgames.css"]
html_show_copyright = False
html_copy_source = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
# Names of others, and type variables, have no page here; a name of ours that leads nowhere is an error.
nitpick_ignore_regex = [(r"py:.*", r"(?!fpgames\.).*|fpgames\.(\w+\.)+[A-Z](_\w+)?")]
