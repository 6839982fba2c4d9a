"""`flowc convert`."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flowc import files
from flowc.cli.findings import load
from flowc.cli.report import report
from flowc.diagnostics import FlowcError, Rule, Severity

SAME_FILE = Rule("FLOW807", Severity.ERROR, "the output would take the place of the input")
"""A conversion makes a new file. Written over its input it would destroy what it was made from.

Wrong:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc convert example.json -o example.json
```

Right:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc convert example.json -o example.flow
```
"""


def run(arguments: argparse.Namespace) -> int:
    """Convert a program to the form that the output's ending (or `-t`) names.

    What was found while the program was read is shown; whether it makes sense is for `flowc check`
    to say. What a conversion to `.flow` drops is counted on stderr, in one line; it is no finding.
    """
    kind = arguments.to or files.kind_of(arguments.out)
    _refuse_same(arguments.file, arguments.out)
    with _no_garbage_collection():
        loaded = load(arguments)
        program = loaded.program
        dropped = ""
        if kind == "flow":
            conversion = program.conversion(exact=arguments.exact)
            text, dropped = conversion.text, conversion.summary()
        else:
            text = program.to_json() if kind == "json" else program.to_yaml()
        report(loaded.reading_findings)
    if dropped:
        print(f"dropped: {dropped}; --exact keeps them", file=sys.stderr)
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        files.write_texts({arguments.out: text})
    return 0


def _refuse_same(source: Path, out: Path | None) -> None:
    if out is not None and out.exists() and source.exists() and out.samefile(source):
        title = f"'{out}' is the file that is converted"
        hint = "Name another file after -o, or print the text with -t."
        raise FlowcError([SAME_FILE.at(None, title, hint=hint)])


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """A conversion makes trees, not cycles; to look for those takes half of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
