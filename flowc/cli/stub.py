"""`flowc stub`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flowc import files
from flowc.cli.findings import load
from flowc.cli.report import report
from flowc.diagnostics import FlowcError, Rule, Severity

EXISTS = Rule("FLOW813", Severity.ERROR, "a skeleton never overwrites a file")
"""`flowc stub` writes a file for you to fill in. It never replaces one, because there may be work
in it.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```python
def lookup(order_id):
    return "open"
```

```console
$ flowc stub example.flow
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```python
def lookup(order_id):
    return "open"
```

```console
$ flowc stub example.flow -o new_tools.py
```
"""


def run(arguments: argparse.Namespace) -> int:
    """Write a typed skeleton of the program's tools, never over an existing file."""
    from flowc.python import emit_stub

    loaded = load(arguments)
    loaded.require_no_errors()
    report(loaded.findings)
    text = emit_stub(loaded.program.document, async_=arguments.async_)
    if arguments.stdout:
        sys.stdout.write(text)
        return 0
    path: Path = arguments.out or arguments.file.with_name("tools.py")
    if path.exists():
        raise FlowcError(
            [
                EXISTS.at(
                    None, f"'{path}' exists", hint="Name another file with -o, or use --stdout."
                )
            ]
        )
    files.write_texts({path: text})
    print(f"wrote {path}", file=sys.stderr)
    return 0
