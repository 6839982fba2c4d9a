"""Defects of `.flow` sources: each changes a few characters of a formatted source, and says what
check must find at which characters. One that the source has no place for gives None."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

_NAME = r"[A-Za-z_]\w*"
_TOOL = re.compile(rf"^tool ({_NAME})\(", re.MULTILINE)
_CALL = re.compile(rf"^ +(?:{_NAME} = )?({_NAME})\((?=.*\)$)", re.MULTILINE)
_READ = re.compile(rf"= ({_NAME})\.({_NAME})(?=[,)])")
_PARAMETER = re.compile(r"[(,] (?:`[^`]+`|\w+): (integer|boolean|number)(?=[,)])")
_TEXT = re.compile(r'"([a-z]+)"')
_GOTO = re.compile(rf"\bgoto ({_NAME})$", re.MULTILINE)
_ARM = re.compile(r'^( +)("(?!a b")[^"]*") => .*$', re.MULTILINE)  # "a b" is a branch
_LAST_RETURN = re.compile(r"^(  return\b[^\n]*[^\n({])\n}$", re.MULTILINE)
_VERSION = re.compile(r'^agentspec ("[^"]*")$', re.MULTILINE)
_FLOW = re.compile(r"^(?:export )?flow .*\{$", re.MULTILINE)


@dataclass(frozen=True)
class Found:
    """What check must say: a code, at the characters from `start` to `end`."""

    code: str
    start: int
    end: int


Changed = tuple[str, Found]
SourceDefect = Callable[[str, Random], Changed | None]


def _pick(pattern: re.Pattern[str], source: str, random: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(source))
    return random.choice(found) if found else None


def _put(source: str, start: int, end: int, text: str) -> str:
    return source[:start] + text + source[end:]


def _replaced(
    pattern: re.Pattern[str], group: int, text: str, code: str
) -> Callable[[str, Random], Changed | None]:
    """Puts a text in the place of a part of what matches; that is where it must be found."""

    def change(source: str, random: Random) -> Changed | None:
        found = _pick(pattern, source, random)
        if found is None:
            return None
        start, end = found.span(group)
        return _put(source, start, end, text), Found(code, start, start + len(text))

    return change


def _inserted(
    pattern: re.Pattern[str], before: str, text: str, code: str, *, after: str = ""
) -> Callable[[str, Random], Changed | None]:
    """Puts a text behind what matches; that is where it must be found. Before and after it go
    other texts."""

    def change(source: str, random: Random) -> Changed | None:
        found = _pick(pattern, source, random)
        if found is None:
            return None
        start = found.end() + len(before)
        changed = _put(source, found.end(), found.end(), before + text + after)
        return changed, Found(code, start, start + len(text))

    return change


def second_pattern(source: str, random: Random) -> Changed | None:
    """An arm whose pattern stands in the arm before it."""
    found = _pick(_ARM, source, random)
    if found is None or "{" in found[0]:
        return None
    start = found.end() + 1 + len(found[1])
    changed = _put(source, found.end(), found.end(), f"\n{found[1]}{found[2]} => return")
    return changed, Found("FLOW150", start, start + len(found[2]))


def same_declaration(source: str, random: Random) -> Changed | None:
    """A tool of a name that another one has."""
    found = _pick(_TOOL, source, random)
    if found is None:
        return None
    start = len(source) + len("tool ")
    return f"{source}tool {found[1]}()\n", Found("FLOW100", start, start + len(found[1]))


def unreachable_statement(source: str, random: Random) -> Changed | None:
    """A statement after the last `return` of a flow."""
    tool, found = _pick(_TOOL, source, random), _pick(_LAST_RETURN, source, random)
    if tool is None or found is None:
        return None
    statement = f"late = {tool[1]}()"
    start = found.end(1) + len("\n  ")
    changed = _put(source, found.end(1), found.end(1), f"\n  {statement}")
    return changed, Found("FLOW143", start, start + len(statement))


DEFECTS: Mapping[str, SourceDefect] = {
    "second pattern": second_pattern,
    "same declaration": same_declaration,
    "unreachable statement": unreachable_statement,
    "unknown callee": _replaced(_CALL, 1, "no_such_tool", "FLOW117"),
    "unknown type": _replaced(_PARAMETER, 1, "no_such_type", "FLOW200"),
    "unknown node": _replaced(_READ, 1, "no_such_node", "FLOW123"),
    "unknown output": _replaced(_READ, 2, "no_such_output", "FLOW124"),
    "unknown label": _replaced(_GOTO, 1, "no_such_label", "FLOW140"),
    "unknown argument": _inserted(_CALL, "", "no_such_input", "FLOW130", after=" = 1, "),
    "unknown annotation": _inserted(
        _VERSION, "\n\n@", "nothing", "FLOW110", after="\ntool spare()"
    ),
    "break outside a loop": _inserted(_FLOW, "\n  ", "break", "FLOW141"),
    "odd character": _inserted(_FLOW, "\n  ", "$", "FLOW003"),
    "unknown version": _replaced(_VERSION, 1, '"99.1.1"', "FLOW526"),
    "no escape": _replaced(_TEXT, 1, r"\q", "FLOW005"),
    "turned text": _replaced(_TEXT, 1, "\u202e", "FLOW534"),
    "unused tool": _inserted(_VERSION, "\n\ntool ", "spare", "FLOW414", after="()"),
    "missing import": _inserted(_VERSION, "\n\nimport { x } from ", '"./gone.flow"', "FLOW159"),
    "keyword as a name": _inserted(_VERSION, "\n\ntool ", "match", "FLOW011", after="()"),
    "value twice in an enum": _inserted(_VERSION, '\n\ntype Spare = "x" | ', '"x"', "FLOW203"),
    "input twice": _inserted(
        _VERSION, "\n\ntool spare(a: string, ", "a", "FLOW108", after=": string)"
    ),
}
"""The defects by name."""
