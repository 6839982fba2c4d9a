"""`flowc convert`."""

from __future__ import annotations

import argparse
import sys

from flowc import api, files
from flowc.cli.report import report


def run(arguments: argparse.Namespace) -> int:
    """Convert a program to the form that the output's ending (or `-t`) names."""
    program = api.load(arguments.file)
    kind = arguments.to or files.kind_of(arguments.out)
    text = {"flow": program.to_flow, "json": program.to_json, "yaml": program.to_yaml}[kind]()
    report(program.diagnostics)
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        files.write_texts({arguments.out: text})
    return 0
