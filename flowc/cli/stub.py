"""`flowc stub`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flowc import api, files
from flowc.diagnostics import FlowcError, Rule, Severity

EXISTS = Rule("FLOW813", Severity.ERROR, "a skeleton never overwrites a file")


def run(arguments: argparse.Namespace) -> int:
    """Write a typed skeleton of the program's tools, never over an existing file."""
    from flowc.python import emit_stub

    program = api.load(arguments.file, max_size=arguments.max_size)
    program.require_no_errors()
    text = emit_stub(program.document, async_=arguments.async_)
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
