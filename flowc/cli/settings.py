"""`[tool.flowc]` in pyproject.toml: the length of a line, and nothing else."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flowc import files
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.format import WIDTH
from flowc.text import Source, Span, normalised

NOT_TOML = Rule("FLOW820", Severity.ERROR, "a pyproject.toml that is no TOML")
BAD_SETTING = Rule("FLOW821", Severity.ERROR, "a setting with a value that it cannot have")
UNKNOWN_SETTING = Rule("FLOW822", Severity.WARNING, "a setting that flowc does not have")

LINE_LENGTH = "line-length"
LONGEST = 320
"""The longest line that can be asked for."""

_HEADER = re.compile(r"^[ \t]*(?:\[ *)?(?:tool *\. *)?flowc\b", re.MULTILINE)
"""Where the settings begin, in any of the ways in which TOML writes a table."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says about its `.flow` files."""

    width: int = WIDTH


@dataclass(slots=True)
class Projects:
    """The settings of all files that one command looks at; no pyproject.toml is read twice.

    `warnings` are the findings that stop nothing.
    """

    warnings: list[Diagnostic] = field(default_factory=list)
    _known: dict[Path, Settings | FlowcError | None] = field(default_factory=dict)

    def of(self, path: Path) -> Settings:
        """The settings for a file: those of the nearest folder at or above it whose pyproject.toml
        has a table `[tool.flowc]`. FlowcError (FLOW801, 802, 820, 821) if one on the way there
        cannot be read or says what cannot be."""
        for folder in Path(os.path.abspath(path)).parents:
            if folder not in self._known:
                self._known[folder] = self._in(folder)
            found = self._known[folder]
            if isinstance(found, FlowcError):
                raise found
            if found is not None:
                return found
        return Settings()

    def _in(self, folder: Path) -> Settings | FlowcError | None:
        path = folder / "pyproject.toml"
        try:
            return self._read(path) if path.is_file() else None
        except FlowcError as error:
            return error

    def _read(self, path: Path) -> Settings | None:
        source = Source(os.path.relpath(path), normalised(files.read_text(path)))
        tool = _toml(source).get("tool")
        table = tool.get("flowc") if isinstance(tool, dict) else None
        if table is None:
            return None
        if not isinstance(table, dict):
            raise FlowcError([_bad(source, "flowc", "'tool.flowc' is a table", "[tool.flowc]")])
        self.warnings += [_unknown(source, key) for key in table if key != LINE_LENGTH]
        return Settings(_width(source, table.get(LINE_LENGTH, WIDTH)))


def _toml(source: Source) -> dict[str, Any]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = "it nests too deep"
    raise FlowcError([NOT_TOML.at(None, f"'{source.name}' is no TOML: {reason}")])


def _width(source: Source, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LONGEST:
        return value
    title = f"'{LINE_LENGTH}' is a whole number from 1 to {LONGEST}"
    raise FlowcError([_bad(source, LINE_LENGTH, title, f"{LINE_LENGTH} = {WIDTH}")])


def _bad(source: Source, key: str, title: str, right: str) -> Diagnostic:
    return BAD_SETTING.at(_place(source, key), title, hint=f"Write {right}.")


def _unknown(source: Source, key: str) -> Diagnostic:
    title = f"there is no setting '{key}' in [tool.flowc]"
    return UNKNOWN_SETTING.at(_place(source, key), title, hint=did_you_mean(key, [LINE_LENGTH]))


def _place(source: Source, key: str) -> Span:
    """Where the key stands, as far as a search can tell; else the beginning of the file."""
    header = _HEADER.search(source.text)
    key_alone = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    found = header and key_alone.search(source.text, header.start())
    return Span(source, *found.span()) if found else Span(source, 0, 0)
