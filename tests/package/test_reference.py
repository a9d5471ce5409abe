"""The reference is whole: what is public has a docstring with all its parts, and a page that shows it.

Docstrings are read from the source, so that no module has to be imported for it. The pages themselves are built by
Sphinx, to which a name of ours that leads nowhere is an error.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from doctest import DocTestParser
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import pytest

from fpgames.cli.command import main
from fpgames.play import COLUMNS
from tests.package.test_layers import FILES, ROOT

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

SECTION = re.compile(r"(Args|Raises):$", re.M)
CODE = re.compile(r"``(.+?)``", re.S)
POINTS_ON = re.compile(r"^ *(See also|Sources?): ", re.M)
SEE_ALSO = re.compile(r"^ *See also: ", re.M)
RUN_BY_HYPOTHESIS = {"initialize", "invariant", "rule"}


class Public(NamedTuple):
    """Something that a module's ``__all__`` names, or a public method of such a class."""

    where: str
    definition: ast.AST
    doc: str
    within: str = ""  # the docstring of its class


def tree_of(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text())


def exported(tree: ast.Module) -> list[str]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(statement.value)
            return names
    return []


def names_of(statement: ast.stmt) -> list[str]:
    """What a statement at the top of a file gives a name to, imports aside."""
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.AnnAssign):
        return [ast.unparse(statement.target)]
    if isinstance(statement, ast.Assign):
        return [name.id for target in statement.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return []


def literal_below(statement: ast.stmt | None) -> str:
    """The string that documents what is assigned above it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return ""


def defined(module: str) -> Iterator[Public]:
    """What a module's ``__all__`` names and the module itself defines."""
    tree = tree_of(module)
    public = set(exported(tree))
    for statement, below in pairwise([*tree.body, None]):
        assert statement is not None
        for name in sorted(public & set(names_of(statement))):
            if not isinstance(statement, Function | ast.ClassDef):
                yield Public(f"{module}.{name}", statement, literal_below(below))
            elif "overload" not in decorators(statement):
                yield Public(f"{module}.{name}", statement, ast.get_docstring(statement) or "")


def methods(public: Public) -> Iterator[Public]:
    """The public methods of a public class, properties among them."""
    if isinstance(public.definition, ast.ClassDef):
        for each in public.definition.body:
            if not isinstance(each, Function) or each.name.startswith("_") or decorators(each) & RUN_BY_HYPOTHESIS:
                continue
            yield Public(f"{public.where}.{each.name}", each, ast.get_docstring(each) or "", public.doc)


def decorators(function: Function | ast.ClassDef) -> set[str]:
    return {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in function.decorator_list}


def parameters(function: Function) -> list[str]:
    """What is to be given, in order; ``self`` is, and what Hypothesis draws with."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args)]
    if names[:1] in (["self"], ["cls"]) or "composite" in decorators(function):
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
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("require_at_least", "require_at_most"):
            found.add("ValueError")
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "require_moves":
            found.add("GameOver")
    return found


def section(doc: str, title: str) -> list[str]:
    """The names that a section of a docstring explains."""
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
    """Whether somebody else writes it: a protocol's method, or one that only says it is not implemented."""
    code = [each for each in function.body if literal_below(each) == "" or each is not function.body[0]]
    return ast.unparse(code[0]) == "..." or "NotImplementedError" in ast.unparse(code[0])


def lacking(public: Public) -> Iterator[str]:
    """The parts that a docstring does not have."""
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


def homes(module: str) -> dict[str, str]:
    """Where each public name of a module lives: there, or where it is imported from."""
    tree = tree_of(module)
    found = {
        alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found |= {name: module for statement in tree.body for name in names_of(statement)}
    return {name: found[name] for name in exported(tree)}


def shown(page: str) -> Iterator[str]:
    """The public names that a page's directives show, each by its home."""
    for kind, target, options in re.findall(r"^\.\. auto(module|data):: ([\w.]+)\n((?:   :.*\n)*)", page, re.M):
        module, _, name = target.rpartition(".")
        if kind == "data":
            yield f"{homes(module)[name]}.{name}"
        elif ":members:" in options:
            left_out = re.findall(r":exclude-members: (.*)", options)
            yield from (
                f"{home}.{name}" for name, home in homes(target).items() if name not in ", ".join(left_out).split(", ")
            )


MODULES = [
    module for module in FILES if exported(tree_of(module)) and not module.startswith("fpgames.cli")
]  # whose page is its help
PUBLIC = [public for module in MODULES for public in defined(module)]
PAGES = {page.name: page.read_text() for page in (ROOT / "docs/reference").glob("*.md")}


@pytest.mark.parametrize("public", [each for one in PUBLIC for each in (one, *methods(one))], ids=lambda one: one.where)
def test_docstrings_have_their_parts(public: Public) -> None:
    assert [*lacking(public)] == []


def test_every_public_name_is_shown_once() -> None:
    assert sorted(name for page in PAGES.values() for name in shown(page)) == sorted(each.where for each in PUBLIC)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_module_lends_is_public_where_it_lives(module: str) -> None:
    assert [name for name, home in homes(module).items() if name not in exported(tree_of(home))] == []


def test_the_index_lists_every_page() -> None:
    assert sorted(re.findall(r"\]\(([\w-]+\.md)\) \| \S", PAGES["index.md"])) == sorted(PAGES.keys() - {"index.md"})


@pytest.mark.parametrize("command", ["", "play", "compare", "analyse", "tree", "perft", "solve", "games", "bots"])
def test_the_command_line_says_what_its_page_says(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main([*command.split(), "--help"]) == 0
    assert " ".join(capsys.readouterr().out.split()) in " ".join(PAGES["command-line.md"].split())


def test_all_columns_of_a_match_are_explained() -> None:
    table = PAGES["command-line.md"].partition("| column |")[2].partition("\n\n")[0]
    names = [name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)]
    assert names == [*COLUMNS]


def test_a_docstring_without_a_part_is_noticed() -> None:
    whole = next(public for public in PUBLIC if public.where == "fpgames.loops.replicate_m")
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


@pytest.mark.parametrize("module", MODULES)
def test_examples_take_only_what_their_module_exports(module: str) -> None:
    """As the index says of them: they run behind ``from MODULE import *``."""
    here = [each for one in PUBLIC if one.where.rpartition(".")[0] == module for each in (one, *methods(one))]
    assert {each.where: taken(each.doc) - set(exported(tree_of(module))) for each in here if ">>>" in each.doc} == {
        each.where: set() for each in here if ">>>" in each.doc
    }
