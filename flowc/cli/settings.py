"""`[tool.flowc]` in pyproject.toml: the length of a line, and what `flowc check` shows."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flowc import files
from flowc.cli.check_settings import CheckSettings, check_settings
from flowc.cli.setting_places import bad, unknown
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, has_errors
from flowc.records import dataclass, field
from flowc.text import Source, normalised

NOT_TOML = Rule("FLOW820", Severity.ERROR, "a pyproject.toml that is no TOML")
"""flowc takes its settings from `[tool.flowc]` in the nearest pyproject.toml at or above the file,
and this one cannot be read as TOML.

Wrong:

```toml
[tool.flowc
line-length = 100
```

```flow
tool lookup(order_id: string) -> (status: string)
```

Right:

```toml
[tool.flowc]
line-length = 100
```

```flow
tool lookup(order_id: string) -> (status: string)
```
"""

LINE_LENGTH, CHECK = "line-length", "check"
LONGEST = 320
"""The longest line that can be asked for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says about its files. `width` None is that of the formatter."""

    width: int | None = None
    check: CheckSettings = field(default_factory=CheckSettings)


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
            raise FlowcError([bad(source, "flowc", "'tool.flowc' is a table", "[tool.flowc]")])
        known = (LINE_LENGTH, CHECK)
        found = [unknown(source, key, "tool.flowc", known) for key in table if key not in known]
        check = check_settings(table.get(CHECK, {}), source, found.append)
        width = _width(table.get(LINE_LENGTH), source, found.append)
        if has_errors(found):
            raise FlowcError(found)
        self.warnings += found
        return Settings(width, check)


def _toml(source: Source) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = "it nests too deep"
    raise FlowcError([NOT_TOML.at(None, f"'{source.name}' is no TOML: {reason}")])


def _width(value: object, source: Source, report: Callable[[Diagnostic], None]) -> int | None:
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LONGEST:
        return value
    title = f"'{LINE_LENGTH}' is a whole number from 1 to {LONGEST}"
    report(bad(source, LINE_LENGTH, title, f"{LINE_LENGTH} = 100"))
    return None
