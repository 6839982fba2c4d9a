"""From a plan to text: the templates, black where a line is too long, the table of lines."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from flowc.patterns import pattern
from flowc.python.body import MARK
from flowc.python.constants import text_lines
from flowc.python.helpers import EARLY
from flowc.python.layout import INDENT, LINE_LENGTH, is_left_to_black, width
from flowc.python.plan import Lines, ModulePlan, StubPlan
from flowc.resources import resource

_AMBIGUOUS = pattern(r"(?<![\w.\"'])[lOI](?=: |=| = )")
"""Names that the user chose and ruff finds hard to read."""
_ONE_LINE_ARMS = pattern(
    r"^( *)if .+:\n\1    (\w+) = .+\n\1else:\n\1    \2 = .+\n(?!\1    )", re.MULTILINE
)
"""Two nodes that ruff would have on one line, where an error could not tell them apart."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(resource("templates", "python")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
    )


def render(plan: ModulePlan) -> str:
    """The module's text: stable under black, its table of lines right."""
    environment = _environment()
    code = {
        name: environment.get_template(f"helpers/{name}.jinja").render(n=plan.names, t=plan.texts)
        for name in plan.helpers
    }
    marked = environment.get_template("module.jinja").render(
        plan=plan,
        constants=[
            *(text for name, text in code.items() if name in EARLY),
            *("\n".join(lines) for lines in plan.constants),
        ],
        helpers=[text for name, text in code.items() if name not in EARLY],
    )
    lines, nodes = _without_marks(marked.strip("\n").split("\n"))
    if any(map(is_left_to_black, lines)):
        lines, nodes = _formatted(lines, nodes)
    table = _table(plan, nodes)
    text = "\n".join([*lines, *(["", "", *table] if table else [])]) + "\n"
    return _excused(text, plan.excuses, plan.seems_unbound)


def render_stub(plan: StubPlan) -> str:
    """The text of a skeleton, stable under black."""
    text = _environment().get_template("stub.jinja").render(plan=plan).strip("\n")
    if any(map(is_left_to_black, text.split("\n"))):
        text = _black(text)
    return _excused(text + "\n", plan.excuses)


def _excused(text: str, excuses: Lines, seems_unbound: bool = False) -> str:
    """The text, with a comment for what ruff would find in the user's own names and texts and in
    how nodes stand on lines, and one for what pyright cannot see: the order of a state machine's
    states."""
    excused = ["E501"] if any(width(line) > LINE_LENGTH for line in text.split("\n")) else []
    excused += ["E741"] if _AMBIGUOUS.search(text) else []
    excused += ["SIM108"] if _ONE_LINE_ARMS.search(text) else []
    excused += excuses
    comments = [f"# ruff: noqa: {', '.join(excused)}"] if excused else []
    comments += ["# pyright: reportPossiblyUnboundVariable=false"] if seems_unbound else []
    return "\n".join([text, "", *comments, ""]) if comments else text


def _without_marks(marked: list[str]) -> tuple[list[str], dict[int, int]]:
    """The lines, and which node each line that has a mark belongs to, lines counted from 1."""
    lines: list[str] = []
    nodes: dict[int, int] = {}
    for number, line in enumerate(marked, 1):
        text, mark, node = line.partition(MARK)
        lines.append(text)
        if mark:
            nodes[number] = int(node)
    return lines, nodes


def _formatted(lines: list[str], nodes: dict[int, int]) -> tuple[list[str], dict[int, int]]:
    """The lines, the statements that have a long one as black writes them."""
    after: list[str] = []
    moved: dict[int, int] = {}
    for start, part in _parts(lines):
        new = part
        numbers = {line: line for line in range(1, len(part) + 1)}
        if any(map(is_left_to_black, part)):
            new = _with_help(part)
            numbers = _new_numbers(part, new)
        for old, number in numbers.items():
            if start + old in nodes:
                moved.setdefault(len(after) + number, nodes[start + old])
        after += new
    return after, moved


def _with_help(part: list[str]) -> list[str]:
    """The lines of a definition, its smallest statements with a long line as black writes them."""
    new = list(part)
    for start, end in reversed(_long_statements(part)):
        depth = (len(part[start]) - len(part[start].lstrip())) // len(INDENT)
        pad = INDENT * depth
        text = "\n".join(line.removeprefix(pad) for line in part[start:end])
        new[start:end] = [pad + line for line in _black(text, depth).split("\n")]
    return new


def _long_statements(part: list[str]) -> list[tuple[int, int]]:
    """From and to which line there are statements that black has to write, in order: none is inside
    another. Docstrings stay as they are."""
    found: list[tuple[int, int]] = []
    work = ast.parse("\n".join(part)).body[::-1]
    while work:
        statement = work.pop()
        lines = _lines_of(statement)
        long = {number for number in lines if is_left_to_black(part[number])}
        inner = list(_inner(statement))
        if not long or (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        ):
            continue
        if long.difference(*map(_lines_of, inner)):
            found.append((lines.start, lines.stop))
        else:
            work += inner[::-1]
    return found


def _lines_of(statement: ast.stmt) -> range:
    return range(statement.lineno - 1, statement.end_lineno or 0)


def _inner(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statements in a statement's blocks; an `elif` is none of its own."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, (ast.ExceptHandler, ast.match_case)):
            yield from child.body
        elif isinstance(child, ast.If) and child.col_offset == statement.col_offset:
            yield from _inner(child)
        elif isinstance(child, ast.stmt):
            yield child


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The definitions of the module, each with the blank lines before it, and how many lines stand
    before it. Black formats each as it does the whole."""
    start = 0
    for index, line in enumerate(lines):
        if index > start and line[:1].strip() and not lines[index - 1]:
            blanks = index
            while blanks > start and not lines[blanks - 1]:
                blanks -= 1
            if index - blanks == 2:
                yield start, lines[start:index]
                start = index
    yield start, lines[start:]


def _new_numbers(old: list[str], new: list[str]) -> dict[int, int]:
    """Where each statement's first line went. Black keeps the statements, so that each is found
    again by its place among all of them."""
    before, after = _statement_lines("\n".join(old)), _statement_lines("\n".join(new))
    return dict(zip(before, after, strict=True))


def _black(text: str, depth: int = 0) -> str:
    """The text as black writes it so many levels deep."""
    import black

    mode = black.Mode(line_length=LINE_LENGTH - len(INDENT) * depth)
    return black.format_str(text, mode=mode).rstrip("\n")


def _statement_lines(text: str) -> list[int]:
    """The first line of every statement, in the order of the text."""
    found: list[int] = []
    work: list[ast.AST] = [ast.parse(text)]
    while work:
        node = work.pop()
        if isinstance(node, ast.stmt):
            found.append(node.lineno)
        work.extend(
            child
            for child in reversed(list(ast.iter_child_nodes(node)))
            if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case))
        )
    return found


def _table(plan: ModulePlan, nodes: dict[int, int]) -> list[str]:
    """The statement that says for each line where the code of a node begins which node it is: in a
    text, of which nothing is made until an error comes. Each entry is a line of it, the node's name
    and place in JSON, where no newline can stand."""
    if "add_note" not in plan.helpers:
        return []
    entries: list[str] = []
    last: int | None = None
    for line, node in sorted(nodes.items()):
        if node != last:
            entries.append(f"{line} {json.dumps(plan.places[node], ensure_ascii=False)}")
        last = node
    return list(text_lines(plan.names["lines"], "\n".join(entries)))
