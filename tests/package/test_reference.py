"""The reference is complete: each public name has a docstring with all its parts, and a page that shows it.

The tests read docstrings from the source, without importing modules. Sphinx builds the pages themselves, and reports
broken references as errors.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from doctest import DocTestParser

import pytest
from fpgames_docs.blocks import blocks
from fpgames_docs.modules import expand

from fpgames.cli.command import main
from fpgames.play import COLUMNS
from tests.support.source import (
    DOCS,
    Function,
    Public,
    decorators,
    exported_names,
    home_modules,
    literal_below,
    public_definitions,
    text_of,
)

SECTION = re.compile(r"(Args|Raises):$", re.M)
CODE = re.compile(r"``(.+?)``", re.S)
POINTS_ON = re.compile(r"^ *(See also|Sources?): ", re.M)
SEE_ALSO = re.compile(r"^ *See also: ", re.M)


def methods(public: Public) -> Iterator[Public]:
    """The public methods of a public class, properties among them."""
    if isinstance(public.definition, ast.ClassDef):
        for each in public.definition.body:
            if not isinstance(each, Function) or each.name.startswith("_"):
                continue
            yield Public(f"{public.where}.{each.name}", each, ast.get_docstring(each) or "", public.doc)


def parameters(function: Function) -> list[str]:
    """What is to be given, in order; ``self`` is, and what Hypothesis draws with."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args)]
    makes_stages = {"stage", "tree_stage", "search_stage"}
    if names[:1] in (["self"], ["cls"]) or {"composite", *makes_stages} & decorators(function):
        names = names[1:]
    names += [each.arg for each in (given.vararg,) if each is not None]
    return [*names, *(each.arg for each in given.kwonlyargs), *(each.arg for each in (given.kwarg,) if each)]


