"""What rules say about themselves: the docstrings that follow them, found in Python sources.

A rule is a constant `NAME = Rule("FLOWnnn", Severity.X, "summary")`; the string right after it is
its documentation, in Markdown: prose, then the sections `Wrong:` and `Right:` with the files and
commands of an example. Nothing is imported or run to find it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import pairwise

from flowc.diagnostics.diagnostic import Severity
from flowc.patterns import pattern
from flowc.records import dataclass

CONSOLE = "console"
"""The language of a block of commands."""
_NAMES = {"toml": "pyproject.toml", "python": "tools.py"}
"""What a block's file is called if the block does not say, where that is not `example.LANGUAGE`."""
_CHECKED = ("flow", "json", "yaml")

_SECTION = pattern(r"^(Wrong|Right):[ \t]*$", re.MULTILINE)
_BLOCK = pattern(
    r"^```(?P<language>\w+)(?:[ \t]+(?P<name>\S+))?[ \t]*\n(?P<text>.*?)^```[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_NO_EXAMPLE = pattern(r"^No example: .*\.$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the name of the file that it is, and its text."""

    language: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """A section of a rule's documentation: files, and what is done with them."""

    blocks: tuple[Block, ...] = ()

    @property
    def files(self) -> tuple[Block, ...]:
        """The blocks that are files."""
        return tuple(block for block in self.blocks if block.language != CONSOLE)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that show the example, without their `$`: those of a `console` block, else
        `flowc check` of the first file that can be checked."""
        lines = [
            line.removeprefix("$ ")
            for block in self.blocks
            if block.language == CONSOLE
            for line in block.text.splitlines()
        ]
        checked = [block.name for block in self.files if block.language in _CHECKED]
        return tuple(lines or [f"flowc check {name}" for name in checked[:1]])


@dataclass(frozen=True, slots=True)
class RuleDoc:
    """A rule as its source says it. `prose` is "" for one that is not documented."""

    code: str
    severity: Severity
    summary: str
    prose: str = ""
    wrong: Example = Example()
    right: Example = Example()

    @property
    def has_no_example(self) -> bool:
        """Whether the documentation says why there is none."""
        return _NO_EXAMPLE.search(self.prose) is not None


def rule_docs(text: str) -> Iterator[RuleDoc]:
    """The rules that a Python source declares, in its order."""
    body = [*ast.parse(text).body, ast.Pass()]
    for statement, after in pairwise(body):
        match statement:
            case ast.Assign(
                value=ast.Call(
                    func=ast.Name("Rule"),
                    args=[
                        ast.Constant(str(code)),
                        ast.Attribute(attr=severity),
                        ast.Constant(str(summary)),
                    ],
                )
            ):
                yield _documented(code, Severity[severity], summary, _docstring(after))


def _docstring(statement: ast.stmt) -> str:
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return cleandoc(text)
    return ""


def _documented(code: str, severity: Severity, summary: str, text: str) -> RuleDoc:
    prose, *rest = _SECTION.split(text)
    sections = dict(zip(rest[::2], rest[1::2], strict=True))
    return RuleDoc(
        code,
        severity,
        summary,
        prose.strip(),
        _example(sections.get("Wrong", "")),
        _example(sections.get("Right", "")),
    )


def _example(section: str) -> Example:
    return Example(tuple(_block(found) for found in _BLOCK.finditer(section)))


def _block(found: re.Match[str]) -> Block:
    language = found["language"]
    name = found["name"] or _NAMES.get(language, f"example.{language}")
    return Block(language, "" if language == CONSOLE else name, found["text"])
