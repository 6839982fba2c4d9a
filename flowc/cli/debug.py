"""`flowc debug`: what each stage of the compiler makes of a file."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from flowc import api, files
from flowc.cli.report import report
from flowc.diagnostics import FlowcError, Rule, Severity, has_errors
from flowc.ir.components import Written
from flowc.text import Pointer, Source, Span, normalised

NO_SUCH_STAGE = Rule("FLOW814", Severity.ERROR, "a document has no tokens and no syntax tree")
"""Only `.flow` files are made of words that flowc reads itself. Of a document it can show what it
understood (`ir`) and what it would write in Python (`plan`).

Wrong:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc debug tokens example.json
```

Right:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc debug ir example.json
```
"""


def run(arguments: argparse.Namespace) -> int:
    """Print one stage; 1 if there are errors in what was read."""
    if arguments.stage in ("tokens", "tree"):
        return _syntax(arguments)
    program = api.load(arguments.file, max_size=arguments.max_size)
    report(program.diagnostics)
    if arguments.stage == "ir":
        _print(program.document)
    else:
        from flowc.python import plan

        program.require_no_errors()
        _print(plan(program.document))
    return int(has_errors(program.diagnostics))


def _syntax(arguments: argparse.Namespace) -> int:
    from flowc.syntax import lex, parse

    if files.kind_of(arguments.file) != "flow":
        title = f"'{arguments.file}' is no .flow file: it has no {arguments.stage}"
        raise FlowcError(
            [NO_SUCH_STAGE.at(None, title, hint=f"Try: flowc debug ir {arguments.file}")]
        )
    text = files.read_text(arguments.file, max_size=arguments.max_size)
    source = Source(str(arguments.file), normalised(text))
    if arguments.stage == "tokens":
        for token in lex(source):
            line, column = source.line_column(token.span.start)
            print(f"{line}:{column}\t{token.kind}\t{token.text!r}")
        return 0
    parsed = parse(source)
    _print(parsed.tree)
    report(parsed.diagnostics)
    return int(has_errors(parsed.diagnostics))


def _print(value: object) -> None:
    for line in _lines(value, ""):
        print(line)


def _lines(value: object, indent: str) -> Iterator[str]:
    """Dataclasses as an outline: one field a line, places and empty fields left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield f"{indent}{type(value).__name__}"
        for field in dataclasses.fields(value):
            inner = getattr(value, field.name)
            if not _is_empty(inner):
                yield from _entry(field.name, inner, indent + "  ")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entry(str(key), inner, indent)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _entry("-", inner, indent)
    else:
        yield f"{indent}{value.name if isinstance(value, Enum) else repr(value)}"


def _entry(key: str, value: object, indent: str) -> Iterator[str]:
    lines = list(_lines(value, indent + "  "))
    if len(lines) == 1:
        yield f"{indent}{key}: {lines[0].strip()}"
    else:
        yield f"{indent}{key}:"
        yield from lines


def _is_empty(value: object) -> bool:
    if isinstance(value, (Source, Span, Pointer)) or value is None:
        return True
    if isinstance(value, Mapping):
        return all(isinstance(item, Written) for item in value.values())
    return isinstance(value, (tuple, list)) and not value