def body(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body, but not of functions within it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def raised(function: Function) -> set[str]:
    """The errors that a function's own code is seen to raise; "" is one whose kind is not seen."""
    found = set()
    for node in body(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            name = ast.unparse(node.exc).partition("(")[0]
            found.add(name if name[0].isupper() else "")
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "require_at_least":
            found.add("ValueError")
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "require_moves":
            found.add("GameOver")
    return found


def section(doc: str, title: str) -> list[str]:
    _, _, rest = doc.partition(f"\n{title}:\n")
    found = []
    for line in rest.split("\n"):
        if not line.startswith(" "):
            break
        if entry := re.match(r"    ([\w.]+): \S", line):
            found.append(entry[1])
    return found


def has_notation(doc: str) -> bool:
    """Whether there is code with a space in it, an equation or a type; or code that the first line ends with."""
    said = SECTION.split(doc)[0].partition(">>>")[0]
    return any(" " in code for code in CODE.findall(said)) or bool(re.search(r": .*``[.]$", doc.partition("\n")[0]))


def fields(definition: ast.ClassDef) -> list[str]:
    """What a class is made of: the parameters of its constructor, or the fields of a record."""
    for each in definition.body:
        if isinstance(each, Function) and each.name in ("__init__", "__new__"):
            return parameters(each)
    if "dataclass" in decorators(definition) or {"NamedTuple", "TypedDict"} & {*map(ast.unparse, definition.bases)}:
        return [ast.unparse(each.target) for each in definition.body if isinstance(each, ast.AnnAssign)]
    return []


def is_left_open(function: Function) -> bool:
    """Whether it has no body: a protocol's method, or one that only says it is not implemented."""
    code = [each for each in function.body if literal_below(each) == "" or each is not function.body[0]]
    return ast.unparse(code[0]) == "..." or "NotImplementedError" in ast.unparse(code[0])


def lacking(public: Public) -> Iterator[str]:
    definition, doc = public.definition, public.doc
    first, _, rest = doc.partition("\n")
    if not first.endswith(".") or (rest and not rest.startswith("\n")):
        yield "a first line that ends in a full stop"
    if isinstance(definition, ast.ClassDef):
        if not POINTS_ON.search(doc):
            yield "a See also or a Source"
        if section(doc, "Args") != fields(definition):
            yield f"Args: {', '.join(fields(definition))}"
    if not isinstance(definition, Function) or "property" in decorators(definition):
        return
    if not has_notation(doc):
        yield "an equation or a type"
    if section(doc, "Args") != parameters(definition):
        yield f"Args: {', '.join(parameters(definition))}"
    unsaid = raised(definition) - {*section(doc, "Raises"), *([""] if section(doc, "Raises") else [])}
    if unsaid and not is_left_open(definition):
        yield f"Raises: {', '.join(sorted(unsaid)) or '...'}"
    shown = ">>> " in doc or f"{definition.name}(" in public.within.partition(">>> ")[2]
    if not shown and not is_left_open(definition):
        yield "a doctest"
    if not public.within and not SEE_ALSO.search(doc):
        yield "a See also"


def shown(page: str) -> Iterator[str]:
    """The public names that a page's directives show, each by its home."""
    for kind, target, options in re.findall(r"^\.\. auto(\w+):: ([\w.]+)\n((?:   :.*\n)*)", expand(page), re.M):
        module, _, name = target.rpartition(".")
        if kind != "module":
            yield f"{home_modules(module)[name]}.{name}"
        elif ":members:" in options:
            left_out = re.findall(r":exclude-members: (.*)", options)
            yield from (
                f"{home}.{name}"
                for name, home in home_modules(target).items()
                if name not in ", ".join(left_out).split(", ")
            )


PAGES = {page.name: page for page in (DOCS / "reference").glob("*.md")}


def everything() -> list[Public]:
    return [each for found in public_definitions().values() for one in found for each in (one, *methods(one))]


def test_docstrings_have_their_parts() -> None:
    assert {each.where: lacks for each in everything() if (lacks := [*lacking(each)])} == {}


def test_every_public_name_is_shown_once() -> None:
    public = [each.where for found in public_definitions().values() for each in found]
    assert sorted(name for page in PAGES.values() for name in shown(text_of(page))) == sorted(public)


def test_what_a_module_lends_is_public_where_it_lives() -> None:
    lent = {
        module: {name for name, home in home_modules(module).items() if name not in exported_names(home)}
        for module in public_definitions()
    }
    assert {module: names for module, names in lent.items() if names} == {}


def test_the_index_lists_every_page() -> None:
    index = text_of(PAGES["index.md"])
    assert sorted(re.findall(r"\]\(([\w-]+\.md)\) \| \S", index)) == sorted(PAGES.keys() - {"index.md"})


def test_the_page_of_commands_shows_the_help_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [block.info for block in blocks(text_of(PAGES["command-line.md"])) if "--help" in block.info]
    assert main(["--help"]) == 0
    commands = re.findall(r"(?m)^    (\w+)", capsys.readouterr().out)
    assert sorted(shown) == sorted(f"{{command}} fpgames{' ' * bool(name)}{name} --help" for name in ("", *commands))


def test_all_columns_of_a_match_are_explained() -> None:
    table = text_of(PAGES["command-line.md"]).partition("| column |")[2].partition("\n\n")[0]
    names = [name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)]
    assert names == [*COLUMNS]


def test_a_docstring_without_a_part_is_noticed() -> None:
    whole = next(
        public
        for public in public_definitions()["fpgames.state.loops"]
        if public.where == "fpgames.state.loops.replicate_m"
    )
    for part in ("\n\n", "``replicateM :: Int -> m a -> m [a]``", "    n: ", "ValueError", ">>> ", "See also"):
        assert part in whole.doc
        assert len([*lacking(whole._replace(doc=whole.doc.replace(part, "\n" if part == "\n\n" else "-")))]) >= 1, part
    assert [*lacking(whole)] == []


def taken(code: str) -> set[str]:
    """The names that an example uses and does not define or import itself."""
    tree = ast.parse("".join(example.source for example in DocTestParser().get_examples(code)))
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    own |= {each.name for each in ast.walk(tree) if isinstance(each, Function | ast.ClassDef)}
    own |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    own |= {
        alias.asname or alias.name
        for each in ast.walk(tree)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    }
    return {node.id for node in names} - own - set(dir(builtins))


def test_examples_take_only_what_their_module_exports() -> None:
    """As the index says of them: they run behind ``from MODULE import *``."""
    wrong = {}
    for module, found in public_definitions().items():
        for each in (each for one in found for each in (one, *methods(one)) if ">>>" in each.doc):
            if more := taken(each.doc) - set(exported_names(module)):
                wrong[each.where] = more
    assert wrong == {}
