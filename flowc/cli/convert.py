"""`flowc convert`."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flowc import api, files
from flowc.cli.report import report
from flowc.diagnostics import FlowcError, Rule, Severity

SAME_FILE = Rule("FLOW807", Severity.ERROR, "the output would take the place of the input")


def run(arguments: argparse.Namespace) -> int:
    """Convert a program to the form that the output's ending (or `-t`) names.

    What a conversion to `.flow` drops is counted on stderr, in one line; it is no finding.
    """
    kind = arguments.to or files.kind_of(arguments.out)
    _refuse_same(arguments.file, arguments.out)
    with _no_garbage_collection():
        program = api.load(arguments.file, max_size=arguments.max_size)
        dropped = ""
        if kind == "flow":
            conversion = program.conversion(exact=arguments.exact)
            text, dropped = conversion.text, conversion.summary()
        else:
            text = program.to_json() if kind == "json" else program.to_yaml()
        report(program.diagnostics)
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
