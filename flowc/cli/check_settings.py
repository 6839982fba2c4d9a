"""`[tool.flowc.check]` in pyproject.toml: which findings are shown, and how bad they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.cli.rule_sources import severities
from flowc.cli.setting_places import UNKNOWN_SETTING, bad, place, unknown
from flowc.diagnostics import Diagnostic, Rule, Severity, closest
from flowc.diagnostics.levels import Filter, Levels
from flowc.records import dataclass, field
from flowc.text import Source

LOWERED_ERROR = Rule("FLOW830", Severity.ERROR, "a setting that would make an error less")
"""A project can raise and lower warnings and notes, and turn them off. An error stays what it is:
the document has no meaning or cannot run, whatever a project says.

Wrong:

```toml
[tool.flowc.check]
FLOW140 = "warning"
```

```flow
tool lookup(id: string) -> (text: string)
```

Right:

```toml
[tool.flowc.check]
FLOW403 = "error"
```

```flow
tool lookup(id: string) -> (text: string)
```
"""

TABLE = "tool.flowc.check"
_OFF = "off"
_LEVELS = {**{severity.value: severity for severity in Severity}, _OFF: None}
_KEYS = ("select", "ignore", "strict")

Report = Callable[[Diagnostic], None]


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What a project says about findings. With `strict`, warnings fail `flowc check`."""

    levels: Levels = field(default_factory=Levels)
    strict: bool = False


def check_settings(table: object, source: Source, report: Report) -> CheckSettings:
    """The settings that the table holds. What is wrong is reported; errors among it mean that the
    settings cannot be used."""
    if not isinstance(table, Mapping):
        report(bad(source, "check", f"'{TABLE}' is a table", f"[{TABLE}]"))
        return CheckSettings()
    codes = {key: value for key, value in table.items() if key.startswith("FLOW")}
    for key in table:
        if key not in codes and key not in _KEYS:
            report(unknown(source, key, TABLE, _KEYS))
    levels = {
        code: severity
        for code, value in codes.items()
        if (severity := _level(code, value, source, report)) is not None
    }
    select, ignore = (_prefixes(table, key, source, report) for key in ("select", "ignore"))
    off = tuple(code for code, value in codes.items() if value == _OFF)
    strict = table.get("strict", False)
    if not isinstance(strict, bool):
        report(bad(source, "strict", "'strict' is true or false", "strict = true"))
    return CheckSettings(Levels((Filter(select, (*ignore, *off)),), levels), strict is True)


def _level(code: str, value: object, source: Source, report: Report) -> Severity | None:
    """The severity that a code gets, None for `off` and for what cannot be."""
    usual = severities().get(code)
    if usual is None:
        report(_no_rule(code, source))
    elif not isinstance(value, str) or value not in _LEVELS:
        title = f"'{code}' is one of {', '.join(_LEVELS)}"
        report(bad(source, code, title, f'{code} = "{usual.value}"'))
    elif usual is Severity.ERROR and value != usual.value:
        report(
            LOWERED_ERROR.at(
                place(source, code),
                f"{code} is an error and stays one",
                hint="Remove the line: only warnings and notes can be changed.",
            )
        )
    else:
        return _LEVELS[value]
    return None


def _prefixes(
    table: Mapping[str, Any], key: str, source: Source, report: Report
) -> tuple[str, ...]:
    """The codes, or beginnings of codes, under a key."""
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        report(bad(source, key, f"'{key}' is a list of codes", f'{key} = ["FLOW403", "FLOW5"]'))
        return ()
    for item in value:
        if not begins_a_code(item):
            report(_no_rule(item, source))
    return tuple(value)


def begins_a_code(text: str) -> bool:
    """Whether the text is a code or the beginning of some."""
    return text != "" and any(code.startswith(text) for code in severities())


def _no_rule(code: str, source: Source) -> Diagnostic:
    near = closest(code, severities())
    return UNKNOWN_SETTING.at(
        place(source, code),
        f"there is no rule '{code}'",
        hint=f"Did you mean '{near}'?" if near else "`flowc explain` lists all rules.",
    )
