"""Findings on `[tool.flowc]` in pyproject.toml, and where its keys stand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.patterns import pattern
from flowc.text import Source, Span

BAD_SETTING = Rule("FLOW821", Severity.ERROR, "a setting with a value that it cannot have")
"""The hint says what the setting takes. With a wrong one nothing is done, lest files are formatted
or checked in a way that nobody asked for.

Wrong:

```toml
[tool.flowc]
line-length = "100"
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

UNKNOWN_SETTING = Rule("FLOW822", Severity.WARNING, "a setting that flowc does not have")
"""The setting is ignored, so it is probably misspelt, or meant for a later version of flowc.

Wrong:

```toml
[tool.flowc]
line-lenght = 100
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

_HEADER = pattern(r"^[ \t]*(?:\[ *)?(?:tool *\. *)?flowc\b", re.MULTILINE)
"""Where the settings begin, in any of the ways in which TOML writes a table."""


def bad(source: Source, key: str, title: str, right: str) -> Diagnostic:
    """The finding on a value; `right` is what to write instead."""
    return BAD_SETTING.at(place(source, key), title, hint=f"Write {right}.")


def unknown(source: Source, key: str, table: str, keys: Iterable[str]) -> Diagnostic:
    """The finding on a key that `table` does not have; it has `keys`."""
    title = f"there is no setting '{key}' in [{table}]"
    return UNKNOWN_SETTING.at(place(source, key), title, hint=did_you_mean(key, keys))


def place(source: Source, key: str) -> Span:
    """Where the key stands, as far as a search can tell; else the beginning of the file."""
    header = _HEADER.search(source.text)
    key_alone = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    found = header and key_alone.search(source.text, header.start())
    return Span(source, *found.span()) if found else Span(source, 0, 0)
